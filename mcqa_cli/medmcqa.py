"""MedMCQA: raw data set rows → task rows for rollouts, as the OpenMed environment builds them.

Raw rows hold `question`, `opa` … `opd`, `cop` (the correct option) and some metadata. What `cop` counts from depends on
where the file came from, so it is decided for the whole file, never for a row.
"""

import hashlib
import random
import re
from typing import Any, Final, NamedTuple

from mcqa_cli.errors import RowError, UsageError, brief
from mcqa_cli.formats.base import MEDMCQA_FIELDS
from mcqa_cli.gold import number_of, squash

Row = dict[str, Any]

LABELS: Final = "ABCD"
SYSTEM: Final = (
    "You are an expert in medicine and answer multiple-choice questions. Reason step by step inside "
    "<think>...</think>. After it, give your final choice as exactly one token from {A, B, C, D} in \\boxed{...}."
)
LAYOUTS: Final = ("gym", "verifiers")
# "Ans. is 'c' i.e. K", "Ans. (c)", "Answer: C": a letter that something other than a word follows.
EXPLAINED: Final = re.compile(
    r"\bans(?:wer)?\b[\s.:\-–]*(?:is\b|option\b|[\s.:\-–])*['\"`‘’“”(\[]*([a-d])"
    r"(?=['\"`’”)\].:,;]|\s*\Z|\s*,?\s*i\.?\s*e\b|\s*[-–]|\s*\n)",
    re.IGNORECASE,
)
SEVERAL: Final = re.compile(r"['\"`’”)\]]*\s*(?:&|,|and)\s*['\"`‘“(\[]*[a-d]['\"`’”)\].,\s]", re.IGNORECASE)


class Conflict(NamedTuple):
    """A row whose explanation names another letter than its gold."""

    line: int
    id: Any
    gold: str
    explained: str


def is_unlabelled(cop: Any) -> bool:
    """Say whether a row has no gold: -1, null, NaN, or blank."""
    return cop is None or cop != cop or number_of(cop) == -1 or (isinstance(cop, str) and not cop.strip())


class CopScan:
    """Looks at every `cop` of a file, to decide what its numbers count from and how many rows are labelled."""

    def __init__(self) -> None:
        self.rows = 0
        self.known = 0
        self.unlabelled = 0
        self.numbers: dict[int, int] = {}

    def add(self, row: Row) -> None:
        """Count one row."""
        self.rows += 1
        self.known += "cop" in row
        cop = row.get("cop")
        number = number_of(cop)
        if is_unlabelled(cop):
            self.unlabelled += 1
        elif number is not None:
            self.numbers[number] = self.numbers.get(number, 0) + 1

    @property
    def labelled(self) -> int:
        """How many rows have a gold."""
        return self.rows - self.unlabelled

    def base(self, file: str) -> int | None:
        """Return 0 or 1; None where no `cop` is a number. file: its name, for the error.

        Any 0 means 0, any 4 means 1. Raises `UsageError` where the file shows neither or both.
        """
        if not self.numbers:
            return None
        if 0 in self.numbers and 4 in self.numbers:
            raise UsageError(f"{file}: cop is 0 in some rows and 4 in others: two sources in one file? Take them apart")
        if 0 in self.numbers:
            return 0
        if 4 in self.numbers:
            return 1
        raise UsageError(
            f"{file}: cop is never 0 and never 4, so it may count from 0 or from 1: say which with --cop-base"
        )


def gold_letter(row: Row, base: int | None) -> str:
    """Return the gold letter of a labelled row: `cop` as a letter, a number from `base`, or the option's text.

    Raises `RowError`: `gold_not_in_options`.
    """
    cop = row.get("cop")
    number = number_of(cop)
    if number is not None and base is not None and base <= number < base + 4:
        return LABELS[number - base]
    if isinstance(cop, str):
        text = cop.strip()
        letter = text.strip("()[]'\". ").upper()
        if len(letter) == 1 and letter in LABELS:
            return letter
        same = [
            label for label, value in zip(LABELS, options_of(row), strict=True) if squash(value or "") == squash(text)
        ]
        if len(same) == 1:
            return same[0]
    number_too = "" if base is None else f", no number from {base} to {base + 3}"
    raise RowError(
        "gold_not_in_options",
        f"cop is {brief(cop)}: no letter A-D{number_too}, and not the text of one option: correct it, or leave it out",
    )


def options_of(row: Row) -> list[str | None]:
    """Return the texts of A to D; None for an option that is not there."""
    texts = (row.get(name) for name in MEDMCQA_FIELDS)
    return [None if text is None or text != text else str(text) for text in texts]  # NaN: a table's empty cell


def odd_options(row: Row, gold: str) -> str | None:
    """Say which options are empty or read the same (but for case and white space); None where all is well.

    A null option is no option at all, and so not odd. gold: the gold letter, told where it is one of them.
    """
    labels: dict[str, list[str]] = {}
    for label, text in zip(LABELS, options_of(row), strict=True):
        if text is not None:
            labels.setdefault(squash(text), []).append(label)
    found = []
    for text, same in labels.items():
        if not text:
            found.append(f"{' and '.join(same)} {'is' if len(same) == 1 else 'are'} empty")
        elif len(same) > 1:
            found.append(f"{' and '.join(same)} read the same")
        else:
            continue
        if gold in same:
            found[-1] += f" (the gold is {gold})"
    return ", ".join(found) or None


def explained_letter(explanation: Any) -> str | None:
    """Return the letter that an explanation names as the answer ("Ans. is 'c'"); None without exactly one."""
    if not isinstance(explanation, str):
        return None
    found = EXPLAINED.search(explanation)
    if not found or SEVERAL.match(explanation, found.end()):
        return None
    return found[1].upper()


def display_order(row: Row) -> list[str]:
    """Return the labels in the order shown: shuffled by the row's id (else its question), the same every time."""
    name = row.get("id")
    key = str(row.get("question")) if name is None or name == "" else str(name)
    labels = list(LABELS)
    seed = int(hashlib.md5(key.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:8], 16)
    random.Random(seed).shuffle(labels)  # noqa: S311
    return labels


def messages_of(row: Row) -> list[dict[str, str]]:
    """Return the system message and the question; the labels are shuffled in display only, letters keep their texts."""
    texts = dict(zip(LABELS, options_of(row), strict=True))
    shown = [f"{label}. {texts[label]}" for label in display_order(row) if texts[label] is not None]
    question = "\n".join((f"Question: {row['question']}", "Choices:", *shown, "Answer:"))
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": question}]


def task_row(row: Row, base: int | None, layout: str = "gym") -> Row:
    """Make a labelled raw row into a task row.

    layout: `gym` (options as one-key objects, `grading_mode` think_boxed) or `verifiers` (`prompt`, `options`,
    `answer_letter`, `answer_idx`, `answer`). All raw fields are kept under `metadata`.
    Raises `RowError`: `bad_options`, `gold_not_in_options`.
    """
    question = row.get("question")
    if not isinstance(question, str) or not question.strip():
        raise RowError("bad_options", "the row has no question")
    if not all(name in row for name in MEDMCQA_FIELDS):
        raise RowError("bad_options", "the row lacks one of opa, opb, opc, opd: is it raw MedMCQA?")
    gold = gold_letter(row, base)
    texts = options_of(row)
    index = LABELS.index(gold)
    if texts[index] is None:
        raise RowError("gold_not_in_options", f"cop names {gold}, which has no text")
    if layout == "verifiers":
        return {
            "prompt": messages_of(row),
            "options": texts,
            "answer_letter": gold,
            "answer_idx": index,
            "answer": gold,
            "metadata": row,
        }
    return {
        "responses_create_params": {"input": messages_of(row)},
        "options": [{label: text} for label, text in zip(LABELS, texts, strict=True)],
        "expected_answer": gold,
        "grading_mode": "think_boxed",
        "uuid": row.get("id"),
        "metadata": row,
    }


def conflict_of(row: Row, gold: str, line: int) -> Conflict | None:
    """Return the conflict between a row's explanation and its gold, if there is one."""
    explained = explained_letter(row.get("exp"))
    return Conflict(line, row.get("id"), gold, explained) if explained not in (None, gold) and explained else None


def held_out(count: int, size: int, seed: int = 42) -> frozenset[int]:
    """Choose the rows of the evaluation split: `size` of `count` numbers from 0, by the seed.

    Raises `UsageError` where there are not enough rows.
    """
    if size < 0 or size > count:
        raise UsageError(f"--holdout {size}: there are {count} labelled rows to take them from")
    return frozenset(random.Random(seed).sample(range(count), size))  # noqa: S311

"""How often each grading mode agrees with a careful reader, by class of response.

    python benchmarks/agreement.py [--mode NAME ...] [--show N]

The cases are in `agreement_cases.jsonl` beside this file, one a line: `options`, a response's `text`, the letter that a
careful reader would say it chose (`expected`, null for none), and the class of difficulty. Every text and every letter
was written by hand for this project. Each mode reads the text under the documented rules, without any regex.

agreement: the mode gave what the reader gave. invented: a letter where the reader saw none. missed: none where the
reader saw one. wrong: another letter. Multi-letter labels, digits and native letters are options like any other, so
modes that read single letters only must miss those.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from mcqa_cli.model import Choices, Extraction, Question
from mcqa_cli.modes import MODES

CASES = Path(__file__).with_name("agreement_cases.jsonl")
OUTCOMES = ("agree", "invented", "missed", "wrong")


class Case(NamedTuple):
    """One response with the reader's verdict."""

    id: str
    kind: str
    text: str
    question: Question
    expected: str | None


def load(path: Path = CASES) -> list[Case]:
    """All cases, in the order of the file. Labels are spelled as `Choices` has them: single letters upper-cased."""
    cases = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            labels = tuple(label.upper() if len(label) == 1 else label for label in row["options"])
            choices = Choices(labels, tuple(row["options"].values()))
            cases.append(Case(row["id"], row["class"], row["text"].strip(), Question(choices), row["expected"]))
    return cases


def outcome(case: Case, letter: str | None) -> str:
    """One of `OUTCOMES`."""
    if letter == case.expected:
        return "agree"
    if case.expected is None:
        return "invented"
    return "missed" if letter is None else "wrong"


def span_holds(case: Case, extraction: Extraction) -> bool:
    """Whether an answered case's span is the letter or the option's text that it claims; True without one."""
    if extraction.letter is None or extraction.span is None:
        return True
    piece = case.text[slice(*extraction.span)]
    if piece.casefold() == extraction.letter.casefold() or (len(piece) == 1 and not piece.isascii()):
        return True
    labels, texts = case.question.choices.labels, case.question.choices.texts
    if piece in texts[labels.index(extraction.letter)]:
        return True
    option = _bare(texts[labels.index(extraction.letter)])
    return _bare(piece) != "" and option.startswith(_bare(piece))


def _bare(text: str) -> str:
    """Letters and digits alone, without LaTeX commands; a unit may be missing in what a response says."""
    return "".join(char for char in re.sub(r"\\[a-zA-Z]+", "", text).casefold() if char.isalnum())


def measure(extract: Callable[[str, Question], Extraction], cases: Iterable[Case]) -> dict[str, Counter[str]]:
    """The outcomes by class."""
    counts: dict[str, Counter[str]] = {}
    for case in cases:
        counts.setdefault(case.kind, Counter())[outcome(case, extract(case.text, case.question).letter)] += 1
    return counts


def _row(name: str, counts: Counter[str]) -> str:
    total = counts.total()
    numbers = "".join(f"{counts[key]:10}" for key in OUTCOMES[1:])
    return f"{name:28}{total:7}{counts['agree'] / total:11.1%}{numbers}"


def main() -> None:
    """Print the table of all modes, then that of the chosen modes by class."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mode", nargs="*", choices=list(MODES), default=["robust"], help="modes to show by class")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print up to N cases that differ, per mode")
    options = parser.parse_args()
    cases = load()
    without = sum(case.expected is None for case in cases)
    print(f"{len(cases)} responses, {without} of them without an answer\n")
    head = f"{'':28}{'cases':>7}{'agreement':>11}" + "".join(f"{key:>10}" for key in OUTCOMES[1:])
    print(head)
    tables = {name: measure(mode.documented, cases) for name, mode in MODES.items()}
    for name, table in tables.items():
        print(_row(name, sum(table.values(), Counter())))
    for name in options.mode:
        print(f"\n{name}, by class\n{head}")
        for kind, counts in tables[name].items():
            print(_row(kind, counts))
        extract = MODES[name].documented
        differing = [case for case in cases if extract(case.text, case.question).letter != case.expected]
        for case in differing[: options.show]:
            got = extract(case.text, case.question)
            print(f"  {case.id}: reader {case.expected}, read {got.letter} ({got.rule or got.reason}): {case.text!r}")


if __name__ == "__main__":
    main()

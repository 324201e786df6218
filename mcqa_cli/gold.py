"""A gold answer in any spelling → one of the labels. A label always comes before any other reading."""

import ast
import json
import re
from collections.abc import Callable
from typing import Any, Final

from mcqa_cli.errors import RowError, brief
from mcqa_cli.model import Choices
from mcqa_cli.options import in_alphabet, position_label

WRAPPINGS: Final = 8  # lists in lists, and objects in them, up to this deep
WRAPPING: Final = " \t\r\n()[]{}<>*_`\"'.:$"
DIGITS: Final = re.compile(r"[+-]?[0-9]{1,9}(?:\.0)?")
LABEL_AND_TEXT: Final = re.compile(r"\(?(\w{1,3})\)?\s*[).:\-]\s*(\S.*)", re.DOTALL)
GOLD_KEYS: Final = ("ground_truth", "answer", "target", "label", "gold", "expected_answer")


def gold_of(raw: Any, choices: Choices, letters_only: bool, base: int | None = None) -> str:
    """Return the label that a gold answer names.

    raw: as the row spells it: a label in any case, `(B)` or `**B**`, an option's number, its text, a list of one of
    these, or such a list printed. letters_only: whether only single letters count (the documented modes).
    base: what option numbers start at, decided for the whole file; None: numbers are not read.
    Raises `RowError`: `no_gold`, `gold_not_in_options`.
    """
    if raw.__class__ is str and raw in choices.letters:
        return raw
    value = single(raw)
    if is_missing(value):
        raise RowError(
            "no_gold",
            f"the row has no gold answer ({brief(raw)}); is it under another key? --fields text=…,gold=… names it",
        )
    label = (
        label_named(value, choices)
        or number_named(value, choices, base)
        or text_named(value, choices)
        or label_with_text(value, choices)
    )
    if label is None:
        raise not_in_options(raw, choices, letters_only, base)
    if letters_only and label not in choices.letters:
        raise not_in_options(raw, choices, letters_only, base)
    return label


def is_missing(value: Any) -> bool:
    """Whether a gold is no gold: null, an empty or blank string, NaN (an empty cell of a table), an empty list."""
    return value is None or value != value or value in ([], {}) or (isinstance(value, str) and not value.strip())


def single(raw: Any) -> Any:
    """Return a gold out of its wrappings: a list of one (or of equals), printed or not, or a small object."""
    value = raw
    for _ in range(WRAPPINGS):
        if isinstance(value, str):
            value = value.strip()
            if value[:1] == "[" and value[-1:] == "]":
                value = printed_list(value)
        if isinstance(value, dict):
            named = [value[key] for key in GOLD_KEYS if key in value]
            value = named[0] if len(named) == 1 else value
        if not isinstance(value, list) or not value or any(item != value[0] for item in value[1:]):
            break
        value = value[0]
    return value


def printed_list(text: str) -> Any:
    """Return the list that a string spells (`"['B']"`, `'["B"]'`), or the string itself (`[B]`)."""
    for reader in (json.loads, ast.literal_eval):
        try:
            value = reader(text)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
        if isinstance(value, list):
            return value
    return text


def label_named(value: Any, choices: Choices) -> str | None:
    """Return the label that a gold is: as it stands, case folded, or with brackets, quotes or marks around it."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    text = str(value)
    for candidate in (text, text.strip(WRAPPING)):
        if candidate in choices.labels:
            return candidate
        folded = candidate.casefold()
        found = [label for label in choices.labels if label.casefold() == folded]
        if found:
            return found[0]
    return None


def number_of(value: Any) -> int | None:
    """Return the integer that a gold is (2, 2.0, "2"), else None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and DIGITS.fullmatch(value.strip()):
        return int(float(value))
    return None


def number_named(value: Any, choices: Choices, base: int | None) -> str | None:
    """Return the label at the position that a gold number names, counted from `base`."""
    number = number_of(value)
    if number is None or base is None or number < base:
        return None
    index = number - base
    if in_alphabet(choices.labels):  # options with null texts keep their place
        label = position_label(index)
        return label if label in choices.labels else None
    return choices.labels[index] if index < len(choices.labels) else None


def text_named(value: Any, choices: Choices) -> str | None:
    """Return the one label whose text a gold is, exactly, else but for case and white space; None if several fit."""
    if not isinstance(value, str):
        return None
    for same in (str.strip, squash):
        wanted = same(value)
        pairs = zip(choices.labels, choices.texts, strict=True)
        found = [label for label, text in pairs if text and same(text) == wanted]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def label_with_text(value: Any, choices: Choices) -> str | None:
    """Return the label of a gold that gives label and text (`B. green`), where that text is the label's own."""
    found = LABEL_AND_TEXT.fullmatch(value.strip()) if isinstance(value, str) else None
    if not found:
        return None
    label = label_named(found[1], choices)
    if label is None:
        return None
    return label if squash(choices.texts[choices.labels.index(label)]) == squash(found[2]) else None


def squash(text: str) -> str:
    """Lower case, white space collapsed."""
    return " ".join(text.casefold().split())


def not_in_options(raw: Any, choices: Choices, letters_only: bool, base: int | None) -> RowError:
    """Return the error that says what was found and which labels count."""
    count = [label for label in choices.labels if label in choices.letters] if letters_only else list(choices.labels)
    hint = ""
    if isinstance(single(raw), list):
        hint = "; a question with several gold answers cannot be graded"
    elif number_of(single(raw)) is not None and base is None:
        hint = "; is it a number counted from 0 or from 1? --gold-base says so (a pipe is not looked through for that)"
    elif letters_only and len(count) < len(choices.labels):
        hint = "; this mode reads single letters only, --mode robust reads any label"
    labels = ", ".join(count) if count else "none"
    message = f"the gold answer {brief(raw)} is not among the labels that count ({labels}){hint}"
    return RowError("gold_not_in_options", message)


def needs_base(raw: Any, choices: Choices) -> bool:
    """Whether a gold is a number that is no label, so that the file's base is asked for."""
    value = single(raw)
    return number_of(value) is not None and label_named(value, choices) is None


class Base:
    """What the gold numbers of one file count from: 0, 1, or None where that is not known.

    find: looks through the file for it, where its beginning has no such number; called once, when one is met.
    """

    def __init__(self, value: int | None = None, find: Callable[[], int | None] | None = None) -> None:
        self.value = value
        self.met = False
        self._find = find

    def of(self, gold: Any, choices: Choices) -> int | None:
        """Give it for a gold that may be a number."""
        if self._find is not None and needs_base(gold, choices):
            self.settle()
        return self.value

    def settle(self) -> None:
        """Look through the file for it, if that was not done yet. met: whether it was."""
        find = self._find
        if find is not None:
            self._find = None
            self.met = True
            self.value = find()


class IndexBase:
    """Decides for a whole file what its gold numbers start at.

    Any 0 means 0; any number equal to the count of options means 1; both, or neither, leaves it open. Feed it every
    row with `add`; `base` is then 0, 1 or None; `why` says in words how it came to that.
    """

    def __init__(self) -> None:
        self.numbers = 0
        self.zeros = 0
        self.lasts = 0
        self.texts = 0

    def add(self, raw: Any, choices: Choices) -> None:
        """Count one row's gold, if it is a number that is no label."""
        if not needs_base(raw, choices):
            return
        value = single(raw)
        number = number_of(value)
        size = ord(choices.labels[-1]) - 64 if in_alphabet(choices.labels) else len(choices.labels)
        if isinstance(value, str) and text_named(value, choices) is not None:
            self.texts += 1  # "4" where an option reads 4: a text, unless other rows say otherwise
            return
        self.numbers += 1
        self.zeros += number == 0
        self.lasts += number == size

    @property
    def base(self) -> int | None:
        """0, 1, or None where the file does not decide it."""
        if bool(self.zeros) == bool(self.lasts):
            return None
        return 0 if self.zeros else 1

    @property
    def why(self) -> str:
        """How the base was decided, in words."""
        if not self.numbers:
            return "no gold answer is a number"
        if self.zeros and self.lasts:
            return "gold numbers contradict each other: some are 0, some equal the number of options"
        if self.zeros:
            return "gold numbers count from 0, as some are 0"
        if self.lasts:
            return "gold numbers count from 1, as some equal the number of options"
        return "gold numbers may count from 0 or from 1: none is 0, none equals the number of options"

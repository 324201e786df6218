"""Whether a label and an option's text beside it are one option, or contradict each other."""

import re
from typing import Final

from mcqa_cli.modes.robust.labels import Labels
from mcqa_cli.modes.robust.texts import Texts


def text_behind(text: str, stop: int, end: int) -> int:
    """Where a text starts that stands behind a label as its own would; -1 without one."""
    led = _TEXT_LED.match(text, stop, end)
    return led.end() if led and led.end() < end and not text[led.end()].isspace() else -1


def contradicted(text: str, texts: Texts, label: str, place: int, end: int) -> bool:
    """Whether the text behind the label is another option's: "B) dime" where that is C's."""
    own = texts.options[texts.labels.index(label)] if label in texts.labels else ""
    if own and text.startswith(own, place, end):  # as nearly always
        return False
    match = None if texts.verdicts else texts.at(text, place, end)
    if match is None or match.label in (None, label) or match.listed:
        return False
    # A number or a letter may be a step, a point or a symbol.
    named = match.end - match.start > 2 and not text[match.start : match.end].isdigit()
    return named and _TEXT_ENDS.match(text, match.end, end) is not None


def other_label(text: str, labels: Labels, label: str, start: int, stop: int, end: int) -> bool:
    """Whether another label stands in brackets behind a quantity: "5 V (D)". Behind a word it may be a symbol."""
    found = _LABEL_BEHIND.match(text, stop, end)
    if found is None or not any(char.isdigit() for char in text[start:stop]):
        return False
    return labels.exact.get(found[1], label) != label


def with_own(text: str, texts: Texts, label: str, stop: int, end: int) -> bool:
    """Whether what looks like another label is this one's text, and all that follows: "B) A", "B (A)"."""
    found = _TEXT_BEHIND.match(text, stop, end)
    if found is None or not texts.own(label, text, found.start(1), end):
        return False
    return texts.exact(found[1]) == label


_TEXT_LED: Final = re.compile(r"[*_}]{0,3}(?:[)\]][.:]?[*_]{0,3}\s{0,2}|[.:][*_]{0,3}\s{1,2}|\s\()[*_\"']{0,3}")
_TEXT_ENDS: Final = re.compile(r"[)\]}*_\"'$]{0,6}(?:[.!][*_]{0,3}(?:\s|$)|\s*$|\s*\n)")
_LABEL_BEHIND: Final = re.compile(r"[*_$\"']{0,4}\s?[(\[](?:(?:[Oo]ption|[Cc]hoice|[Aa]nswer)\s)?([A-Z0-9])[)\]]")
_TEXT_BEHIND: Final = re.compile(
    r"[*_]{0,2}(?:[)\].:][*_]{0,2}\s?|\s\(|\s[-–—]\s)[*_\"']{0,2}(\w{1,4})[)\]}*_\"'$.]{0,6}"
    r"(?:\s*$|\s*\n|\s(?:because|since|as)\b)"
)

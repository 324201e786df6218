r"""Mode `strict_single_letter_boxed`: one upper-case letter in a `\boxed{…}`."""

import re
from typing import Final

from mcqa_cli.model import Extraction, Mode, Question
from mcqa_cli.text import BOX, closing_brace, has_closed_box, peel_text_command

NO_BOX: Final = Extraction(None, reason="no_box")
UNCLOSED_BOX: Final = Extraction(None, reason="unclosed_box")
NOT_A_LETTER: Final = Extraction(None, reason="box_not_a_letter")
NOT_AN_OPTION: Final = Extraction(None, reason="letter_not_in_options")

# No box can begin between its brace and its second letter, so a box is given up where the next may begin.
_LETTER_IN_BOX = re.compile(r"\\boxed\{([^A-Za-z]*+)([A-Z])([^A-Za-z]*+)")
_BRACE = re.compile(r"[{}]")

_LONE_LETTER = re.compile(r"[^A-Za-z]*+([A-Z])[^A-Za-z]*+")
_LETTER_WITH_TEXT = re.compile(r"([A-Z])\s*[:).\-]")


def documented(text: str, question: Question) -> Extraction:
    r"""Take the first `\boxed{…}` whose content holds exactly one ASCII letter, an upper-case one."""
    start = text.find(BOX)
    if start < 0:
        return NO_BOX
    while match := _LETTER_IN_BOX.search(text, start):
        start = match.end(2)
        if _closes_after_letter(match.group(1), match.group(3)):
            letter = match.group(2)
            if letter in question.choices.letters:
                return Extraction(letter, "boxed_letter", None, match.span(2))
            return NOT_AN_OPTION
    return NOT_A_LETTER if has_closed_box(text) else UNCLOSED_BOX


def _closes_after_letter(before: str, after: str) -> bool:
    """Whether the box that opens just ahead of `before` is closed in `after`, and not sooner."""
    depth = 1
    for brace in _BRACE.findall(before):
        depth += 1 if brace == "{" else -1
        if depth == 0:
            return False
    for brace in _BRACE.findall(after):
        depth += 1 if brace == "{" else -1
        if depth == 0:
            return True
    return False


def last_box(text: str) -> tuple[int, int] | None:
    r"""[start, end) of the content of the last `\boxed{` under the server's rules; None if it is not closed."""
    start = text.rfind(BOX)
    if start < 0:
        return None
    start += len(BOX)
    end = closing_brace(text, start)
    return None if end < 0 else (start, end)


def gym(text: str, question: Question) -> Extraction:
    r"""Read the last `\boxed{…}` as the server of release 0.7 does.

    It holds one upper-case letter and no other, or starts with one that `:`, `)`, `.` or `-` follows.
    """
    box = last_box(text)
    if box is None:
        return UNCLOSED_BOX if BOX in text else NO_BOX
    start, end = peel_text_command(text, *box, repeatedly=True)
    match = _LONE_LETTER.fullmatch(text, start, end) or _LETTER_WITH_TEXT.match(text, start, end)
    if match is None:
        return NOT_A_LETTER
    letter = match.group(1)
    if letter in question.choices.letters:
        return Extraction(letter, "boxed_letter", None, match.span(1))
    return NOT_AN_OPTION


MODE: Final[Mode] = Mode(
    documented=documented,
    gym=gym,
    summary=r"The first \boxed{…} that holds exactly one letter, an upper-case one, gives the answer.",
    example=r"Leaves are green, so the answer is \boxed{B}.",
)

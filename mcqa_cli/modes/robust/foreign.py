"""How a sentence in another language than English uses a label: denied, supposed, one of several, or another's."""

import re
from typing import Final

from mcqa_cli.modes.robust.foreign_left import CONDITION_LEFT, DENIED_LEFT, LISTED_LEFT, UNSTATED_LEFT
from mcqa_cli.modes.robust.foreign_right import (
    CONDITION_RIGHT,
    DENIED_RIGHT_LATIN,
    DENIED_RIGHT_OTHER,
    INSTEAD,
    INSTEAD_RIGHT,
    LIST_ENDS,
    LIST_RIGHT,
    OTHERS_WRONG,
    OWN,
    UNSTATED_RIGHT,
    WOULD_LEFT,
)
from mcqa_cli.modes.robust.lexicon import CLOSERS
from mcqa_cli.modes.robust.payload import Payloads, match_end
from mcqa_cli.modes.robust.phrases import compiled

# Letters that English does not have; signs of formulas and typography are none.
_LETTERS: Final = re.compile(
    r"[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0400-\u1fff\u3040-\u9fff\uac00-\ud7a3]|[\u03ac-\u03ce]{3}"
)
# No pattern looks farther to the right.
_LONGEST: Final = 300
_SIGNS: Final = re.compile(r"[^\x00-\x7f]")


# A part of plain ASCII with none of these words says nothing in another language.
_WORD: Final = re.compile(r"[a-z]+")
_KNOWN: Final = frozenset().union(
    CONDITION_LEFT.words,
    DENIED_LEFT.words,
    UNSTATED_LEFT.words,
    _WORD.findall("und oder sowie y o u et ou e oppure en of lub albo i oraz veya ve hay atau dan"),  # lists
    _WORD.findall(
        "ist war kann scheidet trifft nicht est no es non is klopt kan nie jest sai bukan bukanlah salah tidak"
    ),
    _WORD.findall("keliru olamaz cevap serait sarebbe seria kunnen wenn falls si s se als gdyby mais sino ma mas tapi"),
)


def near(low: str, start: int, end: int) -> bool:
    """Whether words of another language may stand between two places: a quick no for English."""
    part = low[start:end]
    return not part.isascii() or not _KNOWN.isdisjoint(_WORD.findall(part))


def use(response: Payloads, left: str, start: int, stop: int) -> tuple[str, int]:
    """How the words round a label or text at [start, stop) use it, with `left` of it in its sentence.

    `denied`, `hedged` or `list`; `instead` with the place where another one stands for it; else empty.
    """
    low = response.low
    end = _line_end(low, stop, response.end)
    after = _behind(low, stop, end)
    if not left.isascii() and not _LETTERS.search(left):
        left = _SIGNS.sub(" ", left)
    instead = _match(INSTEAD_RIGHT, low, after, end)
    if instead:
        return "instead", instead.end()
    if DENIED_LEFT.among(left):
        instead = _match(INSTEAD, low, after, end)
        return ("instead", instead.end()) if instead else ("denied", after)
    if refused(low, stop, end):
        return "denied", after
    if UNSTATED_LEFT.among(left) or CONDITION_LEFT.among(left) or _match(UNSTATED_RIGHT, low, after, end):
        return "hedged", after
    if _search(WOULD_LEFT, left) and _match(CONDITION_RIGHT, low, after, end):
        return "hedged", after
    if _second(response, left, start) or _first(response, after, start):
        return "list", after
    return "", after


def others_wrong(low: str, stop: int, end: int) -> bool:
    """Whether the labels that a comma divides from the one that ends at `stop` are called wrong: "C, A y B no"."""
    end = _line_end(low, stop, end)
    return _match(OTHERS_WRONG, low, match_end(CLOSERS, low, stop, end), end) is not None


def refused(low: str, stop: int, end: int) -> bool:
    """Whether the words behind a label that ends at `stop` call it wrong."""
    end = _line_end(low, stop, end)
    after = _behind(low, stop, end)
    return bool(_match(DENIED_RIGHT_LATIN, low, after, end) or _match(DENIED_RIGHT_OTHER, low, after, end))


def _match(pattern: str, low: str, at: int, end: int) -> re.Match[str] | None:
    made: re.Pattern[str] = compiled(pattern)
    return made.match(low, at, end)


def _search(pattern: str, left: str) -> re.Match[str] | None:
    made: re.Pattern[str] = compiled(pattern)
    return made.search(left)


def _behind(low: str, stop: int, end: int) -> int:
    """Where the words start that are said of a label which ends at `stop`."""
    own = _match(OWN, low, match_end(CLOSERS, low, stop, end), end)
    return own.end() if own else stop


def _line_end(low: str, at: int, end: int) -> int:
    """Where the line ends: what the next one says is another matter."""
    found = low.find("\n", at, min(end, at + _LONGEST))
    return found if found >= 0 else end


def _label_at(response: Payloads, at: int) -> bool:
    """Whether a label in capital letters stands at this place."""
    token = response.labels.token(response.text, at)
    return token is not None and not response.text[at].islower()


def _second(response: Payloads, left: str, start: int) -> bool:
    """Whether the label is the second of a list: "A oder B"."""
    listed = _search(LISTED_LEFT, left)
    if listed is None:
        return False
    at = start - len(left) + listed.start(1) if listed[1] else start - len(left) + listed.start() - 1
    return at >= response.start and _label_at(response, at)


def _first(response: Payloads, after: int, start: int) -> bool:
    """Whether another label follows as the second of a list, and nothing more is said of it."""
    end = _line_end(response.low, after, response.end)
    listed = _match(LIST_RIGHT, response.low, after, end)
    if listed is None or not _label_at(response, listed.end()):
        return False
    token = response.labels.token(response.text, listed.end())
    own = response.labels.token(response.text, start)
    if token is None or own is None or token[0] == own[0]:
        return False
    closed = match_end(CLOSERS, response.low, token[1], end)
    return _match(LIST_ENDS, response.low, closed, end) is not None

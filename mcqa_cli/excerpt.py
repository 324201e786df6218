"""Which parts of a long text are worth showing: its start, its end, and what stands around some places in it."""

from collections.abc import Iterable
from typing import Final

# A text up to this many characters is shown whole.
WHOLE: Final = 1600
HEAD: Final = 240
AROUND: Final = 240
TAIL: Final = 640
# Parts that would leave out less than this between them become one; a cut looks this far for white space.
_GAP: Final = 120
_SNAP: Final = 30

Part = tuple[int, int]


def parts(text: str, spans: Iterable[Part] = (), *, whole: int = WHOLE) -> list[Part]:
    """[start, end) of the parts to show, in order: all of a text of up to `whole` characters, else an excerpt.

    >>> parts("short"), parts("x" * 5000, [(2000, 2001)])
    ([(0, 5)], [(0, 240), (1760, 2241), (4360, 5000)])
    """
    size = len(text)
    if size <= whole:
        return [(0, size)]
    wanted = [(0, HEAD), (size - TAIL, size), *((start - AROUND, end + AROUND) for start, end in spans)]
    found: list[Part] = []
    for start, end in sorted(wanted):
        start, end = _snap_back(text, max(0, start)), _snap_on(text, min(size, end))
        if found and start - found[-1][1] < _GAP:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _snap_back(text: str, place: int) -> int:
    """Find the start of the word in which a part would start."""
    for at in range(place, max(0, place - _SNAP), -1):
        if text[at - 1].isspace():
            return at
    return 0 if place < _SNAP else place


def _snap_on(text: str, place: int) -> int:
    """Find the end of the word in which a part would end."""
    for at in range(place, min(len(text), place + _SNAP)):
        if text[at].isspace():
            return at
    return len(text) if len(text) - place < _SNAP else place

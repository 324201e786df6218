"""Lines that begin as the line before them did are parsed from where they differ.

Rollouts of one question mostly stand together, and such rows repeat the question, its options and its template byte
for byte. JSON is read from left to right: where two lines are equal up to a key of the outermost object, whatever a
parser made of the one up to there, it makes of the other.
"""

from typing import Any, Final

from mcqa_cli.jsonl import loads, parse

# What two lines must have in common for a common head to be looked for, in bytes.
_ALIKE: Final = 128
# What a head must hold to be worth it, in bytes and as a part of its line.
_SHORTEST: Final = 256
_LEAST_SHARE: Final = 16
# Lines beyond this are not kept for a comparison.
_LONGEST: Final = 1 << 20
# How often in a row heads may be looked for in vain, and how many quotes may be tried for the end of one.
_PATIENCE: Final = 4
_QUOTES: Final = 16
_NO_LINE: Final = b"\n"  # no line starts with it


class Heads:
    """Parses line after line, as `jsonl.parse` does; the values in a head are the same objects in all its rows."""

    def __init__(self) -> None:
        # The head: what two lines had in common up to a key of the outermost object, with the quote that opens it.
        self._head = _NO_LINE
        self._pairs: dict[str, Any] = {}
        self._key = b""
        # The last line that was parsed whole, and its beginning.
        self._before = b""
        self._start = _NO_LINE
        self._patience = _PATIENCE

    def renew(self) -> None:
        """Look for heads again, if that was given up."""
        self._patience = _PATIENCE

    def parse(self, raw: bytes) -> dict[str, Any]:
        """Give the row of a line. Raises: RowError, as `jsonl.parse` does."""
        if raw.startswith(self._head) or (raw.startswith(self._start) and self._patience and self._find(raw)):
            try:
                rest: dict[str, Any] = loads(b'{"' + raw[len(self._head) :])
            except ValueError:
                return parse(raw)  # which has the last word
            return self._pairs | rest
        row = parse(raw)
        self._before = raw if len(raw) <= _LONGEST else b""
        self._start = raw[:_ALIKE] if _SHORTEST < len(raw) <= _LONGEST else _NO_LINE
        return row

    def _find(self, raw: bytes) -> bool:
        """Find the head that a line has in common with the last one parsed whole, if there is one worth it."""
        least = max(_SHORTEST, len(raw) // _LEAST_SHARE)
        # Where the last head ended, this one is likely to end.
        end = raw.find(self._key, least) if self._key else -1
        if end >= 0 and self._before.startswith(raw[: end + 1]) and self._cut(raw, end):
            return True
        self._patience -= 1
        end = _common(self._before, raw)
        for _ in range(_QUOTES):
            end = raw.rfind(b'"', least, end)
            if end < 0:
                return False
            if self._cut(raw, end):
                return True
        return False

    def _cut(self, raw: bytes, end: int) -> bool:
        """Take what stands before a quote as the head, if the quote opens a key of the outermost object.

        It does where a comma comes before it, and where what comes before that is an object once its brace is closed:
        then nothing else was open.
        """
        body = raw[:end].rstrip(b" \t\r")
        if not body.endswith(b","):
            return False
        try:
            pairs = loads(body[:-1] + b"}")
        except ValueError:
            return False
        if not pairs:
            return False
        self._head, self._pairs = raw[: end + 1], pairs
        close = raw.find(b'"', end + 1)
        self._key = raw[end : close + 1] if close > end else b""
        self._patience = _PATIENCE
        return True


def _common(one: bytes, other: bytes) -> int:
    """Give the length of what two lines begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low

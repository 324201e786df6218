"""Set top-level values in a line of JSON and leave every other byte alone.

The parsed row says whether a key is there. Where it is not, the pair is appended before the last brace. Where
it is, its last spelling is found in the bytes and *proved* to be the top-level key (see `_at_top`) before
anything is changed; what the quick proofs cannot decide goes to `locate`, which reads the line token by token.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from mcqa_cli.jsonl import is_object

Span = tuple[int, int]

_SPACE: Final = rb"[ \t\r\n]*+"
_SCALAR: Final = rb'(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?[0-9][-+.0-9eE]*+|true|false|null|NaN|-?Infinity)'
_COLON: Final = re.compile(_SPACE + rb":" + _SPACE)
_BARE: Final = re.compile(rb"[^ \t\r\n,}\]]+")
_MARK: Final = re.compile(rb'["{}\[\]]')
# Names that JSON can spell in one other way only: by \u00XX escapes of printable ASCII.
_PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9_. -]+")
_ESCAPED_ASCII: Final = re.compile(rb"\\u00[2-7]")
# How many look-alikes of a key are tried before the line is read token by token.
_TRIES: Final = 4


class Splicer:
    """Sets the same top-level keys in one line after another.

    names: the keys, all different. Calling it gives the new line:

    raw: a line that `jsonl.parse` took, white space around it allowed. row: what it parsed to.
    values: JSON text for each name, in the same order.

    Of duplicate keys the last one, the one that every parser sees, gets the value.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._fields = tuple(_Field(name) for name in names)
        if len({field.name for field in self._fields}) < len(self._fields):
            raise ValueError("a name is given twice")

    def __call__(self, raw: bytes, row: Mapping[str, Any], values: Sequence[bytes]) -> bytes:
        """Give `raw` with the values set."""
        close = raw.rfind(b"}")
        edits: list[tuple[int, int, bytes]] = []
        added: list[bytes] = []
        missing: list[int] = []
        for index, (field, value) in enumerate(zip(self._fields, values, strict=True)):
            if field.name not in row:
                added.append(field.lead + value)
                continue
            span = field.find(raw, close)
            if span is None:
                missing.append(index)
            else:
                edits.append((*span, value))
        if missing:
            spans = locate(raw, {self._fields[index].name for index in missing})
            edits.extend((*spans[self._fields[index].name], values[index]) for index in missing)
        if added:
            text = b", ".join(added)
            edits.append((close, close, b", " + text if row else text))
        if len(edits) == 1:
            start, end, value = edits[0]
            return raw[:start] + value + raw[end:]
        edits.sort()
        pieces = []
        done = 0
        for start, end, value in edits:
            pieces.append(raw[done:start])
            pieces.append(value)
            done = end
        pieces.append(raw[done:])
        return b"".join(pieces)


class _Field:
    """One key: how it is written when new, and how its value is found when it is there."""

    __slots__ = ("_match", "_plain", "_token", "lead", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self._plain = _PLAIN_NAME.fullmatch(name) is not None
        # As ASCII: a name may hold anything that a command line can, lone surrogates included.
        self._token = json.dumps(name).encode()
        self.lead = self._token + b": "
        pattern = re.escape(self._token) + _SPACE + rb":" + _SPACE + rb"(" + _SCALAR + rb"|[{\[])"
        self._match = re.compile(pattern, re.DOTALL).match

    def find(self, raw: bytes, close: int) -> Span | None:
        """Find the value's span, or None where only `locate` can tell. `close`: the row's last brace."""
        if not self._plain:
            return None
        start = close
        for _ in range(_TRIES):
            start = raw.rfind(self._token, 0, start)
            if start < 0:
                return None
            # After a backslash the quote is part of a string. Any other quote before a name opens a string.
            if raw[start - 1] == 0x5C:
                continue
            found = self._match(raw, start)
            if found is None:
                continue
            if raw.find(b"\\u00", start) >= 0 and _ESCAPED_ASCII.search(raw, start):
                return None  # a later key may be this one, spelled with escapes
            if _at_top(raw, start, close):
                begin, end = found.span(1)
                if raw[begin] in b"{[":
                    end = _container_end(raw, begin)
                return begin, end
        return None


def _at_top(raw: bytes, start: int, close: int) -> bool:
    """Whether the key whose opening quote is at `start` stands in the outermost object; False if in doubt.

    `start` is known to be a key of some object in valid JSON. As many containers are open there as are closed
    after it. So one single closing bracket after it, counting even those inside strings, proves the outermost
    one; and so does a rest that is an object once an opening brace is put before it, or a part before
    that is one once it is closed.
    """
    if raw.find(b"}", start) == close and raw.find(b"]", start) < 0:
        return True
    if close - start <= start:
        return is_object(b"{" + raw[start:])
    return is_object(raw[:start] + b'"":0}')


def _container_end(raw: bytes, begin: int) -> int:
    """Give the end of the object or array that starts at `begin`."""
    # No object is the beginning of another one, so the first closing bracket that gives a whole one is the right
    # one. Beyond a few, reading by tokens is cheaper.
    if raw[begin] == 0x7B:
        end = begin
        for _ in range(_TRIES):
            end = raw.find(b"}", end) + 1
            if not end:
                break
            if is_object(raw[begin:end]):
                return end
    depth = 0
    position = begin
    while True:
        mark = _MARK.search(raw, position)
        assert mark is not None, "the row was parsed before"
        position = mark.end()
        byte = mark[0]
        if byte == b'"':
            position = _string_end(raw, position - 1)
        elif byte in b"{[":
            depth += 1
        else:
            depth -= 1
            if not depth:
                return position


def _string_end(raw: bytes, begin: int) -> int:
    """Give the end of the string whose opening quote is at `begin`."""
    end = raw.index(b'"', begin + 1)
    while True:
        first = end
        while raw[first - 1] == 0x5C:
            first -= 1
        if (end - first) % 2 == 0:
            return end + 1
        end = raw.index(b'"', end + 1)


def locate(raw: bytes, names: set[str]) -> dict[str, Span]:
    """Find the values of top-level keys by reading the whole line; of duplicate keys the last one.

    raw: valid JSON, an object. Linear in its length. Names that are not there are left out.
    """
    spans: dict[str, Span] = {}
    position = raw.index(b"{") + 1
    while True:
        mark = _MARK.search(raw, position)
        assert mark is not None, "the row was parsed before"
        if mark[0] != b'"':
            return spans  # values are stepped over whole, so this is the last brace
        end = _string_end(raw, mark.start())
        colon = _COLON.match(raw, end)
        assert colon is not None, "the row was parsed before"
        span = colon.end(), _value_end(raw, colon.end())
        position = span[1]
        token = raw[mark.start() : end]
        name = json.loads(token) if b"\\" in token else token[1:-1].decode()
        if name in names:
            spans[name] = span


def _value_end(raw: bytes, begin: int) -> int:
    first = raw[begin]
    if first == 0x22:
        return _string_end(raw, begin)
    if first in b"{[":
        return _container_end(raw, begin)
    bare = _BARE.match(raw, begin)
    assert bare is not None, "the row was parsed before"
    return bare.end()


@lru_cache(maxsize=64)
def _splicer(names: tuple[str, ...]) -> Splicer:
    return Splicer(names)


def splice(raw: bytes, row: Mapping[str, Any], values: Mapping[str, bytes]) -> bytes:
    """Set the top-level keys of one line; see `Splicer`, which is quicker where the names stay the same."""
    return _splicer(tuple(values))(raw, row, tuple(values.values()))

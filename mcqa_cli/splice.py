"""Set top-level values in a line of JSON and leave every other byte alone.

The parsed row says whether a key is there. Where it is not, the pair is appended before the last brace. Where
it is, its last spelling is found in the bytes and *proved* to be the top-level key (see `_at_top`) before
anything is changed; what the quick proofs cannot decide goes to `locate`, which reads the line token by token.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

from mcqa_cli.jsonl import is_object

Span = tuple[int, int]
# [begin, end) of a line, and what takes its place.
Edit = tuple[int, int, bytes]

_SPACE: Final = rb"[ \t\r\n]*+"
_STRING: Final = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_SCALAR: Final = _STRING + rb"|-?[0-9][-+.0-9eE]*+|true|false|null|NaN|-?Infinity"
_VALUE: Final = rb"(" + _SCALAR + rb"|[{\[])"
# Text without backslashes: strings, numbers and what is between them; objects and arrays, nested up to three deep.
_PLAIN: Final = rb'[^"{}\[\]\\]*+(?:"[^"\\]*+"[^"{}\[\]\\]*+)*+'
_NESTED_1: Final = rb"[{\[]" + _PLAIN + rb"[}\]]"
_NESTED_2: Final = rb"[{\[]" + _PLAIN + rb"(?:" + _NESTED_1 + _PLAIN + rb")*+[}\]]"
_NESTED_3: Final = rb"[{\[]" + _PLAIN + rb"(?:" + _NESTED_2 + _PLAIN + rb")*+[}\]]"
# How near the end a match of the simple kind is tried, in bytes; it reads all that follows.
_NEAR: Final = 1000
# By how much the end of a row may be longer than the one before.
_LONGER: Final = 16
_COLON: Final = re.compile(_SPACE + rb":" + _SPACE)
_BARE: Final = re.compile(rb"[^ \t\r\n,}\]]+")
_MARK: Final = re.compile(rb'["{}\[\]]')
# Names that JSON can spell in one other way only: by \u00XX escapes of printable ASCII.
_PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9_. -]+")
_ESCAPED_ASCII: Final = re.compile(rb"\\u00[2-7]")
# How many look-alikes of a key are tried before the line is read token by token.
_TRIES: Final = 4
_BACKSLASH: Final = 0x5C
_TAILS: Final = 256
_AND: Final = b", "
# How many layouts of row ends are learned, and how many ends of one of them.
_LAYOUTS: Final = 16
_ENDS: Final = 2000
_ALIKE: Final = bytes.maketrans(b"123456789", b"000000000")
_SIMPLE_SCALAR: Final = rb'(?:[^"{}\[\],\\ \t\r\n]++|"[^"\\]*+")'
_ONE_PAIR: Final = re.compile(
    rb'("[^"\\]*+")(' + _SPACE + rb":" + _SPACE + rb")(" + _SIMPLE_SCALAR + rb"|" + _NESTED_3 + rb")"
    rb"(" + _SPACE + rb"(?:," + _SPACE + rb")?+)"
)
_LAST: Final = re.compile(rb"}" + _SPACE + rb"\Z")
# A key, what stands between it and its value, whether that is an object or an array, and what stands behind it.
_Pair = tuple[bytes, bytes, bool, bytes]


class Splicer:
    """Sets the same top-level keys in one line after another.

    names: the keys, all different. Of duplicate keys the last one, the one that every parser sees, gets the value.
    tails: what `tail` gave.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._fields = tuple(_Field(name) for name in names)
        self._names = [field.name for field in self._fields]
        self._layout: _Layout | None = None
        self._layouts: dict[tuple[_Pair, ...], _Layout] = {}
        self.tails: dict[tuple[bytes, ...], bytes] = {}
        if len(set(self._names)) < len(self._names):
            raise ValueError("a name is given twice")

    def edits(self, raw: bytes, row: Mapping[str, Any], values: tuple[bytes, ...]) -> list[Edit]:
        """Give what is to be put where, from left to right.

        raw: a line that `jsonl.parse` took, white space around it allowed. row: what it parsed to.
        values: JSON text for each name, in the same order.
        """
        close = raw.rfind(b"}")
        there = 0
        for name in self._names:
            if name in row:
                there += 1
        if not there:
            tail = self.tails.get(values) or self.tail(values)
            return [(close, close, tail if row else tail[len(_AND) :])]
        if there < len(self._names):
            return self._some_edits(raw, row, values, close)
        place, spans = 0, None
        if self._layout is not None:
            place, spans = self._layout.find(raw, close)
        if spans is None:
            spans = self._find(raw, close)
            self._layout = self._learned(raw, spans, close)  # the next row is likely to be laid out like this one
        if len(spans) == 2:  # what grading sets, row after row
            (first, last), (second, final) = spans
            one, other = values
            edit, edit_other = (place + first, place + last, one), (place + second, place + final, other)
            return [edit, edit_other] if first < second else [edit_other, edit]
        edits = [(place + start, place + end, value) for (start, end), value in zip(spans, values, strict=True)]
        return sorted(edits)

    def tail(self, values: tuple[bytes, ...]) -> bytes:
        """Give all pairs as they are appended to a row that has keys; the few that keep coming back are kept."""
        tail = b"".join(_AND + field.lead + value for field, value in zip(self._fields, values, strict=True))
        if len(self.tails) < _TAILS:
            self.tails[values] = tail
        return tail

    def _some_edits(self, raw: bytes, row: Mapping[str, Any], values: tuple[bytes, ...], close: int) -> list[Edit]:
        """Set the values that are there, and append the others."""
        present: list[str] = []
        kept: list[bytes] = []
        added = b""
        for field, value in zip(self._fields, values, strict=True):
            if field.name in row:
                present.append(field.name)
                kept.append(value)
            else:
                added += _AND + field.lead + value
        return [*splicer(tuple(present)).edits(raw, row, tuple(kept)), (close, close, added)]

    def _find(self, raw: bytes, close: int) -> Sequence[Span]:
        """Find where the values stand: by a proof for each, else by tokens."""
        spans: list[Span] = []
        for field in self._fields:
            span = field.find(raw, close)
            if span is None:
                exact = locate(raw, self._names)
                return [exact[name] for name in self._names]
            spans.append(span)
        return spans

    def _learned(self, raw: bytes, spans: Sequence[Span], close: int) -> "_Layout | None":
        """The layout of a row's end, from the first of our keys on; None where it is none of the simple kind."""
        tokens = [field.token for field in self._fields]
        if None in tokens:
            return None
        first = tokens[min(range(len(spans)), key=spans.__getitem__)]
        assert first is not None
        start = position = raw.rfind(first, close - _NEAR if close > _NEAR else 0, close)
        pairs: list[re.Match[bytes]] = []
        while pair := _ONE_PAIR.match(raw, position):
            pairs.append(pair)
            position = pair.end()
        keys = [pair[1] for pair in pairs]
        if start < 0 or not _LAST.match(raw, position) or any(keys.count(token or b"") != 1 for token in tokens):
            return None
        layout = tuple((pair[1], pair[2], pair[3][:1] in b"{[", pair[4]) for pair in pairs)
        if layout not in self._layouts and len(self._layouts) < _LAYOUTS:
            self._layouts[layout] = _Layout(layout, tokens)
        return self._layouts.get(layout)


class _Layout:
    """How rows end: the keys from the first of ours on, each once, with simple values: found, and proved, by one match.

    The match starts at a key's opening quote and reads to the end of the line. Nothing in it holds a backslash, so
    no quote and no key is other than it looks; what follows are whole pairs and the one last brace. So they all
    stand in the outermost object. Two ends that differ in nothing but digits have their values in the same places.
    """

    __slots__ = ("_ends", "_first", "_match", "_near", "_pick")

    def __init__(self, pairs: Sequence[_Pair], tokens: Sequence[bytes | None]) -> None:
        keys = [key for key, _, _, _ in pairs]
        self._first = keys[0]
        self._near = _NEAR
        pattern = b""
        for key, colon, nested, comma in pairs:
            value = _NESTED_3 if nested else _SIMPLE_SCALAR
            pattern += re.escape(key + colon) + (rb"(" + value + rb")" if key in tokens else value) + re.escape(comma)
        self._match = re.compile(pattern + rb"}" + _SPACE + rb"\Z").match
        ours = [key for key in keys if key in tokens]
        # One place is picked as a slice, as several are picked as a tuple.
        groups = [ours.index(token or b"") + 1 for token in tokens]
        self._pick = itemgetter(*(groups if len(groups) > 1 else [slice(1, 2)]))
        # Where the values stand in ends that were read before, by these ends with all digits alike; None where that
        # brings nothing, or could take another key for one of ours.
        self._ends: dict[bytes, Sequence[Span]] | None = {}
        if any(token is None or token != token.translate(_ALIKE) for token in tokens):
            self._ends = None

    def find(self, raw: bytes, close: int) -> tuple[int, Sequence[Span] | None]:
        """Give a place and the values' spans, counted from there; None if in doubt. close: the row's last brace."""
        near = self._near  # a search from the end costs as much as it goes too far back
        start = raw.rfind(self._first, close - near if close > near else 0, close)
        if start <= 0 or raw[start - 1] == _BACKSLASH:
            self._near = _NEAR
            return 0, None
        self._near = close - start + _LONGER
        end = raw[start:]
        alike = None
        if self._ends is not None:
            alike = end.translate(_ALIKE)
            spans = self._ends.get(alike)
            if spans is not None:
                return start, spans
        found = self._match(end)
        if found is None:
            return 0, None
        spans = self._pick(found.regs)
        if alike is not None and self._ends is not None:
            self._ends[alike] = spans
            if len(self._ends) >= _ENDS:
                self._ends = None
        return start, spans


class _Field:
    """One key: how it is written when new, and how its value is found when it is there.

    token: its only spelling without escapes; None if there may be others.
    """

    __slots__ = ("_match", "lead", "name", "token")

    def __init__(self, name: str) -> None:
        self.name = name
        # As ASCII: a name may hold anything that a command line can, lone surrogates included.
        token = json.dumps(name).encode()
        self.lead = token + b": "
        self.token = token if _PLAIN_NAME.fullmatch(name) else None
        self._match = re.compile(re.escape(token) + _SPACE + rb":" + _SPACE + _VALUE, re.DOTALL).match

    def find(self, raw: bytes, close: int) -> Span | None:
        """Find the value's span, or None where only `locate` can tell. `close`: the row's last brace."""
        if self.token is None:
            return None
        start = close
        for number in range(_TRIES):
            start = raw.rfind(self.token, 0, start)
            if start < 0 or not _none_spelled_otherwise(raw, start):
                return None
            # After a backslash the quote is part of a string. Any other quote before a name opens a string.
            found = None if raw[start - 1] == _BACKSLASH else self._match(raw, start)
            if found and _at_top(raw, start, close, sure=number == 0):
                begin, end = found.span(1)
                # The pattern takes all of a value, or only the bracket that opens it.
                return begin, _container_end(raw, begin) if end == begin + 1 and raw[begin] in b"{[" else end
        return None


def _none_spelled_otherwise(raw: bytes, start: int) -> bool:
    """Whether no key from `start` on can be one of ours written with escapes, which would be the one that counts."""
    return raw.find(b"\\u00", start) < 0 or not _ESCAPED_ASCII.search(raw, start)


def _at_top(raw: bytes, start: int, close: int, *, sure: bool) -> bool:
    """Whether the key whose opening quote is at `start` stands in the outermost object; False if in doubt.

    `start` is known to be a key of some object in valid JSON. As many containers are open there as are closed
    after it. So one single closing bracket after it, counting even those inside strings, proves the outermost
    one; and so does a rest that is an object once an opening brace is put before it, or a part before
    that is one once it is closed.

    sure: no later key of the name was passed over. Where one was, only the rest will do: that orjson takes all of
    it means that the later key failed for its depth, not for a NaN behind it.
    """
    if raw.find(b"}", start) == close and raw.find(b"]", start) < 0:
        return True
    if sure and start < close - start and is_object(raw[:start] + b'"":0}'):
        return True
    return is_object(b"{" + raw[start:])


def _container_end(raw: bytes, begin: int) -> int:
    """Give the end of the object or array that starts at `begin`."""
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
        while raw[first - 1] == _BACKSLASH:
            first -= 1
        if (end - first) % 2 == 0:
            return end + 1
        end = raw.index(b'"', end + 1)


def locate(raw: bytes, names: Collection[str]) -> dict[str, Span]:
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
def splicer(names: tuple[str, ...]) -> Splicer:
    """Give the splicer of these names."""
    return Splicer(names)


def edited(raw: bytes, edits: Iterable[Edit]) -> bytes:
    """Give a line with its edits made."""
    pieces: list[bytes] = []
    done = 0
    for begin, end, value in edits:
        pieces += raw[done:begin], value
        done = end
    pieces.append(raw[done:])
    return b"".join(pieces)

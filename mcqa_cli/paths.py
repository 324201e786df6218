"""Dotted paths into a row: `metadata.category`."""

import hashlib
from typing import Any, Final

from mcqa_cli.jsonl import dumps

# Python gives -1 the hash of -2, and a number that of the one 2**61 - 1 above: their lower bits tell them apart.
_LOW: Final = (1 << 32) - 1
# Characters of a text that is counted as it is.
LONGEST: Final = 240


def dig(row: Any, path: str) -> Any:
    """The value at a dotted path, None where there is none. A key that holds the dots itself comes first.

    >>> dig({"a": {"b": [10, 20]}, "c.d": 1}, "a.b.1"), dig({"c.d": 1}, "c.d"), dig({}, "a.b")
    (20, 1, None)
    """
    if isinstance(row, dict) and path in row:
        return row[path]
    for step in path.split("."):
        if isinstance(row, dict):
            row = row.get(step)
        elif isinstance(row, list) and step.isascii() and step.isdigit() and int(step) < len(row):
            row = row[int(step)]
        else:
            return None
    return row


def flat(value: Any) -> Any:
    """A group value that can be counted: lists, objects and booleans (else equal to 1 and 0) become JSON text.

    NaN, the empty cell of a table, becomes None. Of a long text the start is kept, and a hash that tells it from
    others: what is counted is held to the end of a run.

    >>> flat([1, True]), flat(True), flat(1), flat("1"), flat(float("nan"))
    ('[1,true]', 'true', 1, '1', None)
    """
    if value is None or (value.__class__ is str and len(value) <= LONGEST):
        return value
    if value.__class__ is bool or isinstance(value, list | dict):
        value = dumps(value).decode("utf-8", "replace")
    if isinstance(value, str):
        if len(value) <= LONGEST:
            return value
        digest = hashlib.blake2b(value.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
        return f"{value[: LONGEST - 20]}… [{digest}]"
    return None if value != value else value


def told_apart(key: Any) -> Any:
    """A key whose hash no other key has in practice, as -1 and -2 do, or 1 and true."""
    return (key, key & _LOW) if type(key) is int else (type(key).__name__, key)

"""Dotted paths into a row: `metadata.category`."""

from typing import Any

from mcqa_cli.jsonl import dumps


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
        elif isinstance(row, list) and step.isdigit() and int(step) < len(row):
            row = row[int(step)]
        else:
            return None
    return row


def flat(value: Any) -> Any:
    """A group value that can be counted: lists, objects, booleans (else equal to 1 and 0) and NaN become JSON text.

    >>> flat([1, True]), flat(True), flat(1), flat("1")
    ('[1,true]', 'true', 1, '1')
    """
    odd = value.__class__ is bool or isinstance(value, list | dict) or value != value
    return dumps(value).decode("utf-8", "replace") if odd else value

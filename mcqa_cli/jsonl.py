"""One line of JSON to a dict and back. The only module that knows orjson.

orjson reads the line; where it refuses, Python's json has the last word, so that whatever that takes
(`NaN`, `Infinity`, lone surrogates) is a row here too. orjson turns integers beyond 64 bits into floats:
harmless, as rows are written as the bytes they came in.
"""

import json
import marshal
import math
import re
from collections.abc import Callable
from typing import Any, Final

import orjson

from mcqa_cli.errors import RowError

# How many arrays and objects may stand in each other, as orjson has it.
DEEPEST: Final = 1024
# Python's int() refuses longer ones; it would be a ValueError in the middle of a valid row.
_MOST_DIGITS: Final = 4000
# The last version that writes equal values alike, whatever else refers to their parts.
_PLAIN_MARSHAL: Final = 2
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_KINDS: Final = {list: "an array", str: "a string", bool: "a boolean", int: "a number", float: "a number"}
# What the first bytes say of a line that is no UTF-8.
_MAGIC: Final = {
    b"\x1f\x8b": "this is gzip data: name the file .gz, or unpack it first",
    b"BZh": "this is bzip2 data: name the file .bz2, or unpack it first",
    b"\xfd7zXZ": "this is xz data: name the file .xz, or unpack it first",
    b"\x28\xb5\x2f\xfd": "this is zstd data: name the file .zst, or unpack it first",
    b"\xff\xfe": "this looks like UTF-16: convert the file to UTF-8",
    b"\xfe\xff": "this looks like UTF-16: convert the file to UTF-8",
    b"PAR1": "this is a Parquet file: write its rows as JSON lines",
    b"PK\x03\x04": "this is a zip archive: unpack it first",
}


def parse(line: bytes) -> dict[str, Any]:
    """Read one line as a JSON object; of duplicate keys the last one counts.

    Raises `RowError`: `not_utf8`, `not_json` or `not_object`, with the column (counted from 1) of the fault.
    """
    try:
        row = orjson.loads(line)
    except ValueError:
        row = _parse_slowly(line)
    if type(row) is dict:
        return row
    kind = "null" if row is None else _KINDS.get(type(row), "no object")
    raise RowError("not_object", f"the line is {kind}: write each row as one JSON object on a line of its own")


def is_object(data: bytes) -> bool:
    """Whether orjson takes `data` as one whole JSON object; False never proves the contrary."""
    try:
        return type(orjson.loads(data)) is dict
    except ValueError:
        return False


# What orjson makes of one JSON value. Raises `ValueError` where it refuses, which never proves that there is none.
loads: Final[Callable[[bytes], Any]] = orjson.loads


def key_of(value: Any) -> bytes:
    """Give a quick key of a JSON value; values of equal keys are equal down to the kinds of their numbers.

    Raises `TypeError` where there is none: for integers beyond 64 bits, lone surrogates, and what is nested too deeply.
    """
    key = orjson.dumps(value)
    if b"null" not in key:
        return key
    # orjson spells NaN and Infinity so too.
    try:
        return marshal.dumps(value, _PLAIN_MARSHAL)
    except ValueError as error:
        raise TypeError(str(error)) from None


def dumps(value: Any) -> bytes:
    """Write a value of our own as one line of JSON, without a line end.

    Non-finite floats, lone surrogates and integers beyond 64 bits stay what they are, as Python's json
    spells them. Raises `TypeError` for what JSON cannot hold.
    """
    try:
        data = orjson.dumps(value)
    except TypeError:
        return _dump_slowly(value)
    # orjson writes NaN as null without a word; only then is a second look needed.
    return _dump_slowly(value) if b"null" in data and _has_non_finite(value) else data


def dumps_with(record: dict[str, Any], key: str, raw: bytes) -> bytes:
    """Write a non-empty `record` with one more key whose value is the JSON text `raw`, byte for byte."""
    return b"".join((dumps(record)[:-1], b",", dumps(key), b":", raw.strip(b" \t\r\n"), b"}"))


def _has_non_finite(value: Any) -> bool:
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            stack.extend(item.values())
        elif isinstance(item, (list, tuple)):
            stack.extend(item)
        elif isinstance(item, float) and not math.isfinite(item):
            return True
    return False


def _dump_slowly(value: Any) -> bytes:
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        text = _dump_deep(value)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode()


def _dump_deep(value: Any) -> str:
    """Write what is nested more deeply than Python's json goes; orjson reads a little deeper than that."""
    out: list[str] = []
    stack: list[tuple[bool, Any]] = [(False, value)]
    while stack:
        written, item = stack.pop()
        if written:
            out.append(item)
        elif isinstance(item, dict) and item:
            parts = [((True, f",{json.dumps(key)}:"), (False, below)) for key, below in item.items()]
            parts[0] = (True, "{" + parts[0][0][1][1:]), parts[0][1]
            stack.append((True, "}"))
            stack.extend(part for pair in reversed(parts) for part in reversed(pair))
        elif isinstance(item, (list, tuple)) and item:
            stack.append((True, "]"))
            for index in range(len(item) - 1, -1, -1):
                stack += ((False, item[index]), (True, "," if index else "["))
        else:
            out.append(json.dumps(item, ensure_ascii=False))
    return "".join(out)


def _parse_slowly(line: bytes) -> Any:
    """Read what orjson refused with Python's json, or say where it is broken."""
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise RowError("not_utf8", _not_utf8(line, error.start)) from None
    fault = _TOO_DEEP
    try:
        value = json.loads(text, parse_int=_integer)
        if not _nested_too_deeply(value):
            return value
    except json.JSONDecodeError as error:
        fault = _not_json(text, error.msg, error.pos)
    except (RecursionError, MemoryError):
        pass
    # Raised out here, so that the error does not hold on to the decoder's own, which holds the whole line.
    raise RowError("not_json", fault)


def _nested_too_deeply(value: Any) -> bool:
    """Whether orjson would refuse it for its depth; what Python's json refuses depends on who called it."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            below
            for item in level
            if isinstance(item, (dict, list))
            for below in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return False
    return any(isinstance(item, (dict, list)) for item in level)


_TOO_DEEP: Final = "brackets are nested too deeply to be read: flatten the row or remove it"


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


def _not_utf8(line: bytes, position: int) -> str:
    for magic, hint in _MAGIC.items():
        if line.startswith(magic):
            return hint
    return f"byte {position + 1} (0x{line[position]:02x}) is not UTF-8: convert the file, or remove the line"


def _not_json(text: str, message: str, position: int) -> str:
    for magic, hint in _MAGIC.items():
        if text.startswith(magic.decode("latin-1")):
            return hint
    if "}\r{" in text:
        return "the line ends are bare carriage returns (old Mac): convert them (tr '\\r' '\\n' < FILE > NEW)"
    rest = text[position:].strip(" \t\r\n")  # other white space is none to JSON, and may be all that is too much
    if text.startswith("\ufeff"):
        return "a byte order mark stands inside the file: remove it (three bytes, EF BB BF)"
    if message == "Extra data" and rest.startswith("{"):
        return f"two objects on one line, the second from column {position + 1}: put each on its own line"
    if message.startswith("Unterminated string"):
        return (
            f"the line ends inside the string that starts at column {position + 1}: it is torn, "
            "or a line break in it is not escaped; write the row again"
        )
    if not rest:
        return (
            f"the line ends at column {position + 1} before its object does: it is torn, "
            "or the object is spread over several lines; write each row on one line"
        )
    return f"no JSON at column {position + 1} ({message[:1].lower()}{message[1:]}): repair or remove the line"

"""Names of outputs that are open descriptors of this process: `-`, `/dev/stdout`, `/dev/fd/3`."""

import re
from typing import Final

_DESCRIPTOR: Final = re.compile(r"/(?:dev|proc/self)/fd/([0-9]+)")
_STREAMS: Final = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}


def is_stdout(path: str) -> bool:
    """Whether an output of this name goes to standard output.

    >>> is_stdout("-"), is_stdout("/dev/fd/1"), is_stdout("rows.jsonl")
    (True, True, False)
    """
    return descriptor_of(path) == 1


def is_stream(path: str) -> bool:
    """Whether an output of this name goes to an open descriptor of this process, whatever that is."""
    return descriptor_of(path) is not None


def descriptor_of(path: str) -> int | None:
    """The open descriptor of this process that an output of this name goes to; None for any other name."""
    number = _STREAMS.get(path)
    if number is None and (found := _DESCRIPTOR.fullmatch(path)):
        number = int(found[1])
    return number

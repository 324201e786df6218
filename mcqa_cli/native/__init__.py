"""What `quick.c` does where it was compiled, and what stands in for it where it was not (in a pure Python package)."""

from collections.abc import Callable
from typing import Any, Final

# Lines with a line feed among the first so many bytes are short: to count them all at once is quicker then.
_LONG: Final = 512


def _line_feeds(data: bytes) -> int:
    """Count line feeds. `bytes.count` looks at every byte: among long lines it is quicker to leap to the next one."""
    place = data.find(b"\n", 0, _LONG)
    if place >= 0:
        return data.count(b"\n")
    count = 0
    find = data.find
    place = find(b"\n")
    while place >= 0:
        count += 1
        place = find(b"\n", place + 1)
    return count


# Reads one line of JSON after the other: see `quick`. None where every line is parsed whole.
SCANNER: Any = None
# Of ASCII text: see `text.last_place`. None where Python's own methods do it.
LAST_PLACE: Any = None
line_feeds: Callable[[bytes], int] = _line_feeds

try:
    from mcqa_cli.native import _quick
except ImportError:
    pass
else:
    SCANNER, LAST_PLACE, line_feeds = _quick.Scanner, _quick.last_place, _quick.line_feeds

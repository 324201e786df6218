"""How the rows that NeMo Gym writes end: the numbers of task and rollout, and the agent's name. Pure: bytes in."""

import re
from typing import Final

_CUT: Final = b'"_ng_task_index"'
_BACKSLASH: Final = 0x5C
TAIL: Final = re.compile(
    rb'"_ng_task_index": ?(0|[1-9][0-9]{0,14}), ?"_ng_rollout_index": ?(0|[1-9][0-9]{0,14})'
    rb'(?:, ?"agent_ref": ?\{"name": ?"[^"\\\x00-\x1f\x80-\xff]*"\})?\}\s*\Z'
)


def tail_of(data: bytes, start: int, end: int) -> re.Match[bytes] | None:
    """The match of TAIL at the end of the line data[start:end], task and rollout its groups; None elsewhere.

    In valid JSON, its numbers are keys of the outermost object: it begins at a quote that is not escaped and that a
    name follows, and closes one brace more than it opens. So a line is valid that differs from a valid one in nothing
    but its tail.
    """
    cut = data.rfind(_CUT, start, end)
    return TAIL.match(data, cut, end) if cut > start and data[cut - 1] != _BACKSLASH else None

"""An answer below its heading: a line `### Answer` or `**Final Answer**`, then a line that is only the answer."""

import re
from typing import Final

from mcqa_cli.modes.robust.cues import Cue
from mcqa_cli.modes.robust.payload import Payloads, Statement, match_end
from mcqa_cli.modes.robust.several import listed

# The stems of cues that also stand as headings.
_STEMS: Final = frozenset(
    {"answer", "choice", "option", "solution", "conclusion", "verdict", "response", "decision", "result"}
)
_LEFT: Final = re.compile(
    r"[ \t]{0,3}(?:#{1,6}[ \t]{0,2}|>[ \t])?[*_]{0,3}(?:(?:step )?\d{1,2}[.)][ \t])?[*_]{0,3}[^\w\s*_]{0,2}[ \t]{0,2}"
    r"(?:(?:the|my|final|correct|best|right|selected|chosen|overall|la|die|bonne|richtige)[ ]){0,3}"
)
# The rest of the heading's line, and the blank lines below it.
_RIGHT: Final = re.compile(
    r"[^\W\d_]{0,6}(?: (?:choice|option|correct[aeo]|corretta|final[ae]?))?[*_#:： \t\r]{0,8}\n\s{0,6}"
    r"(?:[-=*_]{3,40}\s{0,6}(?<=\n))?"
)
_PLURAL: Final = re.compile(r"(?:answer|choice|option|solution|response|decision|result)s")
# What may follow the option's text in the line of the answer.
_TEXT_ENDS: Final = re.compile(
    r"[*_)\"'”’}$\\\]]{0,6}[ \t]{0,3}(?:$|[\r\n]|[.!](?!\w)|[(]|[,;]?[ \t](?:because|since|as)(?![a-z])|"
    r"[ \t][-–—][ \t](?![^\n]{0,24}(?:correct|wrong|false|right|true|no\b|not\b)))"
)
_SIGNS: Final = " \t\r.。:：)(]*_`\"'”’}$\\!！-–—"
_BULLET: Final = re.compile(r"\n[ \t]{0,3}[-*•][ \t]")
_LINE_MARKS: Final = re.compile(r"\s{0,4}[-*_(\[>]{0,4}\s{0,2}[*_(]{0,3}")


def below(response: Payloads, at: int, cue: Cue) -> Statement | None:
    """The answer in the line below a heading whose noun starts at `at`; None where this is no such heading or line."""
    text, low, end = response.text, response.low, response.end
    stem, _, side = cue
    if stem not in _STEMS and side != "noun":
        return None
    place = at + len(stem)
    if low.find("\n", place, min(end, place + 24)) < 0 or _PLURAL.match(low, at):
        return None
    line = low.rfind("\n", max(response.start, at - 60), at) + 1
    right = _RIGHT.match(low, place, end)
    if right is None or (line == 0 and response.start > 0):
        return None
    if _LEFT.fullmatch(low, max(line, response.start, at - 60), at) is None:
        return None
    start = right.end()
    stop = text.find("\n", start, end)
    stop = stop if stop >= 0 else end
    read = response.payload(start, at, "line", stop)
    if read.kind not in ("label", "text") or read.label is None or read.end <= read.start:
        return None
    if not _is_line(response, read, stop) or _echoed(response, read.label, stop):
        return None
    if read.kind == "label" and listed(response.labels, response.texts, text, read.label, read.end, end):
        return None
    return read._replace(closing=True)


def _is_line(response: Payloads, read: Statement, stop: int) -> bool:
    """Whether the line holds the answer and nothing but its own text, a remark in brackets or a reason."""
    text = response.text
    if read.kind == "text":
        return _TEXT_ENDS.match(text, read.end, stop) is not None
    if not text[read.start].isupper() and text[read.start].isascii() and text[read.start].isalpha():
        return False
    rest = text[read.after : stop].strip(_SIGNS)
    if not rest or response.texts.exact(rest) == read.label:
        return True
    inner = read.end
    while inner < stop and text[inner] in _SIGNS:
        inner += 1
    match = response.texts.at(text, inner, stop)
    return match is not None and match.label == read.label and _TEXT_ENDS.match(text, match.end, stop) is not None


def _echoed(response: Payloads, label: str, stop: int) -> bool:
    """Whether another option with its text comes next, and not as an item below the answer: then they are a list."""
    text, end = response.text, response.end
    place = match_end(_LINE_MARKS, text, stop, end)
    token = response.labels.token(text, place)
    if token is None or token[0] == label or text[token[1] : token[1] + 1] not in (".", ")", ":"):
        return False
    if text.count("\n", stop, place) > 1 and _BULLET.search(text, stop, place):
        return False
    return response.texts.own(token[0], text, token[1], end)

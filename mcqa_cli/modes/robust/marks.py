"""Answers by marks instead of words: ticked boxes, options that are struck out, a tag left open, a line of code."""

import re
from typing import Final

from mcqa_cli.modes.robust.payload import Payloads, Statement

# In front of the answer: what was struck out.
_STRUCK: Final = re.compile(r"(?:(?:~~[^~\n]{1,200}~~|<(s|del|strike)>[^<\n]{1,200}</\1>)[\s,→>-]{0,4}){1,8}(?=\S)")
# Round the answer: a closing tag whose opener was in the prompt, or a line of code that gives it.
_UNOPENED: Final = re.compile(r"\s{0,3}</(?:final_)?(?:answer|response|output|choice|option)>$", re.IGNORECASE)
_CODE: Final = re.compile(r"(?:return\s|print\(|echo\s)\s?[\"']([^\"'\n]{1,80})[\"']\)?;?")
_BOX: Final = re.compile(
    r"\n[ \t]{0,4}(?:[-*•][ \t]{1,3})?(?:\[([ xX✓✔✗])\]|\(([ xX])\)|([☐☑✅○●]))[ \t]{1,3}[*_(]{0,3}(?=\w)"
)
_EMPTY: Final = frozenset((" ", "☐", "○"))


def core(text: str, start: int, end: int) -> tuple[int, int]:
    """The part of a line of text that is the answer itself, without what was struck out, a stray tag, or code."""
    struck = _STRUCK.match(text, start, end) if text[start : start + 1] in ("~", "<") else None
    if struck:
        start = struck.end()
    if text[end - 1 : end] == ">":
        tag = _UNOPENED.search(text, max(start, end - 24), end)
        if tag and text.find("<", start, tag.start()) < 0:
            end = tag.start()
    code = _CODE.fullmatch(text, start, end) if text[start : start + 1] in ("r", "p", "e") else None
    return code.span(1) if code else (start, end)


def checked(response: Payloads) -> Statement | None:
    """The only option with a ticked box, among others with empty ones."""
    text, low, start, end = response.text, response.low, response.start, response.end
    if not any(low.find(mark, start, end) >= 0 for mark in ("[x]", "(x)", "[✓]", "[✔]", "☑", "✅", "●")):
        return None
    ticked: list[tuple[str, int, int]] = []
    others = 0
    for found in _BOX.finditer("\n" + text[start:end]):
        place = start + found.end() - 1
        token = response.labels.token(text, place)
        if token is None:
            continue
        if (found[1] or found[2] or found[3]) in _EMPTY:
            others += 1
        else:
            ticked.append((token[0], place, token[1]))
    if len(ticked) != 1 or not others:
        return None
    label, at, stop = ticked[0]
    return Statement("label", label, at, at, stop, end, "closing", closing=True)

"""Which part of a response answers this question: after the reasoning, before an invented next question."""

import re
from typing import Final

from mcqa_cli.modes.robust.lexicon import (
    FINAL_CHANNEL,
    NEXT_QUESTION,
    THINK_CLOSERS,
    THINK_OPENERS,
    TURN_MARKS,
)

_LIST_LINE: Final = re.compile(r"\n[ \t]*\(?([AB1])[.):][ \t]*(\S[^\n]{0,400})")


def after_reasoning(low: str) -> tuple[int, int, bool]:
    """(start, end, unclosed): what follows the last closed reasoning; unclosed: an opener that nothing closes is left.

    An opener is cut from its place on, so that text before it still counts.
    """
    start, end, unclosed = 0, len(low), False
    if low.startswith("analysis"):
        at = low.rfind("assistantfinal")
        start = at + len("assistantfinal") if at >= 0 else 0
    if "<" not in low and "◁" not in low and ("]" not in low or "think]" not in low):
        return start, end, unclosed
    for closer in THINK_CLOSERS:
        at = low.rfind(closer)
        if at >= 0:
            start = max(start, at + len(closer))
    at = low.rfind(FINAL_CHANNEL)
    if at >= 0:
        start = max(start, at + len(FINAL_CHANNEL))
    for opener in THINK_OPENERS:
        at = low.find(opener, start)
        if at >= 0:
            end = min(end, at)
            unclosed = True
    if unclosed:
        answer = max(low.rfind("<answer>", end), low.rfind("<final_answer>", end))
        if answer >= 0 and low.find("</", answer) >= 0:
            return answer, len(low), False
    return start, end, unclosed


def next_question(low: str, start: int, end: int) -> int:
    """Where an invented next question or turn starts, after some text; `end` where none does."""
    for pattern, gate in ((NEXT_QUESTION, "\n"), (TURN_MARKS, "<")):
        if gate not in low:
            continue
        found = pattern.search(low, start, end)
        while found:
            if low[start : found.start()].strip():
                end = found.start()
                break
            found = pattern.search(low, found.end(), end)
    return end


def foreign_list(text: str, start: int, end: int, texts: tuple[str, ...]) -> int:
    """Where a list of other options than this question's starts (with the lines above it); `end` where none does."""
    first = _LIST_LINE.search(text, start, end)
    while first and first[1] not in "A1":
        first = _LIST_LINE.search(text, first.end(), end)
    second = _LIST_LINE.match(text, first.end(), end) if first else None
    if first is None or second is None or second[1] != "B":
        return end
    own = {option.strip().lower()[:40] for option in texts}
    if first[2].strip().lower()[:40] in own or second[2].strip().lower()[:40] in own:
        return end
    blank = text.rfind("\n\n", start, first.start() + 1)
    cut = blank if blank > start and first.start() - blank < 600 else first.start()
    return cut if text[start:cut].strip() else end

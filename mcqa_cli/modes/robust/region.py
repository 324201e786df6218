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


def lower(text: str) -> str:
    """`text` in lower case, each character in its place."""
    low = text.lower()
    return low if len(low) == len(text) else text.replace("İ", "I").lower()


def before_another(text: str, low: str, start: int, end: int, texts: tuple[str, ...]) -> int:
    """Where another question, or a list of other options than this one's, starts after some text; else `end`.

    texts: this question's options.
    """
    listed = end
    if "\n" in text and (text.rfind("\nA", start, end) >= 0 or text.rfind("\n(A", start, end) >= 0):
        listed = foreign_list(text, start, end, texts)
    if "?" in text and "\n" in text:
        listed = min(listed, another_asked(low, start, listed, texts))
    return listed


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


_STATED: Final = re.compile(r"[^\w\n]{0,6}(?:the |correct |final |best ){0,2}answer is [^\w\n]{0,4}[a-j](?!\w)")
_ASKED: Final = re.compile(
    r"[^\w\n]{0,6}(?:the |correct |final |best ){0,2}answer[^\w\n]{0,4}(?: is)?[:：]|" + _STATED.pattern
)
# Nothing but an answer.
_LONGEST_ANSWER: Final = 200
_ANSWERED: Final = re.compile(
    r"\W{0,6}(?:(?:the |correct |final |best |right ){0,3}answer(?: is|[*_ ]{0,3}[:：])[*_ ]{0,3})?"
    r"(?:option |choice )?[(\[*_]{0,3}[a-j1-9](?:[*_]{0,2}[.):][^\n]{0,160}|[)\]*_]{0,3})\s{0,8}"
)
_OPTION_LINE: Final = re.compile(r"[^\w\n]{0,4}[a-j1-9][.):]")
_MARKER: Final = re.compile(r"\W{0,8}(?:(?:example|exercise|item|q|no\.?)\W{0,2})?\d{0,3}\W{0,6}")
_RHETORICAL: Final = re.compile(
    r"\W{0,8}(?:but|so|and|or|wait|hmm|now|then|why|is (?:it|that|this)|are you|am i|do we|does (?:it|that|this)|"
    r"really|(?:what|how) about|which (?:one|option|choice|answer)|can (?:we|i|you)|could (?:it|we)|should|would|right|"
    r"ok|okay|well|how (?:do|did|can) (?:we|i|you))\b"
)


def another_asked(low: str, start: int, end: int, texts: tuple[str, ...]) -> int:
    """Where a question with an answer line of its own starts, after some text; `end` where none does.

    It is a paragraph that ends with a question mark; below it stand nothing but options and "Answer:". The options are
    not this question's, unless nothing but an answer stands above it: then this question is done.
    """
    if low.find("?\n", start, end) < 0 and low.find("?*", start, end) < 0:
        return end
    at = low.find("answer", start, end)
    for _ in range(_MOST_LINES):
        if at < 0:
            return end
        line = low.rfind("\n", start, at) + 1
        if line > start and _ASKED.match(low, line, end):
            asked = _question_above(low, start, line, texts)
            if asked >= 0:
                return asked
        at = low.find("answer", at + 6, end)
    return end


_MOST_LINES: Final = 60


def _question_above(low: str, start: int, line: int, texts: tuple[str, ...]) -> int:
    """Where the question starts that ends above a line, but for options; -1 where there is none after some text."""
    stop = line
    for _ in range(24):
        stop = _stripped(low, start, stop)
        first = low.rfind("\n", start, stop) + 1
        if first <= start:
            return -1
        if low[stop - 3 : stop].rstrip("*_ ").endswith("?"):
            break
        if not _OPTION_LINE.match(low, first, stop):
            return -1
        stop = first
    else:
        return -1
    if _RHETORICAL.match(low, first, stop):
        return -1
    known = [option.strip().lower() for option in texts if len(option.strip()) > 2]
    answered = first - start < _LONGEST_ANSWER and _ANSWERED.fullmatch(low, start, first) is not None
    if not answered and (_STATED.match(low, line) or sum(option in low[first:line] for option in known) > 1):
        return -1
    above = low[low.rfind("\n", start, first - 1) + 1 : first - 1] if first - 1 > start else ""
    return first if _MARKER.fullmatch(above) and low[start:first].strip() else -1


def _stripped(low: str, start: int, stop: int) -> int:
    while stop > start and low[stop - 1].isspace():
        stop -= 1
    return stop

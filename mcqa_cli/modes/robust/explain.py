"""All candidates of a response with a word on each, for a person who asks why the verdict is what it is."""

from typing import Final

from mcqa_cli.model import Candidate, Question
from mcqa_cli.modes.robust import headings
from mcqa_cli.modes.robust.decide import extract
from mcqa_cli.modes.robust.payload import Statement
from mcqa_cli.modes.robust.region import after_reasoning, before_another, lower, next_question
from mcqa_cli.modes.robust.statements import Response, table_for

_HOW: Final = {
    "box": "in a box",
    "line": "on an answer line",
    "tag": "in an answer tag or field",
    "sentence": "in a sentence",
}
_KINDS: Final = {
    "list": "several options at once",
    "double": "a text that fits several options",
    "none": "says that none of the options is right",
    "denied": "ruled out",
    "hedged": "not asserted: a question, a condition or an instruction",
    "foreign": "not one of the options",
    "unread": "names no option",
    "unclosed": "a box that is never closed",
}


def explain(text: str, question: Question) -> list[Candidate]:
    """Give every statement and every mention of a label, in the order of the text, with a word on each.

    Pieces that overlap are given once, the statement before the mention. What decided is among them.
    """
    if not text or text.isspace():
        return []
    low = lower(text)
    response = Response(text, low, question.choices)
    start, end, _ = after_reasoning(low)
    cut = next_question(low, start, end)
    cut = before_another(text, low, start, cut, question.choices.texts)
    response.start, response.end = start, cut
    decided = extract(text, question)
    found: dict[tuple[int, int], Candidate] = {}
    for stated in _statements(response):
        span = _span(stated, text)
        if span[0] < span[1]:
            found.setdefault(span, Candidate(span, stated.label, _why(stated, decided.span), stated=True))
    denied = response.denied(start, cut)
    for at, label, stop in response.mentions(start, cut):
        why = "ruled out" if label in denied else "only mentioned"
        found.setdefault((at, stop), Candidate((at, stop), label, why))
    outside = {(0, start): "inside the reasoning", (cut, len(text)): "after what looks like a new question"}
    for region, why in outside.items():
        response.start, response.end = region
        for at, label, stop in response.mentions(*region):
            found.setdefault((at, stop), Candidate((at, stop), label, why))
    return _apart(found)


def _statements(response: Response) -> list[Statement]:
    start, end = response.start, response.end
    found: list[Statement | None] = []
    for stem in ("oxed", "fbox"):
        at = response.low.find(stem, start, end)
        while at >= 0 and len(found) < 400:
            found.append(response.boxed(at))
            at = response.low.find(stem, at + 1, end)
    for level in ("strong", "foreign"):
        found += [
            headings.below(response, at, cue) or response.at_cue(at, cue)
            for at, cue in table_for(response, level).hits(response.low, start, end)
        ]
    found += response.weak(start, end)
    return [stated for stated in found if stated is not None]


def _span(stated: Statement, text: str) -> tuple[int, int]:
    """Where the statement stands: its letter or text; the rest of its line, up to a few words, where it has none."""
    if stated.end > stated.start:
        return stated.start, stated.end
    line = text.find("\n", stated.start)
    stop = min(len(text) if line < 0 else line, stated.start + 24)
    start = stated.start
    while start < stop and text[start].isspace():
        start += 1
    while stop > start and text[stop - 1].isspace():
        stop -= 1
    return start, stop


def _why(stated: Statement, decided: tuple[int, int] | None) -> str:
    where = _HOW.get(stated.how, "set apart")
    if stated.kind not in ("label", "text"):
        return f"{_KINDS.get(stated.kind, stated.kind)}, {where}"
    if decided is not None and stated.start < decided[0]:
        return f"stated {where}, but a later statement counts"
    if decided is not None and stated.start > decided[1]:
        return f"stated {where}, but more weakly than what decided"
    return f"stated {where}"


def _apart(found: dict[tuple[int, int], Candidate]) -> list[Candidate]:
    """Drop what overlaps an earlier find, and put the rest in the order of the text."""
    kept: list[Candidate] = []
    for candidate in sorted(found.values(), key=lambda one: (one.span[0], -one.span[1])):
        if not kept or candidate.span[0] >= kept[-1].span[1]:
            kept.append(candidate)
        elif kept[-1].label is None and candidate.label is not None:
            kept[-1] = kept[-1]._replace(
                span=candidate.span, label=candidate.label
            )  # the statement judges, the mention says where
    return kept

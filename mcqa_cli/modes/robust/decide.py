"""From statements to one answer, or to the reason why there is none."""

import re
from typing import Final

from mcqa_cli.model import Choices, Extraction, Question
from mcqa_cli.modes.robust import (
    corrections,
    distractors,
    headings,
    lines,
    listing,
    marks,
    named,
    ordinals,
    praised,
    sums,
)
from mcqa_cli.modes.robust.asides import CONDITION
from mcqa_cli.modes.robust.cues import STRONG
from mcqa_cli.modes.robust.lexicon import RETRACTION, THINK_CLOSERS
from mcqa_cli.modes.robust.payload import Statement, derived
from mcqa_cli.modes.robust.region import after_reasoning, before_another, lower, next_question
from mcqa_cli.modes.robust.search import MOST_CUES
from mcqa_cli.modes.robust.statements import Response, table_for

# The end of a text is looked at first: most responses state their answer in their last words.
TAIL: Final = 120
# A stem that lies across the place where the tail starts belongs to what is looked at next.
_LONGEST_STEM: Final = max(len(cue[0]) for cue in STRONG)

_RULES: Final = {
    ("box", "label"): "boxed_letter",
    ("box", "text"): "boxed_text",
    ("line", "label"): "answer_line_letter",
    ("line", "text"): "answer_line_text",
    ("tag", "label"): "tagged",
    ("tag", "text"): "tagged",
    ("sentence", "label"): "statement_letter",
    ("sentence", "text"): "statement_text",
    ("closing", "label"): "closing_letter",
    ("closing", "text"): "closing_text",
    ("whole", "label"): "whole_letter",
    ("whole", "text"): "whole_text",
    ("leading", "label"): "leading_letter",
    ("leading", "text"): "leading_text",
}
# What an undecided cue says of the reason, where nothing else decides.
_REASON_OF: Final = {
    ("box", "foreign"): "letter_not_in_options",
    ("box", "double"): "option_text_ambiguous",
    ("box", "unclosed"): "unclosed_box",
    ("line", "unread"): "answer_line_unmatched",
    ("line", "none"): "option_text_unmatched",
}
_KIND_REASON: Final = {
    "list": "ambiguous",
    "hedged": "ambiguous",
    "double": "option_text_ambiguous",
    "foreign": "letter_not_in_options",
    "none": "option_text_unmatched",
}


def extract(text: str, question: Question) -> Extraction:
    """What a careful reader would say the response chose, by letter or by option text; else none, and why."""
    if not text or text.isspace():
        return Extraction(None, reason="empty_text")
    low = lower(text)
    start, end, unclosed = after_reasoning(low)
    cut = next_question(low, start, end)
    listed = before_another(text, low, start, cut, question.choices.texts)
    if listed == cut:
        plainest = _plainest(text, start, cut, question.choices)
        if plainest is not None:
            return plainest
    response = Response(text, low, question.choices)
    response.start, response.end = start, end
    if not low[start:end].strip():
        reasoned = unclosed or any(closer in low for closer in THINK_CLOSERS)
        return Extraction(None, reason="unclosed_think" if reasoned else "empty_text")
    verdict = _region(response, cut, listed)
    if verdict.letter is None and unclosed:
        return Extraction(None, reason="unclosed_think")
    return verdict


def _region(response: Response, cut: int, listed: int) -> Extraction:
    """The verdict on the text up to an invented next question, or on the whole where that part says nothing.

    cut: where the next question starts; listed: where another question or a list of other options starts before it,
    else the same.
    """
    end = response.end
    if listed < cut:
        response.end = listed
        verdict = _decide(response)
        if verdict.letter is not None:
            return verdict
    response.end = cut
    verdict = _decide(response)
    if cut == end or verdict.letter is not None:
        return verdict
    response.end = end
    if _restates(response, cut, end):
        return _decide(response)
    return verdict


def _restates(response: Response, cut: int, end: int) -> bool:
    """Whether what looks like a new question is this one again: two of its own options follow."""
    known = [option.strip().lower() for option in response.choices.texts if option.strip()]
    part = response.low[cut:end]
    return len(known) > 1 and sum(option in part for option in known[:6]) >= min(2, len(known))


def _decide(response: Response) -> Extraction:
    start, end = response.start, response.end
    split = max(start, end - TAIL)
    unread: list[Statement] = []
    response.tried = None
    last = _last_words(response)
    if last is not None and not distractors.is_beside(response, last):
        return _of(last)
    strong = _last_strong(response, split, end, unread, "strong")
    if strong is None and split > start:
        # Verbs like "choose" lead to letters only: without a letter anywhere they need no search.
        level = "strong" if response.mentions(start, end) else "nouns"
        strong = _last_strong(response, start, min(end, split + _LONGEST_STEM), unread, level)
    since = strong.after if strong else start
    if (end - since > 3 or (strong is None and not response.is_ascii)) and (strong is None or not response.is_ascii):
        if " the " in response.low:  # English: then only the last words may be in another language
            since = max(since, end - 2 * TAIL)
        strong = _last_strong(response, since, end, unread, "foreign") or strong
    if strong is not None:
        strong = _given_before(response, strong)
        if end - strong.after < 4 or strong.kind == "foreign":
            return _of(strong)
        return _with_rest(response, strong)
    verdict = _without_cue(response)
    if verdict is not None:
        return verdict
    return Extraction(None, reason=_reason(unread))


def _last_words(response: Response) -> Statement | None:
    """A common end, quickly: "the answer is …" and nothing more. What it finds, the full search finds."""
    at = response.low.rfind("answer", max(response.start, response.end - 60), response.end)
    if at < 0:
        return None
    stated = response.at_cue(at, STRONG[0])
    if stated is None or stated.kind != "label" or response.end - stated.after > 3:
        response.tried = at, stated
        return None
    return stated


def _plainest(text: str, start: int, end: int, choices: Choices) -> Extraction | None:
    """The most common end of all: a sentence "Therefore, the answer is (B)." that needs no judging."""
    at = text.rfind(" is", max(start, end - 40), end) - 6
    plain = _PLAIN.match(text, at, end) if at >= start else None
    if plain is None:
        return None
    left = max(start, at - 100)
    before = text[left:at]
    sentence = max(before.rfind(". "), before.rfind("  "), before.rfind('" ')) + 2
    sentence = max(sentence if sentence > 1 else 0, before.rfind("\n") + 1)
    if before[sentence:] not in _PLAIN_LEFT or (sentence == 0 and left > start):
        return None
    if before.count("nswer") > 1 or (
        text[at] != "a" and not before[sentence:].endswith(("correct ", "best ", "closest "))
    ):
        return None  # "option" alone names no answer
    group = plain.lastindex or 1
    if plain[group] not in choices.letters or not derived(choices).plain:
        return None
    return Extraction(plain[group], "statement_letter", None, plain.span(group))


_PLAIN: Final = re.compile(
    r"(?:answer|option|choice) is (?:\\\(\\boxed\{([A-Z])\}\\\)|\(?([B-HJ-Z])\)?|\(([AI])\))\.?\s{0,3}$"
)
_PLAIN_LEFT: Final = frozenset(
    f"{so}{the} {kind}"
    for so, the in (("", "The"), ("So ", "the"), *((f"{so}, ", "the") for so in ("So", "Thus", "Hence", "Therefore")))
    for kind in ("", "correct ", "final ", "best ", "closest ")
)


def _last_strong(response: Response, start: int, end: int, unread: list[Statement], level: str) -> Statement | None:
    """The last statement that decides (a letter, a text, a list, or "none of them") at the cues between two places."""
    low = response.low
    hits = table_for(response, level).hits(low, start, end)
    boxes: list[int] = []
    if level != "foreign":
        response.cued = response.cued or bool(hits)
        for stem in ("oxed", "fbox"):
            at = low.rfind(stem, start, end)
            while at >= 0 and len(boxes) < MOST_CUES:
                boxes.append(at)
                at = low.rfind(stem, start, at)
        boxes.sort(reverse=True)
    box = 0
    for at, cue in hits:
        while box < len(boxes) and boxes[box] > at:
            stated = response.boxed(boxes[box])
            if stated is not None and _settles(stated, unread):
                return stated
            box += 1
        cued = headings.below(response, at, cue)
        if cued is None:
            tried = response.tried if cue[0] == STRONG[0][0] else None
            cued = tried[1] if tried is not None and tried[0] == at else response.at_cue(at, cue)
        if cued is not None and _settles(cued, unread):
            return cued
    for at in boxes[box:]:
        stated = response.boxed(at)
        if stated is not None and _settles(stated, unread):
            return stated
    return None


def _settles(stated: Statement, unread: list[Statement]) -> bool:
    if stated.kind in ("label", "text", "list", "none", "double"):
        return True
    if stated.kind == "foreign" and stated.closing and stated.how != "box":
        return True
    unread.append(stated)
    return False


def _of(stated: Statement) -> Extraction:
    if stated.kind in ("label", "text"):
        span = (stated.start, stated.end) if stated.end > stated.start else None
        return Extraction(stated.label, _RULES[stated.how, stated.kind], None, span)
    return Extraction(None, reason=_REASON_OF.get((stated.how, stated.kind)) or _KIND_REASON[stated.kind])


def _given_before(response: Response, strong: Statement) -> Statement:
    """The answer given before, where this statement is only of a mistake or another case; else this statement."""
    if not distractors.is_beside(response, strong, firm=True):
        return strong
    start, later, given = response.start, strong, strong
    for _ in range(_MOST_BESIDE):
        stop = distractors.sentence_start(response, later.at)
        earlier = _last_strong(response, start, stop, [], "strong")
        if not response.is_ascii or earlier is None:
            earlier = _last_strong(response, earlier.after if earlier else start, stop, [], "foreign") or earlier
        earlier = earlier or lines.leading(response)
        if earlier is None or earlier.kind not in ("label", "text") or earlier.after > stop:
            break
        if not distractors.is_beside(response, earlier) and distractors.outlives(response, earlier, strong):
            given = earlier
            if not distractors.is_beside(response, earlier, firm=True):
                break
        later = earlier
    return given


_MOST_BESIDE: Final = 12


def _with_rest(response: Response, strong: Statement) -> Extraction:
    """The last strong statement against what is said after it: a later conclusion, or that it was wrong."""
    low, end = response.low, response.end
    since = strong.after
    replaced = corrections.replaced(response, since)
    if replaced is not None:
        later = [stated for stated in response.weak(replaced.after, end) if stated.closing]
        return _of(later[-1] if later else replaced)
    if strong.kind in ("label", "text"):
        if corrections.by_case(response, strong):
            return Extraction(None, reason="ambiguous")
        other = corrections.conditional(response, since, strong.label)
        if other >= 0:
            since = other
            strong = strong._replace(kind="list", label=None, after=other)
        elif corrections.taken_back(response, strong) or (
            strong.how == "sentence" and CONDITION.match(low, strong.after, end)
        ):
            strong = strong._replace(kind="list", label=None)
    taken_back = RETRACTION.search(low, since, end)
    weak = response.weak(since, end)
    if taken_back:
        later = [stated for stated in weak if stated.at > taken_back.start()]
        if later:
            return _of(later[-1])
        line = lines.closing(response)
        if line is not None and line.start > taken_back.start():
            return _of(line)
        if corrections.disowned(response, taken_back.start(), strong.label):
            return Extraction(None, reason="ambiguous")
        return _of(strong)
    line = lines.closing(response)
    if line is not None and line.start >= since:
        return _of(line)
    closing = weak[-1] if weak and not distractors.outlives(response, strong, weak[-1]) else None
    if closing is not None and closing.closing and (strong.label is None or closing.label != strong.label):
        rest = low[closing.after : end]
        if strong.kind not in ("list", "none") and len(rest.strip()) < 4:
            return _of(closing)
        if strong.kind in ("list", "none") and len(rest) < 300:
            return _of(closing)
    return _of(strong)


def _without_cue(response: Response) -> Extraction | None:
    """No answer cue decides: the whole response, its last line, a conclusion, its first line, elimination."""
    replaced = corrections.at_end(response)
    if replaced is not None:
        return _of(replaced)
    whole = lines.whole(response)
    if whole is not None and whole.kind in ("label", "text") and corrections.taken_back(response, whole):
        return Extraction(None, reason="ambiguous")
    if whole is not None and whole.kind != "list":
        return _of(whole)
    line = lines.closing(response)
    if line is not None:
        return _of(line)
    weak = response.weak(response.start, response.end)
    if weak:
        last = weak[-1]
        taken_back = RETRACTION.search(response.low, last.after, response.end)
        if (taken_back and corrections.disowned(response, taken_back.start(), last.label)) or corrections.taken_back(
            response, last
        ):
            return Extraction(None, reason="ambiguous")
        if len(weak) > 1 and corrections.by_case(response, weak[-2]):
            return Extraction(None, reason="ambiguous")
        if (
            len({stated.label for stated in weak}) == 1
            or (last.closing and len(response.low[last.after : response.end].strip()) < 4)
            or RETRACTION.search(response.low, weak[-2].after, last.at)
        ):
            return _of(last)
        return Extraction(None, reason="ambiguous")
    leading = lines.leading(response) or lines.leading_text(response)
    if leading is not None:
        doubted = corrections.taken_back(response, leading)
        return Extraction(None, reason="ambiguous") if doubted else _of(leading)
    concluded = (
        marks.checked(response)
        or listing.verdicts(response)
        or listing.flags(response)
        or lines.sole(response)
        or named.once(response)
        or praised.text_praised(response)
        or lines.concluding_text(response)
        or sums.result(response)
        or ordinals.praised(response)
    )
    if concluded is not None:
        return _of(concluded)
    verdict = _elimination(response)
    return _of(whole) if verdict is None and whole is not None else verdict


def _elimination(response: Response) -> Extraction | None:
    """All options but one are ruled out in so many words."""
    label = praised.all_but(response)
    if label is not None:
        return Extraction(label, "elimination", None, None)
    labels = response.choices.labels
    mentioned = {label for _, label, _ in response.mentions(response.start, response.end)}
    if len(labels) < 3 or len(mentioned) < len(labels) - 1:
        return None
    denied = response.denied(response.start, response.end)
    left = [label for label in labels if label not in denied]
    if len(left) != 1:
        return None
    return Extraction(left[0], "elimination", None, None)


def _reason(unread: list[Statement]) -> str:
    for stated in unread:
        reason = _REASON_OF.get((stated.how, stated.kind)) or _KIND_REASON.get(stated.kind)
        if reason:
            return reason
    if any(stated.how == "box" and stated.kind != "empty" for stated in unread):
        return "box_not_a_letter"
    return "no_statement"

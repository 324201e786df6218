"""From statements to one answer, or to the reason why there is none."""

import re
from typing import Final

from mcqa_cli.model import Extraction, Question
from mcqa_cli.modes.robust.lexicon import DISOWNED, NEGATED, RETRACTION, STRONG, THINK_CLOSERS, UNSTATED
from mcqa_cli.modes.robust.region import after_reasoning, foreign_list, next_question
from mcqa_cli.modes.robust.statements import MOST_CUES, Response, Statement, cues_for

# The end of a text is looked at first: most responses state their answer in their last words.
TAIL: Final = 120

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
    low = text.lower()
    if len(low) != len(text):
        low = text.replace("İ", "I").lower()
    response = Response(text, low, question.choices)
    start, end, unclosed = after_reasoning(low)
    response.start, response.end = start, end
    if end - start < 2 and not low[start:end].strip():
        reasoned = unclosed or any(closer in low for closer in THINK_CLOSERS)
        return Extraction(None, reason="unclosed_think" if reasoned else "empty_text")
    verdict = _region(response)
    if verdict.letter is None and unclosed:
        return Extraction(None, reason="unclosed_think")
    return verdict


def _region(response: Response) -> Extraction:
    """The verdict on the text up to an invented next question, or on the whole where that part says nothing."""
    start, end = response.start, response.end
    response.end = cut = next_question(response.low, start, end)
    text = response.text
    if "\nA" in text or "\n(A" in text:
        response.end = foreign_list(text, start, cut, response.choices.texts)
        if response.end < cut:
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
    last = _last_words(response)
    if last is not None:
        return _of(last)
    strong = _last_strong(response, split, end, unread, "strong")
    if strong is None and split > start:
        strong = _last_strong(response, start, split, unread, "strong")
    since = strong.after if strong else start
    if end - since > 3 and (strong is None or not response.is_ascii):
        if " the " in response.low:  # English: then only the last words may be in another language
            since = max(since, end - 2 * TAIL)
        strong = _last_strong(response, since, end, unread, "foreign") or strong
    if strong is not None:
        if end - strong.after < 4 or strong.kind == "foreign":
            return _of(strong)
        return _with_rest(response, strong)
    verdict = _without_cue(response)
    if verdict is not None:
        return verdict
    return Extraction(None, reason=_reason(unread, response))


def _last_words(response: Response) -> Statement | None:
    """The most common end of all, quickly: "the answer is …" and nothing more. What it finds, the full search finds."""
    at = response.low.rfind("answer", max(response.start, response.end - 60), response.end)
    if at < 0:
        return None
    if response.derived.plain:
        plain = _PLAIN.match(response.text, at, response.end)
        if plain and response.text[max(response.start, at - 6) : at] in _PLAIN_LEFT and _single(response, at):
            group = 1 if plain[1] else 2
            label = response.labels.exact.get(plain[group])
            if label is not None:
                start, end = plain.span(group)
                return Statement("label", label, at, start, end, end, "sentence", closing=True)
    stated = response.at_cue(at, STRONG[0])
    if stated is None or stated.kind != "label" or response.end - stated.after > 3:
        return None
    return stated


# The plainest sentence of all, at the end of the text and with nothing left of it: it needs no judging.
_PLAIN: Final = re.compile(r"answer is \(?([B-HJ-Z])\)?\.?\s{0,3}$|answer is \(([AI])\)\.?\s{0,3}$")
_PLAIN_LEFT: Final = frozenset({". The ", ".\nThe ", "\n\nThe ", "The "})


def _single(response: Response, at: int) -> bool:
    """Whether no other answer is stated just before this one."""
    return response.low.find("answer", max(response.start, at - 100), at) < 0


def _last_strong(response: Response, start: int, end: int, unread: list[Statement], level: str) -> Statement | None:
    """The last statement that decides (a letter, a text, a list, or "none of them") at the cues between two places."""
    low = response.low
    hits = response.hits(cues_for(response, level), start, end)
    boxes = []
    if level == "strong":
        for stem in ("oxed", "fbox"):
            at = low.rfind(stem, start, end)
            while at >= 0 and len(boxes) < MOST_CUES:
                boxes.append(at)
                at = low.rfind(stem, start, at)
        boxes.sort(reverse=True)
    box = 0
    for at, cue in hits:
        while box < len(boxes) and boxes[box] > at:
            stated = response.box(boxes[box])
            if stated is not None and _settles(response, stated, unread):
                return stated
            box += 1
        cued = response.at_cue(at, cue)
        if cued is not None and _settles(response, cued, unread):
            return cued
    for at in boxes[box:]:
        stated = response.box(at)
        if stated is not None and _settles(response, stated, unread):
            return stated
    return None


def _settles(response: Response, stated: Statement, unread: list[Statement]) -> bool:
    if stated.kind in ("label", "text", "list", "none", "double"):
        return True
    if stated.kind == "foreign" and stated.closing and stated.how != "box":
        return True
    unread.append(stated)
    return False


def _of(stated: Statement) -> Extraction:
    if stated.kind in ("label", "text"):
        return Extraction(stated.label, _RULES[stated.how, stated.kind], None, (stated.start, stated.end))
    return Extraction(None, reason=_REASON_OF.get((stated.how, stated.kind)) or _KIND_REASON[stated.kind])


def _with_rest(response: Response, strong: Statement) -> Extraction:
    """The last strong statement against what is said after it: a later conclusion, or that it was wrong."""
    low, end = response.low, response.end
    since = strong.after
    taken_back = RETRACTION.search(low, since, end)
    weak = response.weak(since, end)
    if taken_back:
        later = [stated for stated in weak if stated.at > taken_back.start()]
        if later:
            return _of(later[-1])
        line = _closing(response)
        if line is not None and line.start > taken_back.start():
            return _of(line)
        if DISOWNED.search(low, taken_back.start(), end):
            return Extraction(None, reason="ambiguous")
        return _of(strong)
    line = _closing(response)
    if line is not None and line.start >= since:
        return _of(line)
    closing = weak[-1] if weak else None
    if closing is not None and closing.closing and (strong.label is None or closing.label != strong.label):
        rest = low[closing.after : end]
        if strong.kind not in ("list", "none") and len(rest.strip()) < 4:
            return _of(closing)
        if strong.kind in ("list", "none") and len(rest) < 300:
            return _of(closing)
    return _of(strong)


def _without_cue(response: Response) -> Extraction | None:
    """No answer cue decides: the whole response, its last line, a conclusion, its first line, elimination."""
    whole = _whole(response)
    if whole is not None and whole.kind != "list":
        return _of(whole)
    line = _closing(response)
    if line is not None:
        return _of(line)
    weak = response.weak(response.start, response.end)
    if weak:
        last = weak[-1]
        taken_back = RETRACTION.search(response.low, last.after, response.end)
        if taken_back and DISOWNED.search(response.low, taken_back.start(), response.end):
            return Extraction(None, reason="ambiguous")
        if (
            len({stated.label for stated in weak}) == 1
            or (last.closing and len(response.low[last.after : response.end].strip()) < 4)
            or RETRACTION.search(response.low, weak[-2].after, last.at)
        ):
            return _of(last)
        return Extraction(None, reason="ambiguous")
    leading = _leading(response)
    if leading is not None:
        return _of(leading)
    concluded = response.sole(response.start, response.end) or _concluding_text(response)
    if concluded is not None:
        return _of(concluded)
    verdict = _elimination(response)
    return _of(whole) if verdict is None and whole is not None else verdict


_DELIMITER: Final = re.compile(r"[.):、．：\]}）]")
_INITIAL: Final = re.compile(r"(?<![A-Za-z])[A-Z]\. ?[A-Z][a-z]")
_TAGGED: Final = re.compile(r"<([a-zA-Z_]{2,16})>\s{0,4}([^<>]{1,400}?)\s{0,4}</\1>")
_ROMAN: Final = re.compile(r"\n[ \t(]{0,4}II[.):]")
_LABEL_LINE: Final = re.compile(r"\n[ \t*_>#-]{0,6}\(?[A-Za-z0-9]{1,2}[*_]{0,2}[.):][*_]{0,2}[ \t]+\S")


def _line_statement(response: Response, start: int, end: int, how: str) -> Statement | None:
    """One line that is nothing but a label (with its text or without), or nothing but an option's text."""
    text = response.text
    if text[start] in "{[" and '":' in text[start:end]:  # JSON: its keys are no answers
        return None
    read = response.payload(start, start, how, end)
    if read.kind == "list":
        return read if how == "whole" else None
    if read.kind == "label" and read.label is not None:
        rest = text[read.after : end].strip(" \t.。*_`\"')]}$\\|!！")
        if not rest:
            return read
        if how != "closing" and any(
            other != read.label and text[stop : stop + 1] in (".", ")", ":")
            for _, other, stop in response.mentions(read.after, end)
        ):
            return None
        if response.texts.own(read.label, text, read.end, end):
            return read
        if (
            how in ("whole", "leading")
            and _DELIMITER.search(text, read.end, read.after + 1)
            and len(rest.lstrip(": ")) > 1
            and not (text[read.end : read.end + 1] == "." and _INITIAL.search(text, read.end + 1, end))
            and (text[read.start].isupper() or text[read.start].isdigit())
        ):
            return read
        if how == "leading" and rest[0] in (";-—–(" if read.label in ("A", "I") else ",;-—–("):
            return read
        return None
    whole = response.texts.whole(text[start:end])
    if isinstance(whole, str):
        inner, stop = start, end
        while inner < stop and text[inner] in " \t*_`\"'#>$":
            inner += 1
        while stop > inner and text[stop - 1] in " \t.*_`\"'$":
            stop -= 1
        return Statement("text", whole, start, inner, stop, end, how, closing=True)
    if whole is None:
        return Statement("double", None, start, start, end, end, how)
    return None


def _whole(response: Response) -> Statement | None:
    start, end = _bounds(response)
    tagged = _TAGGED.fullmatch(response.text, start, end)
    if tagged:
        start, end = tagged.span(2)
    if "\n" in response.text[start:end] or end - start > max(200, response.texts.longest + 60):
        return None
    return _line_statement(response, start, end, "whole")


def _bounds(response: Response) -> tuple[int, int]:
    text, start, end = response.text, response.start, response.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _closing(response: Response) -> Statement | None:
    """The last line, where it is only a label or an option's text and no item of a list."""
    text = response.text
    start, end = _bounds(response)
    break_at = text.rfind("\n", start, end)
    if break_at < 0 or end - break_at > response.texts.longest + 80:
        return None
    stated = _line_statement(response, break_at + 1, end, "closing")
    if stated is None or stated.kind not in ("label", "text"):
        return None
    before = text[start:break_at].rstrip()
    above = before[before.rfind("\n") + 1 :].strip()
    if len(above) < 400:
        line_start = start + before.rfind("\n") + 1
        other = _line_statement(response, line_start, line_start + len(above) + 1, "closing")
        if (other is not None and other.kind in ("label", "text") and other.label != stated.label) or _LABEL_LINE.match(
            "\n" + above
        ):
            return None
    if above.endswith(("not", "except", "or", "and", "wrong:", "incorrect:")):
        return None
    return stated


def _leading(response: Response) -> Statement | None:
    """The first line, where it is a label set apart (with its text or without), and no other line looks like it."""
    text = response.text
    start, end = _bounds(response)
    break_at = text.find("\n", start, end)
    stop = break_at if break_at >= 0 else end
    if stop - start > max(300, response.texts.longest + 80):
        stop = min(end, start + 300)
    stated = _line_statement(response, start, stop, "leading")
    if stated is None or stated.kind not in ("label", "text"):
        return None
    if stated.label == "I" and _ROMAN.search(text, stop, end):
        return None
    other = _LABEL_LINE.search(text, stop, end)
    while other:
        at = other.end() - 1
        mark = re.match(r"\n[ \t*_>#-]{0,6}\(?([A-Za-z0-9]{1,2})", other[0])
        if mark and response.labels.exact.get(mark[1]) not in (None, stated.label):
            return None
        other = _LABEL_LINE.search(text, at, end)
    return stated


_CONCLUSION: Final = re.compile(
    r"(?:so|thus|hence|therefore|consequently|accordingly|in conclusion|to conclude|as a result|overall|finally|in summary|in short)[\s,]"
)
_SENTENCE_BREAK: Final = re.compile(r"[.!?;][\"'”’)\]*_]{0,3}\s+|\n\s*|。")
_COPULA: Final = re.compile(
    r"(?<![a-z])(?:is|are|was|were|be|equals|becomes|as|called|namely|uses?|using|approximately|about|around|by)\s|[=≈:]\s?"
)


def _concluding_text(response: Response) -> Statement | None:
    """The last sentence concludes with an option's text: "Therefore, the tree is a birch." """
    text, low = response.text, response.low
    start, end = _bounds(response)
    if end - start > 3 and text[end - 1] not in '.!*$)]}"”':
        return None
    first = max(start, end - 260 - response.texts.longest)
    breaks = [mark.end() for mark in _SENTENCE_BREAK.finditer(low, first, end - 1)]
    if not breaks and first > start:
        return None
    sentence = breaks[-1] if breaks else start
    brief = end - start <= 250 and len(breaks) <= 1
    if sentence > start and not brief and not _CONCLUSION.match(low, sentence, end):
        return None
    found = [copula.end() for copula in _COPULA.finditer(low, sentence, end)][-6:]
    for at in found:
        whole = response.texts.whole(text[at:end])
        if isinstance(whole, str):
            left = low[sentence:at]
            if UNSTATED.search(left) or _DENIES.search(left) or NEGATED.match(low, at, end):
                return None
            inner, stop = at, end
            while inner < stop and text[inner] in " \t\n*_`\"'#>$([\\":
                inner += 1
            while stop > inner and text[stop - 1] in " \t\n.*_`\"'$)]\\!":
                stop -= 1
            return Statement("text", whole, at, inner, stop, end, "closing", closing=True)
    return None


_DENIES: Final = re.compile(r"\b(?:not|never|no|unlike|except|than|if|whether|may|might|could)\b|n['’]t\b")


def _elimination(response: Response) -> Extraction | None:
    """All options but one are ruled out in so many words."""
    labels = response.choices.labels
    mentioned = {label for _, label, _ in response.mentions(response.start, response.end)}
    if len(labels) < 3 or len(mentioned) < len(labels) - 1:
        return None
    denied = response.denied(response.start, response.end)
    left = [label for label in labels if label not in denied]
    if len(left) != 1:
        return None
    return Extraction(left[0], "elimination", None, None)


def _reason(unread: list[Statement], response: Response) -> str:
    for stated in unread:
        reason = _REASON_OF.get((stated.how, stated.kind)) or _KIND_REASON.get(stated.kind)
        if reason:
            return reason
    if any(stated.how == "box" and stated.kind != "empty" for stated in unread):
        return "box_not_a_letter"
    return "no_statement"

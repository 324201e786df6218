"""Answers that no cue leads to: a response, a first or last line, or a last sentence that is nothing but the answer."""

import re
from typing import Final

from mcqa_cli.modes.robust import fragments, named
from mcqa_cli.modes.robust.lexicon import DISOWNED, NEGATED, OPENERS, REJECTED_ANSWER, RETRACTION, UNSTATED
from mcqa_cli.modes.robust.listing import LABEL_LINE, NAMED, heads_list, is_item, told_off
from mcqa_cli.modes.robust.marks import core
from mcqa_cli.modes.robust.overviews import is_lead_in
from mcqa_cli.modes.robust.payload import Statement, match_end
from mcqa_cli.modes.robust.statements import Response
from mcqa_cli.modes.robust.texts import normalize

_DELIMITER: Final = re.compile(r"[.):、。．：\]}）]")
_INITIAL: Final = re.compile(r"(?<![A-Za-z])[A-Z]\. ?[A-Z][a-z]")
_TAGGED: Final = re.compile(r"<([a-zA-Z_]{2,16})>\s{0,4}([^<>]{1,400}?)\s{0,4}</\1>")
# Words of being that close a sentence behind a text: "京都です。"
_BEING: Final = re.compile(r"(?:です|である|だ|입니다|이다|이에요|예요)[。.!！*_]{0,4}$")
_CUT_OFF: Final = re.compile(r"(?:,|\b(?:and|or|so|but|while|which|because|the|of|to|a|an|in|is|are|that|with|for))$")
_WORDS: Final = re.compile(r"\w")
_COLON: Final = re.compile(r"[)\]*_}]{0,4}\s?[:：]")
_TEXT_ENDS: Final = re.compile(r"[*_)\"'”’]{0,4}\s{0,3}(?:$|[.!;,(—–\n]|-\s)")
_ROMAN_TWO: Final = re.compile(r"(?<![A-Za-z])II[.):]")
_IF: Final = re.compile(r"[(,\s]{0,3}(?:only )?(?:if|unless|when|depending)\b")
_THOUGHT: Final = re.compile(
    r"[, -]{0,3}(?:i (?:guess|think|believe|suppose|reckon|would say)|i['’]d say|probably|maybe|perhaps|definitely|"
    r"surely|for sure|of course|obviously|most likely|without a doubt)"
)
_REASONED: Final = re.compile(r"[, ]*(?:because|since|as|rather than|instead of)\b")
_NUMBERED: Final = re.compile(r"(?:question |problem |q|no\.? ?|#)?\d{1,3}\s?[.:)]\s{1,3}(?=[(\[*\"']{0,3}\w)")
# A heading below which options are listed or judged.
_OF_CHOICES: Final = re.compile(r"\b(?:answers|choices|options|analysis|review)[*_: ]{0,4}$")
# A last line that names a second choice below the first.
_ANOTHER: Final = re.compile(r"\n\W{0,6}(?:alternatives?|alternatively|runners?[ -]up|second (?:choice|best))\W{1,6}")
# What may stand round the rest of a line and says nothing.
_MARKS: Final = " \t.。*_`\"')]}$\\|!！✅✓✔☑\ufe0f"
_SPEAKERS: Final = frozenset("<[Aa*")
_RULE_ENDS: Final = frozenset({"---", "***", "===", "___", "```"})
_ROMAN: Final = re.compile(r"\n[ \t(]{0,4}(?:[A-Z][a-z]+ )?II[.):]")
_CONCLUSION: Final = re.compile(
    r"(?:so|thus|hence|therefore|consequently|accordingly|in conclusion|to conclude|as a result|overall|finally|"
    r"in summary|in short)[\s,]"
)
_CONTRAST: Final = re.compile(r",? (not|rather than|instead of) (?=[^,;.!?\n]{1,160}[.!]?[*_]{0,3}$)")
_INNER_CONCLUSION: Final = re.compile(r"[,;] (?:so|thus|hence|therefore)\b")
_SENTENCE_BREAK: Final = re.compile(r"[.!?;][\"'”’)\]*_]{0,3}\s+|\n\s*|。")
_LONE: Final = re.compile(r"(?<![a-z])[a-z]\. $")
_COPULA: Final = re.compile(
    r"(?<![a-z])(?:is|are|was|were|be|equals|becomes|as|will|must|should|called|that|namely|uses?|using|"
    r"approximately|about|around|"
    r"by)\s(?:(?:therefore|thus|hence|then|so|clearly|simply|exactly|just|actually|indeed)\s)?|['’]s\s|"
    r"(?<!\w)(?:ist|lautet|est|était|es|fue|é|foi|è|jest|adalah|là|هي|هو)\s|(?<=[а-яё»)])\s[—–]\s|"
    r"[=≈:]\s?|(?<=[\u3040-\u9fff])(?:是|为|為|は)"
)
_ABOUT: Final = ("about ", "around ")
_DENIES: Final = re.compile(
    r"\b(?:not|never|no|unlike|except|than|if|whether|may|might|could|cannot|unlikely|hardly|fails?|doubt\w*|"
    r"suppos\w+|assum\w+|imagine|pretend|perhaps|maybe|possibly|another|example|examples|instance)\b|n['’]t\b|"
    r"\b(?:wrong|incorrect|false|tempting) (?:answer|option|choice|guess)|^\W*(?:when|whenever|unless)\b|"
    r"\bthere (?:is|was) $|"
    r"\b(?:first|second|third|fourth|fifth|last) (?:option|choice|answer) is $|\b(?:option|choice) [a-z0-9]{1,2} is $"
)

_TO_TEXT: Final = re.compile(r"[\s.):：\]}*_–—-]{0,6}")
# What is said against an option once its text has been given: "A: London is wrong", "C) Rome? No."
_RIGHT: Final = r"(?:right|correct|true|(?:the |my )?(?:right |correct |best |final )?(?:answer|choice|option))\b"
_AGAINST: Final = re.compile(
    r"[\"'”’)*_]{0,3}(?:\?\s{0,3}(?:no|nope|wrong|incorrect|false)\b|[\s,;:–—-]{1,3}(?:this |that |it |which )?(?:"
    r"(?:is|was|are|were|would be|seems?|looks?|sounds?)\s(?:\w{2,12}ly |just |also )?"
    rf"(?:wrong|incorrect|false|out\b|impossible|ruled out|eliminated|excluded|rejected|not {_RIGHT})|"
    rf"(?:isn['’]t|wasn['’]t|aren['’]t)\s{_RIGHT}|"
    rf"(?:cannot|can not|can['’]t|could not|couldn['’]t|must not|may not)\sbe\s{_RIGHT}|"
    r"can be (?:ruled out|eliminated|excluded|rejected|dismissed|discarded)|"
    r"(?:does not|doesn['’]t|do not|don['’]t) (?:fit|work|match|apply|hold|make sense|qualify|count)\b))"
)
_SO_NO: Final = re.compile(r"[,;–—-]\s(?:so|therefore|thus|hence)\s(?:no|not|not this|not that|not it)[.!\s]{0,3}$")


def _told_off(response: Response, label: str | None, at: int, end: int) -> bool:
    """Whether the words behind a label that ends at `at`, or behind it and its text, are a verdict against it."""
    if told_off(response, at, end):
        return True
    low, choices = response.low, response.choices
    at = match_end(_TO_TEXT, low, at, end)
    own = choices.texts[choices.labels.index(label)].strip().lower() if label in choices.labels else ""
    if not own or not low.startswith(own, at):
        return False
    at += len(own)
    return bool(_AGAINST.match(low, at, end) or _SO_NO.search(low, at, end))


def _stands_alone(response: Response, read: Statement, line: tuple[int, int], how: str) -> bool:
    """Whether the label read is the line, but for its own text or a reason for it."""
    text, (start, end), label = response.text, line, read.label or ""
    rest = text[read.after : end].strip(_MARKS)
    if REJECTED_ANSWER.search(response.low, start, read.start) or UNSTATED.among(response.low[start : read.start]):
        return False
    if text[read.start].islower() and "=" in text[start : read.start]:
        return False  # a variable: "option = d"
    if not rest:
        before = text[start : read.start].rstrip()  # "Actually, A" may go on as "Actually, A box …"
        cut_off = read.end == end and ("oxed{" in before or (label in ("A", "I") and before.endswith(",")))
        return not cut_off
    if _told_off(response, label, read.end, end) or _IF.match(rest.lower()):
        return False
    if how == "whole" and text[read.start].isupper() and _THOUGHT.fullmatch(rest.lower()):
        return True
    if how in ("whole", "leading") and text[read.start].isupper() and _REASONED.match(rest.lower()):
        return True
    if (
        how != "closing"
        and any(
            other != label and text[stop : stop + 1] in (".", ")", ":")
            for _, other, stop in response.mentions(read.after, end)
        )
        and not (how == "leading" and named.in_passing(response, read, end))
    ):
        return False
    if _said_of(response, read, start, end):
        return False
    if label == "I" and _ROMAN_TWO.search(rest):
        return False
    if response.texts.own(label, text, read.end, end):
        return True
    if (
        how in ("whole", "leading")
        and not _CUT_OFF.search(rest)
        and _DELIMITER.search(text, read.end, read.after + 1)
        and len(rest.lstrip(": ")) > 1
        and not (text[read.end : read.end + 1] == "." and _INITIAL.search(text, read.end + 1, end))
        and (text[read.start].isupper() or text[read.start].isdigit())
    ):
        return True
    return bool(how == "leading" and rest[0] in (";-—–(" if label in ("A", "I") else ",;-—–("))


def _said_of(response: Response, read: Statement, start: int, end: int) -> bool:
    """Whether the line says something of an option, "Option B: …", other than its text."""
    text = response.text
    if not (_COLON.match(text, read.end, end) and NAMED.search(text, start, read.start)):
        return False
    match = response.texts.at(text, match_end(OPENERS, text, read.end, end), end)
    return match is None or match.label != read.label or _TEXT_ENDS.match(text, match.end, end) is None


def _line_statement(response: Response, start: int, end: int, how: str) -> Statement | None:
    """One line that is nothing but a label (with its text or without), or nothing but an option's text."""
    text = response.text
    if text[start] in "{[" and '":' in text[start:end]:  # JSON: its keys are no answers
        return None
    if not response.may_answer(start, end):
        return None
    read = response.payload(start, start, how, end)
    if read.kind == "list":
        return read if how == "whole" else None
    if read.kind == "label" and read.label is not None:
        return read if _stands_alone(response, read, (start, end), how) else None
    if read.kind == "text" and how == "whole":
        rest = text[read.end : end].strip(_MARKS).lower()
        return read if not rest or _REASONED.match(rest) else None
    while start < end and text[start] in "#> ":
        start += 1
    whole = response.texts.whole(text[start:end])
    if whole is False and not response.is_ascii and (being := _BEING.search(text, max(start, end - 14), end)):
        end = being.start()
        whole = response.texts.whole(text[start:end])
    if isinstance(whole, str):
        inner, stop = response.texts.tight(text, start, end, whole)
        asked = text.find("?", stop, end) >= 0
        return None if asked else Statement("text", whole, start, inner, stop, end, how, closing=True)
    if whole is None:
        return Statement("double", None, start, start, end, end, how)
    return None


def whole(response: Response) -> Statement | None:
    """The whole response, where it is one line that is nothing but an answer."""
    start, end = _bounds(response)
    if not response.labels.digits:
        numbered = _NUMBERED.match(response.low, start, end)
        start = numbered.end() if numbered else start
    tagged = _TAGGED.fullmatch(response.text, start, end)
    start, end = tagged.span(2) if tagged else core(response.text, start, end)
    if "\n" in response.text[start:end] or end - start > max(200, response.texts.longest + 60):
        return None
    return _line_statement(response, start, end, "whole")


def _bounds(response: Response) -> tuple[int, int]:
    text, start, end = response.text, response.start, response.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if text[end - 3 : end] in _RULE_ENDS and end - start > 6:  # a rule or a fence below the answer
        above = text.rfind("\n", start, end)
        if above >= 0 and not text[above:end].strip(" \n-*=_`"):
            end = above
            while end > start and text[end - 1].isspace():
                end -= 1
    if text[start : start + 3] in _RULE_ENDS:
        below = text.find("\n", start, end)
        if below >= 0 and below - start < 12:
            start = below + 1
    if text[start : start + 1] in _SPEAKERS:
        start = fragments.spoken(response.low, start, end)
    return start, end


def closing(response: Response) -> Statement | None:
    """The last line, where it is only a label or an option's text and no item of a list."""
    text = response.text
    start, end = _bounds(response)
    fragment = fragments.last(response, start, end)
    if fragment is not None:
        return fragment
    break_at = text.rfind("\n", start, end)
    if break_at < 0 or end - break_at > response.texts.longest + 80:
        return None
    if _ANOTHER.match(response.low, break_at, end):
        return None
    stated = _line_statement(response, *core(text, break_at + 1, end), "closing")
    box = response.low.find("oxed{", break_at, end)
    shown = response.boxed(box) if box >= 0 else None  # a box that only shows how to answer
    if (shown is not None and shown.kind == "hedged") or stated is None or stated.kind not in ("label", "text"):
        return None
    before = text[start:break_at].rstrip()
    above = before[before.rfind("\n") + 1 :].strip()
    if len(above) < 400:
        line_start = start + before.rfind("\n") + 1
        listed = LABEL_LINE.match("\n" + above) is not None
        if listed and text.endswith("\n\n", start, break_at + 1):  # below the list, one of its options again
            listed = stated.label is None or is_item(response, stated.label, line_start + len(above))
        other = _line_statement(response, line_start, start + len(before), "closing")
        if listed or (
            LABEL_LINE.match("\n" + above) is None
            and other is not None
            and other.kind in ("label", "text")
            and other.label != stated.label
        ):
            return None
    if above.endswith(("not", "except", "or", "and", "wrong:", "incorrect:")):
        return None
    if above.rstrip("*_ ").endswith(":") and is_lead_in(above.lower()):
        return None
    texted = stated.kind == "label" and _WORDS.search(text, stated.after, end) is not None
    if texted and is_item(response, stated.label or "", break_at):
        return None
    return stated


def leading(response: Response) -> Statement | None:
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
    return None if heads_list(response, stated, stop) else stated


def sole(response: Response) -> Statement | None:
    """The only label of the text, with its own text behind it, as its last words; no verdict and nothing more."""
    stated = response.sole(response.start, response.end)
    if stated is None or _told_off(response, stated.label, stated.end, response.end):
        return None
    above = response.low[max(response.start, stated.start - 60) : stated.start].rstrip(" \n*_(>-")
    above = above[above.rfind("\n") + 1 :]
    if _OF_CHOICES.search(above) or REJECTED_ANSWER.search(above) or (above.endswith(":") and is_lead_in(above)):
        return None
    return None if _said_of(response, stated, response.start, response.end) else stated


def leading_text(response: Response) -> Statement | None:
    """A response of one line that opens with an option's text as its answer: "Gold. It does not rust."."""
    text, low = response.text, response.low
    start, end = _bounds(response)
    if end - start > 400 or "\n" in text[start:end]:
        return None
    start = match_end(OPENERS, text, start, end)
    match = response.texts.at(text, start, end)
    if match is None or match.label is None or match.listed or text[match.start : match.end].isdigit():
        return None
    if not (_OPENED.match(low, match.end, end) or _IS_ANSWER.match(low, match.end, end)):
        return None
    rest = f" {_NO_WORD.sub(' ', normalize(low[match.end : end]))} "
    if any(f" {norm} " in rest for norm, labels in response.texts.by_text.items() if match.label not in labels):
        return None
    if any(label != match.label for _, label, _ in response.mentions(match.end, end)):
        return None
    if any(words.search(low, match.end, end) for words in (RETRACTION, DISOWNED, _UNSURE)):
        return None
    return Statement("text", match.label, start, match.start, match.end, match.end, "leading", closing=True)


_OPENED: Final = re.compile(
    r"[*_\"'”’)]{0,3}(?:[.:;!—–]|\s[-—–]|,? (?:because|since)\b|(?<=yes),|(?<=no),|(?<=true),|(?<=false),)"
)
_UNSURE: Final = re.compile(r"\b(?:can(?:not|['’]t)|unable|unclear|depends|maybe|perhaps|possibly|but|however|if)\b")
_IS_ANSWER: Final = re.compile(
    r"[*_\"'”’)]{0,3} (?:is|would be) (?:clearly |definitely |probably |likely )?(?:the |my )?"
    r"(?:(?:correct |right |best |most likely |final )?(?:answer|choice|option)(?![a-z])"
    r"(?! to (?!(?:the|this) (?:question|problem))| for (?:another|a different))|"
    r"(?:correct|right)(?=[*_\"'”’)]{0,3}(?:[.!,;]|\s{0,3}$)|"
    r"\s(?:because|since|as|here)\b))"
)
_NO_WORD: Final = re.compile(r"[^\w.%/$^+-]+")


def _plain_end(response: Response, sentence: int, at: int, label: str) -> bool:
    """Whether a sentence without "therefore" ends on its answer: "The fruit is a plum", but no "x = 2 or x = 3"."""
    low = response.low
    if _INNER_CONCLUSION.search(low, sentence, at):
        return True
    if low[at - 1 : at] in ("=", "≈") or low[at - 2 : at] in ("= ", "≈ "):
        return False
    start, end = _bounds(response)
    texts = response.texts
    others = [norm for norm, labels in texts.by_text.items() if label not in labels]
    words = f" {_NO_WORD.sub(' ', normalize(low[start:at]))} "
    if any(f" {norm} " in words for norm in others):
        return False
    if not any(char.isdigit() for char in low[at:end]):
        return True
    return low.endswith(("is ", "are "), sentence, at) and not any(char.isdigit() for char in low[start:sentence])


def _without_contrast(response: Response, sentence: int, end: int) -> int:
    """Where a sentence ends but for ", not …" with another option's text: "The tree is an oak, not an elm."."""
    found = _CONTRAST.search(response.low, max(sentence, end - response.texts.longest - 20), end)
    return found.start() if found and response.texts.exact(response.text[found.end(1) : end]) is not None else end


def _denied(response: Response, sentence: int, at: int) -> bool:
    """Whether a sentence denies or only supposes what it names at this place."""
    left = response.low[sentence:at]
    return bool(UNSTATED.among(left) or _DENIES.search(left) or NEGATED.match(response.low, at, response.end))


def concluding_text(response: Response) -> Statement | None:
    """The last sentence concludes with an option's text: `Therefore, the tree is a birch`."""
    text, low = response.text, response.low
    start, end = _bounds(response)
    if end - start > 3 and text[end - 1] not in '.!*$)]}"”。':
        return None
    first = max(start, end - 260 - response.texts.longest)
    breaks = [mark.end() for mark in _SENTENCE_BREAK.finditer(low, first, end - 1)]
    if response.derived.letter_led:  # "E. coli" is no end of a sentence
        breaks = [at for at in breaks if not _LONE.search(low, max(start, at - 4), at)]
    if not breaks and first > start:
        return None
    sentence = breaks[-1] if breaks else start
    stop = end - 7 if low.endswith(("it is.", "it is!"), sentence, end) else end  # "Saturn it is."
    entire = response.texts.exact(text[sentence:stop].rstrip(", ")) if stop < end else None
    if entire is not None:
        span = response.texts.tight(text, sentence, stop, entire)
        return Statement("text", entire, sentence, *span, end, "closing", closing=True)
    entire = response.texts.exact(text[sentence:end])
    if entire is not None and len(text[sentence:end].split()) > 2:
        span = response.texts.tight(text, sentence, end, entire)
        return Statement("text", entire, sentence, *span, end, "closing", closing=True)
    brief = end - start <= 250 and len(breaks) <= 1
    if sentence > start and not brief and not _CONCLUSION.match(low, sentence, end):
        return None
    if "oxed" in low[sentence:end]:
        return None
    end = _without_contrast(response, sentence, end)
    if sentence > start and LABEL_LINE.match("\n" + text[sentence : sentence + 40]):
        return None  # one of the options, listed
    conclusion = _CONCLUSION.match(low, sentence, end)
    found = [
        conclusion.end() if conclusion else sentence,
        *[copula.end() for copula in _COPULA.finditer(low, sentence, end)][-6:],
    ]
    for at in found:
        whole = response.texts.exact(text[at:end])
        if whole is not None:
            if low.endswith(_ABOUT, sentence, at) and not any(char.isdigit() for char in low[at:end]):
                return None  # "it is about …"
            if not _CONCLUSION.match(low, sentence, end) and not _plain_end(response, sentence, at, whole):
                return None
            inner, stop = response.texts.tight(text, at, end, whole)
            if _denied(response, sentence, at) or response.used(inner, stop)[0]:
                return None
            return Statement("text", whole, at, inner, stop, end, "closing", closing=True)
    return None

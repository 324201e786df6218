"""Several options where one answer should stand: "A–D", "A. red B. blue", "A. Or C.", one letter below the other."""

import re
from typing import Final

from mcqa_cli.modes.robust.labels import Labels
from mcqa_cli.modes.robust.texts import Texts

# Right behind the label, without a word: a range or alternatives.
_SPAN: Final = re.compile(r"(?:[–—:]|\.{2,3}|…|\s?\|\s?)(?=\w)")
_SPAN_ENDS: Final = re.compile(r"[)\]}*_`\"'$]{0,4}(?:[.!]?\s{0,3}$|[.!]?\n|\|)")
# Behind the label: another one is joined to it, after a point or a dash.
_JOINED: Final = re.compile(
    r"[)\]*_\"']{0,4}(?:\.{1,3}|…|,|;|\s[-–—])\s{1,2}(?:or|and)\s(?:maybe |possibly |perhaps |also |even )?"
    r"(?:option |choice |answer )?[(*]{0,3}(?=\w)"
)
_COULD_BE: Final = re.compile(
    r"[)\]*_\"']{0,4}[.,;]\s(?:but |though |although |and )?(?:it|this|that) (?:could|might|may|can)"
    r"(?: also| equally| just as well| well| possibly){1,2} be (?:option |choice |answer )?[(*]{0,3}(?=\w)"
)
_JOINED_ENDS: Final = re.compile(r"[)*\"']{0,3}(?:[.!?,;]|\s{0,3}$|\n| (?:too|as well|also)\b)")
# Behind the label: another one is called right as well.
_OTHER: Final = re.compile(
    r"[)\]*_\"']{0,4}(?:[.,;]|\s[-–—])?\s(?:but |though |although |and |while |however,? )?"
    r"(?:option |choice |answer )?[(*]{0,3}(?=\w)"
)
_TOO: Final = re.compile(
    r"[)*\"']{0,3} (?:(?:is|would be|could be|may be|might be|can be|could|may|might|would) "
    r"(?:(?:also|equally|just as|as well) (?:be )?(?:be |well )?)(?:an? |the )?(?:equally )?"
    r"(?:correct|right|acceptable|correct answer|right answer|possible answer|valid answer|answer)|"
    r"(?:also|equally) (?:works|fits|answers it)|(?:works|fits) (?:too|as well|equally well))"
    r"(?=[*_]{0,2}(?:[.!;]|\s{0,3}$|\n))"
)
# The next line is another label and nothing else.
_NEXT_LINE: Final = re.compile(
    r"[)\]}*_`\"'.,;]{0,5}[ \t\r]{0,3}\n[ \t]{0,4}((?:[-*•]|\d{1,2}[.)])?[ \t]{0,3})[(\[*_]{0,3}(?=\w)"
)
_LINE_ENDS: Final = re.compile(r"([)\]*_.,;]{0,4})[ \t\r]{0,3}(?:\n|$)")
_DELIMITER: Final = re.compile(r"[*_]{0,2}[.):\]]{0,2}[*_]{0,2}\s{1,2}[*_]{0,2}")
_SEPARATOR: Final = re.compile(r"[*_]{0,2}(?:[ \t]?[,;/|][ \t]?|[ \t]{1,3})(?:(?:or|and)[ \t])?[(*_\[]{0,3}(?=\w)")


def struck(text: str, start: int) -> bool:
    """Whether the label that starts here is struck out: "~~B~~"."""
    return start > 1 and text.startswith("~~", start - 2)


def span(labels: Labels, text: str, label: str, stop: int, end: int) -> bool:
    """Whether the label that ends at `stop` starts a range or a row of them: "A–D", "A|B|C"."""
    found = _SPAN.match(text, stop, end)
    token = labels.token(text, found.end()) if found else None
    return token is not None and token[0] != label and _SPAN_ENDS.match(text, token[1], end) is not None


def listed(labels: Labels, texts: Texts, text: str, label: str, stop: int, end: int) -> bool:
    """Whether another option is listed right behind the label: in the next line, or behind the label's own text."""
    below = _NEXT_LINE.match(text, stop, end)
    if below:
        token = labels.token(text, below.end())
        closed = _LINE_ENDS.match(text, token[1], end) if token else None
        if token is not None and closed is not None and token[0] != label and text[below.end()].isupper():
            cut_off = token[0] in ("A", "I") and closed.end() >= end and not (closed[1] or below[1].strip())
            return not cut_off
    delimited = _DELIMITER.match(text, stop, end)
    if delimited is None:
        return False
    # Its own text as it is written: more words may stand behind it than an option's text may have.
    written = next((norm for norm, having in texts.by_text.items() if label in having), "")
    if not written or text[delimited.end() : delimited.end() + len(written)].lower() != written:
        return False
    separated = _SEPARATOR.match(text, delimited.end() + len(written), end)
    token = labels.token(text, separated.end()) if separated else None
    return token is not None and token[0] != label and texts.own(token[0], text, token[1], end)


def joined(labels: Labels, text: str, low: str, label: str, stop: int, end: int) -> bool:
    """Whether the words behind the label put another one beside it: "A. Or C.", "A, but C is also correct"."""
    for pattern, ends in ((_JOINED, _JOINED_ENDS), (_COULD_BE, _JOINED_ENDS), (_OTHER, _TOO)):
        found = pattern.match(low, stop, end)
        token = labels.token(text, found.end()) if found else None
        if token is not None and token[0] != label and text[token[1] - 1].isupper() and ends.match(low, token[1], end):
            return True
    return False

"""Last sentences that are no more than a letter, and what is left of a chat's form in front of an answer."""

import re
from typing import Final

from mcqa_cli.modes.robust.payload import Statement
from mcqa_cli.modes.robust.statements import Response
from mcqa_cli.modes.robust.symbols import is_symbol
from mcqa_cli.modes.robust.texts import normalize

# A last sentence that is only a letter in bold type or brackets.
_LAST_BIT: Final = re.compile(
    r"(?<![ .][a-z])[.!?…]\)?[ \t]+((?:[B-HJ-Z](?=[.!]?$)|(?:\*\*|__|`|[(\[])\w{1,3}(?:\*\*|__|`|[)\]]))[.!]?)$"
)
# A last sentence that gives its grounds and then only a letter: "Since it melts first, C."
_GROUNDED: Final = re.compile(
    r"(?:.*[.!?\n]\s{1,3})?(?:since|because|as|given|in conclusion|upon|on reflection|overall|finally|considering|"
    r"by (?:the )?process of elimination|"
    r"based on|in short|"
    r"in summary|all things|"
    r"to sum|from|by elimination|after)\b[^.!?\n]*[,:]\s[(*]{0,3}([a-z0-9])[)*]{0,3}[.!]?$",
    re.DOTALL,
)
_GROUNDED_END: Final = re.compile(r"[,:]\s[(*]{0,3}[a-z0-9][)*]{0,3}[.!]?$")
# A last sentence that only names an option; one that is not closed may have been cut off.
_NAMED: Final = re.compile(
    r"[.!][\"'”’)*_]{0,3}\s{1,3}[*_(]{0,3}(?:answer )?(?:option|choice|letter)\s[*_(\[\"]{0,3}(\w{1,2})"
    r"(?:[)\]*_\"]{1,4}[.!]?|[.!][*_]{0,3})$"
)
# What the sentence before it may not say: it goes on to an option, or has dealt with a wrong one.
_LEADS_ON: Final = re.compile(
    r"\b(?:let|consider|look|check|examine|evaluate|analy[sz]e|next|now|first|start|begin|remaining|wrong|incorrect|"
    r"false|eliminate[sd]?|exclude[sd]?|ruled|rules? out|distractor|trap|tempting|mistaken?|worst|least|maybe|"
    r"perhaps|unsure|guess|reject(?:ed|s)?|not sure)\b"
)
_SENTENCE: Final = re.compile(r"[.!?]\s|\n")
# In front of a closing "A", what makes it no article: a result, a whole sentence.
_NUMBER: Final = r"\d(?:[\d,.]{0,12}\d)?[^=≈\n.;,\d]{0,14}"
_EQUALS: Final = r"[=≈]\s?(?:[^=≈\n.;,]{0,20}[^\w\n.])?"
_RESULT: Final = re.compile(
    rf"{_EQUALS}{_NUMBER}[.!]\s[*_(]{{0,3}}$|"
    rf"(?:{_EQUALS}|^\W{{0,4}}|\bis (?:about |around |therefore |thus )?[$£€]?){_NUMBER}"
    r"(?:[,;.]?\s(?:so|thus|hence|therefore),?\s|\s?(?:→|⇒|->|=>)\s?)[*_(]{0,3}$"
)
_WHOLE_SENTENCE: Final = re.compile(r"[a-z]{4}(?<!approx)[)\]\"”*_]{0,3}[.!]\s{1,2}$")
_BEFORE: Final = 80
_NAMES: Final = ("option ", "choice ", "answer ", "statement ", "letter ")
# A longer text that ends in an article is more likely cut off.
_SHORT: Final = 400
_SPEAKER: Final = re.compile(
    r"\s{0,3}(?:<\|(?:start_header_id\|>)?assistant(?:<\|end_header_id)?\|>|<\|im_start\|>assistant|\[/inst\]|"
    r"<start_of_turn>model|\*{0,2}assistant:\*{0,2})\s{0,3}(?=\S)"
)


def spoken(low: str, start: int, end: int) -> int:
    """Where the text starts behind a chat's mark of who speaks: "Assistant: B", "[/INST] B"."""
    said = _SPEAKER.match(low, start, end)
    return said.end() if said else start


def last(response: Response, start: int, end: int) -> Statement | None:
    """A last sentence that is only a letter: set apart, named as an option, or with its grounds."""
    text, low = response.text, response.low
    bit = _LAST_BIT.search(text, max(start, end - 24), end)
    if bit:
        read = response.payload(bit.start(1), bit.start(1), "closing", end)
        bare = text[bit.start(1)].isalpha()
        if read.kind == "label" and end - read.after < 2 and (not bare or response.alone(read.start, start, end)):
            return read
    ended = _GROUNDED_END.search(low, max(start, end - 12), end)
    grounded = _GROUNDED.match(low, max(start, end - 300), end) if ended else None
    if grounded and response.alone(grounded.start(1), start, end):
        read = response.payload(grounded.start(1), grounded.start(1), "closing", end)
        if read.kind == "label" and text[read.start].isupper():
            return read
    near = low[max(start, end - 24) : end]
    if "option" in near or "choice" in near:
        return _named(response, start, end)
    return _closing_a(response, start, end) if text.endswith(("A", "A."), start, end) else None


def _named(response: Response, start: int, end: int) -> Statement | None:
    """The only option that the text names: "It has acorns. Option B."."""
    low = response.low
    named = _NAMED.search(low, max(start, end - 40), end)
    token = response.labels.token(response.text, named.start(1)) if named else None
    if named is None or token is None or not _only(response, token[0], start, end):
        return None
    before = low[max(start, named.start() - 160) : named.start()]
    breaks = list(_SENTENCE.finditer(before))
    if _LEADS_ON.search(before[breaks[-1].end() :] if breaks else before):
        return None
    read = response.payload(named.start(1), named.start(1), "closing", end)
    return read if read.kind == "label" and response.text[read.start].isupper() else None


def _closing_a(response: Response, start: int, end: int) -> Statement | None:
    """A closing "A", where what stands before it leaves no room for an article: "n = 12, thus A"."""
    text, low = response.text, response.low
    stop = end - 1 if text[end - 1] == "." else end
    at = stop - 1
    if at <= start or text[at - 1] not in " >→⇒" or not _only(response, "A", start, end):
        return None
    if is_symbol("A", [hit[2] for hit in response.mentions(start, end)], text, low, (start, end)):
        return None
    left = low[start:at] if at - start <= _BEFORE else "x" + low[at - _BEFORE : at]
    sure = stop < end or end - start <= _SHORT
    whole = _WHOLE_SENTENCE.search(left)
    if (sure and _RESULT.search(left)) or (whole and (stop < end or (sure and _own_before(response, left)))):
        return Statement("label", "A", at, at, stop, end, "closing", closing=True)
    return None


def _only(response: Response, label: str, start: int, end: int) -> bool:
    """Whether no other label is mentioned; the article and the pronoun are none."""
    for at, other, stop in response.mentions(start, end):
        if other == label:
            continue
        following = response.text[stop : stop + 2]
        word = other in ("A", "I") and (
            following[:1] in ("'", "’") or (following[:1] == " " and following[1:].islower())
        )
        if not word or response.low.endswith(_NAMES, start, at):
            return False
    return True


def _own_before(response: Response, left: str) -> bool:
    """Whether the sentence that ends there ends in the text of option A."""
    words = " " + normalize(left)
    return any(words.endswith(" " + norm) for norm, labels in response.texts.by_text.items() if "A" in labels)

"""Lead-ins and headings that have a noun like "answer" and a colon, but only announce what is said of the options.

"Let's look at the other answers:", "Explanation of the answer:", "To find the correct answer, consider each option:".
An answer line has its noun as the subject, and between it and the colon nothing or a word on what it answers ("Answer
to the question:"). A lead-in has the noun as the object of another verb or of a noun like "analysis", speaks of
several answers, or has a verb of its own behind the noun.
"""

import re
from typing import Final

from mcqa_cli.modes.robust.payload import Payloads, Statement

# How much behind the first item is looked through for the next one.
_WITHIN: Final = 600

_DETERMINERS: Final = (
    r"(?:(?:the|this|that|my|our|your|its|an?|each|every|all|other|correct|right|final|best|given|chosen|above)\s){0,4}"
)
_SPOKEN_ABOUT: Final = (
    r"explanations?|explaining|reasons?|reasoning|justifications?|analys[ie]s|rationales?|evaluations?|assessments?|"
    r"discussions?|evidence|proofs?|arguments?|comparisons?|reviews?|overview|breakdowns?|details?|derivation|"
    r"verification|validation|elimination|steps?|clues?|hints?|approach|method|strategy|thoughts?|notes?|comments?|"
    r"remarks?|candidates?|basis|background|support|walk-?through|examination|interpretation|critique"
)
# Left of the noun: whatever stands behind the colon, it is no answer.
_OF_OTHERS: Final = re.compile(
    r"(?:\b(?:other|others|each|every)\s(?!words|hand|side|than)(?:of (?:the |these )?)?(?:\w+\s){0,2}"
    rf"|\b(?:{_SPOKEN_ABOUT})\s(?:of|for|on|behind|to|with|about|against|leading to)\s{_DETERMINERS}"
    r"|\b(?:points?|facts?|insights?|words?|thinking|look|information)\s(?:about|on|at|behind)\s"
    rf"{_DETERMINERS}"
    r"|(?<!that is )(?<!this is )(?<!that's )(?<!which is )\b(?:why|how)\b(?:\s[\w'’]+){0,6}\s)$"
)
_SEVERAL: Final = re.compile(
    r"\b(?:these|those|all|remaining|following|various|possible|individual|respective|different|two|three|four|five)\s"
    r"(?:of\s)?(?:the\s)?(?:\w+\s)?$"
)
# Right of the noun: the same.
_ABOUT: Final = re.compile(
    rf"\s(?:choices?\s|options?\s|key\s)?(?:{_SPOKEN_ABOUT}|process|checks?|confidence|probabilit(?:y|ies))(?![a-z])"
)
# Left of the noun, in its clause: it is the object of a verb, so that an item in the next line need not be the answer.
_OBJECT: Final = re.compile(
    r"\bto\s(?!the\b|my\b|this\b|our\b|an?\b|be\b|me\b|conclude|state|give)(?:[\w-]+\s){1,6}$"
    r"|\b(?:let['’]s|let us|let me|lets|we|i|we['’]ll|i['’]ll|one|you)\s(?:(?!conclude|get|have|obtain|give|state|"
    r"choose|select|pick|submit|think(?! about| through| of)|believe|say|present|finali[sz]e|provide)[\w'’-]+\s){1,6}$"
    r"|^\W{0,6}(?:now |first |next |then |by )?(?!being|according|going with)[a-z]{3,12}ing\s(?:[\w-]+\s){0,5}$"
)
_VERB: Final = re.compile(
    r"(?:\bto|\bcan|\bcould|\blet['’]s|\blet us|\blet me|\bwe|\bi|\bwe['’]ll|\bi['’]ll|\byou|\bnow|\bfirst)\s$"
)
# Right of the noun: words that leave it the subject of an answer line.
_COMPLETED: Final = re.compile(
    r"(?:[\s,]{1,3}(?:choice|option|letter|key|number|text|line|label|to|for|of|in|on|after|based|given|according|"
    r"considering|as|from|with|without|by|and|below|here|only|among|i|we|you|that|which|most|closest|selected|chosen|"
    r"therefore|thus|hence|then|so|would|will|should|must|might|could|again|now|above|is)\b"
    r"|[\s,]{0,3}[(\[]|\W{0,8}$)"
)
_NOUN: Final = re.compile(r"(?<![a-z])(?:answer|option|choice|correct(?!ed))")
_HEADING: Final = re.compile(
    rf"[^\w\n]{{0,8}}(?:(?:my |the |brief |short )?(?:{_SPOKEN_ABOUT}|here['’]s why|why)|"
    r"to (?:find|see|decide|determine|figure|identify|choose|pick|select|answer|solve|check|understand)\b[^.:\n]{0,80})"
)
_STEM: Final = re.compile(r"[a-z]+(?:['’]s\b)?")
_JOINED: Final = " \t*_:：=→⇒➡—–->\"'”’`)]"


def announces(response: Payloads, left: str, joined: str, stated: Statement) -> bool:
    """Whether the words round a noun that `joined` starts with announce options, so that `stated` is no answer.

    left: what stands left of the noun in its sentence.
    """
    kind = _kind(left, joined)
    return kind == "overview" or (
        kind == "open" and (_below(response, stated) or _another_item(response, stated) is not None)
    )


def is_lead_in(line: str) -> bool:
    """Whether a lower-case line that ends with a colon announces options: a line below it is one of them."""
    line = line.rstrip(_JOINED)
    if _HEADING.fullmatch(line):
        return True
    nouns = [found.start() for found in _NOUN.finditer(line)]
    return bool(nouns) and _kind(line[max(0, nouns[-1] - 90) : nouns[-1]], line[nouns[-1] :]) != "line"


def _kind(left: str, joined: str) -> str:
    """`line` (an answer line), `overview` (what follows is no answer), or `open` (only right behind the colon)."""
    stem = _STEM.match(joined)
    if stem is None:
        return "line"
    word, between = stem[0], joined[stem.end() :].rstrip(_JOINED)
    clause = left[max(left.rfind(","), left.rfind(";"), left.rfind(":")) + 1 :]
    plural = word.endswith("s") and not word.endswith(("'s", "’s", "ss"))
    if _OF_OTHERS.search(clause) or (plural and _SEVERAL.search(clause)) or _ABOUT.match(between):
        return "overview"
    if (
        plural
        or word.endswith("ing")
        or _OBJECT.search(clause)
        or (between and (_VERB.search(clause) or not _COMPLETED.match(between)))
    ):
        return "open"
    return "line"


def _below(response: Payloads, stated: Statement) -> bool:
    """Whether the answer would stand in a line of its own below the colon."""
    return response.text.find("\n", max(stated.at, stated.start - 40), stated.start) >= 0


def _another_item(response: Payloads, stated: Statement) -> str | None:
    """The next label in the same paragraph that is set apart in the same way: "(A) … (B) …"."""
    text, start = response.text, stated.start
    opened, closed = text[start - 1 : start], text[stated.end : stated.end + 1]
    if closed not in _ITEM_ENDS:
        return None
    stop = text.find("\n\n", stated.end, response.end)
    stop = min(stop if stop >= 0 else response.end, start + _WITHIN)
    at = text.find(closed, stated.end + 1, stop)
    left = 40
    while at >= 0 and left:
        other = at - (stated.end - start)
        token = response.labels.token(text, other) if text[other - 1 : other] in (opened, "\n") else None
        if token is not None and token[0] != stated.label and token[1] == at:
            return token[0]
        at = text.find(closed, at + 1, stop)
        left -= 1
    return None


_ITEM_ENDS: Final = frozenset((")", ".", ":", "*", "]"))

"""An option named once in the sentence that answers, letter and text together, and others only in passing after it.

"Gold (B) is the metal that does not rust. Zinc (C) is used for roofs."
"""

import re
from typing import Final

from mcqa_cli.modes.robust.lexicon import DENIED_LEFT, DISOWNED, REJECTED_ANSWER, RETRACTION, UNSTATED
from mcqa_cli.modes.robust.payload import Statement, match_end
from mcqa_cli.modes.robust.statements import Response

# So much of a sentence is looked at, left and right of the letter.
_SENTENCE: Final = 220
# In a longer response a first sentence is more likely a step than the answer.
_LONGEST: Final = 1000
_TO_TEXT: Final = re.compile(r"[\s.):*_]{0,6}")
_MARKS: Final = ' *_"“”(\n'
# Whatever a sentence with one of these names, is not the answer for sure.
_UNSURE: Final = re.compile(
    r"\b(?:not|never|no|unlike|except|than|if|whether|unless|may|might|could|cannot|unlikely|hardly|perhaps|maybe|"
    r"possibly|probably|suppos\w+|assum\w+|imagine|wrong|incorrect|false|tempting|trap|distractor|mistaken?|worst|least|"
    r"second|third|next|last|other|another|alternative|common|usual|popular|naive|opposite|one of|or|but|either|both|"
    r"example|instance|reading|first (?!drug|line|treatment|therapy|medication|thing to (?:do|give))|"
    r"(?:to|we) (?:look|consider|examine|try|start|begin|check)|"
    r"(?:option|choice|candidate) (?:that|for|when))\b|n['’]t\b|\?"
)
_OPENING: Final = r"(?:so|thus|hence|therefore|consequently|here|in this case|in short|overall|finally|clearly),? "
_SUBJECT: Final = re.compile(
    rf"(?:^(?:{_OPENING})?|[,;:—] (?:and )?(?:so|thus|hence|therefore) )the [^,.;:\n=]{{3,90}} (?:is|was|are|were)"
    r"(?: (?:therefore|thus|hence|clearly))?(?: (?:the|an?))?$"
)
_AT_START: Final = re.compile(rf"(?:{_OPENING})?(?:(?:the|an?) ?)?")
_IS_THE: Final = re.compile(r"[)*_\]]{1,6} (?:is|was|are|were) (?:clearly |therefore )?the [^.\n]{3,160}[.!]?(?:\s|$)")
_SENTENCE_END: Final = re.compile(r"[)*_\]]{0,6}(?:[.!][*_]{0,3}(?=\s|$)|(?<=[)*])[ \t]{0,2}(?=\n\n))")
_REASON: Final = re.compile(r"[)*_\]]{0,6}(?:,? (?:because|since|as) |, which (?:is|was|has|are) )[^?\n]")
_BEHIND_LETTER: Final = re.compile(r"[)*_]{0,3}[.:)]?[*_]{0,2}\s")
_RIGHT: Final = re.compile(r"[^\n]{0,220}?(?=[.!?](?:\s|$)|\n|$)\??")
# Letters of others in brackets behind their texts, "zinc (C)", or as the subject of a sentence, "Option C describes".
_IN_BRACKETS: Final = re.compile(r"\w[*_\"]{0,3} \((?:(?:options? )?[a-z](?:, and |, | and ))*(?:options? )?$")
_NAMED: Final = re.compile(r"^(?:the )?(?:other )?(?:options?|choices?) (?:[a-z](?:, and |, | and ))*$")
# Words with which a later sentence may give another answer.
_OVERRULES: Final = re.compile(
    r"\b(?:should|must|actually|wait|hmm+|rather|instead|also|too|as well|better|best|likely|equally|both|"
    r"either|or|correct|right|answer|sorry|oops|mistake|preferred|choose|pick|go with|therefore|thus|hence|so|maybe|"
    r"perhaps|possibly|"
    r"it is|it['’]s|"
    r"that is|which is why)\b|^\W*no\b|\?"
)
_CONDITIONAL: Final = re.compile(r"\b(?:if|would|when|were|had)\b")
_ITEM: Final = re.compile(r"[)*_]{0,4}\s?(?:[:：–—]|- )")
_ASKED: Final = re.compile(r"\b(?:question|asks|asked|asking)\b")
_IS_IT: Final = re.compile(r"[)*_]{0,4} (?:is|was|are|were) (?:the|what|how|why)\b")


def _own(response: Response, label: str) -> str:
    return response.choices.texts[response.choices.labels.index(label)].strip().lower()


def _letters(response: Response, start: int, end: int) -> list[tuple[int, str, int]]:
    """The labels mentioned between two places, without the article, the pronoun, and parts of words ("D-Day")."""
    text = response.text
    return [
        hit
        for hit in response.mentions(start, end)
        if (
            not (hit[1] in ("A", "I") and text[hit[2] : hit[2] + 1] == " " and text[hit[2] + 1 : hit[2] + 2].islower())
            or response.low.endswith(_NAMES, start, hit[0])
        )
        and not (text[hit[2] : hit[2] + 1] == "-" and text[hit[2] + 1 : hit[2] + 2].isalnum())
    ]


def aside(response: Response, label: str, since: int, end: int) -> bool:
    """Whether all other letters from a place on are named in passing, so that they overrule no answer before."""
    low, text = response.low, response.text
    for at, other, stop in _letters(response, since, end):
        if other == label:
            continue
        left = response.sentence_left(at, _SENTENCE)
        in_brackets = _IN_BRACKETS.search(left) is not None
        if in_brackets:
            if text[stop : stop + 1] not in (")", ",", " ") or (
                text[stop : stop + 1] == ")" and response.texts.own(other, text, stop + 1, end)
            ):
                return False
        elif not _NAMED.match(left):
            return False
        right = _RIGHT.match(low, stop, end)
        said = right[0] if right else ""
        sentence = left + said
        if _ITEM.match(said) or (not said.strip(") *_") and len(_without_text(response, other, left).split()) < 3):
            return False  # an item of a list, or nothing but another option
        conditional = _CONDITIONAL.search(left) is not None
        if _OVERRULES.search(sentence) or (_IS_IT.match(low, stop, end) and not conditional):
            return False
        if in_brackets and not conditional and _SUBJECT.search(_without_text(response, other, left)):
            return False
    return True


def _without_text(response: Response, label: str, left: str) -> str:
    """The words left of a letter in brackets, without its text: "the metal is zinc (" to "the metal is"."""
    left = left.removesuffix("option ").rstrip(_MARKS)
    own = _own(response, label)
    return left[: -len(own)].rstrip(_MARKS) if own and left.endswith(own) else left


def in_passing(response: Response, read: Statement, end: int) -> bool:
    """Whether the letter has its own text and a full stop behind it, and others are named only in passing after it."""
    text, label = response.text, read.label or ""
    own = response.choices.texts[response.choices.labels.index(label)].strip()
    place = match_end(_TO_TEXT, text, read.end, end)
    stop = place + len(own.rstrip("."))
    return (
        text[read.end : read.end + 1] in (".", ")", ":")
        and text.startswith(own.rstrip("."), place)
        and _SENTENCE_END.match(text, stop, end) is not None
        and aside(response, label, stop, end)
    )


def once(response: Response) -> Statement | None:
    """The option that the first sentence with a letter names, letter and text, as the answer."""
    low, text, end = response.low, response.text, response.end
    if end - response.start > _LONGEST:
        return None
    mentioned = _letters(response, response.start, end)
    if not mentioned:
        return None
    at, label, stop = mentioned[0]
    if not (text[at - 1 : at] == "(" or text.endswith(_BEFORE_LETTER, response.start, at)):
        return None
    left = response.sentence_left(at, _SENTENCE)
    if _UNSURE.search(left) or UNSTATED.among(left) or DENIED_LEFT.among(left) or REJECTED_ANSWER.search(left):
        return None
    after = _answers(response, label, (at, stop), left)
    if after < 0 or any(place < after and other != label for place, other, _ in mentioned):
        return None
    if not aside(response, label, stop, end) or _ASKED.search(low, after, end):
        return None
    if RETRACTION.search(low, after, end) or DISOWNED.search(low, after, min(end, after + 60)):
        return None
    return Statement("label", label, at, at, stop, after, "sentence", closing=True)


_NAMES: Final = ("option ", "choice ", "(")
_BEFORE_LETTER: Final = ("**", "(option ", "(Option ", " option ", "(choice ")


def _answers(response: Response, label: str, span: tuple[int, int], left: str) -> int:
    """Where the sentence's naming of the label ends, if it is one that answers; else -1."""
    low, text, end = response.low, response.text, response.end
    at, stop = span
    own = _own(response, label)
    bare = left.removesuffix("option ").removesuffix("choice ").rstrip(_MARKS)
    first = not low[response.start : at - len(left)].strip()
    closed = _SENTENCE_END.match(low, stop, end) or _REASON.match(low, stop, end)
    if own and bare.endswith(own):
        head = bare[: -len(own)].rstrip(_MARKS)
        if _AT_START.fullmatch(head):
            said = _IS_THE.match(low, stop, end)
            if said is None and closed and first:  # nothing but the text and its letter
                return closed.end()
            return said.end() if said and not _UNSURE.search(said[0]) else -1
        if closed is None:
            return -1
        named = left.endswith(("option ", "choice ")) and len(head.split()) > 1
        only = {name for _, name, _ in _letters(response, response.start, end)} == {label}
        return closed.end() if _SUBJECT.search(head) or (named and only) else -1
    if not _SUBJECT.search(bare):
        return -1
    behind = _BEHIND_LETTER.match(low, stop, end)
    if own and behind and low.startswith(own, behind.end()):
        closed = _SENTENCE_END.match(low, behind.end() + len(own), end)
        return closed.end() if closed else -1
    return closed.end() if closed and first and text[at - 1] == "(" else -1

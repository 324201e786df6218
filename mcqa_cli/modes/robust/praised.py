"""Option texts that a sentence calls the answer, and the one option that is left out when all are called wrong."""

import re
from typing import Final

from mcqa_cli.modes.robust.lexicon import DENIED_LEFT, UNSTATED
from mcqa_cli.modes.robust.payload import Statement
from mcqa_cli.modes.robust.statements import Response

_SENTENCES: Final = 8
# So much of the text's start and of its end is looked at.
_WITHIN: Final = 400
_NOUN: Final = r"(?:answer|choice|option|pick|match)"
_IS_ANSWER: Final = re.compile(
    r"\s(?:is|was|would be|must be|has to be|should be|seems to be|remains)\s"
    r"(?:clearly |definitely |indeed |probably |likely |therefore |thus |most likely |obviously )?"
    rf"(?:(?:the|my|our)\s(?:single |one |only |most )?(?:correct |right |best |appropriate |likely |final |closest |"
    rf"suitable |accurate )?{_NOUN}(?=[*_\"'”’)]{{0,3}}(?:[.!,;]|\s{{0,3}}$|\s(?:here|because|since|as|for this|"
    rf"to this|to "
    r"the question|for the question|among|given|of these)(?![a-z])))"
    r"|correct(?=[*_]{0,3}[.!]?\s{0,3}$))"
)
# Where the subject of that sentence may start: at its start, behind words of conclusion or opinion, or after a comma.
_OPENING: Final = re.compile(
    r"[\s*_#>-]{0,6}(?:(?:so|thus|hence|therefore|consequently|accordingly|then|clearly|overall|finally|and|"
    r"in conclusion|"
    r"in summary|in short|of (?:these|those|all|the options)|among (?:these|them|the options)|i (?:think|"
    r"believe|would say)"
    r"(?: that)?|it follows that|this means(?: that)?|we conclude that|(?:in|of|from|among|given|for|with|based on) "
    r"(?:this|these|the|all|our)\s[^,.;\n]{1,50},)[,:]?\s){0,3}(?:that\s)?"
)
_CLAUSE: Final = re.compile(r"(?:[,;:]|\band\b|—)\s(?:and )?(?:so|thus|hence|therefore|which means(?: that)?)[,\s]\s?")
_DENIES: Final = re.compile(
    r"\b(?:not|never|no|unlike|except|if|whether|unless|may|might|could|why|neither|nor|either|or|both|doubt|wonder|"
    r"students?|people|some|many)\b|n['’]t\b"
)
_THEN: Final = re.compile(r"[^.\n]{0,30}?(?:\b(?:if|unless|but|or|and so|when|only)\b|\?)")

_EXCEPT: Final = (" except", " but ", " other than", " besides", " apart from", " save for")
_ALL_BUT: Final = re.compile(
    r"(?<![a-z])(?:(?P<none>none|nothing|no(?=\s(?:option|choice|answer|other)))|all|every(?:thing)?|each|any)"
    r"(?:\s(?:of|the|these|them|other|else|four|five|ten)){0,3}"
    r"(?:\s(?:options?|choices?|answers?|others?|statements?|ones?|letters?|alternatives?|"
    r"[a-z]{3,14}s))?"
    r"\s(?:except(?:\sfor)?|but|other than|besides|apart from|save for)\s(?:option |choice |for |letter )?[(*\"]{0,3}"
)
_ALL_WRONG: Final = re.compile(
    r"[)*\"]{0,3}\s(?:is|are|was|were|can be|could be|has been|have been|gets?|seems?)\s(?:all |clearly |therefore |"
    r"definitely |obviously |simply |thus )?(?:(?P<wrong>wrong|incorrect|false|ruled out|eliminated|excluded|"
    r"invalid|untrue|"
    r"impossible)|(?P<right>right|correct|true|possible|valid))(?=[.!;]|,(?! but)|\s{0,3}$|"
    r"\s(?:because|since|here|as)(?![a-z]))"
)


# The same the other way round: "Everything is wrong except D".
_WRONG_BUT: Final = re.compile(
    r"(?<![a-z])(?:all|every(?:thing)?|each|the others?|the rest)(?:\s[a-z]{2,12}){0,4}\s(?:is|are)\s(?:all |clearly )?"
    r"(?:wrong|incorrect|false|ruled out|eliminated),?\s(?:except(?: for)?|but|other than|apart from)\s"
    r"(?:for |option |choice )?[(*]{0,3}"
)
_SENTENCE_ENDS: Final = re.compile(r"[)*]{0,3}(?:[.!]|\s{0,3}$)")
_WAS: Final = re.compile(r"\s(?:was|were)\b|\sfew\b")


def text_praised(response: Response) -> Statement | None:
    """The only option whose text is said to be the answer: "The dime is the correct choice"."""
    low, text, start = response.low, response.text, response.start
    end = response.end
    labels = set()
    last = None
    if not response.cued:  # then no word like "answer" is there
        return None
    windows = [(start, end)] if end - start <= 2 * _WITHIN else [(start, start + _WITHIN), (end - _WITHIN, end)]
    sentences = [found for window in windows for found in _IS_ANSWER.finditer(low, *window)]
    for found in sentences[-_SENTENCES:]:
        left = response.sentence_left(found.start())
        at = found.start() - len(left)
        opening = _OPENING.match(low, at, found.start())
        places = [opening.end() if opening else at, at]
        places += [clause.end() for clause in _CLAUSE.finditer(low, at, found.start())]
        for place in places:
            label = response.texts.exact(text[place : found.start()])
            if label is None:
                continue
            before = low[at:place]
            if _DENIES.search(before) or UNSTATED.among(before) or _THEN.match(low, found.end(), end):
                return None
            labels.add(label)
            inner, stop = response.texts.tight(text, place, found.start(), label)
            last = Statement("text", label, place, inner, stop, found.end(), "sentence", closing=True)
            break
        else:
            if left.startswith("or ") or " or " in left or " and " in left or "not" in left:
                return None
    return last if len(labels) == 1 else None


def all_but(response: Response) -> str | None:
    """The label that is left when all others are called wrong at once: "Everything except D is wrong"."""
    low, start, end = response.low, response.start, response.end
    left: set[str] = set()
    start = max(start, end - _WITHIN)
    mentioned = response.mentions(response.start, end)
    if not mentioned or mentioned[-1][0] < start or not any(low.rfind(word, start, end) >= 0 for word in _EXCEPT):
        return None
    sentences = [*_ALL_BUT.finditer(low, start, end), *_WRONG_BUT.finditer(low, start, end)]
    for found in sentences[-_SENTENCES:]:
        token = response.labels.token(response.text, found.end())
        if token is None or not response.text[found.end()].isupper():
            continue
        if found.re is _WRONG_BUT:
            if not _SENTENCE_ENDS.match(low, token[1], end):
                continue
        else:
            said = _ALL_WRONG.match(low, token[1], end)
            if said is None or (said["wrong"] is None) != (found["none"] is not None):
                continue
            if token[0] in ("A", "I") and _WAS.match(low, token[1], end):
                continue  # "all but I were wrong"
        before = response.sentence_left(found.start()) + " "
        if not UNSTATED.among(before) and not DENIED_LEFT.among(before) and not _DENIES.search(before):
            left.add(token[0])
    return left.pop() if len(left) == 1 else None

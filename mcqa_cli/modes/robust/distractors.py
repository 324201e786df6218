"""Letters that are named beside an answer already given: what a mistake gives, what holds in another case."""

import re
from typing import Final

from mcqa_cli.modes.robust.lexicon import RETRACTION
from mcqa_cli.modes.robust.payload import Statement
from mcqa_cli.modes.robust.statements import Response

# How much of a sentence is looked at; what is longer has no beginning that could be judged.
_LONGEST: Final = 240
# How far behind an answer an explanation of the other options may go on.
_FARTHEST: Final = 2000

_SENTENCE_END: Final = re.compile(
    r"[.!?;](?<!i\.e\.)(?<!e\.g\.)(?<!vs\.)[\"'”’)\]*_]{0,3}\s|\n|,\s(?:whereas|while)\s|[。！？；।؟؛]"
)
# The most common beginnings of a sentence that states an answer, which need no look at the words.
_PLAIN: Final = tuple(
    f"{end}{head}the {kind}"
    for end in (". ", "\n", ".  ", ".**")
    for head in ("", "so ", "so, ", "thus, ", "hence, ", "therefore, ")
    for kind in ("", "correct ", "final ")
)
_LED_IN: Final = re.compile(
    r"[\W_]{0,8}(?:(?:note|remember|nb|but|and|now|however|conversely|similarly|likewise|whereas|while|by contrast|"
    r"in contrast|on the other hand|for (?:reference|comparison|completeness))[\s:,*]{1,4}(?:that )?){0,3}"
)
# How a sentence opens that is about another case than the question's, and how one that may be.
_OTHER_CASE: Final = re.compile(
    r"(?:(?:if|unless|had|were) (?!(?:i|we|you|so|not|my|our|this is|that is|anything|any)\b)|without (?!doubt)|"
    r"otherwise,? |(?:for|in|on|with|under) (?:an?|no|only|twice|half|other|another|different|most|some other|"
    r"(?:the )?(?:absence|case|presence) of|the (?:moon|other|next|previous|opposite)) "
    r"(?!(?:doubt|basis|nutshell|way|word|words|sense|whole|result|consequence|fact|matter|quick|cursory|little|bit|"
    r"final|hand|question|problem|more|one|given|high|exception|that|this)\b))"
)
_MAYBE_OTHER_CASE: Final = re.compile(
    r"(?:for|in|on|with|under|at) (?!(?:this|these|those|that|which|what|conclusion|summary|short|fact|hindsight|"
    r"fairness|either|everything|certainty|confidence|high|last|first|least|best|me|us|clarity|lack|terms|hesitation|"
    r"reality|truth|our|my|your|all|any|sum|total|both|each|every|general|practice|light|view|order|other words|"
    r"a nutshell|a word|addition|particular|turn|brief|essence|question|problem|answer|option|choice|part|step|"
    r"closer|careful|reflection|balance|second|further|more|some|re\w+|its|their|it|them|example|one exception|"
    r"the (?:end|given|above|question|reasons?|problem|context|same|original|correct|right|final|present|current|"
    r"stated|actual|case (?!of|where)|other hand|whole|basis|record|numbers|values|data))\b)"
)
# A sentence that opens with a mistake.
_MISTAKING: Final = re.compile(
    r"(?:(?:mistakenly|incorrectly|wrongly|erroneously|accidentally|naively)\b|"
    r"(?:forgetting|ignoring|neglecting|omitting|overlooking|mistaking|confusing|misreading|misinterpreting|"
    r"misapplying|dropping|skipping|failing|swapping|reversing|not \w+ing)\b)"
)
# One that opens with what somebody might do; what solvers say of their own steps is none.
_DOING: Final = re.compile(
    r"(?:(?:simply|just|merely|only) )?(?!(?:considering|checking|re\w+|verifying|comparing|looking|doubl\w+|"
    r"according|following|concluding|combining|testing|going|evaluating|examining|plugging|solving|calculating|"
    r"computing|simplifying|substituting|leaving|being|having|during|nothing|something|everything|anything)\b)"
    r"[a-z]{2,14}ing\b"
)
# What others do, or one who does so.
_OTHERS: Final = re.compile(
    r"(?:(?:a|an|the|many|most|some|several|careless|hasty|other) ){0,2}(?:students?|pupils?|people|candidates?|"
    r"test[- ]takers?|beginners?|learners?|readers?|solvers?|(?:those|anyone|anybody|someone|somebody|one|people) who|"
    r"whoever)\b"
)
# The same in other languages: without this; if that, who does so.
_WITHOUT: Final = re.compile(
    r"[\W_]{0,8}(?:sans|ohne|sin|sem|senza|zonder|bez|без)\s(?!(?:aucun )?(?:doute|zweifel|duda|embargo|dúvida|dubbio|"
    r"twijfel|сомнени))"
)
_FOREIGN_CASE: Final = re.compile(r"[\W_]{0,8}(?:si|wenn|falls|se|als|jeśli|если|wer|wie|qui|quien|quem|chi|кто)\s")
_MISTAKE: Final = re.compile(
    r"\b(?:mistake|error|trap|pitfall|distractor|decoy|misconception|forget|forgot|ignor(?:e|ing)|overlook|neglect|"
    r"incorrect|wrong|erroneous|confus|misread|erreur|piège|fehler|falle|erro(?:s|r|re|ri)?\b|trampa|fout\b|fouten\b|"
    r"ошибк|błąd|hata\b|kesalahan)|错误|錯誤|誤り|間違い|오류|실수"
)
_COMMON_MISTAKE: Final = re.compile(
    r"\b(?:common|frequent|typical|usual|classic) (?:\w+ )?(?:mistake|error|trap|pitfall|distractor|misconception)"
)
_SUPPOSED: Final = re.compile(r"(?<!\bi )(?<!\bwe )(?<!\bthat )(?<!\bthis )(?<!\bit )\b(?:would|could|might)\b")
_OWN: Final = re.compile(
    r"\b(?:i(?!\.e\.)|my|leav(?:es?|ing)|eliminat\w+|remain\w+|correct(?:ed|ing) (?:the|this|that))\b"
)
_CONCLUDED: Final = re.compile(
    r"\b(?:so|thus|hence|therefore|consequently|finally|donc|daher|somit|portanto|por tanto|por lo tanto|quindi)\b|"
    r"значит|поэтому|所以|因此"
)
_PRAISED: Final = re.compile(r"\b(?:correct|right|best|closest|answer is|must|final)\b")
_VERB: Final = re.compile(r"[:：=→⇒]|\w[\W_]{1,4}\w+")
# Between the answer and what is named later: the writer thinks again.
_RECONSIDERED: Final = re.compile(
    r"\b(?:let me|let['’]s|let us|re-?(?:check|consider|examin|evaluat|comput|calculat|read|think|visit|do\b)\w*|"
    r"double[- ]check\w*|verify\w*|hold on|edit|update|no,|sorry|hmm+|the (?:question|problem) (?:asks|says|is)|"
    r"instead,|alternatively|"
    r"(?:second|closer|careful|fresh) (?:look|thoughts?|reading|inspection|glance)|(?:on|upon) (?:reflection|review)|"
    r"again\b|no\.|moment[,.!…]|halt[,.!…]|warte\b|eigentlich|tatsächlich|korrigier|corrij|corrig|espera\b|espere\b|"
    r"perdón|attend[sez]|en fait|na verdade|aspetta\b|in realtà|me equivoqu|(?:war|waren) falsch|подожд|стоп|"
    r"на самом деле)|等等|不对|其实|实际上"
)


def sentence_start(response: Response, at: int) -> int:
    """Where the sentence or the bracket of a few words starts that a place stands in; -1 where it starts too far off.

    "i.e." does not end one.
    """
    low = response.low
    first = max(response.start, at - _LONGEST)
    start = -1 if first > response.start else first
    for end in _SENTENCE_END.finditer(low, first, at):
        start = end.end()
    bracket = low.rfind("(", max(start, first), at)
    if bracket >= 0 and at - bracket > 12 and low.find(")", bracket, at) < 0:
        start = bracket + 1
    return start


def is_beside(response: Response, stated: Statement, *, firm: bool = False) -> bool:
    """Whether a sentence names its letter as what a mistake gives, or what holds in another case.

    It may do so only beside an answer given before: alone, "using the sine gives 5 m (A)" is an answer. firm: that one
    is in a box or in a line of its own, so that a letter in brackets does not replace it.
    """
    if stated.how not in ("sentence", "closing") or stated.kind not in ("label", "text"):
        return False
    low, at = response.low, stated.at
    if low.endswith(_PLAIN, response.start, at):
        return False
    start = sentence_start(response, at)
    if start < 0 or at - start < 3:
        return False
    left = low[start:at]
    led_in = _LED_IN.match(left)
    opened = left[led_in.end() :] if led_in else left
    concluded = _CONCLUDED.search(left) is not None
    stating = _VERB.search(low, at, stated.start)
    if not concluded and (
        _OTHER_CASE.match(opened)
        or _MISTAKING.match(opened)
        or ((stating is None or "would" in low[at : stated.start]) and _MAYBE_OTHER_CASE.match(opened))
    ):
        return True
    if not (concluded or response.english) and _WITHOUT.match(left):
        return True
    if _COMMON_MISTAKE.search(left) and not _OWN.search(left):
        return True
    if stating or _OWN.search(left):
        return False
    if _MISTAKE.search(left) or _OTHERS.match(opened) or (not response.english and _FOREIGN_CASE.match(left)):
        return True
    if concluded:
        return False
    if _DOING.match(opened) or _SUPPOSED.search(left):
        return True
    return firm and low[at - 1 : at] == "(" and not _PRAISED.search(left)


def outlives(response: Response, given: Statement, later: Statement) -> bool:
    """Whether an answer stands against a later letter: that is named for a mistake or another case."""
    return (
        given.label is not None
        and is_beside(response, later, firm=given.how in _FIRM)
        and not _reconsidered(response, given.after, later.at)
    )


_FIRM: Final = frozenset({"box", "line", "tag", "leading"})


def _reconsidered(response: Response, after: int, at: int) -> bool:
    """Whether the writer thinks again between an answer and a place farther on, or the answer was only asked."""
    low = response.low
    if at - after > _FARTHEST or "?" in low[max(after - 1, 0) : after + 3]:
        return True
    return RETRACTION.search(low, after, at) is not None or _RECONSIDERED.search(low, after, at) is not None

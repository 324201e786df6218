"""Sentences whose subject says that what they name is the answer: "the false statement is B", "the next step is B"."""

import re
from typing import Final

_NOUNS: Final = r"(?:statement|claim|assertion|sentence|proposition|definition|description|pairing|match)"
_RELATIVE: Final = (
    r"\bthe (?:only |one |single )?(?:answer )?(?:[a-z]{2,14} ){0,3}(?:that|which|who) (?:(?:is|was|are|does|do|did|"
    r"can|could|has|have|would|will|should) (?:not|never)|(?:is|was|are|does|do|did|ca|could|has|have|would|wo)n['’]t|"
    r"cannot|fails to) (?!sure|certain|clear|obvious)[^,.;:\n]{1,60}?"
)
# A question that asks for what is not so is answered by these: not what the writer rejects, but what is asked for.
_UNTRUE: Final = re.compile(
    rf"(?:{_RELATIVE}|\bthe (?:only |one |single )?(?:incorrect|false|untrue|inaccurate|wrong|invalid) {_NOUNS}"
    r"(?: here| above| listed| given| in (?:the|this) (?:list|question)| (?:among|of) (?:these|them|the options))?)"
    r" (?:is|was|would be|must be|has to be)(?: therefore| thus| hence| then)?[\s*_:(]{0,6}(?:(?:answer )?"
    r"(?:option|choice|statement|letter)[\s*_(]{1,4})?$"
)
# What is to be done or given, as exams ask for it.
TO_DO: Final = re.compile(
    r"^(?!\W{0,4}(?:if|unless|when|had|were|without|(?:for|in|with|among|under|after) (?!this|the|our|such)))"
    r"[^\n]{0,60}\bthe (?:[a-z-]{2,14} ){0,2}?(?:indicated|recommended|correct|appropriate) "
    r"(?:[a-z-]{2,16} ){0,2}?(?:treatment|therapy|management|intervention|drug|agent|medication|"
    r"procedure|step|test|"
    r"investigation|action|approach|response|diagnosis)"
    r"(?: (?:here|now)| (?:for|in|of) (?:this|the|our)\b[^,.;:\n]{0,50})? "
    r"(?:is|would be|must be|should be)[\s*_:(]{0,6}$"
)
_BELONGS: Final = re.compile(
    r"(?:\bmost (?:appropriate|likely|suitable|accurate|probable|effective|reasonable|plausible)|\bbest|\bindicated|"
    r"\brecommended|\bpreferred|\bcorrect|\bappropriate|\bdefinitive|\bfirst-line) "
    r"[^,.;:\n]{2,60} would be[\s*_:(]{0,6}$"
)
_CONDITION: Final = re.compile(
    r"(?<![a-z])(?:if|were|had|unless|in case|when|otherwise|without|least|then|not|never|second|"
    r"third|wrong|(?:for|in|with|among|under) (?!this|the|our|such|most)[a-z]+ [a-z]+,?(?= the)|"
    r"next (?:best|most)(?! step))\b"
)
_CONDITION_NEXT: Final = re.compile(r"[^.\n]{0,60}?(?<![a-z])(?:if|unless|were|had|provided|in case|when)(?![a-z])")
_MARKS: Final = " \n*_:("
_COPULAS: Final = (" is", " was", " be", " therefore", " thus", " hence", " then", " option", " choice", " statement")


def asked_untrue(left: str) -> bool:
    """Whether a sentence names, right behind these words, what is not so: "the statement that is not true is"."""
    return left.rstrip(_MARKS).endswith(_COPULAS) and "the " in left and _UNTRUE.search(left) is not None


def expected(left: str, low: str, after: int) -> str:
    """The words left of a letter without what denies nothing of it: a relative clause, a "would be" out of courtesy."""
    if asked_untrue(left):
        return _UNTRUE.sub("", left)
    if (
        "would be" in left
        and _BELONGS.search(left)
        and not (_CONDITION.search(left) or _CONDITION_NEXT.match(low, after))
    ):
        return left.replace("would be", "is")
    return left

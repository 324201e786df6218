"""Words that make a letter an aside: how an answer is to be written, what others choose, another case. Data only."""

import re
from re import Pattern
from typing import Final

from mcqa_cli.modes.robust.phrases import Phrases

# Left of a box or an answer line: it shows how an answer is to be written.
PRESCRIBED: Final = Phrases(
    (
        "your",
        r"\byou (?:should|must|can|could|may|might|will|need to|have to|are to) (?:\w+ ){0,2}(?:write|put|give|enclose|"
        r"format|present|state|box|mark|submit|type|end|finish) (?:\w+ ){0,3}?your\b",
    ),
    (
        "your",
        r"^[\s*_\"'“(]{0,4}(?:please |always |then |and |finally,? |just |simply ){0,2}(?:write|format|put|give|"
        r"enclose|present|state|submit|type|end|finish|conclude|wrap|mark|report) (?:\w+ ){0,3}?your\b",
    ),
    (
        "answers replies responses reply response",
        r"(?:^\s*(?:please |always )?(?:write|format|give|state|submit) |should (?:be written|look|be formatted|"
        r"be given) )[^.]{0,40}(?:like this|like so|as follows|in the form|such as)",
    ),
    (
        "reply response answer output format",
        r"(?:\b(?:valid|sample|example|typical|dummy|model) {}(?! to\b)|\bfor (?:example|instance),? (?:an?|the|your) "
        r"(?:\w+ ){0,2}{}) (?:is|was|would be|looks?|could be|might be|can be)\b",
    ),
    (
        "like form format such",
        r"(?:\b(?:should|must|has to|have to) be (?:\w+ ){0,2}(?:like|as in|in the form(?:at)?(?: of)?)|"
        r"\b(?:answer|reply|response)s? such as|^\s*(?:please )?use the format(?: of)?|"
        r"^\s*(?:please )?(?:respond|reply|answer) like (?:this|so))[:,]?\s?$",
    ),
    ("e", r"\be\.g\.,?\s?$"),
)
# Right of a box: the same.
AS_EXAMPLE: Final[Pattern[str]] = re.compile(
    r"[)\]$*_\"'”’}\\]{0,6}[,;]?\s\(?(?:for (?:example|instance)|e\.g\.|say)(?=[\s.,;)]|$)"
)

# Left of a verb like "choose", in its own sentence: an aside on what others do, or on another case.
ASIDE: Final = Phrases(
    (
        "people students candidates others beginners learners readers users solvers",
        r"{} (?![^.]*\b(?:i|we|my|our)\b)[^.]{3,80},? (?:and|or) (?:so |thus |hence |therefore |then |instead ){0,2}"
        r"(?:\w+ly )?$",
    ),
    (
        "many most some they",
        r"{} (?:(?:would|will|might|may|often|simply|just) ){0,2}(?:forget|confuse|overlook|ignore|neglect|mistake|"
        r"misread|assume|think|believe|fail to) (?![^.]*\b(?:i|we|my|our)\b)[^.]{3,80},? (?:and|or) "
        r"(?:so |thus |hence |therefore |then ){0,2}(?:\w+ly )?$",
    ),
    ("fooled misled lured tricked seduced talked", r"{} (?:\w+ )?into (?:\w+ )?$"),
    ("easy tempting common natural", r"{} (?:\w+ )?to (?:\w+ )?$"),
    ("of than without avoid against before", r"\b(?:instead of|rather than|without|avoid|against|before) (?:\w+ )?$"),
    ("would", r"\bwould have (?:\w+ )?$"),
    (
        "mistake mistakes error errors trap traps pitfall pitfalls temptation temptations misconception blunder slip "
        "instinct impulse",
        r"{}s?(?: \w+){0,4} (?:is|are|was|would be|lies in|of|being) (?:to )?(?:\w+ )?$",
    ),
)
# The same, beside an answer already given: another case.
OTHER_CASE_LEFT: Final = Phrases(
    (
        "otherwise normally ordinarily usually other another different elsewhere",
        r"^\s*(?:but |and )?(?:otherwise|normally|ordinarily|usually|elsewhere|(?:in|under|for) (?:other|another|"
        r"a different|different) (?!words|sense|way)\w+),? (?:i|we|one)(?: would| could| might|['’]d) (?:\w+ )?$",
    ),
    (
        "were had was did asked said wanted needed changed mentioned included showed specified stated hadn weren wasn "
        "didn",
        r"^\s*(?:but |and |now,? |however,? )?if (?!i |we |you |so\b|what )[^,]{0,60}{}\b"
        r"[^,]{0,60}, (?:then )?(?:\w+ ){1,3}$",
    ),
    (
        "were had should",
        r"^\s*(?:but |and |now,? )?{} (?!i |we |you )(?:the|this|that|it|he|she|they|there|an?) [^,]{3,80}, (?:then )?"
        r"(?:i|we|one)(?: would| could| might|['’]d) (?:\w+ )?$",
    ),
)
# Right of the letter behind such a verb: the other case.
OTHER_CASE: Final[Pattern[str]] = re.compile(
    r"[)*_\"]{0,3} (?:only )?(?:if|had|were) (?:the|this|that|it|he|she|they|there|an?) (?:[^.,;\n]{1,60} )?"
    r"(?:were|had|was|did|asked|been|said|wanted|weren['’]t|hadn['’]t|wasn['’]t)(?![a-z])"
)
# Right of a letter behind "choose": it is given a part in the solution ("choose A as the origin"), or is a column of a
# query ("select b from t").
GIVEN_A_PART: Final[Pattern[str]] = re.compile(
    r"[)*_\"`$]{0,3}(?: (?:as|to be) (?:the|our|a|an|its)\s"
    r"(?![^.\n]{0,40}\b(?:answer|choice|option|response|solution|pick|correct|right|best|most|only|closest|one|final)\b)"
    r"|\s?,\s?[a-z0-9_*]{1,30}(?:\s?,\s?[a-z0-9_*]{1,30}){0,20} from\b)"
)
# Left of a letter: what is called by letters, and so is no subject of an answer.
CALLED_BY_LETTER: Final[Pattern[str]] = re.compile(
    r"\b(?:(?:unit|symbol|abbreviation)(?: (?:for|of) \w{1,20}){0,2} is |"
    r"(?:vertex|point|origin|matrix|set|subset|vector|node|angle|side|edge|line|plane|constant|variable|field|"
    r"event|group|ring|space|graph|function|root|intersection|cent(?:er|re)|midpoint|tensor|operator|species|reactant|"
    r"product|player|symbol|unknown|magnitude|acceleration|velocity) (?:is|are|be) "
    r"(?:called |named |denoted |labell?ed )?(?:by )?)[(*$]{0,2}$"
)
# Right of praise: it holds for a case only, or is granted before the objection.
PRAISED_IF: Final[Pattern[str]] = re.compile(
    r"[)*_\"]{0,3},? (?:(?:only |except )?(?:iff?|when|unless|provided|except|assuming) "
    r"(?!(?:i|we|you|one|your|my|our|consider\w+|compar\w+|read\w*|taken|looking|based|given|so|the question)\b)|"
    r"if (?:we|you|i) (?:ignore|neglect|forget|disregard)\b)"
)
OBJECTED: Final[Pattern[str]] = re.compile(
    r"[^.;\n]{0,140}?[,;]?\s(?:but|yet|however,?)\s(?:(?:wrong|incorrect|false|not)\b|"
    r"the question\b|(?:it|this|that|here|only|we)\b[^.\n]{0,50}?"
    r"(?:\bnot\b|n['’]t\b|cannot\b|\bquestion\b|\basks?\b|\bwrong\b|\bincorrect\b|\bfails\b|\bignores\b|\bmisses\b|"
    r"\blacks\b|\bneeds\b|\brequires\b|\birrelevant\b))"
)
# Right of an answer in a sentence: its condition, which the question need not meet.
CONDITION: Final[Pattern[str]] = re.compile(
    r" if (?!(?:i|we|you|my|our|your|one|so|any|not|anything)\b)"
    r"(?![^.\n]{0,80},? (?:as (?:the|it|stated|given|here)|which (?:it|is|we)|and (?:it|that|there|here) )\b)"
)
# Left of a letter behind its own text: it is the second of two, or holds in one case only.
ONE_OF_TWO: Final[Pattern[str]] = re.compile(
    r"[(\[][a-j1-9][)\]][*_]{0,3},? (?:or|and/or) (?![^,;:]*\b(?:so|is|it|must)\b)[^,;:]{0,80}$"
)
IN_ONE_CASE: Final[Pattern[str]] = re.compile(
    r"^\W*(?:but |and |while |whereas )?if (?!(?:we|you|i|one|so|not|anything)\b)[^,]{3,160}, (?:then )?"
    r"(?:(?:it|that)(?:['’]s| is| would be| will be)|the (?:correct |right |best )?(?:answer|option|choice) "
    r"(?:is|would be|will be)) "
)

"""What a writer does to an answer already given: puts another in its place, takes it back, or breaks off in doubt."""

import re
from typing import Final

from mcqa_cli.modes.robust.lexicon import DISOWNED
from mcqa_cli.modes.robust.payload import Statement
from mcqa_cli.modes.robust.statements import Response

# How far behind a statement, and how near the end of the text, a few words of correction are looked for.
NEAR: Final = 160

# Words that lead to another answer by themselves ("sorry B"), and those that need a mark ("edit: B", "no, B").
_LEADING: Final = (
    r"wait|hmm+|oops|sorry|apologies|actually|i mean|i meant|make (?:that|it)|or rather|rather|scratch that|"
    r"strike that|on second thoughts?|my (?:mistake|bad|error)|i was wrong|"
    r"i misread(?: (?:it|that|the question))?|i take (?:that|it) back|hold on|"
    r"let me (?:correct|fix) (?:that|this|myself|it)|perdón|perdona|entschuldigung|ich meine|je veux dire|quise decir|"
    r"desculpe|quero dizer|scusa|pardon|извините|точнее|不对|不對|更正|等等|いや"
)
_MARKED: Final = r"no|nope|nah|non|nein|não|нет|correction|edit|update|corrected|korrektur|corrección|不|修正"
# A plain text with none of these words needs no search.
_WORD: Final = re.compile("[a-z]+")
_KNOWN: Final = frozenset(
    _WORD.findall(
        "wait hmm hmmm hmmmm oops sorry apologies actually mean meant make rather scratch strike second my wrong take "
        "hold let no nope nah non nein correction edit update corrected korrektur entschuldigung ich je quise desculpe "
        "quero scusa perdona pardon"
    )
)
_GAP: Final = r"[ \t,.:;!…—–-]{1,5}"
_CORRECTION: Final = re.compile(
    rf"(?<![a-z])(?:(?:{_LEADING}){_GAP}(?:no|nope|nein|non)[.…]{{1,3}}\s{{1,2}}|(?:(?:{_LEADING}|{_MARKED}){_GAP}){{0,3}}"
    rf"(?:(?:{_LEADING})(?:[\s,.:;!…—–，。：、-]{{1,5}})|(?:{_MARKED})[*_]{{0,2}}(?:[,:!…—–，：、]|\.\.\.|\s[-—–])[*_]{{0,2}}\s{{0,3}}))"
    r"(?:(?:it|that|this)(?:['’]s| is| should be| must be)\s|should be\s|是)?(?:the (?:correct |right )?answer is\s)?"
)
_STATED_END: Final = re.compile(
    r"[)\]*_\"'”’}]{0,4}(?:\s{0,3}$|[.!…\n。！](?!\w)|[)\]]|,?\s(?:because|since|not|instead|after all|then[.!]|"
    r"it is[.!]|is (?:the|my|correct|right|best))(?![a-z]))"
)
_LIST_ENDS: Final = re.compile(r"[^.!?\n]{0,14}(?:[.!]|$)")
_ARE: Final = re.compile(r"\b(?:are|is|do|does|can|were|was|both)\b")
# Right behind the statement: it is called wrong.
_DISOWNED: Final = re.compile(
    r"[\s.,;:!…)\]}*$_—–，。-]{0,8}(?:(?:oh|no|wait|actually|hmm+|sorry|but|oops)[\s,.…—–-]{1,5}){0,3}"
    r"(?:(?:that|this|it|which|the above)(?:['’]s| is| was| seems| looks)(?: actually| clearly| definitely| probably)? "
    r"(?:wrong|incorrect|not right|not correct|a mistake|mistaken)|"
    r"(?:that|this|it) (?:can(?:not|['’]t) be|isn['’]t|wasn['’]t) (?:right|correct|it)|"
    r"(?<=but )(?:that|this|it)(?: is not|['’]s not| was not| isn['’]t| wasn['’]t)(?: so| true| the case)?"
    r"(?=\s{0,3}$|[.!;])|"
    r"das (?:ist|war) (?:falsch|nicht richtig)|c['’]est (?:faux|incorrect)|(?:eso|esto) (?:es incorrecto|está mal)|"
    r"это (?:неверно|неправильно)|(?:这|那)?(?:是)?(?:错的|不对)|"
    r"(?<=sorry, )i(?:['’]m| am) not (?:sure|certain))(?=\s{0,3}$|[.!;,…\n。！])"
)
# Right behind the statement: the writer will not stand by it.
_UNDECIDED: Final = re.compile(
    r"[)*_\"'”’]{0,4}(?:[,;.]|\s?[—–])?\s(?:but|though|although|yet|however,?)\s(?:[^.!?\n]{0,40}\s)?(?:i|we)"
    r"(?:['’](?:m|re)| am| are)?\s(?:[^.!?\n]{0,40}\s)?(?:(?:can(?:not|['’]t)|couldn['’]t|won['’]t|will not|"
    r"would not|wouldn['’]t|refuse to|(?:unable|not able|not ready|not willing) to) (?:\w+ )?(?:choose|decide|commit|"
    r"tell|pick|answer|settle|say more|say for sure|make up my mind)"
    r"(?: (?:to (?:it|that|one|any|either)|on one|it|one|either|between \w+|here|now|yet))?|"
    r"doubt (?:that|it|this|so))(?=\s{0,3}$|[.!;,]|\sand\b)"
)
# Behind one answer for one case, the other for another: "in Rome it is B, in Athens it is D".
_ONE_CASE: Final = re.compile(
    r"(?:^|[\s,:;])(?:in|for|under|with|by|on|at) [^,:;]{2,40},? (?:the |(?:it|that)(?:['’]s| is| would be) )?"
    r"(?:correct |right |best )?(?:option )?[(*]{0,3}$"
)
_OTHER_CASE: Final = re.compile(
    r"[)\]*_\"]{0,3}(?:[,;.]\s|\s)(?:(?:and|but|while|whereas)\s)?(?:(?:in|for|under|with|without|by|on|at)\s"
    r"[^.,;\n]{2,40}?,?\s|otherwise,?\s)(?:it(?:['’]s| is| would be)|the answer (?:is|would be))\s(?:option |choice )?"
    r"[(*]{0,3}"
    r"|[)\]*_\"]{0,3}[,;]\s(?:(?:and|but)\s)?(?:(?:in|for|under|with|without|by|on|at)\s[^.,;\n]{2,40}?,|otherwise,?)\s"
    r"(?:option |choice )?[(*]{0,3}(?=\w[)*]{0,3}(?:[.;!]|\s{0,3}$))"
)
# The text ends in the middle of a doubt.
_BROKEN_OFF: Final = re.compile(
    r"(?:[.,;:!…)}*$_—–\n-]\s{0,3}(?:(?:but|oh|no|hmm+|wait|actually|oops)[\s,.…—–-]{1,5}){0,3}"
    r"(?<!: )(?<!- )(?<!– )(?:wait|hmm+|actually(?! no)|hold on|oops)|"
    r"(?:[.!…)}*$_—–\n]\s{0,3}|(?:wait|hmm+|actually|oops|oh)[\s,.…—–-]{1,5})no)[\s,.…!—–-]{0,6}$"
)
_NOT_OTHER: Final = re.compile(r",? (?:not|instead of|rather than) (?:option )?[(*]{0,3}\w{1,2}[)*]{0,3}[.!]?\s{0,3}")
_ALTERNATIVE: Final = re.compile(
    r"[)\]*_\"]{0,3},?[\s(]{1,2}(?:(?:if|unless|when)\s[^.\n]{2,100}?(?:[,;)\s](?:otherwise|else|in which case|"
    r"and|but|or)"
    r"[\s,:]{1,3}|it(?:['’]s| is| would be)\s)|(?:in|for|with)\s[^.\n]{2,60}?[,;]\s(?:but |and )?(?:(?:in|for|with)\s"
    r"[^.,;\n]{2,40}?,?\s)?(?:it(?:['’]s| is| would be)|otherwise)[\s,:]{1,3}|"
    r"if\s[^.\n]{2,100}\.\s(?:and |but )?if\s[^.\n]{2,80},\s(?:then )?|"
    r"(?:assuming|given|provided)\s[^.;\n]{2,60}?,? (?:and|but|or) |"
    r"(?P<pair>(?:for|in|with)\s[^.,;\n]{2,40}?,?\s(?:and|but)\s))"
    r"(?:it(?:['’]s| is| would be) |the answer (?:is|would be) |option |choice )?[(*]{0,3}"
)


_OF_OPTIONS: Final = frozenset(
    (
        "wrong",
        "incorrect",
        "not right",
        "not correct",
        "isn't right",
        "does not",
        "doesn't",
        "not match",
        "not hold",
        "fails",
    )
)
_TOLD_OF: Final = re.compile(r"\s(?:that|who|which)\b")
_FOR: Final = re.compile(r"[)*]{0,3}\s(?:for|in|with|if|when)\b")


def replaced(response: Response, since: int) -> Statement | None:
    """The last answer that a few words put in the place of an earlier one: "no, B", "Edit: C", "I mean D".

    Of kind `list` where they leave it open.
    """
    end = response.end
    last = _last(response, max(since, end - NEAR), end)
    if last is None and end - since > NEAR:
        last = _last(response, since, min(end, since + NEAR))
    return last


def at_end(response: Response) -> Statement | None:
    """The same as the last words of a response that states nothing with a cue: "A... no, B!"."""
    start, end = response.start, response.end
    mentioned = response.mentions(start, end)
    if mentioned and mentioned[-1][2] > end - 8:  # a letter is replaced by another
        if all(label == mentioned[-1][1] for _, label, _ in mentioned):
            if len(mentioned) > 1 or mentioned[0][1] in ("A", "I") or end - start > NEAR // 2:
                return None
            only = _last(response, start, end)  # "Oops, I meant C." and nothing before
            return (
                only
                if only is not None and end - only.after < 4 and not response.low[start : only.at].strip()
                else None
            )
    elif end - start > NEAR or response.texts.verdicts or response.texts.at(response.text, start, end) is None:
        return None
    last = _last(response, max(start, end - NEAR // 2), end)
    if last is None or not (end - last.after < 4 or _NOT_OTHER.fullmatch(response.low, last.after, end)):
        return None
    return last


def _last(response: Response, start: int, end: int) -> Statement | None:
    """The last correction between two places."""
    if response.is_ascii and _KNOWN.isdisjoint(_WORD.findall(response.low, start, end)):
        return None
    last = None
    for found in _CORRECTION.finditer(response.low, start, end):
        last = _named(response, found) or last
    return last


def _named(response: Response, found: re.Match[str]) -> Statement | None:
    """The answer that these words of correction lead to; None where something else follows them."""
    text, low, end = response.text, response.low, response.end
    stated = response.payload(found.end(), found.start(), "sentence", end)
    if stated.kind == "list":
        rest = _LIST_ENDS.match(low, stated.after, end)
        return stated if rest and not _ARE.search(rest[0]) else None
    if stated.kind not in ("label", "text") or stated.end <= stated.start:
        return None
    if not _STATED_END.match(low, stated.after if stated.kind == "label" else stated.end, end):
        return None
    if stated.kind == "label":
        written = text[stated.start : stated.end]
        if written.isascii() and written.islower():
            return None
        if stated.label in ("A", "I") and stated.after >= end and not text[stated.end : end] and ":" not in found[0]:
            return None  # an article or a pronoun at which the text was cut off
    return stated


def taken_back(response: Response, stated: Statement) -> bool:
    """Whether the words behind a statement call it wrong, or the text breaks off in a doubt about it."""
    low, end = response.low, response.end
    if _DISOWNED.match(low, stated.after, end) or _UNDECIDED.match(low, stated.after, end):
        return True
    broken = _BROKEN_OFF.search(low, max(stated.after - 1, end - 40), end)
    return broken is not None and low.find("?", stated.after, end) < 0


def disowned(response: Response, at: int, label: str | None) -> bool:
    """Whether words from here on disown the answer `label`; those that are said of another letter do not."""
    for found in DISOWNED.finditer(response.low, at, response.end):
        left = response.sentence_left(found.start())
        others = response.mentions(found.start() - len(left), found.start())
        if (
            found[0] in _OF_OPTIONS
            and others
            and all(name != label for _, name, _ in others)
            and "," not in response.low[others[-1][2] : found.start()]
        ):
            continue
        return True
    return False


def by_case(response: Response, stated: Statement) -> bool:
    """Whether the statement holds for one case, and another answer is named at once for another case."""
    found = _OTHER_CASE.match(response.low, stated.after, response.end)
    token = response.labels.token(response.text, found.end()) if found else None
    if token is None or token[0] == stated.label:
        return False
    return _ONE_CASE.search(response.sentence_left(stated.at)) is not None


def conditional(response: Response, at: int, label: str | None) -> int:
    """Where the second answer ends that a statement names for another case; -1 where it names none.

    "B if …, otherwise A", "A in summer; in winter it is B".
    """
    found = _ALTERNATIVE.match(response.low, at, response.end)
    token = response.labels.token(response.text, found.end()) if found else None
    if found is None or token is None or token[0] == label:
        return -1
    if _TOLD_OF.match(response.low, token[1], response.end) or (
        found["pair"] and not _FOR.match(response.low, token[1], response.end)
    ):
        return -1
    after = response.text[token[1] : token[1] + 2]
    word = token[0] in ("A", "I") and after[:1] in (" ", "'", "’") and (after[1:].islower() or after[:1] != " ")
    return -1 if word or not response.text[found.end()].isupper() else token[1]

"""The row's own `template_metadata.output_regex`, which comes before every mode."""

import re
import warnings
from collections import deque
from functools import lru_cache
from typing import Any, Final, NamedTuple

from mcqa_cli.interrupts import heed
from mcqa_cli.model import Choices, Question
from mcqa_cli.regex_budget import Budget, RegexTimeoutError
from mcqa_cli.text import NATIVE_LETTERS, folded, last_place, letter_of_text, trim

# Where several patterns gave no answer, the failure that tells most is the one counted.
_TELLING: Final = ("not_an_option", "set_aside", "invalid", "no_match")
_PLAIN_LEAD: Final = re.compile(r"[A-Za-z0-9 _:,=<>-]+")
_REPEATS: Final = ("?", "*", "+", "{")
_PATTERN_FAULTS: Final = (re.error, ValueError, OverflowError, RecursionError, MemoryError)


# Of a tame pattern: what it does not have, how long it is at most, and how many choices it leaves.
_REPEATED: Final = re.compile(r"[*+{]|\\[1-9]|\(\?P=")
_TAME: Final = 200
_CHOICES: Final = 4
# Texts on which such a pattern takes far less than any budget, in characters.
_SHORT: Final = 10_000
# Characters of all patterns of a row. Longer ones are neither kept nor compiled outside of the row's processor time.
_KEPT: Final = 1000


# The fields of an `Extraction`: a bare tuple is made in no time, and this is done for nearly every row.
Found = tuple[str, str, None, tuple[int, int]]


class Pattern(NamedTuple):
    """One pattern, ready to be tried.

    compiled: None if it does not compile. lead: see `plain_lead`; None where it is too long to be compiled beforehand.
    tame: see `is_tame`.
    """

    source: Any
    compiled: re.Pattern[str] | None
    lead: str | None
    tame: bool = False


def prepare(patterns: Any) -> tuple[Pattern, ...]:
    """Return the patterns of an `output_regex` in the order in which they are tried; empty without a regex.

    patterns: as the row has it: a string, a list of strings, or anything else. Null, `""` and an empty list are no
        regex; a member of a list that is no string is an invalid pattern.
    """
    if isinstance(patterns, str):
        return _prepared(patterns) if len(patterns) <= _KEPT else (Pattern(patterns, None, None),)
    members = patterns if isinstance(patterns, list) else () if patterns is None else (patterns,)
    if sum(len(member) for member in members if isinstance(member, str)) > _KEPT:
        return tuple(Pattern(one, None, None if isinstance(one, str) else "") for one in members if one != "")
    found: list[Pattern] = []
    for member in members:
        if isinstance(member, str):
            found += _prepared(member)
        elif member == member:  # NaN: an empty cell of a table
            found.append(Pattern(member, None, ""))
    return tuple(found)


@lru_cache(maxsize=2048)
def _prepared(pattern: str) -> tuple[Pattern, ...]:
    if not pattern:
        return ()
    return (Pattern(pattern, compile_pattern(pattern), plain_lead(pattern), is_tame(pattern)),)


def extract(
    text: str,
    question: Question,
    patterns: tuple[Pattern, ...],
    rules: str = "documented",
    budget: Budget | None = None,
) -> tuple[Found | None, str | None]:
    """Return (answer, None), or (None, why there is none, a key of `REGEX_FAILURES`); (None, None) without a regex.

    patterns: from `prepare`.
    rules: a member of `RULE_SETS`. Under gym-0.7 a captured letter counts even if it is no option.
    budget: the processor time for all of the row's patterns together; no limit without one.
    """
    if not patterns:
        return None, None
    gym = rules == "gym-0.7"
    if budget is None:
        return _search(text, question, patterns, gym, None)
    try:
        if len(patterns) > 1 or budget.strikes:
            return budget.run(_search, text, question, patterns, gym, budget)
        source, compiled, lead, tame = patterns[0]
        if compiled is None:
            return budget.run(_search, text, question, patterns, gym, budget)
        if tame and len(text) < _SHORT:
            match = last_match(compiled, text, lead or "", len(source))
        else:
            budget.current = source  # nearly always there is one pattern, and it has never run out of time
            match = budget.run(last_match, compiled, text, lead or "")
    except RegexTimeoutError:
        budget.strike(budget.current)
        return None, "timeout"
    if match is None:
        return None, "no_match"
    found = _read(text, question.choices, match, gym)
    return found, None if found else "not_an_option"


def _search(
    text: str, question: Question, patterns: tuple[Pattern, ...], gym: bool, budget: Budget | None
) -> tuple[Found | None, str | None]:
    failures = []
    for source, compiled, lead, _ in patterns:
        heed()
        if compiled is None and lead is not None:
            failures.append("invalid")
            continue
        if budget is not None:
            if budget.strikes and budget.is_set_aside(source):
                failures.append("set_aside")
                continue
            budget.current = source
        if compiled is None:
            compiled = compile_unkept(source)
            if compiled is None:
                failures.append("invalid")
                continue
        match = last_match(compiled, text, lead or "")
        if match is None:
            failures.append("no_match")
            continue
        found = _read(text, question.choices, match, gym)
        if found is not None:
            return found, None
        failures.append("not_an_option")
    return None, next(failure for failure in _TELLING if failure in failures)


def last_match(compiled: re.Pattern[str], text: str, lead: str, reach: int = 0) -> re.Match[str] | None:
    """Return the last of the matches that `finditer` gives.

    lead: plain text in lower case that every match starts with. Only its places are looked at: a search that ignores
        case tries every place otherwise, and takes several times as long.
    reach: how long a match is at most, in characters; 0 where that is not known.
    """
    last = last_place(text, lead, 0, len(text)) if lead else -2
    if last == -2:
        found = deque(compiled.finditer(text), maxlen=1)
        return found[0] if found else None
    while last >= 0 and reach:
        match = compiled.match(text, last)
        before = last + len(lead) - 1
        if match is None:
            last = last_place(text, lead, 0, before)
        elif last_place(text, lead, max(last - reach, 0), before) < 0:
            return match
        else:  # it may start inside of another match, which hides it
            break
    return None if last < 0 else _forward(compiled, text, lead)


def _forward(compiled: re.Pattern[str], text: str, lead: str) -> re.Match[str] | None:
    """Return the same by going through all places of the lead."""
    lower = folded(text)
    last = None
    place = lower.find(lead)
    while place >= 0:
        heed()
        match = compiled.match(text, place)
        if match is None:
            place = lower.find(lead, place + 1)
        else:
            last = match
            place = lower.find(lead, match.end())
    return last


def _read(text: str, choices: Choices, match: re.Match[str], gym: bool) -> Found | None:
    groups = match.re.groups
    # The whole match where there is no group; the one group, whether it took part or not.
    span = start, end = match.span(groups if groups < 2 else _deciding_group(match))
    letter = text[start:end].upper() if start >= 0 else ""
    if letter not in choices.letters:  # nearly every capture is the bare letter
        span = start, end = trim(text, start, end)
        if start < 0 or start == end:
            return None
        capture = text[start:end]
        letter = capture.upper().translate(NATIVE_LETTERS)
        if letter not in choices.letters and not (gym and len(letter) == 1 and letter.isalpha()):
            by_text = letter_of_text(choices, capture)
            return None if by_text is None else (by_text, "regex_text", None, span)
    return letter, "regex_letter", None, span


def _deciding_group(match: re.Match[str]) -> int:
    """Return the number of the highest-numbered group that took part; 1 if none did."""
    groups = match.groups()
    for number in range(len(groups), 0, -1):
        if groups[number - 1] is not None:
            return number
    return 1


def compile_unkept(pattern: str) -> re.Pattern[str] | None:
    """Compile a pattern that is not worth its memory."""
    try:
        return compile_pattern(pattern)
    finally:
        re.purge()  # `re` keeps some hundred patterns itself


def compile_pattern(pattern: str) -> re.Pattern[str] | None:
    """Compile a pattern, with `IGNORECASE`; None if it does not compile."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nobody here can mend the style of the data's own patterns
        try:
            return re.compile(pattern, re.IGNORECASE)
        except _PATTERN_FAULTS:
            return None


def plain_lead(pattern: str) -> str:
    r"""Return lower-case plain text with which every match of a pattern starts; empty where none is certain.

    >>> plain_lead(r"ANSWER IS\s*([A-D])"), plain_lead("a|b"), plain_lead("ab?c"), plain_lead("(x)y")
    ('answer is', '', 'a', '')
    """
    if "|" in pattern:  # it may be the outermost thing there is
        return ""
    lead = _PLAIN_LEAD.match(pattern)
    if lead is None:
        return ""
    text = lead[0]
    return (text[:-1] if pattern[len(text) : len(text) + 1] in _REPEATS else text).lower()


def is_tame(pattern: str) -> bool:
    r"""Tell whether a match takes next to no time at any place of any text, so that a short text needs no budget.

    Without repeats, a match tries each of the ways that its few choices leave, and each takes as long as the pattern.
    Nor is a match longer than the pattern, then.

    >>> is_tame(r"answer is \(?([A-J])\)?"), is_tame("(a+)+$"), is_tame("a?" * 30 + "a" * 30)
    (True, False, False)
    """
    if len(pattern) > _TAME or _REPEATED.search(pattern):
        return False
    return pattern.count("?") + pattern.count("|") <= _CHOICES


def cuts_a_word(text: str, span: tuple[int, int]) -> bool:
    """Tell whether a capture of one letter is only the first of a longer word ("clearly" captured as C)."""
    start, end = span
    return end - start == 1 and text[start].isalpha() and text[end : end + 1].isalpha()

"""The row's own `template_metadata.output_regex`, which comes before every mode."""

import re
import warnings
from collections import deque
from functools import lru_cache, partial
from typing import Any, Final

from mcqa_cli.model import Extraction, Question
from mcqa_cli.regex_budget import Budget, RegexTimeoutError
from mcqa_cli.text import NATIVE_LETTERS, letter_of_text, trim

# Where several patterns gave no answer, the failure that tells most is the one counted.
_TELLING: Final = ("not_an_option", "set_aside", "invalid", "no_match")
_PATTERN_FAULTS: Final = (re.error, ValueError, OverflowError, RecursionError, MemoryError)


def extract(
    text: str, question: Question, patterns: Any, rules: str = "documented", budget: Budget | None = None
) -> tuple[Extraction | None, str | None]:
    """Return (answer, None), or (None, why there is none, a key of `REGEX_FAILURES`); (None, None) without a regex.

    patterns: `output_regex` as the row has it: a string, a list of strings tried in order, or anything else. Null,
        `""` and an empty list are no regex; a member of a list that is no string is an invalid pattern.
    rules: a member of `RULE_SETS`. Under gym-0.7 a captured letter counts even if it is no option.
    budget: the processor time for all of the row's patterns together; no limit without one.
    """
    members = patterns if isinstance(patterns, list) else [patterns]
    if patterns is None or not any(member != "" for member in members):
        return None, None
    trust = rules == "gym-0.7"
    if budget is None or not budget.installed:
        return _try_all(text, question, members, trust, [""])
    if any(isinstance(member, str) and budget.is_set_aside(member) for member in members):
        members = [_SET_ASIDE if isinstance(one, str) and budget.is_set_aside(one) else one for one in members]
    current = [""]
    try:
        return budget.run(partial(_try_all, text, question, members, trust, current))
    except RegexTimeoutError:
        budget.strike(current[0])
        return None, "timeout"


_SET_ASIDE: Final = object()


def _try_all(
    text: str, question: Question, members: list[Any], trust: bool, current: list[str]
) -> tuple[Extraction | None, str | None]:
    """Try the patterns in order; `current[0]` is the one at work, for whoever has to stop it."""
    failures: set[str] = set()
    for pattern in members:
        if not isinstance(pattern, str):
            failures.add("set_aside" if pattern is _SET_ASIDE else "invalid")
        elif pattern:
            current[0] = pattern
            compiled = compile_pattern(pattern)
            if compiled is None:
                failures.add("invalid")
                continue
            last = deque(compiled.finditer(text), maxlen=1)
            found = _read(text, last[0], question, trust) if last else None
            if found is not None:
                return found, None
            failures.add("not_an_option" if last else "no_match")
    return None, next(failure for failure in _TELLING if failure in failures)


def _read(text: str, match: re.Match[str], question: Question, trust: bool) -> Extraction | None:
    """Read the capture as a letter, else as an option's text."""
    start, end = match.span(_deciding_group(match))
    if start < 0:
        return None
    start, end = trim(text, start, end)
    capture = text[start:end]
    letter = capture.upper().translate(NATIVE_LETTERS)
    choices = question.choices
    if letter in choices.letters or (trust and len(letter) == 1 and letter.isalpha()):
        return Extraction(letter, "regex_letter", None, (start, end))
    by_text = letter_of_text(choices, capture)
    return None if by_text is None else Extraction(by_text, "regex_text", None, (start, end))


def _deciding_group(match: re.Match[str]) -> int:
    """Return the number of the highest-numbered group that took part; 0, the whole match, without any group."""
    groups = match.groups()
    for number in range(len(groups), 0, -1):
        if groups[number - 1] is not None:
            return number
    return 1 if groups else 0


@lru_cache(maxsize=4096)
def compile_pattern(pattern: str) -> re.Pattern[str] | None:
    """Compile a pattern, with `IGNORECASE`; None if it does not compile."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nobody here can mend the style of the data's own patterns
        try:
            return re.compile(pattern, re.IGNORECASE)
        except _PATTERN_FAULTS:
            return None


def cuts_a_word(text: str, span: tuple[int, int] | None) -> bool:
    """Tell whether a capture of one letter is only the first of a longer word ("clearly" captured as C)."""
    if span is None:
        return False
    start, end = span
    return end - start == 1 and text[start].isalpha() and text[end : end + 1].isalpha()

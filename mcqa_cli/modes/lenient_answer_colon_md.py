"""Mode `lenient_answer_colon_md`: a letter after an `Answer:` that may be set in Markdown."""

import re
from functools import lru_cache
from typing import Final

from mcqa_cli.model import REASONS, Extraction, Mode, Question
from mcqa_cli.modes import strict_single_letter_boxed as strict
from mcqa_cli.modes.lenient_answer_colon import NO_LINE, NOT_AN_OPTION, UNMATCHED
from mcqa_cli.text import NATIVE_LETTERS, lowered, nfkc, original_span

_AMBIGUOUS: Final = Extraction(None, reason="ambiguous")
_ORDER: Final = {reason: place for place, reason in enumerate(REASONS)}

_CUE = r"answer[*_]{0,2}\s*+:"
_LETTER = re.compile(_CUE + r"[\s*_]{0,2}\s*([a-z])(?![a-z0-9])")
_LINE = re.compile(_CUE)


def documented(text: str, question: Question) -> Extraction:
    """Read the first `Answer:` that one letter follows, Markdown marks aside; that letter must be allowed."""
    low = lowered(text)
    if low is None:
        low = "".join(char.lower() if char.isascii() else char for char in text)
    match = _LETTER.search(low)
    if match is None:
        return UNMATCHED if _LINE.search(low) else NO_LINE
    letter = match.group(1).upper()
    if letter in question.choices.letters:
        return Extraction(letter, "answer_line_letter", None, match.span(1))
    return NOT_AN_OPTION


# --- rules gym-0.7

_EDGES: Final = " \t\n\r\f\v*_`.,;:"
_LEADING = re.compile(r"([A-Za-z])(?![A-Za-z0-9])")
_STANDALONE = re.compile(r"(?<![A-Za-z0-9])[A-Z](?![A-Za-z0-9])")
_PAIR = re.compile(
    r"(?<![A-Za-z0-9])([A-Za-z])(?=(?:\s*+(?:[/|&,;]|\b(?:or|and)\b)\s*+|\s++)([A-Za-z])(?![A-Za-z0-9]))", re.IGNORECASE
)


@lru_cache(maxsize=1024)
def _payload_pattern(prefix: str, flags: int) -> re.Pattern[str]:
    cue = _CUE + r"[\s*_]{0,2}"
    if prefix:
        cue = f"(?:{cue}|{re.escape(prefix)})"
    return re.compile(cue + r"([^\n]*)", flags)


def _payloads(normal: str, prefix: str) -> list[tuple[int, int]]:
    """Return [start, end) of what follows each cue on its line, in order."""
    low = lowered(normal)
    if low is None:
        pattern = _payload_pattern(prefix, re.IGNORECASE)
    elif "answer" in low or (prefix and prefix.lower() in low):
        pattern = _payload_pattern(prefix.lower(), 0)
    else:
        return []
    return [match.span(1) for match in pattern.finditer(normal if low is None else low)]


def gym(text: str, question: Question) -> Extraction:
    """Try all `Answer:` and `answer_prefix` payloads, from the last to the first, as the server of release 0.7 does."""
    normal = nfkc(text)
    prefix = nfkc(question.answer_prefix) if isinstance(question.answer_prefix, str) else ""
    best = NO_LINE
    for start, end in reversed(_payloads(normal, prefix)):
        found = _read_payload(normal, start, end, question)
        if found.span is not None:
            return found._replace(span=original_span(text, normal, found.span))
        best = _more_telling(best, found)
    if prefix:
        boxed = strict.gym(text, question)
        return boxed if boxed.letter is not None else _more_telling(best, boxed)
    return best


def _more_telling(one: Extraction, other: Extraction) -> Extraction:
    return min(one, other, key=lambda found: _ORDER[found.reason or ""])


def _read_payload(text: str, start: int, end: int, question: Question) -> Extraction:
    line = text[start:end].translate(NATIVE_LETTERS)
    payload = line.strip(_EDGES)
    start += len(line) - len(line.lstrip(_EDGES))
    letters = question.choices.letters
    if any(
        (one := pair.group(1).upper()) != (two := pair.group(2).upper()) and one in letters and two in letters
        for pair in _PAIR.finditer(payload)
    ):
        return _AMBIGUOUS
    place = _letter_place(payload)
    if place < 0:
        return UNMATCHED
    letter = payload[place].upper()
    if letter in letters:
        return Extraction(letter, "answer_line_letter", None, (start + place, start + place + 1))
    return NOT_AN_OPTION if letter.isalpha() else UNMATCHED


def _letter_place(payload: str) -> int:
    """Return where in the payload its letter stands, or -1."""
    if len(payload) == 1 or _LEADING.match(payload):
        return 0
    place = -1
    for match in _STANDALONE.finditer(payload):
        place = match.start()
    return place


MODE: Final[Mode] = Mode(
    documented=documented,
    gym=gym,
    summary="The letter after the first “Answer:” that a letter follows; the word may be set in Markdown.",
    example="It is the colour of leaves.\n**Answer:** B",
)

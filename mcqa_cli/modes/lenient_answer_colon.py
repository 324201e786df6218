"""Mode `lenient_answer_colon`: a letter or an option's text after the first `Answer:`."""

import re
from typing import Final

from mcqa_cli.model import Extraction, Mode, Question
from mcqa_cli.text import last_place, letter_of_text, lowered, peel_text_command

NO_LINE: Final = Extraction(None, reason="no_answer_line")
UNMATCHED: Final = Extraction(None, reason="answer_line_unmatched")
NOT_AN_OPTION: Final = Extraction(None, reason="letter_not_in_options")

_COLON_AND_PAYLOAD = re.compile(r"answer\s*+:\s*+([^\n]+)")
_ANY_CASE = re.compile(_COLON_AND_PAYLOAD.pattern, re.IGNORECASE)


def extract(text: str, question: Question) -> Extraction:
    """Read the rest of the line after the first `answer` with a colon: an allowed letter, or exactly an option's text.

    The same under both rule sets. Of two options with the same text the first is taken, as the server does.
    """
    if last_place(text, "answer", 0, len(text)) == -1:
        return NO_LINE
    low = lowered(text)
    match = _ANY_CASE.search(text) if low is None else _COLON_AND_PAYLOAD.search(low)
    if match is None:
        return NO_LINE
    start, end = peel_text_command(text, *match.span(1))
    payload = text[start:end]
    letter = payload.upper()
    if letter in question.choices.letters:
        return Extraction(letter, "answer_line_letter", None, (start, end))
    by_text = letter_of_text(question.choices, payload)
    if by_text is not None:
        return Extraction(by_text, "answer_line_text", None, (start, end))
    return NOT_AN_OPTION if len(letter) == 1 and letter.isalpha() else UNMATCHED


MODE: Final[Mode] = Mode(
    documented=extract,
    gym=extract,
    summary="The rest of the line after the first “Answer:” is the letter, or exactly an option's text.",
    example="It is the colour of leaves.\nAnswer: green",
)

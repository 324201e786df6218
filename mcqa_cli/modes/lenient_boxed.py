r"""Mode `lenient_boxed`: the strict rule, else an option's text in a `\boxed{…}`."""

from typing import Final

from mcqa_cli.model import Choices, Extraction, Mode, Question
from mcqa_cli.modes import strict_single_letter_boxed as strict
from mcqa_cli.text import BOX, closing_brace, normalize, option_texts, peel_text_command, trim

_SEVERAL: Final = Extraction(None, reason="option_text_ambiguous")
_UNMATCHED: Final = Extraction(None, reason="option_text_unmatched")


def documented(text: str, question: Question) -> Extraction:
    r"""Apply the strict rule, then compare the first `\boxed{` with the option texts: equal, else contained ones."""
    by_letter = strict.documented(text, question)
    if by_letter.letter is not None or by_letter.reason == "no_box":
        return by_letter
    start = text.find(BOX) + len(BOX)
    end = closing_brace(text, start)
    if end < 0:
        return strict.UNCLOSED_BOX
    box = start, end
    forms = _forms(text, box, repeatedly=False)
    texts = option_texts(question.choices)
    found = [letter for letter, option in texts if option in forms] or _contained(forms, question.choices)
    return _decide(found, text, box, by_letter, question)


def gym(text: str, question: Question) -> Extraction:
    r"""Apply the strict rule, then look for option texts in that same last `\boxed{…}`; server release 0.7."""
    by_letter = strict.gym(text, question)
    box = strict.last_box(text)
    if by_letter.letter is not None or box is None:
        return by_letter
    found = _contained(_forms(text, box, repeatedly=True), question.choices)
    return _decide(found, text, box, by_letter, question)


def _forms(text: str, box: tuple[int, int], *, repeatedly: bool) -> tuple[str, ...]:
    r"""Return the box's content, normalized, and the same without a `\text{…}` that wraps it whole."""
    whole = trim(text, *box)
    inner = peel_text_command(text, *box, repeatedly=repeatedly)
    return tuple(normalize(text[start:end]) for start, end in dict.fromkeys((whole, inner)))


def _contained(forms: tuple[str, ...], choices: Choices) -> list[str]:
    """Return the letters of the options whose text stands somewhere in one of the forms."""
    return [letter for letter, option in option_texts(choices) if any(option in form for form in forms)]


def _decide(found: list[str], text: str, box: tuple[int, int], by_letter: Extraction, question: Question) -> Extraction:
    if len(found) == 1:
        return Extraction(found[0], "boxed_text", None, peel_text_command(text, *box, repeatedly=True))
    if found:
        return _SEVERAL
    start, end = trim(text, *box)
    if by_letter.reason == "letter_not_in_options" or start == end or not option_texts(question.choices):
        return by_letter
    return _UNMATCHED


MODE: Final[Mode] = Mode(
    documented=documented,
    gym=gym,
    summary=r"The strict rule first; without a letter, the one option whose text the first \boxed{…} holds.",
    example=r"So the colour is \boxed{\text{green}}.",
)

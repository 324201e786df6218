"""A calculation whose result is an option's text, as the last words of a response: "0.2 × 30 = 6"."""

import re
from typing import Final

from mcqa_cli.modes.robust.lexicon import RETRACTION, UNSTATED
from mcqa_cli.modes.robust.payload import Statement
from mcqa_cli.modes.robust.statements import Response
from mcqa_cli.modes.robust.texts import normalize

# So far from the end stands the last sign of equality.
_WITHIN: Final = 60
# A longer text that does not end in a closing sign may have been cut off inside its number.
_SHORT: Final = 160
_LONGEST: Final = 300
_CLOSED: Final = frozenset(".!*$)]}")
# What is calculated: numbers joined by a sign or "of", no variable that is only given its value.
_CALCULATED: Final = re.compile(
    r"\d[\d,.%]{0,12}[a-z°$%]{0,4}\s?(?:[+*/×·÷^−–-]|\\(?:times|cdot|div)|of\b|\bx\b|x(?=\s?\d))\s?[\\$(]{0,3}[\d(a-z]"
    r"|\\d?frac\{"
)
# What stands in a formula of variables or functions: there the number may be another one than what was asked for.
_FORMULA: Final = re.compile(
    r"\d[xyztn]\b(?!\s?\d)|(?<![a-z])[a-z]\s?\^|\\(?:int|sum|lim|sqrt|sin|cos|tan|log|ln)|"
    r"(?<![a-z])(?:dx|dt|sin|cos|tan|log|ln|let)(?![a-z])"
)
_DENIES: Final = re.compile(
    r"\b(?:not|never|no|if|whether|unless|may|might|could|cannot|suppos\w+|assum\w+|example|wrong|incorrect|first|"
    r"check|instead|steps?|next|part|so far|would|or|but|however|mistake|then)\b|n['’]t\b|\?"
)
_NO_WORD: Final = re.compile(r"[^\w.%/$^+-]+")


def result(response: Response) -> Statement | None:
    """The option whose text alone stands behind the last sign of equality, where no other option's text is named."""
    text, low, start, end = response.text, response.low, response.start, response.end
    if end - start > _LONGEST:
        return None
    while end > start and text[end - 1].isspace():
        end -= 1
    at = max(low.rfind("=", max(start, end - _WITHIN), end), low.rfind("≈", max(start, end - _WITHIN), end))
    if (
        at <= start
        or text[at - 1] in "<>!=:"
        or end - start > _LONGEST
        or not any(char.isdigit() for char in text[at:end])
    ):
        return None
    if text[end - 1] not in _CLOSED and end - start > _SHORT:
        return None
    label = response.texts.exact(text[at + 1 : end])
    line = low[low.rfind("\n", start, at) + 1 : at]
    if label is None or _FORMULA.search(line) or _CALCULATED.search(line[max(line.rfind("="), 0) :] or line) is None:
        return None
    if _DENIES.search(low, start, end) or RETRACTION.search(low, start, end) or UNSTATED.among(line):
        return None
    words = f" {_NO_WORD.sub(' ', normalize(low[start:at]))} "
    if any(f" {norm} " in words for norm, labels in response.texts.by_text.items() if label not in labels):
        return None
    if response.used(at + 1, end)[0]:
        return None
    inner, stop = response.texts.tight(text, at + 1, end, label)
    return Statement("text", label, at, inner, stop, end, "closing", closing=True)

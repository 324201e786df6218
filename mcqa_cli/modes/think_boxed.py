r"""Mode `think_boxed`: a label in the last `\boxed{…}` after the reasoning, as the MedMCQA environment reads it."""

import re
from typing import Final

from mcqa_cli.model import Choices, Extraction, Mode, Question
from mcqa_cli.text import BOX, last_closed_box, trim

_OPEN: Final = "<think>"
_CLOSE: Final = "</think>"
_UNCLOSED_THINK: Final = Extraction(None, reason="unclosed_think")
_INDEX = re.compile(r"[0-9]{1,9}")


def extract(text: str, question: Question) -> Extraction:
    r"""Read what follows the last `</think>`: its last closed `\boxed{…}`, or the whole of it, is a label or an index.

    An index counts the options from 0; where the labels themselves are numbers, a number is a label only.
    """
    close = text.rfind(_CLOSE)
    if close < 0:
        return _UNCLOSED_THINK
    start, end = trim(text, close + len(_CLOSE), len(text))
    if start == end:
        return _UNCLOSED_THINK
    box = last_closed_box(text[start:])
    if box is None:
        rules = "remainder_letter", "remainder_index"
    else:
        start, end = trim(text, start + box[0], start + box[1])
        rules = "boxed_letter", "boxed_index"
    payload = text[start:end]
    label = _label(payload, question.choices)
    if label is not None:
        return Extraction(label, rules[0], None, (start, end))
    label = _indexed(payload, question.choices)
    if label is not None:
        return Extraction(label, rules[1], None, (start, end))
    return Extraction(None, reason=_reason(text[close:], payload, in_box=box is not None))


def _label(payload: str, choices: Choices) -> str | None:
    """Return the label that the payload is: exactly, or the only one that it is once case is folded."""
    if payload in choices.labels:
        return payload
    folded: dict[str, str] | None = choices.cache.get("think_boxed")
    if folded is None:
        folded = {label.casefold(): label for label in choices.labels}
        choices.cache["think_boxed"] = folded
    return folded.get(payload.casefold())


def _indexed(payload: str, choices: Choices) -> str | None:
    if not _INDEX.fullmatch(payload) or any(label.isdecimal() for label in choices.labels):
        return None
    index = int(payload)
    return choices.labels[index] if index < len(choices.labels) else None


def _reason(remainder: str, payload: str, *, in_box: bool) -> str:
    if len(payload) == 1 and payload.isalnum():
        return "letter_not_in_options"
    if in_box:
        return "box_not_a_letter"
    return "unclosed_box" if BOX in remainder else "no_box"


def format_reward(text: str) -> float:
    """1.0 if the text is one think block, opened at its very start and closed once, with something after it."""
    well_formed = (
        text.startswith(_OPEN)
        and text.count(_OPEN) == 1
        and text.count(_CLOSE) == 1
        and bool(text[text.find(_CLOSE) + len(_CLOSE) :].strip())
    )
    return 1.0 if well_formed else 0.0


MODE: Final[Mode] = Mode(
    documented=extract,
    gym=extract,
    summary=r"After the last </think>: the last \boxed{…}, or all that stands there, is a label or an index from 0.",
    example="<think>Leaves are green.</think>\nThe answer is \\boxed{B}.",
    ours=True,
)

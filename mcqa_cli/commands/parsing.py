"""Texts of options → values. Raises `UsageError` with one line that names the option."""

import re
from typing import Final

from mcqa_cli.errors import UsageError

_RANGE: Final = re.compile(r"([A-Za-z])\s*-\s*([A-Za-z])")


def letter_list(text: str) -> tuple[str, ...]:
    """`A-J`, `ABCD` or `A,B,C` → the letters, upper-cased.

    >>> letter_list("a-d"), letter_list("A, C"), letter_list("ABX")
    (('A', 'B', 'C', 'D'), ('A', 'C'), ('A', 'B', 'X'))
    """
    found = _RANGE.fullmatch(text.strip())
    if found:
        first, last = found[1].upper(), found[2].upper()
        letters = [chr(code) for code in range(ord(first), ord(last) + 1)]
    else:
        letters = [char.upper() for char in text if not char.isspace() and char != ","]
    if not letters or not all(len(letter) == 1 and letter.isalpha() for letter in letters):
        raise UsageError(
            f"--letters {text.strip() or '(empty)'}: write a range such as A-J, or the letters such as ABCD"
        )
    if len(set(letters)) < len(letters):
        raise UsageError(f"--letters {text}: a letter stands twice: write each one once")
    return tuple(letters)


def tolerance(text: str, option: str = "--max-ungraded") -> tuple[float, bool]:
    """`5` → (5, False), a number of rows; `1%` → (0.01, True), a share of the rows read."""
    number = text.strip().removesuffix("%")
    try:
        value = float(number)
    except ValueError:
        value = -1.0
    share = text.strip().endswith("%")
    if not 0 <= value < float("inf") or (not share and value != int(value)) or (share and value > 100):
        raise UsageError(f"{option} {text}: write a number of rows such as 5, or a share such as 1%")
    return (value / 100, True) if share else (value, False)


# What grading reads, or writes by itself: results must not go there.
_TAKEN: Final = frozenset(
    (
        *("response", "responses_create_params", "options", "expected_answer", "grading_mode", "template_metadata"),
        *("uuid", "_ng_task_index", "_ng_rollout_index", "mcqa", "rollout_index"),
        *("answer", "gold", "target", "gts", "label", "answerKey", "answer_key", "answer_letter", "choices", "prompt"),
        *("messages", "completion", "text", "output", "input", "generation", "resps", "doc", "doc_id", "info", "task"),
        *(
            "traces",
            "body",
            "custom_id",
            "model_outputs",
            "generated_text",
            "question_id",
            "example_id",
            "id",
            "metadata",
        ),
    )
)


def check_fields(reward: str, answer: str) -> None:
    """Check the names of --reward-field and --answer-field. Raises: UsageError."""
    for option, name in (("--reward-field", reward), ("--answer-field", answer)):
        if name in _TAKEN:
            raise UsageError(f"{option} {name}: that field holds something else; choose another name")
    if reward == answer:
        raise UsageError(f"--answer-field {answer}: is the reward's field too; choose another name")

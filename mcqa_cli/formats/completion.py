"""Rows with a `completion`, or a plain `text`, beside the question."""

from typing import Any

from mcqa_cli.errors import RowError
from mcqa_cli.formats import verifiers
from mcqa_cli.formats.base import (
    Format,
    Row,
    first_of,
    last_user_text,
    producer_error,
    prompt_digest,
)
from mcqa_cli.formats.plain import FIELDS, rollout_of
from mcqa_cli.model import Rollout

QUESTION_FIELDS = ("prompt", "messages", "input", "question", "problem")


def matches(row: Row) -> bool:
    """Return a completion, or a text with the options or the gold beside it, that no evaluation tool wrote."""
    if "completion" in row:
        return isinstance(row["completion"], str | list | None) and not verifiers.matches(row)
    return (
        isinstance(row.get("text"), str)
        and ("options" in row or "choices" in row or "expected_answer" in row)
        and "messages" not in row
        and "response" not in row
    )


def prompt_in(row: Row) -> str | None:
    """Return the prompt, under one of its usual names."""
    asked: Any = first_of(row, *QUESTION_FIELDS)
    return last_user_text(asked)


def read(row: Row) -> Rollout:
    """One rollout. Raises `RowError`: `no_response`, `producer_error`."""
    completion = row["completion"] if "completion" in row else row["text"]
    if completion is None:
        if row.get("error"):
            raise producer_error(row["error"])
        raise RowError("no_response", "`completion` is null: the row holds no response")
    prompt = prompt_in(row)
    # The same question at another training step is no repeat.
    task = prompt_digest(f"{row['step']}\n{prompt}") if prompt and "step" in row else None
    return rollout_of(row, verifiers.said(completion), prompt, task)


FORMAT = Format(
    name="completion",
    summary="Rows with prompt and completion (a string or messages), or with a text beside options and gold.",
    fields={
        "text": "completion, else text",
        **FIELDS,
    },
    matches=matches,
    read=read,
)

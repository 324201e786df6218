"""Rows with a `completion`, or a plain `text`, beside the question."""

from typing import Any

from mcqa_cli.errors import RowError
from mcqa_cli.formats import verifiers
from mcqa_cli.formats.base import (
    Format,
    Row,
    as_key,
    context_of,
    first_of,
    last_user_text,
    producer_error,
    prompt_digest,
    record_gold,
    record_options,
)
from mcqa_cli.formats.messages import ROLLOUT_FIELDS, TASK_FIELDS
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
    text, every, state = verifiers.said(completion)
    context = context_of(row)
    prompt = prompt_in(row)
    task = first_of(row, *TASK_FIELDS)
    if task is None and prompt and "step" in row:  # the same question at another training step is no repeat
        task = prompt_digest(f"{row['step']}\n{prompt}")
    return Rollout(
        text,
        every,
        state,
        row.get("finish_reason") in ("length", "max_tokens") or bool(row.get("is_truncated")),
        options=record_options(row) or record_options(context),
        gold=first_of({"row": record_gold(row), "context": record_gold(context)}, "row", "context"),
        mode=row.get("grading_mode"),
        template=row.get("template_metadata"),
        prompt=prompt,
        task=as_key(task),
        rollout=as_key(first_of(row, *ROLLOUT_FIELDS)),
        uuid=row.get("uuid"),
        reward=row.get("reward"),
        letter=row.get("extracted_answer"),
    )


FORMAT = Format(
    name="completion",
    summary="Rows with prompt and completion (a string or messages), or with a text beside options and gold.",
    fields={
        "text": "completion, else text",
        "options": "options or choices (also in metadata or info), else the prompt",
        "gold": "expected_answer, answer, target or label (also in metadata or info)",
        "task": "task_id, question_id, example_id, prompt_id or id",
        "rollout": "rollout_id, rollout, sample_id, repeat or epoch",
    },
    matches=matches,
    read=read,
)

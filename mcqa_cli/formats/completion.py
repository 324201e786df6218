"""Rows with a `completion`, or with one text (`text`, `response`, `output`, …) beside the question."""

from typing import Any

from mcqa_cli.errors import RowError
from mcqa_cli.formats import mmlu_pro, nemo_skills, verifiers
from mcqa_cli.formats.base import (
    TEXT_FIELDS,
    Format,
    Row,
    context_of,
    first_of,
    last_user_text,
    lettered_golds,
    producer_error,
    prompt_digest,
    record_gold,
    record_options,
)
from mcqa_cli.formats.messages import chat_in, has_said
from mcqa_cli.formats.plain import FIELDS, rollout_of
from mcqa_cli.model import Rollout

QUESTION_FIELDS = ("prompt", "messages", "conversations", "input", "question", "problem")
# Fields of producers whose rows have a text under such a name and are read otherwise, or not at all.
OTHERS = ("responses_create_params", "custom_id", "doc_id", "gts", "epoch", "object", "traces", "nodes", "sample_score")


def matches(row: Row) -> bool:
    """Whether a row is a completion, or one text beside options and gold, that no evaluation tool wrote."""
    if "completion" in row:
        return isinstance(row["completion"], str | list | None) and not verifiers.matches(row)
    name = text_field(row)
    if name == "text":
        return isinstance(row["text"], str) and ("options" in row or "choices" in row or "expected_answer" in row)
    return name is not None and stands_beside_both(row)


def text_field(row: Row) -> str | None:
    """Return the name of the field with the model's text; None without one, and where it may be either of two."""
    names = [name for name in TEXT_FIELDS if name in row]
    if not names or any(name in row for name in OTHERS) or has_said(row):
        return None
    texts = [name for name in names if isinstance(row[name], str)]
    if len({row[name] for name in texts}) > 1 or (not texts and len(names) > 1):
        return None
    return texts[0] if texts else names[0]


def stands_beside_both(row: Row) -> bool:
    """Say whether the text stands beside options and one gold."""
    if mmlu_pro.matches(row) or nemo_skills.matches(row):
        return False
    context = context_of(row)
    options = record_options(row) or record_options(context)
    gold = first_of({"row": record_gold(row), "context": record_gold(context)}, "row", "context")
    text = row[text_field(row) or ""]
    one = len({row[name] for name in lettered_golds(row)}) < 2
    return bool(options) and gold is not None and one and (text is None or isinstance(text, str))


def prompt_in(row: Row) -> str | None:
    """Return the prompt, under one of its usual names."""
    asked: Any = first_of(row, *QUESTION_FIELDS)
    return last_user_text(chat_in(asked) or asked)


def read(row: Row) -> Rollout:
    """One rollout. Raises `RowError`: `no_response`, `producer_error`."""
    name = "completion" if "completion" in row else text_field(row) or "text"
    completion = row[name]
    if completion is None:
        if row.get("error"):
            raise producer_error(row["error"])
        raise RowError("no_response", f"`{name}` is null: the row holds no response")
    prompt = prompt_in(row)
    # The same question at another training step is no repeat.
    task = prompt_digest(f"{row['step']}\n{prompt}") if prompt and "step" in row else None
    return rollout_of(row, verifiers.said(completion), prompt, task)


FORMAT: Format = Format(
    name="completion",
    summary="Rows with prompt and completion (a string or messages), or with one text beside options and gold.",
    fields={
        "text": "completion; else the one of text, response, output, model_output, prediction, … that is there",
        **FIELDS,
    },
    matches=matches,
    read=read,
)

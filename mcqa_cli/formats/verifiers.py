"""`results.jsonl` of Prime Intellect verifiers, old and current."""

from typing import Any

from mcqa_cli.errors import RowError
from mcqa_cli.formats.base import (
    Format,
    Row,
    Spoken,
    as_key,
    embedded,
    first_of,
    kind_of,
    last_user_text,
    producer_error,
    prompt_digest,
    record_gold,
    record_options,
    said_plainly,
    spoken,
)
from mcqa_cli.model import Rollout

MARKS = ("example_id", "generation_ms", "is_completed", "task", "metrics")
# Names that anybody may use: they tell only where the reward is not one that grading wrote with its letter.
LOOSE_MARKS = ("answer", "info")
ROLES = ("assistant", "text")  # environments of the completion type call theirs "text"
CUT_OFF = ("max_tokens", "max_total_tokens", "max_completion_tokens", "context_length", "prompt_too_long", "length")


def matches(row: Row) -> bool:
    """Whether a row is a completion with its reward, and at least one more field that only an evaluation writes."""
    if "completion" not in row or "advantage" in row:
        return False
    # Whatever the reward, which grading may have written.
    return "example_id" in row or "generation_ms" in row or ("reward" in row and "id" in row and is_marked(row))


def is_marked(row: Row) -> bool:
    """Say whether a row has a field besides its reward that only an evaluation writes."""
    return any(mark in row for mark in MARKS) or (
        "extracted_answer" not in row and any(mark in row for mark in LOOSE_MARKS)
    )


def said(completion: Any) -> Spoken:
    """Return what a completion says: a string, or messages (text parts joined with a space, as its parser does).

    Raises `RowError`: `no_response` for anything else.
    """
    if isinstance(completion, str):
        return said_plainly(completion)
    if not isinstance(completion, list):
        raise RowError("no_response", f"`completion` is {kind_of(completion)}, neither text nor messages")
    if completion and not any(isinstance(message, dict) and "role" in message for message in completion):
        raise RowError("no_response", "`completion` is a list, but not of messages: write a row for each of its texts")
    return spoken(completion, " ", ROLES)


def info_of(row: Row) -> Row:
    """`info`, which some environments write as a JSON string; empty where there is none."""
    info = embedded(row.get("info"))
    return info if isinstance(info, dict) else {}


def gold_in(row: Row, info: Row) -> Any:
    """`answer`, else a gold in `info`; empty answers are left out by the producer."""
    found = first_of(row, "answer", "answer_letter", "expected_answer")
    if found is None or found == "":
        found = record_gold(info)
    return first_of(info, "answer_text") if found is None else found


def read(row: Row) -> Rollout:
    """One rollout. Raises `RowError`: `producer_error` for a row with an error, which is no wrong answer."""
    if row.get("error"):
        raise producer_error(row["error"])
    completion = row.get("completion")
    if completion is None:
        raise RowError("no_response", "`completion` is null: the row holds no response")
    info = info_of(row)
    text, every, state = said(completion)
    prompt = last_user_text(row.get("prompt"), " ")
    task = row.get("example_id")
    if task is None and prompt:  # the `id` of versions up to 0.1.5 mixes questions when each is asked more than once
        task = prompt_digest(prompt)
    return Rollout(
        text,
        every,
        state,
        bool(row.get("is_truncated")) or row.get("stop_condition") in CUT_OFF,
        options=record_options(row) or record_options(info),
        gold=gold_in(row, info),
        mode=first_of(row, "grading_mode") or info.get("grading_mode"),
        template=first_of(row, "template_metadata") or info.get("template_metadata"),
        prompt=prompt,
        task=as_key(task),
        reward=row.get("reward"),
    )


FORMAT: Format = Format(
    name="verifiers",
    summary="results.jsonl of Prime Intellect verifiers, old and current; rows with an error are not graded.",
    fields={
        "text": "completion (a string, or its last message of role assistant)",
        "options": "options, else info, else the prompt",
        "gold": "answer, else info",
        "task": "example_id; the prompt where there is none (the id of old versions mixes questions)",
        "rollout": "-",
    },
    matches=matches,
    read=read,
)

"""OpenAI Chat Completions (and legacy text completions), one object a line; each choice is a rollout."""

from typing import Any

from mcqa_cli.errors import RowError
from mcqa_cli.formats.base import (
    FINISHED_EARLY,
    Format,
    Row,
    Spoken,
    as_key,
    as_list,
    last_user_text,
    producer_error,
    record_gold,
    record_options,
    said_plainly,
    spoken,
)
from mcqa_cli.model import Rollout

OBJECTS = ("chat.completion", "text_completion")


def is_choice(value: Any) -> bool:
    """Whether a member of `choices` is a completion, not an option of a question."""
    return isinstance(value, dict) and ("message" in value or "finish_reason" in value)


def matches(row: Row) -> bool:
    """A Chat Completion names itself; one without that name has `choices` with messages."""
    choices = row.get("choices")
    if row.get("object") in OBJECTS:
        return "choices" in row
    return isinstance(choices, list) and bool(choices) and all(is_choice(choice) for choice in choices)


def said_in(choice: Row) -> Spoken:
    """Return what one choice says: `message`, or the `text` of a legacy completion."""
    message = choice.get("message")
    if isinstance(message, dict):
        return spoken([{"role": "assistant"} | message])
    text = choice.get("text")
    if isinstance(text, str):
        return said_plainly(text)
    if "delta" in choice:
        raise RowError("no_response", "this is a part of a streamed response; put the parts together first")
    raise RowError("no_response", "a member of `choices` holds no message")


def rollouts_of(completion: Row, row: Row) -> Rollout | list[Rollout]:
    """Read a Chat Completion; row: the line it came in, which may carry options and gold beside it."""
    choices = [choice for choice in as_list(completion.get("choices")) if isinstance(choice, dict)]
    if not choices:
        if completion.get("error"):
            raise producer_error(completion["error"])
        raise RowError("no_response", "`choices` holds nothing: the row holds no response")
    found = []
    numbers = [choice.get("index") for choice in choices]
    if not all(isinstance(number, int) for number in numbers) or len(set(numbers)) < len(numbers):
        numbers = list(range(len(choices)))  # what does not tell them apart is no number of theirs
    for index, choice in zip(numbers, choices, strict=True):
        text, every, state = said_in(choice)
        found.append(
            Rollout(
                text,
                every,
                state,
                choice.get("finish_reason") in FINISHED_EARLY,
                options=None if completion is row else record_options(row),
                gold=record_gold(row),
                mode=row.get("grading_mode"),
                template=row.get("template_metadata"),
                prompt=last_user_text(row.get("messages") or row.get("prompt")),
                rollout=index if len(choices) > 1 else None,
                uuid=row.get("uuid"),
                part=index if len(choices) > 1 else None,
            )
        )
    return found if len(found) > 1 else found[0]


def read(row: Row) -> Rollout | list[Rollout]:
    """One rollout for each choice. Raises `RowError`: `no_response`, `producer_error`."""
    task = as_key(row.get("task_id"))
    options = row.get("options")
    found = rollouts_of(row, row)
    many = found if isinstance(found, list) else [found]
    many = [one._replace(task=task, options=options) for one in many]
    return many if len(many) > 1 else many[0]


FORMAT: Format = Format(
    name="openai_chat",
    summary="OpenAI Chat Completions, one a line; each of several choices is a rollout.",
    fields={
        "text": "choices[].message.content",
        "options": "options beside it, else the prompt in messages, else --letters",
        "gold": "expected_answer or answer beside it",
        "task": "task_id beside it",
        "rollout": "choices[].index",
    },
    matches=matches,
    read=read,
)

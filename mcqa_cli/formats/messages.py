"""Plain rows with a list of chat `messages`."""

from mcqa_cli.formats.base import (
    Format,
    Row,
    as_key,
    context_of,
    first_of,
    last_user_text,
    record_gold,
    record_options,
    spoken,
    user_text,
)
from mcqa_cli.model import Rollout
from mcqa_cli.prompt import options_in_prompt

TASK_FIELDS = ("task_id", "question_id", "example_id", "prompt_id", "id")
ROLLOUT_FIELDS = ("rollout_id", "rollout", "sample_id", "repeat", "epoch")
MORE = ("completion", "epoch", "choices", "response", "output", "model_output", "sample_score", "nodes", "generation")


def matches(row: Row) -> bool:
    """Return a list of messages with roles, and none of the fields in which other producers put the answer."""
    messages = row.get("messages")
    if not isinstance(messages, list) or not messages or any(name in row for name in MORE if name != "choices"):
        return False
    return all(isinstance(message, dict) and "role" in message for message in messages)


def question_in(messages: list[Row]) -> str | None:
    """Return the last user message that lists options ("Are you sure?" may follow it), else the last one."""
    for message in reversed(messages):
        if message["role"] == "user" and options_in_prompt(text := user_text(message.get("content"))):
            return text
    return last_user_text(messages)


def read(row: Row) -> Rollout:
    """One rollout; the last message of role assistant is graded."""
    messages = row["messages"]
    text, every, state = spoken(messages)
    context = context_of(row)
    return Rollout(
        text,
        every,
        state,
        row.get("finish_reason") in ("length", "max_tokens") or bool(row.get("is_truncated")),
        options=record_options(row) or record_options(context),
        gold=first_of({"row": record_gold(row), "context": record_gold(context)}, "row", "context"),
        mode=row.get("grading_mode"),
        template=row.get("template_metadata"),
        prompt=question_in(messages),
        task=as_key(first_of(row, *TASK_FIELDS)),
        rollout=as_key(first_of(row, *ROLLOUT_FIELDS)),
        uuid=row.get("uuid"),
        reward=row.get("reward"),
        letter=row.get("extracted_answer"),
    )


FORMAT = Format(
    name="messages",
    summary="Rows with chat messages; the last one of role assistant is graded.",
    fields={
        "text": "messages[] (role assistant)",
        "options": "options or choices (also in metadata or info), else the prompt",
        "gold": "expected_answer, answer, target or label (also in metadata or info)",
        "task": "task_id, question_id, example_id, prompt_id or id",
        "rollout": "rollout_id, rollout, sample_id, repeat or epoch",
    },
    matches=matches,
    read=read,
)

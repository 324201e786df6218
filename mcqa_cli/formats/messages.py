"""Plain rows with a list of chat `messages`."""

from mcqa_cli.formats.base import (
    Format,
    Row,
    last_user_text,
    spoken,
    user_text,
)
from mcqa_cli.formats.plain import FIELDS, rollout_of
from mcqa_cli.model import Rollout
from mcqa_cli.prompt import options_in_prompt

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
    return rollout_of(row, spoken(row["messages"]), question_in(row["messages"]))


FORMAT = Format(
    name="messages",
    summary="Rows with chat messages; the last one of role assistant is graded.",
    fields={
        "text": "messages[] (role assistant)",
        **FIELDS,
    },
    matches=matches,
    read=read,
)

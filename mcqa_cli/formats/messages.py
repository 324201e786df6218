"""Plain rows with chat `messages`, or `conversations` as ShareGPT has them; either may be printed as JSON."""

from typing import Any

from mcqa_cli.errors import RowError
from mcqa_cli.formats.base import (
    TEXT_FIELDS,
    Format,
    Row,
    embedded,
    last_user_text,
    spoken,
    user_text,
)
from mcqa_cli.formats.plain import FIELDS, rollout_of
from mcqa_cli.model import Rollout
from mcqa_cli.prompt import options_in_prompt

CHATS = ("messages", "conversations")
MORE = ("completion", "epoch", "response", "output", "model_output", "sample_score", "nodes", "generation")
# ShareGPT's names of who speaks; others (system, tool, observation, …) are neither.
SPEAKERS = {"human": "user", "user": "user", "gpt": "assistant", "assistant": "assistant", "model": "assistant"}

# What some call the assistant in `messages`.
OTHER_NAMES = ("model", "ai", "gpt", "bot")


def chat_in(value: Any) -> list[Row] | None:
    """Return a list of messages with roles, whatever it was written as; None for anything else."""
    if isinstance(value, str):
        value = embedded(value)
    if not isinstance(value, list) or not value or not all(isinstance(message, dict) for message in value):
        return None
    if all("role" in message for message in value):
        if any(message["role"] in OTHER_NAMES for message in value):
            return [one | {"role": "assistant"} if one["role"] in OTHER_NAMES else one for one in value]
        return value
    if all("from" in message and "value" in message for message in value):
        return [{"role": SPEAKERS.get(str(one["from"]).lower(), "tool"), "content": one["value"]} for one in value]
    return None


def chat_of(row: Row) -> list[Row] | None:
    """Return the chat of a row; None without one, and where there are two."""
    found = [chat for chat in (chat_in(row.get(name)) for name in CHATS) if chat is not None]
    return found[0] if len(found) == 1 else None


def has_said(row: Row) -> bool:
    """Say whether the assistant speaks in a chat of this row."""
    return any(message["role"] == "assistant" for name in CHATS if name in row for message in chat_in(row[name]) or ())


def matches(row: Row) -> bool:
    """Whether a row has messages with roles, and none of the fields in which other producers put the answer."""
    if not ("messages" in row or "conversations" in row) or any(name in row for name in MORE) or chat_of(row) is None:
        return False
    return has_said(row) or not any(name in row for name in TEXT_FIELDS)


def question_in(messages: list[Row]) -> str | None:
    """Return the last user message that lists options ("Are you sure?" may follow it), else the last one."""
    for message in reversed(messages):
        if message["role"] == "user" and options_in_prompt(text := user_text(message.get("content"))):
            return text
    return last_user_text(messages)


def read(row: Row) -> Rollout:
    """One rollout; the last message of role assistant is graded. Raises `RowError`: `no_response` without one."""
    chat = chat_of(row) or []
    if all(message["role"] != "assistant" for message in chat):
        roles = ", ".join(dict.fromkeys(str(message["role"]) for message in chat))
        raise RowError("no_response", f"no message in it is the assistant's (roles: {roles}): a file of prompts?")
    return rollout_of(row, spoken(chat), question_in(chat))


FORMAT: Format = Format(
    name="messages",
    summary="Rows with chat messages, or with ShareGPT's conversations; the assistant's last message is graded.",
    fields={
        "text": "messages[] (role assistant), or conversations[] (from gpt)",
        **FIELDS,
    },
    matches=matches,
    read=read,
)

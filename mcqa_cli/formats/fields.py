"""A format made from dotted paths, for rows that no known producer writes (`--fields`)."""

from typing import Any, Final

from mcqa_cli.errors import RowError, UsageError
from mcqa_cli.formats import gym, openai_chat
from mcqa_cli.formats.base import (
    Format,
    Row,
    Spoken,
    as_key,
    check_readable,
    content_text,
    kind_of,
    last_user_text,
    said_plainly,
    spoken,
)
from mcqa_cli.model import Rollout
from mcqa_cli.paths import dig

FIELDS: Final[dict[str, str]] = {
    "text": "what is graded: a string, messages, or a response object (required)",
    "gold": "the gold answer",
    "options": "the options, in any spelling; several paths joined with ; are the texts of A, B, …",
    "id": "what makes repeats of one question known",
    "rollout": "which repeat a row is",
    "prompt": "the prompt, where options may be found",
    "mode": "the grading mode",
    "template": "an object like template_metadata",
    "uuid": "the key to join an inputs file on",
    "reward": "the reward it had",
    "letter": "the answer it had",
}
EXAMPLE: Final = "--fields text=model.reply,gold=answer,options=choices,id=qid"


def parse_fields(spec: str) -> dict[str, str]:
    """Read `text=a.b,gold=c`. Raises `UsageError`, saying what is wrong with it."""
    paths: dict[str, str] = {}
    for part in spec.split(","):
        name, equals, path = part.partition("=")
        name, path = name.strip(), path.strip()
        if not equals or not name or not path:
            raise UsageError(f"--fields: {part.strip()!r} is no name=path; write it like {EXAMPLE}")
        if name not in FIELDS:
            raise UsageError(f"--fields: there is no field {name!r}; the fields are {', '.join(FIELDS)}")
        if name in paths:
            raise UsageError(f"--fields: {name} is given twice")
        if any(not step for one in path.split(";") for step in one.split(".")):
            raise UsageError(f"--fields: the path {path!r} has an empty step; write it like {EXAMPLE}")
        paths[name] = path
    if "text" not in paths:
        raise UsageError(f"--fields: text=PATH is missing: where is what the model wrote? Write it like {EXAMPLE}")
    return paths


def said_at(value: Any, row: Row, path: str) -> Spoken:
    """Return what the assistant said, from whatever stands at the path. Raises `RowError`: `no_response`."""
    if isinstance(value, str):
        return said_plainly(value)
    if isinstance(value, list):
        if any(isinstance(item, dict) and "role" in item for item in value):
            return spoken(value)
        if any(isinstance(item, list) for item in value):
            raise RowError("no_response", f"{path!r} is a list of lists; name one text in it, like text={path}.0.0")
        if len(value) > 1 and all(isinstance(item, str) for item in value):
            raise RowError(
                "no_response",
                f"{path!r} is a list of {len(value)} texts; name one, like text={path}.0, or write a row for each",
            )
        text = content_text(value)
        if not text.strip():
            check_readable(value)
        return said_plainly(text)
    if isinstance(value, dict):
        if isinstance(value.get("output"), list):
            return Spoken(*gym.read_output(value["output"]))
        if openai_chat.matches(value):
            return openai_chat.said_in(value["choices"][0])
        if "content" in value:
            return spoken([{"role": "assistant"} | value])
        raise RowError("no_response", f"{path!r} is an object with the keys {', '.join(value)}; name the text in it")
    if value is None:
        where = "is null" if has(row, path) else not_in(row)
        raise RowError("no_response", f"text={path} {where}")
    raise RowError("no_response", f"text={path} is {kind_of(value)}, no text")


def has(row: Any, path: str) -> bool:
    """Whether there is something at a dotted path, be it null."""
    if isinstance(row, dict) and path in row:
        return True
    head, _, last = path.rpartition(".")
    holder = dig(row, head) if head else row
    if isinstance(holder, list):
        return last.isascii() and last.isdigit() and int(last) < len(holder)
    return isinstance(holder, dict) and last in holder


def not_in(row: Row) -> str:
    """Say that a path leads nowhere, and what there is."""
    return f"is not in this row (its keys: {', '.join(row)})"


def check_path(row: Row, name: str, path: str | None, code: str) -> None:
    """Refuse a path that leads nowhere: a misspelt one must not pass for a row that lacks a value.

    Raises: RowError with the code given.
    """
    if path is not None and not any(has(row, one.strip()) for one in path.split(";")):
        raise RowError(code, f"{name}={path} {not_in(row)}; leave {name} out of --fields where rows lack it")


def options_at(row: Row, path: str | None) -> Any:
    """Return the options at a path, or texts at several."""
    if path is None:
        return None
    if ";" in path:
        return [dig(row, one.strip()) for one in path.split(";")]
    return dig(row, path)


def fields_format(spec: str) -> Format:
    """Make a format that reads a row by dotted paths.

    spec: `text=a.b,gold=c,options=d,id=e`, with the names of `FIELDS`. Raises `UsageError`.
    """
    paths = parse_fields(spec)

    def at(row: Row, name: str) -> Any:
        return dig(row, paths[name]) if name in paths else None

    def read(row: Row) -> Rollout:
        text, every, state = said_at(at(row, "text"), row, paths["text"])
        check_path(row, "gold", paths.get("gold"), "no_gold")
        check_path(row, "options", paths.get("options"), "no_options")
        return Rollout(
            text,
            every,
            state,
            options=options_at(row, paths.get("options")),
            gold=at(row, "gold"),
            mode=at(row, "mode"),
            template=at(row, "template"),
            prompt=last_user_text(at(row, "prompt")),
            task=as_key(at(row, "id")),
            rollout=as_key(at(row, "rollout")),
            uuid=as_key(at(row, "uuid")),
            reward=at(row, "reward"),
            letter=at(row, "letter"),
        )

    return Format(
        name="fields",
        summary="Rows read by the paths given with --fields.",
        fields={
            "text": paths["text"],
            "options": paths.get("options", "-"),
            "gold": paths.get("gold", "-"),
            "task": paths.get("id", "-"),
            "rollout": paths.get("rollout", "-"),
        },
        matches=lambda row: True,  # noqa: ARG005
        read=read,
    )

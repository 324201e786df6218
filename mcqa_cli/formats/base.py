"""What every format is made of, and the helpers that several of them share. Pure: rows in, rollouts out."""

import hashlib
import json
from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

from mcqa_cli.errors import RowError, brief
from mcqa_cli.model import Rollout

Row = dict[str, Any]
Read = Callable[[Row], Rollout | list[Rollout]]


class Plan(NamedTuple):
    """Where rows nearly always have what grading needs, so that nothing else of such a row is made an object.

    places: as `native/scanner.h` has them, with a number for each value. values: how many there are.
    read: the rollout that the format's `read` gives, from the values in the order of their numbers, None for one that
    is missing; or None, where only the whole row tells. written: the numbers of the row's reward and answer.
    inputs: places in rows of an inputs file. question: its prompt, gold, mode, template and uuid, or None.
    options: the number of its options, of which only the JSON text is wanted.
    """

    places: dict[str, Any]
    values: int
    read: Callable[[tuple[Any, ...]], Rollout | None]
    written: tuple[int, int]
    inputs: dict[str, Any]
    question: Callable[[tuple[Any, ...]], tuple[str, Any, Any, Any, Any] | None]
    options: int


class Format(NamedTuple):
    """One producer's row shape.

    name: what `--format` takes. summary: one sentence. fields: where text, options, gold, task and rollout are read.
    matches: whether a row has this shape; exact, so that no other producer's row ever passes.
    read: the row's rollout, or a list of them where one line holds several; raises `RowError`.
    gold_base: the base of gold numbers where the producer fixes it (0 or 1), else None: decided per file.
    by_position: rows carry no question id; the row's position in its file is the task, the file the rollout.
    contradicts: whether a row names two golds, where the producer writes two: it is graded by the first, and counted.
    plan: how rows are read quickly, None without one.
    """

    name: str
    summary: str
    fields: Mapping[str, str]
    matches: Callable[[Row], bool]
    read: Read
    gold_base: int | None = None
    by_position: bool = False
    contradicts: Callable[[Row], bool] | None = None
    plan: Plan | None = None


class Spoken(NamedTuple):
    """What the assistant said: the last message and all of them joined (both trimmed), and a reason or None."""

    text: str
    every: str
    state: str | None = None


# Tuples throughout: rows hold values of any kind in these places, also such as have no hash.
TEXT_PARTS = ("text", "output_text")
# What a `finish_reason` says of a response that was cut off, in the words of all servers.
FINISHED_EARLY = ("length", "max_tokens", "content_filter", "model_length")
SAID_NOTHING = Spoken("", "", "no_assistant_message")


def content_text(content: Any, joiner: str = "") -> str:
    """Return the text of a message's content (a string, null, or parts); reasoning and refusal parts are never text."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict) and part.get("type", "text") in TEXT_PARTS and isinstance(part.get("text"), str):
            texts.append(part["text"])
    return joiner.join(texts)


# Words in the type of a part that is known to be no text: reasoning, refusals, calls, pictures and the like.
_SILENT = (
    *("reason", "think", "thought", "refus", "summary", "tool", "call", "function", "search", "code", "result"),
    *("image", "audio", "video", "file", "document"),
)


def check_readable(content: Any) -> None:
    """Refuse a message's content in which no text was found, unless it is known that there is none.

    Raises `RowError`: `no_response`.
    """
    if content is None or isinstance(content, str):
        return
    if not isinstance(content, list):
        raise RowError("no_response", f"the assistant's content is {kind_of(content)}, no text; {_NAME_IT}")
    for part in content:
        if isinstance(part, str):
            continue
        if isinstance(part, dict):
            kind, text = part.get("type"), part.get("text")
            if isinstance(kind, str) and any(word in kind for word in _SILENT):
                continue
            if (kind in TEXT_PARTS or (kind is None and "text" in part)) and (text is None or isinstance(text, str)):
                continue
        raise RowError("no_response", f"the assistant's content holds {brief(part, 60)}, which is no text; {_NAME_IT}")


_NAME_IT = "name the text with --fields text=PATH,…"


def kind_of(value: Any) -> str:
    """Return a JSON value's kind, in words."""
    if isinstance(value, bool):
        return "a boolean"
    kinds: list[tuple[type, str]] = [(str, "a string"), (list, "an array"), (dict, "an object"), (int, "a number")]
    return next((name for kind, name in kinds if isinstance(value, kind)), "a number")


def text_or_refuse(row: Row, name: str) -> str:
    """Return the text of a field that is a string in every row with a response, trimmed.

    Raises `RowError`: `no_response`.
    """
    value = row.get(name)
    if isinstance(value, str):
        return value.strip()
    if value is None:
        raise RowError("no_response", f"`{name}` is null: the row holds no response")
    raise RowError("no_response", f"`{name}` is {kind_of(value)}, no text; {_NAME_IT}")


def is_refusal(message: Row) -> bool:
    """Whether a message carries a refusal, as a field (Chat Completions) or as a part (Responses)."""
    if message.get("refusal"):
        return True
    content = message.get("content")
    return isinstance(content, list) and any(
        isinstance(part, dict) and part.get("type") == "refusal" for part in content
    )


def spoken(messages: Any, joiner: str = "", roles: tuple[str, ...] = ("assistant",)) -> Spoken:
    """Return what the assistant said in a list of chat messages; messages of other roles are never text.

    Raises `RowError`: `no_response` for a last message that holds something else than text.
    """
    said = [message for message in messages if isinstance(message, dict) and message.get("role") in roles]
    if not said:
        return SAID_NOTHING
    texts = [content_text(message.get("content"), joiner) for message in said]
    text = texts[-1].strip()
    if not text:
        check_readable(said[-1].get("content"))
    every = text if len(texts) == 1 else "".join(texts).strip()
    return Spoken(text, every, "refusal" if not text and is_refusal(said[-1]) else None)


def said_plainly(text: str) -> Spoken:
    """Return the same for a producer that writes the answer as one string."""
    text = text.strip()
    return Spoken(text, text)


def last_user_text(messages: Any, joiner: str = "") -> str | None:
    """Return the text of the last user message; a plain string is the message itself; None where there is none."""
    if isinstance(messages, str):
        return messages
    if isinstance(messages, list):
        for message in reversed(messages):
            if isinstance(message, dict) and message.get("role") == "user":
                return user_text(message.get("content"), joiner)
    return None


def user_text(content: Any, joiner: str = "") -> str:
    """Return the text of a user message, whose parts are called `input_text` in the Responses API."""
    if isinstance(content, list):
        return joiner.join(
            part if isinstance(part, str) else part["text"]
            for part in content
            if isinstance(part, str) or (isinstance(part, dict) and isinstance(part.get("text"), str))
        )
    return content if isinstance(content, str) else ""


def as_key(value: Any) -> Hashable:
    """Return an id as it stands when it can be a dict key, else its JSON: ids are never refused."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return json.dumps(value, sort_keys=True, default=str)


def embedded(value: Any) -> Any:
    """Return a value, or what it holds where a producer wrote it as a JSON string (`info`, `task`)."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def as_object(value: Any) -> Row:
    """Return a value that is an object; empty for anything else."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Return a value that is a list; empty for anything else."""
    return value if isinstance(value, list) else []


def first_object(value: Any) -> Row:
    """Return the first member of a list, where that is an object; else empty."""
    return as_object(value[0]) if isinstance(value, list) and value else {}


def first_of(row: Row, *names: str) -> Any:
    """Return the first of these fields that is there and not null; None if there is none."""
    for name in names:
        value = row.get(name)
        if value is not None:
            return value
    return None


# Where data sets and trainers put options and golds; every format that holds a data set's record looks here.
OPTION_FIELDS = ("options", "choices")
GOLD_FIELDS = (
    *("expected_answer", "answer", "answer_letter", "answerKey", "answer_key", "target", "label", "gold"),
    *("gold_answer", "correct_answer", "correct_option", "ground_truth"),
)
# What people call the model's text. Which of two would be it is never guessed.
TEXT_FIELDS = (
    *("response", "model_response", "llm_response", "raw_response", "response_text"),
    *("output", "model_output", "llm_output", "raw_output", "output_text"),
    *("prediction", "model_answer", "generation", "generated_text", "text"),
)
MEDMCQA_FIELDS = ("opa", "opb", "opc", "opd")


def record_options(record: Row) -> Any:
    """Return the options of a data set's record: `options`, `choices`, `opa` … `opd`, or the top-level letters."""
    found = first_of(record, *OPTION_FIELDS)
    if found is not None and not isinstance(found, str):
        return found
    if "opa" in record and "opb" in record:
        return {"ABCD"[index]: record.get(name) for index, name in enumerate(MEDMCQA_FIELDS)}
    lettered = {key: value for key, value in record.items() if len(key) == 1 and "A" <= key <= "Z"}
    if len(lettered) > 1 and "A" in lettered and "B" in lettered:
        return dict(sorted(lettered.items()))
    return found


def record_gold(record: Row) -> Any:
    """Return the gold of a data set's record, under one of its usual names."""
    return first_of(record, *GOLD_FIELDS)


def lettered_golds(record: Row) -> list[str]:
    """Return the gold fields that hold a single character: where these differ, one is not the gold but an answer."""
    return [name for name in GOLD_FIELDS if isinstance(record.get(name), str) and len(record[name]) == 1]


def producer_error(what: Any) -> RowError:
    """Return the error for a rollout that failed where it was made; what: the producer's own words, shortened."""
    if isinstance(what, dict):
        what = first_of(what, "message", "error_chain_repr", "error", "code", "type") or what
    words = " ".join(str(what).split())
    if len(words) > 160:
        words = words[:160] + "…"
    return RowError("producer_error", f"the producer says that this rollout failed: {words}; run it again")


def prompt_digest(prompt: str) -> str:
    """Return a short name for a question that has no id but its prompt."""
    return hashlib.blake2b(prompt.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def context_of(row: Row) -> Row:
    """Return the fields that a plain row keeps one level down: `info`, `metadata`, `extra_info` or `doc`, together."""
    context: Row = {}
    for name in ("doc", "extra_info", "metadata", "info"):
        value = embedded(row.get(name))
        if isinstance(value, dict):
            context |= value
    return context

"""NeMo Gym rollouts, its failures files, and data rows merged with a response."""

from typing import Any, Final

from mcqa_cli.errors import RowError
from mcqa_cli.formats.base import (
    SAID_NOTHING,
    TEXT_PARTS,
    Format,
    Plan,
    Row,
    as_key,
    check_readable,
    is_refusal,
    kind_of,
    producer_error,
    user_text,
)
from mcqa_cli.model import Rollout

_new: Final = tuple.__new__


def matches(row: Row) -> bool:
    """Gym rows carry the request; a bare `response` object with `output` beside a gold is read the same way."""
    if "responses_create_params" in row:
        return "traces" not in row
    response = row.get("response")
    return isinstance(response, dict) and "output" in response and "custom_id" not in row


def item_text(item: Row) -> str:
    """Return the text of one output message: a plain string, or its text parts joined with nothing between."""
    content = item.get("content")
    if content.__class__ is list:
        return "".join(
            part["text"]
            for part in content
            if isinstance(part, dict) and part.get("type") in TEXT_PARTS and isinstance(part.get("text"), str)
        )
    return content if isinstance(content, str) else ""


def only_text(response: Any) -> str | None:
    """Return the text of a response that is one message with one text part, as nearly all are; None for any other."""
    try:
        (item,) = response["output"]
        (part,) = item["content"]
        if part["type"] == "output_text" and item["type"] == "message" and item["role"] == "assistant":
            text: str = part["text"].strip()
            return text
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    return None


def read_output(output: list[Any]) -> tuple[str, str, str | None]:
    """Return what the assistant said in `response.output`, as `Spoken` does; an item with a role alone is a message.

    Raises `RowError`: `no_response` for a last message that holds something else than text.
    """
    said = [
        item
        for item in output
        if item.__class__ is dict and item.get("role") == "assistant" and item.get("type", "message") == "message"
    ]
    if not said:
        return SAID_NOTHING
    texts = [item_text(item) for item in said]
    text = texts[-1].strip()
    if not text:
        check_readable(said[-1].get("content"))
    if len(said) == 1:
        return text, text, None if text or not is_refusal(said[0]) else "refusal"
    return text, "".join(texts).strip(), None if text or not is_refusal(said[-1]) else "refusal"


def is_truncated(response: Row) -> bool:
    """Whether a Responses object says that it was cut off."""
    if response.get("status") == "incomplete":
        return True
    details = response.get("incomplete_details")
    return isinstance(details, dict) and bool(details.get("reason"))


def output_of(response: Any) -> list[Any]:
    """`response.output`; raises `no_response` where there is none, `producer_error` where the response failed."""
    if response.__class__ is not dict:
        if response is None:
            raise RowError("no_response", "the row has no `response`; is this a file of inputs? Give the rollouts file")
        raise RowError(
            "no_response", f"`response` is {kind_of(response)}, no Responses object; try --fields text=response,…"
        )
    output = response.get("output")
    if output.__class__ is list:
        if not output and response.get("error"):
            raise producer_error(response["error"])
        return output
    if response.get("error"):
        raise producer_error(response["error"])
    raise RowError("no_response", "`response.output` is missing or no list: the row holds no response")


def prompt_of(request: Any) -> str | None:
    """Return the last user message of `responses_create_params.input`, which may also be a plain string."""
    if request.__class__ is not dict:
        return None
    messages = request.get("input")
    if messages.__class__ is list:
        for message in reversed(messages):
            if message.__class__ is dict and message.get("role") == "user":
                content = message.get("content")
                return content if content.__class__ is str else user_text(content)
        return None
    return messages if isinstance(messages, str) else None


def read(row: Row) -> Rollout:
    """One rollout. Raises `RowError`: `no_response`, `producer_error`."""
    if "_ng_failure_class" in row:
        detail = row.get("_ng_failure_judge_error")
        raise producer_error(f"{row['_ng_failure_class']}" + (f" ({detail})" if detail else ""))
    response: Any = row.get("response")
    text = only_text(response)
    every, state = text, None
    if not text:
        text, every, state = read_output(output_of(response))
    request: Any = row.get("responses_create_params")
    try:  # nearly always the last message is the user's, and plain
        message = request["input"][-1]
        prompt = message["content"] if message["role"] == "user" else None
    except (LookupError, TypeError):
        prompt = None
    if prompt.__class__ is not str:
        prompt = prompt_of(request)
    task, rollout = row.get("_ng_task_index"), row.get("_ng_rollout_index")
    if task.__class__ is not int:
        task = as_key(task)
    if rollout.__class__ is not int:
        rollout = as_key(rollout)
    # Straight to the tuple: the generated constructor costs more than the rest of this function.
    return _new(
        Rollout,
        (
            text,
            every,
            state,
            ("status" in response or "incomplete_details" in response) and is_truncated(response),
            row.get("options"),
            row.get("expected_answer"),
            row.get("grading_mode"),
            row.get("template_metadata"),
            prompt,
            task,
            rollout,
            row.get("uuid"),
            row.get("reward"),
            row.get("extracted_answer"),
            None,
            None,
            None,
        ),
    )


def read_values(values: tuple[Any, ...]) -> Rollout | None:
    """The same from the values of the plan, where they are of the usual kinds."""
    prompt, text, status, details, options, gold, mode, template, task, rollout, uuid, reward, letter = values
    if not isinstance(prompt, str) or not isinstance(text, str):
        return None
    if (task is not None and type(task) is not int) or (rollout is not None and type(rollout) is not int):
        return None
    text = text.strip()
    if not text:
        return None
    cut = status == "incomplete" or (isinstance(details, dict) and bool(details.get("reason")))
    return _new(
        Rollout,
        (
            text,
            text,
            None,
            cut,
            options,
            gold,
            mode,
            template,
            prompt,
            task,
            rollout,
            uuid,
            reward,
            letter,
            None,
            None,
            None,
        ),
    )


def question_of(values: tuple[Any, ...]) -> tuple[str, Any, Any, Any, Any] | None:
    """The prompt, gold, mode, template and uuid of an inputs row from the values of the plan; None where one fails."""
    prompt, _, _, _, _, gold, mode, template, _, _, uuid, _, _ = values
    return (prompt, gold, mode, template, uuid) if isinstance(prompt, str) and gold is not None else None


# Numbered in the order in which the values are taken above; -1: rows with these are read, or written, otherwise.
_QUESTION: Final[dict[str, Any]] = {
    "responses_create_params": {"input": [{"role": "user", "content": 0}]},
    "options": 4,
    "expected_answer": 5,
    "grading_mode": 6,
    "template_metadata": 7,
    "_ng_task_index": 8,
    "_ng_rollout_index": 9,
    "uuid": 10,
    "reward": 11,
    "extracted_answer": 12,
    "mcqa": -1,
    "traces": -1,
    "_ng_failure_class": -1,
}
_PART: Final[dict[str, Any]] = {"type": "output_text", "text": 1}
_MESSAGE: Final[dict[str, Any]] = {"type": "message", "role": "assistant", "content": (_PART,)}
PLAN: Final = Plan(
    places={**_QUESTION, "response": {"output": (_MESSAGE,), "status": 2, "incomplete_details": 3}},
    values=13,
    read=read_values,
    written=(11, 12),
    inputs={**_QUESTION, "options": 13},
    question=question_of,
    options=13,
)

FORMAT: Format = Format(
    name="gym",
    summary="NeMo Gym rollouts (also its failures files, and data rows merged with a response).",
    fields={
        "text": "response.output[] (messages of role assistant)",
        "options": "options, else the inputs file, else the prompt",
        "gold": "expected_answer",
        "task": "_ng_task_index",
        "rollout": "_ng_rollout_index",
    },
    matches=matches,
    read=read,
    plan=PLAN,
)

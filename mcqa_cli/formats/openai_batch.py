"""OpenAI Batch output, of both endpoints; the question comes from the inputs file, joined on `custom_id`."""

from mcqa_cli.errors import RowError
from mcqa_cli.formats import openai_chat, openai_response
from mcqa_cli.formats.base import Format, Row, as_key, first_of, producer_error, spoken
from mcqa_cli.model import Rollout

CLAUDE_CUT_OFF = ("max_tokens", "model_context_window_exceeded")


def matches(row: Row) -> bool:
    """Batch output has a `custom_id` and what became of the request."""
    return "custom_id" in row and ("response" in row or isinstance(row.get("result"), dict))


def read(row: Row) -> Rollout | list[Rollout]:
    """Return the rollouts of one request. Raises `RowError`: `producer_error` (failed or expired), `no_response`."""
    task = as_key(row["custom_id"])
    found = read_result(row["result"]) if "response" not in row else read_body(row)
    if isinstance(found, list):
        return [one._replace(task=task) for one in found]
    return found._replace(task=task)


def read_body(row: Row) -> Rollout | list[Rollout]:
    """OpenAI's shape: `response.status_code` and `response.body`, or `error`."""
    if row.get("error"):
        raise producer_error(row["error"])
    response = row.get("response")
    if not isinstance(response, dict):
        raise RowError("no_response", "`response` is null and no error is given: the row holds no response")
    body = response.get("body")
    status = response.get("status_code")
    failed = body.get("error") if isinstance(body, dict) else None
    if failed or (isinstance(status, int) and status >= 400):
        raise producer_error(failed or f"HTTP status {status}")
    if not isinstance(body, dict):
        raise RowError("no_response", "`response.body` is missing: the row holds no response")
    if openai_chat.matches(body):
        return openai_chat.rollouts_of(body, row)
    return openai_response.rollout_of(body, row)


def read_result(result: Row) -> Rollout:
    """Anthropic's shape: `result.type` and `result.message`."""
    message = result.get("message")
    if result.get("type") != "succeeded" or not isinstance(message, dict):
        raise producer_error(first_of(result, "error", "type"))
    text, every, state = spoken([{"role": "assistant"} | message])
    stopped = message.get("stop_reason")
    if not text and stopped == "refusal":
        state = "refusal"
    return Rollout(text, every, state, stopped in CLAUDE_CUT_OFF)


FORMAT: Format = Format(
    name="openai_batch",
    summary="OpenAI Batch output of both endpoints (also Anthropic's); failed and expired requests are not graded.",
    fields={
        "text": "response.body: output[] or choices[]",
        "options": "the inputs file, joined on custom_id; else --letters",
        "gold": "the inputs file, joined on custom_id",
        "task": "custom_id",
        "rollout": "choices[].index",
    },
    matches=matches,
    read=read,
)

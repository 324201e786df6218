"""OpenAI Responses objects, one a line."""

from mcqa_cli.formats.base import Format, Row, as_key, last_user_text, producer_error, record_gold, record_options
from mcqa_cli.formats.gym import is_truncated, output_of, read_output
from mcqa_cli.model import Rollout


def matches(row: Row) -> bool:
    """A Responses object names itself; one without that name still has an `output` list and a `status`."""
    output = row.get("output")
    if row.get("object") == "response":
        return "output" in row or "error" in row
    return isinstance(output, list) and "status" in row and "response" not in row and "epoch" not in row


def rollout_of(response: Row, row: Row) -> Rollout:
    """Read a Responses object; row: the line it came in, which may carry options and gold beside it."""
    if response.get("status") in ("failed", "cancelled") and not response.get("output"):
        raise producer_error(response.get("error") or f"status {response['status']}")
    text, every, state = read_output(output_of(response))
    return Rollout(
        text,
        every,
        state,
        is_truncated(response),
        options=record_options(row),
        gold=record_gold(row),
        mode=row.get("grading_mode"),
        template=row.get("template_metadata"),
        prompt=last_user_text(response.get("input")),
        uuid=as_key(row.get("uuid")),
    )


def read(row: Row) -> Rollout:
    """One rollout. Raises `RowError`: `no_response`, `producer_error`."""
    return rollout_of(row, row)._replace(task=as_key(row.get("task_id")))


FORMAT: Format = Format(
    name="openai_response",
    summary="OpenAI Responses objects, one a line.",
    fields={
        "text": "output[] (messages of role assistant)",
        "options": "options beside it, else the prompt it echoes, else --letters",
        "gold": "expected_answer or answer beside it",
        "task": "task_id beside it",
        "rollout": "-",
    },
    matches=matches,
    read=read,
)

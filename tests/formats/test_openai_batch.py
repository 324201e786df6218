"""OpenAI Batch output."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS

BATCH = FORMATS["openai_batch"]
CHOICE = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Answer: A"}}
CHAT = {"object": "chat.completion", "choices": [CHOICE]}
RESPONSE = {
    "object": "response",
    "status": "completed",
    "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Answer: B"}]}],
}


def line(body=None, status=200, error=None, **extra):
    response = None if body is None else {"status_code": status, "request_id": "r", "body": body}
    return {"id": "batch_1", "custom_id": "q1", "response": response, "error": error} | extra


def test_requests_are_no_output():
    assert not BATCH.matches({"custom_id": "q1", "method": "POST", "url": "/v1/responses", "body": {}})


@pytest.mark.parametrize(
    ("row", "code", "word"),
    [
        pytest.param(
            line(error={"code": "batch_expired", "message": "too late"}), "producer_error", "too late", id="expired"
        ),
        pytest.param(line({"error": {"message": "bad request"}}, 400), "producer_error", "bad request", id="refused"),
        pytest.param(line("oops", 500), "producer_error", "500", id="failed without a body"),
        pytest.param(line(), "no_response", "null", id="neither response nor error"),
        pytest.param(line(None, response={"status_code": 200}), "no_response", "body", id="no body"),
        pytest.param(
            {"custom_id": "q1", "result": {"type": "expired"}}, "producer_error", "expired", id="Anthropic's, expired"
        ),
    ],
)
def test_not_readable(row, code, word):
    assert BATCH.matches(row)
    with pytest.raises(RowError) as caught:
        BATCH.read(row)
    assert caught.value.code == code
    assert word in caught.value.message


@pytest.mark.parametrize(
    ("row", "text"),
    [
        pytest.param(line(CHAT), "Answer: A", id="chat completions"),
        pytest.param(line(RESPONSE), "Answer: B", id="responses"),
        pytest.param(
            {
                "custom_id": "q1",
                "result": {"type": "succeeded", "message": {"content": [{"type": "text", "text": "C"}]}},
            },
            "C",
            id="Anthropic's",
        ),
    ],
)
def test_read(row, text):
    found = BATCH.read(row)
    assert (found.text, found.task, found.rollout) == (text, "q1", None)


def test_several_choices():
    found = BATCH.read(line(CHAT | {"choices": [CHOICE, CHOICE | {"index": 1}]}))
    assert [(one.task, one.rollout, one.part) for one in found] == [("q1", 0, 0), ("q1", 1, 1)]

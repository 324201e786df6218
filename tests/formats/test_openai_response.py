"""OpenAI Responses objects."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS

RESPONSE = FORMATS["openai_response"]
MESSAGE = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Answer: B"}]}


@pytest.mark.parametrize(
    "row",
    [
        {"output": "Answer: B", "status": "ok"},
        {"object": "chat.completion", "choices": []},
        {"response": {"object": "response", "output": []}},
        {"object": "response"},
    ],
)
def test_is_none(row):
    assert not RESPONSE.matches(row)


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ({"status": "failed", "output": [], "error": {"code": "server_error", "message": "busy"}}, "producer_error"),
        ({"status": "cancelled", "output": []}, "producer_error"),
        ({"output": None}, "no_response"),
    ],
)
def test_not_readable(extra, code):
    with pytest.raises(RowError) as caught:
        RESPONSE.read({"object": "response", "status": "completed"} | extra)
    assert caught.value.code == code


def test_read():
    row = {
        "id": "resp_1",
        "object": "response",
        "status": "incomplete",
        "output": [{"type": "reasoning", "summary": []}, MESSAGE],
        "input": [{"role": "user", "content": "Which?"}],
        "options": ["x", "y"],
        "expected_answer": "B",
        "task_id": "q1",
    }
    found = RESPONSE.read(row)
    assert (found.text, found.truncated, found.prompt) == ("Answer: B", True, "Which?")
    assert (found.options, found.gold, found.task) == (["x", "y"], "B", "q1")


def test_output_text_of_proxies_is_not_relied_on():
    row = {"object": "response", "status": "completed", "output_text": "Answer: A", "output": [MESSAGE]}
    assert RESPONSE.read(row).text == "Answer: B"

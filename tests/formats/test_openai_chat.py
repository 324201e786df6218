"""OpenAI Chat Completions."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS

CHAT = FORMATS["openai_chat"]


def chat(*choices, **extra):
    return {"object": "chat.completion", "choices": list(choices)} | extra


def choice(index=0, finish_reason="stop", **message):
    return {"index": index, "finish_reason": finish_reason, "message": {"role": "assistant"} | message}


@pytest.mark.parametrize(
    "row",
    [
        pytest.param({"choices": ["red", "blue"], "text": "B"}, id="options that are texts"),
        pytest.param({"choices": [{"label": "A", "text": "red"}], "answer": "A"}, id="options that are objects"),
        pytest.param({"choices": {"text": ["red"], "label": ["A"]}}, id="options as parallel lists"),
        pytest.param({"choices": []}, id="nothing"),
    ],
)
def test_is_none(row):
    assert not CHAT.matches(row)


@pytest.mark.parametrize(
    ("one", "text", "state", "truncated"),
    [
        pytest.param(choice(content=" Answer: B "), "Answer: B", None, False, id="string"),
        pytest.param(choice(content=None, finish_reason="length"), "", None, True, id="cut off while thinking"),
        pytest.param(choice(content=None, tool_calls=[{}]), "", None, False, id="tool call only"),
        pytest.param(choice(content=None, refusal="I cannot."), "", "refusal", False, id="refusal"),
        pytest.param(choice(content="B", refusal=None), "B", None, False, id="null refusal"),
        pytest.param(choice(content=[{"type": "text", "text": "B"}]), "B", None, False, id="parts"),
        pytest.param(choice(content="B", reasoning_content="A"), "B", None, False, id="reasoning beside it"),
        pytest.param({"text": " B", "finish_reason": "stop"}, "B", None, False, id="legacy completion"),
    ],
)
def test_text(one, text, state, truncated):
    found = CHAT.read(chat(one))
    assert (found.text, found.state, found.truncated, found.part) == (text, state, truncated, None)


def test_several_choices_are_several_rollouts():
    row = chat(choice(0, content="A"), choice(1, content="B"), task_id="q", expected_answer="B", options=["x", "y"])
    found = CHAT.read(row)
    assert [(one.text, one.part, one.rollout, one.task, one.gold) for one in found] == [
        ("A", 0, 0, "q", "B"),
        ("B", 1, 1, "q", "B"),
    ]
    assert found[0].options == ["x", "y"]


@pytest.mark.parametrize("numbers", [(0, 0), (None, 1), ("0", "1"), (True, 1)], ids=repr)
def test_numbers_that_do_not_tell_choices_apart_are_not_theirs(numbers):
    found = CHAT.read(chat(*(choice(number, content="B") for number in numbers)))
    assert [one.part for one in found] == [0, 1]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (chat(), "no_response"),
        (chat() | {"choices": None}, "no_response"),
        (chat(error={"message": "busy"}) | {"choices": None}, "producer_error"),
        (chat({"finish_reason": "stop"}), "no_response"),
        (chat({"finish_reason": None, "delta": {"content": "B"}}), "no_response"),
        (chat(choice(content={"text": "B"})), "no_response"),
        (chat(error={"message": "busy"}), "producer_error"),
    ],
)
def test_not_readable(row, code):
    with pytest.raises(RowError) as caught:
        CHAT.read(row)
    assert caught.value.code == code

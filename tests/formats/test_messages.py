"""Rows with chat messages."""

import json

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS

MESSAGES = FORMATS["messages"]
USER = {"role": "user", "content": "Which?\nA: x\nB: y"}

HUMAN = {"from": "human", "value": USER["content"]}


def row_of(*messages, **extra):
    return {"messages": [USER, *messages]} | extra


def said(content):
    return {"role": "assistant", "content": content}


@pytest.mark.parametrize(
    "row",
    [
        pytest.param({"messages": []}, id="no messages"),
        pytest.param({"messages": ["a"]}, id="no objects"),
        pytest.param({"messages": [{"content": "a"}]}, id="no roles"),
        pytest.param({"messages": [USER], "completion": "B"}, id="the completion beside them"),
        pytest.param({"messages": [USER], "output": {}, "epoch": 1, "target": "A"}, id="a log's sample"),
        pytest.param({"messages": [USER], "prediction": "B"}, id="the prediction beside them"),
        pytest.param({"messages": "[torn"}, id="a string that is no list"),
        pytest.param({"messages": '["a"]'}, id="a printed list of strings"),
        pytest.param({"messages": [USER], "conversations": [HUMAN]}, id="two chats"),
        pytest.param({"conversations": [HUMAN], "response": "B"}, id="conversations and a response"),
        pytest.param({"conversations": [{"from": "human"}]}, id="nothing said"),
    ],
)
def test_is_none(row):
    assert not MESSAGES.matches(row)


@pytest.mark.parametrize(
    ("row", "text", "state"),
    [
        pytest.param(row_of(said("A"), USER, said(" B ")), "B", None, id="the last of several"),
        pytest.param(row_of(said("B"), {"role": "tool", "content": "A"}), "B", None, id="tool result last"),
        pytest.param(row_of(said([{"type": "text", "text": "B"}])), "B", None, id="parts"),
        pytest.param(row_of(said(None)), "", None, id="null content"),
        pytest.param(row_of({"role": "model", "content": "B"}), "B", None, id="another name for the assistant"),
    ],
)
def test_text(row, text, state):
    assert MESSAGES.matches(row)
    found = MESSAGES.read(row)
    assert (found.text, found.state) == (text, state)


@pytest.mark.parametrize(
    ("row", "text", "state"),
    [
        pytest.param({"conversations": [HUMAN, {"from": "gpt", "value": " B "}]}, "B", None, id="ShareGPT"),
        pytest.param(
            {"conversations": [{"from": "system", "value": "A"}, HUMAN, {"from": "Assistant", "value": "B"}]},
            "B",
            None,
            id="other names",
        ),
        pytest.param(
            {"conversations": [HUMAN, {"from": "gpt", "value": "B"}, {"from": "observation", "value": "A"}]},
            "B",
            None,
            id="a tool's result last",
        ),
        pytest.param({"conversations": [USER, said("B")]}, "B", None, id="roles in conversations"),
        pytest.param({"messages": json.dumps([USER, said("B")])}, "B", None, id="messages printed"),
        pytest.param(
            {"conversations": json.dumps([HUMAN, {"from": "gpt", "value": "B"}])}, "B", None, id="conversations printed"
        ),
    ],
)
def test_other_spellings_of_a_chat(row, text, state):
    row |= {"options": {"A": "x", "B": "y"}, "answer": "B"}
    assert [name for name in FORMATS if FORMATS[name].matches(row)] == ["messages"]
    found = MESSAGES.read(row)
    assert (found.text, found.state, found.prompt, found.gold) == (text, state, USER["content"], "B")


@pytest.mark.parametrize(
    ("row", "words"),
    [
        pytest.param(row_of(), "no message in it is the assistant's (roles: user)", id="question only"),
        pytest.param({"conversations": [HUMAN]}, "a file of prompts?", id="ShareGPT, question only"),
        pytest.param(row_of({"role": "narrator", "content": "B"}), "(roles: user, narrator)", id="an unknown role"),
        pytest.param(row_of(said({"text": "B"})), "content is an object", id="an object as content"),
        pytest.param(row_of(said(5)), "content is a number", id="a number as content"),
        pytest.param(row_of(said([{"type": "odd", "value": "B"}])), '{"type": "odd", "value": "B"}', id="an odd part"),
    ],
)
def test_what_cannot_be_read_is_no_zero(row, words):
    assert MESSAGES.matches(row)
    with pytest.raises(RowError) as raised:
        MESSAGES.read(row)
    assert raised.value.code == "no_response"
    assert words in raised.value.message


@pytest.mark.parametrize("kind", ["reasoning", "thinking", "refusal", "tool_use", "image_url"])
def test_parts_that_are_known_to_be_no_text_are_an_empty_answer(kind):
    assert MESSAGES.read(row_of(said([{"type": kind, kind: "B"}]))).text == ""


@pytest.mark.parametrize(
    ("extra", "options", "gold"),
    [
        pytest.param({"options": ["x"], "expected_answer": "A"}, ["x"], "A", id="options and expected_answer"),
        pytest.param({"choices": ["x"], "answer": 0}, ["x"], 0, id="choices and answer 0"),
        pytest.param({"metadata": {"options": ["x"], "answerKey": "A"}}, ["x"], "A", id="in metadata"),
        pytest.param({"info": '{"target": "A"}'}, None, "A", id="in printed info"),
        pytest.param({"A": "x", "B": "y", "answer": "B"}, {"A": "x", "B": "y"}, "B", id="top-level letters"),
        pytest.param({}, None, None, id="nowhere"),
    ],
)
def test_options_and_gold(extra, options, gold):
    found = MESSAGES.read(row_of(said("B"), **extra))
    assert (found.options, found.gold) == (options, gold)


def test_prompt_is_the_message_that_lists_options():
    assert MESSAGES.read(row_of(said("A"), {"role": "user", "content": "Sure?"}, said("B"))).prompt == USER["content"]


@pytest.mark.parametrize("name", ["task_id", "question_id", "example_id", "id"])
def test_task(name):
    found = MESSAGES.read(row_of(said("B"), **{name: 0, "rollout": 3}))
    assert (found.task, found.rollout) == (0, 3)

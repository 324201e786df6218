"""Rows with a completion or a text."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS

COMPLETION = FORMATS["completion"]


@pytest.mark.parametrize(
    "row",
    [
        pytest.param({"text": "B"}, id="a text alone"),
        pytest.param({"text": "B", "question": "Which?"}, id="a text with a question"),
        pytest.param({"completion": {"text": "B"}}, id="completion is an object"),
        pytest.param({"completion": "B", "reward": 1.0, "example_id": 0}, id="an evaluation's row"),
        pytest.param({"text": None, "options": ["x"]}, id="null text"),
    ],
)
def test_is_none(row):
    assert not COMPLETION.matches(row)


@pytest.mark.parametrize(
    ("row", "text", "prompt"),
    [
        pytest.param({"prompt": "Which?", "completion": " B"}, "B", "Which?", id="strings"),
        pytest.param(
            {"prompt": [{"role": "user", "content": "Which?"}], "completion": [{"role": "assistant", "content": "B"}]},
            "B",
            "Which?",
            id="messages",
        ),
        pytest.param(
            {"messages": [{"role": "user", "content": "Which?"}], "completion": "B"}, "B", "Which?", id="mixed"
        ),
        pytest.param(
            {"text": "B", "options": {"A": "x"}, "question": "Which?"}, "B", "Which?", id="a text with options"
        ),
        pytest.param({"text": "B", "choices": {"text": ["x"], "label": ["A"]}}, "B", None, id="a text with choices"),
        pytest.param({"text": "", "expected_answer": "A"}, "", None, id="an empty text"),
    ],
)
def test_text(row, text, prompt):
    assert COMPLETION.matches(row)
    found = COMPLETION.read(row)
    assert (found.text, found.prompt) == (text, prompt)


@pytest.mark.parametrize(("extra", "code"), [({}, "no_response"), ({"error": "down"}, "producer_error")])
def test_null_completion(extra, code):
    with pytest.raises(RowError) as caught:
        COMPLETION.read({"completion": None} | extra)
    assert caught.value.code == code


def test_a_question_at_another_training_step_is_another_task():
    rows = [{"step": step, "prompt": "Which?", "completion": "B", "advantage": 0.1} for step in (1, 1, 2)]
    tasks = [COMPLETION.read(row).task for row in rows]
    assert tasks[0] == tasks[1] != tasks[2]


@pytest.mark.parametrize(
    ("row", "gold"),
    [
        ({"completion": "B", "answerKey": "B"}, "B"),
        ({"completion": "B", "extra_info": {"answer": 1}}, 1),
        ({"completion": "B", "doc": {"answer_letter": "C"}}, "C"),
    ],
)
def test_gold(row, gold):
    assert COMPLETION.read(row).gold == gold

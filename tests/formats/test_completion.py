"""Rows with a completion or a text."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS, detect
from mcqa_cli.formats.base import TEXT_FIELDS

COMPLETION = FORMATS["completion"]
BESIDE = {"question": "Which?", "choices": ["x", "y"], "answer": "B"}


@pytest.mark.parametrize(
    "row",
    [
        pytest.param({"text": "B"}, id="a text alone"),
        pytest.param({"text": "B", "question": "Which?"}, id="a text with a question"),
        pytest.param({"completion": {"text": "B"}}, id="completion is an object"),
        pytest.param({"completion": "B", "reward": 1.0, "example_id": 0}, id="an evaluation's row"),
        pytest.param({"text": None, "options": ["x"]}, id="null text"),
        pytest.param({"response": "B", "answer": "B"}, id="a response without options"),
        pytest.param({"response": "B", "choices": ["x", "y"]}, id="a response without a gold"),
        pytest.param(BESIDE, id="no text at all"),
        pytest.param(BESIDE | {"response": {"text": "B"}}, id="the response is an object"),
        pytest.param(BESIDE | {"response": "It is B.", "prediction": "B"}, id="two texts"),
        pytest.param(BESIDE | {"text": "Which?", "response": "B"}, id="a text and a response"),
        pytest.param(BESIDE | {"response": "B", "gold": "A"}, id="two letters as the gold"),
        pytest.param(BESIDE | {"response": None, "output": None}, id="two texts, both null"),
        pytest.param(
            BESIDE | {"response": "B", "messages": [{"role": "assistant", "content": "A"}]},
            id="the assistant's message too",
        ),
        pytest.param(BESIDE | {"output": "B", "epoch": 1, "target": "B"}, id="a log's sample"),
        pytest.param(BESIDE | {"output": "B", "input": "Which?", "gts": "B"}, id="a dump of verl"),
        pytest.param(BESIDE | {"generation": "B", "expected_answer": "B"}, id="a generation of NeMo-Skills"),
        pytest.param(BESIDE | {"options": ["x"], "generated_text": "B", "question_id": 1}, id="a result of MMLU-Pro"),
        pytest.param(BESIDE | {"response": "B", "custom_id": "a"}, id="a batch's output"),
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


@pytest.mark.parametrize("name", [name for name in TEXT_FIELDS if name != "text"])
def test_one_text_beside_options_and_gold(name):
    row = BESIDE | {name: " It is B. "}
    assert [other for other in FORMATS if FORMATS[other].matches(row)] == ["completion"]
    found = COMPLETION.read(row)
    assert (found.text, found.options, found.gold, found.prompt) == ("It is B.", ["x", "y"], "B", "Which?")


@pytest.mark.parametrize(
    "row",
    [
        pytest.param({"response": "B", "metadata": BESIDE}, id="options and gold in metadata"),
        pytest.param({"response": "B", "opa": "x", "opb": "y", "answer": 1}, id="options of MedMCQA"),
        pytest.param({"response": "B", "A": "x", "B": "y", "correct_answer": "B"}, id="top-level letters"),
        pytest.param(BESIDE | {"response": "B", "output": "B"}, id="the same text twice"),
        pytest.param(BESIDE | {"response": "B", "label": 1}, id="the gold in two spellings"),
        pytest.param(
            BESIDE | {"output": "B", "messages": [{"role": "user", "content": "?"}]}, id="the prompt as messages"
        ),
    ],
)
def test_a_text_with_its_question_elsewhere(row):
    assert COMPLETION.matches(row)
    assert COMPLETION.read(row).text == "B"


def test_a_null_response_is_none():
    row = BESIDE | {"response": None}
    assert COMPLETION.matches(row)
    with pytest.raises(RowError, match="`response` is null") as caught:
        COMPLETION.read(row)
    assert caught.value.code == "no_response"


@pytest.mark.parametrize(
    ("extra", "told"),
    [
        (
            {"response": "It is B.", "prediction": "B"},
            "which of response, prediction is the model's text is not guessed",
        ),
        ({"response": "It is B.", "gold": "A"}, "which of answer, gold is the gold answer is not guessed"),
    ],
)
def test_what_is_there_twice_is_asked_for(extra, told):
    with pytest.raises(RowError) as caught:
        detect(BESIDE | extra)
    assert caught.value.code == "unknown_format"
    assert told in caught.value.message
    assert "--fields, perhaps text=response,gold=" in caught.value.message


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

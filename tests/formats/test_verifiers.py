"""`results.jsonl` of verifiers."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS

VERIFIERS = FORMATS["verifiers"]
PROMPT = [{"role": "user", "content": "Which?\nA. x\nB. y"}]


def row_of(completion, **extra):
    return {"example_id": 3, "prompt": PROMPT, "completion": completion, "answer": "B", "reward": 1.0} | extra


def said(text, **extra):
    return {"role": "assistant", "content": text} | extra


@pytest.mark.parametrize(
    "row",
    [
        pytest.param({"prompt": "Which?", "completion": "B", "answer": "B"}, id="no reward"),
        pytest.param({"prompt": "Which?", "completion": "B", "reward": 1.0}, id="nothing else of an evaluation"),
        pytest.param(
            {"prompt": "p", "completion": "c", "reward": 1.0, "advantage": 0.1, "id": 1}, id="a trainer's dump"
        ),
    ],
)
def test_is_none(row):
    assert not VERIFIERS.matches(row)


@pytest.mark.parametrize("mark", ["example_id", "generation_ms"])
def test_what_grading_writes_makes_no_other_format_of_a_row(mark):
    row = {"prompt": "Which?", "completion": "B", "answer": "B", mark: 1}
    assert VERIFIERS.matches(row)
    assert VERIFIERS.matches(row | {"reward": 1.0, "extracted_answer": "B"})


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        pytest.param({"error": "ModelError('down')"}, "producer_error", id="error as a string"),
        pytest.param({"error": {"error_chain_repr": "ModelError"}}, "producer_error", id="error as an object"),
        pytest.param({"completion": None}, "no_response", id="null completion without an error"),
        pytest.param({"completion": ["B", "A"]}, "no_response", id="several texts"),
        pytest.param({"completion": {"text": "B"}}, "no_response", id="an object"),
    ],
)
def test_not_readable(extra, code):
    with pytest.raises(RowError) as caught:
        VERIFIERS.read(row_of([said("B")]) | extra)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("completion", "text", "state"),
    [
        pytest.param(" \\boxed{B}", "\\boxed{B}", None, id="string"),
        pytest.param([said("A?"), {"role": "user", "content": "Sure?"}, said("B")], "B", None, id="last of several"),
        pytest.param([said(None, tool_calls=["{}"]), {"role": "tool", "content": "4"}], "", None, id="tool call only"),
        pytest.param([said([])], "", None, id="null content of old versions"),
        pytest.param([said([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])], "a b", None, id="parts"),
        pytest.param([said("B", reasoning_content="A")], "B", None, id="reasoning beside it"),
        pytest.param([{"role": "text", "content": "B"}], "B", None, id="completion environments"),
        pytest.param([], "", "no_assistant_message", id="no messages"),
    ],
)
def test_text(completion, text, state):
    found = VERIFIERS.read(row_of(completion))
    assert (found.text, found.state) == (text, state)


@pytest.mark.parametrize(
    ("extra", "gold"),
    [
        pytest.param({}, "B", id="answer"),
        pytest.param({"answer": "", "info": {"answer_letter": "C"}}, "C", id="info where the answer is empty"),
        pytest.param({"answer": None, "info": '{"target": "D"}'}, "D", id="info printed as JSON"),
        pytest.param({"answer": None, "info": {"answer_text": "red"}}, "red", id="text of the answer"),
        pytest.param({"answer": None, "info": "no object"}, None, id="info is a plain string"),
    ],
)
def test_gold(extra, gold):
    assert VERIFIERS.read(row_of("B", **extra)).gold == gold


def test_options_in_info():
    assert VERIFIERS.read(row_of("B", info={"options": {"A": "x", "B": "y"}})).options == {"A": "x", "B": "y"}


@pytest.mark.parametrize("extra", [{"is_truncated": True}, {"stop_condition": "max_total_tokens"}])
def test_truncated(extra):
    assert VERIFIERS.read(row_of("B", **extra)).truncated
    assert not VERIFIERS.read(row_of("B", stop_condition="max_turns_reached")).truncated


def test_composite_reward_stays():
    assert VERIFIERS.read(row_of("B", reward=0.8)).reward == 0.8


def test_id_of_old_versions_is_not_the_task():
    """Up to 0.1.5 rows came as q0, q1, q0, q1 under the ids 0, 0, 1, 1."""
    other = [{"role": "user", "content": "What?"}]
    rows = [
        {"id": number, "prompt": prompt, "completion": "B", "reward": 1.0, "generation_ms": 1.0, "answer": "B"}
        for number, prompt in ((0, PROMPT), (0, other), (1, PROMPT), (1, other))
    ]
    assert all(VERIFIERS.matches(row) for row in rows)
    tasks = [VERIFIERS.read(row).task for row in rows]
    assert tasks[0] == tasks[2] != tasks[1] == tasks[3]


def test_example_id_is_the_task():
    assert VERIFIERS.read(row_of("B")).task == 3

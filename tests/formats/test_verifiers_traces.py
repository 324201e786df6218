"""`traces.jsonl` of verifiers v1."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS

TRACES = FORMATS["verifiers_traces"]
ERROR = {"type": "ProviderError", "message": "provider down"}


def node(text, role="assistant", sampled=True):
    return {"message": {"role": role, "content": text}, "sampled": sampled}


def trace(*nodes, **extra):
    task = {"type": "T", "data": {"idx": 4, "answer": "B", "options": ["x", "y"]}, "key": "k4"}
    return {"id": "t1", "task": task, "nodes": [node("Which?", "user", False), *nodes], "ok": True} | extra


def episode(*traces, **extra):
    return {"id": "e1", "env": {"id": "mcq"}, "traces": list(traces), "ok": True, "errors": []} | extra


@pytest.mark.parametrize("row", [{"traces": [1]}, {"nodes": []}, {"traces": "x", "env": {}}])
def test_is_none(row):
    assert not TRACES.matches(row)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        pytest.param(episode(trace(ok=False, errors=[ERROR])), "producer_error", id="trace failed"),
        pytest.param(episode(errors=[ERROR], ok=False), "producer_error", id="episode failed before any trace"),
        pytest.param(episode(), "no_response", id="no trace"),
    ],
)
def test_not_readable(row, code):
    with pytest.raises(RowError) as caught:
        TRACES.read(row)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("one", "text", "state"),
    [
        pytest.param(trace(node("A?"), node("go on", "user", False), node(" B ")), "B", None, id="last reply"),
        pytest.param(trace(node("an example", sampled=False), node("B")), "B", None, id="replies in the prompt"),
        pytest.param(trace(node("an example", sampled=False)), "", "no_assistant_message", id="only those"),
        pytest.param(trace(node("B"), node("of a helper"), root_reply="B"), "B", None, id="the root agent's reply"),
        pytest.param(trace(node("B"), errors=[ERROR]), "B", None, id="went well after a retry"),
        pytest.param(trace(node(None)), "", None, id="null content"),
    ],
)
def test_text(one, text, state):
    found = TRACES.read(episode(one))
    assert (found.text, found.state) == (text, state)


@pytest.mark.parametrize(
    ("extra", "truncated"),
    [
        pytest.param({"stop_condition": "agent_completed"}, False, id="completed"),
        pytest.param({"stop_condition": "max_output_tokens"}, True, id="limit"),
        pytest.param({"calls": [{"finish_reason": "length"}]}, True, id="last call was cut off"),
        pytest.param(
            {"calls": [{"finish_reason": "length"}, {"finish_reason": "stop"}]}, False, id="an earlier call was"
        ),
        pytest.param({"calls": [{"finish_reason": "length"}, {"error": ERROR}]}, True, id="a failed call after it"),
    ],
)
def test_truncated(extra, truncated):
    assert TRACES.read(episode(trace(node("B"), **extra))).truncated is truncated


def test_fields():
    found = TRACES.read(
        episode(trace(node("B"), rewards={"a": {"score": 1.0, "weight": 0.8}, "b": {"score": 0.5, "weight": 0.2}}))
    )
    assert (found.task, found.rollout, found.gold, found.options) == ("k4", "t1", "B", ["x", "y"])
    assert found.reward == pytest.approx(0.9)
    assert found.prompt == "Which?"


def test_without_rewards_there_is_none():
    assert TRACES.read(episode(trace(node("B"), rewards={}))).reward is None


def test_gym_row_inside():
    gym = {
        "responses_create_params": {"input": "Which?"},
        "options": [{"A": "x"}, {"B": "y"}],
        "expected_answer": "B",
        "grading_mode": "lenient_boxed",
    }
    one = trace(node("B"), task={"data": {"idx": 1, "row": gym}}, info={"nemo_gym": {"extracted_answer": "A"}})
    found = TRACES.read(episode(one))
    assert (found.gold, found.mode, found.options, found.letter) == ("B", "lenient_boxed", gym["options"], "A")
    assert found.task == 1
    assert found.prompt == "Which?"


@pytest.mark.parametrize(
    "sent", ["Which?", [{"role": "system", "content": "s"}, {"role": "user", "content": "Which?"}]]
)
def test_the_prompt_of_a_gym_row_inside(sent):
    data = {"idx": 1, "row": {"responses_create_params": {"input": sent}}}
    one = {"nodes": [node("B")], "task": {"data": data}}
    assert TRACES.read(one).prompt == "Which?"


def test_one_trace_a_line():
    row = trace(node("B"))
    assert TRACES.matches(row)
    assert TRACES.read(row).text == "B"


def test_several_traces_are_several_rollouts():
    found = TRACES.read(episode(trace(node("A"), id="t1"), trace(node("B"), id="t2")))
    assert [(one.text, one.rollout, one.part) for one in found] == [("A", "t1", 0), ("B", "t2", 1)]

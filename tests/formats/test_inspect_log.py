"""Samples of inspect logs."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS
from mcqa_cli.gold import gold_of
from mcqa_cli.options import choices_of

INSPECT = FORMATS["inspect"]
SHUFFLED = (
    "Choices were shuffled before generating a response, the following was sent to the model:\n\n"
    "A) z\nB) x\nC) y\nShuffled answer:\nANSWER: "
)


def sample(content, **extra):
    message = {"role": "assistant", "content": content, "source": "generate"}
    return {
        "id": "q1",
        "epoch": 2,
        "input": "Which?",
        "choices": ["x", "y", "z"],
        "target": "B",
        "messages": [{"role": "user", "content": "Which?", "source": "input"}, message],
        "output": {"choices": [{"message": message, "stop_reason": "stop"}], "completion": "unused"},
        "scores": {"choice": {"value": "C", "answer": "B", "explanation": content if isinstance(content, str) else ""}},
        "uuid": "u",
    } | extra


def scored(value="I", answer="", explanation=SHUFFLED):
    return {"choice": {"value": value, "answer": answer, "explanation": explanation}}


@pytest.mark.parametrize(
    "row", [{"epoch": 1, "loss": 0.1}, {"target": "B", "output": "B"}, {"epoch": 1, "target": "B"}]
)
def test_is_none(row):
    assert not INSPECT.matches(row)


def test_error():
    with pytest.raises(RowError) as caught:
        INSPECT.read(sample("B", error={"message": "RuntimeError('down')"}))
    assert caught.value.code == "producer_error"


@pytest.mark.parametrize(
    ("row", "text", "state"),
    [
        pytest.param(sample(" ANSWER: B"), "ANSWER: B", None, id="string"),
        pytest.param(
            sample(
                [{"type": "reasoning", "reasoning": "A"}, {"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
            ),
            "a\nb",
            None,
            id="parts without the reasoning",
        ),
        pytest.param(
            sample("B", output={"completion": "from output", "choices": []}), "from output", None, id="completion"
        ),
        pytest.param(sample("from messages", output={"choices": []}), "from messages", None, id="messages"),
        pytest.param(
            sample("B", output={}, messages=[{"role": "user", "content": "Which?"}]),
            "",
            "no_assistant_message",
            id="nothing",
        ),
    ],
)
def test_text(row, text, state):
    found = INSPECT.read(row)
    assert (found.text, found.state) == (text, state)


@pytest.mark.parametrize(
    ("value", "reward"),
    [("C", 1.0), ("I", 0.0), ("P", 0.5), ("N", 0.0), (1, 1.0), (True, 1.0), (float("nan"), None), ({"a": 1}, None)],
)
def test_reward(value, reward):
    assert INSPECT.read(sample("B", scores=scored(value, "B", ""))).reward == reward


@pytest.mark.parametrize(
    ("extra", "truncated"),
    [
        pytest.param({}, False, id="stopped"),
        pytest.param({"limit": {"type": "token", "limit": 10}}, True, id="limit of the sample"),
        pytest.param({"limit": {"type": "operator"}}, False, id="another limit"),
        pytest.param(
            {"output": {"choices": [{"message": {"role": "assistant", "content": "B"}, "stop_reason": "max_tokens"}]}},
            True,
            id="limit of the model",
        ),
    ],
)
def test_truncated(extra, truncated):
    assert INSPECT.read(sample("B", **extra)).truncated is truncated


def test_fields():
    found = INSPECT.read(sample("B"))
    assert (found.task, found.rollout, found.uuid, found.letter) == ("q1", 2, "u", "B")
    assert (found.options, found.gold, found.prompt) == (["x", "y", "z"], "B", "Which?")


def test_labels_beyond_Z_are_numbers():
    options = INSPECT.read(sample("B", choices=[f"text {number}" for number in range(28)])).options
    assert choices_of(options).labels[24:] == ("Y", "Z", "1", "2")


def in_shuffled_order(found):
    return gold_of(found.gold, choices_of(found.options), letters_only=True), choices_of(found.options).texts


def test_shuffled_and_not_understood_by_the_solver():
    """The reply is the model's own and speaks of the letters that it saw."""
    found = INSPECT.read(sample("The answer is C.", scores=scored()))
    assert found.text == "The answer is C."
    assert in_shuffled_order(found) == ("C", ("z", "x", "y"))


@pytest.mark.parametrize(
    ("content", "attachments"),
    [("I say C.", {}), ("attachment://ab", {"ab": "I say C."})],
    ids=["in place", "attached"],
)
def test_shuffled_and_rewritten_by_the_solver(content, attachments):
    events = [{"event": "model", "output": {"choices": [{"message": {"role": "assistant", "content": content}}]}}]
    row = sample("ANSWER: B", scores=scored("C", "B"), events=events, attachments=attachments)
    found = INSPECT.read(row)
    assert found.text == "I say C."
    assert in_shuffled_order(found) == ("C", ("z", "x", "y"))
    assert found.letter is None


def test_shuffled_and_only_the_rewritten_reply_is_left():
    found = INSPECT.read(sample("ANSWER: B", scores=scored("C", "B"), events=[]))
    assert (found.text, found.gold, found.options) == ("ANSWER: B", "B", ["x", "y", "z"])


def test_shuffled_and_nothing_is_left():
    with pytest.raises(RowError) as caught:
        INSPECT.read(sample("", scores=scored()))
    assert caught.value.code == "no_text"

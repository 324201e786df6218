"""`output*.jsonl` of NeMo-Skills."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS

SKILLS = FORMATS["nemo_skills"]


def row_of(generation, **extra):
    return {
        "generation": generation,
        "expected_answer": "B",
        "problem": "Which?\n\nA) x\nB) y",
        "options": "A) x\nB) y",
        "A": "x",
        "B": "y",
        "predicted_answer": "B",
        "symbolic_correct": True,
    } | extra


@pytest.mark.parametrize("row", [{"generation": "B"}, {"generation": "B", "completion": "B", "expected_answer": "B"}])
def test_is_none(row):
    assert not SKILLS.matches(row)


@pytest.mark.parametrize(
    ("row", "text", "state"),
    [
        pytest.param(row_of(" \\boxed{B} "), "\\boxed{B}", None, id="text"),
        pytest.param(row_of(None, _generation_finished_thinking=False), "", "unclosed_think", id="null, the same"),
        pytest.param(
            row_of("", _generation_finished_thinking=False), "", "unclosed_think", id="never stopped thinking"
        ),
        pytest.param(row_of("", _full_generation="<think>x"), "", "unclosed_think", id="no end tag in the whole"),
        pytest.param(row_of("", _full_generation="<think>x</think>"), "", None, id="nothing after the end tag"),
    ],
)
def test_text(row, text, state):
    found = SKILLS.read(row)
    assert (found.text, found.state) == (text, state)


@pytest.mark.parametrize(("generation", "words"), [(None, "null"), (["B"], "an array"), (5, "a number")])
def test_what_cannot_be_read_is_no_zero(generation, words):
    with pytest.raises(RowError, match=f"`generation` is {words}") as raised:
        SKILLS.read(row_of(generation))
    assert raised.value.code == "no_response"


def test_fields():
    found = SKILLS.read(row_of("B", finish_reason="length"))
    assert found.options == {"A": "x", "B": "y"}
    assert (found.reward, found.letter, found.truncated) == (1.0, "B", True)
    assert (found.task, found.rollout) == (None, None)
    assert SKILLS.by_position


def test_options_as_lettered_lines_where_the_letters_are_missing():
    row = row_of("B")
    del row["A"], row["B"]
    assert SKILLS.read(row).options == "A) x\nB) y"

"""Dumps of verl."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS
from mcqa_cli.prompt import options_in_prompt

VERL = FORMATS["verl"]


def row_of(**extra):
    return {
        "input": "user\nWhich?\nA. x\nB. y\nassistant\n",
        "output": "B",
        "gts": "B",
        "score": 1.0,
        "step": 4,
    } | extra


@pytest.mark.parametrize("missing", ["input", "output", "gts"])
def test_is_none(missing):
    row = row_of()
    del row[missing]
    assert not VERL.matches(row)


@pytest.mark.parametrize("end", ["\nassistant\n", "\nassistant\n<think>\n", "\n\nassistant\n\n", ""])
def test_role_word_is_no_part_of_the_last_option(end):
    found = VERL.read(row_of(input="user\nWhich?\nA. x\nB. y" + end))
    assert options_in_prompt(found.prompt) == [{"A": "x"}, {"B": "y"}]


@pytest.mark.parametrize(("output", "words"), [(None, "null"), (["B"], "an array")])
def test_what_cannot_be_read_is_no_zero(output, words):
    with pytest.raises(RowError, match=f"`output` is {words}") as raised:
        VERL.read(row_of(output=output))
    assert raised.value.code == "no_response"


@pytest.mark.parametrize(
    ("gts", "gold"), [("B", "B"), ('["B"]', ["B"]), ('{"answer": "B"}', {"answer": "B"}), (None, None), ([0], [0])]
)
def test_gold(gts, gold):
    assert VERL.read(row_of(gts=gts)).gold == gold


def test_accuracy_comes_before_the_score():
    assert VERL.read(row_of(score=-0.5, acc=1.0)).reward == 1.0
    assert VERL.read(row_of(score=-0.5)).reward == -0.5


def test_repeats_by_uid():
    tasks = [VERL.read(row_of(uid=uid)).task for uid in ("3f_0_0", "3f_1_0", "4a_0_0")]
    assert tasks == ["3f", "3f", "4a"]


def test_repeats_by_step_and_input():
    rows = [row_of(), row_of(output="A"), row_of(step=5), row_of(input="other")]
    tasks = [VERL.read(row).task for row in rows]
    assert tasks[0] == tasks[1]
    assert len(set(tasks)) == 3

"""Results of MMLU-Pro's scripts."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS

MMLU_PRO = FORMATS["mmlu_pro"]


def row_of(**extra):
    return {"question_id": 70, "question": "Which?", "options": ["x", "y"], "answer": "B", "answer_index": 1} | extra


@pytest.mark.parametrize("row", [row_of(), {"model_outputs": "B", "options": ["x"]}])
def test_is_none(row):
    assert not MMLU_PRO.matches(row)


@pytest.mark.parametrize("name", ["model_outputs", "generated_text"])
def test_text(name):
    found = MMLU_PRO.read(row_of(**{name: " The answer is (B). ", "pred": "B"}))
    assert (found.text, found.gold, found.task) == ("The answer is (B).", "B", 70)
    assert (found.reward, found.letter) == (1.0, "B")


def test_failed_extraction():
    found = MMLU_PRO.read(row_of(model_outputs="Hm.", pred=None))
    assert (found.reward, found.letter) == (0.0, None)


def test_the_letter_is_the_gold_where_the_index_differs():
    assert MMLU_PRO.read(row_of(model_outputs="B", answer="C", answer_index=1)).gold == "C"


@pytest.mark.parametrize(
    ("answer", "index", "differ"),
    [
        pytest.param("B", 1, False, id="the same"),
        pytest.param(" b ", 1, False, id="the same, spelled otherwise"),
        pytest.param("B", None, False, id="no index"),
        pytest.param(None, 1, False, id="no letter"),
        pytest.param("green", 0, False, id="a text"),
        pytest.param("B", True, False, id="no number"),
        pytest.param("C", 1, True, id="another"),
        pytest.param("A", -1, True, id="an index of no option"),
    ],
)
def test_contradictions(answer, index, differ):
    assert MMLU_PRO.contradicts(row_of(model_outputs="B", answer=answer, answer_index=index)) is differ


def test_null_text():
    with pytest.raises(RowError) as caught:
        MMLU_PRO.read(row_of(model_outputs=None))
    assert caught.value.code == "no_response"

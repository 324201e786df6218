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


def test_null_text():
    with pytest.raises(RowError) as caught:
        MMLU_PRO.read(row_of(model_outputs=None))
    assert caught.value.code == "no_response"

"""`samples_*.jsonl` of lm-evaluation-harness."""

import json

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS
from mcqa_cli.gold import gold_of
from mcqa_cli.options import choices_of

LM_EVAL = FORMATS["lm_eval"]
CHAT = [{"role": "user", "content": "Which?"}]


def sample(resps, **extra):
    return {
        "doc_id": 5,
        "doc": {"question": "Which?", "choices": ["x", "y"], "answer": 1},
        "target": "1",
        "arguments": {"gen_args_0": {"arg_0": "Which?", "arg_1": {"until": []}}},
        "resps": resps,
        "filtered_resps": ["B"],
        "filter": "strict",
        "exact_match": 1.0,
    } | extra


@pytest.mark.parametrize(
    ("resps", "code"),
    [
        pytest.param([[["-0.9", "False"]], [["-0.3", "True"]]], "no_text", id="log-likelihoods"),
        pytest.param([[[-0.9, False]], [[-0.3, True]]], "no_text", id="log-likelihoods as numbers"),
        pytest.param([["-0.9"], ["-0.3"]], "no_text", id="one likelihood a request"),
        pytest.param([], "no_response", id="nothing"),
        pytest.param([[]], "no_response", id="no repeat"),
    ],
)
def test_not_readable(resps, code):
    with pytest.raises(RowError) as caught:
        LM_EVAL.read(sample(resps))
    assert caught.value.code == code


def test_refusal_says_what_to_do():
    with pytest.raises(RowError, match="generate_until"):
        LM_EVAL.read(sample([[["-0.9", "False"]]]))


def test_one_repeat():
    found = LM_EVAL.read(sample([[" Answer: B "]]))
    assert (found.text, found.task, found.rollout, found.part, found.view) == ("Answer: B", 5, 0, None, "strict")
    assert (found.reward, found.letter, found.prompt) == (1.0, "B", "Which?")


def test_repeats_are_rollouts_without_the_documents_score():
    found = LM_EVAL.read(sample([["Answer: A", "Answer: B"]]))
    assert [(one.text, one.rollout, one.part, one.reward) for one in found] == [
        ("Answer: A", 0, 0, None),
        ("Answer: B", 1, 1, None),
    ]


def test_numbers_count_from_0():
    found = LM_EVAL.read(sample([["B"]]))
    assert gold_of(found.gold, choices_of(found.options), True, LM_EVAL.gold_base) == "B"


@pytest.mark.parametrize(
    ("doc", "options"),
    [
        ({"choices": {"text": ["x", "y"], "label": ["A", "B"]}}, {"text": ["x", "y"], "label": ["A", "B"]}),
        ({"options": {"A": "x"}}, {"A": "x"}),
        ({"opa": "x", "opb": "y", "opc": "z", "opd": "w"}, {"A": "x", "B": "y", "C": "z", "D": "w"}),
        ("no object", None),
    ],
)
def test_options(doc, options):
    assert LM_EVAL.read(sample([["B"]], doc=doc)).options == options


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param({"gen_args_0": {"arg_0": "Which?"}}, id="current"),
        pytest.param([["Which?", {"until": []}]], id="older"),
        pytest.param({"gen_args_0": {"arg_0": json.dumps(CHAT)}}, id="chat printed as JSON"),
        pytest.param({"gen_args_0": {"arg_0": [json.dumps(CHAT)]}}, id="chat printed in a list"),
        pytest.param({"gen_args_0": {"arg_0": CHAT}}, id="chat"),
    ],
)
def test_prompt(arguments):
    assert LM_EVAL.read(sample([["B"]], arguments=arguments)).prompt == "Which?"


@pytest.mark.parametrize(
    ("filtered", "letter"), [(["[invalid]"], None), (["(B)"], "B"), ([["B"]], "B"), (["6"], None), ([], None)]
)
def test_letter_of_the_filter(filtered, letter):
    assert LM_EVAL.read(sample([["B"]], filtered_resps=filtered)).letter == letter


def test_gold_of_the_document_where_no_target_was_logged():
    assert LM_EVAL.read(sample([["B"]], target="")).gold == 1

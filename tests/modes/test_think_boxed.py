"""What stands after the reasoning: a box, or the whole of it."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes import MODES
from mcqa_cli.modes.think_boxed import format_reward

MODE = MODES["think_boxed"]


def question(labels=("A", "B", "C", "D")):
    return Question(Choices(tuple(labels), tuple(f"text {label}" for label in labels)))


@pytest.mark.parametrize(
    ("text", "labels", "reason"),
    [
        pytest.param(r"\boxed{B}", "ABCD", "unclosed_think", id="no reasoning"),
        pytest.param(r"<think>so \boxed{B}", "ABCD", "unclosed_think", id="reasoning never ends"),
        pytest.param(r"<think>so \boxed{B}</think>", "ABCD", "unclosed_think", id="nothing follows"),
        pytest.param("<think>x</think> It is B.", "ABCD", "no_box", id="a sentence"),
        pytest.param(r"<think>x</think> \boxed{B", "ABCD", "unclosed_box", id="an unclosed box"),
        pytest.param(r"<think>x</think> \boxed{(B)}", "ABCD", "box_not_a_letter", id="brackets"),
        pytest.param(r"<think>x</think> \boxed{E}", "ABCD", "letter_not_in_options", id="no label"),
        pytest.param(r"<think>x</think> \boxed{4}", "ABCD", "letter_not_in_options", id="index too high"),
        pytest.param(r"<think>x</think> \boxed{-1}", "ABCD", "box_not_a_letter", id="a negative number"),
        pytest.param(r"<think>x</think> \boxed{0}", "123", "letter_not_in_options", id="numbers are labels only"),
        pytest.param(r"a</think> \boxed{B} b</think> C?", "ABCD", "no_box", id="only after the last tag"),
    ],
)
def test_reads_nothing(text, labels, reason):
    assert MODE.documented(text, question(labels))[:3] == (None, None, reason)


@pytest.mark.parametrize(
    ("text", "labels", "label", "rule", "read"),
    [
        pytest.param(r"<think>A?</think> \boxed{B}", "ABCD", "B", "boxed_letter", "B", id="a box"),
        pytest.param(r"A?</think>\boxed{A} \boxed{ c }", "ABCD", "C", "boxed_letter", "c", id="the last box, any case"),
        pytest.param(r"x</think>\boxed{B} \boxed{C", "ABCD", "B", "boxed_letter", "B", id="the last that is closed"),
        pytest.param(r"x</think>\boxed{\boxed{B}}", "ABCD", "B", "boxed_letter", "B", id="a box in a box"),
        pytest.param(r"x</think>\boxed{2}", "ABCD", "C", "boxed_index", "2", id="an index"),
        pytest.param("x</think>\nd\n", "ABCD", "D", "remainder_letter", "d", id="the whole remainder"),
        pytest.param("x</think> 0", "ABCD", "A", "remainder_index", "0", id="the whole remainder an index"),
        pytest.param(r"x</think>\boxed{2}", "123", "2", "boxed_letter", "2", id="a digit label"),
        pytest.param(r"x</think>\boxed{ab}", ["AA", "AB"], "AB", "boxed_letter", "ab", id="a longer label"),
        pytest.param(r"x</think>\boxed{ক}", "কখ", "ক", "boxed_letter", "ক", id="a native label"),
    ],
)
def test_reads_label_or_index(text, labels, label, rule, read):
    text = text.strip()
    found = MODE.documented(text, question(labels))
    assert found[:3] == (label, rule, None)
    assert text[slice(*found.span)] == read


@pytest.mark.parametrize(
    ("text", "reward"),
    [
        pytest.param("B", 0.0, id="no reasoning"),
        pytest.param(" <think>x</think> B", 0.0, id="something before it"),
        pytest.param("<think>x</think> ", 0.0, id="nothing after it"),
        pytest.param("<think>x<think>y</think> B", 0.0, id="opened twice"),
        pytest.param("<think>x</think>y</think> B", 0.0, id="closed twice"),
        pytest.param("<think>x", 0.0, id="never closed"),
        pytest.param("<think>x</think> B", 1.0, id="well formed"),
    ],
)
def test_format_reward(text, reward):
    assert format_reward(text) == reward


def test_it_takes_any_label_and_both_rule_sets_read_alike():
    assert MODE.ours
    assert MODE.gym is MODE.documented

"""Precedence and gold comparison: one rollout and its question → a verdict."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli.errors import UNGRADED, RowError
from mcqa_cli.grading import Grader, Known
from mcqa_cli.model import REASONS, REGEX_FAILURES, RULE_SETS, RULES, Choices, Policy, Rollout
from mcqa_cli.modes import MODES

ABCD = [{"A": "red"}, {"B": "green"}, {"C": "blue"}, {"D": "grey"}]
CHOICES = Choices(tuple("ABCD"), ("red", "green", "blue", "grey"))
LISTED = "Which?\nA: one\nB: two"


def said(text, **fields):
    return Rollout(text, text, **{"options": ABCD, "gold": "B"} | fields)


def ask(rollout, known=None, *, joinable=False, **policy):
    return Grader(Policy(**policy)).ask(rollout, known, joinable=joinable)


def grade(rollout, known=None, **policy):
    grader = Grader(Policy(**policy))
    return grader.grade(rollout, grader.ask(rollout, known, joinable=known is not None))


# What cannot be asked.

REFUSED = [
    pytest.param(said("", options=None), {}, False, "no_options", id="no options anywhere"),
    pytest.param(said("", options=None, prompt="Which?"), {}, False, "no_options", id="none in the prompt either"),
    pytest.param(said("", options=None), {}, True, "no_input_row", id="no partner in the inputs file"),
    pytest.param(said("", options=None, prompt=LISTED), {}, True, "no_input_row", id="the prompt is no stand-in then"),
    pytest.param(said("", options=None), {"letters": ("A",)}, True, "no_input_row", id="nor are --letters"),
    pytest.param(said("", mode="other"), {}, False, "unknown_mode", id="unknown mode"),
    pytest.param(said("", mode=""), {}, False, "unknown_mode", id="empty mode"),
    pytest.param(said("", mode=False), {}, False, "unknown_mode", id="a mode that is no string"),
    pytest.param(said("", gold=None), {}, False, "no_gold", id="no gold"),
    pytest.param(said("", gold="E"), {}, False, "gold_not_in_options", id="gold outside the options"),
    pytest.param(said("", options={"A": "x", "a": "y"}), {}, False, "duplicate_label", id="labels that fold to one"),
    pytest.param(said("", options="loud, quiet"), {}, False, "bad_options", id="options in no spelling"),
]


@pytest.mark.parametrize(("rollout", "policy", "joinable", "code"), REFUSED)
def test_questions_that_cannot_be_asked(rollout, policy, joinable, code):
    with pytest.raises(RowError) as caught:
        ask(rollout, joinable=joinable, **policy)
    assert caught.value.code == code
    assert code in UNGRADED


# Where what a row lacks comes from.

PARTNER = Known(Choices(("X", "Y"), ("one", "two")), "Y", "lenient_boxed", {"template_id": "t"})
SOURCES = [
    pytest.param(said("", prompt=LISTED), PARTNER, {}, "row", "ABCD", id="the row comes first"),
    pytest.param(said("", options=None, gold=None), PARTNER, {}, "inputs", "XY", id="then the inputs file"),
    pytest.param(said("", options=None, prompt=LISTED), None, {}, "prompt", "AB", id="then the prompt"),
    pytest.param(said("", options=[{"A": None}], prompt=LISTED), None, {}, "prompt", "AB", id="null texts are none"),
    pytest.param(said("", options=None), None, {"letters": ("A", "B")}, "letters", "AB", id="then --letters"),
    pytest.param(said("", options=None, prompt=LISTED), None, {"letters": ("B",)}, "prompt", "AB", id="not before"),
]


@pytest.mark.parametrize(("rollout", "known", "policy", "source", "labels"), SOURCES)
def test_where_options_come_from(rollout, known, policy, source, labels):
    asked = ask(rollout, known, joinable=known is not None, **policy)
    assert (asked.options_from, "".join(asked.choices.labels)) == (source, labels)


def test_mode_template_and_gold_come_from_the_partner_only_where_the_row_has_none():
    lacking = ask(said("", options=None, gold=None), PARTNER, joinable=True)
    assert (lacking.mode, lacking.template, lacking.gold) == ("lenient_boxed", {"template_id": "t"}, "Y")
    own = ask(said("", mode="lenient_answer_colon", template={}), PARTNER, joinable=True)
    assert (own.mode, own.template, own.gold) == ("lenient_answer_colon", {}, "B")
    assert ask(said("", mode="nonsense"), PARTNER, joinable=True, mode="lenient_boxed").mode == "lenient_boxed"


# Verdicts.

REGEX = {"output_regex": r"pick (\w)"}
VERDICTS = [
    pytest.param(said(""), {}, (None, "no_answer", "empty_text", "mode"), id="empty text"),
    pytest.param(said("", state="refusal"), {}, (None, "no_answer", "refusal", "mode"), id="refusal"),
    pytest.param(said("", template={"output_regex": ""}), {}, (None, "no_answer", "empty_text", "mode"), id="no regex"),
    pytest.param(said("hm"), {}, (None, "no_answer", "no_box", "mode"), id="what the rule found"),
    pytest.param(said("hm", truncated=True), {}, (None, "no_answer", "truncated", "mode"), id="cut off comes first"),
    pytest.param(
        said("<think>hm", truncated=True),
        {},
        (None, "no_answer", "unclosed_think", "mode"),
        id="unclosed thinking first",
    ),
    pytest.param(said("\\boxed{B}", truncated=True), {}, ("B", "correct", None, "mode"), id="cut off after the answer"),
    pytest.param(said("\\boxed{C}"), {}, ("C", "wrong", None, "mode"), id="wrong"),
    pytest.param(said("\\boxed{E}"), {}, (None, "no_answer", "letter_not_in_options", "mode"), id="no such option"),
    pytest.param(said("pick b \\boxed{C}", template=REGEX), {}, ("B", "correct", None, "regex"), id="regex first"),
    pytest.param(said("\\boxed{C}", template=REGEX), {}, ("C", "wrong", None, "fallback"), id="fall-back"),
    pytest.param(said("hm", template=REGEX), {}, (None, "no_answer", "no_box", "fallback"), id="fall-back, no answer"),
    pytest.param(
        said("pick b \\boxed{C}", template=REGEX), {"use_regex": False}, ("C", "wrong", None, "mode"), id="regex off"
    ),
    pytest.param(
        said("pick b Answer: c", mode="lenient_answer_colon"), {}, ("C", "wrong", None, "mode"), id="own mode"
    ),
    pytest.param(
        said("pick E", template=REGEX), {"rules": "gym-0.7"}, ("E", "wrong", None, "regex"), id="gym trusts it"
    ),
]


@pytest.mark.parametrize(("rollout", "policy", "expected"), VERDICTS)
def test_verdicts(rollout, policy, expected):
    graded = grade(rollout, **policy)
    assert (graded.letter, graded.outcome, graded.reason, graded.via) == expected


TEXTS = [
    pytest.param({}, "B", id="documented: the last message"),
    pytest.param({"text": "all"}, "A", id="documented, all messages"),
    pytest.param({"rules": "gym-0.7"}, "B", id="gym: all messages, last box"),
    pytest.param({"rules": "gym-0.7", "text": "last"}, "B", id="gym, the last message"),
]


@pytest.mark.parametrize(("policy", "letter"), TEXTS)
def test_which_text_is_graded(policy, letter):
    rollout = Rollout("\\boxed{B}", "\\boxed{A}\\boxed{B}", options=ABCD, gold="B")
    assert grade(rollout, **policy).letter == letter
    silent = Rollout("", "\\boxed{A}", options=ABCD, gold="B", state="refusal")
    every = Policy(**policy).every_message
    assert (grade(silent, **policy).letter, grade(silent, **policy).reason) == (
        ("A", None) if every else (None, "refusal")
    )


MULTI = {"AA": "red", "BB": "green"}


def test_our_own_modes_take_any_label_and_the_documented_ones_single_letters():
    assert (
        grade(said("<think>x</think> \\boxed{BB}", options=MULTI, gold="bb", mode="think_boxed")).outcome == "correct"
    )
    with pytest.raises(RowError, match="not among the labels that count") as caught:
        ask(said("", options=MULTI, gold="BB"))
    assert caught.value.code == "gold_not_in_options"


# Laws.

PIECES = [
    "\\boxed{B}",
    "\\boxed{",
    "}",
    "Answer: C",
    "answer: green",
    "<think>",
    "</think>",
    "pick a",
    "I ",
    "red",
    "\n",
]
ANY_TEXT = st.one_of(st.text(max_size=30), st.lists(st.sampled_from(PIECES), max_size=6).map("".join)).map(str.strip)
PATTERNS = st.sampled_from([None, "", "pick (.)", "(", ["(", "pick (.)"], 3, "(x)|(a)", ".*"])


@given(
    text=ANY_TEXT,
    gold=st.sampled_from("ABCD"),
    mode=st.sampled_from(list(MODES)),
    rules=st.sampled_from(RULE_SETS),
    pattern=PATTERNS,
    truncated=st.booleans(),
)
def test_every_verdict_is_consistent(text, gold, mode, rules, pattern, truncated):
    rollout = said(text, gold=gold, mode=mode, template={"output_regex": pattern}, truncated=truncated)
    graded = grade(rollout, rules=rules)
    assert graded == grade(rollout, rules=rules)
    assert graded.reward == (1.0 if graded.letter == gold else 0.0)
    assert graded.outcome == ("no_answer" if graded.letter is None else "correct" if graded.letter == gold else "wrong")
    assert (graded.letter is None) == (graded.reason in REASONS) == (graded.rule not in RULES)
    assert (graded.regex_failure is None) == (graded.via != "fallback")
    assert graded.regex_failure is None or graded.regex_failure in REGEX_FAILURES
    if graded.span is not None:
        assert 0 <= graded.span[0] <= graded.span[1]
    if not text:
        assert graded.letter is None


@given(
    text=st.lists(st.sampled_from([r"\boxed{@}", "Answer: @", "**Answer:** @", " ", "\n", "12", "?"]), max_size=6),
    order=st.permutations("ABCD"),
    said_letters=st.lists(st.integers(0, 3), min_size=6, max_size=6),
    gold=st.integers(0, 3),
    mode=st.sampled_from([name for name, mode in MODES.items() if not mode.ours]),
)
def test_relabelling_options_and_answer_relabels_the_verdict(text, order, said_letters, gold, mode):
    def verdict(letters):
        words = "".join(piece.replace("@", letters[n]) for piece, n in zip(text, said_letters, strict=False)).strip()
        options = [{letter: content} for letter, content in zip(letters, ("12", "34", "56", "78"), strict=True)]
        return grade(said(words, options=options, gold=letters[gold], mode=mode))

    before, after = verdict("ABCD"), verdict(order)
    assert after.letter == (None if before.letter is None else order["ABCD".index(before.letter)])
    assert (after.outcome, after.rule, after.reason, after.span) == (
        before.outcome,
        before.rule,
        before.reason,
        before.span,
    )

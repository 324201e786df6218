"""Laws that hold for every mode, and what each says of itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli.model import REASONS, RULES, Choices, Question
from mcqa_cli.modes import DEFAULT_MODE, MODES
from mcqa_cli.modes.custom_regex import extract as extract_regex
from mcqa_cli.modes.custom_regex import prepare

DOCUMENTED = ["strict_single_letter_boxed", "lenient_boxed", "lenient_answer_colon", "lenient_answer_colon_md"]
COLOURS = Choices(tuple("ABCD"), ("red", "green", "blue", "grey"))

SYNTAX = [
    "\\boxed{",
    "}",
    "{",
    "\\text{",
    "Answer",
    "answer:",
    ":",
    " ",
    "\n",
    "**",
    "_",
    "/",
    " or ",
    ".",
    "1",
    "Wahl:",
]
LETTERS = [
    "A",
    "b",
    "C",
    "Z",
    "red",
    "GREEN",
    "<think>",
    "</think>",
    "Ｂ",
    "ب",
    "ﬁ",
    "é",
    "e\u0301",
    "İ",
    "ſ",
    "ﷺ",
    "\ud835",
]
PIECES = st.sampled_from([*SYNTAX, *LETTERS])
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=25).map("".join)).map(str.strip)
EXTRACTORS = [
    pytest.param(getattr(mode, rules), id=f"{name}-{rules}")
    for name, mode in MODES.items()
    for rules in ("documented", "gym")
]


@pytest.mark.parametrize("name", MODES)
def test_the_example_is_read_as_b(name):
    mode = MODES[name]
    assert mode.summary.endswith(".")
    assert mode.documented(mode.example, Question(COLOURS)).letter == "B"
    assert mode.gym(mode.example, Question(COLOURS)).letter == "B"


def test_the_default_mode_exists():
    assert DEFAULT_MODE in MODES


@pytest.mark.parametrize("extract", EXTRACTORS)
@given(text=TEXTS, prefix=st.sampled_from([None, "Wahl:"]))
def test_any_text_gives_a_label_with_rule_and_span_or_a_reason(extract, text, prefix):
    found = extract(text, Question(COLOURS, prefix))
    if found.letter is None:
        assert found.rule is None
        assert found.reason in REASONS
        assert found.span is None
    else:
        assert found.letter in COLOURS.labels
        assert found.rule in RULES
        assert found.reason is None
        start, end = found.span
        assert 0 <= start < end <= len(text)


@given(
    text=TEXTS, pattern=st.one_of(st.text(max_size=8), st.sampled_from([r"(\w)", "(.)?(.)", "answer:(.*)", "[A-D]"]))
)
def test_any_pattern_gives_an_answer_or_a_failure(text, pattern):
    found, failure = extract_regex(text, Question(COLOURS), prepare(pattern))
    assert (found is None) == (failure is not None or pattern == "")
    if found is not None:
        assert found[0] in COLOURS.letters


@pytest.mark.parametrize("name", DOCUMENTED)
@given(
    template=st.lists(
        st.sampled_from([r"\boxed{@}", "Answer: @", "**Answer:** @", "@", " ", "\n", "12", "?"]), max_size=6
    ),
    said=st.lists(st.integers(0, 3), min_size=6, max_size=6),
    order=st.permutations("ABCD"),
)
def test_relabelling_options_and_answer_relabels_the_verdict(name, template, said, order):
    def text(letters):
        return "".join(
            piece.replace("@", letters[number]) for piece, number in zip(template, said, strict=False)
        ).strip()

    texts = ("12", "34", "56", "78")
    before = MODES[name].documented(text("ABCD"), Question(Choices(tuple("ABCD"), texts)))
    after = MODES[name].documented(text(order), Question(Choices(tuple(order), texts)))
    assert after.letter == (None if before.letter is None else order["ABCD".index(before.letter)])
    assert after[1:] == before[1:]

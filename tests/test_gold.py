"""Golds in every spelling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli.errors import RowError
from mcqa_cli.gold import IndexBase, gold_of, needs_base
from mcqa_cli.options import choices_of, letters_as_choices

COLOURS = [{"A": "red"}, {"B": "green"}, {"C": "blue"}, {"D": "dark blue"}]
NUMBERS = [{"A": "3"}, {"B": "4"}, {"C": "1"}]


def refused(raw, options=COLOURS, letters_only=True, base=None):
    with pytest.raises(RowError) as caught:
        gold_of(raw, choices_of(options), letters_only, base)
    return caught.value


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(None, id="null"),
        pytest.param("", id="empty"),
        pytest.param(" \n", id="blank"),
        pytest.param(float("nan"), id="NaN"),
        pytest.param([], id="empty list"),
        pytest.param({}, id="empty object"),
        pytest.param([None], id="list of null"),
        pytest.param("['']", id="printed list of nothing"),
    ],
)
def test_no_gold(raw):
    assert refused(raw).code == "no_gold"


@pytest.mark.parametrize(
    ("raw", "options", "base"),
    [
        pytest.param("E", COLOURS, None, id="a letter that is no label"),
        pytest.param("BD", COLOURS, None, id="two letters"),
        pytest.param("A,C", COLOURS, None, id="two labels in a string"),
        pytest.param(["A", "C"], COLOURS, None, id="two golds"),
        pytest.param("['A', 'C']", COLOURS, None, id="two golds printed"),
        pytest.param("yellow", COLOURS, None, id="no option's text"),
        pytest.param("blue-ish", COLOURS, None, id="part of a text"),
        pytest.param("C. green", COLOURS, None, id="label and another label's text"),
        pytest.param(True, COLOURS, 0, id="a boolean"),
        pytest.param(1, COLOURS, None, id="a number without a base"),
        pytest.param("1", COLOURS, None, id="a digit string without a base"),
        pytest.param(4, COLOURS, 0, id="beyond the last from 0"),
        pytest.param(0, COLOURS, 1, id="before the first from 1"),
        pytest.param(-1, COLOURS, 0, id="negative"),
        pytest.param(1.5, COLOURS, 0, id="no whole number"),
        pytest.param({"answer": "A", "target": "B"}, COLOURS, None, id="an object with two golds"),
        pytest.param("red", [{"A": "red"}, {"B": "red"}], None, id="two options with that text"),
        pytest.param(1, [{"A": "x"}, {"B": None}, {"C": "y"}], 0, id="the number of an option that is no choice"),
    ],
)
def test_not_in_options(raw, options, base):
    assert refused(raw, options, base=base).code == "gold_not_in_options"


def test_message_says_what_was_found_and_what_counts():
    message = refused("E").message
    assert '"E"' in message
    assert "A, B, C, D" in message
    assert "several gold" in refused(["A", "B"]).message
    assert "from 0 or from 1" in refused(2).message
    assert "--mode robust" in refused("AA", [{"A": "x"}, {"AA": "y"}]).message
    assert len(refused("x" * 1000).message) < 300


@pytest.mark.parametrize(
    ("raw", "label"),
    [
        pytest.param("B", "B", id="label"),
        pytest.param(" b\n", "B", id="white space and case"),
        pytest.param("(B)", "B", id="brackets"),
        pytest.param("**B**", "B", id="bold"),
        pytest.param("B.", "B", id="full stop"),
        pytest.param("[B]", "B", id="square brackets"),
        pytest.param("$B$", "B", id="dollars"),
        pytest.param(["b"], "B", id="list of one"),
        pytest.param(["B", "B"], "B", id="the same twice"),
        pytest.param("['B']", "B", id="list printed by Python"),
        pytest.param('["B"]', "B", id="list printed as JSON"),
        pytest.param({"ground_truth": "B"}, "B", id="small object"),
        pytest.param("green", "B", id="text"),
        pytest.param(" Dark  BLUE", "D", id="text, case and white space"),
        pytest.param("B. green", "B", id="label and its text"),
        pytest.param("(B) green", "B", id="label in brackets and its text"),
    ],
)
def test_spellings(raw, label):
    assert gold_of(raw, choices_of(COLOURS), letters_only=True) == label


@pytest.mark.parametrize(
    ("raw", "base", "label"),
    [
        pytest.param(0, 0, "A", id="first from 0"),
        pytest.param(3, 0, "D", id="last from 0"),
        pytest.param(1, 1, "A", id="first from 1"),
        pytest.param(4, 1, "D", id="last from 1"),
        pytest.param("2", 0, "C", id="digit string"),
        pytest.param("['2']", 0, "C", id="digit string in a printed list"),
        pytest.param(2.0, 0, "C", id="float"),
    ],
)
def test_numbers(raw, base, label):
    assert gold_of(raw, choices_of(COLOURS), letters_only=True, base=base) == label


def test_null_options_keep_their_place():
    options = [{"A": "x"}, {"B": None}, {"C": "y"}]
    assert gold_of(2, choices_of(options), letters_only=True, base=0) == "C"


def test_numbers_of_other_letters_go_by_place():
    assert gold_of(1, choices_of([{"P": "x"}, {"Q": "y"}]), letters_only=True, base=0) == "Q"


def test_a_label_comes_before_an_index():
    digits = [{"1": "x"}, {"2": "y"}, {"3": "z"}]
    for raw in (2, "2"):
        assert gold_of(raw, choices_of(digits), letters_only=False, base=0) == "2"


def test_a_label_comes_before_a_text():
    assert gold_of("B", choices_of([{"A": "B"}, {"B": "A"}]), letters_only=True) == "B"


def test_a_digit_string_is_a_text_where_the_file_has_no_base():
    choices = choices_of(NUMBERS)
    assert gold_of("1", choices, letters_only=True) == "C"
    assert gold_of("1", choices, letters_only=True, base=0) == "B"
    assert gold_of("4", choices, letters_only=True, base=0) == "B"  # no fifth option: the text


def test_only_single_letters_count_under_the_documented_modes():
    choices = choices_of([{"A": "x"}, {"AA": "y"}, {"1": "z"}])
    assert gold_of("aa", choices, letters_only=False) == "AA"
    with pytest.raises(RowError):
        gold_of("AA", choices, letters_only=True)
    assert gold_of("a", choices, letters_only=True) == "A"


def test_exact_label_comes_before_folded():
    choices = letters_as_choices(["B", "b2"])
    assert gold_of("B2", choices, letters_only=False) == "b2"


@pytest.mark.parametrize(
    ("golds", "base"),
    [
        pytest.param([0, 1, 2], 0, id="any 0"),
        pytest.param(["1", "4", "2"], 1, id="any number of the last option"),
        pytest.param([1, 2, 3], None, id="neither"),
        pytest.param([0, 4], None, id="both"),
        pytest.param(["A", "B"], None, id="no numbers"),
        pytest.param(["A", 0], 0, id="letters beside numbers"),
    ],
)
def test_base_of_a_file(golds, base):
    scan = IndexBase()
    for gold in golds:
        scan.add(gold, choices_of(COLOURS))
    assert scan.base == base
    assert scan.why


def test_option_texts_that_are_numbers_decide_nothing():
    scan = IndexBase()
    for gold in ("3", "4", "1"):
        scan.add(gold, choices_of(NUMBERS))
    assert scan.base is None
    assert (scan.numbers, scan.texts) == (0, 3)


def test_labels_that_are_digits_need_no_base():
    digits = choices_of([{"1": "x"}, {"2": "y"}])
    assert not needs_base("2", digits)
    assert needs_base("3", digits)
    assert needs_base(0, choices_of(COLOURS))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["A", "(b)", "red"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def outcome(raw, base, letters_only):
    try:
        return gold_of(raw, choices_of(COLOURS), letters_only, base)
    except RowError as error:
        return error.code


@given(JSON, st.sampled_from([None, 0, 1]), st.booleans())
def test_anything_is_a_label_or_refused(raw, base, letters_only):
    assert outcome(raw, base, letters_only) in ("A", "B", "C", "D", "no_gold", "gold_not_in_options")

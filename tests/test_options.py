"""Options in every spelling."""

import copy
import json
import pickle

import pytest
from conftest import uncompiled
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli import options
from mcqa_cli.errors import RowError
from mcqa_cli.options import choices_of, letters_as_choices, position_label


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(None, id="null"),
        pytest.param([], id="empty list"),
        pytest.param({}, id="empty object"),
        pytest.param("", id="empty string"),
        pytest.param("  ", id="blank string"),
        pytest.param([{"A": None}, {"B": None}], id="all texts null"),
        pytest.param({"A": None}, id="one object, text null"),
        pytest.param([{}], id="list of an empty object"),
        pytest.param(float("nan"), id="empty cell of a table"),
    ],
)
def test_nothing_usable(raw):
    assert choices_of(raw) is None


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(7, id="a number"),
        pytest.param(True, id="a boolean"),
        pytest.param("red or blue", id="a sentence"),
        pytest.param("[1, 2", id="a torn list"),
        pytest.param([{"A": {"x": 1}}], id="text is an object"),
        pytest.param([{"A": ["x"]}], id="text is a list"),
        pytest.param([{"A": "x"}, "y"], id="objects and texts mixed"),
        pytest.param([["A", "x"], "y"], id="pairs and texts mixed"),
        pytest.param([{"": "x"}], id="empty label"),
        pytest.param({"label": ["A", "B"], "text": ["x"]}, id="more labels than texts"),
    ],
)
def test_bad_options(raw):
    with pytest.raises(RowError) as caught:
        choices_of(raw)
    assert caught.value.code == "bad_options"


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param([{"A": "x"}, {"a": "y"}], id="case folds to one"),
        pytest.param([{"A": "x"}, {"A": "y"}], id="the same label twice"),
        pytest.param({"A": "x", " A": "y"}, id="white space around one"),
        pytest.param([{"key": "B", "value": "x"}, {"key": "b", "value": "y"}], id="keys of objects"),
        pytest.param([{"aa": "x"}, {"AA": "y"}], id="longer labels"),
    ],
)
def test_duplicate_label(raw):
    for _ in range(2):  # from the cache, too
        with pytest.raises(RowError) as caught:
            choices_of(raw)
        assert caught.value.code == "duplicate_label"


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param([{"A": "red"}, {"B": "blue"}], id="one-key objects"),
        pytest.param([{"A": "red", "B": "blue"}], id="one object in a list"),
        pytest.param([{"a": "red"}, {"b": "blue"}], id="lower case labels"),
        pytest.param([{"A": "red"}, {"B": "blue"}, {"C": None}], id="a null text is no choice"),
        pytest.param([{"A": "red"}, {"B": "blue"}, {"b": None}], id="a null text is no duplicate"),
        pytest.param({"A": "red", "B": "blue"}, id="one object"),
        pytest.param(["red", "blue"], id="bare texts"),
        pytest.param(["red", "blue", None], id="bare texts with a null"),
        pytest.param(["A) red", "B) blue"], id="texts with labels of their own"),
        pytest.param(["(A) red", "(B) blue"], id="texts with labels in brackets"),
        pytest.param([{"key": "A", "value": "red"}, {"key": "B", "value": "blue"}], id="key and value"),
        pytest.param([{"label": "A", "text": "red"}, {"label": "B", "text": "blue"}], id="label and text"),
        pytest.param([{"text": "red", "id": "A"}, {"text": "blue", "id": "B"}], id="id and text"),
        pytest.param([{"id": 0, "text": "red"}, {"id": 1, "text": "blue"}], id="ids that are numbers are no labels"),
        pytest.param([["A", "red"], ["B", "blue"]], id="pairs"),
        pytest.param({"text": ["red", "blue"], "label": ["A", "B"]}, id="parallel lists"),
        pytest.param({"opa": "red", "opb": "blue", "opc": None, "opd": None}, id="opa to opd"),
        pytest.param("A) red\nB) blue", id="lettered lines"),
        pytest.param("[['A','red'],['B','blue']]", id="pairs printed by Python"),
        pytest.param("{'A': 'red', 'B': 'blue'}", id="dict printed by Python"),
        pytest.param('["red", "blue"]', id="list printed as JSON"),
        pytest.param("['red' 'blue']", id="numpy array printed on one line"),
        pytest.param("['red'\n 'blue']", id="numpy array printed on two lines"),
    ],
)
def test_spellings(raw):
    found = choices_of(raw)
    assert found.labels == ("A", "B")
    assert found.texts == ("red", "blue")
    assert found.letters == {"A", "B"}


@pytest.mark.parametrize(
    ("raw", "labels", "texts"),
    [
        pytest.param(["[1, 2]", "[2, 3]"], ("A", "B"), ("[1, 2]", "[2, 3]"), id="texts that look like lists"),
        pytest.param(["A) red", "C) blue"], ("A", "B"), ("A) red", "C) blue"), id="labels out of step stay texts"),
        pytest.param([1, 2.5, True], ("A", "B", "C"), ("1", "2.5", "true"), id="numbers as texts"),
        pytest.param([{"A": ""}, {"B": "x"}], ("A", "B"), ("", "x"), id="an empty text is a choice"),
        pytest.param([{"1": "x"}, {"AA": "y"}], ("1", "AA"), ("x", "y"), id="digits and pairs of letters"),
        pytest.param([{"Б": "x"}, {"أ": "y"}], ("Б", "أ"), ("x", "y"), id="native letters"),
        pytest.param([{"ß": "x"}, {"ä": "y"}], ("ß", "Ä"), ("x", "y"), id="upper case of one letter only"),
        pytest.param({"C": "x", "A": "y"}, ("C", "A"), ("x", "y"), id="the row's order"),
        pytest.param([{"A": "only"}], ("A",), ("only",), id="a single option"),
        pytest.param([{"A": {"text": "x"}}], ("A",), ("x",), id="text inside an object"),
    ],
)
def test_labels_and_texts(raw, labels, texts):
    found = choices_of(raw)
    assert (found.labels, found.texts) == (labels, texts)


def test_only_single_letters_are_letters():
    assert choices_of([{"1": "x"}, {"AA": "y"}, {"c": "z"}]).letters == {"C"}


@pytest.mark.parametrize(("index", "label"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (702, "AAA")])
def test_position_label(index, label):
    assert position_label(index) == label


def test_equal_lists_share_their_choices():
    first = choices_of([{"A": "shared"}, {"B": "list"}])
    assert choices_of(json.loads('[{"A": "shared"}, {"B": "list"}]')) is first


def test_equal_values_of_other_kinds_are_kept_apart():
    assert choices_of([{"A": 1}]).texts == ("1",)
    assert choices_of([{"A": 1.0}]).texts == ("1.0",)
    assert choices_of([{"A": True}]).texts == ("true",)


@uncompiled
def test_cache_is_bounded(monkeypatch):
    monkeypatch.setattr(options, "CACHE_SIZE", 10)
    for number in range(50):
        choices_of([{"A": f"text {number}"}])
    assert len(options._cache) <= 10


def test_letters_alone():
    found = letters_as_choices("ABJ")
    assert (found.labels, found.texts) == (("A", "B", "J"), ("", "", ""))


TEXTS = st.lists(st.text(max_size=8), min_size=1, max_size=30)


@given(TEXTS)
def test_spellings_agree(texts):
    labels = [position_label(index) for index in range(len(texts))]
    pairs = list(zip(labels, texts, strict=True))
    wanted = (tuple(labels), tuple(texts))
    for raw in (
        [{label: text} for label, text in pairs],
        dict(pairs),
        [{"label": label, "text": text} for label, text in pairs],
        {"label": labels, "text": texts},
        json.dumps(dict(pairs)),
    ):
        found = choices_of(raw)
        assert (found.labels, found.texts) == wanted


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def outcome(raw):
    try:
        return choices_of(raw)
    except RowError as error:
        return error.code


@given(JSON)
def test_anything_is_read_or_refused(raw):
    found = outcome(raw)
    if found not in (None, "bad_options", "duplicate_label"):
        assert len(found.labels) == len(found.texts) == len({label.casefold() for label in found.labels})


def test_choices_are_copied_and_pickled():
    made = choices_of([{"A": "red"}, {"B": "green"}])
    for other in (copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert (other.labels, other.texts, other.letters) == (made.labels, made.texts, made.letters)

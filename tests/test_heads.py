"""Lines with a common head come out as if each had been parsed by itself."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli import jsonl
from mcqa_cli.errors import RowError
from mcqa_cli.heads import Heads

LONG = "a question, asked at length; " * 12


def rows_of(lines, parse):
    """Every line's row as text, or the code of its error: text tells 1 from 1.0 and from true."""
    found = []
    for line in lines:
        try:
            found.append(json.dumps(parse(line), sort_keys=True))
        except RowError as error:
            found.append(error.code)
    return found


def row(index, **more):
    """A row whose head is the same for all indices."""
    return json.dumps({"question": LONG, "options": [{"A": "x"}, {"B": "y"}], "index": index, **more}).encode()


def shared(lines):
    """Whether the options of the last two lines are one object."""
    heads = Heads()
    one, other = [heads.parse(line) for line in lines][-2:]
    return one["options"] is other["options"]


def test_repeats_of_a_question_share_its_parts():
    assert shared([row(0), row(1), row(2)])


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": "), (" ,\t", " : ")], ids=["compact", "spaced", "odd"])
def test_any_spacing_shares(separators):
    lines = [
        json.dumps({"question": LONG, "options": ["x", "y"], "index": index}, separators=separators).encode()
        for index in range(3)
    ]
    assert shared(lines)


def test_groups_one_after_the_other_each_share():
    heads = Heads()
    lines = [
        row(index, more=f"{task}").replace(b"at length", b"%d times" % task) for task in (3, 4) for index in range(4)
    ]
    found = [heads.parse(line) for line in lines]
    assert found == [jsonl.parse(line) for line in lines]
    assert found[2]["options"] is found[3]["options"]
    assert found[6]["options"] is found[7]["options"]
    assert found[3]["options"] is not found[7]["options"]


NOT_SHARED = [
    pytest.param([row(0), b'{"index": 1, ' + row(0)[1:], row(0)], id="no common beginning"),
    pytest.param([b'{"options": [1, 2], "index": %d}' % n for n in range(3)], id="too short to be worth it"),
    pytest.param(
        [b'{"options": {"text": "%s", "index": %d}}' % (LONG.encode(), n) for n in range(3)], id="the key is nested"
    ),
    pytest.param(
        [b'{"options": ["%s", "index", %d]}' % (LONG.encode(), n) for n in range(3)], id="the key is a list's member"
    ),
]


@pytest.mark.parametrize("lines", NOT_SHARED)
def test_nothing_is_shared(lines):
    assert not shared(lines)
    assert rows_of(lines, Heads().parse) == rows_of(lines, jsonl.parse)


HEAD = row(0)[: row(0).index(b'"index"')]
ADVERSE = [
    pytest.param([row(0), row(1), HEAD + b"}", row(2)], id="nothing but a brace after the comma"),
    pytest.param([row(0), row(1), HEAD + b'"index": }', row(2)], id="a value is missing"),
    pytest.param([row(0), row(1), HEAD + b'"index": 1', row(2)], id="the line is torn"),
    pytest.param([row(0), row(1), HEAD[:-30], row(2)], id="the line is torn in the head"),
    pytest.param([row(0), row(1), HEAD + b'"index": 1}}', row(2)], id="a brace too many"),
    pytest.param([row(0), row(1), HEAD + b'"index": 1} {}', row(2)], id="two objects"),
    pytest.param([row(0), row(1), HEAD + b'"index": NaN}', row(2)], id="what only Python reads"),
    pytest.param([row(0), row(1), HEAD + b'"index": "\xff"}', row(2)], id="no UTF-8"),
    pytest.param([row(0), row(1), HEAD + b'"index": 1, "question": "other"}', row(2)], id="a key of the head again"),
    pytest.param([row(0), row(1), HEAD + b'"options": null, "index": 1, "options": 7}'], id="and again"),
    pytest.param([row(0), row(1), HEAD + b'"\\u0069ndex": 1}', row(2)], id="a key spelled with an escape"),
    pytest.param([HEAD + b'index": 1}', HEAD + b'index": 2}', row(2)], id="broken lines come first"),
    pytest.param([row(0).replace(b"{", b"[", 1).replace(b"}", b"]")] * 3, id="no objects"),
    pytest.param([b'"' + LONG.encode() + b', "index": 1'] * 3, id="not even containers"),
    pytest.param([b"{" + b" " * 400 + b', "index": %d}' % n for n in range(3)], id="a head of nothing"),
    pytest.param(
        [b'{"a": "%s \\", \\"index\\": %d"}' % (LONG.encode(), n) for n in range(3)], id="the key is inside a string"
    ),
    pytest.param(
        [b'{"a": "%s\\\\", "b": NaN, "index": %d}' % (LONG.encode(), n) for n in range(3)], id="NaN in the head"
    ),
    pytest.param([row(0) + b"\r", row(1) + b"\r", row(2) + b"\r"], id="carriage returns"),
    pytest.param([b"", row(0), b"", row(1), b" ", row(2), b"{}"], id="blank lines between"),
    pytest.param([row(10**30), row(10**30 + 1), row(10**30 + 2)], id="long integers"),
    pytest.param(
        [b'{"a": "%s", "b": {"c": [1, {"index": %d}]}, "d": 1}' % (LONG.encode(), n) for n in range(4)],
        id="they differ deep inside",
    ),
]


@pytest.mark.parametrize("lines", ADVERSE)
def test_rows_and_errors_are_those_of_each_line_alone(lines):
    assert rows_of(lines, Heads().parse) == rows_of(lines, jsonl.parse)


def test_looking_in_vain_is_given_up_and_taken_up_again():
    heads = Heads()
    for index in range(20):
        heads.parse(b'{"options": ["%s", %d], "index": 1}' % (LONG.encode(), index))
    heads.parse(row(0))
    assert heads.parse(row(1))["options"] is not heads.parse(row(2))["options"]
    heads.renew()
    heads.parse(row(3))
    assert heads.parse(row(4))["options"] is heads.parse(row(5))["options"]


PIECE = st.sampled_from(
    ['"a": 1', '"b": {"a": 1}', '"c": ["x", {"d": "y"}]', '"e": "\\", \\"a\\": 2"', '"a": true', '"f": "}"', "1", "NaN"]
)
BODY = st.lists(PIECE, min_size=1, max_size=5).map(", ".join)


@given(st.lists(st.tuples(st.sampled_from(["", '"q": 1, ', '"q": [1, "r", 2], ']), BODY), min_size=2, max_size=8))
def test_any_lines_come_out_as_they_do_alone(parts):
    lines = [f'{{"question": "{LONG}", {middle}{body}}}'.encode() for middle, body in parts]
    assert rows_of(lines, Heads().parse) == rows_of(lines, jsonl.parse)


def test_what_only_python_reads_is_read_in_the_rest_too():
    heads = Heads()
    found = [heads.parse(line) for line in (row(0), row(1), HEAD + b'"index": -Infinity}')]
    assert found[2]["index"] == -math.inf

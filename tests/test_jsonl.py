import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli.errors import RowError
from mcqa_cli.jsonl import dumps, dumps_with, is_object, key_of, parse

DEEP = b'{"a":' * 100_000 + b"1" + b"}" * 100_000


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        pytest.param(b'{"a": "\xff"}', "not_utf8", "byte 8 (0xff)", id="a byte that is no UTF-8"),
        pytest.param(b'{"a": "\xed\xa0\x80"}', "not_utf8", "byte 8 (0xed)", id="a surrogate in UTF-8"),
        pytest.param('{"a": 1}'.encode("utf-16"), "not_utf8", "UTF-16", id="UTF-16"),
        pytest.param(b"\x1f\x8b\x08\x00\xff", "not_utf8", "gzip", id="gzip data"),
        pytest.param(b"PK\x03\x04 zip", "not_json", "zip archive", id="zip data without odd bytes"),
        pytest.param(b"", "not_json", "column 1 ", id="nothing"),
        pytest.param(b'{"a": 1', "not_json", "ends at column 8 before its object does: it is torn", id="torn"),
        pytest.param(b"{", "not_json", "spread over several lines", id="first line of a spread-out object"),
        pytest.param(b'{"a": "xy', "not_json", "string that starts at column 7", id="torn in a string"),
        pytest.param(b'{"a": 1}\x0b', "not_json", "no JSON at column 9", id="vertical tab after it"),
        pytest.param('{"a": 1}\u00a0'.encode(), "not_json", "no JSON at column 9", id="no-break space after it"),
        pytest.param(b'{"a": 1}{"a": 2}', "not_json", "two objects on one line, the second from column 9", id="glued"),
        pytest.param(b'{"a": 1} {"a": 2', "not_json", "column 10", id="glued with a blank, torn"),
        pytest.param(b'{"a": 1}]', "not_json", "no JSON at column 9", id="something behind"),
        pytest.param(b"{'a': 1}", "not_json", "column 2", id="Python's own notation"),
        pytest.param('{"é": tru}'.encode(), "not_json", "column 7 ", id="columns are characters"),
        pytest.param(b'{"a": "x\ty"}', "not_json", "column 9", id="a raw tab in a string"),
        pytest.param(b'\xef\xbb\xbf{"a": 1}', "not_json", "byte order mark", id="a byte order mark further down"),
        pytest.param(DEEP, "not_json", "nested too deeply", id="nested without end"),
        pytest.param(b"[" * 100_000, "not_json", "", id="opened without end"),
        pytest.param(b'[{"a": 1}]', "not_object", "is an array", id="array"),
        pytest.param(b'"a"', "not_object", "is a string", id="string"),
        pytest.param(b"1", "not_object", "is a number", id="number"),
        pytest.param(b"NaN", "not_object", "is a number", id="NaN alone"),
        pytest.param(b"true", "not_object", "is a boolean", id="boolean"),
        pytest.param(b" null\r", "not_object", "is null", id="null"),
    ],
)
def test_refused(line, code, message):
    with pytest.raises(RowError) as caught:
        parse(line)
    assert caught.value.code == code
    assert message in caught.value.message
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    ("line", "row"),
    [
        pytest.param(b"{}", {}, id="empty"),
        pytest.param(b' \t{"a": 1}\r', {"a": 1}, id="white space around it"),
        pytest.param(b'{"a": 1, "a": 2}', {"a": 2}, id="duplicate: the last one"),
        pytest.param(b'{"a": NaN, "a": 2}', {"a": 2}, id="duplicate: the last one, read slowly"),
        pytest.param(b'{"a": Infinity, "b": -Infinity}', {"a": math.inf, "b": -math.inf}, id="infinities"),
        pytest.param(b'{"a": "\\ud800"}', {"a": "\ud800"}, id="lone surrogate"),
        pytest.param(b'{"a": "\\ud83d\\ude00"}', {"a": "😀"}, id="surrogate pair"),
        pytest.param('{"a": "\u2028\u0085"}'.encode(), {"a": "\u2028\u0085"}, id="other line separators"),
        pytest.param(b'{"a": [NaN, ' + b"9" * 5000 + b"]}", None, id="more digits than int() takes"),
    ],
)
def test_parsed(line, row):
    parsed = parse(line)
    assert parsed == row or (row is None and math.isinf(parsed["a"][1]))


def test_long_integers_are_rows():
    assert parse(b'{"a": 1234567890123456789012345678901234567890}')["a"] == pytest.approx(1.2345678901234568e39)


@given(st.text() | st.text(alphabet='{}[]",:\\u0dNaIfinty1-e '))
def test_takes_what_python_takes(text):
    line = text.encode("utf-8", "surrogatepass")
    try:
        expected = json.loads(line.decode())
    except ValueError:
        expected = None
    if isinstance(expected, dict):
        assert repr(parse(line)) == repr(expected)
    else:
        with pytest.raises(RowError):
            parse(line)


VALUES = [
    pytest.param({"a": [1, 2.5, None, True, "é"]}, '{"a":[1,2.5,null,true,"é"]}', id="plain"),
    pytest.param({"a": math.nan, "b": [math.inf]}, '{"a":NaN,"b":[Infinity]}', id="not finite"),
    pytest.param({"a": None, "b": ({"c": math.nan},)}, '{"a":null,"b":[{"c":NaN}]}', id="not finite, beside a null"),
    pytest.param({"a": 10**40}, '{"a":1' + "0" * 40 + "}", id="integer of 41 digits"),
    pytest.param({"\udfff": "é\ud800"}, '{"\\udfff":"é\\ud800"}', id="lone surrogates"),
]


@pytest.mark.parametrize(("value", "text"), VALUES)
def test_written(value, text):
    assert dumps(value).decode() == text


def test_written_values_are_read_again_however_deep():
    value = {"x": "\ud800", "y": [], "z": {}}
    for _ in range(3_000):
        value = {"a": [1, value, "b"], "c": None}
    text = dumps(value)
    for _ in range(3_000):
        assert text.startswith(b'{"a":[1,')
        assert text.endswith(b',"b"],"c":null}')
        text = text[8:-15]
    assert text == b'{"x":"\\ud800","y":[],"z":{}}'


def test_what_json_cannot_hold_is_refused():
    with pytest.raises(TypeError):
        dumps({"a": {1, 2}})


def test_a_row_is_put_into_a_record_byte_for_byte():
    raw = b' {"a": 1.50, "b": NaN, "a": 123456789012345678901234567890}\r'
    assert dumps_with({"line": 3}, "row", raw) == b'{"line":3,"row":' + raw.strip() + b"}"


def test_is_object():
    assert is_object(b'{"a": 1}')
    assert not is_object(b"[]")
    assert not is_object(b'{"a": 1}}')


def test_old_line_ends_are_named():
    with pytest.raises(RowError, match=r"bare carriage returns .*tr '\\r' '\\n'"):
        parse(b'{"a": 1}\r{"a": 2}\r')


def test_keys_tell_values_apart_down_to_the_kinds_of_their_numbers():
    values = [None, math.nan, math.inf, -math.inf, 0, 0.0, False, "null", 1, 1.0, True, "1", [], {}, ""]
    assert len({key_of([{"A": value}, None]) for value in values}) == len(values)
    assert len({key_of([{"A": value}]) for value in values}) == len(values)


def test_equal_values_have_one_key_whatever_shares_their_parts():
    shared = "a text"
    assert key_of([None, shared, shared]) == key_of([None, "a " + "text", "".join(["a", " text"])])


@pytest.mark.parametrize("value", [10**30, "\ud800", [None, "\ud800", 10**30]], ids=["long", "surrogate", "both"])
def test_what_has_no_key_or_one_of_its_own(value):
    try:
        key = key_of(value)
    except TypeError:
        return
    assert key != key_of([None])

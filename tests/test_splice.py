"""Splicing is checked against Python's json and the bytes around the values, by a generator that knows both."""

import json
import random

import pytest
from conftest import splice, spliced
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli.jsonl import parse
from mcqa_cli.splice import Splicer, locate

REWARD = {"reward": b"1.0"}


@pytest.mark.parametrize(
    ("raw", "values", "expected"),
    [
        pytest.param(b"{}", REWARD, b'{"reward": 1.0}', id="empty object"),
        pytest.param(b" { } \r", REWARD, b' { "reward": 1.0} \r', id="empty object in white space"),
        pytest.param(b'{"a":1}', REWARD, b'{"a":1, "reward": 1.0}', id="appended"),
        pytest.param(b'{"a":1 } \t', REWARD, b'{"a":1 , "reward": 1.0} \t', id="appended before white space"),
        pytest.param(b'{"reward":0}', REWARD, b'{"reward":1.0}', id="replaced"),
        pytest.param(b'{"reward" :\t-1e-05\t}', REWARD, b'{"reward" :\t1.0\t}', id="odd white space stays"),
        pytest.param(b'{"reward":{"a":[1,{}]},"b":2}', REWARD, b'{"reward":1.0,"b":2}', id="value is an object"),
        pytest.param(b'{"reward":[[[["}"]]]],"b":2}', REWARD, b'{"reward":1.0,"b":2}', id="value is deep"),
        pytest.param(b'{"reward":{}}', REWARD, b'{"reward":1.0}', id="value is an empty object"),
        pytest.param(b'{"reward":"a\\"b\\\\","b":2}', REWARD, b'{"reward":1.0,"b":2}', id="value is an escaped string"),
        pytest.param(b'{"reward":NaN,"b":-Infinity}', REWARD, b'{"reward":1.0,"b":-Infinity}', id="value is NaN"),
        pytest.param(b'{"a":{"reward":0}}', REWARD, b'{"a":{"reward":0}, "reward": 1.0}', id="only a nested one"),
        pytest.param(
            b'{"reward":0,"a":{"reward":5}}', REWARD, b'{"reward":1.0,"a":{"reward":5}}', id="a nested one behind"
        ),
        pytest.param(
            b'{"a":{"reward":5},"reward":0}', REWARD, b'{"a":{"reward":5},"reward":1.0}', id="a nested one before"
        ),
        pytest.param(
            b'{"reward":0,"a":[{"reward":1},{"reward":2},{"reward":3},{"reward":4},{"reward":5}]}',
            REWARD,
            b'{"reward":1.0,"a":[{"reward":1},{"reward":2},{"reward":3},{"reward":4},{"reward":5}]}',
            id="many nested ones behind",
        ),
        pytest.param(b'{"reward":1,"reward":2}', REWARD, b'{"reward":1,"reward":1.0}', id="duplicate: the last"),
        pytest.param(
            b'{"reward":1,"rew\\u0061rd":2}', REWARD, b'{"reward":1,"rew\\u0061rd":1.0}', id="last one has escapes"
        ),
        pytest.param(b'{"\\u0072eward":1}', REWARD, b'{"\\u0072eward":1.0}', id="only one, with escapes"),
        pytest.param(
            b'{"rew\\u0061rd":1,"reward":2}', REWARD, b'{"rew\\u0061rd":1,"reward":1.0}', id="first one has escapes"
        ),
        pytest.param(
            b'{"x\\"reward":7,"reward":0,"y\\"reward":8}',
            REWARD,
            b'{"x\\"reward":7,"reward":1.0,"y\\"reward":8}',
            id="keys that end in the name",
        ),
        pytest.param(
            b'{"reward":0,"t":"say \\"reward\\": 5}"}',
            REWARD,
            b'{"reward":1.0,"t":"say \\"reward\\": 5}"}',
            id="a string that quotes a row",
        ),
        pytest.param(b'{"reward":0,"k":"reward"}', REWARD, b'{"reward":1.0,"k":"reward"}', id="a value like the name"),
        pytest.param(
            b'{"extracted_answer":null,"z":"}","reward":0}',
            {"reward": b"1.0", "extracted_answer": b'"C"'},
            b'{"extracted_answer":"C","z":"}","reward":1.0}',
            id="two, in the other order",
        ),
        pytest.param(
            b'{"extracted_answer":null}',
            {"reward": b"1.0", "extracted_answer": b'"C"', "mcqa": b"{}"},
            b'{"extracted_answer":"C", "reward": 1.0, "mcqa": {}}',
            id="some replaced, some appended",
        ),
        pytest.param(b'{"a/b":1,"a\\/b":2}', {"a/b": b"3"}, b'{"a/b":1,"a\\/b":3}', id="name with a slash"),
        pytest.param('{"ä":1}'.encode(), {"ä": b"3"}, '{"ä":3}'.encode(), id="name beyond ASCII"),
        pytest.param(b'{"a":1}', {'"\n': b"3"}, b'{"a":1, "\\"\\n": 3}', id="name that must be escaped"),
        pytest.param(b'{"":1}', {"": b"3"}, b'{"":3}', id="empty name"),
        pytest.param('{"a":"\u2028"}'.encode(), REWARD, '{"a":"\u2028", "reward": 1.0}'.encode(), id="line separator"),
    ],
)
def test_spliced(raw, values, expected):
    assert splice(raw, parse(raw), values) == expected


def test_a_name_given_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        Splicer(["a", "a"])


def test_deep_nesting_is_stepped_over():
    raw = b'{"reward":' + b"[" * 900 + b"]" * 900 + b',"b":{"reward":1}}'
    assert splice(raw, parse(raw), REWARD) == b'{"reward":1.0,"b":{"reward":1}}'


def test_rows_of_two_layouts_take_turns():
    splicer = Splicer(["reward", "extracted_answer"])
    for _ in range(3):
        for raw in (b'{"a":1,"reward":0,"extracted_answer":"A"}', b'{"extracted_answer":"A","reward":0,"a":1}'):
            out = spliced(splicer, raw, parse(raw), [b"1.0", b'"C"'])
            assert out == raw.replace(b":0", b":1.0").replace(b'"A"', b'"C"')


# ---- generated rows. A value to be replaced is kept apart, so that the expected bytes are known beforehand.

NAMES = ["reward", "extracted_answer", "mcqa"]
KEYS = [*NAMES, "a", "Reward", 'x"reward', "reward ", "res{ponse}", "ü", ""]
TEXTS = ["", "}", '{"reward": 0}', '"reward": 1', "\\", '\\"', "a\u2028b\u0085", "é😀", "\ud800", "reward", ",", "]}"]
NUMBERS = ["0", "-0.0", "1e5", "1E+400", "123456789012345678901234567890", "NaN", "-Infinity", "0.1000"]


class Writer:
    """Writes JSON with odd spellings."""

    def __init__(self, rng):
        self.rng = rng

    def space(self):
        return self.rng.choice(["", "", "", " ", "\t", "  ", " \r"])

    def string(self, text):
        named = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "/": "\\/"}
        out = []
        for char in text:
            code = ord(char)
            must = char in '"\\' or code < 32 or 0xD800 <= code < 0xE000
            if code < 0x10000 and (self.rng.random() < self.escape or (must and char not in named)):
                out.append(f"\\u{code:04x}" if self.rng.random() < 0.5 else f"\\u{code:04X}")
            else:
                out.append(named[char] if must else char)
        return '"' + "".join(out) + '"'

    def value(self, depth=0):
        pick = self.rng.random()
        if depth < 4 and pick < 0.2:
            return "".join(self.pairs([(self.key(), self.value(depth + 1)) for _ in range(self.rng.randrange(4))]))
        if depth < 4 and pick < 0.35:
            items = [self.space() + self.value(depth + 1) + self.space() for _ in range(self.rng.randrange(4))]
            return "[" + ",".join(items) + "]"
        if pick < 0.65:
            return self.string(self.rng.choice(TEXTS))
        return self.rng.choice([*NUMBERS, "true", "false", "null"])

    def key(self):
        return self.rng.choice(KEYS)

    def pairs(self, pairs):
        pieces = ["{", self.space()]
        for index, (key, value) in enumerate(pairs):
            pieces += [","] if index else []
            pieces += [self.space(), self.string(key), self.space(), ":", self.space(), value, self.space()]
        return [*pieces, "}"]

    def row(self):
        """A row's pieces, and for each name that it has the index of the piece that is the value to replace."""
        self.escape = self.rng.choice([0, 0, 0.02, 0.3])
        pairs = [(self.key(), self.value(1)) for _ in range(self.rng.randrange(8))]
        pieces = [self.space(), *self.pairs(pairs), self.space()]
        return pieces, {key: 8 + 8 * index for index, (key, _) in enumerate(pairs) if key in NAMES}


def check(pieces, places, splicer):
    raw = "".join(pieces).encode()
    before = json.loads(raw)
    values = {"reward": "1.0", "extracted_answer": '"C"', "mcqa": '{"rule": "boxed_letter", "span": [1, 2]}'}
    wanted = list(pieces)
    for name, place in places.items():
        wanted[place] = values[name]
    added = ", ".join(f'"{name}": {value}' for name, value in values.items() if name not in places)
    wanted[-2:-2] = [", " if added and before else "", added]
    out = spliced(splicer, raw, parse(raw), [value.encode() for value in values.values()])
    assert out == "".join(wanted).encode()
    assert repr(json.loads(out)) == repr(before | {name: json.loads(value) for name, value in values.items()})


def test_ten_thousand_generated_rows_change_in_nothing_but_the_values():
    writer = Writer(random.Random(20))
    splicer = Splicer(NAMES)
    replaced = 0
    for _ in range(10_000):
        pieces, places = writer.row()
        replaced += len(places)
        check(pieces, places, splicer)
    assert replaced > 5_000


@given(st.randoms(use_true_random=False))
def test_generated_rows(rng):
    check(*Writer(rng).row(), Splicer(NAMES))


def test_quick_and_slow_ways_agree():
    writer = Writer(random.Random(21))
    for _ in range(1_000):
        pieces, places = writer.row()
        raw = "".join(pieces).encode()
        spans = locate(raw, NAMES)
        assert {name: raw[slice(*span)].decode() for name, span in spans.items()} == {
            name: pieces[place] for name, place in places.items()
        }


def gym_end(pairs, task=3, agent=True):
    """A row that ends as Gym's do, with these pairs, as JSON text, before its numbers."""
    end = ', "agent_ref": {"name": "a"}' if agent else ""
    return f'{{"x": {{"reward": 5}}, {pairs}"_ng_task_index": {task}, "_ng_rollout_index": 0{end}}}'.encode()


GYM_ENDS = [
    pytest.param('"reward": 0.0, "expected_answer": "H", "extracted_answer": null, ', id="as Gym writes them"),
    pytest.param('"reward":0.0,"expected_answer":"H","extracted_answer":"B",', id="without spaces"),
    pytest.param('"extracted_answer": null, "reward": 1, ', id="the other way round"),
    pytest.param('"reward": 1, "extracted_answer": null, "reward": 0, ', id="a key twice"),
    pytest.param('"reward": 1, "note": "a \\" b", "extracted_answer": null, ', id="a backslash between"),
    pytest.param('"reward": 1, "note": ["extracted_answer"], "extracted_answer": null, ', id="a list between"),
    pytest.param('"reward": 1, "note": "reward", "extracted_answer": "extracted_answer", ', id="names as values"),
    pytest.param('"reward": {"reward": 1}, "extracted_answer": null, ', id="an object for a value"),
]


@pytest.mark.parametrize("pairs", GYM_ENDS)
@pytest.mark.parametrize("agent", [True, False])
def test_rows_that_end_as_gym_s_do(pairs, agent):
    made = Splicer(("reward", "extracted_answer"))
    for task in (3, 44):  # the second is read by what the first taught
        raw = gym_end(pairs, task, agent)
        after = json.loads(spliced(made, raw, json.loads(raw), (b"0.5", b'"Z"')))
        assert after == json.loads(raw) | {"reward": 0.5, "extracted_answer": "Z"}
        assert after["x"] == {"reward": 5}


# Ends of rows that look like each other, for one of them to teach a layout and another to be misread by it.
ENDS = [
    '"reward": 0.0, "extracted_answer": null}',
    '"reward": 0.0, "extracted_answer": null} ',
    '"reward":0.0,"extracted_answer":null}',
    '"extracted_answer": null, "reward": 0.0}',
    '"reward": 0.0, "extracted_answer": null, "z": {"reward": 1, "extracted_answer": "B"}}',
    '"z": {"reward": 1, "extracted_answer": "B"}, "reward": 0.0, "extracted_answer": "C"}',
    '"reward": 0.0, "extracted_answer": "C", "z": [{"reward": 1, "extracted_answer": "B"}]}',
    '"reward": 0.0, "extracted_answer": "}", "z": "\\"reward\\": 0.0, \\"extracted_answer\\": null}"}',
    '"reward": 1, "extracted_answer": "A", "reward": 0.0, "extracted_answer": null}',
    '"reward": 0.0, "extracted_answer": null, "reward": 2}',
    '"reward": 0.0, "extracted_answer": null, "\\u0072eward": 2}',
    '"reward": [0.0, 1], "extracted_answer": {"a": null}}',
    '"reward": "reward", "extracted_answer": "\\"extracted_answer\\": null"}',
    '"a": "\\"reward\\": 0.0, ", "reward": 3, "extracted_answer": null}',
    '"reward": 0.0, "a": 1, "extracted_answer": null}',
    '"reward": 10.0, "a": 1, "extracted_answer": null}',
    '"reward": 7.0, "a": 1, "extracted_answer": null}',
    '"reward": 1.5, "a": 1, "extracted_answer": null}',
    '"reward": 7.0, "a": 2, "extracted_answer": "\\u0034"}',
    '"reward": 7.0, "a": 2, "extracted_answer": "\\u0034", "b": {"c9": [1]}}',
]


@pytest.mark.parametrize("teacher", ENDS)
def test_no_row_is_misread_by_what_another_taught(teacher):
    for pupil in ENDS:
        made = Splicer(("reward", "extracted_answer"))
        for end in (teacher, teacher, pupil, teacher):
            raw = ('{"x": {"reward": 5, "extracted_answer": "D"}, ' + end).encode()
            row = json.loads(raw)
            spans = locate(raw, ("reward", "extracted_answer"))
            (first, second), values = sorted(spans.values()), {"reward": b"0.5", "extracted_answer": b'"Z"'}
            one, other = sorted(spans, key=spans.__getitem__)
            wanted = raw[: first[0]] + values[one] + raw[first[1] : second[0]] + values[other] + raw[second[1] :]
            assert spliced(made, raw, row, values.values()) == wanted


def test_names_that_differ_in_a_digit_are_not_taken_for_each_other():
    made = Splicer(("score1", "score2"))
    for raw, wanted in [
        (
            b'{"score1": 0, "score2": 0, "score3": 0, "score4": 0}',
            b'{"score1": 5, "score2": 6, "score3": 0, "score4": 0}',
        ),
        (
            b'{"score1": 0, "score2": 0, "score3": 1, "score4": 0}',
            b'{"score1": 5, "score2": 6, "score3": 1, "score4": 0}',
        ),
        (
            b'{"score2": 0, "score3": 0, "score1": 0, "score4": 0}',
            b'{"score2": 6, "score3": 0, "score1": 5, "score4": 0}',
        ),
        (
            b'{"score1": 0, "score3": 0, "score4": 0, "score2": 0}',
            b'{"score1": 5, "score3": 0, "score4": 0, "score2": 6}',
        ),
    ]:
        assert spliced(made, raw, json.loads(raw), (b"5", b"6")) == wanted


def test_more_ends_than_are_kept():
    made = Splicer(("reward", "extracted_answer"))
    for number in range(2100):
        letters = "".join("abcdefghij"[int(digit)] for digit in f"{number:04d}")
        raw = f'{{"x": 0, "reward": {number}, "note": "{letters}", "extracted_answer": null}}'.encode()
        wanted = f'{{"x": 0, "reward": 0.5, "note": "{letters}", "extracted_answer": "Z"}}'.encode()
        assert spliced(made, raw, json.loads(raw), (b"0.5", b'"Z"')) == wanted


def test_more_layouts_than_are_learned():
    made = Splicer(("reward", "extracted_answer"))
    for number in [*range(60), *range(60)]:
        raw = b'{"reward": 0.0, "k%d": 1, "extracted_answer": null}' % number
        wanted = b'{"reward": 0.5, "k%d": 1, "extracted_answer": "Z"}' % number
        assert spliced(made, raw, json.loads(raw), (b"0.5", b'"Z"')) == wanted

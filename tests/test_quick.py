"""What C reads, Python reads alike; and what it should leave to Python, it leaves."""

import json
import re

import orjson
import pytest
from conftest import COMPILED, gym_row
from hypothesis import given, settings
from hypothesis import strategies as st

from mcqa_cli import native, quick, text
from mcqa_cli.formats import FORMATS, gym
from mcqa_cli.grading import Grader
from mcqa_cli.inputs_file import InputsFile
from mcqa_cli.model import Policy
from mcqa_cli.quick import quick_inputs, quick_of
from mcqa_cli.reader import Reader
from mcqa_cli.scoring import Scorer
from mcqa_cli.splice import locate
from mcqa_cli.streams import Block

compiled = pytest.mark.skipif(native.SCANNER is None, reason="the package is pure Python")
CODE = {"template_metadata": {"template_id": "t", "output_regex": r"answer is \(?([A-D])\)?"}}
NUMBERS = {"_ng_task_index": 3, "_ng_rollout_index": 1}
GRADED = {"reward": 0.0, "extracted_answer": None}


def usual(said="So the answer is (C).", **more):
    """A row that is laid out as nearly all are; its fields that are ... are left out."""
    row = gym_row(said, **CODE) | NUMBERS | {"uuid": "u-1", "grading_mode": "robust"} | more
    return {name: value for name, value in row.items() if value is not ...}


def line_of(row, **more):
    return json.dumps(row, **more).encode()


def read(line):
    """What a fresh reader makes of one line: its rollout, spans and line end; None where it leaves it to others."""
    reader = quick_of(FORMATS["gym"])
    found = reader.scan(line, 0)
    rollout = None if found is None else reader.rollout(found)
    return None if rollout is None else (rollout, reader.spans(found))


def nested(*path, value):
    """A usual row with another value somewhere below."""
    row = usual()
    inner = row
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return line_of(row)


def test_a_compiled_package_has_all_of_it():
    assert COMPILED == (native.SCANNER is not None) == (native.LAST_PLACE is not None)


# ---- lines that are left to others, whole


MESSAGE = usual()["response"]["output"][0]
LEFT = {
    "a second message": nested("response", "output", value=[MESSAGE, MESSAGE]),
    "no message": nested("response", "output", value=[]),
    "a second part": nested("response", "output", 0, "content", value=MESSAGE["content"] * 2),
    "a content that is a string": nested("response", "output", 0, "content", value="C"),
    "another speaker": nested("response", "output", 0, "role", value="user"),
    "a reasoning item": nested("response", "output", 0, "type", value="reasoning"),
    "a refusal": nested("response", "output", 0, "content", 0, "type", value="refusal"),
    "a text that is none": nested("response", "output", 0, "content", 0, "text", value=None),
    "an empty text": line_of(usual(" \n ")),
    "no response": line_of(usual(response=None)),
    "an assistant's turn in the prompt": line_of(
        usual(responses_create_params={"input": [{"role": "user", "content": "?"}, {"role": "assistant"}]})
    ),
    "a prompt that is a string": line_of(usual(responses_create_params={"input": "Which?"})),
    "a prompt in parts": nested("responses_create_params", "input", 0, "content", value=[{"text": "?"}]),
    "no prompt": line_of(usual(responses_create_params={})),
    "a failed rollout": line_of(usual(_ng_failure_class="Timeout")),
    "traces": line_of(usual(traces=[])),
    "an account of before": line_of(usual(mcqa={})),
    "a task that is true": line_of(usual(_ng_task_index=True)),
    "a task that is text": line_of(usual(_ng_task_index="3")),
    "a key twice": line_of(usual())[:-1] + b', "uuid": "u-2"}',
    "a nested key twice": line_of(usual()).replace(b'"status": "completed"', b'"status": "x", "status": "completed"'),
    "a key with an escape": line_of(usual()).replace(b'"uuid"', b'"u\\u0075id"'),
    "half a character": line_of(usual()).replace(b"So the", b"So \\ud83d the"),
    "no UTF-8": line_of(usual()).replace(b"So the", b"So \xff the"),
    "an overlong slash": line_of(usual()).replace(b"So the", b"So \xc0\xaf the"),
    "an encoded surrogate": line_of(usual()).replace(b"So the", b"So \xed\xa0\x80 the"),
    "a control character": line_of(usual()).replace(b"So the", b"So \x01 the"),
    "an escape that is none": line_of(usual()).replace(b"So the", b"So \\x the"),
    "NaN": line_of(usual(extra=float("nan"))),
    "a leading zero": line_of(usual(extra=5)).replace(b'"extra": 5', b'"extra": 05'),
    "a bare point": line_of(usual(extra=5)).replace(b'"extra": 5', b'"extra": 5.'),
    "a huge exponent": line_of(usual(extra=5)).replace(b'"extra": 5', b'"extra": 1e400'),
    "a misspelled constant": line_of(usual(extra=None)).replace(b'"extra": null', b'"extra": nul'),
    "a comma too many": line_of(usual())[:-1] + b",}",
    "no comma": line_of(usual()).replace(b', "uuid"', b' "uuid"'),
    "more behind it": line_of(usual()) + b" {}",
    "torn": line_of(usual())[:-1],
    "torn in a string": line_of(usual())[:-30],
    "nested deeply": line_of(usual(extra=json.loads("[" * 100 + "]" * 100))),
    "a byte order mark": b"\xef\xbb\xbf" + line_of(usual()),
    "an array": b"[" + line_of(usual()) + b"]",
    "an empty object": b"{}",
    "nothing": b"",
}


@compiled
@pytest.mark.parametrize("line", [pytest.param(line, id=name) for name, line in LEFT.items()])
def test_a_line_that_is_not_as_usual_is_left_to_others(line):
    assert read(line) is None


# ---- lines that are read


TAKEN = {
    "as written": line_of(usual()),
    "compact": line_of(usual(), separators=(",", ":")),
    "spaced": line_of(usual(), separators=(" ,\t", " : ")),
    "graded before": line_of(usual(**GRADED)),
    "graded in another order": line_of(usual(extracted_answer="C", between=[1], reward=1.0)),
    "letters beyond ASCII": line_of(usual("Die Antwort heißt „C“ 😀"), ensure_ascii=False),
    "the same escaped": line_of(usual("Die Antwort heißt „C“ 😀"[:-1])),
    "escapes": line_of(usual('"a"\\b/\n\t\r\b\f the answer is (C)')).replace(b"a", b"a", 1),
    "a slash with an escape": line_of(usual()).replace(b"So the", b"So\\/the"),
    "a NUL": line_of(usual("A\0B: the answer is (C)")),
    "several turns": line_of(
        usual(responses_create_params={"input": [{"role": "system", "content": "S"}, {"role": "user", "content": "?"}]})
    ),
    "no options": line_of(usual(options=...)),
    "no numbers": line_of(usual(_ng_task_index=..., _ng_rollout_index=...)),
    "a negative number": line_of(usual(_ng_task_index=-3)),
    "a number beyond 64 bits": line_of(usual(uuid=2**70)),
    "numbers": line_of(usual(uuid=12, expected_answer=0, reward=-0.0, extracted_answer=1e-7, extra=[0, -1, 1.5e99])),
    "constants": line_of(usual(uuid=True, expected_answer=False, template_metadata=None)),
    "containers": line_of(usual(uuid={"a": [1, {"b": None}]}, expected_answer=["C"], grading_mode={})),
    "cut off": nested("response", "status", value="incomplete"),
    "cut off, with a reason": nested("response", "incomplete_details", value={"reason": "max_output_tokens"}),
    "token-level log-probabilities": nested(
        *("response", "output", 0, "content", 0, "logprobs"),
        value=[{"token": "a", "logprob": -1.1920928955078125e-07, "bytes": [97], "top_logprobs": []}] * 3,
    ),
    "a carriage return": line_of(usual()) + b"\r",
}


def same(one, other):
    """Whether two values are equal down to their kinds."""
    return one == other and repr(one) == repr(other)


@compiled
@pytest.mark.parametrize("line", [pytest.param(line, id=name) for name, line in TAKEN.items()])
def test_a_usual_line_is_read_as_the_format_reads_it(line):
    for before, after in ((b"", b""), (b"", b"\n"), (b"{}\n", b"\n{}")):
        reader = quick_of(FORMATS["gym"])
        found = reader.scan(before + line + after, len(before))
        row = orjson.loads(line)
        assert same(reader.rollout(found), gym.read(row))
        *spans, close, end = reader.spans(found)
        there = locate(line, ["reward", "extracted_answer"])
        none = (-1 - len(before),) * 2
        expected = [*there.get("reward", none), *there.get("extracted_answer", none), line.rindex(b"}"), len(line)]
        assert [*spans, close, end] == [place + len(before) for place in expected]


@compiled
def test_values_that_stood_in_the_line_before_are_the_same_objects_and_others_are_not():
    reader = quick_of(FORMATS["gym"])
    lines = [line_of(usual(uuid=value)) for value in ("1", "1", 1, 1.0, [1], "[1]", {"1": 1}, "1", None, True, ...)]
    found = [reader.rollout(reader.scan(line, 0)) for line in lines]
    assert [repr(one.uuid) for one in found] == [repr(orjson.loads(line).get("uuid")) for line in lines]
    assert found[0].options is found[1].options
    assert found[0].prompt is found[1].prompt


@compiled
def test_what_must_be_there_must_be_there_in_each_line():
    reader = quick_of(FORMATS["gym"])
    without = line_of(usual()).replace(b'"type": "message"', b'"kind": "message"')
    assert [reader.scan(line, 0) is None for line in (without, line_of(usual()), without)] == [True, False, True]


# ---- any plan, any bytes


def wanted(value, plan, found):
    """Put the values that a plan names into `found`; False where a row is not as the plan has it."""
    if isinstance(plan, str):
        return value == plan
    if isinstance(plan, int):
        found[plan] = value
        return plan >= 0
    if isinstance(plan, dict):
        if not isinstance(value, dict) or any(isinstance(plan[name], str) and name not in value for name in plan):
            return False
        return all(wanted(value[name], plan[name], found) for name in plan if name in value)
    one = isinstance(plan, tuple)
    return isinstance(value, list) and bool(value) and not (one and value[1:]) and wanted(value[-1], plan[0], found)


PLANS = [
    {"a": 0, "b": {"a": 1, "b": [{"a": 2}]}, "c": ({"a": 3},)},
    {"a": [[0]], "b": "x", "c": {"a": {"b": "x", "a": 1}}, "d": -1},
    {"a": ([{"a": 0, "b": 1}],), "b": 2},
]
names = st.sampled_from(["a", "b", "c", "d", "ä", "a\n", ""])
scalars = st.sampled_from(
    ["x", "", "a\nb", "ä", "😀", '"', 0, 1, -1, 10**17, 10**18, 2**64, 0.5, 1e20, True, False, None]
)
trees = st.recursive(
    scalars, lambda below: st.lists(below, max_size=3) | st.dictionaries(names, below, max_size=4), max_leaves=12
)
edits = st.lists(
    st.tuples(
        st.integers(0, 200), st.integers(0, 3), st.sampled_from([*b'"\\{}[],:-+.019eEntux \t\r\0\x7f\x80\xc3\xed'])
    )
)


def fixed(plan):
    """Whether a plan says what must be there."""
    if isinstance(plan, dict | list | tuple):
        return any(fixed(below) for below in (plan.values() if isinstance(plan, dict) else plan))
    return isinstance(plan, str)


def fitting(plan):
    """Values that are as a plan has them, or nearly so."""
    if isinstance(plan, dict):
        parts = {name: fitting(below) for name, below in plan.items() if below != -1}
        needed = {name: part for name, part in parts.items() if fixed(plan[name])}
        others = {name: part for name, part in parts.items() if name not in needed}
        return st.fixed_dictionaries(needed, optional=others | {"e": trees})
    if isinstance(plan, list | tuple):
        return st.lists(fitting(plan[0]), min_size=1, max_size=2)
    return st.just(plan) if isinstance(plan, str) else trees


@compiled
@pytest.mark.parametrize("plan", PLANS, ids=["objects", "arrays", "both"])
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_whatever_is_taken_is_what_orjson_reads(plan, data):
    scanner = native.SCANNER(plan, 4, (0, 2), orjson.loads)
    for _ in range(4):  # one scanner, as it remembers the line before
        row = data.draw(fitting(plan))
        line = bytearray(line_of(row, ensure_ascii=data.draw(st.booleans())))
        for place, size, byte in data.draw(edits.filter(lambda made: len(made) < 3)):
            line[place % (len(line) + 1) : place % (len(line) + 1) + size] = bytes([byte])
        line = bytes(line)
        if b"\n" in line:
            continue
        found = scanner.scan(b"[]\n" + line + b"\n[]", 3)
        if found is None:
            continue
        expected = {}
        row = orjson.loads(line)
        assert wanted(row, plan, expected)
        assert same(found[:4], tuple(expected.get(number) for number in range(4)))
        for number, (begin, end) in {0: found[4:6], 2: found[6:8]}.items():
            assert (begin < 0) == (number not in expected)
            if begin >= 0:
                assert same(orjson.loads((b"[]\n" + line)[begin:end]), expected[number])
        assert found[8:] == (line.rindex(b"}") + 3, len(line) + 3)


DEEP = {"a": 0}
for _ in range(100):
    DEEP = {"a": DEEP}
NO_PLANS = {
    "a slot beyond": ({"a": 5}, 1, ()),
    "a span beyond": ({"a": 0}, 1, (3,)),
    "more values than there can be": ({"a": 0}, 2**62, (0,)),
    "a fraction": ({"a": 1.5}, 1, ()),
    "an empty array": ({"a": []}, 1, ()),
    "an array of what must not be there": ({"a": [-1]}, 1, ()),
    "an array of what must be there": ({"a": ("x",)}, 1, ()),
    "a backslash": ({"a": "\\n"}, 1, ()),
    "a key that is no text": ({1: 0}, 1, ()),
    "deeper than lines are read": (DEEP, 1, ()),
}


@compiled
@pytest.mark.parametrize("arguments", [pytest.param(one, id=name) for name, one in NO_PLANS.items()])
def test_a_plan_that_is_none_is_refused(arguments):
    with pytest.raises((TypeError, ValueError)):
        native.SCANNER(*arguments, orjson.loads)


@compiled
def test_a_plan_may_go_once_it_was_read():
    plan = {"key" * 20 + str(number): number for number in range(3)}
    scanner = native.SCANNER(plan, 3, (), orjson.loads)
    line = line_of(plan)
    plan.clear()
    assert scanner.scan(line, 0)[:3] == (0, 1, 2)


@compiled
def test_a_scanner_does_one_thing_at_a_time():
    scanner = native.SCANNER({"a": 0}, 1, (), lambda raw: scanner.scan(b"{}", 0))
    with pytest.raises(RuntimeError):
        scanner.scan(b'{"a": [1]}', 0)
    assert scanner.scan(b'{"a": 1}', 0)[0] == 1


# ---- blocks of lines


def both_ways(monkeypatch, lines, **more):
    """What becomes of lines with the scanner and without it."""
    made = []
    for scanner in (native.SCANNER, None):
        monkeypatch.setattr(quick, "SCANNER", scanner)
        scorer = Scorer(Policy(), Grader(Policy()), "in.jsonl", Reader(), **more)
        results = [scorer.block(Block(1, b"\n".join(lines), b"\n")), scorer.block(Block(90, b"\n".join(lines), b""))]
        made.append([(one.rows, one.ungraded, one.tally, one.keys, one.key_lines) for one in results])
    return made


UNGRADABLE = [line_of(usual(expected_answer="Z")), line_of(usual(grading_mode="x")), line_of(usual(options=...)), b"{"]
OTHERS = [b"", b" \t", line_of({"prompt": "?", "completion": "C", "answer": "C", "choices": ["a", "b", "c"]})]


def test_a_block_comes_out_the_same_with_and_without(monkeypatch):
    lines = [*TAKEN.values(), *LEFT.values(), *UNGRADABLE, *OTHERS, *TAKEN.values()]
    one, other = both_ways(monkeypatch, lines)
    assert one == other
    assert one[0][2].graded > 50


def test_a_block_whose_lines_have_but_one_of_the_two_fields_comes_out_the_same(monkeypatch):
    lines = [line_of(usual(reward=1.0)), line_of(usual(extracted_answer="C")), line_of(usual(**GRADED))]
    one, other = both_ways(monkeypatch, lines)
    assert one == other


def test_a_joined_block_comes_out_the_same(monkeypatch, tmp_path):
    inputs = tmp_path / "inputs.jsonl"
    tasks = [usual(response=..., _ng_task_index=task, _ng_rollout_index=0, uuid=f"u{task}") for task in range(6)]
    tasks[2]["options"] = [{"A": "x"}, {"A": "y"}]
    tasks[3]["options"] = {"A": "x", "B": "y", "C": "z"}
    tasks[4]["responses_create_params"] = {"input": "Which one?"}
    for task in tasks:  # as they are written, these stand last
        task |= {name: task.pop(name) for name in NUMBERS}
    inputs.write_bytes(b"".join(line_of(task) + b"\n" for task in tasks))
    bare = {"options": ..., "template_metadata": ..., "grading_mode": ..., "_ng_rollout_index": 0}
    lines = [line_of(usual(_ng_task_index=task, **bare)) for task in (0, 1, 2, 3, 4, 5, 6, True, 0)]
    lines.append(line_of(usual(_ng_task_index=1, expected_answer="A", **bare)))  # another gold than there
    made = []
    for scanner in (native.SCANNER, None):
        monkeypatch.setattr(quick, "SCANNER", scanner)
        index = InputsFile(str(inputs))
        assert index.scan()
        made += both_ways(monkeypatch, lines, index=index)
        index.close()
    assert made[0] == made[1] == made[2] == made[3]
    assert made[0][0][2].graded == 6


@compiled
def test_an_inputs_row_that_is_not_as_usual_is_left_to_others():
    reader = quick_inputs(())
    row = usual(response=...)
    for change in (
        {"options": "A) x"},
        {"options": []},
        {"expected_answer": None},
        {"responses_create_params": {"input": "?"}},
    ):
        assert reader.read(line_of(row | change)) is None
    assert reader.read(line_of(row)).choices.labels == ("A", "B", "C", "D")
    assert quick_inputs(("uuid",)) is None


# ---- words and lines


@given(
    before=st.text("aAnN .sweRſİäß\n", max_size=60),
    after=st.text("aAnN .sweRſİ", max_size=40),
    word=st.sampled_from(["answer", "a", "a ", "ans", "."]),
    start=st.integers(0, 30),
    cut=st.integers(0, 30),
)
def test_the_last_place_of_a_word_is_that_of_a_search_that_ignores_case(before, after, word, start, cut):
    whole = before + "Answer" + after
    end = max(len(whole) - cut, 0)
    found = text.last_place(whole, word, start, end)
    spaced = re.compile(f"(?={re.escape(word)})", re.IGNORECASE)
    places = [one.start() for one in spaced.finditer(whole) if one.start() >= start and one.start() + len(word) <= end]
    assert found == (-2 if re.search("[ſİ]", whole) else max(places, default=-1))


@pytest.mark.parametrize("size", [0, 15, 16, 17, 255, 256, 257, 5000])
def test_a_word_is_found_wherever_it_stands(size):
    assert text.last_place("aNSWER" + "." * size, "answer", 0, size + 6) == 0
    assert text.last_place("." * size + "Answer", "answer", 0, size + 6) == size
    assert text.last_place("ä" * size + "Answer", "answer", 0, size + 6) == size
    assert text.last_place("." * size + "answe", "answer", 0, size + 6) == -1


@compiled
def test_no_place_is_looked_at_beyond_a_text():
    assert [
        native.LAST_PLACE("abc", "a", *ends) for ends in ((-(2**63), 9), (0, -(2**63)), (2**63 - 1, 3), (2, 1))
    ] == [*(0, -1, -1, -1)]


@given(st.lists(st.binary(max_size=30) | st.just(b"x" * 600), max_size=8).map(b"\n".join))
def test_line_feeds_are_counted(data):
    assert native.line_feeds(data) == data.count(b"\n")

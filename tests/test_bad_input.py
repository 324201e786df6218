"""Every kind of bad input that rollout files hold: graded to the end, with an honest account; and the laws of rows."""

import contextlib
import copy
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PEAK_KIB, gym_row, read_rows, write_rows
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcqa_cli.containers import kind_of_file
from mcqa_cli.sniffing import what_else

GOOD = gym_row("\\boxed{C}")
LINE = json.dumps(GOOD).encode()


def raw(row, **changed):
    """A row as bytes; a field set to `...` is left out."""
    return json.dumps({k: v for k, v in (row | changed).items() if v is not ...}).encode()


def score(mcqa, tmp_path, data, *arguments):
    """Grade bytes; returns (status, rows out as bytes, ungraded records, the report's counts)."""
    (tmp_path / "in.jsonl").write_bytes(data)
    done = mcqa("score", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "--json", *arguments)
    report = json.loads(done.out)
    left = tmp_path / "out_ungraded.jsonl"
    ungraded = read_rows(left) if left.exists() else []
    counts = report["rows"]
    assert counts["read"] == counts["graded"] + counts["ungraded"] + report["other_views"]
    assert counts["ungraded"] == len(ungraded) == sum(one["rows"] for one in report["ungraded"])
    assert done.status == (1 if ungraded else 0)
    return (tmp_path / "out.jsonl").read_bytes(), ungraded, report


# Lines: what comes out, byte for byte.

REWARDED = LINE[:-1] + b', "reward": 1.0, "extracted_answer": "C"}'
LINES = [
    pytest.param(b"", b"", id="empty file"),
    pytest.param(b"\n \n\t\r\n\n", b"", id="blank lines alone"),
    pytest.param(b"\n" + LINE + b"\n\n  \n" + LINE + b"\n", (REWARDED + b"\n") * 2, id="blank lines between rows"),
    pytest.param(b"\xef\xbb\xbf" + LINE + b"\n", REWARDED + b"\n", id="byte order mark"),
    pytest.param(b"\xef\xbb\xbf", b"", id="nothing but a byte order mark"),
    pytest.param(LINE + b"\r\n" + LINE + b"\r\n", (REWARDED + b"\r\n") * 2, id="CRLF"),
    pytest.param(LINE + b"\n" + LINE, REWARDED + b"\n" + REWARDED, id="no line end at the end"),
    pytest.param(
        LINE + b"\r\n" + LINE + b"\r", REWARDED + b"\r\n" + REWARDED + b"\r", id="a carriage return at the end"
    ),
    pytest.param(b"  " + LINE + b" \t\n", b"  " + REWARDED + b" \t\n", id="white space round a row"),
    pytest.param(LINE + b"\n   ", REWARDED + b"\n", id="white space after the last row"),
]


@pytest.mark.parametrize(("data", "expected"), LINES)
def test_lines_keep_their_bytes_and_ends(mcqa, tmp_path, data, expected):
    written, ungraded, report = score(mcqa, tmp_path, data)
    assert written == expected
    assert ungraded == []
    assert report["rows"]["read"] == expected.count(b'"reward"')


# Lines that hold no row. The good lines before and after are graded, and line numbers are those of the file.

NO_ROWS = [
    pytest.param(LINE[:200], "not_json", "torn", id="torn line"),
    pytest.param(LINE[:-1], "not_json", "torn", id="only the last brace is missing"),
    pytest.param(LINE + LINE, "not_json", "two objects on one line", id="two objects glued"),
    pytest.param(LINE + b" " + LINE, "not_json", "two objects on one line", id="two objects with a space between"),
    pytest.param(LINE + b",", "not_json", "column", id="a comma after the row"),
    pytest.param(b"[" + LINE + b"]", "not_object", "array", id="a row in an array"),
    pytest.param(b'"a string"', "not_object", "string", id="a string"),
    pytest.param(b"null", "not_object", "null", id="null"),
    pytest.param(b"12", "not_object", "number", id="a number"),
    pytest.param(b"hello", "not_json", "column 1", id="no JSON at all"),
    pytest.param(b"{'a': 1}", "not_json", "column", id="a Python dict"),
    pytest.param(b"\x00" * 20, "not_json", "column", id="zero bytes"),
    pytest.param(LINE.replace(b"Which", b"Wh\xefch"), "not_utf8", "0xef", id="Latin-1"),
    pytest.param(LINE.replace(b"Which", b"Wh\xed\xa0\x80ch"), "not_utf8", "UTF-8", id="a surrogate in UTF-8's clothes"),
    pytest.param(LINE.decode().encode("utf-16"), "not_utf8", "UTF-16", id="UTF-16"),
    pytest.param(b"[" * 200_000, "not_json", "nested", id="brackets without end"),
    pytest.param(b"{}", "unknown_format", "--fields", id="an empty object"),
    pytest.param(b'{"question": "?", "answer_key": 3}', "unknown_format", "--fields", id="keys of nobody"),
]


@pytest.mark.parametrize(("line", "code", "told"), NO_ROWS)
def test_lines_without_a_row_are_left_with_their_number(mcqa, tmp_path, line, code, told):
    if b"\n" in line:
        line = line.replace(b"\n", b" ")
    written, ungraded, report = score(mcqa, tmp_path, b"\n" + LINE + b"\n" + line + b"\n" + LINE + b"\n")
    assert written == (REWARDED + b"\n") * 2
    assert [(one["line"], one["error"]) for one in ungraded] == [(3, code)]
    assert told in ungraded[0]["message"]
    assert report["ungraded"][0]["example"].endswith("in.jsonl:3")


def test_a_torn_last_line_costs_only_itself(mcqa, tmp_path):
    written, ungraded, _ = score(mcqa, tmp_path, LINE + b"\n" + LINE[:-30])
    assert written == REWARDED + b"\n"
    assert ungraded[0]["raw"].encode() == LINE[:-30]


# Lines that are odd but fine.

ODD = [
    pytest.param(b'"x": NaN', id="NaN"),
    pytest.param(b'"x": [Infinity, -Infinity]', id="infinities"),
    pytest.param(b'"x": "\\ud800"', id="lone surrogate"),
    pytest.param(b'"x": {"\\udfff": "\\ud83d\\ude00"}', id="lone surrogate in a key"),
    pytest.param(b'"x": ' + b"1234567890" * 4, id="integer of 40 digits"),
    pytest.param(b'"x": ' + b"9" * 5000, id="integer of 5,000 digits"),
    pytest.param(b'"x": 1.0e400, "y": 1E-400, "z": -0.0', id="floats beyond the double"),
    pytest.param('"x": "a\u2028b\u2029c\u0085d\x0b"'.replace("\x0b", "\\u000b").encode(), id="other line separators"),
    pytest.param(b'"x": {"reward": 5, "extracted_answer": "Z"}', id="nested keys of the same names"),
    pytest.param(b'"x": "\\"reward\\": 3, {[ \\\\"', id="braces and quotes in strings"),
    pytest.param(b'"x": 1, "x": 2', id="duplicate keys"),
    pytest.param(b'"x": "\\u0041\\/\\b"', id="escapes nobody needs"),
    pytest.param(b'"": 0', id="an empty key"),
    pytest.param(b'"x"\t:\t[ 1 ,2,   3 ]', id="odd spacing"),
]


@pytest.mark.parametrize("field", ODD)
def test_odd_fields_survive(mcqa, tmp_path, field):
    body = LINE[1:-1]
    for line in (b"{" + field + b", " + body + b"}", b"{" + body + b"," + field + b" }"):
        written, ungraded, _ = score(mcqa, tmp_path, line + b"\n")
        assert ungraded == []
        assert written == line[:-1] + b', "reward": 1.0, "extracted_answer": "C"}\n'


REPLACED = [
    pytest.param(b'"reward": 0.5, "extracted_answer": "A"', b'"reward": 1.0, "extracted_answer": "C"', id="plain"),
    pytest.param(b'"extracted_answer":null,"reward":0', b'"extracted_answer":"C","reward":1.0', id="other order"),
    pytest.param(
        b'"reward": {"a": [1, {"reward": 2}]}, "extracted_answer": ["A"]',
        b'"reward": 1.0, "extracted_answer": "C"',
        id="values that are containers",
    ),
    pytest.param(
        b'"rew\\u0061rd": 1, "extracted_answer": "\\u0041"',
        b'"rew\\u0061rd": 1.0, "extracted_answer": "C"',
        id="a key written with escapes",
    ),
    pytest.param(
        b'"reward": 7, "extracted_answer": 1, "reward": 8',
        b'"reward": 7, "extracted_answer": "C", "reward": 1.0',
        id="a key twice: the one that parsers see",
    ),
    pytest.param(b'"reward": NaN, "extracted_answer": "\\ud800"', b'"reward": 1.0, "extracted_answer": "C"', id="NaN"),
]


@pytest.mark.parametrize(("before", "after"), REPLACED)
def test_values_are_replaced_where_they_stand(mcqa, tmp_path, before, after):
    body = LINE[1:-1]
    for made in (
        lambda fields: b"{" + fields + b", " + body + b"}\n",
        lambda fields: b"{" + body + b", " + fields + b"}\n",
    ):
        written, ungraded, _ = score(mcqa, tmp_path, made(before))
        assert (written, ungraded) == (made(after), [])


# Rows that lack something.

LACKING = [
    pytest.param(raw(GOOD, response=...), "no_response", id="no response"),
    pytest.param(raw(GOOD, response=None), "no_response", id="null response"),
    pytest.param(raw(GOOD, response="C"), "no_response", id="response is a string"),
    pytest.param(raw(GOOD, response=[]), "no_response", id="response is an array"),
    pytest.param(raw(GOOD, response={}), "no_response", id="no output"),
    pytest.param(raw(GOOD, response={"output": None}), "no_response", id="null output"),
    pytest.param(raw(GOOD, response={"output": "C"}), "no_response", id="output is a string"),
    pytest.param(
        raw(GOOD, response={"output": [], "error": {"message": "boom"}}), "producer_error", id="failed response"
    ),
    pytest.param(raw(GOOD, options=...), "no_options", id="no options"),
    pytest.param(raw(GOOD, options=None), "no_options", id="null options"),
    pytest.param(raw(GOOD, options=[]), "no_options", id="empty options"),
    pytest.param(raw(GOOD, options={}), "no_options", id="empty options as a dict"),
    pytest.param(raw(GOOD, options=[{"A": None}, {"B": None}]), "no_options", id="null texts alone"),
    pytest.param(raw(GOOD, options=[{"A": "x"}, "y"]), "bad_options", id="options of mixed kinds"),
    pytest.param(raw(GOOD, options=7), "bad_options", id="options are a number"),
    pytest.param(raw(GOOD, options=True), "bad_options", id="options are a boolean"),
    pytest.param(raw(GOOD, options=[{"C": {"deep": 1}}]), "bad_options", id="an option's text is an object"),
    pytest.param(raw(GOOD, options={"C": "x", "c": "y"}), "duplicate_label", id="labels that fold to one"),
    pytest.param(raw(GOOD, options=[{"C": "x"}, {"C": "y"}]), "duplicate_label", id="a label twice"),
    pytest.param(
        raw(GOOD, options=[{"C": "x"}, {" c ": "y"}]), "duplicate_label", id="labels that trim and fold to one"
    ),
    pytest.param(raw(GOOD, expected_answer=...), "no_gold", id="no gold"),
    pytest.param(raw(GOOD, expected_answer=None), "no_gold", id="null gold"),
    pytest.param(raw(GOOD, expected_answer="  "), "no_gold", id="blank gold"),
    pytest.param(raw(GOOD, expected_answer=[]), "no_gold", id="empty list as gold"),
    pytest.param(raw(GOOD, expected_answer="E"), "gold_not_in_options", id="gold not among the options"),
    pytest.param(raw(GOOD, expected_answer={"x": 1}), "gold_not_in_options", id="gold is an object"),
    pytest.param(raw(GOOD, expected_answer=True), "gold_not_in_options", id="gold is a boolean"),
    pytest.param(raw(GOOD, options=[{"C": None}, {"A": "x"}]), "gold_not_in_options", id="gold's text is null"),
    pytest.param(
        raw(GOOD, options={"AA": "x", "BB": "y"}, expected_answer="AA"), "gold_not_in_options", id="AA, strict"
    ),
    pytest.param(raw(GOOD, grading_mode="strict"), "unknown_mode", id="unknown mode"),
    pytest.param(raw(GOOD, grading_mode=""), "unknown_mode", id="empty mode"),
    pytest.param(raw(GOOD, grading_mode=["lenient_boxed"]), "unknown_mode", id="mode is a list"),
    pytest.param(raw(GOOD, grading_mode=0), "unknown_mode", id="mode is a number"),
    pytest.param(raw(GOOD, _ng_failure_class="TimeoutError"), "producer_error", id="a row of a failures file"),
]


@pytest.mark.parametrize(("line", "code"), LACKING)
def test_rows_that_lack_something_are_left_whole(mcqa, tmp_path, line, code):
    written, ungraded, _ = score(mcqa, tmp_path, LINE + b"\n" + line + b"\n" + LINE + b"\n")
    assert written == (REWARDED + b"\n") * 2
    assert [(one["line"], one["error"], one["row"]) for one in ungraded] == [(2, code, json.loads(line))]
    assert b'"row":' + line + b"}\n" in (tmp_path / "out_ungraded.jsonl").read_bytes()


def message(content, **more):
    return {"output": [{"type": "message", "role": "assistant", "content": content} | more]}


# What is no text in any known way may be one in an unknown way.
UNREADABLE = [
    pytest.param(raw(GOOD, response=message(7)), "no_response", id="content is a number"),
    pytest.param(raw(GOOD, response=message({"text": "C"})), "no_response", id="content is an object"),
    pytest.param(
        raw(GOOD, response=message([{"type": "odd", "value": "C"}])), "no_response", id="a part of no known type"
    ),
]


@pytest.mark.parametrize(("line", "code"), UNREADABLE)
def test_rows_that_hold_something_else_than_text_are_left_whole(mcqa, tmp_path, line, code):
    written, ungraded, _ = score(mcqa, tmp_path, LINE + b"\n" + line + b"\n")
    assert written == REWARDED + b"\n"
    assert [(one["line"], one["error"], one["row"]) for one in ungraded] == [(2, code, json.loads(line))]


SILENT = [
    pytest.param({"output": []}, "no_assistant_message", id="no items"),
    pytest.param({"output": [None, 3, "C"]}, "no_assistant_message", id="items that are no objects"),
    pytest.param({"output": [{"type": "reasoning", "content": "\\boxed{C}"}]}, "no_assistant_message", id="reasoning"),
    pytest.param(message("\\boxed{C}", role="user"), "no_assistant_message", id="a user's message"),
    pytest.param(message(None), "empty_text", id="null content"),
    pytest.param({"output": [{"type": "message", "role": "assistant"}]}, "empty_text", id="no content"),
    pytest.param(message([]), "empty_text", id="no parts"),
    pytest.param(message([{"type": "output_text", "text": None}]), "empty_text", id="null text"),
    pytest.param(message([{"type": "output_text"}]), "empty_text", id="a part without text"),
    pytest.param(message(" \n "), "empty_text", id="white space"),
    pytest.param(message([{"type": "refusal", "refusal": "\\boxed{C}"}]), "refusal", id="refusal"),
    pytest.param(message("<think>\\boxed"), "unclosed_think", id="thinking without end"),
    pytest.param(message("Well,") | {"status": "incomplete"}, "truncated", id="cut off"),
]


@pytest.mark.parametrize(("response", "reason"), SILENT)
def test_responses_without_text_are_graded_as_no_answer(mcqa, tmp_path, response, reason):
    written, ungraded, report = score(mcqa, tmp_path, raw(GOOD, response=response) + b"\n")
    assert ungraded == []
    assert json.loads(written)["reward"] == 0.0
    assert json.loads(written)["extracted_answer"] is None
    assert [one["reason"] for one in report["failures"]] == [reason]


FINE = [
    pytest.param(raw(GOOD, response=message("\\boxed{C}")), id="content is a string"),
    pytest.param(raw(GOOD), id="as it should be"),
    pytest.param(raw(GOOD, options={"A": "x", "C": "y"}), id="options as a dict"),
    pytest.param(raw(GOOD, options=[{"A": None}, {"C": "y"}]), id="a null text is no choice"),
    pytest.param(raw(GOOD, options=[{"a": "x"}, {"c": "y"}]), id="lower-case keys"),
    pytest.param(raw(GOOD, options={"A": "same", "C": "same"}), id="duplicate texts"),
    pytest.param(raw(GOOD, options={"A": "x", "C": "y", "AA": "z"}), id="a multi-letter key beside"),
    pytest.param(raw(GOOD, expected_answer=" c "), id="gold to be trimmed and folded"),
    pytest.param(raw(GOOD, grading_mode=None), id="null mode"),
    pytest.param(raw(GOOD, template_metadata=None), id="null template"),
    pytest.param(raw(GOOD, template_metadata="none"), id="template is a string"),
    pytest.param(raw(GOOD, template_metadata={"template_id": ["a", {"b": 1}]}), id="template_id is a list"),
    pytest.param(raw(GOOD, responses_create_params=None), id="null request"),
]


@pytest.mark.parametrize("line", FINE)
def test_rows_that_are_fine(mcqa, tmp_path, line):
    written, ungraded, _ = score(mcqa, tmp_path, line + b"\n")
    assert (written, ungraded) == (line[:-1] + b', "reward": 1.0, "extracted_answer": "C"}\n', [])


# The row's own regex.

REGEXES = [
    pytest.param(None, "A", "mode", None, id="null"),
    pytest.param("", "A", "mode", None, id="empty"),
    pytest.param([], "A", "mode", None, id="empty list"),
    pytest.param("[bc]$", "C", "regex", None, id="no group"),
    pytest.param("pick: (.)", "C", "regex", None, id="one group, rightmost match"),
    pytest.param("pick: (b)|pick: (c)", "C", "regex", None, id="the group that took part"),
    pytest.param("(p)ick: (.)", "C", "regex", None, id="several groups: the highest"),
    pytest.param(["nothing", "pick: (.)"], "C", "regex", None, id="a list"),
    pytest.param(["(", 7, "pick: (.)"], "C", "regex", None, id="a list with invalid members"),
    pytest.param("(", "A", "fallback", "invalid", id="invalid"),
    pytest.param(["(", None], "A", "fallback", "invalid", id="invalid members alone"),
    pytest.param({"x": 1}, "A", "fallback", "invalid", id="no string at all"),
    pytest.param("nowhere", "A", "fallback", "no_match", id="no match"),
    pytest.param("(pick)", "A", "fallback", "not_an_option", id="no option"),
]


@pytest.mark.parametrize(("pattern", "letter", "via", "failure"), REGEXES)
def test_regexes(mcqa, tmp_path, pattern, letter, via, failure):
    row = gym_row("\\boxed{A} pick: B pick: C", template_metadata={"output_regex": pattern})
    written, ungraded, report = score(mcqa, tmp_path, raw(row) + b"\n")
    assert (json.loads(written)["extracted_answer"], ungraded) == (letter, [])
    assert list(report["groups"]["grading_mode"][0]["via"]) == [via]
    assert report["regex"]["fell_back"] == ({failure: 1} if failure else {})


def test_a_regex_that_never_ends_falls_back(mcqa, tmp_path):
    endless = gym_row("\\boxed{C}" + "a" * 60 + "!", template_metadata={"output_regex": "(a+)+$"})
    lines = [raw(endless)] * 5 + [raw(gym_row("z", template_metadata={"output_regex": "(z)"}, options="ZC"))]
    written, ungraded, report = score(mcqa, tmp_path, b"\n".join(lines) + b"\n", "--regex-timeout", "0.05")
    letters = [json.loads(line)["extracted_answer"] for line in written.splitlines()]
    assert (letters, ungraded) == (["C"] * 5 + ["Z"], [])
    assert report["regex"]["fell_back"] == {"timeout": 3, "set_aside": 2}
    assert report["regex"]["set_aside"] == ["(a+)+$"]
    assert {note["code"] for note in report["notes"]} >= {"regex_timeout", "regex_set_aside"}


# A file of everything at once.


def test_a_file_of_all_of_it_is_graded_to_the_end(mcqa, tmp_path):
    bad = [parameters.values[0].replace(b"\n", b" ") for parameters in NO_ROWS + LACKING]
    silent = [raw(GOOD, response=parameters.values[0]) for parameters in SILENT]
    fine = [parameters.values[0] for parameters in FINE]
    lines = [line for group in (bad, silent, fine) for line in group]
    lines = [line for place, line in sorted(enumerate(lines), key=lambda one: one[0] * 37 % 101)]
    assert len(lines) < 101
    written, ungraded, report = score(mcqa, tmp_path, b"\n".join(lines))
    assert report["rows"] == {"read": len(lines), "graded": len(silent) + len(fine), "ungraded": len(bad)}
    assert written.count(b"\n") in (len(silent) + len(fine), len(silent) + len(fine) - 1)
    assert report["overall"]["correct"] == len(fine)
    assert {one["line"] for one in ungraded} == {number for number, line in enumerate(lines, 1) if line in bad}


@pytest.mark.parametrize("arguments", [[], ["--json"], ["--by", "uuid"]])
def test_every_row_ungraded_is_still_a_report(mcqa, tmp_path, arguments):
    name = write_rows(tmp_path / "in.jsonl", b"x\n", b"y\n")
    done = mcqa("score", name, "-o", tmp_path / "out.jsonl", *arguments)
    assert done.status == 1
    assert (tmp_path / "out.jsonl").read_bytes() == b""
    assert len(read_rows(tmp_path / "out_ungraded.jsonl")) == 2
    assert b"not_json" in done.out
    assert re.search(rb"[Nn]a[Nn]", done.out) is None


def test_a_line_of_100_mb(tmp_path):
    size = 100 << 20
    with (tmp_path / "in.jsonl").open("wb") as file:
        file.write(LINE + b"\n" + LINE[:-1] + b', "pad": "')
        for _ in range(100):
            file.write(b"x" * (1 << 20))
        file.write(b'"}\n' + LINE + b"\n")
    program = (
        f"{PEAK_KIB}\n"
        "import sys\n"
        "from mcqa_cli.cli import invoke\n"
        "status = invoke(sys.argv[1:])\n"
        "print(peak_kib(), file=sys.stderr)\n"
        "sys.exit(status)"
    )
    arguments = ["score", str(tmp_path / "in.jsonl"), "-o", str(tmp_path / "out.jsonl"), "-q", "-j", "1"]
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert int(done.stderr) * 1024 < 7 * size
    grown = (tmp_path / "out.jsonl").stat().st_size - (tmp_path / "in.jsonl").stat().st_size
    assert grown == 3 * len(b', "reward": 1.0, "extracted_answer": "C"')


# Laws.

SCALARS = ["0", "-0.0", "1e5", "1E+2", "1.50", "12345678901234567890123", "NaN", "-Infinity", "null", "true", "5e-324"]
SPACES = ["", "", " ", "\t", "  ", "\r"]
PIECES = [
    '\\"',
    "\\\\",
    "\\u0041",
    "\\ud800",
    "\\/",
    "\\n",
    *"{}[]:, '",
    "é",
    "\u2028",
    "😀",
    "reward",
    "extracted_answer",
]
NAMES = ['"reward"', '"extracted_answer"', '"\\u0072eward"', '"extracted\\u005fanswer"', '"x"', '""']
BODY = LINE[1:-1].decode()


class Odd:
    """Makes odd but valid JSON, from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def string(self):
        return '"' + "".join(self.random.choices(PIECES, k=self.random.randrange(5))) + '"'

    def name(self):
        return self.random.choice(NAMES) if self.random.random() < 0.6 else self.string()

    def value(self, depth=0):
        kind = self.random.randrange(7 if depth < 4 else 4)
        if kind < 2:
            return self.random.choice(SCALARS)
        if kind < 4:
            return self.string()
        if kind < 6:
            return "{" + self.members(depth + 1) + self.space() + "}"
        values = [self.space() + self.value(depth + 1) + self.space() for _ in range(self.random.randrange(4))]
        return "[" + ",".join(values) + "]"

    def space(self):
        return self.random.choice(SPACES)

    def members(self, depth=0):
        made = [
            f"{self.space()}{self.name()}{self.space()}:{self.space()}{self.value(depth)}"
            for _ in range(self.random.randrange(4))
        ]
        return ",".join(made)

    def line(self):
        """A gradable row between fields of any spelling."""
        parts = [part for part in (self.members(), BODY, self.members()) if part]
        return f"{self.space()}{{{','.join(parts)}{self.space()}}}{self.space()}".encode()


class Number(str):
    """A number as it is spelt."""


def pairs_of(line):
    """All of a row as nested pairs, with numbers as spelt, read by nothing of this package."""
    return json.loads(line, object_pairs_hook=lambda pairs: pairs, parse_int=Number, parse_float=Number)


def without_results(pairs):
    last = {name: place for place, (name, _) in enumerate(pairs)}
    mine = {last.get("reward"), last.get("extracted_answer")}
    return [repr(pair) for place, pair in enumerate(pairs) if place not in mine]


def test_nothing_but_the_two_values_differs_in_ten_thousand_odd_rows(mcqa, tmp_path):
    odd = Odd(seed=20_250_301)
    lines = [odd.line() for _ in range(10_000)]
    (tmp_path / "in.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    done = mcqa("score", tmp_path / "in.jsonl", "-q")
    assert (done.status, done.err) == (0, "")
    written = done.out.split(b"\n")
    assert written.pop() == b""
    assert len(written) == len(lines)
    for line, new in zip(lines, written, strict=True):
        before, after = pairs_of(line), pairs_of(new)
        assert without_results(before) == without_results(after)
        assert dict(after)["reward"] == "1.0"
        assert dict(after)["extracted_answer"] == "C"
    (tmp_path / "again.jsonl").write_bytes(done.out)
    assert mcqa("score", tmp_path / "again.jsonl", "-q").out == done.out


DEEP = [
    pytest.param('"reward": @', id="reward"),
    pytest.param('"extracted_answer": @, "mcqa": {"previous_reward": @}', id="an account"),
    pytest.param('"template_metadata": {"template_id": @}', id="template"),
    pytest.param('"k": @', id="a group"),
    pytest.param('"_ng_task_index": @, "_ng_rollout_index": @, "uuid": @', id="keys"),
    pytest.param('"expected_answer": @', id="gold"),
    pytest.param('"options": @', id="options"),
    pytest.param('"grading_mode": @', id="mode"),
    pytest.param('"response": {"output": @}', id="output"),
    pytest.param('"responses_create_params": {"input": @}', id="request"),
]


@pytest.mark.parametrize("fields", DEEP)
def test_values_that_are_nested_deeply(mcqa, tmp_path, fields):
    lines = [
        "{" + BODY + ", " + fields.replace("@", opening * depth + middle + closing * depth) + "}"
        for depth in (240, 600, 1000)
        for opening, middle, closing in (("[", "", "]"), ('{"a":', "1", "}"))
    ]
    (tmp_path / "in.jsonl").write_text("\n".join([LINE.decode(), *lines, LINE.decode()]))
    done = mcqa("score", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "--details", "--by", "k")
    left = tmp_path / "out_ungraded.jsonl"
    out, ungraded = (path.read_bytes().splitlines() if path.exists() else [] for path in (tmp_path / "out.jsonl", left))
    assert done.status == (1 if ungraded else 0)
    assert len(out) + len(ungraded) == 8
    for record in ungraded:
        assert len(record[: record.index(b',"row":')]) < 500


@pytest.mark.parametrize("name", ["metadata", "uuid", "_ng_task_index", "template_metadata"])
def test_how_deep_a_row_may_be_depends_on_nothing_but_the_row(mcqa, tmp_path, name):
    # The innermost value is none that orjson takes, so that Python's json reads the row, whose limit is the stack's.
    depths = [900, 960, 975, 990, 1022, 1023, 1024, 1100, 2000, 6000]
    lines = [LINE[:-1] + b', "%s": %sNaN%s}' % (name.encode(), b"[" * depth, b"]" * depth) for depth in depths]
    (tmp_path / "in.jsonl").write_bytes(b"\n".join(lines))
    done = mcqa("score", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "-q", "-j", "1")
    left = read_rows(tmp_path / "out_ungraded.jsonl")
    assert done.status == 1
    assert len((tmp_path / "out.jsonl").read_bytes().splitlines()) == 6
    assert [(row["line"], row["error"]) for row in left] == [(number, "not_json") for number in (7, 8, 9, 10)]


MANY = [
    pytest.param({"expected_answer": list(range(50_000))}, id="golds"),
    pytest.param({"expected_answer": "x" * 3_000_000}, id="a long gold"),
    pytest.param({"options": ["x"] * 50_000, "expected_answer": "C"}, id="options"),
    pytest.param({"grading_mode": "x" * 3_000_000}, id="a long mode"),
    pytest.param({"response": {"output": [{"role": "assistant", "content": "\\boxed{" * 200_000}]}}, id="boxes"),
    pytest.param(
        {"response": {"output": [{"role": "assistant", "content": "Answer: \n" * 200_000}]}}, id="answer lines"
    ),
    pytest.param({"response": {"output": [{"role": "assistant", "content": "x"}] * 50_000}}, id="messages"),
]


@pytest.mark.parametrize("mode", ["strict_single_letter_boxed", "lenient_boxed", "lenient_answer_colon_md", "robust"])
@pytest.mark.parametrize("fields", MANY)
def test_values_without_end_take_no_time_without_end(mcqa, tmp_path, fields, mode):
    line = raw(GOOD, **({"grading_mode": mode} | fields))
    _, ungraded, report = score(mcqa, tmp_path, line + b"\n" + LINE + b"\n")
    assert report["rows"]["read"] == 2
    assert all(len(one["message"]) < 400 for one in ungraded)


SAMPLES = Path(__file__).parent.parent / "sample_data"
ODD_VALUES = [None, True, 0, -1, 2.5, float("nan"), "", "A", [], {}, [None], [[]], {"a": None}, [{"A": 1}], "\ud800"]
ODD_VALUES += [{"role": "assistant"}, '{"a": 1}', "[1", 10**30, {"type": "output_text", "text": None}, {"type": []}]


def rows_of_all_formats():
    for path in sorted(SAMPLES.rglob("*.jsonl")):
        for line in path.read_bytes().splitlines():
            with contextlib.suppress(ValueError):
                row = json.loads(line)
                if isinstance(row, dict):
                    yield row


def places_in(value, parent=None, key=None):
    if parent is not None:
        yield parent, key
    for inner in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places_in(value[inner], value, inner)


def test_values_of_any_kind_in_any_place_of_any_format_never_end_a_run(mcqa, tmp_path):
    rng = random.Random(7)
    rows = list(rows_of_all_formats())
    lines = []
    for _ in range(3000):
        row = json.loads(json.dumps(rng.choice(rows)))
        for _ in range(rng.choice((1, 1, 2, 3))):
            places = list(places_in(row))
            if places:
                parent, key = rng.choice(places)
                if rng.random() < 0.2:
                    del parent[key]
                else:
                    parent[key] = copy.deepcopy(rng.choice(ODD_VALUES))
        lines.append(json.dumps(row).encode())
    _, ungraded, report = score(mcqa, tmp_path, b"\n".join(lines) + b"\n", "--details", "--by", "metadata.category")
    assert report["rows"]["read"] >= 3000
    assert report["rows"]["graded"] > 900
    assert {one["line"] for one in ungraded} <= set(range(1, 3001))


JUNK = st.one_of(
    st.sampled_from([parameters.values[0].replace(b"\n", b" ") for parameters in NO_ROWS[:6] + LACKING]),
    st.sampled_from([LINE, b"", b"  ", b"{}", b"\xff"]),
    st.binary(max_size=12).map(lambda data: data.replace(b"\n", b"")),
    st.text(max_size=12).map(lambda text: text.replace("\n", "").encode("utf-8", "surrogatepass")),
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(lines=st.lists(JUNK, max_size=30), ended=st.booleans(), limit=st.none() | st.integers(1, 20))
def test_rollouts_in_are_rows_out_and_ungraded(mcqa, tmp_path_factory, lines, ended, limit):
    folder = tmp_path_factory.mktemp("junk")
    (folder / "in.jsonl").write_bytes(b"\n".join(lines) + (b"\n" if ended else b""))
    more = [] if limit is None else ["--limit", limit]
    done = mcqa("score", folder / "in.jsonl", "-o", folder / "out.jsonl", "--json", *more)
    if what_else(b"\n".join(lines)) is not None:  # junk that looks like a table, or like a binary file
        assert (done.status, done.out) == (2, b"")
        return
    if kind_of_file(str(folder / "in.jsonl")) is not None:  # a first line that opens a JSON document over several lines
        return
    counts = json.loads(done.out)["rows"]
    left = folder / "out_ungraded.jsonl"
    rows = [line for line in (folder / "out.jsonl").read_bytes().split(b"\n") if line]
    ungraded = read_rows(left) if left.exists() else []
    given_rows = sum(
        bool(line.removeprefix(b"\xef\xbb\xbf" if place == 0 else b"").strip()) for place, line in enumerate(lines)
    )
    assert counts["read"] == len(rows) + len(ungraded) == (given_rows if limit is None else min(limit, given_rows))
    assert (counts["graded"], counts["ungraded"]) == (len(rows), len(ungraded))
    assert done.status == (1 if ungraded else 0)

"""`mcqa score` as its users meet it: rows out, files, report, gates, exit status; and the laws of the whole."""

import bz2
import gzip
import json
import lzma
import os
import re
import stat
import zipfile
from itertools import permutations
from pathlib import Path

import pytest
import zstandard
from conftest import gym_row, read_rows, uncompiled, write_rows

from mcqa_cli import scoring
from mcqa_cli.errors import UNGRADED
from mcqa_cli.modes import MODES

SAMPLES = Path(__file__).parent.parent / "sample_data"
RIGHT = gym_row("\\boxed{C}")
WRONG = gym_row("\\boxed{A}")
SILENT = gym_row("It is hard to say.")
BROKEN = gym_row("\\boxed{C}", gold="Z")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def verdicts(rows):
    return [(row["reward"], row["extracted_answer"]) for row in rows]


def test_rows_go_to_standard_output_and_the_report_to_standard_error(mcqa, tmp_path):
    done = mcqa("score", write_rows(tmp_path / "in.jsonl", RIGHT, WRONG, SILENT))
    assert done.status == 0
    assert verdicts(done.rows) == [(1.0, "C"), (0.0, "A"), (0.0, None)]
    assert "1 correct of 3 graded, of 3 read" in done.err


def test_with_an_output_the_report_is_on_standard_output(mcqa, tmp_path):
    done = mcqa("score", write_rows(tmp_path / "in.jsonl", RIGHT, WRONG), "-o", tmp_path / "out.jsonl")
    assert (done.status, done.err) == (0, "")
    assert b"1 correct of 2 graded" in done.out
    assert verdicts(read_rows(tmp_path / "out.jsonl")) == [(1.0, "C"), (0.0, "A")]


@pytest.mark.parametrize("arguments", [pytest.param([], id="no file named"), pytest.param(["-"], id="a dash")])
def test_standard_input_is_read(mcqa, arguments):
    done = mcqa("score", *arguments, "-q", stdin=json.dumps(RIGHT).encode())
    assert (done.status, done.err) == (0, "")
    assert verdicts(done.rows) == [(1.0, "C")]


def test_quiet_prints_no_report(mcqa, tmp_path):
    done = mcqa("score", write_rows(tmp_path / "in.jsonl", RIGHT), "-o", tmp_path / "out.jsonl", "-q")
    assert done == (0, b"", "")


def test_the_json_report_and_the_report_file_are_one(mcqa, tmp_path):
    name = write_rows(tmp_path / "in.jsonl", RIGHT, WRONG)
    done = mcqa("score", name, "-o", tmp_path / "out.jsonl", "--json", "--report", tmp_path / "report.json")
    report = json.loads(done.out)
    assert report == json.loads((tmp_path / "report.json").read_bytes())
    assert report["rows"] == {"read": 2, "graded": 2, "ungraded": 0}
    assert report["overall"]["accuracy"] == 0.5
    quiet = mcqa("score", name, "-q", "--report", tmp_path / "again.json")
    assert len(quiet.rows) == 2
    assert json.loads((tmp_path / "again.json").read_bytes())["overall"] == report["overall"]


def test_without_an_output_the_json_report_is_on_standard_error(mcqa, tmp_path):
    done = mcqa("score", write_rows(tmp_path / "in.jsonl", RIGHT), "--json")
    assert verdicts(done.rows) == [(1.0, "C")]
    assert json.loads(done.err)["rows"]["graded"] == 1


# What cannot be done: exit 2, one line, nothing written.

REFUSED = [
    pytest.param(["nowhere.jsonl"], "nowhere.jsonl: no such file", id="no such input"),
    pytest.param(["in.jsonl", "."], ".: is a directory", id="a directory as input"),
    pytest.param(["in.jsonl", "in.jsonl"], "is named twice", id="an input named twice"),
    pytest.param(["in.jsonl", "-o", "nowhere/out.jsonl"], "its directory does not exist", id="no such directory"),
    pytest.param(["in.jsonl", "-o", "in.jsonl/out.jsonl"], "not a directory", id="a file as directory"),
    pytest.param(["in.jsonl", "-o", "out.jsonl", "--ungraded", "out.jsonl"], "cannot go to one place", id="one file"),
    pytest.param(["in.jsonl", "--ungraded", "-"], "cannot go to one place", id="both to standard output"),
    pytest.param(
        ["in.jsonl", "-o", "o.jsonl", "--ungraded", "in.jsonl"],
        "is where ungraded rows go",
        id="ungraded over the input",
    ),
    pytest.param(["in.jsonl", "-o", "o.jsonl", "--ungraded", "x_failures.jsonl"], "choose another", id="Gym's name"),
    pytest.param(["in.jsonl", "-o", "o.jsonl", "--report", "in.jsonl"], "is read here", id="report over the input"),
    pytest.param(["in.jsonl", "-o", "o.jsonl", "--report", "o.jsonl"], "is taken by rows", id="report over the output"),
    pytest.param(
        ["in.jsonl", "--inputs", "i.jsonl", "-o", "o.jsonl", "--report", "i.jsonl"],
        "is read here",
        id="report over the inputs file",
    ),
    pytest.param(
        ["x.jsonl.tmp", "-o", "x.jsonl"], "x.jsonl.tmp: is where x.jsonl is written", id="an input on the way"
    ),
    pytest.param(
        ["in.jsonl", "--inputs", "x.jsonl.tmp", "-o", "x.jsonl"], "x.jsonl.tmp: is where", id="inputs on the way"
    ),
    pytest.param(
        ["x.jsonl.tmp", "-o", "o.jsonl", "--report", "x.jsonl"], "x.jsonl.tmp: is where", id="on the report's way"
    ),
    pytest.param(["in.jsonl", "--report", "-"], "is taken by rows", id="report among rows"),
    pytest.param(["in.jsonl", "-o", "o.jsonl", "--report", "no/r.json"], "does not exist", id="report nowhere"),
    pytest.param(["in.jsonl", "--inputs", "in2.jsonl", "-o", "in2.jsonl"], "is the inputs file", id="over the inputs"),
    pytest.param(["in2.jsonl", "-o", "in2_materialized_inputs.jsonl"], "is the inputs file", id="over inputs found"),
    pytest.param(["in.jsonl", "--inputs", "nowhere.jsonl"], "no such file", id="no such inputs file"),
    pytest.param(["in.jsonl", "a/in.jsonl", "-o", "dir/"], "two inputs have this name", id="equal names"),
    pytest.param(["in.jsonl", "--reward-field", "x", "--answer-field", "x"], "is the reward's field", id="one field"),
    pytest.param(["in.jsonl", "--answer-field", "expected_answer"], "holds something else", id="over the gold"),
    pytest.param(["in.jsonl", "--answer-field", "answer"], "holds something else", id="over another format's gold"),
    pytest.param(["in.jsonl", "--mode", "guess"], "--mode", id="no such mode"),
    pytest.param(["in.jsonl", "--rules", "mine"], "--rules", id="no such rules"),
    pytest.param(["in.jsonl", "--limit", "0"], "--limit", id="no rows"),
    pytest.param(["in.jsonl", "-o", "./"], "in.jsonl: is an input; name another directory", id="the inputs' directory"),
    pytest.param(["in.jsonl", "-o", "in.jsonl", "--limit", "1"], "beyond --limit", id="part of a file in its place"),
    pytest.param(["in.jsonl", "--by", "a,b"], "--by a,b: one field each", id="two fields in one"),
    pytest.param(["in.jsonl", "--letters", "A1"], "--letters A1", id="digits as letters"),
    pytest.param(["in.jsonl", "--letters", ""], "--letters (empty)", id="no letters"),
    pytest.param(["in.jsonl", "--letters", "ABA"], "a letter stands twice", id="a letter twice"),
    pytest.param(["in.jsonl", "--max-ungraded", "many"], "--max-ungraded many", id="no number"),
    pytest.param(["in.jsonl", "--max-ungraded", "200%"], "--max-ungraded 200%", id="more than all"),
    pytest.param(["in.jsonl", "--max-ungraded", "1.5"], "--max-ungraded 1.5", id="half a row"),
    pytest.param(["in.jsonl", "--min-accuracy", "70"], "70%", id="percent without its sign"),
    pytest.param(["in.jsonl", "--regex-timeout", "-1"], "--regex-timeout", id="less than no time"),
    pytest.param(["in.jsonl", "--regex-timeout", "1e300"], "--regex-timeout", id="more than a day"),
    pytest.param(["in.jsonl", "--regex-timeout", "nan"], "--regex-timeout", id="no number of seconds"),
    pytest.param(["in.jsonl", "--loud"], "--loud", id="no such option"),
]


@pytest.mark.parametrize(("arguments", "told"), REFUSED)
def test_what_cannot_be_done_is_one_line_and_status_2(mcqa, tmp_path, monkeypatch, arguments, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    for name in ("in.jsonl", "in2.jsonl", "in2_materialized_inputs.jsonl", "a/in.jsonl", "i.jsonl", "x.jsonl.tmp"):
        write_rows(tmp_path / name, RIGHT)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    done = mcqa("score", *arguments)
    assert done.status == 2
    assert done.out == b""
    assert done.err.startswith("mcqa: ")
    assert done.err.count("\n") == 1
    assert told in done.err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


# Outputs.


def test_every_sample_file_is_graded_as_far_as_it_can_be(mcqa, tmp_path):
    done = mcqa("score", SAMPLES / "rollouts.jsonl", "-o", tmp_path / "out.jsonl", "--json")
    report = json.loads(done.out)
    assert (done.status, report["rows"]) == (0, {"read": 20, "graded": 20, "ungraded": 0})
    assert report["options_from"] == {"row": 18, "inputs": 0, "prompt": 2, "letters": 0}
    strict = next(one for one in report["groups"]["grading_mode"] if one["value"] == "strict_single_letter_boxed")
    assert (strict["rows"], strict["correct"], strict["no_answer"]) == (10, 6, 2)
    assert {one["value"] for one in report["groups"]["template_id"]} >= {"boxed_v1", "choice_tag_v2"}


def test_rows_as_gym_writes_them_are_joined_with_their_inputs(mcqa, tmp_path):
    done = mcqa("score", SAMPLES / "gym_rollouts.jsonl", "-o", tmp_path / "out.jsonl", "--json")
    report = json.loads(done.out)
    assert done.status == 0
    assert report["options_from"]["inputs"] == 8
    assert report["regrade"]["same"] == 8
    assert (tmp_path / "out.jsonl").read_bytes() == (SAMPLES / "gym_rollouts.jsonl").read_bytes()


def test_each_kind_of_ungraded_row_is_in_the_samples(mcqa, tmp_path):
    done = mcqa("score", SAMPLES / "ungradable.jsonl", "-o", tmp_path / "out.jsonl", "-q")
    left = read_rows(tmp_path / "out_ungraded.jsonl")
    assert done.status == 1
    assert (tmp_path / "out.jsonl").read_bytes() == b""
    assert {one["error"] for one in left} == set(UNGRADED) - {"damaged_input", "internal_error"}
    assert [one["line"] for one in left] == list(range(1, len(left) + 1))


def test_the_ungraded_file_holds_rows_whole(mcqa, tmp_path):
    odd = b'{"b" : 1.50,  "responses_create_params":{}, "response": null}\r\n'
    name = write_rows(tmp_path / "in.jsonl", RIGHT, odd, b'["a\xc3\xa9"]\n', b"\xff\xfe\n")
    done = mcqa("score", name, "-o", tmp_path / "run.v2.jsonl", "-q")
    lines = (tmp_path / "run.v2_ungraded.jsonl").read_bytes().splitlines()
    assert done.status == 1
    assert b'"row":{"b" : 1.50,  "responses_create_params":{}, "response": null}}' in lines[0]
    assert json.loads(lines[1])["raw"] == '["aé"]'
    assert json.loads(lines[2])["raw_base64"] == "//4="
    assert [json.loads(line)["source"] for line in lines] == [name] * 3


NAMES = [
    pytest.param("run.jsonl", "run_ungraded.jsonl", id="plain"),
    pytest.param("run.v2.jsonl.gz", "run.v2_ungraded.jsonl.gz", id="compressed, dots"),
    pytest.param("run", "run_ungraded.jsonl", id="no suffix"),
]


@pytest.mark.parametrize(("output", "ungraded"), NAMES)
def test_the_name_of_the_ungraded_file(mcqa, tmp_path, output, ungraded):
    mcqa("score", write_rows(tmp_path / "in.jsonl", BROKEN), "-o", tmp_path / output, "-q")
    assert names(tmp_path) == sorted(["in.jsonl", output, ungraded])


def test_a_stale_ungraded_file_goes_and_a_failures_file_stays(mcqa, tmp_path):
    write_rows(tmp_path / "in_failures.jsonl", BROKEN)
    write_rows(tmp_path / "out_failures.jsonl", BROKEN)
    mcqa("score", write_rows(tmp_path / "in.jsonl", BROKEN), "-o", tmp_path / "out.jsonl", "-q")
    assert (tmp_path / "out_ungraded.jsonl").exists()
    mcqa("score", write_rows(tmp_path / "in.jsonl", RIGHT), "-o", tmp_path / "out.jsonl", "-q")
    assert not (tmp_path / "out_ungraded.jsonl").exists()
    assert read_rows(tmp_path / "in_failures.jsonl") == read_rows(tmp_path / "out_failures.jsonl") == [BROKEN]


def test_without_files_five_ungraded_rows_are_shown_and_counted(mcqa, tmp_path):
    name = write_rows(tmp_path / "in.jsonl", *[BROKEN] * 7)
    done = mcqa("score", name, "-q")
    lines = done.err.splitlines()
    assert (done.status, done.out, len(lines)) == (1, b"", 6)
    assert lines[0].startswith(f"{name}:1: ")
    assert lines[0].endswith("(gold_not_in_options)")
    assert "7 of 7 rows could not be graded" in lines[5]


def test_input_and_output_may_be_one_file_and_its_permissions_stay(mcqa, tmp_path):
    path = tmp_path / "rows.jsonl"
    write_rows(path, RIGHT, WRONG)
    path.chmod(0o640)
    assert mcqa("score", path, "-o", path, "-q").status == 0
    assert verdicts(read_rows(path)) == [(1.0, "C"), (0.0, "A")]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names(tmp_path) == ["rows.jsonl"]


def test_a_link_is_followed(mcqa, tmp_path):
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "there" / "real.jsonl")
    mcqa("score", write_rows(tmp_path / "in.jsonl", RIGHT), "-o", link, "-q")
    assert link.is_symlink()
    assert verdicts(read_rows(tmp_path / "there" / "real.jsonl")) == [(1.0, "C")]


def test_several_inputs_go_into_one_file_in_order_with_missing_line_ends_added(mcqa, tmp_path):
    one = write_rows(tmp_path / "one.jsonl", RIGHT, json.dumps(WRONG).encode())
    two = write_rows(tmp_path / "two.jsonl", json.dumps(SILENT).encode() + b"\r\n", json.dumps(RIGHT).encode())
    done = mcqa("score", one, two, "-o", tmp_path / "out.jsonl", "-q")
    written = (tmp_path / "out.jsonl").read_bytes()
    assert done.status == 0
    assert verdicts(read_rows(tmp_path / "out.jsonl")) == [(1.0, "C"), (0.0, "A"), (0.0, None), (1.0, "C")]
    assert [line[-1:] for line in written.split(b"\n")] == [b"}", b"}", b"\r", b"}"]


def test_a_directory_gets_one_file_each_and_one_ungraded_file(mcqa, tmp_path):
    one = write_rows(tmp_path / "one.jsonl", RIGHT, BROKEN)
    two = write_rows(tmp_path / "two.jsonl", BROKEN, WRONG)
    done = mcqa("score", one, two, "-o", f"{tmp_path}/new/graded/", "-q")
    graded = tmp_path / "new" / "graded"
    assert done.status == 1
    assert names(graded) == ["graded_ungraded.jsonl", "one.jsonl", "two.jsonl"]
    assert verdicts(read_rows(graded / "one.jsonl")) == [(1.0, "C")]
    assert verdicts(read_rows(graded / "two.jsonl")) == [(0.0, "A")]
    left = read_rows(graded / "graded_ungraded.jsonl")
    assert [(one["source"], one["line"]) for one in left] == [(one, 2), (two, 1)]


def test_rows_of_containers_get_a_name_that_says_what_they_are(mcqa, tmp_path):
    (tmp_path / "a.json").write_text(json.dumps([RIGHT, WRONG]))
    (tmp_path / "b.json.gz").write_bytes(gzip.compress(json.dumps([RIGHT]).encode()))
    (tmp_path / "c.jsonl").write_text(json.dumps([RIGHT]))
    with zipfile.ZipFile(tmp_path / "d.eval", "w") as archive:
        archive.writestr("samples/1.json", json.dumps(RIGHT))
    write_rows(tmp_path / "e.json", RIGHT, WRONG)  # lines, whatever its name says
    files = [tmp_path / name for name in ("a.json", "b.json.gz", "c.jsonl", "d.eval", "e.json")]
    done = mcqa("score", *files, "-o", f"{tmp_path}/out/", "-q")
    assert done.status == 0
    assert names(tmp_path / "out") == ["a.json.jsonl", "b.json.jsonl.gz", "c.jsonl", "d.eval.jsonl", "e.json"]
    assert verdicts(read_rows(tmp_path / "out" / "a.json.jsonl")) == [(1.0, "C"), (0.0, "A")]


@pytest.mark.parametrize(("data", "told"), [(b"", True), (b"\n \n", True), (b"[]", True), (b"{}\n", False)])
def test_an_empty_input_is_said_to_be_empty(mcqa, tmp_path, data, told):
    (tmp_path / "in.jsonl").write_bytes(data)
    good = write_rows(tmp_path / "good.jsonl", RIGHT)
    done = mcqa("score", tmp_path / "in.jsonl", good, "-q")
    assert (f"mcqa: {tmp_path}/in.jsonl: is empty, no row was read\n" in done.err) is told
    assert "good.jsonl: is empty" not in done.err
    assert done.status == (0 if told else 1)


def test_devices_are_written_straight_and_get_no_file_beside_them(mcqa, tmp_path):
    done = mcqa("score", write_rows(tmp_path / "in.jsonl", RIGHT, BROKEN), "-o", "/dev/null", "-q")
    assert done.status == 1
    assert "(gold_not_in_options)" in done.err
    assert not Path("/dev/null_ungraded.jsonl").exists()


PACKED = [
    pytest.param(".gz", gzip.compress, gzip.decompress, id="gzip"),
    pytest.param(".bz2", bz2.compress, bz2.decompress, id="bzip2"),
    pytest.param(".xz", lzma.compress, lzma.decompress, id="xz"),
    pytest.param(
        ".zst",
        lambda data: zstandard.ZstdCompressor().compress(data),
        lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data),
        id="zstandard",
    ),
]


@pytest.mark.parametrize(("suffix", "pack", "unpack"), PACKED)
def test_archives_in_and_out(mcqa, tmp_path, suffix, pack, unpack):
    plain = mcqa("score", write_rows(tmp_path / "in.jsonl", RIGHT, WRONG), "-q").out
    (tmp_path / f"in.jsonl{suffix}").write_bytes(pack((tmp_path / "in.jsonl").read_bytes()))
    done = mcqa("score", tmp_path / f"in.jsonl{suffix}", "-o", tmp_path / f"out.jsonl{suffix}", "-q")
    assert done.status == 0
    assert unpack((tmp_path / f"out.jsonl{suffix}").read_bytes()) == plain


def test_a_cut_archive_is_graded_as_far_as_its_whole_rows_go(mcqa, tmp_path):
    rows = b"".join(json.dumps(gym_row("\\boxed{C}", uuid=os.urandom(20).hex())).encode() + b"\n" for _ in range(200))
    (tmp_path / "in.jsonl.gz").write_bytes(gzip.compress(rows)[:-2000])
    done = mcqa("score", tmp_path / "in.jsonl.gz", "-o", tmp_path / "out.jsonl", "--json")
    counts = json.loads(done.out)["rows"]
    left = read_rows(tmp_path / "out_ungraded.jsonl")
    assert done.status == 1
    assert 0 < counts["graded"] < 200
    assert [one["error"] for one in left] == ["damaged_input"]
    assert counts["graded"] == len(read_rows(tmp_path / "out.jsonl")) == left[0]["line"] - 1
    assert counts["read"] == counts["graded"] + 1


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        pytest.param(1, [(1.0, "C")], id="in the first file"),
        pytest.param(3, [(1.0, "C"), (0.0, "A"), (0.0, None)], id="over two files"),
        pytest.param(9, [(1.0, "C"), (0.0, "A"), (0.0, None), (1.0, "C")], id="more than there are"),
    ],
)
def test_the_limit_counts_rows_of_all_files_but_no_blank_lines(mcqa, tmp_path, limit, expected):
    one = write_rows(tmp_path / "one.jsonl", RIGHT, b"\n", WRONG)
    two = write_rows(tmp_path / "two.jsonl", SILENT, RIGHT)
    done = mcqa("score", one, two, "--limit", limit, "-q")
    assert verdicts(done.rows) == expected


def choices_row(*numbers, **extra):
    said = [{"index": n, "message": {"role": "assistant", "content": "\\boxed{B}"}} for n in numbers]
    row = {"object": "chat.completion", "choices": said, "options": [{"A": "x"}, {"B": "y"}], "answer": "B"}
    return row | extra


@pytest.mark.parametrize(
    ("row", "rows"),
    [
        pytest.param(choices_row(0, 1), 2, id="as they come"),
        pytest.param(choices_row(0, 0), 2, id="choices of one number"),
        pytest.param(choices_row(0, 1, rollout_index=1), 2, id="a number of the producer's own"),
        pytest.param(choices_row(0, 1, rollout_index=7, reward=0.5), 2, id="and a reward of its own"),
    ],
)
def test_every_choice_is_graded_and_graded_again_as_often(mcqa, tmp_path, row, rows):
    name = write_rows(tmp_path / "in.jsonl", row)
    for again in ("once.jsonl", "twice.jsonl", "thrice.jsonl"):
        assert mcqa("score", name, "-o", tmp_path / again, "-q").status == 0
        name = tmp_path / again
        assert [one["rollout_index"] for one in read_rows(name)] == list(range(rows))
        assert json.loads(mcqa("stats", name, "--json").out)["rows"]["read"] == rows


# Options that are there, and are none.
NO_OPTIONS = [[{"A": None}, {"B": None}], [{}]]


@pytest.mark.parametrize("options", NO_OPTIONS, ids=repr)
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)], ids=repr)
def test_no_row_is_graded_by_the_prompt_of_another(mcqa, tmp_path, options, order):
    asked = ["Which?\nA: x\nB: y", "Which?\nB: y\nC: z\nD: w", "Which?"]
    rows = [gym_row("\\boxed{B}", gold="B", options=options) for _ in asked]
    for row, prompt in zip(rows, asked, strict=True):
        row["responses_create_params"] = {"input": [{"role": "user", "content": prompt}]}
    name = write_rows(tmp_path / "in.jsonl", *(rows[place] for place in order))
    mcqa("score", name, "-o", tmp_path / "out.jsonl", "-q")
    (left,) = read_rows(tmp_path / "out_ungraded.jsonl")
    assert (left["error"], left["line"]) == ("no_options", order.index(2) + 1)
    assert len(read_rows(tmp_path / "out.jsonl")) == 2


def test_a_place_in_a_file_is_the_first_ones_however_often_it_is_graded(mcqa, tmp_path):
    rows = [{"generation": f"\\boxed{{{gold}}}", "expected_answer": gold, "A": "x", "B": "y"} for gold in "AB"]
    name = write_rows(tmp_path / "output-rs0.jsonl", b"{torn\n", rows[0], b"\n", rows[1])
    for again in ("once.jsonl", "twice.jsonl"):
        mcqa("score", name, "-o", tmp_path / again, "--details", "-q")
        name = tmp_path / again
        assert [one["mcqa"]["task"] for one in read_rows(name)] == [2, 4]


@pytest.mark.parametrize("last", [False, True])
def test_gold_numbers_may_come_late(mcqa, tmp_path, last):
    letters = [gym_row("\\boxed{B}" + "x" * 2000, gold="B") for _ in range(200)]
    numbers = [gym_row("\\boxed{B}", gold=1), gym_row("\\boxed{A}", gold=0)]
    rows = [*letters, *numbers] if last else [*numbers, *letters]
    done = mcqa("score", write_rows(tmp_path / "in.jsonl", *rows), "-o", tmp_path / "out.jsonl", "--json")
    made = json.loads(done.out)
    assert made["overall"]["correct"] == len(rows)
    (note,) = [one["text"] for one in made["notes"] if "gold numbers" in one["text"]]
    assert note.endswith("gold numbers count from 0, as some are 0")


@pytest.mark.parametrize(("limit", "read"), [(1, 2), (2, 4), (3, 6), (4, 8), (5, 8)])
def test_the_limit_counts_a_line_once_however_many_rollouts_it_holds(mcqa, tmp_path, limit, read):
    files = [
        write_rows(tmp_path / name, *[choices_row(0, 1)] * count)
        for name, count in {"one.jsonl": 1, "two.jsonl": 3}.items()
    ]
    assert len(mcqa("score", *files, "--limit", limit, "-q").rows) == read
    assert json.loads(mcqa("modes", *files, "--limit", limit, "--json").out)["rows"]["read"] == read


def test_rows_are_the_same_whatever_the_number_of_processes(mcqa, tmp_path):
    rows = []
    for number in range(9000):
        text = ("\\boxed{C}", "\\boxed{A}", "dunno", "Answer: C")[number % 4]
        rows.append(gym_row(text, gold="Z" if number % 1000 == 7 else "C", uuid=f"u{number}", pad="x" * 200))
    name = write_rows(tmp_path / "in.jsonl", *rows)
    assert Path(name).stat().st_size > 5 << 20
    seen = []
    for jobs in (1, 2, 4):
        done = mcqa("score", name, "-o", tmp_path / f"{jobs}.jsonl", "--json", "-j", jobs, "--by", "uuid")
        report = json.loads(done.out)
        del report["outputs"]
        left = (tmp_path / f"{jobs}_ungraded.jsonl").read_bytes()
        seen.append((done.status, (tmp_path / f"{jobs}.jsonl").read_bytes(), left, report))
    assert seen[0] == seen[1] == seen[2]
    assert seen[0][3]["rows"] == {"read": 9000, "graded": 8991, "ungraded": 9}


# How rows are graded.


def graded(mcqa, tmp_path, row, *arguments):
    done = mcqa("score", write_rows(tmp_path / "in.jsonl", row), "-q", *arguments)
    return verdicts(done.rows)[0]


REGEX = {"template_metadata": {"output_regex": r"final: (\w)"}}
OPTIONS = [
    pytest.param(gym_row("final: B \\boxed{A}", **REGEX), [], "B", id="the regex comes before the mode"),
    pytest.param(gym_row("final: B \\boxed{A}", **REGEX), ["--no-regex"], "A", id="unless it is turned off"),
    pytest.param(gym_row("final: B Answer: D", **REGEX), ["--mode", "lenient_answer_colon"], "B", id="also --mode"),
    pytest.param(gym_row("Answer: D \\boxed{A}"), [], "A", id="the default mode is strict boxed"),
    pytest.param(gym_row("Answer: D \\boxed{A}"), ["--mode", "lenient_answer_colon_md"], "D", id="--mode overrides"),
    pytest.param(gym_row("Answer: D", grading_mode="lenient_answer_colon"), [], "D", id="the row's own mode"),
    pytest.param(gym_row(["\\boxed{A}", "\\boxed{B}"]), [], "B", id="the last message counts"),
    pytest.param(gym_row(["\\boxed{A}", "\\boxed{B}"]), ["--text", "all"], "A", id="the first box of all messages"),
    pytest.param(gym_row(["\\boxed{A}", "none"]), ["--rules", "gym-0.7"], "A", id="gym reads all messages"),
    pytest.param(gym_row(["\\boxed{A}", "no"]), ["--rules", "gym-0.7", "--text", "last"], None, id="or as told"),
    pytest.param(gym_row("\\boxed{A} \\boxed{B}"), ["--rules", "gym-0.7"], "B", id="gym rules read the last box"),
]


@pytest.mark.parametrize(("row", "arguments", "letter"), OPTIONS)
def test_what_decides_a_row(mcqa, tmp_path, row, arguments, letter):
    assert graded(mcqa, tmp_path, row, *arguments)[1] == letter


def test_letters_make_rows_without_options_gradable(mcqa, tmp_path):
    row = gym_row("\\boxed{E}", gold="E", options=None)
    name = write_rows(tmp_path / "in.jsonl", row)
    assert mcqa("score", name, "-q").status == 1
    assert verdicts(mcqa("score", name, "-q", "--letters", "A-E").rows) == [(1.0, "E")]
    assert mcqa("score", name, "-q", "--letters", "ABCD").status == 1


def test_results_can_go_to_other_fields(mcqa, tmp_path):
    row = gym_row("\\boxed{C}", reward=0.25, extracted_answer="kept")
    name = write_rows(tmp_path / "in.jsonl", row)
    done = mcqa("score", name, "-q", "--reward-field", 'my "reward"', "--answer-field", "lettre_é")
    assert done.rows == [row | {'my "reward"': 1.0, "lettre_é": "C"}]


# The mcqa object.


def test_details_give_an_account(mcqa, tmp_path):
    row = gym_row(" so \\boxed{A} ", reward=1.0, template_metadata={"template_id": "t"}, _ng_task_index=3)
    done = mcqa("score", write_rows(tmp_path / "in.jsonl", row), "-q", "--details")
    account = done.rows[0]["mcqa"]
    assert account == {
        "rules": "documented",
        "mode": "strict_single_letter_boxed",
        "rule": "boxed_letter",
        "outcome": "wrong",
        "reason": None,
        "span": account["span"],
        "options_from": "row",
        "template_id": "t",
        "task": 3,
        "previous_reward": 1.0,
    }
    start, end = account["span"]
    assert "A" in "so \\boxed{A}"[start:end]


def test_a_stale_account_is_brought_up_to_date_without_being_asked(mcqa, tmp_path):
    first = mcqa("score", write_rows(tmp_path / "in.jsonl", gym_row("\\boxed{A} Answer: C")), "-q", "--details")
    (tmp_path / "scored.jsonl").write_bytes(first.out)
    again = mcqa("score", tmp_path / "scored.jsonl", "-q", "--mode", "lenient_answer_colon")
    account = again.rows[0]["mcqa"]
    assert verdicts(again.rows) == [(1.0, "C")]
    assert (account["mode"], account["outcome"]) == ("lenient_answer_colon", "correct")


def test_a_field_of_that_name_which_is_no_account_is_left_alone(mcqa, tmp_path):
    done = mcqa("score", write_rows(tmp_path / "in.jsonl", gym_row("\\boxed{C}", mcqa="my own")), "-q")
    assert done.rows[0]["mcqa"] == "my own"


@pytest.mark.parametrize("extra", [pytest.param([], id="plain"), pytest.param(["--details"], id="with details")])
@pytest.mark.parametrize("name", ["rollouts.jsonl", "gym_rollouts.jsonl"])
def test_grading_twice_changes_nothing(mcqa, tmp_path, name, extra):
    inputs = ["--inputs", SAMPLES / "gym_rollouts_materialized_inputs.jsonl"] if name.startswith("gym") else []
    once, twice = tmp_path / "once.jsonl", tmp_path / "twice.jsonl"
    assert mcqa("score", SAMPLES / name, "-o", once, "-q", *inputs, *extra).status == 0
    assert mcqa("score", once, "-o", twice, "-q", *inputs, *extra).status == 0
    assert once.read_bytes() == twice.read_bytes()
    assert once.read_bytes()


# Several rollouts on one line.

CHOICES = {
    "object": "chat.completion",
    "choices": [
        {"index": number, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        for number, text in enumerate(["\\boxed{B}", "no idea", "\\boxed{A}"])
    ],
    "options": {"A": "x", "B": "y"},
    "answer": "B",
}


def test_a_line_with_several_rollouts_comes_out_once_for_each(mcqa, tmp_path):
    name = write_rows(tmp_path / "in.jsonl", CHOICES)
    once = mcqa("score", name, "-q", "--details")
    assert verdicts(once.rows) == [(1.0, "B"), (0.0, None), (0.0, "A")]
    assert [row["rollout_index"] for row in once.rows] == [0, 1, 2]
    assert all({key: row[key] for key in CHOICES} == CHOICES for row in once.rows)
    (tmp_path / "once.jsonl").write_bytes(once.out)
    assert mcqa("score", tmp_path / "once.jsonl", "-q", "--details").out == once.out


def test_each_rollout_of_an_ungradable_line_is_accounted_for(mcqa, tmp_path):
    name = write_rows(tmp_path / "in.jsonl", CHOICES | {"answer": "Z"}, CHOICES)
    done = mcqa("score", name, "-o", tmp_path / "out.jsonl", "--json")
    counts = json.loads(done.out)["rows"]
    left = read_rows(tmp_path / "out_ungraded.jsonl")
    assert counts["graded"] == len(read_rows(tmp_path / "out.jsonl")) == 3
    assert counts["ungraded"] == len(left)
    assert counts["read"] == 3 + len(left)


# Exit status.

GATES = [
    pytest.param([], 0, "", id="no gate"),
    pytest.param(["--min-accuracy", "0.3"], 0, "", id="accurate enough"),
    pytest.param(["--min-accuracy", "50%"], 1, "--min-accuracy 50%", id="not accurate enough"),
    pytest.param(["--max-no-answer", "0.4"], 0, "", id="answers enough"),
    pytest.param(["--max-no-answer", "10%"], 1, "--max-no-answer 10%", id="too few answers"),
    pytest.param(["--min-accuracy", "template_id=good:0.9"], 0, "", id="one template holds"),
    pytest.param(["--min-accuracy", "template_id=bad:0.9"], 1, "template_id=bad", id="one template fails"),
    pytest.param(["--min-accuracy", "template_id=none:0"], 1, "no graded row", id="a gate on nothing fails"),
    pytest.param(["--min-accuracy", "grading_mode=lenient_boxed:0"], 1, "no graded row", id="no such mode in the file"),
    pytest.param(["--min-accuracy", "metadata.kind=easy:0.9"], 0, "", id="any field"),
    pytest.param(["--by", "template_id", "--min-accuracy", "template_id=good:0.9"], 0, "", id="--by changes nothing"),
]


@pytest.mark.parametrize(("arguments", "status", "told"), GATES)
def test_gates(mcqa, tmp_path, arguments, status, told):
    rows = [
        gym_row("\\boxed{C}", template_metadata={"template_id": "good"}, metadata={"kind": "easy"}),
        gym_row("\\boxed{A}", template_metadata={"template_id": "bad"}),
        gym_row("?", template_metadata={"template_id": "bad"}),
    ]
    done = mcqa("score", write_rows(tmp_path / "in.jsonl", *rows), "-o", tmp_path / "out.jsonl", "-q", *arguments)
    assert done.status == status
    assert (told in done.err) if told else (done.err == "")
    assert len(read_rows(tmp_path / "out.jsonl")) == 3


@pytest.mark.parametrize("gate", ["--min-accuracy", "--max-no-answer"])
def test_a_gate_on_no_rows_at_all_fails(mcqa, tmp_path, gate):
    (tmp_path / "in.jsonl").touch()
    done = mcqa("score", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "-q", gate, "0")
    assert done.status == 1
    assert gate in done.err


TOLERATED = [
    pytest.param("0", 1, id="none"),
    pytest.param("1", 1, id="fewer"),
    pytest.param("2", 0, id="as many"),
    pytest.param("49%", 1, id="a smaller share"),
    pytest.param("50%", 0, id="the same share"),
]


@pytest.mark.parametrize(("tolerated", "status"), TOLERATED)
def test_some_ungraded_rows_may_be_tolerated(mcqa, tmp_path, tolerated, status):
    name = write_rows(tmp_path / "in.jsonl", RIGHT, BROKEN, BROKEN, WRONG)
    done = mcqa("score", name, "-o", tmp_path / "out.jsonl", "-q", "--max-ungraded", tolerated)
    assert done.status == status
    assert len(read_rows(tmp_path / "out.jsonl")) == 2
    assert len(read_rows(tmp_path / "out_ungraded.jsonl")) == 2


def test_strict_stops_at_the_first_ungraded_row_and_publishes_nothing(mcqa, tmp_path):
    name = write_rows(tmp_path / "in.jsonl", RIGHT, BROKEN, BROKEN)
    out = tmp_path / "out.jsonl"
    out.write_text("before\n")
    done = mcqa("score", name, "-o", out, "--strict", "--report", tmp_path / "report.json")
    assert (done.status, done.out) == (1, b"")
    assert re.search(r"in\.jsonl:2: .*gold_not_in_options", done.err)
    assert out.read_text() == "before\n"
    assert names(tmp_path) == ["in.jsonl", "out.jsonl"]


def test_a_failing_gate_is_in_the_report(mcqa, tmp_path):
    name = write_rows(tmp_path / "in.jsonl", WRONG)
    report = json.loads(mcqa("score", name, "-o", "/dev/null", "--json", "--min-accuracy", "0.5").out)
    assert [one["passed"] for one in report["gates"]] == [False]


def test_a_file_of_another_kind_is_not_taken_for_an_earlier_run_s_ungraded_rows(mcqa, tmp_path):
    write_rows(tmp_path / "in.jsonl", gym_row("\\boxed{C}"))
    precious = tmp_path / "out_ungraded.jsonl"
    precious.write_text('{"mine": 1}\n')
    done = mcqa("score", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl")
    assert (done.status, precious.read_text()) == (2, '{"mine": 1}\n')
    assert "move it, or name another file with --ungraded" in done.err
    assert not (tmp_path / "out.jsonl").exists()


def test_the_ungraded_rows_of_an_earlier_run_give_way(mcqa, tmp_path):
    write_rows(tmp_path / "in.jsonl", gym_row("\\boxed{C}", gold="Z"))
    assert mcqa("score", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "-q").status == 1
    assert (tmp_path / "out_ungraded.jsonl").exists()
    write_rows(tmp_path / "in.jsonl", gym_row("\\boxed{C}"))
    assert mcqa("score", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "-q").status == 0
    assert not (tmp_path / "out_ungraded.jsonl").exists()


# A text of option B, and the letter that a row with it gets for B.
SPELLED = {"NaN": None, "null": None, "Infinity": "B", "1e999": "B", '"y"': "B"}


@pytest.mark.parametrize("order", [*permutations(SPELLED, 2)], ids=" ".join)
def test_no_row_is_graded_by_the_options_of_another(mcqa, tmp_path, order):
    """Values that a careless key would take for one: the verdicts may not hang on which of them comes first."""
    found = {}
    for value in order:
        row = json.dumps(gym_row("\\boxed{B}", gold="A", options=[{"A": "x"}, {"B": "#"}])).replace('"#"', value)
        found[value] = row.encode() + b"\n"
    (tmp_path / "in.jsonl").write_bytes(b"".join(found.values()))
    together = mcqa("score", tmp_path / "in.jsonl", "-o", "-", "--ungraded", tmp_path / "left.jsonl", "-q").out
    letters = {}
    for line, value in zip(together.splitlines(), order, strict=True):
        letters[value] = json.loads(line)["extracted_answer"]
    assert letters == {value: SPELLED[value] for value in order}


FAILS_ON = "poison"


def faulty(extract):
    """An extractor that fails on one text."""

    def fail(text, question):
        if text == FAILS_ON:
            raise IndexError("out of range")
        return extract(text, question)

    return fail


def check_that_a_fault_costs_one_row(mcqa, tmp_path, *arguments):
    rows = [gym_row(text, _ng_task_index=0, _ng_rollout_index=n) for n, text in enumerate(("B", FAILS_ON, "B"))]
    write_rows(tmp_path / "in.jsonl", *rows)
    done = mcqa("score", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "--json", "-j", "1", *arguments)
    (left,) = read_rows(tmp_path / "out_ungraded.jsonl")
    assert (done.status, len(read_rows(tmp_path / "out.jsonl"))) == (1, 2)
    assert (left["line"], left["error"]) == (2, "internal_error")
    assert left["message"].startswith("IndexError: out of range")
    assert json.loads(done.out)["rows"] == {"read": 3, "graded": 2, "ungraded": 1}


@pytest.mark.parametrize("arguments", [[], ["--details"], ["--by", "uuid"]], ids=" ".join)
def test_a_row_on_which_our_own_code_fails_costs_no_other(mcqa, tmp_path, monkeypatch, arguments):
    mode = MODES["lenient_boxed"]
    monkeypatch.setitem(MODES, "lenient_boxed", mode._replace(documented=faulty(mode.documented)))
    check_that_a_fault_costs_one_row(mcqa, tmp_path, "--mode", "lenient_boxed", *arguments)


@uncompiled
def test_a_row_on_which_a_note_fails_is_counted_once(mcqa, tmp_path, monkeypatch):
    monkeypatch.setattr(scoring, "ROBUST", faulty(scoring.ROBUST))
    check_that_a_fault_costs_one_row(mcqa, tmp_path)


def test_a_file_that_the_user_named_for_ungraded_rows_is_there_without_any(mcqa, tmp_path):
    write_rows(tmp_path / "in.jsonl", gym_row("\\boxed{C}"))
    done = mcqa(
        "score", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "--ungraded", tmp_path / "left.jsonl", "-q"
    )
    assert (done.status, (tmp_path / "left.jsonl").read_bytes()) == (0, b"")

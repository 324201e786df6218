"""`mcqa prepare medmcqa`: raw rows → task rows."""

import gzip
import json
import sys
from pathlib import Path

import pytest

from mcqa_cli.cli import invoke
from mcqa_cli.prepare import holdout_name

RAW = Path(__file__).parents[1] / "sample_data" / "medmcqa_raw.jsonl"


@pytest.fixture
def prepare(capfd):
    """Run `mcqa prepare medmcqa` here and now; gives (status, standard output, standard error)."""

    def run(*arguments):
        status = invoke(["prepare", "medmcqa", *map(str, arguments)])
        out, err = capfd.readouterr()
        return status, out, err

    return run


def rows_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def write(path, *rows):
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))
    return path


def raw(number, cop, **extra):
    options = {"opa": "w", "opb": "x", "opc": "y", "opd": "z"}
    return {"id": f"r{number}", "question": f"Question {number}?", **options, "cop": cop, "exp": None} | extra


@pytest.mark.parametrize(
    ("rows", "arguments", "word"),
    [
        pytest.param([raw(1, 2)], [], "--cop-base", id="base not shown by the file"),
        pytest.param([raw(1, 0), raw(2, 4)], [], "two sources", id="contradictory"),
        pytest.param([raw(1, -1)], [], "no row is labelled", id="test split"),
        pytest.param([raw(1, 0)], ["--holdout", "2"], "--holdout 2", id="too few rows to hold out"),
    ],
)
def test_refused(prepare, tmp_path, rows, arguments, word):
    target = tmp_path / "tasks.jsonl"
    status, _, err = prepare(write(tmp_path / "raw.jsonl", *rows), "-o", target, *arguments)
    assert status == 2
    assert word in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == [tmp_path / "raw.jsonl"]


def test_standard_input_is_refused(prepare, tmp_path):
    status, _, err = prepare("-", "-o", tmp_path / "tasks.jsonl")
    assert status == 2
    assert "twice" in err


def test_sample(prepare, tmp_path):
    target = tmp_path / "tasks.jsonl"
    status, out, err = prepare(RAW, "-o", target)
    assert (status, out) == (0, "")
    assert "rows read: 8; task rows written to" in err
    assert "left out, as they have no gold (cop is -1 or empty): 1" in err
    assert "count from 1, as some cop is 4" in err
    assert "medmcqa_raw.jsonl:5: gold A, explanation C (id m-5)" in err
    rows = rows_of(target)
    assert [row["expected_answer"] for row in rows] == ["B", "A", "D", "C", "A", "D", "B"]
    assert {row["grading_mode"] for row in rows} == {"think_boxed"}
    assert rows[0]["metadata"]["subject_name"] == "Physiology"


def test_account_as_json(prepare, tmp_path):
    status, out, err = prepare(RAW, "-o", tmp_path / "tasks.jsonl", "--json")
    account = json.loads(out)
    assert (status, err) == (0, "")
    assert (account["read"], account["written"], account["unlabelled"], account["cop_base"]) == (8, 7, 1, 1)
    assert account["conflicts"] == [{"line": 5, "id": "m-5", "gold": "A", "explained": "C"}]


def test_a_wrong_base_shows_in_the_explanations(prepare, tmp_path):
    status, out, _ = prepare(RAW, "-o", tmp_path / "tasks.jsonl", "--json", "--cop-base", "0")
    account = json.loads(out)
    assert status == 1  # a 4 cannot be counted from 0
    assert len(account["conflicts"]) == 3
    assert [one["line"] for one in account["refused"]] == [3, 6]


def test_verifiers_layout(prepare, tmp_path):
    target = tmp_path / "tasks.jsonl"
    prepare(RAW, "-o", target, "--layout", "verifiers", "-q")
    first = rows_of(target)[0]
    assert [message["role"] for message in first["prompt"]] == ["system", "user"]
    assert (first["answer"], first["answer_idx"], len(first["options"])) == ("B", 1, 4)


def test_holdout(prepare, tmp_path):
    whole, target = tmp_path / "whole.jsonl", tmp_path / "tasks.jsonl"
    prepare(RAW, "-o", whole)
    status, _, err = prepare(RAW, "-o", target, "--holdout", "2")
    kept, held = rows_of(target), rows_of(tmp_path / "tasks_eval.jsonl")
    assert status == 0
    assert "_eval.jsonl: 2" in err
    assert len(held) == 2
    ids = [row["uuid"] for row in rows_of(whole)]
    assert sorted(row["uuid"] for row in kept + held) == sorted(ids)
    assert [row["uuid"] for row in kept] == [one for one in ids if one in {row["uuid"] for row in kept}]
    before = (target.read_bytes(), (tmp_path / "tasks_eval.jsonl").read_bytes())
    prepare(RAW, "-o", target, "--holdout", "2", "--seed", "42")
    assert (target.read_bytes(), (tmp_path / "tasks_eval.jsonl").read_bytes()) == before


def test_limit_counts_labelled_rows(prepare, tmp_path):
    source = write(tmp_path / "raw.jsonl", raw(0, -1), *[raw(number, number % 4) for number in range(1, 9)])
    prepare(source, "-o", tmp_path / "tasks.jsonl", "--limit", "5", "--holdout", "2")
    assert len(rows_of(tmp_path / "tasks.jsonl")) == 3
    assert len(rows_of(tmp_path / "tasks_eval.jsonl")) == 2


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        pytest.param([], "is empty, or holds no JSON objects", id="nothing"),
        pytest.param([{"prompt": "Which?", "answer": "B"}], "no row has `cop`", id="another data set"),
    ],
)
def test_what_are_no_raw_rows_is_told(prepare, tmp_path, rows, words):
    status, _, err = prepare(write(tmp_path / "raw.jsonl", *rows), "-o", tmp_path / "tasks.jsonl")
    assert status == 2
    assert words in err
    assert not (tmp_path / "tasks.jsonl").exists()


def test_broken_rows_are_told_and_make_the_status_1(prepare, tmp_path):
    source = write(tmp_path / "raw.jsonl", raw(1, 0), '{"torn', "", raw(2, "none of these"), raw(3, 3))
    status, _, err = prepare(source, "-o", tmp_path / "tasks.jsonl")
    assert status == 1
    assert "could not be read: 2" in err
    assert "raw.jsonl:2: " in err
    assert 'raw.jsonl:4: cop is "none of these"' in err
    assert len(rows_of(tmp_path / "tasks.jsonl")) == 2


def test_odd_options_are_told_and_the_rows_written(prepare, tmp_path):
    source = write(tmp_path / "raw.jsonl", raw(1, 0), raw(2, 3, opb="W "), raw(3, 1, opd=""))
    status, _, err = prepare(source, "-o", tmp_path / "tasks.jsonl")
    assert status == 0
    assert "options are empty, or read the same: 2" in err
    assert "raw.jsonl:2: A and B read the same\n" in err
    assert "raw.jsonl:3: D is empty\n" in err
    assert len(rows_of(tmp_path / "tasks.jsonl")) == 3
    account = json.loads(prepare(source, "-o", tmp_path / "tasks.jsonl", "--json")[1])
    assert [one["line"] for one in account["odd_options"]] == [2, 3]


def test_standard_output_and_packed_input(prepare, tmp_path):
    source = tmp_path / "raw.jsonl.gz"
    source.write_bytes(gzip.compress(RAW.read_bytes()))
    status, out, err = prepare(source, "-o", "-", "-q")
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 7


def test_parquet_without_the_extra(prepare, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    status, _, err = prepare(write(tmp_path / "raw.parquet", "PAR1"), "-o", tmp_path / "tasks.jsonl")
    assert status == 2
    assert "mcqa-cli[parquet]" in err


@pytest.mark.parametrize("name", ["raw.parquet", "raw"])
def test_parquet(prepare, tmp_path, name):
    parquet = pytest.importorskip("pyarrow.parquet")
    pyarrow = pytest.importorskip("pyarrow")
    source = tmp_path / name
    parquet.write_table(pyarrow.Table.from_pylist(rows_of(RAW)), source)
    prepare(RAW, "-o", tmp_path / "lines.jsonl")
    assert prepare(source, "-o", tmp_path / "tasks.jsonl")[0] == 0
    assert (tmp_path / "tasks.jsonl").read_bytes() == (tmp_path / "lines.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("output", "name"),
    [
        ("tasks.jsonl", "tasks_eval.jsonl"),
        ("a.b/tasks.v1.jsonl.gz", "a.b/tasks.v1_eval.jsonl.gz"),
        ("tasks", "tasks_eval"),
    ],
)
def test_holdout_name(output, name):
    assert holdout_name(output) == name


@pytest.mark.parametrize("output", ["raw_eval.jsonl", "./raw_eval.jsonl", "raw.jsonl"])
def test_the_raw_file_is_never_written_over(prepare, tmp_path, monkeypatch, output):
    monkeypatch.chdir(tmp_path)
    source = write(tmp_path / "raw_eval.jsonl", raw(1, 0), '{"torn', raw(2, -1), raw(3, 1))
    before = source.read_bytes()
    status, _, err = prepare(source, "-o", output, "--holdout", "1")
    assert (status, err.count("\n"), source.read_bytes()) == (2, 1, before)
    assert "is the file of raw rows" in err
    assert list(tmp_path.iterdir()) == [source]


def test_ids_that_repeat_or_lack_are_told(prepare, tmp_path):
    rows = [raw(1, 0), raw(1, 0), raw(2, 3), raw(1, 1, question="Another?"), raw(4, 1, id=None), raw(5, 2, id="")]
    source = write(tmp_path / "raw.jsonl", *rows)
    status, _, err = prepare(source, "-o", tmp_path / "tasks.jsonl")
    assert status == 0
    assert "ids that stand at several questions: 1\n" in err
    assert 'raw.jsonl:4: id "r1" is that of another question at line 1\n' in err
    assert "rows without an id: 2\n" in err
    account = json.loads(prepare(source, "-o", tmp_path / "tasks.jsonl", "--json")[1])
    assert (account["without_id"], [one["line"] for one in account["repeated_ids"]]) == (2, [4])

"""`mcqa formats`: the list; and with a file what it is, one row as the grader sees it, and what is missing."""

import json
from pathlib import Path

import pytest
from conftest import gym_row

from mcqa_cli.cli import invoke
from mcqa_cli.formats import FORMATS

SAMPLES = Path(__file__).parents[1] / "sample_data" / "formats"


@pytest.fixture
def formats(capsys, monkeypatch):
    """Run `mcqa formats` here and now; gives (status, standard output)."""
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments):
        status = invoke(["formats", *map(str, arguments)])
        return status, capsys.readouterr().out

    return run


@pytest.fixture
def look(formats):
    def read(*arguments, status=0):
        found, out = formats(*arguments, "--json")
        assert found == status
        return json.loads(out)

    return read


@pytest.fixture
def write(tmp_path):
    def write_rows(*rows, name="rows.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    return write_rows


def test_without_a_file_all_formats_are_listed(formats):
    status, out = formats()
    assert status == 0
    for name, form in FORMATS.items():
        assert f"\n{name}\n" in "\n" + "\n".join(line.rstrip() for line in out.split("\n"))
        assert form.fields["text"] in out
    assert "--fields text=" in out


def test_the_list_as_json(look):
    listed = look()
    assert [one["format"] for one in listed] == list(FORMATS)
    assert all(set(one["fields"]) == {"text", "options", "gold", "task", "rollout"} for one in listed)


def test_a_row_as_the_grader_sees_it(look, write):
    path = write(gym_row(r"\boxed{C}", gold="c", reward=1.0, _ng_task_index=4, _ng_rollout_index=1))
    found = look(path)
    assert found["formats"] == {"gym": 1}
    assert found["line"] == 1
    row = found["row"]
    assert (row["text"], row["gold"], row["gold_label"]) == (r"\boxed{C}", "c", "C")
    assert row["options"] == {letter: f"option {letter.lower()}" for letter in "ABCD"}
    assert (row["options_from"], row["task"], row["rollout"], row["previous_reward"]) == ("row", 4, 1, 1.0)
    assert found["missing"] == []


@pytest.mark.parametrize(
    ("name", "form", "container"),
    [
        ("inspect.json", "inspect", "a JSON document"),
        ("inspect.eval", "inspect", "a zip archive"),
        ("mmlu_pro.json", "mmlu_pro", "a JSON document"),
        ("lm_eval.jsonl", "lm_eval", None),
        ("nemo_skills/output-rs0.jsonl", "nemo_skills", None),
    ],
)
def test_samples(look, name, form, container):
    found = look(SAMPLES / name)
    assert list(found["formats"]) == [form]
    assert found["container"] == container
    assert found["missing"] == []


def test_containers_are_said_to_come_out_as_lines(formats):
    assert "come out as JSONL" in formats(SAMPLES / "inspect.eval")[1]
    assert "come out as JSONL" not in formats(SAMPLES / "verl" / "40.jsonl")[1]


def test_unknown_rows_get_the_fields_that_would_do(formats):
    status, out = formats(SAMPLES / "unknown.jsonl")
    assert status == 1
    assert "--fields text=model.reply,gold=key.correct_answer,options=alternatives,id=qid" in " ".join(out.split())


def test_fields_are_tried_out(look):
    found = look(SAMPLES / "unknown.jsonl", "--fields", "text=model.reply,gold=key.correct_answer,options=alternatives")
    assert (found["row"]["text"], found["row"]["gold_label"]) == (r"\boxed{B}", "B")


def test_wrong_fields_are_one_line(formats, capsys):
    assert invoke(["formats", str(SAMPLES / "unknown.jsonl"), "--fields", "gold=x"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_what_is_missing_is_said_with_what_to_do(look, write):
    row = gym_row("B", gold=None, options=None)
    (options, gold) = look(write(row))["missing"]
    assert "--letters" in options
    assert "--inputs" in gold


def test_inputs_file_beside_is_named(look, write):
    write(gym_row("B"), name="run_materialized_inputs.jsonl")
    found = look(write(gym_row("B", options=None), name="run.jsonl"))
    assert found["missing"] == []
    assert "run_materialized_inputs.jsonl" in found["notes"][0]


def test_gold_numbers_are_decided_by_the_file(look, write):
    rows = [gym_row("B", gold=gold) for gold in (1, 2, 0)]
    found = look(write(*rows))
    assert found["row"]["gold_label"] == "B"
    assert "count from 0" in found["notes"][0]
    undecided = look(write(*rows[:2]))
    assert undecided["row"]["gold_label"] is None
    assert "gold" in undecided["missing"][0]


def test_first_row_of_each_fault_is_shown(look, write):
    path = write(gym_row("B"), {"loss": 1}, {"loss": 2}, ["x"])
    assert [(one["line"], one["code"]) for one in look(path)["refused"]] == [(2, "unknown_format"), (4, "not_object")]


def test_large_files_are_judged_by_their_first_rows(look, write, monkeypatch):
    monkeypatch.setattr("mcqa_cli.looking.LOOKED_AT", 3)
    found = look(write(*[gym_row("B")] * 5))
    assert (found["rows_looked_at"], found["whole_file"]) == (3, False)


def test_format_can_be_forced(look):
    found = look(SAMPLES / "verl" / "40.jsonl", "--format", "gym", status=1)
    assert found["refused"][0]["code"] == "unknown_format"


def test_missing_file(formats):
    assert formats("no/such/file.jsonl")[0] == 2


@pytest.mark.parametrize(
    "row",
    [
        pytest.param({"loss": 0.5, "note": "nothing to be graded in here"}, id="nothing of use"),
        pytest.param({"reply_text": r"\boxed{B}", "truth": "B"}, id="no options"),
        pytest.param({"reply_text": r"\boxed{B}", "choices": ["x", "y"]}, id="no gold"),
        pytest.param({"truth": "B", "choices": ["x", "y"], "stem": "Which one of these is it, then?"}, id="no text"),
        pytest.param({"opa": "x", "opb": "y", "cop": 1, "answer": "A", "reply": "A", "choices": ["x"]}, id="raw rows"),
        pytest.param({"truth": "B", "choices": ["x", "y"], "a": {"\t": r"\boxed{B}"}}, id="a name that is no path"),
    ],
)
def test_no_row_is_shown_where_fields_do_not_suggest_themselves(look, write, row):
    found = look(write(row), status=1)
    assert (found["row"], found["fields_tried"]) == ({}, None)


OPTIONS = [{"label": "A", "text": "a brown one, said at length"}, {"label": "B", "text": "a green one"}]


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        pytest.param(
            {"qid": 1, "reply": {"txt": r"so \boxed{B}"}, "truth": "B", "choices": ["x", "y", "z"]},
            "text=reply.txt,gold=truth,options=choices,id=qid",
            id="a text of no usual name",
        ),
        pytest.param(
            {"id": 1, "model_output": r"so \boxed{B}", "correct": "B", "choices": {"A": "x", "B": "y"}},
            "text=model_output,gold=correct,options=choices,id=id",
            id="usual names",
        ),
        pytest.param(
            {"stem": "Which of these two is green, and why?", "said": "It must be the second", "truth": "B",
             "choices": OPTIONS},
            "text=said,gold=truth,options=choices",
            id="the longest text that is no question and no option",
        ),
    ],
)  # fmt: skip
def test_a_row_of_no_known_format_is_shown_as_the_fields_would_read_it(look, write, row, fields):
    found = look(write(row, row), status=1)
    assert (found["fields_tried"], found["formats"]) == (fields, {})
    assert (found["row"]["gold_label"], found["row"]["options_from"]) == ("B", "row")
    assert look(write(row), "--fields", fields)["row"] == found["row"]


def test_a_row_that_is_read_is_shown_before_one_that_fields_would_read(look, write):
    found = look(write({"model_output": "B", "truth": "B", "choices": ["x", "y"]}, gym_row("C", gold="C")))
    assert (found["line"], found["fields_tried"]) == (2, None)

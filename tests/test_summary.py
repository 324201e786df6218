"""A tally → the report as data: every figure a sum over the same cells, nothing that is not finite."""

import json
import math
import re
import subprocess
import sys

import pytest
from conftest import gym_row, uncompiled, write_rows

from mcqa_cli.diff_summary import NOTES as DIFF_NOTES
from mcqa_cli.errors import UNGRADED
from mcqa_cli.model import REASONS
from mcqa_cli.statistics.intervals import wilson
from mcqa_cli.stats_notes import NOTES as STATS_NOTES
from mcqa_cli.summary import NOTES, SCHEMA, RunFacts, find_group, summarize
from mcqa_cli.tally import Cell, Place, Tally
from mcqa_cli.words import said


def cell(outcome="correct", template="t", via="mode", mode="strict_single_letter_boxed", **more):
    reason = "no_box" if outcome == "no_answer" else None
    fields = {"regex_failure": None, "truncated": False, "options_from": "row", "form": "gym"} | more
    return Cell(mode=mode, via=via, template_id=template, outcome=outcome, reason=reason, **fields)


def report(*cells, by=(), **facts):
    tally = Tally()
    for one, rows in cells:
        tally.read += rows
        tally.add_cell(one, rows)
    return summarize(tally, RunFacts("documented", ("in.jsonl",), by=by, **facts))


def test_the_figures_of_all_rows():
    made = report((cell(), 6), (cell("wrong"), 2), (cell("no_answer", truncated=True), 2))
    assert made["schema"] == SCHEMA
    assert made["overall"] == {
        "rows": 10,
        "correct": 6,
        "answered": 8,
        "no_answer": 2,
        "truncated": 2,
        "accuracy": 0.6,
        "accuracy_interval": list(wilson(6, 10)),
        "answered_share": 0.8,
        "no_answer_share": 0.2,
        "accuracy_among_answered": 0.75,
    }


def test_no_rows_are_null_never_zero():
    made = report()
    assert {name: made["overall"][name] for name in ("accuracy", "accuracy_interval", "answered_share")} == {
        "accuracy": None,
        "accuracy_interval": None,
        "answered_share": None,
    }
    silent = report((cell("no_answer"), 3))["overall"]
    assert (silent["accuracy"], silent["accuracy_among_answered"]) == (0.0, None)
    json.dumps(made, allow_nan=False)


def test_groups_are_sums_of_the_whole_with_the_largest_first():
    made = report(
        (cell(template="b"), 2), (cell(template="a"), 2), (cell("wrong", template=None), 5), (cell("wrong"), 1)
    )
    groups = made["groups"]["template_id"]
    assert [one["value"] for one in groups] == [None, "a", "b", "t"]
    for name in ("rows", "correct", "answered", "no_answer"):
        assert sum(one[name] for one in groups) == made["overall"][name]
    assert find_group(made, "template_id", "a")["correct"] == 2
    assert find_group(made, "template_id", "none") is None
    assert find_group(made, "template_id", "null")["rows"] == 5
    assert find_group(made, "nothing", "a") is None


def test_answers_of_the_regex_and_of_the_fall_back_are_apart():
    made = report(
        (cell(via="regex"), 3),
        (cell("wrong", via="fallback", regex_failure="no_match"), 2),
        (cell(mode="lenient_boxed"), 1),
    )
    strict = find_group(made, "grading_mode", "strict_single_letter_boxed")
    assert {via: part["rows"] for via, part in strict["via"].items()} == {"regex": 3, "fallback": 2}
    assert made["regex"] == {"answered": 3, "fell_back": {"no_match": 2}, "set_aside": []}


def test_groups_by_any_field():
    made = report((cell(by=("x", None)), 1), (cell(by=("y", None)), 2), by=("kind", "level"))
    assert [one["value"] for one in made["groups"]["kind"]] == ["y", "x"]
    assert [one["value"] for one in made["groups"]["level"]] == [None]


def test_what_a_regrade_changed():
    made = report((cell(change="same"), 4), (cell("wrong", change="1_to_0"), 2), (cell(change=None), 1))
    counts = {name: rows for name, rows in made["regrade"].items() if name != "examples"}
    assert counts == {"same": 4, "0_to_1": 0, "1_to_0": 2, "letter_changed": 0, "not_comparable": 0}


def test_failures_and_ungraded_rows_come_in_their_order_with_an_example_each():
    tally = Tally()
    for place, code in enumerate(reversed(UNGRADED), 1):
        tally.add_ungraded(code, Place("f", place))
    for place, reason in enumerate(reversed(REASONS), 1):
        tally.add_cell(cell("no_answer")._replace(reason=reason))
        tally.examples[f"reason:{reason}"] = Place("f", place)
    made = summarize(tally, RunFacts("documented", ("f",)))
    assert [one["code"] for one in made["ungraded"]] == list(UNGRADED)
    assert [one["reason"] for one in made["failures"]] == list(REASONS)
    assert made["failures"][0]["example"] == f"f:{len(REASONS)}"
    assert math.isclose(sum(one["share"] for one in made["failures"]), 1)


def test_every_note_has_its_words():
    tally = Tally()
    for code in NOTES:
        tally.note(code, Place("f", 7))
    notes = {one["code"]: one for one in summarize(tally, RunFacts("documented", ("f",)))["notes"]}
    assert set(NOTES) <= set(notes)
    for code in NOTES:
        assert (notes[code]["rows"], notes[code]["example"]) == (1, "f:7")
        assert "{" not in notes[code]["text"]


NUMBERED = re.compile(r"(?<![\d,])1 (?!row\b|text\b|pair\b|task\b|task id\b|reward\b|gold\b|rollout\b)\w+")


@pytest.mark.parametrize("table", [NOTES, STATS_NOTES, DIFF_NOTES])
def test_one_is_spoken_of_in_the_singular(table):
    for code, sentences in table.items():
        one, many = (said(n, sentences, asked="5 rows", field="x") for n in (1, 1000))
        assert "1,000" in many, code
        assert "1,000" not in one
        assert not NUMBERED.findall(
            one.replace("reads 1", "").replace("neither 0 nor 1", "").replace("reward 1 and", "")
        )


# What a run makes of rows.

RUNS = [
    pytest.param(gym_row(["\\boxed{A}", "\\boxed{C}"]), "texts_differ", id="two texts"),
    pytest.param(gym_row("\\boxed{A} no, \\boxed{C}"), "boxes_disagree", id="two boxes"),
    pytest.param(gym_row("clearly", template_metadata={"output_regex": "(c)"}), "capture_in_word", id="part of a word"),
    pytest.param(gym_row("x", template_metadata={"output_regex": "("}), "regex_invalid", id="invalid regex"),
    pytest.param(gym_row("The answer is (C)."), "robust_reads", id="an answer that robust reads"),
    pytest.param(gym_row("\\boxed{C}", options=None, responses_create_params={"input": "Q\nA: a\nC: c"},
                         grading_mode="lenient_boxed"), "options_from_prompt", id="options from the prompt"),
    pytest.param(gym_row("hard to say", grading_mode="think_boxed"), "no_think", id="reasoning taken apart"),
    pytest.param({"prompt": "Q\nA: a\nC: c", "options": ["a", "b", "c"], "completion": "\\boxed{C}", "answer": "C"},
                 "default_mode", id="a producer that knows no modes"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "code"), RUNS)
def test_notes_of_a_run(mcqa, tmp_path, row, code):
    name = write_rows(tmp_path / "in.jsonl", gym_row("\\boxed{C}"), row)
    made = json.loads(mcqa("score", name, "-o", "/dev/null", "--json").out)
    assert [(one["code"], one["rows"]) for one in made["notes"]] == [(code, 1)]
    plain = write_rows(tmp_path / "plain.jsonl", gym_row("\\boxed{C}"))
    assert json.loads(mcqa("score", plain, "-o", "/dev/null", "--json").out)["notes"] == []


@pytest.mark.parametrize(("report", "noted"), [([], False), (["--report", "report.json"], True)])
def test_nobody_looks_a_second_time_for_a_report_that_nobody_gets(tmp_path, report, noted):
    name = write_rows(tmp_path / "in.jsonl", gym_row("The answer is (C)."))
    code = (
        "import sys; from mcqa_cli.cli import invoke; invoke(sys.argv[1:]); "
        "print('mcqa_cli.modes.robust.decide' in sys.modules)"
    )
    command = [sys.executable, "-c", code, "score", name, "-o", "/dev/null", "-q", *report]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout == f"{noted}\n"
    if noted:
        made = json.loads((tmp_path / "report.json").read_bytes())
        assert [one["code"] for one in made["notes"]] == ["robust_reads"]


@uncompiled
def test_how_many_unanswered_rows_were_looked_at_is_said(mcqa, tmp_path, monkeypatch):
    monkeypatch.setattr("mcqa_cli.scoring.ROBUST_ALL", 3)
    name = write_rows(tmp_path / "in.jsonl", *[gym_row("The answer is (C).")] * 5)
    (note,) = json.loads(mcqa("score", name, "-o", "/dev/null", "--json", "-j", "1").out)["notes"]
    assert (note["rows"], note["asked"]) == (3, 3)
    assert note["text"].startswith("of 3 of the 5 rows without an answer, mode `robust` reads 3")


def test_a_pattern_that_is_set_aside_is_named(mcqa, tmp_path):
    rows = [gym_row("a" * 40 + "!", template_metadata={"output_regex": "(a+)+$"}) for _ in range(5)]
    name = write_rows(tmp_path / "in.jsonl", *rows)
    made = json.loads(mcqa("score", name, "-o", "/dev/null", "--regex-timeout", "0.05", "--json").out)
    (note,) = (one for one in made["notes"] if one["code"] == "regex_set_aside")
    assert note["text"].endswith('too often, as "(a+)+$"')


def test_golds_that_contradict_each_other_are_counted(mcqa, tmp_path):
    row = {"question_id": 7, "options": ["a", "b", "c"], "answer": "C", "model_outputs": "\\boxed{C}"}
    rows = [row | {"answer_index": index} for index in (1, 2, 0)]
    done = mcqa("score", write_rows(tmp_path / "in.jsonl", *rows), "-o", "/dev/null", "--json", "--mode", "robust")
    made = json.loads(done.out)
    assert (done.status, made["overall"]["correct"]) == (0, 3)
    assert [(one["code"], one["rows"]) for one in made["notes"]] == [("gold_contradicted", 2)]


@pytest.mark.parametrize("tasks", [(-1, -2), (0, 2**61 - 1), (1, True), (1, "1")], ids=repr)
def test_keys_of_one_hash_are_no_repeats(mcqa, tmp_path, tasks):
    rows = [gym_row("\\boxed{C}", _ng_task_index=task, _ng_rollout_index=0) for task in tasks]
    made = json.loads(mcqa("score", write_rows(tmp_path / "in.jsonl", *rows), "-o", "/dev/null", "--json").out)
    assert made["notes"] == []


def test_repeated_keys_of_a_run(mcqa, tmp_path):
    keys = [(0, 0), (0, 1), (0, 0)]
    rows = [gym_row("\\boxed{C}", _ng_task_index=task, _ng_rollout_index=number) for task, number in keys]
    made = json.loads(mcqa("score", write_rows(tmp_path / "in.jsonl", *rows), "-o", "/dev/null", "--json").out)
    assert [(one["code"], one["example"][-2:]) for one in made["notes"]] == [("repeated_key", ":3")]


CHANGES = [
    pytest.param(1.0, "C", "\\boxed{C}", "same", id="same"),
    pytest.param(1, "C", "\\boxed{C}", "same", id="an integer"),
    pytest.param(True, "C", "\\boxed{C}", "same", id="a boolean"),
    pytest.param(0.0, None, "\\boxed{C}", "0_to_1", id="0 to 1"),
    pytest.param(1.0, "C", "x", "1_to_0", id="1 to 0"),
    pytest.param(0.0, "B", "\\boxed{A}", "letter_changed", id="another wrong letter"),
    pytest.param(0.5, "C", "\\boxed{C}", "not_comparable", id="a share"),
    pytest.param("1.0", "C", "\\boxed{C}", "not_comparable", id="a string"),
    pytest.param([1], "C", "\\boxed{C}", "not_comparable", id="a list"),
]


@pytest.mark.parametrize(("reward", "letter", "text", "change"), CHANGES)
def test_changes_of_a_regrade(mcqa, tmp_path, reward, letter, text, change):
    name = write_rows(tmp_path / "in.jsonl", gym_row(text, reward=reward, extracted_answer=letter))
    made = json.loads(mcqa("score", name, "-o", "/dev/null", "--json").out)["regrade"]
    assert {name: rows for name, rows in made.items() if rows and name != "examples"} == {change: 1}


BY = [
    pytest.param([True, 1, 1.0, "1"], 3, id="true is not 1"),
    pytest.param([None, ...], 1, id="null is none"),
    pytest.param([[1, 2], [1, 2], {"a": 1}], 2, id="lists and objects"),
    pytest.param([float("nan"), float("nan")], 1, id="NaN is one group"),
]


@pytest.mark.parametrize(("values", "groups"), BY)
def test_values_of_groups(mcqa, tmp_path, values, groups):
    rows = [gym_row("\\boxed{C}", **({} if value is ... else {"kind": value})) for value in values]
    name = write_rows(tmp_path / "in.jsonl", *rows)
    found = json.loads(mcqa("score", name, "-o", "/dev/null", "--json", "--by", "kind").out)["groups"]["kind"]
    assert len(found) == groups
    assert sum(one["rows"] for one in found) == len(values)

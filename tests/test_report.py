"""The report for a person: plain where it is piped, whole at 80 columns, safe whatever a file holds."""

import io
import json
import re

import pytest
from conftest import gym_row, write_rows

from mcqa_cli.report.console import bar, console, count, interval, percent
from mcqa_cli.report.score_view import SHOWN_GROUPS, show

ROWS = [
    gym_row("\\boxed{C}", reward=0.0, extracted_answer=None, template_metadata={"template_id": "boxed"}),
    gym_row("\\boxed{A}", template_metadata={"template_id": "boxed"}),
    gym_row("pick C", template_metadata={"template_id": "pick", "output_regex": "pick (.)"}),
    gym_row("dunno", template_metadata={"template_id": "pick", "output_regex": "pick (.)"}),
    gym_row("\\boxed{C}", gold="Z"),
]

GOLDEN = """\
5 rows read, 4 graded, 1 ungraded · rules documented · gym
accuracy 50.0 % (95 % 15.0–85.0): 2 correct of 4 graded, of 5 read
answered 75.0 %, no answer 25.0 % (1); accuracy among the answered 66.7 %

By grading mode
                            rows  accuracy        95 %  no answer  if answered
strict_single_letter_boxed     4    50.0 %   15.0–85.0     25.0 %       66.7 %
  by the row's regex           1   100.0 %  20.7–100.0      0.0 %      100.0 %
  fallen back                  1     0.0 %    0.0–79.3    100.0 %            –
  without a regex              2    50.0 %    9.5–90.5      0.0 %       50.0 %

By template_id
       rows  accuracy      95 %  no answer  if answered
boxed     2    50.0 %  9.5–90.5      0.0 %       50.0 %
pick      2    50.0 %  9.5–90.5     50.0 %      100.0 %

Rows without an answer, by reason
reason  rows   share  example
no_box     1  25.0 %  in.jsonl:4
regex fell back to the mode: no_match 1

Rows that cannot be graded
code                 rows  example     what the first one has
gold_not_in_options     1  in.jsonl:5  the gold answer "Z" is not among the
                                       labels that count (A, B, C, D)

Against the rewards that the rows came with
0 → 1: 1 (in.jsonl:1)
"""


def test_the_report_of_a_small_file(mcqa, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    write_rows(tmp_path / "in.jsonl", *ROWS)
    done = mcqa("score", "in.jsonl", "-o", "out.jsonl")
    assert done.out.decode() == GOLDEN


def drawn(report, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    out = io.StringIO()
    show(report, out)
    return out.getvalue()


@pytest.fixture
def report(mcqa, tmp_path):
    def of(*rows, name="in.jsonl"):
        write_rows(tmp_path / name, *rows)
        return json.loads(mcqa("score", tmp_path / name, "-o", tmp_path / "out.jsonl", "--json", "--by", "kind").out)

    return of


@pytest.mark.parametrize("width", [80, 100])
def test_it_fits_and_loses_no_figure(report, monkeypatch, width):
    made = report(*ROWS)
    shown = drawn(made, width, monkeypatch)
    places = [line for line in shown.splitlines() if re.fullmatch(r"  \w+: \S+/in\.jsonl:\d", line)]
    assert all(len(line) <= width for line in shown.splitlines() if line not in places)
    assert not re.search(r" $", shown, re.MULTILINE)
    assert "\x1b" not in shown
    assert "…" not in shown
    for figure in ("50.0 %", "15.0–85.0", "66.7 %", "strict_single_letter_boxed", "gold_not_in_options"):
        assert figure in shown


def test_what_is_to_be_copied_stands_in_one_piece(report, monkeypatch):
    odd = {"model": {"a_rather_long_name": {"reply": "B"}}, "key": {"correct_answer": "B"}, "alternatives": ["x", "y"]}
    shown = drawn(report(odd), 80, monkeypatch)
    fields = "--fields text=model.a_rather_long_name.reply,gold=key.correct_answer,options=alternatives"
    assert fields in shown.splitlines()


def test_long_names_are_folded_not_cut(report, monkeypatch):
    long = "a_very_long_template_name_" * 6
    shown = drawn(report(gym_row("\\boxed{C}", template_metadata={"template_id": long})), 80, monkeypatch)
    assert long in "".join(line.split(" ")[0] for line in shown.splitlines())
    assert "100.0 %" in shown


def test_text_from_files_cannot_steer_a_terminal(report, monkeypatch):
    evil = "\x1b[31mred\x07\u202eabc\r\n[bold]x[/bold] :smile:"
    made = report(gym_row("x", template_metadata={"template_id": evil}, kind=evil), b'{"\x1b[2J": 1}\n')
    shown = drawn(made, 200, monkeypatch)
    assert not set("\x1b\x07\u202e\r") & set(shown)
    assert "\\x1b[31mred\\x07\\u202eabc\\r\\n[bold]x[/bold] :smile:" in shown


def test_only_the_largest_groups_are_shown(report, monkeypatch):
    rows = [
        gym_row("\\boxed{C}", template_metadata={"template_id": f"t{number:03}"}) for number in range(SHOWN_GROUPS + 7)
    ]
    shown = drawn(report(*rows), 100, monkeypatch)
    assert "t019" in shown
    assert "t020" not in shown
    assert "… and 7 more" in shown


def test_nothing_graded_is_said_without_empty_tables(report, monkeypatch):
    shown = drawn(report(b"x\n"), 100, monkeypatch)
    assert "accuracy: none, no row was graded" in shown
    assert "By " not in shown
    assert "not_json" in shown


def test_a_stopped_run_says_so(report, monkeypatch):
    made = report(*ROWS) | {"stopped": "interrupted", "outputs": []}
    assert "nothing was written" in drawn(made, 100, monkeypatch).splitlines()[0]
    made["outputs"] = ["<stdout>"]
    assert "standard output is cut off" in drawn(made, 100, monkeypatch).splitlines()[0]


def test_failed_gates_are_shown(report, monkeypatch):
    made = report(*ROWS)
    made["gates"] = [
        {"gate": "--min-accuracy 0.9", "passed": False, "message": "gate failed: too low"},
        {"gate": "--max-no-answer 1", "passed": True, "message": None},
    ]
    shown = drawn(made, 100, monkeypatch)
    assert "gate failed: too low" in shown
    assert "None" not in shown


def test_parts():
    assert (percent(None), percent(0.12345), percent(1)) == ("–", "12.3 %", "100.0 %")
    assert (interval(None), interval((0.1, 0.25))) == ("–", "10.0–25.0")
    assert (count(None), count(1234567)) == ("–", "1,234,567")
    assert (bar(None), bar(0), bar(1), bar(0.5), bar(7)) == ("", "", "█" * 10, "█" * 5, "█" * 10)


def test_a_lost_reader_is_an_error_of_the_system_not_the_end_of_the_process():
    class Gone(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        console(Gone()).print("x")

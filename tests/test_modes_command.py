"""`mcqa modes`: the list, and with a file the comparison of all modes in one pass."""

import json

import pytest
from conftest import gym_row

from mcqa_cli.cli import invoke
from mcqa_cli.modes import MODES


@pytest.fixture
def modes(capsys, monkeypatch):
    """Run `mcqa modes` here and now; gives (status, standard output)."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments):
        status = invoke(["modes", *map(str, arguments)])
        return status, capsys.readouterr().out

    return run


@pytest.fixture
def report(modes):
    def read(*arguments, status=0):
        found, out = modes(*arguments, "--json")
        assert found == status
        return json.loads(out)

    return read


def figures(made, mode, rules="documented", regex=False):
    (found,) = [one for one in made["modes"] if (one["mode"], one["rules"], one["regex"]) == (mode, rules, regex)]
    return found


MIXED = (
    gym_row(r"\boxed{C}", gold="C"),
    gym_row("Answer: C", gold="C", grading_mode="lenient_answer_colon"),
    gym_row(r"\boxed{A} or rather \boxed{B}", gold="B"),
    gym_row("no letter at all", gold="B"),
)


def test_without_a_file_the_modes_are_listed(modes):
    _, out = modes()
    assert all(name in out and mode.summary.split()[0] in out for name, mode in MODES.items())
    assert [one["mode"] for one in json.loads(modes("--json")[1])] == list(MODES)


def test_every_mode_stands_there_under_each_rule_set_and_ours_once(report, write):
    made = report(write(*MIXED))
    found = [(one["mode"], one["rules"]) for one in made["modes"] if one["regex"]]
    wanted = [
        (name, rules)
        for name, mode in MODES.items()
        for rules in (("documented",) if mode.ours else ("documented", "gym-0.7"))
    ]
    assert sorted(found) == sorted(wanted)
    assert sorted((one["mode"], one["rules"]) for one in made["modes"] if not one["regex"]) == sorted(wanted)


def test_the_figures_of_a_mode(report, write):
    made = report(write(*MIXED))
    assert (made["schema"], made["command"], made["rows"]) == (
        "mcqa-report/1",
        "modes",
        {"read": 4, "graded": 4, "ungraded": 0},
    )
    strict = figures(made, "strict_single_letter_boxed")
    assert (strict["rows"], strict["correct"], strict["answered"]) == (4, 1, 2)
    assert (strict["accuracy"], strict["answered_share"], strict["accuracy_among_answered"]) == (0.25, 0.5, 0.5)
    last_box = figures(made, "strict_single_letter_boxed", "gym-0.7")
    assert (last_box["correct"], last_box["differs_from_own"]) == (2, 2)
    own = made["own"]
    assert own["modes"] == {"strict_single_letter_boxed": 3, "lenient_answer_colon": 1}
    assert (own["correct"], own["answered"], own["differs_from_own"]) == (2, 3, 0)
    assert strict["differs_from_own"] == 1
    assert strict["differs_from_written"] is None


def test_each_figure_is_what_score_reports_for_that_mode(report, write, tmp_path):
    path = write(*MIXED)
    made = report(path)
    for one in made["modes"]:
        file = tmp_path / "report.json"
        command = ["score", path, "-o", tmp_path / "out.jsonl", "-q", "--report", file]
        command += ["--mode", one["mode"], "--rules", one["rules"], *([] if one["regex"] else ["--no-regex"])]
        assert invoke([*map(str, command)]) == 0
        overall = json.loads(file.read_text())["overall"]
        assert {name: one[name] for name in overall if name in one} == overall


def test_the_rows_regexes_are_told_apart(modes, report, write):
    template = {"output_regex": r"pick ([A-D])"}
    path = write(
        gym_row(r"pick D, \boxed{C}", template_metadata=template),
        gym_row(r"\boxed{C}", template_metadata=template),
        gym_row(r"pick A, \boxed{C}"),
    )
    made = report(path)
    assert made["rows_with_regex"] == 2
    assert figures(made, "strict_single_letter_boxed", regex=False)["correct"] == 3
    assert figures(made, "strict_single_letter_boxed", regex=True)["correct"] == 2
    assert made["own"]["correct"] == 2
    _, out = modes(path)
    assert "With the rows' own regexes first" in out
    assert "By the modes alone" in out


def test_letters_that_the_file_holds_are_compared_too(modes, report, write):
    path = write(
        gym_row(r"\boxed{C}", reward=1.0, extracted_answer="C"),
        gym_row(r"\boxed{C}", reward=0.0, extracted_answer=None),
        gym_row(r"\boxed{C}", reward=0.0),
    )
    made = report(path)
    assert made["rows_with_written_letter"] == 2
    assert figures(made, "strict_single_letter_boxed")["differs_from_written"] == 1
    assert figures(made, "lenient_answer_colon")["differs_from_written"] == 1
    assert "≠ file" in modes(path)[1]


def test_rows_that_no_mode_can_grade_are_counted_and_fail(modes, report, write):
    path = write(gym_row(r"\boxed{C}"), b"{torn", gym_row("x", gold="Q"))
    made = report(path, status=1)
    assert made["rows"] == {"read": 3, "graded": 1, "ungraded": 2}
    assert {one["code"]: one["rows"] for one in made["ungraded"]} == {"not_json": 1, "gold_not_in_options": 1}
    assert "2 ungraded" in modes(path)[1]


def test_an_unknown_mode_is_graded_by_every_known_one_but_has_no_own_verdict(report, write):
    made = report(write(gym_row(r"\boxed{C}", grading_mode="guess"), gym_row(r"\boxed{C}")))
    assert made["rows"]["ungraded"] == 0
    assert made["own"]["rows"] == 1
    assert figures(made, "strict_single_letter_boxed")["rows"] == 2


def test_labels_that_are_no_letters_count_for_our_modes_only(report, write):
    options = [{"1": "one"}, {"2": "two"}]
    made = report(write(gym_row("Answer: 2", gold="2", options=options), gym_row(r"\boxed{C}")))
    assert figures(made, "robust")["rows"] == 2
    assert figures(made, "lenient_answer_colon")["rows"] == 1


def test_nothing_gradable_is_said_in_words(report, write):
    made = report(write(b"{torn"), status=1)
    assert made["own"]["accuracy"] is None
    assert "nothing can be said" in made["conclusion"]


def test_the_table_fits_80_columns_and_ends_in_a_sentence(modes, write):
    status, out = modes(write(*MIXED, gym_row("x", reward=0.0, extracted_answer="A")))
    assert status == 0
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80
    assert all(name in out for name in MODES)
    words = " ".join(out.split())
    assert "Accuracy hangs on the mode by" in words
    assert "The rows' own grading reads" in words


def test_limit_and_several_files(report, write):
    one, two = write(*MIXED, name="one.jsonl"), write(*MIXED, name="two.jsonl")
    assert report(one, two)["rows"]["read"] == 8
    assert report(one, two, "--limit", 5)["rows"]["read"] == 5


def test_a_regex_that_never_ends_is_bounded(report, write):
    slow = {"output_regex": r"(a+)+$"}
    path = write(gym_row("a" * 60 + r"! \boxed{C}", template_metadata=slow))
    made = report(path, "--regex-timeout", "0.05")
    assert figures(made, "strict_single_letter_boxed", regex=True)["correct"] == 1


# --- graded files


@pytest.mark.parametrize(
    ("mode", "rules"),
    [
        pytest.param("robust", "documented", id="a mode of our own"),
        pytest.param("lenient_boxed", "documented", id="another mode"),
        pytest.param("lenient_boxed", "gym-0.7", id="other rules"),
    ],
)
def test_the_own_grading_of_a_graded_file_is_the_recorded_one(modes, report, graded, mode, rules):
    path = graded(*MIXED, options=["--mode", mode, "--rules", rules])
    made = report(path)
    assert made["own"]["modes"] == {mode: 4}
    assert made["own"]["rules"] == {rules: 4}
    assert made["own"]["recorded"] == 4
    assert made["own"]["differs_from_written"] == 0
    assert figures(made, mode, rules)["differs_from_own"] == 0
    assert f"as their mcqa objects record it, {rules} rules: {mode} (4)" in " ".join(modes(path)[1].split())


def test_rows_without_a_record_are_told_apart(modes, report, graded, write):
    path = graded(*MIXED, options=["--mode", "robust"])
    path.write_text(path.read_text() + json.dumps(gym_row("Answer: C")) + "\n")
    made = report(path)
    assert made["own"]["modes"] == {"robust": 4, "strict_single_letter_boxed": 1}
    assert "record it (recorded of 4 rows)" in " ".join(modes(path)[1].split())
    assert report(write(*MIXED))["own"]["recorded"] == 0


def test_each_response_counts_once_whatever_filters_it_passed(modes, report, write):
    rows = [
        {"doc_id": number, "doc": {"choices": ["x", "y"]}, "target": 1, "resps": [[r"\boxed{B}"]], "filter": view}
        for number in range(3) for view in ("strict", "loose")
    ]  # fmt: skip
    made = report(write(*rows))
    assert made["rows"] == {"read": 6, "graded": 3, "ungraded": 0}
    assert made["other_views"] == 3
    assert made["own"]["rows"] == 3
    assert "3 more are further views" in modes(write(*rows))[1]


@pytest.mark.parametrize("command", ["modes", "show", "score"])
def test_an_empty_list_of_letters_is_refused(write, capsys, command):
    assert invoke([command, str(write(*MIXED)), "--letters", ""]) == 2
    assert "--letters (empty): write a range" in capsys.readouterr().err

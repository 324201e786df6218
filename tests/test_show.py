"""`mcqa show`: which rows are shown, what is said of them, and how it looks on a pipe."""

import json
import subprocess
import sys
from itertools import pairwise

import pytest
from conftest import gym_row
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli.cli import invoke
from mcqa_cli.excerpt import WHOLE, parts
from mcqa_cli.model import REASONS, Choices, Question
from mcqa_cli.modes import MODES
from mcqa_cli.picking import Sample


@pytest.fixture
def show(capsys, monkeypatch):
    """Run `mcqa show` here and now; gives (status, standard output, standard error)."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments):
        status = invoke(["show", *map(str, arguments)])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def accounts(show):
    def read(*arguments):
        status, out, err = show(*arguments, "--json")
        assert status == 0, err
        return [json.loads(line) for line in out.splitlines()]

    return read


# --- which rows


def many(count=40):
    return [gym_row(rf"\boxed{{{'ABC'[number % 3]}}}", gold="A", uuid=f"q{number}") for number in range(count)]


def test_a_sample_of_five_is_shown_without_being_told(accounts, write):
    found = accounts(write(*many()))
    assert len(found) == 5
    lines = [one["line"] for one in found]
    assert lines == sorted(lines)
    assert lines != [1, 2, 3, 4, 5]


def test_the_same_seed_gives_the_same_rows_and_another_seed_others(accounts, write):
    path = write(*many())
    first = [one["line"] for one in accounts(path, "--seed", 7)]
    assert [one["line"] for one in accounts(path, "--seed", 7)] == first
    assert [one["line"] for one in accounts(path, "--seed", 8)] != first


def test_a_filter_only_takes_away(accounts, write):
    path = write(*many())
    wrong = accounts(path, "--outcome", "wrong", "-n", 0)
    assert {one["verdict"]["outcome"] for one in wrong} == {"wrong"}
    assert len(wrong) == sum(number % 3 > 0 for number in range(40))


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        pytest.param(("--line", 3), [3], id="a line"),
        pytest.param(("--line", 9, "--line", 2), [2, 9], id="two lines, in the order of the file"),
        pytest.param(("--uuid", "q4"), [5], id="a uuid"),
        pytest.param(("--uuid", "q4", "--line", 1), [1, 5], id="a uuid or a line"),
        pytest.param(("--line", 1, "--line", 2, "--outcome", "correct"), [1], id="named, and of one outcome"),
        pytest.param(("-n", 0), list(range(1, 11)), id="all"),
    ],
)
def test_rows_are_chosen(accounts, write, arguments, lines):
    assert [one["line"] for one in accounts(write(*many(10)), *arguments)] == lines


def test_all_repeats_of_a_uuid_are_shown(accounts, write):
    path = write(*[gym_row(r"\boxed{C}", uuid="same") for _ in range(8)])
    assert len(accounts(path, "--uuid", "same")) == 8


def test_rows_of_one_reason(accounts, write):
    path = write(gym_row("nothing here"), gym_row(r"\boxed{C}"), gym_row(r"\boxed{C"))
    assert [one["line"] for one in accounts(path, "--reason", "unclosed_box")] == [3]


def test_a_reason_that_does_not_exist_is_refused_with_the_list(show, write):
    status, _, err = show(write(gym_row("x")), "--reason", "tired")
    assert status == 2
    assert err.count("\n") == 1
    assert all(reason in err for reason in REASONS)


@pytest.mark.parametrize(
    "arguments",
    [pytest.param(("--line", 2), id="past the end"), pytest.param(("--uuid", "nobody"), id="no such uuid")],
)
def test_a_row_named_that_does_not_exist_is_an_error(show, write, arguments):
    status, out, err = show(write(gym_row("x")), *arguments)
    assert (status, out) == (2, "")
    assert "no row" in err


def test_nothing_of_the_kind_is_no_error(show, write):
    status, out, err = show(write(gym_row(r"\boxed{C}")), "--outcome", "wrong")
    assert (status, out) == (0, "")
    assert "none of 1 row is" in err


@given(st.integers(0, 20), st.integers(0, 99), st.integers(0, 60))
def test_a_larger_sample_contains_the_smaller(size, seed, rows):
    small, large = Sample[int](size, seed), Sample[int](size + 3, seed)
    for line in range(rows):
        small.add(line, line)
        large.add(line, line)
    assert len(small.members()) == min(size, rows)
    assert set(small.members()) <= set(large.members())
    assert small.members() == sorted(small.members())


@given(st.integers(1, 9), st.permutations(range(30)))
def test_a_sample_does_not_depend_on_the_order_of_what_is_offered(size, order):
    one, other = Sample[int](size), Sample[int](size)
    for line in range(30):
        one.add(line, line)
    for line in order:
        other.add(line, line)
    assert one.members() == other.members()


# --- what is said of a row


def test_two_choices_of_one_number_are_both_shown(accounts, write):
    choices = [{"index": 0, "message": {"content": letter}} for letter in "AB"]
    row = {"object": "chat.completion", "options": ["x", "y"], "expected_answer": "A", "choices": choices}
    assert [account["verdict"]["letter"] for account in accounts(write(row), "--mode", "robust")] == ["A", "B"]


def test_the_account_of_a_row(accounts, write):
    path = write(
        gym_row(r"Not \boxed{A}. Answer: B", gold="B", grading_mode="lenient_answer_colon_md", uuid="q", reward=0.0)
    )
    (one,) = accounts(path)
    assert one["schema"] == "mcqa-show/1"
    assert (one["line"], one["uuid"], one["gold"], one["options_from"]) == (1, "q", "B", "row")
    assert one["question"] == "Which one?"
    assert one["options"][1] == {"label": "B", "text": "option b"}
    verdict = one["verdict"]
    assert (verdict["letter"], verdict["outcome"], verdict["via"]) == ("B", "correct", "mode")
    assert one["text"][slice(*verdict["span"])] == "B"
    assert one["row"] == {"reward": 0.0}
    assert one["differs"] == ["reward"]
    said = {(reading["mode"], reading["rules"]): reading["letter"] for reading in one["readings"]}
    assert said["strict_single_letter_boxed", "documented"] == "A"
    assert said["lenient_answer_colon_md", "gym-0.7"] == "B"


def test_every_mode_has_its_reading_and_ours_are_there_once(accounts, write):
    (one,) = accounts(write(gym_row(r"\boxed{C}")))
    wanted = [
        (name, rules) for name, mode in MODES.items() for rules in ([None] if mode.ours else ["documented", "gym-0.7"])
    ]
    assert sorted((reading["mode"], str(reading["rules"])) for reading in one["readings"]) == sorted(
        (name, str(rules)) for name, rules in wanted
    )


def test_the_rows_own_regex_is_a_reading_of_its_own(accounts, write):
    row = gym_row(r"I pick D, not \boxed{C}", template_metadata={"output_regex": r"pick ([A-D])", "template_id": "t"})
    one, without = accounts(write(row)) + accounts(write(row), "--no-regex")
    assert (one["verdict"]["via"], one["verdict"]["letter"], one["template_id"]) == ("regex", "D", "t")
    assert [reading["letter"] for reading in one["readings"] if reading["mode"] == "output_regex"] == ["D", "D"]
    assert without["verdict"]["letter"] == "C"


def test_a_scored_row_that_agrees_differs_in_nothing(accounts, write, tmp_path):
    scored = tmp_path / "scored.jsonl"
    path = write(gym_row(r"\boxed{C}"), gym_row("nothing"), gym_row(r"\boxed{A}"))
    assert invoke(["score", str(path), "-o", str(scored), "--details", "-q"]) == 0
    assert [one["differs"] for one in accounts(scored)] == [[], [], []]
    other = accounts(scored, "--mode", "lenient_answer_colon", "--line", 1)[0]
    assert {"reward", "extracted_answer", "mcqa.mode", "mcqa.outcome"} <= set(other["differs"])


# --- rows that record their verdict


STATED = (gym_row("The answer is (C)."), gym_row("The answer is (A)."), gym_row("I cannot say."))


def test_a_graded_row_is_shown_and_chosen_by_the_verdict_that_it_records(show, accounts, graded):
    path = graded(*STATED, options=["--mode", "robust"])
    assert [one["line"] for one in accounts(path, "--outcome", "correct")] == [1]
    assert [one["line"] for one in accounts(path, "--outcome", "wrong")] == [2]
    (none,) = accounts(path, "--reason", "no_statement")
    assert (none["line"], none["recorded"], none["again"]) == (3, True, None)
    _, out, _ = show(path, "--line", 1)
    assert "CORRECT  C, gold C" in out
    assert "by mode robust, rules documented, as the row records" in out
    assert "grading it again" not in out


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(["--mode", "strict_single_letter_boxed"], id="another mode"),
        pytest.param(["--rules", "gym-0.7"], id="other rules"),
        pytest.param(["--no-regex"], id="no regex"),
    ],
)
def test_another_grading_that_is_asked_for_wins(accounts, graded, options):
    path = graded(*STATED, options=["--mode", "robust"])
    found = accounts(path, *options)
    assert {one["verdict"]["outcome"] for one in found} == {"no_answer"}
    assert not any(one["recorded"] for one in found)


def test_the_recorded_rules_hold(accounts, graded):
    path = graded(gym_row(r"\boxed{A} or rather \boxed{C}"), options=["--rules", "gym-0.7"])
    (one,) = accounts(path)
    assert (one["verdict"]["rules"], one["verdict"]["letter"], one["again"]) == ("gym-0.7", "C", None)


@pytest.mark.parametrize(
    ("row", "options"),
    [
        pytest.param(gym_row([r"\boxed{A}", "is my answer"]), ["--text", "all"], id="another text"),
        pytest.param(gym_row([r"\boxed{A}", "Or B."]), ["--rules", "gym-0.7", "--text", "last"], id="the last message"),
        pytest.param(
            gym_row(r"B, or \boxed{A}", template_metadata={"output_regex": "^([A-D])"}), ["--no-regex"], id="no regex"
        ),
    ],
)
def test_how_it_was_graded_is_found_out(accounts, graded, row, options):
    (one,) = accounts(graded(row, options=options))
    assert (one["recorded"], one["again"], one["differs"]) == (True, None, [])


def changed(path, **account):
    """Write a graded file anew with other members of its `mcqa` objects."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for one in rows:
        one["mcqa"] |= account
    path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    return path


def test_what_grading_again_would_give_is_said(show, accounts, graded):
    path = changed(graded(gym_row(r"\boxed{C}")), outcome="no_answer", reason="no_box", rule=None, span=None)
    (one,) = accounts(path, "--reason", "no_box")
    assert one["verdict"]["outcome"] == "no_answer"
    assert one["again"]["letter"] == "C"
    assert {"reward", "extracted_answer"} <= set(one["differs"])
    _, out, _ = show(path)
    text = " ".join(out.split())
    assert "NO ANSWER gold C; no_box" in text
    assert "grading it again gives something else: CORRECT C, gold C; rule boxed_letter" in text


def test_a_row_that_cannot_be_graded_here_keeps_its_verdict(show, accounts, graded):
    path = graded(gym_row(r"\boxed{C}"))
    row = json.loads(path.read_text())
    del row["options"]
    path.write_text(json.dumps(row) + "\n")
    (one,) = accounts(path, "--outcome", "correct")
    assert one["again"]["error"]["code"] == "no_options"
    _, out, _ = show(path)
    assert "CORRECT  C, gold C" in out
    assert "grading it again cannot be done here: no_options" in " ".join(out.split())


@pytest.mark.parametrize(
    "account",
    [
        pytest.param({"mode": "guess"}, id="an unknown mode"),
        pytest.param({"rules": ["documented"]}, id="rules that are no text"),
        pytest.param({"outcome": "fine"}, id="an unknown outcome"),
        pytest.param({"rule": "by_hand"}, id="an unknown rule"),
        pytest.param({"outcome": "no_answer", "reason": {}}, id="a reason that is no text"),
    ],
)
def test_an_account_that_this_version_does_not_know_is_no_record(accounts, graded, account):
    (one,) = accounts(changed(graded(gym_row(r"\boxed{C}")), **account))
    assert (one["recorded"], one["verdict"]["letter"]) == (False, "C")


@pytest.mark.parametrize("span", [[5], "x", [9, 2], [0, 10_000], [None, 1]])
def test_a_recorded_span_of_no_use_is_left_out(show, accounts, graded, span):
    path = changed(graded(gym_row(r"\boxed{C}")), span=span)
    (one,) = accounts(path)
    assert (one["verdict"]["outcome"], one["verdict"]["span"]) == ("correct", None)
    assert show(path)[0] == 0


def test_a_wrong_letter_that_stands_nowhere_is_another_letter(show, graded):
    path = graded(gym_row("So A it may be."), options=["--mode", "robust", "--answer-field", "choice"])
    changed(path, outcome="wrong", rule="tagged", reason=None, span=None)
    assert "WRONG  another letter, gold C; rule tagged" in show(path)[1]


def test_each_line_of_a_graded_completion_is_one_rollout(accounts, graded):
    row = {"choices": [{"message": {"role": "assistant", "content": rf"\boxed{{{letter}}}"}} for letter in "ABC"],
           "object": "chat.completion", "options": ["x", "y", "z"], "expected_answer": "B"}  # fmt: skip
    found = accounts(graded(row), "-n", 0)
    assert [(one["line"], one["rollout_index"], one["verdict"]["letter"]) for one in found] == [
        (1, 0, "A"),
        (2, 1, "B"),
        (3, 2, "C"),
    ]
    assert all(one["recorded"] and not one["differs"] for one in found)


def test_what_grading_wrote_comes_before_what_the_producer_said(accounts, graded):
    row = {"problem": "Q?\nA: x\nB: y", "generation": r"\boxed{B}", "expected_answer": "B", "num_generated_tokens": 3,
           "predicted_answer": "A", "symbolic_correct": False}  # fmt: skip
    (one,) = accounts(graded(row))
    assert one["row"]["extracted_answer"] == "B"
    assert one["differs"] == []


def test_rows_are_joined_with_the_inputs_file_beside_them(accounts, write):
    lacking = gym_row("Answer: B", uuid="u1")
    del lacking["options"]
    path = write(lacking | {"_ng_task_index": 4})
    write(
        gym_row("", gold="C", _ng_task_index=4, grading_mode="lenient_answer_colon") | {"response": None},
        name="rollouts_materialized_inputs.jsonl",
    )
    (one,) = accounts(path)
    assert (one["options_from"], one["verdict"]["mode"], one["verdict"]["letter"]) == (
        "inputs",
        "lenient_answer_colon",
        "B",
    )


@pytest.mark.parametrize(
    ("row", "code"),
    [
        pytest.param(b"{torn", "not_json", id="a torn line"),
        pytest.param(b"\xff\xfe{}", "not_utf8", id="not UTF-8"),
        pytest.param(gym_row(r"\boxed{C}", gold="Q"), "gold_not_in_options", id="a gold that is no option"),
        pytest.param(gym_row(r"\boxed{C}", grading_mode="guess"), "unknown_mode", id="an unknown mode"),
    ],
)
def test_a_row_that_cannot_be_graded_says_why_instead_of_a_verdict(show, accounts, write, row, code):
    path = write(row, gym_row(r"\boxed{C}"))
    (one,) = accounts(path, "--outcome", "ungraded")
    assert one["verdict"] is None
    assert one["error"]["code"] == code
    assert one["error"]["message"]
    status, out, _ = show(path, "--line", 1)
    assert status == 0
    assert f"NOT GRADABLE  {code}:" in out


# --- candidates

COLOURS = Question(Choices(tuple("ABCD"), ("red", "green", "blue", "grey")))


@pytest.mark.parametrize(
    ("text", "piece", "label", "why"),
    [
        pytest.param("B is wrong. The answer is C.", "B", "B", "ruled out", id="ruled out"),
        pytest.param("Consider B at first. The answer is C.", "B", "B", "only mentioned", id="mentioned"),
        pytest.param("<think>it is B</think>The answer is C.", "B", "B", "inside the reasoning", id="reasoning"),
        pytest.param(
            "Answer: C\n\nQuestion: another one\nAnswer: B", "B", "B", "after what looks like a new question", id="next"
        ),
        pytest.param(
            r"\boxed{A} is my first try. Final answer: \boxed{C}",
            "A",
            "A",
            "stated in a box, but a later statement counts",
            id="an earlier statement",
        ),
    ],
)
def test_the_careful_reader_says_why_a_candidate_is_not_the_answer(text, piece, label, why):
    found = MODES["robust"].explain(text, COLOURS)
    assert MODES["robust"].documented(text, COLOURS).letter == "C"
    assert (piece, label, why) in [(text[slice(*one.span)], one.label, one.why) for one in found]


@given(st.text("ABCD ab.\n\\{}boxedanswer:isthe<>/ink", max_size=200))
def test_candidates_stand_in_the_text_apart_and_in_order(text):
    end = 0
    for one in MODES["robust"].explain(text, COLOURS):
        assert end <= one.span[0] < one.span[1] <= len(text)
        end = one.span[1]


def test_a_candidate_that_names_the_chosen_option_is_not_rejected(accounts, write):
    (one,) = accounts(write(gym_row("C seems right. B is wrong. The answer is C.")), "--mode", "robust")
    assert [candidate["label"] for candidate in one["candidates"]] == ["B"]


# --- how it looks


def test_a_pipe_gets_marks_and_no_escapes(show, write):
    path = write(gym_row("First B.\n\tThen: the answer is C.\x1b[31m\u202e", gold="C", grading_mode="robust"))
    _, out, _ = show(path)
    assert "the answer is »C«." in out
    assert "›B‹¹" in out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "\\x1b[31m" in out
    assert "\t" not in out
    assert "(gold, chosen)" in out
    assert max(map(len, out.splitlines())) <= 80


def test_long_texts_show_their_end_and_what_is_around_the_span_unless_full(show, write):
    text = "start " + "filler " * 2000 + r"so \boxed{C} it is " + "padding " * 2000 + "the end"
    path = write(gym_row(text))
    _, out, _ = show(path)
    assert r"\boxed{»C«}" in out
    assert "start" in out
    assert "the end" in out
    assert out.count("characters left out") == 2
    assert len(out) < 6000
    _, full, _ = show(path, "--full")
    assert full.count("filler") == 2000
    assert "left out" not in full


@given(st.text("ab \n", min_size=0, max_size=9000), st.integers(0, 9000))
def test_an_excerpt_keeps_the_start_the_end_and_the_span(text, place):
    place = min(place, max(0, len(text) - 1))
    found = parts(text, [(place, place + 1)] if text else [])
    assert found[0][0] == 0
    assert found[-1][1] == len(text)
    assert all(start < end for start, end in found) or not text
    assert all(one[1] < two[0] for one, two in pairwise(found))
    assert not text or any(start <= place < end for start, end in found)
    assert len(text) > WHOLE or found == [(0, len(text))]


def test_the_reader_of_the_pipe_may_leave(write):
    path = write(*many(400))
    with subprocess.Popen(
        [sys.executable, "-m", "mcqa_cli", "show", str(path), "-n", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
        assert (process.wait(), errors) == (0, b"")


def test_standard_input_is_read(write):
    path = write(gym_row(r"\boxed{C}"))
    command = [sys.executable, "-m", "mcqa_cli", "show", "-", "--json"]
    done = subprocess.run(command, input=path.read_bytes(), capture_output=True, check=True)
    assert json.loads(done.stdout)["source"] == "<stdin>"

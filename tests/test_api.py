"""`from mcqa_cli import grade`: one row in, one verdict out."""

import copy
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import gym_row

import mcqa_cli
from mcqa_cli import RowError, UsageError, grade, grade_all

SAMPLES = Path(__file__).parent.parent / "sample_data"
CHOICES = {
    "object": "chat.completion",
    "choices": [
        {"index": number, "message": {"role": "assistant", "content": text}}
        for number, text in enumerate(["\\boxed{B}", "hm"])
    ],
    "options": {"A": "x", "B": "y"},
    "answer": "B",
}

REFUSED = [
    pytest.param("a string", {}, RowError, "a row is a dict", id="no dict"),
    pytest.param({}, {}, RowError, "--fields", id="no known format"),
    pytest.param(gym_row("x", gold="Z"), {}, RowError, "not among the labels", id="gold outside the options"),
    pytest.param(gym_row("x", options=None), {}, RowError, "no options", id="no options"),
    pytest.param(gym_row("x"), {"mode": "guess"}, UsageError, "mode='guess': choose one of", id="no such mode"),
    pytest.param(gym_row("x"), {"rules": "mine"}, UsageError, "rules='mine': choose one of", id="no such rules"),
    pytest.param(gym_row("x"), {"rules": None}, UsageError, "rules=None", id="no rules"),
    pytest.param(gym_row("x"), {"text": "first"}, UsageError, "text='first': choose one of", id="no such text"),
    pytest.param(gym_row("x"), {"letters": "A1"}, UsageError, "letters='A1'", id="digits as letters"),
    pytest.param(gym_row("x"), {"letters": "Aa"}, UsageError, "letters='Aa'", id="a letter twice"),
    pytest.param(gym_row("x"), {"gold_base": 2}, UsageError, "gold_base=2", id="numbers from 2"),
    pytest.param(gym_row("x", gold=2), {}, RowError, "not among the labels", id="a number without its base"),
    pytest.param(
        gym_row("x", response={"output": None}),
        {},
        RowError,
        "the row holds no response",
        id="no response",
    ),
    pytest.param(CHOICES, {}, UsageError, "grade_all", id="several rollouts"),
]


@pytest.mark.parametrize(("row", "options", "error", "told"), REFUSED)
def test_what_is_refused(row, options, error, told):
    with pytest.raises(error, match=told):
        grade(row, **options)


def test_the_code_of_a_row_error():
    with pytest.raises(RowError) as caught:
        grade(gym_row("x", gold=None))
    assert caught.value.code == "no_gold"


REGEX = {"template_metadata": {"output_regex": "pick (.)"}}
GRADED = [
    pytest.param(gym_row("\\boxed{C}"), {}, ("C", 1.0), id="correct"),
    pytest.param(gym_row("\\boxed{A}"), {}, ("A", 0.0), id="wrong"),
    pytest.param(gym_row("hm"), {}, (None, 0.0), id="no answer"),
    pytest.param(gym_row("Answer: C"), {"mode": "lenient_answer_colon"}, ("C", 1.0), id="mode"),
    pytest.param(gym_row("pick C \\boxed{A}", **REGEX), {}, ("C", 1.0), id="regex"),
    pytest.param(gym_row("pick C \\boxed{A}", **REGEX), {"use_regex": False}, ("A", 0.0), id="without the regex"),
    pytest.param(gym_row("\\boxed{A} \\boxed{C}"), {"rules": "gym-0.7"}, ("C", 1.0), id="rules"),
    pytest.param(gym_row(["\\boxed{C}", "done"]), {"text": "all"}, ("C", 1.0), id="text"),
    pytest.param(gym_row("\\boxed{C}", options=None), {"letters": "abcd"}, ("C", 1.0), id="letters"),
    pytest.param(gym_row("\\boxed{C}", gold=2), {"gold_base": 0}, ("C", 1.0), id="a number, from 0"),
    pytest.param(gym_row("\\boxed{B}", gold=2), {"gold_base": 1}, ("B", 1.0), id="a number, from 1"),
    pytest.param(gym_row("\\boxed{C}", options=None), {"letters": ["C", "D"]}, ("C", 1.0), id="letters in a list"),
]


@pytest.mark.parametrize(("row", "options", "expected"), GRADED)
def test_one_row(row, options, expected):
    before = copy.deepcopy(row)
    graded = grade(row, **options)
    assert (graded.letter, graded.reward) == expected
    assert row == before


def test_the_result_tells_how_it_came_about_and_cannot_be_changed():
    graded = grade(gym_row("so \\boxed{A}"))
    assert (graded.outcome, graded.gold, graded.rule, graded.reason) == ("wrong", "C", "boxed_letter", None)
    assert (graded.mode, graded.via) == ("strict_single_letter_boxed", "mode")
    with pytest.raises(AttributeError):
        graded.letter = "C"


def test_several_rollouts_of_one_row():
    assert [one.letter for one in grade_all(CHOICES)] == ["B", None]
    assert [one.letter for one in grade_all(gym_row("\\boxed{C}"))] == ["C"]


def test_it_agrees_with_the_command_line(mcqa):
    written = mcqa("score", SAMPLES / "rollouts.jsonl", "-q").rows
    rows = [json.loads(line) for line in (SAMPLES / "rollouts.jsonl").read_bytes().splitlines()]
    assert [(row["extracted_answer"], row["reward"]) for row in written] == [
        (one.letter, one.reward) for one in map(grade, rows)
    ]


def test_it_leaves_the_signals_of_the_process_alone():
    numbers = (signal.SIGVTALRM, signal.SIGALRM, signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in numbers]
    grade(gym_row("pick C", **REGEX))
    assert [signal.getsignal(number) for number in numbers] == before


def test_what_is_exported():
    for name in mcqa_cli.__all__:
        assert getattr(mcqa_cli, name) is not None
    assert set(mcqa_cli.__all__) == set(dir(mcqa_cli))
    with pytest.raises(AttributeError, match="no attribute 'grades'"):
        _ = mcqa_cli.grades
    assert (Path(mcqa_cli.__file__).parent / "py.typed").exists()


def test_importing_the_package_imports_nothing_that_takes_long():
    program = (
        "import mcqa_cli, sys; print([m for m in ('typer', 'rich', 'tqdm', 'orjson', 'json') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    program = (
        "from mcqa_cli import grade; import sys; print([m for m in ('typer', 'rich', 'tqdm') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

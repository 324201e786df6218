"""The README is true: its tables are those of the code, its commands run and print what it shows."""

import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest
import typer
from readme_parts import MARKED, README, ROOT, blocks, run, run_here, sandbox, tables

from mcqa_cli.cli import app
from mcqa_cli.gates import KINDS
from mcqa_cli.model import RULE_SETS

TEXT = README.read_text(encoding="utf-8")
BLOCKS = blocks(TEXT)
SETUP = [block.text for block in BLOCKS if "-m venv" in block.text]
RECIPES = [block.text for block in BLOCKS if block.language == "sh" and block.text not in SETUP]
AGAIN = "the README is behind the code: run python tests/readme_parts.py, and look at what it changes"
needs_jq = pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")


@pytest.fixture
def folder():
    with sandbox() as made:
        yield made


@pytest.mark.parametrize("name", tables())
def test_a_table_made_from_the_code_is_there_and_fresh(name):
    (shown,) = [found[0] for found in MARKED.finditer(TEXT) if found[2] == name]
    assert tables()[name] in shown, AGAIN


def test_every_command_prints_what_is_shown(folder):
    ran = 0
    for block in BLOCKS:
        if block.language == "console":
            for command, shown in block.commands:
                ran += 1
                assert run(command)[1] == shown, f"$ {command}\n{AGAIN}"
    assert ran >= 8


def test_the_output_shown_fits_80_columns():
    shown = [
        line
        for block in BLOCKS
        if block.language == "console"
        for _, out in block.commands
        for line in [*out.split("\n")]
    ]
    assert max(map(len, shown)) <= 80


def test_the_python_example_holds():
    (example,) = [block.text for block in BLOCKS if block.language == "python"]
    exec(compile(example, "README.md", "exec"), {})


def test_two_commands_set_up_and_run(folder):
    assert len(SETUP) == 2
    assert all(command.count("\n") == 1 and "sudo" not in command for command in SETUP)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert "'.[dev]'" in SETUP[1]
    assert any(one.startswith("pytest-xdist") for one in extras["dev"])  # for -n auto
    assert set(re.findall(r"`(\w+)` \(", re.search(r"Extras: .*", TEXT)[0])) == set(extras) - {"dev"}
    graded = SETUP[0].partition(".venv/bin/mcqa ")[2]
    status, printed = run_here(shlex.split(graded))
    assert (status, Path("graded.jsonl").exists()) == (0, True)
    assert printed.startswith("20 rows read, 20 graded")


# --- recipes for CI


def recipe(words):
    (found,) = [one for one in RECIPES if words in one]
    return found


def test_there_are_five_recipes():
    assert len(RECIPES) == 5


@pytest.mark.parametrize("number", range(len(RECIPES)))
def test_a_recipe_runs(folder, number):
    if "jq" in RECIPES[number] and shutil.which("jq") is None:
        pytest.skip("jq is not installed")
    status, printed = run(f"set -e\n{RECIPES[number]}")
    assert status == 0, printed


@pytest.mark.parametrize(
    ("words", "before", "after", "says"),
    [
        pytest.param("pipefail", "50%", "99%", "gate --min-accuracy 99% failed", id="score and gate in one pipe"),
        pytest.param(
            "mcqa diff", "--details", "--details --mode robust", "gate --max-flips 0 failed", id="two commits"
        ),
        pytest.param("boxed_v1:0.4", "boxed_v1:0.4", "boxed_v1:0.9", "template_id=boxed_v1", id="a gate per template"),
    ],
)
def test_a_recipe_can_fail(folder, words, before, after, says):
    status, printed = run(f"set -e\n{recipe(words).replace(before, after)}")
    assert status == 1
    assert says in printed


@needs_jq
def test_jq_prints_a_line_for_each_template(folder):
    lines = run(recipe("jq"))[1].splitlines()
    assert [line.split("\t")[0] for line in lines][:2] == ["boxed_v1", "colon_v1"]


def test_the_summary_is_markdown(folder):
    run(recipe("GITHUB_STEP_SUMMARY"))
    assert "**Accuracy " in (folder / "summary.md").read_text()


# --- names


def options_of(command):
    for parameter in command.params:
        yield from parameter.opts
    for inner in getattr(command, "commands", {}).values():
        yield from options_of(inner)


def test_every_option_named_exists():
    known = set(options_of(typer.main.get_command(app))) | {"--help", "--version"}
    named = {word for word in re.findall(r"(?<![\w-])--[a-z][a-z-]+", TEXT) if word != "--"}
    assert named <= known
    assert {f"--{name}" for name in KINDS} <= named
    assert all(f"`--rules {name}`" in TEXT for name in RULE_SETS)


@pytest.mark.parametrize("command", ["score", "stats", "diff", "modes"])
def test_every_key_of_the_json_is_named(folder, command):
    arguments = {"score": ["rollouts.jsonl", "-o", "new.jsonl"], "stats": ["scored.jsonl", "--k", "2"],
                 "diff": ["before.jsonl", "scored.jsonl"], "modes": ["rollouts.jsonl"]}  # fmt: skip
    section = TEXT.partition("The JSON of all reports")[2].partition("</details>")[0]
    named = set(re.findall(r"`([^`]+)`", section)) | {"groups"}
    report = json.loads(run_here([command, *arguments[command], "--json"])[1])
    assert report["schema"] in section
    assert set(report) <= named
    assert set(report.get("overall", ())) <= named


def test_every_key_of_the_details_is_named(folder):
    section = TEXT.partition("## Why a row got what it got")[2].partition("<details>")[0]
    named = set(re.findall(r"`([^`]+)`", section))
    keys = {key for line in Path("scored.jsonl").read_text().splitlines() for key in json.loads(line)["mcqa"]}
    assert keys <= named
    assert "format_reward" in keys


def test_no_machine_is_named():
    assert not re.search(r"/(?:home|tmp|work|root|Users)/", TEXT)

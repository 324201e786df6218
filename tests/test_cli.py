"""The command line itself: help, version, completion, and what every command has in common."""

import subprocess
import sys

import pytest
import typer.main

from mcqa_cli import __version__
from mcqa_cli.cli import app
from mcqa_cli.errors import McqaError, RowError, UsageError

PLAIN = {"PATH": "/usr/bin:/bin", "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}


def commands(group, path=()):
    """(words, command) of every command that can be run."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


COMMANDS = [
    pytest.param(words, command, id=" ".join(words)) for words, command in commands(typer.main.get_command(app))
]


def start(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "mcqa_cli", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        **options,
    )


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(option, mcqa):
    assert start(option).stdout == f"mcqa {__version__}\n"
    assert mcqa(option).out.decode() == f"mcqa {__version__}\n"


def test_the_version_needs_none_of_the_packages():
    program = (
        "import sys; sys.argv = ['mcqa', '--version']\n"
        "from mcqa_cli.__main__ import main\n"
        "main()\n"
        "print([m for m in ('typer', 'rich', 'tqdm', 'orjson') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"mcqa {__version__}\n[]\n"


@pytest.mark.parametrize(("words", "command"), COMMANDS)
def test_the_help_of_every_command(words, command, mcqa, monkeypatch):
    for name, value in PLAIN.items():
        monkeypatch.setenv(name, value)
    done = mcqa(*words, "--help")
    shown = done.out.decode()
    assert done.status == 0
    assert command.help
    assert command.help.split(".")[0].split()[0] in shown
    assert f"Example: mcqa {' '.join(words)}" in shown
    for parameter in command.params:
        if parameter.param_type_name == "option":
            assert parameter.help, f"{parameter.name} has no help"


def test_options_of_the_larger_commands_are_in_panels(mcqa, monkeypatch):
    for name, value in PLAIN.items():
        monkeypatch.setenv(name, value)
    shown = mcqa("score", "--help").out.decode()
    for panel in ("Input", "Grading", "Output", "Report", "Gates for CI"):
        assert f"─ {panel} ─" in shown


def test_the_list_of_commands(mcqa):
    shown = mcqa("--help").out.decode()
    for words in {one.values[0][0] for one in COMMANDS}:
        assert f" {words} " in shown
    assert "Example: mcqa score" in shown


WRONG = [
    pytest.param(["nothing"], "No such command", id="no such command"),
    pytest.param(["score", "--nothing"], "--nothing", id="no such option"),
    pytest.param(["score", "--limit", "few"], "--limit", id="no number"),
    pytest.param(["score", "-o"], "-o", id="no value"),
    pytest.param(["score", "--mode", "foo"], "'--mode': 'foo' is not one of", id="no such mode"),
]


@pytest.mark.parametrize(("arguments", "told"), WRONG)
def test_usage_errors_are_one_line_and_status_2(arguments, told, mcqa):
    done = mcqa(*arguments)
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith("mcqa: ")
    assert told in done.err
    assert done.err.count("\n") == 1


def test_without_a_command_the_help_is_shown(mcqa):
    done = mcqa()
    assert done.status == 2
    assert b"score" in done.out + done.err.encode()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_can_be_shown(shell):
    done = start("--show-completion", shell)
    assert "mcqa" in done.stdout.lower() or "_MCQA" in done.stdout


def test_completion_offers_the_commands():
    environment = PLAIN | {"_MCQA_COMPLETE": "complete_bash", "COMP_WORDS": "mcqa sc", "COMP_CWORD": "1"}
    program = "import sys; sys.argv = ['mcqa']; from mcqa_cli.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)
    assert "score" in done.stdout.split()


def test_a_fault_of_our_own_is_told_apart_from_rows_that_could_not_be_graded():
    program = (
        "import sys; sys.argv = ['mcqa', 'modes']\n"
        "from mcqa_cli import __main__, cli\n"
        "cli.invoke = lambda: 1 / 0\n"
        "__main__.main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "ZeroDivisionError" in done.stderr


def test_errors_are_one_tree_and_never_swallow_ctrl_c():
    assert issubclass(UsageError, McqaError)
    assert issubclass(RowError, McqaError)
    assert not issubclass(KeyboardInterrupt, McqaError)
    assert issubclass(McqaError, Exception)

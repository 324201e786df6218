"""The command line: options in, exit status out. Only this package's `cli` and `commands` know typer.

0    done
1    done and published, but more rows could not be graded than tolerated, or a gate failed (--strict publishes nothing)
2    could not be done (usage, unreadable file, disk full, a fault of our own); nothing published
130  stopped by Ctrl-C (143 by a termination signal, 129 by a hang-up); nothing published
"""

import sys
from typing import Annotated, Any

import typer

from mcqa_cli import __version__
from mcqa_cli.commands import diff, formats, modes, prepare, score, show, stats
from mcqa_cli.commands.common import flowing, say
from mcqa_cli.jsonl import DEEPEST

app = typer.Typer(
    name="mcqa",
    help="Grade multiple-choice answers of language models, offline, and tell a wrong answer from an unread one.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: mcqa score rollouts.jsonl -o scored.jsonl",
)
for command in (score, show, stats, diff, modes, formats):
    name = command.__name__.rpartition(".")[2]
    app.command(name=name, help=flowing(command.run.__doc__), epilog=command.EPILOG)(command.run)
app.add_typer(prepare.app, name="prepare")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mcqa {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    _: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version.", metavar="")
    ] = False,
) -> None:
    pass


def invoke(arguments: list[str] | None = None) -> int:
    """Run one command line and return its exit status. Usage errors are one line on standard error."""
    # What is nested as deeply as orjson reads must be read alike everywhere, however many calls there are above.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * DEEPEST))
    try:
        return _run(arguments)
    except KeyboardInterrupt:  # before the command itself had begun, or after its end
        return 130


def _run(arguments: list[str] | None) -> int:
    try:
        status: Any = app(arguments, standalone_mode=False)
    except Exception as error:
        # Typer brings its own click, whose exceptions have no public base class to import.
        show = getattr(error, "format_message", None)
        code = getattr(error, "exit_code", None)
        if type(error).__name__ == "Abort":  # a Ctrl-C before the command itself had begun
            return 130
        if show is None or code is None:
            raise
        message = " ".join(str(show()).split()).replace("Value error, ", "")  # what pydantic puts before a fault
        if message:
            say(f"mcqa: {message} (see --help)")
        return int(code)
    return status if isinstance(status, int) else 0

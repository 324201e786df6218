"""What all commands share: one-line errors, exit statuses, the ends of pipes, signals."""

import contextlib
import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Final, NoReturn, TextIO

from mcqa_cli.errors import McqaError
from mcqa_cli.terminal import clean, clean_json

DONE: Final = 0
ROWS_OR_GATE: Final = 1
NOT_DONE: Final = 2


class StoppedError(KeyboardInterrupt):
    """A termination signal, handled like Ctrl-C: clean up, then leave with 128 + its number."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def say(message: str) -> None:
    """One line on standard error, safe for a terminal. A closed standard error is no reason to fail."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"{clean(message)}\n")
        sys.stderr.flush()


def flowing(text: str | None) -> str:
    """Return a docstring's paragraphs, each on one line: Typer keeps the line ends that it finds in a help text."""
    return "\n\n".join(" ".join(part.split()) for part in (text or "").split("\n\n"))


def print_json(value: object, out: TextIO) -> None:
    """One line of JSON, safe for a terminal, and in UTF-8 whatever the terminal's encoding."""
    from mcqa_cli.jsonl import dumps

    out.flush()
    out.buffer.write(clean_json(dumps(value).decode("utf-8", "replace")).encode() + b"\n")
    out.buffer.flush()


def guarded(work: Callable[[], int], *, gated: bool = False) -> int:
    """Run a command's work and turn what a user can cause into one line and an exit status.

    gated: a gate was asked for, so that a reader of the pipe that leaves early is no success.
    """
    try:
        with _terminable():
            status = work()
            sys.stdout.flush()
            return status
    except McqaError as error:
        say(f"mcqa: {error}")
    except BrokenPipeError:
        abandon_stdout()
        return ROWS_OR_GATE if gated else DONE
    except KeyboardInterrupt as stop:
        return 128 + (stop.number if isinstance(stop, StoppedError) else signal.SIGINT)
    except OSError as error:
        if error.errno == errno.EPIPE:
            abandon_stdout()
            return ROWS_OR_GATE if gated else DONE
        where = f"{error.filename}: " if error.filename else ""
        say(f"mcqa: {where}{error.strerror or error}")
        abandon_stdout()
    except MemoryError:
        say("mcqa: out of memory, so not all rows were graded: use -j 1, or split the file")
    return NOT_DONE


def abandon_stdout() -> None:
    """Keep the interpreter from complaining at exit about what can no longer be written."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    def stop(number: int, _: FrameType | None) -> NoReturn:
        raise StoppedError(number)

    numbers = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None]
    before = {}
    for number in numbers:
        with contextlib.suppress(ValueError):  # not the main thread, as in some tests
            if signal.getsignal(number) == signal.SIG_DFL:  # nohup ignores SIGHUP: leave that alone
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

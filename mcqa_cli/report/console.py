"""Consoles and small parts that every view shares; all text from files passes through `terminal.clean`."""

import errno
import os
from collections.abc import Iterable, Sequence
from typing import IO, Any, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mcqa_cli.terminal import clean

PIPED_WIDTH: Final = 100
_BAR: Final = "▏▎▍▌▋▊▉█"


class _Console(Console):
    def on_broken_pipe(self) -> None:
        # Rich would end the process here; what a lost reader means is the command's to decide.
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def console(file: IO[str]) -> Console:
    """A console on a text stream: plain, and PIPED_WIDTH wide, where that is no terminal (COLUMNS overrides)."""
    terminal = file.isatty()
    columns = os.environ.get("COLUMNS", "")
    width = None if terminal else int(columns) if columns.isdigit() and int(columns) > 0 else PIPED_WIDTH
    return _Console(
        file=file, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False, legacy_windows=False
    )


def percent(share: float | None) -> str:
    """A share for a reader; a dash where there is none."""
    return "–" if share is None else f"{share * 100:.1f} %"


def interval(bounds: Sequence[float] | None) -> str:
    """A 95 % interval of a share, in percent."""
    return "–" if not bounds else f"{bounds[0] * 100:.1f}–{bounds[1] * 100:.1f}"


def count(number: int | None) -> str:
    """A number of rows, with thousands marked."""
    return "–" if number is None else f"{number:,}"


def bar(share: float | None, width: int = 10) -> str:
    """A small bar of a share."""
    if share is None:
        return ""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    return "█" * (eighths // 8) + (_BAR[eighths % 8 - 1] if eighths % 8 else "")


def group_name(value: Any) -> str:
    """How a group's value is shown."""
    if value is None:
        return "(none)"
    return clean(value) if value != "" else '""'


def table(out: Console, columns: Iterable[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> Table:
    """A table whose first `left` columns are text and the others numbers; rules only on a terminal."""
    made = Table(
        box=box.SIMPLE_HEAD if out.is_terminal else None, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False
    )
    for place, name in enumerate(columns):
        made.add_column(
            Text(name, justify="left" if place < left else "right"),
            justify="left" if place < left else "right",
            overflow="fold" if place < left else "ellipsis",
            no_wrap=place >= left,
            header_style="bold",
        )
    for row in rows:
        made.add_row(*(Text(cell, justify="left" if place < left else "right") for place, cell in enumerate(row)))
    return made


def heading(text: str) -> Text:
    """A section's heading, set off by a blank line above."""
    return Text("\n" + text, style="bold")

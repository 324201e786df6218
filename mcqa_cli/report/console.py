"""Consoles and small parts that every view shares; all text from files passes through `terminal.clean`."""

import errno
import io
import os
import re
from collections.abc import Iterable, Sequence
from typing import IO, Any, Final

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mcqa_cli.terminal import clean

PIPED_WIDTH: Final = 80
# Groups in a table of a field, unless --top says otherwise.
SHOWN_GROUPS: Final = 20
_BAR: Final = "▏▎▍▌▋▊▉█"
_TRAILING: Final = re.compile(r" +$", re.MULTILINE)


class _Console(Console):
    def on_broken_pipe(self) -> None:
        # Rich would end the process here; what a lost reader means is the command's to decide.
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


class _Unpadded(io.TextIOBase):
    """A text stream without the spaces with which rich fills up the lines of tables."""

    def __init__(self, file: IO[str]) -> None:
        self.file = file

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(self.file, "encoding", None) or "utf-8"

    def write(self, text: str, /) -> int:
        return self.file.write(_TRAILING.sub("", text))

    def flush(self) -> None:
        self.file.flush()


def console(file: IO[str]) -> Console:
    """A console on a text stream: plain, and PIPED_WIDTH wide, where that is no terminal (COLUMNS overrides)."""
    terminal = file.isatty()
    columns = os.environ.get("COLUMNS", "")
    width = None if terminal else int(columns) if columns.isdigit() and int(columns) > 0 else PIPED_WIDTH
    return _Console(
        file=file if terminal else _Unpadded(file),  # type: ignore[arg-type]
        width=width,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
        legacy_windows=False,
    )


def percent(share: float | None) -> str:
    """A share for a reader; a dash where there is none."""
    return "–" if share is None else f"{share * 100:.1f} %"


def interval(bounds: Sequence[float] | None, digits: int = 1) -> str:
    """A 95 % interval of a share, in percent."""
    return "–" if not bounds else f"{bounds[0] * 100:.{digits}f}–{bounds[1] * 100:.{digits}f}"


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
    """How a group's value is shown; the values of a cross table stand side by side."""
    if value is None:
        return "(none)"
    if isinstance(value, list):
        return " · ".join(map(group_name, value))
    return clean(value) if value != "" else '""'


def heading(text: str) -> Text:
    """A section's heading, set off by a blank line above."""
    return Text("\n" + text, style="bold")


def bullets(out: Console, lines: Iterable[str | tuple[str, str | None]]) -> None:
    """Notes, one below the other; a long one goes on under its own beginning.

    lines: texts, or (text, place) with an example `file:line`, which is never broken.
    """
    for line in lines:
        text, place = (line, None) if isinstance(line, str) else line
        text, shown = clean(text), f"({clean(place)})" if place else ""
        apart = cell_len(shown) > out.width - 2
        made = Table.grid(padding=(0, 1, 0, 0))
        made.add_column(no_wrap=True)
        made.add_column(overflow="fold")
        made.add_row("-", Text(text if apart or not shown else f"{text} {shown}"))
        out.print(made)
        if apart:
            out.print(Text(f"  {shown}"), soft_wrap=True)

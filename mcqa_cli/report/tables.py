"""Tables that fit the room: what can be spared goes before a name is broken or a figure cut."""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from rich.box import Box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

# A rule below the heading, and nothing else; on terminals only.
_RULE: Final = Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
_GAP: Final = 2
# Prose is broken between words down to this many columns, a name that cannot be had whole into pieces of this many.
_PROSE: Final = 24
_PIECE: Final = 16


class Kind(Enum):
    """How a column behaves. A place (`file:line`) is never broken: where it has no room it is listed below."""

    NAME = "name"
    NUMBER = "number"
    BAR = "bar"
    PROSE = "prose"
    PLACE = "place"


class Column(NamedTuple):
    """A column. spare: 0 for what must stay, else its rank: the lowest ranks are dropped first where room is short."""

    title: str
    kind: Kind = Kind.NUMBER
    spare: int = 0


Rows = Sequence[Sequence[str]]


def fits(out: Console, columns: Sequence[Column], rows: Rows) -> bool:
    """Whether all columns have the room that they want."""
    return sum(_widths(columns, rows)) + _GAP * (len(columns) - 1) <= out.width


def table(out: Console, columns: Sequence[Column], rows: Rows) -> None:
    """Print a table: text to the left, numbers to the right. The first column names the rows."""
    shown = list(range(len(columns)))
    below: list[tuple[str, str]] = []

    def picked() -> tuple[list[Column], list[list[str]]]:
        return [columns[place] for place in shown], [[row[place] for place in shown] for row in rows]

    places = [place for place in shown if columns[place].kind is Kind.PLACE]
    for place in places:
        if not fits(out, *picked()):
            shown.remove(place)
            below += [(row[0], row[place]) for row in rows if row[place]]
    for rank in sorted({columns[place].spare for place in shown} - {0}):
        if not fits(out, *picked()):
            shown = [place for place in shown if columns[place].spare != rank]
    out.print(_drawn(out, *picked()))
    for name, text in below:
        out.print(Text(f"  {name}: {text}"), soft_wrap=True)


def _widths(columns: Sequence[Column], rows: Rows) -> list[int]:
    wanted = []
    for place, column in enumerate(columns):
        texts = [column.title, *(row[place] for row in rows)]
        most = max(cell_len(line) for text in texts for line in text.split("\n"))
        wanted.append(min(most, _PROSE) if column.kind is Kind.PROSE else most)
    return wanted


def _drawn(out: Console, columns: Sequence[Column], rows: Rows) -> Table:
    ruled = out.is_terminal
    # The rule brings a column of its own between the others.
    made = Table(
        box=_RULE if ruled else None,
        pad_edge=False,
        padding=(0, _GAP - ruled, 0, 0),
        show_edge=False,
        show_header=any(column.title for column in columns),
    )
    for column, wanted in zip(columns, _widths(columns, rows), strict=True):
        right = column.kind is Kind.NUMBER
        made.add_column(
            Text(column.title, justify="right" if right else "left"),
            justify="right" if right else "left",
            overflow="fold",
            no_wrap=column.kind in (Kind.NUMBER, Kind.BAR),
            min_width=min(wanted, _PIECE) if column.kind is Kind.NAME else None,
            header_style="bold",
        )
    for row in rows:
        made.add_row(*(Text(cell, justify="right" if column.kind is Kind.NUMBER else "left")
                       for column, cell in zip(columns, row, strict=True)))  # fmt: skip
    return made

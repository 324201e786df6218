"""The list of grading modes for a person."""

from collections.abc import Mapping
from typing import IO

from rich.padding import Padding
from rich.text import Text

from mcqa_cli.model import Mode
from mcqa_cli.report.console import console
from mcqa_cli.terminal import clean


def show(modes: Mapping[str, Mode], file: IO[str]) -> None:
    """Draw the list: name, rule, and a text that the mode reads as B."""
    out = console(file)
    for name, mode in modes.items():
        out.print(Text(name, style="bold"))
        out.print(Padding(Text(mode.summary), (0, 0, 0, 4)))
        out.print(Padding(Text(f"reads as B: {clean(mode.example)}"), (0, 0, 1, 4)))

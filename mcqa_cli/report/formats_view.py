"""The formats for a person: the list of them, and what a file was taken for."""

import json
from typing import IO, Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mcqa_cli.formats.fields import EXAMPLE
from mcqa_cli.report.console import bullets, console, heading
from mcqa_cli.terminal import clean
from mcqa_cli.words import counted


def show(listed: list[dict[str, Any]], file: IO[str]) -> None:
    """Draw the list of formats, with the fields that each is read from."""
    out = console(file)
    for one in listed:
        out.print(Text(one["format"], style="bold"))
        out.print(Padding(Text(one["summary"]), (0, 0, 0, 4)))
        out.print(Padding(_pairs(one["fields"]), (0, 0, 1, 4)))
    out.print(Text(f"Any other rows: {EXAMPLE}"))


def show_file(found: dict[str, Any], file: IO[str]) -> None:
    """Draw what a file is, one of its rows, and what is missing. found: as `looking.as_json` gives it."""
    out = console(file)
    names = (
        ", ".join(f"{name} ({counted(rows, 'row')})" for name, rows in found["formats"].items()) or "no known format"
    )
    kind = f" in {found['container']}" if found["container"] else ""
    out.print(Text(f"{clean(found['file'])}: {names}{kind}", style="bold"))
    if not found["whole_file"]:
        out.print(Text(f"(by its first {counted(found['rows_looked_at'], 'row')})"))
    if found["container"]:
        out.print(Text("It is no JSONL; graded rows come out as JSONL, one a line."))
    if found["row"]:
        tried = found["fields_tried"]
        seen = f"would see it with --fields {clean(tried)}" if tried else "sees it"
        out.print(heading(f"Line {found['line']}, as the grader {seen}"))
        out.print(_pairs({name.replace("_", " "): _shown(value) for name, value in found["row"].items()}))
    _lines(out, "Missing", found["missing"])
    _lines(out, "Notes", found["notes"])
    _lines(
        out,
        "Rows that cannot be graded (the first with each code)",
        [f"line {one['line']}: {one['code']}: {one['message']}" for one in found["refused"]],
    )


def _lines(out: Console, title: str, texts: list[str]) -> None:
    if texts:
        out.print(heading(title))
        bullets(out, texts)


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "\n".join(f"{label}: {text}" for label, text in value.items())
    return json.dumps(value, ensure_ascii=False, default=str)


def _pairs(pairs: dict[str, str]) -> Table:
    made = Table.grid(padding=(0, 2, 0, 0))
    made.add_column(no_wrap=True)
    made.add_column(overflow="fold")
    for name, value in pairs.items():
        made.add_row(Text(name, style="dim"), Text("\n".join(clean(line) for line in value.split("\n"))))
    return made

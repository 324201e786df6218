"""The grading modes for a person: the list of them, and the comparison of all of them on a file."""

from collections.abc import Mapping
from typing import IO, Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from mcqa_cli.model import RULE_SETS, Mode
from mcqa_cli.report.console import bullets, console, count, heading, percent
from mcqa_cli.report.tables import Column, Kind, table
from mcqa_cli.terminal import clean
from mcqa_cli.words import counted

# Two words over each other, so that the table fits 80 columns.
_COLUMNS: Final = ("", "accuracy", "answered", "among\nanswered", "≠ own")
_WRITTEN: Final = "≠ file"
_INDENT: Final = "  "


def show(modes: Mapping[str, Mode], file: IO[str]) -> None:
    """Draw the list: name, rule, and a text that the mode reads as B."""
    out = console(file)
    for name, mode in modes.items():
        out.print(Text(name, style="bold"))
        out.print(Padding(Text(mode.summary), (0, 0, 0, 4)))
        out.print(Padding(Text(f"reads as B: {clean(mode.example)}"), (0, 0, 1, 4)))


def show_comparison(report: dict[str, Any], file: IO[str]) -> None:
    """Draw the report of `mcqa modes FILE`."""
    out = console(file)
    rows, own = report["rows"], report["own"]
    out.print(
        Text(
            f"{counted(rows['read'], 'row')} read, {count(rows['graded'])} gradable, {count(rows['ungraded'])} ungraded"
        )
    )
    if report["other_views"]:
        out.print(Text(f"{count(report['other_views'])} more are further views of responses that are counted once"))
    if rows["graded"]:
        asked = ", ".join(f"{clean(mode)} ({count(number)})" for mode, number in own["modes"].items())
        rules = ", ".join(own["rules"]) or RULE_SETS[0]
        what = "the rows' own modes"
        if own["recorded"]:
            of = "" if own["recorded"] == rows["graded"] else f" (recorded of {counted(own['recorded'], 'row')})"
            what = f"the rows' own grading, as their mcqa objects record it{of}"
        out.print(Text(f"{what}, {rules} rules: {asked or 'none that exists'}"))
        _tables(out, report)
        _explain(out, report)
    if report["ungraded"]:
        out.print(heading("Rows that cannot be graded"))
        lines = [(one["code"], count(one["rows"]), clean(one["example"])) for one in report["ungraded"]]
        table(out, (Column("code", Kind.NAME), Column("rows"), Column("example", Kind.PLACE)), lines)
    out.print(Text("\n" + clean(report["conclusion"]), style="bold"))


def _tables(out: Console, report: dict[str, Any]) -> None:
    has_written = bool(report["rows_with_written_letter"])
    columns = (*_COLUMNS, _WRITTEN) if has_written else _COLUMNS
    passes = {True: "With the rows' own regexes first", False: "By the modes alone (--no-regex)"}
    if not report["rows_with_regex"]:
        passes = {False: "Every mode (no row has a regex of its own)"}
    for regex, title in passes.items():
        out.print(heading(title))
        lines = []
        if regex == bool(report["rows_with_regex"]):
            lines.append(_line("as the rows ask", report["own"], has_written))
        listed = [one for one in report["modes"] if one["regex"] == regex]
        for rules in RULE_SETS:
            lines.append((f"rules {rules}", *[""] * (len(columns) - 1)))
            lines += [
                _line(_INDENT + one["mode"], one, has_written)
                for one in listed
                if one["rules"] == rules and not one["ours"]
            ]
        lines.append(("the same under both", *[""] * (len(columns) - 1)))
        lines += [_line(_INDENT + one["mode"], one, has_written) for one in listed if one["ours"]]
        table(out, (Column(columns[0], Kind.NAME), *map(Column, columns[1:])), lines)


def _line(name: str, one: dict[str, Any], has_written: bool) -> tuple[str, ...]:
    cells = (
        name,
        percent(one["accuracy"]),
        percent(one["answered_share"]),
        percent(one["accuracy_among_answered"]),
        count(one["differs_from_own"]),
    )
    return (*cells, count(one["differs_from_written"])) if has_written else cells


def _explain(out: Console, report: dict[str, Any]) -> None:
    notes = ["≠ own: rows whose letter differs from what the rows' own mode and regex give"]
    if report["rows_with_written_letter"]:
        notes.append(
            "≠ file: rows whose letter differs from the extracted_answer that the file holds"
            f" ({_have(report['rows_with_written_letter'], 'holds', 'hold')} one)"
        )
    if report["rows_with_regex"]:
        notes.append(f"rows with a regex of their own: {count(report['rows_with_regex'])}")
    if report["rows_whose_texts_differ"]:
        notes.append(
            f"rows whose last assistant message is not all assistant text: {count(report['rows_whose_texts_differ'])};"
            " gym-0.7 reads all of it, unless --text says otherwise"
        )
    graded = report["rows"]["graded"]
    few = [one["rows"] for one in report["modes"] if not one["ours"] and one["rows"] < graded]
    if few:
        notes.append(
            f"modes other than our own: of {counted(min(few), 'row')} only;"
            " the labels of the others are no single letters"
        )
    own = report["own"]["rows"]
    if own < graded:
        notes.append(f"as the rows ask: of {counted(own, 'row')} only; the own mode of the others cannot grade them")
    if report["inputs_files"]:
        notes.insert(0, f"joined with {', '.join(report['inputs_files'])}")
    out.print()
    bullets(out, notes)


def _have(rows: int, one: str, several: str) -> str:
    return f"{counted(rows, 'row')} {one if rows == 1 else several}"

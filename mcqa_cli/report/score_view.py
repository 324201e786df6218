"""The report of `mcqa score` for a person."""

import re
from typing import IO, Any, Final

from rich.console import Console
from rich.text import Text

from mcqa_cli.report.console import SHOWN_GROUPS, bullets, console, count, group_name, heading, interval, percent
from mcqa_cli.report.tables import Column, Kind, table
from mcqa_cli.terminal import clean
from mcqa_cli.words import counted

_GROUPS: Final = (
    Column("", Kind.NAME),
    Column("rows"),
    Column("accuracy"),
    Column("95 %"),
    Column("no answer"),
    Column("if answered", spare=1),
)
FAILURES: Final = (Column("reason", Kind.NAME), Column("rows"), Column("share"), Column("example", Kind.PLACE))
UNGRADED: Final = (
    Column("code", Kind.NAME),
    Column("rows"),
    Column("example", Kind.PLACE),
    Column("what the first one has", Kind.PROSE),
)
_PROPOSED: Final = re.compile(r"--fields text=(?!PATH)[^ …]+$")
_CHANGES: Final = {"0_to_1": "0 → 1", "1_to_0": "1 → 0", "letter_changed": "letter changed", "same": "same"}


def show(report: dict[str, Any], file: IO[str]) -> None:
    """Draw the report on a text stream."""
    out = console(file)
    rows, overall = report["rows"], report["overall"]
    if report["stopped"]:
        written = "standard output is cut off here" if report["outputs"] else "nothing was written"
        out.print(Text(f"stopped early ({report['stopped']}): {written}; the figures are of the rows so far"))
    out.print(
        Text(
            f"{counted(rows['read'], 'row')} read, {count(rows['graded'])} graded, {count(rows['ungraded'])} ungraded"
            f" · rules {report['rules']} · {', '.join(report['formats']) or 'no format'}"
        )
    )
    if report["other_views"]:
        out.print(Text(f"{count(report['other_views'])} more are further views of responses that are counted once"))
    _headline(out, overall, rows["read"])
    names = {"grading_mode": "By grading mode", "template_id": "By template_id"}
    for field, groups in report["groups"].items():
        if not groups or (field == "template_id" and all(one["value"] is None for one in groups)):
            continue
        _groups(out, names.get(field, f"By {clean(field)}"), groups)
    _failures(out, report)
    _ungraded(out, report["ungraded"])
    _regrade(out, report["regrade"])
    _notes(out, report)


def _headline(out: Console, overall: dict[str, Any], read: int) -> None:
    if not overall["rows"]:
        out.print(Text("accuracy: none, no row was graded"))
        return
    out.print(
        Text(
            f"accuracy {percent(overall['accuracy'])} (95 % {interval(overall['accuracy_interval'])}):"
            f" {count(overall['correct'])} correct of {count(overall['rows'])} graded, of {count(read)} read",
            style="bold",
        )
    )
    line = (
        f"answered {percent(overall['answered_share'])}, no answer {percent(overall['no_answer_share'])}"
        f" ({count(overall['no_answer'])}); accuracy among the answered {percent(overall['accuracy_among_answered'])}"
    )
    out.print(Text(line))
    if overall["truncated"]:
        out.print(Text(f"cut off: {counted(overall['truncated'], 'response')}"))


def _groups(out: Console, title: str, groups: list[dict[str, Any]]) -> None:
    lines = []
    for one in groups[:SHOWN_GROUPS]:
        lines.append(_figures(group_name(one["value"]), one))
        via = one.get("via", {})
        if set(via) - {"mode"}:
            words = {"regex": "  by the row's regex", "fallback": "  fallen back", "mode": "  without a regex"}
            lines += [_figures(words[name], part) for name, part in via.items()]
    out.print(heading(title))
    table(out, _GROUPS, lines)
    if len(groups) > SHOWN_GROUPS:
        out.print(Text(f"… and {len(groups) - SHOWN_GROUPS:,} more (all of them in --json)"))


def _figures(name: str, one: dict[str, Any]) -> tuple[str, ...]:
    return (
        name,
        count(one["rows"]),
        percent(one["accuracy"]),
        interval(one["accuracy_interval"]),
        percent(one["no_answer_share"]),
        percent(one["accuracy_among_answered"]),
    )


def _failures(out: Console, report: dict[str, Any]) -> None:
    fell_back = report["regex"]["fell_back"]
    if report["failures"]:
        out.print(heading("Rows without an answer, by reason"))
        lines = [
            (one["reason"], count(one["rows"]), percent(one["share"]), clean(one["example"] or ""))
            for one in report["failures"]
        ]
        table(out, FAILURES, lines)
    if fell_back:
        parts = ", ".join(f"{name} {count(rows)}" for name, rows in fell_back.items())
        out.print(Text(f"regex fell back to the mode: {parts}"))


def _ungraded(out: Console, ungraded: list[dict[str, Any]]) -> None:
    if ungraded:
        out.print(heading("Rows that cannot be graded"))
        lines = [
            (one["code"], count(one["rows"]), clean(one["example"] or ""), clean(one["message"])) for one in ungraded
        ]
        table(out, UNGRADED, lines)
        for proposed in dict.fromkeys(found[0] for one in ungraded if (found := _PROPOSED.search(one["message"]))):
            out.print(Text(clean(proposed)), soft_wrap=True)  # to be copied, so in one piece


def _regrade(out: Console, regrade: dict[str, Any]) -> None:
    known = {change: regrade[change] for change in _CHANGES if regrade[change]}
    if not known and not regrade["not_comparable"]:
        return
    out.print(heading("Against the rewards that the rows came with"))
    parts = []
    for change, rows in known.items():
        example = regrade["examples"].get(change)
        parts.append(f"{_CHANGES[change]}: {count(rows)}" + (f" ({clean(example)})" if example else ""))
    if regrade["not_comparable"]:
        parts.append(f"neither 0 nor 1, not compared: {count(regrade['not_comparable'])}")
    out.print(Text(", ".join(parts)))


def _notes(out: Console, report: dict[str, Any]) -> None:
    lines: list[str | tuple[str, str | None]] = [(one["text"], one["example"]) for one in report["notes"]]
    if report["inputs_files"]:
        lines.insert(0, f"joined with {', '.join(report['inputs_files'])}")
    if report["format_reward"]:
        kept = report["format_reward"]
        lines.append(f"format reward {percent(kept['mean'])} of {counted(kept['rows'], 'row')} (in no reward)")
    if lines:
        out.print(heading("Notes"))
        bullets(out, lines)
    for gate in report["gates"]:
        if not gate["passed"]:
            out.print(Text(clean(gate["message"]), style="bold red"))

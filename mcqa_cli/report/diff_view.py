"""The report of `mcqa diff` for a person."""

from typing import IO, Any, Final

from rich.console import Console
from rich.text import Text

from mcqa_cli.paired import STATES
from mcqa_cli.report.console import SHOWN_GROUPS, bullets, console, count, group_name, heading, percent
from mcqa_cli.report.stats_view import NAMES, number
from mcqa_cli.report.tables import Column, Kind, table
from mcqa_cli.terminal import clean
from mcqa_cli.words import counted

# After A and B: shares in percent and their difference in points, or mean rewards.
_GROUPS: Final = (
    Column("diff"),
    Column("95 %"),
    Column("gained", spare=1),
    Column("lost", spare=1),
)
_TESTS: Final = {
    "mcnemar_exact": "exact McNemar test",
    "sign_flip_exact": "sign-flip test over tasks",
    "sign_flip_sampled": "sign-flip test over tasks, sampled",
}


def difference(figures: dict[str, Any]) -> str:
    """Write a difference with its sign: of accuracies in percentage points, of mean rewards as it is."""
    return _signed(figures, figures["difference"])


def difference_span(figures: dict[str, Any]) -> str:
    """Write its interval."""
    bounds = figures["difference_interval"]
    return "–" if not bounds else f"{_signed(figures, bounds[0])} to {_signed(figures, bounds[1])}"


def _signed(figures: dict[str, Any], value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:+.4g}" if figures["accuracy_a"] is None else f"{value * 100:+.1f}"


def p_value(overall: dict[str, Any]) -> str:
    """Write a p-value with its test; nothing where there is none."""
    p = overall["p_value"]
    if p is None:
        return ""
    shown = "p < 0.0001" if p < 1e-4 else f"p = {p:.2g}"
    error = f" ± {overall['p_value_error']:.1g}" if overall["p_value_error"] else ""
    return f"{_TESTS[overall['p_value_method']]}: {shown}{error}"


def show(report: dict[str, Any], file: IO[str]) -> None:
    """Draw the report on a text stream."""
    out = console(file)
    rows, overall = report["rows"], report["overall"]
    out.print(Text(f"A {clean(report['inputs'][0])}: {counted(rows['a'], 'row')}"))
    out.print(Text(f"B {clean(report['inputs'][1])}: {counted(rows['b'], 'row')}"))
    out.print(Text(_matched(report)))
    _headline(out, overall)
    _transitions(out, report["transitions"])
    for field, groups in report["groups"].items():
        if any(one["value"] is not None for one in groups):
            _groups(out, NAMES.get(field, f"By {clean(field)}"), groups, report["top"] or SHOWN_GROUPS)
    _changed(out, report)
    lines = [one["text"] for one in report["notes"]]
    if report["inputs_files"]:
        lines.insert(0, f"joined with {', '.join(report['inputs_files'])}")
    if lines:
        out.print(heading("Notes"))
        bullets(out, lines)


def _matched(report: dict[str, Any]) -> str:
    rows, overall = report["rows"], report["overall"]
    paired = report["matched_by"] != "tasks"
    parts = [
        report["matched_by_meaning"],
        counted(overall["pairs"], "pair") if paired else counted(overall["tasks"], "task"),
    ]
    if paired and rows["same_responses"] is not None:
        parts.append(f"{count(rows['same_responses'])} with the same response")
    for side in ("a", "b"):
        if rows[f"only_{side}"]:
            examples = ", ".join(clean(place) for place in rows[f"examples_only_{side}"][:2])
            parts.append(f"{counted(rows[f'only_{side}'], 'row')} only in {side.upper()} ({examples})")
    if rows["ungraded_pairs"]:
        parts.append(f"{counted(rows['ungraded_pairs'], 'pair')} without a reward on one side, in no figure")
    if report["other_views"]:
        parts.append(f"{count(report['other_views'])} more are further views of responses that are counted once")
    if rows["unreadable"]:
        parts.append(f"{counted(rows['unreadable'], 'line')} could not be read")
    return "; ".join(parts)


def _headline(out: Console, overall: dict[str, Any]) -> None:
    if overall["difference"] is None:
        out.print(Text("nothing to compare: no pair has a reward on both sides", style="bold"))
        return
    if overall["accuracy_a"] is None:
        text = f"mean reward {number(overall['mean_reward_a'])} → {number(overall['mean_reward_b'])}"
        spread = f" (95 % {difference_span(overall)})" if overall["difference_interval"] else ""
        text += f": difference {difference(overall)}{spread}"
    else:
        text = (
            f"accuracy {percent(overall['accuracy_a'])} → {percent(overall['accuracy_b'])}: difference "
            f"{difference(overall)} points (95 % {difference_span(overall)})"
        )
    out.print(Text(text, style="bold"))
    tested = p_value(overall)
    if overall["flips"] is None:
        out.print(Text(f"{count(overall['changed'])} changed; {tested}"))
        return
    gained, lost = count(overall["gains"]), count(overall["losses"])
    out.print(
        Text(
            f"{counted(overall['flips'], 'flip')} ({percent(overall['flip_share'])}): {gained} gained, {lost} lost; "
            f"{count(overall['changed'])} changed in all; {tested}"
        )
    )


def _transitions(out: Console, transitions: list[dict[str, Any]]) -> None:
    if not transitions:
        return
    rows = {(one["from"], one["to"]): one["rows"] for one in transitions}
    used = [state for state in STATES if any(rows[state, other] or rows[other, state] for other in STATES)]
    out.print(heading("From A (down) to B (across)"))
    lines = [(state, *(count(rows[state, other]) for other in used)) for state in used]
    table(out, (Column("", Kind.NAME), *map(Column, used)), lines)
    others = rows["wrong", "wrong, other letter"]
    if others:
        out.print(Text(f"{count(others)} stay wrong with another letter"))


def _groups(out: Console, title: str, groups: list[dict[str, Any]], shown: int) -> None:
    lines = [
        (
            group_name(one["value"]),
            count(one["pairs"]),
            _share(one["accuracy_a"], one["mean_reward_a"]),
            _share(one["accuracy_b"], one["mean_reward_b"]),
            difference(one),
            difference_span(one),
            count(one["gains"]),
            count(one["losses"]),
        )
        for one in groups[:shown]
    ]
    unit = "" if all(one["accuracy_a"] is None for one in groups) else " %"
    out.print(heading(title))
    columns = (Column("", Kind.NAME), Column("pairs", spare=2), Column(f"A{unit}"), Column(f"B{unit}"), *_GROUPS)
    table(out, columns, lines)
    if len(groups) > shown:
        out.print(Text(f"… and {len(groups) - shown:,} more (all of them in --json)"))


def _share(accuracy: float | None, mean: float | None) -> str:
    return number(mean) if accuracy is None else f"{accuracy * 100:.1f}"


def _changed(out: Console, report: dict[str, Any]) -> None:
    rows = report["changed"]
    if not rows or report["matched_by"] == "tasks":
        return
    lines = [
        (
            clean(one["a"]["at"]).rpartition(":")[2],
            f"{clean(_text(one['task']))} / {clean(_text(one['rollout']))}",
            one["change"],
            f"{_letter(one['a'])} → {_letter(one['b'])}",
            clean(_text(one["gold"])),
        )
        for one in rows
    ]
    out.print(heading("Changed"))
    columns = (
        Column("line\nof A"),
        *(Column(name, Kind.NAME) for name in ("task / rollout", "change", "letter", "gold")),
    )
    table(out, columns, lines)
    if report["overall"]["changed"] > len(rows):
        out.print(Text(f"… and {report['overall']['changed'] - len(rows):,} more (--changed FILE writes all of them)"))


def _text(value: Any) -> str:
    return "–" if value is None else str(value)


def _letter(verdict: dict[str, Any]) -> str:
    rule = f" ({clean(verdict['rule'])})" if verdict["rule"] else ""
    return f"{clean(_text(verdict['letter']))}{rule}"

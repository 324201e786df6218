"""Reports of `stats` and `diff` as CSV and as Markdown: plain text, safe to open in a spreadsheet or to post."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

from mcqa_cli.report.console import count, group_name, interval, percent
from mcqa_cli.report.diff_view import difference, difference_span
from mcqa_cli.report.stats_view import are_means, letter_warnings, mean_span, number
from mcqa_cli.terminal import clean
from mcqa_cli.words import counted

# A cell that starts so is run as a formula by spreadsheets.
_FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_MARKDOWN: Final = str.maketrans(
    {char: f"\\{char}" for char in "\\|`*_[]#~"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
)

STATS_COLUMNS: Final = (
    "section", "name", "rows", "graded", "ungraded", "tasks", "correct", "answered", "no_answer", "truncated",
    "accuracy", "accuracy_low", "accuracy_high", "answered_share", "no_answer_share", "accuracy_among_answered",
    "truncated_share", "accuracy_without_truncated", "mean_reward", "mean_reward_low", "mean_reward_high",
    "k", "left_out", "avg_at_k", "pass_at_k", "pass_hat_k", "majority_at_k",
)  # fmt: skip
DIFF_COLUMNS: Final = (
    "section", "name", "pairs", "tasks", "changed", "flips", "gains", "losses", "accuracy_a", "accuracy_b",
    "mean_reward_a", "mean_reward_b", "difference", "difference_low", "difference_high",
)  # fmt: skip


def cell(value: Any) -> Any:
    """Give a CSV cell: numbers as they are, null as nothing, a text that a spreadsheet would run after a `'`."""
    if value is None or isinstance(value, bool) or not isinstance(value, int | float):
        text = "" if value is None else group_name(value) if isinstance(value, bool) else clean(value)
        return f"'{text}" if text.startswith(_FORMULA) else text
    return value


def csv_text(report: dict[str, Any]) -> str:
    """All groups of a report, one line each; figures are fractions, as in the JSON."""
    out = io.StringIO()
    columns = STATS_COLUMNS if report["command"] == "stats" else DIFF_COLUMNS
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for line in _lines(report):
        flat = dict(line)
        for name in ("accuracy", "mean_reward", "difference"):
            low, high = line.get(f"{name}_interval") or (None, None)
            flat[f"{name}_low"], flat[f"{name}_high"] = low, high
        writer.writerow({name: cell(flat.get(name)) for name in columns})
    return out.getvalue()


def _lines(report: dict[str, Any]) -> Iterable[dict[str, Any]]:
    yield {"section": "overall", "name": "", **report["overall"]}
    for field, groups in report["groups"].items():
        for one in groups[: report["top"]]:
            yield {"section": field, "name": _group(one["value"]), **one}
    for one in report.get("repeats", ()):
        yield {"section": "repeats", "name": one["k"], **one}


def _group(value: Any) -> Any:
    return " · ".join(group_name(part) for part in value) if isinstance(value, list) else value


def markdown_text(report: dict[str, Any]) -> str:
    """Give the report for a job summary: a headline, tables, warnings and gates."""
    parts = _stats_parts(report) if report["command"] == "stats" else _diff_parts(report)
    parts += [f"- {_escape(one['text'])}" for one in report["notes"]]
    parts += [f"- {'✅' if one['passed'] else '❌'} `{_code(one['gate'])}`{_why(one)}" for one in report["gates"]]
    return "\n".join(parts) + "\n"


def _why(gate: dict[str, Any]) -> str:
    return "" if gate["passed"] else f": {_escape(gate['message'])}"


def _code(text: str) -> str:
    return clean(text).replace("`", "'")


def _escape(value: Any) -> str:
    return clean(value).translate(_MARKDOWN)


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> list[str]:
    rule = ["---" if place < left else "---:" for place in range(len(columns))]
    body = [list(map(_escape, row)) for row in rows]
    return ["", *(f"| {' | '.join(line)} |" for line in ([_escape(name) for name in columns], rule, *body)), ""]


def _stats_parts(report: dict[str, Any]) -> list[str]:
    rows, overall = report["rows"], report["overall"]
    parts = ["## mcqa stats", ""]
    if overall["accuracy"] is not None:
        parts.append(
            f"**Accuracy {percent(overall['accuracy'])}** (95 % {interval(overall['accuracy_interval'])}): "
            f"{count(overall['correct'])} correct of {count(overall['graded'])} graded, of {count(rows['read'])} read; "
            f"no answer {percent(overall['no_answer_share'])}"
        )
    elif overall["mean_reward"] is not None:
        parts.append(f"**Mean reward {overall['mean_reward']:.4g}** over {counted(overall['graded'], 'row')}")
    else:
        parts.append("**No row has a reward**")
    repeated = [one for one in report["repeats"] if one["k"] > 1]
    if repeated:
        columns = ("k", "avg@k", "pass@k", "pass^k", "majority@k", "tasks", "left out")
        names = ("avg_at_k", "pass_at_k", "pass_hat_k", "majority_at_k")
        lines = [
            (str(one["k"]), *(percent(one[name]) for name in names), count(one["tasks"]), count(one["left_out"]))
            for one in report["repeats"]
        ]
        parts += _table(columns, lines)
    for field, groups in report["groups"].items():
        if any(one["value"] is not None for one in groups):
            means = are_means(groups)
            lines = [
                (
                    group_name(_group(one["value"])),
                    count(one["graded"]),
                    *((number(one["mean_reward"]), mean_span(one["mean_reward_interval"])) if means else
                      (percent(one["accuracy"]), interval(one["accuracy_interval"]))),
                    percent(one["no_answer_share"]),
                )
                for one in groups[: report["top"]]
            ]  # fmt: skip
            parts += _table((field, "rows", "mean reward" if means else "accuracy", "95 %", "no answer"), lines)
    parts += [f"- {_escape(text)}" for text in letter_warnings(report["letters"])]
    return parts


def _diff_parts(report: dict[str, Any]) -> list[str]:
    overall = report["overall"]
    parts = ["## mcqa diff", ""]
    if overall["difference"] is None:
        parts.append("**Nothing could be compared**")
    else:
        means = overall["accuracy_a"] is None
        figure, unit, show = ("Mean reward", "", number) if means else ("Accuracy", " points", percent)
        names = ("mean_reward_a", "mean_reward_b") if means else ("accuracy_a", "accuracy_b")
        before, after = (show(overall[name]) for name in names)
        flips = "– flips" if overall["flips"] is None else counted(overall["flips"], "flip")
        parts.append(
            f"**{figure} {before} → {after}** (difference {difference(overall)}{unit}, "
            f"95 % {difference_span(overall)}; p = {overall['p_value']:.3g}), "
            f"{counted(overall['pairs'], 'pair')}, {flips}"
        )
    lines = [(one["from"], one["to"], count(one["rows"])) for one in report["transitions"] if one["rows"]]
    if lines:
        parts += _table(("A", "B", "rows"), lines, left=2)
    return parts

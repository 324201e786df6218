"""The comparison of all modes on one file → the report of `mcqa modes FILE`, as plain data."""

from typing import Any

from mcqa_cli import __version__
from mcqa_cli.errors import UNGRADED
from mcqa_cli.summary import SCHEMA
from mcqa_cli.tally import Tally
from mcqa_cli.variants import READER, Comparison


def summarize(comparison: Comparison, tally: Tally, inputs: tuple[str, ...], joined: tuple[str, ...]) -> dict[str, Any]:
    """Make the whole report. Shares are fractions from 0 to 1; a figure that cannot be had is null.

    `modes` holds each mode, under each rule set, once with and once without the rows' regexes. `differs_from_own`
    counts rows whose letter is not the one that the row's own mode and regex give (under the mode and rules that its
    `mcqa` object records, else under its mode and the documented rules);
    `differs_from_written` those whose letter is not the `extracted_answer` that the row holds; `differs_from_reader`
    those whose letter is not the one of mode robust.
    """
    made: dict[str, Any] = {
        "schema": SCHEMA,
        "command": "modes",
        "version": __version__,
        "inputs": list(inputs),
        "inputs_files": list(joined),
        "rows": {"read": tally.read, "graded": comparison.graded, "ungraded": tally.not_graded},
        "other_views": tally.other_views,
        "rows_with_regex": comparison.with_regex,
        "rows_with_written_letter": comparison.compared["written"],
        "rows_whose_texts_differ": comparison.texts_differ,
        "own": {
            "modes": dict(comparison.own_modes.most_common()),
            "rules": dict(comparison.own_rules.most_common()),
            "recorded": comparison.recorded,
            **comparison.own.figures(),
            **comparison.differences(comparison.own),
        },
        "modes": list(comparison.rows()),
        "ungraded": [
            {
                "code": code,
                "rows": tally.ungraded[code],
                "meaning": meaning,
                "example": str(tally.examples[f"ungraded:{code}"]),
            }
            for code, meaning in UNGRADED.items()
            if tally.ungraded[code]
        ],
    }
    made["conclusion"] = conclusion(made)
    return made


def conclusion(report: dict[str, Any]) -> str:
    """Say how much the accuracy hangs on the mode, and which one fits the file."""
    rows = [one for one in report["modes"] if one["rows"]]
    if not rows:
        return "No row could be graded, so nothing can be said of the modes."
    if report["rows_with_regex"]:
        parts = [_range([one for one in rows if one["regex"]], "with the rows' regexes")]
        parts.append(_range([one for one in rows if not one["regex"]], "without them"))
    else:
        parts = [_range(rows, "in every mode")]
    fit = _fit(report, rows)
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in (*parts, fit) if part)


def _range(rows: list[dict[str, Any]], where: str) -> str:
    low = min(rows, key=lambda one: one["accuracy"])
    high = max(rows, key=lambda one: one["accuracy"])
    if low["accuracy"] == high["accuracy"]:
        return f"accuracy is {_percent(low['accuracy'])} {where}: it does not hang on the mode"
    points = (high["accuracy"] - low["accuracy"]) * 100
    if where == "in every mode":
        where = ""
    return (
        f"accuracy{where and ' ' + where} hangs on the mode by {points:.1f} points: from {_percent(low['accuracy'])}"
        f" ({_name(low)}) to {_percent(high['accuracy'])} ({_name(high)})"
    )


def _fit(report: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    own = report["own"]
    parts = []
    if own["rows"]:
        parts.append(f"the rows' own grading reads {_percent(own['answered_share'])} of the rows")
    reader = next((one for one in rows if one["mode"] == READER and not one["regex"]), None)
    if reader is not None:
        parts.append(f"{READER} reads {_percent(reader['answered_share'])}")
        has_regex = bool(report["rows_with_regex"])
        rivals = [one for one in rows if one["mode"] != READER and (has_regex or not one["regex"])]
        if rivals:
            near = min(rivals, key=lambda one: one["differs_from_reader"] / one["rows"])
            count = near["differs_from_reader"]
            regex = ", with the regexes" if near["regex"] else ", without the regexes" if has_regex else ""
            letters = f"{count:,} {'letter differs' if count == 1 else 'letters differ'}"
            parts.append(f"and of the other modes {_name(near)}{regex} is closest to it ({letters})")
    return ", ".join(parts)


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _name(one: dict[str, Any]) -> str:
    return str(one["mode"]) if one["ours"] else f"{one['mode']}, {one['rules']}"

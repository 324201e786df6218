"""The report of `mcqa stats` for a person."""

from collections.abc import Sequence
from typing import IO, Any, Final

from rich.console import Console
from rich.text import Text

from mcqa_cli.report.console import SHOWN_GROUPS, bar, bullets, console, count, group_name, heading, interval, percent
from mcqa_cli.report.score_view import FAILURES, UNGRADED
from mcqa_cli.report.tables import Column, Kind, fits, table
from mcqa_cli.terminal import clean
from mcqa_cli.words import counted

# More k's than this are thinned out to powers of two on the terminal; the JSON has them all.
SHOWN_KS: Final = 10
_CHANGES: Final = {"0_to_1": "0 → 1", "1_to_0": "1 → 0", "same": "same", "not_comparable": "not compared"}
NAMES: Final = {"grading_mode": "By grading mode", "template_id": "By template_id", "rule": "By deciding rule"}


def show(report: dict[str, Any], file: IO[str]) -> None:
    """Draw the report on a text stream."""
    out = console(file)
    _headline(out, report)
    _tasks(out, report["tasks"])
    _repeats(out, report["repeats"])
    for field, groups in report["groups"].items():
        one_and_missing = len(groups) == 1 and groups[0]["value"] is None
        if groups and not (field in NAMES and one_and_missing):
            _groups(out, NAMES.get(field, f"By {clean(field)}"), groups, report["top"] or SHOWN_GROUPS)
    _letters(out, report["letters"])
    _failures(out, report)
    _notes(out, report)


def number(value: float | None) -> str:
    """Write a mean reward; a dash where there is none."""
    return "–" if value is None else f"{value:.4g}"


def mean_span(bounds: Sequence[float] | None) -> str:
    """Write the interval of a mean reward; a dash where there is none."""
    return f"{bounds[0]:.3g} to {bounds[1]:.3g}" if bounds else "–"


def are_means(groups: list[dict[str, Any]]) -> bool:
    """Whether groups have mean rewards and no accuracies: there are rewards other than 0 and 1."""
    return all(one["accuracy"] is None for one in groups) and any(one["mean_reward"] is not None for one in groups)


def _headline(out: Console, report: dict[str, Any]) -> None:
    rows, overall = report["rows"], report["overall"]
    unread = f", {count(rows['unreadable'])} unreadable" if rows["unreadable"] else ""
    out.print(
        Text(
            f"{counted(rows['read'], 'row')} read, {count(rows['graded'])} with a reward, "
            f"{count(rows['ungraded'])} without{unread} · {counted(report['tasks']['graded'], 'task')}"
        )
    )
    if report["other_views"]:
        out.print(Text(f"{count(report['other_views'])} more are further views of responses that are counted once"))
    if not overall["graded"]:
        out.print(Text("accuracy: none, no row has a reward", style="bold"))
        return
    if overall["accuracy"] is None:
        bounds = overall["mean_reward_interval"]
        few = f"; {counted(overall['tasks'], 'task')} only" if overall["small"] else ""
        spread = f" (95 % {bounds[0]:.4g} to {bounds[1]:.4g}{few})" if bounds else ""
        out.print(Text(f"mean reward {number(overall['mean_reward'])}{spread}", style="bold"))
    else:
        out.print(
            Text(
                f"accuracy {percent(overall['accuracy'])} (95 % {interval(overall['accuracy_interval'])}"
                f"{_method(overall)}): {count(overall['correct'])} correct of {count(overall['graded'])} graded, "
                f"of {count(rows['read'])} read",
                style="bold",
            )
        )
        if rows["ungraded"] or rows["unreadable"]:
            out.print(
                Text(f"with what has no reward counted as wrong: {percent(report['accuracy_if_ungraded_wrong'])}")
            )
    if overall["no_answer_share"] is not None:
        out.print(
            Text(
                f"answered {percent(overall['answered_share'])}, no answer {percent(overall['no_answer_share'])} "
                f"({count(overall['no_answer'])}); accuracy among the answered "
                f"{percent(overall['accuracy_among_answered'])}"
            )
        )
    if overall["truncated"]:
        without = overall["accuracy_without_truncated"]
        after = f"; accuracy without them {percent(without)}" if without is not None else ""
        out.print(Text(f"{count(overall['truncated'])} cut off ({percent(overall['truncated_share'])}){after}"))


def _method(overall: dict[str, Any]) -> str:
    return ", clustered by task" if overall["interval_method"] == "wilson_clustered" else ""


def _tasks(out: Console, tasks: dict[str, Any]) -> None:
    sizes = tasks["rollouts_per_task"]
    if not tasks["graded"] or sizes["max"] == 1:
        return
    ragged = (
        "" if sizes["min"] == sizes["max"] else f" (from {sizes['min']} to {sizes['max']}, median {sizes['median']:g})"
    )
    out.print(heading(f"{counted(tasks['graded'], 'task')}, {sizes['mean']:.3g} rollouts each{ragged}"))
    if tasks["without_graded_rows"]:
        more = tasks["without_graded_rows"]
        out.print(Text(f"{count(more)} more {'task has' if more == 1 else 'tasks have'} no reward at all"))
    if tasks["never_solved"] is None:
        return
    bins = {
        "never solved": tasks["never_solved"],
        **tasks["in_between_by_accuracy"],
        "always solved": tasks["always_solved"],
    }
    most = max(bins.values())
    lines = [
        (name, bar(number / most if most else None, 20), count(number), percent(number / tasks["graded"]))
        for name, number in bins.items()
    ]
    columns = (Column("solved in", Kind.NAME), Column("", Kind.BAR, spare=1), Column("tasks"), Column("share"))
    table(out, columns, lines)


def _repeats(out: Console, repeats: list[dict[str, Any]]) -> None:
    if not repeats or repeats[-1]["k"] == 1:
        return
    shown = repeats
    if len(repeats) > SHOWN_KS:
        last = repeats[-1]["k"]
        shown = [one for one in repeats if one["asked"] or one["k"] & (one["k"] - 1) == 0 or one["k"] == last]
    out.print(heading("Over repeated rollouts, in % (95 % interval); no answer scores 0"))
    columns = tuple(map(Column, ("k", "avg@k", "pass@k", "pass^k", "majority@k", "tasks", "left out")))
    lines = [_figures(one, 1) for one in shown]
    if not any(one["left_out"] for one in shown):
        columns, lines = columns[:-1], [line[:-1] for line in lines]
    if not fits(out, columns, lines):
        lines = [_figures(one, 0)[: len(columns)] for one in shown]
    table(out, columns, lines)
    error = max((one["majority_sampling_error"] or 0.0 for one in repeats), default=0.0)
    if error:
        out.print(Text(f"majority@k of large tasks is sampled: standard error at most {error * 100:.2g} points"))


def _figures(one: dict[str, Any], digits: int) -> tuple[str, ...]:
    """Return one k's figures; digits: of the intervals' bounds."""
    cells = [
        "–" if one[name] is None else f"{one[name] * 100:.1f} ({interval(one[f'{name}_interval'], digits)})"
        for name in ("avg_at_k", "pass_at_k", "pass_hat_k", "majority_at_k")
    ]
    return (str(one["k"]), *cells, count(one["tasks"]), count(one["left_out"]))


def _groups(out: Console, title: str, groups: list[dict[str, Any]], shown: int) -> None:
    means = are_means(groups)
    lines: list[tuple[str, ...]] = []
    for one in groups[:shown]:
        share, bounds = one["accuracy"], interval(one["accuracy_interval"])
        drawn = bar(share)
        if means:
            share_text, bounds = number(one["mean_reward"]), mean_span(one["mean_reward_interval"])
        else:
            share_text = percent(share)
        lines.append(
            (
                group_name(one["value"]) + ("*" if one["small"] else ""),
                drawn,
                count(one["graded"]),
                count(one["tasks"]),
                share_text,
                bounds,
                percent(one["no_answer_share"]),
                percent(one["accuracy_among_answered"]),
            )
        )
    out.print(heading(title))
    columns = [
        Column("", Kind.NAME),
        Column("", Kind.BAR, spare=1),
        Column("rows"),
        Column("tasks", spare=2),
        Column("mean\nreward" if means else "accuracy"),
        Column("95 %"),
        Column("no\nanswer"),
        Column("if\nanswered", spare=3),
    ]
    if all(one["tasks"] == one["graded"] for one in groups[:shown]):
        # Says nothing that the rows do not say.
        columns, lines = columns[:3] + columns[4:], [line[:3] + line[4:] for line in lines]
    table(out, columns, lines)
    if any(one["small"] for one in groups[:shown]):
        out.print(Text("* fewer than 10 tasks"))
    if len(groups) > shown:
        out.print(Text(f"… and {len(groups) - shown:,} more (all of them in --json)"))


def _letters(out: Console, letters: dict[str, Any]) -> None:
    shown = letters["distribution"]
    if not letters["answered"] or len(shown) > 40:
        return
    out.print(heading("Letters"))
    lines = [
        (clean(one["letter"]), bar(one["chosen_share"]), bar(one["gold_share"]), count(one["chosen"]),
         percent(one["chosen_share"]), percent(one["gold_share"]))
        for one in shown
    ]  # fmt: skip
    columns = (
        Column("", Kind.NAME),
        Column("chosen", Kind.BAR, spare=1),
        Column("gold", Kind.BAR, spare=2),
        Column("rows"),
        Column("chosen"),
        Column("gold"),
    )
    table(out, columns, lines)
    common = letters["always_most_common_gold"]
    if common:
        name = clean(common["letter"])
        rows = "of the rows whose gold is known" if letters["golds_left_out"] else "of the rows"
        out.print(Text(f"always answering {name} would be right in {percent(common['accuracy'])} {rows}"))
    for warning in letter_warnings(letters):
        out.print(Text(f"warning: {clean(warning)}", style="bold yellow"))


def letter_warnings(letters: dict[str, Any]) -> list[str]:
    """Say what is odd about the letters, one sentence each."""
    found = []
    if letters["constant_gold"] is not None:
        found.append(
            f"the gold is {letters['constant_gold']} in every task: accuracy is only the share of "
            f"{letters['constant_gold']} among the answers"
        )
    for one in letters["out_of_proportion"]:
        p = "p < 0.0001" if one["p_value"] < 1e-4 else f"p = {one['p_value']:.2g}"
        found.append(
            f"{one['letter']} is chosen in {percent(one['chosen'])} of the answers but is the gold in "
            f"{percent(one['gold'])} (t test over tasks, Bonferroni corrected: {p})"
        )
    return found


def _failures(out: Console, report: dict[str, Any]) -> None:
    if report["failures"]:
        out.print(heading("Rows without an answer, by reason"))
        lines = [
            (one["reason"] or "(not recorded)", count(one["rows"]), percent(one["share"]), clean(one["example"] or ""))
            for one in report["failures"]
        ]
        table(out, FAILURES, lines)
    if report["ungraded"]:
        out.print(heading("Rows in no figure"))
        lines = [
            (one["code"], count(one["rows"]), clean(one["example"] or ""), one["meaning"]) for one in report["ungraded"]
        ]
        table(out, UNGRADED, lines)
    known = {name: report["regrade"][name] for name in _CHANGES if report["regrade"][name]}
    if known:
        out.print(heading("Against the rewards before the last grading"))
        out.print(Text(", ".join(f"{_CHANGES[name]}: {count(rows)}" for name, rows in known.items())))


def _notes(out: Console, report: dict[str, Any]) -> None:
    lines: list[str | tuple[str, str | None]] = [(one["text"], one["example"]) for one in report["notes"]]
    missing: dict[str, list[str]] = {}
    for one in report["not_recorded"]:
        missing.setdefault(one["how"], []).append(one["what"])
    lines += [f"not recorded: {', '.join(what)}; {how}" for how, what in missing.items()]
    if report["inputs_files"]:
        lines.insert(0, f"joined with {', '.join(report['inputs_files'])}")
    if lines:
        out.print(heading("Notes"))
        bullets(out, lines)

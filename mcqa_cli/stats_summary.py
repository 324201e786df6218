"""A table of counts per task → the report of `mcqa stats` as plain data, and the rows of `--tasks`.

Every share is a fraction from 0 to 1. A figure that cannot be had (no rows, not recorded, rewards that are neither 0
nor 1) is null, never 0 and never NaN. Sums are exact, so that no figure depends on the order of the rows.
"""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mcqa_cli import __version__
from mcqa_cli.errors import UNGRADED as UNREADABLE
from mcqa_cli.errors import UsageError
from mcqa_cli.model import REASONS
from mcqa_cli.scored import NO_REWARD, group_value
from mcqa_cli.scored_rows import ScoredFiles, Unread
from mcqa_cli.statistics.intervals import Interval, mean_interval, share_interval
from mcqa_cli.statistics.significance import letters_in_excess
from mcqa_cli.stats_notes import example_of, notes_on_fields, notes_on_k, notes_on_rows
from mcqa_cli.stats_repeats import repeats_of
from mcqa_cli.summary import SCHEMA, share, spelled
from mcqa_cli.task_table import (
    BLANK,
    BLANK_CORRECT,
    CORRECT,
    CUT,
    CUT_CORRECT,
    GRADED,
    REWARD,
    UNGRADED,
    UNKNOWN,
    Counts,
    Dims,
    TaskTable,
    rolled_up,
)
from mcqa_cli.words import counted

# Groups of fewer tasks are marked: their intervals are wide, and rankings among them mostly chance.
SMALL_GROUP: Final = 10
# Fewer tasks than this may well have one gold by chance.
CONSTANT_GOLD: Final = 5


@dataclass(frozen=True, slots=True)
class StatsFacts:
    """What was asked for.

    task: the field that names the task, if one was given. by: cross tables, each a tuple of fields. fields: all fields
    that rows were read with, in the order of `Dims.by`. ks: further k's. sort: the figure that groups are sorted by, or
    `value`. top: groups that are shown of each table.
    """

    inputs: tuple[str, ...]
    by: tuple[tuple[str, ...], ...] = ()
    fields: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    ks: tuple[int, ...] = ()
    sort: str = "rows"
    top: int | None = None
    task: str | None = None


def read_table(scored: ScoredFiles, threshold: float | None = None) -> TaskTable:
    """Count all rows of the files.

    Raises: UsageError for a file that cannot be read, and for a --task field that no row has.
    """
    table = TaskTable(threshold)
    for row, source, line in scored.rows():
        if isinstance(row, Unread):
            table.unread(row.code, source, line)
        else:
            table.add(row, source, line)
    field, missing = scored.fields.task, table.notes["no_task"]
    if field is not None and missing:
        if missing == table.read - table.unreadable.total():
            raise UsageError(f"--task {field}: no row has this field; name another, or leave it out")
        del table.notes["no_task"]
        table.notes["no_task_field"] = missing
    table.read += scored.notes["other_views"]
    table.notes.update(scored.notes)
    table.examples.update({f"note:{code}": place for code, place in scored.examples.items()})
    return table


def summarize(table: TaskTable, facts: StatsFacts) -> dict[str, Any]:
    """Return the whole report of `mcqa stats`; gates are added by the command."""
    whole = figures(table, None)
    graded, ungraded = whole["graded"], table.problems.total()
    binary = is_binary(table)
    repeats = repeats_of(table, facts.ks) if binary else []
    return {
        "schema": SCHEMA,
        "command": "stats",
        "version": __version__,
        "inputs": list(facts.inputs),
        "inputs_files": list(facts.joined),
        "threshold": table.threshold,
        "rows": {"read": table.read, "graded": graded, "ungraded": ungraded, "unreadable": table.unreadable.total()},
        "overall": whole,
        "other_views": table.notes["other_views"],
        "accuracy_if_ungraded_wrong": (
            share(whole["correct"], table.read - table.notes["other_views"]) if binary else None
        ),
        "groups": _groups(table, facts),
        "failures": _failures(table, whole),
        "ungraded": [*_problems(table, table.problems, NO_REWARD), *_problems(table, table.unreadable, UNREADABLE)],
        "truncation": _truncation(whole),
        "regrade": {key: table.regrade[key] for key in ("same", "0_to_1", "1_to_0", "not_comparable")},
        "tasks": _tasks(table),
        "repeats": repeats,
        "letters": _letters(table),
        "not_recorded": _not_recorded(table, whole),
        "notes": [
            *notes_on_rows(table, facts.task),
            *notes_on_k(table, repeats),
            *notes_on_fields(table, facts.fields),
        ],
        "top": facts.top,
        "gates": [],
    }


def is_binary(table: TaskTable) -> bool:
    """Whether rows are correct or not: rewards 0 and 1, or a threshold."""
    return table.threshold is not None or not table.fractional


def figures(table: TaskTable, wanted: frozenset[int] | None) -> dict[str, Any]:
    """Return the figures of the rows with the wanted dims (None: all)."""
    counts = list(rolled_up(table.tasks_with(wanted), wanted))
    total: Counts = [sum(column) for column in zip(*counts, strict=True)] or [0] * 9
    graded, correct, blank = int(total[GRADED]), int(total[CORRECT]), int(total[BLANK])
    used = [one for one in counts if one[GRADED]]
    sizes = [int(one[GRADED]) for one in used]
    binary, known = is_binary(table), not total[UNKNOWN]
    interval = share_interval([float(one[CORRECT]) for one in used], sizes) if binary else None
    if binary and not table.fractional:
        mean, mean_bounds = share(correct, graded), interval
    else:
        mean = float(total[REWARD] / graded) if graded else None
        mean_bounds = mean_interval(
            [float(one[REWARD]) for one in used], sizes, None if table.unbounded else (0.0, 1.0)
        )
    answered = graded - blank
    return {
        "rows": graded + int(total[UNGRADED]),
        "graded": graded,
        "ungraded": int(total[UNGRADED]),
        "tasks": len(used),
        "correct": correct if binary else None,
        "answered": answered if known else None,
        "no_answer": blank if known else None,
        "truncated": int(total[CUT]),
        "accuracy": share(correct, graded) if binary else None,
        "accuracy_interval": _bounds(interval),
        "interval_method": interval.method if interval else None,
        "answered_share": share(answered, graded) if known else None,
        "no_answer_share": share(blank, graded) if known else None,
        "accuracy_among_answered": (share(correct - int(total[BLANK_CORRECT]), answered) if binary and known else None),
        "truncated_share": share(int(total[CUT]), graded),
        "accuracy_without_truncated": (
            share(correct - int(total[CUT_CORRECT]), graded - int(total[CUT])) if binary else None
        ),
        "mean_reward": mean,
        "mean_reward_interval": _bounds(mean_bounds),
        "small": len(used) < SMALL_GROUP,
    }


def group_figures(table: TaskTable, facts: StatsFacts, field: str, text: str) -> dict[str, Any] | None:
    """Return the figures of the group that a gate names, None if no graded row is in it.

    A value that is this text comes first, else one that is spelled so in JSON (0, true, null).
    """
    keys = {dims: _value(dims, field, facts) for dims in table.dims}
    exact = frozenset(table.dims[dims] for dims, key in keys.items() if key == text)
    other = frozenset(table.dims[dims] for dims, key in keys.items() if spelled(group_value(key)) == text)
    wanted = exact or other
    found = figures(table, wanted) if wanted else None
    return found if found and found["graded"] else None


def _value(dims: Dims, field: str, facts: StatsFacts) -> Any:
    if field in ("grading_mode", "mode"):
        return dims.mode
    if field in ("template_id", "rule"):
        return getattr(dims, field)
    return dims.by[facts.fields.index(field)]


def _groups(table: TaskTable, facts: StatsFacts) -> dict[str, list[dict[str, Any]]]:
    crossings = [("grading_mode",), ("template_id",), ("rule",), *facts.by]
    return {",".join(fields): _crossed(table, facts, fields) for fields in dict.fromkeys(crossings)}


def _crossed(table: TaskTable, facts: StatsFacts, fields: Sequence[str]) -> list[dict[str, Any]]:
    """Return the groups of one cross table; `value` is a list where there are several fields."""
    found: dict[tuple[Any, ...], set[int]] = {}
    for dims, number in table.dims.items():
        found.setdefault(tuple(_value(dims, field, facts) for field in fields), set()).add(number)
    groups = []
    for keys, numbers in found.items():
        values = [group_value(key) for key in keys]
        groups.append({"value": values[0] if len(fields) == 1 else values, **figures(table, frozenset(numbers))})
    groups.sort(key=lambda one: [_in_order(v) for v in (one["value"] if len(fields) > 1 else [one["value"]])])
    if facts.sort != "value":
        # Groups without the figure come last; equal ones stay in the order of their values.
        groups.sort(key=lambda one: (one[facts.sort] is None, -(one[facts.sort] or 0)))
    return groups


def _in_order(value: Any) -> tuple[int, float, str]:
    """Sort numbers by value, then texts, then what is missing."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return 0, value, ""  # not as a float: an integer may be larger than any
    return (2, 0.0, "") if value is None else (1, 0.0, str(value))


def _failures(table: TaskTable, whole: dict[str, Any]) -> list[dict[str, Any]]:
    meanings: list[tuple[str | None, str]] = [*REASONS.items(), (None, "the reason is not recorded")]
    return [
        {
            "reason": reason,
            "rows": table.reasons[reason],
            "share": share(table.reasons[reason], whole["graded"]),
            "meaning": meaning,
            **example_of(table, f"reason:{reason}"),
        }
        for reason, meaning in meanings
        if table.reasons[reason]
    ]


def _problems(table: TaskTable, counts: Counter[str], meanings: dict[str, str]) -> Iterator[dict[str, Any]]:
    for code, meaning in meanings.items():
        if counts[code]:
            yield {"code": code, "rows": counts[code], "meaning": meaning, **example_of(table, code)}


def _truncation(whole: dict[str, Any]) -> dict[str, Any]:
    return {
        "rows": whole["truncated"],
        "share": whole["truncated_share"],
        "accuracy_without": whole["accuracy_without_truncated"],
    }


def _tasks(table: TaskTable) -> dict[str, Any]:
    """Return the tasks by size and by how often they are solved; a task is in exactly one bin."""
    graded = table.graded_tasks()
    sizes = [int(task.total(GRADED)) for task in graded]
    binary = is_binary(table)
    bins: Counter[str] = Counter()
    for task, size in zip(graded, sizes, strict=True):
        correct = int(task.total(CORRECT))
        bins["never" if not correct else "always" if correct == size else f"fifth_{correct * 5 // size + 1}"] += 1
    between = {f"{i * 20}-{i * 20 + 20}%": bins[f"fifth_{i + 1}"] for i in range(5)}
    return {
        "total": len(table.tasks),
        "graded": len(graded),
        "without_graded_rows": len(table.tasks) - len(graded),
        "rollouts_per_task": {
            "min": min(sizes, default=None),
            "median": statistics.median(sizes) if sizes else None,
            "max": max(sizes, default=None),
            "mean": share(sum(sizes), len(sizes)),
        },
        "never_solved": bins["never"] if binary else None,
        "always_solved": bins["always"] if binary else None,
        "in_between": sum(between.values()) if binary else None,
        "in_between_by_accuracy": between if binary else None,
    }


def _letters(table: TaskTable) -> dict[str, Any]:
    """Return how often each letter was chosen (by answered rows) and was the gold (of graded rows), what looks odd."""
    chosen: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    tasks = []
    for task in table.tasks.values():
        picks = {letter: votes for letter, (votes, _) in task.letters.items()}
        chosen.update(picks)
        gold.update(task.golds)
        asked.update(set(task.golds))
        # Only where a task has one gold can its letters be held against it.
        if task.golds and not task.several_golds:
            answered = sum(picks.values())
            tasks.append((answered, picks, dict.fromkeys(task.golds, answered)))
    left_out = table.notes["gold_unnamed"]
    comparable = bool(gold) and table.spelled_otherwise * 10 <= table.correct_answered
    excess = letters_in_excess(tasks) if comparable else []
    picked, golds = chosen.total(), gold.total()
    common = max(gold.items(), key=lambda pair: (pair[1], pair[0]), default=None)
    return {
        "answered": picked,
        "comparable": comparable,
        "distribution": [
            {
                "letter": letter,
                "chosen": chosen[letter],
                "chosen_share": share(chosen[letter], picked),
                "gold": gold[letter] if golds else None,
                "gold_share": share(gold[letter], golds),
            }
            for letter in sorted({*chosen, *gold}, key=lambda text: (len(text), text))
        ],
        "golds_left_out": left_out,
        "constant_gold": (
            next(iter(asked)) if len(asked) == 1 and asked.total() >= CONSTANT_GOLD and not left_out else None
        ),
        "always_most_common_gold": {"letter": common[0], "accuracy": common[1] / golds} if common else None,
        "out_of_proportion": [one._asdict() for one in excess],
    }


def _not_recorded(table: TaskTable, whole: dict[str, Any]) -> list[dict[str, str]]:
    """Return what reports cannot say, and how to get it recorded."""
    # Doing so again would tell nothing new of rows that were scored with --details.
    detailed = table.detailed or any(dims.rule is not None for dims in table.dims)
    how = "score the rows with --details, or give the inputs file with --inputs"
    if detailed:
        how = "the rows name none; where the inputs file does, give it with --inputs"
    missing = []
    if table.dims and all(dims.mode is None for dims in table.dims):
        missing.append({"what": "grading_mode", "how": how})
    if table.dims and all(dims.template_id is None for dims in table.dims):
        missing.append({"what": "template_id", "how": how})
    if table.dims and not detailed:
        missing.append({"what": "rule", "how": "score the rows with --details"})
    unknown = sum(int(task.total(UNKNOWN)) for task in table.tasks.values())
    if unknown:
        what = f"the letter of {unknown:,} of {counted(whole['graded'], 'graded row')}"
        missing.append({"what": what, "how": "score the rows, or name the field with --answer-field"})
    if table.reasons[None]:
        what = f"the reason of {counted(table.reasons[None], 'row')} without an answer"
        missing.append({"what": what, "how": "score the rows with --details"})
    return missing


def task_rows(table: TaskTable) -> Iterator[dict[str, Any]]:
    """Yield one row per task for `--tasks`, in the order of the ids, whatever the order of the rows was."""
    binary = is_binary(table)
    for task in sorted(
        table.tasks.values(),
        key=lambda one: (_in_order(one.key), sorted((*one.golds, *(one.unnamed or ()))), str(one.uuid)),
    ):
        graded, blank, correct = int(task.total(GRADED)), int(task.total(BLANK)), int(task.total(CORRECT))
        most = max((votes for votes, _ in task.letters.values()), default=0)
        winners = sorted(letter for letter, (votes, _) in task.letters.items() if votes == most)
        yield {
            "task": task.key,
            "uuid": task.uuid,
            "n": graded,
            "ungraded": int(task.total(UNGRADED)),
            "mean_reward": float(task.total(REWARD) / graded) if graded else None,
            "correct": correct if binary else None,
            "majority_letter": winners[0] if len(winners) == 1 else None,
            "majority_tied": winners if len(winners) > 1 else [],
            "no_answer_share": share(blank, graded) if not task.total(UNKNOWN) else None,
            "gold": None if task.several_golds else next(iter(task.golds or task.unnamed or ()), None),
        }


def _bounds(interval: Interval | None) -> list[float] | None:
    return [interval.low, interval.high] if interval else None

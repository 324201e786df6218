"""What a report of `mcqa stats` says besides its figures: notes worth acting on, as plain data."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from mcqa_cli.scored import OWN
from mcqa_cli.scored_rows import NOTES as ROW_NOTES
from mcqa_cli.summary import missing_field
from mcqa_cli.task_table import GRADED, TaskTable
from mcqa_cli.words import Sentences, said

# Notes worth acting on, in the order in which they are shown, as (of one, of several).
NOTES: Final[dict[str, Sentences]] = {
    "fractional_rewards": (
        "1 reward is neither 0 nor 1: means only; say what counts as correct with --threshold",
        "{n} rewards are neither 0 nor 1: means only; say what counts as correct with --threshold",
    ),
    "clashing_tasks": (
        "1 task id stands for several questions, which are kept apart: do shards count from 0 each?",
        "{n} task ids stand for several questions, which are kept apart: do shards count from 0 each?",
    ),
    "mixed_golds": (
        "1 task holds several golds: majority@k would compare letters that mean different options",
        "{n} tasks hold several golds: majority@k would compare letters that mean different options",
    ),
    "gold_unnamed": (
        "1 gold names no option as it is written: it is left out of the golds by letter",
        "{n} golds name no option as they are written: they are left out of the golds by letter",
    ),
    "no_task": (
        "1 row has no task id, uuid or prompt: it counts as a task of its own (--task FIELD names one)",
        "{n} rows have no task id, uuid or prompt: each counts as a task of its own (--task FIELD names one)",
    ),
    "no_task_field": (
        "1 row has no field {field} (--task): it counts as a task of its own",
        "{n} rows have no field {field} (--task): each counts as a task of its own",
    ),
    **ROW_NOTES,
    "repeated_key": (
        "1 row repeats a (task, rollout) key that stood before: it counts all the same",
        "{n} rows repeat a (task, rollout) key that stood before: they count all the same",
    ),
    "producer_failed": (
        "1 rollout failed by its producer's own word; if it has a reward, it is in the figures",
        "{n} rollouts failed by their producer's own word; those with a reward are in the figures",
    ),
    "correct_without_letter": (
        "1 row has reward 1 and no letter: correct here, yet never part of a majority",
        "{n} rows have reward 1 and no letter: correct here, yet never part of a majority",
    ),
    "stale_outcome": (
        "in 1 row `mcqa.outcome` and the reward disagree: the reward counts; score the rows again",
        "in {n} rows `mcqa.outcome` and the reward disagree: the reward counts; score the rows again",
    ),
}


def notes_on_rows(table: TaskTable, task: str | None) -> Iterator[dict[str, Any]]:
    """Yield the notes of `NOTES` that apply. task: the field that names the task, if one was given."""
    numbers = Counter(table.notes)
    numbers["fractional_rewards"] = 0 if table.threshold is not None else table.fractional
    numbers["clashing_tasks"] = len(table.clashes())
    numbers["mixed_golds"] = sum(task.several_golds for task in table.tasks.values())
    for code, sentences in NOTES.items():
        if numbers[code]:
            text = said(numbers[code], sentences, field=task)
            yield {"code": code, "rows": numbers[code], "text": text, **example_of(table, f"note:{code}")}


def notes_on_k(table: TaskTable, repeats: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Say which k are not in the report's `repeats`, and how to get them."""
    if not repeats:
        return
    sizes = [int(task.total(GRADED)) for task in table.graded_tasks()]
    smallest, largest = min(sizes), max(sizes)
    reached = repeats[-1]["k"]
    if reached >= largest:
        return
    # Such as 2,4,8, or 6 where no power of two lies in between.
    doubled = [1 << place for place in range(largest.bit_length()) if reached < 1 << place <= largest]
    example = ",".join(map(str, doubled[:3] or [largest]))
    if smallest > reached:
        code, have, more = "k_limited", f"{smallest:,} rollouts or more", ""
    else:
        code, have, more = "k_ragged", f"{smallest:,} to {largest:,} rollouts", ", of the tasks that have so many"
    text = f"the tasks have {have}, and figures are given up to k = {reached}: --k {example} gives more{more}"
    yield {"code": code, "rows": None, "text": text, "example": None}


def notes_on_fields(table: TaskTable, fields: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Say which --by fields no row has. Of a scored row's own facts, "not recorded" is said elsewhere."""
    for place, name in enumerate(fields):
        if name not in OWN and table.dims and all(dims.by[place] is None for dims in table.dims):
            yield missing_field(name)


def example_of(table: TaskTable, name: str) -> dict[str, str | None]:
    """Return where the first row of a kind stands."""
    place = table.examples.get(name)
    return {"example": None if place is None else str(place)}

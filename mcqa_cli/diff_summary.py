"""Pairs of scored rows → the report of `mcqa diff` as plain data, and the rows of `--changed`.

A is before, B is after: a difference is B − A, a gain is a pair that B alone has right, a flip is a gain or a loss.
Figures are over the pairs in which both sides have a reward.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from mcqa_cli import __version__
from mcqa_cli.paired import NONE, RIGHT, STATES, UNGRADED, WRONG, Matching, Side, rows_by_task
from mcqa_cli.scored import OWN, group_value
from mcqa_cli.scored_rows import NOTES as ROW_NOTES
from mcqa_cli.statistics.intervals import Interval, difference_interval, mean_interval
from mcqa_cli.statistics.significance import PValue, mcnemar, sign_flip
from mcqa_cli.summary import SCHEMA, missing_field
from mcqa_cli.words import Sentences, said

EXAMPLES: Final = 20

MATCHED: Final[dict[str, str]] = {
    "rollout": "paired by task and rollout",
    "uuid": "paired by uuid",
    "task": "paired by task: each stands once on either side",
    "line": "paired by line: there are no rollout numbers, and line by line the same questions are asked",
    "tasks": "not paired: rollouts have no partners, so tasks are compared by their means",
}
# As (of one, of several).
NOTES: Final[dict[str, Sentences]] = {
    **ROW_NOTES,
    "repeated_key": (
        "1 row repeats a (task, rollout) key that stood before on its side",
        "{n} rows repeat a (task, rollout) key that stood before on their side",
    ),
    "prompts_differ": (
        "in 1 pair the prompts differ: two templates, or tasks of different shards?",
        "in {n} pairs the prompts differ: two templates, or tasks of different shards?",
    ),
    "golds_differ": (
        "in 1 pair the golds differ: a corrected gold, or tasks of different shards?",
        "in {n} pairs the golds differ: a corrected gold, or tasks of different shards?",
    ),
    "fractional_rewards": (
        "1 reward is neither 0 nor 1: means only; say what counts as correct with --threshold",
        "{n} rewards are neither 0 nor 1: means only; say what counts as correct with --threshold",
    ),
}


@dataclass(frozen=True, slots=True)
class DiffFacts:
    """What was asked for. a, b: file names. by: cross tables. fields: all fields that rows were read with."""

    a: str
    b: str
    by: tuple[tuple[str, ...], ...] = ()
    fields: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    top: int | None = None


class Comparison:
    """Both sides and what belongs together. bounds: what a difference of two rewards lies between, if that is known."""

    def __init__(self, a: Side, b: Side, matching: Matching) -> None:
        self.a, self.b, self.matching = a, b, matching
        self.bounds = None if a.unbounded or b.unbounded else (-1.0, 1.0)
        self.binary = a.threshold is not None or not (a.fractional or b.fractional)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the places of each pair."""
        return zip(self.matching.a, self.matching.b, strict=True)

    def graded(self) -> list[tuple[int, int]]:
        """Return the pairs in which both sides have a reward."""
        return [(i, j) for i, j in self.pairs() if UNGRADED not in (self.a.states[i], self.b.states[j])]

    def ungraded(self) -> int:
        """Count the pairs, and the rows in no pair, that lack a reward."""
        a, b, matching = self.a, self.b, self.matching
        if matching.by == "tasks":
            return a.states.count(UNGRADED) + b.states.count(UNGRADED)
        alone = sum(a.states[i] == UNGRADED for i in matching.only_a)
        return alone + sum(b.states[i] == UNGRADED for i in matching.only_b) + len(matching.a) - len(self.graded())

    def unmatched(self) -> int:
        """Count the rows with a reward that belong to nothing on the other side."""
        sides = ((self.a, self.matching.only_a), (self.b, self.matching.only_b))
        return sum(side.states[place] != UNGRADED for side, places in sides for place in places)

    def value(self, side: Side, place: int) -> int | Fraction:
        """Return what a row counts for in a mean: 1 or 0, or its reward."""
        return int(side.states[place] == RIGHT) if self.binary else Fraction(side.rewards[place])

    def task(self, i: int) -> Hashable:
        """Return the cluster of a pair: its task, or itself where no task is known."""
        task = self.a.tasks[i]
        return task if task >= 0 else ("pair", i)

    def changed(self, i: int, j: int) -> bool:
        """Whether the verdict, the letter or the reward changed."""
        a, b = self.a, self.b
        return a.states[i] != b.states[j] or a.letters[i] != b.letters[j] or a.rewards[i] != b.rewards[j]


def summarize(compared: Comparison, facts: DiffFacts) -> dict[str, Any]:
    """Return the whole report of `mcqa diff`; gates are added by the command."""
    a, b, matching = compared.a, compared.b, compared.matching
    paired = matching.by != "tasks"
    whole = _figures(compared, compared.graded()) if paired else _task_figures(compared)
    return {
        "schema": SCHEMA,
        "command": "diff",
        "version": __version__,
        "inputs": [facts.a, facts.b],
        "inputs_files": list(facts.joined),
        "threshold": a.threshold,
        "matched_by": matching.by,
        "matched_by_meaning": MATCHED[matching.by],
        "rows": {
            "a": len(a),
            "b": len(b),
            "only_a": len(matching.only_a),
            "only_b": len(matching.only_b),
            "ungraded": compared.ungraded(),
            "ungraded_pairs": len(matching.a) - whole["pairs"] if paired else 0,
            "unreadable": len(a.unread) + len(b.unread),
            "examples_only_a": [_place(a, i) for i in matching.only_a[:5]],
            "examples_only_b": [_place(b, i) for i in matching.only_b[:5]],
            "same_responses": sum(a.texts[i] == b.texts[j] for i, j in compared.pairs()) if paired else None,
        },
        "other_views": a.notes["other_views"] + b.notes["other_views"],
        "overall": whole,
        "transitions": _transitions(compared) if paired and compared.binary else [],
        "groups": _groups(compared, facts) if paired else {},
        "changed": list(_first(changed_rows(compared), EXAMPLES)),
        "notes": [*_notes(compared), *_notes_on_fields(compared, facts)],
        "top": facts.top,
        "gates": [],
    }


def _first(rows: Iterable[dict[str, Any]], number: int) -> Iterator[dict[str, Any]]:
    for place, row in enumerate(rows):
        if place == number:
            return
        yield row


def _figures(compared: Comparison, pairs: Sequence[tuple[int, int]], *, test: bool = True) -> dict[str, Any]:
    """Return the figures of some graded pairs, clustered by task."""
    a, b = compared.a, compared.b
    differences: dict[Hashable, int | Fraction] = {}
    sizes: Counter[Hashable] = Counter()
    sum_a: int | Fraction = 0
    sum_b: int | Fraction = 0
    changed = 0
    for i, j in pairs:
        before, after = compared.value(a, i), compared.value(b, j)
        sum_a += before
        sum_b += after
        task = compared.task(i)
        differences[task] = differences.get(task, 0) + after - before
        sizes[task] += 1
        changed += compared.changed(i, j)
    gains = sum(a.states[i] != RIGHT and b.states[j] == RIGHT for i, j in pairs) if compared.binary else None
    losses = sum(a.states[i] == RIGHT and b.states[j] != RIGHT for i, j in pairs) if compared.binary else None
    once = all(size == 1 for size in sizes.values())
    found: PValue | None = None
    if pairs and test:
        exact = once and gains is not None and losses is not None
        found = mcnemar(gains, losses) if exact else sign_flip(list(differences.values()))  # type: ignore[arg-type]
    flips = gains + losses if gains is not None and losses is not None else None
    return {
        "pairs": len(pairs),
        "tasks": len(sizes),
        "changed": changed,
        "flips": flips,
        "flip_share": flips / len(pairs) if pairs and flips is not None else None,
        "gains": gains,
        "losses": losses,
        **_means(sum_a, sum_b, len(pairs), len(pairs), binary=compared.binary),
        **_difference(
            float(Fraction(sum_b - sum_a) / len(pairs)) if pairs else None,
            _interval(compared, [float(differences[task]) for task in sizes], list(sizes.values())),
            binary=compared.binary,
        ),
        **_tested(found),
    }


def _interval(compared: Comparison, sums: list[float], sizes: list[int]) -> Interval | None:
    return difference_interval(sums, sizes) if compared.binary else mean_interval(sums, sizes, compared.bounds)


def _means(
    sum_a: int | Fraction, sum_b: int | Fraction, rows_a: int, rows_b: int, *, binary: bool
) -> dict[str, float | None]:
    mean_a = float(Fraction(sum_a) / rows_a) if rows_a else None
    mean_b = float(Fraction(sum_b) / rows_b) if rows_b else None
    return {
        "accuracy_a": mean_a if binary else None,
        "accuracy_b": mean_b if binary else None,
        "mean_reward_a": mean_a,
        "mean_reward_b": mean_b,
    }


def _difference(difference: float | None, interval: Interval | None, *, binary: bool) -> dict[str, Any]:
    return {
        "difference": difference,
        "difference_interval": [interval.low, interval.high] if interval else None,
        "interval_method": interval.method if interval else None,
        "drop": None if difference is None or not binary else 0.0 - difference,
    }


def _tested(found: PValue | None) -> dict[str, Any]:
    return {
        "p_value": found.p_value if found else None,
        "p_value_method": found.method if found else None,
        "p_value_error": found.error if found else None,
    }


def _task_figures(compared: Comparison) -> dict[str, Any]:
    """Return the same figures where only tasks can be compared: the mean over tasks of the difference of means."""
    means = [dict(_task_means(compared, side)) for side in (compared.a, compared.b)]
    shared = sorted(means[0].keys() & means[1].keys())
    differences = [means[1][task] - means[0][task] for task in shared]
    sums = [sum((mean[task] for task in shared), Fraction(0)) for mean in means]
    values = [float(d) for d in differences]
    interval = _interval(compared, values, [1] * len(values))
    total = float(sum(differences, Fraction(0)) / len(shared)) if shared else None
    return {
        "pairs": 0,
        "tasks": len(shared),
        "changed": sum(d != 0 for d in differences),
        "flips": None,
        "flip_share": None,
        "gains": None,
        "losses": None,
        **_means(sums[0], sums[1], len(shared), len(shared), binary=compared.binary),
        **_difference(total, interval, binary=compared.binary),
        **_tested(sign_flip(differences) if shared else None),
    }


def _task_means(compared: Comparison, side: Side) -> Iterator[tuple[int, Fraction]]:
    for task, places in rows_by_task(side):
        if task >= 0:
            yield task, Fraction(sum(compared.value(side, place) for place in places)) / len(places)


def _transitions(compared: Comparison) -> list[dict[str, Any]]:
    counts: Counter[tuple[int, int]] = Counter()
    others = 0
    for i, j in compared.pairs():
        before, after = compared.a.states[i], compared.b.states[j]
        counts[before, after] += 1
        others += before == after == WRONG and compared.a.letters[i] != compared.b.letters[j]
    table = [
        {"from": STATES[x], "to": STATES[y], "rows": counts[x, y]}
        for x in (RIGHT, WRONG, NONE, UNGRADED)
        for y in (RIGHT, WRONG, NONE, UNGRADED)
    ]
    return [*table, {"from": "wrong", "to": "wrong, other letter", "rows": others}]


def _groups(compared: Comparison, facts: DiffFacts) -> dict[str, list[dict[str, Any]]]:
    pairs = compared.graded()
    crossings = dict.fromkeys([("grading_mode",), ("template_id",), *facts.by])
    return {",".join(fields): _crossed(compared, facts, fields, pairs) for fields in crossings}


def _crossed(
    compared: Comparison, facts: DiffFacts, fields: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> list[dict[str, Any]]:
    values = compared.a.names.value
    labels: dict[tuple[int, int], tuple[Any, ...]] = {}
    found: dict[tuple[Any, ...], list[tuple[int, int]]] = {}
    for i, j in pairs:
        key = compared.a.dims[i], compared.b.dims[j]
        label = labels.get(key)
        if label is None:
            before, after = values(key[0]), values(key[1])
            label = labels[key] = tuple(_both(_dim(before, f, facts), _dim(after, f, facts)) for f in fields)
        found.setdefault(label, []).append((i, j))
    groups = []
    for label, members in found.items():
        shown = [group_value(part) for part in label]
        one = _figures(compared, members, test=False)
        groups.append({"value": shown[0] if len(fields) == 1 else shown, **one})
    return sorted(groups, key=lambda one: (-one["pairs"], str(one["value"])))


def _dim(dims: tuple[Any, ...], field: str, facts: DiffFacts) -> Hashable:
    _, mode, template_id, by = dims
    if field in ("grading_mode", "mode"):
        return mode  # type: ignore[no-any-return]
    return template_id if field == "template_id" else by[facts.fields.index(field)]  # type: ignore[no-any-return]


def _both(before: Hashable, after: Hashable) -> Hashable:
    """Return a pair's group: the value of both sides, or of the one that has it, or `before → after`."""
    if before == after or after is None:
        return before
    return after if before is None else f"{group_value(before)} → {group_value(after)}"


def changed_rows(compared: Comparison) -> Iterator[dict[str, Any]]:
    """Yield one row for each pair that changed, in the order of A; or for each task where there are no pairs."""
    a, b = compared.a, compared.b
    if compared.matching.by == "tasks":
        yield from _changed_tasks(compared)
        return
    for i, j in compared.pairs():
        if compared.changed(i, j):
            names = a.names.value
            yield {
                "task": names(a.tasks[i]),
                "rollout": names(a.rollouts[i]),
                "gold": names(a.golds[i]),
                "change": f"{STATES[a.states[i]]} → {STATES[b.states[j]]}",
                "a": _verdict(a, i),
                "b": _verdict(b, j),
            }


def _changed_tasks(compared: Comparison) -> Iterator[dict[str, Any]]:
    rows = dict(rows_by_task(compared.a))
    for task, there in rows_by_task(compared.b):
        here = rows.get(task)
        if here is None or task < 0:
            continue
        means = [
            float(Fraction(sum(compared.value(side, place) for place in places)) / len(places))
            for side, places in ((compared.a, here), (compared.b, there))
        ]
        if not math.isclose(means[0], means[1], rel_tol=0, abs_tol=1e-15):
            yield {
                "task": compared.a.names.value(task),
                "a": {"n": len(here), "mean_reward": means[0]},
                "b": {"n": len(there), "mean_reward": means[1]},
            }


def _verdict(side: Side, place: int) -> dict[str, Any]:
    names = side.names.value
    return {
        "at": _place(side, place),
        "letter": names(side.letters[place]),
        "outcome": STATES[side.states[place]],
        "reward": side.rewards[place] if side.states[place] != UNGRADED else None,
        "rule": group_value(names(side.rules[place])),
    }


def _place(side: Side, place: int) -> str:
    return f"{side.names.value(side.files[place])}:{side.lines[place]}"


def _notes(compared: Comparison) -> list[dict[str, Any]]:
    a, b = compared.a, compared.b
    numbers = a.notes + b.notes
    numbers |= {
        "repeated_key": compared.matching.repeated,
        "prompts_differ": sum(a.questions[i] != b.questions[j] for i, j in compared.pairs()),
        "golds_differ": sum(a.golds[i] != b.golds[j] for i, j in compared.pairs()),
        "fractional_rewards": 0 if a.threshold is not None else a.fractional + b.fractional,
    }
    return [
        {"code": code, "rows": numbers[code], "text": said(numbers[code], sentences), "example": None}
        for code, sentences in NOTES.items()
        if numbers[code]
    ]


def _notes_on_fields(compared: Comparison, facts: DiffFacts) -> Iterator[dict[str, Any]]:
    """Say which --by fields no row has on either side."""
    names = compared.a.names.value
    values = [names(number)[3] for number in {*compared.a.dims, *compared.b.dims}]
    for place, name in enumerate(facts.fields):
        if name not in OWN and values and all(by[place] is None for by in values):
            yield missing_field(name)

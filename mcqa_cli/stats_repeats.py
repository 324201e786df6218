"""A table of counts per task → avg@k, pass@k, pass^k and majority@k with their intervals, as plain data."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any, Final

from mcqa_cli.statistics.intervals import share_interval
from mcqa_cli.statistics.repeats import Majority, majority_at_k, pass_all_k, pass_at_k, plan
from mcqa_cli.task_table import CORRECT, GRADED, UNKNOWN, Task, TaskTable

# Without --k, every k up to the smallest task is reported, but no more than so many.
ALL_KS: Final = 128


def repeats_of(table: TaskTable, asked: Sequence[int]) -> list[dict[str, Any]]:
    """Return the figures for every k up to the smallest task, at most `ALL_KS` of them, and for the k's asked for."""
    tasks = sorted(((int(task.total(GRADED)), task) for task in table.graded_tasks()), key=lambda pair: pair[0])
    if not tasks:
        return []
    sizes = [size for size, _ in tasks]
    ks = sorted({*range(1, min(sizes[0], ALL_KS) + 1), *asked})
    pairs = [(size, int(task.total(CORRECT))) for size, task in tasks]
    means = [correct / size for size, correct in pairs]
    votes: list[Majority] = []
    if _votes_recorded(table):
        planned = plan(sizes, ks[-1])
        votes = [
            majority_at_k(
                [(n, c) for n, c in task.letters.values()], size - _votes(task), ks[: bisect_right(ks, size)], planned
            )
            for size, task in tasks
        ]
    found = []
    for place, k in enumerate(ks):
        start = bisect_left(sizes, k)
        rollouts = sum(sizes[start:])
        covered, voting = pairs[start:], votes[start:]
        spread = math.fsum(one.variances[place] for one in voting)
        found.append(
            {
                "k": k,
                "asked": k in asked,
                "tasks": len(covered),
                "left_out": start,
                **_mean_of("avg_at_k", means[start:], rollouts),
                **_mean_of("pass_at_k", [pass_at_k(n, c, k) for n, c in covered], rollouts),
                **_mean_of("pass_hat_k", [pass_all_k(n, c, k) for n, c in covered], rollouts),
                **_mean_of("majority_at_k", [one.credits[place] for one in voting], rollouts),
                "majority_sampling_error": math.sqrt(spread) / len(voting) if voting else None,
            }
        )
    return found


def _votes(task: Task) -> int:
    return sum(votes for votes, _ in task.letters.values())


def _votes_recorded(table: TaskTable) -> bool:
    """Whether a majority means something: every letter is known, and letters mean the same within a task."""
    return all(not task.several_golds and not task.total(UNKNOWN) for task in table.tasks.values())


def _mean_of(name: str, values: Sequence[float], rollouts: int) -> dict[str, Any]:
    mean = math.fsum(values) / len(values) if values else None
    ones = [1] * len(values)
    bounds = share_interval(values, ones, rollouts) if values else None
    return {name: mean, f"{name}_interval": [bounds.low, bounds.high] if bounds else None}

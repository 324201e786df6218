"""How often the 95 % intervals cover the truth: many simulated evaluations, with plain random numbers.

    python benchmarks/coverage.py [SIMULATIONS]

A task's chance of being solved is drawn from a Beta distribution with the given mean; `spread` is the sum of its two
parameters: 1 makes most tasks nearly always or nearly never solved, 4 is mild. Rollouts per task are ragged, 1 to 9.
"""

import random
import sys
from collections.abc import Callable
from typing import NamedTuple

from mcqa_cli.statistics.intervals import difference_interval, share_interval


class Setting(NamedTuple):
    """One kind of evaluation. gain: what B adds to the mean of A, for paired differences."""

    tasks: int
    mean: float
    spread: float
    gain: float = 0.0


SETTINGS = [
    Setting(tasks, mean, spread)
    for tasks in (30, 100, 300)
    for mean in (0.1, 0.3, 0.5, 0.8, 0.9)
    for spread in (1.0, 4.0)
]
PAIRED = [
    Setting(tasks, mean, spread, gain)
    for tasks in (30, 100, 300)
    for mean in (0.3, 0.6)
    for spread in (1.0, 4.0)
    for gain in (0.0, 0.1)
]


def rollouts(rng: random.Random) -> int:
    """Draw the number of rollouts of one task."""
    return rng.randint(1, 9)


def share_covered(rng: random.Random, setting: Setting) -> bool:
    """Simulate one evaluation; whether the interval of its accuracy holds the mean."""
    sizes = [rollouts(rng) for _ in range(setting.tasks)]
    sums = []
    for size in sizes:
        chance = rng.betavariate(setting.mean * setting.spread, (1 - setting.mean) * setting.spread)
        sums.append(float(sum(rng.random() < chance for _ in range(size))))
    interval = share_interval(sums, sizes)
    assert interval is not None
    return interval.low <= setting.mean <= interval.high


def difference_covered(rng: random.Random, setting: Setting) -> bool:
    """Simulate one pair of evaluations of the same tasks; whether the interval of the difference holds the gain."""
    sizes = [rollouts(rng) for _ in range(setting.tasks)]
    sums = []
    for size in sizes:
        chance = rng.betavariate(setting.mean * setting.spread, (1 - setting.mean) * setting.spread)
        # What B adds is in proportion to what A lacks, so that no chance leaves 0 to 1.
        better = chance + (1 - chance) * setting.gain / (1 - setting.mean)
        sums.append(float(sum((rng.random() < better) - (rng.random() < chance) for _ in range(size))))
    interval = difference_interval(sums, sizes)
    assert interval is not None
    return interval.low <= setting.gain <= interval.high


def coverage(covered: Callable[[random.Random, Setting], bool], setting: Setting, times: int, seed: int = 1) -> float:
    """Return the share of `times` simulated evaluations whose interval holds the truth."""
    rng = random.Random(f"{seed} {setting}")
    return sum(covered(rng, setting) for _ in range(times)) / times


def main() -> None:
    """Print a table of all settings."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for title, covered, settings in (
        ("accuracy, clustered by task", share_covered, SETTINGS),
        ("paired difference, clustered by task", difference_covered, PAIRED),
    ):
        print(f"{title} ({times} simulations each)")
        print(f"{'tasks':>6} {'mean':>5} {'spread':>6} {'gain':>5} {'covered':>8}")
        shares = []
        for setting in settings:
            shares.append(coverage(covered, setting, times))
            print(
                f"{setting.tasks:>6} {setting.mean:>5} {setting.spread:>6} {setting.gain:>5} {shares[-1]:>8.1%}",
                flush=True,
            )
        print(f"all settings: {sum(shares) / len(shares):.1%}, from {min(shares):.1%} to {max(shares):.1%}\n")


if __name__ == "__main__":
    main()

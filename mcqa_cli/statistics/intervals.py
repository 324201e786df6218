"""95 % intervals: for shares, for means, for paired differences. Rollouts of one task are not independent.

The unit that was drawn is the task; its rollouts are a cluster. With task sums s_i over n_i rollouts (i = 1…G),
N = Σ n_i and p = Σ s_i / N, the linearised (cluster-robust, CR1) variance of p is

    V = G / (G − 1) · Σ (s_i − p·n_i)² / N²

(Cochran, Sampling Techniques, 3rd ed., section 9.7; for language-model evaluations: Miller, "Adding Error Bars
to Evals", arXiv:2411.00640). Close to 0 or 1 `p ± t·√V` covers too rarely and can collapse to a point, so V is
turned into a design effect, and Wilson's score interval is taken with the effective sample size N / deff, never
above N, and the t quantile of G − 1 degrees of freedom (as survey statistics do: Korn & Graubard, Survey
Methodology 24, 1998; Dean & Pagano, J. Surv. Stat. Methodol. 3, 2015). The design effect is that of the tasks and
two pseudo-tasks, one solved and one failed, each 0.6 times the average size: a few failing tasks say too little
of their own spread. Where p is exactly 0 or 1 nothing is known of it, and a task counts as one observation at
most. By simulation (benchmarks/coverage.py) such intervals cover 93 to 97 % from 30 tasks on, for accuracies from
0.1 to 0.9. Sums are taken with `math.fsum`, so that no figure depends on the order of the rows.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from mcqa_cli.statistics.distributions import Z, t_quantile

# Of the average task; chosen by simulation between 0 (covers too rarely near 1) and 1 (too often).
PSEUDO_SIZE: Final = 0.6


class Interval(NamedTuple):
    """A 95 % interval. method: `wilson`, `wilson_clustered`, `t_clustered`, `paired_adjusted`."""

    low: float
    high: float
    method: str


def wilson(correct: float, n: float) -> tuple[float, float] | None:
    """Return Wilson's score interval for `correct` of `n` (Wilson, J. Am. Stat. Assoc. 22, 1927); None for n = 0."""
    return _score_interval(correct / n, n, Z) if n else None


def _score_interval(p: float, n: float, quantile: float) -> tuple[float, float]:
    q2 = quantile * quantile
    centre = (p + q2 / (2 * n)) / (1 + q2 / n)
    half = quantile / (1 + q2 / n) * math.sqrt(p * (1 - p) / n + q2 / (4 * n * n))
    # Written out, the ends at p = 0 and p = 1 are exact; rounding must not push them past the share itself.
    return max(0.0, min(centre - half, p)), min(1.0, max(centre + half, p))


def linearised_variance(sums: Sequence[float], sizes: Sequence[float]) -> tuple[float, float]:
    """Return (p, V) as in the module's docstring; V is 0.0 for a single cluster."""
    total = math.fsum(sizes)
    p = math.fsum(sums) / total
    clusters = len(sizes)
    if clusters < 2:
        return p, 0.0
    squares = math.fsum((s - p * n) ** 2 for s, n in zip(sums, sizes, strict=True))
    return p, clusters / (clusters - 1) * squares / (total * total)


def share_interval(sums: Sequence[float], sizes: Sequence[int], observations: int | None = None) -> Interval | None:
    """Return the interval of Σ sums / Σ sizes, each sum between 0 and its size; None where there are no rows.

    sums, sizes: per task. observations: what the effective sample size may not exceed, where a task's value
    rests on more rollouts than its size says (pass@k of a task has size 1). Wilson's plain interval where
    every task stands once and nothing else is said.
    """
    total = sum(sizes)
    if not total:
        return None
    clusters = len(sizes)
    if clusters == total and observations is None:
        return Interval(*_score_interval(math.fsum(sums) / total, total, Z), "wilson")
    p = min(1.0, max(0.0, math.fsum(sums) / total))
    if clusters < 2:
        return Interval(*_score_interval(p, 1, Z), "wilson_clustered")
    effective = min(float(observations or total), total / _design_effect(sums, sizes))
    if p in (0.0, 1.0):
        effective = min(effective, float(clusters))
    return Interval(*_score_interval(p, effective, t_quantile(clusters - 1)), "wilson_clustered")


def _design_effect(sums: Sequence[float], sizes: Sequence[int]) -> float:
    """Return V over p(1 − p)/N, with the two pseudo-tasks of the module's docstring; always above 0."""
    pseudo = PSEUDO_SIZE * sum(sizes) / len(sizes)
    padded = [float(n) for n in sizes] + [pseudo, pseudo]
    p, variance = linearised_variance([*sums, pseudo, 0.0], padded)
    return variance * math.fsum(padded) / (p * (1 - p))


def mean_interval(
    sums: Sequence[float], sizes: Sequence[int], bounds: tuple[float, float] | None = None
) -> Interval | None:
    """Return the interval of a mean of any numbers, `p ± t·√V`; None for fewer than two tasks.

    bounds: what every single number lies between, where that is known, and so does the interval.
    """
    if len(sizes) < 2:
        return None
    mean, variance = linearised_variance(sums, sizes)
    half = t_quantile(len(sizes) - 1) * math.sqrt(variance)
    low, high = bounds or (-math.inf, math.inf)
    return Interval(min(mean, max(low, mean - half)), max(mean, min(high, mean + half)), "t_clustered")


def difference_interval(sums: Sequence[float], sizes: Sequence[int]) -> Interval | None:
    """Return the interval of a paired difference Σ sums / Σ sizes, where a task's sum is that of B − A.

    Where every task stands once with a difference of −1, 0 or 1: the adjusted interval of Bonett & Price (J. Educ.
    Behav. Stat. 37, 2012), that is one discordant pair added on each side. Otherwise `d ± t·√V` over tasks, within
    −1 and 1; where no task differs at all, the former again, with a task as one pair, so that it never collapses.
    """
    clusters = len(sizes)
    if not clusters:
        return None
    d, variance = linearised_variance(sums, sizes)
    once = clusters == sum(sizes) and all(s in (-1, 0, 1) for s in sums)
    if once or clusters < 2 or variance <= 0:
        gains, losses = _counts(sums) if once else _as_one_pair_each(d, clusters)
        return Interval(*_bonett_price(gains, losses, clusters), "paired_adjusted")
    half = t_quantile(clusters - 1) * math.sqrt(variance)
    return Interval(max(-1.0, d - half), min(1.0, d + half), "t_clustered")


def _counts(sums: Sequence[float]) -> tuple[float, float]:
    return sum(s > 0 for s in sums), sum(s < 0 for s in sums)


def _as_one_pair_each(d: float, clusters: int) -> tuple[float, float]:
    """Return (gains, losses) of `clusters` pairs with the mean difference d, all on one side."""
    return max(d, 0.0) * clusters, max(-d, 0.0) * clusters


def _bonett_price(gains: float, losses: float, pairs: int) -> tuple[float, float]:
    up, down = (gains + 1) / (pairs + 2), (losses + 1) / (pairs + 2)
    d = up - down
    half = Z * math.sqrt((up + down - d * d) / (pairs + 2))
    return max(-1.0, d - half), min(1.0, d + half)

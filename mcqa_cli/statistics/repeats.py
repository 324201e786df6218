"""avg@k, pass@k, pass^k and majority@k of one task with n rollouts: the expectation over all its k-subsets.

An expectation over all subsets depends on no order of rows. One rule for all four figures: a rollout without
an answer scores 0 and never wins a majority. All of it is exact, but for majority@k of tasks so large, or so many of
them, that its work would outgrow that of reading the rows: it is sampled then (`plan`), with its error.
"""

import math
import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

# The exact majority of a task takes about n³ steps of some nanoseconds: always for tasks of so many rollouts (a quarter
# of a millisecond each), never for larger ones than these, and in between while all of them stay below that many steps.
ALWAYS_EXACT: Final = 64
EXACT_ROLLOUTS: Final = 256
EXACT_STEPS: Final = 2_000_000_000
# Subsets that are drawn of a task, at least and at most; between the two, so many over all sampled tasks, and of so
# many rollouts in all. The error of a mean over many tasks is small even with few subsets of each.
FEWEST_SAMPLES: Final = 16
SAMPLES: Final = 400
ALL_SAMPLES: Final = 8_000
ALL_DRAWS: Final = 8_000_000
# Up to so many rollouts a ratio of two binomials is exact and no slower than a product.
EXACT_RATIO: Final = 64
NEGLIGIBLE: Final = 1e-18
SEED: Final = 0

# One letter of a task: (rollouts that chose it, correct ones among these).
Votes = tuple[int, int]


def pass_at_k(n: int, correct: int, k: int) -> float:
    """Return P(at least one of k is correct), 1 − C(n−c, k)/C(n, k); needs 1 ≤ k ≤ n.

    The unbiased estimator of Chen et al., "Evaluating Large Language Models Trained on Code", arXiv:2107.03374.
    """
    _check(n, k)
    return 1.0 - _none_among(n, correct, k)


def pass_all_k(n: int, correct: int, k: int) -> float:
    """Return pass^k, P(all k are correct), C(c, k)/C(n, k); needs 1 ≤ k ≤ n (Yao et al., τ-bench, arXiv:2406.12045)."""
    _check(n, k)
    return _none_among(n, n - correct, k)


def _none_among(n: int, marked: int, k: int) -> float:
    """Return P(none of k drawn from n is marked), C(n−m, k)/C(n, k), to 1e-12.

    A product of min(k, m) factors, as C(n−m, k)/C(n, k) = C(n−k, m)/C(n, m). A product of many factors is 0 to that
    accuracy long before its rounding errors add up.
    """
    few, many = min(k, marked), max(k, marked)
    if few + many > n:
        return 0.0
    if n <= EXACT_RATIO:
        return math.comb(n - many, few) / math.comb(n, few)
    product = 1.0
    for i in range(few):
        product *= (n - many - i) / (n - i)
        if product < NEGLIGIBLE:
            return 0.0
    return product


class Majority(NamedTuple):
    """majority@k of one task for each k asked for, and the sampling variances of these (all 0.0: exact)."""

    credits: tuple[float, ...]
    variances: tuple[float, ...]


class Plan(NamedTuple):
    """exact: tasks of up to so many rollouts get the exact majority. samples: subsets drawn of each larger one."""

    exact: int
    samples: int


def plan(sizes: Iterable[int], highest: int) -> Plan:
    """Return what can be computed in a time about linear in the number of rollouts.

    sizes: of all tasks; highest: the largest k. It depends on no order, so neither does any figure.
    """
    tasks = Counter(sizes)
    steps, exact = 0, ALWAYS_EXACT
    for size in sorted(tasks):
        if size > ALWAYS_EXACT:
            steps += tasks[size] * size**3
            if size > EXACT_ROLLOUTS or steps > EXACT_STEPS:
                break
            exact = size
    sampled = {size: number for size, number in tasks.items() if size > exact}
    draws = sum(number * min(size // 2, highest) for size, number in sampled.items())
    most = min(ALL_SAMPLES // max(1, sum(sampled.values())), ALL_DRAWS // max(1, draws), SAMPLES)
    return Plan(exact, max(FEWEST_SAMPLES, most))


def majority_at_k(letters: Iterable[Votes], blanks: int, ks: Sequence[int], planned: Plan | None = None) -> Majority:
    """Return the expected credit of a majority vote among k of the task's rollouts, for each of the k's.

    letters: the votes for each letter, in any order; blanks: rollouts without an answer; ks: rising, at most n. The
    letter with most votes in a subset wins, blanks apart; letters that tie share the credit; a subset of blanks
    scores 0. A letter's credit is the correct share of its rollouts, which is 0 or 1 where rewards follow letters.
    """
    votes = tuple(sorted((v for v in letters if v[0]), reverse=True))
    n = blanks + sum(count for count, _ in votes)
    for k in ks:
        _check(n, k)
    if not ks:
        return Majority((), ())
    planned = planned or plan((n,), ks[-1])
    if n > planned.exact:
        return _sampled(votes, blanks, tuple(ks), planned.samples)
    found = _exact(votes, blanks, ks[-1])
    return Majority(tuple(found[k - 1] for k in ks), (0.0,) * len(ks))


@lru_cache(maxsize=4096)
def _exact(votes: tuple[Votes, ...], blanks: int, up_to: int) -> tuple[float, ...]:
    totals = [0.0] * up_to
    for position, (count, correct) in enumerate(votes):
        if correct:
            others = tuple(other for i, (other, _) in enumerate(votes) if i != position)
            shares = _winning_shares(count, others, blanks, up_to)
            totals = [total + share * correct / count for total, share in zip(totals, shares, strict=True)]
    return tuple(min(1.0, total) for total in totals)


@lru_cache(maxsize=4096)
def _winning_shares(own: int, others: tuple[int, ...], blanks: int, up_to: int) -> tuple[float, ...]:
    """Return, for k = 1…up_to, the expected share of the win that goes to a letter with `own` votes.

    For each number of votes m that the letter may have, the subsets in which no other letter has more are counted
    by how many tie: the product over the other letters of Σ_{j<m} C(c, j) x^j + [tie] C(c, m) x^m, times (1+x)^blanks,
    where x marks the size. A polynomial is held in one integer, `width` bits for a coefficient: none can outgrow
    them, as they count subsets of n, times `scale` at most.
    """
    n = own + sum(others) + blanks
    scale = math.lcm(*range(1, len(others) + 2))
    width = n + 1 + scale.bit_length()
    full = {count: ((1 << width) + 1) ** count for count in {own, blanks, *others}}
    runner_up = max(others, default=0)
    wins = 0
    for m in range(1, min(own, runner_up, up_to) + 1):
        by_ties = [full[blanks]]
        below = (1 << (m * width)) - 1
        for count in others:
            low = full[count] & below
            tie = math.comb(count, m) << (m * width)
            by_ties = _times(by_ties, low, tie)
        shared = sum(polynomial * (scale // (ties + 1)) for ties, polynomial in enumerate(by_ties))
        wins += math.comb(own, m) * shared << (m * width)
    # With more votes than any other letter can get, it wins alone whatever the others do.
    alone = full[own] >> ((runner_up + 1) * width) << ((runner_up + 1) * width)
    wins += scale * alone * math.prod(full[count] for count in (blanks, *others))
    coefficient = (1 << width) - 1
    return tuple((wins >> (k * width) & coefficient) / (scale * math.comb(n, k)) for k in range(1, up_to + 1))


def _times(by_ties: list[int], low: int, tie: int) -> list[int]:
    """Multiply the polynomials, listed by the number of ties, with low + [one more tie]·tie."""
    product = [polynomial * low for polynomial in by_ties]
    if tie:
        product.append(0)
        for ties, polynomial in enumerate(by_ties):
            product[ties + 1] += polynomial * tie
    return product


@lru_cache(maxsize=4096)
def _sampled(votes: tuple[Votes, ...], blanks: int, ks: tuple[int, ...], samples: int) -> Majority:
    """Estimate by drawing subsets; the same counts always give the same estimate."""
    counts = [count for count, _ in votes]
    pool = [i for i, count in enumerate(counts) for _ in range(count)] + [-1] * blanks
    n = len(pool)
    worth = [correct / count for count, correct in votes]
    # What is drawn is the subset where it is the smaller half, else what the subset leaves out.
    split = bisect_right(ks, n // 2)
    left_out = [n - k for k in reversed(ks[split:])]
    draws = max(ks[split - 1] if split else 0, left_out[-1] if left_out else 0)
    rng = random.Random(f"{SEED} {votes} {blanks}")  # noqa: S311 (statistics, not secrets)
    sums, squares = [0.0] * len(ks), [0.0] * len(ks)
    for _ in range(samples):
        drawn = rng.sample(pool, draws)
        found = [*_running(drawn, ks[:split], worth), *reversed(list(_without(counts, drawn, left_out, worth)))]
        sums = [total + credit for total, credit in zip(sums, found, strict=True)]
        squares = [total + credit * credit for total, credit in zip(squares, found, strict=True)]
    if ks[0] == 1:  # of one rollout, the majority is that rollout
        exact = sum(correct for _, correct in votes) / n
        sums[0], squares[0] = samples * exact, samples * exact * exact
    means = tuple(total / samples for total in sums)
    spread = (max(0.0, sq / samples - mean * mean) for sq, mean in zip(squares, means, strict=True))
    return Majority(means, tuple(value / (samples - 1) for value in spread))


def _running(drawn: Sequence[int], sizes: Sequence[int], worth: Sequence[float]) -> Iterator[float]:
    """Yield the credit of the majority among the first 1, 2, … of the votes drawn, for the sizes asked for."""
    counts = [0] * len(worth)
    most, tied, shared = 0, 0, 0.0
    taken = 0
    for size in sizes:
        for vote in drawn[taken:size]:
            if vote >= 0:
                counts[vote] = count = counts[vote] + 1
                if count > most:
                    most, tied, shared = count, 1, worth[vote]
                elif count == most:
                    tied += 1
                    shared += worth[vote]
        taken = size
        yield shared / tied if tied else 0.0


def _without(
    counts: Sequence[int], drawn: Sequence[int], sizes: Sequence[int], worth: Sequence[float]
) -> Iterator[float]:
    """Yield the credit of the majority when the first so many of the votes drawn are left out."""
    left = list(counts)
    taken = 0
    for size in sizes:
        for vote in drawn[taken:size]:
            if vote >= 0:
                left[vote] -= 1
        taken = size
        most = max(left, default=0)
        tied = [value for count, value in zip(left, worth, strict=True) if count == most]
        yield sum(tied) / len(tied) if most else 0.0


def _check(n: int, k: int) -> None:
    if not 1 <= k <= n:
        raise ValueError(f"k must lie between 1 and the number of rollouts {n}, not {k}")

"""avg@k, pass@k, pass^k and majority@k of one task with n rollouts: the expectation over all its k-subsets.

An expectation over all subsets depends on no order of rows. One rule for all four figures: a rollout without
an answer scores 0 and never wins a majority. All of it is exact; majority@k is sampled only for tasks with more
than `EXACT_ROLLOUTS` rollouts.
"""

import math
import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

# Up to here the exact majority of a task takes some hundredths of a second at most; then its work soon explodes.
EXACT_ROLLOUTS: Final = 256
SAMPLES: Final = 400
SEED: Final = 0

# One letter of a task: (rollouts that chose it, correct ones among these).
Votes = tuple[int, int]


def pass_at_k(n: int, correct: int, k: int) -> float:
    """Return P(at least one of k is correct), 1 − C(n−c, k)/C(n, k); needs 1 ≤ k ≤ n.

    The unbiased estimator of Chen et al., "Evaluating Large Language Models Trained on Code", arXiv:2107.03374.
    """
    _check(n, k)
    every = math.comb(n, k)
    return (every - math.comb(n - correct, k)) / every


def pass_all_k(n: int, correct: int, k: int) -> float:
    """Return pass^k, P(all k are correct), C(c, k)/C(n, k); needs 1 ≤ k ≤ n (Yao et al., τ-bench, arXiv:2406.12045)."""
    _check(n, k)
    return math.comb(correct, k) / math.comb(n, k)


class Majority(NamedTuple):
    """majority@k of one task for k = 1…len(credits), and the sampling variances of these (all 0.0: exact)."""

    credits: tuple[float, ...]
    variances: tuple[float, ...]


def majority_at_k(letters: Iterable[Votes], blanks: int, up_to: int) -> Majority:
    """Return the expected credit of a majority vote among k of the task's rollouts, for k = 1…up_to.

    letters: the votes for each letter, in any order; blanks: rollouts without an answer; up_to: at most n. The
    letter with most votes in a subset wins, blanks apart; letters that tie share the credit; a subset of blanks
    scores 0. A letter's credit is the correct share of its rollouts, which is 0 or 1 where rewards follow letters.
    """
    votes = tuple(sorted((v for v in letters if v[0]), reverse=True))
    n = blanks + sum(count for count, _ in votes)
    if up_to:
        _check(n, up_to)
    if n > EXACT_ROLLOUTS:
        return _sampled(votes, blanks, up_to)
    return _exact(votes, blanks, up_to)


@lru_cache(maxsize=20_000)
def _exact(votes: tuple[Votes, ...], blanks: int, up_to: int) -> Majority:
    totals = [0.0] * up_to
    for position, (count, correct) in enumerate(votes):
        if correct:
            others = tuple(other for i, (other, _) in enumerate(votes) if i != position)
            shares = _winning_shares(count, others, blanks, up_to)
            totals = [total + share * correct / count for total, share in zip(totals, shares, strict=True)]
    return Majority(tuple(min(1.0, total) for total in totals), (0.0,) * up_to)


@lru_cache(maxsize=20_000)
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


@lru_cache(maxsize=20_000)
def _sampled(votes: tuple[Votes, ...], blanks: int, up_to: int) -> Majority:
    """Estimate by `SAMPLES` shuffles of the votes; the same counts always give the same estimate."""
    pool = [i for i, (count, _) in enumerate(votes) for _ in range(count)] + [-1] * blanks
    worth = [correct / count for count, correct in votes]
    rng = random.Random(f"{SEED} {votes} {blanks}")  # noqa: S311 (statistics, not secrets)
    sums, squares = [0.0] * up_to, [0.0] * up_to
    for _ in range(SAMPLES):
        rng.shuffle(pool)
        for i, credit in enumerate(_running_majority(pool[:up_to], worth)):
            sums[i] += credit
            squares[i] += credit * credit
    means = tuple(total / SAMPLES for total in sums)
    spread = (max(0.0, sq / SAMPLES - mean * mean) for sq, mean in zip(squares, means, strict=True))
    return Majority(means, tuple(value / (SAMPLES - 1) for value in spread))


def _running_majority(drawn: Sequence[int], worth: Sequence[float]) -> Iterable[float]:
    """Yield the credit of the majority among the first 1, 2, … of the votes drawn."""
    counts = [0] * len(worth)
    most, tied, shared = 0, 0, 0.0
    for vote in drawn:
        if vote >= 0:
            counts[vote] += 1
            if counts[vote] > most:
                most, tied, shared = counts[vote], 1, worth[vote]
            elif counts[vote] == most:
                tied += 1
                shared += worth[vote]
        yield shared / tied if tied else 0.0


def _check(n: int, k: int) -> None:
    if not 1 <= k <= n:
        raise ValueError(f"k must lie between 1 and the number of rollouts {n}, not {k}")

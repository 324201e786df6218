"""Tests of a difference: exact McNemar, the sign-flip test over tasks, and letters chosen out of proportion."""

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from mcqa_cli.statistics.distributions import binomial_half_tail, t_tail
from mcqa_cli.statistics.intervals import linearised_variance

SAMPLES: Final = 100_000
SEED: Final = 0
# The exact sign-flip distribution is held in one integer of about so many bits at most.
EXACT_BITS: Final = 8_000_000


class PValue(NamedTuple):
    """A two-sided p-value. method: `mcnemar_exact`, `sign_flip_exact`, `sign_flip_sampled`; error: standard error."""

    p_value: float
    method: str
    error: float = 0.0


def mcnemar(gains: int, losses: int) -> PValue:
    """Return the exact two-sided McNemar test: of the pairs that differ, each side is as likely (1.0 if none does)."""
    tail = binomial_half_tail(min(gains, losses), gains + losses)
    return PValue(min(1.0, 2 * tail) if gains + losses else 1.0, "mcnemar_exact")


def sign_flip(differences: Sequence[Fraction | int]) -> PValue:
    """Return P(|Σ ± d_i| ≥ |Σ d_i|) with independent fair signs: B − A might as well be A − B in every task.

    differences: one per task, exact numbers, so that equal sums compare equal. Exact while the distribution fits
    into memory, else `SAMPLES` draws with a fixed seed, the observed one counted in (Phipson & Smyth, Stat. Appl.
    Genet. Mol. Biol. 9, 2010). The order of the tasks does not matter.
    """
    common = math.lcm(*(Fraction(d).denominator for d in differences)) if differences else 1
    whole = [int(d * common) for d in differences if d]
    if not whole:
        return PValue(1.0, "sign_flip_exact")
    divisor = math.gcd(*whole)
    sizes = sorted(abs(d) // divisor for d in whole)
    observed = abs(sum(whole)) // divisor
    if (sum(sizes) + 1) * (len(sizes) + 1) <= EXACT_BITS:
        return PValue(_exact_flips(sizes, observed), "sign_flip_exact")
    return _sampled_flips(sizes, observed)


def _exact_flips(sizes: Sequence[int], observed: int) -> float:
    """Count the sign patterns by their number of flipped units: the coefficients of the product of (1 + x^size)."""
    if observed == 0:
        return 1.0
    width = len(sizes) + 1
    polynomial = 1
    for size in sizes:
        polynomial += polynomial << (size * width)
    # total − 2·flipped reaches `observed` on the one side up to here; the other side mirrors it.
    reach = (sum(sizes) - observed) // 2
    tail = polynomial & ((1 << ((reach + 1) * width)) - 1)
    # 2^width leaves 1 modulo 2^width − 1, so the remainder is the sum of the coefficients, at most 2^(width − 1).
    return min(1.0, 2 * (tail % ((1 << width) - 1)) / (1 << len(sizes)))


def _sampled_flips(sizes: Sequence[int], observed: int) -> PValue:
    rng = random.Random(SEED)  # noqa: S311 (statistics, not secrets)
    groups = sorted(Counter(sizes).items())
    total = sum(sizes)
    hits = 1
    for _ in range(SAMPLES):
        flipped = sum(size * rng.getrandbits(number).bit_count() for size, number in groups)
        hits += abs(total - 2 * flipped) >= observed
    p = hits / (SAMPLES + 1)
    return PValue(p, "sign_flip_sampled", math.sqrt(p * (1 - p) / SAMPLES))


class Excess(NamedTuple):
    """A letter chosen more often than it is the gold answer. chosen, gold: shares of the answered rows."""

    letter: str
    chosen: float
    gold: float
    p_value: float


# What a warning needs besides significance: with enough rows any model differs a little.
LEAST_EXCESS: Final = 0.05
EXCESS_LEVEL: Final = 0.01


def letters_in_excess(tasks: Sequence[tuple[int, Mapping[str, int], Mapping[str, int]]]) -> list[Excess]:
    """Return the letters chosen out of proportion to the gold, the worst first.

    tasks: for each task (answered rows n_i, how often each letter was chosen, how often it was the gold). For each
    letter the difference of the two shares is tested by Student's t over tasks (linearised variance), Bonferroni
    corrected for the number of letters; reported from 0.05 of excess on, at the 1 % level.
    """
    used = [task for task in tasks if task[0]]
    if len(used) < 2:
        return []
    sizes = [task[0] for task in used]
    total = sum(sizes)
    letters = sorted({letter for _, chosen, gold in used for letter in (*chosen, *gold)})
    found = []
    for letter in letters:
        sums = [float(chosen.get(letter, 0) - gold.get(letter, 0)) for _, chosen, gold in used]
        difference, variance = linearised_variance(sums, sizes)
        if difference < LEAST_EXCESS:
            continue
        p = t_tail(difference / math.sqrt(variance), len(used) - 1) if variance > 0 else 0.0
        if p * len(letters) < EXCESS_LEVEL:
            picked = sum(chosen.get(letter, 0) for _, chosen, _ in used) / total
            found.append(Excess(letter, picked, picked - difference, min(1.0, p * len(letters))))
    return sorted(found, key=lambda e: (e.gold - e.chosen, e.letter))

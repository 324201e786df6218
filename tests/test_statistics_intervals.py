"""Intervals against plain NumPy and against published values; laws that every interval must keep."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcqa_cli.statistics.distributions import Z, binomial_half_tail, incomplete_beta, t_quantile, t_tail
from mcqa_cli.statistics.intervals import (
    difference_interval,
    linearised_variance,
    mean_interval,
    share_interval,
    wilson,
)


# From the usual printed tables (97.5 % point).
@pytest.mark.parametrize(
    ("df", "quantile"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (29, 2.0452), (100, 1.9840), (1000, 1.9623)],
)
def test_t_quantile_is_the_printed_one(df, quantile):
    assert t_quantile(df) == pytest.approx(quantile, abs=5e-5)
    assert t_tail(t_quantile(df), df) == pytest.approx(0.05, abs=1e-10)


def test_t_quantile_tends_to_the_normal_one():
    assert t_quantile(50_000_000) == pytest.approx(Z, abs=1e-6)
    assert t_quantile(10**9) == Z
    with pytest.raises(ValueError, match="degree of freedom"):
        t_quantile(0)


def test_incomplete_beta_where_it_is_known():
    assert incomplete_beta(2, 3, 0.0) == 0.0
    assert incomplete_beta(2, 3, 1.0) == 1.0
    assert incomplete_beta(1, 1, 0.3) == pytest.approx(0.3)
    assert incomplete_beta(2, 3, 0.4) == pytest.approx(
        sum(math.comb(4, j) * 0.4**j * 0.6 ** (4 - j) for j in (2, 3, 4))
    )


@pytest.mark.parametrize("n", [1, 7, 40, 1999])
def test_binomial_tail_is_the_plain_sum(n):
    for k in {0, n // 3, n // 2, n - 1}:
        assert binomial_half_tail(k, n) == pytest.approx(sum(math.comb(n, j) for j in range(k + 1)) / 2**n, rel=1e-12)
    assert binomial_half_tail(-1, n) == 0.0
    assert binomial_half_tail(n, n) == 1.0


def test_binomial_tail_of_many_coins_meets_the_exact_one():
    exact = sum(math.comb(3000, j) for j in range(1451)) / 2**3000
    assert binomial_half_tail(1450, 3000) == pytest.approx(exact, rel=1e-9)


# Newcombe (1998), table I: Wilson's score interval.
@pytest.mark.parametrize(
    ("correct", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_is_the_published_one(correct, n, low, high):
    assert wilson(correct, n) == pytest.approx((low, high), abs=5e-5)


def test_no_rows_no_interval():
    assert wilson(0, 0) is None
    assert share_interval([], []) is None
    assert mean_interval([], []) is None
    assert mean_interval([0.5], [1]) is None
    assert difference_interval([], []) is None


def clustered_by_numpy(sums, sizes, observations=None):
    s, n = np.array(sums, float), np.array(sizes, float)
    p, pseudo = s.sum() / n.sum(), 0.6 * n.mean()
    s2, n2 = np.r_[s, pseudo, 0], np.r_[n, pseudo, pseudo]
    p2 = s2.sum() / n2.sum()
    v2 = len(s2) / (len(s2) - 1) * ((s2 - p2 * n2) ** 2).sum() / n2.sum() ** 2
    m = min(observations or n.sum(), n.sum() / (v2 / (p2 * (1 - p2) / n2.sum())))
    m = min(m, len(s)) if p in (0, 1) else m
    t = t_quantile(len(s) - 1)
    roots = np.roots([1 + t * t / m, -(2 * p + t * t / m), p * p])
    return sorted(np.clip(roots.real, 0, 1))


tasks = st.lists(
    st.integers(1, 9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=2, max_size=40
).filter(lambda found: any(n > 1 for _, n in found))


@settings(max_examples=300, deadline=None)
@given(tasks)
def test_clustered_interval_is_wilson_with_the_effective_sample_size(found):
    sums, sizes = zip(*found, strict=True)
    interval = share_interval(sums, sizes)
    assert interval.method == "wilson_clustered"
    assert (interval.low, interval.high) == pytest.approx(clustered_by_numpy(sums, sizes), abs=1e-6)
    assert interval.low <= sum(sums) / sum(sizes) <= interval.high
    assert 0.0 <= interval.low < interval.high <= 1.0, "it never collapses"


@given(tasks, st.randoms())
def test_the_order_of_tasks_changes_no_digit(found, rng):
    mixed = list(found)
    rng.shuffle(mixed)
    assert share_interval(*zip(*found, strict=True)) == share_interval(*zip(*mixed, strict=True))


def test_each_task_once_is_plain_wilson():
    interval = share_interval([1, 0, 1, 1], [1, 1, 1, 1])
    assert interval == (*wilson(3, 4), "wilson")


def test_one_task_alone_says_little_however_often_it_was_run():
    once, often = share_interval([1], [1]), share_interval([64], [64])
    assert often[:2] == pytest.approx(once[:2])
    assert often.high - often.low > 0.7


def test_repeats_that_only_copy_a_task_do_not_narrow_the_interval():
    single = share_interval([1, 0, 1, 0, 1, 1, 0, 1] * 5, [1] * 40)
    copied = share_interval([8, 0, 8, 0, 8, 8, 0, 8] * 5, [8] * 40)
    assert copied.high - copied.low == pytest.approx(single.high - single.low, rel=0.05)


def test_mean_interval_is_the_t_interval_of_numpy():
    values = [0.25, 0.5, 2.0, -1.0, 0.75, 0.1]
    interval = mean_interval(values, [1] * 6)
    half = t_quantile(5) * np.std(values, ddof=1) / math.sqrt(6)
    assert interval[:2] == pytest.approx((np.mean(values) - half, np.mean(values) + half))


def test_variance_of_ragged_tasks_is_the_sandwich():
    sums, sizes = np.array([3.0, 0, 5, 2]), np.array([4, 1, 9, 2])
    p, variance = linearised_variance(list(sums), list(sizes))
    # The same by regression on a constant, rows as observations: CR1 with one regressor.
    y = np.concatenate([np.r_[np.ones(int(s)), np.zeros(n - int(s))] for s, n in zip(sums, sizes, strict=True)])
    task = np.repeat(np.arange(4), sizes)
    residuals = y - y.mean()
    meat = sum(residuals[task == i].sum() ** 2 for i in range(4))
    assert p == pytest.approx(y.mean())
    assert variance == pytest.approx(4 / 3 * meat / len(y) ** 2)


def test_paired_interval_of_single_tasks_is_bonett_and_price():
    # 40 pairs: 9 won, 3 lost.
    interval = difference_interval([1] * 9 + [-1] * 3 + [0] * 28, [1] * 40)
    up, down = 10 / 42, 4 / 42
    half = Z * math.sqrt((up + down - (up - down) ** 2) / 42)
    assert interval[:2] == pytest.approx((up - down - half, up - down + half))
    assert interval.method == "paired_adjusted"


def test_paired_interval_of_repeated_tasks_is_clustered():
    sums, sizes = [3, -1, 0, 2, 0, 1], [8, 8, 4, 2, 8, 8]
    interval = difference_interval(sums, sizes)
    d, variance = linearised_variance(sums, sizes)
    half = t_quantile(5) * math.sqrt(variance)
    assert interval[:2] == pytest.approx((d - half, d + half))


def test_no_difference_anywhere_still_has_a_width():
    interval = difference_interval([0] * 30, [8] * 30)
    assert interval.low < 0 < interval.high
    assert interval.low == pytest.approx(-interval.high)

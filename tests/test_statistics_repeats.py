"""avg@k, pass@k, pass^k and majority@k against brute force over all subsets of rollouts."""

import itertools
import math
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcqa_cli.statistics.repeats import Plan, majority_at_k, pass_all_k, pass_at_k, plan

# A rollout is (letter or None, correct). Plain, slow, and written without a look at the package.


def brute(rollouts, k):
    """(pass@k, pass^k, majority@k) as exact means over every k-subset."""
    some = every = majority = Fraction(0)
    subsets = list(itertools.combinations(rollouts, k))
    for subset in subsets:
        some += any(correct for _, correct in subset)
        every += all(correct for _, correct in subset)
        votes = Counter(letter for letter, _ in subset if letter is not None)
        if votes:
            top = max(votes.values())
            winners = [letter for letter, count in votes.items() if count == top]
            majority += sum(worth(rollouts, letter) for letter in winners) / Fraction(len(winners))
    return some / len(subsets), every / len(subsets), majority / len(subsets)


def worth(rollouts, letter):
    verdicts = [correct for other, correct in rollouts if other == letter]
    return Fraction(sum(verdicts), len(verdicts))


def votes_of(rollouts):
    letters = {letter for letter, _ in rollouts if letter is not None}
    counts = [(sum(x == letter for x, _ in rollouts), sum(c for x, c in rollouts if x == letter)) for letter in letters]
    return counts, sum(letter is None for letter, _ in rollouts)


def as_rollouts(text, gold="A"):
    return [(None if c == "-" else c, c == gold) for c in text]


@pytest.mark.parametrize(
    ("answers", "k", "expected"),
    [
        pytest.param("-", 1, 0.0, id="one rollout without an answer"),
        pytest.param("---", 2, 0.0, id="a task without any answer scores 0"),
        pytest.param("B-", 2, 0.0, id="no answer never outvotes a wrong one into a win"),
        pytest.param("A---", 4, 1.0, id="three blanks do not win over one answer"),
        pytest.param("ABCD", 4, 0.25, id="four different answers share the credit"),
        pytest.param("BCDA", 4, 0.25, id="whatever came first"),
        pytest.param("AB", 2, 0.5, id="a tie of two"),
        pytest.param("AABB-", 5, 0.5, id="a tie beside a blank"),
        pytest.param("AAB", 3, 1.0, id="a plain majority"),
        pytest.param("ABB", 3, 0.0, id="outvoted"),
        pytest.param("AAB", 1, 2 / 3, id="one of k is the plain mean"),
        pytest.param("AAB", 2, 1 / 3 + 2 / 3 / 2, id="expectation over the three pairs"),
    ],
)
def test_majority_by_hand(answers, k, expected):
    letters, blanks = votes_of(as_rollouts(answers))
    assert majority_at_k(letters, blanks, [k]).credits[0] == pytest.approx(expected, abs=1e-15)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from("ABCDE-"), min_size=1, max_size=9))
def test_every_figure_is_the_mean_over_all_subsets(answers):
    rollouts = as_rollouts(answers)
    letters, blanks = votes_of(rollouts)
    n, correct = len(rollouts), sum(c for _, c in rollouts)
    majority = majority_at_k(letters, blanks, range(1, n + 1))
    assert majority.variances == (0.0,) * n
    for k in range(1, n + 1):
        some, every, most = brute(rollouts, k)
        assert pass_at_k(n, correct, k) == pytest.approx(float(some), abs=1e-14)
        assert pass_all_k(n, correct, k) == pytest.approx(float(every), abs=1e-14)
        assert majority.credits[k - 1] == pytest.approx(float(most), abs=1e-14)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ABC"), st.booleans()), min_size=1, max_size=7))
def test_rewards_that_do_not_follow_the_letter_are_averaged_over_it(rollouts):
    letters, blanks = votes_of(rollouts)
    majority = majority_at_k(letters, blanks, range(1, len(rollouts) + 1))
    for k in range(1, len(rollouts) + 1):
        assert majority.credits[k - 1] == pytest.approx(float(brute(rollouts, k)[2]), abs=1e-14)


@given(st.permutations([(5, 5), (4, 0), (4, 0), (1, 0)]))
def test_the_order_of_the_letters_does_not_matter(letters):
    assert majority_at_k(letters, 3, [9, 17]) == majority_at_k([(5, 5), (4, 0), (4, 0), (1, 0)], 3, [9, 17])


def test_k_of_one_and_all_rollouts_are_the_mean_and_the_vote():
    letters = [(30, 30), (20, 0), (9, 0), (2, 0)]
    found = majority_at_k(letters, 3, range(1, 65)).credits
    assert found[0] == pytest.approx(30 / 64)
    assert found[63] == pytest.approx(1.0)
    assert all(0.0 <= credit <= 1.0 for credit in found)


# Every k of 25 is sampled: the smaller ones by drawing the subset, the larger ones by drawing what it leaves out.
SAMPLED = Plan(exact=0, samples=400)


def test_sampled_figures_agree_with_exact_ones_within_their_error():
    letters, blanks, ks = [(9, 9), (8, 0), (4, 0)], 4, range(1, 26)
    exact = majority_at_k(letters, blanks, ks)
    sampled = majority_at_k(reversed(letters), blanks, ks, SAMPLED)
    assert sampled == majority_at_k(letters, blanks, ks, SAMPLED), "the same counts must give the same estimate"
    assert sum(variance > 0 for variance in sampled.variances) > 15
    for truth, estimate, variance in zip(exact.credits, sampled.credits, sampled.variances, strict=True):
        assert abs(truth - estimate) <= 4.5 * math.sqrt(variance) + 1e-12


@pytest.mark.parametrize(
    ("letters", "blanks"),
    [
        pytest.param([(9, 9), (8, 0)], 3, id="a narrow vote"),
        pytest.param([(6, 3), (6, 0)], 0, id="a tie, and rewards that do not follow the letter"),
        pytest.param([], 5, id="no answers"),
    ],
)
def test_one_rollout_and_all_of_them_are_never_guessed(letters, blanks):
    n = blanks + sum(count for count, _ in letters)
    sampled, exact = (majority_at_k(letters, blanks, [1, n], planned) for planned in (SAMPLED, None))
    assert sampled.credits == pytest.approx(exact.credits, abs=1e-14)
    assert sampled.variances == pytest.approx((0.0, 0.0), abs=1e-14)


def test_a_subset_of_the_ks_has_the_same_figures():
    letters = [(20, 20), (15, 0), (9, 0)]
    every = majority_at_k(letters, 2, range(1, 47)).credits
    assert majority_at_k(letters, 2, [3, 17, 46]).credits == (every[2], every[16], every[45])


@pytest.mark.parametrize(
    ("sizes", "highest", "exact", "samples"),
    [
        pytest.param([8] * 1000, 8, 64, 400, id="small tasks are exact, however many"),
        pytest.param([64] * 100_000, 64, 64, 400, id="and so up to 64 rollouts"),
        pytest.param([200] * 30, 128, 200, 400, id="larger ones while they are few"),
        pytest.param([100] * 100 + [256] * 200, 100, 100, 40, id="the largest are sampled first"),
        pytest.param([257], 128, 64, 400, id="and the very large always"),
        pytest.param([10_000] * 20, 128, 64, 400, id="few tasks, many rollouts"),
        pytest.param([10_000] * 20, 5000, 64, 80, id="fewer subsets where they are large"),
        pytest.param([300] * 100_000, 128, 64, 16, id="never fewer than sixteen"),
    ],
)
def test_the_work_is_bounded(sizes, highest, exact, samples):
    assert plan(sizes, highest) == plan(reversed(sizes), highest) == Plan(exact, samples)


@given(n=st.integers(1, 3000), data=st.data())
@settings(max_examples=200, deadline=None)
def test_large_tasks_have_the_same_pass_figures_as_whole_numbers_give(n, data):
    correct, k = data.draw(st.integers(0, n)), data.draw(st.integers(1, n))
    every = math.comb(n, k)
    assert pass_at_k(n, correct, k) == pytest.approx(1 - Fraction(math.comb(n - correct, k), every), abs=1e-12)
    assert pass_all_k(n, correct, k) == pytest.approx(Fraction(math.comb(correct, k), every), abs=1e-12)


def test_unanswered_tasks_count_the_same_in_every_figure():
    # Two tasks of two rollouts: both right, and both without an answer.
    full, empty = majority_at_k([(2, 2)], 0, [1, 2]), majority_at_k([], 2, [1, 2])
    average = (2 / 2 + 0 / 2) / 2
    assert (full.credits[1] + empty.credits[1]) / 2 == average == 0.5
    assert (pass_at_k(2, 2, 2) + pass_at_k(2, 0, 2)) / 2 == average


@pytest.mark.parametrize("k", [pytest.param(0, id="none"), pytest.param(4, id="more than there are")])
def test_k_outside_the_rollouts_is_refused(k):
    for figure in (pass_at_k, pass_all_k):
        with pytest.raises(ValueError, match="between 1 and the number of rollouts"):
            figure(3, 1, k)
    if k:
        with pytest.raises(ValueError, match="between 1 and the number of rollouts"):
            majority_at_k([(3, 3)], 0, [k])

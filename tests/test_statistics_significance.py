"""p-values against enumeration, and what is and is not a letter chosen out of proportion."""

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcqa_cli.statistics import significance
from mcqa_cli.statistics.significance import letters_in_excess, mcnemar, sign_flip


@pytest.mark.parametrize(
    ("gains", "losses", "p"),
    [
        pytest.param(0, 0, 1.0, id="nothing differs"),
        pytest.param(3, 3, 1.0, id="even"),
        pytest.param(1, 0, 1.0, id="one pair proves nothing"),
        pytest.param(5, 0, 2 / 32, id="five to none"),
        pytest.param(1, 8, 2 * (1 + 9) / 512, id="one to eight"),
    ],
)
def test_mcnemar_by_hand(gains, losses, p):
    assert mcnemar(gains, losses).p_value == pytest.approx(p)
    assert mcnemar(losses, gains) == mcnemar(gains, losses)


def enumerate_flips(differences):
    observed = abs(sum(differences))
    patterns = list(itertools.product((1, -1), repeat=len(differences)))
    return sum(abs(sum(s * d for s, d in zip(p, differences, strict=True))) >= observed for p in patterns) / len(
        patterns
    )


fractions = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 9))


@settings(max_examples=150, deadline=None)
@given(st.lists(fractions, max_size=9))
def test_sign_flip_is_the_enumeration_of_all_signs(differences):
    found = sign_flip(differences)
    assert found.method == "sign_flip_exact"
    assert found.p_value == pytest.approx(enumerate_flips(differences) if differences else 1.0)


def test_sign_flip_of_single_pairs_is_mcnemar():
    assert sign_flip([1] * 14 + [-1] * 5 + [0] * 30).p_value == pytest.approx(mcnemar(14, 5).p_value)


def test_sampled_sign_flip_is_near_the_exact_one_and_states_its_error(monkeypatch):
    differences = [Fraction(i % 7 - 2, 8) for i in range(40)]
    exact = sign_flip(differences)
    monkeypatch.setattr(significance, "EXACT_BITS", 0)
    sampled = sign_flip(list(reversed(differences)))
    assert sampled.method == "sign_flip_sampled"
    assert sampled == sign_flip(differences), "the order of the tasks must not matter"
    assert 0 < sampled.error < 0.002
    assert abs(sampled.p_value - exact.p_value) < 5 * sampled.error


def question(gold, *picks):
    chosen = {letter: picks.count(letter) for letter in set(picks)}
    return len(picks), chosen, {gold: len(picks)}


@pytest.mark.parametrize(
    "tasks",
    [
        pytest.param([], id="nothing"),
        pytest.param([question("A", "B", "B")], id="one task alone"),
        pytest.param([question("ABCD"[i % 4], "ABCD"[i % 4]) for i in range(200)], id="always right"),
        pytest.param([question("ABCD"[i % 4], "ABCD"[(i + 1) % 4]) for i in range(200)], id="always wrong, evenly"),
        pytest.param([question("AB"[i % 2], *"ABAB"[i % 3 :]) for i in range(4)], id="few tasks"),
        pytest.param([question("D", "D") for _ in range(198)], id="constant gold, always right"),
        pytest.param([question("ABCD"[i % 4], "A" if i < 3 else "ABCD"[i % 4]) for i in range(200)], id="a hair more"),
    ],
)
def test_not_out_of_proportion(tasks):
    assert letters_in_excess(tasks) == []


def test_a_favourite_letter_is_named_with_both_shares():
    tasks = [question("ABCD"[i % 4], "C" if i % 3 else "ABCD"[i % 4]) for i in range(240)]
    (found,) = letters_in_excess(tasks)
    assert found.letter == "C"
    assert found.gold == pytest.approx(0.25)
    assert found.chosen == pytest.approx(0.75)
    assert found.p_value < 1e-6


def test_a_task_repeated_a_thousand_times_is_still_one_task():
    # Two tasks can prove nothing, whatever the number of their rollouts.
    tasks = [question("A", *("B" * 1000)), question("B", *("B" * 1000))]
    assert letters_in_excess(tasks) == []
    assert math.isclose(sum(task[0] for task in tasks), 2000)

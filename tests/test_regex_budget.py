"""The limit on a regex's processor time, in processes of its own: signals belong to a main thread."""

import re
import signal
import threading

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.custom_regex import extract, prepare
from mcqa_cli.regex_budget import HURRIED, MAX_PATTERNS, PATIENCE, STRIKES, TICKS, Budget, RegexTimeoutError

ENDLESS = r"(a+)+c: (\w)"
HOSTILE = "a" * 40
QUESTION = Question(Choices(("A", "B"), ("red", "green")))

needs_timer = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer on this system")


@pytest.fixture
def budget():
    before = signal.getsignal(signal.SIGVTALRM)
    made = Budget(0.05)
    assert made.install()
    yield made
    made.uninstall()
    signal.signal(signal.SIGVTALRM, before)


def disarmed():
    """Ticks mean nothing now: however many come, nothing is raised."""
    for _ in range(3 * TICKS):
        signal.raise_signal(signal.SIGVTALRM)
    return True


def test_nothing_is_installed_unasked():
    before = signal.getsignal(signal.SIGVTALRM)
    made = Budget(0.05)
    assert made.run(lambda: 7) == 7
    assert signal.getsignal(signal.SIGVTALRM) is before


@pytest.mark.parametrize("seconds", [0, -1.0], ids=repr)
def test_no_time_means_no_limit(seconds):
    assert not Budget(seconds).install()


def test_another_thread_can_have_no_limit():
    answers = []
    thread = threading.Thread(target=lambda: answers.append(Budget(1.0).install()))
    thread.start()
    thread.join()
    assert answers == [False]


@needs_timer
def test_a_call_that_ends_in_time_is_left_alone(budget):
    assert budget.run(lambda: "done") == "done"
    assert disarmed()


@needs_timer
def test_a_call_that_does_not_end_is_stopped(budget):
    with pytest.raises(RegexTimeoutError):
        budget.run(lambda: re.search(ENDLESS, HOSTILE))
    assert disarmed()
    assert budget.run(lambda: "next") == "next"


# Each match takes next to no time, all of them together take far more than the budget.
MANY_SHORT = [
    pytest.param(r"a[^x]*1", "a" * 60_000, id="matches that fail"),
    pytest.param(r"a[^x]{0,200}(?<=bb)", "a" * 3_000_000 + "b", id="short matches that fail"),
    pytest.param([f"a[^x]{{0,200}}{number}" for number in range(1000)], "a" * 3_000, id="many patterns"),
]


@needs_timer
@pytest.mark.parametrize(("patterns", "text"), MANY_SHORT)
def test_many_short_searches_are_stopped_too(budget, patterns, text):
    assert extract(text, QUESTION, prepare(patterns), budget=budget) == (None, "timeout")


@needs_timer
def test_no_handler_of_the_call_swallows_the_limit(budget):
    def stubborn():
        try:
            return re.search(ENDLESS, HOSTILE)
        except Exception:
            return "swallowed"

    with pytest.raises(RegexTimeoutError):
        budget.run(stubborn)


@needs_timer
def test_other_errors_pass_and_leave_the_timer_off(budget):
    with pytest.raises(ZeroDivisionError):
        budget.run(lambda: 1 / 0)
    assert disarmed()


@needs_timer
def test_a_late_signal_means_nothing(budget):
    signal.raise_signal(signal.SIGVTALRM)
    budget.seconds = 60.0
    assert budget.run(lambda: signal.raise_signal(signal.SIGVTALRM) or "still here") == "still here"


@needs_timer
def test_uninstalling_stops_the_timer(budget):
    assert signal.getitimer(signal.ITIMER_VIRTUAL)[1] > 0
    budget.uninstall()
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


@needs_timer
def test_a_pattern_is_set_aside_after_its_strikes(budget):
    for _ in range(STRIKES):
        assert extract(HOSTILE, QUESTION, prepare(ENDLESS), budget=budget) == (None, "timeout")
    assert extract(HOSTILE, QUESTION, prepare(ENDLESS), budget=budget) == (None, "set_aside")
    assert budget.set_aside == (ENDLESS,)
    assert budget.strikes == {ENDLESS: STRIKES}
    found, failure = extract("pick B", QUESTION, prepare([ENDLESS, r"pick (\w)"]), budget=budget)
    assert (found[0], failure) == ("B", None)


@needs_timer
def test_one_row_has_one_budget_and_the_pattern_at_work_is_blamed(budget):
    assert extract(HOSTILE, QUESTION, prepare(["x", ENDLESS, "a"]), budget=budget) == (None, "timeout")
    assert budget.strikes == {ENDLESS: 1}


def test_what_is_remembered_is_bounded():
    made = Budget(1.0)
    for number in range(MAX_PATTERNS + 10):
        made.strike(f"pattern {number}")
    assert len(made.strikes) == MAX_PATTERNS
    assert "pattern 0" not in made.strikes


@needs_timer
def test_after_many_timeouts_of_any_patterns_each_has_less_time(budget):
    before = signal.getitimer(signal.ITIMER_VIRTUAL)[1]
    for number in range(PATIENCE - 1):
        budget.strike(f"pattern {number}")
    assert signal.getitimer(signal.ITIMER_VIRTUAL)[1] == pytest.approx(before, rel=0.2)
    budget.strike("one more")
    assert signal.getitimer(signal.ITIMER_VIRTUAL)[1] < before / 2
    budget.uninstall()
    budget.install()
    assert signal.getitimer(signal.ITIMER_VIRTUAL)[1] < before / 2
    assert HURRIED < 0.5
    assert budget.run(lambda: "done") == "done"

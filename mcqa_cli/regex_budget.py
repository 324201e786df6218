"""A limit on the processor time that a row's own regular expressions may take.

Python's `re` cannot be told to stop, and a pattern that comes with the data may take ages on one text. So a timer
that counts the processor time of this process (`ITIMER_VIRTUAL`) interrupts the match. It ticks TICKS times per
budget for as long as it is installed: so a row costs two assignments, where setting a timer for each would cost two
system calls, and a match is stopped after one budget at the earliest and one tick more at the latest.

A timer needs a signal handler, and that belongs to whoever owns the process: nothing is installed on import, and a
`Budget` limits nothing until its `install()` was called, which the command line does in its main thread and in its
workers. The Python API never calls it: there, and where the system has no such timer (Windows), there is no limit.
"""

import signal
from collections.abc import Callable
from typing import Any, Final, TypeVar, TypeVarTuple

A = TypeVarTuple("A")
T = TypeVar("T")

TICKS: Final = 8
"""How many ticks of the timer make one budget."""

STRIKES: Final = 3
"""How often a pattern may run out of time in one process before it is set aside."""

PATIENCE: Final = 20
"""How many times patterns of any kind may take their whole time in one process."""

HURRIED: Final = 0.02
"""The part of its time that each row's patterns have after that, so that no file of ever new ones takes for ever."""

MAX_PATTERNS: Final = 10_000
"""How many patterns that ran out of time are remembered; the oldest are forgotten beyond that."""

_LONG: Final = 500


class RegexTimeoutError(Exception):
    """The call ran out of its processor time."""


class _Expired(BaseException):
    """Raised by the signal handler, inside `Budget.run` only; no `except Exception` may swallow it."""


class Budget:
    """Processor time for one row's regular expressions, and the patterns that used it up too often.

    seconds: the limit for one call of `run`, in seconds of processor time; 0 or less means no limit.
    current: the pattern at work, for whoever has to stop it. strikes: how often each pattern ran out of time.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._installed = False
        self._armed = False
        self._ticks = 0
        self.strikes: dict[str, int] = {}
        self._timeouts = 0
        self.current = ""

    def install(self) -> bool:
        """Install the signal handler; False where there can be no limit (no such timer, or not the main thread)."""
        if self._installed or self.seconds <= 0 or not hasattr(signal, "setitimer"):
            return self._installed
        try:
            signal.signal(signal.SIGVTALRM, self._on_tick)
            self._set_timer()
        except ValueError:  # not the main thread
            return False
        self._installed = True
        return True

    def _set_timer(self) -> None:
        tick = self.seconds / TICKS * (HURRIED if self._timeouts >= PATIENCE else 1)
        signal.setitimer(signal.ITIMER_VIRTUAL, tick, tick)

    def uninstall(self) -> None:
        """Give the signal back to the system's default."""
        if self._installed:
            self._installed = False
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, signal.SIG_DFL)

    def _on_tick(self, _number: int, _frame: Any) -> None:
        if self._armed:
            self._ticks += 1
            if self._ticks > TICKS:  # the first tick may come right after the start
                raise _Expired

    def run(self, call: Callable[[*A], T], *arguments: *A) -> T:
        """Return what the call gives.

        Raises: RegexTimeoutError, when it takes more processor time than there is.
        """
        try:
            try:
                self._ticks = 0
                self._armed = True
                return call(*arguments)
            finally:
                self._armed = False
        except _Expired:
            self._armed = False  # it may have come inside the `finally`, before its first line
            raise RegexTimeoutError from None

    def strike(self, pattern: str) -> None:
        """Note that `pattern` ran out of time."""
        pattern = _name(pattern)
        count = self.strikes.pop(pattern, 0) + 1
        self.strikes[pattern] = count
        if len(self.strikes) > MAX_PATTERNS:
            del self.strikes[next(iter(self.strikes))]
        self._timeouts += 1
        if self._timeouts == PATIENCE and self._installed:
            self._set_timer()

    def is_set_aside(self, pattern: str) -> bool:
        """Whether `pattern` ran out of time so often that it is not tried any more."""
        return self.strikes.get(_name(pattern), 0) >= STRIKES

    @property
    def set_aside(self) -> tuple[str, ...]:
        """The patterns that are not tried any more, for the report."""
        return tuple(pattern for pattern, count in self.strikes.items() if count >= STRIKES)


def _name(pattern: str) -> str:
    """What a pattern is remembered by: itself, or as much of a long one as tells it from others."""
    return pattern if len(pattern) <= _LONG else f"{pattern[:_LONG]}… ({len(pattern):,} characters, {hash(pattern):x})"

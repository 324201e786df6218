"""Gates: limits that make a run exit with 1, the same for every command. Pure: text in, message out.

    --min-accuracy 0.7                             over all graded rows
    --min-accuracy 70%                             the same limit
    --min-accuracy template_id=mcqa_alpha:0.7      over the rows of one group only

A gate on nothing fails: no rows, no such group, or no such figure is a failure, never a pass.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NamedTuple

from mcqa_cli.errors import UsageError

Figures = Mapping[str, Any]


class Kind(NamedTuple):
    """What one gate option holds against its limit.

    share, number: keys of the figures; a limit written as a share is held against the first, a whole number
        against the second (None: the option takes shares only).
    floor: whether the limit is the least that passes (else the most).
    words, number_words: what the two figures are called in a message.
    """

    share: str
    number: str | None
    floor: bool
    words: str
    number_words: str = ""


# Option name without its dashes → what it checks. The keys of the figures are those of the JSON report.
KINDS: Final[dict[str, Kind]] = {
    "min-accuracy": Kind("accuracy", None, True, "accuracy"),
    "max-no-answer": Kind("no_answer_share", None, False, "share of rows without an answer"),
    "max-flips": Kind("flip_share", "flips", False, "share of flips", "number of flips"),
    "max-drop": Kind("drop", None, False, "drop in accuracy"),
}


class Gate(NamedTuple):
    """One limit, as parsed from `LIMIT` or `FIELD=VALUE:LIMIT`.

    limit: a fraction from 0 to 1, or a number of rows where `counts`. field, value: the group it holds for;
    both None for all rows. text: as the user wrote it.
    """

    kind: str
    limit: float
    text: str
    field: str | None = None
    value: str | None = None
    counts: bool = False

    @property
    def name(self) -> str:
        """The gate as it stands on the command line."""
        return f"--{self.kind} {self.text}"


def parse(kind: str, text: str) -> Gate:
    """Read the argument of the option `--kind`; raises UsageError with one line that names the option.

    The group's value may hold `=` and `:` itself: the field ends at the first `=`, the limit starts after the
    last `:`.
    """
    head, colon, limit_text = text.rpartition(":")
    field, equals, value = head.partition("=")
    if not colon and "=" in text:
        raise UsageError(f"--{kind} {text}: a group needs its limit: write FIELD=VALUE:LIMIT")
    if colon and (not equals or not field.strip()):
        raise UsageError(f"--{kind} {text}: write LIMIT or FIELD=VALUE:LIMIT")
    limit, counts = _limit(kind, text, limit_text)
    if not colon:
        return Gate(kind, limit, text, counts=counts)
    return Gate(kind, limit, text, field.strip(), value, counts)


def parse_all(asked: Mapping[str, Iterable[str] | None]) -> list[Gate]:
    """Read the arguments of several options, each of which may be repeated or absent; raises as `parse` does."""
    return [parse(kind, text) for kind, texts in asked.items() for text in texts or ()]


def fields(gates: Iterable[Gate]) -> tuple[str, ...]:
    """Return the fields whose groups the gates need, each once, in order: they must be counted even without --by."""
    return tuple(dict.fromkeys(gate.field for gate in gates if gate.field is not None))


def check(gate: Gate, figures: Figures | None) -> str | None:
    """Return why the gate fails, or None if it passes.

    figures: of all rows, or of the gate's group, with the keys of the JSON report; None: there is no such group.
    """
    kind = KINDS[gate.kind]
    if figures is None:
        return f"gate {gate.name} failed: no graded row has {gate.field}={gate.value}, so there is nothing to hold"
    counts = gate.counts and kind.number is not None
    words = kind.number_words if counts else kind.words
    value = figures.get(kind.number if counts else kind.share)  # type: ignore[arg-type]
    if not isinstance(value, int | float) or isinstance(value, bool) or math.isnan(value):
        return (
            f"gate {gate.name} failed: there is no {words} (no rows, or not recorded), the limit is {_show(gate.limit)}"
        )
    if value >= gate.limit if kind.floor else value <= gate.limit:
        return None
    where = f" for {gate.field}={gate.value}" if gate.field is not None else ""
    side = "below" if kind.floor else "above"
    return f"gate {gate.name} failed: the {words}{where} is {_show(value, gate.limit)}, {side} {_show(gate.limit)}"


def apply(gates: Iterable[Gate], overall: Figures, find: Callable[[str, str], Figures | None]) -> list[dict[str, Any]]:
    """Check every gate and return the report's list of them; `find(field, value)` gives a group's figures, or None."""
    made = []
    for gate in gates:
        figures = overall if gate.field is None else find(gate.field, gate.value or "")
        message = check(gate, figures)
        made.append({"gate": gate.name, "passed": message is None, "message": message})
    return made


def _limit(kind: str, text: str, limit_text: str) -> tuple[float, bool]:
    """Read a limit: (fraction or count, whether it is a count). Decimal, so that 66.7% is the same float as 0.667."""
    stripped = limit_text.strip()
    number = stripped.removesuffix("%").strip()
    takes_counts = KINDS[kind].number is not None
    try:
        value = Decimal(number)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or value < 0:
        raise UsageError(f"--{kind} {text}: the limit must be a share such as 0.7 or 70%, not {limit_text!r}")
    if stripped.endswith("%"):
        value /= 100
    elif takes_counts and number.isascii() and number.isdigit():
        return float(value), True
    if value > 1:
        hint = f"; for {number} percent write {number}%" if value <= 100 and not stripped.endswith("%") else ""
        raise UsageError(f"--{kind} {text}: a share lies between 0 and 1{hint}")
    return float(value), False


def _show(value: float, limit: float | None = None) -> str:
    """Write a figure short, yet never so short that it looks like the limit it misses."""
    for digits in (4, 6, 9):
        short = f"{value:.{digits}g}"
        if limit is None or float(short) != limit:
            return short
    return repr(value)

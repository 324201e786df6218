"""Lines laid out as a format's plan has it: read in one pass, by C, that makes no objects of what nobody looks at.

A line that is not, or that C does not take, is parsed whole, and what is wrong with it is told then. Without the
compiled scanner (in a pure Python package) that goes for all lines.
"""

from typing import Any, Final

from mcqa_cli.formats import gym
from mcqa_cli.formats.base import Format
from mcqa_cli.grading import Known
from mcqa_cli.jsonl import loads
from mcqa_cli.model import Rollout
from mcqa_cli.native import SCANNER
from mcqa_cli.options import choices_of_list


class Quick:
    """Reads lines by the plan of one format."""

    def __init__(self, form: Format) -> None:
        plan = form.plan
        assert plan is not None
        self.form: Final = form
        self._count: Final = plan.values
        self._rollout: Final = plan.read
        self._scan: Final = SCANNER(plan.places, plan.values, plan.written, loads).scan

    def scan(self, data: bytes, start: int) -> Any:
        """Give what is found in the line that begins there, for the other two; None for another line.

        Values that are in a row as they were in the row before are the same objects: they must not be changed.
        """
        return self._scan(data, start)

    def rollout(self, found: Any) -> Rollout | None:
        """Give the rollout; None for another line."""
        return self._rollout(found[: self._count])

    def spans(self, found: Any) -> tuple[int, int, int, int, int, int]:
        """Give where in data the values of reward and answer, [begin, end) each, the last brace and the line's end are.

        -1 twice for a value that is missing.
        """
        at = self._count
        return found[at], found[at + 1], found[at + 2], found[at + 3], found[at + 4], found[at + 5]


def quick_of(form: Format) -> Quick | None:
    """Give what reads the rows of a format, None where there is nothing."""
    return Quick(form) if SCANNER is not None and form.plan is not None else None


class QuickInputs:
    """Reads rows of an inputs file that is laid out as NeMo Gym writes them."""

    def __init__(self) -> None:
        self._scan: Final = SCANNER(gym.PLAN.inputs, gym.PLAN.values, (gym.PLAN.options,), loads).scan

    def read(self, line: bytes) -> Known | None:
        """Give what a row tells of its question; None where only the whole row does. Raises: RowError for options."""
        found = self._scan(line, 0)
        if found is None:
            return None
        question = gym.PLAN.question(found[: gym.PLAN.values])
        if question is None:
            return None
        begin, end = found[gym.PLAN.values], found[gym.PLAN.values + 1]
        choices = choices_of_list(line[begin:end]) if begin >= 0 else None
        if choices is None:
            return None
        prompt, gold, mode, template, uuid = question
        return Known(choices, gold, mode, template, uuid, hash(prompt), ())


def quick_inputs(by: tuple[str, ...]) -> QuickInputs | None:
    """Give what reads the rows of an inputs file; None where more is wanted of them, or there is nothing."""
    return QuickInputs() if SCANNER is not None and not by else None

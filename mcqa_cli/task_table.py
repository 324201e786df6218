"""Counts per task: scored rows in, one by one and in any order; every figure of `mcqa stats` is a sum over these.

Memory grows with the number of tasks and of groups in a task, not with the number of rows.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from mcqa_cli.model import REASONS
from mcqa_cli.scored import ID_KINDS, Scored
from mcqa_cli.tally import Place

# Places in a list of counts. GRADED: rows with a reward. REWARD: their sum, exact. CORRECT: reward 1, or at least
# the threshold. BLANK: no answer. CUT: cut off. UNKNOWN: whether there is an answer is not recorded.
GRADED, REWARD, CORRECT, BLANK, BLANK_CORRECT, CUT, CUT_CORRECT, UNKNOWN, UNGRADED = range(9)
Counts = list[int | Fraction]

# Rollout numbers below this are noted in a bit mask, one bit each.
_MASKED: Final = 4096


class Dims(NamedTuple):
    """What rows are grouped by. by: the values of the --by fields, in order."""

    mode: Hashable
    template_id: Hashable
    rule: Hashable
    by: tuple[Hashable, ...]


class Task:
    """One question. cells: counts by number of a `Dims`.

    letters: letter → [rollouts that chose it, correct ones]; golds: gold → rollouts; unnamed: the same for golds that
    name no label; of graded rows only.
    """

    __slots__ = ("_others", "_seen", "cells", "golds", "key", "letters", "unnamed", "uuid")

    def __init__(self, key: Hashable, uuid: object) -> None:
        self.key = key
        self.uuid = uuid
        self.golds: dict[str, int] = {}
        self.unnamed: dict[str, int] | None = None
        self.cells: dict[int, Counts] = {}
        self.letters: dict[str, list[int]] = {}
        self._seen = 0
        self._others: set[Hashable] | None = None

    def total(self, place: int) -> int | Fraction:
        """Return the sum of one count over all cells."""
        return sum(counts[place] for counts in self.cells.values())

    def add_unnamed(self, gold: str) -> None:
        """Count a gold that names no label."""
        if self.unnamed is None:
            self.unnamed = {}
        self.unnamed[gold] = self.unnamed.get(gold, 0) + 1

    @property
    def several_golds(self) -> bool:
        """Whether its rows do not agree on the gold."""
        return len(self.golds) + len(self.unnamed or ()) > 1

    def seen(self, rollout: Hashable) -> bool:
        """Whether this rollout number stood before; it does from now on."""
        if isinstance(rollout, int) and 0 <= rollout < _MASKED:
            bit = 1 << rollout
            if self._seen & bit:
                return True
            self._seen |= bit
            return False
        if self._others is None:
            self._others = set()
        if rollout in self._others:
            return True
        self._others.add(rollout)
        return False


class TaskTable:
    """All counts of a run. threshold: the least reward that counts as correct; None: rewards are 0 or 1.

    fractional: rows whose reward is neither 0 nor 1; unbounded: whose reward does not lie from 0 to 1. read: lines that
    held a row, unreadable ones included. detailed: rows hold accounts of their verdicts.
    """

    def __init__(self, threshold: float | None = None) -> None:
        self.threshold = threshold
        self.tasks: dict[Hashable, Task] = {}
        self.dims: dict[Dims, int] = {}
        self.read = 0
        self.fractional = 0
        self.unbounded = 0
        self.detailed = False
        self.spelled_otherwise = 0
        self.correct_answered = 0
        self.unreadable: Counter[str] = Counter()
        self.problems: Counter[str] = Counter()
        self.reasons: Counter[str | None] = Counter()
        self.regrade: Counter[str] = Counter()
        self.notes: Counter[str] = Counter()
        self.examples: dict[str, Place] = {}
        self._index: tuple[int, list[Task], dict[int, list[int]]] = (-1, [], {})

    def add(self, one: Scored, source: str, line: int) -> None:
        """Count one scored rollout."""
        self.read += 1
        task = self._task(one)
        dims = (one.mode, one.template_id, one.rule, one.by)
        number = self.dims.get(dims)  # type: ignore[call-overload]
        if number is None:
            number = self._new_dims(one)
        counts: Counts | None = task.cells.get(number)
        if counts is None:
            counts = task.cells[number] = [0] * 9
        if one.rollout is not None and task.seen(one.rollout):
            self._note("repeated_key", source, line)
        if one.failed:
            self._note("producer_failed", source, line)
        reward = one.reward
        if reward is None:
            counts[UNGRADED] += 1
            assert one.problem is not None
            self.problems[one.problem] += 1
            self.examples.setdefault(one.problem, Place(source, line))
            return
        self._count(one, counts, task, source, line)

    def _count(self, one: Scored, counts: Counts, task: Task, source: str, line: int) -> None:
        reward = one.reward
        assert reward is not None
        counts[GRADED] += 1
        if reward == 0 or reward == 1:
            counts[REWARD] += int(reward)
        else:
            counts[REWARD] += Fraction(reward)
            self.fractional += 1
            self.unbounded += not 0 <= reward <= 1
        correct = reward == 1 if self.threshold is None else reward >= self.threshold
        if correct:
            counts[CORRECT] += 1
        if one.truncated:
            counts[CUT] += 1
            counts[CUT_CORRECT] += correct
        gold = one.gold
        if gold is not None and not one.gold_named:
            task.add_unnamed(gold)
            self._note("gold_unnamed", source, line)
        elif gold is not None:
            task.golds[gold] = task.golds.get(gold, 0) + 1
        letter = one.letter
        if letter is not None:
            votes = task.letters.get(letter)
            if votes is None:
                votes = task.letters[letter] = [0, 0]
            votes[0] += 1
            if correct:
                votes[1] += 1
                self.correct_answered += 1
                self.spelled_otherwise += one.gold_named and gold is not None and gold != letter
        elif one.has_letter:
            counts[BLANK] += 1
            reason = one.reason
            self.reasons[reason if reason.__class__ is str and reason in REASONS else None] += 1
            if f"reason:{reason}" not in self.examples:
                self.examples[f"reason:{reason}"] = Place(source, line)
            if correct:
                counts[BLANK_CORRECT] += 1
                self._note("correct_without_letter", source, line)
        else:
            counts[UNKNOWN] += 1
        self.detailed = self.detailed or one.outcome is not None
        if one.outcome is not None and (one.outcome == "correct") != correct:
            self._note("stale_outcome", source, line)
        if one.previous is not None:
            self.regrade[_change(one.previous, reward)] += 1

    def _task(self, one: Scored) -> Task:
        if one.where_task is None:
            key: Hashable = self.read
            self.notes["no_task"] += 1
        else:
            # Two golds under one id are two questions, unless the user named the field that tells tasks apart.
            key = (one.task, one.question, one.gold if one.where_task in ID_KINDS else None)
        task = self.tasks.get(key)
        if task is None:
            task = self.tasks[key] = Task(one.task, one.uuid)
        return task

    def _new_dims(self, one: Scored) -> int:
        dims = Dims(one.mode, one.template_id, one.rule, one.by)
        return self.dims.setdefault(dims, len(self.dims))

    def _note(self, code: str, source: str, line: int) -> None:
        self.notes[code] += 1
        if f"note:{code}" not in self.examples:
            self.examples[f"note:{code}"] = Place(source, line)

    def unread(self, code: str, source: str, line: int) -> None:
        """Count a line that could not be read."""
        self.read += 1
        self.unreadable[code] += 1
        self.examples.setdefault(code, Place(source, line))

    def graded_tasks(self) -> list[Task]:
        """Return the tasks with at least one graded row."""
        return [task for task in self.tasks.values() if task.total(GRADED)]

    def tasks_with(self, wanted: frozenset[int] | None) -> Iterable[Task]:
        """Return the tasks with any of these dims (None: all), in order. Of many groups each looks at its own alone."""
        if wanted is None:
            return self.tasks.values()
        if self._index[0] != self.read:
            tasks = list(self.tasks.values())
            places: dict[int, list[int]] = {}
            for place, task in enumerate(tasks):
                for number in task.cells:
                    places.setdefault(number, []).append(place)
            self._index = self.read, tasks, places
        _, tasks, places = self._index
        found = [place for number in wanted for place in places.get(number, ())]
        return [tasks[place] for place in sorted(set(found))]

    def clashes(self) -> list[Hashable]:
        """Return the task ids under which there are several questions, as where shards number from 0 each."""
        ids = Counter(task.key for task in self.tasks.values() if task.key is not None)
        return [key for key, questions in ids.items() if questions > 1]


def _change(previous: object, reward: float) -> str:
    if previous not in (0, 1) or reward not in (0, 1):
        return "not_comparable"
    if bool(previous) == bool(reward):
        return "same"
    return "0_to_1" if reward else "1_to_0"


def rolled_up(tasks: Iterable[Task], wanted: frozenset[int] | None) -> Iterator[Counts]:
    """Yield each task's counts over the wanted dims (None: all), for the tasks that have any of them."""
    for task in tasks:
        cells = [counts for number, counts in task.cells.items() if wanted is None or number in wanted]
        if len(cells) == 1:
            yield cells[0]
        elif cells:
            yield [sum(column) for column in zip(*cells, strict=True)]

"""Two sets of scored rows → pairs: by task and rollout, else by uuid, task or line; else only tasks can be compared.

A row is held as a few numbers, so that a million rows on each side fit into memory.
"""

from array import array
from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any, Final, NamedTuple

from mcqa_cli.errors import UsageError
from mcqa_cli.scored import Scored
from mcqa_cli.scored_rows import ScoredFiles, Unread

RIGHT, WRONG, NONE, UNGRADED = range(4)
STATES: Final = ("right", "wrong", "none", "ungraded")
_MISSING: Final = -1


class Names:
    """Values ↔ small numbers, shared by both sides so that equal numbers mean equal values."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self.values: list[Any] = []

    def number(self, value: Hashable) -> int:
        """Return the value's number; -1 for None."""
        if value is None:
            return _MISSING
        found = self._numbers.get(value)
        if found is None:
            found = self._numbers[value] = len(self.values)
            self.values.append(value)
        return found

    def value(self, number: int) -> Any:
        """Return the value of a number; None for -1."""
        return None if number < 0 else self.values[number]


class Side:
    """The scored rows of A or of B as columns. names: shared by both sides. threshold: as in `mcqa stats`.

    states: what became of each row, an index into `STATES`. fractional: rows with a reward neither 0 nor 1; unbounded:
    with one that does not lie from 0 to 1. notes: rows by code of `scored_rows.NOTES`.
    """

    def __init__(self, names: Names, threshold: float | None) -> None:
        self.names = names
        self.threshold = threshold
        self.states = bytearray()
        self.rewards = array("d")
        # Numbers of `names`: -1 is "not recorded".
        self.tasks, self.rollouts, self.letters, self.golds, self.rules, self.dims, self.files = (
            array("i") for _ in range(7)
        )
        # Hashes; 0 is "not recorded".
        self.uuids, self.questions, self.texts = (array("q") for _ in range(3))
        self.lines = array("q")
        self.fractional = 0
        self.unbounded = 0
        self.notes: Counter[str] = Counter()
        self.unread: list[tuple[str, str, int]] = []

    def __len__(self) -> int:
        return len(self.states)

    def load(self, scored: ScoredFiles) -> None:
        """Read all rows. Raises: UsageError for a file that cannot be read, and for a --task field that no row has."""
        for row, source, line in scored.rows():
            if isinstance(row, Unread):
                self.unread.append((row.code, source, line))
            else:
                self.add(row, source, line)
        self.notes = scored.notes
        field = scored.fields.task
        if field is not None and len(self) and all(task == _MISSING for task in self.tasks):
            raise UsageError(f"--task {field}: no row of {', '.join(scored.files)} has this field; name another")

    def add(self, one: Scored, source: str, line: int) -> None:
        """Hold one row."""
        number = self.names.number
        self.states.append(self._state(one))
        self.rewards.append(0.0 if one.reward is None else one.reward)
        if one.reward is not None and one.reward != 0 and one.reward != 1:
            self.fractional += 1
            self.unbounded += not 0 <= one.reward <= 1
        self.tasks.append(number(one.task))
        self.rollouts.append(number(one.rollout))
        self.letters.append(number(one.letter))
        self.golds.append(number(one.gold))
        self.rules.append(number(one.rule))
        self.dims.append(number(("dims", one.mode, one.template_id, one.by)))
        self.files.append(number(source))
        self.lines.append(line)
        self.uuids.append(0 if one.uuid is None else hash(repr(one.uuid)))
        self.questions.append(0 if one.question is None else hash(one.question))
        self.texts.append(one.text)

    def _state(self, one: Scored) -> int:
        if one.reward is None:
            return UNGRADED
        if one.reward == 1 if self.threshold is None else one.reward >= self.threshold:
            return RIGHT
        return NONE if one.letter is None and one.has_letter else WRONG


class Matching(NamedTuple):
    """How A and B belong together.

    by: `rollout`, `uuid`, `task`, `line`, or `tasks` (no pairs: tasks are compared as wholes). a, b: places of the
    pairs. only_a, only_b: places (for `tasks`: of rows whose task is on one side only). repeated: rows whose
    (task, rollout) key stood before on their side.
    """

    by: str
    a: "array[int]"
    b: "array[int]"
    only_a: list[int]
    only_b: list[int]
    repeated: int = 0


def match(a: Side, b: Side) -> Matching | None:
    """Pair the rows of both sides by the first way that works for all of them; None if nothing belongs together."""
    repeated = 0
    for by, keys in _WAYS.items():
        left, right = keys(a), keys(b)
        if left is None or right is None:
            continue
        places = {key: place for place, key in enumerate(left)}
        twice = len(left) - len(places) + len(right) - len(set(right))
        if twice:
            if by == "rollout":
                repeated = twice
            continue
        found = _joined(by.removesuffix("+question"), places, right)
        if found.a:
            return found._replace(repeated=repeated)
    if _lines_agree(a, b):
        every = array("q", range(len(a)))
        return Matching("line", every, every, [], [], repeated)
    shared = set(a.tasks) & set(b.tasks) - {_MISSING}
    if shared:
        only_a = [place for place, task in enumerate(a.tasks) if task not in shared]
        only_b = [place for place, task in enumerate(b.tasks) if task not in shared]
        return Matching("tasks", array("q"), array("q"), only_a, only_b, repeated)
    return None


def _joined(by: str, places: dict[int, int], right: list[int]) -> Matching:
    pairs_a, pairs_b, only_b = array("q"), array("q"), []
    for place, key in enumerate(right):
        partner = places.pop(key, None)
        if partner is None:
            only_b.append(place)
        else:
            pairs_a.append(partner)
            pairs_b.append(place)
    order = sorted(range(len(pairs_a)), key=pairs_a.__getitem__)
    in_a, in_b = array("q", (pairs_a[i] for i in order)), array("q", (pairs_b[i] for i in order))
    return Matching(by, in_a, in_b, sorted(places.values()), only_b)


def _by_rollout(side: Side) -> list[int] | None:
    if _MISSING in side.tasks or _MISSING in side.rollouts:
        return None
    return [hash(pair) for pair in zip(side.tasks, side.rollouts, strict=True)]


def _by_rollout_and_question(side: Side) -> list[int] | None:
    """Where shards number their tasks from 0 each, the prompt tells them apart."""
    if _MISSING in side.tasks or _MISSING in side.rollouts or 0 in side.questions:
        return None
    return [hash(key) for key in zip(side.tasks, side.rollouts, side.questions, strict=True)]


def _by_uuid(side: Side) -> list[int] | None:
    return None if 0 in side.uuids else list(side.uuids)


def _by_task(side: Side) -> list[int] | None:
    return None if _MISSING in side.tasks else list(side.tasks)


_WAYS: Final = {
    "rollout": _by_rollout,
    "rollout+question": _by_rollout_and_question,
    "uuid": _by_uuid,
    "task": _by_task,
}


def _lines_agree(a: Side, b: Side) -> bool:
    """Whether line by line the same questions are asked, or nothing is known that speaks against it."""
    return len(a) == len(b) > 0 and a.tasks == b.tasks and a.questions == b.questions and a.golds == b.golds


def rows_by_task(side: Side) -> Iterator[tuple[int, list[int]]]:
    """Yield (task number, places of its graded rows)."""
    found: dict[int, list[int]] = {}
    for place, task in enumerate(side.tasks):
        if side.states[place] != UNGRADED:
            found.setdefault(task, []).append(place)
    yield from found.items()

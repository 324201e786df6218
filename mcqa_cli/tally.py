"""Running counts of a scoring run: added to row by row, merged across workers, printed nowhere.

Every graded row is one increment of one cell; whatever a report shows is a sum over cells, so that no figure can
disagree with another.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

# Beyond this many distinct cells, rows of templates or groups not seen before are counted under OTHER, so that
# memory stays bounded on a file in which every row is a group of its own. Those seen before keep all of their rows, in
# up to three times as many cells.
MAX_CELLS = 50_000
# Repeated (task, rollout) keys are looked for among this many distinct ones.
MAX_KEYS = 200_000
OTHER = "(other)"


class Cell(NamedTuple):
    """What makes two graded rows count as alike.

    options_from: `row`, `inputs`, `prompt` or `letters`. form: the format. change: against the reward that the row
    came with (see `written.regrade`), None without one. view: see `Rollout`. by: the values of the `--by` fields, in
    order.
    """

    mode: str
    via: str
    regex_failure: str | None
    template_id: Any
    outcome: str
    reason: str | None
    truncated: bool
    options_from: str
    form: str
    change: str | None = None
    view: Hashable = None
    by: tuple[Any, ...] = ()


# A cell that is not yet put together: (Asked.kind, via, regex_failure, outcome, reason, truncated, form, change, view,
# by). Rows note one each, and those that are alike are counted together.
Kind = tuple[Any, ...]


class Place(NamedTuple):
    """Where a row stands: the file as the user named it, and its line."""

    source: str
    line: int

    def __str__(self) -> str:
        return f"{self.source}:{self.line}"


@dataclass(slots=True)
class Tally:
    """Counts of one run or one part of it.

    view: the first view met (see `Rollout`), other_views: graded rows of further ones, which are not counted again.
    cells: graded rows. ungraded: rows by code. notes: rows by note. examples: the first place of each reason, code
    and note. messages: what was said of the first ungraded row of each code. known: the templates, and values of each
    `--by` field, that are told apart; None: all. keys: (task, rollout) hashes seen.
    """

    read: int = 0
    view: Hashable = None
    other_views: int = 0
    cells: Counter[Cell] = field(default_factory=Counter)
    ungraded: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Place] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)
    known: list[set[Any]] | None = None
    keys: set[int] = field(default_factory=set)
    keys_full: bool = False
    set_aside: Counter[str] = field(default_factory=Counter)

    @property
    def graded(self) -> int:
        """Rows that got a reward."""
        return self.cells.total()

    @property
    def not_graded(self) -> int:
        """Rows that went to the ungraded file."""
        return self.ungraded.total()

    def count(self, name: str) -> Counter[Any]:
        """Graded rows by one field of their cells, without those that have none."""
        counts: Counter[Any] = Counter()
        for cell, rows in self.cells.items():
            value = getattr(cell, name)
            if value is not None:
                counts[value] += rows
        return counts

    def add_cell(self, cell: Cell, rows: int = 1) -> None:
        """Count rows of one kind, within the bound on distinct kinds."""
        if len(self.cells) >= MAX_CELLS and cell not in self.cells:
            cell = self._bounded(cell, rows)
        self.cells[cell] += rows

    def _bounded(self, cell: Cell, rows: int) -> Cell:
        """The cell with OTHER for each template or group that is not told apart any more."""
        if self.known is None:
            by = zip(*(one.by for one in self.cells), strict=True)
            self.known = [{one.template_id for one in self.cells}, *map(set, by)]
        names = [cell.template_id, *cell.by]
        kept = [name if name in known else OTHER for name, known in zip(names, self.known, strict=True)]
        if len(self.cells) >= 3 * MAX_CELLS and any(name != OTHER for name in kept):
            self.notes["groups_spilled"] += rows
            kept = [OTHER] * len(kept)
        return cell._replace(template_id=kept[0], by=tuple(kept[1:]))

    def add_kinds(self, kinds: Iterable[Kind]) -> None:
        """Count graded rows."""
        for kind, rows in Counter(kinds).items():
            (mode, template_id, options_from), via, failure, outcome, reason, truncated, *others = kind
            cell = Cell(mode, via, failure, template_id, outcome, reason, truncated, options_from, *others)
            self.cells[cell] += rows
            if self.view is None:
                self.view = cell.view

    def add_ungraded(self, code: str, place: Place, message: str = "") -> None:
        """Count a row that cannot be graded."""
        self.ungraded[code] += 1
        if f"ungraded:{code}" not in self.examples:
            self.examples[f"ungraded:{code}"] = place
            self.messages[code] = message

    def note(self, code: str, place: Place) -> None:
        """Count something worth saying about a row."""
        self.notes[code] += 1
        self.examples.setdefault(f"note:{code}", place)

    def see(self, keys: Sequence[int], lines: Sequence[int], source: str) -> None:
        """Notice (task, rollout) keys that stood before; lines: where each of these stands in `source`."""
        if self.keys_full:
            return
        distinct = len(self.keys) + len(keys)
        seen = self.keys
        if seen.isdisjoint(keys):
            seen.update(keys)
            seen = set()
        if len(self.keys) < distinct:
            for key, line in zip(keys, lines, strict=True):
                if key in seen:
                    self.note("repeated_key", Place(source, line))
                seen.add(key)
        self.keys_full = len(self.keys) > MAX_KEYS

    def drop_views(self, first: Hashable) -> None:
        """Count rows that are another view of a response than `first` as such, and not as graded rows."""
        for cell in [cell for cell in self.cells if cell.view not in (None, first)]:
            self.other_views += self.cells.pop(cell)

    def merge(self, later: "Tally") -> None:
        """Add the counts of rows that come after these."""
        self.read += later.read
        self.other_views += later.other_views
        for cell, rows in later.cells.items():
            self.add_cell(cell, rows)
        for counts, more in ((self.ungraded, later.ungraded), (self.notes, later.notes)):
            if more:
                counts.update(more)
        if later.set_aside:
            self.set_aside.update(later.set_aside)
        for code, message in later.messages.items():
            self.messages.setdefault(code, message)
        for name, place in later.examples.items():
            self.examples.setdefault(name, place)

"""Scored files → scored rows, one after the other, with their inputs files. Opens files; counts and prints nothing."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from mcqa_cli.errors import RowError
from mcqa_cli.jsonl import parse
from mcqa_cli.opening import Inputs
from mcqa_cli.scored import Scored, ScoredFields, ScoredReader
from mcqa_cli.streams import lines
from mcqa_cli.tally import Place, Tally
from mcqa_cli.words import Sentences

# What `ScoredFiles` notes, as (of one row, of several).
NOTES: Final[dict[str, Sentences]] = {
    "other_views": (
        "1 row is a further view of a response (another filter): of each file, the view met first counts",
        "{n} rows are further views of responses (other filters): of each file, the view met first counts",
    ),
    "repeats_not_recorded": (
        "1 row asks again what stood before in its file, but its producer knows a question by its line only: it counts "
        "as a task of its own; score with --details, or into -o DIR/, so that repeats are known",
        "{n} rows ask again what stood before in their file, but their producer knows a question by its line only: "
        "each counts as a task of its own; score with --details, or into -o DIR/, so that repeats are known",
    ),
}


class Unread(NamedTuple):
    """A line that could not be read. code: a key of `UNGRADED`."""

    code: str
    message: str


@dataclass(slots=True)
class ScoredFiles:
    """Some scored files that are read as one.

    files: names as given, `-` is standard input. inputs: one inputs file for all; None: the one beside each file.
    form: a format's name; None: told by the rows' keys. limit: rows to read at most. joined, warnings and notes are
    filled while reading; notes: rows by code of `NOTES`, with the place of the first in examples.
    """

    files: tuple[str, ...]
    fields: ScoredFields = field(default_factory=ScoredFields)
    inputs: Path | None = None
    form: str | None = None
    limit: int | None = None
    progress: Callable[[Any, Tally], None] | None = None
    joined: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Place] = field(default_factory=dict)

    def rows(self) -> Iterator[tuple[Scored | Unread, str, int]]:
        """Yield (row, file, line) for every rollout and every line that cannot be read. Raises: UsageError."""
        inputs = Inputs(self.files, self.inputs, self.form, by=self.fields.by, joined=self.joined)
        counted = Tally()
        for order, opened in enumerate(inputs.open()):
            source = opened.source
            reader = ScoredReader(self.fields, opened.reader, opened.inputs, opened.base)
            file = _File(self, source.name, order)
            for block in source.blocks():
                for number, raw, _ in lines(block):
                    if self.limit is not None and counted.read >= self.limit:
                        return
                    counted.read += 1
                    for one in _read(reader, raw):
                        kept = file.take(one, number) if isinstance(one, Scored) else one
                        if kept is not None:
                            yield kept, source.name, number
                if self.progress is not None:
                    self.progress(source, counted)
            if source.warning:
                self.warnings.append(f"{source.name}: {source.warning}")
            if source.damage is not None:
                error = source.damage.error
                self.warnings.append(f"{source.name}:{source.damage.line}: {error.message}")
                yield Unread(error.code, error.message), source.name, source.damage.line

    def note(self, code: str, source: str, line: int) -> None:
        """Count a row of which there is something to say."""
        self.notes[code] += 1
        self.examples.setdefault(code, Place(source, line))


class _File:
    """What the rows of one file are to each other."""

    def __init__(self, files: ScoredFiles, name: str, order: int) -> None:
        self.files = files
        self.name = name
        self.order = order
        self.view: Hashable = None
        self.asked: set[Hashable] = set()

    def take(self, one: Scored, line: int) -> Scored | None:
        """Return the row as it counts; None for a further view of a response, of which the first one met counts."""
        if one.view is not None:
            if self.view is None:
                self.view = one.view
            if one.view != self.view:
                self.files.note("other_views", self.name, line)
                return None
        if not one.placed:
            return one
        # A producer without question ids: the line is the task, the place of the file is the rollout.
        if one.question is not None:
            if one.question in self.asked:
                self.files.note("repeats_not_recorded", self.name, line)
            self.asked.add(one.question)
        return one._replace(task=line, where_task="task", rollout=self.order)


def _read(reader: ScoredReader, raw: bytes) -> list[Scored] | list[Unread]:
    try:
        row = parse(raw)
    except RowError as error:
        return [Unread(error.code, error.message)]
    return reader.read(row)

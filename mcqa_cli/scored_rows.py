"""Scored files → scored rows, one after the other, with their inputs files. Opens files; counts and prints nothing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from mcqa_cli.errors import RowError
from mcqa_cli.jsonl import parse
from mcqa_cli.opening import Inputs
from mcqa_cli.scored import Scored, ScoredFields, ScoredReader
from mcqa_cli.streams import lines
from mcqa_cli.tally import Tally


class Unread(NamedTuple):
    """A line that could not be read. code: a key of `UNGRADED`."""

    code: str
    message: str


@dataclass(slots=True)
class ScoredFiles:
    """Some scored files that are read as one.

    files: names as given, `-` is standard input. inputs: one inputs file for all; None: the one beside each file.
    form: a format's name; None: told by the rows' keys. limit: rows to read at most. joined and warnings are filled
    while reading.
    """

    files: tuple[str, ...]
    fields: ScoredFields = field(default_factory=ScoredFields)
    inputs: Path | None = None
    form: str | None = None
    limit: int | None = None
    progress: Callable[[Any, Tally], None] | None = None
    joined: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def rows(self) -> Iterator[tuple[Scored | Unread, str, int]]:
        """Yield (row, file, line) for every rollout and every line that cannot be read. Raises: UsageError."""
        inputs = Inputs(self.files, self.inputs, self.form, by=self.fields.by, joined=self.joined)
        counted = Tally()
        for order, opened in enumerate(inputs.open(scan=False)):
            source, reader = opened.source, ScoredReader(self.fields, opened.reader, opened.inputs)
            for block in source.blocks():
                for number, raw, _ in lines(block):
                    if self.limit is not None and counted.read >= self.limit:
                        return
                    counted.read += 1
                    for one in _read(reader, raw):
                        if reader.reader.form.by_position and isinstance(one, Scored):
                            yield _placed(one, number, order), source.name, number
                        else:
                            yield one, source.name, number
                if self.progress is not None:
                    self.progress(source, counted)
            if source.warning:
                self.warnings.append(f"{source.name}: {source.warning}")
            if source.damage is not None:
                error = source.damage.error
                self.warnings.append(f"{source.name}:{source.damage.line}: {error.message}")
                yield Unread(error.code, error.message), source.name, source.damage.line


def _placed(one: Scored, line: int, order: int) -> Scored:
    """Give a row of a producer without question ids its task, the line, and its rollout, the place of its file."""
    return one if one.where_task == "field" else one._replace(task=line, where_task="task", rollout=order)


def _read(reader: ScoredReader, raw: bytes) -> list[Scored] | list[Unread]:
    try:
        row = parse(raw)
    except RowError as error:
        return [Unread(error.code, error.message)]
    return reader.read(row)

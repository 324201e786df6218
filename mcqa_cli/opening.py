"""The inputs of a command, opened one after the other: each with its reader, its inputs file and its gold numbers."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from mcqa_cli.containers import Container, open_source
from mcqa_cli.errors import RowError, UsageError
from mcqa_cli.formats import FORMATS, Format, fields_format
from mcqa_cli.gold import Base, IndexBase
from mcqa_cli.grading import choices_for
from mcqa_cli.inputs_file import open_inputs
from mcqa_cli.join import Partners, inputs_beside, partner_of
from mcqa_cli.jsonl import parse
from mcqa_cli.model import Choices, Rollout
from mcqa_cli.reader import Reader
from mcqa_cli.streams import Source, lines


class Opened(NamedTuple):
    """One input. inputs: its inputs file, read; None without one. base: what its gold numbers count from."""

    source: Source | Container
    reader: Reader
    inputs: Partners | None
    base: Base


@dataclass(slots=True)
class Inputs:
    """What a command reads, as the command line names it; `notes` and `joined` are filled while reading.

    files: names as given, `-` is standard input. inputs: one inputs file for all; None: the one beside each file.
    form: a format's name, field_paths: a `--fields` text; neither: told by the rows' keys.
    gold_base: 0 or 1 where the user said so. by: dotted fields that the inputs file may hold.
    """

    files: tuple[str, ...]
    inputs: Path | None = None
    form: str | None = None
    field_paths: str | None = None
    gold_base: int | None = None
    by: tuple[str, ...] = ()
    joined: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def check(self) -> None:
        """Find a file that cannot be read before hours of work on the others. Raises: UsageError."""
        for name in self.files:  # pipes can be opened only once
            if name != "-" and not Path(name).is_fifo() and not Path(name).is_char_device():
                open_source(name).close()

    def format(self) -> Format | None:
        """The format asked for. Raises: UsageError."""
        if self.field_paths is not None:
            if self.form is not None:
                raise UsageError("--fields: names what is read itself; leave --format out")
            return fields_format(self.field_paths)
        return FORMATS[self.form] if self.form is not None else None

    def open(self, *, scan: bool = True) -> Iterator[Opened]:
        """Open one input after the other; each is closed when the next is asked for.

        scan: whether gold numbers matter, so that the file must tell what they count from.

        Raises: UsageError.
        """
        form = self.format()
        with ExitStack() as whole:
            shared = self._partners(self.inputs, whole) if self.inputs is not None else None
            for order, name in enumerate(self.files):
                with ExitStack() as stack:
                    index = shared
                    if index is None and name != "-":
                        beside = inputs_beside(Path(name))
                        index = self._partners(beside, stack) if beside is not None else None
                    known = self.gold_base is not None or not scan
                    base = Base(self.gold_base) if known else self._base(name, form, index)
                    source = open_source(name)
                    stack.callback(source.close)
                    if isinstance(source, Container):
                        self.notes.append(f"{name}: read as {source.note}; its rows come out as JSONL")
                    yield Opened(source, Reader(form, order), index, base)

    def _partners(self, path: Path, stack: ExitStack) -> Partners:
        partners = open_inputs(str(path), self.by)
        stack.callback(partners.close)
        self.joined.append(str(path))
        return partners

    def _base(self, name: str, form: Format | None, index: Partners | None) -> Base:
        """Decide what a file's gold numbers count from: all of it does, once there is one.

        The first block is looked at before anything is graded. What cannot be read twice (standard input, pipes) is
        decided by `--gold-base` alone.
        """
        if name == "-" or not Path(name).is_file():
            return Base()
        first = _scan(name, form, index, blocks=1)
        if first.numbers or first.texts:
            return Base(self._decide(name, form, index))
        return Base(find=lambda: self._decide(name, form, index))

    def _decide(self, name: str, form: Format | None, index: Partners | None) -> int | None:
        scan = _scan(name, form, index)
        if scan.numbers:
            self.notes.append(f"{name}: {scan.why}" + ("" if scan.base is not None else "; say so with --gold-base"))
        return scan.base


def _scan(name: str, form: Format | None, index: Partners | None, blocks: int | None = None) -> IndexBase:
    """Look at the golds of a file, or of its first blocks."""
    scan = IndexBase()
    reader = Reader(form)
    with open_source(name) as source:
        for block in islice(source.blocks(), blocks):
            for _, raw, _ in lines(block):
                _add(scan, reader, index, raw)
    return scan


def _add(scan: IndexBase, reader: Reader, index: Partners | None, raw: bytes) -> None:
    try:
        row = parse(raw)
        found = reader.read(row)
        for rollout in found if isinstance(found, list) else (found,):
            gold = rollout.gold
            if rollout.gold_base is None and (gold is None or not isinstance(gold, str) or len(gold) > 1 or gold < "A"):
                choices, gold = _known(row, rollout, index)
                if choices is not None:
                    scan.add(gold, choices)
    except RowError:
        return  # it will be told of when it is graded


def _known(row: dict[str, Any], rollout: Rollout, index: Partners | None) -> tuple[Choices | None, Any]:
    known = partner_of(index, row, rollout) if index is not None else None
    gold = rollout.gold if rollout.gold is not None or known is None else known.gold
    return choices_for(rollout, known, joinable=index is not None)[0], gold

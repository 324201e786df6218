"""What a file is, and one of its rows as the grader sees it: the substance of `mcqa formats FILE`."""

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mcqa_cli.containers import Container, open_source
from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS, Format, detect, fields_format, worth_trying
from mcqa_cli.gold import IndexBase, gold_of, needs_base
from mcqa_cli.grading import choices_for
from mcqa_cli.join import inputs_beside
from mcqa_cli.jsonl import parse
from mcqa_cli.model import Choices, Rollout
from mcqa_cli.reader import Reader
from mcqa_cli.streams import lines

LOOKED_AT: Final = 1000
TEXT_SHOWN: Final = 400


@dataclass(slots=True)
class Look:
    """What was found in the first rows of a file.

    rows: how many were looked at. formats: rows by format. refused: (line, code, message) of the first row with each
    code. row: one row as the grader sees it, by name. missing: what grading needs and the row does not have, with
    what to do. notes: anything else worth knowing. container: what the file is, where it is no JSONL. tried: the
    `--fields` that `row` was read with, where the file is of no known format and they suggest themselves.
    """

    name: str
    rows: int = 0
    complete: bool = True
    container: str | None = None
    formats: dict[str, int] = field(default_factory=dict)
    refused: list[tuple[int, str, str]] = field(default_factory=list)
    line: int | None = None
    tried: str | None = None
    row: dict[str, Any] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Rows:
    """What rows of one kind tell: the first of them, as (line, format, rollout), and what gold numbers count from."""

    scan: IndexBase = field(default_factory=IndexBase)
    first: tuple[int, Format, Rollout] | None = None

    def add(self, number: int, form: Format, row: dict[str, Any]) -> None:
        """Read a row. Raises: RowError."""
        rollout = _one(Reader(form).read(row))
        if self.first is None:
            self.first = number, form, rollout
        choices, _ = choices_for(rollout, None, joinable=False)
        if choices is not None:
            self.scan.add(rollout.gold, choices)


def look(name: str, form: Format | None = None) -> Look:
    """Look at the first rows of a file. form: the format to read it as; None to tell by the keys.

    Raises: UsageError if it cannot be read.
    """
    found = Look(name)
    read, tried = _Rows(), _Rows()
    with open_source(name) as source:
        found.container = source.note if isinstance(source, Container) else None
        for block in source.blocks():
            for number, raw, _ in lines(block):
                if found.rows >= LOOKED_AT:
                    found.complete = False
                    break
                found.rows += 1
                _take(found, read, tried, (number, raw), form)
            if not found.complete:
                break
        if source.damage is not None:
            found.refused.append((source.damage.line, source.damage.error.code, source.damage.error.message))
        if source.warning:
            found.notes.append(f"the file {source.warning}" if source.warning.startswith("is ") else source.warning)
    if read.first is not None:
        found.tried = None
        _account(found, read.scan, read.first)
    elif tried.first is not None:
        _account(found, tried.scan, tried.first)
    return found


def _take(
    found: Look,
    read: _Rows,
    tried: _Rows,
    line: tuple[int, bytes],
    form: Format | None,
) -> None:
    number, raw = line
    row: dict[str, Any] = {}
    try:
        row = parse(raw)
        known = form or detect(row)
        found.formats[known.name] = found.formats.get(known.name, 0) + 1
        read.add(number, known, row)
    except RowError as error:
        if all(code != error.code for _, code, _ in found.refused):
            found.refused.append((number, error.code, error.message))
        if error.code == "unknown_format" and read.first is None:
            with suppress(RowError):
                _try(found, tried, number, row)


def _try(found: Look, tried: _Rows, number: int, row: dict[str, Any]) -> None:
    """Read a row of no known format by the `--fields` that the first such row suggests. Raises: RowError."""
    if found.tried is None:
        fields = worth_trying(row)
        if fields is None:
            return
        rollout = _one(fields_format(fields).read(row))
        if choices_for(rollout, None, joinable=False)[0] is None:
            return
        found.tried = fields
    tried.add(number, fields_format(found.tried) if tried.first is None else tried.first[1], row)


def _one(read: Rollout | list[Rollout]) -> Rollout:
    return read[0] if isinstance(read, list) else read


def _account(found: Look, scan: IndexBase, first: tuple[int, Format, Rollout]) -> None:
    """Say of one row what the grader takes from it and what it lacks."""
    found.line, form, rollout = first
    beside = inputs_beside(Path(found.name)) if found.name != "-" else None
    try:
        choices, source = choices_for(rollout, None, joinable=False)
    except RowError as error:
        choices, source = None, ""
        found.missing.append(f"options: {error.message}")
    base = form.gold_base if form.gold_base is not None else scan.base
    found.row = {
        "text": _short(rollout.text),
        "state": rollout.state,
        "cut off": rollout.truncated,
        "options": None if choices is None else dict(zip(choices.labels, choices.texts, strict=True)),
        "options from": source or None,
        "gold": rollout.gold,
        "gold label": None,
        "grading mode": rollout.mode,
        "task": "the row's place in the file" if form.by_position else rollout.task,
        "rollout": "the file" if form.by_position else rollout.rollout,
        "previous reward": rollout.reward,
        "previous answer": rollout.letter,
    }
    if beside is not None:
        found.notes.append(f"what the rows lack will be taken from {beside}")
    if choices is None and not found.missing and beside is None:
        found.missing.append("options: none in the row or its prompt; give --inputs FILE or --letters A-D")
    elif source == "prompt" and beside is None:
        found.notes.append("options are read from the prompts, as the rows have none")
    if choices is not None:
        _judge_gold(found, scan, rollout, choices, base)
    elif rollout.gold is None and beside is None:
        found.missing.append("gold: none in the row; give --inputs FILE")
    if rollout.task is None and not form.by_position:
        found.notes.append("rows have no question id; equal prompts are taken for repeats of one question")


def _judge_gold(found: Look, scan: IndexBase, rollout: Rollout, choices: Choices, base: int | None) -> None:
    try:
        found.row["gold label"] = gold_of(rollout.gold, choices, letters_only=False, base=base)
    except RowError as error:
        found.missing.append(f"gold: {error.message}")
    if needs_base(rollout.gold, choices):
        found.notes.append(scan.why)


def _short(text: str) -> str:
    return text if len(text) <= TEXT_SHOWN else "… " + text[-TEXT_SHOWN:]


def as_json(found: Look) -> dict[str, Any]:
    """Give the look as plain data, for `--json`."""
    return {
        "file": found.name,
        "container": found.container,
        "rows_looked_at": found.rows,
        "whole_file": found.complete,
        "formats": found.formats,
        "line": found.line,
        "fields_tried": found.tried,
        "row": {name.replace(" ", "_"): value for name, value in found.row.items()},
        "missing": found.missing,
        "notes": found.notes,
        "refused": [{"line": line, "code": code, "message": message} for line, code, message in found.refused],
    }


def listing() -> list[dict[str, Any]]:
    """Give every format there is, for `mcqa formats`."""
    return [{"format": form.name, "summary": form.summary, "fields": dict(form.fields)} for form in FORMATS.values()]

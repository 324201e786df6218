"""The run of `mcqa prepare medmcqa`: two passes over the raw file, task rows out. Prints nothing."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any, Final

from mcqa_cli import medmcqa
from mcqa_cli.archives import SUFFIXES
from mcqa_cli.containers import open_source
from mcqa_cli.descriptors import is_stdout
from mcqa_cli.errors import RowError, UsageError, brief
from mcqa_cli.jsonl import dumps, parse
from mcqa_cli.medmcqa import Conflict, CopScan, Row
from mcqa_cli.outputs import check_on_the_way, same_place
from mcqa_cli.paths import flat
from mcqa_cli.streams import lines
from mcqa_cli.target import Target, publish

HOLDOUT_SUFFIX: Final = "_eval"
BATCH: Final = 2000
PARQUET: Final = b"PAR1"


@dataclass(frozen=True, slots=True)
class PrepareJob:
    """One run. base: what numbers in `cop` count from, None to decide by the file. holdout: rows of the other split.

    limit: how many labelled rows to take, the held-out ones among them.
    """

    raw: str
    output: str
    layout: str = "gym"
    base: int | None = None
    holdout: int = 0
    seed: int = 42
    limit: int | None = None


@dataclass(slots=True)
class Prepared:
    """What was done.

    odd: (line, what is odd) of rows written though options in them are empty or read the same. refused: (line, what is
    wrong) of rows that could not be read. clashes: (line, which id) of rows written whose id stood at another question
    before. without_id: how many rows written have none. holdout_file: None without one.
    """

    read: int = 0
    unlabelled: int = 0
    written: int = 0
    held_out: int = 0
    base: int | None = None
    conflicts: list[Conflict] = field(default_factory=list)
    odd: list[tuple[int, str]] = field(default_factory=list)
    refused: list[tuple[int, str]] = field(default_factory=list)
    clashes: list[tuple[int, str]] = field(default_factory=list)
    without_id: int = 0
    holdout_file: str | None = None


def prepare(job: PrepareJob) -> Prepared:
    """Write the task rows, and the evaluation split beside them. Raises `UsageError`; then nothing is published."""
    if job.raw == "-":
        raise UsageError("the raw rows are read twice, so they cannot come from standard input: name a file")
    if job.holdout and is_stdout(job.output):
        raise UsageError("--holdout writes a second file beside the first: name it with -o")
    for name in (job.output, holdout_name(job.output) if job.holdout else None):
        if name is not None and same_place(name, job.raw):
            raise UsageError(f"{name}: is the file of raw rows: write the task rows elsewhere")
        if name is not None:
            check_on_the_way(name, (job.raw,))
    done = Prepared()
    scan = CopScan()
    for _, row in raw_rows(job.raw):
        if isinstance(row, dict):
            scan.add(row)
    if not scan.rows:
        raise UsageError(f"{job.raw}: is empty, or holds no JSON objects: name the file of raw MedMCQA rows")
    if not scan.known:
        raise UsageError(f"{job.raw}: no row has `cop`, so these are no raw MedMCQA rows: name their file")
    if not scan.labelled:
        raise UsageError(f"{job.raw}: no row is labelled (cop is -1 or empty): take the train or validation split")
    done.base = job.base if job.base is not None else scan.base(job.raw)
    usable = usable_lines(job, done.base)
    chosen = medmcqa.held_out(len(usable), job.holdout, job.seed)
    held = frozenset(usable[place] for place in chosen)
    with ExitStack() as stack:
        main = stack.enter_context(Target(job.output))
        aside = None
        if job.holdout:
            done.holdout_file = holdout_name(job.output)
            aside = stack.enter_context(Target(done.holdout_file))
        write(job, done, held, main, aside)
        publish(*(target for target in (main, aside) if target is not None))
    return done


def usable_lines(job: PrepareJob, base: int | None) -> list[int]:
    """Give the lines of all rows that will be written, in order: what the held-out rows are drawn from."""
    if not job.holdout:
        return []
    found: list[int] = []
    for line, row in raw_rows(job.raw):
        if job.limit is not None and len(found) >= job.limit:
            break
        if isinstance(row, dict) and not medmcqa.is_unlabelled(row.get("cop")):
            try:
                medmcqa.task_row(row, base, job.layout)
            except RowError:
                continue
            found.append(line)
    return found


def write(job: PrepareJob, done: Prepared, held: frozenset[int], main: Target, aside: Target | None) -> None:
    """Turn the rows into task rows and write them to one file or the other."""
    seen: dict[int, tuple[int, int]] = {}
    for line, row in raw_rows(job.raw):
        if job.limit is not None and done.written + done.held_out >= job.limit:
            break
        done.read += 1
        if not isinstance(row, dict):
            done.refused.append((line, row))
            continue
        if medmcqa.is_unlabelled(row.get("cop")):
            done.unlabelled += 1
            continue
        try:
            made = medmcqa.task_row(row, done.base, job.layout)
        except RowError as error:
            done.refused.append((line, error.message))
            continue
        gold = made["expected_answer"] if job.layout == "gym" else made["answer"]
        conflict = medmcqa.conflict_of(row, gold, line)
        if conflict is not None:
            done.conflicts.append(conflict)
        odd = medmcqa.odd_options(row, gold)
        if odd is not None:
            done.odd.append((line, odd))
        check_id(row, line, seen, done)
        data = dumps(made) + b"\n"
        if aside is not None and line in held:
            done.held_out += 1
            aside.write_rows(data)
        else:
            done.written += 1
            main.write_rows(data)


def check_id(row: Row, line: int, seen: dict[int, tuple[int, int]], done: Prepared) -> None:
    """Note a row without an id, or with one that stood at another question: its rollouts cannot be told apart by it.

    seen: hash of an id → hash of its first question with the options, and that row's line.
    """
    name = row.get("id")
    if name is None or name == "" or name != name:
        done.without_id += 1
        return
    asked = hash((row.get("question"), *medmcqa.options_of(row)))
    first, where = seen.setdefault(hash(flat(name)), (asked, line))
    if first != asked:
        done.clashes.append((line, f"id {brief(name)} is that of another question at line {where}"))


def holdout_name(output: str) -> str:
    """Name the evaluation split: `tasks.jsonl.gz` → `tasks_eval.jsonl.gz`."""
    path = PurePath(output)
    suffixes = ""
    while path.suffix and (path.suffix.lower() in SUFFIXES or path.suffix.lower() in (".jsonl", ".json")):
        suffixes = path.suffix + suffixes
        path = path.with_suffix("")
    return str(path.with_name(path.name + HOLDOUT_SUFFIX + suffixes))


def raw_rows(name: str) -> Iterator[tuple[int, Row | str]]:
    """Give (line, row) of a raw file, JSON of any kind or Parquet; instead of a broken row what is wrong with it."""
    if is_parquet(name):
        yield from enumerate(parquet_rows(name), 1)
        return
    with open_source(name) as source:
        for block in source.blocks():
            for number, raw, _ in lines(block):
                try:
                    yield number, parse(raw)
                except RowError as error:
                    yield number, error.message
        if source.damage is not None:
            raise UsageError(f"{name}:{source.damage.line}: {source.damage.reason}; get the file again")


def is_parquet(name: str) -> bool:
    """Say whether a file is Parquet, by its name or its first bytes."""
    if PurePath(name).suffix.lower() == ".parquet":
        return True
    try:
        with Path(name).open("rb") as file:
            return file.read(len(PARQUET)) == PARQUET
    except OSError:
        return False


def parquet_rows(name: str) -> Iterator[Row]:
    """Give the rows of a Parquet file. Raises `UsageError` where pyarrow is not installed, or cannot read it."""
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise UsageError("for Parquet files install the extra: pip install 'mcqa-cli[parquet]'") from None
    try:
        file: Any = parquet.ParquetFile(name)
        for batch in file.iter_batches(batch_size=BATCH):
            yield from batch.to_pylist()
    except (ArrowException, OSError) as error:
        raise UsageError(f"{name}: cannot be read ({' '.join(str(error).split())}): check the file") from None

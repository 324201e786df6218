"""The scoring run: read, grade, write, tally. Opens and publishes the files; prints nothing."""

import contextlib
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from mcqa_cli import workers
from mcqa_cli.containers import Container
from mcqa_cli.errors import RowError, UsageError
from mcqa_cli.grading import Grader
from mcqa_cli.model import Policy
from mcqa_cli.opening import Inputs, Opened
from mcqa_cli.outputs import Outputs
from mcqa_cli.regex_budget import Budget
from mcqa_cli.scoring import NUMBERS, BatchResult, Fields, Scorer, Ungraded
from mcqa_cli.streams import Block, Source
from mcqa_cli.tally import Place, Tally
from mcqa_cli.target import Target
from mcqa_cli.written import record

# Processes cost more than they bring before this many bytes.
SMALL_INPUT: Final = 4 << 20


@dataclass(frozen=True, slots=True)
class ScoreJob:
    """One run of `mcqa score`.

    files: names as given, `-` is standard input. jobs: None for one for each core. noted: whether the run is reported.
    """

    policy: Policy
    files: tuple[str, ...]
    output: str | None = None
    ungraded: str | None = None
    fields: Fields = field(default_factory=Fields)
    inputs: Path | None = None
    form: str | None = None
    field_paths: str | None = None
    gold_base: int | None = None
    limit: int | None = None
    strict: bool = False
    jobs: int | None = None
    noted: bool = True


@dataclass(slots=True)
class Outcome:
    """What a run has done so far; filled while it runs, so that it can be told when it is stopped.

    shown: the first rows that could not be graded. outputs, joined: names of files written and of inputs files; before
    the end, outputs are the streams that rows went to already.
    """

    tally: Tally = field(default_factory=Tally)
    shown: list[Ungraded] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    ungraded_file: str | None = None


class StrictError(UsageError):
    """`--strict` met a row that cannot be graded."""


Progress = Callable[[Source | Container, Tally], None]
# Tells of a run that is complete but not yet published; returns files of its own to be put in place with the others.
Account = Callable[[Outcome], Iterable[Target]]


def score(job: ScoreJob, outcome: Outcome, progress: Progress | None = None, account: Account | None = None) -> None:
    """Run the job and publish its files.

    account: called when all rows are written; whatever it raises, nothing is published.

    Raises: UsageError when it cannot be done, StrictError under `--strict`; then nothing is published.
    """
    inputs = inputs_of(job)
    inputs.check()
    wanted = Wanted(job.limit)
    outcome.joined, outcome.notes = inputs.joined, inputs.notes
    with Outputs(job.files, job.output, job.ungraded, job.inputs) as outputs:
        if job.limit is not None and outputs.in_place:
            raise UsageError(f"{outputs.in_place[0]}: would lose the rows beyond --limit: write to another file")
        outcome.outputs = outputs.streams()
        for name, opened in zip(job.files, inputs.open(), strict=True):
            outputs.start(name)
            source = opened.source
            before = outcome.tally.read
            view: Hashable = None
            with contextlib.closing(_results(job, opened, wanted)) as results:
                for result in results:
                    view = result.tally.view if view is None else view
                    _take(job, result, view, outcome, outputs)
                    if progress is not None:
                        progress(source, outcome.tally)
            if outcome.tally.notes.pop(NUMBERS, 0):  # perhaps met by a worker
                opened.base.settle()
            _after(job, source, outcome, outputs)
            if outcome.tally.read == before:
                outcome.warnings.append(f"{source.name}: is empty, no row was read")
            if not wanted:
                break
        outcome.outputs = outputs.names()
        outcome.ungraded_file = outputs.ungraded_file if outcome.tally.not_graded else None
        outputs.check_in_place()
        outputs.check_there()
        also = account(outcome) if account is not None else ()
        try:
            outputs.publish(*also)
        except KeyboardInterrupt:  # also a signal to end: once the files are in place, it came too late
            if not outputs.published:
                raise


def inputs_of(job: ScoreJob) -> Inputs:
    """What a job reads."""
    return Inputs(job.files, job.inputs, job.form, job.field_paths, job.gold_base, job.policy.by)


def scorer_of(job: ScoreJob, opened: Opened) -> Scorer:
    """What grades the rows of one input, with a regex budget that is not yet installed."""
    grader = Grader(job.policy, Budget(job.policy.regex_timeout), opened.base)
    return Scorer(job.policy, grader, opened.source.name, opened.reader, opened.inputs, job.fields, job.noted)


def _results(job: ScoreJob, opened: Opened, wanted: "Wanted") -> Generator[BatchResult, None, None]:
    """The results of all blocks in order: the first ones from this process, the rest from workers if it is worth it.

    What the first block teaches (compiled regexes, whether the inputs file must be held whole) all workers share.
    """
    scorer = scorer_of(job, opened)
    source = opened.source
    budget = scorer.grader.budget
    assert budget is not None
    budget.install()
    blocks = wanted.first(source.blocks())
    count = job.jobs or workers.available()
    try:
        if count == 1 or wanted.left is not None:
            yield from map(scorer.block, blocks)
            return
        small = source.total is None or source.total < SMALL_INPUT
        done = 0
        for block in blocks:
            yield scorer.block(block)
            done += len(block.data)
            if done >= SMALL_INPUT or not small:
                break
        else:
            return
        with workers.Pool(count - 1, scorer.block, _prepare(budget)) as pool:
            yield from pool.map(blocks, source.pipe if isinstance(source, Source) else None)
    finally:
        budget.uninstall()


def _prepare(budget: Budget) -> Callable[[], None]:
    def prepare() -> None:
        budget.uninstall()
        budget.install()

    return prepare


@dataclass(slots=True)
class Wanted:
    """How many more lines of a run's files are wanted, None for all. False once it is none."""

    left: int | None

    def __bool__(self) -> bool:
        return self.left != 0

    def first(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Give as much of one file; blank lines do not count."""
        if self.left is None:
            yield from blocks
            return
        for block in blocks:
            parts = block.data.split(b"\n")
            taken = 0
            while self.left and taken < len(parts):
                self.left -= bool(parts[taken].strip())
                taken += 1
            yield block if taken == len(parts) else Block(block.first, b"\n".join(parts[:taken]), b"\n")
            if not self.left:
                return


def _take(job: ScoreJob, result: BatchResult, view: Hashable, outcome: Outcome, outputs: Outputs) -> None:
    if view is not None:
        result.tally.drop_views(view)
    outcome.tally.merge(result.tally)
    outcome.tally.see(result.keys, result.key_lines, result.source)
    if result.ungraded:
        _leave(job, result.ungraded, outcome, outputs)
    outputs.rows(result.rows)


def _leave(job: ScoreJob, ungraded: list[Ungraded], outcome: Outcome, outputs: Outputs) -> None:
    if job.strict:
        first = ungraded[0]
        raise StrictError(f"{first.place}: {first.message} ({first.code}); stopped here, as --strict asks")
    for one in ungraded:
        if len(outcome.shown) < 5:
            outcome.shown.append(one)
        outputs.ungraded(one.record)


def _after(job: ScoreJob, source: Source | Container, outcome: Outcome, outputs: Outputs) -> None:
    if source.warning:
        outcome.warnings.append(f"{source.name}: {source.warning}")
    damage = source.damage
    if damage is not None:
        place = Place(source.name, damage.line)
        outcome.tally.read += 1
        outcome.tally.add_ungraded(damage.error.code, place, damage.error.message)
        line = record(place, RowError(damage.error.code, damage.error.message), damage.partial, is_object=False)
        _leave(job, [Ungraded(place, damage.error.code, damage.error.message, line)], outcome, outputs)

"""Which rows of a file `mcqa show` shows: those named by line or uuid, or a sample of those of one kind."""

import contextlib
from collections.abc import Generator
from dataclasses import dataclass, field

from mcqa_cli.account import Judge, Judged
from mcqa_cli.errors import UNGRADED, UsageError
from mcqa_cli.model import REASONS
from mcqa_cli.picking import Sample
from mcqa_cli.run import Outcome, Progress, ScoreJob
from mcqa_cli.walk import walk


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for. lines, uuids: rows named by either; empty: any row. outcome, reason: only such rows.

    sample: how many; None for all of them, as they come. again: grade also rows again that record their verdict.
    Raises: UsageError for a reason that does not exist.
    """

    lines: frozenset[int] = frozenset()
    uuids: frozenset[str] = frozenset()
    outcome: str | None = None
    reason: str | None = None
    sample: int | None = None
    seed: int = 0
    again: bool = False

    def __post_init__(self) -> None:
        if self.reason is not None and self.reason not in REASONS and self.reason not in UNGRADED:
            raise UsageError(f"--reason {self.reason}: there is none of that name; choose of {', '.join(REASONS)}")

    @property
    def is_named(self) -> bool:
        """Whether rows are asked for by line or uuid."""
        return bool(self.lines or self.uuids)


@dataclass(slots=True)
class Found:
    """What the selection met: the lines and uuids asked for that exist, and how many rows were of the kind wanted."""

    lines: set[int] = field(default_factory=set)
    uuids: set[str] = field(default_factory=set)
    rows: int = 0


def select(
    job: ScoreJob, wanted: Wanted, found: Found, outcome: Outcome, progress: Progress | None = None
) -> Generator[Judged]:
    """Give the rows wanted, in the order of the file. The regex budget is installed while each is looked at.

    found, outcome: filled on the way. Close the iterator when leaving early.
    Raises: UsageError for a file that cannot be read.
    """
    if wanted.sample is None:
        yield from _matching(job, wanted, found, outcome, progress)
        return
    sample: Sample[Judged] = Sample(wanted.sample, wanted.seed)
    for judged in _matching(job, wanted, found, outcome, progress):
        rollout = judged.item.rollout
        sample.add(judged, judged.item.place.line, rollout.part or 0 if rollout is not None else 0)
    for judged in sample.members():
        budget = judged.item.scorer.grader.budget
        if budget is not None:
            budget.install()
        try:
            yield judged
        finally:
            if budget is not None:
                budget.uninstall()


def _matching(
    job: ScoreJob, wanted: Wanted, found: Found, outcome: Outcome, progress: Progress | None
) -> Generator[Judged]:
    last = max(wanted.lines) if wanted.lines and not wanted.uuids else None
    judge = Judge(again=wanted.again)
    with contextlib.closing(walk(job, outcome, progress)) as items:
        for item in items:
            line = item.place.line
            if last is not None and line > last:
                break
            if last is not None and line not in wanted.lines:
                continue
            judged = judge.judge(item)
            if wanted.is_named:
                uuid = str(judged.uuid)
                if line in wanted.lines:
                    found.lines.add(line)
                elif uuid not in wanted.uuids:
                    continue
                if uuid in wanted.uuids:
                    found.uuids.add(uuid)
            if wanted.outcome not in (None, judged.outcome) or wanted.reason not in (None, judged.reason):
                continue
            found.rows += 1
            yield judged

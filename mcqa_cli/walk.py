"""Files rollout by rollout, for commands that look at rows and write none. Read and joined exactly as `score` does."""

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from mcqa_cli import run
from mcqa_cli.containers import Container
from mcqa_cli.errors import RowError
from mcqa_cli.grading import Known
from mcqa_cli.join import partner_of
from mcqa_cli.jsonl import parse
from mcqa_cli.model import Rollout
from mcqa_cli.run import Outcome, Progress, ScoreJob, Wanted
from mcqa_cli.scoring import Scorer, lacks, own_part
from mcqa_cli.streams import Source, lines
from mcqa_cli.tally import Place


class Item(NamedTuple):
    """One rollout of a file, not yet graded; or a line that cannot be.

    raw: the whole line. row, rollout: None where the line could not be read that far. known: its inputs row.
    error: why it cannot be graded; None as far as reading and joining tell (`Grader.ask` may still refuse it).
    scorer: how its file is graded: the grader, with its regex budget, and the inputs index.
    """

    place: Place
    scorer: Scorer
    raw: bytes
    row: dict[str, Any] | None = None
    rollout: Rollout | None = None
    known: Known | None = None
    error: RowError | None = None


def walk(job: ScoreJob, outcome: Outcome, progress: Progress | None = None) -> Generator[Item]:
    """Give the rollouts of all files of a job, in order; a line with several rollouts gives one item for each.

    outcome: takes the number of rows read, the inputs files and the warnings.
    Raises: UsageError for a file that cannot be read. Close the iterator when leaving early.
    """
    inputs = run.inputs_of(job)
    wanted = Wanted(job.limit)
    outcome.joined, outcome.notes = inputs.joined, inputs.notes
    for opened in inputs.open():
        scorer = run.scorer_of(job, opened)
        budget = scorer.grader.budget
        if budget is not None:
            budget.install()
        try:
            yield from _items(opened.source, wanted, scorer, outcome, progress)
        finally:
            if budget is not None:
                budget.uninstall()
        if not wanted:
            break


def _items(
    source: Source | Container, wanted: Wanted, scorer: Scorer, outcome: Outcome, progress: Progress | None
) -> Iterator[Item]:
    for block in wanted.first(source.blocks()):
        for number, raw, _ in lines(block):
            for item in _line(scorer, Place(source.name, number), raw):
                outcome.tally.read += 1
                yield item
        if progress is not None:
            progress(source, outcome.tally)
    if source.warning:
        outcome.warnings.append(f"{source.name}: {source.warning}")
    if source.damage is not None:
        outcome.tally.read += 1
        damage = source.damage
        yield Item(Place(source.name, damage.line), scorer, damage.partial, error=damage.error)


def _line(scorer: Scorer, place: Place, raw: bytes) -> list[Item]:
    row: dict[str, Any] | None = None
    try:
        row = parse(raw)
        found = scorer.reader.read(row, place.line)
    except RowError as error:
        return [Item(place, scorer, raw, row, error=error)]
    rollouts = own_part(row, found, scorer.fields) if isinstance(found, list) else [found]
    return [_joined(Item(place, scorer, raw, row, one)) for one in rollouts]


def _joined(item: Item) -> Item:
    index = item.scorer.index
    assert item.row is not None
    assert item.rollout is not None
    if index is None or not lacks(item.rollout):
        return item
    try:
        return item._replace(known=partner_of(index, item.row, item.rollout))
    except RowError as error:
        return item._replace(error=error)

"""`mcqa prepare`: data sets → task rows."""

import sys
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mcqa_cli.commands import options as opt
from mcqa_cli.commands.common import DONE, ROWS_OR_GATE, flowing, guarded, print_json, say
from mcqa_cli.medmcqa import LAYOUTS

if TYPE_CHECKING:
    from mcqa_cli.prepare import Prepared, PrepareJob

EPILOG: Final = "Example: mcqa prepare medmcqa train.jsonl -o tasks.jsonl --holdout 200"
SHOWN: Final = 10

Layout = Enum("Layout", {name: name for name in LAYOUTS}, type=str)  # type: ignore[misc]
Base = Enum("Base", {"auto": "auto", "0": "0", "1": "1"}, type=str)

app = typer.Typer(help="Make task rows for rollouts out of a data set's raw rows.", no_args_is_help=True)


@app.callback()
def _prepare() -> None:
    pass


def run(
    raw: Annotated[str, typer.Argument(metavar="RAW", help="Raw MedMCQA rows: JSONL (.gz, … too), or .parquet.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="The task rows; - is standard output.")],
    layout: Annotated[
        Layout, typer.Option(help="Rows as NeMo Gym takes them, or as a verifiers environment does.")
    ] = Layout("gym"),
    cop_base: Annotated[
        Base, typer.Option("--cop-base", help="What numbers in cop count from; auto decides it by the whole file.")
    ] = Base("auto"),
    holdout: Annotated[
        int, typer.Option(min=0, metavar="N", help="Write N rows, drawn by the seed, to <output stem>_eval beside it.")
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed that draws the held-out rows.")] = 42,
    limit: Annotated[int | None, typer.Option(min=1, metavar="N", help="Take the first N labelled rows only.")] = None,
    json: opt.Json = False,
    quiet: opt.Quiet = False,
) -> int:
    """Make task rows out of raw MedMCQA rows.

    Each row becomes a prompt that asks for reasoning inside <think> and for one boxed letter; the options are shown
    in an order that depends on the row's id alone, under the letters that they have in the data. Rows without a gold
    are left out and counted; where the explanation names another letter than the gold, the row is listed. Exit status
    1 if rows could not be read.
    """

    def work() -> int:
        from mcqa_cli.prepare import PrepareJob, prepare

        base = None if cop_base.value == "auto" else int(cop_base.value)
        job = PrepareJob(raw, output, layout.value, base, holdout, seed, limit)
        done = prepare(job)
        if json and output != "-":
            print_json(_as_json(job, done), sys.stdout)
        elif not quiet:
            _tell(job, done)
        return ROWS_OR_GATE if done.refused else DONE

    return guarded(work)


app.command(name="medmcqa", help=flowing(run.__doc__), epilog=EPILOG)(run)


def _as_json(job: "PrepareJob", done: "Prepared") -> dict[str, object]:
    return {
        "read": done.read,
        "unlabelled": done.unlabelled,
        "written": done.written,
        "held_out": done.held_out,
        "output": job.output,
        "holdout_output": done.holdout_file,
        "cop_base": done.base,
        "conflicts": [one._asdict() for one in done.conflicts],
        "odd_options": [{"line": line, "message": message} for line, message in done.odd],
        "without_id": done.without_id,
        "repeated_ids": [{"line": line, "message": message} for line, message in done.clashes],
        "refused": [{"line": line, "message": message} for line, message in done.refused],
    }


def _tell(job: "PrepareJob", done: "Prepared") -> None:
    say(f"rows read: {done.read:,}; task rows written to {job.output}: {done.written:,}")
    if done.holdout_file:
        say(f"held out, in {done.holdout_file}: {done.held_out:,}")
    if done.unlabelled:
        say(f"left out, as they have no gold (cop is -1 or empty): {done.unlabelled:,}")
    if done.base is not None:
        said = "as --cop-base says" if job.base is not None else f"as some cop is {'0' if done.base == 0 else '4'}"
        say(f"numbers in cop count from {done.base}, {said}")
    if done.conflicts:
        say(f"the explanation names another letter than the gold: {len(done.conflicts):,}")
        for one in done.conflicts[:SHOWN]:
            say(f"  {job.raw}:{one.line}: gold {one.gold}, explanation {one.explained} (id {one.id})")
        _more(len(done.conflicts))
    _list("options are empty, or read the same", job, done.odd)
    _list("ids that stand at several questions", job, done.clashes)
    if done.without_id:
        say(f"rows without an id: {done.without_id:,}")
    _list("could not be read", job, done.refused)


def _list(title: str, job: "PrepareJob", rows: list[tuple[int, str]]) -> None:
    if rows:
        say(f"{title}: {len(rows):,}")
        for line, message in rows[:SHOWN]:
            say(f"  {job.raw}:{line}: {message}")
        _more(len(rows))


def _more(count: int) -> None:
    if count > SHOWN:
        say(f"  … and {count - SHOWN:,} more (--json lists all)")

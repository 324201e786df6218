"""`mcqa stats`: the figures of scored files, without grading them again."""

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mcqa_cli.commands import options as opt
from mcqa_cli.commands.common import DONE, ROWS_OR_GATE, guarded, say

if TYPE_CHECKING:
    from typing import Any

    from mcqa_cli.gates import Gate
    from mcqa_cli.stats_summary import StatsFacts
    from mcqa_cli.task_table import TaskTable

EPILOG: Final = "Example: mcqa stats scored.jsonl --by metadata.category --k 8 --min-accuracy 0.7"

# The keys are those of a group's figures in the JSON report.
SortKey = Enum("SortKey", {name: name for name in ("rows", "value", "accuracy", "no-answer", "mean-reward")}, type=str)  # type: ignore[misc]


AUTO: Final = opt.FormatName("auto")
BY_ROWS: Final = SortKey("rows")


def run(
    files: opt.Files = None,
    inputs: opt.Inputs = None,
    form: opt.Form = AUTO,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", rich_help_panel=opt.INPUT, help="Read the first N rows only.")
    ] = None,
    reward_field: opt.RewardIn = "reward",
    answer_field: opt.AnswerIn = "extracted_answer",
    task: opt.Task = None,
    threshold: opt.Threshold = None,
    by: opt.Crossed = None,
    sort: Annotated[SortKey, typer.Option(rich_help_panel=opt.REPORT, help="What groups are sorted by.")] = BY_ROWS,
    top: opt.Top = None,
    k: Annotated[
        list[str] | None,
        typer.Option(
            "--k",
            metavar="K,…",
            rich_help_panel=opt.REPORT,
            help="Also give pass@k and its kind for these k; tasks with fewer rollouts are left out, and counted.",
        ),
    ] = None,
    tasks: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", rich_help_panel=opt.REPORT, help="Write one row per task: n, mean reward, letter."
        ),
    ] = None,
    json: opt.Json = False,
    csv: opt.Csv = False,
    markdown: opt.Markdown = False,
    report: opt.ReportFile = None,
    quiet: opt.Quiet = False,
    min_accuracy: opt.MinAccuracy = None,
    max_no_answer: opt.MaxNoAnswer = None,
    max_ungraded: Annotated[
        str | None, typer.Option(metavar="N|SHARE%", rich_help_panel=opt.GATES, help="Rows without a reward: 5, or 1%.")
    ] = None,
) -> int:
    """Report on scored files: accuracy, repeats, groups, letters. Nothing is graded again."""

    def work() -> int:
        from mcqa_cli import gates
        from mcqa_cli.commands.parsing import tolerance
        from mcqa_cli.commands.progress import progress_bar
        from mcqa_cli.commands.reports import Ways, check_apart
        from mcqa_cli.scored import ScoredFields
        from mcqa_cli.scored_rows import ScoredFiles
        from mcqa_cli.stats_summary import StatsFacts, read_table
        from mcqa_cli.words import counted

        limits = gates.parse_all({"min-accuracy": min_accuracy, "max-no-answer": max_no_answer})
        tolerated = tolerance(max_ungraded or "0")
        crossings = crossings_of(by)
        fields = fields_of(crossings, gates.fields(limits))
        ks = _ks(k)
        ways = Ways.of(json=json, csv=csv, markdown=markdown, quiet=quiet, file=report)
        check_apart({"--tasks": tasks, "--report": report}, files or (), inputs)
        scored = ScoredFiles(
            files=tuple(files or ("-",)),
            fields=ScoredFields(reward_field, answer_field, task, fields),
            inputs=inputs,
            form=None if form.value == "auto" else form.value,
            limit=limit,
        )
        with progress_bar() as progress:
            scored.progress = progress
            table = read_table(scored, threshold)
        facts = StatsFacts(
            inputs=scored.files,
            by=crossings,
            fields=fields,
            joined=tuple(scored.joined),
            ks=ks,
            sort=_SORTS.get(sort.value, sort.value),
            top=top,
            task=task,
        )
        for warning in scored.warnings:
            say(f"mcqa: {warning}")
        if tasks is not None:
            _write_tasks(table, tasks)
        made, failures = _made(table, facts, limits)
        ways.give(made)
        for message in failures:
            say(f"mcqa: {message}")
        bad = made["rows"]["ungraded"] + made["rows"]["unreadable"]
        too_many = bad > (tolerated[0] * table.read if tolerated[1] else tolerated[0])
        if too_many:
            have = f"{counted(table.read, 'row')} {'has' if table.read == 1 else 'have'}"
            say(f"mcqa: {bad:,} of {have} no usable reward: they are in no figure (--max-ungraded)")
        return ROWS_OR_GATE if failures or too_many else DONE

    return guarded(work, gated=bool(min_accuracy or max_no_answer or max_ungraded))


_SORTS: Final = {"no-answer": "no_answer_share", "mean-reward": "mean_reward"}
# What every row is grouped by anyway.
ALWAYS: Final = frozenset({"grading_mode", "mode", "template_id", "rule"})


def crossings_of(by: list[str] | None) -> tuple[tuple[str, ...], ...]:
    """Return the cross tables of all --by options, each once."""
    from mcqa_cli.errors import UsageError

    found = []
    for text in by or ():
        fields = tuple(part.strip() for part in text.split(","))
        if not all(fields):
            raise UsageError(f"--by {text}: a field's name is missing")
        found.append(fields)
    return tuple(dict.fromkeys(found))


def fields_of(
    crossings: tuple[tuple[str, ...], ...], needed: tuple[str, ...] = (), always: frozenset[str] = ALWAYS
) -> tuple[str, ...]:
    """Return the fields that rows must be read with, apart from those that every row is grouped by anyway."""
    asked = (*(field for fields in crossings for field in fields), *needed)
    return tuple(dict.fromkeys(field for field in asked if field not in always))


def _ks(texts: list[str] | None) -> tuple[int, ...]:
    from mcqa_cli.errors import UsageError

    found = []
    for text in texts or ():
        for part in text.split(","):
            number = part.strip()
            if not (number.isascii() and number.isdigit()) or not 1 <= int(number) <= 1_000_000:
                raise UsageError(f"--k {text}: write whole numbers from 1 on, such as 8 or 1,4,16")
            found.append(int(number))
    return tuple(sorted(set(found)))


def _made(table: "TaskTable", facts: "StatsFacts", limits: "list[Gate]") -> "tuple[dict[str, Any], list[str]]":
    """Return the report with its gates, and the messages of those that failed."""
    from mcqa_cli import gates
    from mcqa_cli.stats_summary import group_figures, summarize

    made = summarize(table, facts)
    made["gates"] = gates.apply(limits, made["overall"], lambda field, text: group_figures(table, facts, field, text))
    return made, [one["message"] for one in made["gates"] if not one["passed"]]


def _write_tasks(table: "TaskTable", path: Path) -> None:
    from mcqa_cli.jsonl import dumps
    from mcqa_cli.stats_summary import task_rows
    from mcqa_cli.target import Target

    with Target(str(path)) as target:
        for row in task_rows(table):
            target.write(dumps(row) + b"\n")
        target.publish()

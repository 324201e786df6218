"""`mcqa diff`: the same rollouts graded twice, or the same tasks answered twice: what changed, and by chance or not."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mcqa_cli.commands import options as opt
from mcqa_cli.commands.common import DONE, ROWS_OR_GATE, guarded, say

if TYPE_CHECKING:
    from mcqa_cli.diff_summary import Comparison

EPILOG: Final = "Example: mcqa diff before.jsonl after.jsonl --max-drop 1% --changed changed.jsonl"
AUTO: Final = opt.FormatName("auto")


def run(
    a: Annotated[str, typer.Argument(metavar="A", help="Scored rows, before (.gz, .bz2, .xz, .zst too).")],
    b: Annotated[str, typer.Argument(metavar="B", help="Scored rows, after; - for standard input.")],
    inputs: opt.Inputs = None,
    form: opt.Form = AUTO,
    reward_field: opt.RewardIn = "reward",
    answer_field: opt.AnswerIn = "extracted_answer",
    task: opt.Task = None,
    threshold: opt.Threshold = None,
    by: opt.Crossed = None,
    top: opt.Top = None,
    changed: Annotated[
        Path | None,
        typer.Option(metavar="FILE", rich_help_panel=opt.REPORT, help="Write the pairs that changed, one a line."),
    ] = None,
    json: opt.Json = False,
    csv: opt.Csv = False,
    markdown: opt.Markdown = False,
    report: opt.ReportFile = None,
    quiet: opt.Quiet = False,
    max_flips: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LIMIT",
            rich_help_panel=opt.GATES,
            help="Exit 1 above this many right ↔ not right: 5, 1%, or for one group template_id=NAME:5. Repeatable.",
        ),
    ] = None,
    max_drop: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LIMIT",
            rich_help_panel=opt.GATES,
            help="Exit 1 above this drop in accuracy: 0.01 or 1%. Repeatable.",
        ),
    ] = None,
    max_unmatched: Annotated[
        str | None,
        typer.Option(
            metavar="N|SHARE%",
            rich_help_panel=opt.GATES,
            help="Rows that may lack a reward or, where there is a gate, a partner: 5, or 1%.",
        ),
    ] = None,
) -> int:
    """Compare two scored files: what changed, by how much, and whether chance explains it."""

    def work() -> int:
        from mcqa_cli import gates
        from mcqa_cli.commands.parsing import tolerance
        from mcqa_cli.commands.progress import progress_bar
        from mcqa_cli.commands.reports import Ways, check_apart
        from mcqa_cli.commands.stats import crossings_of, fields_of
        from mcqa_cli.diff_summary import Comparison, DiffFacts, summarize
        from mcqa_cli.errors import UsageError
        from mcqa_cli.paired import Names, Side, match
        from mcqa_cli.scored import ScoredFields
        from mcqa_cli.scored_rows import ScoredFiles
        from mcqa_cli.summary import find_group
        from mcqa_cli.words import counted

        limits = gates.parse_all({"max-flips": max_flips, "max-drop": max_drop})
        tolerated = tolerance(max_unmatched or "0", "--max-unmatched")
        crossings = crossings_of([*(by or ()), *gates.fields(limits)])
        fields = fields_of(crossings, always=frozenset({"grading_mode", "mode", "template_id"}))
        ways = Ways.of(json=json, csv=csv, markdown=markdown, quiet=quiet, file=report)
        if a == b == "-":
            raise UsageError("standard input can be only one of the two files: name the other")
        check_apart({"--changed": changed, "--report": report}, (a, b), inputs)
        names = Names()
        sides, joined = [], []
        with progress_bar() as progress:
            for name in (a, b):
                scored = ScoredFiles(
                    files=(name,),
                    fields=ScoredFields(reward_field, answer_field, task, fields, texts=True),
                    inputs=inputs,
                    form=None if form.value == "auto" else form.value,
                    progress=progress,
                )
                side = Side(names, threshold)
                side.load(scored)
                sides.append(side)
                joined += scored.joined
                for warning in scored.warnings:
                    say(f"mcqa: {warning}")
        matching = match(sides[0], sides[1])
        if matching is None:
            raise UsageError(f"{a}, {b}: no row of the one belongs to a row of the other: same tasks? (--task FIELD)")
        compared = Comparison(sides[0], sides[1], matching)
        facts = DiffFacts(a, b, crossings, fields, tuple(dict.fromkeys(joined)), top)
        made = summarize(compared, facts)
        if changed is not None:
            _write_changed(compared, changed)
        made["gates"] = gates.apply(limits, made["overall"], lambda field, value: find_group(made, field, value))
        failures = [one["message"] for one in made["gates"] if not one["passed"]]
        ways.give(made)
        for message in failures:
            say(f"mcqa: {message}")
        rows = made["rows"]
        bad, what = rows["ungraded"] + rows["unreadable"], "a reward: in no figure"
        if limits and (rows["only_a"] or rows["only_b"]):
            bad += compared.unmatched()
            what = "a partner or a reward, so the gates hold for part only"
        allowed = tolerated[0] * max(rows["a"], rows["b"]) if tolerated[1] else tolerated[0]
        incomplete = bad > allowed
        if incomplete:
            say(f"mcqa: {counted(bad, 'row')} {'lacks' if bad == 1 else 'lack'} {what} (--max-unmatched)")
        return ROWS_OR_GATE if failures or incomplete else DONE

    return guarded(work, gated=bool(max_flips or max_drop or max_unmatched))


def _write_changed(compared: "Comparison", path: Path) -> None:
    from mcqa_cli.diff_summary import changed_rows
    from mcqa_cli.jsonl import dumps
    from mcqa_cli.target import Target

    with Target(str(path)) as target:
        for row in changed_rows(compared):
            target.write(dumps(row) + b"\n")
        target.publish()

"""`mcqa modes`: the grading modes, with their rules; given a file, all of them side by side on it."""

import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mcqa_cli.commands import options as opt
from mcqa_cli.commands.common import DONE, ROWS_OR_GATE, guarded, print_json, say

if TYPE_CHECKING:
    from mcqa_cli.run import ScoreJob

EPILOG: Final = "Example: mcqa modes rollouts.jsonl"


def run(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE",
            help="JSONL files to compare all modes on (or -: standard input). Without: the modes are listed.",
        ),
    ] = None,
    inputs: opt.Inputs = None,
    letters: opt.Letters = None,
    form: opt.Form = opt.FormatName("auto"),
    fields: opt.FieldPaths = None,
    gold_base: opt.GoldBase = None,
    limit: opt.Limit = None,
    text: opt.Text = None,
    regex_timeout: opt.RegexTimeout = 1.0,
    json: opt.Json = False,
) -> int:
    """List the grading modes; given a file, compare them all on it in one pass.

    The comparison tells for every mode and rule set, with and without the rows' own regexes: accuracy, answered
    share, and how many rows differ from what the rows themselves ask for. Exit status 1 if rows could not be graded.
    """

    def work() -> int:
        if not files:
            return _list(json)
        from mcqa_cli.commands.parsing import letter_list
        from mcqa_cli.model import Policy
        from mcqa_cli.run import ScoreJob

        policy = Policy(
            text=text.value if text else None,
            letters=() if letters is None else letter_list(letters),
            regex_timeout=regex_timeout,
        )
        return _compare(
            ScoreJob(
                policy=policy,
                files=tuple(files),
                inputs=inputs,
                form=None if form.value == "auto" else form.value,
                field_paths=fields,
                gold_base=gold_base,
                limit=limit,
            ),
            json,
        )

    return guarded(work)


def _list(json: bool) -> int:
    from mcqa_cli.modes import MODES

    if json:
        listed = [{"mode": name, "rule": mode.summary, "example": mode.example} for name, mode in MODES.items()]
        print_json(listed, sys.stdout)
        return DONE
    from mcqa_cli.report.modes_view import show

    show(MODES, sys.stdout)
    return DONE


def _compare(job: "ScoreJob", json: bool) -> int:
    from mcqa_cli.commands.progress import progress_bar
    from mcqa_cli.modes_summary import summarize
    from mcqa_cli.run import Outcome
    from mcqa_cli.variants import compare
    from mcqa_cli.walk import walk

    outcome = Outcome()
    with progress_bar() as progress:
        comparison = compare(walk(job, outcome, progress), outcome.tally)
    made = summarize(comparison, outcome.tally, job.files, tuple(outcome.joined))
    if json:
        print_json(made, sys.stdout)
    else:
        from mcqa_cli.report.modes_view import show_comparison

        show_comparison(made, sys.stdout)
    for warning in outcome.warnings:
        say(f"mcqa: {warning}")
    return ROWS_OR_GATE if made["rows"]["ungraded"] else DONE

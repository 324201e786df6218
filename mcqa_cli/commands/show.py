"""`mcqa show`: rows of a file with the account of their verdicts, for a person."""

import contextlib
import sys
from collections.abc import Generator, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mcqa_cli.commands import options as opt
from mcqa_cli.commands.common import DONE, NOT_DONE, guarded, print_json, say

if TYPE_CHECKING:
    from mcqa_cli.account import Judged
    from mcqa_cli.run import Outcome, ScoreJob
    from mcqa_cli.showing import Found, Wanted

EPILOG: Final = "Example: mcqa show rollouts.jsonl --outcome no_answer -n 3"
SAMPLE: Final = 5
WHICH: Final = "Which rows"

OutcomeName = Enum("OutcomeName", {name: name for name in ("correct", "wrong", "no_answer", "ungraded")}, type=str)  # type: ignore[misc]


def run(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A JSONL file, scored or not (.gz, .bz2, .xz, .zst too); - : standard input."
        ),
    ],
    line: Annotated[
        list[int] | None,
        typer.Option("--line", min=1, metavar="N", rich_help_panel=WHICH, help="The row on this line. Repeatable."),
    ] = None,
    uuid: Annotated[
        list[str] | None,
        typer.Option("--uuid", metavar="ID", rich_help_panel=WHICH, help="The rows with this uuid. Repeatable."),
    ] = None,
    outcome: Annotated[
        OutcomeName | None, typer.Option(rich_help_panel=WHICH, help="Only rows with this outcome.")
    ] = None,
    reason: Annotated[
        str | None,
        typer.Option(
            metavar="REASON",
            rich_help_panel=WHICH,
            help="Only rows without an answer for this reason (no_box, ambiguous, …), or ungraded with this code.",
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "-n",
            min=0,
            metavar="N",
            rich_help_panel=WHICH,
            help="How many, sampled over the whole file; 0: all. Default: 5; with --line or --uuid all of them.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", rich_help_panel=WHICH, help="Another sample; the same seed, the same rows.")
    ] = 0,
    inputs: opt.Inputs = None,
    letters: opt.Letters = None,
    form: opt.Form = opt.FormatName("auto"),
    fields: opt.FieldPaths = None,
    gold_base: opt.GoldBase = None,
    mode: opt.Mode = None,
    rules: Annotated[
        opt.RuleSet | None,
        typer.Option(
            rich_help_panel=opt.GRADING,
            help="Whose rules. Default: those that a graded row records, else the documented ones.",
        ),
    ] = None,
    no_regex: opt.NoRegex = False,
    text: opt.Text = None,
    regex_timeout: opt.RegexTimeout = 1.0,
    full: Annotated[
        bool, typer.Option("--full", rich_help_panel=opt.REPORT, help="Leave nothing out of long texts.")
    ] = False,
    pager: Annotated[
        bool, typer.Option("--pager", rich_help_panel=opt.REPORT, help="Show it in $PAGER (on a terminal).")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", rich_help_panel=opt.REPORT, help="Print one JSON object for each row.")
    ] = False,
) -> int:
    """Show rows and why they got their verdicts: a sample of 5 of the whole file, unless told which.

    For each row: the question, the options, the response with the deciding span marked and the rejected candidates
    with why, the verdict, and what every other mode and rule set would have said of the same text. A graded row is
    shown with the verdict that its `mcqa` object records, unless --mode, --rules, --text or --no-regex is given.
    """

    def work() -> int:
        from mcqa_cli.commands.parsing import letter_list
        from mcqa_cli.model import RULE_SETS, Policy
        from mcqa_cli.run import Outcome, ScoreJob
        from mcqa_cli.showing import Found, Wanted

        wanted = Wanted(
            lines=frozenset(line or ()),
            uuids=frozenset(uuid or ()),
            outcome=outcome.value if outcome else None,
            reason=reason,
            sample=None if number == 0 or (number is None and (line or uuid)) else number or SAMPLE,
            seed=seed,
            again=bool(mode or rules or no_regex or text),
        )
        policy = Policy(
            rules=rules.value if rules else RULE_SETS[0],
            mode=mode.value if mode else None,
            use_regex=not no_regex,
            text=text.value if text else None,
            letters=() if letters is None else letter_list(letters),
            regex_timeout=regex_timeout,
        )
        job = ScoreJob(
            policy=policy,
            files=(file,),
            inputs=inputs,
            form=None if form.value == "auto" else form.value,
            field_paths=fields,
            gold_base=gold_base,
        )
        found, outcome_of_run = Found(), Outcome()
        with contextlib.closing(_rows(job, wanted, found, outcome_of_run)) as rows:
            _draw(rows, json=json, full=full, pager=pager)
        for warning in outcome_of_run.warnings:
            say(f"mcqa: {warning}")
        return _missing(file, wanted, found, outcome_of_run)

    return guarded(work)


def _rows(job: "ScoreJob", wanted: "Wanted", found: "Found", outcome: "Outcome") -> "Generator[Judged]":
    """Give the rows; while a sample is being drawn nothing is shown yet, so a progress bar has its place."""
    from mcqa_cli.commands.progress import progress_bar
    from mcqa_cli.showing import select

    if wanted.sample is None:
        yield from select(job, wanted, found, outcome)
        return
    with contextlib.ExitStack() as stack:
        bar = stack.enter_context(progress_bar())
        for judged in select(job, wanted, found, outcome, bar):
            stack.close()
            yield judged


def _draw(rows: "Iterator[Judged]", *, json: bool, full: bool, pager: bool) -> None:
    from mcqa_cli.account import account

    if json:
        for one in rows:
            print_json(account(one), sys.stdout)
        return
    from mcqa_cli.report.show_view import View

    view = View(sys.stdout, full=full)
    with view.paged() if pager and sys.stdout.isatty() else contextlib.nullcontext():
        for one in rows:
            view.show(account(one))


def _missing(file: str, wanted: "Wanted", found: "Found", outcome: "Outcome") -> int:
    """Say what was asked for and is not there; a row asked for by name that does not exist is a fault."""
    from mcqa_cli.words import counted

    lines = sorted(wanted.lines - found.lines)
    uuids = sorted(wanted.uuids - found.uuids)
    if lines:
        say(f"mcqa: {file}: no row on line {', '.join(map(str, lines))}: is it blank, or past the end?")
    if uuids:
        say(f"mcqa: {file}: no row with uuid {', '.join(uuids)}")
    if lines or uuids:
        return NOT_DONE
    if not found.rows:
        say(f"mcqa: {file}: none of {counted(outcome.tally.read, 'row')} is of this kind")
    return DONE

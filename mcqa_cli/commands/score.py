"""`mcqa score`: grade rollouts, write the rows back, and report."""

import contextlib
import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from mcqa_cli.commands import options as opt
from mcqa_cli.commands.common import DONE, ROWS_OR_GATE, abandon_stdout, guarded, print_json, say
from mcqa_cli.errors import UsageError

if TYPE_CHECKING:
    from mcqa_cli.gates import Gate
    from mcqa_cli.run import Outcome, ScoreJob

EPILOG: Final = "Example: mcqa score rollouts.jsonl -o scored.jsonl --by metadata.category --min-accuracy 0.7"


class _Ways(NamedTuple):
    """How the report is given. file: where its JSON goes besides; rows_on_stdout: it must go to standard error."""

    json: bool
    quiet: bool
    file: Path | None
    rows_on_stdout: bool


def run(
    files: opt.Files = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE|DIR/",
            rich_help_panel=opt.OUTPUT,
            help="Where graded rows go: a file, or a directory for several inputs. Default: standard output.",
        ),
    ] = None,
    ungraded: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel=opt.OUTPUT,
            help="Where rows go that cannot be graded. Default: <output stem>_ungraded.jsonl.",
        ),
    ] = None,
    reward_field: Annotated[
        str, typer.Option(metavar="NAME", rich_help_panel=opt.OUTPUT, help="The field for the reward.")
    ] = "reward",
    answer_field: Annotated[
        str, typer.Option(metavar="NAME", rich_help_panel=opt.OUTPUT, help="The field for the letter.")
    ] = "extracted_answer",
    details: Annotated[
        bool, typer.Option("--details", rich_help_panel=opt.OUTPUT, help="Add an account of each verdict (`mcqa`).")
    ] = False,
    inputs: opt.Inputs = None,
    letters: opt.Letters = None,
    form: opt.Form = opt.FormatName("auto"),
    fields: opt.FieldPaths = None,
    gold_base: opt.GoldBase = None,
    limit: opt.Limit = None,
    mode: opt.Mode = None,
    rules: opt.Rules = opt.RuleSet("documented"),
    no_regex: opt.NoRegex = False,
    text: opt.Text = None,
    regex_timeout: opt.RegexTimeout = 1.0,
    by: opt.By = None,
    json: opt.Json = False,
    report: opt.ReportFile = None,
    quiet: opt.Quiet = False,
    min_accuracy: opt.MinAccuracy = None,
    max_no_answer: opt.MaxNoAnswer = None,
    max_ungraded: Annotated[
        str | None,
        typer.Option(metavar="N|SHARE%", rich_help_panel=opt.GATES, help="Rows that may be ungraded: 5, or 1%."),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", rich_help_panel=opt.GATES, help="Stop at the first row that cannot be graded; write nothing."
        ),
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "-j",
            "--jobs",
            min=1,
            metavar="N",
            rich_help_panel=opt.INPUT,
            help="Processes. Default: the cores this process may use.",
        ),
    ] = None,
) -> int:
    """Grade rollouts: write reward and extracted_answer into each row, and report."""

    def work() -> int:
        from mcqa_cli import gates
        from mcqa_cli.commands.parsing import check_fields, letter_list, tolerance
        from mcqa_cli.commands.reports import check_apart
        from mcqa_cli.descriptors import is_stdout
        from mcqa_cli.model import Policy
        from mcqa_cli.outputs import same_place
        from mcqa_cli.run import ScoreJob
        from mcqa_cli.scoring import Fields

        limits = gates.parse_all({"min-accuracy": min_accuracy, "max-no-answer": max_no_answer})
        for one in by or ():
            if "," in one:
                raise UsageError(f"--by {one}: one field each, as in --by a --by b (mcqa stats makes cross tables)")
        tolerated = tolerance(max_ungraded or "0")
        check_fields(reward_field, answer_field)
        policy = Policy(
            rules=rules.value,
            mode=mode.value if mode else None,
            use_regex=not no_regex,
            text=text.value if text else None,
            letters=() if letters is None else letter_list(letters),
            regex_timeout=regex_timeout,
            details=details,
            # The report has these two groups in any case, and knows them also where they come from the inputs file.
            by=tuple(
                one
                for one in dict.fromkeys((*(by or ()), *gates.fields(limits)))
                if one not in ("template_id", "grading_mode")
            ),
        )
        job = ScoreJob(
            policy=policy,
            files=tuple(files or ("-",)),
            output=output,
            ungraded=ungraded,
            fields=Fields(reward_field, answer_field),
            inputs=inputs,
            form=None if form.value == "auto" else form.value,
            field_paths=fields,
            gold_base=gold_base,
            limit=limit,
            strict=strict,
            jobs=jobs,
            noted=report is not None or not quiet,
        )
        check_apart({"--report": report}, job.files, inputs)
        taken = [name for name in (output or "-", ungraded) if name and name != "-"]
        if report is not None and (is_stdout(str(report)) or any(same_place(str(report), name) for name in taken)):
            raise UsageError(f"--report {report}: is taken by rows; name another file, or use --json to print it")
        rows_on_stdout = not output or is_stdout(output) or (ungraded is not None and is_stdout(ungraded))
        return _carry_out(job, limits, tolerated, _Ways(json, quiet, report, rows_on_stdout))

    return guarded(work, gated=bool(min_accuracy or max_no_answer or max_ungraded))


def _carry_out(job: "ScoreJob", limits: "list[Gate]", tolerated: tuple[float, bool], ways: _Ways) -> int:
    """Run the job, give its report, and return the exit status."""
    from mcqa_cli.commands.progress import progress_bar
    from mcqa_cli.jsonl import dumps
    from mcqa_cli.run import Outcome, StrictError, score
    from mcqa_cli.target import Target

    # Rows make no cycles: looking for some after every few of them costs time and frees nothing.
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    # To glibc, the memory of a block is then worth keeping, rather than fetching it from the system for each one anew.
    bytes(8 << 20)
    outcome = Outcome()
    failed = False
    gone: BrokenPipeError | None = None
    with contextlib.ExitStack() as stack, contextlib.ExitStack() as bar:
        file = stack.enter_context(Target(str(ways.file))) if ways.file is not None else None

        def account(outcome: Outcome) -> list[Target]:
            nonlocal failed, gone
            bar.close()  # it would stand in the middle of the report
            made = _summary(job, outcome, limits)
            failed = any(not one["passed"] for one in made["gates"])
            if file is not None:
                file.write(dumps(made) + b"\n")
            try:
                _print(made, ways)
            except BrokenPipeError as error:  # the rows are wanted all the same
                gone = error
            return [file] if file is not None else []

        try:
            score(job, outcome, bar.enter_context(progress_bar()), account)
        except StrictError as error:
            bar.close()
            say(f"mcqa: {error}")
            return ROWS_OR_GATE
        except KeyboardInterrupt:
            bar.close()
            if ways.quiet and outcome.outputs:
                say("mcqa: interrupted: standard output is cut off")
            _print(_summary(job, outcome, [], stopped="interrupted"), ways._replace(rows_on_stdout=True))
            raise
    _tell_ungraded(outcome, tolerated)
    if gone is not None:  # only the report's reader: the rows are in place
        abandon_stdout()
        failed = failed or bool(limits)
    return ROWS_OR_GATE if failed or _too_many(outcome, tolerated) else DONE


def _summary(job: "ScoreJob", outcome: "Outcome", limits: "list[Gate]", stopped: str | None = None) -> dict[str, Any]:
    """The report as data."""
    from mcqa_cli import gates
    from mcqa_cli.summary import RunFacts, find_group, summarize

    facts = RunFacts(
        rules=job.policy.rules,
        inputs=job.files,
        outputs=tuple(outcome.outputs),
        by=job.policy.by,
        joined=tuple(outcome.joined),
        notes=tuple(outcome.notes),
        stopped=stopped,
    )
    made = summarize(outcome.tally, facts)
    # A group without all of its rows says nothing, so that a gate on one fails.
    whole = not outcome.tally.notes["groups_spilled"]
    made["gates"] = gates.apply(
        limits, made["overall"], lambda field, value: find_group(made, field, value) if whole else None
    )
    return made


def _print(made: dict[str, Any], ways: _Ways) -> None:
    """Print the report where it is wanted, and the gates that failed.

    Raises: UsageError when it cannot be written, BrokenPipeError when its reader is gone.
    """
    out = sys.stderr if ways.rows_on_stdout else sys.stdout
    try:
        if ways.quiet:
            pass
        elif ways.json:
            print_json(made, out)
        else:
            from mcqa_cli.report.score_view import show

            show(made, out)
        out.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        if out is sys.stdout:
            abandon_stdout()
        raise UsageError(f"the report cannot be printed ({(error.strerror or str(error)).lower()}): try -q") from None
    finally:
        for one in made["gates"]:
            if not one["passed"]:
                say(f"mcqa: {one['message']}")


def _too_many(outcome: "Outcome", tolerated: tuple[float, bool]) -> bool:
    limit, is_share = tolerated
    return outcome.tally.not_graded > (limit * outcome.tally.read if is_share else limit)


def _tell_ungraded(outcome: "Outcome", tolerated: tuple[float, bool]) -> None:
    from mcqa_cli.words import counted

    for warning in outcome.warnings:
        say(f"mcqa: {warning}")
    if not outcome.tally.not_graded:
        return
    if outcome.ungraded_file is None:
        for one in outcome.shown:
            say(f"{one.place}: {one.message} ({one.code})")
    where = f", see {outcome.ungraded_file}" if outcome.ungraded_file else ""
    if _too_many(outcome, tolerated):
        limit = "" if tolerated == (0.0, False) else ", more than --max-ungraded tolerates"
        of = counted(outcome.tally.read, "row")
        say(f"mcqa: {outcome.tally.not_graded:,} of {of} could not be graded{limit}{where}")

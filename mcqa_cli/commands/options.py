"""Options that several commands take, each defined once; choices and help derive from the registries."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from mcqa_cli.formats import FORMATS
from mcqa_cli.model import RULE_SETS
from mcqa_cli.modes import MODES

ModeName = Enum("ModeName", {name: name for name in MODES}, type=str)  # type: ignore[misc]
RuleSet = Enum("RuleSet", {name: name for name in RULE_SETS}, type=str)  # type: ignore[misc]
FormatName = Enum("FormatName", {name: name for name in ("auto", *FORMATS)}, type=str)  # type: ignore[misc]
TextChoice = Enum("TextChoice", {name: name for name in ("last", "all")}, type=str)  # type: ignore[misc]

INPUT, GRADING, OUTPUT, REPORT, GATES = "Input", "Grading", "Output", "Report", "Gates for CI"

Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="FILE", help="JSONL files (.gz, .bz2, .xz, .zst too); - or nothing: standard input."),
]
Inputs = Annotated[
    Path | None,
    typer.Option(
        "--inputs",
        metavar="FILE",
        rich_help_panel=INPUT,
        help="What the rollouts lack (options, modes). Default: <stem>_materialized_inputs.jsonl beside them.",
    ),
]
Letters = Annotated[
    str | None,
    typer.Option(
        metavar="A-J", rich_help_panel=INPUT, help="The letters that count, where no options can be found: A-J or ABCD."
    ),
]
Form = Annotated[
    FormatName,
    typer.Option(
        "--format",
        metavar="FORMAT",
        rich_help_panel=INPUT,
        help=f"Who wrote the rows; auto tells by their keys. One of {', '.join(FORMATS)}.",
    ),
]
FieldPaths = Annotated[
    str | None,
    typer.Option(
        "--fields",
        metavar="text=PATH,…",
        rich_help_panel=INPUT,
        help="Any other JSONL: dotted paths for text, gold, options, id. Example: text=out.text,gold=key",
    ),
]
GoldBase = Annotated[
    int | None,
    typer.Option(
        min=0,
        max=1,
        metavar="0|1",
        rich_help_panel=INPUT,
        help="What gold numbers count from. Default: the file tells (a 0, or one as large as the options are many).",
    ),
]
Limit = Annotated[
    int | None, typer.Option(min=1, metavar="N", rich_help_panel=INPUT, help="Grade the first N rows only.")
]
Mode = Annotated[
    ModeName | None,
    typer.Option(
        metavar="MODE",
        rich_help_panel=GRADING,
        help=f"Grade every row in this mode, whatever its grading_mode says: {' | '.join(MODES)}",
    ),
]
Rules = Annotated[
    RuleSet, typer.Option(rich_help_panel=GRADING, help="Whose rules: the documented ones, or a server release's.")
]
NoRegex = Annotated[
    bool, typer.Option("--no-regex", rich_help_panel=GRADING, help="Do not try the rows' own output_regex.")
]
Text = Annotated[
    TextChoice | None,
    typer.Option(
        rich_help_panel=GRADING,
        help="Grade the last assistant message, or all of them joined (the default under gym-0.7).",
    ),
]
RegexTimeout = Annotated[
    float,
    typer.Option(
        min=0.0,
        max=86_400.0,
        metavar="SECONDS",
        rich_help_panel=GRADING,
        help="Processor time for one row's regexes; 0: no limit.",
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        metavar="FIELD",
        rich_help_panel=REPORT,
        help="Also report by this field (dotted: metadata.category). Repeatable.",
    ),
]
Json = Annotated[bool, typer.Option("--json", rich_help_panel=REPORT, help="Print the report as JSON.")]
ReportFile = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", rich_help_panel=REPORT, help="Write the JSON report to a file."),
]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", rich_help_panel=REPORT, help="Print no report.")]
# Shared by the commands that read scored files.
RewardIn = Annotated[
    str, typer.Option("--reward-field", metavar="NAME", rich_help_panel=INPUT, help="The field that holds the reward.")
]
AnswerIn = Annotated[
    str, typer.Option("--answer-field", metavar="NAME", rich_help_panel=INPUT, help="The field that holds the letter.")
]
Task = Annotated[
    str | None,
    typer.Option(
        "--task",
        metavar="FIELD",
        rich_help_panel=INPUT,
        help="The field that makes rows repeats of one task. Default: the producer's task id, uuid, or the prompt.",
    ),
]
Threshold = Annotated[
    float | None,
    typer.Option(
        "--threshold", metavar="REWARD", rich_help_panel=INPUT, help="The least reward that counts as correct."
    ),
]
Crossed = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        metavar="FIELD,…",
        rich_help_panel=REPORT,
        help="Also report by this field; several with commas make a cross table. Repeatable.",
    ),
]
Top = Annotated[
    int | None,
    typer.Option("--top", min=1, metavar="N", rich_help_panel=REPORT, help="Show the first N groups only."),
]
Csv = Annotated[bool, typer.Option("--csv", rich_help_panel=REPORT, help="Print the tables as CSV.")]
Markdown = Annotated[bool, typer.Option("--markdown", rich_help_panel=REPORT, help="Print the report as Markdown.")]
MinAccuracy = Annotated[
    list[str] | None,
    typer.Option(
        metavar="LIMIT",
        rich_help_panel=GATES,
        help="Exit 1 below this accuracy: 0.7, 70%, or for one group template_id=NAME:0.7. Repeatable.",
    ),
]
MaxNoAnswer = Annotated[
    list[str] | None,
    typer.Option(
        metavar="LIMIT", rich_help_panel=GATES, help="Exit 1 above this share of rows without an answer. Repeatable."
    ),
]

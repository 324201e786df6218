"""`mcqa formats`: what is supported; given a file, what that file is."""

import sys
from typing import Annotated, Final

import typer

from mcqa_cli.commands import options as opt
from mcqa_cli.commands.common import DONE, ROWS_OR_GATE, guarded, print_json

EPILOG: Final = "Example: mcqa formats results.jsonl"


def run(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A file to look at (or -: standard input).")
    ] = None,
    form: opt.Form = opt.FormatName("auto"),
    fields: opt.FieldPaths = None,
    json: opt.Json = False,
) -> int:
    """List the formats that can be graded; given a file, say what it is and show one row as the grader sees it.

    The row is shown with its text, options, gold and ids, and with what is missing; a row of no known format as
    --fields would read it, where they suggest themselves. Exit status 1 if no row of the file can be read without them.
    """

    def work() -> int:
        from mcqa_cli import looking
        from mcqa_cli.formats import FORMATS, fields_format
        from mcqa_cli.report import formats_view

        if file is None:
            listed = looking.listing()
            if json:
                print_json(listed, sys.stdout)
            else:
                formats_view.show(listed, sys.stdout)
            return DONE
        known = fields_format(fields) if fields else None if form.value == "auto" else FORMATS[form.value]
        found = looking.as_json(looking.look(file, known))
        if json:
            print_json(found, sys.stdout)
        else:
            formats_view.show_file(found, sys.stdout)
        return DONE if found["row"] and not found["fields_tried"] else ROWS_OR_GATE

    return guarded(work)

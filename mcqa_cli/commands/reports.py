"""How `stats` and `diff` give their report: on the terminal, as JSON, CSV or Markdown, and to a file."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcqa_cli.commands.common import print_json
from mcqa_cli.errors import UsageError
from mcqa_cli.jsonl import dumps


def check_apart(written: dict[str, Path | None], files: Iterable[str], inputs: Path | None) -> None:
    """Refuse to write over what is read, or two things to one place. written: by the option that names it.

    Raises: UsageError.
    """
    from mcqa_cli.outputs import check_on_the_way, joined_files, same_place

    named = [name for name in files if name != "-"]
    read = [*named, *joined_files(named, inputs)]
    taken: dict[str, str] = {}
    for option, path in written.items():
        if path is None:
            continue
        if any(same_place(str(path), name) for name in read):
            raise UsageError(f"{option} {path}: is read here; name another file")
        check_on_the_way(str(path), read)
        for other, where in taken.items():
            if same_place(str(path), where):
                raise UsageError(f"{option} and {other} go to one place, {path}: name two")
        taken[option] = str(path)


@dataclass(frozen=True, slots=True)
class Ways:
    """kind: `terminal`, `json`, `csv`, `markdown` or `none`. file: where the JSON goes in any case."""

    kind: str
    file: Path | None = None

    @classmethod
    def of(cls, *, json: bool, csv: bool, markdown: bool, quiet: bool, file: Path | None) -> "Ways":
        """Read the options. Raises UsageError if two ways to print are asked for."""
        asked = [name for name, wanted in (("json", json), ("csv", csv), ("markdown", markdown)) if wanted]
        if len(asked) > 1:
            raise UsageError(f"--{asked[0]} and --{asked[1]}: choose one way to print the report")
        return cls("none" if quiet else asked[0] if asked else "terminal", file)

    def give(self, report: dict[str, Any]) -> None:
        """Print the report on standard output, and write it to the file if one is named."""
        if self.file is not None:
            from mcqa_cli.target import Target

            with Target(str(self.file)) as target:
                target.write(dumps(report) + b"\n")
                target.publish()
        out = sys.stdout
        if self.kind == "json":
            print_json(report, out)
        elif self.kind == "csv":
            from mcqa_cli.report.plain import csv_text

            out.write(csv_text(report))
        elif self.kind == "markdown":
            from mcqa_cli.report.plain import markdown_text

            out.write(markdown_text(report))
        elif self.kind == "terminal":
            if report["command"] == "stats":
                from mcqa_cli.report.stats_view import show
            else:
                from mcqa_cli.report.diff_view import show
            show(report, out)

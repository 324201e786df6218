"""`mcqa modes`: the grading modes, with their rules in a sentence and an example each."""

import sys
from typing import Final

from mcqa_cli.commands import options as opt
from mcqa_cli.commands.common import DONE, guarded

EPILOG: Final = "Example: mcqa modes"


def run(json: opt.Json = False) -> int:
    """List the grading modes with their rules."""

    def work() -> int:
        from mcqa_cli.modes import MODES

        if json:
            from mcqa_cli.jsonl import dumps

            listed = [{"mode": name, "rule": mode.summary, "example": mode.example} for name, mode in MODES.items()]
            sys.stdout.write(dumps(listed).decode() + "\n")
            return DONE
        from mcqa_cli.report.modes_view import show

        show(MODES, sys.stdout)
        return DONE

    return guarded(work)

"""The formats: one file and one line here for each. What is listed first is tried first."""

from typing import Final

from mcqa_cli.errors import RowError
from mcqa_cli.formats import gym
from mcqa_cli.formats.base import Format, Row, group_key

FORMATS: Final[dict[str, Format]] = {form.name: form for form in (gym.FORMAT,)}


def detect(row: Row) -> Format:
    """Return the format of a row, by its keys. Raises `RowError("unknown_format")`."""
    for form in FORMATS.values():
        if form.matches(row):
            return form
    raise RowError("unknown_format", explain_unknown(row))


def explain_unknown(row: Row) -> str:
    """One line for a row of no known shape: what was looked for, what was found, what to do."""
    return f"no known format ({', '.join(FORMATS)}) has the keys {', '.join(row) or '(none)'}; name them with --fields"


__all__ = ["FORMATS", "Format", "Row", "detect", "explain_unknown", "group_key"]

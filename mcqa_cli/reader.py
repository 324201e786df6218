"""Rows of one file → rollouts: finds the format by the keys of a row and tries the last one first."""

from mcqa_cli.formats import FORMATS, detect
from mcqa_cli.formats.base import Format, Row
from mcqa_cli.model import Rollout


class Reader:
    """Reads rows of one file. form: the format asked for; None: each row's keys tell."""

    def __init__(self, form: Format | None = None) -> None:
        self._fixed = form is not None
        self.form = form or next(iter(FORMATS.values()))

    @property
    def name(self) -> str:
        """The format of the row read last."""
        return self.form.name

    def read(self, row: Row) -> Rollout | list[Rollout]:
        """The rollout, or the rollouts, of a row. Raises: RowError."""
        if not self._fixed and not self.form.matches(row):
            self.form = detect(row)
        return self.form.read(row)

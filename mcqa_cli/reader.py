"""Rows of one file → rollouts: finds the format by the keys of a row, whatever the rows before it were."""

from typing import Final

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS, detect
from mcqa_cli.formats.base import Format, Row
from mcqa_cli.model import Rollout

# What reading a row raises when a field holds a value of a kind that its producer never writes there.
_SURPRISES: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def _surprise(form: Format, error: Exception) -> str:
    kind = f"{type(error).__name__}: {error}"
    return f"looks like a row of {form.name}, but a field holds what {form.name} never writes there ({kind[:80]})"


class Reader:
    """Reads rows of one file.

    form: the format asked for; None: each row's keys tell. order: which of several files this is, for producers that
    know a question only by its place and a rollout only by its file. form, name: of the row read last.
    """

    def __init__(self, form: Format | None = None, order: int = 0) -> None:
        self._fixed = form is not None
        self._order = order
        self._use(form or next(iter(FORMATS.values())))

    def _use(self, form: Format) -> None:
        self.form = form
        # Who is asked before this format also when the row before was of it: no row may hang on the rows before.
        before = 0 if self._fixed else list(FORMATS).index(form.name)
        self._earlier = [one.matches for one in FORMATS.values()][:before]
        self._matches = form.matches
        self._read = form.read
        # For every row: an attribute of a named tuple costs several times one of an object.
        self.name = form.name
        self.contradicts = form.contradicts
        self._plain = form.gold_base is None and not form.by_position

    def read(self, row: Row, line: int = 0) -> Rollout | list[Rollout]:
        """The rollout, or the rollouts, of a row. line: its place in the file. Raises: RowError."""
        try:
            if not self._is_still(row):
                if self._fixed:
                    raise RowError(
                        "unknown_format", f"this is no row of the format {self.form.name} that --format asks for"
                    )
                self._use(detect(row))
            found = self._read(row)
        except _SURPRISES as error:
            raise RowError("unknown_format", _surprise(self.form, error)) from None
        if self._plain:
            return found
        account = row.get("mcqa")
        if self.form.by_position and isinstance(account, dict) and type(account.get("task")) is int:
            line = account["task"]  # its place when it was graded first: lines above it may have been left out
        return [self._placed(one, line) for one in found] if isinstance(found, list) else self._placed(found, line)

    def _is_still(self, row: Row) -> bool:
        """Whether a row is of the format in use."""
        if not self._matches(row):
            return False
        for matches in self._earlier:  # noqa: SIM110 - compiled, a loop is the quicker
            if matches(row):
                return False
        return True

    def _placed(self, rollout: Rollout, line: int) -> Rollout:
        if self.form.by_position and rollout.task is None:
            rollout = rollout._replace(task=line, rollout=self._order)
        return rollout._replace(gold_base=self.form.gold_base)

"""A batch of raw lines → graded lines, ungraded records and counts. The same code serves one process and many."""

import base64
import re
from array import array
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from mcqa_cli.errors import RowError
from mcqa_cli.grading import Asked, Grader, Known
from mcqa_cli.join import Partners
from mcqa_cli.jsonl import dumps, dumps_with, parse
from mcqa_cli.model import Graded, Policy, Rollout
from mcqa_cli.modes import MODES
from mcqa_cli.modes.custom_regex import cuts_a_word
from mcqa_cli.modes.think_boxed import format_reward
from mcqa_cli.paths import dig, flat
from mcqa_cli.reader import Reader
from mcqa_cli.splice import Splicer, splice
from mcqa_cli.streams import Block, split_lines
from mcqa_cli.tally import Cell, Place, Tally
from mcqa_cli.text import BOX

_LETTER_BOX: Final = re.compile(r"\\boxed\{[\s({\[]*(?:\\text\{)?\s*([A-Z])[\s)}\]]*\}")
_LETTERS: Final[dict[str | None, bytes]] = {None: b"null"}
_SPELLED: Final = 1000
# What faulty code raises for unforeseen data; not what the system raises when it is out of memory or disk.
_OUR_FAULT: Final = (
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    AssertionError,
)
_CHANGES: Final = frozenset({"0_to_1", "1_to_0", "letter_changed"})
_REGEX_NOTES: Final = frozenset({"invalid", "timeout", "set_aside"})
# Rows without an answer are read by `robust` too, for a note: all up to this line of a file, then one line in so many.
# By line number, so that the note does not depend on the number of workers.
ROBUST_ALL: Final = 2_500
ROBUST_EVERY: Final = 100
ROBUST: Final = MODES["robust"].documented


@dataclass(frozen=True, slots=True)
class Fields:
    """Names of what is written into a row."""

    reward: str = "reward"
    answer: str = "extracted_answer"


class Ungraded(NamedTuple):
    """A row that cannot be graded. record: its line of the ungraded file."""

    place: Place
    code: str
    message: str
    record: bytes


class BatchResult(NamedTuple):
    """What became of a block of `source`.

    rows: the graded lines. keys: (task, rollout) hashes, with their lines in key_lines.
    """

    source: str
    rows: bytes
    ungraded: list[Ungraded]
    tally: Tally
    keys: "array[int]"
    key_lines: "array[int]"


@dataclass(slots=True)
class Scorer:
    """Scores the lines of one source under one policy.

    source: the file as the user named it. index: its inputs file, read; None without one.
    """

    policy: Policy
    grader: Grader
    source: str
    reader: Reader
    index: Partners | None = None
    fields: Fields = field(default_factory=Fields)
    _splice: Splicer = field(init=False)

    def __post_init__(self) -> None:
        self._splice = Splicer((self.fields.reward, self.fields.answer))

    def block(self, block: Block) -> BatchResult:
        """Grade the lines of a block. Blank lines are dropped. Never raises for what a line holds."""
        out: list[bytes] = []
        ungraded: list[Ungraded] = []
        result = BatchResult(self.source, b"", ungraded, Tally(), array("q"), array("q"))
        tally = result.tally
        reader, score, append = self.reader, self._score, out.append
        number = block.first - 1
        for raw in split_lines(block.data):
            number += 1
            row: dict[str, Any] | None = None
            try:
                row = parse(raw)
                found = reader.read(row, number)
                if found.__class__ is not list:
                    append(score(raw, row, found, number, result))  # type: ignore[arg-type]
                    continue
            except RowError as error:
                if row is not None or (raw and not raw.isspace()):
                    ungraded.append(self._leave(raw, row is not None, number, error, tally))
                continue
            except _OUR_FAULT as error:
                ungraded.append(self._leave(raw, row is not None, number, _internal(error), tally))
                continue
            for one in own_part(row, found):
                try:
                    append(score(raw, row, one, number, result))
                except RowError as error:
                    ungraded.append(self._leave(raw, True, number, error, tally))
                except _OUR_FAULT as error:
                    ungraded.append(self._leave(raw, True, number, _internal(error), tally))
        if self.grader.budget is not None:
            tally.set_aside.update(self.grader.budget.set_aside)
        tally.read = len(out) + len(ungraded)
        tally.view = next((cell.view for cell in tally.cells if cell.view is not None), None)
        rows = b""
        if out:
            torn = not block.end and not (ungraded and ungraded[-1].place.line == number)
            rows = b"\n".join(out) + (b"" if torn else b"\n")
        return result._replace(rows=rows)

    def _leave(self, raw: bytes, is_object: bool, number: int, error: RowError, tally: Tally) -> Ungraded:
        place = Place(self.source, number)
        tally.add_ungraded(error.code, place, error.message)
        return Ungraded(place, error.code, error.message, record(place, error, raw, is_object))

    def _score(self, raw: bytes, row: dict[str, Any], rollout: Rollout, number: int, result: BatchResult) -> bytes:
        """Grade and count one rollout; returns its line."""
        index, policy = self.index, self.policy
        known = None
        if index is not None and (policy.by or lacks(rollout)):
            known = index.find(row, rollout)
        asked = self.grader.ask(rollout, known, joinable=index is not None)
        graded = self.grader.grade(rollout, asked)
        letter, _, outcome, _, reason, _, mode, via, failure = graded
        tally = result.tally
        change = None
        if rollout.reward is not None:
            change = regrade(rollout, graded)
            if change in _CHANGES and f"regrade:{change}" not in tally.examples:
                tally.examples[f"regrade:{change}"] = Place(self.source, number)
        view = rollout.view
        # Straight to the tuple, as in `Grader.grade`.
        cell = tuple.__new__(
            Cell,
            (
                mode,
                via,
                failure,
                asked.template_id,
                outcome,
                reason,
                rollout.truncated,
                asked.options_from,
                self.reader.form.name,
                change,
                view,
                self._by(row, known) if policy.by else (),
            ),
        )
        tally.cells[cell] += 1
        if asked.by_default and (asked.options_from != "row" or self.reader.form.name != "gym"):
            tally.note("default_mode", Place(self.source, number))
        form = self.reader.form
        if form.contradicts is not None and form.contradicts(row):
            tally.note("gold_contradicted", Place(self.source, number))
        self._note(rollout, graded, number, tally)
        if reason is not None:
            self._note_unanswered(rollout, asked, graded, number, tally)
        task, repeat = rollout.task, rollout.rollout
        if task is not None and repeat is not None:
            result.keys.append(hash((task, repeat, view)))
            result.key_lines.append(number)
        spelled = _LETTERS.get(letter)
        if spelled is None:
            spelled = _LETTERS[letter] = dumps(letter)
            if len(_LETTERS) > _SPELLED:
                del _LETTERS[letter]
        reward = b"1.0" if outcome == "correct" else b"0.0"
        if rollout.part is None and not policy.details and ("mcqa" not in row or row["mcqa"].__class__ is not dict):
            return self._splice(raw, row, (reward, spelled))
        values = {self.fields.reward: reward, self.fields.answer: spelled}
        if rollout.part is not None:
            values["rollout_index"] = b"%d" % rollout.part
        if policy.details or row.get("mcqa").__class__ is dict:
            values["mcqa"] = dumps(details(policy, row, rollout, asked, graded))
        return splice(raw, row, values)

    def _by(self, row: dict[str, Any], known: Known | None) -> tuple[Any, ...]:
        """The values of the `--by` fields, from the row, else from its inputs row."""
        values = (dig(row, path) for path in self.policy.by)
        return tuple(
            flat(known.by[place] if value is None and known is not None else value)
            for place, value in enumerate(values)
        )

    def _note(self, rollout: Rollout, graded: Graded, number: int, tally: Tally) -> None:
        """Count what is worth saying about a row besides its verdict, with an example of each."""
        every = rollout.every
        text = every if self.grader.every else rollout.text
        if every is not rollout.text and every != rollout.text:
            tally.note("texts_differ", Place(self.source, number))
        if BOX in text and text.count(BOX) > 1 and len(set(_LETTER_BOX.findall(text))) > 1:
            tally.note("boxes_disagree", Place(self.source, number))
        via = graded.via
        if via == "regex":
            if cuts_a_word(text, graded.span):
                tally.note("capture_in_word", Place(self.source, number))
        elif graded.regex_failure in _REGEX_NOTES:
            tally.note(f"regex_{graded.regex_failure}", Place(self.source, number))
        if graded.mode == "think_boxed":
            tally.notes["format_asked"] += 1
            tally.notes["format_kept"] += int(format_reward(text))
            if graded.reason == "unclosed_think" and "<think>" not in text:
                tally.note("no_think", Place(self.source, number))

    def _note_unanswered(self, rollout: Rollout, asked: Asked, graded: Graded, number: int, tally: Tally) -> None:
        """Remember an example of the reason, and ask `robust` what it would have read."""
        text = rollout.every if self.grader.every else rollout.text
        name = f"reason:{graded.reason}"
        if name not in tally.examples:
            tally.examples[name] = Place(self.source, number)
        if text and graded.mode != "robust" and (number <= ROBUST_ALL or not number % ROBUST_EVERY):
            tally.notes["robust_asked"] += 1
            if ROBUST(text, asked.question).letter is not None:
                place = Place(self.source, number)
                tally.note("robust_reads", place)
                tally.examples.setdefault(f"robust:{graded.reason}", place)


def _internal(error: Exception) -> RowError:
    """What to say of a row on which our own code failed: one such row must not cost the run."""
    return RowError("internal_error", f"{type(error).__name__}: {error} (a fault of mcqa: please report it)")


def own_part(row: dict[str, Any], rollouts: list[Rollout]) -> list[Rollout]:
    """Of the rollouts of a line: all, or the one that the line was written for when it was graded before."""
    part = row.get("rollout_index")
    own = [one for one in rollouts if one.part == part] if part.__class__ is int else []
    return own or rollouts


def lacks(rollout: Rollout) -> bool:
    """Whether an inputs file could tell more about a rollout than its row does."""
    return not rollout.options or rollout.mode is None or rollout.template is None or rollout.gold is None


def regrade(rollout: Rollout, graded: Graded) -> str:
    """How the verdict differs from the one the row came with.

    Returns `0_to_1`, `1_to_0`, `letter_changed`, `same`, or `not_comparable` for rewards that are neither 0 nor 1.
    """
    old = rollout.reward
    if old not in (0, 1):
        return "not_comparable"
    new = graded.outcome == "correct"
    if new != bool(old):
        return "0_to_1" if new else "1_to_0"
    return "letter_changed" if rollout.letter is not None and rollout.letter != graded.letter else "same"


def details(policy: Policy, row: dict[str, Any], rollout: Rollout, asked: Asked, graded: Graded) -> dict[str, Any]:
    """The `mcqa` object of a row: the account of its verdict.

    A second grading keeps the `previous_reward` of the first, so that grading twice changes nothing.
    """
    before = row.get("mcqa")
    text = rollout.every if policy.every_message else rollout.text
    kept = before.__class__ is dict and "previous_reward" in before
    return {
        "rules": policy.rules,
        "mode": graded.mode,
        "rule": graded.rule,
        "outcome": graded.outcome,
        "reason": graded.reason,
        "span": graded.span,
        "options_from": asked.options_from,
        "template_id": asked.template_id,
        "task": plain(rollout.task),
        "previous_reward": before["previous_reward"] if kept else rollout.reward,  # type: ignore[index]
    } | ({"format_reward": format_reward(text)} if graded.mode == "think_boxed" else {})


def plain(value: Hashable) -> Any:
    """A task or rollout id as JSON writes it."""
    return list(value) if isinstance(value, tuple) else value


def record(place: Place, error: RowError, raw: bytes, is_object: bool) -> bytes:
    """One line of the ungraded file: the row whole, byte for byte, or as text, or as base64."""
    told = {"source": place.source, "line": place.line, "error": error.code, "message": error.message}
    if is_object:
        return dumps_with(told, "row", raw) + b"\n"
    body = raw.removesuffix(b"\r")
    try:
        return dumps({**told, "raw": body.decode("utf-8")}) + b"\n"
    except UnicodeDecodeError:
        return dumps({**told, "raw_base64": base64.b64encode(body).decode("ascii")}) + b"\n"

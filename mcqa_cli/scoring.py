"""A batch of raw lines → graded lines, ungraded records and counts. The same code serves one process and many."""

import base64
import re
from array import array
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from mcqa_cli.errors import RowError
from mcqa_cli.grading import Asked, Grader, Known
from mcqa_cli.join import InputsIndex
from mcqa_cli.jsonl import dumps, parse
from mcqa_cli.model import Graded, Policy, Question, Rollout
from mcqa_cli.modes import MODES
from mcqa_cli.modes.custom_regex import cuts_a_word
from mcqa_cli.paths import dig, flat
from mcqa_cli.reader import Reader
from mcqa_cli.splice import splice
from mcqa_cli.streams import Block
from mcqa_cli.tally import Cell, Place, Tally

_LETTER_BOX: Final = re.compile(r"\\boxed\{[\s({\[]*(?:\\text\{)?\s*([A-Z])[\s)}\]]*\}")
_LETTERS: Final[dict[str | None, bytes]] = {None: b"null"}
_REWARDS: Final = {True: b"1.0", False: b"0.0"}


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
    """What became of a block. rows: the graded lines. keys: (task, rollout) hashes, with their lines in key_lines."""

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
    index: InputsIndex | None = None
    fields: Fields = field(default_factory=Fields)

    def block(self, block: Block) -> BatchResult:
        """Grade the lines of a block. Blank lines are dropped. Never raises for what a line holds."""
        out: list[bytes] = []
        ungraded: list[Ungraded] = []
        tally = Tally()
        keys, key_lines = array("q"), array("q")
        number = block.first - 1
        raw = b""
        for raw in block.data.split(b"\n"):
            number += 1
            row: dict[str, Any] | None = None
            try:
                row = parse(raw)
                found = self.reader.read(row)
                if found.__class__ is not list:
                    out.append(self._score(raw, row, found, number, tally, keys, key_lines))  # type: ignore[arg-type]
                    continue
            except RowError as error:
                if row is not None or (raw and not raw.isspace()):
                    ungraded.append(self._leave(raw, row is not None, number, error, tally))
                continue
            for one in own_part(row, found):  # type: ignore[arg-type]
                try:
                    out.append(self._score(raw, row, one, number, tally, keys, key_lines))
                except RowError as error:
                    ungraded.append(self._leave(raw, True, number, error, tally))
        if self.grader.budget is not None:
            tally.set_aside.update(self.grader.budget.set_aside)
        rows = b""
        if out:
            torn = not block.end and not (ungraded and ungraded[-1].place.line == number)
            rows = b"\n".join(out) + (b"" if torn else b"\n")
        return BatchResult(rows, ungraded, tally, keys, key_lines)

    def _leave(self, raw: bytes, is_object: bool, number: int, error: RowError, tally: Tally) -> Ungraded:
        place = Place(self.source, number)
        tally.read += 1
        tally.add_ungraded(error.code, place)
        return Ungraded(place, error.code, error.message, record(place, error, raw, is_object))

    def _score(
        self,
        raw: bytes,
        row: dict[str, Any],
        rollout: Rollout,
        number: int,
        tally: Tally,
        keys: "array[int]",
        key_lines: "array[int]",
    ) -> bytes:
        known = None
        if self.index is not None and lacks(rollout):
            known = self.index.find(row, rollout)
        asked = self.grader.ask(rollout, known, joinable=self.index is not None)
        graded = self.grader.grade(rollout, asked)
        self._count(row, rollout, known, asked, graded, number, tally)
        if rollout.task is not None and rollout.rollout is not None:
            keys.append(hash((rollout.task, rollout.rollout)))
            key_lines.append(number)
        letter = graded.letter
        spelled = _LETTERS.get(letter)
        if spelled is None:
            spelled = dumps(letter)
            if len(_LETTERS) < 1000:
                _LETTERS[letter] = spelled
        values = {self.fields.reward: _REWARDS[graded.outcome == "correct"], self.fields.answer: spelled}
        if rollout.index is not None:
            values["rollout_index"] = b"%d" % rollout.index
        if self.policy.details or row.get("mcqa").__class__ is dict:
            values["mcqa"] = dumps(details(self.policy, row, rollout, asked, graded, self.fields))
        return splice(raw, row, values)

    def _count(
        self,
        row: dict[str, Any],
        rollout: Rollout,
        known: Known | None,
        asked: Asked,
        graded: Graded,
        number: int,
        tally: Tally,
    ) -> None:
        tally.read += 1
        template = asked.template
        template_id = template.get("template_id") if template.__class__ is dict else None
        by = ()
        if self.policy.by:
            by = tuple(
                flat(value if value is not None or known is None else known.by[place])
                for place, value in enumerate(dig(row, path) for path in self.policy.by)
            )
        cell = Cell(
            graded.mode,
            graded.via,
            graded.regex_failure,
            template_id if template_id.__class__ is str else flat(template_id),
            graded.outcome,
            graded.reason,
            rollout.truncated,
            by,
        )
        tally.add_cell(cell)
        tally.options_from[asked.options_from] += 1
        tally.formats[self.reader.name] += 1
        if graded.reason is not None and f"reason:{graded.reason}" not in tally.examples:
            tally.examples[f"reason:{graded.reason}"] = Place(self.source, number)
        if rollout.reward is not None:
            change = regrade(rollout, graded)
            tally.regrade[change] += 1
            if change not in ("same", "not_comparable"):
                tally.examples.setdefault(f"regrade:{change}", Place(self.source, number))
        text = rollout.every if self.grader.every else rollout.text
        if rollout.every is not rollout.text and rollout.every != rollout.text:
            tally.note("texts_differ", Place(self.source, number))
        if text.count("\\boxed{") > 1 and len(set(_LETTER_BOX.findall(text))) > 1:
            tally.note("boxes_disagree", Place(self.source, number))
        if graded.outcome == "no_answer" and text and graded.mode != "robust" and "robust" in MODES:
            if MODES["robust"].documented(text, Question(asked.choices)).letter is not None:
                tally.note("robust_reads", Place(self.source, number))
                tally.examples.setdefault(f"robust:{graded.reason}", Place(self.source, number))
        if graded.via == "regex" and cuts_a_word(text, graded.span):
            tally.note("capture_in_word", Place(self.source, number))
        if graded.regex_failure in ("invalid", "timeout", "set_aside"):
            tally.note(f"regex_{graded.regex_failure}", Place(self.source, number))


def own_part(row: dict[str, Any], rollouts: list[Rollout]) -> list[Rollout]:
    """The rollouts of a line that holds several; of a line that was written for one of them before, that one."""
    index = row.get("rollout_index")
    own = [one for one in rollouts if one.index == index] if index.__class__ is int else []
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


def details(
    policy: Policy, row: dict[str, Any], rollout: Rollout, asked: Asked, graded: Graded, fields: Fields
) -> dict[str, Any]:
    """The `mcqa` object of a row: the account of its verdict.

    A second grading keeps the `previous_reward` of the first, so that grading twice changes nothing.
    """
    before = row.get("mcqa")
    template = asked.template
    kept = before.__class__ is dict and "previous_reward" in before  # type: ignore[operator]
    return {
        "rules": policy.rules,
        "mode": graded.mode,
        "rule": graded.rule,
        "outcome": graded.outcome,
        "reason": graded.reason,
        "span": graded.span,
        "options_from": asked.options_from,
        "template_id": template.get("template_id") if template.__class__ is dict else None,
        "task": _plain(rollout.task),
        "previous_reward": before["previous_reward"] if kept else rollout.reward,  # type: ignore[index]
    }


def _plain(value: Hashable) -> Any:
    return list(value) if isinstance(value, tuple) else value


def record(place: Place, error: RowError, raw: bytes, is_object: bool) -> bytes:
    """One line of the ungraded file: the row whole, byte for byte, or as text, or as base64."""
    head = dumps({"source": place.source, "line": place.line, "error": error.code, "message": error.message})[:-1]
    body = raw.strip(b" \t\r\n")
    if is_object:
        return head + b',"row":' + body + b"}\n"
    try:
        return head + b',"raw":' + dumps(body.decode("utf-8")) + b"}\n"
    except UnicodeDecodeError:
        return head + b',"raw_base64":' + dumps(base64.b64encode(body).decode("ascii")) + b"}\n"

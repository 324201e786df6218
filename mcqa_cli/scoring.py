"""A batch of raw lines → graded lines, ungraded records and counts. The same code serves one process and many."""

import re
from array import array
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from mcqa_cli.errors import RowError
from mcqa_cli.grading import Asked, Grader, Known, Verdict
from mcqa_cli.heads import Heads
from mcqa_cli.join import Partners, check
from mcqa_cli.jsonl import dumps
from mcqa_cli.model import REASONS, Graded, Policy, Rollout
from mcqa_cli.modes import MODES
from mcqa_cli.modes.custom_regex import cuts_a_word
from mcqa_cli.modes.think_boxed import format_reward
from mcqa_cli.paths import dig, flat, told_apart
from mcqa_cli.quick import Quick, quick_of
from mcqa_cli.reader import Reader
from mcqa_cli.splice import Edit, Splicer, edited, splicer
from mcqa_cli.streams import Block
from mcqa_cli.tally import Kind, Place, Tally
from mcqa_cli.text import BOX
from mcqa_cli.written import details, record, recorded_mode, regrade, spelled_letter, written_for

_LETTER_BOX: Final = re.compile(r"\\boxed\{[\s({\[]*(?:\\text\{)?\s*([A-Z])[\s)}\]]*\}")
# What is copied once more than needed, in bytes: a copy is quicker than a view of what is short.
_HUGE: Final = 1 << 20
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
_ANY_FAULT: Final = (RowError, *_OUR_FAULT)
_NO_ROW: Final[dict[str, Any]] = {}
# Names of examples.
_CHANGES: Final = {change: f"regrade:{change}" for change in ("0_to_1", "1_to_0", "letter_changed")}
_REASONS: Final = {reason: f"reason:{reason}" for reason in REASONS}
_REGEX_NOTES: Final = frozenset({"invalid", "timeout", "set_aside"})
# Noted once for a block, so that the process that reports looks through the file as well, and tells what it found.
NUMBERS: Final = "gold_numbers"
# Rows without an answer are read by `robust` too, for a note: all up to this line of a file, then one line in so many.
# By line number, so that the note does not depend on the number of workers.
ROBUST_ALL: Final = 1_000
ROBUST_EVERY: Final = 500
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
class _Batch:
    """What is gathered from the rows of a block.

    pieces: what goes out, parts of `data` up to `held` and what is put between them. kinds: what each graded row is
    counted by.
    """

    data: bytes
    pieces: list[bytes | memoryview] = field(default_factory=list)
    held: int = 0
    tally: Tally = field(default_factory=Tally)
    ungraded: list[Ungraded] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    keys: list[int] = field(default_factory=list)
    key_lines: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Scorer:
    """Scores the lines of one source under one policy.

    source: the file as the user named it. index: its inputs file, read; None without one. noted: whether someone will
    see the notes, so that rows without an answer are worth a second look.
    """

    policy: Policy
    grader: Grader
    source: str
    reader: Reader
    index: Partners | None = None
    fields: Fields = field(default_factory=Fields)
    noted: bool = True
    _heads: Heads = field(init=False, default_factory=Heads)
    _splice: Splicer = field(init=False)
    _asked: Asked = field(init=False)
    _quick: Quick | None = field(init=False, default=None)
    _parts: tuple[Any, ...] = field(init=False, default=(object(),) * 7)

    def __post_init__(self) -> None:
        self._splice = Splicer((self.fields.reward, self.fields.answer))

    def block(self, block: Block) -> BatchResult:
        """Grade the lines of a block. Blank lines are dropped. Never raises for what a line holds."""
        data = block.data
        batch = _Batch(data)
        tally = batch.tally
        self._heads.renew()
        quick = self._quick_reader()
        end = -1
        size = len(data)
        number = block.first - 1
        while end < size:  # as `split_lines` does, whose generator would run uncompiled for each line
            number += 1
            start = end + 1
            end = -1 if quick is None else self._quickly(quick, batch, start, number)
            if end < 0:
                end = data.find(b"\n", start)
                if end < 0:
                    end = size
                self._whole(batch, start, end, number)
        if batch.held <= end:
            batch.pieces.append(_part(data, batch.held, size))
            batch.pieces.append(block.end)
        if self.grader.budget is not None:
            tally.set_aside.update(self.grader.budget.set_aside)
        if self.grader.base.met:
            tally.notes[NUMBERS] += 1
        tally.read = len(batch.kinds) + len(batch.ungraded)
        tally.add_kinds(batch.kinds)
        keys, key_lines = array("q", batch.keys), array("q", batch.key_lines)
        return BatchResult(self.source, b"".join(batch.pieces), batch.ungraded, tally, keys, key_lines)

    def _whole(self, batch: _Batch, start: int, end: int, number: int) -> None:
        """Parse, grade and count the line data[start:end], or leave it ungraded."""
        data, pieces = batch.data, batch.pieces
        raw = data[start:end] if start or end < len(data) else data  # compiled code would copy a huge line
        row: dict[str, Any] | None = None
        line = b""
        try:
            row = self._heads.parse(raw)
            found = self.reader.read(row, number)
            if not isinstance(found, list):
                values, account = self._score(row, found, self._known(row, found), number, batch)
                if account is not None:
                    changes = self._edits(raw, row, values, account)
                else:
                    changes = self._splice.edits(raw, row, values)
                for begin, stop, new in changes:
                    pieces.append(_part(data, batch.held, start + begin))
                    pieces.append(new)
                    batch.held = start + stop
                return
            line = self._several(raw, row, found, number, batch)
        except RowError as error:
            if row is not None or (raw and not raw.isspace()):
                self._leave(raw, row is not None, number, error, batch)
        except _OUR_FAULT as error:
            self._leave(raw, row is not None, number, _internal(error), batch)
        pieces.append(_part(data, batch.held, start))
        if line:
            pieces.append(line)
        batch.held = end if line else end + 1

    def _several(self, raw: bytes, row: dict[str, Any], rollouts: list[Rollout], number: int, batch: _Batch) -> bytes:
        """Grade and count the rollouts of one line; returns their lines, without the last one's line end."""
        out = []
        for one in own_part(row, rollouts, self.fields):
            try:
                values, account = self._score(row, one, self._known(row, one), number, batch)
                out.append(edited(raw, self._edits(raw, row, values, account, one.part)))
            except RowError as error:
                self._leave(raw, True, number, error, batch)
            except _OUR_FAULT as error:
                self._leave(raw, True, number, _internal(error), batch)
        return b"\n".join(out)

    def _edits(
        self,
        raw: bytes,
        row: dict[str, Any],
        values: tuple[bytes, bytes],
        account: dict[str, Any] | None,
        part: int | None = None,
    ) -> list[Edit]:
        """What changes in a line that gets an account, or is written for one of its rollouts."""
        named = dict(zip((self.fields.reward, self.fields.answer), values, strict=True))
        if part is not None:
            named["rollout_index"] = b"%d" % part
        if account is not None:
            named["mcqa"] = dumps(account)
        return splicer(tuple(named)).edits(raw, row, tuple(named.values()))

    def _leave(self, raw: bytes, is_object: bool, number: int, error: RowError, batch: _Batch) -> None:
        place = Place(self.source, number)
        batch.tally.add_ungraded(error.code, place, error.message)
        batch.ungraded.append(Ungraded(place, error.code, error.message, record(place, error, raw, is_object)))

    def _known(self, row: dict[str, Any], rollout: Rollout) -> Known | None:
        """What the inputs file knows of a rollout that needs it."""
        index = self.index
        return index.partner(row) if index is not None and (self.policy.by or lacks(rollout)) else None

    def _quick_reader(self) -> Quick | None:
        """What reads rows quickly, where nothing is wanted of them that only the whole row tells."""
        policy, form = self.policy, self.reader.form
        if policy.by or policy.details or form.contradicts is not None or self.fields != Fields():
            return None
        if self._quick is None or self._quick.form is not form:
            self._quick = quick_of(form)
        return self._quick

    def _quickly(self, quick: Quick, batch: _Batch, start: int, number: int) -> int:
        """Grade and count the line that begins at `start` if it is laid out as nearly all are.

        Returns where the line ends; -1 for another line, or one that cannot be graded: nothing was counted then.
        """
        data, pieces = batch.data, batch.pieces
        found = quick.scan(data, start) if self.reader.form is quick.form else None
        rollout = None if found is None else quick.rollout(found)
        if rollout is None:
            return -1
        begin, stop, other_begin, other_stop, close, end = quick.spans(found)
        if (begin < 0) != (other_begin < 0):
            return -1
        known = None
        try:
            if self.index is not None and lacks(rollout):
                task, repeat = rollout.task, rollout.rollout
                if type(task) is int and type(repeat) is int:
                    known = self.index.at(task, repeat)
                if known is None:
                    return -1
            values, _ = self._score(_NO_ROW, rollout, known, number, batch)
        except _ANY_FAULT:  # to be told of when the row is read whole
            return -1
        if begin < 0:
            pieces.append(_part(data, batch.held, close))
            pieces.append(self._splice.tails.get(values) or self._splice.tail(values))
            batch.held = close
            return end
        reward, answer = values
        if begin > other_begin:
            begin, stop, other_begin, other_stop = other_begin, other_stop, begin, stop
            reward, answer = answer, reward
        pieces.append(_part(data, batch.held, begin))
        pieces.append(reward)
        pieces.append(data[stop:other_begin])
        pieces.append(answer)
        batch.held = other_stop
        return end

    def _score(
        self, row: dict[str, Any], rollout: Rollout, known: Known | None, number: int, batch: _Batch
    ) -> tuple[tuple[bytes, bytes], dict[str, Any] | None]:
        """Grade and count one rollout; returns its reward and letter as JSON, and its account if it is to have one."""
        text, every, _, cut, options, gold, mode, template, prompt, task, repeat, _, old, was, _, view, base = rollout
        index, policy, grader, reader = self.index, self.policy, self.grader, self.reader
        # Rows that share a head (see `heads`) have the very same parts of a question.
        old_options, old_gold, old_mode, old_template, old_prompt, old_base, old_known = self._parts
        if (
            options is not old_options
            or prompt is not old_prompt
            or template is not old_template
            or (gold is not old_gold and (gold.__class__ is not str or gold != old_gold))
            or mode is not old_mode
            or base is not old_base
            or known is not old_known
        ):
            if known is not None:
                check(known, rollout)
            self._asked = grader.ask(rollout, known, joinable=index is not None)
            self._parts = options, gold, mode, template, prompt, base, known
        asked = self._asked
        graded_text = every if grader.every else text
        verdict = grader.verdict(rollout, graded_text, asked)
        letter, _, outcome, _, reason, span, mode, via, failure = verdict
        tally = batch.tally
        change = None if old is None else regrade(old, was, outcome, letter)
        changed = None if change is None else _CHANGES.get(change)
        if changed is not None and changed not in tally.examples:
            tally.examples[changed] = Place(self.source, number)
        if asked.by_default and (asked.options_from != "row" or reader.name != "gym"):
            tally.note("default_mode", Place(self.source, number))
        if reader.contradicts is not None and reader.contradicts(row):
            tally.note("gold_contradicted", Place(self.source, number))
        if every is not text and every != text:
            tally.note("texts_differ", Place(self.source, number))
        if (
            failure is not None
            or reason is not None
            or mode == "think_boxed"
            or ("\\" in graded_text and BOX in graded_text)  # a single character is found several times as fast
            or (via == "regex" and span is not None and graded_text[span[1] : span[1] + 1].isalpha())
        ):
            self._note(graded_text, asked, verdict, number, tally)
        account = None
        if policy.details or ("mcqa" in row and row["mcqa"].__class__ is dict):
            if asked.by_default and recorded_mode(row) not in (None, mode):
                tally.note("recorded_mode", Place(self.source, number))
            account = details(policy, row, rollout, asked, Graded(*verdict))
        by = self._by(row, known) if policy.by else ()
        # Last, so that a row on which something failed is not counted twice.
        if task is not None and repeat is not None:
            batch.keys.append(hash((told_apart(task), told_apart(repeat), view)))
            batch.key_lines.append(number)
        batch.kinds.append((asked.kind, via, failure, outcome, reason, cut, reader.name, change, view, by))
        return ((b"1.0" if outcome == "correct" else b"0.0"), spelled_letter(letter)), account

    def _by(self, row: dict[str, Any], known: Known | None) -> tuple[Any, ...]:
        """The values of the `--by` fields, from the row, else from its inputs row."""
        values = (dig(row, path) for path in self.policy.by)
        return tuple(
            flat(known.by[place] if value is None and known is not None else value)
            for place, value in enumerate(values)
        )

    def _note(self, text: str, asked: Asked, verdict: Verdict, number: int, tally: Tally) -> None:
        """Count what is worth saying about a row besides its verdict, with an example. text: what was graded."""
        if BOX in text and text.count(BOX) > 1 and len(set(_LETTER_BOX.findall(text))) > 1:
            tally.note("boxes_disagree", Place(self.source, number))
        _, _, _, _, reason, span, mode, via, failure = verdict
        if via == "regex":
            if span is not None and cuts_a_word(text, span):
                tally.note("capture_in_word", Place(self.source, number))
        elif failure in _REGEX_NOTES:
            tally.note(f"regex_{failure}", Place(self.source, number))
        if mode == "think_boxed":
            self._note_format(text, reason, number, tally)
        if reason is not None:
            self._note_unanswered(text, asked, mode, reason, number, tally)

    def _note_format(self, text: str, reason: str | None, number: int, tally: Tally) -> None:
        """Count whether a text keeps to the format that `think_boxed` asks for."""
        tally.notes["format_asked"] += 1
        tally.notes["format_kept"] += int(format_reward(text))
        if reason == "unclosed_think" and "<think>" not in text:
            tally.note("no_think", Place(self.source, number))

    def _note_unanswered(self, text: str, asked: Asked, mode: str, reason: str, number: int, tally: Tally) -> None:
        """Remember an example of the reason, and ask `robust` what it would have read."""
        name = _REASONS[reason]
        if name not in tally.examples:
            tally.examples[name] = Place(self.source, number)
        if self.noted and text and mode != "robust" and (number <= ROBUST_ALL or not number % ROBUST_EVERY):
            tally.notes["robust_asked"] += 1
            if ROBUST(text, asked.question).letter is not None:
                place = Place(self.source, number)
                tally.note("robust_reads", place)
                tally.examples.setdefault(f"robust:{reason}", place)


def _part(data: bytes, start: int, end: int) -> bytes | memoryview:
    """data[start:end]; of a huge line no copy is made."""
    return data[start:end] if end - start < _HUGE else memoryview(data)[start:end]


def _internal(error: Exception) -> RowError:
    """What to say of a row on which our own code failed: one such row must not cost the run."""
    return RowError("internal_error", f"{type(error).__name__}: {error} (a fault of mcqa: please report it)")


def own_part(row: dict[str, Any], rollouts: list[Rollout], fields: Fields) -> list[Rollout]:
    """Of the rollouts of a line: all, or the one that the line was written for when it was graded before."""
    part = written_for(row, fields.reward, fields.answer)
    own = [] if part is None else [one for one in rollouts if one.part == part]
    return own if len(own) == 1 else rollouts


def lacks(rollout: Rollout) -> bool:
    """Whether an inputs file could tell more about a rollout than its row does."""
    return not rollout.options or rollout.mode is None or rollout.template is None or rollout.gold is None

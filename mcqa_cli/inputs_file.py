"""An inputs file whose rows stay on disk: one pass notes where each task's row begins, and it is read when needed.

That holds for files as NeMo Gym writes them: plain, sorted by (task, rollout), no pair twice. Rollouts may come in any
order. Memory: 28 bytes for each task (for each row where the repeats of a task differ in more than their numbers)
and READY tasks that are ready for use. Any other file, and a rollout whose pair is not there, takes an `InputsIndex`.
"""

import os
import zlib
from array import array
from bisect import bisect_right
from pathlib import Path, PurePath
from typing import Any, Final

from mcqa_cli.archives import SUFFIXES
from mcqa_cli.errors import RowError, UsageError
from mcqa_cli.grading import Known
from mcqa_cli.gym_tail import tail_of
from mcqa_cli.interrupts import heed
from mcqa_cli.join import READY, InputsIndex, Partners, facts_of, known_of, messages_in, tails_are_keys
from mcqa_cli.jsonl import parse
from mcqa_cli.quick import quick_inputs
from mcqa_cli.streams import BLOCK

# A pair is one number, task * ROLLOUTS + rollout, of 63 bits at most.
ROLLOUTS: Final = 1 << 16
_TASKS: Final = 1 << 47
_LONGEST: Final = 1 << 31
# For how many rollouts the ends of their lines are kept, and how many rows are compared at once.
_ENDS: Final = 1024
_AT_ONCE: Final = 64


def open_inputs(path: str, by: tuple[str, ...]) -> "InputsFile | InputsIndex":
    """Read an inputs file, or note where its rows are, if that gives the same verdicts.

    by: dotted fields whose values are kept for grouping. Raises: UsageError.
    """
    if hasattr(os, "pread") and Path(path).is_file() and PurePath(path).suffix.lower() not in SUFFIXES:
        inputs = InputsFile(path, by)
        if inputs.scan():
            return inputs
        inputs.close()
    index = InputsIndex(by)
    index.read(path)
    return index


class InputsFile(Partners):
    """Finds partners as an `InputsIndex` of the same file does.

    Forked processes may share it: nothing moves the file's position.
    """

    def __init__(self, path: str, by: tuple[str, ...] = ()) -> None:
        self.path = path
        self.by = by
        try:
            self._file = open(path, "rb", buffering=0)  # noqa: SIM115, PTH123 - closed by `close`
        except OSError as error:
            raise UsageError(f"{path}: cannot be read ({error.strerror}): check the file") from None
        self._tail_safe = tails_are_keys(by)
        # Of each run of rows that differ in nothing but consecutive rollout numbers: the first one's pair, how many
        # they are, and the first one's place, length and checksum.
        self._pairs = array("q")
        self._counts = array("I")
        self._places = array("q")
        self._lengths = array("I")
        self._sums = array("I")
        # The least pair that may come next, and what stands around its rollout number if it is a repeat.
        self._next = 0
        self._before = self._after = b""
        self._ends: dict[int, bytes] = {}
        # What stands between the beginnings of the repeats in the run before, and the number of the first of these.
        self._rests: list[bytes] = []
        self._rests_from = 0
        self._quick = quick_inputs(by)
        self._ready: dict[int, Known] = {}
        self._whole: InputsIndex | None = None
        # The run that was asked for last.
        self._from = self._until = 0
        self._known: Known | None = None

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def scan(self) -> bool:
        """Note where the rows are; False where this file needs an `InputsIndex`, or has a fault for it to tell of.

        A fault inside of a row that ends as it should is found when a rollout asks for the row.
        """
        buffer = bytearray(BLOCK)
        place = held = 0
        while True:
            heed()
            if held == len(buffer):
                buffer += bytes(held)
            try:
                got = self._file.readinto(memoryview(buffer)[held:])
            except OSError:
                return False
            filled = held + got
            end = buffer.rfind(b"\n", 0, filled) + 1 if got else filled
            if not self._scan(buffer, end, place):
                return False
            if not got:
                return True
            place += end
            held = filled - end
            buffer[:held] = buffer[end:filled]

    def _scan(self, data: bytearray, size: int, place: int) -> bool:
        """The same for the whole lines data[:size], which stand at `place` in the file."""
        start = 0
        while start < size:
            start = self._repeats(data, start, size)
            if start < size:
                end = data.find(b"\n", start, size) + 1 or size
                if not self._begin(bytes(data[start:end]), place + start):
                    return False
                start = end
        return True

    def _repeats(self, data: bytearray, start: int, size: int) -> int:
        """Step over the rows from `start` on that are the run's first one in all but the number of their rollout."""
        before, ends = self._before, self._ends
        rollout = first = self._next % ROLLOUTS  # 0 only behind the last number there is, where nothing repeats
        width = len(before)
        if width and rollout:
            rests = self._rests
            # Mostly there are as many as in the run before.
            if rests and first == self._rests_from and width * len(rests) < BLOCK:
                rows = before.join(rests)
                if data.startswith(rows, start, size):
                    start += len(rows)
                    rollout += len(rests) - 1
            while rollout < ROLLOUTS and data.startswith(before, start):
                rest = ends.get(rollout)
                if rest is None:
                    rest = b"%d%b" % (rollout, self._after)
                    if rollout < _ENDS:
                        ends[rollout] = rest
                if not data.startswith(rest, start + width, size):
                    break
                start += width + len(rest)
                rollout += 1
            if rollout > first:
                self._counts[-1] += rollout - first
                self._next += rollout - first
                if first != self._rests_from or rollout - first != len(rests) - 1:
                    numbers = range(first, min(rollout, _ENDS, first + _AT_ONCE))
                    self._rests = [b"", *[ends[number] for number in numbers]]
                    self._rests_from = first
        return start

    def _begin(self, line: bytes, place: int) -> bool:
        """Begin another run; its row is parsed when a rollout asks for it."""
        if line.isspace():
            return True
        tail = tail_of(line, 0, len(line))
        if tail is None or not line.startswith(b"{") or len(line) > _LONGEST:
            return False
        task, rollout = int(tail[1]), int(tail[2])
        pair = task * ROLLOUTS + rollout
        if task >= _TASKS or rollout >= ROLLOUTS or pair < self._next:
            return False
        self._pairs.append(pair)
        self._counts.append(1)
        self._places.append(place)
        self._lengths.append(len(line))
        self._sums.append(zlib.crc32(line))
        self._next = pair + 1
        repeats = self._tail_safe and line.endswith(b"\n")
        self._before, after = (line[: tail.start(2)], line[tail.end(2) :]) if repeats else (b"", b"")
        if after != self._after:
            self._after = after
            self._ends = {}
            self._rests = []
        return True

    def partner(self, row: dict[str, Any]) -> Known | None:
        """Give the inputs row under a rollout's key, None without one.

        Raises: RowError `join_conflict`; UsageError when the row is no JSON, or the file has changed since it was
        first read.
        """
        task, number = row.get("_ng_task_index"), row.get("_ng_rollout_index")
        if task.__class__ is int and number.__class__ is int:
            known = self.at(task, number)
            if known is not None:
                return known
        if self._whole is None:
            self._whole = self._read_whole()
        return self._whole.partner(row)

    def at(self, task: int, rollout: int) -> Known | None:
        """The same under a pair of numbers, None where `partner` has to say more."""
        if 0 <= rollout < ROLLOUTS:
            pair = task * ROLLOUTS + rollout
            if self._from <= pair < self._until or self._seek(pair):
                return self._known
        return None

    def _seek(self, pair: int) -> bool:
        """Make the run of a pair the current one; False where there is none."""
        run = bisect_right(self._pairs, pair) - 1
        if run < 0 or pair - self._pairs[run] >= self._counts[run]:
            return False
        self._known = self._ready.get(run) or self._prepare(run)
        self._from = self._pairs[run]
        self._until = self._from + self._counts[run]
        return True

    def _prepare(self, run: int) -> Known:
        try:
            line = os.pread(self._file.fileno(), self._lengths[run], self._places[run])
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be read ({error.strerror}): check the file") from None
        if zlib.crc32(line) != self._sums[run]:
            raise self._changed()
        known = self._quick.read(line) if self._quick is not None else None
        if known is None:
            try:
                row = parse(line)
            except RowError as error:
                self._read_whole()  # which tells the line
                raise UsageError(f"{self.path}: {error.message} (in the inputs file)") from None
            known = known_of(facts_of(row, messages_in(row), self.by))
        if len(self._ready) >= READY:
            self._ready.clear()
        self._ready[run] = known
        return known

    def _read_whole(self) -> InputsIndex:
        """The same file for keys of all kinds."""
        path = Path(self.path)
        if not path.exists() or not os.path.samestat(path.stat(), os.fstat(self._file.fileno())):
            raise self._changed()
        index = InputsIndex(self.by)
        index.read(self.path)
        return index

    def _changed(self) -> UsageError:
        return UsageError(f"{self.path}: was changed while it was read (the inputs file): run again")

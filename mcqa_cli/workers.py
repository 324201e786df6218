"""A few processes that grade blocks of lines, in order: this one, and workers that it forks.

A worker has DEPTH blocks at most: one in work, one that is there when that is done, and one that waits to be taken.
The parent reads and writes, and grades a block itself whenever no worker has room for it: so N processes keep N cores
busy. Results come in the order of their blocks, so the output does not depend on N; memory is bounded by the blocks and
results that wait.
Workers share the inputs index without a copy; where there is no fork, there is one process.
"""

import contextlib
import mmap
import os
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from mcqa_cli.errors import UsageError
from mcqa_cli.scoring import BatchResult
from mcqa_cli.streams import BLOCK, Block

# Room for a block and for what becomes of it, long lines and details and all; pages that are not used cost nothing.
SLOT: Final = 32 * BLOCK
DEPTH: Final = 3
# How many results may wait for an earlier one, for each worker.
_WAITING: Final = 8
_PR_SET_PDEATHSIG: Final = 1


def available() -> int:
    """Processes worth starting: the cores this process may use, 1 where processes cannot be forked."""
    if not hasattr(os, "fork"):
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


class Lane:
    """One worker as its parent sees it: a pipe for small messages, and shared memory for the bytes of blocks.

    What becomes of a block takes the place of the block, or goes through the pipe if it does not fit there.
    """

    def __init__(self) -> None:
        self.ours, self.theirs = Pipe()
        self._slots = [mmap.mmap(-1, SLOT) for _ in range(DEPTH)]
        self._next = 0
        self.busy = 0
        self.pid = 0

    def send(self, block: Block) -> None:
        """Give the worker a block that fits; it must have room for one."""
        self.put(self.ours, self._next, block._replace(data=b""), block.data)
        self._next = (self._next + 1) % DEPTH
        self.busy += 1

    def receive(self) -> BatchResult:
        """Wait for the next result; its rows are a view, good until another block is sent.

        Raises: EOFError or ConnectionError when the worker is gone; UsageError when it raised one.
        """
        result, _, rows = self.get(self.ours)
        self.busy -= 1
        if isinstance(result, UsageError):
            raise result
        return result._replace(rows=rows)  # type: ignore[no-any-return]

    def put(self, end: Connection, slot: int, message: object, data: bytes) -> None:
        """Send a message with its bytes, by way of a slot that nothing else is in."""
        size = len(data)
        if size > SLOT:
            end.send((message, slot, -1))
            end.send_bytes(data)
        else:
            self._slots[slot][:size] = data
            end.send((message, slot, size))

    def get(self, end: Connection) -> tuple[Any, int, memoryview]:
        """Receive a message with its slot and a view of its bytes, good until something else is put there.

        Raises: EOFError when the other side is gone.
        """
        message, slot, size = end.recv()
        return message, slot, memoryview(end.recv_bytes()) if size < 0 else memoryview(self._slots[slot])[:size]


class Pool:
    """`count` forked workers that each run `work(block)`, as the process that has the pool does too.

    prepare: called once in each worker, before any work. Use as a context manager: leaving it ends all workers.
    """

    def __init__(self, count: int, work: Callable[[Block], BatchResult], prepare: Callable[[], None]) -> None:
        self._work = work
        self._prepare = prepare
        self._lanes: list[Lane] = []
        for _ in range(count):
            self._fork()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _fork(self) -> None:
        lane = Lane()
        sys.stdout.flush()
        sys.stderr.flush()
        parent = os.getpid()
        # A signal between the fork and the worker's own handlers would run the parent's clean-up twice.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
        lane.pid = os.fork()
        if lane.pid == 0:
            status = 1
            try:
                # While a worker held another's end of the pipe, neither would notice that the parent is gone.
                for other in (*self._lanes, lane):
                    other.ours.close()
                # A signal to all processes is the parent's to handle: it ends the workers itself.
                for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                    signal.signal(number, signal.SIG_IGN)
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
                _die_with(parent)
                self._prepare()
                self._serve(lane)
                status = 0
            except ConnectionError:  # the parent has stopped, and wants no result any more
                pass
            except MemoryError:  # the parent sees the pipe close, and says so
                pass
            except Exception:  # a fault of our own: show it, the parent ends the run
                traceback.print_exc()
            finally:
                os._exit(status)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        lane.theirs.close()
        self._lanes.append(lane)

    def _serve(self, lane: Lane) -> None:
        end = lane.theirs
        while True:
            try:
                block, slot, data = lane.get(end)
            except (EOFError, OSError):
                return
            try:
                result = self._work(block._replace(data=bytes(data)))
            except UsageError as error:  # the parent's to tell, in one line
                lane.put(end, slot, error, b"")
                return
            lane.put(end, slot, result._replace(rows=b""), result.rows)

    def map(self, blocks: Iterable[Block], descriptor: int | None = None) -> Iterator[BatchResult]:
        """Give the results in the order of their blocks; their rows are there until the next result is asked for.

        descriptor: of the pipe that the blocks come from, so that no result waits for a block that is long in coming.

        Raises: UsageError when a worker died, or raised one itself.
        """
        waiting: deque[Lane | BatchResult] = deque()
        most = max(1, _WAITING * len(self._lanes))
        coming = iter(blocks)
        try:
            while True:
                while waiting and (len(waiting) >= most or _comes_first(waiting[0], descriptor)):
                    yield _taken(waiting.popleft())
                block = next(coming, None)
                if block is None:
                    break
                lane = min(self._lanes, key=_busy, default=None)
                if lane is None or lane.busy == DEPTH or len(block.data) > SLOT:
                    waiting.append(self._work(block))
                else:
                    lane.send(block)
                    waiting.append(lane)
            while waiting:
                yield _taken(waiting.popleft())
        except (EOFError, ConnectionError) as error:
            raise UsageError(
                "a worker process died (killed, or out of memory), so not all rows were graded: "
                "run again, perhaps with -j 1"
            ) from error

    def close(self) -> None:
        """End all workers at once, whatever they are doing."""
        for lane in self._lanes:
            lane.ours.close()
        for lane in self._lanes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(lane.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(lane.pid, 0)
        self._lanes = []


def _busy(lane: Lane) -> int:
    return lane.busy


def _comes_first(waiting: Lane | BatchResult, descriptor: int | None) -> bool:
    """Whether a result is there; where blocks come from a pipe, whether it is there before the next of them."""
    if not isinstance(waiting, Lane) or waiting.ours.poll():
        return True
    return descriptor is not None and waiting.ours in wait([waiting.ours, descriptor])


def _taken(waiting: Lane | BatchResult) -> BatchResult:
    return waiting.receive() if isinstance(waiting, Lane) else waiting


def _die_with(parent: int) -> None:
    """Ask Linux to end this worker with its parent; elsewhere the closed pipe does so after the block at hand."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it was gone before we asked
            os._exit(1)

"""A few processes that grade chunks of lines, in order.

Chunk i goes to worker i mod N and comes back in that order, so the output does not depend on N. Each worker holds at
most one chunk; memory is bounded by N chunks and N results. Workers are forked (they share the inputs index without
a copy); where there is no fork, there is one process.
"""

import contextlib
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Final, TypeVar

from mcqa_cli.errors import UsageError

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

_PR_SET_PDEATHSIG: Final = 1


def available() -> int:
    """Processes worth starting: the cores this process may use, 1 where processes cannot be forked."""
    if not hasattr(os, "fork"):
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


class Pool:
    """`count` forked workers that each run `work(chunk)`.

    prepare: called once in each worker, before any work. Use as a context manager: leaving it ends all workers.
    """

    def __init__(self, count: int, work: Callable[[Chunk], Result], prepare: Callable[[], None]) -> None:
        self._work = work
        self._prepare = prepare
        self._ends: list[Connection] = []
        self._pids: list[int] = []
        for _ in range(count):
            self._fork()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _fork(self) -> None:
        ours, theirs = Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        parent = os.getpid()
        # A signal between the fork and the worker's own handlers would run the parent's clean-up twice.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                # While a worker held another's end of the pipe, neither would notice that the parent is gone.
                for end in (*self._ends, ours):
                    end.close()
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
                _die_with(parent)
                self._prepare()
                _serve(theirs, self._work)
                status = 0
            except MemoryError:  # the parent sees the pipe close, and says so
                pass
            except Exception:  # a fault of our own: show it, the parent ends the run
                traceback.print_exc()
            finally:
                os._exit(status)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        self._ends.append(ours)
        self._pids.append(pid)

    def map(self, chunks: Iterable[Chunk]) -> Iterator[object]:
        """Results in the order of their chunks. Raises: UsageError when a worker died."""
        count = len(self._ends)
        sent = 0
        try:
            for chunk in chunks:
                end = self._ends[sent % count]
                result = end.recv() if sent >= count else None
                end.send(chunk)
                sent += 1
                if result is not None:
                    yield result
            for number in range(max(0, sent - count), sent):
                yield self._ends[number % count].recv()
        except (EOFError, ConnectionError) as error:
            raise UsageError(
                "a worker process died (killed, or out of memory); nothing was written: run again, perhaps with -j 1"
            ) from error

    def close(self) -> None:
        """End all workers at once, whatever they are doing."""
        for end in self._ends:
            end.close()
        for pid in self._pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
        self._ends, self._pids = [], []


def _serve(end: Connection, work: Callable[[Chunk], Result]) -> None:
    while True:
        try:
            chunk = end.recv()
        except (EOFError, OSError):
            return
        end.send(work(chunk))


def _die_with(parent: int) -> None:
    """Ask Linux to end this worker with its parent; elsewhere the closed pipe does so after the chunk at hand."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it was gone before we asked
            os._exit(1)

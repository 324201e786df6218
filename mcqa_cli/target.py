"""Bytes out: a regular file appears whole or not at all; pipes and devices are written straight.

A regular file is written as `<target>.tmp` beside it, under a lock, and renamed over the target by `publish`.
"""

import errno
import fcntl
import filecmp
import os
import select
import signal
import stat
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final

from mcqa_cli.archives import encoder
from mcqa_cli.descriptors import descriptor_of
from mcqa_cli.errors import UsageError

Bytes = bytes | bytearray | memoryview

STDOUT: Final = "<stdout>"
_BUFFER: Final = 1 << 18
_LINE_FEED: Final = 0x0A
# How much is written before the system is asked to begin putting it on the disk: `finish` waits for the rest alone.
_AHEAD: Final = 1 << 25
# A file system without locks: then a second run to one target goes unnoticed, which beats not working at all.
_NO_LOCKS: Final = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP}
_STOPPING: Final = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
_FULL: Final = {errno.ENOSPC, errno.EDQUOT}


class Target:
    """An output that is being written; a context manager. Nothing is in place before `publish`.

    name: the path as given, or `<stdout>`. is_stream: written straight, as pipes and devices are. published: in place.
    Every failure is a `UsageError` of one line; only the reader's end of a pipe is a `BrokenPipeError`.
    """

    def __init__(self, path: str) -> None:
        """Open `path` (`-`: standard output); the suffix says how to compress."""
        self.name = STDOUT if path == "-" else path
        self.published = False
        self._encoder = encoder(path)
        self._pending = bytearray()
        self._wrote = False
        self._torn = False
        self._finished = False
        self._temporary: _Temporary | None = None
        self._descriptor: int | None = None
        try:
            self._open(path)
        except OSError as error:
            raise UsageError(_unwritable(self.name, error)) from None
        self.is_stream = self._temporary is None

    def _open(self, path: str) -> None:
        number = descriptor_of(path)
        if number is not None:
            self._descriptor = _duplicate(number)
            return
        final = os.path.realpath(path) if os.path.islink(path) else path  # noqa: PTH114
        try:
            mode = os.stat(final).st_mode  # noqa: PTH116
        except FileNotFoundError:
            mode = None
        if path.endswith("/") or (mode is not None and stat.S_ISDIR(mode)):
            raise IsADirectoryError(errno.EISDIR, "is a directory")
        if mode is None or stat.S_ISREG(mode):
            self._temporary = _Temporary(final)
        else:
            self._descriptor = os.open(final, os.O_WRONLY | os.O_CLOEXEC)

    def __enter__(self) -> "Target":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.discard()

    @property
    def empty(self) -> bool:
        """Whether nothing was written so far."""
        return not self._wrote

    def write(self, data: Bytes) -> None:
        """Write bytes, by way of a buffer; whoever gave them may change them afterwards."""
        if not data:
            return
        self._wrote = True
        if len(data) >= _BUFFER:
            self._drain()
            self._put(data)
            return
        self._pending += data
        if len(self._pending) >= _BUFFER:
            self._drain()

    def write_rows(self, data: Bytes) -> None:
        """Write whole rows; a line end that the rows before lack is added first."""
        if not data:
            return
        if self._torn:
            self.write(b"\n")
        self._torn = data[-1] != _LINE_FEED
        self.write(data)

    def flush(self) -> None:
        """Hand on what is buffered, so that the reader of a pipe sees it."""
        self._drain()

    def _drain(self) -> None:
        if self._pending:
            data, self._pending = self._pending, bytearray()
            self._put(data)

    def _put(self, data: Bytes) -> None:
        self._send(self._encoder.compress(data) if self._encoder else data)

    def _send(self, data: Bytes) -> None:
        descriptor = self._temporary.descriptor if self._temporary else self._descriptor
        try:
            if descriptor is None:
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()
            else:
                _write_all(descriptor, data)
                if self._temporary:
                    self._temporary.wrote(len(data))
        except BrokenPipeError:
            raise
        except OSError as error:
            raise UsageError(_unwritable(self.name, error)) from None

    def finish(self) -> None:
        """Write all that is left, down to the disk; `publish` does it too. Nothing can be written afterwards."""
        if self._finished:
            return
        self._drain()
        if self._encoder and (self._wrote or self._temporary):
            self._send(self._encoder.flush())
        self._finished = True
        try:
            if self._temporary:
                self._temporary.sync()
            elif self._descriptor is not None:
                descriptor, self._descriptor = self._descriptor, None
                os.close(descriptor)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise UsageError(_unwritable(self.name, error)) from None

    def check_there(self) -> None:
        """Find out whether the file can still be put in place. Raises: UsageError."""
        if self._temporary:
            try:
                self._temporary.check_there()
            except OSError as error:
                raise UsageError(_unwritable(self.name, error)) from None

    def would_lose(self) -> bool:
        """Whether publishing would replace a file that is not empty by another content. Ends the writing."""
        if self._temporary is None:
            return False
        self.finish()
        try:
            return self._temporary.differs()
        except OSError as error:
            raise UsageError(_unwritable(self.name, error)) from None

    def publish(self) -> None:
        """Put the file in place; see the function of that name for several at once."""
        publish(self)

    def withdraw(self) -> None:
        """Put nothing in place, and remove what an earlier run left there."""
        if self._temporary:
            try:
                self._temporary.withdraw()
            except OSError as error:
                raise UsageError(_unwritable(self.name, error)) from None
        self.discard()

    def discard(self) -> None:
        """Give up what was not published; harmless afterwards."""
        self._pending.clear()
        self._finished = True
        if self._temporary:
            self._temporary.discard()
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            with suppress(OSError):
                os.close(descriptor)

    def _rename(self) -> None:
        if self._temporary:
            try:
                self._temporary.publish()
            except OSError as error:
                raise UsageError(_unwritable(self.name, error)) from None
        self.published = True


def publish(*targets: Target) -> None:
    """Put several files in place together: all are safe on the disk before the first is renamed."""
    for target in targets:
        target.finish()
    with uninterrupted():
        for target in targets:
            target._rename()


def temporary_name(path: str) -> str:
    """Name the file that an output is written to until it is complete, of a link beside what it leads to."""
    final = os.path.realpath(path) if os.path.islink(path) else path  # noqa: PTH114
    return final + ".tmp"


class _Temporary:
    """`<final>.tmp`, open and locked."""

    def __init__(self, final: str) -> None:
        self._final = final
        self._path = temporary_name(final)
        self._written = self._begun = 0
        existing = _existing(final)
        with uninterrupted():
            self.descriptor = _open_locked(self._path)
            # Also when a Ctrl-C comes before the caller has this object in hand.
            self._finalizer = weakref.finalize(self, _remove, self._path, self.descriptor, os.getpid())
        if existing:
            with suppress(PermissionError):
                os.fchown(self.descriptor, existing.st_uid, existing.st_gid)
            os.fchmod(self.descriptor, stat.S_IMODE(existing.st_mode))

    def wrote(self, size: int) -> None:
        """Let the disk keep up with what is written."""
        self._written += size
        if self._written - self._begun >= _AHEAD and hasattr(os, "posix_fadvise"):
            with suppress(OSError):
                os.posix_fadvise(self.descriptor, self._begun, self._written - self._begun, os.POSIX_FADV_DONTNEED)
            self._begun = self._written

    def sync(self) -> None:
        os.fsync(self.descriptor)

    def check_there(self) -> None:
        if not _is_at(self.descriptor, self._path):
            raise FileNotFoundError(errno.ENOENT, "someone removed or replaced its .tmp file, or its directory,")
        if os.path.isdir(self._final):  # noqa: PTH112
            raise IsADirectoryError(errno.EISDIR, "is a directory")

    def publish(self) -> None:
        if not self._finalizer.alive:
            return
        self.check_there()
        os.replace(self._path, self._final)  # noqa: PTH105
        self._sync_directory()
        self.discard()

    def differs(self) -> bool:
        try:
            return os.stat(self._final).st_size > 0 and not filecmp.cmp(self._path, self._final, shallow=False)  # noqa: PTH116
        except FileNotFoundError:
            return False

    def withdraw(self) -> None:
        with suppress(FileNotFoundError):
            os.unlink(self._final)  # noqa: PTH108
            self._sync_directory()

    def discard(self) -> None:
        with uninterrupted():
            self._finalizer()

    def _sync_directory(self) -> None:
        with suppress(OSError):  # not every file system can; the rename itself has been done
            directory = os.open(Path(self._final).parent, os.O_RDONLY | os.O_CLOEXEC)
            try:
                os.fsync(directory)
            finally:
                os.close(directory)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let a signal to stop wait for a few system calls: between two of them it could leave a file behind."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _existing(final: str) -> os.stat_result | None:
    try:
        status = os.stat(final)  # noqa: PTH116
    except FileNotFoundError:
        return None
    if not os.access(final, os.W_OK):
        raise PermissionError(errno.EACCES, "is read-only")
    return status


def _open_locked(path: str) -> int:
    """Open an empty file at `path` that only this process holds, whatever was there before."""
    while True:
        if os.path.islink(path):  # noqa: PTH114
            raise UsageError(f"{path}: is a symbolic link where a temporary file must go: remove it")
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
        if not _lock(descriptor):
            os.close(descriptor)
            raise UsageError(f"{path.removesuffix('.tmp')}: is being written by another run: wait for its end")
        # The file may have been renamed or removed between the two calls: then the lock is worth nothing.
        if _is_at(descriptor, path) and os.fstat(descriptor).st_size == 0:
            return descriptor
        _remove(path, descriptor, os.getpid())  # left by a run that was killed


def _lock(descriptor: int) -> bool:
    """Lock the file, or say that another run holds it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    return True


def _is_at(descriptor: int, path: str) -> bool:
    try:
        there = os.lstat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(descriptor), there)


def _remove(path: str, descriptor: int, owner: int) -> None:
    """Close the file, and remove it if it still has its temporary name; in a forked child do nothing."""
    if os.getpid() != owner:
        return
    with suppress(OSError):
        if _is_at(descriptor, path):
            os.unlink(path)  # noqa: PTH108
    with suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_UN)  # a child may still hold a copy of the descriptor
    os.close(descriptor)


def _duplicate(number: int) -> int | None:
    """Give a descriptor of our own for a standard stream, so that closing it tells of failed writes.

    None where standard output is no real file, as under a test runner.
    """
    if number == 1:
        if sys.stdout is None:
            raise OSError(errno.EBADF, "standard output is closed")
        sys.stdout.flush()
        try:
            number = sys.stdout.fileno()
        except OSError:
            return None
    return os.dup(number)


def _write_all(descriptor: int, data: Bytes) -> None:
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(descriptor, view) :]
        except BlockingIOError:  # a pipe that someone set not to block
            select.select([], [descriptor], [])


def _unwritable(name: str, error: OSError) -> str:
    if isinstance(error, IsADirectoryError):
        return f"{name}: is a directory: name a file in it"
    if isinstance(error, FileNotFoundError):
        if error.strerror and "someone" in error.strerror:
            return f"{name}: {error.strerror} while it was written: run again"
        return f"{name}: its directory does not exist: create it first"
    if error.errno in _FULL:
        return f"{name}: no space left to write it: free some, or write elsewhere"
    if error.errno == errno.EFBIG:
        return f"{name}: would be larger than files may be here (see ulimit -f): raise the limit, or write elsewhere"
    if error.errno == errno.EMFILE:
        return f"{name}: too many files at once (see ulimit -n): raise the limit, or write all rows to one file"
    reason = (error.strerror or str(error)).lower()
    return f"{name}: cannot be written ({reason}): check the path and its permissions"

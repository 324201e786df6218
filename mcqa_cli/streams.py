"""Bytes in: open a file, a pipe or an archive and give its lines in blocks.

A line ends at a line feed and nowhere else: U+2028, U+0085 and a lone carriage return are data. A carriage return
before the line feed belongs to the line end.
"""

import lzma
import os
import select
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import PurePath
from types import TracebackType
from typing import IO, Final, NamedTuple

from mcqa_cli.archives import CODECS, codec_of
from mcqa_cli.errors import RowError, UsageError
from mcqa_cli.native import line_feeds
from mcqa_cli.sniffing import CUT, MAGIC_LENGTH, compression, may_be_compressed, what_else

STDIN: Final = "<stdin>"
BLOCK: Final = 1 << 18
_BOM: Final = b"\xef\xbb\xbf"
_INPUT: Final = 1 << 17


class Block(NamedTuple):
    """Some whole lines. `lines` takes it apart; it may be handed to another process first.

    first: the number of its first line in the file, from 1. data: the lines, without the last one's line feed.
    end: that line feed, or nothing where the file ends without one.
    """

    first: int
    data: bytes
    end: bytes


class Damage(NamedTuple):
    """Where an archive is broken or cut off: the line, the error to report, and that line's readable beginning."""

    line: int
    error: RowError
    partial: bytes

    @property
    def reason(self) -> str:
        """What is broken, without what became of the rows before it."""
        return self.error.message.partition(";")[0]


class DamagedError(Exception):
    """An input is broken or cut off from here on."""


class Source:
    """An opened input; a context manager.

    name: the path as given, or `<stdin>`. total: the file's size in bytes, None for pipes and devices.
    damage: set once `blocks` has come to an end because the archive is broken or cut off.
    warning: something odd but harmless about the archive, known once `blocks` has come to an end.
    """

    def __init__(self, path: str, packed: str | None = None) -> None:
        """Open `path` (`-`: standard input). Raises `UsageError` if it cannot be read.

        packed: the suffix of the codec to use (`""`: none) whatever the name says; None: the name tells, and what
        cannot be looked at beforehand (standard input, pipes) is told by its first bytes when they come.
        """
        self.name = STDIN if path == "-" else path
        self.damage: Damage | None = None
        self.warning: str | None = None
        self._read = 0
        self._held = b""
        self._codec = None if path == "-" else codec_of(path if packed is None else packed and f"rows{packed}")
        if self._codec:
            self._codec.decoder()  # is what it needs installed?
        self._raw, self._descriptor = self._open(path)
        status = os.fstat(self._descriptor) if self._descriptor is not None else None
        regular = status is not None and stat.S_ISREG(status.st_mode)
        self.total = status.st_size if status is not None and regular else None
        self._pollable = status is not None and not regular
        self._untold = packed is None and (path == "-" or not regular)

    def _open(self, path: str) -> tuple[IO[bytes], int | None]:
        if path == "-":
            if sys.stdin is None:
                raise UsageError("standard input is closed: name a file")
            buffer = sys.stdin.buffer
            try:
                return open(buffer.fileno(), "rb", buffering=0, closefd=False), buffer.fileno()
            except OSError:
                return buffer, None  # not a real file, as under a test runner
        try:
            raw = open(path, "rb", buffering=0)  # noqa: SIM115, PTH123
        except (OSError, ValueError) as error:
            raise UsageError(_unreadable(self.name, error)) from None
        return raw, raw.fileno()

    def __enter__(self) -> "Source":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; standard input itself stays open."""
        if self.name != STDIN:
            self._raw.close()

    def tell_raw(self) -> int:
        """Give how many bytes of the file have been read, before any decompression; compare with `total`."""
        return self._read

    def blocks(self, size: int = BLOCK) -> Iterator[Block]:
        """Give all lines, in blocks of about `size` bytes or one longer line, without a byte order mark at the start.

        What was there up to the first end of file counts. A damaged archive gives all whole lines before the
        damage, then ends with `damage` set. Raises `UsageError` if reading fails, and where the first bytes of a pipe
        show that it holds no JSON at all.
        """
        number = 1
        pieces: list[bytes] = []
        if self._untold:
            self._tell_codec()
        chunks = self._decoded(size) if self._codec else self._chunks(size)
        try:
            for chunk in chunks:
                cut = chunk.rfind(b"\n")
                if cut < 0:
                    pieces.append(chunk)
                    continue
                data = b"".join((*pieces, memoryview(chunk)[:cut]))
                pieces = [chunk[cut + 1 :]] if cut + 1 < len(chunk) else []
                del chunk
                block = Block(number, data.removeprefix(_BOM) if number == 1 else data, b"\n")
                number += line_feeds(data) + 1
                del data
                yield block
                del block
        except DamagedError as error:
            fault = RowError("damaged_input", f"{error}; what came before is graded: get the file again")
            self.damage = Damage(number, fault, b"".join(pieces))
            return
        data = b"".join(pieces)
        if number == 1:
            data = data.removeprefix(_BOM)
        pieces = []
        if data:
            yield Block(number, data, b"")

    def _tell_codec(self) -> None:
        """Look at the first bytes of what can be read once only, and keep them for the first read."""
        self._untold = False
        head = self._read_some(_INPUT)
        while head and len(head) < MAGIC_LENGTH and may_be_compressed(head) and (more := self._read_some(_INPUT)):
            head += more
        self._held = head
        suffix = compression(PurePath(self.name).suffix.lower(), head) if head else ""
        if suffix:
            self._codec = CODECS[suffix]
            self._codec.decoder()  # is what it needs installed?
        elif head:
            self._codec = None
            other = what_else(head, few=self.total is None and len(head) < CUT)
            if other is not None:
                raise UsageError(f"{self.name}: is {other}")

    def _chunks(self, size: int) -> Iterator[bytes]:
        """Give the raw bytes. From a pipe what is there at once, up to `size`; so a slow producer's rows go on."""
        while chunk := self._read_some(size):
            if self._pollable and len(chunk) < size:
                parts = [chunk]
                missing = size - len(chunk)
                while missing and self._ready() and (more := self._read_some(missing)):
                    parts.append(more)
                    missing -= len(more)
                chunk = b"".join(parts)
            yield chunk

    def _read_some(self, size: int) -> bytes:
        if self._held:
            held, self._held = self._held, b""
            return held
        try:
            data = self._raw.read(size)
            while data is None:  # a pipe that someone set not to block
                select.select([self._raw], [], [])
                data = self._raw.read(size)
        except OSError as error:
            raise UsageError(_unreadable(self.name, error)) from None
        self._read += len(data)
        return data

    @property
    def pipe(self) -> int | None:
        """The descriptor of what gives its bytes as they come; None for files."""
        return self._descriptor if self._pollable else None

    def _ready(self) -> bool:
        try:
            return bool(select.select([self._raw], [], [], 0)[0])
        except (OSError, ValueError):  # more descriptors than select can name
            return False

    def _decoded(self, size: int) -> Iterator[bytes]:
        """Give the decompressed bytes of all members; raises `DamagedError` at the point of damage."""
        assert self._codec is not None
        data = self._read_some(_INPUT)
        if not data:
            raise DamagedError("the archive is empty (no bytes at all)")
        start = 0
        while data:
            decoder = self._codec.decoder()
            calls = 0
            first = data
            try:
                while not decoder.eof:
                    if not data and decoder.needs_input:
                        data = self._read_some(_INPUT)
                        if not data:
                            raise DamagedError("the archive is cut off here")
                    calls += 1
                    chunk = decoder.decompress(data, size)
                    data = b""
                    if chunk:
                        yield chunk
            except _faults() as error:
                yield from self._salvage(start, len(first), calls, size)
                raise DamagedError(f"the archive is damaged here ({_reason(error)})") from None
            data = decoder.unused_data
            start = self._read - len(data)
            data = self._next_member(data)
            start = self._read - len(data)

    def _next_member(self, data: bytes) -> bytes:
        """Give the beginning of the next member; nothing at the end, or where only padding or junk follows."""
        assert self._codec is not None
        magic, after = self._codec.magic, self._codec.after
        if after != "nothing":
            data = data.lstrip(b"\0")
        while len(data) < max(1, len(magic)):
            more = self._read_some(_INPUT)
            if not more:
                break
            data += more
            if after != "nothing":
                data = data.lstrip(b"\0")
        if data and after == "any" and not data.startswith(magic):
            self.warning = "bytes that are no archive follow its end; they were ignored"
            return b""
        return data

    def _salvage(self, start: int, first: int, calls: int, size: int) -> Iterator[bytes]:
        """Give what the failed call could still have read, by going through the member again in single bytes.

        start: where the member begins. first: how much of it the first call got. calls: the one that failed.
        A decompressor that fails gives nothing of what it had read in that call. Pipes cannot be read twice.
        """
        assert self._codec is not None
        if self.total is None or self.name == STDIN or not self._raw.seekable():
            return  # standard input may have been read from before, so where a member begins is not known
        position = self._read
        self._raw.seek(start)
        decoder = self._codec.decoder()
        data = self._read_some(first)
        for _ in range(calls - 1):
            decoder.decompress(data, size)
            data = self._read_some(_INPUT) if decoder.needs_input else b""
        pieces: list[bytes] = []
        with suppress(*_faults()):  # the same one as before
            for index in range(max(1, len(data))):
                pieces.append(decoder.decompress(data[index : index + 1], 1))
                while not decoder.needs_input:
                    pieces.append(decoder.decompress(b"", 1))
        self._read = position
        yield b"".join(pieces)


def _faults() -> tuple[type[Exception], ...]:
    """Give what the decompressors raise on damaged data."""
    module = sys.modules.get("zstandard")
    faults = (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError)
    return (*faults, module.ZstdError) if module else faults


def _reason(error: Exception) -> str:
    text = str(error).replace("\n", " ")
    return text.rpartition(": ")[2] or type(error).__name__


def _unreadable(name: str, error: OSError | ValueError) -> str:
    if isinstance(error, IsADirectoryError):
        return f"{name}: is a directory: name the files in it"
    if isinstance(error, FileNotFoundError):
        return f"{name}: no such file: check the path"
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{name}: cannot be read ({reason.lower()}): check the file and its permissions"


def split_lines(data: bytes) -> Iterator[bytes]:
    """Give the lines, as `data.split` with a line feed does, without copying them all at once."""
    find = data.find
    start = 0
    place = find(b"\n")
    while place >= 0:
        yield data[start:place]
        start = place + 1
        place = find(b"\n", start)
    yield data[start:]


def lines(block: Block) -> Iterator[tuple[int, bytes, bytes]]:
    """Take a block apart into (line number, line, line end); lines of nothing but white space are left out.

    The line end is a line feed, with the carriage return before it, or nothing where the file ends without one.
    """
    parts = block.data.split(b"\n")
    last = len(parts) - 1
    returns = b"\r" in block.data
    for index, line in enumerate(parts):
        if not line or line.isspace():
            continue
        end = block.end if index == last else b"\n"
        if returns and end and line.endswith(b"\r"):
            yield block.first + index, line[:-1], b"\r\n"
        else:
            yield block.first + index, line, end

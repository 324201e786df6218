"""Files that hold rows, but not one a line: JSON arrays, inspect logs (`.json`, `.eval`), zipped results.

Their rows come out as lines, numbered from 1 in the file's order, so that everything after reads them like JSONL. Each
keeps its own bytes, but for line breaks (and the indentation after them) outside of strings. Memory: one row, and the
directory of a zip archive.
"""

import contextlib
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from types import TracebackType
from typing import IO, Any, Final

from mcqa_cli.archives import SUFFIXES, decoder
from mcqa_cli.errors import RowError, UsageError
from mcqa_cli.sniffing import compression, what_else
from mcqa_cli.streams import BLOCK, Block, Damage, DamagedError, Source

HEAD: Final = 1 << 16
CHUNK: Final = 1 << 18
ZIP_MAGIC: Final = b"PK\x03\x04"
ZIP_ZSTD: Final = 93
LOCAL_HEADER: Final = struct.Struct("<26xHH")
SPACE: Final = b" \t\r\n"
# A whole string (an unfinished one leaves the group unset), or what nests and separates values.
TOKEN: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+(")?|[{}\[\],:]', re.DOTALL)
LAYOUT: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[\r\n][ \t\r\n]*', re.DOTALL)
LOG_HEAD: Final = re.compile(rb'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:')
ZSTD_NEEDED: Final = "its members are zstd; install the extra: pip install 'mcqa-cli[zstd]', or: inspect log dump FILE"


def open_source(path: str) -> "Source | Container":
    """Open an input: a container where the file is one, else its lines.

    Raises `UsageError`, also where a file's beginning shows that it holds no JSON at all.
    """
    kind, packed = told(path)
    source = Source(path, packed) if kind is None else Container(path, kind, packed)
    suffix = PurePath(path).suffix.lower()
    if packed is not None and packed != (suffix if suffix in SUFFIXES else ""):
        source.warning = f"is {packed[1:] or 'not compressed'}, whatever its name says, and was read as that"
    return source


def kind_of_file(path: str) -> str | None:
    """Tell what a file holds by its first bytes: `zip`, `json`, or None for JSONL, pipes, and what cannot be opened."""
    return told(path)[0]


def told(path: str) -> tuple[str | None, str | None]:
    """(`zip`, `json` or None, the compression's suffix) by a file's first bytes; None twice where it cannot be read.

    Raises `UsageError` where the file is something else altogether.
    """
    if path == "-" or not Path(path).is_file():
        return None, None
    try:
        with Path(path).open("rb") as file:
            head = file.read(HEAD)
        if head.startswith(ZIP_MAGIC):
            return "zip", None
        packed = compression(PurePath(path).suffix.lower(), head)
        if packed:
            with Source(path, packed) as source:
                head = next((block.data + block.end for block in source.blocks(HEAD)), b"")[:HEAD]
    except OSError:
        return None, None
    if is_json_document(head):
        return "json", packed
    other = what_else(head)
    if other is not None:
        raise UsageError(f"{path}: is {other}")
    return None, packed


def is_json_document(head: bytes) -> bool:
    """Say whether a file's first bytes begin a JSON document that is no JSONL.

    That is: an array of rows, an object over several lines, or an inspect log; not a line `[1, 2]` among others.
    """
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip(SPACE)
    first, _, rest = text.partition(b"\n")
    first = first.strip(SPACE)
    if text.startswith(b"{"):
        spread = first == b"{" and rest.lstrip(SPACE)[:1] in (b'"', b"}", b"")  # else a torn line among others
        return spread or LOG_HEAD.match(text) is not None
    if not text.startswith(b"["):
        return False
    if first.endswith(b"]") and rest.strip(SPACE)[:1] not in (b"", b"]", b","):
        return False  # a whole array on one line with more after it: JSONL with a row that is no object
    inside = text[1:].lstrip(SPACE)
    return inside[:1] in (b"{", b'"', b"]", b"")


class Container:
    """A file of rows that are not one a line; used like `Source`.

    name: the path. total: the file's size in bytes. damage: set once `blocks` has ended early because the file is
    broken or cut off. note: what was read, in words.
    """

    def __init__(self, path: str, kind: str, packed: str | None = None) -> None:
        """Open `path`. kind, packed: as `told` gives them. Raises `UsageError` if it cannot be read."""
        self.name = path
        self.kind = kind
        self.packed = packed
        self.damage: Damage | None = None
        self.warning: str | None = None
        self.total: int | None = Path(path).stat().st_size
        self.note = "a zip archive" if kind == "zip" else "a JSON document"
        self._file: IO[bytes] | None = None
        try:
            self._file = open(path, "rb")  # noqa: SIM115, PTH123
        except OSError as error:
            raise UsageError(f"{path}: cannot be read ({error.strerror}): check the file") from None

    def __enter__(self) -> "Container":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def tell_raw(self) -> int:
        """Give how many bytes of the file have been read; compare with `total`."""
        return self._file.tell() if self._file is not None and not self._file.closed else 0

    def blocks(self, size: int = BLOCK) -> Iterator[Block]:
        """Give all rows as lines, in blocks of about `size` bytes. Raises `UsageError` if none can be read."""
        first = number = 1
        held: list[bytes] = []
        length = 0
        try:
            for row in self.rows():
                held.append(row)
                length += len(row)
                number += 1
                if length >= size:
                    yield Block(first, b"\n".join(held), b"\n")
                    first, held, length = number, [], 0
        except DamagedError as error:
            fault = RowError("damaged_input", f"{error}; what came before is graded: get the file again")
            self.damage = Damage(number, fault, b"")
        if held:
            yield Block(first, b"\n".join(held), b"\n")

    def rows(self) -> Iterator[bytes]:
        """Give each row as one line."""
        assert self._file is not None
        if self.kind == "zip":
            yield from zip_rows(self._file, self.name)
        elif self.packed:
            with Source(self.name, self.packed) as source:
                yield from document_rows(joined(source.blocks()))
                if source.damage is not None:
                    raise DamagedError(source.damage.reason)
        else:
            file = self._file
            yield from document_rows(iter(lambda: file.read(CHUNK), b""))


def joined(blocks: Iterator[Block]) -> Iterator[bytes]:
    """Give blocks of lines as the bytes they were."""
    for block in blocks:
        yield block.data + block.end


def one_line(raw: bytes) -> bytes:
    """Lay a JSON value on one line: line breaks outside of strings go, with the indentation after them."""
    if b"\n" not in raw and b"\r" not in raw:
        return raw
    return LAYOUT.sub(lambda found: found[0] if found[0][:1] == b'"' else b"", raw)


class JsonCutter:
    """Cuts JSON values out of a stream of bytes without holding more than one of them."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._data = b""
        self._position = 0

    def _more(self) -> bool:
        chunk = next(self._chunks, b"")
        self._data = self._data[self._position :] + chunk
        self._position = 0
        return bool(chunk)

    def peek(self) -> bytes:
        """Give the next byte that is no white space, without taking it; nothing at the end."""
        while True:
            data, position = self._data, self._position
            while position < len(data) and data[position] in SPACE:
                position += 1
            self._position = position
            if position < len(data):
                return data[position : position + 1]
            if not self._more():
                return b""

    def take(self, wanted: bytes) -> bool:
        """Take the next byte that is no white space, if it is this one."""
        if self.peek() != wanted:
            return False
        self._position += 1
        return True

    def value(self) -> bytes:
        """Take the next value, in its own bytes. Raises `DamagedError` where it is cut off."""
        self.peek()
        depth = 0
        at = 0  # how far the value has been looked at, from its start
        while True:
            found = TOKEN.search(self._data, self._position + at)
            if found is None or (found[0][:1] == b'"' and not found[1]):
                at = (found.start() if found else len(self._data)) - self._position
                if self._more():
                    continue
                rest = self._data[self._position :]
                if depth or found or not rest.strip(SPACE):
                    raise DamagedError("the JSON is cut off here")
                self._position = len(self._data)
                return rest.strip(SPACE)
            token = found[0]
            start = found.start() - self._position
            if token in b"}],:" and depth == 0:  # a number or a word ends here
                if start == 0:
                    raise DamagedError("the JSON is broken here")
                return self._cut(start).rstrip(SPACE)
            at = found.end() - self._position
            if token in b"{[":
                depth += 1
            elif token in b"}]":
                depth -= 1
            if depth == 0 and token not in b",:":
                return self._cut(at)

    def _cut(self, length: int) -> bytes:
        start = self._position
        self._position += length
        return self._data[start : self._position]


def document_rows(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Give the rows of a JSON document: the members of an array, the samples of a log, or objects one after another."""
    first = next(chunks, b"").removeprefix(b"\xef\xbb\xbf")
    cutter = JsonCutter(_chain(first, chunks))
    while opener := cutter.peek():
        if opener == b"[":
            yield from array_rows(cutter)
        elif opener == b"{":
            yield from object_rows(cutter)
        elif not cutter.take(b","):
            yield one_line(cutter.value())


def _chain(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from rest


def array_rows(cutter: JsonCutter) -> Iterator[bytes]:
    """Give the members of an array."""
    cutter.take(b"[")
    while not cutter.take(b"]"):
        if not cutter.peek():
            raise DamagedError("the JSON array is cut off here")
        if not cutter.take(b","):
            yield one_line(cutter.value())


def object_rows(cutter: JsonCutter) -> Iterator[bytes]:
    """Give the samples of an inspect log, or the object itself where it is none."""
    cutter.take(b"{")
    fields: list[bytes] = []
    names: set[bytes] = set()
    is_log = False
    while not cutter.take(b"}"):
        if cutter.take(b","):
            continue
        if cutter.peek() != b'"':
            raise DamagedError("the JSON object is cut off or broken here")
        name = cutter.value()
        if not cutter.take(b":"):
            raise DamagedError("the JSON object is broken here")
        names.add(name)
        if name == b'"samples"' and cutter.peek() == b"[" and names & {b'"eval"', b'"version"', b'"status"'}:
            is_log = True
            yield from array_rows(cutter)
        elif is_log:
            cutter.value()
        else:
            fields.append(name + b": " + one_line(cutter.value()))
    if not is_log:
        if {b'"eval"', b'"status"'} <= names:
            return  # a log without samples
        yield b"{" + b", ".join(fields) + b"}"


def zip_rows(file: IO[bytes], name: str) -> Iterator[bytes]:
    """Give the rows of an archive: the samples of an `.eval` log, or those of every JSON file in it."""
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError) as error:
        raise UsageError(f"{name}: is no whole zip archive ({error}): get the file again") from None
    members = [info for info in archive.infolist() if not info.is_dir() and is_data(info.filename)]
    samples = [info for info in members if info.filename.startswith("samples/") and info.filename.endswith(".json")]
    if samples or any(info.filename in ("header.json", "_journal/start.json") for info in members):
        for info in samples:
            yield one_line(whole(archive, info, file, name).strip(SPACE))
        return
    found = [info for info in members if PurePath(info.filename).suffix.lower() in (".json", ".jsonl")]
    if not found:
        raise UsageError(f"{name}: the archive holds no .json or .jsonl file: take out what should be graded")
    for info in found:
        chunks = unpacked_chunks(archive, info, file, name)
        first = next(chunks, b"")
        if is_json_document(first[:HEAD]):
            yield from document_rows(_chain(first, chunks))
        else:
            yield from lines_of(_chain(first, chunks))


def lines_of(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Give the lines that are not blank, without their ends."""
    held: list[bytes] = []
    for chunk in chunks:
        first, *lines = chunk.split(b"\n")
        held.append(first)
        if lines:
            yield from (line.rstrip(b"\r") for line in (b"".join(held), *lines[:-1]) if line.strip(SPACE))
            held = lines[-1:]
    last = b"".join(held)
    if last.strip(SPACE):
        yield last.rstrip(b"\r")


def unpacked_chunks(archive: zipfile.ZipFile, info: zipfile.ZipInfo, file: IO[bytes], name: str) -> Iterator[bytes]:
    """Give a member's bytes in parts; a zstd member, which is one of a log, whole. Raises as `whole` does."""
    if info.compress_type == ZIP_ZSTD:
        yield whole(archive, info, file, name)
        return
    with faults_of(info, name), archive.open(info) as member:
        while chunk := member.read(CHUNK):
            yield chunk


def is_data(name: str) -> bool:
    """Say whether a member is data, not what macOS puts beside it."""
    return not name.startswith("__MACOSX/") and not PurePath(name).name.startswith("._")


@contextlib.contextmanager
def faults_of(info: zipfile.ZipInfo, name: str) -> Iterator[None]:
    """Turn what unpacking a member raises into errors of our own: `DamagedError`, `UsageError`."""
    try:
        yield
    except UsageError:
        raise
    except (NotImplementedError, RuntimeError):
        raise UsageError(f"{name}: {info.filename} is packed in a way that is not supported: unpack it") from None
    except Exception as error:  # each kind of compression has its own errors
        raise DamagedError(f"{info.filename} in the archive is damaged ({error})") from None


def whole(archive: zipfile.ZipFile, info: zipfile.ZipInfo, file: IO[bytes], name: str) -> bytes:
    """Give a member's bytes. Raises `DamagedError`; `UsageError` where zstd is needed and not installed."""
    with faults_of(info, name):
        if info.compress_type != ZIP_ZSTD:
            return archive.read(info)
        data = unpacked(file, info, name)
    if zlib.crc32(data) != info.CRC:
        raise DamagedError(f"{info.filename} in the archive is damaged (its checksum differs)")
    return data


def unpacked(file: IO[bytes], info: zipfile.ZipInfo, name: str) -> bytes:
    """Give a zstd member's bytes, which `zipfile` reads from Python 3.14 on only."""
    try:
        inner = decoder("member.zst")
    except UsageError:
        raise UsageError(f"{name}: {ZSTD_NEEDED}") from None
    assert inner is not None
    file.seek(info.header_offset)
    lengths = LOCAL_HEADER.unpack(file.read(LOCAL_HEADER.size))
    file.seek(sum(lengths), 1)
    return inflate(inner.decompress, lambda: inner.eof, file.read(info.compress_size))


def inflate(decompress: Callable[[bytes, int], bytes], ended: Callable[[], bool], data: bytes) -> bytes:
    """Give all that a decompressor makes of these bytes."""
    pieces: list[Any] = []
    while True:
        piece = decompress(data, CHUNK)
        data = b""
        pieces.append(piece)
        if ended() or not piece:
            return b"".join(pieces)

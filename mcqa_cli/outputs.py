"""Where rows go: one file, a file for each input, or standard output; and the file of rows that cannot be graded."""

import contextlib
import json
import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Final

from mcqa_cli.archives import SUFFIXES
from mcqa_cli.containers import kind_of_file
from mcqa_cli.descriptors import descriptor_of, is_stdout, is_stream
from mcqa_cli.errors import RowError, UsageError
from mcqa_cli.join import inputs_beside
from mcqa_cli.jsonl import parse
from mcqa_cli.streams import Source, split_lines
from mcqa_cli.target import Target, publish, temporary_name, uninterrupted

RESERVED: Final = "_failures.jsonl"
_SOURCE: Final = re.compile(rb'\{"source":("(?:[^"\\]|\\.)*"),')
UNGRADED_KEYS: Final = frozenset({"source", "line", "error", "message"})


def split_name(name: str) -> tuple[str, str]:
    """(stem, suffixes) of a file name.

    >>> split_name("run.v2.jsonl.gz"), split_name("run"), split_name("run.json")
    (('run.v2', '.jsonl.gz'), ('run', ''), ('run', '.json'))
    """
    compression = next((suffix for suffix in SUFFIXES if name.lower().endswith(suffix)), "")
    base = name[: len(name) - len(compression)]
    stem, kind = os.path.splitext(base)  # noqa: PTH122
    return stem, kind + name[len(base) :]


def ungraded_beside(output: str) -> str:
    """`<output stem>_ungraded.jsonl`, with the output's compression."""
    path = Path(output)
    stem, suffix = split_name(path.name)
    compression = next((one for one in SUFFIXES if suffix.lower().endswith(one)), "")
    return str(path.with_name(f"{stem}_ungraded.jsonl{suffix[len(suffix) - len(compression) :]}"))


def rows_name(file: str) -> str:
    """Name the rows of an input as the input is named; with `.jsonl` where that is a container and they are not.

    Appended, so that `run.json` and `run.eval`, or a `run.jsonl` that is there, keep apart. Raises: UsageError.
    """
    name = Path(file).name
    if kind_of_file(file) is None or name.lower().endswith((".jsonl", *(f".jsonl{suffix}" for suffix in SUFFIXES))):
        return name
    packed = next((suffix for suffix in SUFFIXES if name.lower().endswith(suffix)), "")
    return f"{name[: len(name) - len(packed)]}.jsonl{name[len(name) - len(packed) :]}"


class Outputs:
    """The targets of one run; a context manager that leaves nothing behind unless `publish` was called."""

    def __init__(self, files: tuple[str, ...], output: str | None, ungraded: str | None, inputs: Path | None) -> None:
        """Check that the names can be written together. Raises: UsageError."""
        self._directory = output if output and (output.endswith("/") or Path(output).is_dir()) else None
        self._output = None if self._directory else output or "-"
        self._named = self._names(files)
        self._targets: dict[str, Target] = {}
        self._rows: Target | None = None
        if ungraded is not None and Path(ungraded).name.endswith(RESERVED):
            raise UsageError(f"{ungraded}: NeMo Gym itself uses names that end in {RESERVED}: choose another one")
        self._named_ungraded = ungraded is not None
        self._ungraded_name = ungraded if ungraded is not None else self._default_ungraded()
        self._check(files, inputs)
        if ungraded is None and self._ungraded_name is not None:
            self._check_replaced(self._ungraded_name, files)
        self._ungraded: Target | None = None
        # Inputs that are replaced by their own rows, as they stood before anything was read.
        rows = {*self._named.values(), *([self._output] if self._output else [])}
        self._in_place = {
            name: _state(name) for name in files if name != "-" and any(same_place(one, name) for one in rows)
        }

    def _names(self, files: tuple[str, ...]) -> dict[str, str]:
        if self._directory is None:
            return {}
        named: dict[str, str] = {}
        for name in files:
            target = str(Path(self._directory) / (rows_name(name) if name != "-" else "stdin.jsonl"))
            if target in named.values():
                raise UsageError(f"{target}: two inputs have this name: grade them one by one")
            if any(name != "-" and same_place(target, name) for name in files):
                raise UsageError(f"{target}: is an input; name another directory (-o FILE replaces a file safely)")
            named[name] = target
        return named

    def _default_ungraded(self) -> str | None:
        if self._directory is not None:
            folder = Path(self._directory)
            return str(folder / f"{folder.resolve().name}_ungraded.jsonl")
        if self._output is None or is_stream(self._output) or not _is_file(self._output):
            return None
        return ungraded_beside(self._output)

    def _check(self, files: tuple[str, ...], inputs: Path | None) -> None:
        rows = {*self._named.values(), *([self._output] if self._output else [])}
        if len(set(files)) < len(files):
            raise UsageError(f"{next(f for f in files if files.count(f) > 1)}: is named twice: name it once")
        for name in files:
            if any(_fed_back(output, name) for output in (*rows, self._ungraded_name or "")):
                raise UsageError(
                    f"{name}: is also what standard output goes to, so rows would be read again: "
                    "send them elsewhere; -o replaces a file by its own rows safely"
                )
        joined = joined_files(files, inputs)
        for read in joined:
            if any(same_place(name, read) for name in (*rows, self._ungraded_name or "")):
                raise UsageError(f"{read}: is the inputs file; write the rows elsewhere")
        for name in (*rows, *([self._ungraded_name] if self._ungraded_name else [])):
            check_on_the_way(name, (*files, *joined))
        if self._ungraded_name is not None:
            if any(same_place(self._ungraded_name, name) for name in rows):
                raise UsageError(f"{self._ungraded_name}: graded and ungraded rows cannot go to one place: name two")
            if any(name != "-" and same_place(self._ungraded_name, name) for name in files):
                raise UsageError(
                    f"{self._ungraded_name}: is where ungraded rows go (perhaps from an earlier run): "
                    "leave it out of the inputs, or name another file with --ungraded"
                )

    def _check_replaced(self, name: str, files: tuple[str, ...]) -> None:
        """Refuse to replace an ungraded file that the user did not name, and that may hold the only copy of rows.

        That is one of a run in place, and one that has rows of other files whose graded rows stay in the directory.
        """
        sources = _sources_in(name)
        if sources is None:
            raise UsageError(
                f"{name}: exists, and holds no rows that an earlier run left out: "
                "move it, or name another file with --ungraded"
            )
        for source in sources:
            if any(source == file or same_place(source, file) for file in files):
                continue
            if self._directory is not None or same_place(ungraded_beside(source), name):
                raise UsageError(
                    f"{name}: holds rows that an earlier run left out of {source}: "
                    "move it, or name another file with --ungraded"
                )

    def __enter__(self) -> "Outputs":
        try:
            if self._directory is not None:
                Path(self._directory).mkdir(parents=True, exist_ok=True)
            if self._output is not None:
                self._rows = self._open(self._output)
            if self._ungraded_name is not None:
                self._ungraded = self._open(self._ungraded_name)
        except OSError as error:
            self._discard()
            raise UsageError(f"{self._directory}: cannot be made ({error.strerror}): name another directory") from None
        except BaseException:
            self._discard()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._discard()

    def _open(self, name: str) -> Target:
        target = Target(name)
        self._targets[name] = target
        return target

    def _discard(self) -> None:
        for target in self._targets.values():
            target.discard()

    def start(self, file: str) -> None:
        """Rows of this input come next."""
        if self._directory is not None:
            self._rows = self._open(self._named[file])

    def rows(self, data: bytes) -> None:
        """Write graded rows."""
        assert self._rows is not None
        self._rows.write_rows(data)
        if self._rows.is_stream:
            self._rows.flush()

    def ungraded(self, line: bytes) -> None:
        """Write one record of a row that cannot be graded, if there is a place for it."""
        if self._ungraded is not None:
            self._ungraded.write(line)

    @property
    def ungraded_file(self) -> str | None:
        """The file that ungraded rows go to, if there is one."""
        return None if self._ungraded is None else self._ungraded.name

    @property
    def _stale(self) -> Target | None:
        """The ungraded file, if every row could be graded; one that the user named is written all the same."""
        if self._ungraded is None or self._named_ungraded or not self._ungraded.empty:
            return None
        return self._ungraded

    def names(self) -> list[str]:
        """The names of what `publish` puts in place."""
        return [target.name for target in self._targets.values() if target is not self._stale]

    def streams(self) -> list[str]:
        """The names of what rows go to as they come."""
        return [target.name for target in self._targets.values() if target.is_stream]

    @property
    def in_place(self) -> list[str]:
        """The inputs that are replaced by their own rows."""
        return list(self._in_place)

    @property
    def published(self) -> bool:
        """Whether the files are in place."""
        return any(target.published for target in self._targets.values())

    def check_in_place(self) -> None:
        """Refuse to replace an input by its own rows where that would lose some.

        Raises: UsageError, when it changed since it was read, or the rows that an earlier run took out of it stand
        where others must go.
        """
        for name, state in self._in_place.items():
            if _state(name) != state:
                raise UsageError(f"{name}: was changed while it was graded; nothing was written: run again")
        rest = self._ungraded
        if self._in_place and rest is not None and not rest.empty and rest.would_lose():
            raise UsageError(
                f"{rest.name}: holds rows that an earlier run in place left out: move it, or name another --ungraded"
            )

    def check_there(self) -> None:
        """Find out, before a report says so, whether the files can be put in place. Raises: UsageError."""
        for target in self._targets.values():
            target.check_there()

    def publish(self, *also: Target) -> None:
        """Put all files in place together, and others with them.

        The rows left out come first: where rows are replaced in place, they are nowhere else afterwards. An ungraded
        file of an earlier run goes away, but not in place, for the same reason.
        """
        rest, stale = self._ungraded, self._stale
        first = [rest] if rest is not None and rest is not stale else []
        with uninterrupted():
            publish(*first, *(target for target in self._targets.values() if target is not rest), *also)
            if stale is not None and not self._in_place:
                stale.withdraw()


def _state(name: str) -> tuple[int, ...] | None:
    """What changes about a file when it is written or replaced."""
    try:
        status = os.stat(name)  # noqa: PTH116
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _sources_in(name: str) -> set[str] | None:
    """From which files an ungraded file has rows: none where it does not exist; None where it is another kind of file.

    Only how a line begins is looked at, but for the first one.
    """
    found: set[str] = set()
    if not Path(name).is_file():
        return found
    with Source(name) as source:
        for block in source.blocks():
            for raw in split_lines(block.data):
                begun = _SOURCE.match(raw)
                if begun is None or (not found and not _is_record(raw)):
                    return None
                found.add(begun[1].decode("utf-8", "surrogateescape"))
    if source.damage is not None and (source.damage.partial or found):
        return None
    return {str(json.loads(one)) for one in found}


def _is_record(line: bytes) -> bool:
    try:
        return parse(line).keys() >= UNGRADED_KEYS
    except RowError:
        return False


def _is_file(name: str) -> bool:
    path = Path(name)
    return not path.exists() or path.is_file()


def _fed_back(output: str, name: str) -> bool:
    """Whether an output is an open descriptor of the very file that an input is read from (`mcqa score x >> x`)."""
    descriptor = descriptor_of(output)
    if descriptor is None:
        return False
    with contextlib.suppress(OSError):
        written = os.fstat(descriptor)
        read = os.fstat(0) if name == "-" else os.stat(name)  # noqa: PTH116
        return stat.S_ISREG(written.st_mode) and os.path.samestat(written, read)
    return False


def joined_files(files: Iterable[str], inputs: Path | None) -> list[str]:
    """Name the inputs files of a run: the one that is given, else those that stand beside its files."""
    beside = [inputs_beside(Path(name)) for name in files if name != "-"] if inputs is None else [inputs]
    return list(dict.fromkeys(str(path) for path in beside if path is not None))


def check_on_the_way(output: str, read: Iterable[str]) -> None:
    """Refuse an output whose temporary file would take the place of what is read. Raises: UsageError."""
    first = temporary_name(output)
    for name in read:
        if name != "-" and same_place(first, name):
            raise UsageError(f"{name}: is where {output} is written before it is complete: rename one of the two")


def same_place(one: str, other: str) -> bool:
    """Whether two outputs, or an output and an input, are one file or both standard output."""
    if is_stdout(one) or is_stdout(other):
        return is_stdout(one) and is_stdout(other)
    if os.path.realpath(one) == os.path.realpath(other):
        return not Path(one).is_char_device()  # /dev/null takes everything
    with contextlib.suppress(OSError):  # two names of one file, as where case does not count
        return Path(one).is_file() and os.path.samefile(one, other)  # noqa: PTH121
    return False

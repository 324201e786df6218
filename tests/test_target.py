import errno
import fcntl
import gzip
import os
import random
import signal
import stat
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mcqa_cli import target as module
from mcqa_cli.errors import UsageError
from mcqa_cli.target import STDOUT, Target, publish


def names(directory):
    return sorted(path.name for path in directory.iterdir())


@pytest.fixture
def path(tmp_path):
    return tmp_path / "out.jsonl"


# ---- all or nothing


def test_nothing_is_there_before_it_is_published(tmp_path, path):
    with Target(str(path)) as target:
        target.write(b"a\n")
        target.flush()
        assert names(tmp_path) == ["out.jsonl.tmp"]
        target.publish()
        assert names(tmp_path) == ["out.jsonl"]
    assert path.read_bytes() == b"a\n"


@pytest.mark.parametrize("error", [None, ValueError, KeyboardInterrupt, SystemExit])
def test_what_is_not_published_leaves_nothing(tmp_path, path, error):
    path.write_bytes(b"old\n")

    def fail():
        if error:
            raise error

    with pytest.raises(error) if error else nullcontext(), Target(str(path)) as target:
        target.write(b"x" * 1_000_000)
        fail()
    assert names(tmp_path) == ["out.jsonl"]
    assert path.read_bytes() == b"old\n"


def test_forgotten_without_a_context(tmp_path, path):
    target = Target(str(path))
    target.write(b"x" * 1_000_000)
    del target
    assert names(tmp_path) == []


def test_large_and_small_writes_keep_their_order(path):
    parts = [b"a", b"b" * 300_000, b"c", b"", b"d" * 1_000_000, b"e"]
    with Target(str(path)) as target:
        for part in parts:
            target.write(part)
        target.publish()
    assert path.read_bytes() == b"".join(parts)


def test_nothing_written_is_an_empty_file(path):
    with Target(str(path)) as target:
        assert target.empty
        target.publish()
    assert path.read_bytes() == b""


def test_several_are_published_together(tmp_path):
    with Target(str(tmp_path / "a")) as first, Target(str(tmp_path / "b")) as second:
        first.write(b"1")
        second.write(b"2")
        publish(first, second)
    assert names(tmp_path) == ["a", "b"]


def test_none_of_several_is_published_if_one_cannot_be_written(tmp_path, monkeypatch):
    with Target(str(tmp_path / "a")) as first, Target("/dev/full") as second:
        first.write(b"1")
        second.write(b"2")
        with pytest.raises(UsageError, match=r"^/dev/full: no space left"):
            publish(first, second)
    assert names(tmp_path) == []


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk(tmp_path, path, monkeypatch, call):
    def full(*args):
        raise OSError(errno.ENOSPC, "No space left on device")

    with Target(str(path)) as target:
        target.write(b"a")
        monkeypatch.setattr(module.os, call, full)
        with pytest.raises(UsageError, match="no space left") as caught:
            target.publish()
        monkeypatch.undo()
    assert "\n" not in str(caught.value)
    assert names(tmp_path) == []


def test_withdrawn(tmp_path, path):
    path.write_bytes(b"of an earlier run")
    with Target(str(path)) as target:
        target.withdraw()
    assert names(tmp_path) == []
    with Target(str(path)) as target:
        target.withdraw()
    assert names(tmp_path) == []


def test_a_missing_line_end_is_added_between_rows(path):
    with Target(str(path)) as target:
        for data in (b"a\nb", b"", b"c\n", b"d"):
            target.write_rows(data)
        target.publish()
    assert path.read_bytes() == b"a\nb\nc\nd"


# ---- what is already there


def test_permissions_are_kept(path):
    path.write_bytes(b"old")
    path.chmod(0o640)
    with Target(str(path)) as target:
        target.publish()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_new_files_follow_the_umask_also_over_a_stale_one(path, umask, mode):
    stale = path.with_name(path.name + ".tmp")
    stale.write_bytes(b"left by a killed run")
    stale.chmod(0o666)
    before = os.umask(umask)
    try:
        with Target(str(path)) as target:
            target.write(b"a")
            target.publish()
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_bytes() == b"a"
    assert not stale.exists()


def test_links_are_followed(tmp_path):
    real = tmp_path / "real"
    real.mkdir()
    (real / "rows").write_bytes(b"old")
    (tmp_path / "one").symlink_to("real/rows")
    (tmp_path / "two").symlink_to("one")
    (tmp_path / "new").symlink_to("real/fresh")
    for name in ("two", "new"):
        with Target(str(tmp_path / name)) as target:
            target.write(b"new")
            target.publish()
    assert names(real) == ["fresh", "rows"]
    assert (real / "rows").read_bytes() == (real / "fresh").read_bytes() == b"new"
    assert (tmp_path / "two").is_symlink()


def test_the_input_can_be_the_output(path):
    path.write_bytes(b"a\nb\n")
    with path.open("rb") as rows, Target(str(path)) as target:
        for row in rows:
            target.write(row.upper())
        target.publish()
    assert path.read_bytes() == b"A\nB\n"


def test_two_runs(tmp_path, path):
    with Target(str(path)) as first:
        first.write(b"first")
        with pytest.raises(UsageError, match="being written by another run"):
            Target(str(path))
        first.publish()
        with Target(str(path)) as second:
            second.write(b"second")
            second.publish()
    assert path.read_bytes() == b"second"
    assert names(tmp_path) == ["out.jsonl"]


def test_a_lock_on_a_file_that_was_renamed_meanwhile_is_worth_nothing(tmp_path, path, monkeypatch):
    # Another run publishes between our open and our lock: we then hold its published file.
    stale = path.with_name(path.name + ".tmp")
    real = fcntl.flock
    calls = []

    def late(descriptor, operation):
        calls.append(operation)
        if len(calls) == 1:
            stale.rename(path)
        real(descriptor, operation)

    monkeypatch.setattr(module.fcntl, "flock", late)
    with Target(str(path)) as target:
        target.write(b"mine")
        assert path.read_bytes() == b""
        target.publish()
    assert path.read_bytes() == b"mine"
    assert names(tmp_path) == ["out.jsonl"]


def test_without_locks_it_is_written_all_the_same(path, monkeypatch):
    def none(descriptor, operation):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(module.fcntl, "flock", none)
    with Target(str(path)) as target:
        target.write(b"a")
        target.publish()
    assert path.read_bytes() == b"a"


def test_a_temporary_file_that_vanished(tmp_path, path):
    with Target(str(path)) as target:
        path.with_name("out.jsonl.tmp").unlink()
        with pytest.raises(UsageError, match=r"removed or replaced its \.tmp file"):
            target.publish()
    assert names(tmp_path) == []


def test_a_temporary_file_of_someone_else_stays(tmp_path, path):
    other = path.with_name("out.jsonl.tmp")
    with Target(str(path)) as target:
        other.unlink()
        other.write_bytes(b"theirs")
        with pytest.raises(UsageError, match="removed or replaced"):
            target.publish()
    assert other.read_bytes() == b"theirs"


def test_a_link_in_place_of_the_temporary_file(tmp_path, path):
    (tmp_path / "precious").write_bytes(b"precious")
    path.with_name("out.jsonl.tmp").symlink_to("precious")
    with pytest.raises(UsageError, match="symbolic link"):
        Target(str(path))
    assert (tmp_path / "precious").read_bytes() == b"precious"


def test_the_target_turned_into_a_directory(tmp_path, path):
    with Target(str(path)) as target:
        path.mkdir()
        with pytest.raises(UsageError, match="is a directory"):
            target.publish()
    assert names(tmp_path) == ["out.jsonl"]


# ---- what cannot be written


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param("missing/out", "its directory does not exist: create it", id="no directory"),
        pytest.param("", "is a directory", id="a directory"),
        pytest.param("new/", "is a directory", id="a directory by its spelling"),
        pytest.param("file/out", "not a directory", id="below a file"),
        pytest.param("x" * 300, "name too long", id="name too long"),
        pytest.param("loop", "symbolic link", id="links in a circle"),
    ],
)
def test_refused(tmp_path, name, message):
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "loop").symlink_to("loop")
    target = f"{tmp_path}/{name}"
    with pytest.raises(UsageError, match=message) as caught:
        Target(target)
    assert str(caught.value).startswith(target)
    assert names(tmp_path) == ["file", "loop"]


def run(script, *args, **options):
    return subprocess.Popen([sys.executable, "-c", script, *map(str, args)], **options)


UNPRIVILEGED = """
import os, sys
from mcqa_cli.target import Target
if os.geteuid() == 0:  # who may write everywhere
    os.setgid(65534)
    os.setuid(65534)
try:
    Target(sys.argv[1])
except Exception as error:
    print(type(error).__name__, error)
"""


@pytest.mark.parametrize(
    ("directory_mode", "file_mode"),
    [pytest.param(0o777, 0o444, id="file is read-only"), pytest.param(0o555, 0o666, id="directory is read-only")],
)
def test_permission_denied(directory_mode, file_mode):
    with TemporaryDirectory() as name:  # not tmp_path, which only its owner may enter
        directory = Path(name)
        path = directory / "out.jsonl"
        path.write_bytes(b"old")
        path.chmod(file_mode)
        directory.chmod(directory_mode)
        try:
            with run(UNPRIVILEGED, path, stdout=subprocess.PIPE, text=True) as process:
                output = process.stdout.read()
        finally:
            directory.chmod(0o700)
        assert output.startswith(f"UsageError {path}: cannot be written (")
        assert output.count("\n") == 1
        assert names(directory) == ["out.jsonl"]


# ---- devices, pipes and standard output


def test_devices_are_written_straight():
    with Target("/dev/null") as target:
        assert target.is_stream
        target.write(b"a")
        target.publish()
        target.withdraw()
    assert Path("/dev/null").is_char_device()


def test_a_named_pipe_is_written_straight(tmp_path):
    pipe = tmp_path / "pipe.gz"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    with Target(str(pipe)) as target:
        target.write(b"a\n")
        target.publish()
    reader.join()
    assert gzip.decompress(received[0]) == b"a\n"
    assert names(tmp_path) == ["pipe.gz"]


@pytest.mark.parametrize("name", ["/dev/full", "-"])
def test_a_full_device(name, tmp_path):
    script = """
import sys
from mcqa_cli.target import Target
with Target(sys.argv[1]) as target:
    target.write(b"a\\n")
    try:
        target.publish()
    except Exception as error:
        print(type(error).__name__, error, file=sys.stderr)
"""
    with (
        open("/dev/full", "wb") as full,  # noqa: PTH123
        run(script, name, stdout=full, stderr=subprocess.PIPE, text=True) as process,
    ):
        error = process.stderr.read()
    assert (
        error
        == f"UsageError {STDOUT if name == '-' else name}: no space left to write it: free some, or write elsewhere\n"
    )


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1"])
def test_standard_output_is_a_stream_also_where_it_is_a_file(tmp_path, name):
    out = tmp_path / "out"
    script = """
import sys
from mcqa_cli.target import Target
print("before")
with Target(sys.argv[1]) as target:
    assert target.is_stream
    target.write(b"rows\\n")
    target.publish()
print("after")
"""
    with out.open("wb") as stream, run(script, name, stdout=stream) as process:
        pass
    assert process.returncode == 0
    assert out.read_bytes() == b"before\nrows\nafter\n"
    assert names(tmp_path) == ["out"]


def test_standard_output_of_a_test_runner(capsysbinary):
    with Target("-") as target:
        assert target.name == STDOUT
        target.write(b"a\xff\n")
        target.publish()
    assert capsysbinary.readouterr().out == b"a\xff\n"


def test_standard_output_closed(monkeypatch):
    monkeypatch.setattr(module.sys, "stdout", None)
    with pytest.raises(UsageError, match=r"^<stdout>: cannot be written .standard output is closed"):
        Target("-")


STREAM = """
import sys
from mcqa_cli.target import Target
try:
    with Target("-") as target:
        for number in range(10**9):
            target.write(b"%d\\n" % number)
except BrokenPipeError:
    sys.stderr.write("gone")
"""


def test_the_reader_of_the_pipe_goes():
    with run(STREAM, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"0\n"
        process.stdout.close()
        assert process.stderr.read() == b"gone"


def test_a_pipe_that_does_not_block():
    script = STREAM.replace("10**9", "300_000").replace("try:", "import os\nos.set_blocking(1, False)\ntry:", 1)
    script = script.replace("except", "        target.publish()\nexcept")
    with run(script, stdout=subprocess.PIPE) as process:
        time.sleep(0.3)
        assert process.stdout.read() == b"".join(b"%d\n" % number for number in range(300_000))


# ---- signals

ENDLESS = """
import sys
from mcqa_cli.target import Target
while True:
    with Target(sys.argv[1]) as target:
        print("open", flush=True)
        for number in range(20_000):
            target.write(b"%d\\n" % number)
        target.publish()
"""
WHOLE = b"".join(b"%d\n" % number for number in range(20_000))


def stop(path, how, after, script=ENDLESS):
    with run(script, path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        process.stdout.readline()
        time.sleep(after)
        process.send_signal(how)
        process.stdout.read()
    assert process.returncode in (-how, 1, 130)


def test_an_interrupt_leaves_nothing_half_written(tmp_path, path):
    rng = random.Random(1)
    for _ in range(8):
        stop(path, signal.SIGINT, rng.uniform(0, 0.05))
        assert set(names(tmp_path)) <= {"out.jsonl"}
        assert not path.exists() or path.read_bytes() == WHOLE


def test_an_interrupt_while_opening_and_giving_up_leaves_nothing(tmp_path, path):
    # Here nearly all of the time is spent where the temporary file comes and goes.
    script = ENDLESS.replace("        target.publish()\n", "").replace("20_000", "1")
    rng = random.Random(3)
    for _ in range(12):
        stop(path, signal.SIGINT, rng.uniform(0, 0.01), script)
        assert names(tmp_path) == []


def test_a_kill_leaves_at_most_a_temporary_file_that_the_next_run_replaces(tmp_path, path):
    rng = random.Random(2)
    for _ in range(8):
        stop(path, signal.SIGKILL, rng.uniform(0, 0.05))
        assert set(names(tmp_path)) <= {"out.jsonl", "out.jsonl.tmp"}
        assert not path.exists() or path.read_bytes() == WHOLE
    with Target(str(path)) as target:
        target.write(b"next")
        target.publish()
    assert names(tmp_path) == ["out.jsonl"]
    assert path.read_bytes() == b"next"


def test_a_forked_child_leaves_the_temporary_file_alone(tmp_path, path):
    script = """
import os, sys
from mcqa_cli.target import Target
with Target(sys.argv[1]) as target:
    child = os.fork()
    if not child:
        sys.exit(0)
    os.waitpid(child, 0)
    target.write(b"whole")
    target.publish()
"""
    with run(script, path) as process:
        pass
    assert process.returncode == 0
    assert path.read_bytes() == b"whole"
    assert names(tmp_path) == ["out.jsonl"]

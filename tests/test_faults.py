"""What machines do to a run: kills, signals, full disks, lost readers, changing and damaged files, hostile rows.

Moments are drawn from a seeded generator over the time that a whole run takes. A run is a process of its own, forked
from this one, which has everything imported: a hundred of them cost no more than a few starts of an interpreter.
"""

import contextlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import gym_row, read_rows, uncompiled, write_rows

from mcqa_cli import archives, regex_budget, streams
from mcqa_cli.cli import invoke
from mcqa_cli.commands import score
from mcqa_cli.run import SMALL_INPUT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks processes")

LINE = json.dumps(gym_row("\\boxed{C}", pad="x" * 3000)).encode() + b"\n"
BAD = b'{"torn": \n'
SLOW = gym_row("\\boxed{C}" + "a" * 60 + "!", template_metadata={"output_regex": "(a+)+$"})
FEW = LINE * 60 + BAD + LINE * 60
MANY = LINE * (SMALL_INPUT // len(LINE) + 200) + BAD + LINE * 200


class Ended(NamedTuple):
    """How a process ended: its exit status (negative: the signal), peak memory in MiB, and what it said."""

    status: int
    peak: float
    said: str


class Child:
    """A command line in a forked process, in a process group of its own.

    before: called in the child first.
    """

    def __init__(self, said, *arguments, out=None, before=None):
        self.said = Path(said)
        self.started = time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            status = 70
            try:
                os.setsid()
                self._streams(out)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                if before is not None:
                    before()
                status = invoke([str(argument) for argument in arguments])
            except BaseException:  # must not go on as a second test run
                os.write(2, traceback.format_exc().encode())
            finally:
                os._exit(status)

    def _streams(self, out):
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null if out is None else out, 1)
        os.dup2(os.open(self.said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, mode, closefd=False)  # noqa: SIM115
            for number, mode in enumerate("rww")
        )

    def signal(self, number, delay=0.0):
        time.sleep(delay)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def wait(self):
        _, status, usage = os.wait4(self.pid, 0)
        peak = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        return Ended(os.waitstatus_to_exitcode(status), peak, self.said.read_text())


def members(group):
    """Processes of a group that still live."""
    found = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True)
    return [line for line in found.stdout.splitlines() if int(line.split()[0]) == group and "Z" not in line.split()[1]]


def assert_no_orphans(child):
    for _ in range(200):
        if not members(child.pid):
            return
        time.sleep(0.01)
    raise AssertionError("a worker lives on")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def said(tmp_path_factory):
    """The file for a child's standard error; another one for each test, outside of its folder."""
    return tmp_path_factory.mktemp("said") / "said"


@pytest.fixture
def whole(tmp_path_factory, said):
    """A function that runs a command line to its end in a folder with `in.jsonl`: (files that it leaves, seconds)."""

    def run(data, *arguments):
        folder = tmp_path_factory.mktemp("whole")
        (folder / "in.jsonl").write_bytes(data)
        with contextlib.chdir(folder):
            child = Child(said, *arguments)
            child.wait()
        return {path.name: path.read_bytes() for path in folder.iterdir()}, time.monotonic() - child.started

    return run


# ---- kill -9

WAYS = [
    pytest.param(FEW, ["-o", "out.jsonl"], 35, id="over another file"),
    pytest.param(FEW, ["-o", "in.jsonl"], 35, id="in place"),
    pytest.param(FEW, ["-o", "out.jsonl.gz", "--report", "report.json"], 15, id="archive and report"),
    pytest.param(MANY, ["-o", "out.jsonl", "-j", "2"], 15, id="with workers"),
]


@pytest.mark.parametrize(("data", "arguments", "times"), WAYS)
def test_a_kill_at_any_moment_damages_neither_target_nor_input(tmp_path, said, whole, data, arguments, times):
    arguments = ["score", "in.jsonl", "-q", *arguments]
    expected, seconds = whole(data, *arguments)
    before = {"out.jsonl": b"before\n", "out.jsonl.gz": b"before", "report.json": b"{}", "in.jsonl": data}
    moments = random.Random(9)
    for _ in range(times):
        for name, content in before.items():
            (tmp_path / name).write_bytes(content)
        with contextlib.chdir(tmp_path):
            child = Child(said, *arguments)
        child.signal(signal.SIGKILL, moments.uniform(0, 1.1 * seconds))
        child.wait()
        for path in tmp_path.iterdir():
            if path.suffix != ".tmp":
                assert path.read_bytes() in (before.get(path.name), expected.get(path.name)), path.name
        if (tmp_path / "in.jsonl").read_bytes() != data:  # the rows left out are nowhere else any more
            assert (tmp_path / "in_ungraded.jsonl").read_bytes() == expected["in_ungraded.jsonl"]
        assert_no_orphans(child)
        for path in (*tmp_path.glob("*_ungraded*"), *([tmp_path / "in.jsonl"] if moments.random() < 0.5 else [])):
            path.unlink()
    (tmp_path / "in.jsonl").write_bytes(data)
    with contextlib.chdir(tmp_path):
        assert Child(said, *arguments).wait().status == 1  # one row is ungraded
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name in expected}
    assert left == expected
    assert not list(tmp_path.glob("*.tmp"))


@pytest.mark.parametrize("moment", [1, 2])
def test_in_place_the_rows_left_out_are_safe_before_the_rows_are_replaced(tmp_path, said, moment):
    (tmp_path / "in.jsonl").write_bytes(FEW)
    replace, calls = os.replace, []

    def dying(*arguments):
        replace(*arguments)
        calls.append(arguments)
        if len(calls) == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def before():
        os.replace = dying

    with contextlib.chdir(tmp_path):
        assert Child(said, "score", "in.jsonl", "-q", "-o", "in.jsonl", before=before).wait().status == -signal.SIGKILL
    left_out = read_rows(tmp_path / "in_ungraded.jsonl")
    rows = (tmp_path / "in.jsonl").read_bytes().splitlines()
    assert [one["raw"] for one in left_out] == [BAD.decode().strip("\n")]
    assert (BAD[:-1] in rows) == (moment == 1)


IN_PLACE = [
    pytest.param("other.jsonl", ["-o", "in.json"], id="another file, whose output has the same stem"),
    pytest.param("out/other.jsonl", ["-o", "in.jsonl.gz"], id="and another compression"),
]


@pytest.mark.parametrize(("name", "arguments"), IN_PLACE)
def test_rows_that_a_run_in_place_left_out_survive_runs_on_other_files(tmp_path, mcqa, monkeypatch, name, arguments):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    write_rows(tmp_path / "in.jsonl", gym_row("\\boxed{C}"), gym_row("\\boxed{C}", gold="Z"))
    assert mcqa("score", "in.jsonl", "-o", "in.jsonl", "-q").status == 1
    kept = (tmp_path / "in_ungraded.jsonl").read_bytes()
    write_rows(tmp_path / name, gym_row("\\boxed{C}"))
    done = mcqa("score", name, *arguments, "-q")
    if arguments[-1].endswith(".gz"):
        assert done.status == 0  # its ungraded file has another name
    else:
        assert (done.status, done.err.count("\n")) == (2, 1)
        assert "in_ungraded.jsonl: holds rows that an earlier run left out of in.jsonl" in done.err
    assert (tmp_path / "in_ungraded.jsonl").read_bytes() == kept
    assert mcqa("score", "in.jsonl", "-o", "in.jsonl", "-q").status == 0
    assert (tmp_path / "in_ungraded.jsonl").read_bytes() == kept


def test_rows_left_out_of_one_file_survive_another_ones_run_to_the_same_directory(tmp_path, mcqa, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a.jsonl", "b.jsonl"):
        write_rows(tmp_path / name, gym_row("\\boxed{C}"), gym_row("\\boxed{C}", gold="Z"))
    assert mcqa("score", "a.jsonl", "-o", "out/", "-q").status == 1
    done = mcqa("score", "b.jsonl", "-o", "out/", "-q")
    assert done.status == 2
    assert "out_ungraded.jsonl: holds rows that an earlier run left out of a.jsonl" in done.err
    assert not (tmp_path / "out" / "b.jsonl").exists()
    assert mcqa("score", "a.jsonl", "b.jsonl", "-o", "out/", "-q").status == 1
    assert mcqa("score", "a.jsonl", "b.jsonl", "-o", "out/", "-q").status == 1


def test_a_second_run_in_place_keeps_the_rows_that_the_first_left_out(tmp_path, said):
    (tmp_path / "in.jsonl").write_bytes(FEW)
    with contextlib.chdir(tmp_path):
        assert Child(said, "score", "in.jsonl", "-q", "-o", "in.jsonl").wait().status == 1
        left_out = (tmp_path / "in_ungraded.jsonl").read_bytes()
        assert Child(said, "score", "in.jsonl", "-q", "-o", "in.jsonl").wait().status == 0
        assert (tmp_path / "in_ungraded.jsonl").read_bytes() == left_out
        with (tmp_path / "in.jsonl").open("ab") as file:
            file.write(b"another\n")
        third = Child(said, "score", "in.jsonl", "-q", "-o", "in.jsonl").wait()
    assert third.status == 2
    assert "in_ungraded.jsonl: holds rows that an earlier run in place left out" in third.said
    assert (tmp_path / "in_ungraded.jsonl").read_bytes() == left_out
    assert (tmp_path / "in.jsonl").read_bytes().endswith(b"another\n")


# ---- signals


@pytest.mark.parametrize(
    ("number", "status"),
    [
        pytest.param(signal.SIGINT, 130, id="Ctrl-C"),
        pytest.param(signal.SIGTERM, 143, id="termination"),
        pytest.param(signal.SIGHUP, 129, id="hang-up"),
    ],
)
def test_a_signal_at_any_moment_leaves_nothing_half_done(tmp_path, said, whole, number, status):
    arguments = ["score", "in.jsonl", "-o", "out.jsonl", "-j", "2"]
    expected, seconds = whole(MANY, *arguments)
    (tmp_path / "in.jsonl").write_bytes(MANY)
    moments = random.Random(int(number))
    for turn in range(12):
        (tmp_path / "out.jsonl").write_bytes(b"before\n")
        to_all = turn % 2  # a terminal sends Ctrl-C to the whole group, `kill` to the parent alone
        with contextlib.chdir(tmp_path):
            child = Child(said, *arguments)
        time.sleep(0.01 + moments.uniform(0, seconds))
        with contextlib.suppress(ProcessLookupError):
            (os.killpg if to_all else os.kill)(child.pid, number)
        ended = child.wait()
        assert ended.status in (status, 1, -number)
        assert "Traceback" not in ended.said
        assert "Exception ignored" not in ended.said
        published = (tmp_path / "out.jsonl").read_bytes()
        # A signal may also come when the work is done: then the files are in place, whatever the status.
        assert published == expected["out.jsonl"] or (published == b"before\n" and ended.status != 1)
        if "nothing was written" in ended.said:
            assert published == b"before\n"
        assert not list(tmp_path.glob("*.tmp"))
        assert_no_orphans(child)
        (tmp_path / "out_ungraded.jsonl").unlink(missing_ok=True)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_files_are_put_in_place_comes_too_late(tmp_path, said, number):
    (tmp_path / "in.jsonl").write_bytes(FEW)
    replace = os.replace

    def before():
        os.replace = lambda *names: (os.kill(os.getpid(), number), replace(*names))

    with contextlib.chdir(tmp_path):
        ended = Child(said, "score", "in.jsonl", "-o", "out.jsonl", before=before).wait()
    assert ended.status == 1
    assert "nothing was written" not in ended.said
    assert names(tmp_path) == ["in.jsonl", "out.jsonl", "out_ungraded.jsonl"]


def test_a_ctrl_c_before_the_command_has_begun(monkeypatch, capsys):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(score, "guarded", stopped)
    assert invoke(["score", "in.jsonl"]) == 130
    assert capsys.readouterr().err.strip() == ""


@uncompiled
def test_a_run_that_is_stopped_tells_what_it_had_done(tmp_path, said):
    name = write_rows(tmp_path / "in.jsonl", MANY, SLOW)
    ready = []

    def before():
        run = regex_budget.Budget.run

        def stopped(self, call, *arguments, **named):
            if len(ready) == 0:
                ready.append(os.kill(os.getpid(), signal.SIGTERM))
            return run(self, call, *arguments, **named)

        regex_budget.Budget.run = stopped

    arguments = ["score", name, "-o", tmp_path / "out.jsonl", "--json", "-j", "1"]
    ended = Child(said, *arguments, before=before).wait()
    assert ended.status == 143
    report = json.loads(ended.said)
    assert report["stopped"] == "interrupted"
    assert 0 < report["rows"]["read"] < MANY.count(b"\n") + 1
    assert report["outputs"] == []
    assert names(tmp_path) == ["in.jsonl"]


# ---- workers


@pytest.mark.skipif(sys.platform != "linux", reason="finds children in /proc")
def test_one_worker_killed_at_any_moment_ends_the_run_with_one_line(tmp_path, said, whole):
    arguments = ["score", "in.jsonl", "-q", "-o", "out.jsonl", "-j", "3"]
    expected, seconds = whole(MANY, *arguments)
    (tmp_path / "in.jsonl").write_bytes(MANY)
    moments, killed = random.Random(3), 0
    for _ in range(10):
        with contextlib.chdir(tmp_path):
            child = Child(said, *arguments)
        workers = []
        while len(workers) < 2 and time.monotonic() - child.started < 5:
            workers = [int(one) for one in Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text().split()]
        time.sleep(moments.uniform(0, seconds / 2))
        with contextlib.suppress(ProcessLookupError, IndexError):
            os.kill(moments.choice(workers), signal.SIGKILL)
        ended = child.wait()
        if ended.status == 2:
            killed += 1
            assert ended.said.startswith("mcqa: a worker process died")
            assert ended.said.count("\n") == 1
            assert names(tmp_path) == ["in.jsonl"]
        else:  # it had done its work
            assert ended.status == 1
            assert (tmp_path / "out.jsonl").read_bytes() == expected["out.jsonl"]
            (tmp_path / "out.jsonl").unlink()
            (tmp_path / "out_ungraded.jsonl").unlink()
        assert_no_orphans(child)
    assert killed


# ---- readers that leave


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_reader_leaves_at_any_moment(tmp_path, said, jobs):
    (tmp_path / "in.jsonl").write_bytes(MANY.replace(BAD, b""))
    moments = random.Random(jobs)
    for _ in range(8):
        ours, theirs = os.pipe()
        child = Child(
            said, "score", tmp_path / "in.jsonl", "-j", jobs, "-q", out=theirs, before=lambda ours=ours: os.close(ours)
        )
        os.close(theirs)
        wanted = moments.randrange(0, 3_000_000)
        taken = b""
        while len(taken) < wanted and (piece := os.read(ours, 1 << 16)):
            taken += piece
        os.close(ours)
        ended = child.wait()
        assert (ended.status, ended.said) == (0, "")
        for row in taken.splitlines()[:-1]:
            assert json.loads(row)["reward"] == 1.0
        assert_no_orphans(child)


# ---- disks


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "in.jsonl"])
def test_a_file_that_may_not_grow_leaves_all_as_it_was(tmp_path, said, jobs, name):
    data = MANY + b"".join(b'{"n": "%d"}\n' % random.Random(1).getrandbits(4000) for _ in range(2000))
    (tmp_path / "in.jsonl").write_bytes(data)
    if name != "in.jsonl":
        (tmp_path / name).write_bytes(b"before")
    with contextlib.chdir(tmp_path):
        ended = Child(
            said,
            *("score", "in.jsonl", "-o", name, "-j", jobs),
            before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (15_000, 15_000)),
        ).wait()
    assert ended.status == 2
    assert "would be larger than files may be here" in ended.said
    assert ended.said.count("\n") == 1
    assert (tmp_path / "in.jsonl").read_bytes() == data
    assert (tmp_path / name).read_bytes() in (b"before", data)
    assert names(tmp_path) == sorted({"in.jsonl", name})


@pytest.fixture
def small_disk(tmp_path):
    """A file system of one MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if (
        sys.platform != "linux"
        or os.getuid() != 0
        or subprocess.run(mount, capture_output=True, check=False).returncode
    ):
        pytest.skip("file systems cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk(tmp_path, small_disk, said):
    (tmp_path / "in.jsonl").write_bytes(MANY)
    (small_disk / "out.jsonl").write_bytes(b"before\n")
    ended = Child(said, "score", tmp_path / "in.jsonl", "-o", small_disk / "out.jsonl", "-j", "2").wait()
    assert ended.status == 2
    assert "no space left to write it" in ended.said
    assert names(small_disk) == ["out.jsonl"]
    assert (small_disk / "out.jsonl").read_bytes() == b"before\n"


# ---- targets and inputs that change


def test_runs_that_start_together_on_one_target_do_not_mix(tmp_path, said):
    write_rows(tmp_path / "a.jsonl", LINE * 100)
    write_rows(tmp_path / "b.jsonl", LINE * 200)
    for _ in range(10):
        children = [
            Child(said.with_name(side), "score", tmp_path / f"{side}.jsonl", "-q", "-o", tmp_path / "out.jsonl")
            for side in "ab"
        ]
        ended = [child.wait() for child in children]
        assert {one.status for one in ended} <= {0, 2}
        assert any(one.status == 0 for one in ended)
        assert all("is being written by another run" in one.said for one in ended if one.status == 2)
        assert len(read_rows(tmp_path / "out.jsonl")) in (100, 200)
        assert names(tmp_path) == ["a.jsonl", "b.jsonl", "out.jsonl"]


class Meanwhile:
    """Does something to a file when a run has read its first block, or its last."""

    def __init__(self, monkeypatch, action, *, at_end=False):
        self.action, self.at_end = action, at_end
        self.reads = 0
        read = streams.Source._read_some

        def read_some(source, size):
            data = read(source, size)
            self.reads += 1
            if self.action is not None and (not data if self.at_end else self.reads == 1):
                action, self.action = self.action, None
                action()
            return data

        monkeypatch.setattr(streams.Source, "_read_some", read_some)


def test_an_input_that_grows_is_read_to_the_end_that_is_met_first(mcqa, tmp_path, monkeypatch):
    path = tmp_path / "in.jsonl"
    for at_end, rows in ((False, 301), (True, 300)):
        path.write_bytes(LINE * 300)

        def grow():
            with path.open("ab") as file:
                file.write(LINE)

        with monkeypatch.context() as patch:
            Meanwhile(patch, grow, at_end=at_end)
            assert mcqa("score", path, "-o", tmp_path / "out.jsonl", "--gold-base", "0").status == 0
        assert len(read_rows(tmp_path / "out.jsonl")) == rows


def test_an_input_that_is_cut_off_while_it_is_read_is_told_by_its_torn_line(mcqa, tmp_path, monkeypatch):
    path = tmp_path / "in.jsonl"
    path.write_bytes(LINE * 300)
    Meanwhile(monkeypatch, lambda: os.truncate(path, len(LINE) * 200 + 100))
    done = mcqa("score", path, "-o", tmp_path / "out.jsonl", "--gold-base", "0")
    assert done.status == 1
    assert len(read_rows(tmp_path / "out.jsonl")) == 200
    left_out = read_rows(tmp_path / "out_ungraded.jsonl")
    assert [(one["line"], one["error"], one["raw"]) for one in left_out] == [(201, "not_json", LINE[:100].decode())]


@pytest.mark.parametrize("change", ["grows", "is replaced"])
def test_in_place_an_input_that_changed_meanwhile_is_not_overwritten(mcqa, tmp_path, monkeypatch, change):
    path = tmp_path / "in.jsonl"
    path.write_bytes(LINE * 300)

    def act():
        if change == "grows":
            with path.open("ab") as file:
                file.write(LINE)
        else:
            (tmp_path / "new").write_bytes(LINE * 301)
            (tmp_path / "new").replace(path)

    Meanwhile(monkeypatch, act, at_end=True)
    done = mcqa("score", path, "-o", path, "--gold-base", "0")
    assert (done.status, done.out) == (2, b"")
    assert f"{path}: was changed while it was graded; nothing was written" in done.err
    assert path.read_bytes() == LINE * 301
    assert names(tmp_path) == ["in.jsonl"]


@pytest.mark.parametrize("change", ["another file", "a link", "nothing"])
def test_a_target_that_is_replaced_while_it_is_written_is_whole_in_the_end(mcqa, tmp_path, monkeypatch, change):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_bytes(LINE * 300)
    out.write_bytes(b"before\n")
    (tmp_path / "other").write_bytes(b"other\n")

    def act():
        out.unlink()
        if change == "a link":
            out.symlink_to("other")
        elif change == "another file":
            out.write_bytes(b"new\n")

    Meanwhile(monkeypatch, act)
    assert mcqa("score", path, "-o", out, "--gold-base", "0").status == 0
    assert len(read_rows(out)) == 300
    assert (tmp_path / "other").read_bytes() == b"other\n"


# ---- damaged archives


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_archives_damaged_or_cut_off_anywhere(mcqa, tmp_path, suffix):
    encoder = archives.encoder(f"x{suffix}")
    lines = [json.dumps(gym_row("\\boxed{C}", n=number, pad=f"{number**9}")).encode() for number in range(300)]
    data = encoder.compress(b"\n".join(lines) + b"\n") + encoder.flush()
    path, out = tmp_path / f"in.jsonl{suffix}", tmp_path / "out.jsonl"
    places = random.Random(suffix)
    for turn in range(16):
        place = places.randrange(1, len(data))
        flipped = data[:place] + bytes([data[place] ^ 1 << places.randrange(8)]) + data[place + 1 :]
        path.write_bytes(data[:place] if turn % 2 else flipped)
        out.unlink(missing_ok=True)
        done = mcqa("score", path, "-o", out, "--report", tmp_path / "report.json")
        assert "Traceback" not in done.err
        if done.status == 2:  # not even its first bytes are those of an archive
            continue
        report = json.loads((tmp_path / "report.json").read_bytes())
        rows = read_rows(out)
        assert report["rows"]["graded"] == len(rows)
        if turn % 2:
            assert done.status == 1
            assert [row["n"] for row in rows] == list(range(len(rows)))
            assert {one["code"] for one in report["ungraded"]} == {"damaged_input"}
        elif done.status == 0:
            assert len(rows) == 300


# ---- floods


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(b"no json at all\n", id="no JSON"),
        pytest.param(json.dumps(gym_row("x", gold="z" * 20_000)).encode() + b"\n", id="a gold of 20,000 characters"),
        pytest.param(json.dumps(gym_row("x", gold="  " * 20_000)).encode() + b"\n", id="a blank gold"),
        pytest.param(json.dumps(gym_row("x", grading_mode="m" * 20_000)).encode() + b"\n", id="a mode that long"),
        pytest.param(json.dumps(gym_row("x", options={"o" * 20_000: "x"})).encode() + b"\n", id="a label that long"),
        pytest.param(json.dumps(gym_row("x", options=["o" * 20_000])).encode() + b"\n", id="an option that long"),
        pytest.param(json.dumps({"k" * 20_000: 1}).encode() + b"\n", id="a key that long"),
        pytest.param(json.dumps({"error": "e" * 20_000}).encode() + b"\n", id="an error that long"),
    ],
)
def test_thousands_of_bad_rows_are_five_lines_and_a_count(mcqa, tmp_path, bad):
    times = 3000 if len(bad) < 100 else 300
    name = write_rows(tmp_path / "in.jsonl", bad * times)
    done = mcqa("score", name, "-q")
    assert (done.status, done.out) == (1, b"")
    *shown, total = done.err.splitlines()
    assert len(shown) == 5
    assert total == f"mcqa: {times:,} of {times:,} rows could not be graded"
    assert all(len(line) < 600 for line in shown)
    done = mcqa("score", name, "-o", tmp_path / "out.jsonl")
    assert len(read_rows(tmp_path / "out_ungraded.jsonl")) == times
    assert len(done.out) + len(done.err) < 4000


# ---- hostile rows


def test_many_templates_and_regexes_take_bounded_memory(tmp_path, said):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    template = '{"template_id": "t%d", "output_regex": %s}'
    row = json.dumps(gym_row("The answer is \\boxed{C}", template_metadata="HERE")).replace('"HERE"', "%s") + "\n"
    with path.open("w") as file:
        for number in range(100_000):
            regex = f'"x{number}: ([A-D])"' if number < 12_000 else "null"
            file.write(row % (template % (number, regex)))
    ended = Child(said, "score", path, "-o", out, "-q", "-j", "1", "--report", tmp_path / "report.json").wait()
    assert ended[::2] == (0, "")
    report = json.loads((tmp_path / "report.json").read_bytes())
    assert report["rows"]["graded"] == 100_000
    assert report["overall"]["correct"] == 100_000
    assert sum(one["rows"] for one in report["groups"]["template_id"]) == 100_000
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    assert ended.peak < max(own, 150) + 50


BIG = "q" * 50_000
LARGE = [
    pytest.param(lambda n: {"options": {"A": f"{n}{BIG}", "C": f"{BIG}{n}"}}, id="options"),
    pytest.param(lambda n: {"template_metadata": {"template_id": f"{n}{BIG}"}}, id="template ids"),
    pytest.param(
        lambda n: {
            "options": None,
            "responses_create_params": {"input": [{"role": "user", "content": f"{n}{BIG}?\nA: x\nC: y"}]},
        },
        id="prompts that list the options",
    ),
]


@pytest.mark.parametrize("large", LARGE)
def test_ever_new_large_values_are_not_all_kept(tmp_path, said, large):
    name = write_rows(tmp_path / "in.jsonl", *(gym_row("\\boxed{C}", **large(number)) for number in range(1500)))
    peaks = [
        Child(said, "score", name, "-o", tmp_path / "out.jsonl", "-q", "-j", "1", "--limit", limit).wait().peak
        for limit in (10, 1500)
    ]
    assert len(read_rows(tmp_path / "out.jsonl")) == 1500
    assert peaks[1] - peaks[0] < 60  # the values that differ take 75 MB and more


def test_a_regex_that_runs_out_of_time_is_set_aside_in_workers_too(tmp_path, said):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    slow = json.dumps(SLOW).encode() + b"\n"
    path.write_bytes((LINE * 40 + slow * 5) * (MANY.count(b"\n") // 40 + 1))
    rows = path.read_bytes().count(b"\n")
    arguments = ["--regex-timeout", "0.02", "-j", "2", "-q", "--report", tmp_path / "report.json"]
    ended = Child(said, "score", path, "-o", out, *arguments).wait()
    assert ended[::2] == (0, "")
    report = json.loads((tmp_path / "report.json").read_bytes())
    assert report["overall"]["correct"] == report["rows"]["graded"] == rows
    fell_back = report["regex"]["fell_back"]
    assert sum(fell_back.values()) == rows // 45 * 5
    assert fell_back["timeout"] <= 3 * regex_budget.STRIKES  # in this process and in two workers
    assert report["regex"]["set_aside"] == ["(a+)+$"]


def test_many_distinct_regexes_that_never_end_are_no_endless_run(tmp_path, said):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    text = "\\boxed{C}" + "a" * 60 + "!"
    write_rows(path, *(gym_row(text, template_metadata={"output_regex": f"(a+)+{n}"}) for n in range(60)))
    ended = Child(
        said, "score", path, "-o", out, "-q", "-j", "1", "--regex-timeout", "0.1", "--report", tmp_path / "report.json"
    ).wait()
    assert ended[::2] == (0, "")
    report = json.loads((tmp_path / "report.json").read_bytes())
    assert report["overall"]["correct"] == 60
    assert report["regex"]["fell_back"] == {"timeout": 60}


def test_one_long_line_costs_a_small_multiple_of_itself_in_a_worker_too(tmp_path, said):
    path = tmp_path / "in.jsonl"
    text = "word " * 4_000_000
    write_rows(path, LINE * (SMALL_INPUT // len(LINE) + 1), gym_row(text + "\\boxed{C}"), LINE)
    ended = Child(said, "score", path, "-o", tmp_path / "out.jsonl", "-q", "-j", "2").wait()
    assert ended[::2] == (0, "")
    assert read_rows(tmp_path / "out.jsonl")[-2]["reward"] == 1.0
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    assert ended.peak < max(own, 150) + 10 * len(text) / (1 << 20)

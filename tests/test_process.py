"""`mcqa` as a process: pipes, signals, full disks, closed streams, terminals."""

import contextlib
import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

import pytest
from conftest import gym_row, read_rows, write_rows

from mcqa_cli.run import SMALL_INPUT

MCQA = [sys.executable, "-m", "mcqa_cli"]
LINE = json.dumps(gym_row("\\boxed{C}", pad="x" * 1500)).encode() + b"\n"
# Rows without a verdict for a long while: a pattern that backtracks, with time to do so.
SLOW = gym_row("\\boxed{C}" + "a" * 60 + "!", template_metadata={"output_regex": "(a+)+$"})

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes are those of POSIX")


def run(*arguments, **options):
    return subprocess.run(
        [*MCQA, *map(str, arguments)],
        capture_output=True,
        check=False,
        timeout=60,
        **{"stdin": subprocess.DEVNULL} | options,
    )


def shell(command, *arguments, **options):
    """Run a shell command in which `"$@"` is the command line of mcqa."""
    words = ["bash", "-c", command, "bash", *MCQA, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, check=False, timeout=60, **options)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def big(tmp_path):
    """Some 12 MB: more than any pipe holds, and enough for several processes."""
    path = tmp_path / "in" / "big.jsonl"
    path.parent.mkdir()
    path.write_bytes(LINE * 6000)
    return path


# Readers that leave.


@pytest.mark.parametrize(
    ("gate", "status"),
    [pytest.param([], b"0", id="quietly"), pytest.param(["--min-accuracy", "0"], b"1", id="with a gate not quietly 0")],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_reader_of_the_rows_is_gone(big, gate, status, jobs):
    done = shell('"$@" | head -1; echo ${PIPESTATUS[0]}', "score", big, "-j", jobs, *gate)
    row, said = done.stdout.splitlines()
    assert json.loads(row)["reward"] == 1.0
    assert (said, done.stderr) == (status, b"")


def test_the_reader_of_the_report_is_gone_but_the_rows_are_there(tmp_path):
    name = write_rows(tmp_path / "in.jsonl", gym_row("\\boxed{C}"))
    command = 'sleep 0.1 | "$@" >/dev/null | true; (sleep 0.4; exec "$@") | true; echo ${PIPESTATUS[0]}'
    done = shell(command, "score", name, "-o", tmp_path / "out.jsonl")
    assert (done.stdout, done.stderr) == (b"0\n", b"")
    assert read_rows(tmp_path / "out.jsonl")[0]["reward"] == 1.0


# Disks that are full, and streams that are closed.

FULL = [
    pytest.param('"$@" -o /dev/full', b"/dev/full: no space left", id="rows to a full device"),
    pytest.param('"$@" >/dev/full', b"<stdout>: no space left", id="rows to a full standard output"),
    pytest.param('"$@" -o out.jsonl >/dev/full', b"the report cannot be printed", id="report to a full device"),
    pytest.param(
        '"$@" -o out.jsonl --report /dev/full', b"/dev/full: no space left", id="report file on a full device"
    ),
    pytest.param('"$@" -o out.jsonl --ungraded /dev/full', b"/dev/full: no space left", id="ungraded to a full device"),
    pytest.param('"$@" -o out.jsonl.gz >/dev/full', b"the report cannot be printed", id="archive, report full"),
    pytest.param('"$@" >&-', b"<stdout>: cannot be written", id="standard output closed"),
    pytest.param('"$@" -o out.jsonl >&-', b"the report cannot be printed", id="closed, for the report"),
    pytest.param(
        'ulimit -f 1; "$@" -o out.jsonl',
        b"out.jsonl: would be larger than files may be",
        id="a file grows beyond its limit",
    ),
]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize(("command", "told"), FULL)
def test_nothing_is_left_when_the_rows_or_the_report_cannot_be_written(tmp_path, command, told):
    name = write_rows(tmp_path / "in.jsonl", *[gym_row("\\boxed{C}", pad="x" * 2000)] * 3, b"torn\n")
    done = shell(f"cd {tmp_path}; {command}", "score", name)
    assert done.returncode == 2
    assert done.stderr.startswith(b"mcqa: ")
    assert done.stderr.count(b"\n") == 1
    assert told in done.stderr
    assert names(tmp_path) == ["in.jsonl"]


def test_a_closed_standard_input_is_told(tmp_path):
    done = shell('"$@" <&-', "score")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"mcqa: standard input is closed: name a file\n"


def test_a_closed_standard_error_does_not_end_in_the_output(tmp_path):
    name = write_rows(tmp_path / "in.jsonl", gym_row("\\boxed{C}"), b"torn\n")
    done = shell('"$@" 2>&-', "score", name, "-o", tmp_path / "out.jsonl", "-q")
    assert (done.returncode, done.stdout) == (1, b"")
    assert len(read_rows(tmp_path / "out.jsonl")) == 1
    assert shell('"$@" 2>&-', "score", "nowhere.jsonl").returncode == 2


@pytest.mark.parametrize(
    "setting", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
def test_a_poor_encoding_is_no_reason_to_fail(tmp_path, setting):
    row = gym_row("\\boxed{C}", template_metadata={"template_id": "vôtre-\ud800"})
    name = write_rows(tmp_path / "ïn.jsonl", row)
    done = run("score", name, "-o", tmp_path / "out.jsonl", env=os.environ | setting)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"1 correct of 1 graded" in done.stdout
    report = run("score", name, "-o", tmp_path / "out.jsonl", "--json", env=os.environ | setting)
    assert json.loads(report.stdout)["groups"]["template_id"][0]["value"] == "vôtre-\ud800"


# Terminals.


def test_without_a_terminal_there_is_no_bar_and_no_colour(big, tmp_path):
    done = run("score", big, "-o", tmp_path / "out.jsonl")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert b"\r" not in done.stdout


def on_a_terminal(*arguments, **options):
    """Run mcqa with standard error on a terminal of 80 columns; returns (status, what it showed)."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    options = {name: theirs if value is None else value for name, value in options.items()}
    shown = b""
    with subprocess.Popen([*MCQA, *map(str, arguments)], stderr=theirs, **options) as process:
        os.close(theirs)
        with contextlib.suppress(OSError):  # how Linux says that the other end is closed
            while piece := os.read(ours, 4096):
                shown += piece
    os.close(ours)
    return process.returncode, shown


def test_on_a_terminal_there_is_a_bar_on_standard_error_only(big, tmp_path):
    with (tmp_path / "printed").open("wb") as printed:
        status, shown = on_a_terminal("score", big, "-o", tmp_path / "out.jsonl", "-q", "-j", "1", stdout=printed)
    assert status == 0
    assert b"%|" in shown
    assert (tmp_path / "printed").read_bytes() == b""


def test_the_bar_is_gone_before_the_report_is_printed(big, tmp_path):
    status, shown = on_a_terminal("score", big, "-o", tmp_path / "out.jsonl", "-j", "1", stdout=None)
    bar, report = shown.split(b"6,000 rows read")
    assert status == 0
    assert b"%|" in bar
    assert bar.endswith(b"\r")
    assert b"%|" not in report


# Signals.


def started(arguments, ready, **options):
    """Start mcqa and wait until `ready()`."""
    process = subprocess.Popen(
        [*MCQA, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **{"stdin": subprocess.DEVNULL} | options,
    )
    for _ in range(1000):
        if ready():
            return process
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
    process.kill()
    raise AssertionError("it did not start")


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("number", "status"),
    [
        pytest.param(signal.SIGINT, 130, id="Ctrl-C"),
        pytest.param(signal.SIGTERM, 143, id="termination"),
        pytest.param(signal.SIGHUP, 129, id="hang-up"),
    ],
)
def test_a_signal_in_the_middle_leaves_nothing(tmp_path, number, status, jobs):
    out = tmp_path / "out.jsonl"
    out.write_bytes(b"before\n")
    arguments = ["score", "-", "-o", out, "--report", tmp_path / "report.json", "-j", jobs]
    process = started(arguments, (tmp_path / "report.json.tmp").exists, stdin=subprocess.PIPE)
    process.stdin.write(LINE * 4000 + json.dumps(SLOW).encode())
    process.stdin.flush()
    time.sleep(0.2)
    process.send_signal(number)
    printed, said = process.communicate(timeout=30)
    assert (process.returncode, printed) == (status, b"")
    assert b"Traceback" not in said
    assert b"nothing was written" in said
    assert out.read_bytes() == b"before\n"
    assert names(tmp_path) == ["out.jsonl"]


def test_ctrl_c_in_the_middle_of_an_endless_regex(tmp_path):
    name = write_rows(tmp_path / "in.jsonl", SLOW)
    out = tmp_path / "out.jsonl"
    process = started(["score", name, "-o", out, "--regex-timeout", "0"], (tmp_path / "out_ungraded.jsonl.tmp").exists)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in said
    assert names(tmp_path) == ["in.jsonl"]


def test_after_a_kill_at_most_a_tmp_file_is_left_which_the_next_run_replaces(tmp_path):
    out = tmp_path / "out.jsonl"
    out.write_bytes(b"before\n")
    process = started(["score", "-", "-o", out], (tmp_path / "out_ungraded.jsonl.tmp").exists, stdin=subprocess.PIPE)
    process.kill()
    process.communicate(timeout=30)
    assert out.read_bytes() == b"before\n"
    assert set(names(tmp_path)) <= {"out.jsonl", "out.jsonl.tmp", "out_ungraded.jsonl.tmp"}
    done = run("score", "-", "-o", out, "-q", input=LINE, stdin=None)
    assert (done.returncode, done.stderr) == (0, b"")
    assert names(tmp_path) == ["out.jsonl"]
    assert len(read_rows(out)) == 1


APPENDED = [
    pytest.param('"$@" in.jsonl >> in.jsonl', id="a file appended to itself"),
    pytest.param('"$@" in.jsonl -o /dev/stdout >> in.jsonl', id="by another name"),
    pytest.param('"$@" < in.jsonl >> in.jsonl', id="by standard input"),
    pytest.param('"$@" other.jsonl in.jsonl >> in.jsonl', id="one of several"),
    pytest.param('"$@" in.jsonl -o out.jsonl --ungraded /dev/stdout >> in.jsonl', id="rows that are left out"),
    pytest.param('"$@" in.jsonl 1<> in.jsonl', id="written over while it is read"),
]


@pytest.mark.parametrize("command", APPENDED)
def test_rows_are_not_sent_to_where_they_are_read(tmp_path, command):
    for name in ("in.jsonl", "other.jsonl"):
        (tmp_path / name).write_bytes(LINE * 20)
    done = shell(f"ulimit -f 2000; {command} -q", "score", cwd=tmp_path)
    assert done.returncode == 2
    assert b"is also what standard output goes to" in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert (tmp_path / "in.jsonl").read_bytes() == LINE * 20


def test_a_file_emptied_by_its_own_redirection_is_told(tmp_path):
    (tmp_path / "in.jsonl").write_bytes(LINE)
    done = shell('"$@" in.jsonl -q > in.jsonl', "score", cwd=tmp_path)
    assert (done.returncode, b"is also what standard output goes to" in done.stderr) == (2, True)


@pytest.mark.parametrize("quiet", [True, False])
def test_an_interrupted_run_does_not_say_that_a_stream_got_nothing(tmp_path, quiet):
    arguments = [*MCQA, "score", "-", *(["-q"] if quiet else [])]
    process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(LINE)
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"standard output is cut off" in said
    assert b"nothing was written" not in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["score", "--help"], ["modes"]], ids=" ".join)
def test_a_full_disk_is_one_line_for_what_reads_no_file_too(arguments):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(["mcqa", *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"No space left" in done.stderr


@pytest.mark.parametrize("change", ["remove", "move", "replace"])
def test_no_report_is_printed_of_a_file_that_cannot_be_put_in_place(tmp_path, change):
    folder = tmp_path / "out"
    folder.mkdir()
    process = started(["score", "-", "-o", folder / "o.jsonl"], (folder / "o.jsonl.tmp").exists, stdin=subprocess.PIPE)
    if change == "remove":
        shutil.rmtree(folder)
    elif change == "move":
        folder.rename(tmp_path / "moved")
    else:
        (folder / "o.jsonl").mkdir()
    printed, said = process.communicate(LINE, timeout=30)
    assert (process.returncode, printed) == (2, b"")
    assert said.count(b"\n") == 1
    assert not list(folder.glob("*.tmp"))


def test_two_runs_on_one_target_do_not_mix(tmp_path):
    out = tmp_path / "out.jsonl"
    process = started(
        ["score", "-", "-o", out, "-q"], (tmp_path / "out_ungraded.jsonl.tmp").exists, stdin=subprocess.PIPE
    )
    second = run("score", "-", "-o", out, "-q", input=LINE, stdin=None)
    assert second.returncode == 2
    assert b"is being written by another run" in second.stderr
    process.communicate(LINE, timeout=30)
    assert process.returncode == 0
    assert names(tmp_path) == ["out.jsonl"]


# Seconds of work, in pieces of a moment each.
LONG_WORK = ([LINE] * 200 + [gym_row("\\boxed{C}" + "a" * 21 + "!", template_metadata={"output_regex": "(a+)+$"})]) * 60


def workers_of(process):
    """The process ids of the two workers, once they are there."""
    for _ in range(1000):
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True, check=False
        )
        if len(found.stdout.split()) == 2:
            return [int(word) for word in found.stdout.split()]
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
    raise AssertionError("there are no workers")


@pytest.mark.skipif(sys.platform != "linux", reason="asks ps for the children of a process")
def test_a_worker_that_is_killed_ends_the_run_with_one_line(tmp_path):
    out = tmp_path / "out.jsonl"
    name = write_rows(tmp_path / "in.jsonl", *LONG_WORK)
    arguments = ["score", name, "-o", out, "-j", "3", "--regex-timeout", "0"]
    process = started(arguments, (tmp_path / "out_ungraded.jsonl.tmp").exists)
    for worker in workers_of(process):
        os.kill(worker, signal.SIGKILL)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 2
    assert b"a worker process died" in said
    assert said.count(b"\n") == 1
    assert names(tmp_path) == ["in.jsonl"]


@pytest.mark.skipif(sys.platform != "linux", reason="asks ps for the children of a process")
def test_workers_end_with_a_killed_parent(tmp_path):
    name = write_rows(tmp_path / "in.jsonl", *LONG_WORK)
    arguments = ["score", name, "-o", tmp_path / "out.jsonl", "-j", "3", "--regex-timeout", "0"]
    process = started(arguments, (tmp_path / "out_ungraded.jsonl.tmp").exists)
    workers = workers_of(process)
    process.kill()
    process.communicate(timeout=30)
    for _ in range(500):
        if not any(Path(f"/proc/{worker}").exists() for worker in workers):
            return
        time.sleep(0.01)
    raise AssertionError("a worker lives on")


# Pipes.


def trickle(process):
    """Send rows one by one, each when the one before has come out, and end."""
    for _ in range(3):
        process.stdin.write(LINE)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["reward"] == 1.0
    process.stdin.close()
    assert process.stdout.read() == b""
    assert process.wait(timeout=30) == 0
    process.stdout.close()


def test_rows_of_a_slow_producer_go_on_at_once():
    process = subprocess.Popen([*MCQA, "score", "-q"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    trickle(process)


def test_rows_of_a_slow_producer_go_on_at_once_with_workers_too():
    process = subprocess.Popen([*MCQA, "score", "-q", "-j", "3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    many = LINE * (SMALL_INPUT // len(LINE) + 500)
    sender = threading.Thread(target=lambda: (process.stdin.write(many), process.stdin.flush()))
    sender.start()
    for _ in range(many.count(b"\n")):
        assert process.stdout.readline()
    sender.join()
    trickle(process)


def test_a_named_pipe_is_an_input_like_any_other(tmp_path):
    done = shell(f"\"$@\" <(printf '%s' '{LINE.decode()}') -q", "score")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["reward"] == 1.0


def test_standard_output_named_as_a_file_gets_no_files_beside_it(tmp_path):
    name = write_rows(tmp_path / "in.jsonl", gym_row("\\boxed{C}"), b"torn\n")
    done = shell(f'"$@" -o /dev/stdout -q >{tmp_path}/caught', "score", name)
    assert done.returncode == 1
    assert len(read_rows(tmp_path / "caught")) == 1
    assert names(tmp_path) == ["caught", "in.jsonl"]
    assert not Path("/dev/stdout_ungraded.jsonl").exists()


def test_a_regex_that_never_ends_does_not_hang_a_run(tmp_path):
    name = write_rows(tmp_path / "in.jsonl", SLOW, SLOW, gym_row("\\boxed{C}"))
    done = run("score", name, "--regex-timeout", "0.2", "-q")
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["extracted_answer"] for line in done.stdout.splitlines()] == ["C", "C", "C"]


def test_the_report_s_reader_may_leave_but_not_hide_ungraded_rows(tmp_path):
    write_rows(tmp_path / "in.jsonl", *[gym_row("\\boxed{C}", gold="Z")] * 40)
    command = f"{sys.executable} -m mcqa_cli score in.jsonl -o out.jsonl | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 1
    assert len(read_rows(tmp_path / "out_ungraded.jsonl")) == 40

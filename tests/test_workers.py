"""Processes that grade blocks: order, size, and what happens when one of them dies."""

import os
import signal
import time
from array import array

import pytest

from mcqa_cli import workers
from mcqa_cli.errors import UsageError
from mcqa_cli.scoring import BatchResult
from mcqa_cli.streams import Block
from mcqa_cli.tally import Tally

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")


def result(rows, read=1):
    return BatchResult("f", rows, [], Tally(read=read), array("q"), array("q"))


def nothing():
    pass


def double(block):
    # Early blocks take longest, so that order is not kept by chance.
    time.sleep(0.02 if block.first < 3 else 0)
    return result(block.data * 2, block.first)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("blocks", [0, 1, 2, 7])
def test_results_come_in_the_order_of_their_blocks(count, blocks):
    given = [Block(number, b"%d;" % number, b"\n") for number in range(blocks)]
    with workers.Pool(count, double, nothing) as pool:
        found = [(bytes(one.rows), one.tally.read) for one in pool.map(given)]
    assert found == [(b"%d;%d;" % (number, number), number) for number in range(blocks)]


SIZES = [
    pytest.param(0, id="empty"),
    pytest.param(1, id="one byte"),
    pytest.param(workers.SLOT // 2, id="a result that just fits"),
    pytest.param(workers.SLOT // 2 + 1, id="a result that does not fit"),
    pytest.param(workers.SLOT + 1, id="a block that does not fit"),
]


@pytest.mark.parametrize("size", SIZES)
def test_blocks_of_any_size(size):
    data = os.urandom(997) * (size // 997) + b"x" * (size % 997)
    with workers.Pool(2, lambda block: result(block.data * 2), nothing) as pool:
        given = [Block(1, data, b""), Block(2, b"y", b"\n"), Block(3, data, b"\n")]
        found = [bytes(one.rows) for one in pool.map(given)]
    assert found == [data * 2, b"yy", data * 2]


def test_every_worker_is_prepared_in_its_own_process():
    state = []

    def prepare():
        state.append(os.getpid())

    def work(block):
        return result(b"%d %d" % (len(state), os.getpid() == state[0]))

    with workers.Pool(2, work, prepare) as pool:
        found = [one.rows for one in pool.map([Block(number, b"", b"\n") for number in range(4)])]
    assert found == [b"1 1"] * 4
    assert state == []


def suicide(block):
    if block.first == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return result(b"")


def hungry(block):
    if block.first == 2:
        raise MemoryError
    return result(b"")


@pytest.mark.parametrize("work", [pytest.param(suicide, id="killed"), pytest.param(hungry, id="out of memory")])
@pytest.mark.parametrize("blocks", [3, 50])
def test_a_worker_that_dies_is_told(work, blocks, capfd):
    with workers.Pool(2, work, nothing) as pool, pytest.raises(UsageError, match="a worker process died"):
        list(pool.map([Block(number, b"", b"\n") for number in range(blocks)]))
    assert capfd.readouterr().err == ""


def test_a_fault_of_our_own_is_shown(capfd):
    def faulty(block):
        raise ZeroDivisionError

    with workers.Pool(2, faulty, nothing) as pool, pytest.raises(UsageError, match="a worker process died"):
        list(pool.map([Block(1, b"", b"\n")]))
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_leaving_ends_all_workers_whatever_they_do(capfd):
    def endless(block):
        time.sleep(3600)

    with workers.Pool(3, endless, nothing) as pool:
        pids = [lane.pid for lane in pool._lanes]
        found = pool.map(iter([Block(1, b"", b"\n")] * 3))
        with pytest.raises(KeyboardInterrupt):
            stop_soon(found)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert capfd.readouterr().err == ""


def stop_soon(results):
    """Wait for a result, and be interrupted meanwhile as by Ctrl-C."""

    def stop(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        next(results)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_cores_this_process_may_use(monkeypatch):
    assert workers.available() >= 1
    if hasattr(os, "sched_getaffinity"):
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 3, 5})
        assert workers.available() == 3
    monkeypatch.delattr(os, "fork")
    assert workers.available() == 1

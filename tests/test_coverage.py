"""The short form of benchmarks/coverage.py: fixed seeds, so it either always passes or never."""

import importlib.util
import sys
from pathlib import Path

import pytest

PATH = Path(__file__).parent.parent / "benchmarks" / "coverage.py"


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("coverage_benchmark", PATH)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.mark.parametrize(
    ("tasks", "mean", "spread"),
    [
        pytest.param(30, 0.3, 4.0, id="few tasks"),
        pytest.param(30, 0.8, 1.0, id="few tasks, mostly solved or not at all"),
        pytest.param(100, 0.9, 4.0, id="near the top"),
        pytest.param(200, 0.5, 1.0, id="many tasks"),
    ],
)
def test_intervals_of_shares_cover(bench, tasks, mean, spread):
    covered = bench.coverage(bench.share_covered, bench.Setting(tasks, mean, spread), 1000)
    assert 0.93 <= covered <= 0.97


@pytest.mark.parametrize(("tasks", "gain"), [(30, 0.0), (100, 0.1)])
def test_intervals_of_paired_differences_cover(bench, tasks, gain):
    covered = bench.coverage(bench.difference_covered, bench.Setting(tasks, 0.5, 2.0, gain), 1000)
    assert 0.93 <= covered <= 0.97


def test_wilson_as_if_rollouts_were_independent_would_not_cover(bench):
    # The simulation can tell a right interval from a wrong one.
    from mcqa_cli.statistics.intervals import Interval, wilson

    right = bench.share_interval
    bench.share_interval = lambda sums, sizes: Interval(*wilson(sum(sums), sum(sizes)), "wilson")
    try:
        assert bench.coverage(bench.share_covered, bench.Setting(100, 0.5, 1.0), 500) < 0.85
    finally:
        bench.share_interval = right

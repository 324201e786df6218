"""The benchmark of speed builds what it says, and notices rows and rewards that are missing."""

import importlib.util
import json
from pathlib import Path

import pytest
from conftest import read_rows

spec = importlib.util.spec_from_file_location("speed", Path(__file__).parents[1] / "benchmarks" / "speed.py")
speed = importlib.util.module_from_spec(spec)
spec.loader.exec_module(speed)


@pytest.mark.parametrize("kind", speed.KINDS)
def test_every_line_is_unique_and_graded_as_it_was_built(mcqa, tmp_path, kind):
    data = speed.build(tmp_path / "in.jsonl", 80, speed.KINDS[kind])
    lines = data.path.read_bytes().splitlines()
    assert len(set(lines)) == len(lines) == data.rows == 80
    assert 0 < data.correct < 80
    done = mcqa("score", data.path, "-o", tmp_path / "out.jsonl", "--json")
    assert json.loads(done.out)["overall"]["correct"] == data.correct
    assert speed.written(tmp_path / "out.jsonl") == (80, data.correct)


def test_rows_of_a_join_lack_what_their_inputs_have(mcqa, tmp_path):
    apart = tmp_path / "in_materialized_inputs.jsonl"
    data = speed.build(tmp_path / "in.jsonl", 40, speed.KINDS["short answers"], apart=apart)
    assert not any("options" in row for row in read_rows(data.path))
    done = mcqa("score", data.path, "-o", tmp_path / "out.jsonl", "--json")
    report = json.loads(done.out)
    assert (report["overall"]["correct"], report["options_from"]["inputs"]) == (data.correct, 40)


def test_missing_rewards_are_noticed(tmp_path):
    bench = speed.Bench(tmp_path, 10, 1, str)
    data = speed.Built(tmp_path / "in.jsonl", 2, 1)
    for rewards, faults in (([1.0, 0.0], 0), ([1.0], 1), ([1.0, 1.0], 1)):
        (tmp_path / "out.jsonl").write_text("".join(json.dumps({"reward": one}) + "\n" for one in rewards))
        bench.faults.clear()
        bench.check("way", data, [], tmp_path / "out.jsonl")
        assert len(bench.faults) == faults


def test_a_part_is_measured_and_printed(tmp_path):
    bench = speed.Bench(tmp_path, 40, 1, str)
    lines = [speed.cells(one) for one in bench.pipes()]
    assert [line[:2] for line in lines] == [("through pipes, -j 1", "40"), ("through pipes, -j 2", "40")]
    assert bench.faults == []
    assert speed.table(lines, markdown=True).count("\n") == 3
    assert speed.table(lines, markdown=False).count("\n") == 2

"""An inputs file that is left on disk: it gives what one that is read whole gives, in a fraction of the memory."""

import gzip
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PEAK_KIB, gym_row, read_rows, write_rows
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcqa_cli import inputs_file, run
from mcqa_cli.errors import RowError, UsageError
from mcqa_cli.formats import gym
from mcqa_cli.inputs_file import ROLLOUTS, InputsFile, open_inputs
from mcqa_cli.join import READY, InputsIndex, partner_of

pytestmark = pytest.mark.skipif(not hasattr(os, "pread"), reason="elsewhere every inputs file is read whole")


def numbers(task, rollout, **more):
    return {"_ng_task_index": task, "_ng_rollout_index": rollout} | more


def asking(task):
    return {"responses_create_params": {"input": [{"role": "user", "content": f"Which of {task}?"}]}}


def known(task, rollout, **fields):
    """A row of an inputs file; a task's number decides its options, and so its letter."""
    row = asking(task) | {
        "options": [{letter: f"{letter} of {task % 7}"} for letter in "ABCD"],
        "expected_answer": "ABCD"[task % 4],
        "uuid": f"u{task}",
        "metadata": {"level": task % 3},
    }
    return row | fields | numbers(task, rollout, agent_ref={"name": "simple"})


def rollout(task, number, letter="B", **fields):
    row = gym_row(f"\\boxed{{{letter}}}", gold="ABCD"[task % 4])
    del row["options"]
    return row | asking(task) | numbers(task, number) | fields


def verdict(partners, row):
    try:
        return partner_of(partners, row, gym.read(row))
    except RowError as error:
        return error.code, error.message


def plain(found):
    """What can be compared of a partner."""
    if found is None or not hasattr(found, "choices"):
        return found
    choices = found.choices
    return (choices and (choices.labels, choices.texts), *found[1:])


@pytest.fixture
def both(tmp_path):
    """Write inputs rows, and open them both ways; the first may be an index too."""
    opened = []

    def open_both(*rows, by=()):
        name = write_rows(tmp_path / "inputs.jsonl", *rows)
        whole = InputsIndex(by)
        whole.read(name)
        opened.append(open_inputs(name, by))
        return opened[-1], whole

    yield open_both
    for one in opened:
        one.close()


# What must be read whole.

WHOLE = [
    pytest.param([known(0, 0), known(0, 0)], id="a pair twice"),
    pytest.param([known(0, 0), known(0, 1), known(0, 0)], id="a pair again"),
    pytest.param([known(1, 0), known(0, 0)], id="not sorted"),
    pytest.param(
        [known(0, 0), known(0, 1), *[known(1, 0) | {"agent_ref": {"name": "another"}}] * 2],
        id="twice, of another agent",
    ),
    pytest.param([known(0, 0), known(1, 0), known(0, 1), known(1, 1)], id="a lap for each repeat"),
    pytest.param([asking(0) | {"uuid": "a"}], id="no numbers"),
    pytest.param([numbers(0, 0) | asking(0)], id="numbers at the start"),
    pytest.param([asking(0) | {"note": numbers(0, 0)}], id="numbers of another object"),
    pytest.param([known(0, 0) | {"skills_ref": None}], id="something behind the numbers"),
    pytest.param([known(0, 0) | numbers("0", 0)], id="a task that is no number"),
    pytest.param([known(0, ROLLOUTS - 1), known(0, ROLLOUTS)], id="more rollouts than there is room for"),
    pytest.param([known(10**15 - 1, 0)], id="a task number that is too large"),
    pytest.param([b"\xef\xbb\xbf", known(0, 0)], id="a byte order mark"),
    pytest.param([known(0, ROLLOUTS - 1), known(0, 0)], id="behind the last number there is no repeat"),
]


@pytest.mark.parametrize("rows", WHOLE)
def test_what_must_be_read_whole_is(both, rows):
    assert isinstance(both(*rows)[0], InputsIndex)


ON_DISK = [
    pytest.param([], id="nothing"),
    pytest.param([known(0, 0), known(0, 1), known(3, 2), known(3, 3), known(4, 0)], id="repeats and gaps"),
    pytest.param(
        [known(t, n) for t, count in enumerate((3, 3, 2, 3, 4, 1, 3)) for n in range(count)], id="runs of all lengths"
    ),
    pytest.param([known(t, n) for t in range(3) for n in range(100)], id="long runs"),
    pytest.param([known(0, 0), b"\n", b"  \r\n", known(0, 1)], id="blank lines"),
    pytest.param([known(0, 0, note=1), known(0, 1, note=2)], id="repeats that differ"),
    pytest.param([json.dumps(known(0, number)).encode() + b"\r\n" for number in range(3)], id="carriage returns"),
    pytest.param([known(0, 0), json.dumps(known(0, 1)).encode()], id="no line feed at the end"),
    pytest.param(
        [known(0, 0), known(0, 1) | {"agent_ref": {"name": "another"}}, known(0, 2)], id="agents of several names"
    ),
    pytest.param([known(0, 9), known(0, 10), known(0, 11), known(0, 100)], id="numbers that grow longer"),
    pytest.param([known(0, ROLLOUTS - 1), known(1, 0)], id="the last number there is"),
    pytest.param([known(0, 0, note="x" * 700_000), known(0, 1), known(1, 0, note="y" * 300_000)], id="long lines"),
    pytest.param([known(task, 0) for task in range(READY + 300)], id="more tasks than are kept ready"),
    pytest.param([known(0, 0, score=float("nan"), options=None), known(1, 0, note=10**30)], id="odd values"),
]


@pytest.mark.parametrize("rows", ON_DISK)
@pytest.mark.parametrize("by", [(), ("metadata.level",), ("agent_ref.name", "_ng_rollout_index")])
def test_what_stays_on_disk_gives_the_same(both, rows, by):
    found, whole = both(*rows, by=by)
    assert isinstance(found, InputsFile)
    objects = [
        row if isinstance(row, dict) else json.loads(row) for row in rows if isinstance(row, dict) or row.strip()
    ]
    asked = [(row["_ng_task_index"], row["_ng_rollout_index"]) for row in objects]
    for task, number in [*asked, *asked[::-3]]:
        row = rollout(task, number)
        assert plain(verdict(found, row)) == plain(verdict(whole, row))
        assert verdict(found, row) is not None
    assert found._whole is None


def test_a_line_cut_off_is_not_taken_for_the_one_before(tmp_path, monkeypatch):
    # What is left in the buffer of the line before must not complete it.
    lines = b"".join(json.dumps(known(0, number)).encode() + b"\n" for number in range(9))
    size = len(lines) // 9
    for buffer in [*range(size, 2 * size, 17), 8 * size]:
        monkeypatch.setattr(inputs_file, "BLOCK", buffer)
        for cut in (1, 2, 3, 20, 60, size // 2):
            (tmp_path / "inputs.jsonl").write_bytes(lines[:-cut])
            partners = InputsFile(str(tmp_path / "inputs.jsonl"))
            assert partners.scan() == (cut == 1)
            partners.close()
    with pytest.raises(UsageError, match=r"inputs.jsonl:9: .* \(in the inputs file\)"):
        open_inputs(str(tmp_path / "inputs.jsonl"), ())


def test_a_row_that_is_broken_in_the_middle_is_told_once_a_rollout_asks_for_it(tmp_path):
    line = json.dumps(known(5, 0)).replace('"options": [', '"options": [,')
    name = write_rows(tmp_path / "inputs.jsonl", known(0, 0), line.encode() + b"\n", known(6, 0))
    partners = open_inputs(name, ())
    assert partners.partner(rollout(6, 0)) is not None
    with pytest.raises(UsageError, match=r"inputs.jsonl:2: .* \(in the inputs file\)"):
        partners.partner(rollout(5, 0))
    partners.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_such_a_row_ends_the_run_and_nothing_is_published(tmp_path, monkeypatch, mcqa, jobs):
    monkeypatch.setattr(run, "SMALL_INPUT", 1)
    line = json.dumps(known(2999, 0)).replace('"options": [', '"options": [,')
    beside = write_rows(tmp_path / "inputs.jsonl", *[known(task, 0) for task in range(2999)], line.encode() + b"\n")
    name = write_rows(tmp_path / "rollouts.jsonl", *[rollout(task, 0) for task in range(3000)])
    done = mcqa("score", name, "-o", tmp_path / "out.jsonl", "--inputs", beside, "-j", jobs)
    assert (done.status, (tmp_path / "out.jsonl").exists()) == (2, False)
    assert done.err.startswith(f"mcqa: {beside}:3000: ")
    assert done.err.count("\n") == 1


ASKED = st.fixed_dictionaries(
    {"task": st.integers(-1, 6), "number": st.integers(-1, 3)},
    optional={
        "uuid": st.sampled_from(["u0", "u3", "none"]),
        "numbers": st.sampled_from([{}, numbers(None, None), numbers("1", 0), numbers(1.0, 0), numbers(True, False)]),
        "prompt": st.integers(0, 6),
        "gold": st.sampled_from(["A", " b", None]),
    },
)


def asked_row(task, number, uuid=None, numbers=None, prompt=None, gold=""):
    row = rollout(task, number)
    if uuid is not None:
        row["uuid"] = uuid
    if numbers is not None:
        del row["_ng_task_index"], row["_ng_rollout_index"]
        row |= numbers
    if prompt is not None:
        row |= asking(prompt)
    if gold != "":
        row["expected_answer"] = gold
    return row


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), max_size=12),
    st.booleans(),
    st.lists(ASKED, max_size=12),
)
def test_no_question_tells_the_two_apart(both, pairs, in_order, asked):
    if in_order:
        pairs = sorted(set(pairs))
    found, whole = both(*(known(task, number) for task, number in pairs), by=("metadata.level",))
    assert isinstance(found, InputsFile) or pairs != sorted(set(pairs))
    for one in asked:
        row = asked_row(**one)
        assert plain(verdict(found, row)) == plain(verdict(whole, row))
    found.close()


ORDERS = [
    pytest.param(lambda rows: rows, id="in order"),
    pytest.param(lambda rows: sorted(rows, key=lambda row: hash(json.dumps(row)) % 7), id="in another order"),
    pytest.param(lambda rows: [*rows[:900], rollout(5000, 0), *rows[900:], rollout(0, 77)], id="some without partner"),
    pytest.param(lambda rows: [*rows[:900], rollout(1, 0) | numbers(2, 0), *rows[900:]], id="another shard's row"),
    pytest.param(lambda rows: [row | numbers(None, None) for row in rows], id="no numbers"),
]


@pytest.mark.parametrize("order", ORDERS)
def test_scored_rows_are_the_same_whichever_way_and_with_workers(mcqa, tmp_path, monkeypatch, order):
    monkeypatch.setattr(run, "SMALL_INPUT", 0)
    rows = [rollout(task, number, "ABCD"[number % 4], pad="x" * 400) for task in range(250) for number in range(4)]
    name = write_rows(tmp_path / "rollouts.jsonl", *order(rows))
    inputs = write_rows(tmp_path / "other.jsonl", *(known(task, number) for task in range(250) for number in range(4)))
    (tmp_path / "whole.jsonl.gz").write_bytes(gzip.compress(Path(inputs).read_bytes(), 1))
    found = set()
    for beside in (inputs, tmp_path / "whole.jsonl.gz"):
        for jobs in (1, 2):
            target, left = tmp_path / "out.jsonl", tmp_path / "left.jsonl"
            left.unlink(missing_ok=True)
            arguments = ["-o", target, "--ungraded", left, "--inputs", beside, "-j", jobs, "--by", "metadata.level"]
            done = mcqa("score", name, *arguments, "--json")
            report = json.loads(done.out)
            groups = json.dumps([report["groups"], report["options_from"]])
            found.add((done.status, target.read_bytes(), left.read_bytes() if left.exists() else b"", groups))
    assert len(found) == 1
    assert len(read_rows(target)) >= 1000


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_inputs_file_that_changes_is_told(mcqa, tmp_path, monkeypatch, jobs):
    monkeypatch.setattr(run, "SMALL_INPUT", 0)
    inputs = tmp_path / "other.jsonl"
    write_rows(inputs, *(known(task, 0) for task in range(900)))
    name = write_rows(tmp_path / "rollouts.jsonl", *(rollout(task, 0, pad="x" * 400) for task in range(900)))
    opened = run.Inputs.open

    def change(self):
        for one in opened(self):
            data = inputs.read_bytes()
            inputs.write_bytes(data[: len(data) // 2] + data[len(data) // 2 :].replace(b"A of", b"a of"))
            yield one

    monkeypatch.setattr(run.Inputs, "open", change)
    done = mcqa("score", name, "-o", tmp_path / "out.jsonl", "--inputs", inputs, "-j", jobs)
    assert (done.status, done.out) == (2, b"")
    assert done.err.count("\n") == 1
    assert "other.jsonl: was changed while it was read" in done.err
    assert not (tmp_path / "out.jsonl").exists()


def test_a_file_put_in_its_place_is_told_too(tmp_path):
    name = write_rows(tmp_path / "other.jsonl", known(0, 0))
    partners = open_inputs(name, ())
    write_rows(tmp_path / "new.jsonl", known(0, 0), known(1, 0))
    (tmp_path / "new.jsonl").rename(name)
    row = rollout(0, 0)
    assert partner_of(partners, row, gym.read(row)).gold == "A"
    row = rollout(1, 0)
    with pytest.raises(UsageError, match="was changed while it was read"):
        partner_of(partners, row, gym.read(row))
    partners.close()


PEAK = f"""
{PEAK_KIB}
import sys
from mcqa_cli.cli import invoke
assert invoke(sys.argv[1:]) == 0
print(peak_kib() // 1024)
"""


def peak(*arguments):
    """The memory of a run, in MiB."""
    done = subprocess.run([sys.executable, "-c", PEAK, *map(str, arguments)], capture_output=True, check=True)
    return int(done.stdout)


def test_memory_of_a_join(tmp_path):
    tasks, size = 8000, 3000
    rows = [rollout(task, 0) for task in range(tasks)]
    given = [known(task, 0, note="n" * size) for task in range(tasks)]
    bare = write_rows(
        tmp_path / "bare.jsonl", *(row | {"options": one["options"]} for row, one in zip(rows, given, strict=True))
    )
    random.Random(5).shuffle(rows)
    name = write_rows(tmp_path / "rollouts.jsonl", *rows)
    inputs = write_rows(tmp_path / "other.jsonl", *given)
    with gzip.open(tmp_path / "other.jsonl.gz", "wb", 1) as file:
        file.write(Path(inputs).read_bytes())
    least = peak("score", bare, "-q", "-o", tmp_path / "out.jsonl", "-j", 1)
    on_disk = peak("score", name, "-q", "-o", tmp_path / "out.jsonl", "-j", 1, "--inputs", inputs)
    whole = peak("score", name, "-q", "-o", tmp_path / "out.jsonl", "-j", 1, "--inputs", f"{inputs}.gz")
    assert on_disk < least + 16
    assert whole < least + 16 + tasks * (1500 + 3 * 150) / (1 << 20)

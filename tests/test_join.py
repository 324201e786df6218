"""The inputs file: what rollouts lack is found again, and never in another question's row."""

import gzip
import json

import pytest
from conftest import gym_row, read_rows, write_rows

from mcqa_cli.join import inputs_beside

OPTIONS = [{"A": "red"}, {"B": "green"}]


def request(*prompts):
    return {"responses_create_params": {"input": [{"role": "user", "content": prompt} for prompt in prompts]}}


def rollout(text="\\boxed{B}", **fields):
    """A row as Gym writes it: no options."""
    row = gym_row(text, gold="B")
    del row["options"]
    row = row | request("Which?") | fields
    return {name: value for name, value in row.items() if value is not ...}


def known(**fields):
    """Its row in the inputs file."""
    row = request("Which?") | {"options": OPTIONS, "expected_answer": "B"} | fields
    return {name: value for name, value in row.items() if value is not ...}


def keys(task, number=0):
    return {"_ng_task_index": task, "_ng_rollout_index": number}


@pytest.fixture
def join(mcqa, tmp_path):
    """Score rollouts with an inputs file; returns [(letter, reward) or the code] by line."""

    def run(rollouts, inputs, *arguments):
        name = write_rows(tmp_path / "rollouts.jsonl", *rollouts)
        beside = write_rows(tmp_path / "other.jsonl", *inputs)
        done = mcqa("score", name, "-o", tmp_path / "out.jsonl", "--json", "--inputs", beside, *arguments)
        report = json.loads(done.out)
        left = tmp_path / "out_ungraded.jsonl"
        codes = {one["line"]: one["error"] for one in (read_rows(left) if left.exists() else [])}
        rows = iter(read_rows(tmp_path / "out.jsonl"))
        found = [codes.get(number) or next(rows)["extracted_answer"] for number in range(1, len(rollouts) + 1)]
        return found, report

    return run


# What must not be joined.

ALIKE = [(-1, -2), (0, 2**61 - 1), (5, 2**61 + 4)]  # to Python's hash

CONFLICTS = [
    *[
        pytest.param(
            [rollout(responses_create_params={}, expected_answer=..., **keys(one))],
            [known(responses_create_params={}, **keys(other))],
            ["no_input_row"],
            id=f"task {one} is not task {other}",
        )
        for one, other in ALIKE
    ],
    *[
        pytest.param(
            [rollout(responses_create_params={}, expected_answer=..., uuid=one)],
            [known(responses_create_params={}, uuid=other)],
            ["no_input_row"],
            id=f"uuid {one} is not uuid {other}",
        )
        for one, other in ALIKE
    ],
    pytest.param(
        [rollout(**keys(0), **request("Another?"))],
        [known(**keys(0))],
        ["join_conflict"],
        id="another shard: other prompt",
    ),
    pytest.param(
        [rollout(**keys(0), expected_answer="A")], [known(**keys(0))], ["join_conflict"], id="another shard: other gold"
    ),
    pytest.param(
        [rollout(**keys(0))],
        [known(**keys(0)), known(**keys(0), expected_answer="A")],
        ["join_conflict"],
        id="one key, two golds",
    ),
    pytest.param(
        [rollout(**keys(0))],
        [known(**keys(0)), known(**keys(0), options=[{"A": "red"}, {"B": "blue"}])],
        ["join_conflict"],
        id="one key, two lists of options",
    ),
    pytest.param(
        [rollout(**keys(0))],
        [known(**keys(0)), known(**keys(0), grading_mode="lenient_boxed")],
        ["join_conflict"],
        id="one key, two modes",
    ),
    pytest.param(
        [rollout()],
        [known(uuid="a"), known(uuid="b", expected_answer="A")],
        ["join_conflict"],
        id="equal messages, two golds",
    ),
    pytest.param([rollout(**request("Nowhere?"))], [known()], ["no_input_row"], id="no partner"),
    pytest.param([rollout(**keys(7), **request("No?"))], [known(**keys(0))], ["no_input_row"], id="no such number"),
    pytest.param(
        [rollout(**request("Q\nA: red\nB: green"), expected_answer="B")],
        [known()],
        ["no_input_row"],
        id="no partner, and the prompt is no stand-in",
    ),
    pytest.param(
        [rollout(**keys(0))],
        [known(**keys(0), options=...)],
        ["no_options"],
        id="a partner that has none either",
    ),
]


@pytest.mark.parametrize(("rollouts", "inputs", "expected"), CONFLICTS)
def test_what_is_not_joined(join, rollouts, inputs, expected):
    assert join(rollouts, inputs)[0] == expected


FOUND = [
    *[
        pytest.param(
            [
                rollout(**keys(one, two), expected_answer=...),
                rollout("\\boxed{A}", **keys(other, two), expected_answer=...),
            ],
            [known(**keys(one, two)), known(**keys(other, two), expected_answer="A")],
            ["B", "A"],
            id=f"tasks {one} and {other}, rollout {two}",
        )
        for one, other in ALIKE
        for two in (0, -1)
    ],
    pytest.param([rollout(**keys(0))], [known(**keys(0))], ["B"], id="task and rollout number"),
    pytest.param(
        [rollout(**keys(1), **request("Q1")), rollout("\\boxed{A}", **keys(0), **request("Q0"))],
        [known(**keys(0), **request("Q0")), known(**keys(1), **request("Q1"))],
        ["B", "A"],
        id="any order",
    ),
    pytest.param([rollout(uuid="u")], [known(uuid="u", **request("Which?"))], ["B"], id="uuid"),
    pytest.param([rollout(uuid=7)], [known(uuid=7)], ["B"], id="a uuid that is a number"),
    pytest.param([rollout()], [known()], ["B"], id="messages"),
    pytest.param(
        [rollout(responses_create_params={"input": "Which?"})], [known()], ["B"], id="a request in short form"
    ),
    pytest.param(
        [rollout()],
        [
            known(
                responses_create_params={
                    "input": [
                        {"content": [{"type": "input_text", "text": "Which?"}], "role": "user", "type": "message"}
                    ],
                    "temperature": 1,
                }
            )
        ],
        ["B"],
        id="a request spelt otherwise",
    ),
    pytest.param([rollout(**keys(0))], [known(**keys(0)), known(**keys(0))], ["B"], id="a key twice, in agreement"),
    pytest.param(
        [rollout(**keys(0)), rollout("\\boxed{A}", **keys(0, 1))],
        [known(**keys(0)), known(**keys(0, 1))],
        ["B", "A"],
        id="repeats of one task",
    ),
    pytest.param([rollout()], [known(uuid="a"), known(uuid="b")], ["B"], id="equal questions under two uuids"),
    pytest.param(
        [rollout()],
        [known(metadata={"n": 1}), known(metadata={"n": 2})],
        ["B"],
        id="rows that differ in what nobody uses",
    ),
    pytest.param([rollout(**keys(0), expected_answer=" b")], [known(**keys(0))], ["B"], id="one gold in two spellings"),
    pytest.param([rollout(**keys(0), expected_answer=...)], [known(**keys(0))], ["B"], id="gold from the inputs"),
    pytest.param(
        [rollout(**keys(0))],
        [known(**keys(0), options=..., **request("Which?\nA: red\nB: green"))],
        ["join_conflict"],
        id="options listed in another prompt are another question",
    ),
    pytest.param(
        [rollout(**keys(0), **request("Which?\nA: red\nB: green"))],
        [known(**keys(0), options=..., **request("Which?\nA: red\nB: green"))],
        ["B"],
        id="options listed in the partner's prompt",
    ),
    pytest.param([rollout(**keys(0), options=[{"A": "x"}, {"B": "y"}])], [], ["B"], id="a row that needs no partner"),
]


@pytest.mark.parametrize(("rollouts", "inputs", "expected"), FOUND)
def test_what_is_joined(join, rollouts, inputs, expected):
    assert join(rollouts, inputs)[0] == expected


def test_mode_template_and_groups_come_from_the_inputs_file(join):
    inputs = known(
        **keys(0),
        grading_mode="lenient_boxed",
        template_metadata={"template_id": "t", "output_regex": "pick (.)"},
        metadata={"level": "hard"},
    )
    rows = [rollout("\\boxed{green}", **keys(0)), rollout("pick A \\boxed{B}", **keys(0))]
    found, report = join(rows, [inputs], "--by", "metadata.level")
    assert found == ["B", "A"]
    assert [one["value"] for one in report["groups"]["grading_mode"]] == ["lenient_boxed"]
    assert [one["value"] for one in report["groups"]["template_id"]] == ["t"]
    assert [one["value"] for one in report["groups"]["metadata.level"]] == ["hard"]
    assert report["options_from"]["inputs"] == 2
    assert report["inputs_files"][0].endswith("other.jsonl")


def test_a_joined_file_that_is_graded_again_without_its_inputs_is_told_of(mcqa, tmp_path):
    asked = keys(0) | request("Q\nA: a\nB: b")
    inputs = write_rows(tmp_path / "other.jsonl", known(**asked, grading_mode="lenient_answer_colon"))
    name = write_rows(tmp_path / "in.jsonl", rollout("Answer: B", **asked))
    again = tmp_path / "again.jsonl"
    first = json.loads(mcqa("score", name, "--inputs", inputs, "--details", "-o", again, "--json").out)
    assert "recorded_mode" not in [one["code"] for one in first["notes"]]
    for arguments, told in (([], True), (["--inputs", inputs], False), (["--mode", "robust"], False)):
        made = json.loads(mcqa("score", again, *arguments, "-o", tmp_path / "out.jsonl", "--json").out)
        assert ("recorded_mode" in [one["code"] for one in made["notes"]]) is told, arguments


def test_repeats_on_neighbouring_lines_are_told_apart_by_more_than_their_ends(join):
    # Lines that are equal up to their numbers, and one that only looks so.
    tricky = known(note='"_ng_task_index": 1', **keys(0, 2))
    inputs = [
        known(**keys(0, 0)),
        known(**keys(0, 1)),
        tricky,
        known(**keys(1, 0), expected_answer="A"),
        known(**keys(1, 1), grading_mode="lenient_boxed", expected_answer="A"),
    ]
    rows = [rollout(**keys(0, number)) for number in range(3)]
    rows += [rollout("\\boxed{red}", **keys(1, number), expected_answer="A") for number in range(2)]
    found, _ = join(rows, inputs)
    assert found == ["B", "B", "B", None, "A"]
    late = [known(**keys(0, 0)), known(**keys(0, 1)) | {"grading_mode": "lenient_boxed"}]
    assert join([rollout("\\boxed{red}", **keys(0, number)) for number in range(2)], late)[0] == [None, "A"]


BAD = [
    pytest.param(b'{"a": 1\n', "other.jsonl:2: ", id="a torn line"),
    pytest.param(b"[]\n", "other.jsonl:2: ", id="no object"),
]


@pytest.mark.parametrize(("line", "told"), BAD)
def test_half_an_inputs_file_is_none(mcqa, tmp_path, line, told):
    name = write_rows(tmp_path / "rollouts.jsonl", rollout())
    beside = write_rows(tmp_path / "other.jsonl", known(), line)
    done = mcqa("score", name, "-o", tmp_path / "out.jsonl", "--inputs", beside)
    assert done.status == 2
    assert told in done.err
    assert done.err.endswith("(in the inputs file)\n")
    assert not (tmp_path / "out.jsonl").exists()


def test_a_damaged_archive_of_inputs_is_none_either(mcqa, tmp_path):
    name = write_rows(tmp_path / "rollouts.jsonl", rollout())
    (tmp_path / "other.jsonl.gz").write_bytes(gzip.compress(json.dumps(known()).encode())[:-12])
    done = mcqa("score", name, "--inputs", tmp_path / "other.jsonl.gz")
    assert (done.status, done.out) == (2, b"")
    assert "other.jsonl.gz:1: " in done.err


@pytest.mark.parametrize(
    ("rollouts", "inputs", "found"),
    [
        pytest.param("r.jsonl", "r_materialized_inputs.jsonl", True, id="plain"),
        pytest.param("r.jsonl.gz", "r_materialized_inputs.jsonl", True, id="rollouts compressed"),
        pytest.param("r.jsonl", "r_materialized_inputs.jsonl.gz", True, id="inputs compressed"),
        pytest.param("r.v2.jsonl.zst", "r.v2_materialized_inputs.jsonl.xz", True, id="both, dots"),
        pytest.param("r.jsonl", "s_materialized_inputs.jsonl", False, id="another run's"),
        pytest.param("r.jsonl", "r_inputs.jsonl", False, id="another name"),
        pytest.param("x" * 250, "r_materialized_inputs.jsonl", False, id="a name at its longest"),
    ],
)
def test_the_inputs_file_beside(tmp_path, rollouts, inputs, found):
    (tmp_path / inputs).touch()
    assert inputs_beside(tmp_path / rollouts) == (tmp_path / inputs if found else None)


def test_each_file_has_its_own_inputs_beside_it(mcqa, tmp_path):
    names = []
    for shard, gold in enumerate("AB"):
        names.append(
            write_rows(tmp_path / f"s{shard}.jsonl", rollout(**keys(0), **request(f"Q{shard}"), expected_answer=gold))
        )
        write_rows(
            tmp_path / f"s{shard}_materialized_inputs.jsonl",
            known(**keys(0), **request(f"Q{shard}"), expected_answer=gold),
        )
    done = mcqa("score", *names, "-q")
    assert (done.status, [row["reward"] for row in done.rows]) == (0, [0.0, 1.0])
    wrong = mcqa("score", names[0], "-q", "--inputs", tmp_path / "s1_materialized_inputs.jsonl")
    assert (wrong.status, wrong.out) == (1, b"")
    assert "join_conflict" in wrong.err

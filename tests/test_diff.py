"""`mcqa diff` as it is run: how rows are matched, what changed, and every figure against a plain computation."""

import csv
import io
import itertools
import json
import math
import random
from collections import Counter

import numpy as np
import pytest
from conftest import scored_row as row
from conftest import write_rows

from mcqa_cli.cli import invoke
from mcqa_cli.statistics.distributions import t_quantile


def write(path, rows):
    return write_rows(path, *rows)


@pytest.fixture
def diff(tmp_path, capsys):
    """Run `mcqa diff` on two lists of rows and return (status, report, standard error)."""

    def run(a, b, *options):
        names = [write(tmp_path / "a.jsonl", a), write(tmp_path / "b.jsonl", b)]
        status = invoke(["diff", *names, "--json", *options])
        out, err = capsys.readouterr()
        return status, json.loads(out, parse_constant=pytest.fail) if out else None, err

    return run


def models(seed=4, tasks=12, low=1, high=9):
    """The same tasks answered by two models, B a little better; ragged."""
    rng = random.Random(seed)
    a, b = [], []
    for task in range(tasks):
        gold, skill = rng.choice("ABCD"), rng.random()
        for rollout in range(rng.randint(low, high)):
            for rows, chance in ((a, skill), (b, min(1.0, skill + 0.15))):
                letter = gold if rng.random() < chance else rng.choice([*"ABCD", None])
                rows.append(row(task, rollout, letter, gold))
    return a, b


def rewards(rows):
    return np.array([one["reward"] for one in rows])


def clusters(a, b):
    tasks = sorted({one["_ng_task_index"] for one in a})
    of = np.array([one["_ng_task_index"] for one in a])
    d = rewards(b) - rewards(a)
    return np.array([d[of == t].sum() for t in tasks]), np.array([(of == t).sum() for t in tasks])


def flips_by_enumeration(sums):
    patterns = list(itertools.product((1, -1), repeat=len(sums)))
    return np.mean([abs(np.dot(p, sums)) >= abs(sum(sums)) for p in patterns])


def test_repeated_tasks_against_a_plain_computation(diff):
    a, b = models()
    _, report, _ = diff(a, b)
    found = report["overall"]
    sums, sizes = clusters(a, b)
    d = sums.sum() / sizes.sum()
    v = len(sums) / (len(sums) - 1) * ((sums - d * sizes) ** 2).sum() / sizes.sum() ** 2
    half = t_quantile(len(sums) - 1) * math.sqrt(v)
    assert report["matched_by"] == "rollout"
    assert (found["pairs"], found["tasks"]) == (len(a), 12)
    assert found["accuracy_a"] == pytest.approx(rewards(a).mean())
    assert found["accuracy_b"] == pytest.approx(rewards(b).mean())
    assert found["difference"] == pytest.approx(d)
    assert found["drop"] == pytest.approx(-d)
    assert found["difference_interval"] == pytest.approx([d - half, d + half])
    assert found["p_value"] == pytest.approx(flips_by_enumeration(sums))
    assert found["p_value_method"] == "sign_flip_exact"
    assert found["gains"] == ((rewards(a) == 0) & (rewards(b) == 1)).sum()
    assert found["losses"] == ((rewards(a) == 1) & (rewards(b) == 0)).sum()


def test_tasks_that_stand_once_get_the_exact_mcnemar_test(diff):
    a, b = models(tasks=40, low=1, high=1)
    _, report, _ = diff(a, b)
    found = report["overall"]
    gains, losses = found["gains"], found["losses"]
    n = gains + losses
    p = min(1.0, 2 * sum(math.comb(n, i) for i in range(min(gains, losses) + 1)) / 2**n)
    assert found["p_value_method"] == "mcnemar_exact"
    assert found["p_value"] == pytest.approx(p)
    assert found["interval_method"] == "paired_adjusted"


def test_transitions_are_counted_in_full(diff):
    a, b = models(seed=8, tasks=60)
    _, report, _ = diff(a, b)

    def state(one):
        return "right" if one["reward"] else "none" if one["extracted_answer"] is None else "wrong"

    expected = Counter((state(x), state(y)) for x, y in zip(a, b, strict=True))
    other = sum(
        state(x) == state(y) == "wrong" and x["extracted_answer"] != y["extracted_answer"]
        for x, y in zip(a, b, strict=True)
    )
    found = {(one["from"], one["to"]): one["rows"] for one in report["transitions"]}
    assert found.pop(("wrong", "wrong, other letter")) == other
    assert {pair: rows for pair, rows in found.items() if rows} == expected
    assert sum(found.values()) == len(a)


def without_names(report):
    return {name: value for name, value in report.items() if name not in ("changed", "rows")}


def test_the_order_of_rows_does_not_matter(diff):
    a, b = models(seed=2, tasks=30)
    _, first, _ = diff(a, b)
    rng = random.Random(7)
    rng.shuffle(a)
    rng.shuffle(b)
    _, second, _ = diff(a, b)
    assert without_names(first) == without_names(second)


# How rows find their partners.


@pytest.mark.parametrize(
    ("a", "b", "by", "pairs"),
    [
        pytest.param(
            [row(0, 0, "A"), row(0, 1, "B")], [row(0, 1, "A"), row(0, 0, "A")], "rollout", 2, id="task and rollout"
        ),
        pytest.param(
            [row(i, 0, "A", _ng_task_index=..., _ng_rollout_index=..., uuid=f"u{i}") for i in (1, 2)],
            [row(i, 0, "B", _ng_task_index=..., _ng_rollout_index=..., uuid=f"u{i}") for i in (2, 1)],
            "uuid",
            2,
            id="uuid",
        ),
        pytest.param(
            [row(i, ..., "A", _ng_task_index=...) for i in (1, 2)],
            [row(i, ..., "B", _ng_task_index=...) for i in (2, 1)],
            "task",
            2,
            id="the prompt, once each",
        ),
        pytest.param(
            [row(0, ..., "A"), row(0, ..., "B")], [row(0, ..., "A"), row(0, ..., "A")], "line", 2, id="line by line"
        ),
        pytest.param(
            [{"reward": 1.0}, {"reward": 0.0}], [{"reward": 1.0}, {"reward": 1.0}], "line", 2, id="nothing but lines"
        ),
        pytest.param(
            [row(0, ..., "A"), row(0, ..., "B"), row(1, ..., "A")],
            [row(1, ..., "A"), row(0, ..., "A")],
            "tasks",
            0,
            id="only tasks",
        ),
    ],
)
def test_matched_by(diff, a, b, by, pairs):
    status, report, _ = diff(a, b)
    assert status == 0
    assert report["matched_by"] == by
    assert report["overall"]["pairs"] == pairs


def test_what_has_no_partner_is_said_and_a_gate_does_not_pass_over_it(diff):
    a = [row(i, 0, "A") for i in range(4)]
    b = [row(i, 0, "A") for i in range(1, 6)]
    status, report, _ = diff(a, b)
    assert status == 0
    rows = report["rows"]
    assert (rows["only_a"], rows["only_b"], report["overall"]["pairs"]) == (1, 2, 3)
    assert rows["examples_only_a"][0].endswith("a.jsonl:1")
    status, _, err = diff(a, b, "--max-flips", "0")
    assert status == 1
    assert "3 rows lack a partner or a reward" in err
    assert diff(a, b, "--max-flips", "0", "--max-unmatched", "3")[0] == 0


def test_nothing_in_common_is_an_error(diff):
    status, report, err = diff([row(0, 0, "A")], [row(1, 0, "A"), row(2, 0, "A")])
    assert (status, report) == (2, None)
    assert "no row of the one belongs to a row of the other" in err


def test_shards_that_number_alike_are_told_apart_by_their_prompts(diff):
    def shards(letter):
        rows = []
        for shard in "xy":
            one = row(0, 0, letter)
            one["responses_create_params"]["input"][0]["content"] = f"From shard {shard}"
            rows.append(one)
        return rows

    _, report, _ = diff(shards("A"), shards("B")[::-1])
    assert report["matched_by"] == "rollout"
    assert report["overall"]["pairs"] == 2
    assert not any(note["code"] == "prompts_differ" for note in report["notes"])


def test_other_prompts_and_golds_under_the_same_ids_are_said(diff):
    other = [row(i, 0, "A", "B") for i in range(3)]
    for one in other:
        one["responses_create_params"]["input"][0]["content"] = "Something else"
    _, report, _ = diff([row(i, 0, "A") for i in range(3)], other)
    assert {note["code"]: note["rows"] for note in report["notes"]} == {"prompts_differ": 3, "golds_differ": 3}


def test_tasks_are_compared_where_rollouts_have_no_partners(diff):
    a = [row(0, ..., x) for x in "AB"] + [row(1, ..., x) for x in "BBB"] + [row(2, ..., "A")]
    b = [row(0, ..., x) for x in "AAB"] + [row(1, ..., x) for x in "AB"] + [row(3, ..., "A")]
    _, report, _ = diff(a, b)
    found = report["overall"]
    assert found["tasks"] == 2
    assert found["accuracy_a"] == pytest.approx((1 / 2 + 0) / 2)
    assert found["accuracy_b"] == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert found["difference"] == pytest.approx((1 / 6 + 1 / 2) / 2)
    assert found["p_value"] == pytest.approx(0.5)
    assert (report["rows"]["only_a"], report["rows"]["only_b"]) == (1, 1)
    assert report["transitions"] == []


def test_the_same_responses_are_counted(diff):
    a = [row(0, 0, "A", text="same"), row(0, 1, "A", text="one")]
    b = [row(0, 0, "B", text="same"), row(0, 1, "A", text="other")]
    _, report, _ = diff(a, b)
    assert report["rows"]["same_responses"] == 1


# What changed.


def test_changed_rows_are_written_with_letters_and_rules(diff, tmp_path):
    a = [row(0, 0, "B", mcqa={"rule": "boxed_letter"}), row(0, 1, "A"), row(0, 2, "B"), row(0, 3, "A")]
    b = [row(0, 0, "A", mcqa={"rule": "tagged"}), row(0, 1, "A"), row(0, 2, "C"), row(0, 3, None)]
    _, report, _ = diff(a, b, "--changed", str(tmp_path / "changed.jsonl"))
    written = [json.loads(line) for line in (tmp_path / "changed.jsonl").read_text().splitlines()]
    assert [(one["rollout"], one["change"]) for one in written] == [
        (0, "wrong → right"),
        (2, "wrong → wrong"),
        (3, "right → none"),
    ]
    assert (written[0]["a"]["rule"], written[0]["b"]["rule"]) == ("boxed_letter", "tagged")
    assert (written[1]["a"]["letter"], written[1]["b"]["letter"]) == ("B", "C")
    assert written == report["changed"]
    assert report["overall"]["changed"] == 3
    assert report["overall"]["flips"] == 2


def test_a_reward_that_is_missing_on_one_side_is_in_no_figure(diff):
    a = [row(0, 0, "A"), row(0, 1, "A")]
    b = [row(0, 0, "A"), row(0, 1, "A", reward=None)]
    status, report, _ = diff(a, b, "--max-flips", "0")
    assert status == 1
    assert report["rows"]["ungraded_pairs"] == 1
    assert report["overall"]["pairs"] == 1
    assert report["overall"]["accuracy_b"] == 1.0


@pytest.mark.parametrize(
    ("options", "status"),
    [
        pytest.param([], 1, id="not without a gate either"),
        pytest.param(["--max-unmatched", "1"], 0, id="tolerated"),
        pytest.param(["--max-unmatched", "50%"], 0, id="tolerated as a share"),
        pytest.param(["--max-unmatched", "1", "--max-flips", "0"], 0, id="tolerated beside a gate"),
        pytest.param(["--max-flips", "0"], 1, id="a gate that holds for part only"),
    ],
)
def test_a_missing_reward_is_never_quietly_left_out(diff, options, status):
    a = [row(0, 0, "A"), row(0, 1, "A", reward=None)]
    b = [row(0, 0, "A"), row(0, 1, "A", reward=None)]
    found, report, err = diff(a, b, *options)
    assert found == status
    assert report["rows"]["ungraded"] == 1
    assert err == ("mcqa: 1 row lacks a reward: in no figure (--max-unmatched)\n" if status else "")


def test_rows_without_a_partner_matter_to_gates_alone(diff):
    a, b = [row(i, 0, "A") for i in range(3)], [row(i, 0, "A") for i in range(2)]
    assert diff(a, b)[0] == 0
    assert diff(a, b, "--max-flips", "0")[0] == 1
    b.append(row(9, 0, "A", reward=None))
    assert diff(a, b)[0] == 1


def test_rewards_of_tasks_that_are_compared_as_wholes_count_too(diff):
    a = [row(i, ..., "A") for i in range(3) for _ in range(2)]
    b = [row(i, ..., "A") for i in range(3) for _ in range(3)]
    b[4]["reward"] = None
    status, report, _ = diff(a, b)
    assert report["matched_by"] == "tasks"
    assert (status, report["rows"]["ungraded"]) == (1, 1)


# What is said when asked amiss, and of rows that count once.


def codes(report):
    return [one["code"] for one in report["notes"]]


def test_a_by_field_that_no_row_has_is_said(diff):
    a, b = [row(0, 0, "A", kind=1)], [row(0, 0, "A")]
    _, report, _ = diff(a, b, "--by", "nope", "--by", "kind")
    assert codes(report) == ["no_such_field"]
    assert "nope" in report["notes"][0]["text"]


def test_a_task_field_that_no_row_has_is_a_mistake(diff):
    a, b = [row(0, 0, "A", qid=1)], [row(0, 0, "A")]
    status, report, err = diff(a, b, "--task", "qid")
    assert (status, report) == (2, None)
    assert "--task qid: no row of" in err
    assert "b.jsonl" in err


def test_further_views_of_a_response_are_not_repeats(diff):
    def views(letter):
        return [
            {"doc_id": n, "doc": {"choices": ["x", "y"]}, "target": 1, "resps": [[f"({letter})"]], "filter": view,
             "reward": float(letter == "B"), "extracted_answer": letter}
            for n in range(3) for view in ("loose", "strict")
        ]  # fmt: skip

    _, report, _ = diff(views("A"), views("B"))
    assert report["matched_by"] == "rollout"
    assert (report["overall"]["pairs"], report["other_views"]) == (3, 6)
    assert report["overall"]["gains"] == 3


def test_golds_that_name_the_same_option_do_not_differ(diff):
    options = [{"A": "red"}, {"B": "green"}]
    a, b = [row(0, 0, "B", "B", options=options)], [row(0, 0, "B", "green", options=options)]
    _, report, _ = diff(a, b)
    assert codes(report) == []


def test_the_interval_of_means_stays_within_what_rewards_allow(diff):
    a, b = [[row(i, 0, "A", reward=reward) for i, reward in enumerate(side)] for side in ((0.1, 0.6), (0.9, 0.7))]
    low, high = diff(a, b)[1]["overall"]["difference_interval"]
    assert (low, high) == (-1.0, 1.0)
    b[0]["reward"] = 5.0
    assert diff(a, b)[1]["overall"]["difference_interval"][1] > 1


def test_groups_name_both_sides_where_they_differ(diff):
    a = [row(i, 0, "B", grading_mode="strict_single_letter_boxed", kind=i % 2) for i in range(4)]
    b = [row(i, 0, "A", grading_mode="robust", kind=i % 2) for i in range(4)]
    _, report, _ = diff(a, b, "--by", "kind")
    (mode,) = report["groups"]["grading_mode"]
    assert mode["value"] == "strict_single_letter_boxed → robust"
    assert {one["value"]: (one["pairs"], one["gains"]) for one in report["groups"]["kind"]} == {0: (2, 2), 1: (2, 2)}


def test_rewards_between_0_and_1_are_compared_by_their_means(diff):
    a = [row(i, r, "A", reward=0.25) for i in range(5) for r in range(2)]
    b = [row(i, r, "A", reward=0.25 + 0.1 * i) for i in range(5) for r in range(2)]
    status, report, err = diff(a, b, "--max-drop", "0")
    assert status == 1
    assert "there is no drop in accuracy" in err
    found = report["overall"]
    assert found["difference"] == pytest.approx(0.2)
    assert found["accuracy_a"] is None
    assert found["flips"] is None
    assert report["transitions"] == []
    _, report, _ = diff(a, b, "--threshold", "0.3")
    assert report["overall"]["gains"] == 8


@pytest.mark.parametrize(
    ("gate", "status"),
    [
        pytest.param(["--max-flips", "3"], 0, id="flips on the limit"),
        pytest.param(["--max-flips", "2"], 1, id="one flip too many"),
        pytest.param(["--max-flips", "30%"], 0, id="a share of flips"),
        pytest.param(["--max-flips", "29%"], 1, id="too large a share of flips"),
        pytest.param(["--max-drop", "10%"], 0, id="drop on the limit"),
        pytest.param(["--max-drop", "0.09"], 1, id="too large a drop"),
        pytest.param(["--max-flips", "kind=x:3"], 0, id="a group that holds"),
        pytest.param(["--max-drop", "kind=y:0"], 0, id="a group without a drop"),
        pytest.param(["--max-flips", "kind=z:9"], 1, id="a group that does not exist"),
    ],
)
def test_gates(diff, gate, status):
    # Two lost and one gained, all in group x.
    before, after = "AAAABBBBBB", "BBAAABBBBB"
    a = [row(i, 0, letter, kind="x" if i < 5 else "y") for i, letter in enumerate(before)]
    b = [row(i, 0, letter, kind="x" if i < 5 else "y") for i, letter in enumerate(after)]
    found, report, err = diff(a, b, *gate)
    assert found == status
    assert [one["passed"] for one in report["gates"]] == [not status]
    assert ("gate --" in err) == bool(status)


def test_the_terminal_view_says_it_all(tmp_path, capsys):
    a, b = models()
    assert invoke(["diff", write(tmp_path / "a.jsonl", a), write(tmp_path / "b.jsonl", b)]) == 0
    out = capsys.readouterr().out
    for words in ("paired by task and rollout", "difference +", "flips", "sign-flip test", "From A (down)", "Changed"):
        assert words in out, words


def test_csv_and_markdown(tmp_path, capsys):
    names = [write(tmp_path / f"{side}.jsonl", rows) for side, rows in zip("ab", models(), strict=True)]
    assert invoke(["diff", *names, "--csv"]) == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert lines[0]["section"] == "overall"
    assert float(lines[0]["difference_low"]) < float(lines[0]["difference"]) < float(lines[0]["difference_high"])
    assert invoke(["diff", *names, "--markdown", "--max-flips", "0"]) == 1
    out = capsys.readouterr().out
    assert "**Accuracy " in out
    assert "❌ `--max-flips 0`" in out


def test_rewards_other_than_0_and_1_have_means_in_every_view(tmp_path, capsys):
    sides = [[row(task, 0, "A", reward=value, kind="x") for task, value in enumerate(values)] for values in
             ((0.25, 0.5), (0.5, 0.75))]  # fmt: skip
    names = [write(tmp_path / f"{side}.jsonl", rows) for side, rows in zip("ab", sides, strict=True)]
    assert invoke(["diff", *names]) == 0
    assert "mean reward 0.375 → 0.625: difference +0.25" in capsys.readouterr().out
    assert invoke(["diff", *names, "--markdown"]) == 0
    out = capsys.readouterr().out
    assert "**Mean reward 0.375 → 0.625** (difference +0.25, 95 % " in out
    assert "points" not in out
    assert invoke(["diff", *names, "--csv"]) == 0
    (whole, *_) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (whole["mean_reward_a"], whole["mean_reward_b"], whole["accuracy_a"]) == ("0.375", "0.625", "")
    assert invoke(["diff", *names, "--by", "kind"]) == 0
    shown = capsys.readouterr().out.splitlines()
    (group,) = [line.split() for line in shown if line.startswith("x ")]
    assert group[1:5] == ["2", "0.375", "0.625", "+0.25"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["--changed", "a.jsonl"], "--changed a.jsonl: is read here", id="changed rows over A"),
        pytest.param(["--report", "b.jsonl"], "--report b.jsonl: is read here", id="the report over B"),
        pytest.param(["--changed", "c", "--report", "c"], "go to one place", id="both to one place"),
    ],
)
def test_nothing_that_is_read_is_written_over(tmp_path, capsys, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    for side in "ab":
        write(tmp_path / f"{side}.jsonl", [row(0, 0, "A")])
    assert invoke(["diff", "a.jsonl", "b.jsonl", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes() != b""


def test_both_sides_from_standard_input_is_refused(capsys):
    assert invoke(["diff", "-", "-"]) == 2
    assert "standard input" in capsys.readouterr().err


def test_a_missing_file_is_one_line(tmp_path, capsys):
    assert invoke(["diff", str(tmp_path / "no.jsonl"), write(tmp_path / "b.jsonl", [row(0, 0, "A")])]) == 2
    err = capsys.readouterr().err
    assert "no such file" in err
    assert err.count("\n") == 1

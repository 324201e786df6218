"""`mcqa stats` as it is run: every figure against an independent computation, and what must never happen."""

import csv
import io
import itertools
import json
import math
import random
import statistics
from collections import Counter, defaultdict

import numpy as np
import pytest
from conftest import scored_row as row
from conftest import write_rows

from mcqa_cli.cli import invoke
from mcqa_cli.statistics.distributions import t_quantile


def write(path, rows):
    return write_rows(path, *rows)


@pytest.fixture
def stats(tmp_path, capsys):
    """Run `mcqa stats` on rows (or lists of rows, one file each) and return (status, report, standard error)."""

    def run(rows, *options, files=None):
        shards = files if files is not None else [rows]
        names = [write(tmp_path / f"part{number}.jsonl", shard) for number, shard in enumerate(shards)]
        status = invoke(["stats", *names, "--json", *options])
        out, err = capsys.readouterr()
        return status, json.loads(out, parse_constant=pytest.fail) if out else None, err

    return run


def ragged(seed=5, tasks=40, letters="ABCD"):
    """Tasks of 1 to 9 rollouts of differing difficulty, with ties and blanks, and one task without any answer."""
    rng = random.Random(seed)
    rows = []
    for task in range(tasks):
        gold = rng.choice(letters)
        skill = rng.random()
        for rollout in range(rng.randint(1, 9)):
            letter = gold if rng.random() < skill else rng.choice([*letters, None])
            rows.append(row(task, rollout, None if task == 7 else letter, gold, metadata={"level": task % 3}))
    return rows


def even(seed=9, tasks=300, rollouts=8):
    rng = random.Random(seed)
    rows = []
    for task in range(tasks):
        gold, skill = rng.choice("ABCDEFGHIJ"), rng.random()
        for rollout in range(rollouts):
            letter = gold if rng.random() < skill else rng.choice([*"ABCDEFGHIJ", None])
            rows.append(row(task, rollout, letter, gold))
    return rows


# The same figures, computed plainly: subsets are enumerated, sums are NumPy's.


def by_task(rows):
    found = defaultdict(list)
    for one in rows:
        found[one["_ng_task_index"]].append((one["extracted_answer"], one["reward"] == 1, one["expected_answer"]))
    return found


def vote(subset):
    counts = Counter(letter for letter, _, _ in subset if letter is not None)
    if not counts:
        return 0.0
    winners = [letter for letter, n in counts.items() if n == max(counts.values())]
    return sum(letter == subset[0][2] for letter in winners) / len(winners)


def expected_repeats(rows, k):
    figures = defaultdict(list)
    for rollouts in by_task(rows).values():
        if len(rollouts) >= k:
            subsets = list(itertools.combinations(rollouts, k))
            figures["avg_at_k"].append(np.mean([np.mean([c for _, c, _ in s]) for s in subsets]))
            figures["pass_at_k"].append(np.mean([any(c for _, c, _ in s) for s in subsets]))
            figures["pass_hat_k"].append(np.mean([all(c for _, c, _ in s) for s in subsets]))
            figures["majority_at_k"].append(np.mean([vote(s) for s in subsets]))
    return {name: (np.mean(values), len(values)) for name, values in figures.items()}


def expected_interval(rows):
    tasks = by_task(rows).values()
    s, n = np.array([sum(c for _, c, _ in t) for t in tasks], float), np.array([len(t) for t in tasks], float)
    pseudo = 0.6 * n.mean()
    s2, n2 = np.r_[s, pseudo, 0], np.r_[n, pseudo, pseudo]
    p = s2.sum() / n2.sum()
    v = len(s2) / (len(s2) - 1) * ((s2 - p * n2) ** 2).sum() / n2.sum() ** 2
    m = min(n.sum(), n.sum() * p * (1 - p) / (v * n2.sum()))
    p, t = s.sum() / n.sum(), t_quantile(len(s) - 1)
    centre, half = p + t * t / (2 * m), t * math.sqrt(p * (1 - p) / m + t * t / (4 * m * m))
    return (centre - half) / (1 + t * t / m), (centre + half) / (1 + t * t / m)


@pytest.mark.parametrize(
    ("rows", "ks"),
    [
        pytest.param(ragged(), [1, 2, 3, 5, 9], id="ragged, 1 to 9 rollouts"),
        pytest.param(ragged(seed=6, letters="AB"), [1, 2, 4, 8], id="two letters, many ties"),
        pytest.param(even(), [1, 2, 3, 4, 5, 6, 7, 8], id="300 tasks of 8 rollouts"),
        pytest.param(ragged(tasks=1), [1], id="one task alone"),
    ],
)
def test_every_figure_is_the_independent_one(stats, rows, ks):
    status, report, _ = stats(rows, "--k", ",".join(map(str, ks)))
    assert status == 0
    correct, blank = sum(one["reward"] for one in rows), sum(one["extracted_answer"] is None for one in rows)
    whole = report["overall"]
    assert whole["correct"] == correct
    assert whole["accuracy"] == pytest.approx(correct / len(rows))
    assert whole["no_answer_share"] == pytest.approx(blank / len(rows))
    assert whole["accuracy_among_answered"] == pytest.approx(correct / (len(rows) - blank))
    tasks = by_task(rows)
    if len(tasks) > 1:
        assert whole["accuracy_interval"] == pytest.approx(expected_interval(rows), abs=1e-9)
    solved = Counter(sum(c for _, c, _ in t) / len(t) for t in tasks.values())
    assert report["tasks"]["never_solved"] == solved[0]
    assert report["tasks"]["always_solved"] == solved[1]
    assert report["tasks"]["in_between"] == len(tasks) - solved[0] - solved[1]
    sizes = [len(t) for t in tasks.values()]
    assert report["tasks"]["rollouts_per_task"] == {
        "min": min(sizes),
        "median": statistics.median(sizes),
        "max": max(sizes),
        "mean": pytest.approx(np.mean(sizes)),
    }
    found = {one["k"]: one for one in report["repeats"]}
    assert set(found) == {*ks, *range(1, min(sizes) + 1)}
    for k in ks:
        for name, (mean, covered) in expected_repeats(rows, k).items():
            assert found[k][name] == pytest.approx(mean, abs=1e-12), (k, name)
            assert (found[k]["tasks"], found[k]["left_out"]) == (covered, len(tasks) - covered)
            low, high = found[k][f"{name}_interval"]
            assert 0 <= low <= found[k][name] <= high <= 1


def figures_only(report):
    """What a report says, without the names of files in it."""
    text = json.dumps({name: value for name, value in report.items() if name != "inputs"})
    return [part for part in text.split('"') if ".jsonl" not in part]


def test_a_shuffled_file_and_shards_give_the_same_figures_to_the_last_digit(stats):
    rows = ragged(seed=11)
    _, whole, _ = stats(rows, "--by", "metadata.level,letter", "--k", "5")
    mixed = rows[:]
    random.Random(3).shuffle(mixed)
    _, shuffled, _ = stats(mixed, "--by", "metadata.level,letter", "--k", "5")
    _, shards, _ = stats(
        None, "--by", "metadata.level,letter", "--k", "5", files=[mixed[:50], mixed[50:51], mixed[51:]]
    )
    assert figures_only(whole) == figures_only(shuffled) == figures_only(shards)


def test_fractional_rewards_are_summed_exactly_in_any_order(stats):
    rng = random.Random(1)
    rows = [row(task, rollout, "A", reward=rng.random()) for task in range(20) for rollout in range(5)]
    _, first, _ = stats(rows)
    rng.shuffle(rows)
    _, second, _ = stats(rows)
    assert first["overall"]["mean_reward"] == second["overall"]["mean_reward"]
    assert first["overall"]["mean_reward"] == pytest.approx(np.mean([one["reward"] for one in rows]))
    assert first["overall"]["mean_reward_interval"] == second["overall"]["mean_reward_interval"]


def test_shards_that_number_their_tasks_alike_are_kept_apart_and_said(stats):
    first = [row(0, r, "A", "A") for r in range(2)]
    second = [row(0, r, "B", "C") for r in range(2)]
    for one in second:
        one["responses_create_params"]["input"][0]["content"] = "Something else?"
    _, report, _ = stats(None, files=[first, second])
    assert report["tasks"]["total"] == 2
    assert [note["rows"] for note in report["notes"] if note["code"] == "clashing_tasks"] == [1]
    assert report["repeats"][1]["pass_at_k"] == 0.5
    assert not any(note["code"] == "repeated_key" for note in report["notes"])


# What other tools got wrong.


def test_one_rule_for_rollouts_without_an_answer_in_all_figures(stats):
    rows = [row(0, 0, "A"), row(0, 1, "A"), row(1, 0, None), row(1, 1, None)]
    _, report, _ = stats(rows)
    two = report["repeats"][1]
    assert [two[name] for name in ("avg_at_k", "pass_at_k", "majority_at_k")] == [0.5, 0.5, 0.5]


def test_no_answer_share_is_a_share_of_rows(stats):
    rows = [row(task, r, None if r < 6 else "A") for task in range(3) for r in range(8)]
    _, report, _ = stats(rows)
    assert report["overall"]["no_answer_share"] == 0.75


@pytest.mark.parametrize("answers", ["ABCD", "BCDA", "DABC"])
def test_a_tie_never_goes_to_whoever_comes_first(stats, answers):
    _, report, _ = stats([row(0, r, letter) for r, letter in enumerate(answers)])
    assert report["repeats"][3]["majority_at_k"] == 0.25


def test_tasks_too_small_for_k_are_counted_not_dropped_in_silence(stats):
    rows = [row(0, 0, "A"), row(0, 1, "A"), row(1, 0, "B")]
    _, report, _ = stats(rows, "--k", "2")
    assert [one["k"] for one in report["repeats"]] == [1, 2]
    one, two = report["repeats"]
    assert (one["pass_at_k"], one["tasks"], one["left_out"]) == (0.5, 2, 0)
    assert (two["pass_at_k"], two["tasks"], two["left_out"]) == (1.0, 1, 1)


def test_pass_at_k_beyond_all_tasks_is_no_number(stats):
    rows = [row(task, 0, "A" if task < 5 else "B") for task in range(16)]
    _, report, _ = stats(rows, "--k", "10")
    ten = report["repeats"][-1]
    assert (ten["k"], ten["tasks"], ten["left_out"]) == (10, 0, 16)
    assert ten["pass_at_k"] is None
    assert ten["pass_at_k_interval"] is None


@pytest.mark.parametrize(
    ("value", "code"),
    [
        pytest.param(None, "reward_null", id="null"),
        pytest.param(math.nan, "reward_nan", id="not a number"),
        pytest.param(math.inf, "reward_nan", id="infinite"),
        pytest.param(..., "reward_absent", id="absent"),
        pytest.param("1.0", "reward_not_a_number", id="text"),
        pytest.param({"score": 1}, "reward_not_a_number", id="object"),
    ],
)
def test_a_missing_reward_is_ungraded_and_never_a_zero(stats, value, code):
    status, report, err = stats([row(0, 0, "A"), row(0, 1, "A", reward=value)])
    assert status == 1
    assert "1 of 2 rows have no usable reward" in err
    assert report["overall"]["accuracy"] == 1.0
    assert report["accuracy_if_ungraded_wrong"] == 0.5
    assert [(one["code"], one["rows"]) for one in report["ungraded"]] == [(code, 1)]
    assert report["repeats"][0]["pass_at_k"] == 1.0
    assert stats([row(0, 0, "A"), row(0, 1, "A", reward=value)], "--max-ungraded", "1")[0] == 0


def test_failed_rows_stay_visible_next_to_the_headline(stats):
    rows = [row(i, 0, "A" if i < 11 else "B") for i in range(15)] + [
        row(i, 0, None, reward=None) for i in range(15, 18)
    ]
    _, report, _ = stats(rows)
    assert report["overall"]["accuracy"] == pytest.approx(11 / 15)
    assert report["accuracy_if_ungraded_wrong"] == pytest.approx(11 / 18)
    assert report["rows"] == {"read": 18, "graded": 15, "ungraded": 3, "unreadable": 0}


def test_every_reward_missing_gives_no_number_at_all(stats):
    status, report, _ = stats([row(i, 0, "A", reward=None) for i in range(3)], "--max-ungraded", "100%")
    assert status == 0
    assert report["overall"]["accuracy"] is None
    assert report["overall"]["mean_reward"] is None
    assert report["repeats"] == []
    assert report["tasks"]["without_graded_rows"] == 3


def test_an_empty_file_gives_no_number_and_fails_its_gates(stats):
    status, report, err = stats([], "--min-accuracy", "0", "--max-no-answer", "1")
    assert status == 1
    assert report["rows"]["read"] == 0
    assert report["overall"]["accuracy"] is None
    assert report["overall"]["accuracy_interval"] is None
    assert err.count("gate --") == 2


def test_an_empty_letter_is_no_answer(stats):
    _, report, _ = stats([row(0, 0, "", reward=0.0), row(0, 1, "A")])
    assert report["overall"]["no_answer"] == 1


def test_a_reward_without_a_letter_is_said(stats):
    _, report, _ = stats([row(0, 0, None, reward=1.0), row(0, 1, "A")])
    assert [note["code"] for note in report["notes"]] == ["correct_without_letter"]
    assert report["overall"]["accuracy"] == 1.0
    assert report["overall"]["accuracy_among_answered"] == 1.0


def test_falsy_group_values_are_groups_and_missing_is_one_too(stats):
    values = [0, "", "x", False, None, ..., 0.0, "0", True, 1]
    rows = [row(i, 0, "A", kind=value) for i, value in enumerate(values)]
    _, report, _ = stats(rows, "--by", "kind", "--sort", "value")
    groups = [(one["value"], one["rows"]) for one in report["groups"]["kind"]]
    assert sum(rows for _, rows in groups) == len(values)
    expected = [(0, 2), (1, 1), ("", 1), ("0", 1), (False, 1), (True, 1), ("x", 1), (None, 2)]
    assert Counter(map(repr, groups)) == Counter(map(repr, expected))


def test_the_median_is_that_of_sorted_sizes(stats):
    rows = [row(task, r, "A") for task, size in enumerate((3, 1, 2)) for r in range(size)]
    _, report, _ = stats(rows)
    assert report["tasks"]["rollouts_per_task"]["median"] == 2


def test_a_constant_gold_is_warned_of(stats, capsys, tmp_path):
    rows = [row(i, 0, "ABCD"[i % 4], "D") for i in range(60)]
    _, report, _ = stats(rows)
    assert report["letters"]["constant_gold"] == "D"
    assert report["letters"]["always_most_common_gold"] == {"letter": "D", "accuracy": 1.0}
    invoke(["stats", write(tmp_path / "x.jsonl", rows)])
    assert "the gold is D in every task" in capsys.readouterr().out


def test_two_tasks_may_well_share_a_gold(stats):
    _, report, _ = stats([row(i, r, "A") for i in range(2) for r in range(50)])
    assert report["letters"]["constant_gold"] is None


def test_a_letter_out_of_proportion_is_named(stats):
    rows = [row(i, 0, "C" if i % 3 else "ABCD"[i % 4], "ABCD"[i % 4]) for i in range(240)]
    _, report, _ = stats(rows)
    (found,) = report["letters"]["out_of_proportion"]
    assert (found["letter"], found["gold"]) == ("C", pytest.approx(0.25))


def test_golds_that_name_no_option_are_not_compared_with_letters(stats):
    rows = [row(i, 0, "ABCD"[i % 4], str(i % 4), reward=1.0) for i in range(100)]
    for one in rows:
        one["responses_create_params"]["input"][0]["content"] = f"Question {one['_ng_task_index']}?"
    _, report, _ = stats(rows)
    assert report["letters"]["comparable"] is False
    assert report["letters"]["out_of_proportion"] == []
    assert report["letters"]["always_most_common_gold"] is None


def test_golds_spelled_as_numbers_are_compared_as_the_letters_that_they_name(stats):
    _, report, _ = stats([row(i, 0, "ABCD"[i % 4], str(i % 4), reward=1.0) for i in range(100)])
    assert report["letters"]["comparable"] is True
    assert {one["letter"]: (one["chosen"], one["gold"]) for one in report["letters"]["distribution"]} == dict.fromkeys(
        "ABCD", (25, 25)
    )


# Rewards that are neither 0 nor 1.


def test_fractional_rewards_give_means_only(stats):
    rows = [row(task, r, "A", reward=0.5 * (r % 3)) for task in range(4) for r in range(3)]
    _, report, _ = stats(rows)
    assert report["overall"]["mean_reward"] == 0.5
    assert report["overall"]["accuracy"] is None
    assert report["overall"]["correct"] is None
    assert report["repeats"] == []
    assert report["tasks"]["never_solved"] is None
    assert report["notes"][0]["code"] == "fractional_rewards"


def test_a_threshold_makes_them_right_or_wrong(stats):
    rows = [row(task, r, "A", reward=0.5 * (r % 3)) for task in range(4) for r in range(3)]
    _, report, _ = stats(rows, "--threshold", "0.5")
    assert report["overall"]["accuracy"] == pytest.approx(2 / 3)
    assert report["overall"]["mean_reward"] == 0.5
    assert report["repeats"][1]["pass_at_k"] == pytest.approx(1.0)


def test_a_gate_on_accuracy_fails_where_there_are_means_only(stats):
    status, _, err = stats([row(0, 0, "A", reward=0.9)], "--min-accuracy", "0.1")
    assert status == 1
    assert "there is no accuracy" in err


# Where facts come from.


def test_facts_come_from_the_account_before_the_row(stats):
    account = {"mode": "robust", "template_id": "t9", "rule": "tagged", "outcome": "wrong", "reason": None, "task": 0}
    one = row(0, 0, "B", grading_mode="lenient_boxed", template_metadata={"template_id": "old"}, mcqa=account)
    _, report, _ = stats([one])
    assert [group["value"] for group in report["groups"]["grading_mode"]] == ["robust"]
    assert [group["value"] for group in report["groups"]["template_id"]] == ["t9"]
    assert [group["value"] for group in report["groups"]["rule"]] == ["tagged"]
    assert report["not_recorded"] == []


def test_what_is_nowhere_is_not_recorded_and_how_to_get_it_is_said(stats):
    _, report, _ = stats([row(0, 0, "B"), row(0, 1, None)])
    missing = {one["what"]: one["how"] for one in report["not_recorded"]}
    assert set(missing) >= {"grading_mode", "template_id", "rule", "the reason of 1 row without an answer"}
    assert "--details" in missing["grading_mode"]
    assert "--inputs" in missing["grading_mode"]


def test_rows_without_any_letter_have_no_no_answer_share(stats):
    status, report, _ = stats([row(0, 0, "B", extracted_answer=...)], "--max-no-answer", "1")
    assert report["overall"]["no_answer_share"] is None
    assert report["overall"]["answered"] is None
    assert report["repeats"][0]["majority_at_k"] is None
    assert status == 1, "a gate on what is not recorded fails"


def test_the_inputs_file_fills_in_modes_templates_and_groups(stats, tmp_path):
    rows = [row(task, r, "A") for task in range(3) for r in range(2)]
    inputs = [
        {
            "responses_create_params": one["responses_create_params"],
            "options": [{"A": "w"}, {"B": "x"}],
            "expected_answer": "A",
            "grading_mode": "lenient_boxed",
            "template_metadata": {"template_id": f"t{one['_ng_task_index'] % 2}"},
            "metadata": {"area": ["x", "y", "z"][one["_ng_task_index"]]},
            "_ng_task_index": one["_ng_task_index"],
            "_ng_rollout_index": one["_ng_rollout_index"],
        }
        for one in rows
    ]
    write(tmp_path / "part0_materialized_inputs.jsonl", inputs)
    status, report, _ = stats(rows, "--by", "metadata.area", "--min-accuracy", "metadata.area=y:1")
    assert status == 0
    assert [one["value"] for one in report["groups"]["grading_mode"]] == ["lenient_boxed"]
    assert sorted((one["value"], one["rows"]) for one in report["groups"]["template_id"]) == [("t0", 4), ("t1", 2)]
    assert sorted(one["value"] for one in report["groups"]["metadata.area"]) == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("rows", "tasks"),
    [
        pytest.param([row(t, r, "A") for t in range(2) for r in range(3)], 2, id="task ids"),
        pytest.param(
            [row(t, 0, "A", _ng_task_index=..., uuid=f"u{t}") for t in (0, 0, 1)],
            2,
            id="uuid where there is no task id",
        ),
        pytest.param(
            [row(t, 0, "A", _ng_task_index=...) for t in (0, 1, 1)], 2, id="the prompt where there is neither"
        ),
        pytest.param([{"reward": 1.0}, {"reward": 0.0}], 2, id="nothing at all: each row is a task"),
    ],
)
def test_repeats_are_known_by(stats, rows, tasks):
    _, report, _ = stats(rows)
    assert report["tasks"]["total"] == tasks


def test_a_named_task_field_counts_whatever_the_prompts_say(stats):
    rows = [row(i, 0, "A", question={"id": i // 2}) for i in range(6)]
    _, report, _ = stats(rows, "--task", "question.id")
    assert report["tasks"]["total"] == 3
    assert report["repeats"][1]["tasks"] == 3


def test_repeated_keys_are_said(stats):
    _, report, _ = stats([row(0, 0, "A"), row(0, 0, "A"), row(0, 1, "A")])
    assert [(note["code"], note["rows"]) for note in report["notes"]] == [("repeated_key", 1)]


def test_truncated_responses_and_the_accuracy_without_them(stats):
    rows = [row(i, 0, "A" if i % 2 else None) for i in range(8)]
    for one in rows[:3]:
        one["response"]["status"] = "incomplete"
    _, report, _ = stats(rows)
    assert report["truncation"] == {"rows": 3, "share": 3 / 8, "accuracy_without": pytest.approx(3 / 5)}


def test_other_names_for_reward_and_letter(stats):
    rows = [row(i, 0, None, score=1.0, pick="A", reward=0.0) for i in range(2)]
    _, report, _ = stats(rows, "--reward-field", "score", "--answer-field", "pick")
    assert report["overall"]["accuracy"] == 1.0
    assert report["overall"]["no_answer"] == 0
    _, report, _ = stats(rows, "--reward-field", "nothing")
    assert report["overall"]["accuracy"] is None


# Groups, gates, tables.


def test_cross_tables_by_several_fields(stats):
    rows = [row(i, 0, "A" if i % 2 else "B", a={"b": i % 2}, c=i % 3) for i in range(12)]
    _, report, _ = stats(rows, "--by", "a.b,c", "--by", "c")
    crossed = {tuple(one["value"]): (one["rows"], one["accuracy"]) for one in report["groups"]["a.b,c"]}
    assert crossed == {(x, y): (2, float(x)) for x in (0, 1) for y in (0, 1, 2)}
    assert [one["rows"] for one in report["groups"]["c"]] == [4, 4, 4]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        pytest.param("rows", ["mid", "big", "low"], id="rows"),
        pytest.param("accuracy", ["big", "low", "mid"], id="accuracy"),
        pytest.param("value", ["big", "low", "mid"], id="value"),
        pytest.param("no-answer", ["mid", "big", "low"], id="no answer"),
    ],
)
def test_groups_are_sorted(stats, sort, order):
    sizes = {"mid": (6, 0, 2), "big": (4, 4, 0), "low": (2, 1, 0)}
    rows = []
    for name, (n, right, blank) in sizes.items():
        letters = ["A"] * right + [None] * blank + ["B"] * (n - right - blank)
        rows += [row(f"{name}{i}", 0, letter, kind=name) for i, letter in enumerate(letters)]
    _, report, _ = stats(rows, "--by", "kind", "--sort", sort)
    assert [one["value"] for one in report["groups"]["kind"]] == order


@pytest.mark.parametrize(
    ("gate", "status"),
    [
        pytest.param(("--min-accuracy", "0.5"), 0, id="met"),
        pytest.param(("--min-accuracy", "0.51"), 1, id="missed"),
        pytest.param(("--min-accuracy", "kind=x:1"), 0, id="a group that meets it"),
        pytest.param(("--min-accuracy", "kind=y:0.1"), 1, id="a group that misses it"),
        pytest.param(("--min-accuracy", "kind=z:0"), 1, id="a group that does not exist"),
        pytest.param(("--min-accuracy", "nowhere=x:0"), 1, id="a field that does not exist"),
        pytest.param(("--max-no-answer", "kind=x:0", "--min-accuracy", "99%"), 1, id="one of two"),
        pytest.param(("--min-accuracy", "grading_mode=strict_single_letter_boxed:1"), 1, id="a mode not recorded"),
    ],
)
def test_gates(stats, gate, status):
    rows = [row(i, 0, "A" if i < 5 else "B", kind="x" if i < 5 else "y") for i in range(10)]
    found, report, err = stats(rows, *gate)
    assert found == status
    assert any(not one["passed"] for one in report["gates"]) == bool(status)
    assert ("gate --" in err) == bool(status)


def test_one_row_per_task_is_written(stats, tmp_path):
    rows = [
        *(row(10, r, letter) for r, letter in enumerate(["A", "A", "B", None])),
        *(row(9, r, letter, "C") for r, letter in enumerate(["A", "B"])),
        row(11, 0, None, reward=None),
    ]
    stats(rows, "--tasks", str(tmp_path / "tasks.jsonl"))
    written = [json.loads(line) for line in (tmp_path / "tasks.jsonl").read_text().splitlines()]
    assert [one["task"] for one in written] == [9, 10, 11]
    nine, ten, eleven = written
    assert (ten["n"], ten["mean_reward"], ten["majority_letter"], ten["no_answer_share"]) == (4, 0.5, "A", 0.25)
    assert (nine["majority_letter"], nine["majority_tied"]) == (None, ["A", "B"])
    assert (eleven["n"], eleven["ungraded"], eleven["mean_reward"], eleven["no_answer_share"]) == (0, 1, None, None)


def test_csv_is_numbers_and_defused_text(tmp_path, capsys):
    nasty = ["=1+1", "+x", "-x", "@x", "\tx", "fine, with a comma"]
    rows = [row(i, 0, "A", kind=value) for i, value in enumerate(nasty)] + [row(9, 0, "A", kind=-5)]
    assert invoke(["stats", write(tmp_path / "x.jsonl", rows), "--by", "kind", "--csv"]) == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    names = {line["name"] for line in lines if line["section"] == "kind"}
    assert names == {"'=1+1", "'+x", "'-x", "'@x", "\\tx", "fine, with a comma", "-5"}
    assert lines[0]["section"] == "overall"
    assert float(lines[0]["accuracy"]) == 1.0


def test_markdown_escapes_what_rows_say(tmp_path, capsys):
    rows = [row(0, 0, "A", kind="a|b\n<img> `x`")]
    assert invoke(["stats", write(tmp_path / "x.jsonl", rows), "--by", "kind", "--markdown"]) == 0
    out = capsys.readouterr().out
    assert "<img>" not in out
    (line,) = [line for line in out.splitlines() if "img" in line]
    assert "a\\|b" in line
    assert "**Accuracy 100.0 %**" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["--tasks", "x.jsonl"], "--tasks x.jsonl: is read here", id="tasks over the rows"),
        pytest.param(["--report", "x.jsonl"], "--report x.jsonl: is read here", id="the report over the rows"),
        pytest.param(["--report", "link"], "--report link: is read here", id="over a link to them"),
        pytest.param(["--tasks", "x_materialized_inputs.jsonl"], "is read here", id="over the inputs file beside them"),
        pytest.param(["--tasks", "t", "--report", "t"], "--report and --tasks go to one place", id="both to one place"),
    ],
)
def test_nothing_that_is_read_is_written_over(tmp_path, capsys, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "x.jsonl", [row(0, 0, "A")])
    write(tmp_path / "x_materialized_inputs.jsonl", [])
    (tmp_path / "link").symlink_to("x.jsonl")
    before = (tmp_path / "x.jsonl").read_bytes()
    assert invoke(["stats", "x.jsonl", *arguments]) == 2
    err = capsys.readouterr().err
    assert words in err
    assert err.count("\n") == 1
    assert (tmp_path / "x.jsonl").read_bytes() == before


HUGE = 10**400


@pytest.mark.parametrize(
    ("fields", "arguments"),
    [
        pytest.param({"reward": HUGE}, [], id="as a reward"),
        pytest.param({"template_metadata": {"template_id": HUGE}}, [], id="as a template's id"),
        pytest.param({"kind": HUGE}, ["--by", "kind"], id="as a group"),
        pytest.param({"kind": [1]}, ["--by", "kind.²"], id="a path that only looks like a number"),
    ],
)
def test_integers_of_any_length_end_no_run(tmp_path, capsys, fields, arguments):
    name = write(tmp_path / "x.jsonl", [row(0, 0, "A", **fields), row(1, 0, "A", kind=3, template_id=2)])
    assert invoke(["stats", name, "--json", *arguments]) == (1 if "reward" in fields else 0)
    made = json.loads(capsys.readouterr().out)
    assert made["rows"]["graded"] == (1 if "reward" in fields else 2)


def test_markdown_has_the_means_of_rewards_other_than_0_and_1(tmp_path, capsys):
    rows = [row(task, 0, "A", reward=0.25 + task / 2, kind="x") for task in range(2)]
    assert invoke(["stats", write(tmp_path / "x.jsonl", rows), "--by", "kind", "--markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "| kind | rows | mean reward | 95 % | no answer |" in lines
    assert any(line.startswith("| x | 2 | 0.5 |") for line in lines)


def test_the_terminal_view_never_passes_on_control_characters(tmp_path, capsys):
    rows = [row(0, 0, "A\x1b[31m", gold="A\x1b[31m", kind="x\x1b]0;y\x07")]
    assert invoke(["stats", write(tmp_path / "x.jsonl", rows), "--by", "kind"]) == 0
    out = capsys.readouterr().out
    assert "accuracy 100.0 %" in out
    assert "\x1b" not in out
    assert "\x07" not in out


@pytest.mark.parametrize("width", [80, 120])
def test_the_terminal_view_of_repeats_and_tasks(tmp_path, capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "x.jsonl", ragged())
    assert invoke(["stats", "x.jsonl", "--k", "9", "--by", "metadata.level"]) == 0
    out = capsys.readouterr().out
    for words in ("40 tasks", "from 1 to 9", "majority@k", "left out", "never solved", "█", "By metadata.level"):
        assert words in out, words
    assert max(map(len, out.splitlines())) <= width


@pytest.mark.parametrize(
    ("options", "says"),
    [
        pytest.param(["--k", "0"], "--k 0", id="k of zero"),
        pytest.param(["--k", "two"], "--k two", id="k is no number"),
        pytest.param(["--by", "a,,b"], "--by a,,b", id="a field's name is missing"),
        pytest.param(["--json", "--csv"], "choose one", id="two ways to print"),
        pytest.param(["--min-accuracy", "high"], "--min-accuracy high", id="a gate that is none"),
        pytest.param(["--max-ungraded", "x"], "--max-ungraded x", id="a tolerance that is none"),
    ],
)
def test_usage_errors_are_one_line(tmp_path, capsys, options, says):
    assert invoke(["stats", write(tmp_path / "x.jsonl", [row(0, 0, "A")]), *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err


def test_lines_that_are_no_rows_are_counted(tmp_path, capsys):
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(row(0, 0, "A")) + "\n\n{torn\n[1]\n")
    assert invoke(["stats", str(path), "--json"]) == 1
    out, _ = capsys.readouterr()
    report = json.loads(out)
    assert report["rows"] == {"read": 3, "graded": 1, "ungraded": 0, "unreadable": 2}
    assert [one["code"] for one in report["ungraded"]] == ["not_json", "not_object"]


def test_rows_of_other_producers_need_only_a_reward(tmp_path, capsys):
    rows = [{"reward": 1, "id": "x", "kind": "k"}, {"reward": 0, "id": "x", "kind": "k"}, {"reward": True, "id": "y"}]
    assert invoke(["stats", write(tmp_path / "x.jsonl", rows), "--json", "--task", "id"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["overall"]["accuracy"] == pytest.approx(2 / 3)
    assert report["tasks"]["total"] == 2


def test_stored_report_is_the_printed_one(tmp_path, capsys):
    name = write(tmp_path / "x.jsonl", ragged())
    assert invoke(["stats", name, "--json", "--report", str(tmp_path / "r.json")]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads((tmp_path / "r.json").read_text())
    assert invoke(["stats", name, "-q"]) == 0
    assert capsys.readouterr().out == ""


def test_seeds_without_question_ids_are_rollouts_by_line(stats):
    # As NeMo-Skills writes them: one file per seed, line i is the same question in each.
    def seed(*letters):
        return [
            {"problem": f"Q{i}?", "generation": "x", "expected_answer": "A", "predicted_answer": letter,
             "symbolic_correct": letter == "A"}
            for i, letter in enumerate(letters)
        ]  # fmt: skip

    _, report, _ = stats(None, files=[seed("A", "B"), seed("B", "B")])
    assert report["tasks"]["total"] == 2
    assert report["tasks"]["rollouts_per_task"]["max"] == 2
    assert [one["pass_at_k"] for one in report["repeats"]] == [0.25, 0.5]


def test_a_json_array_is_read_as_rows(tmp_path, capsys):
    path = tmp_path / "x.json"
    path.write_text(json.dumps([row(0, 0, "A"), row(0, 1, "B")], indent=1))
    assert invoke(["stats", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["overall"]["accuracy"] == 0.5


def test_a_rollout_whose_response_is_missing_stays_with_its_task(stats):
    _, report, _ = stats([row(0, 0, "A"), row(0, 1, None, response=None, reward=None)], "--max-ungraded", "1")
    assert report["tasks"]["total"] == 1
    assert report["tasks"]["graded"] == 1


def test_failed_rollouts_that_were_scored_are_in_the_mean_and_said(stats):
    rows = [row(0, 0, "A"), row(0, 1, None, _ng_failure_class="judge_failed")]
    _, report, _ = stats(rows)
    assert report["overall"]["accuracy"] == 0.5
    assert [(note["code"], note["rows"]) for note in report["notes"]] == [("producer_failed", 1)]


def test_letters_of_any_type_are_counted(stats):
    rows = [row(0, r, letter, reward=0.0) for r, letter in enumerate([["A", "B"], 3, {"x": 1}, " b ", "B", True])]
    status, report, _ = stats(rows)
    assert status == 0
    assert report["overall"]["no_answer"] == 0
    chosen = {one["letter"]: one["chosen"] for one in report["letters"]["distribution"]}
    assert chosen["B"] == 2
    assert sum(chosen.values()) == 6


def test_two_runs_on_one_file_say_the_same(stats):
    rows = ragged(seed=13)
    assert stats(rows) == stats(rows)

"""How rows become the figures of `mcqa stats`: which count, what their golds name, what is said when asked amiss."""

import json

import pytest
from conftest import gym_row, read_rows, write_rows


@pytest.fixture
def stats(mcqa):
    """Run `mcqa stats --json`; gives (status, report, standard error)."""

    def run(*arguments):
        done = mcqa("stats", *arguments, "--json")
        return done.status, json.loads(done.out) if done.out else None, done.err

    return run


def notes(report):
    return {one["code"]: one["text"] for one in report["notes"]}


# --- several views of one response


def document(number, view, letter, gold="1", **extra):
    """One document under one filter, as lm-evaluation-harness logs it."""
    return {
        "doc_id": number,
        "doc": {"question": f"Which colour has number {number}?", "choices": ["red", "green", "blue"]},
        "target": gold,
        "arguments": {"gen_args_0": {"arg_0": f"Which colour has number {number}?\nAnswer:"}},
        "resps": [[f"\\boxed{{{letter}}}"]],
        "filtered_resps": [letter],
        "filter": view,
        "exact_match": float(letter == "B"),
    } | extra


VIEWS = [document(number, view, "BBA"[number]) for number in range(3) for view in ("loose", "strict", "last")]


def test_a_response_counts_once_whatever_filters_it_passed(stats, tmp_path):
    status, report, _ = stats(write_rows(tmp_path / "samples.jsonl", *VIEWS))
    assert status == 0
    assert report["overall"]["rows"] == report["tasks"]["graded"] == 3
    assert report["rows"]["read"] == 9
    assert report["other_views"] == 6
    assert [one["k"] for one in report["repeats"]] == [1]
    assert notes(report)["other_views"].startswith("6 rows are further views")


def test_the_first_view_of_each_file_counts(stats, tmp_path):
    a = write_rows(tmp_path / "a.jsonl", *VIEWS)
    b = write_rows(tmp_path / "b.jsonl", *reversed(VIEWS))
    _, report, _ = stats(a, b)
    assert report["overall"]["rows"] == 6
    assert report["other_views"] == 12


def test_what_score_counts_stats_counts(mcqa, stats, tmp_path):
    path = write_rows(tmp_path / "samples.jsonl", *VIEWS)
    scored = json.loads(mcqa("score", path, "-o", tmp_path / "graded.jsonl", "--json").out)
    _, report, _ = stats(tmp_path / "graded.jsonl")
    for name in ("correct", "answered", "no_answer"):
        assert scored["overall"][name] == report["overall"][name]
    assert scored["other_views"] == report["other_views"]


# --- golds by letter


COLOURS = [{"A": "red"}, {"B": "green"}, {"C": "blue"}]


@pytest.mark.parametrize(
    "gold",
    [
        pytest.param("B", id="a letter"),
        pytest.param("b", id="in lower case"),
        pytest.param("(B)", id="in brackets"),
        pytest.param(["B"], id="in a list"),
        pytest.param("['B']", id="in a printed list"),
        pytest.param("green", id="its text"),
        pytest.param("B. green", id="letter and text"),
    ],
)
@pytest.mark.parametrize("options", [pytest.param(COLOURS, id="options"), pytest.param(None, id="of the prompt")])
def test_a_gold_is_counted_as_the_letter_that_it_names(stats, tmp_path, gold, options):
    rows = [gym_row("x", gold=gold, options=COLOURS, reward=1.0, extracted_answer="B", uuid=str(i)) for i in range(4)]
    for one in rows:
        if options is None:
            del one["options"]
            one["responses_create_params"]["input"][0]["content"] = "Which?\nA: red\nB: green\nC: blue"
    _, report, _ = stats(write_rows(tmp_path / "rows.jsonl", *rows))
    (only,) = report["letters"]["distribution"]
    assert (only["letter"], only["chosen"], only["gold"]) == ("B", 4, 4)
    assert report["letters"]["golds_left_out"] == 0


def test_gold_numbers_count_from_what_the_format_or_the_file_says(stats, tmp_path):
    _, report, _ = stats(write_rows(tmp_path / "samples.jsonl", *VIEWS))
    assert report["letters"]["always_most_common_gold"] == {"letter": "B", "accuracy": 1.0}
    rows = [gym_row("x", gold=i % 3, options=COLOURS, reward=0.0, extracted_answer="A", uuid=str(i)) for i in range(6)]
    _, report, _ = stats(write_rows(tmp_path / "rows.jsonl", *rows))
    assert {one["letter"]: one["gold"] for one in report["letters"]["distribution"]} == {"A": 2, "B": 2, "C": 2}


def test_the_letters_of_other_formats_are_read_with_their_options(stats, tmp_path):
    rows = [{"prompt": f"Q{i}?", "completion": "I say so", "options": ["red", "green"], "answer": "green",
             "reward": 1.0, "extracted_answer": "B"} for i in range(3)]  # fmt: skip
    _, report, _ = stats(write_rows(tmp_path / "rows.jsonl", *rows))
    assert [one["letter"] for one in report["letters"]["distribution"]] == ["B"]


def test_a_gold_that_names_no_option_is_left_out_and_said(mcqa, stats, tmp_path):
    golds = ["A", "B", "B", 2, "purple"]
    rows = [
        gym_row("x", gold=gold, options=None, reward=0.0, extracted_answer="C", uuid=str(i))
        for i, gold in enumerate(golds)
    ]
    path = write_rows(tmp_path / "rows.jsonl", *rows)
    _, report, _ = stats(path)
    assert {one["letter"]: one["gold"] for one in report["letters"]["distribution"]} == {"A": 1, "B": 2, "C": 0}
    assert report["letters"]["golds_left_out"] == 2
    assert report["letters"]["always_most_common_gold"] == {"letter": "B", "accuracy": pytest.approx(2 / 3)}
    assert notes(report)["gold_unnamed"].startswith("2 golds name no option")
    assert b"66.7 % of the rows whose gold is known" in mcqa("stats", path).out


def test_a_constant_gold_is_not_claimed_of_golds_that_are_unknown(stats, tmp_path):
    rows = [
        gym_row("x", gold=gold, options=None, reward=0.0, extracted_answer="C", uuid=str(i))
        for i, gold in enumerate(["B"] * 9 + ["purple"])
    ]
    _, report, _ = stats(write_rows(tmp_path / "rows.jsonl", *rows))
    assert report["letters"]["constant_gold"] is None


# --- producers that know a question by its line


def seed(letters):
    return [
        {"problem": f"Which colour has number {n}?\nA: red\nB: green", "expected_answer": "B",
         "generation": f"\\boxed{{{letter}}}", "num_generated_tokens": 3}
        for n, letter in enumerate(letters)
    ]  # fmt: skip


@pytest.fixture
def seeds(tmp_path):
    return [write_rows(tmp_path / f"output-rs{n}.jsonl", *seed(letters)) for n, letters in enumerate(("BA", "AA"))]


def test_the_recorded_task_groups_the_seeds_of_one_file(mcqa, stats, tmp_path, seeds):
    assert mcqa("score", *seeds, "--details", "-o", tmp_path / "ns.jsonl", "-q").status == 0
    _, report, _ = stats(tmp_path / "ns.jsonl")
    assert report["tasks"]["graded"] == 2
    assert report["repeats"][1]["pass_at_k"] == 0.5
    assert not notes(report).keys() & {"repeats_not_recorded", "repeated_key", "clashing_tasks"}


def test_files_of_their_own_group_them_too(mcqa, stats, tmp_path, seeds):
    assert mcqa("score", *seeds, "-o", f"{tmp_path / 'graded'}/", "-q").status == 0
    _, report, _ = stats(*sorted((tmp_path / "graded").glob("output*")))
    assert report["tasks"]["graded"] == 2
    assert "repeats_not_recorded" not in notes(report)


def test_a_file_that_records_no_grouping_says_so(mcqa, stats, tmp_path, seeds):
    assert mcqa("score", *seeds, "-o", tmp_path / "ns.jsonl", "-q").status == 0
    _, report, _ = stats(tmp_path / "ns.jsonl")
    assert report["tasks"]["graded"] == 4
    note = next(one for one in report["notes"] if one["code"] == "repeats_not_recorded")
    assert note["rows"] == 2
    assert note["example"].endswith("ns.jsonl:3")
    assert "--details" in note["text"]
    assert "-o DIR/" in note["text"]


def test_a_recorded_task_survives_rows_that_were_left_out(mcqa, stats, tmp_path):
    a, b = seed("BBA"), seed("ABA")
    del a[0]["expected_answer"]
    files = [write_rows(tmp_path / f"rs{n}.jsonl", *rows) for n, rows in enumerate((a, b))]
    assert mcqa("score", *files, "--details", "-o", f"{tmp_path / 'graded'}/", "-q").status == 1
    _, report, _ = stats(*(tmp_path / "graded" / f"rs{n}.jsonl" for n in range(2)))
    assert report["tasks"]["rollouts_per_task"]["min"] == 1
    assert report["tasks"]["graded"] == 3


# --- k


def repeated(*sizes):
    return [
        gym_row("x", reward=float(rollout % 2), extracted_answer="CA"[rollout % 2], _ng_task_index=task)
        | {"_ng_rollout_index": rollout, "metadata": {"level": task}}
        for task, size in enumerate(sizes)
        for rollout in range(size)
    ]


@pytest.mark.parametrize(
    ("sizes", "options", "said"),
    [
        pytest.param((4, 4), [], None, id="even: nothing is left out"),
        pytest.param((1, 1), [], None, id="no repeats at all"),
        pytest.param((1, 4), ["--k", "4"], None, id="asked up to the largest"),
        pytest.param((1, 2, 4), [], "1 to 4 rollouts, and figures are given up to k = 1: --k 2,4 gives more", id="1-4"),
        pytest.param((5, 7), [], "5 to 7 rollouts, and figures are given up to k = 5: --k 7 gives more", id="5-7"),
        pytest.param((1, 9), ["--k", "2"], "given up to k = 2: --k 4,8 gives more", id="asked for some"),
    ],
)
def test_ks_that_are_left_out_are_said(stats, tmp_path, sizes, options, said):
    _, report, _ = stats(write_rows(tmp_path / "rows.jsonl", *repeated(*sizes)), *options)
    found = notes(report).get("k_ragged")
    assert found is None if said is None else said in found


def test_there_are_at_most_128_ks_unless_more_are_asked_for(mcqa, stats, tmp_path):
    path = write_rows(tmp_path / "rows.jsonl", *repeated(150, 150))
    _, report, _ = stats(path)
    assert report["repeats"][-1]["k"] == 128
    assert "150 rollouts or more, and figures are given up to k = 128" in notes(report)["k_limited"]
    _, report, _ = stats(path, "--k", "140,150")
    assert [one["k"] for one in report["repeats"][-3:]] == [128, 140, 150]
    assert report["repeats"][-1]["pass_at_k"] == 1.0
    assert "k_limited" not in notes(report)
    shown = mcqa("stats", path, "--k", "140,150").out.decode()
    assert "\n140 " in shown, "a k that is asked for is shown, however many there are"


# --- names that no row has


def test_a_by_field_that_no_row_has_is_said(stats, tmp_path):
    path = write_rows(tmp_path / "rows.jsonl", *repeated(1, 1))
    _, report, _ = stats(path, "--by", "metadata.nope", "--by", "metadata.level,reason")
    assert "no row has a value at metadata.nope (--by)" in notes(report)["no_such_field"]
    assert sum(one["code"] == "no_such_field" for one in report["notes"]) == 1


@pytest.mark.parametrize("command", ["score", "stats"])
def test_score_and_stats_say_it_alike(mcqa, tmp_path, command):
    rows = [gym_row("\\boxed{C}", reward=1.0, metadata={"level": level}) for level in (None, 1)]
    path = write_rows(tmp_path / "rows.jsonl", *rows)
    where = ["-o", tmp_path / "out.jsonl"] if command == "score" else []
    made = json.loads(mcqa(command, path, *where, "--json", "--by", "metadata.levle", "--by", "metadata.level").out)
    assert [one["text"] for one in made["notes"] if one["code"] == "no_such_field"] == [
        "no row has a value at metadata.levle (--by): is the name spelled so in the rows?"
    ]


def test_a_task_field_that_no_row_has_is_a_mistake(stats, tmp_path):
    path = write_rows(tmp_path / "rows.jsonl", *repeated(2, 2))
    status, report, err = stats(path, "--task", "nope")
    assert (status, report) == (2, None)
    assert err == "mcqa: --task nope: no row has this field; name another, or leave it out\n"


def test_a_task_field_that_some_rows_lack_is_said(stats, tmp_path):
    rows = repeated(2, 2)
    rows[0]["qid"] = "q"
    _, report, _ = stats(write_rows(tmp_path / "rows.jsonl", *rows), "--task", "qid")
    assert notes(report)["no_task_field"].startswith("3 rows have no field qid (--task)")
    assert "no_task" not in notes(report)


def test_no_rows_lack_no_field(stats, tmp_path):
    assert stats(write_rows(tmp_path / "rows.jsonl"), "--task", "nope")[0] == 0


# --- means


@pytest.mark.parametrize(
    ("rewards", "inside"),
    [
        pytest.param((0.1, 0.9), True, id="rewards from 0 to 1"),
        pytest.param((-1.0, 0.9), False, id="a reward below 0"),
        pytest.param((0.25, 3.0), False, id="a reward above 1"),
    ],
)
def test_the_interval_of_a_mean_stays_where_a_mean_can_be(mcqa, stats, tmp_path, rewards, inside):
    rows = [gym_row("x", reward=reward, uuid=str(i)) for i, reward in enumerate(rewards)]
    path = write_rows(tmp_path / "rows.jsonl", *rows)
    low, high = stats(path)[1]["overall"]["mean_reward_interval"]
    assert (low >= 0 and high <= 1) is inside
    assert low < sum(rewards) / 2 < high
    assert "; 2 tasks only)" in " ".join(mcqa("stats", path).out.decode().split())


def test_rows_with_accounts_are_not_told_to_get_some(mcqa, stats, tmp_path):
    path = write_rows(tmp_path / "rows.jsonl", gym_row("hard to say"))
    mcqa("score", path, "--details", "-o", tmp_path / "graded.jsonl", "-q")
    _, report, _ = stats(tmp_path / "graded.jsonl")
    (missing,) = report["not_recorded"]
    assert missing["what"] == "template_id"
    assert "--details" not in missing["how"]


# --- one of a kind


def test_one_is_not_spoken_of_as_many(mcqa, tmp_path):
    rows = repeated(2, 1)
    rows[0] |= {"mcqa": {"outcome": "wrong", "rule": "tagged"}, "reward": 1.0}
    rows[2]["reward"] = None
    done = mcqa("stats", write_rows(tmp_path / "rows.jsonl", *rows))
    assert b"in 1 row `mcqa.outcome` and the reward disagree" in done.out
    assert b"1 more task has no reward at all" in done.out
    assert "1 of 3 rows have no usable reward" in done.err
    assert not [line for line in done.out.decode().splitlines() if "1 rows" in line or "1 tasks" in line]


def test_a_graded_file_keeps_its_rows(mcqa, tmp_path):
    path = write_rows(tmp_path / "samples.jsonl", *VIEWS)
    mcqa("score", path, "-o", tmp_path / "graded.jsonl", "-q")
    assert len(read_rows(tmp_path / "graded.jsonl")) == 9

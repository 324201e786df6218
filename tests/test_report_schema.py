"""One JSON for all reports: the same names for the same things, shares as fractions, nothing but finite numbers."""

import json

import pytest
from conftest import gym_row

from mcqa_cli.cli import invoke

FIGURES = {
    "rows", "correct", "answered", "no_answer", "accuracy", "accuracy_interval", "answered_share", "no_answer_share",
    "accuracy_among_answered",
}  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Rollouts, and the same scored with their accounts."""
    folder = tmp_path_factory.mktemp("schema")
    rows = []
    for task in range(6):
        for rollout in range(3):
            text = ["\\boxed{C}", "\\boxed{A}", "The answer is (C)."][(task + rollout) % 3]
            one = gym_row(text, template_metadata={"template_id": f"t{task % 2}"}, metadata={"level": task % 3})
            one["responses_create_params"]["input"][0]["content"] = f"Question {task}?"
            rows.append(one | {"_ng_task_index": task, "_ng_rollout_index": rollout})
    rows.append({"no": "row"})
    raw, scored, other = (folder / f"{name}.jsonl" for name in ("raw", "scored", "other"))
    raw.write_text("".join(json.dumps(one) + "\n" for one in rows))
    assert invoke(["score", str(raw), "-o", str(scored), "--details", "-q"]) == 1
    assert invoke(["score", str(raw), "-o", str(other), "--details", "-q", "--mode", "robust"]) == 1
    return raw, scored, other


COMMANDS = {
    "score": lambda raw, scored, other, out: [
        "score",
        str(raw),
        "-o",
        str(out / "again.jsonl"),
        "--by",
        "metadata.level",
    ],
    "stats": lambda raw, scored, other, out: ["stats", str(scored), "--by", "metadata.level", "--k", "2,9"],
    "diff": lambda raw, scored, other, out: ["diff", str(scored), str(other), "--by", "metadata.level"],
}


@pytest.fixture(params=COMMANDS)
def report(request, files, tmp_path, capsys):
    capsys.readouterr()
    invoke([*COMMANDS[request.param](*files, tmp_path), "--json"])
    return request.param, json.loads(capsys.readouterr().out, parse_constant=pytest.fail)


def walk(value, path=()):
    yield path, value
    if isinstance(value, dict):
        for name, part in value.items():
            yield from walk(part, (*path, name))
    elif isinstance(value, list):
        for part in value:
            yield from walk(part, path)


def test_head(report):
    command, made = report
    assert made["schema"] == "mcqa-report/1"
    assert made["command"] == command
    assert made["version"]
    assert {"inputs", "inputs_files", "rows", "overall", "groups", "notes", "gates"} <= made.keys()
    assert {"grading_mode", "template_id", "metadata.level"} <= made["groups"].keys()


def test_shares_are_fractions(report):
    _, made = report
    shares = [(path, x) for path, x in walk(made) if path and ("share" in path[-1] or "accuracy" in path[-1])]
    numbers = [(path, x) for path, x in shares if isinstance(x, int | float)]
    assert numbers
    for path, x in numbers:
        assert 0.0 <= x <= 1.0, path


def test_intervals_hold_their_figures(report):
    _, made = report
    checked = 0
    for path, value in walk(made):
        if isinstance(value, dict):
            for name in value:
                if name.endswith("_interval") and value[name] is not None:
                    low, high = value[name]
                    assert low <= value[name.removesuffix("_interval")] <= high, (path, name)
                    checked += 1
    assert checked


def test_score_and_stats_say_the_same_by_the_same_names(files, tmp_path, capsys):
    made = {}
    for command in ("score", "stats"):
        capsys.readouterr()
        invoke([*COMMANDS[command](*files, tmp_path), "--json"])
        made[command] = json.loads(capsys.readouterr().out)
    score, stats = made["score"], made["stats"]
    assert score["overall"].keys() & stats["overall"].keys() >= FIGURES
    for name in FIGURES - {"accuracy_interval"}:
        assert score["overall"][name] == stats["overall"][name], name
    for field in ("grading_mode", "template_id", "metadata.level"):
        of_score = {one["value"]: one for one in score["groups"][field]}
        of_stats = {one["value"]: one for one in stats["groups"][field]}
        assert of_score.keys() == of_stats.keys()
        for value, one in of_score.items():
            for name in FIGURES - {"accuracy_interval"}:
                assert one[name] == of_stats[value][name], (field, value, name)
    reasons = [{one["reason"]: one["rows"] for one in side["failures"]} for side in (score, stats)]
    assert reasons[0] == reasons[1]


def test_notes_and_gates_have_one_shape(report, files, tmp_path, capsys):
    command, made = report
    for note in made["notes"]:
        assert {"code", "rows", "text", "example"} <= note.keys()
    option = ["--max-flips", "0"] if command == "diff" else ["--min-accuracy", "1"]
    capsys.readouterr()
    assert invoke([*COMMANDS[command](*files, tmp_path), "--json", *option]) == 1
    (gate,) = json.loads(capsys.readouterr().out)["gates"]
    assert gate["gate"] == " ".join(option)
    assert gate["passed"] is False
    assert option[1] in gate["message"]

"""The registry as a whole: every sample row has exactly one format, every format has its file, sample and test."""

import json
from pathlib import Path

import pytest

from mcqa_cli import formats
from mcqa_cli.containers import open_source
from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS, detect
from mcqa_cli.gold import gold_of
from mcqa_cli.options import choices_of
from mcqa_cli.prompt import options_in_prompt
from mcqa_cli.reader import Reader

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_data" / "formats"
# What each line of a sample says: the text's end and the gold, or why it is not graded.
EXPECTED = {
    "gym.jsonl": ("gym", ["\\boxed{B} B", "\\boxed{A}. B", "So \\boxed{A} A", "Counting the sides C"]),
    "gym_merged.jsonl": ("gym", ["\\boxed{carbon dioxide} D"]),
    "gym_failures.jsonl": ("gym", ["producer_error"]),
    "verifiers_old.jsonl": ("verifiers", ["\\boxed{B} B", " A", "\\boxed{A} B"]),
    "verifiers.jsonl": (
        "verifiers",
        ["\\boxed{B} B", "\\boxed{D} B", "Mercury is the A", "producer_error", "\\boxed{D} D"],
    ),
    "verifiers_traces.jsonl": (
        "verifiers_traces",
        ["So \\boxed{B} B", "So \\boxed{C} B", "Mercury is A", "producer_error", "\\boxed{D} D"],
    ),
    "openai_response.jsonl": ("openai_response", ["Answer: B B", "refusal A", "producer_error"]),
    "openai_chat.jsonl": ("openai_chat", ["Answer: B B", "Answer: C B", " A"]),
    "messages.jsonl": ("messages", ["No: \\boxed{B} B", "\\boxed{A} A", "\\boxed{C} C", "\\boxed{D} C"]),
    "completion.jsonl": ("completion", ["\\boxed{B} B", "\\boxed{B} C", "is \\boxed{A} A", "\\boxed{B} A"]),
    "lm_eval.jsonl": (
        "lm_eval",
        ["Answer: B B", "\\boxed{6} C", "Answer: A A", "Answer: B A"] * 2,
    ),
    "lm_eval_loglikelihood.jsonl": ("lm_eval", ["no_text"]),
    "nemo_skills/output-rs0.jsonl": ("nemo_skills", ["\\boxed{B} B", "unclosed_think A"]),
    "nemo_skills/output-rs1.jsonl": ("nemo_skills", ["It is \\boxed{C} B", "\\boxed{A} A"]),
    "verl/40.jsonl": ("verl", ["Answer: B B", "Answer: B A", "no_gold"]),
    "inspect.json": (
        "inspect",
        ["ANSWER: $B$ B", "ANSWER: B B", "Mercury, as A", "producer_error", "The answer is A. A", "ANSWER: A A"],
    ),
    "mmlu_pro.json": ("mmlu_pro", ["is (B). B", "not_object", "is (B). A", "Six sides. C"]),
}
EXPECTED["inspect.eval"] = EXPECTED["inspect.json"]
ASIDE = {"openai_batch.jsonl", "openai_batch_inputs.jsonl", "unknown.jsonl"}


def rows_of(path):
    with open_source(str(path)) as source:
        return [json.loads(line) for block in source.blocks() for line in block.data.split(b"\n") if line]


def seen(row):
    """What the grader would see of a row: text and gold, or a code."""
    if not isinstance(row, dict):
        return ["not_object"]
    try:
        form = detect(row)
        found = form.read(row)
        return [
            f"{one.state or one.text} "
            + gold_of(
                one.gold, choices_of(one.options) or choices_of(options_in_prompt(one.prompt)), True, form.gold_base
            )
            for one in (found if isinstance(found, list) else [found])
        ]
    except RowError as error:
        return [error.code]


def samples():
    return sorted(str(path.relative_to(SAMPLES)) for path in SAMPLES.rglob("*") if path.is_file())


def test_every_sample_is_expected():
    assert {name for name in samples() if "medmcqa" not in name} == set(EXPECTED) | ASIDE


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_sample_is_read(name):
    found = [line for row in rows_of(SAMPLES / name) for line in seen(row)]
    expected = EXPECTED[name][1]
    assert len(found) == len(expected)
    for line, end in zip(found, expected, strict=True):
        assert line.endswith(end), line


@pytest.mark.parametrize("name", sorted(set(EXPECTED) | {"openai_batch.jsonl"}))
def test_no_file_is_taken_for_another_producers(name):
    form = EXPECTED[name][0] if name in EXPECTED else "openai_batch"
    for row in rows_of(SAMPLES / name):
        if isinstance(row, dict):
            assert [other for other in FORMATS if FORMATS[other].matches(row)] == [form]


def outcome(reader, row):
    """What a reader makes of a row: its format and rollouts, or a code."""
    try:
        found = reader.read(row)
    except RowError as error:
        return error.code
    return reader.name, [one._replace(task=None) for one in (found if isinstance(found, list) else [found])]


@pytest.mark.parametrize("name", sorted(set(EXPECTED) | {"openai_batch.jsonl"}))
def test_no_row_is_read_by_the_rows_before_it(name):
    """Also of what several formats would take, as where a key is missing or null, the first one is told anew."""
    before = [next(row for row in rows_of(SAMPLES / one) if isinstance(row, dict)) for one in EXPECTED]
    for row in rows_of(SAMPLES / name):
        for key in row if isinstance(row, dict) else ():
            for odd in ({other: row[other] for other in row if other != key}, row | {key: None}):
                alone = outcome(Reader(), odd)
                for earlier in before:
                    reader = Reader()
                    outcome(reader, earlier)
                    assert outcome(reader, odd) == alone, (key, reader.name)


@pytest.mark.parametrize("name", sorted(ASIDE - {"openai_batch.jsonl"}))
def test_what_holds_no_known_rollouts_matches_nothing(name):
    for row in rows_of(SAMPLES / name):
        assert [form for form in FORMATS if FORMATS[form].matches(row)] == []
        with pytest.raises(RowError) as caught:
            detect(row)
        assert caught.value.code == "unknown_format"
        assert "\n" not in caught.value.message


def test_every_file_is_registered_and_tested():
    here = Path(formats.__file__).parent
    shared = {"__init__", "base", "fields", "plain", "unknown"}
    files = {path.stem for path in here.glob("*.py")} - shared
    assert {form.read.__module__.rpartition(".")[2] for form in FORMATS.values()} == files
    assert files <= {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}


def test_every_format_says_where_it_reads_from():
    for name, form in FORMATS.items():
        assert form.name == name
        assert form.summary.endswith(".")
        assert list(form.fields) == ["text", "options", "gold", "task", "rollout"]
        assert all(form.fields.values())


def test_every_format_has_a_sample():
    assert {form for form, _ in EXPECTED.values()} | {"openai_batch"} == set(FORMATS)

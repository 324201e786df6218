"""Raw MedMCQA rows → task rows."""

import pytest

from mcqa_cli import medmcqa
from mcqa_cli.errors import RowError, UsageError
from mcqa_cli.medmcqa import CopScan, conflict_of, display_order, explained_letter, gold_letter, held_out, task_row
from mcqa_cli.options import choices_of
from mcqa_cli.prompt import options_in_prompt


def raw(cop, **extra):
    return {
        "id": "m-1",
        "question": "Which organ makes bile?",
        "opa": "Liver",
        "opb": "Spleen",
        "opc": "Heart",
        "opd": "Lung",
        "cop": cop,
        "exp": None,
        "choice_type": "single",
        "subject_name": "Physiology",
        "topic_name": None,
    } | extra


def scanned(*cops):
    scan = CopScan()
    for cop in cops:
        scan.add(raw(cop))
    return scan


@pytest.mark.parametrize(
    ("cops", "message"),
    [
        pytest.param([1, 2, 3], "--cop-base", id="neither 0 nor 4"),
        pytest.param([2], "--cop-base", id="one row"),
        pytest.param([-1, 1], "--cop-base", id="unlabelled rows decide nothing"),
        pytest.param([0, 4], "two sources", id="both"),
    ],
)
def test_base_is_refused(cops, message):
    with pytest.raises(UsageError, match=message):
        scanned(*cops).base("raw.jsonl")


@pytest.mark.parametrize(
    ("cops", "base"),
    [
        pytest.param([1, 0, 3], 0, id="any 0"),
        pytest.param([1, "4", 2], 1, id="any 4, as a string"),
        pytest.param([2.0, 4.0], 1, id="floats"),
        pytest.param(["A", "Liver"], None, id="no numbers at all"),
        pytest.param([-1, None], None, id="nothing labelled"),
    ],
)
def test_base(cops, base):
    assert scanned(*cops).base("raw.jsonl") == base


def test_scan_counts_labelled_rows():
    scan = scanned(0, -1, "", None, float("nan"), "C", 3)
    assert (scan.rows, scan.unlabelled, scan.labelled) == (7, 4, 3)


@pytest.mark.parametrize(
    ("cop", "base"),
    [
        pytest.param(5, 1, id="beyond the options"),
        pytest.param(0, 1, id="0 where counted from 1"),
        pytest.param("E", 0, id="no such letter"),
        pytest.param("Kidney", 0, id="no such text"),
        pytest.param(2, None, id="a number without a base"),
        pytest.param(True, 0, id="a boolean"),
    ],
)
def test_gold_is_refused(cop, base):
    with pytest.raises(RowError) as caught:
        gold_letter(raw(cop), base)
    assert caught.value.code == "gold_not_in_options"


@pytest.mark.parametrize(
    ("cop", "base", "letter"),
    [
        pytest.param(0, 0, "A", id="first from 0"),
        pytest.param(1, 1, "A", id="first from 1"),
        pytest.param("3", 0, "D", id="digit string"),
        pytest.param("c", None, "C", id="lower case letter"),
        pytest.param("(B)", None, "B", id="letter in brackets"),
        pytest.param("  heart ", None, "C", id="the option's text"),
    ],
)
def test_gold(cop, base, letter):
    assert gold_letter(raw(cop), base) == letter


@pytest.mark.parametrize(
    "explanation",
    [
        None,
        "",
        "Ans. A patient with bile in the urine",
        "Answer depends on the dose",
        "Answers (see chapter 3)",
        "Ans. is 'a' & 'c'",
        "Bile is made by hepatocytes. Option b is wrong.",
    ],
)
def test_explanation_names_no_letter(explanation):
    assert explained_letter(explanation) is None


@pytest.mark.parametrize(
    ("explanation", "letter"),
    [
        ("Ans. is 'c' i.e. Heart", "C"),
        ("Ans. (a) Liver", "A"),
        ("Answer: B", "B"),
        ("Ans: d. Lung", "D"),
        ("Ans is option B, as said", "B"),
        ("Ans-C\nBile flows", "C"),
        ("Ref: text p. 3. Ans is b i.e., Spleen", "B"),
    ],
)
def test_explanation_names_a_letter(explanation, letter):
    assert explained_letter(explanation) == letter


def test_conflict_is_told_only_where_letters_differ():
    assert conflict_of(raw(0, exp="Ans. is 'c'"), "A", 7) == (7, "m-1", "A", "C")
    assert conflict_of(raw(0, exp="Ans. is 'a'"), "A", 7) is None
    assert conflict_of(raw(0), "A", 7) is None


def test_order_is_the_same_every_time_and_depends_on_the_id():
    assert display_order(raw(0)) == display_order(raw(1, question="another"))
    orders = {tuple(display_order(raw(0, id=f"m-{number}"))) for number in range(200)}
    assert len(orders) == 24
    assert display_order(raw(0, id=None)) == display_order(raw(0, id=""))


def test_known_order():
    """Pins the seed: the first eight hexadecimal digits of the id's MD5."""
    assert display_order({"id": "m-1"}) == ["D", "B", "A", "C"]


def test_gym_row():
    row = raw(2, exp="Ans. (b)")
    made = task_row(row, 1)
    system, user = made["responses_create_params"]["input"]
    assert system["role"] == "system"
    assert "<think>" in system["content"]
    assert "\\boxed" in system["content"]
    lines = user["content"].split("\n")
    assert lines[:2] == ["Question: Which organ makes bile?", "Choices:"]
    assert lines[-1] == "Answer:"
    assert [line[0] for line in lines[2:-1]] == display_order(row)
    assert sorted(lines[2:-1]) == ["A. Liver", "B. Spleen", "C. Heart", "D. Lung"]
    assert made["options"] == [{"A": "Liver"}, {"B": "Spleen"}, {"C": "Heart"}, {"D": "Lung"}]
    assert (made["expected_answer"], made["grading_mode"], made["uuid"]) == ("B", "think_boxed", "m-1")
    assert made["metadata"] == row


def test_options_can_be_read_back_from_the_prompt():
    made = task_row(raw(2), 1)
    found = choices_of(options_in_prompt(made["responses_create_params"]["input"][1]["content"]))
    asked = choices_of(made["options"])
    assert sorted(zip(found.labels, found.texts, strict=True)) == list(zip(asked.labels, asked.texts, strict=True))


def test_verifiers_row():
    made = task_row(raw("Heart"), None, "verifiers")
    assert [message["role"] for message in made["prompt"]] == ["system", "user"]
    assert made["options"] == ["Liver", "Spleen", "Heart", "Lung"]
    assert (made["answer_letter"], made["answer_idx"], made["answer"]) == ("C", 2, "C")


def test_missing_option_is_not_shown():
    made = task_row(raw(0, opd=None), 0)
    assert made["options"][3] == {"D": None}
    assert "D." not in made["responses_create_params"]["input"][1]["content"]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        pytest.param(raw(0, question=" "), "bad_options", id="no question"),
        pytest.param({"question": "q", "opa": "x", "cop": 0}, "bad_options", id="options missing"),
        pytest.param(raw(3, opd=None), "gold_not_in_options", id="gold without a text"),
    ],
)
def test_row_is_refused(row, code):
    with pytest.raises(RowError) as caught:
        task_row(row, 0)
    assert caught.value.code == code


def test_holdout():
    chosen = held_out(100, 10)
    assert len(chosen) == 10
    assert chosen == held_out(100, 10, 42)
    assert chosen != held_out(100, 10, 43)
    assert max(chosen) < 100
    assert held_out(3, 3) == {0, 1, 2}
    with pytest.raises(UsageError, match="--holdout"):
        held_out(3, 4)


def test_layouts_are_those_documented():
    assert medmcqa.LAYOUTS == ("gym", "verifiers")


@pytest.mark.parametrize(
    ("texts", "gold", "told"),
    [
        pytest.param(["w", "x", "y", "z"], "A", None, id="all well"),
        pytest.param(["w", "x", None, None], "A", None, id="null options are none"),
        pytest.param(["w", "x", float("nan"), None], "A", None, id="an empty cell is none"),
        pytest.param(["w", "x", " ", "z"], "A", "C is empty", id="an empty one"),
        pytest.param(["w", "", "", "z"], "A", "B and C are empty", id="two empty ones"),
        pytest.param(["w", "x y", "X  Y", "z"], "A", "B and C read the same", id="two alike"),
        pytest.param(["w", "w", "", "z"], "B", "A and B read the same (the gold is B), C is empty", id="gold in it"),
    ],
)
def test_odd_options(texts, gold, told):
    row = dict(zip(("opa", "opb", "opc", "opd"), texts, strict=True))
    assert medmcqa.odd_options(row, gold) == told

"""Mode robust: what it must not read, what it reads, and where it points."""

import importlib.util
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcqa_cli.model import REASONS, RULES, Choices, Question
from mcqa_cli.modes import MODES
from mcqa_cli.modes.robust import extract

ROOT = Path(__file__).parents[2]
COINS = Question(Choices(tuple("ABCD"), ("penny", "dime", "quarter", "half dollar")))
TEN = Question(Choices(tuple("ABCDEFGHIJ"), tuple(f"{n} mol" for n in range(11, 21))))
FLOORS = Question(Choices(("1", "2", "3", "AA"), ("ground", "first", "second", "attic")))
RIVERS = Question(Choices(("А", "Б", "В"), ("Нева", "Кама", "Ока")))
SERUM = Question(Choices(tuple("ABCDE"), ("E. faecalis", "hepatitis B", "vitamin A", "B and D", "type O")))
TWINS = Question(Choices(tuple("ABC"), ("red", "blue", "red")))
OPEN = Question(Choices(tuple("ABC"), ("tea", "milk", "None of the above")))


def benchmark():
    """`benchmarks/agreement.py`, which is no package."""
    path = ROOT / "benchmarks" / "agreement.py"
    spec = importlib.util.spec_from_file_location("agreement", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["agreement"] = module
    spec.loader.exec_module(module)
    return module


AGREEMENT = benchmark()
CASES = AGREEMENT.load()

NO_ANSWER = [
    pytest.param("", COINS, "empty_text", id="empty"),
    pytest.param(" \n ", COINS, "empty_text", id="white space"),
    pytest.param("A coin was tossed.", COINS, "no_statement", id="the article"),
    pytest.param("I looked, and I saw nothing.", TEN, "no_statement", id="the pronoun"),
    pytest.param("The energy is E = 5 and the field is B.", TEN, None, id="variables"),
    pytest.param("\\boxed{\\Delta H}", TEN, "box_not_a_letter", id="a formula in a box"),
    pytest.param("The strain was B. subtilis.", SERUM, "no_statement", id="an initial"),
    pytest.param("The answer is A or C.", COINS, "ambiguous", id="a list of two"),
    pytest.param("\\boxed{A, D}", COINS, "ambiguous", id="a list in a box"),
    pytest.param("The answer is red.", TWINS, "option_text_ambiguous", id="a text of two options"),
    pytest.param("The answer is (F).", COINS, "letter_not_in_options", id="a letter that is no option"),
    pytest.param("The answer is none of the above.", COINS, "option_text_unmatched", id="none of them"),
    pytest.param("Answer: it depends", COINS, "answer_line_unmatched", id="a line that names none"),
    pytest.param("The answer is not B.", COINS, "no_statement", id="denied"),
    pytest.param("If it were silver, the answer would be B.", COINS, "ambiguous", id="supposed"),
    pytest.param("Please end with 'Answer: B'.", COINS, "ambiguous", id="an instruction"),
    pytest.param("The answer is B. Wait, that is wrong.", COINS, "ambiguous", id="taken back"),
    pytest.param("<think>The answer is B.", COINS, "unclosed_think", id="reasoning without an end"),
    pytest.param("<think>The answer is B.</think>", COINS, "unclosed_think", id="nothing but reasoning"),
    pytest.param("</THINK>\r\r", COINS, "unclosed_think", id="white space behind the reasoning"),
    pytest.param("B</think>\n\n<think>B again", COINS, "unclosed_think", id="white space between two reasonings"),
    pytest.param("So \\boxed{", COINS, "unclosed_box", id="a box cut off"),
    pytest.param(
        "Hard to say.\n\nQuestion: which is round?\nA. box\nB. ball\nAnswer: B", COINS, None, id="an invented question"
    ),
    pytest.param("He chose B.", COINS, "no_statement", id="another's choice"),
    pytest.param("The second option is wrong.", COINS, "no_statement", id="denied by its place"),
    pytest.param("The second option is right if it is old.", COINS, "no_statement", id="supposed by its place"),
    pytest.param("Dime. Or is it a penny?", COINS, None, id="an opening text that is doubted"),
    pytest.param("A ✅ B ✅ C ❌", COINS, None, id="two marked options"),
    pytest.param("\\boxed{12 mol} or \\boxed{13 mol}", TEN, "ambiguous", id="two boxes joined"),
    pytest.param("We have I = 2 V / R. Hence I", TEN, "no_statement", id="cut off at a variable"),
    pytest.param("A. penny\nB. dime\nC. quarter\nD. half dollar", COINS, None, id="the options again"),
]

ANSWERS = [
    pytest.param("\\boxed{\\text{(C) quarter}}", COINS, "C", "boxed_letter", "C", id="label and text in a box"),
    pytest.param("\\boxed{dime}", COINS, "B", "boxed_text", "dime", id="text in a box"),
    pytest.param("Answer: **D**", COINS, "D", "answer_line_letter", "D", id="an answer line"),
    pytest.param("Answer: half dollar", COINS, "D", "answer_line_text", "half dollar", id="text on an answer line"),
    pytest.param("The answer is (A).", COINS, "A", "statement_letter", "A", id="a sentence"),
    pytest.param("The answer is a dime.", COINS, "B", "statement_text", "dime", id="text in a sentence"),
    pytest.param('{"answer": "c"}', COINS, "C", "answer_line_letter", "c", id="a JSON reply"),
    pytest.param("<answer>B</answer>", COINS, "B", "tagged", "B", id="a tag"),
    pytest.param("It is small.\n\n(B) dime", COINS, "B", "closing_letter", "B", id="the last line"),
    pytest.param("Therefore, the coin is a quarter.", COINS, "C", "closing_text", "quarter", id="a last sentence"),
    pytest.param("C)", COINS, "C", "whole_letter", "C", id="nothing but a letter"),
    pytest.param("Quarter.", COINS, "C", "whole_text", "Quarter", id="nothing but a text"),
    pytest.param("B. dime\n\nIt is the smallest.", COINS, "B", "leading_letter", "B", id="the first line"),
    pytest.param("The answer is the third option.", COINS, "C", "statement_letter", None, id="by its place"),
    pytest.param("Option number 2 is correct.", COINS, "B", "statement_letter", None, id="praised by its place"),
    pytest.param("Quarter: it is the largest.", COINS, "C", "leading_text", "Quarter", id="an opening text"),
    pytest.param("A dime it is.", COINS, "B", "closing_text", "dime", id="a text, it is"),
    pytest.param("The answer is $n = 14$.", TEN, "D", "statement_text", "14", id="a value behind a variable"),
    pytest.param(
        "- A. penny\n- **B. dime** ✅\n- C. quarter", COINS, "B", "statement_letter", "B", id="a marked option"
    ),
    pytest.param("\\boxed{B} $\\boxed{B}$", COINS, "B", "boxed_letter", "B", id="the same box twice"),
    pytest.param("The answer is <b>D</b>", COINS, "D", "statement_letter", "D", id="HTML bold"),
    pytest.param(
        "It is big. Option C (quarter) best explains it.", COINS, "C", "statement_letter", "C", id="text in between"
    ),
    pytest.param("A is wrong, B is wrong and D is wrong.", COINS, "C", "elimination", None, id="all but one ruled out"),
    pytest.param("Not A; the answer is C, not D.", COINS, "C", "statement_letter", "C", id="between denials"),
    pytest.param("\\boxed{A}\n\nOn reflection the answer is B.", COINS, "B", "statement_letter", "B", id="later wins"),
    pytest.param("The answer is A. Wait, it is thin, so B.", COINS, "B", "statement_letter", "B", id="self-correction"),
    pytest.param("<think>A?</think>The answer is D.", COINS, "D", "statement_letter", "D", id="after the reasoning"),
    pytest.param("maybe A</think>D", COINS, "D", "whole_letter", "D", id="reasoning without an opener"),
    pytest.param("The answer is I.", TEN, "I", "statement_letter", "I", id="I as a label"),
    pytest.param("The answer is 14 mol.", TEN, "D", "statement_text", "14 mol", id="a number with its unit"),
    pytest.param("\\boxed{19}", TEN, "I", "boxed_text", "19", id="a number without its unit"),
    pytest.param("Answer: 2", FLOORS, "2", "answer_line_letter", "2", id="a digit"),
    pytest.param("The answer is AA.", FLOORS, "AA", "statement_letter", "AA", id="two letters"),
    pytest.param("Ответ: В", RIVERS, "В", "answer_line_letter", "В", id="Cyrillic labels"),
    pytest.param("الإجابة: ب", COINS, "B", "answer_line_letter", "ب", id="an Arabic letter by its place"),
    pytest.param("答案是Ｃ。", COINS, "C", "statement_letter", "Ｃ", id="a full-width letter"),
    pytest.param(
        "The answer is E. faecalis.", SERUM, "A", "statement_text", "E. faecalis", id="a text led by a letter"
    ),
    pytest.param("Answer: B and D", SERUM, "D", "answer_line_text", "B and D", id="a text that looks like a list"),
    pytest.param("None of the above.", OPEN, "C", "whole_text", "None of the above", id="none of them as an option"),
    pytest.param(
        "İ said: the answer is B", COINS, "B", "statement_letter", "B", id="a letter that grows in lower case"
    ),
]


@pytest.mark.parametrize(("text", "question", "reason"), NO_ANSWER)
def test_abstains(text, question, reason):
    found = extract(text, question)
    assert found.letter is None
    assert found.rule is None
    assert found.reason in REASONS
    if reason is not None:
        assert found.reason == reason


@pytest.mark.parametrize(("text", "question", "letter", "rule", "piece"), ANSWERS)
def test_reads(text, question, letter, rule, piece):
    found = extract(text, question)
    assert (found.letter, found.rule) == (letter, rule)
    assert found.reason is None
    assert (found.span and text[slice(*found.span)]) == piece


def test_the_same_under_both_rule_sets():
    assert MODES["robust"].documented is MODES["robust"].gym
    assert MODES["robust"].ours


def test_lower_case_labels_are_read_whatever_their_case():
    question = Question(Choices(("A", "B"), ("up", "down")))
    assert extract("the answer is b", question).letter == "B"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_spans_hold_what_was_read(case):
    assert AGREEMENT.span_holds(case, extract(case.text, case.question))


def test_agrees_with_the_reader():
    table = AGREEMENT.measure(extract, CASES)
    low = {kind: counts["agree"] / counts.total() for kind, counts in table.items()}
    assert {kind: share for kind, share in low.items() if share < 0.9} == {}
    total = sum(table.values(), Counter())
    assert total["agree"] >= 0.98 * total.total()
    assert total["invented"] <= 0.01 * total.total()


def test_the_cases_are_many_and_mixed():
    assert len(CASES) >= 300
    assert len({case.id for case in CASES}) == len(CASES)
    without = sum(case.expected is None for case in CASES)
    assert 0.4 <= without / len(CASES) <= 0.6
    labels = {label for case in CASES for label in case.question.choices.labels}
    assert {"A", "E", "I"} <= labels


PIECES = [
    "The answer is ", "Answer: ", "A", "B", "(C)", "D.", " or ", "not ",
    "dime", "quarter", "\\boxed{", "}", "\\text{", "\n", " ", "Wait, ",
    "so ", "is correct", "<think>", "</think>", "**", "Question: ", "\nA. box", "\nB. ball",
    "<answer>", "</answer>", '{"answer": "', '"', "答案是", "ответ: ", "الإجابة: ", "ب",
    "Ｂ", "İ", "ſ", "\ud835", "e\u0301", "$", "-", "1",
    "E. coli", "I",
]  # fmt: skip
TEXTS = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
QUESTIONS = st.sampled_from([COINS, TEN, FLOORS, RIVERS, SERUM, TWINS, OPEN])


@settings(deadline=None)
@given(TEXTS, QUESTIONS)
def test_any_text_gives_a_label_or_a_reason(text, question):
    found = extract(text, question)
    if found.letter is None:
        assert found.rule is None
        assert found.reason in REASONS
        assert found.span is None
        return
    assert found.letter in question.choices.labels
    assert found.rule in RULES
    assert found.reason is None
    if found.span is not None:
        start, end = found.span
        assert 0 <= start < end <= len(text)


@settings(deadline=None)
@given(TEXTS, QUESTIONS)
def test_reading_twice_gives_the_same(text, question):
    assert extract(text, question) == extract(text, question)


@settings(deadline=None)
@given(st.sampled_from(PIECES), st.sampled_from(PIECES))
def test_long_repetition_is_read_to_the_end(one, other):
    found = extract((one + other) * 3000, COINS)
    assert found.letter in (None, *COINS.choices.labels)

"""Mode robust: last sentences that are no more than a letter, marks of who speaks, and a verdict on each option."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.robust import extract

STONES = Question(Choices(tuple("ABCD"), ("slate", "marble", "chalk", "flint")))
SUMS = Question(Choices(tuple("ABCD"), ("31.5", "36", "40.5", "45")))

NO_ANSWER = [
    pytest.param("The stone is hard, so A", STONES, id="an article behind so"),
    pytest.param("This one is soft. A", STONES, id="an article behind a sentence"),
    pytest.param("The area is 36, so A", SUMS, id="a symbol that is named"),
    pytest.param("A = 7 * 4.5 = 31.5, thus A", SUMS, id="a symbol of a formula"),
    pytest.param("Figure 7. A", STONES, id="a number of a figure"),
    pytest.param("See fig. A.", STONES, id="a figure"),
    pytest.param("Read on in part 2. A.", STONES, id="a part"),
    pytest.param("x = 36 → B, then x = 31.5 → A", SUMS, id="two letters behind arrows"),
    pytest.param("We tried this and that at length. " * 20 + "x = 31.5. A", SUMS, id="a long text cut off"),
    pytest.param("Let us look at the next. Option C.", STONES, id="the next option"),
    pytest.param("The first is wrong. Option C.", STONES, id="behind a wrong one"),
    pytest.param("It is soft. Not option C.", STONES, id="a named option denied"),
    pytest.param("It is soft. Option C", STONES, id="a named option cut off"),
    pytest.param("Take each. Option A is hard. Option C.", STONES, id="another option named"),
    pytest.param("It is soft. Option C?", STONES, id="a named option asked"),
    pytest.param("It is soft — unlike option C.", STONES, id="unlike an option, behind a dash"),
    pytest.param("Option C is not fully correct.", STONES, id="not fully correct"),
    pytest.param("Option C never meets this requirement.", STONES, id="never meets it"),
    pytest.param("Option A meets this condition. Option C meets this condition.", STONES, id="two that meet it"),
    pytest.param("Not only C is possible.", STONES, id="not only"),
    pytest.param("It is not option $\\mathrm{C}$", STONES, id="a named letter in LaTeX denied"),
    pytest.param("Wrong answer: **chalk** ✅", STONES, id="a wrong text with a mark"),
    pytest.param("Assistant: A stone was cut.", STONES, id="a speaker's sentence"),
    pytest.param("User: C", STONES, id="a user's letter"),
    pytest.param('{"A": true, "B": false}', STONES, id="flags of some"),
    pytest.param('{"A": true, "B": false, "C": true, "D": false}', STONES, id="two flags"),
    pytest.param('{"A": true, "B": false, "C": false, "D": false} is what I had first.', STONES, id="flags, and more"),
    pytest.param("(A) Wrong. (B) Correct.", STONES, id="verdicts on some"),
    pytest.param("(A) Correct. (B) Wrong. (C) Correct. (D) Wrong.", STONES, id="two that are correct"),
]

ANSWERS = [
    pytest.param("7 * 4.5 = 31.5, thus A", SUMS, "A", id="a sum, thus"),
    pytest.param("x = 63/2 = 31.5 m → A", SUMS, "A", id="a sum and an arrow"),
    pytest.param("x = 31.5. A", SUMS, "A", id="a sum and a full stop"),
    pytest.param("x = 31.5. A.", SUMS, "A", id="a sum and two full stops"),
    pytest.param("It splits into thin sheets, as does slate. A", STONES, "A", id="the option's own text"),
    pytest.param("It splits into thin sheets. A.", STONES, "A", id="a whole sentence"),
    pytest.param("It fizzes in acid. Option C.", STONES, "C", id="a named option"),
    pytest.param("It fizzes in acid. **Option C.**", STONES, "C", id="a named option in bold"),
    pytest.param("It fizzes in acid. Choice (C).", STONES, "C", id="a choice in brackets"),
    pytest.param("It fizzes in acid. Answer choice C.", STONES, "C", id="an answer choice"),
    pytest.param("It is soft and fizzes — option C.", STONES, "C", id="a named option behind a dash"),
    pytest.param("Option C describes this exactly.", STONES, "C", id="describes this exactly"),
    pytest.param("Option C follows this pattern.", STONES, "C", id="follows this pattern"),
    pytest.param("Option C is grammatically correct.", STONES, "C", id="an adverb before correct"),
    pytest.param("Only C is possible.", STONES, "C", id="only one is possible"),
    pytest.param("It fizzes, i.e. option $\\textbf{(C)}$", STONES, "C", id="a named letter in LaTeX and brackets"),
    pytest.param("So it is option $\\mathrm{C}$", STONES, "C", id="a named letter in LaTeX"),
    pytest.param("Right answer: **chalk** ✅", STONES, "C", id="a text with a mark"),
    pytest.param("chalk ✅", STONES, "C", id="nothing but a text with a mark"),
    pytest.param("<|assistant|> C", STONES, "C", id="a mark of who speaks"),
    pytest.param("Assistant: C. It fizzes.", STONES, "C", id="a speaker's name"),
    pytest.param("[/INST] chalk", STONES, "C", id="the end of an instruction"),
    pytest.param('{"A": false, "B": false, "C": true, "D": false}', STONES, "C", id="flags"),
    pytest.param("(A) Wrong. (B) Wrong. (C) Correct. (D) Wrong.", STONES, "C", id="a verdict on each"),
    pytest.param(
        "Option A: Wrong. Option B: Wrong. Option C: Correct. Option D: Wrong.", STONES, "C", id="named options"
    ),
    pytest.param("A: incorrect, B: incorrect, C: correct, D: incorrect", STONES, "C", id="a list of verdicts"),
]


@pytest.mark.parametrize(("text", "question"), NO_ANSWER)
def test_abstains(text, question):
    assert extract(text, question).letter is None


@pytest.mark.parametrize(("text", "question", "letter"), ANSWERS)
def test_reads(text, question, letter):
    assert extract(text, question).letter == letter

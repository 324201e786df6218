"""Mode robust: a calculation as the last words, whose result is an option's text."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.robust import extract

PRICES = Question(Choices(tuple("ABCD"), ("6", "18", "45", "60")))
LENGTHS = Question(Choices(tuple("ABCD"), ("6 m", "18 m", "45 m", "60 m")))

NO_ANSWER = [
    pytest.param("x = 18", PRICES, id="a variable's value"),
    pytest.param("The integral is $\\int_0^1 12x dx = 6$.", PRICES, id="a formula"),
    pytest.param("Let n = 3 * 6 = 18", PRICES, id="a variable that is set"),
    pytest.param("If 0.2 * 90 = 18", PRICES, id="supposed"),
    pytest.param("It is not 0.2 * 90 = 18.", PRICES, id="denied"),
    pytest.param("0.2 * 90 = 18?", PRICES, id="asked"),
    pytest.param("Step 1: 0.2 * 90 = 18", PRICES, id="a first step"),
    pytest.param("0.2 * 90 = 1", PRICES, id="cut off in its number"),
    pytest.param("0.2 * 90 != 18", PRICES, id="not equal"),
    pytest.param("0.2 * 90 >= 18", PRICES, id="not less"),
    pytest.param("0.2 * 90 = 18, 0.5 * 90 = 45", PRICES, id="two results in a line"),
    pytest.param("0.5 * 90 = 45\n0.2 * 90 = 18", PRICES, id="two results in two lines"),
    pytest.param("18 * 2.5 = 45", PRICES, id="another option's text in the sum"),
    pytest.param("We take one after the other. " * 8 + "0.2 * 90 = 18", PRICES, id="a long text cut off"),
]

ANSWERS = [
    pytest.param("0.2 × 90 = 18", PRICES, "B", id="a product"),
    pytest.param("20% of 90 = **18**", PRICES, "B", id="a part, in bold"),
    pytest.param("$0.2 \\times 90 = 18$", PRICES, "B", id="a product in LaTeX"),
    pytest.param("s = v * t = 9 * 2 = 18 m", LENGTHS, "B", id="a chain with a unit"),
    pytest.param("A fifth was sold.\n\n0.2 * 90 = 18.", PRICES, "B", id="below a sentence"),
]


@pytest.mark.parametrize(("text", "question"), NO_ANSWER)
def test_abstains(text, question):
    assert extract(text, question).letter is None


@pytest.mark.parametrize(("text", "question", "letter"), ANSWERS)
def test_reads(text, question, letter):
    assert extract(text, question).letter == letter

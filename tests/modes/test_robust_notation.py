"""Mode robust: option texts in another notation, and letters that belong to a formula."""

import pytest

from mcqa_cli.model import REASONS, Choices, Question
from mcqa_cli.modes.robust import extract
from mcqa_cli.modes.robust.notation import canonical
from mcqa_cli.modes.robust.quantities import quantity


def asked(*texts):
    return Question(Choices(tuple("ABCDEFGHIJ")[: len(texts)], texts))


TREES = asked("elm", "oak", "ash", "fir", "yew", "pine", "lime", "palm", "box", "maple")
GASES = asked("NO2", "Br2", "SO2", "O3", "H2S", "C2H2", "HCl", "D2O", "I-", "F2")
ARCS = asked("3π", "π", "6π", "π/3")
ROOTS = asked("5", "√5", "3√5", "5√3")
POWERS = asked("t^4", "t4", "t + 4", "4t")
TENTHS = asked("10^-2", "10^2", "10^-4", "10^4")
SETS = asked("{2, 5}", "{2, 5, 7}", "{5, 7}", "∅")
SPANS = asked("(2, 3)", "[2, 3)", "(2, 3]", "[2, 3]")
BOUNDS = asked("n ≥ 6", "n ≤ 6", "n > 6", "n < 6")
LINES = asked("y = x - 7", "y = x + 7", "y = 7x", "y = -7x")
HALVES = asked("1/2 z", "1/(2z)", "2/z", "z/4")
MIXED = asked("1 1/4", "11/4", "3 1/4", "31/4")
POWER = asked("8 mW", "8 MW", "8 kW", "8 W")
VOLTS = asked("4.0 V", "2.5 V", "16 V", "0.5 V")
HEAT = asked("61 °F", "61 °C", "61 K", "610 K")
MONEY = asked("$70", "$7", "$700", "$0.70")
IRON = asked("Fe²⁺", "Fe³⁺", "Fe", "FeO")
OXYGEN = asked("O₂⁻", "O²⁻", "O₂", "O₃")
GREEK = asked("λ", "μ", "ν", "ρ")
WAVES = asked("sin t", "cos t", "-sin t", "tan t")
GENES = asked("BB", "Bb", "bb", "BBCC")
BLOOD = asked("A", "B", "AB", "O")
CROSSED = asked("B", "A", "D", "C")
METALS = asked("CO", "Co", "Ni", "NiO")
WHOLE = asked("7", "8", "9", "10")

NO_ANSWER = [
    pytest.param("The answer is C₃H₈.", TREES, id="an index"),
    pytest.param("Answer: B₁", TREES, id="a numbered letter"),
    pytest.param("D³", TREES, id="an exponent, alone"),
    pytest.param("The answer is E'.", TREES, id="a prime"),
    pytest.param("Thus E′", TREES, id="a typeset prime"),
    pytest.param("E' is correct", TREES, id="a prime that is praised"),
    pytest.param("I'd say that the answer is E'.", TREES, id="an apostrophe opens no quote"),
    pytest.param("\\boxed{\\text{D}_4}", TREES, id="an index behind a group"),
    pytest.param("The answer is $\\text{G}_2$.", TREES, id="an index behind a group, in a sentence"),
    pytest.param("\\boxed{\\mathbf{C}^{-1}}", TREES, id="an inverse"),
    pytest.param("\\boxed{\\mathbf{D}^T}", TREES, id="a transpose"),
    pytest.param("\\boxed{\\text{C}'}", TREES, id="a prime behind a group"),
    pytest.param("The answer is G#.", TREES, id="a sharp"),
    pytest.param("The answer is C₂H₆.", GASES, id="a formula of no option"),
    pytest.param("\\boxed{\\text{F}^-}", GASES, id="an ion of no option"),
    pytest.param("\\boxed{9\\pi}", ARCS, id="another multiple"),
    pytest.param("The answer is $3\\pi^2$.", ARCS, id="a square"),
    pytest.param("The answer is $\\pi/4$.", ARCS, id="another part"),
    pytest.param("\\boxed{-3\\pi}", ARCS, id="another sign"),
    pytest.param("The answer is 3π or 6π.", ARCS, id="two formulas"),
    pytest.param("\\boxed{3\\pi, 6\\pi}", ARCS, id="two formulas in a box"),
    pytest.param("The answer is $5\\sqrt{2}$.", ROOTS, id="a number that goes on as a root"),
    pytest.param("\\boxed{\\sqrt{55}}", ROOTS, id="a longer root"),
    pytest.param("\\boxed{t^{44}}", POWERS, id="a longer exponent"),
    pytest.param("\\boxed{10^{3}}", TENTHS, id="another exponent"),
    pytest.param("\\boxed{\\{2,7\\}}", SETS, id="another set"),
    pytest.param("\\boxed{(2,5)}", SETS, id="a pair is no set"),
    pytest.param("\\boxed{(3,2)}", SPANS, id="another order"),
    pytest.param("\\boxed{n \\ge -6}", BOUNDS, id="another bound"),
    pytest.param("\\boxed{7-x}", LINES, id="another right side"),
    pytest.param("\\boxed{w=7x}", LINES, id="another left side"),
    pytest.param("\\boxed{\\frac{z}{2}}", HALVES, id="another fraction"),
    pytest.param("The answer is 8 mw.", POWER, id="a unit in neither case"),
    pytest.param("The answer is 4 kV.", VOLTS, id="another unit"),
    pytest.param("Answer: 25 V", VOLTS, id="another value"),
    pytest.param("\\boxed{U = 4\\text{ V or } 16\\text{ V}}", VOLTS, id="two values of a variable"),
    pytest.param("\\boxed{a = 4\\text{ V}, b = 16\\text{ V}}", VOLTS, id="two variables"),
    pytest.param("\\boxed{n = 8}", WHOLE, id="a bare number of a variable"),
    pytest.param("\\boxed{8.0}", WHOLE, id="a bare number with another precision"),
    pytest.param("8 is the number of sides.", WHOLE, id="a number that opens a sentence"),
    pytest.param("The answer is 8 or more.", WHOLE, id="a number and more"),
    pytest.param("The answer is 61°.", HEAT, id="degrees of no scale"),
    pytest.param("The answer is 70 cents.", MONEY, id="cents are no dollars"),
    pytest.param("The answer is O2-.", OXYGEN, id="an ion that two options could be"),
    pytest.param("Answer: BbCc", GENES, id="letters in the case of no option"),
    pytest.param("The answer is BB or Bb.", GENES, id="two genotypes"),
    pytest.param("The answer is A and B.", BLOOD, id="two letters, not their pair"),
    pytest.param("Answer: BA", BLOOD, id="letters in another order"),
    pytest.param("Answer: AB", TREES, id="two letters that are no text"),
    pytest.param("Answer: A or B", CROSSED, id="two letters, each the other's text"),
    pytest.param("The answer is A, B.", CROSSED, id="two letters in a row"),
    pytest.param("A) B\nB) A\nC) D\nD) C", CROSSED, id="the options again"),
    pytest.param("(A) B or (B) A", CROSSED, id="two options with their texts"),
    pytest.param("The answer is C) oak.", TREES, id="a label with another's text"),
    pytest.param("Answer: 16 V (D)", VOLTS, id="a quantity with another's label"),
    pytest.param("Answer: A) C", CROSSED, id="a letter and another's text"),
]

ANSWERS = [
    pytest.param("The answer is 'E'.", TREES, "E", "E", id="a quoted letter"),
    pytest.param("They wrote 'the answer is E'.", TREES, "E", "E", id="a quoted sentence"),
    pytest.param("\\boxed{\\mathbf{C}}", TREES, "C", "C", id="a bold letter"),
    pytest.param("The answer is _D_.", TREES, "D", "D", id="an emphasized letter"),
    pytest.param("Answer: D###", TREES, "D", "D", id="number signs at the end"),
    pytest.param("The answer is H₂S.", GASES, "E", "H₂S", id="indices"),
    pytest.param("\\boxed{\\text{SO}_2}", GASES, "C", "\\text{SO}_2", id="an index in LaTeX"),
    pytest.param("\\boxed{\\ce{C2H2}}", GASES, "F", None, id="a chemical formula"),
    pytest.param("Answer: D₂O", GASES, "H", "D₂O", id="a formula that starts as a label"),
    pytest.param("\\boxed{\\text{I}^-}", GASES, "I", None, id="an ion"),
    pytest.param("\\boxed{3\\pi}", ARCS, "A", "3\\pi", id="pi as a command"),
    pytest.param("The answer is $\\frac{\\pi}{3}$.", ARCS, "D", "\\frac{\\pi}{3}", id="a fraction"),
    pytest.param("Therefore, the area is 6 pi.", ARCS, "C", "6 pi", id="pi as a word"),
    pytest.param("The answer is $3\\sqrt{5}$.", ROOTS, "C", "3\\sqrt{5}", id="a root"),
    pytest.param("Answer: sqrt(5)", ROOTS, "B", "sqrt(5)", id="a root as a word"),
    pytest.param("The answer is t⁴.", POWERS, "A", "t⁴", id="a raised digit"),
    pytest.param("\\boxed{t_4}", POWERS, "B", "t_4", id="an index is no exponent"),
    pytest.param("\\boxed{4\\cdot t}", POWERS, "D", "4\\cdot t", id="a product"),
    pytest.param("\\boxed{10^{-4}}", TENTHS, "C", None, id="a negative exponent"),
    pytest.param("The answer is 10⁴.", TENTHS, "D", "10⁴", id="a power of ten"),
    pytest.param("\\boxed{\\{2,5,7\\}}", SETS, "B", "\\{2,5,7\\}", id="a set"),
    pytest.param("\\boxed{\\varnothing}", SETS, "D", "\\varnothing", id="the empty set"),
    pytest.param("The answer is [2,3).", SPANS, "B", "[2,3)", id="an interval"),
    pytest.param("\\boxed{n \\leq 6}", BOUNDS, "B", None, id="a relation as a command"),
    pytest.param("The answer is n>=6.", BOUNDS, "A", "n>=6", id="a relation as it is typed"),
    pytest.param("\\boxed{y=x-7}", LINES, "A", "y=x-7", id="an equation without spaces"),
    pytest.param("\\boxed{x+7}", LINES, "B", "x+7", id="its right side"),
    pytest.param("\\boxed{\\frac{1}{2}z}", HALVES, "A", None, id="a factor behind a fraction"),
    pytest.param("\\boxed{\\frac{1}{2z}}", HALVES, "B", None, id="a factor below the line"),
    pytest.param("\\boxed{1\\frac{1}{4}}", MIXED, "A", None, id="a mixed number"),
    pytest.param("The answer is 3¼.", MIXED, "C", "3¼", id="a mixed number in one sign"),
    pytest.param("\\boxed{8\\ \\text{MW}}", POWER, "B", None, id="the case of a unit"),
    pytest.param("Answer: 4 V", VOLTS, "A", "4 V", id="a quantity with another precision"),
    pytest.param("\\boxed{U = RI = 16\\text{ V}}", VOLTS, "C", "16\\text{ V}", id="a quantity of a variable"),
    pytest.param("\\boxed{61^\\circ\\text{C}}", HEAT, "B", None, id="degrees of a scale"),
    pytest.param("The answer is 700 dollars.", MONEY, "C", "700 dollars", id="dollars as a word"),
    pytest.param("The answer is Fe3+.", IRON, "B", "Fe3+", id="an ion as it is typed"),
    pytest.param("\\boxed{\\text{O}_2^-}", OXYGEN, "A", None, id="an index and a charge"),
    pytest.param("The answer is rho.", GREEK, "D", "rho", id="a Greek letter by its name"),
    pytest.param("\\boxed{\\nu}", GREEK, "C", None, id="a Greek letter as a command"),
    pytest.param("\\boxed{-\\sin t}", WAVES, "C", "-\\sin t", id="a function with a sign"),
    pytest.param("The answer is cos(t).", WAVES, "B", "cos(t)", id="a function with brackets"),
    pytest.param("The answer is Bb.", GENES, "B", "Bb", id="mixed case"),
    pytest.param("\\boxed{bb}", GENES, "C", "bb", id="lower case"),
    pytest.param("The answer is AB.", BLOOD, "C", "AB", id="a text of two labels"),
    pytest.param("\\boxed{AB}", BLOOD, "C", "AB", id="the same in a box"),
    pytest.param("The answer is B) A.", CROSSED, "B", "B", id="a label with its text, which is a label"),
    pytest.param("Answer: C (D)", CROSSED, "C", "C", id="the same in brackets"),
    pytest.param("The answer is C. Oak is too hard.", TREES, "C", "C", id="a sentence on another text"),
    pytest.param("The answer is C) the ash.", TREES, "C", "C", id="a label with its own text"),
    pytest.param("Answer: 16 V (C)", VOLTS, "C", "16 V", id="a quantity with its own label"),
    pytest.param("The answer is Co.", METALS, "B", "Co", id="an element"),
]


@pytest.mark.parametrize(("text", "question"), NO_ANSWER)
def test_abstains(text, question):
    found = extract(text, question)
    assert found.letter is None
    assert found.reason in REASONS


@pytest.mark.parametrize(("text", "question", "letter", "piece"), ANSWERS)
def test_reads(text, question, letter, piece):
    found = extract(text, question)
    assert found.letter == letter
    if piece is not None:
        assert text[slice(*found.span)] == piece


def test_a_formula_of_no_option_is_no_foreign_letter():
    assert extract("\\boxed{K = 9\\text{ V}}", VOLTS).reason == "box_not_a_letter"


SAME = [
    pytest.param("\\dfrac{\\sqrt{7}}{2}", "√7/2", id="a root above the line"),
    pytest.param("\\frac{a+b}{2}", "(a + b)/2", id="a sum above the line"),
    pytest.param("\\left[0, \\infty\\right)", "[0,∞)", id="brackets that grow"),
    pytest.param("3.2e-5", "3.2 × 10⁻⁵", id="powers of ten"),
    pytest.param("7\\,\\mathrm{kg\\,m/s}", "7 kg·m/s", id="a product of units"),
    pytest.param("\\SI{12}{N}", "12 N", id="a quantity's command"),
    pytest.param("12{,}500", "12,500", id="thousands"),
    pytest.param("K_{sp}", "Ksp", id="an index of letters"),
    pytest.param("f^{\\prime}", "f′", id="a prime"),
    pytest.param("\u00b5", "\u03bc", id="two characters for one letter"),
    pytest.param("\\cos^2(u)", "cos² u", id="a power of a function"),
    pytest.param(".5", "0.5", id="a number without its zero"),
]
DIFFERENT = [
    pytest.param("x^2", "x2", id="exponent or digit"),
    pytest.param("x^{2n}", "x^2n", id="what is in the exponent"),
    pytest.param("-3", "3", id="a sign"),
    pytest.param("2**5", "25", id="a power as in code"),
    pytest.param("2 1/2", "21/2", id="a mixed number"),
    pytest.param("1/2 x", "1/(2x)", id="what is below the line"),
    pytest.param("\\sqrt{2}x", "\\sqrt{2x}", id="what is below the root"),
    pytest.param("sin(2)x", "sin 2x", id="what a function takes"),
    pytest.param("A × B", "A · B", id="two products"),
    pytest.param("n!", "n", id="a factorial"),
    pytest.param("g'", "g", id="a derivative"),
    pytest.param("mW", "MW", id="case"),
    pytest.param("(1,500)", "1,500", id="a pair"),
    pytest.param("(0,1)", "(0,1]", id="brackets"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_form(one, other):
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_forms(one, other):
    assert canonical(one) != canonical(other)


def test_deep_nesting_is_read_to_the_end():
    assert canonical("{" * 3000 + "x" + "\\frac{" * 3000)


@pytest.mark.parametrize(
    ("text", "unit"),
    [("5 m s^-1", "m/s"), ("30 ohms", "Ω"), ("2 um", "μm"), ("25 percent", "%"), ("€40", "€"), ("9", "")],
)
def test_units(text, unit):
    found = quantity(canonical(text))
    assert found is not None
    assert found.unit == unit


@pytest.mark.parametrize("text", ["", "x", "3x + 1", "3/0", "1.2.3", "9 or", "2 of them", "10^99999"])
def test_no_quantity(text):
    assert quantity(canonical(text)) is None

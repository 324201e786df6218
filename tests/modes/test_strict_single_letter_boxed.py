"""The strict box: what is no answer first, then what is."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes import MODES

MODE = MODES["strict_single_letter_boxed"]


def question(letters="ABCD"):
    return Question(Choices(tuple(letters), tuple(f"text {letter}" for letter in letters)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("The answer is B.", "no_box", id="no box at all"),
        pytest.param(r"\boxed {B}", "no_box", id="a space before the brace"),
        pytest.param(r"\fbox{B}", "no_box", id="another kind of box"),
        pytest.param(r"\Boxed{B}", "no_box", id="wrong case of the command"),
        pytest.param(r"so \boxed{B", "unclosed_box", id="never closed"),
        pytest.param(r"\boxed{{B}", "unclosed_box", id="one brace short"),
        pytest.param(r"\boxed{\boxed{", "unclosed_box", id="two, none closed"),
        pytest.param(r"\boxed{b}", "box_not_a_letter", id="lower case"),
        pytest.param(r"\boxed{}", "box_not_a_letter", id="empty"),
        pytest.param(r"\boxed{7}", "box_not_a_letter", id="a number"),
        pytest.param(r"\boxed{AB}", "box_not_a_letter", id="two letters"),
        pytest.param(r"\boxed{B or C}", "box_not_a_letter", id="a choice of two"),
        pytest.param(r"\boxed{\text{B}}", "box_not_a_letter", id="the letters of a command count"),
        pytest.param(r"\boxed{} B }", "box_not_a_letter", id="the letter stands behind the box"),
        pytest.param(r"\boxed{Ｂ}", "box_not_a_letter", id="a full-width letter is no ASCII letter"),
        pytest.param(r"\boxed{E}", "letter_not_in_options", id="not an option"),
        pytest.param(r"\boxed{E}, or rather \boxed{B}", "letter_not_in_options", id="later boxes are not tried"),
    ],
)
def test_documented_reads_nothing(text, reason):
    assert MODE.documented(text, question())[:3] == (None, None, reason)


@pytest.mark.parametrize(
    ("text", "letter", "place"),
    [
        pytest.param(r"\boxed{B}", "B", 7, id="alone"),
        pytest.param(r"so \boxed{ [C] }.", "C", 12, id="brackets and spaces"),
        pytest.param(r"\boxed{{B}}", "B", 8, id="braces in the box"),
        pytest.param(r"\boxed{{}B{}}", "B", 9, id="empty braces round it"),
        pytest.param("\\boxed{\nD\n}", "D", 8, id="lines of its own"),
        pytest.param(r"\boxed{A} and \boxed{B}", "A", 7, id="the first of two"),
        pytest.param(r"\boxed{x} then \boxed{B}", "B", 22, id="a lower-case box is passed over"),
        pytest.param(r"\boxed{12 km}, so \boxed{D}", "D", 25, id="a value is passed over"),
        pytest.param(r"\boxed{B \boxed{C}", "C", 16, id="an unclosed box is passed over"),
        pytest.param(r"\boxed{\boxed{B}}", "B", 14, id="a box in a box"),
        pytest.param(r"\boxed{é1: B!}", "B", 11, id="other characters round it"),
    ],
)
def test_documented_reads_the_letter(text, letter, place):
    assert MODE.documented(text, question()) == (letter, "boxed_letter", None, (place, place + 1))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("B", "no_box", id="no box at all"),
        pytest.param(r"\boxed{B} \boxed{C", "unclosed_box", id="the last is never closed"),
        pytest.param(r"\boxed{b}", "box_not_a_letter", id="lower case"),
        pytest.param(r"\boxed{Bees}", "box_not_a_letter", id="a word"),
        pytest.param(r"\boxed{B, because}", "box_not_a_letter", id="a comma starts no label"),
        pytest.param(r"\boxed{\textbf{B}}", "box_not_a_letter", id="another command is not peeled"),
        pytest.param(r"\boxed{\text{A} or \text{B}}", "box_not_a_letter", id="two commands wrap nothing whole"),
        pytest.param(r"\boxed{B} \boxed{E}", "letter_not_in_options", id="the last is not an option"),
    ],
)
def test_gym_reads_nothing(text, reason):
    assert MODE.gym(text, question())[:3] == (None, None, reason)


@pytest.mark.parametrize(
    ("text", "letter", "place"),
    [
        pytest.param(r"\boxed{A} no, \boxed{B}", "B", 21, id="the last of two"),
        pytest.param(r"\boxed{\text{B}}", "B", 13, id="one command peeled"),
        pytest.param(r"\boxed{\text{ \text{(B)} }}", "B", 21, id="two commands peeled"),
        pytest.param(r"\boxed{B. coli}", "B", 7, id="a letter and its text"),
        pytest.param(r"\boxed{ C : the third}", "C", 8, id="a space before the colon"),
        pytest.param(r"\boxed{D - grey}", "D", 7, id="a dash"),
        pytest.param(r"\boxed{\text{A) red}}", "A", 13, id="peeled, then with its text"),
    ],
)
def test_gym_reads_the_letter(text, letter, place):
    assert MODE.gym(text, question()) == (letter, "boxed_letter", None, (place, place + 1))

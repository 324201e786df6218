"""Mode robust: answers by marks, short wordings, corrections of nothing, and a text set against another."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.robust import extract

TREES = Question(Choices(tuple("ABCD"), ("elm", "oak", "ash", "fir")))

NO_ANSWER = [
    pytest.param("B ❌", id="crossed out"),
    pytest.param("~~B~~", id="struck out"),
    pytest.param("Answer: ~~B~~", id="struck out on an answer line"),
    pytest.param("- [x] A\n- [x] B\n- [ ] C", id="two ticked boxes"),
    pytest.param("- [ ] A\n- [ ] B", id="empty boxes"),
    pytest.param("• B\n• C", id="two bullets"),
    pytest.param("return b", id="code without a string"),
    pytest.param("answer = b", id="a variable"),
    pytest.param("ans = b", id="a short name of a variable"),
    pytest.param("The exception is not B.", id="no exception"),
    pytest.param("First, option B.", id="an option to begin with"),
    pytest.param("Unlike the last one, option B.", id="an option unlike another"),
    pytest.param("The tree is not an oak, not an elm.", id="two texts denied"),
    pytest.param("Between A and B, both are correct.", id="both"),
]

ANSWERS = [
    pytest.param("Answer ➜ B", "B", id="an arrow"),
    pytest.param("Answer ➡️ **B**", "B", id="an arrow as an emoji"),
    pytest.param("ans = B", "B", id="assigned"),
    pytest.param('{"ans": "B"}', "B", id="a short key"),
    pytest.param('{"final": "B"}', "B", id="a final key"),
    pytest.param("B ✅", "B", id="a mark behind"),
    pytest.param("✓ B", "B", id="a mark before"),
    pytest.param("• B", "B", id="one bullet"),
    pytest.param("B I think", "B", id="a word of opinion"),
    pytest.param("B</answer>", "B", id="a closing tag"),
    pytest.param("It has acorns.\n\nB</answer>", "B", id="a closing tag on the last line"),
    pytest.param('return "B"', "B", id="a line of code"),
    pytest.param("~~A~~ B", "B", id="another one struck out"),
    pytest.param("<del>A</del> **B**", "B", id="another one struck out in HTML"),
    pytest.param("- [ ] A) elm\n- [x] B) oak\n- [ ] C) ash", "B", id="a ticked box"),
    pytest.param("○ A\n● B\n○ C", "B", id="a filled circle"),
    pytest.param("Sorry, I meant B.", "B", id="a correction of what stands elsewhere"),
    pytest.param("I meant B, not A.", "B", id="meant, and not"),
    pytest.param("By the process of elimination: B", "B", id="by elimination"),
    pytest.param("Between A and B, B is the better fit.", "B", id="one of two"),
    pytest.param("The odd one out is B.", "B", id="the odd one out"),
    pytest.param("The acorns are an oak's, option B.", "B", id="named behind a sentence"),
    pytest.param("The tree is an oak, not an elm.", "B", id="a text, not another"),
    pytest.param("The tree is therefore an oak.", "B", id="a word before the text"),
]


@pytest.mark.parametrize("text", NO_ANSWER)
def test_abstains(text):
    assert extract(text, TREES).letter is None


@pytest.mark.parametrize(("text", "letter"), ANSWERS)
def test_reads(text, letter):
    assert extract(text, TREES).letter == letter

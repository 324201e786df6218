"""Mode robust: lead-ins and headings that only announce options, lists of several, and the first line above a list."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.robust import extract

TREES = Question(Choices(tuple("ABCD"), ("elm", "oak", "ash", "fir")))

LEAD_INS = [
    "Here is what the remaining answers get wrong:",
    "Now for the other answers:",
    "A short discussion of each answer:",
    "**Evaluation of the answers:**",
    "### Answer walkthrough:",
    "Let me compare the answers:",
    "Reasons behind this answer:",
    "How we arrived at this answer:",
    "This answer holds for three reasons:",
    "We can verify the answer against the list:",
    "To settle on the right answer, go through the list:",
    "To pick the correct option:",
    "Weighing up the answers:",
    "Notes on the answer choices:",
]
BODIES = [
    "- **A) elm:** sheds its leaves.\n- **B) oak:** has acorns.\n- **C) ash:** has keys.",
    "**A** sheds its leaves.\n\n**B** has acorns.",
    "* (A) sheds its leaves.\n* (B) has acorns",
    "### A) elm\nIt sheds its leaves.\n\n### B) oak\nIt has",
    "**Option A:** sheds its leaves.\n\n**Option B:** has",
    "1. **A** – sheds its leaves\n2. **B** – has",
]


@pytest.mark.parametrize("lead_in", LEAD_INS)
@pytest.mark.parametrize("body", BODIES)
def test_a_lead_in_is_no_answer_line(lead_in, body):
    for gap in ("\n", "\n\n"):
        assert extract(lead_in + gap + body, TREES).letter is None
        assert extract(f"**Answer: D**\n\n{lead_in}{gap}{body}", TREES).letter == "D"
        assert extract(f"{lead_in}{gap}{body}\n\nSo the answer is D.", TREES).letter == "D"


NO_ANSWER = [
    pytest.param("To answer this: A) elm sheds. B) oak has acorns.", id="a lead-in and its list in one line"),
    pytest.param("Let's work the answer out:\n\nA) elm sheds its leaves, which", id="cut off in the first item"),
    pytest.param("My notes on the answer:\n(B) oak", id="one item below a lead-in"),
    pytest.param("To find the one that fits best:\n- **B) oak**: has acorns", id="no noun in the lead-in"),
    pytest.param("To select the answer:\n\n**A) elm**\nIt sheds", id="a verb of choice as a purpose"),
    pytest.param("It makes sense.\nIt makes\n\n**Option B:** has acorns", id="another paragraph"),
    pytest.param("Answer: B–D", id="a range"),
    pytest.param("Answer: B...D", id="a range with points"),
    pytest.param("The answer is (B|C|D).", id="a row of alternatives"),
    pytest.param("\\boxed{B|C}", id="alternatives in a box"),
    pytest.param("Answer: B\nD", id="a letter below a letter"),
    pytest.param("Answer:\n- B\n- D", id="items below the heading"),
    pytest.param("Answer: B. oak D. fir", id="two options in one line"),
    pytest.param("The answer is B. oak or D. fir", id="two options joined"),
    pytest.param("Mark the right answer: (A) elm (B) oak (C) ash (D) fir", id="all options in one line"),
    pytest.param("The answer is B. Or D.", id="another one behind a point"),
    pytest.param("The answer is B, but D is also correct.", id="another one called right"),
    pytest.param("Answer: B. It could also be D.", id="another one that it could be"),
    pytest.param("A) elm\n\nB) oak\n\nC) ash", id="the options with blank lines"),
    pytest.param("**B. oak**\n\nIt has acorns.\n\n**C. ash**\n\nIt has keys", id="cut off in the middle of a list"),
    pytest.param("- B) oak\n\n- A) elm", id="items"),
    pytest.param("Option B\n\nIt has acorns.\n\nOption C\n\nIt has", id="bare headings"),
    pytest.param("Or B", id="the rest of a list"),
]

ANSWERS = [
    pytest.param("The right answer is:\n\n**B) oak**\n\n**A) elm** sheds.", "B", id="a verb before the colon"),
    pytest.param("**Answer:**\n- **B) oak**", "B", id="one item"),
    pytest.param("My answer is as follows: B", "B", id="as follows"),
    pytest.param("So my answer after going through the options: **B**", "B", id="after going through the options"),
    pytest.param("Answer to the question:\n\n**B) oak**\n\nIt has acorns.", "B", id="what it answers"),
    pytest.param("The answer that fits best:\n\n**B) oak**\n\nIt has acorns.", "B", id="a relative clause"),
    pytest.param("To answer your question: B", "B", id="a purpose, and the letter at once"),
    pytest.param("This leads us to the answer: B.", "B", id="where it leads"),
    pytest.param("I have the following answer: B", "B", id="the following answer"),
    pytest.param("In other words, answer: B", "B", id="other words"),
    pytest.param("Of all the answers, the best answer: B", "B", id="several in another clause"),
    pytest.param("The oak has acorns. " * 5 + "\n\nAnswer: B" + "\n\nElms shed their leaves." * 5, "B", id="midway"),
    pytest.param("Answer: B\nConfidence: high\nAlternative: D", "B", id="an alternative below"),
    pytest.param("Answer: B\nSecond guess: D", "B", id="a second guess"),
    pytest.param("Answer: B\nBackup answer: D", "B", id="a backup"),
    pytest.param("<answer>B</answer><alternative_answer>D</alternative_answer>", "B", id="another tag"),
    pytest.param("Answer: B\n- because it has acorns", "B", id="a reason below"),
    pytest.param("Answer: B... D has none.", "B", id="points before another sentence"),
    pytest.param("The answer is B. D is also a tree.", "B", id="something else said of another"),
    pytest.param("The answer is B. Or rather, B is all that is left.", "B", id="or rather"),
    pytest.param("B\n\n**Why:**\n- **A**: sheds.\n- **C**: has keys.", "B", id="a letter above a list"),
    pytest.param("B. oak\n\n**Why:**\n- A. elm: sheds.\n- B. oak: has acorns.", "B", id="with its text"),
    pytest.param("oak\n\n- A: sheds.\n- C: has keys.", "B", id="a text above a list"),
    pytest.param(
        "- A) elm: sheds.\n- B) oak: acorns.\n\nSo the tree meant is B) oak.", "B", id="concluded below a list"
    ),
    pytest.param("C) ash\n\nA) elm sheds.\nB) oak has acorns.", "C", id="out of order"),
]


@pytest.mark.parametrize("text", NO_ANSWER)
def test_abstains(text):
    assert extract(text, TREES).letter is None


@pytest.mark.parametrize(("text", "letter"), ANSWERS)
def test_reads(text, letter):
    assert extract(text, TREES).letter == letter

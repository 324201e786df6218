"""Mode robust: an answer in the line below its heading, with or without an explanation behind it."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.robust import extract

TREES = Question(
    Choices(tuple("ABCDEFGHIJ"), ("elm", "oak", "ash", "fir", "yew", "pine", "lime", "palm", "box", "maple"))
)

NO_ANSWER = [
    pytest.param("### Answer\n\nA. elm\nB. oak\nC. ash", id="the options again"),
    pytest.param("### Answer\n\nA. elm\n\nB. oak\n\nC. ash", id="the options again, with blank lines"),
    pytest.param("**Final Answer**\nB. oak\nE. yew, which is evergreen", id="two of them"),
    pytest.param("### Answer\n\nA common tree is meant here.", id="the article"),
    pytest.param("### Answer\n\nI find this hard.", id="the pronoun"),
    pytest.param("### Answer\n\nA. elm is deciduous.\n\nB. oak is too.", id="something said of each"),
    pytest.param("### Answer\n\nA. elm - sheds\n\nB. oak - has acorns", id="a remark on each"),
    pytest.param("### Answer\n\nB. oak - wrong, it has acorns\n\nSo much for that.", id="called wrong"),
    pytest.param("### Answers\n\nB. oak\n\nThat one has acorns, and E does not.", id="several answers"),
    pytest.param("### Wrong answer\n\nB. oak\n\nIt sheds its leaves, as C does.", id="a wrong answer"),
    pytest.param("### The question of the answer\n\nSee the key.", id="a heading with no answer below"),
]


@pytest.mark.parametrize("text", NO_ANSWER)
def test_no_answer_below_a_heading(text):
    assert extract(text, TREES).letter is None


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        pytest.param("### Answer\n\n**(J)** maple\n\nExplanation: its leaf has lobes.", "J", id="a bold letter"),
        pytest.param("**Answer**\n\nD. fir\n\nExplanation: it has cones.", "D", id="a letter and a dot"),
        pytest.param("## Final Answer\n\n**D. fir**\n\nIt has cones.", "D", id="all in bold type"),
        pytest.param(
            "**Answer**\n\n(E) yew\n\n**Why not the others**\n- A is an elm\n- B has acorns", "E", id="others"
        ),
        pytest.param("**Answer**\n\nE. yew\n\n- A. elm: sheds\n- B. oak: has acorns", "E", id="a list behind it"),
        pytest.param("### Correct answer\n\nOption F\n\nIt has needles.", "F", id="the letter named as an option"),
        pytest.param("### Answer\n\npine\n\nIt has needles.", "F", id="the text alone"),
        pytest.param("Elms (A) shed.\n\n### Solution\n\nC) ash\n\n### Notes\nSee also B.", "C", id="in the middle"),
        pytest.param("__Final answer__\n\nH. palm (a monocot)\n\nThe rest are not.", "H", id="a remark in brackets"),
        pytest.param("**Answer**\n\nD. fir - it has cones.\n\nA has none.", "D", id="a remark behind a dash"),
        pytest.param("## Answer\n---\n**D. fir**\n\nIt has cones; A has none.", "D", id="a rule below the heading"),
        pytest.param(
            "**Answer**\r\n\r\nD. fir\r\n\r\nIt has cones; A has none.", "D", id="line ends of two characters"
        ),
        pytest.param("### Respuesta\n\nD. fir\n\nTiene piñas.", "D", id="in another language"),
        pytest.param("### Answer\n\nB. oak\n\nOn a second look, the answer is C.", "C", id="a later statement"),
    ],
)
def test_answers_below_a_heading(text, letter):
    assert extract(text, TREES).letter == letter

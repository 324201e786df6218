"""Mode robust: denials, conditions, what others answer, letters of a solution, and an invented next question."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.robust import extract

TREES = Question(Choices(tuple("ABCD"), ("elm", "oak", "ash", "fir")))
QUANTITIES = Question(Choices(tuple("ABCDEF"), ("one", "two", "three", "four", "five", "six")))

NO_ANSWER = [
    pytest.param("The right answer could hardly be B.", id="hardly"),
    pytest.param("The correct answer will never be B.", id="never"),
    pytest.param("The correct answer doesn't seem to be the oak.", id="does not seem"),
    pytest.param("The tree cannot be an oak.", id="a text that it cannot be"),
    pytest.param("The tree is unlikely to be an oak.", id="a text that is unlikely"),
    pytest.param("A tempting answer is the oak.", id="a tempting text"),
    pytest.param("I doubt that it is an oak.", id="a text in doubt"),
    pytest.param("Another tree with keys is the ash.", id="another one"),
    pytest.param("The second option is oak.", id="the list again"),
    pytest.param("Oak?", id="a text in question"),
    pytest.param("Don't answer B.", id="advice"),
    pytest.param("A frequent mistake is to answer B.", id="a mistake"),
    pytest.param("It is easy to pick B.", id="easy to pick"),
    pytest.param("I would have picked B.", id="would have"),
    pytest.param("Rather than picking B, look at its keys.", id="rather than"),
    pytest.param("Some might be inclined to answer B.", id="inclined"),
    pytest.param("The answer that most visitors choose is B.", id="what many choose"),
    pytest.param("Allegedly the answer is B.", id="allegedly"),
    pytest.param("It is doubtful that the answer is B.", id="doubtful"),
    pytest.param("My pupil claims that the answer is B.", id="a claim"),
    pytest.param("You said the answer is B. Why is that?", id="you said"),
    pytest.param("Say the answer is B. Then it has acorns.", id="say"),
    pytest.param("Unless it is winter, the answer is B.", id="unless"),
    pytest.param("Were it evergreen, the answer would be D.", id="were"),
    pytest.param("Had it shed its leaves, A would be the right answer.", id="had"),
    pytest.param("The answer is B if there are acorns.", id="if there are"),
    pytest.param("B is correct if there are acorns.", id="praise with a condition"),
    pytest.param("B is a correct statement, but it does not answer the question.", id="granted"),
    pytest.param("B is correct about the fruit but wrong about the leaf.", id="half right"),
    pytest.param("B looks right. Let me check the rest first.", id="to be checked"),
    pytest.param("In summer the answer is B; in winter, D.", id="two cases"),
    pytest.param("With leaves, the answer is B; without them, D.", id="with and without"),
    pytest.param("The answer is B, assuming acorns, and D otherwise.", id="a case and otherwise"),
    pytest.param("SELECT b, c FROM trees WHERE d = 1;", id="a query"),
    pytest.param("select b, c from d;", id="a query in lower case"),
    pytest.param("Choose B as the centre of rotation.", id="a point that is chosen"),
    pytest.param("Therefore the vertex is B.", id="a point that is called so"),
]

ANSWERS = [
    pytest.param("It cannot be an elm, so the answer must be B.", "B", id="a denial before"),
    pytest.param("The answer isn't A, it is B.", "B", id="a denial and the answer"),
    pytest.param("The answer is B. A frequent mistake is to answer A.", "B", id="a mistake behind"),
    pytest.param("The answer is B. Do not answer A.", "B", id="advice behind"),
    pytest.param("The answer is B, though many visitors choose A.", "B", id="others behind"),
    pytest.param("The answer is B. For trees with keys, the answer is C.", "B", id="another case behind"),
    pytest.param("For trees with acorns, the answer is B.", "B", id="this case"),
    pytest.param("You said that it has acorns, so the answer is B.", "B", id="you said something else"),
    pytest.param("I am inclined to answer B.", "B", id="inclined oneself"),
    pytest.param("The answer is B if we go by its fruit.", "B", id="a condition of manner"),
    pytest.param("B is correct, but A is not.", "B", id="another one is not"),
    pytest.param("B is the best choice, but it is not perfect.", "B", id="the best, if not perfect"),
    pytest.param("B seems correct.", "B", id="seems"),
    pytest.param("I choose B as the best description.", "B", id="chosen as the best"),
    pytest.param("So the tree that fits is B.", "B", id="concluded with"),
    pytest.param(
        "B\n\nWhich bird sings at night?\n(A) crow (B) owl (C) gull (D) nightingale\nAnswer: (D)", "B", id="next"
    ),
    pytest.param(
        "The answer is B.\n\n2. Which bird sings at night?\nA. crow\nD. nightingale\n\nAnswer: D", "B", id="no. 2"
    ),
    pytest.param("B\n\nIt has acorns.\n\n###\n\nWhich bird sings at night?\nAnswer: D", "B", id="behind a rule"),
    pytest.param("Let me see.\n\nWhich tree has acorns?\n\nAnswer: B", "B", id="this question again"),
    pytest.param(
        "A looks fine.\n\nWhich tree has acorns?\nA) elm\nB) oak\nC) ash\nD) fir\n\nAnswer: B",
        "B",
        id="with its options",
    ),
    pytest.param("The answer seems to be A.\n\nBut does an elm have acorns?\n\nAnswer: B", "B", id="a doubt"),
]


@pytest.mark.parametrize("text", NO_ANSWER)
def test_abstains(text):
    assert extract(text, TREES).letter is None


@pytest.mark.parametrize(("text", "letter"), ANSWERS)
def test_reads(text, letter):
    assert extract(text, TREES).letter == letter


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        pytest.param("The energy of the light is constant, so E", None, id="cut off at a quantity"),
        pytest.param("We have F = 3 N and a mass, thus F", None, id="cut off at a formula's letter"),
        pytest.param("Only the fifth one is odd, so E", "E", id="a letter of no quantity"),
        pytest.param("The energy of the light is constant, so E.", "E", id="not cut off"),
    ],
)
def test_letters_of_quantities(text, letter):
    assert extract(text, QUANTITIES).letter == letter

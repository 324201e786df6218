"""Mode robust: letters that others name, that show a format, or hold for another case; and the answer beside them."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.robust import extract

TREES = Question(
    Choices(tuple("ABCDEFGHIJ"), ("elm", "oak", "ash", "fir", "yew", "pine", "lime", "palm", "box", "maple"))
)

NO_ANSWER = [
    pytest.param("I believed the answer was D, but it isn't.", id="believed once, wrongly"),
    pytest.param("At school I thought it was D, but that is not true.", id="believed once, not true"),
    pytest.param("My neighbour says the answer is F, but I doubt it.", id="a neighbour's answer"),
    pytest.param("According to a colleague, the answer is F.", id="a colleague's answer"),
    pytest.param("Some websites list B as the answer, others list G.", id="what some give"),
    pytest.param("The tutor wants B as the answer, which I find wrong; nothing fits.", id="what a tutor wants"),
    pytest.param("It varies: in Spain the answer is C, in Norway it is D.", id="two places"),
    pytest.param("For gardens the answer is C; for parks it's D.", id="two uses"),
    pytest.param("I would lean towards C, but I cannot decide.", id="leaning, undecided"),
    pytest.param("I'd like to say H, but I am not sure and will not commit.", id="will not commit"),
    pytest.param("For example, a valid answer is \\boxed{D}. But I have none.", id="an example in a box"),
    pytest.param("You should put your choice in a box: \\boxed{B}, say. I have none.", id="an instruction and a box"),
    pytest.param("The reply may be \\boxed{B}, for instance. I have none.", id="for instance, behind a box"),
    pytest.param("An example response would be \\boxed{C}.", id="an example response"),
    pytest.param("Write your choice like this: Answer: F", id="an instruction and an answer line"),
    pytest.param("Your answer should look like: Answer: F", id="what an answer looks like"),
    pytest.param("Respond like this: Answer: F", id="how to respond"),
    pytest.param("Put your choice as follows:\n\\boxed{F}", id="an instruction and a box in the next line"),
    pytest.param("The answer should be written like \\boxed{F}. I have none.", id="how it should be written"),
    pytest.param("A reply such as \\boxed{F} will do, but I have none.", id="a reply such as"),
    pytest.param("I thought F was the answer, but it is not.", id="praised once, wrongly"),
    pytest.param("While D is tempting, G is not correct.", id="conceded and denied"),
    pytest.param("While D is correct, G is also correct.", id="two that are correct"),
    pytest.param("For hedges, **E. yew** is not the tree of choice.", id="not of choice"),
    pytest.param(
        "A. elm is the tree of choice for streets.\nB. oak is the tree of choice for parks.", id="each praised"
    ),
    pytest.param("### Answer choices\n\nB. oak\n\nIt has acorns.", id="a heading above the choices"),
    pytest.param("### Analysis\n\nB. oak\n\nIt has acorns.", id="a heading above an analysis"),
]


@pytest.mark.parametrize("text", NO_ANSWER)
def test_nothing_is_claimed(text):
    assert extract(text, TREES).letter is None


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        pytest.param("My choice: E. A usual mistake is to pick A.", "E", id="a mistake is to pick"),
        pytest.param("The answer is E. The frequent errors are choosing A and B.", "E", id="errors are choosing"),
        pytest.param("Answer: E. The trap here is to select B.", "E", id="a trap"),
        pytest.param("The answer is E. Beginners make the slip of picking C.", "E", id="the slip of picking"),
        pytest.param("The answer is E. Novices would go for C.", "E", id="what novices do"),
        pytest.param("Answer: E. If the soil were wet, I would pick A.", "E", id="if it were so"),
        pytest.param("Answer: E. Had the soil been wet, one would choose A.", "E", id="had it been so"),
        pytest.param("Answer: E. I would choose A if the soil were wet.", "E", id="the condition behind it"),
        pytest.param("I choose E. My brother would choose A.", "E", id="what a brother would choose"),
        pytest.param("Answer: E. Otherwise I would choose A.", "E", id="otherwise"),
        pytest.param("Answer: E. Normally, I would go for A.", "E", id="normally"),
        pytest.param("Answer: E. Don't be fooled into choosing A.", "E", id="fooled into choosing"),
        pytest.param("If I had to choose, I'd pick A.", "A", id="the writer's own guess"),
        pytest.param("I would pick A if I had to choose.", "A", id="the writer's own guess, turned round"),
        pytest.param("If the leaf is lobed, I would choose J.", "J", id="a condition that may hold"),
        pytest.param("If the soil was wet, we would choose J.", "J", id="a condition and no other answer"),
        pytest.param("In other words, I would choose J.", "J", id="in other words"),
        pytest.param("The textbook definition suggests that it is B.", "B", id="a textbook's definition"),
        pytest.param("Put your pen down. \\boxed{C}", "C", id="an instruction in the sentence before"),
        pytest.param("I thought the answer was D, but it is F.", "F", id="believed once, then replaced"),
        pytest.param("In Spain the answer is C.", "C", id="one place"),
        pytest.param("I'd say B, but I'm not sure.", "B", id="unsure, but said"),
        pytest.param("The answer is B, but the gardener can't choose.", "B", id="someone else cannot choose"),
        pytest.param("The book says that oaks are hard, so the answer is B.", "B", id="a book's fact, own conclusion"),
        pytest.param("As you asked, I put my answer in a box: \\boxed{C}", "C", id="as asked"),
        pytest.param("This is an example of a conifer, so \\boxed{D}", "D", id="an example of a thing"),
        pytest.param("While D is tempting, G is correct.", "G", id="while"),
        pytest.param("Although D looks right, option G is the best answer.", "G", id="although it looks right"),
        pytest.param("Despite the needles of D, **G** is the correct option.", "G", id="despite"),
        pytest.param("For a dark hedge, **E. yew** is the tree of choice.", "E", id="of choice"),
        pytest.param("In the long run, B (oak) is the timber of choice.", "B", id="of choice, text in brackets"),
    ],
)
def test_the_answer_beside_them(text, letter):
    assert extract(text, TREES).letter == letter

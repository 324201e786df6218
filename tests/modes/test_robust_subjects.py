"""Mode robust: sentences whose subject says that what they name is the answer."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.robust import extract

BIRDS = Question(Choices(tuple("ABCD"), ("heron", "ostrich", "swift", "tern")))
CARE = Question(Choices(tuple("ABCD"), ("rest", "heparin", "surgery", "a cast")))

NO_ANSWER = [
    pytest.param("It is not true that the answer is D.", BIRDS, id="denied as not true"),
    pytest.param("D is not true.", BIRDS, id="not true, alone"),
    pytest.param("The incorrect answer is D.", BIRDS, id="a rejected answer"),
    pytest.param("The wrong option is D.", BIRDS, id="a rejected option"),
    pytest.param("The first false statement is B.", BIRDS, id="the first false statement"),
    pytest.param("The two false claims are B and D.", BIRDS, id="two false claims"),
    pytest.param("Some hold that the false statement is not B.", BIRDS, id="a false statement denied"),
    pytest.param("The claim that is not true is either B or C.", BIRDS, id="either of two"),
    pytest.param("The part that is not clear is B.", BIRDS, id="not clear"),
    pytest.param("The question asks what is not so, but I doubt that the answer is B.", BIRDS, id="doubted"),
    pytest.param("The task asks for the case where, if it rains, the answer would be B.", BIRDS, id="supposed"),
    pytest.param("The most suitable therapy would be C) surgery if it were broken.", CARE, id="only if"),
    pytest.param("Were it broken, the best therapy would be C.", CARE, id="were it so"),
    pytest.param("The most suitable therapy would not be C.", CARE, id="would not be"),
    pytest.param("The least suitable therapy would be C.", CARE, id="the least suitable"),
    pytest.param("The second most suitable therapy would be C.", CARE, id="the second most suitable"),
    pytest.param("In old patients the recommended therapy would be C.", CARE, id="would be, of some"),
    pytest.param("For toddlers, the recommended therapy is C.", CARE, id="of some"),
]

ANSWERS = [
    pytest.param("Since we are asked for the bird that can NOT fly, the answer is B.", BIRDS, "B", id="we are asked"),
    pytest.param("As the question asks which one is not true, the answer is (C).", BIRDS, "C", id="the question asks"),
    pytest.param("This item asks what is NOT so, so the answer is D.", BIRDS, "D", id="so the answer"),
    pytest.param("The claim that is NOT true is **C**.", BIRDS, "C", id="the claim that is not true"),
    pytest.param("The bird that cannot fly is B.", BIRDS, "B", id="the one that cannot"),
    pytest.param("The option that is not true is B.", BIRDS, "B", id="the option that is not true"),
    pytest.param("The statement that isn't accurate is option A.", BIRDS, "A", id="a named option"),
    pytest.param("The false claim is B. All the others hold.", BIRDS, "B", id="the false claim"),
    pytest.param("A is true. C is true. D is true. The false statement is B.", BIRDS, "B", id="the others are true"),
    pytest.param("The answer is C. The false statement is B.", BIRDS, "C", id="an answer and a false statement"),
    pytest.param("The false statement is B. C is correct.", BIRDS, "C", id="a false statement and a praised one"),
    pytest.param("The most suitable therapy would be C) surgery.", CARE, "C", id="would be, with its text"),
    pytest.param("The best next step would be B.", CARE, "B", id="the best next step"),
    pytest.param("The indicated treatment would be D.", CARE, "D", id="what is indicated"),
    pytest.param("In this patient, the recommended drug is B.", CARE, "B", id="what is recommended"),
]


@pytest.mark.parametrize(("text", "question"), NO_ANSWER)
def test_abstains(text, question):
    assert extract(text, question).letter is None


@pytest.mark.parametrize(("text", "question", "letter"), ANSWERS)
def test_reads(text, question, letter):
    assert extract(text, question).letter == letter

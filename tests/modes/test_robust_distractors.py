"""Mode robust: an answer, and behind it what a mistake gives, what holds in another case, or another question."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.robust import extract

LENGTHS = Question(Choices(tuple("ABCDE"), ("4 cm", "8 cm", "12 cm", "16 cm", "20 cm")))
CITIES = Question(Choices(tuple("ABCD"), ("Oslo", "Lisbon", "Vienna", "Prague")))
GLANDS = Question(Choices(tuple("ABCD"), ("thyroid gland", "adrenal cortex", "adrenal medulla", "pituitary gland")))


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        # The writer thinks again, or concludes.
        pytest.param("The answer is A. Wait, doubling the radius gives 12 cm (C).", "C", id="wait"),
        pytest.param("Answer: A\n\nHmm, I forgot the factor. With it we get 8 cm (B).", "B", id="hmm"),
        pytest.param("The answer is D.\n\nLet me check: halving it gives 8 cm (answer B).", "B", id="let me check"),
        pytest.param("The answer is D?\n\nHalving the diameter gives 8 cm (answer B).", "B", id="only asked"),
        pytest.param("The answer is D. On a closer look, the answer is B.", "B", id="on a closer look"),
        pytest.param(
            "The answer is D. In this case it is 8 cm, so the answer is B.", "B", id="so, behind in this case"
        ),
        pytest.param("\\boxed{D}\n\nI ignored the hole. Therefore, the final answer is B.", "B", id="therefore"),
        pytest.param("The answer is D.\n\nFinal answer: B", "B", id="a final answer line"),
        pytest.param("\\boxed{D}\n\nWithout the hole it is 8 cm.\n\n\\boxed{B}", "B", id="a later box"),
        pytest.param("Antwort: D\n\nMoment, ohne das Loch ist die Antwort B.", "B", id="moment, in German"),
        pytest.param("The answer is D. Actually no. For a cone, the answer is B.", "B", id="actually no"),
        pytest.param(
            "The answer is D. It has a lid, though. In light of this, the answer is B.", "B", id="in light of"
        ),
        pytest.param("The answer is D. It has a lid, though. With certainty, the answer is B.", "B", id="certainty"),
        pytest.param("The answer is D. It has a lid, though. In the end, the answer is B.", "B", id="in the end"),
        # No answer before: the same sentences give one.
        pytest.param("Doubling the radius gives 12 cm (answer C).", "C", id="a step alone"),
        pytest.param("Without the hole, the answer is C.", "C", id="another case, alone"),
        pytest.param("Ignoring the thickness, the answer is C.", "C", id="what is ignored, alone"),
        pytest.param("For a cube with this diagonal, the answer is C.", "C", id="the question's own case"),
    ],
)
def test_answers_that_replace(text, letter):
    assert extract(text, LENGTHS).letter == letter


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\\boxed{D}\n\nTaking the radius for the diameter would give 8 cm (B).", id="would give"),
        pytest.param("The correct answer is D. Taking the radius instead gives 8 cm (option B).", id="instead gives"),
        pytest.param("\\boxed{D}\n\nTaking the radius corresponds to choice B.", id="corresponds to"),
        pytest.param("The answer is (D). Skipping the last step yields answer (B).", id="yields answer"),
        pytest.param("The answer is D. Skipping the last step → B.", id="an arrow"),
        pytest.param("\\boxed{D}\n\nFor an open box the answer is B.", id="for an open box"),
        pytest.param("\\boxed{16\\text{ cm}}\n\nWithout the lid the answer is 8 cm.", id="texts"),
        pytest.param("Final answer: D\n\nBy contrast, with a lid the correct answer is B.", id="by contrast"),
        pytest.param("The answer is D. In a vacuum, the length would be 8 cm (B).", id="in a vacuum"),
        pytest.param("**Answer: D. 16 cm**\n\n(If both ends were open, it would be choice B.)", id="if, in brackets"),
        pytest.param("\\boxed{D}\n\n(Had both ends been open, the answer would be B.)", id="had, in brackets"),
        pytest.param("**D**\n\nTaking the radius would give 8 cm (answer B).", id="a leading letter"),
        pytest.param("**D. 16 cm**\n\nFor a tube with two open ends, the correct choice would be B.", id="its text"),
        pytest.param("Answer: D\n\nA common slip, and a mistake, is to halve it (answer B).", id="a mistake"),
        pytest.param("Answer: D\n\nTrap: half of it (answer B).", id="a trap"),
        pytest.param("Answer: D\n\nThe usual wrong value is half of it, i.e. answer B.", id="i.e."),
        pytest.param("The answer is D. A pupil who halves it would get answer B.", id="a pupil who"),
        pytest.param("The answer is D. Candidates who halve it get 8 cm (B).", id="candidates who"),
        pytest.param("The length is 16 cm (answer D). Halving it by mistake gives 8 cm (answer B).", id="in brackets"),
        pytest.param("The answer is D, while forgetting to double it leads to answer B.", id="while"),
        pytest.param(
            "**Correct answer: D**\n\n**Why not the others?**\n- Halving it twice gives 4 cm (answer A).\n"
            "- Halving it once gives 8 cm (answer B).\n- Adding the lid gives 20 cm (answer E).",
            id="a list of them",
        ),
        pytest.param("Réponse : D\n\nUne erreur courante est de diviser par deux (réponse B).", id="French"),
        pytest.param("Réponse : D\n\nSans le couvercle, la réponse serait B.", id="French, another case"),
        pytest.param("Antwort: D\n\nEin typischer Fehler ist das Halbieren (Antwort B).", id="German"),
        pytest.param("Antwort: D\n\nOhne den Deckel erhält man 8 cm (Antwort B).", id="German, another case"),
        pytest.param("Respuesta: D\n\nUn error frecuente es dividir entre dos (respuesta B).", id="Spanish"),
        pytest.param("Resposta: D\n\nUm erro frequente é dividir por dois (resposta B).", id="Portuguese"),
        pytest.param("Ответ: D\n\nТипичная ошибка — делить на два (ответ B).", id="Russian"),
    ],
)
def test_letters_that_replace_nothing(text):
    assert extract(text, LENGTHS).letter == "D"


LIST = "A. Oslo\nB. Lisbon\nC. Vienna\nD. Prague"


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        pytest.param(f"Which city lies on the Tagus?\n{LIST}\nAnswer: B", "B", id="the question itself"),
        pytest.param(f"I take C.\n\nBut which city lies on it?\n{LIST}\nAnswer: B", "B", id="asked again"),
        pytest.param(f"Answer: C\n\nWhich city lies on the Tagus?\n{LIST}\nAnswer: B", "C", id="another question"),
        pytest.param(f"**C. Vienna**\n\nWhich city is a port?\n{LIST}\nAnswer: A", "C", id="behind a letter and text"),
        pytest.param(f"C\n\nWhich city lies on a fjord?\n{LIST}\nAnswer: A", "C", id="behind a letter"),
        pytest.param(
            f"The answer is C.\n\n7. Where is the Tagus?\n{LIST}\nThe answer is B.", "C", id="sentences, with a number"
        ),
    ],
)
def test_another_question_with_the_same_options(text, letter):
    assert extract(text, CITIES).letter == letter


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        pytest.param("It is either the adrenal medulla (C) or the adrenal cortex (B).", None, id="either"),
        pytest.param("The site is the thyroid gland (A) or the pituitary gland (D), by age.", None, id="or"),
        pytest.param("If the tumour is salty, it's the adrenal cortex (B).", None, id="one case"),
        pytest.param(
            "If salt is lost, it's the adrenal cortex (B). If pressure rises, it's the adrenal medulla (C).",
            None,
            id="two cases",
        ),
        pytest.param("Students confuse it with the cortex, and so choose B.", None, id="what students choose"),
        pytest.param("Most would overlook the pressure and therefore pick B.", None, id="what most pick"),
        pytest.param("Most of them make no amines, and so we choose C.", "C", id="most of the options"),
        pytest.param("It's the thyroid gland (A) or the medulla (C), but iodine rules, so it's (A).", "A", id="but"),
        pytest.param("If we follow the amines, it is the adrenal medulla (C).", "C", id="if we"),
        pytest.param("It is the adrenal medulla (C).", "C", id="one"),
    ],
)
def test_one_of_several_cases(text, letter):
    assert extract(text, GLANDS).letter == letter

"""Mode robust: options gone through one by one, answers called wrong, replaced or taken back, and texts praised."""

import pytest

from mcqa_cli.model import REASONS, Choices, Question
from mcqa_cli.modes.robust import extract

COINS = Question(Choices(tuple("ABCD"), ("penny", "dime", "quarter", "half dollar")))
TEN = Question(
    Choices(tuple("ABCDEFGHIJ"), ("elm", "oak", "ash", "fir", "yew", "pine", "lime", "palm", "box", "maple"))
)
CLAIM = Question(Choices(("A", "B"), ("True", "False")))
PLACES = Question(Choices(("1", "2", "3"), ("attic", "cellar", "porch")))

NO_ANSWER = [
    pytest.param("Option A: incorrect.", COINS, id="one option called wrong"),
    pytest.param("B. Wrong", COINS, id="a letter called wrong"),
    pytest.param("(C) - false", COINS, id="a bracketed letter called wrong"),
    pytest.param("Option A (penny): incorrect.", COINS, id="a letter and its text called wrong"),
    pytest.param("B: dime is wrong.", COINS, id="a letter with its text, and that it is wrong"),
    pytest.param("A: penny is incorrect, C too", COINS, id="the same, and another one"),
    pytest.param("(A) penny cannot be right.", COINS, id="a letter with its text, and that it cannot be"),
    pytest.param("C) quarter? No.", COINS, id="a letter with its text, asked and denied"),
    pytest.param("A: penny isn't the answer", COINS, id="a letter with its text, and that it is no answer"),
    pytest.param("C. quarter does not fit", COINS, id="a letter with its text, and that it does not fit"),
    pytest.param("A: penny is made of copper, so no", COINS, id="a letter with its text, and a no in the end"),
    pytest.param("D. half dollar - this can be ruled out", COINS, id="a letter with its text, ruled out"),
    pytest.param("Option 1: no", PLACES, id="a digit called wrong"),
    pytest.param("Choice A: it is made of copper.", COINS, id="something said of one option"),
    pytest.param("Option E: yew is evergreen.", TEN, id="something said of an option's text"),
    pytest.param("Option A: it is small and brown and is not silver, so", COINS, id="cut off after one option"),
    pytest.param("Option A: small.\nOption B: thin.\nOption C: large.", COINS, id="something said of each option"),
    pytest.param("- **Option C:** holds up.\n- **Option D:** big.", COINS, id="a word of praise behind a colon"),
    pytest.param("Choice A - penny\nChoice B - dime\nChoice C - quarter", COINS, id="the options again"),
    pytest.param("A. penny\nIt is brown.\nB. dime\nIt is thin.\nC. quarter", COINS, id="the options with remarks"),
    pytest.param("Option A: True\nOption B: False", CLAIM, id="texts that look like verdicts"),
    pytest.param("Option A: correct.\nOption B: correct.\nOption C: incorrect.", COINS, id="two called right"),
    pytest.param("A: yes\nB: no", COINS, id="a word like yes for some options only"),
    pytest.param("Option A: partly correct.\nOption B: incorrect.", COINS, id="half right"),
    pytest.param("Statement I: true.\nStatement II: false.", TEN, id="numbered statements"),
    pytest.param("Common wrong answer: C", COINS, id="a common wrong answer"),
    pytest.param("Second-best answer: C", COINS, id="the second best"),
    pytest.param("A possible answer is A.", COINS, id="a possible answer"),
    pytest.param("Expected answer format: A", COINS, id="the format of an answer"),
    pytest.param("My previous answer was A. That was wrong.", COINS, id="an earlier answer"),
    pytest.param("The most common answer among visitors is A.", COINS, id="a common answer"),
    pytest.param("According to last year's key it is I.", TEN, id="an old key"),
    pytest.param('{"rejected_option": "A"}', COINS, id="a rejected option of a JSON reply"),
    pytest.param("The answer is A. But wait,", COINS, id="broken off in doubt"),
    pytest.param("The answer is A. That is wrong.", COINS, id="called wrong at once"),
    pytest.param("\\boxed{A} Hmm, wait...", COINS, id="doubt after a box"),
    pytest.param("C... no", COINS, id="a letter and no"),
    pytest.param("The answer is B if it is new; for old ones it is C.", COINS, id="two cases"),
    pytest.param("B (if it is new), otherwise C", COINS, id="a case and its alternative"),
    pytest.param("The dime is not the correct choice.", COINS, id="a text denied"),
    pytest.param("Either the dime or the penny is the correct answer.", COINS, id="two texts"),
    pytest.param("The dime is the correct answer to another question.", COINS, id="another question"),
    pytest.param("Falsche Antwort: A", COINS, id="a wrong answer in German"),
    pytest.param("错误答案：A", COINS, id="a wrong answer in Chinese"),
    pytest.param("The answer is B if it is new. If it is old, it is C.", COINS, id="two cases in two sentences"),
    pytest.param("The answer is C for new ones and B for old ones.", COINS, id="two cases joined"),
    pytest.param("Actually, A", COINS, id="cut off at the article"),
    pytest.param("Edit: I", TEN, id="a correction of nothing"),
    pytest.param("All but I were wrong.", TEN, id="the pronoun left out"),
    pytest.param(
        '[{"option": "A", "valid": false}, {"option": "B", "valid": false}]', COINS, id="a JSON list of options"
    ),
    pytest.param("I believe so, but I could be wrong.", TEN, id="a pronoun before wrong"),
    pytest.param("Everything except D is right.", COINS, id="all but one called right"),
    pytest.param("Everything except C and D is wrong.", COINS, id="all but two"),
]

ANSWERS = [
    pytest.param("Option A: wrong.\nOption B: right.\nOption C: wrong.\nOption D: wrong.", COINS, "B", id="verdicts"),
    pytest.param("Option A: No.\nOption B: No.\nOption C: Yes.\nOption D: No.", COINS, "C", id="yes or no for each"),
    pytest.param("Choice A - incorrect\nChoice B - correct", COINS, "B", id="verdicts behind dashes"),
    pytest.param("A. Incorrect: brown.\nB. Correct: thin.\nC. Incorrect: big.", COINS, "B", id="verdicts and reasons"),
    pytest.param("Option A (penny): incorrect.\nOption B (dime): correct.", COINS, "B", id="verdicts behind texts"),
    pytest.param("Option A: ✗\nOption B: ✗\nOption C: ✓\nOption D: ✗", COINS, "C", id="marks"),
    pytest.param("选项A：错误。\n选项B：正确。\n选项C：错误。\n选项D：错误。", COINS, "B", id="verdicts in Chinese"),
    pytest.param("Option B: dime", COINS, "B", id="an option named with its text"),
    pytest.param("B: dime is not a penny.", COINS, "B", id="a letter with its text, and what that is not"),
    pytest.param("B: dime, since the penny is wrong.", COINS, "B", id="a letter with its text; another text is wrong"),
    pytest.param("B) dime. The others are incorrect.", COINS, "B", id="a letter with its text; the others are wrong"),
    pytest.param("B: dime has never been wrong", COINS, "B", id="a letter with its text, never wrong"),
    pytest.param("B. dime is not large, so it is the one", COINS, "B", id="a letter with its text, and so it is"),
    pytest.param("Option A: penny\nOption B: dime\nOption C: quarter\n\nOption B", COINS, "B", id="a list, then one"),
    pytest.param("Answer: B\nCommon wrong answer: C", COINS, "B", id="a wrong answer behind the answer"),
    pytest.param("Answer: B\nWrong answers: A, C, D", COINS, "B", id="wrong answers behind the answer"),
    pytest.param("The wrong answer is C, and the right answer is B.", COINS, "B", id="a wrong answer before"),
    pytest.param("The best possible answer is B.", COINS, "B", id="the best possible"),
    pytest.param("Answer: E\nIn older books the answer would be I.", TEN, "E", id="older books"),
    pytest.param("In this case, the answer would be B.", COINS, "B", id="this case"),
    pytest.param("The answer is A. Wait, no: B.", COINS, "B", id="wait, no"),
    pytest.param("The answer is A. Sorry, B.", COINS, "B", id="sorry"),
    pytest.param("Answer: A (I mean B)", COINS, "B", id="I mean, in brackets"),
    pytest.param("Answer: A\nEdit: B", COINS, "B", id="edit"),
    pytest.param("A... no, B!", COINS, "B", id="no, with nothing else"),
    pytest.param("\\boxed{A} no, B.", COINS, "B", id="a box, then no"),
    pytest.param("The answer is A. No, dime.", COINS, "B", id="a text instead"),
    pytest.param("Die Antwort ist A. Nein, B.", COINS, "B", id="no in German"),
    pytest.param("The answer is A. Sorry, I.", TEN, "I", id="I instead"),
    pytest.param("The answer is A. Sorry, I", TEN, "A", id="cut off at the pronoun"),
    pytest.param("The answer is A. No, B does not shine.", COINS, "A", id="no, with a reason"),
    pytest.param("The answer is A. Edit: fixed a typo.", COINS, "A", id="an edit of something else"),
    pytest.param("The answer is A. Sorry, not B.", COINS, "A", id="sorry, not"),
    pytest.param("The answer is A. Some say it is B, but that is wrong.", COINS, "A", id="another one called wrong"),
    pytest.param("The dime is the correct choice.", COINS, "B", id="a text praised"),
    pytest.param("It is thin, so the dime is the answer.", COINS, "B", id="a text praised after its reason"),
    pytest.param("Both A and B look plausible, but B is the one.", COINS, "B", id="the one"),
    pytest.param('{"reasoning": "A is brown", "choice": "B"}', COINS, "B", id="a choice of a JSON reply"),
    pytest.param("Everything except D is wrong.", COINS, "D", id="all but one called wrong"),
    pytest.param("All the others are wrong except D.", COINS, "D", id="all called wrong but one"),
    pytest.param("No option other than D is correct.", COINS, "D", id="none right but one"),
    pytest.param("A: wrong.\nB: wrong.\nC: wrong.", COINS, "D", id="one without a verdict"),
    pytest.param("Antwort: B\nFalsche Antwort: A", COINS, "B", id="a wrong answer in German behind the answer"),
    pytest.param("Dime. No, quarter.", COINS, "C", id="a text for a text"),
    pytest.param("The answer is A. Actually, B and C are both wrong.", COINS, "A", id="others called wrong"),
    pytest.param("The answer is B if I read it well.", COINS, "B", id="a condition of manner"),
    pytest.param("Of these, the dime is the best choice.", COINS, "B", id="a text praised among others"),
]


@pytest.mark.parametrize(("text", "question"), NO_ANSWER)
def test_abstains(text, question):
    found = extract(text, question)
    assert found.letter is None
    assert found.reason in REASONS


@pytest.mark.parametrize(("text", "question", "letter"), ANSWERS)
def test_reads(text, question, letter):
    found = extract(text, question)
    assert found.letter == letter
    if found.span is not None:
        piece = text[slice(*found.span)].lower()
        assert piece in (letter.lower(), question.choices.texts[question.choices.labels.index(letter)].lower())

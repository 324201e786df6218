"""Mode robust: an option named once with its text in the sentence that answers, and others only in passing."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes.robust import extract

CITIES = Question(Choices(tuple("ABCD"), ("Oslo", "Rome", "Cairo", "Lima")))

NO_ANSWER = [
    pytest.param("Oslo (A) is a port.", id="something about it"),
    pytest.param("Oslo (A) is the capital of Norway. Rome (B) is the capital of Italy.", id="two named alike"),
    pytest.param("Oslo (A) is the capital of Norway, Rome (B) of Italy.", id="two in a sentence"),
    pytest.param("Oslo (A) is the first city to check. Rome (B) is in Italy.", id="the first to check"),
    pytest.param("Oslo (A) is not the northern one. Rome (B) is old.", id="denied"),
    pytest.param("Oslo (A) is the wrong one.", id="wrong"),
    pytest.param("Is Oslo (A) the northern one? Rome (B) is in Italy.", id="asked"),
    pytest.param("Oslo (A) is the capital of Norway. However, Italy was asked for.", id="not what was asked"),
    pytest.param("The oldest city is Rome (B), and the youngest is Lima (D).", id="two in one sentence"),
    pytest.param("The oldest city is Rome (B). The youngest city is Lima (D).", id="two sentences alike"),
    pytest.param("The oldest city is either Rome (B) or Cairo (C).", id="either"),
    pytest.param("The oldest city is Rome (B). Cairo (C) is also old.", id="another one too"),
    pytest.param("The oldest city is Rome (B). It should be Cairo (C).", id="another one instead"),
    pytest.param("The old city is Rome (B).\n\nOslo (A): a port\nLima (D): a port", id="then a list"),
    pytest.param("The old one is **B. Rome**.\n\nThe young one is **D. Lima**.", id="two in bold"),
    pytest.param("A frequent mistake is **B. Rome**.\n\nIt is old.", id="a mistake in bold"),
    pytest.param("The first term is (A). Option B has another.", id="the first of some"),
    pytest.param("Ships need **Oslo** (option A). Camels need **Cairo** (option C).", id="two needed"),
    pytest.param("I'd never go with Rome (B), as it's old.", id="never gone with"),
    pytest.param("I'd go with Rome (B) if it were new.", id="gone with if"),
    pytest.param("A. Oslo. B. Rome. Lima (D) is a port.", id="a list in a line"),
    pytest.param("A. Oslo. Or Lima (D).", id="or another"),
    pytest.param("A. Oslo. And Lima (D).", id="and another"),
    pytest.param("A. Oslo. No, Lima (D).", id="no, another"),
    pytest.param("A. Oslo. The southern one is Lima (D).", id="another in the same way"),
    pytest.param("A. Oslo lies on a fjord. Lima (D) is a port.", id="a letter before a sentence"),
    pytest.param("Oslo (A). Rome (B). Lima (D).", id="texts and letters alone"),
    pytest.param("**Oslo (A)**\n\nA port.\n\n**Rome (B)**\n\nOld.", id="headings"),
    pytest.param("Oslo (A): a port. Rome (B): old.", id="items in a line"),
    pytest.param("Let's start with Oslo (A). Rome (B) is old.", id="to start with"),
    pytest.param("The trade is not explained by option C.", id="not explained by"),
]

ANSWERS = [
    pytest.param("Oslo (A) is the northern one.", "A", id="a text and its letter"),
    pytest.param("**Oslo (option A)** is the first line of defence.", "A", id="named as an option, in bold"),
    pytest.param("Oslo (A) is the capital of Norway. Rome (B) is in Italy.", "A", id="another in passing"),
    pytest.param("The oldest city is Rome (B). Lima (D) is a port.", "B", id="behind a subject"),
    pytest.param(
        "The oldest city is Rome (B).\n\nIf it were by the sea, it would be Lima (D).", "B", id="another case"
    ),
    pytest.param("The oldest city is **B. Rome**.\n\nIt was built on seven hills.", "B", id="in bold"),
    pytest.param("The oldest city is **B. Rome**.\n\nHowever, Naples is old as well.", "B", id="in bold, however"),
    pytest.param("The rule is (B). Option A describes the exception to it.", "B", id="a letter alone"),
    pytest.param("Ships need **Oslo** (option A). While Lima has a port, it is far.", "A", id="a named option"),
    pytest.param("I'd go with **Rome (B)**, as it's on seven hills.", "B", id="gone with"),
    pytest.param("A. Oslo. Note that Lima (D) lies in the south.", "A", id="an opening letter"),
    pytest.param("(A) Oslo. If it were warm, it'd be Lima (D).", "A", id="an opening letter, another case"),
    pytest.param("A. Oslo. All the others (B, C, D) are warm.", "A", id="all the others"),
    pytest.param("Oslo (A). Option B lies in Italy.", "A", id="nothing but a text and its letter"),
    pytest.param("**Oslo (A)**\n\nRome (B) lies in Italy.", "A", id="a text and its letter in bold"),
    pytest.param("**A. Oslo.** Rome (B) is old, and Lima (D) had no D-Day.", "A", id="an opening letter in bold"),
    pytest.param("A ship needs **Oslo** (option A). A camel needs sand.", "A", id="articles"),
    pytest.param("The trade is best explained by option C.", "C", id="explained by"),
]


@pytest.mark.parametrize("text", NO_ANSWER)
def test_abstains(text):
    assert extract(text, CITIES).letter is None


@pytest.mark.parametrize(("text", "letter"), ANSWERS)
def test_reads(text, letter):
    assert extract(text, CITIES).letter == letter

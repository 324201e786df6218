"""A letter after an `Answer:` in Markdown; under gym-0.7 with a template's own cue, too."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes import MODES

MODE = MODES["lenient_answer_colon_md"]


def question(letters="ABCDEFGHIJ", prefix=None):
    return Question(Choices(tuple(letters), tuple(f"text {letter}" for letter in letters)), prefix)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("The answer is B", "no_answer_line", id="no colon"),
        pytest.param("Answer：B", "no_answer_line", id="a full-width colon"),
        pytest.param("***Answer***: B", "no_answer_line", id="three marks"),
        pytest.param("Answer: ***B", "answer_line_unmatched", id="more marks after the colon"),
        pytest.param("Answer: (B)", "answer_line_unmatched", id="brackets"),
        pytest.param("Answer: B2", "answer_line_unmatched", id="a digit follows"),
        pytest.param("Answer: Because", "answer_line_unmatched", id="a word"),
        pytest.param("Answer: Z\nAnswer: B", "letter_not_in_options", id="the first letter is no option"),
    ],
)
def test_documented_reads_nothing(text, reason):
    assert MODE.documented(text, question())[:3] == (None, None, reason)


@pytest.mark.parametrize(
    ("text", "letter", "place"),
    [
        pytest.param("Answer: B", "B", 8, id="plain"),
        pytest.param("**Answer:** B", "B", 12, id="bold up to the colon"),
        pytest.param("__Answer__ : c, as said", "C", 13, id="underscores, lower case"),
        pytest.param("Answer:\n\n\n\n  D", "D", 13, id="much white space"),
        pytest.param("Answer: dunno\nanswer: _A_", "A", 23, id="the first that a letter follows"),
        pytest.param("Answer: B é", "B", 8, id="another letter further on"),
        pytest.param("İ **Answer:** B", "B", 14, id="a letter that grows in lower case"),
    ],
)
def test_documented_reads_the_letter(text, letter, place):
    assert MODE.documented(text, question()) == (letter, "answer_line_letter", None, (place, place + 1))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("B", "no_answer_line", id="no cue"),
        pytest.param(r"\boxed{B}", "no_answer_line", id="a box is no answer line"),
        pytest.param("Answer: red", "answer_line_unmatched", id="a word"),
        pytest.param("Answer:", "answer_line_unmatched", id="nothing follows"),
        pytest.param("Answer: B2", "answer_line_unmatched", id="a digit follows"),
        pytest.param("Answer: A or B", "ambiguous", id="or"),
        pytest.param("Answer: A/B", "ambiguous", id="a slash"),
        pytest.param("Answer: maybe a, B", "ambiguous", id="a comma, lower case"),
        pytest.param("Answer: B  C", "ambiguous", id="white space"),
        pytest.param("Answer: Z", "letter_not_in_options", id="not an option"),
        pytest.param("Answer: A and B\nAnswer: Z", "ambiguous", id="the most telling of several"),
    ],
)
def test_gym_reads_nothing(text, reason):
    assert MODE.gym(text, question())[:3] == (None, None, reason)


@pytest.mark.parametrize(
    ("text", "letter", "read"),
    [
        pytest.param("Answer: A\nAnswer: B", "B", "B", id="the last"),
        pytest.param("Answer: A\nAnswer: red", "A", "A", id="the last that yields a letter"),
        pytest.param("Answer: A\nAnswer: B or C", "A", "A", id="a list is passed over"),
        pytest.param("Answer: B or B", "B", "B", id="the same letter twice is no list"),
        pytest.param("**Answer:** `b`.", "B", "b", id="marks and a full stop trimmed"),
        pytest.param("Answer: B because it fits", "B", "B", id="a leading letter"),
        pytest.param("Answer: (B)", "B", "B", id="a standalone letter"),
        pytest.param("Answer: not X but C, surely", "C", "C", id="the last standalone letter"),
        pytest.param("Answer: ب", "B", "ب", id="an Arabic letter"),
        pytest.param("Answer：Ｃ", "C", "Ｃ", id="full width"),
        pytest.param("ﬁnally, Answer: 𝐃", "D", "𝐃", id="the span is that of the original text"),
    ],
)
def test_gym_reads_the_letter(text, letter, read):
    found = MODE.gym(text, question())
    assert found[:3] == (letter, "answer_line_letter", None)
    assert text[slice(*found.span)] == read


@pytest.mark.parametrize(
    ("text", "letter", "reason"),
    [
        pytest.param("nothing", None, "no_box", id="nothing there"),
        pytest.param("Wahl -> Z \\boxed{12}", None, "letter_not_in_options", id="the most telling reason"),
        pytest.param("Wahl -> B", "B", None, id="the cue"),
        pytest.param("WAHL ->**(C)**", "C", None, id="any case, Markdown"),
        pytest.param("Wahl -> B\nAnswer: C", "C", None, id="the last of both cues"),
        pytest.param("Answer: C\nWahl -> B", "B", None, id="the last of both cues, other order"),
        pytest.param("Wahl ->\nB", None, "answer_line_unmatched", id="only the rest of the line"),
        pytest.param("Wahl -> B or C. \\boxed{D}", "D", None, id="a box is the last resort"),
    ],
)
def test_gym_with_a_prefix(text, letter, reason):
    found = MODE.gym(text, question(prefix="Wahl ->"))
    assert found.letter == letter
    assert found.reason == reason


@pytest.mark.parametrize("prefix", [7, ["Wahl"], "", {"a": 1}], ids=repr)
def test_a_prefix_that_is_none_is_ignored(prefix):
    assert MODE.gym("Answer: B", question(prefix=prefix)).letter == "B"

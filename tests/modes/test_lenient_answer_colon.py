"""The rest of the line after the first `Answer:`."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes import MODES

MODE = MODES["lenient_answer_colon"]
CHOICES = Choices(("A", "B", "C", "D", "AA"), ("red", "dark green", "C", "red", "violet"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("The answer is B", "no_answer_line", id="no colon"),
        pytest.param("Answer：B", "no_answer_line", id="a full-width colon"),
        pytest.param("**Answer**: B", "no_answer_line", id="marks between word and colon"),
        pytest.param("my answer:", "no_answer_line", id="nothing follows"),
        pytest.param("Answer: B.", "answer_line_unmatched", id="a full stop"),
        pytest.param("Answer: (B)", "answer_line_unmatched", id="brackets"),
        pytest.param("Answer: nothing\nAnswer: B", "answer_line_unmatched", id="only the first line counts"),
        pytest.param("Answer: dark green leaf", "answer_line_unmatched", id="more than the text"),
        pytest.param("Answer: violet", "answer_line_unmatched", id="the text of a longer label"),
        pytest.param("Answer: \\text{}", "answer_line_unmatched", id="an empty command"),
        pytest.param("Answer: 2", "answer_line_unmatched", id="a number"),
        pytest.param("Answer: E", "letter_not_in_options", id="not an option"),
    ],
)
def test_reads_nothing(text, reason):
    assert MODE.documented(text, Question(CHOICES))[:3] == (None, None, reason)


@pytest.mark.parametrize(
    ("text", "letter", "rule", "read"),
    [
        pytest.param("Answer: B", "B", "answer_line_letter", "B", id="a letter"),
        pytest.param("so the ANSWER :\n\n b\nbecause", "B", "answer_line_letter", "b", id="line breaks and case"),
        pytest.param("Answer: \\text{ B }", "B", "answer_line_letter", "B", id="in a command"),
        pytest.param("answer:Dark   Green\r\nAnswer: A", "B", "answer_line_text", "Dark   Green", id="a text"),
        pytest.param("Answer: red", "A", "answer_line_text", "red", id="the first of two with the same text"),
        pytest.param("Answer: c", "C", "answer_line_letter", "c", id="a letter that is also a text"),
        pytest.param("Anſwer: B", "B", "answer_line_letter", "B", id="the long s"),
        pytest.param("İ answer: B", "B", "answer_line_letter", "B", id="a letter that grows in lower case"),
    ],
)
def test_reads_letter_or_text(text, letter, rule, read):
    found = MODE.documented(text, Question(CHOICES))
    assert found[:3] == (letter, rule, None)
    assert text[slice(*found.span)] == read


def test_both_rule_sets_read_alike():
    assert MODE.gym is MODE.documented

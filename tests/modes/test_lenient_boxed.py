"""The strict box, else an option's text in a box."""

import pytest

from mcqa_cli.model import Choices, Question
from mcqa_cli.modes import MODES

MODE = MODES["lenient_boxed"]
COLOURS = {"A": "red", "B": "Dark  green", "C": "blue", "D": "light blue"}


def question(options=COLOURS):
    return Question(Choices(tuple(options), tuple(options.values())))


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        pytest.param("red", COLOURS, "no_box", id="no box at all"),
        pytest.param(r"\boxed{red", COLOURS, "unclosed_box", id="never closed"),
        pytest.param(r"\boxed{red \boxed{blue}", COLOURS, "unclosed_box", id="only the first box is looked at"),
        pytest.param(r"\boxed{x=1} \boxed{red}", COLOURS, "option_text_unmatched", id="a later box is not tried"),
        pytest.param(r"\boxed{yellow}", COLOURS, "option_text_unmatched", id="no option's text"),
        pytest.param(r"\boxed{re}", COLOURS, "option_text_unmatched", id="a part of an option's text"),
        pytest.param(r"\boxed{E}", COLOURS, "letter_not_in_options", id="a letter that is no option"),
        pytest.param(r"\boxed{}", COLOURS, "box_not_a_letter", id="an empty box"),
        pytest.param(r"\boxed{}", {"A": "red", "B": ""}, "box_not_a_letter", id="an empty box is not an empty text"),
        pytest.param(r"\boxed{3}", {"A": "", "B": ""}, "box_not_a_letter", id="no texts are known"),
        pytest.param(r"\boxed{red or blue}", COLOURS, "option_text_ambiguous", id="two texts contained"),
        pytest.param(r"\boxed{ten}", {"A": "ten", "B": "Ten"}, "option_text_ambiguous", id="two equal texts"),
        pytest.param(r"\boxed{big sum}", {"AA": "big sum", "B": "zero"}, "option_text_unmatched", id="longer labels"),
    ],
)
def test_documented_reads_nothing(text, options, reason):
    assert MODE.documented(text, question(options))[:3] == (None, None, reason)


@pytest.mark.parametrize(
    ("text", "letter", "rule", "read"),
    [
        pytest.param(r"\boxed{C}", "C", "boxed_letter", "C", id="a letter comes first"),
        pytest.param(r"\boxed{red}, so \boxed{C}", "C", "boxed_letter", "C", id="a later letter beats a text"),
        pytest.param(r"\boxed{red}", "A", "boxed_text", "red", id="a text"),
        pytest.param("\\boxed{ DARK\n green }", "B", "boxed_text", "DARK\n green", id="case and white space aside"),
        pytest.param(r"\boxed{\text{red}}", "A", "boxed_text", "red", id="in a command"),
        pytest.param(r"\boxed{\text{light blue}}", "D", "boxed_text", "light blue", id="equal beats contained"),
        pytest.param(r"\boxed{all red}", "A", "boxed_text", "all red", id="contained"),
        pytest.param(r"\boxed{E} it is red", None, None, None, id="a wrong letter holds no text"),
    ],
)
def test_documented_reads_letter_or_text(text, letter, rule, read):
    found = MODE.documented(text, question())
    assert (found.letter, found.rule) == (letter, rule)
    assert (found.span and text[slice(*found.span)]) == read


@pytest.mark.parametrize(
    ("text", "letter", "reason"),
    [
        pytest.param("red", None, "no_box", id="no box at all"),
        pytest.param(r"\boxed{red} \boxed{blue", None, "unclosed_box", id="the last is never closed"),
        pytest.param(r"\boxed{light blue}", None, "option_text_ambiguous", id="one text holds the other"),
        pytest.param(r"\boxed{red} \boxed{tan}", None, "option_text_unmatched", id="only the last counts"),
        pytest.param(r"\boxed{blue} \boxed{red}", "A", None, id="the last box's text"),
        pytest.param(r"\boxed{\text{\text{red}}}", "A", None, id="peeled twice"),
        pytest.param(r"\boxed{C: blue}", "C", None, id="the strict rule comes first"),
    ],
)
def test_gym(text, letter, reason):
    found = MODE.gym(text, question())
    assert (found.letter, found.reason) == (letter, reason)

"""Options from prompts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli.prompt import options_in_prompt


@pytest.mark.parametrize(
    "prompt",
    [
        pytest.param(None, id="no prompt"),
        pytest.param("", id="empty"),
        pytest.param("Which colour is the sky?", id="no lettered lines"),
        pytest.param("Pick one.\nA: red", id="one lettered line"),
        pytest.param("A: red\nA: blue", id="the same label twice"),
        pytest.param("A red\nB blue", id="no mark after the letter"),
        pytest.param("1. red\n2. blue", id="numbers"),
        pytest.param("AB: red\nCD: blue", id="two letters"),
        pytest.param("Is it A: red or B: blue?", id="within a line"),
        pytest.param("U.S. law\nE.U. law", id="abbreviations"),
        pytest.param("Q: Which colour?\nA: red", id="question and answer"),
        pytest.param("A:\nB:", id="labels without texts"),
        pytest.param("I. It rains.\nII. It snows.\nIII. It pours.", id="Roman numerals"),
    ],
)
def test_no_options(prompt):
    assert options_in_prompt(prompt) is None


@pytest.mark.parametrize(
    "prompt",
    [
        pytest.param("Which?\nA: red\nB: blue", id="colon"),
        pytest.param("Which?\nA. red\nB. blue", id="full stop"),
        pytest.param("Which?\nA) red\nB) blue", id="bracket"),
        pytest.param("Which?\n(A) red\n(B) blue", id="two brackets"),
        pytest.param("Which?\na) red\nb) blue", id="lower case"),
        pytest.param("Which?\r\nA: red\r\nB: blue\r\n", id="carriage returns"),
        pytest.param("Which?\n  A: red  \n\tB:   blue", id="white space around"),
        pytest.param("Which?\nA:red\nB:blue", id="no white space"),
        pytest.param("Which?\n- A. red\n- B. blue", id="list items"),
        pytest.param("Which?\n**A.** red\n**B)** blue", id="bold labels"),
        pytest.param("Which?\nA: red\nB: blue\n\nExplain. A: is not always right.", id="prose after a blank line"),
        pytest.param("Which?\nA: red\nB: blue\n\nE. coli grows.", id="one more lettered line after a blank line"),
        pytest.param("Which?\n\nA: red\n\nB: blue\n\nGo.", id="blank lines between"),
        pytest.param("Which?\nA. red\nB. blue\nAnswer:", id="answer cue after the last"),
        pytest.param("Which?\nA: red\nB: blue\nPut the letter in \\boxed{}.", id="instruction after the last"),
        pytest.param("Which?\nA: red\nB: blue\nRespond with one letter only.", id="another instruction"),
        pytest.param("Which?\nA: red\nB: blue\nA:", id="bare answer cue"),
        pytest.param("Old?\nA: cat\nB: dog\nC: cow\nAnswer: A\n\nWhich?\nA: red\nB: blue\nAnswer:", id="few shots"),
        pytest.param(
            "Q: Old?\nA: cat\nB: dog\nC: cow\nAnswer: A\nQ: Which?\nA: red\nB: blue", id="few shots, no blanks"
        ),
        pytest.param("S. aureus grows.\nWhich?\nA: red\nB: blue", id="a species in the question"),
        pytest.param("I. It rains.\nII. It snows.\nWhich?\nA: red\nB: blue", id="Roman statements before"),
    ],
)
def test_spellings(prompt):
    assert options_in_prompt(prompt) == [{"A": "red"}, {"B": "blue"}]


@pytest.mark.parametrize(
    ("prompt", "options"),
    [
        pytest.param(
            "Choices:\nC. x\nA. y\nD. z\nB. w\nAnswer:",
            [{"C": "x"}, {"A": "y"}, {"D": "z"}, {"B": "w"}],
            id="labels in any order",
        ),
        pytest.param("A: one\ntwo\nB: three\nfour", [{"A": "one\ntwo"}, {"B": "three\nfour"}], id="texts over lines"),
        pytest.param("A: one\n  two\nB: three\n\nmore", [{"A": "one\ntwo"}, {"B": "three"}], id="a blank line ends it"),
        pytest.param("P: x\nQ: y\nR: z", [{"P": "x"}, {"Q": "y"}, {"R": "z"}], id="letters from P on"),
        pytest.param("A: x\nC: y", [{"A": "x"}, {"C": "y"}], id="a label left out"),
        pytest.param("А) x\nБ) y", [{"А": "x"}, {"Б": "y"}], id="Cyrillic"),
        pytest.param("A、red\nB、blue", [{"A": "red"}, {"B": "blue"}], id="full-width comma"),
        pytest.param(
            "A: I. only\nB: I. and II.\nC: (d) x",
            [{"A": "I. only"}, {"B": "I. and II."}, {"C": "(d) x"}],
            id="marks in texts",
        ),
    ],
)
def test_labels_and_texts(prompt, options):
    assert options_in_prompt(prompt) == options


def test_statements_named_I_before_options_that_go_beyond_it():
    stem = "I. It rains.\nII. It snows."
    letters = "ABCDEFGHIJ"
    prompt = stem + "\n" + "\n".join(f"{letter}: text {letter}" for letter in letters)
    assert [next(iter(option)) for option in options_in_prompt(prompt)] == list(letters)


def test_one_statement_named_like_a_later_label():
    prompt = "I. think so.\n" + "\n".join(f"{letter}: text {letter}" for letter in "ABCDEFGHIJ")
    assert [next(iter(option)) for option in options_in_prompt(prompt)] == list("ABCDEFGHIJ")


WORDS = st.from_regex(r"[a-z]{2,9}( [a-z]{2,9}){0,3}", fullmatch=True).filter(
    lambda text: (
        not any(word in text for word in ("answer", "letter", "option", "choice", "respon", "reply", "question"))
    )
)


@given(
    st.lists(WORDS, min_size=2, max_size=20), st.sampled_from(["{}: {}", "{}. {}", "{}) {}", "({}) {}"]), st.randoms()
)
def test_what_is_listed_is_read(texts, form, order):
    labels = [chr(65 + index) for index in range(len(texts))]
    pairs = list(zip(labels, texts, strict=True))
    order.shuffle(pairs)
    prompt = "What is it?\n\n" + "\n".join(form.format(label, text) for label, text in pairs)
    assert options_in_prompt(prompt) == [{label: text} for label, text in pairs]


@given(st.text(alphabet="ABab.:)( \n\r-*Q1\\", max_size=80))
def test_labels_are_distinct_and_texts_are_there(prompt):
    found = options_in_prompt(prompt)
    if found is not None:
        labels = [next(iter(option)) for option in found]
        assert len(labels) == len(set(labels)) > 1
        assert all(next(iter(option.values())).strip() for option in found)

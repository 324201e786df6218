"""Reading text: boxes, trimming, and spans through Unicode normalization."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli import text as reading
from mcqa_cli.model import Choices


@pytest.mark.parametrize(
    ("text", "end"),
    [
        pytest.param("B", -1, id="no brace"),
        pytest.param("{B}", -1, id="only an inner brace closed"),
        pytest.param("B}", 1, id="closed at once"),
        pytest.param("{{}}B} }", 5, id="inner braces"),
        pytest.param("\\}B}", 1, id="escapes count"),
    ],
)
def test_closing_brace(text, end):
    assert reading.closing_brace(text, 0) == end


@pytest.mark.parametrize(
    ("text", "content"),
    [
        pytest.param("B", None, id="no box"),
        pytest.param(r"\boxed{B", None, id="unclosed"),
        pytest.param(r"\boxed{A} \boxed{B}", "B", id="the last"),
        pytest.param(r"\boxed{A} \boxed{B", "A", id="the last closed one"),
        pytest.param(r"} \boxed{A} {\boxed{B", "A", id="stray braces"),
        pytest.param(r"\boxed{x \boxed{B} {", "B", id="closed in an unclosed one"),
    ],
)
def test_last_closed_box(text, content):
    found = reading.last_closed_box(text)
    assert (found and text[slice(*found)]) == content
    assert reading.has_closed_box(text) == (content is not None)


@pytest.mark.parametrize(
    ("text", "once", "repeated"),
    [
        pytest.param(" B ", "B", "B", id="nothing to peel"),
        pytest.param("\\text{A} \\text{B}", "\\text{A} \\text{B}", "\\text{A} \\text{B}", id="wraps nothing whole"),
        pytest.param("\\text{B", "\\text{B", "\\text{B", id="unclosed"),
        pytest.param("\\text{ B }", "B", "B", id="one"),
        pytest.param("\\text{\\text{B}}", "\\text{B}", "B", id="two"),
        pytest.param("\\text{}", "", "", id="empty"),
    ],
)
def test_peel_text_command(text, once, repeated):
    assert text[slice(*reading.peel_text_command(text, 0, len(text)))] == once
    assert text[slice(*reading.peel_text_command(text, 0, len(text), repeatedly=True))] == repeated


@given(st.text(), st.text(" \t\n\u3000x"))
def test_trim_is_strip(left, right):
    text = left + right
    start, end = reading.trim(text, 0, len(text))
    assert text[start:end] == text.strip()


def test_option_texts_leave_out_longer_labels_and_empty_texts():
    choices = Choices(("A", "B", "AA", "C", "D"), ("Big  Red", "", "x", "blue", "big red"))
    assert reading.option_texts(choices) == (("A", "big red"), ("C", "blue"), ("D", "big red"))
    assert reading.letter_of_text(choices, " BIG\nred") == "A"
    assert reading.letter_of_text(choices, "") is None
    assert reading.letter_of_text(choices, "x") is None


ODD = st.text(st.sampled_from("aB \u0301\u0323\u1100\u1161\u11a8가ＢﬁﷺｶﾞéÅক\u09be\u09c7\u0958𝐁"), max_size=40)


@given(ODD | st.text(), st.data())
def test_spans_lead_back_to_the_original(text, data):
    normal = reading.nfkc(text)
    assert normal == unicodedata.normalize("NFKC", text)
    if normal:
        place = data.draw(st.integers(0, len(normal) - 1))
        start, end = reading.original_span(text, normal, (place, place + 1))
        assert 0 <= start < end <= len(text)
        assert normal[place] in unicodedata.normalize("NFKC", text[start:end])


@pytest.mark.parametrize(
    ("text", "read"),
    [
        pytest.param("é" * 2000 + "Ｂ!", "Ｂ", id="after a long text"),
        pytest.param("ﬁ" * 2000 + "Ｂ!", "Ｂ", id="after a long text that grows"),
        pytest.param("e\u0301" * 2000 + "Ｂ!", "Ｂ", id="after a long text that shrinks"),
    ],
)
def test_spans_in_long_texts(text, read):
    normal = reading.nfkc(text)
    assert normal == unicodedata.normalize("NFKC", text)
    place = normal.index("B")
    assert text[slice(*reading.original_span(text, normal, (place, place + 1)))] == read


def test_a_long_run_of_marks_keeps_the_letters_round_it():
    marks = "\u0301\u0323" * 5000
    normal = reading.nfkc(f"Ｑ{marks}Ｃ")
    assert normal[0] == "Q"
    assert normal[-1] == "C"
    assert len(normal) == len(marks) + 2


@given(st.text())
def test_lowered_keeps_every_offset(text):
    low = reading.lowered(text)
    if low is not None:
        assert len(low) == len(text)
        assert low == "".join(one.lower() if one != "Σ" else low[place] for place, one in enumerate(text))

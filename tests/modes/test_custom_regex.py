"""The row's own regex: which capture counts, and under which name each failure goes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli.model import REGEX_FAILURES, Choices, Question
from mcqa_cli.modes.custom_regex import cuts_a_word, extract, is_tame, last_match, plain_lead, prepare
from mcqa_cli.regex_budget import Budget

QUESTION = Question(Choices(("A", "B", "C", "D"), ("red", "Dark  green", "blue", "red")))


@pytest.mark.parametrize("patterns", [None, "", [], [""]], ids=repr)
def test_no_regex_is_no_failure(patterns):
    assert extract("pick B", QUESTION, prepare(patterns)) == (None, None)


@pytest.mark.parametrize(
    ("text", "patterns", "failure"),
    [
        pytest.param("I pick B", r"choose (\w)", "no_match", id="no match"),
        pytest.param("pick E", r"pick (\w)", "not_an_option", id="a letter that is no option"),
        pytest.param("pick tan", r"pick (\w+)", "not_an_option", id="a text that is no option's"),
        pytest.param("pick B, pick E", r"pick (\w)", "not_an_option", id="only the rightmost match counts"),
        pytest.param("pick B", r"pick (\s*)", "not_an_option", id="a blank capture"),
        pytest.param("pick B", r"pick(x)?", "not_an_option", id="its one group took no part"),
        pytest.param("pick B", r"pick B", "not_an_option", id="without a group the whole match"),
        pytest.param("pick B", r"pick (", "invalid", id="does not compile"),
        pytest.param("pick B", r"pick (?i)(\w)", "invalid", id="a flag in the middle"),
        pytest.param("pick B", r"(?L)pick (\w)", "invalid", id="a flag for bytes"),
        pytest.param("pick B", 7, "invalid", id="a number"),
        pytest.param("pick B", {"a": "pick (.)"}, "invalid", id="an object"),
        pytest.param("pick B", [None], "invalid", id="a list of null"),
        pytest.param("pick B", ["x", None, "("], "invalid", id="the telling failure of several"),
        pytest.param("pick E", ["(", r"pick (\w)", "x"], "not_an_option", id="a capture tells most"),
    ],
)
def test_failures(text, patterns, failure):
    assert failure in REGEX_FAILURES
    assert extract(text, QUESTION, prepare(patterns)) == (None, failure)


@pytest.mark.parametrize(
    ("text", "patterns", "letter", "rule", "read"),
    [
        pytest.param("PICK b", r"pick (\w)", "B", "regex_letter", "b", id="any case"),
        pytest.param("pick A then pick C", r"pick (\w)", "C", "regex_letter", "C", id="the rightmost match"),
        pytest.param("pick  B .", r"pick([^.]*)", "B", "regex_letter", "B", id="the capture is trimmed"),
        pytest.param("is B", r"\b[A-D]$", "B", "regex_letter", "B", id="no group"),
        pytest.param("pick dark green", r"pick (.+)", "B", "regex_text", "dark green", id="an option's text"),
        pytest.param("pick RED", r"pick (.+)", "A", "regex_text", "RED", id="the first of two with the same text"),
        pytest.param("A or B", r"(\w) or (\w)", "B", "regex_letter", "B", id="the highest group"),
        pytest.param("got A", r"got (\w)( or \w)?", "A", "regex_letter", "A", id="the highest that took part"),
        pytest.param("pick د", r"pick (\w)", "D", "regex_letter", "د", id="an Arabic letter"),
        pytest.param("pick ব", r"pick (\w)", "B", "regex_letter", "ব", id="a Bengali letter"),
        pytest.param("pick Ｃ", r"pick (\w)", "C", "regex_letter", "Ｃ", id="a full-width letter"),
        pytest.param("pick B", ["take (.)", "pick (.)"], "B", "regex_letter", "B", id="a list in order"),
        pytest.param("pick E take B", ["pick (.)", "take (.)"], "B", "regex_letter", "B", id="past a wrong letter"),
        pytest.param("pick B", ["(", None, "", "pick (.)"], "B", "regex_letter", "B", id="past what is no pattern"),
        pytest.param("pick B", r"pick [[a]?(\w)", "B", "regex_letter", "B", id="a pattern that `re` warns of"),
    ],
)
def test_captures(text, patterns, letter, rule, read):
    found, failure = extract(text, QUESTION, prepare(patterns))
    assert failure is None
    assert found[:3] == (letter, rule, None)
    assert text[slice(*found[3])] == read


def test_gym_trusts_a_letter_outside_the_options():
    assert extract("pick E", QUESTION, prepare(r"pick (\w)"), "gym-0.7") == (("E", "regex_letter", None, (5, 6)), None)
    assert extract("pick 7", QUESTION, prepare(r"pick (\w)"), "gym-0.7") == (None, "not_an_option")


@pytest.mark.parametrize(
    ("text", "span", "cut"),
    [
        pytest.param("is clearly B", (3, 4), True, id="first letter of a word"),
        pytest.param("is C, clearly", (3, 4), False, id="a letter of its own"),
        pytest.param("is C", (3, 4), False, id="at the end"),
        pytest.param("is red", (3, 6), False, id="a whole word"),
    ],
)
def test_cuts_a_word(text, span, cut):
    assert cuts_a_word(text, span) is cut


LEADING_PATTERNS = [
    r"answer is \(?([A-D])\)?",
    r"aa(a?)",
    r"ab*",
    r"a+b",
    r"aba{2}",
    r"a{1,2}(b)",
    r"ab|ba",
    r"(ab)a",
    r"a(?=b)(b?)",
    r"A b\s*([a-d])",
    r"ab?",
    r"a\b",
    r"a$",
]


@pytest.mark.parametrize("pattern", LEADING_PATTERNS)
@given(text=st.text(alphabet="aAbB nswerisſİ()\n", max_size=40))
def test_the_last_match_is_that_of_finditer(pattern, text):
    compiled = re.compile(pattern, re.IGNORECASE)
    matches = list(compiled.finditer(text))
    found = last_match(compiled, text, plain_lead(pattern))
    assert (found and (found.span(), found.groups())) == (
        (matches[-1].span(), matches[-1].groups()) if matches else None
    )


@pytest.mark.parametrize("pattern", [pattern for pattern in LEADING_PATTERNS if is_tame(pattern)] + ["aba", "aab(a?)"])
@given(before=st.integers(200, 300), text=st.text(alphabet="aAbB nswerisſİ()\n", max_size=100))
def test_the_last_match_is_the_same_where_the_end_is_looked_at_first(pattern, before, text):
    compiled = re.compile(pattern, re.IGNORECASE)
    for whole in (text, "ab " * (before // 3) + text, text + "." * before):
        matches = list(compiled.finditer(whole))
        found = last_match(compiled, whole, plain_lead(pattern), len(pattern))
        assert (found and found.span()) == (matches[-1].span() if matches else None)


@pytest.mark.parametrize(
    ("pattern", "lead"),
    [
        pytest.param("a|b", "", id="an alternative"),
        pytest.param("(x)y", "", id="a group"),
        pytest.param(r"\w+", "", id="a class"),
        pytest.param("x?y", "", id="an option"),
        pytest.param(r"ANSWER IS\s*([A-D])", "answer is", id="plain words"),
        pytest.param("abc*", "ab", id="a repeated last character"),
    ],
)
def test_the_plain_lead_of_a_pattern(pattern, lead):
    assert plain_lead(pattern) == lead


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param("(a+)+$", id="nested repeats"),
        pytest.param("a{1,9}", id="counted repeats"),
        pytest.param("a*", id="one repeat"),
        pytest.param("a?" * 5 + "b", id="many choices"),
        pytest.param("(a|b)(a|b)(a|b)(a|b)(a|b)", id="many alternatives"),
        pytest.param("x" * 300, id="a long one"),
        pytest.param(r"a(b)\1", id="a group again"),
        pytest.param("a(?P<x>b)(?P=x)", id="a named group again"),
    ],
)
def test_patterns_that_need_a_budget(pattern):
    assert not is_tame(pattern)


@pytest.mark.parametrize("pattern", [r"answer is \(?([A-J])\)?", "([ABCD])", "Answer: (A|B|C|D)"])
def test_patterns_that_need_none(pattern):
    assert is_tame(pattern)


@pytest.mark.parametrize("text", ["", "Answer: b", "ANSWER: B answer: C ", "x" * 20_000 + "Answer: D"])
def test_a_tame_pattern_reads_the_same_with_a_budget_and_without(text):
    pattern = prepare("Answer: ([A-D])")
    assert extract(text, QUESTION, pattern, budget=Budget(1.0)) == extract(text, QUESTION, pattern)

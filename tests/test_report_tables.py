"""Tables have room for what matters: nothing is cut, no name is broken that could stand whole."""

import io

import pytest

from mcqa_cli.report.console import bullets, console, group_name
from mcqa_cli.report.tables import Column, Kind, table
from mcqa_cli.words import counted

COLUMNS = (
    Column("", Kind.NAME),
    Column("", Kind.BAR, spare=1),
    Column("rows"),
    Column("gained", spare=2),
    Column("lost", spare=2),
    Column("accuracy"),
)
ROWS = [("a_template", "█████", "1,234", "5", "6", "50.0 %"), ("b", "██████████", "7", "0", "0", "100.0 %")]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def drawn(monkeypatch, columns, rows, width, file=None):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    file = file or io.StringIO()
    table(console(file), columns, rows)
    return file.getvalue()


WIDE = """\
                         rows  gained  lost  accuracy
a_template  █████       1,234       5     6    50.0 %
b           ██████████      7       0     0   100.0 %
"""
NO_BAR = """\
             rows  gained  lost  accuracy
a_template  1,234       5     6    50.0 %
b               7       0     0   100.0 %
"""
LEAST = """\
             rows  accuracy
a_template  1,234    50.0 %
b               7   100.0 %
"""


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        pytest.param(53, WIDE, id="just room enough"),
        pytest.param(52, NO_BAR, id="bars go first"),
        pytest.param(41, NO_BAR, id="just room enough without bars"),
        pytest.param(40, LEAST, id="columns of one rank go together"),
        pytest.param(27, LEAST, id="just room enough for what must stay"),
    ],
)
def test_what_can_be_spared_goes_before_a_name_is_broken(monkeypatch, width, shown):
    assert drawn(monkeypatch, COLUMNS, ROWS, width) == shown


def test_a_name_without_room_is_broken_and_no_figure_is(monkeypatch):
    long = "template_" * 12
    shown = drawn(monkeypatch, COLUMNS, [(long, "█", "1,234,567", "1", "2", "50.0 %")], 60)
    assert long in "".join(line[:41].strip() for line in shown.splitlines())
    assert "1,234,567" in shown
    assert max(map(len, shown.splitlines())) <= 60


PLACES = (Column("reason", Kind.NAME), Column("rows"), Column("example", Kind.PLACE), Column("meaning", Kind.PROSE))


def test_a_place_stands_in_the_table_where_it_has_room(monkeypatch):
    shown = drawn(monkeypatch, PLACES, [("no_box", "3", "in.jsonl:7", "there is no box")], 80)
    assert shown.splitlines()[1] == "no_box     3  in.jsonl:7  there is no box"


def test_a_place_without_room_is_listed_below_and_never_broken(monkeypatch):
    place = f"/{'a long directory/' * 8}in.jsonl:7"
    shown = drawn(monkeypatch, PLACES, [("no_box", "3", place, "there is no box"), ("no_text", "1", "", "none")], 80)
    assert shown.splitlines()[1:] == ["no_box      3  there is no box", "no_text     1  none", f"  no_box: {place}"]


def test_prose_is_broken_between_words(monkeypatch):
    words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    shown = drawn(monkeypatch, PLACES, [("no_box", "3", "in.jsonl:7", words)], 60)
    assert " ".join(shown.partition("meaning")[2].replace("no_box     3  in.jsonl:7", "").split()) == words
    assert len(shown.splitlines()) > 2


def test_wide_letters_take_two_columns(monkeypatch):
    shown = drawn(monkeypatch, (Column("", Kind.NAME), Column("n")), [("題目", "1"), ("abcd", "2")], 80)
    assert shown.splitlines()[1:] == ["題目  1", "abcd  2"]


def test_a_pipe_gets_no_colour_no_rule_no_space_at_the_end(monkeypatch):
    shown = drawn(monkeypatch, COLUMNS, ROWS, 80)
    assert "\x1b" not in shown
    assert "─" not in shown
    assert all(line == line.rstrip() for line in shown.splitlines())


def test_a_terminal_gets_a_rule_and_the_same_width(monkeypatch):
    shown = drawn(monkeypatch, COLUMNS, ROWS, 53, Terminal())
    assert "─" * 53 in shown
    assert "\x1b[1m" in shown


def test_a_pipe_is_80_columns_wide_whatever_the_terminal_is(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    assert console(io.StringIO()).width == 80


def test_a_long_note_goes_on_under_its_beginning(monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    file = io.StringIO()
    bullets(console(file), ["a note of more words than one line holds", "\x1b[1mshort"])
    assert file.getvalue().splitlines() == ["- a note of more words than", "  one line holds", "- \\x1b[1mshort"]


def test_a_place_in_a_note_is_never_broken(monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    file = io.StringIO()
    bullets(console(file), [("see this", "in.jsonl:7"), ("see that", f"/{'long/' * 9}in.jsonl:7"), ("none", None)])
    lines = ["- see this (in.jsonl:7)", "- see that", f"  (/{'long/' * 9}in.jsonl:7)", "- none"]
    assert file.getvalue().splitlines() == lines


def test_parts():
    assert (counted(1, "row"), counted(0, "row"), counted(1200, "row")) == ("1 row", "0 rows", "1,200 rows")
    assert (group_name(None), group_name(""), group_name(["a", None, 3])) == ("(none)", '""', "a · (none) · 3")

"""Counting: order and merging do not matter, sums hold, memory is bounded."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli import tally as module
from mcqa_cli.tally import OTHER, Cell, Place, Tally

CELLS = st.builds(
    Cell,
    mode=st.sampled_from(["strict", "lenient"]),
    via=st.sampled_from(["mode", "regex", "fallback"]),
    regex_failure=st.sampled_from([None, "no_match"]),
    template_id=st.sampled_from([None, "a", "b"]),
    outcome=st.sampled_from(["correct", "wrong", "no_answer"]),
    reason=st.sampled_from([None, "no_box"]),
    truncated=st.booleans(),
    options_from=st.sampled_from(["row", "prompt"]),
    form=st.just("gym"),
    change=st.sampled_from([None, "same", "0_to_1"]),
    view=st.none(),
    by=st.tuples(st.sampled_from(["x", "y"])),
)
EVENTS = st.lists(
    st.one_of(
        CELLS,
        st.sampled_from(["not_json", "no_gold"]).map(lambda code: ("ungraded", code)),
        st.sampled_from(["texts_differ"]).map(lambda code: ("note", code)),
    ),
    max_size=30,
)


def tally_of(events, first=1):
    made = Tally()
    for line, event in enumerate(events, first):
        if isinstance(event, Cell):
            made.read += 1
            made.add_cell(event)
        elif event[0] == "ungraded":
            made.read += 1
            made.add_ungraded(event[1], Place("f", line))
        else:
            made.note(event[1], Place("f", line))
    return made


@given(events=EVENTS, cut=st.integers(0, 30))
def test_merging_parts_is_counting_the_whole(events, cut):
    whole = tally_of(events)
    merged = tally_of(events[:cut])
    merged.merge(tally_of(events[cut:], first=1 + len(events[:cut])))
    assert merged == whole


@given(events=EVENTS)
def test_sums(events):
    made = tally_of(events)
    assert made.read == made.graded + made.not_graded
    assert made.graded == made.count("outcome").total() == made.count("mode").total()
    assert made.count("reason") == Counter(one.reason for one in events if isinstance(one, Cell) and one.reason)
    assert made.not_graded == sum(one[0] == "ungraded" for one in events if not isinstance(one, Cell))


def test_the_first_place_of_each_kind_is_the_example():
    made = tally_of(
        [("ungraded", "no_gold"), ("note", "texts_differ"), ("ungraded", "no_gold"), ("note", "texts_differ")]
    )
    assert made.examples == {"ungraded:no_gold": Place("f", 1), "note:texts_differ": Place("f", 2)}
    later = tally_of([("ungraded", "no_gold"), ("ungraded", "not_json")], first=9)
    made.merge(later)
    assert made.examples["ungraded:no_gold"] == Place("f", 1)
    assert made.examples["ungraded:not_json"] == Place("f", 10)
    assert str(Place("dir/f.jsonl", 3)) == "dir/f.jsonl:3"


def cell(template_id, by=()):
    return Cell("strict", "mode", None, template_id, "correct", None, False, "row", "gym", by=by)


def test_a_file_in_which_every_row_is_a_group_of_its_own_takes_bounded_memory(monkeypatch):
    monkeypatch.setattr(module, "MAX_CELLS", 10)
    made = Tally()
    for number in range(100):
        made.add_cell(cell(f"t{number}", (number,)))
    made.add_cell(cell("t3", (3,)))
    assert made.graded == 101
    assert len(made.cells) == 11
    assert made.cells[cell("t3", (3,))] == 2
    assert made.cells[cell(OTHER, (OTHER,))] == 90


def wrong(template_id, by=()):
    return cell(template_id, by)._replace(outcome="wrong")


def test_groups_that_are_told_apart_keep_all_of_their_rows(monkeypatch):
    monkeypatch.setattr(module, "MAX_CELLS", 10)
    made = Tally()
    for number in range(30):
        made.add_cell(cell(f"t{number % 2}", (number,)))
    for number in range(30):
        made.add_cell(wrong(f"t{number % 2}", (number,)))
    assert made.notes == {}
    for group, rows in [("t0", 30), ("t1", 30)]:
        assert sum(rows for one, rows in made.cells.items() if one.template_id == group) == rows
    for number in range(10):
        assert [one.outcome for one in made.cells if one.by == (number,)] == ["correct", "wrong"]
    assert made.cells[cell("t0", (OTHER,))] == made.cells[wrong("t0", (OTHER,))] == 10


def test_rows_that_are_missing_in_their_groups_are_counted(monkeypatch):
    monkeypatch.setattr(module, "MAX_CELLS", 4)
    made = Tally()
    for number in range(4):
        made.add_cell(cell("t", (number, number)))
    for number in range(4):
        for other in range(4):
            made.add_cell(cell("t", (number, other)))
    assert made.graded == 20
    assert len(made.cells) <= 13
    missing = made.notes["groups_spilled"]
    assert missing == made.cells[cell(OTHER, (OTHER, OTHER))] > 0


SEEN = [
    pytest.param([([1, 2, 3], [10, 11, 12])], 0, None, id="no key twice"),
    pytest.param([([1, 2, 1], [10, 11, 12])], 1, 12, id="twice in a block"),
    pytest.param([([1, 2], [10, 11]), ([3, 2], [12, 13])], 1, 13, id="twice in two blocks"),
    pytest.param([([1, 1, 1], [10, 11, 12]), ([1], [13])], 3, 11, id="often"),
]


@pytest.mark.parametrize(("blocks", "rows", "line"), SEEN)
def test_repeated_keys_are_noticed(blocks, rows, line):
    made = Tally()
    for keys, lines in blocks:
        made.see(keys, lines, "f")
    assert made.notes["repeated_key"] == rows
    assert made.examples.get("note:repeated_key") == (None if line is None else Place("f", line))


def test_keys_are_remembered_up_to_a_bound(monkeypatch):
    monkeypatch.setattr(module, "MAX_KEYS", 5)
    made = Tally()
    for start in range(0, 100, 4):
        made.see(range(start, start + 4), range(4), "f")
    assert made.keys_full
    assert len(made.keys) <= 10

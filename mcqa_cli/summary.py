"""A tally → the report as plain data: what `--json` prints, and what the terminal view draws.

Every share is a fraction from 0 to 1. A figure that cannot be had (no rows) is null, never 0 and never NaN.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from mcqa_cli import __version__
from mcqa_cli.errors import UNGRADED, brief
from mcqa_cli.jsonl import dumps
from mcqa_cli.model import REASONS, REGEX_FAILURES
from mcqa_cli.modes import DEFAULT_MODE
from mcqa_cli.statistics.intervals import wilson
from mcqa_cli.tally import Cell, Tally
from mcqa_cli.words import Sentences, counted, said

SCHEMA: Final = "mcqa-report/1"

# Notes worth acting on, in the order in which they are shown, as (of one row, of several); {asked} are the rows without
# an answer that were read again.
NOTES: Final[dict[str, Sentences]] = {
    "robust_reads": (
        "of {asked} without an answer, mode `robust` reads 1: try --mode robust",
        "of {asked} without an answer, mode `robust` reads {n}: try --mode robust",
    ),
    "boxes_disagree": ("1 text holds boxes with different letters", "{n} texts hold boxes with different letters"),
    "gold_contradicted": (
        "in 1 row answer_index is another option than the letter in answer, which counts: check the data",
        "in {n} rows answer_index is another option than the letter in answer, which counts: check the data",
    ),
    "no_think": (
        "in 1 text there is no <think> at all, so think_boxed reads nothing: if a parser has taken the reasoning "
        "apart, try --mode robust",
        "in {n} texts there is no <think> at all, so think_boxed reads nothing: if a parser has taken the reasoning "
        "apart, try --mode robust",
    ),
    "default_mode": (
        f"1 row names no grading_mode: graded by the default, {DEFAULT_MODE} (--mode sets another)",
        f"{{n}} rows name no grading_mode: graded by the default, {DEFAULT_MODE} (--mode sets another)",
    ),
    "recorded_mode": (
        "1 row was graded under another mode before, as it records: by its inputs file? Name that with --inputs",
        "{n} rows were graded under another mode before, as they record: by their inputs file? Name that with --inputs",
    ),
    "groups_spilled": (
        "1 row is missing in its groups, as too many are told apart: see fewer of them (--by)",
        "{n} rows are missing in their groups, as too many are told apart: see fewer of them (--by)",
    ),
    "capture_in_word": (
        "in 1 row the regex captured the first letter of a longer word",
        "in {n} rows the regex captured the first letter of a longer word",
    ),
    "regex_invalid": (
        "in 1 row a pattern of output_regex does not compile",
        "in {n} rows a pattern of output_regex does not compile",
    ),
    "regex_timeout": (
        "in 1 row the regex ran out of its time (--regex-timeout)",
        "in {n} rows the regex ran out of its time (--regex-timeout)",
    ),
    "regex_set_aside": (
        "in 1 row a regex was not tried any more: it had run out of its time too often",
        "in {n} rows a regex was not tried any more: it had run out of its time too often",
    ),
    "texts_differ": (
        "in 1 row the last assistant message is not all assistant text (--text last|all)",
        "in {n} rows the last assistant message is not all assistant text (--text last|all)",
    ),
    "repeated_key": (
        "1 row repeats a (task, rollout) key that stood before: graded all the same",
        "{n} rows repeat a (task, rollout) key that stood before: graded all the same",
    ),
}


def missing_field(name: str) -> dict[str, Any]:
    """Make the note on a --by field that no row has: most likely it is misspelt."""
    text = f"no row has a value at {name} (--by): is the name spelled so in the rows?"
    return {"code": "no_such_field", "rows": None, "example": None, "text": text}


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What a report says of its run besides the counts. inputs, outputs: names as the user gave them."""

    rules: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    stopped: str | None = None
    notes: tuple[str, ...] = ()


def figures(cells: Iterable[tuple[Cell, int]]) -> dict[str, Any]:
    """The figures of some graded rows: counts, shares, and a 95 % Wilson interval of the accuracy."""
    rows = correct = unanswered = truncated = 0
    for cell, count in cells:
        rows += count
        correct += count * (cell.outcome == "correct")
        unanswered += count * (cell.outcome == "no_answer")
        truncated += count * cell.truncated
    answered = rows - unanswered
    return {
        "rows": rows,
        "correct": correct,
        "answered": answered,
        "no_answer": unanswered,
        "truncated": truncated,
        "accuracy": share(correct, rows),
        "accuracy_interval": list(wilson(correct, rows) or ()) or None,
        "answered_share": share(answered, rows),
        "no_answer_share": share(unanswered, rows),
        "accuracy_among_answered": share(correct, answered),
    }


def group(tally: Tally, value: Callable[[Cell], Any]) -> list[dict[str, Any]]:
    """The figures by group, largest group first; `value` tells a cell's group."""
    found: dict[Any, list[tuple[Cell, int]]] = {}
    for cell, count in tally.cells.items():
        found.setdefault(value(cell), []).append((cell, count))
    groups = [{"value": name, **figures(cells)} for name, cells in found.items()]
    return sorted(groups, key=lambda one: (-one["rows"], one["value"] is None, str(one["value"])))


def summarize(tally: Tally, facts: RunFacts) -> dict[str, Any]:
    """The whole report of `mcqa score`."""
    changes, sources = tally.count("change"), tally.count("options_from")
    return {
        "schema": SCHEMA,
        "command": "score",
        "version": __version__,
        "rules": facts.rules,
        "inputs": list(facts.inputs),
        "inputs_files": list(facts.joined),
        "outputs": list(facts.outputs),
        "formats": dict(tally.count("form").most_common()),
        "stopped": facts.stopped,
        "rows": {"read": tally.read, "graded": tally.graded, "ungraded": tally.not_graded},
        "other_views": tally.other_views,
        "overall": figures(tally.cells.items()),
        "groups": {
            "grading_mode": _modes(tally),
            "template_id": group(tally, lambda cell: cell.template_id),
            **{name: group(tally, lambda cell, place=place: cell.by[place]) for place, name in enumerate(facts.by)},  # type: ignore[misc]
        },
        "failures": _failures(tally),
        "regex": _regex(tally),
        "ungraded": [
            {
                "code": code,
                "rows": tally.ungraded[code],
                "meaning": UNGRADED[code],
                "message": tally.messages.get(code) or UNGRADED[code],
                **_example(tally, f"ungraded:{code}"),
            }
            for code in UNGRADED
            if tally.ungraded[code]
        ],
        "regrade": {
            **{change: changes[change] for change in ("same", "0_to_1", "1_to_0", "letter_changed", "not_comparable")},
            "examples": {
                change: str(tally.examples[f"regrade:{change}"])
                for change in ("0_to_1", "1_to_0", "letter_changed")
                if f"regrade:{change}" in tally.examples
            },
        },
        "options_from": {source: sources[source] for source in ("row", "inputs", "prompt", "letters")},
        "notes": _notes(tally, facts),
        "format_reward": _format_reward(tally),
        "gates": [],
    }


def _format_reward(tally: Tally) -> dict[str, Any] | None:
    """How many think_boxed texts keep the environment's format; reported, never part of a reward."""
    asked = tally.notes["format_asked"]
    return {"rows": asked, "mean": share(tally.notes["format_kept"], asked)} if asked else None


def find_group(report: dict[str, Any], field: str, text: str) -> dict[str, Any] | None:
    """The figures of the group that a gate names, None where no graded row is in it.

    A value that is this text comes first, else one that is spelled so.
    """
    groups = report["groups"].get(field, ())
    exact = next((one for one in groups if one["value"] == text), None)
    return exact or next((one for one in groups if spelled(one["value"]) == text), None)


def spelled(value: Any) -> str:
    """How a gate spells a group's value: a text as it is, anything else in JSON (0, true, null)."""
    return value if isinstance(value, str) else dumps(value).decode()


def share(part: int, whole: int) -> float | None:
    """`part` of `whole`; None of nothing."""
    return part / whole if whole else None


def _example(tally: Tally, name: str) -> dict[str, str | None]:
    place = tally.examples.get(name)
    return {"example": None if place is None else str(place)}


def _modes(tally: Tally) -> list[dict[str, Any]]:
    groups = group(tally, lambda cell: cell.mode)
    for one in groups:
        cells = [(cell, count) for cell, count in tally.cells.items() if cell.mode == one["value"]]
        one["via"] = {
            via: figures(part)
            for via in ("regex", "fallback", "mode")
            if (part := [(cell, count) for cell, count in cells if cell.via == via])
        }
    return groups


def _failures(tally: Tally) -> list[dict[str, Any]]:
    reasons = tally.count("reason")
    return [
        {
            "reason": reason,
            "rows": reasons[reason],
            "share": share(reasons[reason], tally.graded),
            "meaning": meaning,
            **_example(tally, f"reason:{reason}"),
        }
        for reason, meaning in REASONS.items()
        if reasons[reason]
    ]


def _regex(tally: Tally) -> dict[str, Any]:
    failures = tally.count("regex_failure")
    return {
        "answered": tally.count("via")["regex"],
        "fell_back": {name: failures[name] for name in REGEX_FAILURES if failures[name]},
        "set_aside": [pattern[:200] for pattern, _ in tally.set_aside.most_common(20)],
    }


def _notes(tally: Tally, facts: RunFacts) -> list[dict[str, Any]]:
    asked = tally.notes["robust_asked"]
    blank = counted(sum(rows for cell, rows in tally.cells.items() if cell.outcome == "no_answer"), "row")
    looked = blank if blank == counted(asked, "row") else f"{asked:,} of the {blank}"
    notes = [
        {"code": code, "rows": rows, "text": said(rows, sentences, asked=looked)} | _example(tally, f"note:{code}")
        for code, sentences in NOTES.items()
        if (rows := tally.notes[code])
    ]
    for note in notes:
        if note["code"] == "regex_set_aside" and tally.set_aside:
            note["text"] = f"{note['text']}, as {brief(tally.set_aside.most_common(1)[0][0])}"
    robust = [note for note in notes if note["code"] == "robust_reads"]
    for note in robust:
        note["asked"] = asked
        note["examples"] = {
            reason: str(tally.examples[f"robust:{reason}"])
            for reason in REASONS
            if f"robust:{reason}" in tally.examples
        }
    for source, rows in tally.count("options_from").items():
        if source not in ("prompt", "letters"):
            continue
        where = "the prompt" if source == "prompt" else "--letters"
        notes.append(
            {
                "code": f"options_from_{source}",
                "rows": rows,
                "example": None,
                "text": f"in {counted(rows, 'row')} the options were taken from {where}",
            }
        )
    notes += [
        missing_field(name)
        for place, name in enumerate(facts.by)
        if tally.cells and all(cell.by[place] is None for cell in tally.cells)
    ]
    notes += [{"code": "input", "rows": None, "example": None, "text": text} for text in facts.notes]
    if tally.keys_full:
        notes.append(
            {
                "code": "keys_full",
                "rows": None,
                "example": None,
                "text": f"repeated (task, rollout) keys were looked for among the first {len(tally.keys):,} only",
            }
        )
    return notes

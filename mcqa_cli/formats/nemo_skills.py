"""`output*.jsonl` of NeMo-Skills: rows carry no id, line i of every seed's file is the same question."""

from mcqa_cli.formats.base import FINISHED_EARLY, Format, Row, first_of, last_user_text, record_options, text_or_refuse
from mcqa_cli.model import Rollout

MARKS = ("expected_answer", "num_generated_tokens", "predicted_answer", "symbolic_correct", "generation_start_time")


def matches(row: Row) -> bool:
    """Whether a row is a generation with the gold, or with what the pipeline measured."""
    return "generation" in row and "completion" not in row and any(mark in row for mark in MARKS)


def read(row: Row) -> Rollout:
    """One rollout. An end of reasoning that never came leaves `generation` empty: `unclosed_think`.

    Raises `RowError`: `no_response`.
    """
    whole = row.get("_full_generation")
    unclosed = row.get("_generation_finished_thinking") is False or (isinstance(whole, str) and "</think>" not in whole)
    text = "" if unclosed and row.get("generation") is None else text_or_refuse(row, "generation")
    state = "unclosed_think" if unclosed and not text else None
    correct = row.get("symbolic_correct")
    return Rollout(
        text,
        text,
        state,
        row.get("finish_reason") in FINISHED_EARLY,
        options=record_options(row),
        gold=row.get("expected_answer"),
        mode=row.get("grading_mode"),
        template=row.get("template_metadata"),
        prompt=last_user_text(first_of(row, "problem", "question")),
        uuid=row.get("uuid"),
        reward=float(correct) if isinstance(correct, bool | int | float) else None,
        letter=row.get("predicted_answer"),
    )


FORMAT: Format = Format(
    name="nemo_skills",
    summary="output*.jsonl of NeMo-Skills; line i of every seed's file is the same question.",
    fields={
        "text": "generation",
        "options": "the top-level A, B, …; else options (lettered lines), else problem",
        "gold": "expected_answer",
        "task": "the row's place in its file",
        "rollout": "the file",
    },
    matches=matches,
    read=read,
    by_position=True,
)

"""What rows of no particular tool share: where options, golds and ids usually stand."""

from typing import Any, Final

from mcqa_cli.formats.base import FINISHED_EARLY, Row, as_key, context_of, first_of, record_gold, record_options
from mcqa_cli.model import Rollout

TASK_FIELDS: Final = ("task_id", "question_id", "example_id", "prompt_id", "id")
ROLLOUT_FIELDS: Final = ("rollout_id", "rollout", "sample_id", "repeat", "epoch")
# For the `fields` of a `Format`, beside its text.
FIELDS: Final = {
    "options": "options or choices (also in metadata or info), else the prompt",
    "gold": "expected_answer, answer, target or label (also in metadata or info)",
    "task": "task_id, question_id, example_id, prompt_id or id",
    "rollout": "rollout_id, rollout, sample_id, repeat or epoch",
}


def rollout_of(row: Row, said: tuple[str, str, str | None], prompt: str | None, task: Any = None) -> Rollout:
    """Make the rollout of a row. said: as `base.Spoken`. task: an id that stands in for the row's own."""
    text, every, state = said
    context = context_of(row)
    own = first_of(row, *TASK_FIELDS)
    return Rollout(
        text,
        every,
        state,
        first_of(row, "finish_reason", "stop_reason") in FINISHED_EARLY or bool(row.get("is_truncated")),
        options=record_options(row) or record_options(context),
        gold=first_of({"row": record_gold(row), "context": record_gold(context)}, "row", "context"),
        mode=row.get("grading_mode"),
        template=row.get("template_metadata"),
        prompt=prompt,
        task=as_key(task if own is None else own),
        rollout=as_key(first_of(row, *ROLLOUT_FIELDS)),
        uuid=row.get("uuid"),
        reward=row.get("reward"),
        letter=row.get("extracted_answer"),
    )

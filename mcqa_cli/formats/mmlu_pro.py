"""Result files of MMLU-Pro's evaluation scripts: an array of rows."""

from mcqa_cli.errors import RowError
from mcqa_cli.formats.base import Format, Row, as_key
from mcqa_cli.model import Rollout

TEXT_FIELDS = ("model_outputs", "generated_text")


def matches(row: Row) -> bool:
    """Whether a row is a question of the set with the model's text, whose name depends on the script."""
    return "question_id" in row and "options" in row and any(name in row for name in TEXT_FIELDS)


def read(row: Row) -> Rollout:
    """One rollout. Raises `RowError`: `no_response`."""
    found = next((row[name] for name in TEXT_FIELDS if row.get(name) is not None), None)
    if isinstance(found, list) and len(found) == 1:
        found = found[0]
    if not isinstance(found, str):
        raise RowError("no_response", "neither `model_outputs` nor `generated_text` holds a text")
    text = found.strip()
    gold = row.get("answer")
    pred = row.get("pred")
    return Rollout(
        text,
        text,
        options=row["options"],
        gold=gold,
        prompt=row.get("question") if isinstance(row.get("question"), str) else None,
        task=as_key(row["question_id"]),
        reward=float(pred == gold) if "pred" in row and gold else None,
        letter=pred,
    )


def contradicts(row: Row) -> bool:
    """Say whether `answer_index` (from 0) is another option than the letter in `answer`, which counts."""
    answer, index = row.get("answer"), row.get("answer_index")
    if not isinstance(answer, str) or not isinstance(index, int) or isinstance(index, bool):
        return False
    answer = answer.strip().upper()
    return len(answer) == 1 and answer.isalpha() and ord(answer) - ord("A") != index


FORMAT: Format = Format(
    name="mmlu_pro",
    summary="Result arrays of MMLU-Pro's evaluation scripts (also inside their .zip); rows come out as JSONL.",
    fields={
        "text": "model_outputs or generated_text",
        "options": "options",
        "gold": "answer",
        "task": "question_id",
        "rollout": "-",
    },
    matches=matches,
    read=read,
    contradicts=contradicts,
)

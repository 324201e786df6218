"""Samples of inspect logs, from `.json` and `.eval` files alike."""

from typing import Any

from mcqa_cli.errors import RowError
from mcqa_cli.formats.base import (
    FINISHED_EARLY,
    Format,
    Row,
    Spoken,
    as_key,
    as_list,
    as_object,
    content_text,
    first_object,
    first_of,
    last_user_text,
    producer_error,
    record_options,
    said_plainly,
    spoken,
)
from mcqa_cli.model import Rollout
from mcqa_cli.options import position_label
from mcqa_cli.prompt import options_in_prompt

SHUFFLED = "Choices were shuffled"
SHUFFLED_ANSWER = "\nShuffled answer:"
LIMITS = ("token", "context", "message", "time", "working")
VALUES = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}


def matches(row: Row) -> bool:
    """A sample has an epoch and a target, and what came of it."""
    return "epoch" in row and "target" in row and ("output" in row or "messages" in row or "error" in row)


def lettered(choices: Any) -> Any:
    """Options of a sample: bare texts, lettered A … Z by position, then numbered from 1 on."""
    if isinstance(choices, list) and len(choices) > 26 and all(isinstance(text, str) for text in choices):
        return [{position_label(i) if i < 26 else str(i - 25): text} for i, text in enumerate(choices)]
    return choices


def score_of(scores: Any) -> Row:
    """Return the first score that is an object; empty where the sample was not scored."""
    found = [score for score in scores.values() if isinstance(score, dict)] if isinstance(scores, dict) else []
    return found[0] if found else {}


def valued(value: Any) -> float | None:
    """Return a score's value as a number; None for what is neither a mark nor a number."""
    if isinstance(value, bool | int | float):
        return float(value) if value == value else None
    return VALUES.get(value) if isinstance(value, str) else None


def said_in(row: Row, output: Row) -> Spoken:
    """Return what the model said: its message in `output`, else the completion, else the messages."""
    generated = [
        message
        for message in as_list(row.get("messages"))
        if isinstance(message, dict) and message.get("source") != "input"
    ]
    everything = spoken(generated, "\n")
    message = first_object(output.get("choices")).get("message")
    if isinstance(message, dict):
        text, every, state = spoken([{"role": "assistant"} | message], "\n")
    elif isinstance(output.get("completion"), str) and output["completion"]:
        text, every, state = said_plainly(output["completion"])
    else:
        return everything
    return Spoken(text, everything.every or every, state)


def attached(text: str, attachments: Any) -> str:
    """Return a text that the log keeps once, under its hash."""
    key = text.removeprefix("attachment://")
    return attachments.get(key, text) if key != text and isinstance(attachments, dict) else text


def as_the_model_saw(row: Row, said: Spoken, score: Row) -> Rollout | None:
    """Return a sample whose options the solver shuffled as the model saw it; None where its own words are not kept.

    Where the solver read an answer it rewrote the history into `ANSWER: X`; the model's words survive in the last
    model event. The options that the model saw stand in the score's explanation. Text, options and gold are then in
    the shuffled order, the gold by its text.
    """
    events = [
        event for event in as_list(row.get("events")) if isinstance(event, dict) and event.get("event") == "model"
    ]
    message = first_object(as_object(events[-1].get("output")).get("choices")).get("message") if events else None
    if isinstance(message, dict):
        text = attached(content_text(message.get("content"), "\n"), row.get("attachments")).strip()
    else:
        text = "" if score.get("answer") else said.text
    shown = options_in_prompt(score["explanation"].partition(SHUFFLED_ANSWER)[0])
    original, target = row.get("choices"), row.get("target")
    target = target[0] if isinstance(target, list) and len(target) == 1 else target
    if not text or not shown or not isinstance(original, list) or not isinstance(target, str):
        return None
    index = next((i for i in range(len(original)) if position_label(i) == target.strip().upper()), None)
    if index is None or len(shown) != len(original):
        return None
    return Rollout(text, text, options=shown, gold=original[index])


def read(row: Row) -> Rollout:
    """One rollout. Raises `RowError`: `producer_error` for a sample that failed, `no_text` for a lost reply."""
    if row.get("error"):
        raise producer_error(row["error"])
    output = as_object(row.get("output"))
    score = score_of(row.get("scores"))
    text, every, state = said_in(row, output)
    options, gold = lettered(row.get("choices")), row.get("target")
    letter = score.get("answer")
    explanation = score.get("explanation")
    if isinstance(explanation, str) and explanation.startswith(SHUFFLED):
        seen = as_the_model_saw(row, Spoken(text, every, state), score)
        if seen is not None:
            text, every, options, gold, letter = seen.text, seen.every, seen.options, seen.gold, None
        elif not letter:
            raise RowError(
                "no_text", "the solver shuffled the options, and the log does not keep what the model saw and said"
            )
    stopped = first_object(output.get("choices")).get("stop_reason")
    metadata = as_object(row.get("metadata"))
    return Rollout(
        text,
        every,
        state,
        stopped in FINISHED_EARLY or as_object(row.get("limit")).get("type") in LIMITS,
        options=options or record_options(metadata),
        gold=gold,
        mode=first_of(metadata, "grading_mode"),
        template=metadata.get("template_metadata"),
        prompt=last_user_text(row.get("input"), "\n"),
        task=as_key(row.get("id")),
        rollout=as_key(row["epoch"]),
        uuid=row.get("uuid"),
        reward=valued(score.get("value")),
        letter=letter if isinstance(letter, str) and letter else None,
    )


FORMAT: Format = Format(
    name="inspect",
    summary="Samples of inspect logs, .json or .eval; rows come out as JSONL; samples with an error are not graded.",
    fields={
        "text": "output.choices[0].message, else output.completion",
        "options": "choices (bare texts, lettered by position), else the input",
        "gold": "target",
        "task": "id",
        "rollout": "epoch",
    },
    matches=matches,
    read=read,
)

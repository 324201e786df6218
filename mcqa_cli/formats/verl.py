"""Rollout and validation dumps of verl, `{step}.jsonl`."""

import re

from mcqa_cli.formats.base import Format, Row, embedded, first_of, prompt_digest, record_options, text_or_refuse
from mcqa_cli.model import Rollout

# Special tokens are dropped when verl decodes a prompt, which leaves the bare role word at its end.
ROLE_AT_END = re.compile(r"\n\s*assistant\s*(?:<think>\s*)?\Z")
SAMPLE_OF_UID = re.compile(r"(.+)_\d+_\d+")


def matches(row: Row) -> bool:
    """A dump has the decoded input and output, and the ground truth, which may be null."""
    return "gts" in row and "output" in row and "input" in row


def read(row: Row) -> Rollout:
    """One rollout. The same question at another step is another task. Raises `RowError`: `no_response`."""
    text, sent = text_or_refuse(row, "output"), row["input"]
    prompt = ROLE_AT_END.sub("", sent) if isinstance(sent, str) else None
    uid = first_of(row, "uid", "request_id")
    found = SAMPLE_OF_UID.fullmatch(uid) if isinstance(uid, str) and "uid" in row else None
    return Rollout(
        text,
        text,
        truncated=bool(row.get("truncated")),
        options=record_options(row),
        gold=embedded(row["gts"]),
        prompt=prompt,
        task=found[1] if found else prompt_digest(f"{row.get('step')}\n{prompt}"),
        rollout=uid if found else None,
        reward=first_of(row, "acc", "score"),
        letter=row.get("pred") or None,
    )


FORMAT: Format = Format(
    name="verl",
    summary="Rollout and validation dumps of verl, {step}.jsonl.",
    fields={
        "text": "output",
        "options": "options, else the input",
        "gold": "gts",
        "task": "uid without its last two numbers; else step and input",
        "rollout": "uid",
    },
    matches=matches,
    read=read,
)

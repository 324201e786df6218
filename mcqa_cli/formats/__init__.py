"""The formats: one file and one line here for each. What is listed first is tried first."""

from typing import Final

from mcqa_cli.errors import RowError
from mcqa_cli.formats import (
    completion,
    gym,
    inspect_log,
    lm_eval,
    messages,
    mmlu_pro,
    nemo_skills,
    openai_batch,
    openai_chat,
    openai_response,
    verifiers,
    verifiers_traces,
    verl,
)
from mcqa_cli.formats import unknown as _unknown
from mcqa_cli.formats.base import Format, Row
from mcqa_cli.formats.fields import fields_format
from mcqa_cli.formats.unknown import worth_trying

FORMATS: Final[dict[str, Format]] = {
    form.name: form
    for form in (
        gym.FORMAT,
        verifiers.FORMAT,
        verifiers_traces.FORMAT,
        openai_response.FORMAT,
        openai_chat.FORMAT,
        openai_batch.FORMAT,
        messages.FORMAT,
        completion.FORMAT,
        lm_eval.FORMAT,
        nemo_skills.FORMAT,
        verl.FORMAT,
        inspect_log.FORMAT,
        mmlu_pro.FORMAT,
    )
}


def detect(row: Row) -> Format:
    """Find the format of a row by its keys. Raises `RowError("unknown_format")`, with what to do about it."""
    for form in FORMATS.values():
        if form.matches(row):
            return form
    raise RowError("unknown_format", explain_unknown(row))


def explain_unknown(row: Row) -> str:
    """Say in one line what was looked for, which keys were found, and the `--fields` that would probably do."""
    return _unknown.explain_unknown(row, FORMATS)


__all__ = ["FORMATS", "Format", "Row", "detect", "explain_unknown", "fields_format", "worth_trying"]

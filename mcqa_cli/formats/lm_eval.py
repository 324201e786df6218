"""`samples_*.jsonl` of lm-evaluation-harness: one line for each document and filter."""

from typing import Any

from mcqa_cli.errors import RowError
from mcqa_cli.formats.base import (
    Format,
    Row,
    as_key,
    embedded,
    first_of,
    last_user_text,
    record_gold,
    record_options,
    said_plainly,
)
from mcqa_cli.model import Rollout

REWARDS = ("exact_match", "acc", "accuracy")
LIKELIHOODS = (
    "the harness logged log-likelihoods of the options here, no text that could be graded; "
    "run a generation task (output_type: generate_until), or use the harness's own accuracy"
)


def matches(row: Row) -> bool:
    """A sample has the document and the responses to it."""
    return "doc_id" in row and "doc" in row and "resps" in row


def answers(resps: Any) -> list[str]:
    """Return the texts of all repeats. Raises `RowError`: `no_text` for log-likelihood tasks, `no_response`."""
    requests = resps if isinstance(resps, list) else []
    if any(isinstance(answer, list | tuple) for request in requests if isinstance(request, list) for answer in request):
        raise RowError("no_text", LIKELIHOODS)
    if len(requests) > 1 and all(isinstance(request, list) and len(request) == 1 for request in requests):
        raise RowError("no_text", LIKELIHOODS)
    first = requests[0] if requests else None
    texts = [text for text in (first if isinstance(first, list) else [first]) if isinstance(text, str)]
    if not texts:
        raise RowError("no_response", "`resps` is empty: the row holds no response")
    return texts


def prompt_in(arguments: Any) -> str | None:
    """Return the prompt sent: `gen_args_0.arg_0` (older files: the first item), perhaps a chat printed as JSON."""
    if isinstance(arguments, dict):
        arguments = arguments.get("gen_args_0")
        sent = arguments.get("arg_0") if isinstance(arguments, dict) else None
    else:
        sent = arguments[0] if isinstance(arguments, list) and arguments else None
        sent = sent[0] if isinstance(sent, list) and sent else sent
    if isinstance(sent, list) and len(sent) == 1 and isinstance(sent[0], str):
        sent = sent[0]
    if isinstance(sent, str):
        chat = embedded(sent)
        if isinstance(chat, list):
            return last_user_text(chat)
    return last_user_text(sent)


def letter_in(filtered: Any, place: int) -> Any:
    """Return what the harness's filter read for one repeat, where it is short enough to be a label."""
    if isinstance(filtered, list) and len(filtered) == 1 and isinstance(filtered[0], list):
        filtered = filtered[0]
    read = filtered[place] if isinstance(filtered, list) and place < len(filtered) else None
    read = read.strip("() ") if isinstance(read, str) else ""
    return read if len(read) == 1 and read.isalpha() else None


def read(row: Row) -> Rollout | list[Rollout]:
    """One rollout for each repeat. Raises `RowError`: `no_text`, `no_response`."""
    texts = answers(row["resps"])
    doc = row["doc"] if isinstance(row["doc"], dict) else {}
    gold = row.get("target")
    if gold is None or gold == "":
        gold = record_gold(doc)
    reward = first_of(row, *REWARDS)
    one = Rollout(
        "",
        "",
        options=record_options(doc),
        gold=gold,
        prompt=prompt_in(row.get("arguments")),
        task=as_key(row["doc_id"]),
        reward=reward if len(texts) == 1 and isinstance(reward, int | float) else None,
        view=as_key(row.get("filter")),
    )
    found = []
    for place, text in enumerate(texts):
        text, every, state = said_plainly(text)
        found.append(
            one._replace(
                text=text,
                every=every,
                state=state,
                rollout=place,
                letter=letter_in(row.get("filtered_resps"), place),
                part=place if len(texts) > 1 else None,
            )
        )
    return found if len(found) > 1 else found[0]


FORMAT: Format = Format(
    name="lm_eval",
    summary="samples_*.jsonl of lm-evaluation-harness (generation tasks); a document with several filters counts once.",
    fields={
        "text": "resps[0][] (as generated, before any filter)",
        "options": "doc: choices, options or opa … opd; else the prompt",
        "gold": "target (letter, text, or number from 0), else doc",
        "task": "doc_id",
        "rollout": "the repeat's place in resps[0]",
    },
    matches=matches,
    read=read,
    gold_base=0,
)

"""What is written of a row: its letter, the account of its verdict, or its line of the ungraded file."""

import base64
from collections.abc import Hashable
from typing import Any, Final

from mcqa_cli.errors import RowError
from mcqa_cli.grading import Asked
from mcqa_cli.jsonl import dumps, dumps_with
from mcqa_cli.model import Graded, Policy, Rollout
from mcqa_cli.modes.think_boxed import format_reward
from mcqa_cli.tally import Place

_SPELLED: Final[dict[str | None, bytes]] = {None: b"null"}
_KEPT: Final = 1000


def spelled_letter(letter: str | None) -> bytes:
    """A letter as JSON; letters keep coming back, other labels need not."""
    spelled = _SPELLED.get(letter)
    if spelled is None:
        spelled = dumps(letter)
        if len(_SPELLED) < _KEPT:
            _SPELLED[letter] = spelled
    return spelled


def regrade(old: Any, was: Any, outcome: str, letter: str | None) -> str:
    """How a verdict differs from the reward and the letter that the row came with.

    Returns `0_to_1`, `1_to_0`, `letter_changed`, `same`, or `not_comparable` for rewards that are neither 0 nor 1.
    """
    if old not in (0, 1):
        return "not_comparable"
    correct = outcome == "correct"
    if correct != old:
        return "0_to_1" if correct else "1_to_0"
    return "same" if was is None or was == letter else "letter_changed"


def written_for(row: dict[str, Any], reward: str, answer: str) -> int | None:
    """Which rollout of its line a graded row was written for; None for any other row, whose number is not ours.

    reward, answer: the names under which grading wrote.
    """
    part = row.get("rollout_index")
    return part if type(part) is int and reward in row and answer in row else None


def recorded_mode(row: dict[str, Any]) -> Any:
    """The mode that the account of an earlier grading names; None without one."""
    before = row.get("mcqa")
    return before.get("mode") if isinstance(before, dict) else None


def details(policy: Policy, row: dict[str, Any], rollout: Rollout, asked: Asked, graded: Graded) -> dict[str, Any]:
    """The `mcqa` object of a row: the account of its verdict.

    A second grading keeps the `previous_reward` of the first, so that grading twice changes nothing.
    """
    before = row.get("mcqa")
    text = rollout.every if policy.every_message else rollout.text
    kept = before.__class__ is dict and "previous_reward" in before
    return {
        "rules": policy.rules,
        "mode": graded.mode,
        "rule": graded.rule,
        "outcome": graded.outcome,
        "reason": graded.reason,
        "span": graded.span,
        "options_from": asked.options_from,
        "template_id": asked.template_id,
        "task": plain(rollout.task),
        "previous_reward": before["previous_reward"] if kept else rollout.reward,  # type: ignore[index]
    } | ({"format_reward": format_reward(text)} if graded.mode == "think_boxed" else {})


def plain(value: Hashable) -> Any:
    """A task or rollout id as JSON writes it."""
    return list(value) if isinstance(value, tuple) else value


def record(place: Place, error: RowError, raw: bytes, is_object: bool) -> bytes:
    """One line of the ungraded file: the row whole, byte for byte, or as text, or as base64."""
    told = {"source": place.source, "line": place.line, "error": error.code, "message": error.message}
    if is_object:
        return dumps_with(told, "row", raw) + b"\n"
    body = raw.removesuffix(b"\r")
    try:
        return dumps({**told, "raw": body.decode("utf-8")}) + b"\n"
    except UnicodeDecodeError:
        return dumps({**told, "raw_base64": base64.b64encode(body).decode("ascii")}) + b"\n"

"""The inputs file: what rollouts lack (options, mode, template, gold) is found here again.

Rollouts are joined on (`_ng_task_index`, `_ng_rollout_index`), else `uuid`, else `custom_id`, else the request's
messages. Task numbers restart in every shard, so a partner must agree on the last user message and on the gold.
Memory: a distinct task is held once, as compact JSON; a key costs one 64-bit hash and a number.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mcqa_cli.errors import RowError, UsageError, brief
from mcqa_cli.formats.base import record_gold, record_options, user_text
from mcqa_cli.gold import gold_of
from mcqa_cli.grading import Known
from mcqa_cli.jsonl import dumps, key_of, parse
from mcqa_cli.model import Rollout
from mcqa_cli.options import choices_of
from mcqa_cli.paths import dig, flat
from mcqa_cli.prompt import options_in_prompt
from mcqa_cli.streams import SUFFIXES, Source, split_lines

INPUTS_SUFFIX: Final = "_materialized_inputs"
_CONFLICT: Final = -1
# How many of the values held for a task decide its verdict: options, gold, mode, template and prompt.
_GRADED: Final = 5
_DECODED: Final = 4096
# What Gym appends to an inputs row, and grading does not use but as a key.
_CUT: Final = b'"_ng_task_index"'
_TAIL: Final = re.compile(
    rb'"_ng_task_index": ?(0|[1-9][0-9]{0,14}), ?"_ng_rollout_index": ?(0|[1-9][0-9]{0,14})'
    rb'(?:, ?"agent_ref": ?\{"name": ?"[^"\\\x00-\x1f\x80-\xff]*"\})?\}\s*\Z'
)
_IGNORED: Final = frozenset({"_ng_task_index", "_ng_rollout_index", "agent_ref", "skills_ref"})
_BACKSLASH: Final = 0x5C


def inputs_beside(rollouts: Path) -> Path | None:
    """The inputs file that NeMo Gym writes beside a rollouts file: `<stem>_materialized_inputs.jsonl`, any suffix."""
    name = rollouts.name
    for compression in SUFFIXES:
        name = name.removesuffix(compression)
    stem = name.removesuffix(".jsonl")
    for compression in ("", *SUFFIXES):
        path = rollouts.parent / f"{stem}{INPUTS_SUFFIX}.jsonl{compression}"
        if os.path.exists(path):  # noqa: PTH110 - a name that is too long is no reason to fail
            return path
    return None


class InputsIndex:
    """Everything that grading needs from an inputs file, by key.

    by: dotted fields whose values are kept for grouping.
    """

    def __init__(self, by: tuple[str, ...] = ()) -> None:
        self.by = by
        self._keys: dict[int, int] = {}
        self._tasks: list[bytes] = []
        self._numbers: dict[int, int] = {}
        self._decoded: dict[int, Known] = {}
        self._last_head = b""
        self._last_number = -1
        self._tail_safe = _IGNORED.isdisjoint(path.partition(".")[0] for path in by)

    def __len__(self) -> int:
        return len(self._tasks)

    def read(self, path: str) -> None:
        """Read an inputs file.

        Raises: UsageError for a damaged file or a line that is no JSON object: half an inputs file would grade half
        of the rollouts.
        """
        with Source(path) as source:
            for block in source.blocks():
                for number, raw in enumerate(split_lines(block.data), block.first):
                    if not raw or raw.isspace():
                        continue
                    try:
                        if not self._repeats(raw):
                            self.add(parse(raw))
                    except RowError as error:
                        raise UsageError(f"{path}:{number}: {error.message} (in the inputs file)") from None
            if source.damage is not None:
                raise UsageError(f"{path}:{source.damage.line}: {source.damage.error.message} (in the inputs file)")

    def _repeats(self, raw: bytes) -> bool:
        """Add a line that is the one before in all but its numbers, as Gym writes the repeats of a task.

        Both lines end in what `_TAIL` matches, which closes one brace more than it opens. The line before was parsed,
        so that its numbers are keys of its outermost object, and so are this one's.
        """
        cut = raw.rfind(_CUT)
        tail = _TAIL.match(raw, cut) if cut > 0 and raw[cut - 1] != _BACKSLASH and self._tail_safe else None
        head = raw[:cut] if tail is not None else b""
        if tail is not None and head == self._last_head:
            self._claim(hash((int(tail[1]), int(tail[2]))), self._last_number)
            return True
        self._last_head = head
        return False

    def add(self, row: dict[str, Any]) -> None:
        """Hold one inputs row under each of its keys; two rows that disagree under one key make it unusable."""
        messages = _messages(row)
        prompt = _last_user(messages)
        gold = record_gold(row)
        known = [
            record_options(row) or options_in_prompt(prompt),
            gold,
            row.get("grading_mode"),
            row.get("template_metadata"),
            None if prompt is None else hash(prompt),
            row.get("uuid"),
            [dig(row, path) for path in self.by],
        ]
        try:
            blob = key_of(known)
        except TypeError:
            blob = dumps(known)
        self._last_number = number = self._number(blob)
        for key in _keys(row, messages):
            self._claim(key, number)

    def _number(self, blob: bytes) -> int:
        digest = hash(blob)
        number = self._numbers.get(digest)
        if number is None or self._tasks[number] != blob:
            number = self._numbers[digest] = len(self._tasks)
            self._tasks.append(blob)
        return number

    def _claim(self, key: int, number: int) -> None:
        held = self._keys.setdefault(key, number)
        if held in (number, _CONFLICT):
            return
        one, other = self._load(held), self._load(number)
        if one[:_GRADED] != other[:_GRADED]:
            self._keys[key] = _CONFLICT
            return
        # Two rows that differ in nothing that grading uses: what else they have is known where they agree.
        uuid = one[-2] if one[-2] == other[-2] else None
        by = [a if a == b else None for a, b in zip(one[-1], other[-1], strict=True)]
        self._keys[key] = self._number(dumps([*one[:_GRADED], uuid, by]))

    def _load(self, number: int) -> list[Any]:
        found: list[Any] = parse(b'{"x":' + self._tasks[number] + b"}")["x"]
        return found

    def find(self, row: dict[str, Any], rollout: Rollout) -> Known | None:
        """The partner of a rollout, None without one.

        Raises: RowError `join_conflict` when the inputs rows under its key disagree among each other or with it.
        """
        pair = _pair(row)
        number = None if pair is None else self._keys.get(pair)
        if number is None:
            number = next((found for key in _other_keys(row) if (found := self._keys.get(key)) is not None), None)
            if number is None:
                return None
        if number == _CONFLICT:
            raise RowError("join_conflict", "the inputs file has rows that differ under this rollout's key")
        known = self._decoded.get(number) or self._decode(number)
        if known.prompt_key is not None and rollout.prompt is not None and hash(rollout.prompt) != known.prompt_key:
            raise RowError(
                "join_conflict", "the inputs row under this key asks another question: is it another shard's file?"
            )
        if known.gold is not None and rollout.gold is not None and not _same(known, rollout.gold):
            raise RowError(
                "join_conflict",
                f"gold {brief(rollout.gold)} here, {brief(known.gold)} in the inputs file: another shard's file?",
            )
        return known

    def _decode(self, number: int) -> Known:
        options, gold, mode, template, prompt_key, uuid, by = self._load(number)
        choices = choices_of(options) if options else None
        known = Known(choices, gold, mode, template, uuid, prompt_key, tuple(flat(value) for value in by))
        if len(self._decoded) >= _DECODED:
            self._decoded.clear()
        self._decoded[number] = known
        return known


def _same(known: Known, here: Any) -> bool:
    """Whether two golds are one, in whatever spelling each stands."""
    if known.gold == here or str(known.gold).strip().upper() == str(here).strip().upper():
        return True
    if known.choices is None:
        return False
    try:
        return gold_of(known.gold, known.choices, letters_only=False) == gold_of(
            here, known.choices, letters_only=False
        )
    except RowError:
        return False


def _pair(row: dict[str, Any]) -> int | None:
    task = row.get("_ng_task_index")
    if task is None:
        return None
    rollout = row.get("_ng_rollout_index")
    if task.__class__ is int and rollout.__class__ is int:
        return hash((task, rollout))
    return hash(("pair", flat(task), flat(rollout)))


def _keys(row: dict[str, Any], messages: tuple[tuple[str, str], ...]) -> Iterator[int]:
    pair = _pair(row)
    if pair is not None:
        yield pair
    for name in ("uuid", "custom_id"):
        value = row.get(name)
        if value is not None:
            yield hash((name, flat(value)))
    if messages:
        yield hash(messages)


def _other_keys(row: dict[str, Any]) -> Iterator[int]:
    yield from _keys({"uuid": row.get("uuid"), "custom_id": row.get("custom_id")}, ())
    messages = _messages(row)
    if messages:
        yield hash(messages)


def messages_of(request: Any) -> tuple[tuple[str, str], ...]:
    """A request's messages as (role, text); a plain string is one user message."""
    if isinstance(request, str):
        return (("user", request),)
    if not isinstance(request, list):
        return ()
    return tuple(
        (str(message.get("role")), user_text(message.get("content")))
        for message in request
        if isinstance(message, dict) and "role" in message
    )


def _messages(row: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    request = row.get("responses_create_params")
    if isinstance(request, dict):
        return messages_of(request.get("input"))
    body = row.get("body")
    if isinstance(body, dict):
        return messages_of(body.get("input") or body.get("messages"))
    for name in ("prompt", "messages", "question"):
        if row.get(name):
            return messages_of(row[name])
    return ()


def _last_user(messages: tuple[tuple[str, str], ...]) -> str | None:
    return next((text for role, text in reversed(messages) if role == "user"), None)

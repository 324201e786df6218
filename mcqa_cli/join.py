"""The inputs file: what rollouts lack (options, mode, template, gold) is found here again.

Rollouts are joined on (`_ng_task_index`, `_ng_rollout_index`), else `uuid`, else `custom_id`, else the request's
messages. Task numbers restart in every shard, so a partner must agree on the last user message and on the gold.
Memory of an `InputsIndex`: a distinct task is held once, as compact JSON; a key costs one 64-bit hash and a number.
`inputs_file` leaves the rows of most files where they are, on disk.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mcqa_cli.archives import SUFFIXES
from mcqa_cli.containers import open_source
from mcqa_cli.errors import RowError, UsageError, brief
from mcqa_cli.formats.base import record_gold, record_options, user_text
from mcqa_cli.gold import gold_of
from mcqa_cli.grading import Known
from mcqa_cli.gym_tail import TAIL, tail_of
from mcqa_cli.jsonl import dumps, parse
from mcqa_cli.model import Rollout
from mcqa_cli.options import choices_of
from mcqa_cli.paths import dig, flat, told_apart
from mcqa_cli.prompt import options_in_prompt
from mcqa_cli.streams import split_lines

INPUTS_SUFFIX: Final = "_materialized_inputs"
_CONFLICT: Final = -1
# How many of the values held for a task decide its verdict: options, gold, mode, template and prompt.
_GRADED: Final = 5
# How many tasks are kept ready for use: repeats of one task come together in most files.
READY: Final = 1024
# What Gym appends to an inputs row, and grading does not use but as a key.
_IGNORED: Final = frozenset({"_ng_task_index", "_ng_rollout_index", "agent_ref", "skills_ref"})


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


Messages = tuple[tuple[str, str], ...]


class Partners(ABC):
    """An inputs file, however it is held."""

    @abstractmethod
    def partner(self, row: dict[str, Any]) -> Known | None:
        """Give the inputs row under a rollout's key, None without one; `check` tells whether it asks the same.

        Raises: RowError `join_conflict` when several rows are under the key and disagree.
        """

    @abstractmethod
    def at(self, task: int, rollout: int) -> Known | None:
        """Give the same under a pair of numbers; None also where `partner` has to look further."""

    @abstractmethod
    def close(self) -> None:
        """Close what is open of the file."""


def tails_are_keys(by: tuple[str, ...]) -> bool:
    """Whether nothing of what a tail holds is asked for but its numbers as keys."""
    return _IGNORED.isdisjoint(path.partition(".")[0] for path in by)


def facts_of(row: dict[str, Any], messages: Messages, by: tuple[str, ...]) -> list[Any]:
    """What grading needs of an inputs row; by: fields whose values are kept too."""
    prompt = last_user(messages)
    return [
        record_options(row) or options_in_prompt(prompt),
        record_gold(row),
        row.get("grading_mode"),
        row.get("template_metadata"),
        None if prompt is None else hash(prompt),
        row.get("uuid"),
        [dig(row, path) for path in by],
    ]


def pack(facts: list[Any]) -> bytes:
    """The same as the inside of a JSON array."""
    return dumps(facts)[1:-1]  # a copy: what orjson returns holds several times the memory of its text


def known_of(facts: list[Any]) -> Known:
    """The same, ready for use. Raises: RowError where the options are none."""
    options, gold, mode, template, prompt_key, uuid, by = facts
    choices = choices_of(options) if options else None
    return Known(choices, gold, mode, template, uuid, prompt_key, tuple(flat(value) for value in by))


def _load(packed: bytes) -> list[Any]:
    found: list[Any] = parse(b'{"x":[' + packed + b"]}")["x"]
    return found


def partner_of(partners: Partners, row: dict[str, Any], rollout: Rollout) -> Known | None:
    """The partner of a rollout, None without one.

    Raises: RowError `join_conflict` when the inputs rows under its key disagree among each other or with it.
    """
    known = partners.partner(row)
    return None if known is None else check(known, rollout)


def check(known: Known, rollout: Rollout) -> Known:
    """Give `known` back where it is the rollout's own question. Raises: RowError `join_conflict`."""
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


class InputsIndex(Partners):
    """Everything that grading needs from an inputs file, by key.

    by: dotted fields whose values are kept for grouping.
    """

    def __init__(self, by: tuple[str, ...] = ()) -> None:
        self.by = by
        self._keys: dict[int, int] = {}
        self._tasks: list[bytes] = []
        self._numbers: dict[int, int] = {}
        self._ready: dict[int, Known] = {}
        self._last_head = b""
        self._last_number = -1
        self._tail_safe = tails_are_keys(by)

    def __len__(self) -> int:
        return len(self._tasks)

    def close(self) -> None:
        """Nothing is open: the file was read whole."""

    def read(self, path: str) -> None:
        """Read an inputs file.

        Compressed or not, lines or an array: it is told by its first bytes, as rollouts are.

        Raises: UsageError for a damaged file or a line that is no JSON object: half an inputs file would grade half
        of the rollouts.
        """
        with open_source(path) as source:
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
                raise UsageError(
                    f"{path}:{source.damage.line}: {source.damage.reason}; half an inputs file would grade half of the "
                    "rollouts: get the file again"
                )

    def _repeats(self, raw: bytes) -> bool:
        """Add a line that is the one before in all but its numbers, as Gym writes the repeats of a task."""
        head = self._last_head
        tail = TAIL.match(raw, len(head)) if head and raw.startswith(head) else None
        if tail is not None:
            self._claim(_pair_key(int(tail[1]), int(tail[2])), self._last_number)
            return True
        tail = tail_of(raw, 0, len(raw)) if self._tail_safe else None
        self._last_head = b"" if tail is None else raw[: tail.start()]
        return False

    def add(self, row: dict[str, Any]) -> None:
        """Hold one inputs row under each of its keys; two rows that disagree under one key make it unusable."""
        messages = messages_in(row)
        self._last_number = number = self._number(pack(facts_of(row, messages, self.by)))
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
        one, other = _load(self._tasks[held]), _load(self._tasks[number])
        if one[:_GRADED] != other[:_GRADED]:
            self._keys[key] = _CONFLICT
            return
        # Two rows that differ in nothing that grading uses: what else they have is known where they agree.
        uuid = one[-2] if one[-2] == other[-2] else None
        by = [a if a == b else None for a, b in zip(one[-1], other[-1], strict=True)]
        self._keys[key] = self._number(dumps([*one[:_GRADED], uuid, by])[1:-1])

    def partner(self, row: dict[str, Any]) -> Known | None:
        """The inputs row under a rollout's key, None without one.

        Raises: RowError `join_conflict` when several rows are under the key and disagree.
        """
        pair = _pair(row)
        number = None if pair is None else self._keys.get(pair)
        if number is None:
            number = next((found for key in _other_keys(row) if (found := self._keys.get(key)) is not None), None)
            if number is None:
                return None
        if number == _CONFLICT:
            raise RowError("join_conflict", "the inputs file has rows that differ under this rollout's key")
        return self._ready.get(number) or self._prepare(number)

    def at(self, task: int, rollout: int) -> Known | None:
        """The same under a pair of numbers, None where `partner` has to say more."""
        number = self._keys.get(_pair_key(task, rollout), _CONFLICT)
        return None if number == _CONFLICT else self._ready.get(number) or self._prepare(number)

    def _prepare(self, number: int) -> Known:
        known = known_of(_load(self._tasks[number]))
        if len(self._ready) >= READY:
            self._ready.clear()
        self._ready[number] = known
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
    return _pair_key(flat(task), flat(rollout))


def _pair_key(task: Any, rollout: Any) -> int:
    return hash(("pair", told_apart(task), told_apart(rollout)))


def _keys(row: dict[str, Any], messages: Messages) -> Iterator[int]:
    pair = _pair(row)
    if pair is not None:
        yield pair
    for name in ("uuid", "custom_id"):
        value = row.get(name)
        if value is not None:
            yield hash((name, told_apart(flat(value))))
    if messages:
        yield hash(messages)


def _other_keys(row: dict[str, Any]) -> Iterator[int]:
    yield from _keys({"uuid": row.get("uuid"), "custom_id": row.get("custom_id")}, ())
    messages = messages_in(row)
    if messages:
        yield hash(messages)


def messages_of(request: Any) -> Messages:
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


def messages_in(row: dict[str, Any]) -> Messages:
    """The messages of an inputs row's request; empty where it has none."""
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


def last_user(messages: Messages) -> str | None:
    """The text of the last user message."""
    return next((text for role, text in reversed(messages) if role == "user"), None)

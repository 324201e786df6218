"""One scored row → what it records: reward, letter, outcome, mode, template, reason, task. Nothing is graded again.

Each fact comes from the row's `mcqa` object, else from the row's own fields, else from its inputs row; what none of
them holds is None, and reports say "not recorded" instead of guessing.
"""

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from mcqa_cli.errors import RowError
from mcqa_cli.formats import gym
from mcqa_cli.formats.base import as_key, prompt_digest
from mcqa_cli.gold import WRAPPING, Base, gold_of, single
from mcqa_cli.grading import Known
from mcqa_cli.join import Partners, partner_of
from mcqa_cli.model import Rollout
from mcqa_cli.options import choices_of
from mcqa_cli.paths import LONGEST, dig, flat
from mcqa_cli.prompt import options_in_prompt
from mcqa_cli.reader import Reader
from mcqa_cli.written import written_for

# Why a row has no usable reward; the only list.
NO_REWARD: Final[dict[str, str]] = {
    "reward_absent": "the row has no reward",
    "reward_null": "the reward is null",
    "reward_nan": "the reward is NaN or infinite",
    "reward_not_a_number": "the reward is no number",
}
# What may serve as a task id, besides a field that the user names.
ID_KINDS: Final = ("task", "uuid", "prompt")
REWARD: Final = "reward"
ANSWER: Final = "extracted_answer"
NOTHING: Final[dict[str, Any]] = {}


class Scored(NamedTuple):
    """One scored rollout. None: not recorded.

    reward: a finite number; None with `problem`, a key of `NO_REWARD`. letter: a label; None is no answer where
    `has_letter`, else unknown. gold: the label that the gold names where `gold_named`, else as the row spells it.
    previous: the reward before the last grading. question: what tells questions apart whose task ids are equal (a hash
    of the prompt, else uuid). by: values of the grouping fields. failed: the producer says that this rollout failed.
    text: a hash of the response; like `question` it is valid in this process only. where_task: the kind of id that
    `task` is. placed: the producer knows a question by its place in a file only, and the row does not record it. view:
    see `Rollout`.
    """

    reward: int | float | None
    problem: str | None
    letter: str | None
    has_letter: bool
    gold: str | None
    mode: Any
    template_id: Any
    rule: Any
    reason: Any
    outcome: Any
    truncated: bool
    task: Hashable
    where_task: str | None
    question: Hashable
    rollout: Hashable
    uuid: Any
    previous: Any
    failed: bool
    text: int
    gold_named: bool = True
    placed: bool = False
    view: Hashable = None
    by: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoredFields:
    """Where to look. task: a dotted path whose value is the task id as it stands, whatever the prompts say.

    texts: whether responses must be told apart (`Scored.text`).
    """

    reward: str = REWARD
    answer: str = ANSWER
    task: str | None = None
    by: tuple[str, ...] = ()
    texts: bool = False


class ScoredReader:
    """Reads the scored rows of one file.

    index: its inputs file, read with the fields of `by`; None without one. base: what gold numbers count from where
    the format does not fix it.
    """

    def __init__(
        self, fields: ScoredFields, reader: Reader, index: Partners | None = None, base: Base | None = None
    ) -> None:
        self.fields = fields
        self.base = Base() if base is None else base
        self.reader = reader
        self.light = not fields.texts and reader.form.name == gym.FORMAT.name
        self.index = index
        self._named = fields.reward != REWARD

    def read(self, row: dict[str, Any]) -> list[Scored]:
        """Return the scored rollouts of a row, one unless the line holds several; never raises for what it holds."""
        failed = False
        # The most common rows by far; their texts, which no figure needs, cost more than all the rest.
        if self.light and gym.matches(row) and row.get("responses_create_params").__class__ is dict:
            return [self._one(row, _gym(row), "_ng_failure_class" in row)]
        try:
            found = self.reader.read(row)
        except RowError as error:
            failed = error.code == "producer_error"
            found = _bare(row)
        if isinstance(found, Rollout):
            return [self._one(row, found, failed)]
        part = written_for(row, self.fields.reward, self.fields.answer)
        if part is not None:
            own = [one for one in found if one.part == part]
            found = own if len(own) == 1 else [_bare(row)]
        return [self._one(row, one, failed) for one in found]

    def _one(self, row: dict[str, Any], rollout: Rollout, failed: bool) -> Scored:
        get = row.get
        mcqa = get("mcqa")
        if mcqa.__class__ is not dict:
            mcqa = NOTHING
        known = self._known(row, rollout) if self.index is not None else None
        value: Any = get(self.fields.reward)
        if value is None and not self._named and self.fields.reward not in row:
            value = rollout.reward
        reward, problem = value, None
        if value.__class__ is float:
            if not math.isfinite(value):
                reward, problem = None, "reward_nan"
        elif value.__class__ is not int or not -_HUGE < value < _HUGE:
            reward, problem = _reward(value, present=self.fields.reward in row)
        letter = get(self.fields.answer)
        has_letter = letter is not None or self.fields.answer in row or "outcome" in mcqa
        if letter is None and not has_letter:
            letter = rollout.letter
            has_letter = letter is not None
        gold, named = self._gold(row, rollout, known)
        task, where, question = self._task(row, rollout, mcqa, known)
        repeat = rollout.rollout if rollout.rollout is not None else rollout.part
        placed = self.reader.form.by_position and where != "field"
        if placed and mcqa.get("task") is not None:
            # The place it had when it was graded; which file that was is not recorded.
            placed, repeat = False, None
        mode = mcqa.get("mode")
        if mode is None:
            mode = rollout.mode if rollout.mode is not None or known is None else known.mode
        template_id = mcqa.get("template_id")
        if template_id is None:
            template_id = _template_id(rollout.template)
            if template_id is None and known is not None:
                template_id = _template_id(known.template)
            if template_id is None:
                template_id = get("template_id")
        if mode.__class__ is not str:
            mode = group_key(mode)
        if template_id.__class__ is not str:
            template_id = group_key(template_id)
        rule = mcqa.get("rule")
        # Straight to the tuple: the generated constructor would be a tenth of all the work.
        scored = tuple.__new__(
            Scored,
            (
                reward,
                problem,
                label(letter),
                has_letter,
                gold,
                mode,
                template_id,
                rule if rule.__class__ is str else group_key(rule),
                mcqa.get("reason"),
                mcqa.get("outcome"),
                rollout.truncated,
                task,
                where,
                question,
                repeat,
                rollout.uuid if rollout.uuid is not None or known is None else known.uuid,
                mcqa.get("previous_reward"),
                failed,
                hash(rollout.every) if self.fields.texts else 0,
                named,
                placed,
                rollout.view,
                (),
            ),
        )
        return scored._replace(by=self._by(row, scored, known)) if self.fields.by else scored

    def _known(self, row: dict[str, Any], rollout: Rollout) -> Known | None:
        assert self.index is not None
        try:
            return partner_of(self.index, row, rollout)
        except RowError:  # the inputs file contradicts itself or the row: then it tells nothing
            return None

    def _gold(self, row: dict[str, Any], rollout: Rollout, known: Known | None) -> tuple[str | None, bool]:
        """Return the gold, and whether it is the label that it names."""
        gold = rollout.gold
        if gold is None and known is not None:
            gold = known.gold
        if gold is None or (gold.__class__ is str and len(gold) == 1 and "A" <= gold <= "Z"):
            return gold, gold is not None
        named = self._named_gold(gold, row, rollout, known)
        return (label(gold), False) if named is None else (named, True)

    def _named_gold(self, gold: Any, row: dict[str, Any], rollout: Rollout, known: Known | None) -> str | None:
        """Return the label that a gold names; None where neither its spelling nor the row's options tell."""
        try:
            options = rollout.options or (row.get("options") if self.light else None)
            choices = choices_of(options) if options else known.choices if known is not None else None
            if choices is None:
                choices = choices_of(options_in_prompt(rollout.prompt))
            if choices is not None:
                base = self.base.of(gold, choices) if rollout.gold_base is None else rollout.gold_base
                return gold_of(gold, choices, letters_only=False, base=base)
        except RowError:
            return None
        value = single(gold)
        text = value.strip(WRAPPING) if isinstance(value, str) else ""
        # Without options a label is known by its looks alone: one letter, or two capitals (AA).
        return label(text) if text.isalpha() and (len(text) == 1 or (len(text) == 2 and text.isupper())) else None

    def _task(
        self, row: dict[str, Any], rollout: Rollout, mcqa: dict[str, Any], known: Known | None
    ) -> tuple[Hashable, str | None, Hashable]:
        """Return (task id, kind of id, what tells equal ids apart)."""
        if self.fields.task is not None:
            value = dig(row, self.fields.task)
            return (as_key(value), "field", None) if value is not None else (None, None, None)
        task: Any = rollout.task
        where: str | None = "task"
        if task is None or (self.reader.form.by_position and mcqa.get("task") is not None):
            task = as_key(mcqa.get("task"))
        prompt = rollout.prompt
        uuid = rollout.uuid if rollout.uuid is not None or known is None else known.uuid
        if task is None and uuid is not None:
            task, where = as_key(uuid), "uuid"
        if task is None:
            if not prompt:
                return None, None, None
            return f"prompt:{prompt_digest(prompt)}", "prompt", None
        return task, where, hash(prompt) if prompt else as_key(uuid)

    def _by(self, row: dict[str, Any], scored: Scored, known: Known | None) -> tuple[Any, ...]:
        values = []
        for place, path in enumerate(self.fields.by):
            value = dig(row, path)
            if path in FIRST or (value is None and path in OWN):
                value = OWN[path](scored)
            if value is None and known is not None and place < len(known.by):
                value = known.by[place]
            values.append(group_key(value))
        return tuple(values)


# Grouping fields that are facts of a scored row, wherever they are written.
OWN: Final[dict[str, Any]] = {
    "grading_mode": lambda one: one.mode,
    "mode": lambda one: one.mode,
    "template_id": lambda one: one.template_id,
    "rule": lambda one: one.rule,
    "reason": lambda one: one.reason,
    "outcome": lambda one: one.outcome,
    "letter": lambda one: one.letter,
    "gold": lambda one: one.gold,
    "truncated": lambda one: one.truncated,
    "task": lambda one: one.task,
}
# Where the account of the verdict comes before what the row says under this name.
FIRST: Final = frozenset({"grading_mode", "template_id"})


def group_key(value: Any) -> Hashable:
    """Return a group's value as a dict key: JSON text for lists and objects, (value,) for booleans, as True == 1.

    Null and absent are one group, None; 0, "" and false are groups of their own.
    """
    if value is None or (value.__class__ is str and len(value) <= LONGEST):
        return value
    if value.__class__ is bool:
        return (value,)
    if value.__class__ is float and value != value:  # NaN is no key
        return "NaN"
    key: Hashable = flat(value)
    return key


def group_value(key: Hashable) -> Any:
    """Return the value that `group_key` made a key of."""
    return key[0] if isinstance(key, tuple) else key


def label(value: Any) -> str | None:
    """Return a letter or gold as it is compared: trimmed, single letters upper-cased; empty or null is None."""
    if value.__class__ is str:
        if len(value) == 1 and "A" <= value <= "Z":
            return value
        value = value.strip()
        return (value.upper() if len(value) == 1 else value) or None
    return None if value is None else str(flat(value))


# An integer of JSON may be larger than any float; such a number is no reward.
_HUGE: Final = 1 << 1000


def _reward(value: Any, *, present: bool) -> tuple[int | float | None, str | None]:
    if value is None:
        return None, "reward_null" if present else "reward_absent"
    if isinstance(value, bool):
        return int(value), None
    return None, "reward_not_a_number"


def _template_id(template: Any) -> Any:
    return template.get("template_id") if template.__class__ is dict else None


def _gym(row: dict[str, Any]) -> Rollout:
    """Return a Gym row's facts without its texts; a row whose response is missing or failed has them, too."""
    get = row.get
    response: Any = get("response")
    return tuple.__new__(
        Rollout,
        (
            "",
            "",
            None,
            response.__class__ is dict and gym.is_truncated(response),
            None,
            get("expected_answer"),
            get("grading_mode"),
            get("template_metadata"),
            gym.prompt_of(get("responses_create_params")),
            as_key(get("_ng_task_index")),
            as_key(get("_ng_rollout_index")),
            get("uuid"),
            get("reward"),
            get("extracted_answer"),
            None,
            None,
            None,
        ),
    )


def _bare(row: dict[str, Any]) -> Rollout:
    """Return what a row says by its own fields when no format can read it, or the producer calls it failed."""
    return Rollout(
        "",
        "",
        gold=row.get("expected_answer"),
        mode=row.get("grading_mode"),
        template=row.get("template_metadata"),
        task=as_key(row.get("_ng_task_index")),
        rollout=as_key(row.get("_ng_rollout_index")),
        uuid=row.get("uuid"),
        reward=row.get("reward"),
        letter=row.get("extracted_answer"),
    )

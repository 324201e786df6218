"""One text under every mode and rule set, with and without its row's regex; and the counts of a whole file."""

import contextlib
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from mcqa_cli.errors import RowError
from mcqa_cli.grading import Asked, Grader, Known
from mcqa_cli.model import RULE_SETS, Graded, Policy, Rollout
from mcqa_cli.modes import MODES
from mcqa_cli.recorded import is_written, recorded_in, written_letter
from mcqa_cli.scoring import Scorer
from mcqa_cli.summary import figures
from mcqa_cli.tally import Cell, Tally
from mcqa_cli.walk import Item

READER: Final = "robust"
"""The mode that stands for a careful reader: how far the others are from it is shown."""


# All that the figures of a variant ask of a cell is its outcome and whether the response was cut off.
_BLANK: Final = Cell._make(None for _ in Cell._fields)


class Variant(NamedTuple):
    """A mode under a rule set. ours: a mode of our own, the same under both, so that it is listed once."""

    mode: str
    rules: str
    ours: bool


VARIANTS: Final = tuple(
    Variant(name, rules, mode.ours)
    for rules in RULE_SETS
    for name, mode in MODES.items()
    if not mode.ours or rules == RULE_SETS[0]
)


class Reading(NamedTuple):
    """What one variant says of one text. bare: by the mode alone; full: by the row's regex before the mode."""

    variant: Variant
    bare: Graded
    full: Graded


class Comparer:
    """Grades rollouts under all variants.

    grader: the one of the file, whose texts (`--text`), letters, regex budget and gold base hold here too; its mode
    and its rules do not matter.
    """

    def __init__(self, grader: Grader) -> None:
        plain = replace(grader.policy, mode=None, use_regex=False)
        self._own = self._like(grader, replace(plain, rules=RULE_SETS[0]))
        self._bare = {rules: self._like(grader, replace(plain, rules=rules)) for rules in RULE_SETS}
        self._full = {rules: self._like(grader, replace(plain, rules=rules, use_regex=True)) for rules in RULE_SETS}
        # Labels that are no single letters count for our own modes only, so there are two questions to ask.
        some = {mode.ours: name for name, mode in MODES.items()}
        self._askers = {ours: self._like(grader, replace(plain, mode=name)) for ours, name in some.items()}

    @staticmethod
    def _like(grader: Grader, policy: Policy) -> Grader:
        return Grader(policy, grader.budget, grader.base)

    def own_mode(self, rollout: Rollout, known: Known | None, *, joinable: bool) -> str:
        """Return the mode that the row asks for. Raises: RowError where the row's own mode cannot grade it."""
        return self._own.ask(rollout, known, joinable=joinable).mode

    def readings(self, rollout: Rollout, known: Known | None, *, joinable: bool) -> list[Reading]:
        """Grade one rollout under every variant that can.

        Raises: RowError where none can.
        """
        asked: dict[bool, Asked] = {}
        errors: list[RowError] = []
        for ours, asker in self._askers.items():
            try:
                asked[ours] = asker.ask(rollout, known, joinable=joinable)
            except RowError as error:
                errors.append(error)
        if not asked:
            raise errors[0]
        regex = self._regex(rollout, next(iter(asked.values())))
        found = []
        for variant in VARIANTS:
            if variant.ours not in asked:
                continue
            bare = self._bare[variant.rules].grade(rollout, asked[variant.ours].under(variant.mode))
            full, by_regex = bare, regex.get(variant.rules)
            if by_regex is not None and by_regex.via == "regex":
                full = by_regex._replace(mode=variant.mode)
            elif by_regex is not None and by_regex.via == "fallback":
                full = bare._replace(via="fallback", regex_failure=by_regex.regex_failure)
            found.append(Reading(variant, bare, full))
        return found

    def _regex(self, rollout: Rollout, asked: Asked) -> dict[str, Graded]:
        """Grade by the row's regex each rule set, once for all modes; empty where the row has none."""
        template = asked.template
        if not isinstance(template, dict) or template.get("output_regex") is None:
            return {}
        return {rules: grader.grade(rollout, asked) for rules, grader in self._full.items()}


def has_regex(readings: list[Reading]) -> bool:
    """Whether the row has a regex of its own that was tried."""
    return any(one.full.via != "mode" for one in readings)


def every_text(policy: Policy, rules: str) -> bool:
    """Whether a rule set grades all assistant text, under a policy's `--text`."""
    return replace(policy, rules=rules).every_message


@dataclass(slots=True)
class _Count:
    """The rows of one variant, with or without regexes. differs: rows with another letter."""

    outcomes: Counter[tuple[str, bool]] = field(default_factory=Counter)
    differs: Counter[str] = field(default_factory=Counter)

    def figures(self) -> dict[str, Any]:
        return figures(
            (_BLANK._replace(outcome=outcome, truncated=truncated), rows)
            for (outcome, truncated), rows in self.outcomes.items()
        )


@dataclass(slots=True)
class Comparison:
    """The counts of `mcqa modes FILE`, added to row by row.

    own: the grading of the rows themselves: the mode and rules that their `mcqa` objects record, else the modes that
    they ask for, under the documented rules; with their regexes. own_modes, own_rules: which; recorded: rows that
    record it.
    compared: rows that could be held against `own`, the `written` letter and the `reader`.
    """

    counts: dict[tuple[Variant, bool], _Count] = field(default_factory=dict)
    own: _Count = field(default_factory=_Count)
    own_modes: Counter[str] = field(default_factory=Counter)
    own_rules: Counter[str] = field(default_factory=Counter)
    recorded: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    graded: int = 0
    with_regex: int = 0
    texts_differ: int = 0

    def add(self, readings: list[Reading], item: Item, own: tuple[str, str] | None) -> None:
        """Count one row. own: the mode and rules of its own grading; None where its own mode cannot grade it."""
        rollout = item.rollout
        assert rollout is not None
        self.graded += 1
        self.with_regex += has_regex(readings)
        self.texts_differ += rollout.text != rollout.every
        held: dict[str, str | None] = {"written": written_letter(item)} if is_written(item) else {}
        for variant, bare, full in readings:
            if own is not None and variant.mode == own[0] and (variant.ours or variant.rules == own[1]):
                held["own"] = full.letter
                self.own_modes[own[0]] += 1
                self.own_rules[own[1]] += 1
                self.own.outcomes[full.outcome, rollout.truncated] += 1
            if variant.mode == READER:
                held["reader"] = bare.letter
        for name in held:
            self.compared[name] += 1
        if "own" in held:
            for name, letter in held.items():
                self.own.differs[name] += letter != held["own"]
        for variant, bare, full in readings:
            for regex, graded in ((True, full), (False, bare)):
                count = self.counts.get((variant, regex))
                if count is None:
                    count = self.counts[variant, regex] = _Count()
                count.outcomes[graded.outcome, rollout.truncated] += 1
                for name, letter in held.items():
                    count.differs[name] += letter != graded.letter

    def rows(self) -> Iterator[dict[str, Any]]:
        """Give the figures of every variant, with and without the rows' regexes, in the order of `VARIANTS`."""
        for regex in (True, False):
            for variant in VARIANTS:
                count = self.counts.get((variant, regex)) or _Count()
                yield {
                    "mode": variant.mode,
                    "rules": variant.rules,
                    "ours": variant.ours,
                    "regex": regex,
                    **count.figures(),
                    **self.differences(count),
                }

    def differences(self, count: _Count) -> dict[str, int | None]:
        """Count the letters that differ from the own grading, the written letter and the reader's; None: no such."""
        return {
            f"differs_from_{name}": count.differs[name] if self.compared[name] else None
            for name in ("own", "written", "reader")
        }


def compare(items: Iterable[Item], tally: Tally) -> Comparison:
    """Count all rollouts; those that no mode can grade go to the tally as ungraded.

    Of several views of a response only the first met in a file counts; the tally has the number of the others.
    """
    comparison = Comparison()
    comparer: Comparer | None = None
    source: Scorer | None = None
    view: Hashable = None
    for item in items:
        if comparer is None or source is not item.scorer:
            source, comparer, view = item.scorer, Comparer(item.scorer.grader), None
        if item.rollout is not None and item.rollout.view is not None:
            view = item.rollout.view if view is None else view
            if item.rollout.view != view:
                tally.other_views += 1
                continue
        if item.error is not None or item.rollout is None:
            assert item.error is not None
            tally.add_ungraded(item.error.code, item.place)
            continue
        joinable = source.index is not None
        try:
            readings = comparer.readings(item.rollout, item.known, joinable=joinable)
        except RowError as error:
            tally.add_ungraded(error.code, item.place)
            continue
        own: tuple[str, str] | None = None
        recorded = recorded_in(item)
        if recorded is not None:
            own = recorded.mode, recorded.rules
            comparison.recorded += 1
        else:
            with contextlib.suppress(RowError):
                own = comparer.own_mode(item.rollout, item.known, joinable=joinable), RULE_SETS[0]
        comparison.add(readings, item, own)
    return comparison

"""What a scored row records of its own grading: the `mcqa` object, and the reward and letter written beside it."""

from typing import Any, Final, NamedTuple

from mcqa_cli.model import REASONS, RULE_SETS, RULES, Graded
from mcqa_cli.modes import MODES
from mcqa_cli.walk import Item

OUTCOMES: Final = ("correct", "wrong", "no_answer")


class Recorded(NamedTuple):
    """The verdict that a row's `mcqa` object holds. letter: as written in the row; None also where it is not there."""

    rules: str
    mode: str
    outcome: str
    rule: str | None
    reason: str | None
    span: tuple[int, int] | None
    letter: str | None

    def agrees(self, graded: Graded) -> bool:
        """Whether this is that verdict; a letter that is not written is no difference."""
        return (
            self.outcome == graded.outcome
            and self.rule == graded.rule
            and self.reason == graded.reason
            and self.span == graded.span
            and (self.letter is None or self.letter == graded.letter)
        )

    def as_graded(self, gold: str) -> Graded:
        """Return it as a verdict. gold: the label; whether a regex had failed before is not recorded."""
        letter = self.letter if self.letter is not None or self.outcome != "correct" else gold
        via = "regex" if self.rule is not None and self.rule.startswith("regex_") else "mode"
        return Graded(letter, gold, self.outcome, self.rule, self.reason, self.span, self.mode, via)


def recorded_in(item: Item) -> Recorded | None:
    """Return what a row records of its verdict; None where it records none that could be told by this version."""
    account = item.row.get("mcqa") if item.row is not None else None
    if item.row is None or not isinstance(account, dict) or item.rollout is None:
        return None
    rules, mode, outcome = (account.get(name) for name in ("rules", "mode", "outcome"))
    rule, reason, span = (account.get(name) for name in ("rule", "reason", "span"))
    if rules not in RULE_SETS or not isinstance(mode, str) or mode not in MODES or outcome not in OUTCOMES:
        return None
    named, known = (reason, REASONS) if outcome == "no_answer" else (rule, RULES)
    if not isinstance(named, str) or named not in known:
        return None
    letter = item.row.get("extracted_answer")
    answered = outcome != "no_answer"
    return Recorded(
        rules,
        mode,
        outcome,
        rule if answered else None,
        None if answered else reason,
        _span(span),
        letter if answered and isinstance(letter, str) else None,
    )


def _span(value: Any) -> tuple[int, int] | None:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(end, int) for end in value):
        return None
    return (value[0], value[1]) if 0 <= value[0] <= value[1] else None


def is_written(item: Item) -> bool:
    """Whether the row holds the letter that an earlier grading wrote, be it null."""
    assert item.rollout is not None
    assert item.row is not None
    if item.rollout.letter is not None:
        return True
    return "extracted_answer" in item.row and ("reward" in item.row or item.rollout.reward is not None)


def written_letter(item: Item) -> Any:
    """Return the letter that an earlier grading wrote, else the producer's own."""
    assert item.rollout is not None
    assert item.row is not None
    return item.row.get("extracted_answer", item.rollout.letter)


def written_reward(item: Item) -> Any:
    """Return the reward that an earlier grading wrote, else the producer's own."""
    assert item.rollout is not None
    assert item.row is not None
    reward = item.row.get("reward")
    return item.rollout.reward if reward is None else reward

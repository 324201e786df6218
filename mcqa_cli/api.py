r"""The Python API: one row in, one small frozen result out.

    >>> from mcqa_cli import grade
    >>> row = {
    ...     "responses_create_params": {"input": [{"role": "user", "content": "Which one is a colour?"}]},
    ...     "response": {"output": [{"role": "assistant", "content": "It is \\boxed{B}."}]},
    ...     "options": [{"A": "loud"}, {"B": "green"}],
    ...     "expected_answer": "B",
    ... }
    >>> grade(row).reward, grade(row).letter, grade(row).rule
    (1.0, 'B', 'boxed_letter')

Nothing here reads or writes files, or touches the signals of the process. So a row's own regex has no time limit:
pass `use_regex=False` for rows that you do not trust, or grade their file with `mcqa score`.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from mcqa_cli.errors import RowError, UsageError
from mcqa_cli.gold import Base
from mcqa_cli.grading import Grader
from mcqa_cli.model import RULE_SETS, Graded, Policy
from mcqa_cli.modes import MODES
from mcqa_cli.reader import Reader

_TEXTS = ("last", "all")


def grade(
    row: dict[str, Any],
    *,
    mode: str | None = None,
    rules: str = "documented",
    text: str | None = None,
    use_regex: bool = True,
    letters: Iterable[str] = (),
    gold_base: int | None = None,
) -> Graded:
    """Grade one row that holds one rollout, in any format that `mcqa score` reads. The row is not changed.

    mode: overrides the row's `grading_mode`; a key of `mcqa_cli.modes.MODES`. rules: `documented` or `gym-0.7`.
    text: `last` grades the last assistant message, `all` all of them joined; None is the rule set's own default.
    use_regex: whether the row's `template_metadata.output_regex` is tried first. letters: labels that count where
    neither the row nor its prompt gives options, such as "ABCD". gold_base: 0 or 1, what gold answers that are numbers
    count from; None: numbers are no gold answers, unless the row's format says what they count from.

    Returns the verdict: `letter` (None without an answer), `gold`, `reward` (1.0 or 0.0), `outcome` (`correct`,
    `wrong`, `no_answer`), `rule` or `reason`, `span` (in the trimmed text that was graded), `mode` and `via`.

    Raises: RowError for a row that cannot be graded (its `code` is a key of `mcqa_cli.errors.UNGRADED`); UsageError
    for an option with no such value, and for a row that holds several rollouts: give those to `grade_all`.
    """
    found = grade_all(row, mode=mode, rules=rules, text=text, use_regex=use_regex, letters=letters, gold_base=gold_base)
    if len(found) > 1:
        raise UsageError(f"the row holds {len(found)} rollouts: give it to grade_all")
    return found[0]


def grade_all(
    row: dict[str, Any],
    *,
    mode: str | None = None,
    rules: str = "documented",
    text: str | None = None,
    use_regex: bool = True,
    letters: Iterable[str] = (),
    gold_base: int | None = None,
) -> list[Graded]:
    """Grade all rollouts of one row, such as the choices of a completion with `n`; else like `grade`.

    Returns one verdict for each rollout, in the row's order. Raises: RowError, UsageError.
    """
    policy = _policy(mode, rules, text, use_regex, tuple(letters))
    if not isinstance(row, dict):
        raise RowError("not_object", f"a row is a dict, not {type(row).__name__}")
    if gold_base not in (None, 0, 1):
        raise UsageError(f"gold_base={gold_base!r}: choose 0, 1 or None")
    grader = _grader(policy, gold_base)
    read = Reader().read(row)
    rollouts = read if isinstance(read, list) else [read]
    return [grader.grade(one, grader.ask(one, None, joinable=False)) for one in rollouts]


@lru_cache(maxsize=32)
def _grader(policy: Policy, gold_base: int | None) -> Grader:
    return Grader(policy, base=Base(gold_base))


@lru_cache(maxsize=32)
def _policy(mode: str | None, rules: str, text: str | None, use_regex: bool, letters: tuple[str, ...]) -> Policy:
    for name, value, known in (("mode", mode, tuple(MODES)), ("rules", rules, RULE_SETS), ("text", text, _TEXTS)):
        if value not in known and not (value is None and name != "rules"):
            raise UsageError(f"{name}={value!r}: choose one of {', '.join(known)}")
    upper = tuple(letter.upper() for letter in letters)
    if not all(len(letter) == 1 and letter.isalpha() for letter in upper) or len(set(upper)) < len(upper):
        raise UsageError(f"letters={''.join(letters)!r}: write different single letters, such as 'ABCD'")
    return Policy(rules=rules, mode=mode, use_regex=use_regex, text=text, letters=upper)

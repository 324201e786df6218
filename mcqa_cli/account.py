"""One row → everything there is to say of its verdict, as plain data: what `mcqa show --json` prints.

Shape: `schema`, `version`; `source`, `line`, `rollout_index`, `task`, `rollout`, `uuid`, `template_id`; `question` (the
last user message), `options` (`[{"label", "text"}]`), `options_from`, `gold`; `text` (what was graded), `texts_differ`
(the last message is not all assistant text), `truncated`; `verdict` (`letter`, `outcome`, `rules`, `mode`, `via`,
`regex_failure`, `rule`, `reason`, `span`); `candidates` not taken (`[{"label", "span", "why", "stated"}]`);
`readings` (what every mode and rule set would have said); `row` (what the row itself says) and `differs` (where that
differs). A row that cannot be graded has an `error` (`code`, `message`) and no verdict, and `raw` where it could not be
read at all. Spans count code points of `text`.
"""

from dataclasses import replace
from itertools import product
from typing import Any, Final

from mcqa_cli import __version__
from mcqa_cli.errors import RowError
from mcqa_cli.grading import Asked, Grader
from mcqa_cli.model import Candidate, Choices, Graded, Policy, Question
from mcqa_cli.modes import MODES
from mcqa_cli.recorded import Recorded, recorded_in, written_letter, written_reward
from mcqa_cli.scoring import Scorer
from mcqa_cli.variants import READER, Comparer, Reading, every_text, has_regex
from mcqa_cli.walk import Item
from mcqa_cli.written import plain

SCHEMA: Final = "mcqa-show/1"
# More than so many candidates tell nothing more; the last ones are kept.
MOST_CANDIDATES: Final = 60
LONGEST_RAW: Final = 4000


class Judged:
    """A rollout with its verdict, or with the error for which there is none.

    recorded: the verdict is the one that the row records. again, again_error: what grading again gives, where that is
    something else. policy: what the verdict was given under.
    """

    __slots__ = ("again", "again_error", "asked", "error", "graded", "item", "policy", "recorded")

    def __init__(self, item: Item, policy: Policy) -> None:
        self.item = item
        self.policy = policy
        self.asked: Asked | None = None
        self.graded: Graded | None = None
        self.error = item.error
        self.recorded = False
        self.again: Graded | None = None
        self.again_error: RowError | None = None

    @property
    def outcome(self) -> str:
        """`correct`, `wrong`, `no_answer`, or `ungraded`."""
        return "ungraded" if self.graded is None else self.graded.outcome

    @property
    def reason(self) -> str | None:
        """Why there is no answer, or the code of what cannot be graded."""
        return self.error.code if self.error is not None else self.graded.reason if self.graded is not None else None

    @property
    def uuid(self) -> Any:
        """The row's id, or the one its inputs row has."""
        item = self.item
        own = item.rollout.uuid if item.rollout is not None else None
        return item.known.uuid if own is None and item.known is not None else own


class Judge:
    """Gives rollouts their verdicts: the recorded one of a row that holds one, else by the policy of its file.

    again: grade every row by that policy, whatever it records.
    """

    def __init__(self, *, again: bool = False) -> None:
        self._again = again
        self._scorer: Scorer | None = None
        self._graders: dict[Policy, Grader] = {}

    def judge(self, item: Item) -> Judged:
        """Give one verdict; never raises for what a row holds."""
        recorded = None if self._again else recorded_in(item)
        judged = Judged(item, item.scorer.policy)
        if recorded is not None:
            self._recorded(judged, recorded)
        elif item.error is None:
            judged.error = self._grade(judged, judged.policy)
        return judged

    def _grade(self, judged: Judged, policy: Policy) -> RowError | None:
        """Grade under a policy; returns why that cannot be done."""
        item = judged.item
        assert item.rollout is not None
        if self._scorer is not item.scorer:
            self._scorer, self._graders = item.scorer, {item.scorer.policy: item.scorer.grader}
        grader = self._graders.get(policy)
        if grader is None:
            known = item.scorer.grader
            grader = self._graders[policy] = Grader(policy, known.budget, known.base)
        try:
            judged.asked = grader.ask(item.rollout, item.known, joinable=item.scorer.index is not None)
        except RowError as error:
            return error
        judged.policy, judged.graded = policy, grader.grade(item.rollout, judged.asked)
        return None

    def _recorded(self, judged: Judged, recorded: Recorded) -> None:
        """Take the recorded verdict, and see whether grading again gives the same."""
        item = judged.item
        rollout = item.rollout
        assert rollout is not None
        judged.recorded, judged.error = True, None
        policy = replace(item.scorer.policy, mode=recorded.mode, rules=recorded.rules)
        # Which text was graded, and whether the row's regex was tried, is not recorded: what fits is taken.
        texts = (None, "last" if policy.every_message else "all") if rollout.text != rollout.every else (None,)
        first: Graded | None = None
        error = item.error
        for text, use_regex in product(texts, (True, False)) if error is None else ():
            error = self._grade(judged, replace(policy, text=text, use_regex=use_regex))
            if error is not None:
                break
            assert judged.graded is not None
            if recorded.agrees(judged.graded):
                return
            first = first or judged.graded
        judged.policy, judged.again, judged.again_error = policy, first, error
        judged.graded = recorded.as_graded(first.gold if first is not None else str(rollout.gold))


def account(judged: Judged) -> dict[str, Any]:
    """Make the account of one row; the module's docstring says what is in it."""
    item, asked, graded, error = judged.item, judged.asked, judged.graded, judged.error
    rollout, policy = item.rollout, judged.policy
    template = asked.template if asked is not None else rollout.template if rollout is not None else None
    made: dict[str, Any] = {
        "schema": SCHEMA,
        "version": __version__,
        "source": item.place.source,
        "line": item.place.line,
        "rollout_index": rollout.part if rollout is not None else None,
        "task": plain(rollout.task) if rollout is not None else None,
        "rollout": plain(rollout.rollout) if rollout is not None else None,
        "uuid": judged.uuid,
        "template_id": template.get("template_id") if isinstance(template, dict) else None,
        "question": rollout.prompt if rollout is not None else None,
        "options": _options(asked.choices) if asked is not None else None,
        "options_from": asked.options_from if asked is not None else None,
        "gold": asked.gold if asked is not None else rollout.gold if rollout is not None else None,
        "text": None,
        "texts_differ": rollout.text != rollout.every if rollout is not None else None,
        "truncated": rollout.truncated if rollout is not None else None,
        "verdict": None,
        "recorded": judged.recorded,
        "again": None,
        "candidates": [],
        "readings": [],
        "row": None,
        "differs": [],
        "error": None if error is None else {"code": error.code, "message": error.message},
        "raw": item.raw[:LONGEST_RAW].decode("utf-8", "backslashreplace") if rollout is None else None,
    }
    if rollout is not None:
        made["text"] = rollout.every if policy.every_message else rollout.text
        made["row"] = _says(item)
    if rollout is not None and graded is not None:
        made["verdict"] = _verdict(policy, graded)
        if graded.span is not None and graded.span[1] > len(made["text"]):
            made["verdict"]["span"] = None  # of another text than this one
        made["differs"] = _differences(made["row"], _verdict(policy, graded))
        if judged.again is not None:
            made["again"] = _verdict(policy, judged.again)
        elif judged.again_error is not None:
            made["again"] = {"error": {"code": judged.again_error.code, "message": judged.again_error.message}}
    if rollout is not None and asked is not None and graded is not None:
        readings = Comparer(item.scorer.grader).readings(rollout, item.known, joinable=item.scorer.index is not None)
        made["candidates"] = [
            {"label": one.label, "span": list(one.span), "why": one.why, "stated": one.stated}
            for one in candidates(made["text"], asked, graded)
        ]
        made["readings"] = _readings(item.scorer.policy, readings)
    return made


def candidates(text: str, asked: Asked, graded: Graded) -> list[Candidate]:
    """Give the rejected candidates: what the grading mode, or else the careful reader, weighed and did not take.

    In the order of the text. Pieces that name the chosen option speak for the verdict and are left out.
    """
    explain = MODES[graded.mode].explain or (MODES[READER].explain if READER in MODES else None)
    if explain is None or not text:
        return []
    found = explain(text, Question(asked.choices))
    span = graded.span
    rejected = [
        one
        for one in found
        if (one.label is None or one.label != graded.letter)
        and (span is None or one.span[1] <= span[0] or one.span[0] >= span[1])
    ]
    return weightiest(rejected, MOST_CANDIDATES)


def weightiest(found: list[Candidate], most: int) -> list[Candidate]:
    """Keep so many candidates, in their order: statements before mentions, and the later before the earlier."""
    ranked = sorted(range(len(found)), key=lambda place: (found[place].stated, place), reverse=True)
    return [found[place] for place in sorted(ranked[:most])]


def _options(choices: Choices) -> list[dict[str, str]]:
    return [{"label": label, "text": text} for label, text in zip(choices.labels, choices.texts, strict=True)]


def _verdict(policy: Policy, graded: Graded) -> dict[str, Any]:
    return {
        "letter": graded.letter,
        "outcome": graded.outcome,
        "rules": policy.rules,
        "mode": graded.mode,
        "via": graded.via,
        "regex_failure": graded.regex_failure,
        "rule": graded.rule,
        "reason": graded.reason,
        "span": None if graded.span is None else list(graded.span),
    }


def _readings(policy: Policy, readings: list[Reading]) -> list[dict[str, Any]]:
    """List what the modes say by themselves; before them, as mode `output_regex`, what the row's regex says."""
    made = []
    if has_regex(readings):
        seen: dict[str, Graded] = {}
        for one in readings:
            seen.setdefault(one.variant.rules, one.full)
        for rules, full in seen.items():
            by_regex = full.via == "regex"
            made.append(
                {
                    "mode": "output_regex",
                    "rules": rules,
                    "text": "all" if every_text(policy, rules) else "last",
                    "letter": full.letter if by_regex else None,
                    "outcome": full.outcome if by_regex else "no_answer",
                    "rule": full.rule if by_regex else None,
                    "reason": full.regex_failure,
                    "span": list(full.span) if by_regex and full.span is not None else None,
                }
            )
    for (mode, rules, ours), bare, _ in readings:
        made.append(
            {
                "mode": mode,
                "rules": None if ours else rules,
                "text": "all" if every_text(policy, rules) else "last",
                "letter": bare.letter,
                "outcome": bare.outcome,
                "rule": bare.rule,
                "reason": bare.reason,
                "span": None if bare.span is None else list(bare.span),
            }
        )
    return made


def _says(item: Item) -> dict[str, Any]:
    """Return what the row itself says of its grading; only what is there."""
    row, rollout = item.row, item.rollout
    assert row is not None
    assert rollout is not None
    said: dict[str, Any] = {}
    if written_reward(item) is not None:
        said["reward"] = written_reward(item)
    if rollout.letter is not None or "extracted_answer" in row:
        said["extracted_answer"] = written_letter(item)
    if isinstance(row.get("mcqa"), dict):
        said["mcqa"] = row["mcqa"]
    return said


def _differences(said: dict[str, Any], verdict: dict[str, Any]) -> list[str]:
    """Name what the row says otherwise than this verdict; members of its `mcqa` object as `mcqa.NAME`."""
    found = []
    if "reward" in said and said["reward"] != float(verdict["outcome"] == "correct"):
        found.append("reward")
    if "extracted_answer" in said and said["extracted_answer"] != verdict["letter"]:
        found.append("extracted_answer")
    before = said.get("mcqa", {})
    names = ("rules", "mode", "rule", "outcome", "reason", "span")
    found += [f"mcqa.{name}" for name in names if name in before and before[name] != verdict[name]]
    return found

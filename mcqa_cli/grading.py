"""One rollout and what is known of its question → a verdict. The only place where precedence and gold comparison live.

The row's own regex comes before its grading mode; whatever the regex cannot settle falls back to the mode and is
counted under its own name. A verdict never depends on other rows, on the machine or on time, but for a regex that
runs out of its budget.
"""

from collections.abc import Hashable
from typing import Any, Final, NamedTuple

from mcqa_cli.errors import RowError, brief
from mcqa_cli.gold import Base, gold_of
from mcqa_cli.jsonl import key_of
from mcqa_cli.model import Choices, Extraction, Graded, Policy, Question, Rollout
from mcqa_cli.modes import DEFAULT_MODE, MODES, custom_regex
from mcqa_cli.options import choices_of, letters_as_choices
from mcqa_cli.paths import flat
from mcqa_cli.prompt import options_in_prompt
from mcqa_cli.regex_budget import Budget

# Questions kept ready, by their contents: repeats of one question come together in most files.
_KEPT: Final = 512
_KEPT_BYTES: Final = 4 << 20
EMPTY: Final = Extraction(None, None, "empty_text")


# The fields of a `Graded`.
Verdict = tuple[str | None, str, str, str | None, str | None, tuple[int, int] | None, str, str, str | None]


class Known(NamedTuple):
    """What an inputs file knows of a question; a rollout that lacks a field takes it from here."""

    choices: Choices | None
    gold: Any = None
    mode: Any = None
    template: Any = None
    uuid: Any = None
    prompt_key: int | None = None
    by: tuple[Any, ...] = ()


class Asked:
    """The question of one rollout, filled from all its sources. Never changed: rows of one question share it.

    options_from: `row`, `inputs`, `prompt` or `letters`. question, regex: what the extractors need of it.
    kind: (mode, template_id, options_from), what its rows are counted by.
    by_default: nothing and nobody says how to grade the row, so that its mode is the default one.
    """

    __slots__ = ("by_default", "choices", "gold", "kind", "mode", "options_from", "question", "regex", "template")

    def __init__(
        self,
        choices: Choices,
        gold: str,
        mode: str,
        template: Any,
        options_from: str,
        question: Question,
        regex: tuple[custom_regex.Pattern, ...] = (),
        kind: tuple[str, Hashable, str] = ("", None, ""),
        by_default: bool = False,
    ) -> None:
        self.choices = choices
        self.gold = gold
        self.mode = mode
        self.template = template
        self.options_from = options_from
        self.question = question
        self.regex = regex
        self.kind = kind
        self.by_default = by_default

    @property
    def template_id(self) -> Any:
        """The template's id, as text or as a number."""
        return self.kind[1]

    def under(self, mode: str) -> "Asked":
        """The same question, asked under another mode."""
        parts = self.choices, self.gold, mode, self.template, self.options_from, self.question, self.regex, self.kind
        return Asked(*parts, self.by_default)


def choices_for(rollout: Rollout, known: Known | None, *, joinable: bool) -> tuple[Choices | None, str]:
    """The options of a rollout, and where they are from: `row`, `inputs` or `prompt`; None and "" from nowhere.

    joinable: there is an inputs file, so that no prompt is searched for them. Raises: RowError as `choices_of` does.
    """
    choices = choices_of(rollout.options) if rollout.options else None
    if choices is not None:
        return choices, "row"
    if known is not None and known.choices is not None:
        return known.choices, "inputs"
    if rollout.prompt and not joinable:
        choices = choices_of(options_in_prompt(rollout.prompt))
    return choices, "" if choices is None else "prompt"


class Grader:
    """Grades rollouts under one policy.

    budget: bounds the processor time of each row's regexes; None for none (as in the Python API).
    base: what a gold that is a number counts from.
    """

    def __init__(self, policy: Policy, budget: Budget | None = None, base: Base | None = None) -> None:
        self.policy = policy
        self.base = Base() if base is None else base
        self.every = policy.every_message
        self._rules = policy.rules
        self._use_regex = policy.use_regex
        gym = policy.rules == "gym-0.7"
        self.extractors = {name: mode.gym if gym else mode.documented for name, mode in MODES.items()}
        self.letters = letters_as_choices(policy.letters) if policy.letters else None
        self.budget = budget
        self._asked: dict[bytes, Asked] = {}
        self._asked_bytes = 0
        self._asked_of: dict[int, tuple[Known, Any, Asked]] = {}

    def ask(self, rollout: Rollout, known: Known | None, *, joinable: bool) -> Asked:
        """Fill in what the rollout lacks.

        joinable: there is an inputs file, so that a rollout without options and partner is not graded by guesswork.

        Raises: RowError, with one of the codes `no_input_row`, `no_options`, `duplicate_label`, `bad_options`,
        `unknown_mode`, `no_gold`, `gold_not_in_options`.
        """
        if known is not None:
            if rollout.options or rollout.mode is not None or rollout.template is not None:
                return self._ask(rollout, known, joinable)
            kept = self._asked_of.get(id(known))
            gold = rollout.gold
            if kept is not None and kept[0] is known and kept[1].__class__ is gold.__class__ and kept[1] == gold:
                return kept[2]
            asked = self._ask(rollout, known, joinable)
            if gold is not None and gold.__class__ is not str:  # [1] == [True], for one
                return asked
            if len(self._asked_of) >= _KEPT:
                self._asked_of.clear()
            self._asked_of[id(known)] = known, gold, asked
            return asked
        if not rollout.options:
            return self._ask(rollout, None, joinable)
        try:
            base = -1 if rollout.gold_base is None else rollout.gold_base  # a key without null is the quicker
            key = key_of((rollout.options, rollout.gold, rollout.mode, rollout.template, base))
        except TypeError:
            return self._ask(rollout, None, joinable)
        found = self._asked.get(key)
        if found is None:
            found = self._ask(rollout, None, joinable)
            if found.options_from != "row":  # what is there is none, so that all hangs on the prompt
                return found
            self._asked_bytes += len(key)
            if len(self._asked) >= _KEPT or self._asked_bytes > _KEPT_BYTES:
                self._asked.clear()
                self._asked_bytes = len(key)
            self._asked[bytes(memoryview(key))] = found  # a copy: orjson's own takes 4 KiB however short it is
        return found

    def _ask(self, rollout: Rollout, known: Known | None, joinable: bool) -> Asked:
        mode = rollout.mode
        template = rollout.template
        gold = rollout.gold
        if known is not None:
            mode = known.mode if mode is None else mode
            template = known.template if template is None else template
            gold = known.gold if gold is None else gold
        by_default = self.policy.mode is None and (mode is None or mode != mode)
        mode = self.policy.mode or (DEFAULT_MODE if mode is None or mode != mode else mode)  # NaN: an empty cell
        if mode.__class__ is not str or mode not in MODES:
            raise RowError("unknown_mode", f"grading_mode {brief(mode)} does not exist; choose one with --mode")
        choices, source = choices_for(rollout, known, joinable=joinable)
        if choices is None and known is None and joinable:
            raise RowError("no_input_row", "no options here, and the inputs file has no row for this rollout")
        if choices is None:
            choices, source = self.letters, "letters"
        if choices is None:
            raise RowError("no_options", "no options in the row or its prompt; give --inputs FILE or --letters A-D")
        base = self.base.of(gold, choices) if rollout.gold_base is None else rollout.gold_base
        gold = gold_of(gold, choices, not MODES[mode].ours, base)
        fields = template if isinstance(template, dict) else {}
        prefix = fields.get("answer_prefix")
        return Asked(
            choices,
            gold,
            mode,
            template,
            source,
            Question(choices, prefix),
            custom_regex.prepare(fields.get("output_regex")),
            (mode, flat(fields.get("template_id")), source),
            by_default,
        )

    def grade(self, rollout: Rollout, asked: Asked) -> Graded:
        """Extract and compare. Never raises for any text."""
        return Graded(*self.verdict(rollout, rollout.every if self.every else rollout.text, asked))

    def verdict(self, rollout: Rollout, text: str, asked: Asked) -> Verdict:
        """The same on the text to be graded, as a bare tuple: a named one costs as much as a dict's look-up or two."""
        gold, mode, question, regex = asked.gold, asked.mode, asked.question, asked.regex
        via, failure = "mode", None
        found: Extraction | custom_regex.Found | None = None
        if not text:
            found = EMPTY
        elif regex and self._use_regex:
            found, failure = custom_regex.extract(text, question, regex, self._rules, self.budget)
            via = "regex" if found is not None else "fallback"
        letter: str | None
        rule: str | None
        reason: str | None
        span: tuple[int, int] | None
        letter, rule, reason, span = found or self.extractors[mode](text, question)
        if letter is None:
            return letter, gold, "no_answer", rule, _reason(rollout, text, reason), span, mode, via, failure
        return letter, gold, "correct" if letter == gold else "wrong", rule, None, span, mode, via, failure


def _reason(rollout: Rollout, text: str, found: str | None) -> str:
    """The first of `REASONS` that applies: what the response itself says comes before what the rule found."""
    if not text:
        return rollout.state or "empty_text"
    if found == "unclosed_think" or text.rfind("<think>") > text.rfind("</think>"):
        return "unclosed_think"
    if rollout.truncated:
        return "truncated"
    return found or "no_statement"

"""The shapes that flow through the grader, all immutable: options, question, extraction, verdict, policy.

line → row → Rollout → (text, Question) → Extraction → Graded → line out + tally → report
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

# Why a gradable row has no answer: one closed, ordered list; the first that applies is given.
REASONS: Final[dict[str, str]] = {
    "no_assistant_message": "the response holds no message of the assistant",
    "refusal": "the assistant's last message is a refusal",
    "empty_text": "the assistant's text is empty",
    "unclosed_think": "no end of the reasoning is found, or nothing follows it",
    "truncated": "the response was cut off before an answer",
    "ambiguous": "several options are given as the answer",
    "option_text_ambiguous": "the text given as the answer fits several options",
    "letter_not_in_options": "the letter given is not one of the options",
    "box_not_a_letter": "the box holds no single letter",
    "option_text_unmatched": "the text given as the answer is no option's text",
    "answer_line_unmatched": "an answer line is there, but names no option",
    "unclosed_box": "the box is never closed",
    "no_box": "there is no box",
    "no_answer_line": "there is no answer line",
    "no_statement": "nowhere is an option stated as the answer",
}

# The rules that can decide a row; `Extraction.rule` is always one of these. Mode files use these names.
RULES: Final[dict[str, str]] = {
    "regex_letter": "the row's own regex captured a letter",
    "regex_text": "the row's own regex captured an option's text",
    "boxed_letter": "a letter in a box",
    "boxed_text": "an option's text in a box",
    "boxed_index": "an option's number, counted from 0, in a box",
    "answer_line_letter": "a letter after an answer cue with a colon",
    "answer_line_text": "an option's text after an answer cue with a colon",
    "tagged": "an answer tag or an answer field of a JSON reply",
    "statement_letter": "a sentence that names a letter as the answer",
    "statement_text": "a sentence that names an option's text as the answer",
    "elimination": "all other options are ruled out in so many words",
    "closing_letter": "the response ends in a letter set apart as its conclusion",
    "closing_text": "the response ends in an option's text set apart as its conclusion",
    "leading_letter": "the response opens with a letter set apart as its answer",
    "leading_text": "the response opens with an option's text set apart as its answer",
    "whole_letter": "the whole response is one letter, with or without its text",
    "whole_text": "the whole response is one option's text",
    "remainder_letter": "the text after the reasoning is one letter",
    "remainder_index": "the text after the reasoning is an option's number, counted from 0",
}


@lru_cache(maxsize=1024)
def _single_letters(labels: tuple[str, ...]) -> frozenset[str]:
    return frozenset(label for label in labels if len(label) == 1 and label.isalpha())


class Choices:
    """The options of one question, built once per distinct list and shared.

    labels: the usable labels in the row's order; single letters upper-cased, all others as they stand.
    texts: their texts, in the same order; `""` where none is known.
    letters: those labels that are single letters: all that the documented modes can read.
    cache: a scratch dict for what modes derive from the options (normalized texts, patterns), keyed by
        the deriving module's name. It never changes a verdict.
    """

    __slots__ = ("cache", "labels", "letters", "texts")

    def __init__(self, labels: tuple[str, ...], texts: tuple[str, ...]) -> None:
        self.labels = labels
        self.texts = texts
        self.letters = _single_letters(labels)
        self.cache: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"Choices({self.labels!r}, {self.texts!r})"

    def __reduce__(self) -> tuple[Any, ...]:  # a compiled class is not pickled or copied by itself
        return Choices, (self.labels, self.texts)


class Question(NamedTuple):
    """What an extractor may know besides the text.

    choices: the options. answer_prefix: the template's own answer cue (only rules gym-0.7 read it).
    """

    choices: Choices
    answer_prefix: str | None = None


class Extraction(NamedTuple):
    """What an extractor read: a label and the rule that decided, or `None` and the reason.

    letter: a member of `Question.choices.labels`, or None (under rules gym-0.7 a regex may yield others).
    rule: a key of `RULES`; None without a letter. reason: a key of `REASONS`; None with a letter.
    span: [start, end) in code points of the text given, around the letter or option text; None if unknown.
    """

    letter: str | None
    rule: str | None = None
    reason: str | None = None
    span: tuple[int, int] | None = None


Extractor = Callable[[str, Question], Extraction]


class Candidate(NamedTuple):
    """A piece of a text that might have been the answer. Only for people to read: no verdict hangs on it.

    span: [start, end) in code points of the text given. label: one of the options' labels, None for a piece that
    names several or none. why: in a few words, what speaks for or against it. stated: whether something is said with
    it (a box, an answer line, a sentence), rather than a label only mentioned.
    """

    span: tuple[int, int]
    label: str | None
    why: str
    stated: bool = False


class Mode(NamedTuple):
    """A grading mode: one extractor per rule set (often the same), a sentence, and an example.

    summary: one sentence on the rule, used by help, `mcqa modes` and the README.
    example: a text that the mode reads as B when the options are A: red, B: green, C: blue, D: grey.
    ours: True where the mode takes any label, not single letters only.
    explain: gives all candidates that the mode weighs, in the order of the text; None where it weighs none.
    """

    documented: Extractor
    gym: Extractor
    summary: str
    example: str
    ours: bool = False
    explain: Callable[[str, Question], list[Candidate]] | None = None


class Rollout(NamedTuple):
    """What grading needs of one rollout, whatever tool wrote it. Fields a format cannot give stay None.

    text: the last assistant message, trimmed. every: all assistant messages joined, trimmed.
    state: a reason that comes before any text (`no_assistant_message`, `refusal`), else None.
    truncated: the producer says that the response was cut off.
    options, gold: as the row spells them. mode, template: `grading_mode`, `template_metadata`.
    prompt: the last user message (only read when options must be found there).
    task, rollout: what makes repeats of one question known; rollout None where the producer has none.
    reward, letter: what the producer itself decided.
    part: which of several rollouts of one line this is; None where a line is one rollout.
    view: which of a producer's several views of one and the same response this line is (an lm-eval filter): rows of
        all views are graded, those of the first one met in a file are counted; None where there are no views.
    gold_base: what a gold number counts from (0 or 1), where the producer fixes it.
    """

    text: str
    every: str
    state: str | None = None
    truncated: bool = False
    options: Any = None
    gold: Any = None
    mode: Any = None
    template: Any = None
    prompt: str | None = None
    task: Hashable = None
    rollout: Hashable = None
    uuid: Any = None
    reward: Any = None
    letter: Any = None
    part: int | None = None
    view: Hashable = None
    gold_base: int | None = None


class Graded(NamedTuple):
    """The verdict on one row.

    outcome: `correct`, `wrong` or `no_answer`. reward: 1.0 exactly when correct, else 0.0.
    mode: the grading mode asked for. via: `mode`, `regex`, or `fallback` (the regex gave nothing).
    regex_failure: why the regex gave nothing, a key of `REGEX_FAILURES`; None if it was not tried or answered.
    """

    letter: str | None
    gold: str
    outcome: str
    rule: str | None
    reason: str | None
    span: tuple[int, int] | None
    mode: str
    via: str = "mode"
    regex_failure: str | None = None

    @property
    def reward(self) -> float:
        """1.0 for a correct row, else 0.0."""
        return 1.0 if self.outcome == "correct" else 0.0


RULE_SETS: Final = ("documented", "gym-0.7")

# Why the row's own regex gave no allowed answer; the row then falls back to its grading mode.
REGEX_FAILURES: Final[dict[str, str]] = {
    "no_match": "no pattern matched",
    "not_an_option": "what was captured is no option",
    "invalid": "the pattern does not compile, or is no string",
    "timeout": "the pattern ran out of its time",
    "set_aside": "the pattern had run out of its time too often before",
}


@dataclass(frozen=True, slots=True)
class Policy:
    """How to grade, as the command line or a caller asked for it.

    rules: a member of `RULE_SETS`. mode: overrides every row's `grading_mode`. use_regex: False for --no-regex.
    text: `last` or `all`; None means the rule set's own default. letters: labels of --letters, if given.
    regex_timeout: seconds of processor time for one row's regexes.
    """

    rules: str = "documented"
    mode: str | None = None
    use_regex: bool = True
    text: str | None = None
    letters: tuple[str, ...] = ()
    regex_timeout: float = 1.0
    details: bool = False
    by: tuple[str, ...] = field(default=())

    @property
    def every_message(self) -> bool:
        """Whether the text of all assistant messages is graded instead of the last one's."""
        return self.text == "all" or (self.text is None and self.rules == "gym-0.7")

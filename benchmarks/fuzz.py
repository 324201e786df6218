#!/usr/bin/env python3
"""Look for texts, rows and lines that break the grader, guided by coverage. For long runs by hand.

    pip install atheris
    python benchmarks/fuzz.py [lines|texts|options|golds|prompts|patterns] [CORPUS] [options of libFuzzer]

Stops at the first input that breaks a promise, and writes it to a file `crash-…`; run again with that file's name to
see it again. `-max_total_time=600` stops after ten minutes, `-timeout=5` takes an input that needs longer as a fault.
What it found is in the tests as small cases; tests/test_fuzz.py keeps the same promises on generated inputs.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

try:
    import atheris
except ImportError:
    sys.exit("fuzz.py needs atheris (pip install atheris); tests/test_fuzz.py generates inputs without it")

with atheris.instrument_imports(include=["mcqa_cli"]):
    from mcqa_cli.errors import UNGRADED, RowError
    from mcqa_cli.gold import gold_of
    from mcqa_cli.grading import Grader
    from mcqa_cli.jsonl import parse
    from mcqa_cli.model import REASONS, RULE_SETS, RULES, Choices, Policy, Question
    from mcqa_cli.modes import MODES, custom_regex
    from mcqa_cli.options import choices_of
    from mcqa_cli.prompt import options_in_prompt
    from mcqa_cli.reader import Reader
    from mcqa_cli.regex_budget import Budget
    from mcqa_cli.scoring import Scorer
    from mcqa_cli.streams import Block

QUESTIONS = [
    Question(Choices(("A", "B", "C", "D"), ("red", "green", "blue", "grey"))),
    Question(Choices(("A", "B", "C"), ("red", "red", "Red red")), "My answer:"),
    Question(Choices(("1", "2", "AA", "أ"), ("one", "2", "a", "b"))),
]
POLICIES = [Policy(), Policy(rules="gym-0.7", details=True), Policy(mode="robust", use_regex=False, by=("uuid",))]
BUDGET = Budget(0.5)
# Bytes from 0x80 stand for these, so that a text is soon about answers.
WORDS = (
    r"\boxed{ } { \text{ \mathbf{ $ $$ \( \) \fbox{ A B C D E J é ß İ أ ব Ａ Б ① Answer answer ANSWER : ： - – — ** * "
    "__ ` ``` # > | the is not final option Option choice correct wrong therefore I a or and either neither both "
    "none all of above <think> </think> <answer> </answer> <|im_end|> Question: Q: Antwort: 答案 是 选 red green blue "
    "grey wait actually no so thus because except eliminated cannot E. vitamin x = 1 2 10 AA ’ “ ” ( ) [ ] than but"
)
PIECES = [f" {word}" for word in WORDS.split(" ")] + ["\n", "\n\n", "\ud800", "\u0301", "\u202e", "\x00", "\u2028"]


def lines(data: bytes) -> None:
    """Raw lines: every row comes out or is left out with its reason, and a second grading changes nothing."""
    policy = POLICIES[data[0] % len(POLICIES)] if data else POLICIES[0]
    block = Block(1, data[1:].replace(b"\r", b" "), b"\n")
    scorer = Scorer(policy, Grader(policy, BUDGET), "in.jsonl", Reader())
    result = scorer.block(block)
    rows = result.rows.split(b"\n")[:-1]
    assert result.tally.read == len(rows) + len(result.ungraded)
    assert all(one.code in UNGRADED for one in result.ungraded)
    for one in result.ungraded:
        parse(one.record)
    if rows and all(b"rollout_index" not in row for row in rows):
        again = Scorer(policy, Grader(policy, BUDGET), "in.jsonl", Reader())
        assert len(again.block(Block(1, b"\n".join(rows), b"\n")).rows.split(b"\n")[:-1]) == len(rows)


def text_of(data: bytes) -> str:
    """The text that the fuzzer's bytes stand for."""
    return "".join(chr(byte) if byte < 0x80 else PIECES[byte % len(PIECES)] for byte in data).strip()


def texts(data: bytes) -> None:
    """A response: every mode reads it, within its closed lists."""
    text = text_of(data)
    for question in QUESTIONS:
        for mode in MODES.values():
            for extract in {mode.documented, mode.gym}:
                found = extract(text, question)
                assert (found.letter is None) == (found.rule is None) == (found.reason is not None)
                assert found.letter is None or found.letter in question.choices.labels
                assert found.rule is None or found.rule in RULES
                assert found.reason is None or found.reason in REASONS
                assert found.span is None or 0 <= found.span[0] <= found.span[1] <= len(text)
            if mode.explain is not None:
                mode.explain(text, question)


def value_of(data: bytes) -> object:
    """Any value: as JSON where it is some, else a string."""
    try:
        return parse(b'{"x":' + data + b"}")["x"]
    except (RowError, KeyError):
        return text_of(data)


def options(data: bytes) -> None:
    """Options, in whatever spelling."""
    try:
        choices = choices_of(value_of(data))
    except RowError:
        return
    assert choices is None or len(choices.labels) == len(set(choices.labels)) == len(choices.texts)


def golds(data: bytes) -> None:
    """A gold, in whatever spelling."""
    for question in QUESTIONS:
        for base in (None, 0, 1):
            try:
                assert (
                    gold_of(value_of(data), question.choices, letters_only=False, base=base) in question.choices.labels
                )
            except RowError:
                continue


def prompts(data: bytes) -> None:
    """A prompt that may list options."""
    found = options_in_prompt(text_of(data))
    assert found is None or len(found) >= 2


def patterns(data: bytes) -> None:
    """A row's own pattern, on a text."""
    pattern, _, text = text_of(data).partition("\n")
    prepared = custom_regex.prepare(pattern)
    for rules in RULE_SETS:
        custom_regex.extract(text or pattern, QUESTIONS[0], prepared, rules, BUDGET)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "lines": lines,
    "texts": texts,
    "options": options,
    "golds": golds,
    "prompts": prompts,
    "patterns": patterns,
}


def main() -> None:
    """Fuzz until something breaks, or until libFuzzer's own options end it."""
    arguments = sys.argv.copy()
    target = TARGETS[arguments.pop(1)] if len(arguments) > 1 and arguments[1] in TARGETS else texts
    BUDGET.install()
    if target is lines and all(one.startswith("-") for one in arguments[1:]):
        arguments += [tempfile.mkdtemp(), str(Path(__file__).parents[1] / "sample_data")]  # new inputs go to the first
    atheris.Setup(arguments, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

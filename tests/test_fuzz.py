"""Generated lines, rows, texts and patterns: no crash, no lost row, no changed byte, no verdict that depends on others.

Everything is built from pieces that the readers and modes look for, put together in ways that nobody would. Longer
runs, guided by coverage: `benchmarks/fuzz.py`.
"""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import gym_row, splice
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mcqa_cli.containers import open_source
from mcqa_cli.errors import UNGRADED, RowError
from mcqa_cli.formats import FORMATS, detect, fields_format
from mcqa_cli.gold import gold_of
from mcqa_cli.grading import Grader
from mcqa_cli.jsonl import dumps, parse
from mcqa_cli.medmcqa import task_row
from mcqa_cli.model import REASONS, RULE_SETS, RULES, Choices, Policy, Question, Rollout
from mcqa_cli.modes import MODES, custom_regex
from mcqa_cli.options import choices_of
from mcqa_cli.prompt import options_in_prompt
from mcqa_cli.reader import Reader
from mcqa_cli.regex_budget import Budget
from mcqa_cli.scoring import Scorer
from mcqa_cli.streams import Block
from mcqa_cli.terminal import clean

fuzz = settings(
    derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate]
)

WORDS = (
    r"\boxed{ } { \boxed \fbox{ \text{ \mathbf{ $ $$ \( \) A B C D a b c E J é ß İ أ ب ج ব ড Ａ ａ Б β ① ⒜ 1 2 0 10 AA "
    "Answer answer ANSWER : ： - – — . , ; ! ? ( ) [ ] < > ** * __ _ ` ``` # ## > | / \\ ~ & "
    "the is not final option Option choice correct wrong therefore I a or and either neither both none all of above "
    "<think> </think> <think <answer> </answer> <|im_end|> Question: Q: Antwort: réponse 答案 是 选 項 उत्तर "
    "red green blue grey wait actually no so thus because except eliminated cannot E. coli vitamin x = y ' \" ’ “ ”"
)
PIECES = WORDS.split(" ")
SEPARATORS = [
    " ",
    "",
    "\n",
    "\n\n",
    "\t",
    "\r\n",
    "\u00a0",
    "\u200b",
    "\u2028",
    "\x85",
    "\x00",
    "\ufeff",
    "\u202e",
    "\ud800",
]
QUESTION = Question(Choices(("A", "B", "C", "D"), ("red", "green", "blue", "grey")))
QUESTIONS = [
    QUESTION,
    Question(Choices(("A", "B"), ("", ""))),
    Question(Choices(("A", "B", "C"), ("red", "red", "Red red")), "My answer:"),
    Question(Choices(("1", "2", "AA", "أ", "ß"), ("one", "2", "a", "b", "SS"))),
    Question(Choices(tuple("ABCDEFGHIJ"), tuple("A I 1 x=2 \\frac{1}{2} (B) None all not E.".split()))),  # noqa: SIM905
]

texts = st.one_of(
    st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(SEPARATORS)), max_size=40).map(
        lambda parts: "".join(piece + gap for piece, gap in parts)
    ),
    st.text(max_size=80),
)


def outcome(call, *arguments):
    """What a call gives, and the RowError that it raises, of which there is one."""
    try:
        return call(*arguments), None
    except RowError as error:
        assert error.code in set(UNGRADED) - {"internal_error"}  # noqa: PT017
        assert error.message.strip()  # noqa: PT017
        return None, error


# ---- texts


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("mode", MODES)
@fuzz
@given(text=texts, question=st.sampled_from(QUESTIONS))
def test_a_mode_reads_any_text(mode, rules, text, question):
    extract = MODES[mode].gym if rules == "gym-0.7" else MODES[mode].documented
    text = text.strip()
    found = extract(text, question)
    assert found == extract(text, question)
    if found.letter is None:
        assert found.reason in REASONS
        assert found.rule is None
    else:
        assert found.letter in question.choices.labels
        assert found.rule in RULES
    if found.span is not None:
        start, end = found.span
        assert 0 <= start <= end <= len(text)


@fuzz
@given(text=texts, question=st.sampled_from(QUESTIONS))
def test_the_account_of_robust_holds_for_any_text(text, question):
    text = text.strip()
    for one in MODES["robust"].explain(text, question):
        assert 0 <= one.span[0] <= one.span[1] <= len(text)
        assert one.label is None or one.label in question.choices.labels


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("mode", MODES)
def test_long_texts_of_one_piece_take_no_quadratic_time(mode, rules, request):
    """A text of 200,000 characters that took quadratic time would keep the processor busy for minutes."""
    extract = MODES[mode].gym if rules == "gym-0.7" else MODES[mode].documented
    budget = Budget(20.0)
    request.addfinalizer(budget.uninstall)
    assert budget.install()
    for piece in (
        "\\boxed{",
        "{",
        "\\boxed{A}",
        "Answer:",
        "answer",
        "A ",
        "**",
        "<think>",
        "\n",
        " ",
        "A or ",
        "\u0301",
    ):
        budget.run(extract, (piece * (200_000 // len(piece))).strip(), QUESTION)


patterns = st.one_of(
    st.lists(
        st.sampled_from(
            [*"ABCD()[]{}|*+?.^$\\-", r"\s", r"\w", r"\b", "answer", "(?:", "(?i)", "([A-D])", "(?P<x>", "\\1"]
        ),
        max_size=12,
    ).map("".join),
    st.text(max_size=20),
    st.none() | st.integers() | st.booleans() | st.lists(st.text(max_size=5) | st.none(), max_size=3),
)


@fuzz
@given(pattern=patterns | st.lists(patterns, max_size=3), text=texts, rules=st.sampled_from(RULE_SETS))
def test_any_pattern_is_tried_on_any_text(pattern, text, rules):
    prepared = custom_regex.prepare(pattern)
    if any(len(re.findall(r"[*+{]", str(one.source))) > 2 for one in prepared):
        return  # it might take for ever: that is for the budget, in tests of its own
    found, failure = custom_regex.extract(text.strip()[:60], QUESTION, prepared, rules)
    assert (found is None) == (failure is not None or not prepared)


@fuzz
@given(texts)
def test_what_is_shown_on_a_terminal_is_printable(text):
    shown = clean(text)
    assert all(char.isprintable() or char == "\u3000" or char.isspace() for char in shown)
    assert not set(shown) & set("\n\r\t\x1b\x85\u2028\u2029\u202e")
    assert clean(shown) == shown


# ---- values

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | texts
    | st.sampled_from(["A", "B", "[", "{}"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["A", "B", "text", "label", "role", "content", "type", "message", "output_text", "x"])
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@fuzz
@given(values)
def test_options_in_any_spelling(raw):
    choices, error = outcome(choices_of, raw)
    assert error is None or error.code in ("bad_options", "duplicate_label")
    if choices is not None:
        assert len(choices.labels) == len(set(choices.labels)) == len(choices.texts) > 0


@fuzz
@given(values, st.sampled_from(QUESTIONS), st.booleans(), st.sampled_from([None, 0, 1]))
def test_golds_in_any_spelling(raw, question, letters_only, base):
    label, error = outcome(gold_of, raw, question.choices, letters_only, base)
    if error is None:
        assert label in question.choices.labels
    else:
        assert error.code in ("no_gold", "gold_not_in_options")


@fuzz
@given(texts)
def test_options_in_any_prompt(text):
    found = options_in_prompt(text)
    assert found is None or len(found) >= 2


@fuzz
@given(
    st.dictionaries(
        st.sampled_from(["question", "opa", "opb", "opc", "opd", "cop", "exp", "id", "subject_name"]), values
    )
)
def test_medmcqa_rows(row):
    prepared, error = outcome(task_row, row, 0)
    assert error is not None or parse(dumps(prepared))


# ---- rows


def samples():
    """A row of each format, as in sample_data, and some of our own."""
    rows = [gym_row("so \\boxed{C}", template_metadata={"template_id": "t", "output_regex": "([A-D])"})]
    for path in sorted(Path(__file__).parents[1].joinpath("sample_data").rglob("*.json*")):
        with open_source(str(path)) as source:
            found = [line for block in source.blocks() for line in block.data.split(b"\n")]
        rows += [row for row in (outcome(parse, line)[0] for line in found[:3]) if row is not None]
    return rows


SAMPLES = samples()


def places(value, path=()):
    """The paths of all values in a row."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def changed(value, path, change):
    if not path:
        return change(value)
    copy = value.copy()
    copy[path[0]] = changed(value[path[0]], path[1:], change)
    return copy


@st.composite
def mutated_rows(draw):
    row = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(0, 4))):
        path = draw(st.sampled_from(list(places(row))[1:] or [()]))
        if not path:
            break
        kind = draw(st.sampled_from(["value", "remove", "wrap", "text", "repeat"]))
        if kind == "remove":
            row = changed(row, path[:-1], lambda outer, path=path: _without(outer, path[-1]))
        else:
            new = draw(values if kind == "value" else texts)
            makers = {
                "value": lambda old, new=new: new,
                "text": lambda old, new=new: new,
                "wrap": lambda old: [old],
                "repeat": lambda old: [old, old] if not isinstance(old, list) else old * 2,
            }
            row = changed(row, path, makers[kind])
    return row


def _without(outer, key):
    if isinstance(outer, dict):
        return {name: value for name, value in outer.items() if name != key}
    return outer[:key] + outer[key + 1 :]


def test_there_is_a_row_of_every_format():
    assert {form for form in FORMATS if any(FORMATS[form].matches(row) for row in SAMPLES)} == set(FORMATS)


@pytest.mark.parametrize("row", SAMPLES, ids=lambda row: " ".join(row)[:40])
def test_what_grading_writes_does_not_make_a_row_another_producers(row):
    ours = {"reward": 0.0, "extracted_answer": None, "mcqa": {"mode": "robust"}}
    assert outcome(detect, row)[0] == outcome(detect, row | ours)[0]


@settings(fuzz, max_examples=400)
@given(mutated_rows())
def test_every_format_reads_any_row_or_says_why_not(row):
    for form in (*FORMATS.values(), fields_format("text=response,gold=expected_answer,options=options,id=uuid")):
        if form.matches(row) or form.name == "fields":
            found, error = outcome(form.read, row)
            if error is not None:
                continue
            for one in found if isinstance(found, list) else [found]:
                assert isinstance(one, Rollout)
                assert isinstance(one.text, str)
                assert one.text == one.text.strip()
                assert isinstance(one.every, str)
                assert one.prompt is None or isinstance(one.prompt, str)
                hash((one.task, one.rollout, one.view))


def spelled(row, spelling):
    """A row as a line, in one of several spellings."""
    return {
        "plain": lambda: dumps(row),
        "escaped": lambda: json.dumps(row).encode(),
        "spaced": lambda: json.dumps(row, separators=(" , ", " : ")).encode(),
    }[spelling]()


raw_lines = st.one_of(
    st.tuples(mutated_rows(), st.sampled_from(["plain", "escaped", "spaced"])).map(lambda both: spelled(*both)),
    st.tuples(mutated_rows(), st.integers(0, 10_000)).map(lambda both: dumps(both[0])[: both[1]]),
    st.tuples(mutated_rows(), st.integers(0, 10_000), st.binary(max_size=3)).map(
        lambda three: (line := dumps(three[0]))[: (at := three[1] % len(line))] + three[2] + line[at:]
    ),
    st.binary(max_size=60),
    st.sampled_from(
        [b"", b"  ", b"[]", b"1", b'"x"', b"{}", b"[" * 3000, b'{"a":' * 1100, b"\xff\xfe", b"NaN", b'{"a": NaN}']
    ),
).map(lambda line: line.replace(b"\n", b" "))


def score(lines, policy, ends=b"\n"):
    scorer = Scorer(policy, Grader(policy), "in.jsonl", Reader())
    return scorer.block(Block(1, b"\n".join(lines), ends))


POLICIES = [
    Policy(),
    Policy(rules="gym-0.7", details=True),
    Policy(mode="robust", use_regex=False, by=("metadata.subject", "uuid")),
    Policy(mode="think_boxed", letters=("A", "B", "C", "D"), details=True),
]


@settings(fuzz, max_examples=300)
@given(st.lists(raw_lines, max_size=4), st.sampled_from(POLICIES))
def test_no_row_is_lost_and_no_byte_changed(lines, policy):
    result = score(lines, policy)
    tally = result.tally
    rows = result.rows.split(b"\n")[:-1]
    assert tally.read == len(rows) + len(result.ungraded) == tally.graded + tally.not_graded
    assert tally.read >= sum(1 for line in lines if line.strip())
    for one in result.ungraded:
        assert one.code in set(UNGRADED) - {"internal_error"}
        record = parse(one.record)
        if "raw" in record:
            assert record["raw"].encode() == lines[one.place.line - 1].rstrip(b"\r\n")
        elif "row" in record:
            assert lines[one.place.line - 1].strip(b" \t\r\n") in one.record
    if len(lines) == 1 and len(rows) == 1 and "rollout_index" not in parse(rows[0]):
        before, after = parse(lines[0]), parse(rows[0])
        assert after["reward"] in (0.0, 1.0)
        written = {"reward", "extracted_answer", "mcqa"}
        assert repr({k: v for k, v in before.items() if k not in written}) == repr(
            {k: v for k, v in after.items() if k not in written}
        )
        again = score(rows, policy)
        assert again.rows == result.rows
        first = {"reward": b"1.0", "extracted_answer": b'"A"'}
        second = {"reward": b"0.0", "extracted_answer": b"null"}
        line = lines[0]
        assert splice(splice(line, before, first), before | first, second) == splice(line, before, second)


def verdicts(lines, policy):
    """What was written into each row, with the row; all else that is ours aside."""
    rows = [parse(line) for line in score(lines, policy).rows.split(b"\n") if line]
    return sorted(
        repr((row["reward"], row["extracted_answer"], sorted(repr(one) for one in row.items() if one[0] != "mcqa")))
        for row in rows
    )


@settings(fuzz, max_examples=100)
@given(st.lists(raw_lines, min_size=2, max_size=6), st.sampled_from(POLICIES), st.randoms())
def test_no_verdict_depends_on_other_rows_or_their_order(lines, policy, order):
    policy = replace(policy, details=False)
    together = verdicts(lines, policy)
    assert verdicts(order.sample(lines, len(lines)), policy) == together
    assert sorted(one for line in lines for one in verdicts([line], policy)) == together


def test_rows_are_the_same_whatever_the_number_of_workers(mcqa, tmp_path):
    """Some 5 MB of mutated rows and torn lines: more than one process takes for itself."""
    found = random.Random(5)
    lines = []
    size = 0
    while size < 5_000_000:
        line = dumps(found.choice(SAMPLES) | {"pad": "x" * found.randrange(2000)})
        if found.random() < 0.2:
            at = found.randrange(len(line))
            line = line[:at] + bytes([found.randrange(32, 256)]) + line[at + found.randrange(3) :]
        lines.append(line)
        size += len(line)
    (tmp_path / "in.jsonl").write_bytes(b"\n".join(lines))
    written = []
    for jobs in (1, 2, 3):
        out = tmp_path / f"out{jobs}.jsonl"
        done = mcqa("score", tmp_path / "in.jsonl", "-o", out, "-j", jobs, "--json", "--details", "--by", "uuid")
        report = json.loads(done.out) | {"outputs": None}
        written.append((done.status, report, out.read_bytes(), out.with_name(f"out{jobs}_ungraded.jsonl").read_bytes()))
    assert written[0] == written[1] == written[2]
    assert written[0][1]["rows"]["ungraded"] > 10

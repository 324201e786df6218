"""Gates: what may be written, what passes, and that nothing passes on nothing."""

import math

import pytest

from mcqa_cli import gates
from mcqa_cli.errors import UsageError
from mcqa_cli.gates import Gate, apply, check, parse


@pytest.mark.parametrize(
    ("kind", "text", "says"),
    [
        pytest.param("min-accuracy", "", "must be a share", id="nothing"),
        pytest.param("min-accuracy", "high", "must be a share", id="no number"),
        pytest.param("min-accuracy", "nan", "must be a share", id="not a number"),
        pytest.param("min-accuracy", "inf", "must be a share", id="infinite"),
        pytest.param("min-accuracy", "-0.1", "must be a share", id="negative"),
        pytest.param("min-accuracy", "70", "write 70%", id="percent without its sign"),
        pytest.param("min-accuracy", "170%", "between 0 and 1", id="more than all"),
        pytest.param("min-accuracy", "template_id=x", "FIELD=VALUE:LIMIT", id="group without a limit"),
        pytest.param("min-accuracy", "template_id=x:", "must be a share", id="group with an empty limit"),
        pytest.param("min-accuracy", "=x:0.5", "FIELD=VALUE:LIMIT", id="group without a field"),
        pytest.param("min-accuracy", "x:0.5", "FIELD=VALUE:LIMIT", id="value without a field"),
        pytest.param("max-no-answer", "3", "between 0 and 1", id="a count where only shares make sense"),
        pytest.param("max-flips", "1.5", "between 0 and 1", id="half a flip"),
    ],
)
def test_refused_with_the_option_named(kind, text, says):
    with pytest.raises(UsageError) as caught:
        parse(kind, text)
    message = str(caught.value)
    assert message.startswith(f"--{kind} {text}: ")
    assert says in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("kind", "text", "limit", "field", "value", "counts"),
    [
        pytest.param("min-accuracy", "0.7", 0.7, None, None, False, id="fraction"),
        pytest.param("min-accuracy", "66.7%", 0.667, None, None, False, id="percent is the same float"),
        pytest.param("min-accuracy", "1", 1.0, None, None, False, id="one is all"),
        pytest.param("min-accuracy", "template_id=t_1:0.7", 0.7, "template_id", "t_1", False, id="group"),
        pytest.param("max-no-answer", "a.b=x:y=z:5%", 0.05, "a.b", "x:y=z", False, id="value with both signs"),
        pytest.param("max-no-answer", "level=0:0", 0.0, "level", "0", False, id="value and limit zero"),
        pytest.param("max-no-answer", "note=:0.1", 0.1, "note", "", False, id="empty value"),
        pytest.param("max-flips", "12", 12.0, None, None, True, id="count"),
        pytest.param("max-flips", "1%", 0.01, None, None, False, id="share of flips"),
        pytest.param("max-flips", "0", 0.0, None, None, True, id="no flips at all"),
    ],
)
def test_read(kind, text, limit, field, value, counts):
    assert parse(kind, text) == Gate(kind, limit, text, field, value, counts)


@pytest.mark.parametrize(
    ("kind", "text", "figures"),
    [
        pytest.param("min-accuracy", "0.7", {"accuracy": 21 / 30}, id="on the limit from below"),
        pytest.param("min-accuracy", "0", {"accuracy": 0.0}, id="zero may be asked for"),
        pytest.param("max-no-answer", "66.7%", {"no_answer_share": 0.667}, id="on the limit from above"),
        pytest.param("max-flips", "3", {"flips": 3, "flip_share": 0.9}, id="a count is held against the count"),
        pytest.param("max-flips", "10%", {"flips": 900, "flip_share": 0.1}, id="a share against the share"),
        pytest.param("max-drop", "0", {"drop": -0.2}, id="a gain is no drop"),
    ],
)
def test_passes(kind, text, figures):
    assert check(parse(kind, text), figures) is None


@pytest.mark.parametrize(
    ("kind", "text", "figures", "says"),
    [
        pytest.param("min-accuracy", "0.7", {"accuracy": 0.65}, "accuracy is 0.65, below 0.7", id="too low"),
        pytest.param(
            "min-accuracy", "0.7", {"accuracy": 0.69999999}, "is 0.69999999, below 0.7", id="never rounded up"
        ),
        pytest.param("max-no-answer", "5%", {"no_answer_share": 0.1}, "is 0.1, above 0.05", id="too high"),
        pytest.param(
            "min-accuracy", "0", {"accuracy": None}, "there is no accuracy (no rows, or not recorded)", id="no rows"
        ),
        pytest.param("min-accuracy", "0", {"accuracy": math.nan}, "there is no accuracy", id="not a number"),
        pytest.param("max-no-answer", "1", {}, "there is no share", id="figure missing"),
        pytest.param("max-no-answer", "a=b:1", None, "no graded row has a=b", id="group missing"),
        pytest.param(
            "max-flips", "2", {"flips": 3, "flip_share": 0.01}, "number of flips is 3, above 2", id="too many flips"
        ),
        pytest.param(
            "max-flips", "1%", {"flips": 3, "flip_share": 0.3}, "share of flips is 0.3, above 0.01", id="share"
        ),
        pytest.param("max-drop", "1%", {"drop": 0.02}, "is 0.02, above 0.01", id="dropped"),
    ],
)
def test_fails_and_says_gate_value_and_limit(kind, text, figures, says):
    message = check(parse(kind, text), figures)
    assert message is not None
    assert f"--{kind} {text} failed" in message
    assert says in message


def test_every_gate_is_checked_against_its_own_group():
    groups = {("t", "x"): {"accuracy": 0.9}, ("t", "y"): {"accuracy": 0.1}}
    wanted = [parse("min-accuracy", text) for text in ("0.5", "t=x:0.5", "t=y:0.5", "t=z:0.5")]
    made = apply(wanted, {"accuracy": 0.5}, lambda field, value: groups.get((field, value)))
    assert [one["gate"] for one in made] == [
        f"--min-accuracy {text}" for text in ("0.5", "t=x:0.5", "t=y:0.5", "t=z:0.5")
    ]
    assert [one["passed"] for one in made] == [True, True, False, False]
    assert [one["message"] is None for one in made] == [True, True, False, False]
    assert gates.fields(wanted) == ("t",)

"""NeMo Gym rows."""

import pytest

from mcqa_cli.errors import RowError
from mcqa_cli.formats import FORMATS

GYM = FORMATS["gym"]


def item(text, **extra):
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]} | extra


def row_of(*output, **extra):
    return {"responses_create_params": {"input": "Which?"}, "response": {"output": list(output)}} | extra


@pytest.mark.parametrize(
    ("row", "code"),
    [
        pytest.param({"responses_create_params": {}}, "no_response", id="an inputs row"),
        pytest.param({"responses_create_params": {}, "response": None}, "no_response", id="null response"),
        pytest.param({"responses_create_params": {}, "response": "B"}, "no_response", id="response is a string"),
        pytest.param({"responses_create_params": {}, "response": {}}, "no_response", id="no output"),
        pytest.param({"responses_create_params": {}, "response": {"output": None}}, "no_response", id="null output"),
        pytest.param(
            {"responses_create_params": {}, "response": {"output": [], "error": {"message": "x"}}},
            "producer_error",
            id="failed response",
        ),
        pytest.param(row_of(item("B"), _ng_failure_class="judge_failed"), "producer_error", id="a failures file"),
    ],
)
def test_not_readable(row, code):
    assert GYM.matches(row)
    with pytest.raises(RowError) as caught:
        GYM.read(row)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("output", "text", "every", "state"),
    [
        pytest.param([], "", "", "no_assistant_message", id="empty output"),
        pytest.param([{"type": "reasoning", "summary": []}], "", "", "no_assistant_message", id="reasoning only"),
        pytest.param([item("x", role="user")], "", "", "no_assistant_message", id="user message only"),
        pytest.param(["text", None, 3], "", "", "no_assistant_message", id="items that are no objects"),
        pytest.param([item(" B \n")], "B", "B", None, id="one message, trimmed"),
        pytest.param(
            [item("first"), {"type": "function_call"}, item("last")], "last", "firstlast", None, id="tool loop"
        ),
        pytest.param(
            [item("B"), {"type": "function_call_output", "output": "A"}], "B", "B", None, id="tool result last"
        ),
        pytest.param([item("B"), item("A", role="user")], "B", "B", None, id="user message last"),
        pytest.param([item("x", content="plain")], "plain", "plain", None, id="content is a string"),
        pytest.param([item("x", content=None)], "", "", None, id="content is null"),
        pytest.param([item("x", content=[])], "", "", None, id="content is empty"),
        pytest.param(
            [item("x", content=[{"type": "output_text", "text": "a"}, {"type": "output_text", "text": "b"}])],
            "ab",
            "ab",
            None,
            id="parts joined with nothing",
        ),
        pytest.param(
            [item("x", content=[{"type": "refusal", "refusal": "No."}])], "", "", "refusal", id="refusal only"
        ),
        pytest.param(
            [item("x", content=[{"type": "output_text", "text": "B"}, {"type": "refusal", "refusal": "No."}])],
            "B",
            "B",
            None,
            id="refusal beside a text",
        ),
        pytest.param(
            [item("first"), item("x", content=[{"type": "refusal", "refusal": "No."}])],
            "",
            "first",
            "refusal",
            id="refusal after a text",
        ),
        pytest.param(
            [item("x", content=[{"type": "reasoning_text", "text": "A"}, {"type": "output_text", "text": "B"}])],
            "B",
            "B",
            None,
            id="reasoning part",
        ),
        pytest.param([{"role": "assistant", "content": "B"}], "B", "B", None, id="item without a type"),
    ],
)
def test_text(output, text, every, state):
    found = GYM.read(row_of(*output))
    assert (found.text, found.every, found.state) == (text, every, state)


@pytest.mark.parametrize(
    "content",
    [{"text": "B"}, 5, [{"type": "odd", "value": "B"}], [["B"]], [{"type": "output_text", "text": 5}]],
    ids=repr,
)
def test_what_cannot_be_read_is_no_zero(content):
    with pytest.raises(RowError) as raised:
        GYM.read(row_of(item("x", content=content)))
    assert raised.value.code == "no_response"
    assert GYM.read(row_of(item("x", content=content), item("B"))).text == "B"


def test_one_message_is_not_copied():
    found = GYM.read(row_of(item(" B ")))
    assert found.text is found.every


@pytest.mark.parametrize(
    ("response", "truncated"),
    [
        ({}, False),
        ({"status": "completed", "incomplete_details": None}, False),
        ({"status": "incomplete"}, True),
        ({"incomplete_details": {"reason": "max_output_tokens"}}, True),
    ],
)
def test_truncated(response, truncated):
    row = row_of(item("B"))
    row["response"] |= response
    assert GYM.read(row).truncated is truncated


@pytest.mark.parametrize(
    ("request_", "prompt"),
    [
        pytest.param({"input": "Which?"}, "Which?", id="a string"),
        pytest.param(
            {"input": [{"role": "user", "content": "A?"}, {"role": "user", "content": "B?"}]},
            "B?",
            id="last user message",
        ),
        pytest.param(
            {"input": [{"role": "user", "content": [{"type": "input_text", "text": "A?"}]}]}, "A?", id="parts"
        ),
        pytest.param({"input": [{"role": "system", "content": "s"}]}, None, id="no user message"),
        pytest.param({"input": None}, None, id="null"),
        pytest.param(None, None, id="no request"),
    ],
)
def test_prompt(request_, prompt):
    assert GYM.read(row_of(item("B"), responses_create_params=request_)).prompt == prompt


def test_fields(make_row):
    row = make_row(
        "B",
        grading_mode="lenient_boxed",
        template_metadata={"template_id": "t"},
        uuid="u",
        reward=0.5,
        extracted_answer="D",
        _ng_task_index=7,
        _ng_rollout_index=2,
    )
    found = GYM.read(row)
    assert (found.task, found.rollout, found.uuid) == (7, 2, "u")
    assert (found.mode, found.template, found.gold) == ("lenient_boxed", {"template_id": "t"}, "C")
    assert (found.reward, found.letter, found.options) == (0.5, "D", row["options"])


def test_ids_can_always_be_keys(make_row):
    found = GYM.read(make_row("B", _ng_task_index=[1, 2], _ng_rollout_index={"a": 1}))
    assert hash((found.task, found.rollout)) is not None


def test_bare_response_beside_a_gold():
    row = {"response": {"output": [item("Answer: B")]}, "expected_answer": "B"}
    assert GYM.matches(row)
    assert GYM.read(row).text == "Answer: B"

"""`--fields`, and the line about unknown rows that proposes one."""

import pytest

from mcqa_cli.errors import RowError, UsageError
from mcqa_cli.formats import explain_unknown, fields_format

ROW = {
    "qid": "q1",
    "model": {"replies": ["Answer: A", "Answer: B"], "chat": [{"role": "assistant", "content": "Answer: C"}]},
    "key": {"gold": "B"},
    "a": "red",
    "b": "blue",
    "dotted.name": "Answer: D",
}


@pytest.mark.parametrize(
    ("spec", "word"),
    [
        pytest.param("", "name=path", id="nothing"),
        pytest.param("gold=key", "text=PATH", id="no text"),
        pytest.param("text", "name=path", id="no path"),
        pytest.param("text=", "name=path", id="empty path"),
        pytest.param("text=a,answer=b", "'answer'", id="unknown field"),
        pytest.param("text=a,text=b", "twice", id="twice"),
        pytest.param("text=a..b", "empty step", id="empty step"),
    ],
)
def test_wrong_fields(spec, word):
    with pytest.raises(UsageError, match=word):
        fields_format(spec)


@pytest.mark.parametrize(
    ("path", "word"),
    [
        pytest.param("reply", "its keys: qid", id="not there"),
        pytest.param("model", "keys replies, chat", id="an object"),
        pytest.param("n", "a number", id="a number"),
        pytest.param("nested", "nested.0.0", id="a list of lists"),
        pytest.param("model.replies", "model.replies.0", id="several texts"),
        pytest.param("odd", "which is no text", id="objects without a text"),
    ],
)
def test_no_text_at_the_path(path, word):
    with pytest.raises(RowError, match=word) as caught:
        fields_format(f"text={path}").read(ROW | {"n": 3, "nested": [["B"]], "odd": [{"index": 0, "said": "B"}]})
    assert caught.value.code == "no_response"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("model.replies.1", "Answer: B", id="member of a list"),
        pytest.param("model.chat", "Answer: C", id="messages"),
        pytest.param("model.chat.0", "Answer: C", id="one message"),
        pytest.param("dotted.name", "Answer: D", id="a key with dots of its own"),
        pytest.param("response", "Answer: E", id="a Responses object"),
        pytest.param("completion", "Answer: F", id="a Chat Completion"),
    ],
)
def test_text(path, text):
    more = {
        "response": {"output": [{"type": "message", "role": "assistant", "content": "Answer: E"}]},
        "completion": {"choices": [{"message": {"content": "Answer: F"}}]},
    }
    assert fields_format(f"text={path}").read(ROW | more).text == text


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        pytest.param("gold=kye", "no_gold", id="no such key"),
        pytest.param("gold=key.glod", "no_gold", id="no such key in an object"),
        pytest.param("gold=model.replies.7", "no_gold", id="no such member of a list"),
        pytest.param("gold=qid.x", "no_gold", id="a key of a text"),
        pytest.param("options=choises", "no_options", id="no such options"),
        pytest.param("options=x;y", "no_options", id="none of several"),
    ],
)
def test_a_path_that_leads_nowhere_is_told_with_the_keys(spec, code):
    with pytest.raises(RowError, match="its keys: qid, model, key") as caught:
        fields_format(f"text=a,{spec}").read(ROW)
    assert caught.value.code == code
    assert caught.value.message.startswith(f"{spec} is not in this row")


@pytest.mark.parametrize(
    "spec",
    [
        pytest.param("gold=none", id="null: the inputs file may have it"),
        pytest.param("gold=key.gold", id="in an object"),
        pytest.param("gold=dotted.name", id="a key with dots of its own"),
        pytest.param("options=a;x", id="one of several"),
        pytest.param("id=x,mode=y", id="what not every row needs"),
    ],
)
def test_a_path_that_leads_somewhere_is_not(spec):
    fields_format(f"text=a,{spec}").read(ROW | {"none": None})


def test_all_fields():
    row = ROW | {
        "options": ["x"],
        "p": "Which?",
        "m": "robust",
        "t": {"template_id": 1},
        "u": "u1",
        "r": 0.5,
        "l": "A",
        "n": 2,
    }
    spec = "text=dotted.name, gold=key.gold,options=options,id=qid,rollout=n,prompt=p"
    spec += ",mode=m,template=t,uuid=u,reward=r,letter=l"
    found = fields_format(spec).read(row)
    assert (found.gold, found.options, found.task, found.rollout, found.prompt) == ("B", ["x"], "q1", 2, "Which?")
    assert (found.mode, found.template, found.uuid, found.reward, found.letter) == (
        "robust",
        {"template_id": 1},
        "u1",
        0.5,
        "A",
    )


def test_options_from_several_fields():
    assert fields_format("text=dotted.name,options=a;b").read(ROW).options == ["red", "blue"]


def test_any_row_matches():
    assert fields_format("text=a").matches({})


@pytest.mark.parametrize(
    ("row", "word"),
    [
        pytest.param({"custom_id": "q", "method": "POST", "body": {}}, "--inputs", id="batch requests"),
        pytest.param({"opa": "x", "opb": "y", "cop": 1}, "prepare medmcqa", id="raw MedMCQA"),
        pytest.param({"agent_ref": {}, "agent_metrics": {}}, "rollouts file", id="aggregate metrics"),
        pytest.param({}, "none at all", id="no keys"),
        pytest.param({"loss": 0.1}, "text=PATH", id="nothing that looks like a text"),
    ],
)
def test_unknown_row(row, word):
    line = explain_unknown(row)
    assert word in line
    assert "\n" not in line


@pytest.mark.parametrize(
    "row",
    [
        pytest.param({"answer": "B", "outputs": [{"text": "B"}, {"text": "A"}]}, id="one of several samples"),
        pytest.param({"answer": "B", "chat": [{"role": "user", "content": "Which?" * 9}]}, id="a user's message"),
        pytest.param({"answer": "B", "prompt": [{"role": "system", "content": "Be brief." * 9}]}, id="a system prompt"),
        pytest.param({"answer": "B", "model": {"name": "example-7b-instruct-v3"}}, id="the model's name"),
        pytest.param({"answer": "B", "step": {"thinking": "It may be A, or it may be B."}}, id="reasoning"),
    ],
)
def test_never_proposed_as_the_text(row):
    assert "--fields text=" not in explain_unknown(row).replace("--fields text=PATH", "")


def test_rows_within_a_document_are_pointed_at():
    line = explain_unknown({"results": [{"completion": "B"}, {"completion": "A"}], "config": {}})
    assert "jq -c '.results[]' FILE | mcqa score -" in line


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        pytest.param(
            {"qid": 1, "alternatives": ["x"], "key": {"correct_answer": "B"}, "model": {"reply": "B"}},
            "text=model.reply,gold=key.correct_answer,options=alternatives,id=qid",
            id="nested",
        ),
        pytest.param(
            {"question": "Which?", "llm_output": "B", "standard_answer_range": "[['A','x']]", "correct_answer": "B"},
            "text=llm_output,gold=correct_answer,options=standard_answer_range",
            id="a reader's benchmark",
        ),
        pytest.param(
            {"id": 1, "question": "Which?\nA: x\nB: y", "response": "B", "label": 1},
            "text=response,gold=label,id=id,prompt=question",
            id="options in the prompt",
        ),
        pytest.param(
            {"index": 1, "answer": "B", "output": [{"role": "assistant", "content": "B"}]},
            "text=output,gold=answer,id=index",
            id="messages",
        ),
        pytest.param(
            {"content": [{"type": "thinking", "thinking": "A"}, {"type": "text", "text": "B"}], "solution": "B"},
            "text=content,gold=solution",
            id="parts, the first of them reasoning",
        ),
        pytest.param(
            {
                "request": {"messages": [{"role": "user", "content": "Is it \\boxed{A}?"}]},
                "response": {"choices": [{"message": {"content": "B"}}]},
                "solution": "B",
            },
            "text=response,gold=solution",
            id="a response object beside its request",
        ),
    ],
)
def test_proposed_fields_do(row, fields):
    line = explain_unknown(row)
    assert line.endswith(f"--fields {fields}")
    assert fields_format(fields).read(row).text == "B"

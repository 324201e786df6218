"""`traces.jsonl` of verifiers v1: one episode of traces a line, or (0.2) one trace a line."""

from typing import Any

from mcqa_cli.errors import RowError
from mcqa_cli.formats.base import (
    FINISHED_EARLY,
    Format,
    Row,
    as_key,
    as_list,
    as_object,
    embedded,
    first_of,
    last_user_text,
    producer_error,
    record_gold,
    record_options,
    spoken,
)
from mcqa_cli.model import Rollout

CUT_OFF = (
    "max_turns", "max_input_tokens", "max_output_tokens", "max_total_tokens", "compaction_failed", "context_length",
)  # fmt: skip


def matches(row: Row) -> bool:
    """An episode has `traces`; a trace by itself has `nodes` and its `task`."""
    if isinstance(row.get("traces"), list):
        return "env" in row or "task" in row
    return isinstance(row.get("nodes"), list) and "task" in row


def task_data(*tasks: Any) -> Row:
    """Return the data set's record of a task; one that wraps a NeMo Gym row (`row`) is unwrapped."""
    for task in tasks:
        data = task.get("data", task) if isinstance(task, dict) else None
        if isinstance(data, dict) and data:
            inner = embedded(data.get("row"))
            return data | inner if isinstance(inner, dict) else data
    return {}


def task_id(*tasks: Any) -> Any:
    """Return the task's key, else its hash, else its number."""
    for task in tasks:
        if isinstance(task, dict):
            data = task.get("data")
            found = first_of(task, "key", "hash", "idx", "id")
            found = first_of(data, "idx", "id") if found is None and isinstance(data, dict) else found
            if found is not None:
                return found
    return None


def weighed(rewards: Any) -> float | None:
    """Return the producer's reward: the sum of score times weight; None where nothing was scored."""
    if not isinstance(rewards, dict) or not rewards:
        return None
    total = 0.0
    for reward in rewards.values():
        score, weight = (reward.get("score"), reward.get("weight", 1.0)) if isinstance(reward, dict) else (reward, 1.0)
        if not isinstance(score, int | float) or not isinstance(weight, int | float):
            return None
        total += score * weight
    return total


def read_trace(trace: Row, episode: Row) -> Rollout:
    """One rollout: what the model itself said. Raises `RowError`: `producer_error`."""
    errors = trace.get("errors") or trace.get("error")
    if errors and trace.get("ok") is not True:  # errors of earlier attempts stay on a trace that then went well
        raise producer_error(errors[-1] if isinstance(errors, list) else errors)
    asked: list[Row] = []
    said: list[Row] = []
    for node in as_list(trace.get("nodes")):
        message = node.get("message") if isinstance(node, dict) else None
        if not isinstance(message, dict):
            continue
        if node.get("sampled"):
            said.append(message)
        elif not said:
            asked.append(message)
    text, every, state = spoken(said, " ")
    reply = trace.get("root_reply")  # the root agent's own, where others spoke after it
    if isinstance(reply, str):
        text = reply.strip()
    tasks = (trace.get("task"), episode.get("task"))
    data = task_data(*tasks)
    gym = as_object(as_object(trace.get("info")).get("nemo_gym"))
    calls = [call for call in as_list(trace.get("calls")) if isinstance(call, dict) and not call.get("error")]
    request = data.get("responses_create_params")
    prompt = last_user_text(asked)
    if prompt is None and isinstance(request, dict):
        prompt = last_user_text(request.get("input"))
    return Rollout(
        text,
        every,
        state,
        bool(trace.get("is_truncated"))
        or trace.get("stop_condition") in CUT_OFF
        or (bool(calls) and calls[-1].get("finish_reason") in FINISHED_EARLY),
        options=record_options(data),
        gold=first_of(gym, "expected_answer") or record_gold(data),
        mode=data.get("grading_mode"),
        template=data.get("template_metadata"),
        prompt=prompt,
        task=as_key(task_id(*tasks)),
        rollout=as_key(trace.get("id")),
        reward=weighed(trace.get("rewards")),
        letter=gym.get("extracted_answer"),
    )


def read(row: Row) -> Rollout | list[Rollout]:
    """Return the rollouts of an episode. Raises `RowError`: `producer_error`, `no_response`."""
    if "traces" not in row:
        return read_trace(row, {})
    traces = [trace for trace in row["traces"] if isinstance(trace, dict)]
    if not traces:
        if row.get("errors"):
            raise producer_error(row["errors"][-1])
        raise RowError("no_response", "the episode has no trace: the row holds no response")
    found = [read_trace(trace, row) for trace in traces]
    if len(found) == 1:
        return found[0]
    return [one._replace(part=number) for number, one in enumerate(found)]


FORMAT: Format = Format(
    name="verifiers_traces",
    summary="traces.jsonl of verifiers v1: episodes, or single traces; each trace is a rollout.",
    fields={
        "text": "traces[].nodes[] (sampled, role assistant)",
        "options": "task.data (also a Gym row in it), else the prompt",
        "gold": "task.data (also a Gym row in it), else info.nemo_gym",
        "task": "task.key, else task.hash, else task.data.idx",
        "rollout": "the trace's id",
    },
    matches=matches,
    read=read,
)

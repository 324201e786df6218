"""Shared fixtures: `make_row` is the only builder of Gym-shaped rows."""

import pytest


def gym_row(text, gold="C", options="ABCD", **extra):
    """One rollout row. options: a string of letters, or what goes into the row; text: a string or a list of messages."""
    if isinstance(options, str):
        options = [{letter: f"option {letter.lower()}"} for letter in options]
    messages = [text] if isinstance(text, str) else text
    row = {
        "responses_create_params": {"input": [{"role": "user", "content": "Which one?"}]},
        "response": {
            "id": "resp_1",
            "object": "response",
            "status": "completed",
            "output": [
                {
                    "id": f"msg_{number}",
                    "type": "message",
                    "role": "assistant",
                    "content": [{"type": "output_text", "text": part, "annotations": []}],
                }
                for number, part in enumerate(messages)
            ],
        },
        "options": options,
        "expected_answer": gold,
    }
    return row | extra


@pytest.fixture
def make_row():
    return gym_row

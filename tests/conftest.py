"""Shared fixtures: `make_row` is the only builder of Gym-shaped rows."""

import io
import json
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from mcqa_cli import options, prompt, scoring
from mcqa_cli.cli import invoke
from mcqa_cli.splice import edited, splicer

COMPILED = not scoring.__file__.endswith(".py")
# For tests that put something in the place of a part of the code: compiled code does not look its parts up again.
uncompiled = pytest.mark.skipif(COMPILED, reason="replaces a part of the code")


def spliced(made, raw, row, values):
    """The line with a splicer's values set."""
    return edited(raw, made.edits(raw, row, tuple(values)))


def splice(raw, row, values):
    """The same with values by name."""
    return spliced(splicer(tuple(values)), raw, row, values.values())


def gym_row(text, gold="C", options="ABCD", **extra):
    """One rollout row. options: letters, or what goes into the row; text: a string or a list of messages."""
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


def scored_row(task, rollout, letter, gold="A", text=None, listed="\nA: w\nB: x\nC: y\nD: z", **extra):
    """One scored rollout as Gym writes it; extra fields win, and a field given as ... is left out."""
    made = gym_row(text or f"I say {letter}", gold=gold)
    made["responses_create_params"]["input"][0]["content"] = f"Question {task}?{listed}"
    del made["options"]
    made |= {"_ng_task_index": task, "_ng_rollout_index": rollout, "extracted_answer": letter}
    made["reward"] = 1.0 if letter == gold else 0.0
    made |= extra
    return {name: value for name, value in made.items() if value is not ...}


@pytest.fixture
def make_row():
    return gym_row


class Run(NamedTuple):
    """What one command line did: its exit status, and what it wrote."""

    status: int
    out: bytes
    err: str

    @property
    def rows(self):
        return [json.loads(line) for line in self.out.splitlines()]


def write_rows(path, *rows):
    """Write a JSONL file; rows that are bytes go in as they are, line ends included. Returns its name."""
    path.write_bytes(b"".join(row if isinstance(row, bytes) else json.dumps(row).encode() + b"\n" for row in rows))
    return str(path)


def read_rows(path):
    return [json.loads(line) for line in Path(path).read_bytes().splitlines()]


@pytest.fixture
def write(tmp_path):
    """Write rows into a file, a line end after each."""

    def rows_of(*rows, name="rollouts.jsonl"):
        path = tmp_path / name
        path.write_bytes(
            b"".join((one if isinstance(one, bytes) else json.dumps(one).encode()) + b"\n" for one in rows)
        )
        return path

    return rows_of


@pytest.fixture
def graded(write, tmp_path):
    """Score rows with --details and give the graded file."""

    def grade(*rows, options=()):
        path = tmp_path / "graded.jsonl"
        assert invoke(["score", str(write(*rows)), "-o", str(path), "--details", "-q", *options]) == 0
        return path

    return grade


@pytest.fixture
def mcqa(capsysbinary, monkeypatch):
    """Run a command line in this process; `stdin` is what it reads there."""

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsysbinary.readouterr()
        status = invoke([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return Run(status, out, err.decode())

    return run


# Prints the peak memory of the process that runs it, in KiB. Linux hands a parent's `ru_maxrss` on to its children, and
# a test runner's may be large; the peak of the address space proper starts afresh with each program.
PEAK_KIB = """
def peak_kib():
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    except OSError:
        import resource, sys
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
"""


@pytest.fixture(autouse=True)
def no_memory_of_other_tests():
    """Options and prompts are kept for speed: what one test made of them is no business of the next."""
    options._cache.clear()
    prompt._found.cache_clear()

#!/usr/bin/env python3
"""Time `mcqa score` on data made for it, against the least that any tool could do with the same file.

    python benchmarks/speed.py [--rows N] [--quick] [--full] [--only PART,…] [--repeat N] [--markdown]

That least is a loop of orjson loads and dumps over the lines, timed in the same run: it parses and writes each row, and
grades nothing. Every line of the data is unique; where nothing else is said, every fourth asks another question. What
`mcqa` wrote is counted: as many rows as there were, and as many rewards of 1.0 as the data was built to have; otherwise
the exit status is 1. Times are medians, memory is the peak of the largest process. Times vary between machines and
runs, the ratios much less. Measured is the `mcqa` that is installed for this Python: compiled code after
`pip install .`, pure Python after an editable install.

Parts: kinds (of rows; with one worker and with two), modes, join, archives, pipes, growth (10,000 and 100,000 rows;
--full: 1,000,000 too).
"""

import argparse
import importlib.util
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

# -P: what is installed, compiled or not, rather than what stands in the current directory.
PYTHON = [sys.executable, "-P"]
MCQA = [*PYTHON, "-m", "mcqa_cli"]
COMPILED = [*PYTHON, "-c", "from mcqa_cli import scoring; print(not scoring.__file__.endswith('.py'))"]
ROUND_TRIP = [
    *PYTHON,
    "-c",
    "import sys, orjson\n"
    "from mcqa_cli.archives import encoder\n"
    "from mcqa_cli.streams import Source, lines\n"
    "packer = encoder(sys.argv[2])\n"
    "pack = packer.compress if packer else bytes\n"
    "with Source(sys.argv[1]) as source, open(sys.argv[2], 'wb') as out:\n"
    "    for block in source.blocks():\n"
    "        for _, line, _ in lines(block):\n"
    "            out.write(pack(orjson.dumps(orjson.loads(line)) + b'\\n'))\n"
    "    out.write(packer.flush() if packer else b'')\n",
]
TEXT = (
    "the a of to in is that for it as was with be by on not this are or from at which but have an had they you were "
    "their one all we can her has there been if more when will would who so no energy pressure therefore consider "
    "equation enzyme reaction theorem market voltage 3.5 12 x + y = velocity membrane plaintiff neutron tax isotope"
)
WORDS = TEXT.split()
LETTERS = "ABCDEFGHIJ"
TEMPLATES = [
    ("boxed", None, "Put the letter in \\boxed{}.", "\\boxed{%s}"),
    ("answer", None, "End with 'Answer: X'.", "Answer: %s"),
    ("final", r"final choice:\s*([A-J])", "End with 'Final choice: X'.", "Final choice: %s"),
    ("tag", [r"<answer>\s*([A-J])\s*</answer>", r"option\s+([A-J])\b"], "Use <answer> tags.", "<answer>%s</answer>"),
]
MODES = ("strict_single_letter_boxed", "lenient_boxed", "lenient_answer_colon", "lenient_answer_colon_md", "robust")


class Kind(NamedTuple):
    """What rows of a file are like: words of reasoning and of prompt, tokens with log-probabilities, templates.

    rollouts: of each task, one after the other.
    """

    reasoning: int
    prompt: int = 30
    logprobs: int = 0
    templates: int = 4
    rollouts: int = 4


KINDS = {
    "short answers": Kind(6),
    "long reasoning": Kind(900),
    "long prompts": Kind(60, prompt=1500),
    "long prompts, each once": Kind(60, prompt=1500, rollouts=1),
    "log-probabilities": Kind(60, logprobs=60),
    "5,000 templates": Kind(60, templates=5000),
}


class Built(NamedTuple):
    """A file of the benchmark: how many rows it has, and how many of them are answered with the gold letter."""

    path: Path
    rows: int
    correct: int


class Took(NamedTuple):
    """One run: seconds, and peak memory of the largest process in MiB."""

    seconds: float
    peak: float


class Result(NamedTuple):
    """One line of the table."""

    name: str
    rows: int
    size: int
    seconds: float
    ratio: float
    peak: float


# ---- data


def some_words(found: random.Random, count: int) -> str:
    """`count` words, drawn in runs so that long texts are made quickly and still differ."""
    parts: list[str] = []
    while len(parts) < count:
        start = found.randrange(len(WORDS))
        parts += WORDS[start : start + 1 + found.randrange(6)]
    return " ".join(parts[:count])


def tokens(found: random.Random, text: str, count: int) -> list[dict[str, Any]]:
    """Log-probabilities of the first tokens of a text, as the Responses API gives them."""
    return [
        {
            "token": word,
            "bytes": list(word.encode()),
            "logprob": -found.random(),
            "top_logprobs": [{"token": word, "bytes": list(word.encode()), "logprob": -found.random()} for _ in "ab"],
        }
        for word in text.split()[:count]
    ]


def row_of(found: random.Random, number: int, kind: Kind, form: int | None = None) -> tuple[dict[str, Any], bool]:
    """One row, and whether it is answered with its gold letter. form: a template for all rows; None: any."""
    which = found.randrange(kind.templates)
    name, regex, instruction, answer = TEMPLATES[which % len(TEMPLATES) if form is None else form]
    task = number // kind.rollouts
    asked = random.Random(task)
    gold, chosen = asked.choice(LETTERS), found.choice(LETTERS)
    chosen = gold if found.random() < 0.6 else chosen
    choices = [{letter: f"{some_words(asked, 4)} {task}"} for letter in LETTERS]
    listed = "\n".join(f"{letter}: {text}" for choice in choices for letter, text in choice.items())
    prompt = f"{some_words(asked, kind.prompt)} {task}?\n{listed}\n{instruction}"
    text = f"{some_words(found, kind.reasoning)}\n\n{answer % chosen}"
    part: dict[str, Any] = {"annotations": [], "text": text, "type": "output_text"}
    if kind.logprobs:
        part["logprobs"] = tokens(found, text, kind.logprobs)
    message = {"id": f"msg_{number}", "content": [part], "role": "assistant", "status": "completed", "type": "message"}
    template: dict[str, Any] = {"template_id": f"{name}-{which}"}
    if regex is not None:
        template["output_regex"] = regex
    return {
        "uuid": f"task-{task}",
        "responses_create_params": {"input": [{"role": "user", "content": prompt}]},
        "response": {"id": f"resp_{number}", "object": "response", "status": "completed", "output": [message]},
        "options": choices,
        "expected_answer": gold,
        "grading_mode": "lenient_answer_colon" if name == "answer" else "strict_single_letter_boxed",
        "template_metadata": template,
        "metadata": {"category": f"subject {task % 14}"},
        "_ng_task_index": task,
        "_ng_rollout_index": number % kind.rollouts,
    }, chosen == gold


def build(path: Path, rows: int, kind: Kind, *, form: int | None = None, apart: Path | None = None) -> Built:
    """Write a file. apart: an inputs file, for what rollouts are joined with; then the rows lack it."""
    from mcqa_cli.target import Target

    found = random.Random(f"{kind} {form}")
    correct = 0
    with Target(str(path)) as out, Target(str(apart) if apart else os.devnull) as inputs:
        for number in range(rows):
            row, right = row_of(found, number, kind, form)
            correct += right
            if apart is not None:
                response = row.pop("response")
                inputs.write(json.dumps(row).encode() + b"\n")
                kept = ("responses_create_params", "_ng_task_index", "_ng_rollout_index", "expected_answer")
                row = {name: row[name] for name in kept} | {"response": response}
            out.write(json.dumps(row).encode() + b"\n")
        out.publish()
        inputs.publish()
    return Built(path, rows, correct)


def written(path: Path) -> tuple[int, int]:
    """How many rows a scored file has, and how many rewards of 1.0."""
    from mcqa_cli.jsonl import parse
    from mcqa_cli.streams import Source, lines

    rows = correct = 0
    with Source(str(path)) as source:
        for block in source.blocks():
            for _, line, _ in lines(block):
                rows += 1
                correct += parse(line)["reward"] == 1.0
    return rows, correct


# ---- measuring


def timed(command: list[str], *, piped: tuple[Path, Path] | None = None) -> Took:
    """Run a command. piped: it reads this file from a pipe, and writes that one through a pipe."""
    source = target = None
    before, after = subprocess.DEVNULL, subprocess.DEVNULL
    if piped:
        source = subprocess.Popen(["cat", str(piped[0])], stdout=subprocess.PIPE)
        with piped[1].open("wb") as out:
            target = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=out)
        assert source.stdout is not None
        assert target.stdin is not None
        before, after = source.stdout.fileno(), target.stdin.fileno()
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=before, stdout=after)
    if source and source.stdout and target and target.stdin:
        source.stdout.close()
        target.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    for end in (source, target):
        if end is not None:
            end.wait()
    if process.returncode:
        raise SystemExit(f"exit status {process.returncode}: {' '.join(command)}")
    return Took(seconds, usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10))


class Bench:
    """Takes the measurements. repeat: how many times each."""

    def __init__(self, folder: Path, rows: int, repeat: int, progress: Callable[[str], None]) -> None:
        self.folder = folder
        self.rows = rows
        self.repeat = repeat
        self.progress = progress
        self.faults: list[str] = []

    def build(self, name: str, kind: Kind, **named: Any) -> Built:
        """Write a file of `rows` rows."""
        return build(self.folder / name, named.pop("rows", self.rows), kind, **named)

    def compare(self, data: Built, ways: dict[str, list[str]], *, piped: bool = False) -> Iterator[Result]:
        """Time the round trip and each way of scoring a file, turn by turn."""
        suffix = "".join(data.path.suffixes)
        target = self.folder / f"out{suffix}"
        runs: dict[str, list[Took]] = {name: [] for name in ("", *ways)}
        for turn in range(self.repeat):
            runs[""].append(timed([*ROUND_TRIP, str(data.path), str(target)]))
            for name, arguments in ways.items():
                self.progress(name)
                ends = ["-"] if piped else [str(data.path), "-o", str(target)]
                command = [*MCQA, "score", *ends, "-q", *arguments]
                runs[name].append(timed(command, piped=(data.path, target) if piped else None))
                if turn == 0:
                    self.check(name, data, arguments, target)
        base = statistics.median(one.seconds for one in runs[""])
        size = data.path.stat().st_size
        for name in ways:
            seconds = statistics.median(one.seconds for one in runs[name])
            peak = max(one.peak for one in runs[name])
            yield Result(name, data.rows, size, seconds, seconds / base, peak)
        target.unlink()

    def check(self, name: str, data: Built, arguments: list[str], target: Path) -> None:
        """Count what was written. Where another mode than the rows' own was asked for, only rows can be told."""
        rows, correct = written(target)
        told = "--mode" not in arguments or "robust" in arguments or "strict_single_letter_boxed" in arguments
        if rows != data.rows or (told and correct != data.correct):
            self.faults.append(f"{name}: {rows:,} rows, {correct:,} correct; not {data.rows:,}, {data.correct:,}")

    # ---- parts

    def kinds(self) -> Iterator[Result]:
        """Kinds of rows, with one worker and two."""
        for name, kind in KINDS.items():
            data = self.build("in.jsonl", kind)
            yield from self.compare(data, {f"{name}, -j {jobs}": ["-j", str(jobs)] for jobs in (1, 2)})

    def modes(self) -> Iterator[Result]:
        """Each mode on the same rows, which end in a box."""
        data = self.build("in.jsonl", KINDS["long reasoning"], form=0)
        ways = {f"mode {mode}, -j 1": ["--mode", mode, "--no-regex", "-j", "1"] for mode in MODES}
        yield from self.compare(data, ways)

    def join(self) -> Iterator[Result]:
        """Rollouts without options, joined with their inputs file. Its rows come on top of those of the round trip."""
        inputs = self.folder / "joined_materialized_inputs.jsonl"
        data = self.build("joined.jsonl", KINDS["long reasoning"], apart=inputs)
        yield from self.compare(data, {f"with join, -j {jobs}": ["-j", str(jobs)] for jobs in (1, 2)})
        inputs.unlink()

    def archives(self) -> Iterator[Result]:
        """Compressed in and out."""
        for suffix in (".gz", ".zst") if importlib.util.find_spec("zstandard") else (".gz",):
            data = self.build(f"in.jsonl{suffix}", KINDS["long reasoning"])
            yield from self.compare(data, {f"{suffix} in and out, -j {jobs}": ["-j", str(jobs)] for jobs in (1, 2)})

    def pipes(self) -> Iterator[Result]:
        """From a pipe and into one."""
        data = self.build("in.jsonl", KINDS["long reasoning"])
        yield from self.compare(data, {f"through pipes, -j {jobs}": ["-j", str(jobs)] for jobs in (1, 2)}, piped=True)

    def growth(self, sizes: tuple[int, ...]) -> Iterator[Result]:
        """Ever more rows: time must grow in proportion, memory not at all."""
        for rows in sizes:
            data = self.build("in.jsonl", KINDS["short answers"], rows=rows)
            yield from self.compare(data, {f"{rows:,} short answers, -j 1": ["-j", "1"]})


# ---- the table

COLUMNS = ("", "rows", "MB", "seconds", "rows/s", "MB/s", "× round trip", "peak MiB")


def cells(one: Result) -> tuple[str, ...]:
    """A line of the table."""
    size = one.size / 1e6
    return (
        one.name, f"{one.rows:,}", f"{size:,.1f}", f"{one.seconds:.2f}", f"{one.rows / one.seconds:,.0f}",
        f"{size / one.seconds:,.0f}", f"{one.ratio:.2f}", f"{one.peak:.0f}",
    )  # fmt: skip


def table(lines: list[tuple[str, ...]], *, markdown: bool) -> str:
    """The whole table, for a terminal or for a README."""
    if markdown:
        rule = ("---", *("---:",) * (len(COLUMNS) - 1))
        return "\n".join(f"| {' | '.join(line)} |" for line in (COLUMNS, rule, *lines))
    widths = [max(len(line[place]) for line in (COLUMNS, *lines)) for place in range(len(COLUMNS))]
    return "\n".join(
        "  ".join(cell.ljust(width) if not place else cell.rjust(width) for place, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(line, widths, strict=True)) for line in (COLUMNS, *lines))
    )


def main() -> int:
    """Measure and print. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000, metavar="N", help="rows of each file (default: 20000)")
    parser.add_argument("--quick", action="store_true", help="2,000 rows, each measured once: is all in order?")
    parser.add_argument("--full", action="store_true", help="growth up to a million rows")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="how many times each is measured")
    parser.add_argument("--only", metavar="PART,…", help="only these parts")
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    options = parser.parse_args()
    rows, repeat = (min(options.rows, 2000), 1) if options.quick else (options.rows, options.repeat)
    sizes = (1000, 2000) if options.quick else (10_000, 100_000, *((1_000_000,) if options.full else ()))

    def progress(name: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{name}")

    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), rows, repeat, progress)
        parts: dict[str, Callable[[], Iterator[Result]]] = {
            "kinds": bench.kinds,
            "modes": bench.modes,
            "join": bench.join,
            "archives": bench.archives,
            "pipes": bench.pipes,
            "growth": lambda: bench.growth(sizes),
        }
        wanted = options.only.split(",") if options.only else list(parts)
        if not set(wanted) <= set(parts):
            parser.error(f"--only {options.only}: the parts are {', '.join(parts)}")
        lines = [cells(one) for name in wanted for one in parts[name]()]
    progress("")
    print(table(lines, markdown=options.markdown))
    compiled = subprocess.run(COMPILED, capture_output=True, check=True).stdout.strip() == b"True"
    print("\nmeasured: " + ("compiled code" if compiled else "pure Python"))
    for fault in bench.faults:
        print(f"WRONG {fault}")
    return bool(bench.faults)


if __name__ == "__main__":
    sys.exit(main())

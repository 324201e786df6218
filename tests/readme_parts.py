"""The parts of the README that are made from the code: tables between markers, and the output of its commands.

`python tests/readme_parts.py` writes them anew; `test_readme.py` fails when one is not what it would write.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from mcqa_cli.cli import invoke
from mcqa_cli.errors import UNGRADED
from mcqa_cli.formats import FORMATS
from mcqa_cli.formats.fields import FIELDS
from mcqa_cli.model import REASONS, REGEX_FAILURES, RULES
from mcqa_cli.modes import MODES

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"^```(sh|console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARKED = re.compile(r"(<!-- (\w+): [^>]*-->\n).*?(<!-- end -->)", re.DOTALL)
COMMAND = re.compile(r"^\$ ", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block. commands: of a console block, each with the output that is shown below it."""

    language: str
    text: str

    @property
    def commands(self):
        return [tuple(part.split("\n", 1)) for part in COMMAND.split(self.text)[1:]]


def blocks(text):
    return [Block(language, body) for language, body in BLOCK.findall(text)]


def escaped(text):
    return text.replace("|", "\\|").replace("<", "&lt;").replace(">", "&gt;")


def table(titles, rows):
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def in_pairs(words, *titles):
    cells = [(f"`{name}`", escaped(text)) for name, text in words.items()]
    half = (len(cells) + 1) // 2
    cells += [("", "")] * (2 * half - len(cells))
    return table(titles * 2, [left + right for left, right in zip(cells[:half], cells[half:], strict=True)])


def in_line(words, title):
    return f"{title}: " + "; ".join(f"`{name}`, {text}" for name, text in words.items()) + ".\n"


def tables():
    """Every table that is made from the code, by the name of its marker."""
    return {
        "modes": table(
            ("mode", "rule", "a text that it reads as B"),
            [(f"`{name}`", escaped(mode.summary), f"`{mode.example}`".replace("|", "\\|").replace("\n", "⏎"))
             for name, mode in MODES.items()],
        ),
        "formats": table(
            ("format", "what it is"), [(f"`{name}`", escaped(form.summary)) for name, form in FORMATS.items()]
        ),
        "fields": in_line(FIELDS, "Names"),
        "reasons": in_pairs(REASONS, "reason", "meaning"),
        "rules": in_pairs(RULES, "rule", "what decided"),
        "regex_failures": in_line(REGEX_FAILURES, "Of the regex"),
        "ungraded": in_pairs(UNGRADED, "code", "meaning"),
    }  # fmt: skip


@contextlib.contextmanager
def sandbox():
    """A folder with what the README's commands read, as the current one; `mcqa` and `python` are this interpreter's."""
    before, environment = Path.cwd(), dict(os.environ)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        shutil.copytree(ROOT / "sample_data", folder / "sample_data")
        shutil.copy(ROOT / "sample_data" / "rollouts.jsonl", folder)
        (folder / "benchmarks").symlink_to(ROOT / "benchmarks")
        (folder / "bin").mkdir()
        for command, start in (("mcqa", "-m mcqa_cli"), ("python", "")):
            script = folder / "bin" / command
            script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {start} "$@"\n')
            script.chmod(0o755)
        os.environ |= {
            "PATH": f"{folder / 'bin'}:{environment['PATH']}",
            "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        }
        os.environ["PYTHONPATH"] = str(ROOT)
        os.environ.pop("COLUMNS", None)
        os.chdir(folder)
        try:
            for scored in ("scored", "before"):
                assert invoke(["score", "rollouts.jsonl", "--details", "-q", "-o", f"{scored}.jsonl"]) == 0
            yield folder
        finally:
            os.chdir(before)
            os.environ.clear()
            os.environ.update(environment)


def run(command):
    """Run a command in the current folder. Returns its exit status and what it prints, both streams as they come."""
    words = shlex.split(command)
    if words[0] == "mcqa" and not re.search(r"[|><&;]", command):
        return run_here(words[1:])
    done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def run_here(arguments):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = invoke(arguments)
    out.flush()
    return status, out.buffer.getvalue().decode()


def made_anew(text):
    """Return the README with its tables and outputs made anew."""
    made = tables()
    text = MARKED.sub(lambda found: found[1] + made[found[2]] + found[3], text)
    with sandbox():

        def again(found):
            if found[1] != "console":
                return found[0]
            shown = "".join(f"$ {command}\n{run(command)[1]}" for command, _ in Block("console", found[2]).commands)
            return f"```console\n{shown}```"

        return BLOCK.sub(again, text)


if __name__ == "__main__":
    README.write_text(made_anew(README.read_text(encoding="utf-8")), encoding="utf-8")

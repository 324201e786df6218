"""Text from files and names of files: none of it reaches a terminal, rich's markup or a spreadsheet as a command.

One set of files holds hostile text wherever a file can hold text; every command prints it in every form.
"""

import csv
import io
import json
import os
import subprocess
import sys
import unicodedata

import pytest
from conftest import gym_row, write_rows

from mcqa_cli.report.plain import cell
from mcqa_cli.terminal import clean, clean_json

# What a terminal obeys (escape sequences, C1 controls, carriage returns), what turns the direction of a line,
# what starts a line of its own, and what rich and Markdown would take for markup.
HOSTILE = (
    "\x1b[31mred\x1b]0;title\x07 \x9b2J \r\x08\x00\x7f \u202eturned\u2066 \u2028line\u2029 \x85 \u200f\ufeff "
    "[bold]loud[/bold] [/] [link=http://x.example]here[/link] :smile: | `code` *star* <b>"
)
NAME = "na\x1b[31mme\u202e[bold]"  # of a file: no line breaks, no slashes


def unsafe(text):
    """The characters of a text that a terminal does not print as themselves; line feeds are ours."""
    return {
        char for char in text if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
    }


def row(number, text="\\boxed{C}", **extra):
    return gym_row(
        f"{HOSTILE} {text} {HOSTILE}",
        options=[{"A": HOSTILE}, {"B": "green"}, {"C": "blue " + HOSTILE}],
        uuid=f"{number} {HOSTILE}",
        template_metadata={"template_id": HOSTILE, "output_regex": HOSTILE + "(("},
        metadata={"subject": HOSTILE, "=1+1": "=1+1"},
        **extra,
    )


BAD = [
    gym_row("x", gold=HOSTILE),
    gym_row("x", grading_mode=HOSTILE),
    gym_row("x", options={HOSTILE: "x", HOSTILE.upper(): "y"}),
    gym_row("x", options=HOSTILE),
    {"error": HOSTILE, "response": None},
    {HOSTILE: 1},
    {"response": HOSTILE, "options": HOSTILE},
    HOSTILE.encode() + b"\n",
    b'{"a": ' + HOSTILE.encode("utf-8", "surrogatepass") + b"\n",
    b'{"a": "\xff\x1b[31m"}\n',
]


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The files a command may be given, all of them with hostile names, in the current directory."""
    monkeypatch.chdir(tmp_path)
    rows = [row(number, "\\boxed{C}" if number % 3 else "nothing", reward=number % 2) for number in range(6)]
    write_rows(tmp_path / f"{NAME}.jsonl", *rows, *BAD)
    write_rows(tmp_path / f"{NAME}2.jsonl", *rows)
    scored = [
        one
        | {"reward": 1.0, "extracted_answer": HOSTILE}
        | {"mcqa": {"mode": HOSTILE, "rule": HOSTILE, "reason": HOSTILE, "template_id": HOSTILE, "task": HOSTILE}}
        for one in rows
    ]
    write_rows(tmp_path / f"{NAME}3.jsonl", *scored, *BAD)
    medmcqa = {"question": HOSTILE, "opa": HOSTILE, "opb": "b", "opc": "c", "opd": "d", "cop": HOSTILE, "id": HOSTILE}
    write_rows(tmp_path / f"{NAME}4.jsonl", medmcqa, medmcqa | {"cop": 1, "exp": f"Ans. B {HOSTILE}"}, *BAD)
    return tmp_path


COMMANDS = [
    pytest.param(["score", "1", "-o", "out.jsonl"], id="score"),
    pytest.param(["score", "1", "-o", NAME + "/", "--by", "metadata.subject"], id="score into a directory"),
    pytest.param(["score", "1", "-q", "-o", "/dev/null"], id="score, rows left out on standard error"),
    pytest.param(["score", "1", "--strict", "-o", "out.jsonl"], id="score, strict"),
    pytest.param(["score", "1", "-o", "out.jsonl", "--mode", "robust", "--no-regex"], id="score with robust"),
    pytest.param(["score", "1", "-o", "out.jsonl", "--json"], id="score as JSON"),
    pytest.param(["score", "1", "-o", "out.jsonl", "--by", HOSTILE, "--by", "metadata.subject"], id="score by"),
    pytest.param(["score", "2", "-o", "out.jsonl", "--min-accuracy", f"{HOSTILE}=x:0.5"], id="score, gate fails"),
    pytest.param(["score", f"none{NAME}", "-o", "out.jsonl"], id="score, no such file"),
    pytest.param(["score", "1", "-o", f"none{NAME}/out.jsonl"], id="score, no such directory"),
    pytest.param(["score", "1", "--inputs", f"none{NAME}"], id="score, no such inputs"),
    pytest.param(["score", "1", "--inputs", "1", "-o", "out.jsonl"], id="score, bad inputs"),
    pytest.param(["score", "1", "--letters", NAME], id="score, bad letters"),
    pytest.param(["score", "1", "--mode", NAME], id="score, no such mode"),
    pytest.param(["score", "1", "--fields", f"text={NAME}", "-q", "-o", "/dev/null"], id="score, no such field"),
    pytest.param(["score", "1", "--fields", NAME], id="score, fields not understood"),
    pytest.param(["score", "1", "--max-ungraded", NAME], id="score, limit not understood"),
    pytest.param(["score", "1", "--min-accuracy", NAME], id="score, gate not understood"),
    pytest.param([f"--{NAME}"], id="no such option"),
    pytest.param([NAME], id="no such command"),
    pytest.param(["show", "1"], id="show"),
    pytest.param(["show", "1", "--full"], id="show in full"),
    pytest.param(["show", "1", "--json"], id="show as JSON"),
    pytest.param(["show", "1", "--mode", "robust", "--no-regex", "--full"], id="show with robust"),
    pytest.param(["show", "1", "--uuid", NAME], id="show, no such row"),
    pytest.param(["show", "3"], id="show scored"),
    pytest.param(["stats", "3", "--by", "metadata.subject"], id="stats"),
    pytest.param(["stats", "3", "--by", "metadata.subject", "--json"], id="stats as JSON"),
    pytest.param(["stats", "3", "--by", "metadata.subject", "--by", HOSTILE, "--csv"], id="stats as CSV"),
    pytest.param(["stats", "3", "--by", "metadata.subject", "--markdown"], id="stats as Markdown"),
    pytest.param(["stats", "3", "--min-accuracy", f"metadata.subject={HOSTILE}:0.5", "--markdown"], id="stats, gate"),
    pytest.param(["stats", "3", "--min-accuracy", f"metadata.subject={HOSTILE}:2"], id="stats, odd gate"),
    pytest.param(["stats", f"none{NAME}"], id="stats, no such file"),
    pytest.param(["diff", "2", "3", "--by", "metadata.subject"], id="diff"),
    pytest.param(["diff", "2", "3", "--by", "metadata.subject", "--json"], id="diff as JSON"),
    pytest.param(["diff", "2", "3", "--by", "metadata.subject", "--csv"], id="diff as CSV"),
    pytest.param(["diff", "2", "3", "--by", "metadata.subject", "--markdown"], id="diff as Markdown"),
    pytest.param(["diff", "1", f"none{NAME}"], id="diff, no such file"),
    pytest.param(["modes", "1"], id="modes"),
    pytest.param(["modes", "1", "--json"], id="modes as JSON"),
    pytest.param(["formats", "1", "2", "3"], id="formats"),
    pytest.param(["formats", "1", "--json"], id="formats as JSON"),
    pytest.param(["prepare", "medmcqa", "4", "-o", "out.jsonl"], id="prepare"),
    pytest.param(["prepare", "medmcqa", f"none{NAME}", "-o", "out.jsonl"], id="prepare, no such file"),
]
FILES = {"1": f"{NAME}.jsonl", "2": f"{NAME}2.jsonl", "3": f"{NAME}3.jsonl", "4": f"{NAME}4.jsonl"}


def named(arguments):
    return [FILES.get(argument, argument).replace("\x00", "") for argument in arguments]


@pytest.mark.parametrize("arguments", COMMANDS)
def test_nothing_from_a_file_or_a_name_reaches_the_terminal(mcqa, files, arguments):
    done = mcqa(*named(arguments))
    printed = done.out.decode()
    assert unsafe(printed) == set()
    assert unsafe(done.err) == set()
    assert printed or done.err
    if arguments[:3] == ["prepare", "medmcqa", "4"]:  # prints numbers alone
        return
    assert any(escaped in printed + done.err for escaped in ("\\x1b", "\\u001b"))
    assert "Traceback" not in done.err
    if "--json" in arguments or "--csv" in arguments or "--markdown" in arguments or not printed:
        return
    for markup in ("[bold]", "[/]", ":smile:"):  # what rich had taken for markup would be gone
        if arguments[0] == "show" and "--full" in arguments:
            assert markup in printed


def test_colours_are_the_only_escapes_on_a_terminal(files):
    done = subprocess.run(
        [sys.executable, "-m", "mcqa_cli", "show", FILES["1"], "--full"],
        env=os.environ | {"FORCE_COLOR": "1", "TERM": "xterm-256color"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\x1b[1" in done.stdout
    pieces = done.stdout.split("\x1b")
    assert all(piece.startswith("[") and piece[1 : piece.index("m")].replace(";", "").isdigit() for piece in pieces[1:])
    assert unsafe("".join(pieces)) == set()
    assert "\x1b[31mred" not in done.stdout


@pytest.mark.parametrize("command", [["stats", "3"], ["diff", "2", "3"]], ids=["stats", "diff"])
def test_no_cell_is_a_formula(mcqa, files, command):
    rows = [
        row(n) | {"metadata": {"subject": name}} for n, name in enumerate(["=1+1", "+1", "-1", "@x", "\t=1", "＝1"])
    ]
    write_rows(files / FILES["2"], *(one | {"reward": 0.0, "extracted_answer": "A"} for one in rows))
    write_rows(files / FILES["3"], *(one | {"reward": 1.0, "extracted_answer": "C"} for one in rows))
    done = mcqa(*named([*command, "--by", "metadata.subject", "--csv"]))
    table = list(csv.reader(io.StringIO(done.out.decode())))
    shown = [line[1] for line in table if line[0] == "metadata.subject"]
    assert sorted(shown) == sorted(["'=1+1", "'+1", "'-1", "'@x", "\\t=1", "'＝1"])
    assert len({len(line) for line in table}) == 1


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param("=1", "'=1", id="formula"),
        pytest.param("＝1", "'＝1", id="full-width formula"),
        pytest.param("\x1b[31m", "\\x1b[31m", id="escape sequence"),
        pytest.param("a\r\n=1", "a\\r\\n=1", id="a line of its own"),
        pytest.param(-1.5, -1.5, id="a number"),
        pytest.param("a, b", "a, b", id="plain"),
    ],
)
def test_cells(value, shown):
    assert cell(value) == shown


@pytest.mark.parametrize("command", [["stats", "3"], ["diff", "2", "3"]], ids=["stats", "diff"])
def test_markdown_is_not_obeyed(mcqa, files, command):
    name = "a|b *c* _d_ `e` <img src=x> [f](http://x.example) # g\n- h"
    rows = [row(n) | {"metadata": {"subject": name}, "extracted_answer": "A"} for n in range(3)]
    write_rows(files / FILES["2"], *(one | {"reward": 0.0} for one in rows))
    write_rows(files / FILES["3"], *(one | {"reward": 1.0} for one in rows))
    done = mcqa(*named([*command, "--by", "metadata.subject", "--markdown"]))
    shown = done.out.decode()
    if command[0] == "stats":
        assert r"a\|b \*c\* \_d\_ \`e\` &lt;img src=x&gt; \[f\](http://x.example) \# g\\n- h" in shown
    assert "<img" not in shown
    assert "\n- h" not in shown


@pytest.mark.parametrize("value", [HOSTILE, "\ud800", "\U000e0041", "é 答 أ", "a\\u001b", 'quote " \x9b', "\U0001f600"])
def test_json_for_a_terminal_is_the_same_json(value):
    text = json.dumps([value, {value: 1}], ensure_ascii=False)
    safe = clean_json(text)
    assert json.loads(safe) == [value, {value: 1}]
    assert unsafe(safe) == set()
    assert "é" not in value or "é" in safe


def test_what_is_safe_stays_as_it_is():
    for text in ("plain", "é 答 أ 😀", "[bold]", "a\u3000b"):
        assert clean(text) == text

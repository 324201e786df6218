"""Files that hold no JSON at all get one line, not an error for each of theirs. Files with rows are never refused."""

import bz2
import gzip
import json
import lzma
import random
import zipfile

import pytest
import zstandard
from conftest import gym_row, write_rows

from mcqa_cli.sniffing import CUT, what_else

ROW = json.dumps(gym_row("So \\boxed{C}")).encode()
CSV = b"id,question,answer\n1,Which ion?,B\n2,Which gas?,C\n"
BINARY = {
    "Parquet": b"PAR1\x15\x04\x15\x20" + bytes(60),
    "Arrow": b"ARROW1\0\0" + bytes(60),
    "SQLite": b"SQLite format 3\0\x10\0" + bytes(60),
}
TEXT = {
    "CSV": CSV,
    "TSV": CSV.replace(b",", b"\t"),
    "HTML": b"<!DOCTYPE html>\n<html><body>Sign in, please</body></html>\n",
    "UTF-16": ROW.decode().encode("utf-16"),
}


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\n \r\n", id="blank"),
        pytest.param(b"hello\n", id="a word"),
        pytest.param(b"hello, world\nand so on\n", id="prose with a comma"),
        pytest.param(b"a,b\n" + ROW[:40], id="a torn row after what looks like columns"),
        pytest.param(b"id,answer\n1,B\n" + ROW + b"\n", id="a row in a table"),
        pytest.param(b"{'a': 1, 'b': 2}\n{'a': 1, 'b': 2}\n", id="Python dicts"),
        pytest.param(ROW[:-9] + b"\n" + ROW[:-9], id="torn rows only"),
        pytest.param(b"[1, 2]\n[3, 4]\n", id="arrays"),
        pytest.param(b"12\n13\n", id="numbers"),
        pytest.param(b'"a", "b"\nnull\n', id="strings"),
        pytest.param(b"\0" * 50 + b"\n" + ROW, id="zeros before a row"),
        pytest.param(b"\0" * 5000, id="zeros only"),
        pytest.param("Réponse : une pièce à côté de la forêt, près d'ici\n".encode("latin-1") * 9, id="Latin-1"),
        pytest.param("答えはどれですか\n".encode() * 9, id="text of other letters"),
        pytest.param(b"\x1b[31mINFO\x1b[0m done\n" * 9, id="a log in colours"),
        pytest.param(b"\xff\xd8\xff\xe0" * 90 + b"\n" + ROW[:-9] + b"\0" * 40, id="a torn row in bytes of no text"),
        pytest.param(b"\xff\xd8\xff\xe0" * 90 + b"\n" + ROW, id="a row behind bytes of no text"),
        pytest.param(b"\xff\xfea", id="a mark and too little after it"),
        pytest.param(b"\xff\n\xfe\n" + ROW + b"\n", id="bytes that are no text before a row"),
        *[pytest.param(data + b"\n" + ROW + b"\n", id=f"{name} before a row") for name, data in BINARY.items()],
        *[pytest.param(data + b"\n" + ROW + b"\n", id=f"{name} before rows") for name, data in TEXT.items()],
        pytest.param(ROW.decode().encode("utf-16") + b"\n" + ROW + b"\n", id="a line of UTF-16 among rows"),
        pytest.param(b"time,message\nx,y\n" + ROW[:30] + b"x" * CUT, id="a long row behind columns"),
    ],
)
def test_may_hold_rows(head):
    assert what_else(head) is None


@pytest.mark.parametrize(
    ("head", "name"),
    [
        *[pytest.param(data, name, id=name) for name, data in (TEXT | BINARY).items()],
        pytest.param(b"\xef\xbb\xbf" + CSV, "CSV", id="CSV with a byte order mark"),
        pytest.param(CSV.replace(b",", b";").replace(b"\n", b"\r\n"), "CSV", id="CSV with semicolons and returns"),
        pytest.param(b'"id","response"\n"1","It is, I think,\nthe ""B"""\n"2","C"\n', "CSV", id="CSV with quotes"),
        pytest.param(b",question,answer\n0,Which?,B\n", "CSV", id="CSV with an unnamed index"),
        pytest.param(b"id,response\n1," + b"word " * CUT, "CSV", id="CSV with a first row that is cut"),
        pytest.param(b"id,info\n1,\"{\"\"a\"\": 1}\"\n", "CSV", id="CSV with JSON in a cell"),
        pytest.param(b"\n<HTML lang=en>\n", "HTML", id="HTML in capitals"),
        pytest.param(b"<?xml version='1.0'?>\n<rows/>\n", "XML", id="XML"),
        pytest.param(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "Git LFS", id="Git LFS pointer"),
        pytest.param(ROW.decode().encode("utf-16-le"), "UTF-16", id="UTF-16 without a mark"),
        pytest.param(ROW.decode().encode("utf-16-be"), "UTF-16", id="UTF-16, the other order"),
        pytest.param(b"\xfe\xff" + "{\"問\": \"これはどの色ですか\"}".encode("utf-16-be"), "UTF-16", id="few zeros"),
        pytest.param(ROW.decode().encode("utf-32"), "UTF-32", id="UTF-32"),
        pytest.param(b"\x80\x04\x95\x10\0\0\0\0\0\0\0]", "pickle", id="pickle"),
        pytest.param(b"\0\1\0\2" * 50, "binary data", id="zeros between bytes that are no letters"),
        pytest.param(b"\x7fELF\2\1\1\0" + b"GNU libc\nstart\n" * 9, "binary data", id="a program"),
        pytest.param(random.Random(5).randbytes(4000), "binary data", id="random bytes"),
        pytest.param(bytes(257) + b"ustar\0" + bytes(200), "tar", id="tar"),
    ],
)  # fmt: skip
def test_is_something_else(head, name):
    found = what_else(head)
    assert name in found
    assert ", not JSONL: " in found
    assert "\n" not in found


@pytest.mark.parametrize("command", ["score", "stats", "formats", "modes"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_a_command_says_so_in_one_line(mcqa, tmp_path, command, pack):
    path = tmp_path / "t.csv"
    path.write_bytes(pack(CSV))
    done = mcqa(command, path)
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(f"mcqa: {path}: is CSV, not JSONL: write each row as one JSON object")
    assert done.err.count("\n") == 1


def test_nothing_is_graded_before_all_files_are_looked_at(mcqa, tmp_path):
    (tmp_path / "t.csv").write_bytes(CSV)
    good = write_rows(tmp_path / "good.jsonl", ROW)
    done = mcqa("score", good, tmp_path / "t.csv", "-o", tmp_path / "out.jsonl")
    assert (done.status, (tmp_path / "out.jsonl").exists()) == (2, False)


# --- compressed files are read by their content


PACKS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "zst": zstandard.ZstdCompressor().compress}


@pytest.mark.parametrize("name", ["rows.jsonl", "rows", "rows.jsonl.gz", "rows.jsonl.bz2"])
@pytest.mark.parametrize("kind", [*PACKS, "not compressed"])
@pytest.mark.parametrize("body", [ROW + b"\n", b"[" + ROW + b"]"], ids=["lines", "array"])
def test_a_name_that_lies_costs_nothing(mcqa, tmp_path, name, kind, body):
    path = tmp_path / name
    path.write_bytes(PACKS.get(kind, bytes)(body))
    done = mcqa("score", path, "-q")
    assert (done.status, [row["reward"] for row in done.rows]) == (0, [1.0])
    right = name.rpartition(".")[2] == kind or (kind == "not compressed" and not name.endswith(("gz", "bz2")))
    assert done.err == ("" if right else f"mcqa: {path}: is {kind}, whatever its name says, and was read as that\n")


def test_a_line_that_begins_as_gzip_data_does_is_a_bad_line(mcqa, tmp_path):
    path = write_rows(tmp_path / "rows.jsonl", b"\x1f\x8b\x08\n", ROW + b"\n")
    done = mcqa("score", path, "-q")
    assert (done.status, len(done.rows)) == (1, 1)


def test_a_zip_archive_without_its_suffix_is_read(mcqa, tmp_path):
    path = tmp_path / "rows"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("rows.jsonl", ROW + b"\n")
    assert len(mcqa("score", path, "-q").rows) == 1


@pytest.mark.parametrize("kind", [*PACKS, "not compressed"])
def test_standard_input_is_told_by_its_first_bytes(mcqa, kind):
    done = mcqa("score", "-q", stdin=PACKS.get(kind, bytes)(ROW + b"\n" + ROW + b"\n"))
    assert (done.status, [row["reward"] for row in done.rows], done.err) == (0, [1.0, 1.0], "")


@pytest.mark.parametrize("kind", PACKS)
def test_an_inputs_file_is_told_by_its_first_bytes(mcqa, tmp_path, kind):
    task = {"uuid": "u1", "options": [{"A": "x"}, {"B": "y"}], "expected_answer": "B"}
    (tmp_path / "tasks.jsonl").write_bytes(PACKS[kind](json.dumps(task).encode() + b"\n"))
    row = gym_row("So \\boxed{B}", gold=None, options=None, uuid="u1")
    done = mcqa("score", write_rows(tmp_path / "rows.jsonl", row), "--inputs", tmp_path / "tasks.jsonl", "-q")
    assert (done.status, [row["reward"] for row in done.rows]) == (0, [1.0])


def test_a_cut_off_inputs_file_is_refused_as_a_whole(mcqa, tmp_path):
    (tmp_path / "tasks.jsonl.gz").write_bytes(gzip.compress(ROW * 50)[:-12])
    done = mcqa("score", write_rows(tmp_path / "rows.jsonl", ROW), "--inputs", tmp_path / "tasks.jsonl.gz")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "is cut off here; half an inputs file would" in done.err
    assert "is graded" not in done.err


@pytest.mark.parametrize(
    ("data", "name"),
    [
        pytest.param(random.Random(5).randbytes(4000), "binary data", id="random bytes"),
        pytest.param(b"PAR1\x15\x04\x15\x20" + bytes(60), "Parquet", id="Parquet"),
        pytest.param(CSV * (CUT // len(CSV) + 1), "CSV", id="a long table"),
    ],
)
def test_no_json_at_all_on_standard_input(mcqa, data, name):
    done = mcqa("score", stdin=data)
    assert (done.status, done.out, done.err.count("\n")) == (2, b"", 1)
    assert done.err.startswith(f"mcqa: <stdin>: is {name}, not JSONL: ")


def test_a_short_line_from_a_pipe_may_be_followed_by_rows(mcqa):
    assert mcqa("score", "-q", stdin=CSV + ROW + b"\n").status == 1

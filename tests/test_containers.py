"""Files that hold rows, but not one a line."""

import bz2
import gzip
import json
import struct
import zipfile
import zlib

import pytest
import zstandard

from mcqa_cli import containers
from mcqa_cli.containers import (
    Container,
    JsonCutter,
    document_rows,
    is_json_document,
    kind_of_file,
    one_line,
    open_source,
)
from mcqa_cli.errors import UsageError
from mcqa_cli.streams import Source


def rows_of(path):
    with open_source(str(path)) as source:
        rows = [line for block in source.blocks() for line in (block.data + block.end).split(b"\n") if line]
        return rows, source.damage


def write_zstd_member(archive, name, data):
    """Add a member as inspect does: method 93, which `zipfile` cannot write before Python 3.14."""
    packed = zstandard.ZstdCompressor().compress(data)
    info = zipfile.ZipInfo(name)
    archive.writestr(info, packed)
    info.compress_type, info.CRC, info.file_size = containers.ZIP_ZSTD, zlib.crc32(data), len(data)


LOG = {
    "version": 2,
    "status": "success",
    "eval": {"task": "colours", "dataset": {"samples": 2}},
    "results": {"scores": []},
    "samples": [{"id": 1, "epoch": 1, "target": "A"}, {"id": 1, "epoch": 2, "target": "A"}],
    "reductions": [{"samples": [{"value": 1}]}],
}


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"", id="empty file"),
        pytest.param(b'{"a": 1}\n{"a": 2}\n', id="rows one a line"),
        pytest.param(b'{"samples": [{"x": 1}]}\n', id="a row with samples of its own"),
        pytest.param(b'[1, 2]\n{"id": 5}\n', id="a row that is an array of numbers"),
        pytest.param(b'[{"a": 1}]\n{"id": 5}\n', id="a row that is an array of objects, more rows after it"),
        pytest.param(b'"text"\n', id="a row that is a string"),
        pytest.param(b"A: red\nB: blue\n", id="no JSON"),
        pytest.param(b'{\n{"a": 1}\n', id="a row torn after its first byte"),
    ],
)
def test_is_no_document(head):
    assert not is_json_document(head)


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b'[{"a": 1}, {"a": 2}]\n', id="array on one line"),
        pytest.param(b'\xef\xbb\xbf [ {"a": 1}', id="array after a byte order mark, end not in sight"),
        pytest.param(b'[\n  {\n    "a": 1\n  }\n]', id="array laid out"),
        pytest.param(b'[{"a": 1},\n{"a": 2}\n]', id="array with a row a line"),
        pytest.param(b'["total", {"a": 1}]', id="array that begins with a stray string"),
        pytest.param(b'{\n  "a": 1\n}\n', id="object over several lines"),
        pytest.param(json.dumps(LOG).encode(), id="log on one line"),
    ],
)
def test_is_document(head):
    assert is_json_document(head)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param('[{"a": 1}, "total", 3]', ['{"a": 1}', '"total"', "3"], id="members of any kind"),
        pytest.param("[]", [], id="empty array"),
        pytest.param('[\n {"a":\n   [1,\n    2]}\n]', ['{"a":[1,2]}'], id="layout goes"),
        pytest.param('[{"a": "x, ]} \\" \\\\"}]', ['{"a": "x, ]} \\" \\\\"}'], id="brackets and quotes in strings"),
        pytest.param(
            '[{"a": 1.50e1, "b": NaN, "c": "\\u00e9\\/"}]',
            ['{"a": 1.50e1, "b": NaN, "c": "\\u00e9\\/"}'],
            id="spelling stays",
        ),
        pytest.param('{\n "a": 1\n}\n{\n "a": 2\n}\n', ['{"a": 1}', '{"a": 2}'], id="objects one after another"),
        pytest.param(
            json.dumps(LOG, indent=2),
            ['{"id": 1,"epoch": 1,"target": "A"}', '{"id": 1,"epoch": 2,"target": "A"}'],
            id="samples of a log",
        ),
        pytest.param('{"version": 2, "status": "error", "eval": {}}', [], id="log without samples"),
        pytest.param('[{"a": 1}]\n[{"a": 2}]\n', ['{"a": 1}', '{"a": 2}'], id="arrays one after another"),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_document_rows(text, rows, size):
    data = text.encode()
    chunks = iter([data[start : start + size] for start in range(0, len(data), size)])
    assert [row.decode() for row in document_rows(chunks)] == rows


def test_line_breaks_inside_broken_strings_stay():
    assert one_line(b'{"a": "x\ny",\n "b": 1}') == b'{"a": "x\ny","b": 1}'


@pytest.mark.parametrize("text", ['[{"a": 1}, {"a": ', '[{"a": 1}, {"a": "x', '[{"a": 1},', '[{"a": 1}'])
def test_cut_off_array_gives_its_whole_rows_and_says_so(tmp_path, text):
    path = tmp_path / "results.json"
    path.write_text(text)
    rows, damage = rows_of(path)
    assert rows == [b'{"a": 1}']
    assert damage.line == 2
    assert damage.error.code == "damaged_input"


def test_blocks_number_their_rows(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps([{"a": number} for number in range(10)]))
    with open_source(str(path)) as source:
        blocks = list(source.blocks(20))
    assert [block.first for block in blocks] == [1, 4, 7, 10]
    assert b"\n".join(block.data for block in blocks).count(b"\n") == 9


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress)])
def test_packed_array(tmp_path, suffix, pack):
    path = tmp_path / f"results.json{suffix}"
    path.write_bytes(pack(json.dumps([{"a": 1}, {"a": 2}], indent=1).encode()))
    assert rows_of(path) == ([b'{"a": 1}', b'{"a": 2}'], None)


def test_zip_of_results(tmp_path):
    path = tmp_path / "results.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("eval/business_result.json", json.dumps([{"a": 1}, "total"]))
        archive.writestr("__MACOSX/eval/._business_result.json", b"\0\5\x16\7")
        archive.writestr("eval/more.jsonl", '{"a": 2}\r\n\n{"a": 3}\n')
        archive.writestr("eval/notes.txt", "none")
    assert rows_of(path) == ([b'{"a": 1}', b'"total"', b'{"a": 2}', b'{"a": 3}'], None)


def test_zip_without_rows_is_refused(tmp_path):
    path = tmp_path / "results.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("notes.txt", "none")
    with pytest.raises(UsageError, match=r"no \.json or \.jsonl"):
        rows_of(path)


@pytest.fixture
def log(tmp_path):
    """An `.eval` log with one stored, one deflated and one zstd sample."""
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_journal/start.json", "{}")
        archive.writestr("samples/q1_epoch_1.json", json.dumps({"id": "q1", "epoch": 1}, indent=2), zipfile.ZIP_STORED)
        archive.writestr("samples/q1_epoch_2.json", json.dumps({"id": "q1", "epoch": 2}, indent=2))
        write_zstd_member(archive, "samples/q2_epoch_1.json", json.dumps({"id": "q2", "epoch": 1}, indent=2).encode())
        archive.writestr("summaries.json", "[]")
        archive.writestr("header.json", "{}")
    return path


def test_eval_log(log):
    rows, damage = rows_of(log)
    assert [json.loads(row) for row in rows] == [
        {"id": "q1", "epoch": 1},
        {"id": "q1", "epoch": 2},
        {"id": "q2", "epoch": 1},
    ]
    assert damage is None


def test_eval_log_without_zstd_says_what_to_install(log, monkeypatch):
    def absent(path):
        raise UsageError("not installed")

    monkeypatch.setattr(containers, "decoder", absent)
    with pytest.raises(UsageError, match=r"mcqa-cli\[zstd\]"):
        rows_of(log)


def test_damaged_member_is_told(log):
    data = bytearray(log.read_bytes())
    with zipfile.ZipFile(log) as archive:
        info = archive.getinfo("samples/q2_epoch_1.json")
    start = info.header_offset + 30 + sum(struct.unpack_from("<HH", data, info.header_offset + 26))
    data[start + 12] ^= 0xFF
    log.write_bytes(data)
    rows, damage = rows_of(log)
    assert len(rows) == 2
    assert "q2_epoch_1.json" in damage.error.message


def test_torn_archive_is_refused(log):
    log.write_bytes(log.read_bytes()[:200])
    with pytest.raises(UsageError, match="no whole zip archive"):
        rows_of(log)


def test_plain_lines_stay_with_the_plain_reader(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": 1}\n')
    assert kind_of_file(str(path)) is None
    with open_source(str(path)) as source:
        assert isinstance(source, Source)
    path.write_text('[{"a": 1}]')
    with open_source(str(path)) as source:
        assert isinstance(source, Container)


def test_values_are_cut_at_their_end():
    scanner = JsonCutter(iter([b' 12 , {"a": "', b'}"} ,true ']))
    found = []
    while scanner.peek():
        if not scanner.take(b","):
            found.append(scanner.value())
    assert found == [b"12", b'{"a": "}"}', b"true"]

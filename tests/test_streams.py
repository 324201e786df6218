import bz2
import gzip
import io
import lzma
import os
import subprocess
import sys
import threading

import pytest
from conftest import PEAK_KIB
from hypothesis import given
from hypothesis import strategies as st

from mcqa_cli import streams
from mcqa_cli.archives import encoder
from mcqa_cli.errors import UsageError
from mcqa_cli.streams import STDIN, Block, Source, lines

zstandard = pytest.importorskip("zstandard")

# Random enough to fill several blocks of every compressor, so that damage in the middle leaves something before it.
ROWS = [f'{{"i": {number}, "x": "{pow(7, number, 10**60 + 7)}"}}'.encode() for number in range(20_000)]
BODY = b"".join(row + b"\n" for row in ROWS)
PACK = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor(write_checksum=True).compress,
}
PACKED = {suffix: pack(BODY) for suffix, pack in PACK.items()}
every_archive = pytest.mark.parametrize("suffix", PACK)


def read(path, size=1 << 16):
    """Everything that a source gives: the lines, and the source itself."""
    with Source(str(path)) as source:
        return [line for block in source.blocks(size) for line in lines(block)], source


@pytest.fixture
def archive(tmp_path):
    def build(suffix, data):
        path = tmp_path / f"rows.jsonl{suffix}"
        path.write_bytes(data)
        return path

    return build


# ---- lines


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"", [], id="empty file"),
        pytest.param(b"\n\r\n \t\n  ", [], id="blank lines only"),
        pytest.param(b"\xef\xbb\xbf", [], id="byte order mark only"),
        pytest.param(b"\xef\xbb\xbfa\nb\n", [(1, b"a", b"\n"), (2, b"b", b"\n")], id="byte order mark"),
        pytest.param(b"\xef\xbb\xbfa", [(1, b"a", b"")], id="byte order mark, no line end"),
        pytest.param(b"a\n\xef\xbb\xbfb\n", [(1, b"a", b"\n"), (2, b"\xef\xbb\xbfb", b"\n")], id="mark further down"),
        pytest.param(b"a\n\n \nb\n", [(1, b"a", b"\n"), (4, b"b", b"\n")], id="numbers count blank lines"),
        pytest.param(b"a\r\nb\r\n", [(1, b"a", b"\r\n"), (2, b"b", b"\r\n")], id="CRLF"),
        pytest.param(b"a\nb\r\n", [(1, b"a", b"\n"), (2, b"b", b"\r\n")], id="mixed line ends"),
        pytest.param(b"a\nb", [(1, b"a", b"\n"), (2, b"b", b"")], id="no line end at the end"),
        pytest.param(b"a\n  ", [(1, b"a", b"\n")], id="blanks at the end"),
        pytest.param(b"a\rb\n", [(1, b"a\rb", b"\n")], id="a lone carriage return is data"),
        pytest.param("a\u2028\u0085\x0b\n".encode(), [(1, "a\u2028\u0085\x0b".encode(), b"\n")], id="other separators"),
    ],
)
@pytest.mark.parametrize("size", [1, 4, 1 << 20])
def test_lines(tmp_path, data, expected, size):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(data)
    assert read(path, size)[0] == expected


@given(st.lists(st.sampled_from([b"a", b"\n", b"\r\n", b"\r", b" ", b"{}", b"\n\n"])), st.integers(1, 9))
def test_nothing_but_blank_lines_is_lost(tmp_path_factory, parts, size):
    data = b"".join(parts)
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    path.write_bytes(data)
    found = read(path, size)[0]
    kept = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    assert [(number, (line + end).removesuffix(b"\n")) for number, line, end in found] == kept


def test_a_block_can_be_taken_apart_elsewhere():
    assert list(lines(Block(7, b"a\n\nb\r", b"\n"))) == [(7, b"a", b"\n"), (9, b"b", b"\r\n")]


def test_position_and_size(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"a\nb\n")
    _, source = read(path)
    assert source.tell_raw() == source.total == 4


# ---- archives


@every_archive
def test_archives(archive, suffix):
    found, source = read(archive(suffix, PACKED[suffix]))
    assert [line for _, line, _ in found] == ROWS
    assert source.damage is source.warning is None
    assert source.tell_raw() == source.total == len(PACKED[suffix])


@every_archive
def test_several_members_are_one_file(archive, suffix):
    pack = PACK[suffix]
    found, source = read(archive(suffix, pack(b"a\nb") + pack(b"") + pack(b"c\n") + pack(b"d\n")))
    assert found == [(1, b"a", b"\n"), (2, b"bc", b"\n"), (3, b"d", b"\n")]
    assert source.damage is None


@every_archive
def test_an_empty_member_is_an_empty_file(archive, suffix):
    found, source = read(archive(suffix, PACK[suffix](b"")))
    assert found == []
    assert source.damage is None


@every_archive
def test_what_the_encoder_writes_is_read_the_same_every_time(archive, suffix):
    def packed():
        writer = encoder("x" + suffix)
        return writer.compress(BODY[:1000]) + writer.compress(BODY[1000:]) + writer.flush()

    assert packed() == packed()
    assert [line for _, line, _ in read(archive(suffix, packed()))[0]] == ROWS


def test_no_encoder_for_plain_files():
    assert encoder("rows.jsonl") is None


@every_archive
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 1.0])
def test_cut_off(archive, suffix, share):
    packed = PACKED[suffix]
    found, source = read(archive(suffix, packed[: int(len(packed) * share) - (share == 1.0)]))
    count = len(found)
    assert [line for _, line, _ in found] == ROWS[:count]
    assert source.damage.error.code == "damaged_input"
    assert source.damage.line == count + 1
    assert BODY.startswith(b"".join(line + end for _, line, end in found) + source.damage.partial)
    assert share < 0.9 or count > len(ROWS) // 2


@every_archive
def test_damage_in_the_last_bytes_costs_no_row_before_it(archive, suffix):
    # The checksum is read in one call with the last rows: they must not be lost with it.
    packed = bytearray(PACK[suffix](b"a\nb\nc"))
    place = {".gz": -8, ".bz2": -5, ".xz": -24, ".zst": -1}[suffix]
    packed[place] ^= 0x55
    found, source = read(archive(suffix, bytes(packed)))
    assert found == [(1, b"a", b"\n"), (2, b"b", b"\n")]
    assert (source.damage.line, source.damage.partial) == (3, b"c")


@every_archive
def test_damage_in_a_later_member(archive, suffix):
    packed = PACKED[suffix] + PACK[suffix](b"a\nb\n")[:-1]
    found, source = read(archive(suffix, packed))
    assert [line for _, line, _ in found[: len(ROWS)]] == ROWS
    assert source.damage.line == len(found) + 1


@every_archive
def test_damage_in_the_middle_keeps_the_rows_before_it(archive, suffix):
    packed = bytearray(PACKED[suffix])
    place = len(packed) * 7 // 10
    packed[place : place + 400] = bytes(400)
    found, source = read(archive(suffix, bytes(packed)))
    assert source.damage is not None
    least = {".gz": 0.65, ".bz2": 0.5, ".xz": 0.65, ".zst": 0.6}[suffix]  # the bigger the blocks, the less
    count = int(len(ROWS) * least)
    assert [line for _, line, _ in found[:count]] == ROWS[:count]


@every_archive
@pytest.mark.parametrize("data", [b"", b"x", b'{"a": 1}\n' * 9], ids=["no bytes", "one byte", "plain rows"])
def test_no_archive_at_all(archive, suffix, data):
    found, source = read(archive(suffix, data))
    assert found == []
    assert (source.damage.line, source.damage.partial) == (1, b"")


@pytest.mark.parametrize(
    ("suffix", "junk", "damaged", "warned"),
    [
        pytest.param(".gz", bytes(700), False, False, id="gzip, zeros"),
        pytest.param(".gz", bytes(300_000) + gzip.compress(b"b\n"), False, False, id="gzip, zeros, then a member"),
        pytest.param(".gz", b"junk", False, True, id="gzip, junk"),
        pytest.param(".gz", b"\x1f", False, True, id="gzip, half a magic number"),
        pytest.param(".gz", b"\x1f\x8b\x08", True, False, id="gzip, a member cut off in its header"),
        pytest.param(".bz2", b"junk", False, True, id="bzip2, junk"),
        pytest.param(".xz", bytes(8), False, False, id="xz, padding"),
        pytest.param(".xz", b"junk", True, False, id="xz, junk"),
        pytest.param(".zst", b"junk", True, False, id="zstd, junk"),
    ],
)
def test_what_follows_the_end(archive, suffix, junk, damaged, warned):
    found, source = read(archive(suffix, PACK[suffix](b"a\n") + junk))
    assert [line for _, line, _ in found] == ([b"a", b"b"] if len(junk) > 1000 else [b"a"])
    assert (source.damage is not None) is damaged
    assert (source.warning is not None) is warned


def test_an_archive_in_a_pipe(tmp_path):
    path = tmp_path / "rows.jsonl.gz"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=[PACKED[".gz"]])
    writer.start()
    found, source = read(path)
    writer.join()
    assert [line for _, line, _ in found] == ROWS
    assert source.total is None


def test_a_bomb_is_taken_in_small_pieces(archive):
    for suffix in (".gz", ".zst"):
        path = archive(suffix, PACK[suffix](b"{}\n" * (12 << 20)))
        with Source(str(path)) as source:
            assert max(len(block.data) for block in source.blocks(1 << 16)) <= 17 << 20


def test_zstd_without_its_package(archive, monkeypatch):
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(UsageError, match=r"mcqa-cli\[zstd\]"):
        Source(str(archive(".zst", b"")))
    with pytest.raises(UsageError, match=r"mcqa-cli\[zstd\]"):
        encoder("x.zst")


# ---- opening


def test_not_there(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        Source(str(tmp_path / "rows.jsonl"))


def test_a_directory(tmp_path):
    with pytest.raises(UsageError, match="is a directory"):
        Source(str(tmp_path))


def test_an_impossible_name():
    with pytest.raises(UsageError, match="cannot be read"):
        Source("a\0b")


def test_a_read_that_fails(tmp_path, monkeypatch):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"a\n")

    class Broken:
        def read(self, size):
            raise OSError(5, "Input/output error")

    with Source(str(path)) as source:
        monkeypatch.setattr(source, "_raw", Broken())
        with pytest.raises(UsageError, match="input/output error"):
            list(source.blocks())
        monkeypatch.undo()


# ---- real processes

READER = f"""
{PEAK_KIB}
import sys
from mcqa_cli.streams import Source, lines
with Source(sys.argv[1]) as source:
    for block in source.blocks():
        for number, line, end in lines(block):
            print(source.name, number, len(line), flush=True)
    print(source.total, peak_kib())
"""


def reader(path, **options):
    return subprocess.Popen([sys.executable, "-c", READER, path], stdout=subprocess.PIPE, **options)


def test_standard_input_from_a_slow_producer_is_read_as_it_comes():
    with reader("-", stdin=subprocess.PIPE) as process:
        process.stdin.write(b"a\nbc\nd")
        process.stdin.flush()
        assert process.stdout.readline() == f"{STDIN} 1 1\n".encode()
        assert process.stdout.readline() == f"{STDIN} 2 2\n".encode()
        process.stdin.write(b"ef\n")
        process.stdin.close()
        assert process.stdout.read().startswith(f"{STDIN} 3 3\nNone ".encode())


def test_standard_input_from_a_file_has_a_size(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"a\n")
    with path.open("rb") as stream, reader("-", stdin=stream) as process:
        assert process.stdout.read().startswith(f"{STDIN} 1 1\n2 ".encode())


def test_a_huge_line_costs_a_small_multiple_of_itself(tmp_path):
    path = tmp_path / "rows.jsonl"
    with path.open("wb") as stream:
        for _ in range(100):
            stream.write(b"x" * (1 << 20))
        stream.write(b"\nend\n")
    with reader(str(path)) as process:
        first, second, last = process.stdout.read().decode().splitlines()
    assert first == f"{path} 1 {100 << 20}"
    assert second == f"{path} 2 3"
    assert int(last.split()[1]) < 450 << 10


def test_standard_input_of_a_test_runner(monkeypatch):
    class Stdin:
        buffer = io.BytesIO(b"a\nb")

    monkeypatch.setattr(streams.sys, "stdin", Stdin)
    assert read("-")[0] == [(1, b"a", b"\n"), (2, b"b", b"")]


def test_standard_input_closed(monkeypatch):
    monkeypatch.setattr(streams.sys, "stdin", None)
    with pytest.raises(UsageError, match="standard input is closed"):
        Source("-")

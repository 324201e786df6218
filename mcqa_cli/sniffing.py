"""What a file is that holds no JSON at all, told by its first bytes: one line for it, not an error for each line.

Pure: bytes in, words out. A file with one row, however many bad lines stand around it, is never spoken of here.
"""

import csv
import re
from typing import Final

from mcqa_cli.jsonl import is_object

ROWS: Final = "write each row as one JSON object on a line"
AS_ROWS: Final = ROWS + " (pandas: {}(…).to_json(…, orient='records', lines=True))"
UNPACK: Final = "unpack it, and name the file of rows in it"

# First bytes of binary files that people keep rows in, or take for such.
BINARY: Final[tuple[tuple[bytes, str, str], ...]] = (
    (b"PAR1", "Parquet", AS_ROWS.format("read_parquet")),
    (b"ARROW1\0\0", "Arrow", AS_ROWS.format("read_feather")),
    (b"\xff\xff\xff\xff", "Arrow", "write its rows as JSON lines (datasets: Dataset.from_file(…).to_json(…))"),
    (b"SQLite format 3\0", "an SQLite database", "write the rows of a table as JSON, one object a line"),
    (b"\x89HDF\r\n", "HDF5", AS_ROWS.format("read_hdf")),
    (b"\x93NUMPY", "a NumPy array", ROWS),
    (b"%PDF-", "a PDF", "name the file that holds the rollouts"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
)  # fmt: skip
# The same for compressed files, with more bytes than a line of text may begin with by chance; by suffix.
COMPRESSED: Final[dict[str, re.Pattern[bytes]]] = {
    ".gz": re.compile(rb"\x1f\x8b\x08"),
    ".bz2": re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"),
    ".xz": re.compile(rb"\xfd7zXZ\0"),
    ".zst": re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"),
}
FIRST_BYTES: Final = frozenset(bytes([byte]) for byte in (*b"\x1f\x42\xfd\x28", *range(0x50, 0x60)))
MAGIC_LENGTH: Final = 10  # bytes; as many as any of these patterns looks at
PICKLE: Final = re.compile(rb"\x80[\x02-\x05][\x95}\])(c]")
TAR_MAGIC: Final = slice(257, 262)
HTML: Final = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
XML: Final = b"<?xml"
LFS: Final = b"version https://git-lfs.github.com/spec/"
UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
# A line that may be, or be the beginning of, a row or an array of rows.
ROW_LIKE: Final = re.compile(rb"""^[ \t]*(?:\{\s*(?:["'}]|\Z)|\[\s*["'\[{])""", re.MULTILINE)
# A column's name: short, and words rather than a sentence.
COLUMN: Final = re.compile(r"\w[\w .()/#-]{0,40}")
SEPARATORS: Final = {",": "CSV", "\t": "TSV", ";": "CSV", "|": "CSV"}
SPACE: Final = b" \t\r\n"
ODD: Final = re.compile("[\\x01-\\x08\\x0e-\\x1a\\x1c-\\x1f\\x7f\ufffd]")  # no text, but for the escape of a colour
ODD_SHARE: Final = 0.2  # text in an old encoding of one byte a letter has less
LOOKED_AT: Final = 400  # bytes, for zeros between letters
SHORTEST: Final = 8  # characters; less is no text
CUT: Final = 1 << 15  # bytes; where there are more, what was given may end within a row


def compression(suffix: str, head: bytes) -> str:
    """Give the suffix of what a file is compressed with, by its first bytes where they tell, else its own; `""`: none.

    suffix: the file's own, in lower case. What begins as JSON is not compressed, whatever the name says.
    """
    found = next((known for known, pattern in COMPRESSED.items() if pattern.match(head)), None)
    if found is not None:
        return "" if suffix not in COMPRESSED and holds_row(head) else found
    plain = head.removeprefix(b"\xef\xbb\xbf").lstrip(SPACE)[:1] in (b"{", b"[")
    return suffix if suffix in COMPRESSED and not plain else ""


def may_be_compressed(head: bytes) -> bool:
    """Say whether what begins so may yet turn out to be compressed: its first byte is that of some archive."""
    return head[:1] in FIRST_BYTES


def what_else(head: bytes, *, few: bool = False) -> str | None:
    """Say what a file is instead of JSONL, and what to do: `CSV, not JSONL: …`; None where it may hold rows.

    head: the first bytes of the file, or all of it. few: they are perhaps no more than one line of a pipe, which does
    not tell a page or a table from a bad line.
    """
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip(SPACE)
    if not text or (text[:1] in (b"{", b"[") and b"\0" not in text[:4]):
        return None
    found = binary(head) or utf16(head)
    if found is not None:
        return None if holds_row(head) else "{}, not JSONL: {}".format(*found)
    if ROW_LIKE.search(text):
        return None
    found = noise(head) or (None if few else page(text) or sheet(text))
    return "{}, not JSONL: {}".format(*found) if found is not None else None


def holds_row(head: bytes) -> bool:
    """Say whether any whole line is a JSON object."""
    return any(is_object(line) for line in head.split(b"\n") if line.lstrip(SPACE)[:1] == b"{")


def binary(head: bytes) -> tuple[str, str] | None:
    """(what it is, what to do) of a binary file."""
    for magic, name, advice in BINARY:
        if head.startswith(magic):
            return name, advice
    if PICKLE.match(head):
        return "a Python pickle", ROWS
    if head[TAR_MAGIC] == b"ustar":
        return "a tar archive", UNPACK
    return None


def utf16(head: bytes) -> tuple[str, str] | None:
    """Return the same for text of two bytes (or four) a character, with a byte order mark or without."""
    sample = head[: LOOKED_AT & ~3]
    half = max(1, len(sample) // 2)
    even, odd = (sample[place::2].count(0) / half for place in (0, 1))
    if not head.startswith(UTF16_MARKS) and max(even, odd) < 0.4:
        return None
    name = "UTF-32" if min(even, odd) > 0.4 and max(even, odd) > 0.9 else "UTF-16"
    marked = head.startswith(UTF16_MARKS)
    little = head.startswith(UTF16_MARKS[0]) if marked else even < odd
    codec = name + ("LE" if little else "BE")
    text = sample.decode(codec, "ignore").removeprefix("\ufeff")
    if len(text) < SHORTEST or not all(letter.isprintable() or letter.isspace() for letter in text):
        return None
    return f"{name} text", f"convert it (iconv -f {name if marked else codec} -t UTF-8 FILE > NEW)"


def noise(head: bytes) -> tuple[str, str] | None:
    """Return the same for bytes that are no text: a program, an image, something encrypted.

    Zeros alone are none of these: a file that a crash left behind begins so, and rows may follow.
    """
    if holds_row(head) or len(head) < LOOKED_AT // 4 or not head.strip(b"\0" + SPACE):
        return None
    text = head.decode("utf-8", "replace")
    odd = len(ODD.findall(text))
    if "\0" not in text and odd <= len(text) * ODD_SHARE:
        return None
    return "binary data", "name the file that holds the rollouts"


def page(text: bytes) -> tuple[str, str] | None:
    """Return the same for what a server sends in place of a file."""
    if HTML.match(text):
        return "an HTML page", "perhaps a login or error page was saved; get the file itself"
    if text.startswith(XML):
        return "XML", ROWS
    if text.startswith(LFS):
        return "a Git LFS pointer", "get the file that it stands for (git lfs pull)"
    return None


def sheet(text: bytes) -> tuple[str, str] | None:
    """Return the same for a table: column names in the first line, and as many cells in the first row below it."""
    try:
        lines = text[: text.rfind(b"\n") + 1].decode().splitlines()
    except UnicodeDecodeError as error:
        lines = text[: error.start].decode().splitlines()[:-1]
    for separator, name in SEPARATORS.items():
        try:
            rows = csv.reader(lines, delimiter=separator)
            columns = [cell.strip() for cell in next(rows, [])]
            first = next((row for row in rows if row), [])
            cut = len(text) >= CUT and next(rows, None) is None
        except csv.Error:
            continue
        named = any(columns[1:]) and len(set(columns)) == len(columns)
        fits = len(first) <= len(columns) if cut else len(first) == len(columns)
        if named and fits and all(not cell or COLUMN.fullmatch(cell) for cell in columns):
            return name, AS_ROWS.format("read_csv")
    return None

"""Reading text: normalization, boxes, and where a piece of normalized text stands in the original.

Everything here takes text and offsets in code points and gives values back; all of it takes linear time.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import Final

from mcqa_cli.model import Choices
from mcqa_cli.native import LAST_PLACE

BOX: Final = "\\boxed{"

# The native letters that the server reads as Latin ones.
NATIVE_LETTERS: Final = str.maketrans(
    "أبجدঅবডঢ" + "".join(chr(0xFF21 + n) for n in range(26)), "ABCDABCD" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

_BRACE: Final = re.compile(r"[{}]")
_BOX_OR_BRACE: Final = re.compile(r"\\boxed\{|[{}]")
_BLOCK: Final = 256
# How much of a text's end is looked at first, in characters: there most answers stand.
_NEAR: Final = 256
_CONJOINING_JAMO: Final = ("\u1160", "\u11ff")


def normalize(text: str) -> str:
    """Return the form in which texts are compared: lower case, single spaces, none at the ends."""
    return " ".join(text.lower().split())


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) without the white space at both ends."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def lowered(text: str) -> str | None:
    """`text` in lower case if each offset still means the same character and no letter matches beyond ASCII.

    `None` for the rare text with a letter that grows when lower-cased (`İ`), or that an `IGNORECASE` pattern takes
    for an ASCII letter (`ſ`); such a text is for a regular expression, which is slower.
    """
    low = text.lower()
    return low if len(low) == len(text) and (text.isascii() or "ſ" not in text) else None


def folded(text: str) -> str:
    """`text` with ASCII letters in lower case and one `?` for each character beyond ASCII: all keep their places."""
    return (text if text.isascii() else text.encode("ascii", "replace").decode("ascii")).lower()


def last_place(text: str, word: str, start: int, end: int) -> int:
    """Offset of the last `word` in text[start:end] when case is ignored as `IGNORECASE` does; -1 where there is none.

    word: ASCII, in lower case. Returns -2 for the rare text with a letter beyond ASCII that matches an ASCII one.
    """
    ascii_only = text.isascii()
    if ascii_only and LAST_PLACE is not None:
        place: int = LAST_PLACE(text, word, start, end)
        return place
    if not ascii_only and ("ı" in text or "İ" in text or "ſ" in text or "\u212a" in text):  # the last: a kelvin sign
        return -2
    for begin in (max(end - _NEAR, start), start):
        found = folded(text[begin:end]).rfind(word)
        if found >= 0:
            return begin + found
    return -1


# --- boxes


def closing_brace(text: str, start: int, end: int | None = None) -> int:
    """Offset of the `}` that closes a brace opened just before `start`, or -1.

    Braces are counted as they stand, escaped ones too.
    """
    first = text.find("}", start, len(text) if end is None else end)
    if first < 0 or text.find("{", start, first) < 0:
        return first
    depth = 1
    for match in _BRACE.finditer(text, start, len(text) if end is None else end):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return -1


def last_closed_box(text: str) -> tuple[int, int] | None:
    r"""[start, end) of the content of the last `\boxed{…}` that is closed, by where it opens; None without one."""
    start = text.rfind(BOX)
    if start < 0:
        return None
    start += len(BOX)
    end = closing_brace(text, start)
    if end >= 0:
        return start, end
    opened: list[int] = []
    best: tuple[int, int] | None = None
    for match in _BOX_OR_BRACE.finditer(text):
        found = match.group()
        if found != "}":
            opened.append(match.end() if len(found) > 1 else -1)
        elif opened:
            start = opened.pop()
            if start >= 0 and (best is None or start > best[0]):
                best = start, match.start()
    return best


def has_closed_box(text: str) -> bool:
    r"""Whether any `\boxed{` of the text is closed."""
    start = text.find(BOX)
    if start < 0:
        return False
    return closing_brace(text, start + len(BOX)) >= 0 or last_closed_box(text) is not None


def peel_text_command(text: str, start: int, end: int, *, repeatedly: bool = False) -> tuple[int, int]:
    r"""[start, end) inside the `\text{…}` that wraps `text[start:end]` whole, trimmed; trimmed as it is without one."""
    start, end = trim(text, start, end)
    if not text.startswith("\\text{", start):
        return start, end
    closes = _closing_braces(text, start, end)
    while start < end and text.startswith("\\text{", start) and closes.get(start + 5) == end - 1:
        start, end = trim(text, start + 6, end - 1)
        if not repeatedly:
            break
    return start, end


def _closing_braces(text: str, start: int, end: int) -> dict[int, int]:
    """For each `{` in [start, end) that is closed there: the offset of its `}`."""
    opened: list[int] = []
    closes: dict[int, int] = {}
    for match in _BRACE.finditer(text, start, end):
        if match.group() == "{":
            opened.append(match.start())
        elif opened:
            closes[opened.pop()] = match.start()
    return closes


# --- options


def option_texts(choices: Choices) -> tuple[tuple[str, str], ...]:
    """(letter, normalized text) of each option with a single letter and a text that is not empty, in order."""
    texts: tuple[tuple[str, str], ...] | None = choices.cache.get("text.pairs")
    if texts is None:
        pairs = zip(choices.labels, choices.texts, strict=True)
        texts = tuple((label, norm) for label, text in pairs if label in choices.letters and (norm := normalize(text)))
        choices.cache["text.pairs"] = texts
    return texts


def letter_of_text(choices: Choices, text: str) -> str | None:
    """Return the letter of the first option whose normalized text equals that of `text`; None without one."""
    letters: dict[str, str] | None = choices.cache.get("text.letters")
    if letters is None:
        letters = {norm: letter for letter, norm in reversed(option_texts(choices))}
        choices.cache["text.letters"] = letters
    return letters.get(normalize(text)) if letters else None


# --- Unicode normalization


def nfkc(text: str) -> str:
    """Return `text` in normal form NFKC."""
    if text.isascii():
        return text
    if len(text) <= _BLOCK:
        return unicodedata.normalize("NFKC", text)
    return "".join(unicodedata.normalize("NFKC", text[start:end]) for start, end in _blocks(text))


def original_span(text: str, normal: str, span: tuple[int, int]) -> tuple[int, int]:
    """Return the part of `text` from which `normal[start:end]` came, `normal` being `nfkc(text)`."""
    if normal == text:
        return span
    start, end = span
    return _original(text, start)[0], max(_original(text, end - 1)[1], _original(text, start)[1])


def _original(text: str, place: int) -> tuple[int, int]:
    """Return [start, end) of what became the character at `place` of the normalized text."""
    for block in _blocks(text):
        length = len(unicodedata.normalize("NFKC", text[slice(*block)]))
        if place < length:
            break
        place -= length
    for start, end in _clusters(text, *block):
        length = len(unicodedata.normalize("NFKC", text[start:end]))
        if place < length:
            return start, end
        place -= length
    return block


def _blocks(text: str) -> list[tuple[int, int]]:
    """Cut `text` into blocks that are normalized one by one, as a long run of marks takes quadratic time.

    A cut goes between characters that never join, unless there are none for the length of a block.
    """
    blocks = []
    start = 0
    while start < len(text):
        end = start + _BLOCK
        while end < len(text) and end < start + 2 * _BLOCK and _joins(text[end]):
            end += 1
        blocks.append((start, min(end, len(text))))
        start = end
    return blocks


def _clusters(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Cut `text[start:end]` into pieces that are normalized each by itself."""
    cuts = [start, *(place for place in range(start + 1, end) if not _joins(text[place])), end]
    return list(pairwise(cuts))


@lru_cache(maxsize=4096)
def _joins(char: str) -> bool:
    """Whether the character may become one with what stands before it: a mark, or a part of a Hangul syllable."""
    first = unicodedata.normalize("NFKD", char)[0]
    return unicodedata.category(first).startswith("M") or _CONJOINING_JAMO[0] <= first <= _CONJOINING_JAMO[1]

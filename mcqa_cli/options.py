"""Options in any spelling → `Choices`, built once for each distinct list.

Read are: a list of one-key objects (a null text means: not a choice), one object, a list of texts (lettered A … Z,
AA … by position), a list of `{"key"/"label"/…, "value"/"text"/…}` objects or of [label, text] pairs, parallel `label`
and `text` lists, `opa` … `opd`, lettered lines in one string, and any of these printed as JSON or by Python.
"""

import ast
import json
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final

from mcqa_cli.errors import RowError, brief
from mcqa_cli.jsonl import key_of, loads
from mcqa_cli.model import Choices
from mcqa_cli.prompt import lettered_lines

CACHE_SIZE: Final = 512  # what `robust` derives from one list of options takes some 20 KB and more
CACHE_BYTES: Final = 4 << 20  # of keys; what is derived from them takes several times as much
LABEL_KEYS: Final = ("label", "key", "letter", "id", "option")
TEXT_KEYS: Final = ("text", "value", "content", "option_text", "answer")
LONGEST_PRINTED: Final = 200_000  # characters; more is no options list
# ['x' 'y']: a printed numpy array; Python would glue its strings into one.
NUMPY_LIST: Final = re.compile(r"""\s*\[\s*(?:(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*)+\]\s*""", re.DOTALL)
QUOTED: Final = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)
# A) x, A. x, (A) x at the start of a text in a bare list whose texts carry their own labels.
OWN_LABEL: Final = re.compile(r"\s*(?:\(([A-Za-z])\)|([A-Za-z])[).:])\s*")

CAPITALS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
Pair = tuple[Any, Any]
_MISSING: Final = RowError("", "")
_cache: Final[dict[bytes, Choices | RowError | None]] = {}
_cached: Final = {"bytes": 0}


def choices_of(raw: Any) -> Choices | None:
    """Return the options of one question; None where nothing usable is given.

    Raises `RowError`: `bad_options` (no known spelling), `duplicate_label` (two labels fold to one).
    """
    try:
        key = key_of(raw)
    except TypeError:
        return build(raw)
    found = _cache.get(key, _MISSING)
    if found is _MISSING:
        found = remember(key, raw)
    return _told(found)


def choices_of_list(text: bytes) -> Choices | None:
    """Return the same for the JSON text of an array; None for that of anything else. Raises `RowError`."""
    if not text.startswith(b"["):
        return None
    found = _cache.get(text, _MISSING)
    if found is _MISSING:
        try:
            raw = loads(text)
        except ValueError:
            return None
        found = remember(text, raw)
    return _told(found)


def _told(found: Choices | RowError | None) -> Choices | None:
    if isinstance(found, RowError):
        raise RowError(found.code, found.message)
    return found


def remember(key: bytes, raw: Any) -> Choices | RowError | None:
    """Build the choices and keep them, or the error they raise; a full cache starts afresh."""
    found: Choices | RowError | None
    try:
        found = build(raw)
    except RowError as error:
        found = error.with_traceback(None)
    if len(key) < CACHE_BYTES // 64:
        _cached["bytes"] += len(key)
        if len(_cache) >= CACHE_SIZE or _cached["bytes"] > CACHE_BYTES:
            _cache.clear()
            _cached["bytes"] = len(key)
        _cache[bytes(memoryview(key))] = found  # a copy: what orjson returns holds several times its size
    return found


def build(raw: Any) -> Choices | None:
    """Return the same without the cache."""
    usual = _usual(raw)
    if usual is not None:
        return usual
    labels: list[str] = []
    texts: list[str] = []
    folded: dict[str, str] = {}
    for key, value in pairs_of(raw):
        label, text = label_of(key), text_of(value)
        if text is None:
            continue
        if label.casefold() in folded:
            other = folded[label.casefold()]
            raise RowError(
                "duplicate_label", f"the option labels {brief(other)} and {brief(key)} are the same; rename one"
            )
        folded[label.casefold()] = str(key)
        labels.append(label)
        texts.append(text)
    return Choices(tuple(labels), tuple(texts)) if labels else None


def _usual(raw: Any) -> Choices | None:
    """Return the choices of the one spelling that nearly every row has, which needs no folding; None for any other.

    That is: one-key objects, each with a capital letter of its own and a string.
    """
    if type(raw) is not list:
        return None
    options: dict[str, Any] = {}
    for item in raw:
        if not isinstance(item, dict) or len(item) != 1:
            return None
        options.update(item)
    labels = tuple(options)
    if len(labels) < len(raw) or not CAPITALS.issuperset(labels):
        return None
    texts = tuple(options.values())
    for text in texts:
        if not isinstance(text, str):
            return None
    return Choices(labels, texts) if labels else None


def letters_as_choices(labels: Iterable[str]) -> Choices:
    """Choices of which only the labels are known (`--letters`)."""
    labels = tuple(labels)
    return Choices(labels, ("",) * len(labels))


def position_label(index: int) -> str:
    """Return the label of the option at a position counted from 0: A … Z, then AA, AB and so on."""
    label = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        label = chr(65 + letter) + label
    return label


def label_of(key: Any) -> str:
    """Return a label as the grader compares it: trimmed; a single letter upper-cased."""
    if isinstance(key, bool) or not isinstance(key, str | int):
        raise bad(f"{brief(key)} is no option label")
    label = str(key).strip()
    if not label:
        raise bad("an option label is empty")
    upper = label.upper()
    return upper if len(label) == 1 and len(upper) == 1 else label


def text_of(value: Any) -> str | None:
    """Return an option's text; None means: not a choice."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return None if value != value else json.dumps(value)  # NaN: an empty cell of a table
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return str(value["text"])
    raise bad("an option's text is neither a string nor null")


def bad(what: str) -> RowError:
    """Return the error for options in no known spelling."""
    known = '[{"A": "text"}, …], {"A": "text", …} or ["text", …]'
    return RowError("bad_options", f"{what}; options are read as {known}")


def pairs_of(raw: Any) -> list[Pair]:
    """(label, text) pairs of any spelling; empty where there are none."""
    if raw is None or raw != raw or raw in ("", [], {}):
        return []
    if isinstance(raw, str):
        return pairs_of_string(raw)
    if isinstance(raw, dict):
        return pairs_of_dict(raw)
    if isinstance(raw, list | tuple):
        return pairs_of_list(list(raw))
    raise bad(f"the options are a {type(raw).__name__}")


def pairs_of_dict(raw: dict[Any, Any]) -> list[Pair]:
    """One object: label → text, parallel lists of labels and texts, or `opa` … `opd`."""
    lowered = {str(key).lower(): key for key in raw}
    for label_name in ("label", "labels", "key", "keys"):
        for text_name in ("text", "texts", "value", "values"):
            if len(raw) == 2 and label_name in lowered and text_name in lowered:
                labels, texts = raw[lowered[label_name]], raw[lowered[text_name]]
                if isinstance(labels, list) and isinstance(texts, list):
                    if len(labels) != len(texts):
                        raise bad(f"{len(labels)} labels for {len(texts)} option texts")
                    return list(zip(labels, texts, strict=True))
    if "opa" in raw and "opb" in raw:
        return [(name[2].upper(), raw.get(name)) for name in ("opa", "opb", "opc", "opd")]
    return list(raw.items())


def pairs_of_list(raw: list[Any]) -> list[Pair]:
    """Return a list: one-key objects, label/text objects, [label, text] pairs, or bare texts."""
    if all(isinstance(item, dict) for item in raw):
        label_name = next((name for name in LABEL_KEYS if all(name in item for item in raw)), None)
        text_name = next((name for name in TEXT_KEYS if all(name in item for item in raw)), None)
        if label_name and text_name and all(isinstance(item[label_name], str) for item in raw):
            return [(item[label_name], item[text_name]) for item in raw]
        if text_name and len(raw) > 1:  # ids that are numbers are no labels
            return [(position_label(index), item[text_name]) for index, item in enumerate(raw)]
        return [pair for item in raw for pair in item.items()]
    if all(isinstance(item, list | tuple) and len(item) == 2 for item in raw):
        return [(item[0], item[1]) for item in raw]
    if any(isinstance(item, dict | list | tuple) for item in raw):
        raise bad("the options are a list of mixed kinds")
    return [(position_label(index), text) for index, text in enumerate(without_own_labels(raw))]


def without_own_labels(texts: list[Any]) -> list[Any]:
    """Bare texts without labels of their own (`A) x`, `B) y`), where every text carries the one of its position."""
    stripped = []
    for index, text in enumerate(texts):
        found = OWN_LABEL.match(text) if isinstance(text, str) else None
        if not found or (found[1] or found[2]).upper() != position_label(index):
            return texts
        stripped.append(text[found.end() :])
    return stripped if len(stripped) > 1 else texts


def pairs_of_string(raw: str) -> list[Pair]:
    """Options in one string: printed by JSON or Python, or as lettered lines."""
    if not raw.strip():
        return []
    if raw.lstrip()[0] in "[{(" and len(raw) <= LONGEST_PRINTED:
        if NUMPY_LIST.fullmatch(raw):
            quoted = QUOTED.findall(raw)
            if not any("," in between.strip() for between in QUOTED.split(raw)):
                return pairs_of_list([printed(text) for text in quoted])
        value = printed(raw)
        if isinstance(value, dict | list | tuple):
            return pairs_of(value)
    found = lettered_lines(raw)
    if found:
        return list(found)
    raise bad("the options are a string, but neither a printed list nor lettered lines")


def printed(text: str) -> Any:
    """Return the value that JSON or Python printed so; None where neither reads it."""
    for reader in (json.loads, ast.literal_eval):
        try:
            return reader(text.strip())
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
    return None


def in_alphabet(labels: tuple[str, ...]) -> bool:
    """Say whether labels are the alphabet from A on, in order, some perhaps left out (null texts)."""
    letters = all(len(label) == 1 and "A" <= label <= "Z" for label in labels)
    return letters and labels[0] <= "B" and all(a < b for a, b in pairwise(labels))

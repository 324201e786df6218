"""Reading one option label at a place in the text, and judging what stands round it."""

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from mcqa_cli.modes.robust.lexicon import (
    CLOSERS,
    CONNECTIVE,
    CONNECTIVE_WORDLIKE,
    LIST_SEPARATOR,
    OPENERS,
    REFUTED,
)

# Letters of other scripts that stand for A, B, C, … by their place, as answer sheets in those scripts use them.
_SERIES: Final = (
    "أبجدهوزحطي",
    "ابجدهوزحطي",
    "কখগঘঙচছজঝঞ",
    "অবডঢ",
    "कखगघङचछजझञ",
    "अबसद",
    "กขคงจฉชซฌญ",
    "甲乙丙丁戊己庚辛壬癸",
    "가나다라마바사아자차",
    "アイウエオカキクケコ",
    "ⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿ",
    "ⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙ",
    "🅰🅱",
    "🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙",
    "🄰🄱🄲🄳🄴🄵🄶🄷🄸🄹",
    "𝐀𝐁𝐂𝐃𝐄𝐅𝐆𝐇𝐈𝐉",
)
_DIGITS: Final = ("①②③④⑤⑥⑦⑧⑨", "１２３４５６７８９", "१२३४५६७८९", "১২৩৪৫৬৭৮৯", "١٢٣٤٥٦٧٨٩")
# Letters of those series that are everyday letters or particles of running text.
_WORD_HEADS: Final = frozenset("".join(_SERIES[:9]))
_LATIN: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ASCII_ALNUM: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
# Single letters that are words of a large language, so that standing alone they say little.
_WORDLIKE: Final = frozenset("AIaieouy")
_END: Final = frozenset("\n.,;:!。，；：！、।\r")

# Behind a letter these make it part of a formula or a name: H₂O, A′, Bᵀ, C♯.
SCRIPTS: Final = frozenset("²³¹ªº⁰ⁱ⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥᵀᴴᵃᵇᶜᵈ′″‴‵♯♭♮")


class Label(NamedTuple):
    """A label read at [start, end).

    kind: `label`, `list`, `question`, `or` (a second choice follows), `refuted` or `no` (some other use of the letter).
    wrapped: brackets, quotes, bold type or a line of its own set it apart. tight: nothing but the end of a sentence
    follows. after: where its wrapper ends.
    """

    kind: str
    label: str | None
    start: int
    end: int
    wrapped: bool
    tight: bool
    after: int


class Labels:
    """What a tuple of labels can look like in a text; shared by all questions that have the same labels."""

    __slots__ = ("digits", "exact", "folded", "longest", "mention", "native", "words")

    def __init__(self, labels: tuple[str, ...]) -> None:
        self.exact = {label: label for label in labels}
        folded: dict[str, str] = {}
        for label in labels:
            folded.setdefault(label.casefold(), label)
        self.folded = folded
        for series in _DIGITS:
            for digit, letter in zip("123456789", series, strict=True):
                if letter in labels and digit not in labels:
                    folded.setdefault(digit, letter)
        self.digits = any(label.isdigit() for label in labels)
        self.native = self._native(labels)
        self.words = tuple(label for label in labels if not label.isascii() and len(label) > 1)
        self.longest = max(map(len, labels), default=1)
        heads = {label[0] for label in labels if label} | {head for head in self.native if head not in _WORD_HEADS}
        # Where a label may stand in capital letters: a plain set of characters, so that the search is quick.
        self.mention = re.compile(f"[{''.join(map(re.escape, sorted(heads))) or 'A'}](?![A-Za-z0-9_])")
        if self.longest > 1:
            self.mention = re.compile(f"[{''.join(map(re.escape, sorted(heads))) or 'A'}]")

    @staticmethod
    def _native(labels: tuple[str, ...]) -> dict[str, str]:
        own = set(labels)
        native: dict[str, str] = {}
        if "A" in own and "B" in own:
            for series in _SERIES:
                for latin, letter in zip(_LATIN, series, strict=False):
                    if latin in own and letter not in own:
                        native.setdefault(letter, latin)
        for latin in own:
            if len(latin) == 1 and "A" <= latin <= "Z":
                native[chr(ord(latin) + 0xFEE0)] = latin
                native[chr(ord(latin) + 0xFF00)] = latin
        for series in _DIGITS:
            for digit, letter in zip("123456789", series, strict=True):
                if digit in own:
                    native.setdefault(letter, digit)
        return native

    def token(self, text: str, at: int) -> tuple[str, int] | None:
        """The label that stands at this place as a word of its own, and where it ends."""
        char = text[at : at + 1]
        if char in _ASCII_ALNUM:
            if not char:
                return None
            end = at + 1
            limit = at + self.longest + 1
            while end < limit and text[end : end + 1] in _ASCII_ALNUM and end < len(text):
                end += 1
            word = text[at:end]
            label = self.exact.get(word) or self.folded.get(word.casefold())
            after = text[end : end + 1]
            if label is None or (after > "\x7f" and ("\u00c0" <= after < "\u0250" or after in SCRIPTS)):
                return None
            return label, end
        if char < "\u0370":
            return None
        for label in self.words:
            if text.startswith(label, at):
                return label, at + len(label)
        found = self.exact.get(char) or self.native.get(char) or self.folded.get(char.casefold())
        if found is None:
            return None
        end = at + 1
        if char == "ه" and text[end : end + 1] == "ـ":
            end += 1
        after = text[end : end + 1]
        if (
            (not "\u3400" <= char <= "\u9fff" and char < "\u2460")
            or "\uac00" <= char <= "\ud7a3"
            or "\u30a0" <= char <= "\u30ff"
        ):
            near = after and (after.isalpha() or unicodedata.category(after)[0] == "M")
            if (
                near
                and abs(ord(after) - ord(char)) < (64 if "\u30a0" <= char <= "\u30ff" else 256)
                and not ("\u30a0" <= char <= "\u30ff" and after < "\u30a0")
            ):
                return None
        return found, end

    def is_run(self, text: str, at: int) -> int:
        """The end of a word like "AB" or "ACD" that is made of single labels, each once; else 0."""
        end = at
        seen = set()
        while end - at < 12 and text[end : end + 1] in self.exact and text[end] not in seen:
            seen.add(text[end])
            end += 1
        return end if len(seen) > 1 and not text[end : end + 1].isalnum() else 0

    def read(self, text: str, low: str, at: int, end: int) -> Label | None:
        """The label at this place and how it is used; None where no label stands. `end` bounds the text."""
        token = self.token(text, at)
        if token is None:
            run = self.is_run(text, at)
            return Label("list", None, at, run, wrapped=False, tight=True, after=run) if run else None
        label, stop = token
        if stop > end:
            return None
        return self.judge(text, low, label, (at, stop), end)

    def judge(self, text: str, low: str, label: str, span: tuple[int, int], end: int) -> Label:
        """How the label at `span` is used, by what stands right and left of it."""
        start, stop = span
        char = text[stop : stop + 1] if stop < end else ""
        closed = CLOSERS.match(text, stop, end)
        after = closed.end() if closed else stop
        opener = text[start - 1 : start]
        wrapped = (after > stop and opener in _OPEN_MARKS) or (opener in _OPEN_BRACKETS and after > stop)

        def made(kind: str, *, tight: bool = False) -> Label:
            return Label(kind, label, start, stop, wrapped, tight, after)

        if self._is_part(text, char, stop, end) or (after > stop and self._is_scripted(text, stop, after, end)):
            return made("no")
        if char in "'’" and char and self.is_primed(text, start, stop, end):
            return made("no")
        if char in "'’" and char and _SUFFIX.match(low, stop, end):
            return made("label", tight=True)
        following = text[after : after + 1] if after < end else ""
        if following == "?" or following == "？":
            return made("question")
        listed = self._lists(text, low, label, after, end)
        if listed:
            return made("list")
        if _OR.match(low, after, end):
            return made("or")
        if REFUTED.match(low, after, end):
            return made("refuted")
        if not following:
            return made("label", tight=True)
        written = text[start:stop]
        if (
            len(written) == 1
            and written.islower()
            and written.isascii()
            and written in _WORDLIKE
            and not (wrapped or following in _END)
        ):
            return made("no")
        if following in _END:
            return made(self._point(text, low, written, after, end, wrapped=wrapped), tight=True)
        if char in (")", "）") or text.startswith(("\\.", "\\)"), stop) or following in "}])":
            return made("label")
        return made(self._spaced(text, low, written, after, end, wrapped=wrapped))

    @staticmethod
    def _is_part(text: str, char: str, stop: int, end: int) -> bool:
        """Whether the letter belongs to a formula, a name or a possessive: `E_1`, `B-cell`, `C's`, `A^2`, `F(x)`."""
        following = text[stop + 1 : stop + 2] if stop + 1 < end else ""
        if char == "_":
            return following == "{" or following.isalnum()
        if char == "#":  # a sharp
            return following != "#"
        if char in "^°%=<" and char:
            return not (char == "<" and following in "/b|" and following)
        if char in "'’":
            if following in ("d", "t"):  # Turkish: "C'dir"
                return False
            return following in ("s", "S") and not text[stop + 2 : stop + 3].isalnum()
        if char == "-":
            return following.isalnum()
        if char in ".,":
            return following.isdigit() or (char == "." and following.isalpha() and text[stop + 2 : stop + 3] == ".")
        if char == "(":
            return True
        if char == "*":
            return following.isalnum()
        return False

    @staticmethod
    def _is_scripted(text: str, stop: int, after: int, end: int) -> bool:
        r"""Whether a closed LaTeX group with the letter has an index, an exponent or a prime: `\text{A}_1`."""
        brace = text.find("}", stop, after)
        while brace >= 0 and brace + 1 < end:
            char = text[brace + 1]
            if char in "^'" or char in SCRIPTS or (char == "_" and text[brace + 2 : brace + 3] not in _AFTER_EMPHASIS):
                return True
            brace = text.find("}", brace + 1, after)
        return False

    @staticmethod
    def is_primed(text: str, start: int, stop: int, end: int) -> bool:
        """Whether the quote behind the letter closes none, so that it is a prime: "A'"."""
        if stop + 1 < end and text[stop + 1].isalnum():
            return False
        line = max(text.rfind("\n", max(0, start - 200), start) + 1, start - 200, 0)
        return not any(
            text[at] in "'‘‚’" and (at == line or not text[at - 1].isalnum()) and not text[at + 1].isspace()
            for at in range(line, start)
        )

    def _lists(self, text: str, low: str, label: str, after: int, end: int) -> bool:
        """Whether another label follows as part of a list: "A or B", "A, C", "A/B", "A B"."""
        separator = LIST_SEPARATOR.match(low, after, end)
        if separator is None or separator.end() == after:
            return False
        opened = OPENERS.match(text, separator.end(), end)
        at = opened.end() if opened else separator.end()
        if low.startswith(("option ", "choice "), at):
            at += 7
            opened = OPENERS.match(text, at, end)
            at = opened.end() if opened else at
        token = self.token(text, at)
        if token is None or token[0] == label or token[1] > end:
            return False
        if "\n" in text[after:at]:
            return False
        if text[at : token[1]].islower() and text[at : token[1]].isascii() and separator.group().strip() == "":
            return False
        closed = CLOSERS.match(text, token[1], end)
        following = text[closed.end() if closed else token[1] : end][:12]
        if not following or following[0] in ".,;:!?\n/&、，。":
            return not (following[:1] == "." and following[1:2].isdigit())
        if following[0] == " ":
            opened = OPENERS.match(text, closed.end() if closed else token[1], end)
            next_at = opened.end() if opened else end
            if next_at < end and text[next_at].isupper() and self.token(text, next_at) is not None:
                return True
        word = following.strip().split(" ", 1)[0].lower()
        if word in {
            "or",
            "and",
            "are",
            "both",
            "und",
            "oder",
            "y",
            "o",
            "ou",
            "et",
            "и",
            "или",
            "together",
            "could",
            "seem",
        }:
            return True
        return not following[0].isascii() and following[0].isalpha()

    @staticmethod
    def _point(text: str, low: str, written: str, after: int, end: int, *, wrapped: bool) -> str:
        """`label`, or `no` where the point makes the letter an initial: "E. coli", "J. K. Rowling"."""
        if wrapped or text[after] != "." or not written.isupper():
            return "label"
        next_at = after + 1
        while next_at < end and text[next_at] == " ":
            next_at += 1
        following = text[next_at : next_at + 1] if next_at < end else ""
        if following.islower() and following.isascii():
            return "label" if CONNECTIVE.match(low, next_at, end) else "no"
        if following.isupper() and text[next_at + 1 : next_at + 2] == "." and next_at - after <= 2:
            return "no"
        return "label"

    @staticmethod
    def _spaced(text: str, low: str, written: str, after: int, end: int, *, wrapped: bool) -> str:
        """What follows is no end of a sentence: decide by the next word or sign."""
        at = after
        while at < end and text[at] in " \t\u00a0":
            at += 1
        if at == end:
            return "label"
        char = text[at]
        if char in "\n\r":
            return "label"
        if not char.isascii():
            return "label" if char not in "×÷±≤≥≈≠·∪∩∈°²³→" else "no"
        if wrapped:
            return "no" if char in "=+*/^" and at > after else "label"
        if char in "(-[|{#<:":
            return "label" if char != "-" or text[at + 1 : at + 2] in (" ", "-") else "no"
        if char in "\"'`$}])":
            return "label"
        if char == "\\":
            return (
                "label" if text[at + 1 : at + 2] in ")],;! \\n}" or low.startswith(("\\text", "\\quad"), at) else "no"
            )
        if char.isalpha():
            pattern = CONNECTIVE_WORDLIKE if written in _WORDLIKE or written.islower() else CONNECTIVE
            return "label" if pattern.match(low, at, end) else "no"
        return "no"


_OR: Final = re.compile(r"[\s,]{1,3}(?:or|oder|или|ou bien)[\s,](?!not\b|so\b|nicht\b)")
_SUFFIX: Final = re.compile(r"['’][dt][ıiuü]r")
_AFTER_EMPHASIS: Final = frozenset(("", " ", "_", ".", ",", "\n"))
_OPEN_MARKS: Final = frozenset("*_`\"'“”„‘’«»「『【〈《（［｛(\\[{<>$|")
_OPEN_BRACKETS: Final = frozenset("([{（【［「")


@lru_cache(maxsize=512)
def labels_of(labels: tuple[str, ...]) -> Labels:
    """The shared reading of these labels."""
    return Labels(labels)

"""The canonical forms of one question's option texts, the exact ones before the coarser ones."""

import re
from itertools import islice
from typing import Final

from mcqa_cli.modes.robust.notation import canonical, flat
from mcqa_cli.modes.robust.quantities import Quantity, quantity
from mcqa_cli.modes.robust.signs import WORDS

# A text longer than this is prose, which is compared word by word and not as a formula.
LONGEST_FORMULA: Final = 160


class Forms:
    """The option texts by their forms; a form that several options share decides nothing."""

    __slots__ = (
        "amounts",
        "assigned",
        "flat",
        "formal",
        "fractions",
        "heads",
        "longest",
        "numbers",
        "pairs",
        "sides",
        "texts",
    )

    def __init__(self, labels: tuple[str, ...], texts: tuple[str, ...]) -> None:
        self.texts: dict[str, list[str]] = {}
        self.flat: dict[str, list[str]] = {}
        self.amounts: list[tuple[str, Quantity, bool]] = []
        self.longest = 0
        made = {
            label: canonical(text)
            for label, text in zip(labels, texts, strict=True)
            if text and len(text) <= LONGEST_FORMULA and not _PROSE.match(text)
        }
        for label, form in made.items():
            if form:
                self.texts.setdefault(form, []).append(label)
                self.flat.setdefault(flat(form), []).append(label)
                self.longest = max(self.longest, len(texts[labels.index(label)]))
                amount = quantity(form)
                if amount is not None:
                    self.amounts.append((label, amount, _DECIMAL.fullmatch(form) is not None))
        # What stands right of "y =" where each option starts so: then a response may leave that out.
        starts = {form.partition("=")[0] for form in made.values()}
        self.sides: dict[str, list[str]] = {}
        self.assigned = any("=" in form for form in made.values())
        if (
            self.assigned
            and len(starts) == 1
            and len(made) == len(labels)
            and all("=" in form for form in made.values())
        ):
            for label, form in made.items():
                self.sides.setdefault(form.partition("=")[2], []).append(label)
        self.heads = frozenset(form[0] for form in self.texts) | _WORD_HEADS
        # Plain beginnings, which tell a text from all options where none is a number written in another way.
        self.pairs = frozenset(form[:2] for form in self.texts)
        self.numbers = frozenset(_least(number[1]) for form in self.texts if (number := _NUMBER.match(form)))
        self.fractions = any("/" in form or "√" in form or "×10^" in form for form in self.texts)
        self.formal = not all(form.replace(" ", "").isalpha() and form.isascii() for form in self.texts)

    def may_be(self, raw: str) -> bool:
        """A quick no where neither the options nor this text have anything but words."""
        if not self.texts or len(raw) > 2 * self.longest + 60:
            return False
        if raw[:1] in _NO_START or not (self.fractions or self._may_start(raw)):
            return False
        return self.formal or "\\" in raw or not raw.isascii()

    def _may_start(self, raw: str) -> bool:
        """Whether a form may begin as this text does: with the same number, or with the same two plain letters."""
        number = _NUMBER.match(raw)
        if number:
            return number[0][-1] in _GOES_ON or _least(number[1]) in self.numbers
        pair = raw[:2]
        if pair in self.pairs or not (len(pair) == 2 and pair.isascii() and pair.isalpha()):
            return True
        word = _WORD.match(raw)
        return word is not None and word[0] in WORDS

    def of(self, raw: str, *, among: list[str] | None = None) -> str | bool | None:
        """The label whose form this is; False where none is, None where several are."""
        form = canonical(raw)
        for table, key in ((self.texts, form), (self.flat, flat(form)), (self.sides, form)):
            found = table.get(key)
            if found and among is not None:
                found = [label for label in found if label in among]
            if found:
                return found[0] if len(found) == 1 else None
        amount = quantity(form) if among is None and self.amounts else None
        if amount is None:
            return False
        # "4.0" is not how the option 4 is written, but one half may be 0.5 or 1/2.
        plain = _DECIMAL.fullmatch(form) is not None
        same = [label for label, other, decimal in self.amounts if other == amount and not (plain and decimal)]
        if not same:
            return False
        return same[0] if len(same) == 1 else None

    def of_value(self, raw: str) -> str | bool | None:
        """The same for what stands behind the last "=" of `raw`, unless it is a bare number: that may be any step's."""
        form = canonical(raw)
        assigned = _ASSIGNED.fullmatch(form) if ("=" in form or "≈" in form) and not self.assigned else None
        if assigned is None or _DECIMAL.fullmatch(assigned[1]) or _JOINED.search(raw):
            return False
        return self.of(assigned[1])

    def without_unit(self, raw: str) -> str | bool | None:
        """The label with this value, where the response or the option leaves the unit out."""
        form = canonical(raw)
        amount = quantity(form) if self.amounts and not _DECIMAL.fullmatch(form) else None
        if amount is None:
            return False
        found = [
            label
            for label, other, _ in self.amounts
            if other.value == amount.value and (not other.unit or not amount.unit or other.unit == amount.unit)
        ]
        if not found:
            return False
        return found[0] if len(found) == 1 else None

    def piece(self, text: str, start: int, end: int) -> tuple[int, str | None] | None:
        """(where it ends, label or None where several fit): the longest formula of an option that starts here."""
        stop = min(end, start + 2 * self.longest + 60)
        line = text.find("\n", start, stop)
        stop = line if line >= 0 else stop
        head = text[start : start + 1]
        if not self.may_be(text[start:stop]) or (head.isascii() and head.isalpha() and head not in self.heads):
            return None
        places = [found.end() for found in islice(_PIECE_ENDS.finditer(text, start + 1, stop), _MOST_PIECES)]
        if stop == end or line >= 0:
            places.append(stop)
        for place in reversed(places):
            bare = start + len(text[start:place].rstrip(_CLOSING))
            for at in (place, bare) if bare < place else (place,):
                if (
                    at > start
                    and not _BARE.fullmatch(text, start, at)
                    and _FORMULA_ENDS.match(text[at : min(end, at + 24)].lower())
                ):
                    label = self.of(text[start:at])
                    if label is not False:
                        bare = start + len(text[start:at].rstrip(_AFTER))
                        return bare, label if isinstance(label, str) else None
        return None


def _least(number: str) -> str:
    """A number without what may be left out of it."""
    number = number.replace(",", "").lstrip("0")
    return number.rstrip("0").rstrip(".") if "." in number else number


# What may follow an option's text without a sign between.
FOLLOWING: Final = (
    "because|since|as|which|for|due|is|was|that|and|or|where|who|given|based|when|if|while|so|in this|but|not|by|from|"
    "with the|per|rather|instead|option|und|weil|da|porque|pois|car|parce|puisque"
)
_WORD_HEADS: Final = frozenset(word[0] for word in WORDS)
_NO_START: Final = ("}", "&")
_WORD: Final = re.compile(r"[A-Za-z]+")
# A number with what follows it, which may make another number of it: a power, a fraction, a root.
_NUMBER: Final = re.compile(r"(\d[\d,]*(?:\.\d+)?).?", re.DOTALL)
_GOES_ON: Final = "eExX×*·/^\\½⅓⅔¼¾⁄"
_MOST_PIECES: Final = 12
_AFTER: Final = " .,;:!?。，；：！？*_`$"
_CLOSING: Final = "*_`\"'”’$}])\\"
_PIECE_ENDS: Final = re.compile(
    r"(?<=[^\s])(?=\s)|(?=[.,;:!?。，；：！？][\s*_`\"'”’$)\]}]|[.!?。，；：！？]$)|(?=[*_`\"'”’$)\]}\\])"
)
_FORMULA_ENDS: Final = re.compile(
    rf"(?:[*_`\"'”’$}}\])]|\\[)\]]){{0,8}}(?:\s{{0,3}}$|\n|[.,;:!?。，；：！？](?!\d)(?!\s\w\s?[=<>≤≥])|"
    rf"\s\((?!\d)|\s(?:—|[–-]{{1,2}}\s(?=[a-z]{{3}}))|\s(?:{FOLLOWING})(?![a-z]))"
)
_PROSE: Final = re.compile(r"(?:[^A-Za-z\\]{0,12}[A-Za-z]{2,}[,;']? ){6}")
# A number without a unit or a sign is not looked for as a formula: it may be any step's.
_BARE: Final = re.compile(r"-?\d+(?:\.\d+)?[.,;:!?*_`\"'”’$}\])]*")
_DECIMAL: Final = re.compile(r"-?\d+(?:\.\d+)?")
_ASSIGNED: Final = re.compile(r"[^,;:|≠<>≤≥→⇒]{1,60}[=≈]([^=≈,;]{1,80})")
_JOINED: Final = re.compile(r"(?<![a-z])(?:or|and|if|when|where|not|for)(?![a-z])")

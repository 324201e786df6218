"""Quantities: the value of a number and its unit, read from the canonical form of a text."""

import re
from fractions import Fraction
from typing import Final, NamedTuple

from mcqa_cli.modes.robust.signs import UNITS

# Longer digits or larger exponents are compared as they are written.
_LARGEST_EXPONENT: Final = 400


class Quantity(NamedTuple):
    """A number's value, exactly, and its unit in short signs; no unit is an empty one."""

    value: Fraction
    unit: str


def quantity(form: str) -> Quantity | None:
    """The quantity that this canonical form is as a whole; None where it is none."""
    found = _QUANTITY.fullmatch(form) if form and (form[0].isdecimal() or form[0] in "-£€") else None
    if found is None:
        return None
    sign, currency, whole, part, over, times, power, unit = found.groups()
    if (part is not None and over is None) or (whole is None and power is None) or (currency and unit):
        return None
    value = Fraction(whole) if whole is not None else Fraction(1)
    if over is not None:
        below = int(over)
        if not below:
            return None
        value = value / below if part is None else value + Fraction(int(part), below)
    exponent = int(power) if power is not None else 0
    if abs(exponent) > _LARGEST_EXPONENT or (whole is not None and power is not None and not times):
        return None
    value *= Fraction(10) ** exponent
    short = currency or unit_of(unit or "")
    return None if short is None else Quantity(-value if sign else value, short)


def unit_of(text: str) -> str | None:
    """A unit, with signs for some names, and one way to write products and powers; None for other words."""
    text = text.strip(" ")
    if text.isalpha():
        return UNITS.get(text, text) if text not in _NO_UNITS else None
    if " " in text and any((len(word) > 4 and word.isalpha()) or word in _NO_UNITS for word in text.split()):
        return None
    out: list[str] = []
    for part in _UNIT_PART.findall(text):
        name = UNITS.get(part, part)
        if out and name[:1].isalpha() and out[-1] != "/":
            out.append(" ")
        out.append(name)
    unit = "".join(out)
    inverse = _INVERSE.fullmatch(unit)
    if inverse:
        unit = f"{inverse[1]}/{inverse[2]}" + (f"^{inverse[3]}" if inverse[3] != "1" else "")
    return unit


_NO_UNITS: Final = frozenset(("and", "are", "as", "for", "has", "if", "is", "of", "or", "so", "the", "to", "was"))
_QUANTITY: Final = re.compile(
    r"(-?)([£€]?)(?:(?=\d)(\d{1,30}(?:\.\d{1,30})?(?![\d^]))?(?: (\d{1,6}))?(?:/(\d{1,12}))?"
    r"(?:(×?)10\^\(?(-?\d{1,4})\)?)?)"
    r"( ?[%°¢€]{0,1}(?:[^\W\d_](?:[^\W\d_]|[ /%]|\^-?\d){0,40})?)"
)
_UNIT_PART: Final = re.compile(r"[^\W\d_]+|\^-?\d|[^\w\s]")
_INVERSE: Final = re.compile(r"([^\W\d_]+) ([^\W\d_]+)\^-(\d)")

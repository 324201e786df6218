"""Letters of options that are also the symbols of quantities: where a text was cut off, they say nothing."""

import re
from typing import Final

_FORMULA: Final = re.compile(r"\s?[=+*/^<>]\s?[\w\\(-]")
# What the letters stand for in formulas.
_QUANTITIES: Final[dict[str, tuple[str, ...]]] = {
    "A": ("area", "amplitude", "ampere"),
    "B": ("field", "magnetic"),
    "C": ("capacit", "concentration", "heat capac", "speed of light"),
    "D": ("distance", "displacement", "diameter", "diffusion"),
    "E": ("energy", "electric field", "modulus", "emf"),
    "F": ("force", "faraday"),
    "G": ("free energy", "gravitation", "shear", "conductance"),
    "H": ("enthalpy", "height", "hamiltonian"),
    "I": ("current", "inertia", "intensity"),
    "J": ("current density", "flux", "angular momentum"),
}


def is_symbol(label: str, stops: list[int], text: str, low: str, part: tuple[int, int]) -> bool:
    """Whether the quantity of this letter is named in a part of the text, or one of its places is in a formula.

    stops: where each of the letter's places in that part ends.
    """
    start, end = part
    if any(low.find(word, start, end) >= 0 for word in _QUANTITIES.get(label, ())):
        return True
    return any(_FORMULA.match(text, stop, end) for stop in stops)

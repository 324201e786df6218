"""What signs, LaTeX commands and words are written for what: data for `notation.py` and `quantities.py`."""

from typing import Final

_GREEK_NAMES: Final = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi "
    "psi omega"
)
_GREEK_LETTERS: Final = "αβγδεζηθικλμνξοπρστυφχψω"
_CAPITAL_NAMES: Final = "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
_CAPITAL_LETTERS: Final = "ΓΔΘΛΞΠΣΥΦΨΩ"
# Words that are as good as the letter or the sign.
WORDS: Final[dict[str, str]] = {
    **dict(zip(_GREEK_NAMES.split(), _GREEK_LETTERS, strict=True)),
    **dict(zip(_CAPITAL_NAMES.split(), _CAPITAL_LETTERS, strict=True)),
    "infinity": "∞",
    "sqrt": "√",
}
# How the words start that stand for a sign.
WORD_HEADS: Final[dict[str, str]] = {sign: word[:2].lower() for word, sign in WORDS.items()}
_FUNCTIONS: Final = (
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh ln log lg exp lim max min sup inf det dim ker gcd "
    "deg arg Pr mod"
)
FUNCTIONS: Final = frozenset(_FUNCTIONS.split())
COMMANDS: Final[dict[str, str]] = {
    **WORDS,
    "varepsilon": "ε", "varphi": "φ", "vartheta": "θ", "varrho": "ρ", "varsigma": "σ", "infty": "∞",
    "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "ne": "≠", "neq": "≠",
    "lt": "<", "gt": ">", "ll": "≪", "gg": "≫", "approx": "≈", "sim": "~", "simeq": "≃", "cong": "≅", "equiv": "≡",
    "propto": "∝", "pm": "±", "mp": "∓", "times": "×", "cdot": "·", "div": "÷", "ast": "*", "star": "⋆",
    "circ": "∘", "degree": "°", "angle": "∠", "perp": "⊥", "parallel": "∥", "triangle": "△",
    "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "neg": "¬", "lnot": "¬", "oplus": "⊕", "otimes": "⊗",
    "to": "→", "rightarrow": "→", "longrightarrow": "→", "leftarrow": "←", "gets": "←", "leftrightarrow": "↔",
    "implies": "⇒", "Rightarrow": "⇒", "Longrightarrow": "⇒", "iff": "⇔", "Leftrightarrow": "⇔",
    "rightleftharpoons": "⇌", "uparrow": "↑", "downarrow": "↓",
    "forall": "∀", "exists": "∃", "in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆", "supset": "⊃",
    "supseteq": "⊇", "cup": "∪", "cap": "∩", "emptyset": "∅", "varnothing": "∅", "setminus": "∖",
    "partial": "∂", "nabla": "∇", "int": "∫", "sum": "∑", "prod": "∏", "prime": "'", "hbar": "ℏ", "ell": "ℓ",
    "ldots": "…", "dots": "…", "cdots": "…", "mid": "|", "vert": "|", "lvert": "|", "rvert": "|", "backslash": "∖",
    "lbrace": "❴", "rbrace": "❵", "langle": "⟨", "rangle": "⟩", "pounds": "£", "euro": "€", "euros": "€",
}  # fmt: skip
_WRAPPERS: Final = (
    "text textbf textit textrm textsf texttt textnormal textup mathrm mathbf mathit mathsf mathbb mathcal mathtt "
    "boldsymbol bm operatorname displaystyle textstyle limits left right big Big bigg Bigg bigl bigr Bigl Bigr bf rm "
    "it ce cf mbox hbox boxed fbox si unit ensuremath"
)
# They say how something looks, or only hold it.
WRAPPERS: Final = frozenset(_WRAPPERS.split())
SPACES: Final = frozenset(("quad", "qquad", "enspace", "thinspace", "space"))
FRACTIONS: Final = frozenset(("frac", "dfrac", "tfrac", "cfrac"))
# One sign in the place of several that look or mean the same.
SAME: Final = str.maketrans(
    {
        "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "﹣": "-", "’": "'", "‘": "'", "′": "'", "″": "''",
        "⋅": "·", "∙": "·", "✕": "×", "✖": "×", "\u00b5": "μ", "\u2126": "Ω", "ϕ": "φ", "ϵ": "ε", "\u212a": "K",
        "\u212b": "Å",
        "∕": "/", "⁄": "/", "∣": "|", "℃": "°C", "℉": "°F", "º": "°", "˚": "°", "⟶": "→", "➝": "→", "⟹": "⇒",
        "∼": "~", "≦": "≤", "≧": "≥", "⩽": "≤", "⩾": "≥", "￢": "¬", "∛": "√[3]",
        "，": ",", "。": ".", "：": ":", "；": ";", "（": "(", "）": ")", "＝": "=", "％": "%",
        "½": " 1/2", "⅓": " 1/3", "⅔": " 2/3", "¼": " 1/4", "¾": " 3/4", "⅕": " 1/5", "⅖": " 2/5", "⅗": " 3/5",
        "⅘": " 4/5", "⅙": " 1/6", "⅚": " 5/6", "⅛": " 1/8", "⅜": " 3/8", "⅝": " 5/8", "⅞": " 7/8",
        "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u2061": " ", "\u2062": " ", "\u200b": "", "\u2060": "",
        "\ufeff": "", "\u200e": "", "\u200f": "", "“": "", "”": "", "„": "", "«": "", "»": "", "「": "", "」": "",
        "『": "", "』": "",
    }
)  # fmt: skip
RAISED: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀ"
RAISE: Final = str.maketrans(RAISED, "0123456789+-=()niT")
LOWER: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ", "0123456789+-=()aeoxhklmnpstijruv")

# Units by their names, where the sign cannot be typed everywhere. Dollars have none: theirs also marks formulas.
UNITS: Final[dict[str, str]] = {
    "percent": "%", "degree": "°", "degrees": "°", "ohm": "Ω", "ohms": "Ω", "kohm": "kΩ", "dollar": "", "dollars": "",
    "USD": "", "euro": "€", "euros": "€", "EUR": "€", "um": "μm", "ug": "μg", "uA": "μA", "uC": "μC", "uF": "μF",
    "uL": "μL", "uV": "μV", "uW": "μW",
}  # fmt: skip

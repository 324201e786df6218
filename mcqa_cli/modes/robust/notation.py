"""One canonical form for formulas and quantities, however they are written: LaTeX, Unicode or plain text.

Two texts have the same form only where they say the same: spaces that mean nothing, commands for signs, one sign for
another that looks the same, and the ways to write fractions, roots, powers and indices. Case, signs, order, brackets
and units are kept, as they tell options apart.
"""

import re
from typing import Final

from mcqa_cli.modes.robust.signs import (
    COMMANDS,
    FRACTIONS,
    FUNCTIONS,
    LOWER,
    RAISE,
    RAISED,
    SAME,
    SPACES,
    WORDS,
    WRAPPERS,
)

# A formula nested deeper than this is read as it stands.
_DEEPEST: Final = 12
_SPECIAL: Final = frozenset("\\{}^_")


def canonical(text: str) -> str:
    """The one form of a formula, a quantity, or a short text with such signs in it."""
    if not text.isascii():
        text = _scripts(text)
        text = text.translate(SAME)
    if "{,}" in text:
        text = text.replace("{,}", ",")
    if not _SPECIAL.isdisjoint(text):
        if "\\" in text:
            text = text.replace("~", " ")
        text = _Parser(text).group(0)
    text = _unquoted(text.replace("$", "").replace("`", "").replace("__", ""))
    if not text.isdecimal():
        text = _trimmed(_operators(text))
    return text


def _scripts(text: str) -> str:
    """Unicode's raised and lowered characters as exponents and indices."""
    if _RAISED_RUN.search(text):
        text = _RAISED_RUN.sub(lambda run: "^{" + run[0].translate(RAISE) + "}", text)
    return text.translate(LOWER)


def _unquoted(text: str) -> str:
    """Without quotes and stars of Markdown round it; a lone one may be a prime, an inch or a star of its own."""
    text = text.strip(_ENDS)
    if "**" in text:
        text = _BOLD.sub("", text).replace("**", "^")
    while len(text) > 2 and text[0] in "'\"*" and (text[-1] == text[0] or text[-2:] == text[0] + "."):
        text = text[1 : text.rindex(text[0])].strip(_ENDS)
    return text


def _operators(text: str) -> str:
    text = _WORD.sub(lambda word: WORDS.get(word[0], word[0]), text)
    if "°" in text or "deg" in text:
        text = _DEGREES.sub("°", text)
        text = _CELSIUS.sub(lambda scale: "°" + scale[1].upper(), text)
    if "=" in text or ">" in text:
        text = text.replace("<=", "≤").replace(">=", "≥").replace("!=", "≠").replace("==", "=").replace("->", "→")
    if "." in text:
        text = _NO_ZERO.sub("0.", text)
    if "," in text:
        text = _THOUSANDS.sub(lambda number: number[0].replace(",", ""), text)
    text = _EXPONENT.sub(r"×10^\1\2", text)
    if "x" in text or "*" in text or "·" in text:
        text = _PRODUCT.sub("×", text)
    if "*" in text or "·" in text:
        text = _JUXTAPOSED.sub(" ", text)
    if "(" in text:
        text = _CALLED.sub(r"\1 \2", text)
        text = _ROOT.sub(r"√\1", text)
        text = _POWER.sub(r"^\1", text)
    text = _UNCALLED.sub(r"\1 ", " ".join(text.split()))
    if " " in text:
        text = _SPACE.sub("", text)
        text = _UNIT_SPACE.sub(lambda number: number[0] if number[1] else number[2], text)
    return text


def _trimmed(text: str) -> str:
    """Without punctuation at the ends, and without a closing bracket that nothing opens."""
    text = text.strip(_ENDS).rstrip(".")
    while text and text[-1] in ")]}":
        opened = text.count("(") + text.count("[") + text.count("{")
        if opened >= text.count(")") + text.count("]") + text.count("}"):
            break
        text = text[:-1].rstrip(_ENDS).rstrip(".")
    return text


def flat(form: str) -> str:
    """A coarser form: ions and hybrid orbitals as they are typed without exponents, `Ca2+` and `sp3`."""
    if "^" in form:
        form = _HYBRID.sub(r"sp\1", form)
        charged = _CHARGED.fullmatch(form)
        if charged:
            form = charged[1] + charged[2]
    return form


class _Parser:
    """Reads LaTeX groups, commands, exponents and indices."""

    __slots__ = ("latex", "place", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.latex = "\\" in text

    def group(self, depth: int) -> str:
        """What stands from here to the closing brace of this group, or to the end."""
        text = self.text
        out: list[str] = []
        while self.place < len(text):
            char = text[self.place]
            if char not in _SPECIAL:
                plain = _PLAIN.match(text, self.place)
                out.append(plain[0] if plain else char)
                self.place += len(out[-1])
                continue
            self.place += 1
            if char == "}":
                if depth:
                    break
                out.append("}" if not self.latex else "")
            elif char == "{":
                if depth > _DEEPEST:
                    out.append(char)
                    continue
                inner = self.group(depth + 1)
                # Without LaTeX round them, braces are those of a set.
                out.append(inner if self.latex or depth else "{" + inner + "}")
            elif char == "\\":
                out.append(self._command("".join(out[-1:]), depth))
            else:
                out.append(self._script(char, depth))
        return "".join(out)

    def _command(self, before: str, depth: int) -> str:
        text = self.text
        named = _NAME.match(text, self.place)
        if named is None:
            char = text[self.place : self.place + 1]
            self.place += 1
            if char in "{}":
                return char
            if char in ",;: !\\":
                return (
                    "" if char in ",!" and _GROUP_OF_DIGITS.match(text, self.place) and before[-1:].isdigit() else " "
                )
            return char if char in "%&#_$|" else ""
        name = named[0]
        self.place = named.end()
        if name in WRAPPERS:
            return ""
        if name in FRACTIONS:
            top, bottom = self._argument(depth), self._argument(depth)
            return _fraction(top, bottom, before)
        if name == "sqrt":
            return self._root(depth)
        if name in ("SI", "qty"):
            return self._argument(depth) + " " + self._argument(depth) + " "
        if name in FUNCTIONS:
            return f" {name} "
        if name in SPACES:
            return " "
        if name == "degree" and text.startswith("C", self.place):
            return "°"
        sign = COMMANDS.get(name)
        if sign is None:
            return f"\\{name} "
        while text[self.place : self.place + 1] == " ":  # it only ends the command
            self.place += 1
        return sign

    def _root(self, depth: int) -> str:
        degree = ""
        if self.text.startswith("[", self.place):
            close = self.text.find("]", self.place)
            if close > 0:
                degree = self.text[self.place : close + 1]
                self.place = close + 1
        inner = self._argument(depth)
        return f"√{degree}{inner}" if _SINGLE.fullmatch(inner) else f"√{degree}({inner})"

    def _argument(self, depth: int) -> str:
        """The group, command or single character that a command takes."""
        text = self.text
        while text[self.place : self.place + 1] == " ":
            self.place += 1
        if self.place >= len(text) or depth > _DEEPEST:
            return ""
        char = text[self.place]
        self.place += 1
        if char == "{":
            return self.group(depth + 1).strip()
        if char == "\\":
            name = _NAME.match(text, self.place)
            if name and name[0] in WRAPPERS:
                self.place = name.end()
                return self._argument(depth + 1)
            return self._command("", depth + 1).strip()
        return char

    def _script(self, char: str, depth: int) -> str:
        """An exponent or an index; an index of letters and digits is as good as none: `H_2O`, `K_{sp}`."""
        text = self.text
        following = text[self.place : self.place + 1]
        if char == "_":
            if following not in "{\\" or not following:
                return "" if following.isalnum() else "_"
            inner = self._argument(depth).replace(" ", "")
            return inner if inner.isalnum() else f"_({inner})"
        if following not in "{\\" or not following:
            return "^"
        inner = self._argument(depth).replace(" ", "")
        if inner in ("∘", "°"):
            return "°"
        if inner and not inner.strip("'"):
            return inner
        return f"^{inner}" if _SIMPLE_POWER.fullmatch(inner) else f"^({inner})"


def _fraction(top: str, bottom: str, before: str) -> str:
    top = top if _FACTORS.fullmatch(top) else f"({top})"
    bottom = bottom if _SINGLE.fullmatch(bottom) else f"({bottom})"
    return f"{' ' if before[-1:].isdigit() else ''}{top}/{bottom} "


_RAISED_RUN: Final = re.compile(f"[{RAISED}]+")
_PLAIN: Final = re.compile(r"[^\\{}^_]+")
_NAME: Final = re.compile(r"[A-Za-z]+")
_GROUP_OF_DIGITS: Final = re.compile(r"\d{3}(?!\d)")
_SINGLE: Final = re.compile(r"\d+(?:\.\d+)?|[^\W\d_](?:\^\d+)?|√(?:\d+|[^\W\d_])")
_FACTORS: Final = re.compile(r"[\w.√∞]+")
_SIMPLE_POWER: Final = re.compile(r"[-+]?\d+|[A-Za-z]|[-+*]")
_WORD: Final = re.compile(rf"(?<![A-Za-z\\])(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})(?![A-Za-z])")
_DEGREES: Final = re.compile(r"(?<=\d)\s?(?:deg(?:rees?)?(?![a-z])|\^(?:∘|°))|\^∘|(?<=\d)\s?°")
_CELSIUS: Final = re.compile(r"°\s?([cCfF])(?:elsius|ahrenheit)?(?![A-Za-z])")
_THOUSANDS: Final = re.compile(r"(?<![\d,.(\[{])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])")
_NO_ZERO: Final = re.compile(r"(?<![\w.)])\.(?=\d)")
_EXPONENT: Final = re.compile(r"(?<=\d)[eE]\+?(-?)0*(\d{1,3})(?![\w.])")
_PRODUCT: Final = re.compile(r"(?<=\d)\s*[x*·×]\s*(?=\d)")
_JUXTAPOSED: Final = re.compile(r"(?<=[\w)])\s*[*·]\s*(?=[\w(√])")
_CALLED: Final = re.compile(
    rf"(?<![A-Za-z])((?:{'|'.join(sorted(FUNCTIONS, key=len, reverse=True))})(?:\s?\^-?\d)?)"
    r"\s?\(\s?([^\W_]{1,6})\s?\)(?!\s?[\w(^])"
)
_ROOT: Final = re.compile(r"√\s?\((\d+|[^\W\d_])\)")
_POWER: Final = re.compile(r"\^\(\s?([-+]?\d+|[A-Za-z])\s?\)")
# A space between two words or two numbers tells them apart, and one behind a fraction what is below its line.
_UNCALLED: Final = re.compile(r"(?<![A-Za-z])(sin|cos|tan|ln|log)(?=\d)")
_SPACE: Final = re.compile(r" (?!\w)|(?<!\w) ")
_UNIT_SPACE: Final = re.compile(r"(/?)(\d[\d.]*) (?=[^\W\d_])")
_BOLD: Final = re.compile(r"(?<![\w)])\*\*|\*\*(?![\w(-])")
_HYBRID: Final = re.compile(r"(?<![A-Za-z])sp\^([23])")
_CHARGED: Final = re.compile(r"((?:[A-Z][a-z]?|\d|[()\[\]])+)\^\(?(\d?[+-])\)?")
_ENDS: Final = " \t\r\n,;:_"

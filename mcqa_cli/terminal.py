"""Text from files made safe for a terminal. No third-party package, so that error messages can use it at once."""

import unicodedata


def clean(value: object) -> str:
    r"""Untrusted text for a terminal: control and direction-changing characters are shown as escapes.

    >>> print(clean("a\x1b[31mb\nc"))
    a\x1b[31mb\nc
    """
    text = str(value)
    return text if text.isprintable() else "".join(map(_visible, text))


def clean_json(text: str) -> str:
    r"""JSON for a terminal: what `clean` would change stands as an escape, which means the same.

    >>> print(clean_json('["é\x9b\u202e"]'))
    ["é\u009b\u202e"]
    """
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(char: str) -> str:
    if char.isprintable() or unicodedata.category(char) == "Zs":
        return char
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))


def _visible(char: str) -> str:
    if char.isprintable() or unicodedata.category(char) == "Zs":
        return char
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")

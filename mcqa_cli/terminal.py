"""Text from files made safe for a terminal. No third-party package, so that error messages can use it at once."""

import unicodedata


def clean(value: object) -> str:
    r"""Untrusted text for a terminal: control and direction-changing characters are shown as escapes.

    >>> print(clean("a\x1b[31mb\nc"))
    a\x1b[31mb\nc
    """
    text = str(value)
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(char: str) -> str:
    if char.isprintable() or unicodedata.category(char) == "Zs":
        return char
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")

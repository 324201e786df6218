"""Phrases that are looked for in one sentence: a text without any of their words needs no search."""

import re
from re import Pattern
from typing import Final

_WORD: Final = re.compile(r"[a-z]+")


class Phrases:
    """Patterns, each with the words of which one is in whatever it matches.

    A part is the words, divided by blanks, and the pattern, in which `{}` stands for any of the words. A part without
    words has letters beyond ASCII in all that it matches.
    """

    __slots__ = ("_by_word", "_other", "_words")

    def __init__(self, *parts: tuple[str, str]) -> None:
        by_word: dict[str, list[Pattern[str]]] = {}
        other = []
        for words, pattern in parts:
            each = words.split()
            compiled = re.compile(pattern.replace("{}", rf"\b(?:{'|'.join(each)})"))
            for word in each:
                by_word.setdefault(word, []).append(compiled)
            if not each:
                other.append(compiled)
        self._by_word = by_word
        self._words = frozenset(by_word)
        self._other = tuple(other)

    def among(self, text: str) -> bool:
        """Whether one of the phrases is in this (lower-case) text."""
        known = self._words.intersection(_WORD.findall(text))
        if known:
            for word in known:
                for pattern in self._by_word[word]:
                    if pattern.search(text):
                        return True
        if self._other and not text.isascii():
            return any(pattern.search(text) for pattern in self._other)
        return False

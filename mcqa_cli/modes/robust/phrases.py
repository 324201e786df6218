"""Phrases that are looked for in one sentence: a text without any of their words needs no search."""

import re
from functools import cache
from re import Pattern
from typing import Final

_WORD: Final = re.compile(r"[a-z]+")
# Of the many patterns in the tables, a run meets a few: each is compiled when it is first needed.
compiled: Final = cache(re.compile)


class Phrases:
    """Patterns, each with the words of which one is in whatever it matches.

    A part is the words, divided by blanks, and the pattern, in which `{}` stands for any of the words. A part without
    words has letters beyond ASCII in all that it matches.
    """

    __slots__ = ("_by_word", "_other", "words")

    def __init__(self, *parts: tuple[str, str]) -> None:
        by_word: dict[str, list[str]] = {}
        other = []
        for words, pattern in parts:
            each = words.split()
            whole = pattern.replace("{}", rf"\b(?:{'|'.join(each)})")
            for word in each:
                by_word.setdefault(word, []).append(whole)
            if not each:
                other.append(whole)
        self._by_word = by_word
        # One of them is in whatever matches, where that is plain ASCII.
        self.words = frozenset(by_word)
        self._other = tuple(other)

    def among(self, text: str) -> bool:
        """Whether one of the phrases is in this (lower-case) text."""
        known = self.words.intersection(_WORD.findall(text))
        if known:
            for word in known:
                for pattern in self._by_word[word]:
                    if _search(pattern, text):
                        return True
        if self._other and not text.isascii():
            return any(_search(pattern, text) for pattern in self._other)
        return False


def _search(pattern: str, text: str) -> bool:
    made: Pattern[str] = compiled(pattern)
    return made.search(text) is not None

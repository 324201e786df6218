"""Finding the cues of a table in a text, by their stems."""

import re
from typing import Final

from mcqa_cli.modes.robust.cues import STRONG, STRONG_LATIN, STRONG_SCRIPT, Cue

# A text with more cues than this that settle nothing is degenerate; looking on would settle nothing either.
MOST_CUES: Final = 400
# In a part no longer than this one pattern is the quickest to tell that no stem is there; else a search for each stem.
_SHORT: Final = 400
# Stems that lead to an answer only with a colon behind them.
_COLON_ONLY: Final = frozenset({"ans:", "key", "result", "output", "label", "letter"})


class CueTable:
    """Cues that are looked for together."""

    __slots__ = ("_any", "_cues", "_stems", "_without_colon")

    def __init__(self, cues: tuple[Cue, ...]) -> None:
        self._cues = cues
        self._any: re.Pattern[str] | None = None
        self._stems = tuple(enumerate(cue[0] for cue in cues))
        self._without_colon = tuple((order, stem) for order, stem in self._stems if stem not in _COLON_ONLY)

    def hits(self, low: str, start: int, end: int) -> list[tuple[int, Cue]]:
        """Where the cues stand between two places, the last first; of two at one place, the table's first."""
        if end - start <= _SHORT:
            if self._any is None:
                self._any = re.compile(_any_of(sorted({cue[0] for cue in self._cues})))
            if not self._any.search(low, start, end):
                return []
        colon = low.rfind(":", start, end + 40) >= 0 or low.rfind("：", start, end + 40) >= 0
        stems = self._stems if colon else self._without_colon
        found = [(at, -order) for order, stem in stems if (at := low.rfind(stem, start, end)) >= 0]
        if not found:
            return []
        cues = self._cues
        for at, order in found[:]:
            stem = cues[-order][0]
            left = MOST_CUES
            at = low.rfind(stem, start, at)
            while at >= 0 and left:
                found.append((at, order))
                at = low.rfind(stem, start, at)
                left -= 1
        found.sort(reverse=True)
        return [(at, cues[-order]) for at, order in found[:MOST_CUES]]


def _any_of(words: list[str]) -> str:
    """A pattern for the words that shares their beginnings; of a word and a longer one, the shorter will do."""
    heads: dict[str, list[str]] = {}
    for word in words:
        heads.setdefault(word[:1], []).append(word[1:])
    if "" in heads:
        return ""
    return "(?:" + "|".join(re.escape(head) + _any_of(rest) for head, rest in heads.items()) + ")"


ENGLISH: Final = CueTable(STRONG)
# Verbs like "choose" lead to letters only: without a letter anywhere they need no search.
NOUNS: Final = CueTable(tuple(cue for cue in STRONG if cue[2] != "verb"))
FOREIGN: Final = CueTable(STRONG_LATIN + STRONG_SCRIPT)
FOREIGN_ASCII: Final = CueTable(tuple(cue for cue in STRONG_LATIN if cue[0].isascii()))

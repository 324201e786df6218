"""Finding the cues' stems in a text: one search tells which of a table's stems are there at all."""

from typing import Final

from mcqa_cli.modes.robust.cues import STRONG, STRONG_LATIN, STRONG_SCRIPT, Cue

# A text with more cues than this that settle nothing is degenerate; looking on would settle nothing either.
MOST_CUES: Final = 400
# Stems that lead to an answer only with a colon behind them.
_COLON_ONLY: Final = frozenset({"ans:", "key", "result", "output", "label", "letter"})


class CueTable:
    """Cues that are looked for together."""

    __slots__ = ("_cues", "_stems", "_without_colon")

    def __init__(self, cues: tuple[Cue, ...]) -> None:
        self._cues = cues
        self._stems = tuple(enumerate(cue[0] for cue in cues))
        self._without_colon = tuple((order, stem) for order, stem in self._stems if stem not in _COLON_ONLY)

    def hits(self, low: str, start: int, end: int) -> list[tuple[int, Cue]]:
        """Where the cues stand between two places, the last first; of two at one place, the table's first."""
        find = low.rfind  # quicker than any pattern that looks for all stems at once
        colon = find(":", start, end + 40) >= 0 or find("：", start, end + 40) >= 0
        stems = self._stems if colon else self._without_colon
        found = [(at, -order) for order, stem in stems if (at := find(stem, start, end)) >= 0]
        if not found:
            return []
        cues = self._cues
        for at, order in found[:]:
            stem = cues[-order][0]
            left = MOST_CUES
            at = find(stem, start, at)
            while at >= 0 and left:
                found.append((at, order))
                at = find(stem, start, at)
                left -= 1
        found.sort(reverse=True)
        return [(at, cues[-order]) for at, order in found[:MOST_CUES]]


ENGLISH: Final = CueTable(STRONG)
# Verbs like "choose" lead to letters only: without a letter anywhere they need no search.
NOUNS: Final = CueTable(tuple(cue for cue in STRONG if cue[2] != "verb"))
FOREIGN: Final = CueTable(STRONG_LATIN + STRONG_SCRIPT)
FOREIGN_ASCII: Final = CueTable(tuple(cue for cue in STRONG_LATIN if cue[0].isascii()))

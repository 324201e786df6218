"""Finding the cues' stems in a text: one search tells which of a table's stems are there at all."""

import re
from collections.abc import Iterable
from typing import Final

from mcqa_cli.modes.robust.cues import STRONG, STRONG_LATIN, STRONG_SCRIPT, Cue

# A text with more cues than this that settle nothing is degenerate; looking on would settle nothing either.
MOST_CUES: Final = 400


class CueTable:
    """Cues that are looked for together."""

    __slots__ = ("_by_stem", "_cues", "_script", "_words")

    def __init__(self, cues: tuple[Cue, ...]) -> None:
        self._words = _any_of({stem for stem, _, side in cues if side != "script"}, before="[^a-z]")
        script = {stem for stem, _, side in cues if side == "script"}
        self._script = _any_of(script) if script else None
        # A stem may hold another one, as "answer's" does.
        self._cues = cues
        self._by_stem = {stem: tuple(order for order, cue in enumerate(cues) if cue[0] in stem) for stem, _, _ in cues}

    def hits(self, low: str, start: int, end: int, *, first: bool) -> list[tuple[int, Cue]]:
        """Where the cues stand between two places, the last first; first: nothing before `start` counts."""
        part = "\n" + low[start:end] if first else low[start - 1 : end]
        stems = set(self._words.findall(part))
        if self._script is not None:
            stems.update(self._script.findall(part))
        if not stems:
            return []
        cues = self._cues
        found = set()
        for order in {order for stem in stems for order in self._by_stem[stem]}:
            stem = cues[order][0]
            at = low.rfind(stem, start, end)
            left = MOST_CUES
            while at >= 0 and left:
                found.add((at, -order))  # of two cues at one place, the first of the table comes first
                at = low.rfind(stem, start, at)
                left -= 1
        return [(at, cues[-order]) for at, order in sorted(found, reverse=True)[:MOST_CUES]]


def _any_of(words: Iterable[str], before: str = "") -> re.Pattern[str]:
    """A pattern for any of these words that shares their beginnings, so that most places are passed in one step."""
    return re.compile(f"{before}({_branches(sorted(words))})")


def _branches(words: list[str]) -> str:
    heads: dict[str, list[str]] = {}
    for word in words:
        heads.setdefault(word[:1], []).append(word[1:])
    ends = heads.pop("", None) is not None
    parts = [re.escape(head) + (_branches(rest) if rest != [""] else "") for head, rest in heads.items()]
    if not parts:
        return ""
    joined = parts[0] if len(parts) == 1 and not ends else f"(?:{'|'.join(parts)})"
    return joined + "?" if ends else joined


ENGLISH: Final = CueTable(STRONG)
# Verbs like "choose" lead to letters only: without a letter anywhere they need no search.
NOUNS: Final = CueTable(tuple(cue for cue in STRONG if cue[2] != "verb"))
FOREIGN: Final = CueTable(STRONG_LATIN + STRONG_SCRIPT)
FOREIGN_ASCII: Final = CueTable(tuple(cue for cue in STRONG_LATIN if cue[0].isascii()))

"""Options named by their place: "the third option", "option number 2" where the labels are letters."""

import re
from typing import Final

from mcqa_cli.modes.robust.lexicon import DENIED_LEFT, PRAISE, UNSTATED
from mcqa_cli.modes.robust.mentions import Mentions
from mcqa_cli.modes.robust.payload import NTH, Statement

_MOST: Final = 20
_NOUNS: Final = ("option", "choice", "alternative")
_IF: Final = re.compile(r"[^.\n]{0,60}?(?<![a-z])(?:if|unless|otherwise|but|provided|when)(?![a-z])")
_LEFT: Final = re.compile(r"(?<![a-z])[a-z0-9]{3,7} (?:answer )?$")


def praised(response: Mentions) -> Statement | None:
    """The only option that is praised by its place: "The second option is correct"."""
    low, start, end = response.low, response.start, response.end
    if not response.derived.plain:
        return None
    found = []
    for noun in _NOUNS:
        if low.rfind(noun, start, end) < 0:
            continue
        at = low.find(noun, start, end)
        left = _MOST
        while at >= 0 and left:
            named = _LEFT.search(low, max(start, at - 16), at)
            nth = NTH.match(low, named.start(), end) if named else None
            nth = nth or NTH.match(low, at, end)
            stated = response.nth(nth, nth.start(), "sentence") if nth else None
            if nth and stated is not None and PRAISE.match(low, nth.end(), end) and not _IF.match(low, nth.end(), end):
                before = response.sentence_left(nth.start())
                if not DENIED_LEFT.among(before) and not UNSTATED.among(before):
                    found.append(stated)
            at = low.find(noun, at + 1, end)
            left -= 1
    return found[0] if len({stated.label for stated in found}) == 1 else None

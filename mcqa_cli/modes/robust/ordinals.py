"""Options named by their place: "the third option", "option number 2" where the labels are letters."""

from typing import Final

from mcqa_cli.modes.robust.lexicon import DENIED_LEFT, PRAISE, UNSTATED
from mcqa_cli.modes.robust.mentions import Mentions
from mcqa_cli.modes.robust.payload import NTH, Statement

_MOST: Final = 20


def praised(response: Mentions) -> Statement | None:
    """The only option that is praised by its place: "The second option is correct"."""
    low, start, end = response.low, response.start, response.end
    if not response.derived.plain or not ("option" in low or "choice" in low):
        return None
    found = []
    for count, nth in enumerate(NTH.finditer(low, start, end)):
        stated = response.nth(nth, nth.start(), "sentence")
        if count > _MOST or stated is None:
            return None
        left = response.sentence_left(nth.start())
        if PRAISE.match(low, nth.end(), end) and not DENIED_LEFT.among(left) and not UNSTATED.among(left):
            found.append(stated)
    return found[0] if len({stated.label for stated in found}) == 1 else None

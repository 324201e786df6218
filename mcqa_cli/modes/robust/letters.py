"""The letters of a response: where they are mentioned, and how their own sentences use them in other languages."""

import re
from typing import Final

from mcqa_cli.modes.robust import foreign
from mcqa_cli.modes.robust.payload import Payloads, Statement

# A text that mentions more letters is judged by the last ones, which tell how it ends …
MOST_MENTIONS: Final = 60
# … and no farther from its end than this.
MENTIONS_WITHIN: Final = 2000
# How much of a sentence in another language is looked at.
_FOREIGN: Final = 200


class Letters(Payloads):
    """A response's letters, wherever they stand, each in its own sentence."""

    def payload(self, at: int, cue_at: int, how: str, end: int, *, texts: bool = True) -> Statement:
        """What stands at `at`, behind a cue that starts at `cue_at`; as its sentence uses it, in whatever language."""
        stated = super().payload(at, cue_at, how, end, texts=texts)
        if (
            stated.kind == "list"
            and not self.english
            and stated.start < stated.end
            and foreign.others_wrong(self.low, stated.end, end)
        ):
            first = self.labels.token(self.text, stated.start)
            if first is not None:
                stated = stated._replace(kind="label", label=first[0], closing=True)
        if stated.label is None or stated.end <= stated.start or how in ("box", "tag"):
            return stated
        kind, place = self.used(stated.start, stated.end)
        if not kind:
            return stated
        if kind == "instead":
            other = super().payload(place, cue_at, how, end, texts=texts)
            if other.label is not None and not self.used(other.start, other.end)[0]:
                return other
            kind = "denied"
        return stated._replace(kind=kind, label=None, after=max(stated.after, place))

    def used(self, start: int, stop: int) -> tuple[str, int]:
        """How a sentence in another language uses the label or text at [start, stop): see `foreign.use`."""
        if self.english or not foreign.near(self.low, max(self.start, start - _FOREIGN), min(self.end, stop + 40)):
            return "", stop
        return foreign.use(self, self.sentence_left(start, _FOREIGN), start, stop)

    def sentence_left(self, at: int, within: int = 90) -> str:
        """What stands left of a place in its own sentence, at most so many characters, lower case."""
        left = self.low[max(self.start, at - within) : at]
        ends = _SENTENCE_END.findall(left) if len(left) > 4 else ()
        return left[left.rfind(ends[-1]) + len(ends[-1]) :] if ends else left

    @staticmethod
    def unconceded(left: str) -> str:
        """The part of a sentence behind what it concedes ("although B is tempting, "), or behind what is asked."""
        if "," in left and (_CONCEDED.match(left) or (_ASKED.match(left) and " if " not in left)):
            return left[left.rfind(",") + 1 :].lstrip()
        return left

    def mentions(self, start: int, end: int) -> list[tuple[int, str, int]]:
        """(start, label, end) of the last labels in capital letters between two places, in the order of the text."""
        if self.seen is not None and self.seen[0] == (start, end):
            return self.seen[1]
        text = self.text
        key = (start, end)
        start = max(start, end - MENTIONS_WITHIN)
        if self.is_ascii and self.derived.plain:
            found = self._plain_mentions(start, end)
        else:
            found = []
            for hit in self.labels.mention.finditer(text, start, end):
                at = hit.start()
                before = text[at - 1] if at else " "
                if (before.isalnum() and before.isascii()) or before in "\\_":
                    continue
                token = self.labels.token(text, at)
                if token is not None and token[1] <= end:
                    found.append((at, token[0], token[1]))
        found = found[-MOST_MENTIONS:]
        self.seen = key, found
        return found

    def _plain_mentions(self, start: int, end: int) -> list[tuple[int, str, int]]:
        """The same for ASCII text and single Latin letters: searching for each letter is quicker than any pattern."""
        text = self.text
        found = []
        for label in self.labels.exact:
            at = text.rfind(label, start, end)
            while at >= 0:
                after = text[at + 1 : at + 2]
                if not (after.isalnum() or after == "_"):
                    before = text[at - 1] if at else " "
                    if not (before.isalnum() or before in "\\_"):
                        found.append((at, label, at + 1))
                at = text.rfind(label, start, at)
        found.sort()
        return found


_SENTENCE_END: Final = re.compile(r"[.!?;][\"'”’)\]*_]{0,3} |\n| but |,? however,? |,? yet |[。！？；।؟؛]")
_CONCEDED: Final = re.compile(r"\s*(?:although|though|while|whereas|despite|unlike|even though|even if)\b")
# The question told again: "Since the question asks for the statement that is NOT true, ".
_ASKED: Final = re.compile(
    r"\s*(?:and |but |so |now )?(?:(?:since|because|as|given that|seeing that|remember(?: that)?|note(?: that)?) )?"
    r"(?:(?:the|this) (?:question|problem|prompt|item|stem|task) (?:asks?|is asking|asked|wants|requires|is)\b|"
    r"(?:we|i)(?: a?re| am|['’]re|['’]m) (?:being )?(?:asked|looking for)\b|"
    r"(?:we|i) (?:need|want|have) (?:to (?:find|identify|pick|choose|select)|the (?:one|statement|option))\b)"
)

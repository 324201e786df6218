"""Finding what a response states: candidates at cues, in boxes and in set-apart lines, each judged where it stands."""

import re
from typing import Final, NamedTuple

from mcqa_cli.model import Choices
from mcqa_cli.modes.robust.labels import Label, Labels, labels_of
from mcqa_cli.modes.robust.lexicon import (
    BOTH,
    CONCLUDING,
    CONCLUDING_NAMED,
    DENIED_LEFT,
    LEAD,
    NEGATED,
    NONE_OF,
    NOT_BUT,
    OPENERS,
    PRAISE,
    STRONG,
    STRONG_LATIN,
    STRONG_SCRIPT,
    UNSTATED,
)
from mcqa_cli.modes.robust.texts import Match, Texts, normalize

# A text with more cues than this that settle nothing is degenerate; looking on would settle nothing either.
MOST_CUES: Final = 400
# The same for letters that are only mentioned: the last ones tell how the text ends.
MOST_MENTIONS: Final = 60
# … and how far from the end they are looked for.
MENTIONS_WITHIN: Final = 2000
# How much of a box is looked at.
LONGEST_BOX: Final = 1500

Cue = tuple[str, re.Pattern[str], str]


class Statement(NamedTuple):
    """What one cue says. kind: `label`, `text`, `list`, `double` (a text of several options), `none`, `denied`,
    `hedged`, `foreign` (a letter that is no option), `unread`.

    at: where the cue starts; start, end: the letter or text itself; after: where the statement ends.
    how: `box`, `line` (with a colon), `tag`, `sentence`. closing: nothing but punctuation follows in its sentence.
    """

    kind: str
    label: str | None
    at: int
    start: int
    end: int
    after: int
    how: str
    closing: bool = False


class Derived:
    """What is made once per question: the labels' reading, and the normalized texts when first needed.

    plain: the labels are Latin letters, all single. bracketed: some text starts with a bracket, as a list does.
    letter_led: some text starts with a lone letter ("E. coli", "A and C"), so that a text must be tried before a label.
    """

    __slots__ = ("bracketed", "labels", "letter_led", "plain", "texts")

    def __init__(self, choices: Choices) -> None:
        self.labels: Labels = labels_of(choices.labels)
        self.texts: Texts | None = None
        self.plain = all(len(label) == 1 and label in _LATIN for label in choices.labels)
        self.bracketed = any(text.lstrip(" $")[:1] in ("[", "(", "{", "<") for text in choices.texts)
        heads = [text.lstrip(" \"'([$*")[:2] for text in choices.texts if len(text) > 2]
        self.letter_led = any(len(head) == 2 and head[0].isalpha() and not head[1].isalnum() for head in heads)


class Response:
    """One response with all that judging it needs."""

    __slots__ = ("choices", "derived", "end", "is_ascii", "labels", "last_brace", "low", "seen", "start", "text")

    def __init__(self, text: str, low: str, choices: Choices) -> None:
        self.text = text
        self.low = low
        self.choices = choices
        derived = choices.cache.get("robust")
        if derived is None:
            derived = choices.cache["robust"] = Derived(choices)
        self.derived: Derived = derived
        self.labels = derived.labels
        self.start = 0
        self.end = len(text)
        self.is_ascii = text.isascii()
        self.last_brace = -2
        self.seen: tuple[tuple[int, int], list[tuple[int, str, int]]] | None = None

    @property
    def texts(self) -> Texts:
        """The option texts, normalized once per question."""
        texts = self.derived.texts
        if texts is None:
            texts = self.derived.texts = Texts(self.choices.labels, self.choices.texts)
        return texts

    # ------------------------------------------------------------------------------------------------------ payloads

    def payload(self, at: int, cue_at: int, how: str, end: int, *, texts: bool = True) -> Statement:
        """What stands at `at`, behind a cue that starts at `cue_at`."""
        text, low = self.text, self.low
        place = _match_end(OPENERS, text, at, end)
        if place >= end:
            return Statement("unread", None, cue_at, at, at, at, how)
        if texts and self.derived.bracketed:
            match = self.texts.at(text, _match_end(_BLANKS, text, at, end), end)
            if match:
                return self._of_match(match, cue_at, how)
        read = self._direct(place, cue_at, how, end, texts=texts)
        if read is not None:
            return read
        if NEGATED.match(low, place, end):
            return self._not_but(place, cue_at, how, end)
        both = BOTH.match(low, place, end)
        if both:
            opened = _match_end(OPENERS, text, both.end(), end)
            led = LEAD.match(low, opened, end)
            opened = _match_end(OPENERS, text, led.end(), end) if led else opened
            kind = "list" if self.labels.read(text, low, opened, end) else "unread"
            return Statement(kind, None, cue_at, place, place, opened, how)
        led = LEAD.match(low, place, end)
        if led:
            inner = _match_end(OPENERS, text, led.end(), end)
            if inner < end and inner > place:
                if NEGATED.match(low, inner, end):
                    return self._not_but(inner, cue_at, how, end)
                read = self._direct(inner, cue_at, how, end, texts=texts, named=led[1] is not None)
                if read is not None:
                    return read
                place = inner
        if NONE_OF.match(low, place, end):
            return Statement("none", None, cue_at, place, place, place, how)
        return self._unread(place, cue_at, how, end)

    def _not_but(self, place: int, cue_at: int, how: str, end: int) -> Statement:
        """A denial, or what it names instead: "not A but B"."""
        instead = NOT_BUT.match(self.low, place, end)
        if instead:
            inner = _match_end(OPENERS, self.text, instead.end(), end)
            read = self._direct(inner, cue_at, how, end)
            if read is not None and read.kind in ("label", "text"):
                return read
        return Statement("denied", None, cue_at, place, place, place, how)

    def _unread(self, place: int, cue_at: int, how: str, end: int) -> Statement:
        """`foreign` for a single capital letter that is no option (closing: it stands as an answer would), else `unread`."""
        text = self.text
        char = text[place : place + 1]
        alone = "A" <= char <= "Z" and not text[place + 1 : min(place + 2, end)].isalnum()
        if not alone or self.labels.token(text, place) is not None:
            return Statement("unread", None, cue_at, place, place, place, how)
        after = _match_end(_PRAISE_CLOSERS, text, place + 1, end)
        closing = (
            char < "Q"
            and text[after : after + 1] in ("", "\n", " ")
            and text[place + 1 : place + 2] in ("", ".", ")", "*", "\n", "}")
        )
        return Statement("foreign", None, cue_at, place, place, after, how, closing=closing and text[place - 1] != "$")

    def _direct(
        self, place: int, cue_at: int, how: str, end: int, *, texts: bool = True, named: bool = False
    ) -> Statement | None:
        """A label or an option text exactly here; None where there is neither."""
        text = self.text
        label = self.labels.read(text, self.low, place, end)
        if label is not None:
            if texts and self.derived.letter_led:
                match = self.texts.at(text, place, end)
                if (
                    match
                    and match.end > label.end
                    and not (label.label and self.texts.own(label.label, text, label.end, end))
                ):
                    return self._of_match(match, cue_at, how)
            stated = self._of_label(label, cue_at, how, end, named=named)
            if stated is not None:
                return stated
        if texts:
            if text[place - 1 : place] in _SIGNS and not text[place].isspace():
                place -= 1  # a minus sign, not a dash before the answer
            match = self.texts.at(text, place, end)
            if match:
                return self._of_match(match, cue_at, how)
        return None

    def _of_match(self, match: Match, cue_at: int, how: str) -> Statement:
        label, start, end, listed = match
        kind = "list" if listed else "text" if label is not None else "double"
        if kind == "text" and _BULLET.search(self.text, max(0, start - 8), start):
            bullet = _NEXT_BULLET.match(self.text, end)
            if bullet and self.texts.at(self.text, bullet.end(), self.end):
                kind = "list"
        return Statement(kind, label if kind == "text" else None, cue_at, start, end, end, how, closing=True)

    def _of_label(self, label: Label, cue_at: int, how: str, end: int, *, named: bool) -> Statement | None:
        kind, value, start, stop, wrapped, tight, after = label
        if kind == "no" and value is not None and self.texts.own(value, self.text, stop, end):
            kind = "label"
        if kind == "no" and named and self.text[start].isupper() and self.text[stop : stop + 1] in " ":
            kind = "label"
        if kind == "label":
            if value is not None and how != "box" and self._next_line_too(value, start, after, end):
                return Statement("list", None, cue_at, start, stop, after, how)
            return Statement("label", value, cue_at, start, stop, after, how, closing=tight or wrapped)
        if kind == "list":
            return Statement("list", None, cue_at, start, stop, after, how)
        if kind == "refuted":
            return Statement("denied", value, cue_at, start, stop, after, how)
        if kind == "question":
            return Statement("hedged", value, cue_at, start, stop, after, how)
        return None

    def _next_line_too(self, label: str, start: int, after: int, end: int) -> bool:
        """Whether the letter's line is followed by another option's line: then options are listed, none is chosen."""
        text = self.text
        line = text.find("\n", after, end)
        if line < 0 or "\n" not in text[max(0, start - 12) : start]:
            return False
        place = _match_end(_LINE_MARKS, text, line, end)
        token = self.labels.token(text, place)
        if token is None or token[0] == label:
            return False
        return text[token[1] : token[1] + 1] in (".", ")", ":") and self.texts.own(token[0], text, token[1], end)

    # ---------------------------------------------------------------------------------------------------------- boxes

    def box(self, at: int) -> Statement | None:
        """What the box whose `oxed` or `fbox` is at `at` holds; None where this is no box."""
        text = self.text
        brace = at + 4
        while text[brace : brace + 1] in (" ", "\t") and brace < self.end:
            brace += 1
        if text[brace : brace + 1] != "{":
            return None
        close = self._closing_brace(brace)
        if close < 0:
            return Statement("unclosed", None, at, brace, brace, brace, "box")
        low = self.low
        inner = _match_end(OPENERS, text, brace + 1, close)
        if inner >= close:
            return Statement("empty", None, at, brace, close, close + 1, "box")
        whole = self.texts.whole(text[brace + 1 : close])
        label = self.labels.read(text, low, inner, close)
        if whole is False or (label is not None and label.end - label.start == len(text[brace + 1 : close].strip())):
            stated = self.payload(brace + 1, at, "box", close, texts=False)
            if stated.kind == "label" and _BOX_BEFORE.search(low, max(self.start, at - 90), at):
                return stated._replace(kind="list", label=None, after=close + 1)
            if stated.kind in ("label", "list", "denied", "hedged", "foreign", "none"):
                return stated._replace(after=close + 1, closing=True)
            match = self.texts.at(text, inner, close)
            if match and not text[match.end : close].strip(" .}$\\)"):
                return self._of_match(match, at, "box")._replace(after=close + 1)
            return stated._replace(after=close + 1)
        if whole is None:
            return Statement("double", None, at, brace + 1, close, close + 1, "box")
        start, end = _trimmed(text, brace + 1, close)
        return Statement("text", str(whole), at, start, end, close + 1, "box", closing=True)

    def _closing_brace(self, brace: int) -> int:
        if self.last_brace == -2:
            self.last_brace = self.text.rfind("}", self.start, self.end)
        if brace > self.last_brace:
            return -1
        depth = 0
        for found in _BRACES.finditer(self.text, brace, min(self.end, brace + LONGEST_BOX)):
            if found[0] == "{":
                depth += 1
            elif found[0] == "}":
                depth -= 1
                if depth == 0:
                    return found.start()
        return -1

    # ----------------------------------------------------------------------------------------------------------- cues

    def hits(self, cues: tuple[Cue, ...], start: int, end: int) -> list[tuple[int, Cue]]:
        """Where these cues' stems stand between two places, the last first."""
        low = self.low
        found = []
        for cue in cues:
            stem = cue[0]
            at = low.rfind(stem, start, end)  # the last ones first: rfind is also the quicker search
            left = MOST_CUES
            while at >= 0 and left:
                found.append((at, cue))
                at = low.rfind(stem, start, at)
                left -= 1
        if len(found) > 1:
            found.sort(key=_first, reverse=True)
        return found[:MOST_CUES]

    def sentence_left(self, at: int) -> str:
        """What stands left of a place in its own sentence, at most 90 characters, lower case."""
        left = self.low[max(self.start, at - 90) : at]
        ends = _SENTENCE_END.findall(left) if len(left) > 4 else ()
        return left[left.rfind(ends[-1]) + len(ends[-1]) :] if ends else left

    def at_cue(self, at: int, cue: Cue) -> Statement | None:
        """The statement that this cue makes, or None where the stem is part of something else."""
        low = self.low
        _, pattern, side = cue
        if side and at > self.start and side not in ("script", "") and low[at - 1].isalpha():
            return None
        if at > self.start and low[at - 1] in "<[_" and cue[0] in _TAG_NAMES:
            tagged = self._tag(at, at + len(cue[0]))
            if tagged is not None:
                return tagged
        led = pattern.match(low, at, self.end)
        if side == "qualified" and not (led and self._qualified(at, led)):
            return None
        if led is None:
            return self._bare(at, cue) if side in ("answer", "noun") else None
        joined = led[0]
        if side == "answer" and (joined.rfind("answer") > 3 or "choices" in joined or "options" in joined):
            return None  # a later word has its own turn; a list of choices is no answer
        how = "line" if joined.endswith((":", "：", "=", "→", "⇒", "->", "=>")) else "sentence"
        stated = self.payload(led.end(), at, how, self.end, texts=side != "verb")
        if joined.endswith(("is", "is ", "are")) and low.startswith(("also ", " also "), led.end()):
            stated = stated._replace(kind="list")
        if stated.kind == "unread":
            return (self._bare(at, cue) or stated) if side in ("answer", "noun") and how == "sentence" else stated
        if side == "verb" and stated.kind in ("list", "none"):
            return stated._replace(kind="unread")
        return self._in_sentence(stated, joined, side)

    def _in_sentence(self, stated: Statement, joined: str, side: str) -> Statement | None:
        """The statement as its own sentence lets it stand: denied, supposed, quoted, one of a run, or as it is."""
        low, at = self.low, stated.at
        left = self.sentence_left(at)
        if "," in left and _CONCEDED.match(left):
            left = left[left.rfind(",") + 1 :].lstrip()
        if (
            side == "answer"
            and left.endswith(("to ", "an ", "each ", "any ", "every "))
            and not joined.endswith((":", "："))
        ):
            return None
        if side == "verb":
            if _NOT_CHOSEN.search(left):
                return None
            left += joined
        if _HEDGED.search(joined) or (left and UNSTATED.search(left)) or ("would" in joined and _IF.search(left)):
            return stated._replace(kind="hedged")
        if _NEGATED_JOIN.search(joined):
            return stated._replace(kind="denied")
        if stated.kind == "label" and low.count("answer", max(self.start, at - 100), at) > 1:
            near = set(_RUN_OF_ANSWERS.findall(low, max(self.start, at - 100), at))
            if len(near | {(stated.label or "").lower()}) > 2:
                return stated._replace(kind="list", label=None)
        return stated

    def _bare(self, at: int, cue: Cue) -> Statement | None:
        """A letter right behind the word: `Answer B`, `answer (C)`."""
        place = at + len(cue[0])
        if self.low.startswith(" with ", place):
            place += 5
        opened = _match_end(OPENERS, self.text, place, self.end)
        if opened == place:
            return None
        label = self.labels.read(self.text, self.low, opened, self.end)
        if label is None or UNSTATED.search(self.sentence_left(at)):
            return None
        gap = self.text[place:opened]
        set_apart = label.tight or label.wrapped or _OWN_ANSWER.search(self.low, max(self.start, at - 12), at)
        if label.kind == "label" and set_apart and (label.wrapped or self.text[label.start].isupper()):
            if "\n" in gap and not label.tight:
                return None
            return Statement("label", label.label, at, label.start, label.end, label.after, "sentence", closing=True)
        if label.kind == "list":
            return Statement("list", None, at, label.start, label.end, label.after, "sentence")
        return None

    def _tag(self, at: int, place: int) -> Statement | None:
        """What stands in a tag that is named like an answer: `<answer>B</answer>`, `[ANSWER]B[/ANSWER]`."""
        text = self.text
        opened = _TAG_LEFT.search(self.low, max(self.start, at - 14), at)
        closed = _TAG_RIGHT.match(self.low, place, self.end)
        if opened is None or closed is None:
            return None
        inner = closed.end()
        stop = text.find("</" if opened[0][0] == "<" else "[/", inner, self.end)
        stop = stop if stop >= 0 else self.end
        whole = self.texts.whole(text[inner:stop]) if stop - inner < LONGEST_BOX else False
        if isinstance(whole, str) and len(text[inner:stop].strip()) > self.labels.longest:
            start, end = _trimmed(text, inner, stop)
            return Statement("text", whole, at, start, end, stop, "tag", closing=True)
        return self.payload(inner, at, "tag", stop)._replace(after=min(stop + 16, self.end))

    def _qualified(self, at: int, led: re.Match[str]) -> bool:
        """Whether "option" or "choice" is said to be the right one, or is a label of its own line: "Choice: C"."""
        if _QUALIFIED_LEFT.search(self.low, max(self.start, at - 40), at):
            return True
        if _QUALIFIED_INSIDE.search(led[0]):
            return True
        if led[0].endswith((":", "：")) and len(led[0]) < 12 and "s" not in led[0]:
            return not self.low[max(self.start, self.low.rfind("\n", self.start, at) + 1) : at].strip(
                " *_#>-\"'{\\,`selectdfinal"
            )
        return False

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

    def weak(self, start: int, end: int) -> list[Statement]:
        """Letters that are concluded with ("so D", "this matches option C") or praised ("B is correct")."""
        found = []
        for at, label, stop in self.mentions(start, end):
            after = _match_end(_PRAISE_CLOSERS, self.text, stop, end)
            praise = PRAISE.match(self.low, after, end)
            if praise:
                if "would" in praise[0] and _IF_FOLLOWS.match(self.low, praise.end(), end):
                    continue
                left = self.sentence_left(at)
                if left and (DENIED_LEFT.search(left) or UNSTATED.search(left) or _LISTED_LEFT.search(left)):
                    continue
                found.append(Statement("label", label, at, at, stop, after, "sentence"))
            else:
                stated = self._concluded(at, end)
                if stated is not None:
                    found.append(stated)
        return found

    def _concluded(self, at: int, end: int) -> Statement | None:
        """A letter after "therefore", "leaving", "is option", …, set apart or at the end of its sentence."""
        text, low = self.text, self.low
        left = low[max(self.start, at - 48) : at].rstrip(_LEFT_MARKS)
        shorter = _NAMED_LEFT.sub("", left) if left.endswith(_NAMES) else left
        named = len(shorter) < len(left)
        shorter = shorter.rstrip(_LEFT_MARKS)
        if shorter.endswith((" the", " only", " just", " likely", " clearly", " la", " die")):
            shorter = shorter.rsplit(" ", 1)[0]
        shorter = shorter.rstrip(_LEFT_MARKS)
        ending = CONCLUDING_NAMED if named else CONCLUDING
        singled = False
        if not shorter.endswith(ending):
            singled = _SINGLED_OUT.search(self.sentence_left(at)) is not None
            if not (singled and (shorter.endswith((" is", " be", " was")) or self._own_before(at))):
                return None
            if not shorter.endswith((" is", " be", " was")):
                shorter = ""
            ending = (" is", " be", " was")
        word = _LAST_WORD.search(shorter)
        whole_words = _WHOLE_WORDS_NAMED if named or ending[0] == " is" else _WHOLE_WORDS
        if word and not shorter.endswith(whole_words) and shorter != word[0]:
            return None
        label = self.labels.read(text, low, at, end)
        if label is None:
            return None
        if label.kind == "no" and label.label and self.texts.own(label.label, text, label.end, end):
            label = label._replace(kind="label", tight=True)
        if label.kind != "label" or label.label is None:
            return None
        wrapped = label.wrapped and text[at - 1] != "$"  # between dollar signs it is more often a variable
        if not (wrapped or named) and not text[label.start].isupper() and text[label.start].isascii():
            return None
        if not (wrapped or named or label.tight) and not _REASON_FOLLOWS.match(low, label.after, end):
            return None
        if label.tight and not (named or wrapped or singled) and text[label.after : label.after + 1] in (",", ":", ";"):
            return None
        sentence = self.sentence_left(at)
        if UNSTATED.search(sentence) or DENIED_LEFT.search(sentence):
            return None
        return Statement("label", label.label, at, label.start, label.end, label.after, "sentence", closing=True)

    def _own_before(self, at: int) -> bool:
        """Whether the letter stands in brackets behind its own text: "… is 75 (option J)"."""
        bracket = self.text.rfind("(", max(self.start, at - 12), at)
        token = self.labels.token(self.text, at)
        if bracket < 0 or token is None:
            return False
        before = self.text[max(self.start, bracket - self.texts.longest - 20) : bracket].rstrip()
        return any(
            token[0] in labels and normalize(before).endswith(" " + norm) for norm, labels in self.texts.by_text.items()
        )

    def sole(self, start: int, end: int) -> Statement | None:
        """The only label of the text, set apart and with its own text behind it, as the text's last words."""
        mentioned = self.mentions(start, end)
        if not mentioned or len({label for _, label, _ in mentioned}) > 1:
            return None
        at, name, stop = mentioned[-1]
        label = self.labels.read(self.text, self.low, at, end)
        if label is None or label.label is None or label.kind not in ("label", "no"):
            return None
        if not label.wrapped and self.text[stop : stop + 1] not in (".", ")", ":"):
            return None
        if end - label.after > self.texts.longest + 24 or not self.texts.own(name, self.text, stop, end):
            return None
        left = self.sentence_left(at)
        if UNSTATED.search(left) or DENIED_LEFT.search(left):
            return None
        return Statement("label", name, at, at, stop, end, "closing", closing=True)

    def denied(self, start: int, end: int) -> set[str]:
        """The labels that are ruled out in so many words."""
        out: set[str] = set()
        group: list[str] = []
        last = -1
        refused = False
        for at, label, stop in self.mentions(start, end):
            if last >= 0 and _GROUPED.fullmatch(self.low, last, at):
                group.append(label)
            else:
                group = [label]
                refused = bool(DENIED_LEFT.search(self.sentence_left(at)))
            last = stop
            after = _match_end(_PRAISE_CLOSERS, self.text, stop, end)
            if refused or _RULED_OUT.match(self.low, after, end):
                out.update(group)
        return out


def cues_for(response: Response, level: str) -> tuple[Cue, ...]:
    """The cue table of this level: `strong`, or `foreign` (strong, in other languages than English)."""
    if level == "strong":
        return STRONG
    return _LATIN_ASCII if response.is_ascii else _FOREIGN


_LATIN: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_FOREIGN: Final = STRONG_LATIN + STRONG_SCRIPT
_LATIN_ASCII: Final = tuple(cue for cue in STRONG_LATIN if cue[0].isascii())
_LEFT_MARKS: Final = " \n\t,:(\\[{*_`\"'“”„«「『（【$\\"
_NAMES: Final = (
    "option",
    "choice",
    "answer",
    "letter",
    "alternative",
    "statement",
    "选项",
    "選項",
    "opción",
    "opção",
    "вариант",
)
_NAMED_LEFT: Final = re.compile(
    r"(?:option|choice|answer|letter|alternative|statement|选项|選項|opción|opção|вариант)$"
)
_LAST_WORD: Final = re.compile(r"[a-zà-ÿа-я'’]+(?: [a-zà-ÿа-я'’]+){0,2}$")
_WHOLE_WORDS: Final = tuple(mark + word for word in CONCLUDING for mark in (" ", "\n", ",", ".", "(", "*", "—"))
_WHOLE_WORDS_NAMED: Final = tuple(
    mark + word for word in CONCLUDING_NAMED for mark in (" ", "\n", ",", ".", "(", "*", "—")
)
_SENTENCE_END: Final = re.compile(r"[.!?;][\"'”’)\]*_]{0,3} |\n| but |,? however,? |,? yet |[。！？；]")
_TAG_NAMES: Final = frozenset({"answer", "choice", "option", "final", "response", "solution"})
_TAG_LEFT: Final = re.compile(r"[<\[](?:[a-z]{1,10}[_ -])?$")
_TAG_RIGHT: Final = re.compile(r"(?:[_ -][a-z]{1,10})?[>\]]")
_OWN_ANSWER: Final = re.compile(r"(?:correct|right|final|my) $")
_CONCEDED: Final = re.compile(r"\s*(?:although|though|while|whereas|despite|unlike|even though|even if)\b")
_RUN_OF_ANSWERS: Final = re.compile(r"answers?(?: is|:)\s?[(*]{0,3}([a-z0-9])(?![a-z0-9])")
_BOX_BEFORE: Final = re.compile(
    r"(?:oxed|fbox)\s?\{(?:[^{}\n]|\{[^{}\n]{0,30}\}){1,40}\}"
    r"(?:(?:\\text\{|[\s$)\]\\~}]){0,8}(?:,|;|/|&|\band\b|\bor\b)(?:[\s$(\[\\~}]){0,8}|[ $]{0,2}\\)[a-z]?$"
)
_BLANKS: Final = re.compile(r"[\s*_`\"'$:]{0,12}")
_SINGLED_OUT: Final = re.compile(
    r"\b(?:only|one that|one which|correct|right|best|winner|choice|closest|most \w+) (?!if\b)"
)
_GROUPED: Final = re.compile(r"[)*\]]{0,3}\s?(?:,|and|or|nor|&|, and|, or|,? nor)\s?(?:option |choice )?[(*\[]{0,3}")
_IF_FOLLOWS: Final = re.compile(r"[^.\n]{0,40}?(?<![a-z])(?:if|unless|provided|had|were|in case)(?![a-z])")
_SIGNS: Final = frozenset("-−–")
_LINE_MARKS: Final = re.compile(r"\s{0,4}[-*(\[]{0,3}\s{0,2}")
_BRACES: Final = re.compile(r"[{}]|\\[{}]")
_PRAISE_CLOSERS: Final = re.compile(r"(?:[)\]}*_`\"'”’»」』】）］｝$.:]|\\\)){0,10}")
_NEXT_BULLET: Final = re.compile(r"[^\n]{0,160}\n{1,2}[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+[*_\"'`(]{0,3}")
_BULLET: Final = re.compile(r"(?:[-*•]|\d{1,2}[.)])[ \t]+[*_\"'`(]{0,3}$")
_HEDGED: Final = re.compile(r"(?:could|may|might|can)(?: also| possibly| well| not)? be$")
_NEGATED_JOIN: Final = re.compile(
    r"(?:\bnot|n['’]t|\bnever|\bcannot|不|没|沒|아니|\bне|ليس|नहीं|নয়|ไม่) ?(?:be|is|是|:|：)?\s?$|\b(?:isn|wasn|cannot|can['’]t)\b"
    r"|(?:\bno|\bnão|\bnon|\bnicht|\bniet|\bnie|\bn['’])\s?(?:es|é|è|ist|est|is|era|sería|jest)$"
)
_NOT_CHOSEN: Final = re.compile(
    r"(?:\bnot|n['’]t|\bnever|\bcannot|\bcould|\bmight|\bmay|\bif (?:i|you|we)|\byou(?: can| must| should)?|\bplease|\bhow to|\bwhy) (?:\w+ )?$"
)
_IF: Final = re.compile(r"\bif\b")
_QUALIFIED_LEFT: Final = re.compile(
    r"\b(?:correct|right|best|closest|nearest|final|appropriate|likely|accurate|suitable|matching|only|my|selected|chosen|"
    r"preferred|plausible|reasonable|valid|true|remaining|logical|good|better|one|fitting|consistent|possible|viable|our|"
    r"bonne|seule|meilleure)\b[*_\"' ]{1,4}(?:\w+ ){0,2}$"
)
_QUALIFIED_INSIDE: Final = re.compile(
    r"\b(?:correct|right|best|closest|select|chosen|choose|fits|matches|satisf|answer|consistent|true|describes|explains|"
    r"would be|left|remains|works|makes|que es correcta|correcte|lets|gives)"
)
_REASON_FOLLOWS: Final = re.compile(
    r"\s(?:because|since|as |is (?:the|correct|right|my|best)|which|that is|it is|by elimination)"
)
_RULED_OUT: Final = re.compile(
    r"[\s,]{0,3}(?:(?:is|was|are|can be|looks|seems)\s{1,3}(?:also |clearly |obviously |definitely |both |all |therefore |out |just ){0,2}"
    r"(?:not(?![a-z])|in?correct(?<=incorrect)|wrong|false|ruled|excluded|eliminated|out(?![a-z])|invalid|untrue|impossible)"
    r"|(?:isn['’]t|cannot|can['’]t|doesn['’]t|does not|fails))"
)
_LISTED_LEFT: Final = re.compile(
    r"(?<![a-z0-9'’])[a-z]\)?\s?(?:and|or|&|,|to|through|-|–)\s?(?:option |choice |\(|\*\*)?$"
)


def _first(pair: tuple[int, Cue]) -> int:
    return pair[0]


def _match_end(pattern: re.Pattern[str], text: str, at: int, end: int) -> int:
    found = pattern.match(text, at, end)
    return found.end() if found else at


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space, LaTeX text wrappers and signs at its ends."""
    start = min(_match_end(OPENERS, text, start, end), end)
    if text[start - 1 : start] == "-":
        start -= 1
    while end > start and text[end - 1] in " \t\n.}$*\"'`":
        end -= 1
    return start, end

"""What stands behind a cue or in a box: a label, an option's text, a list of them, a denial, or nothing to read."""

import re
from typing import Final, NamedTuple

from mcqa_cli.model import Choices
from mcqa_cli.modes.robust import several
from mcqa_cli.modes.robust.agreeing import contradicted, other_label, text_behind, with_own
from mcqa_cli.modes.robust.labels import SCRIPTS, Label, Labels, labels_of
from mcqa_cli.modes.robust.lexicon import BOTH, LEAD, LIST_SEPARATOR, NEGATED, NONE_OF, NOT_BUT, OPENERS
from mcqa_cli.modes.robust.texts import Match, Texts

# A text with more than so many times "the" is English, whatever letters it has.
_ENGLISH: Final = 2
# How much of a box is looked at.
LONGEST_BOX: Final = 1500


class Statement(NamedTuple):
    """What one cue says.

    kind: `label`, `text`, `list`, `double` (a text of several options), `none` (of the options), `denied`, `hedged`,
    `foreign` (a letter that is no option), `unclosed` or `empty` (boxes), `unread`.
    at: where the cue starts; start, end: the letter or text itself; after: where the statement ends.
    how: `box`, `line` (with a colon), `tag`, `sentence`, `whole`, `leading`, `closing`.
    closing: nothing but punctuation follows in its sentence.
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


def derived(choices: Choices) -> Derived:
    """What is made once per question."""
    made: Derived | None = choices.cache.get("robust")
    if made is None:
        made = choices.cache["robust"] = Derived(choices)
    return made


class Payloads:
    """One response (or the part from `start` to `end` of it) with all that reading it needs."""

    __slots__ = (
        "choices",
        "cued",
        "derived",
        "end",
        "english",
        "is_ascii",
        "labels",
        "last_brace",
        "low",
        "seen",
        "start",
        "text",
        "tried",
    )

    def __init__(self, text: str, low: str, choices: Choices) -> None:
        self.text = text
        self.low = low
        self.choices = choices
        self.derived: Derived = derived(choices)
        self.labels = self.derived.labels
        self.start = 0
        self.end = len(text)
        self.is_ascii = text.isascii()
        # No word of another language is looked for then.
        # Signs and names beyond ASCII stand in English as well.
        self.english = " the " in low and (self.is_ascii or low.count(" the ") > _ENGLISH)
        self.last_brace = -2
        # Whether a stem of an English cue was found anywhere, whatever came of it.
        self.cued = False
        # What the last "answer" states, where it was looked at first, and was not the end.
        self.tried: tuple[int, Statement | None] | None = None
        self.seen: tuple[tuple[int, int], list[tuple[int, str, int]]] | None = None

    @property
    def texts(self) -> Texts:
        """The option texts, normalized once per question."""
        texts = self.derived.texts
        if texts is None:
            texts = self.derived.texts = Texts(self.choices.labels, self.choices.texts)
        return texts

    def payload(self, at: int, cue_at: int, how: str, end: int, *, texts: bool = True) -> Statement:
        """What stands at `at`, behind a cue that starts at `cue_at`."""
        text, low = self.text, self.low
        place = match_end(OPENERS, text, at, end)
        if place >= end:
            return Statement("unread", None, cue_at, at, at, at, how)
        if texts and self.derived.bracketed:
            match = self.texts.at(text, match_end(_BLANKS, text, at, end), end)
            if match:
                return self._of_match(match, cue_at, how)
        read = self._direct(place, cue_at, how, end, texts=texts)
        if read is not None:
            return read
        if NEGATED.match(low, place, end):
            return self._not_but(place, cue_at, how, end)
        both = BOTH.match(low, place, end)
        if both:
            opened = match_end(OPENERS, text, both.end(), end)
            led = LEAD.match(low, opened, end)
            opened = match_end(OPENERS, text, led.end(), end) if led else opened
            kind = "list" if self.labels.read(text, low, opened, end) else "unread"
            return Statement(kind, None, cue_at, place, place, opened, how)
        stated = self._by_place(place, cue_at, how, end, texts=texts)
        if stated is not None:
            return stated
        led = LEAD.match(low, place, end)
        if led:
            inner = match_end(OPENERS, text, led.end(), end)
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

    def may_answer(self, at: int, end: int) -> bool:
        """A quick no for most lines: whether `payload` or `Texts.whole` may read an answer here."""
        text, low = self.text, self.low
        place = match_end(OPENERS, text, at, end)
        head = low[place : place + 2]
        if head[:1].isdigit() and head.isascii():
            # A number may be a digit label or the number of an option, whose text may start with a sign.
            return self.labels.token(text, place) is not None or not self.texts.starts.isdisjoint((head[0], *"£€¥+-.("))
        if not (head.isascii() and head.isalpha() and len(head) == 2) or self.derived.bracketed:
            return True
        led = LEAD.match(low, place, end)
        if led is not None and led[1] is None:  # "the …": then it hangs on the next word
            inner = match_end(OPENERS, text, led.end(), end)
            following = low[inner : inner + 2]
            if following.isascii() and following.isalpha() and following not in self.texts.heads:
                led = led if self._led(inner, end) else None
        return (
            head in self.texts.heads
            or led is not None
            or self.labels.read(text, low, place, end) is not None
            or NEGATED.match(low, place, end) is not None
            or BOTH.match(low, place, end) is not None
            or low.startswith("it ", place)
        )

    def _led(self, place: int, end: int) -> bool:
        """Whether a label, a denial or a place in the list stands behind an article."""
        low = self.low
        return self.labels.read(self.text, low, place, end) is not None or any(
            pattern.match(low, place, end) for pattern in (NEGATED, BOTH, NONE_OF, _PLACE_WORD)
        )

    def _by_place(self, place: int, cue_at: int, how: str, end: int, *, texts: bool) -> Statement | None:
        """An option's text behind "x =", or an option named by its place in the list."""
        text, low = self.text, self.low
        assigned = _ASSIGNED.match(low, place, end) if texts and how in ("line", "sentence") else None
        if assigned:
            match = self.texts.at(text, assigned.end(), end) or self.texts.number_at(text, assigned.end(), end)
            if match and not _MORE.match(low, match.end, end):
                return self._of_match(match, cue_at, how)
        nth = NTH.match(low, place, end) if self.derived.plain else None
        return self.nth(nth, cue_at, how) if nth else None

    def nth(self, found: re.Match[str], cue_at: int, how: str) -> Statement | None:
        """The option at this place of the list; None where there is none, or where a text is that very number."""
        labels = self.choices.labels
        if found[1]:
            place = len(labels) if found[1] == "last" else _NTH.get(found[1], 0)
        else:
            place = int(found[2])
            if found[2] in self.texts.by_text:
                return None
        if not 0 < place <= len(labels):
            return None
        # No letter or text stands there, so that the statement has no span.
        at = found.start()
        return Statement("label", labels[place - 1], cue_at, at, at, found.end(), how, closing=True)

    def _not_but(self, place: int, cue_at: int, how: str, end: int) -> Statement:
        """A denial, or what it names instead: "not A but B"."""
        instead = NOT_BUT.match(self.low, place, end)
        if instead and not self.low.startswith("anything but", place):
            inner = match_end(OPENERS, self.text, instead.end(), end)
            read = self._direct(inner, cue_at, how, end)
            if read is not None and read.kind in ("label", "text"):
                return read
        return Statement("denied", None, cue_at, place, place, place, how)

    def _unread(self, place: int, cue_at: int, how: str, end: int) -> Statement:
        """`foreign` for a lone capital that is no option (closing: it stands as an answer would), else `unread`."""
        text = self.text
        char = text[place : place + 1]
        following = text[place + 1 : min(place + 2, end)]
        alone = "A" <= char <= "Z" and not following.isalnum() and following not in SCRIPTS
        if not alone or _EQUALS.match(text, place + 1, end) or self.labels.token(text, place) is not None:
            return Statement("unread", None, cue_at, place, place, place, how)
        after = match_end(MARKS_AFTER, text, place + 1, end)
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
            run = label.label is None and text[label.start : label.end] in self.choices.texts  # blood type "AB"
            if run or (texts and self.derived.letter_led):
                match = self.texts.at(text, place, end)
                if run and match and match.label is not None:
                    return self._of_match(match, cue_at, how)
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
            if match is None and how in ("line", "sentence"):
                match = self.texts.number_at(text, place, end)
            if match:
                return self._of_match(match, cue_at, how)
        return None

    def _of_match(self, match: Match, cue_at: int, how: str) -> Statement:
        label, start, end, listed = match
        kind = "list" if listed else "text" if label is not None else "double"
        if label is not None and other_label(self.text, self.labels, label, start, end, self.end):
            kind = "list"
        if kind == "text" and _BULLET.search(self.text, max(0, start - 8), start):
            bullet = _NEXT_BULLET.match(self.text, end)
            if bullet and self.texts.at(self.text, bullet.end(), self.end):
                kind = "list"
        return Statement(kind, label if kind == "text" else None, cue_at, start, end, end, how, closing=True)

    def _of_label(self, label: Label, cue_at: int, how: str, end: int, *, named: bool) -> Statement | None:
        kind, value, start, stop, wrapped, tight, after = label
        if kind == "or":  # "B or 12 kg" may say one thing twice
            other = LIST_SEPARATOR.match(self.low, after, end)
            same = value is not None and other is not None and self.texts.own(value, self.text, other.end(), end)
            kind = "label" if same else "list"
        if kind == "no" and value is not None and self.texts.own(value, self.text, stop, end):
            kind = "label"
        if kind == "list" and value is not None and with_own(self.text, self.texts, value, stop, end):
            kind = "label"
        if kind == "no" and named and self.text[start].isupper() and self.text[stop : stop + 1] in " ":
            kind = "label"
        if several.struck(self.text, start):
            kind = "refuted"
        if kind == "label":
            if value is not None and self._several(value, (start, stop, after), how, end):
                return Statement("list", None, cue_at, start, stop, after, how)
            behind = text_behind(self.text, stop, end)
            if value is not None and behind >= 0 and contradicted(self.text, self.texts, value, behind, end):
                return Statement("list", None, cue_at, start, stop, after, how)
            return Statement("label", value, cue_at, start, stop, after, how, closing=tight or wrapped)
        if kind == "list":
            return Statement("list", None, cue_at, start, stop, after, how)
        if kind == "refuted":
            return Statement("denied", value, cue_at, start, stop, after, how)
        if kind == "question":
            return Statement("hedged", value, cue_at, start, stop, after, how)
        return None

    def _several(self, label: str, span: tuple[int, int, int], how: str, end: int) -> bool:
        """Whether other options stand beside the label (from, to, end of its wrapper): then none is chosen."""
        start, stop, after = span
        text = self.text
        if several.span(self.labels, text, label, stop, end):
            return True
        if how == "box" or after >= end:
            return False
        return (
            self._next_line_too(label, start, after, end)
            or several.listed(self.labels, self.texts, text, label, stop, end)
            or (how in ("line", "sentence") and several.joined(self.labels, text, self.low, label, stop, end))
        )

    def _next_line_too(self, label: str, start: int, after: int, end: int) -> bool:
        """Whether the letter's line is followed by another option's line: then options are listed, none is chosen."""
        text = self.text
        line = text.find("\n", after, end)
        if line < 0 or "\n" not in text[max(0, start - 12) : start]:
            return False
        place = match_end(_LINE_MARKS, text, line, end)
        token = self.labels.token(text, place)
        if token is None or token[0] == label:
            return False
        order = self.choices.labels
        if text.count("\n", line, place) > 1 and order.index(token[0]) < order.index(label):
            return False  # the answer, and then what is said of each option
        return text[token[1] : token[1] + 1] in (".", ")", ":") and self.texts.own(token[0], text, token[1], end)

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
        prior = _BOX_BEFORE.search(low, max(self.start, at - 90), at)
        inner = match_end(OPENERS, text, brace + 1, close)
        if inner >= close:
            return Statement("empty", None, at, brace, close, close + 1, "box")
        whole = self.texts.whole(text[brace + 1 : close])
        label = self.labels.read(text, low, inner, close)
        if whole is False or (
            label is not None
            and label.label is not None
            and label.end - label.start == len(text[brace + 1 : close].strip())
        ):
            stated = self.payload(brace + 1, at, "box", close, texts=False)
            if stated.kind == "label" and prior and prior[1].strip() != low[brace + 1 : close].strip():
                return stated._replace(kind="list", label=None, after=close + 1)
            if stated.kind in ("label", "list", "denied", "hedged", "foreign", "none"):
                return stated._replace(after=close + 1, closing=True)
            signed = text[inner - 1] in _SIGNS and not text[inner].isspace()
            match = self.texts.at(text, inner - 1 if signed else inner, close)
            if match and not text[match.end : close].strip(" .}$\\)"):
                return self._of_match(match, at, "box")._replace(after=close + 1)
            return stated._replace(after=close + 1)
        if whole is None:
            return Statement("double", None, at, brace + 1, close, close + 1, "box")
        start, end = self.texts.tight(text, brace + 1, close, str(whole))
        if prior and prior[1].strip() != low[brace + 1 : close].strip():
            return Statement("list", None, at, start, end, close + 1, "box")
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


_LATIN: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_BLANKS: Final = re.compile(r"[\s*_`\"'$:]{0,12}")
_SIGNS: Final = frozenset("-−–")
_LINE_MARKS: Final = re.compile(r"\s{0,4}[-*(\[]{0,3}\s{0,2}")
_BRACES: Final = re.compile(r"[{}]|\\[{}]")
_NEXT_BULLET: Final = re.compile(r"[^\n]{0,160}\n{1,2}[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+[*_\"'`(]{0,3}")
_BULLET: Final = re.compile(r"(?:[-*•]|\d{1,2}[.)])[ \t]+[*_\"'`(]{0,3}$")
_ASSIGNED: Final = re.compile(r"[a-z](?:_\w)?\s?=\s?")
_EQUALS: Final = re.compile(r"\s?(?:[=≈<>]|\\(?:approx|[gln]eq?)(?![a-z]))")
_MORE: Final = re.compile(r"[$\s]{0,3}(?:,|;|and\b|or\b)")
_BOX_BEFORE: Final = re.compile(
    r"(?:oxed|fbox)\s?\{((?:[^{}\n]|\{[^{}\n]{0,30}\}){1,40})\}"
    r"(?:(?:\\text\{|[\s$)\]\\~}]){0,8}(?:,|;|/|&|\band\b|\bor\b)(?:[\s$(\[\\~}]){0,8}|[ $]{0,2}\\)[a-z]?$"
)
_NTH: Final = {
    word: place
    for place, words in enumerate(
        ("first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th", "seventh 7th", "eighth 8th",
         "ninth 9th", "tenth 10th"), 1,
    )
    for word in words.split()
}  # fmt: skip
_PLACE_WORD: Final = re.compile(rf"(?:very |{'|'.join(_NTH)}|last|option|choice|alternative)")
NTH: Final = re.compile(
    rf"(?:the )?(?:very )?(?:({'|'.join(_NTH)}|last) (?:answer )?(?:option|choice|alternative|answer)|"
    r"(?:option|choice|alternative) (?:number |no\.? ?|# ?)?(\d{1,2})(?![.,/^]?[\w%]))"
    r"(?=[.,;:!)*\"\s]|$)(?!\s(?:that|which|of|to|i|we|you|was|and|or)\b)"
)
MARKS_AFTER: Final = re.compile(r"(?:[)\]}*_`\"'”’»」』】）］｝$.:]|\\\)){0,10}")


def match_end(pattern: re.Pattern[str], text: str, at: int, end: int) -> int:
    """Where the pattern ends that matches at this place; the place itself where it does not."""
    found = pattern.match(text, at, end)
    return found.end() if found else at

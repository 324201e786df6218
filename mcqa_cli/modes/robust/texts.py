"""Option texts as answers: exact and unique once case, spaces, LaTeX, units and punctuation are taken away."""

import re
from typing import Final, NamedTuple

from mcqa_cli.modes.robust.forms import FOLLOWING, Forms
from mcqa_cli.modes.robust.notation import canonical
from mcqa_cli.modes.robust.signs import LOWER, WORD_HEADS

_WRAP: Final = re.compile(
    r"\\(?:text(?:bf|it|rm|sf|tt|normal)?|math(?:rm|bf|it|sf|bb|cal|tt)|boldsymbol|operatorname\*?|displaystyle|"
    r"left|right|"
    r"bf|rm|it|quad|qquad)(?![a-z])|\\[,;:! \[\]()]|[{}$~*`\"“”„«»「」『』\u200b-\u200f\u2060\ufeff]|\\(?=[%$&#_])"
)
_SAME: Final = str.maketrans(
    {
        "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "’": "'", "‘": "'", "×": "x", "·": "*", "⋅": "*",
        "\u00a0": " ", "\u2009": " ", "\u202f": " ", "，": ",", "。": ".", "：": ":", "；": ";", "（": "(", "）": ")",
    }
)  # fmt: skip
_FRACTION: Final = re.compile(r"\\[dt]?frac\s?(?:\{\s?([^{}\s]{1,12})\s?\}|(\d))\s?(?:\{\s?([^{}\s]{1,12})\s?\}|(\d))")
_SUM: Final = re.compile(r"(?<=[\w)])[-+−]")
_TIMES: Final = re.compile(r"\s*\\(?:times|cdot)\s*|(?<=\d)\s*x\s*(?=\d)")
# A literal character first makes the search quick.
# What stands behind a fraction is not below its line: "1/2 x".
_UNIT_GAP: Final = re.compile(r" (?=[a-zµμω°%])(?<=\d )(?<!/\d )(?<!/\d\d )")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NUMBER: Final = re.compile(
    r"[$£€¥]?\s?([-+]?\d[\d.,]*(?:/\d+)?(?:\s?x\s?10\^?\(?[-+]?\d+\)?)?)\s?([a-zµμω°%/^\-\d*.\s()]{0,24})$"
)
_WORDS_ONLY: Final = re.compile(r"[A-Za-z ,.;:'’()\n](?:[A-Za-z ,.;:'’()\n]|-(?=[A-Za-z ]))*")
_FUNCTION: Final = re.compile(r"(?:sin|cos|tan|cot|ln|log)[ (]")
_TRIM: Final = " \t\n.,;:!?。，；：！_'|"
# An option longer than this is read as an answer by its label only.
LONGEST: Final = 600


def normalize(text: str) -> str:
    """Lower case, one space for any white space, no LaTeX or Markdown wrappers, no punctuation at the ends."""
    text = text.lower()
    if "\\" in text or not text.isascii() or not text.isalnum():
        if "frac" in text:
            text = _FRACTION.sub(_over, text)
        text = _WRAP.sub("", text)
        if not text.isascii():
            text = text.translate(_SAME)
        if "x" in text or "\\" in text:
            text = _TIMES.sub(" x ", text)
        if "," in text:
            text = _THOUSANDS.sub("", text)
        text = " ".join(text.split())
        text = _UNIT_GAP.sub("", text)
    return text.strip(_TRIM)


def _over(fraction: re.Match[str]) -> str:
    """A fraction in one line, with brackets round a sum."""
    top, bottom = fraction[1] or fraction[2], fraction[3] or fraction[4]
    top = f"({top})" if _SUM.search(top) else top
    bottom = f"({bottom})" if _SUM.search(bottom) else bottom
    at = fraction.start()
    mixed = at > 0 and fraction.string[at - 1].isdigit()
    return f"{' ' if mixed else ''}{top}/{bottom}"


class Match(NamedTuple):
    """An option text at [start, end).

    label: None where several options fit. listed: another one follows, as in a list.
    """

    label: str | None
    start: int
    end: int
    listed: bool = False


class Texts:
    """The normalized texts of one question's options, made when first needed."""

    __slots__ = (
        "_forms",
        "by_text",
        "cased",
        "formal",
        "heads",
        "labels",
        "longest",
        "numbers",
        "options",
        "ordered",
        "starts",
        "verdicts",
    )

    def __init__(self, labels: tuple[str, ...], texts: tuple[str, ...]) -> None:
        self.labels = labels
        self.options = texts
        self._forms: Forms | None = None
        self.by_text: dict[str, list[str]] = {}
        for label, text in zip(labels, texts, strict=True):
            norm = normalize(text[: LONGEST + 1])
            if norm and len(text) <= LONGEST:
                self.by_text.setdefault(norm, []).append(label)
        # "Aa" and "aa": then case says which.
        self.cased = len(self.by_text) < len(labels) and any(
            len({texts[labels.index(label)].strip() for label in same}) > 1 for same in self.by_text.values()
        )
        self.ordered = sorted(self.by_text, key=len, reverse=True)
        self.starts = frozenset(norm[0] for norm in self.ordered)
        self.heads = frozenset(norm[:2] for norm in self.ordered)
        sides = [norm.partition("=")[2].strip() for norm in self.ordered if "=" in norm]
        self.heads |= {side[:2] for side in sides}
        if any(not norm[:2].isalnum() or len(norm) < 2 for norm in self.ordered):
            self.heads |= {a + b for a in self.starts for b in "abcdefghijklmnopqrstuvwxyz0123456789"}
        for norm in self.ordered:
            if not norm.isascii():
                self.heads |= {norm[:2].translate(LOWER), *(WORD_HEADS[char] for char in norm if char in WORD_HEADS)}
        self.longest = max(map(len, texts), default=0)
        # Some text has more than plain words, so that it may be written in another way.
        self.formal = not all(map(_WORDS_ONLY.fullmatch, texts)) or any(map(_FUNCTION.match, texts))
        # Some text is or starts with a word like "true", so that such words are no verdicts on the options.
        self.verdicts = any(_VERDICT.match(norm) for norm in self.ordered)
        self.numbers: dict[str, list[tuple[str, str]]] = {}
        for norm in self.ordered:
            parts = _NUMBER.match(norm)
            if parts:
                unit = parts[2].strip(" .")
                self.numbers.setdefault(parts[1].strip(".,"), []).extend((unit, label) for label in self.by_text[norm])

    @property
    def forms(self) -> Forms:
        """The options' canonical forms, made when first needed."""
        forms = self._forms
        if forms is None:
            forms = self._forms = Forms(self.labels, self.options)
        return forms

    def exact(self, raw: str) -> str | None:
        """The only label whose text this is, article or not; a number's unit must be there too."""
        norm = normalize(raw) if len(raw) <= 3 * self.longest + 60 else ""
        found = self.by_text.get(norm)
        if found is None:
            article = _ARTICLE.match(norm)
            found = self.by_text.get(norm[article.end() :]) if article else None
        if found and len(found) == 1:
            return found[0] if self._same_case(found[0], raw) else None
        label = self._formal(raw, found) if norm else None
        return label if isinstance(label, str) else None

    def _formal(self, raw: str, among: list[str] | None) -> str | bool | None:
        """The label whose canonical form this is, of those that are the same but for their case, or of all."""
        if not (among or self._may_be_formal(raw)):
            return False
        return self.forms.of(raw, among=among)

    def _may_be_formal(self, raw: str) -> bool:
        """A quick no where the options and this text are but words, or the text starts otherwise than any option."""
        if len(raw) < 2 or not (self.formal or "\\" in raw or not raw.isascii()):
            return False
        return self._may_start(raw.lstrip(_TRIM + "$*`\"'([")[:2]) and self.forms.may_be(raw)

    def whole(self, raw: str) -> str | bool | None:
        """The label whose text this is as a whole; False where none is, None where several are."""
        if len(raw) > 3 * self.longest + 60:
            return False
        head = raw.lstrip(_TRIM + "$*`\"'([")[:4].lower()
        if not self._may_start(head[:2]) and not _ARTICLE.match(head):
            return False
        norm = normalize(raw)
        found = self.by_text.get(norm)
        if found is None:
            article = _ARTICLE.match(norm)
            if article:
                found = self.by_text.get(norm[article.end() :])
        if found and len(found) == 1:
            return found[0] if self._same_case(found[0], raw) else False
        formal = self._formal(raw, found) if norm else False
        if formal is False and not found and "=" in raw and self._may_be_formal(raw):
            formal = self.forms.of_value(raw)
        if formal is not False or found:
            return formal if isinstance(formal, str) else None
        found = self._by_number(norm) if norm else None
        if found:
            return found[0] if len(found) == 1 else None
        return self.forms.without_unit(raw) if norm and self._may_be_formal(raw) else False

    def tight(self, text: str, start: int, end: int, label: str) -> tuple[int, int]:
        """The least part of [start, end) that still is this label's text, number, or text without its article."""
        while start < end and text[start].isspace():
            start += 1
        article = _ARTICLE.match(text[start : start + 4].lower())
        if article and self.whole(text[start + article.end() : end]) == label:
            start += article.end()
        while end - start > 1 and not text[start].isalnum() and self.whole(text[start + 1 : end]) == label:
            start += 1
        command = _WRAP.match(text, start, end)
        while command and self.whole(text[command.end() : end]) == label:
            start = command.end()
            command = _WRAP.match(text, start, end)
        equals = text.rfind("=", start, end)
        if equals > start and not self.forms.assigned and self.whole(text[equals + 1 : end]) == label:
            start = equals + 1
            while text[start].isspace():
                start += 1
        while end - start > 1 and not text[end - 1].isalnum() and self.whole(text[start : end - 1]) == label:
            if text[end - 1] in _PAIRS and text.count(_PAIRS[text[end - 1]], start, end) >= text.count(
                text[end - 1], start, end
            ):
                break
            end -= 1
        return start, end

    def _may_start(self, head: str) -> bool:
        """Whether an option may start so; a quick no for most texts. Only plain letters and digits tell."""
        return not (head.isascii() and head.isalnum() and len(head) == 2) or head.lower() in self.heads

    def _by_number(self, norm: str) -> list[str] | None:
        """Options with the same number, where at least one side has no unit."""
        parts = _NUMBER.match(norm)
        if parts is None:
            return None
        unit = parts[2].strip(" .")
        if unit and (parts[1].endswith(".") or _NO_UNIT.match(unit)):  # an item of a numbered list, a sentence
            return None
        return [
            label
            for other, label in self.numbers.get(parts[1].strip(".,"), ())
            if not unit or not other or unit == other
        ]

    def at(self, text: str, start: int, end: int) -> Match | None:
        """The longest option text that starts at this place and ends with a word's end there."""
        if not self._may_start(text[start : start + 2]):
            return None
        match = self._worded(text, start, end)
        if match is not None and (match.label is not None or match.listed):
            return match
        if match is not None:
            label = self.forms.of(text[start : match.end], among=self.same_words(text[start : match.end]))
            return Match(label if isinstance(label, str) else None, start, match.end)
        formal = self.formal or not text[start : start + 60].isascii() or "\\" in text[start : start + 60]
        formula = self.forms.piece(text, start, end) if formal else None
        if formula is None:
            return None
        stop, named = formula
        following = text[stop : min(end, stop + 20)].lower()
        joined = _LISTED.match(following)
        other = stop + joined.end() if joined else end
        listed = _EITHER.match(following) is not None or (
            other < end
            and (self._worded(text, other, end) is not None or self.forms.piece(text, other, end) is not None)
        )
        return Match(named, start, stop, listed)

    def _same_case(self, label: str, raw: str) -> bool:
        """Whether upper and lower case are the option's, where case tells options apart; a capital may start a word."""
        if not self.cased:
            return True
        form, own = canonical(raw), canonical(self.options[self.labels.index(label)])
        return form == own or form[1:] == own[1:] or " " in own

    def same_words(self, raw: str) -> list[str]:
        """The labels whose texts are this one but for their case."""
        return self.by_text.get(normalize(raw), [])

    def _worded(self, text: str, start: int, end: int) -> Match | None:
        """The same by its words, whatever their case."""
        stop = min(end, start + 2 * self.longest + 80)
        line = text.find("\n", start, stop)
        raw = text[start : line if line >= 0 else stop]
        norm = normalize(raw)
        if not norm or norm[0] not in self.starts:
            return None
        for option in self.ordered:
            if norm.startswith(option) and _ends_here(norm, len(option)):
                labels = self.by_text[option]
                size = _raw_length(raw, option)
                if len(labels) == 1 and not self._same_case(labels[0], raw[:size]):
                    return None
                listed = _EITHER.match(norm, len(option)) is not None
                return Match(
                    labels[0] if len(labels) == 1 else None, start, start + size, listed or self._next(norm, option)
                )
        return None

    def _next(self, norm: str, option: str) -> bool:
        """Whether another option's text follows as in a list."""
        joined = _LISTED.match(norm, len(option))
        if joined is None:
            return False
        rest = norm[joined.end() :]
        return any(rest.startswith(other) and _ends_here(rest, len(other)) for other in self.ordered if other != option)

    def number_at(self, text: str, start: int, end: int) -> Match | None:
        """A bare number that ends its phrase here and is the number of one option, whose unit it leaves out."""
        found = _BARE_NUMBER.match(text, start, end)
        label = self.whole(found[1]) if found and self.numbers else False
        return Match(label, start, found.end(1)) if found and isinstance(label, str) else None

    def own(self, label: str, text: str, at: int, end: int) -> bool:
        """Whether the label's own text (or its beginning) stands here, after some signs."""
        if label in "AI" and text[at : at + 1] == " " and text[at + 1 : at + 2].islower():
            return False  # the article or the pronoun before a text of that wording
        for norm, labels in self.by_text.items():
            if label in labels:
                raw = normalize(text[at : min(end, at + 2 * len(norm) + 40)].lstrip(" .:()-–—*_]}|/"))
                size = min(len(raw), len(norm), 24)
                return size > 0 and (raw[:size] == norm[:size]) and (size >= min(len(norm), 8))
        return False


# What may follow an option's text without a space in scripts that write none, or end its sentence after one.
_SENTENCE_TAILS: Final = (
    "です",
    "だ",
    "である",
    "입니다",
    "이다",
    "吧",
    "，",
    "、因",
    "因为",
    "因為",
    " है",
    " হলো",
    " । ",
)
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}
_BARE_NUMBER: Final = re.compile(r"([$£€]?[-+−]?\d(?:[\d,.]*\d)?)(?=[.,;:!)\]}*_$]{0,4}(?:\s|$))(?!\s?[\w%°(/*^+=×-])")
_NO_UNIT: Final = re.compile(r"\d|(?:is|was|are|were|of|and|or|to|has|will)\b|\S+(?: \S+){3}")
_VERDICT: Final = re.compile(
    r"(?:in)?(?:correct|valid)|right(?![a-z])|wrong|true|false|yes(?![a-z])|no(?![a-z])|not (?:correct|true)"
)
_ARTICLE: Final = re.compile(r"(?:the|an?|it) ")
_EITHER: Final = re.compile(r",?\s(?:or|oder|ou|или|and (?!it|this|that|the|they|so|its|is|not|here|we|i))\s?")
_LISTED: Final = re.compile(r"(?:,?\s?(?:or|and|and/or|und|oder|o|y|ou|et|или|и|或|和)\s|\s?[/&]\s?|,\s)")
_FOLLOW: Final = re.compile(rf"\s?(?:$|[.,;:!?()\[\]|/&。，；：！<>✅✓✔☑]|- |\\(?![a-z]))|\s(?:{FOLLOWING})(?![a-z])")


def _ends_here(norm: str, size: int) -> bool:
    """Whether an option text that ends after `size` characters is a whole one there, not the start of a longer text."""
    if size == len(norm):
        return True
    char = norm[size]
    last = norm[size - 1]
    if norm.startswith(_SENTENCE_TAILS, size):
        return True
    if char.isalnum() and (char.isascii() or last.isascii() is False):
        return False
    if last.isdigit() and char in ".,/^%°:-" and norm[size + 1 : size + 2].isdigit():
        return False
    if (last.isdigit() and char in "%°^/") or (char == "/" and norm[size + 1 : size + 2].isdigit()):
        return False
    if not char.isascii() and char.isalpha():
        return True
    return _FOLLOW.match(norm, size) is not None


def _raw_length(raw: str, option: str) -> int:
    """How many characters of `raw` give this normalized text: the least that do."""
    low, high = 1, len(raw)
    while low < high:
        middle = (low + high) // 2
        if len(normalize(raw[:middle])) >= len(option):
            high = middle
        else:
            low = middle + 1
    near = range(low, min(low + 6, len(raw)) + 1)
    # A fraction is shorter once it is whole, so that halving may miss: then every size is looked at.
    every = range(1, min(len(raw), len(option) + 120) + 1)
    return next((size for size in (*near, *every) if normalize(raw[:size]) == option), low)

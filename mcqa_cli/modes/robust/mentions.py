"""Letters in running text, judged by what stands round them: concluded with, praised, ruled out."""

import re
from typing import Final

from mcqa_cli.modes.robust import foreign, foreign_short
from mcqa_cli.modes.robust.asides import CALLED_BY_LETTER, IN_ONE_CASE, OBJECTED, ONE_OF_TWO, PRAISED_IF
from mcqa_cli.modes.robust.cues import CONCLUDING, CONCLUDING_NAMED
from mcqa_cli.modes.robust.letters import Letters
from mcqa_cli.modes.robust.lexicon import DENIED_LEFT, PRAISE, REJECTED_ANSWER, UNSTATED
from mcqa_cli.modes.robust.payload import MARKS_AFTER, Statement, match_end
from mcqa_cli.modes.robust.subjects import TO_DO, asked_untrue, expected
from mcqa_cli.modes.robust.symbols import is_symbol
from mcqa_cli.modes.robust.texts import normalize


class Mentions(Letters):
    """The letters that a response concludes with or praises."""

    def weak(self, start: int, end: int) -> list[Statement]:
        """Letters that are concluded with ("so D", "this matches option C") or praised ("B is correct")."""
        found: list[Statement] = []
        abroad = not self.english
        for at, label, stop in self.mentions(start, end):
            if self.text[stop : stop + 1] in _PRIMES and self.labels.is_primed(self.text, at, stop, end):
                continue
            after = match_end(MARKS_AFTER, self.text, stop, end)
            praise = PRAISE.match(self.low, after, end)
            if praise and praise[0].lstrip() in _BRIEF_PRAISE and ":" in self.text[stop:after]:
                praise = None  # the heading of what is said of an option: "C: holds DNA"
            if praise and self._granted(praise, end):
                continue
            if praise is None:
                praise = self._praised_apart(at, label, stop, start, end)
            if praise:
                if "would" in praise[0] and _IF_FOLLOWS.match(self.low, max(praise.end(), after), end):
                    continue
                other = _AND_OTHER.match(self.low, max(praise.end(), after), end)
                if other and self.labels.folded.get(other[1], label) != label:
                    continue
                sentence = self.sentence_left(at)
                left = self.unconceded(sentence)
                if len(left) < len(sentence) and not _ALSO.search(self.low, praise.start(), praise.end() + 9):
                    found = [stated for stated in found if stated.at < at - len(sentence)]
                if _denies(left) or self.used(at, stop)[0]:
                    continue
                if praise.re is PRAISE:
                    after = max(after, praise.end())
                found.append(Statement("label", label, at, at, stop, after, "sentence"))
            else:
                stated = self._concluded(at, start, end)
                if stated is None and abroad:
                    stated = foreign_short.short(self, self.sentence_left(at), at, label, stop)
                if stated is not None and not self.used(at, stop)[0]:
                    found.append(stated)
        return self._chosen(found, start) if found else found

    def _chosen(self, found: list[Statement], start: int) -> list[Statement]:
        """Without the letters that are only said to be untrue, where another one was chosen."""
        if start > self.start or len({stated.label for stated in found}) > 1:
            return [
                stated for stated in found if not asked_untrue(self.low[max(self.start, stated.at - 90) : stated.at])
            ]
        return found

    def _granted(self, praise: re.Match[str], end: int) -> bool:
        """Whether what is praised is so at first, in one case, or before an objection: "is right, but it needs"."""
        if _AT_FIRST.match(self.low, praise.end(), end) or PRAISED_IF.match(self.low, praise.end(), self.end):
            return True
        said = praise[0]
        if _LOOKS.match(said) and _CHECK_NEXT.match(self.low, praise.end(), self.end):
            return True
        if "answer" in said or "choice" in said or "only" in said or _NOUN_NEXT.match(self.low, praise.end(), self.end):
            return False
        objected = OBJECTED.match(self.low, praise.end(), self.end)
        return objected is not None and ("question" in objected[0] or not _SUPERLATIVE.search(said))

    def _praised_apart(self, at: int, label: str, stop: int, start: int, end: int) -> re.Match[str] | None:
        """Praise that does not follow at once, or is some only with what stands left of the letter."""
        low = self.low
        after = match_end(MARKS_AFTER, self.text, stop, end)
        praise = None
        if low[after : after + 2] in (" (", "("):  # its own text in brackets comes between
            bracketed = _BRACKETED.match(low, after, end)
            if bracketed and self.texts.own(label, self.text, after, end):
                praise = PRAISE.match(low, bracketed.end(), end)
        if praise is None and self.text[stop : stop + 1] in _DELIMITERS:
            praise = self._own_praised(at, label, stop, end)
        following = low[after + 1 : after + 2] if praise is None else ""
        if following in _CORRECTLY_STARTS and _CORRECTLY.match(low, after, end):
            praise = _SUMMED_UP.search(self.sentence_left(at))
        if following in _TRUE_STARTS and _TRUE.match(low, after, end):
            praise = _ONLY.search(low, max(start, at - 24), at)
        return praise

    def _own_praised(self, at: int, label: str, stop: int, end: int) -> re.Match[str] | None:
        """Praise behind the letter's own text, inside a sentence: "Here **D. fir** is the tree of choice"."""
        text = self.text
        place = match_end(_DELIMITED, text, stop, end)
        if place == stop or not self.sentence_left(at).strip(_ITEM_MARKS):
            return None  # nothing, or an item of a list: what is said of an option need not be about the question
        match = self.texts.at(text, place, end)
        if match is None or match.label != label:
            return None
        return PRAISE.match(self.low, match_end(MARKS_AFTER, text, match.end, end), end)

    def _leads(self, at: int, start: int, end: int) -> tuple[bool, bool] | None:
        """How the words left of a letter lead to it: (named as an option, singled out), or None where they do not."""
        left = self.low[max(self.start, at - 48) : at].rstrip(_LEFT_MARKS)
        if self.text[at - 1] in "{(" and left.endswith(_GROUPS):  # "option $\mathrm{B}$"
            left = left[: left.rfind("\\")].rstrip(_LEFT_MARKS)
        shorter = _NAMED_LEFT.sub("", left) if left.endswith(_NAMES) else left
        named = len(shorter) < len(left)
        shorter = shorter.rstrip(_LEFT_MARKS)
        gap = self.low[max(self.start, at - 48) + len(shorter) : at]
        if "\n\n" in gap and ":" not in gap and "," not in gap:
            return None  # another paragraph: the one above was broken off
        if shorter.endswith((" the", " only", " just", " likely", " clearly", " la", " die")):
            shorter = shorter.rsplit(" ", 1)[0].rstrip(_LEFT_MARKS)
        cues = (_BY_END_NAMED if named else _BY_END).get(shorter[-1:])
        if cues and shorter.endswith(cues):
            whole = shorter in cues or not _FEW_WORDS.match(shorter, len(shorter) - 1)
            return (named, False) if whole or shorter.endswith(_WHOLE_WORDS_NAMED if named else _WHOLE_WORDS) else None
        copula = shorter.endswith(_COPULAS) and not shorter.endswith("so is")
        behind = not copula and (self._own_before(at) or (named and self._apart(at)))
        if not (copula or behind):
            return None
        left = self.sentence_left(at)
        if REJECTED_ANSWER.search(left) or (copula and not named and CALLED_BY_LETTER.search(left)):
            return None
        if (
            _SINGLED_OUT.search(left)
            or (behind and self.alone(at, start, end))
            or (copula and (asked_untrue(left) or TO_DO.search(left)))
            or (behind and _CHOSEN.search(left) and not _IF_FOLLOWS.match(self.low, at, end))
        ):
            return named, True
        return None

    def _apart(self, at: int) -> bool:
        """Whether an option is named behind a whole sentence: "The stages are Piaget's, option C."."""
        if not _APART.search(self.low, max(self.start, at - 24), at):
            return False
        left = self.sentence_left(at)
        return _SAID.search(left) is not None and not _AGAINST.search(left)

    def _concluded(self, at: int, start: int, end: int) -> Statement | None:
        """A letter after "therefore", "leaving", "is option", …, set apart or at the end of its sentence."""
        text, low = self.text, self.low
        leads = self._leads(at, start, end)
        if leads is None or _FORMULA_ARROW.search(text, max(start, at - 8), at):
            return None
        named, singled = leads
        label = self.labels.read(text, low, at, end)
        if label is None or label.label is None:
            return None
        if label.kind in ("no", "label") and not label.tight and self.texts.own(label.label, text, label.end, end):
            label = label._replace(kind="label", tight=True)
        wrapped = label.wrapped and text[at - 1] != "$"  # between dollar signs it is more often a variable
        apart = wrapped or named
        if label.kind != "label" or (not apart and text[label.start].isascii() and not text[label.start].isupper()):
            return None
        if not (apart or label.tight) and not _REASON_FOLLOWS.match(low, label.after, end):
            return None
        if not apart and label.after >= end and (label.label in ("A", "I") or self._symbol(label.label or "")):
            return None  # "Hence I", "the energy is hf, so E": cut off
        if label.tight and not (apart or singled) and text[label.after : label.after + 1] in (",", ":", ";"):
            return None
        sentence = expected(self.unconceded(self.sentence_left(at)), self.low, label.after)
        if UNSTATED.among(sentence) or DENIED_LEFT.among(sentence) or self._one_of_cases(at):
            return None
        return Statement("label", label.label, at, label.start, label.end, label.after, "sentence", closing=True)

    def _one_of_cases(self, at: int) -> bool:
        """Whether the sentence names this letter for one case only, or as the second of two."""
        left = self.sentence_left(at, 200)
        return ("if " in left and IN_ONE_CASE.match(left) is not None) or (
            " or " in left and ONE_OF_TWO.search(left) is not None
        )

    def _symbol(self, label: str) -> bool:
        """Whether the letter is the symbol of a quantity that the response speaks of or calculates with."""
        stops = [stop for _, name, stop in self.mentions(self.start, self.end) if name == label]
        return is_symbol(label, stops, self.text, self.low, (self.start, self.end))

    def alone(self, at: int, start: int, end: int) -> bool:
        """Whether this is the only label mentioned, at the very end of the text."""
        if end - at > 8:
            return False
        return len({label for place, label, stop in self.mentions(start, end) if not self._is_word(label, stop)}) == 1

    def _is_word(self, label: str, stop: int) -> bool:
        """Whether this is more likely the article or the pronoun: "A box", "I think", "I'm"."""
        after = self.text[stop : stop + 2]
        return label in "AI" and (after[:1] in "'’" or (after[:1] == " " and after[1:].islower()))

    def _own_before(self, at: int) -> bool:
        """Whether the letter stands in brackets behind its own text: "… is 75 (option J)"."""
        left = max(self.start, at - 18)
        bracket = max(self.text.rfind("(", left, at), self.text.rfind(",", left, at))
        token = self.labels.token(self.text, at)
        if bracket < 0 or token is None:
            return False
        before = self.text[max(self.start, bracket - self.texts.longest - 20) : bracket].rstrip()
        return any(
            token[0] in labels and norm not in self.labels.folded and (" " + normalize(before)).endswith(" " + norm)
            for norm, labels in self.texts.by_text.items()
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
        if (
            not label.wrapped
            and self.text[stop : stop + 1] not in (".", ")", ":")
            and self.text[stop : stop + 2] != " ("
        ):
            return None
        if end - label.after > self.texts.longest + 24 or not self.texts.own(name, self.text, stop, end):
            return None
        left = self.sentence_left(at)
        if UNSTATED.among(left) or DENIED_LEFT.among(left):
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
                refused = DENIED_LEFT.among(self.sentence_left(at))
            last = stop
            after = match_end(MARKS_AFTER, self.text, stop, end)
            if refused or _RULED_OUT.match(self.low, after, end) or foreign.refused(self.low, stop, end):
                out.update(group)
        return out


def _denies(left: str) -> bool:
    """Whether the sentence left of a letter denies what it goes on to praise, supposes it, or lists several."""
    return bool(left) and (
        DENIED_LEFT.among(left)
        or UNSTATED.among(left)
        or (_LISTED_LEFT.search(left) is not None and not _WEIGHED.match(left))
    )


_ALSO: Final = re.compile(r"\b(?:also|too|as well|equally|both)\b")
_PRIMES: Final = frozenset("'’")
_DELIMITERS: Final = frozenset((".", ")", ":", " ", "*"))
_DELIMITED: Final = re.compile(r"[*_]{0,2}(?:[.:)][*_]{0,2}|(?= [*_\"]))\s{1,2}[*_\"]{0,3}")
_ITEM_MARKS: Final = ' \n\t*_-•>#("0123456789.'
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
_GROUPS: Final = ("\\text", "\\textbf", "\\textit", "\\mathrm", "\\mathbf")
_NAMED_LEFT: Final = re.compile(
    r"(?:(?:answer )?(?:option|choice|letter)|answer|alternative|statement|选项|選項|opción|opção|вариант)$"
)
_CHOSEN: Final = re.compile(
    r"(?:^|, |\bso |\band )(?:i|we|i['’]d|i would|i['’]ll|i will) (?:go with|choose|pick|select|opt for) "
    r"(?!neither|not|between|either)[^,.;]{1,120}\((?:option )?$"
)
_APART: Final = re.compile(r"[,:;(—–][ *_(]{1,4}(?:answer )?(?:option|choice) [*_(]{0,3}$")
_SAID: Final = re.compile(r"\b(?:is|are|was|were|has|have|equals|means|makes|gives)\b")
_AGAINST: Final = re.compile(
    r"\b(?:not|no|never|wrong|incorrect|false|worst|least|unlike|reject\w*|if|like|than)\b|n['’]t\b"
)
_FEW_WORDS: Final = re.compile(r"[a-zà-ÿа-я'’]+(?: [a-zà-ÿа-я'’]+){0,2}")


def _by_end(words: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The words by their last letters: most texts are told off by one look."""
    ends: dict[str, list[str]] = {}
    for word in words:
        ends.setdefault(word[-1], []).append(word)
    return {end: tuple(those) for end, those in ends.items()}


_BY_END: Final = _by_end(CONCLUDING)
_BY_END_NAMED: Final = _by_end(CONCLUDING_NAMED)
_WHOLE_WORDS: Final = tuple(mark + word for word in CONCLUDING for mark in (" ", "\n", ",", ".", "(", "*", "—"))
_WHOLE_WORDS_NAMED: Final = tuple(
    mark + word for word in CONCLUDING_NAMED for mark in (" ", "\n", ",", ".", "(", "*", "—")
)
_TRUE: Final = re.compile(r"\s(?:is|holds) (?:true|valid|grammatical|acceptable|permissible|possible)(?![a-z])")
_BRIEF_PRAISE: Final = frozenset(("works", "holds", "wins", "remains", "fits", "survives", "matches", "satisfies"))
_AT_FIRST: Final = re.compile(r",? (?:at first|initially|on first|for some|in theory|only|to (?:some|many|most))\b")
_TRUE_STARTS: Final = frozenset("ih")
_CORRECTLY_STARTS: Final = frozenset("cae")
_BRACKETED: Final = re.compile(r"\s?\([^()\n]{1,120}\)[*_]{0,3}")
_CORRECTLY: Final = re.compile(r"\s(?:correctly|accurately|exactly) \w+s(?![a-z])")
_SUMMED_UP: Final = re.compile(
    r"^\s*(?:in (?:summary|conclusion|short)|thus|hence|therefore|so|overall|finally|consequently|to sum)\b"
)
_ONLY: Final = re.compile(r"\bonly (?:option |choice |statement )?[(*]{0,3}$")
_COPULAS: Final = (
    " is",
    " be",
    " was",
    " est",
    " es",
    " ist",
    " é",
    " è",
    " är",
    " er",
    " jest",
    " adalah",
    " là",
    " e",
)
_AND_OTHER: Final = re.compile(
    r"[^.\n]{0,60}?(?:otherwise|else|\bin others?|\band|\bor|\bbut) (?:so is |also )?(?:option |choice )?[(*]{0,2}"
    r"([b-hj-z0-9]|"
    r"[ai](?=[)*.,]))"
    r"(?![a-z0-9'’])[)*]{0,2}(?! (?:is|are|was|does|do|can|has|have|seems|would|looks)\b)"
)
_FORMULA_ARROW: Final = re.compile(r"(?<![A-Za-z0-9/])(?<!\d\s)[A-Z]\s?(?:→|⇒|->|=>)\W{0,3}$")
_LOOKS: Final = re.compile(r"[\s,]{0,3}(?:looks?|seems?|appears?)\b")
_NOUN_NEXT: Final = re.compile(r"[ *_]{1,3}(?:possible |available )?(?:answer|choice|option|pick|match|fit)\b")
_SUPERLATIVE: Final = re.compile(r"\b(?:best|most|closest)\b")
_CHECK_NEXT: Final = re.compile(
    r"[)*_]{0,3}[.,;] (?:but |so |now |still,? )?(?:let me|let['’]s|let us|i (?:need|have|want|should)) "
)
_SINGLED_OUT: Final = re.compile(
    r"^\s*(?:so|thus|hence|therefore)\b"
    r"|\b(?:exception|odd one out|only|one that|one which|correct|right|best|winner|choice|closest|"
    r"most (?:\w+(?:ly|able|ible|ate|ant|ent|ing|ive|al|ous|ful|ed)|apt|correct)|"
    r"juiste|richtige|"
    r"correcte?|correct[ao]|corretta|bonne|giusta|certa|rätt|riktiga|poprawna|prawidłowa) (?!if\b)"
)
_GROUPED: Final = re.compile(
    r"[)*\]]{0,3}\s?(?:,|and|or|nor|&|, and|, or|,? nor|[和与與、と와과]|e|y|et|und|и)\s?"
    r"(?:option |choice )?[(*\[]{0,3}"
)
_IF_FOLLOWS: Final = re.compile(r"[^.\n]{0,40}?(?<![a-z])(?:if|unless|provided|had|were|in case)(?![a-z])")
_REASON_FOLLOWS: Final = re.compile(
    r"\s(?:because|since|as |is (?:the|correct|right|my|best)|which|"
    r"(?:instead|then|after all|indeed)(?=[.!,]|$)|that is|it is|by elimination|to me|in my|"
    r"the (?:\w+ )?(?:answer|choice|option))"
)
_RULED_OUT: Final = re.compile(
    r"[\s,]{0,3}(?:(?:is|was|are|can be|looks|seems)\s{1,3}(?:also |clearly |obviously |definitely |both |all |"
    r"therefore |out |just ){0,2}"
    r"(?:not(?![a-z])|in?correct(?<=incorrect)|wrong|false|ruled|excluded|eliminated|out(?![a-z])|invalid|untrue|"
    r"impossible)"
    r"|(?:isn['’]t|cannot|can['’]t|doesn['’]t|does not|fails))"
)
_WEIGHED: Final = re.compile(r"\W{0,6}(?:between|of|out of|among|comparing) [^,;]{1,60}, $")
_LISTED_LEFT: Final = re.compile(
    r"(?<![a-z0-9'’])[a-z]\)?\s?(?:and|or|&|,|to|through|-|–|또는|이?나|와|과|或者?|和|または|か|と|或|或是|или|и|oder|und|"
    r"veya|ve|hoặc|và|atau|dan|أو|و|या|और|বা|এবং|หรือ|และ)\s?(?:option |choice |\(|\*\*)?$"
)

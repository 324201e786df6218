"""What a response states at its cues, each judged in its own sentence."""

import re
from typing import Final

from mcqa_cli.modes.robust.asides import (
    AS_EXAMPLE,
    ASIDE,
    GIVEN_A_PART,
    OTHER_CASE,
    OTHER_CASE_LEFT,
    PRESCRIBED,
)
from mcqa_cli.modes.robust.cues import Cue
from mcqa_cli.modes.robust.foreign_right import INSTEAD, OTHERS_LEFT, OTHERS_RIGHT
from mcqa_cli.modes.robust.lexicon import (
    OPENERS,
    REJECTED,
    REJECTED_ANSWER,
    REJECTED_LEFT,
    REJECTED_RIGHT,
    RETRACTION,
    UNSTATED,
)
from mcqa_cli.modes.robust.mentions import Mentions
from mcqa_cli.modes.robust.overviews import announces
from mcqa_cli.modes.robust.payload import LONGEST_BOX, Statement, match_end
from mcqa_cli.modes.robust.phrases import Phrases, compiled
from mcqa_cli.modes.robust.search import ENGLISH, FOREIGN, FOREIGN_ASCII, NOUNS, CueTable


class Response(Mentions):
    """One response with all that judging it needs."""

    def at_cue(self, at: int, cue: Cue) -> Statement | None:
        """The statement that this cue makes, or None where the stem is part of something else."""
        low = self.low
        _, pattern, side = cue
        if side and at > self.start and side not in ("script", "") and low[at - 1].isalpha():
            return None
        if at > self.start and (low[at - 1] == "/" or (low[at - 1] == "\\" and side == "verb")):
            return None  # a closing tag, a LaTeX command
        if at > self.start and low[at - 1] in "<[_" and cue[0] in _TAG_NAMES:
            tagged = self._tag(at, at + len(cue[0]))
            if tagged is not None:
                return tagged
        led = compiled(pattern).match(low, at, self.end)
        if side == "qualified" and not (led and self._qualified(at, led)):
            return None
        if led is None:
            return self._bare(at, cue) if side in ("answer", "noun") else None
        joined = led[0]
        if side in _OF_OPTIONS and self._heading(joined):
            return None
        if side in ("noun", "script") and (
            REJECTED_LEFT.search(low, max(self.start, at - 16), at)
            or REJECTED_RIGHT.match(joined)
            or compiled(OTHERS_LEFT).search(low, max(self.start, at - 16), at)
            or compiled(OTHERS_RIGHT).match(joined)
            or (cue[0] in ("选", "選") and low[at - 1] in "不没別别未")
        ):
            return None
        if (side == "answer" or cue[0] in _GIVEN) and REJECTED.search(low, max(self.start, at - 40), at):
            rejected = self.payload(led.end(), at, "sentence", self.end)
            return rejected._replace(kind="denied", label=None)
        if side == "answer" and (joined.rfind("answer") > 3 or _CHOICES.match(joined)):
            return None  # a later word has its own turn; a list of choices is no answer
        how = "line" if joined.rstrip().endswith((":", "：", "=", "→", "⇒", "->", "=>")) else "sentence"
        stated = self.payload(led.end(), at, how, self.end, texts=side != "verb")
        if joined.endswith(("is", "is ", "are")) and low.startswith(("also ", " also "), led.end()):
            stated = stated._replace(kind="list")
        if stated.kind == "unread" or (side == "verb" and stated.kind in ("list", "none")):
            bare = self._bare(at, cue) if side in ("answer", "noun") and how == "sentence" else None
            return bare or stated._replace(kind="unread")
        if (
            side in _OF_SUBJECTS
            and not joined[-1].isalnum()
            and announces(self, self.sentence_left(at), joined, stated)
        ):
            return None
        return self._in_sentence(stated, joined, side)

    def _in_sentence(self, stated: Statement, joined: str, side: str) -> Statement | None:
        """The statement as its own sentence lets it stand: denied, supposed, quoted, one of a run, or as it is."""
        low, at = self.low, stated.at
        left = self.unconceded(self.sentence_left(at))
        if stated.kind == "label" and joined.rstrip().endswith("=") and self.text[stated.start].islower():
            return stated._replace(kind="hedged")  # a variable: "answer = a"
        if _SHAPED.search(joined) or (stated.how == "line" and self._prescribed(at)):
            return stated._replace(kind="hedged")
        if (
            side == "answer"
            and left.endswith(("to ", "an ", "each ", "any ", "every "))
            and not joined.endswith((":", "："))
        ):
            return None
        if side == "verb" and (
            _NOT_CHOSEN.among(left)
            or ASIDE.among(left)
            or self._other_case(left, stated)
            or self._of_solution(left, joined, stated)
        ):
            return None
        if stated.kind == "label" and "answer" in left:
            others = _ANSWER_BEFORE.findall(REJECTED_ANSWER.sub("", left))
            if others and others[-1] != (stated.label or "").lower() and not _EARLIER.search(left):
                return stated._replace(kind="list", label=None)
        if side == "verb":
            left += joined
        if (
            _HEDGED.search(joined)
            or (left and UNSTATED.among(left))
            or ("would" in joined and _IF.search(left))
            or _OTHERS_GIVE.search(joined)
            or (side == "answer" and self._of_another(left, stated))
        ):
            return stated._replace(kind="hedged")
        if _NEGATED_JOIN.among(joined) and not compiled(INSTEAD).search(low, at + len(joined), stated.start):
            return stated._replace(kind="denied")
        if stated.kind == "label" and low.startswith((" if ", " only if "), stated.after):
            rest = low[stated.after : stated.after + 120]
            if "would" in joined or "otherwise" in rest or "only if" in rest:
                return stated._replace(kind="hedged")
        if stated.kind == "label" and low.count("answer", max(self.start, at - 100), at) > 1:
            near = set(_RUN_OF_ANSWERS.findall(low, max(self.start, at - 100), at))
            if len(near | {(stated.label or "").lower()}) > 2:
                return stated._replace(kind="list", label=None)
        return stated

    def boxed(self, at: int) -> Statement | None:
        """What the box whose `oxed` or `fbox` is at `at` states; `hedged` where it shows how to write an answer."""
        stated = self.box(at)
        if stated is not None and stated.kind in ("label", "text") and self._prescribed(at, stated.after):
            return stated._replace(kind="hedged")
        return stated

    def _prescribed(self, at: int, after: int = -1) -> bool:
        """Whether the words before a place, or behind a box that ends at `after`, make it an example of the format."""
        low = self.low
        if after >= 0 and low.startswith(_EXAMPLES, after, self.end) and AS_EXAMPLE.match(low, after, self.end):
            return True
        if low.endswith("\\b", self.start, at):
            at -= 2  # the rest of the box's command
        near = max(self.start, at - 90)
        if low.find("your", near, at) < 0 and not any(low.find(word, near, at) >= 0 for word in _SHAPES):
            return False
        while at > near and low[at - 1] in " \n\t\\$`*_\"'“([{":  # the example may stand in a line of its own
            at -= 1
        left = self.sentence_left(at)
        return (left[-1:] not in _STOPS or left.endswith("e.g.")) and PRESCRIBED.among(left)

    def _other_case(self, left: str, stated: Statement) -> bool:
        """Whether a verb's sentence turns to another case after an answer: "D. If it were wet, I would choose A"."""
        behind = left.endswith(_WOULD) and OTHER_CASE.match(self.low, stated.after, self.end)
        if not behind and not OTHER_CASE_LEFT.among(left):
            return False
        sentence = max(self.start, stated.at - len(left))
        return any(self.low.find(word, max(self.start, sentence - 600), sentence) >= 0 for word in _GIVEN_BEFORE)

    def _of_another(self, left: str, stated: Statement) -> bool:
        """Whether the sentence ("For plants, the answer is …") is about another case than the answer given before."""
        if stated.kind != "label" or not _FOR_OTHERS.match(left):
            return False
        sentence = stated.at - len(left)
        before = list(_RUN_OF_ANSWERS.finditer(self.low, max(self.start, sentence - 600), sentence))
        if not before or before[-1][1] == (stated.label or "").lower():
            return False
        return RETRACTION.search(self.low, before[-1].end(), sentence) is None

    def _of_solution(self, left: str, joined: str, stated: Statement) -> bool:
        """Whether a verb's letter is part of a query or of the solution, or the verb a purpose that is followed up."""
        text = self.text
        if joined.startswith("select ") and text.startswith("SELECT", stated.at) and not left.endswith("i "):
            return True
        purpose = left.endswith("to ") and text.find("\n", stated.at, stated.start) >= 0
        return purpose or GIVEN_A_PART.match(self.low, stated.end, self.end) is not None

    def _heading(self, joined: str) -> bool:
        """Whether a label stands between the cue and its colon, or a word that makes it no answer: "Answer format:"."""
        heading = _HEADING.search(joined)
        return heading is not None and (heading[1] is None or heading[1] in self.labels.folded)

    def _bare(self, at: int, cue: Cue) -> Statement | None:
        """A letter right behind the word: `Answer B`, `answer (C)`."""
        place = at + len(cue[0])
        if self.low.startswith(" with ", place):
            place += 5
        while cue[2] == "noun" and self.low[place : place + 1].isalpha():  # the rest of the word
            place += 1
        opened = match_end(OPENERS, self.text, place, self.end)
        if opened == place:
            return None
        label = self.labels.read(self.text, self.low, opened, self.end)
        if label is None:
            return None
        left = self.sentence_left(at)
        if UNSTATED.among(left + "answer ") or (
            cue[2] == "answer" and (_NOT_CHOSEN.among(left) or ASIDE.among(left) or _FOR_OTHERS.match(left))
        ):
            return None
        if self.text[label.end : label.after + 1].endswith((":", "：")):
            return None  # the heading of what is said of this option
        if REJECTED.search(self.low, max(self.start, at - 40), at):
            return Statement("denied", None, at, label.start, label.end, label.after, "sentence")
        if label.label is not None:
            kind, instead = self.used(label.start, label.end)
            if kind:
                return self.payload(instead, at, "sentence", self.end) if kind == "instead" else None
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
        if _OTHER_TAG.match(opened[0], 1):
            return None
        inner = closed.end()
        stop = text.find("</" if opened[0][0] == "<" else "[/", inner, self.end)
        stop = stop if stop >= 0 else self.end
        whole = self.texts.whole(text[inner:stop]) if stop - inner < LONGEST_BOX else False
        if isinstance(whole, str) and len(text[inner:stop].strip()) > self.labels.longest:
            start, end = self.texts.tight(text, inner, stop, whole)
            return Statement("text", whole, at, start, end, stop, "tag", closing=True)
        return self.payload(inner, at, "tag", stop)._replace(after=min(stop + 16, self.end))

    def _qualified(self, at: int, led: re.Match[str]) -> bool:
        """Whether "option" or "choice" is said to be the right one, or is a label of its own line: "Choice: C"."""
        if REJECTED.search(self.low, max(self.start, at - 40), at) and not self.low.endswith("first ", self.start, at):
            return False
        if self.low.endswith(_SECONDARY, max(self.start, at - 14), at):
            return False
        if _KEY.match(led[0]) and _KEY_LEFT.search(self.low, max(self.start, at - 24), at):
            near = max(self.start, at - 600), min(self.end, at + 600)
            return self.low.count(led[0][:8], *near) == 1  # else it is a list of options
        if _QUALIFIED_LEFT.search(self.low, max(self.start, at - 40), at):
            return True
        if _QUALIFIED_INSIDE.search(led[0]):
            return True
        if led[0].endswith((":", "：")) and len(led[0]) < 12 and "s" not in led[0]:
            line = self.low.rfind("\n", self.start, at) + 1
            return _LINE_LEFT.fullmatch(self.low, max(self.start, line, at - 80), at) is not None
        return False


def table_for(response: Response, level: str) -> CueTable:
    """The cue table of this level: `strong`, `nouns` (the same without verbs), or `foreign` (in other languages)."""
    if level == "strong":
        return ENGLISH
    if level == "nouns":
        return NOUNS
    return FOREIGN_ASCII if response.is_ascii else FOREIGN


_OF_OPTIONS: Final = frozenset({"answer", "qualified"})
_OF_SUBJECTS: Final = frozenset({"answer", "qualified", "word"})
_HEADING: Final = re.compile(
    r"(?:answer|option|choice)s?(?:[\s*_\"(]{1,4}([a-z0-9]{1,2})[)*_\"]{0,3}(?:\s?\([^()\n]*\))?[*_]{0,2}\s?[:：—–-]|"
    r"\s(?:format|type|style|template|sheet|placeholder|length|range)(?![a-z])|"
    r"(?: key)?\s(?:in|of|from|under) (?:the |some |many )?(?:older|earlier|previous|last|former|past|old)(?![a-z])|"
    r"\s(?:to|of|for|in) (?:the|this|that|an?|my) (?:example|sample|previous|earlier|other|old)(?![a-z]))"
)
_CHOICES: Final = re.compile(r"answers?[\s*_]{1,3}(?:choices|options)")
_KEY: Final = re.compile(r"(?:option|choice)(?:_(?:letter|label|id|key))?[\"']\s?:")
_KEY_LEFT: Final = re.compile(r"(?:^|[{,\n])\s{0,12}[\"'](?:(?:selected|chosen|final|correct|best|my|answer)_)?$")
_TAG_NAMES: Final = frozenset({"answer", "choice", "option", "final", "response", "solution"})
_OTHER_TAG: Final = re.compile(r"(?:second|third|other|next|alternat|wrong|reject|incorrect|bad|previous|backup)")
_TAG_LEFT: Final = re.compile(r"[<\[](?:[a-z]{1,10}[_ -])?$")
_TAG_RIGHT: Final = re.compile(r"(?:[_ -][a-z]{1,10})?[>\]]")
_OWN_ANSWER: Final = re.compile(r"(?:correct|right|final|my) $")
_OTHERS_GIVE: Final = re.compile(
    r"\b(?:people|students?|many|most|some|everyone|everybody|others|candidates|they|he|she|beginners|users?) "
    r"(?:\w+ ){0,3}(?:give|choose|pick|say|expect|select|think|write|mark|come up)"
)
_FOR_OTHERS: Final = re.compile(
    r"\s*(?:by contrast,? |but |however,? |and |note that )?(?:for|in|with|under|to) (?!this|these|that|those|"
    r"conclusion|summary|short|fact|the (?:end|given|above|question|case|reasons?|problem|context)|our|my|all|any|sum|"
    r"answer|(?:light|view|everything|me|high|certainty|confidence|either|both|clarity|some|hindsight|retrospect|more|"
    r"fairness|lack|truth|reality|essence|brief|other words|particular|a nutshell|a word|terms of|"
    r"the (?:record|present|stated|current|right|correct|numbers|data|values))\b)"
    r"[^,.]{2,60},? the (?:correct |right |best )?$|"
    r"\s*the (?:next|following|previous|other|last) (?:question|problem|one)\b"
)
_RUN_OF_ANSWERS: Final = re.compile(r"answers?(?: is|:)\s?[(*]{0,3}([a-z0-9])(?![a-z0-9])")
_ANSWER_BEFORE: Final = re.compile(
    r"answers?(?: is|:)\s?[(*]{0,3}([a-z0-9])[)*]{0,3}(?=[,;]|\s(?:and|while|or|whereas|for|in|if|when)(?![a-z]))"
)
_HEDGED: Final = re.compile(r"(?:could|may|might|can)(?: also| possibly| well| not)? be$")
_NEGATED_JOIN: Final = Phrases(
    ("not never cannot", r"{} ?(?:be|is|是|:|：)?\s?$"),
    ("t", r"n['’]t ?(?:be|is|:|：)?\s?$"),
    ("isn wasn cannot", r"{}\b"),
    ("can", r"\bcan['’]t\b"),
    (
        "not never hardly unlikely fails fail t",
        r"(?:{}|n['’]t) (?:(?:also|ever|likely|possibly|really|seem|appear|to) ){0,4}be$",
    ),
    ("no non nicht niet nie", r"{}\s?(?:es|é|è|ist|est|is|era|sería|jest)$"),
    ("n", r"\bn['’]\s?(?:es|é|è|ist|est|is|era|sería|jest)$"),
    ("", r"(?:不|没|沒|아니|\bне|ليس|नहीं|নয়|ไม่) ?(?:be|is|是|:|：)?\s?$|\bnão\s?(?:es|é|è|ist|est|is|era|sería|jest)$"),
)
_NOT_CHOSEN: Final = Phrases(
    (
        "not never cannot could might may please nearly almost first once originally why you he she they student "
        "students people everyone somebody author model patient solver candidate candidates beginners novices learners "
        "others readers examinees avoid second third secondary backup fallback alternative alternate wrong user "
        "users many most some few",
        r"{} (?:\w+ )?$",
    ),
    ("t if can must should to", r"(?:n['’]t|\bif (?:i|you|we)|\byou (?:can|must|should)|\bhow to) (?:\w+ )?$"),
)
_LINE_LEFT: Final = re.compile(
    r"[ *_#>\-\"'{,`\\]*(?:(?:final|selected|my|best|correct|first|top)[ *_]*)?|.*[.!?][\"'”’)*]{0,3}[ *_]{1,4}"
)
_GIVEN: Final = frozenset({"response", "solution"})
_GIVEN_BEFORE: Final = ("answer", "choice", "choose", "option", "oxed", "pick", "select", "go with")
_STOPS: Final = frozenset((".", ";", "!", "?"))
_SHAPED: Final = re.compile(r"\b(?:should|must|has to|needs to) (?:look|read|be (?:written|formatted|given|stated))")
_EXAMPLES: Final = (" for", ", for", " (for", " e.g", ", e.g", " (e.g", ", say", "$ for", "$, for", "` for", "`, for")
_SHAPES: Final = ("valid ", "sample ", "example", "instance", "typical ", "dummy ", "form", "like", "such as", "e.g.")
_WOULD: Final = (" would ", "'d ", "’d ", " could ", " might ")
_EARLIER: Final = re.compile(r"\b(?:not|first|initially|earlier|was|wait|actually|no|said|thought|then|now)\b|n['’]t\b")
_IF: Final = re.compile(r"\b(?:if|assuming|supposing) (?!(?:i|we) (?:had|have|must|were|am|may|round)\b)")
_QUALIFIED_LEFT: Final = re.compile(
    r"\b(?:correct|right|best|closest|nearest|final|appropriate|likely|accurate|suitable|matching|only|my|"
    r"selected|chosen|"
    r"preferred|plausible|reasonable|valid|true|remaining|logical|good|better|one|fitting|consistent|possible|"
    r"viable|our|"
    r"bonne|seule|meilleure)\b[*_\"' ]{1,4}(?:\w+ ){0,2}$"
)
_SECONDARY: Final = ("second ", "third ", "next ", "other ", "alternative ", "wrong ", "bad ", "poor ", "tempting ")
_QUALIFIED_INSIDE: Final = re.compile(
    r"\b(?:correct|right|best|closest|select|chosen|choose|fits|matches|satisf|answer|consistent|true|describes|"
    r"explains|"
    r"would be|left|remains|works|makes|que es correcta|correcte|lets|gives)"
)

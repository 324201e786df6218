"""Lines that go through the options one by one: the options again, a word on each, or a verdict on each."""

import re
from typing import Final

from mcqa_cli.modes.robust.payload import Statement
from mcqa_cli.modes.robust.statements import Response

_NAMES: Final = (
    r"(?i:option|choice|answer|statement|alternative|opci[oó]n|opção|opzione|réponse|antwort|вариант|选项|選項)"
)
# The start of a line that is about one option: `A.`, `(B):`, `- **C** -`, `Option D:`. Group 1 is its label.
LABEL_LINE: Final = re.compile(
    rf"\n[ \t*_>#•-]{{0,6}}(?:\d{{1,2}}[.)][ \t](?=[*_]{{0,2}}{_NAMES}))?[*_]{{0,2}}(?:{_NAMES}[ \t]?)?"
    r"\(?([A-Za-z0-9]{1,2})[*_]{0,2}(?:[.):：][*_]{0,2}[ \t]*(?=\S)|[ \t][-–—][ \t](?=\S))"
)
# The same where the option is named as one, so that what follows a colon is said of it.
NAMED: Final = re.compile(rf"{_NAMES}[ \t]?[*_(\"]{{0,3}}$")
_HEAD: Final = re.compile(
    rf"[^\w\n]{{0,8}}(?:\d{{1,2}}[.)][ \t]{{1,2}}(?=\W{{0,3}}{_NAMES}))?\W{{0,3}}(?:{_NAMES}[ \t]?)?"
    r"[^\w\n]{0,3}(\w{1,2}?)"
    r"(?=[^\w\n]|[:：])"
)
_RIGHT: Final = (
    r"correct(?:[ao]|e)?(?![a-z])|right(?![a-z])|true(?![a-z])|yes(?![a-z])|valid(?![a-z])|richtig|wahr(?![a-z])|"
    r"verdader[ao]|correta|vrai(?![a-z])|верно|правильно|正确|正確|对(?!于)"
)
_WRONG: Final = (
    r"incorrect(?:[ao]|e)?(?![a-z])|wrong(?![a-z])|false(?![a-z])|no(?:pe)?(?![a-z])|invalid(?![a-z])|"
    r"(?:not|in) (?:quite )?(?:correct|right|true)(?![a-z])|untrue(?![a-z])|eliminated(?![a-z])|ruled out|falsch|"
    r"fals[ao](?![a-z])|incorreta|faux(?![a-z])|неверно|неправильно|错误|錯誤|错"
)
_ENDS: Final = (
    r"(?=[^\w\s'’-]|\s[(\[]|\s{0,3}$|\s?[-–—](?!\w)|[ \t]*\n|"
    r"\s(?:because|since|as|for|due|it|this|here|given)(?![a-z]))"
)
_VERDICT: Final = rf"(?:(?P<wrong>(?:{_WRONG}){_ENDS}|[✗✘❌✕✖])|(?P<right>(?:{_RIGHT}){_ENDS}|[✓✔✅☑]))"
# The verdict stands first, behind a mark, or last in the line.
_FIRST: Final = re.compile(rf"[^\w\n✓✔✅☑✗✘❌✕✖]{{0,8}}{_VERDICT}")
_MARKED: Final = re.compile(rf"(?:[:：|—–(=→]|\s-|->)[^\w\n✓✔✅☑✗✘❌✕✖]{{0,5}}{_VERDICT}")
_LAST: Final = re.compile(
    r"(?:^|[^\w\n])(?:(?P<wrong>(?:not |n['’]t )(?:quite )?correct|incorrect|wrong|[✗✘❌✕✖])|"
    r"(?P<half>(?:partly|partially|only|almost|more|less|also|may be|might be) correct)|(?P<right>correct|"
    r"[✓✔✅☑]))[^\w\n]*$"
)
_ITEM: Final = re.compile(r"\n[ \t]{0,4}(?:[-*•][ \t]|\d{1,2}[.)][ \t])")
_BARE_LINE: Final = re.compile(
    rf"\n[ \t*_>#•-]{{0,6}}(?:{_NAMES}[ \t]?)?[*_(]{{0,3}}([A-Za-z0-9]{{1,2}})[)*_.:]{{0,4}}[ \t]{{0,3}}(?=\n|$)"
)
_BLANK_LINE: Final = re.compile(r"[ \t\r]{0,3}\n[ \t\r]{0,3}\n")
_FLAG: Final = re.compile(r"\"([A-Za-z0-9]{1,2})\"\s?:\s?(true|false)\b")
_ONE_WORD: Final = re.compile(
    r"(?:[Oo]ption |[Cc]hoice )?\(?\b([A-Z0-9]{1,2})(?:[).]|\s?[:–—-])\s?(?:is |[:–—-] )?"
    r"([Cc]orrect|[Ii]ncorrect|[Ww]rong)\b"
    r"(?=[.;,!]|\s?$|\n)"
)
_YES: Final = frozenset(("true", "correct", "Correct"))
_BETWEEN: Final = " \t\r\n.,;!{}`*-•"
_SIGNS: Final = " \t\r.。:：)(]*_`\"'”’}$!"
_MARKS: Final = frozenset("✓✔✅☑")
_PLAIN: Final = frozenset(("correct", *_MARKS))
_ANY_ASCII: Final = ("correct", "right", "true", "yes", "wrong", "false", "richtig", "falsch", "vrai")
_ANY: Final = (*_ANY_ASCII, "正", "对", "верно", "правильно", *_MARKS)


def told_off(response: Response, at: int, end: int) -> bool:
    """Whether the words behind a label are a verdict against it: "A: incorrect", "Option B (dime): no, …"."""
    if response.texts.verdicts:
        return False
    found = _FIRST.match(response.low, at, end) or _MARKED.search(response.low, at, end)
    return found is not None and found["wrong"] is not None


def is_item(response: Response, label: str, line: int) -> bool:
    """Whether the label's line is one more of the lines above it that each name another option."""
    others = {
        response.labels.exact.get(found[1]) for found in LABEL_LINE.finditer(response.text, response.start, line + 1)
    }
    first = LABEL_LINE.match("\n" + response.text[response.start : response.start + 80])
    if first:
        others.add(response.labels.exact.get(first[1]))
    others.discard(None)
    return bool(others) and label not in others


def heads_list(response: Response, first: Statement, stop: int) -> bool:
    """Whether the first line, which ends at `stop`, is the first of several lines that each name an option.

    It is none where it is set apart from the others: by a blank line, and by what it is (a letter or a text alone, no
    item, out of the options' order).
    """
    text, end = response.text, response.end
    exact = response.labels.exact
    found = list(LABEL_LINE.finditer(text, stop, end))
    others = [(exact[line[1]], line) for line in found if line[1] in exact and exact[line[1]] != first.label]
    bare = [exact.get(line[1]) for line in _BARE_LINE.finditer(text, stop, end)]
    if not others or bare:
        return any(label not in (None, first.label) for label in bare)
    items = all(_ITEM.match(text, line.start(), end) for _, line in others)
    if not (items or _BLANK_LINE.match(text, stop, end)) or _ITEM.match("\n" + text[response.start : stop].lstrip()):
        return True
    alone = first.kind == "text" or not text[first.end : stop].strip(_SIGNS)
    labels = response.choices.labels
    return not (alone or items or labels.index(others[0][0]) < labels.index(first.label or labels[0]))


def flags(response: Response) -> Statement | None:
    """Each option with a flag or a one-word verdict and nothing else, and one of them alone is marked correct."""
    low, start, end = response.low, response.start, response.end
    head = low[start : start + 24].lstrip(" \n`(*-").removeprefix("json").lstrip()
    keyed = head.startswith("{")
    if not (keyed or head.startswith(("option ", "choice ", response.choices.labels[0].lower()))):
        return None
    if low.find("true" if keyed else "correct", start, end) < 0 or response.texts.verdicts:
        return None
    right: list[re.Match[str]] = []
    wrong: set[str] = set()
    exact = response.labels.exact
    stop = start
    for found in (_FLAG if keyed else _ONE_WORD).finditer(response.text, start, end):
        label = exact.get(found[1])
        if label is None or (stop > start and response.text[stop : found.start()].strip(_BETWEEN)):
            return None
        stop = found.end()
        if found[2] in _YES:
            right.append(found)
        else:
            wrong.add(label)
    if len(right) != 1 or right[0][1] in wrong or len(wrong) != len(response.choices.labels) - 1:
        return None
    if response.text[stop:end].strip(_BETWEEN):
        return None
    label, span = exact[right[0][1]], right[0].span(1)
    return Statement("label", label, span[0], *span, end, "sentence", closing=True)


def verdicts(response: Response) -> Statement | None:
    """A word or a mark for each option, and one of them alone is marked correct."""
    low, start, end = response.low, response.start, response.end
    marks = _ANY_ASCII if response.is_ascii else _ANY
    if end - start > 4000 or not response.mentions(start, end) or not any(low.rfind(mark) >= 0 for mark in marks):
        return None
    if response.texts.verdicts:
        return None
    right: dict[str, tuple[int, int]] = {}
    wrong: set[str] = set()
    plain = False
    at = start
    while at < end:
        stop = low.find("\n", at, end)
        stop = stop if stop >= 0 else end
        head = _HEAD.match(low, at, stop)
        token = response.labels.token(response.text, head.start(1)) if head else None
        if head and token is not None and token[1] == head.end(1):
            found = (
                _FIRST.match(low, head.end(), stop)
                or _LAST.search(low, head.end(), stop)
                or _MARKED.search(low, head.end(), stop)
            )
            if found and found["right"]:
                right.setdefault(token[0], head.span(1))
                plain = found["right"] in _PLAIN
            elif found and found["wrong"]:
                wrong.add(token[0])
            elif found:
                return None
        at = stop + 1
    if not right and len(wrong) > 2:
        left = [label for label in response.choices.labels if label not in wrong]
        if len(left) == 1:  # each of the others is called wrong
            return Statement("label", left[0], start, start, start, end, "sentence", closing=True)
    if len(right) != 1:
        return None
    label, span = next(iter(right.items()))
    if label in wrong:
        return None
    others = wrong
    if not wrong and plain and not _MARKS.isdisjoint(low[span[1] : end]):  # the other options have no mark at all
        exact = response.labels.exact
        others = {name for line in LABEL_LINE.finditer(response.text, start, end) if (name := exact.get(line[1]))}
    others = others - {label}
    if not others or (not plain and len(others) < len(response.choices.labels) - 1):
        return None  # of words like "yes" and "true" each option must have one
    return Statement("label", label, span[0], *span, span[1], "sentence", closing=True)

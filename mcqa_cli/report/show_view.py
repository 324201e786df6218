"""One row with its verdict for a person. Data comes in as `mcqa_cli.account` makes it."""

import contextlib
import os
from collections.abc import Iterator
from typing import IO, Any, Final

from rich.console import Console
from rich.text import Text

from mcqa_cli.excerpt import WHOLE, parts
from mcqa_cli.jsonl import dumps
from mcqa_cli.model import REASONS, REGEX_FAILURES, RULE_SETS, RULES
from mcqa_cli.report.console import console
from mcqa_cli.report.tables import Column, Kind, table
from mcqa_cli.terminal import clean

SHOWN_CANDIDATES: Final = 8
_OPTION: Final = 160
_STYLES: Final = {"correct": "bold green", "wrong": "bold red", "no_answer": "bold yellow", "ungraded": "bold magenta"}
_WORDS: Final = {"correct": "CORRECT", "wrong": "WRONG", "no_answer": "NO ANSWER"}
_CHOSEN: Final = "bold black on green"
_REJECTED: Final = "black on yellow"
_SMALL: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

Mark = tuple[int, int, int]  # start, end, and the candidate's number; 0 for what decided


class View:
    """Draws rows on a text stream. full: leave nothing out."""

    def __init__(self, file: IO[str], *, full: bool = False) -> None:
        self.out: Console = console(file)
        self.full = full
        self.shown = 0
        # Colour alone marks the spans where there is colour; else signs do, so that a pipe and NO_COLOR lose nothing.
        self.colour = self.out.color_system is not None and not self.out.no_color

    @contextlib.contextmanager
    def paged(self) -> Iterator[None]:
        """Hold everything back and give it to the pager of $PAGER when done; less is told to let colours through."""
        os.environ.setdefault("LESS", "FRX")
        with self.out.pager(styles=self.colour):
            yield

    def show(self, row: dict[str, Any]) -> None:
        """Draw one row."""
        if self.shown:
            self.out.print()
        self.shown += 1
        self._title(row)
        if row["raw"] is not None:
            self._section("The line", self._marked(row["raw"], [], WHOLE))
        if row["question"]:
            self._section("Question", self._marked(row["question"], [], WHOLE // 2))
        if row["options"]:
            self._options(row)
        rejected = self._rejected(row)
        if row["text"] is not None:
            self._response(row, rejected)
        self._verdict(row)
        self._candidates(row, rejected)
        self._readings(row)

    def _title(self, row: dict[str, Any]) -> None:
        facts = [f"{row['source']}:{row['line']}"]
        names = ("rollout_index", "task", "rollout", "uuid", "template_id")
        facts += [f"{name.removesuffix('_index')} {row[name]}" for name in names if row[name] is not None]
        self.out.print(Text(clean(" · ".join(facts)), style="bold reverse" if self.colour else "bold"))

    def _indented(self, body: Text) -> None:
        for line in body.wrap(self.out, max(20, self.out.width - 2)):
            line.rstrip()
            self.out.print(Text("  ").append_text(line) if line else "")

    def _section(self, title: str, body: Text) -> None:
        self.out.print(Text(title, style="bold"))
        self._indented(body)

    def _options(self, row: dict[str, Any]) -> None:
        verdict = row["verdict"] or {}
        sources = {"inputs": "from the inputs file", "prompt": "from the prompt", "letters": "from --letters"}
        source = sources.get(row["options_from"])
        body = Text()
        for place, option in enumerate(row["options"]):
            label = option["label"]
            words = [
                word
                for word, is_so in (("gold", label == row["gold"]), ("chosen", label == verdict.get("letter")))
                if is_so
            ]
            text = " ".join(option["text"].split())
            if len(text) > _OPTION and not self.full:
                text = text[:_OPTION] + " …"
            style = "" if not words else "green" if "gold" in words else "red"
            body.append("\n" if place else "")
            body.append(
                f"{'*' if 'gold' in words else ' '}{'>' if 'chosen' in words else ' '} {clean(label)}  {clean(text)}",
                style,
            )
            if words:
                body.append(f"   ({', '.join(words)})", style)
        self._section(f"Options ({source})" if source else "Options", body)

    def _rejected(self, row: dict[str, Any]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = row["candidates"]
        if self.full or len(found) <= SHOWN_CANDIDATES:
            return found
        ranked = sorted(range(len(found)), key=lambda place: (found[place]["stated"], place), reverse=True)
        return [found[place] for place in sorted(ranked[:SHOWN_CANDIDATES])]

    def _response(self, row: dict[str, Any], rejected: list[dict[str, Any]]) -> None:
        text = row["text"]
        marks: list[Mark] = [(*one["span"], number) for number, one in enumerate(rejected, 1)]
        if row["verdict"] and row["verdict"]["span"]:
            marks.append((*row["verdict"]["span"], 0))
        title = f"Response ({len(text):,} characters{', cut off' if row['truncated'] else ''})"
        self._section(title, self._marked(text, marks, WHOLE) if text else Text("(empty)", style="dim"))

    def _marked(self, text: str, marks: list[Mark], whole: int) -> Text:
        """Return the text, or an excerpt of it, with marks on its spans."""
        deciding = [(start, end) for start, end, number in marks if not number]
        shown = [(0, len(text))] if self.full else parts(text, deciding, whole=whole)
        body = Text()
        after = 0
        for start, end in shown:
            if start > after:
                body.append(f"{'' if not after else chr(10)}[… {start - after:,} characters left out …]\n", "dim")
            place = start
            for first, last, number in sorted(marks):
                if first < place or last > end:
                    continue
                body.append(_lines(text[place:first]))
                self._mark(body, _lines(text[first:last]), number)
                place = last
            body.append(_lines(text[place:end]))
            after = end
        return body

    def _mark(self, body: Text, piece: str, number: int) -> None:
        small = str(number).translate(_SMALL)
        if self.colour:
            body.append(piece, _REJECTED if number else _CHOSEN)
            body.append(small if number else "", "yellow")
        else:
            body.append(f"›{piece}‹{small}" if number else f"»{piece}«")

    def _verdict(self, row: dict[str, Any]) -> None:
        error = row["error"]
        if error is not None:
            body = Text("NOT GRADABLE", style=_STYLES["ungraded"])
            body.append(f"  {error['code']}: {clean(error['message'])}", "not bold")
            self.out.print(body)
            return
        verdict = row["verdict"]
        body = Text(_WORDS[verdict["outcome"]], style=_STYLES[verdict["outcome"]])
        body.append(f"  {_why(verdict, row['gold'])}", "not bold")
        self.out.print(body)
        by = {"regex": "by the row's own regex, before", "mode": "by", "fallback": "by"}[verdict["via"]]
        how = f"{by} mode {verdict['mode']}, rules {verdict['rules']}"
        if row["recorded"]:
            how += ", as the row records"
        if verdict["regex_failure"]:
            how += f"; the row's regex gave nothing: {REGEX_FAILURES[verdict['regex_failure']]}"
        self._indented(Text(how))
        self._again(row)
        self._row_says(row)

    def _again(self, row: dict[str, Any]) -> None:
        again = row["again"]
        if again is None:
            return
        if "error" in again:
            found = f"cannot be done here: {again['error']['code']}: {again['error']['message']}"
        else:
            found = f"gives something else: {_WORDS[again['outcome']]}  {_why(again, row['gold'])}"
        self._indented(Text(clean(f"grading it again {found}"), style="yellow"))

    def _row_says(self, row: dict[str, Any]) -> None:
        if not row["differs"]:
            return
        said = row["row"]
        words = []
        for name in row["differs"]:
            outer, _, inner = name.partition(".")
            value = said[outer][inner] if inner else said[outer]
            words.append(f"{name} {dumps(value).decode()}")
        self._indented(Text(clean(f"the row itself says: {', '.join(words)}"), style="yellow"))

    def _candidates(self, row: dict[str, Any], rejected: list[dict[str, Any]]) -> None:
        if not rejected:
            return
        self.out.print(Text("Not the answer" if row["verdict"]["letter"] is not None else "Looked at", style="bold"))
        if len(rejected) < len(row["candidates"]):
            left = len(row["candidates"]) - len(rejected)
            weaker = f"{left} weaker {'one' if left == 1 else 'ones'}"
            self.out.print(Text(f"  {weaker} left out (--full shows all)", style="dim"))
        lines = [
            (f"  {number}", f"{clean(one['label'] or '–')}", clean(_around(row["text"], one["span"])), one["why"])
            for number, one in enumerate(rejected, 1)
        ]
        columns = (
            Column("", Kind.NAME),
            Column("", Kind.NAME),
            Column("where", Kind.NAME),
            Column("why", Kind.PROSE),
        )
        table(self.out, columns, lines)

    def _readings(self, row: dict[str, Any]) -> None:
        if not row["readings"]:
            return
        self.out.print(Text("What every mode would have said", style="bold"))
        by_mode: dict[str, dict[str | None, dict[str, Any]]] = {}
        for one in row["readings"]:
            by_mode.setdefault(one["mode"], {})[one["rules"]] = one
        lines = []
        for mode, found in by_mode.items():
            same = found.get(None)
            cells = [_said(same), "the same"] if same else [_said(found.get(rules)) for rules in RULE_SETS]
            lines.append((f"  {mode}", *cells))
        table(self.out, [Column(title, Kind.NAME) for title in ("", *RULE_SETS)], lines)
        if row["texts_differ"] and len({one["text"] for one in row["readings"]}) > 1:
            self.out.print(Text("  gym-0.7 reads all assistant text, documented the last message", style="dim"))


def _why(verdict: dict[str, Any], gold: Any) -> str:
    """Return what a verdict rests on."""
    if verdict["outcome"] == "no_answer":
        return f"gold {clean(gold)}; {verdict['reason']}: {REASONS[verdict['reason']]}"
    letter = "another letter" if verdict["letter"] is None else clean(verdict["letter"])
    return f"{letter}, gold {clean(gold)}; rule {verdict['rule']}: {RULES[verdict['rule']]}"


def _said(reading: dict[str, Any] | None) -> str:
    if reading is None:
        return ""
    if reading["letter"] is None:
        return f"– {reading['reason'] or ''}"
    sign = {"correct": "✓", "wrong": "✗"}[reading["outcome"]]
    return f"{clean(reading['letter'])} {sign} {reading['rule']}"


def _lines(text: str) -> str:
    """Text of several lines made safe, its line breaks kept and its tabs made spaces."""
    lines = text.replace("\r\n", "\n").replace("\t", "    ").split("\n")
    return "\n".join(map(clean, lines))


def _around(text: str, span: list[int]) -> str:
    """Return a few words around a span, on one line."""
    start, end = span
    before = text[max(0, start - 14) : start]
    after = text[end : end + 9]
    return " ".join(
        f"{'…' if start > 14 else ''}{before}{text[start:end][:20]}{after}{'…' if end + 9 < len(text) else ''}".split()
    )

"""The mode `robust`: what a careful reader would say the response chose, or no answer.

A response flows through four steps, each in its own modules:

1. region (`region.py`): the part that answers this question: after the reasoning, before an invented next question.
2. candidates: the cues like "the answer is" (`cues.py`, found by `search.py`) and boxes, from the end of the text on
   (`statements.py`); letters in running text (`letters.py`, `mentions.py`, `subjects.py`, `named.py`); first and last
   lines (`lines.py`, `fragments.py`); a line below a heading like "### Answer" (`headings.py`); lines that go through
   the options one by one (`listing.py`); ticked boxes and other marks (`marks.py`); texts and places that are praised
   (`praised.py`, `ordinals.py`); a sum at the end (`sums.py`).
3. judge: what stands behind a cue (`payload.py`: a label by `labels.py`; an option's text by `texts.py`, written in
   another notation by `forms.py`, `notation.py` and `quantities.py`; both at once by `agreeing.py`; several of them by
   `several.py`; or none), whether the cue only announces options (`overviews.py`), and how its sentence uses the
   answer: denied, supposed, quoted, an instruction (`statements.py`; the words are in `lexicon.py`, `asides.py`). In
   other languages than English: `foreign.py`, by the words left and right of a label (`foreign_left.py`,
   `foreign_right.py`), and sentences that only name the answer (`foreign_short.py`).
4. decide (`decide.py`): the last statement that settles it, against what is said after it (`corrections.py`: it is
   replaced, taken back, or holds for one case only; `distractors.py`: what is only named for a mistake or another case
   replaces nothing); without one, the weaker kinds in the order that a reader would trust them. Whatever is not
   settled is no answer, with its reason.

`explain.py` tells a person all candidates. The modules are loaded on first use: their patterns take long to compile.
"""

from functools import cache
from types import ModuleType
from typing import Final

from mcqa_cli.model import Candidate, Extraction, Extractor, Mode, Question


@cache
def _reader() -> Extractor:
    from mcqa_cli.modes.robust.decide import extract as reader

    return reader


@cache
def _explainer() -> ModuleType:
    from mcqa_cli.modes.robust import explain as module

    return module


def extract(text: str, question: Question) -> Extraction:
    """What a careful reader would say the response chose, by letter or by option text; else none, and why."""
    return _reader()(text, question)


def candidates(text: str, question: Question) -> list[Candidate]:
    """Every statement and every mention of a label, in the order of the text, with a word on each."""
    found: list[Candidate] = _explainer().explain(text, question)
    return found


MODE: Final[Mode] = Mode(
    documented=extract,
    gym=extract,
    summary="What a careful reader would say the response chose, by letter or option text, in any wrapping; else none.",
    example="The answer can't be A; so it must be **(B)**.",
    ours=True,
    explain=candidates,
)

__all__ = ["MODE", "candidates", "extract"]

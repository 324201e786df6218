"""Options from a prompt: its last run of at least two lettered lines with distinct labels.

Lines may read `A: x`, `A. x`, `A) x` or `(A) x`, in any order of labels; a text may span lines; a blank line ends it.
"""

import re
from functools import lru_cache
from typing import Final

# One lettered line. After a full stop white space is asked for, so that "U.S. law" and "e.g. x" are none.
LETTERED: Final = re.compile(
    r"[ \t]*(?:[-*•][ \t]+)?(?:\*\*)?"
    r"(?:\(([^\W\d_])\)|([^\W\d_])(?:\*\*)?(?:[:)：）．、]|\.(?=[ \t*])))"
    r"(?:\*\*)?[ \t]*(\S.*)",
)
# A line after the last option that speaks of the task, and so is no part of that option's text.
INSTRUCTION: Final = re.compile(
    r"\s*(?:\W{0,3}\w\s*:\s*$|.*\\boxed|.{0,40}\b(?:answers?|letters?|options?|choices?|respon(?:d|se)|reply|question)\b.*[:.?!]?\s*$"
    r"|(?:let'?s|please|think|explain|choose|select|pick|put|write|give|output|return|reason|finish|end|conclude)\b)",
    re.IGNORECASE,
)
# A line that opens another question or its answer: it ends a run as a blank line does.
CUE: Final = re.compile(r"\W{0,3}(?:question|answer|choices|options|q)\b[\w ]{0,12}\W{0,2}:", re.IGNORECASE)
ROMAN_TWO: Final = re.compile(r"\s*\(?ii[.:)]", re.IGNORECASE)
_KEPT: Final = 16_000  # characters of a prompt that is kept with what was found in it
Pair = tuple[str, str]
Run = list[tuple[str, list[str]]]


@lru_cache(maxsize=1024)
def _found(prompt: str) -> tuple[Pair, ...]:
    return lettered_lines(prompt)


def options_in_prompt(prompt: str | None) -> list[dict[str, str]] | None:
    """Return the options that a prompt lists, as `[{"A": text}, …]` in the order printed; None where it lists none.

    prompt: the last user message. Labels are upper-cased; the lines of a text are joined with a line break.
    """
    if not prompt:
        return None
    found = _found(prompt) if len(prompt) <= _KEPT else lettered_lines(prompt)
    return [{label: text} for label, text in found] or None


def lettered_lines(text: str) -> tuple[Pair, ...]:
    """(label, text) of the last run of at least two lettered lines with distinct labels; empty if there is none.

    Blank lines end a run; only where no run is found so, options may also be set apart by blank lines.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    return last_run(lines, across_blanks=False) or last_run(lines, across_blanks=True)


def last_run(lines: list[str], *, across_blanks: bool) -> tuple[Pair, ...]:
    """Return the last run; across_blanks: whether a blank line ends a text only, or the whole run."""
    best: Run = []
    run: Run = []
    open_text = False
    for line in [*lines, ""]:
        if not line.strip():
            open_text = False
            if not across_blanks:
                best, run = keep(best, run), []
            continue
        found = LETTERED.match(line)
        if found:
            label = upper(found[1] or found[2])
            best, run = admit(label, best, run)
            run.append((label, [found[3].rstrip()]))
            open_text = True
        elif open_text and run[-1][0] == "I" and ROMAN_TWO.match(line):
            run, open_text = [], False  # statements I, II, III: what stood before them is no option either
        elif open_text and not CUE.match(line):
            run[-1][1].append(line.strip())
        else:
            best, run, open_text = keep(best, run), [], False
    return finished(keep(best, run))


def admit(label: str, best: Run, run: Run) -> tuple[Run, Run]:
    """Make room for a label that the run already has: labels stay distinct.

    Where it carries the run on (I after H, of a list that "I. …" seemed to begin), what stood before was no option;
    else another list begins.
    """
    earlier = next((index for index, (other, _) in enumerate(run) if other == label), None)
    if earlier is None:
        return best, run
    if len(run) - earlier > 1 and ord(run[-1][0]) + 1 == ord(label):
        return best, run[earlier + 1 :]
    return keep(best, run), []


def upper(label: str) -> str:
    """Return a label in upper case, where that is one letter too."""
    folded = label.upper()
    return folded if len(folded) == 1 else label


def keep(best: Run, run: Run) -> Run:
    """Return the later of two runs that is long enough."""
    labels = {label for label, _ in run}
    if "Q" in labels and not labels & {"P", "R"}:  # "Q: …" and "A: …" are question and answer, no options
        start = next(index for index, (label, _) in enumerate(run) if label == "Q") + 1
        run = run[start:]
    while len(run) > 2 and is_stray(run):
        run = run[1:]
    return run if len(run) > 1 else best


def is_stray(run: Run) -> bool:
    """Say whether a run's first line is none of its options: "S. aureus grows" before A, B, C."""
    rest = sorted(ord(label) for label, _ in run[1:])
    return rest[0] == ord("A") and rest[-1] - rest[0] == len(rest) - 1 and ord(run[0][0]) > rest[-1] + 3


def finished(run: Run) -> tuple[Pair, ...]:
    """Return the pairs of a run; what follows the last option and speaks of the task is cut off."""
    if run:
        label, lines = run[-1]
        end = next((index for index, line in enumerate(lines) if index and INSTRUCTION.match(line)), len(lines))
        run = [*run[:-1], (label, lines[:end])]
    return tuple((label, "\n".join(lines)) for label, lines in run)

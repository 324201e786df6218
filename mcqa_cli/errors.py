"""What can go wrong, as one small tree.

    McqaError
    ├── UsageError      the command cannot be done as asked (exit status 2, nothing published)
    └── RowError        one row cannot be graded: it goes to the ungraded file with its code

Everything derives from `Exception`, so that Ctrl-C is never swallowed with it.
"""

import json
import reprlib
from typing import Final

# The only list of codes that an ungraded row can carry; the README's table is made from it.
UNGRADED: Final[dict[str, str]] = {
    "not_utf8": "the line is not UTF-8",
    "not_json": "the line is not JSON (torn, glued or damaged)",
    "not_object": "the line is JSON, but no object",
    "unknown_format": "no known producer writes rows with these keys",
    "no_text": "the row holds log-likelihoods or the like, no text that could be graded",
    "producer_error": "the producer says that this rollout failed",
    "no_response": "the row holds no response",
    "no_options": "no options in the row, the inputs file or the prompt, and no --letters",
    "bad_options": "the options are written in no known way",
    "duplicate_label": "two option labels are the same once case is folded",
    "no_gold": "the row has no gold answer",
    "gold_not_in_options": "the gold answer is not among the option labels that count",
    "no_input_row": "the row lacks its options and the inputs file has no row for it",
    "join_conflict": "the row and its inputs row, or two inputs rows, contradict each other",
    "unknown_mode": "the row asks for a grading mode that does not exist",
    "damaged_input": "the file is damaged or cut off from here on",
    "internal_error": "mcqa itself failed on this row: please report it with the row",
}


LONGEST_MESSAGE: Final = 400


def brief(value: object, length: int = 80) -> str:
    """Show a value from a file in a message: as JSON, cut short.

    >>> brief("B"), brief([1, None]), brief("x" * 100, 5)
    ('"B"', '[1, null]', '"xxxx…')
    """
    try:
        shown = json.dumps(value, ensure_ascii=False, default=str)
    except (RecursionError, ValueError):  # nested more deeply than Python writes
        shown = reprlib.repr(value)
    return shown if len(shown) <= length else shown[:length] + "…"


class McqaError(Exception):
    """Anything this package raises on purpose."""


class UsageError(McqaError):
    """The command cannot be done as asked; the message is one line for the user."""


class RowError(McqaError):
    """One row cannot be graded.

    `code` is a key of `UNGRADED`; `message` says what is wrong with this very row and what to do, cut short where
    what it quotes is long.
    """

    def __init__(self, code: str, message: str) -> None:
        message = message if len(message) <= LONGEST_MESSAGE else message[:LONGEST_MESSAGE] + "…"
        super().__init__(message)
        self.code = code
        self.message = message

"""The grading modes: this dict is the only list of them. Keys are the names that rows use."""

from typing import Final

from mcqa_cli.model import Mode

MODES: Final[dict[str, Mode]] = {}

DEFAULT_MODE: Final = "strict_single_letter_boxed"

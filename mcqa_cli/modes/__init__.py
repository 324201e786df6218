"""The grading modes: this dict is the only list of them. Keys are the names that rows use."""

from typing import Final

from mcqa_cli.model import Mode
from mcqa_cli.modes import (
    lenient_answer_colon,
    lenient_answer_colon_md,
    lenient_boxed,
    robust,
    strict_single_letter_boxed,
    think_boxed,
)

MODES: Final[dict[str, Mode]] = {
    "strict_single_letter_boxed": strict_single_letter_boxed.MODE,
    "lenient_boxed": lenient_boxed.MODE,
    "lenient_answer_colon": lenient_answer_colon.MODE,
    "lenient_answer_colon_md": lenient_answer_colon_md.MODE,
    "robust": robust.MODE,
    "think_boxed": think_boxed.MODE,
}

DEFAULT_MODE: Final = "strict_single_letter_boxed"

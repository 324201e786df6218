"""The mode `robust`: what a careful reader would say the response chose, or no answer."""

from typing import Final

from mcqa_cli.model import Mode
from mcqa_cli.modes.robust.decide import extract
from mcqa_cli.modes.robust.explain import explain

MODE: Final = Mode(
    documented=extract,
    gym=extract,
    summary="What a careful reader would say the response chose, by letter or option text, in any wrapping; else none.",
    example="The answer can't be A; so it must be **(B)**.",
    ours=True,
    explain=explain,
)

__all__ = ["MODE", "extract"]

"""Offline grader for multiple-choice question answering (MCQA) rollouts."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcqa_cli.api import grade, grade_all
    from mcqa_cli.errors import McqaError, RowError, UsageError
    from mcqa_cli.model import Graded

__version__ = "0.1.0"

_HOMES = {
    "grade": "api",
    "grade_all": "api",
    "Graded": "model",
    "McqaError": "errors",
    "RowError": "errors",
    "UsageError": "errors",
}

__all__ = ["Graded", "McqaError", "RowError", "UsageError", "__version__", "grade", "grade_all"]


def __getattr__(name: str) -> Any:
    # Imported when first asked for, so that `mcqa --version` stays quick.
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)

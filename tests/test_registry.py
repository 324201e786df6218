"""The grading modes: file ↔ line in `MODES` ↔ docstring ↔ test file ↔ row of the README."""

import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from conftest import COMPILED

import mcqa_cli.modes
from mcqa_cli.commands.options import ModeName
from mcqa_cli.errors import UNGRADED
from mcqa_cli.model import REASONS, REGEX_FAILURES, RULES, Mode
from mcqa_cli.modes import DEFAULT_MODE, MODES

HERE = Path(__file__).parent
README = HERE.parent / "README.md"
# Modules beside the modes that are none: the rows' own regex comes before all of them.
OTHERS = {"custom_regex"}


def test_every_mode_file_has_its_line_and_every_line_its_file():
    files = {module.name for module in pkgutil.iter_modules(mcqa_cli.modes.__path__)} - OTHERS
    with_mode = {name for name in files if hasattr(importlib.import_module(f"mcqa_cli.modes.{name}"), "MODE")}
    assert with_mode == set(MODES)
    assert DEFAULT_MODE in MODES


@pytest.mark.parametrize("name", MODES)
def test_every_mode_is_whole(name):
    module = importlib.import_module(f"mcqa_cli.modes.{name}")
    mode = MODES[name]
    assert mode is module.MODE
    assert isinstance(mode, Mode)
    assert module.__doc__ or COMPILED
    assert mode.summary.endswith(".")
    assert "\n" not in mode.summary
    assert mode.example.strip()
    assert mode.ours == (mode.documented is mode.gym and name in ("robust", "think_boxed"))


@pytest.mark.parametrize("name", [*MODES, *OTHERS])
def test_every_mode_has_its_tests(name):
    files = [*(HERE / "modes").glob(f"test_{name}.py"), *(HERE / "modes").glob(f"{name}/test_*.py")]
    assert files, f"there is no tests/modes/test_{name}.py"


def test_the_command_line_offers_exactly_these_modes(mcqa):
    assert [one.value for one in ModeName] == list(MODES)
    listed = mcqa("modes").out.decode()
    assert re.findall(r"^(\w+)$", listed, re.MULTILINE) == list(MODES)


LISTS = [
    pytest.param(MODES, id="modes"),
    pytest.param(UNGRADED, id="codes of ungraded rows"),
    pytest.param(REASONS, id="reasons"),
    pytest.param(RULES, id="rules"),
    pytest.param(REGEX_FAILURES, id="failures of a regex"),
]


@pytest.mark.parametrize("names", LISTS)
def test_the_readme_says_what_each_name_means(names):
    readme = README.read_text(encoding="utf-8")
    places = [readme.find(f"| `{name}` |") for name in names]
    if min(places) < 0:  # a short list stands in a sentence
        places = [readme.find(f"`{name}`, ") for name in names]
    assert min(places) >= 0
    for name, place in zip(names, places, strict=True):
        meaning = names[name].summary if names is MODES else names[name]
        following = set(re.findall(r"\w+", readme[place : place + len(meaning) + 160]))
        assert set(re.findall(r"\w+", meaning)) <= following, f"the README says something else of {name}"


def test_the_lists_have_words_for_every_name():
    for names in (UNGRADED, REASONS, RULES, REGEX_FAILURES):
        for name, meaning in names.items():
            assert re.fullmatch(r"[a-z_0-9]+", name)
            assert meaning
            assert not meaning.endswith(".")

"""Who may import whom: each third-party package has one home, the core does no I/O, and nothing imports upwards."""

import ast
import sys
from pathlib import Path

import pytest

import mcqa_cli

ROOT = Path(mcqa_cli.__file__).parent
HOMES = {
    "orjson": ["jsonl"],
    "rich": ["report"],
    "tqdm": ["commands.progress"],
    "typer": ["cli", "commands"],
    "zstandard": ["archives"],
    "pyarrow": ["prepare"],
}
# Text in, value out: no file, no process, no console.
CORE = ["errors", "terminal", "model", "text", "modes", "options", "gold", "prompt", "formats", "grading", "statistics"]
CORE += ["gates", "tally", "regex_budget"]
# Small helpers that the core may use: values as JSON text, paths into them, and C.
HELPERS = ["jsonl", "paths", "interrupts", "native"]
IMPURE = {"os", "io", "sys", "pathlib", "subprocess", "socket", "threading", "multiprocessing", "shutil", "tempfile"}
# What only the part on the left may import.
PRIVATE = {"commands": ["__main__", "cli", "commands"], "cli": ["__main__"], "report": ["commands", "report"]}
PRIVATE["api"] = [""]


def name_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


def within(name, parts):
    return any(name == part or name.startswith(f"{part}.") for part in parts)


def imports_of(name, *, everywhere=True):
    """Full names of the modules that a module imports: anywhere in it, or only when it is loaded itself."""
    tree = ast.parse(FILES[name].read_text())
    found = []
    todo = list(tree.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found.append(full if full.removeprefix("mcqa_cli.") in FILES and "mcqa_cli" in full else node.module)
        elif everywhere or not (isinstance(node, (ast.FunctionDef, ast.ClassDef)) or is_for_types(node)):
            todo += ast.iter_child_nodes(node)
    return found


def is_for_types(node):
    return isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"


def own(names):
    return {name.removeprefix("mcqa_cli").removeprefix(".") for name in names if name.partition(".")[0] == "mcqa_cli"}


MODULES = [pytest.param(name, id=name or "mcqa_cli") for name in FILES]


@pytest.mark.parametrize("name", MODULES)
def test_third_party_packages_stay_at_home(name):
    for imported in imports_of(name):
        package = imported.partition(".")[0]
        if package != "mcqa_cli" and package not in sys.stdlib_module_names:
            assert within(name, HOMES[package]), f"{name} imports {imported}"


@pytest.mark.parametrize("package", HOMES)
def test_every_home_is_lived_in(package):
    users = {name for name in FILES if package in {one.partition(".")[0] for one in imports_of(name)}}
    assert users
    assert all(any(within(user, [home]) for user in users) for home in HOMES[package])


@pytest.mark.parametrize("name", [one for one in MODULES if within(one.values[0], CORE)])
def test_the_core_imports_the_core_alone_and_does_no_io(name):
    found = imports_of(name)
    assert {one for one in own(found) if not within(one, [*CORE, *HELPERS])} == set()
    assert {one.partition(".")[0] for one in found} & IMPURE == set()


@pytest.mark.parametrize("name", MODULES)
def test_nothing_imports_upwards(name):
    for imported in own(imports_of(name)):
        for part, allowed in PRIVATE.items():
            if within(imported, [part]):
                assert within(name, allowed) or (name == "" and "" in allowed), (
                    f"{name or 'mcqa_cli'} imports {imported}"
                )


def test_modules_do_not_load_each_other_in_circles():
    # A package's own list of its parts loads before them; only `from package import part` counts as the part.
    graph = {name: own(imports_of(name, everywhere=False)) & set(FILES) - {name, ""} for name in FILES}
    done = set()

    def visit(name, path):
        assert name not in path, " → ".join([*path[path.index(name) :], name])
        if name not in done:
            for other in sorted(graph[name]):
                visit(other, [*path, name])
            done.add(name)

    for name in sorted(FILES):
        visit(name, [])


@pytest.mark.parametrize(
    "name", [one for one in MODULES if within(one.values[0], ["modes"]) and one.values[0] != "modes"]
)
def test_modes_do_not_know_the_list_of_modes(name):
    assert "modes" not in own(imports_of(name))


@pytest.mark.parametrize("name", MODULES)
def test_every_module_says_what_it_is(name):
    assert ast.get_docstring(ast.parse(FILES[name].read_text()))


def test_what_is_to_be_compiled_is_there():
    tree = ast.parse((Path(__file__).parents[1] / "hatch_build.py").read_text())
    (value,) = (node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "COMPILED")
    names = eval(compile(ast.Expression(value), "hatch_build.py", "eval"))
    assert [name for name in names if not list(ROOT.glob(f"{name}.py"))] == []


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("modes.")])
def test_a_mode_says_its_type(name):
    # The compiler reads `modes` before it knows what is in its modules.
    assert "\nMODE" not in FILES[name].read_text() or "\nMODE: Final[Mode] = " in FILES[name].read_text()

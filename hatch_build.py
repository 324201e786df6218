"""Compiles what runs for every row, so that a wheel is up to twice as fast; without a C compiler it is pure Python.

The modules stay what they are: mypyc makes C of their Python, and Python takes the compiled ones where both are there.
`mcqa_cli/native` has what is written in C; whatever it does, Python does as well, and tests compare the two.
An editable install is never compiled, nor is any with MCQA_PURE=1 in the environment.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Relative to the package: not what runs once for a file or for a block of lines.
COMPILED = (
    *("jsonl", "model", "text", "gold", "options", "prompt", "paths", "regex_budget", "formats/base", "formats/gym"),
    *("modes/[a-z]*", "modes/robust/*", "heads", "quick", "reader", "grading", "join", "inputs_file", "gym_tail"),
    *("splice", "tally", "written", "scoring"),
)
_BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import Extension, setup

options = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]
modules = mypycify([*options, *sys.argv[1:]], opt_level="2", debug_level="0")
modules.append(Extension("mcqa_cli.native._quick", ["mcqa_cli/native/quick.c"]))
setup(name="mcqa-cli", packages=[], ext_modules=modules,
      script_args=["build_ext", "--inplace"])
"""


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel."""

    # Removed when the interpreter ends, if not before: a build may fail, or be broken off.
    directory: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile in a directory of its own: nothing is left in the checkout. Whatever fails, there is a wheel."""
        if version == "editable" or os.environ.get("MCQA_PURE"):
            return
        try:
            self.directory = tempfile.TemporaryDirectory()
            work = Path(self.directory.name)
            fault = self._compile(work)
        except OSError as error:
            fault = str(error)
        if fault:
            self.app.display_warning("not compiled, which costs speed only: " + fault)
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        # One library, at the top, holds the code; each module's own file leads there.
        for built in work.rglob("*.so"):
            place = built.relative_to(work)
            if place.parts[0] != "build":
                build_data["force_include"][str(built)] = str(place)

    def _compile(self, work: Path) -> str:
        """Compile a copy of the package in place. Returns what went wrong, or nothing."""
        shutil.copytree(Path(self.root, "mcqa_cli"), work / "mcqa_cli")
        files = [path.relative_to(work) for name in COMPILED for path in work.glob(f"mcqa_cli/{name}.py")]
        done = subprocess.run([sys.executable, "-c", _BUILD, *files], cwd=work, check=False, capture_output=True)
        return done.stderr.decode(errors="replace") if done.returncode else ""

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove that directory."""
        if self.directory is not None:
            self.directory.cleanup()

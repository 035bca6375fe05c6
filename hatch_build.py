"""The build: plain Python unless CARCASSONNE_COMPILE=1 asks for the hot modules as machine code.

mypyc compiles the very `.py` files that are otherwise interpreted; `docs/compiled.md` says what to
expect. Which modules are compiled stands in pyproject.toml. An ordinary build adds the compiled
modules to the wheel; an editable one puts them beside their sources, where they win over these, and
so does

    python hatch_build.py DIRECTORY

in a copy of the project, to test and to measure it without installing it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

REQUIREMENTS = ["attrs>=23.2", "mypy>=2.4", "setuptools>=65"]
"""What the compiled build needs beside hatchling, and a C compiler; attrs for its types alone."""

# Without a configuration of the project, and silent on what is not compiled: whoever builds has
# neither networkx nor shapely.
MYPY_OPTIONS = [
    "--config-file=",
    "--ignore-missing-imports",
    "--follow-imports=silent",
    "--python-version=3.11",
    "--always-true=COMPILED",
]


def is_wanted() -> bool:
    """Whether the environment asks for the compiled build."""
    return os.environ.get("CARCASSONNE_COMPILE", "0") not in ("", "0")


class CompiledBuild(BuildHookInterface[Any]):
    """Compiles the modules that `modules` names in the configuration of the hook."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What must be installed to build; nothing for plain Python."""
        return REQUIREMENTS if is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds before hatchling collects the files."""
        if not is_wanted():
            return
        root = Path(self.root)
        if version == "editable":
            compile_in_place(root, self.config["modules"])
        else:
            for built in compiled(root, self.config["modules"]):
                build_data["force_include"][str(built.path)] = built.name_in_package
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        # The rows of numbers (packed.py) are those of mypyc's own library.
        build_data["dependencies"].append(f"librt>={installed('librt')}")


class Built:
    """A compiled module.

    Attributes:
        path: where it lies.
        name_in_package: its path in a wheel.
    """

    def __init__(self, path: Path, directory: Path) -> None:
        self.path = path
        self.name_in_package = path.relative_to(directory).as_posix()


def compiled(root: Path, modules: list[str]) -> list[Built]:
    """Compiles modules, given as paths from the root; what came out."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    directory = Path(tempfile.mkdtemp(prefix="carcassonne-"))
    before = Path.cwd()
    os.chdir(root)  # mypyc derives the names of modules from relative paths
    try:
        extensions = mypycify(
            [*MYPY_OPTIONS, f"--cache-dir={directory / 'mypy'}", *modules],
            group_name="carcassonne_core",
            target_dir=str(directory / "c"),
            debug_level="0",
        )
        if sys.platform == "linux":  # nobody replaces its functions: calls need no detour
            for extension in extensions:
                extension.extra_compile_args.append("-fno-semantic-interposition")
                extension.extra_link_args.append("-Wl,-Bsymbolic-functions")
        command = build_ext(Distribution({"name": "carcassonne-core", "ext_modules": extensions}))
        command.build_lib = str(directory / "lib")
        command.build_temp = str(directory / "objects")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    lib = directory / "lib"
    return [Built(path, lib) for path in sorted(lib.rglob("*")) if path.is_file()]


def compile_in_place(root: Path, modules: list[str]) -> None:
    """Compiles modules and puts them beside their sources."""
    for built in compiled(root, modules):
        (root / built.name_in_package).write_bytes(built.path.read_bytes())


def main() -> None:
    """Compiles the modules of a copy of the project in place."""
    root = Path(sys.argv[1])
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    compile_in_place(root.resolve(), hook["modules"])


if __name__ == "__main__":
    main()

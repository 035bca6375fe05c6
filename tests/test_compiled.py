"""The compiled build, where it is what runs: the examples of compiled modules, which pytest cannot
see in machine code, are taken from the sources; and what a compiled class refuses is refused."""

from __future__ import annotations

import ast
import doctest
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
MODULES = HOOK["build"]["targets"]["wheel"]["hooks"]["custom"]["modules"]
NAMES = [path.removesuffix(".py").replace("/", ".") for path in MODULES]
DEFINITIONS = (ast.Module, ast.ClassDef, ast.FunctionDef)


def test_every_module_to_be_compiled_is_there() -> None:
    assert [path for path in MODULES if not (ROOT / path).is_file()] == []


def test_either_every_module_is_compiled_or_none() -> None:
    kinds = {Path(str(import_module(name).__file__)).suffix == ".py" for name in NAMES}
    assert len(kinds) == 1


@pytest.mark.parametrize(("path", "name"), list(zip(MODULES, NAMES, strict=True)))
def test_the_examples_of_a_compiled_module_run(path: str, name: str) -> None:
    module = import_module(name)
    if str(module.__file__).endswith(".py"):
        pytest.skip("not compiled: pytest runs the examples of the module itself")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    runner = doctest.DocTestRunner()
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS) and (text := ast.get_docstring(node)):
            example = doctest.DocTestParser().get_doctest(
                text, dict(vars(module)), f"{name} {getattr(node, 'name', '')}", path, 0
            )
            runner.run(example)
    assert runner.failures == 0

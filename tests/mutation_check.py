"""Plants single faults in the rules code and shows which of them the tests find.

    python tests/mutation_check.py [FILE ...] [--jobs N] [--list] [--report FILE]

A fault is one small change in one place: a comparison turned, a number off by one, a condition
negated, `and` for `or`, a refusal dropped, a reason no longer lifted, plus for minus, true for
false. Each is planted in a copy of the project; the tests that belong to the file run first and the
whole suite only if these find nothing. What survives is a hole in the tests, or changes nothing
that can be seen; `EQUIVALENT` says of which we know the latter, and why.

Takes minutes for a file and hours for all of them, so it is not part of the suite.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parent.parent

_EXPANSIONS = "expansions/carcassonne_expansions"

FILES: dict[str, tuple[str, ...]] = {
    f"{_EXPANSIONS}/flying_machines/rules.py": (
        "test_flying_machines_rules",
        "test_flying_machines",
        "test_phantom",
    ),
    f"{_EXPANSIONS}/flying_machines/expansion.py": (
        "test_flying_machines",
        "test_phantom",
        "test_properties",
    ),
    f"{_EXPANSIONS}/flying_machines/flight.py": ("test_cli", "test_svg", "test_batch"),
    f"{_EXPANSIONS}/flying_machines/actions.py": (
        "test_flying_machines",
        "test_notation",
        "test_cli",
    ),
    "carcassonne_core/scoring.py": (
        "test_base_game",
        "test_traders_and_builders",
        "test_inns_and_cathedrals",
        "test_abbey_and_mayor",
        "test_hooks",
    ),
    "carcassonne_core/majority.py": ("test_base_game",),
    "carcassonne_core/deployment.py": ("test_base_game", "test_traders_and_builders"),
    "carcassonne_core/legality.py": ("test_base_game", "test_river", "test_abbey_and_mayor"),
    "carcassonne_core/course.py": (
        "test_base_game",
        "test_traders_and_builders",
        "test_abbey_and_mayor",
        "test_hooks",
    ),
    f"{_EXPANSIONS}/abbot/expansion.py": ("test_abbot",),
    f"{_EXPANSIONS}/abbey_and_mayor/barn.py": ("test_abbey_and_mayor",),
    f"{_EXPANSIONS}/abbey_and_mayor/expansion.py": ("test_abbey_and_mayor",),
    f"{_EXPANSIONS}/abbey_and_mayor/wagon.py": ("test_abbey_and_mayor",),
    f"{_EXPANSIONS}/inns_and_cathedrals/expansion.py": ("test_inns_and_cathedrals",),
    f"{_EXPANSIONS}/phantom/expansion.py": ("test_phantom",),
    f"{_EXPANSIONS}/river/expansion.py": ("test_river",),
    f"{_EXPANSIONS}/traders_and_builders/expansion.py": ("test_traders_and_builders",),
    f"{_EXPANSIONS}/traders_and_builders/goods.py": ("test_traders_and_builders",),
}
"""The files in which faults are planted, and the tests that should find them first."""

EQUIVALENT: dict[str, str] = {
    "carcassonne_core/majority.py:25: 0: off by one": "nobody is stronger than nobody",
}
"""Faults that change nothing that can be seen, by `Fault.name`, and why."""

_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_SIGN: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}


@frozen
class Fault:
    """One fault: the file, the line, what is changed, and the changed line for people."""

    file: str
    line: int
    what: str
    source: str

    @property
    def name(self) -> str:
        """How it is called in tables."""
        return f"{self.file}:{self.line}: {self.what}"


def faults(file: str) -> Iterator[Fault]:
    """Every fault that can be planted in a file."""
    text = (ROOT / file).read_text(encoding="utf-8")
    count = sum(1 for _ in _places(ast.parse(text)))
    for number in range(count):
        tree = ast.parse(text)
        node, what, change = list(_places(tree))[number]
        change()
        yield Fault(file, node.lineno, what, ast.unparse(tree) + "\n")


def _places(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, str, _Change]]:
    """Where something may be changed, and the change."""
    seen: set[int] = set()
    for function in ast.walk(tree):
        for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
            if id(node) not in seen:  # a function may stand in another one
                seen.add(id(node))
                yield from _changes(node)


class _Change:
    """A change of a node in place."""

    def __init__(self, node: ast.AST, field: str, value: object) -> None:
        self.node, self.field, self.value = node, field, value

    def __call__(self) -> None:
        setattr(self.node, self.field, self.value)


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, _Change]]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _TURNED:
        turned = _TURNED[type(node.ops[0])]()
        what = f"{ast.unparse(node)}: comparison turned"
        yield node, what, _Change(node, "ops", [turned, *node.ops[1:]])
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield node, f"{ast.unparse(node)}: and for or", _Change(node, "op", other)
    elif isinstance(node, ast.If | ast.IfExp):
        negated = ast.UnaryOp(ast.Not(), node.test)
        ast.copy_location(negated, node.test)
        yield node, f"if {ast.unparse(node.test)}: negated", _Change(node, "test", negated)
    elif isinstance(node, ast.BinOp) and type(node.op) in _SIGN:
        sign = _SIGN[type(node.op)]()
        yield node, f"{ast.unparse(node)}: sign", _Change(node, "op", sign)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield node, f"{node.value}: the opposite", _Change(node, "value", not node.value)
        elif isinstance(node.value, int):
            yield node, f"{node.value}: off by one", _Change(node, "value", node.value + 1)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom):
        nothing = ast.copy_location(ast.Constant(None), node.value)
        yield node, f"{ast.unparse(node)}: dropped", _Change(node, "value", nothing)
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and node.value.elts:
        fewer = ast.copy_location(ast.Tuple(node.value.elts[1:], ast.Load()), node.value)
        yield node, f"{ast.unparse(node)}: first dropped", _Change(node, "value", fewer)


def found_by(fault: Fault, folder: Path) -> str:
    """Which tests find a fault that is planted in a copy of the project, "" if none do."""
    with _copy(folder) as copy:
        (copy / fault.file).write_text(fault.source, encoding="utf-8")
        if _failures(copy, [f"tests/{test}.py" for test in FILES[fault.file]]):
            return "its own tests"
        return "the suite" if _failures(copy, ["tests"]) else ""


@contextmanager
def _copy(folder: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=folder) as name:
        copy = Path(name) / "project"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        yield copy


def _failures(project: Path, tests: list[str]) -> str:
    """What pytest says at last if a test fails, "" if none does."""
    paths = os.pathsep.join(map(str, (project, project / "expansions")))
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    words = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", *tests]
    try:
        done = subprocess.run(
            words,
            cwd=project,
            env=environment,
            capture_output=True,
            check=False,
            text=True,
            timeout=900,
        )
    except subprocess.TimeoutExpired:
        return "no end after 900 seconds"
    return done.stdout[-500:] if done.returncode in (1, 2) else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", help="some of the files; all if none is named")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="only name the faults")
    arguments = parser.parse_args()
    chosen = [file for file in FILES if not arguments.files or file in arguments.files]
    planted = [fault for file in chosen for fault in faults(file)]
    if arguments.list:
        for fault in planted:
            print(fault.name)
        return 0
    survivors: Counter[str] = Counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        ThreadPoolExecutor(arguments.jobs) as pool,
    ):
        with _copy(Path(folder)) as copy:
            if failures := _failures(copy, ["tests"]):
                print(f"the tests fail without any fault: nothing can be said\n{failures}")
                return 2
        results = pool.map(lambda fault: found_by(fault, Path(folder)), planted)
        for fault, finder in zip(planted, results, strict=True):
            known = EQUIVALENT.get(fault.name, "")
            outcome = f"found by {finder}" if finder else f"same: {known}" if known else "SURVIVED"
            print(f"{outcome}: {fault.name}", flush=True)
            survivors[fault.file] += not finder and not known
    print("\n| file | faults | survivors |\n|---|---|---|")
    for file in chosen:
        print(f"| `{file}` | {sum(f.file == file for f in planted)} | {survivors[file]} |")
    return 1 if survivors.total() else 0


if __name__ == "__main__":
    sys.exit(main())

"""How many times faster the compiled build is than plain Python, measured in one run.

    python benchmarks/compiled.py COMPILED [--pure DIRECTORY] [--workload NAME ...] [--rounds N]

COMPILED is a copy of the project with its modules compiled in place (docs/compiled.md), DIRECTORY
one without; this one if nothing is said. Each is a process of its own; the workloads are those of
`carcassonne bench`, in alternating rounds. Before, both play the same hundred games, and unless the
scores are the same nothing is measured.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent


class Build:
    """A process that works with the modules of one directory."""

    def __init__(self, directory: Path, *, is_compiled: bool) -> None:
        paths = (str(directory.resolve()), str((directory / "expansions").resolve()))
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--answer"],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self.ask("is_compiled") is not is_compiled:
            raise SystemExit(f"{directory}: expected it {'' if is_compiled else 'not '}compiled")

    def ask(self, *question: object) -> Any:
        """What the process answers to one question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(question), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())


def answer() -> None:
    """Answers questions, one a line: the other side of `Build.ask`."""
    from carcassonne_core import Game, RuleSet, kernel, random_playout
    from carcassonne_core.rule_set import installed_expansions
    from carcassonne_core.workloads import WORKLOADS

    for line in sys.stdin:
        match json.loads(line):
            case ["is_compiled"]:
                said: object = not str(kernel.__file__).endswith(".py")
            case ["scores"]:
                rules = RuleSet(), RuleSet(installed_expansions())
                said = [random_playout(Game(2, r), Random(s)) for r in rules for s in range(100)]
            case ["rate", workload, seed, seconds]:
                work = WORKLOADS[workload][1]
                work(seed)  # what is loaded and made once is no part of the price
                done, start = 0, time.process_time()
                while (spent := time.process_time() - start) < seconds:
                    done += work(seed)
                    seed += 1
                said = done / spent
            case question:
                raise ValueError(question)
        print(json.dumps(said), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("compiled", type=Path)
    parser.add_argument("--pure", type=Path, default=ROOT)
    parser.add_argument("--workload", action="append")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--at-least", type=float, default=0, help="fail below, in the base game")
    parser.add_argument("--seconds", type=float, default=0.15, help="of CPU time, each round")
    arguments = parser.parse_args()
    pure = Build(arguments.pure, is_compiled=False)
    fast = Build(arguments.compiled, is_compiled=True)
    if pure.ask("scores") != fast.ask("scores"):
        raise SystemExit("the two builds do not come to the same scores")
    print(f"{'workload':<18}{'pure':>12}{'compiled':>12}{'ratio':>8}  of a CPU-second; medians")
    for name in arguments.workload or ["base", "base_lists", "flying_machines", "all_sets"]:
        rates: list[tuple[float, float]] = []
        for number in range(arguments.rounds):
            question = "rate", name, 1000 * number, arguments.seconds
            rates.append((pure.ask(*question), fast.ask(*question)))
        slow, quick = (median(column) for column in zip(*rates, strict=True))
        ratio = median(after / before for before, after in rates)
        print(f"{name:<18}{slow:>12,.0f}{quick:>12,.0f}{ratio:>8.2f}")
        if name == "base" and ratio < arguments.at_least:
            raise SystemExit(f"expected at least {arguments.at_least} in the base game")


if __name__ == "__main__":
    answer() if sys.argv[1:] == ["--answer"] else main()

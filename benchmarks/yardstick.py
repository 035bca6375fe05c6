"""Measures something of ours in turn with a yardstick, a command that prints its own figure."""

from __future__ import annotations

import argparse
import shlex
import statistics
import subprocess
from collections.abc import Callable


def arguments_of(manual: str, games: int, unit: str) -> argparse.ArgumentParser:
    """The arguments that every such benchmark takes; `games` is the default of a round."""
    parser = argparse.ArgumentParser(description=manual.splitlines()[0])
    parser.add_argument("--expansion", action="append", default=[])
    parser.add_argument("--yardstick", help=f"a command that prints {unit}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=games)
    return parser


def compare(what: str, arguments: argparse.Namespace, measure: Callable[[range], float]) -> None:
    """Prints the median of our figure, and its ratio to the median of the yardstick's.

    `measure` gets the seeds of one round; the first round is played once more before, unmeasured.
    """
    measure(range(arguments.games))
    ours, theirs = [], []
    for number in range(arguments.rounds):
        ours.append(measure(range(number * arguments.games, (number + 1) * arguments.games)))
        if arguments.yardstick:
            words = shlex.split(arguments.yardstick)
            done = subprocess.run(words, capture_output=True, text=True, check=True)
            theirs.append(float(done.stdout.split()[-1]))
    print(f"{what}: {statistics.median(ours):.1f}")
    if theirs:
        yardstick = statistics.median(theirs)
        print(f"yardstick: {yardstick:.1f}; ratio {statistics.median(ours) / yardstick:.3f}")

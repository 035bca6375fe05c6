"""How the cost of a turn grows with the number of tiles and of expansions.

    python benchmarks/growth.py [--games N] [--rounds N] [--plot FILE]

Random playouts of two players with 1 to 14 copies of the base set, and of the base game with one
expansion more each time; microseconds of CPU time a turn, as ratios to the plain base game measured
in turn with them. `--plot` draws both (matplotlib).
"""

from __future__ import annotations

import argparse
import statistics
import time
from random import Random

from carcassonne_core import Game, RuleSet, installed_expansions, random_playout

COPIES = (1, 2, 4, 7, 10, 14)


def cost(rules: RuleSet, seeds: range) -> float:
    """Seconds of CPU time a turn."""
    start = time.process_time()
    for seed in seeds:
        random_playout(Game(2, rules), Random(seed))
    return (time.process_time() - start) / len(seeds) / len(rules.stack)


def ratios(rules: RuleSet, games: int, rounds: int) -> float:
    """The cost of a turn as a ratio to that of the plain base game; the median of the rounds."""
    plain = RuleSet()
    found = []
    few = max(1, games * len(plain.stack) // len(rules.stack))
    for number in range(rounds):
        before = cost(plain, range(number * games, (number + 1) * games))
        here = cost(rules, range(number * few, (number + 1) * few))
        after = cost(plain, range(number * games, (number + 1) * games))
        found.append(2 * here / (before + after))
    return statistics.median(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=20, help="base games a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--plot")
    arguments = parser.parse_args()
    by_tiles = {}
    for copies in COPIES:
        rules = RuleSet(sets={"base_first_edition": copies})
        by_tiles[len(rules.stack)] = ratios(rules, arguments.games, arguments.rounds)
        print(f"{len(rules.stack):>5} tiles: {by_tiles[len(rules.stack)]:.2f}", flush=True)
    by_expansions = {}
    names = list(installed_expansions())
    for count in range(len(names) + 1):
        rules = RuleSet(names[:count])
        by_expansions[count] = ratios(rules, arguments.games, arguments.rounds)
        last = names[count - 1] if count else "base game"
        print(f"{count:>5} expansions: {by_expansions[count]:.2f}  (+ {last})", flush=True)
    if arguments.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9, 3.5), layout="constrained")
        left, right = figure.subplots(1, 2)
        for axis, found, what in ((left, by_tiles, "tiles"), (right, by_expansions, "expansions")):
            axis.plot(list(found), list(found.values()), marker="o")
            axis.set_xlabel(what)
            axis.set_ylim(bottom=0)
        left.set_ylabel("cost of a turn, base game = 1")
        figure.savefig(arguments.plot)


if __name__ == "__main__":
    main()

"""What a turn costs with expansions, against a turn of the base game in the same run.

    python benchmarks/turns.py [--expansion NAME ...] [--rounds N] [--games N]

Whole random two-player games as in `random_games.py`, in turn: of the base game, with the
expansions (all that are installed if none is named), and with the same expansions loaded but
without their tiles and figures. Prints the median of the microseconds of CPU time that a turn
takes, and the ratios to the base game's, round by round.
"""

from __future__ import annotations

import argparse
import statistics
import time

from random_games import idle, play

from carcassonne_core import RuleSet, installed_expansions


def microseconds(rules: RuleSet, seeds: range) -> float:
    start = time.process_time()
    turns = sum(play(rules, seed).turn for seed in seeds)
    return 1e6 * (time.process_time() - start) / turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--expansion", action="append", default=[])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", type=int, default=3)
    arguments = parser.parse_args()
    names = arguments.expansion or list(installed_expansions())
    base, full = RuleSet(), RuleSet(names)
    unused = idle(full)
    found: dict[str, list[float]] = {"base game": [], "expansions": [], "idle expansions": []}
    for rules in (base, full, unused):
        microseconds(rules, range(2))
    for number in range(arguments.rounds):
        seeds = range(number * arguments.games, (number + 1) * arguments.games)
        for what, rules in zip(found, (base, full, unused), strict=True):
            found[what].append(microseconds(rules, seeds))
    print(f"{', '.join(names)}: {len(full.stack)} tiles")
    for what, times in found.items():
        pairs = zip(times, found["base game"], strict=True)
        ratio = statistics.median(mine / plain for mine, plain in pairs)
        print(f"{what}: {statistics.median(times):.1f} microseconds a turn, {ratio:.2f} times")


if __name__ == "__main__":
    main()

"""Whole random games a second of CPU time, with a yardstick measured in the same run.

    python benchmarks/random_games.py [--expansion NAME ...] [--yardstick COMMAND] [--rounds N]

Two players, base tiles and those of the expansions, uniform over the legal placements, then uniform
over no deployment and each legal one, final scoring included; through `legal_actions` and
`push_unchecked`. The yardstick is a command that prints its own games a second; it runs in turn
with ours, and the ratio is that of the medians.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import subprocess
import time
from random import Random

from carcassonne_core import Game, RuleSet
from carcassonne_core.turn import OVER


def play(rules: RuleSet, seed: int) -> Game:
    random = Random(seed)
    game = Game(2, rules)
    while True:
        step = game.step
        if step.is_chance:
            game.push_unchecked(game.sample_chance(random))
        elif step.name == OVER:
            return game
        else:
            actions = game.legal_actions
            game.push_unchecked(actions[int(random.random() * len(actions))])


def rate(rules: RuleSet, first: int, games: int) -> float:
    start = time.process_time()
    for seed in range(first, first + games):
        play(rules, seed)
    return games / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--expansion", action="append", default=[])
    parser.add_argument("--yardstick", help="a command that prints games per CPU-second")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=100)
    arguments = parser.parse_args()
    rules = RuleSet(arguments.expansion)
    rate(rules, 0, arguments.games)
    ours, theirs = [], []
    for number in range(arguments.rounds):
        ours.append(rate(rules, number * arguments.games, arguments.games))
        if arguments.yardstick:
            words = shlex.split(arguments.yardstick)
            done = subprocess.run(words, capture_output=True, text=True, check=True)
            theirs.append(float(done.stdout.split()[-1]))
    print(f"games per CPU-second: {statistics.median(ours):.0f}")
    if theirs:
        yardstick = statistics.median(theirs)
        print(f"yardstick: {yardstick:.0f}; ratio {statistics.median(ours) / yardstick:.3f}")


if __name__ == "__main__":
    main()

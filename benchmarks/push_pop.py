"""What a whole turn costs to do and undo, with a yardstick measured in the same run.

    python benchmarks/push_pop.py [--expansion NAME ...] [--checked] [--yardstick COMMAND]
                                  [--rounds N] [--games N]

Every turn of random two-player games (tile, placement, deployment or pass, what is completed then
scored) is pushed and popped many times where it was played; the last turn, with its final scoring,
is left out. Prints microseconds of CPU time for the three pushes and the three pops together. The
yardstick is a command that prints its own microseconds; it runs in turn with ours, and the ratio is
that of the medians.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import subprocess
import time
from collections.abc import Iterator
from random import Random

from carcassonne_core import Action, Game, RuleSet
from carcassonne_core.turn import DRAW

REPEATS = 20
"""How often a turn is done and undone before the next one."""


def turns(rules: RuleSet, seed: int) -> Iterator[tuple[Game, list[Action]]]:
    """A random game as it stands before each turn, and what is pushed in that turn."""
    random = Random(seed)
    game = Game(2, rules)
    actions: list[Action] = []
    while True:
        if game.is_chance:
            actions.append(game.sample_chance(random))
        else:
            offered = game.legal_actions
            actions.append(offered[int(random.random() * len(offered))])
        game.push_unchecked(actions[-1])
        if game.is_over:
            return
        if game.step.name == DRAW:
            for _ in actions:
                game.pop()
            yield game, actions
            for action in actions:
                game.push_unchecked(action)
            actions = []


def microseconds(rules: RuleSet, seeds: range, checked: bool) -> float:
    spent, count = 0.0, 0
    for seed in seeds:
        for game, actions in turns(rules, seed):
            push, pop = game.push if checked else game.push_unchecked, game.pop
            start = time.process_time()
            for _ in range(REPEATS):
                for action in actions:
                    push(action)
                for _ in actions:
                    pop()
            spent += time.process_time() - start
            count += REPEATS
    return 1e6 * spent / count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--expansion", action="append", default=[])
    parser.add_argument("--checked", action="store_true", help="push, which judges each action")
    parser.add_argument("--yardstick", help="a command that prints microseconds of CPU time")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=10)
    arguments = parser.parse_args()
    rules = RuleSet(arguments.expansion)
    microseconds(rules, range(arguments.games), arguments.checked)
    ours, theirs = [], []
    for number in range(arguments.rounds):
        seeds = range(number * arguments.games, (number + 1) * arguments.games)
        ours.append(microseconds(rules, seeds, arguments.checked))
        if arguments.yardstick:
            words = shlex.split(arguments.yardstick)
            done = subprocess.run(words, capture_output=True, text=True, check=True)
            theirs.append(float(done.stdout.split()[-1]))
    print(f"microseconds for a turn done and undone: {statistics.median(ours):.1f}")
    if theirs:
        yardstick = statistics.median(theirs)
        print(f"yardstick: {yardstick:.1f}; ratio {statistics.median(ours) / yardstick:.2f}")


if __name__ == "__main__":
    main()

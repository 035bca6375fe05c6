"""Whole random games a second of CPU time, with a yardstick measured in the same run.

    python benchmarks/random_games.py [--expansion NAME ...] [--yardstick COMMAND] [--rounds N]

Two players, base tiles and those of the expansions, uniform over the legal placements, then uniform
over no deployment and each legal one, final scoring included; through `legal_actions` and
`push_unchecked`. The yardstick is a command that prints its own games a second; it runs in turn
with ours, and the ratio is that of the medians.
"""

from __future__ import annotations

import time
from random import Random

from yardstick import arguments_of, compare

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


def rate(rules: RuleSet, seeds: range) -> float:
    start = time.process_time()
    for seed in seeds:
        play(rules, seed)
    return len(seeds) / (time.process_time() - start)


def main() -> None:
    arguments = arguments_of(__doc__, 100, "games per CPU-second").parse_args()
    rules = RuleSet(arguments.expansion)
    compare("games per CPU-second", arguments, lambda seeds: rate(rules, seeds))


if __name__ == "__main__":
    main()

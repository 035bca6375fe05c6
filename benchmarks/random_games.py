"""Whole random games a second of CPU time, with a yardstick measured in the same run.

    python benchmarks/random_games.py [--playout] [--expansion NAME ...] [--yardstick COMMAND]

Two players, base tiles and those of the expansions, uniform over the legal placements, then uniform
over no deployment and each legal one, final scoring included; through `legal_actions` and
`push_unchecked`, or with `--playout` through `random_playout`. The yardstick is a
command that prints its own games a second; it runs in turn with ours, and the ratio is that of the
medians.
"""

from __future__ import annotations

import time
from random import Random

from yardstick import arguments_of, compare

from carcassonne_core import Game, RuleSet, random_playout
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


def rate(rules: RuleSet, seeds: range, by_playout: bool) -> float:
    start = time.process_time()
    for seed in seeds:
        if by_playout:
            random_playout(Game(2, rules), Random(seed))
        else:
            play(rules, seed)
    return len(seeds) / (time.process_time() - start)


def main() -> None:
    parser = arguments_of(__doc__, 100, "games per CPU-second")
    parser.add_argument("--playout", action="store_true", help="by random_playout")
    arguments = parser.parse_args()
    rules, by_playout = RuleSet(arguments.expansion), arguments.playout
    compare("games per CPU-second", arguments, lambda seeds: rate(rules, seeds, by_playout))


if __name__ == "__main__":
    main()

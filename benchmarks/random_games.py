"""Whole random games a second of CPU time, with a yardstick measured in the same run.

    python benchmarks/random_games.py [--playout | --whole-lists] [--expansion NAME ...] [--idle]
                                      [--yardstick COMMAND]

Two players, base tiles and those of the expansions, uniform over the legal placements, then uniform
over no deployment and each legal one, final scoring included; through `legal_actions` and
`push_unchecked`, or with `--playout` through `random_playout`; with `--whole-lists` every action of
every list is built, not the chosen ones alone; with `--idle` the expansions are loaded, but none of
their tiles and figures are in play. The yardstick is a command that prints its own games a second;
it runs in turn with ours, and the ratio is that of the medians.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from yardstick import arguments_of, compare

from carcassonne_core import Action, Game, RuleSet, random_playout
from carcassonne_core.turn import OVER


def play(rules: RuleSet, seed: int, whole_lists: bool = False) -> Game:
    random = Random(seed)
    game = Game(2, rules)
    while True:
        step = game.step
        if step.is_chance:
            game.push_unchecked(game.sample_chance(random))
        elif step.name == OVER:
            return game
        else:
            actions: Sequence[Action] = game.legal_actions
            if whole_lists:
                actions = list(actions)
            game.push_unchecked(actions[int(random.random() * len(actions))])


def idle(rules: RuleSet) -> RuleSet:
    """The same expansions, loaded without their tiles and figures."""
    base = RuleSet()
    unused = {meeple.name: 0 for meeple in rules.meeples if meeple not in base.meeples}
    return RuleSet(rules.names, sets=base.sets, meeples=unused)


def rate(rules: RuleSet, seeds: range, by_playout: bool, whole_lists: bool) -> float:
    game, start = Game(2, rules), time.process_time()
    for seed in seeds:
        if by_playout:
            random_playout(game, Random(seed))
        else:
            play(rules, seed, whole_lists)
    return len(seeds) / (time.process_time() - start)


def main() -> None:
    parser = arguments_of(__doc__, 100, "games per CPU-second")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--playout", action="store_true", help="by random_playout")
    how.add_argument("--whole-lists", action="store_true", help="every action is built")
    parser.add_argument("--idle", action="store_true", help="without their tiles and figures")
    arguments = parser.parse_args()
    rules, how_played = RuleSet(arguments.expansion), (arguments.playout, arguments.whole_lists)
    if arguments.idle:
        rules = idle(rules)
    compare("games per CPU-second", arguments, lambda seeds: rate(rules, seeds, *how_played))


if __name__ == "__main__":
    main()

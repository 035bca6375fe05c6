"""Games a second of CPU time in which every placement and every deployment after it is listed.

    python benchmarks/joint_lists.py [--counted] [--expansion NAME ...] [--yardstick COMMAND]

Random two-player games as in `random_games.py`, with all of `Game.turns` read in every place step:
each action built, or with `--counted` only the number of deployments asked for. The yardstick is a
command that prints its own games a second; it runs in turn with ours, and the ratio is that of the
medians.
"""

from __future__ import annotations

import time
from random import Random

from yardstick import arguments_of, compare

from carcassonne_core import Game, RuleSet
from carcassonne_core.turn import PLACE


def play(rules: RuleSet, seed: int, counted: bool) -> int:
    """The number of joint actions listed in one game."""
    random, game, found = Random(seed), Game(2, rules), 0
    while not game.is_over:
        if game.is_chance:
            game.push_unchecked(game.sample_chance(random))
            continue
        if game.step.name == PLACE:
            for _, actions in game.turns():
                found += len(actions) if counted else len(list(actions))
        actions = game.legal_actions
        game.push_unchecked(actions[int(random.random() * len(actions))])
    return found


def rate(rules: RuleSet, seeds: range, counted: bool) -> float:
    start = time.process_time()
    for seed in seeds:
        play(rules, seed, counted)
    return len(seeds) / (time.process_time() - start)


def main() -> None:
    parser = arguments_of(__doc__, 5, "games per CPU-second")
    parser.add_argument("--counted", action="store_true", help="build no action after the first")
    arguments = parser.parse_args()
    rules, counted = RuleSet(arguments.expansion), arguments.counted
    compare("games per CPU-second", arguments, lambda seeds: rate(rules, seeds, counted))


if __name__ == "__main__":
    main()

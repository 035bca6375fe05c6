"""Games a second of CPU time played by joint lists of placements and deployments.

    python benchmarks/joint_lists.py [--built | --tried] [--expansion NAME ...]
                                     [--yardstick COMMAND]

Random two-player games. In every place step all pairs of a placement and a deployment or a pass are
listed by `Game.legal_turns`, one is chosen and pushed; with `--built` every pair is built, not the
chosen one alone, with `--tried` they come from `Game.turns`, which tries every placement. The
yardstick is a command that prints its own games a second; it runs in turn with ours, and the ratio
is that of the medians.
"""

from __future__ import annotations

import time
from random import Random

from yardstick import arguments_of, compare

from carcassonne_core import Game, RuleSet
from carcassonne_core.turn import PLACE


def play(rules: RuleSet, seed: int, how: str) -> int:
    """The number of joint actions listed in one game."""
    random, game, found = Random(seed), Game(2, rules), 0
    while not game.is_over:
        if game.is_chance:
            game.push_unchecked(game.sample_chance(random))
        elif game.step.name == PLACE:
            if how == "tried":
                pairs = [(action, second) for action, after in game.turns() for second in after]
            else:
                pairs = game.legal_turns
            found += len(list(pairs) if how == "built" else pairs)
            for action in pairs[int(random.random() * len(pairs))]:
                game.push_unchecked(action)
        else:
            actions = game.legal_actions
            game.push_unchecked(actions[int(random.random() * len(actions))])
    return found


def rate(rules: RuleSet, seeds: range, how: str) -> float:
    start = time.process_time()
    for seed in seeds:
        play(rules, seed, how)
    return len(seeds) / (time.process_time() - start)


def main() -> None:
    parser = arguments_of(__doc__, 40, "games per CPU-second")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--built", dest="how", action="store_const", const="built")
    how.add_argument("--tried", dest="how", action="store_const", const="tried")
    arguments = parser.parse_args()
    rules, chosen = RuleSet(arguments.expansion), arguments.how or ""
    compare("games per CPU-second", arguments, lambda seeds: rate(rules, seeds, chosen))


if __name__ == "__main__":
    main()

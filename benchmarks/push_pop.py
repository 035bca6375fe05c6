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

import time
from collections.abc import Iterator
from random import Random

from yardstick import arguments_of, compare

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
    parser = arguments_of(__doc__, 10, "microseconds of CPU time")
    parser.add_argument("--checked", action="store_true", help="push, which judges each action")
    arguments = parser.parse_args()
    rules = RuleSet(arguments.expansion)
    compare(
        "microseconds for a turn done and undone",
        arguments,
        lambda seeds: microseconds(rules, seeds, arguments.checked),
    )


if __name__ == "__main__":
    main()

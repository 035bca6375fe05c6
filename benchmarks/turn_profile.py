"""Where the time of a turn goes: drawing, listing, choosing, placing, deploying and scoring, undo.

    python benchmarks/turn_profile.py [--expansion NAME ...] [--games N]

Random games of two players through `legal_actions` and `push_unchecked`, each part timed by itself,
as shares of the whole and microseconds a turn. What a push of a deployment or pass costs contains
the scoring. Undo is measured by taking back each turn and doing it again.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from random import Random

from carcassonne_core import Game, RuleSet


def profile(rules: RuleSet, games: int) -> tuple[Counter[str], int]:
    """Seconds by part, and the number of turns."""
    spent: Counter[str] = Counter()
    turns, clock = 0, time.perf_counter
    for seed in range(games):
        random, game = Random(seed), Game(2, rules)
        while not game.is_over:
            name = game.step.name
            start = clock()
            if game.is_chance:
                action = game.sample_chance(random)
                chosen = listed = clock()
            else:
                actions = game.legal_actions
                listed = clock()
                action = actions[int(random.random() * len(actions))]
                chosen = clock()
            game.push_unchecked(action)
            pushed = clock()
            game.pop()
            popped = clock()
            game.push_unchecked(action)
            spent[f"{name}: list or sample"] += listed - start
            spent[f"{name}: build the action"] += chosen - listed
            spent[f"{name}: push"] += pushed - chosen
            spent["undo"] += popped - pushed
        turns += game.turn
    return spent, turns


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--expansion", action="append", default=[])
    parser.add_argument("--games", type=int, default=40)
    arguments = parser.parse_args()
    rules = RuleSet(arguments.expansion)
    profile(rules, 2)
    spent, turns = profile(rules, arguments.games)
    for name, seconds in spent.most_common():
        print(f"{name:26} {seconds / spent.total():6.1%} {seconds / turns * 1e6:7.1f} us a turn")


if __name__ == "__main__":
    main()

"""Mean scores of random two-player base games: a number that any other engine can be held against.

    python benchmarks/mean_scores.py [--games N] [--no-farmers] [--workers N] [--first SEED]

Uniform over the legal placements of the tile drawn, then uniform over no deployment and each legal
one; final scoring included. One seed is one game, so the figures do not depend on the workers.
Prints for each seat the mean score with its standard error.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from carcassonne_core import Game, RuleSet

CHUNK = 200
"""Games that a worker plays before it reports."""


def play(rules: RuleSet, seed: int) -> tuple[int, ...]:
    random = Random(seed)
    game = Game(2, rules)
    while not game.is_over:
        if game.is_chance:
            game.push_unchecked(game.sample_chance(random))
        else:
            actions = game.legal_actions
            game.push_unchecked(actions[int(random.random() * len(actions))])
    return game.scores


def play_some(farmers: bool, seeds: range) -> list[tuple[int, ...]]:
    rules = RuleSet(options={"farmers": farmers})
    return [play(rules, seed) for seed in seeds]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--no-farmers", action="store_true", help="nobody stands on fields")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    arguments = parser.parse_args()
    if arguments.games < 2 or arguments.workers < 1:
        parser.error("at least two games and one worker are needed")
    last = arguments.first + arguments.games
    chunks = [range(n, min(n + CHUNK, last)) for n in range(arguments.first, last, CHUNK)]
    start = time.perf_counter()
    with ProcessPoolExecutor(arguments.workers) as pool:
        found = pool.map(partial(play_some, not arguments.no_farmers), chunks)
        scores = [score for chunk in found for score in chunk]
    seconds = time.perf_counter() - start
    kind = "without farmers" if arguments.no_farmers else "with farmers"
    print(f"{len(scores)} random games, two players, {kind} ({seconds:.0f} s)")
    for seat, points in enumerate(zip(*scores, strict=True), 1):
        error = statistics.stdev(points) / math.sqrt(len(points))
        print(f"seat {seat}: {statistics.fmean(points):.2f} ± {error:.2f}")


if __name__ == "__main__":
    main()

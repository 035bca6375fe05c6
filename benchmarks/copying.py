"""What a copy of a game costs, against the copy of a dictionary of the same size.

    python benchmarks/copying.py

Positions of one random base game. What was pushed before is a chain that copies share, so it plays
no part.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from carcassonne_core import Game
from carcassonne_core.kernel import Kernel


def cost(work: Callable[[], object], repeat: int = 2000) -> float:
    """Microseconds of CPU time; the best of five rounds."""
    rounds = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(repeat):
            work()
        rounds.append((time.process_time() - start) / repeat * 1e6)
    return min(rounds)


def size(kernel: Kernel) -> int:
    """How many numbers a position consists of; what rows are longer than that does not count."""
    tiles, cells = len(kernel.tile_face), len(kernel.cells)
    others = (kernel.figures, kernel.near, kernel.links, kernel.supply, kernel.stack)
    listed = 3 * tiles + 2 * cells + sum(map(len, others))
    return 4 * kernel.segments + tiles + cells + listed  # four rows by segment, and the grid


def played(turns: int) -> Game:
    game, random = Game(2), Random(1)
    while game.turn < turns:
        if game.is_chance:
            action = game.sample_chance(random)
        else:
            actions = game.legal_actions
            action = actions[int(random.random() * len(actions))]
        game.push_unchecked(action)
    return game


def main() -> None:
    for turns in (10, 36, 70):
        game = played(turns)
        numbers = size(game._kernel)
        plain = dict.fromkeys(range(numbers), 0)
        ours, theirs = cost(game.copy), cost(plain.copy)
        print(f"turn {turns}: {numbers} numbers, {ours:.1f} us, {ours / theirs:.1f} dictionaries")


if __name__ == "__main__":
    main()

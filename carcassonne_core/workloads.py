"""Fixed pieces of work whose speed can be compared: today's with last year's, here with elsewhere.

A machine's own speed is taken out by a calibration loop that does what the engine does, without it:
numbers in lists and dictionaries, attributes, calls of many small methods. The two take turns every
few milliseconds, since a machine that others use, too, is now fast and now slow; and only the ratio
of the two is compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from random import Random
from statistics import median

from attrs import frozen

from carcassonne_core.action import Action
from carcassonne_core.game import Game
from carcassonne_core.perft import perft
from carcassonne_core.playout import random_playout
from carcassonne_core.rule_set import RuleSet, installed_expansions
from carcassonne_core.turn import PLACE

__all__ = ["WORKLOADS", "Speed", "calibration_loop", "measure"]


@frozen
class Speed:
    """How fast a workload is.

    Attributes:
        unit: what is counted, e.g. `"games"`.
        per_cpu_second: how many of them a second of CPU time does; the median of the rounds.
        ratio: units for each turn of the calibration loop that would have fitted into that time;
            the median of the rounds. It does not depend on the speed of the machine.
    """

    unit: str
    per_cpu_second: float
    ratio: float


def measure(names: Iterable[str], rounds: int = 5, seconds: float = 0.3) -> Mapping[str, Speed]:
    """The speed of some workloads.

    Args:
        names: which ones, of `WORKLOADS`.
        rounds: how often each is measured, in turn with the calibration loop.
        seconds: of CPU time that a round takes at least.
    """
    found = {}
    for name in names:
        unit, work = WORKLOADS[name]
        work(0)  # what is loaded and made once is no part of the price
        rates, ratios = [], []
        for number in range(rounds):
            rate, calibration = _rates(work, 1000 * number, seconds)
            rates.append(rate)
            ratios.append(rate / calibration)
        found[name] = Speed(unit, median(rates), median(ratios))
    return found


def _rates(work: Callable[[int], int], seed: int, seconds: float) -> tuple[float, float]:
    """Units of a workload, and turns of the calibration loop, a second of CPU time; the seeds go on
    until the time is over. The loop gets half as much time after each piece of work."""
    done, spent, turns, beside = 0, 0.0, 0, 0.0
    now = time.process_time()
    while spent < seconds:
        done += work(seed)
        then, now = now, time.process_time()
        spent += now - then
        while beside < spent / 2:
            turns += calibration_loop(seed)
            then, now = now, time.process_time()
            beside += now - then
        seed += 1
    return done / spent, turns / beside


class _Cell:
    """What the calibration loop works with: numbers, a neighbour, and small methods."""

    __slots__ = ("first", "neighbour", "second", "seen")

    def __init__(self, first: int, second: int, neighbour: _Cell | None) -> None:
        self.first, self.second, self.neighbour = first, second, neighbour
        self.seen: list[int] = []

    def choose(self, number: int) -> int:
        return self.first + number if number & 1 else self.second - number

    def remember(self, number: int) -> int:
        self.seen.append(number)
        if len(self.seen) > 6:
            self.seen = [other for other in self.seen if other & 1][-3:]
        return len(self.seen)

    def add_up(self, number: int) -> int:
        return sum(other for other in self.seen if other != number)

    def largest(self, number: int) -> int:
        first, second, third = self.first, self.second, number
        return max(first, second, third)

    def look_up(self, number: int) -> int:
        return {self.first: number, self.second: number + 1}.get(number, 0)

    def walk(self, number: int) -> int:
        cell, steps = self.neighbour, 0
        while cell is not None and steps < number & 7:
            cell, steps = cell.neighbour, steps + 1
        return steps

    def sort(self, number: int) -> int:
        return sorted((self.first & 255, self.second & 255, number & 255, *self.seen))[0]

    def swap(self, number: int) -> int:
        self.first, self.second = self.second, number
        return int(isinstance(self.neighbour, _Cell))


_METHODS: tuple[Callable[[_Cell, int], int], ...] = (
    *(_Cell.choose, _Cell.remember, _Cell.add_up, _Cell.largest),
    *(_Cell.look_up, _Cell.walk, _Cell.sort, _Cell.swap),
)


def calibration_loop(seed: int) -> int:
    """A hundred turns of work like the engine's, without the engine."""
    random = Random(seed).random
    cells: list[_Cell] = []
    for number in range(64):
        cells.append(_Cell(7 * number, 3 * number, cells[-1] if cells else None))
    grid: dict[tuple[int, int], list[int]] = {}
    number = 0
    for step in range(600):  # six in a turn
        place = int(512 * random())
        number = _METHODS[place >> 6](cells[place & 63], number + step) & 0xFFFF
        here = (place, number & 15)
        if here in grid:
            grid[here].append(step)
        else:
            grid[here] = [step]
    return 100


# ------------------------------------------------------------------------------- workloads


@cache
def _rules(*expansions: str) -> RuleSet:
    return RuleSet(expansions)


@cache
def _start(*expansions: str) -> Game:
    return Game(2, _rules(*expansions))


def _base(seed: int) -> int:
    random_playout(_start(), Random(seed))
    return 1


def _flying_machines(seed: int) -> int:
    random_playout(_start("flying_machines"), Random(seed))
    return 1


def _all_sets(seed: int) -> int:
    random_playout(_start(*installed_expansions()), Random(seed))
    return 1


def _listed(game: Game, random: Random) -> Action:
    if game.is_chance:
        return game.sample_chance(random)
    actions = game.legal_actions
    return actions[int(random.random() * len(actions))]


def _lists(seed: int) -> int:
    game, random = Game(2, _rules()), Random(seed)
    while not game.is_over:
        game.push_unchecked(_listed(game, random))
    return 1


def _joint_lists(seed: int) -> int:
    """Every placement with every deployment after it, in each turn of a game."""
    game, random = Game(2, _rules()), Random(seed)
    while not game.is_over:
        if game.step.name == PLACE:
            list(game.legal_turns)
        game.push_unchecked(_listed(game, random))
    return 1


def _push_pop(seed: int) -> int:
    """Each turn of a game is done, undone and done again."""
    game, random = Game(2, _rules()), Random(seed)
    while not game.is_over:
        actions, turn = [], game.turn
        while game.turn == turn and not game.is_over:
            actions.append(_listed(game, random))
            game.push_unchecked(actions[-1])
        for _ in actions:
            game.pop()
        for action in actions:
            game.push_unchecked(action)
    return game.turn


@cache
def _midgame() -> Game:
    game, random = Game(2, _rules()), Random(1)
    while game.turn < 36:
        game.push_unchecked(_listed(game, random))
    return game


def _copy(seed: int) -> int:
    game = _midgame()
    for _ in range(100):
        game.copy()
    return 100


def _perft(seed: int) -> int:
    game = Game(2, _rules(), draw_order=["BA/RFr", "BA/C", "BA/RrC"])
    return perft(game, 3).depths[-1].lines


WORKLOADS: Mapping[str, tuple[str, Callable[[int], int]]] = {
    "base": ("games", _base),
    "base_lists": ("games", _lists),
    "base_joint_lists": ("games", _joint_lists),
    "flying_machines": ("games", _flying_machines),
    "all_sets": ("games", _all_sets),
    "push_pop": ("turns", _push_pop),
    "copy": ("copies", _copy),
    "perft": ("lines", _perft),
}
"""What is counted, and the work: it takes a seed and returns how much it has done.

`base`, `flying_machines` and `all_sets` are random playouts of two players; `base_lists` plays the
same through `legal_actions`, `base_joint_lists` lists every placement with every deployment after
it, `push_pop` does each turn, undoes it and does it again, `copy` copies a game in its 36th turn,
`perft` counts the lines of three forced tiles.
"""

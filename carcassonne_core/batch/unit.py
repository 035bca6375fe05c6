"""A unit of work: some of the games of a batch, played wherever there is a processor for them.

A unit and its outcomes are plain values: texts and numbers. The random numbers of a game come from
the seed of the batch and the number of the game, so it does not matter where it is played.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from random import Random

from attrs import evolve, field, frozen

from carcassonne_core.action import Action
from carcassonne_core.batch.results import PlayoutFailure
from carcassonne_core.game import Game
from carcassonne_core.notation import action_text
from carcassonne_core.playout import random_playout
from carcassonne_core.policy import POLICIES
from carcassonne_core.record import dumps_record, loads_record

__all__ = ["Cell", "Outcome", "Unit", "play_game", "play_unit"]

_SECONDS = 0.5
"""After so long a unit is handed in with the games that are done: progress is seen, and whoever
ends a batch need not wait, however slow the games are."""

Cell = tuple[str, str | int, str]
"""A cell of a statistic: its table, row and column."""


@frozen
class Unit:
    """Some of the games of a batch.

    Attributes:
        record: how the position came about from which they are played.
        seed: the seed of the batch.
        first, last: the numbers of the games, from `first` up to but not including `last`.
        policy: who plays.
        with_statistics: whether the events are added up, too.
    """

    record: str
    seed: int
    first: int
    last: int
    policy: str
    with_statistics: bool

    @property
    def size(self) -> int:
        """How many games it has."""
        return self.last - self.first

    def after(self, done: int) -> Unit:
        """What is left of it when its first games are done."""
        return evolve(self, first=self.first + done)

    def parted(self) -> tuple[Unit, Unit]:
        """Its two halves."""
        middle = (self.first + self.last) // 2
        return evolve(self, last=middle), evolve(self, first=middle)

    def killed(self) -> Outcome:
        """What is told of its first game if that kills whoever plays it."""
        reason = "the process that played it was killed, again and again"
        return Outcome(self.first, failure=PlayoutFailure(self.first, reason, self.record))


@frozen
class Outcome:
    """How a game ended.

    Attributes:
        number: its number in the batch.
        scores: the scores by seat; none if it failed.
        statistics: what its events add up to, by cell.
        failure: what broke it off.
    """

    number: int
    scores: tuple[int, ...] = ()
    statistics: Mapping[Cell, int] = field(factory=dict)
    failure: PlayoutFailure | None = None


def play_unit(unit: Unit) -> tuple[Outcome, ...]:
    """Plays the games of a unit, one after the other: all of them, or as many as end in time."""
    game, end = _position(unit.record), time.monotonic() + _SECONDS
    outcomes = []
    for number in range(unit.first, unit.last):
        outcomes.append(play_game(game, unit, number))
        if time.monotonic() > end:
            break
    return tuple(outcomes)


def play_game(game: Game, unit: Unit, number: int) -> Outcome:
    """Plays one game from a position, which stays as it is; a failure is caught and told."""
    random = Random(f"{unit.seed}/{number}")
    if unit.policy == "random" and not unit.with_statistics:
        try:
            return Outcome(number, random_playout(game, random))
        except Exception:
            random = Random(f"{unit.seed}/{number}")  # once more, action by action
    other, done = game.copy(), 0
    try:
        while not other.is_over:
            other.push_unchecked(_choice(other, unit, random))
            done += 1
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        return Outcome(number, failure=_failure(game, unit, number, done, reason))
    return Outcome(number, other.scores, _added_up(other) if unit.with_statistics else {})


def _choice(game: Game, unit: Unit, random: Random) -> Action:
    """What chance gives, or the player in turn chooses."""
    return game.sample_chance(random) if game.is_chance else POLICIES[unit.policy](game, random)


def _failure(game: Game, unit: Unit, number: int, done: int, reason: str) -> PlayoutFailure:
    """What broke a game off: played again up to there, because a push that fails may leave a game
    half changed."""
    other, random = game.copy(), Random(f"{unit.seed}/{number}")
    for _ in range(done):
        other.push_unchecked(_choice(other, unit, random))
    try:
        action = action_text(other, _choice(other, unit, random))
    except Exception:  # it broke when somebody was to choose
        action = ""
    return PlayoutFailure(number, reason, dumps_record(other), action)


def _added_up(game: Game) -> dict[Cell, int]:
    found: Counter[Cell] = Counter()
    for event in game.events:
        for statistic in event.statistics():
            found[statistic.table, statistic.row, statistic.column] += statistic.amount
    return dict(found)


@lru_cache(maxsize=4)
def _position(record: str) -> Game:
    return loads_record(record)

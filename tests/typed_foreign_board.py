"""A foreign engine as a type checker sees it; `test_flying_machines_rules.py` runs mypy on it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_type

from carcassonne_expansions.flying_machines import rules

from carcassonne_core import Game
from carcassonne_core.compass import Direction
from carcassonne_core.errors import Refusal
from carcassonne_core.feature_kind import FeatureKind
from carcassonne_core.meeple import FOLLOWER
from carcassonne_core.position import Position


@dataclass(eq=False)
class Region:
    kind: FeatureKind
    open_ends: int
    owners: list[str]

    @property
    def is_completed(self) -> bool:
        return self.open_ends == 0


@dataclass
class Pawn:
    name: str
    stands_on: Collection[str]
    is_follower: bool = True


class Table:
    def __init__(self, cells: dict[Position, list[Region]]) -> None:
        self.cells = cells

    def features_at(self, where: Position) -> list[Region] | None:
        return self.cells.get(where)


def the_caller_gets_his_own_features_back(table: Table, pawn: Pawn) -> None:
    found = rules.landings(table, pawn, Position(0, 0))
    assert_type(found, rules.Landings[Region])
    assert_type(found.options, tuple[Region, ...])
    assert_type(found.refused, tuple[tuple[Region, tuple[Refusal, ...]], ...])
    assert_type(found.failure, Refusal | None)
    flight = rules.odds(table, FOLLOWER, Position(0, 0), Direction.NW)
    assert_type(flight, rules.FlightOdds[Region])
    assert_type(flight.faces[0].landings.options[0].owners, list[str])
    assert_type(flight.reachable, tuple[tuple[Region, Fraction], ...])


class FlatTable:
    def features_at(self, where: Position) -> str:
        return "road"


def what_is_no_board_is_refused(table: FlatTable) -> None:
    rules.landings(table, FOLLOWER, Position(0, 0))  # type: ignore[type-var]


def a_user_of_the_package(game: Game) -> None:
    """The lazy names of the package keep their types."""
    assert_type(game, Game)
    assert_type(game.scores, tuple[int, ...])

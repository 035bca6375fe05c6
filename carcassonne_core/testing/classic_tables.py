"""Tables on which engines go wrong most often, each of a few tiles; contracts try them early."""

from __future__ import annotations

from functools import cache

from carcassonne_core.errors import CarcassonneError
from carcassonne_core.feature import SegmentId
from carcassonne_core.game import Game
from carcassonne_core.position import Position
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.testing.table import PlacedFigure, PlacedTile, Table, spot_on

__all__ = ["classic_lines", "classic_tables"]

_Classic = tuple[list[tuple[str, int, int, int]], list[tuple[int, int, int, int]]]

_CLASSICS: dict[str, _Classic] = {
    "two knights in one city, complete": (
        [("BA/RCr", 0, 0, 0), ("BA/C", 0, -1, 180)],
        [(0, 0, 0, 0), (1, 0, -1, 0)],
    ),
    "two monks in one cloister, by air": (
        [("BA/L", 0, 0, 0), ("BA/L", 1, 0, 0)],
        [(0, 0, 0, 0), (1, 0, 0, 0)],
    ),
    "a city that comes back to the tile on which it began": (
        [
            ("BA/CC.2", 0, 0, 90),
            ("BA/Cc.1", 0, -1, 180),
            ("BA/Cc.1", 1, -1, 270),
            ("BA/Cc.1", 1, 0, 0),
        ],
        [(0, 0, 0, 0)],
    ),
    "a field between two complete cities": (
        [("BA/CFC.2", 0, 0, 0), ("BA/C", 0, -1, 180), ("BA/C", 0, 1, 0)],
        [(0, 0, 0, 2)],
    ),
}
"""Tiles, and figures: seat, column, row, number of the segment."""


@cache
def classic_tables(rules: RuleSet) -> tuple[Table, ...]:
    """Ties, a ring, a shared cloister, a field with two cities: as far as the rules have the tiles.

    Example:
        >>> [len(table.tiles) for table in classic_tables(RuleSet())]
        [2, 2, 4, 3]
    """
    known = {tile.id for tile in rules.table.tiles}
    found = []
    for tiles, figures in _CLASSICS.values():
        if all(tile in known for tile, *_ in tiles) and "follower" in rules.meeple_numbers:
            bare = Table(2, tuple(PlacedTile(*tile) for tile in tiles))
            lying = bare.oriented(rules)
            standing = tuple(
                PlacedFigure(
                    seat,
                    "follower",
                    spot_on(lying[Position(x, y)], SegmentId(Position(x, y), index)),
                )
                for seat, x, y, index in figures
            )
            found.append(Table(2, bare.tiles, standing))
    return tuple(found)


_LINES = (
    ("draw BA/C", "place BA/C R180 @0,-1", "deploy follower city S @0,-1"),
    ("draw BA/C", "place BA/C R180 @0,-1", "pass", "draw BA/Cccc+"),
)
"""A knight who is paid and goes home; a tile that fits nowhere."""


@cache
def classic_lines(rules: RuleSet) -> tuple[Game, ...]:
    """The first actions of games on which engines go wrong, as far as the rules allow them.

    Example:
        >>> [game.step.name for game in classic_lines(RuleSet())]
        ['draw', 'draw']
    """
    found = []
    for line in _LINES:
        try:
            found.append(Game(2, rules).replay(line))
        except CarcassonneError:  # other tiles, other rules
            continue
    return tuple(found)

"""A table in plain words: tiles and figures as numbers and texts, for engines that know no class
of ours.

Positions are columns and rows (`x` to the east, `y` to the **south**), rotations are clockwise
degrees, places are named in the common notation: `"road", "WE"`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from attrs import frozen

from carcassonne_core.board import Board
from carcassonne_core.compass import Rotation
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.feature import Figure, SegmentId
from carcassonne_core.game import Game
from carcassonne_core.position import Position
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.testing.referee import Referee
from carcassonne_core.tile import OrientedTile

__all__ = ["Spot", "PlacedFigure", "PlacedTile", "Table"]


@frozen
class PlacedTile:
    """A tile on the table: its id, where it lies and how far it is turned, in degrees."""

    tile: str
    x: int
    y: int
    degrees: int

    def __str__(self) -> str:
        return f"{self.tile} R{self.degrees} @{self.x},{self.y}"


@frozen
class Spot:
    """A segment of a tile on the table: its kind, its place on the tile as it lies, the tile."""

    kind: str
    place: str
    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.kind} {self.place} @{self.x},{self.y}"


@frozen
class PlacedFigure:
    """A figure on the table: its owner's seat, its kind, and where it stands."""

    player: int
    meeple: str
    at: Spot

    def __str__(self) -> str:
        return f"{self.meeple} of seat {self.player} on {self.at}"


@frozen
class Table:
    """Tiles and figures at one moment: the last tile lies, and nothing is scored yet.

    Attributes:
        players: the number of players.
        tiles: the tiles in the order of placing.
        figures: the figures on them.

    Example:
        >>> table = Table(2, (PlacedTile("BA/RCr", 0, 0, 0), PlacedTile("BA/C", 0, -1, 180)),
        ...               (PlacedFigure(1, "follower", Spot("city", "S", 0, -1)),))
        >>> print(table.text())
                      0
        -1    BA/C R180
         0    BA/RCr R0
        last: BA/C R180 @0,-1
        follower of seat 1 on city S @0,-1
    """

    players: int
    tiles: tuple[PlacedTile, ...]
    figures: tuple[PlacedFigure, ...] = ()

    @classmethod
    def of(cls, game: Game, figures: Iterable[Figure] = ()) -> Table:
        """The table of a game, with further figures on it."""
        board = game.board
        placed = tuple(
            PlacedTile(lying.id, position.x, position.y, lying.rotation.degrees)
            for position, lying in board.tiles.items()
        )
        standing = tuple(
            PlacedFigure(figure.player, figure.meeple.name, spot(board, figure.segment))
            for figure in (*board.figures, *figures)
        )
        return cls(game.players, placed, standing)

    # ------------------------------------------------------------------ as values of the library
    def oriented(self, rules: RuleSet) -> dict[Position, OrientedTile]:
        """The tiles as they lie, by position."""
        return {
            Position(placed.x, placed.y): lying_tile(rules, placed.tile, placed.degrees)
            for placed in self.tiles
        }

    def standing(self, rules: RuleSet) -> list[Figure]:
        """The figures, each on its segment.

        Raises:
            CarcassonneError: a place denotes no segment of a tile that lies there.
        """
        tiles = self.oriented(rules)
        return [
            Figure(figure.player, rules.meeple(figure.meeple), segment_of(tiles, figure.at))
            for figure in self.figures
        ]

    def referee(self, rules: RuleSet) -> Referee:
        """The referee of this table, by the options of these rules."""
        return Referee(
            self.oriented(rules),
            self.standing(rules),
            field_scoring=str(rules.option("base", "field_scoring")),
            small_city=2 if rules.option("base", "small_city") == 2 else 4,
            farmers=bool(rules.option("base", "farmers")),
        )

    def board(self, rules: RuleSet) -> Board:
        """The table as a board of ours, e.g. to draw it."""
        tiles = [(placed.tile, placed.x, placed.y, placed.degrees) for placed in self.tiles]
        return Board.build(rules, tiles, self.standing(rules))

    # ------------------------------------------------------------------ as text
    def text(self) -> str:
        """The tiles as a grid of ids and rotations, then the last tile and the figures."""
        cells = {(p.x, p.y): f"{p.tile} R{p.degrees}" for p in self.tiles}
        columns = range(min(x for x, _ in cells), 1 + max(x for x, _ in cells))
        rows = range(min(y for _, y in cells), 1 + max(y for _, y in cells))
        width = 2 + max(map(len, cells.values()))
        lines = [" " * 4 + "".join(str(x).rjust(width) for x in columns)]
        for y in rows:
            here = "".join(cells.get((x, y), ".").rjust(width) for x in columns)
            lines.append(f"{y:>2}  {here}")
        lines.append(f"last: {self.tiles[-1]}")
        return "\n".join([*lines, *map(str, self.figures)])


def spot(board: Board, segment: SegmentId) -> Spot:
    """A segment of a board in plain words."""
    lying = board.tile_at(segment.position)
    assert lying is not None
    return spot_on(lying, segment)


def spot_on(lying: OrientedTile, segment: SegmentId) -> Spot:
    """A segment of a tile in plain words."""
    kind, position = lying.segments[segment.index].kind.name, segment.position
    return Spot(kind, lying.location(segment.index), position.x, position.y)


def segment_of(tiles: dict[Position, OrientedTile], spot: Spot) -> SegmentId:
    """The segment that plain words denote.

    Raises:
        CarcassonneError: there is no such tile or segment.
    """
    position = Position(spot.x, spot.y)
    lying = tiles.get(position)
    index = None if lying is None else lying.find(spot.kind, spot.place)
    if index is None:
        raise CarcassonneError(f"no {spot} on this table")
    return SegmentId(position, index)


@cache
def lying_tile(rules: RuleSet, tile: str, degrees: int) -> OrientedTile:
    """A tile of these rules, turned by so many degrees.

    Raises:
        CarcassonneError: the rules have no such tile, or tiles are not turned so.
    """
    number = rules.table.type_of.get(tile)
    if number is None or degrees not in (0, 90, 180, 270):
        raise CarcassonneError(f"no tile {tile} R{degrees} in these rules")
    return rules.table.tiles[number].turned(Rotation(degrees // 90))

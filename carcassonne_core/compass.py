"""Words for where things are on a tile: sides, half-edges, directions and rotations.

The board's axes are those of the common notation: x grows to the east, y grows to the **south**,
and rotations turn clockwise. All four words are small integers counted clockwise from north, so
turning one of them is an addition.

Example:
    >>> Direction.NW.turned(Rotation.R90)
    Direction.NE
    >>> HalfEdge.NL.facing
    HalfEdge.SR
"""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Direction", "HalfEdge", "Rotation", "Side"]


class _Word(IntEnum):
    """An integer enumeration whose repr can be evaluated again."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return self.name


class Rotation(_Word):
    """A clockwise turn of a tile, counted in quarter turns.

    Example:
        >>> Rotation.R90.then(Rotation.R270)
        Rotation.R0
        >>> Rotation.R270.degrees
        270
    """

    R0 = 0
    R90 = 1
    R180 = 2
    R270 = 3

    @property
    def degrees(self) -> int:
        """The turn in degrees: 0, 90, 180 or 270."""
        return 90 * self.value

    @property
    def inverse(self) -> Rotation:
        """The rotation that undoes this one."""
        return Rotation(-self.value % 4)

    def then(self, other: Rotation) -> Rotation:
        """This rotation followed by `other`."""
        return Rotation((self.value + other.value) % 4)


ROTATIONS = tuple(Rotation)
"""The four rotations, by their number of quarter turns."""


class Side(_Word):
    """One of the four edges of a tile.

    Example:
        >>> Side.E.opposite, Side.E.turned(Rotation.R90)
        (Side.W, Side.S)
    """

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def opposite(self) -> Side:
        """The side that a neighbouring tile turns towards this one."""
        return _SIDES[self ^ 2]  # looked up: the call of an enumeration costs eight times as much

    @property
    def direction(self) -> Direction:
        """The direction in which one leaves the tile across this side."""
        return _DIRECTIONS[2 * self]

    @property
    def half_edges(self) -> tuple[HalfEdge, HalfEdge]:
        """The left and the right half of this side, seen from the middle looking out."""
        return HalfEdge(2 * self.value), HalfEdge(2 * self.value + 1)

    def turned(self, rotation: Rotation) -> Side:
        """Where this side points after the tile has been turned."""
        return Side((self.value + rotation.value) % 4)


class HalfEdge(_Word):
    """One of the eight halves of the sides, clockwise from the west half of the north side.

    L and R are left and right as seen from the middle of the tile looking out: NL is the west half
    of the north side, SL the **east** half of the south side.

    Example:
        >>> HalfEdge.EL.side, HalfEdge.EL.facing
        (Side.E, HalfEdge.WR)
    """

    NL = 0
    NR = 1
    EL = 2
    ER = 3
    SL = 4
    SR = 5
    WL = 6
    WR = 7

    @property
    def side(self) -> Side:
        """The side of which this is one half."""
        return Side(self.value // 2)

    @property
    def facing(self) -> HalfEdge:
        """The half-edge of the neighbouring tile that touches this one: NL faces SR."""
        return HalfEdge((self.value ^ 1) ^ 4)

    def turned(self, rotation: Rotation) -> HalfEdge:
        """Where this half-edge points after the tile has been turned."""
        return HalfEdge((self.value + 2 * rotation.value) % 8)


class Direction(_Word):
    """One of the eight directions of the grid: horizontal, vertical or diagonal.

    Example:
        >>> Direction.SW.dx, Direction.SW.dy
        (-1, 1)
    """

    N = 0
    NE = 1
    E = 2
    SE = 3
    S = 4
    SW = 5
    W = 6
    NW = 7

    @property
    def dx(self) -> int:
        """Columns to the east for one step: -1, 0 or 1."""
        return _DX[self]

    @property
    def dy(self) -> int:
        """Rows to the **south** for one step: -1, 0 or 1."""
        return _DY[self]

    @property
    def opposite(self) -> Direction:
        """The direction that leads back."""
        return Direction(self.value ^ 4)

    def turned(self, rotation: Rotation) -> Direction:
        """Where an arrow in this direction points after its tile has been turned (R8, 2012)."""
        return Direction((self.value + 2 * rotation.value) % 8)


_SIDES, _DIRECTIONS = tuple(Side), tuple(Direction)
_DX = (0, 1, 1, 1, 0, -1, -1, -1)
_DY = (-1, -1, 0, 1, 1, 1, 0, -1)

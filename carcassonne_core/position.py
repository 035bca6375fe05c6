"""A cell of the unbounded grid, and how to walk from one to the next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from attrs import frozen

from carcassonne_core.compass import Direction, Rotation, Side

__all__ = ["Position"]


@frozen(order=True, repr=False, cache_hash=True)
class Position:
    """A cell of the grid; x grows to the east, y grows to the **south**.

    Example:
        >>> Position(1, 0).step(Direction.NW, 2)
        Position(-1, -2)
        >>> str(Position(-1, 2))
        '-1,2'
    """

    x: int
    y: int

    def step(self, direction: Direction, distance: int = 1) -> Position:
        """The position `distance` steps away, whether tiles lie between or not (R9, 2012)."""
        return Position(self.x + distance * direction.dx, self.y + distance * direction.dy)

    def neighbour(self, side: Side) -> Position:
        """The position across one side."""
        return self.step(side.direction)

    @property
    def neighbours(self) -> tuple[Position, Position, Position, Position]:
        """The four positions across the sides, in the order N, E, S, W."""
        n, e, s, w = (self.neighbour(side) for side in Side)
        return n, e, s, w

    @property
    def surroundings(self) -> tuple[Position, ...]:
        """The eight positions around this one, clockwise from the north."""
        return tuple(self.step(direction) for direction in Direction)

    def ray(self, direction: Direction) -> Iterator[Position]:
        """The positions in one direction, nearest first, without end.

        Example:
            >>> from itertools import islice
            >>> list(islice(Position(0, 0).ray(Direction.SE), 2))
            [Position(1, 1), Position(2, 2)]
        """
        return (self.step(direction, distance) for distance in count(1))

    def turned(self, rotation: Rotation) -> Position:
        """Where this position lies after the whole board was turned about (0, 0).

        Example:
            >>> Position(1, 0).turned(Rotation.R90)
            Position(0, 1)
        """
        x, y = self.x, self.y
        for _ in range(rotation.value):
            x, y = -y, x
        return Position(x, y)

    def __repr__(self) -> str:
        return f"Position({self.x}, {self.y})"

    def __str__(self) -> str:
        return f"{self.x},{self.y}"

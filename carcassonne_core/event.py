"""What has happened in a game: facts to narrate, to check and to learn from.

Events are built when somebody reads `game.events`; a game that nobody watches pays for tuples.
"""

from __future__ import annotations

from attrs import frozen

from carcassonne_core.compass import Rotation
from carcassonne_core.feature import Figure, SegmentId
from carcassonne_core.position import Position

__all__ = ["Event", "FeatureScored", "GameEnded", "Item", "MeepleDeployed", "TileDiscarded"]
__all__ += ["TileDrawn", "TilePlaced"]


class Event:
    """Base class of everything that happens."""

    __slots__ = ()


@frozen
class TileDrawn(Event):
    """A tile came from the stack (B3)."""

    player: int
    tile: str


@frozen
class TileDiscarded(Event):
    """A drawn tile fits nowhere and leaves the game; the same player draws again (B3)."""

    player: int
    tile: str


@frozen
class TilePlaced(Event):
    """A tile was laid on the board (B4)."""

    player: int
    tile: str
    position: Position
    rotation: Rotation


@frozen
class MeepleDeployed(Event):
    """A figure went from the supply to a segment.

    Attributes:
        route: how it came there, e.g. `"placement"` or `"flight"`.
    """

    player: int
    meeple: str
    segment: SegmentId
    kind: str
    route: str


@frozen
class Item:
    """One line of a score: how many of what, and the points for them together."""

    name: str
    count: int
    points: int


@frozen
class FeatureScored(Event):
    """A feature was scored: who, what and why.

    Attributes:
        kind: name of its kind.
        is_completed: False for what scores only because the game has ended.
        tiles: positions of the tiles that were counted, each once.
        items: how its value adds up: tiles, pennants, cities.
        strengths: for each player with figures on it, in the order of seats, their strength.
        points: for each player paid, in the order of seats, the points; ties are paid in full (B9).
        returned: the figures that went back to their supplies (B10); none at the end of the game.
        rule: id of the base rule by which it scored.
    """

    kind: str
    is_completed: bool
    tiles: tuple[Position, ...]
    items: tuple[Item, ...]
    strengths: tuple[tuple[int, int], ...]
    points: tuple[tuple[int, int], ...]
    returned: tuple[Figure, ...]
    rule: str

    @property
    def value(self) -> int:
        """What each winner of the majority gets."""
        return sum(item.points for item in self.items)


@frozen
class GameEnded(Event):
    """The stack is empty and everything has been scored (B15)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

"""What can be done in a game: draws, placements, deployments, and the expansions' own actions.

An action is a value with a `verb`. `words` and `parse` turn it into text and back; the text names
places in the common notation, so both look at the board.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Self

from attrs import frozen

from carcassonne_core.compass import Rotation
from carcassonne_core.errors import NotationError
from carcassonne_core.feature import SegmentId
from carcassonne_core.position import Position

if TYPE_CHECKING:
    from carcassonne_core.board import Board

__all__ = ["Action", "Deploy", "Draw", "Pass", "Place", "parse_position", "parse_segment"]
__all__ += ["segment_words"]


class Action(ABC):
    """Base class of everything that can be pushed onto a game.

    A subclass is a frozen attrs class. Its `verb` begins its text and is unique among the actions
    of a rule set.
    """

    __slots__ = ()
    verb: ClassVar[str]

    @property
    def figure(self) -> str | None:
        """The kind of figure from the supply that the action uses, None if it uses none."""
        return None

    @abstractmethod
    def words(self, board: Board) -> tuple[str, ...]:
        """The words after the verb."""

    @classmethod
    @abstractmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Self:
        """The action that these words after the verb denote.

        Raises:
            NotationError: they denote none.
        """


@frozen
class Draw(Action):
    """Chance: a tile comes from the stack."""

    verb = "draw"
    tile: str

    def words(self, board: Board) -> tuple[str, ...]:
        """The id of the tile."""
        return (self.tile,)

    @classmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Self:
        """`draw BA/RFr`."""
        (tile,) = expect(words, 1, "draw TILE")
        return cls(tile)


@frozen
class Place(Action):
    """The tile in hand is laid beside others (B4)."""

    verb = "place"
    tile: str
    position: Position
    rotation: Rotation

    def words(self, board: Board) -> tuple[str, ...]:
        """Tile id, rotation, position."""
        return self.tile, self.rotation.name, f"@{self.position}"

    @classmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Self:
        """`place BA/RFr R90 @1,0`."""
        tile, rotation, position = expect(words, 3, "place TILE R0|R90|R180|R270 @X,Y")
        if rotation not in Rotation.__members__:
            raise NotationError(f"no rotation {rotation!r}: expected R0, R90, R180 or R270")
        return cls(tile, parse_position(position), Rotation[rotation])


@frozen
class Deploy(Action):
    """A figure from the supply is put on a segment of the tile just placed (B5)."""

    verb = "deploy"
    meeple: str
    segment: SegmentId

    @property
    def figure(self) -> str | None:
        """The figure that is deployed."""
        return self.meeple

    def words(self, board: Board) -> tuple[str, ...]:
        """Kind of figure and place."""
        return self.meeple, *segment_words(self.segment, board)

    @classmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Self:
        """`deploy follower road WE @1,0`."""
        meeple, *place = expect(words, 4, "deploy FIGURE KIND PLACE @X,Y")
        return cls(meeple, parse_segment(tuple(place), board))


@frozen
class Pass(Action):
    """Nothing is deployed; or any other choice is declined."""

    verb = "pass"

    def words(self, board: Board) -> tuple[str, ...]:
        """No words."""
        return ()

    @classmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Self:
        """`pass`."""
        expect(words, 0, "pass")
        return cls()


def expect(words: tuple[str, ...], number: int, form: str) -> tuple[str, ...]:
    """The words, if there are so many of them.

    Raises:
        NotationError: there are more or fewer.
    """
    if len(words) != number:
        raise NotationError(f"expected `{form}`, got {len(words)} words after the verb")
    return words


def parse_position(word: str) -> Position:
    """The position that `@X,Y` denotes.

    Raises:
        NotationError: it denotes none.

    Example:
        >>> parse_position("@-1,2")
        Position(-1, 2)
    """
    x, comma, y = word.removeprefix("@").partition(",")
    digits = [number.removeprefix("-") for number in (x, y)]
    if (
        not word.startswith("@")
        or not comma
        or not all(d.isascii() and d.isdigit() and len(d) < 10 for d in digits)
    ):
        raise NotationError(f"no position {word!r}: expected @X,Y")
    return Position(int(x), int(y))


def segment_words(segment: SegmentId, board: Board) -> tuple[str, str, str]:
    """Kind, place on the tile and position of a segment, e.g. `road WE @1,0`.

    A segment that is not on the board is written `segment NUMBER @X,Y`.
    """
    tile = board.tile_at(segment.position)
    if tile is None or not 0 <= segment.index < len(tile.segments):
        return "segment", str(segment.index), f"@{segment.position}"
    kind = tile.segments[segment.index].kind.name
    return kind, tile.location(segment.index), f"@{segment.position}"


def parse_segment(words: tuple[str, ...], board: Board) -> SegmentId:
    """The segment that a kind, a place on a tile and a position denote.

    Raises:
        NotationError: there is no such tile or segment.
    """
    kind, place, at = expect(words, 3, "KIND PLACE @X,Y")
    position = parse_position(at)
    if kind == "segment" and place.isascii() and place.isdigit() and len(place) < 10:
        return SegmentId(position, int(place))
    tile = board.tile_at(position)
    if tile is None:
        raise NotationError(f"no tile @{position}")
    index = tile.find(kind, place)
    if index is None:
        there = ", ".join(f"{s.kind.name} {tile.location(i)}" for i, s in enumerate(tile.segments))
        raise NotationError(f"no {kind} {place} on {tile.id} @{position}: it has {there}")
    return SegmentId(position, index)

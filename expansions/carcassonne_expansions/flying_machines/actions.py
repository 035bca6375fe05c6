"""The three actions of a flight: fly, roll, land."""

from __future__ import annotations

from typing import Self

from attrs import frozen

from carcassonne_core.action import Action, expect, parse_segment, segment_words
from carcassonne_core.board import Board
from carcassonne_core.errors import NotationError
from carcassonne_core.feature import SegmentId
from carcassonne_expansions.flying_machines.rules import DIE

__all__ = ["Fly", "Land", "Roll"]


@frozen
class Fly(Action):
    """A figure, named before the die is thrown, starts from the machine just placed (R6)."""

    verb = "fly"
    meeple: str

    @property
    def figure(self) -> str | None:
        """The figure that flies."""
        return self.meeple

    def words(self, board: Board) -> tuple[str, ...]:
        """The kind of figure."""
        return (self.meeple,)

    @classmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Self:
        """`fly follower`."""
        (meeple,) = expect(words, 1, "fly FIGURE")
        return cls(meeple)


@frozen
class Roll(Action):
    """Chance: the die shows 1, 2 or 3 (R7)."""

    verb = "roll"
    distance: int

    def words(self, board: Board) -> tuple[str, ...]:
        """The distance."""
        return (str(self.distance),)

    @classmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Self:
        """`roll 2`."""
        (distance,) = expect(words, 1, "roll 1|2|3")
        if distance not in map(str, DIE):
            raise NotationError(f"no roll {distance!r}: expected 1, 2 or 3")
        return cls(int(distance))


@frozen
class Land(Action):
    """The figure in the air takes its place (R18)."""

    verb = "land"
    segment: SegmentId

    def words(self, board: Board) -> tuple[str, ...]:
        """The place."""
        return segment_words(self.segment, board)

    @classmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Self:
        """`land city N @0,0`."""
        return cls(parse_segment(words, board))

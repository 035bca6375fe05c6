"""The two actions of their own: building a barn, and moving a wagon on."""

from __future__ import annotations

from typing import Self

from attrs import frozen

from carcassonne_core.action import Action, expect, parse_position, parse_segment, segment_words
from carcassonne_core.board import Board
from carcassonne_core.feature import SegmentId
from carcassonne_core.position import Position

__all__ = ["BARN", "Build", "Move"]

BARN = "barn"
"""Name of the barn."""


@frozen
class Build(Action):
    """A barn is put on a corner where four tiles meet (M10).

    Attributes:
        position: of the four tiles the one in the south-east; the barn stands at its north-west.
    """

    verb = "build"
    position: Position

    @property
    def figure(self) -> str | None:
        """The barn."""
        return BARN

    def words(self, board: Board) -> tuple[str, ...]:
        """The corner."""
        return (f"@{self.position}",)

    @classmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Self:
        """`build @1,0`."""
        (corner,) = expect(words, 1, "build @X,Y")
        return cls(parse_position(corner))


@frozen
class Move(Action):
    """A wagon whose feature has just been scored goes on (M8)."""

    verb = "move"
    segment: SegmentId

    def words(self, board: Board) -> tuple[str, ...]:
        """Where it goes."""
        return segment_words(self.segment, board)

    @classmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Self:
        """`move road N @1,0`."""
        return cls(parse_segment(expect(words, 3, "move KIND PLACE @X,Y"), board))

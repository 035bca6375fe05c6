"""What a feature is made of, as seen at one moment."""

from __future__ import annotations

from importlib import import_module

from attrs import field, frozen

from carcassonne_core.feature_kind import Completion, FeatureKind
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.position import Position

__all__ = ["Feature", "Figure", "SegmentId"]


@frozen(order=True)
class SegmentId:
    """A segment on the board: where its tile lies, and its number on the tile.

    It names a segment for ever, whatever stands on it and whatever it is joined to.
    """

    position: Position
    index: int

    def __str__(self) -> str:
        return f"{self.position}#{self.index}"


@frozen
class Figure:
    """A figure that stands on the board.

    Attributes:
        player: seat of its owner, counted from 0.
        meeple: its kind.
        segment: where it stands.
    """

    player: int
    meeple: MeepleKind
    segment: SegmentId


@frozen
class Feature:
    """A road, city, cloister, field ... with all its segments, as it is now.

    Attributes:
        kind: its kind.
        segments: its segments in the order in which they were placed.
        tiles: the positions of its tiles, each once even if several segments lie there.
        missing: open ends (roads, cities) or tiles around (cloisters) that it still lacks.
        pennants: coats of arms in it.
        figures: the figures on it.
    """

    kind: FeatureKind
    segments: tuple[SegmentId, ...]
    tiles: tuple[Position, ...] = field(repr=False)
    missing: int
    pennants: int
    figures: tuple[Figure, ...]

    @property
    def is_completed(self) -> bool:
        """Whether nothing is missing (base rules); a field never is."""
        return self.kind.completion is not Completion.NEVER and not self.missing

    @property
    def is_occupied(self) -> bool:
        """Whether a figure of any kind stands on it."""
        return bool(self.figures)

    def _repr_svg_(self) -> str:
        """The sketch that notebooks show; see `carcassonne_core.svg`."""
        picture: str = import_module("carcassonne_core.svg").feature_svg(self)
        return picture

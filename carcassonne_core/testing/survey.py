"""The referee's ground: what lies on a table, found by walking from tile to tile.

Slow and simple on purpose. Nothing is remembered between two tables, nothing is joined in advance:
every feature is found by flood fill over the placed tiles. It shares no code with the board and
the scoring of the library, so where both agree, two witnesses agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import frozen

from carcassonne_core.compass import HalfEdge, Rotation, Side
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.feature import SegmentId
from carcassonne_core.feature_kind import Completion, FeatureKind
from carcassonne_core.position import Position
from carcassonne_core.tile import OrientedTile, Segment, Tile

__all__ = ["Region", "Survey"]

Region = frozenset[SegmentId]
"""All segments of one feature."""


@frozen(slots=False, eq=False)
class Survey:
    """The tiles on a table and what they form.

    Attributes:
        tiles: each tile as it lies, by its position, in the order of placing.

    Example:
        >>> from carcassonne_core import Position, Rotation, RuleSet, SegmentId
        >>> start = RuleSet().start
        >>> survey = Survey({Position(0, 0): start.turned(Rotation.R0)})
        >>> survey.missing(SegmentId(Position(0, 0), 0)), len(survey.placements(start))
        (1, 6)
    """

    tiles: Mapping[Position, OrientedTile]

    # ------------------------------------------------------------------ placing (B4)
    def fits(self, tile: OrientedTile, position: Position) -> bool:
        """Whether a tile may lie at a position: empty, beside a tile, and every side goes on."""
        if position in self.tiles:
            return False
        beside = {side: self.tiles.get(position.neighbour(side)) for side in Side}
        shared = [(side, other) for side, other in beside.items() if other is not None]
        return bool(shared) and all(
            _shown(tile, side) == _shown(other, side.opposite) for side, other in shared
        )

    def placements(self, tile: Tile) -> tuple[tuple[Position, Rotation], ...]:
        """Every way to place a tile; rotations that look alike are told apart."""
        beside = {cell for position in self.tiles for cell in position.neighbours}
        cells = sorted(beside - self.tiles.keys())
        return tuple(
            (cell, rotation)
            for cell in cells
            for rotation in Rotation
            if self.fits(tile.turned(rotation), cell)
        )

    # ------------------------------------------------------------------ features
    def segment(self, segment: SegmentId) -> Segment:
        """What is printed there.

        Raises:
            CarcassonneError: there is no such segment.
        """
        lying = self.tiles.get(segment.position)
        if lying is None or not 0 <= segment.index < len(lying.segments):
            raise CarcassonneError(f"no segment {segment} on this table")
        return lying.segments[segment.index]

    def kind(self, segment: SegmentId) -> FeatureKind:
        """The kind of a segment."""
        return self.segment(segment).kind

    def segments_at(self, position: Position) -> tuple[SegmentId, ...]:
        """The segments of the tile at a position, none where no tile lies."""
        lying = self.tiles.get(position)
        count = 0 if lying is None else len(lying.segments)
        return tuple(SegmentId(position, index) for index in range(count))

    @cached_property
    def segments(self) -> tuple[SegmentId, ...]:
        """Every segment on the table."""
        return tuple(s for position in self.tiles for s in self.segments_at(position))

    def partners(self, segment: SegmentId) -> Iterator[SegmentId]:
        """The segments across an edge with which a segment is one feature."""
        printed = self.segment(segment)
        for port in printed.ports:
            side, facing = _across(port)
            position = segment.position.neighbour(side)
            for other in self.segments_at(position):
                beyond = self.segment(other)
                if beyond.kind.name == printed.kind.name and facing in beyond.ports:
                    yield other

    def region(self, segment: SegmentId) -> Region:
        """All segments of the feature to which a segment belongs, by flood fill."""
        found = {segment}
        ahead = [segment]
        while ahead:
            for other in self.partners(ahead.pop()):
                if other not in found:
                    found.add(other)
                    ahead.append(other)
        return frozenset(found)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Every feature, by its oldest segment."""
        return tuple(dict.fromkeys(map(self.region, self.segments)))

    def positions(self, region: Region) -> frozenset[Position]:
        """The positions of the tiles of a feature, each once."""
        return frozenset(segment.position for segment in region)

    # ------------------------------------------------------------------ completion (B8)
    def missing(self, segment: SegmentId) -> int:
        """How many open ends, or tiles around, the feature of a segment lacks; fields lack none."""
        completion = self.kind(segment).completion
        if completion is Completion.NEVER:
            return 0
        if completion is Completion.SURROUNDED:
            return 8 - len(self.tiles_around(segment.position))
        ends = {
            (member.position, side)
            for member in self.region(segment)
            for side in self.segment(member).sides
        }
        return sum(position.neighbour(side) not in self.tiles for position, side in ends)

    def is_completed(self, segment: SegmentId) -> bool:
        """Whether nothing is missing of the feature of a segment; a field never is complete."""
        never = self.kind(segment).completion is Completion.NEVER
        return not never and not self.missing(segment)

    def tiles_around(self, centre: Position) -> frozenset[Position]:
        """The occupied ones of the eight positions around one."""
        around = (Position(centre.x + dx, centre.y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        return frozenset(p for p in around if p != centre and p in self.tiles)

    def completed_by(self, position: Position) -> tuple[Region, ...]:
        """The complete features to which the tile at a position belongs or whose surroundings it
        fills: if it was placed last, those that it has completed."""
        near = list(self.segments_at(position))
        for beside in self.tiles_around(position):
            near += [
                s
                for s in self.segments_at(beside)
                if self.kind(s).completion is Completion.SURROUNDED
            ]
        return tuple(dict.fromkeys(self.region(s) for s in near if self.is_completed(s)))

    # ------------------------------------------------------------------ fields
    def cities_of(self, field: Region) -> frozenset[Region]:
        """The complete cities whose walls a field touches (B14)."""
        beside = {
            SegmentId(segment.position, index)
            for segment in field
            for index in self.segment(segment).borders
        }
        return frozenset(self.region(city) for city in beside if self.is_completed(city))


def _shown(tile: OrientedTile, side: Side) -> frozenset[str]:
    """The kinds of features that cross a side of a tile."""
    kinds = {segment.kind.name for segment in tile.segments if side in segment.sides}
    return frozenset(kinds or {"field"})


def _across(port: Side | HalfEdge) -> tuple[Side, Side | HalfEdge]:
    """The side across which a port leads, and the port that faces it there.

    Seen from outside left is right, so the left half of the north side faces the right half of
    the neighbour's south side.
    """
    if isinstance(port, Side):
        return port, Side((port + 2) % 4)
    side = Side(port // 2)
    is_left = port % 2 == 0
    return side, HalfEdge((2 * side + 4) % 8 + (1 if is_left else 0))

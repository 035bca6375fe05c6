"""The tile grid and its features, for people: a face over the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from carcassonne_core.compass import ROTATIONS, Rotation, Side
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.face_table import PENNANTS
from carcassonne_core.feature import Feature, Figure, SegmentId
from carcassonne_core.feature_kind import Completion, FeatureKind
from carcassonne_core.kernel import (
    CORNERS,
    FIGURES,
    OPEN,
    PENNANT_BITS,
    Kernel,
    position_code,
    position_xy,
)
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.position import Position
from carcassonne_core.tile import OrientedTile

if TYPE_CHECKING:
    import networkx as nx

    from carcassonne_core.feature_graph import FeatureGraph
    from carcassonne_core.rule_set import RuleSet

__all__ = ["Board"]

_positions: dict[int, Position] = {}


def position_of(code: int) -> Position:
    """The position that the kernel knows by its code; always the same object."""
    position = _positions.get(code)
    if position is None:
        position = _positions[code] = Position(*position_xy(code))
    return position


class Board:
    """An unbounded grid of tiles with the features that they form. Read-only.

    `game.board` always shows the game's present position. A board without a game is made with
    `Board.build`.

    Example:
        >>> from carcassonne_core import Board, Position, RuleSet
        >>> board = Board.build(RuleSet(), [("BA/RCr", 0, 0, 0), ("BA/C", 0, -1, 180)])
        >>> city = board.features_at(Position(0, 0))[0]
        >>> city.kind.name, city.is_completed, len(city.tiles)
        ('city', True, 2)
    """

    def __init__(
        self,
        kernel: Kernel,
        meeples: tuple[MeepleKind, ...],
        meeple_numbers: Mapping[str, int] | None = None,
    ) -> None:
        self._kernel = kernel
        self._meeples = meeples
        if meeple_numbers is None:
            meeple_numbers = {meeple.name: number for number, meeple in enumerate(meeples)}
        self._numbers = meeple_numbers
        self._graph: FeatureGraph | None = None

    @classmethod
    def build(
        cls,
        rules: RuleSet,
        tiles: Iterable[tuple[str, int, int, int]],
        figures: Iterable[Figure] = (),
    ) -> Board:
        """A board with these tiles on it, and these figures on them.

        Args:
            rules: names the tile sets to which the tiles belong.
            tiles: tile id, x, y and clockwise rotation in degrees, in the order of placing; the
                first may lie anywhere.
            figures: who stands where; whether the rules would have let him is not asked.

        Raises:
            CarcassonneError: a tile is unknown or does not fit, or a figure stands on a segment
                that is not there; says which, where and why.
        """
        table = rules.table
        kernel = Kernel(table, [], [])
        for tile, x, y, degrees in tiles:
            number = table.type_of.get(tile)
            code = position_code(x, y)
            if number is None or code is None or degrees not in (0, 90, 180, 270):
                raise CarcassonneError(
                    f"cannot place {tile} R{degrees} @{x},{y}: no such tile here"
                )
            is_first = not kernel.tile_face
            if is_first:
                kernel.open_cell(code)
            face = 4 * number + degrees // 90
            cell = -1 - kernel.at(code)
            is_open = 0 <= cell < len(kernel.cells)
            if not is_first and not (is_open and face in kernel.fitting(number)[cell]):
                raise CarcassonneError(f"cannot place {tile} R{degrees} @{x},{y}: it does not fit")
            kernel.place(code, face)
        board = cls(kernel, rules.meeples, rules.meeple_numbers)
        for figure in figures:
            segment = board.segment_number(figure.segment)
            number = figure.player * len(rules.meeples) + rules.meeple_numbers[figure.meeple.name]
            kernel.supply += [0] * (number + 1 - len(kernel.supply))
            kernel.supply[number] += 1
            kernel.deploy(segment, number)
        return board

    # ------------------------------------------------------------------ tiles
    @property
    def tiles(self) -> Mapping[Position, OrientedTile]:
        """Every tile by its position, in the order of placing."""
        kernel = self._kernel
        oriented = kernel.table.oriented
        return {
            position_of(code): oriented[face]
            for code, face in zip(kernel.tile_position, kernel.tile_face, strict=True)
        }

    def tile_at(self, position: Position) -> OrientedTile | None:
        """The tile at a position, None where there is none."""
        number = self._kernel.at_xy(position.x, position.y)
        return None if number < 0 else self._tile(number)

    def tile_beside(self, position: Position, side: Side) -> OrientedTile | None:
        """The tile across a side of a position, None where there is none."""
        there = side.direction
        number = self._kernel.at_xy(position.x + there.dx, position.y + there.dy)
        return None if number < 0 else self._tile(number)

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and self._number(position) is not None

    def __len__(self) -> int:
        return len(self._kernel.tile_position)

    def __iter__(self) -> Iterator[Position]:
        return map(position_of, self._kernel.tile_position)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show; see `carcassonne_core.svg`."""
        picture: str = import_module("carcassonne_core.svg").board_svg(self)
        return picture

    def __repr__(self) -> str:
        return f"<Board of {len(self)} tiles>"

    @property
    def last(self) -> Position:
        """The position of the tile placed last."""
        return position_of(self._kernel.tile_position[-1])

    @property
    def frontier(self) -> tuple[Position, ...]:
        """The empty positions beside tiles."""
        return tuple(map(position_of, self._kernel.cells))

    def corner(self, position: Position) -> SegmentId | None:
        """The segment on the tile at a position that lies at its north-west corner, if all four
        tiles lie there and each shows one segment at it: they are all parts of one thing then."""
        kernel, number = self._kernel, self._number(position)
        if number is None:
            return None
        local = kernel.table.corners[kernel.tile_face[number]][0]
        if local < 0 or not kernel.has_corner(number, (0,)):
            return None
        return SegmentId(position, local)

    def corners_of(self, position: Position) -> tuple[Position, ...]:
        """The corners of the tile at a position at which four tiles lie and each shows one segment,
        each named by the position of which it is the north-west corner; see `corner`."""
        number = self._number(position)
        if number is None:
            return ()
        code = self._kernel.tile_position[number]
        return tuple(sorted(position_of(code + CORNERS[c]) for c in self._kernel.corners(number)))

    def number(self, position: Position) -> int:
        """How many tiles had been placed before the one at a position.

        Raises:
            CarcassonneError: there is no tile.
        """
        number = self._number(position)
        if number is None:
            raise CarcassonneError(f"no tile @{position}")
        return number

    def demands(self, position: Position) -> Mapping[Side, str]:
        """The letters that the tiles around a position demand of its sides."""
        found = {}
        for side in Side:
            tile = self.tile_at(position.neighbour(side))
            if tile is not None:
                found[side] = tile.edge(side.opposite)
        return found

    def is_placeable(self, tile: str) -> bool:
        """Whether a tile fits anywhere, bans of expansions left aside.

        Raises:
            CarcassonneError: no tile has this id.
        """
        return self._kernel.is_placeable(self._type(tile))

    def placements(self, tile: str) -> tuple[tuple[Position, Rotation], ...]:
        """Every way in which a tile fits, bans of expansions left aside.

        Raises:
            CarcassonneError: no tile has this id.
        """
        number = self._type(tile)
        return tuple(
            (position_of(cell), ROTATIONS[face & 3])
            for cell, faces in zip(self._kernel.cells, self._kernel.fitting(number), strict=True)
            for face in faces
        )

    # ------------------------------------------------------------------ features
    def features_at(self, position: Position) -> tuple[Feature, ...] | None:
        """The feature of each segment of the tile at a position, in the order of its segments; two
        segments of one feature give it twice. None where there is no tile."""
        number = self._number(position)
        if number is None:
            return None
        kernel = self._kernel
        base = kernel.tile_base[number]
        return tuple(
            self._feature(kernel.root(base + local))
            for local in range(len(self._tile(number).segments))
        )

    def kind(self, segment: SegmentId) -> FeatureKind:
        """The kind of a segment.

        Raises:
            CarcassonneError: there is no such segment.
        """
        kernel = self._kernel
        return kernel.table.feature_kinds[kernel.kind(self.segment_number(segment))]

    def feature(self, segment: SegmentId) -> Feature:
        """The feature to which a segment belongs.

        Raises:
            CarcassonneError: there is no such segment.
        """
        return self._feature(self._kernel.root(self.segment_number(segment)))

    @property
    def features(self) -> tuple[Feature, ...]:
        """Every feature on the board, by its oldest segment."""
        kernel = self._kernel
        roots = dict.fromkeys(kernel.root(segment) for segment in range(kernel.segments))
        return tuple(map(self._feature, roots))

    @property
    def links(self) -> tuple[tuple[SegmentId, SegmentId], ...]:
        """The pairs of segments that something else than the print has joined (tunnel, ferry)."""
        return tuple((self.segment_id(a), self.segment_id(b)) for a, b, _ in self._kernel.links)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure on the board, by the age of its segment."""
        kernel = self._kernel
        return tuple(
            self.figure(segment, figure)
            for segment, here in sorted(kernel.figures.items())
            for figure in here
        )

    def figures_of(self, player: int, meeple: str) -> tuple[Figure, ...]:
        """The figures of one kind and one player on the board, by the age of their segments."""
        kernel, number = self._kernel, self._numbers.get(meeple, -1)
        figure = player * len(self._meeples) + number
        if number < 0 or kernel.supply[figure] == self._meeples[number].count:
            return ()  # all at home: the commonest case
        found = [segment for segment, here in kernel.figures.items() if figure in here]
        return tuple(
            self.figure(segment, figure)
            for segment in sorted(found)
            for _ in range(kernel.figures[segment].count(figure))
        )

    def figures_on(self, segment: SegmentId) -> tuple[Figure, ...]:
        """The figures on the feature of a segment, by the age of their segments.

        Raises:
            CarcassonneError: there is no such segment.
        """
        kernel = self._kernel
        root = kernel.root(self.segment_number(segment))
        if not kernel.aggregate[root] >> FIGURES:
            return ()
        return tuple(
            self.figure(number, figure)
            for number in sorted(kernel.figures)
            if kernel.root(number) == root
            for figure in kernel.figures[number]
        )

    def is_joined(self, segment: SegmentId, other: SegmentId) -> bool:
        """Whether two segments belong to one feature.

        Raises:
            CarcassonneError: there is no such segment.
        """
        root = self._kernel.root
        return root(self.segment_number(segment)) == root(self.segment_number(other))

    def met(self, segment: SegmentId) -> tuple[SegmentId, ...]:
        """The segments that a segment meets on its tile: the other roads of a crossing, or the city
        or cloister where it ends; what the graph's links `meets` say.

        Raises:
            CarcassonneError: there is no such segment.
        """
        self.segment_number(segment)
        tile = self.tile_at(segment.position)
        assert tile is not None
        meets = tile.segments[segment.index].meets
        return tuple(
            SegmentId(segment.position, index)
            for index, other in enumerate(tile.segments)
            if meets & other.meets and index != segment.index
        )

    def is_completed(self, segment: SegmentId) -> bool:
        """Whether nothing is missing of the feature of a segment; a field never is complete.

        Raises:
            CarcassonneError: there is no such segment.
        """
        is_closed = not self._aggregate(segment) & OPEN
        return is_closed and self.kind(segment).completion is not Completion.NEVER

    def pennants(self, segment: SegmentId) -> int:
        """How many pennants the feature of a segment has.

        Raises:
            CarcassonneError: there is no such segment.
        """
        return self._aggregate(segment) >> PENNANTS & PENNANT_BITS

    def figure_count(self, segment: SegmentId) -> int:
        """How many figures of any kind stand on the feature of a segment.

        Raises:
            CarcassonneError: there is no such segment.
        """
        kernel = self._kernel
        return kernel.aggregate[kernel.root(self.segment_number(segment))] >> FIGURES

    @property
    def graph(self) -> nx.Graph[SegmentId]:
        """The features as a networkx graph, brought up to date when it is read; frozen.

        Nodes are `SegmentId`s with `kind`, `tile`, `ports`, `pennants` and `marks`; the attribute
        `link` of an edge says `joins` (one feature across a side), `borders` (field and city) or
        `meets` (roads of one crossing, or a road and the city or cloister where it ends).
        """
        from carcassonne_core.feature_graph import FeatureGraph

        if self._graph is None:
            self._graph = FeatureGraph(self)
        return self._graph.updated()

    # ------------------------------------------------------------------ between face and kernel
    def segment_number(self, segment: SegmentId) -> int:
        """The kernel's number of a segment.

        Raises:
            CarcassonneError: there is no such segment.
        """
        kernel, position, index = self._kernel, segment.position, segment.index
        number = kernel.at_xy(position.x, position.y)
        if number < 0 or not 0 <= index < len(kernel.table.kinds[kernel.tile_face[number]]):
            raise CarcassonneError(f"no segment {segment} on the board")
        return kernel.tile_base[number] + index

    def segment_id(self, number: int) -> SegmentId:
        """The name of a segment that the kernel knows by number."""
        kernel = self._kernel
        tile = kernel.tile_of[number]
        return SegmentId(position_of(kernel.tile_position[tile]), number - kernel.tile_base[tile])

    def position(self, tile: int) -> Position:
        """The position of a tile that the kernel knows by number."""
        return position_of(self._kernel.tile_position[tile])

    def _aggregate(self, segment: SegmentId) -> int:
        kernel = self._kernel
        return kernel.aggregate[kernel.root(self.segment_number(segment))]

    def _type(self, tile: str) -> int:
        number = self._kernel.table.type_of.get(tile)
        if number is None:
            raise CarcassonneError(f"no tile {tile!r} in these tile sets")
        return number

    def _number(self, position: Position) -> int | None:
        number = self._kernel.at_xy(position.x, position.y)
        return number if number >= 0 else None

    def _tile(self, number: int) -> OrientedTile:
        return self._kernel.table.oriented[self._kernel.tile_face[number]]

    def figure(self, segment: int, figure: int) -> Figure:
        """A figure that the kernel knows by number, on a segment that it knows by number."""
        player, meeple = divmod(figure, len(self._meeples))
        return Figure(player, self._meeples[meeple], self.segment_id(segment))

    def _feature(self, root: int) -> Feature:
        kernel = self._kernel
        members = sorted(kernel.members(root))
        aggregate, figures = kernel.aggregate[root], kernel.figures
        return Feature(
            kernel.table.feature_kinds[kernel.kind(root)],
            tuple(map(self.segment_id, members)),
            tuple(dict.fromkeys(self.position(kernel.tile_of[member]) for member in members)),
            aggregate & OPEN,
            aggregate >> PENNANTS & PENNANT_BITS,
            tuple(self.figure(member, f) for member in members for f in figures.get(member, ())),
        )

"""Tiles as printed: segments, ports, pennants and marks; and tiles turned by a rotation."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from attrs import field, frozen

from carcassonne_core.compass import Direction, HalfEdge, Rotation, Side
from carcassonne_core.feature_kind import FeatureKind, words

__all__ = ["Mark", "MarkType", "OrientedTile", "Segment", "Tile", "location_name"]

Port = Side | HalfEdge


@frozen
class MarkType:
    """A kind of symbol that a tile or a segment may carry.

    Attributes:
        name: word used in tile sets.
        directed: whether the symbol has an arrow that turns with the tile.
        values: words of which a mark of this type carries one; empty when it carries none.
    """

    name: str
    directed: bool = False
    values: frozenset[str] = field(default=frozenset(), converter=words)


@frozen
class Mark:
    """A symbol printed on a tile or on one of its segments.

    Example:
        >>> Mark("flying_machine", Direction.W).turned(Rotation.R90)
        Mark(type='flying_machine', direction=Direction.N, value='')
    """

    type: str
    direction: Direction | None = None
    value: str = ""

    def turned(self, rotation: Rotation) -> Mark:
        """The mark on a turned tile: an arrow turns with its tile (R8 of flying machines)."""
        if self.direction is None:
            return self
        return Mark(self.type, self.direction.turned(rotation), self.value)


_SIDE_ORDER = (Side.N, Side.S, Side.W, Side.E)


def location_name(ports: tuple[Port, ...]) -> str:
    """The common name of the part of a tile that these ports touch.

    One side `N`; two sides `NS WE NW NE SW SE`; three sides `_X`, all but X; four sides `NWSE`;
    half-edges joined with `.` clockwise from NL; no port `I` (interior).

    Example:
        >>> location_name((Side.W, Side.E)), location_name((Side.E, Side.S, Side.W))
        ('WE', '_N')
        >>> location_name((HalfEdge.NL, HalfEdge.WR))
        'NL.WR'
    """
    if not ports:
        return "I"
    if isinstance(ports[0], HalfEdge):
        return ".".join(half.name for half in sorted(ports))
    if len(ports) == 4:
        return "NWSE"
    if len(ports) == 3:
        (missing,) = set(Side) - set(ports)
        return f"_{missing.name}"
    return "".join(side.name for side in _SIDE_ORDER if side in ports)


@frozen
class Segment:
    """The part of a feature that is printed on one tile.

    Attributes:
        kind: what it is a part of.
        ports: the sides (roads, cities) or half-edges (fields) where it meets its neighbours,
            in clockwise order; empty for what touches no edge.
        pennants: coats of arms; each adds a tile's worth of points to its city.
        borders: for a field, the indexes of the segments of the tile (cities) whose wall it
            touches.
        marks: symbols printed on the segment.
        meets: letters, each shared by segments that meet at one place of the tile: the roads of a
            crossing, or a road and the city or cloister where it ends.
        shape: WKT of its polygon in the unit square (x east, y south); "" derives it.

    Example:
        >>> from carcassonne_core.feature_kind import CITY
        >>> Segment(CITY, (Side.N, Side.W)).location
        'NW'
    """

    kind: FeatureKind
    ports: tuple[Port, ...] = ()
    pennants: int = 0
    borders: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = ()
    meets: frozenset[str] = frozenset()
    shape: str = field(default="", eq=False)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides where it meets its neighbours; empty for a field."""
        return tuple(port for port in self.ports if isinstance(port, Side))

    @property
    def half_edges(self) -> tuple[HalfEdge, ...]:
        """The half-edges where it meets its neighbours; empty for roads and cities."""
        return tuple(port for port in self.ports if isinstance(port, HalfEdge))

    @property
    def location(self) -> str:
        """The common name of its place on the tile; see `location_name`."""
        return location_name(self.ports)

    def turned(self, rotation: Rotation) -> Segment:
        """The segment on a turned tile; its shape is not turned."""
        if rotation is Rotation.R0:
            return self
        ports = tuple(sorted(port.turned(rotation) for port in self.ports))
        marks = tuple(mark.turned(rotation) for mark in self.marks)
        return Segment(self.kind, ports, self.pennants, self.borders, marks, self.meets, self.shape)


@frozen(repr=False)
class Tile:
    """A printed tile: one face, as it lies unturned.

    Attributes:
        id: name in the common notation, e.g. `"BA/CcRr+"`.
        segments: its segments; their order is their identity on the tile.
        marks: symbols printed on the tile as a whole.
        any_edge: whether each of its sides fits every neighbour and closes it; it lies only where
            all four neighbours lie (abbeys).
        pile: tiles of a lower pile are drawn before those of a higher one (rivers: below 0).
        is_drawn: False for a tile that is not in the stack; the players have it in the hand.
    """

    id: str
    segments: tuple[Segment, ...]
    marks: tuple[Mark, ...] = ()
    any_edge: bool = False
    pile: int = 0
    is_drawn: bool = True

    @property
    def edges(self) -> str:
        """The letters of the sides N, E, S, W, e.g. `"CRFR"`; `*` fits everything."""
        return "".join(self.edge(side) for side in Side)

    def edge(self, side: Side) -> str:
        """The letter of one side, `""` when nothing covers it."""
        if self.any_edge:
            return "*"
        letter = ""
        for segment in self.segments:
            if side in segment.sides:
                return segment.kind.edge_code
            if any(half.side is side for half in segment.half_edges):
                letter = segment.kind.edge_code
        return letter

    def mark(self, type: str) -> Mark | None:
        """The tile's mark of this type, if it has one."""
        return next((mark for mark in self.marks if mark.type == type), None)

    def turned(self, rotation: Rotation) -> OrientedTile:
        """The tile as it lies on the board."""
        return _oriented(self, rotation)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show; see `carcassonne_core.svg`."""
        picture: str = import_module("carcassonne_core.svg").tile_svg(self)
        return picture

    def __repr__(self) -> str:
        return f"<Tile {self.id} {self.edges}>"


@frozen(repr=False)
class OrientedTile:
    """A tile turned by a rotation. Two rotations are two values even if their edges look alike:
    an arrow may tell them apart (R2 of flying machines)."""

    tile: Tile
    rotation: Rotation
    segments: tuple[Segment, ...] = field(eq=False)
    marks: tuple[Mark, ...] = field(eq=False)
    _sides: dict[str, frozenset[Side]] = field(factory=dict, eq=False, init=False)

    @property
    def id(self) -> str:
        """The id of the tile."""
        return self.tile.id

    @property
    def edges(self) -> str:
        """The letters of the sides N, E, S, W as the tile lies."""
        return "".join(self.edge(side) for side in Side)

    def edge(self, side: Side) -> str:
        """The letter of one side as the tile lies."""
        return self.tile.edge(side.turned(self.rotation.inverse))

    def mark(self, type: str) -> Mark | None:
        """The turned mark of this type, if the tile has one."""
        return next((mark for mark in self.marks if mark.type == type), None)

    def sides_of(self, kind: str) -> frozenset[Side]:
        """The sides on which a kind lies, by its name."""
        if kind not in self._sides:
            parts = (segment.sides for segment in self.segments if segment.kind.name == kind)
            self._sides[kind] = frozenset(side for sides in parts for side in sides)
        return self._sides[kind]

    def segment_at(self, port: Port) -> int | None:
        """The index of the segment that owns a side or half-edge, None if no segment does."""
        return next(
            (
                i
                for i, segment in enumerate(self.segments)
                if port in segment.ports and type(segment.ports[0]) is type(port)
            ),
            None,
        )

    def location(self, index: int) -> str:
        """The name of a segment's place on the tile as it lies, unique among its kind.

        Interiors that share the name `I` are numbered as the Romans did: `I`, `II`, ...
        """
        segment = self.segments[index]
        name = segment.location
        twins = [
            i
            for i, other in enumerate(self.segments)
            if other.kind is segment.kind and other.location == name
        ]
        return name * (1 + twins.index(index))

    def find(self, kind: str, location: str) -> int | None:
        """The index of the segment of a kind at a named place, None if there is none."""
        return next(
            (
                i
                for i, segment in enumerate(self.segments)
                if segment.kind.name == kind and self.location(i) == location
            ),
            None,
        )

    def _repr_svg_(self) -> str:
        """The picture that notebooks show; see `carcassonne_core.svg`."""
        picture: str = import_module("carcassonne_core.svg").tile_svg(self)
        return picture

    def __repr__(self) -> str:
        return f"<OrientedTile {self.id} {self.rotation.name} {self.edges}>"


@cache
def _oriented(tile: Tile, rotation: Rotation) -> OrientedTile:
    segments = tuple(segment.turned(rotation) for segment in tile.segments)
    return OrientedTile(tile, rotation, segments, tuple(m.turned(rotation) for m in tile.marks))

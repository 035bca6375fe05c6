"""Shapes of segments: hit-testing, places for figures, and the proof that fields border cities.

Every segment of a tile has a polygon in the unit square, x to the east and y to the **south**, with
(0, 0) in the north-west corner of the unturned tile. The polygons partition the square. A segment
with a `shape` is that WKT; the others follow from their ports, see `default_shape`.

Example:
    >>> from carcassonne_core.compass import HalfEdge, Side
    >>> from carcassonne_core.feature_kind import CITY, FIELD
    >>> from carcassonne_core.tile import Segment
    >>> grass = tuple(half for half in HalfEdge if half.side is not Side.N)
    >>> tile = Tile("X/C", (Segment(CITY, (Side.N,)), Segment(FIELD, grass, borders=(0,))))
    >>> segment_at_point(tile, 0.5, 0.1), segment_at_point(tile, 0.5, 0.9)
    (0, 1)
    >>> derived_borders(tile)
    (frozenset(), frozenset({0}))
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations

import shapely
from shapely import MultiPolygon, Point, Polygon, affinity, unary_union
from shapely.geometry.base import BaseGeometry

from carcassonne_core.compass import HalfEdge, Rotation
from carcassonne_core.default_shape import CENTRE, SQUARE, XY, layouts, turn_point
from carcassonne_core.errors import TileSetError
from carcassonne_core.feature_kind import CITY, MONASTIC, Joins
from carcassonne_core.tile import Tile

__all__ = ["check_shapes", "derived_borders", "segment_at_point", "shapes", "standing_points"]
__all__ += ["turned"]

Shape = Polygon | MultiPolygon

_GRID = 1e-6
_SHARED = 0.02
"""A wall that a field shares over less than this is a mere corner."""
_HOUSE = ((-0.13, -0.05), (0.0, -0.17), (0.13, -0.05), (0.13, 0.14), (-0.13, 0.14))
_GARDEN_RADIUS = 0.1
_FIGURE = 0.12
"""A figure stands at least this far from the rim of its segment where there is room."""


def shapes(tile: Tile) -> tuple[Shape, ...]:
    """One polygon for each segment of the unturned tile.

    Raises:
        TileSetError: if the shapes cannot be read, or the fields of the tile are not the regions
            that its other shapes leave over.
    """
    # Tiles compare without their WKT, so the cache must be told of it.
    return _shapes(tile, tuple(segment.shape for segment in tile.segments))


def check_shapes(tile: Tile) -> None:
    """Check that the shapes of a tile partition the unit square.

    Raises:
        TileSetError: naming the first segment whose shape is at fault.
    """
    found = shapes(tile)
    for index, shape in enumerate(found):
        if shape.area < _GRID:
            raise TileSetError("", tile.id, f"segments[{index}]", "no room is left for it")
    for (one, first), (two, second) in combinations(enumerate(found), 2):
        if first.intersection(second).area > 1e-4:
            reason = f"overlaps the shape of segment {one}"
            raise TileSetError("", tile.id, f"segments[{two}].shape", reason)
    area = sum(shape.area for shape in found)
    if abs(area - 1) > 1e-3:
        reason = f"the shapes cover {area:.3f} of the unit square"
        raise TileSetError("", tile.id, "segments", reason)


def derived_borders(tile: Tile) -> tuple[frozenset[int], ...]:
    """For each segment, the cities whose wall its shape shares; empty unless it is a field."""
    return _borders(tile, shapes(tile))


def segment_at_point(tile: Tile, x: float, y: float) -> int:
    """The index of the segment at a point of the unturned tile, or of the nearest one."""
    point = Point(x, y)
    distances = [shape.distance(point) for shape in shapes(tile)]
    return distances.index(min(distances))


def standing_points(tile: Tile, index: int, number: int) -> tuple[XY, ...]:
    """Where to stand some figures on one segment of the unturned tile.

    The first stands in the roomiest place; each of the others as far as it can from those before.
    """
    return _standing(shapes(tile)[index], number)


def turned(geometry: Shape, rotation: Rotation) -> Shape:
    """A shape as it lies when its tile has been turned clockwise about its middle."""
    if rotation is Rotation.R0:
        return geometry
    origin, along_x, along_y = (turn_point(p, rotation) for p in ((0, 0), (1, 0), (0, 1)))
    a, d = along_x[0] - origin[0], along_x[1] - origin[1]
    b, e = along_y[0] - origin[0], along_y[1] - origin[1]
    return affinity.affine_transform(geometry, [a, b, d, e, origin[0], origin[1]])


# --------------------------------------------------------------------------------------- assembly


@lru_cache(maxsize=4096)
def _shapes(tile: Tile, wkt: tuple[str, ...]) -> tuple[Shape, ...]:
    """The first layout whose fields and borders are as declared, else whose fields are."""
    given = {i: _parsed(tile, i, text) for i, text in enumerate(wkt) if text}
    declared = tuple(frozenset(segment.borders) for segment in tile.segments)
    second_best: tuple[Shape, ...] | None = None
    fault: TileSetError | None = None
    for layout in layouts(tile):
        try:
            found = _assembled(tile, given, layout)
        except TileSetError as error:
            fault = fault or error
            continue
        if _borders(tile, found) == declared:
            return found
        second_best = second_best or found
    if second_best is None:
        raise fault or TileSetError("", tile.id, "segments", "cannot be drawn")
    return second_best


def _parsed(tile: Tile, index: int, text: str) -> Shape:
    where = f"segments[{index}].shape"
    try:
        shape = shapely.from_wkt(text)
    except shapely.errors.GEOSException as error:
        raise TileSetError("", tile.id, where, f"is not WKT: {error}") from None
    if not isinstance(shape, Polygon | MultiPolygon):
        raise TileSetError("", tile.id, where, "is not a polygon")
    if not shape.is_valid or shape.area < _GRID:
        raise TileSetError("", tile.id, where, "is no area, or crosses itself")
    if shape.difference(SQUARE).area > _GRID:
        raise TileSetError("", tile.id, where, "leaves the unit square")
    return shape


def _assembled(
    tile: Tile, given: dict[int, Shape], layout: tuple[tuple[int, BaseGeometry], ...]
) -> tuple[Shape, ...]:
    found: dict[int, Shape] = dict(given)
    free: BaseGeometry = SQUARE
    for shape in given.values():
        free = free.difference(shape, grid_size=_GRID)
    for index, raw in layout:
        if index not in found:
            found[index] = _areas(raw.intersection(free, grid_size=_GRID))
            free = free.difference(found[index], grid_size=_GRID)
    for index, segment in enumerate(tile.segments):
        if segment.kind.joins is Joins.NOTHING and index not in found:
            site = _site(tile, index, found, free)
            for other in found.keys() - given.keys():
                found[other] = _areas(found[other].difference(site, grid_size=_GRID))
            # Cut from what is there, so that nothing given is covered.
            taken = unary_union([found[i] for i in given]) if given else Polygon()
            found[index] = _areas(site.difference(taken, grid_size=_GRID))
            free = free.difference(site, grid_size=_GRID)
    _give_fields(tile, found, list(_areas_of(free)))
    return tuple(found[index] for index in range(len(tile.segments)))


def _areas_of(geometry: BaseGeometry) -> list[Polygon]:
    parts = [geometry] if isinstance(geometry, Polygon) else list(getattr(geometry, "geoms", ()))
    return [part for part in parts if isinstance(part, Polygon) and part.area > _GRID]


def _areas(geometry: BaseGeometry) -> Shape:
    """A geometry without the points and lines that overlays leave behind."""
    parts = _areas_of(geometry)
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


def _site(tile: Tile, index: int, found: dict[int, Shape], free: BaseGeometry) -> BaseGeometry:
    """Where a building or garden stands: a cloister in the middle, a garden where room is left."""
    house = Polygon([(0.5 + x, 0.5 + y) for x, y in _HOUSE])
    monastic = MONASTIC in tile.segments[index].kind.families
    solid = [
        shape
        for other, shape in found.items()
        if len(tile.segments[other].ports) != 1 or tile.segments[other].kind.name == CITY.name
    ]
    if monastic and all(shape.distance(house) > 0.02 for shape in solid):
        return house
    room = free
    if tile.marks:  # the tile's own symbol is printed in the middle
        room = free.difference(Point(CENTRE).buffer(0.22))
    spot: XY = CENTRE
    radius = 0.0
    for part in _areas_of(room):
        line = shapely.maximum_inscribed_circle(part)
        if line.length > radius + 1e-3:
            spot, radius = (line.coords[0][0], line.coords[0][1]), line.length
    if radius < 0.08:  # no field has room: in the middle, cut from what is there
        spot, radius = CENTRE, 0.2
    if not monastic:
        return Point(spot).buffer(min(_GARDEN_RADIUS, 0.7 * radius), quad_segs=6)
    scale = min(1.0, 0.8 * radius / 0.19)
    return Polygon([(spot[0] + x * scale, spot[1] + y * scale) for x, y in _HOUSE])


def _give_fields(tile: Tile, found: dict[int, Shape], regions: list[Polygon]) -> None:
    """Give each field the region that its half-edges touch; inner fields what lies inside."""
    touched = [{half for half in HalfEdge if _touches(region, half)} for region in regions]
    inner: list[int] = []
    for index, segment in enumerate(tile.segments):
        if segment.kind.joins is not Joins.HALF_EDGES or index in found:
            continue
        if not segment.ports:
            inner.append(index)
            continue
        mine = [i for i, halves in enumerate(touched) if halves & set(segment.half_edges)]
        if len(mine) != 1:
            reason = f"its half-edges lie in {len(mine)} parts of the tile"
            raise TileSetError("", tile.id, f"segments[{index}].ports", reason)
        if excess := touched[mine[0]] - set(segment.half_edges):
            names = " ".join(half.name for half in sorted(excess))
            reason = f"nothing parts it from half-edge {names}"
            raise TileSetError("", tile.id, f"segments[{index}].ports", reason)
        found[index] = regions[mine[0]]
    # A tile that fits everything has a rim that no field owns: it is part of its building.
    owned = {half for segment in tile.segments for half in segment.half_edges}
    enclosed = [r for r, halves in zip(regions, touched, strict=True) if not halves & owned]
    enclosed.sort(key=lambda region: -region.area)
    if len(enclosed) < len(inner):
        reason = "no part of the tile is left for it"
        raise TileSetError("", tile.id, f"segments[{inner[len(enclosed)]}]", reason)
    chosen = sorted(enclosed[: len(inner)], key=lambda r: (r.centroid.y, r.centroid.x))
    found.update(zip(inner, chosen, strict=True))
    for rest in enclosed[len(inner) :]:  # a gap between walls belongs to its longest neighbour
        if found:
            near = rest.buffer(1e-4)
            host = max(found, key=lambda i: found[i].intersection(near).area)
            found[host] = _areas(found[host].union(rest, grid_size=_GRID))


def _touches(region: Polygon, half: HalfEdge) -> bool:
    along = 0.25 if half % 2 == 0 else 0.75
    return region.distance(Point(turn_point((along, 0.0), half.side))) < 1e-4


def _borders(tile: Tile, found: tuple[Shape, ...]) -> tuple[frozenset[int], ...]:
    walls = {
        i: found[i].buffer(1e-4) for i, s in enumerate(tile.segments) if s.kind.name == CITY.name
    }
    return tuple(
        frozenset(
            i for i, wall in walls.items() if shape.boundary.intersection(wall).length > _SHARED
        )
        if segment.kind.joins is Joins.HALF_EDGES
        else frozenset()
        for segment, shape in zip(tile.segments, found, strict=True)
    )


# ---------------------------------------------------------------------------------------- figures


@lru_cache(maxsize=4096)
def _standing(shape: Shape, number: int) -> tuple[XY, ...]:
    steps = 41  # odd, so that the middle of the tile is one of the places
    marks = [(step + 0.5) / steps for step in range(steps)]
    places = [(x, y) for y in marks for x in marks]
    points = shapely.points(places)
    shapely.prepare(shape)
    inside = shapely.contains(shape, points)
    spaces = shapely.distance(shape.boundary, points)
    room = {
        place: round(float(space), 6)
        for place, space, within in zip(places, spaces, inside, strict=True)
        if within
    }
    if not room:
        point = shape.representative_point()
        room = {(point.x, point.y): 0.0}
    widest, middle = max(room.values()), shape.centroid

    def away(place: XY) -> float:
        return round(middle.distance(Point(place)), 6)

    good = [
        (x, y)
        for (x, y), space in room.items()
        if space >= min(_FIGURE, 0.7 * widest) and min(x, y) >= _FIGURE and max(x, y) <= 1 - _FIGURE
    ]
    if len(good) < number:
        good = list(room)
    # Of places that are about as roomy, the one nearest to the middle of the segment.
    chosen = [min(good, key=lambda p: (round(widest - room[p], 2), away(p), p))]
    while len(chosen) < number:
        gaps = {place: min(math.dist(place, other) for other in chosen) for place in room}
        clear = [place for place in good if gaps[place] >= 2 * _FIGURE]
        if clear:
            best = min(clear, key=lambda p: (round(widest - room[p], 2), away(p), p))
        else:  # crowded: as far from the others as the rim allows
            best = max(room, key=lambda p: (round(min(gaps[p], 2 * room[p]), 6), room[p], p))
        chosen.append(best)
    return tuple(chosen)

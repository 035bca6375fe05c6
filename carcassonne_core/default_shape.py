"""Shapes that follow from ports: curved city walls, road bands, and how roads end on a tile.

A tile says which half-edges belong to one field. What lies between two fields must therefore hang
together: two road arms with different fields on both sides meet, a lone arm that parts two fields
runs to a wall. `layouts` finds these groups and offers the ways to draw them, likeliest first.

Everything is drawn in the unit square, x to the east and y to the **south**.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise, product

from attrs import field, frozen
from shapely import LineString, Point, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from carcassonne_core.compass import HalfEdge, Rotation, Side
from carcassonne_core.feature_kind import CITY, ROAD
from carcassonne_core.tile import Tile

__all__ = ["CENTRE", "SQUARE", "XY", "layouts", "turn_point"]

XY = tuple[float, float]
Layout = dict[int, BaseGeometry]

SQUARE = box(0, 0, 1, 1)
CENTRE: XY = (0.5, 0.5)
HALF_WIDTH = 0.05
"""Half the width of a road."""
CAP, NARROW_CAP = 0.36, 0.22
"""How deep the wall of a city on one side is drawn; narrow beside the wall of a bigger city."""
OPTIONS = 60
"""More ways than this to draw one tile are not tried."""


def turn_point(point: XY, turns: int) -> XY:
    """A point of the unit square after clockwise quarter turns about its middle.

    Example:
        >>> turn_point((0.5, 0.0), 1)
        (1.0, 0.5)
    """
    x, y = point
    for _ in range(turns % 4):
        x, y = 1.0 - y, x
    return x, y


def _middle(side: Side) -> XY:
    return turn_point((0.5, 0.0), side)


def _toward(point: XY, other: XY, length: float) -> XY:
    """The point that lies `length` from `point` in the direction of `other`."""
    distance = math.dist(point, other) or 1.0
    part = length / distance
    return point[0] + (other[0] - point[0]) * part, point[1] + (other[1] - point[1]) * part


def _curve(*controls: XY, steps: int = 24) -> list[XY]:
    """Points along a Bezier curve."""
    points = []
    for step in range(steps + 1):
        level = list(controls)
        t = step / steps
        while len(level) > 1:
            level = [
                (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(level)
            ]
        points.append(level[0])
    return points


# ----------------------------------------------------------------------------------------- cities


def _cap(side: Side, depth: float) -> Polygon:
    """The land behind a wall that runs from one corner of a side to the other.

    The wall leaves the corner at less than 45 degrees, so that caps on neighbouring sides touch in
    that corner only.
    """
    wall = _curve((0.0, 0.0), (0.42, depth), (0.58, depth), (1.0, 0.0))
    return Polygon([turn_point(point, side) for point in wall])


def _city(tile: Tile, sides: Sequence[Side]) -> BaseGeometry:
    if len(sides) == 1:
        bigger = any(
            len(other.sides) > 1 and other.kind.name == CITY.name and sides[0] not in other.sides
            for other in tile.segments
        )
        return _cap(sides[0], NARROW_CAP if bigger else CAP)
    if len(sides) == 2 and sides[0].opposite is not sides[1]:
        first = sides[0] if sides[0].turned(Rotation.R90) is sides[1] else sides[1]
        # Drawn for the sides north and east, then turned.
        wall = _curve((0.0, 0.0), (0.45, 0.237), (0.763, 0.55), (1.0, 1.0))
        return Polygon([turn_point(point, first) for point in [*wall, (1.0, 0.0)]])
    return SQUARE.difference(unary_union([_cap(side, CAP) for side in Side if side not in sides]))


# ------------------------------------------------------------------------------------------ roads


def _lane(side: Side, end: XY) -> list[XY]:
    """The middle line from a side to a point; it leaves the side at a right angle."""
    start = _middle(side)
    inward = (CENTRE[0] - start[0]) * 2, (CENTRE[1] - start[1]) * 2
    ahead = (end[0] - start[0]) * inward[0] + (end[1] - start[1]) * inward[1]
    bend = max(0.15, ahead * 0.7)
    return _curve(start, (start[0] + inward[0] * bend, start[1] + inward[1] * bend), end)


def _through(first: Side, second: Side) -> list[XY]:
    """The middle line from side to side: straight, or a quarter of a circle round the corner."""
    start, end = _middle(first), _middle(second)
    if first.opposite is second:
        return [start, end]
    corner = (start[0] + end[0] - 0.5, start[1] + end[1] - 0.5)
    one = math.atan2(start[1] - corner[1], start[0] - corner[0])
    two = math.atan2(end[1] - corner[1], end[0] - corner[0])
    sweep = (two - one + math.pi) % (2 * math.pi) - math.pi
    angles = [one + sweep * step / 24 for step in range(25)]
    arc = [(corner[0] + math.cos(a) / 2, corner[1] + math.sin(a) / 2) for a in angles]
    return [start, *arc[1:-1], end]


def _band(line: Sequence[XY], *, beyond: float = 0.0) -> BaseGeometry:
    """A road of full width along a line, drawn out over the edge and `beyond` its end."""
    outward = _toward(line[0], line[1], -HALF_WIDTH)
    last = _toward(line[-1], line[-2], -beyond)
    return LineString([outward, *line, last]).buffer(HALF_WIDTH, cap_style="flat")


def _path_band(line: Sequence[XY]) -> BaseGeometry:
    return _band(line, beyond=HALF_WIDTH).intersection(SQUARE)


def _sector(hub: XY, directions: Sequence[float], index: int) -> Polygon:
    """What is nearer to one arm at a crossing than to the others."""
    around = sorted(directions)
    place = around.index(directions[index])
    before = (directions[index] - around[place - 1]) % (2 * math.pi) or 2 * math.pi
    after = (around[(place + 1) % len(around)] - directions[index]) % (2 * math.pi) or 2 * math.pi
    low, high = directions[index] - before / 2, directions[index] + after / 2
    rim = [low + (high - low) * step / 8 for step in range(9)]
    return Polygon([hub, *((hub[0] + 3 * math.cos(a), hub[1] + 3 * math.sin(a)) for a in rim)])


def _crossing(arms: Mapping[int, Side], hub: XY) -> Layout:
    """Arms that meet in a point and share the place in its middle."""
    lanes = {index: _lane(side, hub) for index, side in arms.items()}
    angles = [math.atan2(lane[-4][1] - hub[1], lane[-4][0] - hub[0]) for lane in lanes.values()]
    return {
        index: _path_band(lane).intersection(_sector(hub, angles, number))
        for number, (index, lane) in enumerate(lanes.items())
    }


# --------------------------------------------------------------------------- what hangs together


@frozen
class _Group:
    """Things on a tile's rim that no field parts: they touch somewhere inside the tile."""

    cities: list[int] = field(factory=list)
    bands: list[int] = field(factory=list)
    arms: dict[int, Side] = field(factory=dict)
    corners: list[XY] = field(factory=list)


def _groups(tile: Tile) -> list[_Group]:
    """The groups of a tile, by the fields that share its half-edges.

    Places on the rim are counted clockwise in eighths: half-edge `h` spans `h` to `h + 1`, so a
    corner has an even number and the middle of a side an odd one.
    """
    owner = {half: i for i, s in enumerate(tile.segments) for half in s.half_edges}
    things: list[tuple[float, int | XY]] = [
        (2 * side + 1, i) for i, s in enumerate(tile.segments) for side in s.sides
    ]
    taken = {place for place, _ in things}
    for half in HalfEdge:  # two fields that meet on the rim, with nothing printed between them
        before = HalfEdge((half - 1) % 8)
        if half not in taken and {half, before} <= owner.keys() and owner[half] != owner[before]:
            point = (0.0, 0.0) if half % 2 == 0 else (0.5, 0.0)
            things.append((float(half), turn_point(point, half // 2)))
    label: dict[int | XY, int] = {thing: number for number, (_, thing) in enumerate(things)}
    for one, first in things:
        for two, second in things:
            inside = {owner[half] for half in owner if one < half + 0.5 < two}
            outside = {owner[half] for half in owner if not one < half + 0.5 < two}
            if one < two and not inside & outside:
                old, new = label[second], label[first]
                label = {thing: new if at == old else at for thing, at in label.items()}
    groups: dict[int, _Group] = {}
    for thing, number in label.items():
        group = groups.setdefault(number, _Group())
        if isinstance(thing, tuple):
            group.corners.append(thing)
        elif tile.segments[thing].kind.name == CITY.name:
            group.cities.append(thing)
        elif len(tile.segments[thing].sides) > 1:
            group.bands.append(thing)
        else:
            group.arms[thing] = tile.segments[thing].sides[0]
    return list(groups.values())


# ---------------------------------------------------------------------------------------- layouts


def layouts(tile: Tile) -> Iterator[tuple[tuple[int, BaseGeometry], ...]]:
    """Ways to draw the cities, roads and rivers of a tile, likeliest first.

    Each way lists pairs of a segment's index and its shape; what comes earlier lies on top.
    """
    cities = {
        i: _city(tile, s.sides)
        for i, s in enumerate(tile.segments)
        if s.kind.name == CITY.name and s.sides
    }
    choices = [list(_group_options(tile, group, cities)) for group in _groups(tile)]

    def rank(index: int) -> tuple[bool, bool, int]:
        segment = tile.segments[index]
        # Bridges: a road runs over a river, and a road from side to side over one that ends.
        return segment.kind.name != ROAD.name, len(segment.sides) < 2, index

    for combination in islice(product(*choices), OPTIONS):
        walls = dict(cities)
        bands: Layout = {}
        for option in combination:
            for index, shape in option.items():
                if index in walls:
                    walls[index] = walls[index].union(shape)
                else:
                    bands[index] = shape
        small_first = sorted(walls, key=lambda index: len(tile.segments[index].sides))
        yield (
            *((index, walls[index]) for index in small_first),
            *((index, bands[index]) for index in sorted(bands, key=rank)),
        )


def _group_options(tile: Tile, group: _Group, cities: Layout) -> Iterator[Layout]:
    lines = {index: _line(tile, index) for index in group.bands}
    bands = {index: _path_band(line) for index, line in lines.items()}
    walls = {index: cities[index] for index in group.cities}
    arms = group.arms
    if len(arms) == 1 and not walls and not bands:
        ((index, side),) = arms.items()
        yield {index: _dead_end(side, cities)}
        return
    if not walls:
        if bands:
            paths = LineString([point for line in lines.values() for point in line])
            ends = {
                i: _near(paths, _toward(_middle(side), CENTRE, 0.4)) for i, side in arms.items()
            }
            runs = {i: _band(_lane(side, ends[i])) for i, side in arms.items()}
            yield bands | {i: run.intersection(SQUARE) for i, run in runs.items()}
        else:
            yield _crossing(arms, _hub(arms, cities))
        return
    # Each arm to a wall of its own, each bare corner to a wall, each band as it runs by itself.
    targets = product((True, False), product(walls, repeat=len(arms) + len(group.corners)))
    for ahead, chosen in targets:
        option = dict(bands)
        for (index, side), city in zip(arms.items(), chosen, strict=False):
            option[index] = _path_band(_lane(side, _gate(side, walls[city], ahead)))
        for corner, city in zip(group.corners, chosen[len(arms) :], strict=True):
            option[city] = unary_union([option.get(city, Polygon()), _spur(corner, walls[city])])
        yield option
    for wall in walls.values():
        spot = _toward(_near(wall, CENTRE), CENTRE, -0.02)
        bent = {
            i: _path_band(
                _lane(tile.segments[i].sides[0], spot)[:-1]
                + _lane(tile.segments[i].sides[1], spot)[::-1]
            )
            for i in group.bands
        }
        yield _crossing(arms, spot) | bent
    reach = {city: _spur(CENTRE, wall) for city, wall in walls.items()}
    yield _crossing(arms, CENTRE) | bands | reach


def _line(tile: Tile, index: int) -> list[XY]:
    sides = tile.segments[index].sides
    if len(sides) == 2:
        return _through(*sides)
    # A band with three or four arms: drawn as one line out and back through the middle.
    line = [_middle(sides[0])]
    for side in sides[1:]:
        line += [CENTRE, _middle(side)]
    return line


def _near(shape: BaseGeometry, point: XY) -> XY:
    """The nearest point of a shape's outline or line."""
    line = shape if isinstance(shape, LineString) else shape.boundary
    nearest, _ = nearest_points(line, Point(point))
    return nearest.x, nearest.y


def _gate(side: Side, wall: BaseGeometry, ahead: bool) -> XY:
    """Where a road from a side enters a city: straight ahead or by the nearest way."""
    start, end = _middle(side), _middle(side.opposite)
    met = LineString([start, end]).intersection(wall)
    if ahead and not met.is_empty:
        gate = nearest_points(met, Point(start))[0]
        return _toward((gate.x, gate.y), start, -0.02)
    near = _near(wall, _toward(start, CENTRE, 0.3))
    return _toward(near, (wall.centroid.x, wall.centroid.y), 0.02)


def _spur(point: XY, wall: BaseGeometry) -> Polygon:
    """A narrow piece of city that reaches out to a point."""
    foot = _near(wall, point)
    inner = _toward(foot, point, -0.05)
    across = (inner[1] - point[1], point[0] - inner[0])
    part = 0.08 / (math.hypot(*across) or 1.0)
    shift = across[0] * part, across[1] * part
    left, right = (
        (inner[0] + shift[0], inner[1] + shift[1]),
        (inner[0] - shift[0], inner[1] - shift[1]),
    )
    return Polygon([point, left, right])


def _hub(arms: Mapping[int, Side], cities: Layout) -> XY:
    """Where arms meet that touch no city: in the middle, or off it when a wall is near."""
    if not cities or unary_union(list(cities.values())).distance(Point(CENTRE)) > 0.15:
        return CENTRE
    ends = [_middle(side) for side in arms.values()] + [CENTRE]
    return sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends)


def _dead_end(side: Side, cities: Layout) -> BaseGeometry:
    """A road that parts nothing: it ends in the middle, or before a wall that stands there."""
    lane = LineString([_middle(side), CENTRE])
    near = unary_union([wall.buffer(3 * HALF_WIDTH) for wall in cities.values()])
    rest = lane.difference(near)
    if rest.is_empty:
        rest = LineString([_middle(side), _toward(_middle(side), CENTRE, 0.1)])
    return rest.buffer(HALF_WIDTH).intersection(SQUARE)

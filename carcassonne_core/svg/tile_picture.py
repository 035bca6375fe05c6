"""The picture of one tile: ground, buildings, pennants and marks."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from carcassonne_core.compass import Rotation
from carcassonne_core.feature_kind import MONASTIC, Completion, FeatureKind, Joins
from carcassonne_core.svg.markup import CELL, Style, document, element, outline, text
from carcassonne_core.svg.symbols import mark_sign, pennant
from carcassonne_core.tile import OrientedTile, Tile

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["ground", "look_of", "places", "signs", "tile_svg"]

XY = tuple[float, float]

_APART = 0.24
"""So far from one another stand the things on a tile, in sides of a tile."""


@frozen
class Look:
    """How the segments of a kind are drawn.

    Attributes:
        fill: colour of the area.
        edge: colour of the line that parts it from other segments, "" for none.
        width: width of that line.
        dashes: colour of a second, broken line on it, "" for none.
    """

    fill: str
    edge: str = ""
    width: float = 1.5
    dashes: str = ""


LOOKS = {
    "field": Look("#8fbf5a"),
    "road": Look("#f3ead2", "#7d6b4f", 1.6),
    "city": Look("#d9a066", "#5a3a22", 4.6, "#cdb79a"),
    "garden": Look("#4f9a4a", "#2e6b35", 1.6),
    "river": Look("#7db5dc", "#3f7096", 1.6),
}
"""Looks by the name of a kind."""

_MONASTIC = Look("#f7efe2", "#8a3324", 1.8)
_UNKNOWN = Look("#bcbcc8", "#4a4a55", 1.4)


def tile_svg(tile: Tile | OrientedTile, *, size: int = 200) -> str:
    """A tile as a picture.

    Args:
        tile: a printed tile, or one as it lies.
        size: side of the picture in pixels.

    Returns:
        An SVG document.

    Raises:
        TileSetError: the shapes of the tile cannot be read.

    Example:
        >>> from carcassonne_core import RuleSet
        >>> tile_svg(RuleSet().start)[:4]
        '<svg'
    """
    lying = tile if isinstance(tile, OrientedTile) else tile.turned(Rotation.R0)
    turn = f"rotate({lying.rotation.degrees} {CELL // 2} {CELL // 2})"
    content = [element("g", ground(lying.tile), transform=turn), signs(lying)]
    frame = element("rect", width=CELL, height=CELL, fill="none", stroke="#333333")
    return document([*content, frame], 0, 0, CELL, CELL, size / CELL)


def ground(tile: Tile) -> str:
    """The segments of the unturned tile, without what must stand upright."""
    from carcassonne_core.tile_shape import shapes

    found = list(zip(tile.segments, shapes(tile), strict=True))
    # Fields lie below rivers, these below roads, roads below walls, and buildings stand on top.
    found.sort(key=lambda pair: _height(pair[0].kind))
    return "".join(_area(segment.kind, shape) for segment, shape in found) + _junction(tile)


def _junction(tile: Tile) -> str:
    """The houses in the middle at which three roads or more end."""
    roads = [s for s in tile.segments if s.kind.name == "road" and len(s.sides) == 1]
    if len(roads) < 3 or any(s.kind.completion is Completion.SURROUNDED for s in tile.segments):
        return ""
    look = LOOKS["road"]
    houses = "M-8 5V-2L-4-6L0-2V5ZM0 5V0L3.5-3.5L7 0V5Z"
    style: Style = {"stroke": look.edge, "stroke_width": 1.2}
    middle = f"translate({CELL // 2} {CELL // 2})"
    green = element("circle", r=12.0, fill=look.fill, **style)
    return element("g", green, element("path", d=houses, fill="#b5533c", **style), transform=middle)


def _height(kind: FeatureKind) -> int:
    if kind.joins is Joins.HALF_EDGES:
        return 0
    return {"river": 1, "road": 2, "city": 3}.get(kind.name, 4)


def look_of(kind: FeatureKind) -> Look:
    """How the segments of a kind are drawn."""
    if MONASTIC in kind.families:
        return _MONASTIC
    return LOOKS.get(kind.name, LOOKS["field"] if kind.joins is Joins.HALF_EDGES else _UNKNOWN)


def _area(kind: FeatureKind, shape: BaseGeometry) -> str:
    from carcassonne_core.default_shape import SQUARE

    look = look_of(kind)
    fill: Style = {"fill": look.fill, "fill_rule": "evenodd"}
    # A hair's breadth of its own colour closes the gaps between neighbours.
    parts = [element("path", d=outline(shape), **fill, stroke=look.fill, stroke_width=0.4)]
    if look.edge:
        rim = outline(shape.boundary.difference(SQUARE.boundary.buffer(1e-4)))
        line: Style = {"fill": "none", "stroke_linejoin": "round", "stroke_width": look.width}
        if rim:
            parts.append(element("path", d=rim, stroke=look.edge, **line))
        if rim and look.dashes:
            line["stroke_width"] = look.width / 2
            parts.append(
                element("path", d=rim, stroke=look.dashes, stroke_dasharray="3 2.2", **line)
            )
    if MONASTIC in kind.families:
        centre = shape.centroid
        x, y = CELL * centre.x, CELL * centre.y
        cross = f"M{x:.1f} {y - 7:.1f}V{y + 7:.1f}M{x - 4:.1f} {y - 3:.1f}H{x + 4:.1f}"
        parts.append(element("path", d=cross, fill="none", stroke=look.edge, stroke_width=2))
    elif look is LOOKS["garden"]:
        for dx, dy in ((-4, -3), (4, -3), (0, 4)):
            x, y = CELL * shape.centroid.x + dx, CELL * shape.centroid.y + dy
            parts.append(element("circle", cx=x, cy=y, r=2.2, fill="#f4c2d7"))
    elif look is _UNKNOWN:
        spot = shape.representative_point()
        name = kind.name[:2].capitalize()
        parts.append(text(name, CELL * spot.x, CELL * spot.y, 9, fill=look.edge))
    return "".join(parts)


def signs(tile: OrientedTile) -> str:
    """Pennants and marks of a tile as it lies, upright whatever its rotation."""
    from carcassonne_core.default_shape import turn_point

    parts = []
    for index, segment in enumerate(tile.segments):
        spots = _sign_spots(tile.tile, index)
        turned = [turn_point(spot, tile.rotation) for spot in spots]
        for x, y in turned[: segment.pennants]:
            parts.append(pennant(CELL * x, CELL * y))
        for mark, (x, y) in zip(segment.marks, turned[segment.pennants :], strict=True):
            parts.append(mark_sign(mark, CELL * x, CELL * y))
    parts += [mark_sign(m, *_spot(number)) for number, m in enumerate(tile.marks)]
    return "".join(parts)


def _spot(number: int) -> XY:
    """Where a tile's own marks are: in the middle, further ones beside it."""
    return CELL / 2 + 30 * number, CELL / 2


@lru_cache(maxsize=4096)
def _sign_spots(tile: Tile, index: int) -> tuple[XY, ...]:
    """Where the pennants and marks of a segment are; the roomiest place is left to figures."""
    from carcassonne_core.tile_shape import standing_points

    segment = tile.segments[index]
    number = segment.pennants + len(segment.marks)
    return standing_points(tile, index, number + 1)[1:] if number else ()


@lru_cache(maxsize=4096)
def places(tile: Tile, index: int, number: int) -> tuple[XY, ...]:
    """Where some figures stand on a segment of the unturned tile: apart from one another, and from
    pennants and marks while there is room."""
    from carcassonne_core.tile_shape import standing_points

    taken = list(_sign_spots(tile, index))
    taken += [(0.5, 0.5)] * bool(tile.marks)
    candidates = standing_points(tile, index, number + len(taken) + 3)
    free = [p for p in candidates if all(math.dist(p, other) >= _APART for other in taken)]
    return tuple((free + [p for p in candidates if p not in free])[:number])

"""The shapes of a tile partition it, and say what borders what."""

from __future__ import annotations

import math
from importlib.resources import files
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st
from shapely import LineString, Point

from carcassonne_core.compass import HalfEdge, Rotation, Side
from carcassonne_core.errors import TileSetError
from carcassonne_core.feature_kind import (
    CITY,
    CLOISTER,
    FIELD,
    GARDEN,
    ROAD,
    Completion,
    FeatureKind,
    Joins,
)
from carcassonne_core.tile import MarkType, Segment, Tile
from carcassonne_core.tile_set import load_tile_set
from carcassonne_core.tile_shape import (
    check_shapes,
    derived_borders,
    segment_at_point,
    shapes,
    standing_points,
    turned,
)

KINDS = {kind.name: kind for kind in (ROAD, CITY, CLOISTER, GARDEN, FIELD)}
MARKS = {
    "flying_machine": MarkType("flying_machine", directed=True),
    "crop_circle": MarkType("crop_circle", values=frozenset({"club", "shield", "pitchfork"})),
}
RIVER = FeatureKind("river", Joins.SIDES, Completion.NEVER, edge_code="I", claimable=False)
BASE = files("carcassonne_core") / "tile_sets"
MACHINES = files("carcassonne_expansions.flying_machines")
MAYORS = files("carcassonne_expansions") / "abbey_and_mayor"
SOURCES = (
    BASE / "base_second_edition.toml",
    BASE / "base_first_edition.toml",
    MACHINES / "tiles.toml",
    MACHINES / "tiles_second_edition.toml",
    MACHINES / "tiles_crop_circle.toml",
    MAYORS / "tiles.toml",
    MAYORS / "tiles_second_edition.toml",
)
TILES = {
    tile.id: tile for source in SOURCES for tile, _ in load_tile_set(source, KINDS, MARKS).tiles
}
tiles = st.sampled_from(list(TILES.values()))
rotations = st.sampled_from(Rotation)


def printed(text: str) -> Tile:
    """A tile from words: c0:N r:ES m g f:25>0, half-edges counted from NL, i: a river."""
    kinds = {"c": CITY, "r": ROAD, "i": RIVER, "m": CLOISTER, "g": GARDEN, "f": FIELD}
    segments = []
    for word in text.split():
        head, _, rest = word.partition(":")
        places, _, borders = rest.partition(">")
        kind = kinds[head[0]]
        if kind is FIELD:
            ports: list[Side | HalfEdge] = [HalfEdge(int(p)) for p in places if p != "-"]
        else:
            ports = sorted(Side[p] for p in places)
        segments.append(Segment(kind, tuple(ports), borders=tuple(map(int, borders))))
    return Tile(text, tuple(segments))


@pytest.mark.parametrize("tile", TILES.values(), ids=lambda tile: tile.id)
def test_the_shapes_of_a_tile_partition_it(tile: Tile) -> None:
    check_shapes(tile)
    found = shapes(tile)
    assert len(found) == len(tile.segments)
    assert math.isclose(sum(shape.area for shape in found), 1.0, abs_tol=1e-4)
    for first, second in combinations(found, 2):
        assert first.intersection(second).area < 1e-5


@pytest.mark.parametrize("tile", TILES.values(), ids=lambda tile: tile.id)
def test_a_field_borders_the_cities_whose_wall_it_touches(tile: Tile) -> None:
    assert derived_borders(tile) == tuple(frozenset(s.borders) for s in tile.segments)


def reaches(tile: Tile, index: int, x: float, y: float) -> bool:
    return shapes(tile)[index].distance(Point(x, y)) < 1e-4


@pytest.mark.parametrize("tile", TILES.values(), ids=lambda tile: tile.id)
def test_a_segment_reaches_the_edge_exactly_at_its_ports(tile: Tile) -> None:
    middles = {Side.N: (0.5, 0.0), Side.E: (1.0, 0.5), Side.S: (0.5, 1.0), Side.W: (0.0, 0.5)}
    quarters = ((0.25, 0), (0.75, 0), (1, 0.25), (1, 0.75), (0.75, 1), (0.25, 1), (0, 0.75))
    halves = dict(zip(HalfEdge, (*quarters, (0, 0.25)), strict=True))
    for index, segment in enumerate(tile.segments):
        if segment.kind.joins is Joins.HALF_EDGES:
            assert {h for h, at in halves.items() if reaches(tile, index, *at)} == set(
                segment.ports
            )
        else:
            touched = {side for side, at in middles.items() if reaches(tile, index, *at)}
            assert touched == set(segment.ports)


@pytest.mark.parametrize(
    "text",
    [
        # Inns, traders, mayors, dragons, towers, circuses: default shapes carry them all.
        "c0:N c1:E c2:S c3:W f:->0123",
        "c0:N c1:W c2:E f:45>012",
        "c0:NW c1:S f:23>01",
        "c0:N f:23>0 f:4567>0",
        "c0:N r:S f:567>0 f:234>0",
        "c0:NW r:E f:2>0 f:345>0",
        "c0:EW r:N r:S f:0>0 f:1>0 f:4>0 f:5>0",
        "c0:N c1:S r:W r:E f:3>1 f:6>1 f:2>0 f:7>0",
        "r:NW r:ES f:07 f:34 f:1256",
        "r:NS r:EW f:07 f:12 f:34 f:56",
        "m r:E r:W f:3456 f:0127",
        "m r:ES f:012567 f:34",
        "m r:N r:E r:S r:W f:07 f:12 f:34 f:56",
        "c0:EW c1:S f:01>0 f:->01",
        "c0:NW c1:S c2:E f:->012",
        "c0:NW r:S r:E f:5>0 f:4>0 f:3>0 f:2>0",
        "c0:NW r:S r:E f:5>0 f:34>0 f:2>0",
        "c0:NW r:S r:E f:25>0 f:34",
        "c0:N r:W r:S f:7>0 f:56 f:234>0",
        "c0:N r:EW f:7>0 f:2>0 f:3456",
        "c0:N c1:W r:E r:S f:2>0 f:5>1 f:34>01",
        "c0:W f:01>0 f:23>0 f:45>0",
        "r:S f:01234567",
        "c0:NW c1:ES",
        "c0:NEW m f:45>0",
        "i:EW m r:S f:0127 f:34 f:56",
        "r:EW i:NS f:07 f:12 f:34 f:56",
        "c0:N r:S i:EW f:2>0 f:7>0 f:34 f:56",
        "c0:E i:W f:017>0 f:456>0",
        "i:W i:N i:E f:07 f:12 f:3456",
        "i:E f:01234567",
    ],
)
def test_tiles_of_other_boxes_need_no_drawing(text: str) -> None:
    tile = printed(text)
    check_shapes(tile)
    assert derived_borders(tile) == tuple(frozenset(s.borders) for s in tile.segments)


def test_corner_contact_never_connects() -> None:
    first, second = shapes(TILES["BA/CC.2"])[:2]
    assert first.buffer(1e-6).intersection(second).area < 1e-4
    assert first.distance(second) < 1e-6


def test_a_road_on_a_bridge_parts_the_river_below() -> None:
    road, river = shapes(printed("r:EW i:NS f:07 f:12 f:34 f:56"))[:2]
    assert road.geom_type == "Polygon"
    assert river.geom_type == "MultiPolygon"


def test_a_road_without_a_second_end_parts_no_field() -> None:
    tile = TILES["BA/LR"]
    assert shapes(tile)[2].geom_type == "Polygon"
    assert shapes(tile)[0].distance(shapes(tile)[1]) < 1e-6  # it leads to the cloister


def test_a_drawn_shape_takes_the_place_of_the_default_one() -> None:
    walls = "POLYGON ((0 0, 1 0, 1 1, 0.5 0.5, 0 1, 0 0))"
    grass = Segment(FIELD, tuple(h for h in HalfEdge if h.side is Side.S), borders=(0,))
    tile = Tile("X/1", (Segment(CITY, (Side.N, Side.E, Side.W), shape=walls), grass))
    assert [shape.area for shape in shapes(tile)] == [0.75, 0.25]
    plain = Tile("X/1", (Segment(CITY, (Side.N, Side.E, Side.W)), grass))
    assert plain == tile  # a drawing is no part of what a tile is ...
    assert shapes(plain)[0].area != 0.75  # ... and yet the two are not confused


def test_fields_that_nothing_parts_cannot_be_drawn() -> None:
    with pytest.raises(TileSetError, match="nothing parts it from half-edge"):
        shapes(printed("f:0123 f:4567"))


def test_a_point_hits_the_segment_that_is_printed_there() -> None:
    start = TILES["BA/RCr"]
    points = {(0.5, 0.1): 0, (0.1, 0.5): 1, (0.9, 0.3): 2, (0.5, 0.8): 3, (0.0, 1.0): 3}
    assert {p: segment_at_point(start, *p) for p in points} == points


@settings(deadline=None)  # the first look at a tile computes its shapes
@given(tiles, st.integers(1, 6))
def test_figures_stand_apart_and_inside_their_segment(tile: Tile, number: int) -> None:
    for index, shape in enumerate(shapes(tile)):
        places = standing_points(tile, index, number)
        assert len(set(places)) == len(places) == number
        assert standing_points(tile, index, number) == places
        assert all(shape.contains(Point(place)) for place in places)
        assert all(segment_at_point(tile, *place) == index for place in places)


@settings(deadline=None)
@given(tiles)
def test_a_single_figure_stands_well_inside_its_segment(tile: Tile) -> None:
    for index, shape in enumerate(shapes(tile)):
        (place,) = standing_points(tile, index, 1)
        assert shape.boundary.distance(Point(place)) > 0.035


@settings(deadline=None)
@given(tiles, rotations, rotations)
def test_turning_a_shape_twice_is_turning_it_by_the_sum(
    tile: Tile, one: Rotation, two: Rotation
) -> None:
    for shape in shapes(tile):
        assert turned(turned(shape, one), two).equals_exact(turned(shape, one.then(two)), 1e-9)
        assert turned(turned(shape, one), one.inverse).equals_exact(shape, 1e-9)


@settings(deadline=None)
@given(tiles, rotations)
def test_a_turned_shape_lies_where_the_turned_segment_says(tile: Tile, rotation: Rotation) -> None:
    edges = {
        Side.N: LineString([(0.45, 0), (0.55, 0)]),
        Side.E: LineString([(1, 0.45), (1, 0.55)]),
        Side.S: LineString([(0.45, 1), (0.55, 1)]),
        Side.W: LineString([(0, 0.45), (0, 0.55)]),
    }
    for segment, shape in zip(tile.turned(rotation).segments, shapes(tile), strict=True):
        lying = turned(shape, rotation).buffer(1e-5)
        if segment.kind.joins is Joins.SIDES:
            touched = {side for side, edge in edges.items() if lying.contains(edge)}
            assert touched == set(segment.sides)

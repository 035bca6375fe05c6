"""The kernel beyond what the shipped rules use yet: abbeys, links, and undo of everything."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from carcassonne_core.board import Board
from carcassonne_core.compass import HalfEdge, Side
from carcassonne_core.face_table import FaceTable
from carcassonne_core.feature_kind import CITY, CLOISTER, FIELD, GARDEN, ROAD
from carcassonne_core.kernel import BESIDE, EMPTY, OPEN, STRIDE, Kernel
from carcassonne_core.meeple import FOLLOWER
from carcassonne_core.tile import Segment, Tile

FIELDS = Segment(FIELD, tuple(HalfEdge))
ABBEY = Tile("abbey", (Segment(CLOISTER),), any_edge=True)
STRAIGHT = Tile(
    "straight",
    (
        Segment(ROAD, (Side.E, Side.W)),
        Segment(FIELD, (HalfEdge.NL, HalfEdge.NR, HalfEdge.EL, HalfEdge.WR)),
        Segment(FIELD, (HalfEdge.ER, HalfEdge.SL, HalfEdge.SR, HalfEdge.WL)),
    ),
)
MEADOW = Tile("meadow", (FIELDS,))
GARDEN_TILE = Tile("garden", (Segment(GARDEN), FIELDS))
CAP = Tile("cap", (Segment(CITY, (Side.N,)), Segment(FIELD, tuple(HalfEdge)[2:], borders=(0,))))
TILES = (ABBEY, STRAIGHT, MEADOW, GARDEN_TILE, CAP)
TABLE = FaceTable(TILES, (ROAD, CITY, CLOISTER, GARDEN, FIELD))


def kernel(*placed: tuple[Tile, int, int, int]) -> Kernel:
    found = Kernel(TABLE, [7, 7], [])
    found.open_cell(0)
    for tile, x, y, turns in placed:
        place(found, tile, x, y, turns)
    return found


def place(found: Kernel, tile: Tile, x: int, y: int, turns: int) -> None:
    found.place(y * STRIDE + x, 4 * TILES.index(tile) + turns)


WINDOW = {"grid", "left", "right", "top", "bottom", "width", "origin", "skip", "sides", "around"}
WINDOW |= {"beyond"}
ROWS = ("parent", "following", "aggregate", "tile_of")


def state(found: Kernel) -> dict[str, object]:
    """Everything that a kernel holds, order included, by value; what the grid shows, not where."""
    names = {name for name in dir(found) if not name.startswith("_")}
    values = {name: getattr(found, name) for name in names - {"log", "table", *WINDOW, *ROWS}}
    held = {
        name: value.copy() if isinstance(value, (list, dict, bytearray)) else value
        for name, value in values.items()
        if not callable(value)
    }
    for row in ROWS:
        held[row] = list(getattr(found, row))[: found.segments]
    shown = [number for number in found.grid if number > EMPTY]
    held["grid"] = sorted(shown), list(map(found.at, [*found.tile_position, *found.cells]))
    return held


def test_segments_to_come_are_features_of_their_own() -> None:
    found = kernel((STRAIGHT, 0, 0, 0), (STRAIGHT, 1, 0, 0))
    found.log = []
    for x in range(2, 40):
        place(found, STRAIGHT, x, 0, 0)
    found.rollback(found.log)
    assert found.segments == 6
    assert len(found.parent) > 120 > 2 * len(kernel().parent)
    for segment in range(found.segments, len(found.parent)):
        assert found.parent[segment] == found.following[segment] == segment


@given(st.lists(st.sampled_from([*BESIDE]), min_size=1, max_size=60), st.sampled_from([0, 16_000]))
def test_the_window_moves_on_before_a_board_leaves_it(steps: list[int], first: int) -> None:
    """Wherever a board grows, the grid shows every tile and every cell, and nothing else."""
    found = Kernel(TABLE, [7, 7], [])
    found.open_cell(first)
    position, tiles, empty = first, [], state(found)
    log = found.log = []
    for step in steps:
        if found.at(position) < 0:
            found.place(position, 4 * TILES.index(MEADOW))
            tiles.append(position)
        position += step
    assert found.tile_position == tiles
    assert [found.at(tile) for tile in tiles] == list(range(len(tiles)))
    assert [found.at(cell) for cell in found.cells] == [-1 - n for n in range(len(found.cells))]
    around = {tile + step for tile in tiles for step in BESIDE}
    assert around - {*tiles} == {*found.cells}
    assert sum(number > EMPTY for number in found.grid) == len(tiles) + len(found.cells)
    found.rollback(log)
    assert state(found) == empty


def test_an_abbey_fits_every_hole_and_closes_its_neighbours_without_adding_a_tile() -> None:
    ring = ((0, -1), (1, -1), (2, -1), (2, 0), (2, 1), (1, 1), (0, 1))
    found = kernel((STRAIGHT, 0, 0, 0), (STRAIGHT, -1, 0, 0), *((MEADOW, *at, 0) for at in ring))
    holes = [cell for cell, faces in zip(found.cells, found.fitting(0), strict=True) if faces]
    assert holes == [1]
    assert found.fitting(0)[found.cells.index(1)] == (0, 1, 2, 3)
    road = found.root(0)
    assert found.aggregate[road] & OPEN == 2
    before = state(found)
    found.log = []
    place(found, ABBEY, 1, 0, 0)
    assert found.aggregate[found.root(0)] & OPEN == 1
    assert found.survey(found.root(0))[0] == {0: None, 1: None}
    found.rollback(found.log)
    assert before == state(found)


def test_a_link_joins_two_roads_and_parting_restores_both() -> None:
    found = kernel((STRAIGHT, 0, 0, 0), (MEADOW, 0, 1, 0), (STRAIGHT, 0, 2, 0))
    found.deploy(0, 0)
    apart = Board(found, (FOLLOWER,)).features
    lower = found.tile_base[2]
    before = state(found)
    found.log = []
    found.join(0, lower, 2)
    assert found.root(0) == found.root(lower)
    assert found.aggregate[found.root(0)] & OPEN == 2
    assert [(0, lower, 2)] == found.links
    found.part(0, lower, 2)
    assert set(apart) == set(Board(found, (FOLLOWER,)).features)
    found.rollback(found.log)
    assert before == state(found)


def test_a_ferry_moves_on_after_its_road_has_grown() -> None:
    """What was joined across sides since the link was laid stays joined when it is parted."""
    found = kernel((STRAIGHT, 0, 0, 0), (MEADOW, 0, 1, 0), (STRAIGHT, 0, 2, 0))
    lower = found.tile_base[2]
    found.join(0, lower, 2)
    place(found, STRAIGHT, 1, 0, 0)
    place(found, STRAIGHT, 1, 2, 0)
    before = state(found)
    found.log = []
    found.part(0, lower, 2)
    assert found.root(0) == found.root(found.tile_base[3])
    assert found.root(lower) == found.root(found.tile_base[4])
    assert found.root(0) != found.root(lower)
    assert [found.aggregate[found.root(s)] & OPEN for s in (0, lower)] == [2, 2]
    found.rollback(found.log)
    assert before == state(found)


def test_the_graph_shows_a_link_and_forgets_it() -> None:
    found = kernel((STRAIGHT, 0, 0, 0), (MEADOW, 0, 1, 0), (STRAIGHT, 0, 2, 0))
    board = Board(found, (FOLLOWER,))
    lower = found.tile_base[2]
    ends = board.segment_id(0), board.segment_id(lower)
    assert not board.graph.has_edge(*ends)
    found.join(0, lower, 2)
    assert board.graph.edges[ends]["link"] == "joins"
    found.part(0, lower, 2)
    assert not board.graph.has_edge(*ends)


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_any_mixture_of_changes_is_undone_exactly(data: st.DataObject) -> None:
    found = kernel((STRAIGHT, 0, 0, 0))
    logs, states = [], []
    for _ in range(data.draw(st.integers(1, 14))):
        states.append(state(found))
        found.log = []
        logs.append(found.log)
        kind = data.draw(st.sampled_from(("place", "deploy", "join", "part", "take back")))
        segments = st.integers(0, found.segments - 1)
        if kind == "place":
            tile = data.draw(st.integers(0, len(TILES) - 1))
            options = [
                (cell, face)
                for cell, faces in zip(found.cells, found.fitting(tile), strict=True)
                for face in faces
            ]
            if options:
                found.place(*data.draw(st.sampled_from(options)))
        elif kind == "deploy":
            found.deploy(data.draw(segments), data.draw(st.integers(0, 1)))
        elif kind == "join":
            roads = [s for s in range(found.segments) if found.kind(s) == 0]
            found.join(*(data.draw(st.sampled_from(roads)) for _ in range(2)), 2)
        elif kind == "part" and found.links:
            found.part(*data.draw(st.sampled_from(found.links)))
        elif kind == "take back":
            standing = [(s, f) for s, here in found.figures.items() for f in here]
            if standing:
                found.take_back(*data.draw(st.sampled_from(standing)))
    while logs:
        found.rollback(logs.pop())
        assert states.pop() == state(found)

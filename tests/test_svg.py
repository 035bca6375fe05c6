"""Pictures: valid XML, the same in every process, everything on the board to be seen."""

from __future__ import annotations

import subprocess
import sys
from math import dist
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from attrs import evolve
from boards import lay, started
from hypothesis import given, settings

from carcassonne_core import (
    CITY,
    Board,
    CarcassonneError,
    Completion,
    Direction,
    FeatureKind,
    Game,
    Joins,
    Mark,
    Rotation,
    RuleSet,
    Segment,
    Tile,
    installed_expansions,
)
from carcassonne_core.default_shape import turn_point
from carcassonne_core.event import Event, Trace
from carcassonne_core.svg import THEMES, board_svg, contact_sheet_svg, feature_svg, png, tile_svg
from carcassonne_core.svg.board_picture import standing_figures
from carcassonne_core.svg.symbols import COLOURS, FIGURES, MARKS, figure_sign, mark_sign
from carcassonne_core.svg.tile_picture import places
from carcassonne_core.testing import boards
from carcassonne_core.tile_shape import segment_at_point

SVG = "{http://www.w3.org/2000/svg}"
MACHINES = RuleSet(["flying_machines"], options={"flying_machines.include_crop_circle_tile": True})
PRINTED = {tile.id: tile for tile_set in MACHINES.tile_sets.values() for tile, _ in tile_set.tiles}


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def words(picture: str) -> list[str]:
    return [element.text or "" for element in parsed(picture).iter(f"{SVG}text")]


def finished(seed: int) -> Game:
    random = Random(seed)
    game = Game(["Ada", "Bob"], MACHINES)
    while not game.is_over:
        chance = game.is_chance
        game.push(game.sample_chance(random) if chance else random.choice(game.legal_actions))
    return game


@pytest.mark.parametrize("name", PRINTED)
def test_every_printed_tile_can_be_drawn_as_it_lies(name: str) -> None:
    for rotation in Rotation:
        picture = parsed(tile_svg(PRINTED[name].turned(rotation)))
        assert picture.tag == f"{SVG}svg"
        assert len(list(picture.iter(f"{SVG}path"))) >= len(PRINTED[name].segments)


def test_a_tile_is_as_large_as_asked() -> None:
    picture = parsed(tile_svg(PRINTED["BA/C"], size=321))
    assert (picture.get("width"), picture.get("height")) == ("321", "321")


def test_pictures_of_whole_games_are_valid_and_alike_in_every_process() -> None:
    code = (
        "from tests.test_svg import board_svg, finished; import sys;"
        "sys.stdout.reconfigure(encoding='utf-8'); print(board_svg(finished(3)), end='')"
    ).replace("tests.test_svg", "test_svg")
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        cwd=Path(__file__).parent,
        encoding="utf-8",
    )
    assert run.stdout == board_svg(finished(3))
    assert parsed(run.stdout).tag == f"{SVG}svg"


def test_drawing_changes_nothing() -> None:
    game = finished(1)
    before = game.copy()
    assert board_svg(game) == board_svg(game)
    assert game == before


def test_importing_the_pictures_loads_no_shapely() -> None:
    code = "import sys, carcassonne_core.svg; sys.exit('shapely' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_cell_shows_its_position() -> None:
    game = started([("BA/RFr", 1, 0, 0)])
    assert {"0,0", "1,0", "2,0"} <= set(words(board_svg(game)))
    assert "2,0" not in words(board_svg(game, frontier=False))
    assert "0,0" not in words(board_svg(game, coordinates=False))


def test_names_and_scores_are_shown_whatever_they_are_made_of() -> None:
    names = ['<b>"&', "a\x00b\x1b", "Zoë 🐷"]
    game = Game(names)
    shown = words(board_svg(game))
    assert '<b>"&  0' in shown
    assert "a\ufffdb\ufffd  0" in shown
    assert "Zoë 🐷  0" in shown


def test_a_board_without_a_game_and_without_tiles_can_be_drawn() -> None:
    assert parsed(board_svg(Board.build(RuleSet(), []))) is not None
    picture = board_svg(Board.build(RuleSet(), [("BA/RCr", 5, -3, 90)]))
    assert "5,-3" in words(picture)


def test_the_last_tile_is_outlined() -> None:
    game = started([("BA/RFr", 1, 0, 0)])
    outlines = [
        element
        for element in parsed(board_svg(game)).iter(f"{SVG}rect")
        if element.get("stroke") == "#c2185b"
    ]
    assert [(element.get("x"), element.get("y")) for element in outlines] == [("100", "0")]


# ------------------------------------------------------------------------------------ figures


def test_each_figure_is_drawn_in_the_colour_of_its_player() -> None:
    game = started(
        [("BA/RFr", 1, 0, 0, "follower road WE"), ("BA/L", 1, 1, 0, "follower cloister I")]
    )
    drawn = [
        element.get("fill")
        for element in parsed(board_svg(game.board)).iter(f"{SVG}path")
        if element.get("d") == FIGURES["follower"]
    ]
    assert drawn == list(COLOURS[:2])


def test_every_player_has_another_colour_and_every_kind_another_silhouette() -> None:
    assert len(set(COLOURS)) == 6
    kinds = [*FIGURES, "some_kind", "other_thing"]
    assert len({figure_sign(kind, 0, 0, 0, lies=False) for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("name", PRINTED)
def test_figures_stand_inside_their_segment_and_apart(name: str) -> None:
    tile = PRINTED[name]
    for index, segment in enumerate(tile.segments):
        for number in (1, 2, 3):
            spots = places(tile, index, number)
            assert len(spots) == number
            assert all(segment_at_point(tile, x, y) == index for x, y in spots), segment
            gaps = [dist(a, b) for a in spots for b in spots if a < b]
            assert min(gaps, default=1.0) > 0.04


def test_a_figure_on_a_machine_s_road_stands_beside_the_machine() -> None:
    tile = PRINTED["FL/RFr.WE.o"]
    assert dist(places(tile, 0, 1)[0], (0.5, 0.5)) > 0.2


# ------------------------------------------------------------------------------------ marks


@pytest.mark.parametrize("rotation", Rotation)
def test_the_arrow_of_a_machine_turns_with_its_tile(rotation: Rotation) -> None:
    tile = PRINTED["FL/F.o"].turned(rotation)
    arrow = tile.mark("flying_machine")
    assert arrow is not None
    assert arrow.direction is Direction.W.turned(rotation)
    assert f"rotate({45 * arrow.direction})" in tile_svg(tile)


def test_unknown_marks_and_kinds_have_a_sign_with_their_initials() -> None:
    kind = FeatureKind("wonder", Joins.NOTHING, Completion.SURROUNDED)
    tile = PRINTED["BA/L"]
    segments = (evolve(tile.segments[0], kind=kind), tile.segments[1])
    strange = Tile("X/1", segments, (Mark("magic_gate", Direction.SE), Mark("volcano")))
    assert {"MG", "Vo", "Wo"} <= set(words(tile_svg(strange)))


def test_every_known_mark_has_a_sign_of_its_own() -> None:
    signs = {mark_sign(Mark(name), 0, 0) for name in [*MARKS, "any_other", "else"]}
    assert len(signs) == len(MARKS) + 2


def test_marks_of_segments_are_drawn() -> None:
    tile = PRINTED["BA/RFr"]
    inn = (evolve(tile.segments[0], marks=(Mark("inn"),)), *tile.segments[1:])
    assert MARKS["inn"] in tile_svg(evolve(tile, segments=inn))


def test_a_pennant_is_drawn_for_each_coat_of_arms() -> None:
    city = Segment(CITY, PRINTED["BA/Cccc+"].segments[0].ports, pennants=2)
    assert tile_svg(Tile("X/2", (city,))).count("#1f4e9c") == 2


# ------------------------------------------------------------------------------------ traces


def test_the_last_flight_is_drawn_with_the_number_of_the_die() -> None:
    game = started([], MACHINES, then=["FL/RFr.WE.o"])
    lay(game, ("FL/RFr.WE.o", 1, 0, 0))
    before = board_svg(game)
    game.replay(["fly follower", "roll 1"])
    picture = board_svg(game)
    assert "1" in words(picture)
    assert "M150 50L50 50" in picture
    assert "M150 50L50 50" not in before


def test_a_flight_off_the_board_ends_in_a_cross_inside_the_picture() -> None:
    game = started([], MACHINES, then=["FL/RFr.WE.o"])
    lay(game, ("FL/RFr.WE.o", 1, 0, 180))
    game.replay(["fly follower", "roll 3"])
    picture = board_svg(game)
    assert "l18 18m0-18l-18 18" in picture
    left, _, width, _ = map(float, (parsed(picture).get("viewBox") or "").split())
    assert left + width > 450


def test_any_event_may_draw_a_line() -> None:
    assert Event().trace() is None
    game = finished(2)
    traces = [event.trace() for event in game.events]
    assert all(trace is None or isinstance(trace, Trace) for trace in traces)


# ------------------------------------------------------------------------------- on boards

EVERYTHING = RuleSet(installed_expansions())


@settings(max_examples=25)
@given(boards(EVERYTHING))
def test_no_figure_of_a_board_leaves_its_segment_or_covers_another(board: Board) -> None:
    stands = standing_figures(board)
    for stand in stands:
        figure, x, y = stand.figure, stand.x, stand.y
        position = figure.segment.position
        tile = board.tile_at(position)
        assert tile is not None
        place = turn_point((x - position.x, y - position.y), tile.rotation.inverse)
        assert segment_at_point(tile.tile, *place) == figure.segment.index
    for number, one in enumerate(stands):
        for other in stands[:number]:
            # A figure of size 1 is 0.24 tall.
            assert dist((one.x, one.y), (other.x, other.y)) > 0.12 * (one.scale + other.scale)


def test_the_tile_in_hand_is_shown_faintly_wherever_it_may_be_laid() -> None:
    game = Game(2, draw_order=["BA/RFr"]).replay(["draw BA/RFr"])
    cells = {action.position for action in game.legal_actions}
    shown = parsed(board_svg(game, placements=True))
    faint = [g for g in shown.iter(f"{SVG}g") if g.get("opacity") == "0.45"]
    assert (len(faint), len(cells)) == (3, 3)
    assert words(board_svg(game, placements=True, coordinates=False)).count("×2") == 3
    labelled = board_svg(game, placements=True, labels={min(cells): "best"})
    assert "best" in words(labelled)


def test_a_feature_is_pointed_out_with_its_owners_and_what_it_lacks() -> None:
    game = started([("BA/RFr", 1, 0, 0, "follower road WE")])
    road = next(f for f in game.board.features if f.kind.name == "road")
    picture = board_svg(game, features=[road])
    assert "road, 2 tiles, 2 open" in words(picture)
    filled = [p for p in parsed(picture).iter(f"{SVG}path") if p.get("fill-opacity") == "0.45"]
    assert [path.get("fill") for path in filled] == [COLOURS[0]] * 2


def test_where_a_flight_may_land_and_where_not_is_marked() -> None:
    game = started([("BA/RFr", -1, 0, 0, "follower road WE")], MACHINES, then=["FL/RFr.WE.o"])
    lay(game, ("FL/RFr.WE.o", 1, 0, 0))
    game.replay(["fly follower", "roll 2"])
    paths = list(parsed(board_svg(game)).iter(f"{SVG}path"))
    opened = [path for path in paths if path.get("fill-opacity") == "0.35"]
    closed = [path for path in paths if path.get("fill-opacity") == "0.15"]
    assert (len(opened), len(closed)) == (1, 2)


def test_dark_paper_is_dark_and_other_themes_are_refused() -> None:
    paper = parsed(board_svg(Game(2), theme="dark")).find(f"{SVG}rect")
    assert paper is not None
    assert paper.get("fill") == THEMES["dark"].paper
    with pytest.raises(CarcassonneError, match="no theme 'pink': expected light or dark"):
        board_svg(Game(2), theme="pink")


@pytest.mark.parametrize("name", EVERYTHING.tile_sets)
def test_a_contact_sheet_shows_every_tile_of_its_set_once(name: str) -> None:
    tile_set = EVERYTHING.tile_sets[name]
    titles = [title.text for title in parsed(contact_sheet_svg(tile_set)).iter(f"{SVG}title")]
    starts = {tile.id: "  start" if tile.id == tile_set.start else "" for tile, _ in tile_set.tiles}
    assert titles == [f"{tile.id}  ×{n}{starts[tile.id]}" for tile, n in tile_set.tiles]


def test_goods_have_a_sign_each_and_no_letters() -> None:
    signs = [mark_sign(Mark("goods", value=value), 0, 0) for value in ("wine", "grain", "cloth")]
    assert len(set(signs)) == 3
    assert not any("<text" in sign for sign in signs)


def test_notebooks_show_tiles_boards_and_games_as_pictures() -> None:
    game = Game(2)
    tile = game.rules.start
    for shown in (tile, tile.turned(Rotation.R90), game.board, game, *game.board.features):
        assert parsed(shown._repr_svg_()).tag == f"{SVG}svg"
    assert game._repr_svg_() == board_svg(game)


def test_the_sketch_of_a_feature_shows_its_tiles_and_figures() -> None:
    game = started([("BA/CFc+", 0, -1, 90, "follower city NS")])
    city = next(f for f in game.board.features if f.figures)
    sketch = feature_svg(city)
    assert words(sketch) == ["1", "city, 2 tiles, 1 pennant, 1 open"]
    assert len(list(parsed(sketch).iter(f"{SVG}rect"))) == 1 + 2


def test_a_picture_becomes_a_png() -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    assert png(tile_svg(RuleSet().start))[:8] == b"\x89PNG\r\n\x1a\n"
    with pytest.raises(CarcassonneError, match="this is no SVG"):
        png("hello")

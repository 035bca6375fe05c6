"""Abbey & Mayor: M1 to M15, on boards counted by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from boards import Placement, at, box, codes, deployments, lay, play, scored, started, texts
from carcassonne_expansions.abbey_and_mayor.actions import Build, Move
from carcassonne_expansions.abbey_and_mayor.expansion import ABBEY, EXPANSION, AbbeyAndMayorState
from hypothesis import given, settings, strategies as st

from carcassonne_core import (
    Board,
    Deploy,
    Game,
    IllegalActionError,
    Item,
    MeepleDeployed,
    Occasion,
    Pass,
    Place,
    Rotation,
    RuleSet,
    SegmentId,
    TileDiscarded,
    dumps_record,
    loads_record,
    parse_action,
)
from carcassonne_core.cli.narrator import Narrator
from carcassonne_core.tile_set import lint_tile_set

NAME = "abbey_and_mayor"
ALONE = RuleSet([NAME])
RULES = RuleSet([NAME, "flying_machines"])
BUILDERS = RuleSet([NAME, "traders_and_builders"])
PHANTOM = RuleSet([NAME, "phantom"])
EVERYTHING = RuleSet([NAME, "abbot", "traders_and_builders", "flying_machines", "phantom"])


def with_option(name: str, value: str, *more: str) -> RuleSet:
    return RuleSet([NAME, *more], options={f"{NAME}.{name}": value})


def explained(game: Game, action: Build | Move | Place) -> list[str]:
    """The only reason against an action, in English and in Spanish."""
    (refusal,) = game.refusals(action)
    return [game.explain(refusal), game.explain(refusal, "es")]


# --------------------------------------------------------------------------- M1 to M3: the mayor


def test_everybody_has_one_mayor_for_cities_only() -> None:
    game = lay(Game(2, RULES), ("BA/C", 0, -1, 180))
    assert game.supply(0, "mayor") == game.supply(1, "mayor") == 1
    assert deployments(game, "mayor") == ["deploy mayor city S @0,-1"]


def test_a_mayor_needs_an_unoccupied_city() -> None:
    game = lay(started([("BA/CFc.1", 0, -1, 90, "follower city NS")], RULES), ("BA/C", 0, -2, 180))
    assert deployments(game, "mayor") == []


@pytest.mark.parametrize(
    ("tile", "strengths", "scores"),
    [("BA/CFc+", ((0, 1), (1, 1)), (8, 8)), ("BA/CFc.1", ((0, 0), (1, 1)), (0, 6))],
)
def test_the_mayor_is_as_strong_as_the_pennants(
    tile: str, strengths: tuple[tuple[int, int], ...], scores: tuple[int, int]
) -> None:
    """Case B4, `meeple_weight`: a mayor who lands beside one knight, with one pennant and none."""
    knight = (tile, 0, -1, 90, "follower city NS")
    game = started([("BA/RFr", 1, 0, 0), knight], RULES)
    lay(game, ("FL/RFr.WE.o", -1, 0, 180))
    assert "fly mayor" in texts(game, "fly")
    game.replay(["fly mayor", "roll 1"])
    assert texts(game) == ["land city N @0,0"]
    game.replay(["land city N @0,0"])
    play(game, [("BA/C", 0, -2, 180)])
    (city,) = scored(game, "city")
    assert (city.strengths, game.scores) == (strengths, scores)
    assert (game.supply(0, "mayor"), game.supply(1, "follower")) == (1, 7)


def test_a_lone_mayor_without_pennants_wins_nothing_and_comes_home() -> None:
    game = started([("BA/C", 0, -1, 180, "mayor city S")], RULES)
    assert game.scores == (0, 0)
    assert game.supply(0, "mayor") == 1


def test_pennants_count_as_they_are_when_the_city_is_scored() -> None:
    board = ("BA/CFc.1", 0, -1, 90, "mayor city NS"), ("BA/CFc+", 0, -2, 90), ("BA/C", 0, -3, 180)
    game = started(board, RULES)
    (city,) = scored(game, "city")
    assert (city.strengths, game.scores) == (((0, 1),), (2 * 4 + 2, 0))


@pytest.mark.parametrize(
    ("second", "strengths", "scores"),
    [("BA/CFc+", ((0, 2), (1, 2)), (12, 12)), ("BA/CFc.1", ((0, 1), (1, 2)), (0, 10))],
)
def test_two_pennants_are_as_strong_as_a_big_follower(
    second: str, strengths: tuple[tuple[int, int], ...], scores: tuple[int, int]
) -> None:
    rules = RuleSet([NAME, "flying_machines", "inns_and_cathedrals"])
    first = ("BA/CFc+", 0, -1, 90, "mayor city NS")
    game = lay(started([first], rules, then=["FL/RFr.WE.o"]), ("FL/RFr.WE.o", -1, 0, 180))
    game.replay(["fly big_follower", "roll 1", "land city N @0,0"])
    play(game, [(second, 0, -2, 90), ("BA/C", 0, -3, 180)])
    (city,) = scored(game, "city")
    assert (city.strengths, game.scores) == (strengths, scores)


def test_a_mayor_is_refused_elsewhere_than_in_cities() -> None:
    game = lay(Game(2, ALONE), ("BA/LR", 0, 1, 0))
    for place in ("road S", "cloister I", "field NL.NR.EL.ER.SL.SR.WL.WR"):
        mayor = parse_action(game, f"deploy mayor {place} @0,1")
        assert codes(game, mayor) == ["base.cannot_stand"]


# --------------------------------------------------------------------------- M15: the tiles


def test_the_box_has_twelve_tiles_and_six_abbeys_that_are_not_drawn() -> None:
    assert ALONE.tile_sets[NAME].total == 12
    assert ALONE.tile_sets["abbeys"].total == 6
    game = Game(2, ALONE)
    assert game.tiles_left == 71 + 12
    assert ABBEY not in game.stack
    lay(game, ("BA/RFr", 1, 0, 0))
    assert codes(Game(2, ALONE), parse_action(game, f"draw {ABBEY}")) == ["base.not_in_stack"]


def test_the_second_edition_has_a_garden_on_one_tile() -> None:
    played, first = ({t.id for t in r.stack} for r in (with_option("edition", "C2"), ALONE))
    assert (played - first, first - played) == ({"AM/RG"}, {"AM/R"})


def test_the_tile_sets_have_no_fault() -> None:
    for source in EXPANSION.tile_sets():
        assert lint_tile_set(source, ALONE.feature_kinds, ALONE.mark_types) == []


# --------------------------------------------------------------------------- M4, M5: the abbey

HOLE: tuple[Placement, ...] = (
    ("BA/LR", -1, 0, 270, "follower road E"),
    ("BA/C", 0, -1, 180),
    ("BA/L", 1, -1, 0),
    ("BA/L", 2, -1, 0),
    ("BA/L", 0, 1, 0),
    ("BA/LR", 2, 0, 90, "follower road W"),
    ("BA/C", 1, 1, 0, "follower city N"),
)
"""A hole at 1,0: a road of the first player ends there from the west and one of the second from the
east, a city of the first from the south, a field from the north. It is the second one's turn."""
ANOTHER_HOLE: tuple[Placement, ...] = (
    ("BA/C", 0, -2, 0),
    ("BA/C", -1, -2, 0),
    ("BA/C", -2, 0, 270),
    ("BA/L", -2, -1, 0),
)
"""A second hole, at -1,-1; the last of these tiles encloses it."""
FILL = f"place {ABBEY} R0 @1,0"
OFFER = [f"place {ABBEY} R{degrees} @1,0" for degrees in (0, 90, 180, 270)] + ["pass"]
"""The four rotations of a tile all of whose sides are alike are four placements, as ever."""


def test_an_abbey_may_be_placed_instead_of_drawing_a_tile() -> None:
    game = started(HOLE, ALONE)
    assert (game.turn_player, game.decider, game.step.name, game.hand) == (1, 1, "place", ABBEY)
    assert texts(game) == OFFER


def test_without_a_hole_a_tile_is_drawn() -> None:
    game = started(HOLE[:-1], ALONE)
    assert (game.step.name, game.hand) == ("draw", None)


def test_it_needs_a_tile_on_each_of_its_four_sides() -> None:
    game = started(HOLE, ALONE)
    beside = Place(ABBEY, at(1, 2), Rotation.R0)
    assert codes(game, beside) == ["base.not_enclosed"]
    assert explained(game, beside) == [
        "At 1,2 not all four sides of the tile would touch another one.",
        "En 1,2 no tocarían otra loseta los cuatro lados de la loseta.",
    ]


def test_whatever_the_four_tiles_show_it_fits() -> None:
    """River in the west, field in the north, road in the east, city in the south."""
    tiles = [
        ("RI/s", 0, 0, 0),
        ("BA/L", 0, -1, 0),
        ("BA/L", 1, -1, 0),
        ("BA/L", 2, -1, 0),
        ("BA/LR", 2, 0, 90),
        ("BA/L", 0, 1, 0),
    ]
    rules = RuleSet([NAME, "river"])
    assert Board.build(rules, tiles).placements(ABBEY) == ()
    closed = Board.build(rules, [*tiles, ("BA/C", 1, 1, 0)])
    assert {position for position, _ in closed.placements(ABBEY)} == {at(1, 0)}


def test_whoever_declines_draws_as_usual_and_keeps_it() -> None:
    game = started(HOLE, ALONE, then=["BA/L"]).replay(["pass"])
    assert (game.turn, game.turn_player, game.step.name, game.hand) == (8, 1, "draw", None)
    play(game, [("BA/L", 2, 1, 0)])
    assert (game.turn_player, game.hand) == (0, ABBEY)
    game.replay(["pass", "draw BA/RFr", "place BA/RFr R0 @0,2", "pass"])
    assert (game.turn_player, game.hand) == (1, ABBEY)


def test_an_abbey_leaves_the_stack_as_it_is_and_the_turn_is_like_any_other() -> None:
    game = started(HOLE, ALONE)
    left = game.tiles_left
    game.replay([FILL])
    assert (game.step.name, game.tiles_left) == ("deploy", left)
    game.replay(["pass"])
    assert (game.turn, game.turn_player, game.step.name) == (9, 0, "draw")


def test_it_closes_roads_and_cities_without_adding_a_tile() -> None:
    """Roads of two tiles and of one, and a city of one tile."""
    game = started(HOLE, ALONE).replay([FILL, "pass"])
    paid = {(e.kind, len(e.tiles)): e.points for e in scored(game)}
    assert paid == {("road", 2): ((0, 2),), ("road", 1): ((1, 1),), ("city", 1): ((0, 2),)}
    assert game.scores == (4, 1)
    assert [game.supply(seat, "follower") for seat in (0, 1)] == [7, 7]


def test_it_keeps_the_fields_around_it_apart() -> None:
    game = started(HOLE, ALONE)
    before = len([f for f in game.board.features if f.kind.name == "field"])
    game.replay([FILL])
    after = [f for f in game.board.features if f.kind.name == "field"]
    assert len(after) == before
    assert list(game.board.graph.neighbors(SegmentId(at(1, 0), 0))) == []


def test_it_is_a_cloister_of_its_own_and_worth_nine() -> None:
    game = started(HOLE, ALONE).replay([FILL])
    assert texts(game) == [
        "pass",
        "deploy follower cloister I @1,0",
        "deploy wagon cloister I @1,0",
    ]
    game.replay(["deploy follower cloister I @1,0"])
    assert game.projected_scores()[1] == 1 + 8
    play(game, [("BA/L", 2, 1, 0)])
    (cloister,) = scored(game, "cloister")
    assert cloister.points == ((1, 9),)


def test_every_player_has_one_abbey() -> None:
    game = started(HOLE, ALONE).replay([FILL, "pass"])
    play(game, ANOTHER_HOLE)
    assert (game.turn_player, game.hand) == (0, ABBEY)
    game.replay(["pass", "draw BA/RFr", "place BA/RFr R0 @0,2", "pass"])
    assert (game.turn_player, game.step.name, game.hand) == (1, "draw", None)
    assert game.state(NAME) == AbbeyAndMayorState(abbeys=(1,))


def test_with_more_copies_of_the_set_everybody_has_more() -> None:
    rules = RuleSet([NAME], sets={"base_first_edition": 1, NAME: 1, "abbeys": 2})
    game = started(HOLE, rules).replay([FILL, "pass"])
    play(game, ANOTHER_HOLE)
    game.replay(["pass", "draw BA/RFr", "place BA/RFr R0 @0,2", "pass"])
    assert (game.turn_player, game.hand) == (1, ABBEY)
    game.replay([f"place {ABBEY} R0 @-1,-1", "pass"])
    assert game.state(NAME) == AbbeyAndMayorState(abbeys=(1, 1))


def test_without_the_set_nobody_has_any() -> None:
    rules = RuleSet([NAME], sets={"base_first_edition": 1, NAME: 1})
    assert started(HOLE, rules).step.name == "draw"


def test_a_flier_lands_on_an_abbey() -> None:
    game = started(HOLE, RULES).replay([FILL, "deploy follower cloister I @1,0"])
    lay(game, ("FL/F.o", 3, 0, 0)).replay(["fly follower", "roll 2"])
    assert texts(game) == ["land cloister I @1,0"]
    game.replay(["land cloister I @1,0"])
    play(game, [("BA/L", 2, 1, 0)])
    assert (game.scores[0] - 4, game.scores[1] - 1) == (9, 9)


# --------------------------------------------------------------------------- M4: a second part

BUILT_HOLE: tuple[Placement, ...] = (
    ("BA/RFr", 1, 0, 0, "follower road WE"),
    ("BA/C", 0, -1, 180),
    ("BA/RFr", 2, 0, 0, "builder road WE"),
    ("BA/L", 2, -1, 0),
    ("BA/L", 0, -2, 0),
    ("BA/L", 1, -2, 0),
)
"""The first player, whose turn it is, has a builder on his road; a hole at 1,-1 lies in fields."""


def test_an_abbey_may_take_the_place_of_the_second_draw() -> None:
    game = started(BUILT_HOLE, BUILDERS).replay(["pass"])
    play(game, [("BA/RFr", 3, 0, 0)])
    assert (game.turn, game.turn_player, game.hand) == (7, 0, ABBEY)
    game.replay([f"place {ABBEY} R0 @1,-1", "deploy follower cloister I @1,-1"])
    assert (game.turn, game.turn_player, game.step.name) == (8, 1, "draw")


def test_declined_in_the_second_part_there_is_a_draw() -> None:
    game = started(BUILT_HOLE, BUILDERS).replay(["pass"])
    play(game, [("BA/RFr", 3, 0, 0)])
    game.replay(["pass"])
    assert (game.turn, game.turn_player, game.step.name) == (7, 0, "draw")


def test_closing_the_builders_road_with_an_abbey_earns_no_second_part() -> None:
    """The hole at 3,0 is where the road ends in the east."""
    around: tuple[Placement, ...] = (
        ("BA/L", 3, -1, 0),
        ("BA/L", 4, -1, 0),
        ("BA/LR", 4, 0, 0),
        ("BA/C", 2, 1, 180),
        ("BA/C", 3, 1, 180),
    )
    game = started([*BUILT_HOLE[:4], *around], BUILDERS)
    play(game.replay(["pass"]), [("BA/LR", -1, 0, 270)])
    assert (game.turn_player, game.hand) == (0, ABBEY)
    game.replay([f"place {ABBEY} R0 @3,0", "pass"])
    assert (game.turn_player, game.scores) == (1, (4, 0))
    assert game.supply(0, "builder") == 1


# --------------------------------------------------------------------------- M6: the last tile

COUNTS = {"BA/RCr": 1, "BA/LR": 2, "BA/C": 2, "BA/L": 3}
"""The tiles of `HOLE` and no others."""


def ended(
    folder: Path, last_abbeys: str = "once", players: int = 3, more: Mapping[str, int] | None = None
) -> Game:
    """All tiles of `HOLE` are placed; with three players the first one had the last tile."""
    rules = box(
        folder,
        {**COUNTS, **(more or {})},
        NAME,
        options={f"{NAME}.last_abbeys": last_abbeys},
        sets={"abbeys": 1},
    )
    return started(HOLE, rules, players=players)


def test_after_the_last_tile_everybody_is_asked_once_from_the_left_of_the_last_player(
    tmp_path: Path,
) -> None:
    game = ended(tmp_path)
    asked = []
    while not game.is_over:
        assert (game.decider, texts(game)) == (game.turn_player, OFFER)
        asked.append(game.decider)
        game.push(Pass())
    assert asked == [1, 2, 0]


def test_with_deployment_and_scoring(tmp_path: Path) -> None:
    """Roads of two tiles and of one, a city of one; the abbey has eight tiles around but one."""
    game = ended(tmp_path).replay([FILL])
    assert "deploy follower cloister I @1,0" in texts(game)
    game.replay(["deploy follower cloister I @1,0"])
    assert game.is_over
    occasions = [(e.kind, e.occasion) for e in scored(game)]
    assert sorted(occasions) == [
        ("city", Occasion.COMPLETED),
        ("cloister", Occasion.FINAL),
        ("road", Occasion.COMPLETED),
        ("road", Occasion.COMPLETED),
    ]
    assert game.scores == (2 + 2, 8, 1)


def test_who_declines_first_leaves_the_hole_to_the_next(tmp_path: Path) -> None:
    game = ended(tmp_path).replay(["pass", FILL])
    assert game.turn_player == 2
    game.replay(["pass"])
    assert game.is_over
    # No hole is left that the third could be asked about.
    assert game.state(NAME) == AbbeyAndMayorState(abbeys=(2,), asked=frozenset({1, 2}))


def test_or_nobody_is_asked(tmp_path: Path) -> None:
    game = ended(tmp_path, "never")
    assert game.is_over
    assert game.scores == (2 + 1, 0, 1)


def test_or_whoever_declines_is_asked_again(tmp_path: Path) -> None:
    game = ended(tmp_path, "until_placed").replay(["pass", "pass", "pass", "pass"])
    assert (game.turn_player, texts(game)) == (2, OFFER)
    game.replay([FILL, "pass"])
    assert game.is_over


def test_the_last_tile_may_be_one_that_nobody_can_place(tmp_path: Path) -> None:
    game = ended(tmp_path, players=2, more={"BA/Cccc+": 1})
    game.replay(["pass", "draw BA/Cccc+"])
    assert isinstance(game.latest_events[-1], TileDiscarded)
    asked = []
    while not game.is_over:
        asked.append(game.decider)
        game.push(Pass())
    assert asked == [0, 1]


# --------------------------------------------------------------------------- M7: the wagon

WAGON_ROAD = ("BA/LR", -1, 0, 270, "wagon road E")
"""The first player's wagon on a road that runs from the west over the start tile."""
CROSSING = ("BA/RRR", 1, 0, 0)
"""Closes it: from the crossing, roads go on to the east and to the south."""


def test_everybody_has_one_wagon_for_roads_cities_and_cloisters() -> None:
    game = lay(Game(2, ALONE), ("BA/LR", 0, 1, 0))
    assert game.supply(0, "wagon") == game.supply(1, "wagon") == 1
    assert deployments(game, "wagon") == [
        "deploy wagon road S @0,1",
        "deploy wagon cloister I @0,1",
    ]
    city = lay(Game(2, ALONE), ("BA/C", 0, -1, 180))
    assert deployments(city, "wagon") == ["deploy wagon city S @0,-1"]


def test_but_not_for_fields_and_gardens() -> None:
    rules = RuleSet([NAME], sets={"base_second_edition": 1, NAME: 1, "abbeys": 1})
    game = lay(Game(2, rules), ("BA/RFrG", 1, 0, 0))
    assert deployments(game, "wagon") == ["deploy wagon road WE @1,0"]
    for place in ("garden I", "field NL.NR.EL.WR"):
        assert codes(game, parse_action(game, f"deploy wagon {place} @1,0")) == [
            "base.cannot_stand"
        ]


def test_it_has_the_strength_of_a_follower() -> None:
    board = ("BA/CFc.1", 0, -1, 90, "wagon city NS"), ("BA/C", 0, -2, 180)
    game = started(board, ALONE)
    (city,) = scored(game, "city")
    assert (city.strengths, game.scores) == (((0, 1),), (6, 0))


# --------------------------------------------------------------------------- M8: it goes on


def test_when_its_road_has_been_scored_a_wagon_may_go_on_across_the_crossing() -> None:
    """Case A17: the first player decides in the second one's turn."""
    game = started([WAGON_ROAD, CROSSING], ALONE)
    assert (game.scores, game.supply(0, "wagon")) == ((3, 0), 1)
    assert (game.turn, game.turn_player, game.decider) == (2, 1, 0)
    found = texts(game)
    assert {"pass", "move road E @1,0", "move road S @1,0"} <= set(found)
    assert "move road W @1,0" not in found
    game.replay(["move road S @1,0"])
    assert game.supply(0, "wagon") == 0
    (told,) = [e for e in game.latest_events if isinstance(e, MeepleDeployed)]
    assert (told.player, told.meeple, told.kind, told.route) == (0, "wagon", "road", "wagon")
    assert (game.turn, game.turn_player, game.step.name) == (3, 0, "draw")


def test_it_need_not_go() -> None:
    game = started([WAGON_ROAD, CROSSING], ALONE).replay(["pass"])
    assert (game.supply(0, "wagon"), game.turn_player, game.step.name) == (1, 0, "draw")
    assert game.board.figures == ()


def test_a_new_road_pays_again_in_the_end() -> None:
    game = started([WAGON_ROAD, CROSSING], ALONE).replay(["move road E @1,0"])
    play(game, [("BA/LR", 2, 0, 90)])
    assert game.scores == (3 + 2, 0)


def test_from_a_crossing_of_four_roads_it_has_three_to_choose_from() -> None:
    game = started([WAGON_ROAD, ("BA/RRRR", 1, 0, 0)], ALONE)
    assert {"move road N @1,0", "move road E @1,0", "move road S @1,0"} <= set(texts(game))


def test_an_occupied_road_is_not_for_the_wagon() -> None:
    """M9: the second player has deployed on one of the roads of the crossing."""
    game = started([WAGON_ROAD, (*CROSSING, "follower road E")], ALONE)
    taken = parse_action(game, "move road E @1,0")
    assert "move road S @1,0" in texts(game)
    assert codes(game, taken) == ["base.occupied"]


def test_nor_is_a_finished_one() -> None:
    """M9: the crossing closes the road from the north, too."""
    board = (
        WAGON_ROAD,
        ("BA/C", 0, -1, 180),
        ("BA/L", 0, 1, 0),
        ("BA/LR", 1, -1, 0),
        ("BA/RRRR", 1, 0, 0),
    )
    game = started(board, ALONE)
    finished = parse_action(game, "move road N @1,0")
    assert codes(game, finished) == [f"{NAME}.completed"]
    assert isinstance(finished, Move)
    assert explained(game, finished) == [
        "A wagon goes to nothing that is finished: road.",
        "Un carro no va a nada que esté completo: camino.",
    ]


def test_it_reaches_only_what_its_road_meets() -> None:
    """By the first edition; the start tile's city lies beside the road and does not meet it."""
    game = started([WAGON_ROAD, CROSSING], ALONE)
    city = parse_action(game, "move city N @0,0")
    assert codes(game, city) == [f"{NAME}.out_of_reach"]
    assert isinstance(city, Move)
    assert explained(game, city) == [
        "The wagon cannot go to N at 0,0 from where it stands.",
        "El carro no puede ir desde donde está a N en 0,0.",
    ]
    assert codes(game, Move(SegmentId(at(5, 5), 0))) == ["base.no_segment"]
    assert codes(game, Move(SegmentId(at(1, 0), 9))) == ["base.no_segment"]


def test_by_the_second_edition_it_reaches_everything_around_its_tile() -> None:
    """The wagon stands at -1,0: the crossing at 1,0 is too far, the city at 0,0 is not."""
    rules = with_option("wagon_move", "C2")
    board = WAGON_ROAD, ("BA/C", -1, -1, 0), ("BA/L", 0, 1, 0), CROSSING
    game = started(board, rules)
    assert texts(game) == [
        "pass",
        "move cloister I @-1,0",
        "move city N @-1,-1",
        "move city N @0,0",
        "move cloister I @0,1",
    ]
    far = parse_action(game, "move road S @1,0")
    assert codes(game, far) == [f"{NAME}.out_of_reach"]
    field = parse_action(game, "move field ER.SL.SR.WL @0,0")
    assert codes(game, field) == ["base.cannot_stand"]


def test_by_the_second_edition_gardens_are_not_for_it_either() -> None:
    rules = RuleSet(
        [NAME],
        options={f"{NAME}.wagon_move": "C2"},
        sets={"base_second_edition": 1, NAME: 1, "abbeys": 1},
    )
    game = started([WAGON_ROAD, ("BA/CG", 0, 1, 180), CROSSING], rules)
    assert "move city N @0,0" in texts(game)
    assert [text for text in texts(game) if "garden" in text or "field" in text] == []


def test_it_goes_into_the_cloisters_at_which_its_road_ends() -> None:
    game = started([WAGON_ROAD, ("BA/LR", 1, 0, 90)], ALONE)
    assert game.scores == (3, 0)
    assert texts(game) == ["pass", "move cloister I @-1,0", "move cloister I @1,0"]
    game.replay(["move cloister I @1,0"])
    assert game.projected_scores() == (3 + 2, 0)


def test_and_into_the_abbey_that_has_just_closed_its_road() -> None:
    """M5: an abbey is a cloister in every respect."""
    game = started([WAGON_ROAD, *HOLE[1:]], ALONE).replay([FILL, "pass"])
    assert (game.turn_player, game.decider) == (1, 0)
    assert texts(game) == ["pass", "move cloister I @-1,0", "move cloister I @1,0"]
    game.replay(["move cloister I @1,0"])
    play(game, [("BA/L", 2, 1, 0)])
    (cloister,) = scored(game, "cloister")
    assert cloister.points == ((0, 9),)


def test_unless_somebody_stands_there() -> None:
    game = started([WAGON_ROAD, *HOLE[1:]], ALONE).replay([FILL, "deploy wagon cloister I @1,0"])
    assert texts(game) == ["pass", "move cloister I @-1,0"]


def test_from_an_abbey_it_goes_on_to_a_road_that_ends_there() -> None:
    """Of the two roads the eastern one is finished, the western one is not."""
    game = started([("BA/RFr", -1, 0, 0), *HOLE[1:]], ALONE)
    game.replay([FILL, "deploy wagon cloister I @1,0"])
    play(game, [("BA/L", 2, 1, 0)])
    assert (game.turn_player, game.decider) == (0, 1)
    assert texts(game) == ["pass", "move road WE @0,0"]
    finished = parse_action(game, "move road W @2,0")
    assert codes(game, finished) == [f"{NAME}.completed"]


def test_it_goes_into_a_city_at_whose_gate_its_road_ends() -> None:
    board = ("BA/CccR", -1, 0, 270, "wagon road E"), ("AM/R", 1, 0, 90)
    game = started(board, ALONE)
    assert texts(game) == ["pass", "move city _E @-1,0"]


def test_and_from_a_city_to_the_road_before_its_gate() -> None:
    board: tuple[Placement, ...] = (
        ("BA/RFr", 1, 0, 0),
        ("BA/L", 0, 1, 0),
        ("AM/RC", 2, 0, 0, "wagon city N"),
        ("BA/L", 1, -1, 0),
        ("BA/RFr", -1, 0, 0),
        ("BA/C", 2, -1, 180),
    )
    game = started(board, ALONE)
    assert (game.scores, game.turn_player, game.decider) == ((4, 0), 1, 0)
    assert texts(game) == ["pass", "move road W @2,0"]
    game.replay(["move road W @2,0"])
    assert game.projected_scores() == (4 + 4, 0)


def test_the_start_tiles_city_meets_no_road() -> None:
    board = ("BA/CFc.1", 0, -1, 90, "wagon city NS"), ("BA/C", 0, -2, 180)
    game = started(board, ALONE)
    assert (game.scores, game.turn_player, game.step.name) == ((6, 0), 0, "draw")


def test_without_a_place_to_go_nobody_is_asked() -> None:
    """Both ends of the road are in the open field."""
    road = ("BA/RFr", 1, 0, 0, "wagon road WE"), ("AM/R", -1, 0, 270), ("AM/R", 2, 0, 90)
    rules = RuleSet([NAME], sets={"base_first_edition": 1, NAME: 2, "abbeys": 1})
    game = started(road, rules)
    assert (game.scores, game.supply(0, "wagon")) == ((4, 0), 1)
    assert (game.turn_player, game.step.name) == (1, "draw")


def test_wagons_go_in_turn_order_beginning_with_the_player_whose_turn_it_is() -> None:
    board: tuple[Placement, ...] = (
        WAGON_ROAD,
        ("BA/C", 0, -1, 180),
        ("BA/L", 0, 1, 0),
        ("BA/C", 0, -2, 0),
        ("BA/LR", 1, -1, 0, "wagon road S"),
        ("AM/R", 1, 1, 180, "wagon road N"),
        ("BA/L", 0, 2, 0),
        ("BA/RRRR", 1, 0, 0),
    )
    game = started(board, ALONE, players=3)
    assert game.scores == (3, 2, 2)
    order = []
    while game.step.name == "wagon":
        assert (game.turn, game.turn_player) == (8, 1)
        order.append(game.decider)
        game.push(Pass())
    assert order == [1, 2, 0]
    assert (game.turn, game.turn_player) == (9, 2)


def test_a_wagon_of_another_player_does_not_take_the_rest_of_the_turn() -> None:
    """Case A17: the crossing earns its owner a second part, the wagon decides before it."""
    board: tuple[Placement, ...] = (
        ("BA/RFr", 1, 0, 0, "follower road WE"),
        ("BA/L", 1, -1, 0),
        ("BA/RFr", -1, 0, 0, "builder road WE"),
        ("BA/LR", 2, -1, 0, "wagon road S"),
        ("BA/RRR", 2, 0, 180),
    )
    game = started(board, BUILDERS)
    assert (game.turn_player, game.decider, game.step.name) == (0, 1, "wagon")
    assert codes(game, Deploy("follower", SegmentId(at(2, 0), 0))) == ["base.wrong_step"]
    game.replay(["move road E @2,0"])
    assert (game.turn, game.turn_player, game.decider, game.step.name) == (5, 0, 0, "draw")
    assert [(f.player, f.segment.position) for f in game.board.figures_of(1, "wagon")] == [
        (1, at(2, 0))
    ]


def test_moving_is_not_a_choice_of_the_deploy_step_nor_building_one_of_the_wagons() -> None:
    game = lay(started([WAGON_ROAD], ALONE), CROSSING)
    assert codes(game, parse_action(game, "move road E @1,0")) == ["base.wrong_step"]
    game.replay(["pass"])
    assert codes(game, Build(at(1, 0))) == ["base.wrong_step"]
    assert explained(game, Build(at(1, 0))) == [
        'It is time to move the wagon or pass; "build" has to wait.',
        "Ahora toca mover el carro o pasar; «build» tiene que esperar.",
    ]


def test_the_wagon_flies_and_goes_on_later() -> None:
    """R37 of flying machines: it lands on the road of the start tile, then a crossing closes it."""
    board: tuple[Placement, ...] = (("BA/LR", -1, 0, 270), ("BA/L", 0, 1, 0))
    game = lay(started(board, RULES, then=["FL/F.d"]), ("FL/F.d", 1, 1, 0))
    game.replay(["fly wagon", "roll 1"])
    assert texts(game) == ["land city N @0,0", "land road WE @0,0"]
    game.replay(["land road WE @0,0"])
    play(game, [("BA/RRR", 1, 0, 180)])
    assert (game.scores, game.decider) == ((3, 0), 0)
    assert "move road N @1,0" in texts(game)


def test_after_the_last_tile_a_wagon_still_goes_on_before_the_end(tmp_path: Path) -> None:
    rules = box(tmp_path, {"BA/RCr": 1, "BA/LR": 1, "BA/RRR": 1}, NAME, sets={})
    game = started([WAGON_ROAD, CROSSING], rules)
    assert (game.is_over, game.decider, game.tiles_left) == (False, 0, 0)
    game.replay(["move road E @1,0"])
    assert game.is_over
    assert game.scores == (3 + 1, 0)


# --------------------------------------------------------------------------- M10 to M14: the barn

FARM: tuple[Placement, ...] = (
    ("BA/RFr", -1, 0, 0),
    ("BA/L", -1, 1, 0, "follower field NL.NR.EL.ER.SL.SR.WL.WR"),
    ("BA/C", -1, 2, 180),
    ("BA/C", -1, 3, 0, "follower field EL.ER.SL.SR.WL.WR"),
)
"""South of the road a farmer of the second player, in a field with one complete city; beyond the
city another one. Turn of the first player, who can build a barn with the tile at 0,1."""
CORNER = ("BA/L", 0, 1, 0)
BARN = "build @0,1"


def built(rules: RuleSet = ALONE, farm: Sequence[Placement] = FARM) -> Game:
    game = lay(started(farm, rules), CORNER)
    return game.replay([BARN])


def test_a_barn_may_be_built_where_four_tiles_meet_in_a_field() -> None:
    game = lay(started(FARM, ALONE), CORNER)
    assert texts(game, "build") == [BARN]
    game.replay([BARN])
    assert game.supply(0, "barn") == 0
    (told,) = [e for e in game.latest_events if isinstance(e, MeepleDeployed)]
    assert (told.player, told.meeple, told.kind, told.route) == (0, "barn", "field", "barn")


def test_it_is_built_instead_of_deploying_a_follower() -> None:
    game = built()
    assert (game.turn_player, game.step.name) == (1, "draw")


def test_it_is_no_follower_and_never_flies() -> None:
    """Case F22."""
    barn = RULES.meeple("barn")
    assert (barn.is_follower, barn.strength, barn.count) == (False, 0, 1)
    game = lay(Game(2, RULES), ("FL/RFr.WE.o", 1, 0, 0))
    assert texts(game, "fly") == ["fly follower", "fly mayor", "fly wagon"]
    assert deployments(game, "barn") == []
    by_air = parse_action(game, "fly barn")
    assert codes(game, by_air) == ["flying_machines.not_a_follower"]


def test_nobody_builds_two() -> None:
    game = built()
    play(game, [("BA/RFr", -2, 0, 0)])
    lay(game, ("BA/L", 0, 2, 0))
    assert codes(game, Build(at(0, 2))) == ["base.not_in_supply", f"{NAME}.barn_there"]


def test_the_corner_is_one_of_the_tile_just_placed() -> None:
    game = lay(started(FARM, ALONE), ("BA/L", 0, 2, 0))
    play(game.replay(["pass"]), [("BA/RFr", -2, 0, 0)])
    lay(game, CORNER).replay(["pass"])
    lay(game, ("BA/RFr", 1, 0, 0))
    assert codes(game, Build(at(0, 1))) == [f"{NAME}.another_corner"]
    assert explained(game, Build(at(0, 1))) == [
        "The corner at 0,1 is none of the tile just placed.",
        "La esquina de 0,1 no es de la loseta recién colocada.",
    ]


@pytest.mark.parametrize("corner", [(1, 1), (0, 2), (1, 2)])
def test_at_which_four_tiles_lie(corner: tuple[int, int]) -> None:
    game = lay(started(FARM, ALONE), CORNER)
    expected = [] if corner == (0, 1) else [f"{NAME}.no_corner"]
    if corner == (0, 2):
        assert explained(game, Build(at(*corner))) == [
            "At the corner of 0,2 there are not four tiles that all show field.",
            "En la esquina de 0,2 no se juntan cuatro losetas con campo.",
        ]
    assert codes(game, Build(at(*corner))) == expected


def test_and_all_of_them_show_field() -> None:
    """Around the corner at 0,0 lie four tiles, but the start tile shows its city."""
    board = ("BA/RFr", -1, 0, 0), ("BA/C", 0, -1, 180)
    game = lay(started(board, ALONE), ("BA/L", -1, -1, 0))
    assert texts(game, "build") == []
    assert codes(game, Build(at(0, 0))) == [f"{NAME}.no_corner"]


def test_an_abbey_shows_none() -> None:
    board = (*BUILT_HOLE[:2], ("BA/RFr", 2, 0, 0), *BUILT_HOLE[3:])
    game = started(board, ALONE).replay([f"place {ABBEY} R0 @1,-1"])
    assert texts(game, "build") == []


def test_a_barn_may_be_built_with_an_abbey_where_fields_meet_elsewhere_only() -> None:
    board = (*BUILT_HOLE[:2], ("BA/RFr", 2, 0, 0), *BUILT_HOLE[3:])
    game = started(board, ALONE).replay([f"place {ABBEY} R0 @1,-1"])
    corners = [Build(at(x, y)) for x, y in ((1, -1), (2, -1), (1, 0), (2, 0))]
    assert [codes(game, corner) for corner in corners] == [[f"{NAME}.no_corner"]] * 4


def test_farmers_around_a_new_barn_are_paid_three_for_each_city_and_go_home() -> None:
    game = built()
    (field,) = scored(game, "field")
    assert (field.occasion, field.rule, field.points) == (Occasion.EARLY, "M12", ((1, 3),))
    assert game.scores == (0, 3)
    assert game.supply(1, "follower") == 7 - 1
    assert sorted(f.meeple.name for f in game.board.figures) == ["barn", "follower"]


@pytest.mark.parametrize(("meeple", "scores"), [("follower", (3, 3)), ("big_follower", (0, 3))])
def test_only_the_majority_is_paid_but_all_go_home(meeple: str, scores: tuple[int, int]) -> None:
    """The tile at 0,2 has joined the fields of both players."""
    farm: tuple[Placement, ...] = (
        ("BA/RFr", -1, 0, 0, "follower field ER.SL.SR.WL"),
        ("BA/L", -1, 1, 0),
        ("BA/C", -1, 2, 180),
        ("BA/C", -1, 3, 0, f"{meeple} field EL.ER.SL.SR.WL.WR"),
        ("BA/L", 0, 3, 0),
        ("BA/L", 0, 2, 0),
    )
    game = built(RuleSet([NAME, "inns_and_cathedrals"]), farm)
    assert game.scores == scores
    assert [f.meeple.name for f in game.board.figures] == ["barn"]
    assert (game.supply(0, "follower"), game.supply(1, meeple)) in ((7, 7), (7, 1))


def test_a_pig_pays_one_more_for_each_city_and_goes_home_too() -> None:
    farm = (
        *FARM[:3],
        ("BA/L", 0, 2, 0, "pig field NL.NR.EL.ER.SL.SR.WL.WR"),
        ("BA/C", -1, 3, 0),
        ("BA/RFr", -2, 0, 0),
    )
    game = built(BUILDERS, farm)
    (field,) = scored(game, "field")
    assert field.bonuses == ((1, Item("pigs", 1, 1)),)
    assert (game.scores, game.supply(1, "pig"), game.supply(1, "follower")) == ((0, 4), 1, 7)


def test_nobody_may_be_deployed_into_a_field_with_a_barn() -> None:
    game = lay(built(), ("BA/L", 0, 2, 0))
    assert deployments(game) == ["deploy follower cloister I @0,2"]
    into = parse_action(game, "deploy follower field NL.NR.EL.ER.SL.SR.WL.WR @0,2")
    assert codes(game, into) == ["base.occupied"]


def test_farmers_whose_field_is_joined_later_are_paid_one_for_each_city() -> None:
    game = built()
    play(game, [("BA/L", 0, 3, 0), ("BA/RFr", -2, 0, 0), ("BA/L", 0, 2, 0)])
    _, second = scored(game, "field")
    assert (second.occasion, second.rule, second.points) == (Occasion.EARLY, "M13", ((1, 1),))
    assert second.items == (Item("cities", 1, 1),)
    assert (game.scores, game.supply(1, "follower")) == ((0, 3 + 1), 7)
    assert [f.meeple.name for f in game.board.figures] == ["barn"]


def test_a_barn_pays_four_for_each_city_at_the_end() -> None:
    game = built().ended_now()
    paid = [e for e in scored(game, "field") if e.occasion is Occasion.FINAL]
    assert [e.points for e in paid if (0, 4) in e.points] == [((0, 4),)]
    assert game.scores == (4, 3 + 3)


TWO_BARNS: tuple[Placement, ...] = (
    ("BA/RFr", -1, 0, 0),
    ("BA/RFr", -2, 0, 0),
    ("BA/L", -1, 1, 0),
    ("BA/L", -1, -1, 0),
    ("BA/L", 0, 1, 0, "build @0,1"),
    ("BA/L", -2, -1, 0, "build @-1,0"),
    ("BA/LR", -3, 0, 270),
    ("BA/C", 0, -1, 180),
)
"""A barn south of the road, one of the other player north of it; the end of the road joins both
fields, in which there is one complete city."""


def test_joined_barns_pay_each_of_their_owners(tmp_path: Path) -> None:
    counts = {"BA/RCr": 1, "BA/RFr": 2, "BA/L": 4, "BA/LR": 1, "BA/C": 1}
    game = started(TWO_BARNS, box(tmp_path, counts, NAME, sets={}))
    assert game.is_over
    (field,) = scored(game, "field")
    assert (field.strengths, game.scores) == (((0, 1), (1, 1)), (4, 4))


def test_no_second_barn_in_a_field() -> None:
    game = lay(built(), ("BA/L", 0, 2, 0))
    assert texts(game, "build") == []
    assert codes(game, Build(at(0, 2))) == [f"{NAME}.barn_there"]
    assert explained(game, Build(at(0, 2))) == [
        "In the field at 0,2 a barn stands already.",
        "En el campo de 0,2 ya hay un granero.",
    ]


def test_unless_the_game_is_played_so() -> None:
    game = lay(built(with_option("barn_placement", "occupied")), ("BA/L", 0, 2, 0))
    assert texts(game, "build") == ["build @0,2"]
    game.replay(["build @0,2"])
    assert game.ended_now().scores == (4, 3 + 3 + 4)


def test_without_farmers_there_are_no_barns() -> None:
    rules = RuleSet([NAME], options={"farmers": False})
    farm = [placement[:4] for placement in FARM]
    game = lay(started(farm, rules), CORNER)
    assert texts(game, "build") == []
    assert codes(game, Build(at(0, 1))) == ["base.no_farmers"]


def test_the_phantoms_step_offers_no_barn() -> None:
    farm = [placement[:4] for placement in FARM]
    game = lay(started(farm, PHANTOM), CORNER)
    assert texts(game, "build") == [BARN]
    game.replay(["deploy follower cloister I @0,1"])
    assert texts(game, "build") == []
    assert codes(game, Build(at(0, 1))) == ["base.not_this_figure"]


def test_after_a_barn_the_phantom_may_still_be_deployed_but_not_into_its_field() -> None:
    farm = [placement[:4] for placement in FARM]
    game = lay(started(farm, PHANTOM), CORNER).replay([BARN])
    assert texts(game) == ["pass", "deploy phantom cloister I @0,1"]


# --------------------------------------------------------------------------- by air, and undone

B1: tuple[Placement, ...] = (
    ("BA/LR", 1, 0, 90),
    ("BA/L", 0, 1, 0),
    ("BA/L", -1, 1, 0),
    ("BA/L", -2, 1, 0),
    ("BA/LR", -2, 0, 270),
)
E1: tuple[Placement, ...] = (("BA/RFr", 1, 0, 0),)
LANDINGS = {
    ("b1", "mayor"): [["city N @0,0"], [], []],
    ("b1", "wagon"): [["city N @0,0"], ["cloister I @1,0"], []],
    ("e1", "mayor"): [[], ["city N @0,0"], []],
    ("e1", "wagon"): [["road WE @1,0"], ["city N @0,0", "road WE @0,0"], []],
}
"""Cases F06, F07 and F23, board E7: where mayor and wagon land, by distance."""


@pytest.mark.parametrize(("board", "meeple"), LANDINGS)
def test_mayor_and_wagon_land_where_they_may_stand(board: str, meeple: str) -> None:
    before, x, degrees = (B1, -1, 180) if board == "b1" else (E1, 2, 0)
    game = started(before, RULES, then=["FL/RFr.WE.o"])
    lay(game, ("FL/RFr.WE.o", x, 0, degrees))
    found = []
    for distance in (1, 2, 3):
        after = game.copy().replay([f"fly {meeple}", f"roll {distance}"])
        found.append([text.removeprefix("land ") for text in texts(after, "land")])
        if not found[-1]:
            assert (after.step.name, after.supply(after.turn_player, meeple)) == ("draw", 1)
    assert found == LANDINGS[board, meeple]


def position(game: Game) -> tuple[object, ...]:
    """What a position shows."""
    seats, meeples = range(game.players), game.rules.meeples
    return (
        game.scores,
        game.step,
        game.turn,
        game.hand,
        [game.supply(seat, meeple.name) for seat in seats for meeple in meeples],
        game.board.figures,
        game.stack,
        [game.state(expansion.name) for expansion in game.rules.expansions],
        texts(game),
    )


def choose(game: Game, random: Random) -> None:
    """Something of these boxes more often than its share."""
    if game.is_chance:
        game.push(game.sample_chance(random))
        return
    actions = game.legal_actions
    verbs = {"build", "move", "retrieve"}
    rare = [a for a in actions if a.verb in verbs or getattr(a, "tile", "") == ABBEY]
    rare += [a for a in actions if a.figure in ("mayor", "wagon", "abbot")]
    game.push(random.choice(rare if rare and random.random() < 0.5 else actions))


@given(st.integers(0, 2**32), st.integers(2, 4))
@settings(max_examples=max(1, settings().max_examples // 10))
def test_every_push_is_undone_exactly(seed: int, players: int) -> None:
    random, game = Random(seed), Game(players, EVERYTHING)
    while not game.is_over:
        twin, before = game.copy(), position(game)
        choose(game, random)
        action = game.pop()
        assert (position(game), game) == (before, twin)
        game = twin
        game.push(action)


def test_a_refused_action_changes_nothing() -> None:
    """Case A02."""
    games = (started([WAGON_ROAD, CROSSING], ALONE), lay(started(FARM, ALONE), CORNER))
    refused = Move(SegmentId(at(0, 0), 0)), Build(at(1, 1))
    for game, action in zip(games, refused, strict=True):
        before = position(game)
        with pytest.raises(IllegalActionError):
            game.push(action)
        assert position(game) == before


def test_a_game_is_saved_in_every_step_of_the_box() -> None:
    games = [
        started(HOLE, ALONE),
        started(HOLE, ALONE).replay([FILL]),
        started([WAGON_ROAD, CROSSING], ALONE),
        started([WAGON_ROAD, CROSSING], ALONE).replay(["move road E @1,0"]),
        lay(started(FARM, ALONE), CORNER),
        built(),
    ]
    for game in games:
        again = loads_record(dumps_record(game))
        assert (again, position(again)) == (game, position(game))


@pytest.mark.parametrize(
    ("figure", "english", "spanish"),
    [
        (
            "mayor",
            "Ana puts a mayor on the city S at 0,-1.",
            "Ana pone un alcalde en la ciudad S de 0,-1.",
        ),
        (
            "wagon",
            "Ana goes on with a wagon to the road S at 1,0.",
            "Ana sigue con un carro hasta el camino S de 1,0.",
        ),
        (
            "barn",
            "Ana builds a barn on the field NL.NR.EL.ER.SL.SR.WL.WR at 0,1.",
            "Ana construye un granero en el campo NL.NR.EL.ER.SL.SR.WL.WR de 0,1.",
        ),
    ],
)
def test_what_its_figures_do_is_told_in_both_languages(
    figure: str, english: str, spanish: str
) -> None:
    if figure == "mayor":
        game = started([("BA/C", 0, -1, 180, "mayor city S")], ALONE)
    elif figure == "wagon":
        game = started([WAGON_ROAD, CROSSING], ALONE).replay(["move road S @1,0"])
    else:
        game = built()
    told = [e for e in game.events if isinstance(e, MeepleDeployed) and e.meeple == figure][-1]
    for language, text in (("en", english), ("es", spanish)):
        narrator = Narrator(game.rules, ["Ana", "Bo"], language)
        assert [line.text for line in narrator.lines(told, game.board)] == [text]

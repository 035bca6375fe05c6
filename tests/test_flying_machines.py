"""Flying Machines in a real game: R1 to R19, R29 to R32, R35 and the worked boards.

The boards E1 to E9b were worked out by hand from the rule sheet of 2012 with its footnotes, B1 to
B7 from reports about other engines; what stands on the right of each comparison is their result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from boards import (
    Closed,
    Figures,
    Placement,
    Twice,
    at,
    box,
    codes,
    lay,
    play,
    scored,
    started,
    texts,
)
from carcassonne_expansions.flying_machines.expansion import (
    FLIGHT,
    Flight,
    FlightFailed,
    FlightRolled,
    FlightStarted,
    Fly,
    Land,
    Roll,
    odds,
)

from carcassonne_core import (
    COMMON,
    CarcassonneError,
    Completion,
    Deploy,
    Direction,
    Draw,
    FeatureKind,
    FeatureScored,
    Game,
    IllegalActionError,
    Item,
    Joins,
    MeepleDeployed,
    OptionError,
    Pass,
    RuleSet,
    SegmentId,
    dumps_record,
    loads_record,
)

RULES = RuleSet(["flying_machines"])
FIGURES = RuleSet(["flying_machines", Figures()])
TWICE = RuleSet(["flying_machines", Figures(), Twice()])

E1 = [("BA/RFr", 1, 0, 0), ("FL/RFr.WE.o", 2, 0, 0)]
E3 = [
    ("BA/LR", -1, 0, 270, "follower road E"),
    ("BA/C", 0, -1, 180),
    ("BA/L", 1, -1, 0),
    ("BA/L", 2, -1, 0),
    ("BA/LR", 2, 0, 90),
    ("FL/RFr.WE.o", 1, 0, 0),
]
E4 = [
    ("BA/L", 0, 1, 0),
    ("BA/RFr", 0, 2, 0),
    ("BA/RFr", 1, 2, 0),
    ("FL/RFr.d", 2, 2, 0),
]
E5 = [
    ("BA/LR", -1, 0, 270),
    ("BA/C", 0, -1, 180),
    ("BA/LR", 1, 0, 90),
    ("BA/L", 1, -1, 0),
    ("BA/L", 2, -1, 0),
    ("FL/F.o", 2, 0, 0),
]
E9 = [("BA/L", 0, 1, 0, "follower cloister I"), ("FL/F.o", 1, 1, 0)]
E9_REST = [
    ("BA/RFr", 1, 0, 0),
    ("BA/RFr", -1, 0, 0),
    ("BA/L", -1, 1, 0),
    ("BA/L", -1, 2, 0),
    ("BA/L", 0, 2, 0),
    ("FL/F.d", 1, 2, 0),
]
B1 = [
    ("BA/LR", 1, 0, 90),
    ("BA/L", 0, 1, 0),
    ("BA/L", -1, 1, 0),
    ("BA/L", -2, 1, 0),
    ("BA/LR", -2, 0, 270),
    ("FL/RFr.WE.o", -1, 0, 180),
]
B2 = [
    ("BA/L", 0, 1, 0, "follower cloister I"),
    ("BA/L", 1, 1, 0, "follower cloister I"),
    ("BA/CFC.2", 0, -1, 0),
    ("BA/RFr", 1, 0, 0),
    ("FL/F.d", -1, -1, 180),
]
B3 = [("BA/RFrG", 1, 0, 0), ("FL/RFr.WE.o", -1, 0, 180)]
B3_RULES = RuleSet(
    ["flying_machines", Figures()], sets={"base_second_edition": 1, "flying_machines": 1}
)


def ready(
    tiles: Sequence[Placement],
    rules: RuleSet = FIGURES,
    *,
    players: int = 2,
    then: Sequence[str] = (),
) -> Game:
    """All tiles are placed, and a figure may be deployed or fly from the last one."""
    *before, last = tiles
    game = started(before, rules, players=players, then=[last[0], *then])
    return lay(game, last[:4])


def flown(game: Game, distance: int, meeple: str = "follower") -> Game:
    """The same game after a take-off and a roll."""
    return game.copy().replay([Fly(meeple), Roll(distance)])


def landings(game: Game, distance: int, meeple: str = "follower") -> list[str]:
    """Where a figure may land, nothing if the flight fails."""
    after = flown(game, distance, meeple)
    found = [text.removeprefix("land ") for text in texts(after, "land")]
    failed = any(isinstance(event, FlightFailed) for event in after.latest_events)
    assert failed == (not found)
    if found:
        assert len(found) == len(after.legal_actions)
    return found


# ------------------------------------------------------------------------------- R1, R2: the box


def test_eight_machines_are_shuffled_into_the_stack() -> None:
    base, machines = Counter(Game(2).stack), Counter(Game(2, RULES).stack)
    assert machines - base == Counter(
        {
            "FL/F.d": 1,
            "FL/F.o": 1,
            "FL/RFr.d": 1,
            "FL/RFr.NS.o": 1,
            "FL/RFr.WE.o": 1,
            "FL/Rr.d": 1,
            "FL/Rr.NW.o": 1,
            "FL/Rr.SW.o": 1,
        }
    )
    assert not base - machines


def test_the_ninth_tile_comes_only_if_asked_for_and_carries_no_machine() -> None:
    rules = RuleSet(["flying_machines"], options={"flying_machines.include_crop_circle_tile": True})
    assert Counter(Game(2, rules).stack) - Counter(Game(2, RULES).stack) == {"CC.2/RRr": 1}
    game = ready([("CC.2/RRr", 1, 0, 180)], rules)
    assert texts(game, "fly") == []
    assert codes(game, Fly("follower")) == ["flying_machines.no_machine"]


@pytest.mark.parametrize("edition", ["C2", "C3", "C3_1"])
def test_later_editions_have_a_garden_on_the_diagonal_machine(edition: str) -> None:
    stack = Game(
        2, RuleSet(["flying_machines"], options={"flying_machines.edition": edition})
    ).stack
    assert (stack.get("FL/F.dG"), stack.get("FL/F.d"), sum(stack.values())) == (1, None, 79)


def test_several_copies_of_the_machines_may_be_played() -> None:
    rules = RuleSet(["flying_machines"], sets={"base_first_edition": 1, "flying_machines": 5})
    assert Game(2, rules).stack["FL/F.o"] == 5


@pytest.mark.parametrize(
    ("tile", "arrows"),
    [
        ("FL/F.d", ["NW", "NE", "SE", "SW"]),
        ("FL/F.o", ["W", "N", "E", "S"]),
    ],
)
def test_four_rotations_between_fields_are_four_placements(tile: str, arrows: list[str]) -> None:
    rules = RuleSet(["flying_machines"], options={"start_tile": "BA/L"})
    found = {}
    for degrees in (0, 90, 180, 270):
        game = ready([(tile, 1, 0, degrees)], rules)
        found[degrees] = game.replay([Fly("follower")]).step.data.direction.name  # type: ignore[attr-defined]
    assert list(found.values()) == arrows
    game = Game(2, rules)
    game.push(Draw(tile))
    beside = [text for text in texts(game) if text.endswith("@1,0")]
    assert beside == [f"place {tile} R{degrees} @1,0" for degrees in (0, 90, 180, 270)]


@pytest.mark.parametrize(
    ("tile", "degrees"),
    [("FL/RFr.d", [0, 180]), ("FL/RFr.WE.o", [0, 180]), ("FL/RFr.NS.o", [90, 270])],
)
def test_two_rotations_of_a_straight_road_are_two_placements(tile: str, degrees: list[int]) -> None:
    game = Game(2, RULES)
    game.push(Draw(tile))
    beside = [text for text in texts(game) if text.endswith("@1,0")]
    assert beside == [f"place {tile} R{turn} @1,0" for turn in degrees]


# ------------------------------------------------------------------------------- R3 to R7: take-off


def test_flying_stands_beside_the_ordinary_deployments() -> None:
    game = ready(E1, RULES)
    assert texts(game) == [
        "pass",
        "deploy follower road WE @2,0",
        "deploy follower field NL.NR.EL.WR @2,0",
        "deploy follower field ER.SL.SR.WL @2,0",
        "fly follower",
    ]


@pytest.mark.parametrize("choice", ["pass", "deploy follower road WE @2,0"])
def test_whoever_deploys_or_passes_does_not_fly(choice: str) -> None:
    game = ready(E1, RULES).replay([choice])
    assert (game.step.name, game.turn_player) == ("draw", 0)
    assert codes(game, Fly("follower")) == ["base.wrong_step"]


def test_whoever_flies_does_not_deploy() -> None:
    game = ready(E1, RULES).replay(["fly follower", "roll 2", "land city N @0,0"])
    assert (game.step.name, game.turn_player) == ("draw", 0)
    assert [(f.player, str(f.segment)) for f in game.board.figures] == [(1, "0,0#0")]


def test_nobody_flies_from_a_tile_without_a_machine() -> None:
    game = ready([*E1, ("BA/RFr", 3, 0, 0)], RULES)
    assert texts(game, "fly") == []
    assert codes(game, Fly("follower")) == ["flying_machines.no_machine"]


def test_the_machine_is_no_feature() -> None:
    game = ready(E1, RULES)
    kinds = [feature.kind.name for feature in game.board.features_at(at(2, 0)) or ()]
    assert kinds == ["road", "field", "field"]


def test_the_figure_is_named_before_the_roll_and_stays_named() -> None:
    game = ready(E1).replay(["fly mayor"])
    assert game.is_chance
    assert list(game.legal_actions) == [Roll(1), Roll(2), Roll(3)]
    assert game.step.data == Flight(1, "mayor", at(2, 0), Direction.W)
    for action in (Fly("follower"), Pass(), Deploy("follower", SegmentId(at(2, 0), 0))):
        assert game.refusals(action)


def test_it_stays_in_the_supply_until_it_lands() -> None:
    game = ready(E1)
    supplies = []
    for action in ("fly mayor", "roll 2", "land city N @0,0"):
        game.replay([action])
        supplies.append(game.supply(1, "mayor"))
    assert supplies == [1, 1, 0]


def test_every_distance_has_a_probability_of_a_third() -> None:
    game = ready(E1).replay(["fly follower"])
    third = Fraction(1, 3)
    assert game.chance_outcomes() == ((Roll(1), third), (Roll(2), third), (Roll(3), third))


@pytest.mark.parametrize("distance", [0, 4, -1, True, "2", None, 1.0])
def test_the_die_shows_nothing_else(distance: object) -> None:
    game = ready(E1).replay(["fly follower"])
    assert codes(game, Roll(distance)) == ["flying_machines.not_rolled"]  # type: ignore[arg-type]


def test_one_may_fly_even_if_no_face_of_the_die_can_succeed() -> None:
    game = ready([("FL/F.o", 0, 1, 180)], RULES)
    assert texts(game, "fly") == ["fly follower"]
    assert [landings(game, distance) for distance in (1, 2, 3)] == [[], [], []]


def test_all_followers_fly_and_no_other_figure() -> None:
    game = ready(E1)
    assert texts(game, "fly") == [
        "fly follower",
        "fly big_follower",
        "fly mayor",
        "fly abbot",
        "fly wagon",
        "fly phantom",
    ]
    assert codes(game, Fly("builder")) == ["flying_machines.not_a_follower"]
    assert codes(game, Fly("ghost")) == ["base.unknown_meeple"]
    assert codes(game, Fly(None)) == ["base.unknown_meeple"]  # type: ignore[arg-type]


def test_with_an_empty_supply_nobody_flies_but_one_may_pass() -> None:
    rules = RuleSet(["flying_machines"], meeples={"follower": 1})
    tiles = [
        ("BA/RFr", 1, 0, 0, "follower road WE"),
        ("BA/RFr", -1, 0, 0),
        ("FL/RFr.WE.o", 2, 0, 0),
    ]
    game = ready(tiles, rules)
    assert texts(game) == ["pass"]
    assert codes(game, Fly("follower")) == ["flying_machines.not_in_supply"]
    game.push(Pass())
    assert game.turn_player == 1


# ------------------------------------------------------------------------------- R8, R9: the path

ARROWS = {
    "FL/F.d": "NW",
    "FL/F.o": "W",
    "FL/RFr.d": "NW",
    "FL/RFr.NS.o": "W",
    "FL/RFr.WE.o": "W",
    "FL/Rr.d": "NW",
    "FL/Rr.NW.o": "W",
    "FL/Rr.SW.o": "W",
}
CLOCKWISE = {"W": ["W", "N", "E", "S"], "NW": ["NW", "NE", "SE", "SW"]}
STEPS = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1),
    "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("tile", ARROWS)
def test_the_arrow_turns_with_its_tile_and_positions_are_counted(tile: str, turn: int) -> None:
    """Whatever the rotation, the machine fits somewhere beside a crossing or a cloister."""
    start = "BA/L" if tile.startswith("FL/F") else "BA/RRRR"
    game = Game(2, RuleSet(["flying_machines"], options={"start_tile": start}), draw_order=[tile])
    game.push(Draw(tile))
    placement = next(action for action in game.legal_actions if action.rotation == turn)  # type: ignore[attr-defined]
    game.push(placement)
    dx, dy = STEPS[CLOCKWISE[ARROWS[tile]][turn]]
    x, y = placement.position.x, placement.position.y  # type: ignore[attr-defined]
    for distance in (1, 2, 3):
        (rolled,) = [e for e in flown(game, distance).latest_events if isinstance(e, FlightRolled)]
        assert rolled.target == at(x + distance * dx, y + distance * dy)


def test_board_e4_a_gap_does_not_stop_the_flight() -> None:
    game = ready(E4)
    assert landings(game, 1) == []
    assert landings(game, 2) == ["city N @0,0", "road WE @0,0"]
    assert landings(game, 3) == []


# ------------------------------------------------------------------------------ R10 to R19: landing


def test_board_e1_one_road_of_three_tiles() -> None:
    game = ready(E1)
    assert landings(game, 1) == ["road WE @1,0"]
    assert landings(game, 2) == ["city N @0,0", "road WE @0,0"]
    assert landings(game, 3) == []
    assert len(game.board.feature(SegmentId(at(2, 0), 0)).tiles) == 3


def test_board_e2_a_figure_lands_beside_a_knight_and_both_score_in_full() -> None:
    """The city of start tile, corner and end has three tiles."""
    tiles = [("BA/RFr", 1, 0, 0), ("BA/Cc.1", 0, -1, 180, "follower city SE"), E1[1]]
    game = ready(tiles, RULES, then=["BA/C"])
    assert landings(game, 2) == ["city N @0,0", "road WE @0,0"]
    game.replay(["fly follower", "roll 2", "land city N @0,0"])
    city = game.board.feature(SegmentId(at(0, 0), 0))
    assert sorted(figure.player for figure in city.figures) == [0, 1]
    play(game, [("BA/C", 1, -1, 270)])
    assert game.scores == (6, 6)
    assert [game.supply(seat, "follower") for seat in (0, 1)] == [7, 7]


@pytest.mark.parametrize(
    ("distance", "expected"), [(1, []), (2, ["cloister I @-1,0"]), (3, [])], ids=str
)
def test_board_e3_what_the_machine_completes_is_finished_and_pays_whatever_is_rolled(
    distance: int, expected: list[str]
) -> None:
    game = ready(E3)
    assert landings(game, distance) == expected
    after = flown(game, distance)
    if expected:
        after.replay([f"land {expected[0]}"])
    (event,) = scored(after)
    assert (event.kind, event.items, event.points) == ("road", (Item("tiles", 4, 4),), ((0, 4),))
    assert (after.scores, after.turn_player) == ((4, 0), 0)


def test_board_e5_nothing_open_and_the_figure_comes_back() -> None:
    game = ready(E5)
    assert landings(game, 1) == ["cloister I @1,0"]
    assert landings(game, 2) == []
    assert landings(game, 3) == ["cloister I @-1,0"]
    after = flown(game, 2)
    assert (after.supply(1, "follower"), after.board.figures) == (7, ())
    assert (after.step.name, after.turn_player) == ("draw", 0)


def test_board_e6_whoever_can_land_must() -> None:
    game = flown(ready(E3), 2)
    assert texts(game) == ["land cloister I @-1,0"]
    assert codes(game, Pass()) == ["base.wrong_step"]
    assert codes(game, Roll(1)) == ["flying_machines.must_land"]
    assert codes(game, Fly("follower")) != []
    assert codes(game, Deploy("follower", SegmentId(at(1, 0), 1))) == ["base.wrong_step"]


E7 = {
    "mayor": [[], ["city N @0,0"], []],
    "abbot": [[], [], []],
    "wagon": [["road WE @1,0"], ["city N @0,0", "road WE @0,0"], []],
    "phantom": [["road WE @1,0"], ["city N @0,0", "road WE @0,0"], []],
    "big_follower": [["road WE @1,0"], ["city N @0,0", "road WE @0,0"], []],
}


@pytest.mark.parametrize("meeple", E7)
def test_board_e7_every_figure_keeps_its_own_limits(meeple: str) -> None:
    game = ready(E1)
    assert [landings(game, distance, meeple) for distance in (1, 2, 3)] == E7[meeple]


def test_board_e9_one_may_land_on_an_occupied_cloister_and_share_its_nine_points() -> None:
    game = ready(E9, RULES, then=[tile for tile, *_ in E9_REST])
    assert landings(game, 1) == ["cloister I @0,1"]
    game.replay(["fly follower", "roll 1", "land cloister I @0,1"])
    play(game, E9_REST)
    assert game.scores == (9, 9)
    assert ([game.supply(seat, "follower") for seat in (0, 1)], game.board.figures) == ([7, 7], ())


def test_on_board_e9_the_stronger_figure_takes_all() -> None:
    game = ready(E9, then=[tile for tile, *_ in E9_REST])
    game.replay(["fly big_follower", "roll 1", "land cloister I @0,1"])
    play(game, E9_REST)
    (event,) = scored(game)
    assert (event.strengths, event.points) == (((0, 1), (1, 2)), ((1, 9),))
    assert game.scores == (0, 9)
    assert (game.supply(0, "follower"), game.supply(1, "big_follower")) == (7, 1)


def test_board_e9b_the_cloister_that_the_machine_itself_completes_is_finished() -> None:
    tiles = [E9[0], (*E9[1], "pass"), *E9_REST]
    game = ready(tiles, RULES)
    assert landings(game, 1) == []
    assert landings(game, 2) == ["road WE @-1,0"]
    assert landings(game, 3) == []
    assert flown(game, 1).scores == (9, 0)


B1_TABLE = {
    "follower": [["city N @0,0"], ["cloister I @1,0"], []],
    "big_follower": [["city N @0,0"], ["cloister I @1,0"], []],
    "phantom": [["city N @0,0"], ["cloister I @1,0"], []],
    "wagon": [["city N @0,0"], ["cloister I @1,0"], []],
    "mayor": [["city N @0,0"], [], []],
    "abbot": [[], ["cloister I @1,0"], []],
}


@pytest.mark.parametrize("distance", [1, 2, 3])
@pytest.mark.parametrize("meeple", B1_TABLE)
def test_board_b1_every_follower_over_every_distance_from_take_off_to_the_next_draw(
    meeple: str, distance: int
) -> None:
    game = ready(B1)
    expected = B1_TABLE[meeple][distance - 1]
    assert landings(game, distance, meeple) == expected
    after = flown(game, distance, meeple)
    for landing in expected:
        after.replay([f"land {landing}"])
    standing = [(figure.player, figure.meeple.name) for figure in after.board.figures]
    assert standing == [(1, meeple)] * len(expected)
    full = 7 if meeple == "follower" else 1
    assert after.supply(1, meeple) == full - len(expected)
    assert (after.step.name, after.turn_player) == ("draw", 0)


def test_board_b2_an_opponents_monk_is_no_hindrance_and_both_are_paid() -> None:
    """At 1,1: the monk of the second player; the first one lands beside him. Then the last five
    of the eight neighbours come."""
    rest = [
        ("BA/RFr", 2, 0, 0),
        ("BA/L", 2, 1, 0),
        ("BA/L", 1, 2, 0),
        ("BA/Rr", 2, 2, 270),
        ("BA/C", 0, 2, 180),
    ]
    game = ready(B2, RULES, then=[tile for tile, *_ in rest])
    assert landings(game, 1) == ["road WE @0,0"]
    assert landings(game, 2) == ["cloister I @1,1"]
    assert landings(game, 3) == []
    game.replay(["fly follower", "roll 2", "land cloister I @1,1"])
    play(game, rest)
    event = scored(game)[-1]
    assert (event.kind, event.points) == ("cloister", ((0, 9), (1, 9)))
    assert game.scores == (9, 9)
    assert [game.supply(seat, "follower") for seat in (0, 1)] == [6, 7]


def test_nor_is_the_own_monk() -> None:
    tiles = [B2[2], B2[0], B2[1], B2[3], B2[4]]
    game = ready(tiles, RULES)
    (monk,) = game.board.feature(SegmentId(at(1, 1), 0)).figures
    assert monk.player == game.turn_player == 0
    assert landings(game, 2) == ["cloister I @1,1"]
    flown(game, 2).push(Land(SegmentId(at(1, 1), 0)))


def test_board_b2_the_shared_cloister_is_worth_four_at_the_end(tmp_path: Path) -> None:
    """Its own tile and the three neighbours 0,0, 1,0 and 0,1."""
    counts = {"BA/RCr": 1, "BA/L": 2, "BA/CFC.2": 1, "BA/RFr": 1}
    rules = box(tmp_path, counts, "flying_machines", extra=MACHINE_SE, extra_count=1)
    game = ready([*B2[:4], ("XX/machine", -1, -1, 0)], rules)
    game.replay(["fly follower", "roll 2", "land cloister I @1,1"])
    points = {str(e.tiles[0]): (dict(e.points), e.value) for e in scored(game, "cloister")}
    assert points == {"0,1": ({0: 4}, 4), "1,1": ({0: 4, 1: 4}, 4)}
    assert (game.is_over, game.scores) == (True, (8, 4))


B3_TABLE = {
    "follower": [["city N @0,0", "road WE @0,0"], ["road WE @1,0"], []],
    "phantom": [["city N @0,0", "road WE @0,0"], ["road WE @1,0"], []],
    "mayor": [["city N @0,0"], [], []],
    "abbot": [[], ["garden I @1,0"], []],
}


@pytest.mark.parametrize("meeple", B3_TABLE)
def test_board_b3_only_the_abbot_lands_on_a_garden(meeple: str) -> None:
    game = ready(B3, B3_RULES)
    assert [landings(game, distance, meeple) for distance in (1, 2, 3)] == B3_TABLE[meeple]


def test_every_road_of_a_crossing_is_an_option_of_its_own() -> None:
    rules = RuleSet(["flying_machines"], options={"start_tile": "BA/RRRR"})
    game = ready([("FL/RFr.WE.o", 1, 0, 0)], rules)
    assert landings(game, 1) == ["road N @0,0", "road E @0,0", "road S @0,0", "road W @0,0"]


def test_two_segments_of_one_feature_are_two_options() -> None:
    """The city runs in a half ring from the northern to the western segment of the start tile and
    is open in the far corner."""
    rules = RuleSet(["flying_machines"], options={"start_tile": "BA/CC.2"})
    tiles = [
        ("BA/Cc.1", -1, 0, 90),
        ("BA/Cc.1", 0, -1, 270),
        ("BA/Ccc", -1, -1, 180),
        ("FL/F.o", 1, 0, 0),
    ]
    game = ready(tiles, rules)
    north, west = (game.board.feature(SegmentId(at(0, 0), index)) for index in (0, 1))
    assert (north, north.is_completed) == (west, False)
    assert landings(game, 1) == ["city N @0,0", "city W @0,0"]


def test_why_one_may_not_land_is_said_segment_by_segment() -> None:
    """On board E3, roll 1: road and city of the start tile are finished, the rest is field."""
    (rolled,) = [e for e in flown(ready(E3), 1).latest_events if isinstance(e, FlightRolled)]
    reasons = {
        segment.index: [refusal.key for refusal in refusals] for segment, refusals in rolled.refused
    }
    assert rolled.options == ()
    assert reasons == {
        0: ["flying_machines.completed"],
        1: ["flying_machines.completed"],
        2: ["flying_machines.field"],
        3: ["flying_machines.field"],
    }


@pytest.mark.parametrize(
    ("segment", "expected"),
    [
        (SegmentId(at(0, 0), 0), []),
        (SegmentId(at(0, 0), 2), ["flying_machines.field"]),
        (SegmentId(at(0, 0), 9), ["base.no_segment"]),
        (SegmentId(at(0, 0), -1), ["base.no_segment"]),
        (SegmentId(at(1, 0), 0), ["flying_machines.not_the_target"]),
        (SegmentId(at(9, 9), 0), ["flying_machines.not_the_target"]),
        (None, ["base.not_an_action"]),
    ],
    ids=str,
)
def test_an_impossible_landing_says_why(segment: SegmentId, expected: list[str]) -> None:
    game = flown(ready(E1), 2)
    action = Land(segment)
    assert codes(game, action) == expected
    assert (action in game.legal_actions) == (not expected)
    if expected:
        before = (game.copy(), game.events)
        with pytest.raises(IllegalActionError):
            game.push(action)
        assert (game, game.events) == before


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_refusal_of_a_flight_reads_as_a_sentence(language: str) -> None:
    ahead, aloft, aground = ready(E1), ready(E1).replay(["fly mayor"]), ready(E1[:1])
    landing = flown(ready(E3), 2)
    refusals = [
        *ahead.refusals(Fly("builder")),
        *ahead.refusals(Fly("ghost")),
        *aloft.refusals(Roll(9)),
        *aground.refusals(Fly("follower")),
        *landing.refusals(Roll(1)),
        *landing.refusals(Land(SegmentId(at(-1, 0), 0))),
        *landing.refusals(Land(SegmentId(at(-1, 0), 2))),
        *landing.refusals(Land(SegmentId(at(7, 0), 2))),
    ]
    sentences = [ahead.explain(refusal, language) for refusal in refusals]
    assert len(sentences) == 8
    for sentence in sentences:
        assert sentence[-1] == "."
        assert "{" not in sentence


# ------------------------------------------------------------------------------- R4, R19, R20


def test_the_machine_is_used_once_and_the_phantom_takes_what_is_left() -> None:
    """Board E1, two deployments: the follower flies over the road, the phantom stays behind."""
    game = ready(E1, TWICE).replay(["again", "fly follower", "roll 2", "land city N @0,0"])
    assert (game.step.name, game.decider, game.turn_player) == ("deploy", 1, 1)
    assert texts(game, "fly") == []
    assert codes(game, Fly("phantom")) == ["flying_machines.machine_used"]
    assert [text for text in texts(game) if "phantom" in text] == [
        "deploy phantom road WE @2,0",
        "deploy phantom field NL.NR.EL.WR @2,0",
        "deploy phantom field ER.SL.SR.WL @2,0",
    ]


def test_the_road_on_which_the_first_one_landed_is_occupied_for_the_second() -> None:
    game = ready(E1, TWICE).replay(["again", "fly follower", "roll 1", "land road WE @1,0"])
    assert [text for text in texts(game) if "phantom" in text] == [
        "deploy phantom field NL.NR.EL.WR @2,0",
        "deploy phantom field ER.SL.SR.WL @2,0",
    ]


def test_the_second_one_may_fly_if_the_first_one_did_not_even_to_the_same_road() -> None:
    game = ready(E1, TWICE).replay(["again", "deploy follower road WE @2,0"])
    assert "fly phantom" in texts(game)
    assert landings(game, 2, "phantom") == ["city N @0,0", "road WE @0,0"]
    game.replay(["fly phantom", "roll 2", "land road WE @0,0"])
    road = game.board.feature(SegmentId(at(2, 0), 0))
    assert Counter(f.meeple.name for f in road.figures) == {"follower": 1, "phantom": 1}
    assert game.turn_player == 0


def test_after_a_failed_flight_no_more_followers_are_played() -> None:
    """Board E5, roll 2."""
    game = ready(E5, TWICE).replay(["again", "fly follower", "roll 2"])
    assert game.is_deployment_over
    assert texts(game, "deploy") == texts(game, "fly") == []
    assert "flying_machines.deployment_over" in codes(game, Fly("phantom"))
    field = Deploy("phantom", SegmentId(at(2, 0), 0))
    assert field not in game.legal_actions
    assert codes(game, field) == ["base.deployment_over"]


def test_or_they_are_by_the_other_reading() -> None:
    options = {"flying_machines.phantom_after_failed_flight": True}
    rules = RuleSet(["flying_machines", Figures(), Twice()], options=options)
    game = ready(E5, rules).replay(["again", "fly follower", "roll 2"])
    assert not game.is_deployment_over
    assert [text for text in texts(game) if "phantom" in text] == [
        "deploy phantom field NL.NR.EL.ER.SL.SR.WL.WR @2,0"
    ]
    assert codes(game, Fly("phantom")) == ["flying_machines.machine_used"]


def test_the_ban_ends_with_the_turn_and_the_next_machine_is_fresh() -> None:
    game = ready(E5, RULES, then=["FL/F.d"]).replay(["fly follower", "roll 2"])
    lay(game, ("FL/F.d", 3, 0, 0))
    assert not game.is_deployment_over
    assert [text.split()[0] for text in texts(game)] == ["pass", "deploy", "fly"]


def test_the_failure_says_whether_there_was_no_tile_or_no_place() -> None:
    def reason(game: Game, distance: int) -> str:
        events = flown(game, distance).latest_events
        (failed,) = [event for event in events if isinstance(event, FlightFailed)]
        return failed.reason.code

    assert (reason(ready(E5), 2), reason(ready(E1), 3)) == ("no_landing", "no_tile")


# ------------------------------------------------------------------------------- R29 to R35


def test_a_flight_comes_after_the_tile_and_before_the_scoring() -> None:
    game = ready(E3, RULES)
    told = len(game.events)
    game.replay(["fly follower", "roll 2", "land cloister I @-1,0"])
    flight = Flight(1, "follower", at(1, 0), Direction.W)
    started_, rolled, landed, road = game.events[told:]
    assert started_ == FlightStarted(flight)
    assert isinstance(rolled, FlightRolled)
    assert (rolled.flight.distance, rolled.target) == (2, at(-1, 0))
    assert landed == MeepleDeployed(1, "follower", SegmentId(at(-1, 0), 1), "cloister", FLIGHT)
    assert isinstance(road, FeatureScored)


def test_what_the_tile_completed_is_not_scored_before_the_flight_is_over() -> None:
    game = ready(E3, RULES).replay(["fly follower", "roll 2"])
    assert (game.scores, scored(game)) == ((0, 0), [])


MACHINE = """
[[tile]]
id = "XX/machine"
count = 1
marks = [{ type = "flying_machine", direction = "W" }]
segments = [
  { kind = "road", ports = "E W" },
  { kind = "field", ports = "NL NR EL WR" },
  { kind = "field", ports = "ER SL SR WL" },
]
"""
MACHINE_SE = """
[[tile]]
id = "XX/machine"
count = 1
marks = [{ type = "flying_machine", direction = "SE" }]
segments = [{ kind = "field", ports = "NL NR EL ER SL SR WL WR" }]
"""


def test_at_the_end_the_lander_is_paid_like_anybody(tmp_path: Path) -> None:
    """Board E1 as a whole game: road of three tiles, open city of one tile."""
    counts = {"BA/RCr": 1, "BA/RFr": 1}
    rules = box(tmp_path, counts, "flying_machines", extra=MACHINE, extra_count=1)
    tiles = [("BA/RFr", 1, 0, 0, "follower road WE"), ("XX/machine", 2, 0, 0)]
    city = ready(tiles, rules).replay(["fly follower", "roll 2", "land city N @0,0"])
    road = ready(tiles, rules).replay(["fly follower", "roll 2", "land road WE @0,0"])
    failed = ready(tiles, rules).replay(["fly follower", "roll 3"])
    assert [game.is_over for game in (city, road, failed)] == [True] * 3
    assert [game.scores for game in (city, road, failed)] == [(3, 1), (3, 3), (3, 0)]


# ------------------------------------------------------------------------------- undo and records


def test_moves_may_be_taken_back_to_the_last_roll_or_draw() -> None:
    game = ready(E1, RULES)
    floors = [(game.ply, game.undo_floor)]
    for action in ("fly follower", "roll 2", "land city N @0,0", "draw BA/L"):
        game.replay([action])
        floors.append((game.ply, game.undo_floor))
    assert floors == [(5, 4), (6, 4), (7, 7), (8, 7), (9, 9)]


def test_before_the_first_draw_there_is_nothing_to_take_back() -> None:
    game = Game(2)
    assert (game.ply, game.undo_floor) == (0, 0)
    with pytest.raises(CarcassonneError, match="nothing to undo"):
        game.pop()


@pytest.mark.parametrize("actions", [[], ["fly follower"], ["fly follower", "roll 2"]], ids=len)
def test_a_game_can_be_saved_in_mid_flight(actions: list[str]) -> None:
    game = ready(E1, RULES).replay(actions)
    loaded = loads_record(dumps_record(game))
    assert loaded == game
    assert list(loaded.legal_actions) == list(game.legal_actions)
    assert (loaded.step, loaded.is_chance) == (game.step, game.is_chance)
    assert list(eval(repr(game)).legal_actions) == list(game.legal_actions)


def test_undoing_a_flight_step_by_step_leads_back() -> None:
    game = ready(E1, RULES)
    seen = []
    for action in ("fly follower", "roll 2", "land city N @0,0"):
        seen.append((game.step, list(game.legal_actions), game.events, game.board.figures))
        game.replay([action])
    for before in reversed(seen):
        game.pop()
        assert (game.step, list(game.legal_actions), game.events, game.board.figures) == before


def test_undoing_a_shared_cloister_puts_its_figures_back_in_their_order() -> None:
    """Board E9: two figures on one segment go home together, and come back."""
    game = ready(E9, FIGURES, then=[tile for tile, *_ in E9_REST])
    game.replay(["fly phantom", "roll 1", "land cloister I @0,1"])
    play(game, E9_REST[:-1])
    lay(game, E9_REST[-1])
    before = game.board.figures
    assert [figure.meeple.name for figure in before] == ["follower", "phantom"]
    game.push(Pass())
    assert (game.board.figures, game.scores) == ((), (9, 9))
    game.pop()
    assert (game.board.figures, game.scores) == (before, (0, 0))


# ------------------------------------------------------------------------------- odds


@pytest.mark.parametrize("meeple", ["follower", "mayor", "abbot", "wagon", "phantom"])
@pytest.mark.parametrize("board", ["E1", "E3", "E4", "E5", "B1", "B2"])
def test_the_odds_are_what_playing_every_roll_finds(board: str, meeple: str) -> None:
    game = ready(globals()[board])
    before = (list(game.actions), list(game.legal_actions))
    found = odds(game, meeple)
    assert (list(game.actions), list(game.legal_actions)) == before
    assert sum(face.probability for face in found) == 1
    game.push(Fly(meeple))
    for face, (roll, probability) in zip(found, game.chance_outcomes(), strict=True):
        game.push(roll)
        reached = [a.segment for a in game.legal_actions if isinstance(a, Land)]
        game.pop()
        assert (face.distance, face.probability) == (roll.distance, probability)  # type: ignore[attr-defined]
        assert list(face.options) == reached
    game.pop()
    assert (list(game.actions), list(game.legal_actions)) == before


def test_there_are_no_odds_without_a_machine_or_a_figure() -> None:
    with pytest.raises(CarcassonneError, match="no machine"):
        odds(ready(E1[:1]), "follower")
    with pytest.raises(CarcassonneError, match="no figure 'ghost'"):
        odds(ready(E1), "ghost")


# ------------------------------------------------------------------------------- other expansions

CASTLE_TILE = """
[[tile]]
id = "XX/castle"
count = 1
segments = [
  { kind = "castle" },
  { kind = "field", ports = "NL NR EL ER SL SR WL WR" },
]
"""


def castle(folder: Path, *, reached: bool = True, **options: object) -> Game:
    """A castle at 1,0 between a cloister at 0,0 and a machine at 2,0."""
    kind = FeatureKind(
        "castle", Joins.NOTHING, Completion.SURROUNDED, {COMMON}, 1, 1, reached_by_flight=reached
    )
    rules = box(
        folder,
        {"BA/L": 2},
        "flying_machines",
        Figures(),
        kinds=(kind,),
        extra=CASTLE_TILE,
        extra_count=1,
        sets={"flying_machines": 1},
        options={f"flying_machines.{name}": value for name, value in options.items()},
    )
    return ready([("XX/castle", 1, 0, 0), ("FL/F.o", 2, 0, 0)], rules)


def test_a_kind_of_feature_of_another_expansion_is_landed_on(tmp_path: Path) -> None:
    game = castle(tmp_path)
    assert landings(game, 1) == ["castle I @1,0"]
    assert landings(game, 2) == ["cloister I @0,0"]


def test_unless_it_says_that_no_flight_reaches_it(tmp_path: Path) -> None:
    game = castle(tmp_path, reached=False)
    assert landings(game, 1) == []
    (rolled,) = [e for e in flown(game, 1).latest_events if isinstance(e, FlightRolled)]
    assert [r.key for r in rolled.refused[0][1]] == ["flying_machines.never_landed_on"]
    assert landings(game, 2) == ["cloister I @0,0"]


def test_the_strict_list_of_2012_leaves_it_out(tmp_path: Path) -> None:
    game = castle(tmp_path, landing_set="strict_2012")
    assert landings(game, 1) == []
    assert landings(game, 2) == ["cloister I @0,0"]


def test_the_strict_list_leaves_the_abbot_his_garden() -> None:
    rules = RuleSet(
        ["flying_machines", Figures()],
        sets={"base_second_edition": 1, "flying_machines": 1},
        options={"flying_machines.landing_set": "strict_2012"},
    )
    game = ready(B3, rules)
    assert [landings(game, distance, "abbot") for distance in (1, 2, 3)] == B3_TABLE["abbot"]


def test_the_edition_of_2025_knows_only_small_and_big_followers(tmp_path: Path) -> None:
    rules = RuleSet(["flying_machines", Figures()], options={"flying_machines.edition": "C3_1"})
    game = ready(E1, rules)
    assert texts(game, "fly") == ["fly follower", "fly big_follower"]
    assert codes(game, Fly("mayor")) == ["flying_machines.edition_excludes_meeple"]
    assert landings(game, 2) == ["city N @0,0", "road WE @0,0"]


@pytest.mark.parametrize("edition", ["C2", "C3"])
def test_the_editions_between_fly_like_the_first(edition: str) -> None:
    rules = RuleSet(["flying_machines", Figures()], options={"flying_machines.edition": edition})
    assert texts(ready(E1, rules), "fly") == texts(ready(E1), "fly")


@pytest.mark.parametrize(
    "options", [{"edition": "C4"}, {"landing_set": "all"}, {"phantom_after_failed_flight": 1}]
)
def test_other_values_of_the_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="expected"):
        RuleSet(
            ["flying_machines"], options={f"flying_machines.{k}": v for k, v in options.items()}
        )  # type: ignore[misc]


def test_another_expansion_may_close_a_tile_to_every_deployment() -> None:
    rules = RuleSet(["flying_machines", Closed(at(1, 0))])
    game = ready(E1, rules)
    assert landings(game, 1) == []
    assert landings(game, 2) == ["city N @0,0", "road WE @0,0"]


def test_the_tile_of_the_machine_may_be_closed_and_still_be_flown_from() -> None:
    game = ready(E1, RuleSet(["flying_machines", Closed(at(2, 0))]))
    assert texts(game) == ["pass", "fly follower"]


def test_a_refusal_without_a_text_is_a_refusal_all_the_same() -> None:
    game = ready(E1, RuleSet(["flying_machines", Closed(at(2, 0))]))
    with pytest.raises(IllegalActionError, match="closed"):
        game.push(Deploy("follower", SegmentId(at(2, 0), 0)))


def test_whether_he_flew_is_known_to_whoever_judges_the_landing() -> None:
    """The routes are words: an ordinary deployment and a flight can be told apart."""
    game = ready(E1, RULES)
    by_air = flown(game, 2).replay(["land city N @0,0"])
    on_foot = game.copy().replay(["deploy follower road WE @2,0"])
    routes = [
        event.route
        for after in (by_air, on_foot)
        for event in after.latest_events
        if isinstance(event, MeepleDeployed)
    ]
    assert routes == ["flight", "placement"]

"""The rules of the base game, B1 to B16, in games with a fixed draw order.

Every expected number was counted by hand on the board of its test.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from boards import (
    SECOND_EDITION,
    Figures,
    at,
    box,
    codes,
    deployments,
    lay,
    play,
    scored,
    started,
    texts,
)

from carcassonne_core import (
    FIELD,
    Board,
    CarcassonneError,
    Deploy,
    Direction,
    Draw,
    FeatureScored,
    Figure,
    Game,
    GameEnded,
    IllegalActionError,
    Item,
    MeepleDeployed,
    Occasion,
    Pass,
    Place,
    Position,
    Rotation,
    RuleSet,
    SegmentId,
    SetupError,
    Side,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
)
from carcassonne_core.feature_graph import joined

# ------------------------------------------------------------------------------- B1: set-up


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_play_with_seven_followers_each_and_71_tiles_in_the_stack(players: int) -> None:
    game = Game(players)
    assert [game.supply(seat, "follower") for seat in range(players)] == [7] * players
    assert sum(game.stack.values()) == 71
    assert game.scores == (0,) * players
    assert [(str(p), t.id, t.rotation.name) for p, t in game.board.tiles.items()] == [
        ("0,0", "BA/RCr", "R0")
    ]


def test_the_start_tile_is_taken_out_of_the_stack() -> None:
    assert Game(2).stack["BA/RCr"] == 3


def test_one_may_play_alone() -> None:
    game = Game(1).replay(["draw BA/L", "place BA/L R0 @0,1", "pass"])
    assert (game.turn_player, game.turn, game.step.name) == (0, 2, "draw")


@pytest.mark.parametrize(
    "players",
    [0, 7, -2, True, "ab", [], ["A", "A"], ["A", " "], ["A", 2], None, 2.0, list("ABCDEFG")],
)
def test_any_other_number_of_players_is_refused(players: object) -> None:
    with pytest.raises(SetupError):
        Game(players)  # type: ignore[arg-type]


def test_players_may_have_names_and_keep_their_seats() -> None:
    game = Game(["Zoe", "Ana", "Mo"])
    assert (game.names, game.players) == (("Zoe", "Ana", "Mo"), 3)
    assert Game(2).names == ("Player 1", "Player 2")


@pytest.mark.parametrize("followers", [1, 8, 15])
def test_a_game_may_be_played_with_more_or_fewer_followers(followers: int) -> None:
    game = Game(2, RuleSet(meeples={"follower": followers}))
    assert [game.supply(seat, "follower") for seat in (0, 1)] == [followers] * 2


def test_the_start_tile_is_an_option() -> None:
    game = Game(2, RuleSet(options={"start_tile": "BA/L"}))
    assert [(str(p), t.id) for p, t in game.board.tiles.items()] == [("0,0", "BA/L")]
    assert (game.stack["BA/L"], game.stack["BA/RCr"]) == (3, 4)


def test_several_copies_of_a_set_may_be_shuffled_together() -> None:
    game = Game(2, RuleSet(sets={"base_first_edition": 3}))
    assert sum(game.stack.values()) == 3 * 72 - 1
    assert (game.stack["BA/RFr"], game.stack["BA/RCr"]) == (24, 11)
    assert dict(game.chance_outcomes())[Draw("BA/RFr")] == Fraction(24, 215)


# ------------------------------------------------------------------------------- B2: the turn


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_turn_is_draw_place_deploy_and_then_the_next_player_draws(players: int) -> None:
    game = Game(players, draw_order=["BA/RFr"] * 7)
    for turn in range(7):
        steps = []
        for action in (Draw("BA/RFr"), Place("BA/RFr", at(turn + 1, 0), Rotation.R0), Pass()):
            steps.append((game.step.name, game.turn_player, game.decider, game.turn))
            game.push(action)
        seat = turn % players
        assert steps == [(name, seat, seat, turn + 1) for name in ("draw", "place", "deploy")]


def test_only_the_draw_is_left_to_chance() -> None:
    game = Game(2, draw_order=["BA/RFr"])
    seen = [game.is_chance]
    for action in (Draw("BA/RFr"), Place("BA/RFr", at(1, 0), Rotation.R0), Pass()):
        game.push(action)
        seen.append(game.is_chance)
    assert seen == [True, False, False, True]


def test_an_action_out_of_turn_has_to_wait() -> None:
    game = Game(2)
    road = SegmentId(at(0, 0), 1)
    assert codes(game, Pass()) == ["base.wrong_step"]
    assert codes(game, Place("BA/RFr", at(1, 0), Rotation.R0)) == ["base.wrong_step"]
    assert codes(game, Deploy("follower", road)) == ["base.wrong_step"]
    game.push(Draw("BA/RFr"))
    assert codes(game, Draw("BA/RFr")) == ["base.wrong_step"]
    assert codes(game, Pass()) == ["base.wrong_step"]


# ------------------------------------------------------------------------------- B3: drawing

FIRST_COUNTS = {
    "BA/LR": 2, "BA/L": 4, "BA/Cccc+": 1, "BA/RCr": 3, "BA/C": 5, "BA/CFc+": 2, "BA/CFc.1": 1,
    "BA/CFC.2": 3, "BA/CC.2": 2, "BA/CRr": 3, "BA/RrC": 3, "BA/CRRR": 3, "BA/Cc+": 2,
    "BA/Cc.1": 3, "BA/CcRr+": 2, "BA/CcRr": 3, "BA/Ccc+": 1, "BA/Ccc": 3, "BA/CccR+": 2,
    "BA/CccR": 1, "BA/RFr": 8, "BA/Rr": 9, "BA/RRR": 4, "BA/RRRR": 1,
}  # fmt: skip


def test_chance_draws_each_tile_as_often_as_it_lies_in_the_stack() -> None:
    game = Game(2)
    expected = {Draw(tile): Fraction(count, 71) for tile, count in FIRST_COUNTS.items()}
    assert dict(game.chance_outcomes()) == expected
    assert list(game.legal_actions) == [action for action, _ in game.chance_outcomes()]


def test_a_drawn_tile_is_gone_from_the_stack() -> None:
    game = play(Game(2), [("BA/RFr", 1, 0, 0), ("BA/RRRR", 2, 0, 0)])
    found = dict(game.chance_outcomes())
    assert found[Draw("BA/RFr")] == Fraction(7, 69)
    assert Draw("BA/RRRR") not in found
    assert sum(found.values()) == 1
    assert codes(game, Draw("BA/RRRR")) == ["base.not_in_stack"]
    assert codes(game, Draw("XX/none")) == ["base.unknown_tile"]


def test_a_forced_draw_order_leaves_one_outcome_and_then_chance_goes_on() -> None:
    game = Game(2, draw_order=["BA/RRRR", "BA/RFr"])
    assert game.chance_outcomes() == ((Draw("BA/RRRR"), Fraction(1)),)
    assert codes(game, Draw("BA/RFr")) == ["base.not_next"]
    play(game, [("BA/RRRR", 1, 0, 0), ("BA/RFr", 2, 0, 0)])
    assert dict(game.chance_outcomes())[Draw("BA/RFr")] == Fraction(7, 69)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (["BA/RRRR", "BA/RRRR"], r"draw_order\[1\] = 'BA/RRRR': there are not so many"),
        (["BA/none"], r"draw_order\[0\] = 'BA/none': no such tile"),
        (["FL/F.d"], r"draw_order\[0\] = 'FL/F.d': no such tile"),
    ],
)
def test_an_impossible_draw_order_is_refused(order: list[str], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        Game(2, draw_order=order)


def test_a_tile_that_fits_nowhere_leaves_the_game_and_the_same_player_draws_again() -> None:
    """The closed city of two tiles leaves no city edge for a tile that is nothing but city."""
    game = started([("BA/C", 0, -1, 180)], then=["BA/Cccc+", "BA/RFr"])
    left = sum(game.stack.values())
    game.push(Draw("BA/Cccc+"))
    assert game.latest_events == (TileDrawn(1, "BA/Cccc+"), TileDiscarded(1, "BA/Cccc+"))
    assert (game.hand, game.step.name, game.turn_player, game.turn) == (None, "draw", 1, 2)
    assert (sum(game.stack.values()), len(game.board)) == (left - 1, 2)
    assert list(game.legal_actions) == [Draw("BA/RFr")]
    play(game, [("BA/RFr", 1, 0, 0, "follower road WE")])
    assert (game.turn_player, game.supply(1, "follower")) == (0, 6)


def test_a_tile_fits_if_any_of_its_rotations_does() -> None:
    game = Game(2, draw_order=["BA/C"])
    game.push(Draw("BA/C"))
    assert texts(game)[0] == "place BA/C R180 @0,-1"


def test_the_game_ends_when_the_last_tile_finds_no_place(tmp_path: Path) -> None:
    game = Game(2, box(tmp_path, {"BA/RCr": 1, "BA/C": 1, "BA/Cccc+": 1}))
    play(game, [("BA/C", 0, -1, 180)])
    game.push(Draw("BA/Cccc+"))
    assert game.is_over
    assert game.latest_events[1:] == (TileDiscarded(1, "BA/Cccc+"), GameEnded((0, 0), (0, 1)))


# ------------------------------------------------------------------------------- B4: placing


def test_a_straight_road_fits_the_start_tile_in_six_ways() -> None:
    """East and west it continues the road, south field meets field, each in two rotations; north
    is the city."""
    game = Game(2)
    game.push(Draw("BA/RFr"))
    assert sorted(texts(game)) == [
        "place BA/RFr R0 @-1,0",
        "place BA/RFr R0 @0,1",
        "place BA/RFr R0 @1,0",
        "place BA/RFr R180 @-1,0",
        "place BA/RFr R180 @0,1",
        "place BA/RFr R180 @1,0",
    ]


@pytest.mark.parametrize("tile", FIRST_COUNTS)
def test_legality_looks_at_the_turned_tile(tile: str) -> None:
    """The letters of the sides, read clockwise from the north, move on by one for each quarter
    turn; the start tile asks for C in the north, R in the east and west, F in the south."""
    letters = RuleSet().tile_sets["base_first_edition"].tile(tile).edges
    expected = []
    for turn in range(4):
        lying = letters[4 - turn :] + letters[: 4 - turn]
        for side, wanted, (x, y) in zip(
            "SWNE", "CRFR", [(0, -1), (1, 0), (0, 1), (-1, 0)], strict=True
        ):
            if lying["NESW".index(side)] == wanted:
                expected.append(Place(tile, at(x, y), Rotation(turn)))
    game = Game(2)
    game.push(Draw(tile))
    assert Counter(game.legal_actions) == Counter(expected)


def test_a_placement_says_everything_that_is_wrong_with_it() -> None:
    game = Game(2)
    game.push(Draw("BA/C"))
    tried = {
        Place("BA/RFr", at(1, 0), Rotation.R0): ["base.not_in_hand"],
        Place("BA/C", at(0, 0), Rotation.R0): ["base.position_taken"],
        Place("BA/C", at(1, 1), Rotation.R0): ["base.no_neighbour"],
        Place("BA/C", at(10**6, 0), Rotation.R0): ["base.no_neighbour"],
        Place("BA/C", at(0, -1), Rotation.R0): ["base.edges_differ"],
        Place("BA/C", at(0, -1), Rotation.R180): [],
    }
    assert {action: codes(game, action) for action in tried} == tried


def test_two_tiles_must_agree_on_every_side_that_they_share() -> None:
    """At 1,-1 the neighbours ask for city in the west and field in the south."""
    game = started([("BA/RFr", 1, 0, 0), ("BA/Cc.1", 0, -1, 180)], then=["BA/CFc.1"])
    game.push(Draw("BA/CFc.1"))
    (refusal,) = game.refusals(Place("BA/CFc.1", at(1, -1), Rotation.R90))
    assert dict(refusal.facts) == {"position": "1,-1", "sides": "S W"}
    assert Place("BA/CFc.1", at(1, -1), Rotation.R0) in game.legal_actions


def test_a_refused_placement_changes_nothing() -> None:
    game = Game(2)
    game.push(Draw("BA/C"))
    before = (game.copy(), list(game.legal_actions), game.events)
    wrong = Place("BA/C", at(0, -1), Rotation.R0)
    with pytest.raises(IllegalActionError, match=r"At 0,-1 .* sides: S") as caught:
        game.push(wrong)
    assert (caught.value.action, len(caught.value.refusals)) == (wrong, 1)
    assert (game, list(game.legal_actions), game.events) == before


def test_the_grid_has_no_border() -> None:
    """Forty tiles straight to the north make one road of 41 tiles with the crossing."""
    rules = RuleSet(options={"start_tile": "BA/RRRR"}, sets={"base_first_edition": 5})
    column = [("BA/RFr", 0, -y, 90) for y in range(1, 41)]
    game = started(column, rules)
    road = game.board.features_at(at(0, -40))[0]  # type: ignore[index]
    assert (road.kind.name, len(road.tiles), road.missing) == ("road", 41, 1)


@pytest.mark.parametrize("direction", [Direction.E, Direction.S, Direction.W])
def test_nor_in_any_other_direction(direction: Direction) -> None:
    rules = RuleSet(options={"start_tile": "BA/RRRR"}, sets={"base_first_edition": 5})
    degrees = 90 if direction is Direction.S else 0
    cells = [at(0, 0).step(direction, n) for n in range(1, 41)]
    game = started([("BA/RFr", cell.x, cell.y, degrees) for cell in cells], rules)
    assert len(game.board.features_at(cells[-1])[0].tiles) == 41  # type: ignore[index]


# ------------------------------------------------------------------------ B5 to B7: deploying


def test_a_figure_goes_on_a_segment_of_the_tile_just_placed_and_of_no_other() -> None:
    """The two roads are one, the fields continue; still each is offered once, on the new tile."""
    game = started([("BA/RFr", 1, 0, 0)], then=["BA/RFr"])
    lay(game, ("BA/RFr", 2, 0, 0))
    assert texts(game) == [
        "pass",
        "deploy follower road WE @2,0",
        "deploy follower field NL.NR.EL.WR @2,0",
        "deploy follower field ER.SL.SR.WL @2,0",
    ]
    assert codes(game, Deploy("follower", SegmentId(at(1, 0), 1))) == ["base.another_tile"]
    assert codes(game, Deploy("follower", SegmentId(at(2, 0), 3))) == ["base.no_segment"]
    assert codes(game, Deploy("follower", SegmentId(at(2, 0), -1))) == ["base.no_segment"]
    assert codes(game, Deploy("follower", SegmentId(at(9, 9), 0))) == ["base.no_tile"]
    assert codes(game, Deploy("ghost", SegmentId(at(2, 0), 0))) == ["base.unknown_meeple"]


def test_a_deployment_moves_one_figure_from_the_supply_to_the_board() -> None:
    game = started([("BA/RFr", 1, 0, 0, "follower road WE")])
    assert (game.supply(0, "follower"), game.supply(1, "follower")) == (6, 7)
    (figure,) = game.board.figures
    assert (figure.player, figure.meeple.name) == (0, "follower")
    assert figure.segment == SegmentId(at(1, 0), 0)
    assert game.latest_events == (
        MeepleDeployed(0, "follower", SegmentId(at(1, 0), 0), "road", "placement"),
    )


@pytest.mark.parametrize("owner", [0, 1])
def test_no_figure_joins_another_on_its_feature_not_even_the_own_one(owner: int) -> None:
    fillers = [("BA/RFr", -1, 0, 0)]
    thief = [("BA/RFr", 1, 0, 0, "follower road WE")]
    game = started(fillers + thief if owner else thief + fillers, then=["BA/RFr"])
    lay(game, ("BA/RFr", 2, 0, 0))
    assert game.turn_player == 0
    assert deployments(game) == [
        "deploy follower field NL.NR.EL.WR @2,0",
        "deploy follower field ER.SL.SR.WL @2,0",
    ]
    assert codes(game, Deploy("follower", SegmentId(at(2, 0), 0))) == ["base.occupied"]


def test_without_figures_in_supply_one_goes_on_placing_tiles() -> None:
    rules = RuleSet(meeples={"follower": 1})
    tiles = [("BA/RFr", 1, 0, 0, "follower road WE"), ("BA/RFr", -1, 0, 0)]
    game = started(tiles, rules, then=["BA/L"])
    lay(game, ("BA/L", 0, 1, 0))
    assert texts(game) == ["pass"]
    assert codes(game, Deploy("follower", SegmentId(at(0, 1), 0))) == ["base.not_in_supply"]


def test_a_feature_just_completed_may_be_taken_and_is_scored_at_once() -> None:
    game = started([("BA/C", 0, -1, 180, "follower city S")])
    assert (game.scores, game.supply(0, "follower"), game.board.figures) == ((4, 0), 7, ())


def test_a_cloister_just_completed_may_be_taken_and_is_scored_at_once() -> None:
    """The hole in the middle of eight tiles is filled with a cloister."""
    rules = RuleSet(options={"start_tile": "BA/L"}, sets={"base_first_edition": 3})
    ring = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
    tiles: list[tuple[object, ...]] = [("BA/L", x, y, 0) for x, y in ring]
    tiles.append(("BA/L", 1, 1, 0, "follower cloister I"))
    game = started(tiles, rules)
    assert (game.scores, game.supply(1, "follower")) == ((0, 9), 7)


def test_figures_meet_on_a_feature_when_a_later_tile_joins_it() -> None:
    game = started(
        [
            ("BA/L", 0, 1, 0),
            ("BA/RFr", 1, 0, 0, "follower field NL.NR.EL.WR"),
            ("BA/RFr", 0, 2, 0, "follower road WE"),
            ("BA/L", 1, 1, 0),
            ("BA/L", 2, 1, 0),
            ("BA/RFr", 2, 2, 0, "follower road WE"),
            ("BA/RFr", 1, 2, 0),
        ]
    )
    road = game.board.features_at(at(1, 2))[0]  # type: ignore[index]
    assert [(f.player, str(f.segment)) for f in road.figures] == [(0, "0,2#0"), (1, "2,2#0")]


def test_without_farmers_nobody_is_deployed_on_a_field() -> None:
    game = Game(2, RuleSet(options={"farmers": False}), draw_order=["BA/RFr"])
    lay(game, ("BA/RFr", 1, 0, 0))
    assert texts(game) == ["pass", "deploy follower road WE @1,0"]
    assert codes(game, Deploy("follower", SegmentId(at(1, 0), 1))) == ["base.no_farmers"]


# ------------------------------------------------------------------------------- B8: completion


@pytest.mark.parametrize("last", Direction, ids=str)
def test_a_cloister_is_complete_whichever_of_its_eight_neighbours_comes_last(
    last: Direction,
) -> None:
    """The way from the start tile to the cloister comes from the west, or from the north if the
    western neighbour is the last one. A ninth tile lies outside the ring."""
    rules = RuleSet(options={"start_tile": "BA/L"}, sets={"base_first_edition": 3})
    way = Direction.S if last is Direction.W else Direction.E
    centre = at(0, 0).step(way, 2)
    entry = at(0, 0).step(way)
    straight = [d for d in Direction if d % 2 == 0]
    slanted = [d for d in Direction if d % 2]
    around = [centre.step(direction) for direction in straight + slanted]
    end = centre.step(last)
    rest = [cell for cell in around if cell not in (entry, end)]
    corner = Direction.SE if last is Direction.NE else Direction.NE
    outside = centre.step(corner).step(Direction.E)
    cells = [entry, centre, *rest, outside, end]
    tiles: list[tuple[object, ...]] = [("BA/L", cell.x, cell.y, 0) for cell in cells]
    tiles[1] += ("follower cloister I",)
    game = Game(3, rules)
    play(game, tiles[:-1])
    assert (game.scores, game.supply(1, "follower")) == ((0, 0, 0), 6)
    play(game, tiles[-1:])
    assert (game.scores, game.supply(1, "follower")) == ((0, 9, 0), 7)
    (event,) = scored(game)
    assert (event.kind, event.rule, event.items) == ("cloister", "B13", (Item("tiles", 9, 9),))
    assert set(event.tiles) == {centre, *around}
    assert event.tiles[0] == centre


def test_two_cloisters_may_be_completed_by_one_tile() -> None:
    """Monks of both players at 1,0 and 2,0; 1,1 is the last neighbour of either."""
    rules = RuleSet(options={"start_tile": "BA/L"}, sets={"base_first_edition": 4})
    row = [(0, -1), (1, -1), (2, -1), (3, -1), (3, 0), (3, 1), (2, 1), (0, 1)]
    tiles: list[tuple[object, ...]] = [
        ("BA/L", 1, 0, 0, "follower cloister I"),
        ("BA/L", 2, 0, 0, "follower cloister I"),
        *[("BA/L", x, y, 0) for x, y in row],
        ("BA/L", 1, 1, 0),
    ]
    game = started(tiles, rules)
    assert game.scores == (9, 9)
    assert [(event.points, str(event.tiles[0])) for event in scored(game)] == [
        (((0, 9),), "1,0"),
        (((1, 9),), "2,0"),
    ]


def test_a_field_is_never_complete() -> None:
    """A ring of four bends encloses a field entirely; its farmer stays."""
    rules = RuleSet(options={"start_tile": "BA/Rr"})
    ring = [
        ("BA/Rr", -1, 0, 270),
        ("BA/Rr", -1, 1, 180, "follower field NR.EL"),
        ("BA/Rr", 0, 1, 90),
    ]
    game = started(ring, rules)
    inside = game.board.feature(SegmentId(at(0, 1), 2))
    assert (inside.kind, len(inside.tiles), inside.missing) == (FIELD, 4, 0)
    assert (inside.is_completed, len(inside.figures)) == (False, 1)
    assert scored(game) == []


def test_the_segments_of_the_start_tile_join_like_any_others() -> None:
    game = started([("BA/CFC.2", 0, -1, 0)])
    city = game.board.feature(SegmentId(at(0, 0), 0))
    assert (city.is_completed, [str(p) for p in city.tiles]) == (True, ["0,0", "0,-1"])


def test_a_feature_without_figures_is_merely_complete() -> None:
    game = started([("BA/C", 0, -1, 180)])
    assert (game.scores, scored(game)) == ((0, 0), [])


def test_a_segment_keeps_its_name_when_its_figure_goes_home() -> None:
    segment = SegmentId(at(0, -1), 0)
    game = started([("BA/C", 0, -1, 180)])
    before = game.board.feature(segment)
    game = started([("BA/C", 0, -1, 180, "follower city S"), ("BA/RFr", 1, 0, 0)])
    assert game.board.feature(segment) == before
    assert game.board.segment_id(game.board.segment_number(segment)) == segment


# ------------------------------------------------------------------------------- B9, B10: majority

FORK = [
    ("BA/RFr", 1, 0, 0),
    ("BA/RFr", -1, 0, 0),
    ("BA/C", 1, -1, 270, "follower city W"),
    ("BA/C", -1, -1, 90, "follower city E"),
]
"""A knight of the first player east, one of the second west of the gap at 0,-1."""


def test_of_equally_strong_players_each_gets_all_the_points() -> None:
    """A city of four tiles."""
    game = started([*FORK, ("BA/Ccc", 0, -1, 180)])
    assert game.scores == (8, 8)
    (event,) = scored(game)
    assert event == FeatureScored(
        kind="city",
        occasion=Occasion.COMPLETED,
        tiles=event.tiles,
        items=(Item("tiles", 4, 8),),
        strengths=((0, 1), (1, 1)),
        points=((0, 8), (1, 8)),
        returned=event.returned,
        rule="B12",
    )
    assert {str(p) for p in event.tiles} == {"0,0", "1,-1", "-1,-1", "0,-1"}
    assert sorted((f.player, str(f.segment)) for f in event.returned) == [
        (0, "1,-1#0"),
        (1, "-1,-1#0"),
    ]
    assert event.value == 8


def test_the_stronger_player_gets_all_and_every_figure_goes_home() -> None:
    """Two knights against one in a city of five tiles with one pennant."""
    tiles = [
        *FORK,
        ("BA/L", 1, -2, 0),
        ("BA/RFr", 2, 0, 0),
        ("BA/C", 0, -2, 180, "follower city S"),
        ("BA/Cccc+", 0, -1, 0),
    ]
    game = started(tiles)
    (event,) = scored(game)
    assert event.items == (Item("tiles", 5, 10), Item("pennants", 1, 2))
    assert (event.strengths, event.points) == (((0, 2), (1, 1)), ((0, 12),))
    assert sorted(figure.player for figure in event.returned) == [0, 0, 1]
    assert game.scores == (12, 0)
    assert (game.supply(0, "follower"), game.supply(1, "follower")) == (7, 7)


def test_one_of_three_players_may_go_without() -> None:
    """In a game of three the knights belong to the first, the third and the first player."""
    tiles = [
        ("BA/RFr", 1, 0, 0),
        ("BA/RFr", -1, 0, 0),
        ("BA/C", -1, -1, 90, "follower city E"),
        ("BA/C", 1, -1, 270, "follower city W"),
        ("BA/L", 1, -2, 0),
        ("BA/RFr", 2, 0, 0),
        ("BA/C", 0, -2, 180, "follower city S"),
        ("BA/Cccc+", 0, -1, 0),
    ]
    game = started(tiles, players=3)
    assert scored(game)[0].strengths == ((0, 2), (2, 1))
    assert game.scores == (12, 0, 0)


def test_a_big_figure_outweighs_a_small_one() -> None:
    tiles = list(FORK)
    tiles[2] = ("BA/C", 1, -1, 270, "big_follower city W")
    game = started([*tiles, ("BA/Ccc", 0, -1, 180)], RuleSet([Figures()]))
    assert (game.scores, scored(game)[0].strengths) == ((8, 0), ((0, 2), (1, 1)))


def test_a_figure_that_came_home_is_deployed_again_from_the_next_turn_on() -> None:
    rules = RuleSet(meeples={"follower": 1})
    tiles = [("BA/C", 0, -1, 180, "follower city S"), ("BA/RFr", 1, 0, 0)]
    game = started(tiles, rules, then=["BA/RFr"])
    lay(game, ("BA/RFr", -1, 0, 0))
    assert "deploy follower road WE @-1,0" in texts(game)


# ------------------------------------------------------------------------------- B11: roads


def test_a_road_pays_one_point_for_each_tile() -> None:
    """From the cloister at -2,0 over four tiles to the cloister at 1,0."""
    game = started(
        [
            ("BA/RFr", -1, 0, 0, "follower road WE"),
            ("BA/LR", 1, 0, 90),
            ("BA/LR", -2, 0, 270),
        ]
    )
    (event,) = scored(game)
    assert (event.kind, event.rule, event.items) == ("road", "B11", (Item("tiles", 4, 4),))
    assert game.scores == (4, 0)


def test_a_ring_of_road_is_complete_and_counts_every_tile_once() -> None:
    rules = RuleSet(options={"start_tile": "BA/Rr"})
    ring = [("BA/Rr", -1, 0, 270, "follower road SE"), ("BA/Rr", -1, 1, 180), ("BA/Rr", 0, 1, 90)]
    game = started(ring, rules)
    assert (game.scores, scored(game)[0].items) == ((4, 0), (Item("tiles", 4, 4),))


def test_a_road_that_comes_back_to_its_crossing_counts_the_crossing_once() -> None:
    """Out of the crossing to the east, round three bends, into the crossing from the south."""
    rules = RuleSet(options={"start_tile": "BA/RRRR"})
    loop = [("BA/Rr", 1, 0, 0, "follower road SW"), ("BA/Rr", 1, 1, 90), ("BA/Rr", 0, 1, 180)]
    game = started(loop, rules)
    assert (game.scores, scored(game)[0].items) == ((4, 0), (Item("tiles", 4, 4),))


def test_a_crossing_ends_its_roads() -> None:
    game = started([("BA/RRR", 1, 0, 0), ("BA/RRR", -1, 0, 0, "follower road E")])
    assert game.scores == (0, 3)
    assert len({f.segments for f in game.board.features if f.kind.name == "road"}) == 5


# ------------------------------------------------------------------------------- B12: cities


@pytest.mark.parametrize(("option", "points"), [(4, 4), (2, 2)])
def test_a_city_of_two_tiles_pays_four_or_by_the_older_scoring_two(
    option: int, points: int
) -> None:
    rules = RuleSet(options={"small_city": option})
    game = started([("BA/C", 0, -1, 180, "follower city S")], rules)
    assert game.scores == (points, 0)


PENNANT = """
[[tile]]
id = "XX/C+"
count = 1
segments = [
  { kind = "city", ports = "N", pennants = 1 },
  { kind = "field", ports = "EL ER SL SR WL WR", borders = [0] },
]
"""


@pytest.mark.parametrize(("option", "points"), [(4, 6), (2, 3)])
def test_with_a_pennant_it_pays_six_or_three(tmp_path: Path, option: int, points: int) -> None:
    options = {"small_city": option}
    rules = box(tmp_path, {"BA/RCr": 1, "BA/RFr": 1}, options=options, extra=PENNANT, extra_count=1)
    game = started([("XX/C+", 0, -1, 180, "follower city S")], rules)
    assert game.scores == (points, 0)


def test_the_older_scoring_leaves_cities_of_three_tiles_alone() -> None:
    rules = RuleSet(options={"small_city": 2})
    tiles = [("BA/RFr", 1, 0, 0), ("BA/Cc.1", 0, -1, 180, "follower city SE"), ("BA/C", 1, -1, 270)]
    assert started(tiles, rules).scores == (0, 6)


RING = [
    ("BA/Cc.1", -1, 0, 90, "follower city NE"),
    ("BA/Cc.1", -1, -1, 180),
    ("BA/Cc.1", 0, -1, 270),
]


def test_a_ring_of_city_through_both_segments_of_a_tile_is_one_city_of_four_tiles() -> None:
    game = started(RING, RuleSet(options={"start_tile": "BA/CC.2"}))
    city = game.board.feature(SegmentId(at(0, 0), 0))
    assert city == game.board.feature(SegmentId(at(0, 0), 1))
    assert (len(city.segments), len(city.tiles), city.is_completed) == (5, 4, True)
    assert (game.scores, scored(game)[0].items) == ((8, 0), (Item("tiles", 4, 8),))


def test_so_it_is_on_a_board_that_begins_with_a_turned_tile() -> None:
    board = Board.build(
        RuleSet(),
        [
            ("BA/CC.2", 0, 0, 90),
            ("BA/Cc.1", 0, -1, 180),
            ("BA/Cc.1", 1, -1, 270),
            ("BA/Cc.1", 1, 0, 0),
        ],
    )
    (city,) = [feature for feature in board.features if feature.kind.name == "city"]
    assert (len(city.segments), len(city.tiles), city.is_completed) == (5, 4, True)


def test_a_box_whose_tiles_have_fields_at_every_side_is_played(tmp_path: Path) -> None:
    game = Game(2, box(tmp_path, {"BA/L": 3}))
    game = game.replay(["draw BA/L"])
    cells = {(action.position.x, action.position.y) for action in game.legal_actions}
    assert (len(game.legal_actions), cells) == (16, {(0, -1), (1, 0), (0, 1), (-1, 0)})
    game = game.replay(["place BA/L R0 @1,0", "pass", "draw BA/L", "place BA/L R0 @1,1", "pass"])
    assert game.is_over


def test_figures_stand_on_a_board_that_is_built_where_they_are_put() -> None:
    rules = RuleSet()
    knights = [Figure(seat, rules.meeple("follower"), SegmentId(at(0, 0), 0)) for seat in (2, 0)]
    board = Board.build(rules, [("BA/RCr", 0, 0, 0)], knights)
    assert board.figures == tuple(knights)
    (city,) = [feature for feature in board.features if feature.kind.name == "city"]
    assert city.figures == tuple(knights)
    with pytest.raises(CarcassonneError, match="no segment 0,0#9 on the board"):
        Board.build(
            rules, [("BA/RCr", 0, 0, 0)], [evolve(knights[0], segment=SegmentId(at(0, 0), 9))]
        )


def test_of_two_cities_on_a_tile_one_may_be_complete_and_the_other_open(tmp_path: Path) -> None:
    """The southern one is complete and pays 4; the northern one pays 1 at the end."""
    rules = box(tmp_path, {"BA/RCr": 1, "BA/CFC.2": 1})
    south = started([("BA/CFC.2", 0, -1, 0, "follower city S")], rules)
    north = started([("BA/CFC.2", 0, -1, 0, "follower city N")], rules)
    assert (south.scores, north.scores) == ((4, 0), (1, 0))


def test_the_pennant_of_a_tile_belongs_to_its_city_and_not_to_its_road(tmp_path: Path) -> None:
    """Tile with a city in the east and north, a road from west to south."""
    rules = box(tmp_path, {"BA/RCr": 1, "BA/CcRr+": 1})
    road = started([("BA/CcRr+", 1, 0, 90, "follower road SW")], rules)
    city = started([("BA/CcRr+", 1, 0, 90, "follower city NE")], rules)
    assert scored(road)[0].items == (Item("tiles", 2, 2),)
    assert scored(city)[0].items == (Item("tiles", 1, 1), Item("pennants", 1, 1))
    assert (road.scores, city.scores) == ((2, 0), (2, 0))


# ------------------------------------------------------------------------------- B14: fields

FIELDS = [
    ("BA/C", 0, -1, 180, "follower field NL.NR.EL.ER.WL.WR"),
    ("BA/CFC.2", 0, -2, 90),
    ("BA/RFr", 1, 0, 0),
    ("BA/C", 1, -2, 270, "follower field NL.NR.EL.ER.SL.SR"),
]
"""Two complete cities. The first player's field borders both, the second player's one of them."""
FIELD_BOX = {"BA/RCr": 1, "BA/C": 2, "BA/CFC.2": 1, "BA/RFr": 1}


@pytest.mark.parametrize(
    ("edition", "scores"), [("third", (6, 3)), ("second", (6, 3)), ("first", (8, 4))]
)
def test_two_farmers_on_two_fields(tmp_path: Path, edition: str, scores: tuple[int, int]) -> None:
    """By the first edition's rule they are equally strong at the second city: four for each."""
    rules = box(tmp_path, FIELD_BOX, options={"field_scoring": edition})
    game = started(FIELDS, rules)
    assert (game.is_over, game.scores) == (True, scores)


@pytest.mark.parametrize(("edition", "points"), [("third", 9), ("second", 6), ("first", 8)])
def test_two_fields_of_one_farmer_tell_the_three_rules_apart(
    tmp_path: Path, edition: str, points: int
) -> None:
    """Third: 6 + 3. Second: the city between the fields pays once only. First: 4 for each city."""
    counts = {"BA/RCr": 1, "BA/C": 2, "BA/CFC.2": 1}
    rules = box(tmp_path, counts, options={"field_scoring": edition})
    game = started([FIELDS[0], FIELDS[1], FIELDS[3]], rules)
    assert game.scores == (points, 0)


@pytest.mark.parametrize(
    ("edition", "scores"), [("third", (3, 6)), ("second", (3, 3)), ("first", (0, 4))]
)
def test_by_the_first_rule_all_farmers_around_a_city_count_together(
    tmp_path: Path, edition: str, scores: tuple[int, int]
) -> None:
    """Four fields around a city of three tiles: the first player has a farmer on the western one,
    the second player has farmers on the eastern and on the northern one."""
    counts = {"BA/CFc.1": 1, "BA/C": 2, "BA/L": 2}
    rules = box(tmp_path, counts, options={"field_scoring": edition})
    tiles = [
        ("BA/C", -1, 0, 90, "follower field NL.NR.SL.SR.WL.WR"),
        ("BA/C", 1, 0, 270, "follower field NL.NR.EL.ER.SL.SR"),
        ("BA/L", 0, 1, 0),
        ("BA/L", 0, -1, 0, "follower field NL.NR.EL.ER.SL.SR.WL.WR"),
    ]
    assert started(tiles, rules).scores == scores


@pytest.mark.parametrize("edition", ["third", "second"])
@pytest.mark.parametrize(("meeple", "scores"), [("follower", (3, 3)), ("big_follower", (0, 3))])
def test_the_strongest_on_a_field_get_all_its_points(
    tmp_path: Path, edition: str, meeple: str, scores: tuple[int, int]
) -> None:
    """The farmers stand on either side of a road, until a cloister at its end joins the fields."""
    counts = {"BA/C": 2, "BA/RFr": 1, "BA/L": 1, "BA/LR": 1}
    rules = box(tmp_path, counts, Figures(), options={"field_scoring": edition})
    tiles = [
        ("BA/RFr", 1, 0, 90, "follower field NL.SR.WL.WR"),
        ("BA/L", 2, 0, 0, f"{meeple} field NL.NR.EL.ER.SL.SR.WL.WR"),
        ("BA/C", 0, -1, 180),
        ("BA/LR", 1, 1, 180),
    ]
    assert started(tiles, rules).scores == scores


def test_a_field_says_which_cities_it_was_paid_for(tmp_path: Path) -> None:
    game = started(FIELDS, box(tmp_path, FIELD_BOX))
    first, second = scored(game, "field")
    assert (first.items, first.points, first.strengths) == (
        (Item("cities", 2, 6),),
        ((0, 6),),
        ((0, 1),),
    )
    assert (second.items, second.points, second.strengths) == (
        (Item("cities", 1, 3),),
        ((1, 3),),
        ((1, 1),),
    )
    assert {event.rule for event in (first, second)} == {"B14"}
    assert (first.is_completed, first.returned) == (False, ())


@pytest.mark.parametrize(
    ("tiles", "fields", "roads"),
    [
        ([("BA/RFr", 0, 0, 0), ("BA/RFr", 1, 0, 0)], 2, 1),
        ([("BA/RFr", 0, 0, 0), ("BA/RFr", 1, 0, 180)], 2, 1),
        ([("BA/RFr", 0, 0, 0), ("BA/RFr", 0, 1, 0)], 3, 2),
        ([("BA/RrC", 0, 0, 0), ("BA/RFr", -1, 0, 0)], 2, 1),
        ([("BA/CRRR", 0, 0, 0), ("BA/RFr", 1, 0, 0)], 3, 3),
        ([("BA/CcRr", 0, 0, 0), ("BA/RFr", 1, 0, 0)], 2, 1),
        ([("BA/CcRr", 0, 0, 0), ("BA/RFr", 1, 0, 0), ("BA/RFr", 0, 1, 90)], 2, 1),
        ([("BA/RRRR", 0, 0, 0), ("BA/RFr", 1, 0, 0)], 4, 4),
        ([("BA/CccR", 0, 0, 0), ("BA/RFr", 0, 1, 90)], 2, 1),
        ([("BA/CFc.1", 0, 0, 0), ("BA/CFc.1", 1, 0, 0)], 4, 0),
    ],
)  # fmt: skip
def test_fields_beside_a_road_go_on_along_it_on_the_next_tile(
    tiles: list[tuple[str, int, int, int]], fields: int, roads: int
) -> None:
    board = Board.build(RuleSet(), tiles)
    found = Counter(feature.kind.name for feature in board.features)
    assert (found["field"], found["road"]) == (fields, roads)


# ------------------------------------------------------------------------------- B15: the end


def test_at_the_end_what_is_incomplete_pays_and_no_figure_moves(tmp_path: Path) -> None:
    """Road of two tiles: 2. City of two tiles with a pennant, open: 3. Cloister at 0,1 with the
    neighbours 0,0 and 1,0: 3."""
    counts = {"BA/RCr": 1, "BA/RFr": 1, "BA/CFc+": 1, "BA/L": 1}
    game = started(
        [
            ("BA/RFr", 1, 0, 0, "follower road WE"),
            ("BA/CFc+", 0, -1, 90, "follower city NS"),
            ("BA/L", 0, 1, 0, "follower cloister I"),
        ],
        box(tmp_path, counts),
        players=3,
    )
    assert game.is_over
    assert game.scores == (2, 3, 3)
    assert game.winners == (1, 2)
    assert [(e.kind, e.is_completed, e.points, e.returned) for e in scored(game)] == [
        ("city", False, ((1, 3),), ()),
        ("road", False, ((0, 2),), ()),
        ("cloister", False, ((2, 3),), ()),
    ]
    assert len(game.board.figures) == 3
    assert game.latest_events[-1] == GameEnded((2, 3, 3), (1, 2))


def test_a_feature_completed_by_the_last_tile_pays_in_full(tmp_path: Path) -> None:
    game = started(
        [("BA/C", 0, -1, 180, "follower city S")], box(tmp_path, {"BA/RCr": 1, "BA/C": 1})
    )
    assert (game.is_over, game.scores, game.winners) == (True, (4, 0), (0,))


def test_ties_are_paid_in_full_at_the_end_too(tmp_path: Path) -> None:
    """The fork without its fourth road: a city of four tiles, open in the north: 4 for both."""
    counts = {"BA/RCr": 1, "BA/RFr": 2, "BA/C": 2, "BA/Cccc+": 1}
    game = started([*FORK, ("BA/Cccc+", 0, -1, 0)], box(tmp_path, counts))
    assert game.scores == (5, 5)
    (event,) = scored(game)
    assert event.items == (Item("tiles", 4, 4), Item("pennants", 1, 1))


def test_a_box_of_one_tile_is_over_before_it_begins(tmp_path: Path) -> None:
    game = Game(2, box(tmp_path, {"BA/RCr": 1}))
    assert (game.is_over, game.winners, list(game.legal_actions)) == (True, (0, 1), [])


def test_when_the_game_is_over_nothing_is_legal(tmp_path: Path) -> None:
    game = started([("BA/C", 0, -1, 180)], box(tmp_path, {"BA/RCr": 1, "BA/C": 1}))
    assert list(game.legal_actions) == []
    assert (game.is_chance, game.chance_outcomes()) == (False, ())
    for action in (Pass(), Draw("BA/C"), Place("BA/C", at(1, 0), Rotation.R0)):
        assert codes(game, action) == ["base.game_over"]


def test_while_it_goes_on_nobody_has_won() -> None:
    assert Game(2).winners == ()


def test_the_whole_of_a_turn_is_told_in_order() -> None:
    game = started([("BA/C", 0, -1, 180, "follower city S")])
    events = game.events
    assert events[:3] == (
        TileDrawn(0, "BA/C"),
        TilePlaced(0, "BA/C", at(0, -1), Rotation.R180),
        MeepleDeployed(0, "follower", SegmentId(at(0, -1), 0), "city", "placement"),
    )
    (score,) = events[3:]
    assert isinstance(score, FeatureScored)


# ------------------------------------------------------------------------------- B16: gardens

GARDEN_BOX = {"BA/RCr": 1, "BA/RFrG": 1}


def test_a_garden_is_mere_decoration_to_a_follower(tmp_path: Path) -> None:
    game = Game(2, box(tmp_path, GARDEN_BOX, parent=SECOND_EDITION))
    lay(game, ("BA/RFrG", 1, 0, 0))
    assert [text.split()[2] for text in deployments(game)] == ["road", "field", "field"]
    garden = SegmentId(at(1, 0), 3)
    assert codes(game, Deploy("follower", garden)) == ["base.cannot_stand"]


def test_a_garden_scores_like_a_cloister_for_the_abbot(tmp_path: Path) -> None:
    rules = box(tmp_path, GARDEN_BOX, Figures(), parent=SECOND_EDITION)
    game = Game(2, rules)
    lay(game, ("BA/RFrG", 1, 0, 0))
    assert deployments(game, "abbot") == ["deploy abbot garden I @1,0"]
    game.replay(["deploy abbot garden I @1,0"])
    (event,) = scored(game)
    assert (game.scores, event.items, event.rule) == ((2, 0), (Item("tiles", 2, 2),), "B16")


def test_a_garden_with_eight_neighbours_pays_nine_and_frees_the_abbot() -> None:
    rules = RuleSet(
        [Figures()],
        options={"start_tile": "BA/L"},
        sets={"base_first_edition": 3, "base_second_edition": 1},
    )
    tiles = [
        ("BA/RFrG", 0, 1, 0, "abbot garden I"),
        ("BA/L", 1, 0, 0),
        ("BA/L", -1, 0, 0),
        ("BA/RFr", 1, 1, 0),
        ("BA/RFr", -1, 1, 0),
        ("BA/L", 0, 2, 0),
        ("BA/L", 1, 2, 0),
        ("BA/L", -1, 2, 0),
    ]
    game = started(tiles, rules)
    assert (game.scores, game.supply(0, "abbot"), game.board.figures) == ((9, 0), 1, ())


# ------------------------------------------------------------------------------- the graph


def test_the_graph_says_the_same_as_the_board() -> None:
    import networkx as nx

    game = started([*FORK, ("BA/Ccc", 0, -1, 180)])
    parts = {frozenset(part) for part in nx.connected_components(joined(game.board.graph))}
    assert parts == {frozenset(feature.segments) for feature in game.board.features}


def test_the_neighbours_of_a_position_make_demands_on_its_sides() -> None:
    board = Game(2).board
    assert board.demands(Position(0, -1)) == {Side.S: "C"}
    assert board.demands(Position(1, 1)) == {}
    assert set(board.frontier) == set(Position(0, 0).neighbours)


def test_the_second_edition_prints_gardens_on_eight_of_the_same_tiles() -> None:
    first, second = (RuleSet(options={"edition": edition}) for edition in ("C1", "C2"))
    gardens = [tile for tile in second.stack if any(s.kind.name == "garden" for s in tile.segments)]
    assert (len(first.stack), len(second.stack), len(gardens)) == (72, 72, 8)
    assert second == RuleSet(options={"edition": "C2"}, sets={"base_second_edition": 1})

"""The River and River II: W1 to W9, the piles of a tile set, and where a river tile may lie."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from boards import FIRST_EDITION, Placement, at, codes, deployments, lay, started, texts
from carcassonne_expansions.river.expansion import EXPANSION

from carcassonne_core import Game, Place, RuleSet, SegmentId, TileDiscarded, parse_action
from carcassonne_core.tile_set import lint_tile_set, load_tile_set

RULES = RuleSet(["river"])
STRICT = RuleSet(["river"], options={"river.turning_back": "ahead"})
FLIGHTS = RuleSet(["flying_machines", "river"])


def rivers(which: str, edition: str = "C1", turning_back: str = "two_bends") -> RuleSet:
    options = {
        "river.rivers": which,
        "river.edition": edition,
        "river.turning_back": turning_back,
    }
    return RuleSet(["river"], options=options)


TWO = rivers("two")
BOTH = rivers("both")
STRICT_TWO = rivers("two", turning_back="ahead")

BEND: Placement = ("RI.1/II", 1, 0, 0)
"""From the spring to the east, then to the south."""
HOOK: tuple[Placement, ...] = (
    BEND,
    ("RI.1/IFI", 1, 1, 90),
    ("RI.1/IFI", 1, 2, 90),
    ("RI.1/II", 1, 3, 90),
    ("RI.1/CICI", 0, 3, 0),
)
"""East, south, west: the river has turned to the right twice, a long way apart."""
FORK: Placement = ("RI.2/III", 1, 0, 180)
"""From the spring to the east, and an arm to the south."""


def placements(game: Game) -> set[str]:
    return {text.rpartition(" R")[2] for text in texts(game, "place")}


# ----------------------------------------------------------------------------- what is drawn when


def test_the_spring_lies_on_the_table_and_the_start_tile_is_shuffled_in() -> None:
    game = Game(2, RULES)
    tile = game.board.tile_at(at(0, 0))
    assert tile is not None
    assert tile.id == "RI/s"
    assert RULES.tile_sets["river"].total == 12
    assert game.stack["BA/RCr"] == 4
    assert len(RULES.stack) == 72 + 12


@pytest.mark.parametrize("seed", range(4))
def test_ten_river_tiles_then_the_lake_then_the_others(seed: int) -> None:
    random = Random(seed)
    game = Game(2, STRICT)
    order: list[str] = []
    while len(order) < 14:
        action = random.choice(game.legal_actions)
        if action.verb == "draw":
            order.append(str(action).partition("'")[2].partition("'")[0])
        game.push(action)
    assert all(tile.startswith("RI.1/") for tile in order[:11])
    assert order[10] == "RI.1/I.e"
    assert not any(tile.startswith("RI") for tile in order[11:])


def test_another_tile_is_not_drawn_while_the_river_is_not_done() -> None:
    game = Game(2, RULES)
    for tile in ("BA/RCr", "RI.1/I.e"):
        assert codes(game, parse_action(game, f"draw {tile}")) == ["base.not_next"]


# ----------------------------------------------------------------------------- where it may lie


def test_a_river_tile_continues_the_river() -> None:
    game = Game(2, RULES, draw_order=["RI.1/IFI"]).replay(["draw RI.1/IFI"])
    assert placements(game) == {"0 @1,0", "180 @1,0"}
    beside = parse_action(game, "place RI.1/IFI R0 @0,1")
    assert isinstance(beside, Place)
    (refusal,) = game.refusals(beside)
    assert (refusal.key, refusal.rule) == ("base.not_continued", "B4")
    assert "0,1" in game.explain(refusal)
    assert "0,1" in RULES.explain(refusal, "es")


@pytest.mark.parametrize("rules", [RULES, STRICT])
def test_two_successive_bends_do_not_turn_the_same_way(rules: RuleSet) -> None:
    game = started([BEND], rules, then=["RI.1/CcII"]).replay(["draw RI.1/CcII"])
    # It comes from the north: to the east it goes on, to the west it would turn back.
    assert placements(game) == {"270 @1,1"}
    back = parse_action(game, "place RI.1/CcII R180 @1,1")
    (refusal,) = game.refusals(back)
    assert (refusal.key, refusal.rule) == ("river.turns_back", "W4")


@pytest.mark.parametrize("rules", [RULES, STRICT])
def test_after_a_straight_tile_the_river_may_bend_as_before(rules: RuleSet) -> None:
    game = started(HOOK[:2], rules, then=["RI.1/II"]).replay(["draw RI.1/II"])
    assert placements(game) == {"90 @1,2", "180 @1,2"}


@pytest.mark.parametrize(("rules", "may_turn"), [(RULES, True), (STRICT, False)])
def test_the_stricter_reading_keeps_the_way_ahead_free(rules: RuleSet, may_turn: bool) -> None:
    game = started(HOOK, rules, then=["RI.1/CcII"]).replay(["draw RI.1/CcII"])
    # To the north the river would run past the spring, one row beside it.
    assert ("270 @-1,3" in placements(game)) is may_turn
    assert "0 @-1,3" in placements(game)


def test_the_hook_is_asked_for_river_tiles_alone() -> None:
    """`placement_kinds` of `placement_refusals`."""
    judged = zip(RULES.table.tiles, RULES.hooks.placement_judges, strict=True)
    assert {tile.id for tile, who in judged if who} == {
        tile.id for tile in RULES.table.tiles if "I" in tile.edges
    }


# ----------------------------------------------------------------------------- the second river


@pytest.mark.parametrize("edition", ["C1", "C2"])
@pytest.mark.parametrize(("which", "total"), [("one", 12), ("two", 12), ("both", 22)])
def test_which_river_of_which_edition_is_an_option(which: str, total: int, edition: str) -> None:
    rules = rivers(which, edition)
    river = [tile for tile in rules.stack if tile.id.startswith("RI")]
    assert len(river) == total
    assert rules.start.id == "RI/s"
    gardens = sorted(
        tile.id for tile in river for segment in tile.segments if segment.kind.name == "garden"
    )
    bends = {"one": ["RI.1/IIG"], "two": ["RI.2/IIG"], "both": ["RI.1/IIG", "RI.2/IIG"]}
    assert gardens == (bends[which] if edition == "C2" else [])


def test_both_rivers_have_one_spring_and_no_plain_lake() -> None:
    river = [tile.id for tile in BOTH.stack if tile.id.startswith("RI")]
    assert river.count("RI/s") == 1
    assert "RI.1/I.e" not in river
    one, two = (RULES.tile_sets[name].tiles for name in ("river", "river_two"))
    apart = {tile.id for tile, _ in (*one, *two)}
    assert apart - set(river) == {"RI.1/I.e"}


@pytest.mark.parametrize(("which", "between"), [("two", 9), ("both", 19)])
@pytest.mark.parametrize("seed", range(3))
def test_the_fork_comes_first_and_the_volcano_lake_last(
    which: str, between: int, seed: int
) -> None:
    random, order = Random(seed), []
    game = Game(2, rivers(which, turning_back="ahead"))
    while not order or order[-1].startswith("RI"):
        action = random.choice(game.legal_actions)
        if action.verb == "draw":
            order.append(str(action).partition("'")[2].partition("'")[0])
        game.push(action)
    assert order[0] == "RI.2/III"
    assert order[between + 1] == "RI.2/I.v"
    assert len(order) == between + 3


def test_the_fork_may_be_turned_three_ways() -> None:
    game = Game(2, TWO).replay(["draw RI.2/III"])
    assert placements(game) == {"0 @1,0", "180 @1,0", "270 @1,0"}


def test_a_river_tile_continues_either_arm() -> None:
    game = started([FORK], TWO, then=["RI.2/LIFI"]).replay(["draw RI.2/LIFI"])
    assert placements(game) == {"0 @2,0", "180 @2,0", "90 @1,1", "270 @1,1"}


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        # Straight on and to the south: the other arm is not where the river came from.
        (TWO, {"0 @2,0", "90 @2,0", "180 @1,1"}),
        # To the south it would run beside the open end of the other arm.
        (STRICT_TWO, {"90 @2,0"}),
    ],
)
def test_each_arm_is_looked_at_by_itself(rules: RuleSet, expected: set[str]) -> None:
    game = started([FORK], rules, then=["RI.2/RrII"]).replay(["draw RI.2/RrII"])
    assert placements(game) == expected
    back = parse_action(game, "place RI.2/RrII R90 @1,1")
    assert codes(game, back) == ["river.turns_back"]  # west again, below the spring


def test_on_one_arm_two_bends_do_not_turn_the_same_way_whatever_lies_on_the_other() -> None:
    bend = ("RI.2/RrII", 2, 0, 90)  # to the north
    other = ("RI.2/LIFI", 1, 1, 90)
    game = started([FORK, bend, other], TWO, then=["RI.2/II"]).replay(["draw RI.2/II"])
    # From the south: to the east it goes on, to the west it would turn back.
    assert placements(game) == {"270 @2,-1", "90 @1,2", "180 @1,2"}


def test_after_the_city_one_arm_is_left() -> None:
    game = started([FORK, ("RI.2/IFC", 2, 0, 0)], TWO, then=["RI.2/CIcI"])
    game.replay(["draw RI.2/CIcI"])
    assert placements(game) == {"0 @1,1", "180 @1,1"}


def test_a_river_tile_that_fits_nowhere_leaves_the_game() -> None:
    # Both arms open into one gap, and what fits there would turn back.
    arms = [FORK, ("RI.2/RrII", 2, 0, 0), ("RI.2/II", 1, 1, 180)]
    game = started(arms, TWO, then=["RI.2/II+"]).replay(["draw RI.2/II+"])
    assert isinstance(game.events[-1], TileDiscarded)
    assert (game.step.name, game.turn_player) == ("draw", 1)
    assert game.stack.get("RI.2/II+", 0) == 0


def test_an_inn_at_the_river_counts_where_inns_are_played() -> None:
    inns = RuleSet(["inns_and_cathedrals", "river"], options={"river.rivers": "two"})
    tiles: list[Placement] = [
        FORK,
        ("RI.2/RIrI", 2, 0, 90, "follower road NS"),
        ("RI.2/CIRI", 1, 1, 90),
    ]
    game = started(tiles, inns)
    assert game.projected_scores() == (0, 0)  # unfinished, with an inn
    assert started(tiles, TWO).projected_scores() == (0, 1)


# ----------------------------------------------------------------------------- figures and fields


def test_figures_stand_beside_the_river_but_never_on_it() -> None:
    game = lay(Game(2, RULES, draw_order=["RI.1/LIRI"]), ("RI.1/LIRI", 1, 0, 0))
    kinds = [text.split()[2] for text in deployments(game)]
    assert sorted(kinds) == ["cloister", "field", "field", "field", "road"]
    tile = game.placed_tile
    (river,) = (i for i, segment in enumerate(tile.segments) if segment.kind.name == "river")
    action = parse_action(game, f"deploy follower river {tile.location(river)} @1,0")
    assert game.refusals(action)


def test_the_river_parts_fields_that_meet_round_the_spring_and_the_lake() -> None:
    def fields(game: Game, x: int) -> set[SegmentId]:
        tile = game.board.tile_at(at(x, 0))
        assert tile is not None
        found = (
            game.board.feature(SegmentId(at(x, 0), index))
            for index, segment in enumerate(tile.segments)
            if segment.kind.name == "field"
        )
        return {min(feature.segments, key=str) for feature in found}

    game = started([("RI.1/CICI", 1, 0, 0)], RULES)
    assert len(fields(game, 0)) == 1
    assert len(fields(game, 1)) == 1  # both banks meet round the spring
    banks = [segment.location for segment in RULES.tile_sets["river"].tile("RI.1/IFI").segments]
    assert banks == ["WE", "NL.NR.EL.WR", "ER.SL.SR.WL"]


def test_no_flight_ends_on_the_river() -> None:
    river = FLIGHTS.feature_kinds["river"]
    assert not river.reached_by_flight
    assert not river.claimable


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_end(seed: int) -> None:
    random = Random(seed)
    game = Game(2, RuleSet(["flying_machines", "inns_and_cathedrals", "phantom", "river"]))
    while not game.is_over:
        game.push(random.choice(game.legal_actions))
    assert len(game.board.tiles) > 80


# ----------------------------------------------------------------------------- piles in a file

PILES = """
name = "piles"
title = {{ en = "Piles", es = "Montones" }}
extends = "{base}"
total = 75

[[tile]]
id = "X/first"
count = 1
like = "BA/L"
{pile}
add = []

[[tile]]
id = "X/second"
count = 1
like = "X/first"
add = []

[[tile]]
id = "X/third"
count = 1
like = "X/first"
pile = 3
add = []
"""


def piles(folder: Path, pile: str) -> Path:
    path = folder / "piles.toml"
    path.write_text(PILES.format(base=FIRST_EDITION, pile=pile), encoding="utf-8")
    return path


@pytest.mark.parametrize(("line", "pile"), [("", 0), ("pile = -2", -2)])
def test_a_pile_is_read_and_inherited(tmp_path: Path, line: str, pile: int) -> None:
    source = piles(tmp_path, line)
    tile_set = load_tile_set(source, RULES.feature_kinds, RULES.mark_types)
    found = [tile_set.tile(name).pile for name in ("BA/L", "X/first", "X/second", "X/third")]
    assert found == [0, pile, pile, 3]


@pytest.mark.parametrize("value", ['"first"', "true", "1.5"])
def test_a_pile_that_is_no_whole_number_is_a_fault(tmp_path: Path, value: str) -> None:
    source = piles(tmp_path, f"pile = {value}")
    (fault,) = lint_tile_set(source, RULES.feature_kinds, RULES.mark_types)
    assert (fault.tile, fault.where) == ("X/first", "pile")


def test_the_tile_sets_have_no_fault() -> None:
    for source in EXPANSION.tile_sets():
        assert lint_tile_set(source, RULES.feature_kinds, RULES.mark_types) == []

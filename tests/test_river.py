"""The River: W1 to W6, the piles of a tile set, and where a river tile may lie."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from boards import FIRST_EDITION, Placement, at, codes, deployments, lay, started, texts
from carcassonne_expansions.river.expansion import EXPANSION

from carcassonne_core import Game, Place, RuleSet, SegmentId, parse_action
from carcassonne_core.tile_set import lint_tile_set, load_tile_set

RULES = RuleSet(["river"])
STRICT = RuleSet(["river"], options={"river.turning_back": "ahead"})
FLIGHTS = RuleSet(["flying_machines", "river"])

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
    assert (refusal.key, refusal.rule) == ("river.not_continued", "W3")
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


# ----------------------------------------------------------------------------- figures and fields


def test_figures_stand_beside_the_river_but_never_on_it() -> None:
    game = lay(Game(2, RULES, draw_order=["RI.1/LIRI"]), ("RI.1/LIRI", 1, 0, 0))
    kinds = [text.split()[2] for text in deployments(game)]
    assert sorted(kinds) == ["cloister", "field", "field", "field", "road"]
    tile = game.last_tile
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


def test_the_tile_set_has_no_fault() -> None:
    (source,) = EXPANSION.tile_sets()
    assert lint_tile_set(source, RULES.feature_kinds, RULES.mark_types) == []

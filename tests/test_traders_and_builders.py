"""Traders & Builders: T1 to T10, on boards counted by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from boards import Placement, at, box, codes, deployments, lay, play, scored, started, texts
from carcassonne_expansions.traders_and_builders.expansion import EXPANSION, TradersState
from carcassonne_expansions.traders_and_builders.goods import GoodsTaken, Receipt, awards

from carcassonne_core import (
    Deploy,
    Game,
    Item,
    PointsAwarded,
    RuleSet,
    SegmentId,
    dumps_record,
    loads_record,
)
from carcassonne_core.tile_set import lint_tile_set

NAME = "traders_and_builders"
RULES = RuleSet([NAME])
WINE = ("TB/Cc.w", 0, -1, 180, "follower city SE"), ("BA/C", 1, -1, 270)
"""A city of three tiles with wine: the first player stands in it, the second one completes it."""
ROAD = ("BA/RFr", 1, 0, 0, "follower road WE"), ("BA/C", 0, -1, 180)
"""A road with a follower of the first player; whose turn it is again."""
BUILT = (*ROAD, ("BA/RFr", 2, 0, 0, "builder road WE"))
"""The first player has a builder on that road; it is the second player's turn."""


def goods(game: Game) -> tuple[Receipt, ...]:
    state = game.state(NAME)
    assert isinstance(state, TradersState)
    return state.receipts


def test_the_box() -> None:
    tiles = RULES.tile_sets[NAME].tiles
    marks = Counter(m.value for tile, _ in tiles for s in tile.segments for m in s.marks)
    assert RULES.tile_sets[NAME].total == 24
    assert marks == {"wine": 9, "grain": 6, "cloth": 5}
    game = Game(2, RULES)
    assert [game.supply(1, meeple) for meeple in ("builder", "pig")] == [1, 1]
    assert sum(game.stack.values()) == 71 + 24


def test_the_second_edition_has_a_garden_on_two_tiles() -> None:
    second = RuleSet([NAME], options={f"{NAME}.edition": "C2"})
    played, first = ({t.id for t in rules.stack} for rules in (second, RULES))
    assert len(second.stack) == 72 + 24
    assert played - first == {"TB/CcR.cG", "TB/CcRR.wG"}
    assert first - played == {"TB/CcR.c", "TB/CcRR.w"}
    for face in played - first:
        tile = second.tile_sets[f"{NAME}_second_edition"].tile(face)
        (city, *_, garden) = tile.segments
        assert garden.kind.name == "garden"
        assert [mark.type for mark in city.marks] == ["goods"]


def test_the_tile_sets_have_no_fault() -> None:
    for source in EXPANSION.tile_sets():
        assert lint_tile_set(source, RULES.feature_kinds, RULES.mark_types) == []


# ------------------------------------------------------------------------------------ goods


def test_who_completes_a_city_takes_its_goods() -> None:
    """`on_completion`: the follower's owner scores, the other player takes the wine."""
    game = started(WINE, RULES)
    assert game.scores == (2 * 3, 0)
    assert goods(game) == (Receipt(1, "wine", 1),)
    told = [event for event in game.latest_events if isinstance(event, GoodsTaken)]
    assert [(event.player, event.good, event.count) for event in told] == [(1, "wine", 1)]


def test_goods_are_taken_from_an_empty_city_too() -> None:
    game = started((WINE[0][:4], WINE[1]), RULES)
    assert game.scores == (0, 0)
    assert goods(game) == (Receipt(1, "wine", 1),)


def test_no_goods_before_the_city_is_complete_nor_where_there_are_none() -> None:
    assert goods(started(WINE[:1], RULES)) == ()
    assert goods(started(ROAD, RULES)) == ()


def test_the_most_of_each_kind_gets_ten_and_ties_in_full() -> None:
    receipts = [Receipt(0, "wine", 2), Receipt(1, "wine", 1), Receipt(1, "wine", 1)]
    receipts += [Receipt(2, "cloth", 1), Receipt(0, "grain", 1), Receipt(1, "grain", 3)]
    paid = [(a.player, a.item) for a in awards(receipts, 4)]
    assert paid == [
        (0, Item("wine", 2, 10)),
        (1, Item("wine", 2, 10)),
        (1, Item("grain", 3, 10)),
        (2, Item("cloth", 1, 10)),
    ]
    assert list(awards([], 4)) == []


def test_goods_are_paid_when_the_game_has_ended(tmp_path: Path) -> None:
    """`final_points`."""
    extra = """
[[tile]]
id = "X/Cc.w"
count = 1
segments = [
  { kind = "city", ports = "N W", marks = [{ type = "goods", value = "wine" }] },
  { kind = "field", ports = "EL ER SL SR", borders = [0] },
]
"""
    counts = {"BA/RCr": 1, "BA/C": 1}
    rules = box(tmp_path, counts, NAME, extra=extra, extra_count=1)
    game = started([("X/Cc.w", *WINE[0][1:]), WINE[1]], rules)
    assert game.is_over
    assert game.scores == (6, 10)
    (paid,) = [event for event in game.events if isinstance(event, PointsAwarded)]
    assert (paid.player, paid.item, paid.rule) == (1, Item("wine", 1, 10), "T3")


# ------------------------------------------------------------------------------------ builder


def test_a_builder_needs_an_own_follower_on_the_feature() -> None:
    game = lay(started(ROAD, RULES, then=["BA/RFr"]), ("BA/RFr", 2, 0, 0))
    assert deployments(game, "builder") == ["deploy builder road WE @2,0"]
    assert "deploy follower road WE @2,0" not in texts(game)
    alone = lay(Game(2, RULES), ("BA/RFr", 1, 0, 0))
    builder = Deploy("builder", SegmentId(at(1, 0), 0))
    assert codes(alone, builder) == ["base.no_own_follower"]


def test_a_follower_of_somebody_else_is_not_enough() -> None:
    game = lay(started(ROAD[:1], RULES), ("BA/RFr", 2, 0, 0))
    builder = Deploy("builder", SegmentId(at(2, 0), 0))
    assert codes(game, builder) == ["base.no_own_follower"]
    texts_now = [game.explain(refusal, "es") for refusal in game.refusals(builder)]
    assert "constructor" in texts_now[0]


def test_a_complete_feature_is_closed_to_the_builder() -> None:
    board = ("BA/LR", -1, 0, 270, "follower road E"), ("BA/C", 0, -1, 180)
    game = lay(started(board, RULES), ("BA/LR", 1, 0, 90))
    road = next(i for i, s in enumerate(game.placed_tile.segments) if s.kind.name == "road")
    builder = Deploy("builder", SegmentId(at(1, 0), road))
    assert codes(game, builder) == ["base.completed"]
    assert "builder" not in " ".join(texts(game))
    assert game.explain(game.refusals(builder)[0]).startswith("The road is complete")


def test_deploying_the_builder_earns_nothing_yet() -> None:
    game = started(BUILT, RULES)
    assert (game.turn, game.turn_player) == (4, 1)
    assert game.supply(0, "builder") == 0


def test_only_tiles_of_its_owner_count() -> None:
    game = started((*BUILT, ("BA/RFr", 3, 0, 0)), RULES)
    assert (game.turn, game.turn_player) == (5, 0)


def test_a_tile_that_extends_the_builders_road_earns_one_second_part() -> None:
    """`at_slot`: the second part belongs to the same turn, and there is never a third."""
    game = started((*BUILT, ("BA/L", 2, -1, 0), ("BA/RFr", -1, 0, 0)), RULES)
    assert (game.turn, game.turn_player, game.step.name, game.is_chance) == (5, 0, "draw", True)
    play(game, [("BA/RFr", 3, 0, 0)])
    assert (game.turn, game.turn_player) == (6, 1)


def test_a_tile_elsewhere_earns_nothing() -> None:
    game = started((*BUILT, ("BA/L", 2, -1, 0), ("BA/L", 1, -1, 0)), RULES)
    assert (game.turn, game.turn_player) == (6, 1)


def test_each_turn_may_have_its_second_part() -> None:
    double = (("BA/RFr", -1, 0, 0), ("BA/L", 1, -1, 0))
    game = started((*BUILT, ("BA/L", 2, -1, 0), *double, ("BA/L", 3, -1, 0)), RULES)
    assert (game.turn, game.turn_player) == (7, 0)
    play(game, [("BA/RFr", 3, 0, 0)])
    assert (game.turn, game.turn_player, game.step.name) == (7, 0, "draw")


def test_completing_the_feature_counts_and_sends_the_builder_home() -> None:
    board: tuple[Placement, ...] = (
        ("BA/LR", -1, 0, 270, "follower road E"),
        ("BA/C", 0, -1, 180),
        ("BA/RFr", 1, 0, 0, "builder road WE"),
        ("BA/L", 1, -1, 0),
        ("BA/LR", 2, 0, 90),
    )
    game = started(board, RULES)
    (road,) = scored(game, "road")
    assert (road.points, road.strengths) == (((0, 4),), ((0, 1),))
    assert sorted(figure.meeple.name for figure in road.returned) == ["builder", "follower"]
    assert (game.supply(0, "builder"), game.supply(0, "follower")) == (1, 7)
    assert (game.turn, game.turn_player, game.step.name) == (5, 0, "draw")


def test_without_a_tile_for_the_second_part_the_game_ends(tmp_path: Path) -> None:
    rules = box(tmp_path, {"BA/RCr": 1, "BA/RFr": 5}, NAME)
    figures = {1: ("follower road WE",), 3: ("builder road WE",)}
    game = started([("BA/RFr", x, 0, 0, *figures.get(x, ())) for x in range(1, 6)], rules)
    assert game.is_over
    assert game.scores == (6, 0)


def test_neither_builder_nor_pig_flies() -> None:
    rules = RuleSet([NAME, "flying_machines"])
    board = (*ROAD, ("BA/RFr", 2, 0, 0), ("BA/L", 1, -1, 0))
    game = lay(started(board, rules, then=["FL/RFr.WE.o"]), ("FL/RFr.WE.o", 3, 0, 0))
    assert texts(game, "fly") == ["fly follower"]
    assert deployments(game, "builder") == ["deploy builder road WE @3,0"]


# ------------------------------------------------------------------------------------ pig

FARM = ("BA/RFr", 1, 0, 0, "follower field NL.NR.EL.WR")
PIG = ("BA/RFr", 2, 0, 0, "pig field NL.NR.EL.WR")
CITY = ("BA/C", 0, -1, 180)


def test_a_pig_needs_an_own_farmer() -> None:
    game = lay(started((FARM, CITY), RULES), PIG[:4])
    assert deployments(game, "pig") == ["deploy pig field NL.NR.EL.WR @2,0"]
    assert deployments(game, "builder") == []


@pytest.mark.parametrize(("last", "points"), [(PIG, 4), (PIG[:4], 3)])
def test_the_pig_pays_one_more_for_each_city(tmp_path: Path, last: Placement, points: int) -> None:
    """`bonus_points`: the field touches one complete city."""
    rules = box(tmp_path, {"BA/RCr": 1, "BA/RFr": 2, "BA/C": 1}, NAME)
    game = started((FARM, CITY, last), rules)
    assert game.is_over
    assert game.scores == (points, 0)
    (field,) = scored(game, "field")
    assert field.value == 3
    assert field.bonuses == (((0, Item("pigs", 1, 1)),) if points == 4 else ())


@pytest.mark.parametrize(("edition", "points"), [("third", 4), ("second", 4), ("first", 4)])
def test_the_pig_by_older_field_rules(tmp_path: Path, edition: str, points: int) -> None:
    options = {"field_scoring": edition}
    counts = {"BA/RCr": 1, "BA/RFr": 2, "BA/C": 1}
    game = started((FARM, CITY, PIG), box(tmp_path, counts, NAME, options=options))
    assert game.scores == (points, 0)


def test_in_a_tie_only_the_owner_of_the_pig_gets_more(tmp_path: Path) -> None:
    rules = box(tmp_path, {"BA/RCr": 1, "BA/RFr": 2, "BA/C": 1, "BA/L": 1}, NAME)
    other = (*CITY, "follower field NL.NR.EL.ER.WL.WR")
    game = started((FARM, other, PIG, ("BA/L", 1, -1, 0)), rules)
    assert game.scores == (4, 3)


def test_a_pig_on_a_field_that_others_win_is_worth_nothing(tmp_path: Path) -> None:
    counts = {"BA/RCr": 1, "BA/RFr": 3, "BA/C": 1, "BA/L": 1, "BA/LR": 1}
    board: tuple[Placement, ...] = (
        FARM,
        (*CITY, "follower field NL.NR.EL.ER.WL.WR"),
        PIG,
        ("BA/RFr", 0, -2, 0, "follower field NL.NR.EL.WR"),
        ("BA/LR", 1, -2, 90),
        ("BA/L", 1, -1, 0),
    )
    game = started(board, box(tmp_path, counts, NAME))
    (field,) = scored(game, "field")
    assert field.strengths == ((0, 1), (1, 2))
    assert game.scores == (0, 3)


# ------------------------------------------------------------------------------------ whole games


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_end_are_undone_and_read_back(seed: int) -> None:
    random = Random(seed)
    game = Game(3, RuleSet([NAME, "flying_machines"]))
    while not game.is_over:
        if game.is_chance:
            game.push(game.sample_chance(random))
        else:
            game.push(random.choice(game.legal_actions))
    assert loads_record(dumps_record(game)) == game
    assert sum(r.count for r in goods(game)) <= 20
    while game.ply:
        game.pop()
    assert game.state(NAME) == TradersState()
    assert game.scores == (0, 0, 0)

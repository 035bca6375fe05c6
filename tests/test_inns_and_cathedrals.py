"""Inns and Cathedrals: I1 to I7, each on a board counted by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from boards import Placement, deployments, lay, scored, started
from carcassonne_expansions.inns_and_cathedrals.expansion import EXPANSION

from carcassonne_core import Game, Item, RuleSet
from carcassonne_core.tile_set import lint_tile_set

RULES = RuleSet(["inns_and_cathedrals"])
SECOND = RuleSet(["inns_and_cathedrals"], options={"inns_and_cathedrals.edition": "C2"})
IGNORE = RuleSet(["inns_and_cathedrals"], options={"inns_and_cathedrals.unfinished": "ignore"})

INN_ROAD: tuple[Placement, ...] = (
    ("IC/RFr.i", 1, 0, 0, "follower road WE"),
    ("BA/RRR", 2, 0, 0),
)
"""The start tile's road, made longer past an inn to a crossing in the east; open in the west."""

CATHEDRAL: tuple[Placement, ...] = (
    ("IC/Cccc.c", 0, -1, 0, "follower city NWSE"),
    ("BA/C", -1, -1, 90),
    ("BA/C", 1, -1, 270),
)
"""The start tile's city with a cathedral, open in the north alone."""


def items(game: Game, kind: str) -> tuple[Item, ...]:
    (event,) = scored(game, kind)
    return event.items


def test_there_are_eighteen_tiles_six_with_an_inn_and_two_with_a_cathedral() -> None:
    tile_set = RULES.tile_sets["inns_and_cathedrals"]
    marks: Counter[tuple[str, str]] = Counter()
    for tile, count in tile_set.tiles:
        for segment in tile.segments:
            for mark in segment.marks:
                marks[segment.kind.name, mark.type] += count
    assert tile_set.total == 18
    assert marks == {("road", "inn"): 6, ("city", "cathedral"): 2}
    assert len(RULES.stack) == 72 + 18


def test_the_tile_sets_have_no_fault() -> None:
    for source in EXPANSION.tile_sets():
        assert lint_tile_set(source, RULES.feature_kinds, RULES.mark_types) == []


def test_the_second_edition_has_a_garden_on_two_tiles() -> None:
    played = {tile.id for tile in SECOND.stack if tile.id.startswith("IC/")}
    first = {tile.id for tile in RULES.stack if tile.id.startswith("IC/")}
    assert len(SECOND.stack) == 72 + 18
    assert played - first == {"IC/CCCCG", "IC/RFr.iG"}
    assert first - played == {"IC/CCCC", "IC/RFr.i"}
    gardens = {
        tile.id
        for tile, _ in SECOND.tile_sets["inns_and_cathedrals_second_edition"].tiles
        if any(segment.kind.name == "garden" for segment in tile.segments)
    }
    assert gardens == played - first


def test_the_inn_beside_a_garden_counts_like_any_other() -> None:
    tiles = (("IC/RFr.iG", *INN_ROAD[0][1:]), INN_ROAD[1], ("BA/RRR", -1, 0, 0))
    assert started(tiles, SECOND).scores == (8, 0)


def test_a_complete_road_with_an_inn_pays_two_points_a_tile() -> None:
    game = started([*INN_ROAD, ("BA/RRR", -1, 0, 0)], RULES)
    assert game.scores == (8, 0)
    assert items(game, "road") == (Item("tiles", 4, 4), Item("inn", 1, 4))


def test_a_complete_city_with_a_cathedral_pays_three_points_a_tile() -> None:
    game = started([*CATHEDRAL, ("BA/C", 0, -2, 180)], RULES)
    assert game.scores == (15, 0)
    assert items(game, "city") == (Item("tiles", 5, 10), Item("cathedral", 1, 5))


def test_a_pennant_pays_three_points_too() -> None:
    # The corner in the north turns the city to the east, where the last tile closes it.
    game = started([*CATHEDRAL, ("BA/Cc+", 0, -2, 180), ("BA/C", 1, -2, 270)], RULES)
    assert game.scores == (3 * (6 + 1), 0)


def test_several_inns_on_one_road_count_once() -> None:
    tiles = (
        ("IC/RFr.i", 1, 0, 0, "follower road WE"),
        ("IC/Rr.i", 2, 0, 0),
        ("BA/RRR", 2, 1, 180),
        ("BA/RRR", -1, 0, 0),
    )
    game = started(tiles, RULES)
    assert game.scores == (2 * 5, 0)
    assert items(game, "road") == (Item("tiles", 5, 5), Item("inn", 2, 5))


def test_two_cathedrals_in_one_city_count_once() -> None:
    caps = [("BA/C", -1, -1, 90), ("BA/C", 1, -1, 270), ("BA/C", -1, -2, 90), ("BA/C", 1, -2, 270)]
    tiles = (CATHEDRAL[0], ("IC/Cccc.c", 0, -2, 0), *caps, ("BA/C", 0, -3, 180))
    game = started(tiles, RULES)
    assert game.scores == (3 * 8, 0)


def test_an_inn_concerns_the_road_beside_it_alone() -> None:
    # The crossing's inn stands at its eastern road; the western one runs over the start tile.
    tiles = (("IC/RRR.i", 1, 0, 0, "follower road W"), ("BA/RRR", -1, 0, 0))
    game = started(tiles, RULES)
    assert game.scores == (3, 0)
    assert items(game, "road") == (Item("tiles", 3, 3),)


@pytest.mark.parametrize(("rules", "road", "city"), [(RULES, 0, 0), (IGNORE, 3, 4)])
def test_what_is_unfinished_at_the_end_pays_nothing(rules: RuleSet, road: int, city: int) -> None:
    assert started(INN_ROAD, rules).projected_scores() == (road, 0)
    assert started(CATHEDRAL, rules).projected_scores() == (city, 0)


def test_features_without_inn_or_cathedral_pay_as_before() -> None:
    game = started([("BA/C", 0, -1, 180, "follower city S")], RULES)
    assert game.scores == (4, 0)


def test_everybody_has_one_big_follower_that_stands_where_small_ones_do() -> None:
    game = lay(Game(2, RULES, draw_order=["BA/RFr"]), ("BA/RFr", 1, 0, 0))
    assert [game.supply(seat, "big_follower") for seat in (0, 1)] == [1, 1]
    small, big = deployments(game), deployments(game, "big_follower")
    assert [text.replace("big_follower", "follower") for text in big] == small


@pytest.mark.parametrize(("figure", "points"), [("big_follower", (5, 0)), ("follower", (5, 5))])
def test_the_big_follower_counts_as_two_but_pays_once(figure: str, points: tuple[int, int]) -> None:
    tiles = (
        ("BA/RFr", 1, 0, 0, f"{figure} road WE"),
        ("BA/RFr", 1, -1, 0, "follower road WE"),
        ("BA/Rr", 2, -1, 0),
        ("BA/Rr", 2, 0, 90),  # joins the two roads
    )
    assert started(tiles, RULES).projected_scores() == points


def test_the_hook_is_asked_for_roads_and_cities_alone() -> None:
    """`scored_kinds` of `feature_points`."""
    assert EXPANSION.scored_kinds == {"road", "city"}
    kinds = RULES.table.feature_kinds
    asked = {kind.name for kind, who in zip(kinds, RULES.hooks.scorers, strict=True) if who}
    assert asked == {"road", "city"}

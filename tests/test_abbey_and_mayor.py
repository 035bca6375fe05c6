"""The mayor: M1 to M3, and the boards of case B4."""

from __future__ import annotations

import pytest
from boards import deployments, lay, play, scored, started, texts

from carcassonne_core import Game, RuleSet

RULES = RuleSet(["abbey_and_mayor", "flying_machines"])


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

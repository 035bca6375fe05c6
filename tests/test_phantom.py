"""The Phantom: P1 to P4, and every sequence that R20 of Flying Machines names."""

from __future__ import annotations

import pytest
from boards import lay, started

from carcassonne_core import Game, Pass, Position, RuleSet, action_text, parse_action

RULES = RuleSet(["flying_machines", "phantom"])
LENIENT = RuleSet(
    ["flying_machines", "phantom"],
    options={"flying_machines.phantom_after_failed_flight": True},
)
E1 = (("BA/RFr", 1, 0, 0),)
"""The start tile and a straight road; the machine comes to (2, 0) and points to the west."""
E5 = (
    ("BA/LR", -1, 0, 270),
    ("BA/C", 0, -1, 180),
    ("BA/LR", 1, 0, 90),
    ("BA/L", 1, -1, 0),
    ("BA/L", 2, -1, 0),
)
"""A finished road and a finished city at (0, 0); the machine comes to (2, 0)."""


def texts(game: Game) -> set[str]:
    return {action_text(game, action) for action in game.legal_actions}


def machine(rules: RuleSet = RULES) -> Game:
    """E1 with the machine just placed."""
    return lay(started(E1, rules, then=["FL/RFr.WE.o"]), ("FL/RFr.WE.o", 2, 0, 0))


def has_ended(game: Game) -> bool:
    """Whether the turn with the machine, the second one, is over."""
    return game.turn == 3 and game.is_chance


def test_every_player_has_one_phantom_of_a_followers_strength() -> None:
    game = Game(3, RULES)
    assert [game.supply(seat, "phantom") for seat in range(3)] == [1, 1, 1]
    assert {m.name: m.strength for m in game.rules.meeples} == {"phantom": 1, "follower": 1}


def test_after_a_follower_the_phantom_may_go_to_another_unoccupied_feature_of_the_tile() -> None:
    game = machine().replay(["deploy follower field NL.NR.EL.WR @2,0"])
    assert game.decider == 1
    assert {
        "pass",
        "deploy phantom road WE @2,0",
        "deploy phantom field ER.SL.SR.WL @2,0",
        "fly phantom",
    } == texts(game)


def test_whoever_passes_has_no_second_figure() -> None:
    game = machine().replay(["pass"])
    assert has_ended(game)


def test_the_phantom_may_be_the_only_figure_and_no_other_follows() -> None:
    game = machine().replay(["deploy phantom road WE @2,0"])
    assert has_ended(game)
    assert [(f.player, f.meeple.name) for f in game.board.figures] == [(1, "phantom")]


def test_a_follower_is_refused_as_the_second_figure() -> None:
    game = machine().replay(["deploy follower field NL.NR.EL.WR @2,0"])
    second = parse_action(game, "deploy follower road WE @2,0")
    assert [refusal.key for refusal in game.refusals(second)] == ["base.not_this_figure"]
    assert "phantom" in game.explain(game.refusals(second)[0], "es")


def test_e10_the_phantom_flies_after_a_follower_even_onto_the_road_just_claimed() -> None:
    game = machine().replay(["deploy follower road WE @2,0", "fly phantom", "roll 2"])
    assert {"land road WE @0,0", "land city N @0,0"} == texts(game)
    game.replay(["land road WE @0,0"])
    assert has_ended(game)
    (road,) = {f for f in game.board.features_at(Position(0, 0)) or () if f.kind.name == "road"}
    assert [figure.meeple.name for figure in road.figures] == ["phantom", "follower"]


def test_e10_after_a_follower_has_flown_the_phantom_gets_the_tile_but_not_the_machine() -> None:
    game = machine().replay(["fly follower", "roll 2", "land city N @0,0"])
    assert {
        "pass",
        "deploy phantom road WE @2,0",
        "deploy phantom field NL.NR.EL.WR @2,0",
        "deploy phantom field ER.SL.SR.WL @2,0",
    } == texts(game)


def test_the_phantom_does_not_get_the_road_on_which_the_flier_has_just_landed() -> None:
    game = machine().replay(["fly follower", "roll 2", "land road WE @0,0"])
    assert "deploy phantom road WE @2,0" not in texts(game)


def test_the_phantom_may_fly_as_the_only_figure_and_nobody_follows() -> None:
    game = machine().replay(["fly phantom", "roll 2", "land city N @0,0"])
    assert has_ended(game)


@pytest.mark.parametrize(("rules", "second"), [(RULES, False), (LENIENT, True)])
def test_e11_after_a_failed_flight_there_is_a_phantom_only_by_the_option(
    rules: RuleSet, second: bool
) -> None:
    game = lay(started(E5, rules, then=["FL/F.o"]), ("FL/F.o", 2, 0, 0))
    game.replay(["fly follower", "roll 2"])
    field = "deploy phantom field NL.NR.EL.ER.SL.SR.WL.WR @2,0"
    assert second is (texts(game) == {"pass", field})
    assert second is not game.is_chance


def test_undoing_the_first_figure_takes_the_second_step_away() -> None:
    game = machine()
    before = texts(game)
    game.replay(["deploy follower field NL.NR.EL.WR @2,0", "pass"])
    game.pop()
    game.pop()
    assert before == texts(game)
    game.push(Pass())
    assert has_ended(game)

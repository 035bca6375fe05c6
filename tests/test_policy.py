"""The policies: they choose legal actions, by your random numbers, and change nothing."""

from __future__ import annotations

from random import Random

import pytest
from boards import lay, started, texts

from carcassonne_core import CarcassonneError, Deploy, Game, Place, RuleSet
from carcassonne_core.policy import POLICIES, Policy, greedy_policy, lead, random_policy

MACHINES = RuleSet(["flying_machines"])
SHORT = RuleSet(["flying_machines"], sets={"flying_machines": 1, "base_first_edition": 0})


def played(policies: tuple[Policy, Policy], seed: int, rules: RuleSet = SHORT) -> Game:
    game, random = Game(2, rules), Random(seed)
    while not game.is_over:
        chance = game.is_chance
        game.push(game.sample_chance(random) if chance else policies[game.decider](game, random))
    return game


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_plays_whole_games_of_legal_actions(name: str) -> None:
    policy = POLICIES[name]
    assert played((policy, policy), 1, MACHINES).is_over


@pytest.mark.parametrize("name", POLICIES)
def test_the_same_random_numbers_give_the_same_game(name: str) -> None:
    policy = POLICIES[name]
    assert played((policy, policy), 3) == played((policy, policy), 3)


@pytest.mark.parametrize("name", POLICIES)
def test_looking_ahead_leaves_the_game_as_it_was(name: str) -> None:
    game = Game(2, MACHINES, draw_order=["FL/RFr.WE.o"]).replay(["draw FL/RFr.WE.o"])
    before, actions = game.copy(), list(game.legal_actions)
    POLICIES[name](game, Random(0))
    assert game == before
    assert list(game.legal_actions) == actions


@pytest.mark.parametrize("name", POLICIES)
def test_nobody_decides_for_chance_or_after_the_end(name: str) -> None:
    with pytest.raises(CarcassonneError, match="chance"):
        POLICIES[name](Game(2), Random(0))
    with pytest.raises(CarcassonneError, match="over"):
        POLICIES[name](played((random_policy, random_policy), 1), Random(0))


def test_random_policy_reaches_every_legal_action() -> None:
    game = Game(2, draw_order=["BA/RFr"]).replay(["draw BA/RFr"])
    random = Random(5)
    found = {random_policy(game, random) for _ in range(300)}
    assert found == set(game.legal_actions)


def test_greedy_policy_closes_the_city_and_takes_its_points() -> None:
    game = Game(2, draw_order=["BA/C"]).replay(["draw BA/C"])
    chosen = greedy_policy(game, Random(0))
    assert isinstance(chosen, Place)
    game.push(chosen)
    deployed = greedy_policy(game, Random(0))
    assert isinstance(deployed, Deploy)
    game.push(deployed)
    assert game.scores == (4, 0)


def test_greedy_policy_weighs_the_die() -> None:
    game = started([("BA/L", 0, 1, 0)], MACHINES, then=["FL/F.o"])
    lay(game, ("FL/F.o", 1, 1, 0))
    assert "fly follower" in texts(game)
    # The field touches no city: only the flight can gain anything.
    assert greedy_policy(game, Random(0)).verb == "fly"


def test_lead_counts_standing_figures_as_if_the_game_ended() -> None:
    game = started([("BA/RFr", 1, 0, 0, "follower road WE")])
    assert (lead(game, 0), lead(game, 1)) == (2, -2)


def test_greedy_policy_beats_random_policy() -> None:
    wins = 0
    for seed in range(3):
        policies = (greedy_policy, random_policy)
        game = played(policies, seed, RuleSet())
        wins += game.scores[0] > game.scores[1]
    assert wins == 3

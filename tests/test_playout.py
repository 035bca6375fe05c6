"""A random playout is random play through the list of legal actions, without the list."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from boards import Again
from hypothesis import given, settings, strategies as st

from carcassonne_core import (
    Action,
    AnotherPart,
    Effect,
    Expansion,
    Feature,
    Game,
    Pass,
    RuleSet,
    Step,
    TakeStep,
    View,
    installed_expansions,
)
from carcassonne_core.playout import random_playout
from carcassonne_core.testing import games, rule_sets


def played(game: Game, random: Random) -> tuple[int, ...]:
    """The scores of random play by `legal_actions` and `push_unchecked`."""
    other = game.copy()
    while not other.is_over:
        if other.is_chance:
            action = other.sample_chance(random)
        else:
            actions = other.legal_actions
            action = actions[int(random.random() * len(actions))]
        other.push_unchecked(action)
    return other.scores


@settings(max_examples=25)
@given(rule_sets(), st.integers(1, 6), st.integers(0, 2**32))
def test_a_playout_ends_as_random_play_by_the_list_does(
    rules: RuleSet, players: int, seed: int
) -> None:
    game, by_list, without = Game(players, rules), Random(seed), Random(seed)
    assert played(game, by_list) == random_playout(game, without)
    assert by_list.getstate() == without.getstate()


@settings(max_examples=25)
@given(rule_sets().flatmap(games), st.integers(0, 2**32))
def test_so_it_does_from_the_midst_of_a_game(game: Game, seed: int) -> None:
    expected, before = played(game, Random(seed)), repr(game)
    assert random_playout(game, Random(seed)) == expected
    assert repr(game) == before


@pytest.mark.parametrize("names", [(), ("flying_machines",), tuple(installed_expansions())])
def test_what_one_turn_leaves_behind_does_not_touch_the_next(names: tuple[str, ...]) -> None:
    game = Game(2, RuleSet(names))
    for seed in range(8):
        assert played(game, Random(seed)) == random_playout(game, Random(seed))


class Roads(Expansion):
    """Whoever completes a road has another part of the turn, and something to decide before."""

    name = "roads"
    completed_kinds = frozenset({"road"})
    offers_on = frozenset()  # nothing to offer beside deployments

    def action_types(self) -> Iterable[type[Action]]:
        return (Again,)

    def actions(self, view: View, step: Step, /) -> Iterable[Action]:
        return [Again()] if step.owner == self.name else []

    def on_completion(self, view: View, feature: Feature, /) -> Iterable[Effect]:
        step = Step("again", view.turn_player, self.name, may_pass=True)
        return [AnotherPart(), TakeStep(step)]


def test_what_a_completion_leads_to_comes_before_the_next_turn() -> None:
    game, random = Game(2, RuleSet([Roads()])), Random(1)
    while game.step.owner == "base" and not game.is_over:
        actions = game.legal_actions
        game.push(game.sample_chance(random) if game.is_chance else random.choice(actions))
    player = game.turn_player
    assert game.step.name == "again"
    game.push(Pass())
    assert (game.step.name, game.turn_player) == ("draw", player)


def test_and_so_it_does_in_a_playout() -> None:
    game = Game(2, RuleSet([Roads()]))
    for seed in range(8):
        assert played(game, Random(seed)) == random_playout(game, Random(seed))


def test_a_playout_of_a_game_that_is_over_gives_its_scores() -> None:
    game = Game(2, RuleSet(["flying_machines"], sets={"flying_machines": 1}))
    random = Random(3)
    while not game.is_over:
        game.push(game.sample_chance(random) if game.is_chance else game.legal_actions[0])
    assert random_playout(game, random) == game.scores

"""The machine finds planted faults: in what is counted, in undoing, and in the list of actions."""

from __future__ import annotations

import pytest
from boards import Twice
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from carcassonne_core import Game, RuleSet
from carcassonne_core.testing import LAWS, GameMachine, LawBrokenError, check_game

PHASES = [Phase.generate]
quick = settings(
    max_examples=20,
    stateful_step_count=8,
    deadline=None,
    phases=PHASES,
    suppress_health_check=list(HealthCheck),
    database=None,
)


class Small(GameMachine):
    seats = 2


def test_a_machine_plays_expansions_that_are_not_installed() -> None:
    class Doubled(GameMachine):
        rule_sets = RuleSet([Twice(), "flying_machines"])

    run_state_machine_as_test(Doubled, settings=settings(quick, max_examples=3))


def test_a_law_of_a_subclass_is_asked() -> None:
    class Strict(Small):
        @invariant()
        def nobody_ever_scores(self) -> None:
            assert self.game.scores == (0, 0)

    with pytest.raises(AssertionError):
        run_state_machine_as_test(Strict, settings=quick)


def test_laws_may_be_added() -> None:
    def no_tile_is_ever_placed(game: Game) -> None:
        assert len(game.board) == 1

    class Strict(Small):
        laws = (*LAWS, no_tile_is_ever_placed)

    with pytest.raises(AssertionError):
        run_state_machine_as_test(Strict, settings=quick)


def test_an_undo_that_forgets_the_score_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Game.pop

    def forgetful(game: Game) -> object:
        kept = game.turn_player
        action = plain(game)
        game.turn_player = kept
        return action

    monkeypatch.setattr(Game, "pop", forgetful)
    with pytest.raises(LawBrokenError, match="undo"):
        run_state_machine_as_test(Small, settings=quick)


def test_a_figure_that_never_comes_home_is_found() -> None:
    game = Game(2).replay(["draw BA/L", "place BA/L R0 @0,1", "deploy follower cloister I @0,1"])
    game._kernel.supply[0] -= 1
    with pytest.raises(LawBrokenError, match="B10"):
        check_game(game)

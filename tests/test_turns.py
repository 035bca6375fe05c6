"""The joint list of a turn: every placement with every deployment after it."""

from __future__ import annotations

from hypothesis import given, settings

from carcassonne_core import Action, Game
from carcassonne_core.testing import games, rule_sets


def one_by_one(game: Game) -> list[tuple[Action, list[Action]]]:
    """The same, each on a game of its own and judged."""
    found = []
    for action in game.legal_actions:
        after = game.copy()
        after.push(action)
        found.append((action, list(after.legal_actions)))
    return found


@settings(max_examples=40)
@given(rule_sets().flatmap(games))
def test_the_turns_are_all_legal_actions_with_all_that_are_legal_after_them(game: Game) -> None:
    before = repr(game)
    assert one_by_one(game) == [(action, list(after)) for action, after in game.turns()]
    assert before == repr(game)


def test_turns_are_listed_to_the_end_though_the_game_goes_on_meanwhile() -> None:
    game = Game(2).replay(["draw BA/RFr"])
    expected, turns, listed = one_by_one(game), game.turns(), []
    for action, after in turns:
        game.push(game.legal_actions[0])
        listed.append((action, list(after)))
    assert expected == listed

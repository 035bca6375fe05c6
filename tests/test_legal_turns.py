"""The joint list of a turn: every placement with every deployment after it."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from carcassonne_core import Action, Game, RuleSet
from carcassonne_core.notation import action_text, parse_action
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


BASE = RuleSet()


@settings(max_examples=25)
@given(st.one_of(games(BASE), rule_sets().flatmap(games)))
def test_the_legal_turns_are_the_same_pairs(game: Game) -> None:
    expected = [(action, second) for action, after in game.turns() for second in after]
    listed = game.legal_turns
    assert list(listed) == expected
    assert [listed[n] for n in range(-len(listed), 0)] == expected


MOVES = """
    draw BA/LR; place BA/LR R270 @0,1; deploy follower cloister I @0,1; draw BA/Rr;
    place BA/Rr R270 @-1,0; pass; draw BA/Rr; place BA/Rr R0 @1,0;
    deploy follower field NL.NR.EL.ER.SL.WR @1,0; draw BA/L; place BA/L R270 @0,2; pass;
    draw BA/CcRr
"""


def test_a_field_that_an_empty_one_joins_to_a_farmer_s_is_not_free() -> None:
    """Of the two fields of the tile one meets the farmer's, both meet the one around a cloister."""
    game = Game(2).replay([move.strip() for move in MOVES.split(";")])
    corner = parse_action(game, "place BA/CcRr R180 @1,1")
    after = game.copy().replay([corner])
    second = [action_text(after, action) for first, action in game.legal_turns if first == corner]
    assert second == ["pass", "deploy follower city SE @1,1", "deploy follower road NW @1,1"]


def test_turns_are_listed_to_the_end_though_the_game_goes_on_meanwhile() -> None:
    game = Game(2).replay(["draw BA/RFr"])
    expected, turns, listed = one_by_one(game), game.turns(), []
    for action, after in turns:
        game.push(game.legal_actions[0])
        listed.append((action, list(after)))
    assert expected == listed

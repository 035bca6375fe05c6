"""Strategies of short games for contracts: tables at the moment before scoring, and lines of play.

Short because a foreign engine may be slow, and because a mistake that needs many tiles is rare.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from carcassonne_core.action import Deploy
from carcassonne_core.feature import Figure
from carcassonne_core.game import Game
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.testing.leanings import choose_action
from carcassonne_core.testing.tables import Table
from carcassonne_core.turn import DEPLOY

__all__ = ["lines", "tables"]


def tables(rules: RuleSet, *, turns: int = 12) -> SearchStrategy[Table]:
    """Tables of two to four players: a tile was just placed, perhaps a figure deployed on it, and
    nothing is scored yet. Shrinks towards one tile beside the start tile, and no figures.

    Args:
        rules: what is played.
        turns: how many turns are played at most.

    Example:
        >>> from hypothesis import given, settings
        >>> rules = RuleSet()
        >>> @settings(max_examples=10)
        ... @given(tables(rules))
        ... def nobody_has_more_than_seven_followers(table: Table) -> None:
        ...     assert len(table.figures) <= 7 * table.players
        >>> nobody_has_more_than_seven_followers()
    """
    return _tables(rules, turns)


def lines(rules: RuleSet, *, turns: int = 12) -> SearchStrategy[Game]:
    """Games of two to four players that have just begun. Shrinks towards few and simple turns."""
    return _lines(rules, turns)


@st.composite
def _lines(draw: st.DrawFn, rules: RuleSet, turns: int) -> Game:
    game = Game(draw(st.integers(2, 4)), rules)
    last = draw(st.integers(1, turns))
    while game.turn <= last and not game.is_over:
        _act(draw, game)
    return game


@st.composite
def _tables(draw: st.DrawFn, rules: RuleSet, turns: int) -> Table:
    game = Game(draw(st.integers(2, 4)), rules)
    last = draw(st.integers(1, turns))
    while not game.is_over and (game.turn < last or game.step.name != DEPLOY):
        _act(draw, game)
    if game.is_over:
        return Table.of(game)
    deployments = [action for action in game.legal_actions if isinstance(action, Deploy)]
    chosen = draw(st.integers(0, len(deployments)))
    if not chosen:
        return Table.of(game)
    action = deployments[chosen - 1]
    figure = Figure(game.decider, rules.meeple(action.meeple), action.segment)
    return Table.of(game, [figure])


def _act(draw: st.DrawFn, game: Game) -> None:
    game.push_unchecked(choose_action(game, lambda number: draw(st.integers(0, number - 1))))

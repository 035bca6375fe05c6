"""Strategies of what is in play: games at any moment, their boards, and what may be done in them.

They generate the rare cases often; see `leanings`. All of them shrink alike: towards two players,
few tiles, no figures, the first placement of the list. A game shows itself as code that makes it
anew (`eval(repr(game))`).
"""

from __future__ import annotations

from functools import cache

from hypothesis import note, strategies as st
from hypothesis.strategies import SearchStrategy

from carcassonne_core.action import Action
from carcassonne_core.board import Board
from carcassonne_core.game import Game
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.testing.choices import Below, choose_action
from carcassonne_core.testing.leanings import LEANINGS

__all__ = ["Rules", "actions", "boards", "finished_games", "games", "seats"]

Rules = RuleSet | SearchStrategy[RuleSet] | None
"""What is played: one rule set, a strategy of rule sets, or the base game."""

_FEW_TURNS = 24
_STEPS = 5


def seats() -> SearchStrategy[int]:
    """Numbers of players: 1 to 6. Shrinks towards two."""
    return st.sampled_from((2, 1, 3, 4, 5, 6))


def games(
    rules: Rules = None, *, players: int | SearchStrategy[int] | None = None
) -> SearchStrategy[Game]:
    """Games at any moment: before a draw, with a tile in hand, in flight, or over.

    Shrinks towards a game in which nothing has happened yet: fewer turns first, then simpler ones.

    Args:
        rules: what is played; the base game if nothing is said.
        players: their number; 1 to 6 if nothing is said.

    Example:
        >>> from hypothesis import given, settings
        >>> @settings(max_examples=10)
        ... @given(games(players=2))
        ... def nobody_has_more_than_seven_followers(game: Game) -> None:
        ...     assert all(game.supply(seat, "follower") <= 7 for seat in range(game.players))
        >>> nobody_has_more_than_seven_followers()
    """
    return _games(_as_strategy(rules), _as_seats(players))


def boards(
    rules: Rules = None, *, players: int | SearchStrategy[int] | None = None
) -> SearchStrategy[Board]:
    """Legal boards with figures on them: `games` seen without hands, stack and scores.

    A failing test also prints the game to which the board belongs.

    Example:
        >>> from hypothesis import given, settings
        >>> @settings(max_examples=10)
        ... @given(boards())
        ... def every_empty_place_beside_a_tile_is_known(board: Board) -> None:
        ...     beside = {place for tile in board for place in tile.neighbours}
        ...     assert set(board.frontier) == {place for place in beside if place not in board}
        >>> every_empty_place_beside_a_tile_is_known()
    """
    return _boards(_as_strategy(rules), _as_seats(players))


def finished_games(
    rules: Rules = None, *, players: int | SearchStrategy[int] | None = None
) -> SearchStrategy[Game]:
    """Games that were played until no tile was left, every action of them legal.

    Shrinks towards a game in which nobody ever deployed a figure; it stays as long as its stack. If
    a test asks only for the final scoring, `games().map(Game.ended_now)` shrinks to a few tiles.
    """
    return _finished_games(_as_strategy(rules), _as_seats(players))


def actions(game: Game) -> SearchStrategy[Action]:
    """What is legal in a game now, or may come by chance; the game must not be over.

    Shrinks towards the first in the list, and towards passing where a figure may be deployed.

    Example:
        >>> from hypothesis import given, settings
        >>> game = Game(2).replay(["draw BA/L"])
        >>> @settings(max_examples=10)
        ... @given(actions(game))
        ... def every_legal_action_has_no_refusal(action: Action) -> None:
        ...     assert game.refusals(action) == ()
        >>> every_legal_action_has_no_refusal()
    """
    return _actions(game)


# ------------------------------------------------------------------------------- how it is drawn


@st.composite
def _games(draw: st.DrawFn, rules: SearchStrategy[RuleSet], players: SearchStrategy[int]) -> Game:
    game = Game(draw(players), draw(rules))
    below = _numbers(draw)
    habit = below(len(LEANINGS))
    last = draw(st.integers(0, _FEW_TURNS) | st.integers(0, len(game.rules.types)))
    while game.turn <= last and not game.is_over:
        draw(_turns(game, habit))
    for _ in range(draw(st.integers(0, _STEPS))):
        if not game.is_over:
            game.push_unchecked(choose_action(game, below, habit=habit))
    return game


@st.composite
def _turns(draw: st.DrawFn, game: Game, habit: int) -> None:
    """A whole turn, drawn as one: so shrinking can leave it out."""
    below, turn = _numbers(draw), game.turn
    while game.turn == turn and not game.is_over:
        game.push_unchecked(choose_action(game, below, habit=habit))


@st.composite
def _boards(draw: st.DrawFn, rules: SearchStrategy[RuleSet], players: SearchStrategy[int]) -> Board:
    game = draw(_games(rules, players))
    note(f"the board of {game!r}")
    return game.board


@st.composite
def _finished_games(
    draw: st.DrawFn, rules: SearchStrategy[RuleSet], players: SearchStrategy[int]
) -> Game:
    game = Game(draw(players), draw(rules))
    below = _numbers(draw)
    habit = below(len(LEANINGS))
    while not game.is_over:
        game.push_unchecked(choose_action(game, below, habit=habit))
    return game


@st.composite
def _actions(draw: st.DrawFn, game: Game) -> Action:
    return choose_action(game, _numbers(draw))


@cache
def _below(number: int) -> SearchStrategy[int]:
    return st.integers(0, number - 1)


def _numbers(draw: st.DrawFn) -> Below:
    return lambda number: draw(_below(number))


def _as_strategy(rules: Rules) -> SearchStrategy[RuleSet]:
    if isinstance(rules, SearchStrategy):
        return rules
    return st.just(RuleSet() if rules is None else rules)


def _as_seats(players: int | SearchStrategy[int] | None) -> SearchStrategy[int]:
    if isinstance(players, SearchStrategy):
        return players
    return seats() if players is None else st.just(players)

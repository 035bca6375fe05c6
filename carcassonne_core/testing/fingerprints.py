"""Everything that can be seen of a game, as one value: two games that look alike are alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from carcassonne_core.action import Action
from carcassonne_core.game import Game
from carcassonne_core.testing.invariants import supplies

__all__ = ["fingerprint"]


class _Fixed:
    """Random numbers that are one number."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


def fingerprint(game: Game) -> tuple[Any, ...]:
    """Everything that can be seen of a game, the order of every list included.

    What undoes must bring back the same fingerprint, what asks must not change it, and a copy must
    have the one of its original.

    Example:
        >>> game = Game(2).replay(["draw BA/L"])
        >>> before = fingerprint(game)
        >>> game.push(game.legal_actions[0])
        >>> fingerprint(game) == before
        False
        >>> undone = game.pop()
        >>> fingerprint(game) == before == fingerprint(game.copy())
        True
    """
    board = game.board
    return (
        game.actions,
        (game.ply, game.undo_floor, game.turn, game.turn_player, game.decider, game.step),
        (game.scores, game.winners, game.hand, game.is_over, game.is_deployment_over),
        tuple(game.state(name) for name in game.rules.names),
        tuple(board.tiles.items()),
        board.frontier,
        board.features,
        board.figures,
        supplies(game),
        (tuple(game.stack.items()), tuple(_stack_order(game)), game.chance_outcomes()),
        game.events,
        game.latest_events,
        list(game.legal_actions),
        game.placed_tile,
    )


def _stack_order(game: Game) -> Iterator[Action]:
    """What each random number would draw now: tells in what order the stack is kept."""
    number = sum(game.stack.values()) if game.is_chance else 0
    for index in range(number):
        yield game.sample_chance(cast(Any, _Fixed((index + 0.5) / number)))

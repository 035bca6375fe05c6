"""What generated players choose.

Whoever plays for a test leans now this way, now that, and takes one of the actions that are best by
this leaning. The numbers that decide come from outside: from hypothesis, which shrinks them, or
from your random numbers. **Every number may be 0**: then nobody leans, the first of what is legal
is done, and the player passes where he would deploy a figure; so small numbers make a simple game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from carcassonne_core.action import Action, Deploy, Pass
from carcassonne_core.game import Game
from carcassonne_core.testing.leanings import LEANINGS, Leaning
from carcassonne_core.turn import DEPLOY, DRAW, PLACE

__all__ = ["Below", "choose_action"]

Below = Callable[[int], int]
"""Gives a whole number from 0 up to, but not including, the one given."""


def choose_action(game: Game, below: Below, *, habit: int = 0) -> Action:
    """A legal action, or an outcome of chance, chosen by numbers from outside.

    Args:
        game: a game that is not over; it is not changed.
        below: the numbers that decide.
        habit: the number in `LEANINGS` of what every second choice follows, so that a whole game
            has a character of its own.

    Example:
        >>> from random import Random
        >>> game = Game(2)
        >>> choose_action(game, lambda number: 0)
        Draw(tile='BA/LR')
        >>> choose_action(game, Random(7).randrange) in game.legal_actions
        True
    """
    actions = list(game.legal_actions)
    if len(actions) == 1:
        return actions[0]
    step = game.step
    if step.owner == "base" and step.name == DEPLOY:
        return _deployment(actions, below)
    if step.owner == "base" and step.name in (DRAW, PLACE):
        choice = below(2 * len(LEANINGS))
        leaning = LEANINGS[choice if choice < len(LEANINGS) else habit]
        actions = _best(game, actions, leaning[step.name == PLACE])
    elif isinstance(actions[0], Pass):
        # Whoever always declines what an expansion offers might play for ever.
        actions = [*actions[1:], actions[0]]
    return _one_of(actions, below)


def _deployment(actions: Sequence[Action], below: Below) -> Action:
    """Passes, deploys a figure, or does what an expansion offers: each a third of the time."""
    choice = below(4)
    passing = [action for action in actions if isinstance(action, Pass)]
    if choice == 0 and passing:
        return passing[0]
    others = [action for action in actions if not isinstance(action, Pass)]
    wanted = [action for action in others if isinstance(action, Deploy) == (choice < 3)]
    return _one_of(wanted or others, below)


def _best(game: Game, actions: list[Action], leaning: Leaning | None) -> list[Action]:
    """The actions that fit a leaning best; a pass is left aside where anything else may be done."""
    if leaning is None:
        return actions
    values = leaning(game.copy(), actions)
    best = max(values)
    return [action for action, value in zip(actions, values, strict=True) if value == best]


def _one_of(actions: Sequence[Action], below: Below) -> Action:
    return actions[0 if len(actions) == 1 else below(len(actions))]

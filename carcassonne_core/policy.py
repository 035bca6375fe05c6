"""Players without a plan: one that chooses at random, and one that looks a single turn ahead.

They are yardsticks for better players, and what the command line plays with. A policy is a function
that takes a game in which somebody decides, and your random numbers.

Example:
    >>> from random import Random
    >>> from carcassonne_core import Game
    >>> game = Game(2).replay(["draw BA/L"])
    >>> random_policy(game, Random(1)) in game.legal_actions
    True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from carcassonne_core.action import Action
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.game import Game
from carcassonne_core.turn import DRAW

if TYPE_CHECKING:
    from random import Random

__all__ = ["POLICIES", "Policy", "greedy_policy", "lead", "random_policy"]

Policy = Callable[["Game", "Random"], Action]
"""Chooses one of the legal actions of a game in which somebody decides."""

_TIE = 1e-9
"""Expectations that differ by less are equal; they were added in different orders."""


def random_policy(game: Game, random: Random) -> Action:
    """Any legal action, each as likely as the others.

    Raises:
        CarcassonneError: chance decides, or the game is over.
    """
    actions = game.legal_actions
    _check(game)
    return actions[int(random.random() * len(actions))]


def greedy_policy(game: Game, random: Random) -> Action:
    """The action with the best `lead` at the end of this turn; one of the best if there are more.

    It thinks through every way in which the turn may go on, dice with their probabilities, and not
    a step further: it neither keeps figures back nor knows what the next player may do.

    Raises:
        CarcassonneError: chance decides, or the game is over.
    """
    _check(game)
    seat, turn = game.decider, game.turn
    actions = list(game.legal_actions)
    if len(actions) == 1:
        return actions[0]
    ahead = game.copy()
    values = []
    for action in actions:
        ahead.push_unchecked(action)
        values.append(_expected(ahead, seat, turn))
        ahead.pop()
    best = max(values) - _TIE
    good = [action for action, value in zip(actions, values, strict=True) if value >= best]
    return good[int(random.random() * len(good))]


def lead(game: Game, player: int) -> int:
    """By how many points a player would be ahead of the best other one if the game ended now; who
    plays alone is ahead of nobody with none."""
    scores = list(game.projected_scores())
    own = scores.pop(player)
    return own - max(scores, default=0)


POLICIES: dict[str, Policy] = {"random": random_policy, "greedy": greedy_policy}
"""The policies by name."""


def _check(game: Game) -> None:
    if game.is_over:
        raise CarcassonneError("nobody decides: the game is over")
    if game.is_chance:
        raise CarcassonneError("nobody decides: chance does, see `sample_chance`")


def _expected(game: Game, player: int, turn: int) -> float:
    """The lead at the end of the turn if everybody who decides in it looks no further."""
    step = game.step
    if game.is_over or game.turn != turn or (step.owner == "base" and step.name == DRAW):
        return lead(game, player)
    total, values = 0.0, []
    if step.is_chance:
        for action, probability in game.chance_outcomes():
            game.push_unchecked(action)
            total += float(probability) * _expected(game, player, turn)
            game.pop()
        return total
    for action in game.legal_actions:
        game.push_unchecked(action)
        values.append(_expected(game, player, turn))
        game.pop()
    return max(values) if step.player == player else min(values)

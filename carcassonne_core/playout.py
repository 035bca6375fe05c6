"""A random game from a position to the end, by numbers instead of actions.

It chooses what `legal_actions` lists, with the same probabilities and the same random numbers, but
builds no action, no event and nothing that could be undone, unless an expansion has to see it.
"""

from __future__ import annotations

from itertools import accumulate
from random import Random

from carcassonne_core.action import Pass, Place
from carcassonne_core.course import Course
from carcassonne_core.game import Game
from carcassonne_core.game_state import GameState
from carcassonne_core.kernel import STRIDE
from carcassonne_core.legal_actions import nth_placement
from carcassonne_core.turn import DEPLOY, DRAW, OVER, PLACE

__all__ = ["random_playout"]


def random_playout(game: Game, random: Random) -> tuple[int, ...]:
    """The final scores by seat after random play from here; the game itself stays as it is.

    Every legal action is as likely as any other, and chance gives what it gives. Whoever pushes
    `sample_chance(random)` in chance steps and otherwise `actions[int(random.random() *
    len(actions))]` of the legal actions comes to the same scores.

    Example:
        >>> from random import Random
        >>> game = Game(2)
        >>> len(random_playout(game, Random(7))), game.ply
        (2, 0)
    """
    playout = _Playout(game)
    playout.play(random)
    return playout.scores


class _Playout(Course):
    """A copy of a game that plays itself."""

    __slots__ = ()

    def __init__(self, game: GameState) -> None:
        self._stand_like(game)

    def play(self, random: Random) -> None:
        """Plays to the end."""
        while True:
            step = self.step
            name = step.name
            if step.owner != "base":
                self._choose(random)
            elif name == DEPLOY:
                self._choose_deployment(random)
            elif name == PLACE:
                self._choose_placement(random)
            elif name == DRAW:
                self._news = ()
                stack = self._kernel.stack
                if len(stack) > self._free:
                    stack = self._drawable()
                self._draw(stack[int(random.random() * len(stack))])
            elif name == OVER:
                return

    def _choose(self, random: Random) -> None:
        """An action of an expansion's own step, or what chance gives there."""
        if self.step.is_chance:
            action = self.sample_chance(random)
        else:
            actions = self.legal_actions
            action = actions[int(random.random() * len(actions))]
        if isinstance(action, Pass):
            self._pass()
        else:
            self._act(action)

    def _choose_placement(self, random: Random) -> None:
        kernel, tile, may_pass = self._kernel, self._hand, self.step.may_pass
        if self._hooks.placement_judges[tile]:
            actions = self.legal_actions
            action = actions[int(random.random() * len(actions))]
            if isinstance(action, Place):
                position = action.position
                self._place(position.y * STRIDE + position.x, 4 * tile + action.rotation)
            else:
                self._pass()
            return
        ends = list(accumulate(kernel.fitting_counts(tile)))
        index = int(random.random() * (ends[-1] + may_pass))
        if index < ends[-1]:
            fits = kernel.table.fits[tile]
            cell, face = nth_placement(ends, kernel.signatures, fits, index)
            self._place(kernel.cells[cell], face)
        else:
            self._pass()

    def _choose_deployment(self, random: Random) -> None:
        codes, extra = self._deployment_codes(), self._offered_beside()
        index = int(random.random() * (1 + len(codes) + len(extra)))
        if not index:
            self._proceed()
        elif index <= len(codes):
            self.has_acted = True
            kernel, meeples = self._kernel, self._meeples
            segment, meeple = divmod(codes[index - 1], meeples)
            kernel.deploy(kernel.tile_base[-1] + segment, self.step.player * meeples + meeple)
            self._proceed()
        else:
            self._act(extra[index - 1 - len(codes)])

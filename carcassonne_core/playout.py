"""A random game from a position to the end, by numbers instead of actions.

It chooses what `legal_actions` lists, with the same probabilities and the same random numbers, but
builds no action, no event and nothing that could be undone, unless an expansion has to see it.
"""

from __future__ import annotations

from random import Random
from typing import final

from carcassonne_core.action import Action, Pass, Place
from carcassonne_core.course import Course
from carcassonne_core.game import Game
from carcassonne_core.kernel import STRIDE
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
    playout = _Playout(like=game)
    playout.play(random)
    return playout.scores


@final
class _Playout(Course):
    """A copy of a game that plays itself."""

    __slots__ = ()

    def play(self, random: Random) -> None:
        """Plays to the end."""
        number = random.random
        while True:
            step = self.step
            name = step.name
            if step.owner != "base":
                self._act_or_pass(self._chosen(random))
            elif name == DEPLOY:
                codes, extra = self._deployment_codes(), self._offered_beside()
                index = int(number() * (1 + len(codes) + len(extra)))
                if not index:
                    self._proceed()
                elif index <= len(codes):
                    self._deploy_code(codes[index - 1])
                else:
                    self._act(extra[index - 1 - len(codes)])
            elif name == PLACE:
                tile = self._hand
                if self._hooks.placement_judges[tile]:
                    self._place_or_pass(self._chosen(random))
                    continue
                kernel = self._kernel
                counts = kernel.fitting_counts(tile)
                total = sum(counts)
                index = int(number() * (total + step.may_pass))
                if index < total:
                    cell = 0
                    for count in counts:
                        index -= count
                        if index < 0:
                            break
                        cell += 1
                    faces = kernel.table.fits[tile][kernel.signatures[cell]]
                    self._place(kernel.cells[cell], faces[index])  # from the end: it is negative
                else:
                    self._pass()
            elif name == DRAW:
                self._news = ()
                stack = self._kernel.stack
                if len(stack) > self._free:
                    stack = self._drawable()
                self._draw(stack[int(number() * len(stack))])
            elif name == OVER:
                return

    def _chosen(self, random: Random) -> Action:
        """An action out of the list, or what chance gives."""
        if self.step.is_chance:
            return self.sample_chance(random)
        actions = self.legal_actions
        return actions[int(random.random() * len(actions))]

    def _act_or_pass(self, action: Action) -> None:
        if isinstance(action, Pass):
            self._pass()
        else:
            self._act(action)

    def _place_or_pass(self, action: Action) -> None:
        if isinstance(action, Place):
            position = action.position
            self._place(position.y * STRIDE + position.x, 4 * self._hand + action.rotation)
        else:
            self._pass()

    def _deploy_code(self, code: int) -> None:
        """Carries out one of `_deployment_codes`."""
        kernel, meeples = self._kernel, self._meeples
        segment, meeple = divmod(code, meeples)
        self.has_acted = True
        kernel.deploy(kernel.tile_base[-1] + segment, self.step.player * meeples + meeple)
        self._proceed()

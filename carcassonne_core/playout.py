"""A random game from a position to the end, by numbers instead of actions.

It chooses what `legal_actions` lists, with the same probabilities and the same random numbers, but
builds no action, no event and nothing that could be undone, unless an expansion has to see it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, final

from carcassonne_core.action import Action, Pass, Place
from carcassonne_core.course import Course
from carcassonne_core.event import Occasion
from carcassonne_core.game import Game
from carcassonne_core.kernel import STRIDE
from carcassonne_core.scoring import occupied_at_end, plain_score, score
from carcassonne_core.turn import DEPLOY, PLACE

__all__ = ["random_playout"]

_COMPLETED: Final = Occasion.COMPLETED
_FINAL: Final = Occasion.FINAL


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
        number: Callable[[], float] = random.random
        self._kernel.log = None
        draws, deploys = self._draws, self._deploys
        while True:
            step = self.step
            if step is draws[self.turn_player]:
                self._turn(number)
            elif step is deploys[self.turn_player]:
                self._deploy_or_pass(number)
            elif step.owner != "base":
                self._act_or_pass(self._chosen(random))
            elif step.name == DEPLOY:
                self._deploy_or_pass(number)
            elif step.name == PLACE:
                tile = self._hand
                if self._hooks.placement_judges[tile]:
                    self._place_or_pass(self._chosen(random))
                    continue
                ends = self._kernel.fitting_ends(tile)
                ways: int = ends[-1]
                index = int(number() * (ways + step.may_pass))
                if index < ways:
                    self._place(*self._kernel.placement(tile, ends, index))
                else:
                    self._pass()
            else:
                return

    def _turn(self, number: Callable[[], float]) -> None:
        """Most turns from the draw to the end, without the steps between, as far as nobody but the
        base game has a say."""
        self._news = ()
        kernel, hooks = self._kernel, self._hooks
        stack = kernel.stack
        if len(stack) > self._free:
            stack = self._drawable()
        index = int(number() * len(stack))
        if stack is not kernel.stack:
            index = kernel.stack.index(stack[index])
        tile = kernel.stack[index]
        if hooks.placement_judges[tile]:
            self._draw(index)
            return
        kernel.draw(index)
        ends = kernel.fitting_ends(tile)
        ways: int = ends[-1]
        if not ways:
            self._hand = tile
            self._discard()
            return
        position, face = kernel.placement(tile, ends, int(number() * ways))
        self.is_deployment_over = self.has_acted = False
        if not hooks.is_plain or hooks.offering[tile]:
            self.step = self._places[self.turn_player]
            self._place(position, face)
            return
        kernel.place(position, face)
        self.step = self._deploys[self.turn_player]
        codes = self._deployment_codes()
        index = int(number() * (1 + len(codes)))
        if index:
            self._deploy_code(codes[index - 1])
        self._phase = 2
        self._proceed()

    def _deploy_or_pass(self, number: Callable[[], float]) -> None:
        codes, extra = self._deployment_codes(), self._offered_beside()
        index = int(number() * (1 + len(codes) + len(extra)))
        if index > len(codes):
            self._act(extra[index - 1 - len(codes)])
            return
        if index:
            self._deploy_code(codes[index - 1])
        self._proceed()

    # ------------------------------------------------------------------ scores without records
    def _score_completed(self, root: int) -> None:
        kernel = self._kernel
        occupied = kernel.occupied_in(root)
        found = plain_score(self, kernel, root, occupied, _COMPLETED)
        if found is None:
            Course._score_completed(self, root)
            return
        winners, value = found
        self._pay_each(winners, value)
        for segment in occupied:
            for figure in kernel.figures[segment]:
                kernel.take_back(segment, figure)

    def _score_rest(self) -> None:
        if self.rules.option("base", "field_scoring") != "third":
            Course._score_rest(self)
            return
        kernel = self._kernel
        for features in occupied_at_end(kernel):
            for root, occupied in features.items():
                found = plain_score(self, kernel, root, occupied, _FINAL)
                if found is None:
                    self._enter(score(self, kernel, root, _FINAL), [])
                else:
                    winners, value = found
                    self._pay_each(winners, value)

    def _pay_each(self, winners: tuple[int, ...], value: int) -> None:
        if winners:
            scores = list(self.scores)
            for seat in winners:
                scores[seat] += value
            self.scores = tuple(scores)

    # ------------------------------------------------------------------ what others have a say in
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

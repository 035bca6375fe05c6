"""The course of a turn: what follows what, what is scored when, and what expansions change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from carcassonne_core.action import Action
from carcassonne_core.asking import Concerned
from carcassonne_core.chronicle import deployed, given, scored
from carcassonne_core.effect import (
    AnotherPart,
    Award,
    DeployFigure,
    Effect,
    Emit,
    EndDeployment,
    NewState,
    ScoreFeature,
    TakeStep,
)
from carcassonne_core.event import GameEnded, Occasion, PointsAwarded, TileDiscarded
from carcassonne_core.expansion import Expansion
from carcassonne_core.feature import Figure, SegmentId
from carcassonne_core.hook_table import Moment
from carcassonne_core.kernel import FIGURES
from carcassonne_core.listing import Listing
from carcassonne_core.scoring import Score, concerned, early_score, final_scores, score
from carcassonne_core.turn import DEPLOY, OVER, SCORE, Step

__all__ = ["Course"]

_COMPLETED: Final = Occasion.COMPLETED


class Course(Listing):
    """A game that goes on: from step to step, through the phases of a part of a turn."""

    __slots__ = ()

    # ------------------------------------------------------------------ draw, place, deploy
    def _draw(self, index: int) -> None:
        """Draws a tile of the stack, and discards it if it can nowhere be placed (B3)."""
        kernel = self._kernel
        self._phase = 0
        self.is_deployment_over = self.has_acted = False
        self.step = self._places[self.turn_player]
        self._hand = tile = kernel.draw(index)
        judged = self._hooks.placement_judges[tile]
        if not kernel.is_placeable(tile) or (judged and not self._judged_placements()):
            self._discard()

    def _discard(self) -> None:
        kernel, player = self._kernel, self.turn_player
        self._news += ((TileDiscarded, player, kernel.table.tiles[self._hand].id),)
        self.step = self._draws[player]
        self._hand = -1
        if not kernel.stack:
            self._next_turn()

    def _place(self, position: int, face: int) -> None:
        self._kernel.place(position, face)
        self._hand = -1
        step = self.step
        if (
            step is not self._places[self.turn_player] and step.tile
        ):  # it takes the place of the draw, which was to come next
            self.is_deployment_over = self.has_acted = False
            self._pending = ()
        if self._program[2] is DEPLOY:  # nobody is asked between: most games, most turns
            self._phase = 2
            self.step = self._deploys[self.turn_player]
        else:
            self._phase = 1
            self._proceed()

    def _deploy(self, player: int, meeple: str, segment: SegmentId) -> None:
        figure = player * self._meeples + self.rules.meeple_numbers[meeple]
        self._kernel.deploy(self.board.segment_number(segment), figure)

    def _pass(self) -> None:
        self._hand = -1
        self._proceed()

    # ------------------------------------------------------------------ expansions
    def _act(self, action: Action) -> None:
        """Does what only the expansion that owns an action can do."""
        self.has_acted = self.has_acted or self.step.name == DEPLOY
        owner = self.rules.action_owners[type(action)]
        self._carry_out(owner, tuple(owner.apply(self, action)))
        self._proceed()

    def _ask(self, moment: Moment) -> None:
        kernel, own = self._kernel, self.turn_player * self._meeples
        slot, asked = moment
        for expansion, is_due in asked:
            if is_due(kernel, own) and (effects := tuple(expansion.at_slot(self, slot))):
                self._carry_out(expansion, effects)

    def _carry_out(self, owner: Expansion, effects: Iterable[Effect]) -> None:
        steps: list[Step] = []
        for effect in effects:
            if isinstance(effect, DeployFigure):
                self._deploy(effect.player, effect.meeple, effect.segment)
                facts = (effect.player, effect.meeple, effect.segment, effect.route)
                self._news += ((deployed, *facts),)
            elif isinstance(effect, TakeStep):
                steps.append(effect.step)
            elif isinstance(effect, EndDeployment):
                self.is_deployment_over = True
            elif isinstance(effect, NewState):
                self._states = MappingProxyType({**self._states, owner.name: effect.state})
            elif isinstance(effect, Emit):
                self._news += ((given, effect.event),)
            elif isinstance(effect, AnotherPart):
                self._has_another_part = True
            elif isinstance(effect, ScoreFeature):
                self._score_early(effect)
            elif isinstance(effect, Award):
                self._pay({effect.player: effect.item.points})
                paid = PointsAwarded(effect.player, effect.item, effect.rule, owner.name)
                self._news += ((given, paid),)
        if steps:
            self._pending = (*steps, *self._pending)

    # ------------------------------------------------------------------ the course of a turn
    def _proceed(self) -> None:
        """Goes on to the next decision: a step that somebody asked for, or the next phase."""
        if self._phase == 2 and self._hooks.is_plain and not self._pending:
            # The end of most turns, where nobody is asked after the deployment.
            self._phase = 3
            self._score()
            if not self._pending and not self._has_another_part:
                self._end_turn()
                return
        program, asked = self._program, self._asked
        while not self._pending:
            self._phase = phase = self._phase + 1
            what = program[phase]
            moment = asked[phase]
            if moment is not None:
                self._ask(moment)
            elif what is SCORE:
                self._score()
            elif what is DEPLOY:
                self.step = self._deploys[self.turn_player]
                return
            elif what is OVER:
                if self._has_another_part:
                    self._has_another_part = False
                    self._phase = phase - 1
                    if self._kernel.stack:  # else there is no other part (T6)
                        self._begin_part()
                        return
                    continue
                self._end_turn()
                return
        self._take_step()

    def _end_turn(self) -> None:
        """Goes on to the next player's turn."""
        if not self._kernel.stack:
            self._next_turn()
            return
        self.turn += 1
        self.turn_player = player = (self.turn_player + 1) % self.players
        if self._openers is None:
            self.step = self._draws[player]
        else:
            self._phase = len(self._program) - 2
            self._begin_part()

    def _take_step(self) -> None:
        """Goes on to the first step that somebody asked for; but nobody is asked where passing is
        all that may be done."""
        self.step, *rest = self._pending
        self._pending = tuple(rest)
        self._offers_now = None
        if self.step.tile:
            self._hand = self.rules.table.type_of[self.step.tile]
        elif self.step.may_pass:
            self._offers_now = self._offered()
            if len(self._offers_now) == 1:
                self._proceed()

    def _begin_part(self) -> bool:
        """Goes on to what may be done instead of drawing, or to the draw, if there is anything."""
        if self._openers is not None:
            self._ask(self._openers)
        if self._kernel.stack:
            draw = self._draws[self.turn_player]
            if not self._pending:  # most turns
                self.step = draw
                return True
            self._pending += (draw,)
        if self._pending:
            self._take_step()
            return True
        return False

    def _next_turn(self) -> None:
        """The turn of the next player who can draw or do something instead; with nobody left the
        game ends (B15)."""
        self._phase = len(self._program) - 2
        last = max(self.turn, 1), max(self.turn_player, 0)
        for _ in range(1 if self._openers is None else self.players):
            self.turn += 1
            self.turn_player = (self.turn_player + 1) % self.players
            if self._begin_part():
                return
        self.turn, self.turn_player = last
        self._finish()

    def _score(self) -> None:
        """Scores what the last tile has completed (B8)."""
        kernel = self._kernel
        completed = kernel.completed()
        if not completed:
            return
        for root in completed:
            if watchers := self._hooks.completion_watchers[kernel.kind(root)]:
                self._tell(watchers, root)
        for root in completed:
            if kernel.aggregate[root] >> FIGURES:
                self._score_completed(root)

    def _score_completed(self, root: int) -> None:
        found = score(self, self._kernel, root, _COMPLETED)
        figures = self._kernel.figures
        self._enter(found, [(s, figure) for s in found.occupied for figure in figures[s]])

    def _tell(self, watchers: tuple[Concerned, ...], root: int) -> None:
        """Tells expansions of a complete feature."""
        kernel, meeples = self._kernel, self._meeples
        kinds: set[int] = set()
        if kernel.aggregate[root] >> FIGURES:
            kinds = {f % meeples for s in kernel.survey(root)[1] for f in kernel.figures[s]}
        told = concerned(kernel, root, watchers, kinds)[0]
        if told:
            feature = self.board.feature(self.board.segment_id(root))
            for expansion in told:
                self._carry_out(expansion, tuple(expansion.on_completion(self, feature)))

    def _score_early(self, effect: ScoreFeature) -> None:
        root = self._kernel.root(self.board.segment_number(effect.segment))
        leaving = [self._numbers(figure) for figure in effect.figures]
        figures: dict[int, tuple[int, ...]] = {}
        for segment, figure in leaving:
            figures[segment] = (*figures.get(segment, ()), figure)
        found = early_score(self, self._kernel, root, figures, effect.rate, effect.rule)
        self._enter(found, leaving)

    def _numbers(self, figure: Figure) -> tuple[int, int]:
        """The kernel's numbers of the segment on which a figure stands, and of the figure."""
        meeple = self.rules.meeple_numbers[figure.meeple.name]
        segment = self.board.segment_number(figure.segment)
        return segment, figure.player * self._meeples + meeple

    def _enter(self, found: Score, leaving: list[tuple[int, int]]) -> None:
        """Pays a score, and sends these figures home (B10)."""
        if found.points:
            self._pay(found.points)
        for segment, figure in leaving:
            self._kernel.take_back(segment, figure)
        self._news += ((scored, found, leaving),)

    def _pay(self, points: Mapping[int, int]) -> None:
        scores = list(self.scores)
        for seat, paid in points.items():
            scores[seat] += paid
        self.scores = tuple(scores)

    def _score_rest(self) -> None:
        """Scores what is still occupied when the game ends (B15)."""
        for found in final_scores(self, self._kernel):
            self._enter(found, [])

    def _finish(self) -> None:
        self._score_rest()
        for expansion in self._hooks.overriders("final_points"):
            self._carry_out(expansion, tuple(expansion.final_points(self)))
        self.step = Step(OVER, self.turn_player)
        self._news += ((GameEnded, self.scores, self.winners),)

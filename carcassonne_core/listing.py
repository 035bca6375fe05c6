"""What may be done now: the legal actions of each kind of step, lazily where they are many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from carcassonne_core.action import Action, Deploy, Draw, Pass, Place
from carcassonne_core.errors import CarcassonneError, Refusal
from carcassonne_core.expansion import Expansion, Placement
from carcassonne_core.game_state import GameState
from carcassonne_core.kernel import FIGURES, OPEN
from carcassonne_core.legal_actions import (
    LegalActions,
    LegalDeployments,
    LegalPlacements,
)
from carcassonne_core.legal_turns import LegalTurns, legal_turns
from carcassonne_core.legality import action_refusals, expansion_refusals, is_well_formed
from carcassonne_core.packed import i64
from carcassonne_core.turn import DEPLOY, DRAW, PLACE, Step

if TYPE_CHECKING:
    from random import Random

__all__ = ["Listing"]

_PASS = Pass()

_PLAIN = frozenset({Draw, Place, Deploy, Pass})
"""The base game's own actions."""


class Listing(GameState):
    """A game that says what may be done, what may not and why, and what chance may give."""

    __slots__ = ()

    @property
    def legal_actions(self) -> LegalActions:
        """Every legal action; in a chance step, every possible outcome."""
        step = self.step
        name = step.name
        if step.owner != "base":
            return self._offered()
        if name == PLACE:
            return self._placements((_PASS,) if step.may_pass else ())
        if name == DEPLOY:
            return self._deployments()
        outcomes = tuple(action for action, _ in self.chance_outcomes()) if step.is_chance else ()
        return LegalActions(outcomes)

    def refusals(self, action: Action) -> tuple[Refusal, ...]:
        """Every reason against an action now; none means that it is legal."""
        return action_refusals(self, action)

    def _is_listed(self, action: Action) -> bool:
        """Whether an action of the base game is on the list of legal ones; found without the list,
        much sooner than every reason that might speak against it."""
        step = self.step
        is_plain = step.owner == "base" and type(action) in _PLAIN and is_well_formed(action)
        if not is_plain:
            return False
        if isinstance(action, Place):
            return step.name == PLACE and self._is_fitting(action)
        if isinstance(action, Draw):
            number = self._kernel.table.type_of.get(action.tile)
            return step.name == DRAW and number in self._drawable()
        if isinstance(action, Deploy):
            return step.name == DEPLOY and self._is_open(action)
        return step.name == DEPLOY or step.may_pass

    def _is_fitting(self, action: Place) -> bool:
        kernel, tile, position = self._kernel, self._hand, action.position
        table = kernel.table
        cell = -1 - kernel.at_xy(position.x, position.y)
        if action.tile != table.tiles[tile].id or not 0 <= cell < len(kernel.cells):
            return False
        face = 4 * tile + action.rotation
        if face not in table.fits[tile][kernel.signatures[cell]]:
            return False
        return not self._hooks.placement_judges[tile] or action in self._judged_placements()

    def _is_open(self, action: Deploy) -> bool:
        segment = action.segment
        number = self.rules.meeple_numbers.get(action.meeple)
        if number is None or segment.index < 0 or segment.position != self.board.last:
            return False
        return segment.index * self._meeples + number in self._deployment_codes()

    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        """What chance may give next, with exact probabilities; empty if chance has no say."""
        step = self.step
        if not step.is_chance:
            return ()
        if step.owner != "base":
            return tuple(self.rules.expansion(step.owner).chance(self, step))
        stack = self._drawable()
        return tuple(
            (self.rules.draws[tile], Fraction(number, len(stack)))
            for tile, number in sorted(Counter(stack).items())
        )

    def sample_chance(self, random: Random) -> Action:
        """One of the outcomes, drawn with their probabilities by your random numbers.

        Raises:
            CarcassonneError: chance has no say now.
        """
        step = self.step
        if not step.is_chance:
            raise CarcassonneError(f"chance has no say in the step {step.name!r}")
        if step.owner == "base":
            stack = self._kernel.stack
            if len(stack) > self._free:
                stack = self._drawable()
            return self.rules.draws[stack[int(random.random() * len(stack))]]
        outcomes = self.chance_outcomes()
        number, parts = random.random().as_integer_ratio()
        sum_ = Fraction()
        for action, probability in outcomes:
            sum_ += probability
            if number * sum_.denominator < sum_.numerator * parts:
                return action
        return outcomes[-1][0]

    # ------------------------------------------------------------------ by kind of step
    def _placements(self, extra: tuple[Action, ...] = ()) -> LegalActions:
        if not self._hooks.placement_judges[self._hand]:
            return LegalPlacements(self._kernel, self._hand, extra)
        return LegalActions((*self._judged_placements(), *extra))

    def _judged_placements(self) -> tuple[Action, ...]:
        """The placements of the tile in hand that the expansions let pass; judged when it is drawn,
        and remembered until something has happened."""
        kernel, hand = self._kernel, self._hand
        log, moment = kernel.log, (hand, len(kernel.stack), len(kernel.tile_face))
        if self._judged is not None and self._judged[0] is log and self._judged[1] == moment:
            return self._judged[2]
        oriented, first, player = self.rules.table.oriented, 4 * hand, self.step.player
        legal: list[Action] = []
        for action in LegalPlacements(kernel, hand):
            assert isinstance(action, Place)
            placement = Placement(player, oriented[first + action.rotation], action.position)
            if not any(expansion_refusals(self, placement)):
                legal.append(action)
        self._judged = log, moment, tuple(legal)
        return self._judged[2]

    def _deployments(self) -> LegalActions:
        """What may be done in the deploy step: pass, deploy, or what an expansion offers."""
        position, codes = self._kernel.tile_position[-1], self._deployment_codes()
        return LegalDeployments(position, codes, self.rules.meeples, self._offered_beside())

    def _offered_beside(self) -> tuple[Action, ...]:
        """What expansions offer in the deploy step."""
        offering, step = self._hooks.offering[self._kernel.tile_face[-1] >> 2], self.step
        if not offering:
            return ()
        kernel, own = self._kernel, step.player * self._meeples
        due = [expansion for expansion, is_due in offering if is_due(kernel, own)]
        return self._offers(due, step) if due else ()

    def _deployment_codes(self) -> list[int]:
        """The ordinary deployments on the last tile: segment on the tile * meeples + meeple."""
        kernel, step, meeples = self._kernel, self.step, self._meeples
        codes: list[int] = []
        supply = kernel.available >> step.player * meeples & (1 << meeples) - 1
        if not supply or self.is_deployment_over:
            return codes
        rules = self.rules
        standing, joining = self._deployables.get(supply) or rules.deployable(supply)
        aggregate, parent = kernel.aggregate, kernel.parent
        first, segment = 0, kernel.tile_base[-1]
        joinable: dict[int, bool] | None = None
        for kind in kernel.table.kinds[kernel.tile_face[-1]]:
            root: i64 = segment
            above = parent[root]
            while above != root:
                root = above
                above = parent[root]
            if not aggregate[root] >> FIGURES:
                for number in standing[kind]:
                    codes.append(first + number)
            elif joining[kind]:
                if joinable is None:
                    joinable = self._joinable(step.player)
                if root in joinable:
                    for number in joining[kind]:
                        if joinable[root] or not rules.meeples[number].only_unfinished:
                            codes.append(first + number)
            first += meeples
            segment += 1
        if self._hooks.judged_meeples:
            judged = [
                local + number
                for number in self._hooks.judged_meeples
                if supply >> number & 1
                for local in range(0, first, meeples)
            ]
            actions = LegalDeployments(kernel.tile_position[-1], judged, rules.meeples, ())[1:]
            pairs = zip(judged, actions, strict=True)
            codes += [code for code, action in pairs if not action_refusals(self, action)]
            codes.sort()  # whoever judges, the order is that of segments, then figures
        if step.meeples is not None:
            allowed = {rules.meeple_numbers[meeple] for meeple in step.meeples}
            codes = [code for code in codes if code % meeples in allowed]
        return codes

    def _ordinary_turns(self) -> LegalTurns | None:
        """The placements of the tile in hand with the deployments after them, if nobody but the
        base game has a say in either; read off the board, without placing anything."""
        kernel, rules, hooks, tile = self._kernel, self.rules, self._hooks, self._hand
        player = self.turn_player
        if self.step is not self._places[player] or self._program[2] is not DEPLOY:
            return None
        if hooks.placement_judges[tile] or hooks.offering[tile] or hooks.judged_meeples:
            return None
        supply = kernel.available >> player * self._meeples & (1 << self._meeples) - 1
        if any((self._deployables.get(supply) or rules.deployable(supply))[1]):
            return None
        return legal_turns(kernel, rules, tile, supply)

    def _joinable(self, player: int) -> dict[int, bool]:
        """The roots of the features on which a player has followers, and whether each is still
        unfinished (B6)."""
        kernel, own = self._kernel, self.rules.own_followers[player]
        found = {}
        for segment, here in kernel.figures.items():
            if not own.isdisjoint(here):
                root = kernel.root(segment)
                found[root] = bool(kernel.aggregate[root] & OPEN)
        return found

    def _offers(self, expansions: Iterable[Expansion], step: Step) -> tuple[Action, ...]:
        """What expansions offer, without what anything speaks against; that the step and the form
        are right goes without saying."""
        meeples, owners = step.meeples, self.rules.action_owners
        found: list[Action] = []
        for expansion in expansions:
            offered = expansion.actions(self, step)
            if meeples is not None:
                offered = [action for action in offered if action.figure in meeples]
            if not expansion.offers_are_legal:
                offered = [
                    action
                    for action in offered
                    if not any(owners[type(action)].action_refusals(self, action))
                ]
            found += offered
        return tuple(found)

    def _offered(self) -> LegalActions:
        """The actions of a step that an expansion owns; looked for once, when it begins, if there
        might be nothing to decide."""
        if self._offers_now is not None:
            return self._offers_now
        step = self.step
        if step.is_chance:
            return LegalActions(tuple(action for action, _ in self.chance_outcomes()))
        offered = self._offers((self.rules.expansion(step.owner),), step)
        return LegalActions((Pass(), *offered) if step.may_pass else offered)

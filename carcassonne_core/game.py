"""A game: what may be done, doing it, and undoing it.

The game keeps the turn; the board, the figures and the stack are the kernel's. Everything that it
keeps beside the kernel is a frozen value, so `pop` puts the old one back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Self, cast

from carcassonne_core.action import Action, Deploy, Draw, Pass, Place
from carcassonne_core.board import Board
from carcassonne_core.chronicle import (
    Chronicle,
    News,
    Past,
    deployed,
    given,
    has_acted,
    pasts,
    scored,
)
from carcassonne_core.deployment import Deployment, deployment_refusals
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
from carcassonne_core.errors import CarcassonneError, IllegalActionError, Refusal, SetupError
from carcassonne_core.event import (
    Event,
    GameEnded,
    Occasion,
    PointsAwarded,
    TileDiscarded,
)
from carcassonne_core.expansion import Expansion, OptionValue, Placement
from carcassonne_core.feature import Figure, SegmentId
from carcassonne_core.hook_table import Asked
from carcassonne_core.kernel import FIGURES, OPEN, STRIDE, Kernel
from carcassonne_core.legal_actions import LegalActions, LegalDeployments, LegalPlacements
from carcassonne_core.legality import action_refusals, expansion_refusals
from carcassonne_core.position import Position
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.scoring import Score, early_score, final_scores, score
from carcassonne_core.tile import OrientedTile
from carcassonne_core.turn import DEPLOY, DRAW, OVER, PLACE, SCORE, Slot, Step

if TYPE_CHECKING:
    from random import Random

__all__ = ["Game"]

_PASS = Pass()


class Game:
    """A game of Carcassonne.

    Draws and dice are actions like any other: push what chance gives. The core holds no random
    numbers; `sample_chance` takes yours.

    Args:
        players: number of players, 1 to 6, or their names in the order of seats; one alone for
            puzzles and trials, as the rules are for two and more.
        rules: what is played; the base game if nothing is said.
        draw_order: tiles that are drawn first, in this order; afterwards chance draws the rest.

    Raises:
        SetupError: the number of players or the draw order is impossible.

    Example:
        >>> from carcassonne_core import Draw, Game, Pass
        >>> game = Game(2)
        >>> game.push(Draw("BA/RFr"))
        >>> len(game.legal_actions)
        6
        >>> game.push(game.legal_actions[0])
        >>> game.push(Pass())
        >>> game.turn_player, game.is_chance
        (1, True)
    """

    def __init__(
        self,
        players: int | Sequence[str] = 2,
        rules: RuleSet | None = None,
        *,
        draw_order: Iterable[str] = (),
    ) -> None:
        self.names: tuple[str, ...] = _names(players)
        self.players: int = len(self.names)
        self.rules: RuleSet = RuleSet() if rules is None else rules
        self.draw_order: tuple[str, ...] = tuple(draw_order)
        table = self.rules.table
        self._order: tuple[int, ...] = self._read_order() if self.draw_order else ()
        supply = [meeple.count for meeple in self.rules.meeples] * self.players
        self._kernel = Kernel(table, supply, list(self.rules.types))
        self._kernel.open_cell(0)
        self._kernel.place(0, 4 * table.type_of[self.rules.start.id])
        self._meeples = len(self.rules.meeples)
        self._draws, self._places, self._deploys = _steps(self.players)
        self._hooks = self.rules.hooks
        self._program = self._hooks.program
        self._asked = self._hooks.asked
        self._openers = self._hooks.slot_owners[Slot.BEFORE_DRAW]
        # While more tiles than these are left, not every one of them can be drawn.
        self._free = min(self.rules.last_pile, len(self.rules.types) - len(self._order))
        self._past: Past | None = None
        self._news: News = ()
        self._pending: tuple[Step, ...] = ()
        self._states: Mapping[str, object] = MappingProxyType(
            {expansion.name: expansion.new_state() for expansion in self.rules.expansions}
        )
        self.step: Step = self._draws[0]
        self.turn: int = 0
        self.turn_player: int = -1
        self.scores: tuple[int, ...] = (0,) * self.players
        self.is_deployment_over: bool = False
        self.has_acted: bool = False
        self._has_another_part: bool = False
        self._phase: int = 0
        self._hand: int = -1
        self._bind()
        self._next_turn()
        self._opening = self._news

    def _bind(self) -> None:
        """Makes what belongs to this very object and is not copied."""
        self.board: Board = Board(self._kernel, self.rules.meeples)
        self._chronicle = Chronicle(self._kernel, self.board)

    def _read_order(self) -> tuple[int, ...]:
        left = Counter(self.rules.types)
        order = []
        for number, wanted in enumerate(self.draw_order):
            tile = self.rules.table.type_of.get(wanted, -1)
            if not left[tile]:
                reason = "no such tile" if tile < 0 else "there are not so many of it"
                raise SetupError(f"draw_order[{number}] = {wanted!r}: {reason} in the stack")
            left[tile] -= 1
            order.append(tile)
        return tuple(order)

    # ------------------------------------------------------------------ what is
    @property
    def is_over(self) -> bool:
        """Whether the game has ended and everything is scored."""
        return self.step.name == OVER

    @property
    def is_chance(self) -> bool:
        """Whether chance decides next: push one of `chance_outcomes`."""
        return self.step.is_chance

    @property
    def decider(self) -> int:
        """The seat that decides next; not always `turn_player`."""
        return self.step.player

    def projected_scores(self) -> tuple[int, ...]:
        """The scores by seat if the game ended now, everything unfinished counted."""
        scores = list(self.scores)
        if not self.is_over:
            for found in final_scores(self, self._kernel):
                for seat, points in found.points.items():
                    scores[seat] += points
            for expansion in self._hooks.overriders("final_points"):
                for award in expansion.final_points(self):
                    scores[award.player] += award.item.points
        return tuple(scores)

    def ended_now(self) -> Game:
        """A copy of the game that ended with the last push, everything unfinished counted.

        Its events tell how; a game that is over already is copied as it is.

        Example:
            >>> from carcassonne_core import Game
            >>> game = Game(2).replay(["draw BA/L", "place BA/L R0 @0,1"])
            >>> game.replay(["deploy follower cloister I @0,1"]).ended_now().scores
            (2, 0)
        """
        other = self.copy()
        if not other.is_over:
            other._news = ()
            other._finish()
            if other._past is None:
                other._opening += other._news
            else:
                other._past = other._past._replace(news=other._past.news + other._news)
        return other

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest score, once the game is over; ties are shared (B15)."""
        if not self.is_over:
            return ()
        best = max(self.scores)
        return tuple(seat for seat, points in enumerate(self.scores) if points == best)

    @property
    def hand(self) -> str | None:
        """The id of the tile that waits to be placed."""
        return None if self._hand < 0 else self.rules.table.tiles[self._hand].id

    @property
    def placed(self) -> Position:
        """The position of the tile placed last."""
        return self.board.last

    @property
    def placed_tile(self) -> OrientedTile:
        """The tile placed last, as it lies."""
        kernel = self._kernel
        return kernel.table.oriented[kernel.tile_face[-1]]

    @property
    def tiles_left(self) -> int:
        """How many tiles can still be drawn."""
        return len(self._kernel.stack)

    @property
    def stack(self) -> Mapping[str, int]:
        """How many of each tile can still be drawn; not their order."""
        tiles = self.rules.table.tiles
        return {tiles[tile].id: n for tile, n in sorted(Counter(self._kernel.stack).items())}

    @property
    def drawable(self) -> tuple[str, ...]:
        """The tiles that chance may give next: the forced one, or those of the first pile."""
        tiles = self.rules.table.tiles
        return tuple(tiles[tile].id for tile in sorted(set(self._drawable())))

    def _drawable(self) -> list[int]:
        stack = self._kernel.stack
        if len(stack) <= self._free:
            return stack
        drawn = len(self.rules.types) - len(stack)
        if drawn < len(self._order):
            return [self._order[drawn]]
        piles = self.rules.piles
        if piles is None:
            return stack
        first = min(piles[tile] for tile in stack)
        return [tile for tile in stack if piles[tile] == first]

    def supply(self, player: int, meeple: str) -> int:
        """How many figures of a kind a player has in supply.

        Raises:
            CarcassonneError: there is no such seat or kind.
        """
        number = self.rules.meeple_numbers.get(meeple)
        if number is None or not 0 <= player < self.players:
            raise CarcassonneError(f"no figure {meeple!r} of seat {player!r} in this game")
        return self._kernel.supply[player * self._meeples + number]

    def option(self, owner: str, name: str) -> OptionValue:
        """The value of an option.

        Raises:
            OptionError: there is no such option.
        """
        return self.rules.option(owner, name)

    def deployment_refusals(self, deployment: Deployment) -> tuple[Refusal, ...]:
        """Every reason left against a deployment, all expansions heard."""
        return deployment_refusals(self, deployment)

    def state(self, expansion: str) -> object:
        """The frozen state of an expansion in this game.

        Raises:
            CarcassonneError: it is not played.
        """
        if expansion not in self._states:
            raise CarcassonneError(f"expansion {expansion!r} is not played here")
        return self._states[expansion]

    # ------------------------------------------------------------------ what may be done
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
        left = Fraction(random.random())
        for action, probability in outcomes:
            left -= probability
            if left < 0:
                return action
        return outcomes[-1][0]

    # ------------------------------------------------------------------ doing and undoing
    def push(self, action: Action) -> None:
        """Carries out a legal action.

        Raises:
            IllegalActionError: it is refused; gives every reason, and the game is unchanged.
        """
        refusals = self.refusals(action)
        if refusals:
            text = "; ".join(map(self.explain, refusals))
            raise IllegalActionError(action, refusals, text)
        self.push_unchecked(action)

    def push_unchecked(self, action: Action) -> None:
        """Carries out an action that is known to be legal; anything else breaks the game."""
        past, step, pending, phase = self._past, self.step, self._pending, self._phase
        turn, player, scores, states = self.turn, self.turn_player, self.scores, self._states
        over, hand, another = self.is_deployment_over, self._hand, self._has_another_part
        log: list[int] = []
        self._kernel.log = log
        self._news = ()
        kind = type(action)
        if kind is Place:
            self._place(cast(Place, action))
        elif kind is Draw:
            self._draw(cast(Draw, action))
        elif kind is Pass:
            self._hand = -1
            self._proceed()
        elif isinstance(action, Deploy):
            self.has_acted = True
            self._deploy(step.player, action.meeple, action.segment)
            self._proceed()
        else:
            self.has_acted = self.has_acted or step.name == DEPLOY
            owner = self.rules.action_owners[kind]
            self._carry_out(owner, tuple(owner.apply(self, action)))
            self._proceed()
        number = 1 if past is None else past[1] + 1
        # tuple.__new__ because the constructor of a named tuple costs as much as the whole push.
        self._past = tuple.__new__(Past, (
            past, number, action, log, self._news, step, pending, phase,
            turn, player, scores, over, states, hand, another,
        ))  # fmt: skip

    def pop(self) -> Action:
        """Undoes the last push, exactly, and returns its action.

        Raises:
            CarcassonneError: nothing has been pushed.
        """
        past = self._past
        if past is None:
            raise CarcassonneError("nothing to undo: no action has been pushed")
        self._kernel.rollback(past.log)
        self._kernel.log = []
        (
            self._past, _, action, _, _, self.step, self._pending, self._phase,
            self.turn, self.turn_player, self.scores, self.is_deployment_over,
            self._states, self._hand, self._has_another_part,
        ) = past  # fmt: skip
        self.has_acted = has_acted(self._past)
        return action

    def replay(self, actions: Iterable[Action | str]) -> Self:
        """Pushes actions, or their texts, one after the other, and returns the game.

        Raises:
            IllegalActionError: one of them is refused; those before it stay pushed.
            NotationError: a text denotes no action.
        """
        from carcassonne_core.notation import parse_action

        for action in actions:
            self.push(parse_action(self, action) if isinstance(action, str) else action)
        return self

    def copy(self) -> Game:
        """A game in the same position that shares nothing that changes with this one."""
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other._kernel = self._kernel.copy()
        other._bind()
        return other

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    # ------------------------------------------------------------------ what has happened
    @property
    def ply(self) -> int:
        """How many actions have been pushed."""
        return 0 if self._past is None else self._past.number

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action pushed so far."""
        return tuple(past.action for past in pasts(self._past))

    @property
    def undo_floor(self) -> int:
        """The ply to which a player may take moves back: just after the last draw or roll.

        Nothing before a random event may be undone at the table; `pop` itself knows no limit.
        """
        past = self._past
        while past is not None:
            if past.step.is_chance:
                return past.number
            past = past.previous
        return 0

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened so far."""
        opening = map(self._chronicle.event, self._opening)
        return (
            *opening,
            *(event for past in pasts(self._past) for event in self._chronicle.events_of(past)),
        )

    @property
    def latest_events(self) -> tuple[Event, ...]:
        """What the last push made happen."""
        return () if self._past is None else tuple(self._chronicle.events_of(self._past))

    def explain(self, refusal: Refusal, language: str = "en") -> str:
        """A refusal as a sentence, in English (`"en"`) or Spanish (`"es"`)."""
        return self.rules.explain(refusal, language)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._setup == other._setup and self.actions == other.actions

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        from carcassonne_core.notation import action_texts

        names = self.names if self.names != _names(self.players) else self.players
        order = f", draw_order={self.draw_order!r}" if self.draw_order else ""
        texts = action_texts(self)
        replayed = f".replay({texts!r})" if texts else ""
        return f"Game({names!r}, {self.rules!r}{order}){replayed}"

    @property
    def _setup(self) -> tuple[object, ...]:
        return self.names, self.rules, self.draw_order

    # ------------------------------------------------------------------ draw and placement
    def _draw(self, action: Draw) -> None:
        kernel = self._kernel
        tile = kernel.table.type_of[action.tile]
        player = self.step.player
        kernel.draw(tile)
        self._phase = 0
        self.is_deployment_over = self.has_acted = False
        self._hand = tile
        judged = self._hooks.placement_judges[tile]
        self.step = self._places[player]
        if kernel.is_placeable(tile) and (not judged or any(self._judged_placements())):
            return
        self.step = self._draws[player]
        self._hand = -1
        self._news += ((TileDiscarded, player, action.tile),)
        if not kernel.stack:
            self._next_turn()

    def _placements(self, extra: tuple[Action, ...] = ()) -> LegalActions:
        if not self._hooks.placement_judges[self._hand]:
            return LegalPlacements(self._kernel, self._hand, extra)
        return LegalActions((*self._judged_placements(), *extra))

    def _judged_placements(self) -> Iterator[Place]:
        """The placements of the tile in hand that the expansions let pass."""
        oriented, first = self.rules.table.oriented, 4 * self._hand
        for action in LegalPlacements(self._kernel, self._hand):
            assert isinstance(action, Place)
            tile = oriented[first + action.rotation]
            placement = Placement(self.step.player, tile, action.position)
            if not any(expansion_refusals(self, placement)):
                yield action

    def _place(self, action: Place) -> None:
        position = action.position
        self._kernel.place(position.y * STRIDE + position.x, 4 * self._hand + action.rotation)
        self._hand = -1
        if self.step.tile:  # it takes the place of the draw, which was to come next
            self.is_deployment_over = self.has_acted = False
            self._pending = ()
        if self._program[2] is DEPLOY:  # nobody is asked between: most games, most turns
            self._phase = 2
            self.step = self._deploys[self.turn_player]
        else:
            self._phase = 1
            self._proceed()

    # ------------------------------------------------------------------ deployment
    def _deployments(self) -> LegalActions:
        """What may be done in the deploy step: pass, deploy, or what an expansion offers."""
        kernel, rules, step = self._kernel, self.rules, self.step
        position, meeples = kernel.tile_position[-1], self._meeples
        codes: list[int] = []
        supply, own = kernel.supply, step.player * meeples
        if any(supply[own : own + meeples]) and not self.is_deployment_over:
            kind, standing, joining = kernel.kind, rules.standing, rules.joining
            aggregate, parent = kernel.aggregate, kernel.parent
            base = kernel.tile_base[-1]
            joinable: dict[int, bool] | None = None
            for segment in range(base, len(parent)):
                root = segment
                above = parent[root]
                while above != root:
                    root = above
                    above = parent[root]
                if not aggregate[root] >> FIGURES:
                    for number in standing[kind[segment]]:
                        if supply[own + number]:
                            codes.append((segment - base) * meeples + number)
                elif joining[kind[segment]]:
                    if joinable is None:
                        joinable = self._joinable(step.player)
                    if root in joinable:
                        for number in joining[kind[segment]]:
                            unfit = rules.meeples[number].only_unfinished and not joinable[root]
                            if supply[own + number] and not unfit:
                                codes.append((segment - base) * meeples + number)
            if self._hooks.judged_meeples:
                every = range(base, len(parent))
                judged = [
                    (segment - base) * meeples + number
                    for number in self._hooks.judged_meeples
                    if supply[own + number]
                    for segment in every
                ]
                actions = LegalDeployments(position, judged, rules.meeples, ())[1:]
                pairs = zip(judged, actions, strict=True)
                codes += [code for code, action in pairs if not action_refusals(self, action)]
                codes.sort()  # whoever judges, the order is that of segments, then figures
            if step.meeples is not None:
                allowed = {rules.meeple_numbers[meeple] for meeple in step.meeples}
                codes = [code for code in codes if code % meeples in allowed]
        offering = self._hooks.offering[kernel.tile_face[-1] >> 2]
        extra = self._offers(self._due(offering, step.player), step) if offering else ()
        return LegalDeployments(position, codes, rules.meeples, extra)

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

    def _deploy(self, player: int, meeple: str, segment: SegmentId) -> None:
        figure = player * self._meeples + self.rules.meeple_numbers[meeple]
        self._kernel.deploy(self.board.segment_number(segment), figure)

    # ------------------------------------------------------------------ expansions
    def _offers(self, expansions: Iterable[Expansion], step: Step) -> tuple[Action, ...]:
        return tuple(
            action
            for expansion in expansions
            for action in expansion.actions(self, step)
            if not action_refusals(self, action)
        )

    def _due(self, asked: tuple[Asked, ...], player: int) -> list[Expansion]:
        """Those who are asked, the player's figures being where they are."""
        found = []
        supply, own, counts = self._kernel.supply, player * self._meeples, self.rules.counts
        for expansion, on_board, in_supply in asked:
            for number in on_board or ():
                if supply[own + number] < counts[number]:
                    break
            else:
                if on_board is not None:
                    continue
            for number in in_supply or ():
                if supply[own + number]:
                    break
            else:
                if in_supply is not None:
                    continue
            found.append(expansion)
        return found

    def _ask(self, asked: tuple[Asked, ...], slot: Slot) -> None:
        for expansion in self._due(asked, self.turn_player):
            if effects := tuple(expansion.at_slot(self, slot)):
                self._carry_out(expansion, effects)

    def _offered(self) -> LegalActions:
        """The actions of a step that an expansion owns."""
        step = self.step
        if step.is_chance:
            return LegalActions(tuple(action for action, _ in self.chance_outcomes()))
        offered = self._offers((self.rules.expansion(step.owner),), step)
        return LegalActions((Pass(), *offered) if step.may_pass else offered)

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
        while not self._pending:
            self._phase = phase = self._phase + 1
            what = self._program[phase]
            if what is SCORE:
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
                    continue
                if self._openers or not self._kernel.stack:
                    self._next_turn()
                    return
                self.turn += 1
                self.turn_player = player = (self.turn_player + 1) % self.players
                self.step = self._draws[player]
                return
            elif isinstance(what, Slot):
                self._ask(self._asked[phase], what)
        self._take_step()

    def _take_step(self) -> None:
        """Goes on to the first step that somebody asked for; but nobody is asked where passing is
        all that may be done."""
        self.step, *rest = self._pending
        self._pending = tuple(rest)
        if self.step.tile:
            self._hand = self.rules.table.type_of[self.step.tile]
        elif self.step.may_pass and len(self._offered()) == 1:
            self._proceed()

    def _begin_part(self) -> None:
        """What may be done instead of drawing, and the draw, as far as there is anything."""
        self._ask(self._openers, Slot.BEFORE_DRAW)
        if self._kernel.stack:
            self._pending += (self._draws[self.turn_player],)

    def _next_turn(self) -> None:
        """The turn of the next player who can draw or do something instead; with nobody left the
        game ends (B15)."""
        last = max(self.turn, 1), max(self.turn_player, 0)
        self._phase = len(self._program) - 2
        for _ in range(self.players if self._openers else 1):
            self.turn += 1
            self.turn_player = (self.turn_player + 1) % self.players
            self._begin_part()
            if self._pending:
                self._take_step()
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
            if watchers := self._hooks.completion_watchers[kernel.kind[root]]:
                self._tell(watchers, root)
        for root in completed:
            if kernel.aggregate[root] >> FIGURES:
                found = score(self, kernel, root, Occasion.COMPLETED)
                here = [(s, figure) for s in found.occupied for figure in kernel.figures[s]]
                self._enter(found, here)

    def _tell(self, watchers: tuple[Expansion, ...], root: int) -> None:
        """Tells expansions of a complete feature."""
        if not self._kernel.aggregate[root] >> FIGURES:
            watchers = tuple(w for w in watchers if w.completed_meeples is None)
        feature = self.board.feature(self.board.segment_id(root)) if watchers else None
        for watcher in watchers:
            assert feature is not None
            here = (figure.meeple.name for figure in feature.figures)
            if watcher.completed_meeples is None or not watcher.completed_meeples.isdisjoint(here):
                self._carry_out(watcher, tuple(watcher.on_completion(self, feature)))

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

    def _finish(self) -> None:
        for found in final_scores(self, self._kernel):
            self._enter(found, [])
        for expansion in self._hooks.overriders("final_points"):
            self._carry_out(expansion, tuple(expansion.final_points(self)))
        self.step = Step(OVER, self.turn_player)
        self._news += ((GameEnded, self.scores, self.winners),)


@cache
def _steps(players: int) -> tuple[tuple[Step, ...], tuple[Step, ...], tuple[Step, ...]]:
    """The base game's own steps, by seat: draw, place, deploy."""
    seats = range(players)
    draws = tuple(Step(DRAW, seat, is_chance=True) for seat in seats)
    places = tuple(Step(PLACE, seat) for seat in seats)
    return draws, places, tuple(Step(DEPLOY, seat) for seat in seats)


def _names(players: int | Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, int) and not isinstance(players, bool):
        if not 1 <= players <= 6:
            raise SetupError(f"{players} players: expected 1 to 6")
        names = tuple(f"Player {seat}" for seat in range(1, players + 1))
    elif isinstance(players, str) or not isinstance(players, Sequence):
        raise SetupError(f"players = {players!r}: expected a number from 1 to 6, or names")
    else:
        names = tuple(players)
    if not 1 <= len(names) <= 6:
        raise SetupError(f"{len(names)} players: expected 1 to 6")
    if len(set(names)) < len(names) or not all(isinstance(n, str) and n.strip() for n in names):
        raise SetupError(f"players = {names!r}: expected different names, none empty")
    return names

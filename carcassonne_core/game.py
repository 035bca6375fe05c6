"""A game: what may be done, doing it, and undoing it.

The game keeps the turn; the board, the figures and the stack are the kernel's. Everything that it
keeps beside the kernel is a frozen value, so `pop` puts the old one back.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast, overload

from carcassonne_core.action import Action, Deploy, Draw, Pass, Place
from carcassonne_core.board import Board, position_of
from carcassonne_core.compass import ROTATIONS, Rotation
from carcassonne_core.deployment import PLACEMENT, Deployment, deployment_refusals
from carcassonne_core.effect import DeployFigure, Effect, Emit, EndDeployment, NewState, TakeStep
from carcassonne_core.errors import CarcassonneError, IllegalActionError, Refusal, SetupError
from carcassonne_core.event import (
    Event,
    FeatureScored,
    GameEnded,
    Item,
    MeepleDeployed,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
)
from carcassonne_core.expansion import Expansion, View
from carcassonne_core.feature import SegmentId
from carcassonne_core.feature_kind import Completion
from carcassonne_core.kernel import FIGURES, STRIDE, Kernel, position_code
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.position import Position
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.scoring import RULES, Score, final_scores, score
from carcassonne_core.tile import OrientedTile
from carcassonne_core.turn import DEPLOY, DRAW, OVER, PLACE, Step

if TYPE_CHECKING:
    from random import Random

__all__ = ["Game", "LegalActions"]

_PASS = Pass()

_News = tuple[tuple[Any, ...], ...]
"""What has happened beyond the action itself: how to build each event, and its facts."""


class LegalActions(Sequence[Action]):
    """The legal actions of one moment; an action is built when it is looked at.

    It stays as it is when the game goes on.
    """

    __slots__ = ("_extra",)

    def __init__(self, extra: tuple[Action, ...] = ()) -> None:
        self._extra = extra

    def __len__(self) -> int:
        return self._count() + len(self._extra)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        count = self._count()
        if index < 0:
            index += count + len(self._extra)
        if 0 <= index < count:
            return self._build(index)
        return self._extra[index - count if index >= 0 else len(self._extra)]

    def _count(self) -> int:
        """How many actions there are beside the extra ones."""
        return 0

    def _build(self, index: int) -> Action:
        """The action of this index, which is less than the count."""
        raise IndexError(index)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Sequence):
            return list(self) == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3]))
        more = f", ... {len(self)} in all" if len(self) > 3 else ""
        return f"<LegalActions [{shown}{more}]>"


class _LegalPlacements(LegalActions):
    """The placements of one tile: for each cell of the frontier the faces that fit."""

    __slots__ = ("_cells", "_ends", "_fitting", "_tile")

    def __init__(self, kernel: Kernel, tile: int) -> None:
        self._extra = ()
        self._tile = kernel.table.tiles[tile].id
        self._cells = kernel.cells[:]
        self._fitting = kernel.fitting(tile)
        self._ends = list(accumulate(map(len, self._fitting)))

    def _count(self) -> int:
        return self._ends[-1]

    def _build(self, index: int) -> Action:
        cell = bisect_right(self._ends, index)
        face = self._fitting[cell][index - self._ends[cell]]  # from the end: it is negative
        return Place(self._tile, position_of(self._cells[cell]), ROTATIONS[face & 3])

    def __iter__(self) -> Iterator[Action]:
        for cell, faces in zip(self._cells, self._fitting, strict=True):
            for face in faces:
                yield Place(self._tile, position_of(cell), ROTATIONS[face & 3])


class _LegalDeployments(LegalActions):
    """Pass, the ordinary deployments on one tile, and what expansions offer instead."""

    __slots__ = ("_codes", "_meeples", "_position")

    def __init__(
        self,
        position: int,
        codes: list[int],
        meeples: tuple[MeepleKind, ...],
        extra: tuple[Action, ...],
    ) -> None:
        self._extra = extra
        self._position, self._codes, self._meeples = position, codes, meeples

    def _count(self) -> int:
        return len(self._codes) + 1

    def _build(self, index: int) -> Action:
        if not index:
            return _PASS
        segment, number = divmod(self._codes[index - 1], len(self._meeples))
        place = SegmentId(position_of(self._position), segment)
        return Deploy(self._meeples[number].name, place)


class _Past(NamedTuple):
    """What `pop` needs to undo one push; a chain that copies of a game share."""

    previous: _Past | None
    number: int
    action: Action
    log: list[int]
    news: _News
    step: Step
    pending: tuple[Step, ...]
    turn: int
    turn_player: int
    scores: tuple[int, ...]
    is_deployment_over: bool
    states: Mapping[str, object]
    hand: int
    drawn: int


class Game:
    """A game of Carcassonne.

    Draws and dice are actions like any other: push what chance gives. The core holds no random
    numbers; `sample_chance` takes yours.

    Args:
        players: number of players, 2 to 6, or their names in the order of seats.
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
        self._order: tuple[int, ...] = self._read_order()
        supply = [meeple.count for meeple in self.rules.meeples] * self.players
        self._kernel = Kernel(table, supply, list(self.rules.types))
        self._kernel.open_cell(0)
        self._kernel.place(0, 4 * table.type_of[self.rules.start.id])
        self._meeples = len(self.rules.meeples)
        seats = range(self.players)
        self._draws = tuple(Step(DRAW, seat, is_chance=True) for seat in seats)
        self._places = tuple(Step(PLACE, seat) for seat in seats)
        self._deploys = tuple(Step(DEPLOY, seat) for seat in seats)
        self._judged = any(self.rules.deployment_hooks(PLACEMENT))
        self._past: _Past | None = None
        self._news: _News = ()
        self._pending: tuple[Step, ...] = ()
        self._states: Mapping[str, object] = MappingProxyType(
            {expansion.name: expansion.new_state() for expansion in self.rules.expansions}
        )
        self.step: Step = self._draws[0]
        self.turn: int = 1
        self.turn_player: int = 0
        self.scores: tuple[int, ...] = (0,) * self.players
        self.is_deployment_over: bool = False
        self._hand: int = -1
        self._drawn: int = 0
        self._bind()
        if not self._kernel.stack:
            self._finish()
        self._opening = self._news

    def _bind(self) -> None:
        """Makes what belongs to this very object and is not copied."""
        self.board: Board = Board(self._kernel, self.rules.meeples)

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
    def last_tile(self) -> OrientedTile:
        """The tile placed last, as it lies."""
        kernel = self._kernel
        return kernel.table.oriented[kernel.tile_face[-1]]

    @property
    def stack(self) -> Mapping[str, int]:
        """How many of each tile can still be drawn; not their order."""
        tiles = self.rules.table.tiles
        return {tiles[tile].id: n for tile, n in sorted(Counter(self._kernel.stack).items())}

    def supply(self, player: int, meeple: str) -> int:
        """How many figures of a kind a player has in supply.

        Raises:
            CarcassonneError: there is no such seat or kind.
        """
        number = self.rules.meeple_numbers.get(meeple)
        if number is None or not 0 <= player < self.players:
            raise CarcassonneError(f"no figure {meeple!r} of seat {player!r} in this game")
        return self._kernel.supply[player * self._meeples + number]

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
            return _LegalPlacements(self._kernel, self._hand)
        if name == DEPLOY:
            return self._deployments()
        outcomes = tuple(action for action, _ in self.chance_outcomes()) if step.is_chance else ()
        return LegalActions(outcomes)

    def refusals(self, action: Action) -> tuple[Refusal, ...]:
        """Every reason against an action now; none means that it is legal."""
        owner = self.rules.action_owners.get(type(action))
        if self.is_over:
            return (Refusal("base", "game_over", "B15"),)
        if owner is None or not _is_well_formed(action):
            return (Refusal("base", "not_an_action", "B2", (("verb", _verb(action)),)),)
        step = self.step
        if isinstance(action, (Draw, Place, Deploy)):
            wanted = {Draw: DRAW, Place: PLACE, Deploy: DEPLOY}[type(action)]
            right = step.owner == "base" and step.name == wanted
        elif isinstance(action, Pass):
            right = step.owner == "base" and step.name == DEPLOY
        else:
            right = step.name == DEPLOY if step.owner == "base" else step.owner == owner.name
        if not right:
            facts = (("step", step.name), ("verb", action.verb))
            return (Refusal("base", "wrong_step", "B2", facts),)
        if isinstance(action, Draw):
            return self._draw_refusals(action)
        if isinstance(action, Place):
            return self._place_refusals(action)
        if isinstance(action, Deploy):
            return self._deploy_refusals(action)
        if isinstance(action, Pass):
            return ()
        return tuple(owner.action_refusals(self._view, action))

    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        """What chance may give next, with exact probabilities; empty if chance has no say."""
        step = self.step
        if not step.is_chance:
            return ()
        if step.owner != "base":
            return tuple(self.rules.expansion(step.owner).chance(self._view, step))
        tiles, stack = self.rules.table.tiles, self._kernel.stack
        if self._drawn < len(self._order):
            return ((Draw(tiles[self._order[self._drawn]].id), Fraction(1)),)
        return tuple(
            (Draw(tiles[tile].id), Fraction(number, len(stack)))
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
            if self._drawn < len(self._order):
                tile = self._order[self._drawn]
            else:
                tile = stack[int(random.random() * len(stack))]
            return self.rules.draws[tile]
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
        past, step, pending, turn, player = (
            self._past,
            self.step,
            self._pending,
            self.turn,
            self.turn_player,
        )
        scores, over, states = self.scores, self.is_deployment_over, self._states
        hand, drawn = self._hand, self._drawn
        log: list[int] = []
        self._kernel.log = log
        self._news = ()
        kind = type(action)
        if kind is Place:
            self._place(cast(Place, action))
        elif kind is Draw:
            self._draw(cast(Draw, action))
        elif kind is Pass:
            self._proceed()
        elif isinstance(action, Deploy):
            self._deploy(step.player, action.meeple, action.segment)
            self._proceed()
        else:
            owner = self.rules.action_owners[kind]
            self._carry_out(owner, tuple(owner.apply(self._view, action)))
            self._proceed()
        number = 1 if past is None else past.number + 1
        self._past = _Past(
            past, number, action, log, self._news,
            step, pending, turn, player, scores, over, states, hand, drawn,
        )  # fmt: skip

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
            self._past, _, action, _, _, self.step, self._pending, self.turn, self.turn_player,
            self.scores, self.is_deployment_over, self._states, self._hand, self._drawn,
        ) = past  # fmt: skip
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
        return tuple(past.action for past in self._pasts())

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
        opening = map(self._event, self._opening)
        return (*opening, *(event for past in self._pasts() for event in self._events_of(past)))

    @property
    def latest_events(self) -> tuple[Event, ...]:
        """What the last push made happen."""
        return () if self._past is None else tuple(self._events_of(self._past))

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

    @property
    def _view(self) -> View:
        # Made afresh: kept, it would be a cycle, and finished games would wait for the collector.
        return View(self)

    def _pasts(self) -> Iterator[_Past]:
        found: list[_Past] = []
        past = self._past
        while past is not None:
            found.append(past)
            past = past.previous
        return reversed(found)

    # ------------------------------------------------------------------ chance: the draw
    def _draw_refusals(self, action: Draw) -> tuple[Refusal, ...]:
        number = self.rules.table.type_of.get(action.tile)
        tile = ("tile", action.tile)
        if number is None:
            return (Refusal("base", "unknown_tile", "B3", (tile,)),)
        if self._drawn < len(self._order) and number != self._order[self._drawn]:
            wanted = self.rules.table.tiles[self._order[self._drawn]].id
            return (Refusal("base", "not_next", "B3", (tile, ("next", wanted))),)
        if number not in self._kernel.stack:
            return (Refusal("base", "not_in_stack", "B3", (tile,)),)
        return ()

    def _draw(self, action: Draw) -> None:
        kernel = self._kernel
        tile = kernel.table.type_of[action.tile]
        player = self.step.player
        kernel.draw(tile)
        self._drawn += 1
        if kernel.is_placeable(tile):
            self._hand = tile
            self.step = self._places[player]
            return
        self._news += ((TileDiscarded, player, action.tile),)
        if not kernel.stack:
            self._finish()

    # ------------------------------------------------------------------ placement
    def _place_refusals(self, action: Place) -> tuple[Refusal, ...]:
        hand = self.hand or ""
        if action.tile != hand:
            facts = (("tile", action.tile), ("hand", hand))
            return (Refusal("base", "not_in_hand", "B4", facts),)
        position = action.position
        where = ("position", str(position))
        if position in self.board:
            return (Refusal("base", "position_taken", "B4", (where,)),)
        demands = self.board.demands(position)
        if not demands or position_code(position.x, position.y) is None:
            return (Refusal("base", "no_neighbour", "B4", (where,)),)
        tile = self.rules.table.oriented[4 * self._hand + action.rotation]
        wrong = [
            side.name
            for side, letter in demands.items()
            if "*" not in (letter, tile.edge(side)) and letter != tile.edge(side)
        ]
        if wrong:
            return (Refusal("base", "edges_differ", "B4", (where, ("sides", " ".join(wrong)))),)
        return ()

    def _place(self, action: Place) -> None:
        kernel, step, position = self._kernel, self.step, action.position
        face = 4 * self._hand + action.rotation
        kernel.place(position.y * STRIDE + position.x, face)
        self._hand = -1
        self.step = self._deploys[step.player]

    # ------------------------------------------------------------------ deployment
    def _deployments(self) -> LegalActions:
        """What may be done in the deploy step."""
        kernel, step = self._kernel, self.step
        codes: list[int] = []
        if not self.is_deployment_over:
            supply, kind, standing = kernel.supply, kernel.kind, self.rules.standing
            aggregate, parent = kernel.aggregate, kernel.parent
            meeples = self._meeples
            own = step.player * meeples
            base = kernel.tile_base[-1]
            for segment in range(base, len(parent)):
                root = segment
                above = parent[root]
                while above != root:
                    root = above
                    above = parent[root]
                if self._judged or not aggregate[root] >> FIGURES:
                    for number in standing[kind[segment]]:
                        if supply[own + number]:
                            codes.append((segment - base) * meeples + number)
        offering = self.rules.offering[kernel.tile_face[-1] >> 2]
        extra = tuple(self._offers(offering, step)) if offering else ()
        position, kinds = kernel.tile_position[-1], self.rules.meeples
        found = _LegalDeployments(position, codes, kinds, extra)
        if self._judged:
            ordinary = found[1 : len(codes) + 1]
            left = [c for c, a in zip(codes, ordinary, strict=True) if not self.refusals(a)]
            return _LegalDeployments(position, left, kinds, extra)
        return found

    def _deploy_refusals(self, action: Deploy) -> tuple[Refusal, ...]:
        meeple = self.rules.meeple_numbers.get(action.meeple)
        if meeple is None:
            return (Refusal("base", "unknown_meeple", "B5", (("meeple", action.meeple),)),)
        where = ("position", str(action.segment.position))
        features = self.board.features_at(action.segment.position)
        if features is None:
            return (Refusal("base", "no_tile", "B5", (where,)),)
        if not 0 <= action.segment.index < len(features):
            facts = (where, ("segment", action.segment.index))
            return (Refusal("base", "no_segment", "B5", facts),)
        deployment = Deployment(
            self.step.player,
            self.rules.meeples[meeple],
            action.segment,
            features[action.segment.index],
        )
        return deployment_refusals(self._view, deployment)

    def _deploy(self, player: int, meeple: str, segment: SegmentId) -> None:
        figure = player * self._meeples + self.rules.meeple_numbers[meeple]
        self._kernel.deploy(self.board.segment_number(segment), figure)

    # ------------------------------------------------------------------ expansions
    def _offers(self, expansions: tuple[Expansion, ...], step: Step) -> Iterator[Action]:
        view = self._view
        for expansion in expansions:
            for action in expansion.actions(view, step):
                if not tuple(expansion.action_refusals(view, action)):
                    yield action

    def _offered(self) -> LegalActions:
        """The actions of a step that an expansion owns."""
        step = self.step
        if step.is_chance:
            offered = tuple(action for action, _ in self.chance_outcomes())
        else:
            offered = tuple(self._offers((self.rules.expansion(step.owner),), step))
        return LegalActions(offered)

    def _carry_out(self, owner: Expansion, effects: Iterable[Effect]) -> None:
        steps = []
        for effect in effects:
            if isinstance(effect, DeployFigure):
                self._deploy(effect.player, effect.meeple, effect.segment)
                facts = (effect.player, effect.meeple, effect.segment, effect.route)
                self._news += ((_deployed, *facts),)
            elif isinstance(effect, TakeStep):
                steps.append(effect.step)
            elif isinstance(effect, EndDeployment):
                self.is_deployment_over = True
            elif isinstance(effect, NewState):
                self._states = MappingProxyType({**self._states, owner.name: effect.state})
            elif isinstance(effect, Emit):
                self._news += ((_given, effect.event),)
        if steps:
            self._pending = (*steps, *self._pending)

    # ------------------------------------------------------------------ the course of a turn
    def _proceed(self) -> None:
        """Goes on after the deployment, or after a step that an expansion took."""
        if self._pending:
            self.step, *rest = self._pending
            self._pending = tuple(rest)
            return
        kernel = self._kernel
        for root in kernel.completed():
            if kernel.aggregate[root] >> FIGURES:
                self._enter(score(self.rules, kernel, root, is_completed=True))
        self.is_deployment_over = False
        if not kernel.stack:
            self._finish()
            return
        self.turn += 1
        player = self.turn_player + 1
        self.turn_player = player = 0 if player == self.players else player
        self.step = self._draws[player]

    def _enter(self, found: Score) -> None:
        """Pays a score, and sends the figures of a complete feature home (B10)."""
        kernel = self._kernel
        if found.points:
            scores = list(self.scores)
            for seat, points in found.points.items():
                scores[seat] += points
            self.scores = tuple(scores)
        returned: list[tuple[int, int]] = []
        if found.is_completed:
            for segment in found.occupied:
                for figure in kernel.figures[segment]:
                    kernel.take_back(segment, figure)
                    returned.append((segment, figure))
        self._news += ((_scored, found, returned),)

    def _finish(self) -> None:
        for found in final_scores(self.rules, self._kernel):
            self._enter(found)
        self.step = Step(OVER, self.turn_player)
        self._news += ((GameEnded, self.scores, self.winners),)

    # ------------------------------------------------------------------ events
    def _events_of(self, past: _Past) -> Iterator[Event]:
        action, player = past.action, past.step.player
        if isinstance(action, Draw):
            yield TileDrawn(player, action.tile)
        elif isinstance(action, Place):
            yield TilePlaced(player, action.tile, action.position, action.rotation)
        elif isinstance(action, Deploy):
            yield self._deployed_event(player, action.meeple, action.segment, PLACEMENT)
        yield from map(self._event, past.news)

    def _event(self, raw: tuple[Any, ...]) -> Event:
        build, *facts = raw
        event: Event
        if build is _given:
            (event,) = facts
        elif build is _scored:
            event = self._scored_event(*facts)
        elif build is _deployed:
            event = self._deployed_event(*facts)
        else:
            event = build(*facts)
        return event

    def _deployed_event(
        self, player: int, meeple: str, segment: SegmentId, route: str
    ) -> MeepleDeployed:
        tile = self.board.tile_at(segment.position)
        assert tile is not None
        kind = tile.segments[segment.index].kind.name
        return MeepleDeployed(player, meeple, segment, kind, route)

    def _scored_event(self, found: Score, returned: list[tuple[int, int]]) -> FeatureScored:
        kernel, board = self._kernel, self.board
        kind = kernel.table.feature_kinds[kernel.kind[found.root]]
        tiles = tuple(map(board.position, found.tiles))
        if kind.completion is Completion.SURROUNDED:
            (centre,) = tiles
            tiles = (centre, *(beside for beside in centre.surroundings if beside in board))
        return FeatureScored(
            kind.name,
            found.is_completed,
            tiles,
            tuple(Item(*item) for item in found.items),
            tuple(found.strengths.items()),
            tuple(found.points.items()),
            tuple(board.figure(segment, figure) for segment, figure in returned),
            RULES.get(kind.name, "B8"),
        )


def _given() -> None:
    """Marks an event that is complete already."""


def _deployed() -> None:
    """Marks an event that is built from a deployment."""


def _scored() -> None:
    """Marks an event that is built from a score."""


def _names(players: int | Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, int) and not isinstance(players, bool):
        names = tuple(f"Player {seat}" for seat in range(1, players + 1))
    elif isinstance(players, str) or not isinstance(players, Sequence):
        raise SetupError(f"players = {players!r}: expected a number from 2 to 6, or names")
    else:
        names = tuple(players)
    if not 2 <= len(names) <= 6:
        raise SetupError(f"{len(names)} players: expected 2 to 6")
    if len(set(names)) < len(names) or not all(isinstance(n, str) and n.strip() for n in names):
        raise SetupError(f"players = {names!r}: expected different names, none empty")
    return names


def _verb(action: object) -> str:
    return str(getattr(action, "verb", type(action).__name__))


def _is_well_formed(action: Action) -> bool:
    """Whether the fields of a base action have the types they should; values come later."""
    if isinstance(action, Draw):
        return isinstance(action.tile, str)
    if isinstance(action, Place):
        right = isinstance(action.tile, str) and isinstance(action.rotation, Rotation)
        return right and _is_position(action.position)
    if isinstance(action, Deploy):
        right = isinstance(action.meeple, str) and isinstance(action.segment, SegmentId)
        return right and type(action.segment.index) is int and _is_position(action.segment.position)
    return True


def _is_position(value: object) -> bool:
    return isinstance(value, Position) and type(value.x) is int and type(value.y) is int

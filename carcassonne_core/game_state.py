"""What a game keeps, and what may be asked of it: the `View` that rules have of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from carcassonne_core.action import Action
from carcassonne_core.board import Board
from carcassonne_core.chronicle import News, Past, Standing
from carcassonne_core.deployment import Deployment, deployment_refusals
from carcassonne_core.errors import CarcassonneError, Refusal, SetupError
from carcassonne_core.expansion import OptionValue
from carcassonne_core.kernel import Kernel
from carcassonne_core.legal_actions import LegalActions
from carcassonne_core.position import Position
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.tile import OrientedTile
from carcassonne_core.turn import DEPLOY, DRAW, OVER, PLACE, Step

__all__ = ["GameState", "seat_names"]


class GameState:
    """A game as it stands: seats, board, stack, supplies, step, turn and scores.

    Attributes:
        names: the players' names, in the order of seats.
        players: the number of players.
        rules: what is played.
        draw_order: tiles that are drawn first, in this order.
        board: the board.
        step: what the game waits for.
        turn: the number of the turn, counted from 1.
        turn_player: the seat whose turn it is.
        scores: the scores by seat.
        is_deployment_over: whether no more figures may be deployed in this part of the turn.
        has_acted: whether something else than a pass was chosen in a deploy step of this part.
    """

    __slots__ = (
        "_asked",
        "_deployables",
        "_deploys",
        "_draws",
        "_free",
        "_hand",
        "_has_another_part",
        "_hooks",
        "_judged",
        "_kernel",
        "_meeples",
        "_news",
        "_offers_now",
        "_openers",
        "_opening",
        "_order",
        "_past",
        "_pending",
        "_phase",
        "_places",
        "_program",
        "_states",
        "board",
        "draw_order",
        "has_acted",
        "is_deployment_over",
        "names",
        "players",
        "rules",
        "scores",
        "step",
        "turn",
        "turn_player",
    )  # fmt: skip

    def __init__(
        self,
        players: int | Sequence[str] = 2,
        rules: RuleSet | None = None,
        *,
        draw_order: Iterable[str] = (),
        like: GameState | None = None,
    ) -> None:
        if like is not None:
            self._stand_like(like)
            return
        self.names: tuple[str, ...] = seat_names(players)
        self.players: int = len(self.names)
        if not isinstance(rules, RuleSet | None):
            raise SetupError(f"rules = {rules!r}: expected a RuleSet")
        self.rules: RuleSet = _plain_rules() if rules is None else rules
        table = self.rules.table
        self._order: tuple[int, ...] = self._read_order(draw_order)
        self.draw_order: tuple[str, ...] = tuple([table.tiles[tile].id for tile in self._order])
        supply = [meeple.count for meeple in self.rules.meeples] * self.players
        self._kernel = Kernel(table, supply, list(self.rules.types), like=self.rules.opening)
        self._meeples = len(self.rules.meeples)
        self._draws, self._places, self._deploys = _steps(self.players)
        self._hooks = self.rules.hooks
        self._deployables = self.rules.deployables
        self._program = self._hooks.program
        self._asked = self._hooks.asked
        self._openers = self._hooks.openers
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
        self._opening: News = ()
        self._offers_now: LegalActions | None = None
        self._bind()

    def _stand_like(self, other: GameState) -> None:
        """Takes over everything that another game keeps; nothing that changes is shared."""
        self.names, self.players, self.rules = other.names, other.players, other.rules
        self.draw_order, self._order = other.draw_order, other._order
        self._kernel = other._kernel.copy()
        self._meeples = other._meeples
        self._draws, self._places, self._deploys = other._draws, other._places, other._deploys
        self._hooks, self._program, self._asked = other._hooks, other._program, other._asked
        self._openers, self._free = other._openers, other._free
        self._deployables = other._deployables
        self._past, self._news, self._opening = other._past, other._news, other._opening
        self._stand(other._standing())
        self._bind()

    def _standing(self) -> Standing:
        """Everything that a game keeps beside the kernel, as frozen values."""
        return (
            self.step, self._pending, self._phase, self.turn, self.turn_player, self.scores,
            self._states, self._hand, self.is_deployment_over, self.has_acted,
            self._has_another_part,
        )  # fmt: skip

    def _stand(self, standing: Standing) -> None:
        """Stands as it stood, or as another game stands."""
        (
            self.step, self._pending, self._phase, self.turn, self.turn_player, self.scores,
            self._states, self._hand, self.is_deployment_over, self.has_acted,
            self._has_another_part,
        ) = standing  # fmt: skip
        self._offers_now = None

    def _bind(self) -> None:
        """Makes what belongs to this very object and is not copied."""
        self.board: Board = Board(self._kernel, self.rules.meeples, self.rules.meeple_numbers)
        self._judged: tuple[list[int] | None, tuple[int, ...], tuple[Action, ...]] | None = None

    def _read_order(self, draw_order: Iterable[object]) -> tuple[int, ...]:
        left = Counter(self.rules.types)
        order: list[int] = []
        for number, wanted in enumerate(draw_order):
            tile = self.rules.table.type_of.get(wanted, -1) if isinstance(wanted, str) else -1
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
        # Without an order they are drawn pile by pile.
        first = self.rules.pile_order[drawn] if not self._order else min(piles[t] for t in stack)
        return list(filter(self.rules.pile_types[first].__contains__, stack))

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
        try:
            return self._states[expansion]
        except KeyError:
            raise CarcassonneError(f"expansion {expansion!r} is not played here") from None


@cache
def _plain_rules() -> RuleSet:
    """The base game alone: the same for every game that names no rules."""
    return RuleSet()


@cache
def _steps(players: int) -> tuple[tuple[Step, ...], tuple[Step, ...], tuple[Step, ...]]:
    """The base game's own steps, by seat: draw, place, deploy."""
    seats = range(players)
    draws = tuple(Step(DRAW, seat, is_chance=True) for seat in seats)
    places = tuple(Step(PLACE, seat) for seat in seats)
    return draws, places, tuple(Step(DEPLOY, seat) for seat in seats)


def seat_names(players: object) -> tuple[str, ...]:
    """The players' names, those given or `Player 1` and so on.

    Args:
        players: a number from 1 to 6, or the names; whether it is one of these is seen here.

    Raises:
        SetupError: their number or names are impossible.
    """
    if isinstance(players, int) and not isinstance(players, bool):
        if not 1 <= players <= 6:
            raise SetupError(f"{players} players: expected 1 to 6")
        return tuple([f"Player {seat}" for seat in range(1, players + 1)])
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise SetupError(f"players = {players!r}: expected a number from 1 to 6, or names")
    names: tuple[object, ...] = tuple(players)
    if not 1 <= len(names) <= 6:
        raise SetupError(f"{len(names)} players: expected 1 to 6")
    texts = tuple([name for name in names if isinstance(name, str) and name.strip()])
    if len(set(texts)) < len(names):
        raise SetupError(f"players = {names!r}: expected different names, none empty")
    return texts

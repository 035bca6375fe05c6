"""A game: what may be done, doing it, and undoing it.

The state, the lists of actions and the course of a turn stand in modules of their own, each built
upon the one before: `game_state`, `listing`, `course`. Everything that a game keeps beside the
kernel is a frozen value, so `pop` puts the old one back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Self

from carcassonne_core.action import Action, Deploy, Draw, Pass, Place
from carcassonne_core.chronicle import NO_NEWS, Chronicle, Past, pasts
from carcassonne_core.course import Course
from carcassonne_core.errors import CarcassonneError, IllegalActionError, Refusal
from carcassonne_core.event import Event
from carcassonne_core.game_state import GameState, seat_names
from carcassonne_core.kernel import STRIDE
from carcassonne_core.legal_actions import LegalActions
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.scoring import final_scores

__all__ = ["Game"]

_new_past: Any = partial(tuple.__new__, Past)
"""The constructor of a named tuple costs as much as the whole push."""


class Game(Course):
    """A game of Carcassonne.

    Draws and dice are actions like any other: push what chance gives. The core holds no random
    numbers; `sample_chance` takes yours.

    Args:
        players: number of players, 1 to 6, or their names in the order of seats; one alone for
            puzzles and trials, as the rules are for two and more.
        rules: what is played; the base game if nothing is said.
        draw_order: tiles that are drawn first, in this order; afterwards chance draws the rest.
        like: a game of which this one is a copy, whatever else is said; see `copy`.

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

    __slots__ = ()

    def __init__(
        self,
        players: int | Sequence[str] = 2,
        rules: RuleSet | None = None,
        *,
        draw_order: Iterable[str] = (),
        like: GameState | None = None,
    ) -> None:
        super().__init__(players, rules, draw_order=draw_order, like=like)
        if like is None:
            self._next_turn()
            self._opening = self._news

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
            other._news = NO_NEWS
            other._finish()
            if other._past is None:
                other._opening += other._news
            else:
                other._past = other._past._replace(news=other._past.news + other._news)
        return other

    # ------------------------------------------------------------------ doing and undoing
    def push(self, action: Action) -> None:
        """Carries out a legal action.

        Raises:
            IllegalActionError: it is refused; gives every reason, and the game is unchanged.
        """
        if not self._is_listed(action):
            refusals = self.refusals(action)
            if refusals:
                text = "; ".join(map(self.explain, refusals))
                raise IllegalActionError(action, refusals, text)
        self.push_unchecked(action)

    def push_unchecked(self, action: Action) -> None:
        """Carries out an action that is known to be legal; anything else breaks the game."""
        past, before = self._past, self._standing()
        log: list[int] = []
        self._kernel.log = log
        self._news = NO_NEWS
        if type(action) is Place:
            position = action.position
            face = 4 * self._hand + action.rotation
            self._place(position.y * STRIDE + position.x, face)
        elif type(action) is Draw:
            kernel = self._kernel
            self._draw(kernel.stack.index(kernel.table.type_of[action.tile]))
        elif type(action) is Pass:
            self._pass()
        elif isinstance(action, Deploy):
            self.has_acted = True
            self._deploy(self.step.player, action.meeple, action.segment)
            self._proceed()
        else:
            self._act(action)
        number = 1 if past is None else past[1] + 1
        self._past = _new_past((past, number, action, log, self._news, before))

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
        self._past, _, action, _, _, before = past
        self._stand(before)
        return action

    def turns(self) -> Iterator[tuple[Action, LegalActions]]:
        """Every legal action now with the legal actions after it, one after the other.

        In a place step these are all placements, each with the deployments that it allows. Each is
        tried on a copy when it comes to it, so nobody pays for what he does not look at; the game
        stays as it is and may go on meanwhile.

        Example:
            >>> from carcassonne_core import Game
            >>> game = Game(2).replay(["draw BA/RFr"])
            >>> placement, deployments = next(game.turns())
            >>> placement.position, [action.verb for action in deployments]
            (Position(1, 0), ['pass', 'deploy', 'deploy', 'deploy'])
            >>> sum(len(deployments) for _, deployments in game.turns())
            24
        """
        other = self.copy()
        for action in other.legal_actions:
            other.push_unchecked(action)
            yield action, other.legal_actions
            other.pop()

    @property
    def legal_turns(self) -> Sequence[tuple[Action, Action]]:
        """Every legal action now with every legal action after it, as pairs: in a place step the
        joint list of placements and deployments.

        Where only the base game has a say the list is read off the board and a pair is built when
        it is looked at; otherwise every placement is tried, see `turns`.

        Example:
            >>> from carcassonne_core import Game
            >>> game = Game(2).replay(["draw BA/RFr"])
            >>> len(game.legal_turns)
            24
            >>> placement, deployment = game.legal_turns[-1]
            >>> placement.verb, deployment.verb
            ('place', 'deploy')
        """
        ordinary = self._ordinary_turns()
        if ordinary is not None:
            return ordinary
        return [(action, second) for action, after in self.turns() for second in after]

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
        return Game(like=self)

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
        chronicle = Chronicle(self._kernel, self.board)
        opening = map(chronicle.event, self._opening)
        return (
            *opening,
            *(event for past in pasts(self._past) for event in chronicle.events_of(past)),
        )

    @property
    def latest_events(self) -> tuple[Event, ...]:
        """What the last push made happen."""
        chronicle = Chronicle(self._kernel, self.board)
        return () if self._past is None else tuple(chronicle.events_of(self._past))

    def explain(self, refusal: Refusal, language: str = "en") -> str:
        """A refusal as a sentence, in English (`"en"`) or Spanish (`"es"`)."""
        return self.rules.explain(refusal, language)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._setup == other._setup and self.actions == other.actions

    __hash__ = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str:
        """The picture that notebooks show; see `carcassonne_core.svg`."""
        picture: str = import_module("carcassonne_core.svg").board_svg(self)
        return picture

    def __repr__(self) -> str:
        from carcassonne_core.notation import action_texts

        names = self.names if self.names != seat_names(self.players) else self.players
        order = f", draw_order={self.draw_order!r}" if self.draw_order else ""
        texts = action_texts(self)
        replayed = f".replay({texts!r})" if texts else ""
        return f"Game({names!r}, {self.rules!r}{order}){replayed}"

    @property
    def _setup(self) -> tuple[object, ...]:
        return self.names, self.rules, self.draw_order

"""A state machine that plays any rule set and holds every law against it."""

from __future__ import annotations

from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import SearchStrategy

from carcassonne_core.errors import IllegalActionError
from carcassonne_core.game import Game
from carcassonne_core.record import dumps_record, loads_record
from carcassonne_core.rule_set import installed_expansions
from carcassonne_core.testing.attempt_strategies import attempts
from carcassonne_core.testing.choices import choose_action
from carcassonne_core.testing.fingerprints import fingerprint
from carcassonne_core.testing.invariants import LAWS, Law, check_game, require
from carcassonne_core.testing.play_strategies import Rules, actions, games

__all__ = ["GameMachine"]


class GameMachine(RuleBasedStateMachine):
    """Plays, undoes, copies, records, tries what is wrong, and asks every law after each step.

    A subclass says what is played, and adds rules and invariants of its own, which see
    `self.game`; they may push and pop, if they end with `self.remember()`.

    Attributes:
        rule_sets: what is played: a rule set, or a strategy of rule sets.
        seats: the number of players, or a strategy; 1 to 6 if nothing is said.
        laws: what must hold after every step.
        game: the game, as it stands.

    Example:
        >>> from hypothesis import settings
        >>> from hypothesis.stateful import run_state_machine_as_test
        >>> class BaseGame(GameMachine):
        ...     seats = 2
        ...
        ...     @invariant()
        ...     def nobody_loses_points(self) -> None:
        ...         assert min(self.game.scores) >= 0
        >>> few = settings(max_examples=3, stateful_step_count=5, deadline=None)
        >>> run_state_machine_as_test(BaseGame, settings=few)
    """

    rule_sets: ClassVar[Rules] = None
    seats: ClassVar[int | SearchStrategy[int] | None] = None
    laws: ClassVar[tuple[Law, ...]] = LAWS
    game: Game
    _seen: dict[int, tuple[Any, ...]]
    _judged: tuple[Any, ...]
    _recorded: tuple[Any, ...]

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """A game at any moment."""
        self.game = data.draw(games(self.rule_sets, players=self.seats), label="game")
        self._seen = {}
        self._judged = self._recorded = ()
        self.remember()

    def remember(self) -> None:
        """Keeps what the game looks like now; undoing must bring it back."""
        self._seen[self.game.ply] = fingerprint(self.game)

    @property
    def _now(self) -> tuple[Any, ...]:
        return self._seen[self.game.ply]

    def _agree(self, law: str, game: Game, expected: object) -> None:
        require(fingerprint(game) == expected, law, game, "the game does not look as it did")

    # ------------------------------------------------------------------ what may be done
    @precondition(lambda self: not self.game.is_over)
    @rule(data=st.data())
    def push_and_pop_and_push(self, data: st.DataObject) -> None:
        """Undoing is exact, and doing again does the same."""
        game = self.game
        action = data.draw(actions(game), label="action")
        game.push(action)
        after = fingerprint(game)
        require(game.pop() == action, "undo", game, f"{action} was not what was undone")
        self._agree("undo", game, self._now)
        game.push(action)
        self._agree("undo and do again", game, after)
        self._seen[game.ply] = after

    @rule(data=st.data(), plies=st.integers(1, 12))
    def play_on(self, data: st.DataObject, plies: int) -> None:
        """The game goes on."""
        for _ in range(plies):
            if not self.game.is_over:
                self.game.push(data.draw(actions(self.game)))
                self.remember()

    @rule(plies=st.integers(1, 20))
    def take_back(self, plies: int) -> None:
        """Undoing many actions passes through every position again."""
        game = self.game
        while plies and game.ply - 1 in self._seen:
            game.pop()
            self._agree("undo", game, self._now)
            plies -= 1

    @rule(data=st.data())
    def try_something_else(self, data: st.DataObject) -> None:
        """What is listed is what is not refused; what is refused changes nothing."""
        game = self.game
        for action in data.draw(st.lists(attempts(game), min_size=1, max_size=5)):
            refusals = game.refusals(action)
            listed = action in game.legal_actions, action in list(game.legal_actions)
            text = f"{action} is listed: {listed}, refused: {refusals}"
            require(listed == (not refusals,) * 2, "legal actions", game, text)
            if refusals:
                try:
                    game.push(action)
                except IllegalActionError as error:
                    told = (error.action, error.refusals)
                    require(told == (action, refusals), "refusals", game, f"{told} of {action}")
                else:
                    require(False, "refusals", game, f"{action} was refused, and done all the same")
        self._agree("refusals change nothing", game, self._now)

    @rule(data=st.data(), forth=st.integers(0, 12), back=st.integers(0, 12))
    def play_a_copy(self, data: st.DataObject, forth: int, back: int) -> None:
        """A copy looks alike and shares nothing that changes."""
        game = self.game
        other = game.copy()
        self._agree("copy", other, self._now)
        for _ in range(min(back, other.ply)):
            other.pop()
        for _ in range(forth):
            if not other.is_over:
                other.push(choose_action(other, lambda n: data.draw(st.integers(0, n - 1))))
        check_game(other, self.laws)
        kept = fingerprint(other)
        self._agree("a copy played on", game, self._now)
        if game.ply:
            action = game.pop()
            game.push(action)
        self._agree("a copy's original played on", other, kept)

    @precondition(lambda self: self._recorded is not self._now and _is_installed(self.game))
    @rule()
    def record_and_read(self) -> None:
        """A record makes the same game anew."""
        game = self.game
        self._agree("record", loads_record(dumps_record(game)), self._now)
        self._recorded = self._now

    # ------------------------------------------------------------------ what must hold
    @invariant()
    def every_law_holds(self) -> None:
        """Every law holds after every step that changed something, and asking changes nothing."""
        if self._judged is not self._now:
            check_game(self.game, self.laws)
            self._agree("questions", self.game, self._now)
            self._judged = self._now


def _is_installed(game: Game) -> bool:
    """Whether a record of the game can be read again: its expansions are found by their names."""
    installed = installed_expansions()
    return all(
        name in installed and installed[name].load() is game.rules.expansion(name)
        for name in game.rules.names
    )

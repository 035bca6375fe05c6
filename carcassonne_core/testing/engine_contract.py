"""The whole-engine contract: a foreign engine plays along, step by step (B1 to B15, and more).

It is asked before every action what is legal, and after it who has how many points and figures.
Whatever the rules are that both play: the actions of expansions are words like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from attrs import frozen

from carcassonne_core.errors import NotationError
from carcassonne_core.event import FeatureScored, PointsAwarded
from carcassonne_core.expansion import OptionValue
from carcassonne_core.game import Game
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.testing.contract import Contract, ContractBrokenError
from carcassonne_core.testing.plain_actions import PlainAction, parse_plain_action, plain_action
from carcassonne_core.testing.table import Table
from carcassonne_core.testing.table_strategies import lines

__all__ = ["EngineAdapter", "EngineContract", "SetUp"]

G = TypeVar("G")

LAWS = {"draw": "B3", "place": "B4", "deploy": "B5", "pass": "B5"}
LAWS |= {"fly": "R5", "roll": "R7", "land": "R18"}
"""The ruling by which an action is legal, by its verb, for what an engine does not offer."""


@frozen
class SetUp:
    """What both engines play.

    Attributes:
        players: the number of players.
        start: the id of the start tile, which lies unturned at 0,0.
        stack: how many of each tile can be drawn.
        supply: how many figures of each kind a player has.
        expansions: names of the expansions.
        options: the options that differ from their defaults.
    """

    players: int
    start: str
    stack: Mapping[str, int]
    supply: Mapping[str, int]
    expansions: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = {}

    @classmethod
    def of(cls, rules: RuleSet, players: int) -> SetUp:
        """The set-up of a game by these rules.

        Example:
            >>> SetUp.of(RuleSet(), 2).supply
            {'follower': 7}
        """
        stack = Counter(tile.id for tile in rules.stack)
        stack[rules.start.id] -= 1
        supply = {meeple.name: meeple.count for meeple in rules.meeples}
        start, options = rules.start.id, dict(rules.options)
        return cls(players, start, dict(+stack), supply, rules.names, options)


class EngineAdapter(Protocol[G]):
    """What the whole-engine contract asks of an engine; `G` is the engine's own game."""

    def start(self, set_up: SetUp, /) -> G:
        """A new game, before the first draw."""
        ...

    def legal_actions(self, game: G, /) -> Collection[PlainAction]:
        """Everything that may be done now; before a draw or a roll, all that may come."""
        ...

    def push(self, game: G, action: PlainAction, /) -> None:
        """Carries out an action that is legal, and scores what it completes."""
        ...

    def scores(self, game: G, /) -> Sequence[int]:
        """The points of each seat."""
        ...

    def supplies(self, game: G, /) -> Sequence[Mapping[str, int]]:
        """For each seat how many figures of each kind are in its supply."""
        ...


class EngineContract(Contract):
    """An engine lists the same actions, pays the same points and keeps the same supplies.

    Attributes:
        adapter: the engine.
        rules: what is played; the base game if nothing is said.

    Example:
        >>> class Own:
        ...     def start(self, set_up):
        ...         return set_up
        ...     def legal_actions(self, game):
        ...         return [("draw", tile) for tile in game.stack]
        ...     def push(self, game, action):
        ...         pass
        ...     def scores(self, game):
        ...         return [0] * game.players
        ...     def supplies(self, game):
        ...         return [game.supply] * game.players
        >>> class TestOwn(EngineContract):
        ...     adapter = Own()
        >>> TestOwn().test_a_game_goes_as_the_rules_say()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        carcassonne_core.testing.contract.ContractBrokenError: B4 ...
    """

    adapter: ClassVar[EngineAdapter[Any]]

    @property
    def rules_played(self) -> RuleSet:
        """The rules by which the engine is judged."""
        return RuleSet() if self.rules is None else self.rules

    def test_a_game_begins_as_the_rules_say(self) -> None:
        """Supplies, scores and stack for two to six players."""
        for players in range(2, 7):
            game = Game(players, self.rules_played)
            with self.drawing():
                self._compare(game, self._start(game), ())

    def test_a_game_goes_as_the_rules_say(self) -> None:
        """Legal actions before every step, points and supplies after it."""
        self.hold(self._play, lines(self.rules_played, turns=self.turns))

    def _start(self, game: Game) -> Any:
        set_up = SetUp.of(self.rules_played, game.players)
        return self.ask("a new game", Table.of(game), self.adapter.start, set_up)

    def _play(self, played: Game) -> None:
        game = Game(played.players, self.rules_played)
        other = self._start(game)
        done: tuple[PlainAction, ...] = ()
        self._compare(game, other, done)
        for action in played.actions:
            words = plain_action(game, action)
            done = (*done, words)
            question = f"push {_text(words)}"
            self.ask(question, Table.of(game), self.adapter.push, other, words)
            game.push(action)
            self._compare(game, other, done)

    def _compare(
        self,
        game: Game,
        other: Any,
        done: tuple[PlainAction, ...],
    ) -> None:
        table = Table.of(game)
        ask, adapter = self.ask, self.adapter
        scores = list(ask("the scores", table, adapter.scores, other))
        if scores != list(game.scores):
            law, expected = self._law_of_scores(game), list(game.scores)
            raise self.broken(law, "the scores", expected, scores, table, done)
        supplies = [dict(supply) for supply in ask("the supplies", table, adapter.supplies, other)]
        expected_supplies = [
            {meeple.name: game.supply(seat, meeple.name) for meeple in game.rules.meeples}
            for seat in range(game.players)
        ]
        if supplies != expected_supplies:
            law = "B10" if done else "B1"
            raise self.broken(law, "the supplies", expected_supplies, supplies, table, done)
        listed = ask("the legal actions", table, adapter.legal_actions, other)
        actual = {tuple(words) for words in listed}
        expected_actions = {plain_action(game, action) for action in game.legal_actions}
        if actual != expected_actions:
            raise self._wrong_list(game, expected_actions, actual, table, done)

    def _law_of_scores(self, game: Game) -> str:
        """The ruling by which the last push paid, B9 where several were paid."""
        for event in game.latest_events:
            if isinstance(event, FeatureScored) and event.points:
                return "B9" if len(event.strengths) > 1 else event.rule
            if isinstance(event, PointsAwarded):
                return event.rule
        return "B8"

    def _wrong_list(
        self,
        game: Game,
        expected: set[PlainAction],
        actual: set[PlainAction],
        table: Table,
        done: tuple[PlainAction, ...],
    ) -> ContractBrokenError:
        """The breach of the first action too many, or of the first that lacks."""
        lacking = sorted(expected - actual, key=repr)
        if lacking:
            law, words = self._law_of(game, lacking[0]), lacking[0]
            answers = "that it is legal", "that it is not"
        else:
            words = min(actual - expected, key=repr)
            law, answers = self._law_against(game, words), ("that it is not", "that it is legal")
        question = f"{_text(words)}, with {game.hand or 'no tile'} in hand: is it legal?"
        return self.broken(law, question, *answers, table, done)

    def _law_of(self, game: Game, words: PlainAction) -> str:
        """The ruling by which an action is legal that an engine does not offer."""
        action = parse_plain_action(game, words)
        segment = getattr(action, "segment", None)
        if words[0] == "land" and segment is not None and game.board.figure_count(segment):
            return "R14"
        if words[0] == "place":
            tile = game.rules.table.tiles[game.rules.table.type_of[str(words[1])]]
            if any(mark.direction is not None for mark in tile.marks):
                return "R2"
        owner = game.rules.action_owners[type(action)].name
        return LAWS.get(str(words[0]), owner)

    def _law_against(self, game: Game, words: PlainAction) -> str:
        """The ruling against an action that an engine offers."""
        if game.step.name == "draw" and words[0] != "draw":
            return "B3"  # a tile that fits nowhere gives no turn
        try:
            refusals = game.refusals(parse_plain_action(game, words))
        except NotationError:
            return "B2"
        return refusals[0].rule if refusals else "B2"


def _text(words: PlainAction) -> str:
    return " ".join(map(str, words))

"""The scoring contract: what is complete, what it pays and to whom (B8 to B14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from carcassonne_core.feature import SegmentId
from carcassonne_core.testing.contract import Contract
from carcassonne_core.testing.referee import Referee
from carcassonne_core.testing.table import Spot, Table, spot_on
from carcassonne_core.testing.table_strategies import tables

__all__ = ["ScoringAdapter", "ScoringContract"]

B = TypeVar("B")

LAWS = {"road": "B11", "city": "B12", "cloister": "B13", "field": "B14", "garden": "B16"}
"""The ruling by which each kind pays."""


class ScoringAdapter(Protocol[B]):
    """What the scoring contract asks of an engine; `B` is the engine's own board."""

    def board(self, table: Table, /) -> B:
        """The engine's board with these tiles and figures: the last tile lies, nothing is scored
        yet."""
        ...

    def is_completed(self, board: B, spot: Spot, /) -> bool:
        """Whether the feature at a place is complete; a field never is."""
        ...

    def points(self, board: B, spot: Spot, /) -> Sequence[int]:
        """What each seat is paid if the feature at a place is scored now: the price of a complete
        one if it is complete, otherwise what it pays at the end of the game. A field pays three
        points for each complete city that it touches."""
        ...


class ScoringContract(Contract):
    """Completion, value and majority are those of the rules.

    Attributes:
        adapter: the engine.

    Example:
        >>> class Own:
        ...     def board(self, table):
        ...         return table
        ...     def is_completed(self, table, spot):
        ...         return spot.kind == "city"
        ...     def points(self, table, spot):
        ...         return [0] * table.players
        >>> class TestOwn(ScoringContract):
        ...     adapter = Own()
        >>> TestOwn().test_features_are_complete_when_the_rules_say()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        carcassonne_core.testing.contract.ContractBrokenError: B8 Completion: ...
    """

    adapter: ClassVar[ScoringAdapter[Any]]

    def test_features_are_complete_when_the_rules_say(self) -> None:
        """Every segment of any table, the last tile joined to the others."""
        self.hold(self._judge_completion, tables(self.rules_played, turns=self.turns))

    def test_features_pay_what_the_rules_say(self) -> None:
        """Every segment of any table: its value, to everybody who has the majority."""
        self.hold(self._judge_points, tables(self.rules_played, turns=self.turns))

    def _judge_completion(self, table: Table) -> None:
        referee = table.referee(self.rules_played)
        board = self.ask("the board", table, self.adapter.board, table)
        for segment in referee.segments:
            spot = spot_on(referee.tiles[segment.position], segment)
            question = f"is the {spot} complete?"
            actual = self.ask(question, table, self.adapter.is_completed, board, spot)
            expected = referee.is_completed(segment)
            if expected != actual:
                raise self.broken("B8", question, expected, actual, table)

    def _judge_points(self, table: Table) -> None:
        referee = table.referee(self.rules_played)
        board = self.ask("the board", table, self.adapter.board, table)
        for segment in referee.segments:
            spot = spot_on(referee.tiles[segment.position], segment)
            question = f"what does the {spot} pay to each seat?"
            actual = self.ask(question, table, self.adapter.points, board, spot)
            expected = referee.points(segment, table.players)
            if expected != list(actual):
                law = self._breach(referee, segment, expected, list(actual))
                raise self.broken(law, question, expected, actual, table)

    def _breach(
        self, referee: Referee, segment: SegmentId, expected: list[int], actual: list[int]
    ) -> str:
        """B9 if the wrong players are paid, or a tie is not paid in full; otherwise the ruling of
        the kind."""
        paid = [seat for seat, points in enumerate(actual) if points]
        winners = list(referee.winners(referee.region(segment)))
        is_wrong_payee = any(expected) and paid != winners
        is_shared = len(winners) > 1 and len({actual[s] for s in winners if s < len(actual)}) > 1
        if is_wrong_payee or is_shared or set(paid) - set(winners):
            return "B9"
        return LAWS.get(referee.kind(segment).name, "B8")

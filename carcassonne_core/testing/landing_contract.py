"""The landing contract: where a flight may end on a foreign engine's own board (R10 to R18)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Protocol, TypeVar

from hypothesis import strategies as st

from carcassonne_core.feature import SegmentId
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.position import Position
from carcassonne_core.testing.contract import Contract
from carcassonne_core.testing.referee import Referee
from carcassonne_core.testing.table import Table, spot_on
from carcassonne_core.testing.table_strategies import tables

__all__ = ["LandingAdapter", "LandingContract"]

B = TypeVar("B")

Answer = Mapping[tuple[str, str], Collection[str]] | None


class LandingAdapter(Protocol[B]):
    """What the landing contract asks of an engine; `B` is the engine's own board."""

    def board(self, table: Table, /) -> B:
        """The engine's board with these tiles and figures."""
        ...

    def landings(self, board: B, meeple: str, position: tuple[int, int], /) -> Answer:
        """For each segment of the tile at a position, by kind and place, the rules against a
        landing there: none where the figure may land, any text where the engine gives no rules.
        None where no tile lies."""
        ...


class LandingContract(Contract):
    """The landings of an engine are those of the rules.

    Attributes:
        adapter: the engine.
        gives_reasons: whether its answers name the rules against a landing, as those of
            `carcassonne_expansions.flying_machines.rules` do.

    Example:
        >>> class Own:
        ...     def board(self, table):
        ...         return table.referee(LandingContract().rules_played)
        ...     def landings(self, board, meeple, position):
        ...         return {("city", "N"): ()}
        >>> class TestOwn(LandingContract):
        ...     adapter = Own()
        >>> TestOwn().test_a_flight_ends_where_the_rules_say()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        carcassonne_core.testing.contract.ContractBrokenError: R18 ...
    """

    adapter: ClassVar[LandingAdapter[Any]]
    gives_reasons: ClassVar[bool] = False

    def test_a_flight_ends_where_the_rules_say(self) -> None:
        """Options and refusals of every kind of follower on any tile, and beside the tiles."""
        names = [kind.name for kind in self.rules_played.meeples if kind.is_follower]
        asked = st.tuples(tables(self.rules_played, turns=self.turns), st.sampled_from(names))
        self.hold(self._judge, asked)

    def _judge(self, asked: tuple[Table, str]) -> None:
        table, name = asked
        meeple = self.rules_played.meeple(name)
        referee = table.referee(self.rules_played)
        board = self.ask("the board", table, self.adapter.board, table)
        beside = {cell for position in referee.tiles for cell in position.neighbours}
        for position in [*referee.tiles, *sorted(beside - referee.tiles.keys())]:
            question = f"where may a {meeple.name} land @{position}?"
            answer = self.ask(question, table, self._answer, board, meeple, position)
            self._compare(table, referee, meeple, position, question, answer)

    def _answer(self, board: Any, meeple: MeepleKind, position: Position) -> Answer:
        found = self.adapter.landings(board, meeple.name, (position.x, position.y))
        if found is None:
            return None
        return {key: frozenset(laws) for key, laws in found.items()}

    def _compare(
        self,
        table: Table,
        referee: Referee,
        meeple: MeepleKind,
        position: Position,
        question: str,
        answer: Answer,
    ) -> None:
        lying = referee.tiles.get(position)
        if lying is None or answer is None:
            if lying is not None or answer is not None:
                here = "no tile" if lying is None else lying.id
                says = "no tile" if answer is None else _shown(answer)
                raise self.broken("R10", question, here, says, table)
            return
        expected: dict[tuple[str, str], frozenset[str]] = {}
        for segment in referee.segments_at(position):
            spot = spot_on(lying, segment)
            key = spot.kind, spot.place
            expected[key] = frozenset(referee.landing_laws(meeple, segment))
            law = self._breach(referee, segment, expected[key], answer.get(key))
            if law:
                wanted = _option(key, expected[key])
                says = _option(key, answer[key]) if key in answer else f"nothing of {' '.join(key)}"
                raise self.broken(law, question, wanted, says, table)
        if answer.keys() - expected.keys():
            raise self.broken("R18", question, _shown(expected), _shown(answer), table)

    def _breach(
        self,
        referee: Referee,
        segment: SegmentId,
        expected: frozenset[str],
        actual: Collection[str] | None,
    ) -> str:
        """The rule that an answer breaks, "" if it breaks none."""
        if actual is None:
            return "R18"
        if bool(actual) != bool(expected):
            if expected:
                return min(expected)
            return "R14" if referee.figures_on(referee.region(segment)) else "R18"
        if self.gives_reasons and actual != expected:
            return min(expected ^ frozenset(actual))
        return ""


def _option(key: tuple[str, str], laws: Collection[str]) -> str:
    refused = f" refused by {' '.join(sorted(laws))}" if laws else " open"
    return " ".join(key) + refused


def _shown(answer: Mapping[tuple[str, str], Collection[str]]) -> str:
    return ", ".join(_option(key, laws) for key, laws in answer.items()) or "nothing"

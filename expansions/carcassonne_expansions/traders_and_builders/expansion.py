"""Traders & Builders in a game: goods, the builder's second part of a turn, the pig.

Where builder and pig may be put is said by their kinds (T4, T7). The builder sees a tile that
extends its road or city as soon as it lies; the second part begins when the first has been scored
(T5, T6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from attrs import evolve, frozen

from carcassonne_core.effect import AnotherPart, Award, Effect, Emit, NewState
from carcassonne_core.event import Item
from carcassonne_core.expansion import Expansion, Option, OptionValue, Scoring, View
from carcassonne_core.feature import Feature
from carcassonne_core.feature_kind import CITY
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.tile import MarkType
from carcassonne_core.turn import Slot
from carcassonne_expansions.traders_and_builders.goods import (
    GOODS,
    MARK,
    GoodsTaken,
    Receipt,
    awards,
    of_city,
)

__all__ = ["BUILDER", "EXPANSION", "PIG", "TradersAndBuilders", "TradersState"]

NAME = "traders_and_builders"

BUILDER = MeepleKind(
    "builder",
    count=1,
    strength=0,
    is_follower=False,
    stands_on={"road", "city"},
    joins_followers=True,
    only_unfinished=True,
)
"""The builder: no follower, without a say in majorities; it joins an own follower on an unfinished
road or city (T4)."""

PIG = MeepleKind(
    "pig", count=1, strength=0, is_follower=False, stands_on={"field"}, joins_followers=True
)
"""The pig: no follower, without a say in majorities; it joins an own farmer (T7)."""


@frozen
class TradersState:
    """What has to be remembered in a game.

    Attributes:
        receipts: the goods taken so far, in order.
        doubled: the last turn whose first part has earned a second one.
    """

    receipts: tuple[Receipt, ...] = ()
    doubled: int = 0


class TradersAndBuilders(Expansion):
    """Traders & Builders, 1st edition (2003), with the tiles of the 2nd as an option."""

    name = NAME
    needs_pieces = True
    scored_kinds = frozenset({"field"})
    scored_meeples = frozenset({PIG.name})
    completed_kinds = frozenset({CITY.name})
    completed_marks = frozenset({MARK})
    slots = frozenset({Slot.AFTER_TILE})
    slots_with = frozenset({BUILDER.name})
    slots_joined = True

    def tile_sets(self) -> Iterable[Traversable]:
        """The 24 tiles (T1); the same with two gardens (T10)."""
        folder = files("carcassonne_expansions.traders_and_builders")
        return folder / "tiles.toml", folder / "tiles_second_edition.toml"

    def default_sets(self, options: Mapping[str, OptionValue], /) -> Mapping[str, int]:
        """The 24 tiles (T1) of the edition (T10)."""
        edition = "" if options["edition"] == "C1" else "_second_edition"
        return {f"{NAME}{edition}": 1}

    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        """A builder and a pig for each player."""
        return BUILDER, PIG

    def mark_types(self) -> Iterable[MarkType]:
        """Goods in cities."""
        return (MarkType(MARK, values=frozenset(GOODS)),)

    def options(self) -> Iterable[Option]:
        """The edition of the tiles (T10); whether goods are taken (T2)."""
        return (
            Option("edition", "C1", ("C1", "C2"), "T10"),
            Option("goods", True, (True, False), "T2"),
        )

    def rulings(self) -> Traversable | None:
        """T1 to T10."""
        return files("carcassonne_expansions.traders_and_builders") / "rulings.toml"

    def texts(self) -> Traversable | None:
        """How goods are told."""
        return files("carcassonne_expansions.traders_and_builders") / "texts.toml"

    def new_state(self) -> object:
        """No goods, and no second part yet."""
        return TradersState()

    # ------------------------------------------------------------------ goods
    def on_completion(self, view: View, feature: Feature, /) -> Iterable[Effect]:
        """Who completes a city takes its goods, whoever stands there or nobody (T2)."""
        if not view.option(NAME, "goods"):
            return ()
        player, segment = view.turn_player, feature.segments[0]
        goods = tuple(of_city(view.board, feature))
        if not goods:
            return ()
        state = _state(view)
        taken = tuple(Receipt(player, good, count) for good, count in goods)
        told = [Emit(GoodsTaken(player, good, count, segment)) for good, count in goods]
        return [NewState(evolve(state, receipts=state.receipts + taken)), *told]

    def final_points(self, view: View, /) -> Iterable[Award]:
        """The most of each kind of goods (T3)."""
        return awards(_state(view).receipts, view.players)

    # ------------------------------------------------------------------ builder and pig
    def at_slot(self, view: View, slot: Slot, /) -> Iterable[Effect]:
        """A second part of the turn, if the first tile extended the builder's feature (T5, T6)."""
        state, turn = _state(view), view.turn
        if state.doubled == turn:
            return ()
        return [NewState(evolve(state, doubled=turn)), AnotherPart()]

    def bonus_points(self, view: View, scoring: Scoring, /) -> Iterable[tuple[int, Item]]:
        """A winner of the field with a pig there: one more for each complete city (T8)."""
        cities = sum(item.count for item in scoring.items if item.name == "cities")
        board = view.board
        pigs = {
            player
            for player in scoring.winners
            for pig in board.figures_of(player, PIG.name)
            if board.is_joined(pig.segment, scoring.segment)
        }
        return [(p, Item("pigs", cities, cities)) for p in scoring.winners if cities and p in pigs]


def _state(view: View) -> TradersState:
    state = view.state(NAME)
    assert isinstance(state, TradersState)
    return state


EXPANSION = TradersAndBuilders()

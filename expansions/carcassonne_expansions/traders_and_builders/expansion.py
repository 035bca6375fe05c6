"""Traders & Builders in a game: goods, the builder's second part of a turn, the pig.

Builder and pig join a feature that holds an own follower already (T4, T7), so this expansion lifts
the base game's refusal of occupied features for them and adds its own. The builder sees a tile that
extends its road or city as soon as it lies; the second part begins when the first has been scored
(T5, T6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from attrs import evolve, frozen

from carcassonne_core.deployment import PLACEMENT, Deployment
from carcassonne_core.effect import AnotherPart, Award, Effect, Emit, NewState
from carcassonne_core.errors import Refusal
from carcassonne_core.event import Item
from carcassonne_core.expansion import Expansion, Option, OptionValue, Scoring, View
from carcassonne_core.feature import Feature, SegmentId
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

BUILDER = MeepleKind("builder", count=1, strength=0, is_follower=False, stands_on={"road", "city"})
"""The builder: no follower, without a say in majorities (T4)."""

PIG = MeepleKind("pig", count=1, strength=0, is_follower=False, stands_on={"field"})
"""The pig: no follower, without a say in majorities (T7)."""


@frozen
class TradersState:
    """What has to be remembered in a game.

    Attributes:
        receipts: the goods taken so far, in order.
        earned: the last turn whose first part has earned a second one.
        doubled: the last turn whose second part has begun.
    """

    receipts: tuple[Receipt, ...] = ()
    earned: int = 0
    doubled: int = 0


class TradersAndBuilders(Expansion):
    """Traders & Builders, 1st edition (2003), with the tiles of the 2nd as an option."""

    name = NAME
    deployment_routes = frozenset({PLACEMENT})
    deployment_meeples = frozenset({BUILDER.name, PIG.name})
    scored_kinds = frozenset({"field"})
    slots = frozenset({Slot.AFTER_TILE, Slot.PART_END})

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
        if feature.kind is not CITY or not view.option(NAME, "goods"):
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
    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        """Builder and pig need an own follower on the feature, the builder an unfinished one (T4,
        T7)."""
        meeple, feature = deployment.meeple.name, deployment.feature
        about = ("kind", feature.kind.name)
        if not _has_own_follower(deployment):
            rule = "T4" if meeple == BUILDER.name else "T7"
            yield Refusal(NAME, "no_own_follower", rule, (("meeple", meeple), about))
        if meeple == BUILDER.name and feature.is_completed:
            yield Refusal(NAME, "completed", "T4", (about,))

    def deployment_lifts(self, view: View, deployment: Deployment, /) -> Iterable[str]:
        """Where an own follower stands, it does not matter that the feature is occupied."""
        return ["base.occupied"] if _has_own_follower(deployment) else ()

    def at_slot(self, view: View, slot: Slot, /) -> Iterable[Effect]:
        """A second part of the turn, if the first tile extended the builder's feature (T5, T6)."""
        state, player = _state(view), view.turn_player
        if state.doubled == view.turn:
            return ()
        if slot is Slot.AFTER_TILE:
            if _extends_own_builder(view, player):
                return [NewState(evolve(state, earned=view.turn))]
        elif state.earned == view.turn:
            return [NewState(evolve(state, doubled=view.turn)), AnotherPart()]
        return ()

    def bonus_points(self, view: View, scoring: Scoring, /) -> Iterable[tuple[int, Item]]:
        """A winner of the field with a pig there: one more for each complete city (T8)."""
        cities = sum(item.count for item in scoring.items if item.name == "cities")
        pigs = {f.player for f in scoring.feature.figures if f.meeple.name == PIG.name}
        return [(p, Item("pigs", cities, cities)) for p in scoring.winners if cities and p in pigs]


def _state(view: View) -> TradersState:
    state = view.state(NAME)
    assert isinstance(state, TradersState)
    return state


def _has_own_follower(deployment: Deployment) -> bool:
    return any(
        figure.player == deployment.player and figure.meeple.is_follower
        for figure in deployment.feature.figures
    )


def _extends_own_builder(view: View, player: int) -> bool:
    """Whether the player's builder stands on a feature to which the tile just placed belongs."""
    if view.supply(player, BUILDER.name) == view.rules.meeple(BUILDER.name).count:
        return False
    for index, segment in enumerate(view.placed_tile.segments):
        if not BUILDER.can_stand_on(segment.kind):
            continue
        feature = view.board.feature(SegmentId(view.placed, index))
        if any(f.player == player and f.meeple.name == BUILDER.name for f in feature.figures):
            return True
    return False


EXPANSION = TradersAndBuilders()

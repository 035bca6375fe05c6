"""Who is asked what: every hook of a rule set, resolved once; nobody else is ever called."""

from __future__ import annotations

from collections.abc import Iterable

from carcassonne_core.asking import Asked, Asking, Concerned
from carcassonne_core.deployment import PLACEMENT
from carcassonne_core.expansion import Expansion
from carcassonne_core.face_table import FaceTable
from carcassonne_core.feature_kind import FeatureKind
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.tile import Tile
from carcassonne_core.turn import DEPLOY, DRAW, OVER, PLACE, SCORE, Slot

__all__ = ["HookTable", "Moment", "Phase"]

Phase = str | Slot
"""What a part of a turn consists of: steps, the scoring, and slots between them."""

Moment = tuple[Slot, tuple[Asked, ...]]
"""A slot, and who is asked there."""

Expansions = tuple[Expansion, ...]

_PART: tuple[Phase, ...] = (
    DRAW,
    PLACE,
    Slot.AFTER_TILE,
    DEPLOY,
    Slot.AFTER_DEPLOY,
    SCORE,
    Slot.AFTER_SCORE,
)


class HookTable:
    """The expansions that answer each hook, in the order of their names.

    Args:
        expansions: all of a rule set, the base game first.
        table: the tiles and feature kinds in play.
        meeples: the kinds of figures in play.

    Attributes:
        judged_meeples: the numbers of the figures whose ordinary deployments somebody judges or
            lifts.
        offering: for each type of tile who may offer actions once it is placed.
        placement_judges: for each type of tile who judges its placements.
        scorers: for each feature kind's number who changes its value or pays on top.
        weighers: for each figure's number who weighs it.
        strengths: for each figure's number its strength; None if somebody weighs it.
        completion_watchers: for each feature kind's number who is told of its completion.
        slot_owners: for each slot who is asked there.
        program: the phases of a part of a turn, without slots that nobody uses, and `OVER` as its
            end.
        asked: for each phase of the program that is a slot, the slot and who is asked there.
        openers: the same of the slot before the draw, None if nobody is.
        is_plain: whether nobody is asked in any slot.
    """

    def __init__(
        self, expansions: Expansions, table: FaceTable, meeples: tuple[MeepleKind, ...]
    ) -> None:
        self._expansions = expansions
        self._asking = Asking(table, meeples)
        self._deployment: dict[tuple[str, str], tuple[Expansions, Expansions]] = {}
        self.judged_meeples: tuple[int, ...] = tuple(
            number
            for number, meeple in enumerate(meeples)
            if any(self.deployment(PLACEMENT, meeple.name))
        )
        self.offering: tuple[tuple[Asked, ...], ...] = tuple(map(self._offering, table.tiles))
        self.placement_judges: tuple[Expansions, ...] = tuple(
            map(self._placement_judges, table.tiles)
        )
        self.scorers: tuple[tuple[Concerned, ...], ...] = tuple(
            map(self._scorers, table.feature_kinds)
        )
        self.weighers: tuple[Expansions, ...] = tuple(
            tuple(
                expansion
                for expansion in self.overriders("meeple_weight")
                if _concerns(expansion.weighed_meeples, [meeple.name])
            )
            for meeple in meeples
        )
        self.strengths: tuple[int | None, ...] = tuple(
            None if weighers else meeple.strength
            for meeple, weighers in zip(meeples, self.weighers, strict=True)
        )
        self.completion_watchers: tuple[tuple[Concerned, ...], ...] = tuple(
            map(self._watchers, table.feature_kinds)
        )
        self.slot_owners: dict[Slot, tuple[Asked, ...]] = {slot: self._at(slot) for slot in Slot}
        used = (p for p in _PART if not isinstance(p, Slot) or self.slot_owners[p])
        self.program: tuple[Phase, ...] = (*used, OVER)
        self.asked: tuple[Moment | None, ...] = tuple(
            (phase, self.slot_owners[phase]) if isinstance(phase, Slot) else None
            for phase in self.program
        )
        openers = self.slot_owners[Slot.BEFORE_DRAW]
        self.openers: Moment | None = (Slot.BEFORE_DRAW, openers) if openers else None
        self.is_plain: bool = not any(self.slot_owners.values())

    def overriders(self, hook: str) -> Expansions:
        """The expansions that override a hook."""
        plain = getattr(Expansion, hook)
        return tuple(e for e in self._expansions if getattr(type(e), hook) is not plain)

    def deployment(self, route: str, meeple: str) -> tuple[Expansions, Expansions]:
        """Who judges, and who lifts, the reasons against deploying a figure by a route."""
        key = route, meeple
        if key not in self._deployment:
            judges, lifters = (
                tuple(
                    expansion
                    for expansion in self.overriders(hook)
                    if _concerns(expansion.deployment_routes, [route])
                    and _concerns(expansion.deployment_meeples, [meeple])
                )
                for hook in ("deployment_refusals", "deployment_lifts")
            )
            self._deployment[key] = judges, lifters
        return self._deployment[key]

    def _offering(self, tile: Tile) -> tuple[Asked, ...]:
        marks = [mark.type for mark in tile.marks]
        offering = (e for e in self.overriders("actions") if _concerns(e.offers_on, marks))
        return tuple(self._asking.to_offer(expansion, tile) for expansion in offering)

    def _placement_judges(self, tile: Tile) -> Expansions:
        kinds = [segment.kind.name for segment in tile.segments]
        judges = self.overriders("placement_refusals")
        return tuple(e for e in judges if _concerns(e.placement_kinds, kinds))

    def _scorers(self, kind: FeatureKind) -> tuple[Concerned, ...]:
        asked = self.overriders("feature_points") + self.overriders("bonus_points")
        return tuple(
            self._asking.about(e, e.scored_meeples, e.scored_marks)
            for e in dict.fromkeys(asked)
            if _concerns(e.scored_kinds, [kind.name])
        )

    def _watchers(self, kind: FeatureKind) -> tuple[Concerned, ...]:
        return tuple(
            self._asking.about(e, e.completed_meeples, e.completed_marks)
            for e in self.overriders("on_completion")
            if _concerns(e.completed_kinds, [kind.name])
        )

    def _at(self, slot: Slot) -> tuple[Asked, ...]:
        asked = (e for e in self.overriders("at_slot") if slot in e.slots)
        return tuple(self._asking.at_slot(expansion, slot) for expansion in asked)


def _concerns(named: frozenset[str] | None, present: Iterable[str]) -> bool:
    return named is None or not named.isdisjoint(present)

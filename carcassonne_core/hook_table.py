"""Who is asked what: every hook of a rule set, resolved once; nobody else is ever called."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from carcassonne_core.deployment import PLACEMENT
from carcassonne_core.expansion import Expansion
from carcassonne_core.face_table import FaceTable
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.turn import DEPLOY, DRAW, OVER, PLACE, SCORE, Slot

__all__ = ["HookTable", "Phase"]

Phase = str | Slot
"""What a part of a turn consists of: steps, the scoring, and slots between them."""

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


class Asked(NamedTuple):
    """An expansion that is asked if a player's figures are where it wants them.

    Attributes:
        expansion: the expansion.
        on_board: numbers of kinds of which the player must have one on the board; None for none.
        in_supply: numbers of kinds of which he must have one in supply; None for none.
    """

    expansion: Expansion
    on_board: tuple[int, ...] | None
    in_supply: tuple[int, ...] | None


class Scorer(NamedTuple):
    """An expansion that changes scores if the right things are there.

    Attributes:
        expansion: the expansion.
        meeples: numbers of kinds of figures of which one must stand there; None for none.
        marks: types of symbols of which the feature must carry one; None for none.
    """

    expansion: Expansion
    meeples: tuple[int, ...] | None
    marks: frozenset[str] | None


class HookTable:
    """The expansions that answer each hook, in the order of their names.

    Args:
        expansions: all of a rule set, the base game first.
        table: the tiles and feature kinds in play.
        meeples: the kinds of figures in play.
    """

    def __init__(
        self, expansions: Expansions, table: FaceTable, meeples: tuple[MeepleKind, ...]
    ) -> None:
        self._expansions, self._table, self._meeples = expansions, table, meeples
        self._deployment: dict[tuple[str, str], tuple[Expansions, Expansions]] = {}

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

    @cached_property
    def judged_meeples(self) -> tuple[int, ...]:
        """The numbers of the figures whose ordinary deployments somebody judges or lifts."""
        return tuple(
            number
            for number, meeple in enumerate(self._meeples)
            if any(self.deployment(PLACEMENT, meeple.name))
        )

    def _numbers(self, meeples: frozenset[str] | None) -> tuple[int, ...] | None:
        if meeples is None:
            return None
        return tuple(n for n, meeple in enumerate(self._meeples) if meeple.name in meeples)

    @cached_property
    def offering(self) -> tuple[tuple[Asked, ...], ...]:
        """For each type of tile who may offer actions once it is placed."""
        return tuple(
            tuple(
                Asked(
                    expansion,
                    self._numbers(expansion.offers_with),
                    self._numbers(expansion.offers_from),
                )
                for expansion in self.overriders("actions")
                if _concerns(expansion.offers_on, [mark.type for mark in tile.marks])
            )
            for tile in self._table.tiles
        )

    @cached_property
    def placement_judges(self) -> tuple[Expansions, ...]:
        """For each type of tile who judges its placements."""
        return tuple(
            tuple(
                expansion
                for expansion in self.overriders("placement_refusals")
                if _concerns(expansion.placement_kinds, [s.kind.name for s in tile.segments])
            )
            for tile in self._table.tiles
        )

    @cached_property
    def scorers(self) -> tuple[tuple[Scorer, ...], ...]:
        """For each feature kind's number who changes its value or pays on top."""
        asked = self.overriders("feature_points") + self.overriders("bonus_points")
        return tuple(
            tuple(
                Scorer(e, self._numbers(e.scored_meeples), e.scored_marks)
                for e in dict.fromkeys(asked)
                if _concerns(e.scored_kinds, [kind.name])
            )
            for kind in self._table.feature_kinds
        )

    @cached_property
    def weighers(self) -> tuple[Expansions, ...]:
        """For each figure's number who weighs it."""
        return tuple(
            tuple(
                expansion
                for expansion in self.overriders("meeple_weight")
                if _concerns(expansion.weighed_meeples, [meeple.name])
            )
            for meeple in self._meeples
        )

    @cached_property
    def strengths(self) -> tuple[int | None, ...]:
        """For each figure's number its strength; None if somebody weighs it."""
        pairs = zip(self._meeples, self.weighers, strict=True)
        return tuple(None if weighers else meeple.strength for meeple, weighers in pairs)

    @cached_property
    def completion_watchers(self) -> tuple[Expansions, ...]:
        """For each feature kind's number who is told of its completion."""
        told = self.overriders("on_completion")
        return tuple(
            tuple(e for e in told if _concerns(e.completed_kinds, [kind.name]))
            for kind in self._table.feature_kinds
        )

    @cached_property
    def slot_owners(self) -> dict[Slot, tuple[Asked, ...]]:
        """For each slot who is asked there."""
        asked = [
            Asked(e, self._numbers(e.slots_with), self._numbers(e.slots_from))
            for e in self.overriders("at_slot")
        ]
        return {slot: tuple(a for a in asked if slot in a.expansion.slots) for slot in Slot}

    @cached_property
    def asked(self) -> tuple[tuple[Asked, ...], ...]:
        """For each phase of the program who is asked there; nobody but in slots."""
        owners = self.slot_owners
        return tuple(owners[p] if isinstance(p, Slot) else () for p in self.program)

    @cached_property
    def program(self) -> tuple[Phase, ...]:
        """The phases of a part of a turn, without slots that nobody uses, and `OVER` as its end."""
        used = (p for p in _PART if not isinstance(p, Slot) or self.slot_owners[p])
        return (*used, OVER)


def _concerns(named: frozenset[str] | None, present: Iterable[str]) -> bool:
    return named is None or not named.isdisjoint(present)

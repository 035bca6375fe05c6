"""The Phantom: one more figure for everybody, which may also be a turn's second one (P1 to P4).

It stands wherever a follower may. As a second figure it gets a deploy step of its own, in which
whatever is offered for a figure is offered for the phantom alone: a flight, for example (R20 of
flying machines), of which this module knows nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from carcassonne_core.effect import Effect, TakeStep
from carcassonne_core.expansion import Expansion, OptionValue, View
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.turn import DEPLOY, Slot, Step

__all__ = ["EXPANSION", "PHANTOM", "Phantom"]

PHANTOM = MeepleKind("phantom", count=1)
"""The phantom: strength 1, at home wherever ordinary followers are; so not in gardens (P1)."""


class Phantom(Expansion):
    """The Phantom, 1st edition (2011)."""

    name = "phantom"
    needs_pieces = True
    slots = frozenset({Slot.AFTER_DEPLOY})
    slots_from = frozenset({PHANTOM.name})

    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        """One phantom for each player (P1)."""
        return (PHANTOM,)

    def rulings(self) -> Traversable | None:
        """P1 to P4."""
        return files("carcassonne_expansions.phantom") / "rulings.toml"

    def texts(self) -> Traversable | None:
        """Its words."""
        return files("carcassonne_expansions.phantom") / "texts.toml"

    def at_slot(self, view: View, slot: Slot, /) -> Iterable[Effect]:
        """A second deploy step, if something was done in the first (P2) and figures may still be
        deployed (P4)."""
        if view.has_acted and not view.is_deployment_over:
            return (_SECOND[view.turn_player],)
        return ()


_SECOND = tuple(
    TakeStep(Step(DEPLOY, seat, meeples=frozenset({PHANTOM.name}))) for seat in range(6)
)
"""For each seat its second deploy step."""

EXPANSION = Phantom()

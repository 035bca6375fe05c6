"""What an expansion wants to change: values that its `apply` returns and the game carries out.

An expansion never changes a game itself, so whatever it does can be undone.
"""

from __future__ import annotations

from attrs import frozen

from carcassonne_core.event import Event, Item
from carcassonne_core.feature import Figure, SegmentId
from carcassonne_core.turn import Step

__all__ = ["AnotherPart", "Award", "DeployFigure", "Effect", "Emit", "EndDeployment", "NewState"]
__all__ += ["ScoreFeature", "TakeStep"]


class Effect:
    """Base class of the changes that an expansion may ask for."""

    __slots__ = ()


@frozen
class DeployFigure(Effect):
    """A figure of a player goes from the supply to a segment by some route."""

    player: int
    meeple: str
    segment: SegmentId
    route: str


@frozen
class Award(Effect):
    """A player is paid by the expansion's own rule.

    Attributes:
        player: the seat that is paid.
        item: for what, how many, and the points.
        rule: id of the ruling.
    """

    player: int
    item: Item
    rule: str


@frozen
class TakeStep(Effect):
    """A step comes next, before whatever else was to come; several come in their order."""

    step: Step


@frozen
class AnotherPart(Effect):
    """When this part of the turn is over, the player whose turn it is has another one: he draws
    again, or does what may be done instead."""


@frozen
class ScoreFeature(Effect):
    """An incomplete feature is scored early, while the game goes on.

    Attributes:
        segment: one of the segments of the feature.
        figures: those that take part: they alone count for the majority, and they go home.
        rule: id of the ruling.
        rate: points for each thing counted (tile, pennant, city); None for those of final scoring.
    """

    segment: SegmentId
    figures: tuple[Figure, ...]
    rule: str
    rate: int | None = None


@frozen
class EndDeployment(Effect):
    """No more figures may be deployed in this part of the turn (R19 of flying machines)."""


@frozen
class NewState(Effect):
    """The expansion's own frozen state is replaced."""

    state: object


@frozen
class Emit(Effect):
    """An event of the expansion's own is entered among the game's events."""

    event: Event

"""Kinds of features: how they join, when they are complete, what they pay.

An expansion adds a kind by declaring one more `FeatureKind`; the kernel, the scoring and the
pictures read these data and know no kind by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import field, frozen

__all__ = ["CITY", "CLOISTER", "COMMON", "FIELD", "GARDEN", "MONASTIC", "ROAD", "Completion"]
__all__ += ["FeatureKind", "Joins"]

COMMON = "common"
"""Family of the kinds on which every ordinary follower may stand."""

MONASTIC = "monastic"
"""Family of the cloister-like kinds (R27 of flying machines): the abbot may stand there."""


class Joins(Enum):
    """By what the segments of a kind meet their partners on the neighbouring tiles."""

    SIDES = "sides"
    HALF_EDGES = "half_edges"
    NOTHING = "nothing"


class Completion(Enum):
    """What completes a feature of a kind."""

    CLOSED = "closed"
    """No open end is left: roads and cities."""
    SURROUNDED = "surrounded"
    """The eight positions around it hold tiles: cloisters and their like."""
    NEVER = "never"
    """Fields: they score only at the end of the game."""


def words(given: Iterable[str]) -> frozenset[str]:
    """The words as a frozen set, whatever holds them."""
    return frozenset(given)


@frozen
class FeatureKind:
    """A kind of feature, e.g. road or city.

    Attributes:
        name: word used in tile sets and notation.
        joins: by what its segments meet their partners.
        completion: what completes it.
        families: words that `MeepleKind.stands_on` may name instead of `name`.
        complete_points: points per tile of a complete feature.
        incomplete_points: points per tile of an incomplete feature at the end of the game.
        edge_code: letter of a side on which this kind lies, "" for kinds without sides. Two
            tiles may be neighbours only where their letters agree.
        reached_by_flight: False for kinds on which a flight never ends (R15, R16 of flying
            machines; footnotes 4, 5 and 9 of the 2012 sheet).
        claimable: False for what no figure ever claims, e.g. a river.
        continues: whether a tile that shows it lies only where it goes on with a neighbour's, as
            rivers do.

    Example:
        >>> CITY.complete_points, CITY.incomplete_points
        (2, 1)
        >>> sorted(CLOISTER.families)
        ['cloister', 'common', 'monastic']
    """

    name: str
    joins: Joins
    completion: Completion
    families: frozenset[str] = field(converter=words, default=frozenset())
    complete_points: int = 0
    incomplete_points: int = 0
    edge_code: str = ""
    reached_by_flight: bool = True
    claimable: bool = True
    continues: bool = False

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "families", self.families | {self.name})


ROAD = FeatureKind("road", Joins.SIDES, Completion.CLOSED, {COMMON}, 1, 1, "R")
"""A road: one point a tile, complete when both ends are closed or it is a ring."""

CITY = FeatureKind("city", Joins.SIDES, Completion.CLOSED, {COMMON}, 2, 1, "C")
"""A city: two points a tile and pennant when its wall is closed, else one."""

CLOISTER = FeatureKind("cloister", Joins.NOTHING, Completion.SURROUNDED, {COMMON, MONASTIC}, 1, 1)
"""A cloister (monastery): one point for itself and for each of the eight tiles around it."""

GARDEN = FeatureKind("garden", Joins.NOTHING, Completion.SURROUNDED, (), 1, 1)
"""A garden (2014): scores like a cloister; only a figure that names gardens may stand there."""

FIELD = FeatureKind(
    "field", Joins.HALF_EDGES, Completion.NEVER, {COMMON}, 0, 0, "F", reached_by_flight=False
)
"""A field (farm): scores only at the end, by the complete cities that it borders."""

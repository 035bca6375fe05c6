"""Kinds of figures and where each may stand."""

from __future__ import annotations

from collections.abc import Collection

from attrs import field, frozen

from carcassonne_core.feature_kind import COMMON, FeatureKind

__all__ = ["FOLLOWER", "MeepleKind", "can_stand_on"]


def can_stand_on(stands_on: Collection[str], kind: FeatureKind) -> bool:
    """Whether a figure that stands on these kinds or families may stand on a feature of `kind`.

    Base rules; R17 of flying machines (footnotes 1, 5, 6 and 7): a flight does not change it.

    Example:
        >>> from carcassonne_core.feature_kind import CITY, CLOISTER, MONASTIC
        >>> can_stand_on({MONASTIC, "garden"}, CLOISTER), can_stand_on({"city"}, CLOISTER)
        (True, False)
    """
    return kind.claimable and not kind.families.isdisjoint(stands_on)


@frozen
class MeepleKind:
    """A kind of figure.

    Attributes:
        name: word used in notation and records.
        count: how many of them a player has in supply at the start.
        strength: what one of them adds to a majority.
        stands_on: names or families of the feature kinds on which it may stand.
        is_follower: False for builders, pigs, barns and their like, which never fly (R5).
        joins_followers: whether it is put only where a follower of the same player stands already,
            whoever else does.
        only_unfinished: whether it is never put on something complete.

    Example:
        >>> mayor = MeepleKind("mayor", count=1, stands_on={"city"})
        >>> from carcassonne_core.feature_kind import CITY, ROAD
        >>> mayor.can_stand_on(CITY), mayor.can_stand_on(ROAD)
        (True, False)
    """

    name: str
    count: int = field(default=1, kw_only=True)
    strength: int = field(default=1, kw_only=True)
    stands_on: Collection[str] = field(default=frozenset({COMMON}), kw_only=True)
    is_follower: bool = field(default=True, kw_only=True)
    joins_followers: bool = field(default=False, kw_only=True)
    only_unfinished: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "stands_on", frozenset(self.stands_on))

    def can_stand_on(self, kind: FeatureKind) -> bool:
        """Whether this figure may stand on a feature of `kind`."""
        return can_stand_on(self.stands_on, kind)


FOLLOWER = MeepleKind("follower", count=7)
"""The small follower of the base game: seven usable ones for each player."""

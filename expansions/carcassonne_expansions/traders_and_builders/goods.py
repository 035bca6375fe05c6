"""Goods: wine, grain and cloth, who takes them and what they pay at the end (T2, T3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from carcassonne_core.board import Board
from carcassonne_core.effect import Award
from carcassonne_core.event import Event, Item
from carcassonne_core.feature import Feature, SegmentId
from carcassonne_core.majority import majority

__all__ = ["GOODS", "GOODS_POINTS", "MARK", "GoodsTaken", "Receipt", "awards", "held", "of_city"]

MARK = "goods"
"""The type of the marks on segments of cities."""

GOODS = ("wine", "grain", "cloth")
"""The kinds of goods."""

GOODS_POINTS = 10
"""Points for the most goods of one kind, ties in full (T3)."""


@frozen
class Receipt:
    """Goods that a player has taken from one city.

    Attributes:
        player: the seat.
        good: the kind of goods.
        count: how many.
    """

    player: int
    good: str
    count: int


@frozen
class GoodsTaken(Event):
    """A player takes goods from a city that he has completed (T2).

    Attributes:
        player: the seat.
        good: the kind of goods.
        count: how many.
        segment: a part of the city.
    """

    texts = "traders_and_builders"
    player: int
    good: str
    count: int
    segment: SegmentId


def of_city(board: Board, city: Feature) -> Iterator[tuple[str, int]]:
    """The goods that lie in a city, each kind with its number."""
    found: dict[str, int] = {}
    for segment in city.segments:
        tile = board.tile_at(segment.position)
        assert tile is not None
        for mark in tile.segments[segment.index].marks:
            if mark.type == MARK:
                found[mark.value] = found.get(mark.value, 0) + 1
    return ((good, found[good]) for good in GOODS if good in found)


def held(receipts: Iterable[Receipt], player: int, good: str) -> int:
    """How many goods of a kind a player has taken so far."""
    return sum(r.count for r in receipts if (r.player, r.good) == (player, good))


def awards(receipts: Iterable[Receipt], players: int) -> Iterator[Award]:
    """What the goods pay when the game has ended: the most of a kind, at least one (T3).

    Example:
        >>> receipts = [Receipt(0, "wine", 2), Receipt(1, "wine", 2), Receipt(1, "cloth", 1)]
        >>> [(award.player, award.item.name) for award in awards(receipts, 3)]
        [(0, 'wine'), (1, 'wine'), (1, 'cloth')]
    """
    receipts = tuple(receipts)
    for good in GOODS:
        counts = {player: held(receipts, player, good) for player in range(players)}
        for player in majority(counts):
            yield Award(player, Item(good, counts[player], GOODS_POINTS), "T3")

"""Scores as texts, of ours and of the oracle's, and which of them have no partner.

A text says everything but the place: `city complete: 0 gets 8 (3 tiles 6, 1 pennants 2)`. The
oracle names the place by a figure's tile (or, of a cloister, by every tile counted); it must be one
of the tiles that we counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from carcassonne_core.event import FeatureScored
from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.facts import Scored

__all__ = ["PlacedScore", "our_score", "their_score", "unmatched"]

Part = tuple[str, int | None, int]


class PlacedScore(NamedTuple):
    """A score's text and tiles; `is_exact` if these are all the tiles counted."""

    text: str
    tiles: frozenset[tuple[int, int]]
    is_exact: bool

    def __str__(self) -> str:
        tiles = " ".join(f"@{x},{y}" for x, y in sorted(self.tiles))
        return f"{self.text} {tiles}".rstrip()


def our_score(event: FeatureScored) -> PlacedScore:
    """A score of ours."""
    parts = tuple((item.name, item.count, item.points) for item in event.items)
    paid = tuple((player, points, parts) for player, points in event.points)
    tiles = frozenset((tile.x, tile.y) for tile in event.tiles)
    return PlacedScore(_text(event.kind, event.is_completed, paid), tiles, True)


def their_score(scored: Scored) -> PlacedScore:
    """A score of the oracle's."""
    kind, is_completed = names.SCORES.get(scored.name, (scored.name, True))
    return PlacedScore(_text(kind, is_completed, scored.paid), scored.tiles, scored.is_exact)


def unmatched(
    ours: Iterable[PlacedScore], theirs: Iterable[PlacedScore]
) -> tuple[list[str], list[str]]:
    """The scores of either side that have no partner on the other."""
    mine, other = list(ours), list(theirs)
    partner: dict[int, int] = {}
    for number in range(len(other)):
        _find_partner(number, mine, other, partner, set())
    paired = set(partner.values())
    return (
        [str(score) for number, score in enumerate(mine) if number not in partner],
        [str(score) for number, score in enumerate(other) if number not in paired],
    )


def _find_partner(
    number: int,
    mine: list[PlacedScore],
    other: list[PlacedScore],
    partner: dict[int, int],
    seen: set[int],
) -> bool:
    """Pairs one of theirs, if need be by moving an earlier pair: a sample tile may lie in several
    features with the same score."""
    for candidate, score in enumerate(mine):
        if candidate in seen or not _is_same(score, other[number]):
            continue
        seen.add(candidate)
        earlier = partner.get(candidate)
        if earlier is None or _find_partner(earlier, mine, other, partner, seen):
            partner[candidate] = number
            return True
    return False


def _is_same(ours: PlacedScore, theirs: PlacedScore) -> bool:
    if ours.text != theirs.text:
        return False
    return ours.tiles == theirs.tiles if theirs.is_exact else theirs.tiles <= ours.tiles


def _text(
    kind: str, is_completed: bool, paid: tuple[tuple[int, int, tuple[Part, ...]], ...]
) -> str:
    state = "complete" if is_completed else "incomplete"
    return f"{kind} {state}: " + "; ".join(
        f"{player} gets {points} ({_parts(parts)})" for player, points, parts in sorted(paid)
    )


def _parts(parts: tuple[Part, ...]) -> str:
    texts = []
    for name, count, points in parts:
        word = names.ITEMS.get(name, name)
        if not count and not points:
            continue  # they leave out the cities of a field that has none
        number = "" if word in names.UNCOUNTED or count is None else f"{count} "
        texts.append(f"{number}{word} {points}")
    return ", ".join(sorted(texts))

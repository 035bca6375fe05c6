"""What a feature is worth, who gets it, and the final scoring.

B9 (majority, ties in full), B11 to B14 and B16 of the base game's rulings. The functions read the
kernel and return values; the game enters them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from carcassonne_core.face_table import PENNANTS
from carcassonne_core.feature_kind import Completion
from carcassonne_core.kernel import FIGURES, OPEN, PENNANT_BITS, Kernel
from carcassonne_core.majority import majority
from carcassonne_core.rule_set import RuleSet

__all__ = ["Score", "final_scores", "score"]

RULES = {"road": "B11", "city": "B12", "cloister": "B13", "field": "B14", "garden": "B16"}
"""The base ruling by which each kind scores; other kinds score by B8."""

FIELD_POINTS = {"third": 3, "second": 3, "first": 4}
"""Points for a complete city on a field, by edition of the field rule (B14)."""


class Score(NamedTuple):
    """A feature's score before it is entered.

    Attributes:
        root: the kernel's root of the feature.
        is_completed: whether it scores because it is complete.
        tiles: the kernel's numbers of its tiles; of a cloister only its own.
        occupied: the kernel's numbers of the segments on which figures stand.
        items: how the value adds up: of what, how many, and the points for them.
        strengths: by seat, of the players with figures on it.
        points: by seat, of the players paid.
    """

    root: int
    is_completed: bool
    tiles: tuple[int, ...]
    occupied: tuple[int, ...]
    items: tuple[tuple[str, int, int], ...]
    strengths: dict[int, int]
    points: dict[int, int]


def score(rules: RuleSet, kernel: Kernel, root: int, *, is_completed: bool) -> Score:
    """The score of one occupied feature; for a field, by the third edition's rule."""
    tiles, occupied = kernel.survey(root)
    strengths = _strengths(rules, kernel, occupied)
    items = _items(rules, kernel, root, len(tiles), is_completed)
    value = 0
    for _, _, paid in items:
        value += paid
    points = dict.fromkeys(majority(strengths), value)
    return Score(root, is_completed, tuple(tiles), tuple(occupied), items, strengths, points)


def _strengths(rules: RuleSet, kernel: Kernel, occupied: list[int]) -> dict[int, int]:
    """The strengths by seat, in the order of seats."""
    figures, meeples = kernel.figures, rules.meeples
    if len(occupied) == 1 and len(figures[occupied[0]]) == 1:
        player, meeple = divmod(figures[occupied[0]][0], len(meeples))
        return {player: meeples[meeple].strength}
    found: dict[int, int] = {}
    for segment in occupied:
        for figure in figures[segment]:
            player, meeple = divmod(figure, len(meeples))
            found[player] = found.get(player, 0) + meeples[meeple].strength
    return dict(sorted(found.items()))


def _items(
    rules: RuleSet, kernel: Kernel, root: int, tiles: int, is_completed: bool
) -> tuple[tuple[str, int, int], ...]:
    kind = kernel.table.feature_kinds[kernel.kind[root]]
    if kind.completion is Completion.NEVER:
        cities = len(_completed_cities(kernel, root))
        return (("cities", cities, cities * FIELD_POINTS["third"]),)
    aggregate = kernel.aggregate[root]
    rate = kind.complete_points if is_completed else kind.incomplete_points
    if kind.completion is Completion.SURROUNDED:
        tiles = 9 - (aggregate & OPEN)
    elif is_completed and tiles == 2 and kind.name == "city" and _small_city_pays_two(rules):
        rate = kind.incomplete_points
    pennants = aggregate >> PENNANTS & PENNANT_BITS
    if pennants:
        return ("tiles", tiles, tiles * rate), ("pennants", pennants, pennants * rate)
    return (("tiles", tiles, tiles * rate),)


def _small_city_pays_two(rules: RuleSet) -> bool:
    """Older editions pay a complete city of two tiles like an incomplete one (B12)."""
    return rules.option("base", "small_city") == 2


def _completed_cities(kernel: Kernel, field: int) -> list[int]:
    aggregate = kernel.aggregate
    return [city for city in kernel.bordered(field) if not aggregate[city] & OPEN]


def final_scores(rules: RuleSet, kernel: Kernel) -> Iterator[Score]:
    """The scores of everything that is still occupied when the game ends (B15)."""
    fields = []
    for root, parent in enumerate(kernel.parent):
        if root == parent and kernel.aggregate[root] >> FIGURES:
            kind = kernel.table.feature_kinds[kernel.kind[root]]
            if kind.completion is Completion.NEVER:
                fields.append(root)
            else:
                yield score(rules, kernel, root, is_completed=False)
    edition = rules.option("base", "field_scoring")
    if edition == "first":
        yield from _fields_by_city(rules, kernel, fields)
        return
    paid: set[tuple[int, int]] = set()
    for root in fields:
        found = score(rules, kernel, root, is_completed=False)
        if edition == "second":
            for player in found.points:
                new = {(player, city) for city in _completed_cities(kernel, root)} - paid
                paid |= new
                found.points[player] = len(new) * FIELD_POINTS["second"]
        yield found


def _fields_by_city(rules: RuleSet, kernel: Kernel, fields: list[int]) -> Iterator[Score]:
    """First edition of the field rule (2000): every complete city is won once, by the most farmers
    on all the fields that touch it."""
    farmers: dict[int, list[int]] = {}
    for root in fields:
        occupied = kernel.survey(root)[1]
        for city in _completed_cities(kernel, root):
            farmers.setdefault(city, []).extend(occupied)
    value = FIELD_POINTS["first"]
    for city, occupied in sorted(farmers.items()):
        strengths = _strengths(rules, kernel, occupied)
        root = kernel.root(occupied[0])
        points = dict.fromkeys(majority(strengths), value)
        tiles = tuple(kernel.survey(city)[0])
        items = (("cities", 1, value),)
        yield Score(root, False, tiles, tuple(occupied), items, strengths, points)

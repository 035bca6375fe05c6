"""What a feature is worth, who gets it, and the final scoring.

B9 (majority, ties in full), B11 to B14 and B16 of the base game's rulings. The functions read the
kernel and return values; the game enters them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Final, NamedTuple

from carcassonne_core.asking import Concerned
from carcassonne_core.event import Item, Occasion
from carcassonne_core.expansion import Expansion, Scoring, View, Weighing
from carcassonne_core.face_table import PENNANTS
from carcassonne_core.feature_kind import Completion
from carcassonne_core.kernel import OPEN, PENNANT_BITS, Kernel
from carcassonne_core.majority import majority
from carcassonne_core.rule_set import RuleSet

__all__ = [
    "Score",
    "concerned",
    "early_score",
    "final_scores",
    "occupied_at_end",
    "plain_score",
    "score",
]

RULES = {"road": "B11", "city": "B12", "cloister": "B13", "field": "B14", "garden": "B16"}
"""The base ruling by which each kind scores; other kinds score by B8."""

# A member of an enumeration costs a search in its class, each time that it is named.
_COMPLETED: Final = Occasion.COMPLETED
_FINAL: Final = Occasion.FINAL
_CLOSED: Final = Completion.CLOSED
_NEVER: Final = Completion.NEVER
_SURROUNDED: Final = Completion.SURROUNDED

FIELD_POINTS: Final = {"third": 3, "second": 3, "first": 4}
"""Points for a complete city on a field, by edition of the field rule (B14)."""

_FARM_POINTS: Final = FIELD_POINTS["third"]


class Score(NamedTuple):
    """A feature's score before it is entered.

    Attributes:
        root: the kernel's root of the feature.
        occasion: why it is scored.
        tiles: the kernel's numbers of its tiles; of a cloister only its own.
        occupied: the kernel's numbers of the segments on which figures stand.
        items: how the value adds up: of what, how many, and the points for them.
        strengths: by seat, of the players with figures on it.
        points: by seat, of the players paid.
        bonuses: by seat, what came on top; counted in `points`.
        rule: id of an expansion's ruling by which it scores; "" for the base game's.
    """

    root: int
    occasion: Occasion
    tiles: tuple[int, ...]
    occupied: tuple[int, ...]
    items: tuple[tuple[str, int, int], ...]
    strengths: dict[int, int]
    points: dict[int, int]
    bonuses: tuple[tuple[int, Item], ...] = ()
    rule: str = ""


def score(view: View, kernel: Kernel, root: int, occasion: Occasion) -> Score:
    """The score of one occupied feature; for a field, by the third edition's rule."""
    tiles, occupied = kernel.survey(root)
    rules, figures, kind = view.rules, kernel.figures, kernel.kind(root)
    strengths = _strengths(view, figures, occupied, occasion)
    winners = majority(strengths)
    items = _items(rules, kernel, root, kind, len(tiles), occasion is _COMPLETED)
    value = 0
    for _, _, paid in items:
        value += paid
    points = dict.fromkeys(winners, value)
    found = Score(root, occasion, tuple(tiles), tuple(occupied), items, strengths, points)
    if rules.hooks.scorers[kind]:
        here = [figure for segment in occupied for figure in figures[segment]]
        return _changed(view, kernel, found, winners, here) or found
    return found


def plain_score(
    view: View, kernel: Kernel, root: int, occupied: list[int], occasion: Occasion
) -> tuple[tuple[int, ...], int] | None:
    """What `score` says of a feature, without the record of it.

    Args:
        occupied: the segments of the feature on which figures stand.

    Returns:
        Who is paid, and how much each; None if an expansion cares for what is there.
    """
    rules, kind = view.rules, kernel.kind(root)
    scorers = rules.hooks.scorers[kind]
    if scorers:
        meeples = len(rules.meeples)
        kinds = {f % meeples for segment in occupied for f in kernel.figures[segment]}
        if concerned(kernel, root, scorers, kinds)[0]:
            return None
    winners = majority(_strengths(view, kernel.figures, occupied, occasion))
    tiles = kernel.tile_count(root) if kernel.table.completions[kind] is _CLOSED else 0
    value = 0
    for _, _, paid in _items(rules, kernel, root, kind, tiles, occasion is _COMPLETED):
        value += paid
    return winners, value


def early_score(
    view: View,
    kernel: Kernel,
    root: int,
    figures: Mapping[int, tuple[int, ...]],
    rate: int | None,
    rule: str,
) -> Score:
    """The score of an incomplete feature that somebody ends early, among some of its figures.

    Args:
        figures: by segment, the figures that take part.
        rate: points for each thing counted; None for those of final scoring.
        rule: id of the ruling.
    """
    tiles = kernel.survey(root)[0]
    strengths = _strengths(view, figures, figures, Occasion.EARLY)
    kind = kernel.kind(root)
    items = _items(view.rules, kernel, root, kind, len(tiles), is_completed=False)
    if rate is not None:
        items = tuple((name, count, count * rate) for name, count, _ in items)
    found = Score(root, Occasion.EARLY, tuple(tiles), tuple(figures), items, strengths, {})
    found = found._replace(rule=rule)
    winners = majority(strengths)
    here = [figure for figures_here in figures.values() for figure in figures_here]
    changed = _changed(view, kernel, found, winners, here)
    if changed is None:
        value = sum(points for _, _, points in items)
        return found._replace(points=dict.fromkeys(winners, value))
    return changed


def _marks(kernel: Kernel, root: int) -> dict[str, int]:
    """How many symbols of each kind the segments of a feature carry."""
    found: dict[str, int] = {}
    printed, tile_face, tile_of = kernel.table.marks, kernel.tile_face, kernel.tile_of
    for segment in kernel.members(root):
        tile = tile_of[segment]
        here = printed[tile_face[tile]]
        if here:
            for name in here[segment - kernel.tile_base[tile]]:
                found[name] = found.get(name, 0) + 1
    return found


def concerned(
    kernel: Kernel, root: int, asked: Iterable[Concerned], kinds: set[int]
) -> tuple[list[Expansion], dict[str, int]]:
    """Those who care for what is on a feature, and how many symbols of each kind it carries; no
    symbols are looked for where the figures, of these kinds, leave nobody."""
    left = [one for one in asked if one.meeples is None or not kinds.isdisjoint(one.meeples)]
    marks = _marks(kernel, root) if left else {}
    types = {name.partition(":")[0] for name in marks}
    found = [one.expansion for one in left if one.marks is None or not one.marks.isdisjoint(types)]
    return found, marks


def _changed(
    view: View,
    kernel: Kernel,
    found: Score,
    winners: tuple[int, ...],
    figures: Iterable[int],
) -> Score | None:
    """A score after the expansions had their say: rates, then additions, then factors, then what
    single players get on top. None if nobody cares for what is there."""
    kinds = {figure % len(view.rules.meeples) for figure in figures}
    asked = view.rules.hooks.scorers[kernel.kind(found.root)]
    scorers, marks = concerned(kernel, found.root, asked, kinds)
    if not scorers:
        return None
    board = view.board
    items = tuple(Item(*item) for item in found.items)
    segment = board.segment_id(found.root)
    scoring = Scoring(segment, board, found.occasion, marks, items, winners)
    changes = [c for c in (s.feature_points(view, scoring) for s in scorers) if c is not None]
    rate = sum(change.rate for change in changes)
    factor = prod(change.factor for change in changes)
    counted = [(name, count, points + rate * count) for name, count, points in found.items]
    counted += [(i.name, i.count, i.points) for change in changes for i in change.added]
    items_now = tuple((name, count, points * factor) for name, count, points in counted)
    points = dict.fromkeys(winners, sum(paid for _, _, paid in items_now))
    bonuses = [bonus for scorer in scorers for bonus in scorer.bonus_points(view, scoring)]
    for player, item in bonuses:
        points[player] = points.get(player, 0) + item.points
    return found._replace(items=items_now, points=points, bonuses=tuple(bonuses))


def _strengths(
    view: View,
    figures: Mapping[int, tuple[int, ...]],
    occupied: Iterable[int],
    occasion: Occasion,
) -> dict[int, int]:
    """The strengths by seat, in the order of seats, of these figures on these segments."""
    hooks = view.rules.hooks
    strengths = hooks.strengths
    meeples = len(strengths)
    found: dict[int, int] = {}
    for segment in occupied:
        for number in figures[segment]:
            strength = strengths[number % meeples]
            if strength is None:
                strength = _weighed(view, segment, number, occasion)
            player = number // meeples
            found[player] = found.get(player, 0) + strength
    return found if len(found) < 2 else dict(sorted(found.items()))


def _weighed(view: View, segment: int, number: int, occasion: Occasion) -> int:
    """The strength of a figure for which expansions have a say."""
    figure = view.board.figure(segment, number)
    weighing = Weighing(figure, view.board, occasion)
    strength = figure.meeple.strength
    for weigher in view.rules.hooks.weighers[number % len(view.rules.meeples)]:
        said = weigher.meeple_weight(view, weighing)
        strength = strength if said is None else said
    return strength


def _items(
    rules: RuleSet, kernel: Kernel, root: int, kind: int, tiles: int, is_completed: bool
) -> tuple[tuple[str, int, int], ...]:
    table = kernel.table
    completion, rates = table.completions[kind], table.rates[kind]
    if completion is _NEVER:
        cities = len(_completed_cities(kernel, root))
        return (("cities", cities, cities * _FARM_POINTS),)
    aggregate = kernel.aggregate[root]
    rate = rates[is_completed]
    if completion is _SURROUNDED:
        tiles = 9 - (aggregate & OPEN)
    elif is_completed and tiles == 2 and _is_small_city_paid_two(rules, kind):
        rate = rates[False]
    pennants = aggregate >> PENNANTS & PENNANT_BITS
    if pennants:
        return ("tiles", tiles, tiles * rate), ("pennants", pennants, pennants * rate)
    return (("tiles", tiles, tiles * rate),)


def _is_small_city_paid_two(rules: RuleSet, kind: int) -> bool:
    """Older editions pay a complete city of two tiles like an incomplete one (B12)."""
    is_city = rules.table.feature_kinds[kind].name == "city"
    return is_city and rules.option("base", "small_city") == 2


def _completed_cities(kernel: Kernel, field: int) -> list[int]:
    aggregate = kernel.aggregate
    return [city for city in kernel.bordered(field) if not aggregate[city] & OPEN]


def occupied_at_end(kernel: Kernel) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """What is scored when the game ends, first the others and then the fields: the roots, each with
    the segments on which figures stand."""
    others: dict[int, list[int]] = {}
    fields: dict[int, list[int]] = {}
    for root, occupied in kernel.occupied().items():
        is_field = kernel.table.completions[kernel.kind(root)] is _NEVER
        (fields if is_field else others)[root] = occupied
    return others, fields


def final_scores(view: View, kernel: Kernel) -> Iterator[Score]:
    """The scores of everything that is still occupied when the game ends (B15)."""
    rules = view.rules
    others, farms = occupied_at_end(kernel)
    for root in others:
        yield score(view, kernel, root, _FINAL)
    fields = list(farms)
    edition = rules.option("base", "field_scoring")
    if edition == "first":
        farmed = [root for root in fields if _has_followers(rules, kernel, root)]
        yield from _fields_by_city(view, kernel, farmed)
        # Where nobody farms there is no contest, but expansions may pay for what stands there.
        fields = [root for root in fields if root not in farmed]
    paid: set[tuple[int, int]] = set()
    for root in fields:
        found = score(view, kernel, root, _FINAL)
        if edition == "second":
            for player in found.points:
                new = {(player, city) for city in _completed_cities(kernel, root)} - paid
                paid |= new
                on_top = sum(item.points for seat, item in found.bonuses if seat == player)
                each = sum(points // n for name, n, points in found.items if name == "cities" and n)
                found.points[player] = len(new) * each + on_top
        yield found


def _has_followers(rules: RuleSet, kernel: Kernel, root: int) -> bool:
    figures = (f for segment in kernel.survey(root)[1] for f in kernel.figures[segment])
    return any(rules.meeples[figure % len(rules.meeples)].is_follower for figure in figures)


def _fields_by_city(view: View, kernel: Kernel, fields: list[int]) -> Iterator[Score]:
    """First edition of the field rule (2000): every complete city is won once, by the most farmers
    on all the fields that touch it."""
    farmers: dict[int, list[int]] = {}
    for root in fields:
        occupied = kernel.survey(root)[1]
        for city in _completed_cities(kernel, root):
            farmers.setdefault(city, []).extend(occupied)
    value = FIELD_POINTS["first"]
    for city, occupied in sorted(farmers.items()):
        root = kernel.root(occupied[0])
        strengths = _strengths(view, kernel.figures, occupied, _FINAL)
        points = dict.fromkeys(majority(strengths), value)
        tiles = tuple(kernel.survey(city)[0])
        items = (("cities", 1, value),)
        yield Score(root, _FINAL, tiles, tuple(occupied), items, strengths, points)

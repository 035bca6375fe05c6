"""A slow, independent referee: the base game and flights, from placed tiles and figures alone.

It answers what may be placed, deployed and landed on, what is complete, what it pays and to whom,
for one table at one moment. It keeps nothing and builds every answer anew (see `survey`), and it
shares no code with the board, the scoring and the expansions of the library: use it as a second
opinion on them, or on an engine of your own.

It knows roads, cities, cloisters, gardens and fields, figures of any strength that stand where
their kinds say, and landings by the rules of 2012. It does not know what other expansions add.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from attrs import field, frozen

from carcassonne_core.feature import Figure, SegmentId
from carcassonne_core.feature_kind import Completion
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.position import Position
from carcassonne_core.testing.survey import Region, Survey

__all__ = ["Referee"]


def _placed(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    return tuple(figures)


@frozen(slots=False, eq=False)
class Referee(Survey):
    """Tiles and figures on a table, and what the rules say of them.

    Attributes:
        tiles: each tile as it lies, by its position, in the order of placing.
        figures: the figures on the tiles.
        field_scoring: the edition of the field rule: `"third"`, `"second"` or `"first"` (B14).
        small_city: points of a complete city of two tiles: 4, or 2 by the older scoring (B12).
        farmers: whether figures are deployed on fields (B7).

    Example:
        >>> from carcassonne_core import Game
        >>> game = Game(2).replay(["draw BA/C", "place BA/C R180 @0,-1"])
        >>> game = game.replay(["deploy follower city S @0,-1"])
        >>> referee = Referee(game.board.tiles, game.board.figures)
        >>> referee.final_points(players=2)  # the knight was paid and is back at home
        [0, 0]
        >>> [len(region) for region in referee.completed_by(game.placed)]
        [2]
    """

    figures: tuple[Figure, ...] = field(default=(), converter=_placed)
    field_scoring: str = "third"
    small_city: int = 4
    farmers: bool = True

    # ------------------------------------------------------------------ deploying (B5 to B7)
    def figures_on(self, region: Region) -> tuple[Figure, ...]:
        """The figures that stand on a feature."""
        return tuple(figure for figure in self.figures if figure.segment in region)

    def deployments(self, meeple: MeepleKind, position: Position) -> tuple[SegmentId, ...]:
        """Where a follower may be put on the tile just placed: where such a figure may stand and
        nobody stands yet on any part of the feature."""
        return tuple(
            segment
            for segment in self.segments_at(position)
            if self._can_stand(meeple, segment)
            and not self.figures_on(self.region(segment))
            and (self.farmers or self.kind(segment).name != "field")
        )

    def _can_stand(self, meeple: MeepleKind, segment: SegmentId) -> bool:
        kind = self.kind(segment)
        return kind.claimable and any(word in kind.families for word in meeple.stands_on)

    # ------------------------------------------------------------------ landing (R13 to R17)
    def landing_laws(self, meeple: MeepleKind, segment: SegmentId) -> tuple[str, ...]:
        """The rules of flying machines by which a figure may not land on a segment; none means
        that it may. Whoever stands there is no obstacle (R14)."""
        kind = self.kind(segment)
        laws = [] if meeple.is_follower else ["R5"]
        if kind.name == "field":
            laws.append("R15")
        elif not (kind.reached_by_flight and kind.claimable):
            laws.append("R16")
        if self.is_completed(segment):
            laws.append("R13")
        if not self._can_stand(meeple, segment):
            laws.append("R17")
        return tuple(laws)

    def landings(self, meeple: MeepleKind, position: Position) -> tuple[SegmentId, ...]:
        """Where a figure may land on the tile at a position; none if there is no tile."""
        return tuple(s for s in self.segments_at(position) if not self.landing_laws(meeple, s))

    # ------------------------------------------------------------------ majority and value
    def strengths(self, region: Region) -> dict[int, int]:
        """For each seat with figures on a feature how strong they are together."""
        return self._strengths(self.figures_on(region))

    def _strengths(self, figures: Iterable[Figure]) -> dict[int, int]:
        found: dict[int, int] = {}
        for figure in figures:
            found[figure.player] = found.get(figure.player, 0) + figure.meeple.strength
        return found

    def winners(self, region: Region) -> tuple[int, ...]:
        """The seats that are paid for a feature: the strongest, all of them (B9)."""
        return _strongest(self.strengths(region))

    def value(self, segment: SegmentId) -> int:
        """What the feature of a segment is worth as it is now: the price of a complete one if it
        is complete, otherwise what it pays at the end of the game (B11 to B14, B16)."""
        kind, region = self.kind(segment), self.region(segment)
        if kind.completion is Completion.NEVER:
            return 3 * len(self.cities_of(region))
        if kind.completion is Completion.SURROUNDED:
            return 1 + len(self.tiles_around(segment.position))
        tiles = len(self.positions(region))
        if kind.name == "road":
            return tiles
        is_small = tiles == 2 and self.small_city == 2
        rate = 2 if self.is_completed(segment) and not is_small else 1
        return rate * (tiles + sum(self.segment(member).pennants for member in region))

    def points(self, segment: SegmentId, players: int) -> list[int]:
        """What each seat is paid if the feature of a segment is scored now; fields pay three
        points for each complete city, as in the third edition."""
        winners = self.winners(self.region(segment))
        value = self.value(segment)
        return [value if seat in winners else 0 for seat in range(players)]

    # ------------------------------------------------------------------ scoring a turn, a game
    def turn_points(self, position: Position, players: int) -> list[int]:
        """What each seat is paid when the tile placed last lies at a position (B8, B9)."""
        paid = [self.points(min(region), players) for region in self.completed_by(position)]
        return _total(paid, players)

    def remaining(self, position: Position) -> tuple[Figure, ...]:
        """The figures that stay on the table when that turn has been scored (B10)."""
        done = {segment for region in self.completed_by(position) for segment in region}
        return tuple(figure for figure in self.figures if figure.segment not in done)

    @cached_property
    def _occupied(self) -> tuple[Region, ...]:
        return tuple(region for region in self.regions if self.figures_on(region))

    def final_points(self, players: int) -> list[int]:
        """What each seat is paid at the end of the game for everything on the table (B15)."""
        is_field = {
            region: self.kind(min(region)).completion is Completion.NEVER
            for region in self._occupied
        }
        paid = [self.points(min(r), players) for r in self._occupied if not is_field[r]]
        fields = [region for region in self._occupied if is_field[region]]
        return _total([*paid, *self._field_points(fields, players)], players)

    def _field_points(self, fields: list[Region], players: int) -> list[list[int]]:
        cities = {region: self.cities_of(region) for region in fields}
        if self.field_scoring == "first":
            return self._points_by_city(cities, players)
        if self.field_scoring == "second":
            won: set[tuple[int, Region]] = set()
            for region in fields:
                won |= {(seat, city) for seat in self.winners(region) for city in cities[region]}
            return [[3 * sum(seat == winner for winner, _ in won) for seat in range(players)]]
        return [self.points(min(region), players) for region in fields]

    def _points_by_city(
        self, cities: Mapping[Region, frozenset[Region]], players: int
    ) -> list[list[int]]:
        """Each city is won by the most farmers on all the fields around it."""
        found = []
        for city in {city for beside in cities.values() for city in beside}:
            around = [field for field, beside in cities.items() if city in beside]
            farmers = [figure for field in around for figure in self.figures_on(field)]
            winners = _strongest(self._strengths(farmers))
            found.append([4 if seat in winners else 0 for seat in range(players)])
        return found


def _strongest(strengths: Mapping[int, int]) -> tuple[int, ...]:
    best = max(strengths.values(), default=0)
    return tuple(sorted(seat for seat, n in strengths.items() if n == best and n > 0))


def _total(paid: Iterable[Iterable[int]], players: int) -> list[int]:
    return [sum(column) for column in zip([0] * players, *paid, strict=True)]

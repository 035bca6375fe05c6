"""Strategies for contracts: small tables at the moment before scoring, and short lines of play.

Small because a foreign engine may be slow, and because a mistake that needs many tiles is rare. A
table is laid from a few faces that go together, each turn leans as the table does: tiles lie close
together, figures meet, features are completed, come back to themselves, or are landed on.
Some are classics, on which engines go wrong most often.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from carcassonne_core.compass import Rotation
from carcassonne_core.feature import Figure
from carcassonne_core.feature_kind import Completion
from carcassonne_core.game import Game
from carcassonne_core.position import Position
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.testing.choices import choose_action
from carcassonne_core.testing.classic_tables import classic_lines, classic_tables
from carcassonne_core.testing.leanings import LEANINGS
from carcassonne_core.testing.referee import Referee
from carcassonne_core.testing.table import PlacedFigure, PlacedTile, Table, spot_on
from carcassonne_core.tile import OrientedTile, Tile

__all__ = ["lines", "tables"]

_HABITS = st.integers(0, len(LEANINGS) - 1)

_TURNS = st.tuples(
    st.integers(0, 3),  # which of the faces
    st.just(0) | st.integers(0, 11),  # where: how far down the list of the best placements
    st.integers(0, 7),  # on what a figure is deployed, 0 for nothing
)

_TRIED = 6
"""How many placements are looked at closely."""


def tables(rules: RuleSet, *, turns: int = 8) -> SearchStrategy[Table]:
    """Tables of two to four players: a tile was just placed, perhaps a figure deployed on it, and
    nothing is scored yet. The first tile may be any. Shrinks towards one tile and no figures.

    Args:
        rules: whose tiles, figures and options.
        turns: how many tiles follow the first at most.

    Example:
        >>> from hypothesis import given, settings
        >>> rules = RuleSet()
        >>> @settings(max_examples=10)
        ... @given(tables(rules))
        ... def nobody_has_more_than_seven_followers(table: Table) -> None:
        ...     assert len(table.figures) <= 7 * table.players
        >>> nobody_has_more_than_seven_followers()
    """
    classics = classic_tables(rules)
    drawn = _tables(rules, turns)
    return drawn | st.sampled_from(classics) if classics else drawn


def lines(rules: RuleSet, *, turns: int = 8) -> SearchStrategy[Game]:
    """Games of two to four players that have just begun. Shrinks towards few and simple turns."""
    classics, drawn = classic_lines(rules), _lines(rules, turns)
    return drawn | st.sampled_from(classics) if classics else drawn


@st.composite
def _lines(draw: st.DrawFn, rules: RuleSet, turns: int) -> Game:
    def below(number: int) -> int:
        return draw(st.integers(0, number - 1))

    game = Game(draw(st.integers(2, 4)), rules)
    last, habit = draw(st.integers(1, turns)), draw(_HABITS)
    while game.turn <= last and not game.is_over:
        game.push_unchecked(choose_action(game, below, habit=habit))
    return game


@st.composite
def _tables(draw: st.DrawFn, rules: RuleSet, turns: int) -> Table:
    group = draw(st.sampled_from(_groups(rules)))
    faces = draw(st.lists(st.sampled_from(group), min_size=1, max_size=4))
    leaning = draw(st.sampled_from(_LEANINGS))
    players = draw(st.integers(2, 4))
    layer = _Layer(rules, faces[0], players)
    least = draw(st.integers(0, turns))
    for face, where, what in draw(st.lists(_TURNS, min_size=least, max_size=turns)):
        layer.turn(faces[face % len(faces)], leaning, where, what)
    return layer.table()


class _Layer:
    """Lays a table, turn by turn, by the referee's rules."""

    def __init__(self, rules: RuleSet, first: Tile, players: int) -> None:
        self.rules, self.players = rules, players
        self.left = {tile.id: 0 for tile in rules.table.tiles}
        for tile in rules.stack:
            self.left[tile.id] += 1
        self.left[first.id] -= 1
        self.last, self.seat = Position(0, 0), 0
        self.referee = Referee({self.last: first.turned(Rotation.R0)})

    def turn(self, tile: Tile, leaning: _Leaning, where: int, what: int) -> None:
        """Scores the turn before, lays a tile if it fits somewhere, and deploys."""
        standing = self.referee.remaining(self.last)
        placements = self.referee.placements(tile) if self.left[tile.id] else ()
        if not placements:
            return
        tiles = dict(self.referee.tiles)
        close = sorted(placements, key=lambda placed: -_closeness(self.referee, placed[0]))
        ahead = [
            (cell, Referee({**tiles, cell: tile.turned(turn)}, standing))
            for cell, turn in close[:_TRIED]
        ]
        ahead.sort(key=lambda found: -leaning(found[1], found[0]))
        self.last, self.referee = ahead[where % len(ahead)]
        self.left[tile.id] -= 1
        self.seat = (self.seat + 1) % self.players
        if what:
            self._deploy(what)

    def _deploy(self, what: int) -> None:
        supply = [
            kind
            for kind in self.rules.meeples
            if kind.is_follower
            and kind.count
            > sum((f.player, f.meeple) == (self.seat, kind) for f in self.referee.figures)
        ]
        options = [(kind, s) for kind in supply for s in self.referee.deployments(kind, self.last)]
        lying = self.referee.tiles[self.last]
        flights = [
            (kind, s)
            for kind in supply
            for target in _targets(self.last, lying)
            for s in self.referee.landings(kind, target)
        ]
        options = flights + options
        if options:
            kind, segment = options[(what - 1) % len(options)]
            figure = Figure(self.seat, kind, segment)
            self.referee = Referee(self.referee.tiles, [*self.referee.figures, figure])

    def table(self) -> Table:
        """What lies there."""
        tiles = self.referee.tiles
        placed = [PlacedTile(t.id, p.x, p.y, t.rotation.degrees) for p, t in tiles.items()]
        figures = [
            PlacedFigure(f.player, f.meeple.name, spot_on(tiles[f.segment.position], f.segment))
            for f in self.referee.figures
        ]
        return Table(self.players, tuple(placed), tuple(figures))


def _targets(position: Position, lying: OrientedTile) -> list[Position]:
    """Where a flight from a tile may end."""
    arrows = [mark.direction for mark in lying.marks if mark.direction is not None]
    return [position.step(arrow, distance) for arrow in arrows for distance in (1, 2, 3)]


# ------------------------------------------------------------------------------- faces


@cache
def _groups(rules: RuleSet) -> list[list[Tile]]:
    """Faces that go together: the rules' start tile and all others; those of cities; those of
    roads; those that tiles surround, with those that have arrows."""
    start = [rules.start, *(tile for tile in rules.table.tiles if tile != rules.start)]
    groups = [start]
    for kind in ("city", "road"):
        groups.append([t for t in start if sum(_sides(t, kind)) >= 2])
    groups.append([t for t in start if _is_surrounded(t) or t.turned(Rotation.R0).marks])
    return [[tile for tile in group if tile.is_drawn] for group in groups if group]


def _sides(tile: Tile, kind: str) -> list[int]:
    return [len(segment.sides) for segment in tile.segments if segment.kind.name == kind]


def _is_surrounded(tile: Tile) -> bool:
    return any(segment.kind.completion is Completion.SURROUNDED for segment in tile.segments)


# ------------------------------------------------------------------------------- leanings

_Leaning = Callable[[Referee, Position], int]
"""How well the table looks when a tile was just laid at a position."""


def _closeness(referee: Referee, position: Position) -> int:
    """Tiles lie close together; a side counts for two corners."""
    sides = sum(beside in referee.tiles for beside in position.neighbours)
    return sides + len(referee.tiles_around(position))


def _meeting(referee: Referee, position: Position) -> int:
    """Figures of several players stand on one feature."""
    seats = [len(referee.strengths(referee.region(s))) for s in referee.segments_at(position)]
    return max(seats, default=0)


def _completion(referee: Referee, position: Position) -> int:
    """Features are completed."""
    return sum(map(referee.is_completed, referee.segments_at(position)))


def _ring(referee: Referee, position: Position) -> int:
    """Two segments of a tile are one feature, fields apart."""
    regions = [
        referee.region(segment)
        for segment in referee.segments_at(position)
        if referee.segment(segment).sides
    ]
    return max((len(region) - len(referee.positions(region)) for region in regions), default=0)


def _aim(referee: Referee, position: Position) -> int:
    """Arrows point at tiles on which somebody stands, or at any."""
    lying, stood_on = referee.tiles[position], {f.segment.position for f in referee.figures}
    targets = [target for target in _targets(position, lying) if target in referee.tiles]
    return len(targets) + 9 * sum(target in stood_on for target in targets)


_LEANINGS: list[_Leaning] = [_closeness, _meeting, _completion, _ring, _aim]

"""What makes a turn interesting: the ways in which generated players lean.

Play that is merely random seldom completes a city, fills a hole, or lets two players share a road.
A leaning says how well each action fits what seldom happens; see `choices`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from carcassonne_core.action import Action, Draw, Place
from carcassonne_core.board import Board
from carcassonne_core.compass import Side
from carcassonne_core.feature import SegmentId
from carcassonne_core.feature_kind import Completion
from carcassonne_core.game import Game
from carcassonne_core.position import Position
from carcassonne_core.tile import OrientedTile, Tile
from carcassonne_core.turn import PLACE

__all__ = ["LEANINGS", "Leaning"]

Leaning = Callable[[Game, Sequence[Action]], list[int]]
"""How well each of the actions of a step fits a leaning; the game is a copy for trials."""

_Cell = tuple[int, int]


# ------------------------------------------------------------------------------- which tile comes


def _marked(game: Game, actions: Sequence[Action]) -> list[int]:
    """Tiles with symbols come: inns, flying machines ..."""
    tiles = [_printed(game, action) for action in actions]
    return [bool(t.marks or any(segment.marks for segment in t.segments)) for t in tiles]


def _surroundable(game: Game, actions: Sequence[Action]) -> list[int]:
    """Tiles come with what is complete when tiles lie all around."""
    return [_is_surroundable(_printed(game, action)) for action in actions]


def _fit_for_a_hole(game: Game, actions: Sequence[Action]) -> list[int]:
    """Tiles come that fit where most tiles lie around."""
    board, lying = game.board, _lying(game)
    beside = {place: _count(lying, place.x, place.y, _SIDES) for place in board.frontier}
    return [
        max((beside[place] for place, _ in board.placements(_printed(game, a).id)), default=0)
        for a in actions
    ]


def _closing(game: Game, actions: Sequence[Action]) -> list[int]:
    """Tiles come that complete what is occupied and nearly complete."""
    board = game.board
    cells = {
        place
        for feature in board.features
        if feature.is_occupied and 0 < feature.missing <= 2
        for tile in feature.tiles
        for place in tile.neighbours
        if place not in board
    }
    found = []
    for action in actions:
        tile = _printed(game, action)
        places = [p for p in board.placements(tile.id) if p[0] in cells] if cells else []
        best = 0
        if places:
            game.push_unchecked(action)
            if game.step.name == PLACE:
                trials = [Place(tile.id, *place) for place in places]
                best = max(_tried(game, trial, _completed) for trial in trials)
            game.pop()
        found.append(best)
    return found


# ------------------------------------------------------------------------------- where it is laid


def _completing(game: Game, actions: Sequence[Action]) -> list[int]:
    """Features are completed."""
    return [_tried(game, action, _completed) for action in actions]


def _bringing_together(game: Game, actions: Sequence[Action]) -> list[int]:
    """Figures of many players come to stand on one feature."""
    return [_tried(game, action, _met) for action in actions]


def _filling(game: Game, actions: Sequence[Action]) -> list[int]:
    """Tiles lie close together, corners counted."""
    lying = _lying(game)
    return _by_cell(actions, lambda x, y: _count(lying, x, y, _AROUND))


def _enclosing(game: Game, actions: Sequence[Action]) -> list[int]:
    """Holes arise: empty positions with tiles on all sides."""
    lying = _lying(game)

    def closed(x: int, y: int) -> int:
        beside = [(x + dx, y + dy) for dx, dy in _SIDES]
        return max((_count(lying, *c, _SIDES) for c in beside if c not in lying), default=0)

    return _by_cell(actions, closed)


def _surrounding(game: Game, actions: Sequence[Action]) -> list[int]:
    """Cloisters and their like are crowded."""
    tiles = game.board.tiles.items()
    centres = {(place.x, place.y) for place, tile in tiles if _is_surroundable(tile.tile)}
    return _by_cell(actions, lambda x, y: _count(centres, x, y, _AROUND))


def _ringing(game: Game, actions: Sequence[Action]) -> list[int]:
    """Roads and cities come back to themselves."""
    return [_rings(game, action) if isinstance(action, Place) else -1 for action in actions]


def _aiming(game: Game, actions: Sequence[Action]) -> list[int]:
    """Arrows point at tiles."""
    lying = _lying(game)
    return [_aimed(game, lying, a) if isinstance(a, Place) else -1 for a in actions]


LEANINGS: tuple[tuple[Leaning | None, Leaning | None], ...] = (
    (None, None),
    (_closing, _completing),
    (None, _bringing_together),
    (_fit_for_a_hole, _filling),
    (_fit_for_a_hole, _enclosing),
    (_surroundable, _surrounding),
    (None, _ringing),
    (_marked, _aiming),
)
"""What tiles come, and where they are laid; the first is any tile, anywhere."""


# ------------------------------------------------------------------------------- after a placement


def _tried(game: Game, action: Action, value: Callable[[Board, list[SegmentId]], int]) -> int:
    """What a placement would be worth; less than anything if nothing is placed."""
    if not isinstance(action, Place):
        return -1
    count = len(_printed(game, action).segments)
    game.push_unchecked(action)
    found = value(game.board, [SegmentId(action.position, index) for index in range(count)])
    game.pop()
    return found


def _completed(board: Board, segments: list[SegmentId]) -> int:
    """How many of the segments' features are complete; one counts more for every figure on it."""
    return sum(1 + board.figure_count(s) for s in segments if board.is_completed(s))


def _met(board: Board, segments: list[SegmentId]) -> int:
    """How many players meet on one of the segments' features."""
    counts = {segment: board.figure_count(segment) for segment in segments}
    shared = [segment for segment, count in counts.items() if count > 1]
    players = [len({f.player for f in board.feature(segment).figures}) for segment in shared]
    return max(players, default=int(any(counts.values())))


def _rings(game: Game, action: Place) -> int:
    """How often a segment of the tile meets one feature on two sides; two features count less."""
    board, found = game.board, 0
    beside = {side: board.tile_at(action.position.neighbour(side)) for side in Side}
    for segment in _turned(game, action).segments:
        facing = []
        for side in segment.sides:
            tile = beside[side]
            index = None if tile is None else tile.segment_at(side.opposite)
            if index is not None:
                facing.append(SegmentId(action.position.neighbour(side), index))
        found += sum(1 + 9 * board.is_joined(a, b) for a, b in combinations(facing, 2))
    return found


def _aimed(game: Game, lying: set[_Cell], action: Place) -> int:
    """How many of the three positions ahead of its arrows have tiles."""
    marks = _turned(game, action).marks
    arrows = [mark.direction for mark in marks if mark.direction is not None]
    ahead = [(arrow.dx * far, arrow.dy * far) for arrow in arrows for far in (1, 2, 3)]
    return _count(lying, action.position.x, action.position.y, ahead)


# ------------------------------------------------------------------------------- tiles and cells

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
_AROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def _lying(game: Game) -> set[_Cell]:
    return {(place.x, place.y) for place in game.board}


def _count(cells: set[_Cell], x: int, y: int, ways: Iterable[_Cell]) -> int:
    return sum((x + dx, y + dy) in cells for dx, dy in ways)


def _by_cell(actions: Sequence[Action], value: Callable[[int, int], int]) -> list[int]:
    """The values of placements that only depend on where they are; a pass has less than any."""
    known: dict[Position, int] = {}
    found = []
    for action in actions:
        if isinstance(action, Place):
            place = action.position
            if place not in known:
                known[place] = value(place.x, place.y)
            found.append(known[place])
        else:
            found.append(-1)
    return found


def _printed(game: Game, action: Action) -> Tile:
    assert isinstance(action, Draw | Place)
    table = game.rules.table
    return table.tiles[table.type_of[action.tile]]


def _turned(game: Game, action: Place) -> OrientedTile:
    return _printed(game, action).turned(action.rotation)


def _is_surroundable(tile: Tile) -> bool:
    return any(segment.kind.completion is Completion.SURROUNDED for segment in tile.segments)

"""What makes a turn interesting: the ways in which generated players lean.

Play that is merely random seldom completes a city, fills a hole, or lets two players share a road.
So whoever plays for a test leans now this way, now that, and takes one of the actions that are best
by this leaning. The numbers that decide come from outside: from hypothesis, which shrinks them, or
from your random numbers. **Every number may be 0**: then nobody leans, the first of what is legal
is done, and the player passes where he would deploy a figure; so small numbers make a simple game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from carcassonne_core.action import Action, Deploy, Draw, Pass, Place
from carcassonne_core.board import Board
from carcassonne_core.feature import SegmentId
from carcassonne_core.feature_kind import Completion
from carcassonne_core.game import Game
from carcassonne_core.position import Position
from carcassonne_core.tile import OrientedTile, Tile
from carcassonne_core.turn import DEPLOY, DRAW, PLACE

__all__ = ["DRAW_LEANINGS", "PLACE_LEANINGS", "Below", "Leaning", "choose_action"]

Below = Callable[[int], int]
"""Gives a whole number from 0 up to, but not including, the one given."""

Leaning = Callable[[Game, Action], int]
"""How well an action of a step fits a leaning; the game is a copy that it may push to and pop."""


def choose_action(game: Game, below: Below) -> Action:
    """A legal action, or an outcome of chance, chosen by numbers from outside.

    Args:
        game: a game that is not over; it is not changed.
        below: the numbers that decide.

    Example:
        >>> from random import Random
        >>> game = Game(2)
        >>> choose_action(game, lambda number: 0)
        Draw(tile='BA/LR')
        >>> choose_action(game, Random(7).randrange) in game.legal_actions
        True
    """
    actions = list(game.legal_actions)
    if len(actions) == 1:
        return actions[0]
    step = game.step
    if step.owner == "base" and step.name == DEPLOY:
        return _deployment(actions, below)
    if step.owner == "base" and step.name in (DRAW, PLACE):
        leanings = DRAW_LEANINGS if step.name == DRAW else PLACE_LEANINGS
        actions = _best(game, actions, leanings[below(len(leanings))])
    elif isinstance(actions[0], Pass):
        # Whoever always declines what an expansion offers might play for ever.
        actions = [*actions[1:], actions[0]]
    return _one_of(actions, below)


def _deployment(actions: Sequence[Action], below: Below) -> Action:
    """Passes, deploys a figure, or does what an expansion offers: each a third of the time."""
    choice = below(3)
    passing = [action for action in actions if isinstance(action, Pass)]
    if choice == 0 and passing:
        return passing[0]
    others = [action for action in actions if not isinstance(action, Pass)]
    wanted = [action for action in others if isinstance(action, Deploy) == (choice == 1)]
    return _one_of(wanted or others, below)


def _best(game: Game, actions: list[Action], leaning: Leaning | None) -> list[Action]:
    if leaning is None:
        return actions
    ahead = game.copy()
    values = [leaning(ahead, action) for action in actions]
    best = max(values)
    return [action for action, value in zip(actions, values, strict=True) if value == best]


def _one_of(actions: Sequence[Action], below: Below) -> Action:
    return actions[0 if len(actions) == 1 else below(len(actions))]


# ------------------------------------------------------------------------------- which tile comes


def _is_marked(game: Game, action: Action) -> int:
    """Tiles with symbols come: inns, flying machines ..."""
    tile = _printed(game, action)
    return bool(tile.marks or any(segment.marks for segment in tile.segments))


def _is_surroundable(game: Game, action: Action) -> int:
    """Tiles come with what is complete when tiles lie all around."""
    tile = _printed(game, action)
    return any(segment.kind.completion is Completion.SURROUNDED for segment in tile.segments)


def _fits_a_hole(game: Game, action: Action) -> int:
    """Tiles come that fit where most tiles lie around."""
    assert isinstance(action, Draw)
    places = game.board.placements(action.tile)
    return max((_tiles_beside(game.board, position) for position, _ in places), default=0)


DRAW_LEANINGS: tuple[Leaning | None, ...] = (None, _fits_a_hole, _is_marked, _is_surroundable)
"""What tiles come; the first is any."""


# ------------------------------------------------------------------------------- where it is laid


def _completes(game: Game, action: Action) -> int:
    """Features are completed."""
    segments = _own_segments(game, action)
    game.push_unchecked(action)
    found = sum(game.board.is_completed(segment) for segment in segments)
    game.pop()
    return found


def _brings_together(game: Game, action: Action) -> int:
    """Figures of many players come to stand on one feature."""
    segments = _own_segments(game, action)
    game.push_unchecked(action)
    board = game.board
    counts = [board.figure_count(segment) for segment in segments]
    found = 0
    for segment, count in zip(segments, counts, strict=True):
        if count > 1:
            players = {figure.player for figure in board.feature(segment).figures}
            found = max(found, len(players))
    game.pop()
    return found or bool(counts and max(counts))


def _fills(game: Game, action: Action) -> int:
    """Tiles lie close together, corners counted."""
    assert isinstance(action, Place | Pass)
    if isinstance(action, Pass):
        return -1
    return sum(beside in game.board for beside in action.position.surroundings)


def _encloses(game: Game, action: Action) -> int:
    """Holes arise: empty positions with tiles on all sides."""
    if not isinstance(action, Place):
        return -1
    board = game.board
    empty = [beside for beside in action.position.neighbours if beside not in board]
    return max((1 + _tiles_beside(board, position) for position in empty), default=0)


def _surrounds(game: Game, action: Action) -> int:
    """Cloisters and their like are crowded."""
    if not isinstance(action, Place):
        return -1
    found = 0
    for beside in (action.position, *action.position.surroundings):
        tile = game.board.tile_at(beside)
        if tile is not None:
            kinds = [segment.kind for segment in tile.segments]
            found += any(kind.completion is Completion.SURROUNDED for kind in kinds)
    return found


def _closes_a_ring(game: Game, action: Action) -> int:
    """Roads and cities come back to themselves."""
    if not isinstance(action, Place):
        return -1
    board, found = game.board, 0
    for segment in _lying(game, action).segments:
        facing: list[SegmentId] = []
        for side in segment.sides:
            position = action.position.neighbour(side)
            tile = board.tile_at(position)
            index = None if tile is None else tile.segment_at(side.opposite)
            if index is not None:
                facing.append(SegmentId(position, index))
        pairs = [(a, b) for a in facing for b in facing if a < b]
        found += sum(board.is_joined(a, b) for a, b in pairs)
    return found


def _aims(game: Game, action: Action) -> int:
    """Arrows point at tiles."""
    if not isinstance(action, Place):
        return -1
    arrows = [mark.direction for mark in _lying(game, action).marks if mark.direction is not None]
    return sum(
        action.position.step(arrow, distance) in game.board
        for arrow in arrows
        for distance in (1, 2, 3)
    )


PLACE_LEANINGS: tuple[Leaning | None, ...] = (
    None,
    _completes,
    _brings_together,
    _fills,
    _encloses,
    _surrounds,
    _closes_a_ring,
    _aims,
)
"""Where the tile in hand is laid; the first is anywhere."""


# ------------------------------------------------------------------------------- tiles and places


def _tiles_beside(board: Board, position: Position) -> int:
    return sum(beside in board for beside in position.neighbours)


def _printed(game: Game, action: Action) -> Tile:
    assert isinstance(action, Draw | Place)
    table = game.rules.table
    return table.tiles[table.type_of[action.tile]]


def _lying(game: Game, action: Place) -> OrientedTile:
    return _printed(game, action).turned(action.rotation)


def _own_segments(game: Game, action: Action) -> list[SegmentId]:
    """The segments of the tile that an action lays; none if it lays none."""
    if not isinstance(action, Place):
        return []
    count = len(_printed(game, action).segments)
    return [SegmentId(action.position, index) for index in range(count)]

"""The wagon: a follower that may go on when its feature has been scored (M7 to M9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from carcassonne_core.board import Board
from carcassonne_core.compass import Side
from carcassonne_core.deployment import Deployment
from carcassonne_core.effect import TakeStep
from carcassonne_core.errors import Refusal
from carcassonne_core.expansion import View
from carcassonne_core.feature import Figure, SegmentId
from carcassonne_core.feature_kind import CITY, MONASTIC, ROAD
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.turn import Step
from carcassonne_expansions.abbey_and_mayor.actions import Move

__all__ = ["WAGON", "WAGON_ROUTE", "goal_refusals", "move_refusals", "moves", "wagon_steps"]

OWNER = "abbey_and_mayor"

WAGON_ROUTE = "wagon"
"""Route of a wagon that goes on."""

WAGON = MeepleKind("wagon", count=1, stands_on={ROAD.name, CITY.name, MONASTIC})
"""The wagon: a follower of strength 1 for roads, cities and cloisters, never for fields (M7)."""


def moves(view: View, wagon: Figure) -> Iterator[Move]:
    """Where a wagon may go (M8, M9)."""
    return (Move(goal) for goal in _reach(view, wagon) if not _standing_refusals(view, wagon, goal))


def _reach(view: View, wagon: Figure) -> Iterator[SegmentId]:
    """What is in reach, by the edition's reading of M8."""
    board, here = view.board, wagon.segment.position
    if view.option(OWNER, "wagon_move") == "C2":
        for position in (here, *here.surroundings):
            tile = board.tile_at(position)
            for index in range(0 if tile is None else len(tile.segments)):
                yield SegmentId(position, index)
        return
    own = board.feature(wagon.segment).segments
    met = {other for segment in own for other in _met(board, segment)}
    yield from sorted(met.difference(own))


def _is_reached(view: View, wagon: Figure, segment: SegmentId) -> bool:
    here, there = wagon.segment.position, segment.position
    if view.option(OWNER, "wagon_move") == "C2":
        return there == here or there in here.surroundings
    board, own = view.board, wagon.segment
    if board.is_joined(segment, own):
        return False
    return any(board.is_joined(other, own) for other in _met(board, segment))


def _met(board: Board, segment: SegmentId) -> Iterator[SegmentId]:
    """What a segment meets on its tile, and across the sides of abbeys: an abbey is a cloister in
    this respect, too (M5), but no tile says that a road ends at it."""
    yield from board.met(segment)
    tile = board.tile_at(segment.position)
    assert tile is not None
    here = tile.segments[segment.index]
    is_abbey = tile.tile.any_edge
    for side in Side if is_abbey else here.sides if here.kind is ROAD else ():
        position = segment.position.neighbour(side)
        beside = board.tile_at(position)
        if beside is None or not (is_abbey or beside.tile.any_edge):
            continue
        index = beside.segment_at(side.opposite) if is_abbey else 0
        if index is not None and (not is_abbey or beside.segments[index].kind is ROAD):
            yield SegmentId(position, index)


def move_refusals(view: View, wagon: Figure, action: Move) -> tuple[Refusal, ...]:
    """Out of reach (M8), or whatever speaks against the deployment there (M9)."""
    segment = action.segment
    tile = view.board.tile_at(segment.position)
    if tile is None or not 0 <= segment.index < len(tile.segments):
        facts = (("position", str(segment.position)), ("segment", str(segment.index)))
        return (Refusal("base", "no_segment", "B5", facts),)
    if not _is_reached(view, wagon, segment):
        place = (("position", str(segment.position)), ("location", tile.location(segment.index)))
        return (Refusal(OWNER, "out_of_reach", "M8", place),)
    return _standing_refusals(view, wagon, segment)


def _standing_refusals(view: View, wagon: Figure, goal: SegmentId) -> tuple[Refusal, ...]:
    """What speaks against its standing there."""
    return view.deployment_refusals(
        Deployment(wagon.player, wagon.meeple, goal, view.board, WAGON_ROUTE)
    )


def goal_refusals(deployment: Deployment) -> Iterator[Refusal]:
    """It goes to nothing that is complete (M9)."""
    if deployment.is_completed:
        yield Refusal(OWNER, "completed", "M9", (("kind", deployment.kind.name),))


def wagon_steps(view: View, wagons: Iterable[Figure]) -> Iterator[TakeStep]:
    """A decision for each wagon, in turn order (M8)."""

    def seats_away(wagon: Figure) -> int:
        return (wagon.player - view.turn_player) % view.players

    for wagon in sorted(wagons, key=seats_away):
        yield TakeStep(Step(WAGON_ROUTE, wagon.player, OWNER, data=wagon, may_pass=True))

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
    """Where a wagon may be considered to go, by the edition's reading of M8."""
    yield from map(Move, _reached(view, wagon))


def _reached(view: View, wagon: Figure) -> list[SegmentId]:
    board = view.board
    if view.option(OWNER, "wagon_move") == "C2":
        here = wagon.segment.position
        return [
            SegmentId(position, index)
            for position in (here, *here.surroundings)
            for index in range(len(board.features_at(position) or ()))
        ]
    own = board.feature(wagon.segment).segments
    met = {other for segment in own for other in board.met(segment)}
    return sorted(met.union(_across_abbey_sides(board, own)).difference(own))


def _across_abbey_sides(board: Board, own: Iterable[SegmentId]) -> Iterator[SegmentId]:
    """The abbeys at which a road of the feature ends, or the roads that end at it if it is one: an
    abbey is a cloister in this respect, too (M5), but no tile says that they meet."""
    for segment in own:
        position = segment.position
        tile = board.tile_at(position)
        assert tile is not None
        here = tile.segments[segment.index]
        for side in Side:
            beside = board.tile_at(position.neighbour(side))
            if beside is None:
                continue
            if tile.tile.any_edge:
                index = beside.segment_at(side.opposite)
                if index is not None and beside.segments[index].kind is ROAD:
                    yield SegmentId(position.neighbour(side), index)
            elif beside.tile.any_edge and here.kind is ROAD and side in here.sides:
                yield SegmentId(position.neighbour(side), 0)


def move_refusals(view: View, wagon: Figure, action: Move) -> tuple[Refusal, ...]:
    """Out of reach (M8), or whatever speaks against the deployment there (M9)."""
    segment = action.segment
    tile = view.board.tile_at(segment.position)
    if tile is None or not 0 <= segment.index < len(tile.segments):
        facts = (("position", str(segment.position)), ("segment", str(segment.index)))
        return (Refusal("base", "no_segment", "B5", facts),)
    if segment not in _reached(view, wagon):
        place = (("position", str(segment.position)), ("location", tile.location(segment.index)))
        return (Refusal(OWNER, "out_of_reach", "M8", place),)
    feature = view.board.feature(segment)
    return view.deployment_refusals(
        Deployment(wagon.player, wagon.meeple, segment, feature, WAGON_ROUTE)
    )


def goal_refusals(deployment: Deployment) -> Iterator[Refusal]:
    """It goes to nothing that is complete (M9)."""
    if deployment.feature.is_completed:
        yield Refusal(OWNER, "completed", "M9", (("kind", deployment.feature.kind.name),))


def wagon_steps(view: View, wagons: Iterable[Figure]) -> Iterator[TakeStep]:
    """A decision for each wagon, in turn order (M8)."""

    def seats_away(wagon: Figure) -> int:
        return (wagon.player - view.turn_player) % view.players

    for wagon in sorted(wagons, key=seats_away):
        yield TakeStep(Step(WAGON_ROUTE, wagon.player, OWNER, data=wagon, may_pass=True))

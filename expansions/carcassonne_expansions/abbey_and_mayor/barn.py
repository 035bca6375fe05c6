"""Barns: where they may be built, and what they make of the farmers around (M10 to M14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from carcassonne_core.board import Board
from carcassonne_core.deployment import Deployment
from carcassonne_core.effect import Effect, ScoreFeature
from carcassonne_core.errors import Refusal
from carcassonne_core.event import Occasion
from carcassonne_core.expansion import PointsChange, Scoring, View, Weighing
from carcassonne_core.feature import SegmentId
from carcassonne_core.feature_kind import FIELD
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.position import Position
from carcassonne_expansions.abbey_and_mayor.actions import BARN, Build

__all__ = ["BARN_KIND", "BARN_ROUTE", "barn_refusals", "barn_scores", "builds", "corner_segment"]
__all__ += ["final_rate", "site_refusals", "weight"]

OWNER = "abbey_and_mayor"

BARN_ROUTE = "barn"
"""Route of a barn that is built on a corner."""

BARN_KIND = MeepleKind(BARN, count=1, strength=0, is_follower=False, stands_on=())
"""The barn: no follower; by no other route than its own does it stand anywhere (M10)."""

_PLACED_RATE, _JOINED_RATE, _FINAL_RATE = 3, 1, 1


def corner_segment(view: View, corner: Position) -> SegmentId | None:
    """The field on the south-eastern tile of a corner, None unless all four tiles lie there and
    show nothing but field at it (M10)."""
    segment = view.board.corner(corner)
    if segment is None or view.board.kind(segment) is not FIELD:
        return None
    return segment


def builds(view: View, player: int) -> Iterator[Build]:
    """The corners of the tile just placed at which four fields meet, if the player has a barn."""
    if view.supply(player, BARN):
        for corner in view.board.corners_of(view.placed):
            action = Build(corner)
            if not barn_refusals(view, action):
                yield action


def barn_refusals(view: View, action: Build) -> Sequence[Refusal]:
    """At a corner of the tile just placed where four fields meet (M10), and what speaks against
    the deployment there."""
    x, y = action.position.x - view.placed.x, action.position.y - view.placed.y
    where = (("position", str(action.position)),)
    if x not in (0, 1) or y not in (0, 1):
        return [Refusal(OWNER, "another_corner", "M10", where)]
    segment = corner_segment(view, action.position)
    if segment is None:
        return [Refusal(OWNER, "no_corner", "M10", where)]
    kind = view.rules.meeple(BARN)
    return view.deployment_refusals(
        Deployment(view.step.player, kind, segment, view.board, BARN_ROUTE)
    )


def site_refusals(
    view: View, deployment: Deployment, barns: Iterable[SegmentId]
) -> Iterator[Refusal]:
    """No second barn in a field, unless the game is played so (M11)."""
    if view.option(OWNER, "barn_placement") == "occupied":
        return
    if any(view.board.is_joined(deployment.segment, barn) for barn in barns):
        where = (("position", str(deployment.segment.position)),)
        yield Refusal(OWNER, "barn_there", "M11", where)


def are_crowded(board: Board, barns: Iterable[SegmentId]) -> bool:
    """Whether somebody stands beside one of the barns."""
    for barn in barns:  # noqa: SIM110 - asked each turn, and a generator costs more
        if board.figure_count(barn) > 1:
            return True
    return False


def barn_scores(
    view: View, barns: Iterable[SegmentId], built: SegmentId | None
) -> Iterator[Effect]:
    """Farmers beside a barn are scored and go home: with 3 points a city if it has just been built
    (M12), with 1 if their fields were joined later (M13).

    Args:
        barns: where barns stand.
        built: where a barn has been built in this part of the turn.
    """
    board = view.board
    done: list[SegmentId] = []
    for barn in barns:
        if board.figure_count(barn) == 1:
            continue
        farmers = tuple(f for f in board.figures_on(barn) if f.meeple.name != BARN)
        if farmers and not any(board.is_joined(barn, other) for other in done):
            done.append(barn)
            is_new = built is not None and board.is_joined(barn, built)
            rate, rule = (_PLACED_RATE, "M12") if is_new else (_JOINED_RATE, "M13")
            yield ScoreFeature(barn, farmers, rule, rate)


def weight(weighing: Weighing) -> int:
    """At the end everybody who has barns in a field is paid, however many they are (M14)."""
    if weighing.occasion is not Occasion.FINAL:
        return 0
    board, barn = weighing.board, weighing.figure
    own = board.figures_of(barn.player, BARN)
    first = next(f for f in own if board.is_joined(f.segment, barn.segment))
    return int(first == barn)


def final_rate(scoring: Scoring) -> PointsChange | None:
    """At the end a city pays 4 points where barns stand instead of 3 (M14)."""
    return PointsChange(rate=_FINAL_RATE) if scoring.occasion is Occasion.FINAL else None

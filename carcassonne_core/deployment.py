"""May this figure stand there, now, by this route? Refusals minus lifts.

Anyone may add a named reason against a deployment, and an expansion may lift a named reason of
somebody else. What is left decides, so the order in which expansions were loaded never matters and
every refusal explains itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from carcassonne_core.errors import Refusal
from carcassonne_core.feature import Feature, SegmentId
from carcassonne_core.feature_kind import FeatureKind
from carcassonne_core.meeple import MeepleKind

if TYPE_CHECKING:
    from carcassonne_core.board import Board
    from carcassonne_core.expansion import View

__all__ = ["PLACEMENT", "Deployment", "deployment_refusals"]

PLACEMENT = "placement"
"""Route of an ordinary deployment on the tile just placed."""


@frozen
class Deployment:
    """A figure that would stand on a segment.

    Attributes:
        player: seat of its owner.
        meeple: its kind.
        segment: where it would stand.
        board: the board as it is now.
        route: how it would come there: `PLACEMENT`, or a word of the expansion that brings it.
    """

    player: int
    meeple: MeepleKind
    segment: SegmentId
    board: Board = field(repr=False)
    route: str = PLACEMENT

    @property
    def feature(self) -> Feature:
        """The feature to which the segment belongs now."""
        return self.board.feature(self.segment)

    @property
    def kind(self) -> FeatureKind:
        """The kind of the feature."""
        return self.board.kind(self.segment)

    @property
    def is_completed(self) -> bool:
        """Whether nothing is missing of the feature."""
        return self.board.is_completed(self.segment)

    @property
    def is_occupied(self) -> bool:
        """Whether a figure of any kind stands on the feature."""
        return self.board.figure_count(self.segment) > 0


def deployment_refusals(view: View, deployment: Deployment) -> tuple[Refusal, ...]:
    """Every reason left against a deployment; none means that it is legal.

    The base game's reasons: no more figures are deployed in this part of the turn (B5), the figure
    is not in the supply (B5), the segment is not on the tile just placed (B5), the figure may not
    stand on this kind (B5), the feature is occupied (B6), or holds no own follower where the figure
    needs one, or is complete where that matters, or the game is played without farmers (B7).
    """
    rules, kind, meeple = view.rules, deployment.kind, deployment.meeple
    judges, lifters = rules.hooks.deployment(deployment.route, meeple.name)
    lifted: set[str] = set()
    for lifter in lifters:
        lifted.update(lifter.deployment_lifts(view, deployment))
    found: list[Refusal] = []
    if view.is_deployment_over:
        found.append(Refusal("base", "deployment_over", "B5"))
    if not view.supply(deployment.player, meeple.name):
        found.append(Refusal("base", "not_in_supply", "B5", (("meeple", meeple.name),)))
    # What is lifted need not be looked into.
    if "base.another_tile" not in lifted and deployment.segment.position != view.placed:
        places = ("position", str(deployment.segment.position)), ("placed", str(view.placed))
        found.append(Refusal("base", "another_tile", "B5", places))
    about = ("meeple", meeple.name), ("kind", kind.name)
    if "base.cannot_stand" not in lifted and not meeple.can_stand_on(kind):
        found.append(Refusal("base", "cannot_stand", "B5", about))
    if meeple.joins_followers:
        figures = view.board.figures_on(deployment.segment)
        if not any(f.player == deployment.player and f.meeple.is_follower for f in figures):
            found.append(Refusal("base", "no_own_follower", "B6", about))
    elif "base.occupied" not in lifted and deployment.is_occupied:
        tile = view.board.tile_at(deployment.segment.position)
        place = "" if tile is None else tile.location(deployment.segment.index)
        position = str(deployment.segment.position)
        where = ("kind", kind.name), ("position", position), ("location", place)
        found.append(Refusal("base", "occupied", "B6", where))
    if meeple.only_unfinished and deployment.is_completed:
        found.append(Refusal("base", "completed", "B5", about))
    if kind.name == "field" and not view.option("base", "farmers"):
        position = str(deployment.segment.position)
        found.append(Refusal("base", "no_farmers", "B7", (("position", position),)))
    for judge in judges:
        found += judge.deployment_refusals(view, deployment)
    return tuple(refusal for refusal in found if refusal.key not in lifted)

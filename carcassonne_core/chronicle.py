"""What has happened, kept cheaply: one tuple a push, events only when somebody reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from carcassonne_core.action import Action, Deploy, Draw, Place
from carcassonne_core.board import Board
from carcassonne_core.deployment import PLACEMENT
from carcassonne_core.event import (
    Event,
    FeatureScored,
    Item,
    MeepleDeployed,
    TileDrawn,
    TilePlaced,
)
from carcassonne_core.feature import SegmentId
from carcassonne_core.feature_kind import Completion
from carcassonne_core.kernel import Kernel
from carcassonne_core.scoring import RULES, Score
from carcassonne_core.turn import Step

__all__ = ["Chronicle", "NO_NEWS", "News", "Past", "Standing", "deployed", "given", "scored"]

News = tuple[tuple[Any, ...], ...]
"""What has happened beyond the action itself: how to build each event, and its facts."""

NO_NEWS: News = ()
"""For an attribute to which more comes later, not `()`: type checkers, and mypyc with them, go on
believing that it is the empty tuple."""


Standing = tuple[
    Step, tuple[Step, ...], int, int, int, tuple[int, ...], Mapping[str, object], int,
    bool, bool, bool,
]  # fmt: skip
"""What a game keeps beside the kernel, in the order of `GameState._standing`."""


class Past(NamedTuple):
    """What `pop` needs to undo one push; a chain that copies of a game share.

    Attributes:
        previous: the push before.
        number: how many pushes there were up to this one.
        action: what was pushed.
        log: how the kernel is rolled back.
        news: what happened beyond the action.
        before: how the game stood.
    """

    previous: Past | None
    number: int
    action: Action
    log: list[int]
    news: News
    before: Standing

    @property
    def step(self) -> Step:
        """The step in which the action was pushed."""
        return self.before[0]


def pasts(last: Past | None) -> Iterator[Past]:
    """The pushes up to the last one, oldest first."""
    found: list[Past] = []
    while last is not None:
        found.append(last)
        last = last.previous
    return reversed(found)


def given() -> None:
    """Marks an event that is complete already."""


def deployed() -> None:
    """Marks an event that is built from a deployment."""


def scored() -> None:
    """Marks an event that is built from a score."""


class Chronicle:
    """Builds the events of a game from what was kept."""

    def __init__(self, kernel: Kernel, board: Board) -> None:
        self._kernel, self._board = kernel, board

    def events_of(self, past: Past) -> Iterator[Event]:
        """The events of one push."""
        action, player = past.action, past.step.player
        if isinstance(action, Draw):
            yield TileDrawn(player, action.tile)
        elif isinstance(action, Place):
            yield TilePlaced(player, action.tile, action.position, action.rotation)
        elif isinstance(action, Deploy):
            yield self._deployed(player, action.meeple, action.segment, PLACEMENT)
        yield from map(self.event, past.news)

    def event(self, raw: tuple[Any, ...]) -> Event:
        """One event."""
        build, *facts = raw
        event: Event
        if build is given:
            (event,) = facts
        elif build is scored:
            event = self._scored(*facts)
        elif build is deployed:
            event = self._deployed(*facts)
        else:
            event = build(*facts)
        return event

    def _deployed(self, player: int, meeple: str, segment: SegmentId, route: str) -> MeepleDeployed:
        tile = self._board.tile_at(segment.position)
        assert tile is not None
        kind = tile.segments[segment.index].kind.name
        return MeepleDeployed(player, meeple, segment, kind, route)

    def _scored(self, found: Score, returned: list[tuple[int, int]]) -> FeatureScored:
        kernel, board = self._kernel, self._board
        kind = kernel.table.feature_kinds[kernel.kind(found.root)]
        tiles = tuple(map(board.position, found.tiles))
        if kind.completion is Completion.SURROUNDED:
            (centre,) = tiles
            tiles = (centre, *(beside for beside in centre.surroundings if beside in board))
        return FeatureScored(
            kind.name,
            found.occasion,
            tiles,
            tuple(Item(*item) for item in found.items),
            tuple(found.strengths.items()),
            tuple(found.points.items()),
            tuple(board.figure(segment, figure) for segment, figure in returned),
            found.rule or RULES.get(kind.name, "B8"),
            found.bonuses,
        )

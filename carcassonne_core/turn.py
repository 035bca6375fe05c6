"""The course of a turn: steps in which somebody, or chance, decides.

A turn runs draw, place, deploy, score. An expansion's steps come between (`TakeStep`). Who decides
a step may be another player than the one whose turn it is.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

__all__ = ["DEPLOY", "DRAW", "OVER", "PLACE", "SCORE", "Slot", "Step"]

DRAW: Final = "draw"
"""Name of the step in which chance gives a tile."""

PLACE: Final = "place"
"""Name of the step in which the tile in hand is placed."""

DEPLOY: Final = "deploy"
"""Name of the step in which a figure may be deployed, or an expansion's alternative be chosen."""

SCORE: Final = "score"
"""Name of the phase in which complete features are scored; nobody decides anything there."""

OVER: Final = "over"
"""Name of the step of a game that has ended."""


class Slot(Enum):
    """A moment between the phases of a part of a turn at which expansions are asked, once.

    A part runs `BEFORE_DRAW`, draw, place, `AFTER_TILE`, deploy, `AFTER_DEPLOY`, score,
    `AFTER_SCORE`.
    """

    BEFORE_DRAW = "before_draw"
    AFTER_TILE = "after_tile"
    AFTER_DEPLOY = "after_deploy"
    AFTER_SCORE = "after_score"


@frozen
class Step:
    """One decision that the game waits for.

    Attributes:
        name: what is to be decided.
        player: the seat that decides; for chance, the player for whom the die or tile is.
        owner: name of the expansion that offers the actions.
        is_chance: whether chance decides.
        data: facts that the owner keeps for this step, a frozen value.
        meeples: in a deploy step, the kinds of figures that may be used; None for all.
        may_pass: whether the step may be passed; the base game's deploy step always may.
        tile: in a place step that takes the place of a draw, the tile that may be placed.
    """

    name: str
    player: int
    owner: str = "base"
    is_chance: bool = False
    data: object = None
    meeples: frozenset[str] | None = None
    may_pass: bool = False
    tile: str = ""

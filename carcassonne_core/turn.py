"""The course of a turn: steps in which somebody, or chance, decides.

A turn runs draw, place, deploy, score. An expansion's steps come between (`TakeStep`). Who decides
a step may be another player than the one whose turn it is.
"""

from __future__ import annotations

from attrs import frozen

__all__ = ["DEPLOY", "DRAW", "OVER", "PLACE", "Step"]

DRAW = "draw"
"""Name of the step in which chance gives a tile."""

PLACE = "place"
"""Name of the step in which the tile in hand is placed."""

DEPLOY = "deploy"
"""Name of the step in which a figure may be deployed, or an expansion's alternative be chosen."""

OVER = "over"
"""Name of the step of a game that has ended."""


@frozen
class Step:
    """One decision that the game waits for.

    Attributes:
        name: what is to be decided.
        player: the seat that decides; for chance, the player for whom the die or tile is.
        owner: name of the expansion that offers the actions.
        is_chance: whether chance decides.
        data: facts that the owner keeps for this step, a frozen value.
    """

    name: str
    player: int
    owner: str = "base"
    is_chance: bool = False
    data: object = None

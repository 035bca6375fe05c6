"""Every reason against an action: the base game's rules on steps, draws, placements, deployments.

B2 to B7 of the base game's rulings; what expansions say is asked through their hooks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from carcassonne_core.action import Action, Deploy, Draw, Pass, Place
from carcassonne_core.compass import Rotation, Side
from carcassonne_core.deployment import Deployment, deployment_refusals
from carcassonne_core.errors import Refusal
from carcassonne_core.expansion import Placement
from carcassonne_core.face_table import ANY
from carcassonne_core.feature import SegmentId
from carcassonne_core.kernel import position_code
from carcassonne_core.position import Position
from carcassonne_core.turn import DEPLOY, DRAW, PLACE

if TYPE_CHECKING:
    from carcassonne_core.game_state import GameState
    from carcassonne_core.tile import OrientedTile

__all__ = ["action_refusals", "expansion_refusals", "is_well_formed", "placement_refusals"]

_STEPS: dict[type[Action], str] = {Draw: DRAW, Place: PLACE, Deploy: DEPLOY, Pass: DEPLOY}


def action_refusals(game: GameState, action: Action) -> tuple[Refusal, ...]:
    """Every reason against an action in a game now; none means that it is legal."""
    if game.is_over:
        return (Refusal("base", "game_over", "B15"),)
    owner = game.rules.action_owners.get(type(action))
    if owner is None or not is_well_formed(action):
        verb = str(getattr(action, "verb", type(action).__name__))
        return (Refusal("base", "not_an_action", "B2", (("verb", verb),)),)
    step = game.step
    wanted = _STEPS.get(type(action), DEPLOY)
    if isinstance(action, Pass) and step.may_pass:
        return ()
    right = step.name == wanted if step.owner == "base" else step.owner == owner.name
    if not right:
        facts = (("step", step.name), ("verb", action.verb))
        return (Refusal("base", "wrong_step", "B2", facts),)
    if isinstance(action, Pass):
        return ()
    if step.meeples is not None and action.figure not in step.meeples:
        facts = (("meeple", str(action.figure)), ("meeples", ", ".join(sorted(step.meeples))))
        return (Refusal("base", "not_this_figure", "B5", facts),)
    if isinstance(action, Draw):
        return _draw_refusals(game, action)
    if isinstance(action, Place):
        return placement_refusals(game, action)
    if isinstance(action, Deploy):
        return _deploy_refusals(game, action)
    return tuple(owner.action_refusals(game, action))


def _draw_refusals(game: GameState, action: Draw) -> tuple[Refusal, ...]:
    number = game.rules.table.type_of.get(action.tile)
    tile = ("tile", action.tile)
    if number is None:
        return (Refusal("base", "unknown_tile", "B3", (tile,)),)
    drawable = game.drawable
    if action.tile in drawable:
        return ()
    if action.tile not in game.stack:
        return (Refusal("base", "not_in_stack", "B3", (tile,)),)
    return (Refusal("base", "not_next", "B3", (tile, ("next", ", ".join(drawable)))),)


def placement_refusals(game: GameState, action: Place) -> tuple[Refusal, ...]:
    """Every reason against a placement of the tile in hand (B4)."""
    if action.tile != game.hand:
        facts = (("tile", action.tile), ("hand", game.hand or ""))
        return (Refusal("base", "not_in_hand", "B4", facts),)
    position = action.position
    where = ("position", str(position))
    if position in game.board:
        return (Refusal("base", "position_taken", "B4", (where,)),)
    demands = game.board.demands(position)
    if not demands or position_code(position.x, position.y) is None:
        return (Refusal("base", "no_neighbour", "B4", (where,)),)
    number = game.rules.table.type_of[action.tile]
    tile = game.rules.table.oriented[4 * number + action.rotation]
    if tile.tile.any_edge and len(demands) < len(Side):
        return (Refusal("base", "not_enclosed", "B4", (where,)),)
    wrong = [
        side.name
        for side, letter in demands.items()
        if ANY not in (letter, tile.edge(side)) and letter != tile.edge(side)
    ]
    if wrong:
        return (Refusal("base", "edges_differ", "B4", (where, ("sides", " ".join(wrong)))),)
    adrift = _adrift(tile, demands)
    if adrift:
        facts = (where, ("kinds", ", ".join(adrift)))
        return (Refusal("base", "not_continued", "B4", facts),)
    return tuple(expansion_refusals(game, Placement(game.step.player, tile, position)))


def _adrift(tile: OrientedTile, demands: Mapping[Side, str]) -> list[str]:
    """The kinds on a tile that must go on with a neighbour's, if none of them does."""
    parts = [segment for segment in tile.segments if segment.kind.continues]
    if any(side in demands for segment in parts for side in segment.sides):
        return []
    return sorted({segment.kind.name for segment in parts})


def expansion_refusals(game: GameState, placement: Placement) -> Iterator[Refusal]:
    """The expansions' reasons against a placement in which the edges agree."""
    rules = game.rules
    for judge in rules.hooks.placement_judges[rules.table.type_of[placement.tile.id]]:
        yield from judge.placement_refusals(game, placement)


def _deploy_refusals(game: GameState, action: Deploy) -> tuple[Refusal, ...]:
    meeple = game.rules.meeple_numbers.get(action.meeple)
    if meeple is None:
        return (Refusal("base", "unknown_meeple", "B5", (("meeple", action.meeple),)),)
    where = ("position", str(action.segment.position))
    tile = game.board.tile_at(action.segment.position)
    if tile is None:
        return (Refusal("base", "no_tile", "B5", (where,)),)
    if not 0 <= action.segment.index < len(tile.segments):
        facts = (where, ("segment", action.segment.index))
        return (Refusal("base", "no_segment", "B5", facts),)
    kind = game.rules.meeples[meeple]
    deployment = Deployment(game.step.player, kind, action.segment, game.board)
    return deployment_refusals(game, deployment)


def is_well_formed(action: Action) -> bool:
    """Whether the fields of a base action have the types they should; values come later."""
    if isinstance(action, Draw):
        return isinstance(action.tile, str)
    if isinstance(action, Place):
        right = isinstance(action.tile, str) and isinstance(action.rotation, Rotation)
        return right and _is_position(action.position)
    if isinstance(action, Deploy):
        right = isinstance(action.meeple, str) and isinstance(action.segment, SegmentId)
        return right and type(action.segment.index) is int and _is_position(action.segment.position)
    return True


def _is_position(value: object) -> bool:
    return isinstance(value, Position) and type(value.x) is int and type(value.y) is int

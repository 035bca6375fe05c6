"""The rules of Carcassonne: a tile grid, a feature graph, and hooks for expansions.

Everything a user needs can be imported from here; a name is loaded when it is first used, and
neither networkx nor shapely before somebody asks for a graph or a shape.

Example:
    >>> from random import Random
    >>> from carcassonne_core import Game
    >>> game, random = Game(2), Random(1)
    >>> while not game.is_over:
    ...     if game.is_chance:
    ...         game.push(game.sample_chance(random))
    ...     else:
    ...         game.push(random.choice(game.legal_actions))
    >>> game.ply > 200
    True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

# Not lazy: importing a module of that name later would put the module in its place.
from carcassonne_core.majority import majority as majority

if TYPE_CHECKING:  # each name `as` itself: that exports it to type checkers
    from carcassonne_core.action import (
        Action as Action,
        Deploy as Deploy,
        Draw as Draw,
        Pass as Pass,
        Place as Place,
    )
    from carcassonne_core.batch import (
        PlayoutFailure as PlayoutFailure,
        PlayoutResults as PlayoutResults,
        playouts as playouts,
    )
    from carcassonne_core.board import (
        Board as Board,
    )
    from carcassonne_core.compass import (
        Direction as Direction,
        HalfEdge as HalfEdge,
        Rotation as Rotation,
        Side as Side,
    )
    from carcassonne_core.deployment import (
        PLACEMENT as PLACEMENT,
        Deployment as Deployment,
    )
    from carcassonne_core.effect import (
        AnotherPart as AnotherPart,
        Award as Award,
        DeployFigure as DeployFigure,
        Effect as Effect,
        Emit as Emit,
        EndDeployment as EndDeployment,
        NewState as NewState,
        ScoreFeature as ScoreFeature,
        TakeStep as TakeStep,
    )
    from carcassonne_core.errors import (
        CarcassonneError as CarcassonneError,
        ExpansionError as ExpansionError,
        IllegalActionError as IllegalActionError,
        NotationError as NotationError,
        OptionError as OptionError,
        RecordError as RecordError,
        Refusal as Refusal,
        SetupError as SetupError,
        TileSetError as TileSetError,
        UnknownExpansionError as UnknownExpansionError,
    )
    from carcassonne_core.event import (
        Event as Event,
        FeatureScored as FeatureScored,
        GameEnded as GameEnded,
        Item as Item,
        MeepleDeployed as MeepleDeployed,
        Occasion as Occasion,
        PointsAwarded as PointsAwarded,
        TileDiscarded as TileDiscarded,
        TileDrawn as TileDrawn,
        TilePlaced as TilePlaced,
    )
    from carcassonne_core.expansion import (
        Expansion as Expansion,
        Option as Option,
        OptionValue as OptionValue,
        Placement as Placement,
        PointsChange as PointsChange,
        Scoring as Scoring,
        View as View,
        Weighing as Weighing,
    )
    from carcassonne_core.feature import (
        Feature as Feature,
        Figure as Figure,
        SegmentId as SegmentId,
    )
    from carcassonne_core.feature_graph import (
        joined as joined,
    )
    from carcassonne_core.feature_kind import (
        CITY as CITY,
        CLOISTER as CLOISTER,
        COMMON as COMMON,
        FIELD as FIELD,
        GARDEN as GARDEN,
        MONASTIC as MONASTIC,
        ROAD as ROAD,
        Completion as Completion,
        FeatureKind as FeatureKind,
        Joins as Joins,
    )
    from carcassonne_core.game import (
        Game as Game,
    )
    from carcassonne_core.legal_actions import (
        LegalActions as LegalActions,
    )
    from carcassonne_core.meeple import (
        FOLLOWER as FOLLOWER,
        MeepleKind as MeepleKind,
        can_stand_on as can_stand_on,
    )
    from carcassonne_core.notation import (
        action_text as action_text,
        action_texts as action_texts,
        parse_action as parse_action,
    )
    from carcassonne_core.playout import (
        random_playout as random_playout,
    )
    from carcassonne_core.position import (
        Position as Position,
    )
    from carcassonne_core.record import (
        dump_record as dump_record,
        dumps_record as dumps_record,
        load_record as load_record,
        loads_record as loads_record,
    )
    from carcassonne_core.rule_set import (
        RuleSet as RuleSet,
        installed_expansions as installed_expansions,
    )
    from carcassonne_core.tile import (
        Mark as Mark,
        MarkType as MarkType,
        OrientedTile as OrientedTile,
        Segment as Segment,
        Tile as Tile,
    )
    from carcassonne_core.tile_set import (
        TileSet as TileSet,
        lint_tile_set as lint_tile_set,
        load_tile_set as load_tile_set,
    )
    from carcassonne_core.turn import (
        Slot as Slot,
        Step as Step,
    )

__version__ = "0.1.0"

_ROOMS = {
    "action": "Action Deploy Draw Pass Place",
    "batch": "PlayoutFailure PlayoutResults playouts",
    "board": "Board",
    "compass": "Direction HalfEdge Rotation Side",
    "deployment": "Deployment PLACEMENT",
    "effect": "AnotherPart Award DeployFigure Effect Emit EndDeployment NewState ScoreFeature "
    "TakeStep",
    "errors": "CarcassonneError ExpansionError IllegalActionError NotationError OptionError "
    "RecordError Refusal SetupError TileSetError UnknownExpansionError",
    "event": "Event FeatureScored GameEnded Item MeepleDeployed Occasion "
    "PointsAwarded TileDiscarded TileDrawn TilePlaced",
    "expansion": "Expansion Option OptionValue Placement PointsChange Scoring View Weighing",
    "feature": "Feature Figure SegmentId",
    "feature_graph": "joined",
    "feature_kind": "CITY CLOISTER COMMON Completion FIELD FeatureKind GARDEN Joins MONASTIC ROAD",
    "game": "Game",
    "legal_actions": "LegalActions",
    "majority": "majority",
    "meeple": "FOLLOWER MeepleKind can_stand_on",
    "notation": "action_text action_texts parse_action",
    "playout": "random_playout",
    "position": "Position",
    "record": "dump_record dumps_record load_record loads_record",
    "rule_set": "RuleSet installed_expansions",
    "tile": "Mark MarkType OrientedTile Segment Tile",
    "tile_set": "TileSet lint_tile_set load_tile_set",
    "turn": "Slot Step",
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = [*_ROOM_OF]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> object:
    room = _ROOM_OF.get(name)
    if room is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{room}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOM_OF})

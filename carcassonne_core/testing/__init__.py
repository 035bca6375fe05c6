"""The proof kit: strategies, laws and machines with which rules are verified.

It needs hypothesis, the extra `testing`; nothing else in this library imports it. A name is loaded
when it is first used.

Example:
    >>> from hypothesis import given, settings
    >>> from carcassonne_core.testing import games
    >>> @settings(max_examples=10)
    ... @given(games())
    ... def nobody_has_less_than_nothing(game):
    ...     assert min(game.scores) >= 0
    >>> nobody_has_less_than_nothing()
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # each name `as` itself: that exports it to type checkers
    from carcassonne_core.testing.attempt_strategies import attempts as attempts
    from carcassonne_core.testing.choices import choose_action as choose_action
    from carcassonne_core.testing.contracts import (
        Contract as Contract,
        ContractBrokenError as ContractBrokenError,
        EngineAdapter as EngineAdapter,
        EngineContract as EngineContract,
        EngineProcess as EngineProcess,
        EngineProcessError as EngineProcessError,
        LandingAdapter as LandingAdapter,
        LandingContract as LandingContract,
        PlacedFigure as PlacedFigure,
        PlacedTile as PlacedTile,
        PlainAction as PlainAction,
        ScoringAdapter as ScoringAdapter,
        ScoringContract as ScoringContract,
        SetUp as SetUp,
        Spot as Spot,
        Table as Table,
    )
    from carcassonne_core.testing.expansion_check import check_expansion as check_expansion
    from carcassonne_core.testing.fingerprints import fingerprint as fingerprint
    from carcassonne_core.testing.golden import (
        GoldenSetup as GoldenSetup,
        PlaythroughError as PlaythroughError,
        check_playthrough as check_playthrough,
        playthrough as playthrough,
    )
    from carcassonne_core.testing.invariants import (
        LAWS as LAWS,
        Law as Law,
        LawBrokenError as LawBrokenError,
        check_game as check_game,
        require as require,
    )
    from carcassonne_core.testing.machine import GameMachine as GameMachine
    from carcassonne_core.testing.referee import Referee as Referee
    from carcassonne_core.testing.strategies import (
        actions as actions,
        boards as boards,
        finished_games as finished_games,
        games as games,
        positions as positions,
        rotations as rotations,
        rule_sets as rule_sets,
        seats as seats,
        tile_sets as tile_sets,
        tiles as tiles,
    )
    from carcassonne_core.testing.table_strategies import lines as lines, tables as tables
    from carcassonne_core.testing.wrong_inputs import (
        damaged_documents as damaged_documents,
        damaged_texts as damaged_texts,
        wrong_notations as wrong_notations,
        wrong_records as wrong_records,
        wrong_values as wrong_values,
    )

_ROOMS = {
    "attempt_strategies": "attempts",
    "choices": "choose_action",
    "contracts": "Contract ContractBrokenError EngineAdapter EngineContract EngineProcess "
    "EngineProcessError LandingAdapter LandingContract PlacedFigure PlacedTile PlainAction "
    "ScoringAdapter ScoringContract SetUp Spot Table",
    "expansion_check": "check_expansion",
    "fingerprints": "fingerprint",
    "golden": "GoldenSetup PlaythroughError check_playthrough playthrough",
    "invariants": "LAWS Law LawBrokenError check_game require",
    "machine": "GameMachine",
    "referee": "Referee",
    "strategies": "actions boards finished_games games positions rotations rule_sets seats "
    "tile_sets tiles",
    "table_strategies": "lines tables",
    "wrong_inputs": "damaged_documents damaged_texts wrong_notations wrong_records wrong_values",
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

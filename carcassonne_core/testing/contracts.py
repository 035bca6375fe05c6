"""Contracts for foreign engines: classes of tests to which an engine's author gives an adapter.

| contract | judges | its adapter answers |
|---|---|---|
| `LandingContract` | where a flight may end | `board`, `landings` |
| `ScoringContract` | completion, value, majority | `board`, `is_completed`, `points` |
| `EngineContract` | a whole game | `start`, `legal_actions`, `push`, `scores`, `supplies` |

A subclass in a test module is all that pytest needs: `class TestMine(ScoringContract): adapter =
MyAdapter()`. A breach is shrunk to the simplest table that shows it; the error names the ruling,
shows the table as text, and says where it is drawn. An engine in another language answers by lines
of JSON: `EngineProcess` is an adapter for all three.
"""

from __future__ import annotations

from carcassonne_core.testing.contract import Contract, ContractBrokenError
from carcassonne_core.testing.engine_contract import EngineAdapter, EngineContract, SetUp
from carcassonne_core.testing.engine_process import EngineProcess, EngineProcessError
from carcassonne_core.testing.landing_contract import LandingAdapter, LandingContract
from carcassonne_core.testing.plain_actions import PlainAction
from carcassonne_core.testing.scoring_contract import ScoringAdapter, ScoringContract
from carcassonne_core.testing.table import PlacedFigure, PlacedTile, Spot, Table

__all__ = ["Contract", "ContractBrokenError", "EngineAdapter", "EngineContract", "EngineProcess"]
__all__ += ["EngineProcessError", "LandingAdapter", "LandingContract", "PlacedFigure"]
__all__ += ["PlacedTile", "PlainAction", "ScoringAdapter", "ScoringContract", "SetUp", "Spot"]
__all__ += ["Table"]

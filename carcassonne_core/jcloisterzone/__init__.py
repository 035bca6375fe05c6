"""Games recorded from JCloisterZone's engine, replayed in ours and compared step by step.

A side room: nothing in the core imports it, and it knows expansions only by their names.
"""

from __future__ import annotations

from carcassonne_core.jcloisterzone.check import (
    CheckReport,
    ConfigurationReport,
    check_paths,
    report_table,
)
from carcassonne_core.jcloisterzone.json_value import OracleFileError
from carcassonne_core.jcloisterzone.load import load_save
from carcassonne_core.jcloisterzone.reader import OracleGame, read_game
from carcassonne_core.jcloisterzone.replay import Difference, Replay

__all__ = ["CheckReport", "ConfigurationReport", "Difference", "OracleFileError", "OracleGame"]
__all__ += ["Replay", "check_paths", "load_save", "read_game", "report_table"]

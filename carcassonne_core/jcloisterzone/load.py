"""A replay of JCloisterZone as a game of ours."""

from __future__ import annotations

from pathlib import Path

from carcassonne_core.game import Game
from carcassonne_core.jcloisterzone.json_value import OracleFileError
from carcassonne_core.jcloisterzone.save_player import GiveUpError, SavePlayer
from carcassonne_core.jcloisterzone.save_reader import read_save
from carcassonne_core.jcloisterzone.save_translation import translate_save

__all__ = ["load_save"]


def load_save(path: str | Path) -> Game:
    """The game that a `.jcz` replay records.

    Raises:
        OracleFileError: it cannot be read, needs what is not installed, or does what is refused.
    """
    saved = read_save(path)
    found = translate_save(saved)
    if found.rules is None:
        raise OracleFileError(saved.file, "", f"needs {', '.join(found.needs)}")
    player = SavePlayer(saved, found.rules)
    try:
        player.play()
    except GiveUpError as error:
        reason = f"cannot be played: {player.differences[-1]}"
        raise OracleFileError(saved.file, f"replay[{player.steps}]", reason) from error
    return player.game

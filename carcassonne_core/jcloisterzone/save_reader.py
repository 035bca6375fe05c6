"""Reads replays with expected results (`.jcz`): what is played, the messages, what must be true.

Such a file is plain JSON. No state is stored in it: the game is the list of messages, and sentences
tell what must be true when all of them are played. Whatever is missing or of another type is an
`OracleFileError` that names the file and the field.
"""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.facts import Message, Setup
from carcassonne_core.jcloisterzone.json_value import MOST, OracleFileError, Value, parse_json
from carcassonne_core.jcloisterzone.reader import read_message, read_setup

__all__ = ["SavedGame", "Sent", "read_save"]


@frozen
class Sent:
    """A message, and the seat that sent it, None where that is not said."""

    message: Message
    player: int | None


@frozen
class SavedGame:
    """A replay with expected results.

    Attributes:
        file: its path.
        players: the names in the order of seats.
        setup: what is played.
        draw_order: the tiles that are drawn first, in this order.
        end_turn: the turn after which the game ends with its final scoring; None for the last one.
        replay: every message, in order.
        assertions: the sentences about what must be true at the end.
    """

    file: str
    players: tuple[str, ...]
    setup: Setup
    draw_order: tuple[str, ...]
    end_turn: int | None
    replay: tuple[Sent, ...]
    assertions: tuple[str, ...]


def read_save(path: str | Path) -> SavedGame:
    """Reads a replay with expected results.

    Raises:
        OracleFileError: it cannot be read; names the file and the field.
    """
    file = str(path)
    try:
        with open(path, "rb") as stream:
            text = stream.read(MOST + 1)
    except OSError as error:
        raise OracleFileError(file, "", f"cannot be read: {error}") from error
    data = parse_json(text, file)
    setup = data["setup"]
    players = tuple(player["name"].text for player in data["players"])
    notes, test = data.get("gameAnnotations"), data.get("test")
    order = None if notes is None else notes.get("drawOrder")
    end = None if notes is None else notes.get("endTurn")
    return SavedGame(
        file,
        players,
        read_setup(setup, len(players)),
        () if order is None else tuple(tile.text for tile in order),
        None if end is None else end.number,
        tuple(map(_sent, data["replay"])),
        () if test is None else tuple(sentence.text for sentence in test["assertions"]),
    )


def _sent(sent: Value) -> Sent:
    kind, payload = sent["type"].text, sent["payload"]
    message = read_message(kind, payload)
    if message.place is not None and message.place.feature in names.CHOICES:
        _ = payload["random"].fraction  # a flight needs its die
    return Sent(message, sent["player"].number if "player" in sent else None)

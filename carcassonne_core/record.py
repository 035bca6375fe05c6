"""Records: set-up, actions and version as JSON, from which any position can be reached again.

A record holds no state, only how it came about, so it can be read by people, compared and repaired;
a game can be saved at any moment, also while somebody is in the air.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from carcassonne_core.errors import CarcassonneError, RecordError
from carcassonne_core.game import Game
from carcassonne_core.notation import action_texts, parse_action
from carcassonne_core.rule_set import RuleSet

__all__ = ["FORMAT", "VERSION", "dump_record", "dumps_record", "load_record", "loads_record"]

FORMAT = "carcassonne-record"
"""What the field `format` of every record says."""

VERSION = 1
"""The version of the format that is written; others are refused."""

_FIELDS: dict[str, type | tuple[type, ...]] = {
    "players": list,
    "expansions": list,
    "options": dict,
    "sets": dict,
    "meeples": dict,
    "draw_order": list,
    "actions": list,
}


def dumps_record(game: Game) -> str:
    """The record of a game as JSON text.

    Example:
        >>> from carcassonne_core import Game
        >>> game = Game(2).replay(["draw BA/C"])
        >>> loads_record(dumps_record(game)) == game
        True
    """
    record = {
        "format": FORMAT,
        "version": VERSION,
        "players": list(game.names),
        "expansions": list(game.rules.names),
        "options": dict(game.rules.options),
        "sets": dict(game.rules.sets),
        "meeples": dict(game.rules.meeple_counts),
        "draw_order": list(game.draw_order),
        "actions": action_texts(game),
    }
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def dump_record(game: Game, path: str | Path) -> None:
    """Writes the record of a game to a file."""
    Path(path).write_text(dumps_record(game), encoding="utf-8")


def load_record(path: str | Path) -> Game:
    """The game that a file records.

    Raises:
        RecordError: it cannot be read; names the first bad action or the missing expansion.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot read {path}: {error}") from error
    return loads_record(text)


def loads_record(text: str) -> Game:
    """The game that a JSON text records.

    Raises:
        RecordError: it cannot be read; names the first bad action or the missing expansion.

    Example:
        >>> loads_record("{}")
        Traceback (most recent call last):
        ...
        carcassonne_core.errors.RecordError: field 'format' is None: expected 'carcassonne-record'
    """
    record = _read(text)
    try:
        chosen = {name: record[name] for name in ("options", "sets", "meeples")}
        rules = RuleSet(record["expansions"], **chosen)
        game = Game(record["players"], rules, draw_order=record["draw_order"])
    except CarcassonneError as error:
        raise RecordError(str(error)) from error
    for number, action in enumerate(record["actions"]):
        try:
            game.push(parse_action(game, action))
        except CarcassonneError as error:
            raise RecordError(f"{action!r}: {error}", number) from error
    return game


def _read(text: str) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise RecordError(f"not JSON: {error}") from error
    if not isinstance(record, dict):
        raise RecordError(f"expected a JSON object, got {type(record).__name__}")
    for name, wanted in (("format", FORMAT), ("version", VERSION)):
        if record.get(name) != wanted or isinstance(record[name], bool):
            raise RecordError(f"field {name!r} is {record.get(name)!r}: expected {wanted!r}")
    for name, kind in _FIELDS.items():
        if not isinstance(record.get(name), kind):
            what = "an object" if kind is dict else "a list"
            raise RecordError(f"field {name!r} is {record.get(name)!r}: expected {what}")
    unknown = record.keys() - _FIELDS.keys() - {"format", "version"}
    if unknown:
        raise RecordError(f"unknown field {min(unknown)!r}")
    for name in ("players", "expansions", "draw_order", "actions"):
        for index, value in enumerate(record[name]):
            if not isinstance(value, str):
                raise RecordError(f"{name}[{index}] is {value!r}: expected a text")
    for name, value in record["options"].items():
        if not isinstance(value, str | int | bool | None):
            raise RecordError(f"option {name!r} is {value!r}: expected a text, a number or a truth")
    return record

"""Writes small replays with expected results, message by message."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

Json = dict[str, Any]

COMMIT: Json = {"type": "COMMIT", "payload": {"random": 0.25}}
PASS: Json = {"type": "PASS", "payload": {}}
UNDO: Json = {"type": "UNDO", "payload": {}}
GAME_OVER: Json = {"type": "GAME_OVER", "payload": {}}


def tile(name: str, rotation: int, x: int, y: int) -> Json:
    """A tile is placed."""
    payload = {"tileId": name, "rotation": f"R{rotation}", "position": [x, y]}
    return {"type": "PLACE_TILE", "payload": payload}


def deploy(
    figure: str, feature: str, location: str, x: int, y: int, random: float | None = None
) -> Json:
    """A figure is deployed; `random` is for a flight."""
    pointer = {"position": [x, y], "feature": feature, "location": location}
    payload: Json = {"meepleId": figure, "pointer": pointer}
    return {
        "type": "DEPLOY_MEEPLE",
        "payload": payload if random is None else payload | {"random": random},
    }


def contents(
    replay: Sequence[Json],
    assertions: Sequence[str] = (),
    *,
    players: Sequence[str] = ("Ada", "Ben"),
    sets: Mapping[str, int] | None = None,
    elements: Mapping[str, object] | None = None,
    rules: Mapping[str, object] | None = None,
    order: Sequence[str] | None = None,
    end: int | None = None,
) -> Json:
    """What a file holds; the base game with fields if nothing is said."""
    notes: Json = {} if order is None else {"drawOrder": list(order)}
    found = {
        "appVersion": "6.1.0",
        "initialRandom": 0.5,
        "setup": {
            "sets": {"basic:1": 1} | dict(sets or {}),
            "elements": {"small-follower": 7, "farmers": True} | dict(elements or {}),
            "rules": dict(rules or {}),
            "timer": None,
            "start": [{"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0}],
        },
        "players": [{"name": name, "slot": slot} for slot, name in enumerate(players)],
        "gameAnnotations": notes if end is None else notes | {"endTurn": end},
        "replay": list(replay),
        "test": {"description": "of our own", "assertions": list(assertions)},
    }
    return deepcopy(found)


def write(found: Json, path: Path) -> Path:
    """Writes a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found), encoding="utf-8")
    return path

"""Whole games recorded from another engine: at every ply the same choices, the same points.

The records are in our own format; beside each stands what the other engine offered and counted.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from make_records import FOLDER, digest

from carcassonne_core import Game, TileDiscarded, action_text, load_record
from carcassonne_core.turn import DRAW

RECORDS = sorted(path for path in FOLDER.glob("*.json") if not path.stem.endswith(".oracle"))


def _replayed(path: Path) -> tuple[Game, list[str], list[str]]:
    """The game at its end, and what it offered and counted at the plies that the oracle names."""
    finished = load_record(path)
    said = json.loads(path.with_suffix(".oracle.json").read_text())
    asked = {int(line.split()[0]) for line in said["choices"]}
    counted = {int(line.split()[0]) for line in said["points"]}
    game = Game(finished.names, finished.rules, draw_order=finished.draw_order)
    choices, points = [], []
    for action in (*finished.actions, None):
        if game.ply in asked:
            texts = [action_text(game, choice) for choice in game.legal_actions]
            choices.append(f"{game.ply} {len(texts)} {digest(texts)}")
        if game.ply in counted:
            points.append(f"{game.ply} {' '.join(map(str, game.scores))}")
        if action is not None:
            game.push(action)
    return game, choices, points


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.stem))
def test_a_game_goes_as_in_another_engine(path: Path) -> None:
    said = json.loads(path.with_suffix(".oracle.json").read_text())
    game, choices, points = _replayed(path)
    assert said["choices"] == choices
    assert said["points"] == points
    assert game.is_over
    assert tuple(said["final"]) == game.scores


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.stem))
def test_the_other_engine_says_something_about_every_decision(path: Path) -> None:
    said = json.loads(path.with_suffix(".oracle.json").read_text())
    game = load_record(path)
    decisions = []
    while game.ply:
        game.pop()
        if not game.is_chance:
            decisions.append(game.ply)
    assert [int(line.split()[0]) for line in said["choices"]] == decisions[::-1]


def test_the_records_hold_what_is_rare() -> None:
    """Three and five players, no farmers, discarded tiles, and what only some expansions have."""
    games = [load_record(path) for path in RECORDS]
    assert {game.players for game in games} >= {2, 3, 5}
    assert any(not game.rules.option("base", "farmers") for game in games)
    assert any(isinstance(event, TileDiscarded) for game in games for event in game.events)
    texts = [path.read_text() for path in RECORDS]
    assert any('"land city' in text for text in texts)
    rarities = "land road", "retrieve garden", "place AM/A", "move road", "build @", "deploy pig"
    for rare in rarities:
        assert any(f'"{rare}' in text for text in texts), rare


def test_a_discarded_tile_leaves_the_same_player_to_draw() -> None:
    found = 0
    for path in RECORDS:
        game = load_record(path)
        while game.ply:
            discarded = any(isinstance(e, TileDiscarded) for e in game.latest_events)
            if discarded and not game.is_over:
                player = game.decider
                assert game.step.name == DRAW
                game.pop()
                assert game.decider == player
                found += 1
            else:
                game.pop()
    assert found

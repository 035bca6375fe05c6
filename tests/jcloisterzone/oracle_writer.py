"""Plays a small game in our engine and writes it down as the oracle would.

The file says nothing about who is right: it is a faithful record in which a test falsifies one fact
at a time, to see that the checker finds it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from carcassonne_core import (
    Action,
    Draw,
    FeatureScored,
    Game,
    MeepleDeployed,
    Pass,
    RuleSet,
    SegmentId,
    TileDiscarded,
    action_text,
)
from carcassonne_core.jcloisterzone import board_facts, names
from carcassonne_core.turn import DEPLOY, DRAW

Json = dict[str, Any]

MACHINES = {"flier:1": 3}
"""A short game of roads and fields, with many flights."""

WHOLE = {"basic:1": 1, "flier:1": 2}
"""A game with everything."""

_FEATURES = {ours: theirs for theirs, ours in names.FEATURES.items()}
_SCORES = {ours: theirs for theirs, ours in reversed(names.SCORES.items())}


class OracleWriter:
    """A game in the making, and what the oracle would have written of it.

    Flights are preferred, so that a game has many of them.
    """

    def __init__(self, seed: int, sets: Mapping[str, int] = MACHINES) -> None:
        self.random = Random(seed)
        self.sets = sets
        ours = {name: copies for s, copies in sets.items() for name in names.SETS[s].sets}
        self.game = Game(2, RuleSet(["flying_machines"], sets=ours))
        self.steps: list[Json] = []
        self.draws: list[Json] = []
        self.discarded: list[str] = []
        self.scored: list[FeatureScored] = []
        self.final: list[Json] = []
        self.at_end = [0, 0]

    def write(self) -> Json:
        """Plays to the end and gives back the file's contents."""
        supply = self._supply()
        self._draw()
        pack = sum(self.game.stack.values())
        while not self.game.is_over:
            self._turn()
        game = self.game
        return {
            "format": 1,
            "config": "tiny",
            "seed": 1,
            "setup": {
                "players": 2,
                "sets": dict(self.sets),
                "elements": {"small-follower": 7, "farmers": True, "flier": True},
                "rules": {"tiny-city-scoring": "4", "barn-placement": "not-occupied"},
                "start": [{"tile": game.rules.start.id, "x": 0, "y": 0, "rotation": 0}],
            },
            "initial": {"pack": pack, "supply": supply},
            "draws": self.draws,
            "steps": self.steps,
            "final": {
                "points": list(game.scores),
                "inGame": [a - b for a, b in zip(game.scores, self.at_end, strict=True)],
                "atEnd": self.at_end,
                "finalScoring": self.final,
                "discarded": self.discarded,
                "deployed": self._standing(),
                "placedTiles": [
                    [tile.id, at.x, at.y, tile.rotation * 90]
                    for at, tile in game.board.tiles.items()
                ],
                "features": self._features(),
            },
        }

    def _push(self, action: Action) -> None:
        self.game.push(action)
        self.scored += [e for e in self.game.latest_events if isinstance(e, FeatureScored)]

    def _draw(self) -> list[Json]:
        game, events = self.game, []
        while game.step.name == DRAW:
            action = game.sample_chance(self.random)
            assert isinstance(action, Draw)
            player = game.decider
            self._push(action)
            gone = any(isinstance(event, TileDiscarded) for event in game.latest_events)
            if gone:
                self.discarded.append(action.tile)
                events.append({"type": "tile-discarded", "tile": action.tile})
            who = {"discarded": True} if gone else {"player": player}
            self.draws.append({"tile": action.tile} | who)
        return events

    def _turn(self) -> None:
        game = self.game
        placements = list(game.legal_actions)
        options: dict[tuple[int, int], list[int]] = {}
        for action in placements:
            _, _, rotation, at = action_text(game, action).split()
            x, y = map(int, at[1:].split(","))
            options.setdefault((x, y), []).append(int(rotation[1:]))
        placed = self.random.choice(placements)
        _, tile, rotation, at = action_text(game, placed).split()
        self._push(placed)
        x, y = map(int, at[1:].split(","))
        cells = [[*cell, turns] for cell, turns in options.items()]
        item = {"type": "TilePlacement", "tileId": tile, "options": cells}
        message = {"type": "PLACE_TILE", "tileId": tile, "rotation": rotation, "position": [x, y]}
        legal: Json = {"player": game.turn_player, "canPass": False, "items": [item]}
        event = {"tile": tile, "position": [x, y], "rotation": int(rotation[1:])}
        self._step("TilePhase", legal, message, [{"type": "tile-placed", **event}])
        self._deploy()
        events = self._draw()
        scores = [self._score(event) for event in self.scored]
        for event, score in zip(self.scored, scores, strict=True):
            if not event.is_completed:
                self.final.append(score)
                for player, points in event.points:
                    self.at_end[player] += points
        self.scored = []
        legal = {"player": legal["player"], "canPass": False, "items": [{"type": "Confirm"}]}
        self._step("CommitActionPhase", legal, {"type": "COMMIT", "random": 0.5}, scores + events)
        self.steps[-1]["deployed"] = self._standing()
        if game.turn < 4:
            self.steps[-1]["features"] = self._features()

    def _deploy(self) -> None:
        game = self.game
        while game.step.name in (DEPLOY, "land"):
            choices = list(game.legal_actions)
            if choices == [Pass()]:
                self._push(Pass())
                return
            words = [action_text(game, choice).split() for choice in choices]
            places = [self._place(choice) for choice in words if choice[0] != "pass"]
            item = {"type": "Meeple", "meeple": "SmallFollower", "options": places}
            can_pass = ["pass"] in words
            legal: Json = {"player": game.decider, "canPass": can_pass, "items": [item]}
            number = self.random.randrange(len(choices))
            flights = [i for i, choice in enumerate(words) if choice[0] == "fly"]
            number = flights[0] if flights and self.random.random() < 0.6 else number
            before = game.scores, self._supply()
            message, events, die = self._choose(choices[number], words[number])
            self._step("ActionPhase", legal, message, events)
            if die:
                self.steps[-1]["die"] = die
            if game.step.name == DRAW or game.is_over:
                points, supply = before
                if any(event["type"] == "meeple-deployed" for event in events):
                    supply[legal["player"]]["SmallFollower"] -= 1
                self.steps[-1] |= {"points": list(points), "supply": supply}

    def _choose(self, choice: Action, words: list[str]) -> tuple[Json, list[Json], int]:
        game = self.game
        if words == ["pass"]:
            self._push(choice)
            return {"type": "PASS"}, [], 0
        player = game.decider
        x, y, feature, location = self._place(words)
        pointer = {"position": [x, y], "feature": feature, "location": location}
        message: Json = {
            "type": "DEPLOY_MEEPLE",
            "pointer": pointer,
            "meepleId": f"{player}.small.1",
        }
        self._push(choice)
        events: list[Json] = []
        die = 0
        if words[0] == "fly":
            message["random"] = self.random.random()
            die = int(3 * message["random"]) + 1
            self._push(game.legal_actions[die - 1])
            events.append({"type": "flier-roll", "distance": die, "flierPosition": [x, y]})
        for event in game.latest_events:
            if isinstance(event, MeepleDeployed):
                deployed = {"player": event.player, "meeple": "SmallFollower", "to": pointer}
                events.append({"type": "meeple-deployed", **deployed})
        return message, events, die

    def _place(self, words: list[str]) -> list[Any]:
        if words[0] == "fly":
            last = self.game.board.last
            return [last.x, last.y, "FlyingMachine", "I"]
        *_, kind, location, at = words
        return [*map(int, at[1:].split(",")), _FEATURES[kind], location]

    # ------------------------------------------------------------------ facts after a step
    def _step(self, phase: str, legal: Json, action: Json, events: list[Json]) -> None:
        step = {"phase": phase, "legal": legal, "action": action, "events": events}
        self.steps.append(step | {"points": list(self.game.scores), "supply": self._supply()})

    def _supply(self) -> list[Json]:
        return [{"SmallFollower": self.game.supply(seat, "follower")} for seat in (0, 1)]

    def _standing(self) -> list[list[Any]]:
        return [
            ["SmallFollower", figure.player, *self._pointed(figure.segment)]
            for figure in self.game.board.figures
        ]

    def _pointed(self, segment: SegmentId) -> list[Any]:
        tile = self.game.board.tile_at(segment.position)
        assert tile is not None
        kind = tile.segments[segment.index].kind.name
        at = segment.position
        return [at.x, at.y, _FEATURES[kind], tile.location(segment.index)]

    def _features(self) -> list[Json]:
        found: list[Json] = []
        for feature in self.game.board.features:
            pointers = [self._pointed(segment) for segment in feature.segments]
            places = [[x, y, location] for x, y, _, location in pointers]
            owners = list(board_facts.owners(self.game, feature))
            found.append({"type": pointers[0][2], "places": places, "owners": owners})
            if feature.kind.name == "field":
                cities = {
                    other
                    for segment in feature.segments
                    for _, other, link in self.game.board.graph.edges(segment, "link")
                    if link == "borders"
                }
                found[-1]["cities"] = len(cities)
        for at, tile in self.game.board.tiles.items():
            if tile.marks:
                found.append({"type": "FlyingMachine", "places": [[at.x, at.y, "I"]]})
        return found

    def _score(self, event: FeatureScored) -> Json:
        items = [
            {"name": item.name, "count": item.count, "points": item.points}
            for item in event.items
            if item.count
        ]
        name = _SCORES[event.kind, event.is_completed]
        entries = []
        for player, points in event.points:
            entry = {"player": player, "points": points, "name": name, "items": items}
            x, y, feature, location = self._figure_on(event, player)
            pointer: Json = {"position": [x, y], "feature": feature, "location": location}
            if event.kind == "cloister":
                counted = [[tile.x, tile.y] for tile in event.tiles]
                pointer = {"featurePointer": pointer, "positions": counted}
            entries.append(entry | {"ptr": pointer})
        return {"type": "points", "points": entries}

    def _figure_on(self, event: FeatureScored, player: int) -> list[Any]:
        """A figure of a player paid; after the end of the game they still stand."""
        for figure in event.returned or self.game.board.figures:
            feature = self.game.board.feature(figure.segment)
            tiles = set(event.tiles)
            is_it = set(feature.tiles) == tiles or feature.kind.name == "cloister"
            is_it = is_it and feature.kind.name == event.kind and feature.tiles[0] in tiles
            if figure.player == player and is_it:
                return self._pointed(figure.segment)
        raise AssertionError(event)


def save(contents: Json, path: Path) -> Path:
    """Writes a file as the recorder does."""
    path.write_bytes(gzip.compress(json.dumps(contents).encode(), compresslevel=1))
    return path


def find_step(contents: Json, *, phase: str = "", action: str = "", event: str = "") -> int:
    """The number of the first step that is like this."""
    for number, step in enumerate(contents["steps"]):
        events: Iterable[str] = (found["type"] for found in step["events"])
        if (
            phase in step["phase"]
            and action in step["action"]["type"]
            and (not event or event in events)
        ):
            return number
    raise LookupError(f"no step with {phase} {action} {event}")

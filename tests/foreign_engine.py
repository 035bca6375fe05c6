"""A tiny engine of somebody else: right, slow, built on the referee alone.

As a module it is the adapter from which the wrong adapters of the tests derive; as a program it is
the process that answers by lines of JSON.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from carcassonne_core import Figure, Position, RuleSet, SegmentId
from carcassonne_core.testing.contracts import (
    PlacedFigure,
    PlacedTile,
    PlainAction,
    SetUp,
    Spot,
    Table,
)
from carcassonne_core.testing.referee import Referee
from carcassonne_core.testing.table import lying_tile, segment_of, spot_on


class TinyGame:
    """A game of which nothing is kept but tiles, figures, points and whose turn it is."""

    def __init__(self, rules: RuleSet, judge: type[Referee], set_up: SetUp) -> None:
        self.rules, self.judge = rules, judge
        self.players = set_up.players
        self.tiles = {Position(0, 0): lying_tile(rules, set_up.start, 0)}
        self.figures: tuple[Figure, ...] = ()
        self.stack = Counter(set_up.stack)
        self.supplies = [dict(set_up.supply) for _ in range(set_up.players)]
        self.scores = [0] * set_up.players
        self.player, self.step = 0, "draw"
        self.hand, self.last, self.flier = "", Position(0, 0), ""
        self.target = self.last

    @property
    def referee(self) -> Referee:
        return self.judge(self.tiles, self.figures)

    # ------------------------------------------------------------------ what may be done
    def legal_actions(self) -> list[PlainAction]:
        listed: Mapping[str, Any] = {
            "draw": lambda: [("draw", tile) for tile, count in self.stack.items() if count],
            "place": lambda: self.placements(self.hand),
            "deploy": lambda: [("pass",), *self.deployments(), *self.flights()],
            "roll": lambda: [("roll", 1), ("roll", 2), ("roll", 3)],
            "land": lambda: [("land", *self.words(s)) for s in self.landings()],
            "over": list,
        }
        found: list[PlainAction] = listed[self.step]()
        return found

    def placements(self, tile: str) -> list[PlainAction]:
        found = self.referee.placements(lying_tile(self.rules, tile, 0).tile)
        return [("place", tile, rotation.degrees, cell.x, cell.y) for cell, rotation in found]

    def deployments(self) -> list[PlainAction]:
        return [
            ("deploy", meeple, *self.words(segment))
            for meeple, count in self.supplies[self.player].items()
            if count
            for segment in self.referee.deployments(self.rules.meeple(meeple), self.last)
        ]

    def flights(self) -> list[PlainAction]:
        if self.tiles[self.last].mark("flying_machine") is None:
            return []
        return [("fly", meeple) for meeple, count in self.supplies[self.player].items() if count]

    def landings(self) -> Sequence[SegmentId]:
        return self.referee.landings(self.rules.meeple(self.flier), self.target)

    def words(self, segment: SegmentId) -> tuple[str, str, int, int]:
        spot = spot_on(self.tiles[segment.position], segment)
        return spot.kind, spot.place, spot.x, spot.y

    # ------------------------------------------------------------------ what is done
    def push(self, action: PlainAction) -> None:
        verb, *words = action
        getattr(self, f"_{verb}")(*words)

    def _draw(self, tile: str) -> None:
        self.stack[tile] -= 1
        self.hand, self.step = tile, "place"
        if not self.placements(tile):
            self.discard()

    def discard(self) -> None:
        self.hand, self.step = "", "draw"
        if not self.stack.total():
            self.finish()

    def _place(self, tile: str, degrees: int, x: int, y: int) -> None:
        self.last = Position(x, y)
        self.tiles[self.last] = lying_tile(self.rules, tile, degrees)
        self.hand, self.step = "", "deploy"

    def _pass(self) -> None:
        self.end_turn()

    def _deploy(self, meeple: str, kind: str, place: str, x: int, y: int) -> None:
        segment = segment_of(self.tiles, Spot(kind, place, x, y))
        self.figures += (Figure(self.player, self.rules.meeple(meeple), segment),)
        self.supplies[self.player][meeple] -= 1
        self.end_turn()

    def _fly(self, meeple: str) -> None:
        self.flier, self.step = meeple, "roll"

    def _roll(self, distance: int) -> None:
        mark = self.tiles[self.last].mark("flying_machine")
        assert mark is not None
        assert mark.direction is not None
        self.target = self.last.step(mark.direction, distance)
        self.step = "land"
        if not self.landings():
            self.end_turn()

    def _land(self, kind: str, place: str, x: int, y: int) -> None:
        self._deploy(self.flier, kind, place, x, y)

    def end_turn(self) -> None:
        self.pay(self.referee.turn_points(self.last, self.players))
        staying = self.referee.remaining(self.last)
        for figure in self.figures:
            if figure not in staying:
                self.supplies[figure.player][figure.meeple.name] += 1
        self.figures = staying
        self.player, self.step = (self.player + 1) % self.players, "draw"
        if not self.stack.total():
            self.finish()

    def finish(self) -> None:
        self.pay(self.referee.final_points(self.players))
        self.step = "over"

    def pay(self, points: Sequence[int]) -> None:
        self.scores = [had + more for had, more in zip(self.scores, points, strict=True)]


class Laid(NamedTuple):
    """A table as the tiny engine keeps it."""

    referee: Referee
    players: int

    def segment(self, spot: Spot) -> SegmentId:
        return segment_of(dict(self.referee.tiles), spot)


class RightAdapter:
    """The adapter of the tiny engine; what is wrong with an engine is in its judge or its game."""

    judge: type[Referee] = Referee
    game: type[TinyGame] = TinyGame

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    def board(self, table: Table) -> Laid:
        right = table.referee(self.rules)
        return Laid(self.judge(right.tiles, right.figures), table.players)

    def landings(
        self, board: Laid, meeple: str, position: tuple[int, int]
    ) -> dict[tuple[str, str], tuple[str, ...]] | None:
        referee, target = board.referee, Position(*position)
        if target not in referee.tiles:
            return None
        spots = {s: spot_on(referee.tiles[target], s) for s in referee.segments_at(target)}
        kind = self.rules.meeple(meeple)
        return {(p.kind, p.place): referee.landing_laws(kind, s) for s, p in spots.items()}

    def is_completed(self, board: Laid, spot: Spot) -> bool:
        return board.referee.is_completed(board.segment(spot))

    def points(self, board: Laid, spot: Spot) -> list[int]:
        return board.referee.points(board.segment(spot), board.players)

    def start(self, set_up: SetUp) -> TinyGame:
        return self.game(self.rules, self.judge, set_up)

    def legal_actions(self, game: TinyGame) -> list[PlainAction]:
        return game.legal_actions()

    def push(self, game: TinyGame, action: PlainAction) -> None:
        game.push(action)

    def scores(self, game: TinyGame) -> list[int]:
        return game.scores

    def supplies(self, game: TinyGame) -> list[dict[str, int]]:
        return game.supplies


# ------------------------------------------------------------------------------- the process


def answer(adapter: RightAdapter, memory: dict[str, Any], asked: dict[str, Any]) -> Any:
    """The answer to one line; the table or the game stays in the memory."""
    question = asked.pop("ask")
    if question == "board":
        tiles = tuple(PlacedTile(*tile) for tile in asked["tiles"])
        figures = tuple(PlacedFigure(f[0], f[1], Spot(*f[2:])) for f in asked["figures"])
        memory["board"] = adapter.board(Table(asked["players"], tiles, figures))
    elif question == "start":
        memory["game"] = adapter.start(SetUp(**asked))
    elif question == "landings":
        position = asked["x"], asked["y"]
        found = adapter.landings(memory["board"], asked["meeple"], position)
        return found and [[kind, place, list(laws)] for (kind, place), laws in found.items()]
    elif question in ("is_completed", "points"):
        return getattr(adapter, question)(memory["board"], Spot(**asked))
    elif question == "push":
        adapter.push(memory["game"], tuple(asked["action"]))
    elif question in ("legal_actions", "scores", "supplies"):
        return getattr(adapter, question)(memory["game"])
    else:
        raise ValueError(f"unknown question {question!r}")
    return None


def main() -> None:
    adapter = RightAdapter(RuleSet(["flying_machines"]))
    memory: dict[str, Any] = {}
    for line in sys.stdin:
        try:
            said = {"answer": answer(adapter, memory, json.loads(line))}
        except Exception as error:
            said = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()

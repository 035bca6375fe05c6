"""Contracts for foreign engines: a right engine keeps them, and each planted bug breaks one.

The wrong engines differ from the right one of `foreign_engine` in the one thing that their name
says. Each is found by its contract with a table of at most six tiles, and the error names the law.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from foreign_engine import RightAdapter, TinyGame

from carcassonne_core import MeepleKind, Position, Rotation, RuleSet, SegmentId
from carcassonne_core.testing.contracts import (
    Contract,
    ContractBrokenError,
    EngineContract,
    EngineProcess,
    EngineProcessError,
    LandingContract,
    PlacedTile,
    ScoringContract,
    Spot,
    Table,
)
from carcassonne_core.testing.referee import Referee
from carcassonne_core.testing.survey import Region, Survey
from carcassonne_core.tile import Tile

FLIGHTS = RuleSet(["flying_machines"], sets={"base_first_edition": 1, "flying_machines": 3})
PROGRAM = [sys.executable, str(Path(__file__).with_name("foreign_engine.py"))]
MOST_TILES = 6


# ------------------------------------------------------------------------------- wrong engines


class TiesPayNobody(Referee):
    def winners(self, region: Region) -> tuple[int, ...]:
        winners = super().winners(region)
        return winners if len(winners) == 1 else ()


class SharedCloisterPaysOne(Referee):
    def winners(self, region: Region) -> tuple[int, ...]:
        winners = super().winners(region)
        return winners[:1] if self.kind(min(region)).name == "cloister" else winners


class JudgesBeforeTheTileIsJoined(Referee):
    def is_completed(self, segment: SegmentId) -> bool:
        *earlier, last = self.tiles
        if segment.position == last:
            return False
        return Survey({p: self.tiles[p] for p in earlier}).is_completed(segment)


class OffersFields(Referee):
    def landing_laws(self, meeple: MeepleKind, segment: SegmentId) -> tuple[str, ...]:
        return tuple(law for law in super().landing_laws(meeple, segment) if law != "R15")


class RefusesOccupiedFeatures(Referee):
    def landing_laws(self, meeple: MeepleKind, segment: SegmentId) -> tuple[str, ...]:
        laws = super().landing_laws(meeple, segment)
        return (*laws, "occupied") if self.figures_on(self.region(segment)) else laws


class MergesRotations(Referee):
    def placements(self, tile: Tile) -> tuple[tuple[Position, Rotation], ...]:
        found: dict[tuple[Position, str], tuple[Position, Rotation]] = {}
        for cell, rotation in super().placements(tile):
            found.setdefault((cell, tile.turned(rotation).edges), (cell, rotation))
        return tuple(found.values())


class CountsACityOncePerSegment(Referee):
    def value(self, segment: SegmentId) -> int:
        region = self.region(segment)
        twice = len(region) - len(self.positions(region))
        rate = 2 if self.is_completed(segment) else 1
        return super().value(segment) + (rate * twice if self.kind(segment).name == "city" else 0)


class LacksALinkOfFieldAndCity(Referee):
    """Only the first city that a field touches on a tile is linked to it."""

    def cities_of(self, field: Region) -> frozenset[Region]:
        beside = [(part, self.segment(part).borders[:1]) for part in field]
        cities = [SegmentId(part.position, index) for part, first in beside for index in first]
        return frozenset(self.region(city) for city in cities if self.is_completed(city))


class MissesNeighboursOfMonasteries(Referee):
    """The column of the centre is overwritten while the rows are walked."""

    def tiles_around(self, centre: Position) -> frozenset[Position]:
        seen = super().tiles_around(centre)
        return frozenset(position for position in seen if position.x <= centre.x)


class LosesAMerge(Referee):
    """A feature that comes back to a tile does not find the tile's second segment."""

    def region(self, segment: SegmentId) -> Region:
        found, ahead = {segment.position: segment}, [segment]
        while ahead:
            for other in self.partners(ahead.pop()):
                if other.position not in found:
                    found[other.position] = other
                    ahead.append(other)
        return frozenset(found.values())


class NeverScoresARing(Referee):
    """A city that comes back to a tile never closes."""

    def is_completed(self, segment: SegmentId) -> bool:
        region = self.region(segment)
        is_ring = len(region) > len(self.positions(region))
        return super().is_completed(segment) and not is_ring


class DeploysAfterDiscarding(TinyGame):
    """An unplaceable tile gives a deploy step on the tile of the player before."""

    def discard(self) -> None:
        self.hand, self.step = "", "deploy"


class DiscardsTheNextTileToo(TinyGame):
    """An unplaceable tile takes the tile that would replace it out of the game."""

    def discard(self) -> None:
        super().discard()
        rarest = min(+self.stack, key=lambda tile: self.stack[tile])
        self.stack[rarest] -= 1


class KeepsFollowers(TinyGame):
    """Figures of a scored feature leave the board, but never come home."""

    def end_turn(self) -> None:
        before = [dict(supply) for supply in self.supplies]
        super().end_turn()
        self.supplies = before


def breach(
    contract: type[Contract],
    test: str,
    folder: Path,
    judge: type[Referee] = Referee,
    game: type[TinyGame] = TinyGame,
    rules: RuleSet | None = None,
) -> ContractBrokenError:
    """How a wrong engine breaks a contract."""
    adapter = RightAdapter(rules or FLIGHTS)
    adapter.judge, adapter.game = judge, game
    facts: Mapping[str, Any] = {
        "adapter": adapter,
        "rules": rules or FLIGHTS,
        "pictures": folder,
        "examples": 1000,
    }
    own = type("TestWrong", (contract,), dict(facts))()
    with pytest.raises(ContractBrokenError) as caught:
        getattr(own, test)()
    return caught.value


LANDING = LandingContract, "test_a_flight_ends_where_the_rules_say"
COMPLETION = ScoringContract, "test_features_are_complete_when_the_rules_say"
POINTS = ScoringContract, "test_features_pay_what_the_rules_say"
GAME = EngineContract, "test_a_game_goes_as_the_rules_say"


@pytest.mark.parametrize(
    ("judge", "contract", "laws"),
    [
        (TiesPayNobody, POINTS, {"B9"}),
        (SharedCloisterPaysOne, POINTS, {"B9"}),
        (JudgesBeforeTheTileIsJoined, LANDING, {"R13"}),
        (JudgesBeforeTheTileIsJoined, COMPLETION, {"B8"}),
        (OffersFields, LANDING, {"R15"}),
        (RefusesOccupiedFeatures, LANDING, {"R14"}),
        (MergesRotations, GAME, {"R2", "B4"}),
        (CountsACityOncePerSegment, POINTS, {"B12"}),
        (LacksALinkOfFieldAndCity, POINTS, {"B14"}),
        (MissesNeighboursOfMonasteries, POINTS, {"B13"}),
        (LosesAMerge, POINTS, {"B9", "B11", "B12", "B14"}),
        (NeverScoresARing, COMPLETION, {"B8"}),
        (NeverScoresARing, POINTS, {"B12"}),
    ],
)
def test_a_bug_in_judging_breaks_its_contract_on_a_small_table(
    judge: type[Referee], contract: tuple[type[Contract], str], laws: set[str], tmp_path: Path
) -> None:
    error = breach(*contract, tmp_path, judge)
    assert error.law in laws
    assert len(error.table.tiles) <= MOST_TILES


@pytest.mark.parametrize(
    ("game", "laws"),
    [(KeepsFollowers, {"B10"}), (DeploysAfterDiscarding, {"B3"}), (DiscardsTheNextTileToo, {"B3"})],
)
def test_a_bug_in_the_course_of_play_breaks_the_whole_engine_contract(
    game: type[TinyGame], laws: set[str], tmp_path: Path
) -> None:
    error = breach(*GAME, tmp_path, game=game, rules=RuleSet())
    assert error.law in laws
    assert len(error.table.tiles) <= MOST_TILES


class DealsOneFollowerLess(TinyGame):
    """Everybody begins with a figure too few."""

    def __init__(self, *facts: Any) -> None:
        super().__init__(*facts)
        for supply in self.supplies:
            supply["follower"] -= 1


def test_a_wrong_beginning_is_drawn_too(tmp_path: Path) -> None:
    begins = EngineContract, "test_a_game_begins_as_the_rules_say"
    error = breach(*begins, tmp_path, game=DealsOneFollowerLess, rules=RuleSet())
    assert (error.law, error.table.players, len(error.table.tiles)) == ("B1", 2, 1)
    assert error.picture == tmp_path / "TestWrong-B1.svg"


def right(contract: type[Contract], folder: Path, adapter: Any = None) -> Any:
    """The tests of a contract, for the right engine."""
    facts = {"adapter": adapter or RightAdapter(FLIGHTS), "rules": FLIGHTS, "pictures": folder}
    return type("TestRight", (contract,), {**facts, "examples": 10, "gives_reasons": True})()


def test_a_right_engine_keeps_every_contract(tmp_path: Path) -> None:
    right(LandingContract, tmp_path).test_a_flight_ends_where_the_rules_say()
    scoring, engine = right(ScoringContract, tmp_path), right(EngineContract, tmp_path)
    scoring.test_features_are_complete_when_the_rules_say()
    scoring.test_features_pay_what_the_rules_say()
    engine.test_a_game_begins_as_the_rules_say()
    engine.test_a_game_goes_as_the_rules_say()
    assert list(tmp_path.iterdir()) == []


def test_an_engine_in_a_process_of_its_own_keeps_every_contract(tmp_path: Path) -> None:
    with EngineProcess(PROGRAM) as engine:
        right(LandingContract, tmp_path, engine).test_a_flight_ends_where_the_rules_say()
        right(ScoringContract, tmp_path, engine).test_features_pay_what_the_rules_say()
        right(EngineContract, tmp_path, engine).test_a_game_goes_as_the_rules_say()
    assert list(tmp_path.iterdir()) == []


def test_a_breach_names_the_law_and_is_drawn_as_text_and_picture(tmp_path: Path) -> None:
    error = breach(*LANDING, tmp_path, OffersFields)
    assert error.picture is not None
    assert error.picture.read_text(encoding="utf-8").startswith("<svg")
    lines = str(error).splitlines()
    assert lines[0].startswith("R15 ")
    assert any(line.startswith("last: ") for line in lines)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("pass", "ended without an answer|does not listen"),
        ("input(); print('hello')", "is no JSON"),
        ("input(); print('[]')", 'is no object with "answer"'),
        ('input(); print(\'{"error": "no such tile"}\')', "no such tile"),
        ("import time; time.sleep(9)", "no answer in 0.3 seconds"),
    ],
)
def test_a_process_that_gives_no_answer_is_told_apart(program: str, reason: str) -> None:
    seconds = 0.3 if "sleep" in program else 10
    with (
        EngineProcess([sys.executable, "-c", program], seconds=seconds) as engine,
        pytest.raises(EngineProcessError, match=reason),
    ):
        engine.is_completed(None, Spot("city", "N", 0, 0))


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(EngineProcessError, match="cannot start no-such-engine"):
        EngineProcess(["no-such-engine"]).board(Table(2, (PlacedTile("BA/L", 0, 0, 0),)))

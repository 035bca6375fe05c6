"""The flight rules alone, on a board that knows nothing of ours: a dict of words.

A word is the kind of a segment; `road!` is a finished one. The boards E1 to E9 are worked examples
whose facts (what joins, what is finished) were found by hand.
"""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from carcassonne_expansions.flying_machines.rules import (
    DIE,
    EDITIONS,
    LANDING_SETS,
    FlightRules,
    Landings,
    flight_target,
    flyer_refusals,
    landing_refusals,
    landings,
    odds,
)

from carcassonne_core.compass import Direction, Rotation
from carcassonne_core.errors import CarcassonneError, OptionError, Refusal
from carcassonne_core.feature_kind import (
    CITY,
    CLOISTER,
    COMMON,
    FIELD,
    GARDEN,
    MONASTIC,
    ROAD,
    Completion,
    FeatureKind,
    Joins,
)
from carcassonne_core.meeple import FOLLOWER, MeepleKind
from carcassonne_core.position import Position

TOWER = FeatureKind("tower", Joins.NOTHING, Completion.NEVER, {COMMON}, reached_by_flight=False)
RIVER = FeatureKind("river", Joins.SIDES, Completion.NEVER, {COMMON}, claimable=False)
SHRINE = FeatureKind("shrine", Joins.NOTHING, Completion.SURROUNDED, {COMMON, MONASTIC})
CASTLE = FeatureKind("german_castle", Joins.NOTHING, Completion.SURROUNDED, {COMMON})
KINDS = {
    kind.name: kind for kind in (ROAD, CITY, CLOISTER, GARDEN, FIELD, TOWER, RIVER, SHRINE, CASTLE)
}

BIG = MeepleKind("big_follower", strength=2)
MAYOR = MeepleKind("mayor", stands_on={"city"})
ABBOT = MeepleKind("abbot", stands_on={MONASTIC, "garden"})
WAGON = MeepleKind("wagon", stands_on={"road", "city", MONASTIC})
PHANTOM = MeepleKind("phantom")
BUILDER = MeepleKind("builder", strength=0, stands_on={"road", "city"}, is_follower=False)
STRICT = FlightRules(landing_set="strict_2012")
LATEST = FlightRules(edition="C3_1")


class Spot:
    """A segment; nobody may ask it who stands there."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.kind = KINDS[word.rstrip("!")]
        self.is_completed = word.endswith("!")

    @property
    def figures(self) -> list[str]:
        raise AssertionError("a landing looked at the figures (R14)")

    is_occupied = owner = meeple = figures

    def __repr__(self) -> str:
        return self.word


class Chart:
    """Positions and the words of the segments on their tiles."""

    def __init__(self, tiles: dict[tuple[int, int], str]) -> None:
        self.tiles = {
            Position(x, y): tuple(map(Spot, words.split())) for (x, y), words in tiles.items()
        }

    def features_at(self, position: Position) -> tuple[Spot, ...] | None:
        return self.tiles.get(position)


E1 = Chart(
    {(0, 0): "city road field field", (1, 0): "road field field", (2, 0): "road field field"}
)
E3 = Chart(
    {
        (0, 0): "city! road! field field",
        (-1, 0): "cloister road! field",
        (0, -1): "city! field",
        (1, -1): "cloister field",
        (2, -1): "cloister field",
        (2, 0): "cloister road! field",
        (1, 0): "road! field field",
    }
)
E4 = Chart(
    {
        (0, 0): "city road field field",
        (0, 1): "cloister field",
        (0, 2): "road field field",
        (1, 2): "road field field",
        (2, 2): "road field field",
    }
)
E5 = Chart(
    {
        (0, 0): "city! road! field field",
        (-1, 0): "cloister road! field",
        (0, -1): "city! field",
        (1, 0): "cloister road! field",
        (1, -1): "cloister field",
        (2, -1): "cloister field",
        (2, 0): "field",
    }
)
E9B = Chart({(0, 1): "cloister! field", (-1, 0): "road field field", (1, 2): "field"})


def fly(
    chart: Chart,
    start: tuple[int, int],
    direction: Direction,
    distance: int,
    flyer: MeepleKind = FOLLOWER,
    rules: FlightRules | None = None,
) -> Landings[Spot]:
    target = flight_target(Position(*start), direction, distance)
    return landings(chart, flyer, target, rules or FlightRules())


def words(found: Landings[Spot]) -> list[str]:
    return [spot.word for spot in found.options]


def codes(refusals: tuple[Refusal, ...]) -> list[str]:
    return [refusal.code for refusal in refusals]


# ---------------------------------------------------------------- who flies


def test_any_follower_may_fly_r5() -> None:
    assert [flyer_refusals(f) for f in (FOLLOWER, BIG, MAYOR, ABBOT, WAGON, PHANTOM)] == [()] * 6


def test_what_is_no_follower_never_flies_r5() -> None:
    refusal = Refusal("flying_machines", "not_a_follower", "R5", (("meeple", "builder"),))
    assert flyer_refusals(BUILDER) == (refusal,)


@pytest.mark.parametrize("edition", ["C1", "C2", "C3"])
def test_the_first_three_editions_let_every_follower_fly_r5(edition: str) -> None:
    assert flyer_refusals(MAYOR, FlightRules(edition=edition)) == ()


def test_the_edition_of_2025_lets_only_small_and_big_followers_fly_r5() -> None:
    assert flyer_refusals(FOLLOWER, LATEST) == flyer_refusals(BIG, LATEST) == ()
    assert codes(flyer_refusals(MAYOR, LATEST)) == ["edition_excludes_meeple"]
    assert codes(flyer_refusals(BUILDER, LATEST)) == ["not_a_follower", "edition_excludes_meeple"]


def test_a_figure_that_may_not_fly_has_no_landing_anywhere_r5() -> None:
    found = fly(E1, (2, 0), Direction.W, 2, BUILDER)
    assert (found.options, found.succeeds) == ((), False)
    assert all("not_a_follower" in codes(reasons) for _, reasons in found.refused)


# ---------------------------------------------------------------- die, direction, distance


def test_one_two_and_three_are_equally_likely_r7() -> None:
    assert dict(DIE) == {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}


@pytest.mark.parametrize(
    ("printed", "as_it_lies"),
    [("W", ["W", "N", "E", "S"]), ("NW", ["NW", "NE", "SE", "SW"])],
)
def test_the_arrow_turns_with_its_tile_e8(printed: str, as_it_lies: list[str]) -> None:
    start = Position(4, -7)
    for rotation, name in zip(Rotation, as_it_lies, strict=True):
        flown = flight_target(start, Direction[printed].turned(rotation), 3)
        assert flown == start.step(Direction[name], 3)


@pytest.mark.parametrize("direction", Direction)
def test_a_flight_never_ends_on_its_own_tile_r12(direction: Direction) -> None:
    assert Position(0, 0) not in [flight_target(Position(0, 0), direction, n) for n in DIE]


@pytest.mark.parametrize("distance", [-1, 0, 4])
def test_the_die_shows_no_other_distance_r7(distance: int) -> None:
    with pytest.raises(CarcassonneError, match=f"flight of {distance} from 2,3") as caught:
        flight_target(Position(2, 3), Direction.N, distance)
    assert isinstance(caught.value, ValueError)


def test_gaps_count_as_positions_e4() -> None:
    assert [words(fly(E4, (2, 2), Direction.NW, n)) for n in DIE] == [[], ["city", "road"], []]


# ---------------------------------------------------------------- places


def test_a_follower_may_land_on_the_open_features_of_the_tile_e1() -> None:
    found = [fly(E1, (2, 0), Direction.W, n) for n in DIE]
    assert [words(each) for each in found] == [["road"], ["city", "road"], []]
    assert [each.succeeds for each in found] == [True, True, False]


def test_without_a_tile_the_flight_fails_r10() -> None:
    refusal = Refusal("flying_machines", "no_tile", "R10", (("position", "-1,0"),))
    assert fly(E1, (2, 0), Direction.W, 3) == Landings(Position(-1, 0), failure=refusal)


def test_a_closed_tile_is_a_tile_without_places_r11() -> None:
    found = landings(Chart({(0, 0): ""}), FOLLOWER, Position(0, 0))
    assert found.failure is not None
    assert found.failure.code == "no_landing"


def test_what_the_machines_tile_has_just_finished_is_finished_e3() -> None:
    found = [fly(E3, (1, 0), Direction.W, n) for n in DIE]
    assert [words(each) for each in found] == [[], ["cloister"], []]
    assert found[0].failure is not None
    assert found[2].failure is not None
    assert (found[0].failure.code, found[2].failure.code) == ("no_landing", "no_tile")
    refused = {spot.word: codes(reasons) for spot, reasons in found[0].refused}
    assert refused == {"city!": ["completed"], "road!": ["completed"], "field": ["field"]}


def test_a_cloister_that_this_tile_surrounds_is_finished_e9b() -> None:
    found = [words(fly(E9B, (1, 2), Direction.NW, n)) for n in DIE]
    assert found == [[], ["road"], []]


def test_only_finished_structures_and_fields_are_a_failure_e5() -> None:
    found = [fly(E5, (2, 0), Direction.W, n) for n in DIE]
    assert [words(each) for each in found] == [["cloister"], [], ["cloister"]]
    facts = (("position", "0,0"), ("meeple", "follower"))
    assert found[1].failure == Refusal("flying_machines", "no_landing", "R19", facts)


def test_a_single_place_is_the_only_choice_e6() -> None:
    assert words(fly(E3, (1, 0), Direction.W, 2)) == ["cloister"]


def test_nobody_asks_who_stands_there_r14() -> None:
    assert words(fly(E1, (2, 0), Direction.W, 2)) == ["city", "road"]  # `Spot.figures` would raise


def test_never_a_field_not_even_an_empty_one_r15() -> None:
    for rules in (FlightRules(), STRICT, LATEST):
        assert codes(landing_refusals(Spot("field"), rules)) == ["field"]


@pytest.mark.parametrize("word", ["tower", "river"])
def test_what_footnotes_except_and_what_nobody_claims_is_never_landed_on_r16(word: str) -> None:
    assert landing_refusals(Spot(word)) == (
        Refusal("flying_machines", "never_landed_on", "R16", (("kind", word),)),
    )


def test_every_reason_is_given_not_only_the_first() -> None:
    assert codes(landing_refusals(Spot("tower!"))) == ["never_landed_on", "completed"]
    assert codes(landing_refusals(Spot("german_castle!"), STRICT)) == [
        "outside_landing_set",
        "completed",
    ]
    board = Chart({(0, 0): "city!"})
    ((_, reasons),) = landings(board, ABBOT, Position(0, 0)).refused
    assert [str(reason) for reason in reasons] == [
        "flying_machines.completed [R13] (kind=city)",
        "flying_machines.cannot_stand [R17] (meeple=abbot, kind=city)",
    ]


@pytest.mark.parametrize(
    ("rules", "admitted"),
    [
        (FlightRules(), {"road", "city", "cloister", "shrine", "garden", "german_castle"}),
        (STRICT, {"road", "city", "cloister", "shrine", "garden"}),
        (LATEST, {"road", "city", "cloister", "shrine"}),
    ],
    ids=["extended_2015", "strict_2012", "C3_1"],
)
def test_the_lists_of_2012_2015_and_2025_r16(rules: FlightRules, admitted: set[str]) -> None:
    assert {word for word in KINDS if not landing_refusals(Spot(word), rules)} == admitted


def test_a_short_list_says_which_list_it_is_r16() -> None:
    for rules, name in ((STRICT, "strict_2012"), (LATEST, "C3_1")):
        (refusal,) = landing_refusals(Spot("german_castle"), rules)
        assert dict(refusal.facts) == {"kind": "german_castle", "landing_set": name}


def test_mayor_abbot_and_wagon_keep_their_own_limits_e7() -> None:
    flown = {
        flyer.name: [words(fly(E1, (2, 0), Direction.W, n, flyer)) for n in DIE]
        for flyer in (MAYOR, ABBOT, WAGON)
    }
    assert flown == {
        "mayor": [[], ["city"], []],
        "abbot": [[], [], []],
        "wagon": [["road"], ["city", "road"], []],
    }


def test_only_the_abbot_lands_in_a_garden_r21() -> None:
    board = Chart({(0, 0): "road garden field"})
    landed = {
        f.name: words(landings(board, f, Position(0, 0))) for f in (FOLLOWER, PHANTOM, MAYOR, ABBOT)
    }
    assert landed == {"follower": ["road"], "phantom": ["road"], "mayor": [], "abbot": ["garden"]}


def test_each_segment_is_an_option_of_its_own_r18() -> None:
    crossing = Chart({(0, 0): "road road road field field field"})
    assert words(landings(crossing, FOLLOWER, Position(0, 0))) == ["road", "road", "road"]


def test_the_caller_gets_the_very_objects_of_his_board() -> None:
    city, road, *_ = E1.tiles[Position(0, 0)]
    found = fly(E1, (2, 0), Direction.W, 2)
    assert found.options[0] is city
    assert found.options[1] is road


# ---------------------------------------------------------------- odds


def test_the_odds_of_each_face_add_to_one() -> None:
    flight = odds(E1, FOLLOWER, Position(2, 0), Direction.W)
    assert [face.distance for face in flight.faces] == [1, 2, 3]
    assert sum(face.probability for face in flight.faces) == 1
    assert flight.failure == Fraction(1, 3)


def test_a_feature_met_twice_is_twice_as_likely() -> None:
    road, city = Spot("road"), Spot("city")
    board = Chart({})
    board.tiles = {Position(1, 0): (road, road), Position(0, 0): (city, road)}
    flight = odds(board, FOLLOWER, Position(2, 0), Direction.W)
    assert flight.reachable == ((road, Fraction(2, 3)), (city, Fraction(1, 3)))


def test_a_mayor_without_a_city_ahead_fails_for_certain() -> None:
    flight = odds(E5, MAYOR, Position(2, 0), Direction.W)
    assert (flight.failure, flight.reachable) == (Fraction(1), ())


# ---------------------------------------------------------------- options, floor, types


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"edition": "C4"}, "'C4': expected 'C1', 'C2', 'C3', 'C3_1'"),
        ({"landing_set": "all"}, "'all': expected 'extended_2015', 'strict_2012'"),
    ],
)
def test_an_unknown_option_value_names_those_allowed(options: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        FlightRules(**options)


def test_the_defaults_are_2012_with_the_later_footnotes() -> None:
    assert FlightRules() == FlightRules(EDITIONS[0], LANDING_SETS[0])
    assert FlightRules() == FlightRules("C1", "extended_2015")


def test_the_rules_load_neither_graph_nor_geometry() -> None:
    program = (
        "import sys, carcassonne_expansions.flying_machines.rules\nprint(*sorted(sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = run.stdout.split()
    assert "carcassonne_expansions.flying_machines.rules" in loaded
    assert not {"networkx", "shapely", "numpy"} & set(loaded)
    ours = {name for name in loaded if name.startswith("carcassonne_core.")}
    words = {"compass", "position", "errors", "feature_kind", "meeple", "majority"}
    assert ours == {f"carcassonne_core.{name}" for name in words}


def test_a_type_checker_knows_the_callers_own_features(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    file = Path(__file__).with_name("typed_foreign_board.py")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(file)]
    run = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=file.parent.parent
    )
    assert run.returncode == 0, run.stdout + run.stderr

"""Replays with expected results are played as they are meant, and their assertions are judged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from save_writer import COMMIT, GAME_OVER, PASS, UNDO, Json, contents, deploy, tile, write

from carcassonne_core.jcloisterzone import check_paths
from carcassonne_core.jcloisterzone.check import GameReport

TOWN = [tile("BA/C", 180, 0, -1), deploy("0.small.1", "City", "S", 0, -1)]
"""A city of two tiles, which the first player completes; the COMMIT is still to come."""

CLOISTER = [tile("BA/L", 0, 0, 1), deploy("0.small.1", "Monastery", "I", 0, 1)]

ROAD = [tile("BA/RFr", 0, 1, 0), deploy("0.small.1", "Road", "WE", 1, 0)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "small"


def played(
    folder: Path, replay: Sequence[Json], assertions: Sequence[str] = (), **more: Any
) -> GameReport:
    found = contents(replay, assertions, **more)
    (game,) = check_paths([write(found, folder / "one.jcz")]).games
    assert game.failure is None
    assert game.needs == ()
    return game


def told(game: GameReport) -> list[tuple[int | None, str, str, str]]:
    return [(d.step, d.what, d.ours, d.theirs) for d in game.differences]


def is_true(folder: Path, replay: Sequence[Json], sentences: Sequence[str], **more: Any) -> None:
    game = played(folder, replay, sentences, **more)
    assert told(game) == []
    assert (game.steps, game.compared) == (len(replay), len(sentences))


# ---------------------------------------------------------------------- scores and points
def test_points_and_scores_are_counted_at_the_commit(folder: Path) -> None:
    true = ["Ada has 4 points", "Ben has 0 points.", "Ada scored city for 4 points."]
    is_true(folder, [*TOWN, COMMIT], true)
    game = played(folder, TOWN, true)
    assert told(game) == [
        (None, "Ada has 4 points", "0", "4"),
        (None, "Ada scored city for 4 points.", "nothing", "4"),
    ]


def test_a_rule_of_the_replay_is_followed(folder: Path) -> None:
    sentences = ["Ada has 2 points", "Ada scored city for 2 points"]
    is_true(folder, [*TOWN, COMMIT], sentences, rules={"tiny-city-scoring": "2"})


def test_false_points_and_scores_are_differences_of_the_end(folder: Path) -> None:
    sentences = [
        "Ada has 5 points",
        "Ben has 4 points",
        "Ada scored city for 5 points",
        "Ben scored city for 4 points",
        "Ada scored road for 4 points",
    ]
    assert told(played(folder, [*TOWN, COMMIT], sentences)) == [
        (None, "Ada has 5 points", "4", "5"),
        (None, "Ben has 4 points", "0", "4"),
        (None, "Ada scored city for 5 points", "4", "5"),
        (None, "Ben scored city for 4 points", "nothing", "4"),
        (None, "Ada scored road for 4 points", "nothing", "4"),
    ]


def test_who_wins_nothing_scores_nothing(folder: Path) -> None:
    replay = [tile("BA/C", 180, 0, -1), deploy("0.mayor.1", "City", "S", 0, -1), COMMIT]
    sentences = ["Ada scored city for 0 points", "Ada has 0 points"]
    is_true(folder, replay, sentences, elements={"mayor": 1})
    game = played(folder, replay, ["Ben scored city for 0 points"], elements={"mayor": 1})
    assert [d.what for d in game.differences] == ["Ben scored city for 0 points"]


def test_the_game_ends_after_the_turn_that_is_said(folder: Path) -> None:
    replay = [*CLOISTER, COMMIT, tile("BA/RFr", 0, 1, 0), PASS, COMMIT]
    over = ["Phase is GameOverPhase", "Player can't pass", "Undo is not allowed"]
    true = ["Ada has 3 points", "Ada scored monastery for 3 points", *over]
    is_true(folder, replay, true, end=2)
    # It goes on after the first turn, and ends before a third.
    assert [d.what for d in played(folder, replay, true, end=3).differences] == [*true[:2], over[0]]
    assert [d.what for d in played(folder, replay, true).differences] == [*true[:2], over[0]]


def test_a_message_ends_the_game_as_well(folder: Path) -> None:
    true = ["Ada has 2 points", "phase is GameOverPhase"]
    is_true(folder, [*CLOISTER, COMMIT, GAME_OVER], true)


def test_after_the_end_nothing_can_be_played(folder: Path) -> None:
    replay = [*CLOISTER, COMMIT, tile("BA/RFr", 0, 1, 0), PASS]
    ((step, what, ours, theirs),) = told(played(folder, replay, end=1))
    assert (step, what, theirs) == (3, "action", "place BA/RFr R0 @1,0")
    assert ours.startswith("refused")


def test_a_lone_player_has_every_turn(folder: Path) -> None:
    second = [tile("BA/L", 0, 0, 1), deploy("0.small.2", "Monastery", "I", 0, 1), COMMIT]
    true = ["Ada has 5 points", "Ada scored road for 2 points", "Ada scored monastery for 3 points"]
    is_true(folder, [*ROAD, COMMIT, *second], true, players=["Ada"], end=2)
    # With two players the second turn is the other's.
    (found,) = told(played(folder, [*ROAD, COMMIT, *second], true))
    assert found[:2] == (4, "action")


def test_goods_are_counted(folder: Path) -> None:
    replay = [tile("TB/Cc.g", 270, 0, -1), PASS, COMMIT, tile("BA/C", 90, -1, -1), PASS, COMMIT]
    goods: Json = {
        "sets": {"traders-and-builders:1": 1},
        "elements": {"builder": 1, "pig": 1, "traders": True},
    }
    true = ["Ben has GRAIN token with count 1", "Ada has GRAIN token with size 0."]
    is_true(folder, replay, true, **goods)
    assert told(played(folder, replay[:-1], true, **goods)) == [(None, true[0], "0", "1")]
    false = ["Ben has WINE token with count 1", "Ben has GRAIN token with count 2"]
    assert told(played(folder, replay, false, **goods)) == [
        (None, false[0], "0", "1"),
        (None, false[1], "1", "2"),
    ]


# ---------------------------------------------------------------------- what may be done
def test_before_a_tile(folder: Path) -> None:
    true = [
        "Phase is TilePhase",
        "Player can't pass",
        "Undo is not allowed",
        "Available action TilePlacement for BA/C",
        "TilePlacement BA/C options: [0,1] - [90,180,270]; [0,-1] - [180]",
    ]
    is_true(folder, [], true, order=["BA/C"])
    is_true(folder, [], true)  # the sentences name the tile
    game = played(folder, [], [*true[3:], "Player can pass", "Undo is allowed"], order=["BA/L"])
    everywhere = [f"place BA/L R{rotation} @0,1" for rotation in (0, 180, 270, 90)]
    assert told(game) == [
        (None, true[3], ", ".join(everywhere), "TilePlacement BA/C"),
        (
            None,
            true[4],
            "nothing",
            ", ".join(
                f"place BA/C {at}" for at in ("R180 @0,-1", "R180 @0,1", "R270 @0,1", "R90 @0,1")
            ),
        ),
        (None, "Player can pass", "not allowed", "allowed"),
        (None, "Undo is allowed", "not allowed", "allowed"),
    ]


def test_one_option_more_or_less_is_a_difference(folder: Path) -> None:
    sentence = "TilePlacement BA/C options: [0,1] - [90, 180]; [0,-1] - [180]; [1,0] - [0]"
    ours, theirs = "place BA/C R270 @0,1", "place BA/C R0 @1,0"
    assert told(played(folder, [], [sentence])) == [(None, sentence, ours, theirs)]


def test_where_nothing_names_the_tile_any_tile_will_do(folder: Path) -> None:
    is_true(folder, [*TOWN, COMMIT], ["Phase is TilePhase", "Available action TilePlacement"])
    (game,) = check_paths([write(contents([]), folder / "none.jcz")]).games
    assert (game.steps, game.compared, game.differences) == (0, 0, ())


def test_a_tile_that_fits_nowhere_is_drawn_past(folder: Path) -> None:
    replay = [tile("BA/C", 180, 0, -1), PASS, COMMIT, tile("BA/L", 0, 0, 1)]
    is_true(folder, replay, ["Phase is ActionPhase"], order=["BA/C", "BA/Cccc+", "BA/L"])


def test_before_a_figure(folder: Path) -> None:
    field = "{Field,NL.NR.EL.ER.SL.SR.WL.WR,[0,1]}"
    true = [
        "Phase is ActionPhase",
        "Player can pass",
        "Undo is allowed",
        "Available action Meeple",
        "Available action Meeple for SmallFollower",
        f"Meeple SmallFollower options: {field}; {{Monastery,I,[0,1]}}",
        "Meeple Mayor options: {City,N,[0,1]}",
    ]
    is_true(folder, CLOISTER[:1], true[:-1])
    game = played(folder, CLOISTER[:1], true)
    assert told(game) == [(None, true[-1], "nothing", "deploy mayor city N @0,1")]
    game = played(folder, CLOISTER[:1], true[:-1], elements={"farmers": False})
    (found,) = told(game)
    assert found[1:3] == (true[-2], "nothing")
    false = ["Phase is TilePhase", "Player can't pass", "Undo is not allowed"]
    false += ["Available action Meeple for Mayor", "Available action TilePlacement for BA/L"]
    assert [d.what for d in played(folder, CLOISTER[:1], false).differences] == false


def test_before_the_commit(folder: Path) -> None:
    true = ["Phase is CommitActionPhase", "Player can't pass", "Undo is allowed"]
    is_true(folder, TOWN, true)
    is_true(folder, [*CLOISTER[:1], PASS], true)
    game = played(folder, [*TOWN, COMMIT], true)
    assert [d.what for d in game.differences] == [true[0], true[2]]


def test_where_nothing_can_be_deployed_they_ask_nothing(folder: Path) -> None:
    one: Json = {"players": ["Ada"], "elements": {"small-follower": 1}}
    replay = [*ROAD, COMMIT, tile("BA/L", 0, 0, 1)]
    is_true(folder, replay, ["Phase is CommitActionPhase", "Player can't pass"], **one)
    is_true(folder, [*replay, COMMIT, tile("BA/L", 0, 1, 1)], ["Undo is allowed"], **one)


def test_a_commit_too_early_is_a_difference(folder: Path) -> None:
    game = played(folder, [tile("BA/L", 0, 0, 1), COMMIT], elements={"farmers": False})
    ours = "deploy follower cloister I @0,1, pass"
    assert told(game) == [(1, "choices", ours, "nothing")]


def test_a_second_figure_has_its_own_phase(folder: Path) -> None:
    ghost: Json = {"elements": {"phantom": 1}}
    field = "{Field,NL.NR.EL.ER.SL.SR.WL.WR,[0,1]}"
    true = [
        "Phase is PhantomPhase",
        "Player can pass",
        "Available action Meeple for Phantom",
        f"Meeple Phantom options: {field}",
        "Undo is allowed",
    ]
    is_true(folder, CLOISTER, true, **ghost)
    is_true(folder, [*CLOISTER, PASS], ["Phase is CommitActionPhase"], **ghost)
    spirit = deploy("0.phantom.1", "Field", "NL.NR.EL.ER.SL.SR.WL.WR", 0, 1)
    is_true(folder, [*CLOISTER, spirit, COMMIT], ["Phase is TilePhase"], **ghost)


# ---------------------------------------------------------------------- flights
MACHINE = {"sets": {"flier:1": 1}, "elements": {"flier": True}}

START = [tile("BA/RFr", 0, 1, 0), PASS, COMMIT, tile("FL/RFr.WE.o", 0, 2, 0)]


def flight(random: float) -> Json:
    return deploy("1.small.1", "FlyingMachine", "I", 2, 0, random)


@pytest.mark.parametrize(
    ("random", "places"),
    [
        (0.0, "{Road,WE,[1,0]}"),
        (0.33, "{Road,WE,[1,0]}"),
        (0.34, "{Road,WE,[0,0]}; {City,N,[0,0]}"),
        (0.66, "{Road,WE,[0,0]}; {City,N,[0,0]}"),
    ],
)
def test_a_flight_lands_where_the_number_says(random: float, places: str, folder: Path) -> None:
    true = [
        "Phase is ActionPhase",
        "Player can't pass",
        "Undo is not allowed",
        "Available action Meeple for SmallFollower",
        f"Meeple SmallFollower options: {places}",
    ]
    is_true(folder, [*START, flight(random)], true, **MACHINE)
    landed = deploy("1.small.1", *places.strip("{").split(",")[:2], 2 - int(3 * random) - 1, 0)
    true = ["Phase is CommitActionPhase", "Undo is allowed"]
    is_true(folder, [*START, flight(random), landed], true, **MACHINE)


def test_a_flight_that_fails_ends_the_deployment(folder: Path) -> None:
    true = ["Phase is CommitActionPhase", "Player can't pass", "Undo is not allowed"]
    is_true(folder, [*START, flight(0.67)], true, **MACHINE)


def test_the_machine_is_an_option_of_the_figure(folder: Path) -> None:
    fields = "{Field,NL.NR.EL.WR,[2,0]}; {Field,ER.SL.SR.WL,[2,0]}"
    places = f"{{FlyingMachine,I,[2,0]}}; {fields}; {{Road,WE,[2,0]}}"
    is_true(folder, START, [f"Meeple SmallFollower options: {places}"], **MACHINE)
    sentence = f"Meeple SmallFollower options: {fields}; {{Road,WE,[2,0]}}"
    found = told(played(folder, START, [sentence], **MACHINE))
    assert found == [(None, sentence, "fly follower", "nothing")]


# ---------------------------------------------------------------------- the way back
def test_the_last_message_is_taken_back(folder: Path) -> None:
    field = "NL.NR.EL.ER.SL.SR.WL.WR"
    replay = [*CLOISTER, UNDO, deploy("0.small.1", "Field", field, 0, 1), UNDO, UNDO]
    true = ["Phase is TilePhase", "Undo is not allowed", "Available action TilePlacement for BA/L"]
    is_true(folder, replay, true)
    is_true(folder, [*TOWN, UNDO, PASS, COMMIT], ["Ada has 0 points", "Ben has 0 points"])


def test_a_turn_that_was_taken_back_does_not_count(folder: Path) -> None:
    replay = [*ROAD, UNDO, UNDO, tile("BA/RFr", 180, 1, 0), PASS, COMMIT]
    is_true(folder, replay, ["Phase is TilePhase"], end=2)
    is_true(folder, replay, ["Phase is GameOverPhase"], end=1)


@pytest.mark.parametrize(
    ("replay", "more"),
    [([], {}), ([*TOWN, COMMIT], {}), ([*START, flight(0.0)], MACHINE)],
    ids=["nothing", "commit", "flight"],
)
def test_what_cannot_be_taken_back_is_a_difference(
    replay: list[Json], more: Json, folder: Path
) -> None:
    game = played(folder, [*replay, UNDO], ["Player can pass"], **more)
    assert told(game) == [(len(replay), "undo", "not allowed", "UNDO")]
    assert game.compared == 0


# ---------------------------------------------------------------------- messages that we refuse
def test_a_message_that_we_refuse_ends_the_replay(folder: Path) -> None:
    replay = [tile("BA/L", 0, 5, 5), PASS, COMMIT]
    game = played(folder, replay, ["Ada has 9 points"])
    ((step, what, ours, theirs),) = told(game)
    assert (step, what, theirs) == (0, "action", "place BA/L R0 @5,5")
    assert ours.startswith("refused")
    assert (game.steps, game.compared) == (0, 0)


def test_a_tile_that_cannot_be_drawn_is_a_difference(folder: Path) -> None:
    assert told(played(folder, [], order=["BA/RFr"] * 9)) == []
    ((step, what, _, theirs),) = told(played(folder, [], order=["FL/C"]))
    assert (step, what, theirs) == (None, "action", "draw FL/C")
    ((step, what, _, theirs),) = told(played(folder, CLOISTER, order=["FL/C"]))
    assert (step, what, theirs) == (0, "action", "draw FL/C")


def test_the_seat_that_sends_is_compared(folder: Path) -> None:
    replay = [message | {"player": 1} for message in CLOISTER[:1]]
    assert told(played(folder, replay)) == [(0, "player to decide", "0", "1")]
    replay = [message | {"player": 0, "clock": 99} for message in CLOISTER]
    assert told(played(folder, replay)) == []


def test_a_figure_of_another_player_is_refused(folder: Path) -> None:
    replay = [CLOISTER[0], deploy("1.small.1", "Monastery", "I", 0, 1)]
    ((step, what, _, theirs),) = told(played(folder, replay))
    assert (step, what, theirs) == (1, "action", "deploy follower cloister I @0,1 of 1")

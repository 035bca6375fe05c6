"""Replays with abbots, abbeys, wagons and barns, whose phases and messages are their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from save_writer import COMMIT, PASS, UNDO, Json, contents, deploy, tile, write

from carcassonne_core.jcloisterzone import check_paths


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "small" / "one.jcz"


def is_true(path: Path, replay: list[Json], sentences: list[str], **more: object) -> None:
    found = contents(replay, sentences, **more)  # type: ignore[arg-type]
    (game,) = check_paths([write(found, path)]).games
    assert game.failure is None
    assert (game.needs, list(map(str, game.differences))) == ((), [])
    assert (game.steps, game.compared) == (len(replay), len(sentences))


def differences(path: Path, replay: list[Json], sentences: list[str], **more: object) -> list[str]:
    found = contents(replay, sentences, **more)  # type: ignore[arg-type]
    (game,) = check_paths([write(found, path)]).games
    assert (game.needs, game.failure) == ((), None)
    return [difference.what for difference in game.differences]


# ---------------------------------------------------------------------- the abbot
ABBOT: Json = {"elements": {"abbot": 1}, "players": ["Ada"]}

STANDING = [
    tile("BA/L", 0, 0, 1),
    deploy("0.abbot.1", "Monastery", "I", 0, 1),
    COMMIT,
    tile("BA/RFr", 0, 1, 0),
]

BACK: Json = {
    "type": "RETURN_MEEPLE",
    "payload": {
        "source": "ABBOT_RETURN",
        "pointer": {
            "featurePointer": {"position": [0, 1], "feature": "Monastery", "location": "I"},
            "meepleId": "0.abbot.1",
        },
    },
}


def test_an_abbot_may_be_taken_back(path: Path) -> None:
    true = [
        "Phase is ActionPhase",
        "Available action ReturnMeeple for ABBOT_RETURN",
        "ReturnMeeple ABBOT_RETURN options: {0.abbot.1,Monastery,I,[0,1]}",
        "Meeple Abbot options:",
    ]
    is_true(path, STANDING, true, **ABBOT)
    false = [
        f"{true[2]}; {{0.abbot.2,Garden,I,[1,0]}}",
        "ReturnMeeple ABBOT_RETURN options:",
        "Available action Meeple for Abbot",
    ]
    assert differences(path, STANDING, false, **ABBOT) == false
    before = ["Available action ReturnMeeple for ABBOT_RETURN"]
    assert differences(path, STANDING[:1], before, **ABBOT) == before


def test_an_abbot_taken_back_scores_at_once(path: Path) -> None:
    true = ["Ada has 3 points", "Ada scored monastery for 3 points", "Undo is allowed"]
    is_true(path, [*STANDING, BACK], [*true, "Phase is CommitActionPhase"], **ABBOT)
    is_true(path, [*STANDING, BACK, COMMIT], true[:2], **ABBOT)
    is_true(path, [*STANDING, BACK, UNDO, PASS], ["Ada has 0 points"], **ABBOT)


def test_a_figure_that_cannot_be_taken_back_is_refused(path: Path) -> None:
    assert differences(path, [STANDING[0], BACK], [], **ABBOT) == ["action"]


# ---------------------------------------------------------------------- wagons
WAGON: Json = {"elements": {"wagon": 1}, "players": ["Ada"]}

SCORED = [
    tile("BA/RRR", 0, -1, 0),
    PASS,
    COMMIT,
    tile("BA/RRRR", 0, 1, 0),
    deploy("0.wagon.1", "Road", "W", 1, 0),
    COMMIT,
]

MOVED = deploy("0.wagon.1", "Road", "N", 1, 0)


def test_a_wagon_goes_on_after_the_commit(path: Path) -> None:
    true = [
        "Ada has 3 points",
        "Phase is WagonPhase",
        "Player can pass",
        "Undo is not allowed",
        "Available action Meeple for Wagon",
        "Meeple Wagon options: {Road,S,[1,0]}; {Road,E,[1,0]}; {Road,N,[1,0]}; {City,N,[0,0]}",
    ]
    is_true(path, SCORED, true, **WAGON)
    false = [true[-1].removesuffix("; {City,N,[0,0]}"), "Undo is allowed", "Player can't pass"]
    assert differences(path, SCORED, false, **WAGON) == false
    moved = ["Phase is WagonPhase", "Player can't pass", "Undo is allowed"]
    is_true(path, [*SCORED, MOVED], moved, **WAGON)
    is_true(path, [*SCORED, MOVED, COMMIT], ["Phase is TilePhase", "Undo is not allowed"], **WAGON)
    is_true(path, [*SCORED, PASS], ["Phase is TilePhase", "Undo is not allowed"], **WAGON)


def test_the_last_turn_ends_when_the_wagon_has_gone_on(path: Path) -> None:
    over = "Phase is GameOverPhase"
    assert differences(path, SCORED, [over], end=2, **WAGON) == [over]
    is_true(path, [*SCORED, MOVED, COMMIT], [over, "Ada has 4 points"], end=2, **WAGON)
    is_true(path, [*SCORED, PASS], [over, "Ada has 3 points"], end=2, **WAGON)


# ---------------------------------------------------------------------- abbeys and barns
ABBEY: Json = {"elements": {"abbey": 1}, "players": ["Ada"]}


def _hole() -> list[Json]:
    """Seven turns that leave one hole among the tiles."""
    tiles = [
        tile("BA/L", 0, 0, 1),
        tile("BA/L", 0, 1, 1),
        tile("BA/L", 0, 1, 2),
        tile("BA/L", 0, -1, 1),
        tile("BA/C", 270, -1, 2),
        tile("BA/C", 90, 1, 3),
        tile("BA/C", 180, 0, 3),
    ]
    return [message for placed in tiles for message in (placed, PASS, COMMIT)]


def test_an_abbey_is_placed_instead_of_a_draw(path: Path) -> None:
    true = [
        "Phase is AbbeyPhase",
        "Player can pass",
        "Undo is not allowed",
        "Available action TilePlacement for AM/A",
        "TilePlacement AM/A options: [0,2] - [0,90,180,270]",
    ]
    is_true(path, _hole(), true, **ABBEY)
    placed = [*_hole(), tile("AM/A", 0, 0, 2)]
    true = ["Phase is ActionPhase", "Meeple SmallFollower options: {Monastery,I,[0,2]}"]
    is_true(path, placed, true, **ABBEY)
    monk = deploy("0.small.1", "Monastery", "I", 0, 2)
    true = ["Ada scored monastery for 8 points", "Phase is GameOverPhase"]
    is_true(path, [*placed, monk, COMMIT], true, end=8, **ABBEY)


def test_who_passes_by_an_abbey_draws_after_the_commit(path: Path) -> None:
    true = ["Phase is CommitAbbeyPassPhase", "Player can't pass", "Undo is allowed"]
    is_true(path, [*_hole(), PASS], true, **ABBEY)
    is_true(path, [*_hole(), PASS, UNDO], ["Phase is AbbeyPhase", "Player can pass"], **ABBEY)
    is_true(path, [*_hole(), PASS, COMMIT], ["Phase is TilePhase", "Player can't pass"], **ABBEY)
    drawn = [*_hole(), PASS, COMMIT, tile("BA/RFr", 0, 1, 0)]
    is_true(path, drawn, ["Phase is ActionPhase"], **ABBEY)


def test_a_barn_is_named_by_the_tile_beside_its_corner(path: Path) -> None:
    meadow = [tile("BA/L", 0, 0, 1), tile("BA/L", 0, 1, 1), tile("BA/L", 0, 1, 2)]
    replay = [message for placed in meadow for message in (placed, PASS, COMMIT)]
    replay.append(tile("BA/L", 0, 0, 2))
    field = "NL.NR.EL.ER.SL.SR.WL.WR"
    barn: Json = {"elements": {"barn": 1}, "players": ["Ada"]}
    true = [
        "Available action Meeple for Barn",
        f"Meeple Barn options: {{Field,{field},[1,2]}}",
        f"Meeple SmallFollower options: {{Field,{field},[0,2]}}; {{Monastery,I,[0,2]}}",
    ]
    is_true(path, replay, true, **barn)
    built = [*replay, deploy("0.barn.1", "Field", field, 1, 2), COMMIT]
    is_true(path, built, ["Ada has 0 points", "Phase is GameOverPhase"], end=4, **barn)

"""Replays that are malformed, or need what we do not have, are named; never counted as passed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from save_writer import COMMIT, PASS, Json, contents, deploy, tile, write

from carcassonne_core.cli import main
from carcassonne_core.jcloisterzone import OracleFileError, check_paths, report_table
from carcassonne_core.jcloisterzone.assertion_reader import read_assertion
from carcassonne_core.jcloisterzone.save_reader import read_save

PLAYERS = ["Ada", "Ben the Bold", "Twin", "Twin"]

REPLAY = [tile("BA/C", 180, 0, -1), deploy("0.small.1", "City", "S", 0, -1), COMMIT]


@pytest.mark.parametrize(
    "sentence",
    [
        "Ada has 3 points",
        "Ada has 1 point.",
        "Ben the Bold has -1 points",
        "Ben the Bold scored monastery for 0 points.",
        "Ada scored field for 1 point",
        "Ada has CLOTH token with count 2.",
        "Ada has WINE token with size 1",
        "Phase is TilePhase",
        "phase is GameOverPhase.",
        "Phase is WagonPhase",
        "Phase is AbbeyPhase",
        "Player can pass",
        "Player can't pass",
        "Undo is allowed",
        "Undo is not allowed",
        "Available action Meeple",
        "Available action Meeple for Wagon",
        "Available action TilePlacement for BA/Ccc+",
        "TilePlacement RI.2/III options: [2,0] - [90]",
        "TilePlacement BA/L options: [-2,0] - [0,90, 180]; [1,-3] - [0]",
        "TilePlacement BA/L options:",
        "Meeple Barn options: {Field,NL.NR.EL.WR,[-1,1]}; {Field,I,[0,0]}",
        "Meeple Abbot options:",
        "Available action ReturnMeeple for ABBOT_RETURN",
        "ReturnMeeple ABBOT_RETURN options: {0.abbot.1,Garden,I,[2,-1]}",
    ],
)
def test_a_sentence_is_read(sentence: str) -> None:
    found = read_assertion(sentence, PLAYERS)
    assert found is not None
    assert found.sentence == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "Eve has 3 points",
        "Twin has 3 points",
        "Ada has three points",
        "Ada has 3 points and more",
        "Ada scored watchtower for 3 points",
        "Ada has TUNNEL_A token with count 2",
        "Ada has WINE token with weight 2",
        "Phase is BazaarPhase",
        "Phase is not TilePhase",
        "Player may pass",
        "Undo is maybe allowed",
        "Available action Ferries",
        "Available action ReturnMeeple for PRINCESS",
        "ReturnMeeple PRINCESS options: {1.small.2,City,N,[0,0]}",
        "ReturnMeeple ABBOT_RETURN options: {Garden,I,[2,-1]}",
        "Available action Meeple for Shaman",
        "TilePlacement BA/L options: [2,0] - 90",
        "TilePlacement BA/L options: [2,0] - [90]; nowhere",
        "Meeple Shaman options: {City,N,[0,0]}",
        "Meeple Barn options: {City,N,[0,0]",
        "Bazaar noAuction: false",
    ],
)
def test_a_sentence_that_we_do_not_understand_is_not_read(sentence: str) -> None:
    assert read_assertion(sentence, PLAYERS) is None


def test_what_we_cannot_judge_or_play_is_named_and_nothing_is_counted(tmp_path: Path) -> None:
    ransom: Json = {"type": "PAY_RANSOM", "payload": {"meepleId": "0.small.1"}}
    sentences = ["Ada has 4 points", "Bazaar noAuction: false", "Tunnel options: {Road,N,[0,0]}"]
    write(contents(REPLAY, sentences), tmp_path / "odd" / "sentences.jcz")
    write(contents([*REPLAY, ransom], sentences[:1]), tmp_path / "odd" / "messages.jcz")
    write(contents(REPLAY, sentences, sets={"tower:1": 1}), tmp_path / "odd" / "sets.jcz")
    report = check_paths([tmp_path])
    assert [(Path(game.file).name, game.needs) for game in report.games] == [
        ("messages.jcz", ("message PAY_RANSOM",)),
        ("sentences.jcz", ("assertion Bazaar noAuction", "assertion Tunnel options")),
        ("sets.jcz", ("set tower:1",)),
    ]
    assert [(game.steps, game.compared) for game in report.games] == [(0, 0)] * 3
    assert report.is_good


@pytest.mark.parametrize("players", [0, 7])
def test_only_one_to_six_play(players: int, tmp_path: Path) -> None:
    names = [f"Player {seat}" for seat in range(players)]
    (game,) = check_paths([write(contents([], players=names), tmp_path / "many.jcz")]).games
    assert game.needs == (f"{players} players",)


# ---------------------------------------------------------------------- malformed files
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "is not JSON"),
        (b'{"setup": {', "is not JSON"),
        (b"\xff\xfe\xfd", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"[]", "expected an object"),
        (b"{}", "setup: is missing"),
    ],
)
def test_a_file_of_another_kind_is_refused(text: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.jcz"
    path.write_bytes(text)
    with pytest.raises(OracleFileError, match=reason) as caught:
        read_save(path)
    assert caught.value.file == str(path)


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    text = json.dumps(contents(REPLAY))
    path = tmp_path / "half.jcz"
    path.write_text(text[: len(text) // 2])
    report = check_paths([path])
    assert [failure.file for failure in report.failures] == [str(path)]
    assert not report.is_good


def test_a_file_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    report = check_paths([tmp_path / "none.jcz"])
    assert [failure.file for failure in report.failures] == [str(tmp_path / "none.jcz")]


def _spoil(found: Json, path: list[str | int], value: object) -> None:
    place: Json = found
    for key in path[:-1]:
        place = place[key]  # type: ignore[index]
    if value is None:
        del place[path[-1]]  # type: ignore[arg-type]
    else:
        place[path[-1]] = value  # type: ignore[index]


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (["setup"], None, "setup"),
        (["setup", "sets"], [], "setup.sets"),
        (["setup", "sets", "basic:1"], "one", "setup.sets.basic:1"),
        (["setup", "elements"], None, "setup.elements"),
        (["setup", "rules"], 3, "setup.rules"),
        (["setup", "start", 0, "x"], "0", "setup.start[0].x"),
        (["players"], {}, "players"),
        (["players", 1, "name"], None, "players[1].name"),
        (["gameAnnotations", "drawOrder"], "BA/L", "gameAnnotations.drawOrder"),
        (["gameAnnotations", "drawOrder"], ["BA/C", 3], "gameAnnotations.drawOrder[1]"),
        (["gameAnnotations", "endTurn"], True, "gameAnnotations.endTurn"),
        (["replay"], None, "replay"),
        (["replay", 0, "type"], None, "replay[0].type"),
        (["replay", 0, "payload"], None, "replay[0].payload"),
        (["replay", 0, "player"], "Ada", "replay[0].player"),
        (["replay", 0, "payload", "tileId"], None, "replay[0].payload.tileId"),
        (["replay", 0, "payload", "rotation"], "R45", "replay[0].payload.rotation"),
        (["replay", 0, "payload", "position"], [1], "replay[0].payload.position"),
        (["replay", 1, "payload", "meepleId"], "0.small", "replay[1].payload.meepleId"),
        (["replay", 1, "payload", "pointer"], [], "replay[1].payload.pointer"),
        (["replay", 2, "payload", "random"], 1.5, "replay[2].payload.random"),
        (["test", "assertions"], None, "test.assertions"),
        (["test", "assertions", 0], 4, "test.assertions[0]"),
    ],
)
def test_the_field_at_fault_is_named(
    path: list[str | int], value: object, field: str, tmp_path: Path
) -> None:
    found = contents(REPLAY, ["Ada has 4 points"], order=["BA/C"])
    _spoil(found, path, value)
    report = check_paths([write(found, tmp_path / "spoilt" / "one.jcz")])
    assert [failure.field for failure in report.failures] == [field]
    assert report_table(report) == [("spoilt", "0", "0", "0", "0", "1 unreadable")]


def test_a_flight_without_its_number_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.jcz"
    write(contents([deploy("0.small.1", "FlyingMachine", "I", 2, 0)]), path)
    with pytest.raises(OracleFileError) as caught:
        read_save(path)
    assert caught.value.field == "replay[0].payload.random"


def test_notes_and_assertions_may_be_absent(tmp_path: Path) -> None:
    found = contents(REPLAY)
    del found["gameAnnotations"], found["test"]
    (game,) = check_paths([write(found, tmp_path / "bare.jcz")]).games
    assert (game.steps, game.compared, game.differences) == (3, 0, ())


# ---------------------------------------------------------------------- the report
def test_the_report_has_a_row_for_each_folder(tmp_path: Path) -> None:
    true, false = "Ada has 4 points", "Ada has 40 points"
    write(contents(REPLAY, [true, false]), tmp_path / "towns" / "first.jcz")
    write(contents([*REPLAY, tile("BA/L", 0, 0, 1), PASS], [true]), tmp_path / "towns" / "b.jcz")
    write(contents([], sets={"tower:1": 1}), tmp_path / "towers" / "deep" / "first.jcz")
    (tmp_path / "towns" / "README.md").write_text("no replay")
    report = check_paths([tmp_path])
    assert report_table(report) == [
        ("deep", "0", "0", "0", "0", "1: needs set tower:1"),
        ("towns", "2", "8", "3", "1", ""),
    ]
    assert not report.is_good
    assert report_table(check_paths([tmp_path], workers=2)) == report_table(report)


def test_the_command_prints_the_assertion_that_is_not_true(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(contents(REPLAY, ["Ada has 40 points"]), tmp_path / "towns" / "one.jcz")
    assert main(["check", str(tmp_path)]) == 1
    assert f"{path}, end: Ada has 40 points: ours 4; theirs 40" in capsys.readouterr().out
    write(contents(REPLAY, ["Ada has 4 points"]), path)
    assert main(["check", str(tmp_path)]) == 0

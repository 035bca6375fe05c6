"""`carcassonne tiles` and `carcassonne odds`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from carcassonne_core import Game, RuleSet, dump_record
from carcassonne_core.cli import main

MACHINES = RuleSet(["flying_machines"])
ORDER = ["BA/RFr", "FL/RFr.WE.o"]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Ana holds the road at -1,0; Bo has a machine in hand."""
    game = Game(["Ana", "Bo"], MACHINES, draw_order=ORDER).replay(
        ["draw BA/RFr", "place BA/RFr R0 @-1,0", "deploy follower road WE @-1,0"]
    )
    dump_record(game.replay(["draw FL/RFr.WE.o"]), tmp_path / "game.json")
    return tmp_path / "game.json"


def rows(printed: str) -> list[list[str]]:
    """The cells of a printed table."""
    return [
        [cell.strip() for cell in line.strip("│").split("│")]
        for line in printed.splitlines()
        if line.startswith("│")
    ]


def test_tiles_lists_the_sets_with_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tiles"]) == 0
    listed = rows(capsys.readouterr().out)
    assert ["base_first_edition", "24", "72"] in listed
    assert ["flying_machines", "8", "8"] in listed


def test_tiles_describes_the_tiles_of_a_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tiles", "flying_machines"]) == 0
    listed = rows(capsys.readouterr().out)
    assert ["FL/RFr.WE.o", "1", "road WE, flying_machine W"] in listed
    assert len(listed) == 8


def test_tiles_draws_a_contact_sheet(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.svg"
    assert main(["tiles", "river", "--svg", str(sheet), "--columns", "5"]) == 0
    assert ElementTree.parse(sheet).getroot().tag.endswith("svg")


def test_odds_tells_where_a_machine_would_carry_a_follower(
    save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", str(save)]) == 0
    listed = rows(capsys.readouterr().out)
    first = next(n for n, row in enumerate(listed) if row[0] == "place FL/RFr.WE.o R0 @1,0")
    there = ["0,0", "land city N @0,0; land road WE @0,0"]
    assert listed[first][1:] == ["fly follower", "roll 1", "1/3", *there]
    assert listed[first + 1] == ["", "", "roll 2", "1/3", "-1,0", "land road WE @-1,0"]
    assert listed[first + 2] == ["", "", "roll 3", "1/3", "-2,0", "nothing"]


def test_odds_draws_the_best_odds_in_each_place(save: Path, tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    assert main(["odds", str(save), "--svg", str(picture)]) == 0
    texts = [element.text for element in ElementTree.parse(picture).iter() if element.text]
    assert "67%" in texts
    assert "0%" in texts


def test_odds_of_a_tile_that_lies_already_are_told(
    save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(2, MACHINES, draw_order=ORDER).replay(
        ["draw BA/RFr", "place BA/RFr R0 @-1,0", "pass", "draw FL/RFr.WE.o"]
    )
    dump_record(game.replay(["place FL/RFr.WE.o R180 @1,0"]), tmp_path / "laid.json")
    assert main(["odds", str(tmp_path / "laid.json")]) == 0
    listed = rows(capsys.readouterr().out)
    assert [row[2:] for row in listed] == [
        ["roll 1", "1/3", "2,0", "nothing"],
        ["roll 2", "1/3", "3,0", "nothing"],
        ["roll 3", "1/3", "4,0", "nothing"],
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tiles", "castles"], "no tile set 'castles': there are base_first_edition"),
        (["tiles", "--svg", "x.svg"], "--svg draws one set: say which"),
        (["tiles", "river", "--svg", "nowhere/x.svg"], "there is no folder nowhere"),
        (["odds", "nowhere.json"], "cannot read nowhere.json"),
    ],
)
def test_a_wrong_argument_is_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_odds_of_a_game_without_machines_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for actions, reason in (
        ([], "no tile is in hand, nor a figure to be deployed"),
        (["draw BA/L"], "nothing that can be done now is left to chance"),
    ):
        dump_record(Game(2).replay(actions), tmp_path / "game.json")
        assert main(["odds", str(tmp_path / "game.json")]) == 2
        assert reason in capsys.readouterr().err

"""A person at the keyboard: numbered choices, refusals explained, undo, saving and going on."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest

from carcassonne_core import Game, RuleSet, dump_record, load_record
from carcassonne_core.cli import main
from carcassonne_core.cli.text_board import board_text

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def played(typed: str, *words: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return main(["play", "--expansion", "base", "--seed", "4", *words])


def test_a_number_or_an_action_in_words_is_done(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    order, save = tmp_path / "order.txt", tmp_path / "game.json"
    order.write_text("BA/C\nBA/L\n", encoding="utf-8")
    typed = "place BA/C R180 @0,-1\n1\nquit\n"
    words = ("--human", "1", "--draw-order", str(order), "--save", str(save))
    assert played(typed, *words, monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "1. place BA/C R180 @0,-1" in printed
    assert "deploy follower city S @0,-1  (+4)" in printed
    game = load_record(save)
    assert [type(action).__name__ for action in game.actions[:3]] == ["Draw", "Place", "Pass"]


def test_whatever_is_refused_is_explained_by_its_rule(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "pass\nplace BA/L R0 @40,40\nfly mayor\n99\n\nsave\nundo\nboard\nall\n"
    assert played(typed, "--human", "1", "--players", "Ana,Bo", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert '"pass" has to wait. [B2]' in printed
    assert "No action 'fly'" in printed
    assert "There is no choice 99" in printed
    assert "A number chooses" in printed
    assert "Which file?" in printed
    assert "nothing of yours to take back" in printed


def test_undo_goes_back_to_the_last_draw_and_no_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "game.json"
    words = ("--human", "1", "--human", "2", "--save", str(save))
    assert played("1\nundo\nquit\n", *words, monkeypatch=monkeypatch) == 0
    assert [type(action).__name__ for action in load_record(save).actions] == ["Draw"]


def test_a_game_that_was_left_in_mid_flight_goes_on(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = RuleSet(["flying_machines"])
    order = ["BA/RFr", "FL/RFr.WE.o"]
    game = Game(["Ana", "Bo"], rules, draw_order=order)
    game.replay(["draw BA/RFr", "place BA/RFr R0 @-1,0", "deploy follower road WE @-1,0"])
    game.replay(["draw FL/RFr.WE.o", "place FL/RFr.WE.o R0 @1,0", "fly follower", "roll 1"])
    save, picture = tmp_path / "game.json", tmp_path / "game.svg"
    dump_record(game, save)
    monkeypatch.setattr("sys.stdin", io.StringIO("land road WE @0,0\n"))
    words = ["--resume", str(save), "--human", "2", "--save", str(save), "--svg", str(picture)]
    assert main(["play", *words, "--seed", "1"]) == 0
    printed = capsys.readouterr().out
    assert "1. land city N @0,0" in printed
    again = load_record(save)
    assert again.actions[: game.ply] == game.actions
    assert type(again.actions[game.ply]).__name__ == "Land"
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_spanish_is_spoken(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("help\n", "--human", "1", "--lang", "es", monkeypatch=monkeypatch) == 0
    assert "te toca decidir" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--human", "3"], "--human 3: the seats are 1 to 2"),
        (["--human", "1", "--quiet"], "--human needs to see the game"),
        (["--resume", "nowhere.json"], "a record says itself what is played"),
    ],
)
def test_a_wrong_argument_is_one_line(words: list[str], message: str, capsys: Output) -> None:
    assert main(["play", "--expansion", "base", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_single_player_may_play_against_nobody(capsys: Output) -> None:
    assert main(["play", "--players", "1", "--seed", "1", "--quiet"]) == 0
    assert "Player 1" in capsys.readouterr().out


# ------------------------------------------------------------------------------- the board


def test_a_board_in_letters_shows_cities_roads_cloisters_arrows_and_figures() -> None:
    rules = RuleSet(["flying_machines"])
    game = Game(2, rules, draw_order=["BA/L", "FL/RFr.WE.o"])
    game.replay(["draw BA/L", "place BA/L R0 @0,1", "deploy follower cloister I @0,1"])
    game.replay(["draw FL/RFr.WE.o", "place FL/RFr.WE.o R0 @1,0"])
    lines = [line.rstrip() for line in board_text(game.board).plain.splitlines()]
    assert lines[4:10] == [
        "         ·▓▓▓······",
        "  0      ═══════←══",
        "         ··········",
        "         ·····",
        "  1      ··1··",
        "         ·····",
    ]


def test_three_roads_that_end_in_the_middle_meet_there() -> None:
    game = Game(2, draw_order=["BA/CRRR"]).replay(["draw BA/CRRR", "place BA/CRRR R0 @1,0"])
    lines = board_text(game.board).plain.splitlines()
    assert lines[4].rstrip().endswith("·▓▓▓··▓▓▓·")
    assert lines[5].rstrip().endswith("═══════o══")

"""The command line: what it prints, what it writes, and that a mistake is one line."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import frozen

from carcassonne_core import Expansion, Game, RuleSet, load_record, loads_record
from carcassonne_core.cli import main
from carcassonne_core.cli.narrator import Line, Narrator
from carcassonne_core.cli.texts import load_texts
from carcassonne_core.errors import ExpansionError
from carcassonne_core.event import Event
from carcassonne_core.rulings import LANGUAGES

SHORT = ["--set", "flying_machines=1", "--policy", "random", "--seed", "5"]
"""A game of eight tiles."""

COMMANDS = ("play", "draw", "rules", "lint", "check", "perft", "simulate", "bench")
COMMANDS += ("tiles", "odds", "replay")

TILES = files("carcassonne_core") / "tile_sets" / "base_first_edition.toml"


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "carcassonne_core.cli", *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
        timeout=120,
    )


# ------------------------------------------------------------------------------------ play


def test_play_tells_a_whole_game_and_ends_with_the_scores(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "--seed", "7"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for words in (
        "flying_machines",
        "  1. Player 1 draws",
        "Player 1 places ",
        "puts a follower on the",
        "sends it off with the machine at",
        "The die shows",
        "Open for landing:",
        "Not open: the field",
        "No flight ends on a field, whether farmers are there or not. [R15]",
        "lands a follower on",
        "The flight of Player 2 has failed.",
        "Finished: the city",
        "Strength: Player 1 (1). Points: Player 1 +4.",
        "Back in supply:",
        "At the end: the field",
        "The game is over",
    ):
        assert words in out, words
    total = out.splitlines()[-4:-1]
    assert any("Total" in line for line in out.splitlines())
    assert sum("Player" in line for line in total) == 2


def test_the_totals_of_the_table_are_the_scores_of_the_record(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    assert main(["play", "--seed", "7", "--quiet", "--save", str(file)]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if "Player" in line]
    cells = [[cell.strip() for cell in row.strip("│┃").split("│")] for row in rows[1:]]
    assert [int(row[-1]) for row in cells] == list(load_record(file).scores)
    assert all(int(row[-1]) == sum(map(int, row[1:-1])) for row in cells)


def test_the_same_seed_tells_the_same_game_in_two_processes() -> None:
    words = "play", "--set", "flying_machines=2", "--seed"
    first, second = (command(*words, "7", PYTHONHASHSEED=n) for n in "12")
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert first.stdout != command(*words, "8").stdout


def test_without_a_seed_the_one_that_was_taken_repeats_the_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["play", *SHORT[:-2]]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    seed = first.partition("Seed ")[2].partition(",")[0]
    assert main([*arguments, "--seed", seed]) == 0
    assert capsys.readouterr().out == first


def test_json_prints_the_record_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *SHORT, "--json"]) == 0
    out, err = capsys.readouterr()
    game = loads_record(out)
    assert game.is_over
    assert json.loads(out)["expansions"] == ["flying_machines"]
    assert err == ""


def test_names_options_sets_and_draw_order_are_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    order = tmp_path / "order.txt"
    order.write_text("# first of all\nFL/F.d\n\nFL/Rr.d  # then\n")
    arguments = ["--players", "Ada,Bob,Cyd", "--draw-order", str(order), "--json"]
    arguments += ["--option", "flying_machines.edition=C2", "--option", "farmers=false"]
    arguments += ["--set", "flying_machines_second_edition=2", "--seed", "1"]
    arguments += ["--policy", "random"]
    assert main(["play", *arguments]) == 2  # the second edition has another face
    assert "FL/F.d" in capsys.readouterr().err
    order.write_text("FL/RFr.d\n\nFL/Rr.d  # then\n")
    assert main(["play", *arguments]) == 0
    game = loads_record(capsys.readouterr().out)
    assert game.names == ("Ada", "Bob", "Cyd")
    assert game.rules.options == {"farmers": False, "flying_machines.edition": "C2"}
    assert game.rules.sets == {"flying_machines_second_edition": 2}
    assert game.draw_order == ("FL/RFr.d", "FL/Rr.d")


def test_the_base_game_can_be_played_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--expansion", "base", "--policy", "random", "--json"]) == 0
    assert loads_record(capsys.readouterr().out).rules == RuleSet()


def test_spanish_is_spoken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *SHORT, "--lang", "es", "--players", "Ada,Bob"]) == 0
    out = capsys.readouterr().out
    assert "Ada saca FL/" in out
    assert "El dado marca" in out
    assert "Fin de la partida" in out
    assert "Jugador" in out
    assert not {"draws", "places", "Strength"} & set(out.split())


def test_save_and_svg_are_written_and_draw_makes_the_same_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    save, picture = tmp_path / "game.json", tmp_path / "game.svg"
    assert main(["play", *SHORT, "--save", str(save), "--svg", str(picture)]) == 0
    assert f"Written: {save}" in capsys.readouterr().out
    assert main(["draw", str(save)]) == 0
    drawn = capsys.readouterr().out
    assert drawn == picture.read_text(encoding="utf-8")
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    again = tmp_path / "again.svg"
    assert main(["draw", str(save), "--svg", str(again)]) == 0
    assert again.read_text(encoding="utf-8") == drawn
    assert capsys.readouterr().out == ""


def test_markup_in_names_is_shown_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *SHORT, "--players", "[red]A[/red],B(+"]) == 0
    out = capsys.readouterr().out
    assert "[red]A[/red] draws" in out
    assert "B(+ draws" in out


# ------------------------------------------------------------------------------------ narration


class _Unheard(Event):
    def __repr__(self) -> str:
        return "Unheard()"


@frozen
class CowMilked(Event):
    texts = "cows"
    player: int
    cow: str


class Cows(Expansion):
    name = "cows"

    def __init__(self, path: Path) -> None:
        self.path = path

    def texts(self) -> Path:
        return self.path


def test_an_expansion_tells_its_own_events_with_texts_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "texts.toml"
    file.write_text(
        '[sentence.cow_milked]\ntone = "chance"\n'
        'en = "{player} milks {cow}."\nes = "{player} ordeña {cow}."\n'
        '[word.cow]\nred_one = { en = "the red one", es = "la roja" }\n',
        encoding="utf-8",
    )
    rules = RuleSet([Cows(file)])
    event, board = CowMilked(1, "red_one"), Game(2, rules).board
    told = {
        language: [*Narrator(rules, ["Ada", "Bob"], language).lines(event, board)]
        for language in LANGUAGES
    }
    assert told == {
        "en": [Line("Bob milks the red one.", "chance")],
        "es": [Line("Bob ordeña la roja.", "chance")],
    }


def test_an_event_without_words_shows_itself() -> None:
    game = Game(2)
    lines = list(Narrator(game.rules, game.names).lines(_Unheard(), game.board))
    assert [line.text for line in lines] == ["Unheard()"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_a_game_with_machines_has_words(language: str) -> None:
    from test_svg import finished

    game = finished(4)
    narrator = Narrator(game.rules, game.names, language)
    for event in game.events:
        for line in narrator.lines(event, game.board):
            assert line.text[0] != "("
            assert type(event).__name__ not in line.text
            assert "{" not in line.text


@pytest.mark.parametrize(
    ("content", "where"),
    [
        ("[", "not a file of texts"),
        ("[other]\n", "other"),
        ('[sentence.a]\nen = "x"\n', "no text in es"),
        ('[sentence.a]\nen = "{x}"\nes = "{y}"\n', "different facts"),
        ('[sentence.a]\nen = "{"\nes = "{"\n', "sentence.a"),
        ('[sentence.a]\ntone = "loud"\nen = "x"\nes = "x"\n', "sentence.a.tone"),
        ("[sentence]\na = 1\n", "expected a table"),
        ("[sentence.a]\nen = 1\nes = 1\n", "expected a text"),
        ("[word]\na = 1\n", "word.a: expected a table"),
    ],
)
def test_a_faulty_file_of_texts_is_refused(tmp_path: Path, content: str, where: str) -> None:
    file = tmp_path / "texts.toml"
    file.write_text(content)
    with pytest.raises(ExpansionError, match=where.replace(".", r"\.")):
        load_texts(file)


# ------------------------------------------------------------------------------------ rules, lint


def test_rules_lists_what_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    out = capsys.readouterr().out
    assert "flying_machines.landing_set = extended_2015 | strict_2012" in out
    assert "base.field_scoring = first | second | third" in out


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("base", ["B9  Majority", "B16", "Source:"]),
        (
            "flying_machines",
            ["R13", "Only what is unfinished", "Changed by: flying_machines.edition = C3_1"],
        ),
    ],
)
def test_rules_prints_every_ruling_with_its_source(
    name: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", name]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in words)
    assert main(["rules", name, "--lang", "es"]) == 0
    assert "Fuente:" in capsys.readouterr().out


def test_lint_finds_nothing_in_our_own_sets(capsys: pytest.CaptureFixture[str]) -> None:
    machines = files("carcassonne_expansions.flying_machines") / "tiles.toml"
    assert main(["lint", str(TILES), str(machines)]) == 0
    assert capsys.readouterr().out.count("no fault") == 2


def test_lint_names_every_fault_and_fails(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('name = "bad"\ntitle = { en = "a", es = "b" }\ntotal = 3\n')
    assert main(["lint", str(TILES), str(bad)]) == 1
    out = capsys.readouterr().out
    assert "bad.toml" in out
    assert "Traceback" not in out


# ------------------------------------------------------------------------------------ mistakes


def mistakes() -> Iterator[tuple[list[str], str]]:
    yield ["play", "--players", "7"], "7 players: expected 1 to 6"
    yield ["play", "--players", "0"], "0 players: expected 1 to 6"
    yield ["play", "--players", "123456789"], "expected 1 to 6"
    yield ["play", "--players", "Ada,Ada"], "different names"
    yield ["play", "--players", "Ada,"], "none empty"
    yield ["play", "--players", "A\nB,C"], "printed"
    yield ["play", "--expansion", "dragons"], "no expansion 'dragons'"
    yield ["play", "--option", "x=1"], "no option 'x'"
    yield ["play", "--option", "flying_machines.edition"], "expected NAME=VALUE"
    yield ["play", "--option", "flying_machines.edition=C9"], "'C9'"
    yield ["play", "--meeples", "follower=99"], "99 figures follower"
    yield ["play", "--meeples", "follower=few"], "expected a number"
    yield ["play", "--meeples", "ghost=1"], "no figure 'ghost'"
    yield ["play", "--set", "none=1"], "no tile set 'none'"
    yield ["play", "--set", "base_first_edition=two"], "expected a number"
    yield ["play", "--set", "base_first_edition=0"], "not a single tile"
    yield ["play", "--set", "base_first_edition=21"], "21 copies"
    yield ["play", "--seed", "x"], "--seed"
    yield ["play", "--policy", "wise"], "no policy 'wise'"
    yield ["play", "--lang", "fr"], "no language 'fr'"
    yield ["play", "--draw-order", "/no/such/file"], "/no/such/file"
    yield ["play", "--save", "/no/such/file"], "/no/such"
    yield ["play", "--svg", "/"], "it is a folder"
    yield ["play", "--nonsense"], "--nonsense"
    yield ["play", "more"], "more"
    yield ["draw"], "SAVE"
    yield ["draw", "/no/such/file"], "/no/such/file"
    yield ["draw", str(TILES)], "not JSON"
    yield ["rules", "dragons"], "no expansion 'dragons'"
    yield ["rules", "--lang", "xx"], "no language 'xx'"
    yield ["lint"], "FILE"
    yield ["lint", "/no/such/file"], "/no/such/file"
    yield ["lint", "/"], "directory"
    yield ["check"], "PATH"
    yield ["check", "/no/such/file"], "/no/such/file"
    yield ["check", str(Path(__file__).parent)], "no recorded game"
    yield ["check", __file__], "gzip"
    yield ["check", __file__, "--workers", "0"], "--workers"
    yield ["dance"], "dance"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [*mistakes()],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_argument_is_one_line_and_exit_code_2(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert err.startswith("carcassonne: ")
    assert err.count("\n") == 1
    assert reason in err


def test_a_draw_order_that_the_stack_does_not_hold_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = tmp_path / "order"
    order.write_text("XX/YY\n")
    assert main(["play", "--draw-order", str(order)]) == 2
    assert "'XX/YY'" in capsys.readouterr().err
    order.write_bytes(b"\xff\xfe")
    assert main(["play", "--draw-order", str(order)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_record_of_an_expansion_that_is_not_installed_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *SHORT, "--json"]) == 0
    text = capsys.readouterr().out.replace('"flying_machines"\n', '"dragons"\n')
    file = tmp_path / "game.json"
    file.write_text(text)
    assert main(["draw", str(file)]) == 2
    assert "no expansion 'dragons'" in capsys.readouterr().err


def test_help_is_printed_for_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    overview = capsys.readouterr().out
    for name in COMMANDS:
        assert f"  {name} " in overview
        assert main([name, "--help"]) == 0
        assert "Usage: carcassonne" in capsys.readouterr().out


# ------------------------------------------------------------------------------------ the world


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_typer_or_rich_one_line_says_what_to_install(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None\nfrom carcassonne_core.cli import main\n"
    run = subprocess.run(
        [sys.executable, "-c", f"{code}sys.exit(main(['play']))"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert 'pip install "carcassonne-core[cli]"' in run.stderr
    assert run.stderr.count("\n") == 1


def test_a_closed_pipe_leaves_no_traceback() -> None:
    run = subprocess.run(
        f"{sys.executable} -m carcassonne_core.cli play --seed 7 | head -n 2",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    assert run.stdout.count("\n") == 2


def test_ctrl_c_ends_with_130_and_no_traceback() -> None:
    words = ["-u", "-m", "carcassonne_core.cli", "play", "--set", "base_first_edition=20"]
    process = subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "environment",
    [{"NO_COLOR": "1", "TERM": "dumb"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}],
    ids=str,
)
def test_output_is_plain_text_without_a_terminal(environment: dict[str, str]) -> None:
    run = command("play", *SHORT, "--lang", "es", "--players", "Zoë,Bob", **environment)
    assert run.returncode == 0
    assert run.stderr == ""
    assert "\x1b" not in run.stdout


def test_colours_are_used_when_asked_for() -> None:
    assert "\x1b[" in command("play", *SHORT, FORCE_COLOR="1").stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_the_command_line_names_every_option(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parent.parent / "docs" / "command_line.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    assert main([name, "--help"]) == 0
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    assert section
    assert {option for option in options if option not in section} == set()


def test_check_prints_differences_with_both_sides_and_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from carcassonne_core.jcloisterzone import check as room
    from carcassonne_core.jcloisterzone.replay import Difference

    difference = Difference("some-1.json.gz", 7, "points", "3", "4")
    game = room.GameReport("some-1.json.gz", "some", 9, 20, (difference,))
    good = room.GameReport("some-2.json.gz", "some", 5, 10)
    reports = iter([room.CheckReport((game, good)), room.CheckReport((good,))])
    monkeypatch.setattr(room, "check_paths", lambda paths, **options: next(reports))
    assert main(["check", __file__]) == 1
    out = capsys.readouterr().out
    assert "some-1.json.gz, step 7: points: ours 3; theirs 4" in out
    row = next(line for line in out.splitlines() if " some " in line)
    assert [cell.strip() for cell in row.strip("│").split("│")][:5] == [
        "some",
        "2",
        "14",
        "30",
        "1",
    ]
    assert main(["check", __file__]) == 0

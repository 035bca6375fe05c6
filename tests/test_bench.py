"""The workloads, the comparison with earlier figures, and `simulate` on the command line."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from carcassonne_core import Game, dump_record
from carcassonne_core.cli import main
from carcassonne_core.workloads import WORKLOADS, calibration_loop, measure

ROOT = Path(__file__).parent.parent
QUICK = ["--rounds", "1", "--seconds", "0.01"]
SHORT = ["--expansion", "flying_machines", "--set", "flying_machines=2", "--seed", "5"]


@pytest.mark.parametrize("name", WORKLOADS)
def test_a_workload_does_something_and_the_same_for_the_same_seed(name: str) -> None:
    _, work = WORKLOADS[name]
    assert work(3) == work(3) > 0


def test_the_calibration_loop_does_a_hundred_turns() -> None:
    assert calibration_loop(1) == 100


def test_a_speed_is_units_a_second_and_a_ratio() -> None:
    speed = measure(["copy"], rounds=1, seconds=0.01)["copy"]
    assert (speed.unit, speed.per_cpu_second > 0, speed.ratio > 0) == ("copies", True, True)


def test_bench_prints_json_that_it_can_be_held_against(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "copy", "--json", *QUICK]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {name: sorted(facts) for name, facts in figures.items()} == {
        "copy": ["copies_per_cpu_second", "ratio"]
    }
    earlier = tmp_path / "figures.json"
    figures["copy"]["ratio"] /= 10
    earlier.write_text(json.dumps(figures), encoding="utf-8")
    assert main(["bench", "copy", "--against", str(earlier), *QUICK]) == 0


def test_a_loss_of_a_quarter_is_told_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    earlier = tmp_path / "figures.json"
    earlier.write_text('{"copy": {"ratio": 1e9}}', encoding="utf-8")
    assert main(["bench", "copy", "--against", str(earlier), *QUICK]) == 1
    assert "copy does 0% of what it did" in capsys.readouterr().err


def test_the_recorded_figures_are_those_of_all_workloads() -> None:
    figures = json.loads((ROOT / "benchmarks" / "baseline.json").read_text(encoding="utf-8"))
    assert sorted(figures) == sorted(WORKLOADS)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bench", "speed"], "no workload 'speed': expected some of base"),
        (["bench", "--against", "nowhere.json"], "cannot read the figures in nowhere.json"),
        (["simulate", "--games", "0"], "games"),
        (["simulate", "--policy", "wise"], "no policy 'wise'"),
        (["simulate", "nowhere.json", "--set", "x=1"], "a record says itself what is played"),
        (["simulate", "nowhere.json"], "cannot read nowhere.json"),
        (["simulate", "--csv", "nowhere/x.csv"], "there is no folder nowhere"),
    ],
)
def test_a_wrong_argument_is_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


# ------------------------------------------------------------------------------- simulate


def test_simulate_prints_wins_scores_points_and_flights(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert main(["simulate", "--games", "60", "--workers", "1", *SHORT]) == 0
    printed = capsys.readouterr().out
    for words in ("60 games, seed 5", "wins", "with 95 %", "field", "road", "landed", "failed"):
        assert words in printed


def test_simulate_gives_the_same_figures_with_any_number_of_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = []
    for workers in ("1", "2"):
        assert main(["simulate", "--games", "20", "--json", "--workers", workers, *SHORT]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert (found[0]["games"], found[0]["failures"]) == (20, [])
    one, two = found[0]["players"]
    assert one["win_share"] + two["win_share"] == pytest.approx(1)


def test_simulate_writes_a_line_a_game_and_draws_the_scores(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    table, plot = tmp_path / "scores.csv", tmp_path / "scores.svg"
    files = ["--csv", str(table), "--plot", str(plot)]
    assert main(["simulate", "--games", "12", "--workers", "1", *SHORT, *files]) == 0
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [int(row["game"]) for row in rows] == list(range(12))
    for row in rows:
        points = [int(n) for name, n in row.items() if name.startswith("Player 1: ")]
        assert int(row["Player 1"]) == sum(points)
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")


def test_after_a_single_game_simulate_knows_no_interval(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    assert main(["simulate", "--games", "1", "--workers", "1", *SHORT, "--json"]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert [player["confidence_95"] for player in found["players"]] == [[None, None]] * 2
    assert main(["simulate", "--games", "1", "--workers", "1", *SHORT]) == 0
    assert "inf" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["scores", "scores.txt"])
def test_a_plot_that_cannot_be_drawn_is_refused_before_anything_is_played(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    words = ["--games", "1000000000", "--plot", str(tmp_path / name)]
    assert main(["simulate", *SHORT, *words]) == 2
    assert f"{name}: expected one of " in capsys.readouterr().err


def test_simulate_goes_on_from_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(["Ana", "Bo"]).replay(["draw BA/L", "place BA/L R0 @0,1"])
    dump_record(game.replay(["deploy follower cloister I @0,1"]), tmp_path / "game.json")
    words = ["--games", "20", "--seed", "1", "--workers", "1", "--json"]
    assert main(["simulate", str(tmp_path / "game.json"), *words]) == 0
    ana, bo = json.loads(capsys.readouterr().out)["players"]
    assert (ana["name"], bo["name"]) == ("Ana", "Bo")
    assert ana["points"]["cloister"]["mean"] > bo["points"]["cloister"]["mean"]

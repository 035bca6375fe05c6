"""Perft cases of another engine: read, translated, compared, and every wrong number named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from carcassonne_core.cli import main
from carcassonne_core.jcloisterzone import check_paths, report_table
from carcassonne_core.jcloisterzone.perft_cases import last_ply, read_perft_case

Json = dict[str, Any]


def case() -> Json:
    """A machine, then a cap: counts of ours that the tables of `tests/perft` hold to as well."""
    first = {
        "depth": 1,
        "lines": 53 + 22,
        "placements": 4,
        "lastPly": {
            "Phantom Field": 4,
            "Phantom flies fails + phantom:Phantom Field": 11,
            "Phantom flies fails + phantom:pass": 11,
            "Phantom flies lands City": 1,
            "Phantom flies lands Road": 1,
            "SmallFollower Field + phantom:Phantom flies fails": 11,
            "SmallFollower Field + phantom:Phantom flies lands City": 1,
            "SmallFollower Field + phantom:Phantom flies lands Road": 1,
            "SmallFollower Field + phantom:pass": 4,
            "SmallFollower flies fails + phantom:Phantom Field": 11,
            "SmallFollower flies fails + phantom:pass": 11,
            "SmallFollower flies lands City + phantom:Phantom Field": 1,
            "SmallFollower flies lands City + phantom:pass": 1,
            "SmallFollower flies lands Road + phantom:Phantom Field": 1,
            "SmallFollower flies lands Road + phantom:pass": 1,
            "pass": 4,
        },
        "pointsSum": [0, 0],
        "figuresSum": 53,
        "linesNoPhantomAfterFailedFlight": 53,
    }
    return {
        "name": "tiny",
        "setup": {
            "sets": {"basic:1": 1, "flier:1": 1},
            "elements": {"small-follower": 7, "farmers": True, "flier": True, "phantom": 1},
            "rules": {"tiny-city-scoring": "4"},
            "start": [{"tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0}],
            "players": 2,
        },
        "draw": ["FL/F.o", "BA/C"],
        "counts": [first],
        "divideDepth": 1,
        "divide": {"0,1,R0": 18, "0,1,R90": 21, "0,1,R180": 18, "0,1,R270": 18},
    }


def save(contents: Json, path: Path) -> Path:
    path.write_text(json.dumps(contents))
    return path


def test_a_true_case_has_no_difference(tmp_path: Path) -> None:
    report = check_paths([save(case(), tmp_path / "tiny.json")])
    assert report.differences == ()
    assert report.is_good
    assert report_table(report) == [("tiny", "1", "1", "8", "0", "")]


def _at_first(name: str, value: object) -> Callable[[Json], None]:
    def change(contents: Json) -> None:
        contents["counts"][0][name] = value

    return change


def _split(contents: Json) -> None:
    contents["counts"][0]["lastPly"]["pass"] = 5


def _divide(contents: Json) -> None:
    contents["divide"]["0,1,R0"] = 7


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_at_first("lines", 74), "lines: ours 75; theirs 74"),
        (_at_first("placements", 5), "placements: ours 4; theirs 5"),
        (_at_first("discards", 1), "discards: ours 0; theirs 1"),
        (_at_first("pointsSum", [0, 4]), "sum of points: ours (0, 0); theirs (0, 4)"),
        (_at_first("figuresSum", 52), "sum of figures: ours 53; theirs 52"),
        (
            _at_first("linesNoPhantomAfterFailedFlight", 75),
            "lines with nothing after a failed flight: ours 53; theirs 75",
        ),
        (_split, "last ply: ours pass 4; theirs pass 5"),
        (_divide, "divide: ours 0,1,R0 18; theirs 0,1,R0 7"),
    ],
)
def test_a_wrong_number_is_a_difference(
    change: Callable[[Json], None], told: str, tmp_path: Path
) -> None:
    contents = case()
    change(contents)
    path = save(contents, tmp_path / "tiny.json")
    (difference,) = check_paths([path]).differences
    assert str(difference) == f"{path}, depth 1: {told}"


def test_depths_with_too_many_lines_are_left_out_and_said_to_be(tmp_path: Path) -> None:
    contents = case()
    deeper = {"depth": 2, "lines": 3614, "placements": 750, "lastPly": {}}
    contents["counts"].append(deeper)
    contents["divideDepth"] = 2
    path = save(contents, tmp_path / "tiny.json")
    report = check_paths([path], max_lines=3613)
    assert report.is_good
    assert report_table(report) == [("tiny", "1", "1", "7", "0", "1 deeper: too many lines")]
    assert check_paths([path], max_lines=1).games[0].steps == 0
    for limit in (3614, 0):
        (split, divide) = check_paths([path], max_lines=limit).differences
        assert (split.what, divide.what) == ("last ply", "divide")


def test_a_case_that_needs_what_is_not_installed_is_skipped_with_the_reason(
    tmp_path: Path,
) -> None:
    contents = case()
    contents["setup"]["elements"]["lion"] = 1
    report = check_paths([save(contents, tmp_path / "tiny.json")])
    assert report.is_good
    assert report_table(report) == [("tiny", "0", "0", "0", "0", "1: needs element lion")]


def test_other_json_of_a_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    save(case(), tmp_path / "deeper" / "tiny.json")
    save({"format": "carcassonne-record"}, tmp_path / "record.json")
    assert [Path(game.file).name for game in check_paths([tmp_path]).games] == ["tiny.json"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda contents: contents.pop("draw"), "draw: is missing"),
        (lambda contents: contents["draw"].insert(0, "XX"), "draw_order[0] = 'XX'"),
        (lambda contents: contents.pop("divide"), "divide: is missing"),
        (_at_first("lines", "many"), "counts[0].lines: expected a whole number, found 'many'"),
        (_at_first("depth", 2), "counts: expected depths 1, 2 and so on"),
        (lambda contents: contents.update(counts=[]), "counts: expected depths 1, 2 and so on"),
    ],
)
def test_a_case_that_cannot_be_read_names_the_field(
    change: Callable[[Json], object], reason: str, tmp_path: Path
) -> None:
    contents = case()
    change(contents)
    report = check_paths([save(contents, tmp_path / "tiny.json")])
    (failure,) = report.failures
    assert reason in str(failure)
    assert str(tmp_path / "tiny.json") in str(failure)


def test_the_facts_of_a_case_are_read(tmp_path: Path) -> None:
    found = read_perft_case(save(case(), tmp_path / "tiny.json"))
    assert (found.name, found.draw, found.setup.players) == ("tiny", ("FL/F.o", "BA/C"), 2)
    assert (found.counts[0].strict, found.counts[0].discards) == (53, 0)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("deploy big_follower road", "BigFollower Road"),
        ("deploy abbot cloister", "Abbot Monastery"),
        ("deploy wagon city, pass wagon", "Wagon City + pass"),
        ("pass, pass wagon", "pass + pass"),
        ("fly wagon, roll, land road, move city", "Wagon flies lands Road + Wagon City"),
        ("retrieve garden", "return ABBOT_RETURN"),
        ("juggle lion", "juggle lion"),
    ],
)
def test_what_was_done_last_is_said_in_their_words(ours: str, theirs: str) -> None:
    assert last_ply(ours) == theirs


def test_the_command_compares_cases_and_fails_on_a_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contents = case()
    path = save(contents, tmp_path / "tiny.json")
    assert main(["check", str(tmp_path)]) == 0
    contents["counts"][0]["lines"] = 1
    save(contents, path)
    capsys.readouterr()
    assert main(["check", str(path), "--max-lines", "50"]) == 1
    assert "depth 1: lines: ours 75; theirs 1" in capsys.readouterr().out

"""The checker names every kind of fact that is falsified in a recorded game, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from oracle_writer import WHOLE, Json, OracleWriter, find_step, save

from carcassonne_core.jcloisterzone import check_paths, report_table
from carcassonne_core.jcloisterzone.check import CheckReport, GameReport


def _landing(contents: Json) -> int:
    for number, step in enumerate(contents["steps"]):
        if step["phase"] == "ActionPhase" and not step["legal"]["canPass"]:
            return number
    raise LookupError("no landing")


def _flight_not_taken(contents: Json) -> int:
    for number, step in enumerate(contents["steps"]):
        if "FlyingMachine" in str(step["legal"]) and "die" not in step:
            return number
    raise LookupError("every flight was taken")


@cache
def _faithful() -> str:
    """A game with a landing, and a flight that was passed by."""
    for seed in range(500):
        contents = OracleWriter(seed).write()
        try:
            _landing(contents), _flight_not_taken(contents)
            find_step(contents, phase="ActionPhase", action="PASS")
        except LookupError:
            continue
        return json.dumps(contents)
    raise AssertionError("no seed gives such a game")


@pytest.fixture
def contents() -> Json:
    found: Json = json.loads(_faithful())
    return found


def _check(contents: Json, folder: Path) -> CheckReport:
    return check_paths([save(contents, folder / "tiny-1.json.gz")])


def test_a_faithful_file_has_no_difference(contents: Json, tmp_path: Path) -> None:
    report = _check(contents, tmp_path)
    assert report.differences == ()
    assert report.is_good
    (game,) = report.games
    assert (game.configuration, game.steps) == ("tiny", len(contents["steps"]))
    assert report_table(report) == [("tiny", "1", str(game.steps), str(game.compared), "0", "")]


def test_a_faithful_file_with_cities_and_cloisters_has_no_difference(tmp_path: Path) -> None:
    contents = OracleWriter(2, WHOLE).write()
    kinds = {
        entry["name"] for event in contents["final"]["finalScoring"] for entry in event["points"]
    }
    assert kinds >= {"city.incomplete", "field"}
    report = _check(contents, tmp_path)
    assert report.differences == ()
    assert report.is_good


def test_choices_are_counted_as_the_oracle_lists_them(contents: Json, tmp_path: Path) -> None:
    listed = 0
    for step in contents["steps"]:
        listed += step["legal"]["canPass"]
        for item in step["legal"]["items"]:
            if item["type"] == "TilePlacement":
                listed += sum(len(rotations) for _, _, rotations in item["options"])
            elif item["type"] == "Meeple":
                listed += len(item["options"])
    assert _check(contents, tmp_path).games[0].compared == listed


def _options(contents: Json, number: int) -> list[list[object]]:
    found: list[list[object]] = contents["steps"][number]["legal"]["items"][0]["options"]
    return found


def _drop_placement(contents: Json) -> int:
    _options(contents, 3)[-1][2].pop()  # type: ignore[attr-defined]
    return 3


def _add_placement(contents: Json) -> int:
    _options(contents, 0).append([7, 7, [90]])
    return 0


def _drop_deployment(contents: Json) -> int:
    number = find_step(contents, phase="ActionPhase", action="PASS")
    _options(contents, number).pop(0)
    return number


def _drop_flight(contents: Json) -> int:
    number = _flight_not_taken(contents)
    options = _options(contents, number)
    options[:] = [option for option in options if option[2] != "FlyingMachine"]
    return number


def _forbid_passing(contents: Json) -> int:
    number = find_step(contents, phase="ActionPhase", event="meeple-deployed")
    contents["steps"][number]["legal"]["canPass"] = False
    return number


def _add_landing(contents: Json) -> int:
    number = _landing(contents)
    _options(contents, number).append([0, 0, "City", "NWSE"])
    return number


def _allow_passing_a_landing(contents: Json) -> int:
    number = _landing(contents)
    contents["steps"][number]["legal"]["canPass"] = True
    return number


def _other_player(contents: Json) -> int:
    contents["steps"][0]["legal"]["player"] = 1
    return 0


def _other_die(contents: Json) -> int:
    number = find_step(contents, event="flier-roll")
    contents["steps"][number]["action"]["random"] = (contents["steps"][number]["die"] % 3) / 3
    return number


def _other_distance(contents: Json) -> int:
    number = find_step(contents, event="flier-roll")
    contents["steps"][number]["events"][0]["distance"] += 1
    return number


def _other_machine(contents: Json) -> int:
    number = find_step(contents, event="flier-roll")
    contents["steps"][number]["events"][0]["flierPosition"] = [0, 0]
    return number


def _other_flyer(contents: Json) -> int:
    number = _landing(contents)
    items = contents["steps"][number]["legal"]["items"]
    items.append({"type": "Meeple", "meeple": "Mayor", "options": items[0]["options"]})
    return number


def _other_tile(contents: Json) -> int:
    event = contents["steps"][0]["events"][0]
    event["rotation"] = (event["rotation"] + 90) % 360
    return 0


def _choice_at_the_commit(contents: Json) -> int:
    number = find_step(contents, phase="Commit")
    contents["steps"][number]["legal"]["items"].append({"type": "Bridge"})
    return number


def _player_at_the_commit(contents: Json) -> int:
    number = find_step(contents, phase="Commit")
    contents["steps"][number]["legal"]["player"] = 1
    return number


def _points_before_the_commit(contents: Json) -> int:
    number = find_step(contents, phase="ActionPhase")
    contents["steps"][number]["points"][1] += 1
    return number


def _supply_before_the_commit(contents: Json) -> int:
    number = find_step(contents, phase="ActionPhase")
    contents["steps"][number]["supply"][1]["SmallFollower"] -= 1
    return number


def _unknown_event(contents: Json) -> int:
    contents["steps"][0]["events"].append({"type": "dragon-moved"})
    return 0


def _other_points(contents: Json) -> int:
    number = find_step(contents, phase="Commit")
    contents["steps"][number]["points"][1] += 1
    return number


def _other_supply(contents: Json) -> int:
    number = find_step(contents, phase="Commit")
    contents["steps"][number]["supply"][0]["SmallFollower"] -= 1
    return number


def _score(contents: Json) -> tuple[int, Json]:
    number = find_step(contents, event="points")
    events = contents["steps"][number]["events"]
    return number, next(e for e in events if e["type"] == "points")["points"][0]


def _other_score(contents: Json) -> int:
    number, entry = _score(contents)
    entry["points"] += 1
    return number


def _other_winner(contents: Json) -> int:
    number, entry = _score(contents)
    entry["player"] = 5
    return number


def _other_item(contents: Json) -> int:
    number, entry = _score(contents)
    entry["items"][0]["count"] += 1
    return number


def _other_kind(contents: Json) -> int:
    number, entry = _score(contents)
    entry["name"] = "garden"
    return number


def _other_place(contents: Json) -> int:
    number, entry = _score(contents)
    entry["ptr"]["position"] = [50, 50]
    return number


def _drop_score(contents: Json) -> int:
    number = find_step(contents, event="points")
    contents["steps"][number]["events"] = []
    return number


def _drop_figure(contents: Json) -> int:
    number = next(i for i, step in enumerate(contents["steps"]) if step.get("deployed"))
    contents["steps"][number]["deployed"].pop()
    return number


def _move_figure(contents: Json) -> int:
    number = find_step(contents, event="meeple-deployed")
    contents["steps"][number]["events"][-1]["to"] = {
        "position": [0, 0],
        "feature": "City",
        "location": "N",
    }
    return number


def _other_owner(contents: Json) -> int:
    number = find_step(contents, phase="Commit")
    contents["steps"][number]["features"][0]["owners"] = [1, 0]
    return number


def _other_walls(contents: Json) -> int:
    number = find_step(contents, phase="Commit")
    features = contents["steps"][number]["features"]
    next(f for f in features if f["type"] == "Field")["cities"] += 1
    return number


def _discard(contents: Json) -> int:
    number = find_step(contents, phase="Commit")
    contents["steps"][number]["events"].append({"type": "tile-discarded", "tile": "FL/Rr.d"})
    return number


@pytest.mark.parametrize(
    ("falsify", "what"),
    [
        (_drop_placement, "choices"),
        (_add_placement, "choices"),
        (_drop_deployment, "choices"),
        (_drop_flight, "choices"),
        (_forbid_passing, "choices"),
        (_add_landing, "choices"),
        (_allow_passing_a_landing, "choices"),
        (_other_player, "player to decide"),
        (_other_die, "die"),
        (_other_distance, "flights"),
        (_other_machine, "flights"),
        (_other_flyer, "choices"),
        (_other_tile, "placed"),
        (_choice_at_the_commit, "choices"),
        (_player_at_the_commit, "player to decide"),
        (_points_before_the_commit, "points"),
        (_supply_before_the_commit, "supply"),
        (_unknown_event, "events"),
        (_other_points, "points"),
        (_other_supply, "supply"),
        (_other_score, "scores"),
        (_other_winner, "scores"),
        (_other_item, "scores"),
        (_other_kind, "scores"),
        (_other_place, "scores"),
        (_drop_score, "scores"),
        (_drop_figure, "figures on the board"),
        (_move_figure, "deployed"),
        (_other_owner, "features"),
        (_other_walls, "features"),
        (_discard, "discarded"),
    ],
)
def test_one_falsified_fact_is_one_difference_with_its_step(
    falsify: Callable[[Json], int], what: str, contents: Json, tmp_path: Path
) -> None:
    number = falsify(contents)
    report = _check(contents, tmp_path)
    found = [(difference.step, difference.what) for difference in report.differences]
    assert found == [(number, what)]
    assert not report.is_good
    assert report.configurations[0].differences == 1


@pytest.mark.parametrize("key", ["feature", "location"])
def test_the_figure_whose_feature_scored_is_looked_up(
    key: str, contents: Json, tmp_path: Path
) -> None:
    number, entry = _score(contents)
    entry["ptr"][key] = "City"
    found = [(d.step, d.what) for d in _check(contents, tmp_path).differences]
    assert found == [(number, "scores")]


def test_a_choice_that_is_not_among_the_choices_is_named(contents: Json, tmp_path: Path) -> None:
    number = _landing(contents)
    _options(contents, number).clear()
    differences = _check(contents, tmp_path).differences
    assert [(d.step, d.what) for d in differences] == [(number, "choices"), (number, "action")]
    assert differences[0].theirs == "nothing"
    assert differences[0].ours == differences[1].theirs


def test_a_figure_of_another_player_is_refused(contents: Json, tmp_path: Path) -> None:
    number = _landing(contents)
    player = contents["steps"][number]["legal"]["player"]
    contents["steps"][number]["action"]["meepleId"] = f"{1 - player}.small.1"
    assert {d.what for d in _check(contents, tmp_path).differences} == {"action"}


def test_a_missing_landing_is_named_with_the_places_of_both_sides(
    contents: Json, tmp_path: Path
) -> None:
    number = _landing(contents)
    options = _options(contents, number)
    x, y, feature, location = options[-1]
    options[-1] = [x, y, feature, "I9"]
    difference, *_ = _check(contents, tmp_path).differences
    kind = str(feature).lower()
    assert difference.ours == f"land {kind} {location} @{x},{y}"
    assert difference.theirs == f"land {kind} I9 @{x},{y}"
    assert str(difference).startswith(f"{tmp_path / 'tiny-1.json.gz'}, step {number}: choices:")


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("points", [999, 0], "points"),
        ("inGame", [999, 0], "points in play and at the end"),
        ("atEnd", [999, 0], "points in play and at the end"),
        ("finalScoring", [], "final scoring"),
        ("discarded", ["FL/Rr.d"], "discarded"),
        ("deployed", [], "figures on the board"),
        ("placedTiles", [["FL/F.d", 0, 0, 90]], "tiles"),
        ("features", [], "features"),
    ],
)
def test_a_falsified_end_is_named(
    field: str, value: object, what: str, contents: Json, tmp_path: Path
) -> None:
    contents["final"][field] = value
    found = [(d.step, d.what) for d in _check(contents, tmp_path).differences]
    assert found == [(None, what)]


def test_the_number_of_tiles_left_is_compared(contents: Json, tmp_path: Path) -> None:
    contents["initial"]["pack"] += 1
    assert [d.what for d in _check(contents, tmp_path).differences] == ["tiles left"]


def test_the_supply_at_the_start_is_compared(contents: Json, tmp_path: Path) -> None:
    contents["initial"]["supply"][0]["SmallFollower"] = 8
    assert [d.what for d in _check(contents, tmp_path).differences] == ["supply"]


def test_a_choice_that_we_refuse_ends_the_game(contents: Json, tmp_path: Path) -> None:
    contents["steps"][0]["action"]["position"] = [9, 9]
    *_, difference = _check(contents, tmp_path).differences
    assert (difference.step, difference.what) == (0, "action")
    assert "refused" in difference.ours


def test_a_draw_that_we_cannot_make_ends_the_game(contents: Json, tmp_path: Path) -> None:
    contents["draws"][2]["tile"] = "RI/s"
    (difference,) = _check(contents, tmp_path).differences
    assert difference.theirs == "draw RI/s"


def test_a_turn_that_goes_on_for_us_alone_ends_the_game(contents: Json, tmp_path: Path) -> None:
    number = find_step(contents, phase="ActionPhase", action="PASS")
    del contents["steps"][number]
    (difference,) = _check(contents, tmp_path).differences
    assert (difference.step, difference.what, difference.theirs) == (number, "choices", "nothing")


def test_a_game_that_stops_early_is_a_difference(contents: Json, tmp_path: Path) -> None:
    del contents["steps"][-3:]
    assert "end of game" in [d.what for d in _check(contents, tmp_path).differences]


def test_a_game_is_given_up_after_ten_differences(contents: Json, tmp_path: Path) -> None:
    for step in contents["steps"]:
        step["points"] = [500, 500]
    assert len(_check(contents, tmp_path).differences) == 10


@pytest.mark.parametrize(
    ("part", "word", "value", "reason"),
    [
        ("sets", "tower:1", 1, "set tower:1"),
        ("elements", "tower", 1, "element tower"),
        ("rules", "tiny-city-scoring", "3", "rule tiny-city-scoring = 3"),
        ("rules", "new-rule", "3", "rule new-rule"),
        ("sets", "flier:2", 1, "set flier:2 without element garden"),
    ],
)
def test_what_we_do_not_play_is_skipped_by_name(
    part: str, word: str, value: object, reason: str, contents: Json, tmp_path: Path
) -> None:
    contents["setup"][part][word] = value
    report = _check(contents, tmp_path)
    assert report.games[0].needs == (reason,)
    assert report_table(report) == [("tiny", "0", "0", "0", "0", f"1: needs {reason}")]


def test_another_start_or_number_of_players_is_skipped(contents: Json, tmp_path: Path) -> None:
    contents["setup"] |= {"players": 7, "start": []}
    needs = _check(contents, tmp_path).games[0].needs
    assert needs == ("7 players", "another start than one tile at 0,0")


def test_a_rule_about_something_that_is_not_in_play_says_nothing(
    contents: Json, tmp_path: Path
) -> None:
    contents["setup"]["rules"]["wagon-move"] = "C1"
    assert _check(contents, tmp_path).is_good


def test_folders_and_workers_give_the_same_report(contents: Json, tmp_path: Path) -> None:
    for number in range(3):
        save(contents, tmp_path / f"tiny-{number}.json.gz")
    (tmp_path / "README.md").write_text("not a game")
    (tmp_path / "broken-1.json.gz").write_text("not gzip")
    seen: list[GameReport] = []
    alone = check_paths([tmp_path], progress=seen.append)
    assert tuple(seen) == alone.games
    together = check_paths([tmp_path], workers=2)
    assert [str(f) for f in together.failures] == [str(f) for f in alone.failures]
    assert report_table(together) == report_table(alone)
    assert report_table(alone)[0] == ("broken", "0", "0", "0", "0", "1 unreadable")
    assert not alone.is_good

"""Records: read back exactly, or refused with the first thing that is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from boards import Figures

from carcassonne_core import (
    CarcassonneError,
    Game,
    RecordError,
    RuleSet,
    dump_record,
    dumps_record,
    load_record,
    loads_record,
)

RULES = RuleSet(["flying_machines"], options={"small_city": 2}, meeples={"follower": 3})
MOVES = [
    "draw BA/C",
    "place BA/C R180 @0,-1",
    "deploy follower city S @0,-1",
    "draw FL/RFr.WE.o",
    "place FL/RFr.WE.o R0 @1,0",
    "fly follower",
    "roll 1",
    "land road WE @0,0",
    "draw BA/L",
]


def game() -> Game:
    order = ["BA/C", "FL/RFr.WE.o"]
    return Game(["Ana", "Öz"], RULES, draw_order=order).replay(MOVES)


def data() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(dumps_record(game()))
    return found


def load(record: object) -> Game:
    return loads_record(json.dumps(record))


# ------------------------------------------------------------------------------- good records


def test_a_record_says_how_the_position_came_about() -> None:
    assert data() == {
        "format": "carcassonne-record",
        "version": 1,
        "players": ["Ana", "Öz"],
        "expansions": ["flying_machines"],
        "options": {"small_city": 2},
        "sets": {"base_first_edition": 1, "flying_machines": 1},
        "meeples": {"follower": 3},
        "draw_order": ["BA/C", "FL/RFr.WE.o"],
        "actions": MOVES,
    }


@pytest.mark.parametrize("plies", range(len(MOVES) + 1))
def test_every_position_is_read_back_exactly(plies: int) -> None:
    original = game()
    while original.ply > plies:
        original.pop()
    loaded = loads_record(dumps_record(original))
    assert loaded == original
    assert (loaded.step, loaded.scores, loaded.events) == (
        original.step,
        original.scores,
        original.events,
    )
    assert list(loaded.legal_actions) == list(original.legal_actions)
    assert dumps_record(loaded) == dumps_record(original)


def test_a_record_goes_through_a_file(tmp_path: Path) -> None:
    path = tmp_path / "spiel.json"
    dump_record(game(), path)
    assert load_record(path) == load_record(str(path)) == game()
    assert path.read_text(encoding="utf-8") == dumps_record(game())


def test_a_truncated_list_of_actions_is_an_earlier_position() -> None:
    record = data()
    del record["actions"][5:]
    loaded = load(record)
    assert (loaded.ply, loaded.step.name) == (5, "deploy")


# ------------------------------------------------------------------------------- bad texts


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null x",
        dumps_record(game())[:-10],
        dumps_record(game()) * 2,
        "[" * 100_000,
        "\x00",
    ],
    ids=["empty", "brace", "words", "truncated", "twice", "deep", "nul"],
)
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="not JSON") as caught:
        loads_record(text)
    assert caught.value.step is None


@pytest.mark.parametrize("text", ["null", "[]", "3", '"record"', "true", "NaN"])
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="expected a JSON object"):
        loads_record(text)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read .*nowhere"):
        load_record(tmp_path / "nowhere")
    with pytest.raises(RecordError, match="cannot read"):
        load_record(tmp_path)
    path = tmp_path / "latin"
    path.write_bytes('{"players": ["Öz"]}'.encode("latin-1"))
    with pytest.raises(RecordError, match=r"cannot read .*latin"):
        load_record(path)


# ------------------------------------------------------------------------------- bad fields


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("format", "jcz", "field 'format' is 'jcz': expected 'carcassonne-record'"),
        ("format", None, "field 'format' is None"),
        ("format", 1, "field 'format' is 1"),
        ("version", 2, "field 'version' is 2: expected 1"),
        ("version", 0, "field 'version' is 0"),
        ("version", True, "field 'version' is True"),
        ("version", "1", "field 'version' is '1'"),
        ("version", 10**40, "field 'version' is 1000"),
        ("players", 2, "field 'players' is 2: expected a list"),
        ("players", "Ana", "expected a list"),
        ("players", [], "0 players: expected 1 to 6"),
        ("players", list("ABCDEFG"), "7 players: expected 1 to 6"),
        ("players", ["Ana", "Ana"], "expected different names"),
        ("players", ["Ana", ""], "expected different names, none empty"),
        ("players", ["Ana", 1], r"players\[1\] is 1: expected a text"),
        ("players", ["Ana", None], r"players\[1\] is None"),
        ("expansions", "flying_machines", "expected a list"),
        ("expansions", ["wings_of_desire"], "no expansion 'wings_of_desire' is installed"),
        ("expansions", ["flying_machines"] * 2, "two expansions are called 'flying_machines'"),
        ("expansions", ["base"], "no expansion 'base'"),
        ("expansions", [[]], r"expansions\[0\] is \[\]"),
        ("expansions", [], "no tile set 'flying_machines'"),
        ("options", [], r"field 'options' is \[\]: expected an object"),
        ("options", {"wind": 1}, "no option 'wind'"),
        ("options", {"small_city": 10**30}, "option base.small_city = 1000"),
        ("options", {"small_city": 3.0}, "option 'small_city' is 3.0"),
        ("options", {"small_city": [3]}, r"option 'small_city' is \[3\]"),
        ("meeples", {"follower": 3.0}, "3.0 figures follower"),
        ("meeples", {"ghost": 1}, "no figure 'ghost'"),
        ("meeples", [], "expected an object"),
        ("options", {"start_tile": "XX/none"}, "start tile 'XX/none'"),
        ("sets", ["base_first_edition"], "expected an object"),
        ("sets", {"wings": 1}, "no tile set 'wings'"),
        ("sets", {"base_first_edition": -1}, "expected 0 to 20"),
        ("sets", {"base_first_edition": 10**9}, "expected 0 to 20"),
        ("sets", {"base_first_edition": "1"}, "expected 0 to 20"),
        ("sets", {"base_first_edition": None}, "expected 0 to 20"),
        ("sets", {"base_first_edition": []}, "expected 0 to 20"),
        ("sets", {}, "not a single tile"),
        ("draw_order", "BA/L", "expected a list"),
        ("draw_order", [1], r"draw_order\[0\] is 1"),
        ("draw_order", ["XX/none"], r"draw_order\[0\] = 'XX/none': no such tile"),
        ("draw_order", ["BA/RRRR", "BA/RRRR"], r"draw_order\[1\] = 'BA/RRRR': there are not so"),
        ("actions", "pass", "expected a list"),
        ("actions", {}, "expected a list"),
        ("actions", [1], r"actions\[0\] is 1: expected a text"),
        ("actions", [["draw", "BA/C"]], r"actions\[0\] is"),
    ],
)
def test_a_bad_field_is_named(field: str, value: object, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        load({**data(), field: value})
    assert caught.value.step is None


@pytest.mark.parametrize("field", list(data()))
def test_a_missing_field_is_named(field: str) -> None:
    record = data()
    del record[field]
    with pytest.raises(RecordError, match=f"field '{field}' is None"):
        load(record)


def test_a_field_that_nobody_knows_is_named() -> None:
    with pytest.raises(RecordError, match="unknown field 'comment'"):
        load({**data(), "comment": "hello"})


def test_an_expansion_that_is_not_installed_here_is_named() -> None:
    """Written where a plugin is played, read where it is not."""
    text = dumps_record(Game(2, RuleSet([Figures()])))
    with pytest.raises(RecordError, match="no expansion 'figures' is installed"):
        loads_record(text)


# ------------------------------------------------------------------------------- bad actions


def changed(change: str) -> list[str]:
    moves = list(MOVES)
    if change == "duplicated":
        moves.insert(3, moves[2])
    elif change == "left out":
        del moves[1]
    elif change == "swapped":
        moves[3], moves[4] = moves[4], moves[3]
    elif change == "reversed":
        moves.reverse()
    elif change == "repeated":
        moves += moves
    else:
        moves[int(change.split()[0])] = change.split(maxsplit=1)[1]
    return moves


@pytest.mark.parametrize(
    ("change", "step", "message"),
    [
        ("duplicated", 3, "'deploy follower city S @0,-1'"),
        ("left out", 1, "'deploy follower city S @0,-1'"),
        ("swapped", 3, "'place FL/RFr.WE.o R0 @1,0'"),
        ("reversed", 0, "'draw BA/L'"),
        ("repeated", 9, "'draw BA/C'"),
        ("0 draw XX/none", 0, "XX/none"),
        ("0 draw BA/L", 0, "BA/C comes now"),
        ("1 place BA/C R0 @0,-1", 1, "sides: S"),
        ("1 place BA/L R0 @0,1", 1, "in hand is BA/C"),
        ("1 place BA/C R180 @999999999,-999999999", 1, "touch no tile"),
        ("1 place BA/C R180 @9999999999999999999,0", 1, "no position"),
        ("2 deploy follower city N @0,0", 2, "tile just placed"),
        ("2 deploy abbot city S @0,-1", 2, "abbot"),
        ("2 deploy follower cloister I @0,-1", 2, "no cloister I"),
        ("6 roll 4", 6, "no roll '4'"),
        ("7 pass", 7, "pass"),
        ("7 land field EL.WR @0,0", 7, "field"),
        ("7 land city N @0,0", 7, "city"),
        ("8 conjure BA/L", 8, "no action 'conjure'"),
    ],
)
def test_the_first_bad_action_is_named_with_its_number(
    change: str, step: int, message: str
) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        load({**data(), "actions": changed(change)})
    assert caught.value.step == step
    assert str(caught.value).startswith(f"action {step}: ")


def test_every_refusal_of_a_record_is_a_carcassonne_error_with_a_cause() -> None:
    with pytest.raises(CarcassonneError) as caught:
        load({**data(), "actions": ["pass"]})
    assert isinstance(caught.value.__cause__, CarcassonneError)


def test_writing_a_record_leaves_the_game_alone() -> None:
    original = game()
    before = (original.copy(), original.events, list(original.legal_actions))
    dumps_record(original)
    assert (original, original.events, list(original.legal_actions)) == before

"""Whatever comes in is read, and then says the same again, or refused with an error of our own.

`pytest --hypothesis-profile=thorough` tries more than ten thousand inputs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from carcassonne_core import (
    CarcassonneError,
    Game,
    IllegalActionError,
    NotationError,
    RecordError,
    RuleSet,
    SetupError,
    TileSetError,
    dumps_record,
    installed_expansions,
    loads_record,
    parse_action,
)
from carcassonne_core.jcloisterzone.check import check_paths
from carcassonne_core.perft_reader import loads_table
from carcassonne_core.perft_table import dumps_table
from carcassonne_core.testing import (
    damaged_documents,
    damaged_texts,
    wrong_notations,
    wrong_values,
)
from carcassonne_core.tile_set import lint_tile_set, load_tile_set

HERE = Path(__file__).parent
ROOT = HERE.parent
EVERYTHING = RuleSet(installed_expansions())
RECORDS = [
    json.loads(path.read_text("utf-8"))
    for path in sorted((HERE / "records").glob("*.json"))
    if not path.name.endswith(".oracle.json")
]
TILE_SETS = sorted(
    path
    for folder in (ROOT / "carcassonne_core", ROOT / "expansions")
    for path in folder.rglob("*.toml")
    if "segments" in path.read_text(encoding="utf-8")
)
TABLES = sorted((HERE / "perft").glob("*.txt"))
ORACLES = sorted((HERE / "records").glob("*.oracle.json"))


def file_of(folder: pytest.TempPathFactory, name: str, text: str) -> Path:
    path = folder.getbasetemp() / name
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    return path


def cut(record: dict[str, Any], length: int) -> dict[str, Any]:
    return {**record, "actions": record["actions"][:length]}


records = st.builds(cut, st.sampled_from(RECORDS), st.integers(0, 80))


@given(
    records.flatmap(damaged_documents).map(json.dumps)
    | records.map(json.dumps).flatmap(damaged_texts)
)
def test_a_damaged_record_is_refused_or_a_game_that_can_be_recorded(text: str) -> None:
    try:
        game = loads_record(text)
    except RecordError:
        return
    assert loads_record(dumps_record(game)) == game


@given(st.data(), records)
def test_a_damaged_text_of_an_action_is_refused_and_the_game_stays_as_it_was(
    data: st.DataObject, record: dict[str, Any]
) -> None:
    game = loads_record(json.dumps(record))
    before = dumps_record(game)
    text = data.draw(wrong_notations(game))
    try:
        game.push(parse_action(game, text))
    except (NotationError, IllegalActionError):
        assert dumps_record(game) == before
    else:
        game.pop()
        assert dumps_record(game) == before


@given(st.sampled_from(TILE_SETS).map(lambda p: p.read_text("utf-8")).flatmap(damaged_texts))
def test_a_damaged_tile_set_is_refused_with_its_first_fault_or_has_tiles(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = file_of(tmp_path_factory, "tiles.toml", text)
    kinds, marks = EVERYTHING.feature_kinds, EVERYTHING.mark_types
    faults = lint_tile_set(path, kinds, marks)
    try:
        tile_set = load_tile_set(path, kinds, marks)
    except TileSetError:
        assert faults
        return
    assert tile_set.total >= 0
    assert {type(fault) for fault in faults} <= {TileSetError}


choices = st.dictionaries(
    st.sampled_from(["base.farmers", "farmers", "field_scoring", "base_first_edition", "follower"])
    | wrong_values().filter(lambda value: value.__hash__ is not None),
    wrong_values() | st.integers(0, 3),
    max_size=3,
)


@given(st.lists(st.sampled_from(["river", "abbot"]) | wrong_values(), max_size=2), choices, choices)
def test_a_wrong_choice_of_rules_is_refused(
    names: list[Any], options: dict[Any, Any], numbers: dict[Any, Any]
) -> None:
    try:
        rules = RuleSet(names, options=options, sets=numbers or None, meeples=options)
    except CarcassonneError:
        return
    assert eval(repr(rules)) == rules


@given(wrong_values() | st.lists(wrong_values(), max_size=3), st.lists(wrong_values(), max_size=3))
def test_wrong_seats_and_tiles_are_refused(players: Any, order: list[Any]) -> None:
    try:
        game = Game(players, draw_order=order)
    except SetupError:
        return
    assert loads_record(dumps_record(game)) == game


@given(st.sampled_from(TABLES).map(lambda p: p.read_text("utf-8")).flatmap(damaged_texts))
def test_a_damaged_table_of_perft_is_refused_or_says_the_same_again(text: str) -> None:
    try:
        table = loads_table(text)
    except CarcassonneError:
        return
    assert loads_table(dumps_table(table)) == table


@given(
    st.sampled_from(ORACLES)
    .map(lambda p: json.loads(p.read_text("utf-8")))
    .flatmap(damaged_documents)
)
def test_a_damaged_game_of_another_engine_is_a_finding_and_nothing_breaks(
    tmp_path_factory: pytest.TempPathFactory, document: Any
) -> None:
    path = file_of(tmp_path_factory, "game.json", json.dumps(document))
    report = check_paths([path])
    assert report is not None

"""Golden playthroughs: every answer of a game is what it was; `WRITE_GOLDEN=1` makes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from carcassonne_core import RuleSet, installed_expansions
from carcassonne_core.testing.golden import (
    GoldenSetup,
    PlaythroughError,
    check_playthrough,
    playthrough,
)

FOLDER = Path(__file__).parent / "golden"

SHIPPED = [
    name
    for name, entry in installed_expansions().items()
    if entry.module.partition(".")[0] == "carcassonne_expansions"
]

OWN = {
    "flying_machines": {"base_first_edition": 1, "flying_machines": 3},
    "abbot": {"base_second_edition": 1},
}
"""Tile sets that show more of an expansion than those of its box do."""

SEEDS: dict[str, int] = {"abbey_and_mayor": 2}
"""Seeds of games in which more of an expansion comes up than with 0."""

SETUPS = {
    "base": GoldenSetup(RuleSet(), actions=90),
    **{
        name: GoldenSetup(RuleSet([name], sets=OWN.get(name)), 2, SEEDS.get(name, 0), 150)
        for name in SHIPPED
    },
    "abbeys_alone_to_the_end": GoldenSetup(
        RuleSet(["abbey_and_mayor"], sets={"abbey_and_mayor": 1}), seed=4, actions=200
    ),
    "machines_inns_and_traders": GoldenSetup(
        RuleSet(
            ["flying_machines", "inns_and_cathedrals", "phantom", "traders_and_builders"],
            options={"field_scoring": "first", "small_city": 2},
        ),
        players=3,
        seed=11,
    ),
    "all_together": GoldenSetup(RuleSet(SHIPPED), players=4, seed=12),
}
"""What is played in each file."""


def golden(name: str) -> str:
    path = FOLDER / f"{name}.txt"
    if os.environ.get("WRITE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(playthrough(SETUPS[name]), encoding="utf-8")
    assert path.exists(), f"{path.name} is missing: WRITE_GOLDEN=1 pytest tests/test_golden.py"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SETUPS)
def test_a_golden_playthrough_is_played_again_with_the_same_answers(name: str) -> None:
    text = golden(name)
    check_playthrough(text)
    assert text.count("\n  legal ") > 20
    assert len(text.encode()) <= 150_000


@pytest.mark.parametrize("name", SETUPS)
def test_a_golden_playthrough_has_the_set_up_that_is_wanted(name: str) -> None:
    start = playthrough(GoldenSetup(SETUPS[name].rules, SETUPS[name].players, actions=0))
    assert golden(name).splitlines()[0] == start.splitlines()[0]


def test_there_is_a_playthrough_of_everything_that_we_ship_and_no_other() -> None:
    assert {*SHIPPED, "base"} <= SETUPS.keys()
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(SETUPS)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("abbey_and_mayor", ["deploy mayor", "deploy wagon", "move ", "build "]),
        ("abbot", ["deploy abbot", "retrieve"]),
        ("flying_machines", ["fly follower", "roll ", "land ", "flight_failed"]),
        ("phantom", ["deploy phantom"]),
        ("river", ["place RI/"]),
        ("traders_and_builders", ["deploy builder", "deploy pig", "goods_taken"]),
    ],
)
def test_a_golden_playthrough_shows_what_its_expansion_is_about(
    name: str, words: list[str]
) -> None:
    text = golden(name)
    assert [word for word in words if word not in text] == []


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("  scores 0 0", "  scores 0 1", "the rules '  scores 0 0"),
        ("1 draw ", "1 drop ", "no action 'drop'"),
        ("1 draw ", "1 draw XX", "refused"),
        ('"players": 2', '"players": 9', "no set-up: 9 players"),
        ("{", "", "no set-up"),
        ("\nended", "\nended early", "the playthrough says 'ended early'"),
    ],
)
def test_the_first_line_that_differs_is_named(old: str, new: str, what: str) -> None:
    text = playthrough(GoldenSetup(RuleSet(), actions=6))
    assert old in text
    with pytest.raises(PlaythroughError, match=what):
        check_playthrough(text.replace(old, new, 1))


@pytest.mark.parametrize(
    "change", [lambda text: text + "x\n", lambda text: text[:-5], lambda _: ""]
)
def test_too_much_and_too_little_are_found(change: object) -> None:
    text = playthrough(GoldenSetup(RuleSet(), actions=6))
    check_playthrough(text)
    assert callable(change)
    with pytest.raises(PlaythroughError):
        check_playthrough(change(text))


def test_the_same_seed_is_the_same_playthrough() -> None:
    texts = [playthrough(GoldenSetup(RuleSet(), seed=seed, actions=9)) for seed in (1, 1, 2)]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]

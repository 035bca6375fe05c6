"""What another engine's set-up means in our words."""

from __future__ import annotations

from typing import Any

import pytest

from carcassonne_core import RuleSet
from carcassonne_core.jcloisterzone.facts import Setup
from carcassonne_core.jcloisterzone.translation import translate

START = (("BA/RCr", 0, 0, 0),)
FIGURES = {"small-follower": 7, "farmers": True}


def translated(
    sets: dict[str, int], elements: dict[str, Any] | None = None, start: str = "BA/RCr"
) -> RuleSet:
    setup = Setup(2, sets, FIGURES | (elements or {}), {}, ((start, 0, 0, 0),))
    found = translate(setup)
    assert found.needs == ()
    assert found.rules is not None
    return found.rules


def test_both_rivers_are_one_river_with_one_spring() -> None:
    rules = translated({"basic:1": 1, "river/1:1": 1, "river/2:1": 1}, start="RI/s")
    assert dict(rules.sets) == {"base_first_edition": 1, "river_one_and_two": 1}


@pytest.mark.parametrize(
    ("elements", "figures"),
    [
        ({}, {"big_follower": 0}),
        ({"big-follower": 1}, {"big_follower": 1}),
        ({"big-follower": 3}, {"big_follower": 3}),
    ],
)
def test_figures_are_counted_by_element_and_missing_without_it(
    elements: dict[str, Any], figures: dict[str, int]
) -> None:
    rules = translated({"basic:1": 1, "inns-and-cathedrals:1": 1}, elements)
    assert {name: rules.meeple(name).count for name in figures} == figures


def test_tiles_without_their_element_are_played_without_their_rule() -> None:
    rules = translated({"basic:1": 1, "inns-and-cathedrals:1": 1}, {"inn": True})
    assert rules.option("inns_and_cathedrals", "inns") is True
    assert rules.option("inns_and_cathedrals", "cathedrals") is False


def test_each_player_has_as_many_abbeys_as_the_element_says() -> None:
    rules = translated({"basic:1": 1}, {"abbey": 2})
    assert dict(rules.sets) == {"abbeys": 2, "base_first_edition": 1}


def test_a_figure_that_is_no_number_is_named_as_missing() -> None:
    found = translate(Setup(2, {"basic:1": 1}, FIGURES | {"mayor": "many"}, {}, START))
    assert found.needs == ("element mayor = many",)

"""The strategies are legal, shrink as they say, and bring what is rare at the table often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from carcassonne_expansions.flying_machines.expansion import FLIGHT, FlightFailed
from hypothesis import HealthCheck, Phase, find, given, seed, settings
from hypothesis.strategies import SearchStrategy

from carcassonne_core import (
    Action,
    Board,
    FeatureScored,
    Game,
    MeepleDeployed,
    Position,
    Rotation,
    RuleSet,
    Tile,
    TileSet,
)
from carcassonne_core.testing import (
    actions,
    attempts,
    boards,
    choose_action,
    finished_games,
    games,
    positions,
    rotations,
    rule_sets,
    tile_sets,
    tiles,
)

MACHINES = RuleSet(["flying_machines"])

few = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))


@few
@given(games(rule_sets()))
def test_every_action_of_a_game_is_legal_from_its_beginning(game: Game) -> None:
    assert Game(game.names, game.rules).replay(game.actions) == game


@settings(few, max_examples=4)
@given(finished_games(rule_sets()))
def test_a_finished_game_has_no_tile_left(game: Game) -> None:
    assert (game.is_over, game.tiles_left) == (True, 0)


@few
@given(boards(MACHINES))
def test_a_board_is_built_anew_from_its_tiles(board: Board) -> None:
    laid = [(t.id, p.x, p.y, t.rotation.degrees) for p, t in board.tiles.items()]
    again = Board.build(MACHINES, laid)
    assert [f.segments for f in again.features] == [f.segments for f in board.features]


@few
@given(rule_sets())
def test_a_rule_set_is_shown_as_code(rules: RuleSet) -> None:
    assert eval(repr(rules)) == rules


@few
@given(tiles(MACHINES), tile_sets(MACHINES), positions(), rotations())
def test_printed_things_are_what_they_say(
    tile: Tile, box: TileSet, position: Position, rotation: Rotation
) -> None:
    assert tile in MACHINES.table.tiles
    assert box.total >= len(box.tiles) > 0
    assert position.turned(rotation).turned(rotation.inverse) == position


def test_what_is_chosen_with_nothing_but_zeros_is_the_simplest() -> None:
    game = Game(2)
    while game.turn < 10:
        game.push(choose_action(game, lambda number: 0))
    assert game.board.figures == ()


# ------------------------------------------------------------------------------- shrinking


def smallest(strategy: SearchStrategy[Any], condition: Callable[[Any], bool]) -> Any:
    """What hypothesis shrinks the first case to."""
    # Without the phase that explains a failure: it tries as many games again.
    phases = [Phase.generate, Phase.shrink]
    chosen = settings(few, max_examples=100, phases=phases, database=None)
    return find(strategy, condition, settings=chosen)


@pytest.mark.parametrize(
    ("condition", "most"),
    [
        (lambda game: True, 1),
        (lambda game: len(game.board) > 3, 4),
        (lambda game: any(f.is_completed for f in game.board.features), 4),
        (lambda game: bool(game.board.figures), 3),
    ],
    ids=["anything", "some tiles", "something complete", "a figure"],
)
def test_a_failing_game_shrinks_to_a_few_tiles(
    condition: Callable[[Game], bool], most: int
) -> None:
    game = smallest(games(), condition)
    assert len(game.board) <= most
    assert game.players == 2


def test_printed_things_shrink_to_the_first_and_nearest() -> None:
    assert smallest(rotations(), bool_of_anything) is Rotation.R0
    assert smallest(positions(), bool_of_anything) == Position(0, 0)
    assert smallest(rule_sets(), bool_of_anything) == RuleSet()
    assert smallest(tile_sets(), bool_of_anything).total == 1


def bool_of_anything(value: object) -> bool:
    return True


# ------------------------------------------------------------------------------- what is rare


def shares(strategy: SearchStrategy[Game], cases: int) -> Counter[str]:
    """In how many of some games each rare thing is found."""
    found: Counter[str] = Counter()

    @seed(1)
    @settings(few, max_examples=cases, phases=[Phase.generate], database=None)
    @given(strategy)
    def look(game: Game) -> None:
        found.update(rare_things(game))

    look()
    return found


def rare_things(game: Game) -> set[str]:
    board, events, found = game.board, game.events, set()
    for feature in board.features:
        if feature.is_completed:
            found.add("completed feature")
        if len({figure.player for figure in feature.figures}) > 1:
            found.add("shared feature")
        if feature.kind.name == "cloister" and feature.missing <= 2:
            found.add("crowded cloister")
    if any(all(n in board for n in place.neighbours) for place in board.frontier):
        found.add("hole")
    for event in events:
        if isinstance(event, FeatureScored):
            found.add("scored feature")
        elif isinstance(event, FlightFailed):
            found.add("failed flight")
        elif isinstance(event, MeepleDeployed) and event.route == FLIGHT:
            found.add("landing")
    return found


@pytest.mark.parametrize(
    ("rare", "least"),
    [
        ("completed feature", 40),
        ("shared feature", 12),
        ("crowded cloister", 25),
        ("hole", 15),
        ("scored feature", 25),
        ("failed flight", 25),
        ("landing", 10),
    ],
)
def test_what_is_rare_comes_often(rare: str, least: int, hundred: Counter[str]) -> None:
    assert hundred[rare] >= least


@pytest.fixture(scope="module")
def hundred() -> Counter[str]:
    return shares(games(MACHINES), 100)


# ------------------------------------------------------------------------------- wrong actions


def test_attempts_are_of_every_type_that_the_rules_know() -> None:
    game = Game(2, MACHINES).replay(["draw BA/L"])
    found = set()

    @settings(few, max_examples=200)
    @given(attempts(game))
    def look(action: Action) -> None:
        found.add(type(action))

    look()
    assert found == set(MACHINES.action_owners)


@few
@given(actions(Game(2).replay(["draw BA/L", "place BA/L R0 @0,1"])))
def test_actions_are_legal(action: Action) -> None:
    game = Game(2).replay(["draw BA/L", "place BA/L R0 @0,1"])
    assert game.refusals(action) == ()

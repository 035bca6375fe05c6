"""Two witnesses: the referee, who only walks over tiles, agrees with every game we play."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import getsource
from random import Random

import pytest
from boards import Figures
from carcassonne_expansions.flying_machines.expansion import FlightRolled, Fly
from hypothesis import given, settings, strategies as st

from carcassonne_core import (
    Action,
    Deploy,
    FeatureScored,
    Figure,
    Game,
    Occasion,
    Place,
    Position,
    Rotation,
    RuleSet,
    SegmentId,
)
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.testing import referee as referee_module, survey as survey_module
from carcassonne_core.testing.referee import Referee

BASE = RuleSet()
MANY = RuleSet(["flying_machines"], sets={"base_first_edition": 1, "flying_machines": 5})
OLD = RuleSet(
    ["flying_machines"],
    sets={"base_first_edition": 1, "flying_machines": 2},
    options={"field_scoring": "first", "small_city": 2},
)
GARDENS = RuleSet(
    [Figures(), "flying_machines"],
    sets={"base_second_edition": 1, "flying_machines_second_edition": 3},
    options={"field_scoring": "second"},
)
NO_FARMERS = RuleSet(options={"farmers": False})
MACHINE_RULES = [MANY, OLD, GARDENS]
ALL_RULES = [BASE, NO_FARMERS, *MACHINE_RULES]

seeds = st.integers(0, 2**32)


def few(share: int) -> settings:
    """The profile in use with a part of its examples, as these properties play whole games."""
    return settings(max_examples=max(1, settings().max_examples // share))


def referee_of(game: Game) -> Referee:
    options = {
        name: game.option("base", name) for name in ("field_scoring", "small_city", "farmers")
    }
    return Referee(game.board.tiles, game.board.figures, **options)  # type: ignore[arg-type]


def choose(game: Game, random: Random) -> Action:
    """A legal action; flights more often than their share."""
    if game.is_chance:
        return game.sample_chance(random)
    flights = [action for action in game.legal_actions if isinstance(action, Fly)]
    return random.choice(flights if flights and random.random() < 0.6 else game.legal_actions)


def whole_game(rules: RuleSet, players: int, seed: int) -> Iterator[Game]:
    """A game before every push, and once more when it is over."""
    game, random = Game(players, rules), Random(seed)
    while not game.is_over:
        yield game
        game.push(choose(game, random))
    yield game


@few(20)
@given(st.sampled_from(ALL_RULES), st.integers(1, 4), seeds)
def test_the_referee_lists_the_same_placements_and_deployments(
    rules: RuleSet, players: int, seed: int
) -> None:
    for game in whole_game(rules, players, seed):
        referee = referee_of(game)
        if game.hand is not None:
            tile = next(t for t in game.rules.table.tiles if t.id == game.hand)
            listed = {(a.position, a.rotation) for a in game.legal_actions if isinstance(a, Place)}
            assert set(referee.placements(tile)) == listed
        elif game.step.name == "deploy":
            expected = {
                (meeple.name, segment)
                for meeple in game.rules.meeples
                if game.supply(game.decider, meeple.name) and not meeple.joins_followers
                for segment in referee.deployments(meeple, game.placed)
            }
            actions = [a for a in game.legal_actions if isinstance(a, Deploy)]
            assert expected == {(a.meeple, a.segment) for a in actions}


@few(20)
@given(st.sampled_from(MACHINE_RULES), st.integers(1, 4), seeds)
def test_the_referee_lets_fliers_land_where_the_game_does(
    rules: RuleSet, players: int, seed: int
) -> None:
    for game in whole_game(rules, players, seed):
        for event in game.latest_events:
            if isinstance(event, FlightRolled):
                meeple = game.rules.meeple(event.flight.meeple)
                expected = referee_of(game).landings(meeple, event.target)
                assert expected == event.options


@few(20)
@given(st.sampled_from(ALL_RULES), st.integers(1, 4), seeds)
def test_the_referee_pays_what_the_game_pays(rules: RuleSet, players: int, seed: int) -> None:
    scores, judged = (0,) * players, None
    for game in whole_game(rules, players, seed):
        if game.scores != scores and not game.is_over:
            # The turn was scored in this very push; the referee looks at the table before it.
            last = game.actions[-1]
            game.pop()
            judged = referee_of_next(game, last)
            game.push(last)
            paid = judged.turn_points(game.placed, players)
            assert tuple(map(sum, zip(scores, paid, strict=True))) == game.scores
            assert set(judged.remaining(game.placed)) == set(game.board.figures)
            scores = game.scores
    events = [e for e in game.events if isinstance(e, FeatureScored)]
    final = [0] * players
    for event in events:
        if event.occasion is Occasion.FINAL:
            for seat, points in event.points:
                final[seat] += points
    assert referee_of(game).final_points(players) == final


def referee_of_next(game: Game, action: Action) -> Referee:
    """The table after an action, but before anything is scored."""
    before = referee_of(game)
    segment = getattr(action, "segment", None)
    if segment is None:
        return before
    meeple = action.figure or game.step.data.meeple  # type: ignore[attr-defined]
    figure = Figure(game.decider, game.rules.meeple(meeple), segment)
    return Referee(
        before.tiles,
        [*before.figures, figure],
        field_scoring=before.field_scoring,
        small_city=before.small_city,
        farmers=before.farmers,
    )


@few(10)
@given(st.sampled_from(ALL_RULES), seeds, st.integers(0, 150))
def test_the_referee_finds_the_same_features(rules: RuleSet, seed: int, plies: int) -> None:
    for game in whole_game(rules, 2, seed):
        if game.ply >= plies:
            break
    referee = referee_of(game)
    features = {frozenset(feature.segments): feature for feature in game.board.features}
    assert set(referee.regions) == features.keys()
    for region, feature in features.items():
        segment = min(region)
        assert referee.missing(segment) == feature.missing
        assert referee.is_completed(segment) == feature.is_completed
        assert referee.positions(region) == set(feature.tiles)
        assert len(referee.figures_on(region)) == len(feature.figures)


def test_the_referee_imports_neither_kernel_nor_board_nor_scoring_nor_expansions() -> None:
    allowed = {
        "attrs",
        "carcassonne_core.compass",
        "carcassonne_core.errors",
        "carcassonne_core.feature",
        "carcassonne_core.feature_kind",
        "carcassonne_core.meeple",
        "carcassonne_core.position",
        "carcassonne_core.testing.survey",
        "carcassonne_core.tile",
        "collections.abc",
        "functools",
        "__future__",
    }
    for module in (referee_module, survey_module):
        tree = ast.parse(getsource(module))
        imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert imported - allowed == set()
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]


def test_the_referee_says_which_segment_it_does_not_find() -> None:
    tiles = {Position(0, 0): BASE.start.turned(Rotation.R0)}
    with pytest.raises(CarcassonneError, match=r"no segment 0,0#9 on this table"):
        Referee(tiles).segment(SegmentId(Position(0, 0), 9))

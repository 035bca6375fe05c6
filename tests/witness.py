"""Random games, everything that can be seen of them, and a second witness of what is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import networkx as nx
from carcassonne_expansions.flying_machines.expansion import Fly

from carcassonne_core import (
    Action,
    Completion,
    FeatureScored,
    Game,
    PointsAwarded,
    RuleSet,
    SegmentId,
)
from carcassonne_core.feature_graph import joined


def choose(game: Game, random: Random) -> Action:
    """A legal action; flights and landings are chosen more often than their share."""
    if game.is_chance:
        return game.sample_chance(random)
    actions = game.legal_actions
    if game.step.name == "deploy" and random.random() < 0.5:
        flights = [action for action in actions if isinstance(action, Fly)]
        if flights:
            return random.choice(flights)
    return random.choice(actions)


def advance(game: Game, random: Random, plies: int) -> Game:
    while plies and not game.is_over:
        game.push(choose(game, random))
        plies -= 1
    return game


def whole_game(rules: RuleSet, players: int, seed: int) -> Iterator[Game]:
    """A game before every push, and once more when it is over."""
    game, random = Game(players, rules), Random(seed)
    while not game.is_over:
        yield game
        game.push(choose(game, random))
    yield game


class _Fixed:
    """Random numbers that are one number."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


def stack_order(game: Game) -> list[Action]:
    """What each random number would draw now: tells the order of the stack."""
    if not game.is_chance:
        return []
    number = sum(game.stack.values())
    return [game.sample_chance(_Fixed((i + 0.5) / number)) for i in range(number)]  # type: ignore[arg-type]


def fingerprint(game: Game) -> tuple[Any, ...]:
    """Everything that can be seen of a game, order included."""
    board = game.board
    return (
        game.actions,
        (game.ply, game.undo_floor, game.turn, game.turn_player, game.decider, game.step),
        (game.scores, game.winners, game.hand, game.is_over, game.is_deployment_over),
        tuple(game.state(name) for name in game.rules.names),
        tuple(board.tiles.items()),
        board.frontier,
        board.features,
        board.figures,
        supplies(game),
        (tuple(game.stack.items()), stack_order(game), game.chance_outcomes()),
        game.events,
        game.latest_events,
        list(game.legal_actions),
        game.placed_tile,
    )


def supplies(game: Game) -> dict[tuple[int, str], int]:
    return {
        (seat, meeple.name): game.supply(seat, meeple.name)
        for seat in range(game.players)
        for meeple in game.rules.meeples
    }


# ------------------------------------------------------------------------------- the witness


def check_features(game: Game) -> None:
    """The features of the board are the components of the graph, and its sums are a recount."""
    board = game.board
    graph = joined(board.graph)
    features = {frozenset(feature.segments): feature for feature in board.features}
    assert {frozenset(part) for part in nx.connected_components(graph)} == features.keys()
    figures: dict[SegmentId, list[object]] = {}
    for figure in board.figures:
        figures.setdefault(figure.segment, []).append(figure)
    for part, feature in features.items():
        nodes = [graph.nodes[segment] for segment in part]
        assert {node["kind"] for node in nodes} == {feature.kind.name}
        assert set(feature.tiles) == {segment.position for segment in part}
        assert len(feature.tiles) == len(set(feature.tiles))
        assert feature.pennants == sum(node["pennants"] for node in nodes)
        standing = [figure for segment in part for figure in figures.get(segment, [])]
        assert Counter(map(repr, feature.figures)) == Counter(map(repr, standing))
        assert feature.missing == missing(game, part, feature.kind.completion)


def missing(game: Game, part: frozenset[SegmentId], completion: Completion) -> int:
    board = game.board
    if completion is Completion.NEVER:
        return 0
    if completion is Completion.SURROUNDED:
        ((centre, _),) = ((segment.position, segment.index) for segment in part)
        return sum(beside not in board for beside in centre.surroundings)
    return sum(
        segment.position.neighbour(side) not in board
        for segment in part
        for side in board.graph.nodes[segment]["ports"]
    )


def check_figures(game: Game) -> None:
    """No figure is lost or made: supply and board together are what each player began with."""
    found = Counter(supplies(game))
    found.update((figure.player, figure.meeple.name) for figure in game.board.figures)
    assert found == {
        (seat, meeple.name): meeple.count
        for seat in range(game.players)
        for meeple in game.rules.meeples
    }


def check_chance(game: Game) -> None:
    outcomes = game.chance_outcomes()
    if game.is_chance:
        assert sum(probability for _, probability in outcomes) == 1
        assert list(game.legal_actions) == [action for action, _ in outcomes]
    else:
        assert outcomes == ()


def check_list(game: Game) -> None:
    actions = list(game.legal_actions)
    assert len(game.legal_actions) == len(actions) == len(set(actions))
    assert [action for action in actions if game.refusals(action)] == []
    assert [action for action in actions if action not in game.legal_actions] == []
    assert bool(actions) != game.is_over


def check_scores(game: Game) -> None:
    """The scores are the sum of what the events say."""
    found = [0] * game.players
    for event in game.events:
        if isinstance(event, FeatureScored):
            for seat, points in event.points:
                found[seat] += points
        elif isinstance(event, PointsAwarded):
            found[event.player] += event.item.points
    assert game.scores == tuple(found)


def check(game: Game) -> None:
    check_features(game)
    check_figures(game)
    check_chance(game)
    check_list(game)
    check_scores(game)

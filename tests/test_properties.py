"""What holds in every game: two witnesses agree, undo is exact, lists and refusals agree.

The games are random, of the base game and of Flying Machines with many machines, for two to five
players. `HYPOTHESIS_PROFILE=thorough` plays far more of them, and longer ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import networkx as nx
import pytest
from boards import Figures, Twice, turned
from carcassonne_expansions.flying_machines.expansion import (
    FLIGHT,
    FlightFailed,
    FlightRolled,
    Fly,
    Land,
    Roll,
)
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from carcassonne_core import (
    Action,
    Completion,
    Deploy,
    Draw,
    FeatureScored,
    Game,
    GameEnded,
    IllegalActionError,
    MeepleDeployed,
    Pass,
    Place,
    Position,
    Rotation,
    RuleSet,
    SegmentId,
    action_text,
    dumps_record,
    loads_record,
    parse_action,
)
from carcassonne_core.feature_graph import joined
from carcassonne_core.majority import majority

BASE = RuleSet()
MACHINES = RuleSet(["flying_machines"])
MANY = RuleSet(["flying_machines"], sets={"base_first_edition": 1, "flying_machines": 5})
FEW_FIGURES = RuleSet(
    ["flying_machines"],
    sets={"base_first_edition": 1, "flying_machines": 2},
    options={"field_scoring": "first", "small_city": 2},
    meeples={"follower": 2},
)
GARDENS = RuleSet(
    [Figures(), Twice(), "flying_machines"],
    sets={"base_second_edition": 1, "flying_machines_second_edition": 3},
    options={"field_scoring": "second", "flying_machines.phantom_after_failed_flight": True},
)
INSTALLED = (BASE, MACHINES, MANY, FEW_FIGURES)
"""Rules whose records can be read again: plugins of a test are not installed."""

rules = st.sampled_from((*INSTALLED, GARDENS))
players = st.integers(2, 5)
seeds = st.integers(0, 2**32)


def fewer(share: int, **more: Any) -> settings:
    """The profile in use with a part of its examples, for properties that play whole games."""
    return settings(max_examples=max(1, settings().max_examples // share), **more)


# ------------------------------------------------------------------------------- playing


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
        game.last_tile,
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
        if game.step.owner != "base":
            assert outcomes == tuple((Roll(face), Fraction(1, 3)) for face in (1, 2, 3))
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
    assert game.scores == tuple(found)


def check(game: Game) -> None:
    check_features(game)
    check_figures(game)
    check_chance(game)
    check_list(game)
    check_scores(game)


# ------------------------------------------------------------------------------- wrong actions


def strange(game: Game, random: Random) -> Action:
    """Some action, most probably a wrong one: of another step, tile, place, figure or turn."""
    tiles = [tile.id for tile in game.rules.table.tiles]
    hand = game.hand or random.choice(tiles)
    near = random.choice((*game.board.frontier, *game.board, game.board.last))
    far = Position(random.randint(-(10**6), 10**6), random.randint(-(10**6), 10**6))
    position = random.choice((near, near, near, far))
    last = SegmentId(game.board.last, random.randint(-1, 6))
    segment = random.choice((last, SegmentId(position, random.randint(-1, 6))))
    meeple = random.choice([*game.rules.meeple_numbers, "ghost"])
    makers = (
        lambda: Draw(random.choice((*tiles, "XX/none"))),
        lambda: Place(hand, position, Rotation(random.randrange(4))),
        lambda: Place(hand, position, Rotation(random.randrange(4))),
        lambda: Place(random.choice(tiles), position, Rotation(random.randrange(4))),
        lambda: Deploy(meeple, segment),
        lambda: Deploy(meeple, segment),
        Pass,
        lambda: Fly(meeple),
        lambda: Roll(random.randint(-1, 5)),
        lambda: Land(segment),
        lambda: Land(SegmentId(random.choice(list(game.board)), random.randint(0, 5))),
    )
    action: Action = random.choice(makers)()
    return action


class Play(RuleBasedStateMachine):
    """One game, played, undone, copied, recorded and tried with wrong actions."""

    @initialize(rules=rules, players=players, seed=seeds, plies=st.integers(0, 250))
    def begin(self, rules: RuleSet, players: int, seed: int, plies: int) -> None:
        self.game = advance(Game(players, rules), Random(seed), plies)
        self.seen = {self.game.ply: fingerprint(self.game)}

    @precondition(lambda self: not self.game.is_over)
    @rule(seed=seeds)
    def push_and_pop_and_push(self, seed: int) -> None:
        game = self.game
        before = self.seen[game.ply]
        action = choose(game, Random(seed))
        game.push(action)
        after = fingerprint(game)
        check(game)
        assert game.pop() == action
        assert fingerprint(game) == before
        check_features(game)
        game.push(action)
        assert fingerprint(game) == after
        self.seen[game.ply] = after

    @rule(seed=seeds, plies=st.integers(1, 15))
    def play_on(self, seed: int, plies: int) -> None:
        game, random = self.game, Random(seed)
        for _ in range(plies):
            advance(game, random, 1)
            self.seen[game.ply] = fingerprint(game)

    @rule(plies=st.integers(1, 20))
    def take_back(self, plies: int) -> None:
        game = self.game
        while plies and game.ply - 1 in self.seen:
            game.pop()
            assert fingerprint(game) == self.seen[game.ply]
            plies -= 1

    @rule(seed=seeds)
    def try_something_else(self, seed: int) -> None:
        game, random = self.game, Random(seed)
        for _ in range(10):
            action = strange(game, random)
            refusals = game.refusals(action)
            assert (action in game.legal_actions) == (not refusals), action
            assert (action in list(game.legal_actions)) == (not refusals), action
            if refusals:
                with pytest.raises(IllegalActionError) as caught:
                    game.push(action)
                assert (caught.value.action, caught.value.refusals) == (action, refusals)
        assert fingerprint(game) == self.seen[game.ply]

    @rule(seed=seeds, forth=st.integers(0, 12), back=st.integers(0, 12))
    def play_a_copy(self, seed: int, forth: int, back: int) -> None:
        game, random = self.game, Random(seed)
        other = game.copy()
        assert (other, fingerprint(other)) == (game, self.seen[game.ply])
        for _ in range(min(back, other.ply)):
            other.pop()
        advance(other, random, forth)
        check_features(other)
        assert fingerprint(game) == self.seen[game.ply]
        kept = fingerprint(other)
        advance(game, random, 1)
        self.seen[game.ply] = fingerprint(game)
        assert fingerprint(other) == kept

    @precondition(lambda self: self.game.rules in INSTALLED)
    @rule()
    def record_and_read(self) -> None:
        game = self.game
        loaded = loads_record(dumps_record(game))
        assert (loaded, fingerprint(loaded)) == (game, self.seen[game.ply])
        evaluated = eval(repr(game))
        assert fingerprint(evaluated) == self.seen[game.ply]

    @rule()
    def write_and_parse_every_action(self) -> None:
        game = self.game
        for action in game.legal_actions:
            assert parse_action(game, action_text(game, action)) == action

    @invariant()
    def a_question_changes_nothing(self) -> None:
        if hasattr(self, "game"):
            assert self.game.legal_actions == list(self.game.legal_actions)


Play.TestCase.settings = fewer(6)
test_playing_and_undoing = Play.TestCase


# ------------------------------------------------------------------------------- whole games


@fewer(25)
@given(rules, players, seeds)
def test_after_every_push_the_graph_bears_witness(rules: RuleSet, players: int, seed: int) -> None:
    for game in whole_game(rules, players, seed):
        if game.step.name in ("draw", "land", "over"):
            check(game)


@fewer(5)
@given(rules, players, seeds)
def test_undoing_a_whole_game_leads_back_to_its_beginning(
    rules: RuleSet, players: int, seed: int
) -> None:
    game = Game(players, rules)
    beginning = fingerprint(game)
    advance(game, Random(seed), 10**6)
    actions = game.actions
    end = fingerprint(game)
    while game.ply:
        game.pop()
    assert fingerprint(game) == beginning
    game.replay(actions)
    assert fingerprint(game) == end


@fewer(10)
@given(st.sampled_from([BASE, MANY]), players, seeds, st.sampled_from(list(Rotation)[1:]))
def test_a_turned_game_is_the_same_game(
    rules: RuleSet, players: int, seed: int, rotation: Rotation
) -> None:
    """The start tile, a cloister on a field, looks alike however it is turned."""
    rules = RuleSet(rules.expansions[1:], sets=rules.sets, options={"start_tile": "BA/L"})
    other = Game(players, rules)
    pushed = 0
    for game in whole_game(rules, players, seed):
        for action in game.actions[pushed:]:
            other.push(turned(action, rotation))
        pushed = game.ply
        assert (other.scores, other.step.name) == (game.scores, game.step.name)
        expected = Counter(turned(action, rotation) for action in game.legal_actions)
        assert Counter(other.legal_actions) == expected
    assert other.is_over
    points = [[e.points for e in g.events if isinstance(e, FeatureScored)] for g in (game, other)]
    assert Counter(points[0]) == Counter(points[1])


@fewer(5)
@given(st.sampled_from([MANY, FEW_FIGURES, GARDENS]), players, seeds)
def test_a_figure_lands_exactly_when_it_can_and_never_on_fields_or_finished_features(
    rules: RuleSet, players: int, seed: int
) -> None:
    for game in whole_game(rules, players, seed):
        for event in game.latest_events:
            if isinstance(event, FlightRolled):
                failed = any(isinstance(e, FlightFailed) for e in game.latest_events)
                assert failed == (not event.options)
                assert (game.step.name == "land") == bool(event.options)
                if event.options:
                    landings = [Land(segment) for segment in event.options]
                    assert list(game.legal_actions) == landings
        if game.step.name == "land":
            for action in game.legal_actions:
                assert isinstance(action, Land)
                feature = game.board.feature(action.segment)
                assert feature.kind.name != "field"
                assert not feature.is_completed
        check_figures(game)


@fewer(10)
@given(rules, players, seeds)
def test_a_figure_stays_where_it_was_deployed_until_its_feature_is_complete(
    rules: RuleSet, players: int, seed: int
) -> None:
    """And an ordinary deployment never joins another figure."""
    standing: Counter[tuple[int, str, SegmentId]] = Counter()
    occupied: set[SegmentId] = set()
    for game in whole_game(rules, players, seed):
        for event in game.latest_events:
            if isinstance(event, MeepleDeployed):
                standing[event.player, event.meeple, event.segment] += 1
                if event.route != FLIGHT:
                    assert event.segment not in occupied
            elif isinstance(event, FeatureScored):
                assert event.is_completed or event.returned == ()
                standing.subtract((f.player, f.meeple.name, f.segment) for f in event.returned)
        on_board = Counter((f.player, f.meeple.name, f.segment) for f in game.board.figures)
        assert +standing == on_board
        assert -standing == {}
        if game.step.name == "deploy":
            features = game.board.features
            occupied = {s for feature in features if feature.is_occupied for s in feature.segments}


@fewer(5)
@given(st.sampled_from(["first", "second", "third"]), players, seeds)
def test_the_final_scoring_is_what_the_graph_says(edition: str, players: int, seed: int) -> None:
    rules = RuleSet(["flying_machines"], options={"field_scoring": edition})
    game = advance(Game(players, rules), Random(seed), 10**6)
    before = _scores_before_the_end(game)
    expected = Counter(dict(enumerate(before)))
    expected.update(final_points(game, edition))
    assert game.scores == tuple(expected[seat] for seat in range(players))
    last = game.latest_events[-1]
    assert isinstance(last, GameEnded)
    assert last.scores == game.scores
    assert game.winners == tuple(
        seat for seat, points in enumerate(game.scores) if points == max(game.scores)
    )


def _scores_before_the_end(game: Game) -> list[int]:
    found = [0] * game.players
    for event in game.events:
        if isinstance(event, FeatureScored) and event.is_completed:
            for seat, points in event.points:
                found[seat] += points
    return found


def final_points(game: Game, edition: str) -> Counter[int]:
    """Final scoring worked out from the graph alone, slowly."""
    board, graph = game.board, game.board.graph
    parts = [frozenset(part) for part in nx.connected_components(joined(graph))]
    part_of = {segment: part for part in parts for segment in part}
    figures = board.figures
    strengths: dict[frozenset[SegmentId], Counter[int]] = {part: Counter() for part in parts}
    for figure in figures:
        strengths[part_of[figure.segment]][figure.player] += 1
    found: Counter[int] = Counter()
    farmers: dict[frozenset[SegmentId], Counter[int]] = {}
    paid: set[tuple[int, frozenset[SegmentId]]] = set()
    for part in parts:
        if not strengths[part]:
            continue
        kind = {graph.nodes[segment]["kind"] for segment in part}.pop()
        tiles = {segment.position for segment in part}
        winners = majority(strengths[part])
        if kind == "cloister":
            (centre,) = tiles
            value = 1 + sum(beside in board for beside in centre.surroundings)
        elif kind in ("road", "city"):
            value = len(tiles) + sum(graph.nodes[segment]["pennants"] for segment in part)
        else:
            cities = {
                part_of[other]
                for segment in part
                for other in graph[segment]
                if graph.edges[segment, other]["link"] == "borders"
                and not missing(game, part_of[other], Completion.CLOSED)
            }
            value = 3 * len(cities)
            if edition == "first":
                for city in cities:
                    farmers.setdefault(city, Counter()).update(strengths[part])
                continue
            if edition == "second":
                for seat in winners:
                    new = {(seat, city) for city in cities} - paid
                    paid |= new
                    found[seat] += 3 * len(new)
                continue
        for seat in winners:
            found[seat] += value
    for around in farmers.values():
        for seat in majority(around):
            found[seat] += 4
    return found


# ------------------------------------------------------------------------ what must not matter


@fewer(5)
@given(players, seeds)
def test_the_order_in_which_expansions_are_named_changes_nothing(players: int, seed: int) -> None:
    names = [Figures(), "flying_machines", Twice()]
    one, other = RuleSet(names), RuleSet(names[::-1])
    assert (one, hash(one), repr(one)) == (other, hash(other), repr(other))
    games = [advance(Game(players, rules), Random(seed), 10**6) for rules in (one, other)]
    assert games[0].actions == games[1].actions
    assert games[0].events == games[1].events


PROGRAM = """
from random import Random
from carcassonne_core import Game, RuleSet, dumps_record
rules = RuleSet(["flying_machines"], sets={"base_first_edition": 1, "flying_machines": 3})
random, game, seen = Random(7), Game(3, rules), []
while not game.is_over:
    seen.append(repr(list(game.legal_actions)))
    game.push(game.sample_chance(random) if game.is_chance else random.choice(game.legal_actions))
print(dumps_record(game), game.events, game.scores, seen)
"""


def test_the_same_seed_is_the_same_game_in_every_process() -> None:
    outputs = set()
    for number in ("0", "1", "4242"):
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stderr == ""
        outputs.add(run.stdout)
    assert len(outputs) == 1


@pytest.mark.parametrize("rules", [BASE, MACHINES, MANY, FEW_FIGURES], ids=repr)
def test_a_finished_game_is_recorded_and_read_again(rules: RuleSet) -> None:
    game = advance(Game(["Ana", "Zoe", "Öz"], rules), Random(3), 10**6)
    loaded = loads_record(dumps_record(game))
    assert fingerprint(loaded) == fingerprint(game)
    assert loaded.names == ("Ana", "Zoe", "Öz")


def test_a_game_with_a_forced_draw_order_is_recorded_and_read_again() -> None:
    game = Game(2, MACHINES, draw_order=["FL/F.d", "BA/L", "BA/RRRR"])
    advance(game, Random(5), 20)
    assert eval(repr(game)) == loads_record(dumps_record(game)) == game
    assert [a for a in game.actions if isinstance(a, Draw)][:3] == [
        Draw("FL/F.d"),
        Draw("BA/L"),
        Draw("BA/RRRR"),
    ]


MALFORMED: Mapping[str, Action] = {
    "place without a position": Place("BA/RFr", None, Rotation.R0),  # type: ignore[arg-type]
    "place at a pair": Place("BA/RFr", (1, 0), Rotation.R0),  # type: ignore[arg-type]
    "place at a fraction": Place("BA/RFr", Position(1.0, 0), Rotation.R0),  # type: ignore[arg-type]
    "place at a truth": Place("BA/RFr", Position(True, 0), Rotation.R0),
    "place turned by a number": Place("BA/RFr", Position(1, 0), 0),  # type: ignore[arg-type]
    "place turned by a word": Place("BA/RFr", Position(1, 0), "R0"),  # type: ignore[arg-type]
    "place a list": Place(["BA/RFr"], Position(1, 0), Rotation.R0),  # type: ignore[arg-type]
    "place nothing": Place(None, Position(1, 0), Rotation.R0),  # type: ignore[arg-type]
    "draw nothing": Draw(None),  # type: ignore[arg-type]
    "draw a list": Draw([]),  # type: ignore[arg-type]
    "deploy nowhere": Deploy("follower", None),  # type: ignore[arg-type]
    "deploy at a position": Deploy("follower", Position(1, 0)),  # type: ignore[arg-type]
    "deploy at no position": Deploy("follower", SegmentId(None, 0)),  # type: ignore[arg-type]
    "deploy at a truth": Deploy("follower", SegmentId(Position(1, 0), False)),
    "deploy at a fraction": Deploy("follower", SegmentId(Position(1, 0), 0.0)),  # type: ignore[arg-type]
    "deploy a list": Deploy([], SegmentId(Position(1, 0), 0)),  # type: ignore[arg-type]
    "fly a list": Fly([]),  # type: ignore[arg-type]
    "roll a list": Roll([]),  # type: ignore[arg-type]
    "roll a fraction": Roll(1.0),  # type: ignore[arg-type]
    "land nowhere": Land(None),  # type: ignore[arg-type]
    "land at a position": Land(Position(0, 0)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", MALFORMED)
@pytest.mark.parametrize("step", ["draw", "place", "deploy", "roll", "land"])
def test_an_action_of_wrong_types_is_refused_like_any_other(name: str, step: str) -> None:
    action = MALFORMED[name]
    texts = {
        "draw": [],
        "place": ["draw BA/RFr"],
        "deploy": ["draw BA/RFr", "place BA/RFr R0 @1,0"],
        "roll": ["draw FL/RFr.WE.o", "place FL/RFr.WE.o R0 @1,0", "fly follower"],
        "land": ["draw FL/RFr.WE.o", "place FL/RFr.WE.o R0 @1,0", "fly follower", "roll 1"],
    }
    game = Game(2, MACHINES).replay(texts[step])
    before = fingerprint(game)
    assert game.refusals(action)
    # What merely compares equal to a legal action, e.g. by 1 == True, is found in the list too.
    assert (action in game.legal_actions) == (action in list(game.legal_actions))
    with pytest.raises(IllegalActionError):
        game.push(action)
    assert fingerprint(game) == before


@pytest.mark.parametrize(
    "thing",
    [None, 1, "pass", "draw BA/L", object(), Pass],
    ids=["none", "number", "verb", "text", "object", "class"],
)
def test_what_is_no_action_is_refused_too(thing: object) -> None:
    game = Game(2)
    assert [refusal.key for refusal in game.refusals(thing)] == ["base.not_an_action"]  # type: ignore[arg-type]
    assert thing not in game.legal_actions
    with pytest.raises(IllegalActionError):
        game.push(thing)  # type: ignore[arg-type]
    assert game == Game(2)

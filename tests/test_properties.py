"""What holds in every game: two witnesses agree, undo is exact, lists and refusals agree.

The games are those of `carcassonne_core.testing`, for one to six players: of the base game, of
Flying Machines with many machines, and of any of the expansions that we ship together.
`HYPOTHESIS_PROFILE=thorough` plays far more of them, and longer ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import networkx as nx
import pytest
from boards import Figures, Twice, turned
from carcassonne_expansions.abbey_and_mayor.barn import BARN_ROUTE
from carcassonne_expansions.flying_machines.expansion import (
    FLIGHT,
    FlightFailed,
    FlightRolled,
    Fly,
    Land,
    Roll,
)
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import rule

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
    Occasion,
    Pass,
    Place,
    Position,
    Rotation,
    RuleSet,
    SegmentId,
    action_text,
    dumps_record,
    installed_expansions,
    loads_record,
)
from carcassonne_core.feature_graph import joined
from carcassonne_core.majority import majority
from carcassonne_core.testing import (
    GameMachine,
    check_game,
    choose_action,
    fingerprint,
    finished_games,
    games,
    rule_sets,
)
from carcassonne_core.testing.invariants import missing, no_figure_is_lost_or_made

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

SHIPPED = tuple(
    name
    for name, entry in installed_expansions().items()
    if entry.module.partition(".")[0] == "carcassonne_expansions"
)


rules = st.sampled_from((*INSTALLED, GARDENS)) | rule_sets(SHIPPED)
players = st.integers(1, 6)
seeds = st.integers(0, 2**32)


def fewer(share: int, **more: Any) -> settings:
    """The profile in use with a part of its examples, for properties that play whole games."""
    return settings(max_examples=max(1, settings().max_examples // share), **more)


def replayed(game: Game) -> Iterator[Game]:
    """A game played anew: as it was before every push, and as it is."""
    other = Game(game.names, game.rules)
    for action in game.actions:
        yield other
        other.push(action)
    yield other


def advance(game: Game, random: Random, plies: int) -> Game:
    while plies and not game.is_over:
        game.push(choose_action(game, random.randrange))
        plies -= 1
    return game


# ------------------------------------------------------------------------------- the machine


class Play(GameMachine):
    """The proof kit's own machine with whatever we ship."""

    rule_sets = rules

    @rule()
    def show_as_code(self) -> None:
        """Plugins of a test are not installed, so code cannot name them."""
        if self.game.rules != GARDENS:
            assert fingerprint(eval(repr(self.game))) == fingerprint(self.game)


Play.TestCase.settings = fewer(8)
test_playing_and_undoing = Play.TestCase


# ------------------------------------------------------------------------------- whole games


@fewer(25)
@given(finished_games(rules))
def test_every_law_holds_all_through_a_game(played: Game) -> None:
    for game in replayed(played):
        if game.turn % 6 == 0 or game.step.name in ("land", "over"):
            check_game(game)


@fewer(12)
@given(finished_games(rules))
def test_undoing_a_whole_game_leads_back_to_its_beginning(game: Game) -> None:
    actions = game.actions
    end = fingerprint(game)
    while game.ply:
        game.pop()
    assert fingerprint(game) == fingerprint(Game(game.names, game.rules))
    game.replay(actions)
    assert fingerprint(game) == end


def from_a_cloister(rules: RuleSet) -> RuleSet:
    """The start tile, a cloister on a field, looks alike however it is turned."""
    return RuleSet(rules.names, sets=rules.sets, options={"start_tile": "BA/L"})


@fewer(15)
@given(
    finished_games(st.sampled_from([from_a_cloister(BASE), from_a_cloister(MANY)])),
    st.sampled_from(list(Rotation)[1:]),
)
def test_a_turned_game_is_the_same_game(played: Game, rotation: Rotation) -> None:
    other = Game(played.names, played.rules)
    for game in replayed(played):
        for action in game.actions[other.ply :]:
            other.push(turned(action, rotation))
        assert (other.scores, other.step.name) == (game.scores, game.step.name)
        expected = Counter(turned(action, rotation) for action in game.legal_actions)
        assert Counter(other.legal_actions) == expected
    assert other.is_over
    points = [[e.points for e in g.events if isinstance(e, FeatureScored)] for g in (game, other)]
    assert Counter(points[0]) == Counter(points[1])


@fewer(12)
@given(finished_games(st.sampled_from([MANY, FEW_FIGURES, GARDENS])))
def test_a_figure_lands_exactly_when_it_can_and_never_on_fields_or_finished_features(
    played: Game,
) -> None:
    for game in replayed(played):
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
        no_figure_is_lost_or_made(game)


@fewer(15)
@given(finished_games(rules))
def test_a_figure_stays_where_it_was_deployed_until_its_feature_is_scored(played: Game) -> None:
    """And but for builders and pigs an ordinary deployment never joins another figure."""
    standing: Counter[tuple[int, str, SegmentId]] = Counter()
    occupied: set[SegmentId] = set()
    for game in replayed(played):
        for event in game.latest_events:
            if isinstance(event, MeepleDeployed):
                standing[event.player, event.meeple, event.segment] += 1
                joins = game.rules.meeple(event.meeple).joins_followers
                if event.route not in (FLIGHT, BARN_ROUTE):
                    assert (event.segment in occupied) == joins
            elif isinstance(event, FeatureScored):
                assert event.occasion is not Occasion.FINAL or event.returned == ()
                standing.subtract((f.player, f.meeple.name, f.segment) for f in event.returned)
        on_board = Counter((f.player, f.meeple.name, f.segment) for f in game.board.figures)
        assert +standing == on_board
        assert -standing == {}
        if game.step.name in ("deploy", "wagon"):
            features = game.board.features
            occupied = {s for feature in features if feature.is_occupied for s in feature.segments}


FIELD_SCORINGS = [
    RuleSet(["flying_machines"], options={"field_scoring": edition})
    for edition in ("first", "second", "third")
]


@fewer(12)
@given(finished_games(st.sampled_from(FIELD_SCORINGS)) | games(MACHINES).map(Game.ended_now))
def test_the_final_scoring_is_what_the_graph_says(game: Game) -> None:
    edition = str(game.rules.option("base", "field_scoring"))
    before = _scores_before_the_end(game)
    expected = Counter(dict(enumerate(before)))
    expected.update(final_points(game, edition))
    assert game.scores == tuple(expected[seat] for seat in range(game.players))
    last = game.events[-1]
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


@fewer(12)
@given(players, seeds)
def test_the_order_in_which_expansions_are_named_changes_nothing(players: int, seed: int) -> None:
    names = [Figures(), "flying_machines", Twice()]
    one, other = RuleSet(names), RuleSet(names[::-1])
    assert (one, hash(one), repr(one)) == (other, hash(other), repr(other))
    games = [advance(Game(players, rules), Random(seed), 10**6) for rules in (one, other)]
    assert games[0].actions == games[1].actions
    assert games[0].events == games[1].events


@fewer(12)
@given(st.lists(st.sampled_from(SHIPPED), unique=True), st.booleans(), players, seeds)
def test_an_expansion_without_tiles_and_figures_in_play_changes_nothing(
    idle: list[str], is_asked: bool, players: int, seed: int
) -> None:
    """Neither the legal actions nor the scores; even if it is asked all the same."""
    others = [name for name in SHIPPED if name not in idle]
    plain = RuleSet(others)
    named = {meeple.name for meeple in plain.meeples}
    unused = {m.name: 0 for m in RuleSet(SHIPPED).meeples if m.name not in named}
    meeples = {m: 0 for m in unused if m in {k.name for k in RuleSet(others + idle).meeples}}
    more = RuleSet(others + idle, sets=plain.sets, meeples=meeples)
    with pytest.MonkeyPatch.context() as patch:
        for expansion in more.expansions[1:]:
            patch.setattr(type(expansion), "needs_pieces", not is_asked)
        games = [Game(players, rules) for rules in (plain, more)]
        random = Random(seed)
        while not games[0].is_over:
            texts = [[action_text(game, a) for a in game.legal_actions] for game in games]
            assert texts[0] == texts[1]
            choice = action_text(games[0], choose_action(games[0], random.randrange))
            for game in games:
                game.replay([choice])
            assert games[0].scores == games[1].scores
        assert games[1].is_over


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


def conceivable(game: Game) -> Iterator[Action]:
    """Actions of the base game that are legal, nearly legal and far from it."""
    tiles = [game.hand or "BA/L", "BA/RFr", *game.drawable[:2]]
    places = {*game.board.frontier, game.placed, *game.placed.surroundings, Position(99, 99)}
    for tile in dict.fromkeys(tiles):
        yield Draw(tile)
        for place in sorted(places):
            yield from (Place(tile, place, rotation) for rotation in Rotation)
    for place in (game.placed, *game.placed.neighbours):
        for index in range(-1, 1 + len(game.placed_tile.segments)):
            yield from (Deploy(kind.name, SegmentId(place, index)) for kind in game.rules.meeples)
    yield Deploy("nobody", SegmentId(game.placed, 0))
    yield Pass()


@fewer(4)
@given(rules.flatmap(games))
def test_a_push_takes_exactly_what_nothing_speaks_against(game: Game) -> None:
    before = fingerprint(game)
    taken, right = [], []
    for action in conceivable(game):
        if not game.refusals(action):
            right.append(action)
        try:
            game.push(action)
        except IllegalActionError:
            continue
        taken.append(action)
        game.pop()
    assert taken == right
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

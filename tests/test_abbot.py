"""The Abbot and the gardens: A1 to A4, on boards counted by hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from boards import Placement, Twice, at, codes, deployments, lay, play, scored, started, texts
from carcassonne_expansions.abbot.expansion import Retrieve

from carcassonne_core import (
    Deploy,
    FeatureScored,
    Game,
    IllegalActionError,
    MeepleDeployed,
    Occasion,
    Pass,
    RuleSet,
    SegmentId,
    dumps_record,
    loads_record,
    parse_action,
)
from carcassonne_core.cli.narrator import Narrator

SECOND = {"base_second_edition": 1}
RULES = RuleSet(["abbot"], sets=SECOND)
MACHINES = {**SECOND, "flying_machines": 1}
AIR = RuleSet(["abbot", "flying_machines", "inns_and_cathedrals"], sets=MACHINES)
EVERYBODY = RuleSet([*AIR.names, "abbey_and_mayor", "phantom"], sets=MACHINES)
PHANTOM = RuleSet(["abbot", "phantom"], sets=SECOND)

GARDEN = ("BA/RFrG", 1, 0, 0, "abbot garden I")
"""The first player's abbot in a garden east of the start tile."""
AROUND: tuple[Placement, ...] = (
    ("BA/C", 0, -1, 180),
    ("BA/L", 1, -1, 0),
    ("BA/L", 2, -1, 0),
    ("BA/RFr", 2, 0, 0),
    ("BA/L", 2, 1, 0),
    ("BA/L", 1, 1, 0),
    ("BA/C", 0, 1, 180),
)
"""The other seven tiles around that garden; the start tile is the eighth."""
MACHINE = ("FL/RFr.WE.o", -1, 0, 180)
"""A machine west of the start tile that points to the east: two positions on is the garden."""


def retrieve(game: Game) -> str:
    """The one way in which an abbot may be taken back now; "" if there is none."""
    found = texts(game, "retrieve")
    assert len(found) <= 1
    return found[0] if found else ""


def beside(rules: RuleSet) -> Game:
    """The owner of the abbot in the garden has placed the second tile beside it."""
    order = [tile for tile, *_ in (GARDEN, *AROUND[:2])]
    game = lay(Game(2, rules, draw_order=order), GARDEN[:4])
    game.replay([parse_action(game, "deploy abbot garden I @1,0")])
    if game.step.meeples:
        game.push(Pass())
    return lay(play(game, AROUND[:1]), AROUND[1])


def landings(game: Game, distance: int, meeple: str) -> list[str]:
    after = game.copy().replay([f"fly {meeple}", f"roll {distance}"])
    return [text.removeprefix("land ") for text in texts(after, "land")]


# --------------------------------------------------------------------------- A1: one abbot each


def test_everybody_has_one_abbot_a_follower_of_strength_one() -> None:
    game = Game(3, RULES)
    assert [game.supply(seat, "abbot") for seat in range(3)] == [1, 1, 1]
    abbot = game.rules.meeple("abbot")
    assert (abbot.strength, abbot.is_follower) == (1, True)


def test_he_stands_in_cloisters_and_gardens_and_nowhere_else() -> None:
    cloister = lay(Game(2, RULES), ("BA/LR", 0, 1, 0))
    assert deployments(cloister, "abbot") == ["deploy abbot cloister I @0,1"]
    garden = lay(Game(2, RULES), GARDEN[:4])
    assert deployments(garden, "abbot") == ["deploy abbot garden I @1,0"]
    city = lay(Game(2, RULES), ("BA/CFC.2", 0, -1, 0))
    assert deployments(city, "abbot") == []


def test_he_is_refused_on_a_road() -> None:
    game = lay(Game(2, RULES), GARDEN[:4])
    assert codes(game, parse_action(game, "deploy abbot road WE @1,0")) == ["base.cannot_stand"]


def test_a_cloister_with_an_abbot_is_occupied() -> None:
    game = lay(Game(2, PHANTOM), ("BA/LR", 0, 1, 0))
    game.replay(["deploy abbot cloister I @0,1"])
    assert [text for text in texts(game) if "cloister" in text] == []


def test_in_a_cloister_he_counts_like_a_monk() -> None:
    """The cloister itself and the start tile, so far."""
    game = started([("BA/L", 0, 1, 0, "abbot cloister I")], RULES)
    assert game.projected_scores() == (2, 0)
    assert game.supply(0, "abbot") == 0


# --------------------------------------------------------------------------- A2: gardens


def test_a_garden_stands_on_eight_tiles_of_the_second_edition() -> None:
    faces = {t.id for t in RULES.stack if any(s.kind.name == "garden" for s in t.segments)}
    assert faces == {
        "BA/CG",
        "BA/CFCG",
        "BA/CCG",
        "BA/Cc+G",
        "BA/CcG",
        "BA/CccG",
        "BA/RFrG",
        "BA/RrG",
    }


def test_a_completed_garden_pays_nine_and_the_abbot_comes_home() -> None:
    game = started([GARDEN, *AROUND], RULES)
    (garden,) = scored(game, "garden")
    assert game.scores == (9, 0)
    assert (garden.occasion, garden.rule, garden.value) == (Occasion.COMPLETED, "B16", 9)
    assert game.supply(0, "abbot") == 1


@pytest.mark.parametrize("last", range(len(AROUND) - 1, -1, -1))
def test_at_the_end_it_pays_one_for_itself_and_for_each_tile_around(last: int) -> None:
    game = started([GARDEN, *AROUND[:last]], RULES)
    assert game.ended_now().scores[0] == 2 + last


def test_only_an_abbot_stands_in_a_garden() -> None:
    """Case F08."""
    game = lay(Game(2, EVERYBODY), GARDEN[:4])
    in_garden = {text.split()[1] for text in texts(game, "deploy") if "garden" in text}
    assert in_garden == {"abbot"}
    for meeple in ("follower", "phantom", "big_follower", "mayor", "wagon"):
        there = parse_action(game, f"deploy {meeple} garden I @1,0")
        assert codes(game, there) == ["base.cannot_stand"]


def test_without_the_abbot_a_garden_is_nobodys() -> None:
    game = lay(Game(2, RuleSet(sets=SECOND)), GARDEN[:4])
    assert [text for text in texts(game) if "garden" in text] == []


def test_without_gardens_the_abbot_has_the_cloisters() -> None:
    game = lay(Game(2, RuleSet(["abbot"])), ("BA/L", 0, 1, 0))
    assert deployments(game, "abbot") == ["deploy abbot cloister I @0,1"]


# --------------------------------------------------------------------------- A3: taking him back


def test_he_is_taken_back_for_what_the_place_is_worth_now() -> None:
    """The garden itself, the start tile, and the two tiles placed since."""
    game = beside(RULES)
    assert retrieve(game) == "retrieve garden I @1,0"
    game.replay([retrieve(game)])
    (garden,) = scored(game)
    assert game.scores == (4, 0)
    assert (garden.occasion, garden.rule, garden.value) == (Occasion.EARLY, "A3", 4)
    assert garden.strengths == ((0, 1),)
    assert [figure.meeple.name for figure in garden.returned] == ["abbot"]
    assert (game.supply(0, "abbot"), game.turn_player, game.step.name) == (1, 1, "draw")


def test_he_may_come_home_from_a_cloister_too() -> None:
    board = ("BA/L", 0, 1, 0, "abbot cloister I"), ("BA/RFr", 1, 0, 0)
    game = lay(started(board, RULES), ("BA/RFr", -1, 0, 0))
    game.replay(["retrieve cloister I @0,1"])
    assert game.scores == (1 + 3, 0)


def test_that_is_instead_of_a_figure_on_the_tile_just_placed() -> None:
    game = beside(RULES)
    game.replay([retrieve(game)])
    assert game.step.name == "draw"
    other = beside(RULES)
    other.replay(["deploy follower cloister I @1,-1"])
    assert (other.step.name, other.supply(0, "abbot")) == ("draw", 0)


def test_home_again_he_may_be_deployed_once_more() -> None:
    game = beside(RULES)
    game.replay([retrieve(game)])
    play(game, [AROUND[2], ("BA/L", 1, 1, 0, "abbot cloister I")])
    assert game.supply(0, "abbot") == 0


def test_only_on_ones_own_turn_and_only_ones_own() -> None:
    game = lay(started([GARDEN], RULES), AROUND[0])
    assert retrieve(game) == ""
    action = Retrieve(SegmentId(at(1, 0), _garden(game)))
    assert codes(game, action) == ["abbot.no_own_abbot"]
    (refusal,) = game.refusals(action)
    assert game.explain(refusal) == "On garden I @1,0 stands no abbot of yours."
    assert game.explain(refusal, "es") == "En garden I @1,0 no hay ningún abad tuyo."


def test_a_monk_is_no_abbot() -> None:
    board = ("BA/L", 0, 1, 0, "follower cloister I"), ("BA/RFr", 1, 0, 0)
    game = lay(started(board, RULES), ("BA/RFr", -1, 0, 0))
    assert retrieve(game) == ""
    action = parse_action(game, "retrieve cloister I @0,1")
    assert codes(game, action) == ["abbot.no_own_abbot"]


def test_nobody_is_taken_back_from_a_complete_place() -> None:
    """The eighth tile around the garden is the retrieving player's own."""
    game = started([GARDEN, ("BA/RFr", -1, 0, 0), *AROUND[:-1]], RULES)
    lay(game, AROUND[-1])
    action = Retrieve(SegmentId(at(1, 0), _garden(game)))
    assert retrieve(game) == ""
    assert codes(game, action) == ["abbot.completed"]
    (refusal,) = game.refusals(action)
    assert game.explain(refusal) == (
        "The place is finished: the abbot will be scored and come home anyway."
    )
    assert game.explain(refusal, "es") == (
        "El lugar está completo: el abad puntuará y volverá a casa de todos modos."
    )
    game.replay(["pass"])
    assert game.scores == (9, 0)


def test_taking_him_back_belongs_to_the_deploy_step() -> None:
    game = started([GARDEN, AROUND[0]], RULES)
    action = Retrieve(SegmentId(at(1, 0), _garden(game)))
    assert codes(game, action) == ["base.wrong_step"]
    with pytest.raises(IllegalActionError):
        game.push(action)


def test_after_a_failed_flight_nobody_is_taken_back() -> None:
    """Another expansion would allow a second figure in the same part of the turn."""
    rules = RuleSet(["abbot", "flying_machines", Twice()], sets=MACHINES)
    game = lay(started([GARDEN, AROUND[0]], rules, then=["FL/F.o"]), ("FL/F.o", 0, 1, 0))
    assert retrieve(game) == "retrieve garden I @1,0"
    game.replay(["again", "fly follower", "roll 1"])
    assert retrieve(game) == ""
    action = Retrieve(SegmentId(at(1, 0), _garden(game)))
    assert codes(game, action) == ["abbot.deployment_over"]
    (refusal,) = game.refusals(action)
    assert game.explain(refusal) == (
        "After a failed flight no abbot is taken back in this part of the turn."
    )
    assert game.explain(refusal, "es") == (
        "Tras un vuelo fallido no se recupera ningún abad en esta parte del turno."
    )


def test_a_failed_flight_leaves_the_abbot_where_he_is() -> None:
    game = lay(started([GARDEN, AROUND[0]], AIR, then=["FL/F.o"]), ("FL/F.o", 0, 1, 0))
    game.replay(["fly follower", "roll 1"])
    assert (game.step.name, game.turn_player, game.supply(0, "abbot")) == ("draw", 1, 0)


def test_after_a_retrieval_the_phantom_may_still_be_deployed() -> None:
    """P2 of the phantom: something was done."""
    game = beside(PHANTOM)
    game.replay([retrieve(game)])
    assert (game.decider, game.step.meeples) == (0, frozenset({"phantom"}))
    assert texts(game) == [
        "pass",
        "deploy phantom cloister I @1,-1",
        "deploy phantom field NL.NR.EL.ER.SL.SR.WL.WR @1,-1",
    ]


def test_in_the_phantoms_step_nobody_is_taken_back() -> None:
    game = beside(PHANTOM)
    game.replay(["deploy follower cloister I @1,-1"])
    action = Retrieve(SegmentId(at(1, 0), _garden(game)))
    assert retrieve(game) == ""
    assert codes(game, action) == ["base.not_this_figure"]


def test_a_second_part_of_the_turn_has_its_own_choice() -> None:
    """The first part extends the builder's road."""
    rules = RuleSet(["abbot", "traders_and_builders"], sets=SECOND)
    board: tuple[Placement, ...] = (
        ("BA/RFr", 1, 0, 0, "follower road WE"),
        ("BA/C", 0, -1, 180),
        ("BA/RFr", 2, 0, 0, "builder road WE"),
        ("BA/L", 2, -1, 0),
        ("BA/L", 0, 1, 0, "abbot cloister I"),
        ("BA/L", 1, -1, 0),
    )
    game = lay(started(board, rules, then=["BA/RFr"]), ("BA/RFr", 3, 0, 0))
    game.replay(["retrieve cloister I @0,1"])
    assert (game.turn, game.turn_player, game.scores) == (7, 0, (3, 0))
    lay(game, ("BA/RFr", -1, 0, 0))
    assert deployments(game, "abbot") == []
    assert retrieve(game) == ""


def test_undoing_a_retrieval_is_exact() -> None:
    game = beside(PHANTOM)
    before = game.copy()
    for then in ([], ["pass"], ["deploy phantom cloister I @1,-1"]):
        game.replay(["retrieve garden I @1,0", *then])
        for _ in range(1 + len(then)):
            game.pop()
        assert game == before
        assert (game.scores, game.supply(0, "abbot")) == ((0, 0), 0)
        assert game.board.figures == before.board.figures
        assert texts(game) == texts(before)


def test_a_game_is_saved_before_and_after_a_retrieval() -> None:
    game = beside(RULES)
    again = loads_record(dumps_record(game))
    assert (again, texts(again)) == (game, texts(game))
    again.replay(["retrieve garden I @1,0"])
    last = loads_record(dumps_record(again))
    assert (last.scores, last.supply(0, "abbot")) == ((4, 0), 1)
    assert last == again


# --------------------------------------------------------------------------- A4: by air

B1: Sequence[Placement] = [
    ("BA/LR", 1, 0, 90),
    ("BA/L", 0, 1, 0),
    ("BA/L", -1, 1, 0),
    ("BA/L", -2, 1, 0),
    ("BA/LR", -2, 0, 270),
]


@pytest.mark.parametrize("meeple", ["follower", "big_follower", "phantom", "mayor", "abbot"])
def test_board_b3_only_the_abbot_lands_in_a_garden(meeple: str) -> None:
    """Cases F08 and F09, with the figures of the boxes."""
    game = lay(started([GARDEN[:4]], EVERYBODY, then=[MACHINE[0]]), MACHINE)
    expected = {"abbot": ["garden I @1,0"], "mayor": []}.get(meeple, ["road WE @1,0"])
    assert landings(game, 2, meeple) == expected


def test_nor_does_the_wagon() -> None:
    game = lay(started([GARDEN[:4]], EVERYBODY, then=[MACHINE[0]]), MACHINE)
    assert landings(game, 2, "wagon") == ["road WE @1,0"]


def test_board_b1_he_lands_on_the_cloister_and_nowhere_else() -> None:
    """Cases F06 and F23."""
    game = lay(started(B1, EVERYBODY, then=[MACHINE[0]]), MACHINE)
    found = [landings(game, distance, "abbot") for distance in (1, 2, 3)]
    assert found == [[], ["cloister I @1,0"], []]


def test_he_lands_in_an_occupied_garden_and_both_score_in_full() -> None:
    game = lay(started([GARDEN], AIR, then=[MACHINE[0]]), MACHINE)
    game.replay(["fly abbot", "roll 2", "land garden I @1,0"])
    play(game, AROUND)
    (garden,) = scored(game, "garden")
    assert (garden.strengths, game.scores) == (((0, 1), (1, 1)), (9, 9))
    assert (game.supply(0, "abbot"), game.supply(1, "abbot")) == (1, 1)


def test_one_abbot_comes_home_from_a_shared_garden_and_the_other_stays() -> None:
    game = lay(started([GARDEN], AIR, then=[MACHINE[0]]), MACHINE)
    game.replay(["fly abbot", "roll 2", "land garden I @1,0"])
    lay(game, AROUND[0]).replay(["retrieve garden I @1,0"])
    assert game.scores == (3, 0)
    assert [(f.player, f.meeple.name) for f in game.board.figures] == [(1, "abbot")]
    play(game, AROUND[1:])
    assert game.scores == (3, 9)


def test_he_is_paid_whoever_has_the_majority_beside_him() -> None:
    """A big follower has landed on the cloister: he would have the majority in the end."""
    board = [("BA/L", 0, 1, 0, "abbot cloister I")]
    game = lay(started(board, AIR, then=["FL/F.o"]), ("FL/F.o", 1, 1, 0))
    game.replay(["fly big_follower", "roll 1", "land cloister I @0,1"])
    assert game.projected_scores() == (0, 3)
    lay(game, ("BA/RFr", 1, 0, 0)).replay(["retrieve cloister I @0,1"])
    (cloister,) = scored(game, "cloister")
    assert (game.scores, cloister.strengths) == ((4, 0), ((0, 1),))
    assert game.projected_scores() == (4, 4)


def test_a_flight_is_saved_between_the_roll_and_the_landing() -> None:
    """Case F17."""
    game = lay(started([GARDEN], AIR, then=[MACHINE[0]]), MACHINE)
    game.replay(["fly abbot", "roll 2"])
    again = loads_record(dumps_record(game))
    assert (texts(again), again.decider) == (["land garden I @1,0"], 1)


# --------------------------------------------------------------------------- told


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "Ana puts an abbot on the garden I at 1,0.",
                "Scored early: the garden at 1,0 (tiles: 4 for 4), worth 4. [A3]",
                "Strength: Ana (1). Points: Ana +4.",
                "Back in supply: Ana's abbot.",
            ],
        ),
        (
            "es",
            [
                "Ana pone un abad en el jardín I de 1,0.",
                "Puntúa antes de tiempo el jardín de 1,0 (losetas: 4 por 4) y vale 4. [A3]",
                "Fuerza: Ana (1). Puntos: Ana +4.",
                "Vuelven a la reserva: abad de Ana.",
            ],
        ),
    ],
)
def test_what_he_does_is_told_in_both_languages(language: str, sentences: list[str]) -> None:
    game = beside(RULES).replay(["retrieve garden I @1,0"])
    narrator = Narrator(RULES, ["Ana", "Bo"], language)
    events = [e for e in game.events if isinstance(e, MeepleDeployed | FeatureScored)]
    told = [line.text for event in events for line in narrator.lines(event, game.board)]
    assert told == sentences


# --------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_end_are_undone_and_read_back(seed: int) -> None:
    random, game = Random(seed), Game(3, RULES)
    while not game.is_over:
        if game.is_chance:
            game.push(game.sample_chance(random))
            continue
        actions = game.legal_actions
        early = [action for action in actions if isinstance(action, Retrieve)]
        abbots = [a for a in actions if isinstance(a, Deploy) and a.meeple == "abbot"]
        game.push(random.choice(early if early and random.random() < 0.2 else abbots or actions))
    assert loads_record(dumps_record(game)) == game
    told = [event for event in game.events if isinstance(event, FeatureScored)]
    assert {event.rule for event in told} & {"A3", "B16"}
    while game.ply:
        game.pop()
    assert game.scores == (0, 0, 0)


def _garden(game: Game) -> int:
    tile = game.board.tile_at(at(1, 0))
    assert tile is not None
    return next(i for i, s in enumerate(tile.segments) if s.kind.name == "garden")

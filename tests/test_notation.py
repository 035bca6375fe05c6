"""Actions as text and back, in both directions with a board at hand."""

from __future__ import annotations

import pytest
from boards import texts
from carcassonne_expansions.flying_machines.expansion import Fly, Land, Roll

from carcassonne_core import (
    Action,
    Deploy,
    Draw,
    Game,
    NotationError,
    Pass,
    Place,
    Position,
    Rotation,
    RuleSet,
    SegmentId,
    action_text,
    action_texts,
    parse_action,
)
from carcassonne_core.action import parse_position

MACHINES = RuleSet(["flying_machines"])


def game() -> Game:
    """A turned straight road east of the start tile, its figure still to be deployed."""
    return Game(2, MACHINES).replay(["draw BA/RFr", "place BA/RFr R180 @1,0"])


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw BA/RFr", Draw("BA/RFr")),
        ("place BA/L R0 @0,1", Place("BA/L", Position(0, 1), Rotation.R0)),
        ("place FL/Rr.SW.o R270 @-12,-3", Place("FL/Rr.SW.o", Position(-12, -3), Rotation.R270)),
        ("pass", Pass()),
        ("deploy follower road WE @1,0", Deploy("follower", SegmentId(Position(1, 0), 0))),
        ("deploy follower road WE @0,0", Deploy("follower", SegmentId(Position(0, 0), 1))),
        (
            "deploy follower field ER.SL.SR.WL @1,0",
            Deploy("follower", SegmentId(Position(1, 0), 1)),
        ),
        (
            "deploy follower field NL.NR.EL.WR @1,0",
            Deploy("follower", SegmentId(Position(1, 0), 2)),
        ),
        ("fly big_follower", Fly("big_follower")),
        ("roll 3", Roll(3)),
        ("land city N @0,0", Land(SegmentId(Position(0, 0), 0))),
    ],
)
def test_a_place_is_named_as_it_lies(text: str, action: Action) -> None:
    """The tile is turned by half a turn, so its first field lies south of the road."""
    assert parse_action(game(), text) == action
    assert action_text(game(), action) == text


@pytest.mark.parametrize("segment", [SegmentId(Position(9, 9), 0), SegmentId(Position(0, 0), 7)])
def test_a_segment_that_is_not_there_is_written_by_its_number(segment: SegmentId) -> None:
    text = action_text(game(), Deploy("follower", segment))
    assert text == f"deploy follower segment {segment.index} @{segment.position}"
    assert parse_action(game(), text) == Deploy("follower", segment)


def test_spaces_between_words_do_not_matter() -> None:
    assert parse_action(game(), "  deploy\tfollower  road WE @1,0\n") == Deploy(
        "follower", SegmentId(Position(1, 0), 0)
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no action '': expected one of draw, place, deploy, pass"),
        ("   ", "no action ''"),
        ("jump", "no action 'jump': expected one of .*fly, roll, land"),
        ("Pass", "no action 'Pass'"),
        ("pass on", "expected `pass`, got 1 words"),
        ("draw", "expected `draw TILE`, got 0 words"),
        ("draw BA/L BA/L", "got 2 words"),
        ("place BA/L @0,1", "expected `place TILE R0|R90|R180|R270 @X,Y`, got 2 words"),
        ("place BA/L R45 @0,1", "no rotation 'R45': expected R0, R90, R180 or R270"),
        ("place BA/L 90 @0,1", "no rotation '90'"),
        ("place BA/L R0 0,1", "no position '0,1': expected @X,Y"),
        ("place BA/L R0 @0", "no position '@0'"),
        ("place BA/L R0 @0,", "no position"),
        ("place BA/L R0 @0,1,2", "no position"),
        ("place BA/L R0 @0.5,1", "no position"),
        ("place BA/L R0 @--1,1", "no position"),
        ("place BA/L R0 @+1,1", "no position"),
        ("place BA/L R0 @１,1", "no position"),
        ("place BA/L R0 @²,1", "no position"),
        ("place BA/L R0 @1_0,1", "no position"),
        ("place BA/L R0 @9999999999,1", "no position"),
        ("deploy follower", "expected `deploy FIGURE KIND PLACE @X,Y`, got 1 words"),
        ("deploy follower road WE @5,5", "no tile @5,5"),
        ("deploy follower road NS @1,0", "no road NS on BA/RFr @1,0: it has road WE, field"),
        ("deploy follower moon WE @1,0", "no moon WE on BA/RFr"),
        ("deploy follower segment -1 @1,0", "no segment -1 on BA/RFr"),
        ("deploy follower segment ² @1,0", "no segment ² on BA/RFr"),
        ("deploy follower segment 99999999999 @1,0", "no segment 99999999999"),
        ("fly", "expected `fly FIGURE`"),
        ("roll", "expected `roll 1.2.3`"),
        ("roll 4", "no roll '4': expected 1, 2 or 3"),
        ("roll 1.0", "no roll '1.0'"),
        ("roll １", "no roll"),
        ("land @0,0", "expected `KIND PLACE @X,Y`, got 1 words"),
        ("land road WE @0,1", "no tile @0,1"),
    ],
)
def test_a_text_that_denotes_nothing_says_which_word_is_wrong(text: str, message: str) -> None:
    before = game()
    with pytest.raises(NotationError, match=message.replace("|", r"\|")):
        parse_action(before, text)
    assert before == game()


@pytest.mark.parametrize("thing", [None, 3, b"pass", ["pass"]], ids=repr)
def test_what_is_no_text_is_refused(thing: object) -> None:
    with pytest.raises(NotationError, match="expected a text"):
        parse_action(game(), thing)  # type: ignore[arg-type]


def test_verbs_of_expansions_that_are_not_played_are_unknown() -> None:
    with pytest.raises(NotationError, match="no action 'fly'"):
        parse_action(Game(2), "fly follower")


def test_a_parsed_action_need_not_be_legal() -> None:
    action = parse_action(Game(2), "place XX/none R0 @100,100")
    assert Game(2).refusals(action)


def test_an_error_in_a_replay_leaves_what_came_before() -> None:
    replayed = Game(2)
    with pytest.raises(NotationError):
        replayed.replay(["draw BA/L", "place BA/L R0 @0,1", "jump"])
    assert action_texts(replayed) == ["draw BA/L", "place BA/L R0 @0,1"]


def test_texts_of_a_game_are_read_as_they_were_when_pushed() -> None:
    """The deployment is written before, the landing after other tiles lie."""
    moves = [
        "draw BA/Cc.1",
        "place BA/Cc.1 R180 @0,-1",
        "deploy follower city SE @0,-1",
        "draw FL/RFr.WE.o",
        "place FL/RFr.WE.o R0 @1,0",
        "fly follower",
        "roll 1",
        "land city N @0,0",
    ]
    assert action_texts(Game(2, MACHINES).replay(moves)) == moves


def test_the_arms_of_a_crossing_are_told_apart() -> None:
    """A tile names each of its segments differently, so every legal action has its own text."""
    rules = RuleSet(options={"start_tile": "BA/RRRR"})
    crossing = Game(2, rules).replay(["draw BA/RRR", "place BA/RRR R90 @1,0"])
    assert sorted(texts(crossing)) == [
        "deploy follower field NL.WR @1,0",
        "deploy follower field NR.EL.ER.SL @1,0",
        "deploy follower field SR.WL @1,0",
        "deploy follower road N @1,0",
        "deploy follower road S @1,0",
        "deploy follower road W @1,0",
        "pass",
    ]


@pytest.mark.parametrize(
    ("word", "position"),
    [("@0,0", Position(0, 0)), ("@-1,2", Position(-1, 2)), ("@10,-20", Position(10, -20))],
)
def test_positions_are_column_and_row(word: str, position: Position) -> None:
    assert parse_position(word) == position
    assert f"@{position}" == word

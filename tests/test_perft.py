"""Perft: what a line is, its tables, and every table of `tests/perft` counted again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from carcassonne_core import Game, Pass, Place, RuleSet
from carcassonne_core.cli import main
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.perft import NO_CHOICE, Perft, perft
from carcassonne_core.perft_reader import loads_table
from carcassonne_core.perft_table import PerftTable, PerftTableError, dumps_table
from carcassonne_core.rule_set import installed_expansions
from carcassonne_core.testing.fingerprints import fingerprint
from carcassonne_core.turn import DRAW, PLACE

TABLES = sorted((Path(__file__).parent / "perft").glob("*.txt"))

NO_FIELDS = {"farmers": False}
SMALL = RuleSet(["flying_machines"], options=NO_FIELDS)
ORDER = ["FL/RFr.WE.o", "BA/C", "BA/RFr"]


def read(path: Path) -> PerftTable:
    return loads_table(path.read_text(encoding="utf-8"))


def ends(game: Game, plies: int) -> Iterator[Game]:
    """The games that lines of so many plies reach, every one of them played on copies."""
    if not plies:
        yield game
        return
    for action in game.legal_actions:
        after = game.copy()
        after.push(action)
        has_ended = after.step.name == DRAW and game.step.name != DRAW
        yield from ends(after, plies - has_ended)


# ------------------------------------------------------------------------------------ tables


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_table_counted_again_is_equal(path: Path) -> None:
    table = read(path)
    assert table.differences(table.recount()) == ()


def test_every_installed_expansion_has_a_table() -> None:
    played = {name for path in TABLES for name in read(path).rules.names}
    assert played >= installed_expansions().keys()


def test_the_tables_hold_every_way_to_end_a_ply() -> None:
    done = {name for path in TABLES for count in read(path).counts.depths for name in count.split}
    assert done >= {
        NO_CHOICE,
        "pass",
        "fly follower, roll",
        "fly follower, roll, land city",
        "fly phantom, roll, deploy phantom field",
        "deploy follower field, fly phantom, roll, land road",
        "deploy wagon city, move road",
        "retrieve cloister",
        "build barn",
        "deploy builder road",
        "deploy pig field",
    }


def test_a_table_with_discards_is_there() -> None:
    assert any(count.discards for path in TABLES for count in read(path).counts.depths)


@pytest.mark.parametrize("path", TABLES[:3], ids=lambda path: path.stem)
def test_a_table_written_and_read_is_the_same(path: Path) -> None:
    table = read(path)
    assert loads_table(dumps_table(table)) == table


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it holds no depth"),
        ("depth 1\nlines 1\nplacements 1", "expected `players NUMBER`"),
        ("players 2\ndepth 2", "line 2: expected depth 1, found 2"),
        ("players 2\ndepth 1\nlines one", "line 3: expected a number, found 'one'"),
        ("players 2\ndepth 1\nlines 1", "expected `placements NUMBER`"),
        ("players 2\ndepth 1\nlines 1\nlines 1", "line 4: 'lines' is said twice"),
        ("players 2\n7 pass", "line 2: a number of lines stands before"),
        ("lines 7", "line 1: `lines` stands before `depth`"),
        ("players 2\ndepth 1\n7 pass\n8 pass", "line 4: 'pass' is said twice"),
        ("players 2\nlions 3", "line 2: no such word: 'lions'"),
        ("option farmers = maybe", "line 1: option value maybe: expected JSON"),
        ("option farmers = []", "line 1: option value []: expected a text"),
        ("set base_first_edition", "line 1: expected NAME = VALUE"),
        ("players 9\ndepth 1\nlines 1\nplacements 1", "9 players: expected 1 to 6"),
        ("players 2\nexpansion lions\ndepth 1", "no expansion 'lions'"),
        ("players 2\ndepth 1\nlines 1\nplacements 1\ndivide 2", "expected depth 1, found 2"),
    ],
)
def test_a_table_that_cannot_be_read_says_where_and_why(text: str, reason: str) -> None:
    with pytest.raises(PerftTableError) as caught:
        loads_table(text)
    assert reason in str(caught.value)


def test_a_wrong_number_is_told_with_its_place() -> None:
    table = PerftTable.count(2, RuleSet(), ["BA/L"], 1)
    text = dumps_table(table).replace("4 pass", "5 pass").replace("figures 8", "figures 7")
    assert loads_table(text).differences(table) == (
        "depth 1, figures: told 7, counted 8",
        "depth 1, pass: told 5, counted 4",
    )


# ----------------------------------------------------------------------------------- what a line is


def test_every_line_is_counted_as_if_it_were_played() -> None:
    game = Game(2, SMALL, draw_order=ORDER)
    found = perft(game, 2)
    played = [sum(1 for _ in ends(game, depth)) for depth in (1, 2)]
    assert played == [count.lines for count in found.depths]


def test_the_splits_add_up_to_the_lines() -> None:
    found = perft(Game(2, SMALL, draw_order=ORDER), 3, with_sums=False)
    for count in found.depths:
        assert sum(count.split.values()) == count.lines
    assert sum(found.divide.values()) == found.lines


def test_the_sums_are_those_of_the_ends_of_all_lines() -> None:
    game = Game(2, draw_order=["BA/C"])
    (count,) = perft(game, 1).depths
    points = Counter[int]()
    lines = figures = 0
    game.push(game.legal_actions[0])
    for placement in list(game.legal_actions):
        game.push(placement)
        for action in list(game.legal_actions):
            game.push(action)
            lines += 1
            figures += len(game.board.figures)
            points.update(dict(enumerate(game.scores)))
            game.pop()
        game.pop()
    assert (count.lines, count.figures, count.points) == (lines, figures, (points[0], points[1]))
    assert points[0] > 0


def test_counting_quickly_changes_nothing_but_the_sums_of_the_deepest_depth() -> None:
    game = Game(2, SMALL, draw_order=ORDER)
    whole, quick = perft(game, 2), perft(game, 2, with_sums=False)
    assert quick.depths[0] == whole.depths[0]
    assert quick.divide == whole.divide
    last, full = quick.depths[1], whole.depths[1]
    assert (last.points, last.figures) == (None, None)
    assert (last.lines, last.placements, last.split) == (full.lines, full.placements, full.split)


def test_the_game_stays_as_it_was() -> None:
    game = Game(2, SMALL, draw_order=ORDER).replay(["draw FL/RFr.WE.o"])
    before = fingerprint(game)
    perft(game, 2)
    assert fingerprint(game) == before


def test_a_count_may_begin_in_the_middle_of_a_ply() -> None:
    game = Game(2, draw_order=["BA/RFr"]).replay(["draw BA/RFr", "place BA/RFr R0 @0,1"])
    found = perft(game, 1)
    assert found.lines == len(game.legal_actions)
    assert found.depths[0].placements == 0
    assert found.divide["pass"] == 1


def test_a_draw_that_is_not_forced_is_a_branch_for_each_kind_of_tile() -> None:
    game = Game(2)
    lines = 0
    for draw, _ in game.chance_outcomes():
        game.push(draw)
        lines += perft(game, 1).lines
        game.pop()
    assert perft(game, 1, with_sums=False).lines == lines


def test_where_passing_is_all_there_is_nothing_was_chosen() -> None:
    rules = RuleSet(meeples={"follower": 0})
    (count,) = perft(Game(2, rules, draw_order=["BA/RFr"]), 1).depths
    assert dict(count.split) == {NO_CHOICE: count.placements}


def test_a_discarded_tile_is_no_ply_and_the_next_one_is_drawn_for_the_same_player() -> None:
    rules = RuleSet(["inns_and_cathedrals"], options=NO_FIELDS)
    game = Game(2, rules, draw_order=["IC/Rr.i", "BA/Rr", "IC/Cccc.c", "BA/C"])
    found = perft(game, 3)
    discards = placements = 0
    for end in ends(game, 2):
        player = end.decider
        end.push(end.legal_actions[0])
        if end.step.name == DRAW:
            discards += 1
            end.push(end.legal_actions[0])
        assert (end.decider, end.step.name) == (player, PLACE)
        placements += len(end.legal_actions)
    assert [count.discards for count in found.depths] == [0, 0, discards]
    assert found.depths[2].placements == placements
    assert discards > 0


def test_a_line_is_not_longer_than_the_game() -> None:
    # Seven of the eight machines can be drawn before the last one: the eighth ply is the last.
    rules = RuleSet(["flying_machines"], sets={"flying_machines": 1}, meeples={"follower": 0})
    game = Game(1, rules)
    while sum(game.stack.values()) > 1:
        game.push(game.chance_outcomes()[0][0])
        while game.step.name != DRAW:
            game.push(next(a for a in game.legal_actions if isinstance(a, Place | Pass)))
    found = perft(game, 2)
    assert found.depths[0].lines > 0
    assert found.depths[1].lines == 0


@pytest.mark.parametrize("depth", [0, -1, True, 1.5])
def test_a_depth_that_is_no_number_of_plies_is_refused(depth: object) -> None:
    with pytest.raises(CarcassonneError, match=f"perft depth = {depth}"):
        perft(Game(2), depth)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------ the command


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--draw", "BA/L, BA/LR", "--divide"]) == 0
    table = PerftTable.count(2, RuleSet(), ["BA/L", "BA/LR"], 2)
    assert capsys.readouterr().out == dumps_table(table)


def test_the_command_says_nothing_that_was_not_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    order = tmp_path / "order"
    order.write_text("BA/L\nBA/LR  # with a road\n")
    words = ["--draw-order", str(order), "--depth", "1", "--players", "3", "--quick"]
    assert main(["perft", *words, "--option", "farmers=false", "--meeples", "follower=1"]) == 0
    table = loads_table(capsys.readouterr().out)
    assert (table.players, table.draw_order) == (3, ("BA/L", "BA/LR"))
    assert isinstance(table.counts, Perft)
    assert table.counts.divide == {}
    assert table.counts.depths[0].points is None


def test_the_command_counts_tables_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    text = dumps_table(PerftTable.count(2, RuleSet(), ["BA/L"], 1))
    good.write_text(text)
    bad.write_text(text.replace("lines 12", "lines 13"))
    assert main(["perft", str(good)]) == 0
    assert capsys.readouterr().out == f"{good}: 12 lines of 1 plies\n"
    assert main(["perft", str(good), str(bad)]) == 1
    assert "  depth 1, lines: told 13, counted 12" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--draw", "XX"], "draw_order[0] = 'XX'"),
        (["--depth", "0"], "--depth"),
        (["--players", "7"], "7 players"),
        (["/no/such/file"], "/no/such/file"),
        ([__file__], "perft table, line"),
        ([__file__, "--divide"], "leave the options away"),
    ],
)
def test_a_wrong_word_is_one_line(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", *words]) == 2
    err = capsys.readouterr().err
    assert reason in err
    assert err.count("\n") == 1

"""Many games: the same results whoever plays them, wherever, and whatever breaks."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from carcassonne_expansions.flying_machines.rules import DistanceError

from carcassonne_core import (
    Action,
    CarcassonneError,
    Effect,
    Expansion,
    Game,
    IllegalActionError,
    Pass,
    RecordError,
    Refusal,
    RuleSet,
    TileSetError,
    dumps_record,
    loads_record,
    random_playout,
)
from carcassonne_core.batch import PlayoutResults, playouts
from carcassonne_core.batch.unit import Outcome, Unit, play_unit
from carcassonne_core.expansion import View
from carcassonne_core.policy import POLICIES, random_policy
from carcassonne_core.turn import Slot

MACHINES = RuleSet(["flying_machines"])
SHORT = RuleSet(["flying_machines"], sets={"flying_machines": 2})


def test_the_results_do_not_depend_on_the_number_of_processes() -> None:
    game = Game(2, SHORT)
    alone = playouts(game, 30, seed=5, workers=1)
    assert [playouts(game, 30, seed=5, workers=n) for n in (2, 3)] == [alone, alone]
    assert playouts(game, 30, seed=6, workers=1) != alone
    assert playouts(game, 12, seed=5, workers=1).scores == alone.scores[:12]


def test_each_game_has_random_numbers_of_its_own() -> None:
    game = Game(3, SHORT)
    expected = tuple(random_playout(game, Random(f"9/{number}")) for number in range(5))
    results = playouts(game, 5, seed=9, workers=1)
    assert (results.scores, results.numbers) == (expected, (0, 1, 2, 3, 4))


def test_games_with_statistics_are_the_same_games() -> None:
    game = Game(2, SHORT)
    plain = playouts(game, 20, seed=2, workers=1)
    counted = playouts(game, 20, seed=2, workers=1, with_statistics=True)
    assert counted.scores == plain.scores
    assert plain.statistics == ()


def test_the_points_of_the_statistics_add_up_to_the_scores() -> None:
    results = playouts(Game(2, SHORT), 10, seed=2, workers=1, with_statistics=True)
    for scores, found in zip(results.scores, results.statistics, strict=True):
        sums = [
            sum(n for (table, row, _), n in found.items() if (table, row) == ("points", seat))
            for seat in (0, 1)
        ]
        assert tuple(sums) == scores


def test_flights_are_counted_by_die_and_by_how_they_end() -> None:
    totals = playouts(Game(2, SHORT), 40, seed=2, workers=1, with_statistics=True).totals
    flights = {(row, column): n for (table, row, column), n in totals.items() if table == "flights"}
    assert {row for row, _ in flights} == {"1", "2", "3"}
    assert {column for _, column in flights} == {"landed", "failed"}


def test_greedy_players_score_more_than_random_ones() -> None:
    game = Game(2, RuleSet(sets={"base_first_edition": 1}))
    random = Random(1)
    while game.tiles_left > 12:  # only the last turns: thinking takes time
        game.push(game.sample_chance(random) if game.is_chance else random_policy(game, random))
    found = {name: playouts(game, 6, workers=1, policy=name).means for name in POLICIES}
    assert sum(found["greedy"]) > sum(found["random"])


# ------------------------------------------------------------------------------- what goes wrong


class Cracked(Expansion):
    """Breaks every game in which the first player has 5 points or more after a turn."""

    name = "cracked"
    slots = frozenset({Slot.AFTER_SCORE})

    def at_slot(self, view: View, slot: Slot, /) -> Iterable[Effect]:
        if view.scores[0] >= 5:
            raise ZeroDivisionError("cracked")
        return ()


def test_a_game_that_breaks_off_is_told_with_its_record_and_the_others_are_played() -> None:
    game = Game(2, RuleSet([Cracked()]))
    results = playouts(game, 20, seed=1)
    assert len(results.failures) + len(results.scores) == 20
    assert results.failures
    assert results.scores
    assert not results.is_complete
    failure = results.failures[0]
    assert failure.reason == "ZeroDivisionError: cracked"
    told = loads_record(failure.record.replace('"cracked"', ""))  # the same game without it
    assert told.scores[0] < 5
    assert told.replay([failure.action]).scores[0] >= 5


def test_a_game_that_others_could_not_load_is_played_here_or_refused() -> None:
    game = Game(2, RuleSet([Cracked()]))
    assert playouts(game, 0).scores == ()
    with pytest.raises(CarcassonneError, match=r"other processes cannot play this game: .*cracked"):
        playouts(game, 4, workers=2)


forks = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="processes do not inherit the policy"
)


@forks
def test_the_games_of_a_killed_process_are_played_by_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = tmp_path / "killed"

    def deadly(game: Game, random: Random) -> Action:
        if game.turn == 3 and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return random_policy(game, random)

    game = Game(2, SHORT)
    expected = playouts(game, 12, seed=3, workers=1)
    monkeypatch.setitem(POLICIES, "deadly", deadly)
    assert playouts(game, 12, seed=3, workers=2, policy="deadly") == expected
    assert killed.exists()


@forks
def test_a_game_that_kills_every_process_is_told_and_the_others_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game(2, SHORT)
    firsts = [str(game.sample_chance(Random(f"3/{number}"))) for number in range(40)]
    fatal = firsts[7]
    deaths = [number for number, first in enumerate(firsts) if first == fatal]
    here = os.getpid()

    def deadly(game: Game, random: Random) -> Action:
        if str(game.actions[0]) == fatal and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return random_policy(game, random)

    monkeypatch.setitem(POLICIES, "deadly", deadly)
    expected = playouts(game, 40, seed=3, workers=1, policy="deadly")
    results = playouts(game, 40, seed=3, workers=2, policy="deadly")
    assert 0 < len(deaths) < 40
    assert [failure.number for failure in results.failures] == deaths
    assert {failure.record for failure in results.failures} == {dumps_record(game)}
    assert "was killed" in results.failures[0].reason
    scores = tuple(score for n, score in enumerate(expected.scores) if n not in deaths)
    assert results.scores == scores


def test_where_no_process_can_start_the_error_says_so(tmp_path: Path) -> None:
    script = tmp_path / "unguarded.py"
    script.write_text(
        "import multiprocessing\n"
        "from carcassonne_core import Game, playouts\n"
        "multiprocessing.set_start_method('spawn', force=True)\n"
        "playouts(Game(2), 4, workers=2)\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 1
    assert "no process can be started: a script that plays in several needs" in done.stderr


def test_a_unit_that_takes_long_is_handed_in_with_what_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game(2, SHORT)
    whole = Unit(dumps_record(game), 3, 0, 5, "random", False)
    expected = play_unit(whole)
    monkeypatch.setattr("carcassonne_core.batch.unit._SECONDS", -1.0)
    first = play_unit(whole)
    assert first == expected[:1]
    assert play_unit(whole.after(len(first))) == expected[1:2]


@forks
def test_what_is_left_of_slow_units_is_played_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(2, SHORT)
    expected = playouts(game, 40, seed=3, workers=1)
    monkeypatch.setattr("carcassonne_core.batch.unit._SECONDS", -1.0)
    told: list[int] = []
    found = playouts(game, 40, seed=3, workers=2, progress=lambda done, games: told.append(done))
    assert found == expected
    assert told == list(range(1, 41))


@pytest.mark.parametrize("workers", [1, 2])
def test_after_ctrl_c_there_is_what_was_done_so_far(workers: int) -> None:
    def interrupt(done: int, games: int) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    game = Game(2, SHORT)
    results = playouts(game, 400, seed=3, workers=workers, progress=interrupt)
    assert 3 <= len(results.scores) < 400
    assert (results.planned, results.is_complete) == (400, False)
    whole = playouts(game, 400, seed=3, workers=1)
    assert results.scores == tuple(whole.scores[number] for number in results.numbers)


def test_progress_is_told_up_to_the_last_game() -> None:
    told: list[tuple[int, int]] = []
    playouts(Game(2, SHORT), 3, workers=1, progress=lambda done, games: told.append((done, games)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def refused(record: str) -> None:
    loads_record(record).push(Pass())


def test_an_error_comes_back_from_another_process_with_all_it_says() -> None:
    record = dumps_record(Game(2))
    with pytest.raises(IllegalActionError) as here:
        refused(record)
    with ProcessPoolExecutor(1) as pool, pytest.raises(IllegalActionError) as there:
        pool.submit(refused, record).result()
    assert str(there.value) == str(here.value)
    assert (there.value.action, there.value.refusals) == (Pass(), here.value.refusals)


@pytest.mark.parametrize(
    "error",
    [
        IllegalActionError(Pass(), [Refusal("base", "occupied", "B6")]),
        TileSetError("mine.toml", "MY/R", "edges", "three of them"),
        RecordError("no such tile", 3),
        DistanceError("4"),
        CarcassonneError("anything else"),
    ],
)
def test_an_error_can_be_sent_and_copied(error: CarcassonneError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(again), str(again)) == (type(error), str(error))
        assert vars(again) == vars(error)


def test_impossible_arguments_are_refused() -> None:
    game = Game(2)
    for arguments, message in (
        ({"games": -1}, "-1 games: expected 0 or more"),
        ({"games": 1, "workers": 0}, "0 workers: expected 1 or more"),
        ({"games": 1, "policy": "wise"}, "no policy 'wise': expected"),
    ):
        with pytest.raises(CarcassonneError, match=message):
            playouts(game, **arguments)  # type: ignore[arg-type]


def test_without_a_single_game_there_is_no_mean() -> None:
    results = PlayoutResults(1, 0, (), ())
    for question in ("means", "win_shares"):
        with pytest.raises(CarcassonneError, match="no game has ended"):
            getattr(results, question)
    with pytest.raises(CarcassonneError, match="a confidence of 1: expected"):
        PlayoutResults(1, 1, (0,), ((1, 2),)).confidence(1)


def test_the_interval_of_confidence_holds_the_mean_of_many_games() -> None:
    game = Game(2, SHORT)
    few, many = playouts(game, 100, seed=1, workers=1), playouts(game, 800, seed=2, workers=2)
    for (low, high), mean in zip(few.confidence(0.999), many.means, strict=True):
        assert low < mean < high


# ------------------------------------------------------------------------------- a cluster


def ray_workers() -> list[int]:
    """The processes of this machine in which ray plays units."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if words.startswith(b"ray::play_unit"):
            found.append(int(folder.name))
    return found


def started_ray(processors: int) -> Any:
    """Ray with a cluster of this machine's own, if it is installed and can start one."""
    found = pytest.importorskip("ray", reason="ray is not installed")
    quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
    try:
        found.init(address="local", num_cpus=processors, **quiet)
    except Exception as error:
        pytest.skip(f"ray cannot start a cluster here: {error}")
    return found


@pytest.fixture
def ray() -> Any:
    """Ray, which can start a cluster on this machine and has none."""
    found = started_ray(1)
    found.shutdown()
    return found


@pytest.fixture
def connection() -> Iterator[None]:
    """A cluster to which somebody has connected already."""
    ray = started_ray(2)
    yield
    assert ray.is_initialized()  # it is not the batch's to close
    ray.shutdown()


def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(ray: Any) -> None:
    game = Game(2, MACHINES)
    expected = playouts(game, 120, seed=4, workers=2)
    killed: list[int] = []

    def kill_one(done: int, games: int) -> None:
        if not killed and (workers := ray_workers()):
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    found = playouts(game, 120, seed=4, workers=2, cluster="local", progress=kill_one)
    assert found == expected
    assert len(killed) == 1
    assert not ray.is_initialized()


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_a_cluster_that_does_not_answer_is_refused_at_once(scheme: str) -> None:
    pytest.importorskip("ray", reason="ray is not installed")
    with socket.socket() as taken:  # nobody listens there
        taken.bind(("127.0.0.1", 0))
        address = f"{scheme}127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(CarcassonneError, match=f"cannot reach the cluster '{address}': "):
            playouts(Game(2), 4, cluster=address)


@pytest.mark.usefixtures("connection")
def test_a_cluster_tells_a_deadly_game_ends_when_asked_and_says_what_it_cannot_load(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game(2, SHORT)
    whole = playouts(game, 12, seed=4, workers=1)

    def interrupt(done: int, games: int) -> None:
        raise KeyboardInterrupt

    ended = playouts(game, 3000, seed=4, cluster="local", progress=interrupt)
    assert 0 < len(ended.scores) < 3000

    def deadly(unit: Unit) -> tuple[Outcome, ...]:
        if unit.first <= 7 < unit.last:
            os.kill(os.getpid(), signal.SIGKILL)
        return play_unit(unit)

    monkeypatch.setattr("carcassonne_core.batch.cluster.play_unit", deadly)
    monkeypatch.setattr("carcassonne_core.batch.run._PIECES", {"cluster": 3})
    results = playouts(game, 12, seed=4, cluster="local")
    assert [(f.number, f.record) for f in results.failures] == [(7, dumps_record(game))]
    assert results.scores == whole.scores[:7] + whole.scores[8:]

    def lost(unit: Unit) -> tuple[Outcome, ...]:
        raise CarcassonneError("no expansion of that name here")

    monkeypatch.setattr("carcassonne_core.batch.cluster.play_unit", lost)
    with pytest.raises(CarcassonneError, match=r"cannot play this game: .*no expansion of that"):
        playouts(game, 12, seed=4, cluster="local")

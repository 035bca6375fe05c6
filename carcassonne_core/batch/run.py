"""`playouts`: many games from one position."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import closing
from math import ceil

from attrs import evolve

from carcassonne_core.batch.results import PlayoutResults
from carcassonne_core.batch.unit import Outcome, Unit, play_game
from carcassonne_core.errors import CarcassonneError, RecordError
from carcassonne_core.game import Game
from carcassonne_core.policy import POLICIES
from carcassonne_core.record import dumps_record, loads_record

__all__ = ["playouts"]

Progress = Callable[[int, int], None]
"""Is told how many games have ended, and of how many."""

Work = Generator[tuple[Outcome, ...], None, None]
"""Outcomes as they come; closed early, no more games are begun."""

_LARGEST = 200
"""Games in a unit: enough for the way to be worth it."""

_PIECES = {"process": 8, "cluster": 1000}
"""Units that are made at least if there are games enough: for a process, so that none is idle at
the end, and for a cluster, of whose size nothing is known."""


def playouts(
    game: Game,
    games: int,
    seed: int = 0,
    *,
    workers: int | None = None,
    policy: str = "random",
    with_statistics: bool = False,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> PlayoutResults:
    """The results of many games that begin where this one stands; it stays as it is.

    They depend on the position, the seed, the policy and the number of games, and on nothing else:
    not on the processes, nor on who plays which game. A game that breaks off is told with its
    record and does not end the batch. Ctrl-C ends it with what is done so far.

    Args:
        game: the position.
        games: how many games are played.
        seed: of all random numbers.
        workers: how many processes share the work; if it is None, one for each processor, or only
            this one if the expansions are not installed, so that others could not load them.
        policy: who plays: a name of `POLICIES`.
        with_statistics: whether the events are added up, too; it costs time.
        cluster: the address of a Ray cluster that does the work; see `on_cluster`.
        progress: is told how many games have ended.

    Raises:
        CarcassonneError: an argument is impossible, or the work cannot be given away.

    Example:
        >>> game = Game(2).replay(["draw BA/L", "place BA/L R0 @0,1"])
        >>> game = game.replay(["deploy follower cloister I @0,1"])
        >>> results = playouts(game, 40, seed=1, workers=1)
        >>> results.means[0] > results.means[1]
        True
    """
    if games < 0:
        raise CarcassonneError(f"{games} games: expected 0 or more")
    if workers is not None and workers < 1:
        raise CarcassonneError(f"{workers} workers: expected 1 or more")
    if policy not in POLICIES:
        raise CarcassonneError(f"no policy {policy!r}: expected {' or '.join(POLICIES)}")
    record = dumps_record(game)
    whole = Unit(record, seed, 0, games, policy, with_statistics)
    processes = workers or os.cpu_count() or 1
    reason = _not_for_others(game, record) if cluster or processes > 1 else ""
    if reason and (cluster or workers):
        raise CarcassonneError(f"other processes cannot play this game: {reason}")
    if cluster:
        from carcassonne_core.batch.cluster import on_cluster

        work = on_cluster(_units(whole, _PIECES["cluster"]), cluster, workers)
    elif processes > 1 and games > 1 and not reason:
        from carcassonne_core.batch.processes import in_processes

        work = in_processes(_units(whole, _PIECES["process"] * processes), processes)
    else:
        work = _here(game, whole)
    return _gathered(work, whole, progress)


def _units(whole: Unit, pieces: int) -> list[Unit]:
    size = max(1, min(_LARGEST, ceil(whole.last / pieces)))
    starts = range(0, whole.last, size)
    return [evolve(whole, first=n, last=min(n + size, whole.last)) for n in starts]


def _here(game: Game, whole: Unit) -> Work:
    return ((play_game(game, whole, number),) for number in range(whole.last))


def _gathered(work: Work, whole: Unit, progress: Progress | None) -> PlayoutResults:
    """The results in order; after Ctrl-C those that are there."""
    outcomes: list[Outcome] = []
    with closing(work):
        try:
            for found in work:
                outcomes += found
                if progress is not None:
                    progress(len(outcomes), whole.last)
        except KeyboardInterrupt:
            pass
    outcomes.sort(key=lambda outcome: outcome.number)
    ended = [outcome for outcome in outcomes if outcome.failure is None]
    return PlayoutResults(
        whole.seed,
        whole.last,
        tuple(outcome.number for outcome in ended),
        tuple(outcome.scores for outcome in ended),
        tuple(outcome.statistics for outcome in ended) if whole.with_statistics else (),
        tuple(outcome.failure for outcome in outcomes if outcome.failure is not None),
    )


def _not_for_others(game: Game, record: str) -> str:
    """Why another process could not load this game from its record; "" if it can."""
    try:
        again = loads_record(record)
    except RecordError as error:
        return str(error)
    same = again.rules == game.rules
    return "" if same else "its expansions are not those that are installed under their names"

"""Units of work on the processors of this machine.

If a process is killed, its games are played again by others. A game that kills every process that
plays it is found and told, and does not end the batch: each process has one unit at a time, so few
are under suspicion, and these are played one by one, in halves if need be.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from carcassonne_core.batch.unit import Outcome, Unit, play_unit
from carcassonne_core.errors import CarcassonneError

__all__ = ["in_processes"]

_TRIES = 2
"""So often a game kills a process that plays nothing else before it is told as a failure."""


def in_processes(units: Iterable[Unit], workers: int) -> Generator[tuple[Outcome, ...], None, None]:
    """The outcomes of units, some at a time, as soon as they are there.

    Whoever stops reading ends the batch: what a process has in hand is handed in, the rest is not
    begun.

    Raises:
        CarcassonneError: no process can be started.
    """
    waiting = deque(units)
    while waiting:
        lost = yield from _together(waiting, workers)
        if lost:
            _check_that_one_starts()
        for unit in lost:
            yield from _alone(unit)


def _together(
    waiting: deque[Unit], workers: int
) -> Generator[tuple[Outcome, ...], None, list[Unit]]:
    """Plays what is waiting until a process is killed; returns what was in hand then."""
    running: dict[Future[tuple[Outcome, ...]], Unit] = {}
    lost: list[Unit] = []
    is_broken = False
    pool = ProcessPoolExecutor(workers, initializer=_leave_interrupts_alone)
    try:
        while running or (waiting and not is_broken):
            while waiting and not is_broken and len(running) < workers:
                try:
                    running[pool.submit(play_unit, waiting[0])] = waiting[0]
                    waiting.popleft()
                except BrokenProcessPool:
                    is_broken = True
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                unit = running.pop(future)
                try:
                    outcomes = future.result()
                except BrokenProcessPool:
                    is_broken = True
                    lost.append(unit)
                    continue
                if len(outcomes) < unit.size:
                    waiting.appendleft(unit.after(len(outcomes)))
                yield outcomes
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return lost


def _alone(unit: Unit, tries: int = _TRIES) -> Generator[tuple[Outcome, ...], None, None]:
    """Plays a unit in a process that plays nothing else."""
    lost = yield from _together(deque([unit]), 1)
    for left in lost:
        if left.size > 1:
            for half in left.parted():
                yield from _alone(half)
        elif tries > 1:
            yield from _alone(left, tries - 1)
        else:
            yield (left.killed(),)


def _check_that_one_starts() -> None:
    """Refuses to go on where processes are killed before they do anything."""
    with ProcessPoolExecutor(1, initializer=_leave_interrupts_alone) as pool:
        try:
            pool.submit(int).result()
        except BrokenProcessPool as error:
            raise CarcassonneError(
                "no process can be started: a script that plays in several needs "
                '`if __name__ == "__main__":` above what it does; or take workers=1'
            ) from error


def _leave_interrupts_alone() -> None:
    """Ctrl-C reaches all processes; the one that asked for the games deals with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

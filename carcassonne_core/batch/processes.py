"""Units of work on the processors of this machine."""

from __future__ import annotations

import signal
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool

from carcassonne_core.batch.unit import Outcome, Unit, play_unit
from carcassonne_core.errors import CarcassonneError

__all__ = ["in_processes"]

_MOST_POOLS = 5
"""So often processes may be killed before somebody has to look into it."""


def in_processes(units: Sequence[Unit], workers: int) -> Generator[tuple[Outcome, ...], None, None]:
    """The outcomes of units, each as soon as it is there.

    If a process is killed, its units are played again by others. Whoever stops reading ends the
    batch: what is being played is played to its end, the rest is not begun.

    Raises:
        CarcassonneError: processes are killed again and again.
    """
    waiting = list(units)
    for _ in range(_MOST_POOLS):
        pool = ProcessPoolExecutor(workers, initializer=_leave_interrupts_alone)
        lost = []
        try:
            futures = {pool.submit(play_unit, unit): unit for unit in waiting}
            for future in as_completed(futures):
                try:
                    yield future.result()
                except BrokenProcessPool:
                    lost.append(futures[future])
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        if not lost:
            return
        waiting = lost
    raise CarcassonneError(f"the processes of this batch were killed {_MOST_POOLS} times over")


def _leave_interrupts_alone() -> None:
    """Ctrl-C reaches all processes; the one that asked for the games deals with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

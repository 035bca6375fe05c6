"""Units of work on a Ray cluster; needs ray, the extra `ray`, here and on the cluster."""

from __future__ import annotations

import logging
import re
import socket
from collections import deque
from collections.abc import Generator, Iterable
from typing import Any

from carcassonne_core.batch.unit import Outcome, Unit, play_unit
from carcassonne_core.errors import CarcassonneError

__all__ = ["LOCAL", "on_cluster"]

LOCAL = "local"
"""The address of a cluster that is started on this machine, and stopped when all is done."""

_AHEAD = 1000
"""So many units are given away at once: enough to see that a cluster should grow."""

_PATIENCE = 10
"""Seconds in which a host has to answer; ray itself would wait for minutes."""

_TRIES = 2
"""So often ray plays a unit again whose worker was killed, before it comes back in halves."""


def on_cluster(
    units: Iterable[Unit], address: str, workers: int | None
) -> Generator[tuple[Outcome, ...], None, None]:
    """The outcomes of units, some at a time, as soon as they are there.

    A unit whose worker is killed is played again by another one; a game that kills every worker is
    told as a failure. Whoever stops reading ends the batch.

    Args:
        units: the units.
        address: of the cluster, as ray knows it, e.g. `"ray://host:10001"` or `"auto"`; `LOCAL`
            starts one. A connection that is there already is used whatever the address.
        workers: how many processors a `LOCAL` one has; all if it is None.

    Raises:
        CarcassonneError: ray is not installed, the cluster cannot be reached or is lost, or the
            game cannot be loaded there.
    """
    ray = _ray()
    is_mine = not ray.is_initialized()
    if is_mine:
        _connect(ray, address, workers)
    running: dict[Any, Unit] = {}
    try:
        play = ray.remote(max_retries=_TRIES)(play_unit)
        waiting = deque(units)
        while waiting or running:
            while waiting and len(running) < _AHEAD:
                unit = waiting.popleft()
                running[play.remote(unit)] = unit
            ready, _ = ray.wait(list(running), num_returns=1)
            unit = running.pop(ready[0])
            outcomes = _outcomes(ray, ready[0])
            if outcomes is not None:
                if len(outcomes) < unit.size:
                    waiting.appendleft(unit.after(len(outcomes)))
                yield outcomes
            elif unit.size > 1:
                waiting.extendleft(unit.parted())
            else:
                yield (unit.killed(),)
    finally:
        if is_mine:
            ray.shutdown()
        else:
            for reference in running:
                ray.cancel(reference)


def _outcomes(ray: Any, reference: Any) -> tuple[Outcome, ...] | None:
    """What a unit came to; None if its workers were killed."""
    errors = ray.exceptions
    try:
        return tuple(ray.get(reference))
    except (errors.WorkerCrashedError, errors.OutOfMemoryError):
        return None
    except errors.RayError as error:
        reason = getattr(error, "cause", None) or error
        raise CarcassonneError(f"the cluster cannot play this game: {reason}") from error


def _connect(ray: Any, address: str, workers: int | None) -> None:
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    own = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
    host = re.fullmatch(r"(?:ray://)?\[?([^/]+?)\]?:(\d+)", address)
    try:
        if host is not None:
            socket.create_connection((host[1], int(host[2])), _PATIENCE).close()
        ray.init(address=address, **own, **quiet)
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        raise CarcassonneError(f"cannot reach the cluster {address!r}: {error}") from error


def _ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError as error:
        needed = 'a cluster needs ray: pip install "carcassonne-core[ray]"'
        raise CarcassonneError(needed) from error
    return ray

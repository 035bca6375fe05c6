"""Units of work on a Ray cluster; needs ray, the extra `ray`, here and on the cluster."""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from typing import Any

from carcassonne_core.batch.unit import Outcome, Unit, play_unit
from carcassonne_core.errors import CarcassonneError

__all__ = ["LOCAL", "on_cluster"]

LOCAL = "local"
"""The address of a cluster that is started on this machine, and stopped when all is done."""


def on_cluster(
    units: Sequence[Unit], address: str, workers: int | None
) -> Generator[tuple[Outcome, ...], None, None]:
    """The outcomes of units, each as soon as it is there.

    A unit whose worker is killed is played again by another one.

    Args:
        units: the units.
        address: of the cluster, as ray knows it, e.g. `"ray://host:10001"` or `"auto"`; `LOCAL`
            starts one. A connection that is there already is used whatever the address.
        workers: how many processors a `LOCAL` one has; all if it is None.

    Raises:
        CarcassonneError: ray is not installed, or the cluster cannot be reached.
    """
    ray = _ray()
    is_mine = not ray.is_initialized()
    if is_mine:
        _connect(ray, address, workers)
    try:
        play = ray.remote(max_retries=-1)(play_unit)
        waiting = [play.remote(unit) for unit in units]
        while waiting:
            ready, waiting = ray.wait(waiting, num_returns=1)
            yield from ray.get(ready)
    finally:
        if is_mine:
            ray.shutdown()


def _connect(ray: Any, address: str, workers: int | None) -> None:
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    own = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, **own, **quiet)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        raise CarcassonneError(f"cannot reach the cluster {address!r}: {error}") from error


def _ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError as error:
        needed = 'a cluster needs ray: pip install "carcassonne-core[ray]"'
        raise CarcassonneError(needed) from error
    return ray

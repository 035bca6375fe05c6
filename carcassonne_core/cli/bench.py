"""`carcassonne bench`: how fast this library is, comparable from release to release."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from carcassonne_core.cli import FOUND
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.workloads import WORKLOADS, Speed, measure

__all__ = ["bench"]

_LOSS = 0.25
"""A ratio that has lost so much is told as a loss."""

_ATTEMPTS = 4
"""So often a workload that seems slow is measured before it is told."""


def bench(
    workload: Annotated[
        list[str] | None,
        typer.Argument(help=f"Some of {', '.join(WORKLOADS)}; all if none.", metavar="[NAME...]"),
    ] = None,
    rounds: Annotated[
        int, typer.Option(help="How often each is measured.", min=1, metavar="N")
    ] = 5,
    seconds: Annotated[
        float, typer.Option(help="CPU time of a round.", min=0.01, metavar="SECONDS")
    ] = 0.3,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the figures as JSON, to be compared later.")
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(help="Figures of earlier; a loss of 25 % is told.", metavar="FILE"),
    ] = None,
) -> None:
    """Measure fixed workloads in CPU time; 1 is the exit code if one has lost 25 % of its speed.

    Only ratios to a calibration loop are compared, so the machine does not matter.
    """
    names = list(dict.fromkeys(workload or WORKLOADS))
    for name in names:
        if name not in WORKLOADS:
            raise CarcassonneError(f"no workload {name!r}: expected some of {', '.join(WORKLOADS)}")
    earlier = {} if against is None else _read(against)
    found = dict(measure(names, rounds, seconds))
    slow = _losses(found, earlier)
    for attempt in range(1, _ATTEMPTS):  # a machine that was busy for a moment is no loss
        if slow:
            again = measure(slow, rounds, (1 + attempt) * seconds)
            found |= {name: max(found[name], again[name], key=_ratio) for name in slow}
            slow = _losses(found, earlier)
    if as_json:
        typer.echo(json.dumps({name: _facts(speed) for name, speed in found.items()}, indent=1))
    else:
        Console(highlight=False).print(_table(found, earlier))
    for name in slow:
        share = found[name].ratio / earlier[name]
        typer.echo(f"carcassonne: {name} does {share:.0%} of what it did", err=True)
    if slow:
        raise typer.Exit(FOUND)


def _ratio(speed: Speed) -> float:
    return speed.ratio


def _facts(speed: Speed) -> dict[str, float]:
    return {f"{speed.unit}_per_cpu_second": speed.per_cpu_second, "ratio": speed.ratio}


def _losses(found: Mapping[str, Speed], earlier: Mapping[str, float]) -> list[str]:
    return [
        name for name, speed in found.items() if speed.ratio < (1 - _LOSS) * earlier.get(name, 0)
    ]


def _read(path: Path) -> dict[str, float]:
    """The ratios of earlier, by workload.

    Raises:
        CarcassonneError: the file cannot be read, or holds something else.
    """
    try:
        figures = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): float(facts["ratio"]) for name, facts in figures.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise CarcassonneError(f"cannot read the figures in {path}: {error}") from error


def _table(found: Mapping[str, Speed], earlier: Mapping[str, float]) -> Table:
    table = Table()
    table.add_column("workload")
    for heading in ("a CPU-second", "ratio", *(["of earlier"] if earlier else [])):
        table.add_column(heading, justify="right")
    for name, speed in found.items():
        cells = [f"{speed.per_cpu_second:,.0f} {speed.unit}", f"{speed.ratio:.4g}"]
        if earlier:
            cells.append(f"{speed.ratio / earlier[name]:.0%}" if earlier.get(name) else "")
        table.add_row(name, *cells)
    return table

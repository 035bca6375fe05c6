"""What many games came to: as tables, as JSON, as CSV and as a plot."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from importlib import import_module
from math import isfinite
from pathlib import Path
from statistics import fmean, pstdev, quantiles
from typing import Any

from rich.table import Table
from rich.text import Text

from carcassonne_core.batch import PlayoutResults
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.game import Game

__all__ = ["Report", "check_plot"]

_POINTS = "points"
"""The table of points, whose rows are seats."""

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""For the seats; told apart by the colour-blind, too (Okabe and Ito)."""


def check_plot(path: Path | None) -> None:
    """Refuses a plot that could not be drawn, before anything is played for it.

    Raises:
        CarcassonneError: matplotlib is not installed, or writes no such files.
    """
    if path is None:
        return
    kinds = _plotter()().canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in kinds:
        expected = ", ".join(f".{kind}" for kind in sorted(kinds))
        raise CarcassonneError(f"cannot write {path}: expected one of {expected}")


def _plotter() -> Any:
    """The figure of matplotlib."""
    try:
        return import_module("matplotlib.figure").Figure
    except ModuleNotFoundError as error:
        needed = 'a plot needs matplotlib: pip install "carcassonne-core[plot]"'
        raise CarcassonneError(needed) from error


class Report:
    """The results of many games, ready to be shown.

    Args:
        game: where the games began.
        results: the results, with statistics.
    """

    def __init__(self, game: Game, results: PlayoutResults) -> None:
        self.names, self.results = game.names, results
        self.tables: dict[str, dict[str | int, dict[str, int]]] = {}
        for (table, row, column), amount in sorted(results.totals.items(), key=str):
            self.tables.setdefault(table, {}).setdefault(row, {})[column] = amount
        rows = self.tables.get(_POINTS, {}).values()
        self.kinds = sorted({column for row in rows for column in row})

    def scores(self, seat: int) -> list[int]:
        """The final scores of a seat, by game."""
        return [scores[seat] for scores in self.results.scores]

    def points(self, seat: int, kind: str) -> list[int]:
        """What a seat got for one kind of feature, by game."""
        return [found.get((_POINTS, seat, kind), 0) for found in self.results.statistics]

    def facts(self) -> dict[str, object]:
        """Everything, as JSON has it."""
        results = self.results
        return {
            "seed": results.seed,
            "planned": results.planned,
            "games": len(results.scores),
            "players": [self._player(seat) for seat in range(len(self.names))],
            "statistics": {t: rows for t, rows in self.tables.items() if t != _POINTS},
            "failures": [
                {"game": f.number, "reason": f.reason, "action": f.action, "record": f.record}
                for f in results.failures
            ],
        }

    def _player(self, seat: int) -> dict[str, object]:
        results = self.results
        return {
            "name": self.names[seat],
            "mean": results.means[seat],
            "confidence_95": [n if isfinite(n) else None for n in results.confidence()[seat]],
            "win_share": results.win_shares[seat],
            "scores": _spread(self.scores(seat)),
            "points": {kind: _spread(self.points(seat, kind)) for kind in self.kinds},
        }

    # ------------------------------------------------------------------ for people
    def shown(self) -> Iterator[Table]:
        """Tables for a terminal."""
        yield self._scores_table()
        yield self._points_table()
        for name, rows in self.tables.items():
            if name != _POINTS:
                yield _counts_table(name, rows)

    def _scores_table(self) -> Table:
        results = self.results
        table = Table(title=f"{len(results.scores)} games, seed {results.seed}")
        table.add_column("player")
        for heading in ("wins", "mean", "with 95 %", "deviation", "least, quarters, most"):
            table.add_column(heading, justify="right")
        for seat, name in enumerate(self.names):
            low, high = results.confidence()[seat]
            mean, deviation, *others = _spread(self.scores(seat)).values()
            table.add_row(
                Text(name),
                f"{results.win_shares[seat]:.1%}",
                f"{mean:.2f}",
                f"{low:.2f} to {high:.2f}" if isfinite(low) else "any",
                f"{deviation:.2f}",
                " ".join(f"{value:.4g}" for value in others),
            )
        return table

    def _points_table(self) -> Table:
        table = Table(title="points a game: mean, and standard deviation")
        table.add_column("player")
        for kind in self.kinds:
            table.add_column(Text(kind), justify="right")
        for seat, name in enumerate(self.names):
            spreads = [_spread(self.points(seat, kind)) for kind in self.kinds]
            cells = [f"{s['mean']:.2f} ± {s['deviation']:.2f}" for s in spreads]
            table.add_row(Text(name), *cells)
        return table

    # ------------------------------------------------------------------ files
    def write_csv(self, path: Path) -> None:
        """A line a game: its number, the scores, and the points by seat and kind."""
        seats = range(len(self.names))
        pairs = [(seat, kind) for seat in seats for kind in self.kinds]
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            headings = [f"{self.names[seat]}: {kind}" for seat, kind in pairs]
            writer.writerow(["game", *self.names, *headings])
            results = self.results
            games = zip(results.numbers, results.scores, results.statistics, strict=True)
            for number, scores, found in games:
                row = [found.get((_POINTS, seat, kind), 0) for seat, kind in pairs]
                writer.writerow([number, *scores, *row])

    def write_plot(self, path: Path) -> None:
        """The distribution of the scores by player, and of the points for each kind of feature; see
        `check_plot`."""
        figure = _plotter()(figsize=(9, 3 + 2.2 * len(self.kinds)), layout="constrained")
        axes = figure.subplots(1 + len(self.kinds), 1, squeeze=False)[:, 0]
        for axis, kind in zip(axes, [None, *self.kinds], strict=True):
            for seat, name in enumerate(self.names):
                values = self.scores(seat) if kind is None else self.points(seat, kind)
                edges = range(min(values), max(values) + 2)
                axis.hist(values, edges, histtype="step", color=_COLOURS[seat], label=name)
            axis.set_title("score" if kind is None else kind, loc="left")
            axis.set_ylabel("games")
        axes[0].legend()
        axes[-1].set_xlabel("points")
        figure.savefig(path)


def _spread(values: list[int]) -> dict[str, float]:
    """How numbers are distributed: mean, standard deviation, least, quarters, most."""
    low, middle, high = quantiles(values, n=4) if len(values) > 1 else values * 3
    return {
        "mean": fmean(values),
        "deviation": pstdev(values),
        "least": min(values),
        "quarter": low,
        "median": middle,
        "three quarters": high,
        "most": max(values),
    }


def _counts_table(name: str, rows: Mapping[str | int, Mapping[str, int]]) -> Table:
    """How often what happened, with the shares of each row."""
    columns = sorted({column for row in rows.values() for column in row})
    table = Table(title=Text(name))
    table.add_column("")
    for column in columns:
        table.add_column(Text(column), justify="right")
    for row, cells in rows.items():
        total = sum(cells.values())
        counts = [cells.get(column, 0) for column in columns]
        table.add_row(Text(str(row)), *(f"{count} ({count / total:.1%})" for count in counts))
    return table

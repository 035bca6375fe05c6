"""`carcassonne perft`: the exact number of lines of play, as a table; or a table counted again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from carcassonne_core.cli import FOUND
from carcassonne_core.cli.chosen import DrawOrder, Expansions, Meeples, Options, Players, Sets
from carcassonne_core.cli.setting import read_order, read_players, read_rules
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.game import Game
from carcassonne_core.perft_reader import loads_table
from carcassonne_core.perft_table import PerftTable, dumps_table

__all__ = ["perft"]


def perft(
    table: Annotated[
        list[Path] | None,
        typer.Argument(help="Tables to count again and compare.", metavar="[TABLE...]"),
    ] = None,
    players: Players = "2",
    expansion: Expansions = None,
    option: Options = None,
    set: Sets = None,
    meeples: Meeples = None,
    draw: Annotated[
        str, typer.Option(help="The tiles to draw first, parted by commas.", metavar="TILES")
    ] = "",
    draw_order: DrawOrder = None,
    depth: Annotated[
        int | None,
        typer.Option(help="How many plies; if not given, one for each tile.", min=1, metavar="N"),
    ] = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Tell the lines of each first action, too.")
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="No points and figures of the deepest depth.")
    ] = False,
) -> None:
    """Count the lines of play for a forced draw order; 1 is the exit code if a TABLE differs."""
    chosen = (expansion, option, set, meeples, draw, draw_order, depth, divide, quick)
    if table:
        if any(chosen) or players != "2":
            raise CarcassonneError("a TABLE says itself what is played: leave the options away")
        _recount(table)
        return
    rules = read_rules(expansion or (), option or (), set or (), meeples or ())
    order = [tile.strip() for tile in draw.split(",") if tile.strip()] + read_order(draw_order)
    number = Game(read_players(players), rules, draw_order=order).players
    plies = depth or len(order) or 1
    counted = PerftTable.count(number, rules, order, plies, with_sums=not quick, with_divide=divide)
    typer.echo(dumps_table(counted), nl=False)


def _recount(paths: list[Path]) -> None:
    """Counts tables again and tells every difference."""
    found = False
    for path in paths:
        try:
            told = loads_table(path.read_text(encoding="utf-8"))
        except (ValueError, CarcassonneError) as error:
            raise CarcassonneError(f"{path}: {error}") from error
        differences = told.differences(told.recount())
        found |= bool(differences)
        depths = len(told.counts.depths)
        typer.echo(f"{path}: {told.counts.lines} lines of {depths} plies")
        for difference in differences:
            typer.echo(f"  {difference}")
    if found:
        raise typer.Exit(FOUND)

"""`carcassonne tiles`: the tiles of a set, as a table or a contact sheet."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from carcassonne_core.cli.setting import check_output
from carcassonne_core.compass import Rotation
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.rule_set import RuleSet, installed_expansions
from carcassonne_core.tile import Tile
from carcassonne_core.tile_set import TileSet

__all__ = ["tiles"]


def tiles(
    name: Annotated[
        str | None, typer.Argument(help="A tile set; all are listed if none.", metavar="[SET]")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="File for a contact sheet of the set.", metavar="FILE")
    ] = None,
    columns: Annotated[
        int, typer.Option(help="Tiles in a row of the sheet.", min=1, metavar="N")
    ] = 8,
) -> None:
    """List the installed tile sets, or show the tiles of one."""
    sets = RuleSet(installed_expansions()).tile_sets
    if name is None:
        if svg is not None:
            raise CarcassonneError("--svg draws one set: say which")
        Console(highlight=False).print(_overview(sets.values()))
        return
    if name not in sets:
        raise CarcassonneError(f"no tile set {name!r}: there are {', '.join(sets)}")
    check_output(svg)
    if svg is None:
        Console(highlight=False).print(_table(sets[name]))
        return
    from carcassonne_core.svg import contact_sheet_svg  # shapely costs 0.1 s

    svg.write_text(contact_sheet_svg(sets[name], columns=columns), encoding="utf-8")


def _overview(sets: Iterable[TileSet]) -> Table:
    table = Table()
    table.add_column("set")
    for heading in ("faces", "tiles"):
        table.add_column(heading, justify="right")
    for tile_set in sets:
        table.add_row(tile_set.name, str(len(tile_set.tiles)), str(tile_set.total))
    return table


def _table(tile_set: TileSet) -> Table:
    table = Table(title=f"{tile_set.name}: {tile_set.total} tiles")
    table.add_column("tile")
    table.add_column("copies", justify="right")
    table.add_column("segments")
    for tile, copies in tile_set.tiles:
        start = " (start)" if tile.id == tile_set.start else ""
        table.add_row(Text(tile.id + start), str(copies), Text(_described(tile)))
    return table


def _described(tile: Tile) -> str:
    """The segments of a tile but its fields, and its marks."""
    found = []
    for index, segment in enumerate(tile.segments):
        if segment.kind.claimable and not segment.sides and segment.ports:
            continue
        words = [segment.kind.name, tile.turned(Rotation.R0).location(index)]
        words += ["pennant"] * segment.pennants
        words += [f"{mark.type} {mark.value}".strip() for mark in segment.marks]
        found.append(" ".join(words))
    for mark in tile.marks:
        arrow = "" if mark.direction is None else f" {mark.direction.name}"
        found.append(f"{mark.type}{arrow}")
    return ", ".join(found) or "fields alone"

"""`carcassonne draw`: the picture of a saved game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from carcassonne_core.cli.setting import check_output
from carcassonne_core.record import load_record

__all__ = ["draw"]


def draw(
    save: Annotated[Path, typer.Argument(help="The record of a game.", metavar="SAVE")],
    svg: Annotated[
        Path | None,
        typer.Option(help="File for the picture; else standard output.", metavar="FILE"),
    ] = None,
) -> None:
    """Draw a saved game as an SVG picture."""
    check_output(svg)
    from carcassonne_core.svg import board_svg  # shapely costs 0.1 s

    picture = board_svg(load_record(save))
    if svg is None:
        typer.echo(picture, nl=False)
    else:
        svg.write_text(picture, encoding="utf-8")

"""The options by which every command that begins a game is told what is played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["DrawOrder", "Expansions", "Meeples", "Options", "Players", "Sets"]

Players = Annotated[
    str, typer.Option(help="How many players, or their names: Ada,Bob.", metavar="N|NAMES")
]
Expansions = Annotated[
    list[str] | None,
    typer.Option(help="An expansion to play; `base` for none. Repeatable.", metavar="NAME"),
]
Options = Annotated[
    list[str] | None,
    typer.Option(help="A rule to choose, see `rules`. Repeatable.", metavar="OPTION=VALUE"),
]
Sets = Annotated[
    list[str] | None,
    typer.Option(help="Copies of a tile set; then no others are played.", metavar="NAME=N"),
]
Meeples = Annotated[
    list[str] | None,
    typer.Option(help="How many figures of a kind each player has.", metavar="NAME=N"),
]
DrawOrder = Annotated[
    Path | None,
    typer.Option(help="File with the tiles to draw first, one id a line.", metavar="FILE"),
]

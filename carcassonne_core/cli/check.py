"""`carcassonne check`: games recorded by another program, played again by these rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from carcassonne_core.cli import FOUND, WRONG
from carcassonne_core.errors import CarcassonneError

__all__ = ["check"]


def check(
    path: Annotated[
        list[Path],
        typer.Argument(
            help="Games, replays and perft cases, or folders of them.", metavar="PATH..."
        ),
    ],
    workers: Annotated[
        int, typer.Option(help="How many processes share the work.", min=1, metavar="N")
    ] = 1,
    max_lines: Annotated[
        int,
        typer.Option(
            help="Lines that a depth of a perft case may have; 0: any.", min=0, metavar="N"
        ),
    ] = 200_000,
) -> None:
    """Compare games recorded by JCloisterZone with these rules; 1 is the exit code if they differ.

    Files that cannot be read are named on standard error, and make the exit code 2.
    """
    from carcassonne_core.jcloisterzone.check import SUFFIXES, check_paths, report_table

    for given in path:
        if not given.exists():
            raise CarcassonneError(f"cannot read {given}: no such file or folder")
    screen = Console(stderr=True, highlight=False)
    done = 0

    def show(game: object) -> None:
        nonlocal done
        done += 1
        status.update(f"{done} games")

    with screen.status("0 games") as status:
        report = check_paths(path, progress=show, workers=workers, max_lines=max_lines)
    if not report.games:
        wanted = ", ".join(f"*{suffix}" for suffix in SUFFIXES)
        raise CarcassonneError(
            f"no recorded game ({wanted}) or perft case in {', '.join(map(str, path))}"
        )
    console = Console(highlight=False)
    console.print(_table(report_table(report)))
    for difference in report.differences:
        console.print(Text(str(difference)), soft_wrap=True)
    for failure in report.failures:
        typer.echo(f"carcassonne: {' '.join(str(failure).split())}", err=True)
    if report.failures:
        raise typer.Exit(WRONG)
    if report.differences:
        raise typer.Exit(FOUND)


def _table(rows: list[tuple[str, ...]]) -> Table:
    from carcassonne_core.jcloisterzone.check import HEADINGS

    table = Table()
    for number, heading in enumerate(HEADINGS):
        is_text = number in (0, len(HEADINGS) - 1)
        table.add_column(Text(heading), justify="left" if is_text else "right")
    for row in rows:
        table.add_row(*map(Text, row))
    return table

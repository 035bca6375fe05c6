"""`carcassonne lint`: every fault of tile set files, named by file, tile and field."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from carcassonne_core.cli import FOUND
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.rule_set import RuleSet, installed_expansions
from carcassonne_core.tile_set import lint_tile_set

__all__ = ["lint"]


def lint(
    file: Annotated[list[Path], typer.Argument(help="Tile set files (TOML).", metavar="FILE...")],
) -> None:
    """Look for faults in tile set files; 1 is the exit code if there are any."""
    known = RuleSet(installed_expansions())
    number = 0
    for path in file:
        try:
            path.read_bytes()
        except OSError as error:
            raise CarcassonneError(f"cannot read {path}: {error.strerror}") from error
        faults = lint_tile_set(path, known.feature_kinds, known.mark_types)
        number += len(faults)
        for fault in faults:
            typer.echo(str(fault))
        if not faults:
            typer.echo(f"{path}: no fault")
    if number:
        raise typer.Exit(FOUND)

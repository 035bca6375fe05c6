"""`carcassonne simulate`: many games from a set-up or a record, added up."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from carcassonne_core.batch import PlayoutResults, playouts
from carcassonne_core.cli import FOUND, INTERRUPTED
from carcassonne_core.cli.chosen import DrawOrder, Expansions, Meeples, Options, Players, Sets
from carcassonne_core.cli.setting import (
    check_output,
    check_policy,
    read_order,
    read_players,
    read_rules,
)
from carcassonne_core.cli.simulation_report import Report, check_plot
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.game import Game
from carcassonne_core.policy import POLICIES
from carcassonne_core.record import load_record

__all__ = ["simulate"]


def simulate(
    save: Annotated[
        Path | None,
        typer.Argument(help="A record; the games begin where it ends.", metavar="[SAVE]"),
    ] = None,
    games: Annotated[int, typer.Option(help="How many games.", min=1, metavar="N")] = 1000,
    players: Players = "2",
    expansion: Expansions = None,
    option: Options = None,
    set: Sets = None,
    meeples: Meeples = None,
    draw_order: DrawOrder = None,
    policy: Annotated[
        str, typer.Option(help=f"Who plays: {' or '.join(POLICIES)}.", metavar="NAME")
    ] = "random",
    seed: Annotated[
        int | None, typer.Option(help="Seed of all chance; any one if not given.", metavar="N")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(help="How many processes; one a processor if not given.", min=1, metavar="N"),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(help="Ray cluster that plays; `local` starts one.", metavar="ADDRESS"),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print everything as JSON and nothing else.")
    ] = False,
    csv: Annotated[
        Path | None, typer.Option(help="File for the scores, a line a game.", metavar="FILE")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(help="File for a plot of the scores: .svg, .png or .pdf.", metavar="FILE"),
    ] = None,
) -> None:
    """Play many games and add them up; 1 is the exit code if a game breaks off."""
    game = _position(save, (expansion, option, set, meeples, draw_order), players)
    check_output(csv, plot)
    check_policy(policy)
    check_plot(plot)
    number = Random().randrange(2**32) if seed is None else seed
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        results = playouts(
            game,
            games,
            number,
            workers=workers,
            policy=policy,
            with_statistics=True,
            cluster=cluster,
            progress=lambda done, _: bar.update(task, completed=done),
        )
    if not results.scores:
        _tell_failures(results)
        raise typer.Exit(FOUND if results.failures else INTERRUPTED)
    report = Report(game, results)
    if csv is not None:
        report.write_csv(csv)
    if plot is not None:
        report.write_plot(plot)
    if as_json:
        typer.echo(json.dumps(report.facts(), indent=1, ensure_ascii=False))
    else:
        console = Console(highlight=False)
        for table in report.shown():
            console.print(table)
    _tell_failures(results)
    if results.failures:
        raise typer.Exit(FOUND)
    if not results.is_complete:
        raise typer.Exit(INTERRUPTED)


def _tell_failures(results: PlayoutResults) -> None:
    for failure in results.failures:
        reason = " ".join(failure.reason.split())
        typer.echo(f"carcassonne: game {failure.number} broke off: {reason}", err=True)


def _position(save: Path | None, chosen: tuple[Any, ...], players: str) -> Game:
    expansion, option, sets, meeples, draw_order = chosen
    if save is not None:
        if any(chosen) or players != "2":
            raise CarcassonneError("a record says itself what is played: leave the options away")
        return load_record(save)
    rules = read_rules(expansion or (), option or (), sets or (), meeples or ())
    return Game(read_players(players), rules, draw_order=read_order(draw_order))

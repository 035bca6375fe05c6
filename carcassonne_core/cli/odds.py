"""`carcassonne odds`: where chance may take the player in turn, placement by placement."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from attrs import frozen
from rich.console import Console
from rich.table import Table
from rich.text import Text

from carcassonne_core.action import Action, Place
from carcassonne_core.cli.setting import check_output
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.game import Game
from carcassonne_core.notation import action_text
from carcassonne_core.position import Position
from carcassonne_core.record import load_record
from carcassonne_core.turn import DEPLOY, PLACE

__all__ = ["odds"]


@frozen
class Chance:
    """One outcome of a chance that a player may take.

    Attributes:
        placement: the text of the placement before it, "" if the tile lies already.
        position: where that tile lies.
        action: the text of the action that takes the chance.
        outcome: the text of what chance gives.
        probability: of this outcome.
        end: the position to which it leads, if an event says so.
        is_open: whether it leads to anything.
        options: the texts of what may be done then.
    """

    placement: str
    position: Position
    action: str
    outcome: str
    probability: Fraction
    end: Position | None
    is_open: bool
    options: tuple[str, ...]


def odds(
    save: Annotated[Path, typer.Argument(help="The record of a game.", metavar="SAVE")],
    svg: Annotated[
        Path | None,
        typer.Option(help="File for a picture: the best odds in each place.", metavar="FILE"),
    ] = None,
) -> None:
    """Tell where the tile in hand could send figures: each placement, each throw of the die."""
    check_output(svg)
    game = load_record(save)
    if game.step.name not in (PLACE, DEPLOY):
        raise CarcassonneError(f"{save}: no tile is in hand, nor a figure to be deployed")
    found = list(_chances(game))
    if not found:
        raise CarcassonneError(f"{save}: nothing that can be done now is left to chance")
    console = Console(highlight=False)
    console.print(_table(found))
    if svg is not None:
        from carcassonne_core.svg import board_svg  # shapely costs 0.1 s

        best = _best(found)
        labels = {position: f"{float(share):.0%}" for position, share in best.items()}
        placing = game.step.name == PLACE
        picture = board_svg(game, placements=placing, labels=labels if placing else {})
        svg.write_text(picture, encoding="utf-8")


def _chances(game: Game) -> Iterator[Chance]:
    """Every chance that may be taken in this turn."""
    other = game.copy()
    if other.step.name == DEPLOY:
        yield from _after("", other)
        return
    for action in list(other.legal_actions):
        if isinstance(action, Place):
            text = action_text(other, action)
            other.push_unchecked(action)
            if other.step.name == DEPLOY:
                yield from _after(text, other)
            other.pop()


def _after(placement: str, game: Game) -> Iterator[Chance]:
    for action in list(game.legal_actions):
        text = action_text(game, action)
        game.push_unchecked(action)
        # A draw ends the turn: that chance comes to everybody.
        if game.is_chance and game.step.owner != "base":
            for outcome, probability in game.chance_outcomes():
                yield _outcome(placement, text, game, outcome, probability)
        game.pop()


def _outcome(
    placement: str, action: str, game: Game, outcome: Action, probability: Fraction
) -> Chance:
    position, player = game.placed, game.decider
    text = action_text(game, outcome)
    game.push_unchecked(outcome)
    traces = [t for t in (event.trace() for event in game.latest_events) if t is not None]
    end = traces[-1].path[-1] if traces else None
    is_open = traces[-1].is_open if traces else True
    own = game.step.player == player and game.step.owner != "base" and not game.is_chance
    options = tuple(action_text(game, a) for a in game.legal_actions) if own and is_open else ()
    game.pop()
    return Chance(placement, position, action, text, probability, end, is_open, options)


def _best(found: list[Chance]) -> dict[Position, Fraction]:
    """For each position the greatest probability that something is open."""
    shares: dict[tuple[Position, str, str], Fraction] = {}
    for chance in found:
        key = chance.position, chance.placement, chance.action
        shares[key] = shares.get(key, Fraction(0)) + chance.probability * chance.is_open
    best: dict[Position, Fraction] = {}
    for (position, _, _), share in shares.items():
        best[position] = max(share, best.get(position, Fraction(0)))
    return best


def _table(found: list[Chance]) -> Table:
    table = Table()
    for heading in ("placement", "action", "chance", "", "ends at", "then"):
        table.add_column(heading)
    last = "", ""
    for chance in found:
        here = chance.placement, chance.action
        shown = here if here != last else ("", "")
        then = "; ".join(chance.options) if chance.is_open else "nothing"
        cells = (*shown, chance.outcome, str(chance.probability), str(chance.end or ""), then)
        table.add_row(*map(Text, cells))
        last = here
    return table

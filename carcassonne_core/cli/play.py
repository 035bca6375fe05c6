"""`carcassonne play`: a whole game, told as it goes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from carcassonne_core.action import Action
from carcassonne_core.cli.chosen import DrawOrder, Expansions, Meeples, Options, Players, Sets
from carcassonne_core.cli.human import Human, QuitError, TakenBack
from carcassonne_core.cli.narrator import Line, Narrator
from carcassonne_core.cli.setting import (
    check_language,
    check_output,
    check_policy,
    read_order,
    read_players,
    read_rules,
)
from carcassonne_core.cli.text_board import board_text
from carcassonne_core.cli.texts import TONES
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.event import FeatureScored, Sentence
from carcassonne_core.game import Game
from carcassonne_core.policy import POLICIES
from carcassonne_core.record import dumps_record, load_record

__all__ = ["play"]

SHOWN = ("flying_machines",)
"""Played when nobody names an expansion: what a stranger sees first."""

_STYLES = ("blue", "red", "yellow", "magenta", "white", "cyan")
"""The colours of the seats, near those of the pictures."""


def play(
    players: Players = "2",
    expansion: Expansions = None,
    option: Options = None,
    set: Sets = None,
    meeples: Meeples = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed of all chance; any one if not given.", metavar="N")
    ] = None,
    policy: Annotated[
        str, typer.Option(help=f"Who plays: {' or '.join(POLICIES)}.", metavar="NAME")
    ] = "greedy",
    human: Annotated[
        list[int] | None,
        typer.Option(help="A seat that you play, counted from 1. Repeatable.", metavar="SEAT"),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="A record; the game goes on from there.", metavar="FILE")
    ] = None,
    draw_order: DrawOrder = None,
    save: Annotated[Path | None, typer.Option(help="File for the record.", metavar="FILE")] = None,
    svg: Annotated[Path | None, typer.Option(help="File for a picture.", metavar="FILE")] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the record and nothing else.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the scores only.")] = False,
    lang: Annotated[str, typer.Option(help="Language: en or es.", metavar="LANG")] = "en",
) -> None:
    """Play a whole game and tell it: turns, flights, scores and why."""
    check_language(lang)
    check_policy(policy)
    chosen = (expansion, option, set, meeples, draw_order)
    if resume is not None:
        if any(chosen) or players != "2":
            raise CarcassonneError("a record says itself what is played: leave the options away")
        game = load_record(resume)
    else:
        names = SHOWN if expansion is None else expansion
        rules = read_rules(names, option or (), set or (), meeples or ())
        game = Game(read_players(players), rules, draw_order=read_order(draw_order))
    check_output(save, svg)
    seats = _human_seats(human or (), game, is_silent=json or quiet)
    number = Random().randrange(2**32) if seed is None else seed
    story = Story(game, lang, is_silent=json or quiet)
    story.begin(number, policy)
    random = Random(number)
    person = Human(story.narrator, story.say, story.show_board, save)
    while not game.is_over:
        if game.is_chance:
            action: Action | TakenBack = game.sample_chance(random)
        elif game.decider in seats:
            _draw(game, svg)
            try:
                action = person.decide(game)
            except QuitError:
                return
        else:
            action = POLICIES[policy](game, random)
        if not isinstance(action, TakenBack):
            game.push(action)
            story.go_on()
    written = _write(game, save, svg)
    if json:
        typer.echo(dumps_record(game), nl=False)
        return
    story.scores()
    for path in written:
        story.say(Sentence.of("written", file=str(path)))


def _human_seats(seats: Iterable[int], game: Game, *, is_silent: bool) -> set[int]:
    found = {seat - 1 for seat in seats}
    for seat in sorted(found):
        if not 0 <= seat < game.players:
            raise CarcassonneError(f"--human {seat + 1}: the seats are 1 to {game.players}")
    if found and is_silent:
        raise CarcassonneError("--human needs to see the game: leave --json and --quiet away")
    return found


def _write(game: Game, save: Path | None, svg: Path | None) -> list[Path]:
    if save is not None:
        save.write_text(dumps_record(game), encoding="utf-8")
    _draw(game, svg)
    return [path for path in (save, svg) if path is not None]


def _draw(game: Game, svg: Path | None) -> None:
    if svg is not None:
        from carcassonne_core.svg import board_svg  # shapely costs 0.1 s

        svg.write_text(board_svg(game, placements=True), encoding="utf-8")


class Story:
    """A game as it is told on a console.

    Attributes:
        game: the game, which somebody else plays.
        narrator: puts it into words.
        is_silent: whether only the scores are shown.
    """

    def __init__(self, game: Game, language: str, *, is_silent: bool = False) -> None:
        self.game, self.is_silent = game, is_silent
        self._console = Console(highlight=False)
        self.narrator = Narrator(game.rules, game.names, language)

    def begin(self, seed: int, policy: str) -> None:
        """What is played; and everything that has happened already."""
        game = self.game
        facts = {
            "players": game.names,
            "rules": ("base", *game.rules.names, *(f"{n}={v}" for n, v in _choices(game))),
            "tiles": len(game.rules.stack),
            "seed": seed,
            "policy": policy,
        }
        if not self.is_silent:
            self.say(Sentence.of("setup", **facts))
            for event in game.events:
                self._tell(self.narrator.lines(event, game.board))

    def go_on(self) -> None:
        """What the last action made happen."""
        if not self.is_silent:
            for event in self.game.latest_events:
                self._tell(self.narrator.lines(event, self.game.board))

    def show_board(self) -> None:
        """The board in letters."""
        self._console.print(board_text(self.game.board, _STYLES), soft_wrap=True)

    def say(self, sentence: Sentence) -> None:
        """A sentence of the command line's own."""
        line = self.narrator.line(sentence, "base")
        if line is not None:
            self._print(line, "")

    def scores(self) -> None:
        """A table of the points by player and kind of feature."""
        game, word = self.game, self.narrator.word
        events = [event for event in game.events if isinstance(event, FeatureScored)]
        kinds = dict.fromkeys(
            k for k in game.rules.feature_kinds if any(e.kind == k for e in events)
        )
        sums = [{**dict.fromkeys(kinds, 0)} for _ in game.names]
        for event in events:
            for seat, points in event.points:
                sums[seat][event.kind] += points
        other = [score - sum(row.values()) for score, row in zip(game.scores, sums, strict=True)]
        columns = [*kinds, *(["other"] if any(other) else []), "total"]
        table = Table()
        table.add_column(Text(word("column", "player")))
        for column in columns:
            table.add_column(Text(word("column", column)), justify="right")
        for seat, (name, score) in enumerate(zip(game.names, game.scores, strict=True)):
            row = {**sums[seat], "other": other[seat], "total": score}
            cells = [Text(str(row[column])) for column in columns]
            style = "bold" if seat in game.winners else ""
            table.add_row(Text(name, _STYLES[seat]), *cells, style=style)
        self._console.print(table)

    def _tell(self, lines: Iterable[Line]) -> None:
        for line in lines:
            is_turn = line.tone == "turn"
            self._print(line, f"{self.game.turn:>3}. " if is_turn else " " * 5)

    def _print(self, line: Line, margin: str) -> None:
        text = Text(margin + line.text, TONES[line.tone])
        for name, style in zip(self.game.names, _STYLES, strict=False):
            text.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", style)
        self._console.print(text, soft_wrap=True)


def _choices(game: Game) -> list[tuple[str, object]]:
    sets = game.rules.sets
    return [*game.rules.options.items(), *sets.items()]

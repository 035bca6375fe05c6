"""A whole game as one HTML page: the board step by step, the log, the scores; nothing is fetched.

Everything that is ever seen is drawn into the page once, with the step from which and to which it
is there (`data-from`, `data-to`); the script only hides and shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template

from carcassonne_core.cli.narrator import Narrator
from carcassonne_core.event import Trace
from carcassonne_core.feature import Figure
from carcassonne_core.game import Game
from carcassonne_core.position import Position
from carcassonne_core.rulings import LANGUAGES
from carcassonne_core.svg.board_picture import (
    Stand,
    drawn_figure,
    placed_tile,
    standing_figures,
    tile_faces,
    trace_line,
)
from carcassonne_core.svg.markup import CELL, element
from carcassonne_core.svg.overlay import outlined_segments
from carcassonne_core.svg.symbols import COLOURS, figure_sign
from carcassonne_core.svg.theme import THEMES

__all__ = ["replay_page"]

_LANGUAGE_NAMES = {"en": "English", "es": "Español"}

_Key = tuple[Figure, int]
"""A figure, and how many equal ones were told before it."""


def replay_page(game: Game, *, title: str = "Carcassonne", language: str = "en") -> str:
    """A self-contained HTML page that replays a game.

    Args:
        game: the game as far as it has come; it stays as it is.
        title: what stands above it.
        language: `"en"` or `"es"`, in which the log is shown first; the reader may change it.

    Raises:
        TileSetError: the shapes of a tile cannot be read.

    Example:
        >>> page = replay_page(Game(2).replay(["draw BA/C", "place BA/C R180 @0,-1"]))
        >>> page.startswith("<!doctype html>"), "http" in page.replace("http://www.w3.org/", "")
        (True, False)
    """
    reel = _Reel(game)
    folder = files("carcassonne_core.cli")
    texts = {
        name: (folder / f"page.{name}").read_text(encoding="utf-8")
        for name in ("html", "css", "js")
    }
    options = "".join(
        f'<option value="{code}"{" selected" if code == language else ""}>'
        f"{_LANGUAGE_NAMES.get(code, code)}</option>"
        for code in LANGUAGES
    )
    facts = json.dumps({"steps": reel.steps}, separators=(",", ":"), ensure_ascii=False)
    return Template(texts["html"]).substitute(
        title=escape(title),
        language=language,
        languages=options,
        css=texts["css"],
        js=texts["js"],
        seats="".join(map(_seat, range(game.players), game.names)),
        board=reel.board(),
        log=reel.log(language),
        chart=_chart([step["scores"] for step in reel.steps]),
        facts=facts.replace("<", "\\u003c"),
    )


class _Reel:
    """The game played once more, and everything that is seen of it, step by step."""

    def __init__(self, game: Game) -> None:
        self.game = Game(game.names, game.rules, draw_order=game.draw_order)
        self.narrators = {code: Narrator(game.rules, game.names, code) for code in LANGUAGES}
        self.steps: list[dict[str, object]] = []
        self.tiles: list[tuple[int, Position]] = []
        self.stays: list[tuple[int, int | None, Stand]] = []
        self.traces: list[tuple[int, str]] = []
        self.lines: list[tuple[int, str, dict[str, str]]] = []
        self._standing: dict[_Key, tuple[int, Stand]] = {}
        self._cells: list[Position] = []
        self._enter(turn=True, trace=None)
        for action in game.actions:
            before = self.game.turn
            self.game.push_unchecked(action)
            traces = [t for t in (e.trace() for e in self.game.latest_events) if t is not None]
            self._enter(turn=self.game.turn != before, trace=traces[-1] if traces else None)
        for since, stand in self._standing.values():
            self.stays.append((since, None, stand))

    def _enter(self, *, turn: bool, trace: Trace | None) -> None:
        game, step = self.game, len(self.steps)
        known = {position for _, position in self.tiles}
        self.tiles += [(step, position) for position in game.board if position not in known]
        self._move_figures(step)
        flight = None
        if trace is not None:
            self.traces.append((step, self._traced(trace)))
            flight = [_middle(trace.path[0]), _middle(trace.path[-1]), game.turn_player]
            self._cells += trace.path
        events = game.latest_events if step else game.events
        for event in events:
            told = {c: list(n.lines(event, game.board)) for c, n in self.narrators.items()}
            for lines in zip(*told.values(), strict=True):
                words = {code: line.text for code, line in zip(told, lines, strict=True)}
                self.lines.append((step, lines[0].tone, words))
        decider = None if game.is_over or game.is_chance else game.decider
        facts: dict[str, object] = {"scores": game.scores, "decider": decider, "turn": turn}
        if flight is not None:
            facts["flight"] = flight
        self.steps.append(facts)

    def _move_figures(self, step: int) -> None:
        """Ends the stay of who has gone, begins that of who has come or moved aside."""
        here: dict[_Key, Stand] = {}
        for stand in standing_figures(self.game.board):
            number = sum(figure == stand.figure for figure, _ in here)
            here[stand.figure, number] = stand
        for key, (since, stand) in list(self._standing.items()):
            if here.get(key) != stand:
                self.stays.append((since, step, stand))
                del self._standing[key]
        for key, stand in here.items():
            self._standing.setdefault(key, (step, stand))

    def _traced(self, trace: Trace) -> str:
        board = self.game.board
        return "".join(
            [
                *outlined_segments(board, trace.options, is_open=True),
                *outlined_segments(board, trace.refused, is_open=False),
                trace_line(trace, THEMES["light"].flight),
            ]
        )

    # ------------------------------------------------------------------ as text
    def board(self) -> str:
        """The picture with everything that is ever on the board."""
        board = self.game.board
        cells = [*board, *self._cells]
        left, right = min(p.x for p in cells) - 1, max(p.x for p in cells) + 2
        top, bottom = min(p.y for p in cells) - 1, max(p.y for p in cells) + 2
        content = [element("defs", *tile_faces(board))]
        content += [
            _while(placed_tile(board, position, coordinates=True), step, None)
            for step, position in self.tiles
        ]
        content += list(self._outlines())
        content += [_while(drawn, step, step + 1) for step, drawn in self.traces]
        content += [
            _while(drawn_figure(board, stand), since, until)
            for since, until, stand in sorted(self.stays, key=_since)
        ]
        for seat in range(self.game.players):
            flier = figure_sign("follower", seat, 0, 0, lies=False)
            content.append(element("g", flier, id=f"flier{seat}", hidden=""))
        box = " ".join(str(CELL * n) for n in (left, top, right - left, bottom - top))
        name = "xmlns"
        attributes = {name: "http://www.w3.org/2000/svg", "viewBox": box, "role": "img"}
        attributes |= {"tabindex": "0", "aria-label": "board, tablero", "font-family": "sans-serif"}
        pairs = " ".join(f'{key}="{value}"' for key, value in attributes.items())
        return f"<svg {pairs}>\n" + "\n".join(content) + "\n</svg>"

    def _outlines(self) -> Iterator[str]:
        """The frame of the last tile, from its step to that of the next."""
        ends = [step for step, _ in self.tiles][1:]
        for (step, position), end in zip(self.tiles, [*ends, None], strict=True):
            frame = element(
                "rect", x=position.x * CELL, y=position.y * CELL, width=CELL, height=CELL,
                fill="none", stroke=THEMES["light"].accent, stroke_width=4, rx=3,
            )  # fmt: skip
            if end != step:
                yield _while(frame, step, end)

    def log(self, language: str) -> str:
        """A line for everything that happened, in every language."""
        return "\n".join(
            f'<li data-step="{step}" class="{tone}">'
            + "".join(
                f'<span data-lang="{code}" lang="{code}"{"" if code == language else " hidden"}>'
                f"{escape(text)}</span>"
                for code, text in words.items()
            )
            + "</li>"
            for step, tone, words in self.lines
        )


def _since(stay: tuple[int, int | None, Stand]) -> int:
    return stay[0]


def _while(drawn: str, since: int, until: int | None) -> str:
    end = "" if until is None else f' data-to="{until}"'
    return f'<g data-from="{since}"{end}>{drawn}</g>'


def _middle(position: Position) -> list[int]:
    return [CELL * position.x + CELL // 2, CELL * position.y + CELL // 2]


def _seat(seat: int, name: str) -> str:
    colour = f'<span class="colour" style="background:{COLOURS[seat % len(COLOURS)]}"></span>'
    return f'<span class="seat">{colour}{escape(name)} <output>0</output></span>'


def _chart(scores: Sequence[object]) -> str:
    """The scores over time, a line for each seat, 300 units wide and 100 tall."""
    rows = [row for row in scores if isinstance(row, tuple)]
    most = max(max(row) for row in rows) or 1
    lines = []
    for seat in range(len(rows[0])):
        points = " ".join(
            f"{300 * step / max(1, len(rows) - 1):.1f},{95 - 90 * row[seat] / most:.1f}"
            for step, row in enumerate(rows)
            if not step
            or step == len(rows) - 1
            or row[seat] != rows[step - 1][seat]
            or row[seat] != rows[step + 1][seat]
        )
        colour = COLOURS[seat % len(COLOURS)]
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"'
            ' vector-effect="non-scaling-stroke"/>'
        )
    cursor = '<line id="cursor" y2="100" stroke="currentColor" vector-effect="non-scaling-stroke"/>'
    label = "scores over time, puntos en el tiempo"
    head = f'<svg viewBox="0 0 300 100" preserveAspectRatio="none" role="img" aria-label="{label}">'
    return head + "".join(lines) + cursor + "</svg>"

"""The picture of a board or a game: tiles, figures, the last move and who leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import dist
from types import MappingProxyType

from attrs import frozen

from carcassonne_core.board import Board
from carcassonne_core.event import Trace
from carcassonne_core.feature import Feature, Figure, SegmentId
from carcassonne_core.feature_kind import Completion
from carcassonne_core.game import Game
from carcassonne_core.position import Position
from carcassonne_core.svg.markup import CELL, Style, document, element, identifier, number, text
from carcassonne_core.svg.overlay import ghosts, highlights, outlined_segments
from carcassonne_core.svg.symbols import figure_sign
from carcassonne_core.svg.theme import Theme, theme_of
from carcassonne_core.svg.tile_picture import ground, places, signs

__all__ = ["Stand", "board_svg", "drawn_figure", "placed_tile", "standing_figures", "tile_faces"]
__all__ += ["trace_line"]

_MARGIN = 20
_LINE = 34


def board_svg(
    shown: Game | Board,
    *,
    size: int = 100,
    coordinates: bool = True,
    frontier: bool = True,
    placements: bool = False,
    labels: Mapping[Position, str] = MappingProxyType({}),
    features: Iterable[Feature] = (),
    theme: str = "light",
) -> str:
    """A board as a picture; of a game also the last line that an event draws, and the scores.

    Args:
        shown: a game, in any position, or a board alone.
        size: side of a tile in pixels.
        coordinates: whether each cell shows its position.
        frontier: whether the empty cells beside tiles are shown, while the game goes on.
        placements: whether the tile in hand is shown, faintly, wherever it may be laid.
        labels: words for some of these places, instead of the number of rotations.
        features: features to point out, in the colours of their owners.
        theme: `"light"` or `"dark"` paper.

    Returns:
        An SVG document, the same for the same position.

    Raises:
        TileSetError: the shapes of a tile cannot be read.
        CarcassonneError: there is no such theme.
    """
    look = theme_of(theme)
    game = shown if isinstance(shown, Game) else None
    board = shown.board if isinstance(shown, Game) else shown
    cells = board.frontier if frontier and not (game and game.is_over) else ()
    trace = None if game is None else _last_trace(game)
    extent = [*board, *cells, *(trace.path if trace else ())] or [Position(0, 0)]
    left, right = min(p.x for p in extent), max(p.x for p in extent) + 1
    top, bottom = min(p.y for p in extent), max(p.y for p in extent) + 1
    content = [element("defs", "".join(tile_faces(board, game)))] if len(board) else []
    content += [_empty(cell, coordinates, look) for cell in cells]
    content += ghosts(game, labels) if game is not None and placements else []
    content += [placed_tile(board, position, coordinates) for position in board]
    if len(board):
        content.append(_outlined(board.last, look))
    content += highlights(board, features, look)
    if trace is not None and game is not None and _is_news(trace, game):
        content += outlined_segments(board, trace.options, is_open=True)
        content += outlined_segments(board, trace.refused, is_open=False)
    content += [drawn_figure(board, stand) for stand in standing_figures(board)]
    if trace is not None:
        content.append(trace_line(trace, look.flight))
    legend = [] if game is None else _legend(game, left * CELL, bottom * CELL + _MARGIN, look)
    height = (bottom - top) * CELL + 2 * _MARGIN + (_LINE * len(legend) + _MARGIN if legend else 0)
    width = (right - left) * CELL + 2 * _MARGIN
    x, y = left * CELL - _MARGIN, top * CELL - _MARGIN
    paper = element("rect", x=x, y=y, width=width, height=height, fill=look.paper)
    return document([paper, *content, *legend], x, y, width, height, size / CELL)


def _last_trace(game: Game) -> Trace | None:
    traces = (event.trace() for event in reversed(game.events))
    return next((trace for trace in traces if trace is not None and trace.path), None)


def _is_news(trace: Trace, game: Game) -> bool:
    """Whether the last action made it, so that somebody chooses among its options now."""
    return any(event.trace() == trace for event in game.latest_events)


def tile_faces(board: Board, game: Game | None = None) -> Iterator[str]:
    """Each printed tile once, however often it lies on the board; the one in hand, too."""
    faces = dict.fromkeys(lying.tile for lying in board.tiles.values())
    if game is not None and game.hand is not None:
        table = game.rules.table
        faces[table.tiles[table.type_of[game.hand]]] = None
    for tile in faces:
        yield element("g", ground(tile), id=identifier(tile.id))


def placed_tile(board: Board, position: Position, coordinates: bool) -> str:
    """A tile where it lies; its face must be among the definitions of the picture."""
    tile = board.tile_at(position)
    assert tile is not None
    turn = f" rotate({tile.rotation.degrees} {CELL // 2} {CELL // 2})" if tile.rotation else ""
    x, y = position.x * CELL, position.y * CELL
    face = element("use", href=f"#{identifier(tile.id)}", transform=turn.strip() or "rotate(0)")
    frame = element(
        "rect", width=CELL, height=CELL, fill="none", stroke="#4b4b4b", stroke_width=0.6
    )
    name = _coordinates(position, "#22331a") if coordinates else ""
    title = element("title", f"{tile.id} {tile.rotation.name} @{position}")
    content = title + face + frame + signs(tile) + name
    return element("g", content, transform=f"translate({x} {y})")


def _empty(position: Position, coordinates: bool, look: Theme) -> str:
    x, y = position.x * CELL, position.y * CELL
    style: Style = {"fill": "none", "stroke": look.faint, "stroke_dasharray": "4 4"}
    cell = element("rect", x=4, y=4, width=CELL - 8, height=CELL - 8, **style)
    name = _coordinates(position, look.faint) if coordinates else ""
    return element("g", cell + name, transform=f"translate({x} {y})")


def _coordinates(position: Position, ink: str) -> str:
    return element("text", str(position), x=3.5, y=9.5, font_size=7.5, fill=ink)


def _outlined(position: Position, look: Theme) -> str:
    x, y = position.x * CELL, position.y * CELL
    style: Style = {"fill": "none", "stroke": look.accent, "stroke_width": 4, "rx": 3}
    return element("rect", x=x, y=y, width=CELL, height=CELL, **style)


@frozen
class Stand:
    """A figure as it is drawn.

    Attributes:
        figure: the figure.
        x, y: where its middle is, in sides of a tile.
        scale: its size: smaller where others stand close, so that none covers another.
    """

    figure: Figure
    x: float
    y: float
    scale: float


_ROOM = 0.3
"""So far apart two figures of size 1 stand without touching, in sides of a tile."""

_LARGEST = 1.15


def standing_figures(board: Board) -> list[Stand]:
    """Every figure of a board as it is drawn."""
    from carcassonne_core.default_shape import turn_point

    standing: dict[SegmentId, list[Figure]] = {}
    for figure in board.figures:
        standing.setdefault(figure.segment, []).append(figure)
    found: list[tuple[Figure, float, float]] = []
    for segment, figures in standing.items():
        tile = board.tile_at(segment.position)
        assert tile is not None
        spots = places(tile.tile, segment.index, len(figures))
        for figure, spot in zip(figures, spots, strict=True):
            x, y = turn_point(spot, tile.rotation)
            found.append((figure, segment.position.x + x, segment.position.y + y))
    stands = []
    for index, (figure, x, y) in enumerate(found):
        others = [*found[:index], *found[index + 1 :]]
        gap = min((dist((x, y), (u, v)) for _, u, v in others), default=1.0)
        stands.append(Stand(figure, x, y, min(_LARGEST, gap / _ROOM)))
    return stands


def drawn_figure(board: Board, stand: Stand) -> str:
    """A figure where it stands; farmers lie."""
    figure = stand.figure
    tile = board.tile_at(figure.segment.position)
    assert tile is not None
    lies = tile.segments[figure.segment.index].kind.completion is Completion.NEVER
    x, y = CELL * stand.x, CELL * stand.y
    return figure_sign(figure.meeple.name, figure.player, x, y, lies=lies, scale=stand.scale)


def trace_line(trace: Trace, colour: str) -> str:
    """The line of an event, from the middle of its first cell to that of its last."""
    points = [(CELL * p.x + CELL / 2, CELL * p.y + CELL / 2) for p in trace.path]
    data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    style: Style = {"fill": "none", "stroke_linecap": "round"}
    parts = [
        element("path", d=data, stroke="#ffffff", stroke_width=6, stroke_opacity=0.8, **style),
        element("path", d=data, stroke=colour, stroke_width=3, stroke_dasharray="8 6", **style),
    ]
    x, y = points[-1]
    if trace.is_open:
        parts.append(element("circle", cx=x, cy=y, r=9, stroke=colour, stroke_width=3, fill="none"))
    else:
        cross = f"M{number(x - 9)} {number(y - 9)}l18 18m0-18l-18 18"
        parts.append(element("path", d=cross, stroke=colour, stroke_width=4, **style))
    if trace.label:
        (ax, ay), (bx, by) = points[-2] if len(points) > 1 else points[-1], points[-1]
        # Not halfway, where another machine or figure may be.
        middle = ax + 0.62 * (bx - ax), ay + 0.62 * (by - ay)
        corner: Style = {
            "x": middle[0] - 9,
            "y": middle[1] - 9,
            "width": 18.0,
            "height": 18.0,
            "rx": 4.0,
        }
        parts.append(element("rect", **corner, fill="#ffffff", stroke=colour, stroke_width=2))
        parts.append(text(trace.label, *middle, 13, fill=colour, font_weight="bold"))
    return element("g", "".join(parts))


def _legend(game: Game, x: float, y: float, look: Theme) -> list[str]:
    """Who has which colour, how many points, and whose turn it is."""
    lines = []
    for seat, (name, score) in enumerate(zip(game.names, game.scores, strict=True)):
        middle = y + _LINE * seat + _LINE / 2
        bold = seat in game.winners or (not game.is_over and seat == game.decider)
        sign = figure_sign("follower", seat, x + 14, middle, lies=False)
        style: Style = {"text_anchor": "start", "font_weight": "bold" if bold else "normal"}
        words = text(f"{name}  {score}", x + 34, middle, 15, **style, fill=look.ink)
        lines.append(element("g", sign + words))
    return lines

"""What lies over the tiles: features pointed out, and places where the tile in hand fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from carcassonne_core.action import Place
from carcassonne_core.board import Board
from carcassonne_core.feature import Feature, SegmentId
from carcassonne_core.game import Game
from carcassonne_core.position import Position
from carcassonne_core.svg.feature_picture import feature_label
from carcassonne_core.svg.markup import CELL, Style, element, identifier, outline, text
from carcassonne_core.svg.symbols import COLOURS
from carcassonne_core.svg.theme import Theme

__all__ = ["ghosts", "highlights", "outlined_segments"]


def highlights(board: Board, features: Iterable[Feature], theme: Theme) -> Iterator[str]:
    """Features in the colours of their owners, each with what is missing or that it is complete."""
    for feature in features:
        strengths: dict[int, int] = {}
        for figure in feature.figures:
            strengths[figure.player] = strengths.get(figure.player, 0) + figure.meeple.strength
        best = max(strengths.values(), default=0)
        owners = sorted(seat for seat, strength in strengths.items() if strength == best)
        colours = [COLOURS[seat % len(COLOURS)] for seat in owners] or [theme.accent]
        for number, segment in enumerate(feature.segments):
            fill = colours[number % len(colours)]
            yield _segment(board, segment, {"fill": fill, "fill_opacity": 0.45, "stroke": fill})
        yield _label(board, feature.segments[0], feature_label(feature), theme)


def outlined_segments(
    board: Board, segments: Iterable[SegmentId], *, is_open: bool
) -> Iterator[str]:
    """Segments among which somebody chooses, or that are closed to him, hatched."""
    colour = "#009e73" if is_open else "#9c1c1c"
    style: Style = {"fill": colour, "fill_opacity": 0.35 if is_open else 0.15, "stroke": colour}
    style["stroke_width"] = 2.5 if is_open else 1
    if not is_open:
        style["stroke_dasharray"] = "2 3"
    for segment in segments:
        yield _segment(board, segment, style)


def ghosts(game: Game, labels: Mapping[Position, str]) -> Iterator[str]:
    """The tile in hand in every place where it may be laid, faint, with a label or, where there
    are several, the number of ways."""
    ways: dict[Position, list[Place]] = {}
    for action in game.legal_actions:
        if isinstance(action, Place):
            ways.setdefault(action.position, []).append(action)
    for actions in ways.values():
        first = actions[0]
        x, y = first.position.x * CELL, first.position.y * CELL
        turn = f"rotate({first.rotation.degrees} {CELL // 2} {CELL // 2})"
        face = element("use", href=f"#{identifier(first.tile)}", transform=turn)
        ways_there = f"×{len(actions)}" if len(actions) > 1 else ""
        label = labels.get(first.position, ways_there)
        words = text(label, CELL / 2, CELL / 2, 20, fill="#1a1a1a", font_weight="bold")
        content = element("g", face, opacity=0.45) + (words if label else "")
        yield element("g", content, transform=f"translate({x} {y})")


def _segment(board: Board, segment: SegmentId, style: Style) -> str:
    from carcassonne_core.tile_shape import shapes, turned

    tile = board.tile_at(segment.position)
    assert tile is not None
    shape = turned(shapes(tile.tile)[segment.index], tile.rotation)
    place = f"translate({segment.position.x * CELL} {segment.position.y * CELL})"
    return element("path", d=outline(shape), fill_rule="evenodd", transform=place, **style)


def _label(board: Board, segment: SegmentId, words: str, theme: Theme) -> str:
    from carcassonne_core.default_shape import turn_point
    from carcassonne_core.tile_shape import standing_points

    tile = board.tile_at(segment.position)
    assert tile is not None
    spot = standing_points(tile.tile, segment.index, 1)[0]
    x, y = turn_point(spot, tile.rotation)
    middle = CELL * (segment.position.x + x), CELL * (segment.position.y + y) + 22
    halo: Style = {"stroke": theme.paper, "stroke_width": 3, "paint_order": "stroke"}
    return text(words, *middle, 10, fill=theme.ink, font_weight="bold", **halo)

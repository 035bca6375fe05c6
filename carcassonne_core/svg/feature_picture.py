"""The sketch of one feature: where its tiles lie, who stands there, and how it stands.

A feature knows no faces of tiles; `board_svg(board, features=[feature])` shows it among them.
"""

from __future__ import annotations

from carcassonne_core.feature import Feature
from carcassonne_core.svg.markup import CELL, Style, document, element, text
from carcassonne_core.svg.symbols import figure_sign
from carcassonne_core.svg.tile_picture import look_of

__all__ = ["feature_label", "feature_svg"]

_LINE = 24


def feature_svg(feature: Feature, *, size: int = 60) -> str:
    """A sketch of a feature.

    Args:
        feature: the feature, as it was when the board was asked.
        size: side of a tile in pixels.

    Returns:
        An SVG document.

    Example:
        >>> from carcassonne_core import Game
        >>> city = Game(2).board.features[0]
        >>> "city, 1 tile, 1 open" in feature_svg(city)
        True
    """
    look = look_of(feature.kind)
    xs, ys = [p.x for p in feature.tiles], [p.y for p in feature.tiles]
    left, top = min(xs) * CELL, min(ys) * CELL
    width, height = (max(xs) + 1) * CELL - left, (max(ys) + 1) * CELL - top
    wide = max(width, 3 * CELL)
    paper = element("rect", x=left, y=top, width=wide, height=height + _LINE, fill="#fbf9f3")
    content = [paper]
    for place in feature.tiles:
        square: Style = {"x": place.x * CELL + 3, "y": place.y * CELL + 3, "width": CELL - 6}
        style: Style = {"rx": 8, "fill": look.fill, "stroke": look.edge or "#4b4b4b"}
        content.append(element("rect", height=CELL - 6, **square, **style))
        here = [figure for figure in feature.figures if figure.segment.position == place]
        for number, figure in enumerate(here):
            x = place.x * CELL + CELL * (number + 1) / (len(here) + 1)
            y = place.y * CELL + CELL / 2
            name, scale = figure.meeple.name, min(1.15, 3 / (len(here) + 1))
            content.append(figure_sign(name, figure.player, x, y, lies=False, scale=scale))
    words: Style = {"text_anchor": "start", "fill": "#1a1a1a"}
    content.append(text(feature_label(feature), left + 4, top + height + 12, 13, **words))
    return document(content, left, top, wide, height + _LINE, size / CELL)


def feature_label(feature: Feature) -> str:
    """What a feature is, in a few words: `city, 3 tiles, 1 pennant, 2 open`."""
    parts = [feature.kind.name, _counted(len(feature.tiles), "tile")]
    if feature.pennants:
        parts.append(_counted(feature.pennants, "pennant"))
    if feature.is_completed:
        parts.append("complete")
    elif feature.missing:
        parts.append(f"{feature.missing} open")
    return ", ".join(parts)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"

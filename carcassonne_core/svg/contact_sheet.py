"""All tiles of a set on one sheet, each with its id and how many there are of it."""

from __future__ import annotations

from math import ceil

from carcassonne_core.compass import Rotation
from carcassonne_core.svg.markup import CELL, document, element, text
from carcassonne_core.svg.tile_picture import ground, signs
from carcassonne_core.tile_set import TileSet

__all__ = ["contact_sheet_svg"]

_GAP = 24
_CAPTION = 16


def contact_sheet_svg(tile_set: TileSet, *, size: int = 100, columns: int = 8) -> str:
    """Every tile of a set, in the order of the set.

    Args:
        tile_set: the set.
        size: side of a tile in pixels.
        columns: how many tiles stand in a row at most.

    Returns:
        An SVG document.

    Raises:
        TileSetError: the shapes of a tile cannot be read.

    Example:
        >>> from carcassonne_core import RuleSet
        >>> sheet = contact_sheet_svg(RuleSet().tile_sets["base_first_edition"])
        >>> sheet.count("<title>")
        24
    """
    count = len(tile_set.tiles)
    across = max(1, min(columns, count))
    wide, high = CELL + _GAP, CELL + _GAP + _CAPTION
    content = []
    for number, (tile, copies) in enumerate(tile_set.tiles):
        row, column = divmod(number, across)
        caption = f"{tile.id}  ×{copies}" + ("  start" if tile.id == tile_set.start else "")
        frame = element("rect", width=CELL, height=CELL, fill="none", stroke="#333333")
        parts = [element("title", caption), ground(tile), signs(tile.turned(Rotation.R0)), frame]
        parts.append(text(caption, CELL / 2, CELL + 11, 10, fill="#1a1a1a"))
        place = f"translate({_GAP + column * wide} {_GAP + row * high})"
        content.append(element("g", *parts, transform=place))
    width, height = _GAP + across * wide, _GAP + ceil(count / across) * high
    paper = element("rect", width=width, height=height, fill="#fbf9f3")
    return document([paper, *content], 0, 0, width, height, size / CELL)

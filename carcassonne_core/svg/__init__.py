"""Pictures of tiles and boards as SVG, from the shapes of their segments alone: no artwork.

The pictures know no expansion. A mark or figure with a drawing in `svg/symbols.py` shows it, any
other one a generic sign with its initials; an event may add a line (`Event.trace`).

Example:
    >>> from carcassonne_core import Game
    >>> picture = board_svg(Game(2).replay(["draw BA/C", "place BA/C R180 @0,-1"]))
    >>> picture.startswith("<svg") and "0,-1" in picture
    True
"""

from __future__ import annotations

from carcassonne_core.svg.board_picture import board_svg
from carcassonne_core.svg.contact_sheet import contact_sheet_svg
from carcassonne_core.svg.feature_picture import feature_svg
from carcassonne_core.svg.raster import png
from carcassonne_core.svg.theme import THEMES
from carcassonne_core.svg.tile_picture import tile_svg

__all__ = ["THEMES", "board_svg", "contact_sheet_svg", "feature_svg", "png", "tile_svg"]

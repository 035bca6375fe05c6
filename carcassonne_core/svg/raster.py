"""Pictures as PNG; needs resvg-py, the extra `png`."""

from __future__ import annotations

from importlib import import_module

from carcassonne_core.errors import CarcassonneError

__all__ = ["png"]


def png(picture: str) -> bytes:
    """An SVG picture of this room as PNG, one pixel for each of its units of size.

    Words are drawn with the fonts of the machine; where there are none they are left out.

    Raises:
        CarcassonneError: resvg-py is not installed, or this is no SVG.

    Example:
        >>> from carcassonne_core import RuleSet
        >>> from carcassonne_core.svg import tile_svg
        >>> png(tile_svg(RuleSet().start))[1:4]  # doctest: +SKIP
        b'PNG'
    """
    try:
        resvg = import_module("resvg_py")
    except ModuleNotFoundError as error:
        needed = 'a PNG needs resvg-py: pip install "carcassonne-core[png]"'
        raise CarcassonneError(needed) from error
    try:
        return bytes(resvg.svg_to_bytes(svg_string=picture))
    except ValueError as error:
        raise CarcassonneError(f"this is no SVG: {error}") from error

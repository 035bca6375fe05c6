"""SVG elements as text, with numbers that never depend on the machine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["CELL", "Style", "document", "element", "identifier", "number", "outline", "text"]

CELL = 100
"""The side of a tile in the units of a picture."""

Style = dict[str, str | float]
"""Attributes of an element; `_` stands for `-`."""

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A number with two digits at most.

    Example:
        >>> number(0.5), number(-0.0001), number(1 / 3)
        ('0.5', '0', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0", value > -0.005)


def element(name: str, /, *content: str, **attributes: str | float) -> str:
    """An element; `_` in the name of an attribute stands for `-`.

    Example:
        >>> element("rect", width=5.0, stroke_width=1)
        '<rect width="5" stroke-width="1"/>'
    """
    pairs = "".join(
        f' {key.strip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
    )
    inner = "".join(content)
    return f"<{name}{pairs}>{inner}</{name}>" if inner else f"<{name}{pairs}/>"


def _attribute(value: str | float) -> str:
    return _clean(value, {'"': "&quot;"}) if isinstance(value, str) else number(value)


def _clean(value: str, entities: dict[str, str] | None = None) -> str:
    return escape(_NO_XML.sub("\ufffd", value), entities or {})


def text(content: str, x: float, y: float, size: float, /, **attributes: str | float) -> str:
    """A text whose middle is at a point."""
    style: Style = {"font_size": size, "text_anchor": "middle", **attributes}
    baseline = y + 0.36 * size  # dominant-baseline is unknown to many programs
    return element("text", _clean(content), x=x, y=baseline, **style)


def outline(geometry: BaseGeometry) -> str:
    """A geometry of the unit square as the data of a path, in the units of a picture."""
    from shapely import LineString, MultiLineString, Polygon, line_merge

    lines = line_merge(geometry) if isinstance(geometry, MultiLineString) else geometry
    parts: Iterable[BaseGeometry] = getattr(lines, "geoms", (lines,))
    found = []
    for part in parts:
        if isinstance(part, LineString) and not part.is_empty:
            found.append(_points(part.coords) + ("Z" if part.is_ring else ""))
        elif isinstance(part, Polygon) and not part.is_empty:
            found += [f"{_points(ring.coords)}Z" for ring in (part.exterior, *part.interiors)]
    return "".join(found)


def _points(points: Iterable[tuple[float, ...]]) -> str:
    return "M" + "L".join(f"{number(CELL * p[0])} {number(CELL * p[1])}" for p in points)


def identifier(word: str) -> str:
    """A word as an id of a document, different for different words.

    Example:
        >>> identifier("BA/Cc+")
        't-BA_2f_Cc_2b_'
    """
    return "t-" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in word)


def document(
    content: Iterable[str], x: float, y: float, width: float, height: float, scale: float
) -> str:
    """A whole picture: its elements, the part of the plane that it shows, and its size."""
    box = " ".join(map(number, (x, y, width, height)))
    return (
        element(
            "svg",
            "\n" + "\n".join(content) + "\n",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=box,
            width=width * scale,
            height=height * scale,
            font_family="Helvetica, Arial, sans-serif",
        )
        + "\n"
    )

"""Silhouettes of figures and signs of marks, by name; what has none gets its initials.

Drawings are path data about the middle (0, 0), figures 24 units tall, arrows pointing north.
"""

from __future__ import annotations

from carcassonne_core.svg.markup import Style, element, number, text
from carcassonne_core.tile import Mark

__all__ = ["COLOURS", "figure_sign", "mark_sign", "pennant"]

COLOURS = ("#0072b2", "#d55e00", "#f0e442", "#cc79a7", "#ffffff", "#56b4e9")
"""The colours of the seats; told apart by the colour-blind too, and each figure has its number."""

FIGURES = {
    "follower": "M0-12A4.2 4.2 0 0 1 3.6-5.6L11-2.6V2L5 2.5L9 12H2.5L0 7L-2.5 12H-9L-5 2.5L-11 2V"
    "-2.6L-3.6-5.6A4.2 4.2 0 0 1 0-12Z",
    "big_follower": "M0-16A5.6 5.6 0 0 1 4.8-7.5L14.5-3.5V3L6.8 3.5L12 15H3.4L0 9L-3.4 15H-12L-6.8"
    " 3.5L-14.5 3V-3.5L-4.8-7.5A5.6 5.6 0 0 1 0-16Z",
    "mayor": "M-4-15H4V-10H7V-7.5H4.5L10-3V12H-10V-3L-4.5-7.5H-7V-10H-4Z",
    "abbot": "M0-16L4.5-9.5L3.6-5L9 12H-9L-3.6-5L-4.5-9.5Z",
    "wagon": "M-13-8H13L10 4H-10ZM-7 4A4 4 0 1 0-6.9 4ZM7 4A4 4 0 1 0 7.1 4Z",
    "phantom": "M0-13A8 9 0 0 1 8-4V12L4.8 8.5L1.6 12L-1.6 8.5L-4.8 12L-8 8.5V-4A8 9 0 0 1 0-13Z",
    "builder": "M-4-13H4V-6L12-9V-4L5 0V12H-5V0L-8-1V-5L-4-5Z",
    "pig": "M-12-4L-7-7H6L9-10L10-6L13-3V1L9 3V9H5V4H-5V9H-9V3L-12 0Z",
    "barn": "M-13 12V-4L-6-12H6L13-4V12Z",
    "ringmaster": "M-5-15H5V-8H8V-6H4L9 12H-9L-4-6H-8V-8H-5Z",
}
"""Outlines of the kinds of figures."""

MARKS = {
    # Seen from above: hull, wings of bats' kind, tail.
    "flying_machine": "M0-15L3-9L3.4-5L19-1L17 4L3.2 3.4L2.4 10L7 14H-7L-2.4 10L-3.2 3.4L-17 4L-19"
    "-1L-3.4-5L-3-9Z",
    "crop_circle": "M-12 0A12 12 0 1 0 12 0A12 12 0 1 0-12 0ZM-7 0A7 7 0 1 1 7 0A7 7 0 1 1-7 0ZM-3"
    " 0A3 3 0 1 0 3 0A3 3 0 1 0-3 0Z",
    "inn": "M-9 9V-2L-11-2L0-11L11-2H9V9Z",
    "cathedral": "M-9 10V-4L-5-12L-1-4V-7H1V-4L5-12L9-4V10Z",
    # A barrel with hoops, an ear of corn, a bolt of cloth.
    "goods:wine": "M-6-10H6Q10 0 6 10H-6Q-10 0-6-10ZM-7.3-5H7.3V-3.4H-7.3ZM-7.3 3.4H7.3V5H-7.3Z",
    "goods:grain": "M-1 12V-2L-7-5V-9L-1-6V-8L-5-11L0-15L5-11L1-8V-6L7-9V-5L1-2V2L7-1V3L1 6V12ZM-1"
    " 6L-7 3V-1L-1 2Z",
    "goods:cloth": "M-11-6H7Q12-6 12 0T7 6H-11Q-6 6-6 0T-11-6ZM7-2.6Q5-2.6 5 0T7 2.6 9 0 7-2.6Z",
}
"""Outlines of the symbols on tiles, by type, or by type and value; those with a direction point
north."""


def figure_sign(
    kind: str, player: int, x: float, y: float, *, lies: bool, scale: float = 1.15
) -> str:
    """A figure: its silhouette in its player's colour, and the number of the player.

    Args:
        kind: name of its kind.
        player: seat, counted from 0.
        x: its middle.
        y: its middle.
        lies: whether it lies down, as farmers do.
        scale: its size; at 1 it is about 24 units tall.
    """
    colour = COLOURS[player % len(COLOURS)]
    style: Style = {
        "fill": colour,
        "stroke": "#1a1a1a",
        "stroke_width": 1.3,
        "stroke_linejoin": "round",
    }
    turn = (" rotate(-90)" if lies else "") + f" scale({number(scale)})"
    if kind in FIGURES:
        body = element("path", d=FIGURES[kind], **style)
        place = 0.5
    else:
        body = element("circle", r=11.0, **style)
        body += text(_initials(kind), 0, -4, 8, fill=_ink(colour))
        place = 5.0
    body += text(str(player + 1), 0, place, 8, fill=_ink(colour), font_weight="bold")
    return element("g", body, transform=f"translate({_at(x, y)}){turn}")


def mark_sign(mark: Mark, x: float, y: float) -> str:
    """A mark: its symbol, its arrow if it has one, or a badge with its initials."""
    parts = []
    turn = "" if mark.direction is None else f"rotate({45 * mark.direction.value})"
    if mark.direction is not None:
        parts.append(element("path", d="M0-16V-36M-5-30L0-37L5-30", transform=turn, **_ARROW))
    own = f"{mark.type}:{mark.value}"
    if own in MARKS or mark.type in MARKS:
        drawing = MARKS.get(own) or MARKS[mark.type]
        body = element("path", d=drawing, fill_rule="evenodd", **_INK)
        parts.append(element("g", body, transform=turn or "rotate(0)"))
    else:
        parts.append(element("circle", r=9.0, **_INK))
        parts.append(text(_initials(mark.type), 0, 0, 8, fill="#3d2b1f"))
    if mark.value and own not in MARKS:
        parts.append(text(mark.value, 0, 17, 7, fill="#3d2b1f"))
    return element("g", "".join(parts), transform=f"translate({_at(x, y)})")


_INK: Style = {
    "fill": "#fff6dc",
    "stroke": "#3d2b1f",
    "stroke_width": 1.2,
    "stroke_linejoin": "round",
}
_ARROW: Style = {
    "fill": "none",
    "stroke": "#9c1c1c",
    "stroke_width": 2.6,
    "stroke_linecap": "round",
}


def pennant(x: float, y: float) -> str:
    """A coat of arms."""
    style: Style = {"fill": "#1f4e9c", "stroke": "#ffffff", "stroke_width": 1.2}
    body = element("path", d="M-6-7H6V1C6 5 0 8 0 8C0 8-6 5-6 1Z", **style)
    body += element("path", d="M0-7V8M-6-1H6", fill="none", stroke="#ffffff", stroke_width=1.2)
    return element("g", body, transform=f"translate({_at(x, y)})")


def _at(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _initials(name: str) -> str:
    words = name.split("_")
    return "".join(word[:1] for word in words).upper() if len(words) > 1 else name[:2].capitalize()


def _ink(colour: str) -> str:
    """Black or white, whichever reads better on a colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#1a1a1a" if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "#ffffff"

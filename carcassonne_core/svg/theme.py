"""The colours of a picture around the tiles: on light paper and on dark."""

from __future__ import annotations

from attrs import frozen

from carcassonne_core.errors import CarcassonneError

__all__ = ["THEMES", "Theme", "theme_of"]


@frozen
class Theme:
    """Colours of what is not printed on tiles.

    Attributes:
        paper: the ground.
        ink: words.
        faint: the frontier and its positions.
        accent: the last tile, and what is chosen.
        flight: lines of events.
    """

    paper: str
    ink: str
    faint: str
    accent: str
    flight: str


THEMES = {
    "light": Theme("#fbf9f3", "#1a1a1a", "#8d8779", "#c2185b", "#9c1c1c"),
    "dark": Theme("#1e1f24", "#f0ede4", "#8f8b80", "#ff6f9c", "#ff8a80"),
}
"""By name."""


def theme_of(name: str) -> Theme:
    """A theme by its name.

    Raises:
        CarcassonneError: there is no such theme.
    """
    if name not in THEMES:
        raise CarcassonneError(f"no theme {name!r}: expected {' or '.join(THEMES)}")
    return THEMES[name]

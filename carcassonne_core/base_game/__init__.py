"""The base game as the first of all expansions: its kinds, figures, tile sets and options.

What its features are worth is said by their `FeatureKind`s and by `carcassonne_core.scoring`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from carcassonne_core.expansion import Expansion, Option, OptionValue
from carcassonne_core.feature_kind import CITY, CLOISTER, FIELD, GARDEN, ROAD, FeatureKind
from carcassonne_core.meeple import FOLLOWER, MeepleKind

__all__ = ["BASE_GAME", "BaseGame"]


class BaseGame(Expansion):
    """The base game: first edition, with the second edition's tiles at choice."""

    name = "base"

    def tile_sets(self) -> Iterable[Traversable]:
        """72 tiles of 24 faces; the second edition has a garden on eight of them."""
        folder = files("carcassonne_core") / "tile_sets"
        return folder / "base_first_edition.toml", folder / "base_second_edition.toml"

    def default_sets(self, options: Mapping[str, OptionValue], /) -> Mapping[str, int]:
        """One copy, of the first edition or of the second, with its gardens."""
        edition = "first" if options["edition"] == "C1" else "second"
        return {f"base_{edition}_edition": 1}

    def feature_kinds(self) -> Iterable[FeatureKind]:
        """Roads, cities, cloisters and fields; gardens lie on tiles of the second edition."""
        return ROAD, CITY, CLOISTER, GARDEN, FIELD

    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        """Seven small followers for each player."""
        return (FOLLOWER,)

    def options(self) -> Iterable[Option]:
        """The base game's own variants and editions."""
        return (
            Option("edition", "C1", ("C1", "C2"), "B16"),
            Option("field_scoring", "third", ("first", "second", "third"), "B14"),
            Option("small_city", 4, (4, 2), "B12"),
            Option("farmers", True, (True, False), "B7"),
            Option("start_tile", None, (), "B1"),
        )

    def rulings(self) -> Traversable | None:
        """B1 to B16."""
        return files("carcassonne_core.base_game") / "rulings.toml"


BASE_GAME = BaseGame()

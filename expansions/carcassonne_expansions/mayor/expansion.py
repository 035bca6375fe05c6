"""The mayor: a follower for cities whose strength is the number of their pennants (M1 to M3).

Only the figure of Abbey & Mayor; its tiles and other figures are no part of this.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from carcassonne_core.expansion import Expansion, OptionValue, View, Weighing
from carcassonne_core.meeple import MeepleKind

__all__ = ["EXPANSION", "MAYOR", "Mayor"]

MAYOR = MeepleKind("mayor", count=1, stands_on={"city"})
"""The mayor: at home in cities only (M1)."""


class Mayor(Expansion):
    """The mayor of Abbey & Mayor, 1st edition (2007)."""

    name = "mayor"
    weighed_meeples = frozenset({MAYOR.name})

    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        """One mayor for each player (M1)."""
        return (MAYOR,)

    def rulings(self) -> Traversable | None:
        """M1 to M3."""
        return files("carcassonne_expansions.mayor") / "rulings.toml"

    def meeple_weight(self, view: View, weighing: Weighing, /) -> int | None:
        """As strong as the city has pennants when it is scored (M2)."""
        return weighing.feature.pennants


EXPANSION = Mayor()

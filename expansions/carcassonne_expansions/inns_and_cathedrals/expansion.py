"""Inns and Cathedrals: 18 tiles and one big follower for everybody (I1 to I7).

An inn beside a road and a cathedral in a city are marks on segments. A feature with one pays a
point more for each tile and pennant when it is complete and, at the end of the game, nothing when
it is not. What is added is an item of its own, so that a score tells where its points come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from carcassonne_core.event import Item
from carcassonne_core.expansion import Expansion, Option, OptionValue, PointsChange, Scoring, View
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.tile import MarkType

__all__ = ["BIG_FOLLOWER", "CATHEDRAL", "EXPANSION", "INN", "InnsAndCathedrals"]

NAME = "inns_and_cathedrals"

BIG_FOLLOWER = MeepleKind("big_follower", count=1, strength=2)
"""The big follower: counts as two in a majority and stands where small followers do (I6)."""

INN = MarkType("inn")
"""An inn beside a road (I2)."""

CATHEDRAL = MarkType("cathedral")
"""A cathedral in a city (I3)."""

_MARKS = {"road": INN.name, "city": CATHEDRAL.name}


class InnsAndCathedrals(Expansion):
    """Inns and Cathedrals, 1st edition (2002), with the tiles of the 2nd as an option."""

    name = NAME
    needs_pieces = True
    scored_kinds = frozenset(_MARKS)
    scored_marks = frozenset(_MARKS.values())

    def tile_sets(self) -> Iterable[Traversable]:
        """The 18 tiles (I1); the same with two gardens (I7)."""
        folder = files("carcassonne_expansions.inns_and_cathedrals")
        return folder / "tiles.toml", folder / "tiles_second_edition.toml"

    def default_sets(self, options: Mapping[str, OptionValue], /) -> Mapping[str, int]:
        """All 18 tiles (I1) of the edition (I7)."""
        edition = "" if options["edition"] == "C1" else "_second_edition"
        return {f"{NAME}{edition}": 1}

    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        """One big follower for each player (I6)."""
        return (BIG_FOLLOWER,)

    def mark_types(self) -> Iterable[MarkType]:
        """Inns and cathedrals."""
        return INN, CATHEDRAL

    def options(self) -> Iterable[Option]:
        """The edition of the tiles (I7); whether inns and cathedrals count (I2, I3); what an
        unfinished feature with one pays at the end (I4)."""
        return (
            Option("edition", "C1", ("C1", "C2"), "I7"),
            Option("inns", True, (True, False), "I2"),
            Option("cathedrals", True, (True, False), "I3"),
            Option("unfinished", "zero", ("zero", "ignore"), "I4"),
        )

    def rulings(self) -> Traversable | None:
        """I1 to I7."""
        return files("carcassonne_expansions.inns_and_cathedrals") / "rulings.toml"

    def texts(self) -> Traversable | None:
        """Its words."""
        return files("carcassonne_expansions.inns_and_cathedrals") / "texts.toml"

    def feature_points(self, view: View, scoring: Scoring, /) -> PointsChange | None:
        """A point more for each tile and pennant of a complete feature (I2, I3), however many
        inns or cathedrals it has (I5); nothing at all for an unfinished one (I4)."""
        mark = _MARKS[scoring.kind.name]
        count = scoring.marks.get(mark, 0)
        if not count or not view.option(NAME, f"{mark}s"):
            return None
        if scoring.is_completed:
            more = sum(item.count for item in scoring.items)
            return PointsChange(added=(Item(mark, count, more),))
        if view.option(NAME, "unfinished") == "zero":
            return PointsChange(factor=0)
        return None


EXPANSION = InnsAndCathedrals()

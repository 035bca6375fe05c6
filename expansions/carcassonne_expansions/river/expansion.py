"""The River: twelve tiles that are placed before all others (W1 to W6).

The river is a feature kind that joins by sides, belongs to nobody and is never complete. That its
tiles come first, the lake as the last of them, is said by the piles in the tile set; that the
spring lies on the table first, by the start tile of the set. What is left is where a river tile may
lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from carcassonne_core.compass import Rotation, Side
from carcassonne_core.errors import Refusal
from carcassonne_core.expansion import Expansion, Option, OptionValue, Placement, View
from carcassonne_core.feature_kind import Completion, FeatureKind, Joins
from carcassonne_core.tile import OrientedTile

__all__ = ["EXPANSION", "RIVER", "River"]

NAME = "river"

RIVER = FeatureKind(
    NAME,
    Joins.SIDES,
    Completion.NEVER,
    edge_code="I",
    reached_by_flight=False,
    claimable=False,
)
"""A river: no figure stands on it and it pays nothing (W5)."""


class River(Expansion):
    """The River, 1st edition (2001)."""

    name = NAME
    placement_kinds = frozenset({NAME})

    def tile_sets(self) -> Iterable[Traversable]:
        """The 12 tiles (W1)."""
        return (files("carcassonne_expansions.river") / "tiles.toml",)

    def default_sets(self, options: Mapping[str, OptionValue], /) -> Mapping[str, int]:
        """All 12 tiles (W1)."""
        return {NAME: 1}

    def feature_kinds(self) -> Iterable[FeatureKind]:
        """The river itself (W5)."""
        return (RIVER,)

    def options(self) -> Iterable[Option]:
        """When the river turns back on itself (W4)."""
        return (Option("turning_back", "two_bends", ("two_bends", "ahead"), "W4"),)

    def rulings(self) -> Traversable | None:
        """W1 to W6."""
        return files("carcassonne_expansions.river") / "rulings.toml"

    def placement_refusals(self, view: View, placement: Placement, /) -> Iterable[Refusal]:
        """A river tile continues the river (W3), and the river does not turn back (W4)."""
        where = (("position", str(placement.position)),)
        upstream = list(_upstream(view, placement))
        if not upstream:
            yield Refusal(NAME, "not_continued", "W3", where)
        turns_back = _TURNING_BACK[view.option(NAME, "turning_back")]
        if any(turns_back(view, placement, side) for side in upstream):
            yield Refusal(NAME, "turns_back", "W4", where)


def _sides(tile: OrientedTile) -> set[Side]:
    """The sides of a tile on which the river flows."""
    return {side for s in tile.segments if s.kind.name == NAME for side in s.sides}


def _upstream(view: View, placement: Placement) -> Iterator[Side]:
    """The sides on which the river would flow into a tile that lay here."""
    for side in sorted(_sides(placement.tile)):
        before = view.board.tile_at(placement.position.neighbour(side))
        if before is not None and side.opposite in _sides(before):
            yield side


def _two_bends(view: View, placement: Placement, side: Side) -> bool:
    """Whether this tile and the one on its `side`, from which the river comes, bend the same way.

    They do if the river flows into the one and out of the other on sides that look the same way.
    """
    before = view.board.tile_at(placement.position.neighbour(side))
    assert before is not None
    return bool((_sides(before) - {side.opposite}) & (_sides(placement.tile) - {side}))


def _runs_back(view: View, placement: Placement, side: Side) -> bool:
    """Whether a tile lies anywhere ahead of where the river, coming from `side`, flows on: in its
    own row, or in one of the two beside it."""
    here = placement.position
    for out in _sides(placement.tile) - {side}:
        ahead, aside = out.direction, out.turned(Rotation.R90).direction
        for position in view.board.tiles:
            x, y = position.x - here.x, position.y - here.y
            along, across = x * ahead.dx + y * ahead.dy, x * aside.dx + y * aside.dy
            if along > 0 and abs(across) <= 1:
                return True
    return False


_TURNING_BACK: Mapping[object, Callable[[View, Placement, Side], bool]] = {
    "two_bends": _two_bends,
    "ahead": _runs_back,
}


EXPANSION = River()

"""The River and River II: tiles that are placed before all others (W1 to W9).

The river is a feature kind that joins by sides, belongs to nobody and is never complete. That its
tiles come first, the lake as the last of them, is said by the piles in the tile set; that the
spring lies on the table first, by the start tile of the set. What is left is where a river tile may
lie. After a fork the river has several arms, and each is looked at by itself (W8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from carcassonne_core.board import Board
from carcassonne_core.compass import Rotation, Side
from carcassonne_core.errors import Refusal
from carcassonne_core.expansion import Expansion, Option, OptionValue, Placement, View
from carcassonne_core.feature_kind import Completion, FeatureKind, Joins
from carcassonne_core.position import Position
from carcassonne_core.tile import MarkType

__all__ = ["EXPANSION", "RIVER", "River"]

NAME = "river"

RIVER = FeatureKind(
    NAME,
    Joins.SIDES,
    Completion.NEVER,
    edge_code="I",
    reached_by_flight=False,
    claimable=False,
    continues=True,
)
"""A river: a tile with it continues it (W3); no figure stands on it and it pays nothing (W5)."""


_SETS = {"one": NAME, "two": "river_two", "both": "river_one_and_two"}
_FILES = "tiles", "tiles_two", "tiles_one_and_two"


class River(Expansion):
    """The River (2001) and River II (2005), 1st edition, with the tiles of the 2nd as an option."""

    name = NAME
    needs_pieces = True
    placement_kinds = frozenset({NAME})

    def tile_sets(self) -> Iterable[Traversable]:
        """The first river (W1), the second, both in one (W7); the same with gardens (W9)."""
        folder = files("carcassonne_expansions.river")
        editions = "", "_second_edition"
        return tuple(folder / f"{name}{edition}.toml" for edition in editions for name in _FILES)

    def default_sets(self, options: Mapping[str, OptionValue], /) -> Mapping[str, int]:
        """All tiles of the river that is played (W1, W7) in its edition (W9)."""
        edition = "" if options["edition"] == "C1" else "_second_edition"
        return {f"{_SETS[str(options['rivers'])]}{edition}": 1}

    def feature_kinds(self) -> Iterable[FeatureKind]:
        """The river itself (W5)."""
        return (RIVER,)

    def mark_types(self) -> Iterable[MarkType]:
        """An inn beside a road; what it means, another expansion says (W7)."""
        return (MarkType("inn"),)

    def options(self) -> Iterable[Option]:
        """Which river (W7) of which edition (W9); when it turns back on itself (W4)."""
        return (
            Option("edition", "C1", ("C1", "C2"), "W9"),
            Option("rivers", "one", tuple(_SETS), "W7"),
            Option("turning_back", "two_bends", ("two_bends", "ahead"), "W4"),
        )

    def rulings(self) -> Traversable | None:
        """W1 to W9."""
        return files("carcassonne_expansions.river") / "rulings.toml"

    def placement_refusals(self, view: View, placement: Placement, /) -> Iterable[Refusal]:
        """The river does not turn back (W4)."""
        turns_back = _TURNING_BACK[view.option(NAME, "turning_back")]
        if any(turns_back(view, placement, side) for side in _upstream(view, placement)):
            yield Refusal(NAME, "turns_back", "W4", (("position", str(placement.position)),))


def _upstream(view: View, placement: Placement) -> Iterator[Side]:
    """The sides on which the river would flow into a tile that lay here."""
    board, position = view.board, placement.position
    for side in _in_order(placement.tile.sides_of(NAME)):
        before = board.tile_beside(position, side)
        if before is not None and side.opposite in before.sides_of(NAME):
            yield side


@cache
def _in_order(sides: frozenset[Side]) -> tuple[Side, ...]:
    return tuple(sorted(sides))


def _came_from(board: Board, position: Position) -> set[Side]:
    """The sides on which the river flows into a tile that lies: none for a spring, and never the
    side arm of a fork (W8)."""
    tile, number = board.tile_at(position), board.number(position)
    assert tile is not None
    beside = {side: position.neighbour(side) for side in tile.sides_of(NAME)}
    return {s for s, other in beside.items() if other in board and board.number(other) < number}


def _open_ends(board: Board) -> set[Position]:
    """Where the river can be continued: one empty position for each open arm."""
    places = (
        position.neighbour(side)
        for position, tile in board.tiles.items()
        for side in tile.sides_of(NAME)
    )
    return {place for place in places if place not in board}


def _two_bends(view: View, placement: Placement, side: Side) -> bool:
    """Whether this tile and the one on its `side`, from which the river comes, bend the same way.

    They do if the river flows into the one and out of the other on sides that look the same way.
    """
    out = placement.tile.sides_of(NAME) - {side}
    if out <= {side.opposite}:
        return False
    return bool(out & _came_from(view.board, placement.position.neighbour(side)))


def _runs_back(view: View, placement: Placement, side: Side) -> bool:
    """Whether a tile or the open end of another arm lies anywhere ahead of where the river, coming
    from `side`, flows on: in its own row, or in one of the two beside it."""
    here = placement.position
    taken = {*view.board, *_open_ends(view.board)} - {here}
    for out in placement.tile.sides_of(NAME) - {side}:
        ahead, aside = out.direction, out.turned(Rotation.R90).direction
        for position in taken:
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

"""The legal actions of one moment, as lazy sequences: nobody pays for what he does not look at."""

from __future__ import annotations

from collections.abc import Iterator

from carcassonne_core.action import Action, Deploy, Pass, Place
from carcassonne_core.board import position_of
from carcassonne_core.compass import ROTATIONS
from carcassonne_core.feature import SegmentId
from carcassonne_core.kernel import Kernel
from carcassonne_core.lazy_sequence import LazySequence
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.packed import first_above
from carcassonne_core.position import Position

__all__ = ["LegalActions", "LegalDeployments", "LegalPlacements", "deployment_of"]

_PASS = Pass()


class LegalActions(LazySequence[Action]):
    """The legal actions of one moment; an action is built when it is looked at.

    It stays as it is when the game goes on.
    """

    __slots__ = ("_extra",)

    def __init__(self, extra: tuple[Action, ...] = ()) -> None:
        self._extra, self._size = extra, len(extra)

    def _build(self, index: int) -> Action:
        return self._extra[index]

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3]))
        more = f", ... {len(self)} in all" if len(self) > 3 else ""
        return f"<LegalActions [{shown}{more}]>"


class LegalPlacements(LegalActions):
    """The placements of one tile, for each cell of the frontier the faces that fit; and a pass
    where one may place nothing."""

    __slots__ = ("_cells", "_ends", "_fits", "_signatures", "_tile")

    def __init__(self, kernel: Kernel, tile: int, extra: tuple[Action, ...] = ()) -> None:
        self._ends = kernel.fitting_ends(tile)
        self._extra, self._size = extra, self._ends[-1] + len(extra)
        self._tile = kernel.table.tiles[tile].id
        self._cells, self._signatures = kernel.cells[:], kernel.signatures[: len(kernel.cells)]
        self._fits = kernel.table.fits[tile]

    def _build(self, index: int) -> Action:
        ends = self._ends
        if index >= ends[-1]:
            return self._extra[index - ends[-1]]
        cell = first_above(ends, index)
        faces = self._fits[self._signatures[cell]]
        face = faces[index - ends[cell]]  # from the end: it is negative
        return Place(self._tile, position_of(self._cells[cell]), ROTATIONS[face & 3])

    def __iter__(self) -> Iterator[Action]:
        for cell, signature in zip(self._cells, self._signatures, strict=True):
            for face in self._fits[signature]:
                yield Place(self._tile, position_of(cell), ROTATIONS[face & 3])
        yield from self._extra


def deployment_of(code: int, meeples: tuple[MeepleKind, ...], position: Position) -> Deploy:
    """The deployment of a code, on the tile at a position."""
    segment, number = divmod(code, len(meeples))
    return Deploy(meeples[number].name, SegmentId(position, segment))


class LegalDeployments(LegalActions):
    """Pass, the ordinary deployments on one tile, and what expansions offer instead."""

    __slots__ = ("_codes", "_meeples", "_position")

    def __init__(
        self,
        position: int,
        codes: list[int],
        meeples: tuple[MeepleKind, ...],
        extra: tuple[Action, ...],
    ) -> None:
        self._extra, self._size = extra, 1 + len(codes) + len(extra)
        self._position, self._codes, self._meeples = position, codes, meeples

    def _build(self, index: int) -> Action:
        if not index:
            return _PASS
        codes = self._codes
        if index > len(codes):
            return self._extra[index - 1 - len(codes)]
        return deployment_of(codes[index - 1], self._meeples, position_of(self._position))

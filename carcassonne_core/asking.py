"""When an expansion is asked: its filters, compiled to tests once, when the rule set is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from carcassonne_core.expansion import Expansion
from carcassonne_core.face_table import FaceTable
from carcassonne_core.kernel import Kernel
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.tile import Tile
from carcassonne_core.turn import Slot

__all__ = ["Asked", "Asking", "Concerned", "Test"]

Test = Callable[[Kernel, int], bool]
"""Whether things are as somebody wants them: given the kernel and the number of a player's first
figure."""

Words = frozenset[str] | None
"""What a filter names; None asks for nothing."""


class Asked(NamedTuple):
    """An expansion that is asked if things are where it wants them.

    Attributes:
        expansion: the expansion.
        is_due: what must hold.
    """

    expansion: Expansion
    is_due: Test


def always(kernel: Kernel, own: int) -> bool:
    """Nothing is asked for."""
    return True


def every(*tests: Test) -> Test:
    """What holds if all of these tests do; most expansions have but one."""
    if len(tests) < 2:
        return tests[0] if tests else always

    def hold(kernel: Kernel, own: int) -> bool:
        for test in tests:  # noqa: SIM110 - a generator costs more than the tests
            if not test(kernel, own):
                return False
        return True

    return hold


class Concerned(NamedTuple):
    """An expansion that is asked about a feature if the right things are there.

    Attributes:
        expansion: the expansion.
        meeples: numbers of kinds of figures of which one must stand there; None for none.
        marks: types of symbols of which the feature must carry one; None for none.
    """

    expansion: Expansion
    meeples: tuple[int, ...] | None
    marks: frozenset[str] | None


class Asking:
    """Compiles the filters of expansions, given the tiles and the kinds of figures in play."""

    def __init__(self, table: FaceTable, meeples: tuple[MeepleKind, ...]) -> None:
        self._table, self._meeples = table, meeples

    def numbers(self, meeples: Words) -> tuple[int, ...] | None:
        """The numbers of kinds of figures."""
        if meeples is None:
            return None
        return tuple(n for n, meeple in enumerate(self._meeples) if meeple.name in meeples)

    def about(self, expansion: Expansion, meeples: Words, marks: Words) -> Concerned:
        """One that is asked about features with these figures and symbols."""
        return Concerned(expansion, self.numbers(meeples), marks)

    def to_offer(self, expansion: Expansion, tile: Tile) -> Asked:
        """One that is asked for its actions once a tile has been placed."""
        return Asked(
            expansion,
            every(
                *self._in_supply(expansion.offers_from),
                *self._on_board(expansion.offers_with),
                *self._at_corners(tile, expansion.offers_at_corners),
            ),
        )

    def at_slot(self, expansion: Expansion, slot: Slot) -> Asked:
        """One that is asked at a slot."""
        is_before = slot is Slot.BEFORE_DRAW
        standing = self._joined if expansion.slots_joined else self._on_board
        return Asked(
            expansion,
            every(
                *self._in_supply(expansion.slots_from),
                *standing(expansion.slots_with),
                *self._fitting(expansion.slots_fitting if is_before else None),
            ),
        )

    # ------------------------------------------------------------------ one filter each
    def _in_supply(self, meeples: Words) -> Iterator[Test]:
        if meeples is None:
            return
        bits = sum(1 << number for number in self.numbers(meeples) or ())
        yield lambda kernel, own: kernel.available >> own & bits != 0

    def _on_board(self, meeples: Words) -> Iterator[Test]:
        if meeples is None:
            return
        counts = [(n, self._meeples[n].count) for n in self.numbers(meeples) or ()]
        if len(counts) == 1:
            only, all_of_it = counts[0]
            yield lambda kernel, own: kernel.supply[own + only] < all_of_it
            return

        def is_on_board(kernel: Kernel, own: int) -> bool:
            supply = kernel.supply
            for number, count in counts:  # noqa: SIM110
                if supply[own + number] < count:
                    return True
            return False

        yield is_on_board

    def _joined(self, meeples: Words) -> Iterator[Test]:
        if meeples is None:
            return
        counts = [(n, self._meeples[n].count) for n in self.numbers(meeples) or ()]

        def is_joined(kernel: Kernel, own: int) -> bool:
            for number, count in counts:
                if kernel.supply[own + number] < count and kernel.is_touched(-1, own + number):
                    return True
            return False

        yield is_joined

    def _at_corners(self, tile: Tile, kinds: Words) -> Iterator[Test]:
        if kinds is None:
            return
        first = 4 * self._table.type_of[tile.id]
        corners = [
            tuple(
                number
                for number, local in enumerate(self._table.corners[face])
                if local >= 0 and tile.segments[local].kind.name in kinds
            )
            for face in range(first, first + 4)
        ]

        def is_at_corner(kernel: Kernel, own: int) -> bool:
            return kernel.has_corner(-1, corners[kernel.tile_face[-1] & 3])

        yield is_at_corner

    def _fitting(self, tiles: Words) -> Iterator[Test]:
        if tiles is None:
            return
        types = [self._table.type_of[tile] for tile in tiles if tile in self._table.type_of]

        def is_fitting(kernel: Kernel, own: int) -> bool:
            for tile in types:  # noqa: SIM110
                if kernel.is_placeable(tile):
                    return True
            return False

        yield is_fitting

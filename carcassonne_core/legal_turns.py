"""The joint list of a turn where only the base game has a say, read off the board."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from carcassonne_core.action import Action, Pass, Place
from carcassonne_core.board import position_of
from carcassonne_core.compass import ROTATIONS
from carcassonne_core.kernel import FIGURES, Kernel
from carcassonne_core.lazy_sequence import LazySequence
from carcassonne_core.legal_actions import LegalPlacements, deployment_of
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.packed import i64
from carcassonne_core.rule_set import RuleSet, TurnsHere

__all__ = ["LegalTurns", "legal_turns"]


Turn = tuple[Action, Action]
"""A placement, and a deployment or a pass after it."""


class LegalTurns(LazySequence[Turn]):
    """Placements of one tile with what may follow each, as pairs; a pair is built when it is looked
    at. It stays as it is when the game goes on."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<LegalTurns: {len(self)}>"


class _Passing(LegalTurns):
    """Placements after which a pass is all that may follow."""

    __slots__ = ("_placements",)

    def __init__(self, placements: LegalPlacements) -> None:
        self._placements, self._size = placements, len(placements)

    def _build(self, index: int) -> Turn:
        return self._placements[index], Pass()

    def __iter__(self) -> Iterator[Turn]:
        after = Pass()
        return ((placement, after) for placement in self._placements)


class _Deploying(LegalTurns):
    """Placements with the deployments after each.

    Args:
        tile: the id of the tile.
        positions: where it fits.
        turns: for each position what may be done there.
        meeples: the kinds of figures.
    """

    __slots__ = ("_ends", "_meeples", "_positions", "_tile", "_turns")

    def __init__(
        self,
        tile: str,
        positions: list[int],
        turns: list[TurnsHere],
        meeples: tuple[MeepleKind, ...],
    ) -> None:
        self._tile, self._positions, self._turns, self._meeples = tile, positions, turns, meeples
        self._ends = list(accumulate([count for count, _ in turns]))
        self._size = self._ends[-1] if turns else 0

    def _build(self, index: int) -> Turn:
        cell = bisect_right(self._ends, index)
        rest = index - (self._ends[cell - 1] if cell else 0)
        faces = iter(self._turns[cell][1])
        face, codes = next(faces)
        while rest > len(codes):
            rest -= 1 + len(codes)
            face, codes = next(faces)
        where = position_of(self._positions[cell])
        placement = Place(self._tile, where, ROTATIONS[face & 3])
        if not rest:
            return placement, Pass()
        return placement, deployment_of(codes[rest - 1], self._meeples, where)

    def __iter__(self) -> Iterator[Turn]:
        after, meeples = Pass(), self._meeples
        for position, (_, faces) in zip(self._positions, self._turns, strict=True):
            where = position_of(position)
            for face, codes in faces:
                placement = Place(self._tile, where, ROTATIONS[face & 3])
                yield placement, after
                for code in codes:
                    yield placement, deployment_of(code, meeples, where)


def legal_turns(kernel: Kernel, rules: RuleSet, tile: int, supply: int) -> LegalTurns:
    """Every placement of a tile with every deployment that the base game allows after it.

    Args:
        kernel: the board.
        rules: what is played; what was found out about one cell is kept there for others like it.
        tile: the type of the tile.
        supply: what the player can deploy, see `RuleSet.deployable`.
    """
    if not supply:  # who has nothing to deploy need not know what stands around
        return _Passing(LegalPlacements(kernel, tile))
    table = kernel.table
    standing = (rules.deployables.get(supply) or rules.deployable(supply))[0]
    known = rules.ordinary_turns.setdefault((supply, tile), {})
    positions: list[int] = []
    turns: list[TurnsHere] = []
    for position, signature, met in _outlook(kernel, tile):
        here = known.get((signature, met))
        if here is None:
            codes: list[tuple[int, tuple[int, ...]]] = []
            for face in table.fits[tile][signature]:
                occupied = table.met_by(face, met)
                if met < 0:
                    occupied = _occupied_at(kernel, position, face)
                free = [
                    segment * len(rules.meeples) + number
                    for segment, kind in enumerate(table.kinds[face])
                    if not occupied >> segment & 1
                    for number in standing[kind]
                ]
                codes.append((face, tuple(free)))
            here = sum([1 + len(free) for _, free in codes]), tuple(codes)
            if met >= 0:
                known[signature, met] = here
        positions.append(position)
        turns.append(here)
    return _Deploying(table.tiles[tile].id, positions, turns, rules.meeples)


def _outlook(kernel: Kernel, tile: int) -> list[tuple[int, int, int]]:
    """What a tile would meet wherever it fits.

    Returns:
        For each cell where it fits: the position, the signature, and bits as of `FaceTable.met_by`
        that say on what beyond the sides figures stand; -1 if something without figures is met
        twice, so that the bits are not all there is to say, see `_occupied_at`.
    """
    grid, table, parent, aggregate = kernel.grid, kernel.table, kernel.parent, kernel.aggregate
    fits, across, signatures = table.fits[tile], table.across, kernel.signatures
    tile_face, tile_base, met = kernel.tile_face, kernel.tile_base, table.met
    deltas = [delta for _, delta, _ in kernel.sides]
    found: list[tuple[int, int, int]] = []
    for cell, position in enumerate(kernel.cells):
        signature = signatures[cell]
        if not fits[signature]:
            continue
        spot, bits = kernel.spot(position), 0
        free: list[int] = []
        for side in met[signature]:
            beside = grid[spot + deltas[side]]
            base = tile_base[beside]
            for local, parts in across[tile_face[beside]][side]:
                root: i64 = base + local
                above = parent[root]
                while above != root:
                    root = above
                    above = parent[root]
                if aggregate[root] >> FIGURES:
                    bits |= parts
                else:
                    free.append(root)
        if bits and len(free) > 1 and len(set(free)) < len(free):
            bits = -1
        found.append((position, signature, bits))
    return found


def _occupied_at(kernel: Kernel, position: int, face: int) -> int:
    """A bit for each segment of a tile, the first one's lowest: whether figures would stand on its
    feature if the tile lay there."""
    table, spot = kernel.table, kernel.spot(position)
    met: list[tuple[int, int]] = []
    bits = 0
    for side, delta, _ in kernel.sides:
        beside = kernel.grid[spot + delta]
        if beside < 0:
            continue
        base = kernel.tile_base[beside]
        for mine, theirs, closes in table.seam(face, side, kernel.tile_face[beside]):
            if closes >= 0:
                root = kernel.root(base + theirs)
                met.append((1 << mine, root))
                if kernel.aggregate[root] >> FIGURES:
                    bits |= 1 << mine
    # And the segments which something unoccupied would join to these.
    spread = 0
    while spread != bits:
        spread = bits
        roots = {root for bit, root in met if bit & bits}
        for bit, root in met:
            if root in roots:
                bits |= bit
    return bits

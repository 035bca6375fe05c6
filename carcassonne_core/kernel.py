"""The board as integers and flat lists: the state that is written, fast to change and to undo.

Nothing here knows a rule beyond joining and counting, and no object is built per move. Everything
that changes is entered in the current log, so that `rollback` restores it exactly, order included.
`Board` is the face for people; `Board.graph` shows the same facts as a networkx graph, and the
tests hold the two against each other.

Words:
    position: `y * STRIDE + x`.
    spot: number of a position in the window, the part of the plane that the grid shows.
    face: a tile as it lies, see `FaceTable`.
    cell: number of a frontier position, i.e. an empty one beside a tile.
    signature: what the neighbours of a cell demand of its sides, see `FaceTable`.
    segment: number of a segment on the board; a tile's segments are consecutive.
    figure: `player * meeple kinds + meeple kind`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Final, final

from carcassonne_core.face_table import BYTES, PENNANTS, FaceTable
from carcassonne_core.packed import (
    COMPILED,
    Bytes,
    Numbers,
    Packed,
    added_up,
    counting,
    filled,
    first_above,
    has_any,
    i64,
    packed,
    packed_bytes,
)

__all__ = [
    "BESIDE",
    "CORNERS",
    "FAR",
    "FIGURE",
    "Kernel",
    "OPEN",
    "PENNANT_BITS",
    "STRIDE",
    "position_code",
    "position_xy",
]

ROW_BITS: Final = 15
STRIDE: Final = 1 << ROW_BITS
"""Codes of positions one row apart differ by this; columns run from -16,384 to 16,383."""

FAR: Final = STRIDE // 2
"""Beyond how many columns codes cannot express a position."""

OPEN: Final = (1 << PENNANTS) - 1
"""Bits of an aggregate that count what is missing: open ends, or tiles of the 3x3 block."""

PENNANT_BITS: Final = 0xFFF
"""Bits of the pennants in an aggregate, after a shift by `PENNANTS`."""

FIGURES: Final = 28
"""First bit of the number of figures in an aggregate."""

FIGURE: Final = 1 << FIGURES
"""One figure in an aggregate."""

BESIDE: Final[tuple[int, ...]] = (-STRIDE, 1, STRIDE, -1)
"""For each side the difference of the codes of the position across it and of one's own."""

EMPTY: Final = -(1 << 29)
"""In the grid: neither a tile nor a cell of the frontier."""

_BRINK: Final = EMPTY - 1
"""The same at the edge of the window, which is moved on as soon as a cell lies there: so whatever
surrounds a tile lies in the window."""

_MARGIN: Final = 12
"""So many empty positions at least lie around everything when a window is laid."""

CORNERS: Final[tuple[int, ...]] = (0, 1, STRIDE + 1, STRIDE)
"""For the corners NW, NE, SE, SW of a tile the difference of its code and of the code that names
the corner: that of the position of which it is the north-west one."""

_CELLS: Final = 128
"""So many cells have room at first."""

_MORE: Final = 64
"""By how much rows become longer that are too short."""

# The log. A join, much the commonest, is one number: `segment << _ENDS | open ends closed`, for the
# segment that is no root since. Anything else ends with an opcode, which is negative.
_ENDS: Final = 4
_CLOSED: Final = (1 << _ENDS) - 1
_CLOSE: Final = -1
_PLACE: Final = -2
_DEPLOY: Final = -3
_REMOVE: Final = -4
_DRAW: Final = -5
_LINK: Final = -6
_PART: Final = -7


def position_code(x: int, y: int) -> int | None:
    """The code of a position, None if it lies beyond what codes can express."""
    if -FAR <= x < FAR:
        return y * STRIDE + x
    return None


def position_xy(position: int) -> tuple[int, int]:
    """The column and row of a position's code."""
    x = (position + STRIDE // 2) % STRIDE - STRIDE // 2
    return x, (position - x) // STRIDE


@final
class Kernel:
    """Tiles, features, figures and the stack of one game.

    Attributes:
        grid: by spot the number of the tile there (0 and up), -1 - cell, or `EMPTY`.
        left, right, top, bottom: the window; the second and the last are beyond it.
        width: of the window, in positions; `origin` and `skip` say how the codes
            of positions become spots, `sides` for each side how far away what lies across it is,
            as spot and as position, `around` the same for the eight positions around; `beyond`:
            for each corner the three spots that also touch it, and which of their corners does.
        cells, signatures: the frontier, dense: position and signature of each cell; rows by cell
            are longer.
        classes: the class of each cell's signature, see `FaceTable`, for the interpreter, which
            looks up a whole row of bytes at once; `by_class` says whether signatures are larger
            numbers than bytes, else the two are one.
        tile_position, tile_face, tile_base: of each tile; base = number of its first segment.
        segments: how many there are; rows by segment are longer, and a segment to come is a
            feature of its own in them already.
        parent: union-find, the older of two roots stays one; without path compression, so that
            joins can be undone.
        following: the next segment of the same feature; each feature is one circle.
        aggregate: of the feature at its root: missing (`OPEN` bits) | pennants | figures.
        tile_of: of each segment.
        figures: the figures on each occupied segment, in the order in which they came.
        near: position -> segments that a tile there helps to surround.
        links: joins that are not printed, as (segment, segment, open ends closed).
        supply: for each figure how many of it are in the supply.
        available: a bit for each figure of which one is in the supply, the first one's lowest.
        stack: the types of the tiles that can still be drawn.
        log: how to undo what has changed since it was last replaced, see `rollback`; None if
            nobody will want to.
    """

    __slots__ = (
        "aggregate",
        "around",
        "available",
        "beyond",
        "bottom",
        "by_class",
        "cells",
        "classes",
        "figures",
        "following",
        "grid",
        "left",
        "links",
        "log",
        "near",
        "origin",
        "parent",
        "right",
        "segments",
        "sides",
        "signatures",
        "skip",
        "stack",
        "supply",
        "table",
        "tile_base",
        "tile_face",
        "tile_of",
        "tile_position",
        "top",
        "width",
    )  # fmt: skip

    def __init__(
        self, table: FaceTable, supply: list[int], stack: list[int], like: Kernel | None = None
    ) -> None:
        self.table = table
        self.supply = supply
        self.available = sum([1 << figure for figure, count in enumerate(supply) if count])
        self.stack = stack
        self.log: list[int] | None = []
        if like is not None:
            self._become(like)
            return
        self.left = self.right = self.top = self.bottom = 0
        self.width: i64 = 0
        self.origin: i64 = 0
        self.skip: i64 = 0
        self.grid: Packed = filled(0, EMPTY)
        self.sides: tuple[tuple[int, int, int], ...] = ()
        self.around: tuple[tuple[int, int], ...] = ()
        self.beyond: tuple[tuple[tuple[int, int], ...], ...] = ()
        self.cells: list[int] = []
        self.by_class = table.signatures > BYTES and not COMPILED
        self.classes: Bytes = packed_bytes([0] * _CELLS)
        self.signatures: Numbers = packed([0] * _CELLS) if self.by_class else self.classes
        self.tile_position: list[int] = []
        self.tile_face: list[int] = []
        self.tile_base: list[int] = []
        self.segments: i64 = 0
        room = 16 + sum([len(table.kinds[4 * tile]) for tile in stack])
        self.parent: Packed = counting(room)
        self.following: Packed = counting(room)
        self.aggregate: Packed = filled(room, 0)
        self.tile_of: Packed = filled(room, 0)
        self.figures: dict[int, tuple[int, ...]] = {}
        self.near: dict[int, tuple[int, ...]] = {}
        self.links: list[tuple[int, int, int]] = []

    def _become(self, like: Kernel) -> None:
        """Stands as another one does, and shares nothing with it that changes."""
        self.left, self.right, self.top, self.bottom = like.left, like.right, like.top, like.bottom
        self.width, self.origin, self.skip = like.width, like.origin, like.skip
        self.sides, self.around, self.beyond = like.sides, like.around, like.beyond
        self.grid = like.grid[:]
        self.cells = like.cells[:]
        self.by_class, self.classes = like.by_class, like.classes[:]
        self.signatures = like.signatures[:] if self.by_class else self.classes
        self.tile_position = like.tile_position[:]
        self.tile_face = like.tile_face[:]
        self.tile_base = like.tile_base[:]
        self.segments = like.segments
        self.parent = like.parent[:]
        self.following = like.following[:]
        self.aggregate = like.aggregate[:]
        self.tile_of = like.tile_of[:]
        self.figures = like.figures.copy()
        self.near = like.near.copy()
        self.links = like.links[:]

    def copy(self) -> Kernel:
        """A kernel that shares nothing that changes with this one; its log is empty."""
        return Kernel(self.table, self.supply[:], self.stack[:], like=self)

    # ------------------------------------------------------------------ questions
    def root(self, segment: int) -> int:
        """The segment that stands for the whole feature."""
        parent = self.parent
        here: i64 = segment
        above = parent[here]
        while above != here:
            here = above
            above = parent[here]
        return here

    def kind(self, segment: int) -> int:
        """The number of the kind of a segment."""
        tile = self.tile_of[segment]
        return self.table.kinds[self.tile_face[tile]][segment - self.tile_base[tile]]

    def end(self, tile: int) -> int:
        """The number after that of the last segment of a tile."""
        return self.tile_base[tile] + len(self.table.kinds[self.tile_face[tile]])

    def at(self, position: int) -> int:
        """What the grid shows at a position, wherever it is."""
        return self.at_xy(*position_xy(position))

    def at_xy(self, x: int, y: int) -> int:
        """What the grid shows in a column and a row, wherever they are."""
        if self.left <= x < self.right and self.top <= y < self.bottom:
            return self.grid[y * self.width + x + self.origin]
        return EMPTY

    def spot(self, position: int) -> int:
        """The spot of a position that lies in the window."""
        return position - (position + FAR >> ROW_BITS) * self.skip + self.origin

    def members(self, root: int) -> list[int]:
        """The segments of a feature."""
        following = self.following
        found = [root]
        segment = following[root]
        while segment != root:
            found.append(segment)
            segment = following[segment]
        return found

    def occupied(self) -> dict[int, list[int]]:
        """The roots of the features on which figures stand, lowest first, each with the segments on
        which they stand."""
        found: dict[int, list[int]] = {}
        for segment in self.figures:
            found.setdefault(self.root(segment), []).append(segment)
        return dict(sorted(found.items()))

    def occupied_in(self, root: int) -> list[int]:
        """The segments of a feature on which figures stand."""
        following, figures = self.following, self.figures
        found = [root] if root in figures else []
        segment: i64 = following[root]
        while segment != root:
            if segment in figures:
                found.append(segment)
            segment = following[segment]
        return found

    def tile_count(self, root: int) -> int:
        """How many tiles a feature covers."""
        following, tile_of = self.following, self.tile_of
        segment: i64 = following[root]
        if segment == root:
            return 1
        tiles = {tile_of[root]}
        while segment != root:
            tiles.add(tile_of[segment])
            segment = following[segment]
        return len(tiles)

    def survey(self, root: int) -> tuple[dict[int, None], list[int]]:
        """The tiles of a feature, each once, and its segments that carry figures."""
        following, tile_of, figures = self.following, self.tile_of, self.figures
        tiles: dict[int, None] = {}
        occupied: list[int] = []
        segment = root
        while True:
            tiles[tile_of[segment]] = None
            if segment in figures:
                occupied.append(segment)
            segment = following[segment]
            if segment == root:
                return tiles, occupied

    def fitting_ends(self, tile: int) -> Packed:
        """For each cell how many placements of a tile of this type there are up to it."""
        counts = self.table.counts[tile]
        if len(counts):
            return added_up(self.classes, len(self.cells), counts)
        return packed(accumulate(map(len, self.fitting(tile))))

    def placement(self, tile: int, ends: Packed, index: int) -> tuple[int, int]:
        """Position and face of a placement by its number, given `fitting_ends`."""
        cell = first_above(ends, index)
        faces = self.table.fits[tile][self.signatures[cell]]
        return self.cells[cell], faces[index - ends[cell]]  # from the end: it is negative

    def fitting(self, tile: int) -> list[tuple[int, ...]]:
        """For each cell the faces of a tile of this type that fit there."""
        fits = self.table.fits[tile]
        return [fits[signature] for signature in self.signatures[: len(self.cells)]]

    def is_placeable(self, tile: int) -> bool:
        """Whether a tile of this type fits anywhere."""
        counts = self.table.counts[tile]
        if len(counts):
            return has_any(self.classes, len(self.cells), counts, self.table.unfit[tile])
        return any(self.fitting(tile))

    def is_touched(self, tile: int, figure: int) -> bool:
        """Whether a figure stands on a feature to which a tile, by its number, belongs."""
        aggregate = self.aggregate
        own = map(self.root, range(self.tile_base[tile], self.end(tile)))
        roots = [root for root in own if aggregate[root] >> FIGURES]
        if roots:
            for segment, here in self.figures.items():
                if figure in here and self.root(segment) in roots:
                    return True
        return False

    def has_corner(self, tile: int, corners: tuple[int, ...]) -> bool:
        """Whether at one of these corners of a tile, each by its number in `FaceTable.corners`,
        three others lie and each shows one segment at it."""
        grid, tile_face, shown = self.grid, self.tile_face, self.table.corners
        spot = self.spot(self.tile_position[tile])
        for corner in corners:
            for delta, facing in self.beyond[corner]:
                other = grid[spot + delta]
                if other < 0 or shown[tile_face[other]][facing] < 0:
                    break
            else:
                return True
        return False

    def corners(self, tile: int) -> list[int]:
        """The corners of a tile, by their numbers in `FaceTable.corners`, at which four tiles lie
        and each shows one segment."""
        own = self.table.corners[self.tile_face[tile]]
        return [
            corner
            for corner, local in enumerate(own)
            if local >= 0 and self.has_corner(tile, (corner,))
        ]

    def completed(self) -> list[int]:
        """The roots of the features that are complete and contain, or are surrounded by, the last
        tile: exactly those which it has completed."""
        found: list[int] = []
        aggregate, parent = self.aggregate, self.parent
        base: i64 = self.tile_base[-1]
        face = self.tile_face[-1]
        for local in self.table.closable[face]:
            root: i64 = base + local
            above = parent[root]
            while above != root:
                root = above
                above = parent[root]
            if not aggregate[root] & OPEN and root not in found:
                found.append(root)
        if self.table.fits_any[face]:  # it closes its neighbours, though it is no part of them
            for beside in self._beside(self.tile_position[-1], face):
                if not aggregate[beside] & OPEN and beside not in found:
                    found.append(beside)
        for local in self.table.surrounded[face]:
            if not aggregate[base + local] & OPEN:
                found.append(base + local)
        for segment in self.near.get(self.tile_position[-1], ()):
            if not aggregate[segment] & OPEN:
                found.append(segment)
        return found

    def _beside(self, position: int, face: int) -> Iterator[int]:
        """The roots of the features that end at a tile which has no part of them (abbey)."""
        table, spot = self.table, self.spot(position)
        for side, delta, _ in self.sides:
            tile = self.grid[spot + delta]
            if tile >= 0:
                for _, theirs, closes in table.seam(face, side, self.tile_face[tile]):
                    if closes:
                        yield self.root(self.tile_base[tile] + theirs)

    def bordered(self, root: int) -> list[int]:
        """The roots of the cities that a field borders, in order of discovery, each once."""
        tile_of, tile_base, tile_face = self.tile_of, self.tile_base, self.tile_face
        borders = self.table.borders
        found: dict[int, None] = {}
        for segment in self.members(root):
            tile = tile_of[segment]
            base = tile_base[tile]
            for city in borders[tile_face[tile]][segment - base]:
                found[self.root(base + city)] = None
        return list(found)

    # ------------------------------------------------------------------ changes
    def open_cell(self, position: int) -> None:
        """Makes an empty position part of the frontier (start tiles).
        Not undone: it belongs to the set-up."""
        if self.at(position) > EMPTY:
            return
        signature = 0
        for side, delta in enumerate(BESIDE):
            tile = self.at(position + delta)
            if tile >= 0:
                signature |= self.table.demands[self.tile_face[tile]][side ^ 2]
        cell = len(self.cells)
        self._make_room(cell + 1)
        self.cells.append(position)
        self.signatures[cell] = signature
        if self.by_class:
            self.classes[cell] = self.table.classes[signature]
        self._lay_window()

    def _lay_window(self) -> None:
        """Lays the window anew, with room around everything that lies on the board."""
        places = [position_xy(position) for position in self.tile_position + self.cells]
        columns, rows = [x for x, _ in places], [y for _, y in places]
        wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        room, space = max(_MARGIN, wide // 4), max(_MARGIN, high // 4)
        self.left, self.top = min(columns) - room, min(rows) - space
        self.right, self.bottom = self.left + wide + 2 * room, self.top + high + 2 * space
        self.width = self.right - self.left
        self.origin, self.skip = -self.top * self.width - self.left, STRIDE - self.width
        self.sides = ((0, -self.width, -STRIDE), (1, 1, 1), (2, self.width, STRIDE), (3, -1, -1))
        self.around = tuple(
            (y * self.width + x, y * STRIDE + x) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y
        )
        self.beyond = tuple(
            ((y * self.width, 3 - corner), (x, corner ^ 1), (y * self.width + x, corner ^ 2))
            for corner, (x, y) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1)))
        )
        size = self.width * (self.bottom - self.top)
        self.grid = filled(size, EMPTY)
        for spot in range(self.width):
            self.grid[spot] = self.grid[size - 1 - spot] = _BRINK
        for spot in range(0, size, self.width):
            self.grid[spot] = self.grid[spot + self.width - 1] = _BRINK
        for tile, position in enumerate(self.tile_position):
            self.grid[self.spot(position)] = tile
        for cell, position in enumerate(self.cells):
            self.grid[self.spot(position)] = -1 - cell

    def _make_room(self, cells: int) -> None:
        """Makes the rows by cell longer, if they are too short for so many."""
        if cells > len(self.signatures):
            self.classes = packed_bytes([*self.classes, *[0] * cells])
            numbers = [*self.signatures, *[0] * cells] if self.by_class else []
            self.signatures = packed(numbers) if self.by_class else self.classes

    def _lengthen(self) -> None:
        """Makes the rows by segment longer."""
        length = len(self.parent)
        more = range(length, length + _MORE)
        self.parent = packed([*self.parent, *more])
        self.following = packed([*self.following, *more])
        self.aggregate = packed([*self.aggregate, *[0] * _MORE])
        self.tile_of = packed([*self.tile_of, *[0] * _MORE])

    def place(self, position: i64, face: i64) -> None:
        """Lays a tile on a frontier position, joins its segments to their neighbours'."""
        table, starts = self.table, self.table.starts[face]
        base = self.segments
        end: i64 = base + len(starts)
        if end > len(self.parent):
            self._lengthen()
        parent, following, aggregate = self.parent, self.following, self.aggregate
        tile_of, grid, log = self.tile_of, self.grid, self.log
        cells = self.cells
        if len(cells) + 3 > len(self.signatures):
            self._make_room(len(cells) + 3)
        signatures, classes, by_class = self.signatures, self.classes, self.by_class
        spot: i64 = position - (position + FAR >> ROW_BITS) * self.skip + self.origin
        cell: i64 = -1 - grid[spot]
        signature = signatures[cell]
        if log is not None:
            log += (cell, signature, _PLACE)
        tile: i64 = len(self.tile_face)
        last: i64 = cells.pop()
        end_cell: i64 = len(cells)
        if last != position:  # the last cell moves into the gap
            cells[cell] = last
            signatures[cell] = signatures[end_cell]
            grid[last - (last + FAR >> ROW_BITS) * self.skip + self.origin] = -1 - cell
            if by_class:
                classes[cell] = classes[end_cell]
        grid[spot] = tile
        self.tile_position.append(position)
        self.tile_face.append(face)
        self.tile_base.append(base)
        self.segments = end
        segment = base
        for start in starts:
            aggregate[segment] = start
            tile_of[segment] = tile
            segment += 1
        demands = table.demands[face]
        tile_face, tile_base = self.tile_face, self.tile_base
        seams, facing = table.seams, table.facing
        demand: i64
        joints = table.joints[face]
        is_at_edge = False
        for side, delta, step in self.sides:
            neighbour = grid[spot + delta]
            if neighbour < 0:
                demand = demands[side]
                if neighbour > EMPTY:
                    signatures[-1 - neighbour] |= demand
                    if by_class:
                        classes[-1 - neighbour] = table.classes[signatures[-1 - neighbour]]
                    continue
                if neighbour < EMPTY:
                    is_at_edge = True
                grid[spot + delta] = -1 - end_cell
                cells.append(position + step)
                signatures[end_cell] = demand
                if by_class:
                    classes[end_cell] = table.classes[demand]
                end_cell += 1
                continue
            other = tile_face[neighbour]
            seam = seams[joints[side]][facing[other][side]]
            if seam is None:
                seam = table.seam(face, side, other)
            other_base: i64 = tile_base[neighbour]
            for mine, theirs, closes in seam:
                if closes < 0:  # closed without a partner (abbey)
                    alone = self.root(base + mine if mine >= 0 else other_base + theirs)
                    aggregate[alone] += closes
                    if log is not None:
                        log += (alone, -closes, _CLOSE)
                    continue
                a: i64 = base + mine
                above = parent[a]
                while above != a:
                    a = above
                    above = parent[a]
                b: i64 = other_base + theirs
                above = parent[b]
                while above != b:
                    b = above
                    above = parent[b]
                if a == b:
                    if closes:
                        aggregate[a] -= closes
                        if log is not None:
                            log += (a, closes, _CLOSE)
                    continue
                if a > b:
                    a, b = b, a
                parent[b] = a
                aggregate[a] += aggregate[b] - closes
                following[a], following[b] = following[b], following[a]
                if log is not None:
                    log.append(b << _ENDS | closes)
        near = self.near
        if position in near:
            for helped in near[position]:
                aggregate[helped] -= 1
        if table.surrounded[face]:
            own = tuple([base + local for local in table.surrounded[face]])
            count = 1
            for delta, step in self.around:
                here = near.get(position + step)
                near[position + step] = own if here is None else here + own
                if grid[spot + delta] >= 0:
                    count += 1
            for helped in own:
                aggregate[helped] -= count
        if is_at_edge:
            self._lay_window()

    def join(self, a: int, b: int, closes: int) -> None:
        """Joins the features of two segments that do not meet across a side (tunnel, ferry), and
        closes so many open ends. `part` takes it back."""
        self.links.append((a, b, closes))
        if self.log is not None:
            self.log.append(_LINK)
        self._unite(a, b, closes, self.log)

    def part(self, a: int, b: int, closes: int) -> None:
        """Takes back a `join` of earlier, whatever has been joined since (a ferry moves on).

        The features of both segments are put together again from the tiles and the links left.
        """
        aggregate, table = self.aggregate, self.table
        index = self.links.index((a, b, closes))
        del self.links[index]
        members = self.members(self.root(a))
        if self.log is not None:
            for segment in members:
                self.log += (segment, self.parent[segment])
                self.log += (self.following[segment], aggregate[segment])
            self.log += (len(members), index, a, b, closes, _PART)
        inside = set(members)
        for segment in members:
            self.parent[segment] = self.following[segment] = segment
            tile = self.tile_of[segment]
            start = table.starts[self.tile_face[tile]][segment - self.tile_base[tile]]
            aggregate[segment] = start + FIGURE * len(self.figures.get(segment, ()))
        for tile in sorted({self.tile_of[segment] for segment in members}):
            for one, other, ends in self._met(tile):
                if one in inside:
                    self._unite(one, other, ends, None)
        for one, other, ends in self.links:
            if one in inside:
                self._unite(one, other, ends, None)

    def _met(self, tile: int) -> list[tuple[int, int, int]]:
        """What meets across the sides of a tile and an earlier one; a segment that is closed
        without a partner meets itself."""
        table, found = self.table, []
        face, base = self.tile_face[tile], self.tile_base[tile]
        spot = self.spot(self.tile_position[tile])
        for side, delta, _ in self.sides:
            beside = self.grid[spot + delta]
            if beside < 0:
                continue
            for mine, theirs, closes in table.seam(face, side, self.tile_face[beside]):
                if theirs < 0:
                    found.append((base + mine, base + mine, -closes))
                elif mine >= 0 and beside < tile:
                    found.append((base + mine, self.tile_base[beside] + theirs, closes))
        return found

    def _unite(self, a: int, b: int, closes: int, log: list[int] | None) -> None:
        a, b = self.root(a), self.root(b)
        if a == b:
            self.aggregate[a] -= closes
            if log is not None:
                log += (a, closes, _CLOSE)
            return
        if a > b:
            a, b = b, a
        following = self.following
        self.parent[b] = a
        self.aggregate[a] += self.aggregate[b] - closes
        following[a], following[b] = following[b], following[a]
        if log is not None:
            log.append(b << _ENDS | closes)

    def deploy(self, segment: int, figure: int) -> None:
        """Moves a figure from the supply to a segment."""
        here = self.figures.get(segment, ())
        self._stand(segment, (*here, figure), figure)
        if self.log is not None:
            self.log += (segment, _DEPLOY)

    def take_back(self, segment: int, figure: int) -> None:
        """Moves a figure from a segment to the supply."""
        index = self.figures[segment].index(figure)
        self._lift(segment, index)
        if self.log is not None:
            self.log += (segment, figure, index, _REMOVE)

    def _stand(self, segment: int, here: tuple[int, ...], figure: int) -> None:
        self.figures[segment] = here
        self.aggregate[self.root(segment)] += FIGURE
        self.supply[figure] -= 1
        if not self.supply[figure]:
            self.available &= ~(1 << figure)

    def _lift(self, segment: int, index: int) -> None:
        here = self.figures[segment]
        figure = here[index]
        self.supply[figure] += 1
        self.available |= 1 << figure
        if len(here) == 1:
            del self.figures[segment]
        else:
            self.figures[segment] = here[:index] + here[index + 1 :]
        self.aggregate[self.root(segment)] -= FIGURE

    def draw(self, index: int) -> int:
        """Takes a tile from the stack; its type."""
        tile = self.stack.pop(index)
        if self.log is not None:
            self.log += (index, tile, _DRAW)
        return tile

    # ------------------------------------------------------------------ undo and copy
    def rollback(self, log: list[int]) -> None:
        """Undoes every change that a log holds, the last one first; the log is left alone."""
        parent, following, aggregate = self.parent, self.following, self.aggregate
        end = len(log) - 1
        while end >= 0:
            opcode = log[end]
            if opcode >= 0:
                b: i64 = opcode >> _ENDS
                closes = opcode & _CLOSED
                a = parent[b]
                following[a], following[b] = following[b], following[a]
                aggregate[a] -= aggregate[b] - closes
                parent[b] = b
                end -= 1
            elif opcode == _CLOSE:
                aggregate[log[end - 2]] += log[end - 1]
                end -= 3
            elif opcode == _PLACE:
                self._unplace(log[end - 2], log[end - 1])
                end -= 3
            elif opcode == _DEPLOY:
                segment = log[end - 1]
                self._lift(segment, len(self.figures[segment]) - 1)
                end -= 2
            elif opcode == _REMOVE:
                segment, figure, index = log[end - 3 : end]
                here = self.figures.get(segment, ())
                self._stand(segment, (*here[:index], figure, *here[index:]), figure)
                end -= 4
            elif opcode == _LINK:
                self.links.pop()
                end -= 1
            elif opcode == _PART:
                end = self._unpart(log, end)
            else:
                index, tile = log[end - 2 : end]
                self.stack.insert(index, tile)
                end -= 3

    def _unplace(self, cell: int, signature: int) -> None:
        """Lifts the last tile, whose joins have been undone already."""
        grid, cells, signatures = self.grid, self.cells, self.signatures
        position = self.tile_position.pop()
        face = self.tile_face.pop()
        self.segments = self.tile_base.pop()
        spot: i64 = position - (position + FAR >> ROW_BITS) * self.skip + self.origin
        near, aggregate = self.near, self.aggregate
        own = len(self.table.surrounded[face])
        if own:
            for _, step in self.around:
                beside = position + step
                left = near[beside][:-own]
                if left:
                    near[beside] = left
                else:
                    del near[beside]
        if position in near:
            for segment in near[position]:
                aggregate[segment] += 1
        demanded_by_others = self.table.demanded_by_others
        for side, delta, _ in reversed(self.sides):
            neighbour = grid[spot + delta]
            if neighbour < 0:
                rest = signatures[-1 - neighbour] & demanded_by_others[side]
                signatures[-1 - neighbour] = rest
                if not rest:  # this tile had added it, as one of the last cells
                    grid[spot + delta] = EMPTY
                    cells.pop()
        end_cell = len(cells)
        if cell < end_cell:  # the cell that had moved into the gap moves back to the end
            last = cells[cell]
            grid[last - (last + FAR >> ROW_BITS) * self.skip + self.origin] = -1 - end_cell
            cells.append(last)
            signatures[end_cell] = signatures[cell]
            cells[cell] = position
        else:
            cells.append(position)
        signatures[cell] = signature
        grid[spot] = -1 - cell
        if self.by_class:
            classes, class_of = self.classes, self.table.classes
            classes[end_cell] = classes[cell]
            classes[cell] = class_of[signature]
            for _, delta, _ in self.sides:
                beside = -1 - grid[spot + delta]
                if 0 <= beside <= end_cell:
                    classes[beside] = class_of[signatures[beside]]

    def _unpart(self, log: list[int], end: int) -> int:
        """Restores the feature that was parted; where the entry begins."""
        count, index, a, b, closes = log[end - 5 : end]
        first = end - 5 - 4 * count
        for entry in range(first, end - 5, 4):
            segment, parent, following, aggregate = log[entry : entry + 4]
            self.parent[segment] = parent
            self.following[segment], self.aggregate[segment] = following, aggregate
        self.links.insert(index, (a, b, closes))
        return first - 1

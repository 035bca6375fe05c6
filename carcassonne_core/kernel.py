"""The board as integers and flat lists: the state that is written, fast to change and to undo.

Nothing here knows a rule beyond joining and counting, and no object is built per move. Everything
that changes is entered in the current log, so that `rollback` restores it exactly, order included.
`Board` is the face for people; `Board.graph` shows the same facts as a networkx graph, and the
tests hold the two against each other.

Words:
    position: `y * STRIDE + x`.
    face: a tile as it lies, see `FaceTable`.
    cell: number of a frontier position, i.e. an empty one beside a tile.
    signature: what the neighbours of a cell demand of its sides, see `FaceTable`.
    segment: number of a segment on the board; a tile's segments are consecutive.
    figure: `player * meeple kinds + meeple kind`.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from typing import Final, final

from carcassonne_core.face_table import BYTES, PENNANTS, FaceTable

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

STRIDE: Final = 1 << 15
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

_SIDES: Final[tuple[tuple[int, int], ...]] = ((0, -STRIDE), (1, 1), (2, STRIDE), (3, -1))
_BACKWARDS: Final = _SIDES[::-1]
_AROUND: Final[tuple[int, ...]] = (
    -STRIDE - 1, -STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE, STRIDE + 1,
)  # fmt: skip

_NUMBERS: Final = list(range(512))
"""The natural numbers, as far as any board has needed them: a part of a list is copied faster than
numbers are made."""

Corners = tuple[tuple[int, int], ...]
"""Corners of a tile, each as two distances from it: to the tile opposite, and to the corner, which
is named by the position of which it is the north-west one."""

CORNERS = (
    (0, -1 - STRIDE, 0),
    (1, 1 - STRIDE, 1),
    (3, STRIDE - 1, STRIDE),
    (2, STRIDE + 1, STRIDE + 1),
)
"""Every corner of a tile by its number in `FaceTable.corners`, and its two distances."""

_AT_CORNER = ((0, 0), (1, -1), (2, -1 - STRIDE), (3, -STRIDE))
"""Of the four tiles around a north-west corner: which of its own corners that is, and how far away
the tile lies."""

# Opcodes of the log; each ends the entry that tells how to undo one change.
_JOIN: Final = 0
_CLOSE: Final = 1
_PLACE: Final = 2
_DEPLOY: Final = 3
_REMOVE: Final = 4
_DRAW: Final = 5
_LINK: Final = 6
_PART: Final = 7


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
        grid: position -> number of the tile there (0 and up), or -1 - cell.
        cells, signatures: the frontier, dense: position and signature of each cell.
        classes: the class of each cell's signature, see `FaceTable`; the same object as
            `signatures` where these are small numbers themselves.
        tile_position, tile_face, tile_base: of each tile; base = number of its first segment.
        parent, size: union-find by size without path compression, so that joins can be undone.
        following: the next segment of the same feature; each feature is one circle.
        aggregate: of the feature at its root: missing (`OPEN` bits) | pennants | figures.
        kind, tile_of: of each segment.
        figures: the figures on each occupied segment, in the order in which they came.
        near: position -> segments that a tile there helps to surround.
        links: joins that are not printed, as (segment, segment, open ends closed).
        supply: for each figure how many of it are in the supply.
        stack: the types of the tiles that can still be drawn.
        log: how to undo what has changed since it was last replaced; see `rollback`.
    """

    def __init__(self, table: FaceTable, supply: list[int], stack: list[int]) -> None:
        self.table = table
        self.grid: dict[int, int] = {}
        self.cells: list[int] = []
        # As bytes, if they are small enough, the whole frontier is translated at once.
        small = table.signatures <= BYTES
        self.classes = bytearray()
        self.signatures: MutableSequence[int] = self.classes if small else []
        self.tile_position: list[int] = []
        self.tile_face: list[int] = []
        self.tile_base: list[int] = []
        self.parent: list[int] = []
        self.size: list[int] = []
        self.following: list[int] = []
        self.aggregate: list[int] = []
        self.kind: list[int] = []
        self.tile_of: list[int] = []
        self.figures: dict[int, tuple[int, ...]] = {}
        self.near: dict[int, tuple[int, ...]] = {}
        self.links: list[tuple[int, int, int]] = []
        self.supply = supply
        self.stack = stack
        self.log: list[int] = []

    # ------------------------------------------------------------------ questions
    def root(self, segment: int) -> int:
        """The segment that stands for the whole feature."""
        parent = self.parent
        above = parent[segment]
        while above != segment:
            segment = above
            above = parent[segment]
        return segment

    def members(self, root: int) -> list[int]:
        """The segments of a feature."""
        following = self.following
        found = [root]
        segment = following[root]
        while segment != root:
            found.append(segment)
            segment = following[segment]
        return found

    def occupied(self) -> list[int]:
        """The roots of the features on which figures stand, lowest first."""
        return sorted(set(map(self.root, self.figures)))

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

    def fitting_counts(self, tile: int) -> Sequence[int]:
        """For each cell in how many rotations a tile of this type fits there."""
        if counts := self.table.counts[tile]:
            return self.classes.translate(counts)
        return list(map(len, self.fitting(tile)))

    def fitting(self, tile: int) -> list[tuple[int, ...]]:
        """For each cell the faces of a tile of this type that fit there."""
        return list(map(self.table.fits[tile].__getitem__, self.signatures))

    def is_placeable(self, tile: int) -> bool:
        """Whether a tile of this type fits anywhere."""
        unfit = self.table.unfit[tile]
        if unfit is None:
            return any(self.fitting(tile))
        return bool(self.classes.translate(None, unfit))  # what is left without them

    def is_touched(self, tile: int, figure: int) -> bool:
        """Whether a figure stands on a feature to which a tile, by its number, belongs."""
        aggregate, base = self.aggregate, self.tile_base[tile]
        own = map(self.root, range(base, base + len(self.table.kinds[self.tile_face[tile]])))
        roots = [root for root in own if aggregate[root] >> FIGURES]
        if roots:
            for segment, here in self.figures.items():
                if figure in here and self.root(segment) in roots:
                    return True
        return False

    def has_corner(self, tile: int, corners: Corners) -> bool:
        """Whether at one of these corners of a tile, by its number, four tiles lie and each shows
        one segment at it."""
        grid, position = self.grid, self.tile_position[tile]
        for across, corner in corners:
            # Of the four tiles the one opposite is missing most often.
            if grid.get(position + across, -1) >= 0 and self.is_corner(position + corner):
                return True
        return False

    def is_corner(self, position: int) -> bool:
        """Whether four tiles lie at the north-west corner of a position, and each shows one segment
        at it."""
        for corner, delta in _AT_CORNER:
            tile = self.grid.get(position + delta, -1)
            if tile < 0 or self.table.corners[self.tile_face[tile]][corner] < 0:
                return False
        return True

    def completed(self) -> list[int]:
        """The roots of the features that are complete and contain, or are surrounded by, the last
        tile: exactly those which it has completed."""
        found: list[int] = []
        aggregate, parent = self.aggregate, self.parent
        base = self.tile_base[-1]
        face = self.tile_face[-1]
        for local in self.table.closable[face]:
            root = base + local
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
        table = self.table
        for side, delta in _SIDES:
            tile = self.grid.get(position + delta, -1)
            if tile >= 0:
                joint = table.joints[self.tile_face[tile]][side ^ 2]
                key = table.joints[face][side] * table.joint_count + joint
                for _, theirs, closes in table.seams[key] or table.seam(key):
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
        if self.grid.get(position) is None:
            signature = 0
            for side, delta in _SIDES:
                tile = self.grid.get(position + delta, -1)
                if tile >= 0:
                    signature |= self.table.demands[self.tile_face[tile]][side ^ 2]
            self.grid[position] = -1 - len(self.cells)
            self.cells.append(position)
            self.signatures.append(signature)
            if self.classes is not self.signatures:
                self.classes.append(self.table.classes[signature])

    def place(self, position: int, face: int) -> None:
        """Lays a tile on a frontier position, joins its segments to their neighbours'."""
        parent, size, following = self.parent, self.size, self.following
        aggregate, grid, log = self.aggregate, self.grid, self.log
        cells, signatures, table = self.cells, self.signatures, self.table
        cell = -1 - grid[position]
        signature = signatures[cell]
        log += (cell, signature, _PLACE)
        tile = len(self.tile_position)
        base = len(parent)
        classes, class_of = self.classes, table.classes
        by_class = classes is not signatures
        last, last_signature = cells.pop(), signatures.pop()
        if last != position:  # the last cell moves into the gap
            cells[cell] = last
            signatures[cell] = last_signature
            grid[last] = -1 - cell
        if by_class:
            last_class = classes.pop()
            if last != position:
                classes[cell] = last_class
        grid[position] = tile
        self.tile_position.append(position)
        self.tile_face.append(face)
        self.tile_base.append(base)
        starts = table.starts[face]
        count = len(starts)
        end = base + count
        if end > len(_NUMBERS):
            _NUMBERS.extend(range(len(_NUMBERS), 2 * end))
        numbers = _NUMBERS[base:end]
        parent += numbers
        following += numbers
        size += table.ones[face]
        aggregate += starts
        self.tile_of += _NUMBERS[tile : tile + 1] * count
        self.kind += table.kinds[face]
        demands = table.demands[face]
        tile_face, tile_base = self.tile_face, self.tile_base
        joints, seams, joint_count = table.joints, table.seams, table.joint_count
        own_joints = joints[face]
        for side, delta in _SIDES:
            beside = position + delta
            neighbour = grid.get(beside)
            if neighbour is None:
                grid[beside] = -1 - len(cells)
                cells.append(beside)
                signatures.append(demands[side])
                if by_class:
                    classes.append(class_of[demands[side]])
                continue
            if neighbour < 0:
                signatures[-1 - neighbour] |= demands[side]
                if by_class:
                    classes[-1 - neighbour] = class_of[signatures[-1 - neighbour]]
                continue
            key = own_joints[side] * joint_count + joints[tile_face[neighbour]][side ^ 2]
            other_base = tile_base[neighbour]
            for mine, theirs, closes in seams[key] or table.seam(key):
                if mine < 0 or theirs < 0:  # closed without a partner (abbey)
                    a = self.root(base + mine if mine >= 0 else other_base + theirs)
                    aggregate[a] -= closes
                    log += (a, closes, _CLOSE)
                    continue
                a = base + mine
                b = other_base + theirs
                above = parent[a]
                while above != a:
                    a = above
                    above = parent[a]
                above = parent[b]
                while above != b:
                    b = above
                    above = parent[b]
                if a == b:
                    if closes:
                        aggregate[a] -= closes
                        log += (a, closes, _CLOSE)
                    continue
                if size[a] < size[b]:
                    a, b = b, a
                parent[b] = a
                size[a] += size[b]
                aggregate[a] += aggregate[b] - closes
                following[a], following[b] = following[b], following[a]
                log += (b, closes, _JOIN)
        near = self.near
        if position in near:
            for segment in near[position]:
                aggregate[segment] -= 1
        if table.surrounded[face]:
            own = tuple(base + local for local in table.surrounded[face])
            count = 1
            for delta in _AROUND:
                beside = position + delta
                near[beside] = near.get(beside, ()) + own
                if grid.get(beside, -1) >= 0:
                    count += 1
            for segment in own:
                aggregate[segment] -= count

    def join(self, a: int, b: int, closes: int) -> None:
        """Joins the features of two segments that do not meet across a side (tunnel, ferry), and
        closes so many open ends. `part` takes it back."""
        self.links.append((a, b, closes))
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
        for segment in members:
            self.log += (segment, self.parent[segment], self.size[segment])
            self.log += (self.following[segment], aggregate[segment])
        self.log += (len(members), index, a, b, closes, _PART)
        unlogged: list[int] = []
        inside = set(members)
        for segment in members:
            self.parent[segment] = self.following[segment] = segment
            self.size[segment] = 1
            tile = self.tile_of[segment]
            start = table.starts[self.tile_face[tile]][segment - self.tile_base[tile]]
            aggregate[segment] = start + FIGURE * len(self.figures.get(segment, ()))
        for tile in sorted({self.tile_of[segment] for segment in members}):
            for one, other, ends in self._met(tile):
                if one in inside:
                    self._unite(one, other, ends, unlogged)
        for one, other, ends in self.links:
            if one in inside:
                self._unite(one, other, ends, unlogged)

    def _met(self, tile: int) -> list[tuple[int, int, int]]:
        """What meets across the sides of a tile and an earlier one; a segment that is closed
        without a partner meets itself."""
        table, found = self.table, []
        face, base = self.tile_face[tile], self.tile_base[tile]
        for side, delta in _SIDES:
            beside = self.grid.get(self.tile_position[tile] + delta, -1)
            if beside < 0:
                continue
            joints = table.joints[self.tile_face[beside]]
            key = table.joints[face][side] * table.joint_count + joints[side ^ 2]
            for mine, theirs, closes in table.seams[key] or table.seam(key):
                if theirs < 0:
                    found.append((base + mine, base + mine, closes))
                elif mine >= 0 and beside < tile:
                    found.append((base + mine, self.tile_base[beside] + theirs, closes))
        return found

    def _unite(self, a: int, b: int, closes: int, log: list[int]) -> None:
        a, b = self.root(a), self.root(b)
        if a == b:
            self.aggregate[a] -= closes
            log += (a, closes, _CLOSE)
            return
        if self.size[a] < self.size[b]:
            a, b = b, a
        following = self.following
        self.parent[b] = a
        self.size[a] += self.size[b]
        self.aggregate[a] += self.aggregate[b] - closes
        following[a], following[b] = following[b], following[a]
        log += (b, closes, _JOIN)

    def deploy(self, segment: int, figure: int) -> None:
        """Moves a figure from the supply to a segment."""
        self.figures[segment] = (*self.figures.get(segment, ()), figure)
        self.aggregate[self.root(segment)] += FIGURE
        self.supply[figure] -= 1
        self.log += (segment, figure, _DEPLOY)

    def take_back(self, segment: int, figure: int) -> None:
        """Moves a figure from a segment to the supply."""
        index = self.figures[segment].index(figure)
        self._lift(segment, index)
        self.supply[figure] += 1
        self.log += (segment, figure, index, _REMOVE)

    def _lift(self, segment: int, index: int) -> None:
        here = list(self.figures[segment])
        del here[index]
        if here:
            self.figures[segment] = tuple(here)
        else:
            del self.figures[segment]
        self.aggregate[self.root(segment)] -= FIGURE

    def draw(self, tile: int) -> None:
        """Takes a tile of this type from the stack."""
        index = self.stack.index(tile)
        del self.stack[index]
        self.log += (index, tile, _DRAW)

    # ------------------------------------------------------------------ undo and copy
    def rollback(self, log: list[int]) -> None:
        """Undoes every change that a log holds, the last one first; the log is left alone."""
        parent, size, following, aggregate = self.parent, self.size, self.following, self.aggregate
        end = len(log) - 1
        while end >= 0:
            opcode = log[end]
            if opcode == _JOIN:
                b, closes = log[end - 2 : end]
                a = parent[b]
                following[a], following[b] = following[b], following[a]
                aggregate[a] -= aggregate[b] - closes
                size[a] -= size[b]
                parent[b] = b
                end -= 3
            elif opcode == _CLOSE:
                aggregate[log[end - 2]] += log[end - 1]
                end -= 3
            elif opcode == _PLACE:
                self._unplace(log[end - 2], log[end - 1])
                end -= 3
            elif opcode == _DEPLOY:
                segment, figure = log[end - 2 : end]
                self._lift(segment, -1)
                self.supply[figure] += 1
                end -= 3
            elif opcode == _REMOVE:
                segment, figure, index = log[end - 3 : end]
                here = self.figures.get(segment, ())
                self.figures[segment] = (*here[:index], figure, *here[index:])
                aggregate[self.root(segment)] += FIGURE
                self.supply[figure] -= 1
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
        base = self.tile_base.pop()
        near, aggregate = self.near, self.aggregate
        own = len(self.table.surrounded[face])
        if own:
            for delta in _AROUND:
                beside = position + delta
                left = near[beside][:-own]
                if left:
                    near[beside] = left
                else:
                    del near[beside]
        if position in near:
            for segment in near[position]:
                aggregate[segment] += 1
        del self.parent[base:], self.size[base:], self.following[base:]
        del aggregate[base:], self.kind[base:], self.tile_of[base:]
        masks = self.table.masks
        for side, delta in _BACKWARDS:
            beside = position + delta
            neighbour = grid[beside]
            if neighbour < 0:
                other = -1 - neighbour
                signatures[other] &= ~masks[side ^ 2]
                if not signatures[other]:  # this tile had added it, as one of the last cells
                    del grid[beside]
                    cells.pop()
                    signatures.pop()
        classes = self.classes
        by_class = classes is not signatures
        if by_class:
            del classes[len(cells) :]
        if cell < len(cells):  # the cell that had moved into the gap moves back to the end
            last = cells[cell]
            grid[last] = -1 - len(cells)
            cells.append(last)
            signatures.append(signatures[cell])
            cells[cell] = position
            signatures[cell] = signature
        else:
            cells.append(position)
            signatures.append(signature)
        grid[position] = -1 - cell
        if by_class:
            class_of = self.table.classes
            classes += classes[cell : cell + 1] or b"\0"
            classes[cell] = class_of[signature]
            for _, delta in _SIDES:
                beside = -1 - grid.get(position + delta, 0)
                if beside >= 0:
                    classes[beside] = class_of[signatures[beside]]

    def _unpart(self, log: list[int], end: int) -> int:
        """Restores the feature that was parted; where the entry begins."""
        count, index, a, b, closes = log[end - 5 : end]
        first = end - 5 - 5 * count
        for entry in range(first, end - 5, 5):
            segment, parent, size, following, aggregate = log[entry : entry + 5]
            self.parent[segment], self.size[segment] = parent, size
            self.following[segment], self.aggregate[segment] = following, aggregate
        self.links.insert(index, (a, b, closes))
        return first - 1

    def copy(self) -> Kernel:
        """A kernel that shares nothing that changes with this one; its log is empty."""
        other = Kernel(self.table, self.supply[:], self.stack[:])
        other.grid = self.grid.copy()
        other.cells = self.cells[:]
        other.classes = self.classes[:]
        small = self.classes is self.signatures
        other.signatures = other.classes if small else self.signatures[:]
        other.tile_position = self.tile_position[:]
        other.tile_face = self.tile_face[:]
        other.tile_base = self.tile_base[:]
        other.parent = self.parent[:]
        other.size = self.size[:]
        other.following = self.following[:]
        other.aggregate = self.aggregate[:]
        other.kind = self.kind[:]
        other.tile_of = self.tile_of[:]
        other.figures = self.figures.copy()
        other.near = self.near.copy()
        other.links = self.links[:]
        return other

"""The tiles of a rule set as flat integers, for the kernel.

A **type** is the number of a printed tile, a **face** is `4 * type + rotation`: that tile as it
lies. All four rotations are kept apart, also where edges look alike, because an arrow may differ
(R2 of flying machines; B7 of the public cases).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final, final

from carcassonne_core.compass import HalfEdge, Rotation, Side
from carcassonne_core.feature_kind import Completion, FeatureKind
from carcassonne_core.packed import COMPILED, Table, table_of
from carcassonne_core.tile import Mark, OrientedTile, Tile

__all__ = ["PENNANTS", "FaceTable"]

Seam = tuple[tuple[int, int, int], ...]
"""What `FaceTable.seam` says."""

ANY: Final = "*"
"""The letter of a side that fits every other (abbeys)."""

PENNANTS: Final = 16
"""First bit of the pennants in a segment's aggregate; see `Kernel.aggregate`."""


BYTES: Final = 256
"""How many numbers a byte tells apart."""


@final
class FaceTable:
    """Tiles compiled for the kernel.

    Attributes, each indexed by face:
        demands: for each side what the tile demands of a neighbour there, as a part of the
            neighbour's signature.
        kinds: the kind numbers of the segments.
        starts: the aggregates of the segments before anything is joined.
        surrounded: local numbers of the segments that the eight positions around complete.
        fits_any: whether the tile fits every neighbour and closes it.
        closable: local numbers of the segments that closing their ends completes.
        marks: for each segment the symbols on it, as `type` or `type:value`; nothing at all for a
            tile without any.
        corners: for the corners NW, NE, SE, SW the local segment that lies there, -1 if two do.
        borders: for each segment the local numbers of the cities it borders.
        joints: for each side the number of what it offers to a neighbour.
        facing: for each side the joint of a neighbour that lies there as this face does.
        edges: for each side the local segments there, and where they lie, see `_edge`.
        across: for each side of a tile beside which the face lies there, what it shows to it: local
            segments, each with bits as of `met_by`.

    By a joint and the one that faces it: `seams`, see `seam`; None until that was asked.

    By signature: `met`, the sides on which something is demanded, i.e. on which a neighbour lies.
    By side: `demanded_by_others`, the bits in the signature of the cell across it that do not come
    from this tile.

    And by type: `fits`, for each edge signature the faces that fit it; `counts`, how many for each
    class of signatures, empty for a type whose numbers the classes do not tell; and `unfit`, the
    classes that none fits. A signature holds the demands on the four sides, N lowest, with as many
    bits a side as the letters need: small numbers are found fastest. The class of each is in
    `classes`; while there are no more signatures than bytes can tell apart, it is the signature.

    And by kind number: `completions`, what completes it, and `rates`, the points per tile of an
    incomplete and of a complete feature.

    Args:
        tiles: every printed tile that can occur, each once.
        kinds: every feature kind that can occur; a kind's number is its place here.
    """

    def __init__(self, tiles: Iterable[Tile], kinds: Iterable[FeatureKind]) -> None:
        self.tiles: tuple[Tile, ...] = tuple(tiles)
        self.feature_kinds: tuple[FeatureKind, ...] = tuple(kinds)
        self.type_of: dict[str, int] = {tile.id: i for i, tile in enumerate(self.tiles)}
        self.oriented: list[OrientedTile] = [
            tile.turned(rotation) for tile in self.tiles for rotation in Rotation
        ]
        self.completions: list[Completion] = [kind.completion for kind in self.feature_kinds]
        self.rates: list[tuple[int, int]] = [
            (kind.incomplete_points, kind.complete_points) for kind in self.feature_kinds
        ]
        number = {kind.name: i for i, kind in enumerate(self.feature_kinds)}
        letters = {tile.edge(side) for tile in self.tiles for side in Side} - {ANY}
        codes = {letter: code for code, letter in enumerate(sorted(letters), start=1)}
        bits = len(codes).bit_length()
        # What fits everything lies between four neighbours, so it never demands anything.
        codes[ANY] = 0
        self.shifts: tuple[int, ...] = (0, bits, 2 * bits, 3 * bits)
        self.masks: tuple[int, ...] = tuple((1 << bits) - 1 << shift for shift in self.shifts)
        self.signatures: int = 1 << 4 * bits
        self.demanded_by_others: tuple[int, ...] = tuple(
            self.signatures - 1 & ~self.masks[side ^ 2] for side in range(4)
        )
        sides = [tuple(side for side in range(4) if met >> side & 1) for met in range(16)]
        self.met: list[tuple[int, ...]] = [
            sides[sum(1 << side for side, mask in enumerate(self.masks) if signature & mask)]
            for signature in range(self.signatures)
        ]
        self._edges: list[tuple[int, ...]] = []
        self.demands: list[tuple[int, ...]] = []
        self.kinds: list[tuple[int, ...]] = []
        self.starts: list[tuple[int, ...]] = []
        self.surrounded: list[tuple[int, ...]] = []
        self.fits_any: list[bool] = []
        self.closable: list[tuple[int, ...]] = []
        self.marks: list[tuple[tuple[str, ...], ...]] = []
        self.corners: list[tuple[int, int, int, int]] = []
        self.borders: list[tuple[tuple[int, ...], ...]] = []
        for face in self.oriented:
            edges = tuple(codes[letter] for letter in face.edges)
            self._edges.append(edges)
            self.demands.append(tuple(edges[side] << self.shifts[side ^ 2] for side in range(4)))
            self.kinds.append(tuple(number[segment.kind.name] for segment in face.segments))
            marks = tuple(tuple(map(_mark_name, s.marks)) for s in face.segments)
            self.marks.append(marks if any(marks) else ())
            nw, ne, se, sw = (_at_corner(face, *halves) for halves in _CORNERS)
            self.corners.append((nw, ne, se, sw))
            self.borders.append(tuple(segment.borders for segment in face.segments))
            self.fits_any.append(face.tile.any_edge)
            completions = [segment.kind.completion for segment in face.segments]
            self.surrounded.append(_where(completions, Completion.SURROUNDED))
            self.closable.append(_where(completions, Completion.CLOSED))
            self.starts.append(
                tuple(
                    _open_ends(completion, len(segment.ports)) | segment.pennants << PENNANTS
                    for segment, completion in zip(face.segments, completions, strict=True)
                )
            )
        self.fits: list[list[tuple[int, ...]]] = [
            self._fits(4 * number) for number in range(len(self.tiles))
        ]
        self.classes, counts = self._classes()
        self.counts: list[Table] = list(map(table_of, counts))
        self.unfit: list[bytes] = [
            bytes([number for number, count in enumerate(fitting[:BYTES]) if not count])
            for fitting in counts
        ]
        joints: dict[_Joint, int] = {}
        self.joints: list[tuple[int, int, int, int]] = []
        for face in self.oriented:
            n, e, s, w = (joints.setdefault(_joint(face, side), len(joints)) for side in Side)
            self.joints.append((n, e, s, w))
        self.facing: list[tuple[int, int, int, int]] = [
            (south, west, north, east) for north, east, south, west in self.joints
        ]
        self._joints = tuple(joints)
        self.edges: list[tuple[_Edge, ...]] = [
            tuple([_edge(face, side) for side in Side]) for face in self.oriented
        ]
        self.across: list[tuple[_Edge, ...]] = [
            tuple(
                tuple((local, parts << 3 * side) for local, parts in edges[side ^ 2])
                for side in Side
            )
            for edges in self.edges
        ]
        self.seams: list[list[Seam | None]] = [[None] * len(joints) for _ in joints]

    def _fits(self, first: int) -> list[tuple[int, ...]]:
        """For each signature the faces of the tile, whose first face this is, that fit it."""
        found: list[tuple[int, ...]] = [()] * self.signatures
        shared: dict[tuple[int, ...], tuple[int, ...]] = {}
        every = range(1, 1 << self.shifts[1])
        continuing = {k.edge_code for k in self.feature_kinds if k.continues and k.edge_code}
        for face in range(first, first + 4):
            bound = [
                self.masks[side]
                for side, letter in enumerate(self.oriented[face].edges)
                if letter in continuing
            ]
            options = (
                {code << shift for code in ((0, edge) if edge else every)}
                for edge, shift in zip(self._edges[face], self.shifts, strict=True)
            )
            for parts in product(*options):
                signature = sum(parts)
                # An edge that fits and is not empty continues what lies beside it.
                if bound and not any(signature & mask for mask in bound):
                    continue
                faces = (*found[signature], face)
                found[signature] = shared.setdefault(faces, faces)
        return found

    def _classes(self) -> tuple[Sequence[int], list[bytes]]:
        """The class of each signature, and by type how many faces fit those of each class.

        Signatures are of one class if as many faces of each type fit. Where continuing kinds
        (rivers) make too many of them, their own few tiles are left out, and with them the
        difference between all the signatures that nothing else fits.
        """
        counts = [bytes(map(len, fits)) for fits in self.fits]
        classes: Sequence[int] = range(self.signatures)
        told = [True] * len(counts)
        if COMPILED:  # machine code looks up signatures themselves
            return classes, counts
        if self.signatures > BYTES:
            told = [not any(s.kind.continues for s in tile.segments) for tile in self.tiles]
            numbers: dict[tuple[int, ...], int] = {}
            judged = (row for row, is_told in zip(counts, told, strict=True) if is_told)
            rows = zip(*judged, strict=True)
            classes = [numbers.setdefault(row, len(numbers)) for row in rows]
            if not 0 < len(numbers) <= BYTES:
                return classes, [b""] * len(counts)
            firsts = [classes.index(number) for number in range(len(numbers))]
            counts = [bytes(row[first] for first in firsts) for row in counts]
        # A table of translation has 256 entries, however few kinds of edges there are.
        padded = (row.ljust(BYTES, b"\0") for row in counts)
        return classes, [row if is_told else b"" for row, is_told in zip(padded, told, strict=True)]

    def met_by(self, face: int, bits: int) -> int:
        """A bit for each segment of a face that lies where one of these bits stands: three a side,
        N first, for the left half, the middle and the right half, from the lowest."""
        found = 0
        for side, edge in enumerate(self.edges[face]):
            for local, parts in edge:
                # From inside the tile left and right are exchanged.
                turned = parts & 2 | parts >> 2 | (parts & 1) << 2
                if bits >> 3 * side & turned:
                    found |= 1 << local
        return found

    def seam(self, face: int, side: int, other: int) -> Seam:
        """What meets where a face touches another one, which lies beyond one of its sides.

        Returns:
            Triples of a local segment of the first tile, a local segment of the other and the
            number of open ends which their meeting closes. Where there is no partner (abbey) that
            is -1 and the number negative; a field that ends there is left out.
        """
        joint, facing = self.joints[face][side], self.facing[other][side]
        known = self.seams[joint][facing]
        if known is not None:
            return known
        found: dict[tuple[int, int, int], None] = {}
        # Seen from the middle of the other tile, left and right are exchanged.
        ends = zip(self._joints[joint], reversed(self._joints[facing]), strict=True)
        for (mine, closes), (theirs, closes_too) in ends:
            if mine >= 0 and theirs >= 0:
                found[mine, theirs, closes + closes_too] = None
            elif closes + closes_too:
                found[mine, theirs, -closes - closes_too] = None
        seam = self.seams[joint][facing] = tuple(found)
        return seam


_CORNERS = (
    (HalfEdge.WR, HalfEdge.NL),
    (HalfEdge.NR, HalfEdge.EL),
    (HalfEdge.ER, HalfEdge.SL),
    (HalfEdge.SR, HalfEdge.WL),
)
"""The halves of sides that end at each corner."""


def _at_corner(face: OrientedTile, *halves: HalfEdge) -> int:
    found = {_at(face, half) for half in halves}
    return found.pop() if len(found) == 1 else -1


def _at(face: OrientedTile, half: HalfEdge) -> int:
    """The segment at a half-edge: a field's own, or the one that fills the whole side."""
    index = face.segment_at(half)
    index = face.segment_at(half.side) if index is None else index
    return -1 if index is None else index


def _mark_name(mark: Mark) -> str:
    return f"{mark.type}:{mark.value}" if mark.value else mark.type


_Joint = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""What a side offers to its neighbour: at its left half, in the middle and at its right half the
local segment (-1: none) and the open ends (0 or 1) that closes when it is met."""


def _joint(face: OrientedTile, side: Side) -> _Joint:
    left, right = side.half_edges
    a, b, c = (face.segment_at(port) for port in (left, side, right))
    return _end(face, a), _end(face, b), _end(face, c)


_Edge = tuple[tuple[int, int], ...]
"""The segments at a side of a tile, each with bits for where it lies there: 1 at the right half of
the side, 2 in its middle, 4 at its left half; as somebody sees them across the side, left first."""


def _edge(face: OrientedTile, side: Side) -> _Edge:
    found: dict[int, int] = {}
    for part, (index, _) in enumerate(reversed(_joint(face, side))):
        if index >= 0:
            found[index] = found.get(index, 0) | 1 << part
    return tuple(found.items())


def _end(face: OrientedTile, index: int | None) -> tuple[int, int]:
    if index is None:
        return -1, 0
    return index, int(face.segments[index].kind.completion is Completion.CLOSED)


def _where(completions: list[Completion], wanted: Completion) -> tuple[int, ...]:
    return tuple(i for i, completion in enumerate(completions) if completion is wanted)


def _open_ends(completion: Completion, ports: int) -> int:
    """What is missing: open ends, or the tiles of the 3x3 block, the tile itself included."""
    return {Completion.CLOSED: ports, Completion.SURROUNDED: 9, Completion.NEVER: 0}[completion]

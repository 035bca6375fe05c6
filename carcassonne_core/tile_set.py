"""Tile sets: read from TOML files, checked, and linted.

One file is one set. Every face says what is printed on it, and how many copies the set holds:

```toml
name = "base_first_edition"
title = { en = "Base game, first edition", es = "Juego básico, primera edición" }
total = 72                      # must equal the sum of the counts
start = "BA/RCr"                # optional: the tile that lies on the table first

[[tile]]
id = "BA/RCr"
count = 4
segments = [
  { kind = "city", ports = "N" },
  { kind = "road", ports = "W E" },
  { kind = "field", ports = "EL WR", borders = [0] },
  { kind = "field", ports = "ER SL SR WL" },
]
```

* `ports` are sides for kinds that join by sides, half-edges for fields, absent for the rest.
* `borders` lists, for a field, the indexes of the cities whose wall it touches.
* A segment may carry `pennants = 1`, `marks = [{ type = "inn" }]`, `meets = "a"` (letters, each
  shared by segments that meet at one place: the roads of a crossing, a road and the cloister or
  city where it ends) and `shape = "POLYGON (...)"` (WKT in the unit square).
* A tile may carry `any_edge = true` and
  `marks = [{ type = "flying_machine", direction = "W" }]`; a mark may have a `value`.
* `drawn = false` keeps a tile out of the stack: players have it in the hand from the start.
* `pile = -2` puts a tile into a pile of its own; the tiles of a lower pile are drawn before those
  of a higher one. The default is 0, or the pile of the tile that it is `like`.

A fact is written once. A set may begin with another, in a file beside it, change its counts (0
takes a face out), and make a face of another one by adding segments; marks are inherited. It may
also unite several, `extends = ["one.toml", "two.toml"]`; of a face that stands in two of them,
`counts` must say how many copies there are:

```toml
extends = "base_first_edition.toml"

[counts]
"BA/C" = 4

[[tile]]
id = "BA/CG"
like = "BA/C"
count = 1
add = [{ kind = "garden" }]
```

Reading needs neither shapely nor networkx; only `check_tile_set` and `lint_tile_set` look at
shapes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path

from attrs import evolve, field, frozen

from carcassonne_core.compass import Direction, HalfEdge, Side
from carcassonne_core.errors import TileSetError
from carcassonne_core.feature_kind import CITY, FeatureKind, Joins
from carcassonne_core.tile import Mark, MarkType, Port, Segment, Tile
from carcassonne_core.toml_table import Table

__all__ = ["TileSet", "check_tile_set", "lint_tile_set", "load_tile_set"]

Source = Traversable | Path | str


@frozen
class TileSet:
    """The tiles of one box.

    Attributes:
        name: word by which rule sets name it.
        title: name for people, by language (`en`, `es`).
        tiles: each face with the number of its copies, in the order of the file.
        start: id of the tile that lies on the table first, `""` when the set has none.

    Example:
        >>> pair = TileSet("pair", {"en": "A pair", "es": "Un par"}, ((Tile("X/1", ()), 2),))
        >>> pair.total, pair.tile("X/1")
        (2, <Tile X/1 >)
    """

    name: str
    title: Mapping[str, str] = field(hash=False)
    tiles: tuple[tuple[Tile, int], ...]
    start: str = ""

    @property
    def total(self) -> int:
        """The number of tiles, copies counted."""
        return sum(count for _, count in self.tiles)

    def tile(self, id: str) -> Tile:
        """The face with this id.

        Raises:
            TileSetError: if the set has no such face.
        """
        for tile, _ in self.tiles:
            if tile.id == id:
                return tile
        raise TileSetError(self.name, id, "id", "no such tile in the set")


def load_tile_set(
    source: Source, kinds: Mapping[str, FeatureKind], mark_types: Mapping[str, MarkType]
) -> TileSet:
    """Read a tile set from a TOML file.

    Args:
        source: the file.
        kinds: the kinds that segments may name, by name.
        mark_types: the symbols that tiles and segments may carry, by name.

    Raises:
        TileSetError: the first structural fault of the file, naming file, tile and field.
    """
    faults: list[TileSetError] = []
    tile_set = _read(source, kinds, mark_types, faults)
    if faults:
        raise faults[0]
    return tile_set


def check_tile_set(tile_set: TileSet, source: str) -> list[TileSetError]:
    """Every tile whose printed shapes contradict what its segments declare.

    The shapes of a tile must partition the unit square, fields must be the regions between the
    other shapes, and each field must border the very cities that it declares.

    Args:
        tile_set: a set without structural faults.
        source: what the faults name as their file.
    """
    from carcassonne_core import tile_shape  # shapely costs 0.1 s: not for those who only play

    faults: list[TileSetError] = []
    for tile, _ in tile_set.tiles:
        try:
            tile_shape.check_shapes(tile)
        except TileSetError as fault:
            faults.append(TileSetError(source, tile.id, fault.where, fault.reason))
            continue
        for index, cities in enumerate(tile_shape.derived_borders(tile)):
            declared = tile.segments[index].borders
            if cities != set(declared):
                reason = f"declares {list(declared)}, but the shapes say {sorted(cities)}"
                faults.append(TileSetError(source, tile.id, f"segments[{index}].borders", reason))
    return faults


def lint_tile_set(
    source: Source, kinds: Mapping[str, FeatureKind], mark_types: Mapping[str, MarkType]
) -> list[TileSetError]:
    """All faults of a file; those of shape only once its structure is sound."""
    faults: list[TileSetError] = []
    tile_set = _read(source, kinds, mark_types, faults)
    return faults or check_tile_set(tile_set, str(source))


# ------------------------------------------------------------------------------------ whole files


def _read(
    source: Source,
    kinds: Mapping[str, FeatureKind],
    mark_types: Mapping[str, MarkType],
    faults: list[TileSetError],
    above: tuple[str, ...] = (),
) -> TileSet:
    place = Path(source) if isinstance(source, str) else source
    try:
        data = tomllib.loads(place.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        faults.append(TileSetError(str(place), "", "", f"cannot be read as TOML: {error}"))
        return TileSet("", {}, ())
    table = Table(data, str(place), faults)
    name = table.text("name", required=True)
    title = table.table("title", required=True)
    titles = {
        language: title.text(language, required=True)
        for language in ("en", "es", *title.data)
        if title.data
    }

    ancestors, entries, twice, first = _united(table, place, kinds, mark_types, above)
    counts = table.table("counts")
    for face_id in counts.data:
        count = counts.number(face_id, least=0)
        if face_id not in ancestors:
            counts.fault(face_id, "is not an inherited tile")
        elif count is not None:
            entries[face_id] = count
    for face_id in twice:
        if face_id not in counts.data:
            table.fault("extends", f"{face_id!r} is in two of these files: counts must decide")
    faces = dict(ancestors)
    for row in table.tables("tile", required="extends" not in data):
        face_id, count, face = _read_tile(row, kinds, mark_types, faces)
        if face_id in faces:
            row.fault("id", "names another tile too")
        elif face_id:
            faces[face_id] = face
            entries[face_id] = count
    tiles = tuple((faces[face_id], count) for face_id, count in entries.items() if count)
    start = table.text("start") or first
    if start and not entries.get(start):
        table.fault("start", f"{start!r} is not a tile of the set")
    total = table.number("total", least=1, required=True)
    tile_set = TileSet(name, titles, tiles, start)
    if total is not None and total != tile_set.total:
        table.fault("total", f"declares {total} tiles, but the counts add up to {tile_set.total}")
    table.finish()
    return tile_set


def _united(
    table: Table,
    place: Traversable | Path,
    kinds: Mapping[str, FeatureKind],
    mark_types: Mapping[str, MarkType],
    above: tuple[str, ...],
) -> tuple[dict[str, Tile], dict[str, int], list[str], str]:
    """What a set inherits: the faces and their counts, the ids that two files have, the start."""
    faces: dict[str, Tile] = {}
    counts: dict[str, int] = {}
    twice: list[str] = []
    start = ""
    above = (*above, place.name)
    parent = getattr(place, "parent", None)
    for name in table.texts("extends"):
        if name in above or parent is None:
            table.fault("extends", f"cannot begin with {name!r}: it leads back or nowhere")
            continue
        part = _read(parent / name, kinds, mark_types, table.faults, above)
        start = start or part.start
        for tile, count in part.tiles:
            if tile.id not in faces:
                faces[tile.id], counts[tile.id] = tile, count
            elif faces[tile.id] != tile:
                table.fault("extends", f"{tile.id!r} has different faces in two of these files")
            elif tile.id not in twice:
                twice.append(tile.id)
    return faces, counts, twice, start


# ------------------------------------------------------------------------- tiles, segments, marks


def _read_tile(
    row: Table,
    kinds: Mapping[str, FeatureKind],
    mark_types: Mapping[str, MarkType],
    faces: Mapping[str, Tile],
) -> tuple[str, int, Tile]:
    before = len(row.faults)
    row.tile = face_id = row.text("id", required=True)
    if face_id:  # a nameless tile is known by its place in the file instead
        row.path = ""
    count = row.number("count", least=1, required=True)
    marks = _read_marks(row, mark_types)
    found = row.get("pile", "a whole number", int, False)
    pile = found if isinstance(found, int) else None
    if like := row.text("like"):
        model = faces.get(like, Tile(face_id, ()))
        if like not in faces:
            row.fault("like", f"{like!r} is not a tile that stands before this one")
        added = _read_segments(row, "add", kinds, mark_types, len(model.segments))
        tile = evolve(
            model,
            id=face_id,
            segments=model.segments + added,
            marks=model.marks + marks,
            pile=model.pile if pile is None else pile,
        )
    else:
        segments = _read_segments(row, "segments", kinds, mark_types, 0)
        any_edge, is_drawn = row.flag("any_edge"), row.flag("drawn", default=True)
        tile = Tile(face_id, segments, marks, any_edge, pile or 0, is_drawn)
    row.finish()
    if len(row.faults) == before:  # else what follows would only echo the faults found
        for index, segment in enumerate(tile.segments):
            for where, reason in _segment_faults(tile, segment):
                row.fault(f"segments[{index}].{where}", reason)
        for side in Side:
            if reason := _side_fault(tile, side):
                row.fault("segments", f"side {side} {reason}")
    return face_id, count or 0, tile


def _read_segments(
    row: Table,
    key: str,
    kinds: Mapping[str, FeatureKind],
    mark_types: Mapping[str, MarkType],
    first: int,
) -> tuple[Segment, ...]:
    found = []
    for number, table in enumerate(row.tables(key, required=True), first):
        table.path = f"{row.path}.segments[{number}]" if row.path else f"segments[{number}]"
        name = table.text("kind", required=True)
        ports = table.text("ports")
        borders = table.get("borders", "an array of whole numbers", list, False)
        numbers = borders if isinstance(borders, list) else []
        if not all(type(index) is int for index in numbers):
            table.fault("borders", f"must be an array of whole numbers, not {borders!r}")
            numbers = []
        pennants = table.number("pennants", least=0) or 0
        marks = _read_marks(table, mark_types)
        meets, shape = table.text("meets"), table.text("shape")
        table.finish()
        kind = kinds.get(name)
        if kind is not None:
            found.append(
                Segment(
                    kind,
                    _read_ports(table, kind, ports.split()),
                    pennants,
                    tuple(sorted(numbers)),
                    marks,
                    frozenset(meets.split()),
                    shape,
                )
            )
        elif name:
            table.fault("kind", f"{name!r} is not a known kind")
    return tuple(found)


def _read_ports(table: Table, kind: FeatureKind, names: Iterable[str]) -> tuple[Port, ...]:
    ports: list[Port] = []
    port: Port
    for name in names:
        if name in Side.__members__:
            port, sort = Side[name], Joins.SIDES
        elif name in HalfEdge.__members__:
            port, sort = HalfEdge[name], Joins.HALF_EDGES
        else:
            table.fault("ports", f"{name!r} is neither a side nor a half-edge")
            continue
        if sort is not kind.joins:
            table.fault(
                "ports", f"a {kind.name} has no port {name}: it joins by {_JOINS[kind.joins]}"
            )
        else:
            ports.append(port)
    return tuple(sorted(ports))


_JOINS = {Joins.SIDES: "sides", Joins.HALF_EDGES: "half-edges", Joins.NOTHING: "nothing"}


def _read_marks(table: Table, mark_types: Mapping[str, MarkType]) -> tuple[Mark, ...]:
    return tuple(
        mark for row in table.tables("marks") if (mark := _read_mark(row, mark_types)) is not None
    )


def _read_mark(table: Table, mark_types: Mapping[str, MarkType]) -> Mark | None:
    name = table.text("type", required=True)
    arrow, value = table.text("direction"), table.text("value")
    table.finish()
    mark_type = mark_types.get(name)
    if mark_type is None:
        if name:
            table.fault("type", f"{name!r} is not a known type of mark")
        return None
    if mark_type.directed and not arrow:
        table.fault("direction", f"a {name} needs one")
    elif arrow and not mark_type.directed:
        table.fault("direction", f"a {name} has none")
    elif arrow and arrow not in Direction.__members__:
        table.fault("direction", f"{arrow!r} is not one of the eight directions")
    if value not in mark_type.values and (value or mark_type.values):
        allowed = ", ".join(sorted(mark_type.values)) or "none"
        table.fault("value", f"{value!r} is not allowed; allowed: {allowed}")
    return Mark(name, Direction.__members__.get(arrow), value)


# --------------------------------------------------------------------------------- printed facts


def _segment_faults(tile: Tile, segment: Segment) -> Iterator[tuple[str, str]]:
    if segment.pennants and segment.kind.name != CITY.name:
        yield "pennants", f"a {segment.kind.name} has none; only a city has"
    if segment.borders and segment.kind.joins is not Joins.HALF_EDGES:
        yield "borders", f"a {segment.kind.name} declares none; only a field does"
    elif len(set(segment.borders)) < len(segment.borders):
        yield "borders", "names a segment twice"
    for index in segment.borders:
        if not 0 <= index < len(tile.segments):
            yield "borders", f"{index} is not a segment of the tile"
        elif tile.segments[index].kind.name != CITY.name:
            yield "borders", f"segment {index} is a {tile.segments[index].kind.name}, not a city"


def _side_fault(tile: Tile, side: Side) -> str:
    """What is wrong with the cover of one side, `""` when nothing is.

    A city fills its side from corner to corner; beside a road or river the field owns the halves.
    """
    owners = [s for s in tile.segments for port in s.sides if port is side]
    halves = [half for s in tile.segments for half in s.half_edges if half.side is side]
    if len(owners) > 1:
        return f"is covered twice, by {owners[0].kind.name} and {owners[1].kind.name}"
    for half in side.half_edges:
        if halves.count(half) > 1:
            return f"is covered twice at half-edge {half}"
    if owners and owners[0].kind.name == CITY.name:
        return f"is a city, but a field owns half-edge {halves[0]} there" if halves else ""
    bare = [str(half) for half in side.half_edges if half not in halves]
    if not bare or (tile.any_edge and not owners and not halves):
        return ""
    return f"is not covered at half-edge {' and '.join(bare)}"

"""The printed tiles are those of the boxes, and a faulty tile set is refused at its place."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from carcassonne_core.compass import Direction, HalfEdge, Rotation, Side
from carcassonne_core.errors import TileSetError
from carcassonne_core.feature_kind import CITY, CLOISTER, FIELD, GARDEN, ROAD
from carcassonne_core.tile import Mark, MarkType, Tile
from carcassonne_core.tile_set import TileSet, check_tile_set, lint_tile_set, load_tile_set

KINDS = {kind.name: kind for kind in (ROAD, CITY, CLOISTER, GARDEN, FIELD)}
MARKS = {
    "flying_machine": MarkType("flying_machine", directed=True),
    "crop_circle": MarkType("crop_circle", values=frozenset({"club", "shield", "pitchfork"})),
}
BASE = files("carcassonne_core") / "tile_sets"
MACHINES = files("carcassonne_expansions.flying_machines")


def load(source: object) -> TileSet:
    return load_tile_set(source, KINDS, MARKS)  # type: ignore[arg-type]


FIRST = load(BASE / "base_first_edition.toml")
SECOND = load(BASE / "base_second_edition.toml")
MACHINE_TILES = load(MACHINES / "tiles.toml")
MACHINE_TILES_2 = load(MACHINES / "tiles_second_edition.toml")
CROP_CIRCLE = load(MACHINES / "tiles_crop_circle.toml")
ALL = (FIRST, SECOND, MACHINE_TILES, MACHINE_TILES_2, CROP_CIRCLE)
TILES = list({tile.id: tile for tile_set in ALL for tile, _ in tile_set.tiles}.values())


def content(tile: Tile) -> str:
    """The segments in short: c0:NW+ r:ES m g f:25>0, half-edges counted from NL."""
    words = []
    letters = {"city": "c", "road": "r", "cloister": "m", "garden": "g", "field": "f"}
    for index, segment in enumerate(tile.segments):
        word = letters[segment.kind.name] + (str(index) if segment.kind is CITY else "")
        if segment.sides:
            word += ":" + "".join(side.name for side in segment.sides)
        if segment.half_edges:
            word += ":" + "".join(str(half.value) for half in segment.half_edges)
        word += "+" * segment.pennants
        if segment.borders:
            word += ">" + "".join(map(str, segment.borders))
        words.append(word)
    return " ".join(words)


BASE_FACES = """
A BA/LR    2 FFRF r:S m f:01234567
B BA/L     4 FFFF m f:01234567
C BA/Cccc+ 1 CCCC c0:NESW+
D BA/RCr   4 CRFR c0:N r:EW f:27>0 f:3456
E BA/C     5 CFFF c0:N f:234567>0
F BA/CFc+  2 FCFC c0:EW+ f:01>0 f:45>0
G BA/CFc.1 1 FCFC c0:EW f:01>0 f:45>0
H BA/CFC.2 3 CFCF c0:N c1:S f:2367>01
I BA/CC.2  2 CFFC c0:N c1:W f:2345>01
J BA/CRr   3 CRRF c0:N r:ES f:2567>0 f:34
K BA/RrC   3 CFRR c0:N r:SW f:2347>0 f:56
L BA/CRRR  3 CRRR c0:N r:E r:S r:W f:27>0 f:34 f:56
M BA/Cc+   2 CFFC c0:NW+ f:2345>0
N BA/Cc.1  3 CFFC c0:NW f:2345>0
O BA/CcRr+ 2 CRRC c0:NW+ r:ES f:25>0 f:34
P BA/CcRr  3 CRRC c0:NW r:ES f:25>0 f:34
Q BA/Ccc+  1 CCFC c0:NEW+ f:45>0
R BA/Ccc   3 CCFC c0:NEW f:45>0
S BA/CccR+ 2 CCRC c0:NEW+ r:S f:4>0 f:5>0
T BA/CccR  1 CCRC c0:NEW r:S f:4>0 f:5>0
U BA/RFr   8 FRFR r:EW f:0127 f:3456
V BA/Rr    9 FFRR r:SW f:012347 f:56
W BA/RRR   4 FRRR r:E r:S r:W f:0127 f:34 f:56
X BA/RRRR  1 RRRR r:N r:E r:S r:W f:07 f:12 f:34 f:56
"""


@pytest.mark.parametrize("line", BASE_FACES.split("\n")[1:-1], ids=lambda line: line[0])
def test_the_base_game_has_this_face(line: str) -> None:
    _, face, count, edges, segments = line.split(maxsplit=4)
    tile = FIRST.tile(face)
    printed = (dict(FIRST.tiles)[tile], tile.edges, content(tile))
    assert printed == (int(count), edges, segments)


def test_the_base_game_has_72_tiles_of_24_faces_and_begins_with_a_city_over_a_road() -> None:
    assert (FIRST.total, len(FIRST.tiles), FIRST.start) == (72, 24, "BA/RCr")
    assert (FIRST.name, sorted(FIRST.title)) == ("base_first_edition", ["en", "es"])


def test_the_second_edition_has_a_garden_on_eight_tiles() -> None:
    gardens = {
        tile.id: (count, content(tile))
        for tile, count in SECOND.tiles
        if any(segment.kind is GARDEN for segment in tile.segments)
    }
    assert gardens == {
        "BA/CG": (1, "c0:N f:234567>0 g"),
        "BA/CFCG": (1, "c0:N c1:S f:2367>01 g"),
        "BA/CCG": (1, "c0:N c1:W f:2345>01 g"),
        "BA/Cc+G": (1, "c0:NW+ f:2345>0 g"),
        "BA/CcG": (1, "c0:NW f:2345>0 g"),
        "BA/CccG": (1, "c0:NEW f:45>0 g"),
        "BA/RFrG": (1, "r:EW f:0127 f:3456 g"),
        "BA/RrG": (1, "r:SW f:012347 f:56 g"),
    }


def test_without_its_gardens_the_second_edition_is_the_first() -> None:
    def faces(tile_set: TileSet) -> Counter[str]:
        found: Counter[str] = Counter()
        for tile, count in tile_set.tiles:
            found[content(tile).removesuffix(" g")] += count
        return found

    assert faces(SECOND) == faces(FIRST)
    assert (SECOND.total, len(SECOND.tiles), SECOND.start) == (72, 32, "BA/RCr")


def test_three_machines_head_diagonally_and_five_straight_ahead() -> None:
    printed = {
        tile.id: (count, tile.edges, content(tile), [str(mark.direction) for mark in tile.marks])
        for tile, count in MACHINE_TILES.tiles
    }
    assert printed == {
        "FL/F.d": (1, "FFFF", "f:01234567", ["NW"]),
        "FL/F.o": (1, "FFFF", "f:01234567", ["W"]),
        "FL/RFr.d": (1, "FRFR", "r:EW f:0127 f:3456", ["NW"]),
        "FL/RFr.NS.o": (1, "RFRF", "r:NS f:0567 f:1234", ["W"]),
        "FL/RFr.WE.o": (1, "FRFR", "r:EW f:0127 f:3456", ["W"]),
        "FL/Rr.d": (1, "FRRF", "r:ES f:012567 f:34", ["NW"]),
        "FL/Rr.NW.o": (1, "RFFR", "r:NW f:07 f:123456", ["W"]),
        "FL/Rr.SW.o": (1, "FFRR", "r:SW f:012347 f:56", ["W"]),
    }


def test_since_2014_one_machine_has_a_garden_beside_it() -> None:
    assert MACHINE_TILES_2.total == 8
    assert {t.id for t, _ in MACHINE_TILES_2.tiles} ^ {t.id for t, _ in MACHINE_TILES.tiles} == {
        "FL/F.d",
        "FL/F.dG",
    }
    tile = MACHINE_TILES_2.tile("FL/F.dG")
    assert content(tile) == "f:01234567 g"
    assert tile.marks == (Mark("flying_machine", Direction.NW),)


def test_the_box_holds_one_crop_circle_with_a_club() -> None:
    ((tile, count),) = CROP_CIRCLE.tiles
    assert (tile.id, count, tile.edges) == ("CC.2/RRr", 1, "FRRR")
    assert content(tile) == "r:E r:SW f:0127 f:34 f:56"
    assert tile.marks == (Mark("crop_circle", value="club"),)


def test_what_a_road_ends_at_meets_it() -> None:
    meetings = {
        t.id: sorted(segment.kind.name for segment in t.segments if segment.meets)
        for t in TILES
        if any(segment.meets for segment in t.segments)
    }
    assert meetings == {
        "BA/CRRR": ["road"] * 3,
        "BA/RRR": ["road"] * 3,
        "BA/RRRR": ["road"] * 4,
        "BA/LR": ["cloister", "road"],
        "BA/CccR": ["city", "road"],
        "BA/CccR+": ["city", "road"],
    }


def test_a_set_knows_its_tiles_by_id() -> None:
    with pytest.raises(TileSetError, match="base_first_edition, tile BA/X, id: no such tile"):
        FIRST.tile("BA/X")


def test_reading_needs_neither_shapely_nor_networkx() -> None:
    code = (
        "import sys, carcassonne_core.tile_set\n"
        "assert not {'shapely', 'networkx'} & set(sys.modules), 'too much is imported'"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "source",
    [
        BASE / "base_first_edition.toml",
        BASE / "base_second_edition.toml",
        MACHINES / "tiles.toml",
        MACHINES / "tiles_second_edition.toml",
        MACHINES / "tiles_crop_circle.toml",
    ],
    ids=lambda source: source.name,
)
def test_our_own_sets_have_no_fault(source: object) -> None:
    assert lint_tile_set(source, KINDS, MARKS) == []  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------- faulty sets

HEAD = 'name = "n"\ntitle = { en = "n", es = "n" }\n'
CITY_N = '{ kind = "city", ports = "N" }'
GRASS = '{ kind = "field", ports = "EL ER SL SR WL WR", borders = [0] }'
ALL_GRASS = '{ kind = "field", ports = "NL NR EL ER SL SR WL WR" }'


def tile_text(*segments: str, count: str = "1", more: str = "") -> str:
    rows = ", ".join(segments)
    return f'[[tile]]\nid = "X/1"\ncount = {count}\nsegments = [{rows}]\n{more}\n'


def city_tile(segment: str, grass: str = GRASS) -> str:
    return HEAD + "total = 1\n" + tile_text(segment, grass)


def grass_tile(more: str, *segments: str) -> str:
    return HEAD + "total = 1\n" + tile_text(ALL_GRASS, *segments, more=more)


FAULTS = {
    "not TOML": ("name = ", "", "", "cannot be read as TOML"),
    "no name": ('title = { en = "n", es = "n" }\ntotal = 1\n' + tile_text(ALL_GRASS), "", "name",
                "is missing"),
    "no Spanish title": ('name = "n"\ntitle = { en = "n" }\ntotal = 1\n' + tile_text(ALL_GRASS),
                         "", "title.es", "is missing"),
    "no tiles": (HEAD + "total = 1\n", "", "tile", "is missing"),
    "no id": (HEAD + "total = 1\n[[tile]]\ncount = 1\nsegments = []\n", "", "tile[0].id",
              "is missing"),
    "no segments": (HEAD + 'total = 1\n[[tile]]\nid = "X/1"\ncount = 1\n', "X/1", "segments",
                    "is missing"),
    "no kind": (grass_tile("", "{ pennants = 1 }"), "X/1", "segments[1].kind", "is missing"),
    "unknown key of the set": (HEAD + "total = 1\nauthor = 1\n" + tile_text(ALL_GRASS), "",
                               "author", "not a known key"),
    "unknown key of a tile": (grass_tile("colour = 1"), "X/1", "colour", "not a known key"),
    "unknown key of a segment": (city_tile('{ kind = "city", ports = "N", inn = 1 }'), "X/1",
                                 "segments[0].inn", "not a known key"),
    "name of another type": ("name = 1\n" + grass_tile("").split("\n", 1)[1], "", "name",
                             "must be a string"),
    "count of another type": (HEAD + "total = 1\n" + tile_text(ALL_GRASS, count="true"), "X/1",
                              "count", "must be a whole number"),
    "tiles of another type": (HEAD + "total = 1\ntile = 1\n", "", "tile", "must be an array"),
    "segment of another type": (HEAD + "total = 1\n" + tile_text("1"), "X/1", "segments[0]",
                                "must be a table"),
    "unknown kind": (grass_tile("", '{ kind = "river" }'), "X/1", "segments[1].kind",
                     "'river' is not a known kind"),
    "unknown port": (city_tile('{ kind = "city", ports = "Q" }'), "X/1", "segments[0].ports",
                     "'Q' is neither"),
    "half-edge of a city": (city_tile('{ kind = "city", ports = "NL" }'), "X/1",
                            "segments[0].ports", "joins by sides"),
    "side of a field": (city_tile(CITY_N, '{ kind = "field", ports = "S" }'), "X/1",
                        "segments[1].ports", "joins by half-edges"),
    "port of a cloister": (grass_tile("", '{ kind = "cloister", ports = "S" }'), "X/1",
                           "segments[1].ports", "joins by nothing"),
    "side twice": (HEAD + "total = 1\n"
                   + tile_text(CITY_N, GRASS, '{ kind = "road", ports = "N" }'), "X/1", "segments",
                   "side N is covered twice, by city and road"),
    "half-edge twice": (grass_tile("", '{ kind = "field", ports = "EL" }'), "X/1", "segments",
                        "side E is covered twice at half-edge EL"),
    "bare side": (HEAD + "total = 1\n" + tile_text(CITY_N), "X/1", "segments",
                  "side E is not covered at half-edge EL and ER"),
    "bare half beside a road": (
        HEAD + "total = 1\n" + tile_text('{ kind = "road", ports = "N" }',
                                         '{ kind = "field", ports = "NL EL ER SL SR WL WR" }'),
        "X/1", "segments", "side N is not covered at half-edge NR"),
    "field beside a city": (city_tile(CITY_N, ALL_GRASS), "X/1", "segments",
                            "side N is a city, but a field owns half-edge NL"),
    "unknown mark": (grass_tile('marks = [{ type = "inn" }]'), "X/1", "marks[0].type",
                     "'inn' is not a known type"),
    "unknown mark of a segment": (city_tile('{ kind = "city", ports = "N", marks = [{ type = "inn"'
                                            " }] }"), "X/1", "segments[0].marks[0].type", "'inn'"),
    "no direction": (grass_tile('marks = [{ type = "flying_machine" }]'), "X/1",
                     "marks[0].direction", "needs one"),
    "unknown direction": (grass_tile('marks = [{ type = "flying_machine", direction = "UP" }]'),
                          "X/1", "marks[0].direction", "not one of the eight"),
    "needless direction": (
        grass_tile('marks = [{ type = "crop_circle", direction = "N", value = "club" }]'),
        "X/1", "marks[0].direction", "has none"),
    "value not allowed": (grass_tile('marks = [{ type = "crop_circle", value = "fork" }]'), "X/1",
                          "marks[0].value", "allowed: club, pitchfork, shield"),
    "needless value": (
        grass_tile('marks = [{ type = "flying_machine", direction = "N", value = "x" }]'),
        "X/1", "marks[0].value", "allowed: none"),
    "border of no segment": (city_tile(CITY_N, GRASS.replace("[0]", "[7]")), "X/1",
                             "segments[1].borders", "7 is not a segment"),
    "border that is no city": (city_tile(CITY_N, GRASS.replace("[0]", "[1]")), "X/1",
                               "segments[1].borders", "segment 1 is a field, not a city"),
    "border twice": (city_tile(CITY_N, GRASS.replace("[0]", "[0, 0]")), "X/1",
                     "segments[1].borders", "twice"),
    "border of another type": (city_tile(CITY_N, GRASS.replace("[0]", '["N"]')), "X/1",
                               "segments[1].borders", "whole numbers"),
    "border of a city": (city_tile('{ kind = "city", ports = "N", borders = [0] }'), "X/1",
                         "segments[0].borders", "only a field"),
    "pennant on a field": (grass_tile("", '{ kind = "cloister", pennants = 1 }'), "X/1",
                           "segments[1].pennants", "only a city"),
    "count of nothing": (HEAD + "total = 1\n" + tile_text(ALL_GRASS, count="0"), "X/1", "count",
                         "at least 1"),
    "negative count": (HEAD + "total = 1\n" + tile_text(ALL_GRASS, count="-2"), "X/1", "count",
                       "at least 1"),
    "id twice": (HEAD + "total = 2\n" + tile_text(ALL_GRASS) * 2, "X/1", "id", "another tile"),
    "wrong total": (HEAD + "total = 3\n" + tile_text(ALL_GRASS), "", "total",
                    "declares 3 tiles, but the counts add up to 1"),
    "strange start": (HEAD + 'total = 1\nstart = "X/9"\n' + tile_text(ALL_GRASS), "", "start",
                      "'X/9' is not a tile of the set"),
    "extends nothing": (HEAD + 'total = 1\nextends = "none.toml"\n', "", "",
                        "cannot be read as TOML"),
    "extends itself": (HEAD + 'total = 1\nextends = "set.toml"\n', "", "extends", "leads back"),
    "extends a number": (HEAD + "total = 1\nextends = 1\n", "", "extends",
                         "must be a string or an array of strings, not 1"),
    "extends numbers": (HEAD + "total = 1\nextends = [1]\n", "", "extends",
                        "must be a string or an array of strings, not [1]"),
    "extends itself among others": (HEAD + 'total = 1\nextends = ["set.toml"]\n', "", "extends",
                                    "leads back"),
    "counts of nobody": (HEAD + 'total = 1\n[counts]\n"X/7" = 1\n' + tile_text(ALL_GRASS), "",
                         "counts.X/7", "not an inherited tile"),
    "like nobody": (HEAD + 'total = 1\n[[tile]]\nid = "X/1"\nlike = "X/7"\ncount = 1\nadd = []\n',
                    "X/1", "like", "'X/7' is not a tile"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_set_is_refused_and_the_place_is_named(fault: str, tmp_path: Path) -> None:
    text, tile, where, reason = FAULTS[fault]
    path = tmp_path / "set.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TileSetError) as caught:
        load(path)
    error = caught.value
    assert (error.tile, error.where) == (tile, where)
    assert reason in error.reason
    assert Path(error.source).parent == tmp_path
    # The linter says at least as much, and a path may be given as a string.
    assert str(error) in map(str, lint_tile_set(str(path), KINDS, MARKS))


def test_a_missing_file_is_a_faulty_set(tmp_path: Path) -> None:
    with pytest.raises(TileSetError, match=r"gone\.toml: cannot be read"):
        load(str(tmp_path / "gone.toml"))


def test_the_linter_finds_the_faults_of_every_tile(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    second = tile_text(ALL_GRASS, more="colour = 1").replace("X/1", "X/2")
    path.write_text(HEAD + "total = 9\n" + tile_text(CITY_N) + second, encoding="utf-8")
    faults = lint_tile_set(path, KINDS, MARKS)
    assert {(fault.tile, fault.where) for fault in faults} == {
        ("X/1", "segments"),
        ("X/2", "colour"),
        ("", "total"),
    }


def test_an_heir_changes_counts_and_adds_segments_but_keeps_marks(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text(
        grass_tile('marks = [{ type = "flying_machine", direction = "W" }]'), encoding="utf-8"
    )
    new = tmp_path / "new.toml"
    new.write_text(
        HEAD + 'extends = "old.toml"\ntotal = 5\n[counts]\n"X/1" = 2\n'
        '[[tile]]\nid = "X/1G"\nlike = "X/1"\ncount = 3\nadd = [{ kind = "garden" }]\n',
        encoding="utf-8",
    )
    tile_set = load(new)
    assert [(tile.id, count) for tile, count in tile_set.tiles] == [("X/1", 2), ("X/1G", 3)]
    assert tile_set.tile("X/1G").mark("flying_machine") == Mark("flying_machine", Direction.W)


def two_files(folder: Path, second: str, counts: str, total: int) -> Path:
    """A set that unites two files with one tile each, X/1 and whatever is in the second."""
    (folder / "one.toml").write_text(
        HEAD + 'total = 2\nstart = "X/1"\n' + tile_text(ALL_GRASS, count="2"), encoding="utf-8"
    )
    (folder / "two.toml").write_text(HEAD + "total = 1\n" + second, encoding="utf-8")
    both = folder / "both.toml"
    head = HEAD + f'extends = ["one.toml", "two.toml"]\ntotal = {total}\n'
    both.write_text(head + counts, encoding="utf-8")
    return both


def test_a_set_may_unite_several_files(tmp_path: Path) -> None:
    second = tile_text(CITY_N, GRASS).replace("X/1", "X/2")
    tile_set = load(two_files(tmp_path, second, "", 3))
    assert [(tile.id, count) for tile, count in tile_set.tiles] == [("X/1", 2), ("X/2", 1)]
    assert tile_set.start == "X/1"


def test_a_face_of_two_files_needs_a_count(tmp_path: Path) -> None:
    (fault,) = lint_tile_set(two_files(tmp_path, tile_text(ALL_GRASS), "", 2), KINDS, MARKS)
    assert (fault.tile, fault.where) == ("", "extends")
    assert fault.reason == "'X/1' is in two of these files: counts must decide"
    counted = two_files(tmp_path, tile_text(ALL_GRASS), '[counts]\n"X/1" = 1\n', 1)
    assert [(tile.id, count) for tile, count in load(counted).tiles] == [("X/1", 1)]


def test_two_faces_of_one_id_are_a_fault_whatever_the_count(tmp_path: Path) -> None:
    path = two_files(tmp_path, tile_text(CITY_N, GRASS), '[counts]\n"X/1" = 1\n', 1)
    (fault,) = lint_tile_set(path, KINDS, MARKS)
    assert (fault.where, fault.reason) == (
        "extends",
        "'X/1' has different faces in two of these files",
    )


def test_every_neighbour_fits_an_abbey_that_covers_no_side(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    abbey = tile_text('{ kind = "cloister" }', more="any_edge = true")
    path.write_text(HEAD + "total = 1\n" + abbey, encoding="utf-8")
    assert load(path).tile("X/1").edges == "****"
    assert lint_tile_set(path, KINDS, MARKS) == []


def test_a_field_that_hides_a_city_which_it_borders_is_found(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    path.write_text(city_tile(CITY_N, GRASS.replace(", borders = [0]", "")), encoding="utf-8")
    (fault,) = lint_tile_set(path, KINDS, MARKS)
    assert (fault.tile, fault.where) == ("X/1", "segments[1].borders")
    assert fault.reason == "declares [], but the shapes say [0]"
    assert [str(f) for f in check_tile_set(load(path), str(path))] == [str(fault)]


def test_a_field_that_claims_a_city_behind_a_road_is_found(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    text = (BASE / "base_first_edition.toml").read_text(encoding="utf-8")
    lower = '{ kind = "field", ports = "ER SL SR WL" },'
    wrong = lower.replace(" },", ", borders = [0] },")
    start = text.index('id = "BA/RCr"')
    path.write_text(text[:start] + text[start:].replace(lower, wrong, 1), encoding="utf-8")
    (fault,) = lint_tile_set(path, KINDS, MARKS)
    assert (fault.tile, fault.where) == ("BA/RCr", "segments[3].borders")
    assert fault.reason == "declares [0], but the shapes say []"


@pytest.mark.parametrize(
    ("segments", "where", "reason"),
    [
        (('{ kind = "city", ports = "N", shape = "POLY" }', GRASS), "segments[0].shape", "not WKT"),
        (
            ('{ kind = "city", ports = "N", shape = "POINT (0 0)" }', GRASS),
            "segments[0].shape",
            "is not a polygon",
        ),
        (
            ('{ kind = "city", ports = "N", shape = "POLYGON ((0 0, 1 0, 1 -1, 0 0))" }', GRASS),
            "segments[0].shape",
            "leaves the unit square",
        ),
        (
            (
                '{ kind = "city", ports = "N", shape = "POLYGON ((0 0, 1 0, 0.5 0.6, 0 0))" }',
                GRASS,
                '{ kind = "garden", shape = "POLYGON ((0.4 0.4, 0.6 0.4, 0.5 0.8, 0.4 0.4))" }',
            ),
            "segments[2].shape",
            "overlaps the shape of segment 0",
        ),
        (
            (
                '{ kind = "field", ports = "NL NR EL ER" }',
                '{ kind = "field", ports = "SL SR WL WR" }',
            ),
            "segments[0].ports",
            "nothing parts it from half-edge SL SR WL WR",
        ),
        (
            ('{ kind = "road", ports = "E W" }', ALL_GRASS),
            "segments[1].ports",
            "its half-edges lie in 2 parts of the tile",
        ),
        ((ALL_GRASS, '{ kind = "field" }'), "segments[1]", "no part of the tile is left for it"),
    ],
)
def test_shapes_that_do_not_partition_the_tile_are_found(
    segments: tuple[str, ...], where: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "set.toml"
    path.write_text(HEAD + "total = 1\n" + tile_text(*segments), encoding="utf-8")
    load(path)  # its structure is sound
    (fault,) = lint_tile_set(path, KINDS, MARKS)
    assert (fault.tile, fault.where) == ("X/1", where)
    assert reason in fault.reason


# ---------------------------------------------------------------------------------- laws of turning

tiles = st.sampled_from(TILES)
rotations = st.sampled_from(Rotation)


@given(tiles)
def test_a_tile_turned_four_times_lies_as_before(tile: Tile) -> None:
    for segment in tile.segments:
        turned = segment
        for _ in range(4):
            turned = turned.turned(Rotation.R90)
        assert turned == segment
    for mark in tile.marks:
        turned_mark = mark
        for _ in range(4):
            turned_mark = turned_mark.turned(Rotation.R90)
        assert turned_mark == mark


@given(tiles, rotations, rotations)
def test_turning_twice_is_turning_by_the_sum(tile: Tile, one: Rotation, two: Rotation) -> None:
    both = tile.turned(one.then(two))
    assert tuple(s.turned(one).turned(two) for s in tile.segments) == both.segments
    assert tuple(m.turned(one).turned(two) for m in tile.marks) == both.marks
    first = tile.turned(one)
    assert [first.edge(side.turned(two.inverse)) for side in Side] == [
        both.edge(side) for side in Side
    ]


@given(tiles, rotations)
def test_every_half_edge_lies_in_a_field_or_beside_a_city(tile: Tile, rotation: Rotation) -> None:
    turned = tile.turned(rotation)
    for half in HalfEdge:
        field = turned.segment_at(half)
        if field is None:
            assert turned.edge(half.side) == "C"
        else:
            assert turned.segments[field].kind is FIELD

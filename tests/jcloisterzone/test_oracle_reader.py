"""Whatever is wrong with a recorded game is told by file and field."""

from __future__ import annotations

import gzip
import json
import pickle
from functools import cache
from pathlib import Path

import pytest
from oracle_writer import Json, OracleWriter, save

from carcassonne_core import CarcassonneError
from carcassonne_core.jcloisterzone import OracleFileError, check_paths, read_game


@pytest.mark.parametrize(
    ("bytes", "reason"),
    [
        (b"", "cannot be read as gzip|is not JSON"),
        (b"{}", "cannot be read as gzip"),
        (gzip.compress(b"{}", mtime=0)[:-9], "cannot be read as gzip"),
        (gzip.compress(b"{", mtime=0), "is not JSON"),
        (gzip.compress(b"\xff\xfe\xfd", mtime=0), "is not JSON"),
        (gzip.compress(b"[" * 100_000, mtime=0), "is not JSON"),
        (gzip.compress(b"[]", mtime=0), "expected an object"),
        (gzip.compress(b"{}", mtime=0), "format: is missing"),
        (gzip.compress(b'{"format": 2}', mtime=0), "format: expected 1, found 2"),
        (gzip.compress(b'{"format": true}', mtime=0), "format: expected a whole number"),
        (gzip.compress(b'{"format": 1, "setup": []}', mtime=0), "setup: expected an object|config"),
    ],
)
def test_a_file_of_another_kind_is_refused(bytes: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "odd-1.json.gz"
    path.write_bytes(bytes)
    with pytest.raises(OracleFileError, match=reason) as caught:
        read_game(path)
    assert isinstance(caught.value, CarcassonneError)
    assert caught.value.file == str(path)


def test_a_file_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    report = check_paths([tmp_path / "none-1.json.gz"])
    assert [failure.file for failure in report.failures] == [str(tmp_path / "none-1.json.gz")]
    assert not report.is_good


@cache
def _faithful() -> str:
    return json.dumps(OracleWriter(1).write())


def _spoil(contents: Json, path: list[str | int], value: object) -> None:
    place = contents
    for key in path[:-1]:
        place = place[key]  # type: ignore[index]
    if value is None:
        del place[path[-1]]  # type: ignore[arg-type]
    else:
        place[path[-1]] = value  # type: ignore[index]


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (["config"], 3, "config"),
        (["setup", "players"], "two", "setup.players"),
        (["setup", "sets"], [], "setup.sets"),
        (["setup", "start", 0, "tile"], None, "setup.start[0].tile"),
        (["draws", 1, "tile"], 7, "draws[1].tile"),
        (["draws", 1, "player"], None, "draws[1].player"),
        (["initial"], None, "initial"),
        (["steps"], {}, "steps"),
        (["steps", 2, "phase"], None, "steps[2].phase"),
        (["steps", 0, "legal", "canPass"], 1, "steps[0].legal.canPass"),
        (
            ["steps", 0, "legal", "items", 0, "options", 0],
            [1],
            "steps[0].legal.items[0].options[0]",
        ),
        (["steps", 0, "action", "rotation"], "R45", "steps[0].action.rotation"),
        (["steps", 0, "action", "position"], [0.5, 1], "steps[0].action.position[0]"),
        (["steps", 0, "points", 1], True, "steps[0].points[1]"),
        (["steps", 0, "supply"], 3, "steps[0].supply"),
        (["steps", 0, "events"], [{"type": "points", "points": []}], "steps[0].events[0].points"),
        (["final"], None, "final"),
        (["final", "placedTiles", 0], ["FL/F.d", 0], "final.placedTiles[0]"),
        (["final", "features", 0, "places"], None, "final.features[0].places"),
    ],
)
def test_the_field_at_fault_is_named(
    path: list[str | int], value: object, field: str, tmp_path: Path
) -> None:
    contents: Json = json.loads(_faithful())
    _spoil(contents, path, value)
    report = check_paths([save(contents, tmp_path / "tiny-1.json.gz")])
    assert [failure.field for failure in report.failures] == [field]
    assert report.configurations[0].failures == 1


def test_an_error_keeps_its_facts_on_the_way_between_processes() -> None:
    error = OracleFileError("a.json.gz", "steps[1]", "is missing")
    copied = pickle.loads(pickle.dumps(error))
    assert (copied.file, copied.field, copied.reason) == ("a.json.gz", "steps[1]", "is missing")
    assert str(copied) == "a.json.gz: steps[1]: is missing"

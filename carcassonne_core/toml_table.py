"""TOML tables read by type, with every fault noted at its place instead of raised."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from carcassonne_core.errors import TileSetError

__all__ = ["Table"]


@define
class Table:
    """A TOML table that answers by type, and notes as a fault what it cannot answer.

    Attributes:
        data: the table as `tomllib` gives it.
        source: name of the file.
        faults: where faults are noted; shared by all tables of a file.
        tile: id of the tile that the table describes, `""` outside tiles.
        path: place of the table in its tile or file, e.g. `"segments[2]"`.
        asked: the keys that were asked for; `finish` calls all others unknown.

    Example:
        >>> table = Table({"count": "two"}, "tiles.toml", [])
        >>> table.number("count", least=1)
        >>> print(table.faults[0])
        tiles.toml, count: must be a whole number, not 'two'
    """

    data: dict[str, object]
    source: str
    faults: list[TileSetError]
    tile: str = ""
    path: str = ""
    asked: set[str] = field(factory=set)

    def fault(self, where: str, reason: str) -> None:
        """Note that something is wrong with the value at `where`."""
        place = f"{self.path}.{where}" if self.path and where else self.path or where
        self.faults.append(TileSetError(self.source, self.tile, place, reason))

    def get(self, key: str, wanted: str, type: type, required: bool) -> object | None:
        """The value of a key, None where it is absent or of another type."""
        self.asked.add(key)
        value = self.data.get(key)
        if value is None:
            if required:
                self.fault(key, "is missing")
        # bool is an int to Python, but `count = true` is no number to us.
        elif not isinstance(value, type) or (type is int and isinstance(value, bool)):
            self.fault(key, f"must be {wanted}, not {value!r}")
            value = None
        return value

    def text(self, key: str, *, required: bool = False) -> str:
        """A string, `""` where it is absent."""
        value = self.get(key, "a string", str, required)
        if required and value == "":
            self.fault(key, "must not be empty")
        return value if isinstance(value, str) else ""

    def texts(self, key: str) -> tuple[str, ...]:
        """A string, or the strings of an array; none where it is absent."""
        value = self.get(key, "anything", object, False)
        listed = value if isinstance(value, list) else [] if value is None else [value]
        found = tuple(item for item in listed if isinstance(item, str) and item)
        if len(found) < len(listed):
            self.fault(key, f"must be a string or an array of strings, not {value!r}")
            return ()
        return found

    def number(self, key: str, *, least: int, required: bool = False) -> int | None:
        """A whole number, None where it is absent or too small."""
        value = self.get(key, "a whole number", int, required)
        if isinstance(value, int) and value < least:
            self.fault(key, f"must be at least {least}, not {value}")
            return None
        return value if isinstance(value, int) else None

    def flag(self, key: str, *, default: bool = False) -> bool:
        """A truth value; the default where it is absent."""
        value = self.get(key, "true or false", bool, False)
        return value if isinstance(value, bool) else default

    def table(self, key: str, *, required: bool = False) -> Table:
        """A table, an empty one where it is absent."""
        value = self.get(key, "a table", dict, required)
        return self._inner(value if isinstance(value, dict) else {}, key)

    def tables(self, key: str, *, required: bool = False) -> Iterator[Table]:
        """The tables of an array, none where it is absent."""
        value = self.get(key, "an array of tables", list, required)
        for number, item in enumerate(value if isinstance(value, list) else ()):
            if isinstance(item, dict):
                yield self._inner(item, f"{key}[{number}]")
            else:
                self.fault(f"{key}[{number}]", f"must be a table, not {item!r}")

    def _inner(self, data: dict[str, object], where: str) -> Table:
        path = f"{self.path}.{where}" if self.path else where
        return Table(data, self.source, self.faults, self.tile, path)

    def finish(self) -> None:
        """Note every key that nobody asked for."""
        for key in self.data:
            if key not in self.asked:
                self.fault(key, "is not a known key")

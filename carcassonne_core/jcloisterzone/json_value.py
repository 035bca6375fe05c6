"""JSON that answers by type, and names the file and the field of whatever is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from attrs import frozen

from carcassonne_core.errors import CarcassonneError

__all__ = ["MOST", "OracleFileError", "Value", "parse_json"]

MOST = 1 << 27
"""Bytes of JSON beyond which a file is refused: gzip packs a thousandfold."""


class OracleFileError(CarcassonneError):
    """A recorded game cannot be read.

    Attributes:
        file: its path.
        field: the field at fault, e.g. `"steps[3].legal.items"`; "" for the file as a whole.
    """

    def __init__(self, file: str, field: str, reason: str) -> None:
        self.file, self.field, self.reason = file, field, reason
        super().__init__(": ".join(part for part in (file, field, reason) if part))

    def __reduce__(self) -> tuple[type[OracleFileError], tuple[str, str, str]]:
        # Exceptions travel between processes; the plain way back takes one argument only.
        return OracleFileError, (self.file, self.field, self.reason)


@frozen
class Value:
    """A value of the JSON that answers by type, and knows its place in the file."""

    data: object
    file: str
    path: str = ""

    def fault(self, reason: str) -> OracleFileError:
        """An error at this value."""
        return OracleFileError(self.file, self.path, reason)

    def _be(self, wanted: type, what: str) -> None:
        # bool is an int to Python, but true is no number.
        if not isinstance(self.data, wanted) or (wanted is int and isinstance(self.data, bool)):
            shown = repr(self.data)
            raise self.fault(f"expected {what}, found {shown[:60]}")

    def __getitem__(self, key: str | int) -> Value:
        if isinstance(key, int):
            self._be(list, "a list")
            assert isinstance(self.data, list)
            if key >= len(self.data):
                raise self.fault(f"expected more than {key} values, found {len(self.data)}")
            return Value(self.data[key], self.file, f"{self.path}[{key}]")
        self._be(dict, "an object")
        assert isinstance(self.data, dict)
        path = f"{self.path}.{key}" if self.path else key
        if key not in self.data:
            raise OracleFileError(self.file, path, "is missing")
        return Value(self.data[key], self.file, path)

    def __contains__(self, key: str) -> bool:
        return isinstance(self.data, dict) and key in self.data

    def get(self, key: str) -> Value | None:
        """The value of a key, None where it is absent."""
        if key not in self:
            return None
        return self[key]

    def __iter__(self) -> Iterator[Value]:
        self._be(list, "a list")
        assert isinstance(self.data, list)
        return (
            Value(value, self.file, f"{self.path}[{number}]")
            for number, value in enumerate(self.data)
        )

    @property
    def text(self) -> str:
        """A text."""
        self._be(str, "a text")
        return str(self.data)

    @property
    def number(self) -> int:
        """A whole number."""
        self._be(int, "a whole number")
        assert isinstance(self.data, int)
        return self.data

    @property
    def fraction(self) -> float:
        """A number in [0, 1)."""
        if isinstance(self.data, bool) or not isinstance(self.data, int | float):
            raise self.fault(f"expected a number in [0, 1), found {self.data!r}"[:80])
        if not 0 <= self.data < 1:
            raise self.fault(f"expected a number in [0, 1), found {self.data!r}")
        return float(self.data)

    @property
    def truth(self) -> bool:
        """True or false."""
        self._be(bool, "true or false")
        return self.data is True

    @property
    def position(self) -> tuple[int, int]:
        """`[x, y]`."""
        return self[0].number, self[1].number

    @property
    def numbers(self) -> tuple[int, ...]:
        """A list of whole numbers."""
        return tuple(value.number for value in self)

    @property
    def entries(self) -> Mapping[str, Value]:
        """An object, by its keys."""
        self._be(dict, "an object")
        assert isinstance(self.data, dict)
        return {key: self[key] for key in self.data}


def parse_json(text: bytes, file: str) -> Value:
    """The JSON of a file.

    Raises:
        OracleFileError: it is none, or there is too much of it.

    Example:
        >>> parse_json(b'{"players": 2}', "small.json")["players"].number
        2
    """
    if len(text) > MOST:
        raise OracleFileError(file, "", f"more than {MOST} bytes of JSON")
    try:
        return Value(json.loads(text), file)
    except (ValueError, RecursionError) as error:
        raise OracleFileError(file, "", f"is not JSON: {error}") from error

"""A sequence whose members are built when they are looked at: nobody pays for the others."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar, overload

__all__ = ["LazySequence"]

_Member = TypeVar("_Member")


class LazySequence(Sequence[_Member]):
    """Members known by their number. It stays as it is when the game goes on.

    A subclass says how many there are, in `_size`, and builds them.
    """

    __slots__ = ("_size",)
    _size: int

    @abstractmethod
    def _build(self, index: int) -> _Member:
        """The member of this index, which is one of them."""

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> _Member: ...
    @overload
    def __getitem__(self, index: slice) -> list[_Member]: ...
    def __getitem__(self, index: int | slice) -> _Member | list[_Member]:
        if isinstance(index, slice):
            return [self._build(i) for i in range(*index.indices(self._size))]
        if index < 0:
            index += self._size
        if not 0 <= index < self._size:
            raise IndexError(f"nothing at {index}: there are {self._size}")
        return self._build(index)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Sequence):
            return list(self) == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

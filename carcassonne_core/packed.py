"""Rows of numbers for the kernel: lists for the interpreter, packed machine integers if compiled.

Both are read, written and copied alike, `row[i]`, `row[i] = n` and `row[:]`; a row keeps its
length. In the compiled build (docs/compiled.md) whole numbers that are declared `i64` are machine
integers, too; for the interpreter and for type checkers they are `int`. And what the interpreter
does fastest without a loop, machine code does fastest with one: that stands here, both ways.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, MutableSequence
from itertools import accumulate
from typing import Final, TypeAlias

__all__ = [
    "COMPILED",
    "Bytes",
    "Numbers",
    "Packed",
    "Table",
    "added_up",
    "counting",
    "filled",
    "first_above",
    "has_any",
    "i64",
    "packed",
    "packed_bytes",
    "table_of",
]

COMPILED: Final = not __file__.endswith(".py")
"""Whether this is the compiled build; the compiler takes it for true, type checkers for false."""

if COMPILED:
    from librt.vecs import vec
    from mypy_extensions import i64

    Packed: TypeAlias = "vec[i64]"
    Bytes: TypeAlias = "vec[i64]"
    Numbers: TypeAlias = "vec[i64]"
    Table: TypeAlias = "vec[i64]"

    def packed(numbers: Iterable[int]) -> Packed:
        """A row of these numbers."""
        return vec[i64](list(numbers))

    def packed_bytes(numbers: Iterable[int]) -> Bytes:
        """A row of these numbers, none above 255."""
        return vec[i64](list(numbers))

    def table_of(numbers: bytes) -> Table:
        """A table in which numbers are looked up."""
        return vec[i64](list(numbers))

    def filled(length: i64, number: i64) -> Packed:
        """A row in which a number stands everywhere."""
        return vec[i64]([number] * length)

    def counting(length: i64) -> Packed:
        """A row of the numbers from 0."""
        found = vec[i64]([0] * length)
        for index in range(length):
            found[index] = index
        return found

    def added_up(row: Bytes, length: i64, table: Table) -> Packed:
        """What a table says of the first numbers of a row: for each the sum up to it."""
        found = vec[i64]([0] * length)
        sum_: i64 = 0
        for index in range(length):
            sum_ += table[row[index]]
            found[index] = sum_
        return found

    def has_any(row: Bytes, length: i64, table: Table, zeros: bytes) -> bool:
        """Whether a table says anything but zero of one of the first numbers of a row."""
        for index in range(length):  # noqa: SIM110 - a generator costs more
            if table[row[index]]:
                return True
        return False

    def first_above(row: Packed, number: i64) -> int:
        """The first place in a rising row where more than a number stands."""
        index: i64 = 0
        while row[index] <= number:
            index += 1
        return index

else:
    i64 = int
    Packed: TypeAlias = list[int]
    Bytes: TypeAlias = bytearray
    Numbers: TypeAlias = MutableSequence[int]
    """A row of either sort."""
    Table: TypeAlias = bytes

    def packed(numbers: Iterable[int]) -> Packed:
        """A row of these numbers."""
        return list(numbers)

    def packed_bytes(numbers: Iterable[int]) -> Bytes:
        """A row of these numbers, none above 255."""
        return bytearray(numbers)

    def table_of(numbers: bytes) -> Table:
        """A table in which numbers are looked up."""
        return numbers

    def filled(length: int, number: int) -> Packed:
        """A row in which a number stands everywhere."""
        return [number] * length

    def counting(length: int) -> Packed:
        """A row of the numbers from 0."""
        return list(range(length))

    def added_up(row: Bytes, length: int, table: Table) -> Packed:
        """What a table (of 256 bytes) says of the first numbers of a row: for each the sum up to
        it."""
        return list(accumulate(row[:length].translate(table)))

    def has_any(row: Bytes, length: int, table: Table, zeros: bytes) -> bool:
        """Whether a table says anything but zero of one of the first numbers of a row; `zeros` are
        the numbers of which it says zero."""
        return bool(row[:length].lstrip(zeros))

    def first_above(row: Packed, number: int) -> int:
        """The first place in a rising row where more than a number stands."""
        return bisect_right(row, number)

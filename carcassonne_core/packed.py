"""Rows of numbers for the kernel: lists for the interpreter, packed machine integers if compiled.

Both are read, written and copied alike, `row[i]`, `row[i] = n` and `row[:]`; a row keeps its
length. In the compiled build (docs/compiled.md) whole numbers that are declared `i64` are machine
integers, too; for the interpreter and for type checkers they are `int`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

__all__ = ["COMPILED", "Packed", "i64", "packed"]

COMPILED: Final = not __file__.endswith(".py")
"""Whether this is the compiled build; the compiler takes it for true, type checkers for false."""

if COMPILED:
    from librt.vecs import vec
    from mypy_extensions import i64

    Packed: TypeAlias = "vec[i64]"

    def packed(numbers: Iterable[int]) -> Packed:
        """A row of these numbers."""
        return vec[i64](list(numbers))

else:
    i64 = int
    Packed: TypeAlias = list[int]

    def packed(numbers: Iterable[int]) -> Packed:
        """A row of these numbers."""
        return list(numbers)

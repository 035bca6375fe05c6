"""Rows of numbers: whatever the build, they are read, written, looked up and added up alike."""

from __future__ import annotations

from itertools import accumulate

from hypothesis import given, strategies as st

from carcassonne_core.packed import (
    COMPILED,
    added_up,
    counting,
    filled,
    first_above,
    has_any,
    packed,
    packed_bytes,
    table_of,
)

BYTES = st.lists(st.integers(0, 255), max_size=40)


def test_a_row_is_a_list_unless_it_is_compiled() -> None:
    assert isinstance(packed([1]), list) is not COMPILED


@given(st.lists(st.integers(-(2**40), 2**40), min_size=1))
def test_a_row_holds_its_numbers_and_a_copy_holds_its_own(numbers: list[int]) -> None:
    row = packed(numbers)
    copy = row[:]
    row[0] = 7
    assert list(copy) == numbers
    assert list(row) == [7, *numbers[1:]]


@given(st.integers(0, 50))
def test_rows_are_filled_or_count_from_zero(length: int) -> None:
    assert list(filled(length, -3)) == [-3] * length
    assert list(counting(length)) == list(range(length))


@given(BYTES, st.binary(min_size=256, max_size=256), st.data())
def test_a_table_is_asked_about_the_first_numbers_of_a_row(
    numbers: list[int], table: bytes, data: st.DataObject
) -> None:
    length = data.draw(st.integers(0, len(numbers)))
    expected = [table[number] for number in numbers[:length]]
    zeros = bytes(number for number in range(256) if not table[number])
    row = packed_bytes(numbers)
    sums = added_up(row, length, table_of(table))
    assert list(sums) == list(accumulate(expected))
    assert has_any(row, length, table_of(table), zeros) is any(expected)
    for number in range(sum(expected[:3])):
        above = [place for place, reached in enumerate(sums) if reached > number]
        assert first_above(sums, number) == above[0]

"""Reads tables of perft counts: text in the format of `docs/perft.md`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeVar

from attrs import field, frozen

from carcassonne_core.errors import CarcassonneError
from carcassonne_core.expansion import OptionValue
from carcassonne_core.game import Game
from carcassonne_core.perft import DepthCount, Perft
from carcassonne_core.perft_table import PerftTable, PerftTableError
from carcassonne_core.rule_set import RuleSet

__all__ = ["loads_table"]

_Value = TypeVar("_Value")


def loads_table(text: str) -> PerftTable:
    """The table that a text holds; `#` begins a comment.

    Raises:
        PerftTableError: a line says nothing, or what it says cannot be played; names the line.

    Example:
        >>> table = loads_table("players 2\\ndraw BA/L\\ndepth 1\\nlines 12\\nplacements 5")
        >>> table.differences(table.recount())[0]
        'depth 1, placements: told 5, counted 4'
    """
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            reader.number = number
            reader.read(*words)
    return reader.table()


@frozen
class _Depth:
    """One depth as far as it was read."""

    numbers: dict[str, tuple[int, ...]] = field(factory=dict)
    split: dict[str, int] = field(factory=dict)


class _Reader:
    """Reads one line after the other."""

    def __init__(self) -> None:
        self.number = 0
        self.facts: dict[str, tuple[int, ...]] = {}
        self.names: list[str] = []
        self.options: dict[str, OptionValue] = {}
        self.sets: dict[str, int] = {}
        self.meeples: dict[str, int] = {}
        self.draw: list[str] = []
        self.depths: list[_Depth] = []
        self.divide: dict[str, int] = {}
        self.rows: dict[str, int] | None = None

    def fault(self, reason: str) -> PerftTableError:
        return PerftTableError(self.number, reason)

    def read(self, word: str, *rest: str) -> None:
        """One line, by its first word."""
        if word.isdecimal():
            if self.rows is None:
                raise self.fault("a number of lines stands before `depth` and `divide`")
            self.put(self.rows, " ".join(rest), self.whole(word))
        elif word == "expansion":
            self.names += rest
        elif word == "draw":
            self.draw += rest
        elif word == "option":
            name, value = self.pair(rest)
            self.put(self.options, name, self.value(value))
        elif word in ("set", "meeples"):
            name, value = self.pair(rest)
            self.put(self.sets if word == "set" else self.meeples, name, self.whole(value))
        elif word == "depth":
            self.expect(rest, len(self.depths) + 1)
            self.depths.append(_Depth())
            self.rows = self.depths[-1].split
        elif word == "divide":
            self.expect(rest, len(self.depths))
            self.rows = self.divide
        elif word in ("lines", "placements", "discards", "points", "figures"):
            if not self.depths:
                raise self.fault(f"`{word}` stands before `depth`")
            self.put(self.depths[-1].numbers, word, tuple(map(self.whole, rest)))
        elif word == "players":
            self.put(self.facts, word, tuple(map(self.whole, rest)))
        else:
            raise self.fault(f"no such word: {word!r}")

    def put(self, table: dict[str, _Value], name: str, value: _Value) -> None:
        if name in table:
            raise self.fault(f"{name!r} is said twice")
        table[name] = value

    def pair(self, words: tuple[str, ...]) -> tuple[str, str]:
        name, equals, value = " ".join(words).partition(" = ")
        if not equals:
            raise self.fault("expected NAME = VALUE")
        return name, value

    def whole(self, word: str) -> int:
        if not word.isascii() or not word.isdecimal() or len(word) > 18:
            raise self.fault(f"expected a number, found {word!r}")
        return int(word)

    def value(self, word: str) -> OptionValue:
        try:
            found: object = json.loads(word)
        except ValueError as error:
            raise self.fault(
                f"option value {word}: expected JSON, e.g. true, 2 or a text"
            ) from error
        if not isinstance(found, str | int | bool | None):
            raise self.fault(f"option value {word}: expected a text, a number or a truth")
        return found

    def expect(self, words: tuple[str, ...], wanted: int) -> None:
        if [*map(self.whole, words)] != [wanted]:
            raise self.fault(f"expected depth {wanted}, found {' '.join(words)}")

    def table(self) -> PerftTable:
        """What was read, as a whole."""
        self.number = 0
        if not self.depths:
            raise self.fault("it holds no depth")
        players = self.one(self.facts, "players")
        try:
            rules = RuleSet(
                self.names, options=self.options, sets=self.sets or None, meeples=self.meeples
            )
            order = Game(players, rules, draw_order=self.draw).draw_order
        except CarcassonneError as error:
            raise self.fault(str(error)) from error
        counts = tuple(self.count(number, found) for number, found in enumerate(self.depths, 1))
        return PerftTable(players, rules, order, Perft(counts, self.divide))

    def count(self, depth: int, found: _Depth) -> DepthCount:
        numbers = found.numbers
        return DepthCount(
            depth,
            self.one(numbers, "lines"),
            self.one(numbers, "placements"),
            self.one(numbers, "discards", 0),
            found.split,
            numbers.get("points"),
            self.one(numbers, "figures") if "figures" in numbers else None,
        )

    def one(
        self, facts: Mapping[str, tuple[int, ...]], name: str, missing: int | None = None
    ) -> int:
        values = facts.get(name, () if missing is None else (missing,))
        if len(values) != 1:
            raise self.fault(f"expected `{name} NUMBER`, found {' '.join(map(str, values))!r}")
        return values[0]

"""Tables of perft counts as text, for people to read and for any engine to count again.

One fact a line, its first word says which; the format is told in `docs/perft.md`. A table holds the
whole set-up, so whoever reads it (`carcassonne_core.perft_reader`) can count anew and compare.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from carcassonne_core.errors import CarcassonneError
from carcassonne_core.game import Game
from carcassonne_core.perft import Perft, perft
from carcassonne_core.rule_set import RuleSet

__all__ = ["PerftTable", "PerftTableError", "dumps_table"]


class PerftTableError(CarcassonneError):
    """A table of counts cannot be read.

    Attributes:
        line: the number of the line at fault, counted from 1; 0 for the table as a whole.
    """

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(
            f"perft table, line {line}: {reason}" if line else f"perft table: {reason}"
        )


@frozen
class PerftTable:
    """A set-up, and what was counted from its start.

    Attributes:
        players: how many play.
        rules: what they play.
        draw_order: the tiles whose draw is forced.
        counts: what was counted; its `divide` is empty where the table has none.

    Example:
        >>> table = PerftTable.count(2, RuleSet(), ["BA/L", "BA/LR"], depth=2)
        >>> table.counts.lines, table.differences(table.recount())
        (484, ())
    """

    players: int
    rules: RuleSet
    draw_order: tuple[str, ...]
    counts: Perft

    @classmethod
    def count(
        cls,
        players: int,
        rules: RuleSet,
        draw_order: Sequence[str],
        depth: int,
        *,
        with_sums: bool = True,
        with_divide: bool = True,
    ) -> PerftTable:
        """Counts the lines from the start of a game, see `perft`.

        Raises:
            SetupError: there is no such game.
            CarcassonneError: the depth is no number of plies.
        """
        game = Game(players, rules, draw_order=draw_order)
        counts = perft(game, depth, with_sums=with_sums)
        if not with_divide:
            counts = evolve(counts, divide={})
        return cls(game.players, rules, game.draw_order, counts)

    def recount(self) -> PerftTable:
        """The same table, counted anew by this library."""
        return PerftTable.count(
            self.players,
            self.rules,
            self.draw_order,
            len(self.counts.depths),
            with_sums=self.counts.depths[-1].points is not None,
            with_divide=bool(self.counts.divide),
        )

    def differences(self, counted: PerftTable) -> tuple[str, ...]:
        """The facts on which another count is not of one mind with this table."""
        told, found = (dict(_facts(table)) for table in (self, counted))
        return tuple(
            f"{name}: told {told.get(name, 0)}, counted {found.get(name, 0)}"
            for name in dict.fromkeys([*told, *found])
            if told.get(name, 0) != found.get(name, 0)
        )


def dumps_table(table: PerftTable) -> str:
    """A table as text.

    Example:
        >>> print(dumps_table(PerftTable.count(2, RuleSet(), ["BA/L"], depth=1)), end="")
        players 2
        set base_first_edition = 1
        draw BA/L
        <BLANKLINE>
        depth 1
        lines 12
        placements 4
        discards 0
        points 0 0
        figures 8
        4 deploy follower cloister
        4 deploy follower field
        4 pass
        <BLANKLINE>
        divide 1
        3 place BA/L R0 @0,1
        3 place BA/L R180 @0,1
        3 place BA/L R270 @0,1
        3 place BA/L R90 @0,1
    """
    lines = [*_setup_lines(table)]
    for count in table.counts.depths:
        lines += ["", f"depth {count.depth}", f"lines {count.lines}"]
        lines += [f"placements {count.placements}", f"discards {count.discards}"]
        if count.points is not None:
            lines.append(f"points {' '.join(map(str, count.points))}")
        if count.figures is not None:
            lines.append(f"figures {count.figures}")
        lines += [f"{number} {name}" for name, number in count.split.items()]
    if table.counts.divide:
        lines += ["", f"divide {len(table.counts.depths)}"]
        lines += [f"{number} {name}" for name, number in table.counts.divide.items()]
    return "\n".join(lines) + "\n"


def _setup_lines(table: PerftTable) -> Iterator[str]:
    rules = table.rules
    yield f"players {table.players}"
    for name in rules.names:
        yield f"expansion {name}"
    for name, value in rules.options.items():
        yield f"option {name} = {json.dumps(value, ensure_ascii=False)}"
    for name, number in rules.sets.items():
        yield f"set {name} = {number}"
    for name, number in rules.meeple_counts.items():
        yield f"meeples {name} = {number}"
    if table.draw_order:
        yield f"draw {' '.join(table.draw_order)}"


def _facts(table: PerftTable) -> Iterator[tuple[str, object]]:
    """Every fact of a table, with a name of its own."""
    yield "set-up", "; ".join(_setup_lines(table))
    for count in table.counts.depths:
        at = f"depth {count.depth}"
        for name in ("lines", "placements", "discards", "points", "figures"):
            yield f"{at}, {name}", getattr(count, name)
        yield from ((f"{at}, {name}", lines) for name, lines in count.split.items())
    for name, lines in table.counts.divide.items():
        yield f"divide, {name}", lines

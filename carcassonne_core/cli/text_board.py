"""A board in letters, for a terminal: three lines for each row of tiles.

    ·▓▓▓·
    ══o══    a city in the north, roads that end in the middle
    ··║··

Rivers are ~, cloisters ✝, gardens ❀, machines the arrow of their direction; figures are the numbers
of their players.
"""

from __future__ import annotations

from rich.text import Text

from carcassonne_core.board import Board
from carcassonne_core.compass import HalfEdge, Side
from carcassonne_core.feature import Figure
from carcassonne_core.feature_kind import MONASTIC
from carcassonne_core.position import Position
from carcassonne_core.tile import OrientedTile, Port, Segment

__all__ = ["board_text"]

_WIDE, _HIGH = 5, 3

_ROADS = {
    "N": "║", "E": "═", "S": "║", "W": "═", "NS": "║", "EW": "═", "NE": "╚", "ES": "╔",
    "SW": "╗", "NW": "╝", "NES": "╠", "ESW": "╦", "NSW": "╣", "NEW": "╩", "NESW": "╬",
}  # fmt: skip

_ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}

_INK = {"city": "yellow", "road": "white", "river": "blue", "field": "green"}

_Spot = tuple[int, int]
"""Row and column of a cell's character."""

_AT: dict[Side, tuple[_Spot, ...]] = {
    Side.N: ((0, 2), (0, 1), (0, 3)),
    Side.E: ((1, 4), (1, 3)),
    Side.S: ((2, 2), (2, 1), (2, 3)),
    Side.W: ((1, 0), (1, 1)),
}
"""Where a side is drawn, its middle first."""

_HALVES: dict[HalfEdge, _Spot] = {
    HalfEdge.NL: (0, 0), HalfEdge.NR: (0, 4), HalfEdge.ER: (2, 4), HalfEdge.EL: (0, 4),
    HalfEdge.SL: (2, 4), HalfEdge.SR: (2, 0), HalfEdge.WL: (2, 0), HalfEdge.WR: (0, 0),
}  # fmt: skip


def board_text(board: Board, styles: tuple[str, ...] = ()) -> Text:
    """The board in letters, with the columns above and the rows beside it.

    Args:
        board: the board.
        styles: a style of rich for each seat, in which its figures are shown; they are shown as
            the numbers of the players in any case.

    Example:
        >>> from carcassonne_core import Game
        >>> for line in board_text(Game(2).board).plain.splitlines()[4:7]:
        ...     print(line.rstrip())
                 ·▓▓▓·
          0      ═════
                 ·····
    """
    places = [*board, *board.frontier]
    xs = range(min(p.x for p in places), max(p.x for p in places) + 1)
    ys = range(min(p.y for p in places), max(p.y for p in places) + 1)
    standing: dict[Position, list[Figure]] = {}
    for figure in board.figures:
        standing.setdefault(figure.segment.position, []).append(figure)
    shown = Text(" " * 4 + "".join(str(x).center(_WIDE) for x in xs).rstrip() + "\n")
    for y in ys:
        cells = [_cell(board.tile_at(Position(x, y)), standing.get(Position(x, y), [])) for x in xs]
        for row in range(_HIGH):
            shown.append(f"{y:>3} " if row == 1 else " " * 4)
            for cell in cells:
                for letter, ink in cell[row]:
                    shown.append(letter, _style(ink, styles))
            shown.append("\n")
    return shown


def _style(ink: str, styles: tuple[str, ...]) -> str:
    if ink.isdigit():
        seat = int(ink)
        return f"bold reverse {styles[seat]}" if seat < len(styles) else "bold reverse"
    return _INK.get(ink, "")


def _cell(tile: OrientedTile | None, figures: list[Figure]) -> list[list[tuple[str, str]]]:
    """The letters of a cell by row, each with its ink: a kind, or a seat."""
    if tile is None:
        return [[(" ", "")] * _WIDE for _ in range(_HIGH)]
    cell = [[("·", "field")] * _WIDE for _ in range(_HIGH)]
    for segment in sorted(tile.segments, key=lambda s: s.kind.name == "city", reverse=True):
        for (row, column), letter in _letters(segment):
            cell[row][column] = letter, segment.kind.name
    roads = [segment for segment in tile.segments if segment.kind.name == "road"]
    if len(roads) > 2 and cell[1][2][1] == "road":
        cell[1][2] = "o", "road"
    for mark in tile.marks:
        arrow = _ARROWS.get("" if mark.direction is None else mark.direction.name, "*")
        cell[1][2] = arrow, "mark"
    for figure in figures:
        row, column = _spot(tile.segments[figure.segment.index])
        cell[row][column] = str(figure.player + 1), str(figure.player)
    return cell


def _letters(segment: Segment) -> list[tuple[_Spot, str]]:
    kind, sides = segment.kind, segment.sides
    if MONASTIC in kind.families:
        return [((1, 2), "✝")]
    if kind.name == "garden":
        return [((1, 2), "❀")]
    found = []
    names = "".join(side.name for side in Side if side in sides)
    for side in sides:
        for place in _AT[side]:
            found.append((place, _letter(kind.name, side)))
    if kind.name == "city":
        found = [(place, "▓") for place, _ in found]
        found += [((1, column), "▓") for column in (1, 2, 3)] if len(sides) > 1 else []
    elif kind.name == "road" and names:
        found = [f for f in found if f[0] not in ((0, 1), (0, 3), (2, 1), (2, 3))]
        found.append(((1, 2), _ROADS[names]))
    elif names:
        found = [f for f in found if f[0] not in ((0, 1), (0, 3), (2, 1), (2, 3))]
        found.append(((1, 2), "~"))
    return found


def _letter(kind: str, side: Side) -> str:
    if kind == "road":
        return "║" if side in (Side.N, Side.S) else "═"
    return "~"


def _spot(segment: Segment) -> _Spot:
    """Where a figure stands: on a side, in the middle, or in a corner of a field."""
    ports: tuple[Port, ...] = segment.ports
    if not ports:
        return 1, 2
    first = ports[0]
    if isinstance(first, HalfEdge):
        return _HALVES[first]
    return _AT[first][0]

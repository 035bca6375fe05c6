"""Perft: the exact number of lines of play from a position, for comparing engines with each other.

A *ply* is one part of a turn: from the moment at which a tile is to be drawn (or may be placed
instead of drawing) to the next such moment; the second half of a builder's double turn is a ply of
its own. A *line* of some depth is one sequence of actions that plays so many plies to their end,
scoring included: every legal action is a branch, and so is every outcome of chance, except that a
draw branches by tile, however many copies of it are left. A forced draw is one branch.

What the numbers are for, and the text format of their tables, is told in `docs/perft.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from types import MappingProxyType

from attrs import frozen

from carcassonne_core.action import Action, Deploy, Pass, Place
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.feature import SegmentId
from carcassonne_core.game import Game
from carcassonne_core.notation import action_text
from carcassonne_core.turn import DEPLOY, DRAW, OVER, Slot

__all__ = ["NO_CHOICE", "DepthCount", "Perft", "perft"]

NO_CHOICE = "no choice"
"""What stands in `DepthCount.split` for plies in which a tile is placed and nothing else chosen."""

_TWICE = frozenset({Slot.AFTER_DEPLOY, Slot.AFTER_SCORE})
"""The moments at which something may follow after a figure was deployed."""


@frozen
class DepthCount:
    """What is counted over all lines of one depth.

    Attributes:
        depth: how many plies a line has.
        lines: how many lines there are.
        placements: how many times a tile was placed in the last ply, each counted once for all
            that may follow in that ply.
        discards: after how many lines of fewer plies a tile was drawn that had no place.
        split: the lines by what was done in the last ply after the placement, e.g.
            `"deploy follower city"`, `"fly follower, roll, land road"`, or `NO_CHOICE`.
        points: by seat, the sum of the scores at the ends of all lines; None if not counted.
        figures: the sum of the figures on the board at the ends of all lines; None likewise.
    """

    depth: int
    lines: int
    placements: int
    discards: int
    split: Mapping[str, int]
    points: tuple[int, ...] | None
    figures: int | None


@frozen
class Perft:
    """The numbers of lines from one position.

    Attributes:
        depths: what is counted for depths 1, 2 and so on.
        divide: the lines of the deepest depth by the first action that is no draw.
    """

    depths: tuple[DepthCount, ...]
    divide: Mapping[str, int]

    @property
    def lines(self) -> int:
        """How many lines the deepest depth has."""
        return self.depths[-1].lines


def perft(game: Game, depth: int, *, with_sums: bool = True) -> Perft:
    """Counts the lines of play from a position, for every depth up to this one.

    The game stays as it is. If it ends early, its final scoring belongs to the last ply.

    Args:
        game: where to begin; its `draw_order` says which draws are forced.
        depth: how many plies to look ahead; at least 1.
        with_sums: whether `points` and `figures` are wanted for the deepest depth too; without
            them, most of its lines need not be played.

    Raises:
        CarcassonneError: the depth is no number of plies.

    Example:
        >>> from carcassonne_core import Game
        >>> found = perft(Game(2, draw_order=["BA/L", "BA/LR"]), 2)
        >>> [count.lines for count in found.depths]
        [12, 484]
        >>> dict(found.depths[0].split)
        {'deploy follower cloister': 4, 'deploy follower field': 4, 'pass': 4}
        >>> found.divide["place BA/L R90 @0,1"]
        121
    """
    if type(depth) is not int or depth < 1:
        raise CarcassonneError(f"perft depth = {depth!r}: expected a number of plies, at least 1")
    return _Counting(game.copy(), depth, with_sums).run()


class _Sums:
    """What has been counted for one depth so far."""

    def __init__(self, players: int) -> None:
        self.lines = self.placements = self.discards = self.figures = 0
        self.points: tuple[int, ...] = (0,) * players
        self.split: dict[str, int] = {}


class _Counting:
    """One count under way: a walk through all lines, on one game."""

    def __init__(self, game: Game, depth: int, with_sums: bool) -> None:
        self.game, self.depth, self.with_sums = game, depth, with_sums
        self.sums = [_Sums(game.players) for _ in range(depth + 1)]
        self.divide: dict[str, int] = {}
        self.first = ""
        hooks = game.rules.hooks
        followed = any(hooks.slot_owners[slot] for slot in _TWICE)
        # Whether a ply ends with an ordinary deployment, or without one, whatever it was.
        is_plain = not followed and not hooks.overriders("on_completion")
        self.is_plain = is_plain and not with_sums
        self.names: dict[str, dict[tuple[str, int], str]] = {}
        self.figures = [
            (seat, kind.name) for seat in range(game.players) for kind in game.rules.meeples
        ]
        self.owned = sum(game.supply(*figure) for figure in self.figures)
        self.owned += len(game.board.figures)

    def run(self) -> Perft:
        if not self.game.is_over:
            self._ply(1, "", False, False, self.game.turn)
        counts, discards = [], 0
        for depth, found in enumerate(self.sums[1:], 1):
            discards += found.discards
            is_summed = self.with_sums or depth < self.depth
            counts.append(
                DepthCount(
                    depth,
                    found.lines,
                    found.placements,
                    discards,
                    MappingProxyType(dict(sorted(found.split.items()))),
                    found.points if is_summed else None,
                    found.figures if is_summed else None,
                )
            )
        return Perft(tuple(counts), MappingProxyType(dict(sorted(self.divide.items()))))

    def _ply(self, number: int, done: str, has_placed: bool, has_lost: bool, turn: int) -> None:
        """Walks through what is left of a ply.

        Args:
            number: the ply, counted from 1.
            done: what was chosen in it, the placement apart.
            has_placed: whether a tile was placed in it.
            has_lost: whether a tile was discarded in it.
            turn: the turn in which it began.
        """
        game, sums = self.game, self.sums[number]
        step = game.step
        actions: Sequence[Action] = game.legal_actions
        is_drawn = step.name == DRAW
        is_choice = len(actions) > 1 or type(actions[0]) is not Pass
        if self.is_plain and number == self.depth and step.name == DEPLOY and is_choice:
            actions = self._deployments(number, done, actions)
        for action in actions:
            is_first = not self.first and not is_drawn
            if is_first:
                self.first = action_text(game, action)
            what, placed = done, has_placed
            if type(action) is Place:
                sums.placements += 1
                placed = True
            elif not is_drawn and is_choice:
                what = self._name(action)
                what = f"{done}, {what}" if done else what
            game.push_unchecked(action)
            if not placed and game.is_over:
                pass  # the last tile had no place: the line ends before the ply did
            elif self._has_ended(placed, turn):
                self._count(number, what)
                if number < self.depth and not game.is_over:
                    self._ply(number + 1, "", False, False, game.turn)
            else:
                is_lost = is_drawn and game.step.name == DRAW
                sums.discards += is_lost and not has_lost
                self._ply(number, what, placed, has_lost or is_lost, turn)
            game.pop()
            if is_first:
                self.first = ""

    def _deployments(self, number: int, done: str, actions: Sequence[Action]) -> list[Action]:
        """Counts the deployments after which a line ends, unplayed; what else may be done."""
        names = self.names.setdefault(self.game.placed_tile.id, {})
        split, others, lines = self.sums[number].split, [], 0
        for action in actions:
            if type(action) is Deploy:
                key = action.meeple, action.segment.index
            elif type(action) is Pass:
                key = "", 0
            else:
                others.append(action)
                continue
            name = names.get(key)
            if name is None:
                names[key] = name = self._name(action)
            if done:
                name = f"{done}, {name}"
            split[name] = split.get(name, 0) + 1
            lines += 1
        self.sums[number].lines += lines
        if self.first:
            self.divide[self.first] = self.divide.get(self.first, 0) + lines
        return others

    def _has_ended(self, has_placed: bool, turn: int) -> bool:
        """Whether the ply is over: the next tile, if there is one, is to be drawn or placed."""
        step = self.game.step
        if step.name not in (DRAW, OVER) and not step.tile:
            return False
        return has_placed or self.game.turn != turn

    def _name(self, action: Action) -> str:
        """What an action does, without the place: `deploy follower city`."""
        if type(action) is Pass:
            step = self.game.step.name
            return "pass" if step == DEPLOY else f"pass {step}"
        words = [action.verb]
        if action.figure is not None:
            words.append(action.figure)
        segment = getattr(action, "segment", None)
        if isinstance(segment, SegmentId):
            words.append(self.game.board.kind(segment).name)
        return " ".join(words)

    def _count(self, number: int, done: str) -> None:
        """One more line that ends here."""
        game, sums = self.game, self.sums[number]
        done = done or NO_CHOICE
        sums.lines += 1
        sums.split[done] = sums.split.get(done, 0) + 1
        if number == self.depth and self.first:
            self.divide[self.first] = self.divide.get(self.first, 0) + 1
        if number < self.depth or self.with_sums:
            sums.points = tuple(map(add, sums.points, game.scores))
            supplied = sum(game.supply(seat, kind) for seat, kind in self.figures)
            sums.figures += self.owned - supplied

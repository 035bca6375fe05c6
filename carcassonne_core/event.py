"""What has happened in a game: facts to narrate, to check and to learn from.

Events are built when somebody reads `game.events`; a game that nobody watches pays for tuples.

An event says itself how it is told and drawn, so narrators and pictures know no expansion: `told`
gives sentences by code, whose words are data (`Expansion.texts`), `trace` a line on the board, and
`statistics` what is added up over many games.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from typing import ClassVar

from attrs import fields, frozen, has

from carcassonne_core.compass import Rotation
from carcassonne_core.feature import Figure, SegmentId
from carcassonne_core.position import Position

__all__ = ["Event", "FeatureScored", "GameEnded", "Item", "MeepleDeployed"]
__all__ += ["Occasion", "PointsAwarded", "Sentence", "Statistic", "TileDiscarded", "TileDrawn"]
__all__ += ["TilePlaced", "Trace"]


class Occasion(Enum):
    """Why a feature is scored: it is complete, somebody ends it early, or the game has ended."""

    COMPLETED = "completed"
    EARLY = "early"
    FINAL = "at_end"


@frozen
class Sentence:
    """Something to tell: a code under which a text is found, and the facts that fill the text.

    The fact `player` is a seat and reads as the player's name; positions, segments, figures,
    refusals and further sentences read as themselves, tuples one after the other.

    Attributes:
        code: name of the text in the `texts.toml` of its owner.
        facts: pairs of a name and a value.

    Example:
        >>> Sentence.of("tile_drawn", player=0, tile="BA/C").facts
        (('player', 0), ('tile', 'BA/C'))
    """

    code: str
    facts: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, code: str, **facts: object) -> Sentence:
        """The sentence with these facts."""
        return cls(code, tuple(facts.items()))


@frozen
class Trace:
    """A line that a picture draws for an event, e.g. the way of a flight.

    Attributes:
        path: the positions that it joins, in order; tiles need not lie there.
        label: a word or number beside it.
        is_open: False when it leads to nothing.
        options: segments at its end among which somebody chooses.
        refused: the others there.
    """

    path: tuple[Position, ...]
    label: str = ""
    is_open: bool = True
    options: tuple[SegmentId, ...] = ()
    refused: tuple[SegmentId, ...] = ()


@frozen
class Statistic:
    """An amount that a statistic adds up over many games: a cell of a table.

    Attributes:
        table: what is counted, e.g. `"points"` or `"flights"`.
        row: a word, or a seat, which reads as the player.
        column: a word.
        amount: how much; 1 where something is merely counted.
    """

    table: str
    row: str | int
    column: str
    amount: int = 1


class Event:
    """Base class of everything that happens."""

    __slots__ = ()
    texts: ClassVar[str] = "base"
    """Name of the expansion in whose texts its sentences are looked up first."""

    def told(self) -> Iterable[Sentence]:
        """How it is told: by default the name of its class in snake case, and its fields."""
        kind = type(self)
        code = re.sub("(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
        names = [field.name for field in fields(kind)] if has(kind) else []
        yield Sentence(code, tuple((name, getattr(self, name)) for name in names))

    def trace(self) -> Trace | None:
        """How a picture shows it beside tiles and figures; None for most."""
        return None

    def statistics(self) -> Iterable[Statistic]:
        """What it adds to statistics over many games; nothing for most."""
        return ()


@frozen
class TileDrawn(Event):
    """A tile came from the stack (B3)."""

    player: int
    tile: str


@frozen
class TileDiscarded(Event):
    """A drawn tile fits nowhere and leaves the game; the same player draws again (B3)."""

    player: int
    tile: str


@frozen
class TilePlaced(Event):
    """A tile was laid on the board (B4)."""

    player: int
    tile: str
    position: Position
    rotation: Rotation


@frozen
class MeepleDeployed(Event):
    """A figure went from the supply to a segment.

    Attributes:
        route: how it came there, e.g. `"placement"` or `"flight"`.
    """

    player: int
    meeple: str
    segment: SegmentId
    kind: str
    route: str

    def told(self) -> Iterable[Sentence]:
        """One sentence for each route: `deployed_by_placement`."""
        facts = {"player": self.player, "meeple": self.meeple, "segment": self.segment}
        yield Sentence.of(f"deployed_by_{self.route}", **facts)


@frozen
class Item:
    """One line of a score: how many of what, and the points for them together."""

    name: str
    count: int
    points: int

    def told(self) -> Sentence:
        """How the line reads."""
        return Sentence.of("score_item", item=self.name, count=self.count, points=self.points)


@frozen
class FeatureScored(Event):
    """A feature was scored: who, what and why.

    Attributes:
        kind: name of its kind.
        occasion: why it is scored.
        tiles: positions of the tiles that were counted, each once.
        items: how its value adds up: tiles, pennants, cities.
        strengths: for each player with figures on it, in the order of seats, their strength.
        points: for each player paid, in the order of seats, the points; ties are paid in full (B9).
        returned: the figures that went back to their supplies (B10); none at the end of the game.
        rule: id of the rule by which it scored.
        bonuses: for a player, what came on top of the value; counted in `points`.
    """

    kind: str
    occasion: Occasion
    tiles: tuple[Position, ...]
    items: tuple[Item, ...]
    strengths: tuple[tuple[int, int], ...]
    points: tuple[tuple[int, int], ...]
    returned: tuple[Figure, ...]
    rule: str
    bonuses: tuple[tuple[int, Item], ...] = ()

    @property
    def is_completed(self) -> bool:
        """Whether it scores because it is complete."""
        return self.occasion is Occasion.COMPLETED

    @property
    def value(self) -> int:
        """What each winner of the majority gets."""
        return sum(item.points for item in self.items)

    def told(self) -> Iterable[Sentence]:
        """What was scored and how its value adds up; who is paid; who goes home."""
        yield Sentence.of(
            f"feature_{self.occasion.value}",
            kind=self.kind,
            position=self.tiles[0],
            items=tuple(item.told() for item in self.items),
            value=self.value,
            rule=self.rule,
        )
        strengths = (Sentence.of("strength", player=p, strength=n) for p, n in self.strengths)
        points = (Sentence.of("points", player=p, points=n) for p, n in self.points)
        yield Sentence.of("feature_paid", strengths=tuple(strengths), points=tuple(points))
        for player, item in self.bonuses:
            yield Sentence.of("feature_bonus", player=player, item=item.told())
        if self.returned:
            yield Sentence.of("figures_home", figures=self.returned)

    def statistics(self) -> Iterable[Statistic]:
        """The points of each player for this kind of feature."""
        return (Statistic("points", seat, self.kind, points) for seat, points in self.points)


@frozen
class PointsAwarded(Event):
    """A player was paid by an expansion's own rule, not for a feature.

    Attributes:
        player: the seat that was paid.
        item: for what, how many, and the points.
        rule: id of the expansion's ruling.
        source: name of the expansion.
    """

    player: int
    item: Item
    rule: str
    source: str

    def told(self) -> Iterable[Sentence]:
        """Who is paid, for what, by which rule."""
        facts = {"player": self.player, "item": self.item.told(), "rule": self.rule}
        yield Sentence.of("points_awarded", **facts)

    def statistics(self) -> Iterable[Statistic]:
        """The points of the player, for what he got them."""
        yield Statistic("points", self.player, self.item.name, self.item.points)


@frozen
class GameEnded(Event):
    """The stack is empty and everything has been scored (B15)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def told(self) -> Iterable[Sentence]:
        """Who has won, alone or together."""
        names = tuple(Sentence.of("name", player=seat) for seat in self.winners)
        yield Sentence.of("game_won" if len(names) == 1 else "game_shared", winners=names)

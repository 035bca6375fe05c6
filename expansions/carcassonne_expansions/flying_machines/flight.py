"""A flight under way, and the events that tell of it."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from carcassonne_core.compass import Direction
from carcassonne_core.errors import Refusal
from carcassonne_core.event import Event, Sentence, Statistic, Trace
from carcassonne_core.feature import SegmentId
from carcassonne_core.position import Position
from carcassonne_expansions.flying_machines.rules import OWNER, flight_target

__all__ = ["Flight", "FlightFailed", "FlightRolled", "FlightStarted"]


@frozen
class Flight:
    """A flight under way.

    Attributes:
        player: seat of the figure's owner.
        meeple: the kind of figure.
        start: where the machine lies.
        direction: where its arrow points as the tile lies (R8).
        distance: what the die showed; 0 before the roll.
    """

    player: int
    meeple: str
    start: Position
    direction: Direction
    distance: int = 0

    @property
    def target(self) -> Position:
        """Where it ends; once the die has been thrown (R9)."""
        return flight_target(self.start, self.direction, self.distance)


@frozen
class FlightStarted(Event):
    """A figure has been named and takes off."""

    texts = OWNER
    flight: Flight

    def told(self) -> Iterable[Sentence]:
        """Who flies, from where and in which direction."""
        flight = self.flight
        facts = {"player": flight.player, "meeple": flight.meeple, "start": flight.start}
        yield Sentence.of("flight_started", **facts, direction=flight.direction.name)


@frozen
class FlightRolled(Event):
    """The die has been thrown.

    Attributes:
        flight: the flight, with its distance.
        target: where it ends.
        options: the segments on which the figure may land.
        refused: the other segments of the target, each with the reasons against it.
    """

    texts = OWNER
    flight: Flight
    target: Position
    options: tuple[SegmentId, ...]
    refused: tuple[tuple[SegmentId, tuple[Refusal, ...]], ...]

    def told(self) -> Iterable[Sentence]:
        """Where the flight ends, what is open there, and what is not and why."""
        distance = self.flight.distance
        yield Sentence.of("flight_rolled", distance=distance, target=self.target)
        if self.options:
            yield Sentence.of("flight_options", options=self.options)
        for segment, reasons in self.refused:
            yield Sentence.of("flight_refused", segment=segment, reasons=reasons)

    def trace(self) -> Trace | None:
        """A line from the machine to the end of the flight, with the number of the die; where the
        figure may land, and where not."""
        path = (self.flight.start, self.target)
        refused = tuple(segment for segment, _ in self.refused)
        label = str(self.flight.distance)
        return Trace(path, label, bool(self.options), self.options, refused)

    def statistics(self) -> Iterable[Statistic]:
        """A flight by its die; who can land has to (R18)."""
        outcome = "landed" if self.options else "failed"
        yield Statistic("flights", str(self.flight.distance), outcome)


@frozen
class FlightFailed(Event):
    """The figure could not land and is back in the supply (R19).

    Attributes:
        flight: the flight, with its distance.
        reason: no tile at its end (R10), or nothing there to land on (R19).
    """

    texts = OWNER
    flight: Flight
    reason: Refusal

    def told(self) -> Iterable[Sentence]:
        """Why the figure is back in the supply."""
        facts = {"player": self.flight.player, "meeple": self.flight.meeple}
        yield Sentence.of("flight_failed", **facts, reason=self.reason)

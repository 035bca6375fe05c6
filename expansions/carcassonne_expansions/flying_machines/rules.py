"""The flight itself, for any engine: who may fly, where a flight ends, where it may land.

Nothing here knows a game, a turn or a player. The functions read an engine's own board through
three small protocols and hand its own feature objects back, so an engine that keeps its own
classes needs neither to derive from anything nor to register anything.

Rules R5 to R19 of the sheet of 2012 with its footnotes. What a turn adds (the machine is used once,
the figure comes from the supply, a failed flight ends the deploying) is the engine's own affair.

Example:
    >>> from attrs import frozen
    >>> from carcassonne_core.feature_kind import CITY, ROAD, FeatureKind
    >>> from carcassonne_core.meeple import FOLLOWER
    >>> @frozen
    ... class Place:
    ...     kind: FeatureKind
    ...     is_completed: bool
    >>> class OneTile:
    ...     def features_at(self, position):
    ...         return [Place(CITY, False), Place(ROAD, True)] if position.x == 0 else None
    >>> [place.kind.name for place in landings(OneTile(), FOLLOWER, Position(0, 0)).options]
    ['city']
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, Protocol, TypeVar

from attrs import frozen

from carcassonne_core.compass import Direction
from carcassonne_core.errors import CarcassonneError, OptionError, Refusal
from carcassonne_core.feature_kind import CITY, FIELD, GARDEN, MONASTIC, ROAD, FeatureKind
from carcassonne_core.meeple import can_stand_on
from carcassonne_core.position import Position

__all__ = ["DIE", "EDITIONS", "FIRST_EDITION", "LANDING_SETS", "DistanceError", "FaceOdds"]
__all__ += ["FlightOdds", "FlightRules", "Flyer", "LandingBoard", "LandingFeature", "Landings"]
__all__ += ["flight_target", "flyer_refusals", "landing_refusals", "landings", "odds"]

OWNER = "flying_machines"

DIE: Mapping[int, Fraction] = MappingProxyType({face: Fraction(1, 3) for face in (1, 2, 3)})
"""The die and how likely each face is (R7, 2012): two sides each show 1, 2 and 3."""

EDITIONS = ("C1", "C2", "C3", "C3_1")
LANDING_SETS = ("extended_2015", "strict_2012")


class DistanceError(CarcassonneError, ValueError):
    """A flight over a distance that the die does not show."""


class LandingFeature(Protocol):
    """A part of a feature, as far as a landing asks.

    Attributes:
        kind: what it is.
        is_completed: whether it is finished **now**, the tile just placed included (R13).
    """

    @property
    def kind(self) -> FeatureKind: ...  # noqa: D102

    @property
    def is_completed(self) -> bool: ...  # noqa: D102


F = TypeVar("F", bound=LandingFeature)
F_co = TypeVar("F_co", bound=LandingFeature, covariant=True)


class LandingBoard(Protocol[F_co]):
    """A board, as far as a flight asks."""

    def features_at(self, position: Position, /) -> Sequence[F_co] | None:
        """What lies on the tile there, one entry for each segment (R18); None without a tile.

        A tile that is closed to every figure at the moment has no entries (R11).
        """
        ...


class Flyer(Protocol):
    """A kind of figure, as far as a flight asks; `carcassonne_core.meeple.MeepleKind` is one.

    Attributes:
        name: its word, e.g. `"follower"` or `"big_follower"`.
        stands_on: names or families of the kinds of features on which it may stand.
        is_follower: False for builders, pigs, barns, shepherds and neutral figures.
    """

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def stands_on(self) -> Collection[str]: ...  # noqa: D102

    @property
    def is_follower(self) -> bool: ...  # noqa: D102


@frozen
class FlightRules:
    """Which reading of the rules is flown.

    Attributes:
        edition: design whose rules hold. `"C1"` is the sheet of 2012; `"C2"` and `"C3"` fly
            alike; `"C3_1"` (2025) knows only small and big followers on roads, cities and
            monasteries.
        landing_set: `"extended_2015"` admits every claimable feature but fields (footnote 5,
            second paragraph), `"strict_2012"` only the list of the sheet's main text, with the
            abbot's garden (footnote 7).

    Raises:
        OptionError: a value is none of those.

    Example:
        >>> FlightRules(landing_set="strict_2012")
        FlightRules(edition='C1', landing_set='strict_2012')
    """

    edition: str = "C1"
    landing_set: str = "extended_2015"

    def __attrs_post_init__(self) -> None:
        chosen = (
            ("edition", self.edition, EDITIONS),
            ("landing_set", self.landing_set, LANDING_SETS),
        )
        for name, value, values in chosen:
            if value not in values:
                allowed = ", ".join(map(repr, values))
                raise OptionError(f"option {OWNER}.{name} = {value!r}: expected {allowed}")


FIRST_EDITION = FlightRules()
"""The rules of 2012 with all later footnotes."""


def flight_target(start: Position, direction: Direction, distance: int) -> Position:
    """Where a flight ends: so many positions along the arrow, tiles below or not (R8, R9; 2012).

    It is never the tile with the machine itself (R12). Of an arrow that turns with its tile, pass
    the direction as it lies.

    Raises:
        DistanceError: the die does not show `distance`.

    Example:
        >>> flight_target(Position(2, 2), Direction.NW, 3)
        Position(-1, -1)
    """
    if distance not in DIE:
        faces = ", ".join(map(str, DIE))
        raise DistanceError(f"a flight of {distance!r} from {start}: the die shows {faces}")
    return start.step(direction, distance)


def flyer_refusals(flyer: Flyer, rules: FlightRules = FIRST_EDITION) -> tuple[Refusal, ...]:
    """Why a kind of figure may not fly at all; empty if it may (R5; footnote 1, 2012).

    Every follower may, since nobody stays on the machine. Ask it before the die is rolled.

    Example:
        >>> from carcassonne_core.meeple import FOLLOWER, MeepleKind
        >>> flyer_refusals(FOLLOWER)
        ()
        >>> [reason.code for reason in flyer_refusals(MeepleKind("pig", is_follower=False))]
        ['not_a_follower']
    """
    found = []
    if not flyer.is_follower:
        found.append(Refusal(OWNER, "not_a_follower", "R5", (("meeple", flyer.name),)))
    if rules.edition == "C3_1" and flyer.name not in ("follower", "big_follower"):
        facts = ("meeple", flyer.name), ("edition", rules.edition)
        found.append(Refusal(OWNER, "edition_excludes_meeple", "R5", facts))
    return tuple(found)


def landing_refusals(
    feature: LandingFeature, rules: FlightRules = FIRST_EDITION
) -> tuple[Refusal, ...]:
    """Why nobody may land on a feature; empty if somebody may.

    A field never (R15), nor what the footnotes except or nobody can claim (R16; footnotes 4, 5
    and 9), nor what the list of the edition leaves out (R16), nor what is finished (R13;
    footnote 3). Who stands there is never asked: flights share features (R14; footnote 10).

    Example:
        >>> from types import SimpleNamespace
        >>> ring = SimpleNamespace(kind=ROAD, is_completed=True)
        >>> print(*landing_refusals(ring))
        flying_machines.completed [R13] (kind=road)
    """
    kind = feature.kind
    about = ("kind", kind.name)
    found = []
    if FIELD.name in kind.families:
        found.append(Refusal(OWNER, "field", "R15", (about,)))
    elif not (kind.reached_by_flight and kind.claimable):
        found.append(Refusal(OWNER, "never_landed_on", "R16", (about,)))
    else:
        landing_set = _landing_set_without(kind, rules)
        if landing_set:
            facts = about, ("landing_set", landing_set)
            found.append(Refusal(OWNER, "outside_landing_set", "R16", facts))
    if feature.is_completed:
        found.append(Refusal(OWNER, "completed", "R13", (about,)))
    return tuple(found)


def _landing_set_without(kind: FeatureKind, rules: FlightRules) -> str:
    """The name of the narrow list that leaves a kind out, "" if the kind is admitted.

    Abbeys, shrines and their like are cloisters by their own rules, so "cloister" in a list means
    the whole monastic family.
    """
    if not kind.families.isdisjoint((ROAD.name, CITY.name, MONASTIC)):
        return ""
    if rules.edition == "C3_1":
        return rules.edition
    if rules.landing_set == "strict_2012" and GARDEN.name not in kind.families:
        return rules.landing_set
    return ""


@frozen
class Landings(Generic[F]):
    """What a flight finds at its end.

    Attributes:
        target: where it ends.
        options: the places among which the player chooses, in the board's order. With at least
            one he must land (R18).
        refused: the other places of the tile, each with every reason against it.
        failure: why the flight fails, None if it succeeds: no tile (R10) or no place (R19).
    """

    target: Position
    options: tuple[F, ...] = ()
    refused: tuple[tuple[F, tuple[Refusal, ...]], ...] = ()
    failure: Refusal | None = None

    @property
    def succeeds(self) -> bool:
        """Whether the figure lands; if not it goes back to its supply (R19)."""
        return self.failure is None


def landings(
    board: LandingBoard[F], flyer: Flyer, target: Position, rules: FlightRules = FIRST_EDITION
) -> Landings[F]:
    """Where a figure may land at the end of its flight, and why not elsewhere (R10 to R19).

    The figure's own limits hold: mayors need a city, abbots a cloister or garden (R17; footnotes
    1, 5, 6 and 7). A figure that may not fly (R5) has no option anywhere.
    """
    position = ("position", str(target))
    features = board.features_at(target)
    if features is None:
        return Landings(target, failure=Refusal(OWNER, "no_tile", "R10", (position,)))
    grounded = flyer_refusals(flyer, rules)
    options: list[F] = []
    refused: list[tuple[F, tuple[Refusal, ...]]] = []
    for feature in features:
        reasons = grounded + landing_refusals(feature, rules)
        if not can_stand_on(flyer.stands_on, feature.kind):
            facts = ("meeple", flyer.name), ("kind", feature.kind.name)
            reasons += (Refusal(OWNER, "cannot_stand", "R17", facts),)
        if reasons:
            refused.append((feature, reasons))
        else:
            options.append(feature)
    failure = None
    if not options:
        failure = Refusal(OWNER, "no_landing", "R19", (position, ("meeple", flyer.name)))
    return Landings(target, tuple(options), tuple(refused), failure)


@frozen
class FaceOdds(Generic[F]):
    """One face of the die and what it brings.

    Attributes:
        distance: what the die shows.
        probability: how likely it is, exactly.
        landings: what the flight finds at its end.
    """

    distance: int
    probability: Fraction
    landings: Landings[F]


@frozen
class FlightOdds(Generic[F]):
    """A flight before the roll: every face of the die with what it brings.

    Attributes:
        faces: one entry for each face, nearest first.
    """

    faces: tuple[FaceOdds[F], ...]

    @property
    def failure(self) -> Fraction:
        """The probability that the figure comes back to its supply (R19)."""
        return sum(
            (face.probability for face in self.faces if not face.landings.succeeds),
            start=Fraction(0),
        )

    @property
    def reachable(self) -> tuple[tuple[F, Fraction], ...]:
        """Each feature that some face offers, with the probability that it is among the options.

        Two entries of the board that are equal (`==`) count as one feature. An engine whose
        features compare by their values must give them something that tells them apart.
        """
        chances: list[tuple[F, Fraction]] = []
        for face in self.faces:
            offered: list[F] = []
            for option in face.landings.options:
                if option in offered:
                    continue
                offered.append(option)
                known = [feature for feature, _ in chances]
                if option in known:
                    at = known.index(option)
                    chances[at] = (known[at], chances[at][1] + face.probability)
                else:
                    chances.append((option, face.probability))
        return tuple(chances)


def odds(
    board: LandingBoard[F],
    flyer: Flyer,
    start: Position,
    direction: Direction,
    rules: FlightRules = FIRST_EDITION,
) -> FlightOdds[F]:
    """What each face of the die would bring, before it is rolled (R7 to R19).

    Example:
        >>> from types import SimpleNamespace
        >>> from carcassonne_core.meeple import FOLLOWER
        >>> road = SimpleNamespace(kind=ROAD, is_completed=False)
        >>> short = SimpleNamespace(features_at=lambda at: (road,) if at.x in (0, 1) else None)
        >>> flight = odds(short, FOLLOWER, Position(2, 0), Direction.W)
        >>> flight.failure, [chance for _, chance in flight.reachable]
        (Fraction(1, 3), [Fraction(2, 3)])
    """
    return FlightOdds(
        tuple(
            FaceOdds(
                face,
                probability,
                landings(board, flyer, flight_target(start, direction, face), rules),
            )
            for face, probability in DIE.items()
        )
    )

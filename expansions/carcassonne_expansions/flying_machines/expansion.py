"""Flying Machines in a game: the actions fly, roll and land over the pure rules of `rules.py`.

A flying machine is an action, not a feature (R3, R4): `Fly` stands beside the ordinary deployments
of the tile just placed, a die is rolled, and the figure must land if it can. Where it may land is
judged by the ordinary deployment rule with the route `FLIGHT`: this expansion lifts what does not
hold in the air (R9, R14) and adds what does (R13, R15, R16), so figures of other expansions need
not know machines, nor machines them (R17).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from attrs import evolve, frozen

from carcassonne_core.action import Action
from carcassonne_core.deployment import Deployment
from carcassonne_core.effect import DeployFigure, Effect, Emit, EndDeployment, NewState, TakeStep
from carcassonne_core.errors import CarcassonneError, Refusal
from carcassonne_core.expansion import Expansion, Option, OptionValue, View
from carcassonne_core.feature import SegmentId
from carcassonne_core.game import Game
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.position import Position
from carcassonne_core.tile import MarkType
from carcassonne_core.turn import Step
from carcassonne_expansions.flying_machines.actions import Fly, Land, Roll
from carcassonne_expansions.flying_machines.flight import (
    Flight,
    FlightFailed,
    FlightRolled,
    FlightStarted,
)
from carcassonne_expansions.flying_machines.rules import (
    DIE,
    OWNER,
    FlightRules,
    flyer_refusals,
    landing_refusals,
)

__all__ = ["FLIGHT", "Flight", "FlightFailed", "FlightRolled", "FlightStarted", "Fly"]
__all__ += ["FlyingMachines", "Land", "LandingOdds", "Roll", "odds"]

NAME = OWNER
FLIGHT = "flight"
"""Route of a figure that comes by air."""

ROLL = "roll"
LAND = "land"


@frozen
class LandingOdds:
    """One face of the die: where it would lead.

    Attributes:
        distance: the face.
        probability: how likely it is (R7).
        target: where the flight would end.
        options: where the figure could land there; it fails if there is nothing.
        refused: the other segments of the target, each with the reasons against it.
    """

    distance: int
    probability: Fraction
    target: Position
    options: tuple[SegmentId, ...]
    refused: tuple[tuple[SegmentId, tuple[Refusal, ...]], ...]


class FlyingMachines(Expansion):
    """Flying Machines, 1st edition (2012), with the later editions as an option."""

    name = NAME
    needs_pieces = True
    deployment_routes = frozenset({FLIGHT})
    offers_on = frozenset({"flying_machine"})
    offers_are_legal = True

    def tile_sets(self) -> Iterable[Traversable]:
        """Eight machines; the same with a garden (2nd edition); the crop circle of the box."""
        folder = files("carcassonne_expansions.flying_machines")
        names = "tiles.toml", "tiles_second_edition.toml", "tiles_crop_circle.toml"
        return tuple(folder / name for name in names)

    def default_sets(self, options: Mapping[str, OptionValue], /) -> Mapping[str, int]:
        """The eight machines of the edition; the ninth tile only if the option asks for it."""
        edition = "" if options["edition"] == "C1" else "_second_edition"
        sets = {f"{NAME}{edition}": 1}
        if options["include_crop_circle_tile"]:
            sets[f"{NAME}_crop_circle"] = 1
        return sets

    def mark_types(self) -> Iterable[MarkType]:
        """The machine with its arrow, and the crop circle."""
        circles = frozenset({"club", "shield", "pitchfork"})
        return MarkType("flying_machine", directed=True), MarkType("crop_circle", values=circles)

    def options(self) -> Iterable[Option]:
        """Editions and doubtful rules."""
        return (
            Option("edition", "C1", ("C1", "C2", "C3", "C3_1"), "R5"),
            Option("landing_set", "extended_2015", ("extended_2015", "strict_2012"), "R16"),
            Option("phantom_after_failed_flight", False, (False, True), "R19"),
            Option("include_crop_circle_tile", False, (False, True), "R1"),
        )

    def rulings(self) -> Traversable | None:
        """R1 to R38."""
        return files("carcassonne_expansions.flying_machines") / "rulings.toml"

    def texts(self) -> Traversable | None:
        """How flights are told."""
        return files("carcassonne_expansions.flying_machines") / "texts.toml"

    def action_types(self) -> Iterable[type[Action]]:
        """Fly, roll, land."""
        return Fly, Roll, Land

    def new_state(self) -> object:
        """The position of the machine used last, None before the first flight (R4)."""
        return None

    # ------------------------------------------------------------------ the three actions
    def actions(self, view: View, step: Step, /) -> Iterable[Action]:
        """A flight with each follower in supply; or each segment of the tile where it ends."""
        if step.owner == NAME:
            flight = step.data
            assert isinstance(flight, Flight)
            tile = view.board.tile_at(flight.target)
            assert tile is not None  # where no tile lies nobody is asked to land (R10)
            landings = (Land(SegmentId(flight.target, i)) for i in range(len(tile.segments)))
            return [landing for landing in landings if not _land_refusals(view, flight, landing)]
        if any(_machine_refusals(view)):
            return ()
        flyers = _flyers(view.rules.meeples, _rules(view))
        return [Fly(name) for name in flyers if view.supply(step.player, name)]

    def action_refusals(self, view: View, action: Action, /) -> Iterable[Refusal]:
        """R3 to R7, R9 and whatever speaks against the landing."""
        if isinstance(action, Fly):
            return _fly_refusals(view, action)
        flight = view.step.data
        if not isinstance(flight, Flight):
            facts = ("step", view.step.name), ("verb", action.verb)
            return [Refusal("base", "wrong_step", "B2", facts)]
        if isinstance(action, Roll):
            if flight.distance:
                return [_refusal("must_land", "R18")]
            if type(action.distance) is int and action.distance in DIE:
                return ()
            return [_refusal("not_rolled", "R7", distance=str(action.distance))]
        assert isinstance(action, Land)
        if not flight.distance:
            return [_refusal("not_rolled", "R7", distance="?")]
        return _land_refusals(view, flight, action)

    def chance(self, view: View, step: Step, /) -> Iterable[tuple[Action, Fraction]]:
        """A third for each of 1, 2 and 3 (R7)."""
        return [(Roll(distance), probability) for distance, probability in DIE.items()]

    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        """Takes off, flies, or lands."""
        if isinstance(action, Fly):
            return _take_off(view, action)
        flight = view.step.data
        assert isinstance(flight, Flight)
        if isinstance(action, Roll):
            return _fly(view, evolve(flight, distance=action.distance))
        assert isinstance(action, Land)
        return [DeployFigure(flight.player, flight.meeple, action.segment, FLIGHT)]

    # ------------------------------------------------------------------ landing as a deployment
    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        """No field (R15), nothing complete (R13), nothing that is never landed on (R16)."""
        return landing_refusals(deployment, _rules(view))

    def deployment_lifts(self, view: View, deployment: Deployment, /) -> Iterable[str]:
        """In the air it counts neither that the feature is occupied (R14) nor that the tile is
        another than the one just placed (R9)."""
        return "base.occupied", "base.another_tile"


def odds(game: Game, meeple: str) -> tuple[LandingOdds, ...]:
    """For the machine just placed and a kind of figure: what each face of the die would lead to.

    Asked before the die is thrown; the probability of failure is that of the faces without options.

    Raises:
        CarcassonneError: no machine has just been placed, or there is no such figure.

    Example:
        >>> from carcassonne_core import RuleSet
        >>> game = Game(2, RuleSet(["flying_machines"]), draw_order=["FL/RFr.WE.o"])
        >>> game = game.replay(["draw FL/RFr.WE.o", "place FL/RFr.WE.o R0 @1,0"])
        >>> [(face.distance, str(face.probability), len(face.options))
        ...  for face in odds(game, "follower")]
        [(1, '1/3', 2), (2, '1/3', 0), (3, '1/3', 0)]
    """
    view: View = game
    arrow = view.placed_tile.mark("flying_machine")
    kind = next((kind for kind in view.rules.meeples if kind.name == meeple), None)
    if arrow is None or arrow.direction is None:
        raise CarcassonneError(f"the tile just placed, {view.placed_tile.id}, has no machine")
    if kind is None:
        raise CarcassonneError(f"no figure {meeple!r} in this game")
    flight = Flight(view.step.player, kind.name, view.placed, arrow.direction)
    found = []
    for distance, probability in DIE.items():
        ahead = evolve(flight, distance=distance)
        options, refused = _landings(view, ahead)
        found.append(LandingOdds(distance, probability, ahead.target, options, refused))
    return tuple(found)


def _rules(view: View) -> FlightRules:
    return _flight_rules(view.option(NAME, "edition"), view.option(NAME, "landing_set"))


@cache
def _flight_rules(edition: OptionValue, landing_set: OptionValue) -> FlightRules:
    return FlightRules(edition=str(edition), landing_set=str(landing_set))


def _refusal(code: str, rule: str, **facts: str) -> Refusal:
    return Refusal(NAME, code, rule, tuple(facts.items()))


@cache
def _flyers(meeples: tuple[MeepleKind, ...], rules: FlightRules) -> tuple[str, ...]:
    """The kinds of figures that may fly (R5)."""
    return tuple(meeple.name for meeple in meeples if not flyer_refusals(meeple, rules))


def _machine_refusals(view: View) -> Iterator[Refusal]:
    """What speaks against any flight now."""
    if view.is_deployment_over:
        yield _refusal("deployment_over", "R19")
    if view.placed_tile.mark("flying_machine") is None:
        yield _refusal("no_machine", "R3", tile=view.placed_tile.id)
    if view.state(NAME) == view.placed:
        yield _refusal("machine_used", "R4")


def _fly_refusals(view: View, action: Fly) -> Iterator[Refusal]:
    yield from _machine_refusals(view)
    meeple = next((kind for kind in view.rules.meeples if kind.name == action.meeple), None)
    if meeple is None:
        yield Refusal("base", "unknown_meeple", "B5", (("meeple", str(action.meeple)),))
        return
    yield from flyer_refusals(meeple, _rules(view))
    if not view.supply(view.step.player, meeple.name):
        yield _refusal("not_in_supply", "R6", meeple=meeple.name)


def _take_off(view: View, action: Fly) -> Iterable[Effect]:
    arrow = view.placed_tile.mark("flying_machine")
    assert arrow is not None
    assert arrow.direction is not None
    flight = Flight(view.step.player, action.meeple, view.placed, arrow.direction)
    roll = Step(ROLL, flight.player, NAME, is_chance=True, data=flight)
    return [NewState(view.placed), Emit(FlightStarted(flight)), TakeStep(roll)]


def _fly(view: View, flight: Flight) -> Iterable[Effect]:
    options, refused = _landings(view, flight)
    rolled = Emit(FlightRolled(flight, flight.target, options, refused))
    if options:
        return [rolled, TakeStep(Step(LAND, flight.player, NAME, data=flight))]
    code, rule = ("no_landing", "R19") if flight.target in view.board else ("no_tile", "R10")
    failed = Emit(FlightFailed(flight, _refusal(code, rule, position=str(flight.target))))
    if view.option(NAME, "phantom_after_failed_flight"):
        return [rolled, failed]
    return [rolled, failed, EndDeployment()]


def _landings(
    view: View, flight: Flight
) -> tuple[tuple[SegmentId, ...], tuple[tuple[SegmentId, tuple[Refusal, ...]], ...]]:
    """The segments at the end of a flight: open to the figure, and refused with the reasons."""
    options, refused = [], []
    for deployment in _deployments(view, flight):
        reasons = view.deployment_refusals(deployment)
        if reasons:
            refused.append((deployment.segment, reasons))
        else:
            options.append(deployment.segment)
    return tuple(options), tuple(refused)


def _deployments(view: View, flight: Flight) -> Iterator[Deployment]:
    board, target, kind = view.board, flight.target, _kind(view, flight)
    tile = board.tile_at(target)
    for index in range(0 if tile is None else len(tile.segments)):
        yield Deployment(flight.player, kind, SegmentId(target, index), board, FLIGHT)


def _kind(view: View, flight: Flight) -> MeepleKind:
    return view.rules.meeple(flight.meeple)


def _land_refusals(view: View, flight: Flight, action: Land) -> Sequence[Refusal]:
    if not isinstance(action.segment, SegmentId):
        return [Refusal("base", "not_an_action", "B2", (("verb", action.verb),))]
    position = action.segment.position
    if position != flight.target:
        return [_refusal("not_the_target", "R9", position=str(position), target=str(flight.target))]
    tile = view.board.tile_at(position)
    if tile is not None and 0 <= action.segment.index < len(tile.segments):
        kind = _kind(view, flight)
        landing = Deployment(flight.player, kind, action.segment, view.board, FLIGHT)
        return view.deployment_refusals(landing)
    facts = (("position", str(position)), ("segment", str(action.segment.index)))
    return [Refusal("base", "no_segment", "B5", facts)]


EXPANSION = FlyingMachines()

"""Abbey & Mayor in a game: who is asked when. The rules are in `barn.py` and `wagon.py`.

An abbey is a tile in the hand that a player may place instead of drawing (M4 to M6): a place step
of the base game's own, offered before the draw. The mayor is a kind of figure with a weight (M1 to
M3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from attrs import evolve, frozen

from carcassonne_core.action import Action
from carcassonne_core.deployment import Deployment
from carcassonne_core.effect import DeployFigure, Effect, NewState, TakeStep
from carcassonne_core.errors import Refusal
from carcassonne_core.expansion import (
    Expansion,
    Option,
    OptionValue,
    PointsChange,
    Scoring,
    View,
    Weighing,
)
from carcassonne_core.feature import Feature, Figure, SegmentId
from carcassonne_core.feature_kind import CITY, FIELD
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.turn import PLACE, Slot, Step
from carcassonne_expansions.abbey_and_mayor import barn, wagon
from carcassonne_expansions.abbey_and_mayor.actions import BARN, Build, Move

__all__ = ["ABBEY", "EXPANSION", "MAYOR", "AbbeyAndMayor", "AbbeyAndMayorState"]

NAME = "abbey_and_mayor"

ABBEY = "AM/A"
"""The abbey tile."""

ABBEYS = "abbeys"
"""The tile set of the abbeys; each player has one for each copy of it."""

MAYOR = MeepleKind("mayor", count=1, stands_on={CITY.name})
"""The mayor: at home in cities only (M1)."""


@frozen
class AbbeyAndMayorState:
    """What has to be remembered in a game.

    Attributes:
        abbeys: by whom abbeys were placed, in order.
        asked: the seats that were asked for their abbeys after the last tile (M6).
        barns: where barns stand.
        built: where a barn was built in this part of the turn.
        wagons: the wagons whose features are being scored.
    """

    abbeys: tuple[int, ...] = ()
    asked: frozenset[int] = frozenset()
    barns: tuple[SegmentId, ...] = ()
    built: SegmentId | None = None
    wagons: tuple[Figure, ...] = ()


class AbbeyAndMayor(Expansion):
    """Abbey & Mayor, 1st edition (2007), with the later wagon and tiles as options."""

    name = NAME
    needs_pieces = True
    offers_from = frozenset({BARN})
    offers_at_corners = frozenset({FIELD.name})
    offers_are_legal = True
    deployment_routes = frozenset({barn.BARN_ROUTE, wagon.WAGON_ROUTE})
    deployment_meeples = frozenset({BARN, wagon.WAGON.name})
    scored_kinds = frozenset({FIELD.name})
    scored_meeples = frozenset({BARN})
    weighed_meeples = frozenset({MAYOR.name, BARN})
    completed_meeples = frozenset({wagon.WAGON.name})
    slots = frozenset({Slot.BEFORE_DRAW, Slot.AFTER_SCORE})
    slots_fitting = frozenset({ABBEY})

    def tile_sets(self) -> Iterable[Traversable]:
        """The 12 tiles, the same with a garden, and the abbeys."""
        folder = files("carcassonne_expansions.abbey_and_mayor")
        names = "tiles.toml", "tiles_second_edition.toml", "abbeys.toml"
        return tuple(folder / name for name in names)

    def default_sets(self, options: Mapping[str, OptionValue], /) -> Mapping[str, int]:
        """The 12 tiles of the edition (M15), and an abbey for each player (M4)."""
        edition = "" if options["edition"] == "C1" else "_second_edition"
        return {f"{NAME}{edition}": 1, ABBEYS: 1}

    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        """A mayor, a wagon and a barn for each player (M1, M7, M10)."""
        return MAYOR, wagon.WAGON, barn.BARN_KIND

    def options(self) -> Iterable[Option]:
        """The edition of the tiles, and the variants of wagon, barn and abbey."""
        return (
            Option("edition", "C1", ("C1", "C2"), "M15"),
            Option("wagon_move", "C1", ("C1", "C2"), "M8"),
            Option("barn_placement", "unoccupied", ("unoccupied", "occupied"), "M11"),
            Option("last_abbeys", "once", ("once", "until_placed", "never"), "M6"),
        )

    def rulings(self) -> Traversable | None:
        """M1 to M15."""
        return files("carcassonne_expansions.abbey_and_mayor") / "rulings.toml"

    def texts(self) -> Traversable | None:
        """How barns and wagons are told."""
        return files("carcassonne_expansions.abbey_and_mayor") / "texts.toml"

    def action_types(self) -> Iterable[type[Action]]:
        """Building a barn, moving a wagon."""
        return Build, Move

    def new_state(self) -> object:
        """No abbey placed yet."""
        return AbbeyAndMayorState()

    # ------------------------------------------------------------------ barn and wagon
    def actions(self, view: View, step: Step, /) -> Iterable[Action]:
        """A barn on a corner of the tile just placed (M10), or where the wagon goes (M8)."""
        if step.owner == NAME:
            return wagon.moves(view, _wagon(step))
        return barn.builds(view, step.player)

    def action_refusals(self, view: View, action: Action, /) -> Iterable[Refusal]:
        """What speaks against a barn or a move."""
        at_work = view.step.owner == NAME
        if at_work is not isinstance(action, Move):
            facts = ("step", view.step.name), ("verb", action.verb)
            return [Refusal("base", "wrong_step", "B2", facts)]
        if isinstance(action, Move):
            return wagon.move_refusals(view, _wagon(view.step), action)
        assert isinstance(action, Build)
        return barn.barn_refusals(view, action)

    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        """The figure goes where it was sent."""
        player = view.step.player
        if isinstance(action, Move):
            return [DeployFigure(player, wagon.WAGON.name, action.segment, wagon.WAGON_ROUTE)]
        assert isinstance(action, Build)
        segment = barn.corner_segment(view, action.position)
        assert segment is not None
        old = _state(view)
        state = evolve(old, built=segment, barns=(*old.barns, segment))
        return [NewState(state), DeployFigure(player, BARN, segment, barn.BARN_ROUTE)]

    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        """A barn beside another one (M11); a wagon in something complete (M9)."""
        if deployment.route == barn.BARN_ROUTE:
            return barn.site_refusals(view, deployment, _state(view).barns)
        return wagon.goal_refusals(deployment)

    def deployment_lifts(self, view: View, deployment: Deployment, /) -> Iterable[str]:
        """A barn stands on its corner whoever farms there (M10); a wagon goes to other tiles, also
        when nothing more may be deployed (M8)."""
        if deployment.route == barn.BARN_ROUTE:
            return "base.cannot_stand", "base.another_tile", "base.occupied"
        return "base.another_tile", "base.deployment_over"

    def on_completion(self, view: View, feature: Feature, /) -> Iterable[Effect]:
        """Its wagons may go on once it has been scored (M8)."""
        found = tuple(f for f in feature.figures if f.meeple.name == wagon.WAGON.name)
        state = _state(view)
        return [NewState(evolve(state, wagons=state.wagons + found))]

    def at_slot(self, view: View, slot: Slot, /) -> Iterable[Effect]:
        """Before the draw an abbey (M4); after the scores the farmers beside barns (M12, M13), and
        then the wagons (M8)."""
        if slot is Slot.BEFORE_DRAW:
            return _offer_abbey(view)
        state, is_abbey = _state(view), view.placed_tile.tile.id == ABBEY
        is_news = is_abbey or state.built or state.wagons
        if not is_news and not barn.are_crowded(view.board, state.barns):
            return ()
        effects: list[Effect] = [*barn.barn_scores(view, state.barns, state.built)]
        if is_news:
            placed = (view.turn_player,) if is_abbey else ()
            now = evolve(state, abbeys=state.abbeys + placed, built=None, wagons=())
            effects += [NewState(now), *wagon.wagon_steps(view, state.wagons)]
        return effects

    # ------------------------------------------------------------------ majority and values
    def meeple_weight(self, view: View, weighing: Weighing, /) -> int | None:
        """The mayor is as strong as the city has pennants (M2); of barns see M14."""
        if weighing.figure.meeple.name == MAYOR.name:
            return view.board.pennants(weighing.figure.segment)
        return barn.weight(weighing)

    def feature_points(self, view: View, scoring: Scoring, /) -> PointsChange | None:
        """Fields with barns pay more at the end (M14)."""
        return barn.final_rate(scoring)


def _state(view: View) -> AbbeyAndMayorState:
    state = view.state(NAME)
    assert isinstance(state, AbbeyAndMayorState)
    return state


def _wagon(step: Step) -> Figure:
    assert isinstance(step.data, Figure)
    return step.data


def _offer_abbey(view: View) -> Iterable[Effect]:
    """The place step with an abbey, if the player has one left and there is a hole (M4); after the
    last tile once for each player (M6)."""
    state, player = _state(view), view.turn_player
    if state.abbeys.count(player) >= view.rules.sets.get(ABBEYS, 0):
        return ()
    effects: list[Effect] = []
    if not view.tiles_left:
        asked = view.option(NAME, "last_abbeys")
        if asked == "never" or player in state.asked:
            return ()
        if asked == "once":
            effects.append(NewState(evolve(state, asked=state.asked | {player})))
    return [*effects, TakeStep(Step(PLACE, player, tile=ABBEY, may_pass=True))]


EXPANSION = AbbeyAndMayor()

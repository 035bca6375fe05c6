"""The whole of what an expansion may say: data, and hooks that are asked during play.

An expansion is a subclass of `Expansion` that overrides what it needs. Hooks are resolved once for
a `RuleSet`, so what is not overridden is never called. Every hook takes the expansion, a read-only
`View` of the game and one value; new facts become new attributes of these, never new arguments. An
expansion keeps no mutable data of its own: its state in a game is one frozen value
(`new_state`, `NewState`).

The manual, with an example for each hook, is `docs/hooks.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Protocol

from attrs import field, frozen

from carcassonne_core.errors import OptionError, Refusal
from carcassonne_core.event import Occasion

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from carcassonne_core.action import Action
    from carcassonne_core.board import Board
    from carcassonne_core.deployment import Deployment
    from carcassonne_core.effect import Award, Effect
    from carcassonne_core.event import Item
    from carcassonne_core.feature import Feature, Figure, SegmentId
    from carcassonne_core.feature_kind import FeatureKind
    from carcassonne_core.meeple import MeepleKind
    from carcassonne_core.position import Position
    from carcassonne_core.rule_set import RuleSet
    from carcassonne_core.tile import MarkType, OrientedTile
    from carcassonne_core.turn import Slot, Step

__all__ = ["Expansion", "Option", "OptionValue", "Placement", "PointsChange", "Scoring", "View"]
__all__ += ["Weighing"]

OptionValue = str | int | bool | None
"""What an option may be set to."""


@frozen
class Option:
    """A doubtful or variable rule that a game may choose.

    Attributes:
        name: its name, unique for its expansion.
        default: the value that holds if nothing is said.
        values: the values that it allows; empty allows any text, or None.
        rule: id of the ruling that explains it.
    """

    name: str
    default: OptionValue
    values: tuple[OptionValue, ...] = field(default=())
    rule: str = ""

    def check(self, owner: str, value: object) -> None:
        """Refuses a value that the option does not allow.

        Raises:
            OptionError: names the option, the value and the values allowed.
        """
        if self.values:
            # True == 1 in Python, but a number is no answer to yes or no.
            good = any(value == v and type(value) is type(v) for v in self.values)
        else:
            good = value is None or isinstance(value, str)
        if not good:
            allowed = ", ".join(map(repr, self.values)) or "a text or None"
            raise OptionError(f"option {owner}.{self.name} = {value!r}: expected {allowed}")


@frozen
class Placement:
    """A tile that would lie at a position.

    Attributes:
        player: the seat that places it.
        tile: the tile as it would lie.
        position: where.
    """

    player: int
    tile: OrientedTile
    position: Position


@frozen
class Weighing:
    """A figure whose strength on a feature is asked.

    Attributes:
        figure: the figure, and where it stands.
        board: the board.
        occasion: why the feature is scored.
    """

    figure: Figure
    board: Board
    occasion: Occasion

    @property
    def feature(self) -> Feature:
        """The feature to be scored."""
        return self.board.feature(self.figure.segment)


@frozen
class Scoring:
    """A feature whose value is worked out.

    Attributes:
        segment: a segment of the feature.
        board: the board; the figures are still there.
        occasion: why it is scored.
        marks: how many symbols of each type its segments carry, by `type` or `type:value`.
        items: how its value adds up so far, by the base rules.
        winners: the seats with the majority.
    """

    segment: SegmentId
    board: Board
    occasion: Occasion
    marks: Mapping[str, int]
    items: tuple[Item, ...]
    winners: tuple[int, ...]

    @property
    def feature(self) -> Feature:
        """The feature; its figures are still there."""
        return self.board.feature(self.segment)

    @property
    def kind(self) -> FeatureKind:
        """The kind of the feature."""
        return self.board.kind(self.segment)

    @property
    def is_completed(self) -> bool:
        """Whether it scores because it is complete."""
        return self.occasion is Occasion.COMPLETED


@frozen
class PointsChange:
    """What an expansion does to the value of a feature: three layers, each independent of order.

    Attributes:
        rate: points added to what each tile and each pennant pays.
        added: further items.
        factor: what the whole value is multiplied by (an unfinished road with an inn: 0).
    """

    rate: int = 0
    added: tuple[Item, ...] = ()
    factor: int = 1


class View(Protocol):
    """A game as hooks see it: what they may ask, and nothing that changes it.

    A `Game` is one; hooks get the game itself, and a type checker shows them no more of it.
    """

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        ...

    @property
    def board(self) -> Board:
        """The board as it is now."""
        ...

    @property
    def step(self) -> Step:
        """What the game waits for."""
        ...

    @property
    def turn(self) -> int:
        """The number of the turn, counted from 1; a second part belongs to the same turn."""
        ...

    @property
    def turn_player(self) -> int:
        """The seat whose turn it is; the step may ask another one."""
        ...

    @property
    def players(self) -> int:
        """The number of players."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores by seat."""
        ...

    @property
    def tiles_left(self) -> int:
        """How many tiles can still be drawn."""
        ...

    @property
    def placed(self) -> Position:
        """The position of the tile just placed."""
        ...

    @property
    def placed_tile(self) -> OrientedTile:
        """The tile just placed, as it lies."""
        ...

    @property
    def is_deployment_over(self) -> bool:
        """Whether no more figures may be deployed in this part of the turn."""
        ...

    @property
    def has_acted(self) -> bool:
        """Whether something else than a pass was chosen in a deploy step of this part."""
        ...

    def supply(self, player: int, meeple: str) -> int:
        """How many figures of a kind a player has in supply."""
        ...

    def state(self, expansion: str) -> object:
        """The frozen state of an expansion in this game."""
        ...

    def option(self, owner: str, name: str) -> OptionValue:
        """The value of an option."""
        ...

    def deployment_refusals(self, deployment: Deployment) -> tuple[Refusal, ...]:
        """Every reason left against a deployment, all expansions heard."""
        ...


class Expansion:
    """Base class of expansions; the base game itself is one.

    Attributes:
        name: its name in rule sets, records and entry points.
        deployment_routes: the routes whose deployments its `deployment_refusals` and
            `deployment_lifts` want to judge; None for all. What these class attributes leave
            out costs the expansion nothing.
        deployment_meeples: the kinds of figures whose deployments they judge; None for all.
        offers_on: the marks of a tile just placed on which its `actions` are asked in the deploy
            step; None for every tile.
        offers_with: the kinds of figures of which the player must have one on the board for its
            `actions` to be asked in the deploy step; None for none.
        offers_from: the kinds of which the player must have one in supply; None for none.
        offers_at_corners: the kinds of features of which one must fill a corner of the tile just
            placed, where four tiles lie, for its `actions` to be asked in the deploy step; None
            for none.
        offers_are_legal: whether its `actions` never name what something speaks against; then
            they are not judged again.
        placement_kinds: the feature kinds on a tile for which its `placement_refusals` are asked;
            None for every tile.
        scored_kinds: the feature kinds for which `feature_points` and `bonus_points` are asked;
            None for all.
        scored_marks: symbols of which a feature must carry one for them to be asked; None for none.
        scored_meeples: kinds of figures of which one must stand there; None for none.
        weighed_meeples: the kinds of figures for which its `meeple_weight` is asked; None for all.
        completed_kinds: the feature kinds whose completion `on_completion` is told; None for all.
        completed_marks: symbols of which the feature must carry one for it to be told; None for
            none.
        completed_meeples: kinds of figures of which one must stand there for it to be told; None
            for none.
        slots: the moments of a turn at which `at_slot` is asked.
        slots_with: the kinds of figures of which the player whose turn it is must have one on the
            board for `at_slot` to be asked; None for none.
        slots_from: the kinds of which that player must have one in supply; None for none.
        slots_joined: whether one of the figures of `slots_with` must stand on a feature to which
            the tile just placed belongs.
        slots_fitting: the tiles of which one must fit somewhere for `at_slot` to be asked before
            the draw; None for none.
        needs_pieces: whether it has nothing to say unless some of its tiles, figures, symbols or
            feature kinds are in play; then no hook of it is asked during play.
    """

    name: ClassVar[str]
    deployment_routes: ClassVar[frozenset[str] | None] = None
    deployment_meeples: ClassVar[frozenset[str] | None] = None
    offers_on: ClassVar[frozenset[str] | None] = None
    offers_with: ClassVar[frozenset[str] | None] = None
    offers_from: ClassVar[frozenset[str] | None] = None
    offers_at_corners: ClassVar[frozenset[str] | None] = None
    offers_are_legal: ClassVar[bool] = False
    placement_kinds: ClassVar[frozenset[str] | None] = None
    scored_kinds: ClassVar[frozenset[str] | None] = None
    scored_marks: ClassVar[frozenset[str] | None] = None
    scored_meeples: ClassVar[frozenset[str] | None] = None
    weighed_meeples: ClassVar[frozenset[str] | None] = None
    completed_kinds: ClassVar[frozenset[str] | None] = None
    completed_marks: ClassVar[frozenset[str] | None] = None
    completed_meeples: ClassVar[frozenset[str] | None] = None
    slots: ClassVar[frozenset[Slot]] = frozenset()
    slots_with: ClassVar[frozenset[str] | None] = None
    slots_from: ClassVar[frozenset[str] | None] = None
    slots_joined: ClassVar[bool] = False
    slots_fitting: ClassVar[frozenset[str] | None] = None
    needs_pieces: ClassVar[bool] = False

    # ------------------------------------------------------------------ data, at set-up
    def tile_sets(self) -> Iterable[Traversable]:
        """The TOML files of its tile sets."""
        return ()

    def default_sets(self, options: Mapping[str, OptionValue], /) -> Mapping[str, int]:
        """The tile sets that are played unless the rule set says otherwise, with their copies."""
        return {}

    def feature_kinds(self) -> Iterable[FeatureKind]:
        """The kinds of features that it adds."""
        return ()

    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        """The kinds of figures that it adds to every player's supply."""
        return ()

    def mark_types(self) -> Iterable[MarkType]:
        """The kinds of symbols that its tiles carry."""
        return ()

    def options(self) -> Iterable[Option]:
        """The rules that a game may choose."""
        return ()

    def rulings(self) -> Traversable | None:
        """The TOML file of its rulings, in every language."""
        return None

    def texts(self) -> Traversable | None:
        """The TOML file of the sentences that tell its events, in every language."""
        return None

    def action_types(self) -> Iterable[type[Action]]:
        """The kinds of actions that it adds; it is their owner."""
        return ()

    # ------------------------------------------------------------------ play
    def new_state(self) -> object:
        """Its own state at the start of a game, a frozen value; None if it needs none."""
        return None

    def actions(self, view: View, step: Step, /) -> Iterable[Action]:
        """Its actions that may be worth considering in a step; those with a refusal are dropped,
        unless it says that there are none among them (`offers_are_legal`).

        Asked in the deploy step, where they stand beside ordinary deployments, and in the steps
        that it owns.
        """
        return ()

    def action_refusals(self, view: View, action: Action, /) -> Iterable[Refusal]:
        """Every reason against one of its own actions, now."""
        return ()

    def chance(self, view: View, step: Step, /) -> Iterable[tuple[Action, Fraction]]:
        """The outcomes of a chance step that it owns, with exact probabilities that add to 1."""
        return ()

    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        """What one of its own actions changes."""
        return ()

    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        """Its reasons against a deployment by one of its `deployment_routes`."""
        return ()

    def deployment_lifts(self, view: View, deployment: Deployment, /) -> Iterable[str]:
        """The keys (`owner.code`) of reasons that do not count against a deployment."""
        return ()

    def placement_refusals(self, view: View, placement: Placement, /) -> Iterable[Refusal]:
        """Its reasons against a placement that the base game allows."""
        return ()

    def at_slot(self, view: View, slot: Slot, /) -> Iterable[Effect]:
        """What it does at one of its `slots`; usually a step that comes now."""
        return ()

    def on_completion(self, view: View, feature: Feature, /) -> Iterable[Effect]:
        """What follows when a tile has completed a feature, occupied or not, before it scores."""
        return ()

    def meeple_weight(self, view: View, weighing: Weighing, /) -> int | None:
        """The strength of one of its `weighed_meeples`; None leaves what its kind says."""
        return None

    def feature_points(self, view: View, scoring: Scoring, /) -> PointsChange | None:
        """What it changes in the value of a feature, for everybody who is paid."""
        return None

    def bonus_points(self, view: View, scoring: Scoring, /) -> Iterable[tuple[int, Item]]:
        """What single players get on top of a feature's value."""
        return ()

    def final_points(self, view: View, /) -> Iterable[Award]:
        """What it pays when the game has ended, after the features."""
        return ()

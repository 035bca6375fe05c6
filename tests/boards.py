"""Boards for tests: games played through the public interface, small boxes, figures, plugins.

A placement is `("BA/RFr", 1, 0, 90)`: tile, column, row (to the **south**) and clockwise turn in
degrees; a fifth word deploys, e.g. `"follower road WE"`, or names any other action of that moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Self

from attrs import frozen

from carcassonne_core import (
    MONASTIC,
    Action,
    Deploy,
    Deployment,
    Effect,
    Expansion,
    FeatureKind,
    FeatureScored,
    Game,
    MeepleKind,
    NewState,
    Pass,
    Position,
    Refusal,
    Rotation,
    RuleSet,
    Step,
    TakeStep,
    View,
)
from carcassonne_core.turn import DEPLOY

Placement = tuple[Any, ...]

FIRST_EDITION = files("carcassonne_core") / "tile_sets" / "base_first_edition.toml"
SECOND_EDITION = files("carcassonne_core") / "tile_sets" / "base_second_edition.toml"
MACHINES = files("carcassonne_expansions.flying_machines") / "tiles.toml"


def play(game: Game, tiles: Iterable[Placement]) -> Game:
    """Plays whole turns; whoever is not told what to deploy passes."""
    for tile, x, y, degrees, *deployment in tiles:
        lay(game, (tile, x, y, degrees))
        if not deployment:
            game.push(Pass())
        elif deployment[0].split()[0] in game.rules.actions_by_verb:
            game.replay([deployment[0]])
        else:
            game.replay([f"deploy {deployment[0]} @{x},{y}"])
    return game


def lay(game: Game, tile: Placement) -> Game:
    """Draws and places a tile; the figure is still to be deployed."""
    name, x, y, degrees = tile
    return game.replay([f"draw {name}", f"place {name} R{degrees} @{x},{y}"])


def started(
    tiles: Sequence[Placement],
    rules: RuleSet | None = None,
    *,
    players: int = 2,
    then: Sequence[str] = (),
) -> Game:
    """A game in which these turns have been played, and the tiles `then` are drawn next."""
    order = [tile for tile, *_ in tiles] + list(then)
    return play(Game(players, rules, draw_order=order), tiles)


def deployments(game: Game, meeple: str = "follower") -> list[str]:
    """Where a figure may be deployed: kind and place on the tile just placed."""
    return [action for action in texts(game) if action.startswith(f"deploy {meeple} ")]


def texts(game: Game, verb: str = "") -> list[str]:
    """The legal actions as texts, those of one verb if it is given."""
    from carcassonne_core import action_text

    found = [action_text(game, action) for action in game.legal_actions]
    return [text for text in found if not verb or text.split()[0] == verb]


def codes(game: Game, action: Action) -> list[str]:
    """The keys of the reasons against an action."""
    return [refusal.key for refusal in game.refusals(action)]


def scored(game: Game, kind: str = "") -> list[FeatureScored]:
    """What has been scored so far, of one kind if it is given."""
    events = (event for event in game.events if isinstance(event, FeatureScored))
    return [event for event in events if not kind or event.kind == kind]


def at(x: int, y: int) -> Position:
    return Position(x, y)


# ------------------------------------------------------------------------------------ small boxes


class Box(Expansion):
    """A tile set of a test's own, in a file, with the kinds of features that it needs."""

    name = "box"

    def __init__(self, path: Path, kinds: tuple[FeatureKind, ...] = ()) -> None:
        self.path, self.kinds = path, kinds

    def tile_sets(self) -> Iterable[Traversable]:
        return (self.path,)

    def feature_kinds(self) -> Iterable[FeatureKind]:
        return self.kinds


def box(
    folder: Path,
    counts: Mapping[str, int],
    *expansions: str | Expansion,
    options: Mapping[str, Any] | None = None,
    extra: str = "",
    extra_count: int = 0,
    kinds: tuple[FeatureKind, ...] = (),
    parent: Traversable = FIRST_EDITION,
    sets: Mapping[str, int] | None = None,
) -> RuleSet:
    """Rules for a short game: these tiles of the base game and no others.

    The first tile named is the start tile. `extra` holds further tiles as TOML.
    """
    plain = RuleSet()
    base = plain.tile_sets[Path(str(parent)).stem]
    zeros = {tile.id: 0 for tile, _ in base.tiles}
    lines = [
        'name = "box"',
        'title = { en = "Box", es = "Caja" }',
        f'extends = "{parent}"',
        f"total = {sum(counts.values()) + extra_count}",
        f'start = "{next(iter(counts))}"',
        "[counts]",
        *(f'"{tile}" = {count}' for tile, count in {**zeros, **counts}.items()),
        extra,
    ]
    path = folder / "box.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    chosen = [Box(path, kinds), *expansions]
    return RuleSet(chosen, options=options, sets={"box": 1, **(sets or {})})


# ------------------------------------------------------------------------------------ plugins


class Figures(Expansion):
    """Figures of later boxes, as far as a flight and a majority ask."""

    name = "figures"

    def meeple_kinds(self, options: Mapping[str, Any], /) -> Iterable[MeepleKind]:
        return (
            MeepleKind("big_follower", strength=2),
            MeepleKind("mayor", stands_on={"city"}),
            MeepleKind("abbot", stands_on={MONASTIC, "garden"}),
            MeepleKind("wagon", stands_on={"road", "city", MONASTIC}),
            MeepleKind("phantom"),
            MeepleKind("builder", strength=0, stands_on={"road", "city"}, is_follower=False),
        )


@frozen
class Again(Action):
    """Asks for two deployments instead of one."""

    verb = "again"

    def words(self, board: object) -> tuple[str, ...]:
        return ()

    @classmethod
    def parse(cls, words: tuple[str, ...], board: object) -> Self:
        return cls()


class Twice(Expansion):
    """A player may deploy two figures in one turn, as the phantom allows."""

    name = "twice"

    def action_types(self) -> Iterable[type[Action]]:
        return (Again,)

    def actions(self, view: View, step: Step, /) -> Iterable[Action]:
        return (Again(),)

    def action_refusals(self, view: View, action: Action, /) -> Iterable[Refusal]:
        if view.step.name != DEPLOY or view.state(self.name) == view.placed:
            return (Refusal(self.name, "not_now", "X1"),)
        return ()

    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        step = Step(DEPLOY, view.step.player)
        return NewState(view.placed), TakeStep(step), TakeStep(step)


class Closed(Expansion):
    """Nobody may be deployed at some positions, whatever brings him (a dragon lies there)."""

    name = "closed"

    def __init__(self, *positions: Position) -> None:
        self.positions = positions

    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        if deployment.segment.position in self.positions:
            return (Refusal("closed", "closed", "X1"),)
        return ()


def turned(action: Action, rotation: Rotation) -> Action:
    """The same action on a board that was turned about (0, 0)."""
    from attrs import evolve
    from carcassonne_expansions.flying_machines.expansion import Land

    from carcassonne_core import Place

    if isinstance(action, Place):
        position = action.position.turned(rotation)
        return evolve(action, position=position, rotation=action.rotation.then(rotation))
    if isinstance(action, Deploy | Land):
        position = action.segment.position.turned(rotation)
        return evolve(action, segment=evolve(action.segment, position=position))
    return action

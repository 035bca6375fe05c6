"""A small expansion with a bit of everything and without a fault; tests spoil one thing of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Self

from attrs import evolve, frozen

from carcassonne_core import (
    Action,
    Award,
    Completion,
    Deployment,
    Effect,
    Emit,
    EndDeployment,
    Event,
    Expansion,
    FeatureKind,
    Item,
    Joins,
    MarkType,
    MeepleKind,
    NewState,
    Option,
    OptionValue,
    Position,
    Refusal,
    Scoring,
    Step,
    TakeStep,
    View,
)

__all__ = ["RULINGS", "TEXTS", "TILES", "Flame", "Lamps", "Light", "Lit"]

TILES = """
name = "lamps"
title = { en = "Lamps", es = "Farolas" }
total = 12
[[tile]]
id = "LA/P"
count = 6
marks = [{ type = "lamp" }]
segments = [{ kind = "post" }, { kind = "field", ports = "NL NR EL ER SL SR WL WR" }]
[[tile]]
id = "LA/F"
count = 6
marks = [{ type = "lamp" }]
segments = [{ kind = "field", ports = "NL NR EL ER SL SR WL WR" }]
"""

RULINGS = """
[[ruling]]
id = "L1"
title = { en = "Lighting", es = "Encender" }
text = { en = "A lamp is lit once.", es = "Una farola se enciende una vez." }
source = { en = "our decision", es = "decisión nuestra" }
year = "2026"

[[ruling]]
id = "L2"
title = { en = "Points", es = "Puntos" }
text = { en = "A bright flame pays.", es = "Una llama viva da puntos." }
source = { en = "our decision", es = "decisión nuestra" }
year = "2026"
option = "lamps.bright = 1"

[refusal.lit]
rule = "L1"
en = "This lamp is lit."
es = "Esta farola ya está encendida."

[refusal.indoors]
rule = "L1"
en = "A keeper does not go to a {kind}."
es = "Un farolero no va a: {kind}."
"""

TEXTS = """
[sentence.lit]
en = "{player} lights a lamp: {flame}."
es = "{player} enciende una farola: {flame}."
"""


@frozen
class Light(Action):
    """The lamp just placed is lit."""

    verb = "light"

    def words(self, board: object) -> tuple[str, ...]:
        return ()

    @classmethod
    def parse(cls, words: tuple[str, ...], board: object) -> Self:
        return cls()


@frozen
class Flame(Action):
    """Chance: how it burns."""

    verb = "flame"
    how: str

    def words(self, board: object) -> tuple[str, ...]:
        return (self.how,)

    @classmethod
    def parse(cls, words: tuple[str, ...], board: object) -> Self:
        return cls(*words)


@frozen
class Lit(Event):
    """A lamp has been lit."""

    texts = "lamps"
    player: int
    flame: str


@frozen
class LampState:
    """The lamp lit last, and how many burn."""

    last: Position | None = None
    burning: int = 0


class Lamps(Expansion):
    """Lamps are lit instead of deploying a figure, and keepers do not go to cities."""

    name = "lamps"
    offers_on = frozenset({"lamp"})
    deployment_meeples = frozenset({"keeper"})
    scored_meeples = frozenset({"keeper"})

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def tile_sets(self) -> Iterable[Any]:
        return (self.folder / "tiles.toml",)

    def default_sets(self, options: Mapping[str, OptionValue], /) -> Mapping[str, int]:
        return {"lamps": 1}

    def feature_kinds(self) -> Iterable[FeatureKind]:
        return (FeatureKind("post", Joins.NOTHING, Completion.SURROUNDED, {"common"}, 1, 1),)

    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        return (MeepleKind("keeper", count=2),)

    def mark_types(self) -> Iterable[MarkType]:
        return (MarkType("lamp"),)

    def options(self) -> Iterable[Option]:
        return (Option("bright", 2, (1, 2), "L2"),)

    def rulings(self) -> Any:
        return self.folder / "rulings.toml"

    def texts(self) -> Any:
        return self.folder / "texts.toml"

    def action_types(self) -> Iterable[type[Action]]:
        return Light, Flame

    def new_state(self) -> object:
        return LampState()

    def actions(self, view: View, step: Step, /) -> Iterable[Action]:
        return (Light(),)

    def action_refusals(self, view: View, action: Action, /) -> Iterable[Refusal]:
        if isinstance(action, Light):
            is_lit = self.state(view).last == view.placed or view.is_deployment_over
            if is_lit or view.placed_tile.mark("lamp") is None:
                yield Refusal(self.name, "lit", "L1")
        elif not view.step.is_chance:
            yield Refusal(self.name, "lit", "L1")

    def chance(self, view: View, step: Step, /) -> Iterable[tuple[Action, Fraction]]:
        return [(Flame("bright"), Fraction(1, 3)), (Flame("dim"), Fraction(2, 3))]

    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        player, state = view.step.player, self.state(view)
        if isinstance(action, Flame):
            points = view.option(self.name, "bright") if action.how == "bright" else 0
            assert isinstance(points, int)
            return Emit(Lit(player, action.how)), Award(player, Item("lamp", 1, points), "L2")
        step = Step("flame", player, self.name, is_chance=True)
        burning = evolve(state, last=view.placed, burning=state.burning + 1)
        return NewState(burning), EndDeployment(), TakeStep(step)

    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        if deployment.kind.name == "city":
            yield Refusal(self.name, "indoors", "L1", (("kind", "city"),))

    def bonus_points(self, view: View, scoring: Scoring, /) -> Iterable[tuple[int, Item]]:
        return [(seat, Item("keeper", 1, 1)) for seat in scoring.winners]

    def state(self, view: View) -> LampState:
        found = view.state(self.name)
        assert isinstance(found, LampState)
        return found

"""An expansion that says nothing changes nothing; one that breaks its contract is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Self

import pytest
from attrs import frozen
from boards import Figures, Twice
from hypothesis import given, settings, strategies as st
from inert_expansion import ASKED, HOOKS, Inert

from carcassonne_core import (
    FIELD,
    FOLLOWER,
    ROAD,
    Action,
    CarcassonneError,
    Expansion,
    ExpansionError,
    FeatureKind,
    Game,
    MarkType,
    MeepleKind,
    Option,
    OptionError,
    RuleSet,
)
from carcassonne_core.expansion import View

# ------------------------------------------------------------------------------- saying nothing

PLAYED: dict[str, tuple[list[str | Expansion], dict[str, int] | None]] = {
    "base": ([], None),
    "machines": (["flying_machines"], {"base_first_edition": 1, "flying_machines": 4}),
    "figures": (["flying_machines", Figures(), Twice()], None),
}


@settings(max_examples=max(1, settings().max_examples // 20))
@given(st.sampled_from(list(PLAYED)), st.integers(2, 5), st.integers(0, 2**32))
def test_an_inert_expansion_changes_nothing(played: str, players: int, seed: int) -> None:
    expansions, sets = PLAYED[played]
    plain = Game(players, RuleSet(expansions, sets=sets))
    inert = Game(players, RuleSet([*expansions, Inert()], sets=sets))
    random = Random(seed)
    while not plain.is_over:
        actions = list(plain.legal_actions)
        assert Counter(inert.legal_actions) == Counter(actions)
        assert (inert.step, inert.scores) == (plain.step, plain.scores)
        assert inert.chance_outcomes() == plain.chance_outcomes()
        action = random.choice(actions)
        plain.push(action)
        inert.push(action)
    assert inert.is_over
    assert (inert.scores, inert.winners, inert.events) == (
        plain.scores,
        plain.winners,
        plain.events,
    )
    while plain.ply:
        assert inert.pop() == plain.pop()
        assert inert.step == plain.step


def test_every_hook_is_overridden_and_asked() -> None:
    """But those that are asked only about actions and dice of its own."""
    ASKED.clear()
    game, random = Game(3, RuleSet([Inert()])), Random(1)
    while not game.is_over:
        game.push(random.choice(game.legal_actions))
        for refused in game.legal_actions[:1]:
            assert game.refusals(refused) == ()
    assert set(HOOKS) - {"action_refusals", "apply", "chance", "texts", "rulings"} <= set(ASKED)
    assert {hook for hook in HOOKS if getattr(Inert, hook) is getattr(Expansion, hook)} == set()


def test_the_base_game_is_an_expansion_like_any_other() -> None:
    rules = RuleSet()
    (base,) = rules.expansions
    assert isinstance(base, Expansion)
    assert (base.name, rules.names) == ("base", ())
    assert rules.expansion("base") is base


# -------------------------------------------------------------------------- breaking the contract


@frozen
class _Place(Action):
    verb = "place"

    def words(self, board: object) -> tuple[str, ...]:
        return ()

    @classmethod
    def parse(cls, words: tuple[str, ...], board: object) -> Self:
        return cls()


@frozen
class _Fly(_Place):
    verb = "fly"


class Verbs(Expansion):
    name = "verbs"

    def __init__(self, *actions: type[Action]) -> None:
        self.given = actions

    def action_types(self) -> Iterable[type[Action]]:
        return self.given


class Kinds(Expansion):
    name = "kinds"

    def __init__(self, *kinds: FeatureKind) -> None:
        self.given = kinds

    def feature_kinds(self) -> Iterable[FeatureKind]:
        return self.given


class Meeples(Expansion):
    name = "meeples"

    def __init__(self, *kinds: MeepleKind) -> None:
        self.given = kinds

    def meeple_kinds(self, options: Mapping[str, Any], /) -> Iterable[MeepleKind]:
        return self.given


class Marks(Expansion):
    name = "marks"

    def __init__(self, *marks: MarkType) -> None:
        self.given = marks

    def mark_types(self) -> Iterable[MarkType]:
        return self.given


class Options(Expansion):
    name = "options"

    def __init__(self, *options: Option) -> None:
        self.given = options

    def options(self) -> Iterable[Option]:
        return self.given


class Sets(Expansion):
    name = "sets"

    def tile_sets(self) -> Iterable[Any]:
        return RuleSet().expansion("base").tile_sets()


class Base(Expansion):
    name = "base"


@pytest.mark.parametrize(
    ("expansions", "message"),
    [
        ([Figures(), Figures()], "two expansions are called 'figures'"),
        (["flying_machines", "flying_machines"], "two expansions are called 'flying_machines'"),
        ([Base()], "two expansions are called 'base'"),
        ([Verbs(_Place)], "both declare an action 'place'"),
        ([Verbs(_Fly), "flying_machines"], "both declare an action 'fly'"),
        ([Verbs(_Fly, _Fly)], "both declare an action 'fly'"),
        ([Kinds(ROAD)], "kinds declares feature kind 'road' a second time"),
        ([Meeples(FOLLOWER)], "meeples declares meeple kind 'follower' a second time"),
        ([Meeples(MeepleKind("pig"), MeepleKind("pig"))], "meeple kind 'pig' a second time"),
        ([Marks(MarkType("inn"), MarkType("inn", directed=True))], "mark type 'inn' a second"),
        ([Marks(MarkType("crop_circle")), "flying_machines"], "mark type 'crop_circle' a second"),
        ([Options(Option("a", None), Option("a", "b"))], "options declares option 'a' twice"),
        ([Sets()], "sets declares tile set 'base_first_edition' a second time"),
    ],
)  # fmt: skip
def test_one_name_means_one_thing(expansions: list[str | Expansion], message: str) -> None:
    with pytest.raises(ExpansionError, match=message):
        Game(2, RuleSet(expansions))


def test_the_default_of_an_option_is_one_of_its_values() -> None:
    with pytest.raises(OptionError, match=r"option options\.a = 3: expected 1, 2"):
        RuleSet([Options(Option("a", 3, (1, 2)))])


def test_a_figure_of_another_expansion_stands_where_it_says() -> None:
    rules = RuleSet([Meeples(MeepleKind("cow", stands_on={"field"}, count=3))])
    game = Game(2, rules).replay(["draw BA/L", "place BA/L R0 @0,1"])
    assert game.supply(1, "cow") == 3
    kinds = {
        (action.meeple, game.board.feature(action.segment).kind.name)
        for action in game.legal_actions[1:]
    }  # type: ignore[attr-defined]
    assert kinds == {("follower", "cloister"), ("follower", "field"), ("cow", "field")}


# ------------------------------------------------------------------------------- what hooks see


class Curious(Expansion):
    """Looks at everything that a view shows."""

    name = "curious"
    seen: list[tuple[object, ...]] = []  # noqa: RUF012 - the test empties it

    def actions(self, view: View, step: object, /) -> Iterable[Action]:
        self.seen.append(
            (
                view.rules,
                view.step == step,
                len(view.board),
                (view.turn_player, view.players, view.scores),
                (str(view.placed), view.placed_tile.id),
                view.is_deployment_over,
                view.supply(0, "follower"),
                view.state("curious"),
                view.option("base", "farmers"),
            )
        )
        return ()

    def new_state(self) -> object:
        return "mine"


def test_a_view_shows_the_game_but_not_the_tiles_to_come() -> None:
    Curious.seen.clear()
    rules = RuleSet([Curious()])
    game = Game(3, rules, draw_order=["BA/RFr", "BA/L"])
    game.replay(["draw BA/RFr", "place BA/RFr R0 @1,0"])
    list(game.legal_actions)
    expected = (rules, True, 2, (0, 3, (0, 0, 0)), ("1,0", "BA/RFr"), False, 7, "mine", True)
    assert set(map(repr, Curious.seen)) == {repr(expected)}
    assert game.state("curious") == "mine"
    shown = {name for name in vars(View) if not name.startswith("_")}
    assert shown.isdisjoint({"stack", "draw_order", "push", "pop", "copy", "chance_outcomes"})


def test_the_state_of_an_expansion_that_is_not_played_cannot_be_read() -> None:
    with pytest.raises(CarcassonneError, match="'curious' is not played here"):
        Game(2).state("curious")


def test_a_supply_that_does_not_exist_cannot_be_read() -> None:
    game = Game(2)
    for seat, meeple in ((2, "follower"), (-1, "follower"), (0, "ghost")):
        with pytest.raises(CarcassonneError, match="no figure"):
            game.supply(seat, meeple)


def test_the_kinds_of_features_are_those_of_the_base_game() -> None:
    assert set(RuleSet().feature_kinds) == {"road", "city", "cloister", "garden", "field"}
    assert RuleSet().feature_kinds["field"] is FIELD

"""Every hook has one place in the manual, an expansion that needs it, and a test that names it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any

import pytest

from carcassonne_core import (
    CITY,
    MONASTIC,
    Action,
    Award,
    Board,
    Deployment,
    Effect,
    Expansion,
    Feature,
    FeatureScored,
    Game,
    Item,
    MarkType,
    MeepleKind,
    Occasion,
    Option,
    OptionValue,
    Placement,
    PointsChange,
    Refusal,
    RuleSet,
    ScoreFeature,
    Scoring,
    Slot,
    Step,
    TileDiscarded,
    View,
    Weighing,
    effect,
)
from carcassonne_core.base_game import BASE_GAME

ROOT = Path(__file__).parent.parent
MANUAL = (ROOT / "docs" / "hooks.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^### `(\w+)`\n(.*?)(?=^#{2,3} |\Z)", re.M | re.S)

METHODS = [name for name, value in vars(Expansion).items() if callable(value) and name[0] != "_"]
DATA = [name for name in Expansion.__annotations__ if name[0] != "_"]
HOOKS = [*DATA, *METHODS]


def shipped() -> dict[str, Expansion]:
    """The base game and what this project installs, by name."""
    found = {BASE_GAME.name: BASE_GAME}
    for entry in entry_points(group="carcassonne_core.expansions"):
        if entry.module.partition(".")[0] == "carcassonne_expansions":
            found[entry.name] = entry.load()
    return found


def users(hook: str) -> set[str]:
    """The shipped expansions that say something else than the base class."""
    plain = getattr(Expansion, hook, None)
    return {name for name, e in shipped().items() if getattr(type(e), hook, None) is not plain}


def sections() -> dict[str, str]:
    return dict(SECTION.findall(MANUAL))


def prose(section: str) -> str:
    return re.sub(r"^```.*?^```$", "", section, flags=re.M | re.S)


def named_users(section: str) -> list[str]:
    """The expansions of `Used by ...` in a section, up to the end of the sentence's list."""
    found = re.search(r"Used by ((?:`\w+`(?:, | and |,\s|\s+and\s+)?)+)", prose(section))
    return re.findall(r"\w+", re.sub(r"\band\b", " ", found[1])) if found else []


def test_hooks_are_the_methods_and_class_data_of_expansions() -> None:
    assert len(METHODS) > 20
    assert len(DATA) > 5
    assert all("ClassVar" in str(Expansion.__annotations__[name]) for name in DATA)
    assert not {name for name in vars(Expansion) if name[0] != "_"} - set(HOOKS)


def test_every_hook_has_one_heading_in_the_manual() -> None:
    headings = re.findall(r"^#+ `(\w+)`$", MANUAL, re.M)
    assert sorted(headings) == sorted(HOOKS)


@pytest.mark.parametrize("hook", HOOKS)
def test_the_manual_shows_the_hook_or_names_who_uses_it(hook: str) -> None:
    section = sections()[hook]
    shown = "```python" in section
    elsewhere = [other for other in re.findall(r"`(\w+)`", prose(section)) if other != hook]
    refers = "example" in prose(section) and any(
        re.search(rf"\b{hook}\b", sections()[other]) for other in elsewhere if other in HOOKS
    )
    assert shown or named_users(section) or refers


@pytest.mark.parametrize("hook", HOOKS)
def test_whom_the_manual_names_as_a_user_is_one(hook: str) -> None:
    assert set(named_users(sections()[hook])) <= users(hook)


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_used_by_an_expansion_that_we_ship(hook: str) -> None:
    assert users(hook)


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_declared_in_a_test(hook: str) -> None:
    """By an expansion of a test's own, or named in a test of a shipped one; the expansion that
    overrides everything does not count."""
    word = re.compile(rf"\b{hook}\b")
    own = Path(__file__).read_text(encoding="utf-8").partition("# Filters, and how")[2]
    pages = [path for path in (ROOT / "tests").rglob("*.py") if path.name not in NOT_COUNTED]
    texts = [own, *(page.read_text(encoding="utf-8") for page in pages)]
    assert any(word.search(text) for text in texts)


NOT_COUNTED = {Path(__file__).name, "inert_expansion.py"}


# ------------------------------------------------------------------------- Filters, and how
# what several expansions say is combined.


class Asked(Expansion):
    """Says nothing, and remembers what it was asked about."""

    name = "asked"

    def __init__(self, name: str = "", **filters: frozenset[Any] | None) -> None:
        self.seen: list[Any] = []
        for key, value in {"name": name or "asked", **filters}.items():
            setattr(self, key, value)

    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        self.seen.append((deployment.route, deployment.meeple.name))
        return ()

    def actions(self, view: View, step: Step, /) -> Iterable[Action]:
        self.seen.append(view.placed_tile.id)
        return ()

    def placement_refusals(self, view: View, placement: Placement, /) -> Iterable[Refusal]:
        self.seen.append(placement.tile.id)
        return ()

    def meeple_weight(self, view: View, weighing: Weighing, /) -> int | None:
        self.seen.append(weighing.figure.meeple.name)
        return None

    def on_completion(self, view: View, feature: Feature, /) -> Iterable[Effect]:
        self.seen.append(("completed", feature.kind.name))
        return ()

    def at_slot(self, view: View, slot: Slot, /) -> Iterable[Effect]:
        self.seen.append(slot)
        return ()


class Scorer(Expansion):
    """Changes the points of some kinds of features."""

    def __init__(self, name: str, change: PointsChange | None = None, bonus: int = 0) -> None:
        self.name = name  # type: ignore[misc]
        self.change, self.bonus = change, bonus

    scored_kinds = frozenset({"city"})

    def feature_points(self, view: View, scoring: Scoring, /) -> PointsChange | None:
        assert scoring.feature.kind is CITY
        return self.change

    def bonus_points(self, view: View, scoring: Scoring, /) -> Iterable[tuple[int, Item]]:
        return [(1, Item(self.name, 1, self.bonus))] if self.bonus else ()


class Figures(Expansion):
    name = "figures"

    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        return MeepleKind("mayor", stands_on={"city"}), MeepleKind("abbot", stands_on={MONASTIC})


NONE: frozenset[str] = frozenset()
FILTERS: dict[str, frozenset[Any] | None] = {
    "deployment_routes": NONE,
    "offers_on": NONE,
    "placement_kinds": NONE,
    "weighed_meeples": NONE,
    "completed_kinds": NONE,
}
"""Nothing is asked, unless a test opens one of them."""


def town(*expansions: Expansion, deploy: str = "follower") -> Game:
    """Two tiles make a small city, and the player takes it."""
    game = Game(2, RuleSet([Figures(), *expansions]), draw_order=["BA/C", "BA/L"])
    game.replay(["draw BA/C", "place BA/C R180 @0,-1"])
    return game.replay([f"deploy {deploy} city S @0,-1"])


def all_asked(**filters: frozenset[Any] | None) -> set[Any]:
    """What an expansion with these filters is asked about in a town with a cloister."""
    asked = Asked(**{**FILTERS, **filters})
    game = town(asked)
    game.replay(["draw BA/L", "place BA/L R0 @1,-1"])
    assert len(game.legal_actions) > 2
    return set(asked.seen)


def test_the_filters_say_what_is_asked() -> None:
    every = all_asked(deployment_routes=frozenset({"placement"}))
    assert every == {("placement", kind) for kind in ("follower", "mayor", "abbot")}
    assert all_asked(deployment_routes=frozenset({"flight"})) == set()
    ordinary = frozenset({"placement"})
    judged = all_asked(deployment_routes=ordinary, deployment_meeples=frozenset({"mayor"}))
    assert judged == {("placement", "mayor")}
    assert all_asked(placement_kinds=frozenset({"cloister"})) == {"BA/L"}
    assert all_asked(weighed_meeples=frozenset({"follower"})) == {"follower"}
    assert all_asked(weighed_meeples=frozenset({"mayor"})) == set()
    assert all_asked(offers_on=frozenset({"flying_machine"})) == set()
    assert all_asked(completed_kinds=frozenset({"city"})) == {("completed", "city")}
    assert all_asked(completed_kinds=frozenset({"road"})) == set()
    told = {"completed_kinds": None, "completed_meeples": frozenset({"follower"})}
    assert all_asked(**told) == {("completed", "city")}
    assert all_asked(**told | {"completed_meeples": frozenset({"mayor"})}) == set()
    assert all_asked(completed_kinds=None, completed_marks=frozenset({"tower"})) == set()
    assert all_asked(slots=frozenset({Slot.AFTER_SCORE})) == {Slot.AFTER_SCORE}


def test_an_expansion_may_wait_for_a_tile_that_fits() -> None:
    slots = frozenset({Slot.BEFORE_DRAW, Slot.AFTER_SCORE})
    cities = all_asked(slots=slots, slots_fitting=frozenset({"BA/C"}))
    assert cities == {Slot.BEFORE_DRAW, Slot.AFTER_SCORE}
    asked = Asked(**{**FILTERS, "slots": slots, "slots_fitting": frozenset({"BA/Cccc+"})})
    town(asked)  # after the small city no side of a city is left open
    assert asked.seen == [Slot.BEFORE_DRAW, Slot.AFTER_SCORE]
    asked = Asked(**{**FILTERS, "slots": slots, "slots_fitting": frozenset({"unknown"})})
    town(asked)
    assert asked.seen == [Slot.AFTER_SCORE]


def test_an_expansion_may_wait_for_a_figure_that_the_tile_joins() -> None:
    slots = frozenset({Slot.AFTER_TILE})
    filters = {**FILTERS, "slots": slots, "slots_with": frozenset({"follower"})}
    for tile, place, seen in (("BA/RFr", "2,0", [Slot.AFTER_TILE]), ("BA/L", "1,1", [])):
        asked = Asked(**filters, slots_joined=True)  # type: ignore[arg-type]
        game = Game(1, RuleSet([asked]), draw_order=["BA/RFr", tile])
        game.replay(["draw BA/RFr", "place BA/RFr R0 @1,0", "deploy follower road WE @1,0"])
        assert asked.seen == []
        game.replay([f"draw {tile}", f"place {tile} R0 @{place}"])
        assert asked.seen == seen


def test_an_expansion_may_wait_for_a_corner_that_is_filled() -> None:
    places = "0,1", "0,2", "1,1", "1,2"
    for kinds, seen in (({"field"}, ["BA/L"]), ({"city"}, [])):
        filters = {**FILTERS, "offers_on": None, "offers_at_corners": frozenset(kinds)}
        asked = Asked(**filters)
        game = Game(2, RuleSet([asked]), draw_order=["BA/L"] * len(places))
        for place in places:
            assert asked.seen == []
            game.replay(["draw BA/L", f"place BA/L R0 @{place}"])
            assert len(game.legal_actions) > 1
            game.replay(["pass"])
        assert asked.seen == seen


class Boast(Action):
    """Nothing but words."""

    verb = "boast"

    def words(self, board: Board) -> tuple[str, ...]:
        return ()

    @classmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Boast:
        return cls()


def test_who_offers_what_is_legal_alone_is_not_asked_again() -> None:
    class Boasters(Expansion):
        name = "boasters"

        def action_types(self) -> Iterable[type[Action]]:
            return (Boast,)

        def actions(self, view: View, step: Step, /) -> Iterable[Action]:
            return (Boast(),)

        def action_refusals(self, view: View, action: Action, /) -> Iterable[Refusal]:
            asked.append(action)
            return ()

    for is_sure in (False, True):
        asked: list[Action] = []
        boasters = Boasters()
        boasters.offers_are_legal = is_sure  # type: ignore[misc]
        game = Game(2, RuleSet([boasters])).replay(["draw BA/L", "place BA/L R0 @0,1"])
        assert len(game.legal_actions) > 2
        assert bool(asked) is not is_sure


class Towns(Scorer):
    """Pays more for cities with a tower, or where a herald stands."""

    needs_pieces = True

    def mark_types(self) -> Iterable[MarkType]:
        return (MarkType("tower"),)

    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        return (MeepleKind("herald"),)


class WithTowers(Towns):
    scored_marks = frozenset({"tower"})


class WithHeralds(Towns):
    scored_meeples = frozenset({"herald"})


def test_figures_in_supply_and_on_the_board_decide_who_is_asked() -> None:
    mayor, ghost = frozenset({"mayor"}), frozenset({"ghost"})
    offers = {"offers_on": None, "slots": frozenset()}
    assert "BA/L" in all_asked(**offers, offers_from=mayor)
    assert all_asked(**offers, offers_from=ghost) == set()
    assert all_asked(**offers, offers_with=mayor) == set()
    slots = frozenset({Slot.AFTER_SCORE})
    assert all_asked(slots=slots, slots_from=mayor) == {Slot.AFTER_SCORE}
    assert all_asked(slots=slots, slots_with=mayor) == set()
    asked = Asked(**{**FILTERS, "slots": slots, "slots_with": frozenset({"follower"})})
    game = town(asked)
    assert asked.seen == []
    game.replay(
        ["draw BA/L", "place BA/L R0 @1,-1", "deploy follower field NL.NR.EL.ER.SL.SR.WL.WR @1,-1"]
    )
    assert asked.seen == [Slot.AFTER_SCORE]


def test_scores_may_be_changed_for_some_symbols_or_figures_only() -> None:
    change = PointsChange(rate=1)
    for deploy, more in (("follower", 0), ("herald", 2)):
        assert town(WithHeralds("a", change), deploy=deploy).scores == (4 + more, 0)
    assert town(WithTowers("a", change)).scores == (4, 0)


def test_who_needs_pieces_is_not_asked_without_them() -> None:
    for count, points in ((1, 6), (0, 4)):
        rules = RuleSet([Towns("a", PointsChange(rate=1))], meeples={"herald": count})
        game = Game(2, rules, draw_order=["BA/C"])
        game.replay(["draw BA/C", "place BA/C R180 @0,-1", "deploy follower city S @0,-1"])
        assert game.scores == (points, 0)


def test_without_filters_everything_is_asked() -> None:
    asked = Asked()
    town(asked)
    assert {"BA/C", "follower", ("placement", "follower")} <= set(asked.seen)


def test_the_slots_come_in_the_order_of_a_turn() -> None:
    asked = Asked(**FILTERS, slots=frozenset(Slot))
    town(asked)
    assert asked.seen == [*Slot, Slot.BEFORE_DRAW]


def test_rates_are_added_before_further_items_and_both_are_multiplied() -> None:
    plain, rate = town().scores, town(Scorer("a", PointsChange(rate=1))).scores
    assert (plain, rate) == ((4, 0), (6, 0))
    changes = [
        PointsChange(factor=3),
        PointsChange(rate=2),
        PointsChange(added=(Item("x", 1, 5),), factor=2),
        PointsChange(rate=-1),
    ]
    for order in (changes, changes[::-1]):
        scorers = [Scorer(f"s{number}", change) for number, change in enumerate(order)]
        assert town(*scorers).scores == ((2 * (2 + 2 - 1) + 5) * 6, 0)


def test_bonuses_are_all_paid_and_leave_the_value_alone() -> None:
    game = town(Scorer("a", bonus=1), Scorer("b", bonus=2))
    (scored,) = [event for event in game.events if isinstance(event, FeatureScored)]
    assert (scored.value, scored.points) == (4, ((0, 4), (1, 3)))
    assert [item.points for _, item in scored.bonuses] == [1, 2]
    assert game.scores == (4, 3)


def test_a_complete_feature_is_told_before_it_scores_even_if_nobody_is_there() -> None:
    class Told(Expansion):
        name = "told"

        def on_completion(self, view: View, feature: Feature, /) -> Iterable[Effect]:
            assert view.scores == (0, 0)
            yield Award(1, Item("wall", len(feature.tiles), len(feature.figures)), "X1")
            yield Award(1, Item("tile", len(feature.tiles), 10), "X1")

    assert town(Told()).scores == (4, 11)
    alone = Game(2, RuleSet([Told()])).replay(["draw BA/C", "place BA/C R180 @0,-1", "pass"])
    assert alone.scores == (0, 10)


def test_a_weight_decides_the_majority() -> None:
    class Weak(Expansion):
        name = "weak"
        weighed_meeples = frozenset({"mayor"})

        def meeple_weight(self, view: View, weighing: Weighing, /) -> int | None:
            return weighing.feature.pennants

    assert town(Weak(), deploy="mayor").scores == (0, 0)
    assert town(Weak(), deploy="follower").scores == (4, 0)


def test_a_lift_takes_away_what_somebody_else_refuses() -> None:
    class Refuses(Expansion):
        name = "refuses"

        def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
            return [Refusal("refuses", "never", "X1")]

    class Lifts(Expansion):
        name = "a_lift"  # before the refusal in the order of names, which does not matter

        def deployment_lifts(self, view: View, deployment: Deployment, /) -> Iterable[str]:
            return ["refuses.never"]

    def count(*expansions: Expansion) -> int:
        game = Game(2, RuleSet(expansions)).replay(["draw BA/C", "place BA/C R180 @0,-1"])
        return len(game.legal_actions)

    assert (count(), count(Refuses()), count(Refuses(), Lifts())) == (3, 1, 3)


def test_a_tile_that_no_expansion_lets_in_is_discarded() -> None:
    class NoCloisters(Expansion):
        name = "no_cloisters"
        placement_kinds = frozenset({"cloister"})

        def placement_refusals(self, view: View, placement: Placement, /) -> Iterable[Refusal]:
            return [Refusal("no_cloisters", "never", "X1")]

    game = Game(2, RuleSet([NoCloisters()])).replay(["draw BA/L"])
    assert (game.hand, game.is_chance, game.turn_player) == (None, True, 0)
    assert any(isinstance(event, TileDiscarded) for event in game.events)


def test_the_default_sets_may_depend_on_the_options() -> None:
    class Sets(Expansion):
        name = "sets"

        def options(self) -> Iterable[Option]:
            return (Option("copies", 1, (1, 2), "X1"),)

        def default_sets(self, options: Mapping[str, OptionValue], /) -> Mapping[str, int]:
            copies = options["copies"]
            assert isinstance(copies, int)
            return {"base_second_edition": copies}

    rules = RuleSet([Sets()], options={"sets.copies": 2})
    assert dict(rules.sets) == {"base_first_edition": 1, "base_second_edition": 2}


def test_final_points_come_after_the_board() -> None:
    class Final(Expansion):
        name = "final"

        def final_points(self, view: View, /) -> Iterable[Award]:
            return [Award(0, Item("score", 1, 100 * view.scores[0]), "X1")]

    random = Random(3)
    game, plain = Game(2, RuleSet([Final()])), Game(2)
    while not plain.is_over:
        action = random.choice(plain.legal_actions)
        plain.push(action)
        game.push(action)
    assert game.is_over
    assert game.scores == (101 * plain.scores[0], plain.scores[1])


EFFECTS = [name for name in effect.__all__ if name != "Effect"]


def test_every_effect_has_one_line_in_the_manual() -> None:
    assert sorted(re.findall(r"^\| `(\w+)` \|", MANUAL, re.M)) == sorted(EFFECTS)


@pytest.mark.parametrize("name", EFFECTS)
def test_every_effect_is_asked_for_in_a_test_or_by_an_expansion(name: str) -> None:
    folders = ROOT / "expansions", ROOT / "tests"
    sources = (path.read_text() for folder in folders for path in folder.rglob("*.py"))
    assert any(f"{name}(" in source for source in sources)


@pytest.mark.parametrize("slot", list(Slot))
def test_every_slot_has_a_user_that_we_ship(slot: Slot) -> None:
    assert any(slot in expansion.slots for expansion in shipped().values())


class Impatient(Expansion):
    """Ends every city in which somebody stands after each turn."""

    name = "impatient"
    slots = frozenset({Slot.AFTER_SCORE})

    def at_slot(self, view: View, slot: Slot, /) -> Iterable[Effect]:
        return [
            ScoreFeature(feature.segments[0], feature.figures, "X1")
            for feature in view.board.features
            if feature.kind is CITY and feature.figures
        ]


def test_a_feature_that_is_ended_early_pays_as_an_incomplete_one() -> None:
    """A city of two tiles with a pennant, open at one side: 3 points, and the knight goes home."""
    game = Game(2, RuleSet([Impatient()]), draw_order=["BA/CFc+"])
    game.replay(["draw BA/CFc+", "place BA/CFc+ R90 @0,-1", "deploy follower city NS @0,-1"])
    assert (game.scores, game.supply(0, "follower")) == ((3, 0), 7)
    (scored,) = [event for event in game.latest_events if isinstance(event, FeatureScored)]
    assert (scored.occasion, scored.rule) == (Occasion.EARLY, "X1")

"""`check_expansion` finds each fault that is planted in a sound expansion, and names it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Self

import pytest
from attrs import define, frozen
from boards import Closed, Figures, Twice
from inert_expansion import Inert
from sound_expansion import RULINGS, TEXTS, TILES, Flame, Lamps, Light, Lit

from carcassonne_core import (
    Action,
    Award,
    CarcassonneError,
    DeployFigure,
    Deployment,
    Effect,
    Emit,
    Expansion,
    FeatureKind,
    Item,
    MarkType,
    MeepleKind,
    NewState,
    Option,
    OptionValue,
    Position,
    Refusal,
    SegmentId,
    Slot,
    Step,
    TakeStep,
    View,
    installed_expansions,
)
from carcassonne_core.feature_kind import CITY
from carcassonne_core.meeple import FOLLOWER
from carcassonne_core.testing.expansion_check import check_expansion
from carcassonne_core.testing.expansion_report import FAULTS, ExpansionFaultsError
from carcassonne_core.testing.frozen_value import mutable_part, picture
from carcassonne_core.testing.hook_answers import ANSWERS

SHIPPED = [
    name
    for name, entry in installed_expansions().items()
    if entry.module.partition(".")[0] == "carcassonne_expansions"
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data files of the sound expansion."""
    for name, text in (("tiles", TILES), ("rulings", RULINGS), ("texts", TEXTS)):
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    return tmp_path


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


# ------------------------------------------------------------------------------- no fault


@pytest.mark.parametrize("name", SHIPPED)
def test_every_expansion_that_we_ship_keeps_its_side_of_the_contract(name: str) -> None:
    report = check_expansion(installed_expansions()[name].load(), games=1, plies=60)
    report.raise_if_bad()
    assert report.expansion == name
    assert report.findings == ()
    assert report.asked > 0


def test_all_that_we_ship_keep_it_together() -> None:
    first, *others = SHIPPED
    report = check_expansion(installed_expansions()[first].load(), with_=others, games=1, plies=40)
    assert report.findings == ()


def test_the_sound_expansion_is_sound_and_the_report_says_what_was_tried(folder: Path) -> None:
    report = check_expansion(Lamps(folder), plies=60)
    assert report.findings == ()
    assert report.games == 6
    assert report.actions > 200
    assert report.asked > 500
    assert str(report).startswith("lamps: no fault in 6 games, ")


def test_the_same_seed_tries_the_same_things(folder: Path) -> None:
    reports = [check_expansion(Lamps(folder), games=2, plies=20, seed=seed) for seed in (5, 5, 6)]
    assert reports[0] == reports[1]
    assert reports[0] != reports[2]


@pytest.mark.parametrize("expansion", [Inert(), Figures(), Closed()], ids=lambda e: e.name)
def test_plugins_that_change_little_have_no_fault(expansion: Expansion) -> None:
    assert check_expansion(expansion, games=1, plies=40).findings == ()


def test_it_is_checked_beside_others_that_have_its_words(folder: Path) -> None:
    report = check_expansion(Lamps(folder), with_=[Figures(), "flying_machines"], games=1, plies=60)
    assert report.findings == ()


# ------------------------------------------------------------------------------- planted faults


def _spoiled(name: str, answer: object) -> type[Lamps]:
    """The sound expansion, but one hook answers something else."""
    return type("Spoiled", (Lamps,), {name: lambda self, *given: answer})


@frozen
class Loose(Effect):
    """An effect of a plugin's own, which no game carries out."""


class ForeignEffect(Lamps):
    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        return [*super().apply(view, action), Loose()]


class AwardToNobody(Lamps):
    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        return [*super().apply(view, action), Award(view.players, Item("lamp", 1, 1), "L1")]


class DeploysNowhere(Lamps):
    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        nowhere = SegmentId(Position(99, 99), 0)
        return [*super().apply(view, action), DeployFigure(0, "follower", nowhere, "light")]


class ForeignStep(Lamps):
    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        return [*super().apply(view, action), TakeStep(Step("walk", 0, "somebody_else"))]


class ListAsState(Lamps):
    def new_state(self) -> object:
        return [0]

    def action_refusals(self, view: View, action: Action, /) -> Iterable[Refusal]:
        return ()

    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        return ()


@define
class Counter:
    """A state that can be changed."""

    burning: int = 0


class MutableState(Lamps):
    def new_state(self) -> object:
        return (Counter(),)

    def actions(self, view: View, step: Step, /) -> Iterable[Action]:
        return ()


class NewStateIsADict(Lamps):
    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        return (NewState({"burning": 1}),)

    def action_refusals(self, view: View, action: Action, /) -> Iterable[Refusal]:
        return ()


class StateChangedInPlace(ListAsState):
    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        state = view.state(self.name)
        assert isinstance(state, list)
        state.append(view.placed)
        return ()


class Remembers(Lamps):
    """Counts in itself how often it was asked."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.count = 0

    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        self.count += 1
        return super().apply(view, action)


class RemembersInItsClass(Lamps):
    seen: list[str] = []  # noqa: RUF012

    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        self.seen.append(action.verb)
        return super().apply(view, action)


COUNT = [0]


class CountsElsewhere(Lamps):
    """Keeps its data where nobody looks, so only what it does tells."""

    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        COUNT[0] += 1
        lamp = Award(view.step.player, Item("lamp", 1, COUNT[0]), "L1")
        return [*super().apply(view, action), lamp]


class PaysByHand(Lamps):
    def at_slot(self, view: View, slot: Slot, /) -> Iterable[Effect]:
        view.scores = (9,) * view.players  # type: ignore[misc]
        return ()

    slots = frozenset({Slot.AFTER_SCORE})


class OrdinaryAction(Action):
    """No attrs class."""

    verb = "ordinary"

    def words(self, board: object) -> tuple[str, ...]:
        return ()

    @classmethod
    def parse(cls, words: tuple[str, ...], board: object) -> Self:
        return cls()


@define(eq=True, hash=True)
class MutableAction(OrdinaryAction):
    """An attrs class, but not frozen."""

    verb = "mutable"
    count: int = 0


@frozen
class Forgetful(Action):
    """Writes its number, and reads it as another."""

    verb = "forgetful"
    number: int

    def words(self, board: object) -> tuple[str, ...]:
        return (str(self.number),)

    @classmethod
    def parse(cls, words: tuple[str, ...], board: object) -> Self:
        return cls(0)


@frozen
class Illegible(Forgetful):
    """Writes what it cannot read."""

    verb = "illegible"

    @classmethod
    def parse(cls, words: tuple[str, ...], board: object) -> Self:
        raise ValueError("what does that say?")


@frozen
class Ghost(Action):
    """Legal at any time."""

    verb = "ghost"

    def words(self, board: object) -> tuple[str, ...]:
        return ()

    @classmethod
    def parse(cls, words: tuple[str, ...], board: object) -> Self:
        return cls()


def _with_action(kind: type[Action], *given: object) -> type[Expansion]:
    """An expansion that only offers an action."""

    class Offering(Expansion):
        name = "offering"

        def action_types(self) -> Iterable[type[Action]]:
            return (kind,)

        def actions(self, view: View, step: Step, /) -> Iterable[Action]:
            return () if view.has_acted else (kind(*given),)

        def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
            return ()

    return Offering


class OffersByTurns(_with_action(Ghost)):  # type: ignore[misc]
    """Offers in every other turn what is legal in each."""

    def actions(self, view: View, step: Step, /) -> Iterable[Action]:
        return (Ghost(),) if view.turn % 2 else ()


class ChanceRefused(Lamps):
    """What chance may give is refused."""

    def action_refusals(self, view: View, action: Action, /) -> Iterable[Refusal]:
        yield from super().action_refusals(view, action)
        if action == Flame("dim"):
            yield Refusal(self.name, "lit", "L1")


class DeadEnd(Lamps):
    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        return (TakeStep(Step("wait", view.step.player, self.name)),)

    def actions(self, view: View, step: Step, /) -> Iterable[Action]:
        return () if step.name == "wait" else (Light(),)


class KnowsItsPlace(Lamps):
    """Does something else when others are loaded beside it."""

    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        if len(view.rules.expansions) > 2:
            yield Refusal(self.name, "lit", "L1")


class AlwaysPays(Lamps):
    slots = frozenset({Slot.AFTER_TILE})

    def at_slot(self, view: View, slot: Slot, /) -> Iterable[Effect]:
        return (Award(view.turn_player, Item("lamp", 1, 1), "L1"),)


class AlwaysForbids(Lamps):
    deployment_meeples = None

    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        yield Refusal(self.name, "indoors", "L1", (("kind", deployment.kind.name),))


class UnknownReason(Lamps):
    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        yield Refusal(self.name, "too_dark", "L1")


class MissingFact(Lamps):
    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        yield Refusal(self.name, "indoors", "L1")


class RefersToNowhere(Lamps):
    def deployment_refusals(self, view: View, deployment: Deployment, /) -> Iterable[Refusal]:
        yield Refusal(self.name, "lit", "L9")


class AwardsByNoRule(Lamps):
    def final_points(self, view: View, /) -> Iterable[Award]:
        return (Award(0, Item("lamp", 1, 1), "L9"),)


class OptionOfNoRule(Lamps):
    def options(self) -> Iterable[Option]:
        return *super().options(), Option("dark", False, (False, True), "L9")


class OptionWithoutRule(Lamps):
    def options(self) -> Iterable[Option]:
        return *super().options(), Option("dark", False, (False, True))


class SecondFollower(Lamps):
    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        return (FOLLOWER,)


class SecondCity(Lamps):
    def feature_kinds(self) -> Iterable[FeatureKind]:
        return *super().feature_kinds(), CITY


class TwoLamps(Lamps):
    def mark_types(self) -> Iterable[MarkType]:
        return MarkType("lamp"), MarkType("lamp", directed=True)


@frozen
class SecondPass(Ghost):
    """Has the verb of another action."""

    verb = "pass"


class LitTwice(Lit):
    """An event for which there is no sentence."""


class Untold(Lamps):
    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        return [*super().apply(view, action), Emit(LitTwice(0, "dim"))]


class NeedsWhatItHasNot(Expansion):
    name = "needy"
    needs_pieces = True


class SlotsForgotten(Expansion):
    name = "forgetful"

    def at_slot(self, view: View, slot: Slot, /) -> Iterable[Effect]:
        return (Award(0, Item("lamp", 1, 1), "B1"),)


class NoSuchSet(Lamps):
    def default_sets(self, options: Mapping[str, OptionValue], /) -> Mapping[str, int]:
        return {"lanterns": 1}


class Fails(Lamps):
    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        raise KeyError("flame")


class Halves(Lamps):
    def chance(self, view: View, step: Step, /) -> Iterable[tuple[Action, Fraction]]:
        return [(Flame("bright"), Fraction(1, 2)), (Flame("dim"), Fraction(1, 3))]


class Never(Lamps):
    def chance(self, view: View, step: Step, /) -> Iterable[tuple[Action, Fraction]]:
        return [(Flame("bright"), Fraction(1)), (Flame("dim"), Fraction(0))]


class SpeaksOfAnOptionThatIsNotThere(Lamps):
    def options(self) -> Iterable[Option]:
        return ()


PLANTED: list[tuple[str, str, Callable[..., Expansion]]] = [
    ("foreign_effect", "Loose()", ForeignEffect),
    ("impossible_effect", "no seat", AwardToNobody),
    ("impossible_effect", "no segment", DeploysNowhere),
    ("impossible_effect", "somebody_else", ForeignStep),
    ("state_not_frozen", "the state is a list", ListAsState),
    ("state_not_frozen", "the state[0] is a Counter", MutableState),
    ("state_not_frozen", "the state is a dict", NewStateIsADict),
    ("state_changed", "is not what it was", StateChangedInPlace),
    ("undo_differs", "other states", StateChangedInPlace),
    ("expansion_changed", "is not what it was", Remembers),
    ("expansion_changed", "is not what it was", RemembersInItsClass),
    ("undo_differs", "pushed again", CountsElsewhere),
    ("record_differs", "other", CountsElsewhere),
    ("game_changed", "is not what it was", PaysByHand),
    ("action_not_frozen", "attrs.frozen", _with_action(OrdinaryAction)),
    ("action_not_frozen", "attrs.frozen", _with_action(MutableAction)),
    ("text_differs", "reads as Forgetful(number=0)", _with_action(Forgetful, 3)),
    ("text_differs", "what does that say?", _with_action(Illegible, 3)),
    ("not_offered", "Ghost()", OffersByTurns),
    ("offered_refused", "Flame(how='dim')", ChanceRefused),
    ("chance_sum", "1/2, 1/3 add to 5/6", Halves),
    ("chance_sum", "1, 0 add to 1", Never),
    ("dead_end", "nothing is legal", DeadEnd),
    ("depends_on_others", "other legal actions", KnowsItsPlace),
    ("acts_without_pieces", "other scores", AlwaysPays),
    ("acts_without_pieces", "other legal actions", AlwaysForbids),
    ("refusal_without_text", "no text is written", UnknownReason),
    ("refusal_without_text", "lacks the fact kind", MissingFact),
    ("unknown_ruling", "'L9'", RefersToNowhere),
    ("unknown_ruling", "'L9'", AwardsByNoRule),
    ("unknown_ruling", "'L9'", OptionOfNoRule),
    ("option_without_ruling", "empty", OptionWithoutRule),
    ("name_taken", "'follower'", SecondFollower),
    ("name_taken", "'city'", SecondCity),
    ("name_taken", "'lamp'", TwoLamps),
    ("name_taken", "'pass'", _with_action(SecondPass)),
    ("name_taken", "'base'", type("Based", (Lamps,), {"name": "base"})),
    ("missing_text", "sentence.lit_twice", Untold),
    ("never_asked", "needs_pieces", NeedsWhatItHasNot),
    ("never_asked", "`slots` is empty", SlotsForgotten),
    ("not_playable", "'lanterns'", NoSuchSet),
    ("hook_raises", "KeyError: 'flame'", Fails),
    ("hook_raises", "TypeError", type("Deaf", (Lamps,), {"apply": lambda self: ()})),
    ("hook_raises", "TypeError", type("Mute", (Lamps,), {"tile_sets": lambda self, what: ()})),
    ("rulings", "lamps.bright", SpeaksOfAnOptionThatIsNotThere),
]


@pytest.mark.parametrize(
    ("code", "text", "bad"), PLANTED, ids=[f"{code} {bad.__name__}" for code, _, bad in PLANTED]
)
def test_a_planted_fault_is_found_by_name(
    folder: Path, code: str, text: str, bad: Callable[..., Expansion]
) -> None:
    COUNT[0] = 0
    expansion = bad(folder) if issubclass(bad, Lamps) else bad()  # type: ignore[arg-type]
    report = check_expansion(expansion, games=1, plies=40)
    found = [finding for finding in report.findings if finding.code == code]
    assert text in "\n".join(finding.what for finding in found), str(report)
    assert all(finding.why == FAULTS[code] and finding.where for finding in found)


IN_FILES = [
    ("missing_text", "rulings.toml", ', es = "Puntos"', ""),
    ("missing_text", "rulings.toml", 'es = "Esta farola ya está encendida."', ""),
    ("missing_text", "texts.toml", 'es = "{player} enciende una farola: {flame}."', ""),
    ("missing_text", "texts.toml", "[sentence.lit]", "[sentence.lit"),
    ("missing_text", "texts.toml", "sentence.lit", "sentence.burnt"),
    ("rulings", "rulings.toml", 'year = "2026"', 'year = "now"'),
    ("tile_set", "tiles.toml", "total = 12", "total = 13"),
    ("tile_set", "tiles.toml", '"lamp"', '"lantern"'),
    ("tile_set", "tiles.toml", "NL NR EL ER SL SR WL WR", "NL NR EL ER SL SR WL"),
]


@pytest.mark.parametrize(("code", "file", "old", "new"), IN_FILES)
def test_a_fault_in_a_file_is_found(folder: Path, code: str, file: str, old: str, new: str) -> None:
    spoil(folder, file, old, new)
    assert code in check_expansion(Lamps(folder), games=1, plies=20).codes


DATA_HOOKS = (
    "tile_sets",
    "default_sets",
    "feature_kinds",
    "meeple_kinds",
    "mark_types",
    "options",
    "rulings",
    "texts",
    "action_types",
)


@pytest.mark.parametrize("hook", DATA_HOOKS)
@pytest.mark.parametrize("answer", [7, "seven", [7]], ids=repr)
def test_a_hook_of_the_set_up_that_returns_a_wrong_type_is_named(
    folder: Path, hook: str, answer: object
) -> None:
    report = check_expansion(_spoiled(hook, answer)(folder))
    assert report.codes == ("wrong_type",)
    assert [finding.where.partition(",")[0] for finding in report.findings] == [f"hook {hook}"]
    assert report.games == 0


@pytest.mark.parametrize("hook", ANSWERS)
@pytest.mark.parametrize("answer", [7, "seven", [None]], ids=repr)
def test_a_hook_of_play_that_returns_a_wrong_type_is_named(
    folder: Path, hook: str, answer: object
) -> None:
    if (hook, answer) == ("meeple_weight", 7):
        answer = 7.0
    bad = _spoiled(hook, answer)
    bad.slots = frozenset(Slot)
    if hook == "placement_refusals":
        bad.placement_kinds = None
    report = check_expansion(bad(folder), games=1, plies=120 if hook == "on_completion" else 20)
    places = [f.where.partition(",")[0] for f in report.findings if f.code == "wrong_type"]
    assert places == [f"hook {hook}"], str(report)


FILTERS = [*Expansion.__annotations__]


@pytest.mark.parametrize("attribute", FILTERS)
def test_a_class_attribute_of_a_wrong_type_is_named(folder: Path, attribute: str) -> None:
    bad = type("Spoiled", (Lamps,), {attribute: ["follower"]})
    report = check_expansion(bad(folder))
    assert [finding.where for finding in report.findings] == [f"{attribute}, set-up"]
    assert report.codes == ("wrong_type",)


def test_every_hook_of_the_manual_is_checked() -> None:
    hooks = {name for name, value in vars(Expansion).items() if callable(value) and name[0] != "_"}
    assert {*DATA_HOOKS, *ANSWERS, "new_state"} == hooks


def test_every_kind_of_fault_is_planted() -> None:
    planted = {code for code, *_ in (*PLANTED, *IN_FILES)} | {"wrong_type"}
    assert planted == set(FAULTS)


# ------------------------------------------------------------------------------- the report


def test_a_report_with_faults_ends_a_test_and_tells_them_all(folder: Path) -> None:
    spoil(folder, "tiles.toml", "total = 12", "total = 13")
    report = check_expansion(OptionWithoutRule(folder), games=1, plies=20)
    with pytest.raises(
        ExpansionFaultsError, match=r"(?s)lamps: 2 faults.*tile_set: .*option_"
    ) as e:
        report.raise_if_bad()
    assert e.value.report == report
    assert isinstance(e.value, CarcassonneError)
    assert report.codes == ("tile_set", "option_without_ruling")


def test_of_like_faults_only_the_first_is_told(folder: Path) -> None:
    report = check_expansion(ForeignEffect(folder), plies=40)
    assert [finding.code for finding in report.findings] == ["foreign_effect"]
    assert "hook apply, game 1, after " in report.findings[0].where


def test_the_expansion_itself_is_not_changed_by_the_check(folder: Path) -> None:
    lamps = Lamps(folder)
    before = dict(vars(lamps)), dict(vars(Lamps))
    check_expansion(lamps, games=1, plies=40)
    assert (dict(vars(lamps)), dict(vars(Lamps))) == before


def test_twice_is_found_to_have_no_words_for_its_refusals() -> None:
    report = check_expansion(Twice(), games=1, plies=40)
    assert report.codes == ("refusal_without_text",)


@pytest.mark.parametrize(
    ("value", "part"),
    [
        (None, None),
        ((1, "a", Fraction(1, 2), frozenset({2}), Slot.AFTER_TILE), None),
        (Position(1, 2), None),
        (Light(), None),
        ([1], "it is a list"),
        ((1, {"a": 1}), "it[1] is a dict"),
        (Lit(0, ["dim"]), "it.flame is a list"),  # type: ignore[arg-type]
        (Lamps(Path()), "it is a Lamps"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_mutable_part_of_a_value_is_named(value: object, part: str | None) -> None:
    assert mutable_part(value) == part


def test_a_picture_of_what_has_not_changed_stays_equal() -> None:
    circle: dict[str, Any] = {"set": {3, 1}, "counter": Counter()}
    circle["itself"] = circle
    before = picture(circle)
    assert picture(circle) == before
    circle["counter"].burning = 1
    assert picture(circle) != before

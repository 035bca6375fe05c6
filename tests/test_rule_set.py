"""What is played: expansions, options and sets; and everything that may be wrong with them."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from boards import Box, Closed, Figures, box

import carcassonne_core
import carcassonne_core.testing
from carcassonne_core import (
    CarcassonneError,
    ExpansionError,
    Game,
    OptionError,
    Refusal,
    RuleSet,
    SetupError,
    TileSetError,
    UnknownExpansionError,
    installed_expansions,
)

# ------------------------------------------------------------------------------- what is played


def test_by_default_the_first_edition_is_played() -> None:
    rules = RuleSet()
    assert (dict(rules.sets), dict(rules.options)) == ({"base_first_edition": 1}, {})
    assert (len(rules.stack), rules.start.id) == (72, "BA/RCr")


def test_installed_is_not_active() -> None:
    assert "flying_machines" in installed_expansions()
    assert RuleSet().names == ()
    assert RuleSet(["flying_machines"]).names == ("flying_machines",)


def test_expansions_are_kept_by_name_whatever_order_they_are_given_in() -> None:
    one = RuleSet(["flying_machines", Figures()])
    other = RuleSet([Figures(), "flying_machines"])
    assert one.names == other.names == ("figures", "flying_machines")
    assert (one, hash(one)) == (other, hash(other))


@pytest.mark.parametrize(
    "rules",
    [
        RuleSet(),
        RuleSet(["flying_machines"]),
        RuleSet(options={"farmers": False}),
        RuleSet(sets={"base_second_edition": 2}),
        RuleSet(
            ["flying_machines"],
            options={"flying_machines.edition": "C2", "start_tile": "BA/L"},
            sets={"base_first_edition": 1, "flying_machines": 2},
        ),
    ],
    ids=repr,
)
def test_what_it_shows_can_be_evaluated(rules: RuleSet) -> None:
    assert eval(repr(rules)) == rules


def test_rules_differ_by_expansions_options_and_sets() -> None:
    different = [
        RuleSet(),
        RuleSet(["flying_machines"]),
        RuleSet(options={"farmers": False}),
        RuleSet(sets={"base_first_edition": 2}),
    ]
    assert len(set(different)) == 4
    assert RuleSet() != "RuleSet()"


def test_saying_the_default_says_nothing() -> None:
    said = RuleSet(options={"base.farmers": True, "small_city": 4}, sets={"base_first_edition": 1})
    assert (said, repr(said)) == (RuleSet(), "RuleSet()")


def test_options_of_the_base_game_need_no_owner() -> None:
    assert RuleSet(options={"base.farmers": False}) == RuleSet(options={"farmers": False})
    assert RuleSet(options={"farmers": False}).option("base", "farmers") is False


def test_a_set_that_is_played_nought_times_is_not_played() -> None:
    rules = RuleSet(sets={"base_first_edition": 1, "base_second_edition": 0})
    assert rules == RuleSet()


def test_what_it_says_cannot_be_changed() -> None:
    rules = RuleSet(["flying_machines"])
    for mapping in (rules.options, rules.sets, rules.tile_sets, rules.feature_kinds):
        with pytest.raises(TypeError):
            mapping["x"] = 1  # type: ignore[index]


# ------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize("name", ["flying_machine", "", "base", "Flying_Machines", "os"])
def test_an_expansion_that_is_not_installed_is_named(name: str) -> None:
    with pytest.raises(UnknownExpansionError, match=f"no expansion '{name}' is installed"):
        RuleSet([name])


def test_a_single_text_is_no_list_of_expansions() -> None:
    with pytest.raises(UnknownExpansionError, match="expected a list"):
        RuleSet("flying_machines")


@pytest.mark.parametrize("thing", [None, 3, Figures, []], ids=repr)
def test_what_is_neither_name_nor_expansion_is_refused(thing: Any) -> None:
    with pytest.raises(CarcassonneError, match="expansion"):
        RuleSet([thing])


def test_an_option_of_the_base_game_is_the_same_with_and_without_its_owner() -> None:
    more = {"flying_machines.edition": "C2"}
    short, long = (
        RuleSet(["flying_machines"], options={name: 2, **more})
        for name in ("small_city", "base.small_city")
    )
    assert (short, hash(short), repr(short)) == (long, hash(long), repr(long))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"farmer": True}, "no option 'farmer': the options are .*farmers"),
        ({"flying_machines.edition": "C1"}, "no option 'flying_machines.edition'"),
        ({"": 1}, "no option ''"),
        ({"base.": 1}, "no option 'base.'"),
        ({5: 1}, "no option 5"),
        ({"farmers": 1}, r"option base\.farmers = 1: expected True, False"),
        ({"farmers": None}, "expected True, False"),
        ({"farmers": "False"}, "expected True, False"),
        ({"small_city": "4"}, r"option base\.small_city = '4': expected 4, 2"),
        ({"small_city": 3}, "expected 4, 2"),
        ({"small_city": 4.0}, "expected 4, 2"),
        ({"small_city": [4]}, "expected 4, 2"),
        ({"field_scoring": "fourth"}, "expected 'first', 'second', 'third'"),
        ({"start_tile": 5}, "expected a text or None"),
    ],
)
def test_a_bad_option_says_what_is_allowed(options: dict[Any, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        RuleSet(options=options)


@pytest.mark.parametrize(
    ("sets", "message"),
    [
        ({"base_third_edition": 1}, "no tile set 'base_third_edition': there are base_first"),
        ({"flying_machines": 1}, "no tile set 'flying_machines'"),
        ({"base_first_edition": -1}, "-1 copies of base_first_edition: expected 0 to 20"),
        ({"base_first_edition": 21}, "expected 0 to 20"),
        ({"base_first_edition": 10**30}, "expected 0 to 20"),
        ({"base_first_edition": True}, "expected 0 to 20"),
        ({"base_first_edition": 1.0}, "expected 0 to 20"),
        ({"base_first_edition": "1"}, "expected 0 to 20"),
        ({"base_first_edition": None}, "expected 0 to 20"),
        ({}, "not a single tile"),
        ({"base_first_edition": 0}, "not a single tile"),
    ],
)
def test_a_bad_choice_of_sets_is_refused(sets: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        RuleSet(sets=sets)


@pytest.mark.parametrize("tile", ["XX/none", "", "FL/F.d", "BA/CG"])
def test_a_start_tile_that_is_not_in_the_sets_is_refused(tile: str) -> None:
    with pytest.raises(SetupError, match=f"start tile '{tile}' is in none of base_first_edition"):
        RuleSet(options={"start_tile": tile})


def test_a_tile_set_with_a_fault_names_file_tile_and_field(tmp_path: Path) -> None:
    extra = '[[tile]]\nid = "XX/bad"\ncount = 1\nsegments = [{ kind = "moon" }]'
    with pytest.raises(TileSetError, match=r"box\.toml, tile XX/bad, .*kind: 'moon'") as caught:
        box(tmp_path, {"BA/RCr": 1}, extra=extra, extra_count=1)
    assert (caught.value.tile, caught.value.where) == ("XX/bad", "segments[0].kind")


def test_a_tile_set_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(TileSetError, match=r"nowhere\.toml"):
        RuleSet([Box(tmp_path / "nowhere.toml")])


def test_one_id_means_one_face(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(
        'name = "box"\ntitle = { en = "b", es = "b" }\ntotal = 1\n'
        '[[tile]]\nid = "BA/L"\ncount = 1\n'
        'segments = [{ kind = "field", ports = "NL NR EL ER SL SR WL WR" }]',
        encoding="utf-8",
    )
    rules = {"base_first_edition": 1, "box": 1}
    with pytest.raises(ExpansionError, match="give tile BA/L different faces"):
        Game(2, RuleSet([Box(path)], sets=rules))


# ------------------------------------------------------------------------------- entry points


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Pretends that these expansions are installed and no others."""

    def install(*pairs: tuple[str, str]) -> None:
        found = [EntryPoint(name, value, "carcassonne_core.expansions") for name, value in pairs]
        monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: found)
        installed_expansions.cache_clear()

    yield install
    monkeypatch.undo()
    installed_expansions.cache_clear()


def test_two_packages_may_not_install_one_name(entries: Any) -> None:
    entries(("a", "x:ONE"), ("a", "y:OTHER"))
    with pytest.raises(ExpansionError, match="two installed expansions are called 'a'"):
        RuleSet(["a"])


def test_nobody_may_install_the_base_game(entries: Any) -> None:
    entries(("base", "x:BASE"))
    with pytest.raises(ExpansionError, match="'base'"):
        RuleSet(["a"])


def test_the_same_package_may_be_found_twice(entries: Any) -> None:
    place = "carcassonne_expansions.flying_machines.expansion:EXPANSION"
    entries(("flying_machines", place), ("flying_machines", place))
    assert RuleSet(["flying_machines"]).names == ("flying_machines",)


def test_an_entry_point_must_be_an_expansion_of_that_name(entries: Any) -> None:
    place = "carcassonne_expansions.flying_machines.expansion:EXPANSION"
    entries(("zeppelins", place), ("random", "random:Random"))
    for name in ("zeppelins", "random"):
        with pytest.raises(ExpansionError, match=f"is not an expansion called '{name}'"):
            RuleSet([name])


# ------------------------------------------------------------------------------- questions


def test_questions_about_what_is_not_played_are_refused() -> None:
    rules = RuleSet([Figures()])
    with pytest.raises(OptionError, match=r"no option base\.wind"):
        rules.option("base", "wind")
    with pytest.raises(UnknownExpansionError, match="'flying_machines' is not played here"):
        rules.expansion("flying_machines")
    with pytest.raises(UnknownExpansionError, match="'flying_machines' is not played here"):
        rules.rulings("flying_machines")
    with pytest.raises(ExpansionError, match="'figures' ships no rulings"):
        rules.rulings("figures")


@pytest.mark.parametrize("owner", ["closed", "unknown"])
def test_a_refusal_without_rulings_reads_as_its_code(owner: str) -> None:
    refusal = Refusal(owner, "closed", "X1", (("position", "1,0"),))
    assert RuleSet([Closed()]).explain(refusal) == f"{owner}.closed [X1] (position=1,0)"


# ------------------------------------------------------------------------------- imports


@pytest.mark.parametrize(
    "program",
    [
        "import carcassonne_core",
        "from carcassonne_core import Game; Game(2).legal_actions",
        "from carcassonne_core import Game, RuleSet; Game(2, RuleSet(['flying_machines']))",
    ],
)
def test_neither_networkx_nor_shapely_is_loaded_before_it_is_needed(program: str) -> None:
    checks = "import sys; print(sorted({'networkx', 'shapely', 'numpy'} & set(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-c", f"{program}\n{checks}"], capture_output=True, text=True, check=True
    )
    assert (run.stdout, run.stderr) == ("[]\n", "")


@pytest.mark.parametrize(
    ("first", "package"),
    [
        ("carcassonne_core", "carcassonne_core"),
        ("carcassonne_core.game", "carcassonne_core"),
        ("carcassonne_core.testing", "carcassonne_core.testing"),
        ("carcassonne_core.testing.contracts", "carcassonne_core.testing"),
    ],
)
def test_every_public_name_is_a_thing_and_not_the_module_of_that_name(
    first: str, package: str
) -> None:
    program = (
        f"import {first}, {package} as package, types\n"
        "modules = [n for n in package.__all__\n"
        "           if isinstance(getattr(package, n), types.ModuleType)]\n"
        "print(modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"


@pytest.mark.parametrize("package", [carcassonne_core, carcassonne_core.testing])
def test_every_public_name_is_there_and_no_other(package: ModuleType) -> None:
    for name in package.__all__:
        assert hasattr(package, name)
    assert set(package.__all__) <= set(dir(package))
    with pytest.raises(AttributeError, match="has no attribute 'Castle'"):
        package.Castle  # noqa: B018


def test_everything_raised_on_purpose_is_a_carcassonne_error() -> None:
    errors = [name for name in carcassonne_core.__all__ if name.endswith("Error")]
    assert len(errors) >= 9
    for name in errors:
        assert issubclass(getattr(carcassonne_core, name), CarcassonneError)


def test_a_reason_without_a_text_reads_as_its_code_in_every_language() -> None:
    """A forgotten text must not hide why an action was refused."""
    reason = Refusal("base", "forgotten", "B1", (("tile", "BA/C"),))
    texts = {RuleSet().explain(reason, language) for language in ("en", "es")}
    assert {"base.forgotten [B1] (tile=BA/C)"} == texts

"""Rulings: what the reader refuses, and that every rule and refusal speaks both languages."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter

import pytest

from carcassonne_core import RuleSet, installed_expansions
from carcassonne_core.errors import CarcassonneError, Refusal
from carcassonne_core.rulings import (
    LANGUAGES,
    MissingTextError,
    Rulings,
    RulingsError,
    load_rulings,
)

BASE = files("carcassonne_core") / "base_game" / "rulings.toml"
MACHINES = files("carcassonne_expansions") / "flying_machines" / "rulings.toml"
SHIPPED: tuple[tuple[Traversable, str], ...] = ((BASE, "base"), (MACHINES, "flying_machines"))
CODES = [(o, code) for source, o in SHIPPED for code in load_rulings(source, o).codes]

SOUND = """
[[ruling]]
id = "X1"
title = { en = "Title", es = "Título" }
text = { en = "Text.", es = "Texto." }
source = { en = "a sheet", es = "una hoja" }
year = "2012"
option = ""

[[ruling]]
id = "X2"
title = { en = "Second", es = "Segunda" }
text = { en = "Text.", es = "Texto." }
source = { en = "a sheet", es = "una hoja" }
year = "2013"
option = "x.reading = strict"

[refusal.completed]
rule = "X1"
en = "The {kind} at {position} is finished."
es = "En {position} está terminado: {kind}."

[word.kind]
road = { en = "road", es = "camino" }
"""


def rulings_of(owner: str) -> Rulings:
    return next(load_rulings(source, name) for source, name in SHIPPED if name == owner)


@pytest.fixture
def sound(tmp_path: Path) -> Rulings:
    file = tmp_path / "rulings.toml"
    file.write_text(SOUND, encoding="utf-8")
    return load_rulings(file, "x")


# ---------------------------------------------------------------- reading


def test_rulings_come_in_the_order_of_their_file(sound: Rulings) -> None:
    assert [ruling.id for ruling in sound] == ["X1", "X2"]
    assert len(sound) == 2
    assert sound.ruling("X2").option == "x.reading = strict"
    assert sound.rule_of("completed") is sound.ruling("X1")
    assert sound.facts_of("completed") == {"kind", "position"}


def test_a_file_is_read_once(tmp_path: Path, sound: Rulings) -> None:
    (tmp_path / "rulings.toml").unlink()
    assert load_rulings(tmp_path / "rulings.toml", "x") is sound


def test_texts_cannot_be_changed(sound: Rulings) -> None:
    with pytest.raises(TypeError):
        sound.ruling("X1").title["en"] = "Other"  # type: ignore[index]


@pytest.mark.parametrize(
    ("old", "new", "entry", "where", "reason"),
    [
        (', es = "Título"', "", "ruling X1", "title.es", "this language is missing"),
        ('es = "Texto."', 'es = " "', "ruling X1", "text.es", "not empty"),
        ('es = "Título"', 'es = "T", esp = "T"', "ruling X1", "title.esp", "unknown key"),
        ('title = { en = "Title", es = "Título" }', "", "ruling X1", "title.en", "missing"),
        ('year = "2012"', 'year = "12"', "ruling X1", "year", "four digits"),
        ('year = "2012"', "year = 2012", "ruling X1", "year", "expected a text"),
        ('source = { en = "a sheet", es = "una hoja" }', "", "ruling X1", "source.en", "missing"),
        (', es = "una hoja"', "", "ruling X1", "source.es", "this language is missing"),
        ('option = ""', 'options = ""', "ruling X1", "options", "unknown key"),
        ('"x.reading = strict"', '"strict"', "ruling X2", "option", "owner.option = value"),
        ('id = "X1"', "", "ruling[0]", "id", "expected a text"),
        ('id = "X2"', 'id = "X1"', "ruling X1", "id", "used twice"),
        ('rule = "X1"', 'rule = "X9"', "refusal.completed", "rule", "no ruling 'X9'"),
        ('rule = "X1"', "", "refusal.completed", "rule", "expected a text"),
        ('rule = "X1"', 'rule = "X1"\nrul = "X1"', "refusal.completed", "rul", "unknown key"),
        ("En {position} está", "Está", "refusal.completed", "es", "placeholders: position"),
        ("{position} is", "{} is", "refusal.completed", "en", "bad placeholder ''"),
        ("{position} is", "{kind.name} is", "refusal.completed", "en", "bad placeholder"),
        ("{position} is", "{position is", "refusal.completed", "en", "bad braces"),
        (', es = "camino"', "", "word.kind", "road.es", "this language is missing"),
        ("[word.kind]", "[words.kind]", "", "words", "unknown key"),
        ("[[ruling]]", "[[ruling]", "", "", "not TOML"),
    ],
)
def test_a_fault_names_file_entry_and_field(
    tmp_path: Path, old: str, new: str, entry: str, where: str, reason: str
) -> None:
    assert old in SOUND
    file = tmp_path / "faulty.toml"
    file.write_text(SOUND.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulingsError) as caught:
        load_rulings(file, "x")
    fault = caught.value
    assert (fault.source, fault.entry, fault.where) == (str(file), entry, where)
    assert reason in fault.reason
    assert str(file) in str(fault)
    assert isinstance(fault, CarcassonneError)


# ---------------------------------------------------------------- explaining


def test_facts_fill_the_text_in_the_words_of_its_language(sound: Rulings) -> None:
    refusal = Refusal("x", "completed", "X1", (("kind", "road"), ("position", "-1,0")))
    assert sound.explain(refusal) == "The road at -1,0 is finished."
    assert sound.explain(refusal, "es") == "En -1,0 está terminado: camino."


def test_a_word_nobody_lists_is_put_in_as_it_is(sound: Rulings) -> None:
    refusal = Refusal("x", "completed", "X1", (("kind", "shrine"), ("position", "-1,0")))
    assert sound.explain(refusal, "es") == "En -1,0 está terminado: shrine."
    others = [rulings_of("base"), rulings_of("flying_machines")]
    assert sound.explain(refusal, "es", others) == "En -1,0 está terminado: santuario."


@pytest.mark.parametrize(
    ("refusal", "language", "message"),
    [
        (Refusal("x", "lost", "X1"), "en", "x.lost in 'en': no refusal has this code"),
        (Refusal("x", "completed", "X1"), "fr", "x.completed in 'fr': no text in this language"),
        (
            Refusal("x", "completed", "X1", (("kind", "road"),)),
            "es",
            "x.completed in 'es': the refusal lacks the fact position",
        ),
        (Refusal("y", "completed", "X1"), "en", "y.completed in 'en': .* rulings of 'x'"),
    ],
)
def test_what_cannot_be_explained_names_owner_code_and_language(
    sound: Rulings, refusal: Refusal, language: str, message: str
) -> None:
    with pytest.raises(MissingTextError, match=message) as caught:
        sound.explain(refusal, language)
    error = caught.value
    assert (error.owner, error.code, error.language) == (refusal.owner, refusal.code, language)


def test_an_unknown_ruling_is_named(sound: Rulings) -> None:
    with pytest.raises(MissingTextError, match=r"x\.X7: there is no ruling"):
        sound.ruling("X7")


# ---------------------------------------------------------------- what ships


@pytest.mark.parametrize(
    ("owner", "letter", "last"), [("base", "B", 16), ("flying_machines", "R", 38)]
)
def test_every_numbered_rule_is_there_in_order_and_in_both_languages(
    owner: str, letter: str, last: int
) -> None:
    rulings = rulings_of(owner)
    assert [ruling.id for ruling in rulings] == [f"{letter}{n}" for n in range(1, last + 1)]
    for ruling in rulings:
        for texts in (ruling.title, ruling.text):
            assert set(texts) == set(LANGUAGES)
            assert texts["en"] != texts["es"]
        assert all(text.endswith(".") for text in ruling.text.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("owner", "code"), CODES)
def test_every_refusal_is_explained_in_both_languages(owner: str, code: str, language: str) -> None:
    rulings = rulings_of(owner)
    facts = tuple((name, f"<{name}>") for name in sorted(rulings.facts_of(code)))
    refusal = Refusal(owner, code, rulings.rule_of(code).id, facts)
    sentence = rulings.explain(refusal, language)
    assert re.fullmatch(r"[^{}]+\.", sentence)
    assert all(value in sentence for _, value in facts)


@pytest.mark.parametrize(("source", "owner"), SHIPPED)
def test_placeholders_agree_between_the_languages(source: Traversable, owner: str) -> None:
    refusals = re.findall(
        r"^\[refusal\.(\w+)\]\nrule = .*\nen = (.*)\nes = (.*)$",
        source.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert [code for code, _, _ in refusals] == list(rulings_of(owner).codes)
    for _, english, spanish in refusals:
        names = [{name for _, name, _, _ in Formatter().parse(t)} for t in (english, spanish)]
        assert names[0] == names[1]


def _refusals_in_code() -> set[tuple[str, str, str]]:
    """Owner, code and rule of every refusal that the code builds with literal words."""
    found = set()
    for package in ("carcassonne_core", "carcassonne_expansions"):
        for file in Path(str(files(package))).rglob("*.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for call in ast.walk(tree):
                if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                    continue
                words = [a.value if isinstance(a, ast.Constant) else None for a in call.args]
                owner = "base" if words[:1] == ["base"] else file.parent.name
                if call.func.id == "Refusal" and len(words) >= 3:
                    words = words[1:3]
                elif call.func.id != "_refusal" or len(words) < 2:
                    continue
                code, rule = words[:2]
                if isinstance(code, str) and isinstance(rule, str):
                    found.add((owner, code, rule))
    return found


def test_every_refusal_in_the_code_has_a_text_under_the_rule_it_names() -> None:
    found = _refusals_in_code()
    assert ("flying_machines", "completed", "R13") in found
    owners = {owner for _, owner in SHIPPED}
    wrong = [
        (owner, code, rule)
        for owner, code, rule in sorted(found)
        if owner in owners
        and (code not in rulings_of(owner).codes or rulings_of(owner).rule_of(code).id != rule)
    ]
    assert wrong == []


@pytest.mark.parametrize("owner", ["base", *installed_expansions()])
def test_rulings_and_options_name_each_other(owner: str) -> None:
    """A ruling may name another owner's option, too, if that one's rules are concerned."""
    every = RuleSet(installed_expansions())
    owners = {expansion.name: expansion for expansion in every.expansions}
    options = {f"{name}.{o.name}": o for name, e in owners.items() for o in e.options()}
    named = set()
    for ruling in every.rulings(owner):
        for part in filter(None, ruling.option.split("; ")):
            name, value = part.split(" = ")
            assert name in options, ruling
            assert not options[name].values or value in map(str, options[name].values), ruling
            named.add(name)
    own = {name: option for name, option in options.items() if name.startswith(f"{owner}.")}
    assert own.keys() - named == set()
    assert all(every.rulings(owner).ruling(option.rule) for option in own.values())

"""The site says everything, in step in both languages, and as the data and the texts say it."""

from __future__ import annotations

import re
import sys
import tomllib

import pytest
from test_docs import PAGES, ROOT

from carcassonne_core import RuleSet, installed_expansions

DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS))
import made_pages  # noqa: E402  # the extension of the site stands with the pages

SPANISH = sorted(path.name for path in (DOCS / "es").glob("*.md"))


@pytest.mark.parametrize("name", SPANISH)
def test_a_spanish_page_is_in_step_with_the_english_one(name: str) -> None:
    """The same headings by depth, the same blocks of code, the same rules named."""
    english, spanish = ((DOCS / folder / name).read_text(encoding="utf-8") for folder in ("", "es"))
    fences = re.compile(r"^```(?!\{include).*?^```", re.M | re.S)
    assert fences.findall(spanish) == fences.findall(english)
    depths = [
        [len(line.split()[0]) for line in fences.sub("", text).splitlines() if line[:1] == "#"]
        for text in (english, spanish)
    ]
    assert depths[1] == depths[0]
    rules = [re.findall(r"\bR\d+\b", fences.sub("", text)) for text in (english, spanish)]
    assert rules[1] == rules[0]


def test_flying_machines_are_explained_rule_by_rule() -> None:
    page = (DOCS / "flying_machines_by_rule.md").read_text(encoding="utf-8")
    rulings = RuleSet(["flying_machines"]).rulings("flying_machines")
    assert {ruling.id for ruling in rulings} - set(re.findall(r"\bR\d+\b", page)) == set()


TERMS = {term["en"]: term for term in made_pages.terms()}
WORDS = {
    (kind, word["en"]): word["es"]
    for path in (
        ROOT / "carcassonne_core" / "base_game" / "rulings.toml",
        ROOT / "carcassonne_core" / "cli" / "texts.toml",
        *sorted((ROOT / "expansions").rglob("*.toml")),
    )
    for kind, words in tomllib.loads(path.read_text(encoding="utf-8")).get("word", {}).items()
    for word in words.values()
}
"""How the texts of the library call things in Spanish, by sort of word and English word."""


def test_every_term_of_the_glossary_is_said_in_both_languages() -> None:
    assert len(TERMS) == len(made_pages.terms()) > 25
    for term in TERMS.values():
        assert sorted(term) == ["en", "es", "means"]
        assert all([term["en"], term["es"], term["means"]["en"], term["means"]["es"]])


def test_the_glossary_calls_things_as_the_texts_of_the_library_do() -> None:
    said = {english: spanish for (_, english), spanish in WORDS.items() if english in TERMS}
    assert said.keys() >= {"road", "cloister", "follower", "wagon"}
    assert {english: TERMS[english]["es"] for english in said} == said


def test_the_glossary_has_every_figure_that_is_played() -> None:
    figures = {english for kind, english in WORDS if kind == "figure"}
    assert len(figures) > 5
    assert figures - TERMS.keys() == set()


@pytest.mark.parametrize("language", made_pages.WORDS)
def test_the_pages_of_rules_name_every_rule_of_every_expansion(language: str) -> None:
    page = made_pages.rules(language, only_doubtful=False)
    for owner in ("base", *installed_expansions()):
        for ruling in RuleSet([] if owner == "base" else [owner]).rulings(owner):
            heading = f"### {ruling.id} {ruling.title[language]}\n"
            assert f"{heading}\n{ruling.text[language]}\n" in page
            assert f"{ruling.source[language]} ({ruling.year})\n" in page


def test_a_decision_of_our_own_is_called_so_in_both_languages() -> None:
    """The page of doubtful rules knows our decisions by the word `our` in the English source."""
    for owner in ("base", *installed_expansions()):
        for ruling in RuleSet([] if owner == "base" else [owner]).rulings(owner):
            english, spanish = (ruling.source[language] for language in ("en", "es"))
            is_ours = bool(re.search(r"\b[oO]urs?\b", english))
            assert is_ours == bool(re.search("[nN]uestr|propi", spanish)), ruling.id
            assert made_pages.is_doubtful(ruling) >= is_ours, ruling.id


def test_the_readme_links_to_what_is_there() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        links = re.findall(r"\]\((?!https?:|#)([^)#]+)", (ROOT / name).read_text(encoding="utf-8"))
        assert links
        assert {link for link in links if not (ROOT / link).exists()} == set()


def test_every_page_is_in_the_index() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8").splitlines()
    pages = {str(p.relative_to(DOCS).with_suffix("")) for p in PAGES if DOCS in p.parents}
    assert {page for page in pages - {"index"} if page not in index} == set()

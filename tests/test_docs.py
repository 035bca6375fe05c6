"""Every Python block of the README and of the pages in `docs/` runs, top to bottom.

The blocks of a page share one namespace. A block with `>>>` is a doctest, any other one a script. A
page PAGE.md that shows `pictures/PAGE.svg` or `pictures/PAGE_WORD.svg` makes these pictures in its
blocks and calls them `picture` and `picture_WORD`.
"""

from __future__ import annotations

import doctest
import os
import re
import sys
import tomllib
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest
from attrs import frozen

from carcassonne_core import RuleSet, installed_expansions

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted(p for p in (ROOT / "docs").rglob("*.md") if "_generated" not in p.parts),
]
PICTURE = re.compile(r"^!\[[^\]]+\]\((pictures/\w+\.svg)\)$", re.M)
FENCE = re.compile(r"^([ \t]*)```(?:python|pycon)\b[^\n]*\n(.*?)^\1```[ \t]*$", re.M | re.S)


@frozen
class Block:
    """The source of a block and the number of its first line, counted from 1."""

    source: str
    line: int


def blocks(text: str) -> list[Block]:
    return [
        Block(dedent(match[2]), text.count("\n", 0, match.start()) + 2)
        for match in FENCE.finditer(text)
    ]


def run_page(text: str, name: str, namespace: dict[str, object]) -> int:
    """Runs the blocks of a page in order; the number of blocks, all of which ran.

    Raises:
        AssertionError: a doctest printed something else, or a fence was not understood.
    """
    found = blocks(text)
    assert len(found) == text.count("```python") + text.count("```pycon"), f"{name}: open fence"
    for block in found:
        if re.search(r"^>>> ", block.source, re.M):
            _run_doctest(block, name, namespace)
        else:
            # Blank lines in front make tracebacks show the line of the page.
            source = "\n" * (block.line - 1) + block.source
            exec(compile(source, name, "exec", dont_inherit=True), namespace)
    return len(found)


def _run_doctest(block: Block, name: str, namespace: dict[str, object]) -> None:
    test = doctest.DocTestParser().get_doctest(block.source, {}, name, name, block.line - 1)
    assert test.examples
    test.globs = namespace
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(test, out=report.append, clear_globs=False)
    assert runner.failures == 0, "".join(report)


@pytest.fixture
def namespace(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, object]:
    """A module of its own, since dataclasses look theirs up; files go to a scratch folder."""
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)
    monkeypatch.chdir(tmp_path)
    return vars(module)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_the_page_runs(page: Path, namespace: dict[str, object]) -> None:
    text = page.read_text(encoding="utf-8")
    assert run_page(text, str(page), namespace) > 0 or "```python" not in text


SHOWN = [
    (page, picture)
    for page in PAGES
    for picture in PICTURE.findall(page.read_text(encoding="utf-8"))
]
"""The pictures of the pages."""


def variable_of(page: Path, picture: str) -> str:
    """What the code of a page calls a picture: `picture`, or `picture_WORD` for PAGE_WORD.svg."""
    return "picture" + Path(picture).stem.removeprefix(page.stem)


@pytest.mark.parametrize("page", dict(SHOWN), ids=lambda page: page.stem)
def test_the_pictures_of_a_page_are_those_that_its_code_makes(
    page: Path, namespace: dict[str, object]
) -> None:
    text = page.read_text(encoding="utf-8")
    names = [picture for where, picture in SHOWN if where == page]
    assert len(set(names)) == text.count("](pictures/")
    run_page(text, str(page), namespace)
    for name in names:
        made, path = namespace[variable_of(page, name)], page.parent / name
        assert isinstance(made, str)
        if os.environ.get("WRITE_PICTURES"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(made, encoding="utf-8")
        assert path.stat().st_size <= 60_000
        same = path.read_text(encoding="utf-8") == made
        assert same, f"WRITE_PICTURES=1 pytest tests/test_docs.py makes {path.name} anew"


def test_every_picture_is_shown() -> None:
    drawn = {path.name for path in (ROOT / "docs" / "pictures").iterdir()}
    assert drawn == {Path(picture).name for _, picture in SHOWN}


def test_blocks_share_one_namespace(namespace: dict[str, object]) -> None:
    page = "# T\n\n```python\nx = 2\n```\n\ntext\n\n```python\n>>> x + 1\n3\n>>> y = x\n\n```\n"
    page += "1. item\n   ```python\n   assert y == 2\n   ```\n"
    assert run_page(page, "page.md", namespace) == 3


@pytest.mark.parametrize(
    "page",
    [
        "```python\nassert False\n```\n",
        "```python\n>>> 1 + 1\n3\n\n```\n",
        "```python\nx = 1\n",
        "* a\n  ```python\n  x = 1\n```\n",
    ],
    ids=["script fails", "output differs", "never closed", "closed elsewhere"],
)
def test_a_page_that_does_not_hold_fails(page: str, namespace: dict[str, object]) -> None:
    with pytest.raises(AssertionError):
        run_page(page, "page.md", namespace)


def test_a_failure_names_the_line_of_the_page(namespace: dict[str, object]) -> None:
    with pytest.raises(AssertionError, match=r'"page\.md", line 4'):
        run_page("# T\n\n```python\n>>> 1 + 1\n3\n\n```\n", "page.md", namespace)


# ------------------------------------------------------------------------------- the site

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

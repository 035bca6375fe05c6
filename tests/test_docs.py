"""Every Python block of the README and of the pages in `docs/` runs, top to bottom.

The blocks of a page share one namespace. A block with `>>>` is a doctest, any other one a script. A
page PAGE.md that shows `pictures/PAGE.svg` or `pictures/PAGE_WORD.svg` makes these pictures in its
blocks and calls them `picture` and `picture_WORD`. A command prints what a page says it prints.
"""

from __future__ import annotations

import doctest
import os
import re
import sys
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest
from attrs import frozen

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


CONSOLE = re.compile(r"^```console\n\$ carcassonne ([^\n]+)\n((?!\$|```).+?)^```", re.M | re.S)
PRINTED = [
    (page, found[0], found[1])
    for page in PAGES
    for found in CONSOLE.findall(page.read_text(encoding="utf-8"))
]
"""Commands that a page shows with what they print: page, arguments, lines."""


@pytest.mark.parametrize(
    ("page", "arguments", "lines"), PRINTED, ids=[arguments for _, arguments, _ in PRINTED]
)
def test_a_command_prints_what_the_page_shows(
    page: Path,
    arguments: str,
    lines: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A line `...` stands for lines that are left out; all others follow each other."""
    pytest.importorskip("typer", reason="the command line is the extra `cli`")
    from carcassonne_core.cli import main

    monkeypatch.setenv("COLUMNS", "120")
    assert main(arguments.split()) == 0
    printed, place = capsys.readouterr().out, 0
    for part in lines.split("...\n"):
        assert part in printed[place:]
        place = printed.index(part, place) + len(part)

"""The docs site: `sphinx-build -W --keep-going -b html docs build/docs`.

The contact sheets of all tile sets are drawn while the site is built. Inventories of other projects
are fetched if they can be; without them their names are shown without a link.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "expansions")]

project = "carcassonne-core"
author = "the authors of carcassonne-core"
language = "en"
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.intersphinx",
]
html_theme = "furo"
html_title = "carcassonne-core"
exclude_patterns = ["_generated/**"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "undoc-members": False, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints = "description"
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True

_ELSEWHERE = {
    "python": "https://docs.python.org/3",
    "networkx": "https://networkx.org/documentation/stable",
    "shapely": "https://shapely.readthedocs.io/en/stable",
    "attrs": "https://www.attrs.org/en/stable",
    "hypothesis": "https://hypothesis.readthedocs.io/en/latest",
}


def has_inventory(address: str) -> bool:
    """Whether the names of another project can be fetched; without them the site is built, too."""
    try:
        with urlopen(f"{address}/objects.inv", timeout=3) as answer:
            return bool(answer.read(16))
    except OSError:
        return False


intersphinx_mapping = {
    name: (address, None) for name, address in _ELSEWHERE.items() if has_inventory(address)
}


def draw_sheets(app: Sphinx) -> None:
    """A contact sheet of every tile set, and the page that shows them."""
    from carcassonne_core import RuleSet, installed_expansions
    from carcassonne_core.svg import contact_sheet_svg

    folder = HERE / "_generated"
    folder.mkdir(exist_ok=True)
    parts = []
    for name, tile_set in RuleSet(installed_expansions()).tile_sets.items():
        (folder / f"{name}.svg").write_text(contact_sheet_svg(tile_set), encoding="utf-8")
        parts.append(f"## {name}\n\n![all tiles of {name}](_generated/{name}.svg)\n")
    (folder / "sheets.md").write_text("\n".join(parts), encoding="utf-8")


def write_glossaries(app: Sphinx) -> None:
    """The table of the glossary in both languages, from one file."""
    terms = tomllib.loads((HERE / "glossary.toml").read_text(encoding="utf-8"))["term"]
    for own, other, headings in (
        ("en", "es", "| English | Spanish | meaning |"),
        ("es", "en", "| español | inglés | significado |"),
    ):
        rows = sorted(f"| {t[own]} | {t[other]} | {t['means'][own]} |" for t in terms)
        table = "\n".join([headings, "|---|---|---|", *rows])
        path = HERE / "_generated" / f"glossary_{own}.txt"
        path.write_text(table + "\n", encoding="utf-8")


def read_as_written(
    app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]
) -> None:
    """Code blocks and tables of docstrings, which are Markdown, are shown as they stand."""
    found: list[str] = []
    is_code = is_table = False
    for line in lines:
        if line.startswith("```"):
            is_code = not is_code
            found += ["::", ""] if is_code else [""]
        elif line.startswith("|") and not is_table:
            is_table = True
            found += ["::", "", f"   {line}"]
        else:
            is_table = is_table and line.startswith("|")
            found.append(f"   {line}" if is_code or is_table else line)
    lines[:] = found


def setup(app: Sphinx) -> dict[str, Any]:
    """What is done before the pages are read."""
    app.connect("builder-inited", draw_sheets)
    app.connect("builder-inited", write_glossaries)
    app.connect("autodoc-process-docstring", read_as_written)
    return {"parallel_read_safe": True}

"""The docs site: `sphinx-build -W --keep-going -b html docs build/docs`.

Inventories of other projects are fetched here, and only those that came are handed to intersphinx:
it would count one that did not as a warning, and the site must build without a network, too.
Without them the names of other projects are shown without a link.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "expansions")]

project = "carcassonne-core"
author = "the authors of carcassonne-core"
language = "en"
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.intersphinx",
    "made_pages",
]
html_theme = "furo"
html_title = "carcassonne-core"
exclude_patterns = ["_generated/**"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

default_role = "code"  # docstrings write `code` as Markdown does
add_module_names = False  # the heading names the module
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


def inventory(name: str, address: str) -> str | None:
    """The file with the names of another project, fetched now; `None` if it cannot be."""
    try:
        with urlopen(f"{address}/objects.inv", timeout=3) as answer:
            content = answer.read()
    except OSError:
        return None
    if not content.startswith(b"# Sphinx inventory"):  # the page of a proxy, say
        return None
    path = HERE / "_generated" / f"{name}.inv"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    return str(path)


intersphinx_mapping = {
    name: (address, path)
    for name, address in _ELSEWHERE.items()
    if (path := inventory(name, address))
}


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
    app.connect("autodoc-process-docstring", read_as_written)
    return {"parallel_read_safe": True}

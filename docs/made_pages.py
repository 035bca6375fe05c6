"""The parts of the site that are made of data: a Sphinx extension.

A page includes `_generated/NAME`, which is written before the pages are read and never committed.
So it cannot fall behind the tile sets, the rulings, the glossary or the public names.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import carcassonne_core
import carcassonne_core.testing
from carcassonne_core import RuleSet, installed_expansions
from carcassonne_core.rulings import Ruling
from carcassonne_core.svg import contact_sheet_svg

if TYPE_CHECKING:  # the parts can be made without it
    from sphinx.application import Sphinx

HERE = Path(__file__).parent

WORDS = {
    "en": {
        "source": "Source",
        "option": "Another reading",
        "page": "How it is played",
        "glossary": ("English", "Spanish", "meaning"),
    },
    "es": {
        "source": "Fuente",
        "option": "Otra lectura",
        "page": "Cómo se juega",
        "glossary": ("español", "inglés", "significado"),
    },
}
"""What stands between the data, by language."""

SIDE_ROOMS = (
    "carcassonne_core.rulings",
    "carcassonne_core.tile_shape",
    "carcassonne_core.svg",
    "carcassonne_core.policy",
    "carcassonne_core.perft",
    "carcassonne_core.perft_table",
    "carcassonne_core.perft_reader",
    "carcassonne_core.workloads",
    "carcassonne_expansions.flying_machines.rules",
)
"""Modules whose names are imported from themselves."""


def terms() -> list[dict[str, Any]]:
    """The glossary."""
    found: list[dict[str, Any]] = tomllib.loads(
        (HERE / "glossary.toml").read_text(encoding="utf-8")
    )["term"]
    return found


def glossary(own: str, other: str) -> str:
    """The table of the glossary, in the order of the first language."""
    rows = sorted(
        (f"| {term[own]} | {term[other]} | {term['means'][own]} |" for term in terms()),
        key=_unaccented,
    )
    heading = " | ".join(WORDS[own]["glossary"])
    return "\n".join([f"| {heading} |", "|---|---|---|", *rows, ""])


def _unaccented(text: str) -> str:
    """Spanish dictionaries sort `máquina` before `mayor`."""
    return text.casefold().translate(str.maketrans("áéíóúü", "aeiouu"))


def is_doubtful(ruling: Ruling) -> bool:
    """Whether sources differ, so that there is an option, or none speaks, so that we decided."""
    return bool(ruling.option) or "our " in ruling.source["en"]


def owners() -> tuple[str, ...]:
    """The base game and every expansion that is installed."""
    return ("base", *installed_expansions())


def title_of(owner: str, language: str) -> str:
    """What people call it: the title of its tiles, or the word for the figure that it brings."""
    sets = RuleSet([] if owner == "base" else [owner]).tile_sets
    name = "base_first_edition" if owner == "base" else owner
    if name in sets:
        return sets[name].title[language].partition(",")[0]
    (word,) = (term[language] for term in terms() if term["en"] == owner.replace("_", " "))
    return str(word).capitalize()


def rules(language: str, *, only_doubtful: bool) -> str:
    """The rules of every owner: text, source, year, and the options that choose another reading."""
    to_docs = "" if language == "en" else "../"
    parts = []
    for owner in owners():
        rulings = RuleSet([] if owner == "base" else [owner]).rulings(owner)
        chosen = [r for r in rulings if is_doubtful(r) or not only_doubtful]
        if not chosen:
            continue
        parts.append(f"## {title_of(owner, language)}\n")
        if (HERE / f"{owner}.md").exists():
            own = (HERE / language / f"{owner}.md").exists()
            page = f"{owner}.md" if own else f"{to_docs}{owner}.md"
            parts.append(f"{WORDS[language]['page']}: [{title_of(owner, language)}]({page}).\n")
        parts += [_rule(ruling, language) for ruling in chosen]
    return "\n".join(parts)


def _rule(ruling: Ruling, language: str) -> str:
    words = WORDS[language]
    lines = [
        f"### {ruling.id} {ruling.title[language]}",
        "",
        ruling.text[language],
        "",
        f"* {words['source']}: {ruling.source[language]} ({ruling.year})",
        *(f"* {words['option']}: `{o}`" for o in ruling.option.split("; ") if o),
    ]
    return "\n".join([*lines, ""])


def sheets(folder: Path) -> str:
    """A contact sheet of every tile set, drawn into the folder, and the text that shows them."""
    parts = []
    for name, tile_set in RuleSet(installed_expansions()).tile_sets.items():
        (folder / f"{name}.svg").write_text(contact_sheet_svg(tile_set), encoding="utf-8")
        parts.append(f"## {tile_set.title['en']}\n\n`{name}`: {tile_set.total} tiles.\n")
        parts.append(f"![all tiles of {name}](_generated/{name}.svg)\n")
    return "\n".join(parts)


def modules_of(package: ModuleType) -> list[str]:
    """The modules from which the public names of a package come."""
    return sorted(f"{package.__name__}.{room}" for room in package._ROOMS)


def reference() -> str:
    """A heading and the documented names of every module with public names."""
    parts = []
    for heading, modules in (
        ("Imported from carcassonne_core", modules_of(carcassonne_core)),
        ("Imported from carcassonne_core.testing", modules_of(carcassonne_core.testing)),
        ("Imported from modules of their own", SIDE_ROOMS),
    ):
        parts.append(f"## {heading}\n")
        for name in modules:
            title = re.sub(r"^carcassonne_(core|expansions)\.(testing\.)?", "", name)
            parts.append(f"### {title}\n\n```{{eval-rst}}\n.. automodule:: {name}\n```\n")
    return "\n".join(parts)


def write_all(folder: Path) -> None:
    """Every part, written into the folder."""
    folder.mkdir(exist_ok=True)
    made = {
        "sheets.md": sheets(folder),
        "reference.md": reference(),
        "glossary_en.md": glossary("en", "es"),
        "glossary_es.md": glossary("es", "en"),
    }
    for language in WORDS:
        made[f"rulings_{language}.md"] = rules(language, only_doubtful=True)
        made[f"all_rules_{language}.md"] = rules(language, only_doubtful=False)
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """The parts are written before the pages are read."""
    app.connect("builder-inited", lambda _: write_all(HERE / "_generated"))
    return {"parallel_read_safe": True}

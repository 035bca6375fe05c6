"""`carcassonne rules`: the numbered rules, with their sources and the options that change them."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from carcassonne_core.cli.narrator import Narrator
from carcassonne_core.cli.setting import BASE, check_language
from carcassonne_core.rule_set import RuleSet, installed_expansions
from carcassonne_core.rulings import Ruling

__all__ = ["rules"]


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            help="`base` or an expansion; without it, what is installed.", metavar="[NAME]"
        ),
    ] = None,
    lang: Annotated[str, typer.Option(help="Language: en or es.", metavar="LANG")] = "en",
) -> None:
    """Print the numbered rules of the base game or of an expansion."""
    check_language(lang)
    console = Console(highlight=False)
    if name is None:
        console.print(_contents(lang))
        return
    played = _played(name)
    narrator = Narrator(played, (), lang)
    for ruling in played.rulings(name):
        _show(console, narrator, ruling)


def _played(name: str) -> RuleSet:
    return RuleSet([] if name == BASE else [name])


def _contents(language: str) -> Table:
    """What is installed: names, the number of rules, and the options with their values."""
    word = Narrator(RuleSet(), (), language).word
    table = Table()
    for column in ("name", "rules", "options"):
        table.add_column(Text(word("column", column)))
    for name in (BASE, *installed_expansions()):
        played = _played(name)
        expansion = played.expansion(name)
        number = len(played.rulings(name)) if expansion.rulings() is not None else 0
        options = [
            f"{name}.{option.name} = {' | '.join(map(str, option.values or (option.default,)))}"
            for option in expansion.options()
        ]
        table.add_row(Text(name), Text(str(number)), Text("\n".join(options)))
    return table


def _show(console: Console, narrator: Narrator, ruling: Ruling) -> None:
    language, word = narrator.language, narrator.word
    console.print(Text(f"{ruling.id}  {ruling.title[language]}", "bold"))
    console.print(Padding(Text(ruling.text[language]), (0, 0, 0, 4)))
    lines = [f"{word('label', 'source')}: {ruling.source[language]} ({ruling.year})"]
    if ruling.option:
        lines.append(f"{word('label', 'option')}: {ruling.option}")
    console.print(Padding(Text("\n".join(lines), "dim"), (0, 0, 1, 4)))

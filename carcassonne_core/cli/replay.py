"""`carcassonne replay`: a saved game as a page that plays it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from carcassonne_core.cli.setting import check_language, check_output
from carcassonne_core.game import Game
from carcassonne_core.record import load_record

__all__ = ["replay"]


def replay(
    save: Annotated[
        Path, typer.Argument(help="A record, or a .jcz replay of JCloisterZone.", metavar="SAVE")
    ],
    html: Annotated[Path, typer.Option(help="File for the page.", metavar="FILE")],
    lang: Annotated[
        str, typer.Option(help="Language shown first: en or es.", metavar="LANG")
    ] = "en",
) -> None:
    """Write a page that shows a saved game step by step, in any browser, without a network."""
    check_language(lang)
    check_output(html)
    from carcassonne_core.cli.replay_page import replay_page  # shapely costs 0.1 s

    page = replay_page(_game(save), title=save.stem, language=lang)
    html.write_text(page, encoding="utf-8")


def _game(save: Path) -> Game:
    if save.suffix != ".jcz":
        return load_record(save)
    from carcassonne_core.jcloisterzone import load_save

    return load_save(save)

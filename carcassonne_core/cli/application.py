"""The commands gathered, and what becomes of their mistakes: one line and an exit code."""

from __future__ import annotations

import io
import os
import sys

import typer
from typer.main import get_command

from carcassonne_core.cli import INTERRUPTED, UNREAD, WRONG
from carcassonne_core.cli.bench import bench
from carcassonne_core.cli.check import check
from carcassonne_core.cli.draw import draw
from carcassonne_core.cli.lint import lint
from carcassonne_core.cli.odds import odds
from carcassonne_core.cli.perft import perft
from carcassonne_core.cli.play import play
from carcassonne_core.cli.replay import replay
from carcassonne_core.cli.rules import rules
from carcassonne_core.cli.simulate import simulate
from carcassonne_core.cli.tiles import tiles
from carcassonne_core.errors import CarcassonneError

__all__ = ["run"]

APPLICATION = typer.Typer(
    name="carcassonne",
    help="The rules of Carcassonne: play, draw, explain and check games.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (play, draw, rules, lint, check, perft, simulate, bench, tiles, odds, replay):
    APPLICATION.command()(command)


def run(arguments: list[str]) -> int:
    """Runs a command and turns whatever goes wrong into an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without accents is no reason to fail
    try:
        code = get_command(APPLICATION).main(
            arguments or ["--help"], "carcassonne", standalone_mode=False
        )
        print(end="", flush=True)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        return _unread()
    except CarcassonneError as error:
        return _wrong(str(error))
    except OSError as error:
        return _wrong(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except Exception as error:
        # click's own errors, whose classes typer may ship under another name
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        return _wrong(str(message()))
    return code if isinstance(code, int) else 0


def _wrong(message: str) -> int:
    print(f"carcassonne: {' '.join(message.split())}", file=sys.stderr)
    return WRONG


def _unread() -> int:
    """Nobody reads any more, e.g. `| head`; the interpreter must not try again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return UNREAD

"""The command line: `carcassonne play`, `draw`, `rules`, `lint` and `check`.

It needs typer and rich, which `carcassonne-core[cli]` brings; both are loaded by `main` only.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]

FOUND = 1
"""Exit code of `lint` and `check` when they found something."""

UNREAD = 1
"""Exit code when nobody reads the output to its end, e.g. `| head`."""

WRONG = 2
"""Exit code of a command that was called wrongly."""

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command.

    Args:
        arguments: the words after `carcassonne`; those of this process if nothing is said.

    Returns:
        The exit code: 0; 1 if `lint` or `check` found something, or nobody reads the output; 2
        after a wrong argument, with one line on standard error; 130 after Ctrl-C.
    """
    try:
        from carcassonne_core.cli.application import run
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] not in {"typer", "click", "rich"}:
            raise
        print(
            f"carcassonne: {error.name} is missing; the command line needs "
            'pip install "carcassonne-core[cli]"',
            file=sys.stderr,
        )
        return WRONG
    return run(sys.argv[1:] if arguments is None else list(arguments))

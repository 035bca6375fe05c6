"""Words of the command line read: rules, players, the order of tiles, languages and files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from carcassonne_core.errors import CarcassonneError, OptionError, SetupError
from carcassonne_core.expansion import OptionValue
from carcassonne_core.policy import POLICIES
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.rulings import LANGUAGES

__all__ = ["BASE", "check_language", "check_output", "check_policy", "read_order"]
__all__ += ["read_players", "read_rules"]

BASE = "base"
"""Named as an expansion, it plays the base game alone."""


def read_rules(
    expansions: Iterable[str],
    options: Iterable[str],
    sets: Iterable[str],
    meeples: Iterable[str] = (),
) -> RuleSet:
    """The rule set that words of the command line describe.

    Args:
        expansions: names; `base` stands for none.
        options: `expansion.option=value`, without `expansion.` for the base game.
        sets: `name=copies`; if there are any, these sets are played and no others.
        meeples: `name=number` of figures that each player has.

    Raises:
        CarcassonneError: a word is wrong; says which.
    """
    names = [name for name in dict.fromkeys(expansions) if name != BASE]
    values = {name: _value(text) for name, text in _pairs(options, "--option")}
    copies, figures = _numbers(sets, "--set"), _numbers(meeples, "--meeples")
    return RuleSet(names, options=values, sets=copies or None, meeples=figures)


def read_players(text: str) -> int | Sequence[str]:
    """A number, or names parted by commas.

    Raises:
        SetupError: a number or a name that no game takes.

    Example:
        >>> read_players("3"), read_players("Ada, Bob")
        (3, ['Ada', 'Bob'])
    """
    if text.isascii() and text.isdigit():
        if len(text) > 2:
            raise SetupError(f"{text} players: expected 1 to 6")
        return int(text)
    if not text.isprintable():
        raise SetupError(f"--players {text!r}: expected names that can be printed")
    return [name.strip() for name in text.split(",")]


def read_order(path: Path | None) -> list[str]:
    """The tiles that are drawn first: one id a line; `#` begins a comment.

    Raises:
        CarcassonneError: the file cannot be read.
    """
    if path is None:
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise CarcassonneError(f"cannot read {path}: {error}") from error
    words = (line.partition("#")[0].strip() for line in lines)
    return [word for word in words if word]


def check_language(language: str) -> None:
    """Refuses a language in which there are no texts.

    Raises:
        CarcassonneError: names those in which there are.
    """
    if language not in LANGUAGES:
        raise CarcassonneError(f"no language {language!r}: expected {' or '.join(LANGUAGES)}")


def check_policy(name: str) -> None:
    """Refuses the name of a policy that does not exist.

    Raises:
        CarcassonneError: names those that do.
    """
    if name not in POLICIES:
        raise CarcassonneError(f"no policy {name!r}: expected {' or '.join(POLICIES)}")


def check_output(*files: Path | None) -> None:
    """Refuses files that cannot be written, before anything is worked out for them.

    Raises:
        CarcassonneError: a folder does not exist, or the file is one.
    """
    for path in files:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            reason = "it is a folder" if path.is_dir() else f"there is no folder {path.parent}"
            raise CarcassonneError(f"cannot write {path}: {reason}")


def _numbers(words: Iterable[str], option: str) -> dict[str, int]:
    found = {}
    for name, text in _pairs(words, option):
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise SetupError(f"{option} {name}={text}: expected a number")
        found[name] = int(text)
    return found


def _pairs(words: Iterable[str], option: str) -> list[tuple[str, str]]:
    found = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise OptionError(f"{option} {word}: expected NAME=VALUE")
        found.append((name.strip(), value.strip()))
    return found


def _value(text: str) -> OptionValue:
    plain = {"true": True, "false": False, "none": None}
    if text.lower() in plain:
        return plain[text.lower()]
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text

"""The sentences that tell events, read from the `texts.toml` beside the code that they concern.

[sentence.flight_failed]
tone = "failure"            # how it is shown: see `TONES`; may be left out
en = "The flight of {player} has failed. {reason}"
es = "..."

[word.direction]            # how the values of the fact `direction` read
NW = { en = "heading north-west", es = "hacia el noroeste" }
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING

from attrs import frozen

from carcassonne_core.errors import ExpansionError
from carcassonne_core.rulings import LANGUAGES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from carcassonne_core.rule_set import RuleSet

__all__ = ["TONES", "Texts", "load_texts", "texts_of"]

TONES = {
    "turn": "bold",
    "score": "green",
    "points": "bold green",
    "chance": "cyan",
    "failure": "yellow",
    "quiet": "dim",
    "end": "bold magenta",
    "plain": "",
}
"""The ways in which a sentence can be shown, each with its style for rich."""

Words = Mapping[str, Mapping[str, Mapping[str, str]]]


@frozen
class Texts:
    """The sentences and words of one owner.

    Attributes:
        sentences: by code, the text in each language.
        tones: by code, how the sentence is shown.
        words: by fact and value, how the value reads in each language.
    """

    sentences: Mapping[str, Mapping[str, str]]
    tones: Mapping[str, str]
    words: Words


def load_texts(source: Traversable) -> Texts:
    """The texts in a file.

    Raises:
        ExpansionError: the file is faulty; says where.
    """
    try:
        data = tomllib.loads(source.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ExpansionError(f"{source}: not a file of texts: {error}") from error
    tables = {name: _table(source, name, data.pop(name, {})) for name in ("sentence", "word")}
    if data:
        raise ExpansionError(f"{source}, {min(data)}: expected [sentence] and [word] only")
    sentences, tones = {}, {}
    for code, entry in tables["sentence"].items():
        fields = dict(_table(source, f"sentence.{code}", entry))
        tone = fields.pop("tone", "plain")
        if tone not in TONES:
            known = ", ".join(TONES)
            raise ExpansionError(f"{source}, sentence.{code}.tone: {tone!r} is none of {known}")
        sentences[code], tones[code] = _languages(source, f"sentence.{code}", fields), str(tone)
    words = {
        fact: {
            value: _languages(source, f"word.{fact}.{value}", entry)
            for value, entry in _table(source, f"word.{fact}", values).items()
        }
        for fact, values in tables["word"].items()
    }
    return Texts(sentences, tones, words)


def texts_of(rules: RuleSet) -> Mapping[str, Texts]:
    """The texts of the base game and of each expansion that has some, by owner."""
    found = {"base": load_texts(files("carcassonne_core.cli") / "texts.toml")}
    for expansion in rules.expansions:
        source = expansion.texts()
        if source is not None:
            found[expansion.name] = load_texts(source)
    return found


def _table(source: Traversable, where: str, value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise ExpansionError(f"{source}, {where}: expected a table")
    return value


def _languages(source: Traversable, where: str, value: object) -> Mapping[str, str]:
    """A text in every language; all of them need the same facts."""
    found = {}
    for language, text in _table(source, where, value).items():
        if not isinstance(text, str):
            raise ExpansionError(f"{source}, {where}.{language}: expected a text")
        found[language] = text
    missing = [language for language in LANGUAGES if language not in found]
    if missing:
        raise ExpansionError(f"{source}, {where}: no text in {', '.join(missing)}")
    try:
        facts = {frozenset(f for _, f, _, _ in Formatter().parse(t) if f) for t in found.values()}
    except ValueError as error:
        raise ExpansionError(f"{source}, {where}: {error}") from error
    if len(facts) > 1:
        raise ExpansionError(f"{source}, {where}: the languages need different facts")
    return found

"""Numbered rules and the texts of refusals, read from the `rulings.toml` beside the code.

Code names a rule by its id and a reason by its code; every sentence that a person reads is data,
in English and in Spanish at least. A file holds the rulings of one owner, the texts of its
refusals and, where a fact is a word of ours, how that word reads in each language:

    [[ruling]]
    id = "R13"
    title = { en = "Only what is unfinished", es = "Solo lo inacabado" }
    text = { en = "...", es = "..." }
    source = { en = "rule sheet, footnote 3", es = "hoja de reglas, nota 3" }
    year = "2012"
    option = ""                 # e.g. "flying_machines.landing_set = strict_2012"

    [refusal.completed]
    rule = "R13"
    en = "The {kind} is finished."
    es = "Es una estructura terminada: {kind}."

    [word.kind]                 # how the values of the fact `kind` read
    road = { en = "road", es = "camino" }
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING

from attrs import field, frozen

from carcassonne_core.errors import CarcassonneError, Refusal

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["LANGUAGES", "MissingTextError", "Ruling", "Rulings", "RulingsError", "load_rulings"]

LANGUAGES = ("en", "es")
"""The languages in which every text must exist; a file may hold more."""

_LANGUAGE = re.compile("[a-z]{2}")
_PLACEHOLDER = re.compile("[a-z_]+")
_RULING_KEYS = frozenset({"id", "title", "text", "source", "year", "option"})
_FILE_KEYS = frozenset({"ruling", "refusal", "word"})


class RulingsError(CarcassonneError):
    """A file of rulings is faulty.

    Attributes:
        source: the file.
        entry: the entry with the fault, e.g. `"ruling R13"`, or `""` for the whole file.
        where: the field, e.g. `"title.es"`.
    """

    def __init__(self, source: str, entry: str, where: str, reason: str) -> None:
        self.source, self.entry, self.where, self.reason = source, entry, where, reason
        place = ", ".join(part for part in (source, entry, where) if part)
        super().__init__(f"{place}: {reason}")


class MissingTextError(CarcassonneError):
    """There is no such ruling or text, or a refusal lacks a fact that its text needs.

    Attributes:
        owner: name of the expansion whose rulings were asked.
        code: the code of the refusal or the id of the ruling.
        language: the language asked for, `""` when it does not matter.
    """

    def __init__(self, owner: str, code: str, language: str, reason: str) -> None:
        self.owner, self.code, self.language = owner, code, language
        tongue = f" in {language!r}" if language else ""
        super().__init__(f"{owner}.{code}{tongue}: {reason}")


def _read_only(texts: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType(dict(texts))


@frozen
class Ruling:
    """One numbered rule.

    Attributes:
        id: its number, e.g. `"R13"`, unique for its owner.
        title: a few words, by language.
        text: the rule, by language.
        source: where it comes from, by language; a decision of this project says so.
        year: year of the source, four digits.
        option: the options that change it, `"owner.option = value"`, parted by `"; "`; else `""`.
    """

    id: str
    title: Mapping[str, str] = field(converter=_read_only, hash=False)
    text: Mapping[str, str] = field(converter=_read_only, hash=False)
    source: Mapping[str, str]
    year: str
    option: str = ""


@frozen
class _Reason:
    rule: str
    texts: Mapping[str, str]


@frozen(repr=False, eq=False)
class Rulings:
    """The numbered rules of one owner, in the order of their file, and the texts of its refusals.

    Attributes:
        owner: name of the expansion, `"base"` for the base game.

    Example:
        >>> from importlib.resources import files
        >>> source = files("carcassonne_core") / "base_game" / "rulings.toml"
        >>> rulings = load_rulings(source, "base")
        >>> rulings.ruling("B9").year
        '2000'
        >>> refusal = Refusal("base", "no_neighbour", "B4", (("position", "7,7"),))
        >>> rulings.explain(refusal, "es")
        'En 7,7 la loseta no tocaría ninguna loseta ya colocada.'
    """

    owner: str
    _rulings: Mapping[str, Ruling]
    _reasons: Mapping[str, _Reason]
    _words: Mapping[str, Mapping[str, Mapping[str, str]]]

    def __iter__(self) -> Iterator[Ruling]:
        return iter(self._rulings.values())

    def __len__(self) -> int:
        return len(self._rulings)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the refusals that have a text, in the file's order."""
        return tuple(self._reasons)

    def ruling(self, id: str) -> Ruling:
        """The rule with this id.

        Raises:
            MissingTextError: there is none.
        """
        if id not in self._rulings:
            raise MissingTextError(self.owner, id, "", "there is no ruling with this id")
        return self._rulings[id]

    def rule_of(self, code: str) -> Ruling:
        """The rule on which a reason rests.

        Raises:
            MissingTextError: there is no such reason.
        """
        return self.ruling(self._reason(code).rule)

    def facts_of(self, code: str) -> frozenset[str]:
        """The names of the facts that the text of a reason needs.

        Raises:
            MissingTextError: there is no such reason.
        """
        return frozenset(_placeholders(self._reason(code).texts["en"]))

    def explain(
        self, refusal: Refusal, language: str = "en", others: Iterable[Rulings] = ()
    ) -> str:
        """A refusal as a sentence.

        A fact whose value is listed under `[word]`, here or in the rulings of `others`, reads as
        that language says; every other one, e.g. a position, is put in as it is.

        Raises:
            MissingTextError: the refusal is another owner's, its code has no text, the language
                is not there, or a fact is missing.
        """
        if refusal.owner != self.owner:
            reason = f"these are the rulings of {self.owner!r}"
            raise MissingTextError(refusal.owner, refusal.code, language, reason)
        texts = self._reason(refusal.code, language).texts
        if language not in texts:
            reason = f"no text in this language, only in {', '.join(texts)}"
            raise MissingTextError(self.owner, refusal.code, language, reason)
        files = (self, *others)
        facts = {name: _word(files, name, value, language) for name, value in refusal.facts}
        missing = sorted(set(_placeholders(texts[language])) - facts.keys())
        if missing:
            reason = f"the refusal lacks the fact {', '.join(missing)}"
            raise MissingTextError(self.owner, refusal.code, language, reason)
        return texts[language].format_map(facts)

    def _reason(self, code: str, language: str = "") -> _Reason:
        if code not in self._reasons:
            raise MissingTextError(self.owner, code, language, "no refusal has this code")
        return self._reasons[code]

    def __repr__(self) -> str:
        return f"<Rulings {self.owner}: {len(self._rulings)}>"


def _word(files: tuple[Rulings, ...], fact: str, value: str | int, language: str) -> str:
    for file in files:
        texts = file._words.get(fact, {}).get(str(value), {})
        if language in texts:
            return texts[language]
    return str(value)


def _placeholders(text: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


_loaded: dict[tuple[str, str], Rulings] = {}


def load_rulings(source: Traversable | Path, owner: str) -> Rulings:
    """The rulings of an owner, read when first asked for and kept.

    Raises:
        RulingsError: the file is faulty; it says where.
    """
    key = (str(source.absolute() if isinstance(source, Path) else source), owner)
    if key not in _loaded:
        _loaded[key] = _Reader(str(source)).read(source.read_text(encoding="utf-8"), owner)
    return _loaded[key]


class _Reader:
    """Reads one file and refuses the first fault that it finds."""

    def __init__(self, source: str) -> None:
        self.source = source

    def read(self, content: str, owner: str) -> Rulings:
        try:
            data = tomllib.loads(content)
        except tomllib.TOMLDecodeError as error:
            raise RulingsError(self.source, "", "", f"not TOML: {error}") from error
        self.keys(data, _FILE_KEYS, "")
        rulings: dict[str, Ruling] = {}
        entries = data.get("ruling", [])
        if not isinstance(entries, list):
            raise self.fault("", "ruling", "expected [[ruling]] entries")
        for number, entry in enumerate(entries):
            ruling = self.ruling(entry, f"ruling[{number}]")
            if ruling.id in rulings:
                raise self.fault(f"ruling {ruling.id}", "id", "this id is used twice")
            rulings[ruling.id] = ruling
        reasons = {}
        for code, entry in self.table(data.get("refusal", {}), "", "refusal").items():
            reasons[code] = self.reason(entry, f"refusal.{code}", rulings)
        words = {}
        for fact, entry in self.table(data.get("word", {}), "", "word").items():
            values = self.table(entry, f"word.{fact}", "")
            words[fact] = {
                value: self.texts(texts, f"word.{fact}", value) for value, texts in values.items()
            }
        return Rulings(owner, rulings, reasons, words)

    def fault(self, entry: str, where: str, reason: str) -> RulingsError:
        return RulingsError(self.source, entry, where, reason)

    def ruling(self, entry: object, name: str) -> Ruling:
        fields = self.table(entry, name, "")
        name = f"ruling {self.text(fields, 'id', name)}"
        self.keys(fields, _RULING_KEYS, name)
        year = self.text(fields, "year", name)
        if not re.fullmatch("[0-9]{4}", year):
            raise self.fault(name, "year", f"expected four digits, not {year!r}")
        option = self.text(fields, "option", name) if fields.get("option") else ""
        for part in filter(None, option.split("; ")):
            if not re.fullmatch(r"\w+\.\w+ = \S+", part):
                raise self.fault(name, "option", f"expected 'owner.option = value', not {part!r}")
        return Ruling(
            self.text(fields, "id", name),
            self.texts(fields.get("title"), name, "title"),
            self.texts(fields.get("text"), name, "text"),
            self.texts(fields.get("source"), name, "source"),
            year,
            option,
        )

    def reason(self, entry: object, name: str, rulings: Mapping[str, Ruling]) -> _Reason:
        fields = dict(self.table(entry, name, ""))
        rule = self.text(fields, "rule", name)
        if rule not in rulings:
            raise self.fault(name, "rule", f"there is no ruling {rule!r}")
        del fields["rule"]
        texts = self.texts(fields, name, "")
        wanted: set[str] | None = None
        for language, text in texts.items():
            try:
                names = _placeholders(text)
            except ValueError as error:
                raise self.fault(name, language, f"bad braces: {error}") from error
            for placeholder in names:
                # `{}`, `{0}` or `{kind.x}` would reach into values; facts are plain words.
                if not _PLACEHOLDER.fullmatch(placeholder):
                    raise self.fault(name, language, f"bad placeholder {placeholder!r}")
            if wanted is None:
                wanted = set(names)
            elif wanted != set(names):
                differ = ", ".join(sorted(wanted ^ set(names)))
                raise self.fault(name, language, f"the languages differ in placeholders: {differ}")
        return _Reason(rule, texts)

    def table(self, value: object, entry: str, where: str) -> Mapping[str, object]:
        if not isinstance(value, dict):
            raise self.fault(entry, where, "expected a table")
        return value

    def keys(self, fields: Mapping[str, object], known: frozenset[str], entry: str) -> None:
        for key in fields:
            if key not in known:
                expected = ", ".join(sorted(known))
                raise self.fault(entry, key, f"unknown key; expected one of {expected}")

    def text(self, fields: Mapping[str, object], key: str, entry: str) -> str:
        value = fields.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.fault(entry, key, "expected a text that is not empty")
        return value

    def texts(self, value: object, entry: str, where: str) -> dict[str, str]:
        """A text in every language, English first in what is handed back."""
        prefix = f"{where}." if where else ""
        fields = self.table({} if value is None else value, entry, where)
        for key in fields:
            if not _LANGUAGE.fullmatch(key):
                raise self.fault(entry, f"{prefix}{key}", "unknown key; expected a language")
        for language in LANGUAGES:
            if language not in fields:
                raise self.fault(entry, f"{prefix}{language}", "this language is missing")
        order = [*LANGUAGES, *sorted(fields.keys() - set(LANGUAGES))]
        found = {}
        for language in order:
            text = fields[language]
            if not isinstance(text, str) or not text.strip():
                raise self.fault(entry, f"{prefix}{language}", "expected a text that is not empty")
            found[language] = text
        return found

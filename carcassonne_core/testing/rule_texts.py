"""Whether what an expansion says leads to a numbered rule and to a text in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from carcassonne_core.base_game import BASE_GAME
from carcassonne_core.errors import CarcassonneError, Refusal
from carcassonne_core.event import Event
from carcassonne_core.expansion import Expansion
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.rulings import LANGUAGES, Rulings, RulingsError, load_rulings
from carcassonne_core.testing.expansion_report import Notebook

__all__ = ["check_event", "check_refusal", "check_rule", "check_texts", "read_rulings"]


def read_rulings(expansion: Expansion) -> Rulings | None:
    """The rulings of an expansion; None if it has none or they are faulty."""
    source = expansion.rulings()
    if source is None:
        return None
    try:
        return load_rulings(source, expansion.name)
    except (OSError, RulingsError):
        return None


def check_texts(notebook: Notebook, expansion: Expansion) -> None:
    """Its rulings and the texts of its events: sound, and there in every language."""
    source = expansion.rulings()
    if source is not None:
        try:
            rulings = load_rulings(source, expansion.name)
        except RulingsError as error:
            code = "missing_text" if "language" in error.reason else "rulings"
            place = ", ".join(filter(None, (error.entry, error.where)))
            notebook.enter(code, "hook rulings", f"{place}: {error.reason}")
        except OSError as error:
            notebook.enter("rulings", "hook rulings", f"cannot be read: {error}")
        else:
            _check_options_named(notebook, expansion, rulings)
    for option in expansion.options():
        subject = f"option {option.name}"
        if not option.rule:
            notebook.enter("option_without_ruling", subject, "its `rule` is empty")
        else:
            check_rule(notebook, expansion, option.rule, subject)
    _ = _sentences(notebook, expansion)


def check_rule(notebook: Notebook, expansion: Expansion, rule: object, subject: str) -> None:
    """A rule that the expansion names by its id is one of its own or of the base game."""
    own, base = read_rulings(expansion), read_rulings(BASE_GAME)
    ids = [ruling.id for rulings in (own, base) if rulings is not None for ruling in rulings]
    if rule not in ids and not (own is None and expansion.rulings() is not None):
        known = ", ".join(ids[: -len(base or ())]) or "none of its own"
        notebook.enter("unknown_ruling", subject, f"names {rule!r}: there are {known}")


def check_refusal(notebook: Notebook, rules: RuleSet, refusal: Refusal, subject: str) -> None:
    """A refusal has an owner, a rule and a text in every language."""
    subject = f"{subject}, refusal {refusal.key}"
    try:
        rulings = rules.rulings(refusal.owner)
    except RulingsError:
        return  # found before any game
    except CarcassonneError as error:
        notebook.enter("refusal_without_text", subject, str(error))
        return
    if refusal.rule not in [ruling.id for ruling in rulings]:
        notebook.enter("unknown_ruling", subject, f"there is no ruling {refusal.rule!r}")
    if refusal.code not in rulings.codes:
        notebook.enter("refusal_without_text", subject, "no text is written for its code")
        return
    for language in LANGUAGES:
        try:
            rules.explain(refusal, language)
        except CarcassonneError as error:
            notebook.enter("refusal_without_text", subject, str(error))


def check_event(notebook: Notebook, expansion: Expansion, event: Event, subject: str) -> None:
    """An event of its own is told by sentences that have a text, there or in the base game."""
    own = _sentences(notebook, expansion)
    for sentence in event.told():
        if own is not None and sentence.code not in own | _base_sentences():
            what = f"its texts have no sentence.{sentence.code} for {type(event).__name__}"
            notebook.enter("missing_text", f"{subject}, event {type(event).__name__}", what)


def _check_options_named(notebook: Notebook, expansion: Expansion, rulings: Rulings) -> None:
    names = {f"{expansion.name}.{option.name}" for option in expansion.options()}
    for ruling in rulings:
        for part in filter(None, ruling.option.split("; ")):
            name = part.partition(" = ")[0]
            if name.startswith(f"{expansion.name}.") and name not in names:
                known = ", ".join(sorted(names)) or "none"
                what = f"names the option {name}: there are {known}"
                notebook.enter("rulings", f"ruling {ruling.id}", what)


def _sentences(notebook: Notebook, expansion: Expansion) -> frozenset[str] | None:
    """The codes of its sentences; None if its texts cannot be read."""
    source = expansion.texts()
    if source is None:
        return frozenset()
    try:
        data = tomllib.loads(source.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        notebook.enter("missing_text", "hook texts", f"{source} cannot be read: {error}")
        return None
    sentences = data.get("sentence", {})
    words = data.get("word", {})
    entries = [(f"sentence.{code}", texts) for code, texts in sentences.items()]
    entries += [
        (f"word.{fact}.{value}", texts)
        for fact, values in words.items()
        for value, texts in values.items()
    ]
    for name, missing in _silent(entries):
        what = f"{name} has no text in {', '.join(missing)}"
        notebook.enter("missing_text", f"hook texts, {name}", what)
    return frozenset(sentences)


@cache
def _base_sentences() -> frozenset[str]:
    source = files("carcassonne_core") / "cli" / "texts.toml"
    return frozenset(tomllib.loads(source.read_text(encoding="utf-8"))["sentence"])


def _silent(entries: Iterable[tuple[str, object]]) -> Iterable[tuple[str, list[str]]]:
    for name, texts in entries:
        there = texts if isinstance(texts, dict) else {}
        missing = [language for language in LANGUAGES if not there.get(language)]
        if missing:
            yield name, missing

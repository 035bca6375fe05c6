"""Reads the sentences of replays that say what must be true at the end.

Example:
    >>> read_assertion("Ada has 12 points.", ["Ada", "Ben"])
    Points(sentence='Ada has 12 points.', player=0, points=12)
    >>> read_assertion("Ada has 3 wishes", ["Ada", "Ben"]) is None
    True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.assertions import (
    PHASES,
    PLACEMENT,
    RETURN,
    Assertion,
    Offers,
    Options,
    Passing,
    Phase,
    Points,
    Scores,
    Tokens,
    Undoing,
)
from carcassonne_core.jcloisterzone.facts import Item, Place

__all__ = ["read_assertion"]

_Words = tuple[str, ...]

_MEEPLE = "Meeple"
_NUMBER = r"(-?\d+)"
_AT = r"\[(-?\d+), ?(-?\d+)\]"
_PLACE = rf"\{{(\w+), ?([\w.]+), ?{_AT}\}}"
_FIGURE = rf"\{{\w+\.\w+\.\w+, ?(\w+), ?([\w.]+), ?{_AT}\}}"
_TILE = rf"{_AT} - \[(\d+(?:, ?\d+)*)\]"


def read_assertion(sentence: str, players: Sequence[str]) -> Assertion | None:
    """What a sentence asserts about a game of these players; None if we do not understand it."""
    for form, build in _FORMS:
        if found := re.fullmatch(form, sentence.strip().removesuffix(".")):
            return build(sentence, found.groups(), players)
    return None


def _points(sentence: str, words: _Words, players: Sequence[str]) -> Assertion | None:
    name, points = words
    seat = _seat(name, players)
    return None if seat is None else Points(sentence, seat, int(points))


def _scores(sentence: str, words: _Words, players: Sequence[str]) -> Assertion | None:
    name, feature, points = words
    seat, known = _seat(name, players), names.SCORES.get(feature)
    if seat is None or known is None:
        return None
    return Scores(sentence, seat, known[0], int(points))


def _tokens(sentence: str, words: _Words, players: Sequence[str]) -> Assertion | None:
    name, token, count = words
    seat, known = _seat(name, players), names.TOKENS.get(token)
    return None if seat is None or known is None else Tokens(sentence, seat, known, int(count))


def _phase(sentence: str, words: _Words, players: Sequence[str]) -> Assertion | None:
    return Phase(sentence, words[0]) if words[0] in PHASES.values() else None


def _passing(sentence: str, words: _Words, players: Sequence[str]) -> Assertion | None:
    return Passing(sentence, words[0] == "can")


def _undoing(sentence: str, words: _Words, players: Sequence[str]) -> Assertion | None:
    return Undoing(sentence, not words[0])


def _offers(sentence: str, words: _Words, players: Sequence[str]) -> Assertion | None:
    kind, word = words[0], words[1] or ""
    is_known = (
        kind == PLACEMENT
        or (kind == RETURN and word in names.RETURNS)
        or (kind == _MEEPLE and (not word or word in names.MEEPLES))
    )
    return Offers(sentence, Item(kind, word)) if is_known else None


def _placements(sentence: str, words: _Words, players: Sequence[str]) -> Assertion | None:
    tile, options = words
    found = tuple(
        (int(x), int(y), int(rotation))
        for x, y, rotations in re.findall(_TILE, options)
        for rotation in rotations.split(",")
    )
    return Options(sentence, Item(PLACEMENT, tile, found))


def _places(sentence: str, words: _Words, players: Sequence[str]) -> Assertion | None:
    meeple, options = words
    is_known = meeple in names.MEEPLES
    places = _listed_places(_PLACE, options)
    return Options(sentence, Item(_MEEPLE, meeple, (), places)) if is_known else None


def _returns(sentence: str, words: _Words, players: Sequence[str]) -> Assertion | None:
    source, options = words
    places = _listed_places(_FIGURE, options)
    return Options(sentence, Item(RETURN, source, (), places)) if source in names.RETURNS else None


def _listed_places(form: str, options: str) -> tuple[Place, ...]:
    found = re.findall(form, options)
    return tuple(Place(int(x), int(y), feature, location) for feature, location, x, y in found)


def _list_of(option: str) -> str:
    """A group of options with semicolons between them, maybe none."""
    bare = re.sub(r"\((?!\?)", "(?:", option)
    return rf"((?:{bare}(?:; ?{bare})*)?)"


_FORMS: tuple[tuple[str, Callable[[str, _Words, Sequence[str]], Assertion | None]], ...] = (
    (rf"(.+) has {_NUMBER} points?", _points),
    (rf"(.+) scored (\S+) for {_NUMBER} points?", _scores),
    (rf"(.+) has (\S+) token with (?:count|size) {_NUMBER}", _tokens),
    (r"[Pp]hase is (\w+)", _phase),
    (r"Player (can|can't) pass", _passing),
    (r"Undo is (not )?allowed", _undoing),
    (r"Available action (\w+)(?: for (\S+))?", _offers),
    (rf"TilePlacement (\S+) options: ?{_list_of(_TILE)}", _placements),
    (rf"Meeple (\w+) options: ?{_list_of(_PLACE)}", _places),
    (rf"ReturnMeeple (\w+) options: ?{_list_of(_FIGURE)}", _returns),
)
"""The forms of sentences, and what reads their words."""


def _seat(name: str, players: Sequence[str]) -> int | None:
    """The seat of a player, None where nobody, or more than one, has that name."""
    return players.index(name) if list(players).count(name) == 1 else None

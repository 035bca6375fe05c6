"""Wrong inputs: records, notation and files as they come from a broken disk or a hasty hand.

What is damaged may still be right by chance, e.g. where two equal lines changed places. So a test
asks that an input is either read, and then says the same when it is written again, or refused with
one of the library's own errors.

Example:
    >>> from hypothesis import given, settings
    >>> from carcassonne_core import RecordError, dumps_record, loads_record
    >>> @settings(max_examples=10)
    ... @given(wrong_records())
    ... def a_record_is_read_or_refused(text: str) -> None:
    ...     try:
    ...         game = loads_record(text)
    ...     except RecordError:
    ...         return
    ...     assert loads_record(dumps_record(game)) == game
    >>> a_record_is_read_or_refused()
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from carcassonne_core.action import Action
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.game import Game
from carcassonne_core.notation import action_text
from carcassonne_core.record import dumps_record
from carcassonne_core.testing.attempt_strategies import attempts
from carcassonne_core.testing.play_strategies import Rules, games

__all__ = ["damaged_documents", "damaged_texts", "wrong_notations", "wrong_records"]
__all__ += ["wrong_values"]

_WORDS: tuple[str, ...] = (
    "", " ", "0", "-1", "9" * 40, "1e999", "NaN", "null", "base", "BA/RFr", "XX/none", "R45",
    "@", "@0,0", "@9,9", "#", '"', "{", "]", "\n", "\0", "é", "１", "\ud800",
)  # fmt: skip

_VALUES: tuple[Any, ...] = (None, True, False, 0, 1, -1, 20, 10**30, 0.5, float("nan"))
_VALUES += (float("inf"), "", "base", "XX/none", "follower", "draw BA/RFr", "\0", "x" * 300)
_VALUES += ([], {}, [[]], {"": None}, ["BA/RFr"], {"base": 1})


def wrong_values() -> SearchStrategy[Any]:
    """Values of any type where another one is expected: huge, empty, foreign. Shrinks to None."""
    return st.sampled_from(_VALUES).map(deepcopy)


@st.composite
def damaged_texts(draw: st.DrawFn, text: str) -> str:
    """A text that was cut off, or of which pieces are lost, doubled, moved or written over.

    Shrinks towards a single damage near the beginning.
    """
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 40)))
        piece = text[start:end]
        how = draw(st.integers(0, 4))
        if how == 0:
            text = text[:start]
        elif how == 1:
            text = text[:start] + text[end:]
        elif how == 2:
            text = text[:end] + piece + text[end:]
        elif how == 3:
            rest = text[:start] + text[end:]
            there = draw(st.integers(0, len(rest)))
            text = rest[:there] + piece + rest[there:]
        else:
            text = text[:start] + draw(st.sampled_from(_WORDS)) + text[end:]
    return text


@st.composite
def damaged_documents(draw: st.DrawFn, document: Any) -> Any:
    """A document as JSON has it, in which entries are lost, doubled, moved, renamed or replaced.

    The document itself stays as it is. Shrinks towards a single damage near the beginning.
    """
    document = deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(document))
        if not places:
            return draw(wrong_values())
        holder, key = draw(st.sampled_from(places))
        how = draw(st.integers(0, 4))
        if how == 0:
            holder[key] = draw(wrong_values())
        elif how == 1:
            del holder[key]
        elif isinstance(holder, list):
            there = draw(st.integers(0, len(holder) - 1))
            if how == 2:
                holder.insert(there, deepcopy(holder[key]))
            else:
                holder[key], holder[there] = holder[there], holder[key]
        elif how == 2:
            holder[draw(st.sampled_from(_WORDS))] = holder.pop(key)
        else:
            other = draw(st.sampled_from(list(holder)))
            holder[key], holder[other] = holder[other], holder[key]
    return document


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Every entry of a document: what holds it, and its key or index there."""
    if isinstance(document, dict | list):
        keys = list(document) if isinstance(document, dict) else range(len(document))
        for key in keys:
            yield document, key
        for key in keys:
            yield from _places(document[key])


def wrong_records(rules: Rules = None) -> SearchStrategy[str]:
    """Records of games by these rules, damaged as texts or entry by entry.

    Shrinks towards the record of a game that has just begun, with a single damage.
    """
    records = games(rules).map(dumps_record)
    documents = records.map(json.loads).flatmap(damaged_documents).map(json.dumps)
    return documents | records.flatmap(damaged_texts)


def wrong_notations(game: Game) -> SearchStrategy[str]:
    """Texts of actions, legal and illegal ones, damaged. Shrinks towards a single damage."""
    return attempts(game).map(lambda action: _text(game, action)).flatmap(damaged_texts)


def _text(game: Game, action: Action) -> str:
    try:
        return action_text(game, action)
    except CarcassonneError:  # it names a segment that is nowhere
        return action.verb

"""From the set-up of a replay to our rule set, or to the list of what it would need."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.assertion_reader import read_assertion
from carcassonne_core.jcloisterzone.save_reader import SavedGame
from carcassonne_core.jcloisterzone.translation import Translation, translate

__all__ = ["translate_save"]

_DEFAULTS: Mapping[str, object] = {
    "barn-placement": "not-occupied",
    "inn-and-cathedral-final-scoring": "zero",
    "tiny-city-scoring": "4",
    "wagon-move": "C2",
}
"""Rules that hold where a replay says nothing about them."""

_MESSAGES = frozenset(
    {"COMMIT", "DEPLOY_MEEPLE", "GAME_OVER", "PASS", "PLACE_TILE", "RETURN_MEEPLE", "UNDO"}
)
"""The messages that we can play."""


def translate_save(saved: SavedGame) -> Translation:
    """Our rules for a replay, or what we would need to play it and to judge its assertions."""
    setup = saved.setup
    known = {name: value for name, value in _DEFAULTS.items() if name in names.RULES}
    found = translate(evolve(setup, rules=known | dict(setup.rules)))
    if found.rules is None:
        return found
    needs = {
        f"message {sent.message.type}"
        for sent in saved.replay
        if sent.message.type not in _MESSAGES
    }
    needs |= {
        f"assertion {sentence.partition(':')[0]}"
        for sentence in saved.assertions
        if read_assertion(sentence, saved.players) is None
    }
    return Translation(None, tuple(sorted(needs))) if needs else found

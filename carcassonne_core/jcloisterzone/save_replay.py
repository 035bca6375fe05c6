"""Plays a replay with expected results, and judges what it asserts by our game."""

from __future__ import annotations

from carcassonne_core.event import FeatureScored
from carcassonne_core.jcloisterzone.assertion_reader import read_assertion
from carcassonne_core.jcloisterzone.assertions import (
    PLACEMENT,
    Assertion,
    Offers,
    Options,
    Outcome,
)
from carcassonne_core.jcloisterzone.game_facts import (
    choices_now,
    moment,
    points_without,
    tokens_received,
)
from carcassonne_core.jcloisterzone.replay import Difference
from carcassonne_core.jcloisterzone.save_player import GiveUpError, SavePlayer
from carcassonne_core.jcloisterzone.save_reader import SavedGame
from carcassonne_core.rule_set import RuleSet

__all__ = ["SaveReplay"]


class SaveReplay:
    """One replay, and what came of it.

    Attributes:
        differences: a message that we refuse, assertions that are not true.
        steps: how many messages were played.
        compared: how many assertions were judged.
    """

    def __init__(self, saved: SavedGame, rules: RuleSet) -> None:
        self.differences: list[Difference] = []
        self.steps = 0
        self.compared = 0
        self._saved = saved
        read = (read_assertion(sentence, saved.players) for sentence in saved.assertions)
        self._assertions: list[Assertion] = [found for found in read if found is not None]
        named = (
            assertion.item.word
            for assertion in self._assertions
            if isinstance(assertion, Offers | Options) and assertion.item.type == PLACEMENT
        )
        self._player = SavePlayer(saved, rules, tuple(filter(None, named)))

    def run(self) -> SaveReplay:
        """Plays every message and judges every assertion, or stops where we refuse a message."""
        player = self._player
        try:
            player.play()
            outcome = self._outcome()
        except GiveUpError:
            return self
        finally:
            self.steps = player.steps
            self.differences += player.differences
        for assertion in self._assertions:
            self.compared += 1
            if (found := assertion.refuted(outcome)) is not None:
                file, sentence = self._saved.file, assertion.sentence
                self.differences.append(Difference(file, None, sentence, *found))
        return self

    def _outcome(self) -> Outcome:
        player = self._player
        can_undo = player.can_undo
        player.to_next_choice()
        game, waiting = player.game, player.waiting
        known, late = player.events()
        return Outcome(
            points_without(game, late),
            tuple(event for event in known if isinstance(event, FeatureScored)),
            tokens_received(known),
            waiting or moment(game),
            can_undo,
            () if waiting or game.is_over else choices_now(game, player.flyer),
            player.texts,
        )

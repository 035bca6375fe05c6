"""Plays a replay with expected results in our engine, and holds its assertions against our game.

The replay tells neither every draw nor the choices before a message. This is what is bridged:

* the tile drawn is the one that the replay forces, or that its next message places, or that an
  assertion names; where nothing names it, nothing depends on it, and any tile will do;
* we always ask whether to deploy; where passing is all that we offer, they ask nothing;
* they end the action part with a COMMIT, and it cannot be taken back; our scoring runs at once, so
  what is scored counts when the COMMIT has come;
* a lone player, who is a game to them, has every turn of one of ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from carcassonne_core.errors import CarcassonneError
from carcassonne_core.event import FeatureScored
from carcassonne_core.game import Game
from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.assertion_reader import read_assertion
from carcassonne_core.jcloisterzone.assertions import (
    PLACEMENT,
    Assertion,
    Offers,
    Options,
    Outcome,
)
from carcassonne_core.jcloisterzone.choice_text import ChoiceTexts, meeple_name
from carcassonne_core.jcloisterzone.facts import Message
from carcassonne_core.jcloisterzone.game_facts import (
    choices_now,
    moment,
    must_pass,
    points_without,
    tokens_received,
)
from carcassonne_core.jcloisterzone.replay import Difference
from carcassonne_core.jcloisterzone.save_reader import SavedGame, Sent
from carcassonne_core.notation import parse_action
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.turn import DEPLOY, DRAW, PLACE

__all__ = ["SaveReplay"]

_COMMIT, _PLACE_TILE, _UNDO, _GAME_OVER = "COMMIT", "PLACE_TILE", "UNDO", "GAME_OVER"

_ASKED = frozenset({PLACE, "abbey", DEPLOY, "phantom", "land"})
"""Moments that come before the COMMIT."""

_WAITING: Mapping[tuple[str, str], str] = {
    ("abbey", "PASS"): "commit_abbey",
    ("wagon", "DEPLOY_MEEPLE"): "wagon",
    ("wagon", "PASS"): "",
}
"""Where they wait after a message at a moment of ours, if not for the COMMIT that ends the action
part; "" where they wait for nothing."""


@frozen
class _Before:
    """How things stood before a message, for the way back.

    Attributes:
        ply: how many actions of ours had been pushed.
        turn: the turn in which the message before it was played.
        flyer: the figure that was in the air, "" for none.
        placed: how many tiles had been placed by messages.
        waiting: the moment at which a COMMIT would be awaited, "" after one.
    """

    ply: int
    turn: int
    flyer: str
    placed: int
    waiting: str


class _GiveUpError(Exception):
    """Our game cannot go on along the messages."""


class SaveReplay:
    """One replay on its way through our engine.

    Attributes:
        game: our game, as far as it came.
        differences: what was found: a message that we refuse, assertions that are not true.
        steps: how many messages were played.
        compared: how many assertions were judged.
    """

    def __init__(self, saved: SavedGame, rules: RuleSet) -> None:
        self.saved = saved
        self.game = Game(max(2, len(saved.players)), rules)
        self.game.players = len(saved.players)  # a lone player's turn comes round at once
        self.differences: list[Difference] = []
        self.steps = 0
        self.compared = 0
        read = (read_assertion(sentence, saved.players) for sentence in saved.assertions)
        self._assertions: list[Assertion] = [found for found in read if found is not None]
        self._drawn = 0
        self._settled = 0  # how many of our events they know: all up to the last COMMIT
        self._way_back: list[_Before] = []
        self._now = _Before(0, self.game.turn, "", 0, "")

    def run(self) -> SaveReplay:
        """Plays every message and judges every assertion, or stops where we refuse a message."""
        try:
            for sent in self.saved.replay:
                self._take(sent)
                self.steps += 1
            outcome = self._outcome()
        except _GiveUpError:
            return self
        for assertion in self._assertions:
            self.compared += 1
            if (found := assertion.refuted(outcome)) is not None:
                self._differ(None, assertion.sentence, *found)
        return self

    def _differ(self, step: int | None, what: str, ours: str, theirs: str) -> None:
        self.differences.append(Difference(self.saved.file, step, what, ours, theirs))

    def _give_up(self, what: str, ours: str, theirs: str) -> _GiveUpError:
        is_at_end = self.steps == len(self.saved.replay)
        self._differ(None if is_at_end else self.steps, what, ours, theirs)
        return _GiveUpError()

    # ------------------------------------------------------------------ our side
    def _push(self, text: str) -> None:
        game = self.game
        try:
            game.push(parse_action(game, text))
        except CarcassonneError as error:
            raise self._give_up("action", f"refused: {error}", text) from error

    def _has_ended(self) -> bool:
        """Whether our game has left the turn, or the part of it that one tile makes."""
        game = self.game
        return game.is_over or game.turn != self._now.turn or game.step.name in (DRAW, PLACE)

    def _draw(self) -> None:
        """Draws the next tile, and again if it fits nowhere."""
        game, order = self.game, self.saved.draw_order
        if self._drawn < len(order):
            tile = order[self._drawn]
        else:
            # If nothing names a tile, nothing but whether one may pass is said about it.
            tile = next(self._named(), game.drawable[0])
        self._drawn += 1
        self._push(f"draw {tile}")

    def _named(self) -> Iterator[str]:
        """Tiles of the stack in the order in which messages place them and assertions name them."""
        stack = self.game.stack
        for sent in self.saved.replay[self.steps :]:
            if sent.message.type == _PLACE_TILE and sent.message.tile in stack:
                yield sent.message.tile
        for said in self._assertions:
            if (
                isinstance(said, Offers | Options)
                and said.item.type == PLACEMENT
                and said.item.word
            ):
                yield said.item.word

    # ------------------------------------------------------------------ their side
    def _take(self, sent: Sent) -> None:
        message = sent.message
        if message.type == _COMMIT:
            self._commit()
        elif message.type == _UNDO:
            self._undo()
        elif message.type == _GAME_OVER:
            self._end()
        else:
            self._choose(message, sent.player)

    def _choose(self, message: Message, player: int | None) -> None:
        game = self.game
        self._skip(message)
        if player is not None and player != game.decider:
            self._differ(self.steps, "player to decide", str(game.decider), str(player))
        texts = ChoiceTexts(game.board.last, self._now.flyer)
        chosen = texts.chosen(message, game.decider)
        before, now = moment(game), evolve(self._now, ply=game.ply)
        self._way_back.append(now)
        self._now = evolve(
            now,
            turn=game.turn,
            flyer="",
            placed=now.placed + (message.type == _PLACE_TILE),
            waiting=_WAITING.get((before, message.type), "commit"),
        )
        self._push(chosen)
        if message.place is not None and message.place.feature in names.CHOICES:
            assert message.random is not None
            self._push(names.ROLL.format(die=int(3 * message.random) + 1))
            self._now = evolve(self._now, flyer=meeple_name(message))
        if not self._now.waiting:
            self._close()

    def _skip(self, message: Message) -> None:
        """Draws and passes up to the decision that a message answers."""
        game, is_tile = self.game, message.type == _PLACE_TILE
        while True:
            if game.step.name == DRAW and is_tile:
                self._draw()
            elif must_pass(game):
                self._push(names.PASS)
                if self._has_ended() and not is_tile:
                    game.pop()  # the message itself says that nothing more is done
                    return
            else:
                return

    def _commit(self) -> None:
        """The end of the action part: they have asked all that they ask before scoring."""
        while not self._has_ended() and moment(self.game) in _ASKED:
            if not must_pass(self.game):
                texts = (choice.text for choice in choices_now(self.game, self._now.flyer))
                raise self._give_up("choices", ", ".join(sorted(texts)), "nothing")
            self._push(names.PASS)
        self._close()

    def _close(self) -> None:
        """Nothing before this is taken back; if it was the last turn, the game ends."""
        self._settle()
        end = self.saved.end_turn
        if end is not None and self._now.placed >= end and self._has_ended():
            self._end()

    def _settle(self) -> None:
        self._way_back = []
        self._now = evolve(self._now, waiting="")
        self._settled = len(self.game.events)

    def _end(self) -> None:
        """The game ends here, whatever is left in the stack."""
        self.game = self.game.ended_now()
        self._settle()

    def _undo(self) -> None:
        game = self.game
        if not self._can_undo():
            raise self._give_up("undo", "not allowed", _UNDO)
        self._now = self._way_back.pop()
        while game.ply > self._now.ply:
            game.pop()

    def _can_undo(self) -> bool:
        """Whether there is a message since the last COMMIT, and no die since it."""
        return bool(self._way_back) and self._way_back[-1].ply >= self.game.undo_floor

    # ------------------------------------------------------------------ the end
    def _outcome(self) -> Outcome:
        game = self.game
        can_undo, waiting = self._can_undo(), self._now.waiting
        while not (waiting and self._has_ended()):
            if game.step.name == DRAW:
                self._draw()
            elif must_pass(self.game):
                self._push(names.PASS)
            else:
                break
        is_waiting = bool(waiting) and self._has_ended()
        events = game.events
        known, late = events[: self._settled], events[self._settled :]
        return Outcome(
            points_without(game, late),
            tuple(event for event in known if isinstance(event, FeatureScored)),
            tokens_received(known),
            waiting if is_waiting else moment(self.game),
            can_undo,
            () if is_waiting or game.is_over else choices_now(self.game, self._now.flyer),
            ChoiceTexts(game.board.last, self._now.flyer),
        )

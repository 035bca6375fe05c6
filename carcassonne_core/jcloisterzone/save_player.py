"""Plays the messages of a replay in our engine.

The replay tells neither every draw nor the choices before a message. This is what is bridged:

* the tile drawn is the one that the replay forces, or that its next message places, or that an
  assertion names; where nothing names it, nothing depends on it, and any tile will do;
* we always ask whether to deploy; where passing is all that we offer, they ask nothing;
* they end the action part with a COMMIT, and it cannot be taken back; our scoring runs at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

from attrs import evolve, frozen

from carcassonne_core.errors import CarcassonneError
from carcassonne_core.event import Event, FeatureScored, Occasion
from carcassonne_core.game import Game
from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.choice_text import ChoiceTexts, meeple_name
from carcassonne_core.jcloisterzone.facts import Message
from carcassonne_core.jcloisterzone.game_facts import choices_now, moment, must_pass
from carcassonne_core.jcloisterzone.replay import Difference
from carcassonne_core.jcloisterzone.save_reader import SavedGame, Sent
from carcassonne_core.notation import parse_action
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.turn import DEPLOY, DRAW, PLACE

__all__ = ["GiveUpError", "SavePlayer"]

_COMMIT, _PLACE_TILE, _UNDO, _GAME_OVER = "COMMIT", "PLACE_TILE", "UNDO", "GAME_OVER"
_RETURN = "RETURN_MEEPLE"

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


class GiveUpError(Exception):
    """Our game cannot go on along the messages."""


class SavePlayer:
    """A game of ours that follows the messages of a replay.

    Args:
        saved: the replay.
        rules: what is played.
        named: tiles that the assertions name, in case they depend on what is drawn last.

    Attributes:
        game: the game, as far as it came.
        steps: how many messages were played.
        differences: what we refused, or would have asked.
    """

    def __init__(self, saved: SavedGame, rules: RuleSet, named: tuple[str, ...] = ()) -> None:
        self.saved = saved
        self.game = Game(len(saved.players), rules)
        self.steps = 0
        self.differences: list[Difference] = []
        self._named = named
        self._drawn = 0
        self._settled = 0  # how many of our events they know: all up to the last COMMIT
        self._way_back: list[_Before] = []
        self._now = _Before(0, self.game.turn, "", 0, "")

    def play(self) -> None:
        """Plays every message.

        Raises:
            GiveUpError: we refuse one; it is among the differences.
        """
        for sent in self.saved.replay:
            self._take(sent)
            self.steps += 1

    # ------------------------------------------------------------------ what it comes to
    @property
    def flyer(self) -> str:
        """The figure in the air, "" for none."""
        return self._now.flyer

    @property
    def texts(self) -> ChoiceTexts:
        """How the oracle's choices read now."""
        return ChoiceTexts(self.game.board.last, self.flyer, self.game.step.name)

    @property
    def can_undo(self) -> bool:
        """Whether there is a message since the last COMMIT, and no die since it."""
        return bool(self._way_back) and self._way_back[-1].ply >= self.game.undo_floor

    @property
    def waiting(self) -> str:
        """The moment at which they wait for a COMMIT, "" where they ask for something else."""
        return self._now.waiting if self._has_ended() else ""

    def to_next_choice(self) -> None:
        """Draws and passes up to what they ask next, or the COMMIT that they wait for.

        Raises:
            GiveUpError: a tile cannot be drawn.
        """
        while not self.waiting:
            if self.game.step.name == DRAW:
                self._draw()
            elif must_pass(self.game):
                self._push(names.PASS)
            else:
                return

    def events(self) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
        """The events that they know, and those that they will know after the COMMIT."""
        events = self.game.events
        known, late = events[: self._settled], events[self._settled :]
        kinds = (sent.message.type for sent in reversed(self.saved.replay[: self.steps]))
        if _RETURN in takewhile(lambda kind: kind != _COMMIT, kinds):
            # What a figure taken back scores is known at once.
            known += tuple(event for event in late if _is_early(event))
            late = tuple(event for event in late if not _is_early(event))
        return known, late

    def _give_up(self, what: str, ours: str, theirs: str) -> GiveUpError:
        step = None if self.steps == len(self.saved.replay) else self.steps
        self.differences.append(Difference(self.saved.file, step, what, ours, theirs))
        return GiveUpError()

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
        order = self.saved.draw_order
        if self._drawn < len(order):
            tile = order[self._drawn]
        else:
            # If nothing names a tile, nothing but whether one may pass is said about it.
            tile = next(self._next_tiles(), self.game.drawable[0])
        self._drawn += 1
        self._push(f"draw {tile}")

    def _next_tiles(self) -> Iterator[str]:
        """Tiles of the stack that messages place, in their order; then those that are named."""
        stack = self.game.stack
        for sent in self.saved.replay[self.steps :]:
            if sent.message.type == _PLACE_TILE and sent.message.tile in stack:
                yield sent.message.tile
        yield from self._named

    # ------------------------------------------------------------------ their side
    def _take(self, sent: Sent) -> None:
        message = sent.message
        if message.type == _COMMIT:
            self._commit()
        elif message.type == _UNDO:
            self._undo()
        elif message.type == _GAME_OVER:
            self._close(is_end=True)
        else:
            self._choose(message, sent.player)

    def _choose(self, message: Message, player: int | None) -> None:
        game = self.game
        self._skip(message)
        if player is not None and player != game.decider:
            raise self._give_up("player to decide", str(game.decider), str(player))
        chosen = self.texts.chosen(message, game.decider)
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
                texts = (choice.text for choice in choices_now(self.game, self.flyer))
                raise self._give_up("choices", ", ".join(sorted(texts)), "nothing")
            self._push(names.PASS)
        self._close()

    def _close(self, is_end: bool = False) -> None:
        """Nothing before this is taken back; after the last turn that is said, the game ends."""
        end = self.saved.end_turn
        if is_end or (end is not None and self._now.placed >= end and self._has_ended()):
            self.game = self.game.ended_now()
        self._way_back = []
        self._now = evolve(self._now, waiting="")
        self._settled = len(self.game.events)

    def _undo(self) -> None:
        if not self.can_undo:
            raise self._give_up("undo", "not allowed", _UNDO)
        self._now = self._way_back.pop()
        while self.game.ply > self._now.ply:
            self.game.pop()


def _is_early(event: Event) -> bool:
    return isinstance(event, FeatureScored) and event.occasion is Occasion.EARLY

"""A person at the keyboard: what may be done, numbered; what is refused, and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from carcassonne_core.action import Action
from carcassonne_core.cli.narrator import Narrator
from carcassonne_core.errors import CarcassonneError, NotationError
from carcassonne_core.event import Sentence
from carcassonne_core.game import Game
from carcassonne_core.notation import action_text, parse_action
from carcassonne_core.policy import lead
from carcassonne_core.record import dump_record

__all__ = ["Human", "QuitError", "TakenBack"]

_SHOWN = 40
"""So many choices are listed; the others can be typed, or asked for with `all`."""


class QuitError(CarcassonneError):
    """The person has left the game; it goes on nowhere."""


@frozen
class TakenBack:
    """The person has taken moves back: the game stands where it stood before them."""


class Human:
    """Asks a person for decisions.

    Args:
        narrator: says what is said.
        say: shows a line.
        show: shows the board.
        save: file for the record when the person leaves; None if nobody named one.
    """

    def __init__(
        self,
        narrator: Narrator,
        say: Callable[[Sentence], None],
        show: Callable[[], None],
        save: Path | None,
    ) -> None:
        self._narrator, self._say, self._show, self._save = narrator, say, show, save

    def decide(self, game: Game) -> Action | TakenBack:
        """What the person wants: an action that is legal, or that moves were taken back.

        Raises:
            QuitError: the person leaves; the record is written if there is a file for it.
        """
        self._show()
        self._list(game, _SHOWN)
        while True:
            try:
                words = input("> ").strip()
            except EOFError:
                words = "quit"
            verb, _, rest = words.partition(" ")
            if not words or verb == "help":
                self._say(Sentence.of("human_help"))
            elif verb == "board":
                self._show()
            elif verb == "all":
                self._list(game, len(game.legal_actions))
            elif verb == "quit":
                self._leave(game)
            elif verb == "save":
                self._write(game, rest)
            elif verb == "undo":
                if self._undo(game):
                    return TakenBack()
                self._say(Sentence.of("human_no_undo"))
            elif (action := self._action(game, words)) is not None:
                return action

    def _list(self, game: Game, most: int) -> None:
        player = game.decider
        self._say(Sentence.of("human_turn", player=player, tile=game.hand or ""))
        actions = list(game.legal_actions)
        for number, action in enumerate(actions[:most], start=1):
            gain = _gain(game, action)
            text = f"{action_text(game, action)}" + (f"  ({gain:+g})" if gain else "")
            self._say(Sentence.of("human_choice", number=number, text=text))
        if len(actions) > most:
            self._say(Sentence.of("human_more", number=len(actions) - most))

    def _action(self, game: Game, words: str) -> Action | None:
        """The action that was meant; None if it is none, or refused, which is explained."""
        actions = game.legal_actions
        if words.isascii() and words.isdigit():
            number = int(words[:9])
            if 1 <= number <= len(actions):
                return actions[number - 1]
            self._say(Sentence.of("human_no_number", number=words, most=len(actions)))
            return None
        try:
            action = parse_action(game, words)
        except NotationError as error:
            self._say(Sentence.of("human_not_read", text=str(error)))
            return None
        refusals = game.refusals(action)
        for refusal in refusals:
            self._say(Sentence.of("human_refused", reason=refusal))
        return None if refusals else action

    def _undo(self, game: Game) -> bool:
        """Takes back to the person's last decision; nothing is taken back before a die or draw."""
        player, floor, ply = game.decider, game.undo_floor, game.ply
        while game.ply > floor:
            game.pop()
            if game.decider == player and not game.is_chance:
                break
        return game.ply < ply

    def _write(self, game: Game, name: str) -> None:
        path = Path(name) if name else self._save
        if path is None:
            self._say(Sentence.of("human_no_file"))
            return
        try:
            dump_record(game, path)
        except OSError as error:
            self._say(Sentence.of("human_not_read", text=str(error)))
            return
        self._say(Sentence.of("written", file=str(path)))

    def _leave(self, game: Game) -> None:
        if self._save is not None:
            self._write(game, "")
        raise QuitError("the game was left")


def _gain(game: Game, action: Action) -> float:
    """By how much an action changes the lead of who decides, everything unfinished counted."""
    player, other = game.decider, game.copy()
    before = lead(other, player)
    other.push_unchecked(action)
    return lead(other, player) - before

"""Actions as text and back: `place BA/RFr R90 @1,0`, `deploy follower road WE @1,0`.

Tile ids, rotations and places are written as in the common notation; x grows to the east, y to the
**south**. A place is named as it lies on the board, so both directions look at a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carcassonne_core.action import Action
from carcassonne_core.errors import NotationError

if TYPE_CHECKING:
    from carcassonne_core.game import Game

__all__ = ["action_text", "action_texts", "parse_action"]


def action_text(game: Game, action: Action) -> str:
    """The text of an action that could be pushed onto the game now.

    Example:
        >>> from carcassonne_core import Game
        >>> action_text(Game(2), Game(2).legal_actions[0])
        'draw BA/LR'
    """
    return " ".join((action.verb, *action.words(game.board)))


def action_texts(game: Game) -> list[str]:
    """The texts of all the actions of a game, each as it read when it was pushed."""
    earlier = game.copy()
    texts = []
    while earlier.ply:
        action = earlier.pop()
        texts.append(action_text(earlier, action))
    return texts[::-1]


def parse_action(game: Game, text: str) -> Action:
    """The action that a text denotes in the present position; it need not be legal.

    Raises:
        NotationError: it denotes none; says which word is wrong.

    Example:
        >>> from carcassonne_core import Game
        >>> parse_action(Game(2), "place BA/C R180 @0,-1")
        Place(tile='BA/C', position=Position(0, -1), rotation=Rotation.R180)
    """
    if not isinstance(text, str):
        raise NotationError(f"expected a text, got {text!r}")
    verb, *words = text.split() or [""]
    kind = game.rules.actions_by_verb.get(verb)
    if kind is None:
        known = ", ".join(game.rules.actions_by_verb)
        raise NotationError(f"no action {verb!r}: expected one of {known}")
    return kind.parse(tuple(words), game.board)

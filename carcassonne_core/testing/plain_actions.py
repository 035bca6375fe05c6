"""Actions in plain words: the words of the notation, with numbers where numbers are meant.

`place BA/C R180 @0,-1` is `("place", "BA/C", 180, 0, -1)`, `roll 2` is `("roll", 2)`.
"""

from __future__ import annotations

from carcassonne_core.action import Action
from carcassonne_core.errors import NotationError
from carcassonne_core.game import Game
from carcassonne_core.notation import action_text, parse_action

__all__ = ["PlainAction", "parse_plain_action", "plain_action"]

PlainAction = tuple[str | int, ...]
"""A verb and its words: texts, degrees, a column and a row."""


def plain_action(game: Game, action: Action) -> PlainAction:
    """An action that could be pushed onto a game now, in plain words.

    Example:
        >>> game = Game(2).replay(["draw BA/C"])
        >>> plain_action(game, game.legal_actions[0])
        ('place', 'BA/C', 180, 0, -1)
    """
    found: list[str | int] = []
    for word in action_text(game, action).split():
        if word[0] == "@":
            found += map(int, word[1:].split(","))
        elif word in ("R0", "R90", "R180", "R270"):
            found.append(int(word[1:]))
        else:
            found.append(int(word) if word.isdigit() else word)
    return tuple(found)


def parse_plain_action(game: Game, words: PlainAction) -> Action:
    """The action that plain words denote in the present position; it need not be legal.

    Raises:
        NotationError: they denote none.

    Example:
        >>> parse_plain_action(Game(2), ("place", "BA/C", 180, 0, -1))
        Place(tile='BA/C', position=Position(0, -1), rotation=Rotation.R180)
    """
    if not words or any(type(word) not in (str, int) for word in words):
        raise NotationError(f"no action {words!r}: expected a verb and its words")
    texts = [str(word) for word in words]
    numbers = sum(isinstance(word, int) for word in words)
    if numbers > 1:
        texts[-2:] = [f"@{words[-2]},{words[-1]}"]
    if numbers > 2:
        texts[-2] = f"R{words[-3]}"
    return parse_action(game, " ".join(texts))

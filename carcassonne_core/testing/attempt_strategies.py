"""Actions that most probably are wrong: of another step, tile, place, figure or turn.

They are made for every type of action that a rule set knows, those of its expansions included: each
field of an action gets a value of its type that has something to do with the game.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_type_hints

from attrs import fields, has
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from carcassonne_core.action import Action
from carcassonne_core.compass import Rotation
from carcassonne_core.feature import SegmentId
from carcassonne_core.game import Game
from carcassonne_core.position import Position

__all__ = ["attempts"]

_FAR = 10**6


def attempts(game: Game) -> SearchStrategy[Action]:
    """Actions of every type that the game's rules know, legal ones among them.

    Tiles, positions, segments and figures are those of the game, near it, or none at all. Shrinks
    towards passing, and towards what lies where the game began.

    Example:
        >>> from hypothesis import given, settings
        >>> game = Game(2).replay(["draw BA/L"])
        >>> @settings(max_examples=50)
        ... @given(attempts(game))
        ... def what_is_not_listed_is_refused(action: Action) -> None:
        ...     assert (action in game.legal_actions) == (not game.refusals(action))
        >>> what_is_not_listed_is_refused()
    """
    board = game.board
    near = st.sampled_from([*board, *board.frontier])
    far = st.builds(Position, st.integers(-_FAR, _FAR), st.integers(-_FAR, _FAR))
    positions = st.one_of(near, near, st.just(board.last), far)
    tiles = [tile.id for tile in game.rules.table.tiles]
    hand = [game.hand] if game.hand else []
    words = [*game.rules.meeple_numbers, *hand, *tiles, "XX/none"]
    values: dict[object, SearchStrategy[Any]] = {
        Position: positions,
        Rotation: st.sampled_from(Rotation),
        SegmentId: st.builds(SegmentId, positions, st.integers(-1, 6)),
        str: st.one_of(
            st.sampled_from(words), st.sampled_from([*hand, *game.rules.meeple_numbers])
        ),
        int: st.integers(-1, 5),
        bool: st.booleans(),
    }
    kinds = sorted(game.rules.action_owners, key=lambda kind: (len(_types_of(kind)), kind.verb))
    return st.sampled_from(kinds).flatmap(
        lambda kind: st.builds(
            kind, **{name: _values_of(what, values) for name, what in _types_of(kind).items()}
        )
    )


def _values_of(what: Any, values: dict[object, SearchStrategy[Any]]) -> SearchStrategy[Any]:
    return values[what] if what in values else st.from_type(what)


@cache
def _types_of(kind: type[Action]) -> dict[str, object]:
    """The type of each field of an action by the name by which it is given."""
    if not has(kind):
        return {}
    hints = get_type_hints(kind)
    return {field.alias: hints[field.name] for field in fields(kind) if field.init}

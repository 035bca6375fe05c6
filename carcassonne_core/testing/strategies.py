"""Strategies for hypothesis: everything from a rotation to a whole game.

Names are plural, as those of hypothesis are, and take no arguments that hint at distributions: what
is rare at the table comes often. Each says towards what it shrinks. hypothesis is the extra
`testing`; nothing else in this library imports it.

Example:
    >>> from hypothesis import given, settings
    >>> @settings(max_examples=10)
    ... @given(positions(), rotations())
    ... def turning_there_and_back_changes_nothing(position, rotation):
    ...     assert position.turned(rotation).turned(rotation.inverse) == position
    >>> turning_there_and_back_changes_nothing()
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from carcassonne_core.compass import Rotation
from carcassonne_core.expansion import Expansion, OptionValue
from carcassonne_core.position import Position
from carcassonne_core.rule_set import RuleSet, installed_expansions
from carcassonne_core.testing.play_strategies import (
    Rules,
    actions,
    boards,
    finished_games,
    games,
    seats,
)
from carcassonne_core.tile import Tile
from carcassonne_core.tile_set import TileSet

__all__ = ["Rules", "actions", "boards", "finished_games", "games", "positions", "rotations"]
__all__ += ["rule_sets", "seats", "tile_sets", "tiles"]


def rotations() -> SearchStrategy[Rotation]:
    """The four rotations. Shrinks towards a tile as it is printed."""
    return st.sampled_from(Rotation)


def positions() -> SearchStrategy[Position]:
    """Positions, near the start tile and far from it. Shrinks towards it."""
    near, far = st.integers(-4, 4), st.integers(-(10**6), 10**6)
    return st.builds(Position, near, near) | st.builds(Position, far, far)


def tiles(rules: RuleSet | None = None) -> SearchStrategy[Tile]:
    """The tiles of a rule set, each face as often as any other. Shrinks towards the first one.

    Args:
        rules: whose tiles; those of the base game if nothing is said.
    """
    return st.sampled_from((RuleSet() if rules is None else rules).table.tiles)


def tile_sets(rules: RuleSet | None = None) -> SearchStrategy[TileSet]:
    """Boxes of a few tiles: faces of the tile sets that a rule set knows, in any numbers.

    Shrinks towards one copy of the first face.
    """
    known = (RuleSet() if rules is None else rules).tile_sets.values()
    return st.sampled_from([box for box in known if box.tiles]).flatmap(_parts_of)


def rule_sets(expansions: Iterable[str | Expansion] | None = None) -> SearchStrategy[RuleSet]:
    """Rule sets with any of these expansions, in any order, with any values of their options.

    Some have more copies of the tile sets, so that what is printed on few tiles comes often, some
    have few figures. Shrinks towards the base game with its usual options, tiles and figures.

    Args:
        expansions: names of installed expansions, or expansions themselves; all that are installed
            if nothing is said.

    Example:
        >>> from hypothesis import given, settings
        >>> @settings(max_examples=10)
        ... @given(rule_sets())
        ... def a_rule_set_shows_itself_as_code(rules: RuleSet) -> None:
        ...     assert eval(repr(rules)) == rules
        >>> a_rule_set_shows_itself_as_code()
    """
    chosen = tuple(installed_expansions()) if expansions is None else tuple(expansions)
    return _rule_sets(chosen)


@st.composite
def _parts_of(draw: st.DrawFn, box: TileSet) -> TileSet:
    faces = [tile for tile, _ in box.tiles]
    chosen = draw(st.lists(st.sampled_from(faces), unique_by=lambda tile: tile.id, min_size=1))
    counts = [draw(st.integers(1, 4)) for _ in chosen]
    start = box.start if box.start in {tile.id for tile in chosen} else ""
    return evolve(box, tiles=tuple(zip(chosen, counts, strict=True)), start=start)


@st.composite
def _rule_sets(draw: st.DrawFn, expansions: tuple[str | Expansion, ...]) -> RuleSet:
    chosen = draw(st.lists(st.sampled_from(expansions), unique=True)) if expansions else []
    plain = RuleSet(chosen)
    options: dict[str, OptionValue] = {}
    for expansion in plain.expansions:
        for option in expansion.options():
            values = [option.default, *(v for v in option.values if v != option.default)]
            if len(values) > 1 and draw(st.booleans()):
                options[f"{expansion.name}.{option.name}"] = draw(st.sampled_from(values))
    rules = RuleSet(chosen, options=options)
    meeples = {}
    if draw(st.booleans()):
        name = draw(st.sampled_from([meeple.name for meeple in rules.meeples]))
        meeples[name] = draw(st.integers(0, 3))
    sets = None
    if len(rules.sets) > 1 and draw(st.booleans()):
        # A set with a start tile of its own is a base game or a river, of which one is enough.
        sets = {
            name: copies if rules.tile_sets[name].start else copies * draw(st.integers(1, 4))
            for name, copies in rules.sets.items()
        }
    return RuleSet(chosen, options=options, sets=sets, meeples=meeples)

"""Figures and features of a board as texts, of ours and of the oracle's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from carcassonne_core.action import segment_words
from carcassonne_core.board import Board
from carcassonne_core.event import Occasion
from carcassonne_core.expansion import Weighing
from carcassonne_core.feature import Feature, SegmentId
from carcassonne_core.feature_kind import Joins
from carcassonne_core.game import Game
from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.facts import FeatureFacts
from carcassonne_core.majority import majority

__all__ = ["features_text", "figure_text", "our_features", "our_figures", "owners"]


def figure_text(game: Game, player: int, meeple: str, segment: SegmentId) -> str:
    """A figure of ours, e.g. `0:follower road WE @1,0`."""
    return f"{player}:{meeple} {' '.join(segment_words(segment, game.board))}"


def our_figures(game: Game) -> Iterator[str]:
    """Every figure on our board."""
    for figure in game.board.figures:
        yield figure_text(game, figure.player, figure.meeple.name, figure.segment)


def our_features(game: Game) -> Iterator[str]:
    """Every feature on our board: kind, places, who has the majority.

    Of a field also the printed parts of cities beside it: what the oracle calls its cities are
    these parts, not yet gathered into cities.
    """
    board = game.board
    for feature in board.features:
        is_field = feature.kind.joins is Joins.HALF_EDGES
        walls = len(set(_beside(board, feature))) if is_field else None
        places = []
        for segment in feature.segments:
            _, place, position = segment_words(segment, board)
            places.append(f"{place} {position}")
        yield _text(feature.kind.name, places, owners(game, feature), walls)
    for at, tile in board.tiles.items():
        for mark in tile.marks:
            if mark.type in names.MARKS.values():
                yield _text(mark.type, [f"I @{at}"], (), None)


def features_text(features: Iterable[FeatureFacts]) -> Iterator[str]:
    """Every feature that the oracle lists, in the same form."""
    for feature in features:
        if feature.type in names.PORTS:
            continue
        kind = names.FEATURES.get(feature.type) or names.MARKS.get(feature.type, feature.type)
        places = [f"{location} @{x},{y}" for x, y, location in feature.places]
        yield _text(kind, places, feature.owners, feature.cities)


def _text(kind: str, places: list[str], owners: Iterable[int], walls: int | None) -> str:
    end = "" if walls is None else f" beside {walls} parts of cities"
    return f"{kind} {' + '.join(sorted(places))} of {sorted(owners)}{end}"


def owners(game: Game, feature: Feature) -> tuple[int, ...]:
    """The seats with the majority on a feature."""
    rules = game.rules
    strengths: dict[int, int] = {}
    for figure in feature.figures:
        strength = figure.meeple.strength
        for weigher in rules.hooks.weighers[rules.meeple_numbers[figure.meeple.name]]:
            said = weigher.meeple_weight(game, Weighing(figure, game.board, Occasion.COMPLETED))
            strength = strength if said is None else said
        strengths[figure.player] = strengths.get(figure.player, 0) + strength
    return majority(strengths)


def _beside(board: Board, field: Feature) -> Iterator[SegmentId]:
    """The segments of cities whose walls a field touches, as printed on its tiles."""
    for segment in field.segments:
        tile = board.tile_at(segment.position)
        assert tile is not None
        for city in tile.segments[segment.index].borders:
            yield SegmentId(segment.position, city)

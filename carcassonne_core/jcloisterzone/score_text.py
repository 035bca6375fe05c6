"""Scores as texts, of ours and of the oracle's.

A text says everything: `city complete @0,0 @0,-1: 0 gets 6 (2 tiles 4, 1 pennants 2)`. The oracle
names the place by a figure of each player paid; what is scored is the feature under that figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from carcassonne_core.action import parse_segment
from carcassonne_core.board import Board
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.event import FeatureScored, PointsAwarded
from carcassonne_core.feature_kind import Completion
from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.facts import Place, Scored

__all__ = ["our_score", "their_scores"]

Part = tuple[str, int | None, int]


def our_score(event: FeatureScored | PointsAwarded) -> str:
    """A score of ours."""
    if isinstance(event, PointsAwarded):
        return _award_text(event.player, event.item.name, event.item.points)
    parts = tuple((item.name, item.count, item.points) for item in event.items)
    bonuses = [(player, (i.name, i.count, i.points)) for player, i in event.bonuses]
    paid = tuple(
        (player, points, parts + tuple(part for seat, part in bonuses if seat == player))
        for player, points in event.points
    )
    tiles = [(tile.x, tile.y) for tile in event.tiles]
    if not paid:
        return _unwon_text(event.kind, _tiles(tiles))
    return _text(event.kind, event.is_completed, _tiles(tiles), paid)


def their_scores(scored: Scored, board: Board) -> Iterator[str]:
    """A score event of the oracle's: one feature, or an award for each player and item."""
    items = [(player, part) for player, _, parts in scored.paid for part in parts]
    if items and all(name in names.AWARDS for _, (name, _, _) in items):
        for player, (name, _, points) in items:
            yield _award_text(player, names.AWARDS[name], points)
    else:
        yield _their_score(scored, board)


def _award_text(player: int, item: str, points: int) -> str:
    return f"{item}: {player} gets {points}"


def _unwon_text(kind: str, where: str) -> str:
    """Of a feature on which nobody has the majority; the oracle does not say if it is complete."""
    return f"{kind} {where}: nobody gets anything"


def _their_score(scored: Scored, board: Board) -> str:
    """A scored feature of the oracle's, its figures looked up on our board."""
    if scored.name in names.UNWON and not any(points for _, points, _ in scored.paid):
        kind = names.UNWON[scored.name]
        where = {_under(place, board, kind) for place in scored.places}
        return _unwon_text(kind, " or ".join(sorted(where)))
    kind, is_completed = names.SCORES.get(scored.name, (scored.name, True))
    where = {_under(place, board, kind) for place in scored.places}
    if scored.counted is not None:
        where = {_tiles(scored.counted)}
    return _text(kind, is_completed, " or ".join(sorted(where)), scored.paid)


def _under(place: Place, board: Board, kind: str) -> str:
    """The tiles of the feature under a figure of the oracle's."""
    feature = names.FEATURES.get(place.feature, place.feature)
    words = feature, place.location, f"@{place.x},{place.y}"
    try:
        under = board.feature(parse_segment(words, board))
    except CarcassonneError:
        return f"nothing at {' '.join(words)}"
    tiles = list(under.tiles)
    if under.kind.completion is Completion.SURROUNDED:
        tiles += [beside for beside in tiles[0].surroundings if beside in board]
    found = _tiles((tile.x, tile.y) for tile in tiles)
    return found if feature == kind else f"{feature} {found}"


def _tiles(tiles: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"@{x},{y}" for x, y in sorted(tiles))


def _text(
    kind: str,
    is_completed: bool,
    where: str,
    paid: Iterable[tuple[int, int, tuple[Part, ...]]],
) -> str:
    state = "complete" if is_completed else "incomplete"
    return f"{kind} {state} {where}: " + "; ".join(
        f"{player} gets {points} ({_parts(parts)})" for player, points, parts in sorted(paid)
    )


def _parts(parts: tuple[Part, ...]) -> str:
    texts = []
    for name, count, points in parts:
        word = names.ITEMS.get(name, name)
        if not points:
            continue  # they leave out what pays nothing
        number = "" if word in names.UNCOUNTED or count is None else f"{count} "
        texts.append(f"{number}{word} {points}")
    return ", ".join(sorted(texts))

"""What holds in every game of every rule set: laws, each with a second witness.

The first witness is the game as it is played; the second recounts from what anybody can see: the
feature graph, the events, the list of actions. A law is a function of a game that returns nothing
and raises `LawBrokenError` where it does not hold; any function that raises may stand beside these.

Ids like B10 are those of the rulings of the base game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import networkx as nx

from carcassonne_core.compass import Side
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.event import FeatureScored, GameEnded, PointsAwarded, TileDiscarded
from carcassonne_core.feature import Figure, SegmentId
from carcassonne_core.feature_graph import joined
from carcassonne_core.feature_kind import Completion
from carcassonne_core.game import Game
from carcassonne_core.notation import action_text, parse_action

__all__ = ["LAWS", "Law", "LawBrokenError", "actions_are_listed_once_and_never_refused"]
__all__ += ["actions_are_written_and_read_again", "chances_add_up_to_one", "check_game"]
__all__ += ["features_are_the_components_of_the_graph", "missing", "no_figure_is_lost_or_made"]
__all__ += ["no_tile_is_lost_or_made", "require", "scores_are_the_sum_of_the_events"]
__all__ += ["sides_of_neighbours_match", "supplies", "the_best_win", "the_end_is_foreseen"]

Law = Callable[[Game], None]
"""Raises an `AssertionError`, best a `LawBrokenError`, where it does not hold."""


class LawBrokenError(CarcassonneError, AssertionError):
    """A law does not hold in a game; says which, where, and what the two witnesses say.

    It is an `AssertionError` too: test runners and hypothesis take it for a failed assertion.
    """


def require(holds: bool, law: str, game: Game, text: str) -> None:
    """Goes on only where a law holds.

    Raises:
        LawBrokenError: it does not hold; names the law, the game and the text.

    Example:
        >>> try:
        ...     require(False, "B9", Game(2), "nobody was paid")
        ... except LawBrokenError as error:
        ...     print(error)
        B9: nobody was paid; in Game(2, RuleSet())
    """
    if not holds:
        raise LawBrokenError(f"{law}: {text}; in {game!r}")


def _agree(law: str, game: Game, first: object, second: object, about: object = "") -> None:
    if first != second:
        where = f"{about}: " if about != "" else ""
        require(False, law, game, f"{where}the game says {first!r}, the recount {second!r}")


def check_game(game: Game, laws: Iterable[Law] | None = None) -> None:
    """Asks every law.

    Args:
        game: the game, at any moment; it is not changed.
        laws: what must hold; `LAWS` if nothing is said.

    Raises:
        LawBrokenError: one does not hold.

    Example:
        >>> check_game(Game(2).replay(["draw BA/L"]))
        >>> check_game(Game(2), [no_figure_is_lost_or_made])
    """
    for law in LAWS if laws is None else laws:
        law(game)


# ------------------------------------------------------------------------------- the board


def sides_of_neighbours_match(game: Game) -> None:
    """B4: where two tiles touch, road meets road, city meets city and field meets field."""
    board = game.board
    for position, tile in board.tiles.items():
        for side in (Side.E, Side.S):
            beside = board.tile_at(position.neighbour(side))
            if beside is not None:
                letters = {tile.edge(side), beside.edge(side.opposite)} - {"*"}
                if len(letters) == 2:
                    text = f"{tile.id} @{position} and {beside.id} on its side {side.name} differ"
                    require(False, "B4", game, text)


def features_are_the_components_of_the_graph(game: Game) -> None:
    """A feature is all that hangs together, and its tiles, pennants, figures and missing ends are
    those of its segments."""
    board, law = game.board, "features"
    graph = board.graph
    features = {frozenset(feature.segments): feature for feature in board.features}
    parts = {frozenset(part) for part in nx.connected_components(joined(graph))}
    _agree(law, game, set(features), parts)
    figures: dict[SegmentId, list[Figure]] = {}
    for figure in board.figures:
        figures.setdefault(figure.segment, []).append(figure)
    for part, feature in features.items():
        where = f"{feature.kind.name} @{feature.tiles[0]}"
        nodes = [graph.nodes[segment] for segment in part]
        standing = Counter(figure for segment in part for figure in figures.get(segment, ()))
        places = Counter({segment.position for segment in part})
        kinds = {node["kind"] for node in nodes}
        pennants = sum(node["pennants"] for node in nodes)
        _agree(law, game, {feature.kind.name}, kinds, where)
        _agree(law, game, Counter(feature.tiles), places, f"tiles of {where}")
        _agree(law, game, feature.pennants, pennants, f"pennants of {where}")
        _agree(law, game, Counter(feature.figures), standing, f"figures on {where}")
        lacking = missing(game, part, feature.kind.completion)
        _agree(law, game, feature.missing, lacking, f"what is missing of {where}")


def missing(game: Game, part: frozenset[SegmentId], completion: Completion) -> int:
    """B8: what a feature still lacks, counted from its segments and the tiles around."""
    board = game.board
    if completion is Completion.NEVER:
        return 0
    if completion is Completion.SURROUNDED:
        (centre,) = {segment.position for segment in part}
        return sum(beside not in board for beside in centre.surroundings)
    nodes = board.graph.nodes
    ends = ((s.position, side) for s in part for side in nodes[s]["ports"])
    return sum(position.neighbour(side) not in board for position, side in ends)


# ------------------------------------------------------------------------------- what is kept


def supplies(game: Game) -> dict[tuple[int, str], int]:
    """How many figures every player has in supply, by seat and kind."""
    return {
        (seat, meeple.name): game.supply(seat, meeple.name)
        for seat in range(game.players)
        for meeple in game.rules.meeples
    }


def no_figure_is_lost_or_made(game: Game) -> None:
    """B10: supply and board together are what each player began with."""
    found = Counter(supplies(game))
    found.update((figure.player, figure.meeple.name) for figure in game.board.figures)
    kinds = game.rules.meeples
    began = {(seat, kind.name): kind.count for seat in range(game.players) for kind in kinds}
    _agree("B10", game, dict(found), began)


def no_tile_is_lost_or_made(game: Game) -> None:
    """B3: board, hand, stack and what fitted nowhere are all the tiles of the stack together."""
    not_drawn = {tile.id for tile in game.rules.tiles if not tile.is_drawn}
    found = Counter(tile.id for tile in game.board.tiles.values())
    found.update(game.stack)
    found.update(event.tile for event in game.events if isinstance(event, TileDiscarded))
    if game.hand is not None:
        found[game.hand] += 1
    drawn = {tile: count for tile, count in found.items() if tile not in not_drawn}
    began = dict(Counter(tile.id for tile in game.rules.stack))
    _agree("B3", game, dict(sorted(drawn.items())), dict(sorted(began.items())))


def scores_are_the_sum_of_the_events(game: Game) -> None:
    """B9: every point comes from something that happened, and says from what."""
    found = [0] * game.players
    for event in game.events:
        if isinstance(event, FeatureScored):
            for seat, points in event.points:
                found[seat] += points
        elif isinstance(event, PointsAwarded):
            found[event.player] += event.item.points
    _agree("B9", game, game.scores, tuple(found))


# ------------------------------------------------------------------------------- what may be done


def actions_are_listed_once_and_never_refused(game: Game) -> None:
    """Whatever is listed is legal and listed once; there is something to do until the game ends."""
    law, actions = "legal actions", list(game.legal_actions)
    _agree(law, game, len(game.legal_actions), len(set(actions)), "their number")
    refused = [action for action in actions if game.refusals(action)]
    _agree(law, game, refused, [], "refused")
    strange = [action for action in actions if action not in game.legal_actions]
    _agree(law, game, strange, [], "not in the list that lists them")
    _agree(law, game, bool(actions), not game.is_over, "whether there is anything to do")


def actions_are_written_and_read_again(game: Game) -> None:
    """The text of an action denotes that action and no other."""
    for action in game.legal_actions:
        text = action_text(game, action)
        _agree("notation", game, action, parse_action(game, text), text)


def chances_add_up_to_one(game: Game) -> None:
    """What chance may give has probabilities that add up to 1, and is what may be done."""
    outcomes = game.chance_outcomes()
    if game.is_chance:
        total = sum(probability for _, probability in outcomes)
        _agree("chance", game, total, 1)
        _agree("chance", game, list(game.legal_actions), [action for action, _ in outcomes])
    else:
        _agree("chance", game, outcomes, ())


# ------------------------------------------------------------------------------- the end


def the_best_win(game: Game) -> None:
    """B15: a game ends once, when nothing can be drawn; the highest score wins, ties are shared."""
    ends = [event for event in game.events if isinstance(event, GameEnded)]
    best = [seat for seat, points in enumerate(game.scores) if points == max(game.scores)]
    winners = tuple(best) if game.is_over else ()
    _agree("B15", game, game.winners, winners, "winners")
    _agree("B15", game, ends, [GameEnded(game.scores, winners)] if game.is_over else [])
    require(not (game.is_over and game.tiles_left), "B15", game, "over with tiles in the stack")


def the_end_is_foreseen(game: Game) -> None:
    """B15: the projected scores are those of the game if it ended now."""
    _agree("B15", game, game.projected_scores(), game.ended_now().scores, "projected scores")


LAWS: tuple[Law, ...] = (
    sides_of_neighbours_match,
    features_are_the_components_of_the_graph,
    no_figure_is_lost_or_made,
    no_tile_is_lost_or_made,
    scores_are_the_sum_of_the_events,
    actions_are_listed_once_and_never_refused,
    actions_are_written_and_read_again,
    chances_add_up_to_one,
    the_best_win,
    the_end_is_foreseen,
)
"""What must hold whatever is played."""

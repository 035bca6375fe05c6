"""What our game says of itself where replays ask: its moment, its choices, points and tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from carcassonne_core.action import Pass, Place
from carcassonne_core.event import Event, FeatureScored, PointsAwarded
from carcassonne_core.game import Game
from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.assertions import Choice
from carcassonne_core.notation import action_text
from carcassonne_core.turn import DEPLOY, PLACE

__all__ = ["choices_now", "moment", "must_pass", "points_without", "tokens_received"]


def moment(game: Game) -> str:
    """What a game waits for: a key of `PHASES` as far as they have a word for it.

    Example:
        >>> game = Game(2).replay(["draw BA/L"])
        >>> moment(game), moment(game.replay(["place BA/L R0 @0,1"]))
        ('place', 'deploy')
    """
    step = game.step
    if step.name == PLACE and step.may_pass:
        return "abbey"
    if step.name == DEPLOY and step.meeples is not None:
        return " ".join(sorted(step.meeples))
    return step.name


def choices_now(game: Game, flyer: str) -> tuple[Choice, ...]:
    """All legal actions, each with the figure that it is about.

    Args:
        game: the game.
        flyer: the figure in the air, "" if there is none: a landing does not name it.
    """
    now = moment(game)
    mover = now if now in game.rules.meeple_numbers else flyer
    return tuple(
        Choice(
            action_text(game, action),
            "" if isinstance(action, Pass | Place) else action.figure or mover,
        )
        for action in game.legal_actions
    )


def must_pass(game: Game) -> bool:
    """Whether passing is all that may be done, so that the oracle asks nothing."""
    if game.is_over or game.is_chance:
        return False
    return [action_text(game, action) for action in game.legal_actions] == [names.PASS]


def points_without(game: Game, late: Iterable[Event]) -> tuple[int, ...]:
    """The points by seat, less what was paid in these events."""
    points = list(game.scores)
    for event in late:
        if isinstance(event, PointsAwarded):
            points[event.player] -= event.item.points
        elif isinstance(event, FeatureScored):
            for player, paid in event.points:
                points[player] -= paid
    return tuple(points)


def tokens_received(events: Iterable[Event]) -> Counter[tuple[int, str]]:
    """How many things of a kind each seat has received, by the sentences that tell it."""
    found: Counter[tuple[int, str]] = Counter()
    for event in events:
        for sentence in event.told():
            if thing := names.TOKEN_SENTENCES.get(sentence.code):
                facts = dict(sentence.facts)
                player, count = facts["player"], facts["count"]
                assert isinstance(player, int)
                assert isinstance(count, int)
                found[player, str(facts[thing])] += count
    return found

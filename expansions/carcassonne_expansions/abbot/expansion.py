"""The Abbot: a figure for cloisters and gardens that may be taken back early (A1 to A4).

Where he may stand is said by his kind; gardens are printed on the tiles of the second edition. What
is left is one action, which stands beside the ordinary deployments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Self

from attrs import frozen

from carcassonne_core.action import Action, expect, parse_segment, segment_words
from carcassonne_core.board import Board
from carcassonne_core.effect import Effect, ScoreFeature
from carcassonne_core.errors import Refusal
from carcassonne_core.expansion import Expansion, OptionValue, View
from carcassonne_core.feature import Figure, SegmentId
from carcassonne_core.feature_kind import GARDEN, MONASTIC
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.turn import Step

__all__ = ["ABBOT", "EXPANSION", "Abbot", "Retrieve"]

NAME = "abbot"

ABBOT = MeepleKind(NAME, count=1, stands_on={MONASTIC, GARDEN.name})
"""The abbot: strength 1, at home in cloisters and their like, and alone of all in gardens (A1)."""


@frozen
class Retrieve(Action):
    """The player takes his abbot back and scores what he has so far (A3)."""

    verb = "retrieve"
    segment: SegmentId

    def words(self, board: Board) -> tuple[str, ...]:
        """Where he stands."""
        return segment_words(self.segment, board)

    @classmethod
    def parse(cls, words: tuple[str, ...], board: Board) -> Self:
        """`retrieve garden I @1,0`."""
        return cls(parse_segment(expect(words, 3, "retrieve KIND PLACE @X,Y"), board))


class Abbot(Expansion):
    """The Abbot of the second edition (2014)."""

    name = NAME
    needs_pieces = True
    offers_with = frozenset({NAME})
    offers_are_legal = True

    def meeple_kinds(self, options: Mapping[str, OptionValue], /) -> Iterable[MeepleKind]:
        """One abbot for each player (A1)."""
        return (ABBOT,)

    def action_types(self) -> Iterable[type[Action]]:
        """Taking him back."""
        return (Retrieve,)

    def rulings(self) -> Traversable | None:
        """A1 to A4."""
        return files("carcassonne_expansions.abbot") / "rulings.toml"

    def texts(self) -> Traversable | None:
        """How he is named."""
        return files("carcassonne_expansions.abbot") / "texts.toml"

    def actions(self, view: View, step: Step, /) -> Iterable[Action]:
        """Each own abbot may be taken back, unless he is scored anyway (A3)."""
        if view.is_deployment_over:
            return ()
        board = view.board
        places = {figure.segment: None for figure in board.figures_of(step.player, NAME)}
        return [Retrieve(place) for place in places if not board.is_completed(place)]

    def action_refusals(self, view: View, action: Action, /) -> Iterable[Refusal]:
        """Instead of any other move, only one's own, and not where he is scored anyway (A3)."""
        assert isinstance(action, Retrieve)
        if view.is_deployment_over:
            yield Refusal(NAME, "deployment_over", "A3")
        if _abbot(view, action.segment) is None:
            where = " ".join(segment_words(action.segment, view.board))
            yield Refusal(NAME, "no_own_abbot", "A3", (("place", where),))
        elif view.board.is_completed(action.segment):
            yield Refusal(NAME, "completed", "A3")

    def apply(self, view: View, action: Action, /) -> Iterable[Effect]:
        """His owner gets what the place is worth now (A3, A4)."""
        assert isinstance(action, Retrieve)
        figure = _abbot(view, action.segment)
        assert figure is not None
        return [ScoreFeature(action.segment, (figure,), "A3")]


def _abbot(view: View, segment: SegmentId) -> Figure | None:
    own = view.board.figures_of(view.step.player, NAME)
    return next((figure for figure in own if figure.segment == segment), None)


EXPANSION = Abbot()

"""What replays say must be true at the end, each a value that is held against our game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

from attrs import frozen

from carcassonne_core.event import FeatureScored
from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.choice_text import ChoiceTexts
from carcassonne_core.jcloisterzone.facts import Item

__all__ = ["PHASES", "PLACEMENT", "RETURN", "Assertion", "Choice", "Offers", "Options", "Outcome"]
__all__ += ["Passing", "Phase", "Points", "Scores", "Tokens", "Undoing"]

PHASES: Mapping[str, str] = {
    "abbey": "AbbeyPhase",
    "place": "TilePhase",
    "deploy": "ActionPhase",
    "land": "ActionPhase",
    "phantom": "PhantomPhase",
    "commit": "CommitActionPhase",
    "commit_abbey": "CommitAbbeyPassPhase",
    "wagon": "WagonPhase",
    "over": "GameOverPhase",
}
"""What a game waits for: our word, and the oracle's."""

PLACEMENT = "TilePlacement"
"""The oracle's kind of choice that places a tile."""

RETURN = "ReturnMeeple"
"""The oracle's kind of choice that takes a figure back."""


@frozen
class Choice:
    """One of our legal actions: its text, and the figure that it is about, "" for none."""

    text: str
    figure: str = ""


@frozen
class Outcome:
    """What our game says when all the messages are played.

    Attributes:
        points: by seat.
        scored: every score for a feature.
        tokens: how many things of a kind, by our name, a player has received.
        moment: our word for what the game waits for, a key of `PHASES`.
        can_undo: whether the last message may be taken back.
        choices: everything that may be chosen now; nothing when they wait for a COMMIT.
        texts: how the oracle's choices read now.
    """

    points: tuple[int, ...]
    scored: tuple[FeatureScored, ...]
    tokens: Mapping[tuple[int, str], int]
    moment: str
    can_undo: bool
    choices: tuple[Choice, ...]
    texts: ChoiceTexts

    def of_kind(self, item: Item) -> frozenset[str]:
        """The texts of our choices of one kind of the oracle's: of a tile, a figure, a reason."""
        if item.type == PLACEMENT:
            return self._beginning(*names.PLACE.split()[:1], *item.word.split())
        if item.type == RETURN:
            return self._beginning(*names.RETURNS[item.word].split()[:1])
        figure = names.MEEPLES.get(item.word, "")
        return frozenset(c.text for c in self.choices if c.figure and figure in ("", c.figure))

    def _beginning(self, *words: str) -> frozenset[str]:
        texts = (choice.text for choice in self.choices)
        return frozenset(text for text in texts if tuple(text.split()[: len(words)]) == words)


@frozen
class Assertion(ABC):
    """What a sentence asserts.

    Attributes:
        sentence: as it is written.
    """

    sentence: str

    @abstractmethod
    def refuted(self, outcome: Outcome) -> tuple[str, str] | None:
        """What we say and what is asserted; None if the assertion is true."""


@frozen
class Points(Assertion):
    """`Ada has 12 points`."""

    player: int
    points: int

    def refuted(self, outcome: Outcome) -> tuple[str, str] | None:
        """The points of the seat."""
        return _unless_same(outcome.points[self.player], self.points)


@frozen
class Scores(Assertion):
    """`Ada scored city for 6 points`: there is such a score among all of the game."""

    player: int
    kind: str
    points: int

    def refuted(self, outcome: Outcome) -> tuple[str, str] | None:
        """What the seat was paid for features of the kind."""
        found = [
            points
            for event in outcome.scored
            if event.kind == self.kind
            for points in self._paid(event)
        ]
        if self.points in found:
            return None
        return _listed(map(str, found)), str(self.points)

    def _paid(self, event: FeatureScored) -> Iterable[int]:
        """The points of the seat; what nobody wins pays nothing to all that stand there."""
        paid = dict(event.points or tuple((seat, 0) for seat, _ in event.strengths))
        return (paid[self.player],) if self.player in paid else ()


@frozen
class Tokens(Assertion):
    """`Ada has WINE token with count 2`."""

    player: int
    token: str
    count: int

    def refuted(self, outcome: Outcome) -> tuple[str, str] | None:
        """How many the seat has received."""
        return _unless_same(outcome.tokens.get((self.player, self.token), 0), self.count)


@frozen
class Phase(Assertion):
    """`Phase is TilePhase`."""

    phase: str

    def refuted(self, outcome: Outcome) -> tuple[str, str] | None:
        """What the game waits for, in the oracle's word."""
        return _unless_same(PHASES.get(outcome.moment, outcome.moment), self.phase)


@frozen
class Passing(Assertion):
    """`Player can pass`, `Player can't pass`."""

    is_allowed: bool

    def refuted(self, outcome: Outcome) -> tuple[str, str] | None:
        """Whether passing is among the choices."""
        can_pass = any(choice.text == names.PASS for choice in outcome.choices)
        return _unless_same(_allowed(can_pass), _allowed(self.is_allowed))


@frozen
class Undoing(Assertion):
    """`Undo is allowed`, `Undo is not allowed`."""

    is_allowed: bool

    def refuted(self, outcome: Outcome) -> tuple[str, str] | None:
        """Whether the last message may be taken back."""
        return _unless_same(_allowed(outcome.can_undo), _allowed(self.is_allowed))


@frozen
class Offers(Assertion):
    """`Available action Meeple for Mayor`: there is a choice of the kind."""

    item: Item

    def refuted(self, outcome: Outcome) -> tuple[str, str] | None:
        """All that may be chosen, if none is of the kind."""
        if outcome.of_kind(self.item):
            return None
        kind = f"{self.item.type} {self.item.word}".rstrip()
        return _listed(choice.text for choice in outcome.choices), kind


@frozen
class Options(Assertion):
    """`Meeple Mayor options: {City,N,[0,1]}`: these are all the choices of the kind."""

    item: Item

    def refuted(self, outcome: Outcome) -> tuple[str, str] | None:
        """The choices that only one side has."""
        ours, theirs = outcome.of_kind(self.item), frozenset(outcome.texts.options(self.item))
        if ours == theirs:
            return None
        return _listed(ours - theirs), _listed(theirs - ours)


def _unless_same(ours: object, theirs: object) -> tuple[str, str] | None:
    return None if ours == theirs else (str(ours), str(theirs))


def _allowed(is_allowed: bool) -> str:
    return "allowed" if is_allowed else "not allowed"


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(sorted(texts)) or "nothing"

"""Events as lines for people, in their language.

The narrator knows no expansion: an event says by `told` what is to be told, the texts of its owner
say how.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from carcassonne_core.action import segment_words
from carcassonne_core.board import Board
from carcassonne_core.cli.texts import Texts, texts_of
from carcassonne_core.errors import Refusal
from carcassonne_core.event import Event, Sentence
from carcassonne_core.feature import Figure, SegmentId
from carcassonne_core.rule_set import RuleSet

__all__ = ["Line", "Narrator"]

_NAMES = frozenset({"column", "figure", "item", "kind", "meeple"})
"""Facts whose values are names of our own, written with underscores."""


@frozen
class Line:
    """One line to show: its text and its tone."""

    text: str
    tone: str


class Narrator:
    """Puts events into words.

    Args:
        rules: what is played.
        names: the players in the order of seats.
        language: `"en"`, `"es"` or another one in which there are texts.

    Example:
        >>> from carcassonne_core import Game
        >>> game = Game(["Ada", "Bob"]).replay(["draw BA/C"])
        >>> narrator = Narrator(game.rules, game.names)
        >>> [line.text for line in narrator.lines(game.latest_events[0], game.board)]
        ['Ada draws BA/C.']
    """

    def __init__(self, rules: RuleSet, names: Sequence[str], language: str = "en") -> None:
        self.rules, self.names, self.language = rules, tuple(names), language
        self._texts = texts_of(rules)

    def lines(self, event: Event, board: Board) -> Iterator[Line]:
        """The lines that tell an event; an event that nobody has words for shows itself."""
        for sentence in event.told():
            yield self.line(sentence, event.texts, board) or Line(repr(event), "quiet")

    def line(self, sentence: Sentence, owner: str, board: Board | None = None) -> Line | None:
        """A sentence as a line; None if there is no text for it.

        Args:
            sentence: what to tell.
            owner: whose texts are looked at first.
            board: needed only for facts that lie on it.
        """
        texts = self._with(sentence.code, owner)
        if texts is None:
            return None
        text = self._filled(sentence, owner, board)
        return Line(text[:1].upper() + text[1:], texts.tones[sentence.code])

    def word(self, fact: str, value: object, owner: str = "base") -> str:
        """How a value of a fact reads; without underscores if nobody says."""
        for texts in self._order(owner):
            found = texts.words.get(fact, {}).get(str(value))
            if found is not None:
                return found.get(self.language, found["en"])
        return str(value).replace("_", " ") if fact in _NAMES else str(value)

    def _order(self, owner: str) -> list[Texts]:
        first = [self._texts[owner]] if owner in self._texts else []
        return [*first, *(texts for name, texts in self._texts.items() if name != owner)]

    def _with(self, code: str, owner: str) -> Texts | None:
        return next((texts for texts in self._order(owner) if code in texts.sentences), None)

    def _filled(self, sentence: Sentence, owner: str, board: Board | None) -> str:
        texts = self._with(sentence.code, owner)
        facts = {name: self._fact(name, value, owner, board) for name, value in sentence.facts}
        if texts is None:
            return ", ".join(facts.values())
        found = texts.sentences[sentence.code]
        return found.get(self.language, found["en"]).format_map(facts)

    def _fact(self, name: str, value: object, owner: str, board: Board | None) -> str:
        if name == "player" and isinstance(value, int):
            return self.names[value]
        if isinstance(value, tuple):
            parts = [self._fact(name, part, owner, board) for part in value]
            return ", ".join(parts) or self.word("nothing", "")
        if isinstance(value, Refusal):
            text = self.rules.explain(value, self.language)
            value = Sentence.of("refusal", text=text, rule=value.rule)
        elif isinstance(value, Figure):
            value = Sentence.of("figure", player=value.player, figure=value.meeple.name)
        elif isinstance(value, SegmentId) and board is not None:
            kind, location, _ = segment_words(value, board)
            facts = {"kind": kind, "location": location, "position": value.position}
            value = Sentence.of("segment", **facts)
        if isinstance(value, Sentence):
            return self._filled(value, owner, board)
        return self.word(name, value, owner)

"""Replays a recorded game in our engine and compares everything that the oracle says.

Both sides name a choice by the text of our action (`deploy follower road WE @1,0`), so the complete
sets of choices are compared as sets of texts. Three things differ in form only:

* draws and dice are actions to us; they are pushed from the record;
* we always ask whether to deploy; where the oracle asks nothing, our only choice must be to pass;
* the oracle ends the action part with a COMMIT; our scoring runs at once. Points, supplies, scores
  and figures are therefore compared after the COMMIT.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from carcassonne_core.errors import CarcassonneError
from carcassonne_core.event import (
    Event,
    FeatureScored,
    MeepleDeployed,
    Occasion,
    PointsAwarded,
    TileDiscarded,
    TilePlaced,
)
from carcassonne_core.game import Game
from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.board_facts import (
    features_text,
    figure_text,
    our_features,
    our_figures,
)
from carcassonne_core.jcloisterzone.choice_text import ChoiceTexts, meeple_name, their_figure
from carcassonne_core.jcloisterzone.facts import Figure as OracleFigure, Scored, Step
from carcassonne_core.jcloisterzone.reader import OracleGame
from carcassonne_core.jcloisterzone.score_text import our_score, their_scores
from carcassonne_core.notation import action_text, parse_action
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.turn import DRAW, OVER

__all__ = ["MOST_DIFFERENCES", "Difference", "Replay"]

MOST_DIFFERENCES = 10
"""After so many differences a game is given up: what follows would only repeat them."""

_MOST_LISTED = 8
"""So many values are named in a difference."""

_COMMIT = "COMMIT"

_Paid = FeatureScored | PointsAwarded


@frozen
class Difference:
    """One fact on which the two engines disagree.

    Attributes:
        file: the recorded game.
        step: the number of the oracle's step, counted from 0; None for the end of the game.
        what: the kind of fact, e.g. `"choices"` or `"points"`.
        ours: what we say, only where it differs.
        theirs: what the oracle says.
    """

    file: str
    step: int | None
    what: str
    ours: str
    theirs: str

    def __str__(self) -> str:
        step = "end" if self.step is None else f"step {self.step}"
        return f"{self.file}, {step}: {self.what}: ours {self.ours}; theirs {self.theirs}"


class _GiveUpError(Exception):
    """The two games cannot go on together."""


class Replay:
    """One recorded game on its way through our engine.

    Attributes:
        game: our game, as far as it came.
        differences: what was found, in the order of the steps.
        steps: how many steps of the oracle were replayed.
        choices: how many choices of the oracle were compared.
        expected: for each decision of ours, the ply and the oracle's complete set of choices.
        totals: after each turn, the ply and the oracle's points.
    """

    def __init__(self, recorded: OracleGame, rules: RuleSet) -> None:
        self.recorded = recorded
        self.game = Game(recorded.setup.players, rules)
        self.differences: list[Difference] = []
        self.steps = 0
        self.choices = 0
        self.expected: list[tuple[int, frozenset[str]]] = []
        self.totals: list[tuple[int, tuple[int, ...]]] = []
        self._draws = list(recorded.draws)
        self._drawn = 0
        self._step: int | None = None
        self._flyer = ""
        self._player = 0
        self._scored: list[Scored] = []
        self._tokens: list[tuple[int, str, int]] = []
        self._returned: list[OracleFigure] = []
        self._events: list[Event] = []
        self._all_events: list[Event] = []

    def run(self) -> Replay:
        """Replays the whole game, or until the two cannot go on together.

        Raises:
            OracleFileError: a step is malformed.
        """
        try:
            self._compare_supply(self.recorded.supply, Counter())
            self._draw()
            if self._drawn and sum(self.game.stack.values()) != self.recorded.pack:
                left = str(sum(self.game.stack.values()))
                self._differ("tiles left", left, str(self.recorded.pack))
            for step in self.recorded.steps:
                self._step = step.number
                self._take(step)
                self.steps += 1
            self._step = None
            self._end()
        except _GiveUpError:
            pass
        return self

    # ------------------------------------------------------------------ what is compared
    def _differ(self, what: str, ours: str, theirs: str) -> None:
        self.differences.append(Difference(self.recorded.file, self._step, what, ours, theirs))
        if len(self.differences) >= MOST_DIFFERENCES:
            raise _GiveUpError

    def _same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            self._differ(what, str(ours), str(theirs))

    def _same_all(self, what: str, ours: Iterable[str], theirs: Iterable[str]) -> None:
        """Compares two collections in which order does not matter, but numbers do."""
        mine, other = Counter(ours), Counter(theirs)
        if mine != other:
            self._differ(what, _list(mine - other), _list(other - mine))

    # ------------------------------------------------------------------ our side
    def _push(self, text: str) -> None:
        game = self.game
        try:
            game.push(parse_action(game, text))
        except CarcassonneError as error:
            self._differ("action", f"refused: {error}", text)
            raise _GiveUpError from error
        self._events += game.latest_events
        self._all_events += game.latest_events

    def _draw(self) -> None:
        """Draws what the oracle drew next, up to a tile that can be placed."""
        game = self.game
        while game.step.name == DRAW and self._drawn < len(self._draws):
            draw = self._draws[self._drawn]
            self._drawn += 1
            player = game.decider
            self._push(f"draw {draw.tile}")
            discarded = any(isinstance(event, TileDiscarded) for event in game.latest_events)
            ours = None if discarded else player
            self._same(f"draw of {draw.tile} (None: discarded)", ours, draw.player)

    def _texts(self) -> frozenset[str]:
        game = self.game
        return frozenset(action_text(game, action) for action in game.legal_actions)

    def _pass_what_they_skip(self, wanted: frozenset[str]) -> None:
        """Passes where the oracle asks nothing because there is nothing to choose."""
        game = self.game
        while not game.is_chance and not game.is_over and wanted != {names.PASS}:
            if self._texts() != {names.PASS}:
                return
            turn, ply, before = game.turn, game.ply, len(self._events)
            self._push(names.PASS)
            if self._has_ended(turn):
                # The turn is over for us, but not for them: let the comparison show it.
                game.pop()
                news = len(self._events) - before
                del self._events[before:], self._all_events[len(self._all_events) - news :]
                return
            self.expected.append((ply, frozenset({names.PASS})))

    def _has_ended(self, turn: int) -> bool:
        """Whether our game has left that turn, or the part of it that one tile makes."""
        game = self.game
        return game.turn != turn or self._is_between_parts()

    def _is_between_parts(self) -> bool:
        """Whether a tile has been dealt with, and the next one is still to come."""
        step = self.game.step
        return step.name in (DRAW, OVER) or bool(step.tile)

    # ------------------------------------------------------------------ their side
    def _take(self, step: Step) -> None:
        self._same_all("events", (), step.others)
        self._scored += step.scored
        self._tokens += step.tokens
        self._returned += step.returned
        if step.message.type == _COMMIT:
            self._commit(step)
            return
        self._draw()  # they draw without a COMMIT when something after the scoring was declined
        texts = ChoiceTexts(self.game.board.last, self._flyer, self.game.step.name)
        wanted, chosen = texts.offered(step), texts.chosen(step.message, step.player)
        self._pass_what_they_skip(wanted)
        self._player = step.player
        self._same("player to decide", self.game.decider, step.player)
        self.expected.append((self.game.ply, wanted))
        self.choices += len(wanted)
        self._same_all("choices", self._texts(), wanted)
        if chosen not in wanted:
            self._differ("action", "one of their choices", chosen)
        self._push(chosen)
        self._roll(step)
        self._compare_deployed(step)
        # If that was the last choice, we have scored already, and they will at the COMMIT.
        told = set(self._their_scores(self._scored))
        self._compare_totals(step, [p for p in self._our_scores() if our_score(p) not in told])

    def _compare_deployed(self, step: Step) -> None:
        game = self.game
        placed = [e for e in self._events if isinstance(e, TilePlaced)]
        ours = [f"{e.tile} R{e.rotation * 90} @{e.position}" for e in placed]
        self._same_all("placed", ours, map(_tile, step.placed))
        deployed = [e for e in self._events if isinstance(e, MeepleDeployed)]
        ours = [figure_text(game, e.player, e.meeple, e.segment) for e in deployed]
        self._same_all("deployed", ours, map(their_figure, step.deployed))
        self._events = [e for e in self._events if e not in placed and e not in deployed]

    def _roll(self, step: Step) -> None:
        """The die, if it was thrown, and who is in the air."""
        self._flyer = ""
        if step.die is None:
            self._same("flights", (), step.rolled)
            return
        self._flyer = meeple_name(step.message)
        if step.message.random is not None:
            self._same("die", step.die, int(3 * step.message.random) + 1)
        last = self.game.board.last
        self._same("flights", ((last.x, last.y, step.die),), step.rolled)
        if not self.game.is_chance:
            self._differ("die", "no chance now", str(step.die))
            raise _GiveUpError
        self._push(names.ROLL.format(die=step.die))

    def _commit(self, step: Step) -> None:
        """The end of the action part: what they score now, we have scored already."""
        game = self.game
        # What expansions ask after the scoring, they ask after the COMMIT.
        while game.step.owner == "base" and not self._is_between_parts():
            # They ask nothing more, so passing must be all that we offer.
            texts = self._texts()
            self._same_all("choices", texts, [names.PASS])
            if texts != {names.PASS}:
                raise _GiveUpError
            self.expected.append((game.ply, texts))
            self._push(names.PASS)
        if game.is_chance and game.step.name != DRAW:
            self._differ("end of turn", game.step.name, _COMMIT)
            raise _GiveUpError
        self._same("player to decide", self._player, step.player)
        others = (f"{i.type} {i.word}".rstrip() for i in step.items if i.type != "Confirm")
        self._same_all("choices", (), [*others, *([names.PASS] if step.can_pass else [])])
        self._flyer = ""
        self._draw()
        self.totals.append((game.ply, step.points))
        self._compare_totals(step, [])
        self._compare_scores("scores", self._our_scores(), self._scored)
        self._scored = []
        tokens = (_token(seat, names.TOKENS.get(t, t), n) for seat, t, n in self._tokens)
        self._same_all("tokens", _our_tokens(self._events), tokens)
        self._tokens = []
        early = (p for p in self._our_scores() if isinstance(p, FeatureScored))
        left = (f for p in early if p.occasion is Occasion.EARLY for f in p.returned)
        ours = (figure_text(game, f.player, f.meeple.name, f.segment) for f in left)
        self._same_all("taken back", ours, map(their_figure, self._returned))
        self._returned = []
        discarded = [e.tile for e in self._events if isinstance(e, TileDiscarded)]
        self._same_all("discarded", discarded, step.discarded)
        if step.standing is not None:
            theirs = map(their_figure, step.standing)
            self._same_all("figures on the board", our_figures(game), theirs)
        if step.features is not None:
            features = features_text(step.features)
            self._same_all("features", our_features(game), features)
        self._events = []

    def _our_scores(self) -> list[_Paid]:
        return [e for e in self._events if isinstance(e, FeatureScored | PointsAwarded)]

    def _compare_totals(self, step: Step, undone: list[_Paid]) -> None:
        """Compares points and supplies, ours as they were before these scores."""
        points = list(self.game.scores)
        back: Counter[tuple[int, str]] = Counter()
        for event in undone:
            for player, paid in _payments(event):
                points[player] -= paid
            if isinstance(event, PointsAwarded):
                continue
            back.update((figure.player, figure.meeple.name) for figure in event.returned)
        self._same("points", tuple(points), step.points)
        self._compare_supply(step.supply, back)

    def _compare_supply(
        self, supply: tuple[Mapping[str, int], ...], back: Counter[tuple[int, str]]
    ) -> None:
        game = self.game
        ours = [
            {m.name: game.supply(seat, m.name) - back[seat, m.name] for m in game.rules.meeples}
            for seat in range(game.players)
        ]
        theirs = [
            {names.MEEPLES.get(meeple, meeple): n for meeple, n in figures.items()}
            for figures in supply
        ]
        left = [[{m: n for m, n in s.items() if n} for s in side] for side in (ours, theirs)]
        self._same("supply", *left)

    def _compare_scores(self, what: str, ours: Iterable[_Paid], theirs: Iterable[Scored]) -> None:
        self._same_all(what, map(our_score, ours), self._their_scores(theirs))

    def _their_scores(self, theirs: Iterable[Scored]) -> Iterator[str]:
        for scored in theirs:
            yield from their_scores(scored, self.game.board)

    def _end(self) -> None:
        game, final = self.game, self.recorded.final
        if not game.is_over:
            self._differ("end of game", f"waits for {game.step.name}", "over")
            raise _GiveUpError
        events = self._all_events
        self._same("draws", len(self._draws), self._drawn)
        self._same("points", game.scores, final.points)
        scored = [e for e in events if isinstance(e, FeatureScored | PointsAwarded)]
        late = [e for e in scored if _is_final(e)]
        self._compare_scores("final scoring", late, final.scored)
        at_end = self._sums(late)
        in_play = tuple(a - b for a, b in zip(self._sums(scored), at_end, strict=True))
        self._same(
            "points in play and at the end", (in_play, at_end), (final.in_play, final.at_end)
        )
        discarded = (e.tile for e in events if isinstance(e, TileDiscarded))
        self._same_all("discarded", discarded, final.discarded)
        standing = map(their_figure, final.standing)
        self._same_all("figures on the board", our_figures(game), standing)
        tiles = game.board.tiles.items()
        ours = (f"{tile.id} R{tile.rotation * 90} @{position}" for position, tile in tiles)
        self._same_all("tiles", ours, map(_tile, final.tiles))
        self._same_all("features", our_features(game), features_text(final.features))

    def _sums(self, scored: Iterable[_Paid]) -> tuple[int, ...]:
        points = [0] * self.game.players
        for event in scored:
            for player, paid in _payments(event):
                points[player] += paid
        return tuple(points)


def _payments(event: _Paid) -> tuple[tuple[int, int], ...]:
    if isinstance(event, PointsAwarded):
        return ((event.player, event.item.points),)
    return event.points


def _is_final(event: _Paid) -> bool:
    """Whether it was paid when the game had ended."""
    if isinstance(event, PointsAwarded):
        return event.item.name in names.AWARDS.values()
    return event.occasion is Occasion.FINAL


def _token(player: object, token: object, count: object) -> str:
    return f"{player} receives {count} {token}"


def _our_tokens(events: Iterable[Event]) -> Iterator[str]:
    """What players have received, by the sentences that tell it."""
    for event in events:
        for sentence in event.told():
            if thing := names.TOKEN_SENTENCES.get(sentence.code):
                facts = dict(sentence.facts)
                yield _token(facts["player"], facts[thing], facts["count"])


def _tile(tile: tuple[str, int, int, int]) -> str:
    name, x, y, rotation = tile
    return f"{name} R{rotation} @{x},{y}"


def _list(values: Counter[str]) -> str:
    texts = sorted(values.elements())
    more = [f"and {len(texts) - _MOST_LISTED} more"] if len(texts) > _MOST_LISTED else []
    return ", ".join(texts[:_MOST_LISTED] + more) or "nothing"

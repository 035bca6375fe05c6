"""`check_expansion`: does an expansion keep its side of the contract?

It looks at what the expansion declares, then plays seeded random games with it and judges each
answer of its hooks; each game is played again beside silent neighbours, from its record, and, where
the expansion brings pieces, without them. It needs no test framework and no hypothesis.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from carcassonne_core.errors import CarcassonneError, IllegalActionError, NotationError
from carcassonne_core.expansion import Expansion, OptionValue
from carcassonne_core.game import Game
from carcassonne_core.notation import action_text, action_texts
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.testing.expansion_data import check_data, claims_pieces, default_options
from carcassonne_core.testing.expansion_report import ExpansionReport, Notebook
from carcassonne_core.testing.expansion_trial import Trial, pick
from carcassonne_core.testing.watched_expansion import HookFailedError, Silent, watched

__all__ = ["check_expansion"]


def check_expansion(
    expansion: Expansion,
    *,
    with_: Iterable[str | Expansion] = (),
    games: int = 4,
    plies: int = 120,
    seed: int = 0,
) -> ExpansionReport:
    """Tries an expansion in every way that needs no knowledge of its rules.

    Args:
        expansion: the expansion.
        with_: others that are played beside it, by name or themselves; what it needs, or what it
            shall get along with.
        games: how many games are played. The first one has the default options, the others
            any; in every other one, the first too, its own tiles are drawn first.
        plies: after how many actions a game is ended, everything unfinished counted.
        seed: of all random numbers; the same seed tries the same things.

    Example:
        >>> from carcassonne_core import Expansion, Option
        >>> class Hasty(Expansion):
        ...     name = "hasty"
        ...     def options(self):
        ...         return (Option("speed", 1, (1, 2)),)
        >>> report = check_expansion(Hasty(), games=1, plies=20)
        >>> report.codes
        ('option_without_ruling',)
        >>> print(report.findings[0].what)
        its `rule` is empty
    """
    notebook, others = Notebook(), tuple(with_)
    if check_data(notebook, expansion, RuleSet(others)):
        _Check(notebook, expansion, others, Random(seed)).run(games, plies)
    return ExpansionReport(
        str(getattr(expansion, "name", expansion)),
        tuple(notebook.findings.values()),
        notebook.games,
        notebook.actions,
        notebook.asked,
    )


class _Check:
    """The games of one check."""

    def __init__(
        self,
        notebook: Notebook,
        expansion: Expansion,
        others: tuple[str | Expansion, ...],
        random: Random,
    ) -> None:
        self.notebook, self.expansion, self.others = notebook, expansion, others
        self.random = random
        self.watched = watched(expansion, notebook)

    def run(self, games: int, plies: int) -> None:
        """Plays the games; one that cannot go on does not end the check."""
        for number in range(games):
            options = self._options() if number else {}
            try:
                rules = RuleSet([self.watched, *self.others], options=options)
                order = () if number % 2 else self._order(rules)
                game = Game(2 + number % 3, rules, draw_order=order)
            except HookFailedError:
                continue
            except CarcassonneError as error:
                what = f"{error}" + (f" with the options {options}" if options else "")
                self.notebook.enter("not_playable", self.expansion.name, what)
                return
            self.notebook.games += 1
            self.notebook.place = f"game {number + 1}"
            try:
                Trial(self.notebook, self.expansion, game, self.random).play(plies)
                self._record(game)
                self._among_others(game)
            except (HookFailedError, IllegalActionError, NotationError):
                continue
            except Exception as error:  # e.g. an action's own methods, or the core after a fault
                what = f"the game broke off: {type(error).__name__}: {error}"
                self.notebook.enter("hook_raises", self.expansion.name, what)
        self._without_pieces(plies)

    def _options(self) -> dict[str, OptionValue]:
        """Any values of its options."""
        return {
            f"{self.expansion.name}.{option.name}": option.values[
                int(self.random.random() * len(option.values))
            ]
            for option in self.expansion.options()
            if option.values
        }

    def _order(self, rules: RuleSet) -> tuple[str, ...]:
        """Tiles drawn first, so that its own ones come early: each of them but the start tile."""
        plain = {tile.id for tile in RuleSet(self.others).tiles} | {rules.start.id}
        own = [tile.id for tile in rules.stack if tile.id not in plain]
        self.random.shuffle(own)
        return tuple(own[:30])

    # ------------------------------------------------------------------ the same game again
    def _record(self, game: Game) -> None:
        """The game from its texts, everything named in another order."""
        self.notebook.place = f"game {self.notebook.games} from its record"
        rules = RuleSet([*self.others[::-1], self.watched], options=game.rules.options)
        other = Game(game.names, rules, draw_order=game.draw_order)
        self._follow("record_differs", game, other)

    def _among_others(self, game: Game) -> None:
        """The same between two that say nothing: one before it and one after it by name."""
        self.notebook.place = f"game {self.notebook.games} beside others"
        silent = Silent("aaaa_silent"), Silent("zzzz_silent")
        chosen = [silent[1], self.watched, *self.others, silent[0]]
        sets, meeples = dict(game.rules.sets), dict(game.rules.meeple_counts)
        rules = RuleSet(chosen, options=game.rules.options, sets=sets, meeples=meeples)
        other = Game(game.names, rules, draw_order=game.draw_order)
        self._follow("depends_on_others", game, other)

    def _follow(self, code: str, game: Game, other: Game) -> None:
        texts, earlier = action_texts(game), game.copy()
        while earlier.ply:
            earlier.pop()
        for text, action in zip(texts, game.actions, strict=True):
            difference = _difference(earlier, other)
            if difference:
                self.notebook.enter(code, self.expansion.name, difference)
                return
            earlier.push(action)
            try:
                other.replay([text])
            except HookFailedError:
                raise
            except Exception as error:
                self.notebook.enter(code, self.expansion.name, f"{text!r} was legal; now {error}")
                return
        difference = _difference(earlier, other)
        if difference:
            self.notebook.enter(code, self.expansion.name, difference)

    # ------------------------------------------------------------------ nothing of it in play
    def _without_pieces(self, plies: int) -> None:
        """Played without its tiles and figures it changes nothing."""
        if not claims_pieces(self.expansion):
            return
        own = {kind.name for kind in self.expansion.meeple_kinds(default_options(self.expansion))}
        for seed in range(2):
            self.notebook.place = f"game {seed + 1} without its pieces"
            plain = RuleSet(self.others)
            try:
                rules = RuleSet(
                    [self.watched, *self.others], sets=plain.sets, meeples=dict.fromkeys(own, 0)
                )
            except CarcassonneError:
                return  # the games before have told
            if self._is_in_play(rules):
                return
            self.notebook.games += 1
            try:
                self._side_by_side(Game(2, plain), Game(2, rules), plies)
            except HookFailedError:
                return

    def _side_by_side(self, plain: Game, game: Game, plies: int) -> None:
        for _ in range(plies):
            difference = _difference(plain, game)
            if difference or plain.is_over:
                break
            self.notebook.actions += 1
            action = pick(tuple(plain.legal_actions), self.random)
            for one in (plain, game):
                one.push(action)
        else:
            difference = _difference(plain.ended_now(), game.ended_now())
        if difference:
            self.notebook.enter("acts_without_pieces", self.expansion.name, difference)

    def _is_in_play(self, rules: RuleSet) -> bool:
        """Whether others' tiles carry its symbols or kinds of features, so that it may act."""
        marks = {mark.name for mark in self.expansion.mark_types()}
        kinds = {kind.name for kind in self.expansion.feature_kinds()}
        tiles = set(rules.tiles)
        found = {mark.type for tile in tiles for mark in tile.marks}
        segments = [segment for tile in tiles for segment in tile.segments]
        found |= {mark.type for segment in segments for mark in segment.marks}
        there = {segment.kind.name for segment in segments}
        return not marks.isdisjoint(found) or not kinds.isdisjoint(there)


def _facts(game: Game) -> Iterator[tuple[str, object]]:
    """What has to be the same in two games that should be the same, each with its name."""
    step = game.step
    yield "step", (step.name, step.player, step.owner, game.turn, game.turn_player)
    yield "scores", game.scores
    yield "legal actions", [action_text(game, action) for action in game.legal_actions]
    yield "events", game.latest_events
    if game.ply % 10 == 0 or game.is_over:
        yield "projected scores", game.projected_scores()


def _difference(expected: Game, actual: Game) -> str:
    """The first difference of two games as a sentence; empty if there is none."""
    for (name, one), (_, two) in zip(_facts(expected), _facts(actual), strict=True):
        if one != two:
            text = f"after {expected.ply} actions, other {name}: {two!r}, expected {one!r}"
            return text[:600]
    return ""

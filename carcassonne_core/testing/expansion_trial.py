"""Games with an expansion under watch: at every ply it is asked, undone, and asked again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from carcassonne_core.action import Action, Deploy, Place
from carcassonne_core.compass import Rotation
from carcassonne_core.errors import CarcassonneError
from carcassonne_core.expansion import Expansion
from carcassonne_core.feature import SegmentId
from carcassonne_core.game import Game
from carcassonne_core.notation import action_text, parse_action
from carcassonne_core.testing.expansion_report import Notebook
from carcassonne_core.testing.frozen_value import picture
from carcassonne_core.testing.watched_expansion import HookFailedError

__all__ = ["Trial", "everything", "pick"]

_ASKED = 8
"""How many actions of the pool are asked about at each ply."""


def pick(options: Sequence[Action], random: Random) -> Action:
    """One of them; by `random.random` alone, so that it is the same for all versions of Python."""
    return options[int(random.random() * len(options))]


def everything(game: Game) -> dict[str, object]:
    """All that can be seen of a game, in order, by what it is."""
    board, rules = game.board, game.rules
    return {
        "step": (game.step, game.turn, game.turn_player, game.is_over),
        "scores": (game.scores, game.projected_scores()),
        "hand": (game.hand, game.placed_tile),
        "deployment": (game.is_deployment_over, game.has_acted),
        "board": (tuple(board.tiles.items()), board.frontier),
        "features": board.features,
        "figures": board.figures,
        "supplies": tuple(
            game.supply(seat, kind.name) for seat in range(game.players) for kind in rules.meeples
        ),
        "stack": tuple(game.stack.items()),
        "chance": game.chance_outcomes(),
        "legal actions": tuple(game.legal_actions),
        "events": game.latest_events,
        "states": tuple(picture(game.state(name)) for name in rules.names),
    }


class Trial:
    """One game in which an expansion is tried.

    Args:
        notebook: where faults are entered.
        expansion: the expansion that is watched in the game.
        game: the game.
        random: chooses the moves and the questions.
    """

    def __init__(
        self, notebook: Notebook, expansion: Expansion, game: Game, random: Random
    ) -> None:
        self.notebook, self.expansion, self.game, self.random = notebook, expansion, game, random
        self.own = tuple(game.rules.expansion(expansion.name).action_types())
        self.meeples = {m.name for m in game.rules.meeples} - {"follower"}
        self.pool: dict[Action, None] = {}

    def play(self, plies: int) -> None:
        """Plays so many actions, and tries what can be tried.

        Raises:
            CarcassonneError: it cannot go on; a hook that failed is entered already.
        """
        game, place = self.game, self.notebook.place
        while not game.is_over and game.ply < plies:
            self.notebook.place = f"{place}, after {game.ply} actions"
            actions = tuple(game.legal_actions)
            if not actions:
                what = f"nothing is legal in the step {game.step.name!r} of {game.step.owner}"
                self._fault("dead_end", f"step {game.step.name}", what)
                return
            self._look_at(actions)
            self._ask_about(actions)
            self._push(self._choice(actions))
        self.notebook.place = f"{place}, at its end"
        if not game.is_over:
            game.ended_now()

    def _fault(self, code: str, subject: str, what: str) -> None:
        self.notebook.enter(code, subject, what)

    def _look_at(self, actions: Sequence[Action]) -> None:
        """Each of its actions that is offered: still legal, and written and read again."""
        game = self.game
        for action in actions:
            if type(action) not in self.own:
                continue
            self.pool.setdefault(action)
            subject = f"action {type(action).__name__}"
            if refusals := game.refusals(action):
                text = "; ".join(map(str, refusals))
                self._fault("offered_refused", subject, f"{action!r} is offered, but {text}")
            self._read_again(action, subject)

    def _read_again(self, action: Action, subject: str) -> None:
        try:
            text = action_text(self.game, action)
        except Exception as error:
            what = f"{action!r}: words raised {type(error).__name__}: {error}"
            self._fault("text_differs", subject, what)
            return
        try:
            parsed = parse_action(self.game, text)
        except Exception as error:
            what = f"{text!r} cannot be read: {type(error).__name__}: {error}"
            self._fault("text_differs", subject, what)
            return
        if parsed != action:
            self._fault("text_differs", subject, f"{text!r} reads as {parsed!r}, not {action!r}")

    def _ask_about(self, actions: Sequence[Action]) -> None:
        """Actions of other moments and places: legal exactly if they are offered."""
        offered = set(actions)
        for action in self._others():
            refusals = self.game.refusals(action)
            subject = f"action {type(action).__name__}"
            if not refusals and action not in offered:
                step = self.game.step
                what = f"{action!r} is not among the legal actions of the step {step.name!r}"
                self._fault("not_offered", subject, f"nothing speaks against it, but {what}")
            elif refusals and action in offered:
                what = f"{action!r} is among the legal actions, but {refusals[0]}"
                self._fault("offered_refused", subject, what)

    def _others(self) -> Iterator[Action]:
        game, random = self.game, self.random
        pool = list(self.pool)
        for _ in range(min(_ASKED, len(pool))):
            yield pick(pool, random)
        if game.hand is not None:
            near = game.board.frontier
            for _ in range(2):
                cell = near[int(random.random() * len(near))]
                yield Place(game.hand, cell, Rotation(int(random.random() * 4)))
        meeples = game.rules.meeples
        for _ in range(3):
            meeple = meeples[int(random.random() * len(meeples))].name
            number = int(random.random() * len(game.placed_tile.segments))
            yield Deploy(meeple, SegmentId(game.placed, number))

    def _choice(self, actions: Sequence[Action]) -> Action:
        """Its own actions and figures more often than their share."""
        game, random = self.game, self.random
        if game.is_chance and game.step.owner == "base":
            return game.sample_chance(random)
        groups = [
            [action for action in actions if type(action) in self.own],
            [action for action in actions if action.figure in self.meeples],
            [action for action in actions if action.figure and "field" not in repr(action)],
        ]
        for group in groups:
            if group and random.random() < 0.5:
                return pick(group, random)
        return pick(actions, random)

    def _push(self, action: Action) -> None:
        """Pushes an action, takes it back, and pushes it again."""
        game, name = self.game, self.expansion.name
        is_own = type(action) in self.own or game.ply % 4 == 0
        before = everything(game) if is_own else {}
        kept = game.state(name)
        shown = picture(kept)
        subject = f"action {type(action).__name__}"
        try:
            game.push(action)
        except HookFailedError:
            raise
        except CarcassonneError as error:
            self._fault("offered_refused", subject, f"it is offered, but {error}")
            raise
        self.notebook.actions += 1
        if is_own:
            after = everything(game)
            game.pop()
            self._compare("undo_differs", subject, "after push and pop", before, everything(game))
            game.push(action)
            again = everything(game)
            self._compare("undo_differs", subject, "pushed again", after, again)
        if picture(kept) != shown:
            what = f"the state before {action!r} is not what it was"
            self._fault("state_changed", f"state of {name}", what)

    def _compare(
        self, code: str, subject: str, when: str, one: dict[str, object], two: dict[str, object]
    ) -> None:
        names = [name for name in one if one[name] != two[name]]
        if names:
            name = names[0]
            what = f"{when}, other {name}: {two[name]!r}, expected {one[name]!r}"
            self._fault(code, subject, what[:600])

"""What each hook of play promises to return, and whether an answer keeps the promise.

An answer that does not is put right as far as possible, so that one trial finds many faults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from carcassonne_core.action import Action
from carcassonne_core.effect import (
    AnotherPart,
    Award,
    DeployFigure,
    Effect,
    Emit,
    EndDeployment,
    NewState,
    ScoreFeature,
    TakeStep,
)
from carcassonne_core.errors import CarcassonneError, Refusal
from carcassonne_core.event import Event, Item
from carcassonne_core.expansion import Expansion, PointsChange, View
from carcassonne_core.testing.expansion_report import Notebook
from carcassonne_core.testing.frozen_value import mutable_part
from carcassonne_core.testing.rule_texts import check_event, check_refusal, check_rule
from carcassonne_core.turn import OVER, Step

__all__ = ["ANSWERS", "Question", "right_answer"]

_KNOWN = (
    AnotherPart,
    Award,
    DeployFigure,
    Emit,
    EndDeployment,
    NewState,
    ScoreFeature,
    TakeStep,
)


class Question:
    """A hook that was asked, and what has to be known to judge the answer.

    Args:
        notebook: where faults are entered.
        expansion: who was asked.
        hook: the name of the hook.
        view: the game.
    """

    def __init__(self, notebook: Notebook, expansion: Expansion, hook: str, view: View) -> None:
        self.notebook, self.expansion, self.hook, self.view = notebook, expansion, hook, view

    def fault(self, code: str, what: str) -> None:
        """Enters a fault of the answer."""
        self.notebook.enter(code, f"hook {self.hook}", what)

    def each(self, answer: object, wanted: str) -> Iterator[object]:
        """The parts of an answer that has to be several things."""
        if isinstance(answer, str | bytes) or not isinstance(answer, Iterable):
            self.fault("wrong_type", f"returned {answer!r}: expected {wanted}")
            return
        yield from answer

    def wrong(self, part: object, wanted: str) -> None:
        """Enters a part of a wrong type."""
        self.fault("wrong_type", f"returned {part!r} among others: expected {wanted}")


def right_answer(question: Question, answer: object) -> Any:
    """The answer of a hook as far as it keeps its promise; enters what does not."""
    return ANSWERS[question.hook](question, answer)


def _refusals(question: Question, answer: object) -> tuple[Refusal, ...]:
    found = []
    for part in question.each(answer, "Refusals"):
        if isinstance(part, Refusal) and all(
            isinstance(text, str) for text in (part.owner, part.code, part.rule)
        ):
            check_refusal(question.notebook, question.view.rules, part, f"hook {question.hook}")
            found.append(part)
        else:
            question.wrong(part, "Refusals")
    return tuple(found)


def _lifts(question: Question, answer: object) -> tuple[str, ...]:
    found = []
    for part in question.each(answer, "keys `owner.code` of refusals"):
        if isinstance(part, str) and part.count(".") == 1:
            found.append(part)
        else:
            question.wrong(part, "keys `owner.code` of refusals")
    return tuple(found)


def _actions(question: Question, answer: object) -> tuple[Action, ...]:
    own = tuple(question.expansion.action_types())
    names = ", ".join(kind.__name__ for kind in own) or "none, as it declares no action_types"
    found = []
    for part in question.each(answer, f"actions of its own: {names}"):
        if isinstance(part, Action) and type(part) in own:
            found.append(part)
        else:
            question.wrong(part, f"actions of its own: {names}")
    return tuple(found)


def _chance(question: Question, answer: object) -> tuple[tuple[Action, Fraction], ...]:
    wanted = "pairs of an own action and a Fraction"
    own = tuple(question.expansion.action_types())
    found: list[tuple[Action, Fraction]] = []
    for part in question.each(answer, wanted):
        match part:
            case (Action() as action, Fraction() as probability) if type(action) in own:
                found.append((action, probability))
            case _:
                question.wrong(part, wanted)
    total = sum(probability for _, probability in found)
    if total != 1 or any(probability <= 0 for _, probability in found):
        text = ", ".join(str(probability) for _, probability in found) or "nothing"
        question.fault("chance_sum", f"the probabilities {text} add to {total}")
    return tuple(found)


def _effects(question: Question, answer: object) -> tuple[Effect, ...]:
    found = []
    for part in question.each(answer, "Effects"):
        if isinstance(part, _KNOWN):
            if _is_possible(question, part):
                found.append(part)
        elif isinstance(part, Effect):
            names = ", ".join(kind.__name__ for kind in _KNOWN)
            question.fault("foreign_effect", f"returned {part!r}: the game carries out {names}")
        else:
            question.wrong(part, "Effects")
    return tuple(found)


def _awards(question: Question, answer: object) -> tuple[Effect, ...]:
    found = []
    for part in _effects(question, answer):
        if isinstance(part, Award):
            found.append(part)
        else:
            question.wrong(part, "Awards")
    return tuple(found)


def _is_possible(question: Question, effect: Effect) -> bool:
    """Whether what an effect names is in the game; its types are looked at, too."""
    reason = _impossible(question, effect)
    if reason:
        question.fault("impossible_effect", f"returned {effect!r}: {reason}")
    return not reason


def _impossible(question: Question, effect: Effect) -> str:
    view = question.view
    if isinstance(effect, Award):
        check_rule(question.notebook, question.expansion, effect.rule, f"hook {question.hook}")
        if not isinstance(effect.item, Item):
            return "the item is no Item"
        return _no_seat(view, effect.player)
    if isinstance(effect, DeployFigure):
        try:
            view.board.feature(effect.segment)
            if view.supply(effect.player, effect.meeple):
                return ""
        except (CarcassonneError, AttributeError, TypeError) as error:
            return str(error)
        return "the figure is not in the supply"
    if isinstance(effect, ScoreFeature):
        check_rule(question.notebook, question.expansion, effect.rule, f"hook {question.hook}")
        standing = view.board.figures
        missing = [figure for figure in effect.figures if figure not in standing]
        return f"{missing[0]!r} stands nowhere" if missing else ""
    if isinstance(effect, TakeStep):
        return _impossible_step(question, effect.step)
    if isinstance(effect, NewState):
        part = mutable_part(effect.state, "the state")
        if part:
            question.fault("state_not_frozen", f"{part}: expected a frozen value")
    if isinstance(effect, Emit):
        if not isinstance(effect.event, Event):
            return "the event is no Event"
        check_event(question.notebook, question.expansion, effect.event, f"hook {question.hook}")
    return ""


def _impossible_step(question: Question, step: object) -> str:
    if not isinstance(step, Step):
        return "the step is no Step"
    if step.owner not in ("base", question.expansion.name):
        return f"the step belongs to {step.owner!r}, which may not be there"
    if step.name == OVER:
        return "the game alone says when it is over"
    part = mutable_part(step.data, "the step's data")
    if part:
        question.fault("state_not_frozen", f"{part}: expected a frozen value")
    known = {tile.id for tile in question.view.rules.table.tiles}
    if step.tile and step.tile not in known:
        return f"there is no tile {step.tile!r}"
    return _no_seat(question.view, step.player)


def _no_seat(view: View, player: object) -> str:
    if type(player) is int and 0 <= player < view.players:
        return ""
    return f"there is no seat {player!r} among {view.players}"


def _weight(question: Question, answer: object) -> int | None:
    if answer is None or type(answer) is int:
        return answer
    question.fault("wrong_type", f"returned {answer!r}: expected an int or None")
    return None


def _points(question: Question, answer: object) -> PointsChange | None:
    if answer is None:
        return None
    if isinstance(answer, PointsChange) and (
        type(answer.rate) is type(answer.factor) is int
        and isinstance(answer.added, tuple)
        and all(isinstance(item, Item) for item in answer.added)
    ):
        return answer
    question.fault("wrong_type", f"returned {answer!r}: expected a PointsChange or None")
    return None


def _bonuses(question: Question, answer: object) -> tuple[tuple[int, Item], ...]:
    wanted = "pairs of a seat and an Item"
    found = []
    for part in question.each(answer, wanted):
        match part:
            case (int() as player, Item() as item) if not _no_seat(question.view, player):
                found.append((player, item))
            case _:
                question.wrong(part, wanted)
    return tuple(found)


ANSWERS: dict[str, Callable[[Question, object], Any]] = {
    "actions": _actions,
    "action_refusals": _refusals,
    "chance": _chance,
    "apply": _effects,
    "deployment_refusals": _refusals,
    "deployment_lifts": _lifts,
    "placement_refusals": _refusals,
    "at_slot": _effects,
    "on_completion": _effects,
    "meeple_weight": _weight,
    "feature_points": _points,
    "bonus_points": _bonuses,
    "final_points": _awards,
}
"""For each hook of play how its answer is judged."""

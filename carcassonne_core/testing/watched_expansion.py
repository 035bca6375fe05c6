"""An expansion under watch: it plays as before, and each answer of its hooks is judged."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, cast

from carcassonne_core.errors import CarcassonneError
from carcassonne_core.expansion import Expansion, View
from carcassonne_core.testing.expansion_report import Notebook
from carcassonne_core.testing.frozen_value import memory
from carcassonne_core.testing.hook_answers import ANSWERS, Question, right_answer

__all__ = ["HookFailedError", "Silent", "watched"]


class HookFailedError(CarcassonneError):
    """A hook raised an error, which is entered already; the game cannot go on."""


def watched(expansion: Expansion, notebook: Notebook) -> Expansion:
    """The same expansion with every hook of play that it overrides under watch."""
    kind, kept = type(expansion), [memory(expansion)]
    own = {
        hook: _judged(expansion, hook, notebook, kept)
        for hook in ANSWERS
        if getattr(kind, hook) is not getattr(Expansion, hook)
    }
    watcher: Any = types.new_class(kind.__name__, (kind,), {}, lambda space: space.update(own))
    found = object.__new__(watcher)
    object.__setattr__(found, "__dict__", vars(expansion))
    return cast("Expansion", found)


def _judged(
    expansion: Expansion, hook: str, notebook: Notebook, kept: list[object]
) -> Callable[..., Any]:
    """A hook that judges its answers; all of an expansion's share what it held before."""
    ask = getattr(expansion, hook)

    def answer(self: Expansion, view: View, *given: object) -> Any:
        notebook.asked += 1
        game = _standing(view)
        question = Question(notebook, expansion, hook, view)
        try:
            found = ask(view, *given)
            if hasattr(found, "__next__"):
                found = tuple(found)
        except Exception as error:
            text = f"raised {type(error).__name__}: {error}"
            question.fault("hook_raises", text)
            raise HookFailedError(f"{expansion.name}.{hook}: {text}") from error
        now = memory(expansion)
        if now != kept[0]:
            kept[0] = now
            what = "the expansion object is not what it was before the hook was asked"
            question.fault("expansion_changed", what)
        if _standing(view) != game:
            question.fault("game_changed", "the game is not what it was before the hook was asked")
        return right_answer(question, found)

    answer.__name__ = hook
    return answer


def _standing(view: View) -> object:
    board = view.board
    return view.turn, view.turn_player, view.step, view.scores, len(board), len(board.figures)


class Silent(Expansion):
    """Overrides every hook of play and says nothing: a neighbour that must not matter.

    Args:
        name: its name, which says where it stands among the others.
    """

    def __init__(self, name: str) -> None:
        vars(self)["name"] = name


def _saying_nothing(hook: str) -> Callable[..., Any]:
    plain = getattr(Expansion, hook)

    def answer(self: Expansion, *given: object) -> Any:
        return plain(self, *given)

    answer.__name__ = hook
    return answer


for _hook in ANSWERS:
    setattr(Silent, _hook, _saying_nothing(_hook))

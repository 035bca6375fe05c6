"""An expansion that overrides every hook and changes nothing, and counts who is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from inspect import isfunction
from typing import Any

from carcassonne_core import Expansion
from carcassonne_core.turn import Slot

__all__ = ["ASKED", "HOOKS", "Inert"]

HOOKS: tuple[str, ...] = tuple(
    name for name, value in vars(Expansion).items() if isfunction(value) and name[0] != "_"
)
"""The name of every hook."""

ASKED: Counter[str] = Counter()
"""How often each hook of `Inert` has been asked."""


def _inert(hook: str) -> Callable[..., Any]:
    plain = getattr(Expansion, hook)

    def answer(self: Expansion, *given: object) -> Any:
        ASKED[hook] += 1
        return plain(self, *given)

    answer.__name__ = hook
    return answer


Inert: type[Expansion] = type(
    "Inert",
    (Expansion,),
    {"name": "inert", "slots": frozenset(Slot), **{hook: _inert(hook) for hook in HOOKS}},
)

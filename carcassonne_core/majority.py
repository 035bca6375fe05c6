"""Who has the majority on a feature."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["majority"]

Player = TypeVar("Player")


def majority(strengths: dict[Player, int]) -> tuple[Player, ...]:
    """The players with the greatest strength, in the order of the mapping.

    All of them score the **full** value (base rules on ties; R32 of flying machines, footnote 11).
    A strength of nought wins nothing, e.g. a lone mayor in a city without pennants.

    Example:
        >>> majority({"Blue": 2, "Red": 2, "Green": 1})
        ('Blue', 'Red')
        >>> majority({"Blue": 0})
        ()
    """
    best = 0
    most: list[Player] = []
    for player, strength in strengths.items():
        if strength > best:
            best, most = strength, [player]
        elif strength == best and best:
            most.append(player)
    return tuple(most)

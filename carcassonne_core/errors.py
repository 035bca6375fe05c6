"""What can go wrong, and the reasons why something is not allowed.

Every exception of this library is a `CarcassonneError`. An illegal action is explained by
`Refusal` values: who refuses (`owner`), which reason (`code`), the numbered rule, and the facts.
Their texts, in several languages, live in the rulings (`carcassonne_core.rulings`), never in code.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

__all__ = [
    "CarcassonneError",
    "ExpansionError",
    "IllegalActionError",
    "NotationError",
    "OptionError",
    "RecordError",
    "Refusal",
    "SetupError",
    "TileSetError",
    "UnknownExpansionError",
]

Fact = str | int
"""A value that fills a place in the text of a refusal."""


@frozen
class Refusal:
    """One named reason against an action.

    Attributes:
        owner: name of the expansion whose rule it is (`"base"` for the base game).
        code: name of the reason, unique for its owner.
        rule: id of the rule or ruling, e.g. `"R13"`.
        facts: pairs of a name and a value that fill the text of the refusal.

    Example:
        >>> refusal = Refusal("flying_machines", "completed", "R13", (("kind", "road"),))
        >>> refusal.key
        'flying_machines.completed'
        >>> str(refusal)
        'flying_machines.completed [R13] (kind=road)'
    """

    owner: str
    code: str
    rule: str
    facts: tuple[tuple[str, Fact], ...] = field(default=())

    @property
    def key(self) -> str:
        """`owner.code`, the name by which a lift removes this reason."""
        return f"{self.owner}.{self.code}"

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts)
        return f"{self.key} [{self.rule}]" + (f" ({facts})" if facts else "")


class CarcassonneError(Exception):
    """Base class of every exception that this library raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        # By default the message would be passed for the arguments of the subclass, and a process
        # pool breaks when it cannot rebuild what a worker raised.
        return _rebuilt, (type(self), *self.args), self.__dict__


class SetupError(CarcassonneError):
    """A game cannot be set up: number of players, draw order, start tile, copies of a set."""


class OptionError(CarcassonneError):
    """An option is unknown or has a value that it does not allow."""


class UnknownExpansionError(CarcassonneError):
    """An expansion was asked for that is not installed."""


class ExpansionError(CarcassonneError):
    """An expansion breaks its contract, or two of them declare the same name."""


class TileSetError(CarcassonneError):
    """A tile set is faulty.

    Attributes:
        source: file or set in which the fault lies.
        tile: id of the tile, or `""` when the fault concerns the whole set.
        where: name of the field, e.g. `"segments[2].ports"`.
    """

    def __init__(self, source: str, tile: str, where: str, reason: str) -> None:
        self.source, self.tile, self.where, self.reason = source, tile, where, reason
        place = ", ".join(part for part in (source, f"tile {tile}" if tile else "", where) if part)
        super().__init__(f"{place}: {reason}")


class IllegalActionError(CarcassonneError):
    """An action was refused; the game is unchanged.

    Attributes:
        action: what was tried.
        refusals: every reason against it.
    """

    def __init__(self, action: object, refusals: Sequence[Refusal], text: str = "") -> None:
        self.action, self.refusals = action, tuple(refusals)
        reasons = text or "; ".join(map(str, refusals))
        super().__init__(f"{action!r} is not legal: {reasons}")


class NotationError(CarcassonneError):
    """A text does not denote an action."""


class RecordError(CarcassonneError):
    """A record cannot be loaded.

    Attributes:
        step: number of the first bad action, counted from 0, or None when the set-up is bad.
    """

    def __init__(self, reason: str, step: int | None = None) -> None:
        self.step, self.reason = step, reason
        super().__init__(reason if step is None else f"action {step}: {reason}")


def _rebuilt(kind: type[CarcassonneError], *arguments: object) -> CarcassonneError:
    """An error as it was; `arguments` are those of `Exception`, not those of its kind."""
    return kind.__new__(kind, *arguments)

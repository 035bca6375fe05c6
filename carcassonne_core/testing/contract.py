"""What all contracts for foreign engines have in common: the rules, and how a breach is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import Any, ClassVar, ParamSpec, TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy

from carcassonne_core.errors import CarcassonneError
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.testing.table import Table

__all__ = ["Contract", "ContractBrokenError"]

T = TypeVar("T")
P = ParamSpec("P")

_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
_PHASES = [Phase.explicit, Phase.generate, Phase.target, Phase.shrink]
"""All but the explaining of a failure: the table, in plain words, is explanation enough."""


class ContractBrokenError(CarcassonneError, AssertionError):
    """An engine answers otherwise than the rules say.

    Attributes:
        law: id of the ruling that it breaks, e.g. `"B9"`, or `"crash"` if it gave no answer.
        question: what it was asked.
        expected: the answer of the rules.
        actual: its own answer.
        table: the table about which it was asked.
        actions: the actions that led there, where a whole game is played.
        picture: the file with the table as SVG; None as long as it is not written.
    """

    def __init__(
        self,
        law: str,
        question: str,
        expected: object,
        actual: object,
        table: Table,
        actions: tuple[tuple[str | int, ...], ...] = (),
        title: str = "",
    ) -> None:
        self.law, self.question, self.title = law, question, title
        self.expected, self.actual = expected, actual
        self.table, self.actions = table, actions
        self.picture: Path | None = None
        super().__init__(law, question)

    def __str__(self) -> str:
        parts = [f"{self.law} {self.title}".strip() + f": {self.question}"]
        parts += [f"expected {self.expected}", f"but the engine says {self.actual}"]
        parts += [self.table.text()]
        parts += [" ".join(map(str, action)) for action in self.actions]
        parts += [f"picture: {self.picture}"] if self.picture else []
        return "\n".join(parts)


@cache
def _flights() -> RuleSet:
    sets = {"base_first_edition": 1, "flying_machines": 3}
    return RuleSet(["flying_machines"], sets=sets)


class Contract:
    """Base class of the contracts. A subclass names its `adapter`.

    Attributes:
        rules: what is played; the base game with many flying machines if nothing is said.
        turns: how many turns are played at most before a question.
        examples: how many tables or games are tried; what the profile says if it is None.
        pictures: the folder where the picture of a breach is written.
    """

    rules: ClassVar[RuleSet | None] = None
    turns: ClassVar[int] = 8
    examples: ClassVar[int | None] = None
    pictures: ClassVar[Path] = Path(gettempdir())

    @property
    def rules_played(self) -> RuleSet:
        """The rules by which the engine is judged."""
        return _flights() if self.rules is None else self.rules

    def hold(self, law: Callable[[T], None], values: SearchStrategy[T]) -> None:
        """Tries a law on many values; a breach is shrunk, drawn and raised.

        Raises:
            ContractBrokenError: the simplest breach that was found.
        """
        calm = settings(
            max_examples=self.examples or settings().max_examples,
            deadline=None,
            database=None,
            phases=_PHASES,
            report_multiple_bugs=False,
            suppress_health_check=_SLOW,
        )
        with self.drawing():
            calm(given(values)(_named(law)))()

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Draws the table of a breach that is raised inside."""
        try:
            yield
        except ContractBrokenError as error:
            error.picture = self._picture(error)
            # The notes of hypothesis repeat the table and name a test that nobody can call.
            error.__notes__ = []
            raise

    def broken(
        self,
        law: str,
        question: str,
        expected: object,
        actual: object,
        table: Table,
        actions: tuple[tuple[str | int, ...], ...] = (),
    ) -> ContractBrokenError:
        """A breach to raise, with the title of the ruling beside its id."""
        title = self._title(law)
        return ContractBrokenError(law, question, expected, actual, table, actions, title)

    def ask(
        self,
        question: str,
        table: Table,
        answer: Callable[P, T],
        *given: P.args,
        **named: P.kwargs,
    ) -> T:
        """What the engine answers when its adapter is asked with what is given.

        Raises:
            ContractBrokenError: it raised an exception instead.
        """
        try:
            return answer(*given, **named)
        except Exception as error:
            says = f"{type(error).__name__}: {error}"
            raise self.broken("crash", question, "an answer", says, table) from error

    def _title(self, law: str) -> str:
        rules = self.rules_played
        for owner in ("base", *rules.names):
            if rules.expansion(owner).rulings() is not None:
                found = {ruling.id: ruling for ruling in rules.rulings(owner)}
                if law in found:
                    return found[law].title["en"]
        return ""

    def _picture(self, error: ContractBrokenError) -> Path:
        from carcassonne_core.svg import board_svg

        path = self.pictures / f"{type(self).__name__}-{error.law}.svg"
        path.write_text(board_svg(error.table.board(self.rules_played)), encoding="utf-8")
        return path


def _named(law: Callable[[T], None]) -> Callable[[T], None]:
    """The law under a name of its own, as hypothesis asks for a plain function."""

    def value_is_judged_as_the_rules_say(value: Any) -> None:
        law(value)

    return value_is_judged_as_the_rules_say

"""What came out of many games: scores, means with confidence intervals, wins, statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import NormalDist, fmean, stdev

from attrs import frozen

from carcassonne_core.errors import CarcassonneError

__all__ = ["PlayoutFailure", "PlayoutResults"]


@frozen
class PlayoutFailure:
    """A game that broke off.

    Attributes:
        number: its number in the batch.
        reason: the error.
        record: the game up to there, as a record; where it began if its process was killed.
        action: the text of the action that broke it; "" if it broke when somebody was to choose,
            or if its process was killed.
    """

    number: int
    reason: str
    record: str
    action: str = ""


@frozen
class PlayoutResults:
    """The results of a batch, in the order of the games.

    Attributes:
        seed: the seed of the batch.
        planned: how many games were asked for.
        numbers: the numbers of the games that ended.
        scores: for each of them the final scores by seat.
        statistics: for each of them, if asked for, what its events add up to: the amount by table,
            row and column, e.g. `("flights", "2", "landed")`.
        failures: the games that broke off.

    Example:
        >>> results = PlayoutResults(1, 3, (0, 1, 2), ((10, 20), (30, 20), (20, 20)))
        >>> results.means, results.win_shares
        ((20.0, 20.0), (0.5, 0.5))
        >>> [(round(low, 1), round(high, 1)) for low, high in results.confidence()]
        [(8.7, 31.3), (20.0, 20.0)]
    """

    seed: int
    planned: int
    numbers: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    statistics: tuple[Mapping[tuple[str, str | int, str], int], ...] = ()
    failures: tuple[PlayoutFailure, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every game that was asked for has ended."""
        return len(self.numbers) == self.planned

    @property
    def means(self) -> tuple[float, ...]:
        """The mean score by seat.

        Raises:
            CarcassonneError: no game has ended.
        """
        return tuple(fmean(column) for column in self._columns())

    def confidence(self, level: float = 0.95) -> tuple[tuple[float, float], ...]:
        """For each seat the interval in which its expected score lies with this confidence.

        The normal approximation: good for some dozens of games and more.

        Raises:
            CarcassonneError: no game has ended, or the level is not between 0 and 1.
        """
        if not 0 < level < 1:
            raise CarcassonneError(f"a confidence of {level}: expected one between 0 and 1")
        width = NormalDist().inv_cdf((1 + level) / 2)
        found = []
        for column in self._columns():
            mean = fmean(column)
            error = stdev(column) / len(column) ** 0.5 if len(column) > 1 else float("inf")
            found.append((mean - width * error, mean + width * error))
        return tuple(found)

    @property
    def win_shares(self) -> tuple[float, ...]:
        """For each seat the share of games that it wins; a tie is shared by its winners.

        Raises:
            CarcassonneError: no game has ended.
        """
        won = [0.0 for _ in self._columns()]
        for scores in self.scores:
            winners = [seat for seat, points in enumerate(scores) if points == max(scores)]
            for seat in winners:
                won[seat] += 1 / len(winners)
        return tuple(wins / len(self.scores) for wins in won)

    @property
    def totals(self) -> Mapping[tuple[str, str | int, str], int]:
        """The statistics of all games together, by table, row and column."""
        found: Counter[tuple[str, str | int, str]] = Counter()
        for game in self.statistics:
            found.update(game)
        return dict(found)

    def _columns(self) -> list[tuple[int, ...]]:
        if not self.scores:
            raise CarcassonneError("no game has ended: there is nothing to add up")
        return list(zip(*self.scores, strict=True))

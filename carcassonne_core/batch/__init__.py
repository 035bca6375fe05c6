"""Many games: random or greedy play from one position, in several processes or on a cluster.

Example:
    >>> from carcassonne_core import Game
    >>> from carcassonne_core.batch import playouts
    >>> results = playouts(Game(2), 20, seed=7, workers=1)
    >>> len(results.scores), results.is_complete
    (20, True)
    >>> results == playouts(Game(2), 20, seed=7, workers=1)
    True
"""

from __future__ import annotations

from carcassonne_core.batch.results import PlayoutFailure, PlayoutResults
from carcassonne_core.batch.run import playouts

__all__ = ["PlayoutFailure", "PlayoutResults", "playouts"]

"""What a recorded game says, in the oracle's own words; `names` translates them."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

__all__ = ["Draw", "FeatureFacts", "Figure", "Final", "Item", "Message", "Place", "Scored"]
__all__ += ["Setup", "Step"]


@frozen
class Setup:
    """What is played: the oracle's own words."""

    players: int
    sets: Mapping[str, int]
    elements: Mapping[str, object]
    rules: Mapping[str, object]
    start: tuple[tuple[str, int, int, int], ...]


@frozen
class Draw:
    """A tile that was drawn; `player` is None for one that was discarded."""

    tile: str
    player: int | None


@frozen(order=True)
class Place:
    """A part of a feature on a tile."""

    x: int
    y: int
    feature: str
    location: str


@frozen(order=True)
class Figure:
    """A figure on the board."""

    meeple: str
    player: int
    place: Place


@frozen
class Item:
    """One kind of choice with all its options; `word` is the tile, the figure or the source."""

    type: str
    word: str
    placements: tuple[tuple[int, int, int], ...] = ()
    places: tuple[Place, ...] = ()


@frozen
class Message:
    """What was chosen.

    Attributes:
        type: PLACE_TILE, DEPLOY_MEEPLE, PASS, COMMIT ...
        tile: id of the tile placed.
        placement: x, y and rotation.
        place: where a figure goes.
        meeple: the middle part of the figure's id.
        random: the number given to the engine for a die.
    """

    type: str
    tile: str = ""
    placement: tuple[int, int, int] = (0, 0, 0)
    place: Place | None = None
    meeple: str = ""
    random: float | None = None


@frozen
class Scored:
    """A score event.

    Attributes:
        name: of what.
        paid: player, points, and the parts: name, how many (None if it is not said), points.
        tiles: positions that belong to the feature: all that counted if `is_exact`, else samples.
    """

    name: str
    paid: tuple[tuple[int, int, tuple[tuple[str, int | None, int], ...]], ...]
    tiles: frozenset[tuple[int, int]]
    is_exact: bool


@frozen
class Step:
    """One message with the choices before it and the facts after it."""

    number: int
    phase: str
    player: int
    can_pass: bool
    items: tuple[Item, ...]
    message: Message
    die: int | None
    rolled: tuple[int, ...]
    deployed: tuple[Figure, ...]
    scored: tuple[Scored, ...]
    discarded: tuple[str, ...]
    points: tuple[int, ...]
    supply: tuple[Mapping[str, int], ...]
    standing: tuple[Figure, ...] | None
    features: tuple[FeatureFacts, ...] | None


@frozen
class FeatureFacts:
    """A feature as the oracle lists it; `cities`, only of a field, counts parts of cities."""

    type: str
    places: tuple[tuple[int, int, str], ...]
    owners: tuple[int, ...]
    cities: int | None


@frozen
class Final:
    """The end of a game."""

    points: tuple[int, ...]
    scored: tuple[Scored, ...]
    discarded: tuple[str, ...]
    standing: tuple[Figure, ...]
    tiles: tuple[tuple[str, int, int, int], ...]
    features: tuple[FeatureFacts, ...]

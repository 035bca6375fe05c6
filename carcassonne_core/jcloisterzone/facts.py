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
        type: PLACE_TILE, DEPLOY_MEEPLE, RETURN_MEEPLE, PASS, COMMIT ...
        tile: id of the tile placed.
        placement: x, y and rotation.
        place: where a figure goes.
        meeple: the middle part of the figure's id.
        owner: the first part of the figure's id.
        random: the number given to the engine for a die.
        word: why a figure is taken back.
    """

    type: str
    tile: str = ""
    placement: tuple[int, int, int] = (0, 0, 0)
    place: Place | None = None
    meeple: str = ""
    owner: str = ""
    random: float | None = None
    word: str = ""


@frozen
class Scored:
    """A score event.

    Attributes:
        name: of what.
        paid: player, points, and the parts: name, how many (None if it is not said), points.
        places: where a figure of each player paid stands.
        counted: the positions of the tiles counted, None if they are not listed.
    """

    name: str
    paid: tuple[tuple[int, int, tuple[tuple[str, int | None, int], ...]], ...]
    places: tuple[Place, ...]
    counted: frozenset[tuple[int, int]] | None


@frozen
class Step:
    """One message with the choices before it and the facts after it.

    Attributes:
        number: its place in the file, counted from 0.
        phase: the oracle's word for the moment.
        player: the seat that decides.
        can_pass: whether passing is a choice.
        items: the other choices.
        message: what was chosen.
        die: what the die showed, None without a flight.
        rolled: x and y of the machine, and the distance, of each flight.
        placed: tile, x, y and rotation of each tile placed.
        deployed: the figures that were put on the board.
        returned: the figures that were taken back though nothing was completed.
        scored: the scores.
        discarded: the tiles drawn and discarded.
        tokens: player, token and number of what was received.
        others: the names of all other events.
        points: the points by seat, afterwards.
        supply: the figures in supply by seat, afterwards.
        standing: every figure on the board afterwards; None if they are not listed.
        features: every feature afterwards; None if they are not listed.
    """

    number: int
    phase: str
    player: int
    can_pass: bool
    items: tuple[Item, ...]
    message: Message
    die: int | None
    rolled: tuple[tuple[int, int, int], ...]
    placed: tuple[tuple[str, int, int, int], ...]
    deployed: tuple[Figure, ...]
    returned: tuple[Figure, ...]
    scored: tuple[Scored, ...]
    discarded: tuple[str, ...]
    tokens: tuple[tuple[int, str, int], ...]
    others: tuple[str, ...]
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
    """The end of a game; the points also parted into those scored in play and at the end."""

    points: tuple[int, ...]
    in_play: tuple[int, ...]
    at_end: tuple[int, ...]
    scored: tuple[Scored, ...]
    discarded: tuple[str, ...]
    standing: tuple[Figure, ...]
    tiles: tuple[tuple[str, int, int, int], ...]
    features: tuple[FeatureFacts, ...]

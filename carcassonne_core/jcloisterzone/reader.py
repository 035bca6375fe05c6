"""Reads games recorded from JCloisterZone's engine: gzip'd JSON, one file a game.

The head of a file (set-up, configuration) is read at once; its steps are read one by one when they
are asked for, so a game that needs what we do not play costs nothing more. Whatever is missing or
of another type is an `OracleFileError` that names the file and the field.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from carcassonne_core.jcloisterzone.facts import (
    Draw,
    FeatureFacts,
    Figure,
    Final,
    Item,
    Message,
    Place,
    Scored,
    Setup,
    Step,
)
from carcassonne_core.jcloisterzone.json_value import MOST, OracleFileError, Value, parse_json

__all__ = ["FORMAT", "OracleGame", "read_game", "read_message", "read_setup"]

FORMAT = 1
"""The version of the format that is read."""


@frozen
class OracleGame:
    """A recorded game, its head read and checked.

    Attributes:
        file: its path.
        configuration: the name of what is played, as the recorder calls it.
        setup: what is played.
        json: the whole file.
    """

    file: str
    configuration: str
    setup: Setup
    json: Value

    @property
    def draws(self) -> tuple[Draw, ...]:
        """Every tile drawn, in order; tiles from the hand are not drawn."""
        return tuple(
            Draw(
                draw["tile"].text,
                None if "discarded" in draw and draw["discarded"].truth else draw["player"].number,
            )
            for draw in self.json["draws"]
            if "abbey" not in draw
        )

    @property
    def pack(self) -> int:
        """How many tiles are left after the first draw."""
        return self.json["initial"]["pack"].number

    @property
    def supply(self) -> tuple[Mapping[str, int], ...]:
        """The figures in supply at the start, by seat."""
        return _supply(self.json["initial"]["supply"])

    @property
    def steps(self) -> Iterator[Step]:
        """Every message, in order."""
        return (_step(number, value) for number, value in enumerate(self.json["steps"]))

    @property
    def final(self) -> Final:
        """The end."""
        final = self.json["final"]
        return Final(
            final["points"].numbers,
            final["inGame"].numbers,
            final["atEnd"].numbers,
            tuple(map(_scored, final["finalScoring"])),
            tuple(tile.text for tile in final["discarded"]),
            tuple(map(_figure, final["deployed"])),
            tuple(
                (tile[0].text, tile[1].number, tile[2].number, tile[3].number)
                for tile in final["placedTiles"]
            ),
            tuple(map(_feature, final["features"])),
        )


_EVENTS = frozenset(
    {
        "flier-roll",
        "meeple-deployed",
        "meeple-returned",
        "points",
        "tile-discarded",
        "tile-placed",
        "token-received",
    }
)
"""The events whose facts are read; others are named in `Step.others`."""


def read_game(path: str | Path) -> OracleGame:
    """Reads a recorded game.

    Raises:
        OracleFileError: it cannot be read; names the file and the field.
    """
    file = str(path)
    try:
        with gzip.open(path) as stream:
            text = stream.read(MOST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise OracleFileError(file, "", f"cannot be read as gzip: {error}") from error
    data = parse_json(text, file)
    if data["format"].number != FORMAT:
        raise data["format"].fault(f"expected {FORMAT}, found {data['format'].number}")
    setup = data["setup"]
    return OracleGame(
        file,
        data["config"].text,
        read_setup(setup, setup["players"].number),
        data,
    )


def read_setup(setup: Value, players: int) -> Setup:
    """What is played, and by how many."""
    return Setup(
        players,
        {name: copies.number for name, copies in setup["sets"].entries.items()},
        {name: value.data for name, value in setup["elements"].entries.items()},
        {name: value.data for name, value in setup["rules"].entries.items()},
        tuple(
            (tile["tile"].text, tile["x"].number, tile["y"].number, tile["rotation"].number)
            for tile in setup["start"]
        ),
    )


def _step(number: int, step: Value) -> Step:
    legal, events = step["legal"], list(step["events"])
    by_type: dict[str, list[Value]] = {}
    for event in events:
        by_type.setdefault(event["type"].text, []).append(event)
    return Step(
        number,
        step["phase"].text,
        legal["player"].number,
        legal["canPass"].truth,
        tuple(map(_item, legal["items"])),
        read_message(step["action"]["type"].text, step["action"]),
        step["die"].number if "die" in step else None,
        tuple(
            (*event["flierPosition"].position, event["distance"].number)
            for event in by_type.get("flier-roll", ())
        ),
        tuple(
            (event["tile"].text, *event["position"].position, event["rotation"].number)
            for event in by_type.get("tile-placed", ())
        ),
        tuple(
            Figure(event["meeple"].text, event["player"].number, _pointer(event["to"]))
            for event in by_type.get("meeple-deployed", ())
        ),
        tuple(
            Figure(event["meeple"].text, event["player"].number, _pointer(event["from"]))
            for event in by_type.get("meeple-returned", ())
        ),
        tuple(map(_scored, by_type.get("points", ()))),
        tuple(event["tile"].text for event in by_type.get("tile-discarded", ())),
        tuple(
            (event["player"].number, event["token"].text, event["count"].number)
            for event in by_type.get("token-received", ())
        ),
        tuple(name for name in by_type if name not in _EVENTS),
        step["points"].numbers,
        _supply(step["supply"]),
        tuple(map(_figure, step["deployed"])) if "deployed" in step else None,
        tuple(map(_feature, step["features"])) if "features" in step else None,
    )


def _supply(supplies: Value) -> tuple[Mapping[str, int], ...]:
    return tuple(
        {meeple: count.number for meeple, count in supply.entries.items()} for supply in supplies
    )


def _item(item: Value) -> Item:
    kind = item["type"].text
    if kind == "TilePlacement":
        placements = tuple(
            (*option.position, rotation)
            for option in item["options"]
            for rotation in option[2].numbers
        )
        return Item(kind, item["tileId"].text, placements)
    if kind == "Meeple":
        return Item(kind, item["meeple"].text, (), tuple(map(_place, item["options"])))
    if kind == "ReturnMeeple":
        places = (_pointer(option["featurePointer"]) for option in item["options"])
        return Item(kind, item["source"].text, (), tuple(places))
    return Item(kind, "")


def read_message(kind: str, action: Value) -> Message:
    """A message of a kind, its facts in that object."""
    random = action["random"].fraction if "random" in action else None
    if kind == "PLACE_TILE":
        rotation = action["rotation"].text.removeprefix("R")
        if rotation not in ("0", "90", "180", "270"):
            raise action["rotation"].fault(f"no rotation {rotation!r}")
        placement = (*action["position"].position, int(rotation))
        return Message(kind, action["tileId"].text, placement, random=random)
    if kind == "DEPLOY_MEEPLE":
        meeple = action["meepleId"].text.split(".")
        if len(meeple) != 3:
            raise action["meepleId"].fault("expected PLAYER.KIND.NUMBER")
        place = _pointer(action["pointer"])
        return Message(kind, place=place, meeple=meeple[1], owner=meeple[0], random=random)
    if kind == "RETURN_MEEPLE":
        place = _pointer(action["pointer"]["featurePointer"])
        return Message(kind, place=place, word=action["source"].text)
    return Message(kind, random=random)


def _place(place: Value) -> Place:
    return Place(*place.position, place[2].text, place[3].text)


def _pointer(pointer: Value) -> Place:
    position = pointer["position"].position
    return Place(*position, pointer["feature"].text, pointer["location"].text)


def _figure(figure: Value) -> Figure:
    place = Place(figure[2].number, figure[3].number, figure[4].text, figure[5].text)
    return Figure(figure[0].text, figure[1].number, place)


def _scored(event: Value) -> Scored:
    paid, names, places = [], set(), []
    counted: frozenset[tuple[int, int]] | None = None
    for entry in event["points"]:
        names.add(entry["name"].text)
        items = tuple(
            (
                item["name"].text,
                item["count"].number if "count" in item else None,
                item["points"].number,
            )
            for item in entry["items"]
        )
        paid.append((entry["player"].number, entry["points"].number, items))
        pointer = entry.get("ptr")
        if pointer is not None and "positions" in pointer:
            counted = frozenset(position.position for position in pointer["positions"])
            pointer = pointer["featurePointer"]
        if pointer is not None:
            places.append(_pointer(pointer))
    if len(names) != 1:
        raise event["points"].fault(f"expected one name, found {sorted(names)}")
    return Scored(names.pop(), tuple(sorted(paid)), tuple(places), counted)


def _feature(feature: Value) -> FeatureFacts:
    return FeatureFacts(
        feature["type"].text,
        tuple((*place.position, place[2].text) for place in feature["places"]),
        feature["owners"].numbers if "owners" in feature else (),
        feature["cities"].number if "cities" in feature else None,
    )

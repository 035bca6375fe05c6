"""The oracle's choices and figures as texts of our actions: `deploy follower road WE @1,0`.

Whatever has no translation becomes a text that is none of ours, and so shows as a difference.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from carcassonne_core.jcloisterzone import names
from carcassonne_core.jcloisterzone.facts import Figure, Item, Message, Place, Step
from carcassonne_core.position import Position

__all__ = ["ChoiceTexts", "meeple_name", "their_figure"]


@frozen
class ChoiceTexts:
    """Reads one step of the oracle.

    Attributes:
        last: where the tile placed last lies.
        flyer: our name of the figure that took off in the step before, "" if none did.
        step: name of the step that our game waits for.
    """

    last: Position
    flyer: str = ""
    step: str = ""

    def offered(self, step: Step) -> frozenset[str]:
        """The complete set of choices."""
        wanted = {text for item in step.items for text in self.options(item)}
        return frozenset(wanted | {names.PASS} if step.can_pass else wanted)

    def chosen(self, message: Message, player: int) -> str:
        """The choice that was made by the player who decides."""
        if message.type == "PASS":
            return names.PASS
        if message.type == "PLACE_TILE":
            x, y, rotation = message.placement
            return names.PLACE.format(tile=message.tile, rotation=rotation, x=x, y=y)
        if message.type == "DEPLOY_MEEPLE" and message.place is not None:
            text = self._deployment(meeple_name(message), message.place)
            return text if message.owner == str(player) else f"{text} of {message.owner}"
        if message.type == "RETURN_MEEPLE" and message.place is not None:
            return self._return(message.word, message.place)
        return message.type

    def options(self, item: Item) -> Iterator[str]:
        """The choices of one kind."""
        if item.type == "TilePlacement":
            for x, y, rotation in item.placements:
                yield names.PLACE.format(tile=item.word, rotation=rotation, x=x, y=y)
        elif item.type == "Meeple":
            meeple = names.MEEPLES.get(item.word, item.word)
            for place in item.places:
                yield self._deployment(meeple, place)
        elif item.type == "ReturnMeeple":
            for place in item.places:
                yield self._return(item.word, place)
        else:
            yield f"{item.type} {item.word}".rstrip()

    def _deployment(self, meeple: str, place: Place) -> str:
        form = names.DEPLOY
        is_here = (place.x, place.y) == (self.last.x, self.last.y)
        # After a flight, what is offered on another tile is a landing; on the tile just placed it
        # is a second figure after the flight failed.
        if self.flyer and not is_here:
            form = names.LAND if meeple == self.flyer else f"{names.LAND} with {{meeple}}"
        elif place.feature in names.CHOICES and is_here and place.location == "I":
            form = names.CHOICES[place.feature]
        form = names.FIGURE_CHOICES.get(meeple, names.STEP_CHOICES.get(self.step, form))
        return _filled(form, place, meeple=meeple)

    def _return(self, source: str, place: Place) -> str:
        return _filled(names.RETURNS.get(source, f"return for {source}"), place)


def _filled(form: str, place: Place, **words: str) -> str:
    return form.format(
        kind=names.FEATURES.get(place.feature, place.feature),
        location=place.location,
        x=place.x,
        y=place.y,
        **words,
    )


def meeple_name(message: Message) -> str:
    """Our name of the figure of a message."""
    meeple = names.MEEPLE_IDS.get(message.meeple, message.meeple)
    return names.MEEPLES.get(meeple, meeple)


def their_figure(figure: Figure) -> str:
    """A figure of the oracle's, e.g. `0:follower road WE @1,0`."""
    place = figure.place
    kind = names.FEATURES.get(place.feature, place.feature)
    meeple = names.MEEPLES.get(figure.meeple, figure.meeple)
    return f"{figure.player}:{meeple} {kind} {place.location} @{place.x},{place.y}"

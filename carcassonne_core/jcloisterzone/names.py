"""How the oracle's words translate into ours: all of it data, a line for each new thing.

An expansion that becomes playable adds lines to these tables and nothing elsewhere. What stands in
no table makes a game skipped, with the word that is missing.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from carcassonne_core.expansion import OptionValue

__all__ = [
    "ABSENT",
    "CHOICES",
    "CONCERNS",
    "DEPLOY",
    "ELEMENTS",
    "FEATURES",
    "ITEMS",
    "LAND",
    "MARKS",
]
__all__ += ["MEEPLES", "MEEPLE_IDS", "Meaning", "PASS", "PLACE", "ROLL", "RULES", "SCORES", "SETS"]
__all__ += ["AWARDS", "TOKENS", "TOKEN_SENTENCES", "UNCOUNTED", "UNWON"]


@frozen
class Meaning:
    """What a tile set, an element or a rule of the oracle means in our rule set.

    Attributes:
        expansion: the expansion that must be played, "" for the base game.
        sets: our tile sets, each in as many copies as the oracle plays of its own.
        option: the option that takes the value, "" for none.
        values: how a value reads in that option; empty takes it as it is.
        options: options that are set along with it.
        together: elements without which we cannot play it.
    """

    expansion: str = ""
    sets: tuple[str, ...] = ()
    option: str = ""
    values: Mapping[object, OptionValue] = field(factory=dict)
    options: Mapping[str, OptionValue] = field(factory=dict)
    together: tuple[str, ...] = ()


# ---------------------------------------------------------------------- set-up
SETS: Mapping[str, Meaning] = {
    "basic:1": Meaning(sets=("base_first_edition",)),
    "basic:2": Meaning(sets=("base_second_edition",), together=("garden",)),
    "flier:1": Meaning("flying_machines", ("flying_machines",), together=("flier",)),
    "flier:2": Meaning(
        "flying_machines", ("flying_machines_second_edition",), together=("flier", "garden")
    ),
    "inns-and-cathedrals:1": Meaning(
        "inns_and_cathedrals",
        ("inns_and_cathedrals",),
        together=("big-follower", "inn", "cathedral"),
    ),
    "river/1:1": Meaning("river", ("river",), together=("river",)),
    "traders-and-builders:1": Meaning(
        "traders_and_builders",
        ("traders_and_builders",),
        together=("builder", "pig", "traders"),
    ),
}
"""Tile sets."""

ELEMENTS: Mapping[str, Meaning] = {
    "small-follower": Meaning(option="followers"),
    "farmers": Meaning(option="farmers"),
    "phantom": Meaning("phantom"),
    "big-follower": Meaning("inns_and_cathedrals"),
    "inn": Meaning("inns_and_cathedrals"),
    "cathedral": Meaning("inns_and_cathedrals"),
    "river": Meaning("river", options={"river.turning_back": "ahead"}),
    "garden": Meaning(),  # printed on the tiles; only figures that name gardens stand there
    "flier": Meaning(
        "flying_machines",
        # The oracle offers the phantom after a flight that failed; by default we do not (R19).
        options={"flying_machines.phantom_after_failed_flight": True},
    ),
    "mayor": Meaning("mayor"),
    "builder": Meaning("traders_and_builders"),
    "pig": Meaning("traders_and_builders"),
    "traders": Meaning("traders_and_builders"),
}
"""Figures and things in play."""

ABSENT: Mapping[str, Mapping[str, OptionValue]] = {"farmers": {"farmers": False}}
"""Options that hold when an element is not in play."""

RULES: Mapping[str, Meaning] = {
    "tiny-city-scoring": Meaning(option="small_city", values={"4": 4, "2": 2}),
    "inn-and-cathedral-final-scoring": Meaning(
        option="inns_and_cathedrals.unfinished", values={"zero": "zero"}
    ),
}
"""Variants."""

CONCERNS: Mapping[str, tuple[str, ...]] = {
    "barn-placement": ("barn",),
    "bazaar-no-auction": ("bazaar",),
    "coc-final-scoring": ("count",),
    "count-move": ("count",),
    "dragon-move": ("dragon",),
    "espace-variant": ("escape",),  # the oracle's own spelling
    "fairy-placement": ("fairy",),
    "festival-return": ("festival",),
    "hill-tiebreaker": ("hill",),
    "inn-and-cathedral-final-scoring": ("inn", "cathedral"),
    "keep-monasteries": ("monastery",),
    "king-and-robber-scoring": ("king", "robber"),
    "labyrinth-variant": ("labyrinth",),
    "little-buildings-scoring": ("little-buildings",),
    "more-tunnel-tokens": ("tunnel",),
    "princess-action": ("princess",),
    "tunnelize-other-expansions": ("tunnel",),
    "vineyards-for-garden": ("vineyard",),
    "wagon-move": ("wagon",),
}
"""The elements that a rule is about; it says nothing where none of them is in play."""

# ---------------------------------------------------------------------- features and figures
FEATURES: Mapping[str, str] = {
    "City": "city",
    "Road": "road",
    "Field": "field",
    "Monastery": "cloister",
    "Garden": "garden",
    "River": "river",
}
"""Kinds of features."""

MEEPLES: Mapping[str, str] = {
    "SmallFollower": "follower",
    "BigFollower": "big_follower",
    "Mayor": "mayor",
    "Abbot": "abbot",
    "Phantom": "phantom",
    "Wagon": "wagon",
    "Ringmaster": "ringmaster",
    "Builder": "builder",
    "Pig": "pig",
    "Barn": "barn",
    "Shepherd": "shepherd",
}
"""Kinds of figures."""

MEEPLE_IDS: Mapping[str, str] = {
    "small": "SmallFollower",
    "big": "BigFollower",
    "mayor": "Mayor",
    "abbot": "Abbot",
    "phantom": "Phantom",
    "wagon": "Wagon",
    "ringmaster": "Ringmaster",
    "builder": "Builder",
    "pig": "Pig",
    "barn": "Barn",
    "shepherd": "Shepherd",
}
"""The middle part of a figure's id, e.g. of `0.small.1`."""

# ---------------------------------------------------------------------- choices
PASS = "pass"
PLACE = "place {tile} R{rotation} @{x},{y}"
DEPLOY = "deploy {meeple} {kind} {location} @{x},{y}"
LAND = "land {kind} {location} @{x},{y}"
ROLL = "roll {die}"

CHOICES: Mapping[str, str] = {"FlyingMachine": "fly {meeple}"}
"""Features that the oracle offers to a figure but that are an action of their own to us."""

MARKS: Mapping[str, str] = {"FlyingMachine": "flying_machine"}
"""Features that are marks on a tile to us."""

# ---------------------------------------------------------------------- scores
SCORES: Mapping[str, tuple[str, bool]] = {
    "road": ("road", True),
    "road.incomplete": ("road", False),
    "city": ("city", True),
    "city.incomplete": ("city", False),
    "monastery": ("cloister", True),
    "monastery.incomplete": ("cloister", False),
    "garden": ("garden", True),
    "garden.incomplete": ("garden", False),
    "field": ("field", False),
}
"""Names of scores: our kind, and whether the feature is complete."""

UNWON: Mapping[str, str] = {"city.empty": "city"}
"""Names of scores in which nobody has the majority: our kind."""

ITEMS: Mapping[str, str] = {"tiles": "tiles", "pennants": "pennants", "cities": "cities"}
"""Parts of a score; other names are taken as they are."""

AWARDS: Mapping[str, str] = {
    "trade-goods.WINE": "wine",
    "trade-goods.GRAIN": "grain",
    "trade-goods.CLOTH": "cloth",
}
"""Parts of scores that are not for a feature: our name of the item that is awarded at the end."""

TOKENS: Mapping[str, str] = {"WINE": "wine", "GRAIN": "grain", "CLOTH": "cloth"}
"""Things that a player receives."""

TOKEN_SENTENCES: Mapping[str, str] = {"goods_taken": "good"}
"""Sentences of ours that tell what a player receives, and the fact that names the thing."""

UNCOUNTED: frozenset[str] = frozenset({"cathedral", "inn", "pigs"})
"""Our names of parts that the oracle lists without saying how many there are."""

"""How the oracle's words translate into ours: all of it data, a line for each new thing.

An expansion that becomes playable adds lines to these tables and nothing elsewhere. What stands in
no table makes a game skipped, with the word that is missing.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from carcassonne_core.expansion import OptionValue

__all__ = ["ABSENT", "AWARDS", "CHOICES", "CONCERNS", "DEPLOY", "ELEMENTS", "FEATURES"]
__all__ += ["FIGURE_CHOICES", "ITEMS", "LAND", "MARKS", "MEEPLES", "MEEPLE_IDS", "Meaning"]
__all__ += ["PASS", "PLACE", "PORTS", "RETURNS", "ROLL", "RULES", "SCORES", "SETS"]
__all__ += ["STEP_CHOICES", "TOKENS", "TOKEN_SENTENCES", "UNCOUNTED", "UNITED", "UNWON"]


@frozen
class Meaning:
    """What a tile set, an element or a rule of the oracle means in our rule set.

    Attributes:
        expansion: the expansion that must be played, "" for the base game.
        sets: our tile sets, each in as many copies as the oracle plays of its own.
        option: the option that takes the value, "" for none.
        meeple: the figure of which each player has so many as the value says, "" for none.
        values: how a value reads in that option; empty takes it as it is.
        options: options that are set along with it.
        together: elements without which we cannot play it.
    """

    expansion: str = ""
    sets: tuple[str, ...] = ()
    option: str = ""
    meeple: str = ""
    values: Mapping[object, OptionValue] = field(factory=dict)
    options: Mapping[str, OptionValue] = field(factory=dict)
    together: tuple[str, ...] = ()


# ---------------------------------------------------------------------- set-up
# The oracle offers the phantom after a flight that failed; by default we do not (R19).
_FLIGHTS: Mapping[str, OptionValue] = {"flying_machines.phantom_after_failed_flight": True}

SETS: Mapping[str, Meaning] = {
    "basic:1": Meaning(sets=("base_first_edition",)),
    "basic:2": Meaning(sets=("base_second_edition",), together=("garden",)),
    "flier:1": Meaning("flying_machines", ("flying_machines",), options=_FLIGHTS),
    "flier:2": Meaning(
        "flying_machines",
        ("flying_machines_second_edition",),
        options=_FLIGHTS,
        together=("garden",),
    ),
    "abbey-and-mayor:1": Meaning("abbey_and_mayor", ("abbey_and_mayor",)),
    "abbey-and-mayor:2": Meaning(
        "abbey_and_mayor", ("abbey_and_mayor_second_edition",), together=("garden",)
    ),
    "inns-and-cathedrals:1": Meaning("inns_and_cathedrals", ("inns_and_cathedrals",)),
    "inns-and-cathedrals:2": Meaning(
        "inns_and_cathedrals", ("inns_and_cathedrals_second_edition",), together=("garden",)
    ),
    "river/1:1": Meaning("river", ("river",), options={"river.turning_back": "ahead"}),
    "river/1:2": Meaning(
        "river",
        ("river_second_edition",),
        options={"river.turning_back": "ahead"},
        together=("garden",),
    ),
    "river/2:1": Meaning("river", ("river_two",), options={"river.turning_back": "ahead"}),
    "river/2:2": Meaning(
        "river",
        ("river_two_second_edition",),
        options={"river.turning_back": "ahead"},
        together=("garden",),
    ),
    "traders-and-builders:1": Meaning("traders_and_builders", ("traders_and_builders",)),
    "traders-and-builders:2": Meaning(
        "traders_and_builders", ("traders_and_builders_second_edition",), together=("garden",)
    ),
}
"""Tile sets."""

UNITED: Mapping[frozenset[str], str] = {
    frozenset({"river", "river_two"}): "river_one_and_two",
    frozenset({"river_second_edition", "river_two_second_edition"}): (
        "river_one_and_two_second_edition"
    ),
}
"""Our tile sets that are another one when they are played together."""

ELEMENTS: Mapping[str, Meaning] = {
    "small-follower": Meaning(meeple="follower"),
    "farmers": Meaning(option="farmers"),
    "phantom": Meaning("phantom", meeple="phantom"),
    "abbot": Meaning("abbot", meeple="abbot"),
    "big-follower": Meaning("inns_and_cathedrals", meeple="big_follower"),
    "inn": Meaning("inns_and_cathedrals", option="inns_and_cathedrals.inns"),
    "cathedral": Meaning("inns_and_cathedrals", option="inns_and_cathedrals.cathedrals"),
    "river": Meaning("river"),
    "garden": Meaning(),  # printed on the tiles; only figures that name gardens stand there
    "flier": Meaning("flying_machines", options=_FLIGHTS),
    "mayor": Meaning("abbey_and_mayor", meeple="mayor"),
    "wagon": Meaning("abbey_and_mayor", meeple="wagon"),
    "barn": Meaning("abbey_and_mayor", meeple="barn"),
    "abbey": Meaning(
        "abbey_and_mayor",
        ("abbeys",),
        # The oracle takes no pass for an answer after the last tile; by default we do (M6).
        options={"abbey_and_mayor.last_abbeys": "until_placed"},
    ),
    "builder": Meaning("traders_and_builders", meeple="builder"),
    "pig": Meaning("traders_and_builders", meeple="pig"),
    "traders": Meaning("traders_and_builders", option="traders_and_builders.goods"),
}
"""Figures and things in play."""

ABSENT: Mapping[str, OptionValue] = {
    "small-follower": 0,
    "farmers": False,
    "inn": False,
    "cathedral": False,
    "traders": False,
    **dict.fromkeys(
        ("phantom", "abbot", "big-follower", "mayor", "wagon", "barn", "builder", "pig"), 0
    ),
}
"""The value of an element that is not in play, if its expansion is."""

RULES: Mapping[str, Meaning] = {
    "tiny-city-scoring": Meaning(option="small_city", values={"4": 4, "2": 2}),
    "inn-and-cathedral-final-scoring": Meaning(
        option="inns_and_cathedrals.unfinished", values={"zero": "zero"}
    ),
    "wagon-move": Meaning(option="abbey_and_mayor.wagon_move", values={"C1": "C1", "C2": "C2"}),
    "barn-placement": Meaning(
        option="abbey_and_mayor.barn_placement",
        values={"not-occupied": "unoccupied", "occupied": "occupied"},
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

FIGURE_CHOICES: Mapping[str, str] = {"barn": "build @{x},{y}"}
"""Figures of ours that are not deployed but have an action of their own."""

STEP_CHOICES: Mapping[str, str] = {"wagon": "move {kind} {location} @{x},{y}"}
"""Steps of ours in which a figure is not deployed but moves."""

RETURNS: Mapping[str, str] = {"ABBOT_RETURN": "retrieve {kind} {location} @{x},{y}"}
"""Reasons for which a figure may be taken back."""

PORTS: frozenset[str] = frozenset({"AbbeyEdge"})
"""Features that are only the sides of a tile to us."""

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
    "field.barn-placed": ("field", False),
    "field.barn-connected": ("field", False),
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

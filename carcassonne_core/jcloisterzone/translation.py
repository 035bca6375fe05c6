"""From the oracle's set-up to our rule set, or to the list of what that would need."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from attrs import evolve

from carcassonne_core.errors import CarcassonneError
from carcassonne_core.expansion import OptionValue
from carcassonne_core.jcloisterzone.facts import Setup
from carcassonne_core.jcloisterzone.names import (
    ABSENT,
    CONCERNS,
    ELEMENTS,
    RULES,
    SETS,
    UNITED,
    Meaning,
)
from carcassonne_core.rule_set import RuleSet, installed_expansions

__all__ = ["Translation", "translate"]


class Translation(NamedTuple):
    """Our rules for a recorded game, or None and what we would need in order to play it."""

    rules: RuleSet | None
    needs: tuple[str, ...]


def translate(setup: Setup) -> Translation:
    """Our rules for what a recorded game plays.

    Example:
        >>> start = (("BA/RCr", 0, 0, 0),)
        >>> found = translate(Setup(2, {"basic:1": 1}, {"small-follower": 7}, {}, start))
        >>> found.rules.options["farmers"], dict(found.rules.sets), found.needs
        (False, {'base_first_edition': 1}, ())
        >>> translate(Setup(2, {"basic:1": 1}, {"farmers": True, "tower": 1}, {}, start)).needs
        ('element tower',)
    """
    elements = {name: value for name, value in setup.elements.items() if value}
    setup = evolve(setup, elements=elements)
    needs: list[str] = []
    meanings = list(_meanings(setup, needs))
    expansions = sorted({meaning.expansion for meaning, _ in meanings if meaning.expansion})
    needs += [f"expansion {name}" for name in expansions if name not in installed_expansions()]
    sets: dict[str, int] = {}
    options: dict[str, OptionValue] = {}
    meeples: dict[str, int] = {}
    for name, absent in ABSENT.items():
        meaning = ELEMENTS[name]
        if name not in setup.elements and meaning.expansion in ("", *expansions):
            meanings.append((meaning, absent))
    for meaning, value in meanings:
        options.update(meaning.options)
        if meaning.option:
            assert isinstance(value, str | int | bool | None)
            options[meaning.option] = value
        elif meaning.meeple:
            assert isinstance(value, int)
            meeples[meaning.meeple] = value
        elif isinstance(value, int):
            sets.update(dict.fromkeys(meaning.sets, int(value)))
    for parts, whole in UNITED.items():
        if parts <= sets.keys():
            sets[whole] = min(sets.pop(part) for part in parts)
    if not 1 <= setup.players <= 6:
        needs.append(f"{setup.players} players")
    if [place[1:] for place in setup.start] != [(0, 0, 0)]:
        needs.append("another start than one tile at 0,0")
    if needs:
        return Translation(None, tuple(sorted(needs)))
    asked = {"expansions": expansions, "options": options, "sets": sets, "meeples": meeples}
    try:
        rules = _rules(json.dumps(asked, sort_keys=True), setup.start[0][0])
    except CarcassonneError as error:
        return Translation(None, (str(error),))
    return Translation(rules, ())


@lru_cache(maxsize=16)
def _rules(asked: str, start: str) -> RuleSet:
    """One rule set for all the games that play it: it compiles its tiles once.

    It is asked for as JSON, in which 1 and true are not the same.
    """
    arguments = json.loads(asked)
    rules = RuleSet(**arguments)
    if rules.start.id != start:
        arguments["options"]["start_tile"] = start
        rules = RuleSet(**arguments)
    return rules


def _meanings(setup: Setup, needs: list[str]) -> Iterator[tuple[Meaning, object]]:
    """What each word of the set-up means, with its value in our words; notes what means nothing."""
    for name, copies in setup.sets.items():
        meaning = SETS.get(name)
        if meaning is None:
            needs.append(f"set {name}")
            continue
        without = [element for element in meaning.together if element not in setup.elements]
        needs += [f"set {name} without element {element}" for element in without]
        yield meaning, copies
    told = (
        ("element", ELEMENTS, setup.elements),
        (
            "rule",
            RULES,
            {
                name: value
                for name, value in setup.rules.items()
                if name not in CONCERNS or not setup.elements.keys().isdisjoint(CONCERNS[name])
            },
        ),
    )
    for what, table, values in told:
        for name, value in values.items():
            meaning = table.get(name)
            if meaning is None:
                needs.append(f"{what} {name}")
            elif (
                (meaning.meeple and type(value) is not int)
                or (meaning.option and not isinstance(value, str | int | bool))
                or (meaning.values and value not in meaning.values)
            ):
                needs.append(f"{what} {name} = {value}")
            else:
                yield meaning, meaning.values[value] if meaning.values else value

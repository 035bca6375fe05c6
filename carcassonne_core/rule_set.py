"""What is played: expansions, options and tile sets, with every hook resolved once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import evolve

from carcassonne_core.action import Action, Deploy, Draw, Pass, Place
from carcassonne_core.base_game import BASE_GAME
from carcassonne_core.errors import (
    CarcassonneError,
    ExpansionError,
    OptionError,
    Refusal,
    SetupError,
    UnknownExpansionError,
)
from carcassonne_core.expansion import Expansion, OptionValue
from carcassonne_core.face_table import FaceTable
from carcassonne_core.feature_kind import FeatureKind
from carcassonne_core.hook_table import HookTable
from carcassonne_core.kernel import Kernel
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.rulings import Rulings, load_rulings
from carcassonne_core.tile import MarkType, Tile
from carcassonne_core.tile_set import TileSet, load_tile_set

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from importlib.resources.abc import Traversable

_Value = TypeVar("_Value")

TurnsHere = tuple[int, tuple[tuple[int, tuple[int, ...]], ...]]
"""What may be done in one cell: how many placements with what may follow there are; and the faces
that fit, each with the deployments that are legal on it, as segment * meeples + meeple."""

_ByKind = tuple[tuple[int, ...], ...]
"""For each feature kind's number the numbers of some figures."""

Deployables = dict[int, tuple[_ByKind, _ByKind]]
"""What `RuleSet.deployable` has said, by supply."""

__all__ = ["RuleSet", "installed_expansions"]

ENTRY_POINTS = "carcassonne_core.expansions"
"""Group of entry points under which installed expansions are found."""


@lru_cache(maxsize=1)
def installed_expansions() -> Mapping[str, EntryPoint]:
    """The entry points of the installed expansions, by name; none of them is imported yet.

    Installed is not active: see `RuleSet`.

    Raises:
        ExpansionError: two packages install an expansion of one name.
    """
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=ENTRY_POINTS):
        if found.get(entry.name, entry).value != entry.value or entry.name == BASE_GAME.name:
            raise ExpansionError(f"two installed expansions are called {entry.name!r}")
        found[entry.name] = entry
    return MappingProxyType(dict(sorted(found.items())))


class RuleSet:
    """The rules of a game: which expansions, options and tile sets are played. Immutable.

    The order in which expansions are named never matters: they are kept by name.

    Args:
        expansions: names of installed expansions, or expansions themselves.
        options: values by option name; options of an expansion are written `expansion.option`.
        sets: copies of each tile set; if given, these and no others. Default: what the base game
            and the expansions play by default.
        meeples: how many figures of a kind each player has, where it is not the usual number.

    Raises:
        UnknownExpansionError: an expansion is not installed.
        ExpansionError: two expansions have one name or declare one name twice.
        OptionError: an option is unknown or does not allow its value.
        SetupError: a tile set or a kind of figure is unknown, or not a single tile is left.

    Example:
        >>> rules = RuleSet(["flying_machines"], options={"flying_machines.edition": "C2"})
        >>> rules
        RuleSet(['flying_machines'], options={'flying_machines.edition': 'C2'})
        >>> rules.option("base", "field_scoring")
        'third'
    """

    def __init__(
        self,
        expansions: Iterable[str | Expansion] = (),
        *,
        options: Mapping[str, OptionValue] | None = None,
        sets: Mapping[str, int] | None = None,
        meeples: Mapping[str, int] | None = None,
    ) -> None:
        chosen = [_resolved(expansion) for expansion in _listed(expansions)]
        names = [expansion.name for expansion in chosen]
        for name in names:
            if names.count(name) > 1 or name == BASE_GAME.name:
                raise ExpansionError(f"two expansions are called {name!r}")
        self.expansions: tuple[Expansion, ...] = (
            BASE_GAME,
            *sorted(chosen, key=lambda expansion: expansion.name),
        )
        self._by_name = {expansion.name: expansion for expansion in self.expansions}
        self._options, self._changed = self._read_options(
            _named("option", options or {}, OptionError)
        )
        self.tile_sets: Mapping[str, TileSet] = self._load_sets()
        self.sets: Mapping[str, int] = self._read_sets(
            None if sets is None else _named("tile set", sets, SetupError)
        )
        self.tiles: tuple[Tile, ...] = tuple(
            tile
            for name, copies in self.sets.items()
            for tile, count in self.tile_sets[name].tiles
            for _ in range(count * copies)
        )
        self.stack: tuple[Tile, ...] = tuple(tile for tile in self.tiles if tile.is_drawn)
        if not self.stack:
            raise SetupError("not a single tile to draw: choose at least one tile set")
        self.start: Tile = self._start_tile()
        self._counts = dict(_named("figure", meeples or {}, SetupError))
        self.meeples: tuple[MeepleKind, ...] = self._read_meeples()
        _ = self.action_owners  # two actions of one verb are found now, not in play

    # ------------------------------------------------------------------ set-up
    def _read_options(
        self, given: Mapping[str, OptionValue]
    ) -> tuple[dict[tuple[str, str], OptionValue], dict[str, OptionValue]]:
        declared = {}
        for expansion in self.expansions:
            for option in expansion.options():
                key = (expansion.name, option.name)
                if key in declared:
                    raise ExpansionError(f"{expansion.name} declares option {option.name!r} twice")
                option.check(expansion.name, option.default)
                declared[key] = option
        values = {key: option.default for key, option in declared.items()}
        changed = {}
        for name, value in given.items():
            owner, dot, short = name.rpartition(".")
            key = (owner if dot else BASE_GAME.name, short)
            if key not in declared:
                known = ", ".join(sorted(map(_option_name, declared)))
                raise OptionError(f"no option {name!r}: the options are {known}")
            declared[key].check(key[0], value)
            if value != declared[key].default:
                values[key] = value
                changed[_option_name(key)] = value
        return values, dict(sorted(changed.items()))

    def _load_sets(self) -> Mapping[str, TileSet]:
        kinds: dict[str, FeatureKind] = {}
        marks: dict[str, MarkType] = {}
        for expansion in self.expansions:
            _declare(kinds, expansion, expansion.feature_kinds(), "feature kind")
            # Tiles of two boxes may carry one symbol, e.g. inns.
            _declare(marks, expansion, expansion.mark_types(), "mark type", is_shared=True)
        self.feature_kinds: Mapping[str, FeatureKind] = MappingProxyType(kinds)
        self.mark_types: Mapping[str, MarkType] = MappingProxyType(marks)
        found: dict[str, TileSet] = {}
        for expansion in self.expansions:
            _declare(found, expansion, self._own_sets(expansion), "tile set")
        return MappingProxyType(found)

    def _own_sets(self, expansion: Expansion) -> tuple[TileSet, ...]:
        kinds, marks = tuple(self.feature_kinds.values()), tuple(self.mark_types.values())
        return tuple(_load(cast(Hashable, s), kinds, marks) for s in expansion.tile_sets())

    def _read_sets(self, given: Mapping[str, int] | None) -> Mapping[str, int]:
        default: dict[str, int] = {}
        for expansion in self.expansions:
            default |= expansion.default_sets(self._own_options(expansion))
        chosen = default if given is None else dict(given)
        for name, copies in chosen.items():
            if name not in self.tile_sets:
                known = ", ".join(self.tile_sets)
                raise SetupError(f"no tile set {name!r}: there are {known}")
            if type(copies) is not int or not 0 <= copies <= 20:
                raise SetupError(f"{copies!r} copies of {name}: expected 0 to 20")
        self._chosen_sets = None if given is None or chosen == default else chosen
        return MappingProxyType({name: n for name, n in sorted(chosen.items()) if n})

    def _own_options(self, expansion: Expansion) -> Mapping[str, OptionValue]:
        return {
            name: value for (owner, name), value in self._options.items() if owner == expansion.name
        }

    def _read_meeples(self) -> tuple[MeepleKind, ...]:
        """Every kind of figure; its place here is the kernel's number for it."""
        found: dict[str, MeepleKind] = {}
        for expansion in self.expansions:
            kinds = expansion.meeple_kinds(self._own_options(expansion))
            _declare(found, expansion, kinds, "meeple kind")
        for name, count in list(self._counts.items()):
            if name not in found:
                raise SetupError(f"no figure {name!r}: there are {', '.join(found)}")
            if type(count) is not int or not 0 <= count <= 20:
                raise SetupError(f"{count!r} figures {name} each: expected 0 to 20")
            if count == found[name].count:
                del self._counts[name]
            found[name] = evolve(found[name], count=count)
        return tuple(found.values())

    def _start_tile(self) -> Tile:
        wanted = self.option("base", "start_tile")
        if wanted is None:
            # A set whose tiles are drawn first, e.g. a river, also gives the start.
            sets = [self.tile_sets[name] for name in self.sets]
            starts = [tile_set.tile(tile_set.start) for tile_set in sets if tile_set.start]
            wanted = min(starts, key=lambda tile: tile.pile, default=self.stack[0]).id
        found = next((tile for tile in self.stack if tile.id == wanted), None)
        if found is None:
            raise SetupError(f"start tile {wanted!r} is in none of {', '.join(self.sets)}")
        return found

    # ------------------------------------------------------------------ what it says
    def option(self, owner: str, name: str) -> OptionValue:
        """The value of an option.

        Raises:
            OptionError: there is no such option.
        """
        try:
            return self._options[owner, name]
        except KeyError:
            raise OptionError(f"no option {owner}.{name}") from None

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The options that differ from their defaults."""
        return MappingProxyType(self._changed)

    @property
    def meeple_counts(self) -> Mapping[str, int]:
        """How many figures each player has, of the kinds of which it is not the usual number."""
        return MappingProxyType(self._counts)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the expansions, without the base game."""
        return tuple(expansion.name for expansion in self.expansions[1:])

    def expansion(self, name: str) -> Expansion:
        """An expansion of this rule set by its name.

        Raises:
            UnknownExpansionError: it is not played.
        """
        try:
            return self._by_name[name]
        except KeyError:
            raise UnknownExpansionError(f"expansion {name!r} is not played here") from None

    @cached_property
    def meeple_numbers(self) -> Mapping[str, int]:
        """The kernel's number for each kind of figure."""
        return {meeple.name: number for number, meeple in enumerate(self.meeples)}

    def meeple(self, name: str) -> MeepleKind:
        """A kind of figure by its name.

        Raises:
            CarcassonneError: there is no such figure in this rule set.
        """
        if name not in self.meeple_numbers:
            raise CarcassonneError(
                f"no figure {name!r}: there are {', '.join(self.meeple_numbers)}"
            )
        return self.meeples[self.meeple_numbers[name]]

    @cached_property
    def table(self) -> FaceTable:
        """The tiles of the sets in play, compiled for the kernel."""
        tiles: dict[str, Tile] = {}
        for tile in self.tiles:
            if tiles.setdefault(tile.id, tile) != tile:
                raise ExpansionError(f"two tile sets give tile {tile.id} different faces")
        return FaceTable(tiles.values(), self.feature_kinds.values())

    @cached_property
    def types(self) -> tuple[int, ...]:
        """The kernel's types of the tiles in the stack, the start tile taken out."""
        types = [self.table.type_of[tile.id] for tile in self.stack]
        types.remove(self.table.type_of[self.start.id])
        return tuple(types)

    @cached_property
    def opening(self) -> Kernel:
        """The board with nothing but the start tile on it, for games to copy."""
        kernel = Kernel(self.table, [], list(self.types))
        kernel.open_cell(0)
        kernel.place(0, 4 * self.table.type_of[self.start.id])
        return kernel

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        """For each of the kernel's types the action of drawing it."""
        return tuple(Draw(tile.id) for tile in self.table.tiles)

    @cached_property
    def hooks(self) -> HookTable:
        """Who answers which hook."""
        asked = tuple(e for e in self.expansions if not e.needs_pieces or self._has_pieces(e))
        return HookTable(asked, self.table, self.meeples)

    def _has_pieces(self, expansion: Expansion) -> bool:
        """Whether tiles, figures, symbols or feature kinds of an expansion are in play."""
        figures = {kind.name for kind in expansion.meeple_kinds(self._own_options(expansion))}
        if any(meeple.count and meeple.name in figures for meeple in self.meeples):
            return True
        own = {tile.id for source in self._own_sets(expansion) for tile, _ in source.tiles}
        marks = {mark.name for mark in expansion.mark_types()}
        kinds = {kind.name for kind in expansion.feature_kinds()}
        return any(
            tile.id in own
            or any(mark.type in marks for mark in tile.marks)
            or any(
                segment.kind.name in kinds or any(mark.type in marks for mark in segment.marks)
                for segment in tile.segments
            )
            for tile in self.table.tiles
        )

    @cached_property
    def piles(self) -> tuple[int, ...] | None:
        """For each of the kernel's types the pile from which it is drawn, lowest first; None if
        all tiles are in one."""
        piles = tuple(tile.pile for tile in self.table.tiles)
        return piles if len(set(piles)) > 1 else None

    @cached_property
    def pile_order(self) -> tuple[int, ...]:
        """The piles of the tiles to be drawn, one after the other; empty if there is but one."""
        piles = self.piles
        return () if piles is None else tuple(sorted(piles[tile] for tile in self.types))

    @cached_property
    def pile_types(self) -> Mapping[int, frozenset[int]]:
        """The kernel's types in each pile."""
        piles = () if self.piles is None else self.piles
        return {pile: frozenset(t for t, p in enumerate(piles) if p == pile) for pile in set(piles)}

    @cached_property
    def last_pile(self) -> int:
        """How many tiles are in the pile that is drawn last."""
        if self.piles is None:
            return len(self.types)
        piles = [self.piles[tile] for tile in self.types]
        return piles.count(max(piles))

    @cached_property
    def own_followers(self) -> tuple[frozenset[int], ...]:
        """For each of six seats the kernel's numbers of its followers."""
        count = len(self.meeples)
        numbers = [n for n, meeple in enumerate(self.meeples) if meeple.is_follower]
        return tuple(frozenset(seat * count + n for n in numbers) for seat in range(6))

    def deployable(self, supply: int) -> tuple[_ByKind, _ByKind]:
        """For each feature kind's number the figures out of a supply that an ordinary deployment
        may put there if it is unoccupied, and those that join a follower of their player; without
        those that some expansion judges each time. Both are empty if nothing is in supply.

        Args:
            supply: a bit for each kind of figure that is in supply, the first kind's lowest.
        """
        standing, joining = (
            tuple(tuple(n for n in numbers if supply >> n & 1) for numbers in kinds)
            for kinds in (self._standing, self._joining)
        )
        found = self.deployables[supply] = (standing, joining) if supply else ((), ())
        return found

    @cached_property
    def deployables(self) -> Deployables:
        """What `deployable` has said so far, by supply."""
        return {}

    @cached_property
    def ordinary_turns(self) -> dict[tuple[int, int], dict[tuple[int, int], TurnsHere]]:
        """What may be placed and then deployed in a cell where only the base game has a say, as far
        as anybody has asked: by supply and type, and then by signature and what is met there, see
        `FaceTable.met_by`."""
        return {}

    @cached_property
    def _standing(self) -> _ByKind:
        return self._by_kind(joins_followers=False)

    @cached_property
    def _joining(self) -> _ByKind:
        return self._by_kind(joins_followers=True)

    def _by_kind(self, *, joins_followers: bool) -> _ByKind:
        farmers = self.option("base", "farmers")
        return tuple(
            tuple(
                number
                for number, meeple in enumerate(self.meeples)
                if meeple.can_stand_on(kind)
                and meeple.joins_followers is joins_followers
                and (farmers or kind.name != "field")
                and number not in self.hooks.judged_meeples
            )
            for kind in self.table.feature_kinds
        )

    @cached_property
    def action_owners(self) -> Mapping[type[Action], Expansion]:
        """The expansion to which each type of action belongs."""
        verbs = {action.verb: "base" for action in (Draw, Place, Deploy, Pass)}
        owners: dict[type[Action], Expansion] = dict.fromkeys(
            (Draw, Place, Deploy, Pass), BASE_GAME
        )
        for expansion in self.expansions:
            for action in expansion.action_types():
                if action.verb in verbs:
                    raise ExpansionError(
                        f"{expansion.name} and {verbs[action.verb]} both declare "
                        f"an action {action.verb!r}"
                    )
                verbs[action.verb] = expansion.name
                owners[action] = expansion
        return owners

    @cached_property
    def actions_by_verb(self) -> Mapping[str, type[Action]]:
        """The type of action that each verb begins."""
        return {action.verb: action for action in self.action_owners}

    # ------------------------------------------------------------------ rulings
    def rulings(self, owner: str) -> Rulings:
        """The numbered rules of an expansion (`"base"` for the base game).

        Raises:
            UnknownExpansionError: it is not played.
            ExpansionError: it has none.
        """
        source = self.expansion(owner).rulings()
        if source is None:
            raise ExpansionError(f"expansion {owner!r} ships no rulings")
        return load_rulings(source, owner)

    def explain(self, refusal: Refusal, language: str = "en") -> str:
        """A refusal as a sentence, in English (`"en"`) or Spanish (`"es"`).

        One for which its owner ships no text reads as its code and facts: a forgotten text must
        not hide why an action was refused.
        """
        owner = self._by_name.get(refusal.owner)
        if owner is None or owner.rulings() is None:
            return str(refusal)
        own = self.rulings(refusal.owner)
        if refusal.code not in own.codes:
            return str(refusal)
        others = [self.rulings(e.name) for e in self.expansions if e.rulings() is not None]
        return own.explain(refusal, language, others)

    # ------------------------------------------------------------------ value
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleSet):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        types = tuple((expansion.name, type(expansion)) for expansion in self.expansions)
        chosen = self._changed, self.sets, self._counts
        return types, *(tuple(values.items()) for values in chosen)

    def __repr__(self) -> str:
        parts = [repr(list(self.names))] if self.names else []
        if self._changed:
            parts.append(f"options={self._changed!r}")
        if self._chosen_sets is not None:
            parts.append(f"sets={self._chosen_sets!r}")
        if self._counts:
            parts.append(f"meeples={self._counts!r}")
        return f"RuleSet({', '.join(parts)})"


def _named(
    what: str, given: Mapping[str, _Value], error: type[CarcassonneError]
) -> Mapping[str, _Value]:
    """What somebody chose by names, in the order of the names.

    Raises:
        CarcassonneError: of the given type, if it is no mapping of texts.
    """
    if not isinstance(given, Mapping):
        raise error(f"{what}s = {given!r}: expected values by name")
    for name in given:
        if not isinstance(name, str):
            raise error(f"no {what} {name!r}: expected a name")
    return dict(sorted(given.items()))


def _listed(expansions: Iterable[str | Expansion]) -> list[str | Expansion]:
    if isinstance(expansions, str):
        raise UnknownExpansionError(f"expected a list of expansions, got the text {expansions!r}")
    return list(expansions)


def _resolved(expansion: str | Expansion) -> Expansion:
    if isinstance(expansion, Expansion):
        return expansion
    installed = installed_expansions()
    if not isinstance(expansion, str) or expansion not in installed:
        known = ", ".join(installed) or "none"
        raise UnknownExpansionError(f"no expansion {expansion!r} is installed; there are {known}")
    try:
        found = installed[expansion].load()
    except (ImportError, AttributeError) as error:
        value = installed[expansion].value
        raise ExpansionError(
            f"expansion {expansion!r} ({value}) cannot be loaded: {error}"
        ) from error
    if not isinstance(found, Expansion) or found.name != expansion:
        value = installed[expansion].value
        raise ExpansionError(f"entry point {value} is not an expansion called {expansion!r}")
    return found


def _option_name(key: tuple[str, str]) -> str:
    owner, name = key
    return name if owner == BASE_GAME.name else f"{owner}.{name}"


def _declare(
    found: dict[str, Any],
    owner: Expansion,
    values: Iterable[Any],
    what: str,
    *,
    is_shared: bool = False,
) -> None:
    """Adds what an expansion declares; `is_shared` things may be declared twice if alike."""
    for value in values:
        if value.name in found and not (is_shared and found[value.name] == value):
            raise ExpansionError(f"{owner.name} declares {what} {value.name!r} a second time")
        found[value.name] = value


@cache
def _load(source: Hashable, kinds: tuple[FeatureKind, ...], marks: tuple[MarkType, ...]) -> TileSet:
    return load_tile_set(
        cast("Traversable", source),
        {kind.name: kind for kind in kinds},
        {mark.name: mark for mark in marks},
    )

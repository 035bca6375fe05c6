"""What an expansion says when a rule set is made, looked at before any game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from inspect import isabstract
from typing import Any

from carcassonne_core.action import Action
from carcassonne_core.expansion import Expansion, Option, OptionValue
from carcassonne_core.feature_kind import FeatureKind
from carcassonne_core.meeple import MeepleKind
from carcassonne_core.rule_set import RuleSet
from carcassonne_core.testing.expansion_report import Notebook
from carcassonne_core.testing.frozen_value import is_frozen_class, mutable_part
from carcassonne_core.testing.rule_texts import check_texts
from carcassonne_core.tile import MarkType
from carcassonne_core.tile_set import lint_tile_set
from carcassonne_core.turn import Slot

__all__ = ["check_data", "claims_pieces", "default_options"]


def check_data(notebook: Notebook, expansion: Expansion, plain: RuleSet) -> bool:
    """Enters every fault of an expansion's data; whether it makes sense to go on to a game.

    Args:
        notebook: where they are entered.
        expansion: the expansion.
        plain: the rules without it.
    """
    before = len(notebook.findings)
    _check_attributes(notebook, expansion)
    _ = _answer(notebook, expansion, "options")
    if len(notebook.findings) > before:
        return False
    answers = {hook: _answer(notebook, expansion, hook) for hook in (*_SEVERAL, *_ONE)}
    if len(notebook.findings) > before:
        return False
    _check_names(notebook, expansion, plain)
    _check_action_types(notebook, answers["action_types"])
    _check_tile_sets(notebook, expansion, plain)
    check_texts(notebook, expansion)
    part = mutable_part(answers["new_state"], "the state")
    if part:
        notebook.enter("state_not_frozen", "hook new_state", f"{part}: expected a frozen value")
    if expansion.needs_pieces and not claims_pieces(expansion):
        what = "it needs_pieces, but declares no tiles, figures, symbols or features"
        notebook.enter("never_asked", "needs_pieces", what)
    has_slots = type(expansion).at_slot is not Expansion.at_slot
    if has_slots and not expansion.slots:
        notebook.enter("never_asked", "hook at_slot", "it is overridden, but `slots` is empty")
    return not any(code == "tile_set" for code, _ in notebook.findings)


def default_options(expansion: Expansion) -> Mapping[str, OptionValue]:
    """Its options as they are if nobody chooses, by name."""
    return {option.name: option.default for option in expansion.options()}


def claims_pieces(expansion: Expansion) -> bool:
    """Whether it brings tiles, figures, symbols or kinds of features."""
    brought: tuple[Iterable[object], ...] = (
        expansion.tile_sets(),
        expansion.meeple_kinds(default_options(expansion)),
        expansion.mark_types(),
        expansion.feature_kinds(),
    )
    return any(tuple(things) for things in brought)


# ------------------------------------------------------------------------------------ types


def _is_source(value: object) -> bool:
    return hasattr(value, "read_text") and isinstance(value, Hashable)


_SEVERAL: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "tile_sets": ("files, e.g. of importlib.resources", _is_source),
    "feature_kinds": ("FeatureKinds", lambda value: isinstance(value, FeatureKind)),
    "meeple_kinds": ("MeepleKinds", lambda value: isinstance(value, MeepleKind)),
    "mark_types": ("MarkTypes", lambda value: isinstance(value, MarkType)),
    "options": ("Options", lambda value: isinstance(value, Option)),
    "action_types": (
        "classes of Actions",
        lambda value: isinstance(value, type) and issubclass(value, Action),
    ),
}
"""For each hook that returns several things what they are."""

_ONE: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "default_sets": (
        "numbers of copies by the name of a tile set",
        lambda value: (
            isinstance(value, Mapping)
            and all(isinstance(k, str) and type(n) is int for k, n in value.items())
        ),
    ),
    "rulings": ("a file or None", lambda value: value is None or _is_source(value)),
    "texts": ("a file or None", lambda value: value is None or _is_source(value)),
    "new_state": ("anything frozen", lambda value: True),
}
"""For each hook that returns one thing what it is."""

_GIVEN_OPTIONS = frozenset({"default_sets", "meeple_kinds"})


def _answer(notebook: Notebook, expansion: Expansion, hook: str) -> Any:
    try:
        given = (default_options(expansion),) if hook in _GIVEN_OPTIONS else ()
        answer = getattr(expansion, hook)(*given)
        parts = tuple(answer) if hook in _SEVERAL and isinstance(answer, Iterable) else ()
    except Exception as error:
        text = f"raised {type(error).__name__}: {error}"
        notebook.enter("hook_raises", f"hook {hook}", text)
        return ()
    notebook.asked += 1
    wanted, is_right = _SEVERAL.get(hook) or _ONE[hook]
    if hook in _ONE:
        if not is_right(answer):
            notebook.enter("wrong_type", f"hook {hook}", f"returned {answer!r}: expected {wanted}")
        return answer
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        notebook.enter("wrong_type", f"hook {hook}", f"returned {answer!r}: expected {wanted}")
    for part in parts:
        if not is_right(part):
            what = f"returned {part!r} among others: expected {wanted}"
            notebook.enter("wrong_type", f"hook {hook}", what)
    return parts


def _check_attributes(notebook: Notebook, expansion: Expansion) -> None:
    """The class attributes: the name, and the filters of the hooks."""
    name = getattr(expansion, "name", None)
    if not isinstance(name, str) or not name.isidentifier():
        notebook.enter("wrong_type", "name", f"is {name!r}: expected a word like a Python name")
    for attribute in Expansion.__annotations__:
        value = getattr(expansion, attribute, None)
        if attribute == "name":
            continue
        if isinstance(getattr(Expansion, attribute, None), bool):
            is_right, wanted = isinstance(value, bool), "True or False"
        elif attribute == "slots":
            is_right = isinstance(value, frozenset) and all(isinstance(s, Slot) for s in value)
            wanted = "a frozenset of Slots"
        else:
            is_right = value is None or (
                isinstance(value, frozenset) and all(isinstance(word, str) for word in value)
            )
            wanted = "a frozenset of names, or None"
        if not is_right:
            notebook.enter("wrong_type", attribute, f"is {value!r}: expected {wanted}")


# ------------------------------------------------------------------------------------ contents


def _check_names(notebook: Notebook, expansion: Expansion, plain: RuleSet) -> None:
    """Nothing that it declares has a name that is taken, or one name twice."""
    options = default_options(expansion)
    taken: dict[str, tuple[Iterable[Any], set[str]]] = {
        "meeple_kinds": (expansion.meeple_kinds(options), {m.name for m in plain.meeples}),
        "feature_kinds": (expansion.feature_kinds(), set(plain.feature_kinds)),
        "mark_types": (_new_marks(expansion, plain), set(plain.mark_types)),
        "options": (expansion.options(), set()),
    }
    if expansion.name in [other.name for other in plain.expansions]:
        notebook.enter("name_taken", "name", f"another expansion is called {expansion.name!r}")
    for hook, (things, names) in taken.items():
        for thing in things:
            if thing.name in names:
                what = f"{thing.name!r} is taken already, or declared twice"
                notebook.enter("name_taken", f"hook {hook}", what)
            names.add(thing.name)
    verbs = {kind.verb for kind in plain.action_owners}
    for kind in expansion.action_types():
        verb = getattr(kind, "verb", None)
        if verb in verbs:
            what = f"the verb {verb!r} of {kind.__name__} is taken already, or declared twice"
            notebook.enter("name_taken", "hook action_types", what)
        verbs.add(str(verb))


def _check_action_types(notebook: Notebook, kinds: Iterable[type[Action]]) -> None:
    for kind in kinds:
        subject = f"action {kind.__name__}"
        verb = getattr(kind, "verb", None)
        if not isinstance(verb, str) or verb.split() != [verb]:
            notebook.enter("wrong_type", subject, f"its verb is {verb!r}: expected one word")
        if isabstract(kind):
            missing = ", ".join(sorted(kind.__abstractmethods__))
            notebook.enter("wrong_type", subject, f"it lacks {missing}")
        elif not is_frozen_class(kind):
            what = "it can be changed: expected a class decorated by attrs.frozen"
            notebook.enter("action_not_frozen", subject, what)


def _new_marks(expansion: Expansion, plain: RuleSet) -> list[MarkType]:
    """Its symbols but for those that others declare just alike, which is allowed."""
    known = plain.mark_types
    return [mark for mark in expansion.mark_types() if known.get(mark.name) != mark]


def _check_tile_sets(notebook: Notebook, expansion: Expansion, plain: RuleSet) -> None:
    kinds = {**plain.feature_kinds, **{kind.name: kind for kind in expansion.feature_kinds()}}
    marks = {**plain.mark_types, **{mark.name: mark for mark in expansion.mark_types()}}
    for source in expansion.tile_sets():
        for fault in lint_tile_set(source, kinds, marks):
            place = ", ".join(filter(None, (fault.tile, fault.where)))
            subject = f"tile set {getattr(source, 'name', source)}, {place}"
            notebook.enter("tile_set", subject, fault.reason)

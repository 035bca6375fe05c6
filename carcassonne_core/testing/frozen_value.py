"""Is a value frozen through and through, and has it stayed what it was?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from inspect import getattr_static, isroutine
from pathlib import PurePath
from types import MappingProxyType
from typing import Any

from attrs import fields, has
from attrs.exceptions import FrozenError

from carcassonne_core.expansion import Expansion

__all__ = ["is_frozen_class", "memory", "mutable_part", "picture"]

_ATOMS = (int, float, complex, str, bytes, bool, Fraction, Enum, type, PurePath, type(None))

_NO_MEMORY = (frozenset, property, cached_property, type)
"""What a class may hold without remembering anything by it."""


def is_frozen_class(kind: type) -> bool:
    """Whether a class is a frozen attrs class: its values refuse to be changed."""
    if not has(kind):
        return False
    names = [field.name for field in fields(kind)]
    try:
        setattr(object.__new__(kind), names[0] if names else "anything", None)
    except FrozenError:
        return True
    except (AttributeError, TypeError):
        return False
    return False


def mutable_part(value: object, path: str = "it") -> str | None:
    """Names the first part of a value that can be changed; None if there is none.

    Example:
        >>> mutable_part((1, frozenset({"a"}))) is None
        True
        >>> mutable_part((1, ["a"]))
        'it[1] is a list'
    """
    if isinstance(value, _ATOMS):
        return None
    if isinstance(value, tuple | frozenset):
        parts = enumerate(value)
        return next(filter(None, (mutable_part(v, f"{path}[{n}]") for n, v in parts)), None)
    kind: Any = type(value)
    name_of_kind: str = kind.__name__
    if isinstance(value, MappingProxyType):
        return f"{path} is a view of a dict, which can be changed"
    if is_frozen_class(kind):
        attributes = ((field.name, getattr(value, field.name)) for field in fields(kind))
    elif is_dataclass(kind) and getattr(kind, "__dataclass_params__").frozen:  # noqa: B009
        attributes = ((name, getattr(value, name)) for name in kind.__dataclass_fields__)
    else:
        return f"{path} is a {name_of_kind}"
    found = (mutable_part(part, f"{path}.{name}") for name, part in attributes)
    return next(filter(None, found), None)


def picture(value: object, seen: tuple[int, ...] = ()) -> object:
    """A value that is equal to an earlier picture as long as the thing shown has not changed."""
    if isinstance(value, _ATOMS):
        return value
    if id(value) in seen:
        return "itself"
    seen = (*seen, id(value))
    if isinstance(value, Mapping):
        pairs = [(picture(k, seen), picture(v, seen)) for k, v in value.items()]
        return type(value).__name__, tuple(pairs)
    if isinstance(value, tuple | list):
        return type(value).__name__, tuple(picture(part, seen) for part in value)
    if isinstance(value, set | frozenset):
        return type(value).__name__, tuple(sorted(repr(picture(part, seen)) for part in value))
    if isroutine(value):
        return id(value)
    own = getattr(value, "__dict__", None)
    parts: list[Any] = [type(value).__name__, repr(value)]
    kind: Any = type(value)
    if has(kind):
        names = [field.name for field in fields(kind)]
        parts += [(name, picture(getattr(value, name, None), seen)) for name in names]
    if own:
        parts.append(picture(own, seen))
    return tuple(parts)


def memory(expansion: Expansion) -> object:
    """A picture of all that an expansion object holds, and of the data of its classes.

    What a `cached_property` keeps is no memory of a game and left aside.
    """
    kind = type(expansion)
    own = {
        name: value
        for name, value in vars(expansion).items()
        if not isinstance(getattr_static(kind, name, None), cached_property)
    }
    shared = {
        f"{above.__qualname__}.{name}": value
        for above in kind.__mro__
        if above not in (Expansion, object)
        for name, value in vars(above).items()
        if name[:2] != "__" and not isinstance(value, _NO_MEMORY) and not isroutine(value)
    }
    slots = [
        (name, getattr(expansion, name, None))
        for above in kind.__mro__
        for name in getattr(above, "__slots__", ())
        if not name.startswith("__")
    ]
    return picture((own, shared, slots))

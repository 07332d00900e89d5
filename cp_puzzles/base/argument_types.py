"""Types of arguments of public functions, checked at the door: a value of a wrong type is named in one sentence."""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, wraps
from inspect import isclass, signature
from types import SimpleNamespace, UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

P = ParamSpec("P")
R = TypeVar("R")


def typed(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a public function: it raises `TypeError` for an argument that is not of the type of its parameter.

    >>> @typed
    ... def doubled(text: str) -> str:
    ...     return 2 * text
    >>> doubled(5)
    Traceback (most recent call last):
        ...
    TypeError: doubled(): text must be of type str, not int
    """

    @wraps(function)
    def call(*arguments: P.args, **keywords: P.kwargs) -> R:
        refuse_types(function, signature(function).bind(*arguments, **keywords).arguments)
        return function(*arguments, **keywords)

    return call


def refuse_types(function: Callable[..., Any], arguments: Mapping[str, Any]) -> None:
    """Raise `TypeError` for the first of the arguments of a function that is not of the type of its parameter."""
    types = _types_of(function)
    for name, value in arguments.items():
        if name in types and not _is_of(value, types[name]):
            shown = ", ".join(dict.fromkeys(_names(types[name])))
            name_of_function = getattr(function, "__name__", "it")
            raise TypeError(f"{name_of_function}(): {name} must be of type {shown}, not {type(value).__name__}")


@cache
def _types_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of the parameters, except of those that name what is imported for type checkers only."""
    types = {}
    for name, each in signature(function).parameters.items():
        if each.kind is not each.VAR_KEYWORD and each.annotation is not each.empty:
            holder = SimpleNamespace(__annotations__={name: each.annotation})
            with suppress(NameError):
                hint = get_type_hints(holder, getattr(function, "__globals__", {}))[name]
                types[name] = tuple[hint, ...] if each.kind is each.VAR_POSITIONAL else hint  # type: ignore[valid-type]
    return types


def _is_of(value: Any, annotation: Any) -> bool:
    """Return whether a value, or each element of a list, has a type; types of other kinds are not checked."""
    origin = get_origin(annotation)
    if annotation is Any:
        return True
    if origin in (Union, UnionType):
        return any(_is_of(value, part) for part in get_args(annotation))
    if origin is collections.abc.Callable:
        return callable(value)
    if origin in (collections.abc.Iterable, collections.abc.Sequence, collections.abc.Collection, list, tuple):
        elements = value if isinstance(value, list | tuple) else ()
        part = next(iter(get_args(annotation)), Any)
        return isinstance(value, origin) and all(_is_of(each, part) for each in elements)
    kind = annotation if origin is None else origin
    if annotation is None:
        return value is None
    if annotation is float:
        return isinstance(value, int | float)
    if not isclass(kind) or getattr(kind, "_is_protocol", False):
        return True
    return isinstance(value, kind)


def _names(annotation: Any) -> list[str]:
    """Return the names of the types in an annotation."""
    if get_origin(annotation) in (Union, UnionType):
        return [name for part in get_args(annotation) for name in _names(part)]
    name = getattr(get_origin(annotation) or annotation, "__name__", str(annotation))
    parts = [part for part in get_args(annotation) if isclass(part)]
    return ["None" if name == "NoneType" else f"{name}[{parts[0].__name__}]" if len(parts) == 1 else name]

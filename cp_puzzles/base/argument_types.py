"""Types of arguments of public functions, checked at the door: a value of a wrong type is named in one sentence."""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, wraps
from inspect import BoundArguments, Signature, isclass, signature
from numbers import Integral, Real
from types import SimpleNamespace, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from cp_puzzles.base.option_types import one_of, refusal
from cp_puzzles.base.suggestions import suggestion
from cp_puzzles.errors import ArgumentError

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
    cp_puzzles.errors.ArgumentError: doubled(): text must be of type str, not int
    """

    @wraps(function)
    def call(*arguments: P.args, **keywords: P.kwargs) -> R:
        refuse_types(function, bound_arguments(function, signature(function), arguments, keywords).arguments)
        return function(*arguments, **keywords)

    return call


def bound_arguments(
    function: Callable[..., Any], shown: Signature, arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> BoundArguments:
    """Return the arguments of a call by name; raise `ArgumentError` with the function and the nearest keyword."""
    try:
        return shown.bind(*arguments, **keywords)
    except TypeError as error:
        called = getattr(function, "__name__", "it")
        for name in keywords:
            if name not in shown.parameters and (near := suggestion(name, shown.parameters, "")):
                raise ArgumentError(f"{called}() has no keyword {name!r}; {near}") from None
        raise ArgumentError(f"{called}(): {error}") from None


def refuse_types(function: Callable[..., Any], arguments: Mapping[str, Any]) -> None:
    """Raise `ArgumentError` for the first of the arguments of a function that is not of the type of its parameter.

    A text that is not one of the names of its parameter is a `MistakeError` with these names.
    """
    types = _types_of(function)
    for name, value in arguments.items():
        annotation = types.get(name)
        if get_origin(annotation) is Literal and isinstance(value, str) and value not in get_args(annotation):
            raise refusal(name, value, one_of(*get_args(annotation)))
        if name in types and not _is_of(value, annotation):
            if get_origin(annotation) is tuple and isinstance(value, tuple):
                annotation = get_args(annotation)[0]
                value = next(each for each in value if not _is_of(each, annotation))
            shown = ", ".join(dict.fromkeys(_names(annotation)))
            called = getattr(function, "__qualname__", "it").removesuffix(".__init__").rpartition(".")[2]
            raise ArgumentError(f"{called}(): {name} must be of type {shown}, not {type(value).__name__}")


def listed(values: Any) -> Any:
    """Return the elements of an iterator as a list, so that their types can be checked; return any other value."""
    return list(values) if isinstance(values, Iterator) else values


def each_of(kind: type[R], name: str, values: Iterable[Any]) -> Iterator[R]:
    """Yield the values of an argument; raise `ArgumentError` for the first that is not of a type."""
    for value in values:
        if not isinstance(value, kind):
            raise ArgumentError(f"{name}: each must be of type {kind.__name__}, not {type(value).__name__}")
        yield value


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


_LISTS = (collections.abc.Iterable, collections.abc.Sequence, collections.abc.Collection, list, tuple)


def _is_of(value: Any, annotation: Any) -> bool:
    """Return whether a value, or each element of a collection, has a type; types of other kinds are not checked."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if annotation is Any:
        return True
    if origin in (Union, UnionType):
        return any(_is_of(value, part) for part in parts)
    if origin is Literal:
        return type(value) in {type(part) for part in parts}  # a wrong name is refused with the names there are
    if origin is collections.abc.Callable:
        return callable(value)
    if origin in _LISTS:
        # the elements of an iterator are checked where they are used
        elements = value if isinstance(value, collections.abc.Collection) else ()
        part = next(iter(parts), Any)
        is_text = isinstance(value, str) and part is str  # a letter is a text, so its elements have no end
        return isinstance(value, origin) and (is_text or all(_is_of(each, part) for each in elements))
    kind = annotation if origin is None else origin
    if annotation is None:
        return value is None
    if annotation in (int, float):
        return isinstance(value, Integral if annotation is int else Real) and not isinstance(value, bool)
    if not isclass(kind) or getattr(kind, "_is_protocol", False):
        return True
    return isinstance(value, kind)


def _names(annotation: Any) -> list[str]:
    """Return the names of the types in an annotation."""
    if get_origin(annotation) in (Union, UnionType):
        return [name for part in get_args(annotation) for name in _names(part)]
    if get_origin(annotation) is Literal:
        return [type(part).__name__ for part in get_args(annotation)]
    name = getattr(get_origin(annotation) or annotation, "__name__", str(annotation))
    parts = [part for part in get_args(annotation) if isclass(part)]
    return ["None" if name == "NoneType" else f"{name}[{parts[0].__name__}]" if len(parts) == 1 else name]

"""Types of values: what an option or an argument accepts, in Python and as a text of the command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from inspect import signature
from math import inf, isfinite, nextafter
from numbers import Real
from typing import Any, SupportsIndex, SupportsInt, TypeVar, cast

from cp_puzzles.base.file_access import writable_path
from cp_puzzles.base.memory import read_size
from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import ArgumentError, MistakeError, Parameter, Wording

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


@dataclass(frozen=True)
class ValueType:
    """A type of values: a placeholder for help texts, a description for messages, and functions that read a value.

    `names` are the values, if they are a few names, or the elements of a value that `is_list`. `python` is the
    description for users of Python, if their values have other forms. A function refuses a value by a `ValueError`, a
    `TypeError` or an `ArithmeticError`.
    """

    metavar: str
    description: str
    read: Callable[[Any], Any] = lambda value: value
    typed: Callable[[Any], Any] = lambda value: value
    names: tuple[str, ...] = ()
    python: str = ""
    is_list: bool = False


def checked(name: str, value: Any, kind: ValueType, *, typed: bool = False) -> Any:
    """Return the value of a type that a value means; raise `MistakeError` if the parameter `name` cannot have it.

    A `typed` value is a text of the command line. Of several texts the first wrong one is named.

    >>> checked("memory", "4GB", BYTES), checked("limit", "3", POSITIVE_INT, typed=True)
    (4000000000, 3)
    >>> checked("limit", "3", POSITIVE_INT)
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: limit='3': must be a whole number, at least 1
    """
    try:
        return kind.read(kind.typed(value) if typed else value)
    except (ValueError, TypeError, ArithmeticError, RecursionError):
        if typed and isinstance(value, tuple) and len(value) > 1:
            for each in value:
                checked(name, (each,), kind, typed=True)
        raise refusal(name, value, kind) from None


def refusal(name: str, value: Any, kind: ValueType) -> MistakeError:
    """Return the error for a value that a parameter cannot have, with the nearest allowed names.

    >>> print(refusal("engine", "cpsat", one_of("cp-sat", "frontier")))
    engine='cpsat': must be one of cp-sat, frontier; did you mean 'cp-sat'?
    """
    if kind.is_list and isinstance(value, str | list | tuple):
        parts = value.split(",") if isinstance(value, str) else value
        return refusal(name, next((part for part in parts if part not in kind.names), value), one_of(*kind.names))
    remedy = suggestion(value, kind.names, "") if isinstance(value, str) else ""
    description = Wording(kind.python or kind.description, kind.description)
    return MistakeError(Parameter(name, value), ("must be ", description), remedy)


def check_type(argument: str, value: object, *types: Any) -> None:
    """Raise `ArgumentError` if an argument is of none of some types.

    >>> check_type("doubled(): text", 5, str)
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.ArgumentError: doubled(): text must be of type str, not int
    """
    if not isinstance(value, types):
        names = " or ".join(each.__name__ for each in types)
        raise ArgumentError(f"{argument} must be of type {names}, not {type(value).__name__}")


def each_of(kind: type[T], argument: str, values: Iterable[Any]) -> Iterator[T]:
    """Yield the values of an argument; raise `ArgumentError` for the first that is not of a type."""
    check_type(argument, values, Iterable)
    for value in values:
        check_type(f"{argument}: each", value, kind)
        yield value


def of_type(kind: Any, value: Any) -> Any:
    """Return a value; raise `ValueError` unless it is of a type."""
    if not isinstance(value, kind):
        raise ValueError
    return value


plain_text: Callable[[Any], str] = partial(of_type, str)
"""Return a text; raise `ValueError` for any other value."""


def suggesting(function: F) -> F:
    """Return a function that raises `ArgumentError` with the nearest name for a keyword that it does not have."""
    name, accepted = function.__name__, [*signature(function).parameters]

    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        for keyword in keywords:
            if keyword not in accepted:
                remedy = suggestion(keyword, accepted, f"{name} has {', '.join(accepted)}")
                raise ArgumentError(f"{name}() has no keyword {keyword!r}; {remedy}")
        return function(*arguments, **keywords)

    return cast(F, call)


def one_of(*names: str, metavar: str = "") -> ValueType:
    """Return the type of a few names."""

    def read(value: Any) -> Any:
        return names[names.index(plain_text(value))]

    return ValueType(metavar or "|".join(names), f"one of {', '.join(names)}", read, names=names)


def some_of(*names: str) -> ValueType:
    """Return the type of lists of a few names; a text has commas between them.

    >>> checked("choose", "given,holes", some_of("given", "holes", "pieces"))
    ('given', 'holes')
    """

    def read(value: Any) -> tuple[str, ...]:
        return tuple(map(one_of(*names).read, value.split(",") if isinstance(value, str) else value))

    return ValueType("A,B", f"one or more of {', '.join(names)}", read, names=names, is_list=True)


def range_of(*names: str, metavar: str) -> ValueType:
    """Return the type of ranges A..B of a few ordered names, or one of them.

    >>> checked("grade", "low..middle", range_of("low", "middle", "high", metavar="GRADE"))
    ('low', 'middle')
    """

    def read(value: Any) -> tuple[str, str]:
        of_type(str | list | tuple, value)
        first, separator, last = value.partition("..") if isinstance(value, str) else (*value[:1], "..", *value[1:])
        last = last if separator else first
        if names.index(first) > names.index(last):
            raise ValueError
        return first, last

    description = f"one of {', '.join(names)}, or a range from an earlier to a later one, such as "
    return ValueType(metavar, f"{description}{names[0]}..{names[1]}", read)


def _integer(value: Any, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, SupportsInt | SupportsIndex):
        raise ValueError
    number = int(value)
    if number != value or number < least:
        raise ValueError
    return number


def bounded_number(metavar: str, description: str, least: float, most: float = inf) -> ValueType:
    """Return the type of numbers between two."""

    def read(value: Any) -> float:
        if isinstance(value, bool) or not isfinite(of_type(Real, value)) or not least <= value <= most:
            raise ValueError
        return float(value)

    return ValueType(metavar, description, read, float)


def _path(value: Any) -> Any:
    """Return the name of a file; raise `ValueError` if the system cannot have such a name."""
    if not os.fsencode(value) or b"\0" in os.fsencode(value):
        raise ValueError
    return value


def _printable(value: Any) -> str:
    if not (plain_text(value).isprintable() and value):
        raise ValueError
    return str(value)


def setting(text: str) -> tuple[str, bool | int | str]:
    """Return the name of a setting and its value: the Boolean or the integer that a text means, else the text.

    >>> setting("presolve=on"), setting("depth=4"), setting("order=fill")
    (('presolve', True), ('depth', 4), ('order', 'fill'))
    """
    name, _, value = text.partition("=")
    if not (name and value):
        raise ValueError
    if value in ("on", "off"):
        return name, value == "on"
    return name, int(value) if value.removeprefix("-").isdecimal() else value


def _mapping(value: Any) -> Mapping[str, Any]:
    return {plain_text(name): each for name, each in of_type(Mapping, value).items()}


def _extent(value: Any) -> tuple[float, float]:
    width, depth = map(LENGTH.read, map(float, value.lower().split("x")) if isinstance(value, str) else value)
    return width, depth


def one_or_several(value: Any) -> tuple[Any, ...]:
    """Return one value as a tuple of one; raise `ValueError` unless all are texts, paths or mappings."""
    values = (value,) if isinstance(value, str | os.PathLike | Mapping) else of_type(Iterable, value)
    return tuple(of_type(str | os.PathLike | Mapping, each) for each in values)


ABOVE_ZERO = nextafter(0.0, 1.0)
"""The least number above 0."""

SWITCH = ValueType("", "true or false", partial(of_type, bool), python="True or False")
FUNCTION = ValueType("", "a function", partial(of_type, Callable))
POSITIVE_INT = ValueType("N", "a whole number, at least 1", partial(_integer, least=1), int)
NON_NEGATIVE_INT = ValueType("N", "a whole number, at least 0", partial(_integer, least=0), int)
SECONDS = bounded_number("S", "a number of seconds above 0, such as 60 or 0.5", ABOVE_ZERO)
PROPORTION = bounded_number("P", "a number from 0 to 1, such as 0.05", 0, 1)
BYTES = ValueType(
    "SIZE",
    "a size such as 4GB, 500MB or 30%",
    lambda value: POSITIVE_INT.read(read_size(value) if isinstance(value, str) else value),
    lambda text: int(text) if text.strip().isdecimal() else text,
)
LENGTH = bounded_number("MM", "a length in millimeters above 0, at most 100000, such as 15", ABOVE_ZERO, 1e5)
LENGTH_OR_ZERO = bounded_number("MM", "a length in millimeters from 0 to 100000, such as 0.2", 0, 1e5)
EXTENT = ValueType("WxD", "a width and a depth in millimeters, such as 220x180", _extent)
SETTINGS = ValueType(
    "NAME=VALUE",
    "the name of a setting and its value, such as fixed_search=off",
    _mapping,
    lambda texts: dict(map(setting, texts)),
    python="a mapping of names to values, such as {'fixed_search': False}",
)
RUN_FILE = ValueType("RUN", "the path of a file", _path)
IN_FILE = ValueType("FILE", "the path of a file", _path)
IN_FILES = ValueType("FILE", "the path of a file, or several", lambda value: tuple(map(_path, one_or_several(value))))
OUT_FILE = ValueType("FILE", "a path to write to", _path, writable_path)
OUT_FOLDER = ValueType("DIR", "a path to write to", _path, partial(writable_path, folder=True))
ADDRESS = ValueType("ADDRESS", "an address such as tcp://host:8786, or local", _printable)
TEXT = ValueType("TEXT", "a text", _printable)

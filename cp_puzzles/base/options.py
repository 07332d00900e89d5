"""Models of options: frozen dataclasses whose fields have a type of values and a help text.

The command line makes a model of texts, by `of_typed`; a function of Python makes the same model of its keywords.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import cache, partial
from math import isfinite
from numbers import Real
from typing import Any, Self, SupportsIndex, SupportsInt, TypeVar

from cp_puzzles.base.file_access import writable_path
from cp_puzzles.base.memory import read_size
from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import ArgumentError, MistakeError, Parameter, Wording

T = TypeVar("T")

WRONG = (ValueError, TypeError, ArithmeticError, RecursionError)
"""Errors by which `read` and `typed` refuse a value."""


@dataclass(frozen=True)
class ValueType:
    """A type of values: a placeholder for help texts, a description for messages, and functions that read a value.

    `names` are the values, if they are a few names, or the elements of a value that `is_list`. `python` is the
    description for users of Python, if their values have other forms.
    """

    metavar: str
    description: str
    read: Callable[[Any], Any] = lambda value: value
    typed: Callable[[Any], Any] = lambda value: value
    names: tuple[str, ...] = ()
    python: str = ""
    is_list: bool = False


def checked(name: str, value: Any, kind: ValueType) -> Any:
    """Return the value of a type that a value of Python means; raise `MistakeError` if `name` cannot have it.

    >>> checked("time_limit", 1.5, SECONDS), checked("memory", "4GB", BYTES)
    (1.5, 4000000000)
    >>> checked("limit", "3", POSITIVE_INT)
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: limit='3': must be a whole number, at least 1
    """
    try:
        return kind.read(value)
    except WRONG:
        raise refusal(name, value, kind) from None


def read_typed(name: str, text: Any, kind: ValueType) -> Any:
    """Return the value that a text on the command line means; raise `MistakeError` like `checked`.

    Of several texts the first wrong one is named.

    >>> read_typed("limit", "3", POSITIVE_INT)
    3
    """
    try:
        return kind.read(kind.typed(text))
    except WRONG:
        if isinstance(text, tuple) and len(text) > 1:
            for each in text:
                read_typed(name, (each,), kind)
        raise refusal(name, text, kind) from None


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


def _name(value: Any, names: tuple[str, ...]) -> Any:
    if plain_text(value) not in names:
        raise ValueError
    return value


def one_of(*names: str, metavar: str = "") -> ValueType:
    """Return the type of a few names."""
    read = partial(_name, names=names)
    return ValueType(metavar or "|".join(names), f"one of {', '.join(names)}", read, names=names)


def some_of(*names: str) -> ValueType:
    """Return the type of lists of a few names; a text has commas between them.

    >>> checked("choose", "given,holes", some_of("given", "holes", "pieces"))
    ('given', 'holes')
    """

    def read(value: Any) -> tuple[str, ...]:
        parts = value.split(",") if isinstance(value, str) else value
        return tuple(_name(part, names) for part in parts)

    return ValueType("A,B", f"one or more of {', '.join(names)}", read, names=names, is_list=True)


def range_of(*names: str, metavar: str) -> ValueType:
    """Return the type of ranges A..B of a few ordered names, or one of them.

    >>> checked("grade", "low..middle", range_of("low", "middle", "high", metavar="GRADE"))
    ('low', 'middle')
    """

    def read(value: Any) -> tuple[str, str]:
        if not isinstance(value, str | list | tuple):
            raise ValueError
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


def _number(value: Any, least: float, most: float, *, is_above: bool = False) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise ValueError
    number = float(value)
    if not least <= number <= most or (is_above and number == least):
        raise ValueError
    return number


def _size(value: Any) -> int:
    return _integer(read_size(value) if isinstance(value, str) else value, 1)


def _typed_size(text: str) -> Any:
    return int(text) if text.strip().isdecimal() else text


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _function(value: Any) -> Any:
    if not callable(value):
        raise ValueError
    return value


def _path(value: Any) -> Any:
    """Return the name of a file; raise `ValueError` if the system cannot have such a name."""
    if not os.fsencode(value) or b"\0" in os.fsencode(value):
        raise ValueError
    return value


def _paths(value: Any) -> tuple[Any, ...]:
    return tuple(map(_path, one_or_several(value)))


def plain_text(value: Any) -> str:
    """Return a text; raise `ValueError` for any other value."""
    if not isinstance(value, str):
        raise ValueError
    return value


def _printable(value: Any) -> str:
    if not (plain_text(value).isprintable() and value):
        raise ValueError
    return plain_text(value)


def _setting(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    if not (name and value):
        raise ValueError
    return name, setting_value(value)


def setting_value(text: str) -> bool | int | str:
    """Return the Boolean or the integer that a text means, else the text.

    >>> setting_value("on"), setting_value("4"), setting_value("fast")
    (True, 4, 'fast')
    """
    if text in ("on", "off"):
        return text == "on"
    return int(text) if text.removeprefix("-").isdecimal() else text


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError
    return {plain_text(name): each for name, each in value.items()}


def _extent(value: Any) -> tuple[float, float]:
    width, depth = map(LENGTH.read, map(float, value.lower().split("x")) if isinstance(value, str) else value)
    return width, depth


def one_or_several(value: Any) -> tuple[Any, ...]:
    """Return one value as a tuple of one; raise `ValueError` unless all are texts, paths or mappings."""
    if not isinstance(value, Iterable | os.PathLike):
        raise ValueError
    values = (value,) if isinstance(value, str | os.PathLike | Mapping) else tuple(value)
    if not all(isinstance(each, str | os.PathLike | Mapping) for each in values):
        raise ValueError
    return values


def _length(least: str, **bounds: Any) -> ValueType:
    return ValueType("MM", f"a length in millimeters {least}", partial(_number, least=0, most=1e5, **bounds), float)


SWITCH = ValueType("", "true or false", _boolean, python="True or False")
FUNCTION = ValueType("", "a function", _function)
POSITIVE_INT = ValueType("N", "a whole number, at least 1", partial(_integer, least=1), int)
NON_NEGATIVE_INT = ValueType("N", "a whole number, at least 0", partial(_integer, least=0), int)
SECONDS = ValueType(
    "S",
    "a number of seconds above 0, such as 60 or 0.5",
    partial(_number, least=0, most=float("inf"), is_above=True),
    float,
)
PROPORTION = ValueType("P", "a number from 0 to 1, such as 0.05", partial(_number, least=0, most=1), float)
BYTES = ValueType("SIZE", "a size such as 4GB, 500MB or 30%", _size, _typed_size)
LENGTH = _length("above 0, at most 100000, such as 15", is_above=True)
LENGTH_OR_ZERO = _length("from 0 to 100000, such as 0.2")
EXTENT = ValueType("WxD", "a width and a depth in millimeters, such as 220x180", _extent)
SETTINGS = ValueType(
    "NAME=VALUE",
    "the name of a setting and its value, such as fixed_search=off",
    _mapping,
    lambda texts: dict(map(_setting, texts)),
    python="a mapping of names to values, such as {'fixed_search': False}",
)
RUN_FILE = ValueType("RUN", "the path of a file", _path)
IN_FILE = ValueType("FILE", "the path of a file", _path)
IN_FILES = ValueType("FILE", "the path of a file, or several", _paths)
OUT_FILE = ValueType("FILE", "a path to write to", _path, writable_path)
OUT_FOLDER = ValueType("DIR", "a path to write to", _path, partial(writable_path, folder=True))
ADDRESS = ValueType("ADDRESS", "an address such as tcp://host:8786, or local", _printable)
TEXT = ValueType("TEXT", "a text", _printable)


@dataclass(frozen=True)
class Option:
    """A field of a model: its type of values, its help text, and the sentence about it for users of Python.

    `flag` is its name on the command line, if that differs, and `metavar` its placeholder, if it is not that of the
    type. A `repeated` option is typed once for each value. Shell completion offers the names of the type or, if there
    are none, the values in `offered`. Help texts list an `advanced` option last. An option without a help text is a
    keyword of Python only.
    """

    kind: ValueType
    help: str = ""
    python: str = ""
    flag: str = ""
    metavar: str = ""
    repeated: bool = False
    offered: tuple[str, ...] = ()
    advanced: bool = False
    name: str = ""
    default: Any = None

    @property
    def sentence(self) -> str:
        """The sentence about the option for users of Python."""
        words = self.python or self.help
        return words[:1].upper() + words[1:] + "."


_KEY = "option"
"""The key of an option in the metadata of a field."""


def about(kind: ValueType, help: str = "", python: str = "", **more: Any) -> dict[str, Option]:
    """Return the metadata of a field that may be passed without its name; `more` has attributes of `Option`."""
    return {_KEY: Option(kind, help, python, **more)}


def option(default: Any, kind: ValueType, help: str = "", python: str = "", **more: Any) -> Any:
    """Return a field of a model; `more` has further attributes of `Option`."""
    return _field(default, Option(kind, help, python, **more))


def keyword(default: Any, kind: ValueType, sentence: str) -> Any:
    """Return a field of a model that only Python has."""
    return option(default, kind, python=sentence)


def like(model: type[Options], name: str, default: Any = None, help: str = "", python: str = "", **more: Any) -> Any:
    """Return a field like that of another model, with another default and, if they are given, other words."""
    more |= {"help": help, "python": python} if help else {}
    return _field(default, replace(model.option(name), name="", default=None, **more))


def _field(default: Any, declared: Option) -> Any:
    if isinstance(default, dict):
        return field(default_factory=default.copy, metadata={_KEY: declared})
    return field(default=default, metadata={_KEY: declared})


class Options:
    """The base of models: `MistakeError` names the value that an option cannot have."""

    def __post_init__(self) -> None:
        for each in self.declared():
            value = getattr(self, each.name)
            if value is not None or each.default is not None:
                object.__setattr__(self, each.name, checked(each.name, value, each.kind))

    @classmethod
    @cache
    def declared(cls) -> tuple[Option, ...]:
        """Return the fields in the order of the signature: first those that may be passed without a name."""
        return tuple(
            replace(each.metadata[_KEY], name=each.name, default=_default(each))
            for each in sorted(fields(cls), key=lambda each: bool(each.kw_only))  # type: ignore[arg-type]
        )

    @classmethod
    def option(cls, name: str) -> Option:
        """Return a field."""
        return next(each for each in cls.declared() if each.name == name)

    @classmethod
    def of(cls, options: Options, **values: Any) -> Self:
        """Return the model with the values of the fields that other options have, too, and further `values`."""
        names = {each.name for each in options.declared()} - values.keys()
        return cls(
            **{each.name: getattr(options, each.name) for each in cls.declared() if each.name in names}, **values
        )

    @classmethod
    def of_typed(cls, given: Mapping[str, Any], **values: Any) -> Self:
        """Return the model of texts on the command line, by the names of fields, with further `values`."""
        for each in cls.declared():
            text = given.get(each.name)
            if text not in (None, ()) and each.name not in values:
                values[each.name] = (
                    text if isinstance(text, bool) else read_typed(each.flag or each.name, text, each.kind)
                )
        return cls(**values)


def _default(declared: Field[Any]) -> Any:
    return declared.default if declared.default_factory is MISSING else declared.default_factory()

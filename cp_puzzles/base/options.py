"""Models of options: frozen dataclasses whose fields have a type of values and a help text.

The command line makes a model of texts, by `of_typed`; a function of Python makes the same model of its keywords.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache, partial, wraps
from math import isfinite
from numbers import Real
from typing import Any, ParamSpec, Self, SupportsIndex, SupportsInt, TypeVar

from cp_puzzles.base.file_access import writable_path
from cp_puzzles.base.memory import read_size
from cp_puzzles.base.text import suggestion
from cp_puzzles.errors import ArgumentError, MistakeError, Parameter, Wording

P = ParamSpec("P")
R = TypeVar("R")
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
    except WRONG:
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


def suggesting(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that raises `ArgumentError` with the nearest name for a keyword that it does not have."""
    code = function.__code__
    name, accepted = function.__name__, code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @wraps(function)
    def call(*arguments: P.args, **keywords: P.kwargs) -> R:
        for keyword in keywords:
            if keyword not in accepted:
                remedy = suggestion(keyword, accepted, f"{name} has {', '.join(accepted)}")
                raise ArgumentError(f"{name}() has no keyword {keyword!r}; {remedy}")
        return function(*arguments, **keywords)

    return call


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


def _number(value: Any, least: float, most: float, *, is_above: bool = False) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
        raise ValueError
    number = float(value)
    if not least <= number <= most or (is_above and number == least):
        raise ValueError
    return number


def _path(value: Any) -> Any:
    """Return the name of a file; raise `ValueError` if the system cannot have such a name."""
    if not os.fsencode(value) or b"\0" in os.fsencode(value):
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
    return {plain_text(name): each for name, each in of_type(Mapping, value).items()}


def _extent(value: Any) -> tuple[float, float]:
    width, depth = map(LENGTH.read, map(float, value.lower().split("x")) if isinstance(value, str) else value)
    return width, depth


def one_or_several(value: Any) -> tuple[Any, ...]:
    """Return one value as a tuple of one; raise `ValueError` unless all are texts, paths or mappings."""
    values = (value,) if isinstance(value, str | os.PathLike | Mapping) else of_type(Iterable, value)
    return tuple(of_type(str | os.PathLike | Mapping, each) for each in values)


SWITCH = ValueType("", "true or false", partial(of_type, bool), python="True or False")
FUNCTION = ValueType("", "a function", partial(of_type, Callable))
POSITIVE_INT = ValueType("N", "a whole number, at least 1", partial(_integer, least=1), int)
NON_NEGATIVE_INT = ValueType("N", "a whole number, at least 0", partial(_integer, least=0), int)
SECONDS = ValueType(
    "S",
    "a number of seconds above 0, such as 60 or 0.5",
    partial(_number, least=0, most=float("inf"), is_above=True),
    float,
)
PROPORTION = ValueType("P", "a number from 0 to 1, such as 0.05", partial(_number, least=0, most=1), float)
BYTES = ValueType(
    "SIZE",
    "a size such as 4GB, 500MB or 30%",
    lambda value: _integer(read_size(value) if isinstance(value, str) else value, 1),
    lambda text: int(text) if text.strip().isdecimal() else text,
)
LENGTH = ValueType(
    "MM",
    "a length in millimeters above 0, at most 100000, such as 15",
    partial(_number, least=0, most=1e5, is_above=True),
    float,
)
LENGTH_OR_ZERO = ValueType(
    "MM", "a length in millimeters from 0 to 100000, such as 0.2", partial(_number, least=0, most=1e5), float
)
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
IN_FILES = ValueType("FILE", "the path of a file, or several", lambda value: tuple(map(_path, one_or_several(value))))
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
        words = self.python or re.sub(r"--([\w-]+) (\d+|\w+(?=:))", r"\1=\2", self.help)
        words = re.sub(r"--([\w-]+)", r"`\1`", words)
        return words[:1].upper() + words[1:] + "."


def option(default: Any, kind: ValueType | Option, help: str = "", python: str = "", **more: Any) -> Any:
    """Return a field of a model that Python passes by its name, by its type of values or like another option.

    `more` has fields of `Option`. A field that may be passed without its name is a `field` with the same metadata.
    """
    metadata = {"option": kind if isinstance(kind, Option) else Option(kind, help, python, **more)}
    if isinstance(default, dict):
        return field(default_factory=default.copy, metadata=metadata)
    return field(default=default, metadata=metadata)


def like(model: type[Options], name: str, default: Any = None, help: str = "", python: str = "", **more: Any) -> Any:
    """Return a field like that of another model, with another default and, if they are given, other words."""
    more |= {"help": help, "python": python} if help else {}
    return option(default, replace(model.option(name), name="", default=None, **more))


class Options:
    """The base of models: `MistakeError` names the value that an option cannot have."""

    def __post_init__(self) -> None:
        for each in self.declared():
            value = getattr(self, each.name)
            is_default = value is each.default or (isinstance(value, dict) and value == each.default)
            if not is_default:  # defaults are values of their types
                object.__setattr__(self, each.name, checked(each.name, value, each.kind))
        self.refuse_contradictions()

    def refuse_contradictions(self) -> None:
        """Raise `MistakeError` for values that exclude each other."""

    @classmethod
    @cache
    def declared(cls) -> tuple[Option, ...]:
        """Return the fields in the order of the signature: first those that may be passed without a name."""
        return tuple(
            replace(
                each.metadata["option"],
                name=each.name,
                default=each.default if each.default_factory is MISSING else each.default_factory(),
            )
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

    def changed(self, **values: Any) -> Self:
        """Return the options with other values, which are not checked."""
        made = copy(self)
        vars(made).update(values)
        return made

    @classmethod
    def of_typed(cls, given: Mapping[str, Any], **values: Any) -> Self:
        """Return the model of texts on the command line, by the names of fields, with further `values`.

        Each text is read once; `values` are not checked.
        """
        made = object.__new__(cls)
        for each in cls.declared():
            text, value = given.get(each.name), values.get(each.name, each.default)
            if text not in (None, ()) and each.name not in values:
                is_text = not isinstance(text, bool)
                value = checked(each.flag or each.name, text, each.kind, typed=True) if is_text else text
            vars(made)[each.name] = value
        made.refuse_contradictions()
        return made

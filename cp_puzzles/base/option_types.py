"""Types of option values: Pydantic types with the words that help texts and messages use for them.

The command line passes the text that was typed, Python passes a value: both are validated by the same type. A text that
stands for a number is one on the command line only.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from dataclasses import Field as DataclassField
from functools import cache
from inspect import signature, unwrap
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    Strict,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
)
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function, no_info_before_validator_function

from cp_puzzles.base.memory import read_size
from cp_puzzles.base.suggestions import suggestion
from cp_puzzles.errors import MistakeError, Parameter, Wording

T = TypeVar("T")


@dataclass(frozen=True)
class ValueWords:
    """Words for the values of a type: a placeholder for help texts, and a description for messages.

    If the values are a few names, `names` lists them; as metadata of a type, it restricts the values to these names, or
    lists of them if the type `is_list`. `python` is the description for users of Python, if their values have other
    forms. A value is passed through `read`, if there is one, before it is validated.
    """

    metavar: str
    description: str
    names: tuple[str, ...] = ()
    python: str = ""
    is_list: bool = False
    read: Callable[[Any], Any] | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        if self.names:
            schema = no_info_after_validator_function(self._check_names, schema)
        return schema if self.read is None else no_info_before_validator_function(self.read, schema)

    def _check_names(self, value: Any) -> Any:
        if not set(value if self.is_list else [value]) <= {*self.names}:
            raise ValueError
        return value


def one_of(*names: str, metavar: str = "") -> ValueWords:
    """Return the words of a type whose values are a few names."""
    return ValueWords(metavar or "|".join(names), f"one of {', '.join(names)}", names)


def some_of(*names: str) -> ValueWords:
    """Return the words of a type whose values are lists of a few names; a text has commas between them.

    >>> checked("choose", "given,holes", Annotated[tuple[str, ...], some_of("given", "holes", "pieces")])
    ('given', 'holes')
    """

    def parts(value: Any) -> Any:
        return value.split(",") if isinstance(value, str) else value

    return ValueWords("A,B", f"one or more of {', '.join(names)}", names, is_list=True, read=parts)


def words_of(annotation: Any) -> ValueWords:
    """Return the words of a type; for a union, the words of the first member that has any."""
    return next(_words(annotation), ValueWords("VALUE", f"of type {annotation}"))


def has_words(annotation: Any) -> bool:
    """Return whether a type has words, so that `checked` can refuse its values."""
    return next(_words(annotation), None) is not None


def _words(annotation: Any) -> Iterator[ValueWords]:
    if get_origin(annotation) is Literal:
        yield one_of(*get_args(annotation))
        return
    for part in (*getattr(annotation, "__metadata__", ()), *get_args(annotation)):
        if isinstance(part, ValueWords):
            yield part
        else:
            yield from _words(part)


def checked(name: str, value: Any, annotation: Any) -> Any:
    """Return the value converted to the type; raise `MistakeError` if the parameter `name` cannot have it.

    >>> checked("time_limit", 1.5, Seconds), checked("memory", "4GB", Bytes)
    (1.5, 4000000000)
    >>> checked("limit", 0, PositiveInt)
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: limit=0: must be a whole number, at least 1
    """
    return _validated(name, value, annotation, is_typed=False)


def read_typed(name: str, text: str, annotation: Any) -> Any:
    """Return the value that a text on the command line stands for; raise `MistakeError` like `checked`.

    >>> read_typed("limit", "3", PositiveInt)
    3
    >>> checked("limit", "3", PositiveInt)
    Traceback (most recent call last):
        ...
    cp_puzzles.errors.MistakeError: limit='3': must be a whole number, at least 1
    """
    return _validated(name, text, annotation, is_typed=True)


def _validated(name: str, value: Any, annotation: Any, *, is_typed: bool) -> Any:
    try:
        return _adapter(annotation).validate_python(value, context={_IS_TYPED: is_typed})
    except ValidationError:
        raise refusal(name, value, words_of(annotation)) from None


@cache
def _adapter(annotation: Any) -> TypeAdapter[Any]:
    return TypeAdapter(annotation)


def refusal(name: str, value: Any, words: ValueWords) -> MistakeError:
    """Return the error for a value that a parameter cannot have, with the nearest allowed names.

    >>> print(refusal("engine", "cpsat", one_of("cp-sat", "frontier")))
    engine='cpsat': must be one of cp-sat, frontier; did you mean 'cp-sat'?
    """
    if words.is_list and isinstance(value, str | list | tuple):
        parts = value.split(",") if isinstance(value, str) else value
        return refusal(name, next((part for part in parts if part not in words.names), value), one_of(*words.names))
    remedy = suggestion(value, words.names, "") if isinstance(value, str) else ""
    description = Wording(words.python or words.description, words.description)
    return MistakeError(Parameter(name, value), ("must be ", description), remedy)


_IS_TYPED = "is_typed"
"""The key of the context of a validation that is true for a text of the command line."""


def _number(value: Any, info: ValidationInfo) -> Any:
    """Return a number, also one of NumPy, as a number of Python; raise `ValueError` for a Boolean, and for a text."""
    is_typed = info.context is not None and info.context[_IS_TYPED]
    if isinstance(value, bool) or (isinstance(value, str | bytes | bytearray) and not is_typed):
        raise ValueError
    return value.item() if hasattr(value, "item") else value


def _not_empty(value: T) -> T:
    """Return the name of a file; raise `ValueError` if the system cannot have such a name."""
    if not os.fsencode(value) or b"\0" in os.fsencode(value):  # type: ignore[arg-type]
        raise ValueError
    return value


def _printable(value: str) -> str:
    if not (value and value.isprintable()):
        raise ValueError
    return value


def _size(value: Any) -> Any:
    return read_size(value) if isinstance(value, str) else value


def _setting(value: Any) -> Any:
    name, separator, text = value.partition("=") if isinstance(value, str) else (*value[:1], "=", *value[1:])
    if not (separator and name and text != ""):
        raise ValueError
    return name, setting_value(text)


def setting_value(value: Any) -> Any:
    """Return the Boolean or the integer that a text stands for; return any other value as it is.

    >>> setting_value("on"), setting_value("4"), setting_value("fast"), setting_value(True)
    (True, 4, 'fast', True)
    """
    if not isinstance(value, str):
        return value
    if value in ("on", "off"):
        return value == "on"
    return int(value) if _is_int(value) else value


def _is_int(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def one_or_several(value: Any) -> tuple[Any, ...]:
    """Return one value as a tuple of one; raise `ValueError` unless all are texts, paths or mappings."""
    if not isinstance(value, Iterable | os.PathLike):
        raise ValueError
    values = (value,) if isinstance(value, str | os.PathLike | Mapping) else tuple(value)
    if not all(isinstance(each, str | os.PathLike | Mapping) for each in values):
        raise ValueError
    return values


def _extent(value: Any) -> Any:
    return [*map(float, value.lower().split("x"))] if isinstance(value, str) else value


Number = BeforeValidator(_number)

Switch = Annotated[bool, Strict(), ValueWords("", "true or false", python="True or False")]
PositiveInt = Annotated[int, Number, Field(ge=1), ValueWords("N", "a whole number, at least 1")]
NonNegativeInt = Annotated[int, Number, Field(ge=0), ValueWords("N", "a whole number, at least 0")]
Seconds = Annotated[
    float,
    Number,
    Field(gt=0, allow_inf_nan=False),
    ValueWords("S", "a number of seconds above 0, such as 60 or 0.5"),
]
Proportion = Annotated[
    float, Number, Field(ge=0, le=1, allow_inf_nan=False), ValueWords("P", "a number from 0 to 1, such as 0.05")
]
Bytes = Annotated[
    int, Number, BeforeValidator(_size), Field(ge=1), ValueWords("SIZE", "a size such as 4GB, 500MB or 30%")
]
Length = Annotated[
    float,
    Number,
    Field(gt=0, le=100_000, allow_inf_nan=False),
    ValueWords("MM", "a length in millimeters above 0, at most 100000, such as 15"),
]
LengthOrZero = Annotated[
    float,
    Number,
    Field(ge=0, le=100_000, allow_inf_nan=False),
    ValueWords("MM", "a length in millimeters from 0 to 100000, such as 0.2"),
]
Extent = Annotated[
    tuple[Length, Length],
    BeforeValidator(_extent),
    ValueWords("WxD", "a width and a depth in millimeters, such as 220x180"),
]
Settings = Annotated[
    Mapping[str, object],
    ValueWords("NAME=VALUE", "a mapping of names to values, such as {'fixed_search': False}"),
]
Setting = Annotated[
    tuple[str, bool | int | str],
    BeforeValidator(_setting),
    ValueWords("NAME=VALUE", "the name of a setting and its value, such as fixed_search=off"),
]
RunFile = Annotated[str | os.PathLike[str], AfterValidator(_not_empty), ValueWords("RUN", "the path of a file")]
InFile = Annotated[str | os.PathLike[str], AfterValidator(_not_empty), ValueWords("FILE", "the path of a file")]
OutPath = Annotated[str | os.PathLike[str], AfterValidator(_not_empty), ValueWords("PATH", "a path to write to")]
Address = Annotated[
    str, AfterValidator(_printable), ValueWords("ADDRESS", "an address such as tcp://host:8786, or local")
]


def range_of(*names: str, metavar: str) -> ValueWords:
    """Return the words of a type whose values are one of a few ordered names, or a range A..B of them.

    >>> checked("grade", "low..middle", Annotated[tuple[str, str], range_of("low", "middle", "high", metavar="GRADE")])
    ('low', 'middle')
    """

    def ends(value: Any) -> Any:
        if not isinstance(value, str | tuple | list):
            raise ValueError
        first, separator, last = value.partition("..") if isinstance(value, str) else (*value[:1], "..", *value[1:])
        if names.index(first) > names.index(last if separator else first):
            raise ValueError
        return first, last if separator else first

    description = (
        f"one of {', '.join(names)}, or a range from an earlier to a later one, such as {names[0]}..{names[1]}"
    )
    return ValueWords(metavar, description, read=ends)


@dataclass(frozen=True)
class Keyword:
    """Metadata of a parameter: the sentence about it for users of Python."""

    python: str


@dataclass(frozen=True)
class Option:
    """Metadata of a field: its help text, and its name `flag` on the command line if that differs.

    `python` is the sentence about it for users of Python, by default the help text.

    An option with `variants` may have several values in an experiment. A `repeated` option is typed once for each
    value. The value of an option that `writes_folder` is the path of one. Shell completion offers the names of the type
    or, if there are none, the values in `offered`. `metavar` is the placeholder if it is not that of the type.
    """

    help: str
    python: str = ""
    flag: str = ""
    metavar: str = ""
    repeated: bool = False
    variants: bool = False
    offered: tuple[str, ...] = ()
    writes_folder: bool = False


@dataclass(frozen=True)
class Declaration:
    """A field of a dataclass, or a parameter of a function, that the command line offers as an option."""

    name: str
    annotation: Any
    default: Any
    option: Option


def declarations(source: Callable[..., Any]) -> tuple[Declaration, ...]:
    """Return the fields of a dataclass, or the parameters of a function, that are options, in order."""
    function = unwrap(source)
    hints = get_type_hints(function, include_extras=True)
    if is_dataclass(function):
        defaults = {field.name: default_of(field) for field in fields(function)}
    else:
        defaults = {name: each.default for name, each in signature(function).parameters.items()}
    return tuple(
        Declaration(name, hints[name], default, option)
        for name, default in defaults.items()
        for option in getattr(hints.get(name), "__metadata__", ())
        if isinstance(option, Option)
    )


def sentence_about(annotation: Any) -> str:
    """Return the sentence about a parameter for users of Python; "" if its annotation has none.

    >>> sentence_about(Annotated[PositiveInt, Option("number of workers")])
    'Number of workers.'
    """
    for part in getattr(annotation, "__metadata__", ()):
        if isinstance(part, Keyword | Option):
            words = part.python or getattr(part, "help", "")
            return words[:1].upper() + words[1:] + "."
    return ""


def default_of(field: DataclassField[Any]) -> Any:
    """Return the default of a field."""
    return field.default if field.default_factory is MISSING else field.default_factory()

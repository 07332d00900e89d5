"""Models of options: frozen dataclasses whose fields are declared with a type of values and a help text.

The command line makes a model of texts, by `of_typed`; a function of Python makes the same model of its keywords.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import cache
from typing import Any, Self

from cp_puzzles.base.option_types import ValueType, checked, read_typed


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

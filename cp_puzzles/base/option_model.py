"""Models of options: frozen dataclasses whose fields have a type of values and a help text.

The command line makes a model of texts, by `of_typed`; a function of Python makes the same model of its keywords.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache, partial
from typing import Any, Self, dataclass_transform

from cp_puzzles.base.values import FUNCTION, ValueType, checked


@dataclass(frozen=True)
class Option:
    """A field of a model: its type of values, its help text, and the sentence about it for users of Python.

    `metavar` is its placeholder, if it is not that of the type. A `repeated` option is typed once for each value. Shell
    completion offers the names of the type or, if there are none, the values in `offered`. Help texts list an
    `advanced` option last. An option without a help text is a keyword of Python only.
    """

    kind: ValueType
    help: str = ""
    python: str = ""
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


def option(kind: ValueType, help: str = "", python: str = "", *, kw_only: bool = True, **more: Any) -> Any:
    """Return a field of a model that Python passes by its name; `more` has its `default` and fields of `Option`."""
    declared = Option(kind, help, python, **more)
    default = declared.default
    defaults = {"default_factory": default.copy} if isinstance(default, dict) else {"default": default}
    return field(**defaults, kw_only=kw_only, metadata={"option": declared})


advanced = partial(option, advanced=True)
"""Return a field that help texts list last."""

positional = partial(option, kw_only=False, default=MISSING)
"""Return a field that may be passed without its name; type checkers want `kw_only=False` at each call."""


def called(words: str) -> Any:
    """Return a field for a function that is called with something, in some words."""
    return option(FUNCTION, python=f"called with {words}")


def like(model: type[Options], name: str, help: str = "", *, default: Any = None) -> Any:
    """Return a field like that of another model, with another default and, if it is given, another help text."""
    declared = model.option(name)
    return option(**{**vars(declared), "help": help or declared.help, "default": default})


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(positional,))
class Options:
    """The base of models, which are frozen dataclasses: `MistakeError` names the value that an option cannot have."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    def __post_init__(self) -> None:
        for each in self.declared():
            value = getattr(self, each.name)
            if value is not each.default:  # defaults are values of their types
                object.__setattr__(self, each.name, checked(each.name, value, each.kind))
        self.refuse_contradictions()

    def refuse_contradictions(self) -> None:
        """Raise `MistakeError` for values that exclude each other."""

    @classmethod
    @cache
    def declared(cls) -> tuple[Option, ...]:
        """Return the fields in the order of the signature: first those that may be passed without a name."""
        ordered = sorted(fields(cls), key=lambda each: bool(each.kw_only))  # type: ignore[arg-type]
        return tuple(replace(each.metadata["option"], name=each.name) for each in ordered)

    @classmethod
    def option(cls, name: str) -> Option:
        """Return a field."""
        return next(each for each in cls.declared() if each.name == name)

    @classmethod
    def of(cls, options: Options, **values: Any) -> Self:
        """Return the model with the values of the fields that other options have, too, and further `values`."""
        shared = {each.name for each in cls.declared()}.intersection(each.name for each in options.declared())
        return cls(**{name: getattr(options, name) for name in shared - values.keys()}, **values)

    def changed(self, **values: Any) -> Self:
        """Return the options with other values."""
        return replace(self, **values)  # type: ignore[type-var]

    @classmethod
    def of_typed(cls, given: Mapping[str, Any], **values: Any) -> Self:
        """Return the model of texts on the command line, by the names of fields, with further `values`.

        Each text is read once; `values` are not checked.
        """
        made = object.__new__(cls)
        for each in cls.declared():
            text, value = given.get(each.name), values.get(each.name, each.default)
            if text not in (None, ()) and each.name not in values:
                value = checked(each.name, text, each.kind, typed=True)
            vars(made)[each.name] = value
        made.refuse_contradictions()
        return made

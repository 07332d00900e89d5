"""What values an option may have, how they are typed, and what is wrong with others."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from numbers import Integral, Real
from typing import Any, Protocol

from cp_puzzles.errors import MistakeError, Parameter
from cp_puzzles.memory import read_size


class Kind(Protocol):
    """A kind of value: `metavar` stands for it in help texts."""

    @property
    def metavar(self) -> str:
        """What stands for the value in help texts."""
        ...

    def read(self, text: str) -> Any:
        """The value that was typed; a text that is none stays a text, in which `fault` finds what is wrong."""
        ...

    def fault(self, value: Any) -> tuple[str, str] | None:
        """What is wrong with a value and what to give instead; None if nothing is."""
        ...


def require_kind(name: str, value: Any, kind: Kind) -> None:
    """Raise `MistakeError` for a value that the parameter `name` cannot have."""
    if fault := kind.fault(value):
        raise MistakeError(Parameter(name, value), *fault)


@dataclass(frozen=True)
class Whole:
    """A whole number, 1 or more.

    >>> Whole().read("3"), Whole().fault(0), Whole().fault("x")
    (3, ('this is less than 1', 'ask for 1 or more'), ('this is no whole number', 'ask for 1 or more'))
    """

    metavar: str = "N"
    minimum: int = 1

    def read(self, text: str) -> int | str:
        try:
            return int(text)
        except ValueError:
            return text

    def fault(self, value: Any) -> tuple[str, str] | None:
        remedy = f"ask for {self.minimum} or more"
        if not isinstance(value, Integral) or isinstance(value, bool):
            return "this is no whole number", remedy
        return (f"this is less than {self.minimum}", remedy) if int(value) < self.minimum else None


class _Real:
    """For kinds that are numbers with a fraction."""

    def read(self, text: str) -> float | str:
        try:
            return float(text)
        except ValueError:
            return text


@dataclass(frozen=True)
class Seconds(_Real):
    """A number of seconds above 0."""

    metavar: str = "S"

    def fault(self, value: Any) -> tuple[str, str] | None:
        if isinstance(value, Real) and not isinstance(value, bool) and 0 < float(value) < inf:
            return None
        return "this is no number of seconds above 0", "give one, such as 60 or 0.5"


@dataclass(frozen=True)
class Memory:
    """A number of bytes; typed with a unit, or as a share of the machine's.

    >>> Memory().read("4GB"), Memory().fault("much")
    (4000000000, ('this is no size', 'write one, such as 4GB, 500MB or 30%'))
    """

    metavar: str = "SIZE"

    def read(self, text: str) -> int | str:
        return read_size(text)

    def fault(self, value: Any) -> tuple[str, str] | None:
        return None if Whole().fault(value) is None else ("this is no size", "write one, such as 4GB, 500MB or 30%")


@dataclass(frozen=True)
class Millimetres(_Real):
    """A length above 0, or one that may be 0.

    >>> Millimetres().read("0.2"), Millimetres().fault(0.0), Millimetres(or_none=True).fault(0.0)
    (0.2, ('this is no length above 0', 'give one in millimetres, such as 15 or 0.2'), None)
    """

    metavar: str = "MM"
    or_none: bool = False

    def fault(self, value: Any) -> tuple[str, str] | None:
        if isinstance(value, Real) and not isinstance(value, bool):
            length = float(value)
            if 0 < length < inf or (self.or_none and length == 0):
                return None
        wanted = "0 or more" if self.or_none else "above 0"
        return f"this is no length {wanted}", "give one in millimetres, such as 15 or 0.2"


@dataclass(frozen=True)
class Extent:
    """A width and a depth in millimetres, typed 220x180.

    >>> Extent().read("220x180"), Extent().fault(Extent().read("220"))
    ((220.0, 180.0), ('this is no width and depth', 'give both in millimetres, such as 220x220'))
    """

    metavar: str = "WxD"

    def read(self, text: str) -> tuple[float, ...] | str:
        try:
            return tuple(map(float, text.lower().split("x")))
        except ValueError:
            return text

    def fault(self, value: Any) -> tuple[str, str] | None:
        if isinstance(value, tuple) and len(value) == 2 and not any(map(Millimetres().fault, value)):
            return None
        return "this is no width and depth", "give both in millimetres, such as 220x220"


@dataclass(frozen=True)
class Choice:
    """One of a few names, called `noun` in messages."""

    values: tuple[str, ...]
    noun: str = "value"
    listed: bool = True

    @property
    def metavar(self) -> str:
        return "|".join(self.values) if self.listed else "NAME"

    def read(self, text: str) -> str:
        return text

    def fault(self, value: Any) -> tuple[str, str] | None:
        if value in self.values:
            return None
        return f"there is no such {self.noun}", f"{self.noun}s: " + ", ".join(self.values)


@dataclass(frozen=True)
class Range:
    """One of a few names in an order, or from one to another, typed A..B; the value is the first and the last.

    >>> Range(("low", "middle", "high")).read("low..middle"), Range(("low", "high")).read("high")
    (('low', 'middle'), ('high', 'high'))
    """

    values: tuple[str, ...]
    noun: str = "value"

    @property
    def metavar(self) -> str:
        return self.noun.upper()

    def read(self, text: str) -> tuple[str, str]:
        first, separator, last = text.partition("..")
        return first, last if separator else first

    def fault(self, value: Any) -> tuple[str, str] | None:
        if isinstance(value, tuple) and len(value) == 2 and all(name in self.values for name in value):
            if self.values.index(value[0]) <= self.values.index(value[1]):
                return None
            return "the first comes after the last", f"write {value[1]}..{value[0]}"
        return f"this is no {self.noun}", f"{self.noun}s: {', '.join(self.values)}, or a range such as " + "..".join(
            self.values[:2]
        )


@dataclass(frozen=True)
class Text:
    """A file or an address."""

    metavar: str = "TEXT"

    def read(self, text: str) -> str:
        return text

    def fault(self, value: Any) -> tuple[str, str] | None:
        if isinstance(value, (str, os.PathLike)) and os.fspath(value):
            return None
        return f"this names no {self.metavar}", "write one, or leave it away"


@dataclass(frozen=True)
class Named:
    """Values by name, typed NAME=VALUE one after the other; whoever knows the names checks names and values."""

    metavar: str = "NAME=VALUE"
    words: Mapping[str, bool] = field(default_factory=lambda: {"on": True, "off": False})

    def read(self, text: str) -> tuple[str, Any]:
        name, separator, value = text.partition("=")
        if not separator or not name or not value:
            raise MistakeError(Parameter("setting", text), "this names no value", f"write {self.metavar}")
        return name, self.value(value)

    def value(self, text: str) -> Any:
        """A switch, a whole number or a word."""
        return self.words[text] if text in self.words else Whole().read(text)

    def fault(self, value: Any) -> tuple[str, str] | None:
        if isinstance(value, Mapping) and all(isinstance(name, str) for name in value):
            return None
        return "this is no mapping from names to values", "write {'NAME': VALUE}"

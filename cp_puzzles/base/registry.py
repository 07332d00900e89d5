"""Registries of named values that are imported when a puzzle or a command names them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple, TypeVar, cast

from cp_puzzles.base.packages import load_extensions
from cp_puzzles.errors import MistakeError

T = TypeVar("T")

_NAME = re.compile(r"[a-z][a-z0-9_-]*")


class Named(NamedTuple):
    """A value of the package: its name, a sentence about it, and its place `module:object` in the package."""

    name: str
    about: str
    place: str


def loaded(place: str) -> Any:
    """Import and return the object at a place `module:object` in the package.

    >>> loaded("errors:echo")(True)
    'true'
    """
    module, name = place.split(":")
    return getattr(import_module(f"cp_puzzles.{module}"), name)


class Registry(Mapping[str, T]):
    """Values by name: those of the package, imported when they are first asked for, then those of users.

    Parameters
    ----------
    noun
        The word for a value in messages, such as "rule".
    entries
        The values of the package, in their order.

    Attributes
    ----------
    entries
        The entries of the package by name.
    registered
        The values that users and extensions have registered, by name.
    """

    def __init__(self, noun: str, *entries: Named) -> None:
        self.noun = noun
        self.entries = {entry.name: entry for entry in entries}
        self.registered: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        return self.registered[name] if name in self.registered else cast(T, loaded(self.entries[name].place))

    def __iter__(self) -> Iterator[str]:
        yield from self.entries
        yield from self.registered

    def __len__(self) -> int:
        return len(self.entries) + len(self.registered)

    def __contains__(self, name: object) -> bool:
        return name in self.entries or name in self.registered

    def about(self, name: str) -> str:
        """Return the sentence about a value of the package."""
        return self.entries[name].about

    def find(self, name: str) -> T | None:
        """Return the value of a name, after extensions were loaded; None if there is none."""
        if name not in self:
            load_extensions()
        return self.get(name)

    def check_name(self, name: str) -> None:
        """Raise `MistakeError` for the name of a value of the package, or one that a puzzle file cannot have."""
        if name in self.entries:
            raise MistakeError(name, f"the package has a {self.noun} of this name", "choose another name")
        if not _NAME.fullmatch(name):
            problem = f"this cannot be the name of a {self.noun}"
            raise MistakeError(name, problem, "use small letters, digits, - and _")

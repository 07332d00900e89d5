"""Registries of named values, optional packages and views: each is imported when something names it."""

from __future__ import annotations

import os
import re
from collections import UserDict
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeVar, cast

from cp_puzzles.errors import MissingExtraError, MistakeError, Parameter

EXTRAS = {
    "distributed": ("cluster", "connects to clusters"),
    "manifold3d": ("make", "makes solids and offsets outlines"),
    "matplotlib": ("pictures", "draws plots, .png and .pdf"),
    "trimesh": ("make", "writes meshes"),
}
"""For each package its extra and its purpose."""


def require_package(package: str, place: str | os.PathLike[str] | Parameter, *, instead: str = "") -> None:
    """Raise `MissingExtraError` if a package is not installed; `instead` is another remedy."""
    extra, purpose = EXTRAS[package]
    if find_spec(package) is None:
        place = place if isinstance(place, Parameter) else os.fspath(place)
        problem = f"{package}, which {purpose}, is not installed"
        raise MissingExtraError(place, problem, f"pip install 'cp-puzzles[{extra}]'{instead}")


GROUP = "cp_puzzles.extensions"
"""The group of entry points that name the modules."""


@cache
def load_extensions() -> None:
    """Import the modules of all entry points, once; called when a name is not one of the package.

    Raises `MistakeError` for a module that cannot be imported.
    """
    from importlib.metadata import entry_points  # with a parser of mail headers, which takes time to load

    for entry in entry_points(group=GROUP):
        try:
            entry.load()
        except Exception as error:
            problem = f"{entry.value} cannot be loaded: {type(error).__name__}: {error}"
            raise MistakeError(f"entry point {entry.name}", problem, "correct or uninstall its package") from error


VIEWS = {
    "rich": "output.web.value_views:rich_view",
    "text": "output.web.value_views:text_view",
    "svg": "output.web.value_views:svg_view",
    "html": "output.web.value_views:html_view",
    "frame": "analysis.frames:solutions_frame",
}


def view(kind: str, value: object) -> Any:
    """Return a view of a value; `kind` is a key of `VIEWS`."""
    return loaded(VIEWS[kind])(value)


class Displayed:
    """A value that rich and notebooks can show."""

    __slots__ = ()

    def __str__(self) -> str:
        return cast(str, view("text", self))

    def __rich__(self) -> Any:
        return view("rich", self)

    def _repr_html_(self) -> str | None:
        return cast(str | None, view("html", self))

    def _repr_svg_(self) -> str | None:
        return cast(str | None, view("svg", self))


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


class Registry(UserDict[str, T]):
    """Values by name: those of the package, imported when they are asked for, then those that users have registered.

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
    data
        The entries, then the values of users, by name.
    """

    def __init__(self, noun: str, *entries: Named) -> None:
        self.noun = noun
        self.entries = {entry.name: entry for entry in entries}
        self.data: dict[str, Any] = dict(self.entries)

    def __getitem__(self, name: str) -> T:
        value = self.data[name]
        return cast(T, loaded(value.place) if isinstance(value, Named) else value)

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
